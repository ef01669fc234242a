/* lsc-findings-changes.c - what two recordings are found to lose time to
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-findings-changes.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "judge/findings/lsc-findings-private.h"
#include "analyze/lsc-table-list.h"

/* findings.md#changes: findings belong together by their rule and their ranks. */

#define LITTLE 0.02 /* of the step: shares that differ by less stay */

const LscWord lsc_finding_state_words[LSC_FINDING_N_STATES] = {
  [LSC_FINDING_GONE] = { "gone", N_ ("Fixed") },
  [LSC_FINDING_NEW] = { "new", N_ ("New") },
  [LSC_FINDING_LESS] = { "less", N_ ("Reduced") },
  [LSC_FINDING_MORE] = { "more", N_ ("Increased") },
  [LSC_FINDING_STAYS] = { "stays", N_ ("Still there") },
  [LSC_FINDING_NOT_JUDGED] = { "not_judged", N_ ("Not judged in the other run") },
};

/* ---- pairs ---- */

static gboolean
has_rank (const LscFinding *self, gint64 rank)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (g_array_index (self->ranks, gint64, i) == rank)
      return TRUE;
  return FALSE;
}

static guint
count_common (const LscFinding *a, const LscFinding *b)
{
  guint n = 0;

  for (guint i = 0; i < a->ranks->len; i++)
    n += has_rank (b, g_array_index (a->ranks, gint64, i));
  return n;
}

/* Findings of the same rule at other ranks are other ones: a slow rank that is mended and another
 * one that is slow now have nothing to do with each other. */
static gboolean
belongs (const LscFinding *a, const LscFinding *b, guint *n_common)
{
  *n_common = count_common (a, b);
  return g_str_equal (a->id, b->id) &&
         (*n_common > 0 || (a->ranks->len == 0 && b->ranks->len == 0));
}

/* The one of the same rule that shares the most ranks, in the order of the findings. */
static guint
find_partner (const LscFinding *self, const LscFindings *among, const gboolean *is_taken)
{
  guint found = among->rows->len, most = 0;

  for (guint i = 0; i < among->rows->len; i++)
    {
      guint n;

      if (is_taken[i] || !belongs (self, lsc_findings_get (among, i), &n) ||
          (found < among->rows->len && n <= most))
        continue;
      found = i;
      most = n;
    }
  return found;
}

static gboolean
is_silent (const LscFindings *findings, const char *id)
{
  const char *speaker = lsc_finding_rule_get_speaker (id);

  for (guint i = 0; i < findings->silent->len; i++)
    if (g_str_equal (((const LscSilentRule *) findings->silent->pdata[i])->id, speaker))
      return TRUE;
  return FALSE;
}

static LscFindingState
judge_pair (const LscFinding *before, const LscFinding *after)
{
  double change = after->share - before->share;

  if (isnan (change) || fabs (change) < LITTLE)
    return LSC_FINDING_STAYS;
  return change < 0 ? LSC_FINDING_LESS : LSC_FINDING_MORE;
}

/**
 * lsc_findings_changes_new:
 * @before:
 * @after: both outlive what is returned
 *
 * Cost: O(findings²). Thread: any.
 *
 * Returns: (transfer full) (element-type LscFindingChange): those of the recording before in their
 *   order, then those that only the one after has, in theirs
 */
GArray *
lsc_findings_changes_new (const LscFindings *before, const LscFindings *after)
{
  GArray *changes;
  g_autofree gboolean *is_taken = NULL;

  g_return_val_if_fail (before && after, NULL);
  changes = g_array_new (FALSE, FALSE, sizeof (LscFindingChange));
  is_taken = g_new0 (gboolean, after->rows->len + 1);
  for (guint i = 0; i < before->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (before, i);
      guint partner = find_partner (finding, after, is_taken);
      LscFindingChange change = { LSC_FINDING_GONE, finding, NULL };

      if (partner < after->rows->len)
        {
          is_taken[partner] = TRUE;
          change.after = lsc_findings_get (after, partner);
          change.state = judge_pair (finding, change.after);
        }
      else if (is_silent (after, finding->id))
        change.state = LSC_FINDING_NOT_JUDGED;
      g_array_append_val (changes, change);
    }
  for (guint i = 0; i < after->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (after, i);
      LscFindingChange change = { is_silent (before, finding->id) ? LSC_FINDING_NOT_JUDGED
                                                                  : LSC_FINDING_NEW,
                                  NULL, finding };

      if (!is_taken[i])
        g_array_append_val (changes, change);
    }
  return changes;
}

/* ---- table ---- */

typedef struct
{
  int state;
  double before_share;
  double after_share;
  const LscPhrase *before_text;
  const LscPhrase *after_text;
  gint64 before_gain_ns;
  gint64 after_gain_ns;
  const char *ranks;
  const char *id;
} Row;

static const LscColumn findings_change_columns[] = {
  LSC_CODES (Row, state, "state", N_ ("State"), lsc_finding_state_words, "findings.md#changes",
             N_ ("How the finding changed between the two runs.")),
  LSC_COLUMN (Row, before_share, "before_share", N_ ("Share before"), LSC_UNIT_SHARE,
              "findings.md#gain", N_ ("What could be avoided of the step before, which is 100 %.")),
  LSC_COLUMN (Row, after_share, "after_share", N_ ("Share after"), LSC_UNIT_SHARE,
              "findings.md#gain", N_ ("What could be avoided of the step after, which is 100 %.")),
  LSC_COLUMN (Row, before_text, "before_text", N_ ("Finding before"), LSC_UNIT_NONE,
              "findings.md#rules", N_ ("What made the steps longer before, as a sentence.")),
  LSC_COLUMN (Row, after_text, "after_text", N_ ("Finding after"), LSC_UNIT_NONE,
              "findings.md#rules", N_ ("What makes the steps longer after, as a sentence.")),
  LSC_COLUMN (Row, before_gain_ns, "before_gain_ns", N_ ("Gain before"), LSC_UNIT_NS,
              "findings.md#gain", N_ ("How much shorter a step would have been without it.")),
  LSC_COLUMN (Row, after_gain_ns, "after_gain_ns", N_ ("Gain after"), LSC_UNIT_NS,
              "findings.md#gain", N_ ("How much shorter a step would be without it now.")),
  LSC_COLUMN (Row, ranks, "ranks", N_ ("Ranks"), LSC_UNIT_NONE, "findings.md#gain",
              N_ ("Ranks of the finding; of one that both have those before.")),
  LSC_COLUMN (Row, id, "id", N_ ("Rule"), LSC_UNIT_NONE, "findings.md#rules",
              N_ ("Id of the rule.")),
};

const LscTableInfo lsc_findings_change_table_info =
    LSC_TABLE_INFO ("FindingChange", Row, findings_change_columns);

static const LscFinding *
get_one (const LscFindingChange *change)
{
  return change->before ? change->before : change->after;
}

/**
 * lsc_findings_changes_get_table:
 *
 * Returns: (transfer full): a row a change, in their order
 */
LscTable *
lsc_findings_changes_get_table (const GArray *changes)
{
  LscTable *table;

  g_return_val_if_fail (changes, NULL);
  table = lsc_table_new_for (&lsc_findings_change_table_info);
  for (guint i = 0; i < changes->len; i++)
    {
      const LscFindingChange *change = &g_array_index (changes, LscFindingChange, i);
      const LscFinding *before = change->before, *after = change->after;
      g_autofree char *ranks = _lsc_finding_list_ranks (get_one (change));
      Row row = { .state = change->state,
                  .before_share = before ? before->share : LSC_REAL_NULL,
                  .after_share = after ? after->share : LSC_REAL_NULL,
                  .before_text = before ? before->text : NULL,
                  .after_text = after ? after->text : NULL,
                  .before_gain_ns = before ? before->gain_ns : LSC_INT_NULL,
                  .after_gain_ns = after ? after->gain_ns : LSC_INT_NULL,
                  .ranks = ranks,
                  .id = get_one (change)->id };

      lsc_table_add (table, &row);
    }
  return table;
}

/* ---- words ---- */

static const LscFinding *
get_first (const LscFindings *findings)
{
  const LscFinding *first = findings->rows->len > 0 ? lsc_findings_get (findings, 0) : NULL;

  return first && first->severity == LSC_FINDING_MAJOR ? first : NULL;
}

static LscFindingState
get_state (const GArray *changes, const LscFinding *before)
{
  for (guint i = 0; i < changes->len; i++)
    if (g_array_index (changes, LscFindingChange, i).before == before)
      return g_array_index (changes, LscFindingChange, i).state;
  return LSC_FINDING_NOT_JUDGED;
}

static LscPhrase *
say_before (const LscFinding *first, LscFindingState state)
{
  static const char *const messages[LSC_FINDING_N_STATES] = {
    [LSC_FINDING_GONE] = N_ ("Largest finding before, fixed now: %s"),
    [LSC_FINDING_LESS] = N_ ("Largest finding before, reduced now: %s"),
    [LSC_FINDING_MORE] = N_ ("Largest finding before, larger now: %s"),
    [LSC_FINDING_STAYS] = N_ ("Largest finding before, unchanged now: %s"),
    [LSC_FINDING_NOT_JUDGED] = N_ ("Largest finding before, not judged after: %s"),
  };

  return lsc_phrase_new (messages[state], lsc_phrase_as_argument (first->text));
}

/**
 * lsc_findings_changes_say:
 * @changes: of @before and @after
 *
 * Returns: (transfer full): what the first finding was, what became of it, and what is first now
 */
LscPhrase *
lsc_findings_changes_say (const GArray *changes, const LscFindings *before,
                          const LscFindings *after)
{
  const LscFinding *first, *now;
  g_autoptr (GPtrArray) parts = NULL;

  g_return_val_if_fail (changes && before && after, NULL);
  first = get_first (before);
  now = get_first (after);
  parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  if (first)
    g_ptr_array_add (parts, say_before (first, get_state (changes, first)));
  else
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("Nothing major was found before.")));
  if (now)
    g_ptr_array_add (
        parts, lsc_phrase_new (N_ ("Largest finding now: %s"), lsc_phrase_as_argument (now->text)));
  else
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("Nothing major is found now.")));
  return lsc_phrase_new_joined (" ", parts);
}
