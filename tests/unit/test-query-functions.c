/* test-query-functions.c - functions of the query answer as the built-in ones of SQLite do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

#include "analyze/query/lsc-query.h"
#include "base/lsc-error.h"

#define N_RANDOM 6000

typedef struct
{
  LscQuery *query;
  sqlite3 *plain; /* SQLite as it is */
} Pair;

static void
pair_init (Pair *self)
{
  static const LscQueryLoader loader = { NULL, NULL, 0, NULL };
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  self->query = lsc_query_new (sources, &loader, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sqlite3_open (":memory:", &self->plain), ==, SQLITE_OK);
}

static void
pair_clear (Pair *self)
{
  lsc_query_free (self->query);
  sqlite3_close (self->plain);
}

/* Returns: (transfer full): type and bytes of the answer, or "error" */
static char *
ask_plain (Pair *self, const char *sql)
{
  sqlite3_stmt *stmt = NULL;
  char *answer = NULL;

  if (sqlite3_prepare_v2 (self->plain, sql, -1, &stmt, NULL) == SQLITE_OK &&
      sqlite3_step (stmt) == SQLITE_ROW)
    answer = g_strdup ((const char *) sqlite3_column_text (stmt, 0));
  sqlite3_finalize (stmt);
  return answer ? answer : g_strdup ("error");
}

static char *
ask_query (Pair *self, const char *sql)
{
  const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;
  LscQueryEnd end;
  g_autoptr (LscTable) table = lsc_query_run (self->query, sql, &budget, NULL, &end, NULL);

  if (!table)
    return g_strdup ("error");
  g_assert_cmpint (end, ==, LSC_QUERY_WHOLE);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 1);
  return g_strdup (lsc_table_get (table, 0, 0).text);
}

static void
assert_same (Pair *self, const char *expression)
{
  g_autofree char *sql =
      g_strdup_printf ("SELECT typeof(v) || hex(v) FROM (SELECT %s AS v)", expression);
  g_autofree char *expected = ask_plain (self, sql);
  g_autofree char *answer = ask_query (self, sql);

  if (g_strcmp0 (expected, answer) != 0)
    g_error ("%s: SQLite says %s, the query %s", expression, expected, answer);
}

/* Characters that mean something to one of the functions, or are none at all. */
static char *
random_bytes (void)
{
  static const char *const parts[] = { "61",     "61",       "62", "41", "25",     "5f",     "2a",
                                       "3f",     "5b",       "5d", "5e", "2d",     "20",     "01",
                                       "c3a9",   "c389",     "e4", "b8", "e4b8ad", "80",     "ff",
                                       "fe8080", "f09f9880", "00", "c0", "c3",     "eda080", "31" };
  int n = g_test_rand_int_range (0, 8);
  GString *hex = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append (hex, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);
  return g_string_free (hex, FALSE);
}

static char *
random_value (void)
{
  g_autofree char *hex = random_bytes ();

  switch (g_test_rand_int_range (0, 10))
    {
    case 0:
      return g_strdup ("NULL");
    case 1:
      return g_strdup_printf ("%d", g_test_rand_int_range (-20, 120));
    case 2:
      return g_strdup_printf ("%d.%d", g_test_rand_int_range (-20, 20), g_test_rand_int () % 10);
    case 3:
      return g_strdup_printf ("x'%s'", hex);
    default:
      return g_strdup_printf ("CAST(x'%s' AS TEXT)", hex);
    }
}

static void
test_texts (void)
{
  static const struct
  {
    const char *name;
    int argc;
  } functions[] = {
    { "instr", 2 }, { "trim", 2 }, { "ltrim", 2 }, { "rtrim", 2 }, { "replace", 3 },
    { "like", 2 },  { "like", 3 }, { "glob", 2 },  { "trim", 1 },
  };
  Pair pair;

  pair_init (&pair);
  for (int i = 0; i < N_RANDOM; i++)
    {
      gsize k = (gsize) i % G_N_ELEMENTS (functions);
      g_autoptr (GString) expression = g_string_new (functions[k].name);

      for (int argument = 0; argument < functions[k].argc; argument++)
        {
          g_autofree char *value = random_value ();

          g_string_append_printf (expression, "%s%s", argument == 0 ? " (" : ", ", value);
        }
      g_string_append_c (expression, ')');
      assert_same (&pair, expression->str);
    }
  pair_clear (&pair);
}

static void
test_operators (void)
{
  static const char *const expressions[] = {
    "'abc' LIKE 'A%'",
    "'a%c' LIKE 'a%%c' ESCAPE '%'",
    "'abc' LIKE 'a_c' ESCAPE '_'",
    "'a_c' LIKE 'a__c' ESCAPE '_'",
    "'a%' LIKE 'a%' ESCAPE '%'",
    "'a\001%' LIKE 'a\001%%' ESCAPE '%'",
    "'a_b' LIKE 'a%%_b%' ESCAPE '%'",
    "'a' LIKE 'a' ESCAPE ''",
    "'a' LIKE 'a' ESCAPE 'bb'",
    "'a' LIKE 'a' ESCAPE NULL",
    "'aé%' LIKE 'aéé\303\251%' ESCAPE 'é'",
    "'É' LIKE 'é'",
    "'abc' GLOB 'a[b-d]*'",
    "'abc' GLOB 'A*'",
    "12 LIKE '1%'",
    "x'61' LIKE 'a'",
    "NULL LIKE '%'",
    "instr(x'0061', x'61')",
    "instr('', '')",
    "instr('中a', 'a')",
    "replace('aaa', 'aa', 'b')",
    "replace(5, '', 'x')",
    "replace('abab', 'ab', '')",
  };
  Pair pair;

  pair_init (&pair);
  for (gsize i = 0; i < G_N_ELEMENTS (expressions); i++)
    assert_same (&pair, expressions[i]);
  pair_clear (&pair);
}

static void
test_printf (void)
{
  static const char conversions[] = "diuxXoeEfgGcsqQwzn%r";
  static const char *const flags[] = { "", "-", "+", " ", "0", "!", ",", "#", "-0", "!," };
  static const char *const sizes[] = { "", "5", ".3", "12.4", "*", ".*", "*.*", "l", "20ll" };
  Pair pair;

  pair_init (&pair);
  for (int i = 0; i < N_RANDOM; i++)
    {
      g_autoptr (GString) expression = g_string_new ("printf('");
      int n_conversions = g_test_rand_int_range (0, 4);
      int n_values = g_test_rand_int_range (0, 6);

      for (int k = 0; k < n_conversions; k++)
        g_string_append_printf (
            expression, "x%%%s%s%c", flags[g_test_rand_int_range (0, G_N_ELEMENTS (flags))],
            sizes[g_test_rand_int_range (0, G_N_ELEMENTS (sizes))],
            conversions[g_test_rand_int_range (0, (gint32) sizeof conversions - 1)]);
      g_string_append_c (expression, '\'');
      for (int k = 0; k < n_values; k++)
        {
          g_autofree char *value = random_value ();

          g_string_append_printf (expression, ", %s", value);
        }
      g_string_append_c (expression, ')');
      assert_same (&pair, expression->str);
    }
  assert_same (&pair, "printf()");
  assert_same (&pair, "printf(NULL)");
  assert_same (&pair, "printf('')");
  assert_same (&pair, "format('%s', '')");
  assert_same (&pair, "printf('%.*c', 1000, 'ab')");
  assert_same (&pair, "printf('%.2000000000s', 'ab')");
  pair_clear (&pair);
}

/* What takes as long as the square of something, and what reaches beyond the recording. */
static void
test_refused (void)
{
  static const char *const refused[] = {
    "SELECT json_patch('{}', '{}')",  "SELECT load_extension('x')",
    "SELECT sqlite_log(1, 'x')",      "SELECT fts3_tokenizer('simple')",
    "SELECT * FROM json_each('[1]')", "SELECT * FROM pragma_database_list",
    "SELECT * FROM dbstat",
  };
  const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;
  Pair pair;

  pair_init (&pair);
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      LscQueryEnd end;

      g_assert_null (lsc_query_run (pair.query, refused[i], &budget, NULL, &end, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
    }
  pair_clear (&pair);
}

/* ---- functions that SQLite lacks ---- */

static int
compare_int64s (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

/* As the text books have it: between the two values around the place. */
static double
get_quantile (const gint64 *sorted, int n, double percent)
{
  double place = percent / 100 * (n - 1);
  int low = (int) floor (place);

  return (double) sorted[low] +
         (low + 1 < n ? (place - low) * (double) (sorted[low + 1] - sorted[low]) : 0);
}

static void
test_quantiles (void)
{
  Pair pair;

  pair_init (&pair);
  for (int i = 0; i < 200; i++)
    {
      gint64 values[40];
      int n = g_test_rand_int_range (1, G_N_ELEMENTS (values) + 1);
      int percent = g_test_rand_int_range (0, 101);
      g_autoptr (GString) sql = g_string_new (NULL);
      g_autofree char *answer = NULL;
      double median, whole, real;

      for (int k = 0; k < n; k++)
        values[k] = g_test_rand_int_range (-50, 1000) * (i % 2 ? 1 : G_GINT64_CONSTANT (1000000));
      g_string_printf (sql,
                       "SELECT printf('%%d %%d %%.6f', median(v), percentile(v, %d), "
                       "percentile(v + 0.5, %d)) FROM (SELECT NULL AS v",
                       percent, percent);
      for (int k = 0; k < n; k++)
        g_string_append_printf (sql, " UNION ALL SELECT %" G_GINT64_FORMAT, values[k]);
      g_string_append (sql, ")");
      qsort (values, (gsize) n, sizeof *values, compare_int64s);
      answer = ask_query (&pair, sql->str);
      g_assert_cmpint (sscanf (answer, "%lf %lf %lf", &median, &whole, &real), ==, 3);
      g_assert_cmpfloat_with_epsilon (median, get_quantile (values, n, 50), 0.500001);
      g_assert_cmpfloat_with_epsilon (whole, get_quantile (values, n, percent), 0.500001);
      g_assert_cmpfloat_with_epsilon (real, get_quantile (values, n, percent) + 0.5, 0.000002);
    }
  pair_clear (&pair);
}

static void
assert_answer (Pair *pair, const char *sql, const char *expected)
{
  g_autofree char *answer = ask_query (pair, sql);

  g_assert_cmpstr (answer, ==, expected);
}

static void
test_own (void)
{
  Pair pair;

  pair_init (&pair);
  assert_answer (&pair, "SELECT typeof(median(v)) FROM (SELECT NULL AS v)", "null");
  assert_answer (&pair, "SELECT typeof(median(v)) FROM (SELECT 1 AS v)", "integer");
  assert_answer (&pair, "SELECT typeof(median(v)) FROM (SELECT 1.5 AS v)", "real");
  assert_answer (&pair, "SELECT 'x' || percentile(1, 101)", "error");
  assert_answer (&pair, "SELECT 'x' || ('MatMulV2' REGEXP '^Mat.*[0-9]$')", "x1");
  assert_answer (&pair, "SELECT 'x' || ('matmul' REGEXP 'Mat')", "x0");
  assert_answer (&pair, "SELECT 'x' || regexp('b+', 'abb')", "x1");
  assert_answer (&pair, "SELECT typeof(NULL REGEXP 'a')", "null");
  assert_answer (&pair, "SELECT 'x' || ('a' REGEXP '(')", "error");
  pair_clear (&pair);
}

/* What there is in place of what there is not. */
static void
test_unknown_names (void)
{
  static const struct
  {
    const char *sql;
    const char *words[3];
  } cases[] = {
    { "SELECT 1 FROM slics",
      { "There is no table slics.", "Did you mean slices?", "ranks, lanes" } },
    { "SELECT nam FROM slices",
      { "There is no column nam.", "Did you mean name?", "start_ns, dur_ns" } },
    { "SELECT s.durns FROM slices s, ranks", { "no column durns.", "dur_ns?", "host" } },
    { "SELECT qwertyuiop FROM ranks", { "no column qwertyuiop. There are: ", "rank", "" } },
    { "SELECT 1 +", { "SQL: ", "incomplete", "" } },
  };
  const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;
  Pair pair;

  pair_init (&pair);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      LscQueryEnd end;

      g_assert_null (lsc_query_run (pair.query, cases[i].sql, &budget, NULL, &end, &error));
      for (gsize k = 0; k < G_N_ELEMENTS (cases[i].words); k++)
        if (!strstr (error->message, cases[i].words[k]))
          g_error ("\"%s\" is not in: %s", cases[i].words[k], error->message);
    }
  pair_clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-functions/texts", test_texts);
  g_test_add_func ("/query-functions/operators", test_operators);
  g_test_add_func ("/query-functions/printf", test_printf);
  g_test_add_func ("/query-functions/refused", test_refused);
  g_test_add_func ("/query-functions/quantiles", test_quantiles);
  g_test_add_func ("/query-functions/own", test_own);
  g_test_add_func ("/query-functions/unknown-names", test_unknown_names);
  return g_test_run ();
}
