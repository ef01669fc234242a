/* lsc-rank-causes.c - which ranks make others wait, and whether by their work, clock, device or
 * host
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#own: what a rank takes longer than its peers is split into more work, a lower clock,
 * the device itself and later launches. Beyond the noise a part is where it exceeds what the others
 * differ by; it is a cause if the step is shorter without it. Worked example: of four replicas
 * three compute 60 ms, and the fourth 75 ms in kernels of the same shapes, each 25 % longer than
 * there. Its work is the same, 60 ms; 15 ms are its device's, and a replay without them is 15 ms
 * shorter.
 */
#include "config.h"

#include "judge/causes/lsc-rank-causes.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "judge/causes/lsc-clock-cause.h"
#include "judge/causes/lsc-rank-changes.h"
#include "judge/causes/lsc-rank-excess.h"
#include "judge/causes/lsc-rank-likeness.h"
#include "judge/causes/lsc-rank-turns.h"
#include "judge/causes/lsc-trend.h"

/* Of the step: whoever gains less holds nobody up. What surely stands out counts from what a replay
 * may be off by on (replay.md#exact). */
#define LEAST_GAIN 0.01
#define LEAST_SURE_GAIN 0.005
#define PART_OF_CAUSE 0.5

/**
 * Judge:
 * @changes: of each rank what is not there without what it has too much of
 * @n_steps: in how many steps
 */
typedef struct
{
  const LscRankSet *set;
  const gint64 *stages;
  const LscJobReplay *replay;
  LscKernelSpeeds *speeds;
  LscRankFigures *figures;
  LscRankCauses *out;
  GArray **changes;
  gsize n_steps;
  double step_ns;
} Judge;

/* ---- what of a rank is too long ---- */

/* A candidate for what a rank is called; the part with most time is. */
static void
offer (LscRankCause *cause, LscRankCauseKind kind, LscNoiseLevel level, double more)
{
  if (level == LSC_NOISE_WITHIN || cause->ns[kind] <= cause->excess_ns)
    return;
  cause->kind = kind;
  cause->level = level;
  cause->more = more;
  cause->is_upper = FALSE;
  cause->excess_ns = cause->ns[kind];
  g_clear_pointer (&cause->by_step_ns, g_free);
}

/* Of a device that takes longer with each step each one has its own excess. The first and the last
 * step, which do not count, have that of the one beside them. */
static void
take_growth (const LscRankFigures *own, double usual, LscRankCause *cause)
{
  g_autofree double *longer = g_new (double, own->n_steps + 1);

  for (gsize i = 0; i < own->n_steps; i++)
    longer[i] = own->longer_by_step[i] - usual;
  if (!lsc_trend_is_growing (longer, own->n_steps))
    return;
  cause->first_more = expm1 (MAX (longer[0], 0));
  cause->last_more = expm1 (longer[own->n_steps - 1]);
  cause->by_step_ns = g_new (double, own->n_whole + 1);
  for (gsize i = 0; i < own->n_whole; i++)
    {
      gsize like = i < own->n_steps ? i : own->steps[i] < own->steps[0] ? 0 : own->n_steps - 1;

      cause->by_step_ns[i] = own->compute_ns[i] * (1 - exp (-MAX (longer[like], 0)));
    }
}

/* What the kernels of a device take longer on the mean of the steps that tell. */
static double
find_mean_longer_ns (const LscRankFigures *own, double usual)
{
  double sum_ns = 0;
  gsize n = 0;

  for (gsize i = 0; i < own->n_steps; i++)
    if (!isnan (own->longer_by_step[i]) && !isnan (own->compute_ns[i]))
      {
        sum_ns += own->compute_ns[i] * (1 - exp (usual - own->longer_by_step[i]));
        n++;
      }
  return n > 0 ? sum_ns / (double) n : (double) NAN;
}

static double
find_mean_work_ns (const LscRankFigures *own)
{
  double sum_ns = 0;
  gsize n = 0;

  for (gsize i = 0; i < own->n_steps; i++)
    if (!isnan (own->work_ns[i]))
      {
        sum_ns += own->work_ns[i];
        n++;
      }
  return n > 0 ? sum_ns / (double) n : (double) NAN;
}

static void
take_device (const Judge *self, gsize rank, const LscRankClocks *clocks)
{
  const LscRankExcess *excess = clocks->excess;
  const LscRankFigures *own = &self->figures[rank];
  LscRankCause *cause = &self->out->ranks[rank];
  double longer = own->longer.median - excess->usual[rank], clock_ns;
  gboolean is_clock;

  if (!isfinite (excess->usual[rank]))
    return;
  cause->ns[LSC_RANK_CAUSE_DEVICE] = own->compute.median * (1 - exp (-longer));
  clock_ns = lsc_clock_cause_find_ns (clocks, rank, cause->ns[LSC_RANK_CAUSE_DEVICE]);
  cause->ns[LSC_RANK_CAUSE_CLOCK] = clock_ns;
  is_clock = clock_ns >= PART_OF_CAUSE * cause->ns[LSC_RANK_CAUSE_DEVICE];
  if (excess->levels[rank] != LSC_NOISE_WITHIN &&
      lsc_rank_figures_is_steady (own->longer_by_step, own->n_steps, excess->usual[rank], longer))
    {
      double excess_ns = cause->ns[LSC_RANK_CAUSE_DEVICE];

      offer (cause, LSC_RANK_CAUSE_DEVICE, excess->levels[rank], expm1 (longer));
      cause->is_upper = cause->kind == LSC_RANK_CAUSE_DEVICE && excess->are_upper[rank];
      if (is_clock && cause->kind == LSC_RANK_CAUSE_DEVICE)
        lsc_clock_cause_name (clocks, rank, TRUE, cause);
      cause->excess_ns = cause->kind == LSC_RANK_CAUSE_CLOCK ? excess_ns : cause->excess_ns;
      take_growth (own, excess->usual[rank], cause);
      cause->mean_ns = find_mean_longer_ns (own, excess->usual[rank]);
    }
  if (isfinite (clock_ns))
    cause->ns[LSC_RANK_CAUSE_DEVICE] -= clock_ns;
}

/* Whether a rank runs other numbers of kernels than all ranks of its stage: it does something else,
 * such as prefill beside ranks that decode, and what it computes longer is no slowness. */
static gboolean
has_role_of_its_own (const Judge *self, gsize rank)
{
  for (gsize i = 0; i < self->set->n; i++)
    if (i != rank && self->stages[i] == self->stages[rank] &&
        lsc_rank_likeness_is_possible (self->set->digests[rank], self->set->digests[i]))
      return FALSE;
  return TRUE;
}

/* More work; of ranks without shapes whatever makes them compute longer, or their clock. */
static void
take_work (const Judge *self, gsize rank, const LscRankClocks *clocks)
{
  const LscRankExcess *excess = clocks->excess;
  const LscRankFigures *own = &self->figures[rank];
  LscRankCause *cause = &self->out->ranks[rank];
  LscRankCauseKind kind = own->is_covered ? LSC_RANK_CAUSE_WORK : LSC_RANK_CAUSE_COMPUTE;
  LscNoiseLevel level = excess->levels[rank];
  double usual_ns = exp (excess->usual[rank]), excess_ns = own->work.median - usual_ns;

  if (!isfinite (usual_ns) || (!own->is_covered && has_role_of_its_own (self, rank)))
    return;
  cause->ns[kind] = excess_ns;
  if (!own->is_mostly_covered) /* whether it has more work is not known of all kernels */
    level = MIN (level, LSC_NOISE_LIKELY);
  if (lsc_rank_figures_is_steady (own->work_ns, own->n_steps, usual_ns, excess_ns))
    offer (cause, kind, level, own->work.median / usual_ns - 1);
  if (cause->kind == kind)
    {
      cause->is_upper = excess->are_upper[rank];
      cause->mean_ns = find_mean_work_ns (own) - usual_ns;
    }
  if (own->is_covered)
    return;
  cause->ns[LSC_RANK_CAUSE_CLOCK] = lsc_clock_cause_find_ns (clocks, rank, excess_ns);
  if (cause->kind == kind && cause->ns[LSC_RANK_CAUSE_CLOCK] >= PART_OF_CAUSE * excess_ns)
    lsc_clock_cause_judge (clocks, self->set, rank, cause);
}

static void
take_host (const Judge *self, gsize rank, const LscRankPeers *peers, const LscRankExcess *excess)
{
  const LscRankFigures *own = &self->figures[rank];
  double usual_ns = excess->usual[rank] * self->step_ns;

  if (!isfinite (usual_ns))
    return;
  self->out->ranks[rank].ns[LSC_RANK_CAUSE_HOST] = own->host.median - usual_ns;
  if (lsc_rank_turns_is_own (peers, excess, rank))
    offer (&self->out->ranks[rank], LSC_RANK_CAUSE_HOST, excess->levels[rank],
           (own->host.median - usual_ns) / self->step_ns);
}

/* What the host of a rank is late in a step. */
static double
get_late_ns (const LscRankDigest *digest, guint index)
{
  const LscBudgetStep *step = lsc_rank_digest_get_step (digest, index);

  return digest->is_of_ops
             ? (double) NAN
             : (double) step->loss_ns[LSC_LOSS_HOST] + (double) step->loss_ns[LSC_LOSS_SILENT];
}

/* Ranks of a host that is late as a whole are late, each now more and now less. */
static void
take_late_hosts (const Judge *self)
{
  LscLateHosts *hosts = &self->out->late_hosts;

  for (gsize i = 0; i < self->set->n; i++)
    {
      LscRankCause *cause = &self->out->ranks[i];

      if (!hosts->is_late[i] || hosts->excess_ns[i] <= 0)
        continue;
      cause->ns[LSC_RANK_CAUSE_HOST] = hosts->excess_ns[i];
      if (cause->kind != LSC_RANK_CAUSE_NONE && cause->kind != LSC_RANK_CAUSE_HOST)
        continue;
      cause->kind = LSC_RANK_CAUSE_HOST;
      cause->level = hosts->chance <= LSC_LATE_HOSTS_CERTAIN ? LSC_NOISE_SURE : LSC_NOISE_LIKELY;
      cause->excess_ns = hosts->excess_ns[i];
      cause->more = hosts->excess_ns[i] / self->step_ns;
    }
}

static void
find_late_hosts (const Judge *self)
{
  const LscRankSet *set = self->set;
  gsize n_steps = 1;
  g_autofree LscLateRank *ranks = g_new0 (LscLateRank, set->n + 1);
  g_autofree double *late_ns = NULL;

  for (gsize i = 0; i < set->n; i++)
    n_steps = MAX (n_steps, self->figures[i].n_steps);
  late_ns = g_new (double, set->n *n_steps + 1);
  for (gsize i = 0; i < set->n; i++)
    {
      double *own_ns = &late_ns[i * n_steps];

      for (gsize k = 0; k < n_steps; k++)
        own_ns[k] = k < self->figures[i].n_steps
                        ? get_late_ns (set->digests[i], self->figures[i].steps[k])
                        : (double) NAN;
      ranks[i] = (LscLateRank){ lsc_rank_digest_text (set->digests[i], set->digests[i]->host),
                                self->stages[i], own_ns };
    }
  lsc_late_hosts_init (&self->out->late_hosts, ranks, set->n, n_steps, self->step_ns);
  take_late_hosts (self);
}

/* Whether a rank and all others of its stage, one at least, take longer for the same kernels. */
static gboolean
is_stage_slow (const Judge *self, gsize rank)
{
  gsize n = 0;

  if (self->out->ranks[rank].kind != LSC_RANK_CAUSE_DEVICE)
    return FALSE;
  for (gsize i = 0; i < self->set->n; i++)
    if (self->stages[i] == self->stages[rank])
      {
        if (self->out->ranks[i].kind != LSC_RANK_CAUSE_DEVICE)
          return FALSE;
        n++;
      }
  return n > 1;
}

/* Several devices are seldom slow alike, and just those of one stage: what the stage does may make
 * the same kernels longer, which their shapes do not tell. */
static void
doubt_stages (const Judge *self)
{
  for (gsize i = 0; i < self->set->n; i++)
    self->out->ranks[i].is_of_stage = is_stage_slow (self, i);
  for (gsize i = 0; i < self->set->n; i++)
    if (self->out->ranks[i].is_of_stage)
      self->out->ranks[i].level = MIN (self->out->ranks[i].level, LSC_NOISE_LIKELY);
}

static void
find_candidates (const Judge *self)
{
  LscRankPeers peers = { self->set, self->stages, self->figures, self->step_ns };
  g_auto (LscRankExcess) longer = { NULL }, work = { NULL }, host = { NULL };
  g_auto (LscRankClocks) of_longer = { NULL }, of_work = { NULL };

  lsc_rank_excess_init_longer (&longer, &peers);
  lsc_rank_excess_init_work (&work, &peers);
  lsc_rank_excess_init_host (&host, &peers);
  lsc_rank_clocks_init (&of_longer, &peers, &longer);
  lsc_rank_clocks_init (&of_work, &peers, &work);
  for (gsize i = 0; i < self->set->n; i++)
    {
      for (guint kind = 0; kind < LSC_RANK_CAUSE_N; kind++)
        self->out->ranks[i].ns[kind] = (double) NAN;
      take_device (self, i, &of_longer);
      take_work (self, i, &of_work);
      take_host (self, i, &peers, &host);
    }
  doubt_stages (self);
  find_late_hosts (self);
}

/* ---- who holds the others up ---- */

/* Ranks of the same role that compute as long as is usual. */
static void
list_peers (const Judge *self, gsize rank, LscIndexes *peers)
{
  peers->n = 0;
  for (gsize i = 0; i < self->set->n; i++)
    if (i != rank && self->stages[i] == self->stages[rank] &&
        (self->out->ranks[i].kind == LSC_RANK_CAUSE_NONE ||
         self->out->ranks[i].kind == LSC_RANK_CAUSE_HOST))
      lsc_indexes_append (peers, (guint32) i);
}

/* Each step by itself: it is late in turns. */
static void
list_late (const Judge *self, gsize rank, GArray *changes)
{
  const LscRankFigures *own = &self->figures[rank];

  for (gsize i = 0; i < own->n_steps; i++)
    {
      LscReplayChange change = { rank, LSC_REPLAY_WORK, LSC_WORK_HOST, own->steps[i],
                                 get_late_ns (self->set->digests[rank], own->steps[i]) -
                                     self->out->late_hosts.usual_ns[rank] };

      if (change.ns > 0)
        g_array_append_val (changes, change);
    }
}

static void
list_changes (Judge *self)
{
  g_autoptr (LscWorkPlaces) places =
      self->out->is_bound ? NULL : lsc_work_places_new (self->set, self->figures);
  LscIndexes peers = { 0 };

  self->n_steps = 1;
  for (gsize i = 0; i < self->set->n; i++)
    {
      self->n_steps = MAX (self->n_steps, self->figures[i].n_whole);
      self->changes[i] = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));
      if (lsc_rank_causes_is_late_with_host (self->out, i))
        {
          list_late (self, i, self->changes[i]);
          continue;
        }
      list_peers (self, i, &peers);
      lsc_rank_changes_list (&self->out->ranks[i], i, &self->figures[i], places, &peers,
                             self->changes[i]);
    }
  lsc_indexes_clear (&peers);
}

static void
add_changes (const Judge *self, gsize rank, GArray *changes)
{
  if (self->changes[rank]->len > 0)
    g_array_append_vals (changes, self->changes[rank]->data, self->changes[rank]->len);
}

/* Steps differ, and with them what they gain: all that are known tell most. */
static double
replay (const Judge *self, const GArray *changes)
{
  const LscReplayChange *items = (const LscReplayChange *) (gconstpointer) changes->data;

  if (changes->len == 0)
    return 0;
  return self->out->is_bound ? lsc_job_replay_gain (self->replay, items, changes->len)
                             : lsc_job_replay_gain_of_run (self->replay, items, changes->len) /
                                   (double) self->n_steps;
}

/* What the step would be shorter without what ranks have too much of, but one of them. */
static double
replay_without (const Judge *self, gsize but)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  for (gsize i = 0; i < self->set->n; i++)
    if (i != but && self->out->ranks[i].kind != LSC_RANK_CAUSE_NONE)
      add_changes (self, i, changes);
  return replay (self, changes);
}

/* The same of the roots of one kind, while what else is wrong stays. */
static void
replay_kind (const Judge *self, LscRankCauseKind kind)
{
  for (gsize i = 0; i < self->set->n; i++)
    if (self->out->ranks[i].is_root && self->out->ranks[i].kind == kind)
      add_changes (self, i, self->out->changes[kind]);
  self->out->gains_ns[kind] = replay (self, self->out->changes[kind]);
}

static gboolean
is_enough (const Judge *self, const LscRankCause *cause)
{
  double least =
      cause->level == LSC_NOISE_SURE && !self->out->is_bound ? LEAST_SURE_GAIN : LEAST_GAIN;

  return self->step_ns > 0 && cause->gain_ns >= least * self->step_ns;
}

/* Ranks of a host are late in turns: alone each of them gains little. */
static void
judge_late_hosts (const Judge *self, double all_ns)
{
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));
  LscRankCause together = { .level = LSC_NOISE_LIKELY };

  if (self->out->late_hosts.n == 0)
    return;
  for (gsize i = 0; i < self->set->n; i++)
    if (self->out->ranks[i].kind != LSC_RANK_CAUSE_NONE &&
        !lsc_rank_causes_is_late_with_host (self->out, i))
      add_changes (self, i, others);
  together.gain_ns = all_ns - replay (self, others);
  for (gsize i = 0; i < self->set->n && is_enough (self, &together); i++)
    if (lsc_rank_causes_is_late_with_host (self->out, i))
      self->out->ranks[i].is_root = TRUE;
}

/* Of those with too much only whom others wait for: without all of them the step is shorter than
 * without all but this one. */
static void
find_roots (const Judge *self)
{
  double all_ns = replay_without (self, G_MAXSIZE);

  for (gsize i = 0; i < self->set->n; i++)
    if (self->out->ranks[i].kind != LSC_RANK_CAUSE_NONE)
      self->out->ranks[i].gain_ns = all_ns - replay_without (self, i);
  for (gsize i = 0; i < self->set->n; i++)
    self->out->ranks[i].is_root = is_enough (self, &self->out->ranks[i]);
  judge_late_hosts (self, all_ns);
  for (LscRankCauseKind kind = LSC_RANK_CAUSE_NONE + 1; kind < LSC_RANK_CAUSE_N; kind++)
    replay_kind (self, kind);
}

/* Of its own stage if it can be: that is what other findings compare it with. */
static void
take_proof (const Judge *self, gsize rank, const gboolean *is_usual)
{
  LscRankCause *cause = &self->out->ranks[rank];
  const LscRankDigest *digest = self->set->digests[rank];
  g_autofree gboolean *are_peers = g_new (gboolean, self->set->n + 1);
  LscKernelProof proof;

  for (gsize i = 0; i < self->set->n; i++)
    are_peers[i] = is_usual[i] && self->stages[i] == self->stages[rank];
  proof = lsc_kernel_speeds_find_proof (self->speeds, rank, are_peers);
  if (!proof.kernel)
    proof = lsc_kernel_speeds_find_proof (self->speeds, rank, is_usual);
  if (!proof.kernel)
    return;
  cause->kernel = g_strdup (lsc_rank_digest_text (digest, proof.kernel->name));
  cause->shapes = g_strdup (lsc_rank_digest_text (digest, proof.kernel->shapes));
  cause->n_kernels = proof.kernel->n;
  cause->kernel_ns = (double) proof.kernel->ns / (double) proof.kernel->n;
  cause->peer = proof.peer;
  cause->peer_kernel_ns = (double) proof.peer_kernel->ns / (double) proof.peer_kernel->n;
}

static void
find_proofs (const Judge *self)
{
  g_autofree gboolean *is_usual = g_new (gboolean, self->set->n + 1);

  for (gsize i = 0; i < self->set->n; i++)
    is_usual[i] = self->out->ranks[i].kind == LSC_RANK_CAUSE_NONE;
  for (gsize i = 0; i < self->set->n; i++)
    if (self->out->ranks[i].kind == LSC_RANK_CAUSE_DEVICE ||
        self->out->ranks[i].kind == LSC_RANK_CAUSE_CLOCK)
      take_proof (self, i, is_usual);
}

/* ---- stages ---- */

static LscStageWork
measure_stage (const Judge *self, gsize first)
{
  g_autofree double *values = g_new (double, self->set->n + 1);
  LscStageWork stage = { .stage = self->stages[first], .rank = first };
  gsize n = 0;

  for (gsize i = first; i < self->set->n; i++)
    if (self->stages[i] == self->stages[first])
      values[n++] = self->figures[i].work.median;
  stage.work_ns = lsc_median_lower_double (values, n);
  for (gsize i = first; i < self->set->n; i++)
    if (self->stages[i] == stage.stage && self->figures[i].work.median == stage.work_ns)
      stage.rank = i;
  return stage;
}

static int
compare_stages (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (((const LscStageWork *) a)->stage, ((const LscStageWork *) b)->stage);
}

static gboolean
is_first_of_stage (const Judge *self, gsize rank)
{
  for (gsize i = 0; i < rank; i++)
    if (self->stages[i] == self->stages[rank])
      return FALSE;
  return TRUE;
}

/* What the step would be shorter with layers moved: they take their time with them. */
static void
replay_stages (const Judge *self)
{
  for (gsize i = 0; i < self->set->n; i++)
    for (guint k = 0; k < self->out->stages->len; k++)
      {
        const LscStageWork *stage = &g_array_index (self->out->stages, LscStageWork, k);
        LscReplayChange change = { i, LSC_REPLAY_WORK, LSC_WORK_COMPUTE, LSC_REPLAY_ALL_STEPS,
                                   (double) stage->n_moved * self->out->layer_ns };

        if (stage->stage == self->stages[i] && stage->n_moved != 0)
          g_array_append_val (self->out->stage_changes, change);
      }
  self->out->stages_ns = lsc_job_replay_gain (
      self->replay, (const LscReplayChange *) (gconstpointer) self->out->stage_changes->data,
      self->out->stage_changes->len);
}

static void
find_stages (const Judge *self)
{
  GArray *stages = self->out->stages;
  LscStageWork *items;

  for (gsize i = 0; i < self->set->n; i++)
    if (self->stages[i] < 0 || !self->figures[i].is_covered)
      return;
  for (gsize i = 0; i < self->set->n; i++)
    if (is_first_of_stage (self, i))
      {
        LscStageWork stage = measure_stage (self, i);

        g_array_append_val (stages, stage);
      }
  g_array_sort (stages, compare_stages);
  items = (LscStageWork *) (gpointer) stages->data;
  self->out->layer_ns = lsc_stages_find_layer_ns (self->set->digests, items, stages->len);
  lsc_stages_balance (items, stages->len, self->out->layer_ns);
  replay_stages (self);
}

/* ---- steps ---- */

/* Where work stays with a rank, that is what others wait for. */
static void
find_uneven (const Judge *self)
{
  LscRankPeers peers = { self->set, self->stages, self->figures, self->step_ns };

  for (gsize i = 0; i < self->set->n; i++)
    if (self->out->ranks[i].is_root && self->out->ranks[i].kind == LSC_RANK_CAUSE_WORK)
      return;
  lsc_uneven_steps_init (&self->out->uneven, &peers, self->replay);
}

/* ---- all ---- */

/**
 * lsc_rank_causes_new:
 * @stages: of each rank, a number that ranks of one role have in common
 * @replay: of the ranks of @set
 *
 * Cost: that of a replay for each rank that stands out, and O(ranks^2). Thread: any.
 *
 * Returns: (transfer full): who makes others wait, and why
 */
LscRankCauses *
lsc_rank_causes_new (const LscRankSet *set, const gint64 *stages, const LscJobReplay *replay)
{
  g_autoptr (LscKernelSpeeds) speeds = NULL;
  g_autofree LscRankFigures *figures = NULL;
  g_autofree GArray **changes = NULL;
  LscRankCauses *self;
  Judge judge;

  g_return_val_if_fail (set && stages && replay, NULL);
  self = g_new0 (LscRankCauses, 1);
  self->n = set->n;
  self->ranks = g_new0 (LscRankCause, set->n + 1);
  self->is_bound = lsc_job_replay_is_bound (replay);
  self->stages = g_array_new (FALSE, FALSE, sizeof (LscStageWork));
  self->stage_changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));
  for (guint kind = 0; kind < LSC_RANK_CAUSE_N; kind++)
    self->changes[kind] = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));
  speeds = lsc_kernel_speeds_new (set->digests, set->n);
  figures = g_new0 (LscRankFigures, set->n + 1);
  for (gsize i = 0; i < set->n; i++)
    lsc_rank_figures_init (&figures[i], set, i, speeds);
  changes = g_new0 (GArray *, set->n + 1);
  judge = (Judge){ set,     stages,  replay,
                   speeds,  figures, self,
                   changes, 1,       lsc_rank_figures_find_step_ns (set) };
  if (judge.step_ns > 0)
    {
      find_candidates (&judge);
      list_changes (&judge);
      find_roots (&judge);
      find_proofs (&judge);
      find_stages (&judge);
      find_uneven (&judge);
    }
  for (gsize i = 0; i < set->n; i++)
    {
      lsc_rank_figures_clear (&figures[i]);
      g_clear_pointer (&changes[i], g_array_unref);
    }
  return self;
}

void
lsc_rank_causes_free (LscRankCauses *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n; i++)
    {
      g_free (self->ranks[i].kernel);
      g_free (self->ranks[i].shapes);
      g_free (self->ranks[i].by_step_ns);
    }
  g_free (self->ranks);
  for (guint kind = 0; kind < LSC_RANK_CAUSE_N; kind++)
    g_array_unref (self->changes[kind]);
  g_array_unref (self->stages);
  g_array_unref (self->stage_changes);
  lsc_late_hosts_clear (&self->late_hosts);
  lsc_uneven_steps_clear (&self->uneven);
  g_free (self);
}

/**
 * lsc_rank_causes_take_unseen:
 * @self: before anybody else sees it
 * @rank: one that stands out
 * @idle_ns: what its peers are idle longer than it, a step
 *
 * Others wait for it where no operator shows it (overview.md#slow).
 */
void
lsc_rank_causes_take_unseen (LscRankCauses *self, gsize rank, double idle_ns)
{
  LscRankCause *cause;

  g_return_if_fail (self && rank < self->n);
  cause = &self->ranks[rank];
  cause->is_root = cause->is_unseen = TRUE;
  cause->level = MIN (cause->level, LSC_NOISE_LIKELY);
  cause->gain_ns = MIN (cause->excess_ns, idle_ns);
  self->gains_ns[cause->kind] = MAX (self->gains_ns[cause->kind], cause->gain_ns);
}

/** Returns: whether a rank is late because its whole host is, and for no other reason */
gboolean
lsc_rank_causes_is_late_with_host (const LscRankCauses *self, gsize rank)
{
  g_return_val_if_fail (self && rank < self->n, FALSE);
  return self->late_hosts.n > 0 && self->late_hosts.is_late[rank] &&
         self->ranks[rank].kind == LSC_RANK_CAUSE_HOST;
}

/** Returns: (nullable): the rank of a kind that gains most */
const LscRankCause *
lsc_rank_causes_find_worst (const LscRankCauses *self, LscRankCauseKind kind)
{
  const LscRankCause *worst = NULL;

  g_return_val_if_fail (self, NULL);
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].is_root && self->ranks[i].kind == kind &&
        (!worst || self->ranks[i].gain_ns > worst->gain_ns))
      worst = &self->ranks[i];
  return worst;
}
