/* lsc-rank-changes.c - what is not there without what a rank has too much of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-rank-changes.h"

/* findings.md#own, #places. */

/* What a slow device loses grows with the work of the step, where it does not grow by itself; what
 * a host does not, where it warms up or the recording ends. */
static LscReplayChange
scale (const LscRankCause *cause, gsize rank, const LscRankFigures *figures, gsize step)
{
  gboolean is_host = cause->kind == LSC_RANK_CAUSE_HOST;
  double ns = is_host ? figures->host_ns[step] : figures->compute_ns[step];
  double part = ns / (is_host ? figures->host.median : figures->compute.median);

  if (is_host && step >= figures->n_steps)
    part = MIN (part, 1);
  if (cause->by_step_ns)
    ns = cause->by_step_ns[step];
  else
    ns = cause->excess_ns * part;
  return (LscReplayChange){ .rank = rank,
                            .what = LSC_REPLAY_WORK,
                            .kind = is_host ? LSC_WORK_HOST : LSC_WORK_COMPUTE,
                            .step = figures->steps[step],
                            .ns = ns };
}

/* Where a rank has more work, or, of a slow device, where its peers do the same and it takes
 * longer; all steps or none. */
static gboolean
list_places (const LscRankCause *cause, gsize rank, const LscRankFigures *figures,
             LscWorkPlaces *places, const LscIndexes *peers, GArray *changes)
{
  gboolean is_slow = cause->kind == LSC_RANK_CAUSE_DEVICE || cause->kind == LSC_RANK_CAUSE_CLOCK;
  guint first = changes->len;
  gboolean is_known = cause->kind != LSC_RANK_CAUSE_HOST;

  for (gsize i = 0; is_known && i < figures->n_whole; i++)
    is_known = is_slow ? lsc_work_places_list_slow (places, rank, figures->steps[i], peers,
                                                    scale (cause, rank, figures, i).ns, changes)
                       : lsc_work_places_list (places, rank, figures->steps[i], peers, changes);
  if (!is_known)
    g_array_set_size (changes, first);
  return is_known;
}

/**
 * lsc_rank_changes_list:
 * @cause: of the rank
 * @places: (nullable): where it computes longer; %NULL: the job cannot be replayed
 * @peers: ranks of the same role that compute as long as is usual
 * @changes: (element-type LscReplayChange): gets what is not there, step by step
 */
void
lsc_rank_changes_list (const LscRankCause *cause, gsize rank, const LscRankFigures *figures,
                       LscWorkPlaces *places, const LscIndexes *peers, GArray *changes)
{
  gboolean is_host = cause->kind == LSC_RANK_CAUSE_HOST;

  if (cause->kind == LSC_RANK_CAUSE_NONE ||
      !((is_host ? figures->host.median : figures->compute.median) > 0))
    return;
  if (places && list_places (cause, rank, figures, places, peers, changes))
    return;
  for (gsize i = 0; i < (places ? figures->n_whole : figures->n_steps); i++)
    {
      LscReplayChange change = scale (cause, rank, figures, i);

      g_array_append_val (changes, change);
    }
}
