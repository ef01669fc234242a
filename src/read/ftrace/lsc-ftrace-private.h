/* lsc-ftrace-private.h - lines of a trace of the kernel
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/ftrace/lsc-ftrace.h"

G_BEGIN_DECLS

/** A piece of a line. */
typedef struct
{
  const char *text;
  gsize n;
} LscFtraceText;

/** An event: who wrote it does not matter. */
typedef struct
{
  gint64 cpu;
  gint64 time_ns;
  LscFtraceText name;
  LscFtraceText args;
} LscFtraceLine;

/** What sched_switch says. @state: its first letter */
typedef struct
{
  gint64 from;
  char state;
  gint64 to;
  LscFtraceText to_name;
} LscFtraceSwitch;

gboolean _lsc_ftrace_read_line (const char *text, gsize n, LscFtraceLine *line);
gboolean _lsc_ftrace_read_lost (const char *text, gsize n, gint64 *cpu, gint64 *n_lost);
gboolean _lsc_ftrace_read_switch (LscFtraceText args, LscFtraceSwitch *out);
gboolean _lsc_ftrace_read_thread (LscFtraceText args, gint64 *tid);
gboolean _lsc_ftrace_read_clock (const LscFtraceLine *line, gint64 *offset_ns);
gboolean _lsc_ftrace_is (LscFtraceText text, const char *word);

G_END_DECLS
