/* lsc-kineto.c - the timeline of a PyTorch GPU trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-timeline-read.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "read/kineto/lsc-kineto-private.h"
#include "read/kineto/lsc-kineto.h"
#include "read/find/lsc-metadata.h"

/* formats.md#kineto. The scan hands over tracks of raw slices; here they are dealt out to lanes, a
 * few events are looked at again for their arguments, lanes are made, and links found. */

static void
build_init (LscKinetoBuild *self, LscTimeline *timeline, LscTraceFile *trace, LscJob *job)
{
  *self = (LscKinetoBuild){ .timeline = timeline, .trace = trace, .job = job };
  self->rule = trace->has_whole_us ? LSC_LANE_SLACK : LSC_LANE_NESTED;
  self->buckets =
      g_array_sized_new (FALSE, FALSE, sizeof (LscKinetoBucket), 2 * trace->tracks->len);
  g_array_set_clear_func (self->buckets, _lsc_kineto_clear_bucket);
  self->groups = g_ptr_array_new_with_free_func (_lsc_kineto_free_group);
  self->memory = g_ptr_array_new_with_free_func (_lsc_kineto_free_memory);
  self->device_begin_ns = G_MAXINT64;
  self->device_end_ns = G_MININT64;
}

static void
build_clear (LscKinetoBuild *self)
{
  g_array_unref (self->buckets);
  g_ptr_array_unref (self->groups);
  g_ptr_array_unref (self->memory);
  lsc_kineto_looks_clear (&self->looks);
  lsc_kineto_nodes_clear (&self->nodes);
  lsc_kineto_fars_clear (&self->fars);
  g_free (self->bucket_of);
  g_free (self->categories);
  g_free (self->thread_ranks);
  g_free (self->name_classes);
  lsc_flows_clear (&self->arrows);
  g_clear_pointer (&self->is_device, g_hash_table_unref);
  g_clear_pointer (&self->other_hosts, g_hash_table_unref);
}

static void
take_metadata (LscKinetoBuild *build)
{
  LscTimeline *timeline = build->timeline;
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, build->trace->top);
  while (g_hash_table_iter_next (&iter, &key, &value))
    lsc_metadata_set (timeline->metadata, key, value);
  timeline->is_gpu = TRUE;
  timeline->zero_ns = build->trace->has_base ? build->trace->base_ns : 0;
  timeline->level = -1;
  if (timeline->rank == LSC_RANK_UNKNOWN)
    timeline->rank = _lsc_kineto_read_rank (timeline->metadata);
  lsc_metadata_report (timeline->metadata, timeline->notices, timeline->rank,
                       timeline->source->file);
  _lsc_kineto_learn_groups (build);
}

/* No category is one of a device: either none was recorded, or it is not known here. */
static void
tell_no_category (LscKinetoBuild *build)
{
  LscTimeline *timeline = build->timeline;
  g_autofree char *unknown = _lsc_kineto_list_unknown (build);
  g_autofree char *devices = _lsc_kineto_list_devices (build);
  g_autofree char *why = NULL;
  LscNotice *notice;

  if (!unknown)
    {
      timeline->extended_reason = lsc_phrase_new_text (
          N_ ("not available because the trace has no events of a device: record with "
              "ProfilerActivity.CUDA"));
      return;
    }
  timeline->extended_reason = lsc_phrase_new (
      N_ ("not available because no category of the trace is known as a device's; seen: %s"),
      unknown);
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "unknown-device",
                           _ ("No events were recognised as those of a device. Categories that are "
                              "not known: %s."),
                           unknown);
  if (devices)
    why = g_strdup_printf (_ ("Processes that look like devices: %s."), devices);
  lsc_notice_set_help (notice, why,
                       _ ("Device events name a stream, or are in a process or thread called GPU, "
                          "MTIA, stream or similar."));
  lsc_timeline_take_notice (timeline, notice, "traceEvents", -1);
}

static void
tell_no_device (LscKinetoBuild *build)
{
  LscTimeline *timeline = build->timeline;

  if (timeline->source->format == LSC_FORMAT_NSIGHT)
    timeline->extended_reason = lsc_phrase_new_text (
        N_ ("not available because the export has no device work in it: record with nsys profile "
            "--trace=cuda,nvtx"));
  else if (timeline->source->format == LSC_FORMAT_PERFETTO)
    timeline->extended_reason = lsc_phrase_new_text (
        N_ ("not available because the trace has no device work in it: no GPU render stages"));
  else
    tell_no_category (build);
}

static void
tell_no_launches (LscTimeline *timeline)
{
  timeline->launch_reason = lsc_phrase_new_text (
      timeline->source->format == LSC_FORMAT_NSIGHT
          ? N_ ("not available because the export has no calls of the CUDA runtime: record with "
                "nsys profile --trace=cuda,nvtx")
          : N_ ("not available because the trace has no calls of the CUDA runtime: record "
                "with ProfilerActivity.CPU and ProfilerActivity.CUDA"));
}

static void
tell_no_counters (LscTimeline *timeline)
{
  timeline->counter_reason = g_strdup (
      timeline->source->format == LSC_FORMAT_NSIGHT
          ? _ ("not available because Nsight Systems does not record PyTorch's allocations: record "
               "with torch.profiler and profile_memory=True")
          : _ ("not available because the trace has no samples of memory: record with "
               "profile_memory=True"));
}

static void
tell_gaps (LscKinetoBuild *build)
{
  LscTimeline *timeline = build->timeline;

  if (build->device_begin_ns <= build->device_end_ns)
    {
      timeline->has_extended = TRUE;
      timeline->extended_begin_ns = build->device_begin_ns;
      timeline->extended_end_ns = build->device_end_ns;
    }
  else
    tell_no_device (build);
  if (build->n_launches == 0)
    tell_no_launches (timeline);
  if (lsc_timeline_find_child (timeline, 0, LSC_ROLE_MEMORY) == LSC_SLICE_NONE &&
      lsc_timeline_find_child (timeline, 0, LSC_ROLE_COUNTERS) == LSC_SLICE_NONE)
    tell_no_counters (timeline);
  if (build->n_out_of_range > 0)
    {
      LscNotice *notice = lsc_notice_new (
          LSC_SEVERITY_WARNING, "time-out-of-range",
          _ ("%" PRId64 " events are outside the range of 64-bit nanoseconds and were skipped."),
          build->n_out_of_range);

      lsc_notice_mark_loss (notice);
      lsc_notice_set_help (notice, NULL, _ ("Check baseTimeNanoseconds in the file."));
      lsc_timeline_take_notice (timeline, notice, "traceEvents", build->n_out_of_range);
    }
}

static gboolean
fill (LscKinetoBuild *build, GError **error)
{
  LscTimeline *timeline = build->timeline;
  LscKinetoReader *reader = timeline->reader;
  LscLinkList links = { 0 };
  gboolean ok;

  take_metadata (build);
  if (!_lsc_kineto_sort (build, error) || !_lsc_kineto_look (build, error) ||
      !_lsc_kineto_make_lanes (build, error))
    return FALSE;
  _lsc_kineto_take_blocks (build);
  _lsc_kineto_add_nodes (build);
  reader->roles = g_new0 (guint8, timeline->n_slices / 4 + 1);
  ok = _lsc_kineto_make_links (build, &links, error) &&
       _lsc_kineto_make_passes (build, &links, error);
  ok = ok && _lsc_kineto_take_launches (build, error);
  if (ok)
    {
      timeline->chip_name = lsc_kineto_read_device_name (timeline->metadata, timeline->device);
      tell_gaps (build);
      lsc_copies_take (&timeline->copies, &build->trace->copies);
      lsc_copies_seal (&timeline->copies);
      lsc_timeline_seal (timeline, &links);
    }
  lsc_link_list_clear (&links);
  return ok;
}

/**
 * lsc_kineto_load:
 * @source: a PyTorch trace, in JSON or in Perfetto's format, plain, gzipped or in an archive; or an
 *   export of Nsight Systems
 * @n_threads: to read with
 * @job: (nullable): progress and cancellation
 * @error: %LSC_ERROR_IO, %LSC_ERROR_CORRUPT, %LSC_ERROR_LIMIT, %LSC_ERROR_CANCELLED
 *
 * Reads a Kineto trace into lanes (lanes.md#tree) with links (formats.md#kineto-links): launches by
 * correlation, ops by containment, forward and backward by flows or sequence numbers. Kernels of
 * collectives stay on their stream and are mirrored in the group "Communication".
 *
 * Thread: any; the file is only read.
 *
 * Returns: (transfer full) (nullable): the timeline, sealed
 */
LscTimeline *
lsc_kineto_load (LscSource *source, guint n_threads, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);

  LscTraceTexts texts;
  g_autoptr (LscTraceFile) trace = _lsc_kineto_read_file (source, n_threads, &texts, job, error);
  g_autoptr (LscTimeline) timeline = NULL;
  LscKinetoReader *reader;
  LscKinetoBuild build;
  gboolean ok;

  if (!trace)
    {
      lsc_trace_texts_clear (&texts);
      return NULL;
    }
  timeline = lsc_timeline_new (source);
  lsc_notices_add_all (timeline->notices, trace->notices);
  g_clear_pointer (&timeline->strings, lsc_intern_unref);
  timeline->strings = lsc_intern_ref (trace->strings);
  reader = _lsc_kineto_reader_new (timeline);
  build_init (&build, timeline, trace, job);
  build.texts = &texts;
  ok = fill (&build, error);
  build_clear (&build);
  reader->input = g_steal_pointer (&trace->input);
  reader->texts = texts;
  g_clear_pointer (&trace, lsc_trace_file_free);
  /* Which holes threads leave in the memory is luck, and so is whether analyses fit into them. */
  if (n_threads != 1)
    lsc_array_give_back ();
  return ok ? g_steal_pointer (&timeline) : NULL;
}
