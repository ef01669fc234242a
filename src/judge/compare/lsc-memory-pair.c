/* lsc-memory-pair.c - memory before and after: peaks, who holds them, what a step allocates
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "judge/compare/lsc-memory-pair-private.h"

/* compare.md#memory-pair */

static void
note (LscMemoryPair *self, const char *text)
{
  g_ptr_array_add (self->notes, lsc_phrase_new_text (text));
}

/* ---- at the peak ---- */

static gboolean
has_key (LscMemory *const memory[LSC_N_SIDES], LscMemoryBy by)
{
  const LscMemoryLog *before = lsc_memory_get_log (memory[LSC_BEFORE]);
  const LscMemoryLog *after = lsc_memory_get_log (memory[LSC_AFTER]);

  if (by == LSC_MEMORY_BY_MODULE)
    return before->has_modules && after->has_modules;
  if (by == LSC_MEMORY_BY_STACK)
    return before->has_stacks && after->has_stacks;
  return TRUE;
}

static gboolean
add_live (LscMemoryPair *self, LscMemory *const memory[LSC_N_SIDES], LscMemoryBy by, LscJob *job,
          GError **error)
{
  LscTable *live[LSC_N_SIDES] = { NULL };

  for (guint side = 0; side < LSC_N_SIDES; side++)
    live[side] = lsc_memory_list_live (memory[side], lsc_memory_get_peak_ns (memory[side]), by, job,
                                       side == LSC_BEFORE || live[LSC_BEFORE] ? error : NULL);
  if (live[LSC_BEFORE] && live[LSC_AFTER])
    self->live[by] = _lsc_memory_pair_list_live (live, by);
  g_clear_pointer (&live[LSC_BEFORE], lsc_table_unref);
  g_clear_pointer (&live[LSC_AFTER], lsc_table_unref);
  return self->live[by] != NULL;
}

static gboolean
add_lives (LscMemoryPair *self, LscMemory *const memory[LSC_N_SIDES], LscJob *job, GError **error)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (!lsc_memory_get_log (memory[side])->has_blocks)
      {
        note (self, side == LSC_BEFORE
                        ? N_ ("Who holds memory is not known, because the recording before has no "
                              "blocks.")
                        : N_ ("Who holds memory is not known, because the recording after has no "
                              "blocks."));
        return TRUE;
      }
  for (guint by = 0; by < LSC_MEMORY_BY_NOTHING; by++)
    if (has_key (memory, (LscMemoryBy) by) &&
        !add_live (self, memory, (LscMemoryBy) by, job, error))
      return FALSE;
  return TRUE;
}

/* ---- in a step ---- */

static gboolean
find_step (LscMemory *memory, gint64 number, gint64 *begin_ns, gint64 *end_ns)
{
  const LscMemoryMarks *steps = lsc_memory_get_steps (memory);

  for (gsize i = 0; number != LSC_INT_NULL && i < steps->n; i++)
    {
      const LscMemoryMark *mark = &steps->items[i];

      if (lsc_memory_read_step (lsc_intern_text (lsc_memory_get_log (memory)->texts, mark->name)) !=
          number)
        continue;
      *begin_ns = mark->begin_ns;
      *end_ns = mark->end_ns;
      return TRUE;
    }
  return FALSE;
}

/** Where allocations are looked at. */
typedef struct
{
  gint64 begin_ns[LSC_N_SIDES];
  gint64 end_ns[LSC_N_SIDES];
} Whiles;

/* Where a side does not have its step, the whole recordings. */
static Whiles
find_whiles (LscMemoryPair *self, const LscMemoryPairInput *input)
{
  Whiles found;
  gboolean has_steps = TRUE;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      has_steps = find_step (input->memory[side], input->step[side], &found.begin_ns[side],
                             &found.end_ns[side]) &&
                  has_steps;
      self->step[side] = input->step[side];
    }
  for (guint side = 0; side < LSC_N_SIDES && !has_steps; side++)
    {
      self->step[side] = LSC_INT_NULL;
      found.begin_ns[side] = G_MININT64;
      found.end_ns[side] = G_MAXINT64;
    }
  if (!has_steps)
    note (self, N_ ("Allocations are those of the whole recordings, because steps are not known on "
                    "both sides."));
  return found;
}

static gint64
sum_bytes (const LscMemoryAllocations *self)
{
  gint64 sum = 0;

  for (gsize i = 0; i < self->n; i++)
    sum += self->items[i].bytes * self->items[i].count;
  return sum;
}

static void
add_allocations (LscMemoryPair *self, const LscMemoryPairInput *input)
{
  LscMemoryAllocations sides[LSC_N_SIDES] = { { 0 } };
  gboolean is_known = TRUE;
  Whiles whiles;

  self->allocated[LSC_BEFORE] = self->allocated[LSC_AFTER] = LSC_INT_NULL;
  if (!lsc_memory_get_log (input->memory[LSC_BEFORE])->has_blocks ||
      !lsc_memory_get_log (input->memory[LSC_AFTER])->has_blocks)
    return;
  whiles = find_whiles (self, input);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    is_known = lsc_memory_list_allocations (input->memory[side], whiles.begin_ns[side],
                                            whiles.end_ns[side], &sides[side]) &&
               is_known;
  if (is_known)
    {
      self->allocations = _lsc_memory_pair_list_allocations (sides);
      for (guint side = 0; side < LSC_N_SIDES; side++)
        self->allocated[side] = sum_bytes (&sides[side]);
    }
  else
    note (self, N_ ("Allocations are not compared, because there are too many blocks to keep."));
  lsc_memory_allocations_clear (&sides[LSC_BEFORE]);
  lsc_memory_allocations_clear (&sides[LSC_AFTER]);
}

/* ---- all of it ---- */

static void
free_phrase (gpointer phrase)
{
  lsc_phrase_free (phrase);
}

/**
 * lsc_memory_pair_new:
 *
 * Compares the memory of two ranks: peaks, what lives at them, and what a step allocates, which is
 * paired as a multiset of operators and sizes (compare.md#memory-pair).
 *
 * Cost: O(blocks log blocks). Thread: any. Errors: %LSC_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): both
 */
LscMemoryPair *
lsc_memory_pair_new (const LscMemoryPairInput *input, LscJob *job, GError **error)
{
  g_autoptr (LscMemoryPair) self = NULL;

  g_return_val_if_fail (input && input->memory[LSC_BEFORE] && input->memory[LSC_AFTER], NULL);
  self = g_new0 (LscMemoryPair, 1);
  g_atomic_ref_count_init (&self->refs);
  self->notes = g_ptr_array_new_with_free_func (free_phrase);
  self->is_identical = input->is_identical;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->rank[side] = input->rank[side];
      self->peak[side] = lsc_memory_get_peak_bytes (input->memory[side]);
    }
  if (!add_lives (self, input->memory, job, error))
    return NULL;
  self->by = _lsc_memory_pair_choose_by (self);
  add_allocations (self, input);
  _lsc_memory_pair_say (self);
  return g_steal_pointer (&self);
}

LscMemoryPair *
lsc_memory_pair_ref (LscMemoryPair *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_memory_pair_unref: @self: (transfer full): from any thread */
void
lsc_memory_pair_unref (LscMemoryPair *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint by = 0; by < LSC_MEMORY_BY_NOTHING; by++)
    g_clear_pointer (&self->live[by], lsc_table_unref);
  g_clear_pointer (&self->allocations, lsc_table_unref);
  g_ptr_array_unref (self->notes);
  g_clear_pointer (&self->text, lsc_phrase_free);
  g_free (self);
}
