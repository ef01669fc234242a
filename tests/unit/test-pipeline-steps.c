/* test-pipeline-steps.c - steps of recordings without STEP_TIME
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-pipeline-support.h"

static const struct
{
  LscScheduleType type;
  guint chunks;
} schedules[] = {
  { LSC_SCHEDULE_1F1B, 1 },      { LSC_SCHEDULE_GPIPE, 1 },    { LSC_SCHEDULE_INTERLEAVED, 2 },
  { LSC_SCHEDULE_DUALPIPEV, 2 }, { LSC_SCHEDULE_DUALPIPE, 2 }, { LSC_SCHEDULE_ZBH1, 1 },
  { LSC_SCHEDULE_ZBV, 2 },
};

/* Three steps of a pipeline of four, of which only the ranks of @present (bits) were loaded. */
static void
check (gsize index, guint present)
{
  PpPlan plan = { .schedule = { .type = schedules[index].type,
                                .n_stages = 4,
                                .n_micro_batches = 8,
                                .n_chunks = schedules[index].chunks,
                                .run_length = 4 },
                  .f = 1000000,
                  .b = 2000000,
                  .i = 1000000,
                  .w = 900000,
                  .x = 2600000,
                  .l = 300000,
                  .latency = 50000,
                  .n_steps = 3 };
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  for (guint i = runs->len; i > 0; i--)
    {
      ((LscRun *) g_ptr_array_index (runs, i - 1))->steps.n = 0;
      if (!(present >> (i - 1) & 1))
        g_ptr_array_remove_index (runs, i - 1);
    }
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_test_message ("%s, ranks %x", lsc_schedule_type_name (schedules[index].type), present);
  g_assert_cmpuint (group->n_ranks, ==, 4);
  g_assert_cmpuint (group->n_steps, ==, 3);
  for (gsize i = 0; i < 3; i++)
    {
      g_assert_cmpint (group->steps[i].id, ==, (gint64) i + 1);
      /* GPipe or breadth-first: without one of the ends nothing tells (test-pipeline-candidates) */
      if (schedules[index].type == LSC_SCHEDULE_GPIPE && (present & 9) != 9)
        continue;
      g_assert_true (group->steps[i].is_recognised);
      g_assert_cmpuint (group->steps[i].schedule.n_micro_batches, ==, 8);
      for (gsize r = 0; r < 4; r++)
        if (present >> r & 1)
          g_assert_cmpuint (group->steps[i].rows[r].n_blocks, ==,
                            lsc_schedule_count (&group->steps[i].schedule, r));
    }
  g_assert_cmpint (pp_count_notices (pipeline, "pp-steps-by-count"), ==, 3);
}

/* Every schedule with any rank missing, with one or with two left. */
static void
test_by_count (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (schedules); i++)
    for (guint present = 1; present < 16; present++)
      check (i, present);
}

/* One step stays one, without a number. */
static void
test_one_step (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (schedules); i++)
    {
      PpPlan plan = { .schedule = { .type = schedules[i].type,
                                    .n_stages = 2,
                                    .n_micro_batches = 4,
                                    .n_chunks = schedules[i].chunks,
                                    .run_length = 2 },
                      .f = 1000000,
                      .b = 2000000,
                      .i = 1000000,
                      .w = 900000,
                      .x = 2600000,
                      .l = 300000,
                      .latency = 50000 };

      for (guint missing = 0; missing < 3; missing++)
        {
          g_autoptr (GPtrArray) runs = pp_record (&plan);
          g_autoptr (LscPipeline) pipeline = NULL;

          if (missing > 0)
            g_ptr_array_remove_index (runs, missing - 1);
          pipeline = pp_analyse (runs);
          g_test_message ("%s, missing %u", lsc_schedule_type_name (schedules[i].type), missing);
          g_assert_cmpuint (lsc_pipeline_get_group (pipeline, 0)->n_steps, ==, 1);
          g_assert_false (lsc_pipeline_get_group (pipeline, 0)->steps[0].has_id);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/steps/by-count", test_by_count);
  g_test_add_func ("/steps/one", test_one_step);
  return g_test_run ();
}
