/* lsc-rank-match.c - operators of several ranks that are one and the same
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/overview/lsc-rank-match.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/step/lsc-comm-pair.h"
#include "base/lsc-sort.h"

/* overview.md#waits: an operator is the same on two ranks when group and name agree. Names that
 * repeat are told apart by lsc_comm_pair(); so are those whose running index says something else
 * than the steps that they are in, without it. A send and a receive agree by the side that sends.
 * Between more than two ranks it must be recorded whom a message is with; those of two ranks agree
 * by their number, if both recorded equally many. Ranks of several jobs that each count from 0 have
 * groups of their own. */

#define CHECK_ITEMS 4096

/* Sends from the member with the lower place have one key, those from the other one another. */
static guint32
get_message_key (LscMatch *self, const LscInt64s *members, gint64 rank, LscRankOpKind kind)
{
  gboolean is_first = members->items[0] == rank;

  return lsc_intern_add (self->texts,
                         is_first == (kind == LSC_RANK_OP_SEND) ? "message up" : "message down");
}

static gboolean
is_message (const LscRankOp *op)
{
  return op->kind == LSC_RANK_OP_SEND || op->kind == LSC_RANK_OP_RECEIVE;
}

/* Who sends to whom; a batch of both is the same on either side. */
static guint32
get_pair_key (LscMatch *self, gint64 rank, const LscRankOp *op)
{
  gboolean is_first =
      op->kind == LSC_RANK_OP_BATCH ? rank < op->peer : op->kind == LSC_RANK_OP_SEND;
  char text[64];

  g_snprintf (text, sizeof text, "%s %" PRId64 " %" PRId64,
              op->kind == LSC_RANK_OP_BATCH ? "batch" : "message", is_first ? rank : op->peer,
              is_first ? op->peer : rank);
  return lsc_intern_add (self->texts, text);
}

#define N_PEERS 16 /* a power of two: ranks that a rank sends to and receives from lately */

/** The key of messages of a kind with another rank. */
typedef struct
{
  gint64 peer;
  guint32 kind;
  guint32 key;
} Peer;

/**
 * Reading: a rank whose operators are listed
 * @index: of @rank in the set
 * @map: of its texts to those of all
 * @bases: of its names: get_base() of what @map says
 * @group, @common: id of the group of the last operator, and what it is for all
 * @peers: by number of the rank: one message after the other is with the same ones
 */
typedef struct
{
  LscMatch *self;
  const LscRankDigest *rank;
  guint32 index;
  guint32 *map;
  guint32 *bases;
  guint32 group;
  guint32 common;
  Peer peers[N_PEERS];
} Reading;

static guint32
find_pair_key (Reading *reading, const LscRankOp *op)
{
  Peer *peer = &reading->peers[(guint64) op->peer % N_PEERS];

  if (peer->key == LSC_STRING_NONE || peer->peer != op->peer || peer->kind != op->kind)
    *peer = (Peer){ op->peer, op->kind, get_pair_key (reading->self, reading->rank->rank, op) };
  return peer->key;
}

/* Ids of a rank's texts to those of all. */
static guint32
to_common (Reading *reading, guint32 id)
{
  guint32 *map = reading->map;

  if (map[id] == LSC_STRING_NONE)
    map[id] = lsc_intern_add (reading->self->texts, lsc_intern_text (reading->rank->texts, id));
  return map[id];
}

/* Of a group: that of the same name in another job is another one. */
static guint32
to_common_group (Reading *reading, guint32 id)
{
  const LscRankDigest *rank = reading->rank;
  g_autofree char *text = NULL;

  if (rank->replica == LSC_STRING_NONE)
    return to_common (reading, id);
  if (reading->group == id)
    return reading->common;
  text = g_strdup_printf ("%s (%s)", lsc_intern_text (rank->texts, id),
                          lsc_intern_text (rank->texts, rank->replica));
  reading->group = id;
  return reading->common = lsc_intern_add (reading->self->texts, text);
}

/* hcom_allReduce__865 of hcom_allReduce__865_0_1: the operation and its group. */
static guint32
get_base (LscMatch *self, guint32 key)
{
  const char *text = lsc_intern_text (self->texts, key);
  const char *numbers = strstr (text, "__");
  gsize n = numbers ? strspn (numbers + 2, "0123456789") : 0;
  g_autofree char *base = NULL;

  if (n == 0 || numbers[2 + n] != '_')
    return key;
  base = g_strndup (text, (gsize) (numbers + 2 + n - text));
  return lsc_intern_add (self->texts, base);
}

static guint32
find_base (Reading *reading, guint32 name, guint32 key)
{
  if (reading->bases[name] == LSC_STRING_NONE)
    reading->bases[name] = get_base (reading->self, key);
  return reading->bases[name];
}

static LscMatchGroup *
get_group (LscMatch *self, guint32 id)
{
  if (self->groups->len <= id)
    g_array_set_size (self->groups, id + 1);
  return &g_array_index (self->groups, LscMatchGroup, id);
}

static void
learn_group (LscMatch *self, guint32 id, const LscInt64s *members, const char *label)
{
  LscMatchGroup *group = get_group (self, id);

  if (group->members && group->members->n > 0)
    return;
  group->members = members;
  group->label = label;
}

/* What a rank recorded of its groups, and then what the given layout says of them. */
static void
learn_groups (Reading *reading, const LscRankSet *set)
{
  LscMatch *self = reading->self;
  const LscRankDigest *rank = reading->rank;
  const GPtrArray *given = set->groups ? set->groups->of_rank[reading->index] : NULL;

  for (gsize i = 0; i < rank->groups.n; i++)
    {
      const LscRankGroup *known = &rank->groups.items[i];

      learn_group (self, to_common_group (reading, known->name), &known->ranks,
                   lsc_rank_digest_text (rank, known->label));
    }
  for (guint i = 0; given && i < given->len; i++)
    {
      const LscGivenGroup *group = given->pdata[i];

      learn_group (self, lsc_intern_add (self->texts, group->name), &group->ranks, group->label);
    }
}

static void
set_key (Reading *reading, LscMatchGroup *group, const LscRankOp *op, LscMatchItem *item)
{
  gint64 rank = reading->rank->rank;
  gsize n_members = group->members ? group->members->n : 0;
  gboolean is_any = is_message (op) || op->kind == LSC_RANK_OP_BATCH;

  item->is_pair = is_any && n_members > 2 && op->peer >= 0 && rank >= 0;
  group->has_lost = group->has_lost || (is_any && n_members > 2 && !item->is_pair);
  if (item->is_pair)
    item->key = find_pair_key (reading, op);
  else if (is_message (op) && n_members == 2)
    item->key = get_message_key (reading->self, group->members, rank, op->kind);
  else
    item->key = to_common (reading, op->name);
  item->base = is_any ? item->key : find_base (reading, op->name, item->key);
}

static void
add_ops (Reading *reading, const LscRankSet *set)
{
  const LscRankDigest *rank = reading->rank;
  guint32 last = LSC_STRING_NONE;

  learn_groups (reading, set);
  for (gsize i = 0; i < rank->ops.n; i++)
    {
      const LscRankOp *op = &rank->ops.items[i];
      LscMatchItem item = { .rank = reading->index, .op = (guint32) i };
      LscMatchGroup *group;

      if (!lsc_rank_set_has_op (set, reading->index, op))
        continue;
      item.group = to_common_group (reading, op->group);
      group = get_group (reading->self, item.group);
      group->n_loaded += item.group != last;
      group->n_messages += is_message (op) || op->kind == LSC_RANK_OP_BATCH;
      last = item.group;
      set_key (reading, group, op, &item);
      lsc_match_items_append (&reading->self->items, item);
    }
}

static void
add_rank (LscMatch *self, const LscRankSet *set, guint32 index)
{
  const LscRankDigest *rank = set->digests[index];
  gsize n_texts = lsc_intern_size (rank->texts);
  g_autofree guint32 *map = g_new (guint32, n_texts + 1);
  g_autofree guint32 *bases = g_new (guint32, n_texts + 1);
  Reading reading = {
    .self = self, .rank = rank, .index = index, .map = map, .bases = bases, .group = LSC_STRING_NONE
  };

  for (gsize i = 0; i < n_texts; i++)
    map[i] = bases[i] = LSC_STRING_NONE;
  for (guint i = 0; i < N_PEERS; i++)
    reading.peers[i].key = LSC_STRING_NONE;
  add_ops (&reading, set);
}

/* Once as much as there can be: arrays that grow are copied. */
static void
reserve_items (LscMatch *self, const LscRankSet *set)
{
  gsize n = 0;

  for (gsize i = 0; i < set->n; i++)
    n += set->digests[i]->ops.n;
  lsc_match_items_reserve (&self->items, n);
}

static int
compare_keys (const LscMatchItem *a, const LscMatchItem *b)
{
  LSC_RETURN_ORDER (a->group, b->group);
  return LSC_ORDER (a->key, b->key);
}

/* In the order of compare_keys(), which is that of numbers without a sign. Items were listed rank
 * by rank, by index: by their keys alone they are sorted as by compare_by_rank(). */
static gint64
get_both_keys (gsize index, gconstpointer data)
{
  const LscMatchItem *item = &((const LscMatchItem *) data)[index];
  guint64 keys = (guint64) item->group << 32 | item->key;

  return (gint64) (keys ^ G_GUINT64_CONSTANT (1) << 63);
}

/* Into a second block, which costs less than moving items to and fro within one: what is read next
 * does not hang on what was read before. */
static void
sort_items (LscMatchItems *self)
{
  g_autofree guint32 *order = lsc_sort_order (self->n, get_both_keys, self->items);
  LscMatchItem *sorted;

  if (!order)
    return;
  sorted = lsc_array_alloc (self->n, sizeof *sorted);
  for (gsize i = 0; i < self->n; i++)
    sorted[i] = self->items[order[i]];
  g_free (self->items);
  self->items = sorted;
  self->capacity = self->n;
}

/* Ops of a rank stand by group and begin, so their index is their order. */
static int
compare_by_rank (const void *a, const void *b)
{
  const LscMatchItem *x = a, *y = b;
  int order = compare_keys (x, y);

  if (order)
    return order;
  LSC_RETURN_ORDER (x->rank, y->rank);
  return LSC_ORDER (x->op, y->op);
}

static int
compare_by_ordinal (const void *a, const void *b)
{
  const LscMatchItem *x = a, *y = b;
  int order = compare_keys (x, y);

  if (order)
    return order;
  LSC_RETURN_ORDER (x->step, y->step);
  LSC_RETURN_ORDER (x->ordinal, y->ordinal);
  return LSC_ORDER (x->rank, y->rank);
}

static gint64
get_step_number (const LscRankSet *set, const LscMatchItem *item)
{
  const LscRankDigest *rank = set->digests[item->rank];
  guint32 step = rank->ops.items[item->op].step;

  return step < rank->steps.n && !rank->steps_unnumbered
             ? lsc_rank_digest_get_step (rank, step)->step
             : -1;
}

/* ---- names with a running index ---- */

/** How often operators of one name are in the same step on two ranks, and how often not. */
typedef struct
{
  gsize n_same;
  gsize n_other;
} Agreement;

static gint64
make_agreement_key (const LscMatchItem *item)
{
  return (gint64) item->group << 32 | item->base;
}

static Agreement *
get_agreement (GHashTable *agreements, const LscMatchItem *item)
{
  gint64 key = make_agreement_key (item);
  Agreement *found = g_hash_table_lookup (agreements, &key);

  if (found)
    return found;
  found = g_new0 (Agreement, 1);
  g_hash_table_insert (agreements, g_memdup2 (&key, sizeof key), found);
  return found;
}

/* The same operator is running on both ranks at some moment, where they have one clock: whatever
 * their steps are called. */
static gboolean
do_overlap (const LscRankSet *set, const LscMatchItem *a, const LscMatchItem *b)
{
  const LscRankOp *x = &set->digests[a->rank]->ops.items[a->op];
  const LscRankOp *y = &set->digests[b->rank]->ops.items[b->op];

  return x->begin_ns < y->end_ns && y->begin_ns < x->end_ns;
}

/* Items of one key: each against that of the rank before. */
static void
compare_steps (const LscMatchItem *items, gsize n, const LscRankSet *set, GHashTable *agreements)
{
  Agreement *agreement = get_agreement (agreements, &items[0]);

  for (gsize i = 1; i < n; i++)
    {
      gint64 step = get_step_number (set, &items[i]);
      gint64 other = get_step_number (set, &items[i - 1]);

      if (items[i].rank == items[i - 1].rank || step < 0 || other < 0)
        continue;
      if (step == other || do_overlap (set, &items[i], &items[i - 1]))
        agreement->n_same++;
      else
        agreement->n_other++;
    }
}

static gboolean
is_restarted (GHashTable *agreements, const LscMatchItem *item)
{
  gint64 key = make_agreement_key (item);
  const Agreement *agreement = g_hash_table_lookup (agreements, &key);

  return agreement && agreement->n_other > agreement->n_same;
}

/* Where the running index begins anew with each recording, it is not that of the group. */
static void
drop_restarted (LscMatch *self, const LscRankSet *set)
{
  g_autoptr (GHashTable) agreements =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  LscMatchItem *items = self->items.items;
  gboolean is_changed = FALSE;

  for (gsize begin = 0, end; begin < self->items.n; begin = end)
    {
      for (end = begin + 1; end < self->items.n && compare_keys (&items[begin], &items[end]) == 0;)
        end++;
      if (items[begin].base != items[begin].key)
        compare_steps (&items[begin], end - begin, set, agreements);
    }
  for (gsize i = 0; i < self->items.n; i++)
    if (items[i].base != items[i].key && is_restarted (agreements, &items[i]))
      {
        items[i].key = items[i].base;
        is_changed = TRUE;
      }
  if (is_changed)
    qsort (items, self->items.n, sizeof (LscMatchItem), compare_by_rank);
}

/* ---- numbers ---- */

/** How many messages of a step each of two ranks has. */
typedef struct
{
  gint64 step;
  gsize n[2];
} StepCount;

static StepCount *
get_count (GHashTable *counts, gint64 step)
{
  StepCount *count = g_hash_table_lookup (counts, &step);

  if (count)
    return count;
  count = g_new0 (StepCount, 1);
  count->step = step;
  g_hash_table_insert (counts, &count->step, count);
  return count;
}

/* Of messages between two ranks, those of a step that both have not equally many of: which of them
 * has no partner is not known. */
static void
drop_uneven (LscMatchItem *items, gsize n, LscCommRule rule)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);

  if (rule == LSC_COMM_BY_ORDER || rule == LSC_COMM_BY_NUMBER)
    return;
  for (gsize i = 0; i < n; i++)
    get_count (counts, items[i].step)->n[items[i].rank != items[0].rank]++;
  for (gsize i = 0; i < n; i++)
    {
      const StepCount *count = get_count (counts, items[i].step);

      items[i].is_pair = rule == LSC_COMM_BY_STEP && count->step >= 0 && count->n[0] == count->n[1];
    }
}

/* Those of the two sides of a message each stand in order mostly; the two need only be merged.
 * Returns: whether they did */
static gboolean
merge_sides (LscMatchItem *items, gsize n)
{
  g_autofree LscMatchItem *first = NULL;
  gsize middle = 0, a = 0, b;

  while (middle < n && items[middle].rank == items[0].rank)
    middle++;
  for (gsize i = 1; i < n; i++)
    if (i != middle && compare_by_ordinal (&items[i - 1], &items[i]) > 0)
      return FALSE;
  first = g_memdup2 (items, middle * sizeof *items);
  b = middle;
  for (gsize to = 0; a < middle && to < n; to++)
    items[to] = b < n && compare_by_ordinal (&first[a], &items[b]) > 0 ? items[b++] : first[a++];
  return TRUE;
}

static void
sort_run (LscMatchItem *items, gsize n)
{
  if (n > 1 && !merge_sides (items, n))
    qsort (items, n, sizeof (LscMatchItem), compare_by_ordinal);
}

/* Items of one key. */
static void
number_run (LscMatchItem *items, gsize n, const LscRankSet *set)
{
  g_autofree LscCommItem *pairs = g_new (LscCommItem, n + 1);
  gboolean is_single = items[0].base != items[0].key; /* the index in the name tells all */
  LscCommRule rule;

  for (gsize i = 0; i < n; i++)
    {
      const LscRankOp *op = &set->digests[items[i].rank]->ops.items[items[i].op];

      is_single = is_single && (i == 0 || items[i].rank != items[i - 1].rank);

      pairs[i] = (LscCommItem){ .rank = items[i].rank,
                                .begin_ns = op->begin_ns,
                                .end_ns = op->end_ns,
                                .number = op->has_number ? op->number : -1,
                                .step = get_step_number (set, &items[i]) };
    }
  rule = is_single ? LSC_COMM_BY_ORDER : lsc_comm_pair (pairs, n);
  for (gsize i = 0; i < n; i++)
    {
      items[i].step = pairs[i].key_step;
      items[i].ordinal = pairs[i].ordinal;
    }
  if (items[0].is_pair)
    drop_uneven (items, n, rule);
  sort_run (items, n);
}

static gboolean
number_items (LscMatch *self, const LscRankSet *set, LscJob *job, GError **error)
{
  LscMatchItem *items = self->items.items;
  gsize checked = 0, end;

  for (gsize begin = 0; begin < self->items.n; begin = end)
    {
      for (end = begin + 1; end < self->items.n && compare_keys (&items[begin], &items[end]) == 0;)
        end++;
      number_run (&items[begin], end - begin, set);
      if (end - checked > CHECK_ITEMS && !lsc_job_check (job, error))
        return FALSE;
      checked = end - checked > CHECK_ITEMS ? end : checked;
    }
  return TRUE;
}

/**
 * lsc_match_ranks:
 * @self: (out caller-allocates): to be cleared with lsc_match_clear() in any case
 *
 * Cost: O(n log n) of all operators. Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
lsc_match_ranks (LscMatch *self, const LscRankSet *set, LscJob *job, GError **error)
{
  g_return_val_if_fail (self && set, FALSE);
  *self = (LscMatch){ .texts = lsc_intern_new (),
                      .groups = g_array_new (FALSE, TRUE, sizeof (LscMatchGroup)) };
  reserve_items (self, set);
  for (gsize i = 0; i < set->n; i++)
    {
      if (!lsc_job_check (job, error))
        return FALSE;
      add_rank (self, set, (guint32) i);
    }
  if (self->items.n == 0)
    return TRUE;
  sort_items (&self->items);
  drop_restarted (self, set);
  if (!lsc_job_check (job, error) || !number_items (self, set, job, error))
    return FALSE;
  return lsc_job_check (job, error);
}

/**
 * lsc_match_is_whole:
 * @items: (array length=n): all that are the same as the first
 *
 * Returns: whether all members of the operator were recorded, so that their lengths tell who waited
 *   (overview.md#waits)
 */
gboolean
lsc_match_is_whole (const LscMatch *self, const LscRankSet *set, const LscMatchItem *items, gsize n)
{
  const LscMatchGroup *about = &g_array_index (self->groups, LscMatchGroup, items->group);
  const LscRankOp *op = &set->digests[items->rank]->ops.items[items->op];
  gsize n_members = about->members ? about->members->n : 0;

  if ((is_message (op) || op->kind == LSC_RANK_OP_BATCH) && n_members > 2)
    return n == 2 && items->is_pair && (op->kind != LSC_RANK_OP_BATCH || !about->has_lost);
  return n > 1 && n == n_members;
}

void
lsc_match_clear (LscMatch *self)
{
  g_return_if_fail (self);
  lsc_match_items_clear (&self->items);
  g_clear_pointer (&self->texts, lsc_intern_unref);
  g_clear_pointer (&self->groups, g_array_unref);
}
