#!/bin/sh
# `npm run smoke -- FOLDER`: installs the deb in FOLDER, starts the app on a screen that nobody sees until it has made its
# data folder, takes a picture (FOLDER/smoke.png), ends it, removes it. Changes the machine: for CI and throw-away systems.
set -eu
folder=${1:?the folder with the installers}
set -- "$folder"/*.deb
deb=$1
[ -e "$deb" ] || { echo "smoke: no deb in $folder" >&2; exit 2; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

data=$(mktemp -d)
app=''
screen=''
finish() {
  for process in $app $screen; do kill "$process" 2>/dev/null || true; done
  as_root apt-get remove -y -qq racedesk >/dev/null || true
  rm -rf "$data"
}
trap finish EXIT

as_root apt-get install -y -qq "$(realpath "$deb")" >/dev/null
DISPLAY=:97
export DISPLAY
Xvfb "$DISPLAY" -screen 0 1280x800x24 -nolisten tcp &
screen=$!
racedesk --data="$data" &
app=$!

# A minute is far more than a start takes.
tries=120
until [ -s "$data/racedesk.db" ]; do
  tries=$((tries - 1))
  kill -0 "$app" 2>/dev/null || { echo 'smoke: the app ended by itself' >&2; exit 1; }
  [ "$tries" -gt 0 ] || { echo 'smoke: no data after a minute' >&2; exit 1; }
  sleep 0.5
done
sleep 3
import -window root "$folder/smoke.png"
kill -TERM "$app"
wait "$app" || { echo 'smoke: the app did not end cleanly' >&2; exit 1; }
app=''
[ ! -e "$data/racedesk.db-wal" ] || { echo 'smoke: the store was not closed' >&2; exit 1; }
echo 'smoke: installed, started, ended and removed'
