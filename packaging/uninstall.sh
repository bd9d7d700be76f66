#!/bin/sh
# Takes away what install.sh has installed beside this file, and nothing else. Saves, settings and levels of your own stay:
# `warstrike paths` says where they lie.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=$(CDPATH='' cd -- "$here/../.." && pwd)
list=$here/installed-files

# Makes the desktop's indexes anew, or takes them away where they index nothing.
refresh() {
    mime=$prefix/share/mime
    if [ -d "$mime/packages" ] && command -v update-mime-database >/dev/null; then
        update-mime-database "$mime" >/dev/null 2>&1 || true
    fi
    if ! ls "$mime"/packages/*.xml >/dev/null 2>&1 && [ -d "$mime" ]; then
        for index in aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version XMLnamespaces; do
            rm -f -- "$mime/$index"
        done
        rm -f -- "$mime"/application/x-warstrike-*.xml
        rmdir -- "$mime/application" "$mime/packages" "$mime" 2>/dev/null || true
    fi
    programs=$prefix/share/applications
    if ls "$programs"/*.desktop >/dev/null 2>&1; then
        if command -v update-desktop-database >/dev/null; then update-desktop-database "$programs" >/dev/null 2>&1 || true; fi
    elif [ -d "$programs" ]; then
        rm -f -- "$programs/mimeinfo.cache"
        rmdir -- "$programs" 2>/dev/null || true
    fi
}

case ${1:-} in
    --refresh-only) refresh; exit 0 ;;
    '' | --quiet) ;;
    *) echo "uninstall.sh: unknown argument $1; expected none" >&2; exit 1 ;;
esac
[ -f "$list" ] || { echo "uninstall.sh: $list is missing: what was installed here is not known" >&2; exit 1; }
[ -w "$here" ] || { echo "uninstall.sh: $prefix cannot be written to: be root" >&2; exit 1; }

files=$(cat -- "$list")
folders=$(printf '%s\n' "$files" | while IFS= read -r file; do
    folder=$(dirname -- "$file")
    while [ "$folder" != . ]; do echo "$folder"; folder=$(dirname -- "$folder"); done
done | LC_ALL=C sort -ru)
printf '%s\n' "$files" | while IFS= read -r file; do rm -f -- "$prefix/$file"; done
printf '%s\n' "$folders" | while IFS= read -r folder; do rmdir -- "$prefix/$folder" 2>/dev/null || true; done
refresh
# Empty now, if the indexes were the last in it.
rmdir -- "$prefix/share" 2>/dev/null || true
[ "${1:-}" = --quiet ] || echo "Removed from $prefix. Your saves and settings are where they were."
