/* lsc-stats.h - medians, quantiles and deviations, each named after its definition
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int lsc_compare_int64 (gconstpointer a, gconstpointer b);
int lsc_compare_doubles (gconstpointer a, gconstpointer b);
void lsc_sort_int64s (gint64 *values, gsize n);
void lsc_sort_doubles (double *values, gsize n);

gint64 lsc_median_lower_int64 (gint64 *values, gsize n);
gint64 lsc_median_upper_int64 (gint64 *values, gsize n);
gint64 lsc_median_mean_int64 (gint64 *values, gsize n);
gint64 lsc_median_lower_among_int64 (gint64 *values, gsize n);
gint64 lsc_median_mean_among_int64 (gint64 *values, gsize n);
gint64 lsc_median_mean_without_int64 (const gint64 *sorted, gsize n, gint64 value);
double lsc_median_lower_double (double *values, gsize n);
double lsc_median_upper_double (double *values, gsize n);
double lsc_median_mean_double (double *values, gsize n);

gsize lsc_nearest_rank (gsize n, guint percent);
double lsc_quantile_linear (const gint64 *sorted, gsize n, double share);

double lsc_binomial_at_least (gsize k, gsize n, double part);

G_END_DECLS
