/* test-step-classes.c - which steps are alike, which count, and what marks say of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-step-mark.h"
#include "test-step-support.h"

/* ---- Names
 * --------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  LscMarkRole role;
  LscStepPhase phase;
  gint64 batch;
  gint64 number;
} Name;

static void
test_names (void)
{
  static const Name names[] = {
    { "execute_context_2(4096)_generation_0(0)", LSC_MARK_FORWARD, LSC_STEP_PHASE_PREFILL, 2, -1 },
    { "execute_context_0(0)_generation_8(8)", LSC_MARK_FORWARD, LSC_STEP_PHASE_DECODE, 8, -1 },
    { "execute_context_1(512)_generation_8(8)", LSC_MARK_FORWARD, LSC_STEP_PHASE_MIXED, 9, -1 },
    { "execute_context_0(0)_generation_8(32)", LSC_MARK_FORWARD, LSC_STEP_PHASE_VERIFY, 8, -1 },
    { "execute_context_0(0)_generation_0(0)", LSC_MARK_FORWARD, LSC_STEP_PHASE_IDLE, 0, -1 },
    { "execute_77_context_3(sq128sk256sqsq1sqsk1)_generation_0(sq0sk0sqsq0sqsk0)", LSC_MARK_FORWARD,
      LSC_STEP_PHASE_PREFILL, 3, 77 },
    { "execute_new_0_cached_4", LSC_MARK_FORWARD, LSC_STEP_PHASE_DECODE, 4, -1 },
    { "[Executor] _forward_step 12: 2 ctx reqs, 0 gen reqs", LSC_MARK_FORWARD,
      LSC_STEP_PHASE_PREFILL, 2, 12 },
    { "[Executor] _forward_step 60000: 0 ctx reqs, 0 ctx tokens, 32 gen reqs", LSC_MARK_FORWARD,
      LSC_STEP_PHASE_DECODE, 32, 60000 },
    { "[Executor] _forward_step: 1 ctx reqs, 3 gen reqs", LSC_MARK_FORWARD, LSC_STEP_PHASE_MIXED, 4,
      -1 },
    { "step[DECODE bs=8]", LSC_MARK_FORWARD, LSC_STEP_PHASE_DECODE, 8, -1 },
    { "step[decode bs=64 g_sqsq=64]", LSC_MARK_FORWARD, LSC_STEP_PHASE_DECODE, 64, -1 },
    { "step[EXTEND bs=2 toks=4096]", LSC_MARK_FORWARD, LSC_STEP_PHASE_PREFILL, 2, -1 },
    { "step[MIXED bs=5 c=1 g=4]", LSC_MARK_FORWARD, LSC_STEP_PHASE_MIXED, 5, -1 },
    { "step[TARGET_VERIFY bs=3]", LSC_MARK_FORWARD, LSC_STEP_PHASE_VERIFY, 3, -1 },
    { "step[DRAFT_EXTEND bs=3]", LSC_MARK_FORWARD, LSC_STEP_PHASE_DRAFT, 3, -1 },
    { "draft step[DECODE bs=3]", LSC_MARK_FORWARD, LSC_STEP_PHASE_DRAFT, 3, -1 },
    { "step[idle]", LSC_MARK_FORWARD, LSC_STEP_PHASE_IDLE, -1, -1 },
    { "decode[bs=64 tok=64 d=64]", LSC_MARK_FORWARD, LSC_STEP_PHASE_DECODE, 64, -1 },
    { "prefill[bs=1 tok=1024]", LSC_MARK_FORWARD, LSC_STEP_PHASE_PREFILL, 1, -1 },
    { "scheduler.run_batch", LSC_MARK_BATCH, LSC_STEP_PHASE_NONE, -1, -1 },
    { "decode", LSC_MARK_WORD, LSC_STEP_PHASE_DECODE, -1, -1 },
    { "Prefill_3 (batch=4)", LSC_MARK_WORD, LSC_STEP_PHASE_PREFILL, 4, -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      LscIterationName parsed = lsc_iteration_name_parse (names[i].name, TRUE);

      g_test_message ("%s", names[i].name);
      g_assert_cmpint (parsed.role, ==, names[i].role);
      g_assert_cmpint (parsed.phase, ==, names[i].phase);
      g_assert_cmpint (parsed.batch, ==, names[i].batch);
      g_assert_cmpint (parsed.number, ==, names[i].number);
    }
}

static void
test_other_names (void)
{
  static const char *const names[] = {
    "",
    "aten::mm",
    "execute_model",
    "execute_context_",
    "execute_context_2(4096",
    "execute_context_2(4096)_generation_",
    "execute_99999999999999999999_context_1(1)_generation_1(1)",
    "[Executor] _forward",
    "step",
    "step[",
    "steps[1]",
    "encode",
    "decoder_layer",
    "extended_attention",
    "prefilling",
    "nn.Module: Decoder_0",
    "Optimizer.step#AdamW.step",
    "run_batches",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i]);
      g_assert_cmpint (lsc_iteration_name_parse (names[i], TRUE).role, ==, LSC_MARK_NO_ITERATION);
    }
  /* an operator of that name is no pass of the model */
  g_assert_cmpint (lsc_iteration_name_parse ("decode", FALSE).role, ==, LSC_MARK_NO_ITERATION);
}

/* ---- Steps
 * --------------------------------------------------------------------------------------- */

/** A step of the host, of @n_kernels kernels of 50 ns, each launched 10 ns before. */
typedef struct
{
  gint64 begin;
  gint64 length;
  guint n_kernels;
  const char *kernel;
  const char *mark; /* (nullable) */
} Plan;

#define MOST_EVENTS 256

static LscTimeline *
make_timeline (const Plan *plans, gsize n, gboolean with_steps)
{
  Event events[MOST_EVENTS];
  Link links[MOST_EVENTS];
  LscStep steps[MOST_EVENTS];
  gsize n_events = 0, n_links = 0;
  LscTimeline *timeline;

  for (gsize i = 0; i < n; i++)
    {
      const Plan *plan = &plans[i];

      steps[i] = (LscStep){ (gint64) i + 1, plan->begin, plan->begin + plan->length };
      if (plan->mark)
        events[n_events++] =
            (Event){ MAIN, plan->mark, LSC_SLICE_OP, plan->begin, plan->begin + plan->length };
      for (guint k = 0; k < plan->n_kernels; k++)
        {
          gint64 at = plan->begin + 20 + k * 60;

          links[n_links++] = (Link){ (guint) n_events, (guint) n_events + 1, LSC_LINK_LAUNCH };
          events[n_events++] =
              (Event){ CANN_MAIN, "launch", LSC_SLICE_CANN_RUNTIME, at - 10, at - 5 };
          events[n_events++] = (Event){ STREAM_A, plan->kernel, LSC_SLICE_CUBE, at, at + 50 };
        }
    }
  timeline = test_timeline_new (events, n_events, links, n_links, steps, with_steps ? n : 0);
  test_timeline_complete (timeline);
  return timeline;
}

static const LscDeviceSteps *
get_steps (const LscTimeline *timeline)
{
  return test_overlap (timeline)->device;
}

static void
check_standings (const LscTimeline *timeline, const LscStepStanding *wanted, gsize n)
{
  const LscDeviceSteps *steps = get_steps (timeline);

  g_assert_cmpuint (steps->steps.n, ==, n);
  for (gsize i = 0; i < n; i++)
    {
      g_test_message ("step %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (steps->steps.items[i].standing, ==, wanted[i]);
    }
}

static gboolean
has_notice (const LscTimeline *timeline, const char *code)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < notices->len; i++)
    if (g_str_equal (((const LscNotice *) notices->pdata[i])->code, code))
      return TRUE;
  return FALSE;
}

/* The profiler was stopped behind step(): the last step is a stub. */
static void
test_idle_last (void)
{
  static const Plan plans[] = { { 0, 1000, 4, "MatMul" },
                                { 1000, 1000, 4, "MatMul" },
                                { 2000, 50, 0, "MatMul" } };
  static const LscStepStanding wanted[] = { LSC_STEP_TYPICAL, LSC_STEP_TYPICAL, LSC_STEP_IDLE };
  g_autoptr (LscTimeline) timeline = make_timeline (plans, G_N_ELEMENTS (plans), TRUE);

  check_standings (timeline, wanted, G_N_ELEMENTS (wanted));
  g_assert_true (has_notice (timeline, "step-left-out"));
}

static void
test_stub_last (void)
{
  static const Plan plans[] = { { 0, 1000, 6, "MatMul" },
                                { 1000, 1000, 6, "MatMul" },
                                { 2000, 100, 1, "MatMul" } };
  static const LscStepStanding wanted[] = { LSC_STEP_TYPICAL, LSC_STEP_TYPICAL, LSC_STEP_STUB };
  g_autoptr (LscTimeline) timeline = make_timeline (plans, G_N_ELEMENTS (plans), TRUE);

  check_standings (timeline, wanted, G_N_ELEMENTS (wanted));
}

/* A step that waits long for its data does the same work; at the end it says nothing of others. */
static void
test_far_last (void)
{
  static const Plan plans[] = { { 0, 1000, 4, "MatMul" },
                                { 1000, 1000, 4, "MatMul" },
                                { 2000, 1000, 4, "MatMul" },
                                { 3000, 1000, 4, "MatMul" },
                                { 4000, 9000, 4, "MatMul" } };
  static const LscStepStanding wanted[] = { LSC_STEP_FIRST, LSC_STEP_TYPICAL, LSC_STEP_TYPICAL,
                                            LSC_STEP_TYPICAL, LSC_STEP_FAR };
  g_autoptr (LscTimeline) timeline = make_timeline (plans, G_N_ELEMENTS (plans), TRUE);

  check_standings (timeline, wanted, G_N_ELEMENTS (wanted));
}

/* Nor does it say less than a step inside that was as long for whatever hits both. */
static void
test_far_last_again (void)
{
  for (gint64 more = 0; more < 2; more++)
    {
      const Plan plans[] = {
        { 0, 1000, 4, "MatMul" },     { 1000, 9000, 4, "MatMul" },
        { 10000, 1000, 4, "MatMul" }, { 11000, 1000, 4, "MatMul" },
        { 12000, 1000, 4, "MatMul" }, { 13000, 9800 + more * 200, 4, "MatMul" },
      };
      const LscStepStanding wanted[] = {
        LSC_STEP_FIRST,   LSC_STEP_TYPICAL, LSC_STEP_TYPICAL,
        LSC_STEP_TYPICAL, LSC_STEP_TYPICAL, more ? LSC_STEP_FAR : LSC_STEP_TYPICAL,
      };
      g_autoptr (LscTimeline) timeline = make_timeline (plans, G_N_ELEMENTS (plans), TRUE);

      check_standings (timeline, wanted, G_N_ELEMENTS (wanted));
    }
}

/* Inside of the recording a long step is one like any other. */
static void
test_far_inside (void)
{
  static const Plan plans[] = { { 0, 1000, 4, "MatMul" },
                                { 1000, 1000, 4, "MatMul" },
                                { 2000, 9000, 4, "MatMul" },
                                { 11000, 1000, 4, "MatMul" } };
  static const LscStepStanding wanted[] = { LSC_STEP_FIRST, LSC_STEP_TYPICAL, LSC_STEP_TYPICAL,
                                            LSC_STEP_TYPICAL };
  g_autoptr (LscTimeline) timeline = make_timeline (plans, G_N_ELEMENTS (plans), TRUE);

  check_standings (timeline, wanted, G_N_ELEMENTS (wanted));
}

/* Kernels tell steps apart: one of prefilling among those that decode. */
static void
test_kernel_classes (void)
{
  static const Plan plans[] = { { 0, 1000, 4, "Decode" },
                                { 1000, 1000, 4, "Decode" },
                                { 2000, 8000, 12, "Prefill" },
                                { 10000, 1000, 4, "Decode" },
                                { 11000, 1000, 4, "Decode" } };
  static const LscStepStanding wanted[] = { LSC_STEP_FIRST, LSC_STEP_TYPICAL, LSC_STEP_OTHER,
                                            LSC_STEP_TYPICAL, LSC_STEP_TYPICAL };
  g_autoptr (LscTimeline) timeline = make_timeline (plans, G_N_ELEMENTS (plans), TRUE);
  const LscDeviceSteps *steps = get_steps (timeline);

  check_standings (timeline, wanted, G_N_ELEMENTS (wanted));
  g_assert_cmpuint (steps->classes.n, ==, 2);
  g_assert_cmpint (steps->classes.items[steps->main_class].n_kernels, ==, 4);
  g_assert_cmpint (steps->classes.items[steps->main_class].step_ns, ==, 1000);
  g_assert_cmpint (steps->classes.items[1 - steps->main_class].step_ns, ==, 8000);
}

#define PREFILL "execute_context_2(4096)_generation_0(0)"
#define DECODE "execute_context_0(0)_generation_2(2)"

/* Marks of a server are its steps. */
static void
test_marks (void)
{
  static const Plan plans[] = { { 0, 2000, 8, "Gemm", PREFILL },
                                { 2000, 300, 4, "Gemv", DECODE },
                                { 2300, 300, 4, "Gemv", DECODE },
                                { 2600, 300, 4, "Gemv", DECODE },
                                { 2900, 300, 4, "Gemv", DECODE } };
  g_autoptr (LscTimeline) timeline = make_timeline (plans, G_N_ELEMENTS (plans), FALSE);
  const LscDeviceSteps *steps = get_steps (timeline);

  g_assert_cmpuint (timeline->steps.n, ==, 5);
  g_assert_cmpint (timeline->steps.items[0].id, ==, 1);
  g_assert_nonnull (timeline->steps_mark);
  g_assert_cmpuint (steps->classes.n, ==, 2);
  g_assert_cmpint (steps->classes.items[0].phase, ==, LSC_STEP_PHASE_PREFILL);
  g_assert_cmpint (steps->classes.items[0].n, ==, 1);
  g_assert_cmpint (steps->classes.items[0].step_ns, ==, 2000);
  g_assert_cmpint (steps->classes.items[1].phase, ==, LSC_STEP_PHASE_DECODE);
  g_assert_cmpint (steps->classes.items[1].batch, ==, 2);
  g_assert_cmpint (steps->classes.items[1].n, ==, 4);
  g_assert_cmpint (steps->classes.items[1].step_ns, ==, 300);
  g_assert_cmpuint (steps->main_class, ==, 1); /* the other came once */
}

/* Where there are steps, marks say what each does. */
static void
test_marked_steps (void)
{
  static const Plan plans[] = { { 0, 300, 4, "Gemv", DECODE },
                                { 300, 300, 4, "Gemv", DECODE },
                                { 600, 300, 4, "Gemv", PREFILL } };
  g_autoptr (LscTimeline) timeline = make_timeline (plans, G_N_ELEMENTS (plans), TRUE);
  const LscDeviceSteps *steps = get_steps (timeline);

  g_assert_null (timeline->steps_mark);
  g_assert_cmpuint (steps->classes.n, ==, 2);
  g_assert_cmpint (steps->classes.items[steps->main_class].phase, ==, LSC_STEP_PHASE_DECODE);
}

/* Marks inside one another, deeper than anybody counts: what is behind the inner ones is of the
 * outer. */
static void
test_nested (void)
{
  Event events[64];
  Link links[32];
  LscStep steps[16];
  gsize n_steps = G_N_ELEMENTS (steps);
  g_autoptr (LscTimeline) timeline = NULL;

  for (gsize i = 0; i < n_steps; i++)
    steps[i] = (LscStep){ (gint64) i, (gint64) i * 10, i == 0 ? 1000 : (gint64) i * 10 + 5 };
  events[0] = (Event){ CANN_MAIN, "launch", LSC_SLICE_CANN_RUNTIME, 500, 510 };
  events[1] = (Event){ STREAM_A, "MatMul", LSC_SLICE_CUBE, 520, 600 };
  links[0] = (Link){ 0, 1, LSC_LINK_LAUNCH };
  timeline = test_timeline_new (events, 2, links, 1, steps, n_steps);
  test_timeline_complete (timeline);
  g_assert_cmpint (get_steps (timeline)->steps.items[0].tasks.n_kernels, ==, 1);
}

/* What a step receives in front of its first kernel is told where the device places it. */
static void
test_front (void)
{
  static const Event events[] = {
    { CANN_MAIN, "launch", LSC_SLICE_CANN_RUNTIME, 10, 15 },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_RUNTIME, 20, 25 },
    { STREAM_B, "copy", LSC_SLICE_COPY, 100, 140 },
    { STREAM_A, "MatMul", LSC_SLICE_CUBE, 200, 300 },
  };
  static const Link links[] = { { 0, 2, LSC_LINK_LAUNCH }, { 1, 3, LSC_LINK_LAUNCH } };
  static const LscStep steps[] = { { 1, 0, 50 } };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), steps, 1);

  test_timeline_complete (timeline);
  g_assert_cmpint (get_steps (timeline)->rule, ==, LSC_STEPS_BY_DEVICE);
  g_assert_cmpint (get_steps (timeline)->front_ns, ==, 40);
  g_assert_true (has_notice (timeline, "work-before-first-kernel"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step-classes/names", test_names);
  g_test_add_func ("/step-classes/other-names", test_other_names);
  g_test_add_func ("/step-classes/idle-last", test_idle_last);
  g_test_add_func ("/step-classes/stub-last", test_stub_last);
  g_test_add_func ("/step-classes/far-last", test_far_last);
  g_test_add_func ("/step-classes/far-last-again", test_far_last_again);
  g_test_add_func ("/step-classes/far-inside", test_far_inside);
  g_test_add_func ("/step-classes/kernel-classes", test_kernel_classes);
  g_test_add_func ("/step-classes/marks", test_marks);
  g_test_add_func ("/step-classes/marked-steps", test_marked_steps);
  g_test_add_func ("/step-classes/nested", test_nested);
  g_test_add_func ("/step-classes/front", test_front);
  return g_test_run ();
}
