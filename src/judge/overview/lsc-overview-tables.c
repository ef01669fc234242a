/* lsc-overview-tables.c - the overview as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/budget/lsc-budget-columns.h"
#include "analyze/lsc-table-list.h"
#include "judge/overview/lsc-overview-private.h"

/** A column of nanoseconds with a title and a sentence. */
#define NS(Row, member, name, title, source, about)                                                \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

/* ---- ranks ---- */

typedef struct
{
  gint64 rank;
  gint64 stage;
  gint64 tp;
  gint64 cp;
  gint64 dp;
  gint64 ep;
  int source;
  gint64 steps;
  gint64 counted;
  gint64 step_ns;
  gint64 gain_ns;
  const char *gain_ranks;
  gint64 least_ns;
  gint64 most_ns;
  gint64 mad_ns;
  gint64 caused_wait_ns;
  gint64 waited_ns;
  gint64 message_wait_ns;
  gint64 late_ns;
  gint64 slow;
  int verdict;
  const LscPhrase *reason;
  int certainty;
  const char *group;
  const char *kernel;
  gint64 kernel_ns;
  const char *module;
  gint64 module_ns;
  gint64 slice_id;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 communication_ns;
  gint64 intrinsic_ns;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
  const char *classes;
  const char *host;
  const LscPhrase *not_known;
} RankRow;

/* Of slow ranks; what is not likely is not said. */
enum
{
  CERTAINTY_SURE,
  CERTAINTY_LIKELY,
  N_CERTAINTIES,
};

static const LscWord certainties[N_CERTAINTIES] = {
  [CERTAINTY_SURE] = { "sure", N_ ("Sure") },
  [CERTAINTY_LIKELY] = { "likely", N_ ("Likely") },
};

static const LscColumn rank_columns[] = {
  LSC_RANK_COLUMN (RankRow),
  LSC_COLUMN (RankRow, stage, "stage", N_ ("Stage"), LSC_UNIT_ID, "overview.md#layout",
              N_ ("Pipeline stage of the rank, from 0.")),
  LSC_COLUMN (RankRow, counted, "counted_steps", N_ ("Counted Steps"), LSC_UNIT_COUNT,
              "overview.md#steps",
              N_ ("Steps that figures of the row are of: the first is skipped where there are "
                  "more.")),
  NS (RankRow, step_ns, "step_ns", N_ ("Median Step Time"), "overview.md#steps",
      N_ ("Median length of a step (of an even number, the shorter of the middle two).")),
  NS (RankRow, caused_wait_ns, "caused_wait_ns", N_ ("Wait Caused, Sum of Ranks"),
      "overview.md#waits",
      N_ ("Time per step that all other ranks waited for this one, summed over them.")),
  NS (RankRow, gain_ns, "gain_ns", N_ ("Gain"), "findings.md#gain",
      N_ ("What a step would be shorter if all ranks that are slow for the same reason were as "
          "fast as their peers; once, at the first of them. Waits of ranks are not summed in it.")),
  LSC_COLUMN (RankRow, gain_ranks, "gain_ranks", N_ ("Gain Shared by Ranks"), LSC_UNIT_NONE,
              "findings.md#gain",
              N_ ("Ranks that gain this together, where they are several: it counts once.")),
  LSC_COLUMN (RankRow, slow, "slow", N_ ("Slow"), LSC_UNIT_FLAG, "overview.md#slow",
              N_ ("Whether others wait for this rank because it does more than its peers.")),
  LSC_COLUMN (RankRow, reason, "reason", N_ ("Because"), LSC_UNIT_NONE, "overview.md#why",
              N_ ("Why it is slow, or why others wait for it although it is not.")),
  LSC_CODES (RankRow, certainty, "certainty", N_ ("Certainty"), certainties,
             "findings.md#certainty", N_ ("How often it is true that such a rank is slow.")),
  LSC_COLUMN (RankRow, not_known, "not_available", N_ ("Not available because"), LSC_UNIT_NONE,
              NULL, N_ ("Why figures of this row are missing.")),
  NS (RankRow, waited_ns, "waited_ns", N_ ("Wait for Peers, Hidden or Not"), "overview.md#waits",
      N_ ("Time per step that this rank waited for others. Waiting that computation hides, or that "
          "runs on several streams at a time, counts too: the bars show what is exposed.")),
  NS (RankRow, message_wait_ns, "message_wait_ns", N_ ("Wait for Messages"), "overview.md#waits",
      N_ ("What of it was in sends, receives and batches of them, each moment once.")),
  NS (RankRow, late_ns, "late_ns", N_ ("Exposed Wait Caused"), "overview.md#waits",
      N_ ("What one other rank waited for this one, on the mean, and nothing hid, a step.")),
  LSC_CODES (RankRow, verdict, "verdict", N_ ("Verdict"), lsc_rank_verdict_words,
             "overview.md#slow", N_ ("What the rank is found to be.")),
  LSC_COLUMN (RankRow, steps, "steps", N_ ("Recorded Steps"), LSC_UNIT_COUNT, "overview.md#steps",
              N_ ("Steps that were recorded.")),
  NS (RankRow, least_ns, "least_ns", N_ ("Shortest Step"), "overview.md#steps",
      N_ ("Length of the shortest step.")),
  NS (RankRow, most_ns, "most_ns", N_ ("Longest Step"), "overview.md#steps",
      N_ ("Length of the longest step.")),
  NS (RankRow, mad_ns, "mad_ns", N_ ("Spread"), "overview.md#steps",
      N_ ("1.4826 times the median distance of the steps from their median.")),
  LSC_BUDGET_COLUMNS (RankRow, ns),
  NS (RankRow, communication_ns, "communication_ns", N_ ("Communication"), "overview.md#waits",
      N_ ("Communication, hidden or not, each moment once.")),
  NS (RankRow, intrinsic_ns, "intrinsic_communication_ns", N_ ("Without waiting"),
      "overview.md#waits", N_ ("Communication without waiting for other ranks.")),
  LSC_COLUMN (RankRow, group, "group", N_ ("Group"), LSC_UNIT_NONE, "overview.md#slow",
              N_ ("Group in which others wait most for this rank.")),
  LSC_COLUMN (RankRow, kernel, "excess_name", N_ ("Most of it in"), LSC_UNIT_NONE,
              "overview.md#why",
              N_ ("Kernel or call of the host that takes most of what the rank does more.")),
  NS (RankRow, kernel_ns, "excess_ns", N_ ("More in it"), "overview.md#why",
      N_ ("What it takes more than on the peers, a step.")),
  LSC_COLUMN (RankRow, module, "excess_module", N_ ("Module"), LSC_UNIT_NONE, "overview.md#why",
              N_ ("Module that takes most of what the rank computes more.")),
  NS (RankRow, module_ns, "excess_module_ns", N_ ("More in module"), "overview.md#why",
      N_ ("What it takes more than on the peers, a step.")),
  LSC_COLUMN (RankRow, slice_id, "slice_id", N_ ("Slice"), LSC_UNIT_ID, "overview.md#why",
              N_ ("Number of the longest instance in the rank's timeline.")),
  NS (RankRow, begin_ns, "begin_ns", N_ ("Start"), "overview.md#why",
      N_ ("Start of the longest instance, as recorded.")),
  NS (RankRow, end_ns, "end_ns", N_ ("End"), "overview.md#why",
      N_ ("End of the longest instance, as recorded.")),
  LSC_COLUMN (RankRow, tp, "tp", N_ ("TP"), LSC_UNIT_ID, "overview.md#layout",
              N_ ("Place among the ranks that share tensors.")),
  LSC_COLUMN (RankRow, cp, "cp", N_ ("CP"), LSC_UNIT_ID, "overview.md#layout",
              N_ ("Place among the ranks that share the context.")),
  LSC_COLUMN (RankRow, dp, "dp", N_ ("DP"), LSC_UNIT_ID, "overview.md#layout",
              N_ ("Place among the replicas.")),
  LSC_COLUMN (RankRow, ep, "ep", N_ ("EP"), LSC_UNIT_ID, "overview.md#layout",
              N_ ("Place among the ranks that share experts.")),
  LSC_CODES (RankRow, source, "layout", N_ ("Layout from"), lsc_place_source_words,
             "overview.md#layout", N_ ("Where stage and places come from.")),
  LSC_COLUMN (RankRow, classes, "classes", N_ ("Classes of Steps"), LSC_UNIT_LIST,
              "steps.md#classes",
              N_ ("What kinds of steps there are, with their lengths; empty where all are alike.")),
  LSC_COLUMN (RankRow, host, "host", N_ ("Host"), LSC_UNIT_NONE, "HOST_INFO.hostName",
              N_ ("Machine on which the rank ran.")),
};

const LscTableInfo lsc_overview_table_info = LSC_TABLE_INFO ("overview", RankRow, rank_columns);

static int
get_certainty (const LscOverview *self, const LscOverviewRank *rank)
{
  gsize index = (gsize) (rank - (const LscOverviewRank *) self->ranks->data);

  if (rank->verdict != LSC_RANK_SLOW)
    return LSC_CODE_NULL;
  return self->causes && self->causes->ranks[index].level == LSC_NOISE_SURE ? CERTAINTY_SURE
                                                                            : CERTAINTY_LIKELY;
}

/* Whether a rank has a part in what is gained by mending all that are slow for that reason. */
static gboolean
has_gain (const LscOverview *self, gsize index, LscRankCauseKind kind)
{
  const LscRankCause *cause = &self->causes->ranks[index];

  return cause->is_root && cause->kind == kind && kind != LSC_RANK_CAUSE_NONE &&
         self->causes->gains_ns[kind] > 0;
}

/* Of all that are slow for the same reason, as the finding about them says. It stands at the first
 * of them, and at the others who they are, so that nobody adds it up.
 * @ranks: (out) (transfer full) (nullable): "4, 5", where there are several
 * Returns: LSC_INT_NULL where it does not stand at the rank */
static gint64
get_gain_ns (const LscOverview *self, const LscOverviewRank *rank, char **ranks)
{
  gsize index = (gsize) (rank - (const LscOverviewRank *) self->ranks->data), first = index;
  LscRankCauseKind kind = self->causes ? self->causes->ranks[index].kind : LSC_RANK_CAUSE_NONE;
  g_autoptr (GString) list = g_string_new (NULL);
  gsize n = 0;

  *ranks = NULL;
  if (!self->causes || !has_gain (self, index, kind))
    return LSC_INT_NULL;
  for (gsize i = 0; i < self->ranks->len; i++)
    if (has_gain (self, i, kind))
      {
        g_autofree char *name = lsc_rank_to_text (lsc_overview_get_rank (self, (guint) i)->rank);

        first = MIN (first, i);
        g_string_append_printf (list, n++ > 0 ? ", %s" : "%s", name);
      }
  if (n > 1)
    *ranks = g_string_free (g_steal_pointer (&list), FALSE);
  return index == first ? (gint64) (self->causes->gains_ns[kind] + 0.5) : LSC_INT_NULL;
}

static gint64
get_slow (const LscOverviewRank *rank)
{
  return rank->verdict == LSC_RANK_UNJUDGED ? LSC_INT_NULL : rank->verdict == LSC_RANK_SLOW;
}

static void
set_excess (RankRow *row, const LscExcess *excess)
{
  gboolean is_module = excess->slice == LSC_SLICE_NONE;
  guint32 slice = is_module ? excess->module_slice : excess->slice;

  row->kernel = excess->kernel;
  row->kernel_ns = excess->kernel ? excess->kernel_ns : LSC_INT_NULL;
  row->module = excess->module;
  row->module_ns = excess->module ? excess->module_ns : LSC_INT_NULL;
  if (slice == LSC_SLICE_NONE)
    return;
  row->slice_id = slice;
  row->begin_ns = is_module ? excess->module_begin_ns : excess->begin_ns;
  row->end_ns = is_module ? excess->module_end_ns : excess->end_ns;
}

static void
set_place (RankRow *row, const LscOverviewRank *rank)
{
  row->stage = lsc_int_or_null (rank->stage);
  row->tp = lsc_int_or_null (rank->place.at[LSC_DIM_TP]);
  row->cp = lsc_int_or_null (rank->place.at[LSC_DIM_CP]);
  row->dp = lsc_int_or_null (rank->place.at[LSC_DIM_DP]);
  row->ep = lsc_int_or_null (rank->place.at[LSC_DIM_EP]);
  row->source = (int) rank->place.source;
}

static void
append_member (GString *out, const char *name, gint64 value)
{
  if (value == LSC_INT_NULL || value < 0)
    g_string_append_printf (out, ",\"%s\":null", name);
  else
    g_string_append_printf (out, ",\"%s\":%" PRId64, name, value);
}

/* (transfer full) (nullable): as JSON; %NULL where all steps are alike */
static char *
list_classes (const LscOverviewRank *rank)
{
  GString *out;

  if (rank->classes.n == 0)
    return NULL;
  out = g_string_new ("[");
  for (gsize i = 0; i < rank->classes.n; i++)
    {
      const LscStepClass *class = &rank->classes.items[i];

      g_string_append_printf (
          out, "%s{\"class\":\"%s\"", i > 0 ? "," : "",
          lsc_step_class_is_marked (class) ? lsc_step_phase_words[class->phase].key : "kernels");
      append_member (out, "batch", class->batch);
      append_member (out, "kernels", class->n_kernels);
      append_member (out, "steps", class->n);
      append_member (out, "counted", class->n_typical);
      append_member (out, "step_ns", class->step_ns);
      append_member (out, "least_ns", class->least_ns);
      append_member (out, "most_ns", class->most_ns);
      append_member (out, "total_ns", class->total_ns);
      g_string_append_printf (out, ",\"is_step\":%s}", i == rank->main_class ? "true" : "false");
    }
  g_string_append_c (out, ']');
  return g_string_free (out, FALSE);
}

static void
add_rank (LscTable *table, const LscOverview *self, const LscOverviewRank *rank)
{
  const LscPhrase *not_known = rank->not_known ? rank->not_known
                               : self->uneven  ? self->uneven
                                               : self->no_waits;
  g_autofree char *classes = list_classes (rank);
  g_autofree char *gain_ranks = NULL;
  RankRow row;

  lsc_table_info_clear_row (&lsc_overview_table_info, &row);
  row.rank = lsc_rank_or_null (rank->rank);
  set_place (&row, rank);
  row.steps = (gint64) rank->n_steps;
  row.counted = (gint64) rank->n_counted;
  row.gain_ns = get_gain_ns (self, rank, &gain_ranks);
  row.gain_ranks = gain_ranks;
  row.step_ns = rank->step_ns;
  row.least_ns = rank->least_ns;
  row.most_ns = rank->most_ns;
  row.mad_ns = rank->mad_ns;
  row.caused_wait_ns = rank->caused_wait_ns;
  row.waited_ns = rank->waited_ns;
  row.message_wait_ns = rank->message_wait_ns;
  row.late_ns = rank->late_ns;
  row.slow = get_slow (rank);
  row.verdict = (int) rank->verdict;
  row.reason = rank->reason;
  row.certainty = get_certainty (self, rank);
  row.group = rank->group;
  row.communication_ns = rank->comm_ns;
  row.intrinsic_ns = rank->intrinsic_ns;
  memcpy (row.ns, rank->ns, sizeof row.ns);
  row.classes = classes;
  row.host = rank->host;
  row.not_known = not_known;
  set_excess (&row, &rank->excess);
  lsc_table_add (table, &row);
}

/**
 * lsc_overview_list_worst_first:
 *
 * What is looked for stands first, as there may be thousands of ranks.
 *
 * Returns: (transfer full) (element-type guint32): indexes of the ranks, of those to blame first
 */
GArray *
lsc_overview_list_worst_first (const LscOverview *self)
{
  GArray *list;

  g_return_val_if_fail (self, NULL);
  list = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (gboolean is_blamed = TRUE; is_blamed >= FALSE; is_blamed--)
    for (guint32 i = 0; i < self->ranks->len; i++)
      if (lsc_overview_rank_is_blamed (lsc_overview_get_rank (self, i)) == is_blamed)
        g_array_append_val (list, i);
  return list;
}

/**
 * lsc_overview_get_table:
 *
 * Returns: (transfer full): the table "overview", a row a rank
 */
LscTable *
lsc_overview_get_table (const LscOverview *self)
{
  LscTable *table;

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_overview_table_info);
  for (guint i = 0; i < self->ranks->len; i++)
    add_rank (table, self, lsc_overview_get_rank (self, i));
  return table;
}

/* ---- who waits for whom ---- */

typedef struct
{
  gint64 waiter;
  gint64 cause;
  const char *group;
  gint64 wait_ns;
  gint64 operators;
  gint64 is_bound;
  const char *name;
  gint64 longest_ns;
  gint64 slice_id;
  gint64 begin_ns;
  gint64 end_ns;
} WaitRow;

static const LscColumn wait_columns[] = {
  LSC_COLUMN (WaitRow, waiter, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank", N_ ("Rank that waited.")),
  LSC_COLUMN (WaitRow, cause, "waits_for", N_ ("Waits for rank"), LSC_UNIT_ID, "rank",
              N_ ("Rank that came last.")),
  LSC_COLUMN (WaitRow, group, "group", N_ ("Group"), LSC_UNIT_NONE, "COMMUNICATION_OP.groupName",
              N_ ("Group of ranks in which it waited.")),
  NS (WaitRow, wait_ns, "wait_ns", N_ ("Wait for Peers, All Steps"), "overview.md#waits",
      N_ ("Waiting over all steps that count.")),
  LSC_COLUMN (WaitRow, operators, "operators", NC_ ("count", "Operators"), LSC_UNIT_COUNT,
              "overview.md#waits", N_ ("Operators in which it waited.")),
  LSC_COLUMN (WaitRow, is_bound, "is_bound", N_ ("Upper bound"), LSC_UNIT_FLAG, "overview.md#waits",
              N_ ("Some of the operators are such that members need not leave them together.")),
  LSC_COLUMN (WaitRow, name, "name", N_ ("Longest in"), LSC_UNIT_NONE, "COMMUNICATION_OP.opName",
              N_ ("Operator with the longest wait.")),
  NS (WaitRow, longest_ns, "longest_ns", N_ ("Longest Wait for Peers"), "overview.md#waits",
      N_ ("Its wait.")),
  LSC_COLUMN (WaitRow, slice_id, "slice_id", N_ ("Slice"), LSC_UNIT_ID, "overview.md#waits",
              N_ ("Its number in the timeline of the rank that waited.")),
  NS (WaitRow, begin_ns, "begin_ns", N_ ("Start"), "COMMUNICATION_OP.startNs",
      N_ ("Its start, as recorded.")),
  NS (WaitRow, end_ns, "end_ns", N_ ("End"), "COMMUNICATION_OP.endNs",
      N_ ("Its end, as recorded.")),
};

const LscTableInfo lsc_overview_waits_table_info =
    LSC_TABLE_INFO ("overview_waits", WaitRow, wait_columns);

static const char *
get_group_label (const LscOverview *self, guint32 group)
{
  for (guint i = 0; i < self->waits->groups->len; i++)
    {
      const LscWaitGroup *about = &g_array_index (self->waits->groups, LscWaitGroup, i);

      if (about->group == group)
        return about->label;
    }
  return lsc_intern_text (self->waits->texts, group);
}

/**
 * lsc_overview_get_waits_table:
 *
 * Returns: (transfer full): the table "overview_waits", the longest waiting first
 */
LscTable *
lsc_overview_get_waits_table (const LscOverview *self)
{
  LscTable *table;

  g_return_val_if_fail (self && self->waits, NULL);
  table = lsc_table_new_for (&lsc_overview_waits_table_info);
  for (gsize i = 0; i < self->waits->pairs.n; i++)
    {
      const LscWaitPair *pair = &self->waits->pairs.items[i];
      gboolean has_slice = pair->slice != LSC_SLICE_NONE;
      WaitRow row = { .waiter = lsc_rank_or_null (lsc_overview_get_rank (self, pair->waiter)->rank),
                      .cause = lsc_rank_or_null (lsc_overview_get_rank (self, pair->cause)->rank),
                      .group = get_group_label (self, pair->group),
                      .wait_ns = pair->ns,
                      .operators = pair->n,
                      .is_bound = pair->is_bound,
                      .name = lsc_intern_text (self->waits->texts, pair->name),
                      .longest_ns = pair->longest_ns,
                      .slice_id = has_slice ? (gint64) pair->slice : LSC_INT_NULL,
                      .begin_ns = has_slice ? pair->begin_ns : LSC_INT_NULL,
                      .end_ns = has_slice ? pair->end_ns : LSC_INT_NULL };

      lsc_table_add (table, &row);
    }
  return table;
}

/* ---- steps ---- */

typedef struct
{
  gint64 rank;
  gint64 step;
  gint64 step_ns;
  gint64 counts;
  gint64 caused_wait_ns;
  gint64 waited_ns;
  gint64 begin_ns;
  gint64 end_ns;
  int standing;
  const char *class;
  gint64 batch;
  LscBudgetStep sums;
} StepRow;

static const LscColumn step_columns[] = {
  LSC_RANK_COLUMN (StepRow),
  LSC_STEP_COLUMN (StepRow),
  NS (StepRow, step_ns, "step_ns", N_ ("Step Time"), "overview.md#steps",
      N_ ("Length of the step.")),
  LSC_COLUMN (StepRow, counts, "counts", N_ ("Counts"), LSC_UNIT_FLAG, "overview.md#steps",
              N_ ("Whether medians count the step; of more than two the first does not.")),
  LSC_CODES (StepRow, standing, "standing", N_ ("Standing"), lsc_step_standing_words,
             "steps.md#typical", N_ ("Why medians do not count the step.")),
  LSC_COLUMN (StepRow, class, "class", N_ ("Class"), LSC_UNIT_NONE, "steps.md#classes",
              N_ ("What the step does, as the program marks it; empty if not marked.")),
  LSC_COLUMN (StepRow, batch, "batch", N_ ("Requests"), LSC_UNIT_COUNT, "steps.md#classes",
              N_ ("Requests in the step, as the program marks them.")),
  NS (StepRow, caused_wait_ns, "caused_wait_ns", N_ ("Wait Caused, Sum of Ranks"),
      "overview.md#waits", N_ ("What all other ranks together waited for this one.")),
  NS (StepRow, waited_ns, "waited_ns", N_ ("Wait for Peers, Hidden or Not"), "overview.md#waits",
      N_ ("What this rank waited for others.")),
  LSC_BUDGET_COLUMNS (StepRow, sums.ns),
  NS (StepRow, begin_ns, "begin_ns", N_ ("Start"), "steps.md#device-step",
      N_ ("Start of the step, as recorded.")),
  NS (StepRow, end_ns, "end_ns", N_ ("End"), "steps.md#device-step",
      N_ ("End of the step, as recorded.")),
  LSC_HOST_STEP_COLUMNS (StepRow, sums),
};

const LscTableInfo lsc_overview_steps_table_info =
    LSC_TABLE_INFO ("overview_steps", StepRow, step_columns);

/**
 * lsc_overview_get_steps_table:
 *
 * Returns: (transfer full): the table "overview_steps", by rank and time
 */
LscTable *
lsc_overview_get_steps_table (const LscOverview *self)
{
  LscTable *table;

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_overview_steps_table_info);
  for (guint i = 0; i < self->steps.n; i++)
    {
      const LscOverviewStep *step = &self->steps.items[i];
      const LscOverviewRank *rank = lsc_overview_get_rank (self, step->index);
      gboolean has_time = step->sums.end_ns > step->sums.begin_ns;
      const LscStepClass *class =
          step->sums.class < rank->classes.n ? &rank->classes.items[step->sums.class] : NULL;
      gboolean is_marked = class && lsc_step_class_is_marked (class);
      StepRow row = { .rank = lsc_rank_or_null (rank->rank),
                      .step = step->sums.step,
                      .step_ns = step->sums.step_ns,
                      .counts = step->is_counted,
                      .caused_wait_ns = rank->has_waits ? step->waits.caused_ns : LSC_INT_NULL,
                      .waited_ns = rank->has_waits ? step->waits.waited_ns : LSC_INT_NULL,
                      .begin_ns = has_time ? step->sums.begin_ns : LSC_INT_NULL,
                      .end_ns = has_time ? step->sums.end_ns : LSC_INT_NULL,
                      .standing = (int) step->sums.standing,
                      .class = is_marked ? lsc_step_phase_words[class->phase].key : NULL,
                      .batch = is_marked ? lsc_int_or_null (class->batch) : LSC_INT_NULL,
                      .sums = step->sums };
      lsc_table_add (table, &row);
    }
  return table;
}

/* ---- spread ---- */

typedef struct
{
  const char *category;
  gint64 least_ns;
  gint64 least_rank;
  gint64 median_ns;
  gint64 most_ns;
  gint64 most_rank;
  double share;
} SpreadRow;

static const LscColumn spread_columns[] = {
  LSC_COLUMN (SpreadRow, category, "category", N_ ("Category"), LSC_UNIT_NONE,
              "budget.md#categories", N_ ("Category of the budget.")),
  NS (SpreadRow, least_ns, "least_ns", N_ ("Least"), "overview.md#spread",
      N_ ("The least that a rank has of it.")),
  LSC_COLUMN (SpreadRow, least_rank, "least_rank", N_ ("On rank"), LSC_UNIT_ID, "rank",
              N_ ("The rank with the least.")),
  NS (SpreadRow, median_ns, "median_ns", N_ ("Median"), "overview.md#spread",
      N_ ("Median over the ranks.")),
  NS (SpreadRow, most_ns, "most_ns", N_ ("Most"), "overview.md#spread",
      N_ ("The most that a rank has of it.")),
  LSC_COLUMN (SpreadRow, most_rank, "most_rank", N_ ("On rank"), LSC_UNIT_ID, "rank",
              N_ ("The rank with the most.")),
  LSC_COLUMN (SpreadRow, share, "spread", N_ ("Spread of the step"), LSC_UNIT_SHARE,
              "overview.md#spread", N_ ("Most less least, of the step, which is 100 %.")),
};

const LscTableInfo lsc_overview_spread_table_info =
    LSC_TABLE_INFO ("overview_spread", SpreadRow, spread_columns);

/**
 * lsc_overview_get_spread_table:
 *
 * Returns: (transfer full): the table "overview_spread", a row a category; empty for one rank
 */
LscTable *
lsc_overview_get_spread_table (const LscOverview *self)
{
  LscTable *table;

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_overview_spread_table_info);
  for (guint i = 0; i < self->spreads->len; i++)
    {
      const LscOverviewSpread *spread = &g_array_index (self->spreads, LscOverviewSpread, i);
      gboolean has_step = self->step_ns > 0;
      SpreadRow row = {
        .category = lsc_budget_words[spread->category].key,
        .least_ns = spread->least_ns,
        .least_rank = lsc_rank_or_null (lsc_overview_get_rank (self, spread->least)->rank),
        .median_ns = spread->median_ns,
        .most_ns = spread->most_ns,
        .most_rank = lsc_rank_or_null (lsc_overview_get_rank (self, spread->most)->rank),
        .share = has_step ? (double) (spread->most_ns - spread->least_ns) / (double) self->step_ns
                          : LSC_REAL_NULL
      };

      lsc_table_add (table, &row);
    }
  return table;
}

/* ---- groups ---- */

typedef struct
{
  const char *group;
  gint64 members;
  gint64 loaded;
  gint64 operators;
  gint64 left;
  int state;
} GroupRow;

static const LscColumn group_columns[] = {
  LSC_COLUMN (GroupRow, group, "group", N_ ("Group"), LSC_UNIT_NONE, "COMMUNICATION_OP.groupName",
              N_ ("Group of ranks.")),
  LSC_COLUMN (GroupRow, members, "members", N_ ("Members"), LSC_UNIT_COUNT, "parallel_group_info",
              N_ ("Ranks of the group; empty where they are not recorded.")),
  LSC_COLUMN (GroupRow, loaded, "loaded", N_ ("Members Loaded"), LSC_UNIT_COUNT,
              "overview.md#waits", N_ ("Those of them that were read and use it.")),
  LSC_COLUMN (GroupRow, operators, "operators", NC_ ("count", "Operators"), LSC_UNIT_COUNT,
              "overview.md#waits", N_ ("Operators that were found on all members.")),
  LSC_COLUMN (GroupRow, left, "left", N_ ("Left over"), LSC_UNIT_COUNT, "overview.md#waits",
              N_ ("Operators that were not found on all members: nothing is said of their waits.")),
  LSC_CODES (GroupRow, state, "state", N_ ("State"), lsc_group_state_words, "overview.md#waits",
             N_ ("Why operators are left over.")),
};

const LscTableInfo lsc_overview_groups_table_info =
    LSC_TABLE_INFO ("overview_groups", GroupRow, group_columns);

/**
 * lsc_overview_get_groups_table:
 *
 * Returns: (transfer full): the table "overview_groups": how complete each group is
 */
LscTable *
lsc_overview_get_groups_table (const LscOverview *self)
{
  LscTable *table;

  g_return_val_if_fail (self && self->waits, NULL);
  table = lsc_table_new_for (&lsc_overview_groups_table_info);
  for (guint i = 0; i < self->waits->groups->len; i++)
    {
      const LscWaitGroup *group = &g_array_index (self->waits->groups, LscWaitGroup, i);

      lsc_table_add (table,
                     &(GroupRow){ .group = group->label,
                                  .members = group->n_members > 0 ? group->n_members : LSC_INT_NULL,
                                  .loaded = group->n_loaded,
                                  .operators = group->n_ops,
                                  .left = group->n_left,
                                  .state = (int) group->state });
    }
  return table;
}
