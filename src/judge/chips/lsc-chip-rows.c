/* lsc-chip-rows.c - rows of paired works, by operator, module and kind of work
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "judge/chips/lsc-chips-private.h"

#define SAME_FLOPS 1e-6 /* by how much FLOPs of equal products differ at most */
#define MOST_KERNELS 3  /* names in a cell */
#define MOST 0.9        /* of the time of a row that is arithmetic */
#define JOIN_OPS " + "

/** A row while it is made. @kernels: of each side, of name to gint64, ns */
typedef struct
{
  LscChipRow *row;
  GHashTable *kernels[LSC_N_SIDES];
  gint64 by_family[LSC_N_OP_FAMILIES];
} Making;

void
_lsc_chip_row_free (LscChipRow *self)
{
  g_free (self->module);
  g_free (self->other_module);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_free (self->works[side].name);
      g_free (self->works[side].kernels);
    }
  g_free (self);
}

static Making *
making_new (LscChipMatch match)
{
  Making *self = g_new0 (Making, 1);

  self->row = g_new0 (LscChipRow, 1);
  self->row->match = match;
  self->row->family = LSC_CODE_NULL;
  self->row->shapes = LSC_CHIP_SHAPES_UNKNOWN;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    self->kernels[side] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

static void
making_free (gpointer data)
{
  Making *self = data;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_hash_table_unref (self->kernels[side]);
  g_free (self);
}

/* ---- what entries add ---- */

static void
add_kernels (GHashTable *into, GHashTable *from)
{
  GHashTableIter iter;
  gpointer name, ns;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &name, &ns))
    {
      gint64 *known = g_hash_table_lookup (into, name);

      if (known)
        *known += *(const gint64 *) ns;
      else
        g_hash_table_insert (into, g_strdup (name), g_memdup2 (ns, sizeof (gint64)));
    }
}

static gboolean
has_op (const char *names, const char *op)
{
  g_auto (GStrv) known = g_strsplit (names, JOIN_OPS, -1);

  return g_strv_contains ((const char *const *) known, op);
}

static void
add_op (LscChipWork *work, const char *op)
{
  char *joined;

  if (work->name && has_op (work->name, op))
    return;
  joined = work->name ? g_strconcat (work->name, JOIN_OPS, op, NULL) : g_strdup (op);
  g_free (work->name);
  work->name = joined;
}

static void
add_module (LscChipRow *row, LscSide side, const char *module)
{
  char **place = side == LSC_BEFORE ? &row->module : &row->other_module;

  if (!*place && *module)
    *place = g_strdup (module);
}

static void
add_sums (LscChipWork *work, const LscChipEntry *entry)
{
  work->n += entry->n;
  work->total_ns += entry->total_ns;
  if (entry->flops <= 0)
    return;
  work->flops += entry->flops;
  work->flops_ns += entry->total_ns;
  work->peak_work += entry->peak_work;
}

static void
add_entry (Making *self, LscSide side, const LscChipEntry *entry, gboolean is_paired)
{
  add_sums (&self->row->works[side], entry);
  add_kernels (self->kernels[side], entry->kernels);
  if (is_paired)
    self->row->paired_ns[side] += entry->total_ns;
  for (guint i = 0; i < LSC_N_OP_FAMILIES; i++)
    self->by_family[i] += entry->by_family[i];
}

/* ---- ends ---- */

typedef struct
{
  const char *name;
  gint64 ns;
} Named;

static int
compare_named (gconstpointer a, gconstpointer b)
{
  const Named *x = a, *y = b;

  return x->ns != y->ns ? (x->ns < y->ns ? 1 : -1) : strcmp (x->name, y->name);
}

/* (transfer full) (nullable) */
static char *
name_kernels (GHashTable *kernels)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Named));
  GString *out = g_string_new (NULL);
  GHashTableIter iter;
  gpointer name, ns;

  g_hash_table_iter_init (&iter, kernels);
  while (g_hash_table_iter_next (&iter, &name, &ns))
    g_array_append_val (all, ((Named){ name, *(const gint64 *) ns }));
  g_array_sort (all, compare_named);
  for (guint i = 0; i < MIN (all->len, MOST_KERNELS); i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", g_array_index (all, Named, i).name);
  if (all->len > MOST_KERNELS)
    g_string_append (out, ", …");
  return g_string_free (out, out->len == 0);
}

/* FLOPs a step and rank of both sides */
static LscChipShapes
compare_shapes (const LscChips *chips, const LscChipRow *row)
{
  double flops[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      flops[side] = row->works[side].flops / (double) MAX (chips->sides[side].n_steps, 1);
      if (flops[side] <= 0)
        return LSC_CHIP_SHAPES_UNKNOWN;
    }
  return fabs (flops[1] - flops[0]) <= SAME_FLOPS * flops[0] ? LSC_CHIP_SHAPES_EQUAL
                                                             : LSC_CHIP_SHAPES_DIFFER;
}

static gboolean
is_arithmetic (const Making *self)
{
  static const LscOpFamily families[] = { LSC_OP_FAMILY_MATRIX, LSC_OP_FAMILY_ATTENTION,
                                          LSC_OP_FAMILY_ATTENTION_GRAD, LSC_OP_FAMILY_CONVOLUTION };
  gint64 all = 0, part = 0;

  for (guint i = 0; i < LSC_N_OP_FAMILIES; i++)
    all += self->by_family[i];
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    part += self->by_family[families[i]];
  return (double) part >= MOST * (double) all;
}

static LscChipRow *
finish (Making *self, const LscChips *chips)
{
  LscChipRow *row = self->row;

  if (row->module && row->other_module && g_str_equal (row->module, row->other_module))
    g_clear_pointer (&row->other_module, g_free);
  if (!row->module && row->works[LSC_BEFORE].n == 0)
    row->module = g_steal_pointer (&row->other_module);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    row->works[side].kernels = name_kernels (self->kernels[side]);
  if (row->family == LSC_CODE_NULL)
    {
      row->family = 0;
      for (int i = 0; i < LSC_N_OP_FAMILIES; i++)
        if (self->by_family[i] > self->by_family[row->family])
          row->family = i;
    }
  row->shapes = compare_shapes (chips, row);
  row->is_arithmetic = is_arithmetic (self);
  row->peak_ratio = LSC_REAL_NULL;
  return row;
}

/* What each side takes a step, the longer one. */
static double
get_weight (const LscChips *chips, const LscChipRow *row)
{
  double most = 0;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    most = MAX (most,
                (double) row->works[side].total_ns / (double) MAX (chips->sides[side].n_steps, 1));
  return most;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscChipRow *x = *(const LscChipRow *const *) a, *y = *(const LscChipRow *const *) b;
  double dx = get_weight (data, x), dy = get_weight (data, y);
  int order;

  if (dx < dy || dx > dy)
    return dx < dy ? 1 : -1;
  order = g_strcmp0 (x->module, y->module);
  return order != 0 ? order : g_strcmp0 (x->works[0].name, y->works[0].name);
}

static void
free_row (gpointer row)
{
  _lsc_chip_row_free (row);
}

/* @makings: (element-type Making) (transfer full) */
static GPtrArray *
finish_list (LscChips *self, GPtrArray *makings)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (free_row);

  for (guint i = 0; i < makings->len; i++)
    g_ptr_array_add (list, finish (makings->pdata[i], self));
  g_ptr_array_unref (makings);
  g_ptr_array_sort_with_data (list, compare_rows, self);
  return list;
}

/* ---- the lists ---- */

static gboolean
is_paired (LscChipMatch match)
{
  return match < LSC_CHIP_MATCH_ONLY_BEFORE;
}

static GPtrArray *
list_ops (const LscChipEntries sides[LSC_N_SIDES], const GArray *matches)
{
  GPtrArray *makings = g_ptr_array_new_with_free_func (making_free);

  for (guint i = 0; i < matches->len; i++)
    g_ptr_array_add (makings, making_new (g_array_index (matches, LscChipMatch, i)));
  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (guint i = 0; i < sides[side].list->len; i++)
      {
        const LscChipEntry *entry = _lsc_chip_entries_get (&sides[side], i);
        Making *making = makings->pdata[entry->row];

        add_entry (making, (LscSide) side, entry, is_paired (making->row->match));
        add_op (&making->row->works[side], entry->op);
        add_module (making->row, (LscSide) side, entry->module);
      }
  return makings;
}

/* Of a group of rows: on both sides, or where it is alone. */
static void
find_group_match (LscChipRow *row)
{
  row->match = row->works[LSC_BEFORE].n == 0  ? LSC_CHIP_MATCH_ONLY_AFTER
               : row->works[LSC_AFTER].n == 0 ? LSC_CHIP_MATCH_ONLY_BEFORE
                                              : LSC_CHIP_MATCH_EXACT;
}

static Making *
get_group (GPtrArray *makings, GHashTable *known, const char *key)
{
  Making *making = g_hash_table_lookup (known, key);

  if (!making)
    {
      making = making_new (LSC_CHIP_MATCH_EXACT);
      g_ptr_array_add (makings, making);
      g_hash_table_insert (known, g_strdup (key), making);
    }
  return making;
}

/* Works that are paired count in one module: that of the side before. @rows: of each row of
 * operators the module */
static GPtrArray *
list_modules (const LscChipEntries sides[LSC_N_SIDES], const GArray *matches,
              const char *const *module_of)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *makings = g_ptr_array_new_with_free_func (making_free);

  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (guint i = 0; i < sides[side].list->len; i++)
      {
        const LscChipEntry *entry = _lsc_chip_entries_get (&sides[side], i);
        LscChipMatch match = g_array_index (matches, LscChipMatch, entry->row);
        Making *making = get_group (makings, known, module_of[entry->row]);

        add_entry (making, (LscSide) side, entry, is_paired (match));
        add_module (making->row, LSC_BEFORE, module_of[entry->row]);
      }
  for (guint i = 0; i < makings->len; i++)
    find_group_match (((Making *) makings->pdata[i])->row);
  return makings;
}

/* Kernels are of the kind that takes most in their row, so that both sides of it are in one. */
static GPtrArray *
list_families (const LscChipEntries sides[LSC_N_SIDES], const GArray *matches, const int *family_of)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *makings = g_ptr_array_new_with_free_func (making_free);

  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (guint i = 0; i < sides[side].list->len; i++)
      {
        const LscChipEntry *entry = _lsc_chip_entries_get (&sides[side], i);
        int family = family_of[entry->row];
        Making *making = get_group (makings, known, lsc_op_family_words[family].key);

        making->row->family = family;
        add_entry (making, (LscSide) side, entry,
                   is_paired (g_array_index (matches, LscChipMatch, entry->row)));
      }
  for (guint i = 0; i < makings->len; i++)
    find_group_match (((Making *) makings->pdata[i])->row);
  return makings;
}

/* Of each row of operators its module: that before, else that after. */
static const char **
find_modules (const LscChipEntries sides[LSC_N_SIDES], const GArray *matches)
{
  const char **module_of = g_new0 (const char *, matches->len + 1);

  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (guint i = 0; i < sides[side].list->len; i++)
      {
        const LscChipEntry *entry = _lsc_chip_entries_get (&sides[side], i);

        if (!module_of[entry->row])
          module_of[entry->row] = entry->module;
      }
  return module_of;
}

static int *
find_families (const LscChipEntries sides[LSC_N_SIDES], const GArray *matches)
{
  g_autofree gint64 *most = g_new0 (gint64, matches->len + 1);
  int *family_of = g_new0 (int, matches->len + 1);

  for (guint side = 0; side < LSC_N_SIDES; side++)
    for (guint i = 0; i < sides[side].list->len; i++)
      {
        const LscChipEntry *entry = _lsc_chip_entries_get (&sides[side], i);

        if (entry->total_ns > most[entry->row])
          {
            most[entry->row] = entry->total_ns;
            family_of[entry->row] = entry->family;
          }
      }
  return family_of;
}

/* ---- shares of the peaks beside each other ---- */

/* Whether all products that are paired, and some are, have equal shapes. */
static gboolean
is_same_work (const LscChips *self)
{
  const GPtrArray *rows = self->lists[LSC_COMPARE_OPS];
  gboolean has_equal = FALSE;

  for (guint i = 0; i < rows->len; i++)
    {
      LscChipShapes shapes = ((const LscChipRow *) rows->pdata[i])->shapes;

      if (shapes == LSC_CHIP_SHAPES_DIFFER)
        return FALSE;
      has_equal |= shapes == LSC_CHIP_SHAPES_EQUAL;
    }
  return has_equal;
}

/* What the chip could have done in the time of a row a step. */
static double
find_room (const LscChips *self, const LscChipRow *row, LscSide side)
{
  return self->sides[side].peak.fp16 * (double) row->works[side].total_ns /
         (double) MAX (self->sides[side].n_steps, 1);
}

/* Of equal arithmetic FLOPs cancel out, so that they need not be known. */
static double
find_ratio (const LscChips *self, const LscChipRow *row, gboolean is_same)
{
  double before = lsc_chip_work_get_share (&row->works[LSC_BEFORE]);
  double after = lsc_chip_work_get_share (&row->works[LSC_AFTER]);
  double room;

  if (row->shapes == LSC_CHIP_SHAPES_EQUAL && !isnan (before) && !isnan (after))
    return after / before;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (row->works[side].n == 0 || row->paired_ns[side] < row->works[side].total_ns)
      return LSC_REAL_NULL;
  room = find_room (self, row, LSC_AFTER);
  return is_same && row->is_arithmetic && row->shapes == LSC_CHIP_SHAPES_UNKNOWN && room > 0 &&
                 find_room (self, row, LSC_BEFORE) > 0
             ? find_room (self, row, LSC_BEFORE) / room
             : LSC_REAL_NULL;
}

static void
find_ratios (LscChips *self)
{
  gboolean is_same = is_same_work (self);

  for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
    for (guint i = 0; i < self->lists[list]->len; i++)
      {
        LscChipRow *row = self->lists[list]->pdata[i];

        row->peak_ratio = find_ratio (self, row, is_same);
      }
}

/** Fills the lists. @matches: as _lsc_chip_entries_pair() gives them */
void
_lsc_chips_fill (LscChips *self, const LscChipEntries sides[LSC_N_SIDES], const GArray *matches)
{
  g_autofree const char **module_of = find_modules (sides, matches);
  g_autofree int *family_of = find_families (sides, matches);

  self->lists[LSC_COMPARE_CATEGORIES] =
      finish_list (self, list_families (sides, matches, family_of));
  self->lists[LSC_COMPARE_MODULES] = finish_list (self, list_modules (sides, matches, module_of));
  self->lists[LSC_COMPARE_OPS] = finish_list (self, list_ops (sides, matches));
  for (guint i = 0; i < self->lists[LSC_COMPARE_OPS]->len; i++)
    for (guint side = 0; side < LSC_N_SIDES; side++)
      self->sides[side].paired_ns += lsc_chips_get (self, LSC_COMPARE_OPS, i)->paired_ns[side];
  find_ratios (self);
}
