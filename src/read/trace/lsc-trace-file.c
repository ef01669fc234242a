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
  GPtrArray *workers = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_trace_worker_free);
  gint64 size = lsc_text_input_get_file_size (input);
  gint64 n = n_threads > 0 ? n_threads : g_get_num_processors ();

  n = lsc_text_input_is_plain (input) ? CLAMP (size / MAX (least_part, 1), 1, n) : 1;
  g_ptr_array_add (workers, lsc_trace_worker_new (input, dialect, 0, job));
  for (gint64 i = 1; i < n; i++)
    {
      gint64 cut = (gint64) ((double) size / (double) n * (double) i);
      LscTraceWorker *last = g_ptr_array_index (workers, workers->len - 1);
      LscTraceWorker *worker;

      if (cut <= last->begin)
        continue;
      worker = lsc_trace_worker_new (input, dialect, cut, job);
      if (!_lsc_trace_worker_find_event (worker, MOST_LOOK))
        {
          lsc_trace_worker_free (worker);
          break;
        }
      worker->place = LSC_TRACE_IN_EVENTS;
      worker->has_array = worker->is_later_part = TRUE;
      worker->begin = worker->progress_at = last->stop = lsc_trace_worker_offset (worker);
      g_ptr_array_add (workers, worker);
    }
  return workers;
}

static void
run_worker (gsize index, gpointer user_data)
{
  _lsc_trace_worker_run (g_ptr_array_index ((GPtrArray *) user_data, index));
}

/* What the first part read beside the events is known to the one that goes on behind them, as if
 * there were no parts: it decides what a document that was joined may be. */
static void
hand_on_top (LscTraceWorker *first, LscTraceWorker *last)
{
  GHashTable *none = last->file.top;

  if (first == last)
    return;
  last->file.top = first->file.top;
  last->top_bytes = first->top_bytes;
  last->n_joined = first->n_joined;
  first->file.top = none;
  first->top_bytes = first->n_joined = 0;
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

      if (lsc_trace_is_cancelled (next))
        return next;
      if (last->place != LSC_TRACE_IN_EVENTS || lsc_trace_worker_offset (last) != next->begin)
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
  hand_on_top (first, last);
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
          lsc_trace_close_slice (slices, open->items[j], end_ns);
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

/* Flows that came before the first link were kept, since there might have been none: they go, or
 * what is kept would depend on the order of events and on how the file was cut into parts. */
static void
drop_flows (LscTraceFile *self, LscTraceDialect dialect)
{
  LscFlows *flows = &self->flows;
  int passes = lsc_trace_file_find_category (self, LSC_TRACE_FWDBWD);
  gsize n = 0;

  if (dialect != LSC_TRACE_KINETO || !self->has_links)
    return;
  for (gsize i = 0; i < flows->n; i++)
    if (flows->items[i].category == passes)
      flows->items[n++] = flows->items[i];
  flows->n = n;
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

/**
 * lsc_trace_make_file:
 * @worker: all tables
 * @last: the worker that came to the end
 * @input: (transfer full) (nullable): what was read
 *
 * Returns: (transfer full): everything of use out of the tables
 */
LscTraceFile *
lsc_trace_make_file (LscTraceWorker *worker, const LscTraceWorker *last, LscTextInput *input)
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
  self->text_bytes = lsc_trace_worker_offset (last);
  self->n_bad = (gint64) worker->orphans.n;
  for (guint i = 0; i < LSC_TRACE_N_BAD; i++)
    self->n_bad += worker->bad[i].n;
  self->input = input;
  self->notices = lsc_notices_new ();
  drop_flows (self, worker->dialect);
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
  return _lsc_trace_check (self->first, self->last, path, error);
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
  lsc_trace_say_all (&about, slice, reading->first, reading->last);
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
  gint64 offset = lsc_trace_worker_offset (whole->last) + 1;

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
      offset += lsc_trace_worker_offset (slice.last) + 1;
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
  self = lsc_trace_make_file (reading.first, reading.last, g_steal_pointer (&reading.input));
  if (!has_slices)
    lsc_trace_say_all (self, source, reading.first, reading.last);
  lsc_trace_say_open (self, source, self->n_open);
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
