# Draws one picture; Tooling/diagrams describes its text. Variable: theme, light or dark.

BEGIN {
  split("ink faint line frame app app.edge library library.edge platform platform.edge value" \
    " value.edge", key, " ")
  dark = "#e6edf3 #a9b4c0 #8b98a8 #4a5462 #12301d #5cc27f #14264a #6ea0ff #36290f #e0a94a"
  light = "#1f2937 #4b5563 #5b6675 #b4bdc9 #ecf8ef #2f8f4e #ebf2ff #3468cf #fff5e3 #b7791f"
  split(theme == "dark" ? dark " #262c36 #8b98a8" : light " #f3f5f8 #7a8696", value, " ")
  for (i in key) colour[key[i]] = value[i]
}

function fail(text) {
  print "diagrams: " FILENAME ":" FNR ": " text > "/dev/stderr"
  failed = 1
  exit 1
}

function escaped(text) {
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  gsub(/>/, "\\&gt;", text)
  return text
}

# A line of text; `room` is its width, 0 for any.
function write(x, y, anchor, class, text, room,    size) {
  if (text ~ /^`.*`$/) {
    text = substr(text, 2, length(text) - 2)
    class = class " code"
  }
  size = length(text) * (class ~ /code/ ? 7.9 : class ~ /title/ ? 7.6 : 6.8)
  if (room && size > room) fail("'" text "' needs " size " of " room " points")
  printf "  <text x=\"%s\" y=\"%s\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", x, y, anchor, \
    class, escaped(text)
}

# Finds a box's side, such as `store.b+20`: sets px, py, and whether a line leaves it vertically.
function locate(side,    part, name, where, offset) {
  if (split(side, part, ".") != 2 || !(part[1] in left)) fail("there is no side '" side "'")
  name = part[1]
  where = substr(part[2], 1, 1)
  offset = substr(part[2], 2) + 0
  vertical = where ~ /[tb]/
  px = left[name] + (vertical ? wide[name] / 2 + offset : where == "r" ? wide[name] : 0)
  py = top[name] + (!vertical ? high[name] / 2 + offset : where == "b" ? high[name] : 0)
}

# Lengthens the line to a point, and finds the middle of its longest part.
function go(x, y,    size) {
  size = points == "" ? 0 : x == fromX ? y - fromY : x - fromX
  if (size < 0) size = -size
  if (size > longest) {
    longest = size
    isLevel = y == fromY
    mx = (x + fromX) / 2
    my = (y + fromY) / 2
  }
  points = points x "," y " "
  fromX = x; fromY = y
}

# Draws the frame of a box or a group, which begins at the second field.
function frame(style) {
  left[$2] = $3; top[$2] = $4; wide[$2] = $5; high[$2] = $6
  if ($3 < 1 || $4 < 1 || $3 + $5 > width - 1 || $4 + $6 > height - 1) fail("it leaves the picture")
  printf "  <rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" stroke-width=\"1.5\" %s/>\n", \
    $3, $4, $5, $6, style
}

/^ *(#|$)/ { next }

{
  count = split($0, text, / *[|] */)
  fields = split(text[1], word, " ")
}

$1 == "picture" {
  width = $3
  height = $4
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"picture\" role=\"img\" width=\"" width \
    "\" height=\"" height "\" viewBox=\"0 0 " width " " height "\">"
  print "  <title>" escaped(text[2]) "</title>"
  print "  <style>"
  print "    text { font: 12px system-ui, -apple-system, 'Segoe UI', Arial, sans-serif; fill: " \
    colour["faint"] " }"
  print "    .title { font-size: 13px; font-weight: 600; fill: " colour["ink"] " }"
  print "    .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }"
  print "    .line { fill: none; stroke: " colour["line"] "; stroke-width: 1.5 }"
  print "  </style>"
  print "  <marker id=\"head\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\"" \
    " markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
  print "    <path d=\"M0 0L8 4L0 8z\" fill=\"" colour["line"] "\"/>"
  print "  </marker>"
  next
}

$1 == "box" {
  if (!(($7 ".edge") in colour)) fail("there is no kind '" $7 "'")
  if ((count - 1) * 17 > $6) fail("the height fits fewer lines than " count - 1)
  frame("rx=\"8\" fill=\"" colour[$7] "\" stroke=\"" colour[$7 ".edge"] "\"")
  y = $4 + $6 / 2 - (count - 2) * 8.5 + 4.5
  for (i = 2; i <= count; i++)
    write($3 + $5 / 2, y + (i - 2) * 17, "middle", i == 2 ? "title" : "body", text[i], $5 - 12)
  next
}

$1 == "group" {
  frame("rx=\"12\" fill=\"none\" stroke=\"" colour["frame"] "\" stroke-dasharray=\"5 4\"")
  write($3 + 12, $4 + 20, "start", "title", text[2], $5 - 24)
  next
}

$1 == "text" {
  write($2, $3, "start", "body", text[2], width - $2 - 2)
  next
}

$1 == "arrow" {
  options = " "
  for (i = 4; i <= fields; i++) options = options word[i] " "
  locate($2); x1 = px; y1 = py; begins = vertical
  locate($3); x2 = px; y2 = py
  # The corners: one, or two half-way, or none.
  points = ""
  longest = 0
  go(x1, y1)
  if (begins != vertical) go(begins ? x1 : x2, begins ? y2 : y1)
  else if (begins && x1 != x2) { go(x1, (y1 + y2) / 2); go(x2, (y1 + y2) / 2) }
  else if (!begins && y1 != y2) { go((x1 + x2) / 2, y1); go((x1 + x2) / 2, y2) }
  go(x2, y2)
  printf "  <polyline points=\"%s\" class=\"line\"%s%s/>\n", points, \
    options ~ / dashed / ? " stroke-dasharray=\"4 4\"" : "", \
    options ~ / plain / ? "" : " marker-end=\"url(#head)\""
  if (count < 2) next
  if (isLevel)
    write(mx, my + (options ~ / below / ? 17 : -7), "middle", "body", text[2], longest - 4)
  else if (options ~ / left /) write(mx - 9, my + 4, "end", "body", text[2], 0)
  else write(mx + 9, my + 4, "start", "body", text[2], 0)
  next
}

{ fail("there is no '" $1 "'") }

END { if (!failed) print "</svg>" }
