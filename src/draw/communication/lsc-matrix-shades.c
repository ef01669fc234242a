/* lsc-matrix-shades.c - colours of a matrix of links by one of its figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-matrix-shades.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "draw/lsc-palette.h"

#define LOG_FROM 100.0 /* times the least value is the highest, for a scale of logarithms */
#define KIND_LOW 0.5   /* of the median of its kind */
#define KIND_HIGH 1.5

const char *const lsc_matrix_metric_titles[LSC_MATRIX_N_METRICS] = {
  [LSC_MATRIX_OF_KIND] = N_ ("Bandwidth against Its Kind"),
  [LSC_MATRIX_BANDWIDTH] = N_ ("Bandwidth"),
  [LSC_MATRIX_SIZE] = N_ ("Size"),
  [LSC_MATRIX_TIME] = N_ ("Time"),
  [LSC_MATRIX_TRANSPORT] = N_ ("Transport"),
  [LSC_MATRIX_LOAD] = N_ ("Expert Load"),
};

/** A colour of a scale; @share: 0 to 1 of it. */
typedef struct
{
  double share;
  guint32 light;
  guint32 dark;
} Stop;

/* Orange for slow, blue for fast, the page's neighbour for 1 (drawing.md#matrix-colours): the same
 * hues as the map of stragglers, distinct for colour-blind eyes. */
static const Stop diverging[] = {
  { 0.0, 0x9A3400, 0xFFC266 }, { 0.25, 0xEF9032, 0xD08A35 }, { 0.4, 0xFBD9AE, 0x6E5030 },
  { 0.5, 0xE9E9E9, 0x4A4A4A }, { 0.75, 0x8FBDE0, 0x3F79A8 }, { 1.0, 0x2A78B5, 0x6AB0E8 },
};

static const Stop sequential[] = {
  { 0.0, 0xD9E8F4, 0x22384A },
  { 0.5, 0x6AA3CF, 0x3C78A8 },
  { 1.0, 0x084B83, 0x9AD0FF },
};

/* By transport, as many as are told apart. */
static const guint32 kinds[] = { 0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7,
                                 0x56B4E9, 0xF0E442, 0xD55E00, 0x999999 };

static guint32
find_fill (const Stop *stops, gsize n, double share, gboolean is_dark)
{
  gsize at = 1;

  while (at + 1 < n && share > stops[at].share)
    at++;
  share = (share - stops[at - 1].share) / (stops[at].share - stops[at - 1].share);
  return lsc_color_mix_rgb (is_dark ? stops[at - 1].dark : stops[at - 1].light,
                            is_dark ? stops[at].dark : stops[at].light, CLAMP (share, 0, 1));
}

/* Of neighbours that share a pixel the slow one is seen, or else the one with most. */
static gboolean
is_low_worst (LscMatrixMetric metric)
{
  return metric == LSC_MATRIX_OF_KIND || metric == LSC_MATRIX_BANDWIDTH;
}

/** lsc_matrix_cell_get: Returns: the figure in GB/s, bytes, ns, or as an index; NAN = not known */
double
lsc_matrix_cell_get (const LscMatrixCell *cell, LscMatrixMetric metric)
{
  g_return_val_if_fail (cell, LSC_REAL_NULL);
  switch (metric)
    {
    case LSC_MATRIX_OF_KIND:
      return cell->of_kind;
    case LSC_MATRIX_BANDWIDTH:
      return lsc_matrix_cell_get_bandwidth (cell);
    case LSC_MATRIX_SIZE:
      return cell->size_bytes == LSC_INT_NULL ? LSC_REAL_NULL : (double) cell->size_bytes;
    case LSC_MATRIX_TIME:
      return cell->time_ns == LSC_INT_NULL ? LSC_REAL_NULL : (double) cell->time_ns;
    case LSC_MATRIX_TRANSPORT:
      return cell->transport;
    case LSC_MATRIX_LOAD:
      return cell->of_mean;
    case LSC_MATRIX_N_METRICS:
    default:
      return LSC_REAL_NULL;
    }
}

/** lsc_matrix_has_metric: Returns: whether that figure is known of any cell */
gboolean
lsc_matrix_has_metric (const LscLinkMatrix *matrix, LscMatrixMetric metric)
{
  g_return_val_if_fail (matrix, FALSE);
  for (guint i = 0; i < matrix->cells->len; i++)
    if (!isnan (lsc_matrix_cell_get (lsc_link_matrix_get (matrix, i), metric)))
      return metric != LSC_MATRIX_TRANSPORT || matrix->transports->len > 1;
  return FALSE;
}

/* From 0, or by logarithms where most cells would look alike. */
static void
find_scale (LscMatrixShades *self, const LscLinkMatrix *matrix)
{
  double least = INFINITY, most = 0;

  for (guint i = 0; i < matrix->cells->len; i++)
    {
      double value = lsc_matrix_cell_get (lsc_link_matrix_get (matrix, i), self->metric);

      if (isnan (value))
        continue;
      most = MAX (most, value);
      if (value > 0)
        least = MIN (least, value);
    }
  self->is_log = self->metric != LSC_MATRIX_TRANSPORT && most > least * LOG_FROM;
  self->low = self->is_log ? least : 0;
  self->high = MAX (most, 1e-9);
  if (self->metric == LSC_MATRIX_OF_KIND || self->metric == LSC_MATRIX_LOAD)
    {
      self->is_log = FALSE;
      self->low = KIND_LOW;
      self->high = KIND_HIGH;
    }
}

/**
 * lsc_matrix_shades_new:
 *
 * Finds the scale of a figure and the place of each cell on it (drawing.md#matrix-colours).
 *
 * Returns: (transfer full): of @matrix, as long as that does not change
 */
LscMatrixShades *
lsc_matrix_shades_new (const LscLinkMatrix *matrix, LscMatrixMetric metric)
{
  LscMatrixShades *self;

  g_return_val_if_fail (matrix && metric < LSC_MATRIX_N_METRICS, NULL);
  self = g_new0 (LscMatrixShades, 1);
  self->metric = metric;
  find_scale (self, matrix);
  self->codes = g_new (guint8, matrix->cells->len + 1);
  for (guint i = 0; i < matrix->cells->len; i++)
    {
      self->codes[i] = lsc_matrix_shades_code (
          self, lsc_matrix_cell_get (lsc_link_matrix_get (matrix, i), metric));
      self->has_unknown = self->has_unknown || self->codes[i] == LSC_MATRIX_UNKNOWN;
    }
  return self;
}

/** lsc_matrix_shades_free: @self: (nullable) (transfer full): */
void
lsc_matrix_shades_free (LscMatrixShades *self)
{
  if (!self)
    return;
  g_free (self->codes);
  g_free (self);
}

/** lsc_matrix_shades_code: Returns: the code of a value, which may be NAN */
guint8
lsc_matrix_shades_code (const LscMatrixShades *self, double value)
{
  const double steps = LSC_MATRIX_MOST - LSC_MATRIX_LEAST;
  double share;

  g_return_val_if_fail (self, LSC_MATRIX_UNKNOWN);
  if (isnan (value))
    return LSC_MATRIX_UNKNOWN;
  if (self->metric == LSC_MATRIX_TRANSPORT)
    return (guint8) (LSC_MATRIX_LEAST + MIN (value, steps));
  share = self->is_log ? log (MAX (value, self->low) / self->low) / log (self->high / self->low)
                       : (value - self->low) / (self->high - self->low);
  share = CLAMP (share, 0, 1);
  return (guint8) (LSC_MATRIX_LEAST +
                   round ((is_low_worst (self->metric) ? 1 - share : share) * steps));
}

/** lsc_matrix_shades_value: Returns: the value at @share of the scale */
double
lsc_matrix_shades_value (const LscMatrixShades *self, double share)
{
  g_return_val_if_fail (self, LSC_REAL_NULL);
  return self->is_log ? self->low * pow (self->high / self->low, share)
                      : self->low + share * (self->high - self->low);
}

/** lsc_matrix_shades_fill: Returns: the fill of a cell of that code as 0xRRGGBB */
guint32
lsc_matrix_shades_fill (const LscMatrixShades *self, guint8 code, gboolean is_dark)
{
  double share;

  g_return_val_if_fail (self, 0);
  if (code == LSC_MATRIX_EMPTY)
    return is_dark ? 0x242424 : 0xFAFAFA;
  if (code == LSC_MATRIX_UNKNOWN)
    return is_dark ? 0x2A2A2C : 0xF3F3F3; /* quieter than any figure: there is none */
  if (self->metric == LSC_MATRIX_TRANSPORT)
    return kinds[(code - LSC_MATRIX_LEAST) % G_N_ELEMENTS (kinds)];
  share = (double) (code - LSC_MATRIX_LEAST) / (LSC_MATRIX_MOST - LSC_MATRIX_LEAST);
  if (is_low_worst (self->metric))
    share = 1 - share;
  if (self->metric == LSC_MATRIX_LOAD) /* orange for what takes longest here, too */
    share = 1 - share;
  return self->metric == LSC_MATRIX_OF_KIND || self->metric == LSC_MATRIX_LOAD
             ? find_fill (diverging, G_N_ELEMENTS (diverging), share, is_dark)
             : find_fill (sequential, G_N_ELEMENTS (sequential), share, is_dark);
}

static char *
size_text (double bytes)
{
  return bytes >= 1e9   ? g_strdup_printf ("%.3g GB", bytes / 1e9)
         : bytes >= 1e6 ? g_strdup_printf ("%.3g MB", bytes / 1e6)
         : bytes >= 1e3 ? g_strdup_printf ("%.3g kB", bytes / 1e3)
                        : g_strdup_printf ("%.0f B", bytes);
}

/** lsc_matrix_value_text: Returns: (transfer full): a known figure with its unit; not of a
 * transport
 */
char *
lsc_matrix_value_text (LscMatrixMetric metric, double value)
{
  if (metric == LSC_MATRIX_SIZE)
    return size_text (value);
  if (metric == LSC_MATRIX_TIME)
    return lsc_format_duration ((gint64) value, LSC_TIME_UNIT_AUTO);
  if (metric == LSC_MATRIX_BANDWIDTH)
    return g_strdup_printf (value >= 99.95  ? "%.0f GB/s"
                            : value >= 0.01 ? "%.3g GB/s"
                                            : "%.2g GB/s",
                            value);
  if (metric == LSC_MATRIX_LOAD)
    return g_strdup_printf ("%.0f %%", 100 * value);
  return g_strdup_printf ("%.2f", value);
}
