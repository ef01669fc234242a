/* lsc-digest-optimizers.c - the steps of optimizers, by the host's clock
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-optimizers-private.h"

#include "base/lsc-sort.h"

/* findings.md#unfused; findings.md#optimizers. What torch.optim puts around the step of an
 * optimizer is an annotation of its thread in traces of GPUs, an operator in databases of NPUs. */

#define PREFIX "Optimizer.step#"

/** What a lane is looked through for. @is_wanted: of each string of the timeline */
typedef struct
{
  const guint8 *is_wanted;
  LscOptimizerSteps *steps;
} Search;

static void
add_steps (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  const Search *search = user_data;

  for (guint32 i = 0; i < lane->n; i++)
    if (lane->name[i] != LSC_STRING_NONE && search->is_wanted[lane->name[i]])
      lsc_optimizer_steps_append (
          search->steps,
          (LscOptimizerStep){ lane->start_ns[i], lsc_lane_get_end_ns (lane, i), lane->name[i] });
}

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const LscOptimizerStep *x = a, *y = b;

  LSC_RETURN_ORDER (x->begin_ns, y->begin_ns);
  LSC_RETURN_ORDER (x->end_ns, y->end_ns);
  LSC_RETURN_ORDER (x->name, y->name);
  return 0;
}

/**
 * _lsc_digest_optimizers_init:
 * @self: (out caller-allocates): by begin; to be cleared with lsc_optimizer_steps_clear()
 *
 * Cost: O(strings), and O(slices of the host) where an optimizer is among them.
 */
void
_lsc_digest_optimizers_init (LscOptimizerSteps *self, const LscTimeline *timeline)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint8 *is_wanted = g_new0 (guint8, n_texts + 1);
  Search search = { is_wanted, self };
  gboolean is_any = FALSE;

  *self = (LscOptimizerSteps){ 0 };
  for (gsize i = 0; i < n_texts; i++)
    {
      is_wanted[i] = g_str_has_prefix (lsc_intern_text (timeline->strings, (guint32) i), PREFIX);
      is_any |= is_wanted[i];
    }
  if (!is_any)
    return;
  lsc_timeline_foreach_lane (
      (LscTimeline *) timeline,
      (guint64) 1 << LSC_ROLE_MARK_LANE | (guint64) 1 << LSC_ROLE_HOST_THREAD, add_steps, &search);
  if (self->n > 0)
    qsort (self->items, self->n, sizeof *self->items, compare_steps);
}

/**
 * _lsc_digest_optimizers_find:
 * @op: of a kernel; may be %LSC_SPOT_NONE
 *
 * One optimizer is thought to stand behind another one, not beside it.
 *
 * Returns: the name of the step in which @op begins, %LSC_STRING_NONE without any
 */
guint32
_lsc_digest_optimizers_find (const LscOptimizerSteps *self, const LscTimeline *timeline, LscSpot op)
{
  gint64 ns;
  gsize after;

  if (op.node == LSC_SLICE_NONE || self->n == 0)
    return LSC_STRING_NONE;
  ns = lsc_timeline_get_node (timeline, op.node)->lane->start_ns[op.slice];
  after = LSC_BISECT (i, 0, self->n, self->items[i].begin_ns <= ns);
  return after > 0 && ns < self->items[after - 1].end_ns ? self->items[after - 1].name
                                                         : LSC_STRING_NONE;
}
