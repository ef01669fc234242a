/* lsc-trace-view.c - the text export of the Ascend profiler
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "read/find/lsc-metadata.h"
#include "read/lsc-timeline-read.h"

static void
view_clear (LscView *self)
{
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
  g_clear_pointer (&self->files, lsc_text_files_free);
  g_clear_pointer (&self->trace, lsc_trace_file_free);
  g_clear_pointer (&self->kernels, lsc_kernel_table_free);
  g_clear_pointer (&self->groups, g_hash_table_unref);
  g_clear_pointer (&self->lanes, g_ptr_array_unref);
  g_free (self->layers);
  g_free (self->lane_of);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscView, view_clear)

static void
take_notice (LscView *self, LscNotice *notice, const char *why, const char *remedy)
{
  lsc_notice_set_help (notice, why, remedy);
  lsc_timeline_take_notice (self->timeline, notice, NULL, -1);
}

/* The trace, and the names of the timeline, which are its own. */
static void
take_trace (LscView *self)
{
  lsc_intern_unref (self->timeline->strings);
  self->timeline->strings = lsc_intern_ref (self->trace->strings);
  lsc_notices_add_all (self->timeline->notices, self->trace->notices);
  if (self->trace->n_events == 0)
    take_notice (
        self, lsc_notice_new (LSC_SEVERITY_WARNING, "empty-trace", _ ("The trace has no events.")),
        _ ("There is nothing to show of it."),
        _ ("Export the recording again, or open the whole result."));
}

/* What is read at the same time. Each has tables of its own until both are done. */
typedef struct
{
  LscView *view;
  GError *trace_error;
  char *kernel_path; /* (nullable) */
  LscIntern *strings;
  LscNotices *notices;
  GError *kernel_error;
} Reading;

static void
read_one (gsize index, gpointer user_data)
{
  Reading *reading = user_data;
  LscView *self = reading->view;

  if (index == 0 && self->source->format == LSC_FORMAT_TRACE_VIEW)
    self->trace = lsc_trace_file_read (self->source, LSC_TRACE_ASCEND, self->n_threads, self->job,
                                       &reading->trace_error);
  else if (index == 1 && reading->kernel_path)
    self->kernels = lsc_kernel_table_read (reading->kernel_path, reading->strings, reading->notices,
                                           self->job, &reading->kernel_error);
}

/* kernel_details.csv tells what is computing; without it names must do. */
static void
take_kernels (LscView *self, const Reading *reading)
{
  if (self->kernels)
    lsc_kernel_table_move_names (self->kernels, reading->strings, self->timeline->strings);
  lsc_notices_add_all (self->timeline->notices, reading->notices);
  if (reading->kernel_error)
    take_notice (self,
                 lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "bad-table", "%s",
                                                       reading->kernel_error->message)),
                 _ ("Which tasks compute is guessed from their names."), NULL);
  else if (!reading->kernel_path && self->trace)
    take_notice (self,
                 lsc_notice_new (LSC_SEVERITY_NOTE, "missing-table",
                                 _ ("There is no kernel_details.csv next to it.")),
                 _ ("Which tasks compute is guessed from their names; shapes are not available."),
                 _ ("Keep the files of an export together."));
}

/* Tables in slices have no common rows: of one of them the kernels of the others are not known. */
static void
say_table_slices (LscView *self, const char *path)
{
  g_autofree char *name = path ? g_path_get_basename (path) : NULL;

  if (name && g_str_has_prefix (name, "op_summary_slice_"))
    take_notice (self,
                 lsc_notice_new (LSC_SEVERITY_WARNING, "more-parts",
                                 _ ("The table of kernels is in slices; only %s is read."), name),
                 _ ("Which of the other tasks compute is guessed from their names."), NULL);
}

static void
reading_clear (Reading *self)
{
  g_clear_error (&self->trace_error);
  g_clear_error (&self->kernel_error);
  g_free (self->kernel_path);
  lsc_intern_unref (self->strings);
  lsc_notices_unref (self->notices);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

static gboolean
read_files (LscView *self, GError **error)
{
  g_auto (Reading)
      reading = { .view = self, .strings = lsc_intern_new (), .notices = lsc_notices_new () };
  GError **failure = &reading.trace_error;

  reading.kernel_path = lsc_text_files_find (self->files, "kernel_details.csv");
  if (!reading.kernel_path)
    reading.kernel_path = lsc_text_files_find_newest (self->files, "op_summary");
  lsc_job_run_parallel (self->n_threads, 2, read_one, &reading);
  if (!reading.trace_error &&
      g_error_matches (reading.kernel_error, LSC_ERROR, LSC_ERROR_CANCELLED))
    failure = &reading.kernel_error;
  if (*failure)
    {
      g_propagate_error (error, g_steal_pointer (failure));
      return FALSE;
    }
  if (self->trace)
    take_trace (self);
  take_kernels (self, &reading);
  say_table_slices (self, reading.kernel_path);
  return TRUE;
}

static void
read_header (LscView *self)
{
  LscTimeline *timeline = self->timeline;

  lsc_metadata_unref (timeline->metadata);
  timeline->metadata = lsc_text_read_metadata (self->source, timeline->notices);
  timeline->level =
      lsc_profiler_info_get_level (self->source->info_json, timeline->rank, timeline->notices);
  self->groups = lsc_text_read_groups (self->files, timeline->notices);
}

/* How many calls of a thread are looked at for the level. */
#define LEVEL_CALLS 20000

static gboolean
has_runtime_calls (const LscView *self)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      for (gsize k = 0; lane->class == LSC_VIEW_CANN && k < MIN (lane->raw.n, LEVEL_CALLS); k++)
        if (lane->raw.items[k].kind == LSC_SLICE_CANN_RUNTIME)
          return TRUE;
    }
  return FALSE;
}

/* What was recorded counts, not what was asked for (formats.md#level). */
static void
set_level (LscView *self)
{
  if (self->kernels && self->kernels->rows.n > 0)
    self->timeline->level = !self->kernels->has_cores ? 0 : has_runtime_calls (self) ? 2 : 1;
}

/* The last five bits of the process ids of device layers are the device (formats.md#trace-view). */
static void
set_device (LscView *self)
{
  LscTimeline *timeline = self->timeline;

  if (self->kernels && self->kernels->device >= 0)
    timeline->device = self->kernels->device;
  for (guint i = 0; self->trace && timeline->device < 0 && i < self->trace->tracks->len; i++)
    {
      const LscTrack *track = &g_array_index (self->trace->tracks, LscTrack, i);

      if (self->layers[i] == LSC_LAYER_DEVICE && track->pid_number >= 0 &&
          (track->pid_number & 31) != 31)
        timeline->device = track->pid_number & 31;
    }
}

/* Kernels may run at the same time, so together they are at least as long as the time in which any
 * of them runs; what is clearly less lacks rows. */
#define LEAST_PART_PERCENT 90

static void
compare_computing (LscView *self, const LscStepRows *steps)
{
  gint64 told_ns = 0, kernels_ns = 0;
  g_autofree char *told = NULL;
  g_autofree char *found = NULL;
  g_autofree char *name = NULL;

  for (gsize i = 0; i < steps->n; i++)
    told_ns += MAX (steps->items[i].computing_ns, 0);
  for (gsize i = 0; i < self->kernels->rows.n; i++)
    if (self->kernels->rows.items[i].kind != LSC_SLICE_COMM_OP)
      kernels_ns += self->kernels->rows.items[i].end_ns - self->kernels->rows.items[i].start_ns;
  if (kernels_ns / LEAST_PART_PERCENT >= told_ns / 100)
    return;
  told = lsc_format_duration (told_ns, LSC_TIME_UNIT_AUTO);
  found = lsc_format_duration (kernels_ns, LSC_TIME_UNIT_AUTO);
  name = g_path_get_basename (self->kernels->path);
  take_notice (self,
               lsc_notice_mark_loss (
                   lsc_notice_new (LSC_SEVERITY_WARNING, "tables-disagree",
                                   _ ("The kernels of %s take %s in total, but step_trace_time.csv "
                                      "next to it reports %s of computing."),
                                   name, found, told)),
               _ ("Computing, free time and the figures of modules are those of the kernels that "
                  "are there."),
               _ ("Export the profile again, or copy both files again: one of them lacks rows or "
                  "is of another run."));
}

/* Of a rank without trace and kernels the exporter's own sums and lists are all there is. */
static void
read_told_steps (LscView *self)
{
  LscTimeline *timeline = self->timeline;
  gboolean has_events = self->trace || self->kernels;
  LscStepRows rows = { 0 };

  if (has_events && timeline->device >= 0 && !self->kernels)
    return;
  lsc_text_read_steps (self->files, &rows, &timeline->device, timeline->notices, self->job);
  if (self->kernels)
    compare_computing (self, &rows);
  for (gsize i = 0; i < rows.n && !has_events; i++)
    {
      const LscStepRow *row = &rows.items[i];

      lsc_told_steps_append (&timeline->told_steps,
                             (LscToldStep){ .step = row->step,
                                            .computing_ns = row->computing_ns,
                                            .communication_ns = row->communication_ns,
                                            .not_overlapped_ns = row->not_overlapped_ns,
                                            .overlapped_ns = row->overlapped_ns,
                                            .free_ns = row->free_ns });
    }
  lsc_step_rows_clear (&rows);
  if (!has_events)
    lsc_text_read_comms (self->files, timeline, self->groups);
}

static void
widen (LscTimeline *timeline, const LscLane *lane, gsize index)
{
  gint64 begin_ns = lane->start_ns[index];
  gint64 end_ns = lsc_lane_get_end_ns (lane, (guint32) index);

  timeline->extended_begin_ns =
      timeline->has_extended ? MIN (timeline->extended_begin_ns, begin_ns) : begin_ns;
  timeline->extended_end_ns =
      timeline->has_extended ? MAX (timeline->extended_end_ns, end_ns) : end_ns;
  timeline->has_extended = TRUE;
}

/* Task types that the extended rule leaves out (steps.md#free-extended) are names here; what
 * computes is inside in any case. */
static void
set_extended (LscView *self)
{
  static const char *const outside[] = { "PROFILING_ENABLE", "PROFILING_DISABLE",
                                         "FFTS_PLUS",        "KERNEL_AICORE",
                                         "KERNEL_AIVEC",     "KERNEL_MIX_AIC",
                                         "KERNEL_MIX_AIV",   NULL };
  LscTimeline *timeline = self->timeline;
  gsize n_names = lsc_intern_size (timeline->strings);
  g_autofree guint8 *is_outside = g_new0 (guint8, n_names + 1);

  for (gsize i = 0; outside[i]; i++)
    {
      guint32 name = lsc_intern_find (timeline->strings, outside[i]);

      if (name != LSC_STRING_NONE)
        is_outside[name] = TRUE;
    }
  for (guint i = 0; self->trace && i < self->lanes->len; i++)
    {
      const LscViewLane *view = g_ptr_array_index (self->lanes, i);

      if (view->class != LSC_VIEW_STREAM || !view->built || view->track == G_MAXUINT32)
        continue;
      for (gsize k = 0; k < view->built->n; k++)
        if (view->built->name[k] >= n_names || !is_outside[view->built->name[k]])
          widen (timeline, view->built, k);
    }
  if (!timeline->has_extended)
    timeline->extended_reason = lsc_phrase_new_text (
        self->trace ? N_ ("not available because the trace has no tasks of the device")
                    : N_ ("not available because the tables list kernels only; export "
                          "trace_view.json or a database"));
}

static void
say_what_is_missing (LscView *self)
{
  LscTimeline *timeline = self->timeline;

  if (!self->has_launches)
    timeline->launch_reason = lsc_phrase_new_text (
        self->trace ? N_ ("not available because the trace does not say which call launched which "
                          "task; collect with ProfilerActivity.CPU")
                    : N_ ("not available because the tables do not list the calls of the host; "
                          "export trace_view.json or a database"));
  if (lsc_timeline_find_child (timeline, 0, LSC_ROLE_COUNTERS) == LSC_SLICE_NONE)
    timeline->counter_reason =
        g_strdup (_ ("not available because the text export has no counters; the database of the "
                     "same recording may have them"));
  if (!self->trace && !self->kernels)
    take_notice (self,
                 lsc_notice_new (LSC_SEVERITY_WARNING, "tables-only",
                                 _ ("The recording has tables only: no trace and no kernels.")),
                 _ ("There are no lanes; the figures of the tables are the exporter's."),
                 _ ("Export trace_view.json, kernel_details.csv or a database."));
}

static void
finish (LscView *self)
{
  LscTimeline *timeline = self->timeline;
  LscLinkList links = { 0 };

  _lsc_view_build_lanes (self);
  _lsc_view_build_tree (self);
  _lsc_view_set_steps (self);
  set_extended (self);
  _lsc_view_link (self, &links);
  _lsc_view_name_peers (self);
  _lsc_view_take_transfers (self);
  _lsc_view_add_counters (self);
  lsc_text_add_memory (timeline, self->files, self->job);
  say_what_is_missing (self);
  if (self->trace)
    lsc_copies_take (&timeline->copies, &self->trace->copies);
  lsc_copies_seal (&timeline->copies);
  lsc_timeline_seal (timeline, &links);
  lsc_link_list_clear (&links);
}

static LscMemoryBlocks *
read_blocks (const LscTimeline *timeline, LscJob *job, GError **error)
{
  return lsc_text_read_blocks (((const LscViewReader *) timeline->reader)->blocks_path, job, error);
}

static void
set_reader (LscView *self)
{
  LscViewReader *reader = self->reader;
  LscTimeline *timeline = self->timeline;

  if (self->trace)
    reader->input = g_steal_pointer (&self->trace->input);
  if (self->kernels)
    reader->kernel_path = g_strdup (self->kernels->path);
  reader->blocks_path = lsc_text_files_find_newest (self->files, "operator_memory");
  timeline->read_details = _lsc_view_read_details;
  timeline->read_blocks = read_blocks;
}

/**
 * lsc_trace_view_load:
 * @source: a text export: trace_view.json with what lies beside it, or tables alone
 * @n_threads: 1 or more
 *
 * Errors: those of lsc_trace_file_read(); %LSC_ERROR_CANCELLED. A table that is missing or damaged
 * is a notice.
 *
 * Source: lanes.md#tree, steps.md#sets, lanes.md#counters, #links; formats.md#text.
 *
 * Returns: (transfer full) (nullable): the timeline, sealed
 */
LscTimeline *
lsc_trace_view_load (LscSource *source, guint n_threads, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);

  g_auto (LscView) self = { .source = source, .job = job, .n_threads = MAX (n_threads, 1) };

  self.timeline = lsc_timeline_new (source);
  self.files = lsc_text_files_new (source);
  self.lanes = g_ptr_array_new_with_free_func (_lsc_view_lane_free);
  self.reader = g_new0 (LscViewReader, 1);
  self.reader->table_nodes = g_hash_table_new (NULL, NULL);
  self.timeline->reader = self.reader;
  self.timeline->free_reader = _lsc_view_reader_free;
  if (!read_files (&self, error))
    return NULL;
  read_header (&self);
  if (self.trace)
    {
      _lsc_view_split_tracks (&self);
      _lsc_view_set_device_kinds (&self);
    }
  else if (self.kernels)
    _lsc_view_add_table_lanes (&self);
  _lsc_view_find_exchanges (&self);
  set_device (&self);
  set_level (&self);
  read_told_steps (&self);
  if (!lsc_job_check (job, error))
    return NULL;
  finish (&self);
  set_reader (&self);
  if (!lsc_job_check (job, error))
    return NULL;
  return g_steal_pointer (&self.timeline);
}
