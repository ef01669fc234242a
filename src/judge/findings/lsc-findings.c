/* lsc-findings.c - what makes the steps longer, in sentences, by what could be avoided
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-findings.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "judge/findings/lsc-findings-private.h"
#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"

/* findings.md#order. */

static void
free_silent (gpointer item)
{
  LscSilentRule *self = item;

  lsc_phrase_free (self->reason);
  g_free (self);
}

/* Those that stand out first; those without a share after those with one; by weight; by id, to be
 * steady. */
static int
compare_findings (const LscFinding *x, const LscFinding *y)
{
  gboolean has_x = !isnan (x->share), has_y = !isnan (y->share);

  if (lsc_finding_get_group (x) != lsc_finding_get_group (y))
    return lsc_finding_get_group (x) < lsc_finding_get_group (y) ? -1 : 1;
  if (has_x != has_y)
    return has_x ? -1 : 1;
  if (has_x && x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return g_strcmp0 (x->id, y->id);
}

/* Effects behind their cause. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const LscFinding *x = *(LscFinding *const *) a, *y = *(LscFinding *const *) b;
  const LscFinding *first = x->cause ? x->cause : x, *second = y->cause ? y->cause : y;
  int order = first != second ? compare_findings (first, second) : 0;

  if (first != second)
    return order != 0 ? order : LSC_ORDER (first->place, second->place);
  if (x == first || y == first)
    return x == y ? 0 : x == first ? -1 : 1;
  order = compare_findings (x, y);
  return order != 0 ? order : LSC_ORDER (x->place, y->place);
}

/* In the order of rules, so that equal ones stay in it. */
static void
sort_rows (LscJudge *judge)
{
  for (guint i = 0; i < judge->rows->len; i++)
    ((LscFinding *) judge->rows->pdata[i])->place = i;
  g_ptr_array_sort (judge->rows, compare_rows);
  _lsc_findings_find_causes (judge);
  _lsc_findings_doubt_gains (judge);
  _lsc_findings_find_hidden (judge);
  g_ptr_array_sort (judge->rows, compare_rows);
}

/* Which rank it is, a recording of one alone may not tell. */
static void
say_unknown_rank (LscFinding *finding)
{
  g_autoptr (GPtrArray) phrases = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  if (finding->ranks->len == 0 || g_array_index (finding->ranks, gint64, 0) >= 0)
    return;
  if (finding->unknown)
    g_ptr_array_add (phrases, finding->unknown);
  g_ptr_array_add (phrases, lsc_phrase_new_text (N_ ("The recording has no rank number.")));
  finding->unknown = lsc_phrase_new_joined (" ", phrases);
}

/* (nullable): what the only rank without a number was read from */
static const char *
find_folder (const LscOverview *overview)
{
  const char *folder = NULL;

  for (guint i = 0; i < overview->ranks->len; i++)
    if (lsc_overview_get_rank (overview, i)->rank < 0)
      {
        if (folder)
          return NULL;
        folder = lsc_overview_get_rank (overview, i)->label;
      }
  return folder;
}

static void
name_folders (const LscFinding *finding, const char *folder)
{
  for (guint i = 0; i < finding->places->len; i++)
    {
      LscEvidencePlace *place = finding->places->pdata[i];

      if (place->rank < 0)
        place->folder = g_strdup (folder);
    }
}

static guint
find_blame (const LscFindings *self, gsize n_ranks)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (self, i);

      if (lsc_finding_stands_out (finding) && finding->ranks->len > 0 &&
          finding->ranks->len < n_ranks)
        return i;
    }
  return LSC_FINDINGS_NO_BLAME;
}

/* ---- all rules ---- */

/* Verdicts alone tell these: _lsc_rule_verdicts() adds them. */
static void
leave_to_verdicts (LscJudge *self, LscRule rule)
{
}

/* Nothing that is recorded tells of these. */
static void
leave_unknown (LscJudge *self, LscRule rule)
{
}

/* A function for each rule: one without would never be judged, and nobody would know. */
static void (*const functions[LSC_N_RULES]) (LscJudge *self, LscRule rule) = {
  [LSC_RULE_FREQUENCY_DROP] = _lsc_rule_frequency_drop,
  [LSC_RULE_SLOW_RANK] = _lsc_rule_slow_rank,
  [LSC_RULE_DIFFERENCE] = _lsc_rule_difference,
  [LSC_RULE_STAGE_IMBALANCE] = _lsc_rule_stage_imbalance,
  [LSC_RULE_UNEVEN_WORK] = _lsc_rule_uneven_work,
  [LSC_RULE_SYNC_CALLS] = _lsc_rule_idle,
  [LSC_RULE_COMPILE] = _lsc_rule_idle,
  [LSC_RULE_COLLECTOR] = _lsc_rule_idle,
  [LSC_RULE_SILENCE] = _lsc_rule_idle,
  [LSC_RULE_DATA_LOADER] = _lsc_rule_idle,
  [LSC_RULE_ALLOCATOR] = _lsc_rule_idle,
  [LSC_RULE_PROFILER] = _lsc_rule_idle,
  [LSC_RULE_SMALL_KERNELS] = _lsc_rule_idle,
  [LSC_RULE_CHECKPOINT] = _lsc_rule_late_steps,
  [LSC_RULE_SLOW_HOST] = _lsc_rule_slow_host,
  [LSC_RULE_HOST_BOUND] = _lsc_rule_idle,
  [LSC_RULE_FREE_DEVICE] = _lsc_rule_idle,
  [LSC_RULE_FREE_UNLINKED] = _lsc_rule_idle,
  [LSC_RULE_TAIL] = _lsc_rule_idle,
  [LSC_RULE_COPIES] = _lsc_rule_idle,
  [LSC_RULE_SLOW_HOST_LINK] = _lsc_rule_slow_hosts,
  [LSC_RULE_SLOW_SWITCH] = _lsc_rule_slow_hosts,
  [LSC_RULE_SLOW_LINK] = _lsc_rule_slow_link,
  [LSC_RULE_SLOW_GROUP] = _lsc_rule_slow_group,
  [LSC_RULE_SMALL_SDMA] = _lsc_rule_packets,
  [LSC_RULE_SMALL_RDMA] = _lsc_rule_packets,
  [LSC_RULE_ODD_SIZES] = _lsc_rule_packets,
  [LSC_RULE_CONTENTION] = _lsc_rule_packets,
  [LSC_RULE_SENT_AGAIN] = _lsc_rule_packets,
  [LSC_RULE_SLOW_PACKETS] = _lsc_rule_packets,
  [LSC_RULE_COMMUNICATION_WAIT] = _lsc_rule_communication_wait,
  [LSC_RULE_UNCOVERED_COMMUNICATION] = _lsc_rule_uncovered_communication,
  [LSC_RULE_AI_CPU] = _lsc_rule_ai_cpu,
  [LSC_RULE_AI_CPU_REASON] = _lsc_rule_ai_cpu_reason,
  [LSC_RULE_CONVERSION] = _lsc_rule_kernels,
  [LSC_RULE_FLOAT32_MATRIX] = _lsc_rule_kernels,
  [LSC_RULE_UNFUSED_OPTIMIZER] = _lsc_rule_kernels,
  [LSC_RULE_SYNC_BATCH_NORM] = _lsc_rule_kernels,
  [LSC_RULE_REPEATED_SEQUENCE] = _lsc_rule_sequences,
  [LSC_RULE_KNOWN_SEQUENCE] = _lsc_rule_sequences,
  [LSC_RULE_UNFUSED_KERNELS] = _lsc_rule_unfused_kernels,
  [LSC_RULE_ODD_SHAPES] = _lsc_rule_counters,
  [LSC_RULE_MATRIX_LOADS] = _lsc_rule_counters,
  [LSC_RULE_ATTENTION_LOADS] = _lsc_rule_counters,
  [LSC_RULE_ATTENTION_GRAD_LOADS] = _lsc_rule_counters,
  [LSC_RULE_VECTOR_MOVES] = _lsc_rule_counters,
  [LSC_RULE_IDLE_CORES] = _lsc_rule_counters,
  [LSC_RULE_IDLE_PIPES] = _lsc_rule_counters,
  [LSC_RULE_MEMORY_GROWTH] = _lsc_rule_memory_growth,
  [LSC_RULE_MEMORY_FRAGMENTATION] = _lsc_rule_memory_fragmentation,
  [LSC_RULE_MEMORY_OUTSIDE] = _lsc_rule_memory_outside,
  [LSC_RULE_MEMORY_LATE_RELEASE] = _lsc_rule_memory_late_release,
  [LSC_RULE_MEMORY_SPIKE] = _lsc_rule_memory_spike,
  [LSC_RULE_MEMORY_LIMIT] = leave_unknown,
  [LSC_RULE_LOG_LEVEL] = _lsc_rule_variables,
  [LSC_RULE_NETWORK_CLASS] = _lsc_rule_variables,
  [LSC_RULE_OPERATOR_CACHE] = _lsc_rule_variables,
  [LSC_RULE_SHAPE_CACHE] = _lsc_rule_variables,
  [LSC_RULE_RIGID_POOL] = _lsc_rule_variables,
  [LSC_RULE_LAUNCH_BLOCKING] = _lsc_rule_variables,
  [LSC_RULE_COLLECTIVE_ALGORITHM] = _lsc_rule_variables,
  [LSC_RULE_HOST_OR_LINK] = leave_to_verdicts,
  [LSC_RULE_SLOW_COLLECTIVE] = leave_to_verdicts,
  [LSC_RULE_LONG_MICRO_BATCH] = leave_to_verdicts,
  [LSC_RULE_PAUSE] = _lsc_rule_slow_steps,
  [LSC_RULE_SCHEDULE] = _lsc_rule_verdicts,
  [LSC_RULE_DYNAMIC_KERNELS] = _lsc_rule_dynamic_kernels,
};

/* Several rules may want the same, and say it once. */
static gboolean
is_said (const LscJudge *judge, const char *speaker)
{
  for (guint i = 0; i < judge->silent->len; i++)
    if (g_str_equal (((LscSilentRule *) judge->silent->pdata[i])->id, speaker))
      return TRUE;
  return FALSE;
}

static void
tell_lack (LscJudge *judge, LscRule rule)
{
  const LscFindingRule *about = &lsc_finding_rules[rule];

  if (!is_said (judge, lsc_finding_rule_get_speaker (about->id)))
    {
      LscPhrase *reason = _lsc_judge_find_lack (judge, about->need);

      if (reason)
        _lsc_judge_stay_silent (judge, rule, reason);
    }
}

/* What a rule lacks on all ranks it finds on none; what it lacks on some, on the others. */
static void
judge_all (LscJudge *judge)
{
  for (LscRule rule = 0; rule < LSC_N_RULES; rule++)
    {
      tell_lack (judge, rule);
      g_assert (functions[rule]);
      functions[rule](judge, rule);
    }
}

/**
 * lsc_findings_new:
 * @overview: of the ranks that were read
 * @digests: (array): of each of them, in the same order
 * @verdicts: (nullable): of their pipelines
 * @study: (nullable): of the job
 *
 * Thread: any. Cost: O(ranks^2) for each step.
 *
 * Returns: (transfer full): what the rules find, by findings.md#order
 */
LscFindings *
lsc_findings_new (const LscOverview *overview, const LscRankDigest *const *digests,
                  const LscVerdicts *verdicts, const LscStragglers *study)
{
  LscFindings *self;
  LscJudge judge;
  double sum_ns;

  g_return_val_if_fail (overview && (digests || overview->ranks->len == 0), NULL);
  self = g_new0 (LscFindings, 1);
  g_atomic_ref_count_init (&self->refs);
  _lsc_judge_init (&judge, overview, digests, verdicts, study);
  if (judge.step_ns > 0)
    judge_all (&judge);
  sort_rows (&judge);
  self->rows = judge.rows;
  self->silent = judge.silent;
  g_ptr_array_set_free_func (self->rows, _lsc_finding_free);
  g_ptr_array_set_free_func (self->silent, free_silent);
  for (guint i = 0; i < self->rows->len; i++)
    {
      say_unknown_rank (self->rows->pdata[i]);
      name_folders (self->rows->pdata[i], find_folder (overview));
      ((LscFinding *) self->rows->pdata[i])->line =
          _lsc_finding_say_line (&judge, self->rows->pdata[i]);
    }
  self->computing = _lsc_findings_list_computing (&judge, &self->computing_rest);
  self->headline = _lsc_findings_say_headline (self, &judge, overview, FALSE);
  self->parts = _lsc_findings_say_headline (self, &judge, overview, TRUE);
  self->is_device = _lsc_findings_answers_device (self, &judge);
  self->answer = _lsc_findings_say_answer (self, &judge, overview);
  self->detail = _lsc_findings_say_detail (self, &judge);
  self->rest = _lsc_findings_say_rest (self, &judge, overview);
  self->caption = _lsc_findings_say_caption (&judge);
  self->basis = lsc_overview_say_basis (overview);
  self->blame = find_blame (self, overview->ranks->len);
  self->total_gain_ns = (gint64) (_lsc_findings_sum_gains (&judge, &sum_ns) + 0.5);
  self->verdicts = _lsc_findings_decide_verdicts (&judge);
  self->prediction = self->verdicts ? lsc_verdicts_say_prediction (self->verdicts) : NULL;
  self->total = _lsc_findings_say_total (self, &judge, sum_ns);
  self->larger_row = _lsc_findings_find_larger (self);
  self->larger = _lsc_findings_say_larger (self, &judge);
  self->larger_brief = _lsc_findings_say_larger_briefly (self, &judge);
  _lsc_judge_clear (&judge);
  return self;
}

LscFindings *
lsc_findings_ref (LscFindings *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_findings_unref:
 * @self: (transfer full) (nullable):
 */
void
lsc_findings_unref (LscFindings *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->silent);
  g_array_unref (self->computing);
  g_clear_pointer (&self->verdicts, lsc_verdicts_unref);
  lsc_phrase_free (self->headline);
  lsc_phrase_free (self->parts);
  lsc_phrase_free (self->answer);
  lsc_phrase_free (self->detail);
  lsc_phrase_free (self->rest);
  lsc_phrase_free (self->caption);
  lsc_phrase_free (self->basis);
  lsc_phrase_free (self->total);
  lsc_phrase_free (self->prediction);
  lsc_phrase_free (self->larger);
  lsc_phrase_free (self->larger_brief);
  g_free (self);
}

/* (nullable): where the device is the limit, what may make it faster: it does not stand out, but
 * nothing else of the page says what to do. */
static const LscFinding *
find_possible (const LscFindings *self)
{
  for (guint i = 0; self->is_device && i < self->rows->len; i++)
    {
      const LscFinding *row = lsc_findings_get (self, i);

      if (!row->cause && lsc_finding_get_group (row) == LSC_FINDINGS_POSSIBLE)
        return row;
    }
  return NULL;
}

/**
 * lsc_findings_count_told:
 *
 * Returns: how many an overview tells: those that stand out; behind them the first possible one,
 *   where computing is nearly all
 */
guint
lsc_findings_count_told (const LscFindings *self)
{
  g_return_val_if_fail (self, 0);
  return lsc_findings_count_outstanding (self) + (find_possible (self) != NULL);
}

/** Returns: (transfer none) (nullable): the @n th of those that an overview tells, from 0 on */
const LscFinding *
lsc_findings_get_told (const LscFindings *self, guint n)
{
  guint n_outstanding;

  g_return_val_if_fail (self, NULL);
  n_outstanding = lsc_findings_count_outstanding (self);
  if (n < n_outstanding)
    return lsc_findings_get_outstanding (self, n);
  return n == n_outstanding ? find_possible (self) : NULL;
}

/**
 * lsc_findings_get_told_of:
 * @rank: below 0 = the only one
 *
 * Returns: (transfer none) (nullable): the largest of those that an overview tells in which the
 *   rank has a part; %NULL where it has none
 */
const LscFinding *
lsc_findings_get_told_of (const LscFindings *self, gint64 rank)
{
  const LscFinding *finding;

  g_return_val_if_fail (self, NULL);
  for (guint n = 0; (finding = lsc_findings_get_told (self, n)) != NULL; n++)
    {
      if (rank < 0)
        return finding;
      for (guint i = 0; i < finding->ranks->len; i++)
        if (g_array_index (finding->ranks, gint64, i) == rank)
          return finding;
    }
  return NULL;
}

/**
 * lsc_findings_get_predicted:
 *
 * Returns: (transfer none) (nullable): the finding of the schedule, where another one is predicted
 *   to gain more than all that was found
 */
const LscFinding *
lsc_findings_get_predicted (const LscFindings *self)
{
  g_return_val_if_fail (self, NULL);
  for (guint i = 0; self->prediction && i < self->rows->len; i++)
    if (lsc_findings_get (self, i)->is_predicted)
      return lsc_findings_get (self, i);
  return NULL;
}

/* ---- the table ---- */

static const LscWord severities[LSC_FINDING_N_SEVERITIES] = {
  [LSC_FINDING_MAJOR] = { "major", N_ ("Major") },
  [LSC_FINDING_MINOR] = { "minor", N_ ("Minor") },
};

#define PREDICTED LSC_FINDING_N_CERTAINTIES /* whatever the model of it is worth */

static const LscWord certainties[LSC_FINDING_N_CERTAINTIES + 1] = {
  [LSC_FINDING_SURE] = { "sure", N_ ("Sure") },
  [LSC_FINDING_LIKELY] = { "likely", N_ ("Likely") },
  [LSC_FINDING_POSSIBLE] = { "possible", N_ ("Possible") },
  [PREDICTED] = { "predicted", N_ ("Predicted") },
};

typedef struct
{
  const char *id;
  int severity;
  int certainty;
  double share;
  gint64 gain_ns;
  gint64 is_bound;
  const char *ranks;
  int when;
  const char *steps;
  const LscPhrase *text;
  const LscPhrase *remedy;
  const LscPhrase *unknown;
  const char *cause;
  gint64 rank;
  gint64 start_ns;
  gint64 dur_ns;
  const char *name;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, text, "text", N_ ("Finding"), LSC_UNIT_NONE, "findings.md#rules",
              N_ ("The cause that makes steps longer, in a sentence.")),
  LSC_CODES (Row, severity, "severity", N_ ("Severity"), severities, "findings.md#order",
             /* xgettext:no-c-format */
             N_ ("Minor below 2 % of the step.")),
  LSC_CODES (Row, certainty, "certainty", N_ ("Certainty"), certainties, "findings.md#certainty",
             N_ ("How often a finding of this kind is true; or that its gain is predicted, not "
                 "measured.")),
  LSC_COLUMN (Row, share, "share",
              /* xgettext:no-c-format */
              N_ ("% Step"), LSC_UNIT_SHARE, "findings.md#gain",
              N_ ("The part of the step (100 %) that could be saved; shares of different findings "
                  "must not be added.")),
  LSC_COLUMN (Row, gain_ns, "gain_ns", N_ ("Gain"), LSC_UNIT_NS, "findings.md#gain",
              N_ ("Time per step that fixing it would save, mean of the steps.")),
  LSC_COLUMN (Row, is_bound, "is_bound", N_ ("Upper bound"), LSC_UNIT_FLAG, "findings.md#gain",
              N_ ("Whether the gain is the most that fixing it can save: up to that.")),
  LSC_COLUMN (Row, ranks, "ranks", N_ ("Ranks"), LSC_UNIT_NONE, "findings.md#gain",
              N_ ("Ranks that lose at least half of what the worst rank loses.")),
  LSC_CODES (Row, when, "when", N_ ("When"), lsc_when_words, "findings.md#when",
             N_ ("Whether it affects all steps, some of them, or one.")),
  LSC_COLUMN (Row, steps, "steps", N_ ("Steps"), LSC_UNIT_NONE, "findings.md#when",
              N_ ("Affected steps, where not all are.")),
  LSC_COLUMN (Row, remedy, "remedy", N_ ("Remedy"), LSC_UNIT_NONE, "findings.md#rules",
              N_ ("What to try.")),
  LSC_COLUMN (Row, unknown, "unknown", N_ ("Not known"), LSC_UNIT_NONE, "findings.md#rules",
              N_ ("What is not known, and why.")),
  LSC_COLUMN (Row, id, "id", N_ ("Rule"), LSC_UNIT_NONE, "findings.md#rules",
              N_ ("Id of the rule.")),
  LSC_COLUMN (Row, cause, "cause", N_ ("Effect of"), LSC_UNIT_NONE, "findings.md#causes",
              N_ ("Rule of the finding above that includes this gain.")),
  LSC_COLUMN (Row, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank",
              N_ ("Rank of the instance that shows it.")),
  LSC_COLUMN (Row, name, "name", N_ ("Seen in"), LSC_UNIT_NONE, "findings.md#evidence",
              N_ ("Call, kernel or group of the instance that shows it.")),
  LSC_COLUMN (Row, start_ns, "start_ns", N_ ("Start"), LSC_UNIT_NS, "findings.md#evidence",
              N_ ("When the instance starts, by the clock of its rank.")),
  LSC_COLUMN (Row, dur_ns, "dur_ns", N_ ("Duration"), LSC_UNIT_NS, "findings.md#evidence",
              N_ ("How long the instance takes.")),
};

const LscTableInfo lsc_findings_table_info = LSC_TABLE_INFO ("findings", Row, columns);

/* (transfer full) (nullable): those that are numbers, "0, 3" */
static char *
list_numbers (const GArray *numbers)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, gint64, i) >= 0)
      g_string_append_printf (list, list->len > 0 ? ", %" PRId64 : "%" PRId64,
                              g_array_index (numbers, gint64, i));
  return g_string_free (list, list->len == 0);
}

/** Returns: (transfer full) (nullable): those of its ranks whose numbers are known, "0, 3" */
char *
_lsc_finding_list_ranks (const LscFinding *self)
{
  return list_numbers (self->ranks);
}

static int
get_certainty (const LscFinding *self)
{
  return self->is_predicted ? PREDICTED : (int) self->certainty;
}

/** Returns: what programs read of a certainty: "sure", "likely", "possible", "predicted"; static */
const char *
lsc_finding_get_certainty_id (const LscFinding *self)
{
  g_return_val_if_fail (self, NULL);
  return certainties[get_certainty (self)].key;
}

/**
 * lsc_finding_get_certainty_title:
 *
 * Returns: (transfer none): how certain it is, in the reader's language, as it stands alone:
 * without a head that says what it is about
 */
const char *
lsc_finding_get_certainty_title (const LscFinding *self)
{
  return lsc_finding_get_certainty_words (self).title;
}

/** Returns: the same word, and what it means; of an upper bound also that it is about the cause */
LscCertaintyWords
lsc_finding_get_certainty_words (const LscFinding *self)
{
  static const LscCertain certain[] = {
    [PREDICTED] = LSC_CERTAIN_PREDICTED,
    [LSC_FINDING_POSSIBLE] = LSC_CERTAIN_POSSIBLE,
    [LSC_FINDING_LIKELY] = LSC_CERTAIN_LIKELY,
    [LSC_FINDING_SURE] = LSC_CERTAIN_SURE,
  };

  g_return_val_if_fail (self, lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE));
  return lsc_certainty_words_get (certain[get_certainty (self)],
                                  self->is_bound && !self->is_predicted);
}

/** Returns: how many stand out; before the others, but for their own effects */
guint
lsc_findings_count_outstanding (const LscFindings *self)
{
  guint n = 0;

  g_return_val_if_fail (self, 0);
  for (guint i = 0; i < self->rows->len; i++)
    n += lsc_finding_stands_out (lsc_findings_get (self, i));
  return n;
}

/** Returns: (transfer none) (nullable): the @n th of those that stand out, from 0 on */
const LscFinding *
lsc_findings_get_outstanding (const LscFindings *self, guint n)
{
  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->rows->len; i++)
    if (lsc_finding_stands_out (lsc_findings_get (self, i)) && n-- == 0)
      return lsc_findings_get (self, i);
  return NULL;
}

/**
 * lsc_findings_get_table:
 *
 * Returns: (transfer full): a row a finding, in their order, with the first place of its evidence
 */
LscTable *
lsc_findings_get_table (const LscFindings *self)
{
  LscTable *table;

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_findings_table_info);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (self, i);
      const LscEvidencePlace *place = finding->places->len > 0 ? finding->places->pdata[0] : NULL;
      g_autofree char *ranks = _lsc_finding_list_ranks (finding);
      g_autofree char *steps = list_numbers (finding->steps);
      Row row = {
        .id = finding->id,
        .severity = finding->severity,
        .certainty = get_certainty (finding),
        .share = finding->share,
        .gain_ns = finding->gain_ns,
        .is_bound = finding->gain_ns != LSC_INT_NULL ? finding->is_bound : LSC_INT_NULL,
        .ranks = ranks,
        .when = finding->when,
        .steps = steps,
        .text = finding->text,
        .remedy = finding->remedy,
        .unknown = finding->unknown,
        .cause = finding->cause ? finding->cause->id : NULL,
        .rank = place ? lsc_rank_or_null (place->rank) : LSC_INT_NULL,
        .start_ns = place ? place->begin_ns : LSC_INT_NULL,
        .dur_ns = place ? place->end_ns - place->begin_ns : LSC_INT_NULL,
        .name = place ? place->name : NULL,
      };

      lsc_table_add (table, &row);
    }
  return table;
}
