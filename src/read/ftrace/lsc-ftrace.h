/* lsc-ftrace.h - when threads ran, and when they could have: a trace of the kernel's scheduler
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-intern.h"
#include "base/lsc-job.h"

G_BEGIN_DECLS

/** What a thread does, to the scheduler (formats.md#ftrace). */
typedef enum
{
  LSC_SCHED_UNKNOWN, /* before its first event, after its last, where events were lost */
  LSC_SCHED_RUNNING,
  LSC_SCHED_RUNNABLE, /* it could run, but no processor is given to it */
  LSC_SCHED_SLEEPING, /* it waits for something */
  LSC_SCHED_BLOCKED,  /* for a disk or a lock: no signal ends it */
  LSC_SCHED_N_STATES,
} LscSchedState;

/**
 * LscSchedSpan: of one thread in one known state
 * @begin_ns, @end_ns: of the trace's own clock
 * @tid: Linux number of the thread
 * @by: of a runnable one that was taken off a processor, who got that; id in LscFtrace.texts,
 *   %LSC_STRING_NONE
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 tid;
  guint32 by;
  guint8 state;
} LscSchedSpan;

LSC_DEFINE_ARRAY (LscSchedSpans, lsc_sched_spans, LscSchedSpan)

/**
 * LscFtrace:
 * @spans: in the order in which they end
 * @has_offset: a mark tells the time of day; @offset_ns: to be added to times, to 1 ms
 * @n_events: lines of the scheduler; @n_other: of other events; @n_bad: lines that are no events
 * @n_lost: events that the kernel lost
 */
typedef struct
{
  LscSchedSpans spans;
  LscIntern *texts;
  gboolean has_offset;
  gint64 offset_ns;
  gint64 n_events;
  gint64 n_other;
  gint64 n_bad;
  gint64 n_lost;
} LscFtrace;

gboolean lsc_ftrace_recognise (const char *head, gsize n);
gboolean lsc_ftrace_recognise_file (const char *path);
LscFtrace *lsc_ftrace_read (const char *path, GHashTable *tids, LscJob *job, GError **error);
LscFtrace *lsc_ftrace_parse (const char *text, gsize n, GHashTable *tids, LscJob *job,
                             GError **error);
void lsc_ftrace_free (LscFtrace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscFtrace, lsc_ftrace_free)

G_END_DECLS
