/* lsc-reference-rows.c - two steps, summed up as the sheets of the reference tool have it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-reference-rows.h"

#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "judge/compare/lsc-sequence-align.h"

/* ---- sums ---- */

static void
free_row (gpointer data)
{
  LscReferenceRow *row = data;

  g_free (row->name);
  g_free (row->detail);
  g_free (row);
}

/** While the rows of a list are added up. @is_common: both sides recorded their shapes or types */
typedef struct
{
  GPtrArray *rows;
  GHashTable *known; /* of name and detail */
  gboolean is_common;
} Sums;

static LscReferenceRow *
get_row (Sums *self, const char *name, const char *detail)
{
  g_autofree char *key = g_strconcat (name, "\x1f", detail, NULL);
  LscReferenceRow *row = g_hash_table_lookup (self->known, key);

  if (row)
    return row;
  row = g_new0 (LscReferenceRow, 1);
  row->name = g_strdup (name);
  row->detail = g_strdup (detail);
  g_ptr_array_add (self->rows, row);
  g_hash_table_insert (self->known, g_steal_pointer (&key), row);
  return row;
}

static void
add (LscReferenceRow *row, LscSide side, gint64 ns)
{
  LscReferenceSum *sum = &row->sums[side];

  sum->most_ns = sum->n == 0 ? ns : MAX (sum->most_ns, ns);
  sum->least_ns = sum->n == 0 ? ns : MIN (sum->least_ns, ns);
  sum->total_ns += ns;
  sum->total_us += (double) ns / 1000;
  sum->n++;
}

static const char *
get_text (const LscStepKernels *step, guint32 id)
{
  return id != LSC_STRING_NONE ? lsc_intern_text (step->texts, id) : "";
}

/* @has_types: on both sides: else names stand in */
static void
add_kernels (Sums *self, const LscStepKernels *step, LscSide side, gboolean has_types)
{
  for (gsize i = 0; i < step->all.n; i++)
    {
      const LscStepTypedKernel *kernel = &step->all.items[i];
      guint32 name = has_types && kernel->type != LSC_STRING_NONE ? kernel->type : kernel->name;

      add (get_row (self, get_text (step, name),
                    self->is_common ? get_text (step, kernel->shapes) : ""),
           side, kernel->duration_ns);
    }
}

static void
add_types (Sums *self, const LscStepKernels *step, LscSide side)
{
  for (gsize i = 0; i < step->kernels.n; i++)
    {
      const LscStepKernel *kernel = &step->kernels.items[i];

      if (self->is_common && kernel->type != LSC_STRING_NONE)
        add (get_row (self, get_text (step, kernel->type), ""), side, kernel->duration_ns);
    }
}

static void
add_comms (Sums *self, const LscCompareRank *from, LscSide side)
{
  for (gsize i = 0; i < from->digest->ops.n; i++)
    {
      const LscRankOp *op = &from->digest->ops.items[i];
      g_autofree char *name =
          lsc_compare_name_comm (lsc_intern_text (from->digest->texts, op->name));
      g_autofree char *lower = g_ascii_strdown (name, -1);

      add (get_row (self, lower, ""), side, op->end_ns - op->begin_ns);
    }
}

static void
add_tasks (Sums *self, const LscStepKernels *step, LscSide side)
{
  for (gsize i = 0; i < step->comm_tasks.n; i++)
    {
      const LscStepCommTask *task = &step->comm_tasks.items[i];

      add (get_row (self, get_text (step, task->op), get_text (step, task->name)), side,
           task->duration_ns);
    }
}

static void
add_calls (Sums *self, const LscStepKernels *step, LscSide side)
{
  for (gsize i = 0; i < step->calls.n; i++)
    add (get_row (self, get_text (step, step->calls.items[i].name), ""), side,
         step->calls.items[i].duration_ns);
}

/* ---- operators in their order ---- */

/* The kernels of an operator that follow each other are one of its instances. */
static gsize
find_end (const LscStepKernels *step, gsize begin)
{
  gsize end = begin + 1;

  while (end < step->launches.n &&
         step->launches.items[end].slice == step->launches.items[begin].slice)
    end++;
  return end;
}

static LscReferenceOp
make_op (const LscStepKernels *step, gsize begin, gsize end)
{
  g_autoptr (GString) kernels = g_string_new (NULL);
  LscReferenceOp op = { .name = g_strdup (get_text (step, step->launches.items[begin].op)),
                        .shapes = g_strdup (get_text (step, step->kernels.items[begin].shapes)) };

  for (gsize i = begin; i < end; i++)
    {
      if (kernels->len > 0)
        g_string_append_c (kernels, '\n');
      g_string_append (kernels, get_text (step, step->kernels.items[i].name));
      op.device_ns += step->kernels.items[i].duration_ns;
    }
  op.kernels = g_string_free (g_steal_pointer (&kernels), FALSE);
  return op;
}

static void
clear_op (gpointer data)
{
  LscReferenceOp *op = data;

  g_free (op->name);
  g_free (op->shapes);
  g_free (op->kernels);
}

static GArray *
list_ops (const LscStepKernels *step)
{
  GArray *ops = g_array_new (FALSE, FALSE, sizeof (LscReferenceOp));

  g_array_set_clear_func (ops, clear_op);
  for (gsize i = 0; i < step->launches.n;)
    {
      gsize end = find_end (step, i);
      LscReferenceOp op = make_op (step, i, end);

      g_array_append_val (ops, op);
      i = end;
    }
  return ops;
}

static void
add_ops (Sums *self, const GArray *ops, LscSide side)
{
  for (guint i = 0; i < ops->len; i++)
    {
      const LscReferenceOp *op = &g_array_index (ops, LscReferenceOp, i);

      add (get_row (self, op->name, ""), side, op->device_ns);
    }
}

static void
free_pair (gpointer data)
{
  LscReferencePair *pair = data;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    clear_op (&pair->side[side]);
  g_free (pair);
}

/** While operators are paired. */
typedef struct
{
  GPtrArray *pairs;
  GArray *ops[LSC_N_SIDES];
} Pairing;

/* Moves an operator, or none, of each side into a pair. */
static void
add_pair (guint32 before, guint32 after, gpointer user_data)
{
  Pairing *self = user_data;
  LscReferencePair *pair = g_new0 (LscReferencePair, 1);
  const guint32 indexes[LSC_N_SIDES] = { before, after };

  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (indexes[side] != LSC_ALIGN_NONE)
      {
        LscReferenceOp *op = &g_array_index (self->ops[side], LscReferenceOp, indexes[side]);

        pair->side[side] = *op;
        *op = (LscReferenceOp){ NULL };
      }
  g_ptr_array_add (self->pairs, pair);
}

static void
pair_ops (LscReferenceRows *self, GArray *before, GArray *after)
{
  Pairing pairing = { self->pairs, { before, after } };

  lsc_sequence_foreach_pair (before, after, offsetof (LscReferenceOp, name), add_pair, &pairing);
}

/* ---- all of it ---- */

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const LscReferenceRow *x = *(const LscReferenceRow *const *) a;
  const LscReferenceRow *y = *(const LscReferenceRow *const *) b;
  gint64 dx = ABS (x->sums[LSC_AFTER].total_ns - x->sums[LSC_BEFORE].total_ns);
  gint64 dy = ABS (y->sums[LSC_AFTER].total_ns - y->sums[LSC_BEFORE].total_ns);
  int order = strcmp (x->name, y->name);

  if (dx != dy)
    return dx < dy ? 1 : -1;
  return order != 0 ? order : strcmp (x->detail, y->detail);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const LscReferenceRow *x = *(const LscReferenceRow *const *) a;
  const LscReferenceRow *y = *(const LscReferenceRow *const *) b;
  int order = strcmp (x->name, y->name);

  return order != 0 ? order : strcmp (x->detail, y->detail);
}

/* Rows of a name stand together, names and rows as they come first. */
static void
group_by_name (GPtrArray *rows)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) groups =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      LscReferenceRow *row = rows->pdata[i];
      GPtrArray *group = g_hash_table_lookup (places, row->name);

      if (!group)
        {
          group = g_ptr_array_new ();
          g_ptr_array_add (groups, group);
          g_hash_table_insert (places, row->name, group);
        }
      g_ptr_array_add (group, row);
    }
  for (guint i = 0; i < groups->len; i++)
    for (guint k = 0; k < ((GPtrArray *) groups->pdata[i])->len; k++)
      rows->pdata[n++] = ((GPtrArray *) groups->pdata[i])->pdata[k];
}

static void
add_side (LscReferenceRows *self, Sums *sums, const LscCompareRank *rank, const GArray *ops,
          LscSide side)
{
  add_kernels (&sums[LSC_REFERENCE_KERNELS], rank->kernels, side,
               sums[LSC_REFERENCE_TYPES].is_common);
  add_types (&sums[LSC_REFERENCE_TYPES], rank->kernels, side);
  add_ops (&sums[LSC_REFERENCE_OPS], ops, side);
  add_comms (&sums[LSC_REFERENCE_COMMS], rank, side);
  add_tasks (&sums[LSC_REFERENCE_TASKS], rank->kernels, side);
  add_calls (&sums[LSC_REFERENCE_CALLS], rank->kernels, side);
  if (rank->digest->steps.n > 0)
    self->step[side] = lsc_rank_digest_get_step (rank->digest, rank->kernels->step)->step;
}

static const LscCompareRank *
find_rank (const LscCompareInput *input, gint64 rank)
{
  for (gsize i = 0; i < input->n; i++)
    if (input->ranks[i].digest->rank == rank)
      return &input->ranks[i];
  return input->n > 0 ? &input->ranks[0] : NULL;
}

static void
fill (LscReferenceRows *self, const LscCompareRank *const ranks[LSC_N_SIDES])
{
  Sums sums[LSC_REFERENCE_N];
  GArray *ops[LSC_N_SIDES];
  const LscStepKernels *before = ranks[LSC_BEFORE]->kernels, *after = ranks[LSC_AFTER]->kernels;

  for (guint i = 0; i < LSC_REFERENCE_N; i++)
    sums[i] = (Sums){ .rows = self->lists[i],
                      .known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  sums[LSC_REFERENCE_KERNELS].is_common = before->has_shapes && after->has_shapes;
  sums[LSC_REFERENCE_TYPES].is_common = before->has_types && after->has_types;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      ops[side] = list_ops (ranks[side]->kernels);
      add_side (self, sums, ranks[side], ops[side], side);
    }
  pair_ops (self, ops[LSC_BEFORE], ops[LSC_AFTER]);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_array_unref (ops[side]);
  for (guint i = 0; i < LSC_REFERENCE_N; i++)
    {
      if (i == LSC_REFERENCE_KERNELS)
        group_by_name (self->lists[i]);
      else
        g_ptr_array_sort (self->lists[i], i == LSC_REFERENCE_TASKS ? compare_names : compare_rows);
      g_hash_table_unref (sums[i].known);
    }
}

/**
 * lsc_reference_rows_new:
 * @before, @after: what was compared; kernels with sheets
 *
 * Sums up the kernels, operators, communication and calls of the steps of median length, or of
 * those that were asked for, of the first pair of ranks (compare.md#reference).
 *
 * Cost: that of aligning the operators. Thread: any.
 *
 * Returns: (transfer full)
 */
LscReferenceRows *
lsc_reference_rows_new (const LscCompare *compare, const LscCompareInput *before,
                        const LscCompareInput *after)
{
  LscReferenceRows *self = g_new0 (LscReferenceRows, 1);
  const LscRankChange *first = compare->ranks->len > 0 ? compare->ranks->pdata[0] : NULL;
  const LscCompareRank *ranks[LSC_N_SIDES];
  const LscStepKernels *before_step = NULL, *after_step = NULL;

  for (guint i = 0; i < LSC_REFERENCE_N; i++)
    self->lists[i] = g_ptr_array_new_with_free_func (free_row);
  self->pairs = g_ptr_array_new_with_free_func (free_pair);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      gint64 rank = first ? first->rank[side] : LSC_RANK_UNKNOWN;

      self->rank[side] = rank != LSC_RANK_UNKNOWN ? rank : LSC_INT_NULL;
      self->step[side] = LSC_INT_NULL;
      ranks[side] = first ? find_rank (side == LSC_BEFORE ? before : after, rank) : NULL;
    }
  if (ranks[LSC_BEFORE] && ranks[LSC_AFTER])
    {
      before_step = ranks[LSC_BEFORE]->kernels;
      after_step = ranks[LSC_AFTER]->kernels;
      fill (self, ranks);
      self->modules = lsc_reference_modules_new (before_step, after_step);
    }
  else
    self->modules = g_ptr_array_new ();
  self->memories = lsc_reference_memories_new (before_step, after_step);
  return self;
}

void
lsc_reference_rows_free (LscReferenceRows *self)
{
  if (!self)
    return;
  for (guint i = 0; i < LSC_REFERENCE_N; i++)
    g_ptr_array_unref (self->lists[i]);
  g_ptr_array_unref (self->pairs);
  g_ptr_array_unref (self->modules);
  lsc_reference_memories_free (self->memories);
  g_free (self);
}
