/* lsc-clock-effect.c - whether kernels take longer where the clock of their device is lower
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#clock-effect. A clock that falls proves nothing: what waits for memory takes as long
 * as before. Kernels of one name and of equal shapes, on a GPU of equal grids and blocks, are
 * compared at two clocks; those follow the clock that take longer by about the factor by which it
 * is lower. Worked example: at 1604 of 1980 MHz the clock is 19 % lower, and what follows it
 * should take 23 % longer. A product takes 123 in place of 100 us: it follows. A copy takes 50 us
 * at both: it does not. Of 173 us then 123 follow, 71 %, and 23 us are lost.
 */
#include "config.h"

#include "judge/causes/lsc-clock-effect.h"

#include <math.h>
#include <stdlib.h>

#include "base/lsc-array.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "judge/causes/lsc-noise.h"

#define SAME_CLOCK 0.97    /* of the highest: steps at the high clock */
#define OTHER_CLOCK 0.95   /* of these: steps at the low one */
#define LEAST_STEPS 2      /* at each clock: one may be as it is for any reason */
#define LEAST_COMPARED 0.2 /* of the time of the kernels at the low clock */
#define LEAST_FOLLOWING 0.2
#define MOST_BEYOND 0.25 /* of the time of those that follow: longer than the clock tells */
#define LEAST_FOLLOW 0.5 /* of the factor of the clock, as logarithms */
#define MOST_FOLLOW 1.5
#define CLEAR 3.0 /* standard errors */
#define LEAST_LONGER 0.01

/** What kernels of one kind take at a clock. @shape: index in the digest */
typedef struct
{
  guint32 shape;
  double n;
  double ns;
} Sum;

/** Kernels that ran at both. @shape: index at the low clock; the rest is of it, and ns of one */
typedef struct
{
  guint32 shape;
  double n;
  double ns;
  double low_ns;
  double high_ns;
  gboolean follows;
} Pair;

LSC_DEFINE_ARRAY (Pairs, pairs, Pair)

/* ---- clocks ---- */

static double
get_step_mhz (const LscRankDigest *digest, guint32 index)
{
  const LscBudgetStep *step = lsc_rank_digest_get_step (digest, index);

  return step->cycles_mhz_ns / (double) MAX (step->ns[LSC_BUDGET_COMPUTE], 1);
}

static gboolean
has_step (const LscClockSide *side, guint32 index)
{
  return !side->steps || side->steps[index];
}

/* The mean while it computes, 0 = not recorded. Digests that are compared have no other. */
static double
find_mhz (const LscClockSide *side)
{
  double cycles = 0, ns = 0;

  if (!side->steps && !(side->digest->parts & LSC_DIGEST_JUDGED))
    return MAX (side->digest->mean_mhz, 0);

  for (gsize i = 0; i < side->digest->counted.n; i++)
    {
      guint32 index = side->digest->counted.items[i];
      const LscBudgetStep *step = lsc_rank_digest_get_step (side->digest, index);

      if (!has_step (side, index) || step->cycles_mhz_ns <= 0)
        continue;
      cycles += step->cycles_mhz_ns;
      ns += (double) step->ns[LSC_BUDGET_COMPUTE];
    }
  return ns > 0 ? cycles / ns : 0;
}

/* ---- kernels ---- */

static Sum
sum_up (const LscClockSide *side, guint32 shape)
{
  const LscDigestShape *about = &side->digest->shapes.items[shape];
  Sum sum = { .shape = shape };

  for (guint k = 0; k < about->n_cells; k++)
    {
      const LscDigestShapeCell *cell = &side->digest->shape_cells.items[about->first_cell + k];

      if (!has_step (side, cell->step))
        continue;
      sum.n += cell->n;
      sum.ns += (double) cell->ns;
    }
  return sum;
}

/* (transfer full) (nullable): what kernels that may be compared have in common */
static char *
make_key (const LscRankDigest *digest, const LscDigestShape *shape)
{
  const char *shapes = lsc_rank_digest_text (digest, shape->shapes);
  const char *launch = lsc_rank_digest_text (digest, shape->launch);

  if (!shapes && !launch)
    return NULL;
  return g_strjoin ("\n", lsc_rank_digest_text (digest, shape->name), shapes ? shapes : "",
                    launch ? launch : "", NULL);
}

/* (transfer full) (element-type Sum): by key, what ran in the steps of a side */
static GHashTable *
index_side (const LscClockSide *side)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint32 i = 0; i < side->digest->shapes.n; i++)
    {
      char *key = make_key (side->digest, &side->digest->shapes.items[i]);
      Sum sum = key ? sum_up (side, i) : (Sum){ 0 };

      if (sum.n > 0 && sum.ns > 0)
        g_hash_table_insert (index, key, g_memdup2 (&sum, sizeof sum));
      else
        g_free (key);
    }
  return index;
}

/* Returns: the time of all kernels of the low side, those that ran at both clocks or not */
static double
pair_kernels (const LscClockSide *low, const LscClockSide *high, Pairs *out)
{
  g_autoptr (GHashTable) index = index_side (high);
  double all_ns = 0;

  for (guint32 i = 0; i < low->digest->shapes.n; i++)
    {
      g_autofree char *key = make_key (low->digest, &low->digest->shapes.items[i]);
      const Sum *other = key ? g_hash_table_lookup (index, key) : NULL;
      Sum sum = sum_up (low, i);

      all_ns += sum.ns;
      if (other && sum.n > 0 && sum.ns > 0)
        pairs_append (out, (Pair){ i, sum.n, sum.ns, sum.ns / sum.n, other->ns / other->n, FALSE });
    }
  return all_ns;
}

/* ---- the effect ---- */

/* The kernels that lose most. */
static void
take_proof (LscClockEffect *self, const LscClockSide *low, const Pairs *pairs)
{
  double most_ns = 0;

  self->kernel = LSC_STRING_NONE;
  for (gsize i = 0; i < pairs->n; i++)
    {
      const Pair *pair = &pairs->items[i];
      double lost_ns = pair->ns - pair->n * pair->high_ns;

      if (!pair->follows || lost_ns <= most_ns)
        continue;
      most_ns = lost_ns;
      self->kernel = low->digest->shapes.items[pair->shape].name;
      self->n_kernels = (gint64) pair->n;
      self->low_kernel_ns = pair->low_ns;
      self->high_kernel_ns = pair->high_ns;
    }
}

/* Kernels that take longer by much more than the clock is lower have another reason to, and if
 * there are many, so may those have that happen to fit. */
static void
judge_pairs (LscClockEffect *self, Pairs *pairs)
{
  double factor = log (self->high_mhz / self->low_mhz);
  double all_ns = 0, follow_ns = 0, usual_ns = 0, beyond_ns = 0;

  for (gsize i = 0; i < pairs->n; i++)
    {
      Pair *pair = &pairs->items[i];
      double longer = log (pair->low_ns / pair->high_ns);

      all_ns += pair->ns;
      pair->follows = longer >= LEAST_FOLLOW * factor && longer <= MOST_FOLLOW * factor;
      beyond_ns += longer > MOST_FOLLOW * factor ? pair->ns : 0;
      follow_ns += pair->follows ? pair->ns : 0;
      usual_ns += pair->follows ? pair->n * pair->high_ns : 0;
    }
  self->part = all_ns > 0 ? follow_ns / all_ns : 0;
  self->longer = usual_ns > 0 ? follow_ns / usual_ns - 1 : 0;
  self->state = self->part >= LEAST_FOLLOWING && beyond_ns <= MOST_BEYOND * follow_ns
                    ? LSC_CLOCK_EFFECT_FOUND
                    : LSC_CLOCK_EFFECT_NONE;
}

static LscClockEffect
compare (const LscClockSide *low, const LscClockSide *high, Pairs *pairs)
{
  LscClockEffect self = { .low_mhz = find_mhz (low), .high_mhz = find_mhz (high) };
  double all_ns, compared_ns = 0;

  self.kernel = LSC_STRING_NONE;
  if (self.low_mhz <= 0 || self.low_mhz > OTHER_CLOCK * self.high_mhz)
    return self;
  self.lower = 1 - self.low_mhz / self.high_mhz;
  all_ns = pair_kernels (low, high, pairs);
  for (gsize i = 0; i < pairs->n; i++)
    compared_ns += pairs->items[i].ns;
  if (compared_ns <= 0 || compared_ns < LEAST_COMPARED * all_ns)
    return self;
  judge_pairs (&self, pairs);
  take_proof (&self, low, pairs);
  return self;
}

/**
 * lsc_clock_effect_between:
 * @low: whose clock is lower
 * @high: another rank, or other steps of one, of the same chip
 *
 * Cost: O(shapes and their steps). Thread: any.
 *
 * Returns: whether the kernels of @low take longer than those of @high, by its clock
 */
LscClockEffect
lsc_clock_effect_between (const LscClockSide *low, const LscClockSide *high)
{
  LscClockEffect self;
  Pairs pairs = { 0 };

  g_return_val_if_fail (low && high, ((LscClockEffect){ 0 }));
  self = compare (low, high, &pairs);
  pairs_clear (&pairs);
  return self;
}

/* ---- within a rank ---- */

/** Steps of a rank at its high and at its low clock, by index. */
typedef struct
{
  guint8 *low;
  guint8 *high;
  gsize n_low;
  gsize n_high;
} Sides;

static int
compare_falling (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const double *) b, *(const double *) a);
}

/* The clock that two steps reach at least, 0 = none. */
static double
find_top (const LscRankDigest *digest)
{
  g_autofree double *clocks = g_new (double, digest->counted.n + 1);

  for (gsize i = 0; i < digest->counted.n; i++)
    clocks[i] = get_step_mhz (digest, digest->counted.items[i]);
  if (digest->counted.n < LEAST_STEPS)
    return 0;
  qsort (clocks, digest->counted.n, sizeof *clocks, compare_falling);
  return clocks[LEAST_STEPS - 1];
}

static void
sides_init (Sides *self, const LscRankDigest *digest)
{
  double top = find_top (digest), high = 0;

  *self =
      (Sides){ g_new0 (guint8, digest->steps.n + 1), g_new0 (guint8, digest->steps.n + 1), 0, 0 };
  for (gsize i = 0; top > 0 && i < digest->counted.n; i++)
    {
      guint32 index = digest->counted.items[i];
      double mhz = get_step_mhz (digest, index);

      self->high[index] = mhz >= SAME_CLOCK * top;
      self->n_high += self->high[index];
      high += self->high[index] ? mhz : 0;
    }
  high /= (double) MAX (self->n_high, 1);
  for (gsize i = 0; top > 0 && i < digest->counted.n; i++)
    {
      guint32 index = digest->counted.items[i];
      double mhz = get_step_mhz (digest, index);

      self->low[index] = mhz > 0 && mhz <= OTHER_CLOCK * high;
      self->n_low += self->low[index];
    }
}

static void
sides_clear (Sides *self)
{
  g_free (self->low);
  g_free (self->high);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

/* By step: what kernels of @pairs took, and what they take at the high clock. */
static void
sum_steps (const LscRankDigest *digest, const Pairs *pairs, gboolean all, double *ns,
           double *usual_ns)
{
  for (gsize i = 0; i < pairs->n; i++)
    {
      const Pair *pair = &pairs->items[i];
      const LscDigestShape *shape = &digest->shapes.items[pair->shape];

      for (guint k = 0; (all || pair->follows) && k < shape->n_cells; k++)
        {
          const LscDigestShapeCell *cell = &digest->shape_cells.items[shape->first_cell + k];

          ns[cell->step] += (double) cell->ns;
          usual_ns[cell->step] += cell->n * pair->high_ns;
        }
    }
}

/* The mean of some steps of what all kernels take longer there, as logarithm. */
static double
find_mean (const LscRankDigest *digest, const guint8 *steps, const double *ns,
           const double *usual_ns, double *error)
{
  g_autofree double *values = g_new (double, digest->steps.n + 1);
  double sum = 0;
  gsize n = 0;

  for (gsize i = 0; i < digest->steps.n; i++)
    if (steps[i] && ns[i] > 0 && usual_ns[i] > 0)
      {
        values[n] = log (ns[i] / usual_ns[i]);
        sum += values[n++];
      }
  *error = lsc_noise_find_error (values, n);
  return n > 0 ? sum / (double) n : 0;
}

/* Whether all kernels together take longer by more than steps differ by: which follow the clock
 * was chosen by how long they take. */
static gboolean
is_clear (const LscRankDigest *digest, const Sides *sides, const Pairs *pairs)
{
  g_autofree double *ns = g_new0 (double, digest->steps.n + 1);
  g_autofree double *usual_ns = g_new0 (double, digest->steps.n + 1);
  double low, high, low_error, high_error;

  sum_steps (digest, pairs, TRUE, ns, usual_ns);
  low = find_mean (digest, sides->low, ns, usual_ns, &low_error);
  high = find_mean (digest, sides->high, ns, usual_ns, &high_error);
  return low - high >
         MAX (CLEAR * sqrt (low_error * low_error + high_error * high_error), LEAST_LONGER);
}

static void
list_lost (const LscRankDigest *digest, const Sides *sides, const Pairs *pairs, double high_mhz,
           double *lost_ns)
{
  g_autofree double *ns = g_new0 (double, digest->steps.n + 1);
  g_autofree double *usual_ns = g_new0 (double, digest->steps.n + 1);

  sum_steps (digest, pairs, FALSE, ns, usual_ns);
  for (guint32 i = 0; i < digest->steps.n; i++)
    if (sides->low[i])
      lost_ns[i] = CLAMP (ns[i] - usual_ns[i], 0,
                          ns[i] * (1 - MIN (get_step_mhz (digest, i) / high_mhz, 1)));
}

/**
 * lsc_clock_effect_within:
 * @digest: a judged one
 * @lost_ns: (array) (out): room for a value of each of its steps: what it lost there to the clock
 *
 * Compares the steps of a rank at its highest clock, two at least, with those at a lower one.
 *
 * Cost: O(shapes and their steps). Thread: any.
 *
 * Returns: whether its kernels take longer where its clock is lower
 */
LscClockEffect
lsc_clock_effect_within (const LscRankDigest *digest, double *lost_ns)
{
  g_auto (Sides) sides = { NULL };
  LscClockEffect self = { .kernel = LSC_STRING_NONE };
  Pairs pairs = { 0 };

  g_return_val_if_fail (digest && lost_ns, self);
  for (gsize i = 0; i < digest->steps.n; i++)
    lost_ns[i] = 0;
  sides_init (&sides, digest);
  if (sides.n_low < LEAST_STEPS || sides.n_high < LEAST_STEPS)
    return self;
  self =
      compare (&(LscClockSide){ digest, sides.low }, &(LscClockSide){ digest, sides.high }, &pairs);
  if (self.state == LSC_CLOCK_EFFECT_FOUND && !is_clear (digest, &sides, &pairs))
    self.state = LSC_CLOCK_EFFECT_NONE;
  if (self.state == LSC_CLOCK_EFFECT_FOUND)
    list_lost (digest, &sides, &pairs, self.high_mhz, lost_ns);
  pairs_clear (&pairs);
  return self;
}
