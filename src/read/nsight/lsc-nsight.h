/* lsc-nsight.h - reports of Nsight Systems, exported as SQLite databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-db.h"
#include "read/trace/lsc-trace-file.h"

G_BEGIN_DECLS

/**
 * LscNsightDevice: what one process ran on one device
 * @name: as LscSource.device and the process of its tracks: the number of the GPU, or where several
 *   processes share it both: "GPU 0 process 4242"
 * @device: its number in that process
 * @gpu: its number on that host
 * @rank: of MPI, %LSC_RANK_UNKNOWN
 * @n_rows: kernels and graphs, of those that were looked at
 */
typedef struct
{
  char *name;
  gint64 pid;
  gint64 device;
  gint64 gpu;
  gint64 rank;
  gint64 n_rows;
} LscNsightDevice;

gboolean lsc_nsight_is_export (LscDb *db);
GPtrArray *lsc_nsight_list_devices (LscDb *db);
gboolean lsc_nsight_find_window (LscDb *db, gint64 *begin_ns, gint64 *end_ns);

LscTraceFile *lsc_nsight_read (LscSource *source, LscTraceTexts *texts, LscJob *job,
                               GError **error);

G_END_DECLS
