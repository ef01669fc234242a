/* lsc-straggler-template.c - what one step of an op timeline consists of, and what waits for what
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-template-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-sort.h"

#define NO_OP LSC_STRAGGLER_NO_OP

/* ---- ops ---- */

typedef struct
{
  LscStragglerOp op;
  LscStragglerTime time;
} Item;

LSC_DEFINE_ARRAY (Items, items, Item)

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Items, items_clear)

static int
compare_keys (const LscStragglerOp *a, const LscStragglerOp *b)
{
  LSC_RETURN_ORDER (a->stage, b->stage);
  LSC_RETURN_ORDER (a->kind, b->kind);
  return LSC_ORDER (a->number, b->number);
}

static int
compare_items (gconstpointer a, gconstpointer b, gpointer data)
{
  const Item *items = data;
  guint32 i = *(const guint32 *) a, k = *(const guint32 *) b;
  int order = compare_keys (&items[i].op, &items[k].op);

  return order != 0 ? order : LSC_ORDER (i, k);
}

/* Of ops with the same number the first is taken; what is left keeps its order. */
static void
drop_twins (Items *items, gsize from)
{
  gsize n = items->n - from, kept = from;
  g_autofree guint32 *order = g_new (guint32, n + 1);
  g_autofree guint8 *is_twin = g_new0 (guint8, n + 1);

  for (gsize i = 0; i < n; i++)
    order[i] = (guint32) i;
  if (n > 1)
    g_qsort_with_data (order, (int) n, sizeof *order, compare_items, items->items + from);
  for (gsize i = 1; i < n; i++)
    is_twin[order[i]] = compare_keys (&items->items[from + order[i - 1]].op,
                                      &items->items[from + order[i]].op) == 0;
  for (gsize i = 0; i < n; i++)
    if (!is_twin[i])
      items->items[kept++] = items->items[from + i];
  items->n = kept;
}

static void
add_stage (Items *items, const LscJobOps *ops, gsize worker, gsize stage)
{
  LscStragglerNumbers numbers = { { 0 } };
  gsize n, from = items->n;
  const LscJobOp *recorded = lsc_job_ops_get (ops, 0, worker, &n);

  for (gsize i = 0; i < n; i++)
    {
      const LscJobOp *op = &recorded[i];

      if (op->kind < LSC_JOB_N_OP_KINDS)
        *items_add (items) =
            (Item){ .op = { .stage = (guint32) stage,
                            .number = _lsc_straggler_number (&numbers, op),
                            .chunk = op->chunk,
                            .micro_batch = op->micro_batch,
                            .kind = op->kind },
                    .time = { .start_ns = op->start_ns, .end_ns = op->start_ns + op->length_ns } };
    }
  drop_twins (items, from);
}

static int
compare_ops (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscStragglerOp *ops = data;

  return compare_keys (&ops[*(const guint32 *) a], &ops[*(const guint32 *) b]);
}

static guint32 *
sort_by_key (const LscStragglerModel *model)
{
  guint32 *order = g_new (guint32, model->n_ops);

  for (gsize i = 0; i < model->n_ops; i++)
    order[i] = (guint32) i;
  g_qsort_with_data (order, (int) model->n_ops, sizeof *order, compare_ops, model->ops);
  return order;
}

static guint
count_chunks (const LscStragglerModel *model)
{
  guint n = 1;

  for (gsize i = 0; i < model->n_ops; i++)
    if (_lsc_straggler_kind_computes (model->ops[i].kind) &&
        model->ops[i].chunk != LSC_JOB_NO_CHUNK)
      n = MAX (n, model->ops[i].chunk + 1u);
  return n;
}

static guint32 *
new_list (gsize n)
{
  guint32 *list = g_new (guint32, n + 1);

  memset (list, 0xff, (n + 1) * sizeof *list); /* NO_OP */
  return list;
}

/**
 * _lsc_straggler_template_init:
 * @model: with its stages; gets the ops
 * @workers: (array length=n_stages): by stage: a worker of @ops
 *
 * Takes the ops of the first step, those that a replay knows (stragglers.md#template).
 *
 * Returns: %FALSE with @refusal if there are none, or too many
 */
gboolean
_lsc_straggler_template_init (LscStragglerTemplate *self, LscStragglerModel *model,
                              const LscJobOps *ops, const gsize *workers, LscPhrase **refusal)
{
  g_auto (Items) items = { 0 };

  *self = (LscStragglerTemplate){ .model = model, .first = g_new0 (gsize, model->n_stages + 1) };
  for (gsize p = 0; p < model->n_stages; p++)
    {
      add_stage (&items, ops, workers[p], p);
      self->first[p + 1] = items.n;
    }
  if (items.n == 0 || items.n >= G_MAXINT32)
    {
      *refusal = lsc_phrase_new_text (
          N_ ("The first step has no op of a kind that could be replayed. A table of names says "
              "what ops of other timers are."));
      return FALSE;
    }
  model->n_ops = items.n;
  model->ops = g_new (LscStragglerOp, items.n);
  self->times = g_new (LscStragglerTime, items.n);
  for (gsize i = 0; i < items.n; i++)
    {
      model->ops[i] = items.items[i].op;
      self->times[i] = items.items[i].time;
    }
  self->by_key = sort_by_key (model);
  self->n_chunks = count_chunks (model);
  self->owner = new_list (items.n);
  self->before = new_list (items.n);
  self->partner = new_list (items.n);
  return TRUE;
}

/** Frees what @self holds. */
void
_lsc_straggler_template_clear (LscStragglerTemplate *self)
{
  g_free (self->first);
  g_free (self->times);
  g_free (self->by_key);
  g_free (self->owner);
  g_free (self->before);
  g_free (self->partner);
  *self = (LscStragglerTemplate){ 0 };
}

/** Appends the ops of a kind on a stage, by start. */
void
_lsc_straggler_template_list (const LscStragglerTemplate *self, gsize stage, guint kind,
                              LscIndexes *out)
{
  for (gsize i = self->first[stage]; i < self->first[stage + 1]; i++)
    if (self->model->ops[i].kind == kind)
      lsc_indexes_append (out, (guint32) i);
}

/** Returns: an op of a stage, %LSC_STRAGGLER_NO_OP if there is none */
guint32
_lsc_straggler_template_find (const LscStragglerTemplate *self, gsize stage, guint kind,
                              guint32 number)
{
  const LscStragglerOp *ops = self->model->ops;
  const LscStragglerOp key = { .stage = (guint32) stage, .number = number, .kind = (guint8) kind };
  gsize at = LSC_BISECT (i, self->first[stage], self->first[stage + 1],
                         compare_keys (&ops[self->by_key[i]], &key) < 0);

  return at < self->first[stage + 1] && compare_keys (&ops[self->by_key[at]], &key) == 0
             ? self->by_key[at]
             : NO_OP;
}
