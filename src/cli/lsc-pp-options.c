/* lsc-pp-options.c - options of the pp command
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-pp.h"

/** A word of an option and what it stands for. */
typedef struct
{
  const char *word;
  int value;
} Choice;

static const Choice theories[] = {
  { "none", LSC_THEORY_NONE },
  { "global", LSC_THEORY_GLOBAL },
  { "stage", LSC_THEORY_STAGE },
  { "block", LSC_THEORY_BLOCK },
  { NULL, 0 },
};

static const Choice twins[] = {
  { "below", LSC_TWIN_BELOW },
  { "interleaved", LSC_TWIN_INTERLEAVED },
  { "ghost", LSC_TWIN_GHOST },
  { NULL, 0 },
};

static const Choice colors[] = {
  { "kind", LSC_COLOR_BY_KIND },
  { "phase", LSC_COLOR_BY_PHASE },
  { "micro-batch", LSC_COLOR_BY_MICRO_BATCH },
  { "duration", LSC_COLOR_BY_DURATION },
  { "insight", LSC_COLOR_INSIGHT },
  { NULL, 0 },
};

static gboolean
choose (const char *word, const Choice *choices, int *value)
{
  if (!word)
    return TRUE;
  for (; choices->word; choices++)
    if (strcmp (choices->word, word) == 0)
      {
        *value = choices->value;
        return TRUE;
      }
  return FALSE;
}

static gboolean
parse_show (LscPpOptions *self)
{
  g_auto (GStrv) words = g_strsplit (self->show ? self->show : "", ",", -1);

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
parse_share (const char *text, double most, double *value)
{
  char *end;

  if (!text)
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  return end != text && !*end && *value >= 0 && *value <= most;
}

/* "250us", "0.4ms", "1200" (ns) */
static gboolean
parse_latency (const char *text, gint64 *value_ns)
{
  static const struct
  {
    const char *unit;
    double ns;
  } units[] = { { "", 1 }, { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
  char *end;
  double value;

  if (!text)
    return TRUE;
  value = g_ascii_strtod (text, &end);
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (end != text && strcmp (end, units[i].unit) == 0 && value >= 0 && value * units[i].ns < 1e15)
      {
        *value_ns = llrint (value * units[i].ns);
        return TRUE;
      }
  return FALSE;
}

/* "8,8,8,7": layers of each stage */
static gboolean
parse_layers (LscPpOptions *self)
{
  g_auto (GStrv) words = g_strsplit (self->layers ? self->layers : "", ",", -1);

  if (!self->layers)
    return TRUE;
  self->layer_counts = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; words[i]; i++)
    {
      gint64 count;
      int kept;

      if (lsc_parse_int64 (words[i], strlen (words[i]), &count) != LSC_PARSE_OK || count < 1 ||
          count > 100000)
        return FALSE;
      kept = (int) count;
      g_array_append_val (self->layer_counts, kept);
    }
  self->inputs.layers = (const int *) self->layer_counts->data;
  self->inputs.n_layers = self->layer_counts->len;
  return TRUE;
}

static gboolean
has_ending (const char *path, const char *const *endings)
{
  for (int i = 0; path && endings[i]; i++)
    if (g_str_has_suffix (path, endings[i]))
      return TRUE;
  return !path;
}

static const char *
find_fault (LscPpOptions *self)
{
  static const char *const charts[] = { ".svg", ".png", ".pdf", NULL };
  static const char *const tables[] = { ".xlsx", ".db", ".csv", ".json", ".jsonl", NULL };

  if (!has_ending (self->out, charts))
    return _ ("--out takes a name that ends in .svg, .png or .pdf");
  if (!has_ending (self->table, tables))
    return _ ("--table takes a name that ends in .xlsx, .db, .csv or .json");
  if (!choose (self->color, colors, (int *) &self->color_mode))
    return _ ("--color takes kind, phase, micro-batch, duration or insight");
  if (self->scale < 0 || self->scale > 3 || self->width < 0 || self->width > 30000)
    return _ ("--scale goes up to 3 and --width up to 30000");
  if (!choose (self->theory, theories, (int *) &self->theory_costs))
    return _ ("--theory takes none, global, stage or block");
  if (!choose (self->twin, twins, (int *) &self->twin_mode))
    return _ ("--twin takes below, interleaved or ghost");
  if (!parse_show (self))
    return _ ("--show takes path, causes, differences, or several of them with commas");
  if (!parse_share (self->w_share, 1, &self->inputs.w_share))
    return _ ("--w-share takes a share from 0 to 1");
  if (!parse_share (self->overlap_gain, 0.9, &self->inputs.overlap_gain))
    return _ ("--overlap-gain takes a share from 0 to 0.9");
  if (!parse_latency (self->latency, &self->inputs.latency_ns))
    return _ ("--latency takes a time such as 12us or 0.4ms");
  if (!parse_layers (self))
    return _ ("--layers takes the layers of each stage, such as 8,8,8,7");
  self->inputs.has_lumps = self->has_lumps;
  self->inputs.full_recompute = self->full_recompute;
  return NULL;
}

/**
 * lsc_pp_options_check:
 *
 * Reads the texts of the options.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for what cannot be read
 */
gboolean
lsc_pp_options_check (LscPpOptions *self, GError **error)
{
  const char *what;

  self->inputs = LSC_WHAT_IF_INPUTS_INIT;
  self->twin_mode = LSC_TWIN_BELOW;
  what = find_fault (self);
  if (what)
    g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE, what);
  self->common.pipeline.host_passes = self->host_passes;
  self->common.targets[0] = self->out;
  self->common.targets[1] = self->table;
  return !what;
}

#define OPTION(field) G_STRUCT_OFFSET (LscPpOptions, field)

const LscCliOption lsc_pp_options[] = {
  /* What is read and what is written. */
  { "group", 'g', 0, G_OPTION_ARG_STRING, OPTION (group),
    N_ ("Pipeline group by number or ranks: 0 or 0,4,8,12"), "GROUP" },
  { "step", 0, 0, G_OPTION_ARG_STRING, OPTION (step),
    N_ ("Step to show: a number, median (default) or all"), "STEP" },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, OPTION (out), N_ ("Write the chart: .svg, .png or .pdf"),
    "FILE" },
  { "table", 0, 0, G_OPTION_ARG_FILENAME, OPTION (table),
    N_ ("Write the tables: .xlsx, .db; the blocks: .csv, .json"), "FILE" },
  { "host-passes", 0, 0, G_OPTION_ARG_NONE, OPTION (host_passes),
    N_ ("Without pipeline ranges: take the forward and backward passes of the host, approximate"),
    NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, OPTION (is_json), N_ ("Print as JSON"), NULL },
  /* What is drawn, and how. */
  { "color", 0, 0, G_OPTION_ARG_STRING, OPTION (color),
    N_ ("Colour by kind (default), phase, micro-batch, duration or insight"), "MODE" },
  { "theory", 0, 0, G_OPTION_ARG_STRING, OPTION (theory),
    N_ ("Draw the ideal schedule below, with the mean length of each kind (global), of each "
        "stage and kind (stage), or each block's own (block)"),
    "COSTS" },
  { "with-latency", 0, 0, G_OPTION_ARG_NONE, OPTION (with_latency),
    N_ ("The ideal schedule has the measured latency between ranks"), NULL },
  { "compare", 0, 0, G_OPTION_ARG_FILENAME, OPTION (compare),
    N_ ("Compare with another recording, drawn below"), "PATH2" },
  { "compare-step", 0, 0, G_OPTION_ARG_STRING, OPTION (compare_step),
    N_ ("Step to compare with: of the other recording, or of this one without --compare"), "STEP" },
  { "twin", 0, 0, G_OPTION_ARG_STRING, OPTION (twin),
    N_ ("Draw the second side below (default), interleaved or as ghost"), "MODE" },
  { "show", 0, 0, G_OPTION_ARG_STRING, OPTION (show),
    N_ ("Mark in the chart: path (critical path), causes (of bubbles), differences (of starts)"),
    "LIST" },
  { "width", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (width), N_ ("Width of the chart (1600)"), "PX" },
  { "scale", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (scale), N_ ("Pixels per unit of a PNG (2)"), "N" },
  { "dark", 0, 0, G_OPTION_ARG_NONE, OPTION (is_dark), N_ ("A dark page"), NULL },
  { "figure", 0, 0, G_OPTION_ARG_NONE, OPTION (is_figure),
    N_ ("Draw as a figure for a paper: without figures and footer"), NULL },
  /* What is predicted, and from which costs. */
  { "what-if", 0, 0, G_OPTION_ARG_STRING, OPTION (what_if),
    N_ ("Predict other schedules: zbh1,zbv,interleaved:2,M=32,balanced,zbv+M=32, or all"), "LIST" },
  { "w-share", 0, 0, G_OPTION_ARG_STRING, OPTION (w_share),
    N_ ("Share of weight gradients in backward, for predictions (measured, else 0.5)"), "SHARE" },
  { "overlap-gain", 0, 0, G_OPTION_ARG_STRING, OPTION (overlap_gain),
    N_ ("What overlapping forward and backward saves, for predictions (measured, else 0)"),
    "SHARE" },
  { "latency", 0, 0, G_OPTION_ARG_STRING, OPTION (latency),
    N_ ("Latency between ranks for predictions, such as 12us (measured)"), "TIME" },
  { "layers", 0, 0, G_OPTION_ARG_STRING, OPTION (layers),
    N_ ("Layers of each stage, for predictions that move some: 8,8,8,7"), "LIST" },
  { "lumps", 0, 0, G_OPTION_ARG_NONE, OPTION (has_lumps),
    N_ ("Predict with embedding and head whole on the first and last stage"), NULL },
  { "full-recompute", 0, 0, G_OPTION_ARG_NONE, OPTION (full_recompute),
    N_ ("Activations are recomputed: weight gradients are a third of backward, not a half"), NULL },
  { NULL },
};
