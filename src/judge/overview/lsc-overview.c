/* lsc-overview.c - ranks beside each other: their steps, who is slow, who waits for whom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/overview/lsc-overview-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-stats.h"

const LscWord lsc_rank_verdict_words[LSC_RANK_N_VERDICTS] = {
  { "unknown", N_ ("not known") },
  { "fine", N_ ("not slow") },
  { "slow", N_ ("slow") },
  { "stage", N_ ("its stage has more work") },
  { "victim", N_ ("late because it waits") },
};

/* ---- a rank over its steps ---- */

/** A rank at work. @waits: by index of its steps */
typedef struct
{
  const LscRankSet *set;
  gsize index;
  const LscRankDigest *digest;
  const LscStepRange *steps;
  const LscWaitSum *waits;
} Source;

/* A figure of each step that counts, as far as it is known. */
typedef gint64 (*FigureFunc) (const LscBudgetStep *step, const LscWaitSum *waits, guint which);

static gint64
get_step_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return step->step_ns;
}

static gint64
get_comm_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return step->comm_ns;
}

static gint64
get_intrinsic_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return lsc_int_subtract (step->comm_ns, waits->hull_ns);
}

static gint64
get_caused_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return waits->caused_ns;
}

static gint64
get_waited_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return waits->waited_ns;
}

static gint64
get_message_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return waits->message_ns;
}

static gint64
get_late_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return waits->late_ns;
}

static gint64
get_work_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return lsc_work_get_ns (which, step);
}

static gsize
list_figures (const Source *source, FigureFunc func, guint which, gint64 *values)
{
  gsize n = 0;

  for (guint i = source->steps->begin; i < source->steps->end; i++)
    {
      gint64 value = func (lsc_rank_digest_get_step (source->digest, i), &source->waits[i], which);

      if (value != LSC_INT_NULL && lsc_rank_set_counts (source->set, source->index, i))
        values[n++] = value;
    }
  return n;
}

static gint64
get_median (const Source *source, FigureFunc func, guint which)
{
  g_autofree gint64 *values = g_new (gint64, source->digest->steps.n + 1);
  gsize n = list_figures (source, func, which, values);

  return n > 0 ? lsc_median_lower_int64 (values, n) : LSC_INT_NULL;
}

static void
set_lengths (LscOverviewRank *self, const Source *source)
{
  g_autofree gint64 *values = g_new (gint64, source->digest->steps.n + 1);
  gsize n = list_figures (source, get_step_ns, 0, values);

  self->step_ns = self->least_ns = self->most_ns = self->mad_ns = LSC_INT_NULL;
  if (n == 0)
    return;
  self->step_ns = lsc_median_lower_int64 (values, n);
  self->least_ns = values[0];
  self->most_ns = values[n - 1];
  for (gsize i = 0; i < n; i++)
    values[i] = ABS (values[i] - self->step_ns);
  self->mad_ns = (gint64) (1.4826 * (double) lsc_median_mean_int64 (values, n) + 0.5);
}

/* The categories of one step, so that they add up to its length. */
static void
set_categories (LscOverviewRank *self, const Source *source)
{
  guint median = source->steps->begin;

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    self->ns[i] = LSC_INT_NULL;
  if (source->steps->begin == source->steps->end)
    return;
  while (median + 1 < source->steps->end &&
         (lsc_rank_digest_get_step (source->digest, median)->step_ns != self->step_ns ||
          !lsc_rank_set_counts (source->set, source->index, median)))
    median++;
  self->median_step = median - source->steps->begin;
  memcpy (self->ns, lsc_rank_digest_get_step (source->digest, median)->ns, sizeof self->ns);
}

static gint64
get_host_step_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return step->host_step_ns;
}

static gint64
get_lead_ns (const LscBudgetStep *step, const LscWaitSum *waits, guint which)
{
  return step->lead_begin_ns;
}

static void
set_host (LscOverviewRank *self, const Source *source)
{
  const LscRankDigest *digest = source->digest;

  self->steps_rule = digest->steps_rule;
  self->main_class = digest->main_class;
  for (gsize i = 0; i < digest->classes.n; i++)
    lsc_step_classes_append (&self->classes, digest->classes.items[i]);
  self->steps_mark = g_strdup (lsc_rank_digest_text (digest, digest->steps_mark));
  self->host_step_ns = get_median (source, get_host_step_ns, 0);
  self->lead_ns = get_median (source, get_lead_ns, 0);
  self->before_ns = digest->before_ns;
  self->first_step = digest->steps.n > 0 ? digest->steps.items[0].step : LSC_INT_NULL;
}

static void
set_waits (LscOverviewRank *self, const Source *source)
{
  self->caused_wait_ns = self->waited_ns = self->late_ns = LSC_INT_NULL;
  self->message_wait_ns = self->intrinsic_ns = LSC_INT_NULL;
  self->comm_ns = get_median (source, get_comm_ns, 0);
  for (guint work = 0; work < LSC_WORK_N; work++)
    self->work_ns[work] = get_median (source, get_work_ns, work);
  if (!self->has_waits)
    return;
  self->caused_wait_ns = get_median (source, get_caused_ns, 0);
  self->waited_ns = get_median (source, get_waited_ns, 0);
  self->message_wait_ns = get_median (source, get_message_ns, 0);
  self->late_ns = get_median (source, get_late_ns, 0);
  self->intrinsic_ns = get_median (source, get_intrinsic_ns, 0);
}

static void
add_rank (LscOverview *self, const LscRankSet *set, gsize index)
{
  const LscRankDigest *digest = set->digests[index];
  const Source source = { set, index, digest, &set->steps[index], self->waits->sums[index] };
  LscOverviewRank rank = { .rank = digest->rank, .place = set->places[index] };

  rank.n_steps = source.steps->end - source.steps->begin;
  rank.n_counted = set->steps[index].n_typical;
  rank.label = lsc_rank_digest_get_title (digest);
  rank.host = g_strdup (lsc_rank_digest_text (digest, digest->host));
  rank.stage = rank.place.at[LSC_DIM_PP];
  rank.has_stage = rank.stage >= 0;
  rank.cause = LSC_RANK_UNKNOWN;
  rank.excess.slice = rank.excess.module_slice = LSC_SLICE_NONE;
  rank.has_waits = self->waits->has_waits[index];
  rank.wrong_ns = self->waits->wrong_ns[index] / (gint64) MAX (set->steps[index].n_typical, 1);
  rank.not_known = lsc_rank_digest_reason_phrase (digest);
  set_lengths (&rank, &source);
  set_categories (&rank, &source);
  set_host (&rank, &source);
  set_waits (&rank, &source);
  g_array_append_val (self->ranks, rank);
}

static void
add_steps (LscOverview *self, const LscRankSet *set, gsize index)
{
  const LscStepRange *steps = &set->steps[index];

  for (guint i = steps->begin; i < steps->end; i++)
    {
      LscOverviewStep step = { .index = index,
                               .is_counted = lsc_rank_set_counts (set, index, i),
                               .sums = *lsc_rank_digest_get_step (set->digests[index], i),
                               .waits = self->waits->sums[index][i] };

      lsc_overview_step_list_append (&self->steps, step);
    }
}

/* ---- all ranks ---- */

static void
add_spread (LscOverview *self, LscBudgetCategory category)
{
  g_autofree gint64 *values = g_new (gint64, self->ranks->len + 1);
  LscOverviewSpread spread = { .category = category };
  gsize n = 0;

  for (guint i = 0; i < self->ranks->len; i++)
    {
      gint64 ns = _lsc_overview_rank (self, i)->ns[category];

      if (ns == LSC_INT_NULL)
        continue;
      if (n == 0 || ns < spread.least_ns)
        spread.least = i;
      if (n == 0 || ns > spread.most_ns)
        spread.most = i;
      spread.least_ns = n == 0 ? ns : MIN (ns, spread.least_ns);
      spread.most_ns = n == 0 ? ns : MAX (ns, spread.most_ns);
      values[n++] = ns;
    }
  spread.median_ns = lsc_median_lower_int64 (values, n);
  if (n > 1 && spread.most_ns > 0)
    g_array_append_val (self->spreads, spread);
}

/* Ranks wait for each other: a step is over when the last of them is done. The marks of a host
 * alone tell that only where no rank has a device. */
static void
set_step_ns (LscOverview *self)
{
  gint64 host_ns = LSC_INT_NULL;

  self->step_ns = LSC_INT_NULL;
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = _lsc_overview_rank (self, i);
      gint64 *most_ns = rank->ns[LSC_BUDGET_COMPUTE] == LSC_INT_NULL ? &host_ns : &self->step_ns;

      if (rank->step_ns != LSC_INT_NULL && (*most_ns == LSC_INT_NULL || rank->step_ns > *most_ns))
        *most_ns = rank->step_ns;
    }
  if (self->step_ns == LSC_INT_NULL)
    self->step_ns = host_ns;
}

static void
clear_rank (gpointer data)
{
  LscOverviewRank *rank = data;

  g_free (rank->label);
  g_free (rank->host);
  g_free (rank->group);
  g_free (rank->steps_mark);
  lsc_step_classes_clear (&rank->classes);
  g_free (rank->excess.kernel);
  g_free (rank->excess.module);
  lsc_phrase_free (rank->reason);
  lsc_phrase_free (rank->not_known);
}

/* A GPU trace has members and rank of its own, if torch.distributed was there in time. */
static const char *
find_gpu_groups (const LscRankDigest *const *digests, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (digests[i]->rank < 0)
      return N_ ("not known, because the traces tell neither their ranks nor the members of "
                 "their groups (distributedInfo); initialise torch.distributed before the profiler "
                 "starts, and put the rank into the name of each file or folder");
  return N_ ("not known, because the traces do not tell the members of their groups "
             "(distributedInfo); initialise torch.distributed before the profiler starts");
}

/* Why it is not known who waits for whom; the reason that holds for most of it. */
static LscPhrase *
find_no_waits (const LscOverview *self, const LscRankDigest *const *digests, gsize n)
{
  gsize n_states[LSC_GROUP_N_STATES] = { 0 };
  gboolean is_gpu = n > 0 && digests[0]->is_gpu;

  for (gsize i = 0; i < n; i++)
    if (self->waits->has_waits[i])
      return NULL;
  if (n > 0 && digests[0]->is_of_ops)
    return lsc_phrase_new_text (N_ ("not known, because transfers are recorded without waits"));
  if (n == 1)
    return lsc_phrase_new_text (
        N_ ("not known, because only one rank is there; open the folder of all ranks"));
  for (guint i = 0; i < self->waits->groups->len; i++)
    n_states[g_array_index (self->waits->groups, LscWaitGroup, i).state]++;
  if (n_states[LSC_GROUP_MISSING] > 0)
    return lsc_phrase_new_text (N_ ("not known, because no group of ranks is complete; collect "
                                    "and open all ranks of a group"));
  if (n_states[LSC_GROUP_UNKNOWN] > 0)
    return lsc_phrase_new_text (
        is_gpu ? find_gpu_groups (digests, n)
               : N_ ("not known, because the members of the groups are not recorded; keep "
                     "profiler_metadata.json with the result, or record parallel_group_info"));
  if (n_states[LSC_GROUP_UNMATCHED] > 0)
    return lsc_phrase_new_text (N_ ("not known, because the ranks exchange messages in a group "
                                    "of more than two, and the partners are not recorded"));
  return lsc_phrase_new_text (
      is_gpu ? N_ ("not known, because the ranks have no collective in common; record all of "
                   "them in the same steps")
             : N_ ("not known, because the ranks have no collective in common; collect with "
                   "communication, profiler_level Level0 or higher"));
}

/* Of the collectives of a group: so many are left over where one rank recorded more than another.
 */
#define LEAST_LEFT 0.01

/* Without steps all of a recording is compared: not where one holds iterations more. */
static LscPhrase *
find_uneven (const LscOverview *self)
{
  for (guint i = 0; i < self->steps.n; i++)
    if (self->steps.items[i].sums.step != LSC_INT_NULL)
      return NULL;
  for (guint i = 0; i < self->waits->groups->len; i++)
    {
      const LscWaitGroup *group = &g_array_index (self->waits->groups, LscWaitGroup, i);

      if (group->state == LSC_GROUP_UNEVEN && group->n_ops > 0 &&
          (double) group->n_left > LEAST_LEFT * (double) group->n_ops)
        return lsc_phrase_new_text (
            N_ ("not known, because the recordings hold different iterations, and have no "
                "steps to compare them by; mark steps, or record all ranks at the same time"));
    }
  return NULL;
}

static void
find_causes (LscOverview *self, const LscRankSet *set)
{
  g_autofree gint64 *stages = g_new (gint64, set->n + 1);

  for (gsize i = 0; i < set->n; i++)
    stages[i] = set->places[i].at[LSC_DIM_PP];
  if (!self->uneven)
    self->causes = lsc_rank_causes_new (set, stages, self->replay);
}

static LscOverview *
overview_new (void)
{
  LscOverview *self = g_new0 (LscOverview, 1);

  g_atomic_ref_count_init (&self->refs);
  self->ranks = g_array_new (FALSE, FALSE, sizeof (LscOverviewRank));
  g_array_set_clear_func (self->ranks, clear_rank);
  self->spreads = g_array_new (FALSE, FALSE, sizeof (LscOverviewSpread));
  self->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  return self;
}

/** What is made of the operators that are the same on several ranks. */
typedef struct
{
  LscOverview *overview;
  const LscRankSet *set;
  LscMatch match;
  LscJob *job;
  GError *errors[2];
} OpsReading;

/* Waits and replay do not know each other. */
static void
read_part (gsize index, gpointer user_data)
{
  OpsReading *self = user_data;

  if (index == 0)
    self->overview->replay =
        lsc_job_replay_new (self->set, &self->match, self->job, &self->errors[index]);
  else
    self->overview->waits =
        lsc_rank_waits_new (self->set, &self->match, self->job, &self->errors[index]);
}

/* Returns: %FALSE with %LSC_ERROR_CANCELLED */
static gboolean
read_ops (LscOverview *self, const LscRankSet *set, LscJob *job, GError **error)
{
  OpsReading reading = { .overview = self, .set = set, .job = job };
  gboolean is_done = lsc_match_ranks (&reading.match, set, job, error);

  if (is_done)
    lsc_job_run_parallel (lsc_job_get_n_threads (job), 2, read_part, &reading);
  lsc_match_clear (&reading.match);
  if (!is_done || (!reading.errors[0] && !reading.errors[1]))
    return is_done;
  if (reading.errors[0] && reading.errors[1])
    g_clear_error (&reading.errors[1]);
  g_propagate_error (error, reading.errors[0] ? reading.errors[0] : reading.errors[1]);
  return FALSE;
}

/**
 * lsc_overview_new:
 * @digests: (array length=n): of the ranks, in their order
 * @options: (nullable): %NULL = the defaults
 *
 * Formulas: overview.md.
 *
 * Cost: O(n log n) of the collectives of all ranks. Thread: any.
 *
 * Returns: (transfer full): the overview; %NULL with %LSC_ERROR_CANCELLED, or with %LSC_ERROR_USAGE
 *   if a rank has no place in the layout that the user gives
 */
LscOverview *
lsc_overview_new (const LscRankDigest *const *digests, gsize n, const LscOverviewOptions *options,
                  LscJob *job, GError **error)
{
  g_autoptr (LscRankSet) set = NULL;
  g_autoptr (LscOverview) self = NULL;

  g_return_val_if_fail (digests || n == 0, NULL);
  set = lsc_rank_set_new (digests, n, options, error);
  if (!set)
    return NULL;
  self = overview_new ();
  if (!read_ops (self, set, job, error))
    return NULL;
  for (gsize i = 0; i < n; i++)
    {
      add_rank (self, set, i);
      add_steps (self, set, i);
    }
  self->cut = _lsc_overview_say_cut (set);
  self->first_step = set->first_step;
  self->last_step = set->last_step;
  self->uneven = find_uneven (self);
  lsc_turns_find (&self->turns, digests, n);
  self->doubt = set->doubt ? lsc_phrase_copy (set->doubt) : NULL;
  set_step_ns (self);
  self->awaited = _lsc_overview_say_awaited (self, set);
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    add_spread (self, i);
  self->is_of_ops = n > 0 && digests[0]->is_of_ops;
  self->no_waits = find_no_waits (self, digests, n);
  if (!lsc_job_check (job, error))
    return NULL;
  find_causes (self, set);
  _lsc_overview_judge (self, set);
  _lsc_overview_say (self);
  return g_steal_pointer (&self);
}

LscOverview *
lsc_overview_ref (LscOverview *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_overview_unref:
 * @self: (transfer full) (nullable):
 */
void
lsc_overview_unref (LscOverview *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->ranks);
  lsc_overview_step_list_clear (&self->steps);
  g_array_unref (self->spreads);
  g_ptr_array_unref (self->lines);
  lsc_phrase_free (self->brief);
  lsc_rank_waits_free (self->waits);
  lsc_job_replay_unref (self->replay);
  lsc_rank_causes_free (self->causes);
  lsc_phrase_free (self->cut);
  lsc_phrase_free (self->uneven);
  lsc_turns_clear (&self->turns);
  g_clear_pointer (&self->awaited, g_ptr_array_unref);
  lsc_phrase_free (self->doubt);
  lsc_phrase_free (self->no_waits);
  g_free (self);
}
