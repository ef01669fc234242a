/* lsc-rank-excess.c - which ranks exceed their peers, beyond what these differ by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-rank-excess.h"

#include <math.h>

#include "base/lsc-array.h"
#include "base/lsc-stats.h"
#include "judge/causes/lsc-rank-likeness.h"

/* findings.md#own. */

/* What equal things are known to differ by, before any was measured: chips of one make, and their
 * hosts, by a percent or more; replicas of one program are given work that is meant to be equal. */
#define PRIOR 0.01
#define PRIOR_OF_WORK 0.005

typedef double (*FigureFunc) (const LscRankPeers *self, gsize rank, double *error);

/* ---- figures that are compared ---- */

static double
get_longer (const LscRankPeers *self, gsize rank, double *error)
{
  *error = self->figures[rank].longer.error;
  return self->figures[rank].is_covered ? self->figures[rank].longer.median : (double) NAN;
}

static double
get_log (const LscRankFigure *figure, double *error)
{
  *error = figure->median > 0 ? figure->error / figure->median : 0;
  return figure->median > 0 ? log (figure->median) : (double) NAN;
}

static double
get_work (const LscRankPeers *self, gsize rank, double *error)
{
  return get_log (&self->figures[rank].work, error);
}

static double
get_host (const LscRankPeers *self, gsize rank, double *error)
{
  *error = self->figures[rank].host.error / self->step_ns;
  return self->figures[rank].host.median / self->step_ns;
}

/* ---- against the noise ---- */

static void
init (LscRankExcess *self, gsize n)
{
  self->levels = g_new0 (LscNoiseLevel, n + 1);
  self->usual = g_new (double, n + 1);
  self->are_upper = g_new0 (gboolean, n + 1);
  for (gsize i = 0; i < n; i++)
    self->usual[i] = (double) NAN;
}

void
lsc_rank_excess_clear (LscRankExcess *self)
{
  g_free (self->levels);
  g_free (self->usual);
  g_free (self->are_upper);
}

/** Which ranks are compared with each other, one of @n_alike such classes; by what. */
typedef struct
{
  FigureFunc get;
  gboolean is_by_stage;
  gboolean is_by_chip;
  gsize n_alike;
} Comparison;

typedef void (*CompareFunc) (const LscRankPeers *self, const Comparison *by,
                             const LscIndexes *ranks, LscRankExcess *out);

/** Sample: the values of ranks that are compared with each other, borrowed by @noise */
typedef struct
{
  LscNoiseSample noise;
  double *values;
  LscNoiseLevel *levels;
} Sample;

static void
sample_init (Sample *self, const LscRankPeers *peers, const Comparison *by, const LscIndexes *ranks)
{
  gboolean is_given = by->get == get_work && peers->figures[ranks->items[0]].is_covered;
  g_autofree double *known = g_new (double, ranks->n + 1);
  gsize n = 0;

  self->values = g_new (double, ranks->n + 1);
  self->levels = g_new (LscNoiseLevel, ranks->n + 1);
  for (gsize i = 0; i < ranks->n; i++)
    {
      double error;

      self->values[i] = by->get (peers, ranks->items[i], &error);
      if (isfinite (self->values[i]))
        known[n++] = error;
    }
  self->noise =
      (LscNoiseSample){ self->values, ranks->n, n > 0 ? lsc_median_mean_double (known, n) : 0,
                        is_given ? PRIOR_OF_WORK : PRIOR, by->n_alike };
}

static void
sample_clear (Sample *self)
{
  g_free (self->values);
  g_free (self->levels);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

/* Compares the ranks that are listed with each other. */
static void
compare (const LscRankPeers *self, const Comparison *by, const LscIndexes *ranks,
         LscRankExcess *out)
{
  g_auto (Sample) sample = { 0 };
  double usual;

  sample_init (&sample, self, by, ranks);
  usual = lsc_noise_find_high (&sample.noise, sample.levels);
  for (gsize i = 0; i < ranks->n; i++)
    if (isfinite (sample.values[i]))
      {
        out->levels[ranks->items[i]] = sample.levels[i];
        out->usual[ranks->items[i]] = usual;
      }
}

/* Whether the ranks that are listed run the same program: stages may not be known. */
static gboolean
are_alike (const LscRankPeers *self, const LscIndexes *ranks)
{
  for (gsize i = 1; i < ranks->n; i++)
    if (!lsc_rank_likeness_is_given (self->set->digests[ranks->items[0]],
                                     self->set->digests[ranks->items[i]]))
      return FALSE;
  return TRUE;
}

/* Where none of them stands out, half of them or more may still be above the others. */
static void
split (const LscRankPeers *self, const Comparison *by, const LscIndexes *ranks, LscRankExcess *out)
{
  g_auto (Sample) sample = { 0 };
  double usual;

  for (gsize i = 0; i < ranks->n; i++)
    if (out->levels[ranks->items[i]] != LSC_NOISE_WITHIN)
      return;
  sample_init (&sample, self, by, ranks);
  usual = lsc_noise_find_upper (&sample.noise, sample.levels);
  if (!isfinite (usual) || !are_alike (self, ranks))
    return;
  for (gsize i = 0; i < ranks->n; i++)
    if (isfinite (sample.values[i]))
      {
        gsize rank = ranks->items[i];

        out->levels[rank] = sample.levels[i];
        out->usual[rank] = usual;
        out->are_upper[rank] = sample.levels[i] != LSC_NOISE_WITHIN;
      }
}

/* Also where none of them recorded it. */
static gboolean
is_same_chip (const LscRankSet *set, gsize a, gsize b)
{
  return g_strcmp0 (lsc_rank_digest_text (set->digests[a], set->digests[a]->chip),
                    lsc_rank_digest_text (set->digests[b], set->digests[b]->chip)) == 0;
}

static gboolean
is_of_class (const LscRankPeers *self, const Comparison *by, gsize rank, gsize first)
{
  return (!by->is_by_stage || self->stages[rank] == self->stages[first]) &&
         (!by->is_by_chip || is_same_chip (self->set, rank, first));
}

/* Each class once, with the first of its ranks. Returns: how many classes of several there are */
static gsize
do_classes (const LscRankPeers *self, const Comparison *by, CompareFunc do_one, LscRankExcess *out)
{
  LscIndexes ranks = { 0 };
  g_autofree gboolean *is_done = g_new0 (gboolean, self->set->n + 1);
  gsize n_classes = 0;

  for (gsize i = 0; i < self->set->n; i++)
    {
      ranks.n = 0;
      for (gsize k = i; k < self->set->n && !is_done[i]; k++)
        if (!is_done[k] && is_of_class (self, by, k, i))
          lsc_indexes_append (&ranks, (guint32) k);
      for (gsize k = 0; k < ranks.n; k++)
        is_done[ranks.items[k]] = TRUE;
      n_classes += ranks.n > 1;
      if (ranks.n > 1 && out)
        do_one (self, by, &ranks, out);
    }
  lsc_indexes_clear (&ranks);
  return n_classes;
}

/* Whether its whole stage stands out from the others, so that it is no measure for its ranks. */
static gboolean
is_stage_slow (const LscRankPeers *self, gsize rank, const LscRankExcess *of_all,
               const LscRankExcess *of_stage)
{
  for (gsize i = 0; i < self->set->n; i++)
    if (self->stages[i] == self->stages[rank] && of_stage->levels[i] == LSC_NOISE_WITHIN &&
        of_all->levels[i] != LSC_NOISE_WITHIN)
      return TRUE;
  return FALSE;
}

/**
 * lsc_rank_excess_init_longer:
 * @out: (out caller-allocates): to be cleared with lsc_rank_excess_clear()
 *
 * By what equal kernels take longer (LscRankFigures.longer). Devices run at one pace in whatever
 * stage. Where all of a stage run equal kernels faster or more slowly than others do, for what runs
 * beside them there, its ranks are like each other alone.
 */
void
lsc_rank_excess_init_longer (LscRankExcess *out, const LscRankPeers *self)
{
  Comparison by = { .get = get_longer, .is_by_chip = TRUE, .n_alike = 1 };
  g_auto (LscRankExcess) of_stage = { NULL };

  init (out, self->set->n);
  init (&of_stage, self->set->n);
  do_classes (self, &by, compare, out);
  by.is_by_stage = TRUE;
  by.n_alike = do_classes (self, &by, compare, NULL);
  do_classes (self, &by, compare, &of_stage);
  for (gsize i = 0; i < self->set->n; i++)
    if (of_stage.levels[i] != LSC_NOISE_WITHIN && !is_stage_slow (self, i, out, &of_stage))
      out->usual[i] = of_stage.usual[i];
  for (gsize i = 0; i < self->set->n; i++)
    out->levels[i] = MAX (out->levels[i], of_stage.levels[i]);
  do_classes (self, &by, split, out);
}

/** lsc_rank_excess_init_work: the same by the logarithm of LscRankFigures.work, inside stages */
void
lsc_rank_excess_init_work (LscRankExcess *out, const LscRankPeers *self)
{
  Comparison by = { .get = get_work, .is_by_stage = TRUE, .n_alike = 1 };

  init (out, self->set->n);
  do_classes (self, &by, compare, out);
  by.n_alike = do_classes (self, &by, split, NULL);
  do_classes (self, &by, split, out);
}

/** lsc_rank_excess_init_host: by LscRankFigures.host, of the step, inside stages */
void
lsc_rank_excess_init_host (LscRankExcess *out, const LscRankPeers *self)
{
  init (out, self->set->n);
  do_classes (self, &(Comparison){ get_host, TRUE, FALSE, 1 }, compare, out);
}
