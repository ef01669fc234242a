/* lsc-findings-words.c - what stands above findings, and below the bold line
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-findings.h"

#include <glib/gi18n-lib.h>

#include "judge/findings/lsc-finding-rules.h"

/**
 * lsc_finding_group_get_title:
 *
 * Returns: (transfer none): what stands above the findings of a group, in the reader's language; of
 *   how they were found out, and in which order they stand
 */
const char *
lsc_finding_group_get_title (LscFindingGroup group)
{
  static const char *const titles[LSC_FINDINGS_N_GROUPS] = {
    [LSC_FINDINGS_OUTSTANDING] =
        N_ ("Measured in This Recording, by Expected Gain (“up to” counts less)"),
    [LSC_FINDINGS_PREDICTED] = N_ ("Predicted Changes, Not Tried"),
    [LSC_FINDINGS_POSSIBLE] = N_ ("Possible Findings"),
    [LSC_FINDINGS_MINOR] = N_ ("Minor Findings"),
  };

  g_return_val_if_fail (group < LSC_FINDINGS_N_GROUPS, NULL);
  return g_dgettext (GETTEXT_PACKAGE, titles[group]);
}

/* ---- which finding is told where ---- */

/**
 * lsc_findings_get_answer:
 *
 * Returns: (transfer none) (nullable): the finding that the bold line is; %NULL where that is of
 *   what the step consists
 */
const LscFinding *
lsc_findings_get_answer (const LscFindings *self)
{
  g_return_val_if_fail (self, NULL);
  return self->is_device ? NULL : lsc_findings_get_outstanding (self, 0);
}

/* Rules that tell why a rank is slow. */
static gboolean
tells_slow (const LscFinding *row)
{
  static const LscRule rules[] = { LSC_RULE_SLOW_RANK,   LSC_RULE_FREQUENCY_DROP,
                                   LSC_RULE_UNEVEN_WORK, LSC_RULE_STAGE_IMBALANCE,
                                   LSC_RULE_SLOW_HOST,   LSC_RULE_HOST_BOUND };

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (g_str_equal (row->id, lsc_finding_rules[rules[i]].id))
      return TRUE;
  return FALSE;
}

static gboolean
names_rank (const LscFinding *row, gint64 rank)
{
  for (guint i = 0; i < row->ranks->len; i++)
    if (g_array_index (row->ranks, gint64, i) == rank)
      return TRUE;
  return FALSE;
}

/* Whether an overview tells why a rank is slow. */
static gboolean
is_told (const LscFindings *self, gint64 rank)
{
  for (guint i = 0; i < lsc_findings_count_told (self); i++)
    {
      const LscFinding *row = lsc_findings_get_told (self, i);

      if (tells_slow (row) && names_rank (row, rank))
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_findings_get_slow:
 * @overview: that the findings were made of
 *
 * A rank is marked as slow wherever it stands, though the step may gain little without that.
 *
 * Returns: (transfer none) (nullable): the first minor finding that tells why a rank is slow of
 *   which nothing else that an overview tells says so
 */
const LscFinding *
lsc_findings_get_slow (const LscFindings *self, const LscOverview *overview)
{
  g_return_val_if_fail (self && overview, NULL);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscFinding *row = lsc_findings_get (self, i);

      if (row->cause || lsc_finding_get_group (row) != LSC_FINDINGS_MINOR || !tells_slow (row))
        continue;
      for (guint k = 0; k < overview->ranks->len; k++)
        {
          const LscOverviewRank *rank = lsc_overview_get_rank (overview, k);

          if (lsc_overview_rank_is_blamed (rank) && names_rank (row, rank->rank) &&
              !is_told (self, rank->rank))
            return row;
        }
    }
  return NULL;
}

/* ---- the words of the overview ---- */

/* (nullable): where to go on from a step that computing fills and no finding makes shorter, not
 * even possibly */
static LscPhrase *
say_kernels_only (const LscFindings *self)
{
  return self->is_device && lsc_findings_count_told (self) == 0
             ? lsc_phrase_new (N_ ("No finding saves 2 %% or more: only faster kernels or less "
                                   "work shorten the step."))
             : NULL;
}

/**
 * lsc_findings_say_remark:
 * @overview: that the findings were made of
 * @remedy: (nullable): what to do first, where that is told there
 *
 * Returns: (transfer full) (nullable): what stands below the bold line and LscFindings.larger: what
 *   to do, what all findings gain, how long a step is, of what it consists, and whose marks it is
 * by
 */
LscPhrase *
lsc_findings_say_remark (const LscFindings *self, const LscOverview *overview,
                         const LscPhrase *remedy)
{
  const LscPhrase *phrases[5];
  g_autoptr (LscPhrase) kernels = NULL;
  g_autoptr (GPtrArray) sentences =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  g_return_val_if_fail (self && overview, NULL);
  kernels = say_kernels_only (self);
  phrases[0] = remedy ? remedy : kernels;
  phrases[1] = self->total;
  phrases[2] = overview->lines->len > 0 ? overview->lines->pdata[0] : NULL;
  phrases[3] = self->rest;
  phrases[4] = self->basis;
  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    if (phrases[i])
      g_ptr_array_add (sentences, lsc_phrase_copy (phrases[i]));
  return sentences->len > 0 ? lsc_phrase_new_joined (" ", sentences) : NULL;
}

/**
 * lsc_findings_replaces_line:
 * @overview: that the findings were made of
 * @line: index of LscOverview.lines
 *
 * No rank may be slow by its own work while a link, a clock or the place of layers is to blame on
 * some of them: then the finding is said, and not that no rank is slow (overview.md#slow).
 *
 * Returns: whether a finding stands in the place of the line
 */
gboolean
lsc_findings_replaces_line (const LscFindings *self, const LscOverview *overview, guint line)
{
  g_return_val_if_fail (self && overview, FALSE);
  return line == overview->no_slow && self->blame < self->rows->len;
}

/**
 * lsc_findings_list_overview_lines:
 * @overview: that the findings were made of
 *
 * Returns: (transfer container) (element-type LscPhrase): the overview in words, with what is to
 *   blame in its place; the phrases are those of @overview and @self
 */
GPtrArray *
lsc_findings_list_overview_lines (const LscFindings *self, const LscOverview *overview)
{
  GPtrArray *lines;

  g_return_val_if_fail (self && overview, NULL);
  lines = g_ptr_array_new ();
  for (guint i = 0; i < overview->lines->len; i++)
    g_ptr_array_add (lines, lsc_findings_replaces_line (self, overview, i)
                                ? lsc_findings_get (self, self->blame)->text
                                : overview->lines->pdata[i]);
  return lines;
}
