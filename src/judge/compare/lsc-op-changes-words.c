/* lsc-op-changes-words.c - groups of kernels before and after in sentences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "judge/compare/lsc-op-changes-private.h"

#define SHAPES 3 /* of the keys: what they tell, the core does not have to */
#define TYPE "type"

/* How much more than the mean a rank must differ by to be named. */
#define APART 2

static char *
format (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

/* ---- what times are of ---- */

static LscPhrase *
say_ranks (guint n)
{
  return lsc_phrase_new_plural (n, "%u rank", "%u ranks", n);
}

static LscPhrase *
say_base (const LscOpChanges *self)
{
  g_autofree char *before = format (self->ns[LSC_BEFORE]);
  g_autofree char *after = format (self->ns[LSC_AFTER]);
  g_autoptr (LscPhrase) ranks = say_ranks (self->n_ranks[LSC_AFTER]);

  if (self->n_steps[LSC_BEFORE] == 0 || self->n_steps[LSC_AFTER] == 0)
    return lsc_phrase_new (N_ ("Kernels per rank: %s → %s (whole recordings, mean of %s)."), before,
                           after, lsc_phrase_as_argument (ranks));
  return lsc_phrase_new (N_ ("Kernels per step and rank: %s → %s (%u and %u steps, mean of %s)."),
                         before, after, self->n_steps[LSC_BEFORE], self->n_steps[LSC_AFTER],
                         lsc_phrase_as_argument (ranks));
}

/* ---- the largest difference ---- */

/* Of a name, type, operator or module as recorded, with shapes; families are in a language. */
static LscPhrase *
say_name (const LscOpChange *change)
{
  static const char *const order[] = { "type", "name", "op", "module", "shapes", "core", NULL };
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint k = 0; order[k] && !(g_str_equal (order[k], "core") && change->keys[SHAPES]); k++)
    for (guint i = 0; i < LSC_OP_N_KEYS; i++)
      if (change->keys[i] && g_str_equal (_lsc_op_key_columns[i], order[k]))
        g_string_append_printf (name, name->len > 0 ? ", %s" : "%s", change->keys[i]);
  if (name->len > 0)
    return lsc_phrase_new_verbatim (name->str);
  for (guint i = 0; i < LSC_N_OP_FAMILIES; i++)
    if (g_strcmp0 (change->keys[LSC_OP_N_KEYS - 1], lsc_op_family_words[i].key) == 0)
      return lsc_phrase_new_text (lsc_op_family_words[i].title);
  return lsc_phrase_new_text (N_ ("A group without a name"));
}

static LscPhrase *
say_difference (const LscOpChange *change)
{
  static const char *const longer[LSC_OP_CAUSE_N] = {
    [LSC_OP_CAUSE_COUNT] = N_ ("%s takes %s longer per step (+%s): more kernels run."),
    [LSC_OP_CAUSE_SHAPES] = N_ ("%s takes %s longer per step (+%s): its shapes differ."),
    [LSC_OP_CAUSE_DURATION] = N_ ("%s takes %s longer per step (+%s): its kernels are slower."),
  };
  static const char *const shorter[LSC_OP_CAUSE_N] = {
    [LSC_OP_CAUSE_COUNT] = N_ ("%s takes %s less per step (−%s): fewer kernels run."),
    [LSC_OP_CAUSE_SHAPES] = N_ ("%s takes %s less per step (−%s): its shapes differ."),
    [LSC_OP_CAUSE_DURATION] = N_ ("%s takes %s less per step (−%s): its kernels are faster."),
  };
  g_autoptr (LscPhrase) name = say_name (change);
  const char *word = lsc_phrase_as_argument (name);
  g_autofree char *size = format (ABS (change->delta_ns));
  double base = (double) change->ns[LSC_BEFORE];
  g_autofree char *share = lsc_format_share ((double) ABS (change->delta_ns) / MAX (base, 1));

  if (change->cause == LSC_OP_CAUSE_NEW || base <= 0)
    return lsc_phrase_new (N_ ("%s is new and takes %s per step."), word, size);
  if (change->cause == LSC_OP_CAUSE_GONE)
    return lsc_phrase_new (N_ ("%s is gone and took %s per step."), word, size);
  return lsc_phrase_new (change->delta_ns > 0 ? longer[change->cause] : shorter[change->cause],
                         word, size, share);
}

/* (nullable) */
static LscPhrase *
say_rank (const LscOpChanges *self, const LscOpChange *change)
{
  g_autofree char *rank = NULL, *size = NULL;

  if (self->n_ranks[LSC_AFTER] < 2 || change->most_delta_ns == LSC_INT_NULL ||
      ABS (change->most_delta_ns) < APART * ABS (change->delta_ns) ||
      !lsc_rank_is_told (change->most_rank))
    return NULL;
  rank = lsc_rank_to_text (change->most_rank);
  size = format (ABS (change->most_delta_ns));
  return change->most_delta_ns > 0
             ? lsc_phrase_new (N_ ("Rank %s differs most in it: %s longer."), rank, size)
             : lsc_phrase_new (N_ ("Rank %s differs most in it: %s less."), rank, size);
}

/* Which of the keys is the type, %LSC_OP_N_KEYS where there is none. */
static guint
find_type_key (void)
{
  guint key = 0;

  while (key < LSC_OP_N_KEYS && !g_str_equal (_lsc_op_key_columns[key], TYPE))
    key++;
  return key;
}

/* The type of which all groups together changed most as @change did. */
static const char *
find_most_type (const LscOpChanges *self, const LscOpChange *change, guint key, gint64 *delta_ns)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  const char *most = change->keys[key];

  *delta_ns = 0;
  for (guint i = 0; i < self->changes->len; i++)
    {
      const LscOpChange *other = lsc_op_changes_get (self, i);
      gint64 *sum = other->keys[key] ? g_hash_table_lookup (sums, other->keys[key]) : NULL;

      if (!other->keys[key])
        continue;
      if (!sum)
        g_hash_table_insert (sums, other->keys[key], sum = g_new0 (gint64, 1));
      *sum += other->delta_ns;
    }
  for (guint i = 0; i < self->changes->len;
       i++) /* in their order: equal ones are the same each time */
    {
      const char *type = lsc_op_changes_get (self, i)->keys[key];
      gint64 ns = type ? *(gint64 *) g_hash_table_lookup (sums, type) : 0;

      if (change->delta_ns < 0 ? ns < *delta_ns : ns > *delta_ns)
        {
          *delta_ns = ns;
          most = type;
        }
    }
  return most;
}

/* (nullable): groups are of one shape each: an operator of many shapes may change more than the one
 * that is named, and other pages, which sum them, name that */
static LscPhrase *
say_type (const LscOpChanges *self, const LscOpChange *change)
{
  guint key = find_type_key ();
  gint64 delta_ns;
  const char *type;
  g_autofree char *size = NULL;

  if (key == LSC_OP_N_KEYS || !change->keys[key] || !change->keys[SHAPES])
    return NULL;
  type = find_most_type (self, change, key, &delta_ns);
  if (g_strcmp0 (type, change->keys[key]) == 0)
    return NULL;
  size = format (ABS (delta_ns));
  return delta_ns > 0
             ? lsc_phrase_new (N_ ("Over all shapes, %s changed most: %s longer."), type, size)
             : lsc_phrase_new (N_ ("Over all shapes, %s changed most: %s less."), type, size);
}

/* (nullable): what is faster is nothing to fix, what is new may stand for what is gone, and what
 * overlaps other work saves less */
static LscPhrase *
say_gain (const LscOpChanges *self, const LscOpChange *change)
{
  gint64 step_ns = self->step_ns[LSC_AFTER];
  g_autofree char *size = NULL, *share = NULL;

  if (change->delta_ns <= 0 || step_ns == LSC_INT_NULL || step_ns <= 0 ||
      change->significance == LSC_CHANGE_NOISE || change->cause == LSC_OP_CAUSE_NEW)
    return NULL;
  size = format (change->delta_ns);
  share = lsc_format_share ((double) change->delta_ns / (double) step_ns);
  return lsc_phrase_new (N_ ("Fixing this would save up to %s per step (%s)."), size, share);
}

static void
take (GPtrArray *parts, LscPhrase *phrase)
{
  if (phrase)
    g_ptr_array_add (parts, phrase);
}

/* (nullable): the first row that is beyond the noise, else the first */
static const LscOpChange *
find_largest (const LscOpChanges *self)
{
  const LscOpChange *first = self->changes->len > 0 ? lsc_op_changes_get (self, 0) : NULL;

  for (guint i = 0; i < self->changes->len; i++)
    if (lsc_op_changes_get (self, i)->significance == LSC_CHANGE_REAL)
      return lsc_op_changes_get (self, i);
  return first && first->delta_ns != 0 ? first : NULL;
}

static LscPhrase *
say (const LscOpChanges *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  const LscOpChange *largest = find_largest (self);

  if (self->changes->len == 0)
    return lsc_phrase_new_text (N_ ("No kernel matches the filters."));
  if (self->is_identical)
    return lsc_phrase_new_text (N_ ("Both sides are the same recording: no operator differs."));
  if (!largest || largest->cause == LSC_OP_CAUSE_NONE)
    return lsc_phrase_new_text (N_ ("No operator differs."));
  if (largest->significance == LSC_CHANGE_NOISE)
    take (parts, lsc_phrase_new_text (N_ ("No operator differs beyond the noise.")));
  take (parts, say_difference (largest));
  take (parts, say_rank (self, largest));
  take (parts, say_type (self, largest));
  take (parts, say_gain (self, largest));
  if (largest->significance == LSC_CHANGE_UNKNOWN)
    take (parts, lsc_phrase_new_text (N_ ("Too few steps to separate this from noise.")));
  return lsc_phrase_new_joined (" ", parts);
}

/** Finds text and base when the changes are there. */
void
_lsc_op_changes_say (LscOpChanges *self)
{
  self->base = say_base (self);
  self->text = say (self);
}
