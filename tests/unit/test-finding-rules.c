/* test-finding-rules.c - the table of rules and the page that defines them say the same
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <string.h>

#include "judge/findings/lsc-finding-rules.h"
#include "judge/findings/lsc-findings.h"

static char *
load_page (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "docs/definitions/findings.md", NULL);
  g_autoptr (GError) error = NULL;
  char *page = NULL;

  g_file_get_contents (path, &page, NULL, &error);
  g_assert_no_error (error);
  return page;
}

/* "K04-K08": that is five ids. */
static void
add_range (GHashTable *rows, const char *word, const char *row)
{
  char letter = word[0];
  guint64 first = g_ascii_strtoull (&word[1], NULL, 10);
  guint64 last = g_ascii_strtoull (strchr (word, '-') + 2, NULL, 10);

  for (guint64 i = first; i <= last; i++)
    g_hash_table_insert (rows, g_strdup_printf ("%c%02u", letter, (guint) i), g_strdup (row));
}

/* (transfer full): what the table of the page that follows @head says of each id: its third cell */
static GHashTable *
read_rows (const char *page, const char *head)
{
  GHashTable *rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) lines = g_strsplit (strstr (page, head), "\n", -1);
  guint i = 0;

  while (!g_str_has_prefix (lines[i], "|---"))
    i++;
  for (i++; g_str_has_prefix (lines[i], "| "); i++)
    {
      g_auto (GStrv) cells = g_strsplit (&lines[i][2], " | ", -1);
      g_auto (GStrv) ids = g_strsplit (cells[0], ", ", -1);

      for (guint k = 0; ids[k] != NULL; k++)
        {
          char *end = strchr (ids[k], ':');

          if (end != NULL)
            *end = '\0';
          if (strchr (ids[k], '-') != NULL)
            add_range (rows, ids[k], cells[2] != NULL ? cells[2] : "");
          else
            g_hash_table_insert (rows, g_strdup (ids[k]),
                                 g_strdup (cells[2] != NULL ? cells[2] : ""));
        }
    }
  return rows;
}

/* What the page says of a rule's threshold is what the rule is judged by. */
static void
check_threshold (const LscFindingRule *rule, const char *threshold)
{
  gboolean has_share = g_ascii_isdigit (threshold[0]);
  double share = has_share ? g_ascii_strtod (threshold, NULL) / 100 : 0;
  const char *possible = strstr (threshold, "possible");

  g_test_message ("%s: %s", rule->id, threshold);
  g_assert_cmpfloat_with_epsilon (share, rule->least_share, 1e-9);
  g_assert_cmpint (possible != NULL && strstr (possible, "below") == NULL, ==, rule->is_minor);
}

static void
test_page (void)
{
  g_autofree char *page = load_page ();
  g_autoptr (GHashTable) rows = read_rows (page, "<a id=\"rules\">");
  g_autoptr (GHashTable) others = read_rows (page, "<a id=\"not-judged\">");
  GHashTableIter iter;
  gpointer id;

  for (guint i = 0; i < LSC_N_RULES; i++)
    {
      const LscFindingRule *rule = &lsc_finding_rules[i];
      const char *threshold = g_hash_table_lookup (rows, rule->id);

      g_test_message ("%s", rule->id);
      if (g_hash_table_contains (others, rule->id))
        continue;
      g_assert_nonnull (threshold);
      check_threshold (rule, threshold);
    }
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      g_test_message ("%s", (const char *) id);
      g_assert_nonnull (lsc_finding_rule_find (id));
    }
}

static void
test_anchors (void)
{
  g_autofree char *page = load_page ();

  for (guint i = 0; i < LSC_N_RULES; i++)
    {
      const char *anchor = lsc_finding_rules[i].anchor;
      g_autofree char *wanted = NULL;

      g_test_message ("%s", anchor);
      g_assert_true (g_str_has_prefix (anchor, "findings.md#"));
      wanted = g_strdup_printf ("<a id=\"%s\"></a>", &anchor[strlen ("findings.md#")]);
      g_assert_nonnull (strstr (page, wanted));
    }
}

/* Programs read the ids: each is of one rule, and those who speak for others are known, too. */
static void
test_ids (void)
{
  for (guint i = 0; i < LSC_N_RULES; i++)
    {
      const LscFindingRule *rule = &lsc_finding_rules[i];

      g_assert_true (lsc_finding_rule_find (rule->id) == rule);
      g_assert_cmpint (rule->need, <, LSC_N_NEEDS);
      if (rule->speaker != NULL)
        g_assert_cmpint (rule->need, !=, LSC_NEED_NOTHING);
      g_assert_cmpstr (lsc_finding_rule_get_speaker (rule->id), ==,
                       rule->speaker != NULL ? rule->speaker : rule->id);
    }
  g_assert_null (lsc_finding_rule_find ("no_such_rule"));
  g_assert_cmpstr (lsc_finding_rule_get_speaker ("no_such_rule"), ==, "no_such_rule");
}

/* A word of certainty that stands alone says in Chinese what it is about; below a head it does not.
 */
static void
test_certainty (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "po", NULL);
  LscFinding finding = { .certainty = LSC_FINDING_LIKELY };

  g_assert_cmpstr (lsc_finding_get_certainty_title (&finding), ==, "Likely");
  g_assert_null (strstr (lsc_finding_get_certainty_words (&finding).about, "gain"));
  finding.is_bound = TRUE; /* which is about the gain, not about the cause */
  g_assert_nonnull (strstr (lsc_finding_get_certainty_words (&finding).about, "“Up to”"));
  g_assert_null (lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, TRUE).title);
  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  setlocale (LC_ALL, "C.UTF-8");
  bindtextdomain (GETTEXT_PACKAGE, folder);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  if (g_str_equal (g_dgettext (GETTEXT_PACKAGE, "measured"), "measured"))
    {
      g_test_skip ("the catalog is not built");
      return;
    }
  g_assert_cmpstr (lsc_finding_get_certainty_title (&finding), ==, "置信度中");
  g_assert_cmpstr (g_dgettext (GETTEXT_PACKAGE, "Likely"), ==, "中");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finding-rules/page", test_page);
  g_test_add_func ("/finding-rules/anchors", test_anchors);
  g_test_add_func ("/finding-rules/ids", test_ids);
  g_test_add_func ("/finding-rules/certainty", test_certainty);
  return g_test_run ();
}
