/* lsc-timeline-legend-words.c - kinds of slices in few words, for the legend
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "draw/timeline/lsc-timeline-painter-private.h"

/* The titles of kinds stand alone in tables and tool tips. In a legend, which takes room from the
 * lanes, those of a group have its name once, before the first, and are short. */

typedef struct
{
  const char *group;
  const char *name;
} Words;

#define KERNELS N_ ("Kernels:")
#define TASKS N_ ("Tasks:")
#define HOST N_ ("Host:")
#define CANN N_ ("CANN:")
#define CALLS N_ ("Calls:")
#define IDLE N_ ("Idle:")
#define UNCOUNTED N_ ("Not counted:")

static const Words short_words[LSC_SLICE_N_KINDS] = {
  [LSC_SLICE_OTHER] = { HOST, NC_ ("legend", "other") },
  [LSC_SLICE_STEP] = { HOST, NC_ ("legend", "step") },
  [LSC_SLICE_OP] = { HOST, NC_ ("legend", "framework op") },
  [LSC_SLICE_ENQUEUE] = { HOST, NC_ ("legend", "enqueue") },
  [LSC_SLICE_DEQUEUE] = { HOST, NC_ ("legend", "dequeue") },
  [LSC_SLICE_PYTHON] = { HOST, NC_ ("legend", "Python frame") },
  [LSC_SLICE_MODULE] = { HOST, NC_ ("legend", "module") },
  [LSC_SLICE_GC] = { HOST, NC_ ("legend", "garbage collection") },
  [LSC_SLICE_MARK] = { HOST, NC_ ("legend", "mark") },
  [LSC_SLICE_CANN_ACL] = { CANN, NC_ ("legend", "ACL") },
  [LSC_SLICE_CANN_MODEL] = { CANN, NC_ ("legend", "model") },
  [LSC_SLICE_CANN_NODE] = { CANN, NC_ ("legend", "node") },
  [LSC_SLICE_CANN_COMM] = { CANN, NC_ ("legend", "communication") },
  [LSC_SLICE_CANN_RUNTIME] = { CALLS, NC_ ("legend", "runtime") },
  [LSC_SLICE_OSRT] = { CALLS, NC_ ("legend", "operating system") },
  [LSC_SLICE_LAUNCH_ANCHOR] = { CALLS, NC_ ("legend", "launch") },
  [LSC_SLICE_CUBE] = { KERNELS, NC_ ("legend", "cube") },
  [LSC_SLICE_VECTOR] = { KERNELS, NC_ ("legend", "vector") },
  [LSC_SLICE_MIX] = { KERNELS, NC_ ("legend", "mixed") },
  [LSC_SLICE_AI_CPU] = { KERNELS, NC_ ("legend", "AI CPU") },
  [LSC_SLICE_DSA] = { KERNELS, NC_ ("legend", "DSA") },
  [LSC_SLICE_COMPUTE] = { KERNELS, NC_ ("legend", "of unknown type") },
  [LSC_SLICE_SCHEDULE] = { KERNELS, NC_ ("legend", "scheduling") },
  [LSC_SLICE_COPY] = { TASKS, NC_ ("legend", "copy") },
  [LSC_SLICE_WAIT] = { TASKS, NC_ ("legend", "wait") },
  [LSC_SLICE_EVENT] = { TASKS, NC_ ("legend", "event") },
  [LSC_SLICE_PARENT] = { TASKS, NC_ ("legend", "around others") },
  [LSC_SLICE_DEVICE] = { TASKS, NC_ ("legend", "other") },
  [LSC_SLICE_DEVICE_MARK] = { TASKS, NC_ ("legend", "mark") },
  [LSC_SLICE_COMM_OP] = { TASKS, NC_ ("legend", "communication") },
  [LSC_SLICE_COMM_TASK] = { TASKS, NC_ ("legend", "its tasks") },
  [LSC_SLICE_NOT_OVERLAPPED] = { TASKS, NC_ ("legend", "exposed") },
  [LSC_SLICE_FREE] = { IDLE, NC_ ("legend", "Free") },
  [LSC_SLICE_FREE_EDGE] = { IDLE, NC_ ("legend", "at the ends") },
  [LSC_SLICE_GAP_HOST_SYNC] = { IDLE, NC_ ("legend", "not launched, host waits") },
  [LSC_SLICE_GAP_HOST] = { IDLE, NC_ ("legend", "not launched, host late") },
  [LSC_SLICE_GAP_QUEUED_TASK] = { IDLE, NC_ ("legend", "behind a task") },
  [LSC_SLICE_GAP_QUEUED_IDLE] = { IDLE, NC_ ("legend", "launched") },
  [LSC_SLICE_GAP_UNKNOWN] = { IDLE, NC_ ("legend", "launch not recorded") },
  [LSC_SLICE_MISTIMED] = { UNCOUNTED, NC_ ("legend", "impossible time") },
};

/** Returns: what stands before the families of kernels */
const char *
_lsc_timeline_legend_families (void)
{
  return _ (KERNELS);
}

/** Returns: what stands before the kinds of arrows */
const char *
_lsc_timeline_legend_arrows (void)
{
  return _ ("Arrows:");
}

/** _lsc_timeline_legend_words: Returns: name of a kind; @group: (out) (nullable): before it */
const char *
_lsc_timeline_legend_words (guint8 kind, const char **group)
{
  const Words *words = &short_words[MIN (kind, LSC_SLICE_N_KINDS - 1)];

  *group = words->group ? _ (words->group) : NULL;
  return words->name ? g_dpgettext2 (GETTEXT_PACKAGE, "legend", words->name)
                     : lsc_slice_kind_title (kind);
}
