/* lsc-tree-columns.c - columns of the tree, and names of views, kinds and phases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

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

static const LscColumn columns[LSC_TREE_N_COLUMNS] = {
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
      COLUMN_OF ("self_ns", N_ ("Self"), INT_NS, N_ ("device time of own ops only"),
                 N_ ("Device time of its own ops, without that of the modules inside.")),
  [LSC_TREE_PERCENT_STEP] =
      COLUMN_OF ("share_of_step",
                 /* xgettext:no-c-format */
                 N_ ("% Step"), SHARE, N_ ("Total / device time of all events"),
                 N_ ("Total as a part of the device time of all events, which is 100 %.")),
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
  [LSC_TREE_SPAN] =
      COLUMN_OF ("span_ns", N_ ("Span"), INT_NS, N_ ("union of the kernels' intervals per device"),
                 N_ ("Time in which at least one of its device events runs.")),
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
      COLUMN_OF ("comm_wait_ns", N_ ("Comm Wait"), INT_NS, N_ ("Notify_Wait on the master plane"),
                 N_ ("The part of communication that waits for other ranks.")),
  [LSC_TREE_COMM_TRANSFER] =
      COLUMN_OF ("comm_transfer_ns", N_ ("Comm Transfer"), INT_NS,
                 N_ ("copies and inline reductions on the master plane"),
                 N_ ("The part of communication that copies or reduces data.")),
  [LSC_TREE_NOT_OVERLAPPED] =
      COLUMN_OF ("comm_not_overlapped_ns", N_ ("Not Overlapped"), INT_NS,
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
                 N_ ("Host Time without that of the ranges inside.")),
  [LSC_TREE_LAUNCH_DELAY] =
      COLUMN_OF ("launch_delay_ns", N_ ("Launch Delay"), INT_NS,
                 N_ ("shortest time from the host's start to the first kernel"),
                 N_ ("Shortest time from the start on the host to the first kernel.")),
  [LSC_TREE_GAP] =
      COLUMN_OF ("gap_ns", N_ ("Gap"), INT_NS, N_ ("first start to last end, without Span"),
                 N_ ("Time between its first start and last end on the device in which none of its "
                     "events runs.")),
  [LSC_TREE_STREAMS] = COLUMN_OF (
      "streams", N_ ("Streams"), COUNT, N_ ("number of streams; of a kernel, its stream"),
      N_ ("Number of streams that it ran on; of a kernel, which stream.")),
  [LSC_TREE_DEVICES] = COLUMN_OF (
      "devices", N_ ("Devices"), COUNT, N_ ("number of devices; of a kernel, its device"),
      N_ ("Number of devices that it ran on; of a kernel, which device.")),
  [LSC_TREE_FLAGS] = COLUMN_OF ("flags", N_ ("Notes"), TEXT, NULL,
                                N_ ("What is to be known about the figures of this row.")),
  [LSC_TREE_INCLUSIVE] =
      COLUMN_OF ("inclusive_ns", N_ ("With Inner Modules"), INT_NS,
                 N_ ("device time with the modules inside, each event once; rows "
                     "overlap"),
                 N_ ("Device time with that of the modules inside, each event once; rows overlap, "
                     "so their sum exceeds 100 %.")),
};

static const char *const view_names[LSC_TREE_N_VIEWS] = {
  "path", "call", "variant", "instance", "class", "op",
};

static const char *const view_titles[LSC_TREE_N_VIEWS] = {
  N_ ("By path"),          N_ ("By call"),  N_ ("By variant"),
  N_ ("By instance name"), N_ ("By class"), N_ ("By op and kernel"),
};

static const char *const kind_names[] = {
  "root", "rank", "phase", "group", "module", "op", "kernel",
};

static const char *const phase_names[] = { "", "forward", "backward", "recompute", "other" };

static const char *const phase_titles[] = {
  "", N_ ("Forward"), N_ ("Backward"), N_ ("Recompute"), N_ ("Other"),
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
  return &columns[column];
}

/** lsc_tree_column_from_name: Returns: the column, %LSC_TREE_N_COLUMNS if there is none */
LscTreeColumn
lsc_tree_column_from_name (const char *name)
{
  guint i = 0;

  while (i < LSC_TREE_N_COLUMNS && strcmp (columns[i].name, name) != 0)
    i++;
  return (LscTreeColumn) i;
}

/** lsc_tree_view_name: Returns: stable name: path, call, variant, instance, class, op */
const char *
lsc_tree_view_name (LscTreeView view)
{
  return view_names[view];
}

/** lsc_tree_view_title: Returns: name for people, untranslated */
const char *
lsc_tree_view_title (LscTreeView view)
{
  return view_titles[view];
}

gboolean
lsc_tree_view_from_name (const char *name, LscTreeView *view)
{
  for (guint i = 0; i < LSC_TREE_N_VIEWS; i++)
    if (strcmp (view_names[i], name) == 0)
      {
        *view = (LscTreeView) i;
        return TRUE;
      }
  return FALSE;
}

const char *
lsc_node_kind_name (LscNodeKind kind)
{
  return kind_names[kind];
}

/** lsc_phase_name: Returns: stable name, "" for none */
const char *
lsc_phase_name (LscPhase phase)
{
  return phase_names[phase];
}

/** lsc_phase_title: Returns: name for people, untranslated; "" for none */
const char *
lsc_phase_title (LscPhase phase)
{
  return phase_titles[phase];
}

/** _lsc_tree_column_kinds: Returns: bits of LscTreeHeavyKind that a column needs */
guint32
_lsc_tree_column_kinds (LscTreeColumn column)
{
  switch (column)
    {
    case LSC_TREE_SPAN:
    case LSC_TREE_GAP:
    case LSC_TREE_STREAMS:
    case LSC_TREE_DEVICES:
      return LSC_HEAVY_SPAN;
    case LSC_TREE_MIN:
    case LSC_TREE_MAX:
    case LSC_TREE_P50:
    case LSC_TREE_P95:
      return LSC_HEAVY_CALLS;
    case LSC_TREE_COMPUTE:
    case LSC_TREE_COMMUNICATION:
    case LSC_TREE_SCHEDULE:
      return LSC_HEAVY_CLASS;
    case LSC_TREE_COMM_WAIT:
    case LSC_TREE_COMM_TRANSFER:
    case LSC_TREE_NOT_OVERLAPPED:
      return LSC_HEAVY_COMM;
    case LSC_TREE_HOST:
    case LSC_TREE_HOST_SELF:
    case LSC_TREE_LAUNCH_DELAY:
      return LSC_HEAVY_HOST;
    case LSC_TREE_FLAGS:
      return LSC_HEAVY_FLAGS;
    case LSC_TREE_INCLUSIVE:
      return LSC_HEAVY_INCLUSIVE;
    default:
      return 0;
    }
}
