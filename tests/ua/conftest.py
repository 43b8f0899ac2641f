"""Lets the tests of this folder share `ua_sketch`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
