/* lsc-trend.h - whether values grow from step to step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

double lsc_trend_find_chance (const double *values, gsize n);
gboolean lsc_trend_is_growing (const double *values, gsize n);
double lsc_trend_fit (const double *values, gsize n, double at);

G_END_DECLS
