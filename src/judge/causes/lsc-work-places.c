/* lsc-work-places.c - where in a step a rank computes more than its peers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#places. Ranks of one role run one program, so that their operators tell where each of
 * them is in it: the n-th one of its kind in groups of its form. Between two of these what a rank
 * computes is compared with what its peers do there.
 */
#include "config.h"

#include "judge/causes/lsc-work-places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-intern.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define MOST_PEERS 15     /* more tell nothing new */
#define LEAST_SHARED 0.05 /* of what it computes: less is noise, and who gets it no matter */
#define MOST_AWAY 0.2     /* of what a device loses: else its peers do other work in the step */

/**
 * Mark: an operator of a rank
 * @key: the same for its kind in groups of its form on all ranks
 * @pool: 1 + index of the group in LscRankDigest.groups, if its members exchange what they work on;
 *   else 0
 */
typedef struct
{
  guint32 step;
  guint32 key;
  guint32 pool;
  gint64 own_ns;
} Mark;

LSC_DEFINE_ARRAY (Marks, marks, Mark)

/**
 * Program: of a rank
 * @marks: by step, key and own time
 * @sums_ns: (nullable) (array): what it computes until each of LscRankDigest.own begins; %NULL: the
 *   rank has not been looked at
 */
typedef struct
{
  Marks marks;
  gint64 *sums_ns;
} Program;

struct _LscWorkPlaces
{
  const LscRankSet *set;
  const LscRankFigures *figures;
  LscIntern *keys;
  Program *programs;
};

/**
 * lsc_work_places_new:
 * @figures: (array): of the ranks of @set
 *
 * Returns: (transfer full): what lsc_work_places_list() fills as it is asked
 */
LscWorkPlaces *
lsc_work_places_new (const LscRankSet *set, const LscRankFigures *figures)
{
  LscWorkPlaces *self = g_new0 (LscWorkPlaces, 1);

  self->set = set;
  self->figures = figures;
  self->keys = lsc_intern_new ();
  self->programs = g_new0 (Program, set->n + 1);
  return self;
}

void
lsc_work_places_free (LscWorkPlaces *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->set->n; i++)
    {
      marks_clear (&self->programs[i].marks);
      g_free (self->programs[i].sums_ns);
    }
  g_free (self->programs);
  lsc_intern_unref (self->keys);
  g_free (self);
}

/* ---- operators that are the same in the program ---- */

/* Groups by name. */
static GHashTable *
list_groups (const LscRankDigest *digest)
{
  GHashTable *groups = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < digest->groups.n; i++)
    g_hash_table_insert (groups, GUINT_TO_POINTER (digest->groups.items[i].name),
                         &digest->groups.items[i]);
  return groups;
}

/* Names have numbers behind "__", which count operators. */
static guint32
find_key (const LscWorkPlaces *self, const LscRankDigest *digest, GHashTable *groups,
          const LscRankOp *op)
{
  const LscRankGroup *group = g_hash_table_lookup (groups, GUINT_TO_POINTER (op->group));
  const char *name = lsc_rank_digest_text (digest, op->name);
  const char *numbers = name ? strstr (name, "__") : NULL;
  gsize n = group ? group->ranks.n : 0;
  gint64 stride = n > 1 ? group->ranks.items[1] - group->ranks.items[0] : 0;
  int way = op->peer < 0 ? 0 : op->peer > digest->rank ? 1 : -1;

  return lsc_intern_add_take (self->keys,
                              g_strdup_printf ("%.*s %u %d %" G_GSIZE_FORMAT " %" G_GINT64_FORMAT,
                                               numbers ? (int) (numbers - name) : -1,
                                               name ? name : "", (guint) op->kind, way, n, stride));
}

static guint32
find_pool (const LscRankDigest *digest, GHashTable *groups, const LscRankOp *op)
{
  const LscRankGroup *group = g_hash_table_lookup (groups, GUINT_TO_POINTER (op->group));
  const char *name = lsc_rank_digest_text (digest, op->name);
  g_autofree char *plain = name ? g_ascii_strdown (name, -1) : NULL;

  return group && plain && strstr (plain, "alltoall") ? 1 + (guint32) (group - digest->groups.items)
                                                      : 0;
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const Mark *x = a, *y = b;

  LSC_RETURN_ORDER (x->step, y->step);
  LSC_RETURN_ORDER (x->key, y->key);
  return LSC_ORDER (x->own_ns, y->own_ns);
}

static void
list_marks (LscWorkPlaces *self, gsize rank)
{
  const LscRankDigest *digest = self->set->digests[rank];
  g_autoptr (GHashTable) groups = list_groups (digest);
  Marks *marks = &self->programs[rank].marks;

  for (gsize i = 0; i < digest->ops.n; i++)
    {
      const LscRankOp *op = &digest->ops.items[i];
      gint64 own_ns = op->own_ready_ns > 0 ? op->own_ready_ns : op->own_begin_ns;

      if (op->step < digest->own_steps.n && own_ns > digest->own_steps.items[op->step].begin_ns &&
          own_ns < digest->own_steps.items[op->step].end_ns)
        marks_append (marks, (Mark){ op->step, find_key (self, digest, groups, op),
                                     find_pool (digest, groups, op), own_ns });
    }
  if (marks->n > 1)
    qsort (marks->items, marks->n, sizeof (Mark), compare_marks);
}

static const Program *
get_program (LscWorkPlaces *self, gsize rank)
{
  const LscDigestOwns *own = &self->set->digests[rank]->own;
  Program *program = &self->programs[rank];

  if (program->sums_ns)
    return program;
  list_marks (self, rank);
  program->sums_ns = g_new0 (gint64, own->n + 1);
  for (gsize i = 0; i < own->n; i++)
    program->sums_ns[i + 1] =
        program->sums_ns[i] + (own->items[i].work == LSC_WORK_COMPUTE ? own->items[i].ns : 0);
  return program;
}

/* The marks of a step; of a key. */
static Marks
get_step (const Program *self, guint step)
{
  gsize begin = LSC_BISECT (i, 0, self->marks.n, self->marks.items[i].step < step);
  gsize end = LSC_BISECT (i, begin, self->marks.n, self->marks.items[i].step <= step);

  return (Marks){ self->marks.items + begin, end - begin, 0 };
}

static Marks
get_key (const Marks *self, guint32 key)
{
  gsize begin = LSC_BISECT (i, 0, self->n, self->items[i].key < key);
  gsize end = LSC_BISECT (i, begin, self->n, self->items[i].key <= key);

  return (Marks){ self->items + begin, end - begin, 0 };
}

/* ---- places ---- */

/**
 * Side: one of the ranks that are compared
 * @marks: of the step
 * @slow: by what its kernels take longer than usually, 1 = nothing
 */
typedef struct
{
  gsize rank;
  const LscRankDigest *digest;
  const Program *program;
  guint step;
  Marks marks;
  double slow;
} Side;

LSC_DEFINE_ARRAY (Sides, sides, Side)

static double
get_slow (const LscRankFigures *figures, guint step)
{
  for (gsize i = 0; i < figures->n_steps; i++)
    if (figures->steps[i] == step && figures->work_ns[i] > 0)
      return figures->compute_ns[i] / figures->work_ns[i];
  return 1;
}

static void
add_side (LscWorkPlaces *self, Sides *sides, gsize rank, guint step)
{
  const Program *program = get_program (self, rank);

  sides_append (sides, (Side){ rank, self->set->digests[rank], program, step,
                               get_step (program, step), get_slow (&self->figures[rank], step) });
}

/* The same step of another rank: of that number, else in that place. */
static guint
find_step (const LscWorkPlaces *self, gsize rank, guint step, gsize peer)
{
  const LscRankDigest *from = self->set->digests[rank], *digest = self->set->digests[peer];
  const LscStepRange *steps = &self->set->steps[peer];
  gint64 number = lsc_rank_digest_get_step (from, step)->step;
  guint at = steps->begin + step - self->set->steps[rank].begin;

  for (guint i = steps->begin; !from->steps_unnumbered && i < steps->end; i++)
    if (number != LSC_INT_NULL && lsc_rank_digest_get_step (digest, i)->step == number)
      return i;
  return number == LSC_INT_NULL || from->steps_unnumbered ? MIN (at, steps->end) : steps->end;
}

static void
list_sides (LscWorkPlaces *self, gsize rank, guint step, const LscIndexes *peers, Sides *sides)
{
  gsize stride = peers->n / (MOST_PEERS + 1) + 1;

  add_side (self, sides, rank, step);
  for (gsize i = 0; i < peers->n; i += stride)
    {
      guint other = find_step (self, rank, step, peers->items[i]);

      if (other < self->set->steps[peers->items[i]].end &&
          other < self->set->digests[peers->items[i]]->own_steps.n)
        add_side (self, sides, peers->items[i], other);
    }
}

/* How many operators of a key there are, 0 = not the same number on all sides. */
static gsize
count_key (const Sides *sides, guint32 key)
{
  gsize n = get_key (&sides->items[0].marks, key).n;

  for (gsize i = 1; i < sides->n; i++)
    if (get_key (&sides->items[i].marks, key).n != n)
      return 0;
  return n;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const gint64 *) a, *(const gint64 *) b);
}

/**
 * Rows: places in the program, each with own time of all sides and the pool of the first one
 * @n: the first is the begin of the step, the last one its end
 */
typedef struct
{
  gint64 *items;
  gsize n;
  gsize width;
} Rows;

static gint64 *
get_row (const Rows *self, gsize row)
{
  return &self->items[row * self->width];
}

static void
add_edge (Rows *self, const Sides *sides, gboolean is_end)
{
  gint64 *row = get_row (self, self->n++);

  for (gsize i = 0; i < sides->n; i++)
    {
      LscDigestOwnStep step = sides->items[i].digest->own_steps.items[sides->items[i].step];

      row[i] = is_end ? step.end_ns : step.begin_ns;
    }
  row[sides->n] = 0;
}

/* The operators of a key, if there are as many of it on all sides. */
static void
add_key (Rows *self, const Sides *sides, guint32 key)
{
  gsize n = count_key (sides, key);

  for (gsize k = 0; k < n; k++)
    {
      gint64 *row = get_row (self, self->n++);

      for (gsize i = 0; i < sides->n; i++)
        row[i] = get_key (&sides->items[i].marks, key).items[k].own_ns;
      row[sides->n] = get_key (&sides->items[0].marks, key).items[k].pool;
    }
}

static gboolean
is_behind (const gint64 *row, const gint64 *last, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (row[i] < last[i])
      return FALSE;
  return row[0] > last[0];
}

/* Leaves those in an order on which all sides agree. */
static void
keep_ordered (Rows *self)
{
  gsize kept = 1;

  for (gsize k = 1; k < self->n; k++)
    if (is_behind (get_row (self, k), get_row (self, kept - 1), self->width - 1))
      memmove (get_row (self, kept++), get_row (self, k), self->width * sizeof *self->items);
  self->n = kept;
}

/* @self: (out): to be freed */
static void
rows_init (Rows *self, const Sides *sides)
{
  const Marks *marks = &sides->items[0].marks;

  *self = (Rows){ .width = sides->n + 1 };
  self->items = g_new (gint64, (marks->n + 2) * self->width);
  add_edge (self, sides, FALSE);
  for (gsize i = 0; i < marks->n; i++)
    if (i == 0 || marks->items[i].key != marks->items[i - 1].key)
      add_key (self, sides, marks->items[i].key);
  if (self->n > 2)
    qsort (get_row (self, 1), self->n - 1, self->width * sizeof *self->items, compare_rows);
  keep_ordered (self);
  add_edge (self, sides, TRUE);
}

static double
get_computed_ns (const Side *side, gint64 from_ns, gint64 until_ns)
{
  const LscDigestOwns *own = &side->digest->own;
  gsize from = LSC_BISECT (i, 0, own->n, own->items[i].own_ns <= from_ns);
  gsize until = LSC_BISECT (i, from, own->n, own->items[i].own_ns <= until_ns);

  return (double) (side->program->sums_ns[until] - side->program->sums_ns[from]);
}

/* What the first side computes in a place beyond what its peers would at the usual speed. */
static double
get_slow_ns (const Sides *sides, const gint64 *row, const gint64 *next, double *values)
{
  gsize n = sides->n;

  for (gsize i = 0; i < n; i++)
    values[i] = get_computed_ns (&sides->items[i], row[i], next[i]);
  for (gsize i = 1; i < n; i++)
    values[i] /= sides->items[i].slow;
  return values[0] - lsc_median_mean_double (values + 1, n - 1);
}

/* Beyond what they would at its own speed. */
static double
get_excess_ns (const Sides *sides, const gint64 *row, const gint64 *next, double *values)
{
  gsize n = sides->n;

  for (gsize i = 0; i < n; i++)
    values[i] = get_computed_ns (&sides->items[i], row[i], next[i]) / sides->items[i].slow;
  return (values[0] - lsc_median_mean_double (values + 1, n - 1)) * sides->items[0].slow;
}

static gboolean
is_member (const LscRankGroup *group, gint64 rank)
{
  for (gsize i = 0; i < group->ranks.n; i++)
    if (group->ranks.items[i] == rank)
      return TRUE;
  return FALSE;
}

static void
add_change (const Side *side, gint64 from_ns, gint64 until_ns, double ns, GArray *changes)
{
  LscReplayChange change = { .rank = side->rank,
                             .what = LSC_REPLAY_WORK,
                             .kind = LSC_WORK_COMPUTE,
                             .step = side->step,
                             .ns = ns,
                             .from_ns = from_ns,
                             .until_ns = until_ns };

  if (until_ns > from_ns)
    g_array_append_val (changes, change);
}

/* What lies between two exchanges of a group is work that its members share: it stays. */
static double
share_out (const Sides *sides, const gint64 *row, const gint64 *next, double excess_ns,
           GArray *changes)
{
  gint64 pool = row[sides->n];
  const LscRankGroup *group;
  double share_ns;

  if (pool == 0 || pool != next[sides->n] ||
      fabs (excess_ns) < LEAST_SHARED * get_computed_ns (&sides->items[0], row[0], next[0]))
    return 0;
  group = &sides->items[0].digest->groups.items[pool - 1];
  share_ns = excess_ns / (double) MAX (group->ranks.n, 1);
  for (gsize i = 1; i < sides->n; i++)
    if (is_member (group, sides->items[i].digest->rank))
      add_change (&sides->items[i], row[i], next[i], -share_ns, changes);
  return share_ns;
}

/* @values: scratch */
static void
list_place (const Sides *sides, const gint64 *row, const gint64 *next, gboolean is_slow,
            double *values, GArray *changes)
{
  double excess_ns =
      is_slow ? get_slow_ns (sides, row, next, values) : get_excess_ns (sides, row, next, values);

  if (!is_slow)
    excess_ns -= share_out (sides, row, next, excess_ns, changes);
  add_change (&sides->items[0], row[0], next[0], excess_ns, changes);
}

static gboolean
list_places (LscWorkPlaces *self, gsize rank, guint step, const LscIndexes *peers, gboolean is_slow,
             GArray *changes)
{
  Sides sides = { 0 };
  gboolean is_known;

  list_sides (self, rank, step, peers, &sides);
  is_known = sides.n > 1;
  if (is_known)
    {
      g_autofree double *values = g_new (double, sides.n);
      Rows rows;

      rows_init (&rows, &sides);
      for (gsize i = 0; i + 1 < rows.n; i++)
        list_place (&sides, get_row (&rows, i), get_row (&rows, i + 1), is_slow, values, changes);
      g_free (rows.items);
    }
  sides_clear (&sides);
  return is_known;
}

/**
 * lsc_work_places_list:
 * @step: index of LscRankDigest.steps of the rank
 * @peers: ranks of the same role that compute as much as is usual
 * @changes: (element-type LscReplayChange): gets what is not there if the rank has as much work as
 *   they have, and what they do instead
 *
 * Cost: O(operators of the step * peers), of a rank O(operators) the first time.
 *
 * Returns: %FALSE: no peer has that step
 */
gboolean
lsc_work_places_list (LscWorkPlaces *self, gsize rank, guint step, const LscIndexes *peers,
                      GArray *changes)
{
  g_return_val_if_fail (self && peers && changes, FALSE);
  return list_places (self, rank, step, peers, FALSE, changes);
}

/**
 * lsc_work_places_list_slow:
 * @ns: what the kernels of the rank take longer in the step than kernels of their shapes do
 * @changes: likewise, if they take as long
 *
 * Returns: %FALSE: no peer has that step, or the same work in it: what the rank computes longer is
 *   not @ns
 */
gboolean
lsc_work_places_list_slow (LscWorkPlaces *self, gsize rank, guint step, const LscIndexes *peers,
                           double ns, GArray *changes)
{
  guint first;
  double sum_ns = 0;

  g_return_val_if_fail (self && peers && changes, FALSE);
  first = changes->len;
  if (!list_places (self, rank, step, peers, TRUE, changes))
    return FALSE;
  for (guint i = first; i < changes->len; i++)
    sum_ns += g_array_index (changes, LscReplayChange, i).ns;
  if (fabs (sum_ns - ns) > MOST_AWAY * ns)
    {
      g_array_set_size (changes, first);
      return FALSE;
    }
  for (guint i = first; sum_ns > 0 && i < changes->len; i++)
    g_array_index (changes, LscReplayChange, i).ns *= ns / sum_ns;
  return TRUE;
}
