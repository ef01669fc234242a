/* test-pipeline-rank.c - ranks that stand without their recordings, and many of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-members.h"
#include "analyze/pipeline/lsc-pipeline-replicas.h"
#include "base/lsc-error.h"
#include "base/lsc-interval.h"
#include "judge/verdict/lsc-verdict-others.h"
#include "judge/verdict/lsc-verdict.h"
#include "lsc-test-growth.h"
#include "test-pipeline-support.h"

#define N_STAGES 4

static GPtrArray *
ranks_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_pipeline_rank_unref);
}

/* (transfer full): the ranks of @runs, which go. @runs: (transfer full) */
static GPtrArray *
keep_ranks (GPtrArray *runs)
{
  GPtrArray *ranks = ranks_new ();

  for (guint i = 0; i < runs->len; i++)
    g_ptr_array_add (ranks, lsc_pipeline_rank_new (runs->pdata[i], NULL, NULL));
  g_ptr_array_unref (runs);
  return ranks;
}

static PpPlan
make_plan (guint n_steps)
{
  return (PpPlan){ .schedule = { .type = LSC_SCHEDULE_1F1B,
                                 .n_stages = N_STAGES,
                                 .n_micro_batches = 4,
                                 .n_chunks = 1 },
                   .f = 2000000,
                   .b = 4000000,
                   .latency = 10000,
                   .with_p2p = TRUE,
                   .n_steps = n_steps };
}

static void
tell_pipeline (LscRun *run, gint64 first)
{
  g_autofree char *text = g_strdup_printf (
      "{\"pp%" G_GINT64_FORMAT "\": {\"group_name\": \"pp\", \"global_ranks\": [%" G_GINT64_FORMAT
      ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "]}}",
      first, first, first + 1, first + 2, first + 3);

  pp_run_metadata (run, "parallel_group_info", text);
}

/* Pipelines that all run the same. */
static GPtrArray *
record_replicas (guint n)
{
  PpPlan plan = make_plan (2);
  GPtrArray *all = pp_runs_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) runs = pp_record (&plan);

      for (guint k = 0; k < runs->len; k++)
        {
          LscRun *run = runs->pdata[k];

          run->rank = (gint64) i * N_STAGES + k;
          tell_pipeline (run, (gint64) i * N_STAGES);
          g_ptr_array_add (all, lsc_run_ref (run));
        }
    }
  return all;
}

/* ---- without recordings ---- */

static char *
describe (LscPipeline *pipeline)
{
  LscTable *tables[] = { lsc_pipeline_block_table (pipeline), lsc_pipeline_link_table (pipeline),
                         lsc_pipeline_metric_table (pipeline),
                         lsc_pipeline_clock_table (pipeline) };
  GString *text = g_string_new (NULL);

  for (gsize t = 0; t < G_N_ELEMENTS (tables); t++)
    {
      for (gsize row = 0; row < lsc_table_get_n_rows (tables[t]); row++)
        for (guint column = 0; column < lsc_table_get_n_columns (tables[t]); column++)
          {
            LscValue value = lsc_table_get (tables[t], row, column);

            g_string_append_printf (text, "%" G_GINT64_FORMAT " %g %s\t", value.integer, value.real,
                                    value.text ? value.text : "-");
          }
      lsc_table_unref (tables[t]);
    }
  return g_string_free (text, FALSE);
}

/* The same come of runs, and of ranks whose runs are gone; as often as one likes. */
static void
test_outlive (void)
{
  PpPlan plan = make_plan (3);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) of_runs = pp_analyse (runs);
  g_autoptr (GPtrArray) ranks = keep_ranks (pp_record (&plan));
  g_autofree char *expected = describe (of_runs);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LscPipeline) pipeline = lsc_pipeline_new_from_ranks (ranks, NULL, NULL, NULL);
      g_autofree char *found = describe (pipeline);

      g_assert_cmpstr (found, ==, expected);
    }
}

/* A pipeline can be shown of some of the ranks. */
static void
test_subset (void)
{
  g_autoptr (GPtrArray) ranks = keep_ranks (record_replicas (3));
  g_autoptr (GPtrArray) some = g_ptr_array_new ();
  g_autoptr (LscPipeline) pipeline = NULL;

  for (guint i = N_STAGES; i < 2 * N_STAGES; i++)
    g_ptr_array_add (some, ranks->pdata[i]);
  g_ptr_array_add (some, NULL);
  pipeline = lsc_pipeline_new_from_ranks (some, NULL, NULL, NULL);
  g_assert_cmpuint (pipeline->groups->len, ==, 1);
  g_assert_cmpstr (lsc_pipeline_get_group (pipeline, 0)->label, ==, "(4,5,6,7)");
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
}

/* ---- replicas ---- */

/* The same pipelines as are built, in the same order; each can be built alone. */
static void
test_replicas (void)
{
  g_autoptr (GPtrArray) runs = record_replicas (5);
  g_autoptr (GPtrArray) ranks = NULL;
  g_autoptr (LscPipelineReplicas) replicas = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;

  g_ptr_array_add (runs, pp_run_new (20)); /* without blocks */
  tell_pipeline (runs->pdata[runs->len - 1], 20);
  ranks = keep_ranks (g_steal_pointer (&runs));
  replicas = lsc_pipeline_replicas_new (ranks, NULL, NULL);
  pipeline = lsc_pipeline_new_from_ranks (ranks, NULL, NULL, NULL);
  g_assert_cmpuint (lsc_pipeline_replicas_get_n (replicas), ==, 5);
  g_assert_cmpuint (pipeline->groups->len, ==, 5);
  for (gsize i = 0; i < 5; i++)
    {
      const LscPipelineReplica *replica = lsc_pipeline_replicas_get (replicas, i);
      g_autoptr (GPtrArray) own = lsc_pipeline_replicas_pick (replicas, i, ranks);
      g_autoptr (LscPipeline) alone = lsc_pipeline_new_from_ranks (own, NULL, NULL, NULL);

      g_assert_cmpstr (replica->label, ==, lsc_pipeline_get_group (pipeline, i)->label);
      g_assert_cmpstr (replica->label, ==, lsc_pipeline_get_group (alone, 0)->label);
      g_assert_cmpuint (alone->groups->len, ==, 1);
      g_assert_true (replica->has_stages);
    }
  for (gint64 rank = 0; rank < 20; rank++)
    {
      gsize index = (gsize) rank / N_STAGES;

      g_assert_cmpuint (lsc_pipeline_replicas_find (replicas, rank), ==, index);
      g_assert_cmpuint (lsc_pipeline_find_group_of_rank (pipeline, rank), ==, index);
    }
  g_assert_cmpuint (lsc_pipeline_replicas_find (replicas, 20), ==, G_MAXSIZE);
  g_assert_cmpuint (lsc_pipeline_find_group_of_rank (pipeline, 20), ==, G_MAXSIZE);
  g_assert_null (lsc_pipeline_replicas_get (replicas, 5));
}

static void
test_bad_options (void)
{
  g_autoptr (GPtrArray) ranks = ranks_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (
      lsc_pipeline_replicas_new (ranks, &(LscPipelineOptions){ .groups = "0,1;1,2" }, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

/* The pipeline that the worst cause is shown by; else the idlest, the first of equal ones. */
static void
test_worst (void)
{
  g_autoptr (GPtrArray) ranks = keep_ranks (record_replicas (4));
  g_autoptr (LscPipeline) pipeline = lsc_pipeline_new_from_ranks (ranks, NULL, NULL, NULL);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (LscVerdict));
  LscVerdicts verdicts = { .rows = rows };
  LscVerdict schedule = { .cause = LSC_VERDICT_SCHEDULE, .group = 1 };
  LscVerdict slow = { .cause = LSC_VERDICT_SLOW_RANK, .group = 3 };

  g_assert_cmpuint (lsc_verdicts_find_worst_group (NULL, pipeline), ==, 0);
  for (gsize step = 0; step < 2; step++)
    lsc_pipeline_get_group (pipeline, 2)->steps[step].bubble_ratio += 0.1;
  g_assert_cmpuint (lsc_verdicts_find_worst_group (NULL, pipeline), ==, 2);
  g_array_append_val (rows, schedule);
  g_assert_cmpuint (lsc_verdicts_find_worst_group (&verdicts, pipeline), ==, 2);
  g_array_prepend_val (rows, slow);
  g_assert_cmpuint (lsc_verdicts_find_worst_group (&verdicts, pipeline), ==, 3);
}

/* ---- blocks ---- */

static void
test_blocks (void)
{
  LscRun *run = pp_run_new (3);
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (GPtrArray) ranks = NULL;
  LscIntervals blocks = { 0 };

  pp_run_range (run, pp_message_of_kind ('F'), 0, 10, 1000, 2000);
  pp_run_range (run, pp_message_of_kind ('B'), 20, 30, 2000, 2500);
  pp_run_range (run, pp_message_of_kind ('B'), 40, 50, 3000, 3600);
  pp_run_range (run, "data_loader", 60, 70, 5000, 9000);
  g_ptr_array_add (runs, run);
  g_ptr_array_add (runs, pp_run_new (4));
  ranks = keep_ranks (g_steal_pointer (&runs));
  lsc_pipeline_rank_list_blocks (ranks->pdata[0], &blocks);
  g_assert_true (lsc_pipeline_rank_has_blocks (ranks->pdata[0]));
  g_assert_cmpint (lsc_pipeline_rank_get_rank (ranks->pdata[0]), ==, 3);
  g_assert_cmpuint (blocks.n, ==, 2);
  g_assert_cmpint (blocks.items[0].begin_ns, ==, 1000);
  g_assert_cmpint (blocks.items[0].end_ns, ==, 2500);
  g_assert_cmpint (blocks.items[1].begin_ns, ==, 3000);
  g_assert_cmpint (blocks.items[1].end_ns, ==, 3600);
  lsc_intervals_clear (&blocks);
  lsc_pipeline_rank_list_blocks (ranks->pdata[1], &blocks);
  g_assert_cmpuint (blocks.n, ==, 0);
  g_assert_false (lsc_pipeline_rank_has_blocks (ranks->pdata[1]));
  lsc_intervals_clear (&blocks);
}

/* ---- kernels inside ---- */

static void
add_kernels (LscRun *run, GRand *rand, guint n)
{
  static const char *const names[] = { "MatMul", "Add", "Softmax", "Gelu" };

  for (guint i = 0; i < n; i++)
    {
      gint64 start = g_rand_int_range (rand, 0, 30000);
      const char *name = names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))];

      lsc_kernels_append (&run->kernels,
                          (LscKernel){ .start_ns = start,
                                       .end_ns = start + g_rand_int_range (rand, 0, 900),
                                       .name = lsc_intern_add (run->strings, name),
                                       .kernel_class = LSC_KERNEL_COMPUTE });
    }
  for (guint i = LSC_KERNEL_COMPUTE + 1; i < G_N_ELEMENTS (run->class_begin); i++)
    run->class_begin[i] = run->kernels.n;
}

static gboolean
is_in_block (const LscPipelineRow *row, gint64 time_ns)
{
  for (gsize i = 0; i < row->n_blocks; i++)
    if (row->blocks[i].kind != LSC_BLOCK_O && row->blocks[i].start_ns <= time_ns &&
        time_ns < row->blocks[i].end_ns)
      return TRUE;
  return FALSE;
}

static gboolean
is_computed (const LscRun *run, gint64 time_ns)
{
  for (gsize i = 0; i < run->kernels.n; i++)
    if (run->kernels.items[i].start_ns <= time_ns && time_ns < run->kernels.items[i].end_ns)
      return TRUE;
  return FALSE;
}

/* By the slow way: every nanosecond, every kernel. */
static void
check_inside (LscPipeline *pipeline, const LscRun *run)
{
  const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  const LscPipelineRow *row = &group->steps[0].rows[0];
  g_autoptr (GHashTable) sums = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer name, sum;
  gint64 compute = 0;
  gsize n = 0;

  for (gint64 at = 0; at < 31000; at++)
    compute += is_in_block (row, at) && is_computed (run, at);
  g_assert_cmpint (row->metrics.compute_ns, ==, compute);
  for (gsize i = 0; i < run->kernels.n; i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];
      const char *text = lsc_run_text (run, kernel->name);
      gsize before = GPOINTER_TO_SIZE (g_hash_table_lookup (sums, text));

      if (is_in_block (row, kernel->start_ns) && kernel->end_ns > kernel->start_ns)
        g_hash_table_insert (
            sums, (gpointer) text,
            GSIZE_TO_POINTER (before + (gsize) (kernel->end_ns - kernel->start_ns)));
    }
  g_hash_table_iter_init (&iter, sums);
  for (; g_hash_table_iter_next (&iter, &name, &sum); n++)
    g_assert_cmpint (
        lsc_pipeline_group_get_op (group, 0, lsc_intern_find (pipeline->strings, name)), ==,
        (gint64) GPOINTER_TO_SIZE (sum));
  g_assert_cmpuint (group->ops[0].n, ==, n);
}

static void
check_random_inside (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  LscRun *run = pp_run_new (0);
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (GPtrArray) ranks = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autofree char *args = pp_args (1, 1, 1, 1, 1), *kinds = NULL;
  /* An evaluation is set aside, or a forward is run again before each backward. */
  const char *const names[2][8] = {
    { "forward", "forward", "backward", "forward", "forward", "backward" },
    { "forward", "backward", "forward_eval", "forward", "backward", "forward", "backward" },
  };
  gint64 at = 500;

  pp_run_metadata (run, "distributed_args", args);
  for (guint i = 0; names[seed % 2][i]; i++)
    {
      gint64 length = g_rand_int_range (rand, 1500, 4000);

      pp_run_range (run, names[seed % 2][i], (gint64) i * 10, (gint64) i * 10 + 5, at, at + length);
      at += length + g_rand_int_range (rand, 0, 2) * g_rand_int_range (rand, 1, 300);
    }
  add_kernels (run, rand, 120);
  g_ptr_array_add (runs, lsc_run_ref (run));
  ranks = keep_ranks (g_steal_pointer (&runs));
  pipeline = lsc_pipeline_new_from_ranks (ranks, NULL, NULL, NULL);
  g_assert_nonnull (pipeline);
  kinds = pp_row_kinds (&lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0]);
  g_assert_cmpstr (kinds, ==, seed % 2 ? "FBOFBFB" : "FBFB");
  check_inside (pipeline, run);
  lsc_run_unref (run);
}

static void
test_inside (void)
{
  for (guint32 seed = 0; seed < 20; seed++)
    check_random_inside (seed);
}

/* ---- small pieces ---- */

static void
test_members (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 50; round++)
    {
      gint64 ranks[40], at = 0;
      gsize n = (gsize) g_rand_int_range (rand, 0, G_N_ELEMENTS (ranks) + 1);
      LscMembers members;

      for (gsize i = 0; i < n; i++)
        ranks[i] = at += g_rand_int_range (rand, 1, round % 4 + 2);
      for (gsize i = 0; round % 3 == 0 && i + 1 < n; i += 2) /* not in order */
        {
          gint64 kept = ranks[i];

          ranks[i] = ranks[i + 1];
          ranks[i + 1] = kept;
        }
      members = lsc_members_new (ranks, n);
      for (gsize i = 0; i < n; i++)
        g_assert_cmpint (lsc_members_get (&members, i), ==, ranks[i]);
      g_assert_cmpint (lsc_members_get (&members, n), ==, -1);
      for (gint64 rank = -1; rank < at + 3; rank++)
        {
          gboolean is_there = FALSE;

          for (gsize i = 0; i < n; i++)
            is_there |= ranks[i] == rank;
          g_assert_cmpint (lsc_members_have (&members, rank), ==, is_there);
        }
      lsc_members_clear (&members);
    }
}

/* A thousand ranks at one distance are one run. */
static void
test_members_small (void)
{
  gint64 ranks[1000];
  LscMembers members;

  for (gsize i = 0; i < G_N_ELEMENTS (ranks); i++)
    ranks[i] = 3 + 8 * (gint64) i;
  members = lsc_members_new (ranks, G_N_ELEMENTS (ranks));
  g_assert_cmpuint (members.n_runs, ==, 1);
  lsc_members_clear (&members);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
naive_median (const double *values, gsize n, gsize place)
{
  double others[16];
  gsize n_others = 0;

  for (gsize i = 0; i < n; i++)
    if (i != place && values[i] >= 0)
      others[n_others++] = values[i];
  qsort (others, n_others, sizeof *others, compare_doubles);
  if (n_others == 0)
    return -1;
  return n_others % 2 ? others[n_others / 2]
                      : (others[n_others / 2 - 1] + others[n_others / 2]) / 2;
}

static void
test_others (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint round = 0; round < 200; round++)
    {
      double values[16];
      gsize n = (gsize) g_rand_int_range (rand, 0, G_N_ELEMENTS (values) + 1);
      LscVerdictOthers others;

      for (gsize i = 0; i < n; i++)
        values[i] = g_rand_int_range (rand, -1, 6); /* some equal, some without any */
      lsc_verdict_others_init (&others, values, n, -1);
      for (gsize i = 0; i <= n; i++)
        g_assert_cmpfloat (lsc_verdict_others_median (&others, i, -1), ==,
                           naive_median (values, n, i));
      lsc_verdict_others_clear (&others);
    }
}

/* ---- many ---- */

static gpointer
make_replicas (guint n)
{
  return keep_ranks (record_replicas (n));
}

static void
judge_replicas (gpointer input, guint n)
{
  g_autoptr (LscPipeline) pipeline = lsc_pipeline_new_from_ranks (input, NULL, NULL, NULL);
  g_autoptr (LscVerdicts) verdicts = NULL;

  g_assert_cmpuint (pipeline->groups->len, ==, n);
  verdicts = lsc_verdicts_new (pipeline, NULL, NULL);
  g_assert_nonnull (verdicts);
}

static void
free_replicas (gpointer input)
{
  g_ptr_array_unref (input);
}

/* To judge pipelines costs as much a pipeline, however many there are. */
static void
test_growth (void)
{
  static const LscTestWork work = { make_replicas, judge_replicas, free_replicas };

  lsc_test_assert_linear (&work, 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-rank/outlive", test_outlive);
  g_test_add_func ("/pipeline-rank/subset", test_subset);
  g_test_add_func ("/pipeline-rank/replicas", test_replicas);
  g_test_add_func ("/pipeline-rank/bad-options", test_bad_options);
  g_test_add_func ("/pipeline-rank/worst", test_worst);
  g_test_add_func ("/pipeline-rank/blocks", test_blocks);
  g_test_add_func ("/pipeline-rank/inside", test_inside);
  g_test_add_func ("/pipeline-rank/members", test_members);
  g_test_add_func ("/pipeline-rank/members-small", test_members_small);
  g_test_add_func ("/pipeline-rank/others", test_others);
  g_test_add_func ("/pipeline-rank/growth", test_growth);
  return g_test_run ();
}
