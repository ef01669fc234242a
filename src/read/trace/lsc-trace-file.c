/* lsc-trace-file.c - Chrome trace events of a file, sorted into tracks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/trace/lsc-trace-file.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "read/find/lsc-foreign.h"
#include "read/trace/lsc-trace-private.h"

/* A plain file is cut where an event seems to begin, and its parts are read at the same time. A
 * part is right when the one before it comes to stand on its first byte, between two events; where
 * a guess was wrong the earlier part goes on to the end by itself. */

/* How far to look for an event behind a cut. */
#define MOST_LOOK ((gint64) 4 << 20)

/* A part of less than this is not worth a thread. */
static gint64 usual_part = (gint64) 8 << 20;

/* ---- Parts -------------------------------------------------------------------------------- */

static GPtrArray *
make_workers (LscTextInput *input, LscTraceDialect dialect, guint n_threads, gint64 least_part,
              LscJob *job)
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
      /* Events that stand in no array end at anything else, which the next part did not know. */
      if (last->is_loose)
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
  for (guint i = 0; worker->processes.n > 0 && i < worker->file.tracks->len; i++)
    {
      LscTrack *track = &g_array_index (worker->file.tracks, LscTrack, i);
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
      const LscIndexes *open = worker->states.items[i].open;
      LscRawSlices *slices = &g_array_index (worker->file.tracks, LscTrack, i).slices;
      gint64 end_ns = G_MININT64;
      gsize longs = 0;

      if (!open || open->n == 0)
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
          worker->file.n_open++;
          _lsc_trace_close_slice (slices, open->items[j], end_ns);
        }
    }
}

static gint64
sequence_key (gsize index, gconstpointer data)
{
  return ((const LscTraceSequence *) data)[index].track;
}

static gint64
group_key (gsize index, gconstpointer data)
{
  return ((const LscTraceGroup *) data)[index].track;
}

static gint64
memory_key (gsize index, gconstpointer data)
{
  return ((const LscTraceMemory *) data)[index].track;
}

static gint64
pair_key (gsize index, gconstpointer data)
{
  return ((const LscTracePair *) data)[index].track;
}

static gint64
node_key (gsize index, gconstpointer data)
{
  return ((const LscTraceNode *) data)[index].track;
}

/* By track; within a track they are in order. */
static void
sort_lists (LscTraceWorker *worker)
{
  lsc_sort_items (worker->file.sequences.items, worker->file.sequences.n, sizeof (LscTraceSequence),
                  sequence_key);
  lsc_sort_items (worker->file.groups.items, worker->file.groups.n, sizeof (LscTraceGroup),
                  group_key);
  lsc_sort_items (worker->file.memories.items, worker->file.memories.n, sizeof (LscTraceMemory),
                  memory_key);
  lsc_sort_items (worker->file.pairs.items, worker->file.pairs.n, sizeof (LscTracePair), pair_key);
  lsc_sort_items (worker->file.graph_nodes.items, worker->file.graph_nodes.n, sizeof (LscTraceNode),
                  node_key);
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
  LscTraceFile *self = g_new (LscTraceFile, 1);

  _lsc_trace_take_asyncs (worker);
  set_processes (worker);
  close_open_slices (worker);
  sort_lists (worker);
  *self = worker->file;
  worker->file = (LscTraceFile){ 0 };
  self->has_whole_us = !worker->any_fraction;
  self->is_truncated = last->ends_inside;
  self->truncated_at = last->ends_inside ? last->ended_at : 0;
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
  _lsc_trace_file_clear (self);
  lsc_text_input_close (self->input);
  lsc_notices_unref (self->notices);
  g_free (self);
}

/* ---- What to say -------------------------------------------------------------------------- */

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

static void
say_open (LscTraceFile *self, LscSource *source, gint64 n_open)
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

/* Why there is nothing to show at all; FALSE with the error. */
static gboolean
check_is_trace (const LscTraceWorker *worker, const LscTraceWorker *last, const char *path,
                GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  gboolean is_nothing = worker->file.n_events == 0;
  gint64 n_bad = worker->bad[LSC_TRACE_BAD_FIELDS].n + worker->bad[LSC_TRACE_BAD_JSON].n +
                 worker->bad[LSC_TRACE_BAD_DEPTH].n;

  /* the one in which the text ends is not among the events */
  n_bad -= last->ends_inside && worker->bad[LSC_TRACE_BAD_DEPTH].n > 0;
  if (is_cancelled (last) || (is_nothing && last->window.failure))
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
        name, _lsc_trace_worker_offset (last));
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

/* ---- One file and more of them ------------------------------------------------------------ */

/* What one file gives: tables, in the first of its workers. */
typedef struct
{
  LscTextInput *input;
  GPtrArray *workers;
  LscTraceWorker *first;
  LscTraceWorker *last;
} FileReading;

static void
file_reading_clear (FileReading *self)
{
  g_clear_pointer (&self->workers, g_ptr_array_unref);
  g_clear_pointer (&self->input, lsc_text_input_close);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FileReading, file_reading_clear)

static gboolean
read_file (FileReading *self, const char *path, LscTraceDialect dialect, guint n_threads,
           gint64 least_part, LscJob *job, GError **error)
{
  self->input = lsc_text_input_open (path, job, error);
  if (!self->input)
    return FALSE;
  self->workers = make_workers (self->input, dialect, n_threads, least_part, job);
  self->first = g_ptr_array_index (self->workers, 0);
  self->last = run_workers (self->workers, n_threads);
  lsc_text_input_stop (self->input);
  return check_is_trace (self->first, self->last, path, error);
}

static void
say_all (LscTraceFile *self, LscSource *source, const LscTraceWorker *first,
         const LscTraceWorker *last)
{
  say_where_it_ends (self, source, last);
  say_joined (self, source, first);
  say_changed (self, source);
  say_bad (self, source, first);
  say_phases (self, source, first);
}

/* Tells what is wrong in one file of several while it is known in which; then it is no longer
 * counted. */
static void
say_of_slice (FileReading *reading, const LscSource *source, const char *path, LscNotices *notices)
{
  g_autoptr (LscSource) slice = lsc_source_new (source->format, source->folder, path);
  LscTraceFile about = { .input = reading->input,
                         .notices = notices,
                         .is_truncated = reading->last->ends_inside,
                         .truncated_at = reading->last->ends_inside ? reading->last->ended_at : 0,
                         .n_events = reading->first->file.n_events };

  slice->rank = source->rank;
  say_all (&about, slice, reading->first, reading->last);
  memset (reading->first->bad, 0, sizeof reading->first->bad);
  memset (reading->first->phases, 0, sizeof reading->first->phases);
}

static void
shift_details (LscTraceWorker *worker, gint64 by)
{
  for (guint i = 0; i < worker->file.tracks->len; i++)
    {
      LscRawSlices *slices = &g_array_index (worker->file.tracks, LscTrack, i).slices;

      for (gsize k = 0; k < slices->n; k++)
        slices->items[k].detail += by;
    }
  for (gsize i = 0; i < worker->file.asyncs.n; i++)
    worker->file.asyncs.items[i].offset += by;
}

static void
say_slice_missing (LscNotices *notices, const LscSource *source, const char *path, GError *error)
{
  LscNotice *notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_WARNING, "missing-slice", "%s", error->message));

  lsc_notice_set_place (notice, source->rank, path, NULL);
  lsc_notice_set_help (notice,
                       _ ("Its events are missing; the other files of the export were read."),
                       _ ("Export the recording again."));
  lsc_notices_add (notices, notice);
}

/* The other files of an export in slices (formats.md#discovery). Their texts are thought to follow
 * the first one, each a little apart. */
static gboolean
read_slices (FileReading *whole, LscSource *source, LscTraceDialect dialect, guint n_threads,
             gint64 least_part, LscNotices *notices, LscJob *job, GError **error)
{
  gint64 offset = _lsc_trace_worker_offset (whole->last) + 1;

  for (guint i = 0; source->parts && source->parts[i]; i++)
    {
      const char *path = source->parts[i];
      g_auto (FileReading) slice = { 0 };
      g_autoptr (GError) local = NULL;

      if (strcmp (path, source->file) == 0)
        continue;
      if (!read_file (&slice, path, dialect, n_threads, least_part, job, &local))
        {
          if (g_error_matches (local, LSC_ERROR, LSC_ERROR_CANCELLED))
            {
              g_propagate_error (error, g_steal_pointer (&local));
              return FALSE;
            }
          say_slice_missing (notices, source, path, local);
          continue;
        }
      say_of_slice (&slice, source, path, notices);
      shift_details (slice.first, offset);
      _lsc_trace_merge (whole->first, slice.first, n_threads);
      lsc_text_input_append (whole->input, g_steal_pointer (&slice.input), offset);
      offset += _lsc_trace_worker_offset (slice.last) + 1;
    }
  return TRUE;
}

/**
 * _lsc_trace_file_set_least_part:
 * @n_bytes: of a trace that are worth a thread
 *
 * For tests, whose traces are small. Thread: before any reads.
 */
void
_lsc_trace_file_set_least_part (gint64 n_bytes)
{
  usual_part = n_bytes;
}

LscTraceFile *
_lsc_trace_file_read_parts (LscSource *source, LscTraceDialect dialect, guint n_threads,
                            gint64 least_part, LscJob *job, GError **error)
{
  g_auto (FileReading) reading = { 0 };
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  gboolean has_slices = source->parts && source->parts[0] && source->parts[1];
  LscTraceFile *self;

  if (!read_file (&reading, source->file, dialect, n_threads, least_part, job, error))
    return NULL;
  if (has_slices)
    {
      say_of_slice (&reading, source, source->file, notices);
      if (!read_slices (&reading, source, dialect, n_threads, least_part, notices, job, error))
        return NULL;
    }
  self = make_file (reading.first, reading.last, g_steal_pointer (&reading.input));
  if (!has_slices)
    say_all (self, source, reading.first, reading.last);
  say_open (self, source, self->n_open);
  lsc_notices_add_all (self->notices, notices);
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
lsc_trace_file_read (LscSource *source, LscTraceDialect dialect, guint n_threads, LscJob *job,
                     GError **error)
{
  g_return_val_if_fail (source, NULL);
  return _lsc_trace_file_read_parts (source, dialect, n_threads, usual_part, job, error);
}

/**
 * lsc_trace_file_find_category:
 *
 * Returns: the number of a category, -1 when no event has it
 */
int
lsc_trace_file_find_category (const LscTraceFile *self, const char *name)
{
  g_return_val_if_fail (self && name, -1);
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
  g_return_val_if_fail (self, -1);
  if (link == LSC_SLICE_NONE)
    return -1;
  return link < LSC_TRACE_FOLD ? (gint64) link : self->folded.items[link - LSC_TRACE_FOLD];
}
