/* lsc-overview-cover.c - why mending a slow rank gains little, in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/overview/lsc-overview-cover.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "model/lsc-rank-name.h"

/**
 * lsc_overview_say_cover:
 * @rank: that of @cover
 *
 * Returns: (transfer full): a clause, for the end of a sentence
 */
LscPhrase *
lsc_overview_say_cover (const LscRankCover *cover, const LscOverviewRank *rank)
{
  g_autofree char *compute = NULL;
  g_autoptr (LscPhrase) name = NULL;

  g_return_val_if_fail (cover && rank, NULL);
  compute = lsc_format_duration ((gint64) (cover->compute_ns + 0.5), LSC_TIME_UNIT_AUTO);
  name = cover->stage >= 0 ? lsc_phrase_new (N_ ("stage %" PRId64), cover->stage)
                           : lsc_rank_name_new (rank->rank, rank->label);
  return lsc_phrase_new (N_ ("%s computes nearly as long (%s)"), lsc_phrase_as_argument (name),
                         compute);
}

/**
 * lsc_overview_say_slack:
 * @rank: that is slow
 * @rest_ns: what it computes longer a step, and the step would not gain
 *
 * Who waits longer than it is late has as much slack: what it computes longer is then, for the most
 * part, no delay of those whom the step waits for.
 *
 * Returns: (transfer full) (nullable): a clause, for the end of a sentence; %NULL where the rank
 *   waits for less
 */
LscPhrase *
lsc_overview_say_slack (const LscOverviewRank *rank, double rest_ns)
{
  g_autofree char *waited = NULL;
  g_autoptr (LscPhrase) name = NULL;

  g_return_val_if_fail (rank, NULL);
  if (!rank->has_waits || (double) rank->waited_ns < rest_ns || !lsc_rank_is_told (rank->rank))
    return NULL;
  waited = lsc_format_duration (rank->waited_ns, LSC_TIME_UNIT_AUTO);
  name = lsc_rank_name_new (rank->rank, rank->label);
  return lsc_phrase_new (N_ ("%s itself waits %s per step for other ranks, which absorbs the rest"),
                         lsc_phrase_as_argument (name), waited);
}
