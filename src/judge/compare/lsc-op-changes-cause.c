/* lsc-op-changes-cause.c - why groups of kernels differ: their number, shapes or duration
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "judge/compare/lsc-op-changes-private.h"

/* compare.md#operators: the parts of a group are its kernels of the same shapes. */

/** What of a difference comes from what, before it is rounded. */
typedef struct
{
  double count;
  double shapes;
  double duration;
} Effects;

static guint32
put_part (LscOpPairing *self, const LscTable *table, gsize row, guint32 change)
{
  LscValue shapes = lsc_table_get_named (table, row, "shapes");
  LscValue dtypes = lsc_table_get_named (table, row, "dtypes");
  g_autofree char *key = g_strdup_printf ("%u\1%s\1%s", change, shapes.is_null ? "" : shapes.text,
                                          dtypes.is_null ? "" : dtypes.text);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->part_index, key));
  LscOpPart part = { .change = change };

  if (found > 0)
    return found - 1;
  g_array_append_val (self->parts, part);
  g_hash_table_insert (self->part_index, g_steal_pointer (&key),
                       GUINT_TO_POINTER (self->parts->len));
  return self->parts->len - 1;
}

/* The key of a change does not have the shapes that a finer table has. */
static guint32
find_coarse (LscOpPairing *self, LscSide side, const LscTable *table, gsize row)
{
  char *keys[LSC_OP_N_KEYS];
  g_autofree char *other_name = NULL;
  g_autofree char *fine = _lsc_op_pairing_read_key (self, side, table, row, keys, &other_name);
  g_autoptr (GString) key = g_string_new (NULL);
  const char *at = fine;

  for (guint i = 0; i < LSC_OP_N_KEYS; i++)
    {
      gsize n = 1 + strcspn (at + 1, "\1\2");
      gboolean is_shape = g_str_equal (_lsc_op_key_columns[i], "shapes") ||
                          g_str_equal (_lsc_op_key_columns[i], "dtypes");

      if (is_shape)
        g_string_append_c (key, 2);
      else
        g_string_append_len (key, at, (gssize) n);
      at += n;
    }
  _lsc_op_keys_clear (keys);
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->index, key->str));
}

/** Adds the kernels of a side by their shapes, too. Returns: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_op_pairing_take_shapes (LscOpPairing *self, LscSide side, LscJob *job, GError **error)
{
  g_autoptr (LscOpGroups) groups = _lsc_op_pairing_group (
      self, side, (LscOpKeys) (self->changes->by | LSC_OP_BY_SHAPES), FALSE, job, error);
  g_autoptr (LscTable) table = groups ? lsc_op_groups_get_table (groups) : NULL;

  for (gsize i = 0; table && i < lsc_table_get_n_rows (table); i++)
    {
      guint32 change = find_coarse (self, side, table, i), at;
      LscOpPart *part;

      if (change == 0)
        continue;
      at = put_part (self, table, i, change - 1);
      part = &g_array_index (self->parts, LscOpPart, at);
      part->n[side] += _lsc_op_table_get_int (table, i, "count");
      part->ns[side] += _lsc_op_table_get_int (table, i, "total_ns");
    }
  return table != NULL;
}

/* Where shapes are not known, or are among the keys, a group is its own only part. */
static void
take_wholes (LscOpPairing *self)
{
  for (guint i = 0; i < self->changes->changes->len; i++)
    {
      const LscOpChange *change = _lsc_op_pairing_get (self, i);
      LscOpPart part = { i,
                         { change->n[LSC_BEFORE], change->n[LSC_AFTER] },
                         { change->total_ns[LSC_BEFORE], change->total_ns[LSC_AFTER] } };

      g_array_append_val (self->parts, part);
    }
}

/* (n after - n before) x mean before, and n after x (mean after - mean before). */
static void
add_part (const LscOpPairing *self, const LscOpPart *part, Effects *effects)
{
  double n[LSC_N_SIDES], ns[LSC_N_SIDES], mean_ns;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      n[side] = (double) part->n[side] / (double) self->divisor[side];
      ns[side] = (double) part->ns[side] / (double) self->divisor[side];
    }
  if (part->n[LSC_BEFORE] == 0 || part->n[LSC_AFTER] == 0)
    {
      effects->shapes += ns[LSC_AFTER] - ns[LSC_BEFORE];
      return;
    }
  mean_ns = ns[LSC_BEFORE] / n[LSC_BEFORE];
  effects->count += (n[LSC_AFTER] - n[LSC_BEFORE]) * mean_ns;
  effects->duration += ns[LSC_AFTER] - n[LSC_AFTER] * mean_ns;
}

static gint64 *
find_largest (LscOpChange *change)
{
  gint64 *effects[] = { &change->duration_effect_ns, &change->count_effect_ns,
                        &change->shapes_effect_ns };
  gint64 *largest = effects[0];

  for (gsize i = 1; i < G_N_ELEMENTS (effects); i++)
    if (*effects[i] != LSC_INT_NULL && ABS (*effects[i]) > ABS (*largest))
      largest = effects[i];
  return largest;
}

/* What rounding leaves goes to the largest. */
static void
round_effects (const LscOpPairing *self, LscOpChange *change, const Effects *effects)
{
  gint64 shapes = (gint64) llround (effects->shapes);
  gint64 *largest;

  change->count_effect_ns = (gint64) llround (effects->count);
  change->duration_effect_ns = (gint64) llround (effects->duration);
  change->shapes_effect_ns = self->by_shapes ? shapes : LSC_INT_NULL;
  largest = find_largest (change);
  *largest += change->delta_ns - change->count_effect_ns - change->duration_effect_ns -
              (self->by_shapes ? shapes : 0);
}

/* Of those that go the way of the difference the largest. */
static LscOpCause
find_cause (const LscOpChange *change)
{
  const struct
  {
    LscOpCause cause;
    gint64 ns;
  } effects[] = {
    { LSC_OP_CAUSE_DURATION, change->duration_effect_ns },
    { LSC_OP_CAUSE_COUNT, change->count_effect_ns },
    { LSC_OP_CAUSE_SHAPES, lsc_int_or_zero (change->shapes_effect_ns) },
  };
  LscOpCause cause = LSC_OP_CAUSE_NONE;
  gint64 most_ns = 0;

  if (change->match == LSC_MATCH_ONLY_BEFORE)
    return LSC_OP_CAUSE_GONE;
  if (change->match == LSC_MATCH_ONLY_AFTER)
    return LSC_OP_CAUSE_NEW;
  for (gsize i = 0; change->delta_ns != 0 && i < G_N_ELEMENTS (effects); i++)
    if ((effects[i].ns > 0) == (change->delta_ns > 0) && ABS (effects[i].ns) > most_ns)
      {
        cause = effects[i].cause;
        most_ns = ABS (effects[i].ns);
      }
  return cause;
}

/** Takes each difference apart. What is on one side alone differs by its number. */
void
_lsc_op_pairing_explain (LscOpPairing *self)
{
  guint n = self->changes->changes->len;
  g_autofree Effects *effects = g_new0 (Effects, n + 1);

  if (!self->by_shapes)
    take_wholes (self);
  for (guint i = 0; i < self->parts->len; i++)
    {
      const LscOpPart *part = &g_array_index (self->parts, LscOpPart, i);

      add_part (self, part, &effects[part->change]);
    }
  for (guint i = 0; i < n; i++)
    {
      LscOpChange *change = _lsc_op_pairing_get (self, i);

      if (change->n[LSC_BEFORE] == 0 || change->n[LSC_AFTER] == 0)
        effects[i] = (Effects){ .count = (double) change->delta_ns };
      round_effects (self, change, &effects[i]);
      change->cause = find_cause (change);
    }
}
