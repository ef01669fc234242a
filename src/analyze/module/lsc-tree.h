/* lsc-tree.h - the tree of modules, ops and kernels in its six views
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/module/lsc-mfu.h"
#include "analyze/module/lsc-module-data.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_TREE_BY_PATH,
  LSC_TREE_BY_CALL,
  LSC_TREE_BY_VARIANT,
  LSC_TREE_BY_INSTANCE,
  LSC_TREE_BY_CLASS,
  LSC_TREE_BY_OP,
} LscTreeView;

#define LSC_TREE_N_VIEWS 6

typedef enum
{
  LSC_NODE_ROOT,
  LSC_NODE_RANK,
  LSC_NODE_PHASE,
  LSC_NODE_REMAINDER, /* outside modules, no framework op, ... */
  LSC_NODE_MODULE,
  LSC_NODE_OP,
  LSC_NODE_KERNEL,
} LscNodeKind;

typedef enum
{
  LSC_PHASE_NONE,
  LSC_PHASE_FORWARD,
  LSC_PHASE_BACKWARD,
  LSC_PHASE_RECOMPUTE,
  LSC_PHASE_OTHER,
} LscPhase;

/** Columns of the tree (modules.md#columns), in the order in which they are offered. */
typedef enum
{
  LSC_TREE_NAME,
  LSC_TREE_KIND,
  LSC_TREE_PHASE,
  LSC_TREE_CALLS,
  LSC_TREE_TOTAL,
  LSC_TREE_SELF,
  LSC_TREE_PERCENT_TOTAL,
  LSC_TREE_PERCENT_STEP,
  LSC_TREE_PERCENT_PARENT,
  LSC_TREE_MFU_CORE,
  LSC_TREE_MFU_TOTAL,
  LSC_TREE_MFU_KNOWN,
  LSC_TREE_SPAN,
  LSC_TREE_AVG,
  LSC_TREE_MIN,
  LSC_TREE_MAX,
  LSC_TREE_P50,
  LSC_TREE_P95,
  LSC_TREE_FORWARD,
  LSC_TREE_BACKWARD,
  LSC_TREE_RECOMPUTE,
  LSC_TREE_BACKWARD_RATIO,
  LSC_TREE_COMPUTE,
  LSC_TREE_COMMUNICATION,
  LSC_TREE_SCHEDULE,
  LSC_TREE_COMM_WAIT,
  LSC_TREE_COMM_TRANSFER,
  LSC_TREE_COMM_OTHER,
  LSC_TREE_NOT_OVERLAPPED,
  LSC_TREE_FLOPS,
  LSC_TREE_FLOPS_RATE,
  LSC_TREE_HOST,
  LSC_TREE_HOST_SELF,
  LSC_TREE_LAUNCH_DELAY,
  LSC_TREE_GAP,
  LSC_TREE_STREAMS,
  LSC_TREE_DEVICES,
  LSC_TREE_FLAGS,
  LSC_TREE_N_COLUMNS,
} LscTreeColumn;

/** A bit for each column, for lsc_tree_prepare(). */
#define LSC_TREE_COLUMN_BIT(column) (G_GUINT64_CONSTANT (1) << (column))

typedef struct _LscTree LscTree;

#define LSC_TREE_ROOT ((guint32) 0)

LscTree *lsc_tree_new (LscModuleData *data, LscTreeView view, const LscInterval *range,
                       const LscMfuOptions *mfu, LscJob *job, GError **error);
LscTree *lsc_tree_ref (LscTree *self);
void lsc_tree_unref (LscTree *self);

LscTreeView lsc_tree_get_view (const LscTree *self);
LscModuleData *lsc_tree_get_data (const LscTree *self);
gsize lsc_tree_get_n_nodes (const LscTree *self);
LscPeak lsc_tree_get_peak (const LscTree *self);
gint64 lsc_tree_get_total_ns (const LscTree *self);
gint64 lsc_tree_get_module_total_ns (const LscTree *self);

guint32 lsc_tree_get_n_children (const LscTree *self, guint32 node);
const guint32 *lsc_tree_get_children (LscTree *self, guint32 node, guint32 *n_children);
guint32 lsc_tree_get_parent (const LscTree *self, guint32 node);
guint32 lsc_tree_get_subtree_end (const LscTree *self, guint32 node);
LscNodeKind lsc_tree_get_kind (const LscTree *self, guint32 node);
LscPhase lsc_tree_get_phase (const LscTree *self, guint32 node);
guint lsc_tree_get_depth (const LscTree *self, guint32 node);
const char *lsc_tree_get_name (const LscTree *self, guint32 node);
LscPhrase *lsc_tree_copy_phrase (LscTree *self, guint32 node, LscTreeColumn column);
char *lsc_tree_get_path (const LscTree *self, guint32 node);
const char *lsc_tree_get_about (const LscTree *self, guint32 node);

const LscColumn *lsc_tree_column (LscTreeColumn column);
LscTreeColumn lsc_tree_column_from_name (const char *name);
gboolean lsc_tree_has_column (const LscTree *self, LscTreeColumn column);
guint lsc_tree_list_columns (const LscTree *self, LscTreeColumn *columns);
gboolean lsc_tree_prepare (LscTree *self, guint64 columns, LscJob *job, GError **error);
void lsc_tree_prepare_node (LscTree *self, guint32 node);
gboolean lsc_tree_is_quick (LscTree *self, guint32 node, LscTreeColumn column);
LscValue lsc_tree_value (LscTree *self, guint32 node, LscTreeColumn column);
double lsc_tree_sort_key (LscTree *self, guint32 node, LscTreeColumn column);
void lsc_tree_sort (LscTree *self, guint32 *nodes, gsize n, LscTreeColumn column,
                    gboolean descending);

gboolean lsc_tree_find_longest (LscTree *self, guint32 node, gint64 *start_ns, gint64 *end_ns,
                                const char **name);
LscIndexes lsc_tree_match (LscTree *self, const char *needle, LscJob *job);
guint32 lsc_tree_hottest_child (LscTree *self, guint32 node);
guint32 lsc_tree_find_main (LscTree *self);
gboolean lsc_tree_waits_mostly (LscTree *self, guint32 node, gint64 *wait_ns, gint64 *transfer_ns);

LscTable *lsc_tree_rows_to_table (LscTree *self, const guint32 *rows, gsize n_rows,
                                  const LscTreeColumn *columns, guint n_columns, gboolean with_ids);
LscTable *lsc_tree_to_table (LscTree *self, const LscTreeColumn *columns, guint n_columns,
                             guint max_depth, LscTreeColumn sort, gboolean descending);

const char *lsc_tree_view_name (LscTreeView view);
const char *lsc_tree_view_title (LscTreeView view);
gboolean lsc_tree_view_from_name (const char *name, LscTreeView *view);
const char *lsc_node_kind_name (LscNodeKind kind);
const char *lsc_phase_name (LscPhase phase);
const char *lsc_phase_title (LscPhase phase);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTree, lsc_tree_unref)

G_END_DECLS
