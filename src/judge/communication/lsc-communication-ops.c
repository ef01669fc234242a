/* lsc-communication-ops.c - operators of all ranks, added up by kind and group
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "analyze/digest/lsc-compare-name.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "judge/communication/lsc-communication-private.h"

#define CHECK_ITEMS 4096

/** How often a rank came last in the operators of one kind. */
typedef struct
{
  gsize of;
  guint32 rank;
  gint64 n;
} Last;

typedef struct
{
  LscCommunication *to;
  const LscRankSet *set;
  guint32 **names;   /* of each rank: of its texts what such an operator does */
  GHashTable *index; /* of group and name to 1 + operator */
  GHashTable *lasts; /* of operator and rank to Last */
} Walk;

/* ---- one operator on one rank ---- */

/* What an operator does, without its numbers: an id of the texts of all. */
static guint32
get_name (Walk *self, const LscMatchItem *item, const LscRankOp *op)
{
  const LscRankDigest *digest = self->set->digests[item->rank];
  gsize n_texts = lsc_intern_size (digest->texts);
  guint32 *names = self->names[item->rank];

  if (!names)
    {
      names = self->names[item->rank] = g_new (guint32, n_texts + 1);
      for (gsize i = 0; i < n_texts; i++)
        names[i] = LSC_STRING_NONE;
    }
  if (names[op->name] == LSC_STRING_NONE)
    {
      g_autofree char *plain = lsc_compare_name_comm (lsc_intern_text (digest->texts, op->name));

      names[op->name] = lsc_intern_add (self->to->match.texts, plain);
    }
  return names[op->name];
}

static gsize
use_operator (Walk *self, const LscMatchItem *item, const LscRankOp *op)
{
  guint32 name = get_name (self, item, op);
  gint64 key = (gint64) item->group << 32 | name;
  gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->index, &key));
  LscCommOperator sum = {
    .group = item->group, .name = name, .last_rank = G_MAXUINT32, .algorithm = LSC_STRING_NONE
  };

  if (known > 0)
    return known - 1;
  sum.form = op->kind == LSC_RANK_OP_JOINT || op->kind == LSC_RANK_OP_ROOTED
                 ? LSC_COMMUNICATION_COLLECTIVE
                 : LSC_COMMUNICATION_P2P;
  _lsc_comm_times_init (&sum.times);
  lsc_comm_operators_append (&self->to->operators, sum);
  g_hash_table_insert (self->index, g_memdup2 (&key, sizeof key),
                       GSIZE_TO_POINTER (self->to->operators.n));
  return self->to->operators.n - 1;
}

/* Several algorithms are one text. */
static void
add_algorithm (LscCommunication *self, LscCommOperator *sum, const char *algorithm)
{
  LscIntern *texts = self->match.texts;
  const char *known =
      sum->algorithm == LSC_STRING_NONE ? NULL : lsc_intern_text (texts, sum->algorithm);
  g_autofree char *both = NULL;

  if (!known)
    sum->algorithm = lsc_intern_add (texts, algorithm);
  else if (!_lsc_communication_lists (known, algorithm))
    {
      both = g_strdup_printf ("%s; %s", known, algorithm);
      sum->algorithm = lsc_intern_add (texts, both);
    }
}

static void
add_facts (LscCommunication *self, LscCommOperator *sum, const LscMatchItem *item)
{
  const LscRankDigest *digest = _lsc_communication_get_digest (self, item->rank);
  const LscRankOp *op = &digest->ops.items[item->op];

  if (op->bytes > 0)
    {
      sum->bytes += (double) op->bytes;
      sum->moved_ns += op->sizes_ns >= 0 ? (double) op->sizes_ns : 0;
      sum->message_bytes += op->sizes_ns < 0 ? (double) op->bytes : 0;
    }
  if (op->algorithm != LSC_STRING_NONE)
    add_algorithm (self, sum, lsc_intern_text (digest->texts, op->algorithm));
  if (lsc_data_type_name (op->data_type))
    sum->data_types |= (guint64) 1 << op->data_type;
}

static void
add_item (Walk *self, gsize index)
{
  LscCommunication *to = self->to;
  const LscMatchItem *item = &to->match.items.items[index];
  const LscRankOp *op = _lsc_communication_get_op (to, item);
  LscCommTimes times = _lsc_comm_times_of (op, to->peer_ns[index]);
  gsize known = use_operator (self, item, op);
  LscCommOperator *sum = &to->operators.items[known];

  to->operator_of[index] = known;
  if (sum->lengths_ns.n == 0 ||
      times.length_ns >
          _lsc_comm_times_of (_lsc_communication_get_op (to, &to->match.items.items[sum->longest]),
                              LSC_INT_NULL)
              .length_ns)
    sum->longest = index;
  lsc_int64s_append (&sum->lengths_ns, times.length_ns);
  if (_lsc_communication_counts (to, self->set, item))
    _lsc_comm_times_add (&sum->times, &times);
  add_facts (to, sum, item);
  sum->n_told += op->slice == LSC_SLICE_NONE;
}

/* ---- one operator on all ranks ---- */

static guint
hash_last (gconstpointer data)
{
  const Last *last = data;

  return (guint) (last->of * 2654435761u + last->rank);
}

static gboolean
is_same_last (gconstpointer a, gconstpointer b)
{
  const Last *x = a, *y = b;

  return x->of == y->of && x->rank == y->rank;
}

static void
count_last (Walk *self, gsize of, guint32 rank)
{
  Last key = { of, rank, 0 };
  Last *last = g_hash_table_lookup (self->lasts, &key);

  if (!last)
    {
      last = g_memdup2 (&key, sizeof key);
      g_hash_table_add (self->lasts, last);
    }
  last->n++;
}

/* Of each member what it took longer than the one that came last: the one where it was shortest. */
static gsize
find_peer_waits (Walk *self, gsize begin, gsize end)
{
  LscCommunication *to = self->to;
  gint64 least_ns = G_MAXINT64;
  gsize last = begin;

  for (gsize i = begin; i < end; i++)
    {
      const LscRankOp *op = _lsc_communication_get_op (to, &to->match.items.items[i]);

      if (op->end_ns - op->begin_ns < least_ns)
        {
          least_ns = op->end_ns - op->begin_ns;
          last = i;
        }
    }
  for (gsize i = begin; i < end; i++)
    {
      const LscRankOp *op = _lsc_communication_get_op (to, &to->match.items.items[i]);

      to->peer_ns[i] = op->end_ns - op->begin_ns - least_ns;
    }
  return last;
}

static gboolean
has_waits (const Walk *self, gsize begin, gsize end)
{
  for (gsize i = begin; i < end; i++)
    if (self->to->peer_ns[i] > 0)
      return TRUE;
  return FALSE;
}

/* A message is an instance of sends and of receives: of every row that has part in it, each once.
 */
static gboolean
is_first_of_row (const LscCommunication *to, gsize begin, gsize at)
{
  for (gsize i = begin; i < at; i++)
    if (to->operator_of[i] == to->operator_of[at])
      return FALSE;
  return TRUE;
}

static void
count_instance (Walk *self, gsize begin, gsize end, gboolean is_whole, gsize last)
{
  LscCommunication *to = self->to;
  gboolean is_waited = is_whole && has_waits (self, begin, end);

  for (gsize i = begin; i < end; i++)
    {
      LscCommOperator *sum = &to->operators.items[to->operator_of[i]];

      if (i > begin && !is_first_of_row (to, begin, i))
        continue;
      sum->n_instances++;
      sum->n_matched += is_whole;
      sum->n_waited += is_waited;
      if (is_waited)
        count_last (self, to->operator_of[i], to->match.items.items[last].rank);
    }
}

static void
add_instance (Walk *self, gsize begin, gsize end, gboolean is_of_ops)
{
  LscCommunication *to = self->to;
  gboolean is_whole = !is_of_ops && lsc_match_is_whole (&to->match, self->set,
                                                        &to->match.items.items[begin], end - begin);
  gsize last = is_whole ? find_peer_waits (self, begin, end) : begin;

  for (gsize i = begin; i < end; i++)
    add_item (self, i);
  count_instance (self, begin, end, is_whole, last);
  if (!is_whole || !has_waits (self, begin, end))
    return;
  for (gsize i = begin; i < end; i++)
    {
      LscCommTimes times = _lsc_comm_times_of (
          _lsc_communication_get_op (to, &to->match.items.items[i]), to->peer_ns[i]);

      if (!_lsc_communication_counts (to, self->set, &to->match.items.items[i]))
        continue;
      to->caused_ns[to->match.items.items[last].rank] +=
          lsc_int_or_zero (times.exposed_parts_ns[LSC_COMM_WAIT_RECORDED]);
    }
}

/* An op timeline has transfers without their waiting: they begin when the last one has come. */
static gboolean
are_of_ops (const LscRankSet *set)
{
  for (gsize i = 0; i < set->n; i++)
    if (set->digests[i]->is_of_ops)
      return TRUE;
  return FALSE;
}

static gboolean
walk_items (Walk *self, LscJob *job, GError **error)
{
  LscCommunication *to = self->to;
  const LscMatchItem *items = to->match.items.items;
  gboolean is_of_ops = are_of_ops (self->set);
  gsize checked = 0, end;

  for (gsize begin = 0; begin < to->match.items.n; begin = end)
    {
      for (end = begin + 1;
           end < to->match.items.n && lsc_match_is_same (&items[begin], &items[end]);)
        end++;
      add_instance (self, begin, end, is_of_ops);
      if (end - checked > CHECK_ITEMS && !lsc_job_check (job, error))
        return FALSE;
      checked = end - checked > CHECK_ITEMS ? end : checked;
    }
  return TRUE;
}

/* ---- sums ---- */

static void
find_lasts (Walk *self)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->lasts);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    {
      const Last *last = item;
      LscCommOperator *sum = &self->to->operators.items[last->of];

      if (last->n > sum->n_last || (last->n == sum->n_last && last->rank < sum->last_rank))
        {
          sum->n_last = last->n;
          sum->last_rank = last->rank;
        }
    }
}

static int
compare_times (const LscCommTimes *a, const LscCommTimes *b)
{
  LSC_RETURN_ORDER (b->exposed_ns, a->exposed_ns); /* what is not known is the smallest */
  return LSC_ORDER (b->length_ns, a->length_ns);
}

static int
compare_operators (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscCommOperators *all = data;
  const LscCommOperator *x = &all->items[*(const gsize *) a], *y = &all->items[*(const gsize *) b];
  int order = compare_times (&x->mean, &y->mean);

  if (order)
    return order;
  LSC_RETURN_ORDER (x->group, y->group);
  return LSC_ORDER (x->name, y->name);
}

static void
sort_operators (LscCommunication *self)
{
  gsize n = self->operators.n;
  g_autofree gsize *order = g_new (gsize, n + 1), *places = g_new (gsize, n + 1);
  LscCommOperators sorted = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      LscCommOperator *sum = &self->operators.items[i];

      order[i] = i;
      sum->mean =
          _lsc_comm_times_divide (&sum->times, _lsc_communication_get_base (self, sum->group));
    }
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_operators, &self->operators);
  for (gsize i = 0; i < n; i++)
    {
      places[order[i]] = i;
      lsc_comm_operators_append (&sorted, self->operators.items[order[i]]);
    }
  for (gsize i = 0; i < self->match.items.n; i++)
    self->operator_of[i] = places[self->operator_of[i]];
  lsc_comm_operators_clear (&self->operators);
  self->operators = sorted;
  for (gsize i = 0; i < n; i++)
    lsc_sort_int64s (self->operators.items[i].lengths_ns.items,
                     self->operators.items[i].lengths_ns.n);
}

static int
compare_groups (const void *a, const void *b)
{
  const LscCommGroupSum *x = a, *y = b;
  int order = compare_times (&x->mean, &y->mean);

  return order ? order : LSC_ORDER (x->group, y->group);
}

/* Operators stand by exposed time, so the first of a group is its busiest. */
static void
sum_groups (LscCommunication *self)
{
  g_autoptr (GHashTable) index = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < self->operators.n; i++)
    {
      const LscCommOperator *sum = &self->operators.items[i];
      gpointer key = GUINT_TO_POINTER (sum->group);
      gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (index, key));

      if (known == 0)
        {
          LscCommGroupSum group = { .group = sum->group, .busiest = i };

          _lsc_comm_times_init (&group.times);
          lsc_comm_group_sums_append (&self->groups, group);
          known = self->groups.n;
          g_hash_table_insert (index, key, GSIZE_TO_POINTER (known));
        }
      _lsc_comm_times_add (&self->groups.items[known - 1].times, &sum->times);
      self->groups.items[known - 1].n_ops += (gint64) sum->lengths_ns.n;
      self->groups.items[known - 1].n_told += sum->n_told;
      self->groups.items[known - 1].has_sizes |= sum->bytes > 0;
      self->groups.items[known - 1].bytes += sum->bytes;
      self->groups.items[known - 1].moved_ns += sum->moved_ns;
    }
  for (gsize i = 0; i < self->groups.n; i++)
    self->groups.items[i].mean =
        _lsc_comm_times_divide (&self->groups.items[i].times,
                                _lsc_communication_get_base (self, self->groups.items[i].group));
  if (self->groups.n > 1)
    qsort (self->groups.items, self->groups.n, sizeof (LscCommGroupSum), compare_groups);
}

/* Returns: what a step spends in communication that nothing hides */
static gint64
get_exposed_ns (const LscBudgetStep *step)
{
  gint64 ns = 0;

  for (guint i = LSC_BUDGET_TRANSFER; i <= LSC_BUDGET_BUBBLE; i++)
    ns += lsc_int_or_zero (step->ns[i]);
  return ns;
}

/* What no operator of a group owns of the steps that count. */
static void
find_outside (LscCommunication *self, const LscRankSet *set)
{
  gint64 exposed_ns = 0, owned_ns = 0;

  for (gsize i = 0; i < set->n; i++)
    for (guint k = set->steps[i].begin; k < set->steps[i].end; k++)
      {
        const LscBudgetStep *step = lsc_rank_digest_get_step (set->digests[i], k);

        if (lsc_rank_set_counts (set, i, k) && !step->is_told && step->step_ns != LSC_INT_NULL)
          exposed_ns += get_exposed_ns (step);
      }
  for (gsize i = 0; i < self->groups.n; i++)
    owned_ns += lsc_int_or_zero (self->groups.items[i].times.exposed_ns);
  self->outside_ns = MAX (exposed_ns - owned_ns, 0);
}

/**
 * _lsc_communication_sum:
 * @self: with digests
 *
 * Matches the operators of the ranks, and adds them up.
 *
 * Cost: O(n log n) of all operators. Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_communication_sum (LscCommunication *self, const LscRankSet *set, LscJob *job, GError **error)
{
  g_autoptr (GHashTable) index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) lasts = g_hash_table_new_full (hash_last, is_same_last, g_free, NULL);
  Walk walk = { .to = self, .set = set, .index = index, .lasts = lasts };
  gboolean is_done = lsc_match_ranks (&self->match, set, job, error);
  gsize n;

  if (!is_done)
    return FALSE;
  _lsc_communication_find_bases (self, set);
  n = self->match.items.n;
  walk.names = g_new0 (guint32 *, set->n + 1);
  self->peer_ns = g_new (gint64, n + 1);
  self->operator_of = g_new0 (gsize, n + 1);
  self->caused_ns = g_new0 (gint64, set->n + 1);
  for (gsize i = 0; i < n; i++)
    self->peer_ns[i] = LSC_INT_NULL;
  is_done = walk_items (&walk, job, error);
  if (is_done)
    {
      find_lasts (&walk);
      sort_operators (self);
      sum_groups (self);
      find_outside (self, set);
    }
  for (gsize i = 0; i < set->n; i++)
    g_free (walk.names[i]);
  g_free (walk.names);
  return is_done;
}
