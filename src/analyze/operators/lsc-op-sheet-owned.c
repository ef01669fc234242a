/* lsc-op-sheet-owned.c - steps of a rank, and what of them each kernel owns
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/operators/lsc-op-sheet-private.h"
#include "base/lsc-sort.h"

/* operators.md#owned: the pieces of a budget add up to the steps, and each busy one has an owner.
 */

static void
add_step (LscOpSheet *sheet, const LscBudgetStep *step)
{
  lsc_op_steps_append (&sheet->steps, (LscOpStep){ .number = step->step,
                                                   .begin_ns = step->begin_ns,
                                                   .end_ns = step->end_ns,
                                                   .step_ns = step->step_ns,
                                                   .computing_ns = step->ns[LSC_BUDGET_COMPUTE],
                                                   .counts = lsc_budget_step_is_typical (step) });
}

/** Fills LscOpSheet.steps, and gives each kernel the one in which it begins. */
void
_lsc_op_maker_take_steps (LscOpMaker *self)
{
  LscOpSheet *sheet = self->sheet;
  const LscOpStep *steps;
  gsize n;

  sheet->has_budget = !lsc_budget_lacks_steps (self->budget->lack);
  for (guint i = 0; i < self->budget->steps.n && sheet->has_budget; i++)
    add_step (sheet, lsc_budget_get_step (self->budget, i));
  steps = sheet->steps.items;
  n = sheet->steps.n;
  for (gsize i = 0; i < self->raws.n; i++)
    {
      gint64 start_ns = self->raws.items[i].start_ns;
      gsize at = LSC_BISECT (k, 0, n, steps[k].begin_ns <= start_ns);

      if (at > 0 && start_ns < steps[at - 1].end_ns)
        self->raws.items[i].step = (guint32) (at - 1);
    }
}

static gboolean
is_busy (const LscBudgetPiece *piece)
{
  return piece->category <= LSC_BUDGET_MEMCPY && piece->owner != LSC_SLICE_NONE;
}

/* A collective of a GPU trace has two slices, on its stream and in its group. */
static guint32
find_twin (const LscOpMaker *self, guint32 slice)
{
  gsize first, n = lsc_links_find_to (&self->timeline->links, slice, &first);

  for (gsize i = 0; i < n; i++)
    if (lsc_links_get_to (&self->timeline->links, first + i)->kind == LSC_LINK_COMM_TASK)
      return lsc_links_get_to (&self->timeline->links, first + i)->from;
  return LSC_SLICE_NONE;
}

static void
take_piece (LscOpMaker *self, const guint32 *kernel_of, const LscBudgetPiece *piece, guint32 step)
{
  gint64 ns = piece->end_ns - piece->begin_ns;
  guint32 kernel = kernel_of[piece->owner];

  if (kernel == LSC_ID_NONE)
    {
      guint32 twin = find_twin (self, piece->owner);

      kernel = twin != LSC_SLICE_NONE ? kernel_of[twin] : LSC_ID_NONE;
    }
  if (kernel == LSC_ID_NONE)
    self->sheet->steps.items[step].unowned_ns += ns;
  else if (self->raws.items[kernel].step == step)
    self->raws.items[kernel].owned_ns += ns;
  else
    lsc_op_spills_append (&self->sheet->spills, (LscOpSpill){ kernel, step, ns });
}

static gint64
get_spill_key (gsize index, gconstpointer data)
{
  return ((const LscOpSpill *) data)[index].kernel;
}

/** Gives each kernel what it owns of its step, and fills LscOpSheet.spills. */
void
_lsc_op_maker_take_owned (LscOpMaker *self)
{
  guint32 n_slices = self->timeline->n_slices;
  g_autofree guint32 *kernel_of = g_new (guint32, n_slices + 1);
  const LscBudget *budget = self->budget;

  if (!self->sheet->has_budget)
    return;
  for (guint32 i = 0; i < n_slices; i++)
    kernel_of[i] = LSC_ID_NONE;
  for (gsize i = 0; i < self->raws.n; i++)
    kernel_of[self->raws.items[i].slice] = (guint32) i;
  for (guint32 i = 0; i < budget->steps.n; i++)
    {
      const LscBudgetStep *step = lsc_budget_get_step (budget, i);

      for (gsize k = step->first_piece; k < step->first_piece + step->n_pieces; k++)
        if (is_busy (&budget->pieces.items[k]))
          take_piece (self, kernel_of, &budget->pieces.items[k], i);
    }
  lsc_sort_items (self->sheet->spills.items, self->sheet->spills.n, sizeof (LscOpSpill),
                  get_spill_key);
}
