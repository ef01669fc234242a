/* lsc-transitions.c - what became of what between two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-transitions.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_NAMES 6 /* of a side; the others are an ellipsis */

const LscWord lsc_transition_words[LSC_TRANSITION_N] = {
  [LSC_TRANSITION_FUSED] = { "fused", N_ ("Fused") },
  [LSC_TRANSITION_SPLIT] = { "split", N_ ("Split") },
  [LSC_TRANSITION_REPLACED] = { "replaced", N_ ("Replaced") },
  [LSC_TRANSITION_DROPPED] = { "dropped", N_ ("Dropped") },
  [LSC_TRANSITION_ADDED] = { "added", N_ ("Added") },
  [LSC_TRANSITION_PARTED] = { "parted", N_ ("In Two Parts") },
  [LSC_TRANSITION_JOINED] = { "joined", N_ ("Joined") },
  [LSC_TRANSITION_HIDDEN] = { "hidden", N_ ("Moved Under Computing") },
  [LSC_TRANSITION_EXPOSED] = { "exposed", N_ ("No Longer Hidden") },
  [LSC_TRANSITION_MODULE] = { "module", N_ ("Another Module") },
  [LSC_TRANSITION_MOVED] = { "moved", N_ ("Moved within the Step") },
};

static void
free_transition (gpointer data)
{
  LscTransition *self = data;

  g_free (self->names[0]);
  g_free (self->names[1]);
  g_free (self);
}

/** Returns: (transfer full) (element-type LscTransition): none yet */
GPtrArray *
lsc_transitions_new (void)
{
  return g_ptr_array_new_with_free_func (free_transition);
}

/** Returns: (transfer none): the one of @kind between these names; made where there is none */
LscTransition *
lsc_transitions_get (GPtrArray *self, LscTransitionKind kind, const char *before, const char *after)
{
  LscTransition *one;

  for (guint i = 0; i < self->len; i++)
    {
      one = self->pdata[i];
      if (one->kind == kind && g_str_equal (one->names[0], before) &&
          g_str_equal (one->names[1], after))
        return one;
    }
  one = g_new0 (LscTransition, 1);
  one->kind = kind;
  one->names[0] = g_strdup (before);
  one->names[1] = g_strdup (after);
  g_ptr_array_add (self, one);
  return one;
}

static gboolean
has_name (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return TRUE;
  return FALSE;
}

/* Each name once, in the order of the kernels. */
static char *
list_names (const LscKernelBlock *block, guint side)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < block->n[side] && names->len <= MOST_NAMES; i++)
    {
      const LscStepKernels *kernels = block->sides[side];
      const char *name =
          lsc_intern_text (kernels->texts, kernels->kernels.items[block->first[side] + i].name);

      if (has_name (names, name))
        continue;
      if (names->len > 0)
        g_string_append (out, ", ");
      g_string_append (out, names->len < MOST_NAMES ? name : "…");
      g_ptr_array_add (names, (gpointer) name);
    }
  return g_string_free (out, FALSE);
}

static LscTransitionKind
find_kind (const LscKernelBlock *block)
{
  if (block->n[1] == 0)
    return LSC_TRANSITION_DROPPED;
  if (block->n[0] == 0)
    return LSC_TRANSITION_ADDED;
  return block->n[0] > block->n[1]   ? LSC_TRANSITION_FUSED
         : block->n[0] < block->n[1] ? LSC_TRANSITION_SPLIT
                                     : LSC_TRANSITION_REPLACED;
}

/**
 * lsc_transitions_take_block:
 * @self: a list of transitions
 *
 * Adds a block to those with the same names (compare.md#transitions).
 */
void
lsc_transitions_take_block (const LscKernelBlock *block, gpointer self)
{
  g_autofree char *before = list_names (block, 0), *after = list_names (block, 1);
  LscTransition *one = lsc_transitions_get (self, find_kind (block), before, after);

  for (guint side = 0; side < 2; side++)
    for (gsize i = 0; i < block->n[side]; i++)
      {
        one->n[side]++;
        one->ns[side] += block->sides[side]->kernels.items[block->first[side] + i].duration_ns;
      }
}

static int
compare_transitions (gconstpointer a, gconstpointer b)
{
  const LscTransition *x = *(const LscTransition *const *) a;
  const LscTransition *y = *(const LscTransition *const *) b;
  gint64 dx = ABS (x->ns[1] - x->ns[0]), dy = ABS (y->ns[1] - y->ns[0]);

  if (dx != dy)
    return dx < dy ? 1 : -1;
  return strcmp (x->names[0], y->names[0]);
}

/** lsc_transitions_finish: makes means of sums over pairs of ranks; the largest change comes first
 */
void
lsc_transitions_finish (GPtrArray *self, guint n_pairs)
{
  for (guint i = 0; i < self->len; i++)
    for (guint side = 0; side < 2; side++)
      {
        LscTransition *one = self->pdata[i];

        one->n[side] /= MAX (n_pairs, 1);
        one->ns[side] /= MAX (n_pairs, 1);
      }
  g_ptr_array_sort (self, compare_transitions);
}

/** Returns: those of a kind together, without names */
LscTransition
lsc_transitions_sum (const GPtrArray *self, LscTransitionKind kind)
{
  LscTransition sum = { .kind = kind };

  for (guint i = 0; i < self->len; i++)
    for (guint side = 0; side < 2; side++)
      if (lsc_transitions_at (self, i)->kind == kind)
        {
          sum.n[side] += lsc_transitions_at (self, i)->n[side];
          sum.ns[side] += lsc_transitions_at (self, i)->ns[side];
        }
  return sum;
}
