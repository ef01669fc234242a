/* lsc-mode-groups.c - rows grouped by texts, and the figures of a group
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-stats.h"
#include "session/modes/lsc-mode-private.h"

guint
_lsc_mode_key_hash (gconstpointer data)
{
  const LscModeKey *key = data;
  guint64 hash = (guint64) key->number;

  for (gsize i = 0; i < LSC_MODE_MOST_KEYS; i++)
    hash = (hash ^ (guint64) (gsize) key->texts[i]) * 0x9e3779b97f4a7c15u;
  return (guint) (hash >> 32);
}

gboolean
_lsc_mode_key_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (LscModeKey)) == 0;
}

static void
free_group (gpointer data)
{
  LscModeGroup *self = data;

  g_array_unref (self->values);
  g_free (self);
}

void
_lsc_mode_groups_init (LscModeGroups *self)
{
  self->index = g_hash_table_new (_lsc_mode_key_hash, _lsc_mode_key_equal);
  self->list = g_ptr_array_new_with_free_func (free_group);
}

void
_lsc_mode_groups_clear (LscModeGroups *self)
{
  g_clear_pointer (&self->index, g_hash_table_unref);
  g_clear_pointer (&self->list, g_ptr_array_unref);
}

/** Returns: (transfer none): the group of @key, made when it is first asked for */
LscModeGroup *
_lsc_mode_groups_get (LscModeGroups *self, const LscModeKey *key)
{
  LscModeGroup *group = g_hash_table_lookup (self->index, key);

  if (group)
    return group;
  group = g_new0 (LscModeGroup, 1);
  group->key = *key;
  group->values = g_array_new (FALSE, TRUE, sizeof (double));
  group->least_rank = group->most_rank = LSC_RANK_NONE;
  g_ptr_array_add (self->list, group);
  g_hash_table_insert (self->index, &group->key, group);
  return group;
}

/** Takes a value; ranks are told in the order of their rows, so that the first keeps a tie. */
void
_lsc_mode_group_add (LscModeGroup *self, double value, gint64 rank)
{
  if (self->values->len == 0 || value < self->least)
    {
      self->least = value;
      self->least_rank = rank;
    }
  if (self->values->len == 0 || value > self->most)
    {
      self->most = value;
      self->most_rank = rank;
    }
  g_array_append_val (self->values, value);
}

/** Returns: the quantile at position (n - 1) * @share, linear between neighbours;
 *   %LSC_REAL_NULL of nothing */
double
_lsc_mode_quantile (const GArray *sorted, double share)
{
  double position, below;
  const double *items = (const double *) (gconstpointer) sorted->data;
  gsize i;

  if (sorted->len == 0)
    return LSC_REAL_NULL;
  position = (sorted->len - 1) * share;
  below = floor (position);
  i = (gsize) below;
  if (i + 1 >= sorted->len)
    return items[sorted->len - 1];
  return items[i] + (items[i + 1] - items[i]) * (position - below);
}

/**
 * _lsc_mode_describe:
 * @values: (element-type double): sorted by this
 *
 * The figures of a list, by modes.md#describe.
 */
void
_lsc_mode_describe (GArray *values, LscModeFigures *out)
{
  double *items = (double *) (gpointer) values->data;
  double squares = 0;

  *out = (LscModeFigures){ .count = values->len,
                           .mean = LSC_REAL_NULL,
                           .sd = LSC_REAL_NULL,
                           .min = LSC_REAL_NULL,
                           .max = LSC_REAL_NULL };
  lsc_sort_doubles (items, values->len);
  for (guint i = 0; i < values->len; i++)
    out->sum += items[i];
  out->q1 = _lsc_mode_quantile (values, 0.25);
  out->median = _lsc_mode_quantile (values, 0.5);
  out->q3 = _lsc_mode_quantile (values, 0.75);
  if (values->len == 0)
    return;
  out->mean = out->sum / values->len;
  out->min = items[0];
  out->max = items[values->len - 1];
  for (guint i = 0; i < values->len; i++)
    squares += (items[i] - out->mean) * (items[i] - out->mean);
  if (values->len > 1)
    out->sd = sqrt (squares / (values->len - 1));
}

/** Returns: @value with so many decimals, a half to the even digit, as the reference rounds */
double
_lsc_mode_round (double value, guint decimals)
{
  double scale = 1;

  for (guint i = 0; i < decimals; i++)
    scale *= 10;
  return rint (value * scale) / scale;
}
