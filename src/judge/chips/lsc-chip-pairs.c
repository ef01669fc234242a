/* lsc-chip-pairs.c - works of two chips that belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/chips/lsc-chips-private.h"

/* compare.md#chip-pairs: names first, then what works do. Kernels are each side's own: nothing here
 * looks at theirs but for what a fused operator is called. */

typedef struct
{
  const LscChipEntries *sides;
  GArray *matches; /* LscChipMatch of each row */
} Pairing;

static guint
add_row (Pairing *self, LscChipMatch match)
{
  g_array_append_val (self->matches, match);
  return self->matches->len - 1;
}

static gboolean
is_free (const LscChipEntry *entry)
{
  return entry->row == LSC_CHIP_NO_ROW;
}

/* FLOPs a step and rank, 0 = not known */
static double
get_flops (const Pairing *self, LscSide side, const LscChipEntry *entry)
{
  gint64 n = self->sides[side].n_steps;

  return n > 0 ? entry->flops / (double) n : 0;
}

/* ---- by a key ---- */

typedef char *(*MakeKey) (const Pairing *self, LscSide side, const LscChipEntry *entry);

static char *
make_exact (G_GNUC_UNUSED const Pairing *self, G_GNUC_UNUSED LscSide side,
            const LscChipEntry *entry)
{
  return g_strdup_printf ("%s\n%s", entry->module, entry->op);
}

static char *
make_plain (G_GNUC_UNUSED const Pairing *self, G_GNUC_UNUSED LscSide side,
            const LscChipEntry *entry)
{
  return g_strdup_printf ("%s\n%s", entry->plain_module, entry->plain_op);
}

/* What does as many FLOPs by operators of one name, in whatever module; NULL where they are not
 * known. */
static char *
make_shapes (const Pairing *self, LscSide side, const LscChipEntry *entry)
{
  double flops = get_flops (self, side, entry);

  return flops > 0 ? g_strdup_printf ("%s\n%.5e", entry->plain_op, flops) : NULL;
}

/* Returns: (transfer full): of each key the free entries of a side */
static GHashTable *
index_side (const Pairing *self, LscSide side, MakeKey make_key)
{
  GHashTable *index =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < self->sides[side].list->len; i++)
    {
      LscChipEntry *entry = _lsc_chip_entries_get (&self->sides[side], i);
      g_autofree char *key = is_free (entry) ? make_key (self, side, entry) : NULL;
      GPtrArray *list = key ? g_hash_table_lookup (index, key) : NULL;

      if (!key)
        continue;
      if (!list)
        {
          list = g_ptr_array_new ();
          g_hash_table_insert (index, g_steal_pointer (&key), list);
        }
      g_ptr_array_add (list, entry);
    }
  return index;
}

static void
put (const GPtrArray *entries, guint row)
{
  for (guint i = 0; i < entries->len; i++)
    ((LscChipEntry *) entries->pdata[i])->row = row;
}

static void
join_all (Pairing *self, const GPtrArray *before, const GPtrArray *after, LscChipMatch match)
{
  guint row = add_row (self, match);

  put (before, row);
  put (after, row);
}

/* One for one in their order where there are as many of both, else all of them together. */
static void
join (Pairing *self, const GPtrArray *before, const GPtrArray *after, LscChipMatch match)
{
  guint row;

  if (before->len == after->len)
    {
      for (guint i = 0; i < before->len; i++)
        {
          row = add_row (self, match);
          ((LscChipEntry *) before->pdata[i])->row = row;
          ((LscChipEntry *) after->pdata[i])->row = row;
        }
      return;
    }
  join_all (self, before, after, match);
}

typedef void (*Join) (Pairing *self, const GPtrArray *before, const GPtrArray *after,
                      LscChipMatch match);

static void
pair_by_key (Pairing *self, MakeKey make_key, Join join_them, LscChipMatch match)
{
  g_autoptr (GHashTable) before = index_side (self, LSC_BEFORE, make_key);
  g_autoptr (GHashTable) after = index_side (self, LSC_AFTER, make_key);

  for (guint i = 0; i < self->sides[LSC_BEFORE].list->len; i++)
    {
      const LscChipEntry *entry = _lsc_chip_entries_get (&self->sides[LSC_BEFORE], i);
      g_autofree char *key = is_free (entry) ? make_key (self, LSC_BEFORE, entry) : NULL;
      GPtrArray *others = key ? g_hash_table_lookup (after, key) : NULL;

      if (others)
        join_them (self, g_hash_table_lookup (before, key), others, match);
    }
}

/* ---- by the order of calls in a module ---- */

static gboolean
is_inside (const char *module, const char *around)
{
  gsize n = strlen (around);

  return strncmp (module, around, n) == 0 && (module[n] == '\0' || module[n] == '/') &&
         (n > 0 || *module == '\0');
}

static GPtrArray *
list_free (const LscChipEntries *side, const char *module, int family)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < side->list->len; i++)
    {
      LscChipEntry *entry = _lsc_chip_entries_get (side, i);

      if (is_free (entry) && entry->family == family && is_inside (entry->plain_module, module))
        g_ptr_array_add (list, entry);
    }
  return list;
}

static void
pair_family (Pairing *self, const char *module, int family)
{
  g_autoptr (GPtrArray) before = list_free (&self->sides[LSC_BEFORE], module, family);
  g_autoptr (GPtrArray) after = NULL;

  if (before->len == 0)
    return;
  after = list_free (&self->sides[LSC_AFTER], module, family);
  if (after->len > 0)
    join (self, before, after, LSC_CHIP_MATCH_ORDER);
}

static guint
count_depth (const char *path)
{
  guint n = *path ? 1 : 0;

  for (const char *at = path; (at = strchr (at, '/')); at++)
    n++;
  return n;
}

static int
compare_depths (gconstpointer a, gconstpointer b)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;
  guint dx = count_depth (x), dy = count_depth (y);

  return dx != dy ? (dx < dy ? 1 : -1) : strcmp (x, y);
}

static void
add_path (GHashTable *known, const char *path)
{
  g_autofree char *at = g_strdup (path);
  char *slash;

  do
    {
      g_hash_table_add (known, g_strdup (at));
      slash = strrchr (at, '/');
      if (slash)
        *slash = '\0';
    }
  while (slash);
}

/* Returns: (transfer full): the modules with free entries and those around them, innermost first */
static GPtrArray *
list_modules (const Pairing *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer path;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (guint i = 0; i < self->sides[side].list->len; i++)
      {
        const LscChipEntry *entry = _lsc_chip_entries_get (&self->sides[side], i);

        if (is_free (entry))
          add_path (known, entry->plain_module);
      }
  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_ptr_array_add (list, g_strdup (path));
  g_ptr_array_sort (list, compare_depths);
  return list;
}

static void
pair_by_order (Pairing *self)
{
  g_autoptr (GPtrArray) modules = list_modules (self);

  for (guint i = 0; i < modules->len; i++)
    for (int family = 0; family < LSC_N_OP_FAMILIES; family++)
      pair_family (self, modules->pdata[i], family);
}

/* ---- what one side fuses ---- */

/* What is left in one module does there what the other side does by other operators: a norm by four
 * of them, or by one. */
static char *
make_rest (G_GNUC_UNUSED const Pairing *self, G_GNUC_UNUSED LscSide side, const LscChipEntry *entry)
{
  gboolean is_backward = g_str_has_suffix (entry->plain_op, LSC_CHIP_BACKWARD);

  return *entry->plain_module ? g_strdup_printf ("%s\n%d", entry->plain_module, is_backward) : NULL;
}

/* Whether the operator or a kernel of an entry is called by what another one does: add in
 * npu_add_layer_norm. */
static gboolean
tells_of (const LscChipEntry *entry, const char *plain_op)
{
  GHashTableIter iter;
  gpointer name;

  if (_lsc_chip_name_has (entry->op, plain_op))
    return TRUE;
  g_hash_table_iter_init (&iter, entry->kernels);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (_lsc_chip_name_has (name, plain_op))
      return TRUE;
  return FALSE;
}

/* Whether an operator of the other side inside a module has the work of @entry in its name.
 * Returns: its row, %LSC_CHIP_NO_ROW */
static guint
find_fused (const Pairing *self, const LscChipEntry *entry, const char *around, LscSide other)
{
  const LscChipEntries *side = &self->sides[other];

  for (guint i = 0; i < side->list->len; i++)
    {
      const LscChipEntry *fused = _lsc_chip_entries_get (side, i);

      if (!is_free (fused) && !g_str_equal (fused->plain_op, entry->plain_op) &&
          is_inside (fused->plain_module, around) && tells_of (fused, entry->plain_op))
        return fused->row;
    }
  return LSC_CHIP_NO_ROW;
}

/* In the same module, else just around it. */
static guint
find_fused_row (const Pairing *self, const LscChipEntry *entry, LscSide other)
{
  const char *slash = strrchr (entry->plain_module, '/');
  guint row = find_fused (self, entry, entry->plain_module, other);
  g_autofree char *around = NULL;

  if (row != LSC_CHIP_NO_ROW || !slash)
    return row;
  around = g_strndup (entry->plain_module, (gsize) (slash - entry->plain_module));
  return find_fused (self, entry, around, other);
}

#define LEAST_NAME 3 /* letters: shorter ones are in too many others */

static void
pair_fused (Pairing *self)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (guint i = 0; i < self->sides[side].list->len; i++)
      {
        LscChipEntry *entry = _lsc_chip_entries_get (&self->sides[side], i);
        guint row =
            is_free (entry) && *entry->plain_module && strlen (entry->plain_op) >= LEAST_NAME
                ? find_fused_row (self, entry, (LscSide) !side)
                : LSC_CHIP_NO_ROW;

        if (row == LSC_CHIP_NO_ROW)
          continue;
        entry->row = row;
        g_array_index (self->matches, LscChipMatch, row) = LSC_CHIP_MATCH_ORDER;
      }
}

/* ---- what one side does not know the module of ---- */

static char *
make_op (G_GNUC_UNUSED const Pairing *self, G_GNUC_UNUSED LscSide side, const LscChipEntry *entry)
{
  return g_strdup_printf ("%s\n%d", entry->plain_op, entry->family);
}

static char *
make_outside (const Pairing *self, LscSide side, const LscChipEntry *entry)
{
  return *entry->module == '\0' ? make_op (self, side, entry) : NULL;
}

/* Copies of NPUs tell no operator that launched them. */
static void
pair_outside (Pairing *self)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscSide other = (LscSide) !side;
      g_autoptr (GHashTable) own = index_side (self, (LscSide) side, make_outside);
      g_autoptr (GHashTable) others = index_side (self, other, make_op);

      for (guint i = 0; i < self->sides[side].list->len; i++)
        {
          const LscChipEntry *entry = _lsc_chip_entries_get (&self->sides[side], i);
          g_autofree char *key =
              is_free (entry) ? make_outside (self, (LscSide) side, entry) : NULL;
          GPtrArray *mine = key ? g_hash_table_lookup (own, key) : NULL;
          GPtrArray *found = mine ? g_hash_table_lookup (others, key) : NULL;

          if (found)
            join (self, mine, found, LSC_CHIP_MATCH_NAME);
        }
    }
}

/**
 * _lsc_chip_entries_pair:
 * @sides: (inout): each entry gets its row
 *
 * Returns: (transfer full) (element-type LscChipMatch): the rows
 */
GArray *
_lsc_chip_entries_pair (const LscChipEntries sides[LSC_N_SIDES])
{
  Pairing self = { sides, g_array_new (FALSE, FALSE, sizeof (LscChipMatch)) };

  pair_by_key (&self, make_exact, join, LSC_CHIP_MATCH_EXACT);
  pair_by_key (&self, make_plain, join, LSC_CHIP_MATCH_NAME);
  pair_by_key (&self, make_shapes, join, LSC_CHIP_MATCH_SHAPES);
  pair_by_order (&self);
  pair_by_key (&self, make_rest, join_all, LSC_CHIP_MATCH_ORDER);
  pair_fused (&self);
  pair_outside (&self);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (guint i = 0; i < sides[side].list->len; i++)
      {
        LscChipEntry *entry = _lsc_chip_entries_get (&sides[side], i);

        if (is_free (entry))
          entry->row = add_row (&self, side == LSC_BEFORE ? LSC_CHIP_MATCH_ONLY_BEFORE
                                                          : LSC_CHIP_MATCH_ONLY_AFTER);
      }
  return self.matches;
}
