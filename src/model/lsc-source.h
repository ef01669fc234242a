/* lsc-source.h - one rank's recording: found, not yet loaded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-job-ops.h"
#include "model/lsc-notice.h"
#include "model/lsc-rank-name.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_FORMAT_ASCEND_DB,   /* ascend_pytorch_profiler*.db */
  LSC_FORMAT_ASCEND_TEXT, /* a result folder with text deliverables only */
  LSC_FORMAT_TRACE_VIEW,
  LSC_FORMAT_MSPROF_DB,
  LSC_FORMAT_KINETO,
  LSC_FORMAT_PERFETTO, /* the same in the binary format of Perfetto, or of another writer */
  LSC_FORMAT_NSIGHT,   /* a report of Nsight Systems, exported as a database */
  LSC_FORMAT_ANALYSIS_DB,
  LSC_FORMAT_CLUSTER_DB,
  LSC_FORMAT_OWN_DB,   /* written by lanescope-cli convert */
  LSC_FORMAT_OPS,      /* op timeline of a whole job */
  LSC_FORMAT_EXTRACT,  /* what was kept of a rank: .lscope, see lsc_extract_read() */
  LSC_FORMAT_SNAPSHOT, /* memory snapshot of PyTorch: no timeline, see lsc_snapshot_read() */
  LSC_FORMAT_RAW,      /* collected, not parsed */
  LSC_FORMAT_UNKNOWN,
} LscFormat;

/**
 * LscSource:
 * @folder: the result folder (`*_ascend_pt`) or the folder of the file
 * @file: the database, or the main file of another format
 * @analysis_db: (nullable): analysis.db beside it
 * @info_json: (nullable): profiler_info*.json
 * @metadata_json: (nullable): profiler_metadata.json
 * @parts: (nullable): all files of a recording exported in slices, @file the first of them
 * @note_files, @capture_files: (nullable): annotations of the nodes of graphs, traces of the
 *   capture of graphs: what names their kernels, of a GPU trace
 * @rank: rank id, what stands for its name, or %LSC_RANK_UNKNOWN (formats.md#rank, rules that need
 * no table)
 * @own_rank: number inside of @replica, %LSC_RANK_UNKNOWN
 * @replica: (nullable): which of several jobs that each count from rank 0 (formats.md#rank-names)
 * @device: (nullable): of a trace of several devices the process of the one that it is of; of
 * %LSC_FORMAT_NSIGHT see lsc_nsight_list_devices()
 * @is_guessed: @rank is the number in the name of a file, and nothing says that it is one
 * @part: of a database or an extract of our own: which of its recordings
 * @origin: (nullable): of an extract: the result folder or file that it was made of, as it was
 * called there; @origin_host: (nullable): where that was
 * @is_loose: a file by itself, not in the layout of a result
 * @ops: (nullable): all of the op timeline of which it is a worker
 * @worker: index of LscJobOps.workers
 *
 * Immutable once discovered; reference counted.
 */
typedef struct
{
  gatomicrefcount refs;
  LscFormat format;
  char *folder;
  char *file;
  char *analysis_db;
  char *info_json;
  char *metadata_json;
  GStrv parts;
  GStrv note_files;
  GStrv capture_files;
  gint64 rank;
  gint64 own_rank;
  char *replica;
  char *device;
  gboolean is_guessed;
  gint64 size_bytes;
  gint64 mtime_s;
  guint32 part;
  char *origin;
  char *origin_host;
  gboolean is_loose;
  LscJobOps *ops;
  gsize worker;
} LscSource;

LscSource *lsc_source_new (LscFormat format, const char *folder, const char *file);
LscSource *lsc_source_copy (const LscSource *self);
LscSource *lsc_source_ref (LscSource *self);
void lsc_source_unref (LscSource *self);
char *lsc_source_get_label (const LscSource *self);
const LscJobWorker *lsc_source_get_worker (const LscSource *self);
gboolean lsc_format_is_gpu_trace (LscFormat format);
gboolean lsc_format_is_read (LscFormat format);
gboolean lsc_format_is_database (LscFormat format);
const char *lsc_format_name (LscFormat format);
const char *lsc_format_word (LscFormat format);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSource, lsc_source_unref)

/**
 * LscCluster:
 * @path: the common parent of its result folders
 * @name: (nullable): which of several recordings of the same ranks: a phase, a capture
 * @sources: (element-type LscSource): ascending rank, each rank once
 * @superseded: (element-type LscSource): older recordings of a rank, not loaded
 */
typedef struct
{
  char *path;
  char *name;
  GPtrArray *sources;
  GPtrArray *superseded;
} LscCluster;

/**
 * LscProject:
 * @path: what the user opened
 * @clusters: (element-type LscCluster): by path
 * @unread: (element-type LscSource): recognised but not read by this version
 * @notices: what was odd while looking
 *
 * Immutable once discovered; reference counted.
 */
typedef struct
{
  gatomicrefcount refs;
  char *path;
  GPtrArray *clusters;
  GPtrArray *unread;
  LscNotices *notices;
} LscProject;

LscCluster *lsc_cluster_new (const char *path);
void lsc_cluster_free (LscCluster *self);
LscSource *lsc_cluster_find_rank (const LscCluster *self, gint64 rank);

LscProject *lsc_project_new (const char *path);
LscProject *lsc_project_ref (LscProject *self);
void lsc_project_unref (LscProject *self);
gboolean lsc_project_take_snapshot (LscProject *self);
gsize lsc_project_count_ranks (const LscProject *self);
char *lsc_project_get_title (const LscProject *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCluster, lsc_cluster_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscProject, lsc_project_unref)

G_END_DECLS
