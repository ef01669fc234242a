/* lsc-kernel-csv.h - the kernels of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-csv.h"
#include "base/lsc-intern.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

/** No stream, task or step is told. */
#define LSC_KERNEL_ROW_NONE G_MAXUINT32

/**
 * LscKernelRow: a row of kernel_details.csv or op_summary.csv
 * @offset: of the row in the file
 * @kind: #LscSliceKind: of a kernel by its core; %LSC_SLICE_COMM_OP of communication
 */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 offset;
  gint64 step; /* -1 = none */
  guint32 name;
  guint32 stream;
  guint8 kind;
} LscKernelRow;

LSC_DEFINE_ARRAY (LscKernelRows, lsc_kernel_rows, LscKernelRow)

/**
 * LscKernelTable: rows by start
 * @device: of the rows, -1 unknown
 * @has_cores: whether any kernel names its core: levels 1 and 2
 */
typedef struct
{
  char *path;
  LscKernelRows rows;
  gint64 device;
  gboolean has_cores;
} LscKernelTable;

LscKernelTable *lsc_kernel_table_read (const char *path, LscIntern *strings, LscNotices *notices,
                                       LscJob *job, GError **error);
void lsc_kernel_table_move_names (LscKernelTable *self, const LscIntern *from, LscIntern *into);
void lsc_kernel_table_free (LscKernelTable *self);
gsize lsc_kernel_table_seek (const LscKernelTable *self, gsize hint, gint64 time_ns);
gboolean lsc_is_schedule_kernel (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscKernelTable, lsc_kernel_table_free)

G_END_DECLS
