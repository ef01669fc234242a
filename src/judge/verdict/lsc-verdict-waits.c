/* lsc-verdict-waits.c - links that are slow, hosts that launch late
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-array.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

/* verdicts.md#waits. Where messages were recorded, a block that begins after its message has
 * arrived is late for its host, and a message that takes longer than others has a slow link. Where
 * they were not, a late block behind another one of its rank is a sign of the host, and one behind
 * a message alone could be either. */

#define FEW 2
#define LONGER 2.5     /* than other links */
#define LONE_LINK 0.05 /* of a forward: what a message may take where there is no other link */
#define SURE_LINKS 2   /* others to compare with */
#define MOST_LAUNCHES 0.8

LSC_DEFINE_ARRAY (Doubles, doubles, double)

/* Of a link between two stages in a pipeline. */
typedef struct
{
  double mean;
  gsize pair; /* lower stage * stages + higher stage */
} LinkMean;

typedef struct
{
  LscVerdictData *data;
  LscVerdictCell *late;  /* by group and stage: behind recorded messages or blocks of the rank */
  LscVerdictCell *links; /* by group, lower and higher stage */
  gboolean *is_recorded; /* by group: has recorded messages */
  LinkMean *means;       /* of links that have one, ascending */
  gsize n_means;
} Waits;

/* ---- measuring ---- */

static gboolean
has_way (const LscVerdictPart *part, guint32 op, LscWay way)
{
  for (guint i = 0; i < part->order->plan->ops[op].n_needs; i++)
    if (part->way[(gsize) op * LSC_PLAN_N_NEEDS + i] == way)
      return TRUE;
  return FALSE;
}

/* What is only assumed of the needs of blocks counts where a recorded message confirms it. */
static gboolean
is_late_known (const Waits *self, const LscVerdictPart *part, gsize group, guint32 op)
{
  if (self->data->known_by == LSC_ORDER_ASSUMED)
    return self->is_recorded[group] && !has_way (part, op, LSC_WAY_GUESS);
  return part->is_own[op] || !has_way (part, op, LSC_WAY_GUESS);
}

/* The first block of a rank may begin late for what ran before the step. */
static void
collect_late (const Waits *self, gsize group, gsize stage, Doubles *values)
{
  for (gsize step = 0; step < self->data->n_steps; step++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (self->data, step, group);
      const LscPlan *plan = part ? part->order->plan : NULL;

      for (guint32 op = plan ? plan->first[stage] + 1 : 0; plan && op < plan->first[stage + 1];
           op++)
        if (is_late_known (self, part, group, op))
          doubles_append (values, (double) part->late[op]);
    }
}

static void
measure_late (Waits *self)
{
  const LscVerdictData *data = self->data;

  for (gsize group = 0; group < data->n_groups; group++)
    for (gsize stage = 0; stage < data->n_stages; stage++)
      {
        Doubles values = { NULL, 0, 0 };

        collect_late (self, group, stage, &values);
        self->late[group * data->n_stages + stage] = _lsc_verdict_cell (values.items, values.n);
        doubles_clear (&values);
      }
}

static gsize
link_index (const LscVerdictData *data, gsize group, gsize a, gsize b)
{
  return (group * data->n_stages + MIN (a, b)) * data->n_stages + MAX (a, b);
}

/* A message that came while its receiver was busy with another block tells nothing, unless its
 * operators were recorded. */
static gboolean
tells (const LscVerdictPart *part, guint32 op, guint need, LscWay way)
{
  const LscPlan *plan = part->order->plan;
  guint32 src = plan->ops[op].needs[need];

  if (way == LSC_WAY_EXACT)
    return TRUE;
  return way == LSC_WAY_GUESS &&
         (op == plan->first[plan->ops[op].rank] ||
          part->order->times.end_ns[src] >= part->order->times.end_ns[op - 1]) &&
         lsc_plan_binding (plan, &part->order->times, op) == src;
}

static void
collect_links (Waits *self, gsize group, const LscVerdictPart *part, Doubles *of_link)
{
  const LscPlan *plan = part->order->plan;
  const LscVerdictData *data = self->data;

  for (guint32 op = 0; op < plan->n_ops; op++)
    for (guint i = 0; i < plan->ops[op].n_needs; i++)
      {
        gsize at = (gsize) op * LSC_PLAN_N_NEEDS + i;
        LscWay way = (LscWay) part->way[at];

        self->is_recorded[group] |= way == LSC_WAY_EXACT || way == LSC_WAY_BOUND;
        if (way != LSC_WAY_NONE && tells (part, op, i, way))
          /* exact messages say how long the transfer took, others only how long the block could
           * wait */
          doubles_append (&of_link[link_index (data, 0, plan->ops[plan->ops[op].needs[i]].rank,
                                               plan->ops[op].rank)],
                          (double) (way == LSC_WAY_EXACT ? part->transfer[at] : part->slack[op]));
      }
}

static void
measure_links (Waits *self)
{
  const LscVerdictData *data = self->data;
  gsize n = data->n_stages * data->n_stages;
  g_autofree Doubles *of_link = g_new0 (Doubles, n);

  for (gsize group = 0; group < data->n_groups; group++)
    {
      for (gsize step = 0; step < data->n_steps; step++)
        if (_lsc_verdict_part (data, step, group))
          collect_links (self, group, _lsc_verdict_part (data, step, group), of_link);
      for (gsize i = 0; i < n; i++)
        {
          self->links[group * n + i] = _lsc_verdict_cell (of_link[i].items, of_link[i].n);
          doubles_clear (&of_link[i]);
        }
    }
}

/* (transfer full): by group: whether it has too much of something */
static gboolean *
list_hits (const LscVerdictData *data, const double *excess_ns)
{
  gboolean *is_hit = g_new (gboolean, data->n_groups);

  for (gsize group = 0; group < data->n_groups; group++)
    is_hit[group] = excess_ns[group] > 0;
  return is_hit;
}

/* ---- hosts ---- */

typedef struct
{
  gsize stage;
  const double *excess_ns; /* by group, 0 = none */
} LateStage;

/* Launches come earlier; where messages were not recorded, what comes in is late by as much. */
static gboolean
cut_late (const LscVerdictData *data, gsize step, gsize group, gint64 *durations, gint64 *delay,
          gint64 *late, gpointer user_data)
{
  const LateStage *self = user_data;
  const LscVerdictPart *part = _lsc_verdict_part (data, step, group);
  const LscPlan *plan = part->order->plan;
  gint64 excess = llround (self->excess_ns[group]);

  (void) durations;
  if (excess <= 0)
    return FALSE;
  for (guint32 op = plan->first[self->stage]; op < plan->first[self->stage + 1]; op++)
    {
      late[op] = MAX (late[op] - excess, 0);
      for (guint i = 0; i < plan->ops[op].n_needs; i++)
        if (part->way[(gsize) op * LSC_PLAN_N_NEEDS + i] == LSC_WAY_GUESS)
          delay[(gsize) op * LSC_PLAN_N_NEEDS + i] =
              MAX (delay[(gsize) op * LSC_PLAN_N_NEEDS + i] - excess, 0);
    }
  return TRUE;
}

static double
usual_late (const Waits *self, gsize group, gsize stage)
{
  const LscVerdictData *data = self->data;
  g_autofree double *means = g_new (double, data->n_stages);
  gsize n = 0;

  for (gsize other = 0; other < data->n_stages; other++)
    if (other != stage && self->late[group * data->n_stages + other].n >= FEW)
      means[n++] = self->late[group * data->n_stages + other].mean;
  return n > 0 ? lsc_median_mean_double (means, n) : 0;
}

/* Whether most late blocks were launched after all was there. */
static gboolean
were_launched_late (const Waits *self, gsize group, gsize stage, double late_ns)
{
  gsize n = 0, n_late = 0;

  for (gsize step = 0; step < self->data->n_steps; step++)
    {
      const LscVerdictPart *part = _lsc_verdict_part (self->data, step, group);
      const LscPlan *plan = part ? part->order->plan : NULL;
      const LscPipelineRow *row = part ? &lsc_study_get_step (part->order)->rows[stage] : NULL;

      for (guint32 op = plan ? plan->first[stage] : 0; plan && op < plan->first[stage + 1]; op++)
        {
          const LscBlock *block = &row->blocks[part->order->blocks[op]];
          const LscBlockDetail *detail = &row->details[block->detail];

          /* Blocks that were nearly in time are not what is explained here. */
          if ((double) part->late[op] < late_ns / 2)
            continue;
          n++;
          n_late += detail->host_start_ns > 0 &&
                    lsc_block_recorded_start (row, block) - detail->host_start_ns < part->late[op];
        }
    }
  return n > 0 && (double) n_late >= MOST_LAUNCHES * (double) n;
}

/* The stage from which most messages come to a stage. */
static gint64
usual_sender (const Waits *self, gsize group, gsize stage)
{
  const LscVerdictData *data = self->data;
  gsize best = stage;

  for (gsize other = 0; other < data->n_stages; other++)
    if (other != stage &&
        (best == stage || self->links[link_index (data, group, stage, other)].n >
                              self->links[link_index (data, group, stage, best)].n))
      best = other;
  return (gint64) best;
}

static void
offer_host (Waits *self, gsize group, gsize stage, const double *excess_ns)
{
  LscVerdictData *data = self->data;
  gboolean is_recorded = self->is_recorded[group];
  LscVerdict verdict =
      lsc_verdict_init (is_recorded ? LSC_VERDICT_LATE_HOST : LSC_VERDICT_HOST_OR_LINK);
  LateStage late = { stage, excess_ns };
  g_autofree gboolean *is_hit = NULL;

  verdict.group = data->groups[group];
  verdict.stage = (gint64) stage;
  verdict.rank = _lsc_verdict_rank (data, group, stage);
  verdict.evidence = LSC_EVIDENCE_MESSAGES;
  if (!is_recorded)
    {
      verdict.peer_stage = usual_sender (self, group, stage);
      verdict.peer_rank = _lsc_verdict_rank (data, group, (gsize) verdict.peer_stage);
      verdict.evidence = LSC_EVIDENCE_GAPS;
    }
  else if (were_launched_late (self, group, stage, excess_ns[group]))
    {
      verdict.evidence = LSC_EVIDENCE_LAUNCHES;
      if (data->known_by != LSC_ORDER_ASSUMED)
        verdict.certainty = LSC_CERTAINTY_SURE;
    }
  is_hit = list_hits (data, excess_ns);
  _lsc_verdict_offer (data, &verdict,
                      &(LscVerdictTrial){ cut_late, &late, is_hit, G_MAXSIZE, TRUE });
}

static void
find_hosts (Waits *self, gsize stage)
{
  const LscVerdictData *data = self->data;
  g_autofree double *excess_ns = g_new0 (double, data->n_groups);
  gsize worst = 0;

  if (data->n_groups == 0 || lsc_pipeline_get_group (data->pipeline, data->groups[0])->has_no_host)
    return; /* nothing tells of hosts */
  for (gsize group = 0; group < data->n_groups; group++)
    {
      const LscVerdictCell *cell = &self->late[group * data->n_stages + stage];
      double more = cell->mean - usual_late (self, group, stage);

      /* The standard error of the mean: what few blocks scatter is no cause. */
      if (cell->n >= FEW && more > LSC_VERDICT_Z * sqrt (cell->variance / (double) cell->n))
        excess_ns[group] = MAX (more, 0);
      if (excess_ns[group] > excess_ns[worst])
        worst = group;
    }
  if (excess_ns[worst] > 0)
    offer_host (self, worst, stage, excess_ns);
}

/* ---- links ---- */

typedef struct
{
  gsize low;
  gsize high;
  const double *excess_ns; /* by group */
} SlowLink;

static gboolean
cut_link (const LscVerdictData *data, gsize step, gsize group, gint64 *durations, gint64 *delay,
          gint64 *late, gpointer user_data)
{
  const SlowLink *self = user_data;
  const LscPlan *plan = _lsc_verdict_part (data, step, group)->order->plan;
  gint64 excess = llround (self->excess_ns[group]);

  (void) durations;
  (void) late;
  if (excess <= 0)
    return FALSE;
  for (guint32 op = 0; op < plan->n_ops; op++)
    for (guint i = 0; i < plan->ops[op].n_needs; i++)
      {
        guint32 need = plan->ops[op].needs[i];
        gsize src = need == LSC_PLAN_NO_OP ? G_MAXSIZE : plan->ops[need].rank;
        gsize dst = plan->ops[op].rank, at = (gsize) op * LSC_PLAN_N_NEEDS + i;

        if (MIN (src, dst) == self->low && MAX (src, dst) == self->high)
          delay[at] = MAX (delay[at] - excess, 0);
      }
  return TRUE;
}

static int
compare_means (gconstpointer a, gconstpointer b)
{
  const LinkMean *x = a, *y = b;

  return LSC_ORDER (x->mean, y->mean);
}

/* Each pair of stages is compared with the links of all others: sorted once for all of them. */
static void
sort_means (Waits *self)
{
  gsize n_pairs = self->data->n_stages * self->data->n_stages;
  gsize n_all = self->data->n_groups * n_pairs;

  for (gsize i = 0; i < n_all; i++)
    self->n_means += self->links[i].n >= FEW;
  self->means = g_new (LinkMean, self->n_means + 1);
  self->n_means = 0;
  for (gsize i = 0; i < n_all; i++)
    if (self->links[i].n >= FEW)
      self->means[self->n_means++] = (LinkMean){ self->links[i].mean, i % n_pairs };
  if (self->n_means > 1)
    qsort (self->means, self->n_means, sizeof (LinkMean), compare_means);
}

/* What the links of all pipelines are but those between two stages. */
typedef struct
{
  gsize n;
  double median;
} OtherLinks;

static OtherLinks
measure_others (const Waits *self, gsize low, gsize high)
{
  gsize own = link_index (self->data, 0, low, high), at = 0;
  OtherLinks others = { 0, 0 };
  double middle[2] = { 0, 0 };

  for (gsize i = 0; i < self->n_means; i++)
    others.n += self->means[i].pair != own;
  if (others.n == 0)
    return others;
  /* sorted without the pair itself: its links go by, the middle of the rest is counted off */
  for (gsize i = 0; i < self->n_means && at <= others.n / 2; i++)
    if (self->means[i].pair != own)
      {
        middle[0] = at <= (others.n - 1) / 2 ? self->means[i].mean : middle[0];
        middle[1] = self->means[i].mean;
        at++;
      }
  g_assert (at > others.n / 2); /* both middles were met */
  others.median = others.n % 2 ? middle[1] : (middle[0] + middle[1]) / 2;
  return others;
}

/* Median over the other links of all pipelines; where there is none, a small part of a forward. */
static double
usual_link (const Waits *self, gsize group, gsize low, const OtherLinks *others)
{
  return others->n > 0 ? others->median
                       : LONE_LINK * _lsc_verdict_expected (self->data, group, low, LSC_BLOCK_F);
}

/* Whether any pipeline has messages between two stages. */
static gboolean
has_link (const Waits *self, gsize low, gsize high)
{
  for (gsize group = 0; group < self->data->n_groups; group++)
    if (self->links[link_index (self->data, group, low, high)].n >= FEW)
      return TRUE;
  return FALSE;
}

static gboolean
is_host_accused (const LscVerdictData *data, gsize stage)
{
  for (guint i = 0; i < data->found->len; i++)
    {
      const LscVerdict *verdict = &g_array_index (data->found, LscVerdict, i);

      if (verdict->cause == LSC_VERDICT_HOST_OR_LINK && verdict->stage == (gint64) stage)
        return TRUE;
    }
  return FALSE;
}

static void
offer_link (Waits *self, gsize group, const SlowLink *link, double usual, gsize n_others)
{
  LscVerdictData *data = self->data;
  gboolean is_recorded = self->is_recorded[group];
  LscVerdict verdict =
      lsc_verdict_init (is_recorded ? LSC_VERDICT_SLOW_LINK : LSC_VERDICT_HOST_OR_LINK);
  g_autofree gboolean *is_hit = NULL;

  if (!is_recorded && (data->known_by == LSC_ORDER_ASSUMED || is_host_accused (data, link->low) ||
                       is_host_accused (data, link->high)))
    return;
  verdict.group = data->groups[group];
  verdict.stage = (gint64) link->low;
  verdict.peer_stage = (gint64) link->high;
  verdict.rank = _lsc_verdict_rank (data, group, link->low);
  verdict.peer_rank = _lsc_verdict_rank (data, group, link->high);
  verdict.excess = usual > 0 ? link->excess_ns[group] / usual : LSC_REAL_NULL;
  verdict.evidence = is_recorded ? LSC_EVIDENCE_MESSAGES : LSC_EVIDENCE_GAPS;
  if (is_recorded && n_others >= SURE_LINKS)
    verdict.certainty = LSC_CERTAINTY_SURE;
  is_hit = list_hits (data, link->excess_ns);
  _lsc_verdict_offer (data, &verdict,
                      &(LscVerdictTrial){ cut_link, (gpointer) link, is_hit, G_MAXSIZE, TRUE });
}

static void
find_link (Waits *self, gsize low, gsize high)
{
  const LscVerdictData *data = self->data;
  g_autofree double *excess_ns = g_new0 (double, data->n_groups);
  SlowLink link = { low, high, excess_ns };
  OtherLinks others;
  double usual = 0;
  gsize worst = 0;

  if (!has_link (self, low, high))
    return;
  others = measure_others (self, low, high);

  for (gsize group = 0; group < data->n_groups; group++)
    {
      const LscVerdictCell *cell = &self->links[link_index (data, group, low, high)];

      if (cell->n < FEW)
        continue;
      usual = usual_link (self, group, low, &others);
      if (cell->mean > LONGER * usual &&
          cell->mean - usual > LSC_VERDICT_Z * sqrt (cell->variance / (double) cell->n))
        excess_ns[group] = cell->mean - usual;
      if (excess_ns[group] > excess_ns[worst])
        worst = group;
    }
  if (excess_ns[worst] > 0)
    offer_link (self, worst, &link, usual, others.n);
}

/** Finds hosts that launch late and links that are slow. */
void
_lsc_verdict_find_waits (LscVerdictData *self)
{
  gsize n = self->n_stages;
  g_autofree LscVerdictCell *late = g_new0 (LscVerdictCell, self->n_groups * n);
  g_autofree LscVerdictCell *links = g_new0 (LscVerdictCell, self->n_groups * n * n);
  g_autofree gboolean *is_recorded = g_new0 (gboolean, self->n_groups);
  Waits waits = { self, late, links, is_recorded, NULL, 0 };

  measure_links (&waits);
  measure_late (&waits);
  sort_means (&waits);
  for (gsize stage = 0; stage < n; stage++)
    find_hosts (&waits, stage);
  for (gsize low = 0; low < n; low++)
    for (gsize high = low + 1; high < n; high++)
      find_link (&waits, low, high);
  g_free (waits.means);
}
