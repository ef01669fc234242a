/* lsc-naive-rows.c - from ops in modules to grouped rows (modules.md#rows)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-naive-private.h"

#include <string.h>

/* One op in one module. */
typedef struct
{
  const char *path;
  char *label;
  const char *op;
  char *kernels;
  gint64 module_start_ns, module_end_ns, op_start_ns;
  gint64 time_ns;
  guint order;    /* of the op */
  guint position; /* in its instance */
  char *sequence; /* op names of its instance */
  guint sequence_id;
} Record;

/* One group of records. */
typedef struct
{
  const Record *key;
  gint64 total_ns, count, first_start_ns;
  guint number; /* modules.md#suffix */
  char *label;  /* with suffix */
} Group;

static void
record_free (Record *record)
{
  g_free (record->label);
  g_free (record->kernels);
  g_free (record->sequence);
  g_free (record);
}

static void
group_free (Group *group)
{
  g_free (group->label);
  g_free (group);
}

/* Kernels are sorted by class, op start, kernel start and row: within one op by class and start. */
static void
add_kernels (NaiveData *data, guint op, Record *record)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < data->kernels->len; i++)
    {
      const NaiveKernel *kernel = &g_array_index (data->kernels, NaiveKernel, i);

      if (kernel->op != op)
        continue;
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", kernel->name);
      record->time_ns += kernel->end_ns - kernel->start_ns;
    }
  record->kernels = g_strdup (list->str);
}

static gint
compare_records (gconstpointer a, gconstpointer b)
{
  const Record *ra = *(Record *const *) a, *rb = *(Record *const *) b;

  if (ra->module_start_ns != rb->module_start_ns)
    return ra->module_start_ns < rb->module_start_ns ? -1 : 1;
  if (ra->op_start_ns != rb->op_start_ns)
    return ra->op_start_ns < rb->op_start_ns ? -1 : 1;
  return ra->order < rb->order ? -1 : ra->order > rb->order;
}

static GPtrArray *
collect (NaiveData *data, GArray *sorted, gboolean own_only)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);

  for (guint i = 0; i < data->ops->len; i++)
    {
      const NaiveOp *op = &g_array_index (data->ops, NaiveOp, i);
      const NaiveRange *range;
      Record *record;
      guint container;

      if (op->n_kernels == 0 || op->start_ns < data->step_start_ns ||
          op->start_ns >= data->step_end_ns)
        continue;
      container = _naive_op_container (sorted, op, own_only);
      if (container == NAIVE_NONE)
        continue;
      range = &g_array_index (sorted, NaiveRange, container);
      if (range->path[0] == '\0' && range->name[0] == '\0')
        continue;
      record = g_new0 (Record, 1);
      record->path = range->path;
      record->label = g_strconcat (range->backward ? "[Backward]" : "", range->name, NULL);
      record->op = op->name;
      record->module_start_ns = range->start_ns;
      record->module_end_ns = range->end_ns;
      record->op_start_ns = op->start_ns;
      record->order = op->order;
      add_kernels (data, i, record);
      g_ptr_array_add (records, record);
    }
  g_ptr_array_sort (records, compare_records);
  return records;
}

static gboolean
same_instance (const Record *a, const Record *b)
{
  return g_str_equal (a->path, b->path) && g_str_equal (a->label, b->label) &&
         a->module_start_ns == b->module_start_ns && a->module_end_ns == b->module_end_ns;
}

static void
number_instances (GPtrArray *records)
{
  guint n_sequences = 0;

  for (guint i = 0; i < records->len; i++)
    {
      Record *record = records->pdata[i];
      g_autoptr (GString) sequence = g_string_new (NULL);
      guint n = 0;

      for (guint k = 0; k < records->len; k++)
        {
          const Record *other = records->pdata[k];

          if (!same_instance (record, other))
            continue;
          if (k < i)
            record->position++;
          g_string_append_printf (sequence, "%s%s", n++ > 0 ? "/" : "", other->op);
        }
      record->sequence = g_strdup (sequence->str);
      record->sequence_id = n_sequences;
      for (guint k = 0; k < i; k++)
        {
          const Record *other = records->pdata[k];

          if (g_str_equal (other->sequence, record->sequence))
            record->sequence_id = other->sequence_id;
        }
      if (record->sequence_id == n_sequences)
        n_sequences++;
    }
}

static gint
compare_keys (const Record *a, const Record *b)
{
  gint order = strcmp (a->path, b->path);

  if (order == 0)
    order = strcmp (a->label, b->label);
  if (order == 0)
    order = strcmp (a->op, b->op);
  if (order == 0 && a->position != b->position)
    order = a->position < b->position ? -1 : 1;
  if (order == 0)
    order = strcmp (a->kernels, b->kernels);
  if (order == 0 && a->sequence_id != b->sequence_id)
    order = a->sequence_id < b->sequence_id ? -1 : 1;
  return order;
}

static GPtrArray *
group (GPtrArray *records)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) group_free);

  for (guint i = 0; i < records->len; i++)
    {
      const Record *record = records->pdata[i];
      Group *found = NULL;

      for (guint k = 0; k < groups->len && found == NULL; k++)
        if (compare_keys (((Group *) groups->pdata[k])->key, record) == 0)
          found = groups->pdata[k];
      if (found == NULL)
        {
          found = g_new0 (Group, 1);
          found->key = record;
          found->first_start_ns = record->op_start_ns;
          g_ptr_array_add (groups, found);
        }
      found->total_ns += record->time_ns;
      found->count++;
      found->first_start_ns = MIN (found->first_start_ns, record->op_start_ns);
    }
  return groups;
}

static gint
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *ga = *(Group *const *) a, *gb = *(Group *const *) b;

  if (ga->first_start_ns != gb->first_start_ns)
    return ga->first_start_ns < gb->first_start_ns ? -1 : 1;
  return compare_keys (ga->key, gb->key);
}

static gint
compare_output (gconstpointer a, gconstpointer b)
{
  const Group *ga = *(Group *const *) a, *gb = *(Group *const *) b;
  gint order;

  if (ga->first_start_ns != gb->first_start_ns)
    return ga->first_start_ns < gb->first_start_ns ? -1 : 1;
  if (ga->key->position != gb->key->position)
    return ga->key->position < gb->key->position ? -1 : 1;
  order = strcmp (ga->key->path, gb->key->path);
  if (order == 0)
    order = strcmp (ga->key->label, gb->key->label);
  if (order == 0)
    order = ga->number < gb->number ? -1 : 1;
  return order;
}

static gboolean
same_module (const Group *a, const Group *b)
{
  return g_str_equal (a->key->path, b->key->path) && g_str_equal (a->key->label, b->key->label);
}

/* How many sequence ids below @id occur in groups [from, to). */
static guint
rank_of (GPtrArray *groups, guint from, guint to, guint id, guint *n_distinct)
{
  g_autoptr (GHashTable) below = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) all = g_hash_table_new (NULL, NULL);

  for (guint i = from; i < to; i++)
    {
      guint other = ((Group *) groups->pdata[i])->key->sequence_id;

      g_hash_table_add (all, GUINT_TO_POINTER (other + 1));
      if (other < id)
        g_hash_table_add (below, GUINT_TO_POINTER (other + 1));
    }
  *n_distinct = g_hash_table_size (all);
  return g_hash_table_size (below);
}

static void
add_suffixes (GPtrArray *groups)
{
  for (guint i = 0; i < groups->len; i++)
    {
      Group *self = groups->pdata[i];
      guint from = i, to = i + 1, rank, n_distinct;

      while (from > 0 && same_module (groups->pdata[from - 1], self))
        from--;
      while (to < groups->len && same_module (groups->pdata[to], self))
        to++;
      rank = rank_of (groups, from, to, self->key->sequence_id, &n_distinct);
      self->number = i;
      if (n_distinct > 1)
        self->label = g_strdup_printf ("%s_%u", self->key->label, rank);
      else
        self->label = g_strdup (self->key->label);
    }
}

static LscNaiveRow *
row_new (const Group *self)
{
  LscNaiveRow *row = g_new0 (LscNaiveRow, 1);

  row->parent = g_utf8_make_valid (self->key->path, -1);
  row->module = g_utf8_make_valid (self->label, -1);
  row->op = g_utf8_make_valid (self->key->op, -1);
  row->kernels = g_utf8_make_valid (self->key->kernels, -1);
  row->total_ns = self->total_ns;
  row->count = self->count;
  row->avg_ns = (double) self->total_ns / (double) self->count;
  return row;
}

GPtrArray *
_naive_rows (NaiveData *data, GArray *sorted, gboolean own_only)
{
  g_autoptr (GPtrArray) records = collect (data, sorted, own_only);
  g_autoptr (GPtrArray) groups = NULL;
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_naive_row_free);

  number_instances (records);
  groups = group (records);
  g_ptr_array_sort (groups, compare_groups);
  add_suffixes (groups);
  g_ptr_array_sort (groups, compare_output);
  for (guint i = 0; i < groups->len; i++)
    g_ptr_array_add (rows, row_new (groups->pdata[i]));
  return rows;
}
