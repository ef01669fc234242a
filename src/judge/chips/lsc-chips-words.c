/* lsc-chips-words.c - which chip is behind its own peak at which module, in sentences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "judge/chips/lsc-chips-private.h"

/* compare.md#chip-verdict. A chip is said to be behind its peak, never to be slower: it may take
 * less time and still be further from what it could do. */

#define LITTLE 0.05  /* of the other share: what shares must differ by */
#define LAST_PARTS 2 /* of a path in a sentence */

static LscPhrase *
name_of (const LscChips *self, LscSide side)
{
  const char *name = self->sides[side].short_name;
  const char *other = self->sides[!side].short_name;

  if (name && g_strcmp0 (name, other) != 0)
    return lsc_phrase_new_verbatim (name);
  if (name)
    return side == LSC_BEFORE ? lsc_phrase_new (N_ ("%s before"), name)
                              : lsc_phrase_new (N_ ("%s after"), name);
  return lsc_phrase_new_text (side == LSC_BEFORE ? N_ ("the chip before") : N_ ("the chip after"));
}

/* ---- why a share is not known ---- */

static LscPhrase *
say_lack (const LscChipSide *side)
{
  if (side->total_ns <= 0)
    return lsc_phrase_new_text (N_ ("no kernels were recorded"));
  if (!side->has_flops)
    return lsc_phrase_new_text (N_ ("no shapes of matrix products were recorded"));
  if (side->peak.fp16 > 0)
    return NULL;
  return side->chip
             ? lsc_phrase_new (N_ ("the peak of %s is not in the table of chips"), side->chip)
             : lsc_phrase_new_text (N_ ("the chip was not recorded"));
}

static LscPhrase *
say_unknown (const LscChips *self)
{
  LscSide side = self->sides[LSC_BEFORE].lack ? LSC_BEFORE : LSC_AFTER;
  const LscPhrase *lack = self->sides[side].lack;
  g_autoptr (LscPhrase) name = name_of (self, side);

  if (lack)
    return lsc_phrase_new (N_ ("What %s reaches of its peak is not known, because %s."),
                           lsc_phrase_as_argument (name), lsc_phrase_as_argument (lack));
  return lsc_phrase_new_text (N_ ("Which chip is behind its peak is not known, because no module "
                                  "does the same matrix products on both sides."));
}

/* ---- who is behind ---- */

/* Its share by that of the other side */
static double
get_ratio (const LscChipRow *row, LscSide side)
{
  return side == LSC_AFTER ? row->peak_ratio : 1 / row->peak_ratio;
}

/* What a side would take less a step if it reached the share of the other one; 0 = it does. */
static double
find_loss (const LscChips *self, const LscChipRow *row, LscSide side)
{
  const LscChipWork *work = &row->works[side];
  double ratio = get_ratio (row, side);
  gint64 ns = work->flops_ns > 0 ? work->flops_ns : work->total_ns;

  return ratio < 1 - LITTLE
             ? (double) ns * (1 - ratio) / (double) MAX (self->sides[side].n_steps, 1)
             : 0;
}

/* (nullable): the module at which a side loses most */
static const LscChipRow *
find_worst (const LscChips *self, LscSide side, double *loss)
{
  const GPtrArray *rows = self->lists[LSC_COMPARE_MODULES];
  const LscChipRow *worst = NULL;

  *loss = 0;
  for (guint i = 0; i < rows->len; i++)
    {
      const LscChipRow *row = rows->pdata[i];
      double own = isnan (row->peak_ratio) ? 0 : find_loss (self, row, side);

      if (own > *loss)
        {
          *loss = own;
          worst = row;
        }
    }
  return worst;
}

static gboolean
has_judged (const LscChips *self)
{
  const GPtrArray *rows = self->lists[LSC_COMPARE_MODULES];

  for (guint i = 0; i < rows->len; i++)
    if (!isnan (((const LscChipRow *) rows->pdata[i])->peak_ratio))
      return TRUE;
  return FALSE;
}

static LscPhrase *
name_module (const LscChipRow *row)
{
  const char *at = row->module ? row->module + strlen (row->module) : NULL;
  g_autofree char *tail = NULL;
  guint n = 0;

  if (!at)
    return lsc_phrase_new_text (N_ ("work outside modules"));
  while (at > row->module && (at[-1] != '/' || ++n < LAST_PARTS))
    at--;
  tail = at > row->module ? g_strconcat ("…/", at, NULL) : g_strdup (row->module);
  return lsc_phrase_new_verbatim (tail);
}

/* "MI300X is behind its peak most at …/BertLayer/Linear: it reaches 0.72 %, H100 1.29 %." */
static LscPhrase *
say_behind (const LscChips *self, LscSide side, const LscChipRow *row)
{
  g_autoptr (LscPhrase) name = name_of (self, side), other = name_of (self, (LscSide) !side);
  g_autoptr (LscPhrase) module = name_module (row);
  double shares[] = { lsc_chip_work_get_share (&row->works[side]),
                      lsc_chip_work_get_share (&row->works[!side]) };
  g_autofree char *own = lsc_format_share (isnan (shares[0]) ? 0 : shares[0]);
  g_autofree char *others = lsc_format_share (isnan (shares[1]) ? 0 : shares[1]);
  g_autofree char *ratio = lsc_format_share (get_ratio (row, side));

  if (isnan (shares[0]) || isnan (shares[1]))
    return lsc_phrase_new (N_ ("%s is behind its peak most at %s: it reaches %s of the share that "
                               "%s reaches of its own."),
                           lsc_phrase_as_argument (name), lsc_phrase_as_argument (module), ratio,
                           lsc_phrase_as_argument (other));
  return lsc_phrase_new (
      N_ ("%s is behind its peak most at %s: it reaches %s, and %s reaches %s of its own."),
      lsc_phrase_as_argument (name), lsc_phrase_as_argument (module), own,
      lsc_phrase_as_argument (other), others);
}

static LscPhrase *
say_head (const LscChips *self)
{
  const LscChipRow *worst[LSC_N_SIDES];
  double loss[LSC_N_SIDES];
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  LscSide first;

  if (self->sides[LSC_BEFORE].lack || self->sides[LSC_AFTER].lack || !has_judged (self))
    return say_unknown (self);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    worst[side] = find_worst (self, (LscSide) side, &loss[side]);
  if (!worst[LSC_BEFORE] && !worst[LSC_AFTER])
    return lsc_phrase_new_text (
        N_ ("Both chips reach the same share of their own peak at all modules, within 5 %."));
  first = loss[LSC_BEFORE] > loss[LSC_AFTER] ? LSC_BEFORE : LSC_AFTER;
  g_ptr_array_add (parts, say_behind (self, first, worst[first]));
  if (worst[!first])
    g_ptr_array_add (parts, say_behind (self, (LscSide) !first, worst[!first]));
  return lsc_phrase_new_joined (" ", parts);
}

/* ---- what was compared ---- */

static char *
format_step (const LscChipSide *side)
{
  return lsc_format_duration (side->total_ns / MAX (side->n_steps, 1), LSC_TIME_UNIT_AUTO);
}

static LscPhrase *
say_detail (const LscChips *self)
{
  const LscChipSide *before = &self->sides[LSC_BEFORE], *after = &self->sides[LSC_AFTER];
  g_autoptr (LscPhrase) first = name_of (self, LSC_BEFORE), second = name_of (self, LSC_AFTER);
  g_autofree char *a = format_step (before), *b = format_step (after), *x = NULL, *y = NULL;

  if (before->total_ns <= 0 || after->total_ns <= 0)
    return NULL;
  x = lsc_format_share (lsc_chip_side_get_paired (before));
  y = lsc_format_share (lsc_chip_side_get_paired (after));
  return lsc_phrase_new (N_ ("Device time per step: %s on %s, of which %s is paired; %s on %s, of "
                             "which %s is paired."),
                         a, lsc_phrase_as_argument (first), x, b, lsc_phrase_as_argument (second),
                         y);
}

/** lsc_chips_get_names: @names: (out) (transfer none): what the sides are called in a legend: their
 * chips where these differ, else before and after, in the language of the reader */
void
lsc_chips_get_names (const LscChips *self, const char *names[LSC_N_SIDES])
{
  const char *before, *after;

  g_return_if_fail (self && names);
  before = self->sides[LSC_BEFORE].short_name;
  after = self->sides[LSC_AFTER].short_name;
  names[LSC_BEFORE] = before && g_strcmp0 (before, after) != 0 ? before : _ ("Before");
  names[LSC_AFTER] = after && g_strcmp0 (before, after) != 0 ? after : _ ("After");
}

/** Finds the sentences when the lists are there. */
void
_lsc_chips_say (LscChips *self)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    self->sides[side].lack = say_lack (&self->sides[side]);
  self->head = say_head (self);
  self->detail = say_detail (self);
}
