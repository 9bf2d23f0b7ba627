# Takes the code blocks out of one Markdown file; see check-examples for the conventions.
#
# Variables: document (its path, for messages), out (a folder), prefix (of the names of units).
# Writes OUT/UNIT/{imports,declarations,bodies,program,manifest}.txt, and appends to
# OUT/{units,skipped,shell,problems}.txt.

function problem(line, text) { print document ":" line ": " text >>(out "/problems.txt"); }

function begin_unit(line) {
  end_body()
  unit = prefix "_" line
  folder = out "/" unit
  has_folder = 0
}

function need_folder() {
  if (has_folder) return
  system("mkdir -p '" folder "'")
  print unit "\t" document >>(out "/units.txt")
  has_folder = 1
}

function end_body() {
  if (body != "") {
    print "}" >>body
    close(body)
  }
  body = ""
}

# The kind of a block: a body if it begins with a statement, else declarations.
function kind_of(count,    i, text, word) {
  for (i = 1; i <= count; i++) {
    text = block[i]
    if (text ~ /^[ \t]*$/ || text ~ /^[ \t]*\/\// || text ~ /^(@[a-zA-Z]+ )?import /) continue
    if (text ~ /^[#@]/) return "declarations"
    word = text
    sub(/[ (].*/, "", word)
    return index(declarations, " " word " ") ? "declarations" : "body"
  }
  return "declarations"
}

function write_block(first, count, kind, header,    i, target) {
  if (kind == "") kind = kind_of(count)
  if (kind == "program" || kind == "manifest") {
    begin_unit(first)
    need_folder()
    target = folder "/" kind ".txt"
    print "#sourceLocation(file: \"" document "\", line: " first ")" >>target
    for (i = 1; i <= count; i++) print block[i] >>target
    close(target)
    begin_unit(first + count)
    return
  }
  need_folder()
  if (kind == "body" || kind == "continued") {
    if (kind == "continued" && body == "") problem(first - 1, "there is nothing to continue")
    if (kind == "body" || body == "") {
      end_body()
      body = folder "/bodies.txt"
      print "@MainActor func example" first "() async throws {" >>body
      printf "%s", before >>body
      before = ""
    }
    target = body
  } else {
    target = folder "/declarations.txt"
    if (kind == "inside") print header " {" >>target
  }
  print "#sourceLocation(file: \"" document "\", line: " first ")" >>target
  for (i = 1; i <= count; i++) {
    # Imports come first in a file; an empty line keeps the numbers of the others right.
    if (block[i] ~ /^(@[a-zA-Z]+ )?import /) {
      print block[i] >>(folder "/imports.txt")
      print "" >>target
    } else print block[i] >>target
  }
  print "#sourceLocation()" >>target
  if (kind == "inside") print "}" >>target
  if (target != body) close(target)
}

function directive(text,    word, rest) {
  word = text
  sub(/ .*/, "", word)
  rest = substr(text, length(word) + 2)
  if (word == "unit") begin_unit(FNR)
  else if (word == "skip") {
    if (rest == "") problem(FNR, "a skipped example needs a reason")
    skip = rest == "" ? "?" : rest
  } else if (word ~ /^(body|declarations|continued|program|manifest)$/) next_kind = word
  else if (word == "inside" && rest != "") { next_kind = word; next_header = rest }
  else problem(FNR, "unknown directive '" text "'")
}

BEGIN {
  declarations = " final class struct enum protocol extension func actor typealias public open " \
    "private fileprivate internal indirect nonisolated "
}

FNR == 1 { begin_unit(1) }

# Hidden code in a comment of several lines.
hidden != "" {
  if ($0 ~ /^-->/) {
    if (hidden == "code") write_block(hidden_first, count, "", "")
    hidden = ""
    next
  }
  # DocC takes a line that begins with `@` for a directive, so there `\@` is written.
  text = $0
  if (text ~ /^ *\\@/) sub(/\\@/, "@", text)
  if (hidden == "code") block[++count] = text
  else before = before text "\n"
  next
}

fence == "" && /^<!-- example-(code|before)$/ {
  hidden = $0
  sub(/^<!-- example-/, "", hidden)
  hidden_first = FNR + 1
  count = 0
  next
}

fence == "" && /^[ ]*<!-- example: .* -->$/ {
  text = $0
  sub(/^[ ]*<!-- example: /, "", text)
  sub(/ -->$/, "", text)
  directive(text)
  next
}

fence == "" && /<!-- *example/ { problem(FNR, "a directive that is not understood: " $0) }

fence == "" && !/^[ ]*```/ && /^[ \t]*((>|[-*+]|[0-9]+[.)])[ \t]+)*(```|~~~)/ {
  problem(FNR, "a block begins with ``` on a line of its own, in no quotation")
}

fence == "" && /^[ ]*```/ {
  fence = $0
  sub(/[^ ].*/, "", fence)
  indent = length(fence)
  language = $0
  sub(/^[ ]*```/, "", language)
  first = FNR + 1
  count = 0
  fence = "open"
  next
}

fence == "open" && /^[ ]*```$/ {
  fence = ""
  if (language == "swift") {
    if (skip != "") print document ":" first ": " skip >>(out "/skipped.txt")
    else write_block(first, count, next_kind, next_header)
  } else if (language == "sh") {
    for (i = 1; i <= count; i++)
      print document "\t" (first + i - 1) "\t" block[i] >>(out "/shell.txt")
  } else if (language != "text") {
    problem(first - 1, "a block is swift, sh or text, not '" language "'")
  }
  skip = ""
  next_kind = ""
  next_header = ""
  next
}

fence == "open" {
  text = $0
  if (substr(text, 1, indent) ~ /^ *$/) text = substr(text, indent + 1)
  block[++count] = text
}

END {
  end_body()
  if (fence != "") problem(FNR, "a block is not closed")
  if (hidden != "") problem(FNR, "hidden code is not closed")
}
