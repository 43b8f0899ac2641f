#!/bin/sh
# What headless rendering, the testbed and the tests need of the system, through apt when we may, else the exact line to type:
# GL run-time libraries, bubblewrap for sandboxes, Chromium for pages.
set -eu

needed="libegl1 libgl1 libgl1-mesa-dri libegl-mesa0 libglib2.0-0"
python=${PYTHON:-python3}

have_libraries() {
    "$python" - <<'PY'
import ctypes, sys
try:
    for name in ("libEGL.so.1", "libGL.so.1"):
        ctypes.CDLL(name)
except OSError:
    sys.exit(1)
PY
}

have_venv() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null
}

missing=""
command -v bwrap >/dev/null 2>&1 || missing="$missing bubblewrap"
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || missing="$missing chromium fonts-dejavu-core"
have_libraries || missing="$missing $needed"
have_venv || missing="$missing python3-venv"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "Crossroom needs EGL and OpenGL (Mesa's are enough) and Python's venv module; install them with your system's package manager." >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    apt=apt-get
elif sudo -n true 2>/dev/null; then
    apt="sudo apt-get"
else
    echo "Crossroom needs system packages. Type this, then run make again:" >&2
    echo "  sudo apt-get update && sudo apt-get install -y $missing" >&2
    exit 1
fi
echo "installing system packages: $missing"
DEBIAN_FRONTEND=noninteractive $apt update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $apt install -y -qq --no-install-recommends $missing
