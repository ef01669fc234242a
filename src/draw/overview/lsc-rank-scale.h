/* lsc-rank-scale.h - colours of ranks by a figure of theirs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscRankScale: the values that the ends of the scale stand for, ns; what lies far beyond is
 * outlined
 * @is_known: some value is
 */
typedef struct
{
  gboolean is_known;
  double low;
  double high;
} LscRankScale;

LscRankScale lsc_rank_scale_new (const gint64 *values, gsize n);
LscRankScale lsc_rank_scale_new_whole (const gint64 *values, gsize n);
guint32 lsc_rank_scale_fill (const LscRankScale *self, double value, gboolean is_dark);
gboolean lsc_rank_scale_is_far (const LscRankScale *self, double value);

G_END_DECLS
