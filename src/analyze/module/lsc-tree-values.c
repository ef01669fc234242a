/* lsc-tree-values.c - the value of a column for a node
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const LscValue null_value = { .is_null = TRUE };

static LscValue
make_int (gint64 value)
{
  return (LscValue){ .type = LSC_TYPE_INT, .integer = value, .real = (double) value };
}

/* Sums of times that are not there are marked -1. */
static LscValue
make_known (gint64 value)
{
  return value < 0 ? null_value : make_int (value);
}

static LscValue
make_real (double value)
{
  return isfinite (value) ? (LscValue){ .type = LSC_TYPE_REAL, .real = value } : null_value;
}

static LscValue
make_text (const char *text)
{
  return text && *text ? (LscValue){ .type = LSC_TYPE_TEXT, .text = text } : null_value;
}

static LscValue
make_ratio (double above, double below)
{
  return below > 0 ? make_real (above / below) : null_value;
}

/* -- Light values --------------------------------------------------------------------------------
 */

static gint64
get_phase_ns (const LscTree *self, const LscTreeNode *node, LscPhase phase)
{
  if (node->extra != LSC_INDEX_NONE)
    return self->extras.items[node->extra].phase_ns[phase];
  return node->phase == phase ? node->total_ns : 0;
}

static gint64
get_self_ns (const LscTree *self, const LscTreeNode *node)
{
  switch (node->kind)
    {
    case LSC_NODE_MODULE:
    case LSC_NODE_REMAINDER:
    case LSC_NODE_RANK:
      return self->extras.items[node->extra].self_ns;
    default:
      return node->total_ns;
    }
}

typedef struct
{
  gboolean known;
  double flops;
  double peak_flop;
  gint64 ns;
} FlopSums;

static FlopSums
get_flops (const LscTree *self, const LscTreeNode *node)
{
  FlopSums sums = { 0 };
  const LscTreeFlops *flops;
  gsize n;

  if (self->flops.n == 0)
    return sums;
  if (node->extra != LSC_INDEX_NONE)
    {
      const LscTreeExtra *extra = &self->extras.items[node->extra];

      return (FlopSums){ extra->has_flops, extra->flops, extra->peak_flop, extra->flops_ns };
    }
  flops = _lsc_tree_node_flops (self, node, &n);
  sums.known = n > 0;
  for (gsize i = 0; i < n; i++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, flops[i].place);
      gint64 ns = kernel->end_ns - kernel->start_ns;

      sums.flops += flops[i].flops;
      sums.ns += ns;
      sums.peak_flop += flops[i].peak * (double) ns * 1e-9;
    }
  return sums;
}

/* MFU comes from sums and is never averaged (flops.md#sources). Time of kernels without FLOPs
 * counts against the FP16 peak, or the mean peak of the others if that is not known. */
static LscValue
get_flops_value (const LscTree *self, const LscTreeNode *node, LscTreeColumn column)
{
  FlopSums sums = get_flops (self, node);
  double other_s = (double) (node->total_ns - sums.ns) * 1e-9;
  double peak = self->peak.fp16;

  if (!sums.known)
    return null_value;
  if (peak <= 0 && sums.ns > 0)
    peak = sums.peak_flop / ((double) sums.ns * 1e-9);
  switch (column)
    {
    case LSC_TREE_FLOPS:
      return make_real (sums.flops);
    case LSC_TREE_FLOPS_RATE:
      return make_ratio (sums.flops, (double) node->total_ns * 1e-9);
    case LSC_TREE_MFU_CORE:
      return make_ratio (sums.flops, sums.peak_flop);
    default:
      return sums.peak_flop > 0 ? make_ratio (sums.flops, sums.peak_flop + peak * MAX (other_s, 0))
                                : null_value;
    }
}

static LscValue
get_average (const LscTreeNode *node)
{
  if (node->kind != LSC_NODE_MODULE && node->kind != LSC_NODE_OP && node->kind != LSC_NODE_KERNEL)
    return null_value;
  return make_ratio ((double) node->total_ns, node->calls);
}

static LscValue
get_parent_share (const LscTree *self, const LscTreeNode *node)
{
  if (node->parent == LSC_INDEX_NONE)
    return null_value;
  return make_ratio ((double) node->total_ns, (double) self->nodes.items[node->parent].total_ns);
}

/* -- Heavy values --------------------------------------------------------------------------------
 */

static LscValue
get_place_value (const LscTreeNode *node, guint32 count, gint64 only)
{
  if (node->kind == LSC_NODE_KERNEL)
    return make_known (only);
  return count > 0 ? make_int (count) : null_value;
}

static LscValue
get_spread (LscTreeColumn column, const LscTreeHeavy *heavy)
{
  switch (column)
    {
    case LSC_TREE_MIN:
      return make_known (heavy->min_ns);
    case LSC_TREE_MAX:
      return make_known (heavy->max_ns);
    case LSC_TREE_P50:
      return heavy->p50_ns < 0 ? null_value : make_real (heavy->p50_ns);
    default:
      return heavy->p95_ns < 0 ? null_value : make_real (heavy->p95_ns);
    }
}

static LscValue
get_host_value (LscTreeColumn column, const LscTreeHeavy *heavy)
{
  switch (column)
    {
    case LSC_TREE_HOST:
      return make_known (heavy->host_ns);
    case LSC_TREE_HOST_SELF:
      return make_known (heavy->host_self_ns);
    default:
      return heavy->launch_delay_ns > 0 ? make_int (heavy->launch_delay_ns) : null_value;
    }
}

static LscValue
get_comm_value (LscTreeColumn column, const LscTreeEvents *events)
{
  switch (column)
    {
    case LSC_TREE_COMM_WAIT:
      return make_known (events->wait_ns);
    case LSC_TREE_COMM_TRANSFER:
      return make_known (events->transfer_ns);
    default:
      return make_known (events->not_overlapped_ns);
    }
}

static LscValue
get_heavy_value (LscTree *self, guint32 node, LscTreeColumn column)
{
  const LscTreeNode *about = &self->nodes.items[node];
  guint32 kind = _lsc_tree_column_kinds (column);
  LscTreeHeavy heavy = _lsc_tree_heavy (self, node, kind);
  const LscTreeEvents *events = &heavy.events;

  switch (kind)
    {
    case LSC_HEAVY_SPAN:
      if (column == LSC_TREE_STREAMS)
        return get_place_value (about, events->n_streams, events->only_stream);
      if (column == LSC_TREE_DEVICES)
        return get_place_value (about, events->n_devices, events->only_device);
      return make_int (column == LSC_TREE_SPAN ? events->span_ns : events->gap_ns);
    case LSC_HEAVY_CALLS:
      return get_spread (column, &heavy);
    case LSC_HEAVY_CLASS:
      return make_int (
          events->class_ns[column == LSC_TREE_COMPUTE         ? LSC_KERNEL_COMPUTE
                           : column == LSC_TREE_COMMUNICATION ? LSC_KERNEL_COMMUNICATION
                                                              : LSC_KERNEL_SCHEDULE]);
    case LSC_HEAVY_COMM:
      return get_comm_value (column, events);
    case LSC_HEAVY_HOST:
      return get_host_value (column, &heavy);
    case LSC_HEAVY_FLAGS:
      return make_text (heavy.flags.words);
    default:
      return self->view == LSC_TREE_BY_CLASS && about->kind == LSC_NODE_MODULE
                 ? make_int (heavy.inclusive_ns)
                 : null_value;
    }
}

/**
 * lsc_tree_value:
 *
 * Looks up a figure of a node (modules.md#columns). What is not known is NULL, never 0; a phase
 * or class that does not occur below a node is 0.
 *
 * Cost: O(1), or for columns that lsc_tree_prepare() helps with O(n log n) in the node's kernels
 * the first time. Thread: any.
 *
 * Returns: the value; a text lives as long as the tree
 */
LscValue
lsc_tree_value (LscTree *self, guint32 node, LscTreeColumn column)
{
  const LscTreeNode *about;

  g_return_val_if_fail (node < self->nodes.n, null_value);
  about = &self->nodes.items[node];
  switch (column)
    {
    case LSC_TREE_NAME:
      return (LscValue){ .type = LSC_TYPE_TEXT, .text = lsc_tree_get_name (self, node) };
    case LSC_TREE_KIND:
      return make_text (lsc_node_kind_name ((LscNodeKind) about->kind));
    case LSC_TREE_PHASE:
      return make_text (lsc_phase_name ((LscPhase) about->phase));
    case LSC_TREE_CALLS:
      return make_int (about->calls);
    case LSC_TREE_TOTAL:
      return make_int (about->total_ns);
    case LSC_TREE_SELF:
      return make_int (get_self_ns (self, about));
    case LSC_TREE_PERCENT_STEP:
      return make_ratio ((double) about->total_ns, (double) lsc_tree_get_total_ns (self));
    case LSC_TREE_PERCENT_PARENT:
      return get_parent_share (self, about);
    case LSC_TREE_AVG:
      return get_average (about);
    case LSC_TREE_FORWARD:
      return make_int (get_phase_ns (self, about, LSC_PHASE_FORWARD));
    case LSC_TREE_BACKWARD:
      return make_int (get_phase_ns (self, about, LSC_PHASE_BACKWARD));
    case LSC_TREE_RECOMPUTE:
      return make_int (get_phase_ns (self, about, LSC_PHASE_RECOMPUTE));
    case LSC_TREE_BACKWARD_RATIO:
      return make_ratio ((double) get_phase_ns (self, about, LSC_PHASE_BACKWARD),
                         (double) get_phase_ns (self, about, LSC_PHASE_FORWARD));
    case LSC_TREE_MFU_CORE:
    case LSC_TREE_MFU_TOTAL:
    case LSC_TREE_FLOPS:
    case LSC_TREE_FLOPS_RATE:
      return get_flops_value (self, about, column);
    default:
      return get_heavy_value (self, node, column);
    }
}

/** Returns: (nullable): name or flags, untranslated, so that an order does not follow a language */
const char *
_lsc_tree_plain_text (LscTree *self, guint32 node, LscTreeColumn column)
{
  if (column == LSC_TREE_FLAGS)
    return _lsc_tree_heavy (self, node, LSC_HEAVY_FLAGS).flags.plain;
  return _lsc_tree_plain_name (self, node);
}

/**
 * lsc_tree_copy_phrase:
 * @column: %LSC_TREE_NAME or %LSC_TREE_FLAGS
 *
 * Returns: (transfer full) (nullable): what the program says there, in no language; %NULL for a
 *   name of the recording, and where nothing is said
 */
LscPhrase *
lsc_tree_copy_phrase (LscTree *self, guint32 node, LscTreeColumn column)
{
  const LscTreeSaying *saying = _lsc_tree_find_saying (self, node);
  const char *phrase = saying ? saying->phrase : NULL;

  if (column == LSC_TREE_FLAGS)
    phrase = _lsc_tree_heavy (self, node, LSC_HEAVY_FLAGS).flags.phrase;
  else if (self->nodes.items[node].name == LSC_STRING_NONE)
    return lsc_phrase_new_text (_lsc_tree_plain_name (self, node));
  return lsc_phrase_copy (lsc_phrase_from_argument (phrase));
}

/**
 * lsc_tree_has_column:
 *
 * Returns: whether the data can fill the column for any node
 */
gboolean
lsc_tree_has_column (const LscTree *self, LscTreeColumn column)
{
  g_return_val_if_fail (self, FALSE);

  const LscRun *run = self->data->run;
  const LscTreeExtra *root = &self->extras.items[self->nodes.items[0].extra];
  const gsize *begin = run->class_begin;

  switch (column)
    {
    case LSC_TREE_FORWARD:
      return root->phase_ns[LSC_PHASE_FORWARD] > 0;
    case LSC_TREE_BACKWARD:
    case LSC_TREE_BACKWARD_RATIO:
      return root->phase_ns[LSC_PHASE_BACKWARD] > 0;
    case LSC_TREE_RECOMPUTE:
      return root->phase_ns[LSC_PHASE_RECOMPUTE] > 0;
    case LSC_TREE_MFU_CORE:
    case LSC_TREE_MFU_TOTAL:
      return root->has_flops && root->peak_flop > 0;
    case LSC_TREE_FLOPS:
    case LSC_TREE_FLOPS_RATE:
      return root->has_flops;
    case LSC_TREE_COMMUNICATION:
    case LSC_TREE_NOT_OVERLAPPED:
      return begin[LSC_KERNEL_COMMUNICATION] < begin[LSC_KERNEL_COMMUNICATION + 1];
    case LSC_TREE_COMM_WAIT:
    case LSC_TREE_COMM_TRANSFER:
      return begin[LSC_KERNEL_COMMUNICATION] < begin[LSC_KERNEL_COMMUNICATION + 1] &&
             run->comm_tasks.n > 0;
    case LSC_TREE_SCHEDULE:
      return begin[LSC_KERNEL_SCHEDULE] < begin[LSC_KERNEL_SCHEDULE + 1];
    case LSC_TREE_INCLUSIVE:
      return self->view == LSC_TREE_BY_CLASS;
    default:
      return column < LSC_TREE_N_COLUMNS;
    }
}

#define QUICK_SLOTS 4096

/* Whether what is made once for all nodes is there; never waits for a thread that makes it. */
static gboolean
has_shared (LscTree *self)
{
  gboolean has;

  if (self->n_slots < QUICK_SLOTS)
    return TRUE;
  if (!g_mutex_trylock (&self->once_lock))
    return FALSE;
  has = self->comm.ready && self->has_call_sums;
  g_mutex_unlock (&self->once_lock);
  return has;
}

/**
 * lsc_tree_prepare_node:
 *
 * Computes all columns of a node and what they share with other nodes, so that all of them are
 * quick. Thread: any but the one that draws.
 */
void
lsc_tree_prepare_node (LscTree *self, guint32 node)
{
  _lsc_tree_ensure_comm (self);
  _lsc_tree_ensure_call_sums (self);
  for (guint c = 0; c < LSC_TREE_N_COLUMNS; c++)
    if (lsc_tree_has_column (self, (LscTreeColumn) c))
      (void) lsc_tree_value (self, node, (LscTreeColumn) c);
}

/**
 * lsc_tree_is_quick:
 *
 * Returns: whether lsc_tree_value() takes well below a millisecond for that node and column,
 * because there is little to compute or it was computed before
 */
gboolean
lsc_tree_is_quick (LscTree *self, guint32 node, LscTreeColumn column)
{
  guint32 kinds = _lsc_tree_column_kinds (column);
  const LscTreeHeavy *heavy;
  gboolean known;

  g_return_val_if_fail (self, FALSE);
  if (kinds == 0)
    return TRUE;
  if (!has_shared (self))
    return FALSE;
  if (self->nodes.items[node].n_slots < QUICK_SLOTS)
    return TRUE;
  g_mutex_lock (&self->lock);
  heavy = g_hash_table_lookup (self->heavy, GUINT_TO_POINTER (node));
  known = heavy && (heavy->known & kinds) == kinds;
  g_mutex_unlock (&self->lock);
  return known;
}

/**
 * lsc_tree_prepare:
 * @columns: LSC_TREE_COLUMN_BIT()s
 *
 * Computes what takes long in those columns for every node, so that lsc_tree_value() and
 * lsc_tree_sort() are quick afterwards. Thread: any but the one that draws.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
lsc_tree_prepare (LscTree *self, guint64 columns, LscJob *job, GError **error)
{
  guint32 kinds = 0;

  g_return_val_if_fail (self, FALSE);
  for (guint c = 0; c < LSC_TREE_N_COLUMNS; c++)
    if (columns & LSC_TREE_COLUMN_BIT (c))
      kinds |= _lsc_tree_column_kinds ((LscTreeColumn) c);
  if (kinds == 0)
    return TRUE;
  lsc_job_say (job, _ ("Computing columns"));
  for (gsize i = 0; i < self->nodes.n; i++)
    {
      if (self->nodes.items[i].n_slots >= 64)
        (void) _lsc_tree_heavy (self, (guint32) i, kinds);
      if (i % 256 == 0 && !lsc_job_check (job, error))
        return FALSE;
    }
  return TRUE;
}
