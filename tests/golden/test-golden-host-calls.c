/* test-golden-host-calls.c - calls of the host against the exporter's own statistic of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-csv.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

static double
get_real (LscCsv *csv, const char *title)
{
  double value = NAN;

  g_assert_true (lsc_csv_get_double (csv, lsc_csv_find (csv, title), &value));
  return value;
}

static char *
get_text (LscCsv *csv, const char *title)
{
  gsize n;
  const char *text = lsc_csv_get (csv, lsc_csv_find (csv, title), &n);

  return g_strndup (text, n);
}

/* The exporter calls the level of collectives hccl. */
static gssize
find_row (const LscTable *table, const char *level, const char *name)
{
  const char *ours = strcmp (level, "hccl") == 0 ? "communication" : level;

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    if (strcmp (lsc_table_get_named (table, row, "level").text, ours) == 0 &&
        strcmp (lsc_table_get_named (table, row, "name").text, name) == 0)
      return (gssize) row;
  return -1;
}

/* @us: as printed, with three digits behind the point; sums have two. */
static void
check_us (const LscTable *table, gsize row, const char *column, double us, double unit_ns)
{
  double ns = (double) lsc_table_get_named (table, row, column).integer;

  g_assert_cmpfloat_with_epsilon (ns, us * 1000, unit_ns);
}

static gsize
compare_rows (const LscTable *table, const char *path)
{
  g_autoptr (LscCsv) csv = lsc_csv_open (path, NULL, NULL);
  gsize n = 0;

  g_assert_nonnull (csv);
  for (; lsc_csv_next (csv, NULL); n++)
    {
      g_autofree char *level = get_text (csv, "Level");
      g_autofree char *name = get_text (csv, "API Name");
      gssize row = find_row (table, level, name);

      g_test_message ("%s %s", level, name);
      g_assert_cmpint (row, >=, 0);
      g_assert_cmpint (lsc_table_get_named (table, (gsize) row, "count").integer, ==,
                       (gint64) get_real (csv, "Count"));
      check_us (table, (gsize) row, "time_ns", get_real (csv, "Time(us)"), 0.01);
      check_us (table, (gsize) row, "mean_ns", get_real (csv, "Avg(us)"), 1.01);
      check_us (table, (gsize) row, "min_ns", get_real (csv, "Min(us)"), 0.01);
      check_us (table, (gsize) row, "max_ns", get_real (csv, "Max(us)"), 0.01);
      g_assert_cmpfloat_with_epsilon (lsc_table_get_named (table, (gsize) row, "variance_us2").real,
                                      get_real (csv, "Variance"), 0.002);
    }
  return n;
}

static void
check_rank (LscSource *source, gsize n_expected)
{
  g_autofree char *own = g_path_get_dirname (source->file);
  g_autofree char *path = g_build_filename (own, "api_statistic.csv", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, 1, NULL, &error);
  g_autoptr (LscTable) table = NULL;

  g_assert_no_error (error);
  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  table = lsc_dispatch_get_host_calls (timeline, lsc_timeline_get_analysis (timeline)->dispatch);
  g_assert_cmpuint (compare_rows (table, path), ==, n_expected);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, n_expected);
}

static void
check_folder (const char *name, gsize n_expected)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *folder = samples ? g_build_filename (samples, name, NULL) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  const LscCluster *cluster;

  if (!samples)
    return;
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  cluster = g_ptr_array_index (project->clusters, 0);
  g_assert_cmpuint (cluster->sources->len, ==, 2);
  for (guint i = 0; i < cluster->sources->len; i++)
    check_rank (cluster->sources->pdata[i], n_expected);
}

/* 57 and 75 rows a rank, all of them; the exporter rounds a variance to three digits on the way. */
static void
test_rows (void)
{
  check_folder ("ascend-text-level1", 57);
  check_folder ("ascend-text-level2", 75);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden-host-calls/rows", test_rows);
  return g_test_run ();
}
