/* lsc-synth-timeline.c - when every block, message and step of the run takes place
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-timeline.h"

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

#include "synth/lsc-synth-random.h"

#define STEP_LEAD_NS 50000
#define STEP_TAIL_NS 100000
#define BETWEEN_STEPS_NS 200000
#define BLOCK_GAP_NS 200
#define POP_NS 3000
#define POP_HOST_NS 1500
#define MIN_UNIT_NS 100000
/* A year: times stay those of this epoch. */
#define LONGEST_LEAD_NS G_GINT64_CONSTANT (31536000000000000)

/* Tenths of a forward block that a block takes. I = F and W < F keep the closed forms of
 * theory.md#closed-forms valid; an overlapped pair gains some of F + B. */
static gint64
weight_of (char kind)
{
  switch (kind)
    {
    case 'B':
      return 18;
    case 'W':
      return 8;
    case 'X':
      return 24;
    case 'L':
      return 3;
    default:
      return 10;
    }
}

static int
cost_index (char kind)
{
  const char *kinds = "FBIWXL", *at = strchr (kinds, kind);

  return at != NULL ? (int) (at - kinds) : -1;
}

/* Length of a block without jitter. */
static gint64
nominal_cost (const LscSynthTimeline *self, char kind)
{
  const LscSynthOptions *o = self->options;
  int index = cost_index (kind);

  if (index >= 0 && o->cost_ns[index] >= 0)
    return o->cost_ns[index];
  if (kind == 'W' && o->w_share >= 0)
    return (gint64) ((double) nominal_cost (self, 'B') * o->w_share + 0.5);
  if (kind == 'I' && o->w_share >= 0)
    return nominal_cost (self, 'B') - nominal_cost (self, 'W');
  if (kind == 'X' && o->overlap_gain >= 0)
    return (gint64) ((double) (nominal_cost (self, 'F') + nominal_cost (self, 'B')) *
                         (1.0 - o->overlap_gain) +
                     0.5);
  return self->unit_ns * weight_of (kind) / 10;
}

static LscSynthPlanKind
plan_kind_of (char kind)
{
  switch (kind)
    {
    case 'B':
      return LSC_SYNTH_PLAN_B;
    case 'I':
      return LSC_SYNTH_PLAN_I;
    case 'W':
      return LSC_SYNTH_PLAN_W;
    case 'L':
      return LSC_SYNTH_PLAN_L;
    default:
      return LSC_SYNTH_PLAN_F;
    }
}

/**
 * lsc_synth_timeline_plan:
 * @self: a timeline
 * @stage: physical stage
 * @chunk: chunk of the stage
 * @kind: which pass
 *
 * Returns: (transfer none): what is done in it
 */
const LscSynthPlan *
lsc_synth_timeline_plan (const LscSynthTimeline *self, guint stage, guint chunk,
                         LscSynthPlanKind kind)
{
  guint virtual_stage = lsc_synth_schedule_stage_of (self->schedule, stage, chunk);

  return self->plans[virtual_stage * LSC_SYNTH_N_PLANS + kind];
}

/** lsc_synth_timeline_host: number of the host that a rank runs on; ranks fill hosts in order. */
guint
lsc_synth_timeline_host (const LscSynthOptions *options, guint rank)
{
  return (guint) ((guint64) rank * options->hosts / lsc_synth_options_world (options));
}

static gint64
number_at (const GArray *numbers, guint index)
{
  return numbers != NULL && index < numbers->len ? g_array_index (numbers, gint64, index) : 0;
}

/** lsc_synth_timeline_clock_offset: clock of a rank minus the true time at the origin, in ns. */
gint64
lsc_synth_timeline_clock_offset (const LscSynthOptions *options, guint rank)
{
  guint host = lsc_synth_timeline_host (options, rank);

  return options->clock_skew_ns * host + number_at (options->host_offsets, host) +
         number_at (options->rank_offsets, rank);
}

/** lsc_synth_timeline_clock_drift: what a rank's clock gains, in ns of each true second. */
gint64
lsc_synth_timeline_clock_drift (const LscSynthOptions *options, guint rank)
{
  return number_at (options->host_drifts, lsc_synth_timeline_host (options, rank));
}

/** lsc_synth_timeline_gain: what a clock of that drift gains in a time, in ns. */
gint64
lsc_synth_timeline_gain (gint64 drift_ppb, gint64 length_ns)
{
  const gint64 second_ns = 1000000000;

  /* Seconds and rest apart: the product would not fit. */
  return length_ns / second_ns * drift_ppb + length_ns % second_ns * drift_ppb / second_ns;
}

/**
 * lsc_synth_timeline_local:
 * @self: a timeline
 * @rank: a rank
 * @true_ns: a time of the timeline
 *
 * Returns: what the rank's clock shows then
 */
gint64
lsc_synth_timeline_local (const LscSynthTimeline *self, guint rank, gint64 true_ns)
{
  return true_ns + lsc_synth_timeline_clock_offset (self->options, rank) +
         lsc_synth_timeline_gain (lsc_synth_timeline_clock_drift (self->options, rank),
                                  true_ns - self->origin_ns);
}

static void
make_plans (LscSynthTimeline *self)
{
  const LscSynthOptions *options = self->options;
  gboolean split_head =
      options->schedule == LSC_SYNTH_DUALPIPEV && options->overlap && options->logits;

  self->n_virtual = self->schedule->chain_length;
  self->plans = g_new0 (LscSynthPlan *, self->n_virtual * LSC_SYNTH_N_PLANS);
  for (guint v = 0; v < self->n_virtual; v++)
    {
      LscSynthChunk chunk = { v == 0, v + 1 == self->n_virtual, v * options->layers };
      LscSynthPlan **plans = &self->plans[v * LSC_SYNTH_N_PLANS];

      plans[LSC_SYNTH_PLAN_F] = lsc_synth_plan_forward (options, &chunk);
      for (guint k = LSC_SYNTH_PLAN_B; k < LSC_SYNTH_N_PLANS; k++)
        plans[k] =
            lsc_synth_plan_backward (options, plans[LSC_SYNTH_PLAN_F], "FBIWL"[k], split_head);
    }
  self->optimizer = lsc_synth_plan_optimizer (options);
  self->filler = lsc_synth_plan_filler ();
}

static void
drop_plans (LscSynthTimeline *self)
{
  for (guint i = 0; i < self->n_virtual * LSC_SYNTH_N_PLANS; i++)
    g_clear_pointer (&self->plans[i], lsc_synth_plan_free);
  g_clear_pointer (&self->plans, g_free);
  g_clear_pointer (&self->optimizer, lsc_synth_plan_free);
  g_clear_pointer (&self->filler, lsc_synth_plan_free);
}

static gboolean
kind_occurs (const LscSynthSchedule *schedule, char kind)
{
  for (guint r = 0; r < schedule->n_stages; r++)
    {
      const GArray *row = g_ptr_array_index (schedule->rows, r);

      for (guint i = 0; i < row->len; i++)
        if (g_array_index (row, LscSynthBlock, i).kind == kind)
          return TRUE;
    }
  return FALSE;
}

static gint64
least_of_plan (const LscSynthPlan *plan)
{
  return MAX ((plan->host_ns + 5 * LSC_SYNTH_SLOT_NS) * 3 / 2, (gint64) plan->kernels->len * 600);
}

/* A block must take longer than its host work, else kernels would run before their launch. */
static void
choose_unit (LscSynthTimeline *self)
{
  gint64 unit_ns = self->options->unit_ns;

  if (self->options->cost_ns[LSC_SYNTH_COST_F] >= 0)
    {
      self->unit_ns = self->options->cost_ns[LSC_SYNTH_COST_F];
      return;
    }
  for (guint i = 0; i < self->n_virtual * LSC_SYNTH_N_PLANS; i++)
    {
      const LscSynthPlan *plan = self->plans[i];
      char kind = "FBIWL"[i % LSC_SYNTH_N_PLANS];

      if (self->options->cost_ns[cost_index (kind)] < 0)
        unit_ns = MAX (unit_ns, least_of_plan (plan) * 10 / weight_of (kind));
      if (self->options->unit_ns == 0 && kind == 'F')
        unit_ns = MAX (unit_ns, plan->nominal_ns * 106 / 100);
    }
  self->unit_ns = MAX (unit_ns, MIN_UNIT_NS);
}

/* What a block of that kind needs for its host work and kernels. */
static gint64
least_cost (const LscSynthTimeline *self, char kind)
{
  gint64 least_ns = 0;

  for (guint i = 0; i < self->n_virtual * LSC_SYNTH_N_PLANS && kind != 'X'; i++)
    if ("FBIWL"[i % LSC_SYNTH_N_PLANS] == kind)
      least_ns = MAX (least_ns, least_of_plan (self->plans[i]));
  return kind == 'X' ? least_cost (self, 'F') + least_cost (self, 'B') : least_ns;
}

/* Lengths that the user chose must leave room for what runs inside. */
static gboolean
check_costs (const LscSynthTimeline *self, GError **error)
{
  const LscSynthOptions *o = self->options;
  gboolean is_chosen = o->w_share >= 0 || o->overlap_gain >= 0;

  for (guint i = 0; i < LSC_SYNTH_N_COSTS; i++)
    is_chosen |= o->cost_ns[i] >= 0;
  for (const char *kind = "FBIWXL"; is_chosen && *kind != '\0'; kind++)
    if (kind_occurs (self->schedule, *kind) &&
        nominal_cost (self, *kind) < least_cost (self, *kind))
      {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                     "A block %c needs at least %" G_GINT64_FORMAT
                     " ns for what runs inside: choose a larger unit or larger costs, fewer layers "
                     "or --no-modules.",
                     *kind, least_cost (self, *kind));
        return FALSE;
      }
  return TRUE;
}

/* Rows per micro-batch decide how many micro-batches give the wanted number of rows. */
static void
choose_micro_batches (LscSynthTimeline *self, LscSynthOptions *options)
{
  const LscSynthPlan *f = self->plans[LSC_SYNTH_PLAN_F];
  const LscSynthPlan *b = self->plans[LSC_SYNTH_PLAN_B];
  gint64 compute = MAX (1, f->n_compute + b->n_compute);
  gint64 share = options->proportions.compute;
  gint64 tasks = MAX (f->n_tasks + b->n_tasks, (compute * 10 + share - 1) / share);
  gint64 outside = options->tasks > 0 ? (gint64) self->optimizer->n_tasks * 2
                                      : (gint64) self->optimizer->n_compute;
  gint64 wanted = (options->tasks > 0 ? options->tasks : options->kernels) / options->steps;
  gint64 n = (wanted - outside) / (options->tasks > 0 ? tasks : compute);

  options->micro_batches = (guint) CLAMP (n, 1, 10000000);
}

/* More layers give more kernels. */
static void
choose_layers (LscSynthTimeline *self, LscSynthOptions *options)
{
  gint64 wanted =
      options->tasks > 0 ? options->tasks * options->proportions.compute / 10 : options->kernels;
  gint64 passes = 0, per_layer = 0;
  const GArray *row = g_ptr_array_index (self->schedule->rows, 0);

  for (guint i = 0; i < row->len; i++)
    passes += g_array_index (row, LscSynthBlock, i).n_parts;
  per_layer = self->plans[LSC_SYNTH_PLAN_F]->n_compute + self->plans[LSC_SYNTH_PLAN_B]->n_compute;
  per_layer = MAX (1, per_layer / (2 * options->layers));
  options->layers = (guint) CLAMP (wanted / MAX (1, passes * per_layer * options->steps), 1, 1000);
}

static void
fit_size (LscSynthTimeline *self, LscSynthOptions *options)
{
  if (options->kernels == 0 && options->tasks == 0)
    return;
  if (options->schedule == LSC_SYNTH_NONE)
    choose_micro_batches (self, options);
  else if (options->modules)
    {
      choose_layers (self, options);
      drop_plans (self);
      make_plans (self);
    }
}

static gint64
host_length (const LscSynthTimeline *self, guint stage, const LscSynthBlock *block)
{
  gint64 length_ns = (gint64) (block->n_receives + block->n_sends) * LSC_SYNTH_SLOT_NS + 1000;

  if (block->kind == LSC_SYNTH_KIND_POP)
    return POP_HOST_NS;
  for (guint p = 0; p < block->n_parts; p++)
    length_ns += lsc_synth_timeline_plan (self, stage, block->parts[p].chunk,
                                          plan_kind_of (block->parts[p].role))
                     ->host_ns;
  return length_ns;
}

static void
choose_costs (const LscSynthTimeline *self, GPtrArray *rows, guint dp, LscSynthRandom *random)
{
  const LscSynthOptions *options = self->options;

  for (guint stage = 0; stage < rows->len; stage++)
    {
      GArray *row = g_ptr_array_index (rows, stage);
      double slow = 1.0;

      for (guint tp = 0; tp < options->tp; tp++)
        if (options->straggler_rank == (gint) lsc_synth_options_rank (options, stage, dp, tp))
          slow = options->straggler_factor;
      for (guint i = 0; i < row->len; i++)
        {
          LscSynthBlock *block = &g_array_index (row, LscSynthBlock, i);
          double noise = 1.0 + options->jitter * (2.0 * lsc_synth_random_unit (random) - 1.0);
          gint64 cost_ns = nominal_cost (self, block->kind);

          block->cost_ns = block->kind == LSC_SYNTH_KIND_POP
                               ? POP_NS
                               : MAX (1000, (gint64) ((double) cost_ns * noise * slow));
        }
    }
}

static gint
compare_messages (gconstpointer a, gconstpointer b)
{
  const LscSynthMessage *x = a, *y = b;

  if (x->src != y->src)
    return x->src < y->src ? -1 : 1;
  if (x->dst != y->dst)
    return x->dst < y->dst ? -1 : 1;
  if (x->send_begin_ns != y->send_begin_ns)
    return x->send_begin_ns < y->send_begin_ns ? -1 : 1;
  return (x->role > y->role) - (x->role < y->role);
}

static void
drop_backward_ways (GArray *messages)
{
  guint n = 0;

  for (guint i = 0; i < messages->len; i++)
    {
      LscSynthMessage message = g_array_index (messages, LscSynthMessage, i);

      if (message.src < message.dst)
        g_array_index (messages, LscSynthMessage, n++) = message;
    }
  g_array_set_size (messages, n);
}

/* With a delay the send ends before its receive does. */
static void
delay_messages (LscSynthReplica *replica, const LscSynthOptions *o, guint n_step, guint dp)
{
  LscSynthRandom random = lsc_synth_random_seed (o->seed, 3, n_step, dp);

  for (guint i = 0; i < replica->messages->len; i++)
    {
      LscSynthMessage *m = &g_array_index (replica->messages, LscSynthMessage, i);
      gint64 delay_ns =
          o->delay_ns[m->src > m->dst] +
          (gint64) ((double) o->delay_jitter_ns * lsc_synth_random_unit (&random) + 0.5);

      m->send_end_ns = MAX (m->send_begin_ns + 100, m->recv_end_ns - delay_ns);
    }
}

/* A send begins when its block ends, a receive when its stage is free; both end together. On both
 * sides the messages of a pair of stages begin in the same order. */
static void
time_messages (LscSynthReplica *replica, gint64 latency_ns)
{
  const LscSynthMessage *before = NULL;

  for (guint i = 0; i < replica->messages->len; i++)
    {
      LscSynthMessage *m = &g_array_index (replica->messages, LscSynthMessage, i);
      const GArray *row = g_ptr_array_index (replica->rows, m->src);
      const LscSynthBlock *block = &g_array_index (row, LscSynthBlock, m->src_block);

      m->send_begin_ns = block->end_ns;
      if (block->n_parts == 2 && block->parts[0].role != m->role)
        m->send_begin_ns += latency_ns / 4;
      m->send_end_ns = m->recv_end_ns = block->end_ns + latency_ns;
    }
  g_array_sort (replica->messages, compare_messages);
  for (guint i = 0; i < replica->messages->len; i++)
    {
      LscSynthMessage *m = &g_array_index (replica->messages, LscSynthMessage, i);
      const GArray *row = g_ptr_array_index (replica->rows, m->dst);
      const LscSynthBlock *block = &g_array_index (row, LscSynthBlock, m->dst_block);
      gint64 free_ns = block->host_begin_ns + 3 * LSC_SYNTH_SLOT_NS;

      if (m->dst_block > 0)
        free_ns = MAX (free_ns, g_array_index (row, LscSynthBlock, m->dst_block - 1).end_ns);
      m->recv_begin_ns = MIN (free_ns, m->recv_end_ns - latency_ns / 2);
      if (before != NULL && before->src == m->src && before->dst == m->dst)
        m->recv_begin_ns = MAX (m->recv_begin_ns, before->recv_begin_ns + 1);
      before = m;
    }
}

static void
lay_out_host (const LscSynthTimeline *self, GPtrArray *rows, gint64 begin_ns)
{
  for (guint stage = 0; stage < rows->len; stage++)
    {
      GArray *row = g_ptr_array_index (rows, stage);
      gint64 now_ns = begin_ns;

      for (guint i = 0; i < row->len; i++)
        {
          LscSynthBlock *block = &g_array_index (row, LscSynthBlock, i);

          block->host_begin_ns = now_ns;
          block->host_end_ns = now_ns + host_length (self, stage, block);
          now_ns = block->host_end_ns + BLOCK_GAP_NS;
        }
    }
}

static gboolean
make_replica (LscSynthTimeline *self, LscSynthStep *step, guint n_step, guint dp, GError **error)
{
  const LscSynthOptions *options = self->options;
  LscSynthReplica *replica = &step->replicas[dp];
  LscSynthRandom random = lsc_synth_random_seed (options->seed, 1, n_step, dp);
  gint64 host_begin_ns = step->host_begin_ns + STEP_LEAD_NS;

  replica->rows = lsc_synth_schedule_copy_rows (self->schedule);
  replica->messages = g_array_new (FALSE, FALSE, sizeof (LscSynthMessage));
  choose_costs (self, replica->rows, dp, &random);
  if (!lsc_synth_schedule_replay (self->schedule, replica->rows, host_begin_ns + 4 * self->unit_ns,
                                  options->latency_ns, options->p2p ? replica->messages : NULL,
                                  error))
    return FALSE;
  lay_out_host (self, replica->rows, host_begin_ns);
  if (options->one_way_p2p)
    drop_backward_ways (replica->messages);
  time_messages (replica, options->latency_ns);
  if (options->delay_ns[0] > 0 || options->delay_ns[1] > 0 || options->delay_jitter_ns > 0)
    delay_messages (replica, options, n_step, dp);
  for (guint stage = 0; stage < replica->rows->len; stage++)
    {
      GArray *row = g_ptr_array_index (replica->rows, stage);
      const LscSynthBlock *last = &g_array_index (row, LscSynthBlock, row->len - 1);

      step->optimizer_begin_ns = MAX (step->optimizer_begin_ns, last->end_ns);
    }
  return TRUE;
}

static gboolean
make_steps (LscSynthTimeline *self, GError **error)
{
  const LscSynthOptions *options = self->options;
  gint64 now_ns = LSC_SYNTH_BASE_NS + (gint64) (options->seed % 1000) * 1000003;

  self->origin_ns = now_ns;
  self->steps = g_new0 (LscSynthStep, options->steps);
  for (guint i = 0; i < options->steps; i++)
    {
      LscSynthStep *step = &self->steps[i];

      step->id = options->first_step + i;
      step->host_begin_ns = now_ns;
      step->replicas = g_new0 (LscSynthReplica, options->dp);
      for (guint dp = 0; dp < options->dp; dp++)
        if (!make_replica (self, step, i, dp, error))
          return FALSE;
      step->optimizer_begin_ns += options->latency_ns + 10000;
      step->optimizer_end_ns = step->optimizer_begin_ns + self->optimizer->nominal_ns;
      step->host_end_ns = step->optimizer_end_ns + STEP_TAIL_NS;
      now_ns = step->host_end_ns + BETWEEN_STEPS_NS;
    }
  return TRUE;
}

/* From one step to the next on the host, in the mean. */
static gint64
step_distance (const LscSynthTimeline *self)
{
  const guint n = self->options->steps;
  const LscSynthStep *first = &self->steps[0], *last = &self->steps[n - 1];

  if (n > 1)
    return (last->host_begin_ns - first->host_begin_ns) / (n - 1);
  return first->host_end_ns + BETWEEN_STEPS_NS - first->host_begin_ns;
}

static void
move_host (LscSynthReplica *replica, gint64 lead_ns)
{
  for (guint stage = 0; stage < replica->rows->len; stage++)
    {
      GArray *row = g_ptr_array_index (replica->rows, stage);

      for (guint i = 0; i < row->len; i++)
        {
          LscSynthBlock *block = &g_array_index (row, LscSynthBlock, i);

          block->host_begin_ns -= lead_ns;
          block->host_end_ns -= lead_ns;
        }
    }
}

/* Comes last: until here the device follows the host, so that what the device does is the same
 * with and without a lead. */
static gboolean
let_host_lead (LscSynthTimeline *self, GError **error)
{
  const LscSynthOptions *o = self->options;
  const gint64 distance_ns = step_distance (self);

  if (o->lead > 0 && distance_ns > LONGEST_LEAD_NS / o->lead)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "Option --lead goes up to one year; steps of %" G_GINT64_FORMAT
                   " s are too long for %u of them.",
                   distance_ns / 1000000000, o->lead);
      return FALSE;
    }
  self->lead_ns = o->lead * distance_ns;
  for (guint i = 0; i < o->steps && self->lead_ns > 0; i++)
    {
      self->steps[i].host_begin_ns -= self->lead_ns;
      self->steps[i].host_end_ns -= self->lead_ns;
      for (guint dp = 0; dp < o->dp; dp++)
        move_host (&self->steps[i].replicas[dp], self->lead_ns);
    }
  return TRUE;
}

static void
count_kernels (LscSynthTimeline *self)
{
  const LscSynthOptions *options = self->options;

  for (guint stage = 0; stage < options->pp; stage++)
    {
      const GArray *row = g_ptr_array_index (self->schedule->rows, stage);

      for (guint i = 0; i < row->len; i++)
        {
          const LscSynthBlock *block = &g_array_index (row, LscSynthBlock, i);

          for (guint p = 0; p < block->n_parts && block->kind != LSC_SYNTH_KIND_POP; p++)
            self->n_kernels += lsc_synth_timeline_plan (self, stage, block->parts[p].chunk,
                                                        plan_kind_of (block->parts[p].role))
                                   ->kernels->len;
        }
    }
  self->n_kernels *= (gint64) options->steps * options->dp * options->tp;
  self->detailed = self->n_kernels <= LSC_SYNTH_DETAIL_LIMIT && !options->lean;
}

/**
 * lsc_synth_timeline_new:
 * @options: what the profile is to contain; sizes that follow from wanted row counts are set
 * @error: (out) (optional): G_IO_ERROR_INVALID_ARGUMENT if sizes do not fit the schedule
 *
 * Returns: (transfer full) (nullable): the whole run; it keeps @options
 */
LscSynthTimeline *
lsc_synth_timeline_new (LscSynthOptions *options, GError **error)
{
  g_autoptr (LscSynthTimeline) self = g_new0 (LscSynthTimeline, 1);

  self->options = options;
  self->schedule = lsc_synth_schedule_new (options, error);
  if (self->schedule == NULL)
    return NULL;
  make_plans (self);
  fit_size (self, options);
  if (self->schedule->n_micro_batches != options->micro_batches)
    {
      lsc_synth_schedule_free (self->schedule);
      self->schedule = lsc_synth_schedule_new (options, error);
      if (self->schedule == NULL)
        return NULL;
    }
  choose_unit (self);
  if (!check_costs (self, error))
    return NULL;
  count_kernels (self);
  if (!make_steps (self, error) || !let_host_lead (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/** lsc_synth_timeline_free: frees a timeline. */
void
lsc_synth_timeline_free (LscSynthTimeline *self)
{
  for (guint i = 0; self->steps != NULL && i < self->options->steps; i++)
    {
      for (guint dp = 0; self->steps[i].replicas != NULL && dp < self->options->dp; dp++)
        {
          g_clear_pointer (&self->steps[i].replicas[dp].rows, g_ptr_array_unref);
          g_clear_pointer (&self->steps[i].replicas[dp].messages, g_array_unref);
        }
      g_free (self->steps[i].replicas);
    }
  g_free (self->steps);
  drop_plans (self);
  g_clear_pointer (&self->schedule, lsc_synth_schedule_free);
  g_free (self);
}
