"""Binary glTF 2.0: the mesh format of Habitat scene datasets."""

from scenes.glb.reader import Asset, read_asset, read_glb
from scenes.glb.writer import write_glb

__all__ = ["Asset", "read_asset", "read_glb", "write_glb"]
