/* test-query-memory.c - a statement that is refused memory, at every allocation in turn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <sqlite3.h>

#include "analyze/query/lsc-query.h"
#include "base/lsc-error.h"
#include "test-step-support.h"

#define N_SLICES 40

/* Sorts, groups, calls replaced functions, and answers in every type. */
static const char statement[] =
    "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5) "
    "SELECT name, count(*) AS n, sum(dur_ns) AS dur_ns, group_concat(replace(name, 'a', 'bb')) AS "
    "names, printf('%.3f %.*c', avg(dur_ns), 3, 'x') AS text, x'00ff' AS bytes, "
    "CASE WHEN min(id) % 2 THEN 1 ELSE 'one' END AS mixed, trim(lane, '/S') AS lane, 0.5 AS half "
    "FROM slices JOIN c ON c.i <= 2 WHERE name LIKE '%k%' AND instr(lane, 'Stream') > 0 AND "
    "name GLOB 'k*' GROUP BY name ORDER BY names DESC, n";

static sqlite3_mem_methods below; /* the accounts of the query, over those of SQLite */
static int n_left;                /* allocations until one is refused; below 0 = none is */
static gboolean is_refused_for_good;
static gboolean was_refused;

static gboolean
refuses (void)
{
  if (n_left < 0 || n_left-- > 0)
    return FALSE;
  was_refused = TRUE;
  if (is_refused_for_good)
    n_left = 0;
  return TRUE;
}

static void *
on_malloc (int n)
{
  return refuses () ? NULL : below.xMalloc (n);
}

static void *
on_realloc (void *piece, int n)
{
  return refuses () ? NULL : below.xRealloc (piece, n);
}

static LscTimeline *
load (gpointer data, LscSource *source, guint n_threads, LscJob *job, GError **error)
{
  Event events[N_SLICES];

  for (guint i = 0; i < N_SLICES; i++)
    events[i] = (Event){ STREAM_A,
                         i % 3 == 0   ? "kernel a"
                         : i % 3 == 1 ? "kernel bab"
                                      : "other",
                         LSC_SLICE_CUBE, 100 * i, 100 * i + 50 };
  return test_timeline_new (events, N_SLICES, NULL, 0, NULL, 0);
}

static LscQuery *
make_query (GError **error)
{
  static const LscQueryLoader loader = { load, NULL, 1, NULL };
  g_autoptr (GPtrArray) sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);

  g_ptr_array_add (sources, lsc_source_new (LSC_FORMAT_ASCEND_DB, "/nowhere", "/nowhere/a.db"));
  return lsc_query_new (sources, &loader, error);
}

static char *
to_text (LscTable *table)
{
  GString *text = g_string_new (NULL);

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
      {
        LscValue value = lsc_table_get (table, row, i);

        g_string_append_printf (text, "%s=%d %s %" G_GINT64_FORMAT " %g\n",
                                lsc_table_get_column (table, i)->name, value.is_null, value.text,
                                value.integer, value.real);
      }
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (nullable): the answer */
static char *
answer (LscQuery *query)
{
  const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;
  g_autoptr (GError) error = NULL;
  LscQueryEnd end;
  g_autoptr (LscTable) table = lsc_query_run (query, statement, &budget, NULL, &end, &error);

  n_left = -1;
  if (!table)
    {
      g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
      return NULL;
    }
  g_assert_no_error (error);
  g_assert_cmpint (end, ==, LSC_QUERY_WHOLE);
  return to_text (table);
}

/* Whatever is refused, the answer is the whole one or a sentence, and the query goes on. */
static void
refuse_each (gboolean for_good)
{
  g_autoptr (LscQuery) query = make_query (NULL);
  g_autofree char *expected = answer (query);
  int n = 0;

  g_assert_nonnull (expected);
  g_test_message ("%s", expected);
  is_refused_for_good = for_good;
  do
    {
      g_autofree char *given = NULL;
      g_autofree char *again = NULL;

      was_refused = FALSE;
      n_left = n++;
      given = answer (query);
      if (given)
        g_assert_cmpstr (given, ==, expected);
      again = answer (query);
      g_assert_cmpstr (again, ==, expected);
    }
  while (was_refused);
  g_test_message ("%d allocations", n);
  g_assert_cmpint (n, >, 100);
}

static void
test_once (void)
{
  refuse_each (FALSE);
}

static void
test_for_good (void)
{
  refuse_each (TRUE);
}

static void
test_setting_up (void)
{
  int n = 0;

  is_refused_for_good = FALSE;
  do
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscQuery) query = NULL;

      was_refused = FALSE;
      n_left = n++;
      query = make_query (&error);
      n_left = -1;
      if (!query)
        g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
    }
  while (was_refused);
  g_assert_cmpint (n, >, 20);
}

int
main (int argc, char **argv)
{
  static sqlite3_mem_methods refusing;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (sqlite3_config (SQLITE_CONFIG_GETMALLOC, &below), ==, SQLITE_OK);
  refusing = below;
  refusing.xMalloc = on_malloc;
  refusing.xRealloc = on_realloc;
  n_left = -1;
  g_assert_cmpint (sqlite3_config (SQLITE_CONFIG_MALLOC, &refusing), ==, SQLITE_OK);
  g_test_add_func ("/query-memory/refused-once", test_once);
  g_test_add_func ("/query-memory/refused-for-good", test_for_good);
  g_test_add_func ("/query-memory/setting-up", test_setting_up);
  return g_test_run ();
}
