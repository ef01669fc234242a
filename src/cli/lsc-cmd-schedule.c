/* lsc-cmd-schedule.c - schedule: an ideal pipeline schedule without any data
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analyze/theory/lsc-closed-form.h"
#include "analyze/theory/lsc-plan.h"
#include "analyze/theory/lsc-plan-stats.h"
#include "base/lsc-decimal.h"
#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "export/lsc-export-picture.h"

#define FIGURE_WIDTH 1100.0
#define PRINT_AT_ONCE (256 * 1024)

#define CHUNKS_NOT_GIVEN G_MININT64

/**
 * Request: a schedule with its costs
 * @exponent: times are integers of 10^-@exponent of the unit in which the costs were given, so that
 *   every decimal is exact
 */
typedef struct
{
  LscPlan *plan;
  LscPlanTimes times;
  LscPlanCosts costs;
  gint64 latency;
  guint exponent;
  gboolean refill; /* weight gradients were to be moved into waits */
} Request;

typedef struct
{
  LscCliOptions common;
  gint64 stages;
  gint64 micro_batches;
  gint64 chunks;
  char *cost; /* "F=10,B=20" */
  char *latency;
  char *variant; /* "no-overlap,no-w-split" */
  char *out;
  char *title;
  double scale;
  double width;
  gboolean is_json;
  gboolean is_dark;
  Request request;
} Options;

/* ---- what was asked for -----------------------------------------------------------------------
 */

#define MOST_STAGES 4096
#define MOST_OPS ((gint64) 16000000)
/* One digit more than can be written, for the halves of I = W = B / 2. */
#define MOST_EXPONENT (LSC_DECIMAL_MOST_DIGITS + 1)

enum
{
  COST_F,
  COST_B,
  COST_I,
  COST_W,
  COST_X,
  COST_LATENCY,
  N_COSTS,
};

/** Costs as given. */
typedef struct
{
  LscDecimal value[N_COSTS];
  gboolean is_given[N_COSTS];
} Costs;

static gboolean
parse_cost (const char *word, Costs *costs, GError **error)
{
  static const char letters[] = "FBIWX";
  const char *letter = *word && word[1] == '=' ? strchr (letters, g_ascii_toupper (*word)) : NULL;

  if (!letter || !lsc_decimal_parse (word + 2, &costs->value[letter - letters]))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("--cost takes numbers of at most %u decimals, such as F=10,B=20,I=10,W=10,"
                        "X=28, not “%s”"),
                     LSC_DECIMAL_MOST_DIGITS, word);
  costs->is_given[letter - letters] = TRUE;
  return TRUE;
}

static gboolean
parse_costs (const Options *words, Costs *costs, GError **error)
{
  g_auto (GStrv) list = g_strsplit (words->cost ? words->cost : "", ",", -1);

  for (guint i = 0; list[i]; i++)
    if (!parse_cost (g_strstrip (list[i]), costs, error))
      return FALSE;
  if (!costs->is_given[COST_F])
    costs->value[COST_F] = (LscDecimal){ 1, 0 };
  if (!words->latency)
    return TRUE;
  if (!lsc_decimal_parse (words->latency, &costs->value[COST_LATENCY]))
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("--latency takes a number that is not negative"));
  return TRUE;
}

/* The costs in units of 10^-exponent; FALSE if one does not fit. */
static gboolean
scale_costs (Request *self, const Costs *costs, guint exponent)
{
  gint64 at[N_COSTS] = { 0 };

  for (guint i = 0; i < N_COSTS; i++)
    if (!lsc_decimal_scale (&costs->value[i], exponent, &at[i]) || at[i] > G_MAXINT64 / 8)
      return FALSE;
  self->exponent = exponent;
  self->latency = at[COST_LATENCY];
  self->costs.f = at[COST_F];
  self->costs.b = costs->is_given[COST_B] ? at[COST_B] : 2 * at[COST_F];
  self->costs.i = costs->is_given[COST_I] ? at[COST_I] : self->costs.b / 2;
  self->costs.w = costs->is_given[COST_W] ? at[COST_W] : self->costs.b / 2;
  self->costs.x = costs->is_given[COST_X] ? at[COST_X] : self->costs.f + self->costs.b;
  return TRUE;
}

/* The finest unit in which the sum of all costs cannot overflow: pictures treat the integers as
 * nanoseconds, and need many of them. */
static gboolean
choose_scale (Request *self, const Costs *costs, GError **error)
{
  guint least = 0;

  for (guint i = 0; i < N_COSTS; i++)
    least = MAX (least, costs->value[i].n_fraction);
  for (guint exponent = MOST_EXPONENT; exponent > least; exponent--)
    {
      gint64 most;

      if (!scale_costs (self, costs, exponent))
        continue;
      most = MAX (MAX (self->costs.f, self->costs.b), MAX (self->costs.i, self->costs.w));
      most = MAX (most, self->costs.x);
      if (most <= G_MAXINT64 / 2 - self->latency &&
          most + self->latency <= G_MAXINT64 / 4 / MAX ((gint64) self->plan->n_ops, 1))
        return TRUE;
    }
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("The costs are too large for an exact sum; choose a larger unit"));
}

static gboolean
parse_variant (const char *text, LscSchedule *schedule, gboolean *refill, GError **error)
{
  gboolean is_v = schedule->type == LSC_SCHEDULE_DUALPIPEV;
  gboolean is_dual = is_v || schedule->type == LSC_SCHEDULE_DUALPIPE;
  gboolean splits = lsc_schedule_splits_weights (schedule->type);
  g_auto (GStrv) list = g_strsplit (text ? text : "", ",", -1);

  for (guint i = 0; list[i]; i++)
    {
      const char *word = g_strstrip (list[i]);

      if (is_dual && g_str_equal (word, "no-overlap"))
        schedule->no_overlap = TRUE;
      else if (is_v && g_str_equal (word, "no-w-split"))
        schedule->late_weights = FALSE;
      else if (is_dual && g_str_equal (word, "fused-first"))
        schedule->fused_first = TRUE;
      else if (is_v && g_str_equal (word, "fused-middle"))
        schedule->fused_middle = TRUE;
      else if (splits && g_str_equal (word, "refill"))
        *refill = TRUE;
      else
        return lsc_fail (error, LSC_ERROR_USAGE,
                         _ ("%s has no variant “%s”; dualpipev has no-overlap, no-w-split, "
                            "fused-first and fused-middle, dualpipe no-overlap and fused-first, "
                            "those with zb refill"),
                         lsc_schedule_type_name (schedule->type), word);
    }
  return TRUE;
}

static gboolean
check_sizes (const Options *words, LscScheduleType type, GError **error)
{
  gboolean has_chunks = words->chunks != CHUNKS_NOT_GIVEN;
  gint64 chunks = has_chunks ? words->chunks : 2;

  if (words->stages < 1 || words->stages > MOST_STAGES)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("--stages takes the number of stages, 1 to %d"),
                     MOST_STAGES);
  if (words->micro_batches < 1)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("--micro-batches takes the number of micro-batches, at least 1"));
  if (has_chunks && lsc_schedule_family (type) != LSC_SCHEDULE_INTERLEAVED)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("--chunks belongs to interleaved and breadth-first schedules alone"));
  if (chunks < 1 || chunks >= LSC_CHUNK_NONE)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("--chunks takes 1 to 14 model chunks on each rank"));
  if (words->micro_batches > MOST_OPS / 3 / words->stages / chunks)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("This schedule has more than 16 million blocks"));
  return TRUE;
}

static gboolean
make_plan (Request *self, const Options *words, const char *name, GError **error)
{
  LscScheduleType type = lsc_schedule_type_from_name (name);
  LscSchedule schedule;

  if (type == LSC_SCHEDULE_NONE)
    {
      g_autofree char *names = lsc_schedule_list_names ();

      return lsc_fail (error, LSC_ERROR_USAGE, _ ("“%s” is no known schedule; known are %s"), name,
                       names);
    }
  if (!check_sizes (words, type, error))
    return FALSE;
  schedule = lsc_plan_default_schedule (type, (gsize) words->stages, (gsize) words->micro_batches);
  if (words->chunks > 0)
    schedule.n_chunks = (guint) words->chunks;
  if (!parse_variant (words->variant, &schedule, &self->refill, error))
    return FALSE;
  self->plan = lsc_plan_new (&schedule, error);
  return self->plan != NULL;
}

/* Takes the order with moved weight gradients if it is shorter. */
static gboolean
refill (Request *self, const gint64 *durations, const LscPlanLatency *latency, GError **error)
{
  g_autofree gint64 *moved_durations = NULL;
  g_autoptr (LscPlan) moved =
      lsc_plan_refill_weights (self->plan, durations, latency, 0, 1, &moved_durations, error);
  g_auto (LscPlanTimes) times = { 0 };
  gint64 now = self->times.t1_ns - self->times.t0_ns;

  if (!moved || !lsc_plan_replay (moved, moved_durations, latency, &times, error))
    return FALSE;
  if (times.t1_ns - times.t0_ns >= now)
    return TRUE;
  lsc_plan_free (self->plan);
  self->plan = g_steal_pointer (&moved);
  lsc_plan_times_clear (&self->times);
  self->times = times;
  times = (LscPlanTimes){ 0 };
  return TRUE;
}

/* Reads the words, makes the schedule and replays it: the first start is 0. Costs that are not
 * given: F = 1, B = 2F, I = W = B/2, X = F + B; they are of a block, that is of a chunk. The
 * latency counts on edges between different ranks. */
static gboolean
make_request (Options *words, const char *name, GError **error)
{
  Request *self = &words->request;
  g_autofree gint64 *durations = NULL;
  LscPlanLatency latency;
  Costs costs = { 0 };

  if (!parse_costs (words, &costs, error) || !make_plan (self, words, name, error) ||
      !choose_scale (self, &costs, error))
    return FALSE;
  durations = g_new (gint64, MAX (self->plan->n_ops, 1));
  lsc_plan_cost_ops (self->plan, &self->costs, durations);
  latency = (LscPlanLatency){ .ns = self->latency };
  if (!lsc_plan_replay (self->plan, durations, &latency, &self->times, error))
    return FALSE;
  return !self->refill || refill (self, durations, &latency, error);
}

/* ---- blocks as JSON ---- */

static void
append_block (GString *out, const Request *request, guint32 rank, guint32 seq)
{
  guint32 index = request->plan->first[rank] + seq;
  const LscPlanOp *op = &request->plan->ops[index];

  g_string_append_printf (out,
                          "{\"rank\": %u, \"seq\": %u, \"kind\": \"%s\", \"mb\": %u, "
                          "\"chunk\": %u",
                          rank, seq, lsc_block_kind_name ((LscBlockKind) op->kind), op->parts[0].mb,
                          op->parts[0].chunk);
  if (op->n_parts > 1)
    g_string_append_printf (out, ", \"mb_b\": %u, \"chunk_b\": %u", op->parts[1].mb,
                            op->parts[1].chunk);
  g_string_append (out, ", \"start\": ");
  lsc_decimal_append (out, request->times.start_ns[index], request->exponent);
  g_string_append (out, ", \"end\": ");
  lsc_decimal_append (out, request->times.end_ns[index], request->exponent);
  g_string_append (out, "}\n");
}

static gboolean
print_blocks (const Request *request)
{
  g_autoptr (GString) out = g_string_sized_new (PRINT_AT_ONCE + 256);
  const LscPlan *plan = request->plan;

  for (guint32 rank = 0; rank < plan->n_ranks; rank++)
    for (guint32 seq = 0; plan->first[rank] + seq < plan->first[rank + 1]; seq++)
      {
        append_block (out, request, rank, seq);
        if (out->len < PRINT_AT_ONCE)
          continue;
        if (!lsc_cli_print (out->str, out->len))
          return FALSE;
        g_string_truncate (out, 0);
      }
  return lsc_cli_print (out->str, out->len);
}

/* ---- figures as text ---- */

static char *
to_text (const Request *request, gint64 time)
{
  GString *text = g_string_new (NULL);

  lsc_decimal_append (text, time, request->exponent);
  return g_string_free (text, FALSE);
}

static void
append_closed_form (GString *out, const Request *request)
{
  LscClosedForm form;
  g_autofree char *bubble = NULL;

  if (request->refill ||
      !lsc_closed_form (&request->plan->schedule, &request->costs, request->latency, &form))
    return;
  bubble = to_text (request, form.bubble_ns);
  if (form.is_every_rank)
    g_string_append_printf (out, _ ("closed form: the bubble of every rank is %s = %s\n"),
                            form.formula, bubble);
  else
    g_string_append_printf (out, _ ("closed form: the largest bubble is %s = %s\n"), form.formula,
                            bubble);
}

static void
append_ranks (GString *out, const Request *request, const LscRowMetrics *ranks)
{
  for (gsize i = 0; i < request->plan->n_ranks; i++)
    {
      g_autofree char *busy = to_text (request, ranks[i].busy_ns);
      g_autofree char *bubble = to_text (request, ranks[i].bubble_ns);
      g_autofree char *warmup = to_text (request, ranks[i].warmup_ns);
      g_autofree char *steady = to_text (request, ranks[i].steady_ns);
      g_autofree char *cooldown = to_text (request, ranks[i].cooldown_ns);

      g_string_append_printf (
          out,
          _ ("  stage %zu: %u blocks, busy %s, bubble %s (warm-up %s, steady %s, cool-down %s), "
             "activations held at most: %zu\n"),
          i, request->plan->first[i + 1] - request->plan->first[i], busy, bubble, warmup, steady,
          cooldown, ranks[i].peak);
    }
}

static char *
describe (const Request *request)
{
  const LscSchedule *schedule = &request->plan->schedule;
  g_autofree char *variant = lsc_plan_describe_variant (request->plan);
  g_autofree char *sizes =
      lsc_schedule_describe_sizes (schedule->n_stages, schedule->n_micro_batches);

  return g_strdup_printf ("%s%s%s, %s", lsc_schedule_type_title (schedule->type),
                          variant ? ", " : "", variant ? variant : "", sizes);
}

static gboolean
print_figures (const Request *request)
{
  double ratio = 0;
  g_autofree LscRowMetrics *ranks = lsc_plan_rank_stats (request->plan, &request->times, &ratio);
  g_autofree char *head = describe (request);
  g_autofree char *window = to_text (request, request->times.t1_ns - request->times.t0_ns);
  g_autofree char *share = lsc_format_share (ratio);
  GString *out = g_string_new (NULL);
  g_autofree char *text = NULL;

  if (ratio >= 0)
    g_string_append_printf (out, _ ("%s: window %s, bubble %s of the window\n"), head, window,
                            share);
  else /* all costs are 0 */
    g_string_append_printf (out, _ ("%s: window %s\n"), head, window);
  append_closed_form (out, request);
  append_ranks (out, request, ranks);
  text = g_string_free (out, FALSE);
  return lsc_cli_print_text (text);
}

/* ---- picture ---- */

static gboolean
write_picture (const Request *request, const Options *options, GError **error)
{
  g_autofree char *label = describe (request);
  g_autoptr (LscPipeline) pipeline =
      lsc_plan_to_pipeline (request->plan, &request->times, NULL, label, error);
  LscPictureOptions export = { .path = options->out,
                               .scale = options->scale > 0 ? options->scale : 2.0,
                               .is_outlined = options->common.picture.is_outlined,
                               .page = { .is_whole = TRUE,
                                         .is_figure = TRUE,
                                         .keep_theme = options->is_dark,
                                         .title = options->title } };
  LscPipelineView view;

  if (!pipeline)
    return FALSE;
  lsc_pipeline_view_init (&view, pipeline, lsc_pipeline_get_group (pipeline, 0));
  view.is_figure = TRUE;
  view.units_per_ns = pow (10, -(double) request->exponent);
  view.unit_label = _ ("time");
  view.port.width = options->width > 0 ? options->width : FIGURE_WIDTH;
  if (options->is_dark)
    view.theme = lsc_theme_dark ();
  view.port.height = lsc_pipeline_view_content_height (&view);
  lsc_pipeline_view_fit (&view);
  return lsc_export_chart (&view, &export, error);
}

/* ---- command ---- */

static gboolean
check (LscCliRun *run, GError **error)
{
  return make_request ((Options *) run->options, run->words[1], error);
}

static LscExit
deliver (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (GError) error = NULL;

  if (options->out && !write_picture (&options->request, options, &error))
    return lsc_cli_fail (error);
  if (options->is_json ? !print_blocks (&options->request) : !print_figures (&options->request))
    return LSC_EXIT_IO;
  return LSC_EXIT_OK;
}

static void
set_defaults (gpointer options)
{
  ((Options *) options)->chunks = CHUNKS_NOT_GIVEN;
}

static void
clear (gpointer options)
{
  Request *request = &((Options *) options)->request;

  g_clear_pointer (&request->plan, lsc_plan_free);
  lsc_plan_times_clear (&request->times);
}

#define OPTION(field) G_STRUCT_OFFSET (Options, field)

static const LscCliOption entries[] = {
  { "stages", 'P', 0, G_OPTION_ARG_INT64, OPTION (stages), N_ ("Stages, one on each rank"), "P" },
  { "micro-batches", 'M', 0, G_OPTION_ARG_INT64, OPTION (micro_batches),
    N_ ("Micro-batches of a step"), "M" },
  { "chunks", 0, 0, G_OPTION_ARG_INT64, OPTION (chunks),
    N_ ("Model chunks on each rank of the interleaved schedule (2)"), "V" },
  { "cost", 0, 0, G_OPTION_ARG_STRING, OPTION (cost),
    N_ ("Length of a block of each kind, that is of a chunk: F=10,B=20,I=10,W=10,X=28 "
        "(F=1, B=2F, I=W=B/2, X=F+B)"),
    "COSTS" },
  { "latency", 0, 0, G_OPTION_ARG_STRING, OPTION (latency),
    N_ ("Latency of a message between two ranks (0)"), "D" },
  { "variant", 0, 0, G_OPTION_ARG_STRING, OPTION (variant),
    N_ ("Variant: no-overlap, no-w-split, fused-first, fused-middle, refill"), "WORDS" },
  { "json", 0, 0, G_OPTION_ARG_NONE, OPTION (is_json), N_ ("Print the blocks as JSON"), NULL },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, OPTION (out), N_ ("Write the chart: .svg, .png or .pdf"),
    "FILE", .endings = lsc_cli_picture_endings,
    .fault = N_ ("--out takes a name that ends in .svg, .png or .pdf") },
  { "title", 0, 0, G_OPTION_ARG_STRING, OPTION (title), N_ ("Title of the chart"), "TEXT" },
  { "width", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (width), N_ ("Width of the chart (1100)"), "PX",
    .most = 30000, .fault = N_ ("--scale goes up to 3 and --width up to 30000"), .needs = "out",
    .is_positive = TRUE },
  { "scale", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (scale), N_ ("Pixels per unit of a PNG (2)"), "N",
    .most = 3, .fault = N_ ("--scale goes up to 3 and --width up to 30000"), .needs = "out",
    .is_positive = TRUE },
  { "dark", 0, 0, G_OPTION_ARG_NONE, OPTION (is_dark), N_ ("A dark page"), NULL, .needs = "out" },
  LSC_CLI_OUTLINES,
  { NULL },
};

const LscCliCommand lsc_cmd_schedule = {
  .name = "schedule",
  .usage = "NAME --stages P --micro-batches M [--cost LIST] [--json] [--out FILE]",
  .line = N_ ("  schedule  an ideal pipeline schedule, drawn without any recording"),
  .arguments = "NAME",
  .summary = N_ ("Computes and draws an ideal pipeline schedule, without any recording: gpipe, "
                 "gpipe-reversed, 1f1b, eager-1f1b, interleaved, breadth-first, zbh1, zbh2, zbv, "
                 "zbv-pytorch, zbv-greedy, dualpipe or dualpipev."),
  .n_words = 1,
  .takes = N_ ("schedule takes the name of one schedule"),
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_NOTHING,
  .set_defaults = set_defaults,
  .check = check,
  .run = deliver,
  .clear = clear,
};
