# count-cases.awk - counts the single test cases in meson's testlog.txt
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#
# A TAP line is a case; GLib ends a case whose assertion fails with "Bail out!". A program
# without any is one case, by its exit status. A program that fails without a failed case
# (crash, time limit, sanitizer) counts as one failed. Set "unexplained" to 1 when meson
# itself reported failure, so that none is ever lost.
# Exit status: 0 if some passed and none failed.

function finish_program ()
{
  if (!in_program)
    return
  if (result !~ /exit status (0|77)( |$)/) {
    if (!bad_lines)
      failed++
  } else if (!tap_lines) {
    if (result ~ /exit status 77/)
      skipped++
    else
      passed++
  }
  in_program = 0
}

/^=+ +[0-9]+\/[0-9]+ +=+$/ {
  finish_program()
  in_program = in_stdout = 1
  tap_lines = bad_lines = 0
  result = ""
  next
}
/^result: / && result == "" { result = $0; next }
/^-+ std(out|err) -+$/ { in_stdout = /stdout/; next }
!in_stdout { next }
/^1\.\.0/ { skipped++; tap_lines++; next }
/^ok( |$)/ {
  if (/# *(SKIP|TODO)/)
    skipped++
  else
    passed++
  tap_lines++
}
/^not ok( |$)/ {
  if (/# *TODO/)
    skipped++
  else {
    failed++
    bad_lines++
  }
  tap_lines++
}
/^Bail out!/ { failed++; bad_lines++ }
END {
  finish_program()
  if (unexplained && !failed)
    failed = 1
  printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
  exit failed || !passed
}
