/* lsc-discover-jobs.c - op timelines: a file is a job, its workers are recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lsc-text-input.h"
#include "read/find/lsc-discover-private.h"
#include "read/ops/lsc-job-ops-read.h"

/* What the study of stragglers makes of a job beside its recording: not what ran. */
#define IDEAL "ideal-timeline-"

static LscSource *
make_source (LscJobOps *ops, gsize worker, const char *folder, const char *file,
             const struct stat *info)
{
  LscSource *source = lsc_source_new (LSC_FORMAT_OPS, folder, file);

  source->is_loose = TRUE;
  source->rank = source->own_rank = ops->workers.items[worker].rank;
  source->ops = lsc_job_ops_ref (ops);
  source->worker = worker;
  source->size_bytes = info->st_size / (gint64) ops->workers.n;
  source->mtime_s = info->st_mtim.tv_sec;
  return source;
}

static LscCluster *
make_cluster (LscJobOps *ops, const char *folder, const char *file)
{
  LscCluster *cluster = lsc_cluster_new (folder);
  g_autofree char *archive = NULL;
  g_autofree char *member = NULL;
  struct stat info = { 0 };

  lsc_archive_split (file, &archive, &member);
  if (stat (archive ? archive : file, &info) != 0)
    info.st_size = 0;
  for (gsize i = 0; i < ops->workers.n; i++)
    g_ptr_array_add (cluster->sources, make_source (ops, i, folder, file, &info));
  return cluster;
}

/**
 * _lsc_discovery_add_job:
 * @folder: in which it lies, or the archive
 * @file: an op timeline
 * @error: %NULL when it was met in passing: then one that cannot be read is a notice
 *
 * Reads all of it, which is what tells the workers.
 *
 * Errors: those of lsc_job_ops_read()
 */
gboolean
_lsc_discovery_add_job (LscDiscovery *self, const char *folder, const char *file, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (LscJobOps) ops = lsc_job_ops_read (file, self->names, self->job, &local);
  LscCluster *cluster;

  if (!ops && error)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!ops)
    {
      if (!lsc_job_is_cancelled (self->job))
        _lsc_discovery_add_loss (self, "job-unreadable", file, local->message,
                                 _ ("What it holds is not shown."), NULL);
      return TRUE;
    }
  cluster = make_cluster (ops, folder, file);
  _lsc_discovery_protect_source (g_ptr_array_index (cluster->sources, 0));
  g_ptr_array_add (self->jobs, cluster);
  return TRUE;
}

static const LscSource *
get_first (const LscCluster *job)
{
  return g_ptr_array_index (job->sources, 0);
}

static gboolean
is_ideal (const LscCluster *job)
{
  g_autofree char *name = g_path_get_basename (get_first (job)->file);

  return g_str_has_prefix (name, IDEAL);
}

static gboolean
has_recording (const LscDiscovery *self)
{
  for (guint i = 0; i < self->jobs->len; i++)
    if (!is_ideal (g_ptr_array_index (self->jobs, i)))
      return TRUE;
  return self->project->clusters->len > 0;
}

/* Where several recordings lie in one place, each has the name of its job. */
static gboolean
is_alone (const LscProject *project, const LscCluster *job)
{
  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *other = g_ptr_array_index (project->clusters, i);

      if (other != job && strcmp (other->path, job->path) == 0)
        return FALSE;
    }
  return TRUE;
}

static int
compare_clusters (gconstpointer a, gconstpointer b)
{
  const LscCluster *left = *(LscCluster *const *) a, *right = *(LscCluster *const *) b;
  int order = strcmp (left->path, right->path);

  return order != 0 ? order : g_strcmp0 (left->name, right->name);
}

/**
 * _lsc_discovery_take_jobs:
 *
 * Adds the op timelines to the clusters of the project, and tells what was odd in them. Ideal
 * replays are taken where nothing was recorded.
 *
 * Source: formats.md#op-timelines.
 */
void
_lsc_discovery_take_jobs (LscDiscovery *self)
{
  LscProject *project = self->project;
  gboolean has_others = has_recording (self);
  guint n_before = project->clusters->len;

  while (self->jobs->len > 0)
    {
      LscCluster *job = g_ptr_array_steal_index (self->jobs, self->jobs->len - 1);

      if (has_others && is_ideal (job))
        {
          lsc_cluster_free (job);
          continue;
        }
      lsc_notices_add_all (project->notices, get_first (job)->ops->notices);
      g_ptr_array_add (project->clusters, job);
    }
  for (guint i = n_before; i < project->clusters->len; i++)
    {
      LscCluster *job = g_ptr_array_index (project->clusters, i);

      if (!is_alone (project, job))
        job->name = g_strdup (get_first (job)->ops->name);
    }
  g_ptr_array_sort (project->clusters, compare_clusters);
}
