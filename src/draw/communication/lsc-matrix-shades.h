/* lsc-matrix-shades.h - colours of a matrix of links by one of its figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-link-matrix.h"

G_BEGIN_DECLS

/** What the colours stand for. */
typedef enum
{
  LSC_MATRIX_OF_KIND,
  LSC_MATRIX_BANDWIDTH,
  LSC_MATRIX_SIZE,
  LSC_MATRIX_TIME,
  LSC_MATRIX_TRANSPORT,
  LSC_MATRIX_LOAD, /* of a matrix of experts alone */
  LSC_MATRIX_N_METRICS
} LscMatrixMetric;

extern const char *const lsc_matrix_metric_titles[LSC_MATRIX_N_METRICS];

/** A link is slow below that part of the median of its kind, as the rule of slow links has it. */
#define LSC_MATRIX_SLOW 0.8

/* Codes rise with how much a cell has to be seen among neighbours that share its pixel. */
#define LSC_MATRIX_EMPTY 0   /* nothing is sent */
#define LSC_MATRIX_UNKNOWN 1 /* it is not known how much, or how fast */
#define LSC_MATRIX_LEAST 2
#define LSC_MATRIX_MOST 255

/**
 * LscMatrixShades:
 * @low, @high: values at the ends of the scale
 * @is_log: between them by their logarithms
 * @has_unknown: whether any cell has %LSC_MATRIX_UNKNOWN
 * @codes: of each cell
 */
typedef struct
{
  LscMatrixMetric metric;
  double low;
  double high;
  gboolean is_log;
  gboolean has_unknown;
  guint8 *codes;
} LscMatrixShades;

LscMatrixShades *lsc_matrix_shades_new (const LscLinkMatrix *matrix, LscMatrixMetric metric);
void lsc_matrix_shades_free (LscMatrixShades *self);
double lsc_matrix_cell_get (const LscMatrixCell *cell, LscMatrixMetric metric);
gboolean lsc_matrix_has_metric (const LscLinkMatrix *matrix, LscMatrixMetric metric);
guint8 lsc_matrix_shades_code (const LscMatrixShades *self, double value);
double lsc_matrix_shades_value (const LscMatrixShades *self, double share);
guint32 lsc_matrix_shades_fill (const LscMatrixShades *self, guint8 code, gboolean is_dark);
char *lsc_matrix_value_text (LscMatrixMetric metric, double value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMatrixShades, lsc_matrix_shades_free)

G_END_DECLS
