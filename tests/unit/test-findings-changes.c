/* test-findings-changes.c - what became of the findings of a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/findings/lsc-findings-changes.h"

static void
free_finding (gpointer item)
{
  LscFinding *self = item;

  g_array_unref (self->ranks);
  g_array_unref (self->steps);
  lsc_phrase_free (self->text);
  g_free (self);
}

static LscFindings *
make (void)
{
  LscFindings *self = g_new0 (LscFindings, 1);

  self->rows = g_ptr_array_new_with_free_func (free_finding);
  self->silent = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static void
discard (LscFindings *self)
{
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->silent);
  g_free (self);
}

/* @ranks: "0,2" */
static void
add (LscFindings *self, const char *id, const char *ranks, double share)
{
  LscFinding *finding = g_new0 (LscFinding, 1);
  g_auto (GStrv) words = g_strsplit (ranks, ",", -1);

  *finding = (LscFinding){ .id = id,
                           .severity = share >= 0.02 ? LSC_FINDING_MAJOR : LSC_FINDING_MINOR,
                           .share = share,
                           .gain_ns = (gint64) (share * 1e6),
                           .ranks = g_array_new (FALSE, FALSE, sizeof (gint64)),
                           .steps = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  for (guint i = 0; words[i] != NULL; i++)
    {
      gint64 rank = g_ascii_strtoll (words[i], NULL, 10);

      g_array_append_val (finding->ranks, rank);
    }
  finding->text = lsc_phrase_new ("%s on %s", id, ranks);
  g_ptr_array_add (self->rows, finding);
}

static void
add_silent (LscFindings *self, const char *id)
{
  LscSilentRule *rule = g_new0 (LscSilentRule, 1);

  rule->id = id;
  g_ptr_array_add (self->silent, rule);
}

static const char *
get_state (LscTable *table, gsize row)
{
  return lsc_table_get_named (table, row, "state").text;
}

/* The example of the definition, and one of each state. */
static void
test_states (void)
{
  LscFindings *before = make (), *after = make ();
  g_autoptr (GArray) changes = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (LscPhrase) said = NULL;
  g_autofree char *words = NULL;

  add (before, "slow_rank", "2", 0.11);
  add (before, "host_launch", "0,1,2,3", 0.10);
  add (before, "exposed", "0,1", 0.05);
  add (before, "memory", "0,1,2,3", 0.03);
  add (before, "stays", "0", 0.021);
  add (after, "host_launch", "0", 0.06);
  add (after, "exposed", "1,2", 0.09);
  add (after, "slow_rank", "0", 0.04);
  add (after, "stays", "0", 0.01);
  add (after, "unsure", "0", 0.01);
  add_silent (after, "memory");
  add_silent (before, "unsure");
  changes = lsc_findings_changes_new (before, after);
  table = lsc_findings_changes_get_table (changes);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 7);
  g_assert_cmpstr (get_state (table, 0), ==, "gone");
  g_assert_cmpstr (get_state (table, 1), ==, "less");
  g_assert_cmpstr (get_state (table, 2), ==, "more");
  g_assert_cmpstr (get_state (table, 3), ==, "not_judged");
  g_assert_cmpstr (get_state (table, 4), ==, "stays");
  g_assert_cmpstr (get_state (table, 5), ==, "new");
  g_assert_cmpstr (lsc_table_get_named (table, 5, "id").text, ==, "slow_rank");
  g_assert_cmpstr (lsc_table_get_named (table, 5, "ranks").text, ==, "0");
  g_assert_cmpstr (get_state (table, 6), ==, "not_judged");
  g_assert_true (lsc_table_get_named (table, 0, "after_share").is_null);
  g_assert_cmpfloat (lsc_table_get_named (table, 1, "after_share").real, ==, 0.06);
  said = lsc_findings_changes_say (changes, before, after);
  words = lsc_phrase_to_plain (said);
  g_assert_cmpstr (
      words, ==,
      "Largest finding before, fixed now: slow_rank on 2 Largest finding now: host_launch on 0");
  discard (before);
  discard (after);
}

/* Of two of a rule that is paired which shares the most ranks. */
static void
test_most (void)
{
  LscFindings *before = make (), *after = make ();
  g_autoptr (GArray) changes = NULL;

  add (before, "rule", "0,1,2", 0.11);
  add (after, "rule", "0,5", 0.10);
  add (after, "rule", "1,2", 0.10);
  add (after, "rule", "2,7", 0.10);
  changes = lsc_findings_changes_new (before, after);
  g_assert_cmpuint (changes->len, ==, 3);
  g_assert_true (g_array_index (changes, LscFindingChange, 0).after == after->rows->pdata[1]);
  g_assert_true (g_array_index (changes, LscFindingChange, 1).after == after->rows->pdata[0]);
  discard (before);
  discard (after);
}

/* Without major findings that is what is said. */
static void
test_nothing (void)
{
  LscFindings *before = make (), *after = make ();
  g_autoptr (GArray) changes = NULL;
  g_autoptr (LscPhrase) said = NULL;
  g_autofree char *words = NULL;

  add (before, "small", "0", 0.01);
  changes = lsc_findings_changes_new (before, after);
  said = lsc_findings_changes_say (changes, before, after);
  words = lsc_phrase_to_plain (said);
  g_assert_cmpstr (words, ==, "Nothing major was found before. Nothing major is found now.");
  discard (before);
  discard (after);
}

/* Several rules want the same data, which one of them says: the others are not judged either. */
static void
test_speaker (void)
{
  LscFindings *before = make (), *after = make ();
  g_autoptr (GArray) changes = NULL;

  add (before, "K06", "0", 0.01);
  add (before, "K09", "0", 0.01);
  add_silent (after, "K05-K08, K10");
  changes = lsc_findings_changes_new (before, after);
  g_assert_cmpint (g_array_index (changes, LscFindingChange, 0).state, ==, LSC_FINDING_NOT_JUDGED);
  g_assert_cmpint (g_array_index (changes, LscFindingChange, 1).state, ==, LSC_FINDING_GONE);
  discard (before);
  discard (after);
}

/* What is to blame on one rank is said, and not that none is slow; the overview stays as it is. */
static void
test_blame (void)
{
  LscFindings *findings = make ();
  LscOverview overview = { .lines =
                               g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free),
                           .no_slow = 1 };
  g_autoptr (GPtrArray) plain = NULL, blamed = NULL;

  g_ptr_array_add (overview.lines, lsc_phrase_new_text ("The step."));
  g_ptr_array_add (overview.lines, lsc_phrase_new_text ("No rank is slow."));
  add (findings, "slow_link", "2", 0.11);
  findings->blame = LSC_FINDINGS_NO_BLAME;
  plain = lsc_findings_list_overview_lines (findings, &overview);
  g_assert_true (plain->pdata[1] == overview.lines->pdata[1]);
  findings->blame = 0;
  g_assert_false (lsc_findings_replaces_line (findings, &overview, 0));
  g_assert_true (lsc_findings_replaces_line (findings, &overview, 1));
  blamed = lsc_findings_list_overview_lines (findings, &overview);
  g_assert_cmpuint (blamed->len, ==, 2);
  g_assert_true (blamed->pdata[0] == overview.lines->pdata[0]);
  g_assert_true (blamed->pdata[1] == lsc_findings_get (findings, 0)->text);
  g_ptr_array_unref (overview.lines);
  discard (findings);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings-changes/states", test_states);
  g_test_add_func ("/findings-changes/most", test_most);
  g_test_add_func ("/findings-changes/nothing", test_nothing);
  g_test_add_func ("/findings-changes/speaker", test_speaker);
  g_test_add_func ("/findings-changes/blame", test_blame);
  return g_test_run ();
}
