/* lsc-what-if-tables.c - predictions as table, their assumptions as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "analyze/theory/lsc-what-if-private.h"

/* Ranks up to which their peaks are listed one by one. */
#define MAX_PEAKS 8

enum
{
  COLUMN_TITLE,
  COLUMN_TARGET,
  COLUMN_WINDOW,
  COLUMN_STEP,
  COLUMN_RATIO,
  COLUMN_CHANGE,
  COLUMN_CHANGE_NS,
  COLUMN_PER_MICRO_BATCH,
  COLUMN_PEAKS,
  COLUMN_PEAK,
  COLUMN_MESSAGES,
  COLUMN_LOW,
  COLUMN_HIGH,
  COLUMN_SHARE_LOW,
  COLUMN_SHARE_HIGH,
  COLUMN_GAIN_LOW,
  COLUMN_GAIN_HIGH,
  COLUMN_LATENCY_LOW,
  COLUMN_LATENCY_HIGH,
  COLUMN_REPLAY,
  COLUMN_REFUSAL,
};

static const LscColumn columns[] = {
  { "schedule", N_ ("Change"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 6.1" },
  { "target", N_ ("Target"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 6.1" },
  { "windowNs", N_ ("Window"), LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 6" },
  { "stepNs", N_ ("Step"), LSC_TYPE_INT, LSC_UNIT_NS, "STEP_TIME and pipeline chart 6" },
  { "bubbleRatio", N_ ("Bubble ratio"), LSC_TYPE_REAL, LSC_UNIT_SHARE, "pipeline chart 5.1" },
  { "change", N_ ("Difference"), LSC_TYPE_REAL, LSC_UNIT_SHARE,
    "(predicted - measured) / measured" },
  { "changeNs", N_ ("Difference in time"), LSC_TYPE_INT, LSC_UNIT_NS, "predicted - measured" },
  { "perMicroBatchNs", N_ ("Per micro-batch"), LSC_TYPE_INT, LSC_UNIT_NS,
    "windowNs / M: what counts when M changes" },
  { "peaks", N_ ("Activations held"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 5.7" },
  { "peakChunks", N_ ("Most activations"), LSC_TYPE_INT, LSC_UNIT_COUNT, "pipeline chart 5.7" },
  { "extraMessages", N_ ("More messages"), LSC_TYPE_INT, LSC_UNIT_COUNT, "pipeline chart 6.2" },
  { "lowNs", N_ ("Least"), LSC_TYPE_INT, LSC_UNIT_NS, "all inputs and variants" },
  { "highNs", N_ ("Most"), LSC_TYPE_INT, LSC_UNIT_NS, "all inputs and variants" },
  { "shareLowNs", N_ ("W share, least"), LSC_TYPE_INT, LSC_UNIT_NS, "W share +-20 %" },
  { "shareHighNs", N_ ("W share, most"), LSC_TYPE_INT, LSC_UNIT_NS, "W share +-20 %" },
  { "gainLowNs", N_ ("Overlap gain, least"), LSC_TYPE_INT, LSC_UNIT_NS, "overlap gain +-20 %" },
  { "gainHighNs", N_ ("Overlap gain, most"), LSC_TYPE_INT, LSC_UNIT_NS, "overlap gain +-20 %" },
  { "latencyLowNs", N_ ("Latency, least"), LSC_TYPE_INT, LSC_UNIT_NS, "latency +-20 %" },
  { "latencyHighNs", N_ ("Latency, most"), LSC_TYPE_INT, LSC_UNIT_NS, "latency +-20 %" },
  { "replayNs", N_ ("Replay"), LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 3.1" },
  { "refusal", N_ ("Not possible because"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 6.3" },
};

/* Parts of a stage that one activation belongs to. */
static guint
chunks_of_stage (const LscSchedule *schedule)
{
  return schedule->type == LSC_SCHEDULE_DUALPIPE ? 1 : MAX (schedule->n_chunks, 1);
}

/* "11 9 7 5 × 1/2": by rank, or of the worst; the second part says how much of a stage each is. */
static char *
peaks_to_text (const LscWhatIfRow *row)
{
  GString *text = g_string_new (NULL);
  guint n_chunks = chunks_of_stage (&row->plan->schedule);

  if (row->plan->n_ranks <= MAX_PEAKS)
    for (gsize i = 0; i < row->plan->n_ranks; i++)
      g_string_append_printf (text, "%s%zu", i > 0 ? " " : "", row->peaks[i]);
  else
    g_string_append_printf (text, _ ("at most %zu"), row->peak);
  if (n_chunks > 1)
    g_string_append_printf (text, " × 1/%u", n_chunks);
  return g_string_free (text, FALSE);
}

static void
set_range (LscTable *table, gsize at, guint column, const LscWhatIfRange *range)
{
  lsc_table_set_int (table, at, column, range->low_ns);
  lsc_table_set_int (table, at, column + 1, range->high_ns);
}

static void
add_row (LscTable *table, const LscWhatIf *self, const LscWhatIfRow *row)
{
  gsize at = lsc_table_add_row (table);
  gint64 window = self->study->rungs[LSC_RUNG_MEASURED];
  gint64 change = row->window_ns - window;
  g_autofree char *target = lsc_what_if_target_to_text (&row->target);
  g_autofree char *peaks = NULL;

  lsc_table_set_text (table, at, COLUMN_TITLE, row->title);
  lsc_table_set_text (table, at, COLUMN_TARGET, target);
  if (row->refusal)
    {
      lsc_table_set_text (table, at, COLUMN_REFUSAL, row->refusal);
      return;
    }
  peaks = peaks_to_text (row);
  lsc_table_set_int (table, at, COLUMN_WINDOW, row->window_ns);
  if (row->step_ns >= 0)
    lsc_table_set_int (table, at, COLUMN_STEP, row->step_ns);
  lsc_table_set_real (table, at, COLUMN_RATIO, row->ratio);
  lsc_table_set_real (table, at, COLUMN_CHANGE, (double) change / (double) window);
  lsc_table_set_int (table, at, COLUMN_CHANGE_NS, change);
  if (row->plan && row->plan->schedule.n_micro_batches > 0)
    lsc_table_set_int (table, at, COLUMN_PER_MICRO_BATCH,
                       row->window_ns / (gint64) row->plan->schedule.n_micro_batches);
  lsc_table_set_text (table, at, COLUMN_PEAKS, peaks);
  lsc_table_set_int (table, at, COLUMN_PEAK, (gint64) row->peak);
  lsc_table_set_int (table, at, COLUMN_MESSAGES, row->n_messages_extra);
  set_range (table, at, COLUMN_LOW, &row->range);
  set_range (table, at, COLUMN_SHARE_LOW, &row->by_share);
  set_range (table, at, COLUMN_GAIN_LOW, &row->by_gain);
  set_range (table, at, COLUMN_LATENCY_LOW, &row->by_latency);
  lsc_table_set_int (table, at, COLUMN_REPLAY, row->replay_ns);
}

/**
 * lsc_what_if_table:
 *
 * Returns: (transfer full): a row for each prediction, the recorded schedule with mean times first;
 *   of one that cannot be had the reason and nothing else
 */
LscTable *
lsc_what_if_table (const LscWhatIf *self)
{
  LscTable *table = lsc_table_new ("PpWhatIf", columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < self->rows->len; i++)
    add_row (table, self, g_ptr_array_index (self->rows, i));
  return table;
}

static const LscColumn input_columns[] = {
  { "name", "Name", LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 6.1" },
  { "title", "Input", LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 6.1" },
  { "value", "Value", LSC_TYPE_REAL, LSC_UNIT_NONE, "given, measured or assumed" },
  { "unit", "Unit", LSC_TYPE_TEXT, LSC_UNIT_NONE, "ns or share" },
  { "source", "Source", LSC_TYPE_TEXT, LSC_UNIT_NONE, "given, measured or assumed" },
  { "low", "Least", LSC_TYPE_REAL, LSC_UNIT_NONE, "what the range covers" },
  { "high", "Most", LSC_TYPE_REAL, LSC_UNIT_NONE, "what the range covers" },
};

typedef struct
{
  const char *name;
  const char *title;
  const char *unit;
  double value;
  double low;
  double high;
  LscWhatIfSource source;
} Input;

/* Stable words, unlike source_to_text(). */
static const char *
source_name (LscWhatIfSource source)
{
  return source == LSC_WHAT_IF_MEASURED ? "measured"
         : source == LSC_WHAT_IF_GIVEN  ? "given"
                                        : "assumed";
}

static void
add_input (LscTable *table, const Input *input)
{
  gsize at = lsc_table_add_row (table);

  lsc_table_set_text (table, at, 0, input->name);
  lsc_table_set_text (table, at, 1, input->title);
  lsc_table_set_real (table, at, 2, input->value);
  lsc_table_set_text (table, at, 3, input->unit);
  lsc_table_set_text (table, at, 4, source_name (input->source));
  lsc_table_set_real (table, at, 5, input->low);
  lsc_table_set_real (table, at, 6, input->high);
}

/**
 * lsc_what_if_input_table:
 *
 * Returns: (transfer full): the numbers the predictions were made with, where each comes from, and
 *   what the ranges cover
 */
LscTable *
lsc_what_if_input_table (const LscWhatIf *self)
{
  LscTable *table = lsc_table_new ("PpWhatIfInput", input_columns, G_N_ELEMENTS (input_columns));
  const LscWhatIfInputs *used = &self->inputs;
  double latency = (double) used->latency_ns, overhead = (double) used->chunk_overhead_ns;
  LscWhatIfSource given = used->chunk_overhead_ns > 0 ? LSC_WHAT_IF_GIVEN : LSC_WHAT_IF_ASSUMED;
  const Input inputs[] = {
    { "w_share", _ ("Weight gradients in a backward"), "share", used->w_share, self->share_low,
      self->share_high, self->share_source },
    { "overlap_gain", _ ("Gain of overlapped forward and backward"), "share", used->overlap_gain,
      self->gain_low, self->gain_high, self->gain_source },
    { "latency_ns", _ ("Latency between ranks"), "ns", latency, latency * (1 - LSC_WHAT_IF_SPREAD),
      latency * (1 + LSC_WHAT_IF_SPREAD), self->latency_source },
    { "chunk_overhead_ns", _ ("Overhead of a further chunk"), "ns", overhead, overhead, overhead,
      given },
    { "model_margin", _ ("Margin for the model itself"), "share", self->model_margin,
      self->model_margin, self->model_margin, LSC_WHAT_IF_ASSUMED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    add_input (table, &inputs[i]);
  return table;
}

static const char *
source_to_text (LscWhatIfSource source)
{
  switch (source)
    {
    case LSC_WHAT_IF_MEASURED:
      return _ ("measured");
    case LSC_WHAT_IF_GIVEN:
      return _ ("given");
    default:
      return _ ("assumed");
    }
}

static void
add_line (GString *text, const char *line)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
}

static void
add_line_take (GString *text, char *line)
{
  add_line (text, line);
  g_free (line);
}

static void
describe_share (GString *text, const LscWhatIf *self)
{
  g_autofree char *share = lsc_format_share (self->inputs.w_share);
  g_autofree char *low = lsc_format_share (self->share_low);
  g_autofree char *high = lsc_format_share (self->share_high);

  add_line_take (text,
                 g_strdup_printf (_ ("Weight gradients are %s of a backward (%s; the range covers "
                                     "%s to %s)."),
                                  share, source_to_text (self->share_source), low, high));
}

static void
describe_gain (GString *text, const LscWhatIf *self)
{
  g_autofree char *gain = lsc_format_share (self->inputs.overlap_gain);
  g_autofree char *low = lsc_format_share (self->gain_low);
  g_autofree char *high = lsc_format_share (self->gain_high);

  add_line_take (text,
                 g_strdup_printf (_ ("Overlapping a forward with a backward saves %s of their "
                                     "time (%s; the range covers %s to %s)."),
                                  gain, source_to_text (self->gain_source), low, high));
}

static void
describe_latency (GString *text, const LscWhatIf *self)
{
  g_autofree char *latency = lsc_format_duration (self->inputs.latency_ns, LSC_TIME_UNIT_AUTO);

  if (self->latency_source == LSC_WHAT_IF_ASSUMED)
    add_line (text,
              _ ("The latency between ranks was not measured: no receiver waited for its input. "
                 "It is taken as 0."));
  else
    add_line_take (text,
                   g_strdup_printf (_ ("Latency between ranks: %s (%s; the range covers 20 %% "
                                       "less and more)."),
                                    latency, source_to_text (self->latency_source)));
}

static void
describe_inputs (GString *text, const LscWhatIf *self)
{
  g_autofree char *margin = lsc_format_share (self->model_margin);
  g_autofree char *overhead =
      lsc_format_duration (self->inputs.chunk_overhead_ns, LSC_TIME_UNIT_AUTO);

  describe_share (text, self);
  if (self->study->plan->schedule.no_weights)
    add_line (text, _ ("Weight gradients were not recorded: their time is taken from that share."));
  describe_gain (text, self);
  describe_latency (text, self);
  if (self->inputs.chunk_overhead_ns > 0)
    add_line_take (text,
                   g_strdup_printf (_ ("Each block of a further chunk takes %s more."), overhead));
  if (self->inputs.has_lumps && lsc_schedule_chain_length (&self->study->plan->schedule) >= 3)
    add_line (text,
              _ ("What the first and last part cost above the others is embedding and head: it "
                 "stays whole at the ends of the model."));
  add_line_take (text,
                 g_strdup_printf (_ ("The range also covers the variants of a schedule where none "
                                     "was chosen, and %s for the model itself."),
                                  margin));
}

/**
 * lsc_what_if_describe_assumptions:
 *
 * Returns: (transfer full): what the predictions rest on (pipeline chart 6.3): the inputs as used
 * with their source, then the limits; one sentence a line. The remark of @self is not in it.
 */
char *
lsc_what_if_describe_assumptions (const LscWhatIf *self)
{
  GString *text = g_string_new (NULL);

  describe_inputs (text, self);
  add_line (text,
            _ ("The number of stages and the tensor, context, data and expert parallel sizes stay "
               "as they are."));
  add_line (text,
            _ ("A block takes as long as it did whatever runs beside it: memory bandwidth and chip "
               "frequency are not modelled."));
  add_line (text, _ ("The latency is constant, and messages do not compete for links."));
  add_line (text, _ ("Memory is not checked: only the activations held are counted."));
  add_line (text, _ ("The reduction of gradients between replicas stays where it is."));
  add_line (text,
            _ ("Splitting a backward costs nothing, and all layers of a stage cost the same."));
  add_line (text, _ ("DualPipe holds every parameter twice and needs micro-batches from both ends; "
                     "DualPipeV and ZB-V do not."));
  return g_string_free (text, FALSE);
}
