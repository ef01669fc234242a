/* lsc-loader.c - reading and analysing off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-loader-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-align.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-array.h"
#include "base/lsc-error.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* Runs of the module tree that are kept; going back to one of them is instant. */
#define CACHED_RUNS 3

G_DEFINE_FINAL_TYPE (LscLoader, lsc_loader, G_TYPE_OBJECT)

/* What is kept of the header of a recording. */
typedef struct
{
  LscMetadata *metadata;
} Summary;

static void
summary_free (gpointer data)
{
  Summary *self = data;

  g_clear_pointer (&self->metadata, lsc_metadata_unref);
  g_free (self);
}

LscLoaderWork *
_lsc_loader_work_new (LscLoader *self, const LscTaskWish *wish)
{
  LscLoaderWork *work = g_new0 (LscLoaderWork, 1);

  work->loader = g_object_ref (self);
  work->wish = *wish;
  return work;
}

static void
work_free (gpointer data)
{
  LscLoaderWork *work = data;

  if (work->wish.free_data)
    work->wish.free_data (work->wish.data);
  g_clear_pointer (&work->project, lsc_project_unref);
  g_clear_pointer (&work->sources, g_ptr_array_unref);
  g_clear_pointer (&work->timelines, g_ptr_array_unref);
  g_clear_pointer (&work->source, lsc_source_unref);
  g_clear_pointer (&work->notices, lsc_notices_unref);
  g_idle_add_once (g_object_unref, work->loader); /* which belongs to the main loop */
  if (work->extra)
    work->free_extra (work->extra);
  g_free (work->path);
  g_free (work->layout);
  g_free (work->groups);
  g_free (work);
}

void
_lsc_loader_tell (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscLoaderWork *work = data;

  work->wish.done (owner, result, work->wish.data, error);
}

static void
release_run (gpointer run)
{
  lsc_release_in_thread (run, (GDestroyNotify) lsc_run_unref);
}

static void
release_timeline (gpointer timeline)
{
  lsc_release_in_thread (timeline, (GDestroyNotify) lsc_timeline_unref);
}

static void
release_whole (gpointer whole)
{
  lsc_release_in_thread (whole, (GDestroyNotify) lsc_rank_summary_unref);
}

static void
release_side (gpointer side)
{
  lsc_release_in_thread (side, (GDestroyNotify) lsc_side_set_unref);
}

static void
lsc_loader_dispose (GObject *object)
{
  LscLoader *self = LSC_LOADER (object);

  lsc_loader_cancel_all (self);
  g_hash_table_remove_all (self->timelines);
  g_hash_table_remove_all (self->wholes);
  g_hash_table_remove_all (self->sides);
  g_queue_clear (&self->recent);
  g_hash_table_remove_all (self->runs);
  G_OBJECT_CLASS (lsc_loader_parent_class)->dispose (object);
}

static void
lsc_loader_finalize (GObject *object)
{
  LscLoader *self = LSC_LOADER (object);

  g_clear_object (&self->tasks);
  g_hash_table_unref (self->runs);
  g_hash_table_unref (self->timelines);
  g_hash_table_unref (self->wholes);
  g_hash_table_unref (self->sides);
  g_hash_table_unref (self->summaries);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (lsc_loader_parent_class)->finalize (object);
}

static void
lsc_loader_class_init (LscLoaderClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_loader_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_loader_finalize;
}

static void
lsc_loader_init (LscLoader *self)
{
  self->tasks = g_list_store_new (LSC_TYPE_TASK);
  self->runs = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) lsc_source_unref, release_run);
  self->timelines =
      g_hash_table_new_full (NULL, NULL, (GDestroyNotify) lsc_source_unref, release_timeline);
  self->wholes =
      g_hash_table_new_full (NULL, NULL, (GDestroyNotify) g_ptr_array_unref, release_whole);
  self->sides =
      g_hash_table_new_full (NULL, NULL, (GDestroyNotify) g_ptr_array_unref, release_side);
  self->summaries =
      g_hash_table_new_full (NULL, NULL, (GDestroyNotify) lsc_source_unref, summary_free);
  g_mutex_init (&self->lock);
}

LscLoader *
lsc_loader_new (void)
{
  return g_object_new (LSC_TYPE_LOADER, NULL);
}

/**
 * lsc_loader_get_tasks:
 *
 * Returns: (transfer none) (element-type LscTask): the jobs that run, oldest first
 */
GListModel *
lsc_loader_get_tasks (LscLoader *self)
{
  g_return_val_if_fail (LSC_IS_LOADER (self), NULL);
  return G_LIST_MODEL (self->tasks);
}

/**
 * lsc_loader_cancel_all:
 *
 * Asks every job to stop.
 */
void
lsc_loader_cancel_all (LscLoader *self)
{
  guint n;

  g_return_if_fail (LSC_IS_LOADER (self));
  n = g_list_model_get_n_items (G_LIST_MODEL (self->tasks));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscTask) task = g_list_model_get_item (G_LIST_MODEL (self->tasks), i);

      lsc_task_cancel (task);
    }
}

/* Starts work that is shown in the list of jobs until it is done. */
void
_lsc_loader_start (LscLoaderWork *work, const char *title, LscTaskRun run,
                   GDestroyNotify free_result, LscTaskDone done)
{
  lsc_task_start (work->wish.owner, work->wish.slot,
                  &(LscTaskWork){ .name = "loader",
                                  .title = title,
                                  .run = run,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = free_result,
                                  .done = done,
                                  .shown_in = work->loader->tasks });
}

static gpointer
run_cached (gpointer data, LscJob *job, GError **error)
{
  return ((LscLoaderWork *) data)->cached;
}

/* What is in memory is told in the same way, without being shown. */
void
_lsc_loader_start_cached (LscLoaderWork *work, gpointer result, GDestroyNotify free_result)
{
  work->cached = result;
  lsc_task_start (work->wish.owner, work->wish.slot,
                  &(LscTaskWork){ .name = "loader: cached",
                                  .run = run_cached,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = free_result,
                                  .done = _lsc_loader_tell });
}

static gpointer
run_open (gpointer data, LscJob *job, GError **error)
{
  return lsc_discover (((LscLoaderWork *) data)->path, job, error);
}

/**
 * lsc_loader_open:
 * @path: a folder or file
 * @wish: gets an #LscProject
 *
 * Looks what can be read below @path, without reading it.
 */
void
lsc_loader_open (LscLoader *self, const char *path, const LscTaskWish *wish)
{
  LscLoaderWork *work;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = _lsc_loader_work_new (self, wish);
  work->path = g_strdup (path);
  name = g_filename_display_basename (path);
  title = g_strdup_printf (_ ("Opening %s"), name);
  _lsc_loader_start (work, title, run_open, (GDestroyNotify) lsc_project_unref, _lsc_loader_tell);
}

static gboolean
has_summary (LscLoader *self, LscSource *source)
{
  gboolean found;

  g_mutex_lock (&self->lock);
  found = g_hash_table_contains (self->summaries, source);
  g_mutex_unlock (&self->lock);
  return found;
}

static void
take_summary (LscLoader *self, LscSource *source, LscRunSummary *read)
{
  Summary *summary = g_new0 (Summary, 1);

  summary->metadata = read->metadata ? lsc_metadata_ref (read->metadata) : lsc_metadata_new ();
  g_mutex_lock (&self->lock);
  g_hash_table_replace (self->summaries, lsc_source_ref (source), summary);
  g_mutex_unlock (&self->lock);
}

typedef struct
{
  const LscLoaderWork *work;
  LscJob *job;
  LscNotices *notices;
} Survey;

static void
survey_one (gsize index, gpointer user_data)
{
  Survey *survey = user_data;
  LscLoader *loader = survey->work->loader;
  LscSource *source = g_ptr_array_index (survey->work->sources, index);
  g_autoptr (LscRunSummary) summary = NULL;
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  if (!lsc_job_is_cancelled (survey->job) && !has_summary (loader, source))
    {
      summary = lsc_run_summary_glance (source, survey->job, &error);
      if (summary)
        take_summary (loader, source, summary);
      else if (!g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
        {
          notice = lsc_notice_new (LSC_SEVERITY_ERROR, "rank-unreadable", "%s", error->message);
          lsc_notice_set_place (notice, source->rank, source->file, NULL);
          lsc_notice_set_help (notice, _ ("This rank is left out; the others go on."), NULL);
          lsc_notices_add (survey->notices, notice);
        }
    }
}

/* Returns: (transfer full): a notice for each rank that cannot be read */
static LscNotices *
survey (const LscLoaderWork *work, LscJob *job)
{
  Survey data = { work, job, lsc_notices_new () };

  lsc_job_run_parallel (0, work->sources->len, survey_one, &data);
  return data.notices;
}

static gpointer
run_survey (gpointer data, LscJob *job, GError **error)
{
  g_autoptr (LscNotices) notices = survey (data, job);

  return lsc_job_check (job, error) ? g_steal_pointer (&notices) : NULL;
}

/**
 * lsc_loader_survey:
 * @cluster: a cluster of @project
 * @wish: gets #LscNotices, one for each rank that cannot be read
 *
 * Reads the headers of all ranks, to know early which of them cannot be read.
 */
void
lsc_loader_survey (LscLoader *self, LscProject *project, LscCluster *cluster,
                   const LscTaskWish *wish)
{
  LscLoaderWork *work;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = _lsc_loader_work_new (self, wish);
  work->project = lsc_project_ref (project);
  work->sources = g_ptr_array_ref (cluster->sources);
  _lsc_loader_start (work, _ ("Looking at the ranks"), run_survey,
                     (GDestroyNotify) lsc_notices_unref, _lsc_loader_tell);
}

static void
remember (LscLoader *self, LscSource *source, LscRun *run)
{
  g_queue_remove (&self->recent, source);
  g_queue_push_head (&self->recent, source);
  if (g_hash_table_lookup (self->runs, source) != run)
    g_hash_table_replace (self->runs, lsc_source_ref (source), lsc_run_ref (run));
  while (self->recent.length > CACHED_RUNS)
    g_hash_table_remove (self->runs, g_queue_pop_tail (&self->recent));
}

static gpointer
run_load_rank (gpointer data, LscJob *job, GError **error)
{
  return lsc_run_load (((LscLoaderWork *) data)->source, LSC_LOAD_FOR_TREE | LSC_LOAD_SIDE_BY_SIDE,
                       job, error);
}

static void
on_rank_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscRun *run = result;

  if (run)
    remember (((LscLoaderWork *) data)->loader, run->source, run);
  _lsc_loader_tell (owner, run, data, error);
}

/**
 * lsc_loader_load_rank:
 * @source: a rank
 * @wish: gets an #LscRun, or the errors of lsc_run_load()
 *
 * Loads a rank for the module tree, or takes it from memory.
 */
void
lsc_loader_load_rank (LscLoader *self, LscSource *source, const LscTaskWish *wish)
{
  LscRun *run;
  LscLoaderWork *work;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self));
  run = g_hash_table_lookup (self->runs, source);
  work = _lsc_loader_work_new (self, wish);
  if (run)
    {
      remember (self, source, run);
      _lsc_loader_start_cached (work, lsc_run_ref (run), (GDestroyNotify) lsc_run_unref);
      return;
    }
  work->source = lsc_source_ref (source);
  label = lsc_source_get_label (source);
  title = g_strdup_printf (_ ("Reading %s"), label);
  _lsc_loader_start (work, title, run_load_rank, (GDestroyNotify) lsc_run_unref, on_rank_loaded);
}

static void
pick (GPtrArray *picked, LscSource *source)
{
  if (!g_ptr_array_find (picked, source, NULL))
    g_ptr_array_add (picked, lsc_source_ref (source));
}

static void
pick_rank (GPtrArray *picked, GPtrArray *sources, gint64 rank)
{
  for (guint i = 0; i < sources->len; i++)
    if (((LscSource *) g_ptr_array_index (sources, i))->rank == rank)
      {
        pick (picked, g_ptr_array_index (sources, i));
        return;
      }
}

/* Adds the ranks of the pipeline that @rank belongs to; all of the cluster when metadata does not
 * tell. */
static void
pick_group (const LscLoaderWork *work, gint64 rank, GPtrArray *picked)
{
  LscLoader *self = work->loader;
  g_autoptr (GHashTable) metadata = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GPtrArray) ranks = NULL;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < work->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (work->sources, i);
      Summary *summary = g_hash_table_lookup (self->summaries, source);

      if (summary)
        g_hash_table_insert (metadata, &source->rank, summary->metadata);
    }
  ranks =
      lsc_pipeline_group_ranks (metadata, &(LscPipelineOptions){ .groups = work->groups }, rank);
  g_mutex_unlock (&self->lock);

  for (guint i = 0; ranks && i < ranks->len; i++)
    pick_rank (picked, work->sources, *(gint64 *) g_ptr_array_index (ranks, i));
  if (!ranks || picked->len == 0)
    for (guint i = 0; i < work->sources->len; i++)
      pick (picked, g_ptr_array_index (work->sources, i));
}

/* Reads the pipelines of @ranks, and with @with_peers those that run beside them. */
static LscPipeline *
read_pipeline (const LscLoaderWork *work, const LscInt64s *ranks, gboolean with_peers, LscJob *job,
               GError **error)
{
  g_autoptr (GPtrArray) sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  g_autoptr (GPtrArray) runs = NULL;
  const LscPipelineOptions options = { .groups = work->groups };

  /* what cannot be read comes up again below, or is no part */
  lsc_notices_unref (survey (work, job));
  for (gsize i = 0; i < ranks->n; i++)
    pick_group (work, ranks->items[i], sources);
  with_peers = with_peers && work->sources->len <= LSC_MOST_PIPELINE_RANKS;
  for (guint i = 0; with_peers && i < work->sources->len; i++)
    pick (sources, g_ptr_array_index (work->sources, i));
  runs = lsc_runs_load (sources, LSC_LOAD_FOR_PIPELINE, 0, job, work->notices);
  for (guint i = 0; i < runs->len; i++)
    lsc_notices_add_all (work->notices, ((LscRun *) g_ptr_array_index (runs, i))->notices);
  return lsc_job_check (job, error) ? lsc_pipeline_new (runs, &options, job, error) : NULL;
}

static gpointer
run_load_pipeline (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;

  return read_pipeline (work, &(LscInt64s){ &work->rank, 1, 1 }, TRUE, job, error);
}

/**
 * lsc_loader_load_pipeline:
 * @wish: gets an #LscPipeline, or the errors of lsc_pipeline_new()
 *
 * Loads all ranks that share a pipeline with a rank, those of the pipelines beside it, too, if they
 * are not too many, and measures them.
 */
void
lsc_loader_load_pipeline (LscLoader *self, const LscPipelineOf *what, const LscTaskWish *wish)
{
  LscLoaderWork *work;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = _lsc_loader_work_new (self, wish);
  work->project = lsc_project_ref (what->project);
  work->sources = g_ptr_array_ref (what->cluster->sources);
  work->rank = what->rank;
  work->groups = g_strdup (what->groups);
  work->notices = what->notices ? lsc_notices_ref (what->notices) : lsc_notices_new ();
  _lsc_loader_start (work, _ ("Reading the pipeline"), run_load_pipeline,
                     (GDestroyNotify) lsc_pipeline_unref, _lsc_loader_tell);
}

static gpointer
run_align (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;
  LscTimeline *const *timelines = (LscTimeline *const *) work->timelines->pdata;
  g_autoptr (LscPipeline) pipeline = NULL;
  LscInt64s ranks = { NULL, 0, 0 };

  for (guint i = 0; i < work->timelines->len; i++)
    lsc_int64s_append (&ranks, timelines[i]->rank);
  /* Ranks without a pipeline, or with one that cannot be read, are aligned by collectives. */
  pipeline = read_pipeline (work, &ranks, FALSE, job, NULL);
  lsc_int64s_clear (&ranks);
  if (!lsc_job_check (job, error))
    return NULL;
  return lsc_align_ranks (timelines, work->timelines->len, work->base, pipeline);
}

/**
 * lsc_loader_align:
 * @wish: gets the #LscClocks of the timelines, in their order
 *
 * Reads the pipelines of some ranks and asks how their clocks stand to each other.
 */
void
lsc_loader_align (LscLoader *self, const LscAlignOf *what, const LscTaskWish *wish)
{
  LscLoaderWork *work;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = _lsc_loader_work_new (self, wish);
  work->sources = g_ptr_array_ref (what->sources);
  work->timelines = g_ptr_array_ref (what->timelines);
  work->base = what->base;
  work->notices = lsc_notices_new ();
  _lsc_loader_start (work, _ ("Aligning the clocks"), run_align, (GDestroyNotify) lsc_clocks_free,
                     _lsc_loader_tell);
}

static gpointer
run_load_timeline (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (work->source, work->n_threads, job, error);

  if (timeline && !lsc_timeline_complete (timeline, job, error))
    g_clear_pointer (&timeline, lsc_timeline_unref);
  lsc_array_give_back ();
  return g_steal_pointer (&timeline);
}

static void
on_timeline_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscLoader *self = ((LscLoaderWork *) data)->loader;
  LscTimeline *timeline = result;

  if (timeline && !g_hash_table_contains (self->timelines, timeline->source))
    g_hash_table_insert (self->timelines, lsc_source_ref (timeline->source),
                         lsc_timeline_ref (timeline));
  _lsc_loader_tell (owner, timeline, data, error);
}

/**
 * lsc_loader_load_timeline:
 * @source: a rank
 * @n_threads: 0 = as many as there are processors; 1 when several ranks are read at once
 * @wish: gets a completed #LscTimeline, or the errors of lsc_timeline_load() and
 *   lsc_timeline_complete()
 *
 * Reads every event of a rank and what is computed of them, or takes it from memory.
 */
void
lsc_loader_load_timeline (LscLoader *self, LscSource *source, guint n_threads,
                          const LscTaskWish *wish)
{
  LscTimeline *timeline;
  LscLoaderWork *work;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self));
  timeline = g_hash_table_lookup (self->timelines, source);
  work = _lsc_loader_work_new (self, wish);
  if (timeline)
    {
      _lsc_loader_start_cached (work, lsc_timeline_ref (timeline),
                                (GDestroyNotify) lsc_timeline_unref);
      return;
    }
  work->source = lsc_source_ref (source);
  work->n_threads = n_threads;
  label = lsc_source_get_label (source);
  title = g_strdup_printf (_ ("Reading the timeline of %s"), label);
  _lsc_loader_start (work, title, run_load_timeline, (GDestroyNotify) lsc_timeline_unref,
                     on_timeline_loaded);
}

/**
 * lsc_loader_peek_timeline:
 *
 * Returns: (transfer none) (nullable): the completed timeline of a rank if it is in memory
 */
LscTimeline *
lsc_loader_peek_timeline (LscLoader *self, LscSource *source)
{
  g_return_val_if_fail (LSC_IS_LOADER (self), NULL);
  return g_hash_table_lookup (self->timelines, source);
}

/**
 * lsc_loader_drop_timeline:
 * @timeline: (nullable) (transfer full): what nobody wants any more
 */
void
lsc_loader_drop_timeline (LscTimeline *timeline)
{
  lsc_release_in_thread (timeline, (GDestroyNotify) lsc_timeline_unref);
}

/**
 * lsc_loader_forget_timeline:
 *
 * Has a rank read afresh the next time; for a file that has grown.
 */
void
lsc_loader_forget_timeline (LscLoader *self, LscSource *source)
{
  g_return_if_fail (LSC_IS_LOADER (self));
  g_hash_table_remove (self->timelines, source);
  g_hash_table_remove_all (self->wholes);
  g_hash_table_remove_all (self->sides);
}

/**
 * lsc_loader_forget_cluster:
 *
 * Gives back the memory of the ranks of a cluster that is no longer shown.
 */
void
lsc_loader_forget_cluster (LscLoader *self, LscCluster *cluster)
{
  g_return_if_fail (LSC_IS_LOADER (self));
  g_hash_table_remove (self->wholes, cluster->sources);
  g_hash_table_remove (self->sides, cluster->sources);
  for (guint i = 0; i < cluster->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (cluster->sources, i);

      g_queue_remove (&self->recent, source);
      g_hash_table_remove (self->runs, source);
      g_hash_table_remove (self->timelines, source);
      g_mutex_lock (&self->lock);
      g_hash_table_remove (self->summaries, source);
      g_mutex_unlock (&self->lock);
    }
}
