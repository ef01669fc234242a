/* test-query.c - a statement keeps to its time and memory, whatever it does
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <sqlite3.h>
#include <time.h>

#include "analyze/query/lsc-query.h"
#include "base/lsc-error.h"
#include "test-step-support.h"

#define MIB (1024 * 1024)

/* What a statement may go on after its time. The sanitizer goes over every range that a function of
 * the C library is given, in each call. */
#ifdef __SANITIZE_ADDRESS__
#define GRACE_S 30.0
#else
#define GRACE_S 0.5
#endif

static guint n_threads_told;

/* A recording whose reading takes more of SQLite's memory than the statement may. */
static LscTimeline *
load (gpointer data, LscSource *source, guint n_threads, LscJob *job, GError **error)
{
  static const Event events[] = {
    { STREAM_A, "a", LSC_SLICE_CUBE, 0, 10 },
    { STREAM_A, "b", LSC_SLICE_CUBE, 10, 30 },
    { STREAM_B, "c", LSC_SLICE_CUBE, 5, 30 },
  };
  void *memory = sqlite3_malloc (96 * MIB);

  g_assert_nonnull (memory);
  sqlite3_free (memory);
  n_threads_told = n_threads;
  return test_timeline_new (events, G_N_ELEMENTS (events), NULL, 0, NULL, 0);
}

static LscQuery *
make_query (void)
{
  static const LscQueryLoader loader = { load, NULL, 3, NULL };
  g_autoptr (GPtrArray) sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  g_autoptr (GError) error = NULL;
  LscQuery *query;

  g_ptr_array_add (sources, lsc_source_new (LSC_FORMAT_ASCEND_DB, "/nowhere", "/nowhere/a.db"));
  query = lsc_query_new (sources, &loader, &error);
  g_assert_no_error (error);
  return query;
}

/* ---- time ----------------------------------------------------------------------------------- */

#define COUNT_UP "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) "
#define COUNT_TO(n) "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT " #n ") "

/* Each runs for far longer than a test may, unless it is stopped. Long texts are a megabyte. */
static const char *const endless[] = {
  COUNT_UP "SELECT count(*) FROM c",
  COUNT_UP "SELECT sum(instr(printf('%.*c', 1000000, 'a'), printf('%.*c', 500000 + i % 9, 'a') || "
           "'b')) FROM c",
  COUNT_UP "SELECT sum(length(replace(printf('%.*c', 900000 + i % 9, 'a'), 'a', 'b'))) FROM c",
  COUNT_UP "SELECT sum(printf('%.*c', 900000 + i % 9, 'a') LIKE '%aaaaaaaaaaaaaaaaaaaaaab') FROM c",
  COUNT_UP "SELECT sum(printf('%.*c', 900000 + i % 9, 'a') GLOB '*aaaaaaaaaaaaaaaaaaaaaab') FROM c",
  COUNT_UP "SELECT sum(length(upper(printf('%.*c', 900000 + i % 9, 'a')))) FROM c",
  COUNT_UP "SELECT max(quote(printf('%.*c', 900000 + i % 9, ''''))) FROM c",
  COUNT_UP "SELECT sum(json_array_length('[1' || replace(hex(zeroblob(400000)), '00', ',1') || ']')"
           ") FROM c",
  COUNT_UP "SELECT sum(x < y COLLATE NOCASE) FROM c, (SELECT printf('%.*c', 900000, 'a') AS x, "
           "printf('%.*c', 900000, 'A') AS y)",
  COUNT_UP "SELECT sum(length(randomblob(1000000 + i % 9))) FROM c",
  COUNT_UP "SELECT median(i) FROM c",
  COUNT_UP "SELECT group_concat(printf('%.*c', 10000, 'a')) FROM c",
  COUNT_UP "SELECT sum(i) FROM c GROUP BY i % 1000003",
  COUNT_UP "SELECT i FROM c ORDER BY random()",
  COUNT_UP "SELECT DISTINCT i FROM c ORDER BY i",
  COUNT_UP "SELECT max(sum) FROM (SELECT sum(i) OVER (ORDER BY i DESC) AS sum FROM c)",
  COUNT_TO (100000) "SELECT sum(a.i * b.i) FROM c AS a, c AS b WHERE a.i + b.i > 0",
  "SELECT length(trim(printf('%.*c', 1000000, 'a'), printf('%.*c', 100000, 'b') || 'a'))",
  "SELECT length(ltrim(printf('%.*c', 1000000, 'a'), printf('%.*c', 100000, 'b') || 'a'))",
  "SELECT length(rtrim(printf('%.*c', 1000000, 'a'), printf('%.*c', 100000, 'b') || 'a'))",
  "SELECT count(*) FROM slices AS a, slices AS b, slices AS c, slices AS d, slices AS e, slices AS "
  "f, slices AS g, slices AS h, slices AS i, slices AS j, slices AS k, slices AS l, slices AS m, "
  "slices AS n, slices AS o, slices AS p, slices AS q, slices AS r",
};

/* Refused at once, or else they would take that long: too long a value in one call. */
static const char *const too_long[] = {
  "SELECT length(printf('%.*c', 2000000000, 'a'))",
  "SELECT printf('%.2000000000c', 'a')",
  "SELECT printf('%.*c%.*c', 2000000000, 'a', 2000000000, 'b')",
  "SELECT printf('%2000000000d', 1)",
  "SELECT length(zeroblob(2000000000))",
  "SELECT length(randomblob(1000000000))",
  "SELECT length(replace(hex(zeroblob(1000000)), '0', '0123456789'))",
  "SELECT printf('%.*c', 1000000, 'a') LIKE '%' || printf('%.*c', 40000, 'a') || 'b'",
  "SELECT printf('%.*c', 1000000, 'a') GLOB '*' || printf('%.*c', 40000, 'a') || 'b'",
  "SELECT printf('%.*cb', 3000, 'a') REGEXP '^(a|aa)+$'",
  "WITH RECURSIVE c (s) AS (SELECT 'x' UNION ALL SELECT s || s FROM c) SELECT length(s) FROM c",
};

static double
get_cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

/* Time of the processor: on a busy machine, that of the clock says little. */
static void
assert_stops (LscQuery *query, const char *sql, const LscQueryBudget *budget)
{
  double began_s = get_cpu_s (), took_s;
  g_autoptr (GError) error = NULL;
  LscQueryEnd end;
  g_autoptr (LscTable) table = lsc_query_run (query, sql, budget, NULL, &end, &error);

  took_s = get_cpu_s () - began_s;
  g_test_message ("%.3f s, %s: %.70s", took_s, table ? "rows" : error->message, sql);
  g_assert_cmpfloat (took_s, <, (double) budget->timeout_ms / 1000.0 + GRACE_S);
  if (table)
    g_assert_cmpint (end, ==, LSC_QUERY_OUT_OF_TIME);
  else
    g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
}

static void
test_time (void)
{
  const LscQueryBudget budget = { .timeout_ms = 100, .most_bytes = 1024 * MIB };
  g_autoptr (LscQuery) query = make_query ();

  for (gsize i = 0; i < G_N_ELEMENTS (endless); i++)
    assert_stops (query, endless[i], &budget);
}

static void
test_too_long (void)
{
  const LscQueryBudget budget = { .timeout_ms = 300, .most_bytes = 1024 * MIB };
  g_autoptr (LscQuery) query = make_query ();

  for (gsize i = 0; i < G_N_ELEMENTS (too_long); i++)
    {
      g_autoptr (GError) error = NULL;
      LscQueryEnd end;

      assert_stops (query, too_long[i], &budget);
      g_assert_null (lsc_query_run (query, too_long[i], &budget, NULL, &end, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
    }
}

/* @n tables, each of which reads the one before @times. */
static char *
make_nested (int n, int times, const char *glue)
{
  GString *sql = g_string_new ("WITH a0 AS (SELECT 1 AS x)");

  for (int i = 1; i < n; i++)
    {
      g_string_append_printf (sql, ", a%d AS (SELECT ", i);
      g_string_append (sql, *glue == ',' ? "t0.x FROM " : "* FROM ");
      for (int k = 0; k < times; k++)
        g_string_append_printf (sql, "%sa%d AS t%d", k > 0 ? glue : "", i - 1, k);
      g_string_append_c (sql, ')');
    }
  g_string_append_printf (sql, " SELECT count(*) FROM a%d", n - 1);
  return g_string_free (sql, FALSE);
}

/* Preparing takes the time: SQLite asks nobody whether it may go on. */
static void
test_preparing (void)
{
  const LscQueryBudget budget = { .timeout_ms = 100, .most_bytes = 1024 * MIB };
  g_autoptr (LscQuery) query = make_query ();
  g_autofree char *unions = make_nested (40, 2, " UNION ALL SELECT * FROM ");
  g_autofree char *joins = make_nested (14, 4, ", ");

  assert_stops (query, unions, &budget);
  assert_stops (query, joins, &budget);
}

/* Many instructions without a loop, each over a long text: none of them asks, either. */
static void
test_straight (void)
{
  static const char *const terms[] = { "+ t ", "+ length(t) ", "+ (t < u) ", "|| t ",
                                       "+ (t LIKE p) " };
  const LscQueryBudget budget = { .timeout_ms = 100, .most_bytes = 1024 * MIB };
  g_autoptr (LscQuery) query = make_query ();

  for (gsize i = 0; i < G_N_ELEMENTS (terms); i++)
    for (int length = 10000; length < 5000000; length *= 3)
      {
        g_autoptr (GString) sql = g_string_new (NULL);
        g_autoptr (LscTable) table = NULL;
        double began_s = get_cpu_s ();
        LscQueryEnd end;

        g_string_printf (sql,
                         "WITH x (t, u, p) AS MATERIALIZED (SELECT printf('%%%ds', '1'), "
                         "printf('%%%ds', '2'), printf('%%%%%%%%%%99s', 'b')) SELECT 1 ",
                         length, length);
        for (int k = 0; k < 900; k++)
          g_string_append (sql, terms[i]);
        g_string_append (sql, "FROM x");
        table = lsc_query_run (query, sql->str, &budget, NULL, &end, NULL);
        g_assert_cmpfloat (get_cpu_s () - began_s, <, 0.1 + GRACE_S);
      }
}

/* ---- cancelling ----------------------------------------------------------------------------- */

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_cancel (void)
{
  const LscQueryBudget budget = { .most_bytes = 1024 * MIB };
  g_autoptr (LscQuery) query = make_query ();

  for (gsize i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      LscJob *job = lsc_job_new (cancellable, NULL, NULL);
      GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
      double began_s = get_cpu_s ();
      g_autoptr (GError) error = NULL;
      LscQueryEnd end;

      g_assert_null (lsc_query_run (query, endless[i], &budget, job, &end, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
      g_assert_cmpfloat (get_cpu_s () - began_s, <, 0.02 + GRACE_S);
      g_thread_join (thread);
      lsc_job_free (job);
    }
}

/* ---- memory --------------------------------------------------------------------------------- */

static const char *const large[] = {
  COUNT_UP "SELECT i FROM c",
  COUNT_UP "SELECT printf('%.*c', 10000, 'x') AS text FROM c",
  COUNT_UP "SELECT zeroblob(100000) AS bytes FROM c",
  COUNT_UP "SELECT i FROM c ORDER BY random()",
  COUNT_UP "SELECT DISTINCT i FROM c",
  COUNT_UP "SELECT count(*) FROM c GROUP BY i * 7919 % 1000000007",
  COUNT_UP "SELECT count(*) FROM (SELECT printf('%.*c', 10000, 'x') || i AS t FROM c ORDER BY 1)",
  COUNT_UP "SELECT length(json_group_array(printf('%.*c', 10000, 'x'))) FROM c",
  COUNT_UP ", m (i) AS MATERIALIZED (SELECT i FROM c) SELECT count(*) FROM m",
};

/* What a row of the first ones takes at least: the value, and the text in the table, which has two
 * digits for each byte. The others find their first row when they have seen all. */
static const gsize row_bytes[] = { 8, 10000 + 10000, 100000 + 2 * 100000 };

/* The machine's memory is not what ends them; and what reading takes does not count. */
static void
test_memory (void)
{
  const LscQueryBudget budget = { .timeout_ms = 60000, .most_bytes = 32 * MIB };
  g_autoptr (LscQuery) query = make_query ();

  for (gsize i = 0; i < G_N_ELEMENTS (large); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 before = sqlite3_memory_used ();
      LscQueryEnd end;
      g_autoptr (LscTable) table = NULL;

      (void) sqlite3_memory_highwater (TRUE);
      table = lsc_query_run (query, large[i], &budget, NULL, &end, &error);
      g_assert_no_error (error);
      g_assert_cmpint (end, ==, LSC_QUERY_OUT_OF_MEMORY);
      g_assert_cmpint (sqlite3_memory_highwater (FALSE) - before, <=, 33 * MIB);
      if (i < G_N_ELEMENTS (row_bytes))
        {
          g_assert_cmpuint (lsc_table_get_n_rows (table), >, 100);
          g_assert_cmpuint (lsc_table_get_n_rows (table) * row_bytes[i], <=, 33 * MIB);
        }
      g_assert_cmpint (sqlite3_memory_used (), <=, before + MIB);
    }
}

static void
test_reading (void)
{
  const LscQueryBudget budget = { .timeout_ms = 10000, .most_bytes = 32 * MIB };
  g_autoptr (LscQuery) query = make_query ();
  g_autoptr (GError) error = NULL;
  LscQueryEnd end;
  g_autoptr (LscTable) table =
      lsc_query_run (query, "SELECT count(*) AS n FROM slices WHERE name GLOB '[abc]'", &budget,
                     NULL, &end, &error);

  g_assert_no_error (error);
  g_assert_cmpint (end, ==, LSC_QUERY_WHOLE);
  g_assert_cmpint (lsc_table_get (table, 0, 0).integer, ==, 3);
  g_assert_cmpuint (n_threads_told, ==, 3);
}

/* More than the cache of a connection: sorted in runs, and found again whole. */
static void
test_sorting (void)
{
  const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;
  g_autoptr (LscQuery) query = make_query ();
  g_autoptr (GError) error = NULL;
  LscQueryEnd end;
  g_autoptr (LscTable) table = lsc_query_run (
      query,
      COUNT_TO (200000) ", s (i, t) AS (SELECT i * 7919 % 200003 AS i, printf('%020d', i * 7919 % "
                        "200003) FROM c ORDER BY 2), d (i) AS (SELECT DISTINCT i FROM s) "
                        "SELECT i, t FROM s WHERE i IN (SELECT i FROM d) ORDER BY t",
      &budget, NULL, &end, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 200000);
  for (gsize i = 1; i < 200000; i++)
    {
      g_assert_cmpint (lsc_table_get (table, i - 1, 0).integer, <,
                       lsc_table_get (table, i, 0).integer);
      g_assert_cmpint (g_ascii_strtoll (lsc_table_get (table, i, 1).text, NULL, 10), ==,
                       lsc_table_get (table, i, 0).integer);
    }
}

/* ---- what is no statement -------------------------------------------------------------------- */

static void
test_refused (void)
{
  static const struct
  {
    const char *sql;
    const char *why; /* NULL = it is run */
  } cases[] = {
    { "SELECT 1", NULL },
    { " SELECT 1 ;; \n", NULL },
    { "", "There is no statement." },
    { " ; -- nothing", "There is no statement." },
    { "SELECT 1; SELECT 2", "One statement at a time, please." },
  };
  const LscQueryBudget budget = { .timeout_ms = 10000, .most_bytes = 64 * MIB };
  g_autoptr (LscQuery) query = make_query ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      LscQueryEnd end;
      g_autoptr (LscTable) table = lsc_query_run (query, cases[i].sql, &budget, NULL, &end, &error);

      if (cases[i].why == NULL)
        g_assert_no_error (error);
      else
        g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
      g_assert_cmpstr (error != NULL ? error->message : NULL, ==, cases[i].why);
      g_assert_cmpint (table != NULL, ==, cases[i].why == NULL);
    }
}

/* A column by the name that it had before is found, also beside texts, comments and names that only
 * look alike, and told once for each name. */
static void
test_renamed (void)
{
  static const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;
  static const char *const sql[] = {
    "SELECT startNs, s.startNs, \"startNs\", 'startNs' /* startNs */ FROM slices s ORDER BY "
    "startNs "
    "-- startNs",
    "SELECT mystartNs FROM slices",
  };
  g_autoptr (LscQuery) query = make_query ();
  g_autoptr (GError) error = NULL;
  LscQueryEnd end;
  g_autoptr (LscTable) table = lsc_query_run (query, sql[0], &budget, NULL, &end, &error);
  g_autoptr (LscNotice) notice = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (lsc_table_get_n_rows (table), ==, 4);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (lsc_table_get (table, 2, i).integer, ==, lsc_table_get (table, 2, 0).integer);
  g_assert_cmpstr (lsc_table_get (table, 0, 3).text, ==, "startNs");
  g_assert_cmpuint (lsc_notices_get_count (lsc_query_get_notices (query)), ==, 1);
  notice = lsc_notices_copy_nth (lsc_query_get_notices (query), 0);
  g_assert_cmpstr (notice->code, ==, "renamed-column");
  g_assert_null (lsc_query_run (query, sql[1], &budget, NULL, &end, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/time", test_time);
  g_test_add_func ("/query/too-long", test_too_long);
  g_test_add_func ("/query/preparing", test_preparing);
  g_test_add_func ("/query/renamed", test_renamed);
  g_test_add_func ("/query/straight", test_straight);
  g_test_add_func ("/query/cancel", test_cancel);
  g_test_add_func ("/query/memory", test_memory);
  g_test_add_func ("/query/reading", test_reading);
  g_test_add_func ("/query/sorting", test_sorting);
  g_test_add_func ("/query/refused", test_refused);
  return g_test_run ();
}
