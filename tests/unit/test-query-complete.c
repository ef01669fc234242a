/* test-query-complete.c - the words that are offered while a statement is typed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/query/lsc-query-complete.h"

/* @sql: with a | where the cursor is
 * @n: how many of the offered words are listed
 *
 * Returns: (transfer full): "begin: word word …" */
static char *
complete (const char *sql, gboolean is_asked, gsize n)
{
  const char *cursor = strchr (sql, '|');
  g_autofree char *text = g_strdup_printf ("%.*s%s", (int) (cursor - sql), sql, cursor + 1);
  LscCompletions found = { 0 };
  gsize begin = lsc_query_complete (text, (gsize) (cursor - sql), is_asked, &found);
  GString *all = g_string_new (NULL);

  g_string_printf (all, "%zu:", begin);
  for (gsize i = 0; i < MIN (found.n, n); i++)
    g_string_append_printf (all, " %s", found.items[i].text);
  lsc_completions_clear (&found);
  return g_string_free (all, FALSE);
}

static void
check (const char *sql, const char *expected)
{
  g_autofree char *found = complete (sql, FALSE, G_MAXSIZE);

  g_assert_cmpstr (found, ==, expected);
}

static gboolean
offers (const char *sql, gboolean is_asked, const char *word)
{
  g_autofree char *found = complete (sql, is_asked, G_MAXSIZE);
  g_auto (GStrv) words = g_strsplit (found, " ", -1);

  return g_strv_contains ((const char *const *) words, word);
}

static void
test_prefix (void)
{
  check ("|", "0:");
  check ("S|", "0:");
  check ("SELE|", "0: SELECT");
  check ("sele|", "0: SELECT");
  check ("SELECT|", "0:");
  check ("SELECT * FROM sl|", "14: slices");
  check ("SELECT * FROM slices WHERE dur|", "27: dur_ns");
  check ("SELECT med|", "7: median");
  check ("SELECT 12|", "7:");
}

/* Columns are those of the tables that are named, wherever they are; after a dot those of what
 * stands before it. */
static void
test_columns (void)
{
  g_assert_true (offers ("SELECT |", TRUE, "dur_ns"));
  g_assert_true (offers ("SELECT | FROM slices", TRUE, "dur_ns"));
  g_assert_true (offers ("SELECT | FROM gaps", TRUE, "class"));
  g_assert_false (offers ("SELECT | FROM slices", TRUE, "class"));
  g_assert_true (offers ("SELECT slices.| FROM slices", FALSE, "dur_ns"));
  g_assert_false (offers ("SELECT slices.| FROM slices", FALSE, "SELECT"));
  g_assert_false (offers ("SELECT slices.| FROM slices", FALSE, "count"));
  check ("SELECT k.du| FROM slices AS k", "9: dur_ns");
  check ("SELECT K.du| FROM slices k JOIN links l", "9: dur_ns");
  check ("SELECT l.fr| FROM slices k JOIN links l", "9: from_id");
  check ("SELECT where.du| FROM slices where", "13:");
  check ("SELECT x.du| FROM slices k", "9:");
  check ("SELECT 1.|", "9:");
}

static void
test_tables (void)
{
  g_assert_true (offers ("SELECT * FROM |", TRUE, "gaps"));
  g_assert_true (offers ("SELECT * FROM gaps JOIN |", TRUE, "slices"));
  g_assert_false (offers ("SELECT * FROM |", TRUE, "SELECT"));
  g_assert_false (offers ("SELECT * FROM |", TRUE, "dur_ns"));
  g_assert_false (offers ("SELECT * FROM |", FALSE, "gaps"));
}

/* Nothing in texts and comments, of which the open end is one too; behind them all is as before. */
static void
test_texts (void)
{
  check ("SELECT 'SELE|'", "8:");
  check ("SELECT 'SELE|", "8:");
  check ("-- SELE|", "3:");
  check ("/* SELE| */", "3:");
  check ("/* FROM */ SELE|", "11: SELECT");
  check ("-- x\nSELE|", "5: SELECT");
  check ("SELECT 'FROM gaps', cla| FROM slices", "20:");
  check ("SELECT 'it''s' AS a, dur|", "21: dur_ns");
  check ("SELECT 'ü', dur|", "13: dur_ns");
}

/* Whatever is typed, and wherever the cursor is: no word that does not begin as it was typed. */
static void
test_anything (void)
{
  static const char *const parts[] = { "SELECT", "slices", ".", "'",  "\"", "--", "\n",  "/*",
                                       "*/",     " ",      "k", "AS", "1",  "ä",  "FROM" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (int round = 0; round < 2000; round++)
    {
      g_autoptr (GString) sql = g_string_new (NULL);

      for (int i = g_rand_int_range (rand, 0, 12); i > 0; i--)
        g_string_append (sql, parts[g_rand_int_range (rand, 0, G_N_ELEMENTS (parts))]);
      for (gsize at = 0; at <= sql->len; at++)
        {
          LscCompletions found = { 0 };
          gsize begin = lsc_query_complete (sql->str, at, TRUE, &found);

          g_assert_cmpuint (begin, <=, at);
          for (gsize i = 0; i < found.n; i++)
            g_assert_cmpint (
                g_ascii_strncasecmp (found.items[i].text, sql->str + begin, at - begin), ==, 0);
          lsc_completions_clear (&found);
        }
    }
}

/* What is offered as a word of the language is coloured as one. */
static void
test_colours (void)
{
  static const char *const words[] = { "SELECT",    "ASC",  "DESC",      "NULLS",  "OVER",
                                       "PARTITION", "WITH", "RECURSIVE", "FILTER", "UNBOUNDED" };
  g_autofree char *path = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"),
                                            "resources/language-specs/lanescope-sql.lang", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *prefix = g_strdup_printf ("%.*s|", (int) strlen (words[i]) - 1, words[i]);
      g_autofree char *keyword = g_strdup_printf ("<keyword>%s</keyword>", words[i]);

      g_assert_true (offers (prefix, TRUE, words[i]));
      g_assert_nonnull (strstr (text, keyword));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-complete/prefix", test_prefix);
  g_test_add_func ("/query-complete/columns", test_columns);
  g_test_add_func ("/query-complete/tables", test_tables);
  g_test_add_func ("/query-complete/texts", test_texts);
  g_test_add_func ("/query-complete/colours", test_colours);
  g_test_add_func ("/query-complete/anything", test_anything);
  return g_test_run ();
}
