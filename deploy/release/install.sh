#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# Installs Facedown @VERSION@ from its release, on Debian 12:
#
#   curl -fsS @URL@/install.sh | sh
#   sh install.sh --remove
#
# The archive is unpacked only if its checksum is that of SHA256SUMS beside it. Files go below ~/.local, for
# root below /usr/local, or below FACEDOWN_PREFIX; their names are kept in share/doc/facedown/installed there,
# and --remove removes exactly those. FACEDOWN_URL names another place to download from.

set -eu

version='@VERSION@'
url=${FACEDOWN_URL:-@URL@}
needs='@NEEDS@'

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

fetch() { # name, file
  if command -v curl >/dev/null; then
    curl -fsSL -o "$2" "$url/$1" || fail "$url/$1 could not be downloaded."
  elif command -v wget >/dev/null; then
    wget -qO "$2" "$url/$1" || fail "$url/$1 could not be downloaded."
  else
    fail "neither curl nor wget was found: install one of them (apt install curl)."
  fi
}

remove() {
  list=$prefix/share/doc/facedown/installed
  [ -f "$list" ] || fail "there is no $list: Facedown is not installed below $prefix by this script."
  while read -r file; do
    case $file in
      /* | *..*) fail "$list names $file, which is not below $prefix: nothing more is removed." ;;
    esac
    rm -f "$prefix/$file"
  done <"$list"
  rm -f "$list"
  rmdir "$prefix/share/doc/facedown"
  echo "Removed Facedown from $prefix. Your own files (~/.config/facedown, ~/.local/state/facedown) stay."
}

install_files() {
  case $(uname -s)/$(uname -m) in
    Linux/x86_64) machine=x86_64 ;;
    Linux/aarch64) machine=aarch64 ;;
    *) fail "there is no archive for $(uname -s) on $(uname -m): build from source (README.md)." ;;
  esac
  [ -n "$url" ] || fail "set FACEDOWN_URL to the address of the folder with SHA256SUMS."
  for tool in sha256sum tar gzip; do
    command -v "$tool" >/dev/null || fail "$tool was not found."
  done
  name=facedown-$version-linux-$machine
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM

  fetch SHA256SUMS "$work/SHA256SUMS"
  # One line, for this file, and nothing that merely looks like it.
  grep -E "^[0-9a-f]{64}  $name\\.tar\\.gz\$" "$work/SHA256SUMS" >"$work/sum" || :
  [ "$(wc -l <"$work/sum")" -eq 1 ] || fail "SHA256SUMS at $url has no checksum of $name.tar.gz."
  fetch "$name.tar.gz" "$work/$name.tar.gz"
  (cd "$work" && sha256sum -c sum >/dev/null 2>&1) \
    || fail "the checksum of $name.tar.gz is not that of SHA256SUMS: nothing was installed."

  tar -xzf "$work/$name.tar.gz" -C "$work"
  mkdir -p "$prefix/share/doc/facedown"
  (cd "$work/$name" && find bin share -type f) >"$work/installed"
  while read -r file; do
    mkdir -p "$prefix/${file%/*}"
    # Beside its place, then into it: a program that runs keeps its file.
    cp "$work/$name/$file" "$prefix/$file.new"
    mv -f "$prefix/$file.new" "$prefix/$file"
  done <"$work/installed"
  cp "$work/installed" "$prefix/share/doc/facedown/installed"

  echo "Installed Facedown $version below $prefix; sh install.sh --remove removes it."
  if ! "$prefix/bin/facedown" --version >/dev/null 2>&1 \
    || ! "$prefix/bin/facedown-server" --version >/dev/null 2>&1; then
    echo "It needs libraries of Debian 12 that are missing here. There:"
    echo "  apt install $needs"
  fi
  case :$PATH: in
    *":$prefix/bin:"*) ;;
    *) echo "$prefix/bin is not in PATH: add it, or start $prefix/bin/facedown." ;;
  esac
}

# The last line calls it, so that half a script does nothing.
main() {
  if [ -n "${FACEDOWN_PREFIX:-}" ]; then
    prefix=$FACEDOWN_PREFIX
  elif [ "$(id -u)" -eq 0 ]; then
    prefix=/usr/local
  else
    prefix=$HOME/.local
  fi
  case ${1:-} in
    '') install_files ;;
    --remove) remove ;;
    *) fail "the only option is --remove." ;;
  esac
}

main "$@"
