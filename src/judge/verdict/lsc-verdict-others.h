/* lsc-verdict-others.h - the median of all places but one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscVerdictOthers: values of places, sorted once for all questions
 *
 * Each place is compared with the median of all others. To sort the others of each anew costs the
 * places squared.
 */
typedef struct
{
  double *values; /* ascending */
  gsize n;
  gsize n_places;
  gsize *at; /* by place: index of its value, G_MAXSIZE = it has none */
} LscVerdictOthers;

void lsc_verdict_others_init (LscVerdictOthers *self, const double *values, gsize n_places,
                              double none);
void lsc_verdict_others_clear (LscVerdictOthers *self);
gsize lsc_verdict_others_count (const LscVerdictOthers *self, gsize place);
double lsc_verdict_others_median (const LscVerdictOthers *self, gsize place, double none);

G_END_DECLS
