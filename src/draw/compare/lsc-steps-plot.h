/* lsc-steps-plot.h - the steps of two recordings as dots along one axis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "draw/lsc-page.h"

G_BEGIN_DECLS

/**
 * LscStepsPlot: lengths of steps
 * @names: (owned): of the sides
 * @ns: in the order in which they ran
 * @median_ns: of them
 * @floor_ns: what is noise around the median before; 0 = not known
 */
typedef struct
{
  char *names[LSC_N_SIDES];
  LscInt64s ns[LSC_N_SIDES];
  gint64 median_ns[LSC_N_SIDES];
  gint64 floor_ns;
} LscStepsPlot;

LscStepsPlot *lsc_steps_plot_new (const LscCompare *compare, char *const names[LSC_N_SIDES]);
void lsc_steps_plot_free (LscStepsPlot *self);
LscPage *lsc_steps_plot_page (const LscStepsPlot *self, double width, double text_px,
                              LscTheme theme, PangoContext *context);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscStepsPlot, lsc_steps_plot_free)

G_END_DECLS
