#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# Has a real Prometheus scrape a server, and prints its results: whether the server is up, its version,
# and how many rules are loaded.
#
#   scrape.sh FOLDER URL    the folder has prometheus.yml and alerts.yml; the URL is the metrics'

set -euo pipefail
cd "$1"
target=${2#http://}
sed -e "s/127.0.0.1:9464/$target/" -e 's/scrape_interval: 15s/scrape_interval: 1s/' \
  prometheus.yml >scrape.yml
if ! grep -qF "\"$target\"" scrape.yml || ! grep -qF 'scrape_interval: 1s' scrape.yml; then
  echo "prometheus.yml is not as this script expects." >&2
  exit 1
fi

# A port nobody else has; Prometheus cannot pick one itself.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
prometheus --config.file=scrape.yml --storage.tsdb.path="$1/data" \
  --web.listen-address="127.0.0.1:$port" 2>prometheus.log &
process=$!
trap 'kill "$process" 2>/dev/null; wait "$process" 2>/dev/null || true' EXIT

ask() { # path
  curl -s -m 5 "http://127.0.0.1:$port/api/v1/$1" || true
}

# Polls for half a minute at most, because there is no notification of a scrape.
for _ in $(seq 300); do
  if ask 'query?query=up' | grep -q '"value":\[[0-9.]*,"1"\]'; then break; fi
  if ! kill -0 "$process" 2>/dev/null; then
    cat prometheus.log >&2
    exit 1
  fi
  sleep 0.1
done
echo "up $(ask 'query?query=up' | sed -nE 's/.*"value":\[[0-9.]*,"([0-9])"\].*/\1/p')"
echo "version $(ask 'query?query=facedown_build_info' | sed -nE 's/.*"version":"([^"]*)".*/\1/p')"
echo "rules $(ask rules | grep -o '"type":"alerting"' | wc -l)"
