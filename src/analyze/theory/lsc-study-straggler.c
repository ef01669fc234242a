/* lsc-study-straggler.c - the stage and rank that make the others wait
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-stats.h"
#include "analyze/theory/lsc-study-private.h"

/* theory.md#straggler. Who is named. Columns of the excess matrix alone do not tell it: when one
 * stage is slow, its neighbours start late and finish late, and the next ones are seen to wait for
 * their work; in V schedules a neighbour's column can even be the largest. So the lengths of blocks
 * decide first: a stage whose blocks take longer than those of the others, surely (not by jitter),
 * and without which the replay is shorter. Only if the lengths say nothing, the columns do, by the
 * rule of theory.md#straggler: then a stage is late for another reason, such as its host. */

#define SLOWER_MIN 0.05  /* than the median of the others */
#define GAIN_MIN 0.01    /* of the replayed window */
#define CERTAINTY 4.0    /* standard errors */
#define MAX_CANDIDATES 4 /* replays are not free; the slowest stages are enough */
#define EXCESS_SHARE 0.2
#define EXCESS_OVER_MEDIAN 2.0
#define EXCESS_OF_WORK 0.02
#define COMPUTE_OVER_PEERS 1.03

/* Lengths of a stage's blocks, without the heads joined to them: those are work that the others do
 * not have, not slowness. */
typedef struct
{
  double mean[LSC_BLOCK_N_KINDS];
  double head[LSC_BLOCK_N_KINDS];   /* mean of what was joined */
  double spread[LSC_BLOCK_N_KINDS]; /* variance */
  gsize n[LSC_BLOCK_N_KINDS];
} StageLengths;

typedef struct
{
  StageLengths *stages;
  gsize n_stages;
  gsize changed; /* stage that gets the lengths of the others */
  double *scratch;
} Lengths;

static double
length_without_head (const LscStudy *self, guint32 op)
{
  const LscPipelineRow *row = &lsc_study_get_step (self)->rows[self->plan->ops[op].rank];
  const LscBlock *block = &row->blocks[self->blocks[op]];

  return (double) (block->end_ns - block->start_ns);
}

static void
measure_stage (const LscStudy *self, gsize stage, StageLengths *lengths)
{
  guint32 first = self->plan->first[stage], end = self->plan->first[stage + 1];

  for (guint32 op = first; op < end; op++)
    {
      guint kind = self->plan->ops[op].kind;
      double length = length_without_head (self, op);

      lengths->n[kind]++;
      lengths->mean[kind] += length;
      lengths->head[kind] += (double) self->durations[op] - length;
    }
  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      lengths->mean[kind] /= (double) MAX (lengths->n[kind], 1);
      lengths->head[kind] /= (double) MAX (lengths->n[kind], 1);
    }
  for (guint32 op = first; op < end; op++)
    {
      guint kind = self->plan->ops[op].kind;
      double off = length_without_head (self, op) - lengths->mean[kind];

      if (lengths->n[kind] > 1)
        lengths->spread[kind] += off * off / (double) (lengths->n[kind] - 1);
    }
}

/* Median of the means of the other stages; its own where nobody else has blocks of that kind. */
static double
others_mean (const Lengths *self, gsize stage, guint kind)
{
  gsize n = 0;

  for (gsize i = 0; i < self->n_stages; i++)
    if (i != stage && self->stages[i].n[kind] > 0)
      self->scratch[n++] = self->stages[i].mean[kind];
  return n > 0 ? lsc_median_mean_double (self->scratch, n) : self->stages[stage].mean[kind];
}

/* How much longer the blocks of a stage take than those of the others, as a share; 0 if that may be
 * chance: less than CERTAINTY standard errors of its own sum. */
static double
compare_stage (const Lengths *self, gsize stage)
{
  const StageLengths *own = &self->stages[stage];
  double work = 0, like_others = 0, variance = 0;

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    if (own->n[kind] > 0)
      {
        work += (double) own->n[kind] * own->mean[kind];
        like_others += (double) own->n[kind] * others_mean (self, stage, kind);
        variance += (double) own->n[kind] * own->spread[kind];
      }
  if (like_others <= 0 || work - like_others < CERTAINTY * sqrt (variance))
    return 0;
  return work / like_others - 1;
}

static gint64
changed_length (gsize stage, guint kind, gint64 scale, gpointer user_data)
{
  const Lengths *self = user_data;
  double length =
      stage == self->changed ? others_mean (self, stage, kind) : self->stages[stage].mean[kind];

  length += self->stages[stage].head[kind];
  return (gint64) llround (length * (double) scale);
}

/* The stage without whose slowness the replay of stage means gets shortest. */
static void
try_stage (LscStudy *self, Lengths *lengths, gsize stage, double slower)
{
  gint64 window = self->rungs[LSC_RUNG_STAGES], gain, without;

  lengths->changed = stage;
  without = _lsc_study_window_with (self, changed_length, lengths);
  gain = without < 0 ? 0 : window - without;
  if ((double) gain < GAIN_MIN * (double) window || gain <= self->straggler.gain_ns)
    return;
  self->straggler.why = LSC_STRAGGLER_BLOCKS;
  self->straggler.stage = (int) stage;
  self->straggler.slower = slower;
  self->straggler.gain_ns = gain;
}

static void
find_by_blocks (LscStudy *self)
{
  gsize n = self->plan->n_ranks;
  g_autofree StageLengths *stages = g_new0 (StageLengths, n);
  g_autofree double *scratch = g_new (double, n);
  g_autofree double *slower = g_new (double, n);
  Lengths lengths = { .stages = stages, .n_stages = n, .scratch = scratch };

  for (gsize i = 0; i < n; i++)
    measure_stage (self, i, &stages[i]);
  for (gsize i = 0; i < n; i++)
    slower[i] = compare_stage (&lengths, i);
  for (guint tries = 0; tries < MAX_CANDIDATES; tries++)
    {
      gsize best = 0;

      for (gsize i = 1; i < n; i++)
        best = slower[i] > slower[best] ? i : best;
      if (slower[best] < SLOWER_MIN)
        break;
      try_stage (self, &lengths, best, slower[best]);
      slower[best] = 0;
    }
}

/* Columns of the excess matrix, ns. */
static double *
sum_columns (const LscStudy *self)
{
  gsize n = self->plan->n_ranks;
  double *columns = g_new0 (double, n);

  for (gsize row = 0; row < n; row++)
    for (gsize column = 0; column < n; column++)
      columns[column] += (double) lsc_study_excess (self, row, column);
  return columns;
}

/* The figures of a column; both rules show them. */
static void
measure_column (LscStudy *self, const double *columns, gsize stage)
{
  LscStraggler *straggler = &self->straggler;
  gsize n = self->plan->n_ranks;
  g_autofree double *sorted = g_memdup2 (columns, n * sizeof (double));
  double all = 0, median = lsc_median_mean_double (sorted, n);

  for (gsize i = 0; i < n; i++)
    all += MAX (columns[i], 0);
  straggler->excess_ns = (gint64) columns[stage];
  straggler->share = all > 0 ? columns[stage] / all : 0;
  straggler->over_median = median > 0 ? columns[stage] / median : 0;
  straggler->of_work = columns[stage] / ((double) n * (double) self->rungs[LSC_RUNG_MEASURED]);
}

/* The rule of theory.md#straggler. */
static void
find_by_waits (LscStudy *self, const double *columns)
{
  const LscStraggler *straggler = &self->straggler;
  gsize best = 0;

  for (gsize i = 1; i < self->plan->n_ranks; i++)
    best = columns[i] > columns[best] ? i : best;
  measure_column (self, columns, best);
  if (straggler->excess_ns > 0 && straggler->share >= EXCESS_SHARE &&
      (straggler->over_median >= EXCESS_OVER_MEDIAN || straggler->over_median <= 0) &&
      straggler->of_work >= EXCESS_OF_WORK)
    {
      self->straggler.why = LSC_STRAGGLER_WAITS;
      self->straggler.stage = (int) best;
    }
}

/* ---- which rank of the stage ---- */

/* What the blocks of a row hold, ns; FALSE if that is not known. */
static gboolean
look_inside (const LscPipelineRow *row, gint64 *compute_ns, gint64 *exposed_ns)
{
  *compute_ns = row->metrics.compute_ns;
  *exposed_ns = 0;
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlockDetail *detail = &row->details[row->blocks[i].detail];

      if (detail->exposed_comm_ns < 0)
        return FALSE;
      *exposed_ns += detail->exposed_comm_ns;
    }
  return row->n_blocks > 0 && *compute_ns > 0;
}

/* The same step of another group, which must look alike. */
static const LscPipelineRow *
find_peer (const LscStudy *self, const LscPipelineGroup *group, gsize stage)
{
  const LscPipelineStep *step = lsc_study_get_step (self);

  if (group->n_ranks != self->group->n_ranks)
    return NULL;
  for (gsize i = 0; i < group->n_steps; i++)
    {
      const LscPipelineStep *other = &group->steps[i];

      if ((step->has_id ? other->has_id && other->id == step->id : i == self->step) &&
          stage < other->n_rows && other->rows[stage].n_blocks > 0)
        return &other->rows[stage];
    }
  return NULL;
}

typedef struct
{
  gint64 rank;
  gint64 compute_ns;
  gint64 exposed_ns; /* waits in collectives */
} Peer;

/* Whether the row waits for that rank in collectives: at least half of what it computes longer. A
 * replica computes as long, but nobody waits for it inside a block. */
static gboolean
waits_for (const Peer *own, const Peer *other)
{
  return own->rank == other->rank ||
         2 * (own->exposed_ns - other->exposed_ns) >= other->compute_ns - own->compute_ns;
}

/* Among the ranks of the stage in all groups the one that computes longest, so that the others wait
 * for it in collectives, if that is 3 % longer than their median (steps.md#waits). -1 = none stands
 * out, or nobody knows. */
static gint64
find_rank (const LscStudy *self, gsize stage)
{
  const GPtrArray *groups = self->pipeline->groups;
  const LscPipelineRow *own_row = &lsc_study_get_step (self)->rows[stage];
  g_autofree double *computes = g_new (double, groups->len);
  Peer own = { .rank = own_row->rank }, best = { .rank = -1 };
  gsize n = 0;

  if (!look_inside (own_row, &own.compute_ns, &own.exposed_ns))
    return -1;
  for (guint i = 0; i < groups->len; i++)
    {
      const LscPipelineRow *row = find_peer (self, g_ptr_array_index (groups, i), stage);
      Peer peer;

      if (!row || !look_inside (row, &peer.compute_ns, &peer.exposed_ns))
        continue;
      peer.rank = row->rank;
      computes[n++] = (double) peer.compute_ns;
      if (peer.compute_ns > best.compute_ns && waits_for (&own, &peer))
        best = peer;
    }
  if (n < 2 || (double) best.compute_ns < COMPUTE_OVER_PEERS * lsc_median_mean_double (computes, n))
    return -1;
  return best.rank;
}

/**
 * _lsc_study_find_straggler:
 *
 * Names the stage that makes the others wait, if there is one (theory.md#straggler), and its rank:
 * the row's own one if the pipeline is the only one.
 */
void
_lsc_study_find_straggler (LscStudy *self)
{
  LscStraggler *straggler = &self->straggler;
  g_autofree double *columns = NULL;

  if (self->missing || self->rungs[LSC_RUNG_MEASURED] <= 0)
    return;
  columns = sum_columns (self);
  find_by_blocks (self);
  if (straggler->why == LSC_STRAGGLER_BLOCKS)
    measure_column (self, columns, (gsize) straggler->stage);
  else
    find_by_waits (self, columns);
  if (straggler->why == LSC_STRAGGLER_NONE)
    *straggler = (LscStraggler){ .stage = -1, .rank = -1 };
  else
    straggler->rank = self->pipeline->groups->len > 1
                          ? find_rank (self, (gsize) straggler->stage)
                          : lsc_study_get_step (self)->rows[straggler->stage].rank;
}
