/* test-table.c - result tables: rows from structs, codes and phrases, words in a language
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <libintl.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-words.h"

typedef struct
{
  gint64 rank;
  double share;
  const char *name;
  int cause;
  const LscPhrase *reason;
} Row;

static const LscWord causes[] = { { "host", "Host Time" }, { "comm", NULL } };

/* In another order than the struct, and without one of its members. */
static const LscColumn columns[] = {
  LSC_COLUMN (Row, reason, "reason", "Reason", LSC_UNIT_NONE, NULL, "Why."),
  LSC_CODES (Row, cause, "cause", "Cause", causes, NULL, "What it waited for."),
  LSC_COLUMN (Row, share, "share", "Share", LSC_UNIT_SHARE, NULL, "Of all."),
  LSC_COLUMN (Row, rank, "rank", "Rank", LSC_UNIT_ID, NULL, "The rank."),
  LSC_COLUMN (Row, name, "name", "Name", LSC_UNIT_NONE, NULL, "Its name."),
};

static const LscTableInfo info = LSC_TABLE_INFO ("things", Row, columns);

static LscTable *
make_table (void)
{
  LscTable *table = lsc_table_new_for (&info);
  g_autoptr (LscPhrase) reason = lsc_phrase_new ("%s waited %d times", "x:1", 7);

  lsc_table_add (table, &(Row){ 3, 0.5, "matmul", 1, reason });
  lsc_table_add (table, &(Row){ LSC_INT_NULL, LSC_REAL_NULL, NULL, LSC_CODE_NULL, NULL });
  lsc_table_add (table, &(Row){ 0, 0, "", 0, NULL });
  return table;
}

static void
check_first (const LscTable *table, gsize row)
{
  g_autofree char *words = NULL;

  g_assert_cmpint (lsc_table_get_named (table, row, "rank").integer, ==, 3);
  g_assert_cmpfloat (lsc_table_get_named (table, row, "share").real, ==, 0.5);
  g_assert_cmpstr (lsc_table_get_named (table, row, "name").text, ==, "matmul");
  g_assert_cmpstr (lsc_table_get_named (table, row, "cause").text, ==, "comm");
  g_assert_cmpint (lsc_table_get_named (table, row, "cause").integer, ==, 1);
  g_assert_cmpstr (lsc_table_get_named (table, row, "reason").text, ==, "x:1 waited 7 times");
  words = lsc_table_get_words (table, row, (guint) lsc_table_find_column (table, "reason"));
  g_assert_cmpstr (words, ==, "x:1 waited 7 times");
}

static void
test_rows (void)
{
  g_autoptr (LscTable) table = make_table ();

  check_first (table, 0);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_assert_true (lsc_table_get (table, 1, i).is_null);
  g_assert_false (lsc_table_get_named (table, 2, "rank").is_null);
  g_assert_cmpstr (lsc_table_get_named (table, 2, "name").text, ==, "");
  g_assert_cmpstr (lsc_table_get_named (table, 2, "cause").text, ==, "host");
  g_assert_true (lsc_table_get_named (table, 2, "absent").is_null);
}

static void
test_types (void)
{
  g_assert_cmpint (columns[0].type, ==, LSC_TYPE_TEXT);
  g_assert_cmpint (columns[1].type, ==, LSC_TYPE_TEXT);
  g_assert_cmpint (columns[2].type, ==, LSC_TYPE_REAL);
  g_assert_cmpint (columns[3].type, ==, LSC_TYPE_INT);
  g_assert_cmpint (columns[1].n_words, ==, 2);
}

/* What cells were made of goes with rows that are copied. */
static void
test_copies (void)
{
  g_autoptr (LscTable) table = make_table ();
  g_autoptr (LscTable) copy = lsc_table_new_like (table);
  LscColumn fewer[] = { columns[4], columns[0], { .name = "share", .type = LSC_TYPE_INT } };
  g_autoptr (LscTable) picked = lsc_table_new ("picked", fewer, G_N_ELEMENTS (fewer));
  guint32 rows[] = { 1, 0 };

  lsc_table_append_rows (copy, table, rows, 2);
  g_assert_cmpuint (lsc_table_get_n_rows (copy), ==, 2);
  check_first (copy, 1);
  g_assert_true (lsc_table_get_named (copy, 0, "cause").is_null);
  lsc_table_append_table (copy, table);
  g_assert_cmpuint (lsc_table_get_n_rows (copy), ==, 5);
  check_first (copy, 2);
  lsc_table_append_table (picked, table);
  g_assert_cmpstr (lsc_table_get (picked, 0, 0).text, ==, "matmul");
  g_assert_cmpstr (lsc_table_get (picked, 0, 1).text, ==, "x:1 waited 7 times");
  g_assert_cmpint (lsc_table_get (picked, 0, 2).integer, ==, 0);
  g_assert_true (lsc_table_get (picked, 1, 2).is_null);
}

/* What was cleared is NULL, whatever stood there, and nothing else is. */
static void
test_clear (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&info);
  Row row = { 1, 1, "x", 1, NULL };

  lsc_table_info_clear_row (&info, &row);
  g_assert_cmpint (row.rank, ==, LSC_INT_NULL);
  g_assert_true (isnan (row.share));
  g_assert_cmpint (row.cause, ==, LSC_CODE_NULL);
  g_assert_null (row.name);
  g_assert_null (row.reason);
  lsc_table_add (table, &row);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_assert_true (lsc_table_get (table, 0, i).is_null);
}

/* Every kind of cell, row by row, by struct or by number; more rows than a table begins with. */
static void
test_many (void)
{
  static const char *const names[] = { NULL, "", "a", "b" };
  g_autoptr (LscTable) table = lsc_table_new_for (&info);
  g_autoptr (LscTable) copy = lsc_table_new_for (&info);
  Row rows[500] = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Row *row = &rows[i];
      g_autoptr (LscPhrase) reason = i % 7 == 0 ? NULL : lsc_phrase_new ("%d times", (int) i);

      *row = (Row){ i % 5 == 0 ? LSC_INT_NULL : (gint64) i - 250,
                    i % 3 == 0 ? LSC_REAL_NULL : (double) i / 4, names[i % 4],
                    (int) (i / 2 % 4) - 1, reason };
      if (i % 2 == 0)
        g_assert_cmpuint (lsc_table_add (table, row), ==, i);
      else
        {
          g_assert_cmpuint (lsc_table_add_row (table), ==, i);
          if (row->rank != LSC_INT_NULL)
            lsc_table_set_int (table, i, 3, row->rank);
          if (!isnan (row->share))
            lsc_table_set_real (table, i, 2, row->share);
          lsc_table_set_text (table, i, 4, row->name);
          lsc_table_set_phrase (table, i, 0, reason);
        }
    }
  lsc_table_append_table (copy, table);
  g_assert_cmpuint (lsc_table_get_n_rows (copy), ==, G_N_ELEMENTS (rows));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (int k = 0; k < 2; k++)
      {
        const LscTable *of = k == 0 ? table : copy;
        const Row *row = &rows[i];
        g_autofree char *times = i % 7 == 0 ? NULL : g_strdup_printf ("%d times", (int) i);
        gboolean has_code = i % 2 == 0 && row->cause >= 0 && row->cause < 2;

        g_assert_true (lsc_table_get (of, i, 3).is_null == (row->rank == LSC_INT_NULL));
        g_assert_true (lsc_table_get (of, i, 3).is_null ||
                       lsc_table_get (of, i, 3).integer == row->rank);
        g_assert_true (lsc_table_get (of, i, 2).is_null == (i % 3 == 0));
        g_assert_true (i % 3 == 0 || lsc_table_get (of, i, 2).real == row->share);
        g_assert_cmpstr (lsc_table_get (of, i, 4).text, ==, row->name);
        g_assert_cmpstr (lsc_table_get (of, i, 0).text, ==, times);
        g_assert_true (lsc_table_get (of, i, 1).is_null == !has_code);
        g_assert_true (!has_code || lsc_table_get (of, i, 1).integer == row->cause);
      }
}

/* ---- phrases ------------------------------------------------------------------------------- */

static void
assert_plain (LscPhrase *phrase, const char *expected)
{
  g_autofree char *plain = lsc_phrase_to_plain (phrase);
  g_autofree char *words = lsc_phrase_to_words (phrase);

  g_assert_cmpstr (plain, ==, expected);
  g_assert_cmpstr (words, ==, expected); /* no catalog is loaded here */
  lsc_phrase_free (phrase);
}

static void
test_phrases (void)
{
  g_autoptr (LscPhrase) inner = lsc_phrase_new ("[%s]", "5:a%s\002m");
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  assert_plain (lsc_phrase_new ("%d %u %zu %" G_GINT64_FORMAT " %.1f %% %s|", -1, 2u, (gsize) 3,
                                G_GINT64_CONSTANT (-4000000000), 2.25, ""),
                "-1 2 3 -4000000000 2.2 % |");
  assert_plain (lsc_phrase_new ("<%s> <%s>", lsc_phrase_as_argument (inner), "y"),
                "<[5:a%s\002m]> <y>");
  assert_plain (lsc_phrase_new_text ("below 2 % of it"), "below 2 % of it");
  assert_plain (lsc_phrase_new_verbatim ("100 %d"), "100 %d");
  assert_plain (lsc_phrase_new_plural (1, "%d rank", "%d ranks", 1), "1 rank");
  assert_plain (lsc_phrase_new_plural (2, "%d rank", "%d ranks", 2), "2 ranks");
  assert_plain (lsc_phrase_new_text (""), "");
  g_ptr_array_add (parts, lsc_phrase_new_text ("a %"));
  g_ptr_array_add (parts, lsc_phrase_new ("%d", 2));
  assert_plain (lsc_phrase_new_joined ("; ", parts), "a %; 2");
  g_assert_null (lsc_phrase_to_words (NULL));
  g_assert_null (lsc_phrase_copy (NULL));
}

/* Arguments are names from files: whatever they hold, it is shown and nothing breaks. */
static void
test_odd_arguments (void)
{
  static const char *const odd[] = { "\002",      "\002m",     "\002m9:a", "\002m1:", "\002p1:1",
                                     "\002m2:%s", "\002q1:ab", "%s%s%n",   "1:2:3" };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autoptr (LscPhrase) phrase = lsc_phrase_new ("a %s b", odd[i]);
      g_autofree char *plain = lsc_phrase_to_plain (phrase);

      g_assert_true (g_str_has_prefix (plain, "a "));
      g_assert_true (g_str_has_suffix (plain, " b"));
    }
}

/* A phrase around itself is shown to a depth, as is one with too many arguments. */
static void
test_deep (void)
{
  g_autoptr (LscPhrase) phrase = lsc_phrase_new ("x");
  g_autofree char *plain = NULL;

  for (int i = 0; i < 40; i++)
    {
      LscPhrase *outer = lsc_phrase_new ("(%s)", lsc_phrase_as_argument (phrase));

      lsc_phrase_free (phrase);
      phrase = outer;
    }
  plain = lsc_phrase_to_plain (phrase);
  g_assert_true (g_str_has_prefix (plain, "(((("));
}

/* The catalog of the build is asked for, if there is one. */
static void
test_translated (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "po", NULL);
  g_autoptr (LscTable) table = lsc_table_new_for (&info);
  g_autoptr (LscPhrase) phrase = NULL, inner = NULL;
  g_autofree char *words = NULL, *kind = NULL;

  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  setlocale (LC_ALL, "C.UTF-8");
  bindtextdomain (GETTEXT_PACKAGE, folder);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  if (g_str_equal (g_dgettext (GETTEXT_PACKAGE, "measured"), "measured"))
    {
      g_test_skip ("the catalog is not built");
      return;
    }
  inner = lsc_phrase_new_text ("measured");
  phrase = lsc_phrase_new ("not available: %s", lsc_phrase_as_argument (inner));
  lsc_table_add (table, &(Row){ .reason = phrase, .cause = 0 });
  words = lsc_table_get_words (table, 0, 0);
  g_assert_cmpstr (lsc_table_get (table, 0, 0).text, ==, "not available: measured");
  g_assert_nonnull (strstr (words, _ ("measured")));
  g_assert_null (strstr (words, "measured"));
  g_assert_null (strstr (words, "available"));
  kind = lsc_table_get_words (table, 0, 1);
  g_assert_cmpstr (kind, ==, _ ("Host Time"));
  g_assert_cmpstr (kind, !=, "Host Time");
  g_assert_cmpstr (lsc_table_get (table, 0, 1).text, ==, "host");
}

/* @argument: fills every conversion. */
static void
check_filled (const char *message, const char *argument, const char *expected)
{
  g_autoptr (LscPhrase) phrase = lsc_phrase_new (message, argument, argument);
  g_autofree char *words = lsc_phrase_to_words (phrase);

  g_assert_cmpstr (words, ==, expected);
}

/* A message that no catalog has stands for its translation. */
static void
test_seams (void)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_autoptr (LscPhrase) joined = NULL;
  g_autoptr (GString) sentences = g_string_new (NULL);
  g_autofree char *words = NULL, *plain = NULL;

  check_filled ("等待%s完成", "rank 6", "等待 rank 6 完成");
  check_filled ("等待 %s 完成", "其他 rank", "等待其他 rank 完成");
  check_filled ("占%s，其次 %s", "10 %", "占 10 %，其次 10 %");
  check_filled ("%s 上空闲", "2 个 rank（共 4 个）", "2 个 rank（共 4 个）上空闲");
  check_filled ("对比%s与%s。", "变更前", "对比变更前与变更前。");
  check_filled ("waits for %s here", "算子", "waits for 算子 here");
  check_filled ("%s（%s）", "", "（）");
  g_ptr_array_add (parts, lsc_phrase_new_text ("甲。"));
  g_ptr_array_add (parts, lsc_phrase_new_text ("rank 2"));
  g_ptr_array_add (parts, lsc_phrase_new_text ("end."));
  joined = lsc_phrase_new_joined (" ", parts);
  words = lsc_phrase_to_words (joined);
  g_assert_cmpstr (words, ==, "甲。rank 2 end.");
  plain = lsc_phrase_to_plain (joined);
  g_assert_cmpstr (plain, ==, "甲。 rank 2 end.");
  lsc_words_append (sentences, "甲。");
  lsc_words_append (sentences, "rank 2.");
  lsc_words_append (sentences, "End.");
  g_assert_cmpstr (sentences->str, ==, "甲。rank 2. End.");
}

/* ---- all tables ----------------------------------------------------------------------------- */

static void
check_column (const LscTableInfo *about, const LscColumn *column)
{
  g_test_message ("%s.%s", about->name, column->name);
  g_assert_true (column->name && *column->name);
  g_assert_true (column->title && *column->title);
  g_assert_true (column->about && g_str_has_suffix (column->about, "."));
  g_assert_cmpint (column->form, !=, LSC_FORM_NONE);
  g_assert_cmpuint (column->offset, <, about->row_size);
  g_assert_cmpint (column->form == LSC_FORM_CODE, ==, column->words != NULL);
  for (guint i = 0; i < column->n_words; i++)
    g_assert_true (column->words[i].key && *column->words[i].key);
  if (column->unit == LSC_UNIT_SHARE)
    g_assert_nonnull (strstr (column->about, "100 %"));
}

/* Each column has its texts and a member of its own. */
static void
test_list (void)
{
  guint n;
  const LscTableInfo *const *list = lsc_table_list (&n);

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < list[i]->n_columns; k++)
      {
        const LscColumn *column = &list[i]->columns[k];

        check_column (list[i], column);
        for (guint other = 0; other < k; other++)
          {
            g_assert_cmpuint (column->offset, !=, list[i]->columns[other].offset);
            g_assert_cmpstr (column->name, !=, list[i]->columns[other].name);
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/rows", test_rows);
  g_test_add_func ("/table/types", test_types);
  g_test_add_func ("/table/copies", test_copies);
  g_test_add_func ("/table/clear", test_clear);
  g_test_add_func ("/table/many", test_many);
  g_test_add_func ("/table/phrases", test_phrases);
  g_test_add_func ("/table/odd-arguments", test_odd_arguments);
  g_test_add_func ("/table/deep", test_deep);
  g_test_add_func ("/table/list", test_list);
  g_test_add_func ("/table/translated", test_translated);
  g_test_add_func ("/table/seams", test_seams);
  return g_test_run ();
}
