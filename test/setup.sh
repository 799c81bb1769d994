#!/bin/sh
# Installs what the tests need: a browser, fonts, a keyring, a message bus, git, openssl, servers and a reader of workbooks by apt
# where that can be done, then the packages. Elsewhere it names what is missing and goes on.
set -eu
cd "$(dirname "$0")/.."

has() { command -v "$1" >/dev/null 2>&1; }

has_browser() {
  [ -n "${RACEDESK_CHROMIUM:-}" ] || has chromium || has chromium-browser || has google-chrome || has google-chrome-stable ||
    [ -e '/Applications/Google Chrome.app' ] || [ -e '/Applications/Chromium.app' ]
}

# Draws pages for three quarters of the browser's cost; only Debian has it as a package.
has_headless_shell() {
  has chromium-headless-shell || ! apt-cache show chromium-headless-shell >/dev/null 2>&1
}

has_fonts() {
  [ "$(uname -s)" != Linux ] || [ -n "$(find /usr/share/fonts /usr/local/share/fonts -name '*.[to]tf' 2>/dev/null | head -n 1)" ]
}

has_libsecret() {
  [ -n "$(find /usr/lib /lib /usr/local/lib -name 'libsecret-1.so.0*' 2>/dev/null | head -n 1)" ]
}

has_openpyxl() {
  python3 -c 'import openpyxl' 2>/dev/null || /usr/bin/python3 -c 'import openpyxl' 2>/dev/null
}

# Only Linux keeps its keychain behind a bus and a daemon.
needs_keyring() { [ "$(uname -s)" = Linux ]; }

list_missing() {
  has_browser || echo chromium
  has_headless_shell || echo chromium-headless-shell
  has_fonts || echo fonts-dejavu-core
  has git || echo git
  has openssl || echo openssl
  has_openpyxl || echo python3-openpyxl
  if [ "$(uname -s)" = Linux ]; then
    [ -x /usr/sbin/sshd ] || echo openssh-server
    [ -x /usr/sbin/nginx ] || echo nginx-light
    has rclone || echo rclone
    [ -e /usr/lib/apache2/modules/mod_dav_fs.so ] || echo apache2-bin
    [ -d /usr/lib/python3/dist-packages/swift ] || echo python3-swift
  fi
  if needs_keyring; then
    has_libsecret || echo libsecret-1-0
    has gnome-keyring-daemon || echo gnome-keyring
    { has dbus-daemon && has dbus-run-session; } || echo dbus
  fi
}

is_root() { [ "$(id -u)" = 0 ]; }
# Asks for no password: where one is needed, what is missing is named instead.
as_root() { if is_root; then "$@"; else sudo -n "$@"; fi; }

can_install() {
  has apt-get && [ -e /etc/debian_version ] && { is_root || { has sudo && sudo -n true 2>/dev/null; }; }
}

install_packages() {
  as_root apt-get update -qq </dev/null >/dev/null || echo 'setup: apt-get update failed' >&2
  for package in "$@"; do
    # They start a server that others reach, which only a machine for tests may do unasked.
    case "$package" in openssh-server | nginx-light) [ -n "${CI:-}" ] || continue ;; esac
    # One package that cannot be had must not keep the others from being installed.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" </dev/null >/dev/null 2>&1 || true
  done
}

missing=$(list_missing)
if [ -n "$missing" ] && can_install; then
  echo "setup: installing" $missing
  # shellcheck disable=SC2086 # one word a package
  install_packages $missing
  missing=$(list_missing)
fi
for name in $missing; do
  echo "setup: missing, please install: $name" >&2
done

npm ci --no-audit --no-fund --loglevel=error </dev/null
