/* test-blame.c - who was waited for: exact sums and exact pieces, whatever the times are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analysis-helper.h"
#include "analyze/theory/lsc-blame.h"
#include "analyze/theory/lsc-plan-stats.h"
#include "base/lsc-error.h"

/* Pieces laid out on a line of instants: what each rank waited for at each of them. */
typedef struct
{
  const LscPlan *plan;
  const LscPlanTimes *times;
  gsize length;
  guint8 *seen; /* rank x instant: ops that run there count 1, pieces 2 */
  gint64 sums[LSC_CAUSE_N];
  gsize n_pieces;
} Line;

static void
check_op (const LscPlan *plan, const LscPlanTimes *times, const LscBlamePiece *piece)
{
  switch ((LscCause) piece->cause)
    {
    case LSC_CAUSE_WORK:
      g_assert_cmpuint (plan->ops[piece->op].rank, ==, piece->from);
      g_assert_cmpuint (plan->ops[piece->op].kind, ==, piece->kind);
      g_assert_cmpint (times->start_ns[piece->op], <=, piece->begin_ns);
      g_assert_cmpint (times->end_ns[piece->op], >=, piece->end_ns);
      g_assert_cmpuint (piece->from, !=, piece->rank);
      break;
    case LSC_CAUSE_LINK:
      g_assert_cmpuint (plan->ops[piece->op].rank, ==, piece->to);
      g_assert_cmpuint (piece->from, !=, piece->to);
      break;
    case LSC_CAUSE_END:
      g_assert_cmpuint (piece->op, ==, LSC_PLAN_NO_OP);
      g_assert_cmpuint (piece->before, ==, LSC_PLAN_NO_OP);
      break;
    default:
      g_assert_cmpuint (plan->ops[piece->op].rank, ==, piece->from);
      g_assert_cmpuint (piece->to, ==, piece->from);
      break;
    }
}

static void
lay_piece (const LscBlamePiece *piece, gpointer data)
{
  Line *self = data;

  g_assert_cmpint (piece->begin_ns, <, piece->end_ns);
  g_assert_cmpint (piece->begin_ns, >=, self->times->t0_ns);
  g_assert_cmpint (piece->end_ns, <=, self->times->t1_ns);
  check_op (self->plan, self->times, piece);
  if (piece->before != LSC_PLAN_NO_OP)
    {
      g_assert_cmpuint (self->plan->ops[piece->before].rank, ==, piece->rank);
      g_assert_cmpint (piece->end_ns, <=, self->times->start_ns[piece->before]);
    }
  for (gint64 t = piece->begin_ns; t < piece->end_ns; t++)
    self->seen[piece->rank * self->length + (gsize) (t - self->times->t0_ns)] += 2;
  self->sums[piece->cause] += piece->end_ns - piece->begin_ns;
  self->n_pieces++;
}

static void
lay_ops (Line *self)
{
  for (gsize i = 0; i < self->plan->n_ops; i++)
    for (gint64 t = self->times->start_ns[i]; t < self->times->end_ns[i]; t++)
      self->seen[self->plan->ops[i].rank * self->length + (gsize) (t - self->times->t0_ns)] = 1;
}

static void
check_sums (const Line *line, const LscBlame *blame, const LscRowMetrics *stats)
{
  const LscPlan *plan = line->plan;
  gint64 sums[LSC_CAUSE_N] = { 0 };
  gsize n = plan->n_ranks;

  for (gsize i = 0; i < n * n; i++)
    {
      const gint64 *parts = lsc_blame_parts (blame, i / n, i % n);

      for (int cause = LSC_CAUSE_LINK; cause < LSC_CAUSE_N; cause++)
        sums[cause] += parts[lsc_blame_part ((LscCause) cause, 0)];
      for (gsize k = 0; k < LSC_BLOCK_N_KINDS; k++)
        sums[LSC_CAUSE_WORK] += parts[k];
    }
  for (gsize rank = 0; rank < n; rank++)
    {
      if (plan->first[rank] == plan->first[rank + 1])
        {
          g_assert_cmpint (stats[rank].bubble_ns, ==, -1);
          g_assert_cmpint (lsc_blame_sum (blame, rank), ==, 0);
          continue;
        }
      g_assert_cmpint (lsc_blame_sum (blame, rank), ==, stats[rank].bubble_ns);
      g_assert_cmpint (stats[rank].busy_ns + stats[rank].bubble_ns, ==,
                       line->times->t1_ns - line->times->t0_ns);
      g_assert_cmpint (stats[rank].warmup_ns + stats[rank].steady_ns + stats[rank].cooldown_ns, ==,
                       stats[rank].bubble_ns);
    }
  for (gsize cause = 0; cause < LSC_CAUSE_N; cause++)
    g_assert_cmpint (sums[cause], ==, line->sums[cause]);
}

/* Every instant of a rank with ops belongs to its ops or to exactly one piece. */
static void
check_pieces (const LscPlan *plan, const LscPlanTimes *times, const gint64 *max_link,
              gint64 sums_out[LSC_CAUSE_N])
{
  gsize length = (gsize) (times->t1_ns - times->t0_ns);
  g_autofree guint8 *seen = g_new0 (guint8, plan->n_ranks * length + 1);
  g_autofree LscRowMetrics *stats = lsc_plan_rank_stats (plan, times, NULL);
  Line line = { plan, times, length, seen, { 0 }, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscBlame) blame = NULL;

  lay_ops (&line);
  blame = lsc_blame_new (plan, times, max_link, lay_piece, &line, NULL, &error);
  g_assert_no_error (error);
  for (gsize rank = 0; rank < plan->n_ranks; rank++)
    for (gsize t = 0; t < length; t++)
      if (plan->first[rank] < plan->first[rank + 1])
        g_assert_true (seen[rank * length + t] == 1 || seen[rank * length + t] == 2);
  check_sums (&line, blame, stats);
  if (sums_out)
    memcpy (sums_out, line.sums, sizeof line.sums);
}

static LscPlan *
choose_plan (GRand *rand)
{
  LscScheduleType type =
      (LscScheduleType) g_rand_int_range (rand, LSC_SCHEDULE_1F1B, LSC_SCHEDULE_N_TYPES);
  gsize p = (gsize) g_rand_int_range (rand, 1, 7), m;

  if (type == LSC_SCHEDULE_DUALPIPE)
    p += p % 2;
  m = 2 * p + 2 * (gsize) g_rand_int_range (rand, 0, 4);
  if (type == LSC_SCHEDULE_INTERLEAVED)
    m = p * (gsize) g_rand_int_range (rand, 1, 4);
  return analysis_plan_new (type, p, m, (guint) g_rand_int_range (rand, 1, 4));
}

static gint64 *
choose_durations (GRand *rand, const LscPlan *plan)
{
  gint64 *durations = g_new (gint64, plan->n_ops);
  gint32 most = g_rand_int_range (rand, 1, 9);

  for (gsize i = 0; i < plan->n_ops; i++)
    durations[i] = g_rand_int_range (rand, 0, most + 1);
  return durations;
}

/* Single ops are moved and stretched: rows overlap, inputs end after their readers began. */
static void
shake (GRand *rand, const LscPlan *plan, LscPlanTimes *times)
{
  gint32 one_in = g_rand_int_range (rand, 1, 12);

  for (gsize i = 0; i < plan->n_ops; i++)
    if (g_rand_int_range (rand, 0, one_in) == 0)
      {
        times->start_ns[i] += g_rand_int_range (rand, -20, 21);
        times->end_ns[i] = times->start_ns[i] + g_rand_int_range (rand, 0, 15);
      }
  lsc_plan_times_find_window (times, plan);
}

static void
test_pieces_of_replay (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (LscPlan) plan = choose_plan (rand);
      g_autofree gint64 *durations = choose_durations (rand, plan);
      g_auto (LscPlanTimes) times = { NULL };
      gint64 sums[LSC_CAUSE_N];

      analysis_replay (plan, durations, round % 3, &times);
      check_pieces (plan, &times, NULL, sums);
      g_assert_cmpint (sums[LSC_CAUSE_HOST], ==, 0); /* a replay starts as early as it can */
      g_assert_cmpint (sums[LSC_CAUSE_CLOCK], ==, 0);
      g_assert_cmpint (sums[LSC_CAUSE_UNKNOWN], ==, 0);
      if (round % 3 == 0)
        g_assert_cmpint (sums[LSC_CAUSE_LINK], ==, 0);
    }
}

static void
test_pieces_of_anything (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  gint64 total[LSC_CAUSE_N] = { 0 };

  for (guint round = 0; round < 600; round++)
    {
      g_autoptr (LscPlan) plan = choose_plan (rand);
      g_autofree gint64 *durations = choose_durations (rand, plan);
      g_autofree gint64 *max_link = g_new (gint64, plan->n_ops);
      g_auto (LscPlanTimes) times = { NULL };
      gint64 sums[LSC_CAUSE_N];

      for (gsize i = 0; i < plan->n_ops; i++)
        {
          LscPlanOp *op = &plan->ops[i];

          max_link[i] = g_rand_int_range (rand, -1, 5);
          if (op->n_needs > 0 && g_rand_int_range (rand, 0, 9) == 0)
            op->needs[g_rand_int_range (rand, 0, op->n_needs)] = LSC_PLAN_NO_OP;
        }
      analysis_replay (plan, durations, round % 3, &times);
      shake (rand, plan, &times);
      check_pieces (plan, &times, round % 2 ? max_link : NULL, sums);
      for (gsize cause = 0; cause < LSC_CAUSE_N; cause++)
        total[cause] += sums[cause];
    }
  for (gsize cause = 0; cause < LSC_CAUSE_N; cause++)
    g_assert_cmpint (total[cause], >, 0);
}

/* Times that have nothing to do with the order, with many ops at one instant. */
static void
test_random_times (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (LscPlan) plan = choose_plan (rand);
      g_auto (LscPlanTimes) times = { NULL };
      gint32 span = g_rand_int_range (rand, 1, 200), most = g_rand_int_range (rand, 1, 20);

      g_assert_true (lsc_plan_times_init (&times, plan));
      for (gsize i = 0; i < plan->n_ops; i++)
        {
          times.start_ns[i] = g_rand_int_range (rand, 0, span);
          times.end_ns[i] = times.start_ns[i] + g_rand_int_range (rand, 0, most);
        }
      lsc_plan_times_find_window (&times, plan);
      check_pieces (plan, &times, NULL, NULL);
    }
}

/* A plan written down: rank, kind and inputs of each op. */
static void
fill_op (LscPlanOp *op, guint32 rank, guint8 kind, guint32 need)
{
  *op = (LscPlanOp){ .rank = rank, .kind = kind, .phase = -1, .n_parts = 1 };
  op->parts[0].role = kind;
  op->n_needs = need != LSC_PLAN_NO_OP;
  op->needs[0] = need;
}

/* Two ranks that wait for each other's op without length at the same instant. */
static void
test_circle (void)
{
  LscPlanOp ops[4];
  guint32 first[] = { 0, 2, 4 };
  gint64 start[] = { 0, 10, 0, 10 }, end[] = { 1, 10, 2, 10 };
  LscPlan plan = { .n_ranks = 2, .n_ops = 4, .first = first, .ops = ops };
  LscPlanTimes times = { start, end, 4, 0, 10 };
  gint64 sums[LSC_CAUSE_N];

  fill_op (&ops[0], 0, LSC_BLOCK_F, LSC_PLAN_NO_OP);
  fill_op (&ops[1], 0, LSC_BLOCK_F, 3);
  fill_op (&ops[2], 1, LSC_BLOCK_F, LSC_PLAN_NO_OP);
  fill_op (&ops[3], 1, LSC_BLOCK_F, 1);
  check_pieces (&plan, &times, NULL, sums);
  g_assert_cmpint (sums[LSC_CAUSE_CLOCK], >, 0);
}

typedef struct
{
  GString *text;
} Listing;

static void
list_piece (const LscBlamePiece *piece, gpointer data)
{
  static const char *const causes[] = { "work", "link", "host", "clock", "end", "unknown" };
  Listing *self = data;

  g_string_append_printf (self->text, "%s%u %s %u>%u %d-%d", self->text->len ? ", " : "",
                          piece->rank, causes[piece->cause], piece->from, piece->to,
                          (int) piece->begin_ns, (int) piece->end_ns);
}

static void
assert_pieces (const LscPlan *plan, const LscPlanTimes *times, const gint64 *max_link,
               const char *expected)
{
  Listing listing = { g_string_new (NULL) };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscBlame) blame =
      lsc_blame_new (plan, times, max_link, list_piece, &listing, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (listing.text->str, ==, expected);
  g_string_free (listing.text, TRUE);
}

/* Rank 1 waits for rank 0, where two ops run at once; rank 2 did not record anything. */
static void
test_by_hand (void)
{
  LscPlanOp ops[5];
  guint32 first[] = { 0, 3, 5, 5 };
  gint64 start[] = { 0, 2, 12, 20, 30 }, end[] = { 8, 5, 16, 24, 31 };
  gint64 max_link[] = { -1, -1, -1, 3, 0 };
  LscPlan plan = { .n_ranks = 3, .n_ops = 5, .first = first, .ops = ops };
  LscPlanTimes times = { start, end, 5, 0, 31 };

  fill_op (&ops[0], 0, LSC_BLOCK_F, LSC_PLAN_NO_OP);
  fill_op (&ops[1], 0, LSC_BLOCK_F, LSC_PLAN_NO_OP);
  fill_op (&ops[2], 0, LSC_BLOCK_F, LSC_PLAN_NO_OP);
  fill_op (&ops[3], 1, LSC_BLOCK_F, 2);
  fill_op (&ops[4], 1, LSC_BLOCK_F, LSC_PLAN_NO_OP);
  check_pieces (&plan, &times, max_link, NULL);
  assert_pieces (&plan, &times, max_link,
                 "0 host 0>0 8-12, 0 end 0>0 16-31, 1 link 0>1 16-19, 1 host 1>1 19-20, "
                 "1 work 0>0 12-16, 1 work 0>0 5-8, 1 work 0>0 2-5, 1 work 0>0 0-2, "
                 "1 host 0>0 8-12, 1 host 1>1 24-30");
  ops[2].n_needs = 1; /* what came before op 2 was not recorded */
  ops[2].needs[0] = LSC_PLAN_NO_OP;
  times.end_ns[2] = 21; /* ends after its reader began */
  ops[4].n_needs = 2;
  ops[4].needs[0] = LSC_PLAN_NO_OP;
  ops[4].needs[1] = 2; /* ended before the gap: what is missing decides */
  check_pieces (&plan, &times, max_link, NULL);
  assert_pieces (&plan, &times, max_link,
                 "0 unknown 0>0 8-12, 0 end 0>0 21-31, 1 clock 1>1 0-20, 1 unknown 1>1 24-30");
  times.end_ns[2] = 24; /* as the gap begins: what is missing decides */
  assert_pieces (&plan, &times, max_link,
                 "0 unknown 0>0 8-12, 0 end 0>0 24-31, 1 clock 1>1 0-20, 1 unknown 1>1 24-30");
  times.end_ns[2] = 26; /* inside the gap: it decides */
  max_link[4] = -1;
  assert_pieces (&plan, &times, max_link,
                 "0 unknown 0>0 8-12, 0 end 0>0 26-31, 1 clock 1>1 0-20, 1 link 0>1 26-30, "
                 "1 work 0>0 24-26");
}

static void
test_binding (void)
{
  LscPlanOp ops[5];
  guint32 first[] = { 0, 1, 2, 3, 5 };
  gint64 start[] = { 0, 0, 0, 0, 9 }, end[] = { 5, 7, 7, 9, 10 };
  LscPlan plan = { .n_ranks = 4, .n_ops = 5, .first = first, .ops = ops };
  LscPlanTimes times = { start, end, 5, 0, 10 };

  for (guint32 i = 0; i < 5; i++)
    fill_op (&ops[i], MIN (i, 3), LSC_BLOCK_F, LSC_PLAN_NO_OP);
  g_assert_cmpuint (lsc_plan_binding (&plan, &times, 4), ==, LSC_PLAN_NO_OP);
  ops[4].n_needs = 3;
  ops[4].needs[0] = 0;
  ops[4].needs[1] = 2; /* first of the two that end last */
  ops[4].needs[2] = 1;
  g_assert_cmpuint (lsc_plan_binding (&plan, &times, 4), ==, 2);
  ops[4].needs[2] = 3; /* ends last, but on the same rank */
  g_assert_cmpuint (lsc_plan_binding (&plan, &times, 4), ==, 2);
  ops[4].needs[1] = LSC_PLAN_NO_OP;
  g_assert_cmpuint (lsc_plan_binding (&plan, &times, 4), ==, 0);
  ops[4].needs[0] = 3;
  g_assert_cmpuint (lsc_plan_binding (&plan, &times, 4), ==, LSC_PLAN_NO_OP);
}

static void
test_cancel (void)
{
  g_autoptr (LscPlan) plan = analysis_plan_new (LSC_SCHEDULE_1F1B, 4, 8, 1);
  g_autofree gint64 *durations = g_new (gint64, plan->n_ops);
  g_auto (LscPlanTimes) times = { NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < plan->n_ops; i++)
    durations[i] = 10;
  analysis_replay (plan, durations, 1, &times);
  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_blame_new (plan, &times, NULL, NULL, NULL, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blame/pieces-of-replay", test_pieces_of_replay);
  g_test_add_func ("/blame/pieces-of-anything", test_pieces_of_anything);
  g_test_add_func ("/blame/random-times", test_random_times);
  g_test_add_func ("/blame/circle", test_circle);
  g_test_add_func ("/blame/by-hand", test_by_hand);
  g_test_add_func ("/blame/binding", test_binding);
  g_test_add_func ("/blame/cancel", test_cancel);
  return g_test_run ();
}
