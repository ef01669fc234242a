/* test-golden-overview.c - ranks beside each other, against what is known of the samples
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "judge/overview/lsc-cluster-tables.h"
#include "judge/overview/lsc-overview.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

static const char *const references[] = { "pp-1f1b-2x4-tp4-straggler", "pp-1f1b-4x8",
                                          "pp-1f1b-2x4-dp2-schema12", "pp-dualpipev-4x10",
                                          "module-small" };

static LscRankDigest *
load_rank (LscSource *source)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, 1, NULL, &error);
  LscRankDigest *digest;

  g_assert_no_error (error);
  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  digest = lsc_rank_digest_new (timeline, NULL, LSC_DIGEST_JUDGED, NULL, &error);
  g_assert_no_error (error);
  return digest;
}

/* (nullable) (element-type LscRankDigest): without samples %NULL */
static GPtrArray *
load_facts (const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, name, NULL) : NULL;
  g_autoptr (LscProject) project = path ? lsc_discover (path, NULL, NULL) : NULL;
  GPtrArray *facts;
  const LscCluster *cluster;

  if (!root)
    return NULL;
  g_assert_nonnull (project);
  facts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_rank_digest_unref);
  cluster = g_ptr_array_index (project->clusters, 0);
  for (guint i = 0; i < cluster->sources->len; i++)
    g_ptr_array_add (facts, load_rank (g_ptr_array_index (cluster->sources, i)));
  return facts;
}

static LscOverview *
load (const char *name)
{
  g_autoptr (GPtrArray) facts = load_facts (name);

  return facts ? lsc_overview_new ((const LscRankDigest *const *) facts->pdata, facts->len, NULL,
                                   NULL, NULL)
               : NULL;
}

/* Two of the four ranks have tables only. Waiting removed, communication is the same on all; stage
 * 1 computes 400 ms against 231 ms, so none of its ranks is slow by itself. */
static void
test_stage (void)
{
  static const struct
  {
    gint64 message_us; /* waits in batchSendRecv */
    gint64 intrinsic_us;
    gint64 compute_us;
    LscRankVerdict verdict;
  } expected[] = { { 312202, 101834, 231290, LSC_RANK_FINE },
                   { 321309, 101769, 230903, LSC_RANK_FINE },
                   { 70988, 101867, 400448, LSC_RANK_OF_SLOW_STAGE },
                   { 73315, 101803, 401131, LSC_RANK_OF_SLOW_STAGE } };
  g_autoptr (LscOverview) self = load ("ascend-4rank-pp2dp2");

  if (!self)
    return;
  g_assert_cmpuint (self->ranks->len, ==, 4);
  g_assert_null (self->doubt);
  for (guint i = 0; i < 4; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (self, i);

      g_assert_cmpint (rank->stage, ==, i / 2);
      g_assert_cmpint (rank->place.at[LSC_DIM_DP], ==, i % 2);
      g_assert_cmpint (rank->place.source, ==, LSC_PLACE_GROUPS);
      g_assert_cmpint (rank->message_wait_ns / 1000, ==, expected[i].message_us);
      g_assert_cmpint (rank->intrinsic_ns / 1000, ==, expected[i].intrinsic_us);
      g_assert_cmpint (rank->work_ns[LSC_WORK_COMPUTE] / 1000, ==, expected[i].compute_us);
      g_assert_cmpint (rank->verdict, ==, expected[i].verdict);
      g_assert_cmpint (rank->step_ns == LSC_INT_NULL, ==, i % 2);
      g_assert_cmpint (rank->not_known != NULL, ==, i % 2);
    }
  g_assert_cmpuint (self->n_slow, ==, 0);
}

/* replay.md#exact: played unchanged, a job takes the steps that were recorded. */
static void
test_replay (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (references); i++)
    {
      g_autoptr (LscOverview) self = load (references[i]);

      if (!self)
        return;
      g_assert_false (lsc_job_replay_is_bound (self->replay));
      g_assert_cmpfloat (lsc_job_replay_get_error (self->replay), <, 0.0001);
    }
}

/* The generator makes rank 5 35 % slower; its peers in tp are late because they wait for it. */
static void
test_straggler (void)
{
  g_autoptr (LscOverview) self = load ("pp-1f1b-2x4-tp4-straggler");

  if (!self)
    return;
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (self, i);
      gint64 sum_ns = 0;

      g_assert_cmpint (rank->verdict, ==,
                       i == 5   ? LSC_RANK_SLOW
                       : i >= 4 ? LSC_RANK_VICTIM
                                : LSC_RANK_FINE);
      g_assert_cmpint (rank->cause, ==, rank->verdict == LSC_RANK_VICTIM ? 5 : LSC_RANK_UNKNOWN);
      for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
        sum_ns += rank->ns[k] == LSC_INT_NULL ? 0 : rank->ns[k];
      g_assert_cmpint (sum_ns, ==, rank->step_ns);
    }
  g_assert_cmpint (lsc_overview_get_rank (self, 5)->excess.work, ==, LSC_WORK_COMPUTE);
}

/* Two of eight ranks, and nobody says who the others are: nothing is known of waits. */
static void
test_part (void)
{
  g_autoptr (LscOverview) self = load ("ascend-db-level1");

  if (!self)
    return;
  g_assert_nonnull (self->no_waits);
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (self, i);

      g_assert_cmpint (rank->verdict, ==, LSC_RANK_UNJUDGED);
      g_assert_cmpint (rank->caused_wait_ns, ==, LSC_INT_NULL);
      g_assert_cmpint (rank->step_ns, >, 100000000);
    }
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->ns[LSC_BUDGET_WAIT] / 10000, ==, 9390);
}

/* ---- the reference tool's tables ---- */

static char *
get_text (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null                 ? g_strdup ("NA")
         : value.type == LSC_TYPE_TEXT ? g_strdup (value.text)
         : value.type == LSC_TYPE_INT  ? g_strdup_printf ("%" G_GINT64_FORMAT, value.integer)
                                       : g_strdup_printf ("%.6f", value.real);
}

static char *
get_reference (JsonNode *node, const LscColumn *column)
{
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  return column->type == LSC_TYPE_REAL
             ? g_strdup_printf ("%.6f", json_node_get_double (node))
             : g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
}

/* A row by its first cells, whatever the order of rows is. */
static gboolean
is_row (const LscTable *table, gsize row, JsonObject *reference, guint n_keys)
{
  for (guint i = 0; i < n_keys; i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);
      g_autofree char *own = get_text (table, row, column->name);
      g_autofree char *wanted =
          get_reference (json_object_get_member (reference, column->name), column);

      if (!g_str_equal (own, wanted))
        return FALSE;
    }
  return TRUE;
}

static void
check_row (const LscTable *table, JsonObject *reference, guint n_keys)
{
  gsize row = 0;

  while (row < lsc_table_get_n_rows (table) && !is_row (table, row, reference, n_keys))
    row++;
  g_assert_cmpuint (row, <, lsc_table_get_n_rows (table));
  g_assert_cmpuint (json_object_get_size (reference), ==, lsc_table_get_n_columns (table) + 1);
  g_assert_true (is_row (table, row, reference, lsc_table_get_n_columns (table)));
}

static void
check_table (LscTable *table, const char *sample, const char *mode, guint n_keys)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path =
      g_strdup_printf ("%s/%s/golden/%s.%s.jsonl", root, sample, mode, lsc_table_get_name (table));
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gsize n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (gsize i = 1; lines[i] && *lines[i]; i++)
    {
      g_autoptr (JsonNode) node = json_from_string (lines[i], NULL);

      check_row (table, json_node_get_object (node), n_keys);
      n++;
    }
  g_assert_cmpuint (n, ==, lsc_table_get_n_rows (table));
  lsc_table_unref (table);
}

static void
test_reference (gconstpointer data)
{
  const char *sample = data;
  g_autoptr (GPtrArray) facts = load_facts (sample);
  g_autoptr (LscRankSet) set = NULL;
  LscTable *slow_ranks, *slow_ops;
  guint n_incomplete;

  if (!facts)
    return;
  set = lsc_rank_set_new ((const LscRankDigest *const *) facts->pdata, facts->len, NULL, NULL);
  check_table (lsc_cluster_time_table (set, &n_incomplete), sample, "cluster_time_summary", 2);
  g_assert_cmpuint (n_incomplete, ==, 0);
  check_table (lsc_cluster_step_table (set), sample, "all", 3);
  check_table (lsc_cluster_base_table (set), sample, "all", 1);
  lsc_cluster_slow_tables (set, &slow_ranks, &slow_ops);
  if (strstr (sample, "straggler")) /* the reference writes no empty tables */
    {
      check_table (slow_ranks, sample, "slow_rank", 1);
      check_table (slow_ops, sample, "slow_rank", 2);
      return;
    }
  g_assert_cmpuint (lsc_table_get_n_rows (slow_ranks), ==, 0);
  lsc_table_unref (slow_ranks);
  lsc_table_unref (slow_ops);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden-overview/replay", test_replay);
  g_test_add_func ("/golden-overview/stage", test_stage);
  g_test_add_func ("/golden-overview/straggler", test_straggler);
  g_test_add_func ("/golden-overview/part", test_part);
  for (gsize i = 0; i < G_N_ELEMENTS (references); i++)
    {
      g_autofree char *name = g_strdup_printf ("/golden-overview/reference/%s", references[i]);

      g_test_add_data_func (name, references[i], test_reference);
    }
  return g_test_run ();
}
