"""Sets in the forms in which they are published. Importing this package registers the built-in formats."""

from bench_gen.ua.export import habitat, parquet, rerun, webdataset
from bench_gen.ua.export.registry import FORMATS, Export, Options, export_format

__all__ = ["FORMATS", "Export", "Options", "export_format", "habitat", "parquet", "rerun", "webdataset"]
