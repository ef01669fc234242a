/* fuzz-ftrace.c - damaged traces of the scheduler never crash or stall the reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ftrace/lsc-ftrace.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *text = size > 0 ? (const char *) data : "";
  g_autoptr (LscFtrace) trace = lsc_ftrace_parse (text, size, NULL, NULL, NULL);

  g_assert (trace);
  for (gsize i = 0; i < trace->spans.n; i++)
    {
      const LscSchedSpan *span = &trace->spans.items[i];

      g_assert (span->begin_ns < span->end_ns);
      g_assert (span->state > LSC_SCHED_UNKNOWN && span->state < LSC_SCHED_N_STATES);
      g_assert (span->by == LSC_STRING_NONE || span->by < lsc_intern_size (trace->texts));
    }
  lsc_ftrace_recognise (text, size);
  return 0;
}
