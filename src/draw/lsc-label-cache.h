/* lsc-label-cache.h - masks of short texts, made once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/** Ink of a text. @x and @y lead from the pen on the base line to the mask's left top corner. */
typedef struct
{
  guchar *mask; /* (nullable): one byte a pixel */
  int width;
  int height;
  int stride;
  int x;
  int y;
  int advance;    /* px from pen to pen */
  guint16 *edges; /* (nullable): px from the pen to the right edge of each character, rising */
  guint n_edges;
} LscLabel;

/** Writes the text of a key that the cache does not hold. */
typedef void (*LscLabelTextFunc) (guint64 key, gpointer user_data, char *text, gsize size);

typedef struct _LscLabelCache LscLabelCache;

LscLabelCache *lsc_label_cache_new (PangoContext *context);
void lsc_label_cache_free (LscLabelCache *self);
void lsc_label_cache_clear (LscLabelCache *self);
void lsc_label_cache_keep_edges (LscLabelCache *self);
void lsc_label_cache_set_size (LscLabelCache *self, double size_px);
int lsc_label_cache_get_digit_height (LscLabelCache *self);
const LscLabel *lsc_label_cache_get (LscLabelCache *self, guint64 key, LscLabelTextFunc func,
                                     gpointer user_data);

G_END_DECLS
