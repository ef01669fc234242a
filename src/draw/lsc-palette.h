/* lsc-palette.h - colours for light, dark and colour-blind eyes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <cairo.h>
#include <glib.h>

#include "analyze/budget/lsc-budget.h"
#include "analyze/pipeline/lsc-pipeline.h"

G_BEGIN_DECLS

typedef struct
{
  double red, green, blue, alpha;
} LscColor;

typedef enum
{
  LSC_COLOR_BY_KIND,
  LSC_COLOR_BY_PHASE,
  LSC_COLOR_BY_MICRO_BATCH,
  LSC_COLOR_BY_DURATION,
  LSC_COLOR_INSIGHT,
} LscColorMode;

/** Lines over a fill, for what must not be told by its colour alone. */
typedef enum
{
  LSC_HATCH_NONE = 0,
  LSC_HATCH_RISING = 1,
  LSC_HATCH_FALLING = 2,
  LSC_HATCH_CROSSED = LSC_HATCH_RISING | LSC_HATCH_FALLING,
  LSC_HATCH_LEVEL = 4,
  LSC_HATCH_ALL = LSC_HATCH_CROSSED | LSC_HATCH_LEVEL,
} LscHatch;

/** The colours that follow the theme. */
typedef struct
{
  gboolean is_dark;
  LscColor background;
  LscColor foreground;
  LscColor dim; /* secondary text */
  LscColor grid;
  LscColor bubble;
  LscColor bubble_line;
  LscColor accent; /* selection */
} LscTheme;

LscTheme lsc_theme_light (void);
LscTheme lsc_theme_dark (void);

guint32 lsc_palette_kind_fill (LscBlockKind kind, guint chunk);
guint32 lsc_palette_phase_fill (int type);
guint32 lsc_palette_micro_batch_fill (guint micro_batch);
guint32 lsc_palette_duration_fill (double relative);
guint32 lsc_palette_budget_fill (LscBudgetCategory category, gboolean is_dark);
LscHatch lsc_palette_budget_hatch (LscBudgetCategory category);
guint32 lsc_palette_insight_fill (guint order);
gboolean lsc_palette_label_is_white (guint32 fill);
guint32 lsc_palette_warning (void);
guint32 lsc_palette_send (void);
guint32 lsc_palette_receive (void);
guint32 lsc_color_mix_rgb (guint32 from, guint32 to, double share);
guint32 lsc_color_to_rgb (const LscColor *color);
void lsc_color_set (cairo_t *cr, const LscColor *color);
void lsc_color_set_rgb (cairo_t *cr, guint32 rgb);
void lsc_color_set_alpha (cairo_t *cr, const LscColor *color, double alpha);
void lsc_color_set_rgb_alpha (cairo_t *cr, guint32 rgb, double alpha);

G_END_DECLS
