/* lsc-pp-options.c - options of the pp command
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-pp.h"

static const LscCliChoice theories[] = {
  { "none", LSC_THEORY_NONE },
  { "global", LSC_THEORY_GLOBAL },
  { "stage", LSC_THEORY_STAGE },
  { "block", LSC_THEORY_BLOCK },
  { NULL, 0 },
};

static const LscCliChoice twins[] = {
  { "below", LSC_TWIN_BELOW },
  { "interleaved", LSC_TWIN_INTERLEAVED },
  { "ghost", LSC_TWIN_GHOST },
  { NULL, 0 },
};

static const LscCliChoice colors[] = {
  { "kind", LSC_COLOR_BY_KIND },
  { "phase", LSC_COLOR_BY_PHASE },
  { "micro-batch", LSC_COLOR_BY_MICRO_BATCH },
  { "duration", LSC_COLOR_BY_DURATION },
  { "insight", LSC_COLOR_INSIGHT },
  { NULL, 0 },
};

static gboolean
read_show (const char *text, gpointer options, GError **error)
{
  LscPpOptions *self = options;
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  for (guint i = 0; words[i]; i++)
    if (strcmp (words[i], "path") == 0)
      self->shows_path = TRUE;
    else if (strcmp (words[i], "causes") == 0)
      self->shows_causes = TRUE;
    else if (strcmp (words[i], "differences") == 0)
      self->shows_differences = TRUE;
    else
      return FALSE;
  return TRUE;
}

static gboolean
read_up_to (const char *text, double most, double *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  return end != text && !*end && *value >= 0 && *value <= most;
}

static gboolean
read_share (const char *text, gpointer share, GError **error)
{
  return read_up_to (text, 1, share);
}

static gboolean
read_gain (const char *text, gpointer gain, GError **error)
{
  return read_up_to (text, 0.9, gain);
}

/* "250us", "0.4ms", "1200ns" */
static gboolean
read_latency (const char *text, gpointer latency_ns, GError **error)
{
  static const struct
  {
    const char *unit;
    double ns;
  } units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
  char *end;
  double value = g_ascii_strtod (text, &end);

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (end != text && strcmp (end, units[i].unit) == 0 && value >= 0 && value * units[i].ns < 1e15)
      {
        *(gint64 *) latency_ns = llrint (value * units[i].ns);
        return TRUE;
      }
  return FALSE;
}

/* "8,8,8,7+2": layers of each stage, and the head */
static gboolean
read_layers (const char *text, gpointer options, GError **error)
{
  LscPpOptions *self = options;

  g_clear_pointer (&self->layer_counts, g_array_unref);
  self->layer_counts = g_array_new (FALSE, FALSE, sizeof (int));
  if (!lsc_what_if_parse_layers (text, self->layer_counts, &self->inputs.head, NULL) ||
      self->layer_counts->len == 0)
    return FALSE;
  self->inputs.layers = (const int *) self->layer_counts->data;
  self->inputs.n_layers = self->layer_counts->len;
  return TRUE;
}

#define OPTION(field) G_STRUCT_OFFSET (LscPpOptions, field)

const LscCliOption lsc_pp_options[] = {
  /* What is read and what is written. */
  { "group", 'g', 0, G_OPTION_ARG_STRING, OPTION (group),
    N_ ("Pipeline group by number or ranks: 0 or 0,4,8,12; or all, with --out a picture of each"),
    "GROUP" },
  { "step", 0, 0, G_OPTION_ARG_STRING, OPTION (step),
    N_ ("Step to show: a number, median (default) or all"), "STEP" },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, OPTION (out),
    N_ ("Write the chart: .svg, .png or .pdf; with --group all FILE-0, FILE-1, … by group"), "FILE",
    .endings = lsc_cli_picture_endings,
    .fault = N_ ("--out takes a name that ends in .svg, .png or .pdf") },
  { "table", 0, 0, G_OPTION_ARG_FILENAME, OPTION (table),
    N_ ("Write the tables: .xlsx, .db; the blocks: .csv, .json"), "FILE",
    .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { "json", 0, 0, G_OPTION_ARG_NONE, OPTION (is_json), N_ ("Print as JSON"), NULL },
  /* What is drawn, and how. */
  { "color", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (color_mode),
    N_ ("Colour by kind (default), phase, micro-batch, duration or insight"), "MODE",
    .choices = colors,
    .fault = N_ ("--color takes kind, phase, micro-batch, duration or insight") },
  { "theory", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (theory_costs),
    N_ ("Draw the ideal schedule below, with the mean length of each kind (global), of each "
        "stage and kind (stage), or each block's own (block)"),
    "COSTS", .choices = theories, .fault = N_ ("--theory takes none, global, stage or block") },
  { "with-latency", 0, 0, G_OPTION_ARG_NONE, OPTION (with_latency),
    N_ ("The ideal schedule has the measured latency between ranks"), NULL, .needs = "theory" },
  { "compare", 0, 0, G_OPTION_ARG_FILENAME, OPTION (compare),
    N_ ("Compare with another recording, drawn below"), "PATH2" },
  { "compare-step", 0, 0, G_OPTION_ARG_STRING, OPTION (compare_step),
    N_ ("Step to compare with: of the other recording, or of this one without --compare"), "STEP" },
  { "title", 0, 0, G_OPTION_ARG_STRING, OPTION (title), N_ ("Title of the chart"), "TEXT",
    .needs = "out" },
  { "first-name", 0, 0, G_OPTION_ARG_STRING, OPTION (first_name),
    N_ ("What the chart calls the first side"), "TEXT", .needs = "out" },
  { "second-name", 0, 0, G_OPTION_ARG_STRING, OPTION (second_name),
    N_ ("What the chart calls the second side"), "TEXT", .needs = "out" },
  { "twin", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (twin_mode),
    N_ ("Draw the second side below (default), interleaved or as ghost"), "MODE", .choices = twins,
    .fault = N_ ("--twin takes below, interleaved or ghost"),
    .needs = "compare compare-step theory what-if" },
  { "show", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (common),
    N_ ("Mark in the chart: path (critical path), causes (of bubbles), differences (of starts)"),
    "LIST", .read = read_show,
    .fault = N_ ("--show takes path, causes, differences, or several of them with commas"),
    .needs = "out" },
  { "width", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (width), N_ ("Width of the chart (1600)"), "PX",
    .most = 30000, .fault = N_ ("--scale goes up to 3 and --width up to 30000"), .needs = "out",
    .is_positive = TRUE },
  { "scale", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (scale), N_ ("Pixels per unit of a PNG (2)"), "N",
    .most = 3, .fault = N_ ("--scale goes up to 3 and --width up to 30000"), .needs = "out",
    .is_positive = TRUE },
  { "dark", 0, 0, G_OPTION_ARG_NONE, OPTION (is_dark), N_ ("A dark page"), NULL, .needs = "out" },
  LSC_CLI_OUTLINES,
  { "figure", 0, 0, G_OPTION_ARG_NONE, OPTION (is_figure),
    N_ ("Draw as a figure for a paper: without figures and footer"), NULL, .needs = "out" },
  /* What is predicted, and from which costs. */
  { "what-if", 0, 0, G_OPTION_ARG_STRING, OPTION (what_if),
    N_ ("Predict other schedules: zbh1,zbv,interleaved:2,M=32,balanced,zbv+M=32, or all"), "LIST" },
  { "w-share", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (inputs.w_share),
    N_ ("Share of weight gradients in backward, for predictions (measured, else 0.5)"), "SHARE",
    .read = read_share, .fault = N_ ("--w-share takes a share from 0 to 1"), .needs = "what-if" },
  { "overlap-gain", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (inputs.overlap_gain),
    N_ ("What overlapping forward and backward saves, for predictions (measured, else 0)"), "SHARE",
    .read = read_gain, .fault = N_ ("--overlap-gain takes a share from 0 to 0.9"),
    .needs = "what-if" },
  { "latency", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (inputs.latency_ns),
    N_ ("Latency between ranks for predictions, such as 12us (measured)"), "TIME",
    .read = read_latency,
    .fault = N_ ("--latency takes a time with its unit, such as 12us or 0.4ms"),
    .needs = "what-if" },
  { "layers", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (common),
    N_ ("Layers of each stage, for predictions that move layers, and to detect slow devices: "
        "8,8,8,7; with the cost of the head in layers: 8,8,8,7+2.5"),
    "LIST", .read = read_layers,
    .fault = N_ ("--layers takes the layers of each stage, such as 8,8,8,7 or 8,8,8,7+2.5") },
  { "lumps", 0, 0, G_OPTION_ARG_NONE, OPTION (has_lumps),
    N_ ("Predict with embedding and head whole on the first and last stage (default)"), NULL,
    .needs = "what-if" },
  { "spread-lumps", 0, 0, G_OPTION_ARG_NONE, OPTION (inputs.spread_lumps),
    N_ ("Predict with what the first and last stage take longer as layers, which move"), NULL,
    .needs = "what-if" },
  { "full-recompute", 0, 0, G_OPTION_ARG_NONE, OPTION (inputs.full_recompute),
    N_ ("Activations are recomputed: weight gradients are a third of backward, not a half"), NULL,
    .needs = "what-if" },
  { NULL },
};

/** Returns: whether --group asks for all pipelines */
gboolean
lsc_pp_is_all (const LscPpOptions *options)
{
  g_return_val_if_fail (options, FALSE);
  return g_strcmp0 (options->group, "all") == 0;
}

/* (transfer full): the step's number, "-" for the one without */
static char *
get_step_name (const LscPipelineStep *step)
{
  return step->has_id ? g_strdup_printf ("%" G_GINT64_FORMAT, step->id) : g_strdup ("-");
}

/**
 * lsc_pp_choose_steps:
 * @text: (nullable): a number, median or all
 * @first, @n: (out): the steps to show: [*first, *first + *n)
 *
 * Errors: %LSC_ERROR_USAGE where the group has no such step.
 *
 * Returns: whether there are any
 */
gboolean
lsc_pp_choose_steps (const LscPipelineGroup *group, const char *text, gsize *first, gsize *n,
                     GError **error)
{
  g_autoptr (GString) known = NULL;

  g_return_val_if_fail (group && first && n, FALSE);
  known = g_string_new (NULL);
  *first = group->median_step;
  *n = 1;
  if (!text || strcmp (text, "median") == 0)
    return TRUE;
  if (strcmp (text, "all") == 0)
    {
      *first = 0;
      *n = group->n_steps;
      return TRUE;
    }
  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_autofree char *name = get_step_name (&group->steps[i]);

      if (strcmp (name, text) == 0 || strcmp (group->steps[i].label, text) == 0)
        {
          *first = i;
          return TRUE;
        }
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", name);
    }
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("There is no step “%s” in this group; there are: %s, median, all"), text,
                   known->str);
}
