/* lsc-loader.c - reading and analysing off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-loader.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* Runs of the module tree that are kept; going back to one of them is instant. */
#define CACHED_RUNS 3

struct _LscLoader
{
  GObject parent_instance;

  GListStore *tasks;
  GHashTable *runs;      /* LscSource* -> LscRun* */
  GQueue recent;         /* LscSource*, the one used last first */
  GHashTable *timelines; /* LscSource* -> LscTimeline*, of the clusters that are open */

  GMutex lock;           /* of what follows: metadata of ranks that were looked at */
  GHashTable *summaries; /* LscSource* -> Summary* */
};

G_DEFINE_FINAL_TYPE (LscLoader, lsc_loader, G_TYPE_OBJECT)

/* What is kept of the header of a recording. */
typedef struct
{
  GHashTable *metadata;
} Summary;

/* What a job works on, and what it found. */
typedef struct
{
  LscTask *task;
  LscProject *project;
  LscCluster *cluster; /* of the project */
  LscSource *source;
  gint64 rank;
  guint n_threads;
  char *path;
  LscNotices *notices;
} Work;

static void
summary_free (gpointer data)
{
  Summary *self = data;

  g_clear_pointer (&self->metadata, g_hash_table_unref);
  g_free (self);
}

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_object (&work->task);
  g_clear_pointer (&work->project, lsc_project_unref);
  g_clear_pointer (&work->source, lsc_source_unref);
  g_clear_pointer (&work->notices, lsc_notices_unref);
  g_free (work->path);
  g_free (work);
}

typedef struct
{
  gpointer data;
  GDestroyNotify release;
} Release;

static void
release_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Release *what = task_data;

  what->release (what->data);
  g_task_return_boolean (task, TRUE);
}

/**
 * lsc_release_in_thread:
 * @data: (nullable) (transfer full): something big
 * @release: frees it, on any thread
 *
 * Frees what would hold up the main loop.
 */
void
lsc_release_in_thread (gpointer data, GDestroyNotify release)
{
  g_autoptr (GTask) task = NULL;
  Release *what;

  if (!data)
    return;
  what = g_new (Release, 1);
  *what = (Release){ data, release };
  task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_task_data (task, what, g_free);
  g_task_run_in_thread (task, release_thread);
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
lsc_loader_dispose (GObject *object)
{
  LscLoader *self = LSC_LOADER (object);

  lsc_loader_cancel_all (self);
  g_hash_table_remove_all (self->timelines);
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
  g_hash_table_unref (self->summaries);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (lsc_loader_parent_class)->finalize (object);
}

static void
lsc_loader_class_init (LscLoaderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lsc_loader_dispose;
  G_OBJECT_CLASS (klass)->finalize = lsc_loader_finalize;
}

static void
lsc_loader_init (LscLoader *self)
{
  self->tasks = g_list_store_new (LSC_TYPE_TASK);
  self->runs = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) lsc_source_unref, release_run);
  self->timelines =
      g_hash_table_new_full (NULL, NULL, (GDestroyNotify) lsc_source_unref, release_timeline);
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

static void
on_task_completed (GTask *task, GParamSpec *pspec, LscLoader *self)
{
  Work *work = g_task_get_task_data (task);
  guint position;

  if (g_list_store_find (self->tasks, work->task, &position))
    g_list_store_remove (self->tasks, position);
}

/* Starts @func on a thread, with an entry in the list of jobs until it is done. */
static void
start (LscLoader *self, Work *work, const char *title, GTaskThreadFunc func,
       GCancellable **cancellable_out, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  work->task = lsc_task_new (title);
  work->notices = lsc_notices_new ();
  task = g_task_new (self, lsc_task_get_cancellable (work->task), callback, user_data);
  g_task_set_name (task, title);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, work, work_free);
  g_signal_connect_object (task, "notify::completed", G_CALLBACK (on_task_completed), self, 0);
  g_list_store_append (self->tasks, work->task);
  if (cancellable_out)
    g_set_object (cancellable_out, lsc_task_get_cancellable (work->task));
  g_task_run_in_thread (task, func);
}

static void
open_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  GError *error = NULL;
  LscProject *project = lsc_discover (work->path, lsc_task_get_job (work->task), &error);

  if (project)
    g_task_return_pointer (task, project, (GDestroyNotify) lsc_project_unref);
  else
    g_task_return_error (task, error);
}

/**
 * lsc_loader_open_async:
 * @path: a folder or file
 *
 * Looks what can be read below @path, without reading it.
 */
void
lsc_loader_open_async (LscLoader *self, const char *path, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  Work *work;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = g_new0 (Work, 1);
  work->path = g_strdup (path);
  name = g_filename_display_basename (path);
  title = g_strdup_printf (_ ("Opening %s"), name);
  start (self, work, title, open_thread, NULL, callback, user_data);
}

/**
 * lsc_loader_open_finish:
 *
 * Returns: (transfer full) (nullable): what was found
 */
LscProject *
lsc_loader_open_finish (LscLoader *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
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

  summary->metadata =
      read->metadata ? g_hash_table_ref (read->metadata) : g_hash_table_new (NULL, NULL);
  g_mutex_lock (&self->lock);
  g_hash_table_replace (self->summaries, lsc_source_ref (source), summary);
  g_mutex_unlock (&self->lock);
}

typedef struct
{
  LscLoader *loader;
  Work *work;
} Survey;

static void
survey_one (gsize index, gpointer user_data)
{
  Survey *survey = user_data;
  LscSource *source = g_ptr_array_index (survey->work->cluster->sources, index);
  LscJob *job = lsc_task_get_job (survey->work->task);
  g_autoptr (LscRunSummary) summary = NULL;
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  if (!lsc_job_is_cancelled (job) && !has_summary (survey->loader, source))
    {
      summary = lsc_run_summary_glance (source, job, &error);
      if (summary)
        take_summary (survey->loader, source, summary);
      else if (!g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
        {
          notice = lsc_notice_new (LSC_SEVERITY_ERROR, "rank-unreadable", "%s", error->message);
          lsc_notice_set_place (notice, source->rank, source->file, NULL);
          lsc_notice_set_help (notice, _ ("This rank is left out; the others go on."), NULL);
          lsc_notices_add (survey->work->notices, notice);
        }
    }
}

static void
survey (LscLoader *self, Work *work)
{
  Survey data = { self, work };

  lsc_job_run_parallel (0, work->cluster->sources->len, survey_one, &data);
}

static void
survey_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  GError *error = NULL;

  survey (source, work);
  if (lsc_job_check (lsc_task_get_job (work->task), &error))
    g_task_return_pointer (task, lsc_notices_ref (work->notices),
                           (GDestroyNotify) lsc_notices_unref);
  else
    g_task_return_error (task, error);
}

/**
 * lsc_loader_survey_async:
 * @cluster: a cluster of @project
 *
 * Reads the headers of all ranks, to know early which of them cannot be read.
 */
void
lsc_loader_survey_async (LscLoader *self, LscProject *project, LscCluster *cluster,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  Work *work;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = g_new0 (Work, 1);
  work->project = lsc_project_ref (project);
  work->cluster = cluster;
  start (self, work, _ ("Looking at the ranks"), survey_thread, NULL, callback, user_data);
}

/**
 * lsc_loader_survey_finish:
 *
 * Returns: (transfer full) (nullable): a notice for each rank that cannot be read
 */
LscNotices *
lsc_loader_survey_finish (LscLoader *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
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

static void
load_rank_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  GError *error = NULL;
  LscRun *run = lsc_run_load (work->source, LSC_LOAD_FOR_TREE | LSC_LOAD_SIDE_BY_SIDE,
                              lsc_task_get_job (work->task), &error);

  if (run)
    g_task_return_pointer (task, run, (GDestroyNotify) lsc_run_unref);
  else
    g_task_return_error (task, error);
}

/**
 * lsc_loader_load_rank_async:
 * @source: a rank
 * @cancellable_out: (out) (optional) (transfer full): cancels this job alone
 *
 * Loads a rank for the module tree, or takes it from memory.
 */
void
lsc_loader_load_rank_async (LscLoader *self, LscSource *source, GCancellable **cancellable_out,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  LscRun *run;
  Work *work;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self));
  run = g_hash_table_lookup (self->runs, source);
  if (run)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

      g_task_set_check_cancellable (task, FALSE);
      if (cancellable_out)
        g_set_object (cancellable_out, cancellable);
      g_task_return_pointer (task, lsc_run_ref (run), (GDestroyNotify) lsc_run_unref);
      return;
    }
  work = g_new0 (Work, 1);
  work->source = lsc_source_ref (source);
  label = lsc_source_get_label (source);
  title = g_strdup_printf (_ ("Reading %s"), label);
  start (self, work, title, load_rank_thread, cancellable_out, callback, user_data);
}

/**
 * lsc_loader_load_rank_finish:
 *
 * Errors: those of lsc_run_load()
 *
 * Returns: (transfer full) (nullable): the run
 */
LscRun *
lsc_loader_load_rank_finish (LscLoader *self, GAsyncResult *result, GError **error)
{
  LscRun *run = g_task_propagate_pointer (G_TASK (result), error);

  if (run)
    remember (self, run->source, run);
  return run;
}

/* (element-type LscSource): the ranks of the pipeline that @work->rank belongs to; all of the
 * cluster when metadata does not tell. */
static GPtrArray *
pick_group (LscLoader *self, Work *work)
{
  GPtrArray *sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  g_autoptr (GHashTable) metadata = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GPtrArray) ranks = NULL;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < work->cluster->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (work->cluster->sources, i);
      Summary *summary = g_hash_table_lookup (self->summaries, source);

      if (summary)
        g_hash_table_insert (metadata, &source->rank, summary->metadata);
    }
  ranks = lsc_pipeline_group_ranks (metadata, NULL, work->rank);
  g_mutex_unlock (&self->lock);

  for (guint i = 0; ranks && i < ranks->len; i++)
    {
      gint64 rank = *(gint64 *) g_ptr_array_index (ranks, i);
      LscSource *source = lsc_cluster_find_rank (work->cluster, rank);

      if (source)
        g_ptr_array_add (sources, lsc_source_ref (source));
    }
  if (sources->len == 0)
    g_ptr_array_extend (sources, work->cluster->sources,
                        (GCopyFunc) (void (*) (void)) lsc_source_ref, NULL);
  return sources;
}

static void
load_pipeline_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  LscJob *job = lsc_task_get_job (work->task);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  LscPipeline *pipeline = NULL;
  GError *error = NULL;

  survey (source, work);
  lsc_notices_unref (work->notices); /* what cannot be read comes up again below, or is no part */
  work->notices = lsc_notices_new ();
  sources = pick_group (source, work);
  runs = lsc_runs_load (sources, LSC_LOAD_FOR_PIPELINE, 0, job, work->notices);
  for (guint i = 0; i < runs->len; i++)
    lsc_notices_add_all (work->notices, ((LscRun *) g_ptr_array_index (runs, i))->notices);
  if (lsc_job_check (job, &error))
    pipeline = lsc_pipeline_new (runs, NULL, job, &error);
  if (pipeline)
    g_task_return_pointer (task, pipeline, (GDestroyNotify) lsc_pipeline_unref);
  else
    g_task_return_error (task, error);
}

/**
 * lsc_loader_load_pipeline_async:
 * @cluster: a cluster of @project
 * @rank: a rank of it
 * @cancellable_out: (out) (optional) (transfer full): cancels this job alone
 *
 * Loads all ranks that share a pipeline with @rank and measures it.
 */
void
lsc_loader_load_pipeline_async (LscLoader *self, LscProject *project, LscCluster *cluster,
                                gint64 rank, GCancellable **cancellable_out,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  Work *work;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = g_new0 (Work, 1);
  work->project = lsc_project_ref (project);
  work->cluster = cluster;
  work->rank = rank;
  start (self, work, _ ("Reading the pipeline"), load_pipeline_thread, cancellable_out, callback,
         user_data);
}

/**
 * lsc_loader_load_pipeline_finish:
 * @notices_out: (out) (transfer full): notices of the ranks
 *
 * Errors: those of lsc_pipeline_new()
 *
 * Returns: (transfer full) (nullable): the pipeline
 */
LscPipeline *
lsc_loader_load_pipeline_finish (LscLoader *self, GAsyncResult *result, LscNotices **notices_out,
                                 GError **error)
{
  Work *work = g_task_get_task_data (G_TASK (result));

  *notices_out = lsc_notices_ref (work->notices);
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
load_timeline_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  LscJob *job = lsc_task_get_job (work->task);
  GError *error = NULL;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (work->source, work->n_threads, job, &error);

  if (timeline && lsc_timeline_complete (timeline, job, &error))
    g_task_return_pointer (task, g_steal_pointer (&timeline), (GDestroyNotify) lsc_timeline_unref);
  else
    g_task_return_error (task, error);
}

/**
 * lsc_loader_load_timeline_async:
 * @source: a rank
 * @n_threads: 0 = as many as there are processors; 1 when several ranks are read at once
 * @cancellable_out: (out) (optional) (transfer full): cancels this job alone
 *
 * Reads every event of a rank and what is computed of them, or takes it from memory.
 */
void
lsc_loader_load_timeline_async (LscLoader *self, LscSource *source, guint n_threads,
                                GCancellable **cancellable_out, GAsyncReadyCallback callback,
                                gpointer user_data)
{
  LscTimeline *timeline;
  Work *work;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self));
  timeline = g_hash_table_lookup (self->timelines, source);
  if (timeline)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

      g_task_set_check_cancellable (task, FALSE);
      if (cancellable_out)
        g_set_object (cancellable_out, cancellable);
      g_task_return_pointer (task, lsc_timeline_ref (timeline),
                             (GDestroyNotify) lsc_timeline_unref);
      return;
    }
  work = g_new0 (Work, 1);
  work->source = lsc_source_ref (source);
  work->n_threads = n_threads;
  label = lsc_source_get_label (source);
  title = g_strdup_printf (_ ("Reading the timeline of %s"), label);
  start (self, work, title, load_timeline_thread, cancellable_out, callback, user_data);
}

/**
 * lsc_loader_load_timeline_finish:
 *
 * Errors: those of lsc_timeline_load() and lsc_timeline_complete()
 *
 * Returns: (transfer full) (nullable): the completed timeline
 */
LscTimeline *
lsc_loader_load_timeline_finish (LscLoader *self, GAsyncResult *result, GError **error)
{
  LscTimeline *timeline = g_task_propagate_pointer (G_TASK (result), error);

  if (timeline && !g_hash_table_contains (self->timelines, timeline->source))
    g_hash_table_insert (self->timelines, lsc_source_ref (timeline->source),
                         lsc_timeline_ref (timeline));
  return timeline;
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
