/* lsc-module-groups.h - ops of module calls, grouped into the rows of the exported table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-module-private.h"

G_BEGIN_DECLS

/** One row of the table (modules.md#rows). */
typedef struct
{
  gint64 total_ns;
  gint64 count;
  gint64 first_start_ns;
  const char *path_text;
  guint32 path;  /* node of LscModuleGroups.paths */
  guint32 label; /* id of LscModuleGroups.labels */
  guint32 op_name;
  guint32 position;    /* of the op in its call */
  guint32 kernels;     /* node of LscModuleGroups.kernel_lists */
  guint32 sequence;    /* rank of the call's op sequence by first appearance */
  guint32 number;      /* row number before the last sorting (modules.md#suffix) */
  guint32 suffix;      /* LSC_INDEX_NONE = none */
  guint32 first_share; /* into LscModuleGroups.shares */
  guint32 n_shares;    /* kernels in the list */
} LscModuleGroup;

/** Sum of the MFU of one kernel position over the calls that have one. */
typedef struct
{
  double sum;
  gsize n;
} LscMfuShare;

LSC_DEFINE_ARRAY (LscModuleGroupList, lsc_module_group_list, LscModuleGroup)
LSC_DEFINE_ARRAY (LscMfuShares, lsc_mfu_shares, LscMfuShare)

/** An op in a call. */
typedef struct
{
  guint32 op; /* into LscModuleData.ops */
  guint32 group;
} LscModuleRecord;

/** The rows of one rank with the names they consist of. */
typedef struct
{
  LscModuleData *data;
  LscNameLists *paths;
  LscNameLists *kernel_lists;
  LscIntern *labels;
  LscModuleGroupList groups;
  LscModuleRecord *records; /* by (call start, op start, order) */
  gsize n_records;
  LscMfuShares shares;
  guint32 *order;         /* of output */
  GHashTable *path_texts; /* of nodes that groups have */
} LscModuleGroups;

LscModuleGroups *lsc_module_groups_new (LscModuleData *data, LscJob *job, GError **error);
void lsc_module_groups_add_mfu (LscModuleGroups *self, const double *mfu);
void lsc_module_groups_free (LscModuleGroups *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscModuleGroups, lsc_module_groups_free)

G_END_DECLS
