/* test-what-if.c - predictions: against the reference generators, and what they refuse
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "test-what-if-support.h"

/* ---- tests/data/schedules/what-if.txt; README.md there describes the lines ---- */

static const char *
word (GHashTable *words, const char *key)
{
  const char *value = g_hash_table_lookup (words, key);

  g_assert_nonnull (value);
  return value;
}

static gint64
number (GHashTable *words, const char *key)
{
  return g_ascii_strtoll (word (words, key), NULL, 10);
}

static GHashTable *
read_words (const char *line)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) parts = g_strsplit (line, " ", -1);

  for (guint i = 0; parts[i]; i++)
    {
      char *equals = strchr (parts[i], '=');

      g_assert_nonnull (equals);
      g_hash_table_insert (words, g_strndup (parts[i], (gsize) (equals - parts[i])),
                           g_strdup (equals + 1));
    }
  return words;
}

static gint64 *
read_list (GHashTable *words, const char *key, gsize *n)
{
  g_auto (GStrv) parts = g_strsplit (word (words, key), ",", -1);
  gint64 *values;

  *n = g_strv_length (parts);
  values = g_new (gint64, *n);
  for (gsize i = 0; i < *n; i++)
    values[i] = g_ascii_strtoll (parts[i], NULL, 10);
  return values;
}

static LscSchedule
source_of (const char *text, gsize p, gsize m)
{
  LscPipelineGroup group = { .n_ranks = p, .micro_batches = m };
  g_autoptr (GArray) list = NULL;
  LscSchedule result;

  g_assert_true (lsc_what_if_parse (text, &group, &list, NULL));
  result = g_array_index (list, LscWhatIfTarget, 0).schedule;
  if (result.run_length == 0)
    result.run_length = p;
  return result;
}

static void
check_case (GHashTable *words)
{
  gsize n_f, n_b, n_peaks;
  g_autofree gint64 *f = read_list (words, "f", &n_f);
  g_autofree gint64 *b = read_list (words, "b", &n_b);
  g_autofree gint64 *peaks = read_list (words, "peaks", &n_peaks);
  LscSchedule source =
      source_of (word (words, "source"), (gsize) number (words, "p"), (gsize) number (words, "m"));
  WiModel model = { .f = f, .b = b, .share = 0.5, .latency_ns = number (words, "latency") };
  gboolean is_whole = source.type == LSC_SCHEDULE_1F1B || source.type == LSC_SCHEDULE_GPIPE ||
                      source.type == LSC_SCHEDULE_INTERLEAVED;
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  g_autoptr (LscStudy) study = NULL;
  g_autoptr (LscWhatIf) what_if = NULL;
  const LscWhatIfRow *row;
  double window = g_ascii_strtod (word (words, "window"), NULL);

  inputs.spread_lumps = TRUE;
  inputs.w_share = (double) number (words, "share") / 1000;
  inputs.overlap_gain = (double) number (words, "gain") / 1000;
  if (!is_whole) /* with other shares than the recorded ones the model would not explain the step */
    {
      model.share = inputs.w_share;
      model.gain = inputs.overlap_gain;
    }
  study = wi_study_new (&source, &model);
  what_if = wi_predict (study, word (words, "target"), &inputs);
  row = wi_row (what_if, 1);
  if (row->refusal)
    {
      g_autofree char *why = lsc_phrase_to_plain (row->refusal);

      g_error ("%s to %s: %s", word (words, "source"), word (words, "target"), why);
    }
  g_assert_cmpfloat (fabs ((double) row->replay_ns - window), <=, 1);
  g_assert_cmpfloat (
      fabs ((double) row->window_ns - (double) study->rungs[LSC_RUNG_MEASURED] * window /
                                          (double) study->rungs[LSC_RUNG_LATENCY]),
      <=, is_whole ? 1 : MAX (4, window / 300)); /* recorded in whole ns */
  g_assert_cmpfloat (fabs (row->ratio - g_ascii_strtod (word (words, "ratio"), NULL)), <, 0.05);
  if (window > 10000) /* ns are fine enough for it */
    g_assert_cmpfloat (fabs (row->ratio - g_ascii_strtod (word (words, "ratio"), NULL)), <, 1e-3);
  g_assert_cmpuint (row->plan->n_ranks, ==, n_peaks);
  for (gsize i = 0; i < n_peaks; i++)
    g_assert_cmpuint (row->peaks[i], ==, (gsize) peaks[i]);
  g_assert_cmpint (row->range.low_ns, <=, row->window_ns);
  g_assert_cmpint (row->range.high_ns, >=, row->window_ns);
}

static void
test_fixtures (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data",
                                            "schedules", "what-if.txt", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      g_autoptr (GHashTable) words = NULL;

      if (lines[i][0] == '\0')
        continue;
      words = read_words (lines[i]);
      check_case (words);
      n++;
    }
  g_assert_cmpuint (n, ==, 600);
}

/* ---- the table of theory.md#what-if-range ---- */

#define MS(x) ((gint64) ((x) *1000000))

static const gint64 example_f[] = { MS (10), MS (10), MS (10), MS (13) };
static const gint64 example_b[] = { MS (20), MS (20), MS (20), MS (26) };

static LscStudy *
example_study (void)
{
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 4, 8);
  WiModel model = { .f = example_f, .b = example_b, .share = 0.5, .latency_ns = MS (0.4) };

  return wi_study_new (&schedule, &model);
}

static void
test_example (void)
{
  static const struct
  {
    const char *target;
    double gain, window, ratio;
    gsize peaks[4];
  } cases[] = {
    { "1f1b", 0, 404.40, 0.3620, { 4, 3, 2, 1 } },
    { "balanced", 0, 361.15, 0.2856, { 4, 3, 2, 1 } },
    { "interleaved", 0, 331.10, 0.2208, { 11, 9, 7, 5 } },
    { "zbh1", 0, 343.20, 0.2483, { 4, 4, 4, 4 } },
    { "zbv", 0, 296.10, 0.1287, { 8, 8, 8, 8 } },
    { "dualpipev", 0, 295.70, 0.1275, { 9, 9, 9, 9 } },
    { "dualpipev", 0.15, 276.12, 0.1194, { 9, 9, 9, 9 } },
    { "M=16", 0, 716.40, 0.2797, { 4, 3, 2, 1 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscStudy) study = example_study ();
      LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
      g_autoptr (LscWhatIf) what_if = NULL;
      const LscWhatIfRow *row;

      inputs.overlap_gain = cases[i].gain;
      inputs.spread_lumps = TRUE;
      what_if = wi_predict (study, cases[i].target, &inputs);
      row = wi_row (what_if, 1);
      g_assert_cmpfloat (fabs ((double) row->window_ns / 1e6 - cases[i].window), <, 0.005);
      g_assert_cmpfloat (fabs (row->ratio - cases[i].ratio), <, 0.00005);
      for (gsize r = 0; r < 4; r++)
        g_assert_cmpuint (row->peaks[r], ==, cases[i].peaks[r]);
    }
}

/* ---- inputs ---- */

static void
test_measured_inputs (void)
{
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPEV, 4, 10);
  static const gint64 f[] = { 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000 };
  static const gint64 b[] = { 200000, 200000, 200000, 200000, 200000, 200000, 200000, 200000 };
  WiModel model = { .f = f, .b = b, .share = 0.3, .gain = 0.1 };
  g_autoptr (LscStudy) study = wi_study_new (&schedule, &model);
  g_autoptr (LscWhatIf) what_if = wi_predict (study, "current", NULL);

  g_assert_cmpint (what_if->share_source, ==, LSC_WHAT_IF_MEASURED);
  g_assert_cmpint (what_if->gain_source, ==, LSC_WHAT_IF_MEASURED);
  g_assert_cmpfloat (fabs (what_if->inputs.w_share - 0.3), <, 1e-9);
  g_assert_cmpfloat (fabs (what_if->inputs.overlap_gain - 0.1), <, 1e-9);
  g_assert_cmpint (wi_row (what_if, 0)->window_ns, ==, study->rungs[LSC_RUNG_MEASURED]);
  g_assert_cmpint (wi_row (what_if, 1)->window_ns, ==, study->rungs[LSC_RUNG_MEASURED]);
  g_assert_cmpint (wi_row (what_if, 1)->n_messages_extra, ==, 0);
}

static void
test_assumed_inputs (void)
{
  g_autoptr (LscStudy) study = example_study ();
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  g_autoptr (LscWhatIf) plain = wi_predict (study, "zbh1", NULL);
  g_autoptr (LscWhatIf) recompute = NULL;
  g_autofree char *text = lsc_what_if_describe_assumptions (plain);
  g_autoptr (LscTable) table = NULL;

  inputs.full_recompute = TRUE;
  recompute = wi_predict (study, "zbh1", &inputs);
  g_assert_cmpint (plain->share_source, !=, LSC_WHAT_IF_MEASURED);
  g_assert_cmpint (plain->gain_source, !=, LSC_WHAT_IF_MEASURED);
  g_assert_cmpfloat (plain->inputs.w_share, ==, 0.5);
  g_assert_cmpfloat (plain->inputs.overlap_gain, ==, 0);
  g_assert_cmpfloat (fabs (recompute->inputs.w_share - 1. / 3), <, 1e-12);
  g_assert_nonnull (strstr (text, "50"));
  g_assert_nonnull (strstr (text, "assumed"));
  g_assert_nonnull (strstr (text, "Memory is not checked"));
  table = lsc_what_if_input_table (recompute);
  g_assert_cmpfloat (fabs (lsc_table_get (table, 0, 2).real - 1. / 3), <, 1e-12);
  g_assert_cmpstr (lsc_table_get (table, 0, 4).text, ==, "assumed");
  g_assert_cmpfloat (lsc_table_get (table, 2, 2).real, ==, MS (0.4));
  g_assert_cmpstr (lsc_table_get (table, 2, 4).text, ==, "measured");
}

/* Without ranges for the weight gradients the share says how long they were. */
static void
test_no_weights (void)
{
  static const LscScheduleType types[] = { LSC_SCHEDULE_ZBV,         LSC_SCHEDULE_DUALPIPE,
                                           LSC_SCHEDULE_ZBV_PYTORCH, LSC_SCHEDULE_ZBV_GREEDY,
                                           LSC_SCHEDULE_ZBH2,        LSC_SCHEDULE_ZBH1 };
  static const gint64 f[] = {
    1000000, 1100000, 1200000, 1300000, 900000, 1000000, 800000, 1000000
  };
  static const gint64 b[] = {
    2000000, 2100000, 2200000, 2300000, 1900000, 2000000, 1800000, 2000000
  };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      LscSchedule schedule = lsc_plan_default_schedule (types[i], 4, 8);
      WiModel model = { .f = f, .b = b, .share = 0.25 };
      LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
      g_autoptr (LscStudy) whole = wi_study_new (&schedule, &model);
      g_autoptr (LscWhatIf) with = wi_predict (whole, "1f1b", NULL);
      g_autoptr (LscStudy) part = NULL;
      g_autoptr (LscWhatIf) without = NULL;
      g_autofree char *text = NULL;

      schedule.no_weights = 1;
      inputs.w_share = 0.25;
      part = wi_study_new (&schedule, &model);
      for (gsize op = 0; op < part->plan->n_ops;
           op++) /* their ranges may be named like whole ones */
        if (part->plan->ops[op].parts[0].role == LSC_BLOCK_I && i != 1)
          part->plan->ops[op].parts[0].role = LSC_BLOCK_B;
      without = wi_predict (part, "1f1b", &inputs);
      text = lsc_what_if_describe_assumptions (without);
      g_assert_cmpint (with->share_source, ==, LSC_WHAT_IF_MEASURED);
      g_assert_cmpint (without->share_source, !=, LSC_WHAT_IF_MEASURED);
      g_assert_cmpint (ABS (wi_row (with, 1)->replay_ns - wi_row (without, 1)->replay_ns), <=, 1);
      g_assert_nonnull (strstr (text, "not recorded"));
    }
}

/* MindSpeed's variant recorded: the one with weights split is worth a look. */
static void
test_default_variant (void)
{
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPEV, 4, 8);
  gint64 f[8], b[8];
  WiModel model = { .f = f, .b = b, .share = 0.5 };
  guint n[2] = { 0 };

  for (int i = 0; i < 8; i++)
    {
      f[i] = 1000;
      b[i] = 2000;
    }
  for (guint late = 0; late < 2; late++)
    {
      g_autoptr (LscStudy) study = NULL;
      g_autoptr (GArray) list = NULL;

      schedule.late_weights = (guint8) late;
      study = wi_study_new (&schedule, &model);
      list = lsc_what_if_default_targets (study);
      g_assert_cmpuint (list->len, <=, 10);
      for (guint i = 0; i < list->len; i++)
        n[late] += g_array_index (list, LscWhatIfTarget, i).schedule.type == LSC_SCHEDULE_DUALPIPEV;
    }
  g_assert_cmpuint (n[0], ==, 1);
  g_assert_cmpuint (n[1], ==, 0);
}

static void
test_bad_inputs (void)
{
  g_autoptr (LscStudy) study = example_study ();
  LscWhatIfInputs bad[4] = { LSC_WHAT_IF_INPUTS_INIT, LSC_WHAT_IF_INPUTS_INIT,
                             LSC_WHAT_IF_INPUTS_INIT, LSC_WHAT_IF_INPUTS_INIT };

  bad[0].w_share = 1.5;
  bad[1].overlap_gain = 1;
  bad[2].chunk_overhead_ns = -1;
  bad[3].head = -1;
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_what_if_new (study, NULL, 0, &bad[i], NULL, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
    }
}

static void
test_no_theory (void)
{
  g_autoptr (LscStudy) study = example_study ();
  g_autoptr (GError) error = NULL, missing = NULL;

  study->rungs[LSC_RUNG_LATENCY] = -1;
  g_assert_null (lsc_what_if_new (study, NULL, 0, NULL, NULL, &missing));
  g_assert_error (missing, LSC_ERROR, LSC_ERROR_NOTHING);
  study->refusal = lsc_phrase_new_text ("the recording is cut");
  g_assert_null (lsc_what_if_new (study, NULL, 0, NULL, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "the recording is cut"));
}

/* L' = L x replay / rung 4; the step keeps what lies outside of the window. */
static void
test_scaling (void)
{
  g_autoptr (LscStudy) study = example_study ();
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  g_autoptr (LscWhatIf) what_if = NULL;
  gint64 window = study->rungs[LSC_RUNG_LATENCY] / 100 * 101;
  const LscWhatIfRow *row;

  study->rungs[LSC_RUNG_MEASURED] = window;
  inputs.step_time_ns = window + 1000;
  what_if = wi_predict (study, "zbh1", &inputs);
  row = wi_row (what_if, 1);
  g_assert_cmpint (ABS (row->window_ns - row->replay_ns / 100 * 101), <=, 2);
  g_assert_cmpint (row->step_ns, ==, row->window_ns + 1000);
}

/* What the replay does not make of the recorded order, it does not make of any other. */
static void
test_unexplained (gconstpointer data)
{
  g_autoptr (LscStudy) study = example_study ();
  g_autoptr (LscWhatIf) what_if = NULL;

  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;

  study->rungs[LSC_RUNG_MEASURED] = study->rungs[LSC_RUNG_LATENCY] / 5 * 6;
  inputs.spread_lumps = data != NULL;
  what_if = wi_predict (study, "zbh1,M=16", &inputs);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *words = NULL;

      g_assert_nonnull (wi_row (what_if, i)->refusal);
      words = lsc_phrase_to_words (wi_row (what_if, i)->refusal);
      g_assert_nonnull (strstr (words, "not known, because"));
      g_assert_nonnull (strstr (words, "16.7"));
    }
}

/* Head and embedding stay whole: the middle parts of the model cost the same again. */
static void
test_lumps (void)
{
  g_autoptr (LscStudy) study = example_study ();
  g_autoptr (LscWhatIf) what_if = NULL;
  const LscPlan *plan;
  const LscWhatIfRow *row;

  what_if = wi_predict (study, "interleaved,zbh1", NULL);
  row = wi_row (what_if, 1);
  plan = row->plan;
  for (gsize i = 0; i < plan->n_ops; i++)
    {
      const LscPlanOp *op = &plan->ops[i];
      gint64 length = row->times.end_ns[i] - row->times.start_ns[i];
      gboolean is_last = op->rank == 3 && op->parts[0].chunk == 1;

      if (op->kind == LSC_BLOCK_F)
        g_assert_cmpint (length, ==, is_last ? MS (8) : MS (5));
      else
        g_assert_cmpint (length, ==, is_last ? MS (16) : MS (10));
    }
  g_assert_cmpint (ABS (wi_row (what_if, 2)->window_ns - MS (343.2)), <=, 1);
}

/* A pipeline with a head at its end and a slow device. */
typedef struct
{
  gsize p;
  gsize slow;
  double factor;
  double head; /* of a stage */
} HeadAndDevice;

#define MOST_STAGES 8

/* @schedule: with one chunk, or as ZB-V lays its two */
static LscStudy *
head_study (const HeadAndDevice *self, LscScheduleType type)
{
  LscSchedule schedule = lsc_plan_default_schedule (type, self->p, 3 * self->p);
  gsize n = lsc_schedule_chain_length (&schedule);
  gint64 f[2 * MOST_STAGES], b[2 * MOST_STAGES];

  for (gsize k = 0; k < n; k++)
    {
      gsize rank = k < self->p ? k : 2 * self->p - 1 - k;
      double device = rank == self->slow ? self->factor : 1;
      double head = k == n - 1 ? self->head : 0;

      f[k] = llrint (1e6 * device * ((double) self->p / (double) n + head));
      b[k] = 2 * f[k];
    }
  return wi_study_new (&schedule, &(WiModel){ .f = f, .b = b, .share = 0.5 });
}

static void
check_range (const LscWhatIfRow *row, const HeadAndDevice *self, LscScheduleType type)
{
  g_autoptr (LscStudy) truth = head_study (self, type);
  gint64 window = truth->rungs[LSC_RUNG_MEASURED];

  g_test_message ("P %zu, type %d: %" PRId64 " to %" PRId64 ", true %" PRId64, self->p, type,
                  row->range.low_ns, row->range.high_ns, window);
  g_assert_cmpint (row->range.low_ns, <=, window);
  g_assert_cmpint (row->range.high_ns, >=, window);
}

/* A head on the last stage and a slow device anywhere: what both make of a step of ZB-V, which puts
 * the head on the first rank, lies in the range, also with the order that a search finds. */
static void
test_head_and_device (void)
{
  static const HeadAndDevice cases[] = { { 4, 3, 1.22, 0.47 }, { 6, 5, 1.5, 0.5 },
                                         { 2, 0, 1.37, 0.47 }, { 2, 1, 1.26, 0.93 },
                                         { 3, 1, 1.28, 0.8 },  { 4, 1, 1.3, 0.5 },
                                         { 8, 1, 1.39, 0.57 }, { 8, 2, 1.57, 0.87 } };
  static const int layers[MOST_STAGES] = { 4, 4, 4, 4, 4, 4, 4, 4 };

  for (gsize i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const HeadAndDevice *one = &cases[i / 2];
      LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
      g_autoptr (LscStudy) study = head_study (one, LSC_SCHEDULE_1F1B);
      g_autoptr (LscWhatIf) what_if = NULL;

      inputs.w_share = 0.5;
      inputs.layers = i % 2 ? layers : NULL;
      inputs.n_layers = i % 2 ? one->p : 0;
      what_if = wi_predict (study, "zbv", &inputs);
      check_range (wi_row (what_if, 1), one, LSC_SCHEDULE_ZBV);
      check_range (wi_row (what_if, 1), one, LSC_SCHEDULE_ZBV_GREEDY);
      /* With a slow device elsewhere the last stage has the head alone. */
      if (inputs.layers && one->p > 4)
        g_assert_cmpint (wi_row (what_if, 1)->width < 0.17, ==, one->slow < one->p - 1);
    }
}

/* Layers and head of each stage leave nothing to suppose: what is beyond both is the device's. */
static void
test_known_head (void)
{
  static const HeadAndDevice cases[] = {
    { 4, 3, 1.22, 0.47 }, { 6, 5, 1.5, 0.5 },  { 4, 0, 1, 0.6 },     { 8, 0, 1, 1 },
    { 2, 1, 1.26, 0.93 }, { 3, 1, 1.28, 0.8 }, { 8, 1, 1.39, 0.57 }, { 4, 3, 1.3, 0 },
  };
  static const int layers[MOST_STAGES] = { 4, 4, 4, 4, 4, 4, 4, 4 };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const HeadAndDevice *one = &cases[i];
      LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
      g_autoptr (LscStudy) study = head_study (one, LSC_SCHEDULE_1F1B);
      g_autoptr (LscStudy) truth = head_study (one, LSC_SCHEDULE_ZBV);
      g_autoptr (LscWhatIf) what_if = NULL;
      g_autoptr (LscWhatIf) slightly_wrong = NULL;
      const LscWhatIfRow *row;
      double window = (double) truth->rungs[LSC_RUNG_MEASURED];

      inputs.w_share = 0.5;
      inputs.layers = layers;
      inputs.n_layers = one->p;
      inputs.head = 4 * one->head;
      what_if = wi_predict (study, "zbv", &inputs);
      row = wi_row (what_if, 1);
      g_test_message ("case %zu: %" PRId64 ", width %g, true %g", i, row->window_ns, row->width,
                      window);
      g_assert_cmpfloat (fabs ((double) row->window_ns / window - 1), <, 1e-3);
      check_range (row, one, LSC_SCHEDULE_ZBV_GREEDY);
      g_assert_cmpfloat (row->width, <, 0.15);
      inputs.head *= 0.95;
      slightly_wrong = wi_predict (study, "zbv", &inputs);
      check_range (wi_row (slightly_wrong, 1), one, LSC_SCHEDULE_ZBV);
    }
}

/* A head that takes longer than an equal part of all keeps its stage busy alone. */
static void
test_balanced_by_head (void)
{
  static const HeadAndDevice one = { 4, 0, 1, 2 };
  static const gint64 f[] = { 1333333, 1333333, 1333333, 2000000 };
  static const gint64 b[] = { 2666667, 2666667, 2666667, 4000000 };
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 4, 12);
  g_autoptr (LscStudy) study = head_study (&one, LSC_SCHEDULE_1F1B);
  g_autoptr (LscStudy) truth = wi_study_new (&schedule, &(WiModel){ .f = f, .b = b });
  g_autoptr (LscWhatIf) what_if = wi_predict (study, "balanced", NULL);
  double window = (double) truth->rungs[LSC_RUNG_MEASURED];

  g_assert_cmpfloat (fabs ((double) wi_row (what_if, 1)->window_ns / window - 1), <, 1e-3);
}

/* Where layers are known and the head is not, the head would narrow the range. */
static void
test_narrow_by_head (void)
{
  static const HeadAndDevice one = { 4, 0, 1, 0.9 };
  static const int layers[] = { 4, 4, 4, 4 };
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  g_autoptr (LscStudy) study = head_study (&one, LSC_SCHEDULE_1F1B);
  g_autoptr (LscWhatIf) what_if = NULL;
  g_autofree char *text = NULL;

  inputs.w_share = 0.5;
  inputs.layers = layers;
  inputs.n_layers = one.p;
  what_if = wi_predict (study, "zbv", &inputs);
  g_assert_cmpfloat (wi_row (what_if, 1)->width, >, LSC_WHAT_IF_WIDE);
  g_assert_cmpint (wi_row (what_if, 1)->narrow_by, ==, LSC_WHAT_IF_BY_HEAD);
  text = lsc_what_if_describe_ranges (what_if, TRUE);
  g_assert_nonnull (strstr (text, "--layers 8,8,8,8+2"));
}

static void
test_move (void)
{
  g_autoptr (LscStudy) study = example_study ();
  static const int layers[] = { 10, 10, 10, 13 };
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  g_autoptr (LscWhatIf) what_if = NULL;
  g_autoptr (LscWhatIf) unknown = wi_predict (study, "move=1:3>0", NULL);
  const LscWhatIfRow *row;

  g_assert_nonnull (wi_row (unknown, 1)->refusal);
  inputs.layers = layers;
  inputs.n_layers = 4;
  what_if = wi_predict (
      study, "move=3:3>0,move=1:0>4,move=1:2>2,move=10:0>1,move=1:3>0+zbv,move=3:3>0+zbh1",
      &inputs);
  row = wi_row (what_if, 1);
  g_assert_null (row->refusal);
  for (gsize i = 0; i < row->plan->n_ops; i++)
    {
      const LscPlanOp *op = &row->plan->ops[i];
      gint64 f = op->rank == 0 ? MS (13) : MS (10);

      g_assert_cmpint (row->times.end_ns[i] - row->times.start_ns[i], ==,
                       op->kind == LSC_BLOCK_F ? f : 2 * f);
    }
  for (guint i = 2; i <= 5; i++)
    g_assert_nonnull (wi_row (what_if, i)->refusal);
  g_assert_null (wi_row (what_if, 6)->refusal);
}

static void
test_overhead (void)
{
  g_autoptr (LscStudy) study = example_study ();
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
  g_autoptr (LscWhatIf) what_if = NULL;
  const LscWhatIfRow *row;

  inputs.chunk_overhead_ns = 1000;
  what_if = wi_predict (study, "interleaved,zbh1,dualpipe", &inputs);
  row = wi_row (what_if, 1);
  for (gsize i = 0; i < row->plan->n_ops; i++)
    {
      const LscPlanOp *op = &row->plan->ops[i];
      gint64 rest = (row->times.end_ns[i] - row->times.start_ns[i]) % MS (0.25);

      g_assert_cmpint (rest, ==, op->parts[0].chunk == 1 ? 1000 : 0);
    }
  g_assert_cmpint (ABS (wi_row (what_if, 2)->window_ns - MS (343.2)), <=, 1);
  row = wi_row (what_if, 3);
  for (gsize i = 0; i < row->plan->n_ops; i++)
    g_assert_cmpint ((row->times.end_ns[i] - row->times.start_ns[i]) % MS (0.5), ==, 0);
}

/* ---- refusals and text ---- */

static void
test_refusals (void)
{
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 4, 7);
  WiModel model = { .f = example_f, .b = example_b, .share = 0.5 };
  g_autoptr (LscStudy) study = wi_study_new (&schedule, &model);
  g_autoptr (LscWhatIf) what_if = wi_predict (
      study,
      "zbv,dualpipev,dualpipe,interleaved:2:3,interleaved:2:8,zbh1,M=2147483647,dualpipe+M=9",
      NULL);
  g_autoptr (LscTable) table = lsc_what_if_table (what_if);
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i <= 8; i++)
    {
      const LscWhatIfRow *row = wi_row (what_if, i);
      int column = lsc_table_find_column (table, "refusal");
      LscValue value = lsc_table_get (table, i, (guint) column);

      g_assert_cmpint (row->refusal == NULL, ==, i == 6);
      g_assert_cmpint (value.is_null, ==, i == 6);
      value = lsc_table_get (table, i, (guint) lsc_table_find_column (table, "window_ns"));
      g_assert_cmpint (value.is_null, ==, i != 6);
    }
  g_assert_nonnull (strstr (lsc_phrase_as_argument (wi_row (what_if, 2)->refusal), "8"));
  g_assert_null (lsc_what_if_draw (what_if, 1, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_clear_error (&error);
  g_assert_null (lsc_what_if_draw (what_if, 99, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

static void
test_round_trip (void)
{
  static const char *const texts[] = {
    "1f1b",
    "gpipe",
    "zbh1",
    "zbv",
    "dualpipe",
    "dualpipe:no-overlap",
    "dualpipev",
    "dualpipev:no-w-split:overlap",
    "dualpipev:w-split:no-overlap",
    "interleaved:2",
    "interleaved:3:6",
    "M=32",
    "balanced",
    "move=2:0>3",
    "zbh1+M=32+balanced",
    "current",
  };
  LscPipelineGroup group = { .n_ranks = 4, .micro_batches = 8 };
  g_autofree char *all = g_strjoinv (", ", (char **) (char *[]){ "ZBH1", "m=3", NULL });
  g_autoptr (GArray) both = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GArray) list = NULL;
      g_autoptr (LscPhrase) phrase = NULL;
      g_autofree char *text = NULL, *title = NULL;

      g_assert_true (lsc_what_if_parse (texts[i], &group, &list, NULL));
      g_assert_cmpuint (list->len, ==, 1);
      text = lsc_what_if_target_to_text (&g_array_index (list, LscWhatIfTarget, 0));
      phrase = lsc_what_if_target_make_title (&g_array_index (list, LscWhatIfTarget, 0));
      title = lsc_phrase_to_plain (phrase);
      g_assert_cmpstr (text, ==, texts[i]);
      g_assert_cmpuint (strlen (title), >, 0);
    }
  g_assert_true (lsc_what_if_parse (all, &group, &both, NULL));
  g_assert_cmpuint (both->len, ==, 2);
}

static void
test_layers_text (void)
{
  static const char *const bad[] = { "8,x",    "0",       "8,-1",    "+2",     "8,8+",   "8,8+x",
                                     "8,8+-1", "8,8+nan", "8,8+2+1", "100001", "8,8+1e9" };
  static const struct
  {
    const char *text;
    guint n;
    int last;
    double head; /* negative: not told */
  } good[] = { { "8,8,8,7", 4, 7, -1 },  { "8; 8 7", 3, 7, -1 }, { "", 0, 0, -1 },
               { "8,7+2.5", 2, 7, 2.5 }, { "8,7+0", 2, 7, 0 },   { "8,7 +2", 2, 7, 2 } };

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (int));
      double head;

      g_assert_true (lsc_what_if_parse_layers (good[i].text, layers, &head, NULL));
      g_assert_cmpuint (layers->len, ==, good[i].n);
      if (good[i].n > 0)
        g_assert_cmpint (g_array_index (layers, int, good[i].n - 1), ==, good[i].last);
      g_assert_true (good[i].head < 0 ? isnan (head) : fabs (head - good[i].head) < 1e-9);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (int));
      g_autoptr (GError) error = NULL;
      double head;

      g_assert_false (lsc_what_if_parse_layers (bad[i], layers, &head, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
    }
}

static void
test_bad_text (void)
{
  static const char *const texts[] = {
    "",
    " ,",
    "zbh3",
    "zbh1+",
    "+",
    "M=",
    "M=0",
    "M=-3",
    "M=x",
    "M=3x",
    "P=8",
    "interleaved:",
    "interleaved:0",
    "interleaved:99",
    "interleaved:2:0",
    "interleaved:2:4:1",
    "zbh1:no-overlap",
    "zbh1+zbv",
    "move=",
    "move=1",
    "move=1:2",
    "move=0:1>2",
    "move=1:a>2",
    "move=1:1>",
    "balanced=1",
    "dualpipe:no-w-split",
    "dualpipev:",
    "M=99999999999999999999",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GArray) list = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_false (lsc_what_if_parse (texts[i], NULL, &list, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
      for (guint type = 1; i == 2 && type < LSC_SCHEDULE_N_TYPES; type++)
        g_assert_nonnull (strstr (error->message, lsc_schedule_type_name ((LscScheduleType) type)));
    }
}

static void
test_defaults (void)
{
  g_autoptr (LscStudy) study = example_study ();
  g_autoptr (GArray) list = lsc_what_if_default_targets (study);
  g_autoptr (LscWhatIf) what_if = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (list->len, ==, 8);
  what_if =
      lsc_what_if_new (study, (const LscWhatIfTarget *) list->data, list->len, NULL, NULL, &error);
  g_assert_no_error (error);
  table = lsc_what_if_table (what_if);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 9);
  for (guint i = 0; i < what_if->rows->len; i++)
    {
      const LscWhatIfRow *row = wi_row (what_if, i);
      g_autoptr (LscPipeline) drawn = lsc_what_if_draw (what_if, i, &error);
      const LscPipelineStep *step;

      g_assert_no_error (error);
      g_assert_null (row->refusal);
      step = lsc_pipeline_get_group (drawn, 0)->steps;
      g_assert_cmpint (step->t1_ns - step->t0_ns, ==, row->replay_ns);
    }
}

/* With a limit the same targets are found to stay below it, and with the same range. */
static void
test_limit (void)
{
  g_autoptr (LscStudy) study = example_study ();
  g_autoptr (GArray) list = lsc_what_if_default_targets (study);
  const LscWhatIfTarget *targets = (const LscWhatIfTarget *) list->data;
  g_autoptr (LscWhatIf) whole = lsc_what_if_new (study, targets, list->len, NULL, NULL, NULL);
  guint n_below = 0, n_beyond = 0;

  for (guint k = 1; k < whole->rows->len; k++)
    {
      LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;
      g_autoptr (LscWhatIf) limited = NULL;

      inputs.limit_ns = wi_row (whole, k)->range.high_ns;
      limited = lsc_what_if_new (study, targets, list->len, &inputs, NULL, NULL);
      for (guint i = 0; i < whole->rows->len; i++)
        {
          const LscWhatIfRow *row = wi_row (limited, i), *full = wi_row (whole, i);
          gboolean is_below = full->range.high_ns < inputs.limit_ns;

          g_assert_cmpint (row->window_ns, ==, full->window_ns);
          g_assert_true ((row->range.high_ns < inputs.limit_ns) == is_below);
          if (i == 0 || is_below)
            {
              g_assert_cmpint (row->range.low_ns, ==, full->range.low_ns);
              g_assert_cmpint (row->range.high_ns, ==, full->range.high_ns);
            }
          n_below += is_below;
          n_beyond += !is_below;
        }
    }
  g_assert_cmpuint (n_below, >, 0);
  g_assert_cmpuint (n_beyond, >, 0);
}

static void
test_messages (void)
{
  g_autoptr (LscStudy) study = example_study ();
  g_autoptr (LscWhatIf) what_if = wi_predict (study, "interleaved,zbv,zbh1,M=16,dualpipe", NULL);
  static const gint64 extra[] = { 2 * 8 * (7 - 3), 2 * 8 * (6 - 3), 0, 2 * 8 * 3, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (extra); i++)
    g_assert_cmpint (wi_row (what_if, i + 1)->n_messages_extra, ==, extra[i]);
}

static void
test_cancel (void)
{
  g_autoptr (LscStudy) study = example_study ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_what_if_new (study, NULL, 0, NULL, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/what-if/fixtures", test_fixtures);
  g_test_add_func ("/what-if/example", test_example);
  g_test_add_func ("/what-if/measured-inputs", test_measured_inputs);
  g_test_add_func ("/what-if/assumed-inputs", test_assumed_inputs);
  g_test_add_func ("/what-if/no-weights", test_no_weights);
  g_test_add_func ("/what-if/default-variant", test_default_variant);
  g_test_add_func ("/what-if/bad-inputs", test_bad_inputs);
  g_test_add_func ("/what-if/no-theory", test_no_theory);
  g_test_add_func ("/what-if/scaling", test_scaling);
  g_test_add_data_func ("/what-if/unexplained", NULL, test_unexplained);
  g_test_add_data_func ("/what-if/unexplained-spread", "spread", test_unexplained);
  g_test_add_func ("/what-if/lumps", test_lumps);
  g_test_add_func ("/what-if/head-and-device", test_head_and_device);
  g_test_add_func ("/what-if/known-head", test_known_head);
  g_test_add_func ("/what-if/balanced-by-head", test_balanced_by_head);
  g_test_add_func ("/what-if/narrow-by-head", test_narrow_by_head);
  g_test_add_func ("/what-if/layers-text", test_layers_text);
  g_test_add_func ("/what-if/move", test_move);
  g_test_add_func ("/what-if/overhead", test_overhead);
  g_test_add_func ("/what-if/refusals", test_refusals);
  g_test_add_func ("/what-if/round-trip", test_round_trip);
  g_test_add_func ("/what-if/bad-text", test_bad_text);
  g_test_add_func ("/what-if/defaults", test_defaults);
  g_test_add_func ("/what-if/limit", test_limit);
  g_test_add_func ("/what-if/messages", test_messages);
  g_test_add_func ("/what-if/cancel", test_cancel);
  return g_test_run ();
}
