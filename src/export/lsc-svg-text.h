/* lsc-svg-text.h - the texts of an SVG file, as texts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-text.h"

G_BEGIN_DECLS

/**
 * LscSvgTexts: lines of text that are told instead of drawn
 * @prefix: what each id begins with
 * @elements: of SVG, to stand above the shapes
 */
typedef struct
{
  const char *prefix;
  GString *elements;
  guint n_clips;
} LscSvgTexts;

void lsc_svg_texts_init (LscSvgTexts *self, const char *prefix);
void lsc_svg_texts_clear (LscSvgTexts *self);
void lsc_svg_texts_take (gpointer texts, cairo_t *cr, const LscTextDrawn *drawn);

void lsc_svg_append_number (GString *out, const char *before, double value);
void lsc_svg_append_escaped (GString *out, const char *text);

G_END_DECLS
