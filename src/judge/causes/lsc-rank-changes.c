/* lsc-rank-changes.c - what is not there without what a rank has too much of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-rank-changes.h"

/* findings.md#own, #places. */

/* What a slow device loses grows with the work of the step; what a host does not, where it warms up
 * or the recording ends. */
static LscReplayChange
scale (const LscRankCause *cause, gsize rank, const LscRankFigures *figures, gsize step)
{
  gboolean is_host = cause->kind == LSC_RANK_CAUSE_HOST;
  double ns = is_host ? figures->host_ns[step] : figures->compute_ns[step];
  double part = ns / (is_host ? figures->host.median : figures->compute.median);

  if (is_host && step >= figures->n_steps)
    part = MIN (part, 1);
  return (LscReplayChange){ .rank = rank,
                            .what = LSC_REPLAY_WORK,
                            .kind = is_host ? LSC_WORK_HOST : LSC_WORK_COMPUTE,
                            .step = figures->steps[step],
                            .ns = cause->excess_ns * part };
}

/**
 * lsc_rank_changes_list:
 * @cause: of the rank
 * @places: (nullable): where it computes more; %NULL: the job cannot be replayed
 * @peers: ranks of the same role that compute as much as is usual
 * @changes: (element-type LscReplayChange): gets what is not there, step by step
 */
void
lsc_rank_changes_list (const LscRankCause *cause, gsize rank, const LscRankFigures *figures,
                       LscWorkPlaces *places, const LscIndexes *peers, GArray *changes)
{
  gboolean is_host = cause->kind == LSC_RANK_CAUSE_HOST;
  gboolean has_places =
      places && (cause->kind == LSC_RANK_CAUSE_WORK || cause->kind == LSC_RANK_CAUSE_COMPUTE);

  if (cause->kind == LSC_RANK_CAUSE_NONE ||
      !((is_host ? figures->host.median : figures->compute.median) > 0))
    return;
  for (gsize i = 0; i < (places ? figures->n_whole : figures->n_steps); i++)
    if (!has_places ||
        !lsc_work_places_list (places, rank, figures->steps[i], peers, changes))
      {
        LscReplayChange change = scale (cause, rank, figures, i);

        g_array_append_val (changes, change);
      }
}
