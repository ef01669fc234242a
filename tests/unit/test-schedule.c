/* test-schedule.c - orders of blocks of the known schedules
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-pipeline-support.h"

/* The two examples of pipeline.md#dualpipev, names with a mark where the type changes. */
static const char *const example_10[] = {
  "|0 0 1 2 3 4 5 |1 6 10 |2 logits 10b 10w 11 logits 11b 11w 12 logits 12b 12w 13 "
  "|3 logits 7F+13B 14F+0B logits 8F+14B 15F+1B logits 9F+15B 16F+2B "
  "|4 logits 16B 17F+3B logits 17B 18F+4B logits 18B 19F+5B |5 logits 19B |6 6B 7B 8B 9B",
  "|0 0 1 2 3 |1 4 10 5 11 |2 10b 10w 12 11b 11w 13 "
  "|3 6F+12B 14F+0B 7F+13B 15F+1B 8F+14B 16F+2B 9F+15B 17F+3B "
  "|4 16B 18F+4B 17B 19F+5B |5 18B 6B |6 19B 7B 8B 9B",
  "|0 0 1 |1 2 10 3 11 4 12 |2 10b 10w 13 "
  "|3 5F+11B 14F+0B 6F+12B 15F+1B 7F+13B 16F+2B 8F+14B 17F+3B 9F+15B 18F+4B "
  "|4 16B 19F+5B |5 17B 6B 18B |6 7B 19B 8B 9B",
  "|1 0 10 1 11 2 12 3 13 "
  "|3 4F 10B 14F+0B 5F+11B 15F+1B 6F+12B 16F+2B 7F+13B 17F+3B 8F+14B 18F+4B 9F+15B 19F+5B "
  "|5 16B 6B 17B 7B |6 18B 8B 19B 9B",
};

static const char *const example_8[] = {
  "|0 0 1 2 3 4 5 |1 6 8 |2 logits 8b 8w 9 logits 9b 9w 10 logits 10b 10w 11 "
  "|3 logits 7F+11B 12F+0B |4 logits 12B 13F+1B logits 13B 14F+2B logits 14B 15F+3B "
  "|5 logits 15B |6 4B 5B 6B 7B",
  "|0 0 1 2 3 |1 4 8 5 9 |2 8b 8w 10 9b 9w 11 |3 6F+10B 12F+0B 7F+11B 13F+1B "
  "|4 12B 14F+2B 13B 15F+3B |5 14B 4B |6 15B 5B 6B 7B",
  "|0 0 1 |1 2 8 3 9 4 10 |2 8b 8w 11 |3 5F+9B 12F+0B 6F+10B 13F+1B 7F+11B 14F+2B "
  "|4 12B 15F+3B |5 13B 4B 14B |6 5B 15B 6B 7B",
  "|1 0 8 1 9 2 10 3 11 |3 4F 8B 12F+0B 5F+9B 13F+1B 6F+10B 14F+2B 7F+11B 15F+3B "
  "|5 12B 4B 13B 5B |6 14B 6B 15B 7B",
};

typedef struct
{
  const LscSchedule *schedule;
  GString *text;
  int phase;
} Listing;

static gboolean
list_item (const LscScheduleItem *item, gpointer data)
{
  Listing *self = data;
  g_autofree char *name = lsc_schedule_item_name (self->schedule, item);

  if (item->phase != self->phase)
    g_string_append_printf (self->text, "%s|%d", self->text->len > 0 ? " " : "", item->phase);
  self->phase = item->phase;
  g_string_append_printf (self->text, " %s", name);
  return TRUE;
}

static char *
list_names (const LscSchedule *schedule, gsize stage)
{
  Listing listing = { schedule, g_string_new (NULL), -1 };

  g_assert_true (lsc_schedule_walk (schedule, stage, list_item, &listing));
  return g_string_free (listing.text, FALSE);
}

static LscSchedule
dualpipev (gsize p, gsize m)
{
  return (LscSchedule){
    .type = LSC_SCHEDULE_DUALPIPEV, .n_stages = p, .n_micro_batches = m, .n_chunks = 2
  };
}

static void
test_examples (void)
{
  LscSchedule ten = dualpipev (4, 10), eight = dualpipev (4, 8);

  for (gsize stage = 0; stage < 4; stage++)
    {
      g_autofree char *a = list_names (&ten, stage);
      g_autofree char *b = list_names (&eight, stage);

      g_assert_cmpstr (a, ==, example_10[stage]);
      g_assert_cmpstr (b, ==, example_8[stage]);
    }
}

/* 2M + 4P - 2(r+1), plus 1 on the last stage, plus M for the heads; without overlap
 * 4M + P - 1 - r; P more with detached weights. */
static gsize
expected_count (const LscSchedule *s, gsize r)
{
  gsize p = s->n_stages, m = s->n_micro_batches;
  gsize n = s->no_overlap ? 4 * m + p - 1 - r
                          : 2 * m + 4 * p - 2 * (r + 1) + (r == p - 1 ? 1 : 0) +
                                (r == 0 && !s->no_logits ? m : 0);

  return n + (s->late_weights ? p : 0);
}

static void
test_counts (void)
{
  for (gsize p = 2; p <= 16; p++)
    for (gsize m = 2 * p; m <= 2 * p + 8; m++)
      for (guint variant = 0; variant < 8; variant++)
        for (gsize r = 0; r < p; r++)
          {
            LscSchedule schedule = dualpipev (p, m);

            schedule.no_overlap = (variant & 1) != 0;
            schedule.late_weights = (variant & 2) != 0;
            schedule.no_logits = (variant & 4) != 0;
            g_assert_cmpuint (lsc_schedule_count (&schedule, r), ==, expected_count (&schedule, r));
          }
}

static void
test_impossible (void)
{
  LscSchedule schedule = dualpipev (4, 7);
  LscSchedule odd = { .type = LSC_SCHEDULE_DUALPIPE, .n_stages = 3, .n_micro_batches = 8 };
  LscSchedule run = { .type = LSC_SCHEDULE_INTERLEAVED,
                      .n_stages = 4,
                      .n_micro_batches = 9,
                      .n_chunks = 2,
                      .run_length = 4 };

  g_assert_false (lsc_schedule_is_possible (&schedule));
  g_assert_cmpuint (lsc_schedule_count (&schedule, 0), ==, 0);
  g_assert_false (lsc_schedule_is_possible (&odd));
  g_assert_false (lsc_schedule_is_possible (&run));
  run.n_micro_batches = 12;
  g_assert_true (lsc_schedule_is_possible (&run));
}

static void
count_parts (GArray *row, gsize *forward, gsize *backward, gsize *weight, gsize *input)
{
  *forward = *backward = *weight = *input = 0;
  for (guint i = 0; i < row->len; i++)
    {
      const LscScheduleItem *item = &g_array_index (row, PpBlock, i).item;

      *forward += item->mb_f != LSC_SCHEDULE_NO_ID;
      *backward += item->mb_b != LSC_SCHEDULE_NO_ID && item->kind != LSC_BLOCK_W &&
                   item->kind != LSC_BLOCK_L;
      *weight += item->kind == LSC_BLOCK_W;
      *input += item->kind == LSC_BLOCK_I;
    }
}

/* Every order runs to its end, each part once (the replay asserts it), W once for each I. */
static void
check_order (LscSchedule schedule, gsize parts)
{
  PpPlan plan = { .schedule = schedule, .f = 10, .b = 20, .i = 10, .w = 10, .x = 30, .l = 1 };
  g_autoptr (GPtrArray) rows = NULL;

  if (!lsc_schedule_is_possible (&schedule))
    return;
  rows = pp_replay (&plan);
  for (gsize stage = 0; stage < rows->len; stage++)
    {
      gsize forward, backward, weight, input;

      count_parts (g_ptr_array_index (rows, stage), &forward, &backward, &weight, &input);
      g_assert_cmpuint (forward, ==, parts);
      g_assert_cmpuint (backward, ==, parts);
      g_assert_cmpuint (weight, ==, input);
    }
}

static void
test_orders (void)
{
  for (gsize p = 1; p <= 8; p++)
    for (gsize m = 1; m <= 20; m++)
      {
        LscSchedule schedule = { .n_stages = p, .n_micro_batches = m, .n_chunks = 1 };

        for (guint type = LSC_SCHEDULE_1F1B; type < LSC_SCHEDULE_N_TYPES; type++)
          {
            gboolean two = type == LSC_SCHEDULE_DUALPIPEV || type == LSC_SCHEDULE_ZBV ||
                           type == LSC_SCHEDULE_ZBV_PYTORCH || type == LSC_SCHEDULE_ZBV_GREEDY ||
                           type == LSC_SCHEDULE_BREADTH_FIRST;

            schedule.type = type;
            schedule.n_chunks = two || type == LSC_SCHEDULE_DUALPIPE ? 2 : 1;
            if (type != LSC_SCHEDULE_INTERLEAVED)
              check_order (schedule, two ? 2 * m : m);
          }
        schedule.type = LSC_SCHEDULE_INTERLEAVED;
        for (guint v = 1; v <= 4; v++)
          for (gsize n = p; n <= m; n++)
            {
              schedule.n_chunks = v;
              schedule.run_length = n;
              check_order (schedule, m * v);
            }
      }
}

/* Windows of theory.md#orders for P = 4, M = 8, F = I = W = 1, B = 2, X = 3. */
static void
test_windows (void)
{
  static const struct
  {
    LscSchedule schedule;
    gint64 window;
  } cases[] = {
    { { .type = LSC_SCHEDULE_1F1B, .n_chunks = 1 }, 33 },
    { { .type = LSC_SCHEDULE_ZBH1, .n_chunks = 1 }, 27 },
    { { .type = LSC_SCHEDULE_INTERLEAVED, .n_chunks = 2, .run_length = 4 }, 57 },
    { { .type = LSC_SCHEDULE_ZBV, .n_chunks = 2 }, 51 },
    { { .type = LSC_SCHEDULE_ZBV_PYTORCH, .n_chunks = 2 }, 51 },
    { { .type = LSC_SCHEDULE_ZBH2, .n_chunks = 1 }, 27 },
    { { .type = LSC_SCHEDULE_EAGER_1F1B, .n_chunks = 1 }, 33 },
    { { .type = LSC_SCHEDULE_GPIPE_REVERSED, .n_chunks = 1 }, 33 },
    { { .type = LSC_SCHEDULE_BREADTH_FIRST, .n_chunks = 2 }, 57 },
    { { .type = LSC_SCHEDULE_DUALPIPEV, .n_chunks = 2, .late_weights = 1, .no_logits = 1 }, 54 },
    { { .type = LSC_SCHEDULE_DUALPIPEV, .n_chunks = 2, .no_logits = 1 }, 60 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PpPlan plan = { .schedule = cases[i].schedule, .f = 1, .b = 2, .i = 1, .w = 1, .x = 3 };
      g_autoptr (GPtrArray) rows = NULL;
      gint64 window = 0;

      plan.schedule.n_stages = 4;
      plan.schedule.n_micro_batches = 8;
      rows = pp_replay (&plan);
      for (gsize stage = 0; stage < rows->len; stage++)
        {
          GArray *row = g_ptr_array_index (rows, stage);

          window = MAX (window, g_array_index (row, PpBlock, row->len - 1).end_ns);
        }
      g_assert_cmpint (window, ==, cases[i].window);
    }
}

static void
check_names (LscSchedule schedule, gsize stage, const char *expected)
{
  Listing listing = { .schedule = &schedule, .text = g_string_new (NULL), .phase = -1 };

  g_assert_true (lsc_schedule_walk (&schedule, stage, list_item, &listing));
  g_assert_cmpstr (g_strstrip (listing.text->str), ==, expected);
  g_string_free (listing.text, TRUE);
}

/* By hand, from the definitions. */
static void
test_small_orders (void)
{
  LscSchedule schedule = { .n_stages = 2, .n_micro_batches = 3, .n_chunks = 1 };

  schedule.type = LSC_SCHEDULE_GPIPE_REVERSED;
  check_names (schedule, 1, "0 1 2 2 1 0");
  schedule.type = LSC_SCHEDULE_EAGER_1F1B;
  check_names (schedule, 0, "0 1 2 0 1 2");
  check_names (schedule, 1, "0 0 1 1 2 2");
  schedule.type = LSC_SCHEDULE_ZBH2;
  check_names (schedule, 0, "0 1 2 0b 0w 1b 1w 2b 2w");
  check_names (schedule, 1, "0 0b 1 1b 2 2b 0w 1w 2w");
  schedule.n_chunks = 2;
  schedule.type = LSC_SCHEDULE_BREADTH_FIRST;
  check_names (schedule, 0, "0.0 1.0 2.0 0.1 1.1 2.1 0.1 1.1 2.1 0.0 1.0 2.0");
  schedule.type = LSC_SCHEDULE_ZBV_PYTORCH; /* one chunk counts on after the other: 3 is 0 of 1 */
  check_names (schedule, 0, "0 1 2 3 3b 3w 4 4b 4w 0b 0w 5 5b 5w 1b 1w 2b 2w");
  check_names (schedule, 1, "0 3 1 4 3b 3w 2 0b 0w 5 4b 4w 1b 5b 2b 1w 5w 2w");
  schedule.n_micro_batches = 2; /* the third one is left out */
  check_names (schedule, 1, "0 2 1 3 2b 2w 0b 0w 3b 3w 1b 1w");
  schedule.n_micro_batches = 1;
  schedule.type = LSC_SCHEDULE_BREADTH_FIRST;
  g_assert_false (lsc_schedule_is_possible (&schedule));
}

static void
test_names (void)
{
  for (guint type = LSC_SCHEDULE_1F1B; type < LSC_SCHEDULE_N_TYPES; type++)
    g_assert_cmpint (lsc_schedule_type_from_name (lsc_schedule_type_name (type)), ==, (int) type);
  g_assert_cmpint (lsc_schedule_type_from_name ("nothing"), ==, LSC_SCHEDULE_NONE);
  g_assert_cmpint (lsc_schedule_type_from_name ("BFS"), ==, LSC_SCHEDULE_BREADTH_FIRST);
  g_assert_cmpint (lsc_schedule_type_from_name ("all-warm-up"), ==, LSC_SCHEDULE_BREADTH_FIRST);
  g_assert_cmpint (lsc_schedule_family (LSC_SCHEDULE_BREADTH_FIRST), ==, LSC_SCHEDULE_INTERLEAVED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule/dualpipev/examples", test_examples);
  g_test_add_func ("/schedule/dualpipev/counts", test_counts);
  g_test_add_func ("/schedule/impossible", test_impossible);
  g_test_add_func ("/schedule/orders", test_orders);
  g_test_add_func ("/schedule/windows", test_windows);
  g_test_add_func ("/schedule/small-orders", test_small_orders);
  g_test_add_func ("/schedule/names", test_names);
  return g_test_run ();
}
