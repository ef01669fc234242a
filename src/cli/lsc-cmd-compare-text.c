/* lsc-cmd-compare-text.c - what changed between two recordings, in words and short tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cmd-compare.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-visible.h"
#include "cli/lsc-cli-text.h"
#include "cli/lsc-cli-op-changes.h"

/* Rows of a list that people are shown. */
#define MOST_SHOWN 10

static const char *const shown[] = { "name",   "before_ns",    "after_ns", "delta_ns",
                                     "change", "significance", "match",    NULL };
static const char *const shown_categories[] = { "name",   "before_ns",    "after_ns", "delta_ns",
                                                "change", "significance", NULL };

static void
append_words (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *words = lsc_phrase_to_words (phrase);
  g_autofree char *visible = lsc_visible_line (words);

  g_string_append_printf (out, "%s%s\n", before, visible);
}

/* The first rows, and those that have no name of their own. */
static LscTable *
pick_rows (const LscCompare *compare, LscCompareList list, const LscTable *table,
           gboolean shows_all)
{
  LscTable *picked = lsc_table_new_like (table);
  GPtrArray *changes = compare->total->lists[list];

  for (guint32 i = 0; i < changes->len; i++)
    if (shows_all || i < MOST_SHOWN || lsc_rank_change_get (compare->total, list, i)->is_word)
      lsc_table_append_rows (picked, table, &i, 1);
  return picked;
}

static void
append_list (GString *out, const LscCompare *compare, LscCompareList list, const char *title,
             gboolean shows_all)
{
  gboolean is_category = list == LSC_COMPARE_CATEGORIES;
  g_autoptr (LscTable) table = lsc_compare_get_table (compare, compare->total, list);
  g_autoptr (LscTable) rows =
      is_category ? lsc_table_ref (table) : pick_rows (compare, list, table, shows_all);
  gsize n_left = lsc_table_get_n_rows (table) - lsc_table_get_n_rows (rows);
  g_autoptr (LscTable) picked =
      lsc_cli_pick_columns (rows, is_category ? shown_categories : shown, NULL);
  g_autofree char *text = lsc_cli_rows_to_text (picked);

  g_string_append_printf (out, "\n%s\n%s", title, text);
  if (n_left > 0)
    lsc_cli_append_left_rows (out, n_left);
}

static const char *const shown_ranks[] = { "rank",
                                           "before_compute_ns",
                                           "after_compute_ns",
                                           "compute_change",
                                           "before_wait_ns",
                                           "after_wait_ns",
                                           "op",
                                           "before_each_ns",
                                           "after_each_ns",
                                           NULL };

#define MOST_RANKS 5

/* Who changed stands first. */
static void
append_ranks (GString *out, const LscCompare *compare, gboolean shows_all)
{
  g_autoptr (LscTable) table = lsc_compare_get_rank_table (compare);
  g_autoptr (LscTable) rows = lsc_table_new_like (table);
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *text = NULL;
  gsize n = lsc_table_get_n_rows (table);
  gsize most = shows_all ? n : MOST_RANKS;

  if (n < 2)
    return;
  for (guint32 i = 0; i < MIN (n, most); i++)
    lsc_table_append_rows (rows, table, &i, 1);
  picked = lsc_cli_pick_columns (rows, shown_ranks, NULL);
  text = lsc_cli_rows_to_text (picked);
  g_string_append_printf (out, "\n%s\n%s", _ ("Ranks, those whose computing changed most first:"),
                          text);
  if (n > most)
    lsc_cli_append_left_rows (out, n - most);
}

static const char *const shown_transitions[] = { "kind",        "before",   "after", "before_count",
                                                 "after_count", "delta_ns", NULL };

#define MOST_TRANSITIONS 5

static void
append_transitions (GString *out, const LscCompare *compare, gboolean shows_all)
{
  g_autoptr (LscTable) table = lsc_compare_get_transition_table (compare);
  g_autoptr (LscTable) rows = lsc_table_new_like (table);
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *text = NULL;
  gsize n = lsc_table_get_n_rows (table);
  gsize most = shows_all ? n : MOST_TRANSITIONS;

  if (n == 0)
    return;
  for (guint32 i = 0; i < MIN (n, most); i++)
    lsc_table_append_rows (rows, table, &i, 1);
  picked = lsc_cli_pick_columns (rows, shown_transitions, NULL);
  text = lsc_cli_table_to_text (picked);
  g_string_append_printf (out, "\n%s\n%s", _ ("What became of what:"), text);
  if (n > most)
    lsc_cli_append_left_rows (out, n - most);
}

static void
append_runs (GString *out, const LscCompare *compare)
{
  g_autoptr (LscTable) table = lsc_compare_get_runs_table (compare);
  g_autofree char *text = NULL;

  if (lsc_table_get_n_rows (table) == 0)
    return;
  text = lsc_cli_table_to_text (table);
  g_string_append_printf (out, "\n%s\n%s", _ ("Runs:"), text);
}

static const char *const shown_findings[] = { "state", "before_share", "after_share",
                                              "ranks", "id",           NULL };

static void
append_findings (GString *out, const LscCompareOptions *options)
{
  g_autoptr (LscTable) table = lsc_findings_changes_get_table (options->changes);
  g_autoptr (LscTable) picked = lsc_cli_pick_columns (table, shown_findings, NULL);
  g_autoptr (LscPhrase) words = lsc_findings_changes_say (
      options->changes, options->findings[LSC_BEFORE], options->findings[LSC_AFTER]);
  g_autofree char *text = lsc_cli_table_to_text (picked);

  g_string_append_printf (out, "\n%s\n", _ ("What the steps lose time to:"));
  append_words (out, "", words);
  g_string_append (out, text);
}

#define MOST_LEFT_OUT 3 /* numbers of steps */

/* Which steps of a side stand for nothing, as they were not recorded whole or do something else. */
static void
append_left_out (GString *out, const LscCompare *compare, LscSide side)
{
  const LscInt64s *unlike = &compare->steps[side].unlike;
  g_autoptr (GString) steps = g_string_new (NULL);

  if (unlike->n == 0)
    return;
  for (gsize i = 0; i < MIN (unlike->n, MOST_LEFT_OUT); i++)
    g_string_append_printf (steps, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", unlike->items[i]);
  if (unlike->n > MOST_LEFT_OUT)
    g_string_append (steps, ", …");
  lsc_cli_append (
      out,
      side == LSC_BEFORE
          ? ngettext ("Before: step %s is excluded: it was not recorded completely, or is of "
                      "another class.\n",
                      "Before: steps %s are excluded: they were not recorded completely, or are of "
                      "another class.\n",
                      (gulong) unlike->n)
          : ngettext ("After: step %s is excluded: it was not recorded completely, or is of "
                      "another class.\n",
                      "After: steps %s are excluded: they were not recorded completely, or are of "
                      "another class.\n",
                      (gulong) unlike->n),
      steps->str);
}

static char *
say_title (const LscCompare *compare)
{
  if (compare->is_part[LSC_BEFORE] || compare->is_part[LSC_AFTER])
    return g_strdup_printf (_ ("A step, mean (%s − %s; negative is shorter):"),
                            compare->names[LSC_AFTER], compare->names[LSC_BEFORE]);
  return g_strdup_printf (
      ngettext (
          "A step of %u rank, mean (after - before; negative is shorter):",
          "A step, mean of %u ranks (after - before; negative is shorter):", compare->ranks->len),
      compare->ranks->len);
}

/**
 * lsc_cmd_compare_say:
 *
 * Returns: (transfer full): the verdict, then ranks, categories, modules and ops, for people
 */
char *
lsc_cmd_compare_say (const LscCompareOptions *options, const LscCompare *compare)
{
  GString *out = g_string_new (NULL);
  gboolean shows_all = options->common.format.is_all;

  append_words (out, "", compare->answer);
  append_words (out, "", compare->text);
  lsc_cli_append (out, _ ("Comparable: %.0f %% (a verdict needs 50 %%)\n"), 100 * compare->score);
  for (guint i = 0; i < compare->reasons->len; i++)
    append_words (out, "  ", ((LscCompareReason *) compare->reasons->pdata[i])->text);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    append_left_out (out, compare, side);
  if (compare->total->step_delta_ns != LSC_INT_NULL && !compare->is_identical)
    {
      g_autofree char *title = say_title (compare);

      append_runs (out, compare);
      append_ranks (out, compare, shows_all);
      append_list (out, compare, LSC_COMPARE_CATEGORIES, title, shows_all);
      append_transitions (out, compare, shows_all);
      append_list (out, compare, LSC_COMPARE_MODULES,
                   _ ("By module, with the idle time before its work:"), shows_all);
      append_list (out, compare, LSC_COMPARE_OPS, _ ("By op:"), shows_all);
    }
  if (options->chips)
    lsc_cli_chips_append (out, options->chips);
  if (options->operators)
    {
      g_string_append_printf (out, "\n%s\n", _ ("By operator:"));
      lsc_cli_op_changes_append (out, options->operators, shows_all ? G_MAXSIZE : MOST_SHOWN);
    }
  if (options->changes)
    append_findings (out, options);
  return g_string_free (out, FALSE);
}
