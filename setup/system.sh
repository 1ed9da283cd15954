#!/usr/bin/env bash
# Installs the Debian packages that the product needs, those only that are missing. Says plainly what to do where it cannot.
# With the word "tests" behind it, those too that only the tests and `make scale` need.
set -euo pipefail

missing=()
python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
command -v tesseract >/dev/null || missing+=(tesseract-ocr)
if ! command -v tesseract >/dev/null || ! tesseract --list-langs 2>/dev/null | grep -qx eng; then missing+=(tesseract-ocr-eng); fi
# Pango draws the letters of the PDF pages (WeasyPrint).
ldconfig -p 2>/dev/null | grep -q libpangoft2-1.0 || missing+=(libpango-1.0-0 libpangoft2-1.0-0)
# Faces for the tests that draw pages of their own.
for font in liberation dejavu-core freefont-ttf; do
    dpkg-query -W -f='${Status}' "fonts-$font" 2>/dev/null | grep -q 'ok installed' || missing+=("fonts-$font")
done
if [ "${1:-}" = tests ]; then
    # A server of the tests' own; the connections that a run makes, counted; the loopback address in a network of its own.
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
    command -v strace >/dev/null || missing+=(strace)
    command -v ip >/dev/null || missing+=(iproute2)
fi
[ ${#missing[@]} -eq 0 ] && exit 0

echo "Installing Debian packages: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null; then as_root=(sudo); else
        echo "These Debian packages are missing: ${missing[*]}." >&2
        echo "You are not root and there is no sudo. Ask your administrator to run: apt-get install ${missing[*]}" >&2
        exit 3
    fi
fi
export DEBIAN_FRONTEND=noninteractive
if ! { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/tmp/petition-apt.$$.log 2>&1; then
    tail -n 15 "/tmp/petition-apt.$$.log" >&2
    echo "The Debian packages ${missing[*]} could not be installed (see above). Connect to the network, or install them by hand, then run make again." >&2
    exit 3
fi
rm -f "/tmp/petition-apt.$$.log"
