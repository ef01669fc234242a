/* lsc-findings-verdicts.c - verdicts of pipelines, as the findings decided them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-findings-private.h"

/* verdicts.md#decided: who asks for verdicts sees the same cause, place, gain and certainty as who
 * asks for findings. */

/** A rule that decides what lengths of blocks alone only guess. */
typedef struct
{
  LscRule rule;
  LscVerdictCause cause;
} Decision;

static const Decision decisions[] = {
  { LSC_RULE_FREQUENCY_DROP, LSC_VERDICT_LOW_CLOCK },
  { LSC_RULE_SLOW_RANK, LSC_VERDICT_SLOW_RANK },
  { LSC_RULE_STAGE_IMBALANCE, LSC_VERDICT_HEAVY_STAGE },
  { LSC_RULE_UNEVEN_WORK, LSC_VERDICT_UNEVEN_WORK },
};

static const Decision *
find_decision (const LscFinding *finding)
{
  for (gsize i = 0; i < G_N_ELEMENTS (decisions); i++)
    if (g_str_equal (lsc_finding_rules[decisions[i].rule].id, finding->id))
      return &decisions[i];
  return NULL;
}

static gint64
get_rank (const LscFinding *finding, guint index)
{
  return g_array_index (finding->ranks, gint64, index);
}

/* Of the first of its ranks that has one. */
static const LscVerdictPlace *
find_place (const LscVerdicts *verdicts, const LscFinding *finding)
{
  const LscVerdictPlace *place = NULL;

  for (guint i = 0; !place && i < finding->ranks->len; i++)
    place = lsc_verdicts_find_place (verdicts, get_rank (finding, i));
  return place;
}

/* The stage of all ranks that are named, LSC_INT_NULL where they are of several. */
static gint64
find_stage (const LscVerdicts *verdicts, const LscFinding *finding)
{
  gint64 stage = LSC_INT_NULL;

  for (guint i = 0; i < finding->ranks->len; i++)
    {
      const LscVerdictPlace *place = lsc_verdicts_find_place (verdicts, get_rank (finding, i));

      if (!place || (stage != LSC_INT_NULL && stage != place->stage))
        return LSC_INT_NULL;
      stage = place->stage;
    }
  return stage;
}

/* The kernels that show it best. */
static const char *
find_op (const LscFinding *finding)
{
  const LscEvidencePlace *place = finding->places->len > 0 ? finding->places->pdata[0] : NULL;

  return place && !place->is_title ? place->name : NULL;
}

static double
find_excess (const LscJudge *judge, const LscFinding *finding)
{
  if (!judge->causes || finding->ranks->len != 1)
    return LSC_REAL_NULL;
  for (gsize i = 0; i < judge->n; i++)
    if (judge->ranks[i].digest->rank == get_rank (finding, 0) && judge->causes->ranks[i].more > 0)
      return judge->causes->ranks[i].more;
  return LSC_REAL_NULL;
}

/* What a finding says, as a row beside those of the pipelines. */
static void
add_decided (LscVerdicts *shown, const LscJudge *judge, const LscFinding *finding,
             const Decision *decision)
{
  const LscVerdictPlace *place = find_place (shown, finding);
  LscVerdict verdict = lsc_verdict_init (decision->cause);

  if (!place)
    return;
  verdict.group = place->group;
  verdict.stage = find_stage (shown, finding);
  verdict.rank = finding->ranks->len == 1 ? place->rank : LSC_INT_NULL;
  verdict.gain_ns = finding->gain_ns;
  verdict.share = finding->gain_ns != LSC_INT_NULL && place->window_ns > 0
                      ? (double) finding->gain_ns / (double) place->window_ns
                      : LSC_REAL_NULL;
  verdict.step_share = finding->share;
  verdict.excess = find_excess (judge, finding);
  verdict.op = (char *) find_op (finding);
  verdict.certainty =
      finding->certainty == LSC_FINDING_SURE ? LSC_CERTAINTY_SURE : LSC_CERTAINTY_LIKELY;
  verdict.evidence = LSC_EVIDENCE_KERNELS;
  verdict.text = finding->brief ? finding->brief : finding->text;
  verdict.line = finding->line;
  verdict.remedy = finding->remedy;
  lsc_verdicts_add (shown, &verdict);
}

/* What a verdict says that stands: its gain as a share of the step, as its finding tells it. */
static void
add_standing (LscVerdicts *shown, const LscJudge *judge, const LscStandingVerdict *standing)
{
  LscVerdict verdict = standing->verdict; /* borrows its texts */
  g_autoptr (LscPhrase) remedy = _lsc_rule_say_remedy (judge, &verdict);

  verdict.remedy = remedy;
  if (standing->row)
    {
      verdict.step_share = standing->row->share;
      verdict.line = standing->row->line;
      verdict.remedy = standing->row->remedy;
    }
  else if (verdict.gain_ns != LSC_INT_NULL && judge->step_ns > 0)
    verdict.step_share = (double) verdict.gain_ns / judge->step_ns;
  lsc_verdicts_add (shown, &verdict);
}

/* While clocks are not aligned nothing is said of who waits for whom (verdicts.md#causes). */
static gboolean
has_clocks_apart (const LscJudge *judge)
{
  for (guint i = 0; i < judge->verdicts->rows->len; i++)
    if (lsc_verdicts_get (judge->verdicts, i)->cause == LSC_VERDICT_CLOCKS)
      return TRUE;
  return FALSE;
}

/* What the largest finding that stands out gains, of pipelines or not; 0 without one. */
static gint64
find_most_ns (const LscJudge *judge)
{
  gint64 most_ns = 0;

  for (guint i = 0; i < judge->rows->len; i++)
    {
      const LscFinding *finding = judge->rows->pdata[i];

      if (lsc_finding_stands_out (finding))
        most_ns = MAX (most_ns, lsc_int_or_zero (finding->gain_ns));
    }
  return most_ns;
}

/**
 * _lsc_findings_decide_verdicts:
 *
 * Returns: (transfer full) (nullable): the verdicts that stand, and what was decided in place of
 *   the others; %NULL without pipelines
 */
LscVerdicts *
_lsc_findings_decide_verdicts (const LscJudge *judge)
{
  LscVerdicts *shown;

  if (!judge->verdicts)
    return NULL;
  shown = lsc_verdicts_new_like (judge->verdicts);
  if (judge->step_ns > 0)
    shown->step_ns = (gint64) judge->step_ns;
  shown->is_step_mean = judge->is_step_mean;
  shown->found_ns = find_most_ns (judge);
  for (guint i = 0; i < judge->standing->len; i++)
    add_standing (shown, judge, &g_array_index (judge->standing, LscStandingVerdict, i));
  for (guint i = 0; i < judge->rows->len && !has_clocks_apart (judge); i++)
    {
      const LscFinding *finding = judge->rows->pdata[i];
      /* what became of a verdict stands already */
      const Decision *decision = finding->is_of_pipeline ? NULL : find_decision (finding);

      if (decision && lsc_finding_stands_out (finding))
        add_decided (shown, judge, finding, decision);
    }
  lsc_verdicts_sort (shown);
  return shown;
}
