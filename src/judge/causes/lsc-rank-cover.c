/* lsc-rank-cover.c - who would come last if a slow rank were as fast as its peers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-rank-cover.h"

#include "base/lsc-stats.h"

/* findings.md#cover. Ranks 0 to 3 compute for 12, 11, 8 and 8 ms and meet: without the excess of
 * rank 0, 4 ms, the step is 1 ms shorter, without that of rank 1 alone, 3 ms, by nothing, and
 * without both by 4 ms: rank 1 covers rank 0. */

#define LEAST_REST 0.1 /* of the excess: what is no gain */
#define LEAST_PART 0.5 /* of that: what both gain more than each by itself */
#define NEARLY 0.5     /* of the excess: who computes for that much less does so nearly as long */

static gboolean
is_slow (const LscRankCauses *causes, gsize rank, LscRankCauseKind kind)
{
  return causes->ranks[rank].is_root && causes->ranks[rank].kind == kind;
}

/* (nullable): of those that are slow the one with the largest excess */
static const LscRankCause *
find_worst (const LscRankCauses *causes, LscRankCauseKind kind)
{
  const LscRankCause *worst = NULL;

  for (gsize i = 0; i < causes->n; i++)
    if (is_slow (causes, i, kind) && (!worst || causes->ranks[i].excess_ns > worst->excess_ns))
      worst = &causes->ranks[i];
  return worst;
}

static double
find_usual_ns (const LscRankLoad *loads, gsize n)
{
  g_autofree double *values = g_new (double, n + 1);

  for (gsize i = 0; i < n; i++)
    values[i] = loads[i].compute_ns;
  return lsc_median_lower_double (values, n);
}

/* Whether all ranks of a stage compute longer than usual, and none of them is slow. */
static gboolean
is_all_of_stage (const LscRankCauses *causes, LscRankCauseKind kind, const LscRankLoad *loads,
                 gint64 stage, double usual_ns)
{
  for (gsize i = 0; i < causes->n; i++)
    if (loads[i].stage == stage && (loads[i].compute_ns <= usual_ns || is_slow (causes, i, kind)))
      return FALSE;
  return stage >= 0;
}

/* The one that computes longest but those that are slow. */
static gboolean
find_next (const LscRankCauses *causes, LscRankCauseKind kind, const LscRankLoad *loads,
           LscRankCover *cover)
{
  gboolean is_found = FALSE;

  for (gsize i = 0; i < causes->n; i++)
    if (!is_slow (causes, i, kind) && (!is_found || loads[i].compute_ns > cover->compute_ns))
      {
        *cover = (LscRankCover){ i, loads[i].stage, loads[i].compute_ns };
        is_found = TRUE;
      }
  return is_found;
}

static double
get_gain_ns (const LscJobReplay *replay, const GArray *changes)
{
  return lsc_job_replay_gain (replay, (const LscReplayChange *) (gconstpointer) changes->data,
                              changes->len);
}

/* What ranks of the cover compute longer than usual is not there. */
static GArray *
list_changes (const LscRankCauses *causes, LscRankCauseKind kind, const LscRankLoad *loads,
              const LscRankCover *cover, double usual_ns)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  for (gsize i = 0; i < causes->n; i++)
    {
      gboolean is_meant = i == cover->rank || (cover->stage >= 0 && loads[i].stage == cover->stage);
      LscReplayChange change = { i, LSC_REPLAY_WORK, LSC_WORK_COMPUTE, LSC_REPLAY_ALL_STEPS,
                                 loads[i].compute_ns - usual_ns };

      if (is_meant && change.ns > 0 && !is_slow (causes, i, kind))
        g_array_append_val (changes, change);
    }
  return changes;
}

/**
 * lsc_rank_cover_find:
 * @replay: of the ranks of @causes
 * @kind: of the ranks that are slow
 * @loads: (array): of each rank
 * @cover: (out): if there is one
 *
 * Source: findings.md#cover. Cost: that of two replays. Thread: any.
 *
 * Returns: whether the step gains less than what the slow ranks take longer, and another rank, or
 *   stage, computes so long that this is the reason: without both the step gains it
 */
gboolean
lsc_rank_cover_find (const LscRankCauses *causes, const LscJobReplay *replay, LscRankCauseKind kind,
                     const LscRankLoad *loads, LscRankCover *cover)
{
  const LscRankCause *worst;
  double rest_ns, usual_ns, own_ns;
  g_autoptr (GArray) changes = NULL;

  g_return_val_if_fail (causes && replay && kind < LSC_RANK_CAUSE_N && loads && cover, FALSE);
  worst = find_worst (causes, kind);
  if (!worst || causes->is_bound || !causes->changes[kind])
    return FALSE;
  rest_ns = worst->excess_ns - causes->gains_ns[kind];
  usual_ns = find_usual_ns (loads, causes->n);
  if (rest_ns <= LEAST_REST * worst->excess_ns || !find_next (causes, kind, loads, cover) ||
      cover->compute_ns <= usual_ns ||
      loads[worst - causes->ranks].compute_ns - cover->compute_ns > NEARLY * worst->excess_ns)
    return FALSE;
  if (!is_all_of_stage (causes, kind, loads, cover->stage, usual_ns))
    cover->stage = -1;
  changes = list_changes (causes, kind, loads, cover, usual_ns);
  own_ns = get_gain_ns (replay, changes);
  g_array_append_vals (changes, causes->changes[kind]->data, causes->changes[kind]->len);
  return get_gain_ns (replay, changes) - causes->gains_ns[kind] - MAX (own_ns, 0) >=
         LEAST_PART * rest_ns;
}
