/* lsc-findings-judge.c - what ranks lose, and what of that the step would gain
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-time.h"
#include "model/lsc-kernel-label.h"
#include "model/lsc-rank-name.h"

#define MOST_LISTED 8     /* of more ranks a sentence says how many they are */
#define PART_OF_WORST 0.5 /* a rank counts that loses that much of what the worst loses */

static void
free_place (gpointer item)
{
  LscEvidencePlace *self = item;

  g_free (self->folder);
  g_free (self->name);
  g_free (self->module);
  lsc_phrase_free (self->text);
  g_free (self);
}

static double
known_ns (gint64 ns)
{
  return ns != LSC_INT_NULL ? (double) ns : 0;
}

/* Of ranks of which only tables tell. */
static void
take_overview (LscJudgedRank *self, const LscOverviewRank *overview)
{
  self->step_ns = known_ns (overview->step_ns);
  self->compute_ns = known_ns (overview->ns[LSC_BUDGET_COMPUTE]);
  self->ns[LSC_LOSS_COMM] = known_ns (overview->ns[LSC_BUDGET_COMM]);
}

/** Frees a #LscFinding. */
void
_lsc_finding_free (gpointer item)
{
  LscFinding *self = item;

  g_array_unref (self->ranks);
  g_array_unref (self->steps);
  lsc_phrase_free (self->text);
  lsc_phrase_free (self->brief);
  lsc_phrase_free (self->fact);
  lsc_phrase_free (self->proof);
  lsc_phrase_free (self->rest);
  lsc_phrase_free (self->line);
  lsc_phrase_free (self->subject);
  lsc_phrase_free (self->remedy);
  lsc_phrase_free (self->unknown);
  g_ptr_array_unref (self->places);
  g_clear_pointer (&self->changes, g_array_unref);
  g_free (self);
}

static LscJudgedRank
judge_rank (const LscRankDigest *digest, const LscOverviewRank *overview)
{
  LscJudgedRank self = { .digest = digest,
                         .overview = overview,
                         .stage = overview->has_stage ? overview->stage : LSC_INT_NULL };
  double n = (double) MAX (digest->counted.n, 1);

  for (gsize i = 0; i < digest->counted.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_counted (digest, i);

      self.step_ns += (double) step->step_ns / n;
      self.compute_ns += (double) step->ns[LSC_BUDGET_COMPUTE] / n;
      self.hidden_ns += (double) step->hidden_comm_ns / n;
      self.message_ns += overview->has_waits ? 0 : (double) step->message_ns / n;
      for (guint k = 0; k < LSC_LOSS_N; k++)
        self.ns[k] += (double) step->loss_ns[k] / n;
    }
  self.lead_ns = self.ns[LSC_LOSS_LEAD];
  self.ns[overview->has_stage && overview->stage > 0 ? LSC_LOSS_BUBBLE : LSC_LOSS_HOST] +=
      self.ns[LSC_LOSS_LEAD];
  if (digest->counted.n == 0)
    take_overview (&self, overview);
  self.wait_ns = self.ns[LSC_LOSS_WAIT] + self.ns[LSC_LOSS_BUBBLE];
  /* What communication does that was not recorded may be waiting: comparing ranks tells. */
  if (overview->has_waits)
    self.peer_wait_ns =
        CLAMP ((double) overview->waited_ns - self.wait_ns, 0, self.ns[LSC_LOSS_COMM]);
  self.wait_ns += self.peer_wait_ns;
  self.busy_ns = self.step_ns - self.wait_ns;
  return self;
}

/* What idles while another program has the device is no loss: the host's first, as it launches
 * nothing then. */
static void
forgive_turns (LscJudge *self, const LscOverview *overview, const LscRankDigest *const *digests,
               gsize index)
{
  static const LscLoss losses[] = { LSC_LOSS_HOST,   LSC_LOSS_SILENT,   LSC_LOSS_SYNC,
                                    LSC_LOSS_DEVICE, LSC_LOSS_UNLINKED, LSC_LOSS_TAIL };
  const LscRankDigest *digest = digests[index];
  double other_ns = 0;

  for (gsize i = 0; i < digest->counted.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_counted (digest, i);

      other_ns += (double) lsc_turns_get_other_ns (&overview->turns, digests, index, step->begin_ns,
                                                   step->end_ns) /
                  (double) digest->counted.n;
    }
  for (guint i = 0; i < G_N_ELEMENTS (losses); i++)
    {
      double part_ns = MIN (other_ns, self->ranks[index].ns[losses[i]]);

      self->ranks[index].ns[losses[i]] -= part_ns;
      other_ns -= part_ns;
    }
}

/* How many ranks the job has at least: a member that tasks wait for is one of them. */
static gint64
count_world (const LscRankDigest *digest)
{
  gint64 world = digest->record.world;

  for (gsize i = 0; i < digest->groups.n; i++)
    {
      const LscRankGroup *group = &digest->groups.items[i];

      if (group->awaited_ns > 0 && group->ranks.n == 0)
        world = MAX (world, (gint64) group->awaited_place + 1);
    }
  return world;
}

#define MOST_STEPS 100000 /* that are compared by their numbers */
#define SAME_STEP 0.01    /* of it: so far mean and median are one figure */

/* Gains are of the mean step, which a single long step moves; else all shares are of the step that
 * is told, so that a reader can divide (findings.md#gain). */
static void
choose_step (LscJudge *self, const LscOverview *overview)
{
  double told_ns = overview->step_ns != LSC_INT_NULL ? (double) overview->step_ns : 0;

  self->is_step_mean = fabs (self->step_ns - told_ns) > SAME_STEP * told_ns;
  if (!self->is_step_mean)
    self->step_ns = told_ns;
}

void
_lsc_judge_init (LscJudge *self, const LscOverview *overview, const LscRankDigest *const *digests,
                 const LscVerdicts *verdicts, const LscStragglers *study)
{
  double host_ns = 0;

  *self = (LscJudge){
    .n = overview->ranks->len, .verdicts = verdicts, .study = study, .slow = LSC_JUDGE_NO_RANK
  };
  self->replay = overview->replay;
  self->causes = overview->causes;
  self->late_hosts =
      self->causes && self->causes->late_hosts.n > 0 ? &self->causes->late_hosts : NULL;
  self->uneven = overview->uneven;
  self->is_cut = overview->cut != NULL && overview->last_step - overview->first_step < MOST_STEPS;
  self->first_step = overview->first_step;
  self->last_step = overview->last_step;
  self->ranks = g_new0 (LscJudgedRank, MAX (self->n, 1));
  self->rows = g_ptr_array_new ();
  self->silent = g_ptr_array_new ();
  self->standing = g_array_new (FALSE, FALSE, sizeof (LscStandingVerdict));
  self->recorded = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (gsize i = 0; i < self->n; i++)
    {
      self->ranks[i] = judge_rank (digests[i], lsc_overview_get_rank (overview, i));
      if (self->replay) /* what waits for other members is not lost to the device */
        self->ranks[i].ns[LSC_LOSS_DEVICE] = MAX (
            0, self->ranks[i].ns[LSC_LOSS_DEVICE] - lsc_job_replay_get_given_ns (self->replay, i));
      if (overview->turns.n > 0)
        forgive_turns (self, overview, digests, i);
      self->world = MAX (self->world, count_world (digests[i]));
      g_hash_table_add (self->recorded, (gpointer) &self->ranks[i].digest->rank);
      if (!lsc_budget_lacks_device (digests[i]->lack))
        self->step_ns = MAX (self->step_ns, self->ranks[i].step_ns);
      else
        host_ns = MAX (host_ns, self->ranks[i].step_ns);
    }
  if (self->step_ns <= 0) /* the marks of hosts, where no rank has a device */
    self->step_ns = host_ns;
  choose_step (self, overview);
  _lsc_judge_look_over_steps (self);
  _lsc_judge_frequency (self);
}

void
_lsc_judge_clear (LscJudge *self)
{
  g_array_unref (self->standing);
  g_hash_table_unref (self->recorded);
  _lsc_judged_steps_clear (&self->steps);
  lsc_time_causes_clear (&self->slow_steps);
  lsc_time_causes_clear (&self->late_steps);
  lsc_step_times_clear (&self->longer);
  for (gsize i = 0; i < self->n; i++)
    g_free (self->ranks[i].clock_lost_ns);
  g_free (self->ranks);
}

/** Returns: whether all ranks ran on GPUs, so that switches of NPUs are no advice */
gboolean
_lsc_judge_is_of_gpus (const LscJudge *self)
{
  for (gsize i = 0; i < self->n; i++)
    if (!self->ranks[i].digest->is_gpu)
      return FALSE;
  return self->n > 0;
}

/**
 * _lsc_judge_takes_part:
 *
 * Cost: O(n), for all of thousands of ranks thus much: most lose nothing, and of the others several
 * are compared at once.
 *
 * Returns: whether a rank is named: it loses at least half of what the worst loses
 */
gboolean
_lsc_judge_takes_part (const double *lost_ns, gsize n, gsize rank)
{
  gint64 n_worse = 0;

  if (!(lost_ns[rank] > 0))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    n_worse += PART_OF_WORST * lost_ns[i] > lost_ns[rank];
  return n_worse == 0;
}

/** Returns: index of the rank that loses most, 0 when none does */
gsize
_lsc_judge_find_worst (const double *lost_ns, gsize n)
{
  gsize worst = 0;

  for (gsize i = 1; i < n; i++)
    if (lost_ns[i] > lost_ns[worst])
      worst = i;
  return worst;
}

static GArray *
list_ranks (const LscJudge *self, const double *lost_ns)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gsize i = 0; lost_ns && i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      g_array_append_val (ranks, self->ranks[i].digest->rank);
  return ranks;
}

/* (transfer full): "rank 3", "ranks 0, 2, 5", "12 ranks", "every rank"; names where there are no
 * numbers */
static LscPhrase *
name_list (const GArray *ranks, gsize n_all, gboolean has_all)
{
  LscPhrase *names;

  if (n_all == 1 && ranks->len == 1 && g_array_index (ranks, gint64, 0) < 0)
    return lsc_phrase_new_text (N_ ("the only rank"));
  if (ranks->len == 1)
    return lsc_rank_name_new (g_array_index (ranks, gint64, 0), NULL);
  if (ranks->len == n_all)
    return lsc_phrase_new_text (has_all ? N_ ("every rank") : N_ ("every opened rank"));
  names = ranks->len <= MOST_LISTED ? lsc_rank_names_list ((const gint64 *) ranks->data, ranks->len)
                                    : NULL;
  return names ? names : lsc_phrase_new (N_ ("%u of %zu ranks"), ranks->len, n_all);
}

/** Returns: (transfer full): the ranks that lose by it, inside a sentence */
LscPhrase *
_lsc_judge_name_ranks (const LscJudge *self, const double *lost_ns)
{
  g_autoptr (GArray) ranks = list_ranks (self, lost_ns);

  return name_list (ranks, self->n, self->world <= (gint64) self->n);
}

/** Returns: whether anything marks steps: a recording without marks is one without a number */
gboolean
_lsc_judge_has_steps (const LscJudge *judge)
{
  for (gsize i = 0; i < judge->n; i++)
    for (gsize k = 0; k < judge->ranks[i].digest->steps.n; k++)
      if (lsc_rank_digest_get_step (judge->ranks[i].digest, k)->step != LSC_INT_NULL)
        return TRUE;
  return FALSE;
}

#define LIKELY_PART 0.5 /* of what is at most gained */
#define LEAST_TOLD 5e-5 /* of the step: what is less would be told as 0.00 % */

static double
get_likely_part (const LscFound *found)
{
  if (!found->is_bound)
    return 1;
  return found->likely_part > 0 ? found->likely_part : LIKELY_PART;
}

/**
 * _lsc_finding_bound_gain:
 *
 * Says that what @self gains is the most that it can be, where that shows behind the rules.
 */
void
_lsc_finding_bound_gain (LscFinding *self)
{
  if (self->is_bound || self->is_of_pipeline)
    return;
  self->is_bound = TRUE;
  self->weight *= LIKELY_PART;
  _lsc_finding_say_found (self);
}

/**
 * _lsc_judge_add:
 * @found: its texts are taken
 *
 * Returns: (transfer none): the finding, for its places
 */
LscFinding *
_lsc_judge_add (LscJudge *self, LscFound found)
{
  const LscFindingRule *rule = &lsc_finding_rules[found.rule];
  LscFinding *row = g_new0 (LscFinding, 1);
  gboolean is_untold = FALSE;

  if (found.gain_ns < LEAST_TOLD * self->step_ns) /* of no rank that a step waits for */
    {
      found.gain_ns = (double) NAN;
      is_untold = TRUE;
    }
  if (!found.verdict && !found.is_studied && !isnan (found.gain_ns) &&
      _lsc_judge_guesses_gains (self))
    {
      found.is_bound = TRUE;
      found.certainty = MAX (found.certainty, LSC_FINDING_LIKELY);
    }
  row->id = rule->id;
  row->gain_ns = isnan (found.gain_ns) ? LSC_INT_NULL : (gint64) (found.gain_ns + 0.5);
  row->share =
      isnan (found.gain_ns) || self->step_ns <= 0 ? LSC_REAL_NULL : found.gain_ns / self->step_ns;
  row->severity = row->share < LSC_FINDING_LEAST_SHARE ? LSC_FINDING_MINOR : LSC_FINDING_MAJOR;
  if (isnan (row->share) && (is_untold || found.is_minor || rule->is_minor))
    row->severity = LSC_FINDING_MINOR;
  row->own_certainty = found.is_minor || rule->is_minor ? LSC_FINDING_POSSIBLE
                       : rule->is_guess                 ? MAX (found.certainty, LSC_FINDING_LIKELY)
                                                        : found.certainty;
  row->certainty = is_untold ? LSC_FINDING_POSSIBLE : row->own_certainty;
  row->is_bound = found.is_bound;
  row->is_of_recording = !_lsc_judge_has_steps (self);
  row->weight = row->share * get_likely_part (&found);
  row->ranks = list_ranks (self, found.named ? found.named : found.lost_ns);
  row->when = found.when;
  row->steps = found.numbers ? found.numbers : g_array_new (FALSE, FALSE, sizeof (gint64));
  row->changes = found.verdict || (isnan (found.gain_ns) && !is_untold)
                     ? NULL
                     : _lsc_judge_list_changes (self, &found);
  row->is_of_pipeline = found.verdict != NULL;
  row->is_predicted = found.rule == LSC_RULE_SCHEDULE && row->gain_ns != LSC_INT_NULL;
  row->title = found.title;
  row->subject = found.subject;
  if (found.verdict)
    {
      row->fact = lsc_verdict_say_fact (found.verdict);
      row->text = isnan (row->share) ? lsc_verdict_make_phrase (found.verdict)
                                     : lsc_verdict_make_phrase_of_step (found.verdict, row->share);
    }
  else
    {
      row->fact = found.text;
      row->proof = found.proof;
      row->rest = found.rest;
      _lsc_finding_say_found (row);
    }
  row->remedy = found.remedy;
  row->unknown = found.unknown;
  row->places = g_ptr_array_new_with_free_func (free_place);
  g_ptr_array_add (self->rows, row);
  return row;
}

/** Returns: whether a gain reaches what the rule must cost (findings.md#order) */
gboolean
_lsc_judge_is_enough (const LscJudge *self, LscRule rule, double gain_ns)
{
  return gain_ns >= lsc_finding_rules[rule].least_share * self->step_ns;
}

/** Tells that a rule cannot be judged. @reason: (transfer full) */
void
_lsc_judge_stay_silent (LscJudge *self, LscRule rule, LscPhrase *reason)
{
  LscSilentRule *silent = g_new (LscSilentRule, 1);

  *silent = (LscSilentRule){ lsc_finding_rule_get_speaker (lsc_finding_rules[rule].id), reason };
  g_ptr_array_add (self->silent, silent);
}

/* "300 times in 4 steps, of which this is the longest" */
static LscPhrase *
say_times (const LscFinding *self, const LscRankDigest *digest, gint64 n)
{
  gulong n_steps = (gulong) digest->counted.n;
  g_autoptr (LscPhrase) steps =
      self->is_of_recording ? lsc_phrase_new_text (N_ ("the recording"))
                            : lsc_phrase_new_plural (n_steps, "%lu step", "%lu steps", n_steps);
  const char *where = lsc_phrase_as_argument (steps);

  return lsc_phrase_new_plural ((gulong) n, "%" PRId64 " time in %s",
                                "%" PRId64 " times in %s, of which this is the longest", n, where);
}

/** Adds the longest place of a loss as evidence. */
void
_lsc_finding_show_loss (LscFinding *self, const LscRankDigest *digest, LscLoss loss)
{
  const LscLossPlace *longest = &digest->longest[loss];
  LscEvidencePlace *place;

  if (digest->n_places[loss] == 0)
    return;
  place = g_new0 (LscEvidencePlace, 1);
  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = longest->begin_ns,
    .end_ns = longest->end_ns,
    .slice = longest->cause != LSC_SLICE_NONE ? longest->cause : longest->slice,
    .name = g_strdup (lsc_rank_digest_text (digest, digest->calls[loss])),
    .text = say_times (self, digest, digest->n_places[loss]),
  };
  g_ptr_array_add (self->places, place);
}

static LscPhrase *
say_kernels (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  g_autofree char *mean = lsc_format_duration (kernel->ns / MAX (kernel->n, 1), LSC_TIME_UNIT_AUTO);
  g_autofree char *most = lsc_format_duration (kernel->longest_ns, LSC_TIME_UNIT_AUTO);

  if (digest->is_of_ops)
    return kernel->n == 1
               ? lsc_phrase_new (N_ ("1 op of %s"), mean)
               : lsc_phrase_new (N_ ("%" PRId64 " ops of all shapes take %s on average, the "
                                     "longest %s"),
                                 kernel->n, mean, most);
  return kernel->n == 1 ? lsc_phrase_new (N_ ("1 kernel of %s"), mean)
                        : lsc_phrase_new (N_ ("%" PRId64 " kernels of all shapes take %s on "
                                              "average, the longest %s"),
                                          kernel->n, mean, most);
}

/* @text: (transfer full) */
static void
show_kernel (LscFinding *self, const LscRankDigest *digest, const LscDigestKernel *kernel,
             LscPhrase *text)
{
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = kernel->longest_begin_ns,
    .end_ns = kernel->longest_begin_ns + kernel->longest_ns,
    .slice = kernel->longest,
    .name = g_strdup (lsc_rank_digest_text (digest, kernel->name)),
    .text = text,
  };
  g_ptr_array_add (self->places, place);
}

/** Adds the longest of the kernels of a name as evidence. */
void
_lsc_finding_show_kernel (LscFinding *self, const LscRankDigest *digest,
                          const LscDigestKernel *kernel)
{
  show_kernel (self, digest, kernel, say_kernels (digest, kernel));
}

/** Adds kernels to compare those with that were added before. */
void
_lsc_finding_compare_kernel (LscFinding *self, const LscRankDigest *digest,
                             const LscDigestKernel *kernel)
{
  g_autoptr (LscPhrase) kernels = say_kernels (digest, kernel);

  show_kernel (self, digest, kernel,
               lsc_phrase_new (N_ ("For comparison: %s"), lsc_phrase_as_argument (kernels)));
}

/* Adds up what the rule's kernels lose; returns the one that loses most. */
static const LscDigestKernel *
sum_up (const LscKernelRule *rule, const LscRankDigest *digest, double *sum_ns)
{
  const LscDigestKernel *first = NULL;
  double most_ns = 0;

  for (gsize i = 0; i < digest->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &digest->kernels.items[i];
      double ns =
          rule->lost (digest, kernel) * (double) kernel->ns / (double) MAX (digest->counted.n, 1);

      *sum_ns += ns;
      if (ns > most_ns)
        {
          most_ns = ns;
          first = kernel;
        }
    }
  return first;
}

/** What the kernels of a rule cost. @most: of each rank the one that loses most, or NULL */
typedef struct
{
  double *lost_ns;
  const LscDigestKernel **most;
  gsize worst;
  double gain_ns;
} KernelCost;

/* Returns: whether it is enough for the rule. */
static gboolean
cost_init (KernelCost *self, const LscJudge *judge, const LscKernelRule *rule)
{
  self->lost_ns = g_new0 (double, judge->n);
  self->most = g_new0 (const LscDigestKernel *, MAX (judge->n, 1));
  for (gsize i = 0; i < judge->n; i++)
    self->most[i] = sum_up (rule, judge->ranks[i].digest, &self->lost_ns[i]);
  self->worst = _lsc_judge_find_worst (self->lost_ns, judge->n);
  self->gain_ns = _lsc_judge_gain (judge, self->lost_ns);
  return self->most[self->worst] && _lsc_judge_is_enough (judge, rule->rule, self->gain_ns);
}

static void
cost_clear (KernelCost *self)
{
  g_free (self->lost_ns);
  g_free (self->most);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KernelCost, cost_clear)

/**
 * _lsc_judge_find_kernel:
 * @digest: (out): the rank that has them
 *
 * Returns: (nullable): the kernels that lose most by a rule, %NULL where it finds nothing
 */
const LscDigestKernel *
_lsc_judge_find_kernel (const LscJudge *self, const LscKernelRule *rule,
                        const LscRankDigest **digest)
{
  g_auto (KernelCost) cost = { NULL };

  if (!cost_init (&cost, self, rule))
    return NULL;
  *digest = self->ranks[cost.worst].digest;
  return cost.most[cost.worst];
}

static LscPhrase *
say_kernel (const LscJudge *self, const LscKernelRule *rule, const KernelCost *cost)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, cost->lost_ns);
  const char *name =
      lsc_rank_digest_text (self->ranks[cost->worst].digest, cost->most[cost->worst]->name);
  const char *who = lsc_phrase_as_argument (ranks);
  g_autofree char *label = lsc_kernel_label (name);

  return rule->detail ? lsc_phrase_new (rule->text, who, label ? label : name, rule->detail)
                      : lsc_phrase_new (rule->text, who, label ? label : name);
}

/** Judges a rule about kernels; what they lose is an upper bound. */
void
_lsc_judge_kernels (LscJudge *self, const LscKernelRule *rule)
{
  g_auto (KernelCost) cost = { NULL };
  LscFinding *row;

  if (!cost_init (&cost, self, rule))
    return;
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = rule->rule,
          .lost_ns = cost.lost_ns,
          .gain_ns = rule->has_no_gain ? NAN : cost.gain_ns,
          .is_bound = TRUE,
          .text = say_kernel (self, rule, &cost),
          .remedy = lsc_phrase_new_text (
              rule->gpu_remedy && _lsc_judge_is_of_gpus (self) ? rule->gpu_remedy : rule->remedy),
          .unknown = rule->unknown ? lsc_phrase_new_text (rule->unknown) : NULL,
      });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (cost.lost_ns, self->n, i))
      _lsc_finding_show_kernel (row, self->ranks[i].digest, cost.most[i]);
}
