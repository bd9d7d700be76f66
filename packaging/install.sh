#!/bin/sh
# Installs the WarStrike table from this folder.
#
#   ./install.sh                    for you alone, into ~/.local
#   ./install.sh --prefix DIR       elsewhere, such as /usr/local
#
# DIR/share/warstrike/uninstall.sh takes everything away again but your saves, settings and levels.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

fail() { echo "install.sh: $1" >&2; exit 1; }

prefix=
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) [ $# -ge 2 ] || fail "--prefix needs a folder"; prefix=$2; shift 2 ;;
        --prefix=*) prefix=${1#--prefix=}; shift ;;
        -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "unknown argument $1; expected: --prefix DIR" ;;
    esac
done
if [ -z "$prefix" ]; then
    [ -n "${HOME:-}" ] || fail "there is no home folder: name one with --prefix DIR"
    prefix=$HOME/.local
fi
mkdir -p -- "$prefix" 2>/dev/null || fail "$prefix cannot be created: name another folder with --prefix DIR"
prefix=$(CDPATH='' cd -- "$prefix" && pwd)
[ -w "$prefix" ] || fail "$prefix cannot be written to: name another folder with --prefix DIR, or be root"
[ "$prefix" != "$here" ] || fail "$prefix is the folder that this is installed from: name another"

list=share/warstrike/installed-files
# Everything is copied to a folder beside first: a full disk leaves nothing half installed.
new=$prefix/.warstrike-new
rm -rf -- "$new"
trap 'rm -rf -- "$new" "$new.list"' EXIT
{ mkdir -- "$new" && cp -R -- "$here/bin" "$here/share" "$new/"; } 2>/dev/null || fail "the files could not be written to $prefix: is the disk full?"
cp -- "$here/uninstall.sh" "$new/share/warstrike/uninstall.sh"
# The desktop may not look for programs in this folder. In a desktop file some characters stand for others.
program=$(printf '%s' "$prefix/bin/warstrike" | sed 's/\\/&&&&/g; s/["`$]/\\\\&/g; s/%/%%/g')
desktop=share/applications/org.warstrike.Table.desktop
awk -v program="$(printf '%s' "$program" | sed 's/\\/\\\\/g')" '
    /^Exec=warstrike/ { sub(/^Exec=warstrike/, ""); print "Exec=\"" program "\"" $0; next }
    /^TryExec=/ { next }
    { print }' "$here/$desktop" > "$new/$desktop"
(cd "$new" && find bin share -type f | LC_ALL=C sort) > "$new.list"
if [ -f "$prefix/$list" ]; then
    # Another version: its files may have other names.
    sh "$prefix/share/warstrike/uninstall.sh" --quiet
fi
while IFS= read -r file; do
    mkdir -p -- "$prefix/$(dirname -- "$file")"
    mv -f -- "$new/$file" "$prefix/$file"
done < "$new.list"
echo "$list" >> "$new.list"
mv -f -- "$new.list" "$prefix/$list"

"$prefix/share/warstrike/uninstall.sh" --refresh-only
echo "Installed: $prefix/bin/warstrike"
case ":${PATH:-}:" in
    *":$prefix/bin:"*) echo "Start it from your desktop, or as: warstrike" ;;
    *) echo "Start it from your desktop, or by that path: $prefix/bin is not in your PATH." ;;
esac
echo "Take it away again: $prefix/share/warstrike/uninstall.sh"
