#!/bin/sh
# `sh test/onWayland.sh COMMAND…`: runs COMMAND on a Wayland desktop that nobody sees, and ends with its exit code.
# Weston draws it; there is no X server beside it, so whatever opens a window opens it by Wayland. Linux only.
set -eu
[ "$#" -gt 0 ] || { echo 'usage: sh test/onWayland.sh COMMAND...' >&2; exit 2; }
command -v weston >/dev/null 2>&1 || { echo 'onWayland: weston is not installed' >&2; exit 127; }

# The socket lies here; Weston wants the folder to be its user's alone.
XDG_RUNTIME_DIR=$(mktemp -d)
WAYLAND_DISPLAY=racedesk
XDG_SESSION_TYPE=wayland
export XDG_RUNTIME_DIR WAYLAND_DISPLAY XDG_SESSION_TYPE
unset DISPLAY

log=$XDG_RUNTIME_DIR/weston.log
env -u WAYLAND_DISPLAY weston --backend=headless-backend.so --socket="$WAYLAND_DISPLAY" --no-config --idle-time=0 \
  --width=1600 --height=1000 --log="$log" >/dev/null 2>&1 &
weston=$!
finish() {
  kill "$weston" 2>/dev/null || true
  wait "$weston" 2>/dev/null || true
  rm -rf "$XDG_RUNTIME_DIR"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Ten seconds are far more than it takes.
tries=100
until [ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ]; do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ] || ! kill -0 "$weston" 2>/dev/null; then
    echo 'onWayland: weston did not start' >&2
    cat "$log" >&2 2>/dev/null || true
    exit 1
  fi
  sleep 0.1
done

"$@"
