/* lsc-tree-values.c - the columns of the tree, and their values for a node
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* -- Columns -------------------------------------------------------------------------------------
 */

#define INT_NS LSC_TYPE_INT, LSC_UNIT_NS
#define REAL_NS LSC_TYPE_REAL, LSC_UNIT_NS
#define SHARE LSC_TYPE_REAL, LSC_UNIT_SHARE
#define COUNT LSC_TYPE_INT, LSC_UNIT_COUNT
#define TEXT LSC_TYPE_TEXT, LSC_UNIT_NONE

/* Titles are translated where they are shown. */

#define COLUMN(name_, title_, type_, unit_, source_, about_)                                       \
  {                                                                                                \
    .name = name_, .title = title_, .type = type_, .unit = unit_, .source = source_,               \
    .about = about_                                                                                \
  }
/* Type and unit come as one macro. */
#define COLUMN_OF(...) COLUMN (__VA_ARGS__)

static const LscColumn about_columns[LSC_TREE_N_COLUMNS] = {
  [LSC_TREE_NAME] = COLUMN_OF ("name", N_ ("Name"), TEXT, "STRING_IDS.value",
                               N_ ("Name of the module, op or kernel.")),
  [LSC_TREE_KIND] = COLUMN_OF ("kind", N_ ("Kind"), TEXT, NULL,
                               N_ ("What the row is: rank, phase, group, module, op or kernel.")),
  [LSC_TREE_PHASE] = COLUMN_OF ("phase", N_ ("Phase"), TEXT, NULL,
                                N_ ("Whether it ran forward, backward or forward again.")),
  [LSC_TREE_CALLS] = COLUMN_OF ("calls", N_ ("Calls"), COUNT, N_ ("number of calls or launches"),
                                N_ ("How often it was called or launched.")),
  [LSC_TREE_TOTAL] = COLUMN_OF (
      "total_ns", N_ ("Total"), INT_NS, N_ ("sum of device times, scheduling tasks excluded"),
      N_ ("Sum of the device times below this row; kernels at the same time count each.")),
  [LSC_TREE_SELF] =
      COLUMN_OF ("self_ns", N_ ("Own Ops"), INT_NS, N_ ("device time of own ops only"),
                 N_ ("Device time of the ops that it runs itself; the modules inside have the rest "
                     "of Total. An op has all of its Total.")),
  [LSC_TREE_PERCENT_TOTAL] =
      COLUMN_OF ("share_of_device_time",
                 /* xgettext:no-c-format */
                 N_ ("% Device Time"), SHARE, N_ ("Total / device time of all events"),
                 N_ ("Total as a part of the device time of all events, which is 100 %.")),
  [LSC_TREE_PERCENT_STEP] =
      COLUMN_OF ("share_of_step",
                 /* xgettext:no-c-format */
                 N_ ("Busy % Step"), SHARE, N_ ("time in which it runs / length of the steps"),
                 N_ ("The part of the shown steps' time, which is 100 %, in which at least one of "
                     "its device events runs; rows that run at the same time overlap.")),
  [LSC_TREE_PERCENT_PARENT] =
      COLUMN_OF ("share_of_parent",
                 /* xgettext:no-c-format */
                 N_ ("% Parent"), SHARE, N_ ("Total / Total of the parent"),
                 N_ ("Total as a part of the Total of the row above, which is 100 %.")),
  [LSC_TREE_MFU_CORE] = COLUMN_OF ("mfu_core", N_ ("MFU Core"), SHARE,
                                   N_ ("FLOPs / (peak × time of the kernels that carry FLOPs)"),
                                   N_ ("Operations done of those that the chip can do in the time "
                                       "of the kernels that carry FLOPs, which are 100 %.")),
  [LSC_TREE_MFU_TOTAL] =
      COLUMN_OF ("mfu_total", N_ ("MFU"), SHARE, N_ ("FLOPs / (peak × Total)"),
                 N_ ("Operations done of those that the chip can do in Total, which are 100 %.")),
  [LSC_TREE_MFU_KNOWN] = COLUMN_OF (
      "mfu_known", N_ ("FLOPs Known"), SHARE, N_ ("time of kernels with FLOPs / Total"),
      N_ ("For which part of Total, which is 100 %, the operations are known. MFU counts "
          "the rest as if nothing was computed in it, MFU Core leaves it out.")),
  [LSC_TREE_SPAN] = COLUMN_OF (
      "span_ns", N_ ("Busy"), INT_NS, N_ ("union of the kernels' intervals per device"),
      N_ ("Time in which at least one of its device events runs: less than Total where they run "
          "at the same time, such as communication beside computing.")),
  [LSC_TREE_AVG] = COLUMN_OF ("avg_ns", N_ ("Average"), REAL_NS, N_ ("Total / Calls"),
                              N_ ("Mean device time of a call.")),
  [LSC_TREE_MIN] = COLUMN_OF ("min_ns", N_ ("Minimum"), INT_NS, N_ ("over calls with device time"),
                              N_ ("Device time of the shortest call that has any.")),
  [LSC_TREE_MAX] = COLUMN_OF ("max_ns", N_ ("Maximum"), INT_NS, N_ ("over calls"),
                              N_ ("Device time of the longest call.")),
  [LSC_TREE_P50] = COLUMN_OF ("p50_ns", N_ ("Median"), REAL_NS, N_ ("over calls with device time"),
                              N_ ("Half of the calls with device time take this or less.")),
  [LSC_TREE_P95] = COLUMN_OF ("p95_ns", N_ ("P95"), REAL_NS, N_ ("over calls with device time"),
                              N_ ("95 of 100 calls with device time take this or less.")),
  [LSC_TREE_FORWARD] = COLUMN_OF ("forward_ns", N_ ("Forward"), INT_NS, N_ ("part of Total"),
                                  N_ ("The part of Total that ran in the forward pass.")),
  [LSC_TREE_BACKWARD] = COLUMN_OF ("backward_ns", N_ ("Backward"), INT_NS, N_ ("part of Total"),
                                   N_ ("The part of Total that ran in the backward pass.")),
  [LSC_TREE_RECOMPUTE] =
      COLUMN_OF ("recompute_ns", N_ ("Recompute"), INT_NS,
                 N_ ("part of Total: forward run again in the backward pass"),
                 N_ ("The part of Total that ran forward again in the backward pass.")),
  [LSC_TREE_BACKWARD_RATIO] = COLUMN_OF (
      "backward_ratio", N_ ("Bwd/Fwd"), LSC_TYPE_REAL, LSC_UNIT_NONE, N_ ("Backward / Forward"),
      N_ ("Backward divided by Forward; about 2 for layers of matrices.")),
  [LSC_TREE_COMPUTE] = COLUMN_OF ("compute_ns", N_ ("Compute"), INT_NS, "COMPUTE_TASK_INFO, TASK",
                                  N_ ("The part of Total in computing kernels.")),
  [LSC_TREE_COMMUNICATION] =
      COLUMN_OF ("communication_ns", N_ ("Communication"), INT_NS, "COMMUNICATION_OP",
                 N_ ("Device time of communication operators.")),
  [LSC_TREE_SCHEDULE] =
      COLUMN_OF ("schedule_ns", N_ ("Schedule"), INT_NS, "COMMUNICATION_SCHEDULE_TASK_INFO, TASK",
                 N_ ("Device time of kernels that only schedule communication; no part of Total.")),
  [LSC_TREE_COMM_WAIT] =
      COLUMN_OF ("comm_wait_ns", N_ ("Notify Wait"), INT_NS, "modules.md#comm-split",
                 N_ ("The part of communication in which some of its planes wait for other ranks, "
                     "and none moves data.")),
  [LSC_TREE_COMM_TRANSFER] =
      COLUMN_OF ("comm_transfer_ns", N_ ("Comm Transfer"), INT_NS, "modules.md#comm-split",
                 N_ ("The part of communication in which at least one of its planes moves data.")),
  [LSC_TREE_COMM_OTHER] =
      COLUMN_OF ("comm_other_ns", N_ ("Comm Other"), INT_NS, "modules.md#comm-split",
                 N_ ("The part of communication that is neither: all its planes idle or signal.")),
  [LSC_TREE_NOT_OVERLAPPED] =
      COLUMN_OF ("comm_not_overlapped_ns", N_ ("Exposed Communication"), INT_NS,
                 N_ ("communication while the device computes nothing"),
                 N_ ("Communication during which the device computes nothing.")),
  [LSC_TREE_FLOPS] = COLUMN_OF ("flops", N_ ("FLOPs"), LSC_TYPE_REAL, LSC_UNIT_FLOPS, NULL,
                                N_ ("Floating-point operations done.")),
  [LSC_TREE_FLOPS_RATE] =
      COLUMN_OF ("flops_per_s", N_ ("FLOP/s"), LSC_TYPE_REAL, LSC_UNIT_FLOPS_PER_S,
                 N_ ("FLOPs / Total"), N_ ("Floating-point operations done per second of Total.")),
  [LSC_TREE_HOST] =
      COLUMN_OF ("host_ns", N_ ("Host Time"), INT_NS, N_ ("length of the ranges or ops"),
                 N_ ("Time that its ranges or ops took on the host.")),
  [LSC_TREE_HOST_SELF] =
      COLUMN_OF ("host_self_ns", N_ ("Host Self"), INT_NS, N_ ("Host Time without inner ranges"),
                 N_ ("Host Time excluding nested ranges.")),
  [LSC_TREE_LAUNCH_DELAY] =
      COLUMN_OF ("launch_delay_ns", N_ ("Launch Delay"), INT_NS,
                 N_ ("shortest time from the host's start to the first kernel"),
                 N_ ("Shortest time from the start on the host to the first kernel.")),
  [LSC_TREE_GAP] = COLUMN_OF (
      "gap_ns", N_ ("Idle Between"), INT_NS, N_ ("holes between its events, within steps"),
      N_ ("Time between its events on the device, where one step does not end and the "
          "next begin.")),
  [LSC_TREE_STREAMS] = COLUMN_OF (
      "streams", N_ ("Compute Streams"), COUNT, N_ ("number of streams; of a kernel, its stream"),
      N_ ("Number of streams that its kernels ran on, without those of concurrent communication "
          "operators; of a kernel, which stream.")),
  [LSC_TREE_DEVICES] = COLUMN_OF (
      "devices", N_ ("Devices"), COUNT, N_ ("number of devices; of a kernel, its device"),
      N_ ("Number of devices that it ran on; of a kernel, which device.")),
  [LSC_TREE_FLAGS] = COLUMN_OF ("flags", N_ ("Notes"), TEXT, NULL,
                                N_ ("What is to be known about the figures of this row.")),
};

/**
 * lsc_tree_column:
 *
 * Returns: (transfer none): name, title, type and unit of a column
 */
const LscColumn *
lsc_tree_column (LscTreeColumn column)
{
  g_return_val_if_fail (column < LSC_TREE_N_COLUMNS, NULL);
  return &about_columns[column];
}

/** lsc_tree_column_from_name: Returns: the column, %LSC_TREE_N_COLUMNS if there is none */
LscTreeColumn
lsc_tree_column_from_name (const char *name)
{
  guint i = 0;

  g_return_val_if_fail (name, LSC_TREE_N_COLUMNS);
  while (i < LSC_TREE_N_COLUMNS && strcmp (about_columns[i].name, name) != 0)
    i++;
  return (LscTreeColumn) i;
}

/* Bits of LscTreeHeavyKind that a column needs. */
static guint32
get_kinds (LscTreeColumn column)
{
  static const guint8 kinds[LSC_TREE_N_COLUMNS] = {
    [LSC_TREE_SPAN] = LSC_HEAVY_SPAN,           [LSC_TREE_GAP] = LSC_HEAVY_SPAN,
    [LSC_TREE_STREAMS] = LSC_HEAVY_SPAN,        [LSC_TREE_DEVICES] = LSC_HEAVY_SPAN,
    [LSC_TREE_MIN] = LSC_HEAVY_CALLS,           [LSC_TREE_MAX] = LSC_HEAVY_CALLS,
    [LSC_TREE_P50] = LSC_HEAVY_CALLS,           [LSC_TREE_P95] = LSC_HEAVY_CALLS,
    [LSC_TREE_COMPUTE] = LSC_HEAVY_CLASS,       [LSC_TREE_COMMUNICATION] = LSC_HEAVY_CLASS,
    [LSC_TREE_SCHEDULE] = LSC_HEAVY_CLASS,      [LSC_TREE_COMM_WAIT] = LSC_HEAVY_COMM,
    [LSC_TREE_COMM_TRANSFER] = LSC_HEAVY_COMM,  [LSC_TREE_COMM_OTHER] = LSC_HEAVY_COMM,
    [LSC_TREE_NOT_OVERLAPPED] = LSC_HEAVY_COMM, [LSC_TREE_HOST] = LSC_HEAVY_HOST,
    [LSC_TREE_HOST_SELF] = LSC_HEAVY_HOST,      [LSC_TREE_LAUNCH_DELAY] = LSC_HEAVY_HOST,
    [LSC_TREE_FLAGS] = LSC_HEAVY_FLAGS,         [LSC_TREE_PERCENT_STEP] = LSC_HEAVY_SPAN,
  };

  return kinds[column];
}

/* -- Values --------------------------------------------------------------------------------------
 */

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
  /* flops.md#sources: without a chip the mean peak of the kernels that have one stands for it */
  if (peak <= 0 && sums.ns > 0)
    peak = sums.peak_flop / ((double) sums.ns * 1e-9);
  switch (column)
    {
    case LSC_TREE_FLOPS:
      return make_real (sums.flops);
    case LSC_TREE_FLOPS_RATE:
      return make_ratio (sums.flops, (double) node->total_ns * 1e-9);
    case LSC_TREE_MFU_KNOWN:
      return make_ratio ((double) sums.ns, (double) node->total_ns);
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

/* Length of the steps that the tree shows; 0 for those of a range, which is none of theirs. */
static gint64
get_steps_ns (const LscTree *self)
{
  const LscModuleData *data = self->data;
  gint64 ns = 0;

  /* A share of all steps, also where a node ran in some of them only: shares then add up. */
  for (gsize i = 0; i < data->steps.n && !self->has_range; i++)
    if (!data->has_step || data->steps.items[i].id == data->step_id)
      ns += data->steps.items[i].end_ns - data->steps.items[i].start_ns;
  return ns;
}

static LscValue
get_place_value (const LscTreeNode *node, guint32 count, gint64 only)
{
  if (node->kind == LSC_NODE_KERNEL)
    return make_known (only);
  return count > 0 ? make_int (count) : null_value;
}

static LscValue
get_heavy_value (LscTree *self, guint32 node, LscTreeColumn column)
{
  const LscTreeNode *about = &self->nodes.items[node];
  LscTreeHeavy heavy = _lsc_tree_heavy (self, node, get_kinds (column));
  const LscTreeEvents *events = &heavy.events;

  switch (column)
    {
    case LSC_TREE_SPAN:
      return make_int (events->span_ns);
    case LSC_TREE_GAP:
      return make_int (events->gap_ns);
    case LSC_TREE_PERCENT_STEP:
      return make_ratio ((double) events->in_steps_ns, (double) get_steps_ns (self));
    case LSC_TREE_STREAMS:
      return get_place_value (about, events->n_streams, events->only_stream);
    case LSC_TREE_DEVICES:
      return get_place_value (about, events->n_devices, events->only_device);
    case LSC_TREE_MIN:
      return make_known (heavy.min_ns);
    case LSC_TREE_MAX:
      return make_known (heavy.max_ns);
    case LSC_TREE_P50:
      return heavy.p50_ns < 0 ? null_value : make_real (heavy.p50_ns);
    case LSC_TREE_P95:
      return heavy.p95_ns < 0 ? null_value : make_real (heavy.p95_ns);
    case LSC_TREE_COMPUTE:
      return make_int (events->class_ns[LSC_KERNEL_COMPUTE]);
    case LSC_TREE_COMMUNICATION:
      return make_int (events->class_ns[LSC_KERNEL_COMMUNICATION]);
    case LSC_TREE_SCHEDULE:
      return make_int (events->class_ns[LSC_KERNEL_SCHEDULE]);
    case LSC_TREE_COMM_WAIT:
      return make_known (events->wait_ns);
    case LSC_TREE_COMM_TRANSFER:
      return make_known (events->transfer_ns);
    case LSC_TREE_COMM_OTHER:
      return make_known (events->other_ns);
    case LSC_TREE_NOT_OVERLAPPED:
      return make_known (events->not_overlapped_ns);
    case LSC_TREE_HOST:
      return make_known (heavy.host_ns);
    case LSC_TREE_HOST_SELF:
      return make_known (heavy.host_self_ns);
    case LSC_TREE_LAUNCH_DELAY:
      return heavy.launch_delay_ns > 0 ? make_int (heavy.launch_delay_ns) : null_value;
    case LSC_TREE_FLAGS:
      return make_text (heavy.flags.words);
    default:
      return null_value;
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
    case LSC_TREE_PERCENT_TOTAL:
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
    case LSC_TREE_MFU_KNOWN:
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
  const LscTreeSaying *saying;
  const char *phrase;

  g_return_val_if_fail (self && node < self->nodes.n && column < LSC_TREE_N_COLUMNS, NULL);
  saying = _lsc_tree_find_saying (self, node);
  phrase = saying ? saying->phrase : NULL;
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
    case LSC_TREE_MFU_KNOWN:
    case LSC_TREE_FLOPS:
    case LSC_TREE_FLOPS_RATE:
      return root->has_flops;
    case LSC_TREE_COMMUNICATION:
    case LSC_TREE_NOT_OVERLAPPED:
      return begin[LSC_KERNEL_COMMUNICATION] < begin[LSC_KERNEL_COMMUNICATION + 1];
    case LSC_TREE_COMM_WAIT:
    case LSC_TREE_COMM_TRANSFER:
    case LSC_TREE_COMM_OTHER:
      return begin[LSC_KERNEL_COMMUNICATION] < begin[LSC_KERNEL_COMMUNICATION + 1] &&
             run->comm_tasks.n > 0;
    case LSC_TREE_SCHEDULE:
      return begin[LSC_KERNEL_SCHEDULE] < begin[LSC_KERNEL_SCHEDULE + 1];
    case LSC_TREE_PERCENT_STEP:
      return get_steps_ns (self) > 0 && self->view != LSC_TREE_BY_CLASS;
    default:
      return column < LSC_TREE_N_COLUMNS;
    }
}

/**
 * lsc_tree_list_columns:
 * @columns: (out caller-allocates): room for %LSC_TREE_N_COLUMNS
 *
 * Returns: how many columns the data can fill, but for name, kind and phase
 */
guint
lsc_tree_list_columns (const LscTree *self, LscTreeColumn *columns)
{
  guint n = 0;

  g_return_val_if_fail (self && columns, 0);
  for (int i = LSC_TREE_CALLS; i < LSC_TREE_N_COLUMNS; i++)
    if (lsc_tree_has_column (self, (LscTreeColumn) i))
      columns[n++] = (LscTreeColumn) i;
  return n;
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
  g_return_if_fail (self && node < self->nodes.n);
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
  guint32 kinds = get_kinds (column);
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
      kinds |= get_kinds ((LscTreeColumn) c);
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
