/* lsc-verdict-lengths.c - ranks and stages whose blocks take longer, and what is long inside
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "judge/verdict/lsc-verdict-others.h"
#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-stats.h"

/* verdicts.md#lengths. A rank is compared with its peers, the ranks of its stage in the other
 * pipelines; a stage, the shorter of its ranks counting, with the other stages. */

#define LEAST_EXCESS 0.01 /* of the length of the blocks */
#define SURE_Z 5.0
#define MEDIAN_VARIANCE 1.57 /* of a median / of a mean, normal distribution */
#define NONE (-1.0)          /* a place without such blocks */
#define MORE_KERNELS 0.5     /* of the excess: so much of it has to be their number */

/* What a place has above what it is compared with. */
typedef struct
{
  double own; /* ns, blocks of all steps */
  double usual;
  double deviation;                    /* of own - usual */
  double excess_ns[LSC_BLOCK_N_KINDS]; /* of one block */
} Excess;

/* What is inside of blocks, to be compared. */
typedef struct
{
  LscVerdictData *data;
  LscInside inside;
  double relative_variance; /* of lengths, all places and kinds together; 0 = each its own */
  LscVerdictOthers stages[LSC_BLOCK_N_KINDS]; /* of a stage: the lower median of its ranks */
  LscVerdictOthers peers[LSC_BLOCK_N_KINDS];  /* of the stage that is looked at: by group */
  gboolean in_team;                           /* whether all groups are peers, or one of a team */
} Finder;

/* ---- comparing ---- */

static const LscVerdictCell *
cell_of (const Finder *self, gsize group, gsize stage, guint kind)
{
  return _lsc_verdict_cell_at (self->data, self->inside, group, stage, kind);
}

/* A place with two or three blocks of a kind shows by chance alone that they are alike. */
static double
pool_variance (const Finder *self)
{
  gsize n_cells = self->data->n_groups * self->data->n_stages * LSC_BLOCK_N_KINDS;
  double sum = 0, freedom = 0;

  for (gsize i = 0; i < n_cells; i++)
    {
      const LscVerdictCell *cell = &self->data->cells[self->inside][i];

      if (cell->n < 2 || cell->mean <= 0)
        continue;
      sum += (double) (cell->n - 1) * cell->variance / (cell->mean * cell->mean);
      freedom += (double) (cell->n - 1);
    }
  return freedom > 0 ? sum / freedom : 0;
}

/* How often a stage has a block of a kind: the weight of its mean. */
static double
count_of (const Finder *self, gsize group, gsize stage, guint kind)
{
  return (double) _lsc_verdict_cell_at (self->data, LSC_INSIDE_LENGTH, group, stage, kind)->n;
}

/* @means: scratch, by group. -1 where no rank of the stage has blocks of the kind. */
static double
lower_of_groups (const Finder *self, gsize stage, guint kind, double *means)
{
  gsize n = 0;

  for (gsize group = 0; group < self->data->n_groups; group++)
    if (cell_of (self, group, stage, kind)->n > 0)
      means[n++] = cell_of (self, group, stage, kind)->mean;
  return n > 0 ? lsc_median_lower_double (means, n) : NONE;
}

static void
finder_init (Finder *self, LscVerdictData *data, LscInside inside)
{
  g_autofree double *means = g_new (double, data->n_groups + 1);
  g_autofree double *lower = g_new (double, data->n_stages + 1);

  *self = (Finder){ .data = data, .inside = inside, .in_team = data->knows_inside };
  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      for (gsize stage = 0; stage < data->n_stages; stage++)
        {
          lower[stage] = lower_of_groups (self, stage, kind, means);
          lower[stage] = lower[stage] < 0 ? NONE : lower[stage];
        }
      lsc_verdict_others_init (&self->stages[kind], lower, data->n_stages, NONE);
    }
}

static void
finder_clear (Finder *self)
{
  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      lsc_verdict_others_clear (&self->stages[kind]);
      lsc_verdict_others_clear (&self->peers[kind]);
    }
}

/* The peers of a stage's ranks; of a team the first group alone, unless all are. */
static void
gather_peers (Finder *self, gsize stage)
{
  const LscVerdictData *data = self->data;
  g_autofree double *means = g_new (double, data->n_groups + 1);

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      for (gsize group = 0; group < data->n_groups; group++)
        {
          const LscVerdictCell *cell = cell_of (self, group, stage, kind);

          means[group] =
              cell->n > 0 && (self->in_team || data->team[group] == group) ? cell->mean : NONE;
        }
      lsc_verdict_others_clear (&self->peers[kind]);
      lsc_verdict_others_init (&self->peers[kind], means, data->n_groups, NONE);
    }
}

/* Adds the blocks of a kind of one place to what it has in all. */
static void
add_kind (const Finder *self, gsize group, gsize stage, guint kind, double usual, Excess *excess)
{
  const LscVerdictCell *cell = cell_of (self, group, stage, kind);
  double count = count_of (self, group, stage, kind);

  if (usual < 0 || cell->n == 0 || count <= 0)
    return;
  excess->own += count * cell->mean;
  excess->usual += count * usual;
  excess->deviation +=
      count * MAX (cell->variance, self->relative_variance * cell->mean * cell->mean);
  excess->excess_ns[kind] = MAX (cell->mean - usual, 0);
}

static void
finish (Excess *excess, double n_others)
{
  excess->deviation = sqrt (excess->deviation * (1 + MEDIAN_VARIANCE / MAX (n_others, 1)));
}

static Excess
compare_stage (const Finder *self, gsize group, gsize stage)
{
  Excess excess = { 0 };

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    add_kind (self, group, stage, kind,
              lsc_verdict_others_median (&self->stages[kind], stage, NONE), &excess);
  finish (&excess, (double) self->data->n_stages - 1);
  return excess;
}

static gsize
count_peers (const LscVerdictData *data, gboolean in_team)
{
  gsize n = 0;

  for (gsize group = 0; group < data->n_groups; group++)
    n += in_team || data->team[group] == group;
  return n - 1;
}

static Excess
compare_peers (const Finder *self, gsize group, gsize stage, gsize n_peers)
{
  Excess excess = { 0 };

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    add_kind (self, group, stage, kind, lsc_verdict_others_median (&self->peers[kind], group, NONE),
              &excess);
  finish (&excess, (double) n_peers);
  return excess;
}

static double
z_of (const Excess *excess)
{
  double more = excess->own - excess->usual;

  return more <= 0 ? 0 : excess->deviation > 0 ? more / excess->deviation : G_MAXDOUBLE;
}

/* Length of all blocks of a place. */
static double
length_of (const Finder *self, gsize group, gsize stage)
{
  double sum = 0;

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      const LscVerdictCell *cell =
          _lsc_verdict_cell_at (self->data, LSC_INSIDE_LENGTH, group, stage, kind);

      sum += (double) cell->n * cell->mean;
    }
  return sum;
}

static gboolean
is_noticeable (const Finder *self, gsize group, gsize stage, const Excess *excess)
{
  return z_of (excess) >= LSC_VERDICT_Z &&
         excess->own - excess->usual >= LEAST_EXCESS * length_of (self, group, stage);
}

static double
ratio_of (const Excess *excess)
{
  return excess->usual > 0 ? excess->own / excess->usual - 1 : LSC_REAL_NULL;
}

/* ---- without the excess ---- */

typedef struct
{
  gsize stage;
  const Excess *excesses; /* by group, or one of all */
  gboolean is_one;
} Cut;

static const Excess *
excess_of (const Cut *self, gsize group)
{
  return &self->excesses[self->is_one ? 0 : group];
}

static gboolean
cut_blocks (const LscVerdictData *data, gsize step, gsize group, gint64 *durations, gint64 *delay,
            gint64 *late, gpointer user_data)
{
  const Cut *self = user_data;
  const Excess *excess = excess_of (self, group);
  const LscPlan *plan = _lsc_verdict_part (data, step, group)->order->plan;

  (void) delay;
  (void) late;
  for (guint32 op = plan->first[self->stage]; op < plan->first[self->stage + 1]; op++)
    durations[op] =
        MAX (durations[op] - (gint64) llround (excess->excess_ns[plan->ops[op].kind]), 0);
  return TRUE;
}

/* Offers what some pipelines of a stage have too much of; of the one with the most of it. */
static void
offer (Finder *self, LscVerdict verdict, const Cut *cut, const gboolean *is_hit, gsize worst)
{
  LscVerdictTrial trial = { cut_blocks, (gpointer) cut, is_hit, G_MAXSIZE, TRUE };
  const Excess *excess = excess_of (cut, worst);

  verdict.group = self->data->groups[worst];
  verdict.stage = (gint64) cut->stage;
  verdict.excess = ratio_of (excess);
  if (z_of (excess) < SURE_Z)
    verdict.certainty = LSC_CERTAINTY_LIKELY;
  if (_lsc_verdict_offer (self->data, &verdict, &trial) && self->inside == LSC_INSIDE_COMPUTE)
    _lsc_verdict_find_op (
        self->data, &g_array_index (self->data->found, LscVerdict, self->data->found->len - 1),
        worst);
}

/* ---- one rank among its peers ---- */

static gsize
team_size (const LscVerdictData *data, gsize group)
{
  gsize n = 0;

  for (gsize other = 0; other < data->n_groups; other++)
    n += data->team[other] == data->team[group];
  return n;
}

/* All of a team wait for its slow member: the blocks of all of them are longer. */
static void
offer_rank (Finder *self, gsize group, gsize stage, const Excess *excess)
{
  const LscVerdictData *data = self->data;
  Cut cut = { stage, excess, TRUE };
  g_autofree gboolean *is_hit = g_new0 (gboolean, data->n_groups);
  LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_SLOW_RANK);

  for (gsize other = 0; other < data->n_groups; other++)
    is_hit[other] = data->team[other] == data->team[group];
  verdict.evidence = data->knows_inside ? LSC_EVIDENCE_KERNELS : LSC_EVIDENCE_BLOCKS;
  verdict.certainty = data->knows_inside ? LSC_CERTAINTY_SURE : LSC_CERTAINTY_LIKELY;
  if (data->knows_inside || team_size (data, group) == 1)
    verdict.rank = _lsc_verdict_rank (data, group, stage);
  offer (self, verdict, &cut, is_hit, group);
}

static void
find_ranks (Finder *self, gsize stage)
{
  const LscVerdictData *data = self->data;
  gsize n_peers = count_peers (data, self->in_team);

  if (n_peers == 0)
    return;
  gather_peers (self, stage);
  for (gsize group = 0; group < data->n_groups; group++)
    {
      Excess excess;

      if (!self->in_team && data->team[group] != group)
        continue;
      excess = compare_peers (self, group, stage, n_peers);
      if (is_noticeable (self, group, stage, &excess))
        offer_rank (self, group, stage, &excess);
    }
}

/* ---- a whole stage ---- */

static gboolean
has_more_kernels (Finder *self, gsize group, gsize stage, double ratio)
{
  Finder counter;
  Excess excess;

  if (!self->data->knows_inside)
    return FALSE;
  finder_init (&counter, self->data, LSC_INSIDE_KERNELS);
  excess = compare_stage (&counter, group, stage);
  finder_clear (&counter);
  return ratio_of (&excess) > MORE_KERNELS * ratio;
}

/* The pipeline in which the stage is the lower median one: what all have. */
static gsize
find_usual_group (const Finder *self, const Excess *excesses)
{
  gsize n = self->data->n_groups, best = 0;
  g_autofree double *more = g_new (double, n);
  double median;

  for (gsize group = 0; group < n; group++)
    more[group] = excesses[group].own - excesses[group].usual;
  median = lsc_median_lower_double (more, n);
  for (gsize group = 0; group < n; group++)
    if (fabs (excesses[group].own - excesses[group].usual - median) <
        fabs (excesses[best].own - excesses[best].usual - median))
      best = group;
  return best;
}

static void
find_stage (Finder *self, gsize stage)
{
  LscVerdictData *data = self->data;
  g_autofree Excess *excesses = g_new0 (Excess, data->n_groups);
  Cut cut = { stage, excesses, FALSE };
  LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_HEAVY_STAGE);
  gsize usual;

  for (gsize group = 0; group < data->n_groups; group++)
    excesses[group] = compare_stage (self, group, stage);
  usual = find_usual_group (self, excesses);
  if (!is_noticeable (self, usual, stage, &excesses[usual]))
    return;
  /* Each pipeline is relieved of what all have; the rest of one is its rank's. */
  for (gsize group = 0; group < data->n_groups; group++)
    for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
      excesses[group].excess_ns[kind] =
          MIN (excesses[group].excess_ns[kind], excesses[usual].excess_ns[kind]);
  verdict.evidence = has_more_kernels (self, usual, stage, ratio_of (&excesses[usual]))
                         ? LSC_EVIDENCE_MORE_KERNELS
                     : data->knows_inside ? LSC_EVIDENCE_KERNELS
                                          : LSC_EVIDENCE_BLOCKS;
  /* A head or an embedding is more work, too: no fault. */
  verdict.certainty =
      verdict.evidence == LSC_EVIDENCE_KERNELS ? LSC_CERTAINTY_SURE : LSC_CERTAINTY_LIKELY;
  if (data->n_groups == 1)
    verdict.rank = _lsc_verdict_rank (data, 0, stage);
  offer (self, verdict, &cut, NULL, usual);
}

/* ---- what else is inside ---- */

/* Of a team the least counts: its last member waits for nobody. */
static void
take_least_of_team (const LscVerdictData *data, Excess *excesses)
{
  for (gsize group = 0; group < data->n_groups; group++)
    {
      Excess *least = &excesses[data->team[group]];

      if (excesses[group].own - excesses[group].usual < least->own - least->usual)
        *least = excesses[group];
    }
  for (gsize group = 0; group < data->n_groups; group++)
    excesses[group] = excesses[data->team[group]];
}

static gsize
find_hits (const Finder *self, gsize stage, const Excess *excesses, gboolean *is_hit, gsize *worst)
{
  gsize n = 0;

  for (gsize group = 0; group < self->data->n_groups; group++)
    {
      is_hit[group] = is_noticeable (self, group, stage, &excesses[group]);
      if (!is_hit[group])
        continue;
      if (n++ == 0 || excesses[group].own - excesses[group].usual >
                          excesses[*worst].own - excesses[*worst].usual)
        *worst = group;
    }
  return n;
}

static void
find_inside (Finder *self, gsize stage)
{
  const LscVerdictData *data = self->data;
  g_autofree Excess *excesses = g_new0 (Excess, data->n_groups);
  g_autofree gboolean *is_hit = g_new0 (gboolean, data->n_groups);
  Cut cut = { stage, excesses, FALSE };
  gboolean is_collective = self->inside == LSC_INSIDE_COLLECTIVE;
  LscVerdict verdict =
      lsc_verdict_init (is_collective ? LSC_VERDICT_SLOW_COLLECTIVE : LSC_VERDICT_HOST_GAPS);
  gsize n, worst = 0;

  for (gsize group = 0; group < data->n_groups; group++)
    excesses[group] = compare_stage (self, group, stage);
  if (is_collective)
    take_least_of_team (data, excesses);
  n = find_hits (self, stage, excesses, is_hit, &worst);
  if (n == 0)
    return;
  verdict.evidence = is_collective ? LSC_EVIDENCE_COLLECTIVES : LSC_EVIDENCE_IDLE;
  verdict.certainty = LSC_CERTAINTY_SURE;
  if (n == 1)
    verdict.rank = _lsc_verdict_rank (data, worst, stage);
  offer (self, verdict, &cut, is_hit, worst);
}

/** Finds ranks and stages whose blocks take longer than those that are like them. */
void
_lsc_verdict_find_lengths (LscVerdictData *self)
{
  Finder finder, collectives, idle;

  finder_init (&finder, self, self->knows_inside ? LSC_INSIDE_COMPUTE : LSC_INSIDE_LENGTH);
  finder_init (&collectives, self, LSC_INSIDE_COLLECTIVE);
  finder_init (&idle, self, LSC_INSIDE_IDLE);
  finder.relative_variance = pool_variance (&finder);
  for (gsize stage = 0; stage < self->n_stages; stage++)
    {
      find_ranks (&finder, stage);
      find_stage (&finder, stage);
      if (!self->knows_inside)
        continue;
      find_inside (&collectives, stage);
      find_inside (&idle, stage);
    }
  finder_clear (&finder);
  finder_clear (&collectives);
  finder_clear (&idle);
}
