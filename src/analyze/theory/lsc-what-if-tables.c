/* lsc-what-if-tables.c - predictions as table, their assumptions as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-what-if.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "analyze/lsc-table-list.h"
#include "analyze/theory/lsc-what-if-private.h"

/* Ranks up to which their peaks are listed one by one. */
#define MAX_PEAKS 8

static const LscWord by_words[LSC_WHAT_IF_N_BY] = {
  [LSC_WHAT_IF_BY_NONE] = { "none", N_ ("no input") },
  [LSC_WHAT_IF_BY_GAIN] = { "overlap_gain", N_ ("overlap gain") },
  [LSC_WHAT_IF_BY_SHARE] = { "w_share", N_ ("weights' share of B") },
  [LSC_WHAT_IF_BY_LAYERS] = { "layers", N_ ("layers of each stage") },
  [LSC_WHAT_IF_BY_HEAD] = { "head", N_ ("the head, in layers, behind the layers of each stage") },
};

/* Options of the command line. */
static const char *const by_options[LSC_WHAT_IF_N_BY] = {
  [LSC_WHAT_IF_BY_GAIN] = "--overlap-gain",
  [LSC_WHAT_IF_BY_SHARE] = "--w-share",
  [LSC_WHAT_IF_BY_LAYERS] = "--layers",
  [LSC_WHAT_IF_BY_HEAD] = "--layers 8,8,8,8+2",
};

static const LscWord direction_words[LSC_WHAT_IF_N_DIRECTIONS] = {
  [LSC_WHAT_IF_NOT_KNOWN] = { "unknown", N_ ("not known") },
  [LSC_WHAT_IF_SHORTER] = { "shorter", N_ ("shorter") },
  [LSC_WHAT_IF_LONGER] = { "longer", N_ ("longer") },
};

typedef struct
{
  const LscPhrase *title;
  const char *target;
  LscWhatIfRow row;
  int direction;
  int narrow_by;
  double change;
  gint64 change_ns;
  gint64 per_micro_batch_ns;
  const LscPhrase *peaks;
  gint64 peak;
  const LscPhrase *refusal;
} Row;

#define NS(member, name, title, source, about)                                                     \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

static const LscColumn columns[] = {
  LSC_COLUMN (Row, title, "schedule", N_ ("Change"), LSC_UNIT_NONE, "theory.md#what-if-costs",
              N_ ("What is changed: schedule, micro-batches, or work of the stages.")),
  LSC_COLUMN (Row, target, "target", N_ ("Target"), LSC_UNIT_NONE, "theory.md#what-if-costs",
              N_ ("The same as the command line takes it.")),
  NS (row.window_ns, "window_ns", N_ ("Window"), "theory.md#what-if",
      N_ ("Predicted time from the first start to the last end of the blocks.")),
  NS (row.step_ns, "step_ns", N_ ("Step Time"), "STEP_TIME and theory.md#what-if",
      N_ ("Predicted length of the whole step; the time around the window is unchanged.")),
  LSC_COLUMN (Row, row.ratio, "bubble_ratio", N_ ("Bubble ratio"), LSC_UNIT_SHARE,
              "pipeline.md#bubble",
              N_ ("Predicted idle time as a part of ranks x window, which is 100 %.")),
  LSC_COLUMN (Row, change, "change", N_ ("Difference"), LSC_UNIT_SHARE,
              "(predicted - measured) / measured",
              N_ ("By how much the window changes; the measured one is 100 %.")),
  NS (change_ns, "change_ns", N_ ("Difference in time"), "predicted - measured",
      N_ ("By how much the window changes; negative is shorter.")),
  LSC_CODES (Row, direction, "direction", N_ ("Direction"), direction_words,
             "theory.md#what-if-direction",
             N_ ("Shorter or longer where the whole range is; else not known.")),
  NS (per_micro_batch_ns, "per_micro_batch_ns", N_ ("Per micro-batch"),
      "window_ns / M: what counts when M changes",
      N_ ("Window divided by the number of micro-batches.")),
  LSC_COLUMN (Row, peaks, "peaks", N_ ("Activations held"), LSC_UNIT_NONE,
              "pipeline.md#micro-batch", N_ ("How many activations each rank holds at most.")),
  LSC_COLUMN (Row, peak, "peak_chunks", N_ ("Most activations"), LSC_UNIT_COUNT,
              "pipeline.md#micro-batch", N_ ("The most that any rank holds.")),
  LSC_COLUMN (Row, row.n_messages_extra, "extra_messages", N_ ("More messages"), LSC_UNIT_COUNT,
              "theory.md#what-if-range", N_ ("How many more messages are sent than now.")),
  NS (row.range.low_ns, "low_ns", N_ ("Least"), "all inputs and variants",
      N_ ("Shortest window when all inputs and variants are in doubt.")),
  NS (row.range.high_ns, "high_ns", N_ ("Most"), "all inputs and variants",
      N_ ("Longest window when all inputs and variants are in doubt.")),
  LSC_COLUMN (Row, row.width, "width", N_ ("Width"), LSC_UNIT_SHARE, "(highNs - lowNs) / windowNs",
              N_ ("How far least and most are apart; the predicted window is 100 %.")),
  LSC_CODES (Row, narrow_by, "narrow_by", N_ ("Narrowed by"), by_words, "theory.md#what-if-width",
             /* xgettext:no-c-format */
             N_ ("The input that would narrow a range wider than 20 % most.")),
  NS (row.by_share.low_ns, "share_low_ns", N_ ("W share, least"), "W share +-20 %",
      N_ ("Shortest window when the share of weight gradients is in doubt.")),
  NS (row.by_share.high_ns, "share_high_ns", N_ ("W share, most"), "W share +-20 %",
      N_ ("Longest window when the share of weight gradients is in doubt.")),
  NS (row.by_gain.low_ns, "gain_low_ns", N_ ("Overlap gain, least"), "overlap gain +-20 %",
      N_ ("Shortest window when the gain of overlap is in doubt.")),
  NS (row.by_gain.high_ns, "gain_high_ns", N_ ("Overlap gain, most"), "overlap gain +-20 %",
      N_ ("Longest window when the gain of overlap is in doubt.")),
  NS (row.by_latency.low_ns, "latency_low_ns", N_ ("Latency, least"), "latency +-20 %",
      N_ ("Shortest window when the latency is in doubt.")),
  NS (row.by_latency.high_ns, "latency_high_ns", N_ ("Latency, most"), "latency +-20 %",
      N_ ("Longest window when the latency is in doubt.")),
  NS (row.replay_ns, "replay_ns", N_ ("Replay"), "theory.md#replay",
      N_ ("Window of the replay, before what no replay explains is added.")),
  LSC_COLUMN (Row, refusal, "refusal", N_ ("Not possible because"), LSC_UNIT_NONE,
              "theory.md#what-if-limits", N_ ("Why there is no prediction.")),
};

const LscTableInfo lsc_what_if_table_info = LSC_TABLE_INFO ("PpWhatIf", Row, columns);

/* Parts of a stage that one activation belongs to. */
static guint
chunks_of_stage (const LscSchedule *schedule)
{
  return schedule->type == LSC_SCHEDULE_DUALPIPE ? 1 : MAX (schedule->n_chunks, 1);
}

/* "11 9 7 5 × 1/2": by rank, or of the worst; the second part says how much of a stage each is. */
static LscPhrase *
describe_peaks (const LscWhatIfRow *row)
{
  guint n_chunks = chunks_of_stage (&row->plan->schedule);
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (LscPhrase) peaks = NULL;

  for (gsize i = 0; i < row->plan->n_ranks && row->plan->n_ranks <= MAX_PEAKS; i++)
    g_string_append_printf (list, "%s%zu", i > 0 ? " " : "", row->peaks[i]);
  peaks = list->len > 0 ? lsc_phrase_new_verbatim (list->str)
                        : lsc_phrase_new (N_ ("at most %zu"), row->peak);
  if (n_chunks < 2)
    return g_steal_pointer (&peaks);
  return lsc_phrase_new ("%s × 1/%u", lsc_phrase_as_argument (peaks), n_chunks);
}

static void
add_row (LscTable *table, const LscWhatIf *self, const LscWhatIfRow *row)
{
  gint64 window = self->study->rungs[LSC_RUNG_MEASURED];
  g_autofree char *target = lsc_what_if_target_to_text (&row->target);
  g_autoptr (LscPhrase) peaks = NULL;
  Row to;

  lsc_table_info_clear_row (&lsc_what_if_table_info, &to);
  to.title = row->title;
  to.target = target;
  to.refusal = row->refusal;
  if (!row->refusal)
    {
      to.peaks = peaks = describe_peaks (row);
      to.row = *row;
      to.row.step_ns = lsc_int_or_null (row->step_ns);
      to.change_ns = row->window_ns - window;
      to.change = (double) to.change_ns / (double) window;
      if (row->plan && row->plan->schedule.n_micro_batches > 0)
        to.per_micro_batch_ns = row->window_ns / (gint64) row->plan->schedule.n_micro_batches;
      to.peak = (gint64) row->peak;
      to.narrow_by = (int) row->narrow_by;
      to.direction = (int) row->direction;
    }
  lsc_table_add (table, &to);
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
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_what_if_table_info);

  for (guint i = 0; i < self->rows->len; i++)
    add_row (table, self, g_ptr_array_index (self->rows, i));
  return table;
}

static const LscWord source_words[] = {
  [LSC_WHAT_IF_ASSUMED] = { "assumed", N_ ("assumed") },
  [LSC_WHAT_IF_MEASURED] = { "measured", N_ ("measured") },
  [LSC_WHAT_IF_GIVEN] = { "given", N_ ("given") },
};

typedef struct
{
  const char *name;
  const LscPhrase *title;
  double value;
  const char *unit;
  int source;
  double low;
  double high;
} Input;

static const LscColumn input_columns[] = {
  LSC_COLUMN (Input, name, "name", N_ ("Name"), LSC_UNIT_NONE, "theory.md#what-if-costs",
              N_ ("Stable name of the number.")),
  LSC_COLUMN (Input, title, "title", N_ ("Input"), LSC_UNIT_NONE, "theory.md#what-if-costs",
              N_ ("What the predictions were made with.")),
  LSC_COLUMN (Input, value, "value", N_ ("Value"), LSC_UNIT_NONE, "given, measured or assumed",
              N_ ("The number used, in its unit.")),
  LSC_COLUMN (Input, unit, "unit", N_ ("Unit"), LSC_UNIT_NONE, "ns or share",
              N_ ("Its unit; a share of 1 is the whole.")),
  LSC_CODES (Input, source, "source", N_ ("Source"), source_words, "given, measured or assumed",
             N_ ("Where it comes from.")),
  LSC_COLUMN (Input, low, "low", N_ ("Least"), LSC_UNIT_NONE, "what the range covers",
              N_ ("The least that the ranges of the predictions cover.")),
  LSC_COLUMN (Input, high, "high", N_ ("Most"), LSC_UNIT_NONE, "what the range covers",
              N_ ("The most that the ranges of the predictions cover.")),
};

const LscTableInfo lsc_what_if_input_table_info =
    LSC_TABLE_INFO ("PpWhatIfInput", Input, input_columns);

static void
add_input (LscTable *table, const char *message, Input input)
{
  g_autoptr (LscPhrase) title = lsc_phrase_new_text (message);

  input.title = title;
  lsc_table_add (table, &input);
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
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_what_if_input_table_info);
  const LscWhatIfInputs *used = &self->inputs;
  double latency = (double) used->latency_ns, overhead = (double) used->chunk_overhead_ns;
  double margin = self->model_margin;
  int given = used->chunk_overhead_ns > 0 ? LSC_WHAT_IF_GIVEN : LSC_WHAT_IF_ASSUMED;

  add_input (table, N_ ("Weight gradients in a backward"),
             (Input){ "w_share", NULL, used->w_share, "share", (int) self->share_source,
                      self->share_low, self->share_high });
  add_input (table, N_ ("Gain of overlapped forward and backward"),
             (Input){ "overlap_gain", NULL, used->overlap_gain, "share", (int) self->gain_source,
                      self->gain_low, self->gain_high });
  add_input (table, N_ ("Latency between ranks"),
             (Input){ "latency_ns", NULL, latency, "ns", (int) self->latency_source,
                      latency * (1 - LSC_WHAT_IF_SPREAD), latency * (1 + LSC_WHAT_IF_SPREAD) });
  add_input (table, N_ ("Overhead of a further chunk"),
             (Input){ "chunk_overhead_ns", NULL, overhead, "ns", given, overhead, overhead });
  add_input (table, N_ ("Margin for the model itself"),
             (Input){ "model_margin", NULL, margin, "share", LSC_WHAT_IF_ASSUMED, margin, margin });
  return table;
}

/** Returns: a source for people, translated */
const char *
lsc_what_if_source_title (LscWhatIfSource source)
{
  return _ (source_words[source].title);
}

static void add_line (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_line (GString *text, const char *format, ...)
{
  va_list arguments;

  if (text->len > 0)
    g_string_append_c (text, '\n');
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

static void
describe_share (GString *text, const LscWhatIf *self)
{
  g_autofree char *share = lsc_format_share (self->inputs.w_share);
  g_autofree char *low = lsc_format_share (self->share_low);
  g_autofree char *high = lsc_format_share (self->share_high);

  add_line (text,
            _ ("Weight gradients are %s of a backward (%s; the range covers "
               "%s to %s)."),
            share, lsc_what_if_source_title (self->share_source), low, high);
}

static void
describe_gain (GString *text, const LscWhatIf *self)
{
  g_autofree char *gain = lsc_format_share (self->inputs.overlap_gain);
  g_autofree char *low = lsc_format_share (self->gain_low);
  g_autofree char *high = lsc_format_share (self->gain_high);

  add_line (text,
            _ ("Overlapping a forward with a backward saves %s of their "
               "time (%s; the range covers %s to %s)."),
            gain, lsc_what_if_source_title (self->gain_source), low, high);
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
    add_line (text,
              _ ("Latency between ranks: %s (%s; the range covers 20 %% "
                 "less and more)."),
              latency, lsc_what_if_source_title (self->latency_source));
}

static void
describe_events (GString *text, const LscWhatIf *self)
{
  g_autofree char *size = lsc_format_duration (self->event_ns, LSC_TIME_UNIT_AUTO);

  if (self->n_events > 0)
    add_line (text,
              _ ("Pauses and late launches found: %zu (steps examined: %zu), median %s. How many "
                 "return, and where, is not known; the range covers it."),
              self->n_events, self->n_steps, size);
  if (self->do_steps_differ)
    add_line (text, "%s",
              _ ("The recorded steps differ in pace or in how late hosts launch; the range covers "
                 "all of them."));
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
    add_line (text, _ ("Each block of a further chunk takes %s more."), overhead);
  add_line (text, "%s",
            self->inputs.spread_lumps ? _ ("The extra cost of the first and last part is layers: "
                                           "it moves with the depth of the model.")
                                      : _ ("The extra cost of the first and last part is embedding "
                                           "and head: it stays at the ends of the model."));
  add_line (text, _ ("The range also covers that a stage which takes longer has more layers or a "
                     "slow device, as far as that is not known."));
  add_line (text,
            _ ("The range also covers the variants of a schedule where none was chosen, jitter, "
               "and at least %s for the model itself."),
            margin);
  describe_events (text, self);
}

/* Of which changes the range does not say whether they make the window shorter or longer. */
static void
describe_unknown (GString *text, const LscWhatIf *self)
{
  g_autoptr (GString) titles = g_string_new (NULL);

  for (guint i = 1; i < self->rows->len; i++)
    {
      const LscWhatIfRow *row = g_ptr_array_index (self->rows, i);
      g_autofree char *title = NULL;

      if (row->refusal || row->direction != LSC_WHAT_IF_NOT_KNOWN)
        continue;
      title = lsc_phrase_to_words (row->title);
      g_string_append_printf (titles, "%s“%s”", titles->len > 0 ? C_ ("list of parts", ", ") : "",
                              title);
    }
  if (titles->len > 0)
    add_line (text,
              _ ("Whether the window gets shorter or longer is not known for %s: the range "
                 "includes the measured window."),
              titles->str);
}

static void
describe_wide (GString *text, const LscWhatIf *self, LscWhatIfBy by, gboolean with_options)
{
  g_autoptr (GString) titles = g_string_new (NULL);

  for (guint i = 1; i < self->rows->len; i++)
    {
      const LscWhatIfRow *row = g_ptr_array_index (self->rows, i);
      g_autofree char *title = NULL;

      if (row->refusal || row->width <= LSC_WHAT_IF_WIDE || row->narrow_by != by)
        continue;
      title = lsc_phrase_to_words (row->title);
      g_string_append_printf (titles, "%s“%s”", titles->len > 0 ? C_ ("list of parts", ", ") : "",
                              title);
    }
  if (titles->len == 0)
    return;
  if (by == LSC_WHAT_IF_BY_NONE)
    add_line (text, _ ("The range is wider than 20 %% for %s; no input would narrow it much."),
              titles->str);
  else if (with_options)
    add_line (text,
              _ ("The range is wider than 20 %% for %s; it would be narrowed most by %s (%s)."),
              titles->str, _ (by_words[by].title), by_options[by]);
  else
    add_line (text, _ ("The range is wider than 20 %% for %s; it would be narrowed most by %s."),
              titles->str, _ (by_words[by].title));
}

/**
 * lsc_what_if_describe_ranges:
 * @with_options: whether inputs are named with their options of the command line
 *
 * Returns: (transfer full) (nullable): which ranges hold the measured window, which are wide, and
 *   which input would narrow each most (theory.md#what-if-width), one sentence a line; %NULL if
 * none is
 */
char *
lsc_what_if_describe_ranges (const LscWhatIf *self, gboolean with_options)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self, NULL);
  describe_unknown (text, self);
  for (guint by = LSC_WHAT_IF_BY_GAIN; by < LSC_WHAT_IF_N_BY; by++)
    describe_wide (text, self, (LscWhatIfBy) by, with_options);
  describe_wide (text, self, LSC_WHAT_IF_BY_NONE, with_options);
  return g_string_free (text, text->len == 0);
}

/** Returns: the input that would narrow the largest number of wide ranges most */
LscWhatIfBy
lsc_what_if_find_narrowing (const LscWhatIf *self)
{
  guint n[LSC_WHAT_IF_N_BY] = { 0 };
  LscWhatIfBy most = LSC_WHAT_IF_BY_NONE;

  g_return_val_if_fail (self, LSC_WHAT_IF_BY_NONE);
  for (guint i = 1; i < self->rows->len; i++)
    n[((const LscWhatIfRow *) g_ptr_array_index (self->rows, i))->narrow_by]++;
  n[LSC_WHAT_IF_BY_NONE] = 0;
  for (guint by = 0; by < LSC_WHAT_IF_N_BY; by++)
    if (n[by] > n[most])
      most = (LscWhatIfBy) by;
  return most;
}

/**
 * lsc_what_if_describe_assumptions:
 *
 * Returns: (transfer full): what the predictions rest on (theory.md#what-if-limits): the inputs as
 * used with their source, then the limits; one sentence a line. What
 * lsc_what_if_describe_ranges() says is not in it.
 */
char *
lsc_what_if_describe_assumptions (const LscWhatIf *self)
{
  g_return_val_if_fail (self, NULL);

  static const char *const limits[] = {
    N_ ("The number of stages and the tensor, context, data and expert parallel sizes stay "
        "as they are."),
    N_ ("Each block keeps its duration whatever overlaps it: memory bandwidth and chip frequency "
        "are not modelled."),
    N_ ("The latency is constant, and messages do not compete for links."),
    N_ ("Memory is not checked: only the activations held are counted."),
    N_ ("The reduction of gradients between replicas stays where it is."),
    N_ ("Splitting a backward costs nothing, and all layers of a stage cost the same."),
    N_ ("DualPipe holds every parameter twice and needs micro-batches from both ends; "
        "DualPipeV and ZB-V do not."),
  };
  GString *text = g_string_new (NULL);

  describe_inputs (text, self);
  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    add_line (text, "%s", _ (limits[i]));
  return g_string_free (text, FALSE);
}
