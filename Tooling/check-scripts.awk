# The rules of check-scripts. Reads scripts, prints `file:line: what is wrong`.
#
# Comments on lines of their own are left out. Portable awk: no GNU extensions.

function report(text) { print FILENAME ":" FNR ": " text }

# Reports a line that matches, and says what to do.
function rule(pattern, text) { if ($0 ~ pattern) report(text) }

FNR == 1 && !/^#!\/usr\/bin\/env bash$/ { report("a script begins with `#!/usr/bin/env bash`") }
FNR == 1 { isStrict = 0 }
/^set -euo pipefail$/ { isStrict = 1 }
/^[ \t]*#/ { next }

{
  # What bash 3.2, which comes with macOS, does not know.
  rule("(declare|local|typeset|readonly) +-[a-zA-Z]*[An]", "no arrays by name, no references: bash 3.2")
  rule("(^|[ \t;|&(])(mapfile|readarray|coproc)([ \t]|$)", "read lines with a loop: bash 3.2")
  rule("[$][{][A-Za-z_0-9]+([[][^]]*[]])?(,|\\^)", "change case with tr: bash 3.2")
  rule("&>>|[|]&", "write `>>file 2>&1` or `2>&1 |`: bash 3.2")
  rule("[$][{][A-Za-z_0-9]+@[A-Za-z][}]", "no transformations of parameters: bash 3.2")
  rule("[[][[]? +-v ", "ask for `${name+set}`: bash 3.2")

  # What only GNU's tools know, or each system calls otherwise.
  rule("sed +(-[a-zA-Z]+ +)*-[a-zA-Z]*i", "write a new file: `sed -i` differs on macOS")
  rule("sed +-[a-zA-Z]*r", "`sed -E`: macOS knows no -r")
  rule("grep +(-[a-zA-Z]+ +)*-[a-zA-Z]*P", "`grep -E`: macOS knows no -P")
  rule("(^|[^A-Za-z_-])(readlink +-f|realpath)([ \t]|$)", "`cd … && pwd`: older macOS has none")
  rule("(^|[^A-Za-z_-])(stat +-c|date +(-d|--date))", "differs on macOS")
  rule("-printf |xargs +-[a-zA-Z0-9]*r|head +-n +-|mktemp +(--|-p)|cp +--", "GNU alone knows this")
  rule("(^|[;|&(] *)(tac|nproc|seq|md5sum|sha256sum|gsed|gawk) ", "macOS has none")

  # With `pipefail` whoever writes into a pipe that nobody reads any more has failed.
  rule("[^|][|] *(head|grep +(-[a-zA-Z]+ +)*-[a-zA-Z]*q)", "read all of the pipe: `sed -n 1p`, `grep … <<<`")
}

END { if (NR > 0 && !isStrict) report("a script says `set -euo pipefail`") }
