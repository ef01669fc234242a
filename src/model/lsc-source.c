/* lsc-source.c - one rank's recording: found, not yet loaded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-source.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "model/lsc-rank-name.h"

/**
 * lsc_source_new:
 * @folder: result folder
 * @file: main file
 *
 * Returns: (transfer full): a source of unknown rank
 */
LscSource *
lsc_source_new (LscFormat format, const char *folder, const char *file)
{
  g_return_val_if_fail (file, NULL);

  LscSource *self = g_new0 (LscSource, 1);

  g_atomic_ref_count_init (&self->refs);
  self->format = format;
  self->folder = g_strdup (folder);
  self->file = g_strdup (file);
  self->rank = self->own_rank = LSC_RANK_UNKNOWN;
  return self;
}

/** Returns: (transfer full): one like it, to be changed before anybody else sees it */
LscSource *
lsc_source_copy (const LscSource *self)
{
  LscSource *copy;

  g_return_val_if_fail (self, NULL);
  copy = g_memdup2 (self, sizeof *self);
  g_atomic_ref_count_init (&copy->refs);
  copy->folder = g_strdup (self->folder);
  copy->file = g_strdup (self->file);
  copy->analysis_db = g_strdup (self->analysis_db);
  copy->info_json = g_strdup (self->info_json);
  copy->metadata_json = g_strdup (self->metadata_json);
  copy->parts = g_strdupv (self->parts);
  copy->note_files = g_strdupv (self->note_files);
  copy->capture_files = g_strdupv (self->capture_files);
  copy->replica = g_strdup (self->replica);
  copy->device = g_strdup (self->device);
  copy->origin = g_strdup (self->origin);
  copy->origin_host = g_strdup (self->origin_host);
  copy->ops = self->ops ? lsc_job_ops_ref (self->ops) : NULL;
  return copy;
}

LscSource *
lsc_source_ref (LscSource *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_source_unref (LscSource *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->folder);
  g_free (self->file);
  g_free (self->analysis_db);
  g_free (self->info_json);
  g_free (self->metadata_json);
  g_strfreev (self->parts);
  g_strfreev (self->note_files);
  g_strfreev (self->capture_files);
  g_free (self->replica);
  g_free (self->origin);
  g_free (self->origin_host);
  g_free (self->device);
  g_clear_pointer (&self->ops, lsc_job_ops_unref);
  g_free (self);
}

/**
 * lsc_source_get_label:
 *
 * Returns: (transfer full): "Rank 3", of a job "Rank 3 (dp 1, pp 0)"; when the rank is
 * unknown the folder's name, or that of a file which lies by itself
 */
char *
lsc_source_get_label (const LscSource *self)
{
  g_return_val_if_fail (self, NULL);
  if (self->ops)
    {
      const LscJobWorker *worker = lsc_source_get_worker (self);
      g_autofree char *title = lsc_rank_name_get_title (self->rank, NULL);

      /* Translators: "Rank 3 (dp 1, pp 0)", of replica 1 and stage 0; there is little room */
      return g_strdup_printf (_ ("%s (dp %" PRId64 ", pp %" PRId64 ")"), title, worker->replica,
                              worker->stage);
    }
  if (lsc_rank_is_told (self->rank))
    return lsc_rank_name_get_title (self->rank, NULL);
  return g_filename_display_basename (self->folder && !self->is_loose ? self->folder : self->file);
}

/** Returns: (transfer none) (nullable): where a recording stands in the op timeline of its job;
 * %NULL where it is no part of one */
const LscJobWorker *
lsc_source_get_worker (const LscSource *self)
{
  g_return_val_if_fail (self, NULL);
  return self->ops ? &self->ops->workers.items[self->worker] : NULL;
}

/**
 * lsc_format_is_gpu_trace:
 *
 * Returns: whether recordings of that format are traces of a program on a GPU, in whatever form
 */
gboolean
lsc_format_is_gpu_trace (LscFormat format)
{
  return format == LSC_FORMAT_KINETO || format == LSC_FORMAT_PERFETTO ||
         format == LSC_FORMAT_NSIGHT;
}

/**
 * lsc_format_is_read:
 *
 * Returns: whether this version reads recordings of that format
 */
gboolean
lsc_format_is_read (LscFormat format)
{
  return format == LSC_FORMAT_ASCEND_DB || format == LSC_FORMAT_ASCEND_TEXT ||
         format == LSC_FORMAT_TRACE_VIEW || format == LSC_FORMAT_MSPROF_DB ||
         lsc_format_is_gpu_trace (format) || format == LSC_FORMAT_OWN_DB ||
         format == LSC_FORMAT_EXTRACT || format == LSC_FORMAT_OPS;
}

/**
 * lsc_format_is_database:
 *
 * Returns: whether recordings of that format are read from a database, which says more than text
 */
gboolean
lsc_format_is_database (LscFormat format)
{
  return format == LSC_FORMAT_ASCEND_DB || format == LSC_FORMAT_MSPROF_DB;
}

/**
 * lsc_format_word:
 *
 * Returns: (transfer none): what people call the format, in English, for files
 */
const char *
lsc_format_word (LscFormat format)
{
  static const char *const names[] = {
    [LSC_FORMAT_ASCEND_DB] = N_ ("Ascend PyTorch Profiler database"),
    [LSC_FORMAT_ASCEND_TEXT] = N_ ("Ascend PyTorch Profiler text result"),
    [LSC_FORMAT_TRACE_VIEW] = N_ ("Ascend trace file"),
    [LSC_FORMAT_MSPROF_DB] = N_ ("msprof database"),
    [LSC_FORMAT_KINETO] = N_ ("PyTorch (Kineto) trace"),
    [LSC_FORMAT_PERFETTO] = N_ ("Perfetto trace"),
    [LSC_FORMAT_NSIGHT] = N_ ("Nsight Systems database"),
    [LSC_FORMAT_ANALYSIS_DB] = N_ ("step and communication database"),
    [LSC_FORMAT_CLUSTER_DB] = N_ ("cluster analysis result"),
    [LSC_FORMAT_OWN_DB] = N_ ("Lanescope database"),
    [LSC_FORMAT_EXTRACT] = N_ ("Lanescope extract"),
    [LSC_FORMAT_OPS] = N_ ("op timeline of a job"),
    [LSC_FORMAT_SNAPSHOT] = N_ ("memory snapshot of PyTorch"),
    [LSC_FORMAT_RAW] = N_ ("raw profiling data"),
    [LSC_FORMAT_UNKNOWN] = N_ ("unknown file"),
  };

  g_return_val_if_fail (format < G_N_ELEMENTS (names) && names[format], "");
  return names[format];
}

/**
 * lsc_format_name:
 *
 * Returns: (transfer none): what people call the format
 */
const char *
lsc_format_name (LscFormat format)
{
  return _ (lsc_format_word (format));
}

/**
 * lsc_cluster_new:
 *
 * Returns: (transfer full): a cluster without ranks
 */
LscCluster *
lsc_cluster_new (const char *path)
{
  g_return_val_if_fail (path, NULL);

  LscCluster *self = g_new0 (LscCluster, 1);

  self->path = g_strdup (path);
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  self->superseded = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  return self;
}

void
lsc_cluster_free (LscCluster *self)
{
  g_free (self->path);
  g_free (self->name);
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->superseded);
  g_free (self);
}

/**
 * lsc_cluster_find_rank:
 *
 * Returns: (transfer none) (nullable): the recording of a rank
 */
LscSource *
lsc_cluster_find_rank (const LscCluster *self, gint64 rank)
{
  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (self->sources, i);

      if (source->rank == rank)
        return source;
    }
  return NULL;
}

/**
 * lsc_project_new:
 *
 * Returns: (transfer full): a project without clusters
 */
LscProject *
lsc_project_new (const char *path)
{
  g_return_val_if_fail (path, NULL);

  LscProject *self = g_new0 (LscProject, 1);

  g_atomic_ref_count_init (&self->refs);
  self->path = g_strdup (path);
  self->clusters = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_cluster_free);
  self->unread = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  self->notices = lsc_notices_new ();
  return self;
}

LscProject *
lsc_project_ref (LscProject *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_project_unref (LscProject *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->path);
  g_ptr_array_unref (self->clusters);
  g_ptr_array_unref (self->unread);
  lsc_notices_unref (self->notices);
  g_free (self);
}

/* What finding said of it, that it has no timeline, is not missed by who asks for its memory. */
static void
forget_snapshot (LscProject *self)
{
  g_autoptr (GPtrArray) told = lsc_notices_copy_list (self->notices);

  lsc_notices_unref (self->notices);
  self->notices = lsc_notices_new ();
  for (guint i = 0; i < told->len; i++)
    if (strcmp (((const LscNotice *) told->pdata[i])->code, "snapshot") != 0)
      lsc_notices_add (self->notices, lsc_notice_copy (told->pdata[i]));
}

/**
 * lsc_project_take_snapshot:
 * @self: before it is shared
 *
 * For those who show memory: if there is one memory snapshot and nothing else, it becomes the only
 * recording of a cluster. It has no timeline.
 *
 * Returns: whether that is so
 */
gboolean
lsc_project_take_snapshot (LscProject *self)
{
  LscSource *source;
  LscCluster *cluster;

  g_return_val_if_fail (self, FALSE);
  if (self->clusters->len > 0 || self->unread->len != 1)
    return FALSE;
  source = self->unread->pdata[0];
  if (source->format != LSC_FORMAT_SNAPSHOT)
    return FALSE;
  cluster = lsc_cluster_new (source->folder);
  g_ptr_array_add (cluster->sources, lsc_source_ref (source));
  g_ptr_array_add (self->clusters, cluster);
  g_ptr_array_set_size (self->unread, 0);
  forget_snapshot (self);
  return TRUE;
}

/**
 * lsc_project_count_ranks:
 *
 * Returns: ranks of all clusters
 */
gsize
lsc_project_count_ranks (const LscProject *self)
{
  gsize count = 0;

  g_return_val_if_fail (self, 0);
  for (guint i = 0; i < self->clusters->len; i++)
    count += ((LscCluster *) g_ptr_array_index (self->clusters, i))->sources->len;
  return count;
}

/**
 * lsc_project_get_title:
 *
 * Returns: (transfer full): the last part of the path, for titles
 */
char *
lsc_project_get_title (const LscProject *self)
{
  g_return_val_if_fail (self, NULL);
  return g_filename_display_basename (self->path);
}
