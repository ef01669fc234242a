/* test-replay-run.c - a replay against one that is slow and obviously right, on jobs made at random
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "base/lsc-sort.h"
#include "judge/causes/lsc-job-replay-private.h"

#define US G_GINT64_CONSTANT (1000)
#define MOST_RANKS 6
#define N_STEPS 3
#define N_OPS 12 /* of a rank in a step */
#define N_JOBS 300

/* ---- a job ---- */

typedef struct
{
  LscRankDigest *digests[MOST_RANKS];
  gsize n;
  GRand *rand;
  LscRankSet *set;
  LscJobReplay *replay;
} Case;

static gint64
draw (Case *self, gint64 most_us)
{
  return g_rand_int_range (self->rand, 0, (gint32) most_us + 1) * US;
}

static void
add_groups (Case *self, LscRankDigest *digest)
{
  LscRankGroup *all = lsc_rank_digest_add_group (digest, "all", "all");
  gint64 first = digest->rank / 2 * 2;
  g_autofree char *pair = g_strdup_printf ("pair%d", (int) first);

  for (gsize i = 0; i < self->n; i++)
    lsc_int64s_append (&all->ranks, (gint64) i);
  if (first + 1 < (gint64) self->n)
    {
      LscRankGroup *two = lsc_rank_digest_add_group (digest, pair, pair);

      lsc_int64s_append (&two->ranks, first);
      lsc_int64s_append (&two->ranks, first + 1);
    }
}

/* Some begin behind the one before, some while it runs, some when everything else does. */
static void
add_op (Case *self, LscRankDigest *digest, const char *group, gint64 *at_ns, gint64 own_ns)
{
  LscRankOp op = { .kind = LSC_RANK_OP_JOINT,
                   .peer = LSC_RANK_UNKNOWN,
                   .begin_ns = *at_ns + draw (self, 3),
                   .own_begin_ns = own_ns,
                   .own_ready_ns = g_rand_boolean (self->rand) ? own_ns - draw (self, 20) : 0,
                   .holds = (guint8) g_rand_boolean (self->rand),
                   .step = (guint32) digest->steps.n - 1,
                   .slice = LSC_SLICE_NONE };

  op.end_ns = op.begin_ns + draw (self, 30);
  op.own_end_ns = own_ns;
  op.group = lsc_intern_add (digest->texts, group);
  op.name = lsc_intern_add (digest->texts, "hcom_allReduce_");
  lsc_rank_ops_append (&digest->ops, op);
  *at_ns = g_rand_boolean (self->rand) ? op.end_ns : *at_ns;
}

static gint64
spend (Case *self, LscRankDigest *digest, gint64 own_ns)
{
  gint64 ns = draw (self, 40);

  lsc_digest_owns_append (
      &digest->own,
      (LscDigestOwn){ own_ns + ns, ns, (guint8) g_rand_int_range (self->rand, 0, LSC_WORK_N + 1),
                      (guint8) g_rand_int_range (self->rand, 0, LSC_LOSS_N + 1) });
  return ns;
}

static void
add_step (Case *self, LscRankDigest *digest, gint64 *at_ns, gint64 *own_ns)
{
  LscBudgetStep step = { .step = (gint64) digest->steps.n,
                         .class = LSC_CLASS_NONE,
                         .standing = LSC_STEP_TYPICAL,
                         .begin_ns = *at_ns };
  LscDigestOwnStep own = { .begin_ns = *own_ns };

  lsc_budget_steps_append (&digest->steps, step);
  for (guint i = 0; i < N_OPS; i++)
    {
      gint64 ns = spend (self, digest, *own_ns);

      *own_ns += ns;
      *at_ns += ns;
      add_op (self, digest,
              i % 3 == 0         ? "all"
              : digest->rank < 2 ? "pair0"
                                 : "pair2",
              at_ns, *own_ns);
    }
  own.end_ns = *own_ns;
  lsc_digest_own_steps_append (&digest->own_steps, own);
  digest->steps.items[digest->steps.n - 1].end_ns = *at_ns;
  digest->steps.items[digest->steps.n - 1].step_ns = *at_ns - step.begin_ns;
}

static int
compare_ops (gconstpointer a, gconstpointer b)
{
  const LscRankOp *x = a, *y = b;

  LSC_RETURN_ORDER (x->group, y->group);
  return LSC_ORDER (x->begin_ns, y->begin_ns);
}

static void
case_init (Case *self, guint32 seed)
{
  g_autoptr (GError) error = NULL;

  *self = (Case){ .rand = g_rand_new_with_seed (seed) };
  self->n = (gsize) g_rand_int_range (self->rand, 2, MOST_RANKS + 1);
  for (gsize i = 0; i < self->n; i++)
    {
      LscRankDigest *digest = lsc_rank_digest_new_blank (LSC_DIGEST_JUDGED);
      gint64 at_ns = 1770000000 * G_GINT64_CONSTANT (1000000000) + draw (self, 5), own_ns = 0;

      self->digests[i] = digest;
      digest->rank = (gint64) i;
      add_groups (self, digest);
      for (guint step = 0; step < N_STEPS; step++)
        add_step (self, digest, &at_ns, &own_ns);
      qsort (digest->ops.items, digest->ops.n, sizeof (LscRankOp), compare_ops);
    }
  self->set =
      lsc_rank_set_new ((const LscRankDigest *const *) self->digests, self->n, NULL, &error);
  g_assert_no_error (error);
  self->replay = lsc_job_replay_new (self->set, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self->replay->moves.n, ==, 2 * (self->replay->ops.n + N_STEPS * self->n));
}

static void
case_clear (Case *self)
{
  lsc_job_replay_unref (self->replay);
  lsc_rank_set_free (self->set);
  for (gsize i = 0; i < self->n; i++)
    lsc_rank_digest_unref (self->digests[i]);
  g_rand_free (self->rand);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* What every rank, one rank or an operator takes less; nothing of some. */
static GArray *
draw_changes (Case *self)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));
  guint n = (guint) g_rand_int_range (self->rand, 1, 12);

  for (guint i = 0; i < n; i++)
    {
      LscReplayChange change = { .rank = (gsize) g_rand_int_range (self->rand, 0, (gint32) self->n),
                                 .what = (LscReplayWhat) g_rand_int_range (self->rand, 0, 3),
                                 .step = LSC_REPLAY_ALL_STEPS,
                                 .ns = (double) draw (self, 90) - 20.0 * US };

      change.ns = g_rand_int_range (self->rand, 0, 4) == 0 ? 0 : change.ns;
      change.kind = (guint) g_rand_int_range (
          self->rand, 0,
          change.what == LSC_REPLAY_WORK   ? LSC_WORK_N
          : change.what == LSC_REPLAY_LOSS ? LSC_LOSS_N
                                           : (gint32) lsc_job_replay_get_n_joints (self->replay));
      if (change.what != LSC_REPLAY_TRANSFER && g_rand_boolean (self->rand))
        change.step = (guint) g_rand_int_range (self->rand, 0, N_STEPS);
      if (change.step != LSC_REPLAY_ALL_STEPS && g_rand_boolean (self->rand))
        {
          change.from_ns = draw (self, 700);
          change.until_ns = change.from_ns + draw (self, 200);
        }
      g_array_append_val (changes, change);
    }
  return changes;
}

/* ---- the plain replay ---- */

/** What happens. @lag_ns: of steps */
typedef struct
{
  gint64 time_ns;
  double own_ns;
  double lag_ns;
  guint32 rank;
  guint32 index;
  LscReplayEventKind kind;
} Event;

LSC_DEFINE_ARRAY (Events, events, Event)

typedef struct
{
  gboolean has_begun;
  double time_ns;
  double own_ns;
} Place;

typedef struct
{
  const LscJobReplay *replay;
  const LscReplayCuts *cuts;
  Place places[MOST_RANKS];
  double *came_ns;
  double *ends_ns;
} Plain;

static int
compare_events (gconstpointer a, gconstpointer b)
{
  const Event *x = a, *y = b;

  LSC_RETURN_ORDER (x->time_ns, y->time_ns);
  LSC_RETURN_ORDER (x->kind, y->kind);
  LSC_RETURN_ORDER (x->rank, y->rank);
  return LSC_ORDER (x->index, y->index);
}

static void
list_events (const LscJobReplay *replay, Events *out)
{
  for (guint32 i = 0; i < replay->ops.n; i++)
    {
      const LscReplayOp *op = &replay->ops.items[i];
      const LscRankOp *recorded = _lsc_replay_get_rank_op (replay, op);
      gint64 shift_ns = replay->ranks[op->rank].shift_ns;

      events_append (out, (Event){ recorded->begin_ns + shift_ns, op->own_begin_ns, 0, op->rank, i,
                                   LSC_REPLAY_BEGIN });
      events_append (out, (Event){ recorded->end_ns + shift_ns, op->own_end_ns, 0, op->rank, i,
                                   LSC_REPLAY_END });
    }
  for (guint32 rank = 0; rank < replay->n; rank++)
    for (guint32 i = 0; i < N_STEPS; i++)
      {
        const LscRankDigest *digest = replay->ranks[rank].digest;
        const LscDigestOwnStep *own = &digest->own_steps.items[i];
        gint64 shift_ns = replay->ranks[rank].shift_ns;

        events_append (out, (Event){ digest->steps.items[i].begin_ns + shift_ns,
                                     (double) own->begin_ns, 0, rank, i, LSC_REPLAY_STEP_BEGIN });
        events_append (out, (Event){ digest->steps.items[i].end_ns + shift_ns, (double) own->end_ns,
                                     0, rank, i, LSC_REPLAY_STEP_END });
      }
  qsort (out->items, out->n, sizeof (Event), compare_events);
}

/* How long after its rank had come so far a step began or ended. */
static void
read_lags (const LscJobReplay *replay, Events *events)
{
  Place places[MOST_RANKS] = { 0 };

  for (gsize i = 0; i < events->n; i++)
    {
      Event *event = &events->items[i];
      Place *place = &places[event->rank];

      if (!place->has_begun)
        *place = (Place){ TRUE, (double) event->time_ns, event->own_ns };
      event->lag_ns =
          MAX ((double) event->time_ns - (place->time_ns + event->own_ns - place->own_ns), 0);
      if (event->kind == LSC_REPLAY_END && replay->ops.items[event->index].holds)
        *place = (Place){ TRUE, (double) event->time_ns, event->own_ns };
    }
}

/* All that is gone until then, from the first on. */
static double
get_gone_ns (const Plain *self, guint32 rank, double own_ns)
{
  const LscReplayRank *about = &self->replay->ranks[rank];
  double gone_ns = 0;

  for (gsize i = 0; i < about->digest->own.n; i++)
    {
      const LscDigestOwn *own = &about->digest->own.items[i];
      double given = about->given ? about->given[i] : 0, part = 0;
      guint32 step = 0;
      gsize place = 0;

      if ((double) own->own_ns > own_ns)
        break;
      if (self->cuts)
        part = _lsc_replay_cuts_get_part (self->cuts, rank, about->digest, own, &step, &place);
      gone_ns += (double) own->ns * (given + (1 - given) * part);
    }
  return gone_ns;
}

static double
get_time_ns (const Plain *self, guint32 rank, double own_ns, double gone_until_ns)
{
  const Place *place = &self->places[rank];

  return place->time_ns + (own_ns - get_gone_ns (self, rank, MAX (own_ns, gone_until_ns))) -
         place->own_ns;
}

/** Of each operator when what it takes was there, if it was. */
typedef struct
{
  double *ready_ns;
  gboolean *is_there;
} Readies;

static gboolean
is_asked_for (const LscReplayOp *op)
{
  return op->has_before && op->is_queued && op->own_ready_ns > 0;
}

/* Of all operators of the rank that take what it had computed by now. @passed_ns: how far the rank
 * was before */
static void
pass_readies (const Plain *self, Readies *readies, guint32 rank, double own_ns, double passed_ns)
{
  for (gsize i = 0; i < self->replay->ops.n; i++)
    {
      const LscReplayOp *op = &self->replay->ops.items[i];

      if (op->rank != rank || !is_asked_for (op) || readies->is_there[i] ||
          op->own_ready_ns > own_ns)
        continue;
      readies->is_there[i] = TRUE;
      readies->ready_ns[i] = get_time_ns (self, rank, op->own_ready_ns, passed_ns);
    }
}

static double
begin_op (const Plain *self, const Readies *readies, guint32 index, double here_ns)
{
  const LscReplayOp *op = &self->replay->ops.items[index];

  if (!op->has_before)
    return here_ns + op->lag_ns;
  return op->is_queued ? MAX (self->ends_ns[op->before] + op->lag_ns, readies->ready_ns[index])
                       : MAX (here_ns + op->lag_ns, self->ends_ns[op->before]);
}

static void
end_op (Plain *self, const Event *event, double here_ns, double passed_ns)
{
  const LscReplayOp *op = &self->replay->ops.items[event->index];
  double saved_ns = self->cuts && self->cuts->of_joint ? self->cuts->of_joint[op->joint] : 0;

  self->ends_ns[event->index] =
      self->came_ns[self->replay->came[op->joint]] + MAX (op->transfer_ns - saved_ns, 0);
  if (op->holds)
    self->places[event->rank] =
        (Place){ TRUE, MAX (here_ns, self->ends_ns[event->index]),
                 event->own_ns - get_gone_ns (self, event->rank, MAX (event->own_ns, passed_ns)) };
}

static LscReplayTotal
sum_up (const LscJobReplay *replay, const double *sums_ns, double run_ns)
{
  LscReplayTotal times = { 0, run_ns };

  for (gsize i = 0; i < replay->n; i++)
    times.step_ns = MAX (times.step_ns, sums_ns[i] / MAX (replay->ranks[i].n_counted, 1));
  return times;
}

static LscReplayTotal
run_events (Plain *self, const Events *events, Readies *readies)
{
  double first_ns = G_MAXDOUBLE, last_ns = 0;
  double sums_ns[MOST_RANKS] = { 0 }, passed_ns[MOST_RANKS] = { 0 };

  for (gsize i = 0; i < events->n; i++)
    {
      const Event *event = &events->items[i];
      Place *place = &self->places[event->rank];
      double *passed = &passed_ns[event->rank], here_ns, sign;

      if (!place->has_begun)
        {
          *place = (Place){ TRUE, (double) event->time_ns,
                            event->own_ns - get_gone_ns (self, event->rank, event->own_ns) };
          *passed = event->own_ns;
        }
      pass_readies (self, readies, event->rank, event->own_ns, *passed);
      here_ns = get_time_ns (self, event->rank, event->own_ns, *passed);
      *passed = MAX (*passed, event->own_ns);
      if (event->kind == LSC_REPLAY_BEGIN)
        {
          double *came_ns =
              &self->came_ns[self->replay->came[self->replay->ops.items[event->index].joint]];

          *came_ns = MAX (*came_ns, begin_op (self, readies, event->index, here_ns));
          continue;
        }
      if (event->kind == LSC_REPLAY_END)
        {
          end_op (self, event, here_ns, *passed);
          continue;
        }
      sign = event->kind == LSC_REPLAY_STEP_BEGIN ? -1 : 1;
      here_ns += event->lag_ns;
      first_ns = sign < 0 ? MIN (first_ns, here_ns) : first_ns;
      last_ns = sign > 0 ? MAX (last_ns, here_ns) : last_ns;
      if (self->replay->ranks[event->rank].counts[event->index])
        sums_ns[event->rank] += sign * here_ns;
    }
  return sum_up (self->replay, sums_ns, last_ns - first_ns);
}

static LscReplayTotal
run_plain (const LscJobReplay *replay, const LscReplayCuts *cuts)
{
  g_autofree double *came_ns = g_new (double, replay->joints.n + 1);
  g_autofree double *ends_ns = g_new0 (double, replay->ops.n + 1);
  g_autofree double *ready_ns = g_new0 (double, replay->ops.n + 1);
  g_autofree gboolean *is_there = g_new0 (gboolean, replay->ops.n + 1);
  Plain self = { .replay = replay, .cuts = cuts, .came_ns = came_ns, .ends_ns = ends_ns };
  Readies readies = { ready_ns, is_there };
  Events events = { 0 };
  LscReplayTotal times;

  for (gsize i = 0; i < replay->joints.n; i++)
    came_ns[i] = -G_MAXDOUBLE;
  list_events (replay, &events);
  read_lags (replay, &events);
  times = run_events (&self, &events, &readies);
  events_clear (&events);
  return times;
}

/* ---- both ---- */

static void
assert_same (LscReplayTotal a, LscReplayTotal b)
{
  g_assert_cmpfloat (a.step_ns, ==, b.step_ns);
  g_assert_cmpfloat (a.run_ns, ==, b.run_ns);
}

static void
test_plain (void)
{
  for (guint32 seed = 0; seed < N_JOBS; seed++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, seed);
      assert_same (_lsc_replay_run (self.replay, NULL), run_plain (self.replay, NULL));
      for (guint i = 0; i < 4; i++)
        {
          g_autoptr (GArray) changes = draw_changes (&self);
          LscReplayCuts cuts;

          _lsc_replay_cuts_init (&cuts, self.replay, (const LscReplayChange *) changes->data,
                                 changes->len);
          assert_same (_lsc_replay_run (self.replay, &cuts), run_plain (self.replay, &cuts));
          _lsc_replay_cuts_clear (&cuts);
        }
    }
}

/* Whatever is asked for again, and whether changes that take nothing away stand between. */
static void
test_again (void)
{
  for (guint32 seed = 0; seed < N_JOBS; seed++)
    {
      g_auto (Case) self = { 0 };
      LscReplayChange nothing = { 0, LSC_REPLAY_WORK, LSC_WORK_COMPUTE, LSC_REPLAY_ALL_STEPS };
      GArray *changes[3];
      double gains_ns[3], run_ns[3];

      case_init (&self, seed);
      self.replay->is_bound = FALSE; /* at random no job is as it was recorded */
      for (guint i = 0; i < 3; i++)
        {
          const LscReplayChange *items;

          changes[i] = draw_changes (&self);
          items = (const LscReplayChange *) (gconstpointer) changes[i]->data;
          gains_ns[i] = lsc_job_replay_gain (self.replay, items, changes[i]->len);
          run_ns[i] = lsc_job_replay_gain_of_run (self.replay, items, changes[i]->len);
        }
      for (guint i = 0; i < 3; i++)
        {
          LscReplayCuts cuts;
          LscReplayTotal times;

          _lsc_replay_cuts_init (&cuts, self.replay,
                                 (const LscReplayChange *) (gconstpointer) changes[i]->data,
                                 changes[i]->len);
          times = _lsc_replay_run (self.replay, &cuts);
          _lsc_replay_cuts_clear (&cuts);
          g_array_insert_val (changes[i], 0, nothing);
          g_assert_cmpfloat (gains_ns[i], ==, self.replay->times.step_ns - times.step_ns);
          g_assert_cmpfloat (run_ns[i], ==, self.replay->times.run_ns - times.run_ns);
          g_assert_cmpfloat (lsc_job_replay_gain (self.replay,
                                                  (const LscReplayChange *) changes[i]->data,
                                                  changes[i]->len),
                             ==, gains_ns[i]);
          g_array_unref (changes[i]);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/replay-run/plain", test_plain);
  g_test_add_func ("/replay-run/again", test_again);
  return g_test_run ();
}
