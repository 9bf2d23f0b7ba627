#!/usr/bin/env bash
# Builds the documentation of the three libraries with DocC, without a plugin; a warning, such as a
# link to a symbol that is not there, is an error.
#
#   Tooling/build-docs.sh               into .build/docs
#   Tooling/build-docs.sh DIR           into another folder
#   Tooling/build-docs.sh --self-test   break a link of each kind, and demand that it is found
#
# Each library becomes an archive, and Documentation.doccarchive is all of them; any web server
# shows it, and the last lines of the output say how to look at it. The symbol graphs come from the compiled modules: what is documented is what was built, and
# on Linux that is without what is there for Apple's platforms alone.
set -euo pipefail
unset CDPATH

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
self_test=""
output=.build/docs

fail() {
  echo "build-docs: $*" >&2
  exit 2
}

# A tool of the toolchain, on a Mac too.
tool() {
  command -v "$1" || xcrun --find "$1" 2>/dev/null || fail "needs '$1', which a Swift toolchain has"
}

[ $# -le 1 ] || fail "'$2' is one word too many; see --help"
case ${1-} in
  -h | --help)
    sed -n '2,/^set -/{/^set -/d; s/^# \{0,1\}//p; }' "${BASH_SOURCE[0]}"
    exit
    ;;
  --self-test) self_test=yes ;;
  -*) fail "unknown argument '$1'; see --help" ;;
  ?*) output=$1 ;;
esac

docc=$(tool docc)
extract=$(tool swift-symbolgraph-extract 2>/dev/null || tool symbolgraph-extract)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/build-docs.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

for module in AsyncFlow CoreFlow; do swift build --target "$module"; done
bin=$(swift build --show-bin-path)
target=$(swift -print-target-info | sed -n 's/.*"triple": "\([^"]*\)".*/\1/p' | sed -n 1p)
options=(-target "$target" -I "$bin/Modules" -minimum-access-level public
  -emit-extension-block-symbols)
[ "$(uname)" != Darwin ] || options+=(-sdk "$(xcrun --show-sdk-path)")
for module in NavigationRuntime AsyncFlow CoreFlow; do
  mkdir -p "$scratch/graphs/$module"
  "$extract" -module-name "$module" "${options[@]}" -output-dir "$scratch/graphs/$module"
done

# relink FILE...: copies the catalogs; in the files, links to files of the repository become links to
# pages.
relink() {
  local files=(README.md Docs/*.md Docs/Decisions/*.md Sources/*/*.docc/*.md)
  mkdir -p "$scratch/catalogs"
  cp -R Sources/*/*.docc "$scratch/catalogs/"
  awk -v out="$scratch/catalogs" -f "$here/doc-links.awk" "${files[@]}" pass=2 "$@"
}

# convert MODULE CATALOG ARCHIVE [ARGUMENT...]: what the frameworks say may link to the runtime's.
convert() {
  "$docc" convert "$2" --additional-symbol-graph-dir "$scratch/graphs/$1" \
    --fallback-display-name "$1" --fallback-bundle-identifier "$1" \
    --enable-experimental-external-link-support --warnings-as-errors \
    --output-dir "$3" "${@:4}"
}

convert_all() {
  local module archives=()
  relink Sources/*/*.docc/*.md
  for module in NavigationRuntime AsyncFlow CoreFlow; do
    echo "$module"
    convert "$module" "$scratch/catalogs/$module.docc" "$output/$module.doccarchive" \
      ${archives[0]+--dependency "${archives[0]}"}
    archives+=("$output/$module.doccarchive")
  done
  rm -rf "$output/Documentation.doccarchive"
  "$docc" merge "${archives[@]}" --synthesized-landing-page-name "CoreFlow and AsyncFlow" \
    --output-path "$output/Documentation.doccarchive"
}

# finds MODULE FILE LINE: appends the line to a copy of the module's catalog, and demands that it is
# refused with the file's name.
finds() {
  local module=$1 file=$2 line=$3 copy=$scratch/copy status=0
  rm -rf "$copy"
  cp -R "$scratch/catalogs/$module.docc" "$copy.docc"
  printf '\n%s\n' "$line" >>"$copy.docc/$file"
  convert "$module" "$copy.docc" "$scratch/broken.doccarchive" \
    --dependency "$output/NavigationRuntime.doccarchive" >"$scratch/log" 2>&1 || status=$?
  rm -rf "$copy.docc" "$scratch/broken.doccarchive"
  if [ "$status" -eq 0 ] || ! grep -q "$file" "$scratch/log"; then
    echo "build-docs --self-test: not found in $module/$file: $line" >&2
    cat "$scratch/log" >&2
    exit 1
  fi
}

# finds_link LINK: demands that a link to a file is refused with the name of the page.
finds_link() {
  local page=$scratch/Sources/AsyncFlow/AsyncFlow.docc/Broken.md
  mkdir -p "$(dirname "$page")"
  printf '# Broken\n\n[a page](%s)\n' "$1" >"$page"
  if relink "$page" >"$scratch/log" 2>&1 || ! grep -q "Broken.md:3" "$scratch/log"; then
    echo "build-docs --self-test: not found: $1" >&2
    exit 1
  fi
}

# Says where the pages are and how to look at them.
tell() {
  local archive
  archive=$(cd "$output" && pwd)/Documentation.doccarchive
  echo "The pages of all libraries are in $archive."
  [ "$(uname)" != Darwin ] || echo "To look at them in Xcode: open '$archive'"
  echo "To look at them in a browser, serve the folder and open http://localhost:8000/documentation:"
  echo "  python3 -m http.server 8000 --directory '$archive'"
}

# Demands that what is told is so: that the page is where a browser will ask for it, and in it the
# scripts that show it.
shows() {
  local archive page script
  archive=$(tell | sed -n 's/.* --directory .\(.*\).$/\1/p')
  page=$archive/documentation/index.html
  [ -f "$page" ] || { echo "build-docs --self-test: there is no $page" >&2; exit 1; }
  for script in $(grep -o 'src="[^"]*"' "$page" | sed 's/src="\(.*\)"/\1/'); do
    [ -f "$archive$script" ] || { echo "build-docs --self-test: there is no $script" >&2; exit 1; }
  done
}

if [ -n "$self_test" ]; then
  output=$scratch/archives
  mkdir -p "$output"
  convert_all
  finds NavigationRuntime NavigationRuntime.md 'See ``NavigationTree/noSuchSymbol``.'
  finds AsyncFlow AsyncFlow.md 'See <doc:NoSuchArticle>.'
  finds CoreFlow CoreFlow.md 'See ``/NavigationRuntime/NoSuchType``.'
  finds_link '../../CoreFlow/CoreFlow.docc/NoSuchPage.md'
  finds_link '../../CoreFlow/CoreFlow.docc/Cookbook.md#no-such-heading'
  shows
  echo "build-docs --self-test: 5 broken links were found, and the pages are where they should be"
else
  mkdir -p "$output"
  convert_all
  tell
fi
