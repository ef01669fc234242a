/* lsc-rule-idle.c - rules about a device that idles
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/step/lsc-dispatch.h"
#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-sched-names.h"

/* findings.md#rules. Every nanosecond of idleness belongs to one of these rules. */

/* Idleness without a cause: what has one stands before it, and a little of it is no matter. */
#define UNEXPLAINED_PART 0.1 /* of the upper bound */
/* Of the step, to be more than minor: what has no cause, and what a device takes to start, or
 * waits, though all was launched, of which only a part could be avoided. */
#define LEAST_DOUBTFUL 0.1

/** Words of a rule beside another verdict. @text_with_call: and the call that takes most of it */
struct IdleBeside
{
  const char *title;
  const char *text;
  const char *text_with_call;
};

static const struct IdleBeside late_launches = {
  N_ ("Late launching"),
  N_ ("Some launches come late on %s: the device waits for them."),
  N_ ("Some launches come late on %s: the device waits for them, mostly during %s."),
};

static const struct IdleBeside launch_gaps = {
  N_ ("Launch gaps"),
  N_ ("Between short kernels the device idles on %s: launching them takes longer than running "
      "them."),
  N_ ("Between short kernels the device idles on %s: launching them takes longer than running "
      "them, mostly in %s."),
};

/**
 * IdleRule:
 * @text: of ranks
 * @text_with_call: (nullable): and the call that takes most of it
 * @gpu_remedy: (nullable): where it differs
 * @graph_remedy: (nullable): where most of it ends with the launch of a graph
 * @unknown: (nullable): what is not known: the gain is a bound then
 * @is_bound: the gain is a bound
 * @lead_text, @lead_remedy: (nullable): where most of it is before the first kernel of the step
 * @set_remedy: (nullable): where TASK_QUEUE_ENABLE has the best value already
 * @blind_remedies: (nullable): where no call is named: for NPUs, GPUs, before launches of graphs
 * @beside: (nullable): where computing is most of the step, and this costs little: the verdict of
 * the whole step is another one (findings.md#one-verdict)
 */
typedef struct
{
  LscRule rule;
  LscLoss loss;
  const char *text;
  const char *text_with_call;
  const char *remedy;
  const char *gpu_remedy;
  const char *unknown;
  const char *graph_remedy;
  gboolean is_bound;
  const char *lead_text;
  const char *lead_remedy;
  const char *set_remedy;
  const struct IdleBeside *beside;
  const char *const *blind_remedies;
} IdleRule;

enum
{
  BLIND_NPU,
  BLIND_GPU,
  BLIND_GRAPH,
  BLIND_N,
};

/* Nothing was recorded while the device waited: Python itself, most often. */
static const char *const host_blind_remedies[BLIND_N] = {
  [BLIND_NPU] =
      N_ ("Take work off the launching thread (TASK_QUEUE_ENABLE=2), bind threads to cores "
          "(CPU_AFFINITY_CONF=1). Record with_stack=True to see what the host does."),
  [BLIND_GPU] = N_ ("Take work off the launching thread, or capture it as a graph. Record "
                    "with_stack=True to see what the host does."),
  [BLIND_GRAPH] = N_ ("Check what the host does between graph launches. Record with_stack=True to "
                      "see it."),
};

static const IdleRule rules[] = {
  { LSC_RULE_SYNC_CALLS, LSC_LOSS_SYNC, N_ ("Synchronising calls stall the device on %s."),
    N_ ("Synchronising calls stall the device on %s, mostly %s."),
    N_ ("Move calls that wait for the device out of the loop: .item(), .to(\"cpu\"), printing "
        "tensors, explicit synchronisation.") },
  { LSC_RULE_COMPILE, LSC_LOSS_COMPILE, N_ ("The device waits for operator compilation on %s."),
    N_ ("The device waits for operator compilation on %s, mostly by %s."),
    N_ ("Record a later step, after a warm-up; keep shapes constant, and call "
        "torch.npu.set_compile_mode(jit_compile=False)."),
    N_ ("Record a later step, after a warm-up, and keep shapes constant.") },
  { LSC_RULE_COLLECTOR, LSC_LOSS_GC, N_ ("Garbage collection stalls the device on %s."), NULL,
    N_ ("Call gc.freeze() after the first step, or raise the threshold with gc.set_threshold().") },
  { LSC_RULE_SILENCE, LSC_LOSS_SILENT,
    N_ ("On %s the device idles for 10 ms or more while no host activity was recorded."),
    N_ ("On %s the device idles for 10 ms or more while the host waits in %s."),
    N_ ("Check what stops the process: saving a checkpoint, garbage collection (call gc.freeze() "
        "after the first step; record with gc_detect_threshold to see it), swapping, other "
        "processes.") },
  { LSC_RULE_DATA_LOADER, LSC_LOSS_DATA_LOADER, N_ ("The device waits for input data on %s."),
    N_ ("The device waits for input data on %s, mostly in %s."),
    N_ ("Use more data loader workers, pinned memory and prefetching.") },
  { LSC_RULE_ALLOCATOR, LSC_LOSS_MEMORY_CALLS, N_ ("The device waits for memory allocation on %s."),
    N_ ("The device waits for memory allocation on %s, mostly by %s."),
    N_ ("Keep memory in the pool: set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True, and do not "
        "call empty_cache() in the loop."),
    N_ ("Keep memory in the pool: set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, and do not "
        "call empty_cache() in the loop.") },
  { LSC_RULE_PROFILER, LSC_LOSS_PROFILER, N_ ("The profiler itself stalls the device on %s."),
    N_ ("The profiler itself stalls the device on %s, mostly in %s."),
    N_ ("This time is not lost without the profiler. Record fewer steps or less detail.") },
  { LSC_RULE_SMALL_KERNELS, LSC_LOSS_SMALL_KERNELS,
    N_ ("Launch-bound on %s: kernels are shorter than the time to launch them, and the device "
        "idles in between."),
    N_ ("Launch-bound on %s: kernels are shorter than the time to launch them, and the device "
        "idles in between, mostly in %s."),
    N_ ("Fuse operators or capture the step as a graph, to do the same work with fewer launches."),
    NULL, NULL,
    N_ ("Fuse operators, or capture more of the step in one graph: most of this time precedes a "
        "graph launch."),
    FALSE, NULL, NULL, NULL, &launch_gaps },
  { LSC_RULE_HOST_BOUND, LSC_LOSS_HOST, N_ ("Host-bound on %s: the device waits for launches."),
    N_ ("Host-bound on %s: the device waits for launches, mostly during %s."),
    N_ ("Take work off the launching thread (TASK_QUEUE_ENABLE=2), bind threads to cores "
        "(CPU_AFFINITY_CONF=1), and check the call named above."),
    N_ ("Take work off the launching thread, capture the step as a graph, and check the call named "
        "above."),
    NULL, N_ ("Check what the host does between graph launches, and the call named above."), FALSE,
    N_ ("Host-bound on %s: the device waits for launches, mostly the first of a step."),
    N_ ("Check what the host does before its first launch in a step: input data, logging, clearing "
        "gradients."),
    N_ ("Take work off the launching thread, bind threads to cores (CPU_AFFINITY_CONF=1), and "
        "check "
        "the call named above."),
    &late_launches, host_blind_remedies },
  { .rule = LSC_RULE_FREE_DEVICE,
    .loss = LSC_LOSS_DEVICE,
    .text = N_ ("On %s kernels start late although they were launched in time."),
    .text_with_call =
        N_ ("On %s kernels start late although they were launched in time, mostly behind %s."),
    .remedy = N_ ("Check what the streams wait for: events between streams, and copies."),
    .is_bound = TRUE },
  { LSC_RULE_FREE_UNLINKED, LSC_LOSS_UNLINKED, N_ ("The device idles on %s."), NULL,
    N_ ("Record with CPU activity and profiler_level Level0 or higher, to link launches to "
        "kernels."),
    N_ ("Record with CPU activity, to link launches to kernels."),
    N_ ("Whether the host or the device is late is not known, because launches were not "
        "recorded.") },
  { .rule = LSC_RULE_TAIL,
    .loss = LSC_LOSS_TAIL,
    .text = N_ ("On %s the device idles from the last kernel to the end of the step."),
    .text_with_call =
        N_ ("On %s the device idles from the last kernel to the end of the step, mostly in %s."),
    .remedy = N_ (
        "Check what the host does at the end of the step: logging, checkpoints, data, CPU work."),
    .is_bound = TRUE },
  { LSC_RULE_COPIES, LSC_LOSS_COPY, N_ ("Copies are exposed on %s."), NULL,
    N_ ("Copy on a separate stream, from pinned memory, with non_blocking=True.") },
};

/* Where no steps are marked, as of a server: nothing may have been there to do. */
static const IdleRule unmarked_silence = {
  .rule = LSC_RULE_SILENCE,
  .remedy =
      N_ ("If the recording serves requests, none may have been waiting: check the load. Else "
          "check what stops the process: garbage collection, swapping, other processes."),
  .unknown = N_ ("Whether the host was stopped or had nothing to do is not known, because no steps "
                 "are marked."),
};

/* Where launches are not recorded, nobody knows what a host does that the device waits for: a tail
 * is as any other idle time there. */
static const IdleRule *
find_advice (const LscJudge *judge, const IdleRule *rule, const LscRankDigest *digest)
{
  if (rule->rule == LSC_RULE_SILENCE && !_lsc_judge_has_steps (judge))
    return &unmarked_silence;
  if (rule->rule != LSC_RULE_TAIL || digest->steps_rule != LSC_STEPS_UNLINKED)
    return rule;
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].rule == LSC_RULE_FREE_UNLINKED)
      return &rules[i];
  return rule;
}

/* (transfer full): the ranks, and in which steps, where it is not in all: not where they stand amid
 * a sentence */
static LscPhrase *
say_where (const IdleRule *rule, const LscJudge *judge, const double *named,
           const LscTimeShape *shape)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (judge, named);
  g_autoptr (LscPhrase) when = _lsc_judge_say_when (judge, shape);

  if (shape->when == LSC_WHEN_ALWAYS || rule->rule == LSC_RULE_SMALL_KERNELS)
    return g_steal_pointer (&ranks);
  if (shape->when == LSC_WHEN_GROWING)
    return lsc_phrase_new (N_ ("%s, growing from step to step"), lsc_phrase_as_argument (ranks));
  return lsc_phrase_new (N_ ("%s %s"), lsc_phrase_as_argument (ranks),
                         lsc_phrase_as_argument (when));
}

/* Who had the processor of the thread that was to launch. */
static LscPhrase *
say_preempted (const char *who, const char *preemptor, gboolean is_beside)
{
  return is_beside
             ? lsc_phrase_new (N_ ("Some launches come late on %s: the device waits for them, "
                                   "mostly while %s pre-empts the launching thread."),
                               who, preemptor)
             : lsc_phrase_new (N_ ("Host-bound on %s: the device waits for launches, mostly while "
                                   "%s pre-empts the launching thread."),
                               who, preemptor);
}

/* Whether what compiles captures graphs. */
static gboolean
is_capture (const IdleRule *rule, const char *call)
{
  return rule->rule == LSC_RULE_COMPILE && call && lsc_name_captures (call);
}

static LscPhrase *
say (const IdleRule *rule, const LscPhrase *where, const char *call, gboolean is_lead,
     gboolean is_beside)
{
  const char *who = lsc_phrase_as_argument (where);

  if (is_lead)
    return lsc_phrase_new (rule->lead_text, who);
  if (is_capture (rule, call))
    return lsc_phrase_new (N_ ("The device waits while graphs are captured on %s, mostly by %s."),
                           who, call);
  if (rule->loss == LSC_LOSS_HOST && lsc_sched_find_preemptor (call))
    return say_preempted (who, lsc_sched_find_preemptor (call), is_beside);
  if (is_beside)
    return call ? lsc_phrase_new (rule->beside->text_with_call, who, call)
                : lsc_phrase_new (rule->beside->text, who);
  return call && rule->text_with_call ? lsc_phrase_new (rule->text_with_call, who, call)
                                      : lsc_phrase_new (rule->text, who);
}

/* What idles between blocks of pipelines is told by their verdicts. */
static gboolean
is_told_elsewhere (const LscJudge *self)
{
  return self->verdicts && self->verdicts->rows->len > 0;
}

static gboolean
is_minor (const LscJudge *self, const IdleRule *rule, double gain_ns)
{
  if (rule->unknown && (is_told_elsewhere (self) || rule->rule == LSC_RULE_SILENCE))
    return TRUE;
  return (rule->unknown || rule->rule == LSC_RULE_FREE_DEVICE) &&
         gain_ns < LEAST_DOUBTFUL * self->step_ns;
}

/* Whether half of a loss or more ends with launches of graphs: who captures already needs no advice
 * to. */
static gboolean
ends_with_graphs (const LscJudge *self, LscLoss loss)
{
  double lost_ns = 0, graph_ns = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      const LscRankDigest *digest = self->ranks[i].digest;

      lost_ns += self->ranks[i].ns[loss] * (double) digest->counted.n;
      graph_ns += (double) digest->graph_ns[loss];
    }
  return graph_ns > 0 && graph_ns >= 0.5 * lost_ns;
}

/** Returns: whether the host is late mostly before launches of graphs */
gboolean
_lsc_rule_launches_graphs (const LscJudge *self)
{
  return ends_with_graphs (self, LSC_LOSS_HOST) || ends_with_graphs (self, LSC_LOSS_SMALL_KERNELS);
}

/* Whether half of what a rank loses or more is before the first kernel of its steps, where anything
 * marks them. */
static gboolean
is_before_first (const IdleRule *rule, const LscRankDigest *digest, double lost_ns)
{
  double lead_ns = 0;

  for (gsize i = 0; i < digest->counted.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_counted (digest, i);

      if (step->step != LSC_INT_NULL)
        lead_ns += (double) MAX (step->ns[LSC_BUDGET_PREPARE], 0) / (double) digest->counted.n;
    }
  return rule->lead_text && lead_ns >= 0.5 * lost_ns;
}

/* Whether the queue of launches is as deep as it can be set. */
static gboolean
has_deep_queue (const LscRankDigest *digest)
{
  for (gsize i = 0; i < digest->variables.n; i++)
    {
      const LscDigestVariable *variable = &digest->variables.items[i];

      if (g_strcmp0 (lsc_rank_digest_text (digest, variable->name), "TASK_QUEUE_ENABLE") == 0)
        return g_strcmp0 (lsc_rank_digest_text (digest, variable->value), "2") == 0;
    }
  return FALSE;
}

/* (nullable): the call that takes most. Who pre-empts a thread in some steps is told of these. */
static const char *
find_call (const LscJudge *self, const IdleRule *rule, gsize rank)
{
  const LscRankDigest *digest = self->ranks[rank].digest;
  const char *call = lsc_rank_digest_text (digest, digest->calls[rule->loss]);

  return lsc_sched_find_preemptor (call) && _lsc_rule_find_late_call (self, rank) ? NULL : call;
}

static const char *
choose_remedy (const LscJudge *self, const IdleRule *rule, gsize index, gboolean is_lead)
{
  const LscRankDigest *worst = self->ranks[index].digest;
  gboolean is_gpu = worst->is_gpu;

  if (is_lead)
    return rule->lead_remedy;
  if (is_capture (rule, find_call (self, rule, index)))
    return N_ ("Capture the graphs of all batch sizes before serving or recording.");
  if (rule->loss == LSC_LOSS_HOST && lsc_sched_find_preemptor (find_call (self, rule, index)))
    return _lsc_preempted_remedy;
  if (rule->blind_remedies && !find_call (self, rule, index))
    return rule->blind_remedies[ends_with_graphs (self, rule->loss) ? BLIND_GRAPH
                                : is_gpu                            ? BLIND_GPU
                                                                    : BLIND_NPU];
  if (rule->graph_remedy && ends_with_graphs (self, rule->loss))
    return rule->graph_remedy;
  if (is_gpu && rule->gpu_remedy)
    return rule->gpu_remedy;
  return rule->set_remedy && has_deep_queue (worst) ? rule->set_remedy : rule->remedy;
}

/* Whether "host-bound" would contradict the verdict of the step. */
static gboolean
is_beside (const LscJudge *self, const IdleRule *rule, double gain_ns)
{
  return rule->beside && gain_ns < LSC_FINDING_LEAST_VERDICT * self->step_ns &&
         _lsc_judge_is_compute_bound (self);
}

/* What the last step loses is not known. Of what grows that is no less than the one before. */
static void
fill_last (LscStepTimes *lost)
{
  for (gsize rank = 0; lost->n_steps > 1 && rank < lost->n_ranks; rank++)
    {
      double *last = lsc_step_times_at (lost, rank, lost->n_steps - 1);

      if (isnan (*last))
        *last = *lsc_step_times_at (lost, rank, lost->n_steps - 2);
    }
}

static void
judge_loss (LscJudge *self, const IdleRule *rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n), *named = NULL;
  g_auto (LscStepTimes) lost = { 0 };
  g_auto (LscTimeShape) shape = { 0 };
  g_autoptr (LscPhrase) where = NULL;
  const LscRankDigest *worst;
  const IdleRule *advice;
  gsize index;
  gboolean is_lead, is_aside;
  double gain_ns;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    {
      if (self->ranks[i].digest->is_of_ops)
        return; /* launches are no part of it: what idles is the business of the pipeline */
      lost_ns[i] = rule->loss == LSC_LOSS_HOST ? _lsc_judge_get_host_ns (self, i)
                                               : self->ranks[i].ns[rule->loss];
    }
  if (rule->loss == LSC_LOSS_SYNC && self->has_late_hosts)
    return; /* told as what the host is late */
  index = _lsc_judge_find_worst (lost_ns, self->n);
  worst = self->ranks[index].digest;
  is_lead = is_before_first (rule, worst, lost_ns[index]);
  _lsc_judge_list_losses (self, rule->loss, &lost);
  _lsc_judge_find_shape (self, &lost, &shape);
  if (shape.when == LSC_WHEN_GROWING)
    fill_last (&lost);
  gain_ns = _lsc_judge_gain_of_steps (self, LSC_REPLAY_LOSS, rule->loss, &lost);
  if (!_lsc_judge_is_enough (self, rule->rule, gain_ns))
    return;
  is_aside = is_beside (self, rule, gain_ns);
  named = _lsc_judge_find_named (self, &lost, lost_ns);
  where = say_where (rule, self, named, &shape);
  advice = find_advice (self, rule, worst);
  row = _lsc_judge_add (
      self, (LscFound){
                .rule = rule->rule,
                .lost_ns = lost_ns,
                .named = named,
                .what = LSC_REPLAY_LOSS,
                .kind = rule->loss,
                .gain_ns = gain_ns,
                .is_bound = rule->is_bound || advice->unknown != NULL,
                .likely_part = advice->unknown ? UNEXPLAINED_PART : 0,
                .is_minor = is_minor (self, advice, gain_ns),
                .when = shape.when,
                .numbers = _lsc_judge_list_numbers (self, &shape),
                .text = say (rule, where, find_call (self, rule, index), is_lead, is_aside),
                .title = is_aside && !is_lead          ? rule->beside->title
                         : advice == &unmarked_silence ? N_ ("Idle host")
                                                       : NULL,
                .remedy = lsc_phrase_new_text (choose_remedy (self, advice, index, is_lead)),
                .unknown = advice->unknown ? lsc_phrase_new_text (advice->unknown) : NULL,
            });
  for (gsize i = 0; i < self->n; i++)
    if (named[i] > 0)
      _lsc_finding_show_loss (row, self->ranks[i].digest, rule->loss);
}

/** Idle time of the device, by what it waited for: a rule for each. */
void
_lsc_rule_idle (LscJudge *self, LscRule rule)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].rule == rule)
      judge_loss (self, &rules[i]);
}
