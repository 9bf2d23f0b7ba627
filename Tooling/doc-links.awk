# Turns links to files, which a reader of the repository follows, into links between DocC's pages.
#
#   awk -v out=DIR -f doc-links.awk FILE... pass=2 ARTICLE...
#
# The headings of all files are read first. Then each article, `Sources/M/M.docc/A.md`, is written to
# DIR/M.docc/A.md: a link to an article becomes one to its page, and one to another document, which
# has no page, becomes the document's name. A link to a file or heading that is not among the first
# files is a problem.

function key_of(path) {
  sub(/^.*Sources\//, "", path)
  return path
}

# The anchor as DocC writes it; in lower case, it is GitHub's.
function anchor_of(title) {
  gsub(/[^A-Za-z0-9 -]/, "", title)
  gsub(/[ -]+/, "-", title)
  return title
}

function problem(text) {
  print FILENAME ":" FNR ": " text >"/dev/stderr"
  failed = 1
}

function page_of(key,    parts, count) {
  count = split(key, parts, "/")
  sub(/\.md$/, "", parts[count])
  if (parts[count] == parts[1]) return "/documentation/" tolower(parts[1])
  return "/documentation/" tolower(parts[1] "/" parts[count])
}

# The link TEXT to TARGET as it is written on the page.
function rewritten(text, target,    path, anchor, key) {
  path = target
  anchor = ""
  if (match(target, /#/)) {
    anchor = substr(target, RSTART + 1)
    path = substr(target, 1, RSTART - 1)
  }
  key = path
  if (key !~ /\//) key = folder key
  sub(/^(\.\.\/)+/, "", key)
  if (!(key in pages)) {
    problem("there is no '" path "'")
    return text
  }
  if (anchor != "" && !((key, anchor) in anchors)) problem("there is no heading '" target "'")
  if (key !~ /\.docc\//) return text " (`" key "`)"
  return "[" text "](" page_of(key) (anchor == "" ? "" : "#" anchors[key, anchor]) ")"
}

FNR == 1 {
  key = key_of(FILENAME)
  is_code = 0
  if (pass != 2) pages[key] = 1
  folder = key
  sub(/[^\/]*$/, "", folder)
  if (pass == 2) {
    if (file != "") close(file)
    file = key
    sub(/^[^\/]*\//, "", file)
    file = out "/" file
    printf "" >file
  }
}

/^```/ { is_code = !is_code }

pass != 2 {
  if (!is_code && /^##* /) {
    title = $0
    sub(/^#* */, "", title)
    title = anchor_of(title)
    anchors[key, tolower(title)] = title
  }
  next
}

{
  line = ""
  rest = $0
  while (!is_code && match(rest, /\[[^][]*\]\([^():]*\.md(#[^()]*)?\)/)) {
    line = line substr(rest, 1, RSTART - 1)
    link = substr(rest, RSTART + 1, RLENGTH - 2)
    rest = substr(rest, RSTART + RLENGTH)
    split(link, parts, /\]\(/)
    line = line rewritten(parts[1], parts[2])
  }
  print line rest >file
}

END { exit failed }
