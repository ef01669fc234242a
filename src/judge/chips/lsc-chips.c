/* lsc-chips.c - one model on two chips: what each reaches of its own peak, by module and op
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-chip.h"
#include "judge/chips/lsc-chips-private.h"

/* compare.md#chips. Example: 887 MFLOP in 69.5 us on a chip of 989 TFLOP/s are 1.29 % of its peak,
 * in 59.7 us on one of 1307 TFLOP/s 1.14 %: the second one takes less time, and is further from
 * what it could do. */

/* ---- the sides ---- */

static const LscOpSheet *
get_first (const LscChipsInput *input)
{
  return input->sheets->len > 0 ? input->sheets->pdata[0] : NULL;
}

static void
fill_side (LscChipSide *self, const LscChipsInput *input, const LscChipEntries *entries)
{
  const LscOpSheet *first = get_first (input);

  self->total_ns = entries->total_ns;
  self->n_steps = entries->n_steps;
  for (guint i = 0; i < entries->list->len; i++)
    self->has_flops |= _lsc_chip_entries_get (entries, i)->flops > 0;
  if (!first)
    return;
  self->chip = g_strdup (first->chip);
  self->short_name = first->chip ? lsc_chip_shorten_device (first->chip) : NULL;
  self->peak = first->peak;
}

/* ---- life ---- */

static gboolean
read_entries (LscChipEntries entries[LSC_N_SIDES], const LscChipsInput inputs[LSC_N_SIDES],
              LscJob *job, GError **error)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (!_lsc_chip_entries_init (&entries[side], &inputs[side], job, error))
      return FALSE;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (!entries[side].has_modules && entries[!side].has_modules)
      _lsc_chip_entries_drop_modules (&entries[!side]);
  return TRUE;
}

static LscChips *
make (LscChipEntries entries[LSC_N_SIDES], const LscChipsInput inputs[LSC_N_SIDES])
{
  LscChips *self = g_new0 (LscChips, 1);
  g_autoptr (GArray) matches = NULL;

  g_atomic_ref_count_init (&self->refs);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    fill_side (&self->sides[side], &inputs[side], &entries[side]);
  matches = _lsc_chip_entries_pair (entries);
  _lsc_chips_fill (self, entries, matches);
  _lsc_chips_say (self);
  return self;
}

/**
 * lsc_chips_new:
 *
 * Sets the kernels of both sides beside each other, by module and operator (compare.md#chips).
 *
 * Cost: O(kernels), and O(operators x depth of modules). Thread: any.
 *
 * Returns: (transfer full) (nullable): %NULL with %LSC_ERROR_CANCELLED
 */
LscChips *
lsc_chips_new (const LscChipsInput inputs[LSC_N_SIDES], LscJob *job, GError **error)
{
  LscChipEntries entries[LSC_N_SIDES] = { { 0 } };
  LscChips *self = NULL;

  g_return_val_if_fail (inputs && inputs[LSC_BEFORE].sheets && inputs[LSC_AFTER].sheets, NULL);
  if (read_entries (entries, inputs, job, error))
    self = make (entries, inputs);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    _lsc_chip_entries_clear (&entries[side]);
  return self;
}

LscChips *
lsc_chips_ref (LscChips *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_chips_unref: @self: (transfer full): from any thread */
void
lsc_chips_unref (LscChips *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_free (self->sides[side].chip);
      g_free (self->sides[side].short_name);
      lsc_phrase_free (self->sides[side].lack);
    }
  for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
    g_ptr_array_unref (self->lists[list]);
  lsc_phrase_free (self->head);
  lsc_phrase_free (self->detail);
  g_free (self);
}
