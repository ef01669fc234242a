/* test-pipeline-twins.c - pipelines of two recordings in pairs, and all of them counted
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-pipeline-twins.h"

#define MS G_GINT64_CONSTANT (1000000)

/** A pipeline of one stage with two forward blocks, and the pipelines of a recording. */
typedef struct
{
  LscPipelineGroup group;
  LscPipelineStep step;
  LscPipelineRow row;
  LscBlock blocks[2];
} Made;

static void
make (Made *self, const char *label, gint64 block_ns, gint64 window_ns)
{
  *self = (Made){ .group = { .label = (char *) label, .n_ranks = 1, .n_steps = 1 } };
  self->group.micro_batches = 2;
  self->group.steps = &self->step;
  self->step = (LscPipelineStep){ .t1_ns = window_ns, .rows = &self->row, .n_rows = 1 };
  self->row = (LscPipelineRow){ .blocks = self->blocks, .n_blocks = 2 };
  self->row.metrics.bubble_ns = window_ns - 2 * block_ns;
  for (guint i = 0; i < 2; i++)
    self->blocks[i] = (LscBlock){ .start_ns = (gint64) i * block_ns,
                                  .end_ns = (gint64) (i + 1) * block_ns,
                                  .kind = LSC_BLOCK_F };
}

static LscPipeline
gather (Made *made, guint n)
{
  LscPipeline pipeline = { .groups = g_ptr_array_new () };

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (pipeline.groups, &made[i].group);
  return pipeline;
}

static void
assert_pair (const GArray *twins, guint i, const LscPipelineGroup *before,
             const LscPipelineGroup *after)
{
  const LscPipelineTwins *pair = &g_array_index (twins, LscPipelineTwins, i);

  g_assert_true (pair->before == before);
  g_assert_true (pair->after == after);
}

/* Those of the same ranks first, then what is left in its order, then what has no partner. */
static void
test_pairs (void)
{
  Made first[2], second[3];
  LscPipeline before, after;
  g_autoptr (GArray) twins = NULL;

  make (&first[0], "(0,1)", MS, 3 * MS);
  make (&first[1], "(2,3)", MS, 3 * MS);
  make (&second[0], "(4,5)", MS, 3 * MS);
  make (&second[1], "(0,1)", MS, 3 * MS);
  make (&second[2], "(6,7)", MS, 3 * MS);
  before = gather (first, 2);
  after = gather (second, 3);
  twins = lsc_pipeline_twins_new (&before, &after);
  g_assert_cmpuint (twins->len, ==, 3);
  assert_pair (twins, 0, &first[0].group, &second[1].group);
  assert_pair (twins, 1, &first[1].group, &second[0].group);
  assert_pair (twins, 2, NULL, &second[2].group);
  second[1].group.n_steps = 0; /* nothing of it can be shown */
  g_array_unref (g_steal_pointer (&twins));
  twins = lsc_pipeline_twins_new (&before, &after);
  g_assert_cmpuint (twins->len, ==, 2);
  assert_pair (twins, 0, &first[0].group, &second[0].group);
  g_ptr_array_unref (before.groups);
  g_ptr_array_unref (after.groups);
}

static gint64
get (LscTable *table, gsize row, const char *column)
{
  LscValue value = lsc_table_get_named (table, row, column);

  return value.is_null ? G_MININT64 : value.integer;
}

/* The example of the definition: 2 ms and 4 ms, and only the second of two became shorter. */
static void
test_table (void)
{
  Made first[2], second[2];
  LscPipeline before, after;
  g_autoptr (GArray) twins = NULL;
  g_autoptr (LscTable) table = NULL;

  make (&first[0], "(0)", 2 * MS, 10 * MS);
  make (&first[1], "(1)", 4 * MS, 10 * MS);
  make (&second[0], "(0)", 2 * MS, 10 * MS);
  make (&second[1], "(1)", 3 * MS, 9 * MS);
  before = gather (first, 2);
  after = gather (second, 2);
  twins = lsc_pipeline_twins_new (&before, &after);
  table = lsc_pipeline_twins_table (twins);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 4);
  g_assert_cmpstr (lsc_table_get_named (table, 1, "pipeline").text, ==, "(1)");
  g_assert_cmpint (get (table, 1, "delta_ns"), ==, -MS);
  g_assert_cmpint (get (table, 1, "other_count"), ==, 2);
  g_assert_true (lsc_table_get_named (table, 2, "pipeline").is_null);
  g_assert_cmpstr (lsc_table_get_named (table, 2, "what").text, ==, "F");
  g_assert_cmpint (get (table, 2, "count"), ==, 4);
  g_assert_cmpint (get (table, 2, "mean_ns"), ==, 3 * MS);
  g_assert_cmpint (get (table, 2, "other_mean_ns"), ==, 2500000);
  g_assert_cmpstr (lsc_table_get_named (table, 3, "what").text, ==, "bubble");
  g_assert_cmpint (get (table, 3, "mean_ns"), ==, 4 * MS); /* of 6 and 2 */
  g_assert_cmpint (get (table, 3, "other_mean_ns"), ==, 4500000);
  second[0].step.bubble_ratio = -1; /* its clocks are unknown: so is the mean */
  lsc_table_unref (g_steal_pointer (&table));
  table = lsc_pipeline_twins_table (twins);
  g_assert_cmpint (get (table, 3, "other_mean_ns"), ==, G_MININT64);
  g_assert_cmpint (get (table, 3, "delta_ns"), ==, G_MININT64);
  g_ptr_array_unref (before.groups);
  g_ptr_array_unref (after.groups);
}

/* A pipeline without a twin may have more stages than all others: they have rows, too. */
static void
test_stages_of_one_side (void)
{
  for (guint is_before = 0; is_before < 2; is_before++)
    {
      Made more[2], fewer;
      LscPipelineRow rows[2];
      LscPipeline with, without;
      g_autoptr (GArray) twins = NULL;
      g_autoptr (LscTable) table = NULL;
      gint64 last_stage = -1;

      make (&more[0], "(0)", 2 * MS, 10 * MS);
      make (&more[1], "(1,2)", 4 * MS, 10 * MS);
      make (&fewer, "(0)", 2 * MS, 10 * MS);
      rows[0] = rows[1] = more[1].row;
      more[1].step.rows = rows;
      more[1].step.n_rows = 2;
      with = gather (more, 2);
      without = gather (&fewer, 1);
      twins = is_before ? lsc_pipeline_twins_new (&with, &without)
                        : lsc_pipeline_twins_new (&without, &with);
      table = lsc_pipeline_twins_table (twins);
      for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
        last_stage = MAX (last_stage, get (table, row, "stage"));
      g_assert_cmpint (last_stage, ==, 1);
      g_ptr_array_unref (with.groups);
      g_ptr_array_unref (without.groups);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-twins/pairs", test_pairs);
  g_test_add_func ("/pipeline-twins/table", test_table);
  g_test_add_func ("/pipeline-twins/stages-of-one-side", test_stages_of_one_side);
  return g_test_run ();
}
