#!/usr/bin/env bash
# Scale-out, for real, on this machine: PostgreSQL, Prefect's server on it, a work pool and two workers judge an archive of 200
# scans again, and one worker is killed on the way; then the same over a Dask scheduler with two workers. Each scan is to be
# judged exactly once each time. Everything lies in a temporary folder and is ended with this script.
#
#   bash setup/scale.sh [SCANS]
set -euo pipefail
cd "$(dirname "$0")/.."

scans=${1:-200}
bin=$PWD/.venv/bin
pg=$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1) || { echo "PostgreSQL is not installed: bash setup/system.sh tests" >&2; exit 3; }
folder=$(mktemp -d -t petition-scale-XXXXXX)
as_postgres=()
if [ "$(id -u)" -eq 0 ]; then as_postgres=(runuser -u postgres --); chown postgres "$folder"; chmod 755 "$folder"; fi
children=()

say() { echo "scale: $*"; }
free_port() { "$bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
# Everything started here runs in a process group of its own, so that a kill takes it whole, as a lost machine would.
start() { setsid "$@" & children+=($!); }
kill_group() { kill -"$1" -- "-$2" 2>/dev/null || true; }
clean_up() {
    for child in "${children[@]}"; do kill_group TERM "$child"; done
    sleep 1
    for child in "${children[@]}"; do kill_group KILL "$child"; done
    (cd / && "${as_postgres[@]}" "$pg/pg_ctl" -D "$folder/pg" -m immediate stop >/dev/null 2>&1) || true
    rm -rf "$folder"
}
trap clean_up EXIT

say "PostgreSQL"
pg_port=$(free_port)
(cd / && "${as_postgres[@]}" "$pg/initdb" -D "$folder/pg" -U petition -A trust -E UTF8 --locale=C -N >/dev/null)
(cd / && "${as_postgres[@]}" "$pg/pg_ctl" -D "$folder/pg" -l "$folder/pg.log" -w -o "-p $pg_port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder/pg -c max_connections=80" start >/dev/null)
for name in petition prefect; do "$pg/createdb" -h 127.0.0.1 -p "$pg_port" -U petition "$name"; done

mkdir -p "$folder/home"
export PETITION_HOME=$folder/home PETITION_DATABASE_URL=postgresql://petition@127.0.0.1:$pg_port/petition
# A killed worker's scans are another's after so long. On one machine with SQLite nobody need wait: it is seen that it is gone.
export PETITION_LEASE_SECONDS=20
export DO_NOT_TRACK=1 PREFECT_SERVER_ANALYTICS_ENABLED=false PREFECT_HOME=$folder/prefect PREFECT_LOGGING_LEVEL=WARNING
export PREFECT_RESULTS_LOCAL_STORAGE_PATH=$folder/results
api_port=$(free_port)

say "an archive of $scans scans, judged once"
cp -r samples/petitions/leaf-blowers "$folder/petition"
"$bin/python" -m benchmarks.stored_archive fill "$folder/petition/petition.toml" --scans "$scans" --facts out/scale/facts.json

say "Prefect's server on PostgreSQL, a work pool, two workers"
start env PREFECT_SERVER_DATABASE_CONNECTION_URL="postgresql+asyncpg://petition@127.0.0.1:$pg_port/prefect" \
    "$bin/prefect" server start --host 127.0.0.1 --port "$api_port" >"$folder/server.log" 2>&1
export PREFECT_API_URL=http://127.0.0.1:$api_port/api
for _ in $(seq 240); do "$bin/python" -c "import urllib.request as u; u.build_opener(u.ProxyHandler({})).open('$PREFECT_API_URL/health', timeout=2)" 2>/dev/null && break; sleep 0.5; done
"$bin/prefect" --no-prompt work-pool create petition --type process >/dev/null
"$bin/prefect" --no-prompt deploy --all >"$folder/deploy.log" 2>&1 || { cat "$folder/deploy.log" >&2; exit 1; }
start "$bin/prefect" worker start --pool petition --type process --name first --limit 1 >"$folder/first.log" 2>&1
victim=${children[-1]}
start "$bin/prefect" worker start --pool petition --type process --name second --limit 2 >"$folder/second.log" 2>&1

# Runs `petition reprocess` with the options given, kills $victim when a quarter of the scans is done, and has the store checked.
through() {
    local what=$1; shift
    printf '\n[readings]\nconformity = "%s"\n' "$reading" >"$folder/readings"
    cat samples/petitions/leaf-blowers/petition.toml "$folder/readings" >"$folder/petition/petition.toml"
    local began=$SECONDS code=0
    "$bin/petition" reprocess --petition leaf-blowers "$@" &
    local running=$!
    "$bin/python" -m benchmarks.stored_archive wait --done $((scans / 4))
    kill_group KILL "$victim"
    say "$what: one worker killed at $("$bin/python" -m benchmarks.stored_archive done) of $scans scans"
    wait "$running" || code=$?
    [ "$code" -eq 10 ] || { say "$what: petition reprocess ended with $code, not with 10"; tail -n 5 "$folder"/*.log >&2; exit 1; }
    "$bin/python" -m benchmarks.stored_archive check --scans "$scans" --results "$expected"
    say "$what: $scans scans, each judged exactly once, in $((SECONDS - began)) s"
}

reading=strict expected=2
through "two workers of Prefect" --workers 2

say "a Dask scheduler, two workers"
dask_port=$(free_port)
start "$bin/dask" scheduler --host 127.0.0.1 --port "$dask_port" --no-dashboard >"$folder/scheduler.log" 2>&1
start "$bin/dask" worker "tcp://127.0.0.1:$dask_port" --nthreads 1 --nworkers 1 --no-nanny --no-dashboard --name one >"$folder/dask-one.log" 2>&1
victim=${children[-1]}
start "$bin/dask" worker "tcp://127.0.0.1:$dask_port" --nthreads 1 --nworkers 1 --no-nanny --no-dashboard --name two >"$folder/dask-two.log" 2>&1
reading=substantial expected=3
through "two workers of Dask" --dask "tcp://127.0.0.1:$dask_port"

"$bin/petition" verify --quick
say "done"
