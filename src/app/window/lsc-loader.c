/* lsc-loader.c - asking sessions off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-loader-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-align.h"
#include "app/window/lsc-app.h"
#include "app/window/lsc-session-settings.h"
#include "session/lsc-session-find.h"

/* "options-changed": recordings are looked at in another way: pages that show conclusions ask
 * again
 * "judged", with an #LscRankSummary: the ranks of a cluster were judged, anew or for another page
 */
enum
{
  OPTIONS_CHANGED,
  JUDGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LscLoader, lsc_loader, G_TYPE_OBJECT)

/* ---- work ---- */

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
  g_clear_pointer (&work->pair, lsc_session_pair_unref);
  g_clear_pointer (&work->session, lsc_session_unref);
  g_clear_pointer (&work->sources, g_ptr_array_unref);
  g_clear_pointer (&work->timelines, g_ptr_array_unref);
  g_clear_pointer (&work->source, lsc_source_unref);
  g_clear_pointer (&work->notices, lsc_notices_unref);
  g_idle_add_once (g_object_unref, work->loader); /* which belongs to the main loop */
  if (work->extra)
    work->free_extra (work->extra);
  g_strfreev (work->names);
  g_free (work->path);
  g_free (work);
}

void
_lsc_loader_tell (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscLoaderWork *work = data;

  work->wish.done (owner, result, work->wish.data, error);
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

/* ---- sessions ---- */

/** A pair that was compared; borrows nothing. */
typedef struct
{
  GPtrArray *sources[LSC_N_SIDES];
  char *names[LSC_N_SIDES];
  LscSessionPair *pair;
} LoaderPair;

static void
pair_free (gpointer data)
{
  LoaderPair *self = data;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_ptr_array_unref (self->sources[side]);
      g_free (self->names[side]);
    }
  lsc_release_in_thread (self->pair, (GDestroyNotify) lsc_session_pair_unref);
  g_free (self);
}

static void
release_session (gpointer session)
{
  lsc_release_in_thread (session, (GDestroyNotify) lsc_session_unref);
}

static LscSession *
open_session (LscLoader *self, LscCluster *cluster)
{
  g_autoptr (LscSessionOptions) options = lsc_session_settings_read (self->settings);
  LscSession *session = lsc_session_new (cluster->sources, options);

  g_hash_table_insert (self->sessions, g_ptr_array_ref (cluster->sources), session);
  for (guint i = 0; i < cluster->sources->len; i++)
    g_hash_table_insert (self->of_source, cluster->sources->pdata[i], session);
  return session;
}

/**
 * lsc_loader_get_session:
 * @cluster: one that is open
 *
 * Returns: (transfer none): what is known of its ranks
 */
LscSession *
lsc_loader_get_session (LscLoader *self, LscCluster *cluster)
{
  LscSession *session;

  g_return_val_if_fail (LSC_IS_LOADER (self) && cluster != NULL, NULL);
  session = g_hash_table_lookup (self->sessions, cluster->sources);
  return session ? session : open_session (self, cluster);
}

/* One that stands in no cluster that was asked for has a session of its own. */
static LscSession *
find_session (LscLoader *self, LscSource *source)
{
  LscSession *session = g_hash_table_lookup (self->of_source, source);
  g_autoptr (GPtrArray) alone = NULL;

  if (session)
    return session;
  alone = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  g_ptr_array_add (alone, lsc_source_ref (source));
  return open_session (self, &(LscCluster){ .sources = alone });
}

static gboolean
is_pair_of (const LoaderPair *pair, LscCluster *const clusters[LSC_N_SIDES],
            const char *const names[LSC_N_SIDES])
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (pair->sources[side] != clusters[side]->sources ||
        g_strcmp0 (pair->names[side], names[side]) != 0)
      return FALSE;
  return TRUE;
}

/* Returns: (transfer none): the pair of two clusters under these names */
LscSessionPair *
_lsc_loader_get_pair (LscLoader *self, LscCluster *const clusters[LSC_N_SIDES],
                      const char *const names[LSC_N_SIDES])
{
  LscSessionSide sides[LSC_N_SIDES];
  LoaderPair *pair;

  for (guint i = 0; i < self->pairs->len; i++)
    if (is_pair_of (self->pairs->pdata[i], clusters, names))
      return ((LoaderPair *) self->pairs->pdata[i])->pair;
  pair = g_new0 (LoaderPair, 1);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      sides[side] =
          (LscSessionSide){ lsc_loader_get_session (self, clusters[side]), NULL, names[side] };
      pair->sources[side] = g_ptr_array_ref (clusters[side]->sources);
      pair->names[side] = g_strdup (names[side]);
    }
  pair->pair = lsc_session_pair_new (sides, NULL);
  g_ptr_array_add (self->pairs, pair);
  return pair->pair;
}

/**
 * lsc_loader_take_settings:
 *
 * The preferences are others: what depends on them is made anew when it is asked for.
 */
void
lsc_loader_take_settings (LscLoader *self)
{
  g_autoptr (LscSessionOptions) options = NULL;
  GHashTableIter iter;
  gpointer session;

  g_return_if_fail (LSC_IS_LOADER (self));
  options = lsc_session_settings_read (self->settings);
  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, &session))
    lsc_session_set_options (session, options);
  g_signal_emit (self, signals[OPTIONS_CHANGED], 0);
}

/**
 * lsc_loader_take_options:
 * @options: of the preferences, but for what a page asks for
 *
 * Tells a cluster alone how it is looked at, such as by other clocks.
 */
void
lsc_loader_take_options (LscLoader *self, LscCluster *cluster, const LscSessionOptions *options)
{
  g_return_if_fail (LSC_IS_LOADER (self) && cluster != NULL && options != NULL);
  lsc_session_set_options (lsc_loader_get_session (self, cluster), options);
  g_signal_emit (self, signals[OPTIONS_CHANGED], 0);
}

/* ---- finding ---- */

static gpointer
run_survey (gpointer data, LscJob *job, GError **error)
{
  return lsc_session_survey (((LscLoaderWork *) data)->sources, job, error);
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

  g_return_if_fail (LSC_IS_LOADER (self) && cluster != NULL);
  work = _lsc_loader_work_new (self, wish);
  work->sources = g_ptr_array_ref (cluster->sources);
  _lsc_loader_start (work, _ ("Looking at the ranks"), run_survey,
                     (GDestroyNotify) lsc_notices_unref, _lsc_loader_tell);
}

/* ---- a rank ---- */

LscLoaderWork *
_lsc_loader_work_on_rank (LscLoader *self, LscSource *source, const LscTaskWish *wish)
{
  LscLoaderWork *work = _lsc_loader_work_new (self, wish);

  work->source = lsc_source_ref (source);
  work->session = lsc_session_ref (find_session (self, source));
  return work;
}

static gpointer
run_load_rank (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;

  return lsc_session_get_run (work->session, work->source,
                              LSC_LOAD_FOR_TREE | LSC_LOAD_SIDE_BY_SIDE, job, error);
}

/**
 * lsc_loader_load_rank:
 * @source: a rank
 * @wish: gets an #LscRun, or the errors of lsc_session_get_run()
 *
 * Loads a rank for the module tree, or takes it from memory.
 */
void
lsc_loader_load_rank (LscLoader *self, LscSource *source, const LscTaskWish *wish)
{
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self) && source != NULL);
  label = lsc_source_get_label (source);
  title = g_strdup_printf (_ ("Reading %s"), label);
  _lsc_loader_start (_lsc_loader_work_on_rank (self, source, wish), title, run_load_rank,
                     (GDestroyNotify) lsc_run_unref, _lsc_loader_tell);
}

static gpointer
run_load_timeline (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;

  return lsc_session_get_timeline (work->session, work->source, LSC_TIMELINE_WHOLE, job, error);
}

/**
 * lsc_loader_load_timeline:
 * @source: a rank
 * @wish: gets a completed #LscTimeline, or the errors of lsc_session_get_timeline()
 *
 * Reads every event of a rank and what is computed of them, or takes it from memory.
 */
void
lsc_loader_load_timeline (LscLoader *self, LscSource *source, const LscTaskWish *wish)
{
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  g_return_if_fail (LSC_IS_LOADER (self) && source != NULL);
  label = lsc_source_get_label (source);
  title = g_strdup_printf (_ ("Reading the timeline of %s"), label);
  _lsc_loader_start (_lsc_loader_work_on_rank (self, source, wish), title, run_load_timeline,
                     (GDestroyNotify) lsc_timeline_unref, _lsc_loader_tell);
}

/**
 * lsc_loader_peek_timeline:
 *
 * Returns: (transfer full) (nullable): the completed timeline of a rank if it is in memory
 */
LscTimeline *
lsc_loader_peek_timeline (LscLoader *self, LscSource *source)
{
  LscSession *session;

  g_return_val_if_fail (LSC_IS_LOADER (self) && source != NULL, NULL);
  session = g_hash_table_lookup (self->of_source, source);
  return session ? lsc_session_peek_timeline (session, source) : NULL;
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
  LscSession *session;

  g_return_if_fail (LSC_IS_LOADER (self) && source != NULL);
  session = g_hash_table_lookup (self->of_source, source);
  if (!session)
    return;
  lsc_session_forget_rank (session, source);
  for (guint i = 0; i < self->pairs->len; i++)
    lsc_session_pair_forget (((LoaderPair *) self->pairs->pdata[i])->pair, session);
}

/* ---- all ranks ---- */

static LscLoaderWork *
work_on_cluster (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish)
{
  LscLoaderWork *work = _lsc_loader_work_new (self, wish);

  work->session = lsc_session_ref (lsc_loader_get_session (self, cluster));
  return work;
}

static gpointer
run_load_summary (gpointer data, LscJob *job, GError **error)
{
  return lsc_rank_summary_new (((LscLoaderWork *) data)->session, job, error);
}

static void
tell_summary (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  if (result)
    g_signal_emit (((LscLoaderWork *) data)->loader, signals[JUDGED], 0, result);
  _lsc_loader_tell (owner, result, data, error);
}

/**
 * lsc_loader_load_summary:
 * @wish: gets an #LscRankSummary, or the errors of lsc_rank_summary_new()
 *
 * Sets the ranks of a cluster beside each other and judges them, or takes that from memory.
 */
void
lsc_loader_load_summary (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish)
{
  g_return_if_fail (LSC_IS_LOADER (self) && cluster != NULL);
  _lsc_loader_start (work_on_cluster (self, cluster, wish), _ ("Comparing the ranks"),
                     run_load_summary, (GDestroyNotify) lsc_rank_summary_unref, tell_summary);
}

static gpointer
run_load_communication (gpointer data, LscJob *job, GError **error)
{
  return lsc_session_get_communication (((LscLoaderWork *) data)->session, job, error);
}

/**
 * lsc_loader_load_communication:
 * @wish: gets an #LscCommunication, or the errors of lsc_session_get_communication()
 *
 * Sums up the communication of a cluster, or takes that from memory.
 */
void
lsc_loader_load_communication (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish)
{
  g_return_if_fail (LSC_IS_LOADER (self) && cluster != NULL);
  _lsc_loader_start (work_on_cluster (self, cluster, wish), _ ("Summing up communication"),
                     run_load_communication, (GDestroyNotify) lsc_communication_unref,
                     _lsc_loader_tell);
}

static gpointer
run_load_pipelines (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;
  LscPipeline *pipelines = lsc_session_get_pipelines (work->session, job, error);

  if (work->notices)
    lsc_notices_add_all (work->notices, lsc_session_get_pipeline_notices (work->session));
  return pipelines;
}

/**
 * lsc_loader_load_pipelines:
 * @notices: (nullable): takes those of the pipelines
 * @wish: gets an #LscPipeline, or the errors of lsc_session_get_pipelines()
 *
 * Measures all pipelines of a cluster, or takes them from memory.
 */
void
lsc_loader_load_pipelines (LscLoader *self, LscCluster *cluster, LscNotices *notices,
                           const LscTaskWish *wish)
{
  LscLoaderWork *work;

  g_return_if_fail (LSC_IS_LOADER (self) && cluster != NULL);
  work = work_on_cluster (self, cluster, wish);
  work->notices = notices ? lsc_notices_ref (notices) : NULL;
  _lsc_loader_start (work, _ ("Reading the pipeline"), run_load_pipelines,
                     (GDestroyNotify) lsc_pipeline_unref, _lsc_loader_tell);
}

static gpointer
run_load_verdicts (gpointer data, LscJob *job, GError **error)
{
  return lsc_session_get_verdicts (((LscLoaderWork *) data)->session, job, error);
}

/**
 * lsc_loader_load_verdicts:
 * @wish: gets #LscVerdicts, or the errors of lsc_session_get_verdicts()
 *
 * Judges all pipelines of a cluster, or takes that from memory.
 */
void
lsc_loader_load_verdicts (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish)
{
  g_return_if_fail (LSC_IS_LOADER (self) && cluster != NULL);
  _lsc_loader_start (work_on_cluster (self, cluster, wish), _ ("Judging the pipelines"),
                     run_load_verdicts, (GDestroyNotify) lsc_verdicts_unref, _lsc_loader_tell);
}

static gpointer
run_align (gpointer data, LscJob *job, GError **error)
{
  LscLoaderWork *work = data;
  LscTimeline *const *timelines = (LscTimeline *const *) work->timelines->pdata;
  /* Ranks without a pipeline, or with one that cannot be read, are aligned by collectives. */
  g_autoptr (LscPipeline) pipelines = lsc_session_get_pipelines (work->session, job, NULL);

  if (!lsc_job_check (job, error))
    return NULL;
  return lsc_align_ranks (timelines, work->timelines->len, work->base, pipelines);
}

/**
 * lsc_loader_align:
 * @wish: gets the #LscClocks of the timelines, in their order
 *
 * Asks how the clocks of some ranks stand to each other.
 */
void
lsc_loader_align (LscLoader *self, const LscAlignOf *what, const LscTaskWish *wish)
{
  LscLoaderWork *work;

  g_return_if_fail (LSC_IS_LOADER (self) && what != NULL);
  work = work_on_cluster (self, what->cluster, wish);
  work->timelines = g_ptr_array_ref (what->timelines);
  work->base = what->base;
  _lsc_loader_start (work, _ ("Aligning the clocks"), run_align, (GDestroyNotify) lsc_clocks_free,
                     _lsc_loader_tell);
}

static gpointer
run_comparison (gpointer data, LscJob *job, GError **error)
{
  return lsc_comparison_new (((LscLoaderWork *) data)->pair, job, error);
}

/**
 * lsc_loader_load_comparison:
 * @clusters: before and after
 * @names: (nullable) each: what they are called
 * @wish: gets an #LscComparison, or the errors of lsc_comparison_new()
 *
 * Compares two clusters, or takes that from memory.
 */
void
lsc_loader_load_comparison (LscLoader *self, LscCluster *const clusters[LSC_N_SIDES],
                            const char *const names[LSC_N_SIDES], const LscTaskWish *wish)
{
  LscLoaderWork *work;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = _lsc_loader_work_new (self, wish);
  work->pair = lsc_session_pair_ref (_lsc_loader_get_pair (self, clusters, names));
  _lsc_loader_start (work, _ ("Comparing two recordings"), run_comparison,
                     (GDestroyNotify) lsc_comparison_unref, _lsc_loader_tell);
}

/* ---- life ---- */

static void
drop_pairs (LscLoader *self, const GPtrArray *sources)
{
  for (guint i = self->pairs->len; i-- > 0;)
    {
      const LoaderPair *pair = self->pairs->pdata[i];

      if (pair->sources[LSC_BEFORE] == sources || pair->sources[LSC_AFTER] == sources)
        g_ptr_array_remove_index (self->pairs, i);
    }
}

/**
 * lsc_loader_forget_cluster:
 *
 * Gives back the memory of the ranks of a cluster that is no longer shown.
 */
void
lsc_loader_forget_cluster (LscLoader *self, LscCluster *cluster)
{
  g_return_if_fail (LSC_IS_LOADER (self) && cluster != NULL);
  drop_pairs (self, cluster->sources);
  for (guint i = 0; i < cluster->sources->len; i++)
    g_hash_table_remove (self->of_source, cluster->sources->pdata[i]);
  g_hash_table_remove (self->sessions, cluster->sources);
}

static void
lsc_loader_dispose (GObject *object)
{
  LscLoader *self = LSC_LOADER (object);

  lsc_loader_cancel_all (self);
  g_ptr_array_set_size (self->pairs, 0);
  g_hash_table_remove_all (self->of_source);
  g_hash_table_remove_all (self->sessions);
  G_OBJECT_CLASS (lsc_loader_parent_class)->dispose (object);
}

static void
lsc_loader_finalize (GObject *object)
{
  LscLoader *self = LSC_LOADER (object);

  g_clear_object (&self->tasks);
  g_clear_object (&self->settings);
  g_ptr_array_unref (self->pairs);
  g_hash_table_unref (self->of_source);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_hash_table_unref (self->sessions);
  G_OBJECT_CLASS (lsc_loader_parent_class)->finalize (object);
}

static void
lsc_loader_class_init (LscLoaderClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_loader_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_loader_finalize;
  signals[OPTIONS_CHANGED] = g_signal_new ("options-changed", LSC_TYPE_LOADER, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[JUDGED] = g_signal_new ("judged", LSC_TYPE_LOADER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
lsc_loader_init (LscLoader *self)
{
  self->tasks = g_list_store_new (LSC_TYPE_TASK);
  self->settings = g_settings_new (LSC_APP_ID);
  self->sessions =
      g_hash_table_new_full (NULL, NULL, (GDestroyNotify) g_ptr_array_unref, release_session);
  self->of_source = g_hash_table_new (NULL, NULL);
  self->pairs = g_ptr_array_new_with_free_func (pair_free);
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
