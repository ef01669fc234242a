/* lsc-report-ranks.c - which ranks a page shows where there are many
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-ranks.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"

#define MOST_NAMED 4   /* slow ranks in a title */
#define MOST_RANKS 16  /* of which all are shown */
#define SHOWN_RANKS 12 /* of more */
#define MOST_PEERS 2   /* of a cause: of its stage, or the first ones */
#define MOST_CAUSES 6
#define MOST_PLACES 2 /* that a finding is shown with */

/* exports.md#report: those that are the cause, then those that it is compared with, then peers of
 * the first of them, then the first rank of each stage, then those that wait longest. */

static gboolean
has_row (const GArray *chosen, guint32 row)
{
  for (guint i = 0; i < chosen->len; i++)
    if (g_array_index (chosen, guint32, i) == row)
      return TRUE;
  return FALSE;
}

/* Returns: whether it is new, and there was room */
static gboolean
take_row (GArray *chosen, guint32 row)
{
  if (chosen->len >= SHOWN_RANKS || has_row (chosen, row))
    return FALSE;
  g_array_append_val (chosen, row);
  return TRUE;
}

static gboolean
is_of_cause (const LscOverviewRank *rank, const LscFinding *cause)
{
  for (guint i = 0; cause && i < cause->ranks->len; i++)
    if (g_array_index (cause->ranks, gint64, i) == rank->rank)
      return TRUE;
  return FALSE;
}

static void
take_causes (GArray *chosen, const LscOverview *overview, const LscFinding *cause)
{
  gboolean is_of_all = cause && cause->ranks->len >= overview->ranks->len;
  guint n = 0;

  for (guint32 i = 0; i < overview->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (overview, i);

      if (rank->verdict == LSC_RANK_SLOW ||
          (!is_of_all && n < MOST_CAUSES && is_of_cause (rank, cause)))
        n += take_row (chosen, i);
    }
}

/* Whom the finding names must be in the picture: its evidence, and what that is compared with. */
static void
take_places (GArray *chosen, const LscOverview *overview, const LscFinding *cause)
{
  for (guint k = 0; cause && k < MIN (cause->places->len, MOST_PLACES); k++)
    for (guint32 i = 0; i < overview->ranks->len; i++)
      if (lsc_overview_get_rank (overview, i)->rank ==
          ((const LscEvidencePlace *) cause->places->pdata[k])->rank)
        take_row (chosen, i);
}

static void
take_peers (GArray *chosen, const LscOverview *overview)
{
  const LscOverviewRank *first;
  guint n = 0;

  if (chosen->len == 0)
    return;
  first = lsc_overview_get_rank (overview, g_array_index (chosen, guint32, 0));
  for (guint32 i = 0; i < overview->ranks->len && n < MOST_PEERS; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (overview, i);

      if (!first->has_stage || (rank->has_stage && rank->stage == first->stage))
        n += take_row (chosen, i);
    }
}

static gboolean
has_stage (const GArray *chosen, const LscOverview *overview, gint64 stage)
{
  for (guint i = 0; i < chosen->len; i++)
    {
      const LscOverviewRank *rank =
          lsc_overview_get_rank (overview, g_array_index (chosen, guint32, i));

      if (rank->has_stage && rank->stage == stage)
        return TRUE;
    }
  return FALSE;
}

/* The first rank of the stage that is nearest to @stage and not shown yet. Returns: whether there
 * is one, and room */
static gboolean
take_nearest (GArray *chosen, const LscOverview *overview, gint64 stage)
{
  guint32 nearest = G_MAXUINT32;
  gint64 least = G_MAXINT64;

  for (guint32 i = 0; i < overview->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (overview, i);
      gint64 distance = rank->has_stage ? ABS (rank->stage - stage) : G_MAXINT64;

      if (distance < least && !has_stage (chosen, overview, rank->stage))
        {
          least = distance;
          nearest = i;
        }
    }
  return nearest != G_MAXUINT32 && take_row (chosen, nearest);
}

/* Where not all stages have room, those around the cause show how it spreads. */
static void
take_stages (GArray *chosen, const LscOverview *overview)
{
  const LscOverviewRank *first =
      chosen->len > 0 ? lsc_overview_get_rank (overview, g_array_index (chosen, guint32, 0)) : NULL;
  gint64 stage = first && first->has_stage ? first->stage : 0;

  while (take_nearest (chosen, overview, stage))
    ;
}

/**
 * lsc_report_count_stages:
 * @chosen: (nullable) (element-type guint32): indexes of ranks; %NULL = all
 *
 * Returns: how many stages these ranks are of
 */
guint
lsc_report_count_stages (const LscOverview *overview, const GArray *chosen)
{
  g_autoptr (GHashTable) stages = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint n;

  g_return_val_if_fail (overview, 0);
  n = chosen ? chosen->len : overview->ranks->len;
  for (guint i = 0; i < n; i++)
    {
      guint index = chosen ? g_array_index (chosen, guint32, i) : i;
      const LscOverviewRank *rank = lsc_overview_get_rank (overview, index);

      if (rank->has_stage)
        g_hash_table_add (stages, (gpointer) &rank->stage);
    }
  return g_hash_table_size (stages);
}

/* Those that wait longest. Returns: whether there was one more */
static gboolean
take_waiting (GArray *chosen, const LscOverview *overview)
{
  guint32 most = G_MAXUINT32;

  for (guint32 i = 0; i < overview->ranks->len; i++)
    if (!has_row (chosen, i) &&
        (most == G_MAXUINT32 || lsc_overview_get_rank (overview, i)->waited_ns >
                                    lsc_overview_get_rank (overview, most)->waited_ns))
      most = i;
  return most != G_MAXUINT32 && take_row (chosen, most);
}

/**
 * lsc_report_choose_ranks:
 * @cause: (nullable): what the document tells of first
 *
 * Chooses the ranks that a page has room for: all of up to sixteen, of more those that tell the
 * most (exports.md#report).
 *
 * Returns: (transfer full) (element-type guint32): indexes of the overview's ranks
 */
GArray *
lsc_report_choose_ranks (const LscOverview *overview, const LscFinding *cause)
{
  GArray *chosen;

  g_return_val_if_fail (overview, NULL);
  chosen = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; overview->ranks->len <= MOST_RANKS && i < overview->ranks->len; i++)
    g_array_append_val (chosen, i);
  if (overview->ranks->len <= MOST_RANKS)
    return chosen;
  take_causes (chosen, overview, cause);
  take_places (chosen, overview, cause);
  take_peers (chosen, overview);
  take_stages (chosen, overview);
  while (take_waiting (chosen, overview))
    ;
  return chosen;
}

/* ---- who is slow ---- */

/* Slow ranks that compute longer; all of them, or none where one is slow by something else. */
static GArray *
list_slow (const LscOverview *overview)
{
  GArray *slow = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < overview->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (overview, i);

      if (rank->verdict != LSC_RANK_SLOW)
        continue;
      if (rank->excess.work != LSC_WORK_COMPUTE || rank->ns[LSC_BUDGET_COMPUTE] == LSC_INT_NULL)
        {
          g_array_set_size (slow, 0);
          return slow;
        }
      g_array_append_val (slow, i);
    }
  return slow;
}

/* (transfer full): "4, 5", "4, 5, 6, 7 and 8 more" */
static char *
list_names (const LscOverview *overview, const GArray *slow)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < MIN (slow->len, MOST_NAMED); i++)
    g_string_append_printf (
        names, "%s%" PRId64, i > 0 ? ", " : "",
        lsc_overview_get_rank (overview, g_array_index (slow, guint32, i))->rank);
  return slow->len > MOST_NAMED
             ? g_strdup_printf (_ ("%s and %u more"), names->str, slow->len - MOST_NAMED)
             : g_string_free (g_steal_pointer (&names), FALSE);
}

/* (transfer full) (nullable): how far ranks are apart of which none is slow */
static char *
say_range (const LscOverview *overview)
{
  g_autofree char *least = NULL, *most = NULL;
  gint64 least_ns = G_MAXINT64, most_ns = 0;

  for (guint i = 0; i < overview->ranks->len; i++)
    {
      gint64 ns = lsc_overview_get_rank (overview, i)->ns[LSC_BUDGET_COMPUTE];

      if (ns == LSC_INT_NULL)
        return NULL;
      least_ns = MIN (least_ns, ns);
      most_ns = MAX (most_ns, ns);
    }
  if (overview->ranks->len < 2 || overview->n_slow > 0)
    return NULL;
  least = lsc_format_duration (least_ns, LSC_TIME_UNIT_AUTO);
  most = lsc_format_duration (most_ns, LSC_TIME_UNIT_AUTO);
  return g_strdup_printf (_ ("Ranks compute for %s to %s per step"), least, most);
}

/**
 * lsc_report_say_longer:
 *
 * Says who computes longer than its peers: the longest of the table of ranks, and what the overview
 * compares it with.
 *
 * Returns: (transfer full) (nullable): that, or how far ranks are apart of which none is slow;
 *   %NULL where one is slow by something else, or nothing is known
 */
char *
lsc_report_say_longer (const LscOverview *overview)
{
  g_autoptr (GArray) slow = NULL;
  g_autofree char *names = NULL, *own = NULL, *usual = NULL;
  const LscOverviewRank *longest = NULL;

  g_return_val_if_fail (overview, NULL);
  slow = list_slow (overview);
  for (guint i = 0; i < slow->len; i++)
    {
      const LscOverviewRank *rank =
          lsc_overview_get_rank (overview, g_array_index (slow, guint32, i));

      if (!longest || rank->excess.ns > longest->excess.ns)
        longest = rank;
    }
  if (!longest || longest->excess.peer_ns == LSC_INT_NULL)
    return say_range (overview);
  names = list_names (overview, slow);
  own = lsc_format_duration (longest->excess.ns, LSC_TIME_UNIT_AUTO);
  usual = lsc_format_duration (longest->excess.peer_ns, LSC_TIME_UNIT_AUTO);
  return g_strdup_printf (
      ngettext (
          "Rank %s is slow: it computes for %s per step, its peers for %s (median)",
          "Ranks %s are slow: they compute for up to %s per step, their peers for %s (median)",
          slow->len),
      names, own, usual);
}
