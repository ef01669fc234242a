/* test-verdict.c - causes that were put into steps that ran in memory are named, and no others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <gio/gio.h>
#include <string.h>

#include "judge/verdict/lsc-verdict.h"
#include "base/lsc-error.h"
#include "test-study-support.h"

#define MS G_GINT64_CONSTANT (1000000)

/* How often a verdict is right takes many runs; whether it reads where it may not takes few. */
#ifdef __SANITIZE_ADDRESS__
#define N_RUNS 25
#else
#define N_RUNS 100
#endif
#define MATTERS 0.03 /* of the step */

static const Simulation plain = {
  .base = { 10 * MS, 20 * MS, 10 * MS, 10 * MS, 30 * MS }, .jitter = 0.01, .slow = -1, .seed = 3
};

static Simulation
even_1f1b (gsize p, gsize m)
{
  Simulation sim = plain;

  sim.schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, p, m);
  return sim;
}

static LscVerdicts *
judge (LscPipeline *pipeline)
{
  g_autoptr (GError) error = NULL;
  LscVerdicts *verdicts = lsc_verdicts_new (pipeline, NULL, &error);

  g_assert_no_error (error);
  return verdicts;
}

/* ---- a slow stage ---- */

static gint64
named_stage (const Simulation *sim)
{
  g_autoptr (LscPipeline) pipeline = simulate (sim);
  g_autoptr (LscVerdicts) verdicts = judge (pipeline);
  const LscVerdict *first = lsc_verdicts_get_first (verdicts);

  return first && first->cause == LSC_VERDICT_HEAVY_STAGE ? first->stage : first ? -2 : -1;
}

static gint64
window_of (const Simulation *sim)
{
  g_autoptr (LscPipeline) pipeline = simulate (sim);
  const LscPipelineStep *step = lsc_pipeline_get_group (pipeline, 0)->steps;

  return step->t1_ns - step->t0_ns;
}

/* Whether the slow stage makes the step longer by so much that it has to be named. */
static gboolean
matters (const Simulation *sim)
{
  Simulation even = *sim;
  gint64 with = window_of (sim);

  even.slow = -1;
  return (double) (with - window_of (&even)) >= MATTERS * (double) with;
}

/* Equal stages with 2 % jitter: a stage that is 10 to 50 % slower is named in at least 99 of 100,
 * nobody in at least 99 of 100 without one. */
static void
test_stage (gconstpointer data)
{
  LscScheduleType type = (LscScheduleType) GPOINTER_TO_INT (data);
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);

  for (gsize p = 2; p <= 8; p++)
    {
      guint n_right = 0, n_quiet = 0;

      if (type == LSC_SCHEDULE_DUALPIPE && p % 2 != 0)
        continue;
      for (guint run = 0; run < N_RUNS; run++)
        {
          Simulation sim = { .schedule = lsc_plan_default_schedule (type, p, 2 * p * (1 + run % 2)),
                             .base = { 1 * MS, 2 * MS, 1 * MS, 1 * MS, 3 * MS },
                             .latency_ns = (gint64) (run % 5) * 20000,
                             .jitter = 0.02,
                             .slow = g_rand_int_range (rand, 0, (gint32) p),
                             .factor = run % 4 == 0 ? 1.1 : g_rand_double_range (rand, 1.1, 1.5),
                             .seed = g_rand_int (rand) };

          n_right += named_stage (&sim) == sim.slow || !matters (&sim);
          sim.slow = -1;
          sim.seed = g_rand_int (rand);
          n_quiet += named_stage (&sim) == -1;
        }
      g_test_message ("P = %" G_GSIZE_FORMAT ": %u right, %u quiet", p, n_right, n_quiet);
      g_assert_cmpuint (n_right, >=, N_RUNS - 1);
      g_assert_cmpuint (n_quiet, >=, N_RUNS - 1);
    }
}

/* ---- one change of an even step ---- */

/* Runs an even 1F1B with blocks that are longer, and hands out their rows. */
static LscPipeline *
run_with (const Simulation *sim, gint64 (*longer) (const LscPlanOp *op, gint64 length))
{
  g_autoptr (LscPlan) plan = lsc_plan_new (&sim->schedule, NULL);
  g_autofree gint64 *durations = g_new (gint64, plan->n_ops);

  lsc_plan_cost_ops (plan, &sim->base, durations);
  for (guint32 op = 0; op < plan->n_ops; op++)
    durations[op] += longer (&plan->ops[op], durations[op]);
  return simulate_plan (sim, plan, durations);
}

static gint64
lengthen_batch (const LscPlanOp *op, gint64 length)
{
  return op->parts[0].mb == 5 ? length / 2 : 0;
}

static gint64
lengthen_block (const LscPlanOp *op, gint64 length)
{
  (void) length;
  return op->parts[0].mb == 5 && op->rank == 2 && op->kind == LSC_BLOCK_B ? 90 * MS : 0;
}

static gint64
lengthen_stage (const LscPlanOp *op, gint64 length)
{
  (void) length;
  return op->rank == 1 ? 12 * MS : 0;
}

static const LscVerdict *
assert_first (const LscVerdicts *verdicts, LscVerdictCause cause, gint64 stage)
{
  const LscVerdict *first = lsc_verdicts_get_first (verdicts);

  g_assert_nonnull (first);
  g_assert_cmpint (first->cause, ==, cause);
  g_assert_cmpint (first->stage, ==, stage);
  g_assert_cmpint (first->gain_ns, >, 0);
  return first;
}

static void
test_batch (void)
{
  Simulation sim = even_1f1b (4, 16);
  g_autoptr (LscPipeline) pipeline = run_with (&sim, lengthen_batch);
  g_autoptr (LscVerdicts) verdicts = judge (pipeline);
  const LscVerdict *first = assert_first (verdicts, LSC_VERDICT_LONG_MICRO_BATCH, LSC_INT_NULL);

  g_assert_cmpint (first->micro_batch, ==, 5);
  g_assert_cmpfloat_with_epsilon (first->excess, 0.5, 0.01);
}

/* The only step has no other to be compared with: never sure. */
static void
test_pause (void)
{
  Simulation sim = even_1f1b (4, 16);
  g_autoptr (LscPipeline) pipeline = run_with (&sim, lengthen_block);
  g_autoptr (LscVerdicts) verdicts = judge (pipeline);
  const LscVerdict *first = assert_first (verdicts, LSC_VERDICT_PAUSE, 2);

  g_assert_cmpint (first->micro_batch, ==, 5);
  g_assert_cmpint (first->kind, ==, LSC_BLOCK_B);
  g_assert_cmpint (first->gain_ns, ==, 90 * MS);
  g_assert_cmpint (first->certainty, ==, LSC_CERTAINTY_LIKELY);
}

/* Of a pipeline with @m micro-batches; the block with index @long_op takes 200 ms more. */
static LscPipeline *
run_zero_bubble (gsize m, guint32 long_op)
{
  Simulation sim = plain;
  g_autoptr (LscPlan) plan = NULL;
  g_autofree gint64 *durations = NULL;

  sim.schedule = lsc_plan_default_schedule (LSC_SCHEDULE_ZBH1, 3, m);
  plan = lsc_plan_new (&sim.schedule, NULL);
  durations = g_new (gint64, plan->n_ops);
  lsc_plan_cost_ops (plan, &sim.base, durations);
  for (guint32 op = 0; op < plan->n_ops; op++)
    durations[op] += op == long_op ? 200 * MS : 0;
  return simulate_plan (&sim, plan, durations);
}

/* A pipeline of the same team that was cut off has no block in the place of the one that pauses,
 * which is just beyond its last. */
static void
test_pause_beside_short (void)
{
  enum
  {
    SHORT = 3,
    N_SHORT = 3 * 3 * SHORT, /* blocks: F, B and W of three stages */
  };
  g_autoptr (LscPipeline) pipeline = run_zero_bubble (2 * SHORT, N_SHORT);
  g_autoptr (LscPipeline) other = run_zero_bubble (SHORT, G_MAXUINT32);
  g_autoptr (LscVerdicts) verdicts = NULL;

  g_ptr_array_add (pipeline->groups, g_ptr_array_steal_index (other->groups, 0));
  lsc_pipeline_get_group (pipeline, 0)->team = lsc_pipeline_get_group (pipeline, 1)->team = 0;
  verdicts = judge (pipeline);
  g_assert_cmpint (assert_first (verdicts, LSC_VERDICT_PAUSE, 1)->gain_ns, >, 100 * MS);
}

/* Without messages a host that launches late may be a link, too. */
static void
test_host (void)
{
  Simulation sim = even_1f1b (4, 16);
  g_autoptr (LscPipeline) pipeline = run_with (&sim, lengthen_stage);
  LscPipelineRow *row = &lsc_pipeline_get_group (pipeline, 0)->steps->rows[1];
  g_autoptr (LscVerdicts) verdicts = NULL;
  const LscVerdict *first;

  for (gsize i = 0; i < row->n_blocks; i++)
    row->blocks[i].start_ns += 12 * MS;
  verdicts = judge (pipeline);
  first = assert_first (verdicts, LSC_VERDICT_HOST_OR_LINK, 1);
  g_assert_cmpint (first->certainty, ==, LSC_CERTAINTY_LIKELY);
  g_assert_cmpint (first->peer_stage, !=, LSC_INT_NULL);
}

/* The way between stages 1 and 2 takes 12 ms; without messages it could be their hosts, too. */
static void
test_link (void)
{
  Simulation sim = even_1f1b (4, 16);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscVerdicts) verdicts = NULL;
  const LscVerdict *first;

  sim.link = 1;
  sim.link_ns = 12 * MS;
  pipeline = simulate (&sim);
  verdicts = judge (pipeline);
  first = assert_first (verdicts, LSC_VERDICT_HOST_OR_LINK, 1);
  g_assert_cmpint (first->peer_stage, ==, 2);
}

/* ---- steps ---- */

/* Takes the only step of @from. */
static void
append_step (LscPipeline *to, LscPipeline *from)
{
  LscPipelineGroup *group = lsc_pipeline_get_group (to, 0), *other;

  other = lsc_pipeline_get_group (from, 0);
  group->steps = g_renew (LscPipelineStep, group->steps, group->n_steps + 1);
  group->steps[group->n_steps] = other->steps[0];
  other->n_steps = 0;
  for (gsize i = 0; i <= group->n_steps; i++)
    {
      group->steps[i].has_id = TRUE;
      group->steps[i].id = 10 + (gint64) i;
    }
  group->n_steps++;
}

/* Five even steps, the one with number 13 as @odd makes it. */
static LscPipeline *
run_steps (const Simulation *sim, LscPipeline *(*odd) (const Simulation *sim))
{
  LscPipeline *pipeline = simulate (sim);

  for (guint32 i = 1; i < 5; i++)
    {
      Simulation next = *sim;
      g_autoptr (LscPipeline) step = NULL;

      next.seed += i;
      step = i == 3 && odd ? odd (&next) : simulate (&next);
      append_step (pipeline, step);
    }
  return pipeline;
}

static LscPipeline *
slow_step (const Simulation *sim)
{
  Simulation slow = *sim;

  slow.base = (LscPlanCosts){ 12 * MS, 24 * MS, 12 * MS, 12 * MS, 36 * MS };
  return simulate (&slow);
}

static LscPipeline *
slow_stage (const Simulation *sim)
{
  Simulation slow = *sim;

  slow.slow = 2;
  slow.factor = 1.3;
  return simulate (&slow);
}

/* The device stands still for 90 ms before one block. */
static LscPipeline *
late_block (const Simulation *sim)
{
  LscPipeline *pipeline = run_with (sim, lengthen_block);
  LscPipelineRow *row = &lsc_pipeline_get_group (pipeline, 0)->steps->rows[2];

  for (gsize i = 0; i < row->n_blocks; i++)
    if (row->blocks[i].kind == LSC_BLOCK_B && row->blocks[i].mb_b == 5)
      row->blocks[i].start_ns += 90 * MS;
  return pipeline;
}

/* A step that is longer than the others is named, with its cause where one place tells it. */
static void
test_steps (void)
{
  static const struct
  {
    LscPipeline *(*odd) (const Simulation *sim);
    LscVerdictCause cause;
    gint64 stage;
    LscCertainty certainty;
  } cases[] = {
    { slow_step, LSC_VERDICT_UNKNOWN, LSC_INT_NULL, LSC_CERTAINTY_UNKNOWN },
    { slow_stage, LSC_VERDICT_HEAVY_STAGE, 2, LSC_CERTAINTY_LIKELY },
    { late_block, LSC_VERDICT_PAUSE, 2, LSC_CERTAINTY_SURE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Simulation sim = even_1f1b (4, 16);
      g_autoptr (LscPipeline) pipeline = run_steps (&sim, cases[i].odd);
      g_autoptr (LscVerdicts) verdicts = judge (pipeline);
      const LscVerdict *first = assert_first (verdicts, cases[i].cause, cases[i].stage);
      g_autoptr (LscPhrase) phrase = lsc_verdict_make_phrase (first);
      g_autofree char *text = lsc_phrase_to_plain (phrase);

      g_test_message ("%s", text);
      g_assert_cmpint (first->step, ==, 13);
      g_assert_cmpint (first->certainty, ==, cases[i].certainty);
      g_assert_true (g_str_has_prefix (text, "Step 13 is an outlier: "));
    }
}

/* Jitter alone makes no step odd. */
static void
test_even_steps (void)
{
  for (guint32 seed = 0; seed < N_RUNS; seed++)
    {
      Simulation sim = even_1f1b (2 + seed % 5, 8);
      g_autoptr (LscPipeline) pipeline = NULL;
      g_autoptr (LscVerdicts) verdicts = NULL;

      sim.jitter = 0.05;
      sim.seed = 100 * seed;
      pipeline = run_steps (&sim, NULL);
      verdicts = judge (pipeline);
      for (guint i = 0; i < verdicts->rows->len; i++)
        g_assert_cmpint (lsc_verdicts_get (verdicts, i)->step, ==, LSC_INT_NULL);
    }
}

/* ---- kernels ---- */

/* All blocks are kernels: one millisecond of the first op in each, the rest of the second. */
static void
add_kernels (LscPipeline *pipeline)
{
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  guint32 add = lsc_intern_add (pipeline->strings, "Add");
  guint32 matmul = lsc_intern_add (pipeline->strings, "MatMul");

  group->ops = g_new0 (LscPipelineOps, group->n_ranks);
  for (gsize i = 0; i < group->n_ranks; i++)
    {
      LscPipelineRow *row = &group->steps->rows[i];
      LscPipelineOp *ops = g_new (LscPipelineOp, 2);

      ops[0] = (LscPipelineOp){ MIN (add, matmul), 0 };
      ops[1] = (LscPipelineOp){ MAX (add, matmul), 0 };
      for (gsize k = 0; k < row->n_blocks; k++)
        {
          gint64 length = row->blocks[k].end_ns - row->blocks[k].start_ns;

          row->details[row->blocks[k].detail].compute_ns = length;
          row->details[row->blocks[k].detail].collective_ns = 0;
          row->details[row->blocks[k].detail].n_kernels = 2;
          ops[add > matmul].ns += MS;
          ops[add < matmul].ns += length - MS;
        }
      group->ops[i] = (LscPipelineOps){ ops, 2 };
    }
}

/* Of what a stage takes longer the op that takes most of it is named. */
static void
test_op (void)
{
  Simulation sim = even_1f1b (4, 16);
  g_autoptr (LscPipeline) pipeline = slow_stage (&sim);
  g_autoptr (LscVerdicts) verdicts = NULL;
  g_autoptr (LscPhrase) phrase = NULL;
  g_autofree char *text = NULL;
  const LscVerdict *first;

  add_kernels (pipeline);
  verdicts = judge (pipeline);
  first = assert_first (verdicts, LSC_VERDICT_HEAVY_STAGE, 2);
  g_assert_cmpstr (first->op, ==, "MatMul");
  g_assert_cmpfloat_with_epsilon (first->op_share, 1, 0.01);
  phrase = lsc_verdict_make_phrase (first);
  text = lsc_phrase_to_plain (phrase);
  g_assert_nonnull (strstr (text, " MatMul accounts for 100 % of the difference. "));
}

/* ---- without a schedule ---- */

static void
forget_schedule (LscPipeline *pipeline)
{
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

  group->is_recognised = FALSE;
  group->schedule = NULL;
  group->steps->is_recognised = FALSE;
  group->steps->assumed = group->steps->schedule;
  group->steps->schedule.type = LSC_SCHEDULE_NONE;
}

/* Who is longer than its likes needs no schedule; who waits for whom does. */
static void
test_no_schedule (void)
{
  Simulation sim = even_1f1b (4, 16);
  g_autoptr (LscPipeline) link = NULL;
  g_autoptr (LscPipeline) slow = NULL;
  g_autoptr (LscVerdicts) silent = NULL;
  g_autoptr (LscVerdicts) verdicts = NULL;

  sim.link = 1;
  sim.link_ns = 12 * MS;
  link = simulate (&sim);
  forget_schedule (link);
  silent = judge (link);
  g_assert_null (lsc_verdicts_get_first (silent));
  g_assert_true (silent->is_partial);
  sim.link_ns = 0;
  slow = slow_stage (&sim);
  forget_schedule (slow);
  verdicts = judge (slow);
  assert_first (verdicts, LSC_VERDICT_HEAVY_STAGE, 2);
}

/* What one sentence says stands in its row. */
static void
test_words (void)
{
  LscVerdict row = { .cause = LSC_VERDICT_SLOW_RANK,
                     .step = LSC_INT_NULL,
                     .stage = 1,
                     .rank = 5,
                     .excess = 0.2,
                     .gain_ns = 3 * MS,
                     .share = 0.04,
                     .evidence = LSC_EVIDENCE_KERNELS };
  g_autoptr (LscPhrase) phrase = lsc_verdict_make_phrase (&row);
  g_autoptr (LscPhrase) of_step = lsc_verdict_make_phrase_of_step (&row, 0.03);
  g_autofree char *text = lsc_phrase_to_plain (phrase);
  g_autofree char *text_of_step = lsc_phrase_to_plain (of_step);

  g_assert_cmpstr (text, ==,
                   "Rank 5 (stage 1) computes 20.0 % longer than the other ranks of its stage. "
                   "Fixing this would shorten the pipeline's window by 3.000 ms (4.00 % of it).");
  g_assert_cmpstr (text_of_step, ==,
                   "Rank 5 (stage 1) computes 20.0 % longer than the other ranks of its stage. "
                   "Fixing this would save 3.000 ms per step (3.00 %).");
}

/* Names that look alike are told apart: which schedule was recognised, which compared with it. */
static void
test_schedule_words (void)
{
  LscVerdict row = { .cause = LSC_VERDICT_SCHEDULE,
                     .step = LSC_INT_NULL,
                     .excess = 0.165,
                     .gain_ns = 3 * MS,
                     .share = 0.14,
                     .certainty = LSC_CERTAINTY_LIKELY,
                     .schedule = LSC_SCHEDULE_DUALPIPEV,
                     .other = LSC_SCHEDULE_DUALPIPE };
  g_autoptr (LscPhrase) phrase = lsc_verdict_make_phrase (&row), alone = NULL;
  g_autofree char *text = lsc_phrase_to_plain (phrase), *text_alone = NULL;

  g_assert_cmpstr (
      text, ==,
      "The recorded schedule, DualPipeV, has a bubble of 16.5 % of its window even with perfectly "
      "balanced stages. Of other schedules, DualPipe (from both ends of the pipeline, every "
      "parameter held twice) is predicted to be the fastest. It may shorten the pipeline's "
      "window by up to 3.000 ms (14.0 % of it), if memory allows.");
  row.other = LSC_SCHEDULE_NONE;
  row.gain_ns = LSC_INT_NULL;
  alone = lsc_verdict_make_phrase (&row);
  text_alone = lsc_phrase_to_plain (alone);
  g_assert_cmpstr (
      text_alone, ==,
      "The recorded schedule, DualPipeV, has a bubble of 16.5 % of its window even with perfectly "
      "balanced stages. A gain is not known, because no other schedule is sure to be shorter.");
}

static char *
take_words (LscPhrase *phrase)
{
  char *words = lsc_phrase_to_plain (phrase);

  lsc_phrase_free (phrase);
  return words;
}

/* Where the step is known, all gains are of it, and that two of them do not add is said. */
static void
test_one_basis (void)
{
  LscVerdict slow = lsc_verdict_init (LSC_VERDICT_SLOW_RANK);
  LscVerdict other = lsc_verdict_init (LSC_VERDICT_SCHEDULE);
  LscVerdictPlace place = { .rank = 5, .group = 0, .stage = 1, .window_ns = 80 * MS };
  g_autoptr (LscPhrase) line = lsc_phrase_new_text ("Slow device on rank 5 costs 4.000 ms.");
  LscVerdicts blank = { .places = g_array_new (FALSE, FALSE, sizeof (LscVerdictPlace)) };
  const gint64 unknown = LSC_INT_NULL;
  g_autoptr (LscVerdicts) verdicts = lsc_verdicts_new_like (&blank);
  g_autofree char *first = NULL, *more = NULL, *alone = NULL, *single = NULL, *larger = NULL;

  g_array_unref (blank.places);
  slow.rank = 5;
  slow.stage = 1;
  slow.excess = 0.2;
  slow.gain_ns = 4 * MS;
  slow.share = 0.05;
  slow.step_share = 0.04;
  slow.certainty = LSC_CERTAINTY_SURE;
  slow.line = line;
  other.excess = 0.2;
  other.gain_ns = 8 * MS;
  other.share = 0.1;
  other.step_share = 0.08;
  other.schedule = LSC_SCHEDULE_1F1B;
  other.other = LSC_SCHEDULE_ZBV;
  other.gains.own_ns = 8 * MS;
  verdicts->step_ns = 100 * MS;
  g_array_append_val (verdicts->places, place);
  lsc_verdicts_add (verdicts, &other);
  alone = take_words (lsc_verdicts_say_first (verdicts));
  g_assert_cmpstr (alone, ==, "ZB-V instead of 1F1B may save up to 8.000 ms per step (8.00 %).");
  single = take_words (lsc_verdicts_say_more (verdicts));
  g_assert_nonnull (strstr (single, "This is predicted, not tried"));
  g_assert_null (lsc_verdicts_say_larger (verdicts)); /* the bold line says it */
  lsc_verdicts_add (verdicts, &slow);
  lsc_verdicts_sort (verdicts);
  lsc_verdict_presume_repair (&g_array_index (verdicts->rows, LscVerdict, 1), &unknown, 1, FALSE);
  first = take_words (lsc_verdicts_say_first (verdicts));
  more = take_words (lsc_verdicts_say_more (verdicts));
  g_assert_cmpstr (first, ==, "Slow device on rank 5 costs 4.000 ms.");
  g_assert_nonnull (strstr (more, "Fixing this would save 4.000 ms per step (4.00 %)."));
  g_assert_null (strstr (more, "ZB-V"));
  larger = take_words (lsc_verdicts_say_larger (verdicts));
  g_assert_cmpstr (
      larger, ==,
      "Predicted to save more: ZB-V instead of 1F1B, up to 8.000 ms per step (8.00 %). This "
      "assumes that the slow device is fixed. Not tried; the two gains must not be added.");
  g_assert_nonnull (strstr (more, "A step takes 100.0 ms (median), the pipeline's window in it "
                                  "80.00 ms, from its first block to its last."));
  g_assert_nonnull (strstr (more, "The rest overlaps with waiting."));
  verdicts->found_ns = 9 * MS;
  g_assert_null (lsc_verdicts_say_prediction (verdicts));
}

/* A schedule of four stages that gains 8 ms, or with a slow device of the first, last or an inner
 * stage fixed 12, 8 and 20 ms. */
static LscVerdict
make_schedule (void)
{
  LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_SCHEDULE);

  verdict.excess = 0.2;
  verdict.gain_ns = 8 * MS;
  verdict.share = 0.08;
  verdict.schedule = LSC_SCHEDULE_1F1B;
  verdict.other = LSC_SCHEDULE_ZBV;
  verdict.gains = (LscScheduleGains){ 4, 8 * MS, { 12 * MS, 8 * MS, 20 * MS } };
  return verdict;
}

/* What it says beside slow devices at @slow, in a step of 100 ms. */
static char *
say_beside (const gint64 *slow, gsize n, gboolean has_more_work, LscRepair repair, gint64 gain_ns)
{
  LscVerdict verdict = make_schedule ();

  lsc_verdict_presume_repair (&verdict, slow, n, has_more_work);
  g_assert_cmpint (verdict.repair, ==, repair);
  g_assert_cmpint (verdict.gain_ns, ==, gain_ns);
  g_assert_cmpfloat_with_epsilon (verdict.share, (double) gain_ns / 1e8, 1e-9);
  return take_words (lsc_verdict_make_phrase_of_step (&verdict, verdict.share));
}

/* Beside a slow device what both changes gain is told, and where that is not known, what is
 * assumed.
 */
static void
test_presumed (void)
{
  const gint64 inner[] = { 2, 1 }, ends[] = { 0, 2 }, last = 3, unknown = LSC_INT_NULL;
  g_autofree char *both = say_beside (inner, 2, FALSE, LSC_REPAIR_INCLUDED, 20 * MS);
  g_autofree char *first = say_beside (ends, 1, FALSE, LSC_REPAIR_INCLUDED, 12 * MS);
  g_autofree char *mixed = say_beside (ends, 2, FALSE, LSC_REPAIR_ASSUMED, 8 * MS);
  g_autofree char *unseen = say_beside (&last, 1, FALSE, LSC_REPAIR_ASSUMED, 8 * MS);
  g_autofree char *nowhere = say_beside (&unknown, 1, FALSE, LSC_REPAIR_ASSUMED, 8 * MS);
  g_autofree char *heavy = say_beside (inner, 1, TRUE, LSC_REPAIR_ASSUMED, 8 * MS);
  g_autofree char *alone = say_beside (NULL, 0, TRUE, LSC_REPAIR_NONE, 8 * MS);

  g_assert_true (g_str_has_suffix (both, "Together with fixing the slow device it may save up to "
                                         "20.00 ms per step (20.0 %), if memory allows."));
  g_assert_nonnull (strstr (first, "up to 12.00 ms"));
  g_assert_true (g_str_has_suffix (mixed, "It may save up to 8.000 ms per step (8.00 %), if memory "
                                          "allows. This assumes that the slow device is fixed."));
  g_assert_cmpstr (unseen, ==, mixed);
  g_assert_cmpstr (nowhere, ==, mixed);
  g_assert_cmpstr (heavy, ==, mixed);
  g_assert_null (strstr (alone, "fix"));
}

/* Who asks again, with other devices, is answered anew. */
static void
test_presumed_again (void)
{
  LscVerdict verdict = make_schedule ();
  const gint64 inner = 1;
  g_autoptr (LscVerdicts) verdicts = NULL;
  LscVerdicts blank = { .places = g_array_new (FALSE, FALSE, sizeof (LscVerdictPlace)) };
  g_autofree char *line = NULL;

  verdicts = lsc_verdicts_new_like (&blank);
  g_array_unref (blank.places);
  lsc_verdict_presume_repair (&verdict, &inner, 1, FALSE);
  lsc_verdict_presume_repair (&verdict, NULL, 0, FALSE);
  g_assert_cmpint (verdict.gain_ns, ==, 8 * MS);
  g_assert_cmpint (verdict.repair, ==, LSC_REPAIR_NONE);
  lsc_verdict_presume_repair (&verdict, &inner, 1, FALSE);
  verdict.step_share = 0.1;
  verdicts->found_ns = 5 * MS;
  lsc_verdicts_add (verdicts, &verdict);
  line = take_words (lsc_verdicts_say_prediction (verdicts));
  g_assert_cmpstr (line, ==,
                   "Predicted to save more: ZB-V instead of 1F1B and the slow device fixed, up to "
                   "20.00 ms per step (10.0 %). Not tried; includes that fix.");
}

static void
test_cancelled (void)
{
  Simulation sim = even_1f1b (4, 16);
  g_autoptr (LscPipeline) pipeline = simulate (&sim);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_verdicts_new (pipeline, job, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    LscScheduleType type;
  } types[] = {
    { "/verdict/stage/1f1b", LSC_SCHEDULE_1F1B },
    { "/verdict/stage/interleaved", LSC_SCHEDULE_INTERLEAVED },
    { "/verdict/stage/zbh1", LSC_SCHEDULE_ZBH1 },
    { "/verdict/stage/zbv", LSC_SCHEDULE_ZBV },
    { "/verdict/stage/dualpipe", LSC_SCHEDULE_DUALPIPE },
    { "/verdict/stage/dualpipev", LSC_SCHEDULE_DUALPIPEV },
    { "/verdict/stage/gpipe", LSC_SCHEDULE_GPIPE },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_test_add_data_func (types[i].path, GINT_TO_POINTER (types[i].type), test_stage);
  g_test_add_func ("/verdict/batch", test_batch);
  g_test_add_func ("/verdict/one-basis", test_one_basis);
  g_test_add_func ("/verdict/presumed", test_presumed);
  g_test_add_func ("/verdict/presumed-again", test_presumed_again);
  g_test_add_func ("/verdict/pause", test_pause);
  g_test_add_func ("/verdict/pause-beside-short", test_pause_beside_short);
  g_test_add_func ("/verdict/host", test_host);
  g_test_add_func ("/verdict/link", test_link);
  g_test_add_func ("/verdict/steps", test_steps);
  g_test_add_func ("/verdict/even-steps", test_even_steps);
  g_test_add_func ("/verdict/op", test_op);
  g_test_add_func ("/verdict/no-schedule", test_no_schedule);
  g_test_add_func ("/verdict/words", test_words);
  g_test_add_func ("/verdict/schedule-words", test_schedule_words);
  g_test_add_func ("/verdict/cancelled", test_cancelled);
  return g_test_run ();
}
