/* lsc-session-set.c - two sets of runs, compared by what runs differ by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-set.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-stats.h"

/** What is known of the runs of a side. @match: the weakest of them */
typedef struct
{
  LscInt64s levels;
  LscWorkMatch match;
} Levels;

/* Compares a run with the first one of the other side: its median step, over the ranks that both
 * have, and whether it does the same work. */
static gboolean
add_level (const LscSessionSet sets[LSC_N_SIDES], LscSide side, gsize run, Levels *out, LscJob *job,
           GError **error)
{
  LscSessionSide sides[LSC_N_SIDES] = { { .session = sets[LSC_BEFORE].sessions[0] },
                                        { .session = sets[LSC_AFTER].sessions[0] } };
  g_autoptr (LscSessionPair) pair = NULL;
  g_autoptr (LscCompare) compare = NULL;

  sides[side].session = sets[side].sessions[run];
  pair = lsc_session_pair_new (sides, NULL);
  compare = lsc_session_pair_get_compare (pair, job, error);
  if (!compare)
    return FALSE;
  if (compare->steps[side].median_ns == LSC_INT_NULL)
    {
      lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                _ ("A run has no steps of ranks that the other recordings have."));
      return FALSE;
    }
  lsc_int64s_append (&out->levels, compare->steps[side].median_ns);
  out->match = MAX (out->match, compare->work.match);
  return TRUE;
}

/* The run of median level. */
static gsize
find_median (const LscInt64s *levels)
{
  g_autofree gint64 *sorted = g_memdup2 (levels->items, levels->n * sizeof *levels->items);
  gint64 median = lsc_median_lower_int64 (sorted, levels->n);

  for (gsize i = 0; i < levels->n; i++)
    if (levels->items[i] == median)
      return i;
  return 0;
}

/**
 * lsc_session_sets_pair:
 * @sets: before and after
 * @map: (nullable): of names; it outlives the pair
 *
 * Errors: those of comparing a run; %LSC_ERROR_NOTHING if one has no steps of ranks that others
 * have.
 *
 * Returns: (transfer full) (nullable): the pair of the runs of median level, which stand for the
 *   others; its verdict is by the levels of all runs (compare.md#runs)
 */
LscSessionPair *
lsc_session_sets_pair (const LscSessionSet sets[LSC_N_SIDES], const LscNameMap *map, LscJob *job,
                       GError **error)
{
  Levels levels[LSC_N_SIDES] = { 0 };
  LscSessionSide sides[LSC_N_SIDES] = { { NULL } };
  gboolean is_known = TRUE;
  LscSessionPair *pair = NULL;

  g_return_val_if_fail (sets && sets[LSC_BEFORE].n > 0 && sets[LSC_AFTER].n > 0, NULL);
  for (guint side = 0; side < LSC_N_SIDES && is_known; side++)
    for (gsize i = 0; i < sets[side].n && is_known; i++)
      is_known = add_level (sets, side, i, &levels[side], job, error);
  for (guint side = 0; side < LSC_N_SIDES && is_known; side++)
    {
      gsize median = find_median (&levels[side].levels);

      sides[side] = (LscSessionSide){ .session = sets[side].sessions[median],
                                      .name = sets[side].name,
                                      .levels = levels[side].levels.items,
                                      .n_levels = levels[side].levels.n,
                                      .run_names = sets[side].run_names,
                                      .shown_run = median,
                                      .match = levels[side].match };
    }
  if (is_known)
    pair = lsc_session_pair_new (sides, map);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    lsc_int64s_clear (&levels[side].levels);
  return pair;
}
