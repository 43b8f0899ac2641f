"""What makes frames a benchmark: vocabularies, scripts, matched pairs, targets, admission, dataset files."""

import os

# One thread for matrix products, said before NumPy is loaded: how a product is split changes its last bits, so bytes
# would depend on the number of cores; and for matrices as small as ours threads mostly wait for each other.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"
