/* lsc-check.c - whether a recording keeps within a budget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-check.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"

/* Taken for the noise where one step was recorded, so that none could be measured. */
#define ASSUMED_NOISE 0.02
#define LEAST_STEPS 2
#define FLOOR_DEVIATIONS 3.0
#define MAD_TO_DEVIATION 1.4826

const LscWord lsc_check_unit_words[LSC_CHECK_N_UNITS] = {
  [LSC_CHECK_NS] = { "ns", N_ ("ns") },
  [LSC_CHECK_SHARE] = { "share", N_ ("Share of the step") },
  [LSC_CHECK_RELATIVE] = { "relative", N_ ("Against the base") },
};

const LscWord lsc_check_result_words[LSC_CHECK_N_RESULTS] = {
  [LSC_CHECK_WITHIN] = { "within", N_ ("Within") },
  [LSC_CHECK_UNDECIDED] = { "undecided", N_ ("Not decidable") },
  [LSC_CHECK_BEYOND] = { "beyond", N_ ("Exceeded") },
  [LSC_CHECK_UNKNOWN] = { "unknown", N_ ("Not known") },
};

/* ---- metrics ---- */

/* Beside the categories of a step, by whose keys the others go. */
enum
{
  METRIC_STEP = LSC_BUDGET_N_CATEGORIES,
  METRIC_HIDDEN,
  METRIC_CAUSED,
  METRIC_WAITED,
  METRIC_MESSAGES,
  N_METRICS,
};

/**
 * lsc_check_list_metrics:
 *
 * Returns: (transfer none) (array zero-terminated=1): names as in the output of budget and overview
 */
const char *const *
lsc_check_list_metrics (void)
{
  static const char *names[N_METRICS + 1];

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    names[i] = lsc_budget_words[i].key;
  names[METRIC_STEP] = "step_ns";
  names[METRIC_HIDDEN] = "hidden_comm_ns";
  names[METRIC_CAUSED] = "caused_wait_ns";
  names[METRIC_WAITED] = "waited_ns";
  names[METRIC_MESSAGES] = "message_wait_ns";
  return names;
}

/* Of a step: what the spread goes by. */
static gint64
get_of_step (const LscOverviewStep *step, guint metric)
{
  switch (metric)
    {
    case METRIC_STEP:
      return step->sums.step_ns;
    case METRIC_HIDDEN:
      return step->sums.hidden_comm_ns;
    case METRIC_CAUSED:
      return step->waits.caused_ns;
    case METRIC_WAITED:
      return step->waits.waited_ns;
    case METRIC_MESSAGES:
      return step->waits.message_ns;
    default:
      return step->sums.ns[metric];
    }
}

static const LscOverviewStep *
find_median_step (const LscOverview *overview, gsize index)
{
  const LscOverviewRank *rank = lsc_overview_get_rank (overview, index);
  gsize n = 0;

  for (guint i = 0; i < overview->steps.n; i++)
    {
      const LscOverviewStep *step = &overview->steps.items[i];

      if (step->index == index && n++ == rank->median_step)
        return step;
    }
  return NULL;
}

/* The figure that the overview shows of a rank. */
static gint64
get_of_rank (const LscOverview *overview, gsize index, guint metric)
{
  const LscOverviewRank *rank = lsc_overview_get_rank (overview, index);
  const LscOverviewStep *step;

  switch (metric)
    {
    case METRIC_STEP:
      return rank->step_ns;
    case METRIC_HIDDEN:
      step = find_median_step (overview, index);
      return step ? step->sums.hidden_comm_ns : LSC_INT_NULL;
    case METRIC_CAUSED:
      return rank->has_waits ? rank->caused_wait_ns : LSC_INT_NULL;
    case METRIC_WAITED:
      return rank->has_waits ? rank->waited_ns : LSC_INT_NULL;
    case METRIC_MESSAGES:
      return rank->has_waits ? rank->message_wait_ns : LSC_INT_NULL;
    default:
      return rank->ns[metric];
    }
}

/** What the steps of a rank that count say of a metric's spread. */
typedef struct
{
  gsize n;
  double deviation; /* 1.4826 times the median distance from the median */
} Spread;

static Spread
find_spread (const LscOverview *overview, gsize index, guint metric)
{
  g_autofree gint64 *values = g_new (gint64, overview->steps.n + 1);
  Spread spread = { 0 };
  gint64 median;

  for (guint i = 0; i < overview->steps.n; i++)
    {
      const LscOverviewStep *step = &overview->steps.items[i];
      gint64 value = get_of_step (step, metric);

      if (step->index == index && step->is_counted && value != LSC_INT_NULL)
        values[spread.n++] = value;
    }
  if (spread.n == 0)
    return spread;
  median = lsc_median_mean_int64 (values, spread.n);
  for (gsize i = 0; i < spread.n; i++)
    values[i] = ABS (values[i] - median);
  spread.deviation = MAD_TO_DEVIATION * (double) lsc_median_mean_int64 (values, spread.n);
  return spread;
}

/* ---- judging ---- */

/** What is judged: a rank. @baselines: (nullable) (element-type LscOverview) */
typedef struct
{
  const LscOverview *overview;
  const GPtrArray *baselines;
  gsize index;
  gint64 rank;
} Place;

static gsize
find_rank (const LscOverview *overview, gint64 rank)
{
  for (guint i = 0; i < overview->ranks->len; i++)
    if (lsc_overview_get_rank (overview, i)->rank == rank)
      return i;
  return G_MAXSIZE;
}

/* What the runs that are compared with say of the rank; their number. @spread: the smallest number
 * of steps, and the largest deviation, of one of them */
static gsize
collect_runs (const Place *place, guint metric, gint64 *values, Spread *spread)
{
  gsize n = 0;

  *spread = (Spread){ 0 };
  for (guint i = 0; place->baselines && i < place->baselines->len; i++)
    {
      const LscOverview *run = g_ptr_array_index (place->baselines, i);
      gsize index = find_rank (run, place->rank);
      gint64 value = index != G_MAXSIZE ? get_of_rank (run, index, metric) : LSC_INT_NULL;
      Spread own;

      if (value == LSC_INT_NULL)
        continue;
      values[n++] = value;
      own = find_spread (run, index, metric);
      spread->n = n == 1 ? own.n : MIN (spread->n, own.n);
      spread->deviation = MAX (spread->deviation, own.deviation);
    }
  return n;
}

/* How far the runs differ from each other, which says how far the next one may. @values: reordered
 */
static double
spread_runs (gint64 *values, gsize n)
{
  gint64 median = lsc_median_mean_int64 (values, n);

  for (gsize i = 0; i < n; i++)
    values[i] = ABS (values[i] - median);
  return MAD_TO_DEVIATION * (double) lsc_median_mean_int64 (values, n);
}

/* check.md#noise */
static void
find_noise (const Place *place, const LscCheckLimit *limit, LscCheckRow *row)
{
  Spread spread = find_spread (place->overview, place->index, limit->metric);
  g_autofree gint64 *values = g_new (gint64, place->baselines ? place->baselines->len + 1 : 1);
  double of_runs = 0;
  double noise;

  if (limit->unit == LSC_CHECK_RELATIVE)
    {
      Spread before;
      gsize n = collect_runs (place, limit->metric, values, &before);

      if (n > 1)
        of_runs = spread_runs (values, n);
      else
        spread.n = MIN (spread.n, before.n);
      spread.deviation = MAX (spread.deviation, before.deviation);
    }
  noise = MAX (FLOOR_DEVIATIONS * spread.deviation / sqrt ((double) MAX (spread.n, 1)),
               FLOOR_DEVIATIONS * of_runs);
  row->is_assumed = spread.n < LEAST_STEPS && of_runs == 0;
  if (row->is_assumed)
    noise = MAX (noise, ASSUMED_NOISE * (double) row->limit_ns);
  row->noise_ns = llround (noise);
}

/* The median of the runs that are compared with. */
static gint64
find_before (const Place *place, guint metric)
{
  g_autofree gint64 *values = g_new (gint64, place->baselines ? place->baselines->len + 1 : 1);
  Spread spread;
  gsize n = collect_runs (place, metric, values, &spread);

  return n > 0 ? lsc_median_mean_int64 (values, n) : LSC_INT_NULL;
}

static void
set_unknown (LscCheckRow *row, LscPhrase *text)
{
  row->result = LSC_CHECK_UNKNOWN;
  row->text = text;
}

/* The limit as a time. Returns: %FALSE where what it is a part of is not known */
static gboolean
find_limit (const Place *place, const LscCheckLimit *limit, LscCheckRow *row)
{
  gint64 base_ns = LSC_INT_NULL;

  if (limit->unit == LSC_CHECK_SHARE)
    base_ns = get_of_rank (place->overview, place->index, METRIC_STEP);
  else if (limit->unit == LSC_CHECK_RELATIVE)
    row->before_ns = base_ns = find_before (place, limit->metric);
  if (limit->unit == LSC_CHECK_NS)
    row->limit_ns = (gint64) llround (limit->limit);
  else if (base_ns != LSC_INT_NULL && base_ns > 0)
    row->limit_ns = (gint64) llround (
        (double) base_ns * (limit->unit == LSC_CHECK_SHARE ? limit->limit : 1 + limit->limit));
  else
    return FALSE;
  row->value = limit->unit == LSC_CHECK_NS ? (double) row->value_ns
               : limit->unit == LSC_CHECK_SHARE
                   ? (double) row->value_ns / (double) base_ns
                   : (double) (row->value_ns - base_ns) / (double) base_ns;
  return TRUE;
}

static LscCheckRow
judge (const Place *place, guint line, const LscCheckLimit *limit)
{
  const LscOverviewRank *rank = lsc_overview_get_rank (place->overview, place->index);
  LscCheckRow row = { .line = line,
                      .metric = lsc_check_list_metrics ()[limit->metric],
                      .rank = rank->rank,
                      .value_ns = get_of_rank (place->overview, place->index, limit->metric),
                      .before_ns = LSC_INT_NULL,
                      .value = LSC_REAL_NULL,
                      .limit = limit->limit,
                      .unit = (int) limit->unit,
                      .limit_ns = LSC_INT_NULL,
                      .noise_ns = LSC_INT_NULL };

  if (row.value_ns == LSC_INT_NULL)
    set_unknown (&row, rank->not_known
                           ? lsc_phrase_copy (rank->not_known)
                           : lsc_phrase_new_text (N_ ("not known, because it was not recorded")));
  else if (!find_limit (place, limit, &row))
    set_unknown (&row,
                 limit->unit == LSC_CHECK_RELATIVE
                     ? lsc_phrase_new_text (
                           N_ ("not known, because the baseline has no value for this rank"))
                     : lsc_phrase_new_text (N_ ("not known, because steps were not recorded")));
  else
    {
      find_noise (place, limit, &row);
      row.result = row.value_ns <= row.limit_ns                  ? LSC_CHECK_WITHIN
                   : row.value_ns - row.limit_ns <= row.noise_ns ? LSC_CHECK_UNDECIDED
                                                                 : LSC_CHECK_BEYOND;
    }
  return row;
}

static void
add_row (LscCheck *self, LscCheckRow row)
{
  static const int weights[LSC_CHECK_N_RESULTS] = { [LSC_CHECK_WITHIN] = 0,
                                                    [LSC_CHECK_UNDECIDED] = 1,
                                                    [LSC_CHECK_UNKNOWN] = 2,
                                                    [LSC_CHECK_BEYOND] = 3 };

  g_array_append_val (self->rows, row);
  if (weights[row.result] > weights[self->result])
    self->result = (LscCheckResult) row.result;
}

static void
add_limit (LscCheck *self, guint line, const LscCheckLimit *limit, const LscOverview *overview,
           const GPtrArray *baselines)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < overview->ranks->len; i++)
    {
      gint64 rank = lsc_overview_get_rank (overview, i)->rank;
      Place place = { overview, baselines, i, rank };

      if (!limit->is_all && rank != limit->rank)
        continue;
      is_found = TRUE;
      add_row (self, judge (&place, line, limit));
    }
  if (!is_found)
    add_row (self, (LscCheckRow){ .line = line,
                                  .metric = lsc_check_list_metrics ()[limit->metric],
                                  .rank = limit->rank,
                                  .value_ns = LSC_INT_NULL,
                                  .before_ns = LSC_INT_NULL,
                                  .value = LSC_REAL_NULL,
                                  .limit = limit->limit,
                                  .unit = (int) limit->unit,
                                  .limit_ns = LSC_INT_NULL,
                                  .noise_ns = LSC_INT_NULL,
                                  .result = LSC_CHECK_UNKNOWN,
                                  .text = lsc_phrase_new_text (
                                      N_ ("not known, because this rank was not recorded")) });
}

static void
clear_row (gpointer row)
{
  g_clear_pointer (&((LscCheckRow *) row)->text, lsc_phrase_free);
}

/**
 * lsc_check_new:
 * @limits: (element-type LscCheckLimit)
 * @baselines: (nullable) (element-type LscOverview): what relative limits are measured against: a
 *   run, or several, whose median it is then
 *
 * Returns: (transfer full): each limit of each rank that it is about (check.md#results)
 */
LscCheck *
lsc_check_new (const GArray *limits, const LscOverview *overview, const GPtrArray *baselines)
{
  LscCheck *self = g_new0 (LscCheck, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (LscCheckRow));
  g_array_set_clear_func (self->rows, clear_row);
  for (guint i = 0; i < limits->len; i++)
    add_limit (self, i, &g_array_index (limits, LscCheckLimit, i), overview, baselines);
  return self;
}

void
lsc_check_free (LscCheck *self)
{
  if (!self)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

/* ---- the table ---- */

typedef struct
{
  const char *metric;
  gint64 rank;
  int result;
  double value;
  double limit;
  int unit;
  gint64 value_ns;
  gint64 limit_ns;
  gint64 noise_ns;
  gint64 is_assumed;
  gint64 before_ns;
  const LscPhrase *text;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, metric, "metric", N_ ("Metric"), LSC_UNIT_NONE, "check.md#metrics",
              N_ ("What has a limit, by its name in budget and overview.")),
  LSC_RANK_COLUMN (Row),
  LSC_CODES (Row, result, "result", N_ ("Result"), lsc_check_result_words, "check.md#results",
             N_ ("Whether the limit is kept.")),
  LSC_COLUMN (Row, value, "value", N_ ("Value"), LSC_UNIT_NONE, "check.md#limits",
              N_ ("The value in the unit of the limit.")),
  LSC_COLUMN (Row, limit, "limit", N_ ("Limit"), LSC_UNIT_NONE, "check.md#limits",
              N_ ("The most that it may be.")),
  LSC_CODES (Row, unit, "unit", N_ ("Unit"), lsc_check_unit_words, "check.md#limits",
             N_ ("What value and limit count in.")),
  LSC_COLUMN (Row, value_ns, "value_ns", N_ ("Value as time"), LSC_UNIT_NS, "check.md#metrics",
              N_ ("The value of a step, median.")),
  LSC_COLUMN (Row, limit_ns, "limit_ns", N_ ("Limit as time"), LSC_UNIT_NS, "check.md#limits",
              N_ ("The limit as a time of a step.")),
  LSC_COLUMN (Row, noise_ns, "noise_ns", N_ ("Noise"), LSC_UNIT_NS, "check.md#noise",
              N_ ("A limit that is exceeded by less is not decidable: steps and runs differ by as "
                  "much.")),
  LSC_COLUMN (Row, is_assumed, "noise_assumed", N_ ("Noise assumed"), LSC_UNIT_FLAG,
              "check.md#noise",
              N_ ("One step cannot show how much steps differ, so 0.02 of the limit is assumed.")),
  LSC_COLUMN (Row, before_ns, "before_ns", N_ ("Base"), LSC_UNIT_NS, "check.md#limits",
              N_ ("The value of the recording that it is compared with.")),
  LSC_COLUMN (Row, text, "not_available", N_ ("Not available"), LSC_UNIT_NONE, "check.md#results",
              N_ ("Why it is not known whether the limit is kept.")),
};

const LscTableInfo lsc_check_table_info = LSC_TABLE_INFO ("Check", Row, columns);

/** Returns: (transfer full): a row of each limit and rank */
LscTable *
lsc_check_get_table (const LscCheck *self)
{
  LscTable *table = lsc_table_new_for (&lsc_check_table_info);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscCheckRow *row = lsc_check_get (self, i);

      lsc_table_add (table,
                     &(Row){ row->metric, row->rank != LSC_RANK_UNKNOWN ? row->rank : LSC_INT_NULL,
                             row->result, row->value, row->limit, row->unit, row->value_ns,
                             row->limit_ns, row->noise_ns, row->is_assumed, row->before_ns,
                             row->text });
    }
  return table;
}

/* ---- a first budget ---- */

static gint64
find_most (const LscOverview *overview, guint metric)
{
  gint64 most = LSC_INT_NULL;

  for (guint i = 0; i < overview->ranks->len; i++)
    most = MAX (most, get_of_rank (overview, i, metric));
  return most;
}

static void
propose (GString *out, const LscOverview *overview, guint metric, double headroom)
{
  gint64 most = find_most (overview, metric);

  if (most != LSC_INT_NULL && most > 0)
    g_string_append_printf (out,
                            "%s  { \"metric\": \"%s\", \"rank\": \"all\", \"limit\": %" PRId64
                            ", \"unit\": \"ns\" }",
                            out->len > 2 ? ",\n" : "", lsc_check_list_metrics ()[metric],
                            (gint64) ceil ((double) most * headroom));
}

/**
 * lsc_check_propose:
 *
 * Returns: (transfer full): a file of limits that the recording keeps: the longest step and 3 %,
 * the most of what is to be avoided and 10 % (check.md#init)
 */
char *
lsc_check_propose (const LscOverview *overview)
{
  static const guint avoided[] = { LSC_BUDGET_WAIT,   LSC_BUDGET_TRANSFER, LSC_BUDGET_COMM,
                                   LSC_BUDGET_BUBBLE, LSC_BUDGET_MEMCPY,   LSC_BUDGET_FREE_HOST,
                                   METRIC_CAUSED };
  GString *out = g_string_new ("[\n");

  propose (out, overview, METRIC_STEP, 1.03);
  for (gsize i = 0; i < G_N_ELEMENTS (avoided); i++)
    propose (out, overview, avoided[i], 1.1);
  g_string_append (out, "\n]\n");
  return g_string_free (out, FALSE);
}
