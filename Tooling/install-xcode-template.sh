#!/usr/bin/env bash
# Installs the file templates of CoreFlow and AsyncFlow, so that Xcode offers them in File > New.
#
#   install-xcode-template.sh                 install them, or renew them
#   install-xcode-template.sh --uninstall     take them away again
#   install-xcode-template.sh [--uninstall] FOLDER
#                                             the same for another folder than Xcode's
#
# Other templates in the folder stay as they are. Xcode's folder is on a Mac alone; elsewhere, name
# one. The exit code is 0 if all went well, 1 if the folder is not there or cannot be written to,
# 2 if the call was wrong.
set -euo pipefail
unset CDPATH
export LC_ALL=C

script=${BASH_SOURCE[0]}
while [ -L "$script" ]; do
  link=$(readlink "$script")
  case "$link" in
    /*) script=$link ;;
    *) script=$(dirname "$script")/$link ;;
  esac
done
here=$(cd "$(dirname "$script")" && pwd)
templates=$here/Templates

# stop CODE TEXT...: says what is wrong, and ends.
stop() {
  local code=$1
  shift
  printf 'install-xcode-template.sh: %s\n' "$*" >&2
  exit "$code"
}

uninstall="" folder=""
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) sed -n '2,/^set -/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit ;;
    --uninstall) uninstall=yes ;;
    -*) stop 2 "there is no option $1; see --help." ;;
    "") stop 2 "the folder has no name." ;;
    *)
      [ -z "$folder" ] || stop 2 "'$1' is one folder too many; see --help."
      folder=$1
      ;;
  esac
  shift
done
if [ -z "$folder" ]; then
  if [ -z "$uninstall" ] && [ "$(uname)" != Darwin ]; then
    stop 2 "there is no Xcode on $(uname). Name the folder for the templates:" \
      "install-xcode-template.sh FOLDER; or make features with new-feature, which needs no Xcode."
  fi
  [ -n "${HOME-}" ] || stop 2 "HOME is not set, and Xcode's folder is in it. Set it, or name the" \
    "folder of the templates: install-xcode-template.sh${uninstall:+ --uninstall} FOLDER."
  folder="$HOME/Library/Developer/Xcode/Templates/File Templates"
  if [ -n "$uninstall" ]; then
    [ -d "$folder" ] || { echo "There is no folder $folder, and so nothing to remove."; exit; }
  else
    # Xcode makes it when it is needed; so do we.
    mkdir -p "$folder" || stop 1 "$folder cannot be made."
  fi
elif [ ! -d "$folder" ]; then
  stop 1 "there is no folder $folder."
fi

count=0
for template in "$templates"/*/*.xctemplate; do
  [ -d "$template" ] || stop 1 "there are no templates in $templates; is this checkout complete?"
  section=$folder/$(basename "$(dirname "$template")")
  place=$section/$(basename "$template")
  if [ -n "$uninstall" ]; then
    [ -e "$place" ] || continue
    rm -rf "$place" || stop 1 "$place cannot be removed."
  else
    mkdir -p "$section" || stop 1 "$section cannot be made."
    # Beside its place first, so that Xcode never sees half a template; files instead of links.
    if ! { rm -rf "$place.new" && cp -RL "$template" "$place.new" && rm -rf "$place" &&
      mv "$place.new" "$place"; }; then
      rm -rf "$place.new" || true
      stop 1 "$place cannot be written."
    fi
  fi
  count=$((count + 1))
done

if [ -z "$uninstall" ]; then
  echo "Installed $count templates in $folder."
  case "$folder" in
    */Library/Developer/Xcode/Templates/*)
      echo "In Xcode: File > New > File from Template, sections AsyncFlow and CoreFlow."
      ;;
    *) echo "Xcode looks for them in ~/Library/Developer/Xcode/Templates/File Templates." ;;
  esac
else
  for section in "$templates"/*/; do
    rmdir "$folder/$(basename "$section")" 2>/dev/null || true
  done
  echo "Removed $count templates from $folder."
fi
