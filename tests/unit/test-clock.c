/* test-clock.c - clocks of ranks: a recording with known skews, collectives, contradictions
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "analyze/clock/lsc-clock-private.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/pipeline/lsc-pipeline-legs.h"
#include "lsc-test-files.h"
#include "test-pipeline-support.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

static LscPipeline *
analyse (GPtrArray *runs, LscAlignMode mode, const char *groups)
{
  LscPipelineOptions options = { .align = mode, .groups = groups };
  g_autoptr (GError) error = NULL;
  LscPipeline *pipeline = lsc_pipeline_new (runs, &options, NULL, &error);

  g_assert_no_error (error);
  return pipeline;
}

static const LscClock *
clock_of (LscPipeline *pipeline, gsize group, gsize row)
{
  const LscPipelineGroup *found = lsc_pipeline_get_group (pipeline, group);

  g_assert_cmpuint (row, <, found->clocks.n_clocks);
  return &found->clocks.clocks[row];
}

/* ---- the worked example of times.md#clock-messages ---- */

/* The send and receive operators of a rank, as its table of communication has them. */
static void
assert_phrase (const LscPhrase *phrase, const char *expected)
{
  g_autofree char *plain = lsc_phrase_to_plain (phrase);

  g_assert_cmpstr (plain, ==, expected);
}

static void
add_operators (LscRun *run, JsonObject *operators)
{
  g_autoptr (GList) names = json_object_get_members (operators);

  for (GList *l = names; l; l = l->next)
    {
      const char *name = l->data, *at = strchr (name, '@');
      JsonObject *info;
      double start_us, length_ms;
      gint64 start_ns;
      LscCommOp *op;
      g_autofree char *plain = NULL;

      if (!strstr (name, "batchSendRecv") || !at)
        continue;
      info = json_object_get_object_member (json_object_get_object_member (operators, name),
                                            "Communication Time Info");
      start_us = json_object_get_double_member (info, "Start Timestamp(us)");
      length_ms = json_object_get_double_member (info, "Elapse Time(ms)");
      /* Doubles of that size step by a quarter of a microsecond; tenths were written. */
      start_ns = (gint64) floor (start_us) * 1000 +
                 (gint64) floor ((start_us - floor (start_us)) * 10 + 0.5) * 100;
      plain = g_strndup (name, (gsize) (at - name));
      op = lsc_comm_ops_add (&run->comm_ops);
      *op = (LscCommOp){ .op_id = (gint64) run->comm_ops.n,
                         .start_ns = start_ns,
                         .end_ns = start_ns + (gint64) floor (length_ms * 1e6 + 0.5),
                         .op_name = lsc_intern_add (run->strings, plain),
                         .op_type = lsc_intern_add (run->strings, "hcom_batchSendRecv_"),
                         .group = lsc_intern_add (run->strings, at + 1),
                         .op_connection_id = LSC_STRING_NONE };
    }
  g_assert_cmpuint (run->comm_ops.n, ==, 3);
}

static LscRun *
read_rank (const char *samples, gint64 rank)
{
  g_autofree char *folder = g_strdup_printf ("rank_%" G_GINT64_FORMAT "_ascend_pt", rank);
  g_autofree char *path = g_build_filename (samples, "ascend-4rank-pp2dp2", folder,
                                            "ASCEND_PROFILER_OUTPUT", "communication.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GList) steps = NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *root;
  LscRun *run = pp_run_new (rank);
  gint64 begin_ns;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  root = json_node_get_object (json_parser_get_root (parser));
  steps = json_object_get_members (root);
  add_operators (run, json_object_get_object_member (
                          json_object_get_object_member (root, steps->data), "p2p"));
  begin_ns = run->comm_ops.items[0].start_ns;
  pp_run_range (run, "{'name': 'forward_step'}", begin_ns, begin_ns + 10, begin_ns,
                begin_ns + 1000);
  return run;
}

static void
check_close (gint64 found, gint64 wanted, gint64 within)
{
  if (ABS (found - wanted) > within)
    g_error ("%" G_GINT64_FORMAT " is not %" G_GINT64_FORMAT, found, wanted);
}

static void
test_worked_example (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscClock *clock;

  if (!samples)
    return;
  for (gint64 rank = 0; rank < 4; rank++)
    g_ptr_array_add (runs, read_rank (samples, rank));
  pipeline = analyse (runs, LSC_ALIGN_P2P, "0,2;1,3");
  clock = clock_of (pipeline, 0, 1);
  g_assert_cmpint (clock->rank, ==, 2);
  g_assert_cmpint (clock->source, ==, LSC_CLOCK_P2P);
  g_assert_cmpuint (clock->n_messages, ==, 3);
  check_close (clock->offset_ns, -24000, 150);
  check_close (clock->delay_ns, 27800, 150);
  g_assert_cmpint (clock->uncertainty_ns, >=, 27800); /* and what a drift may add */
  clock = clock_of (pipeline, 1, 1);
  g_assert_cmpint (clock->rank, ==, 3);
  check_close (clock->offset_ns, 1900, 150);
  check_close (clock->delay_ns, 27800, 150);
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->clocks.is_applied);
}

/* ---- made-up recordings ---- */

static PpPlan
plan_for (guint p, guint m)
{
  return (PpPlan){ .schedule = { .type = LSC_SCHEDULE_1F1B,
                                 .n_stages = p,
                                 .n_micro_batches = m,
                                 .n_chunks = 1,
                                 .run_length = p },
                   .f = 100000,
                   .b = 200000,
                   .latency = 5000 };
}

static void
put_on_hosts (GPtrArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    {
      LscRun *run = g_ptr_array_index (runs, i);

      g_free (run->host_uid);
      run->host_uid = g_strdup_printf ("host%u", i);
    }
}

static void
add_collective (LscRun *run, const char *name, gint64 end_ns)
{
  *lsc_comm_ops_add (&run->comm_ops) = (LscCommOp){
    .op_id = 1000 + (gint64) run->comm_ops.n,
    .start_ns = end_ns - 50,
    .end_ns = end_ns,
    .op_name = lsc_intern_add (run->strings, name),
    .op_type = lsc_intern_add (run->strings, "hcom_allReduce_"),
    .group = lsc_intern_add (run->strings, "world"),
    .op_connection_id = LSC_STRING_NONE,
  };
}

/* Nothing but two collectives joins ranks whose blocks have no order that is known; a third one is
 * decades away on one side. */
static void
test_collectives (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  const LscClock *clock;

  for (gint64 rank = 0; rank < 2; rank++)
    {
      LscRun *run = pp_run_new (rank);
      gint64 skew = rank * 7 * SECOND;

      pp_run_blocks (run, rank == 0 ? "FFBFB" : "FBFFBB", SECOND + skew, 1000);
      add_collective (run, "hcom_allReduce__123_0_1", SECOND + skew + 500);
      add_collective (run, "hcom_allReduce__123_1_1", SECOND + skew + 900 + 30 * rank);
      add_collective (run, rank == 0 ? "hcom_allReduce__123_2_1" : "hcom_allReduce__123_3_1",
                      SECOND);
      add_collective (run, "hcom_allReduce__123_4_1", SECOND + skew + rank * 1800000000 * SECOND);
      g_ptr_array_add (runs, run);
    }
  put_on_hosts (runs);
  pipeline = analyse (runs, LSC_ALIGN_AUTO, "0,1");
  clock = clock_of (pipeline, 0, 1);
  g_assert_cmpint (clock->source, ==, LSC_CLOCK_COLLECTIVES);
  g_assert_cmpuint (clock->n_messages, ==, 2);
  check_close (clock->offset_ns, 7 * SECOND, clock->uncertainty_ns);
  g_assert_cmpint (clock->uncertainty_ns, <, 100);
  g_assert_true (lsc_pipeline_get_group (pipeline, 0)->clocks.is_applied);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-gap"), ==, 0);
}

/* A name that comes twice in one row tells nothing, whichever row that is. */
static void
test_repeated (void)
{
  for (gint64 twice = 0; twice < 2; twice++)
    {
      g_autoptr (GPtrArray) runs = pp_runs_new ();
      g_autoptr (LscPipeline) pipeline = NULL;

      for (gint64 rank = 0; rank < 2; rank++)
        {
          LscRun *run = pp_run_new (rank);
          gint64 skew = rank * 7 * SECOND;

          pp_run_blocks (run, rank == 0 ? "FFBFB" : "FBFFBB", SECOND + skew, 1000);
          add_collective (run, "hcom_allReduce__123_0_1", SECOND + skew + 500);
          if (rank == twice)
            add_collective (run, "hcom_allReduce__123_0_1", SECOND + skew + 900);
          g_ptr_array_add (runs, run);
        }
      put_on_hosts (runs);
      pipeline = analyse (runs, LSC_ALIGN_AUTO, "0,1");
      g_assert_cmpint (clock_of (pipeline, 0, 1)->source, ==, LSC_CLOCK_UNKNOWN);
      g_assert_cmpuint (clock_of (pipeline, 0, 1)->n_messages, ==, 0);
    }
}

/* Hosts differ and nothing joins them: it is said, and each row begins at the first one's start. */
static void
test_nothing (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;

  for (gint64 rank = 0; rank < 2; rank++)
    {
      LscRun *run = pp_run_new (rank);

      pp_run_blocks (run, rank == 0 ? "FFBFB" : "FBFFBB", SECOND + rank * 7 * SECOND, 1000);
      g_ptr_array_add (runs, run);
    }
  put_on_hosts (runs);
  pipeline = analyse (runs, LSC_ALIGN_AUTO, "0,1");
  g_assert_cmpint (clock_of (pipeline, 0, 1)->source, ==, LSC_CLOCK_UNKNOWN);
  g_assert_cmpint (clock_of (pipeline, 0, 1)->uncertainty_ns, ==, -1);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-unknown"), ==, 1);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-gap"), ==, 1);
  assert_phrase (lsc_pipeline_get_group (pipeline, 0)->clocks.text, "not aligned");
}

/* A clock that jumps between two steps: the bounds contradict each other. */
static void
test_contradiction (void)
{
  PpPlan plan = plan_for (2, 4);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  LscRun *run;

  plan.n_steps = 2;
  runs = pp_record (&plan);
  put_on_hosts (runs);
  run = g_ptr_array_index (runs, 1);
  for (gsize i = run->marks.n / 2; i < run->marks.n; i++)
    {
      run->mark_tasks.items[i].start_ns += 300000;
      run->mark_tasks.items[i].end_ns += 300000;
    }
  pipeline = analyse (runs, LSC_ALIGN_AUTO, NULL);
  g_assert_cmpint (clock_of (pipeline, 0, 1)->source, ==, LSC_CLOCK_UNKNOWN);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-clock-unknown"), ==, 1);
  g_assert_false (lsc_pipeline_get_group (pipeline, 0)->clocks.is_applied);
}

/* The fastest messages bound the difference; slower ones say nothing. */
static void
test_fastest (void)
{
  LscClockEdge edge = { .a = 0, .b = 1 };
  const gint64 up[] = { 40, 11, 30, 20 }, down[] = { 7, 90, 5 };

  for (guint i = 0; i < 4; i++)
    lsc_clock_points_append (&edge.messages[LSC_CLOCK_UP], (LscClockPoint){ i * 10, up[i] });
  for (guint i = 0; i < 3; i++)
    lsc_clock_points_append (&edge.messages[LSC_CLOCK_DOWN], (LscClockPoint){ i * 10, down[i] });
  g_assert_true (_lsc_clock_edge_measure (&edge, TRUE));
  g_assert_cmpint (edge.low_ns, ==, -5);
  g_assert_cmpint (edge.high_ns, ==, 11);
  g_assert_cmpint (edge.theta_ns, ==, 3);  /* (11 - 5) / 2 */
  g_assert_cmpint (edge.delta_ns, ==, 18); /* (30 - 3 + 7 + 3) / 2 */
  g_assert_cmpint (edge.uncertainty_ns, >=, 8);
  g_assert_cmpint (edge.uncertainty_ns, <=, 10);
  lsc_clock_points_clear (&edge.messages[LSC_CLOCK_DOWN]);
  g_assert_true (_lsc_clock_edge_measure (&edge, TRUE));
  g_assert_cmpint (edge.source, ==, LSC_CLOCK_ONE_SIDED);
  g_assert_cmpint (edge.theta_ns, ==, 11);
  g_assert_cmpint (edge.delta_ns, ==, 0);
  g_assert_cmpint (edge.uncertainty_ns, ==, -1);
  lsc_clock_points_clear (&edge.messages[LSC_CLOCK_UP]);
  g_assert_false (_lsc_clock_edge_measure (&edge, TRUE));
}

/* Shifts of a drifting clock: far from its origin, and not more than the time between. */
static void
test_shift (void)
{
  const LscClock clock = { .offset_ns = 5, .drift_ppb = 1000000, .at_ns = SECOND };

  g_assert_cmpint (lsc_clock_shift (&clock, SECOND), ==, -5);
  g_assert_cmpint (lsc_clock_shift (&clock, 2 * SECOND), ==, -5 - 1000000);
  g_assert_cmpint (lsc_clock_shift (&clock, SECOND / 2), ==, -5 + 500000);
  g_assert_cmpint (lsc_clock_shift (&clock, 1770000000 * SECOND), ==,
                   -5 - 1769999999 * G_GINT64_CONSTANT (1000000));
}

/* ---- the room alone: points of time, and nothing of where they come from ---- */

/** Of two ranks, 700 ns apart, with bounds of ±100 ns around them. */
typedef struct
{
  LscClockRank ranks[2];
  LscClockSamples messages;
  LscClockSamples bounds;
  LscClockTies ties;
  LscClockQuestion question;
  gsize n_common; /* collectives */
} Room;

static void
list_common (gsize a, gsize b, LscClockPoints *ends, gpointer user_data)
{
  const Room *room = user_data;
  gint64 sign = a < b ? 1 : -1;

  for (gsize i = 0; i < room->n_common; i++)
    lsc_clock_points_append (ends,
                             (LscClockPoint){ 1000 * (gint64) i, sign * (720 + 2 * (gint64) i) });
}

static void
room_init (Room *self)
{
  *self = (Room){ .ranks = { { 7, "a", TRUE }, { 9, "b", TRUE } } };
  self->question = (LscClockQuestion){ .ranks = self->ranks,
                                       .n_ranks = 2,
                                       .messages = &self->messages,
                                       .bounds = &self->bounds,
                                       .ties = &self->ties,
                                       .find_common = list_common,
                                       .user_data = self,
                                       .matching = LSC_CLOCK_BY_COUNT };
  lsc_clock_samples_append (&self->bounds, (LscClockSample){ 0, 1, 1000, 1800 });
  lsc_clock_samples_append (&self->bounds, (LscClockSample){ 1, 0, 2700, 2100 });
}

static void
room_clear (Room *self)
{
  lsc_clock_samples_clear (&self->messages);
  lsc_clock_samples_clear (&self->bounds);
  lsc_clock_ties_clear (&self->ties);
}

static void
check_room (const Room *self, LscClockSource source, gint64 offset_ns)
{
  g_autoptr (LscClocks) clocks = lsc_clocks_new (&self->question);
  gsize reference = self->question.reference;

  g_assert_cmpuint (clocks->n_clocks, ==, 2);
  g_assert_cmpint (clocks->clocks[reference].source, ==, LSC_CLOCK_REFERENCE);
  g_assert_cmpint (clocks->clocks[reference].offset_ns, ==, 0);
  g_assert_cmpint (clocks->clocks[1 - reference].source, ==, source);
  g_assert_cmpint (clocks->clocks[1 - reference].offset_ns, ==, offset_ns);
  g_assert_cmpint (clocks->clocks[0].rank, ==, 7);
}

/* Messages first, then collectives, then bounds; and what is known from elsewhere before all. */
static void
test_order (void)
{
  Room room;

  room_init (&room);
  check_room (&room, LSC_CLOCK_BOUNDS, 700);
  room.n_common = 2; /* too few to be believed */
  check_room (&room, LSC_CLOCK_BOUNDS, 700);
  room.n_common = 4; /* 720, 722, 724, 726 */
  check_room (&room, LSC_CLOCK_COLLECTIVES, 723);
  room.question.matching = LSC_CLOCK_BY_NAME;
  check_room (&room, LSC_CLOCK_COLLECTIVES, 724);
  room.n_common = 1; /* enough for a name */
  check_room (&room, LSC_CLOCK_COLLECTIVES, 720);
  lsc_clock_samples_append (&room.messages, (LscClockSample){ 0, 1, 1000, 1710 });
  lsc_clock_samples_append (&room.messages, (LscClockSample){ 1, 0, 2000, 1308 });
  check_room (&room, LSC_CLOCK_P2P, 701); /* (710 + 692) / 2 */
  room.question.reference = 1;
  check_room (&room, LSC_CLOCK_P2P, -701);
  lsc_clock_ties_append (
      &room.ties, (LscClockTie){ 0, 1, { .source = LSC_CLOCK_ONE_SIDED, .offset_ns = 690 } });
  check_room (&room, LSC_CLOCK_ONE_SIDED, -690);
  room.question.reference = 2; /* nobody */
  {
    g_autoptr (LscClocks) clocks = lsc_clocks_new (&room.question);

    g_assert_cmpint (clocks->clocks[0].source, ==, LSC_CLOCK_UNKNOWN);
    g_assert_cmpuint (clocks->n_hosts, ==, 2);
  }
  room_clear (&room);
}

/* A host is the last that is asked, and not at all for clocks that were found to disagree. */
static void
test_hosts_last (void)
{
  Room room;

  room_init (&room);
  room.ranks[1].host = "a";
  room.question.bounds = NULL;
  check_room (&room, LSC_CLOCK_UNKNOWN, 0);
  room.question.hosts_last = TRUE;
  check_room (&room, LSC_CLOCK_SAME_HOST, 0);
  room.n_common = 4;
  check_room (&room, LSC_CLOCK_COLLECTIVES, 723);
  room.n_common = 1000000; /* the last ones are 2 ms from the first */
  check_room (&room, LSC_CLOCK_UNKNOWN, 0);
  room_clear (&room);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/worked-example", test_worked_example);
  g_test_add_func ("/clock/collectives", test_collectives);
  g_test_add_func ("/clock/repeated", test_repeated);
  g_test_add_func ("/clock/nothing", test_nothing);
  g_test_add_func ("/clock/contradiction", test_contradiction);
  g_test_add_func ("/clock/fastest", test_fastest);
  g_test_add_func ("/clock/shift", test_shift);
  g_test_add_func ("/clock/order", test_order);
  g_test_add_func ("/clock/hosts-last", test_hosts_last);
  return g_test_run ();
}
