/* lsc-kineto-sched.c - states of host threads, from a trace of the scheduler beside a GPU trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-error.h"
#include "base/lsc-interval.h"
#include "model/lsc-sched-names.h"
#include "read/ftrace/lsc-ftrace.h"
#include "read/kineto/lsc-kineto-private.h"

/* lanes.md#scheduler. */

/** Names of slices, as those of recordings: not translated. */
static const char *const state_names[LSC_SCHED_N_STATES] = {
  [LSC_SCHED_RUNNING] = "Running",
  [LSC_SCHED_RUNNABLE] = "Runnable",
  [LSC_SCHED_SLEEPING] = "Sleeping",
  [LSC_SCHED_BLOCKED] = "Blocked",
};

/**
 * Threads: those of the host
 * @tids: (element-type gint64): their Linux numbers
 * @extent: of the recording
 */
typedef struct
{
  GHashTable *tids;
  LscInterval extent;
} Threads;

static void
threads_init (Threads *self, const LscTimeline *timeline)
{
  *self = (Threads){ g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                     { G_MAXINT64, G_MININT64 } };
  for (guint32 i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_HOST_THREAD && node->tid > 0)
        g_hash_table_add (self->tids, g_memdup2 (&node->tid, sizeof node->tid));
      if (!node->lane || node->lane->n == 0)
        continue;
      self->extent.begin_ns = MIN (self->extent.begin_ns, node->lane->start_ns[0]);
      self->extent.end_ns =
          MAX (self->extent.end_ns, lsc_lane_get_end_ns (node->lane, node->lane->n - 1));
    }
}

static void
threads_clear (Threads *self)
{
  g_clear_pointer (&self->tids, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Threads, threads_clear)

static guint32
add_name (LscKinetoBuild *build, const LscFtrace *trace, const LscSchedSpan *span)
{
  LscIntern *strings = build->timeline->strings;

  if (span->by == LSC_STRING_NONE)
    return lsc_intern_add (strings, state_names[span->state]);
  return lsc_intern_add_take (
      strings,
      g_strconcat (LSC_SCHED_PREEMPTED_BY, lsc_intern_text (trace->texts, span->by), NULL));
}

/* What lies outside of the recording is none of it. */
static void
add_span (LscKinetoBuild *build, const LscFtrace *trace, const LscSchedSpan *span,
          const LscInterval *extent, LscRawSlices *out)
{
  gint64 begin_ns, end_ns;
  LscRawSlice *slice;

  if (__builtin_add_overflow (span->begin_ns, trace->offset_ns, &begin_ns) ||
      __builtin_add_overflow (span->end_ns, trace->offset_ns, &end_ns))
    return;
  begin_ns = MAX (begin_ns, extent->begin_ns);
  end_ns = MIN (end_ns, extent->end_ns);
  if (begin_ns >= end_ns)
    return;
  slice = lsc_raw_slices_add (out, begin_ns, end_ns);
  slice->detail = -1; /* the recording says nothing of it */
  slice->name = add_name (build, trace, span);
  slice->link = LSC_SLICE_NONE;
  slice->category = 0;
  slice->flags = 0;
  slice->kind = LSC_SLICE_OTHER;
}

static void
free_slices (gpointer slices)
{
  lsc_raw_slices_clear (slices);
  g_free (slices);
}

/* (transfer full) (element-type LscRawSlices): by thread, its states while the recording ran */
static GHashTable *
sort_spans (LscKinetoBuild *build, const LscFtrace *trace, const Threads *threads)
{
  GHashTable *out = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_slices);

  for (gsize i = 0; i < trace->spans.n; i++)
    {
      const LscSchedSpan *span = &trace->spans.items[i];
      LscRawSlices *slices = g_hash_table_lookup (out, &span->tid);

      if (!slices)
        {
          slices = g_new0 (LscRawSlices, 1);
          g_hash_table_insert (out, g_memdup2 (&span->tid, sizeof span->tid), slices);
        }
      add_span (build, trace, span, &threads->extent, slices);
    }
  return out;
}

/* Of several processes with such a thread the first has it. Returns: how many threads have states
 * while the recording ran */
static guint
add_lanes (LscKinetoBuild *build, const LscFtrace *trace, const Threads *threads)
{
  g_autoptr (GHashTable) by_thread = sort_spans (build, trace, threads);
  guint32 n_nodes = build->timeline->nodes->len;
  guint n = 0;

  for (guint32 i = 1; i < n_nodes; i++)
    {
      const LscNode *node = lsc_timeline_get_node (build->timeline, i);
      LscRawSlices *slices =
          node->role == LSC_ROLE_HOST_THREAD ? g_hash_table_lookup (by_thread, &node->tid) : NULL;

      if (!slices || slices->n == 0)
        continue;
      lsc_timeline_add_lane (build->timeline, i, LSC_ROLE_OTHER, LSC_SCHED_LANE,
                             lsc_lane_new (slices, build->rule, NULL));
      n++;
    }
  return n;
}

/* ---- what is told ---- */

/* @text, @help: (transfer none): translated */
static void
tell (LscKinetoBuild *build, LscSeverity severity, const char *path, const char *text,
      const char *help)
{
  LscNotice *notice = lsc_notice_new (severity, "scheduler", "%s", text);

  lsc_notice_set_place (notice, LSC_RANK_NONE, path, NULL);
  if (help)
    lsc_notice_set_help (notice, NULL, help);
  lsc_timeline_take_notice (build->timeline, notice, NULL, -1);
}

static void
tell_lost (LscKinetoBuild *build, const LscFtrace *trace, const char *path, const char *name)
{
  g_autofree char *text = NULL;

  if (trace->n_lost == 0)
    return;
  text = g_strdup_printf (_ ("%s lost %" PRId64 " events; states of threads are not known there."),
                          name, trace->n_lost);
  tell (build, LSC_SEVERITY_WARNING, path, text,
        _ ("Record with a larger buffer: buffer_size_kb of tracefs, trace-cmd record -b."));
}

static void
use_trace (LscKinetoBuild *build, const LscFtrace *trace, const Threads *threads, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path), *text = NULL;
  guint n;

  if (!trace->has_offset)
    {
      text = g_strdup_printf (_ ("%s has no trace_event_clock_sync mark, so its times cannot be "
                                 "related to the profile."),
                              name);
      tell (build, LSC_SEVERITY_WARNING, path, text,
            _ ("Write “trace_event_clock_sync: realtime_ts=” and the milliseconds since 1970 to "
               "trace_marker while recording."));
      return;
    }
  n = add_lanes (build, trace, threads);
  if (n == 0)
    {
      text = g_strdup_printf (_ ("%s has no thread of this profile while it was recorded."), name);
      tell (build, LSC_SEVERITY_WARNING, path, text,
            _ ("Record on the same host, outside of the container: threads have other numbers "
               "inside."));
      return;
    }
  tell_lost (build, trace, path, name);
  text = g_strdup_printf (_ ("States of %u host threads are from %s; its clock is related to the "
                             "profile to 1 ms."),
                          n, name);
  tell (build, LSC_SEVERITY_NOTE, path, text, NULL);
}

static void
tell_unread (LscKinetoBuild *build, const char *path, const GError *error)
{
  tell (build, LSC_SEVERITY_WARNING, path, error->message,
        _ ("The profile is shown without the states of threads."));
}

/**
 * _lsc_kineto_add_sched:
 * @build: whose lanes are made
 *
 * Adds a lane below each host thread of which a trace of the scheduler, among the files of the
 * source, knows the states. What cannot be used is a notice. Cost: O(events of it).
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_kineto_add_sched (LscKinetoBuild *build, GError **error)
{
  char **paths = build->timeline->source->note_files;

  for (gsize i = 0; paths && paths[i]; i++)
    {
      g_auto (Threads) threads = { NULL };
      g_autoptr (LscFtrace) trace = NULL;
      g_autoptr (GError) reason = NULL;

      if (!lsc_ftrace_recognise_file (paths[i]))
        continue;
      threads_init (&threads, build->timeline);
      trace = lsc_ftrace_read (paths[i], threads.tids, build->job, &reason);
      if (trace)
        use_trace (build, trace, &threads, paths[i]);
      else if (g_error_matches (reason, LSC_ERROR, LSC_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return FALSE;
        }
      else
        tell_unread (build, paths[i], reason);
    }
  return TRUE;
}
