# The rules of check-layering. Reads Swift files, prints `file:line: what is wrong`.
#
# Comments and the text of string literals are left out before a rule looks at a line; what is
# interpolated into a string is code and stays. Portable awk: no GNU extensions.

BEGIN {
  split(foreign, list, " ")
  for (i in list) isForeign[list[i]] = 1
  split(own, list, " ")
  for (i in list) isOwn[list[i]] = 1
  # Values, final classes and protocols: no app inherits from them.
  split("AnyCancellable AsyncStream BidirectionalCollection", list, " ")
  for (i in list) isOwn[list[i]] = 1
  begin("")
}

FNR == 1 {
  if (file != "") check()
  begin(FILENAME)
}

{
  raw[FNR] = $0
  code[FNR] = strip($0)
  last = FNR
}

END { if (file != "") check() }

function begin(name, parts) {
  file = name
  last = 0
  depth = 0        # of strings and interpolations
  mode[0] = "code"
  comment = 0      # depth of block comments
  split(name, parts, "/")
  area = parts[1]
  module = parts[2]
  isSource = area == "Sources"
  isTest = area == "Tests"
  isPlatform = name ~ /\/Platform\//
  isWrapping = name == "Sources/NavigationRuntime/Platform/ObjectiveC/MethodWrapping.swift"
  isHeadless = isSource && module == "NavigationRuntime" && parts[3] == "Headless"
  needsGuard = isPlatform && name !~ /\/Platform\/Headless\// && name !~ /\/PlatformTypes\.swift$/
}

function report(line, text) { print file ":" line ": " text }

# The line without comments and without the text of its strings.
function strip(line,   out, i, c, hashes, quotes) {
  out = ""
  i = 1
  while (i <= length(line)) {
    c = substr(line, i, 1)
    if (comment > 0) {
      if (substr(line, i, 2) == "*/") { comment--; i += 2 }
      else if (substr(line, i, 2) == "/*") { comment++; i += 2 }
      else i++
    } else if (mode[depth] == "string") {
      if (c == "\\" && substr(line, i + 1, length(hash[depth])) == hash[depth]) {
        i += 1 + length(hash[depth])
        if (substr(line, i, 1) == "(") {
          depth++
          mode[depth] = "interpolation"
          parens[depth] = 1
          out = out "("
        }
        i++
      } else if (substr(line, i, length(closing[depth])) == closing[depth]) {
        i += length(closing[depth])
        depth--
        out = out "\""
      } else i++
    } else if (substr(line, i, 2) == "//") {
      break
    } else if (substr(line, i, 2) == "/*") {
      comment++
      i += 2
    } else if (match(substr(line, i), /^#*"/)) {
      hashes = substr(line, i, RLENGTH - 1)
      i += RLENGTH - 1
      quotes = substr(line, i, 3) == "\"\"\"" ? "\"\"\"" : "\""
      i += length(quotes)
      depth++
      mode[depth] = "string"
      hash[depth] = hashes
      closing[depth] = quotes hashes
      out = out "\""
    } else {
      if (mode[depth] == "interpolation") {
        if (c == "(") parens[depth]++
        if (c == ")" && --parens[depth] == 0) depth--
      }
      out = out c
      i++
    }
  }
  # A string of one line ends with it.
  while (depth > 0 && mode[depth] == "string" && closing[depth] !~ /^"""/) depth--
  return out
}

# Whether a line has a word: not a part of a longer one, and not a member of something.
function hasWord(line, word) {
  return line ~ ("(^|[^A-Za-z0-9_.])" word "([^A-Za-z0-9_]|$)")
}

# The module a line imports, or "".
function imported(line) {
  if (line !~ /^[ \t]*(@[A-Za-z_]+(\([^)]*\))?[ \t]+)*((public|package|internal|fileprivate|private)[ \t]+)?import[ \t]/) return ""
  sub(/^.*import[ \t]+/, "", line)
  sub(/^(struct|class|enum|protocol|actor|typealias|func|var|let)[ \t]+/, "", line)
  sub(/[^A-Za-z0-9_].*/, "", line)
  return line
}

# Whether the lines right above, but for attributes and lines that need the same explanation, are
# a comment, or the line ends in one.
function isExplained(line,   above) {
  if (raw[line] ~ /[^:]\/\/./) return 1
  above = line - 1
  while (above > 0 && (isUnsafe(code[above]) || raw[above] ~ /^[ \t]*@[A-Za-z]+(\([^)]*\))?[ \t]*$/)) above--
  return above > 0 && raw[above] ~ /^[ \t]*\/\//
}

function isUnsafe(text) {
  return text ~ /@unchecked[ \t]+Sendable|nonisolated\(unsafe\)|@exclusivity\(unchecked\)|@preconcurrency/
}

function check(   line) {
  isAvailable = 0
  extended = ""
  conditions = 0
  newerFrom = 0
  for (line = 1; line <= last; line++) {
    if (code[line] ~ /[@#]available\(/) isAvailable = 1
    if (isSource && !isHeadless) checkExtension(line, code[line])
    if (code[line] !~ /[^ \t]/) continue
    checkImport(line, imported(code[line]))
    checkNames(line, code[line])
    if (isSource) checkLibrary(line, code[line])
    if (isTest) checkTest(line, code[line])
    checkLanguage(line, code[line])
  }
  if (needsGuard) checkGuard()
}

function checkImport(line, name) {
  if (name == "") return
  if (!isPlatform && name ~ /^(UIKit|AppKit|SwiftUI|Combine|OpenCombine|ObjectiveC|WatchKit|Cocoa)$/)
    report(line, name " may be imported only in a folder Platform/")
  else if (isSource && name == "ObjectiveC" && !isWrapping)
    report(line, "ObjectiveC is imported in Platform/ObjectiveC/MethodWrapping.swift alone")
  else if (isSource && name ~ /^(AsyncFlow|CoreFlow)$/)
    report(line, module " must not import " name)
  else if (isHeadless && name != "Foundation")
    report(line, "Headless/ may import Foundation and nothing else, not " name)
  else if (isSource && !isPlatform && name !~ /^(Foundation|Dispatch|NavigationRuntime)$/)
    report(line, name " is not on every platform; import it only in a folder Platform/")
  if (code[line] ~ /@testable/)
    report(line, "use `package` access instead of @testable, which does not work optimised")
}

function checkNames(line, text,   count, words, i) {
  if (!isPlatform && text ~ /(^|[^A-Za-z0-9_])canImport[ \t]*\(/)
    report(line, "canImport may be used only in a folder Platform/")
  if (!isPlatform && text ~ /^[ \t]*#(if|elseif)/ && text ~ /[^A-Za-z0-9_](os|targetEnvironment)[ \t]*\(/)
    report(line, "conditions on the platform may be used only in a folder Platform/")
  if (isUnsafe(text) && !isExplained(line))
    report(line, "say in a comment right above why this is safe")
  if (isHeadless) {
    count = split(text, words, /[^A-Za-z0-9_.]+/)
    for (i = 1; i <= count; i++) {
      sub(/\..*/, "", words[i])
      if (words[i] in isForeign)
        report(line, "Headless/ must not know " words[i] ", which is declared outside of it")
    }
  }
}

# A member that the library gives to a class of the platform's takes its name from every subclass in
# every app: an app that has the name already does not compile.
function checkExtension(line, text,   name) {
  if (text ~ /^((public|package|@[A-Za-z]+)[ \t]+)*extension[ \t]/) {
    extended = text
    sub(/^.*extension[ \t]+/, "", extended)
    sub(/[^A-Za-z0-9_].*/, "", extended)
    if (extended in isOwn) extended = ""
    return
  }
  if (text ~ /^[^ \t#]/) extended = ""
  if (extended == "" || text !~ /^  [^ ]/) return
  name = text
  if (text ~ /(^|[ \t])@objc([ \t(]|$)/) {
    if (match(name, /func[ \t]+/)) name = substr(name, RSTART + RLENGTH)
    if (name !~ /^navigation(_|Runtime)/)
      report(line, "Objective-C has one name space: begin the name with `navigation_` in " extended)
    return
  }
  if (text !~ /(^|[ \t])(public|open)[ \t]/) return
  if (name ~ /(^|[ \t])(var|let|func|class|struct|enum|typealias|actor)[ \t]/) {
    sub(/^.*[ \t](var|let|func|struct|enum|typealias|actor|class)[ \t]+/, "", name)
    sub(/[^A-Za-z0-9_].*/, "", name)
  }
  if (name ~ /^navigationRuntime/) return
  report(line, "an app inherits from " extended ": begin the name with `navigationRuntime`, or " \
    "declare the member in an extension of a protocol of ours")
}

# The lowest toolchain is that of Package.swift. This finds what newer ones have brought, unless it
# is for them alone; no older compiler is needed for that.
function checkLanguage(line, text,   word) {
  if (text ~ /^[ \t]*#if[ \t]/) {
    conditions++
    if (!newerFrom && text ~ /compiler\(>=[ \t]*6\.[2-9]/ && text !~ /\|\|/) newerFrom = conditions
  } else if (text ~ /^[ \t]*#else/ && newerFrom == conditions) newerFrom = 0
  else if (text ~ /^[ \t]*#endif/) {
    if (newerFrom == conditions) newerFrom = 0
    conditions--
  }
  if (newerFrom) return
  word = ""
  if (text ~ /(^|[ \t(])weak[ \t]+let[ \t]/ || text ~ /\[[^]]*weak[ \t]+let[ \t]/) word = "`weak let`"
  else if ((!isSource || isAvailable) && text ~ /(^|[ \t])isolated[ \t]+deinit/) word = "`isolated deinit`"
  else if (text ~ /@concurrent([^A-Za-z0-9_]|$)/) word = "`@concurrent`"
  else if (text ~ /nonisolated\(nonsending\)/) word = "`nonisolated(nonsending)`"
  else if (text ~ /(^|[^A-Za-z0-9_.])(InlineArray|Span|MutableSpan|RawSpan|OutputSpan|UTF8Span|Observations)[ \t]*[<(]/) word = "the type"
  else if (text ~ /\[[ \t]*[0-9]+[ \t]+of[ \t]/) word = "`[n of T]`"
  else if (text ~ /(^|[ \t])(extension|class|struct|enum|actor)[ \t].*[:,][ \t]*@[A-Z][A-Za-z]*Actor[ \t]+[A-Z]/) word = "an isolated conformance"
  else if (text ~ /(func|var|let|case|class|struct|enum)[ \t]+`[^`]*[^A-Za-z0-9_`][^`]*`/) word = "a raw identifier"
  else if (text ~ /@(abi|specialized|c|safe|unsafe)([ \t(]|$)/) word = "the attribute"
  else if (text ~ /(=|return|try|await|\()[ \t]*unsafe[ \t]+[A-Za-z_]/) word = "`unsafe`"
  else if (text ~ /[A-Za-z0-9_]::[A-Za-z_]/) word = "a module selector"
  else if (text ~ /processExitsWith|Attachment\.record|Test\.cancel|Issue\.record\(.*severity:/) word = "this of Testing"
  else if (text ~ /Task\.immediate|Task(\.detached)?\(name:|addImmediateTask/) word = "this of tasks"
  if (word != "")
    report(line, word " is newer than Swift 6.1, the lowest toolchain; write it with `#if compiler`")
}

function checkLibrary(line, text) {
  if (!isWrapping && text ~ /(^|[^A-Za-z0-9_.])(objc|class|method|object|imp|ivar|protocol)_[A-Za-z]+[ \t]*\(/)
    report(line, "the Objective-C runtime is used in Platform/ObjectiveC/MethodWrapping.swift alone")
  if (text ~ /(^|[^A-Za-z0-9_.])(print|debugPrint|dump|NSLog)[ \t]*\(/ && text !~ /func[ \t]+(print|dump)/)
    report(line, "a library prints nothing; report an issue to the context")
  if (text ~ /(^|[^A-Za-z0-9_])(fatalError|preconditionFailure|assertionFailure)[ \t]*\([ \t]*\)/)
    report(line, "a trap needs a text with the value")
  if (text ~ /(^|[^A-Za-z0-9_])try!/)
    report(line, "`try!` traps without a text")
  if (isAvailable) return
  if (hasWord(text, "(Swift\\.)?(ContinuousClock|SuspendingClock|Duration|Mutex)") || text ~ /Task\.sleep\([ \t]*(for|until):/ || text ~ /(^|[ \t])isolated[ \t]+deinit/)
    report(line, "this is not there on iOS 15; it needs @available")
}

function checkTest(line, text) {
  if (text ~ /(^|[^A-Za-z0-9_])(Task|Thread)\.sleep/ || (text ~ /(^|[^A-Za-z0-9_.])(u|nano)?sleep[ \t]*\(/ && text !~ /func[ \t]+sleep/))
    report(line, "a test does not sleep; await an outcome, or move a ManualNavigationClock")
  if (text ~ /Task\.yield/)
    report(line, "a test does not poll; await an outcome")
  if (text ~ /(^|[^A-Za-z0-9_])(Date\(\)|Date\.now|DispatchTime\.now|CFAbsoluteTimeGetCurrent|ContinuousClock|SuspendingClock)/ || text ~ /systemUptime|asyncAfter|scheduledTimer/)
    report(line, "a test does not look at the clock on the wall; inject a ManualNavigationClock")
}

# First code line `#if canImport(…)`, last one `#endif`, and nothing for other platforms.
function checkGuard(   line, first, end, level) {
  first = 0
  level = 0
  end = 0
  for (line = 1; line <= last; line++) {
    if (code[line] !~ /[^ \t]/) continue
    if (!first) {
      first = line
      if (code[line] !~ /^#if[ \t]+!?canImport\(/) {
        report(line, "guard the file as a whole: its first code line is `#if canImport(…)`")
        return
      }
      if (code[line] ~ /canImport\(UIKit\)/ && code[line] !~ /!os\(watchOS\)/)
        report(line, "the guard of UIKit has `&& !os(watchOS)`")
    }
    if (end) {
      report(line, "guard the file as a whole: this line is after the `#endif` of line " end)
      return
    }
    if (code[line] ~ /^[ \t]*#if/) level++
    if (code[line] ~ /^[ \t]*#else/ && level == 1)
      report(line, "what is for other platforms belongs into a file of its own")
    if (code[line] ~ /^[ \t]*#endif/ && --level == 0) end = line
  }
}
