/* lsc-op-pairing.c - what groups of kernels of two recordings have in common
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-op-changes-private.h"

/* compare.md#operators */

const char *const _lsc_op_key_columns[LSC_OP_N_KEYS] = { "type",   "core",   "name", "shapes",
                                                         "dtypes", "module", "op",   "family" };

/** Returns: (transfer full) (nullable): the kernels of some ranks of a side by @keys */
LscOpGroups *
_lsc_op_pairing_group_ranks (const LscOpPairing *self, LscSide side, LscOpKeys keys, GArray *ranks,
                             gboolean has_quantiles, LscJob *job, GError **error)
{
  const LscOpChangesInput *input = self->input;
  LscOpFilter filter = { .stream = -1 };

  if (input->filter)
    filter = *input->filter;
  filter.ranks = ranks;
  filter.steps = input->steps[side];
  filter.is_whole = input->steps[side] == NULL;
  return lsc_operators_group (input->operators[side], keys, &filter, has_quantiles, job, error);
}

/** Returns: (transfer full) (nullable): the kernels of the paired ranks of a side by @keys */
LscOpGroups *
_lsc_op_pairing_group (const LscOpPairing *self, LscSide side, LscOpKeys keys,
                       gboolean has_quantiles, LscJob *job, GError **error)
{
  return _lsc_op_pairing_group_ranks (self, side, keys, self->input->ranks[side], has_quantiles,
                                      job, error);
}

static gboolean
is_mapped_key (const char *column)
{
  static const char *const mapped[] = { "type", "name", "module", "op", NULL };

  return g_strv_contains (mapped, column);
}

/** @keys: (out caller-allocates): what a row has in common. Returns: (transfer full): the text that
 * pairs it with the other side; @other_name: (out): what the file of names makes of it */
char *
_lsc_op_pairing_read_key (const LscOpPairing *self, LscSide side, const LscTable *table, gsize row,
                          char *keys[LSC_OP_N_KEYS], char **other_name)
{
  const LscNameMap *map = side == LSC_BEFORE ? self->input->map : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) other = g_string_new (NULL);
  gboolean is_mapped = FALSE;

  for (guint i = 0; i < LSC_OP_N_KEYS; i++)
    {
      int column = lsc_table_find_column (table, _lsc_op_key_columns[i]);
      LscValue value =
          column >= 0 ? lsc_table_get (table, row, (guint) column) : (LscValue){ .is_null = TRUE };
      g_autofree char *after = !value.is_null && map && is_mapped_key (_lsc_op_key_columns[i])
                                   ? lsc_name_map_find (map, value.text)
                                   : NULL;
      const char *paired = value.is_null ? NULL : after ? after : value.text;

      keys[i] = value.is_null ? NULL : g_strdup (value.text);
      g_string_append_printf (text, "%c%s", paired ? 1 : 2, paired ? paired : "");
      is_mapped = is_mapped || (after && !g_str_equal (after, value.text));
      if (paired)
        g_string_append_printf (other, other->len > 0 ? ", %s" : "%s", paired);
    }
  *other_name = is_mapped ? g_string_free (g_steal_pointer (&other), FALSE) : NULL;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/** Frees what a row has in common. */
void
_lsc_op_keys_clear (char *keys[LSC_OP_N_KEYS])
{
  for (guint i = 0; i < LSC_OP_N_KEYS; i++)
    g_clear_pointer (&keys[i], g_free);
}
