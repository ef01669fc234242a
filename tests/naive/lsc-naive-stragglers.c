/* lsc-naive-stragglers.c - the ops of a job and what they wait for, rule by rule
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each rule of stragglers.md#waits is looked for in the whole list of ops, as it is written there.
 */
#include "config.h"

#include "lsc-naive-job.h"

#include <string.h>

#define NONE G_MAXUINT
#define STRAY_NS 50000 /* beyond it a message was never launched */

/* An op of the template. */
typedef struct
{
  const char *kind;
  gsize stage;
  guint number;
  gint chunk;
  gint64 start_ns;
  gint64 end_ns;
  guint owner;  /* computing that a message belongs to */
  guint before; /* computing of the same direction before that */
  gboolean has_partner;
  guint place; /* among those of its kind and stage that have a partner */
} Item;

typedef struct
{
  GArray *items;
  GArray *needs; /* of GArray of guint, by item */
  gsize n_stages;
  gint n_chunks;
  gboolean is_refused;
} Template;

static Item *
get (const Template *self, guint i)
{
  return &g_array_index (self->items, Item, i);
}

static gboolean
is (const Template *self, guint i, const char *kind)
{
  return g_str_equal (get (self, i)->kind, kind);
}

static gboolean
computes (const Template *self, guint i)
{
  return is (self, i, "forward-compute") || is (self, i, "backward-compute");
}

static void
need (Template *self, guint op, guint other)
{
  if (op != NONE && other != NONE)
    g_array_append_val (g_array_index (self->needs, GArray *, op), other);
}

/* The items of a stage and kind (NULL: computing) in the order of the template, which is by start.
 */
static GArray *
list (const Template *self, gsize stage, const char *kind)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->items->len; i++)
    if (get (self, i)->stage == stage && (kind ? is (self, i, kind) : computes (self, i)))
      g_array_append_val (found, i);
  return found;
}

static guint
at (const GArray *array, gint64 i)
{
  return i >= 0 && i < array->len ? g_array_index (array, guint, i) : NONE;
}

static guint
find (const Template *self, gsize stage, const char *kind, gint64 number)
{
  for (guint i = 0; i < self->items->len; i++)
    if (get (self, i)->stage == stage && is (self, i, kind) && get (self, i)->number == number)
      return i;
  return NONE;
}

static void
append_by_number (const Template *self, gsize stage, const char *kind, GArray *end)
{
  for (guint number = 0; number < self->items->len; number++)
    {
      guint op = find (self, stage, kind, number);

      if (op != NONE)
        g_array_append_val (end, op);
    }
}

/* ---- what messages belong to ---- */

static void
own_by_place (Template *self, gsize stage, const char *message, const char *computing,
              gboolean receives)
{
  g_autoptr (GArray) l = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) all = list (self, stage, message);
  g_autoptr (GArray) e = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean is_end = stage == 0 || stage + 1 == self->n_stages;
  gint64 shift;

  append_by_number (self, stage, computing, l);

  for (guint i = 0; i < all->len; i++)
    {
      guint item = at (all, i);
      gboolean is_stray =
          l->len > 0 &&
          (receives
               ? get (self, item)->start_ns > get (self, at (l, l->len - 1))->start_ns + STRAY_NS
               : get (self, item)->end_ns < get (self, at (l, 0))->end_ns - STRAY_NS);

      if (!is_stray)
        g_array_append_val (e, item);
    }
  if (e->len != l->len && !(is_end && (e->len == 0 || e->len + 1 == l->len)))
    self->is_refused = TRUE;
  shift = receives && e->len + 1 == l->len;
  for (guint j = 0; j < e->len && !self->is_refused; j++)
    {
      get (self, at (e, j))->owner = at (l, j + shift);
      get (self, at (e, j))->before = at (l, j + shift - 1);
    }
}

static void
own (Template *self, gsize stage, const char *message, const char *computing, gboolean receives,
     gint way)
{
  g_autoptr (GArray) all = list (self, stage, message);
  guint n = 0;

  if (self->n_chunks > 1)
    own_by_place (self, stage, message, computing, receives);
  for (guint i = 0; i < all->len; i++)
    {
      Item *item = get (self, at (all, i));

      if (self->n_chunks == 1)
        {
          item->owner = find (self, stage, computing, item->number);
          item->before = find (self, stage, computing, (gint64) item->number - 1);
          item->has_partner = TRUE;
          item->place = item->number;
        }
      else if (item->owner != NONE)
        {
          gint64 g = (gint64) get (self, item->owner)->chunk * (gint64) self->n_stages +
                     (gint64) stage + way;

          item->has_partner = g >= 0 && g < (gint64) self->n_stages * self->n_chunks;
          item->place = item->has_partner ? n++ : 0;
        }
    }
}

/* ---- rules ---- */

static void
chain (Template *self, const GArray *ops)
{
  for (guint i = 1; i < ops->len; i++)
    need (self, at (ops, i), at (ops, i - 1));
}

static guint
pick_chunk (const Template *self, const GArray *ops, gint chunk, gboolean is_last)
{
  guint found = NONE;

  for (guint i = 0; i < ops->len; i++)
    if ((self->n_chunks == 1 || get (self, at (ops, i))->chunk == chunk) &&
        (found == NONE || is_last))
      found = at (ops, i);
  return found;
}

static void
apply_messages (Template *self, gsize stage)
{
  static const char *const kinds[] = { "forward-send", "backward-send", "forward-recv",
                                       "backward-recv" };
  g_autoptr (GArray) c = list (self, stage, NULL);
  g_autoptr (GArray) receives = list (self, stage, "backward-recv");

  for (guint k = 0; k < 4; k++)
    {
      g_autoptr (GArray) messages = list (self, stage, kinds[k]);

      for (guint i = 0; i < messages->len; i++)
        {
          const Item *item = get (self, at (messages, i));

          if (k < 2)
            need (self, at (messages, i), item->owner); /* rule 3 */
          else
            {
              need (self, item->owner, at (messages, i));  /* rule 2 */
              need (self, at (messages, i), item->before); /* rule 4 */
            }
        }
      chain (self, messages); /* rule 5 */
    }
  for (guint f = 0; f < c->len; f++)
    if (is (self, at (c, f), "backward-compute"))
      {
        if (f >= 2) /* rule 6 */
          need (self, find (self, stage, "backward-recv", 0), at (c, f - 2));
        break;
      }
}

static void
apply_data (Template *self, gsize stage)
{
  g_autoptr (GArray) forwards = list (self, stage, "forward-compute");
  g_autoptr (GArray) gathers = list (self, stage, "params-all-gather");
  guint before = NONE;

  for (guint i = 0; i < self->items->len; i++) /* rule 7 */
    if (get (self, i)->stage == stage &&
        (is (self, i, "params-all-gather") || is (self, i, "grads-reduce-scatter")))
      {
        need (self, i, before);
        before = i;
      }
  for (gint chunk = 0; chunk < self->n_chunks; chunk++) /* rule 8 */
    need (self, pick_chunk (self, forwards, chunk, FALSE), pick_chunk (self, gathers, chunk, TRUE));
}

/* Rules 9 and 10. */
static void
apply_end (Template *self, gsize stage)
{
  g_autoptr (GArray) c = list (self, stage, NULL);
  g_autoptr (GArray) gcs = list (self, stage, "gc");
  g_autoptr (GArray) norms = list (self, stage, "layernorm-grads-all-reduce");
  g_autoptr (GArray) apart = list (self, stage, "separate-grads-all-reduce");
  g_autoptr (GArray) scatters = list (self, stage, "grads-reduce-scatter");
  g_autoptr (GArray) backwards = list (self, stage, "backward-compute");
  g_autoptr (GArray) end = g_array_new (FALSE, FALSE, sizeof (guint));

  append_by_number (self, stage, "gc", end);
  append_by_number (self, stage, "layernorm-grads-all-reduce", end);
  append_by_number (self, stage, "embedding-grads-all-reduce", end);
  append_by_number (self, stage,
                    apart->len > 0 ? "separate-grads-all-reduce" : "grads-reduce-scatter", end);
  append_by_number (self, stage, "optimizer-clip-main-grad", end);
  append_by_number (self, stage, "optimizer", end);
  chain (self, end);
  for (guint i = 0; i < gcs->len; i++)
    need (self, at (gcs, i), at (c, (gint64) c->len - 1));
  if (gcs->len == 0)
    need (self, at (end, 0), at (c, (gint64) c->len - 1));
  if (apart->len == 0)
    return;
  for (gint chunk = 0; chunk < self->n_chunks; chunk++)
    need (self, pick_chunk (self, scatters, chunk, FALSE),
          pick_chunk (self, backwards, chunk, TRUE));
  need (self, at (norms, 0), at (scatters, (gint64) scatters->len - 1));
}

static void
apply_rules (Template *self)
{
  for (gsize p = 0; p < self->n_stages; p++)
    {
      g_autoptr (GArray) c = list (self, p, NULL);

      own (self, p, "forward-send", "forward-compute", FALSE, 1);
      own (self, p, "forward-recv", "forward-compute", TRUE, -1);
      own (self, p, "backward-send", "backward-compute", FALSE, -1);
      own (self, p, "backward-recv", "backward-compute", TRUE, 1);
      chain (self, c); /* rule 1 */
      apply_messages (self, p);
      apply_data (self, p);
      apply_end (self, p);
    }
}

/* ---- groups ---- */

static gboolean
are_partners (const Template *self, const Item *send, const Item *receive, gint way)
{
  gint64 other = (gint64) send->stage + way, n = (gint64) self->n_stages;

  if (self->n_chunks > 1)
    other = (other + n) % n;
  return send->has_partner && receive->has_partner && (gint64) receive->stage == other &&
         receive->place == send->place;
}

static gboolean
are_of_one_message (const Template *self, const Item *a, const Item *b)
{
  if (g_str_equal (a->kind, "forward-send") && g_str_equal (b->kind, "forward-recv"))
    return are_partners (self, a, b, 1);
  if (g_str_equal (a->kind, "backward-send") && g_str_equal (b->kind, "backward-recv"))
    return are_partners (self, a, b, -1);
  return FALSE;
}

static gboolean
begin_together (const Template *self, const Item *a, const Item *b)
{
  if (are_of_one_message (self, a, b) || are_of_one_message (self, b, a))
    return TRUE;
  if (!g_str_equal (a->kind, b->kind) || a->number != b->number)
    return FALSE;
  if (g_str_equal (a->kind, "embedding-grads-all-reduce"))
    return (a->stage == 0 && b->stage + 1 == self->n_stages) ||
           (b->stage == 0 && a->stage + 1 == self->n_stages);
  return g_str_equal (a->kind, "optimizer-clip-main-grad");
}

static gboolean
is_of_all_replicas (const char *kind)
{
  return g_str_equal (kind, "params-all-gather") || g_str_equal (kind, "grads-reduce-scatter") ||
         g_str_equal (kind, "separate-grads-all-reduce") ||
         g_str_equal (kind, "optimizer-clip-main-grad");
}

/* ---- from ops ---- */

static gint64
number_of (const LscJobOp *ops, gsize i)
{
  gint64 n = 0;

  if (ops[i].number != LSC_JOB_NO_NUMBER)
    return ops[i].number;
  for (gsize k = 0; k < i; k++)
    n += ops[k].kind == ops[i].kind;
  return n;
}

static gsize
find_worker (const LscJobOps *ops, gsize replica, gsize stage)
{
  for (gsize w = 0; w < ops->workers.n; w++)
    if (ops->workers.items[w].replica == (gint64) replica &&
        ops->workers.items[w].stage == (gint64) stage)
      return w;
  g_assert_not_reached ();
}

static void
read_template (Template *self, const LscJobOps *ops)
{
  for (gsize p = 0; p < self->n_stages; p++)
    {
      gsize n;
      const LscJobOp *recorded = lsc_job_ops_get (ops, 0, find_worker (ops, 0, p), &n);

      for (gsize i = 0; i < n; i++)
        {
          GArray *needs;
          Item item = { .kind = lsc_job_op_kind_name (recorded[i].kind),
                        .stage = p,
                        .number = (guint) number_of (recorded, i),
                        .chunk = recorded[i].chunk == LSC_JOB_NO_CHUNK ? -1 : recorded[i].chunk,
                        .start_ns = recorded[i].start_ns,
                        .end_ns = recorded[i].start_ns + recorded[i].length_ns,
                        .owner = NONE,
                        .before = NONE };

          if (!item.kind)
            continue;
          needs = g_array_new (FALSE, FALSE, sizeof (guint));
          g_array_append_val (self->items, item);
          g_array_append_val (self->needs, needs);
        }
    }
  for (guint i = 0; i < self->items->len; i++)
    if (computes (self, i))
      self->n_chunks = MAX (self->n_chunks, get (self, i)->chunk + 1);
}

static LscNaiveJob *
make_job (const Template *self, gsize n_replicas)
{
  LscNaiveJob *job = lsc_naive_job_new (self->n_stages, n_replicas);
  guint n = self->items->len;

  for (gsize d = 0; d < n_replicas; d++)
    for (guint i = 0; i < n; i++)
      {
        const Item *item = get (self, i);
        const GArray *needs = g_array_index (self->needs, GArray *, i);
        LscNaiveOp *op = lsc_naive_job_add (job, item->kind,
                                            computes (self, i) || g_str_equal (item->kind, "gc") ||
                                                g_str_equal (item->kind, "optimizer"),
                                            d, item->stage);

        for (guint k = 0; k < needs->len; k++)
          {
            guint other = (guint) d * n + g_array_index (needs, guint, k);

            g_array_append_val (op->needs, other);
          }
        if (d > 0 && is_of_all_replicas (item->kind))
          op->group = ((const LscNaiveOp *) g_ptr_array_index (job->ops, i))->group;
        for (guint k = 0; k < i; k++)
          if (begin_together (self, item, get (self, k)))
            op->group = ((const LscNaiveOp *) g_ptr_array_index (job->ops, d * n + k))->group;
      }
  return job;
}

/* Whether an op of the template is in a step of a worker, and how long it takes there. */
static gboolean
find_length (const LscJobOps *ops, gsize step, gsize worker, const Item *item, double *length)
{
  gsize n;
  const LscJobOp *recorded = lsc_job_ops_get (ops, step, worker, &n);

  for (gsize i = 0; i < n; i++)
    if (g_strcmp0 (lsc_job_op_kind_name (recorded[i].kind), item->kind) == 0 &&
        number_of (recorded, i) == item->number)
      {
        *length = (double) recorded[i].length_ns;
        return TRUE;
      }
  return FALSE;
}

static void
read_step (const Template *self, const LscJobOps *ops, gsize step, LscNaiveJob *job)
{
  g_autofree double *lengths = g_new (double, job->ops->len + 1);

  for (guint i = 0; i < job->ops->len; i++)
    {
      gsize d = i / self->items->len;
      const Item *item = get (self, i % self->items->len);

      if (!find_length (ops, step, find_worker (ops, d, item->stage), item, &lengths[i]))
        return;
    }
  for (guint i = 0; i < job->ops->len; i++)
    g_array_append_val (((LscNaiveOp *) g_ptr_array_index (job->ops, i))->lengths, lengths[i]);
  g_array_append_val (job->steps, ops->steps.items[step].number);
}

/**
 * lsc_naive_study_of_ops:
 * @ops: replicas and stages from 0 on, one rank each
 */
LscNaiveStudy *
lsc_naive_study_of_ops (const LscJobOps *ops)
{
  Template template = { .items = g_array_new (FALSE, FALSE, sizeof (Item)),
                        .needs = g_array_new (FALSE, FALSE, sizeof (GArray *)),
                        .n_chunks = 1 };
  gsize n_replicas = 0;
  LscNaiveStudy *study = NULL;

  for (gsize w = 0; w < ops->workers.n; w++)
    {
      template.n_stages = MAX (template.n_stages, (gsize) ops->workers.items[w].stage + 1);
      n_replicas = MAX (n_replicas, (gsize) ops->workers.items[w].replica + 1);
    }
  read_template (&template, ops);
  apply_rules (&template);
  if (!template.is_refused)
    {
      g_autoptr (LscNaiveJob) job = make_job (&template, n_replicas);

      for (gsize s = 0; s < ops->steps.n; s++)
        read_step (&template, ops, s, job);
      study = lsc_naive_job_study (job);
    }
  else
    {
      study = g_new0 (LscNaiveStudy, 1);
      study->is_refused = TRUE;
    }
  for (guint i = 0; i < template.needs->len; i++)
    g_array_unref (g_array_index (template.needs, GArray *, i));
  g_array_unref (template.needs);
  g_array_unref (template.items);
  return study;
}
