/* lsc-trace-file.c - Chrome trace events of a file, sorted into tracks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-trace-file.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-error.h"
#include "lsc-trace-private.h"

/* A plain file is cut where an event seems to begin, and its parts are read at the same time. A
 * part is right when the one before it comes to stand on its first byte, between two events; where
 * a guess was wrong the earlier part goes on to the end by itself. */

/* A part of less than this is not worth a thread. */
#define LEAST_PART ((gint64) 8 << 20)
/* How far to look for an event behind a cut. */
#define MOST_LOOK ((gint64) 4 << 20)

/* ---- Parts -------------------------------------------------------------------------------- */

static GPtrArray *
make_workers (
    LscTextInput *input, LscTraceDialect dialect, guint n_threads, gint64 least_part, LscJob *job)
{
  GPtrArray *workers = g_ptr_array_new_with_free_func ((GDestroyNotify) _lsc_trace_worker_free);
  gint64 size = lsc_text_input_get_file_size (input);
  gint64 n = n_threads > 0 ? n_threads : g_get_num_processors ();

  n = lsc_text_input_is_plain (input) ? CLAMP (size / MAX (least_part, 1), 1, n) : 1;
  g_ptr_array_add (workers, _lsc_trace_worker_new (input, dialect, 0, job));
  for (gint64 i = 1; i < n; i++)
    {
      gint64 cut = (gint64) ((double) size / (double) n * (double) i);
      LscTraceWorker *last = g_ptr_array_index (workers, workers->len - 1);
      LscTraceWorker *worker;

      if (cut <= last->begin)
        continue;
      worker = _lsc_trace_worker_new (input, dialect, cut, job);
      if (!_lsc_trace_worker_find_event (worker, MOST_LOOK))
        {
          _lsc_trace_worker_free (worker);
          break;
        }
      worker->place = LSC_TRACE_IN_EVENTS;
      worker->has_array = worker->is_later_part = TRUE;
      worker->begin = worker->progress_at = last->stop = _lsc_trace_worker_offset (worker);
      g_ptr_array_add (workers, worker);
    }
  return workers;
}

static void
run_worker (gsize index, gpointer user_data)
{
  _lsc_trace_worker_run (g_ptr_array_index ((GPtrArray *) user_data, index));
}

static gboolean
is_cancelled (const LscTraceWorker *worker)
{
  return g_error_matches (worker->window.failure, LSC_ERROR, LSC_ERROR_CANCELLED);
}

/* Reads all parts, drops those that were guessed wrong, and joins the rest in the first.
 * Returns the one that reached the end. */
static LscTraceWorker *
run_workers (GPtrArray *workers, guint n_threads)
{
  LscTraceWorker *first = g_ptr_array_index (workers, 0);
  LscTraceWorker *last = first;
  guint n = 1;

  lsc_job_run_parallel (workers->len, workers->len, run_worker, workers);
  for (; n < workers->len; n++)
    {
      LscTraceWorker *next = g_ptr_array_index (workers, n);

      if (is_cancelled (next))
        return next;
      if (last->place != LSC_TRACE_IN_EVENTS || _lsc_trace_worker_offset (last) != next->begin)
        break;
      last = next;
    }
  if (n < workers->len)
    g_ptr_array_set_size (workers, (int) n);
  last->stop = G_MAXINT64;
  last->is_object = first->is_object;
  last->is_later_part = FALSE;
  _lsc_trace_worker_run (last);
  for (guint i = 1; i < n; i++)
    _lsc_trace_merge (first, g_ptr_array_index (workers, i), n_threads);
  return last;
}

/* ---- The file ----------------------------------------------------------------------------- */

static void
set_processes (LscTraceWorker *worker)
{
  for (guint i = 0; i < worker->tracks->len; i++)
    {
      LscTrack *track = &g_array_index (worker->tracks, LscTrack, i);
      gint64 key = worker->states.items[i].pid_key;
      gsize index = GPOINTER_TO_SIZE (g_hash_table_lookup (worker->process_index, &key));

      if (index > 0)
        {
          const LscTraceProcess *process = &worker->processes.items[index - 1];

          track->process_name = process->name;
          track->process_labels = process->labels;
          track->process_sort = process->sort;
        }
    }
}

static void
close_open_slices (LscTraceWorker *worker)
{
  for (gsize i = 0; i < worker->states.n; i++)
    {
      LscIndexes *open = &worker->states.items[i].open;
      LscRawSlices *slices = &g_array_index (worker->tracks, LscTrack, i).slices;
      gint64 end_ns = G_MININT64;
      gsize longs = 0;

      if (open->n == 0)
        continue;
      for (gsize j = 0; j < slices->n; j++)
        {
          gint64 duration = slices->items[j].duration;

          if (duration == LSC_DURATION_LONG)
            duration = slices->longs.items[longs++].duration_ns;
          end_ns = MAX (end_ns, slices->items[j].start_ns + duration);
        }
      for (gsize j = 0; j < open->n; j++)
        {
          slices->items[open->items[j]].flags |= LSC_TRACE_FLAG_OPEN;
          _lsc_trace_close_slice (slices, open->items[j], end_ns);
        }
    }
}

/* By track; within a track they are in order. */
static void
sort_sequences (LscTraceWorker *worker)
{
  g_autofree gsize *place = g_new0 (gsize, worker->states.n + 1);
  LscTraceSequences *old = &worker->sequences;
  LscTraceSequences sorted = { 0 };

  lsc_trace_sequences_reserve (&sorted, old->n);
  sorted.n = old->n;
  for (gsize i = 0; i < old->n; i++)
    place[old->items[i].track + 1]++;
  for (gsize i = 1; i <= worker->states.n; i++)
    place[i] += place[i - 1];
  for (gsize i = 0; i < old->n; i++)
    sorted.items[place[old->items[i].track]++] = old->items[i];
  lsc_trace_sequences_clear (old);
  *old = sorted;
}

static void
find_base (LscTraceFile *self)
{
  const char *text = g_hash_table_lookup (self->top, "baseTimeNanoseconds");
  LscJsonText base;

  if (!text)
    return;
  base = lsc_json_inside ((LscJsonText){ text, strlen (text) });
  self->has_base = lsc_json_parse_int64 (base.text, base.n, &self->base_ns);
}

/* Takes everything of use out of the joined tables. */
static LscTraceFile *
make_file (LscTraceWorker *worker, const LscTraceWorker *last, LscTextInput *input)
{
  LscTraceFile *self = g_new0 (LscTraceFile, 1);

  set_processes (worker);
  close_open_slices (worker);
  sort_sequences (worker);
  self->strings = g_steal_pointer (&worker->strings);
  self->tracks = g_steal_pointer (&worker->tracks);
  self->categories = g_steal_pointer (&worker->categories);
  self->flows = worker->flows;
  self->samples = worker->samples;
  self->sequences = worker->sequences;
  self->folded = worker->folded;
  memset (&worker->flows, 0, sizeof worker->flows);
  memset (&worker->samples, 0, sizeof worker->samples);
  memset (&worker->sequences, 0, sizeof worker->sequences);
  memset (&worker->folded, 0, sizeof worker->folded);
  self->top = g_steal_pointer (&worker->top);
  self->has_whole_us = !worker->any_fraction;
  self->is_truncated = last->ends_inside;
  self->truncated_at = last->ends_inside ? last->ended_at : 0;
  self->n_events = worker->n_events;
  self->text_bytes = _lsc_trace_worker_offset (last);
  self->n_bad = (gint64) worker->orphans.n;
  for (guint i = 0; i < LSC_TRACE_N_BAD; i++)
    self->n_bad += worker->bad[i].n;
  self->input = input;
  self->notices = lsc_notices_new ();
  find_base (self);
  return self;
}

void
lsc_trace_file_free (LscTraceFile *self)
{
  if (!self)
    return;
  for (guint i = 0; i < self->tracks->len; i++)
    lsc_raw_slices_clear (&g_array_index (self->tracks, LscTrack, i).slices);
  g_array_unref (self->tracks);
  lsc_intern_unref (self->strings);
  g_ptr_array_unref (self->categories);
  lsc_flows_clear (&self->flows);
  lsc_trace_samples_clear (&self->samples);
  lsc_trace_sequences_clear (&self->sequences);
  lsc_int64s_clear (&self->folded);
  g_hash_table_unref (self->top);
  lsc_text_input_close (self->input);
  lsc_notices_unref (self->notices);
  g_free (self);
}

/* ---- What to say -------------------------------------------------------------------------- */

static void
add_notice (LscTraceFile *self,
            LscSource *source,
            LscNotice *notice,
            gint64 count,
            const char *why,
            const char *remedy)
{
  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  lsc_notice_set_help (notice, why, remedy);
  notice->count = count;
  lsc_notices_add (self->notices, notice);
}

static void
say_where_it_ends (LscTraceFile *self, LscSource *source, const LscTraceWorker *last)
{
  if (last->window.failure)
    add_notice (self,
                source,
                lsc_notice_new (LSC_SEVERITY_WARNING,
                                "truncated-file",
                                _ ("The text is complete only up to byte %" PRId64 ": %s"),
                                self->truncated_at,
                                last->window.failure->message),
                -1,
                _ ("Events behind that place are missing."),
                NULL);
  else if (last->is_too_long)
    add_notice (self,
                source,
                lsc_notice_new (LSC_SEVERITY_WARNING,
                                "endless-event",
                                _ ("Reading stopped at byte %" PRId64
                                   ": no event ends within %" PRId64 " MiB behind it"),
                                self->truncated_at,
                                LSC_TRACE_MOST_GAP >> 20),
                -1,
                _ ("Events behind that place are missing."),
                _ ("Export the trace again."));
  else if (self->is_truncated)
    add_notice (self,
                source,
                lsc_notice_new (LSC_SEVERITY_WARNING,
                                "truncated-file",
                                _ ("The file ends in the middle: all %" PRId64
                                   " events up to byte %" PRId64 " were kept"),
                                self->n_events,
                                self->truncated_at),
                -1,
                _ ("It was cut off while it was written or copied, or is still being written."),
                _ ("Copy it again, or reload it when it is complete."));
}

/* A file that grows or is written anew while it is read. */
static void
say_changed (LscTraceFile *self, LscSource *source)
{
  g_autoptr (GError) error = NULL;

  if (!lsc_text_input_check_unchanged (self->input, &error))
    add_notice (self,
                source,
                lsc_notice_new (LSC_SEVERITY_WARNING, "changed-file", "%s", error->message),
                -1,
                _ ("It changed while it was read."),
                _ ("Reload it when it is complete."));
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
          " events lack a time, a duration or another value that they need, the first at "
          "byte %" PRId64 "; they are left out") },
    { "bad-json",
      N_ ("%" PRId64 " events are damaged, the first at byte %" PRId64 "; they are left out") },
    { "deep-event",
      N_ ("%" PRId64 " events hold more brackets inside each other than any profiler writes, the "
          "first at byte %" PRId64 "; they are left out") },
    { "long-event",
      N_ ("%" PRId64 " events are longer than 64 MiB, the first at byte %" PRId64
          "; they are left out") },
    { "many-tracks",
      N_ ("%" PRId64 " events belong to more processes and threads than can be shown, the first at "
          "byte %" PRId64 "; they are left out") },
  };

  for (guint i = 0; i < LSC_TRACE_N_BAD; i++)
    if (worker->bad[i].n > 0)
      add_notice (self,
                  source,
                  lsc_notice_new (LSC_SEVERITY_WARNING,
                                  sentences[i].code,
                                  _ (sentences[i].what),
                                  worker->bad[i].n,
                                  worker->bad[i].first),
                  worker->bad[i].n,
                  NULL,
                  _ ("Export the trace again if they matter."));
  if (worker->orphans.n > 0)
    add_notice (self,
                source,
                lsc_notice_new (LSC_SEVERITY_WARNING,
                                "end-without-begin",
                                _ ("%zu events end a slice that never began; they are left out"),
                                worker->orphans.n),
                (gint64) worker->orphans.n,
                NULL,
                _ ("Export the trace again if they matter."));
}

static void
say_phases (LscTraceFile *self, LscSource *source, const LscTraceWorker *worker)
{
  for (guint i = 0; i < G_N_ELEMENTS (worker->phases); i++)
    if (worker->phases[i].n > 0)
      {
        char phase[8] = { (char) i, 0 };

        if (!g_ascii_isprint (phase[0]))
          g_snprintf (phase, sizeof phase, "0x%02x", i);
        add_notice (self,
                    source,
                    lsc_notice_new (LSC_SEVERITY_NOTE,
                                    "unknown-phase",
                                    _ ("%" PRId64 " events of the phase \"%s\" are not shown, the "
                                       "first at byte %" PRId64),
                                    worker->phases[i].n,
                                    phase,
                                    worker->phases[i].first),
                    worker->phases[i].n,
                    NULL,
                    NULL);
      }
}

/* Why there is nothing to show at all; FALSE with the error. */
static gboolean
check_is_trace (const LscTraceWorker *worker,
                const LscTraceWorker *last,
                const char *path,
                GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  gboolean is_nothing = worker->n_events == 0;
  gint64 n_bad = worker->bad[LSC_TRACE_BAD_FIELDS].n + worker->bad[LSC_TRACE_BAD_JSON].n +
                 worker->bad[LSC_TRACE_BAD_DEPTH].n;

  if (is_cancelled (last) || (is_nothing && last->window.failure))
    {
      g_propagate_error (error, g_error_copy (last->window.failure));
      return FALSE;
    }
  if (worker->gave_up_json)
    g_set_error (
        error,
        LSC_ERROR,
        LSC_ERROR_CORRUPT,
        _ ("%s is no trace: it is not JSON. Open a trace_view.json or a trace of the PyTorch "
           "profiler"),
        name);
  else if (is_nothing && last->is_too_long)
    g_set_error (
        error,
        LSC_ERROR,
        LSC_ERROR_LIMIT,
        _ ("%s is no trace: no event ends within its first %" PRId64 " MiB. Export it again"),
        name,
        LSC_TRACE_MOST_GAP >> 20);
  else if (is_nothing && worker->bad[LSC_TRACE_BAD_DEPTH].n > 0)
    g_set_error (error,
                 LSC_ERROR,
                 LSC_ERROR_CORRUPT,
                 _ ("%s is no trace: it holds more brackets inside each other than any profiler "
                    "writes, at byte %" PRId64 ". Export it again"),
                 name,
                 worker->bad[LSC_TRACE_BAD_DEPTH].first);
  else if (is_nothing && last->ends_inside)
    g_set_error (
        error,
        LSC_ERROR,
        LSC_ERROR_CORRUPT,
        _ ("%s ends at byte %" PRId64 ", before the first complete event. Copy or export it again"),
        name,
        _lsc_trace_worker_offset (last));
  else if (!worker->has_array)
    g_set_error (error,
                 LSC_ERROR,
                 LSC_ERROR_CORRUPT,
                 _ ("%s is JSON without traceEvents, so no trace; an execution trace is something "
                    "else. Open a trace_view.json or a trace of the PyTorch profiler"),
                 name);
  else if (n_bad > 0 && n_bad >= worker->n_events && worker->flows.n == 0)
    g_set_error (error,
                 LSC_ERROR,
                 LSC_ERROR_CORRUPT,
                 _ ("%s is no trace: nothing in its array is an event. Open a trace_view.json or a "
                    "trace of the PyTorch profiler"),
                 name);
  else
    return TRUE;
  return FALSE;
}

LscTraceFile *
_lsc_trace_file_read_parts (LscSource *source,
                            LscTraceDialect dialect,
                            guint n_threads,
                            gint64 least_part,
                            LscJob *job,
                            GError **error)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (source->file, job, error);
  g_autoptr (GPtrArray) workers = NULL;
  LscTraceWorker *first, *last;
  LscTraceFile *self;

  if (!input)
    return NULL;
  workers = make_workers (input, dialect, n_threads, least_part, job);
  first = g_ptr_array_index (workers, 0);
  last = run_workers (workers, n_threads);
  lsc_text_input_stop (input);
  if (!check_is_trace (first, last, source->file, error))
    return NULL;
  self = make_file (first, last, g_steal_pointer (&input));
  say_where_it_ends (self, source, last);
  say_changed (self, source);
  say_bad (self, source, first);
  say_phases (self, source, first);
  return self;
}

/**
 * lsc_trace_file_read:
 * @source: whose file is read, plain, gzipped or in an archive
 * @n_threads: 0 = one for each processor; more than one help with plain files
 *
 * Errors: those of lsc_text_input_open(); %LSC_ERROR_CORRUPT when the file is no trace,
 * %LSC_ERROR_LIMIT when it is too much of one, %LSC_ERROR_CANCELLED. Everything less is a notice.
 *
 * Returns: (transfer full) (nullable): the events
 */
LscTraceFile *
lsc_trace_file_read (
    LscSource *source, LscTraceDialect dialect, guint n_threads, LscJob *job, GError **error)
{
  return _lsc_trace_file_read_parts (source, dialect, n_threads, LEAST_PART, job, error);
}

/**
 * lsc_trace_file_find_category:
 *
 * Returns: the number of a category, -1 when no event has it
 */
int
lsc_trace_file_find_category (const LscTraceFile *self, const char *name)
{
  for (guint i = 0; i < self->categories->len; i++)
    if (strcmp (g_ptr_array_index (self->categories, i), name) == 0)
      return (int) i;
  return -1;
}

/**
 * lsc_trace_file_get_link:
 * @link: LscRawSlice.link of a track
 *
 * Returns: the number as the file has it, -1 for %LSC_SLICE_NONE
 */
gint64
lsc_trace_file_get_link (const LscTraceFile *self, guint32 link)
{
  if (link == LSC_SLICE_NONE)
    return -1;
  return link < LSC_TRACE_FOLD ? (gint64) link : self->folded.items[link - LSC_TRACE_FOLD];
}
