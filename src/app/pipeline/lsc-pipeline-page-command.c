/* lsc-pipeline-page-command.c - the command line that draws what is shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>

#include "app/parts/lsc-choices.h"
#include "app/pipeline/lsc-pipeline-page-private.h"

static void
add_path (GString *out, const char *option, const char *path)
{
  g_autofree char *quoted = g_shell_quote (path != NULL ? path : ".");

  g_string_append_printf (out, " %s%s", option, quoted);
}

static void
add_name (GString *out, const char *option, const char *name)
{
  if (name != NULL)
    add_path (out, option, name);
}

static void
add_step (GString *out, const char *option, const LscPipelineStep *step)
{
  if (step->has_id)
    g_string_append_printf (out, " %s %" PRId64, option, step->id);
  else
    g_string_append_printf (out, " %s -", option);
}

static void
add_share (GString *out, const char *option, double share)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (share >= 0) /* neither "measured" nor NAN */
    g_string_append_printf (out, " %s %s", option, g_ascii_dtostr (text, sizeof text, share));
}

static void
add_what_if (GString *out, const LscWhatIf *what_if, guint row)
{
  const LscWhatIfRow *chosen = g_ptr_array_index (what_if->rows, row);
  const LscWhatIfInputs *inputs = &what_if->inputs;
  char head[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *target = lsc_what_if_target_to_text (&chosen->target);

  add_path (out, "--what-if ", target);
  add_share (out, "--w-share", inputs->w_share);
  add_share (out, "--overlap-gain", inputs->overlap_gain);
  if (inputs->latency_ns >= 0)
    g_string_append_printf (out, " --latency %" PRId64 "ns", inputs->latency_ns);
  for (gsize i = 0; i < inputs->n_layers; i++)
    g_string_append_printf (out, "%s%d", i == 0 ? " --layers " : ",", inputs->layers[i]);
  if (inputs->n_layers > 0 && !isnan (inputs->head))
    g_string_append_printf (out, "+%s", g_ascii_dtostr (head, sizeof head, inputs->head));
  if (inputs->spread_lumps)
    g_string_append (out, " --spread-lumps");
  if (inputs->full_recompute)
    g_string_append (out, " --full-recompute");
}

static void
add_compared (GString *out, LscPipelinePage *self)
{
  static const char *const costs[] = { "none", "global", "stage", "block" };
  const LscPageCompare *compare = &self->compare;

  if (compare->kind == LSC_COMPARE_THEORY)
    {
      g_string_append_printf (out, " --theory %s", costs[compare->costs]);
      if (g_settings_get_boolean (self->settings, "pipeline-theory-latency"))
        g_string_append (out, " --with-latency");
    }
  else if (compare->kind == LSC_COMPARE_STEP)
    add_step (out, "--compare-step", &self->group->steps[compare->step]);
  else if (compare->kind == LSC_COMPARE_RECORDING)
    {
      add_path (out, "--compare ", compare->recording_path);
      g_string_append (out, " --compare-step median");
    }
  else if (compare->kind == LSC_COMPARE_WHAT_IF)
    add_what_if (out, compare->what_if, compare->row);
}

static void
add_look (GString *out, LscPipelinePage *self)
{
  static const char *const colors[] = { "kind", "phase", "micro-batch", "duration", "insight" };
  static const char *const twins[] = {
    [LSC_TWIN_INTERLEAVED] = "interleaved", [LSC_TWIN_GHOST] = "ghost"
  };
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  const char *separator = " --show ";

  if (chart->color_mode != LSC_COLOR_BY_KIND)
    g_string_append_printf (out, " --color %s", colors[chart->color_mode]);
  if (chart->twin.mode == LSC_TWIN_INTERLEAVED || chart->twin.mode == LSC_TWIN_GHOST)
    g_string_append_printf (out, " --twin %s", twins[chart->twin.mode]);
  if (chart->n_path > 0)
    {
      g_string_append_printf (out, "%spath", separator);
      separator = ",";
    }
  if (chart->n_idle > 0)
    {
      g_string_append_printf (out, "%scauses", separator);
      separator = ",";
    }
  if (chart->twin.mode != LSC_TWIN_NONE && chart->twin.show_delta)
    g_string_append_printf (out, "%sdifferences", separator);
}

/* Returns: (transfer full): the command line that draws the same step with what stands beside it */
char *
_lsc_pipeline_page_get_command (LscAppPage *page)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  const LscCluster *cluster = lsc_app_page_get_source (page)->cluster;
  GString *out = g_string_new ("lanescope-cli pp");
  g_autofree char *groups = g_settings_get_string (self->settings, "pipeline-groups");
  g_autofree char *layout = g_settings_get_string (self->settings, "parallel-sizes");
  guint index = 0;

  add_path (out, "", cluster != NULL ? cluster->path : NULL);
  add_name (out, "--layout ", *g_strstrip (layout) != '\0' ? layout : NULL);
  add_name (out, "--pp-groups ", *groups != '\0' ? groups : NULL);
  if (self->group != NULL)
    {
      if (g_ptr_array_find (self->pipeline->groups, self->group, &index) && index > 0)
        g_string_append_printf (out, " -g %u", index);
      if (chart->n_steps > 1)
        g_string_append (out, " --step all");
      else if (chart->first_step < self->group->n_steps)
        add_step (out, "--step", &self->group->steps[chart->first_step]);
      if (self->align == LSC_ALIGN_NONE || self->align == LSC_ALIGN_P2P)
        g_string_append_printf (out, " --align %s", self->align == LSC_ALIGN_NONE ? "none" : "p2p");
      if (chart->twin.mode != LSC_TWIN_NONE) /* of several steps nothing stands beside */
        add_compared (out, self);
      add_look (out, self);
    }
  add_name (out, "--title ", self->names.title);
  add_name (out, "--first-name ", self->names.first);
  add_name (out, "--second-name ", self->names.second);
  g_string_append (out, " --out pipeline.svg");
  return g_string_free (out, FALSE);
}
