#!/usr/bin/env bash
# Kills, power cuts, full disks and storms of files (tests/faults), in two halves side by side: most of their time is waiting for
# programs to start. Fails where either half does; the words of a half that failed are shown whole.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${1:-.venv/bin/python}
said=$(mktemp -d -t petition-faults-XXXXXX)
trap 'rm -rf "$said"' EXIT
# The storms and what works with two workers; and the named points, one program at a time.
first=(tests/faults/test_kill_storm.py tests/faults/test_crash_points.py tests/faults/test_many_files.py tests/faults/test_flipped_bytes.py)
second=()
for file in tests/faults/test_*.py; do
    case " ${first[*]} " in *" $file "*) ;; *) second+=("$file") ;; esac
done
# A test left out of both halves would be tried by no one: what stands in `first` must be there.
ls "${first[@]}" >/dev/null

codes=(0 0)
"$python" -m pytest -m faults --durations=8 "${first[@]}" >"$said/first" 2>&1 & one=$!
"$python" -m pytest -m faults --durations=8 "${second[@]}" >"$said/second" 2>&1 & two=$!
wait "$one" || codes[0]=$?
wait "$two" || codes[1]=$?
cat "$said/first" "$said/second"
[ "${codes[*]}" = "0 0" ]
