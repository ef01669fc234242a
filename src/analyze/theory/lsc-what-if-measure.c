/* lsc-what-if-measure.c - what the blocks of a step took, by rank and chunk, and how they vary
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/theory/lsc-what-if-private.h"

/** By role. */
typedef struct
{
  double sum[LSC_BLOCK_N_KINDS];
  double squares[LSC_BLOCK_N_KINDS];
  gsize n[LSC_BLOCK_N_KINDS];
} PlaceSums;

typedef struct
{
  LscStageCosts *costs;
  const LscStudy *study;
  const gint64 *durations; /* by op */
  PlaceSums *sums;
  guint8 *split; /* [place x M + mb]: backwards that left their weights to a block of their own */
} Measure;

/* Of a role that was recorded. */
static double
mean_of (const PlaceSums *self, LscBlockKind role)
{
  return self->sum[role] / (double) self->n[role];
}

/* Variance of that mean. */
static double
variance_of (const PlaceSums *self, LscBlockKind role)
{
  double n = (double) self->n[role], mean;

  if (self->n[role] < 2)
    return 0;
  mean = self->sum[role] / n;
  return MAX (0, self->squares[role] / n - mean * mean) / (n - 1);
}

static gsize
count_places (const LscStageCosts *self)
{
  return self->n_ranks * self->n_chunks;
}

/* Place of a part of an op; @n of places where it has none. */
static gsize
place_of (const LscStageCosts *self, const LscPlanOp *op, guint part)
{
  gsize place = op->rank * self->n_chunks + op->parts[part].chunk;

  if (op->parts[part].chunk >= self->n_chunks || op->parts[part].mb >= self->n_micro_batches ||
      self->piece[place] >= self->n)
    return count_places (self);
  return place;
}

static void
find_split (Measure *self)
{
  const LscPlan *plan = self->study->plan;
  gsize m = self->costs->n_micro_batches, n = count_places (self->costs);

  self->split = g_new0 (guint8, n * m);
  for (gsize i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      gsize place = place_of (self->costs, op, 0);

      if (op->kind == LSC_BLOCK_W && place < n)
        self->split[place * m + op->parts[0].mb] = 1;
    }
}

static gboolean
splits_all (LscScheduleType type)
{
  return type == LSC_SCHEDULE_ZBH1 || type == LSC_SCHEDULE_ZBH2 || type == LSC_SCHEDULE_ZBV ||
         type == LSC_SCHEDULE_ZBV_PYTORCH || type == LSC_SCHEDULE_ZBV_GREEDY;
}

static LscBlockKind
role_of (const Measure *self, const LscPlanOp *op, gsize place)
{
  const LscSchedule *schedule = &self->study->plan->schedule;
  LscBlockKind role = (LscBlockKind) op->parts[0].role;

  /* A range with a plain backward's name may be one for inputs only: of schedules that split
   * every backward, or where a range for the weights follows. */
  if (role == LSC_BLOCK_B && (self->split[place * self->costs->n_micro_batches + op->parts[0].mb] ||
                              (schedule->no_weights && splits_all (schedule->type))))
    role = LSC_BLOCK_I;
  return role;
}

static void
sum_places (Measure *self)
{
  const LscPlan *plan = self->study->plan;
  gsize n = count_places (self->costs);

  self->sums = g_new0 (PlaceSums, n);
  for (gsize i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      double duration = (double) self->durations[i];
      gsize place = place_of (self->costs, op, 0);
      LscBlockKind role;

      if (op->n_parts != 1 || place == n)
        continue;
      role = role_of (self, op, place);
      self->sums[place].sum[role] += duration;
      self->sums[place].squares[role] += duration * duration;
      self->sums[place].n[role]++;
    }
}

/* W / B over all backward passes that were split; negative without. */
static double
measure_share (const PlaceSums *sums, gsize n)
{
  double i = 0, w = 0;

  for (gsize k = 0; k < n; k++)
    if (sums[k].n[LSC_BLOCK_I] > 0 && sums[k].n[LSC_BLOCK_W] > 0)
      {
        i += mean_of (&sums[k], LSC_BLOCK_I);
        w += mean_of (&sums[k], LSC_BLOCK_W);
      }
  return i + w > 0 ? w / (i + w) : -1;
}

/* Mean of a whole backward. Without a weight gradient of its own an I stands for the rest of a B
 * by @share. */
static double
mean_backward (const PlaceSums *sums, double share)
{
  gsize n_b = sums->n[LSC_BLOCK_B], n_i = sums->n[LSC_BLOCK_I], n_w = sums->n[LSC_BLOCK_W];
  double split;

  /* measured whole: nothing is to be guessed */
  if (n_i == 0 || (n_b > 0 && n_w == 0))
    return mean_of (sums, LSC_BLOCK_B);
  split = mean_of (sums, LSC_BLOCK_I);
  split = n_w > 0 ? split + mean_of (sums, LSC_BLOCK_W) : split / (1 - MIN (share, 0.99));
  if (n_b == 0)
    return split;
  return (sums->sum[LSC_BLOCK_B] + split * (double) n_i) / (double) (n_b + n_i);
}

/* g of X = (F + B)(1 - g) over all overlapped blocks; NaN without. */
static double
measure_gain (const LscStageCosts *self, const LscPlan *plan, const gint64 *durations)
{
  double together = 0, apart = 0;

  for (gsize i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      gsize f, b;

      if (op->n_parts != 2)
        continue;
      f = place_of (self, op, 0);
      b = place_of (self, op, 1);
      if (f >= count_places (self) || b >= count_places (self))
        continue;
      together += (double) durations[i];
      apart += self->f[f] + self->b[b];
    }
  return apart > 0 ? 1 - together / apart : (double) NAN;
}

/* ---- noise ---- */

static void
note_noise (LscStageCosts *self, gsize place, gboolean is_backward, guint32 mb, double ratio)
{
  self->has_noise |= fabs (ratio - 1) > 1e-4;
  self->noise[(place * 2 + is_backward) * self->n_micro_batches + mb] = (float) ratio;
}

static void
measure_noise (Measure *self)
{
  LscStageCosts *costs = self->costs;
  const LscPlan *plan = self->study->plan;
  gsize n = count_places (costs), n_noise = n * 2 * costs->n_micro_batches;

  costs->noise = g_new (float, n_noise);
  for (gsize i = 0; i < n_noise; i++)
    costs->noise[i] = 1;
  for (gsize i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      gsize place = place_of (costs, op, 0), other;
      double duration = (double) self->durations[i];

      if (place == n)
        continue;
      if (op->n_parts == 1)
        {
          LscBlockKind role = role_of (self, op, place);
          double mean = mean_of (&self->sums[place], role);

          if (mean > 0 && role != LSC_BLOCK_W)
            note_noise (costs, place, role != LSC_BLOCK_F, op->parts[0].mb, duration / mean);
          continue;
        }
      other = place_of (costs, op, 1);
      if (other == n || costs->gain >= 1 || costs->f[place] + costs->b[other] <= 0)
        continue;
      duration /= (costs->f[place] + costs->b[other]) * (1 - costs->gain);
      note_noise (costs, place, FALSE, op->parts[0].mb, duration);
      note_noise (costs, other, TRUE, op->parts[1].mb, duration);
    }
}

/* ---- all of it ---- */

static double
relative_error (const PlaceSums *sums, double whole)
{
  double variance = 0;

  for (guint role = 0; role < LSC_BLOCK_N_KINDS; role++)
    variance += variance_of (sums, (LscBlockKind) role);
  return whole > 0 ? sqrt (variance) / whole : 0;
}

static gboolean
has_both (const PlaceSums *sums)
{
  return sums->n[LSC_BLOCK_F] > 0 && sums->n[LSC_BLOCK_B] + sums->n[LSC_BLOCK_I] > 0;
}

/* Where a part lies on two ranks, one may have recorded nothing of it alone. */
static void
share_pieces (Measure *self)
{
  gsize n = count_places (self->costs);

  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k < n && !has_both (&self->sums[i]); k++)
      if (self->costs->piece[k] == self->costs->piece[i] && has_both (&self->sums[k]))
        self->sums[i] = self->sums[k];
}

static char *
fill_means (Measure *self, double assumed_share)
{
  LscStageCosts *costs = self->costs;
  gsize n = count_places (costs);
  double f = 0, b = 0;

  costs->share = measure_share (self->sums, n);
  share_pieces (self);
  for (gsize i = 0; i < n; i++)
    {
      const PlaceSums *sums = &self->sums[i];

      if (!has_both (sums))
        return g_strdup_printf (
            sums->n[LSC_BLOCK_F] == 0
                ? _ ("Virtual stage %zu has no forward of its own: its cost is not known")
                : _ ("Virtual stage %zu has no backward of its own: its cost is not known"),
            costs->piece[i]);
      costs->f[i] = mean_of (sums, LSC_BLOCK_F);
      costs->b[i] = mean_backward (sums, costs->share >= 0 ? costs->share : assumed_share);
      costs->error[i] = relative_error (sums, costs->f[i] + costs->b[i]);
      f += costs->f[i];
      b += costs->b[i];
    }
  costs->gain = measure_gain (costs, self->study->plan, self->durations);
  costs->gain_limit = f + b > 0 ? MIN (f, b) / (f + b) : 0;
  return NULL;
}

static void
find_pieces (LscStageCosts *self, const LscSchedule *schedule)
{
  self->piece = g_new (gsize, count_places (self));
  for (gsize rank = 0; rank < self->n_ranks; rank++)
    for (guint chunk = 0; chunk < self->n_chunks; chunk++)
      self->piece[rank * self->n_chunks + chunk] =
          lsc_schedule_virtual_stage (schedule, rank, chunk);
}

/**
 * _lsc_stage_costs_init:
 * @study: with a plan
 * @durations: by op of it: its length, ns
 * @assumed_share: W / B where input gradients were recorded without their weight gradients
 *
 * Takes the means of the recorded blocks. Overlapped blocks only say what the overlap gained.
 *
 * Returns: (transfer full) (nullable): why they cannot be had; @self is then cleared
 */
char *
_lsc_stage_costs_init (LscStageCosts *self, const LscStudy *study, const gint64 *durations,
                       double assumed_share)
{
  const LscSchedule *schedule = &study->plan->schedule;
  Measure measure = { .costs = self, .study = study, .durations = durations };
  char *reason;

  *self = (LscStageCosts){
    .n = lsc_schedule_chain_length (schedule),
    .n_ranks = study->plan->n_ranks,
    .n_chunks = MAX (schedule->n_chunks, 1),
    .n_micro_batches = schedule->n_micro_batches,
  };
  find_pieces (self, schedule);
  self->f = g_new0 (double, count_places (self));
  self->b = g_new0 (double, count_places (self));
  self->error = g_new0 (double, count_places (self));
  find_split (&measure);
  sum_places (&measure);
  reason = fill_means (&measure, assumed_share);
  if (reason)
    _lsc_stage_costs_clear (self);
  else
    measure_noise (&measure);
  g_free (measure.sums);
  g_free (measure.split);
  return reason;
}

/** Frees what @self holds. */
void
_lsc_stage_costs_clear (LscStageCosts *self)
{
  g_clear_pointer (&self->piece, g_free);
  g_clear_pointer (&self->f, g_free);
  g_clear_pointer (&self->b, g_free);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->noise, g_free);
}
