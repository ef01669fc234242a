/* test-study.c - one measured step explained
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test-study-support.h"

#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"

#define MS (G_GINT64_CONSTANT (1000000))

/* Blame, pieces, rows of the pipeline and the table have to agree to the ns. */
static void
assert_phrase (const LscPhrase *phrase, const char *expected)
{
  g_autofree char *plain = lsc_phrase_to_plain (phrase);

  g_assert_cmpstr (plain, ==, expected);
}

/* What PpWait charges a rank adds up to its bubble; a row of what is nobody's has something. */
static void
assert_waits_add_up (const LscStudy *study)
{
  const LscPipelineStep *step = lsc_study_get_step (study);
  g_autoptr (LscTable) waits = lsc_study_wait_table (study);

  for (guint32 r = 0; r < step->n_rows; r++)
    {
      gint64 sum = 0;

      for (gsize i = 0; i < lsc_table_get_n_rows (waits); i++)
        if (lsc_table_get_named (waits, i, "rank").integer == step->rows[r].rank)
          sum += lsc_table_get_named (waits, i, "total_ns").integer;
      g_assert_cmpint (sum, ==, step->rows[r].n_blocks > 0 ? step->rows[r].metrics.bubble_ns : 0);
    }
  for (gsize i = 0; i < lsc_table_get_n_rows (waits); i++)
    if (lsc_table_get_named (waits, i, "waited_stage").is_null)
      g_assert_cmpint (lsc_table_get_named (waits, i, "total_ns").integer, !=, 0);
}

static void
assert_bubbles_add_up (const LscStudy *study)
{
  const LscPipelineStep *step = lsc_study_get_step (study);
  g_autoptr (LscTable) bubbles = lsc_study_bubble_table (study);
  int begin_at = lsc_table_find_column (bubbles, "start_ns");
  int end_at = lsc_table_find_column (bubbles, "end_ns");
  int rank_at = lsc_table_find_column (bubbles, "rank");
  int cause_at = lsc_table_find_column (bubbles, "cause");

  assert_waits_add_up (study);
  for (guint32 r = 0; r < step->n_rows; r++)
    {
      const LscPipelineRow *row = &step->rows[r];
      g_autoptr (GArray) pieces = lsc_study_pieces_in (study, r, G_MININT64, G_MAXINT64);
      gint64 sum = 0, last = step->t0_ns, listed = 0;

      if (row->n_blocks == 0)
        continue;
      for (guint i = 0; i < pieces->len; i++)
        {
          const LscBlamePiece *piece = &g_array_index (pieces, LscBlamePiece, i);
          g_autofree char *text = lsc_study_describe_piece (study, piece);

          g_assert_cmpuint (piece->rank, ==, r);
          g_assert_cmpint (piece->begin_ns, >=, last);
          g_assert_cmpint (piece->end_ns, >, piece->begin_ns);
          g_assert_nonnull (text);
          sum += piece->end_ns - piece->begin_ns;
          last = piece->end_ns;
        }
      g_assert_cmpint (sum, ==, row->metrics.bubble_ns);
      g_assert_cmpint (lsc_blame_sum (study->wait, r), ==, row->metrics.bubble_ns);
      for (gsize i = 0; i < lsc_table_get_n_rows (bubbles); i++)
        if (lsc_table_get (bubbles, i, (guint) rank_at).integer == row->rank)
          {
            listed += lsc_table_get (bubbles, i, (guint) end_at).integer -
                      lsc_table_get (bubbles, i, (guint) begin_at).integer;
            g_assert_false (lsc_table_get (bubbles, i, (guint) cause_at).is_null);
          }
      g_assert_cmpint (listed, ==, row->metrics.bubble_ns);
    }
}

static gint64
sum_column (const LscTable *table, const char *name)
{
  guint column = (guint) lsc_table_find_column (table, name);
  gint64 sum = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscValue value = lsc_table_get (table, i, column);

      sum += value.is_null ? 0 : value.integer;
    }
  return sum;
}

static LscTable *(*const tables[]) (const LscStudy *) = {
  lsc_study_wait_table,   lsc_study_balance_table,     lsc_study_ladder_table,
  lsc_study_path_table,   lsc_study_micro_batch_table, lsc_study_link_table,
  lsc_study_bubble_table, lsc_study_summary_table,
};

/* P = 4, M = 8: the example of theory.md#ladder with its jitter in ns; windows from the reference
 * generators. */
static void
test_ladder (void)
{
  static const gint64 jitter[] = { 10647666, 10301698, 11301869, 20289745, 11071764, 21462756,
                                   10115998, 22029743, 10074991, 21734583, 10139711, 20362852,
                                   10849038, 23307408, 20495208, 20892956 };
  static const gint64 f[] = { 10 * MS, 10 * MS, 10 * MS, 13 * MS };
  static const gint64 windows[] = {
    359933058, 403884748, 403540622, 405940622, 405940622, 405940622
  };
  Simulation sim = { .schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 4, 8),
                     .latency_ns = 400000 };
  g_autoptr (LscPlan) plan = lsc_plan_new (&sim.schedule, NULL);
  g_autofree gint64 *durations = g_new (gint64, plan->n_ops);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscStudy) study = NULL;

  for (guint32 op = 0; op < plan->n_ops; op++)
    {
      guint32 rank = plan->ops[op].rank;

      durations[op] = f[rank] * (plan->ops[op].kind == LSC_BLOCK_F ? 1 : 2);
      if (rank == 1)
        durations[op] = jitter[op - plan->first[1]];
    }
  pipeline = simulate_plan (&sim, plan, durations);
  study = lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, NULL, NULL);
  g_assert_nonnull (study);
  g_assert_null (study->refusal);
  for (guint i = 0; i < LSC_N_RUNGS; i++)
    g_assert_cmpint (ABS (study->rungs[i] - windows[i]), <=, 1);
  g_assert_cmpint (study->latency_ns, ==, 400000);
  g_assert_false (study->is_unexplained);
  assert_bubbles_add_up (study);
}

/* ---- special steps ---- */

static LscPipeline *
simulate_1f1b (gsize p, gsize m, gint64 latency_ns)
{
  Simulation sim = { .schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, p, m),
                     .base = { 10 * MS, 20 * MS, 10 * MS, 10 * MS, 30 * MS },
                     .latency_ns = latency_ns,
                     .slow = -1 };

  return simulate (&sim);
}

/* Means are fractions of a nanosecond; hundreds of them in a row still give the exact window. */
static void
test_means (void)
{
  Simulation sim = { .schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 8, 257),
                     .base = { 1000003, 1999993, 0, 0, 0 },
                     .jitter = 0.05,
                     .slow = -1,
                     .seed = 11 };
  g_autoptr (LscPipeline) pipeline = simulate (&sim);
  const LscPipelineStep *step = lsc_pipeline_get_group (pipeline, 0)->steps;
  g_autoptr (LscStudy) study =
      lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, NULL, NULL);
  double work = 0;

  for (gsize i = 0; i < step->n_rows; i++)
    work += (double) step->rows[i].metrics.busy_ns;
  work *= (257.0 + 7) / (8 * 257);
  g_assert_cmpfloat_with_epsilon ((double) study->rungs[LSC_RUNG_BALANCED], work, 1);
  g_assert_cmpfloat_with_epsilon (study->ideal_ratio, 7.0 / 264, 1e-8);
}

/* Ideal 1F1B: formula, ladder and measurement agree, and nobody exceeds anything. */
static void
test_ideal (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (4, 8, 0);
  g_autoptr (LscStudy) study =
      lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, NULL, NULL);

  for (guint i = 0; i < LSC_N_RUNGS; i++)
    g_assert_cmpint (study->rungs[i], ==, 11 * 30 * MS);
  g_assert_true (study->has_closed_form);
  g_assert_cmpint (study->closed_form.bubble_ns, ==, 3 * 30 * MS);
  g_assert_cmpfloat_with_epsilon (study->ideal_ratio, 3.0 / 11, 1e-9);
  for (gsize i = 0; i < 4; i++)
    for (gsize k = 0; k < 4; k++)
      g_assert_cmpint (lsc_study_excess (study, i, k), ==, 0);
  g_assert_cmpint (study->path->idle_ns, ==, 0);
  assert_bubbles_add_up (study);
}

/* P = 2, M = 2, F = 10, B = 20: stage 1 waits for F 0 at first and stage 0 for both B. */
static void
test_by_hand (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (2, 2, 1 * MS);
  g_autoptr (LscStudy) study =
      lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, NULL, NULL);
  g_autoptr (GArray) first = lsc_study_pieces_in (study, 1, 0, 5 * MS);
  const LscBlamePiece *piece = &g_array_index (first, LscBlamePiece, 0);
  g_autofree char *text = lsc_study_describe_piece (study, piece);
  guint32 block;

  g_assert_cmpint (study->rungs[LSC_RUNG_MEASURED], ==, 92 * MS);
  g_assert_cmpint (study->rungs[LSC_RUNG_BALANCED], ==, 90 * MS);
  g_assert_cmpuint (first->len, ==, 1);
  g_assert_cmpint (piece->begin_ns, ==, 0);
  g_assert_cmpint (piece->end_ns, ==, 10 * MS);
  g_assert_cmpint (piece->cause, ==, LSC_CAUSE_WORK);
  g_assert_cmpstr (text, ==, "waited for stage 0 (rank 0): F of micro-batch 0");
  g_assert_cmpint (lsc_study_waited (study, study->wait, 1, 0), ==, 10 * MS);
  g_assert_cmpint (lsc_blame_get (study->wait, 1, 0, LSC_CAUSE_LINK), ==, 1 * MS);
  /* Stage 0: F 0-10, F 10-20, B 42-62 of what ended at 41, B 72-92 of what ended at 71. */
  g_assert_cmpint (lsc_study_waited (study, study->wait, 0, 1), ==, 30 * MS);
  g_assert_cmpuint (lsc_study_binding (study, 0, 2, &block), ==, 1);
  g_assert_cmpuint (block, ==, 1);
  g_assert_cmpuint (lsc_study_binding (study, 1, 1, &block), ==, 1);
  g_assert_cmpuint (block, ==, 0);
  g_assert_cmpuint (lsc_study_binding (study, 0, 0, NULL), ==, G_MAXUINT32);
  assert_bubbles_add_up (study);
}

static void
clear_row (LscPipelineStep *step, gsize row)
{
  step->rows[row].n_blocks = 0;
  step->rows[row].is_recorded = FALSE;
}

/* Blame through a rank that was not recorded is unknown, never zero; the theory is still there. */
static void
test_missing (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (4, 8, 0);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  g_autoptr (LscStudy) study = NULL;
  g_autoptr (LscPipeline) theory = NULL;
  g_autoptr (GError) error = NULL;

  clear_row (group->steps, 2);
  study = lsc_study_new (pipeline, group, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (study->refusal);
  assert_phrase (study->missing, "rank 8 was not recorded");
  g_assert_cmpint (study->rungs[LSC_RUNG_BALANCED], ==, 11 * 30 * MS);
  g_assert_cmpint (study->rungs[LSC_RUNG_STAGES], ==, -1);
  g_assert_cmpint (study->rungs[LSC_RUNG_LATENCY], ==, -1);
  g_assert_cmpint (lsc_blame_get (study->wait, 1, 1, LSC_CAUSE_UNKNOWN) +
                       lsc_blame_get (study->wait, 3, 3, LSC_CAUSE_UNKNOWN),
                   >, 0);
  g_assert_false (study->is_unexplained);
  assert_bubbles_add_up (study);
  theory = lsc_study_theory (study, LSC_THEORY_STAGE, FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lsc_pipeline_get_group (theory, 0)->steps[0].rows[2].n_blocks, ==, 16);
  g_assert_cmpint (lsc_pipeline_get_group (theory, 0)->steps[0].t1_ns, ==, 11 * 30 * MS);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (LscTable) table = tables[i](study);

      g_assert_true (lsc_table_get_n_rows (table) > 0 || tables[i] == lsc_study_link_table ||
                     tables[i] == lsc_study_micro_batch_table);
    }
}

/* A clock that is ahead makes inputs end after their readers began: said, not hidden. */
static void
test_clock (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (4, 8, 0);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  LscPipelineStep *step = group->steps;
  g_autoptr (LscStudy) study = NULL;
  gint64 clock = 0;

  for (gsize i = 0; i < step->rows[2].n_blocks; i++)
    {
      step->rows[2].blocks[i].start_ns -= 5 * MS;
      step->rows[2].blocks[i].end_ns -= 5 * MS;
    }
  step->rows[2].metrics.ramp_ns -= 5 * MS;
  step->rows[2].metrics.tail_ns += 5 * MS;
  study = lsc_study_new (pipeline, group, 0, NULL, NULL);
  for (gsize i = 0; i < 4; i++)
    clock += lsc_blame_get (study->wait, 2, i, LSC_CAUSE_CLOCK);
  g_assert_cmpint (clock, >, 0);
  assert_bubbles_add_up (study);
}

/* Blocks that overlap by rounding, and one that runs inside another, are no bubble and no loss. */
static void
test_overlap (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (3, 6, 1 * MS);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  LscPipelineRow *row = &group->steps->rows[0];
  g_autoptr (LscStudy) study = NULL;
  gint64 covered = group->steps->t0_ns, idle = 0;

  row->blocks[1].start_ns -= 500;
  row->blocks[3].end_ns += 25 * MS;
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      idle += MAX (0, row->blocks[i].start_ns - covered);
      covered = MAX (covered, row->blocks[i].end_ns);
    }
  row->metrics.bubble_ns = idle + group->steps->t1_ns - covered;
  study = lsc_study_new (pipeline, group, 0, NULL, NULL);
  g_assert_null (study->refusal);
  assert_bubbles_add_up (study);
}

/* Bubbles are listed in the clock of their rank. */
static void
test_shift (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (3, 6, 1 * MS);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  LscPipelineRow *row = &group->steps->rows[1];
  g_autoptr (LscStudy) study = NULL;
  g_autoptr (LscTable) bubbles = NULL;
  gsize n = 0;

  row->shift_ns = 7 * MS;
  for (gsize i = 0; i < row->n_blocks; i++)
    row->details[i].shift_ns = 7 * MS;
  study = lsc_study_new (pipeline, group, 0, NULL, NULL);
  bubbles = lsc_study_bubble_table (study);
  for (gsize i = 0; i < lsc_table_get_n_rows (bubbles); i++)
    if (lsc_table_get (bubbles, i, 2).integer == row->rank && n++ == 0)
      g_assert_cmpint (lsc_table_get (bubbles, i, 3).integer, ==, -7 * MS);
  g_assert_cmpuint (n, >, 0);
  assert_bubbles_add_up (study);
}

/* A head is joined to the block after it; what lies between the two is idle time of the host. */
static void
test_head (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (2, 4, 0);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  LscPipelineRow *row = &group->steps->rows[1];
  g_autoptr (LscStudy) study = NULL;
  LscBlock *blocks = g_new (LscBlock, row->n_blocks + 1);

  /* F 0 of stage 1 ends at 20, its B runs from 20 to 40: it becomes L 20-23, B 24-40. */
  memcpy (blocks, row->blocks, sizeof (LscBlock));
  memcpy (blocks + 2, row->blocks + 1, (row->n_blocks - 1) * sizeof (LscBlock));
  blocks[1] = blocks[2];
  blocks[1].kind = LSC_BLOCK_L;
  blocks[1].end_ns = 23 * MS;
  blocks[2].start_ns = 24 * MS;
  g_free (row->blocks);
  row->blocks = blocks;
  row->n_blocks++;
  row->metrics.bubble_ns += 1 * MS;
  study = lsc_study_new (pipeline, group, 0, NULL, NULL);
  g_assert_null (study->refusal);
  g_assert_cmpuint (study->plan->n_ops, ==, 16);
  g_assert_cmpuint (lsc_study_op_of_block (study, 1, 1), ==, 9);
  g_assert_cmpuint (lsc_study_op_of_block (study, 1, 2), ==, 9);
  g_assert_cmpuint (study->blocks[9], ==, 2);
  g_assert_cmpint (study->durations[9], ==, 19 * MS);
  g_assert_cmpint (study->times.start_ns[9], ==, 20 * MS);
  g_assert_cmpint (study->times.end_ns[9], ==, 40 * MS);
  g_assert_cmpint (lsc_blame_get (study->wait, 1, 1, LSC_CAUSE_HOST), ==, 1 * MS);
  assert_bubbles_add_up (study);
}

/* A receive that ends late explains as much of a wait as it lasted; the rest is the host's. */
static void
test_receive (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (2, 4, 10 * MS);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  LscPipelineStep *step = group->steps;
  g_autoptr (LscStudy) derived = lsc_study_new (pipeline, group, 0, NULL, NULL);
  g_autoptr (LscStudy) measured = NULL;
  g_autoptr (LscTable) links = NULL;

  g_assert_cmpint (derived->latency_ns, ==, 10 * MS);
  g_assert_cmpint (lsc_blame_get (derived->wait, 1, 1, LSC_CAUSE_HOST), ==, 0);
  g_assert_cmpint (lsc_blame_get (derived->wait, 1, 0, LSC_CAUSE_LINK), ==,
                   20 * MS); /* before F 0 and F 2 */
  step->links = g_renew (LscPipelineLink, step->links, 1);
  step->n_links = 1;
  step->links[0] = (LscPipelineLink){ .src_row = 0,
                                      .dst_row = 1,
                                      .send_start_ns = 9 * MS,
                                      .send_end_ns = 14 * MS,
                                      .recv_start_ns = 1 * MS,
                                      .recv_end_ns = 16 * MS,
                                      .is_measured = TRUE };
  measured = lsc_study_new (pipeline, group, 0, NULL, NULL);
  g_assert_cmpint (lsc_blame_get (measured->wait, 1, 0, LSC_CAUSE_LINK), ==, 16 * MS);
  g_assert_cmpint (lsc_blame_get (measured->wait, 1, 1, LSC_CAUSE_HOST), ==, 4 * MS);
  assert_bubbles_add_up (measured);
  links = lsc_study_link_table (measured);
  g_assert_cmpint (sum_column (links, "late_sender_ns"), ==, 8 * MS);
  g_assert_cmpint (sum_column (links, "late_receiver_ns"), ==, 0);
  g_assert_cmpint (sum_column (links, "transfer_ns"), ==, 5 * MS);
  g_assert_cmpint (sum_column (links, "slack_ns"), ==, 10 * MS);
}

/* A rank whose blocks are as short as the others', but whose host starts them late, is named by the
 * waits of the others. */
static void
test_late_host (void)
{
  Simulation sim = { .schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 4, 16) };
  g_autoptr (LscPlan) plan = lsc_plan_new (&sim.schedule, NULL);
  g_autofree gint64 *durations = g_new (gint64, plan->n_ops);
  const LscPlanCosts costs = { 10 * MS, 20 * MS, 0, 0, 0 };
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscStudy) study = NULL;
  LscPipelineRow *row;

  /* Run with longer blocks on stage 1, then cut their begin off. */
  lsc_plan_cost_ops (plan, &costs, durations);
  for (guint32 op = plan->first[1]; op < plan->first[2]; op++)
    durations[op] += 12 * MS;
  pipeline = simulate_plan (&sim, plan, durations);
  row = &lsc_pipeline_get_group (pipeline, 0)->steps->rows[1];
  for (gsize i = 0; i < row->n_blocks; i++)
    row->blocks[i].start_ns += 12 * MS;
  row->metrics.bubble_ns += (gint64) row->n_blocks * 12 * MS;
  study = lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, NULL, NULL);
  g_assert_true (study->is_unexplained);
  assert_bubbles_add_up (study);
}

static void
test_cancelled (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (4, 8, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

typedef struct
{
  const char *name;
  void (*spoil) (LscPipelineGroup *group);
} Refused;

static void
spoil_partial (LscPipelineGroup *group)
{
  group->steps->is_partial = TRUE;
}

static void
spoil_forward (LscPipelineGroup *group)
{
  group->steps->is_forward_only = TRUE;
}

static void
spoil_schedule (LscPipelineGroup *group)
{
  group->steps->schedule.type = LSC_SCHEDULE_NONE;
}

static void
spoil_stages (LscPipelineGroup *group)
{
  for (gsize i = 0; i < group->steps->n_rows; i++)
    group->steps->rows[i].stage = -1;
}

static void
spoil_times (LscPipelineGroup *group)
{
  group->steps->rows[1].blocks[0].flags |= LSC_BLOCK_HOST_TIME;
}

/* Backward of micro-batch 1 before that of 0 on stage 1 only, and the other way round on stage 0:
 * B 1 needs nothing that comes later, but two swapped forwards wait for each other. */
static void
spoil_order (LscPipelineGroup *group)
{
  LscBlock *last = group->steps->rows[3].blocks;

  last[0].mb_f = 7;
  last[14].mb_f = 0;
}

static void
spoil_ids (LscPipelineGroup *group)
{
  group->steps->rows[0].blocks[3].mb_f = LSC_MB_NONE;
}

static void
spoil_twice (LscPipelineGroup *group)
{
  group->steps->rows[0].blocks[3].mb_f = 1;
}

static void
spoil_length (LscPipelineGroup *group)
{
  group->steps->rows[3].blocks[15].end_ns = G_MAXINT64 / 2;
  group->steps->t1_ns = G_MAXINT64 / 2;
}

static const Refused refused[] = {
  { "partial", spoil_partial }, { "forward", spoil_forward }, { "schedule", spoil_schedule },
  { "stages", spoil_stages },   { "times", spoil_times },     { "order", spoil_order },
  { "ids", spoil_ids },         { "twice", spoil_twice },     { "length", spoil_length },
};

/* Steps that cannot be explained give a reason; tables stay usable and bubbles stay listed. */
static void
test_refused (gconstpointer data)
{
  const Refused *about = data;
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (4, 8, 0);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  g_autoptr (LscStudy) study = NULL;
  g_autoptr (GError) error = NULL;
  about->spoil (group);
  study = lsc_study_new (pipeline, group, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (study);
  g_assert_nonnull (study->refusal);
  g_test_message ("%s", lsc_phrase_as_argument (study->refusal));
  g_assert_null (study->wait);
  g_assert_null (lsc_study_theory (study, LSC_THEORY_GLOBAL, FALSE, &error));
  g_assert_nonnull (error);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (LscTable) table = tables[i](study);

      g_assert_cmpstr (lsc_table_get_column (table, 0)->name, ==, "group_id");
      g_assert_cmpstr (lsc_table_get_column (table, 1)->name, ==, "step");
      if (tables[i] == lsc_study_bubble_table || tables[i] == lsc_study_summary_table)
        g_assert_cmpuint (lsc_table_get_n_rows (table), >, 0);
    }
}

/* Tables of who waited for whom are squares: a damaged list of ranks must not fill the memory. */
static void
test_too_many_stages (void)
{
  g_autoptr (LscPipeline) pipeline = simulate_1f1b (1025, 1, 0);
  g_autoptr (LscStudy) study =
      lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, NULL, NULL);

  g_assert_nonnull (study);
  g_assert_nonnull (strstr (lsc_phrase_as_argument (study->refusal), "1025"));
  g_assert_null (study->wait);
}

static gsize
find_fact (const LscTable *table, const char *name)
{
  guint column = (guint) lsc_table_find_column (table, "name");

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    if (g_str_equal (lsc_table_get (table, i, column).text, name))
      return i;
  g_test_message ("no fact %s", name);
  g_assert_not_reached ();
}

static double
fact (const LscTable *table, const char *name)
{
  return lsc_table_get (table, find_fact (table, name),
                        (guint) lsc_table_find_column (table, "value"))
      .real;
}

/* Tables hold the same numbers as the study, and their sums hold together. */
static void
test_tables (void)
{
  Simulation sim = { .schedule = lsc_plan_default_schedule (LSC_SCHEDULE_ZBV, 4, 8),
                     .base = { 10 * MS, 20 * MS, 10 * MS, 10 * MS, 30 * MS },
                     .latency_ns = 300000,
                     .jitter = 0.05,
                     .slow = 1,
                     .factor = 1.2,
                     .seed = 5 };
  g_autoptr (LscPipeline) pipeline = simulate (&sim);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  g_autoptr (LscStudy) study = lsc_study_new (pipeline, group, 0, NULL, NULL);
  g_autoptr (LscTable) wait = lsc_study_wait_table (study);
  g_autoptr (LscTable) ladder = lsc_study_ladder_table (study);
  g_autoptr (LscTable) path = lsc_study_path_table (study);
  g_autoptr (LscTable) micro = lsc_study_micro_batch_table (study);
  g_autoptr (LscTable) balance = lsc_study_balance_table (study);
  g_autoptr (LscTable) summary = lsc_study_summary_table (study);
  gint64 bubble = 0, window = study->rungs[LSC_RUNG_MEASURED];

  for (gsize i = 0; i < 4; i++)
    bubble += group->steps->rows[i].metrics.bubble_ns;
  g_assert_cmpint (sum_column (wait, "total_ns"), ==, bubble);
  g_assert_cmpint (sum_column (ladder, "difference_ns") + study->rungs[0], ==, window);
  g_assert_cmpint (sum_column (path, "ns"), ==, window);
  g_assert_cmpuint (lsc_table_get_n_rows (micro), ==, 8);
  g_assert_cmpuint (lsc_table_get_n_rows (balance), ==, 4 * 3 + 3);
  g_assert_cmpint (sum_column (balance, "count"), ==, 4 * 8 * 6);
  g_assert_cmpfloat (fact (summary, "window"), ==, (double) window);
  g_assert_cmpfloat_with_epsilon (fact (summary, "bubble_ratio"), group->steps->bubble_ratio,
                                  1e-12);
  g_assert_cmpfloat_with_epsilon (fact (summary, "imbalance") + fact (summary, "jitter") +
                                      fact (summary, "latency_loss") + fact (summary, "rest") +
                                      fact (summary, "ideal_window"),
                                  (double) window, 0.5);
  assert_bubbles_add_up (study);
}

/* Theory rows: the same blocks, at 0, as long as the rung says. */
static void
test_theory (void)
{
  Simulation sim = { .schedule = lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPEV, 4, 10),
                     .base = { 999983, 1999993, 1000003, 999979, 2999999 },
                     .latency_ns = 100003,
                     .jitter = 0.05,
                     .slow = -1,
                     .seed = 3 };
  static const LscTheoryCosts costs[] = { LSC_THEORY_GLOBAL, LSC_THEORY_STAGE, LSC_THEORY_BLOCK,
                                          LSC_THEORY_BLOCK };
  static const LscRung rungs[] = { LSC_RUNG_BALANCED, LSC_RUNG_STAGES, LSC_RUNG_BLOCKS,
                                   LSC_RUNG_LATENCY };
  g_autoptr (LscPipeline) pipeline = simulate (&sim);
  LscPipelineStep *step = lsc_pipeline_get_group (pipeline, 0)->steps;
  g_autoptr (LscStudy) study =
      lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, 0), 0, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (costs); i++)
    {
      g_autoptr (LscPipeline) theory =
          lsc_study_theory (study, costs[i], rungs[i] == LSC_RUNG_LATENCY, NULL);
      const LscPipelineStep *ideal = lsc_pipeline_get_group (theory, 0)->steps;

      g_assert_cmpint (ideal->t0_ns, ==, 0);
      g_assert_cmpint (ideal->t1_ns, ==, study->rungs[rungs[i]]);
      for (gsize r = 0; r < 4; r++)
        {
          g_assert_cmpuint (ideal->rows[r].n_blocks, ==, step->rows[r].n_blocks);
          for (gsize k = 0; k < ideal->rows[r].n_blocks; k++)
            g_assert_cmpuint (ideal->rows[r].blocks[k].kind, ==, step->rows[r].blocks[k].kind);
        }
    }
  g_assert_cmpint (study->rungs[LSC_RUNG_LATENCY], ==, study->rungs[LSC_RUNG_MEASURED]);
  assert_bubbles_add_up (study);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study/ladder", test_ladder);
  g_test_add_func ("/study/ideal", test_ideal);
  g_test_add_func ("/study/means", test_means);
  g_test_add_func ("/study/by-hand", test_by_hand);
  g_test_add_func ("/study/missing", test_missing);
  g_test_add_func ("/study/clock", test_clock);
  g_test_add_func ("/study/overlap", test_overlap);
  g_test_add_func ("/study/shift", test_shift);
  g_test_add_func ("/study/head", test_head);
  g_test_add_func ("/study/receive", test_receive);
  g_test_add_func ("/study/late-host", test_late_host);
  g_test_add_func ("/study/cancelled", test_cancelled);
  g_test_add_func ("/study/too-many-stages", test_too_many_stages);
  g_test_add_func ("/study/tables", test_tables);
  g_test_add_func ("/study/theory", test_theory);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = g_strdup_printf ("/study/refused/%s", refused[i].name);

      g_test_add_data_func (path, &refused[i], test_refused);
    }
  return g_test_run ();
}
