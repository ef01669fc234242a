/* lsc-text.h - single lines of text on cairo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/** Measures and draws lines of text in one font. Not thread-safe: one for each thread. */
typedef struct _LscText LscText;

/**
 * LscTextLine: where a line of text stands, and how it looks
 * @x: px, of its left edge with @align 0, of its right edge with 1
 * @middle: px, of the middle of its height
 * @size: px
 * @room: px beyond which it is elided, 0 = no limit
 * @keeps_ends: elided in the middle instead of at the end
 */
typedef struct
{
  double x;
  double middle;
  double align;
  double size;
  gboolean is_bold;
  double room;
  gboolean keeps_ends;
} LscTextLine;

/**
 * LscTextDrawn: a line of text that is told instead of drawn
 * @text: what is shown of it, elided where it had no room
 * @x, @baseline: of its left end, in the units of the cairo_t
 * @top, @width, @height, @size: px
 */
typedef struct
{
  const char *text;
  double x;
  double baseline;
  double top;
  double width;
  double height;
  double size;
  gboolean is_bold;
} LscTextDrawn;

/** Takes a line of text; colour, matrix and clip are those of @cr. */
typedef void (*LscTextFunc) (gpointer data, cairo_t *cr, const LscTextDrawn *drawn);

void lsc_text_redirect (PangoContext *context, LscTextFunc func, gpointer data);

LscText *lsc_text_new (PangoContext *context);
void lsc_text_free (LscText *self);
PangoContext *lsc_text_get_context (LscText *self);
void lsc_text_reset (LscText *self);
double lsc_text_width (LscText *self, double size, const char *text);
double lsc_text_width_bold (LscText *self, double size, const char *text);
double lsc_text_draw (LscText *self, cairo_t *cr, const LscTextLine *line, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscText, lsc_text_free)

G_END_DECLS
