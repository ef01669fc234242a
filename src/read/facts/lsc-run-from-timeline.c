/* lsc-run-from-timeline.c - a run for the module tree and the pipeline, from a timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-timeline-read.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "read/find/lsc-cluster-groups.h"
#include "read/kineto/lsc-kineto.h"
#include "read/find/lsc-metadata.h"
#include "read/facts/lsc-run-from-timeline-private.h"

/* The module tree and the pipeline chart were made for databases. A timeline of a text export or a
 * Kineto trace knows the same: ops are the slices of host threads, connection ids are made of its
 * links. The real id of a launch is the number of its slice. Of a database the reader keeps what
 * pipelines ask for beyond that. */

static void
index_nodes (LscRunBuild *build)
{
  for (guint32 i = 0; i < build->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (build->timeline, i);
      GHashTable *table = node->role == LSC_ROLE_PYTHON_STACK ? build->stacks
                          : node->role == LSC_ROLE_MARK_LANE  ? build->marks
                                                              : NULL;
      gint64 tid = _lsc_run_build_tid (node);

      if (table && node->type == LSC_NODE_LANE && !g_hash_table_contains (table, &tid))
        g_hash_table_insert (table, g_memdup2 (&tid, sizeof tid), GUINT_TO_POINTER (i + 1));
    }
}

static void
take_header (LscRunBuild *build)
{
  LscTimeline *timeline = build->timeline;
  LscRun *run = build->run;

  run->loaded = build->flags;
  run->rank = timeline->rank;
  run->device = timeline->device;
  run->level = timeline->level;
  run->collection_end_ns = timeline->end_ns;
  run->host_name = g_strdup (timeline->host_name);
  run->host_uid = g_strdup (timeline->host_uid);
  run->has_marks_table = run->has_mark_domains = TRUE;
  run->is_gpu = lsc_format_is_gpu_trace (timeline->source->format) ||
                (timeline->source->format == LSC_FORMAT_OWN_DB && timeline->is_gpu);
  run->is_of_ops = lsc_timeline_is_of_ops (timeline);
  run->has_copy_launches = run->has_spanning_marks = run->is_gpu;
  lsc_metadata_unref (run->metadata);
  run->metadata = lsc_metadata_ref (timeline->metadata);
  if (timeline->facts)
    {
      _lsc_run_build_facts (build);
      return;
    }
  lsc_steps_reserve (&run->steps, timeline->steps.n);
  for (gsize i = 0; i < timeline->steps.n; i++)
    lsc_steps_append (&run->steps, timeline->steps.items[i]);
  lsc_notices_add_all (run->notices, timeline->notices);
  run->chip_name = g_strdup (timeline->chip_name);
  _lsc_run_build_own_chip (build);
  if (!timeline->is_gpu)
    {
      lsc_run_load_cluster_groups (run);
      if (build->flags & LSC_LOAD_KERNELS)
        lsc_run_load_chip_info (run);
      return;
    }
  if (!lsc_metadata_get (run->metadata, "parallel_group_info"))
    {
      g_autofree char *groups = lsc_kineto_groups_json (timeline);

      if (groups)
        lsc_run_add_metadata (run, "parallel_group_info", groups);
    }
}

/* Of a database the facts say what pipelines need, and links which op launched what. */
static gboolean
build_kernels (LscRunBuild *build, GError **error)
{
  if (build->timeline->facts && !(build->flags & (LSC_LOAD_KERNELS | LSC_LOAD_COPIES)))
    return _lsc_run_build_facts_kernels (build, error);
  return _lsc_run_build_kernels (build, error);
}

static gboolean
fill (LscRunBuild *build, GError **error)
{
  const LscLoadFlags ops = LSC_LOAD_LINKED_OPS | LSC_LOAD_ALL_OPS;

  index_nodes (build);
  take_header (build);
  if ((build->flags & (ops | LSC_LOAD_LINKS)) && !_lsc_run_build_ops (build, error))
    return FALSE;
  if ((build->flags & LSC_LOAD_LINKS) && !_lsc_run_build_connections (build, error))
    return FALSE;
  if ((build->flags & (LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES | LSC_LOAD_COPIES)) &&
      !build_kernels (build, error))
    return FALSE;
  if ((build->flags & LSC_LOAD_SHAPES) &&
      (!_lsc_run_build_shapes (build, error) || !_lsc_run_build_dims (build, error) ||
       !_lsc_run_build_own_kernels (build, error)))
    return FALSE;
  if ((build->flags & LSC_LOAD_COUNTERS) && !_lsc_run_build_launches (build, error))
    return FALSE;
  if (!(build->flags & (LSC_LOAD_MARKS | LSC_LOAD_MARK_TASKS)))
    return TRUE;
  if (!build->timeline->facts)
    return _lsc_run_build_marks (build, error);
  _lsc_run_build_facts_marks (build);
  return lsc_job_check (build->job, error);
}

static void
init_build (LscRunBuild *self)
{
  LscTimeline *timeline = self->timeline;

  self->n_names = lsc_intern_size (timeline->strings);
  self->name_of = g_new (guint32, self->n_names + 1);
  memset (self->name_of, 0xff, (self->n_names + 1) * sizeof (guint32));
  self->fused_of = g_new0 (guint8, self->n_names + 1);
  self->first_op = g_new (guint32, timeline->nodes->len + 1);
  memset (self->first_op, 0xff, ((gsize) timeline->nodes->len + 1) * sizeof (guint32));
  self->threads = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->stacks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->marks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static void
clear_build (LscRunBuild *self)
{
  g_free (self->name_of);
  g_free (self->fused_of);
  g_free (self->first_op);
  g_hash_table_unref (self->threads);
  g_hash_table_unref (self->stacks);
  g_hash_table_unref (self->marks);
}

/**
 * lsc_run_complete_rows:
 * @run: what lsc_ascend_timeline_load() gave beside the timeline
 * @timeline: that timeline
 *
 * Adds the header, steps and marks, which are among the facts of the timeline. Nobody else may know
 * the run yet.
 */
void
lsc_run_complete_rows (LscRun *run, LscTimeline *timeline)
{
  LscRunBuild build = { .timeline = timeline, .run = run, .shares_names = TRUE };

  g_return_if_fail (run && timeline && timeline->facts);
  build.flags = run->loaded;
  init_build (&build);
  for (guint i = 0; i < run->threads.n; i++)
    g_hash_table_insert (build.threads, g_memdup2 (&run->threads.items[i], sizeof (gint64)),
                         GUINT_TO_POINTER (i + 1));
  take_header (&build);
  _lsc_run_build_facts_marks (&build);
  clear_build (&build);
}

/* What modules and pipelines ask for beyond events is not in every file. */
static void
note_lost_facts (LscRun *run)
{
  LscNotice *notice;

  if (run->source->format != LSC_FORMAT_OWN_DB)
    return;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "facts-not-kept", "%s",
                           _ ("A Lanescope database keeps events, links, counters and kernels with "
                              "their shapes, but no sizes of transfers."));
  lsc_notice_set_help (notice, _ ("The speed of links between ranks is not known."),
                       _ ("Open the recording itself for them."));
  lsc_run_take_notice (run, notice, NULL, -1);
}

/**
 * lsc_run_new_from_timeline:
 * @timeline: sealed
 * @flags: what of it is wanted
 * @job: (nullable): progress and cancellation
 * @error: %LSC_ERROR_CANCELLED
 *
 * Makes what the module tree (formats.md#kineto) and the pipeline chart (pipeline.md#gpu) read
 * of a database. Of a text export the table of kernels and the chip's description are read, of a
 * trace nothing more. With %LSC_LOAD_FOR_PIPELINE the run of a timeline of a profiler database
 * equals the one that lsc_run_load() reads of it, and so do its notices.
 *
 * Returns: (transfer full) (nullable): the run; it does not need the timeline any more
 */
LscRun *
lsc_run_new_from_timeline (LscTimeline *timeline, LscLoadFlags flags, LscJob *job, GError **error)
{
  g_return_val_if_fail (timeline, NULL);

  g_autoptr (LscRun) run = lsc_run_new (timeline->source);
  LscRunBuild build = { .timeline = timeline, .run = run, .flags = flags, .job = job };
  gboolean ok;

  if (timeline->facts && !(flags & (LSC_LOAD_KERNELS | LSC_LOAD_SHAPES | LSC_LOAD_COPIES)))
    _lsc_run_build_share_names (&build);

  init_build (&build);
  ok = fill (&build, error);
  clear_build (&build);
  note_lost_facts (run);
  return ok ? g_steal_pointer (&run) : NULL;
}
