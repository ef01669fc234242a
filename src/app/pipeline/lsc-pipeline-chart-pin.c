/* lsc-pipeline-chart-pin.c - how a chart of pipelines looks, for pins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-chart.h"

static void
pin_switch (LscPin *pin, const char *name, gboolean is_on)
{
  lsc_pin_set (pin, name, is_on ? "yes" : NULL);
}

/** lsc_pipeline_chart_pin: says in a pin which colours, labels and kinds of blocks are shown */
void
lsc_pipeline_chart_pin (LscPipelineChart *self, LscPin *pin)
{
  const LscPipelineView *chart;

  g_return_if_fail (LSC_IS_PIPELINE_CHART (self) && pin);
  chart = lsc_pipeline_chart_get_chart (self);
  lsc_pin_set_int (pin, "color", chart->color_mode);
  lsc_pin_set_int (pin, "arrows", chart->arrows);
  lsc_pin_set_int (pin, "labels", chart->labels);
  if (chart->hidden_kinds != 0)
    lsc_pin_set_int (pin, "hidden_kinds", chart->hidden_kinds);
  pin_switch (pin, "no_bubbles", !chart->show_bubbles);
  pin_switch (pin, "no_messages", !chart->show_p2p);
  pin_switch (pin, "chunk_rows", chart->show_chunk_rows);
  pin_switch (pin, "critical_path", chart->path != NULL);
  pin_switch (pin, "causes", chart->idle != NULL);
}
