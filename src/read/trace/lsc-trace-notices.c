/* lsc-trace-notices.c - what is told of a trace that was read in part or not at all
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-error.h"
#include "read/find/lsc-foreign.h"
#include "read/trace/lsc-trace-private.h"

/** Returns: whether reading ended because the job did */
gboolean
lsc_trace_is_cancelled (const LscTraceWorker *worker)
{
  return g_error_matches (worker->window.failure, LSC_ERROR, LSC_ERROR_CANCELLED);
}

static void
add_notice (LscTraceFile *self, LscSource *source, LscNotice *notice, gint64 count, const char *why,
            const char *remedy)
{
  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  lsc_notice_set_help (notice, why, remedy);
  notice->count = count;
  lsc_notices_add (self->notices, notice);
}

/* Behind a complete document. */
static void
say_what_follows (LscTraceFile *self, LscSource *source, const LscTraceWorker *last)
{
  if (last->n_behind > 0)
    add_notice (
        self, source,
        lsc_notice_mark_loss (
            lsc_notice_new (LSC_SEVERITY_WARNING, "trailing-text",
                            _ ("%" PRId64 " bytes behind byte %" PRId64 " were not read."),
                            last->n_behind, last->behind_at)),
        -1,
        last->is_apart
            ? _ ("Another trace begins there with a different baseTimeNanoseconds, or with one "
                 "that follows its events: its times cannot be compared with those before it.")
            : _ ("They follow the complete trace and are not events."),
        last->is_apart ? _ ("Put this trace into a file of its own.")
                       : _ ("If they are another trace, put it into a file of its own."));
  if (last->window.failure)
    add_notice (self, source,
                lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "damaged-file", "%s",
                                                      last->window.failure->message)),
                -1, _ ("All of the trace was read, but any value in it may be wrong."), NULL);
}

/* What stood behind the first document and was read. */
static void
say_joined (LscTraceFile *self, LscSource *source, const LscTraceWorker *first)
{
  if (first->n_joined > 0)
    add_notice (self, source,
                lsc_notice_new (
                    first->joins_ranks ? LSC_SEVERITY_WARNING : LSC_SEVERITY_NOTE, "joined-traces",
                    g_dngettext (GETTEXT_PACKAGE, "%u more list of events follows the first one.",
                                 "%u more lists of events follow the first one.", first->n_joined),
                    first->n_joined),
                first->n_joined,
                _ ("All are read as one trace; ranks that share one file cannot be separated."),
                NULL);
}

static void
say_where_it_ends (LscTraceFile *self, LscSource *source, const LscTraceWorker *last)
{
  if (!last->ends_inside)
    say_what_follows (self, source, last);
  else if (last->window.failure)
    add_notice (self, source,
                lsc_notice_mark_loss (
                    lsc_notice_new (LSC_SEVERITY_WARNING, "truncated-file",
                                    _ ("The text is complete only up to byte %" PRId64 ": %s"),
                                    self->truncated_at, last->window.failure->message)),
                -1, _ ("Events after that place are missing."), NULL);
  else if (last->is_too_long)
    add_notice (self, source,
                lsc_notice_mark_loss (
                    lsc_notice_new (LSC_SEVERITY_WARNING, "endless-event",
                                    _ ("Reading stopped at byte %" PRId64
                                       ": no event ends within %" PRId64 " MiB behind it."),
                                    self->truncated_at, LSC_TRACE_MOST_GAP >> 20)),
                -1, _ ("Events after that place are missing."), _ ("Export the trace again."));
  else if (self->is_truncated)
    add_notice (
        self, source,
        lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "truncated-file",
                                              _ ("The file ends in the middle: all %" PRId64
                                                 " events up to byte %" PRId64 " were kept."),
                                              self->n_events, self->truncated_at)),
        -1, _ ("It was cut off while it was written or copied, or is still being written."),
        _ ("Copy it again, or reload it when it is complete."));
}

/* A file that grows or is written anew while it is read. */
static void
say_changed (LscTraceFile *self, LscSource *source)
{
  g_autoptr (GError) error = NULL;

  if (!lsc_text_input_check_unchanged (self->input, &error))
    add_notice (self, source,
                lsc_notice_mark_loss (
                    lsc_notice_new (LSC_SEVERITY_WARNING, "changed-file", "%s", error->message)),
                -1, _ ("It changed while it was read."), _ ("Reload it when it is complete."));
}

static void
say_bad (LscTraceFile *self, LscSource *source, const LscTraceWorker *worker)
{
  static const struct
  {
    const char *code;
    const char *what;
  } sentences[LSC_TRACE_N_BAD] = {
    { "bad-event",
      N_ ("%" PRId64
          " events lack a time, a duration or another required value, the first at byte %" PRId64
          "; they were skipped") },
    { "bad-json",
      N_ ("%" PRId64 " events are damaged, the first at byte %" PRId64 "; they were skipped") },
    { "deep-event",
      N_ ("%" PRId64
          " events are nested deeper than any profiler writes, the first at byte %" PRId64
          "; they were skipped") },
    { "long-event", N_ ("%" PRId64 " events are longer than 64 MiB, the first at byte %" PRId64
                        "; they were skipped") },
    { "many-tracks", N_ ("%" PRId64 " events belong to more processes and threads than can be "
                         "shown, the first at byte %" PRId64 "; they were skipped") },
  };

  for (guint i = 0; i < LSC_TRACE_N_BAD; i++)
    if (worker->bad[i].n > 0)
      {
        LscNotice *notice =
            lsc_notice_new (LSC_SEVERITY_WARNING, sentences[i].code, _ (sentences[i].what),
                            worker->bad[i].n, worker->bad[i].first);

        add_notice (self, source, lsc_notice_mark_loss (notice), worker->bad[i].n, NULL,
                    _ ("Export the trace again if they matter."));
      }
  if (worker->orphans.n > 0)
    add_notice (
        self, source,
        lsc_notice_mark_loss (lsc_notice_new (
            LSC_SEVERITY_WARNING, "end-without-begin",
            _ ("%zu events end a slice that never began; they were skipped."), worker->orphans.n)),
        (gint64) worker->orphans.n, NULL, _ ("Export the trace again if they matter."));
}

/** Tells of slices that began and never ended. */
void
lsc_trace_say_open (LscTraceFile *self, LscSource *source, gint64 n_open)
{
  if (n_open > 0)
    add_notice (
        self, source,
        lsc_notice_new (LSC_SEVERITY_NOTE, "begin-without-end",
                        g_dngettext (GETTEXT_PACKAGE, "%" PRId64 " slice began and never ended.",
                                     "%" PRId64 " slices began and never ended.", (gulong) n_open),
                        n_open),
        n_open, _ ("They are shown up to the last event of their thread."), NULL);
}

static void
say_phases (LscTraceFile *self, LscSource *source, const LscTraceWorker *worker)
{
  for (guint i = 0; i < G_N_ELEMENTS (worker->phases); i++)
    if (worker->phases[i].n > 0)
      {
        char phase[8] = { (char) i, 0 };
        LscNotice *notice;

        if (!g_ascii_isprint (phase[0]))
          g_snprintf (phase, sizeof phase, "0x%02x", i);
        notice = lsc_notice_new (LSC_SEVERITY_NOTE, "unknown-phase",
                                 _ ("%" PRId64 " events of the phase \"%s\" are not shown, the "
                                    "first at byte %" PRId64),
                                 worker->phases[i].n, phase, worker->phases[i].first);
        if (i != 'c') /* which only ties clocks together */
          lsc_notice_mark_loss (notice);
        add_notice (self, source, notice, worker->phases[i].n, NULL, NULL);
      }
}

/** Tells what of a file was not read, as a part of it or as damage. */
void
lsc_trace_say_all (LscTraceFile *self, LscSource *source, const LscTraceWorker *first,
                   const LscTraceWorker *last)
{
  say_where_it_ends (self, source, last);
  say_joined (self, source, first);
  say_changed (self, source);
  say_bad (self, source, first);
  say_phases (self, source, first);
}

/** Returns: %FALSE with an error that says why there is nothing to show at all */
gboolean
_lsc_trace_check (const LscTraceWorker *worker, const LscTraceWorker *last, const char *path,
                  GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  gboolean is_nothing = worker->file.n_events == 0;
  gint64 n_bad = worker->bad[LSC_TRACE_BAD_FIELDS].n + worker->bad[LSC_TRACE_BAD_JSON].n +
                 worker->bad[LSC_TRACE_BAD_DEPTH].n;

  /* the one in which the text ends is not among the events */
  n_bad -= last->ends_inside && worker->bad[LSC_TRACE_BAD_DEPTH].n > 0;
  if (lsc_trace_is_cancelled (last) || (is_nothing && last->window.failure))
    {
      g_propagate_error (error, g_error_copy (last->window.failure));
      return FALSE;
    }
  if (worker->gave_up_json && lsc_foreign_find (path, NULL))
    {
      const LscForeign *foreign = lsc_foreign_find (path, NULL);

      g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT, "%s %s. %s", name, _ (foreign->what),
                   _ (foreign->remedy));
    }
  else if (worker->gave_up_json)
    g_set_error (
        error, LSC_ERROR, LSC_ERROR_CORRUPT,
        _ ("%s is no trace: it is not JSON. Open a trace_view.json or a trace of the PyTorch "
           "profiler"),
        name);
  else if (is_nothing && last->is_too_long)
    g_set_error (
        error, LSC_ERROR, LSC_ERROR_LIMIT,
        _ ("%s is no trace: no event ends within its first %" PRId64 " MiB. Export it again"), name,
        LSC_TRACE_MOST_GAP >> 20);
  else if (is_nothing && worker->bad[LSC_TRACE_BAD_DEPTH].n > 0)
    g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
                 _ ("%s is no trace: it holds more brackets inside each other than any profiler "
                    "writes, at byte %" PRId64 ". Export it again"),
                 name, worker->bad[LSC_TRACE_BAD_DEPTH].first);
  else if (is_nothing && last->ends_inside)
    g_set_error (
        error, LSC_ERROR, LSC_ERROR_CORRUPT,
        _ ("%s ends at byte %" PRId64 ", before the first complete event. Copy or export it again"),
        name, lsc_trace_worker_offset (last));
  else if (!worker->has_array)
    g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
                 _ ("%s is JSON without traceEvents, so no trace; an execution trace is something "
                    "else. Open a trace_view.json or a trace of the PyTorch profiler"),
                 name);
  else if (n_bad > 0 && n_bad >= worker->file.n_events && worker->n_flows == 0)
    g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
                 _ ("%s is no trace: nothing in its array is an event. Open a trace_view.json or a "
                    "trace of the PyTorch profiler"),
                 name);
  else
    return TRUE;
  return FALSE;
}
