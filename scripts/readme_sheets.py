"""Make the contact sheets of the README: `python scripts/readme_sheets.py [DIR]`.

Generates one pair in each of six homes under DIR (default outputs/readme_sheets; what is there already is kept) and
writes docs/sheets/<home>.jpg, smaller than the originals.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PIL import Image

HOMES = ("home_07", "home_15", "home_23", "home_30", "home_38", "home_44")
WIDTH, QUALITY = 1800, 82
ROOT = Path(__file__).parents[1]


def main(folder: Path) -> None:
    """Generate what is missing and shrink every sheet."""
    target = ROOT / "docs/sheets"
    target.mkdir(parents=True, exist_ok=True)
    for home in HOMES:
        options = [f"+scene={home}", "cast.robot=0.8", f"output={folder / home}"]
        subprocess.run([sys.executable, "-m", "bench_gen", *options], check=True, cwd=ROOT)
        with Image.open(folder / home / "sheet.jpg") as sheet:
            small = sheet.resize((WIDTH, round(sheet.height * WIDTH / sheet.width)), Image.Resampling.LANCZOS)
        small.save(target / f"{home}.jpg", quality=QUALITY, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "outputs/readme_sheets").absolute())
