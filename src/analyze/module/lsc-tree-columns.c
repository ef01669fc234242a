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
static const LscColumn columns[LSC_TREE_N_COLUMNS] = {
  [LSC_TREE_NAME] = { "name", N_ ("Name"), TEXT, "STRING_IDS.value" },
  [LSC_TREE_KIND] = { "kind", N_ ("Kind"), TEXT, NULL },
  [LSC_TREE_PHASE] = { "phase", N_ ("Phase"), TEXT, NULL },
  [LSC_TREE_CALLS] = { "calls", N_ ("Calls"), COUNT, N_ ("number of calls or launches") },
  [LSC_TREE_TOTAL] = { "total_ns", N_ ("Total"), INT_NS,
                       N_ ("sum of device times, scheduling tasks excluded") },
  [LSC_TREE_SELF] = { "self_ns", N_ ("Self"), INT_NS, N_ ("device time of own ops only") },
  [LSC_TREE_PERCENT_STEP] = { "share_of_step",
                              /* xgettext:no-c-format */
                              N_ ("% Step"), SHARE, N_ ("Total / device time of all events") },
  [LSC_TREE_PERCENT_PARENT] = { "share_of_parent",
                                /* xgettext:no-c-format */
                                N_ ("% Parent"), SHARE, N_ ("Total / Total of the parent") },
  [LSC_TREE_MFU_CORE] = { "mfu_core", N_ ("MFU Core"), SHARE,
                          N_ ("FLOPs / (peak × time of the kernels that carry FLOPs)") },
  [LSC_TREE_MFU_TOTAL] = { "mfu_total", N_ ("MFU"), SHARE, N_ ("FLOPs / (peak × Total)") },
  [LSC_TREE_SPAN] = { "span_ns", N_ ("Span"), INT_NS,
                      N_ ("union of the kernels' intervals per device") },
  [LSC_TREE_AVG] = { "avg_ns", N_ ("Average"), REAL_NS, N_ ("Total / Calls") },
  [LSC_TREE_MIN] = { "min_ns", N_ ("Minimum"), INT_NS, N_ ("over calls with device time") },
  [LSC_TREE_MAX] = { "max_ns", N_ ("Maximum"), INT_NS, N_ ("over calls") },
  [LSC_TREE_P50] = { "p50_ns", N_ ("Median"), REAL_NS, N_ ("over calls with device time") },
  [LSC_TREE_P95] = { "p95_ns", N_ ("P95"), REAL_NS, N_ ("over calls with device time") },
  [LSC_TREE_FORWARD] = { "forward_ns", N_ ("Forward"), INT_NS, N_ ("part of Total") },
  [LSC_TREE_BACKWARD] = { "backward_ns", N_ ("Backward"), INT_NS, N_ ("part of Total") },
  [LSC_TREE_RECOMPUTE] = { "recompute_ns", N_ ("Recompute"), INT_NS,
                           N_ ("part of Total: forward run again in the backward pass") },
  [LSC_TREE_BACKWARD_RATIO] = { "backward_ratio", N_ ("Bwd/Fwd"), LSC_TYPE_REAL, LSC_UNIT_NONE,
                                N_ ("Backward / Forward") },
  [LSC_TREE_COMPUTE] = { "compute_ns", N_ ("Compute"), INT_NS, "COMPUTE_TASK_INFO, TASK" },
  [LSC_TREE_COMMUNICATION] = { "communication_ns", N_ ("Communication"), INT_NS,
                               "COMMUNICATION_OP" },
  [LSC_TREE_SCHEDULE] = { "schedule_ns", N_ ("Schedule"), INT_NS,
                          "COMMUNICATION_SCHEDULE_TASK_INFO, TASK" },
  [LSC_TREE_COMM_WAIT] = { "comm_wait_ns", N_ ("Comm Wait"), INT_NS,
                           N_ ("Notify_Wait on the master plane") },
  [LSC_TREE_COMM_TRANSFER] = { "comm_transfer_ns", N_ ("Comm Transfer"), INT_NS,
                               N_ ("copies and inline reductions on the master plane") },
  [LSC_TREE_NOT_OVERLAPPED] = { "comm_not_overlapped_ns", N_ ("Not Overlapped"), INT_NS,
                                N_ ("communication while the device computes nothing") },
  [LSC_TREE_FLOPS] = { "flops", N_ ("FLOPs"), LSC_TYPE_REAL, LSC_UNIT_FLOPS, NULL },
  [LSC_TREE_FLOPS_RATE] = { "flops_per_s", N_ ("FLOP/s"), LSC_TYPE_REAL, LSC_UNIT_FLOPS_PER_S,
                            N_ ("FLOPs / Total") },
  [LSC_TREE_HOST] = { "host_ns", N_ ("Host Time"), INT_NS, N_ ("length of the ranges or ops") },
  [LSC_TREE_HOST_SELF] = { "host_self_ns", N_ ("Host Self"), INT_NS,
                           N_ ("Host Time without inner ranges") },
  [LSC_TREE_LAUNCH_DELAY] = { "launch_delay_ns", N_ ("Launch Delay"), INT_NS,
                              N_ ("shortest time from the host's start to the first kernel") },
  [LSC_TREE_GAP] = { "gap_ns", N_ ("Gap"), INT_NS, N_ ("first start to last end, without Span") },
  [LSC_TREE_STREAMS] = { "streams", N_ ("Streams"), COUNT,
                         N_ ("number of streams; of a kernel, its stream") },
  [LSC_TREE_DEVICES] = { "devices", N_ ("Devices"), COUNT,
                         N_ ("number of devices; of a kernel, its device") },
  [LSC_TREE_FLAGS] = { "flags", N_ ("Notes"), TEXT, NULL },
  [LSC_TREE_INCLUSIVE] = { "inclusive_ns", N_ ("With Inner Modules"), INT_NS,
                           N_ ("device time with the modules inside, each event once; rows "
                               "overlap") },
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
