/* lsc-memory-series.h - a curve of memory, ready to be read column by column
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-memory-log.h"

G_BEGIN_DECLS

/** Least and most of so many points. */
typedef struct
{
  gint64 least_bytes;
  gint64 most_bytes;
} LscMemoryExtremes;

/**
 * LscMemorySeries: a curve and what makes it cheap to paint
 * @points: by time; borrowed unless @own holds them
 * @own: points that were made for the picture, as those of stacked components
 * @quantity: #LscMemoryQuantity
 * @name: (nullable): of a component, borrowed of the log
 * @base: index of the series that it is stacked on, -1 = it begins at nothing
 * @blocks: (array): extremes of each whole block of points
 * @is_beyond: it lies so far above the others that the axis does not go up to it
 * @peak_ns, @peak_bytes: its highest point, the first one of them; of a stacked one what it adds
 */
typedef struct
{
  const LscMemoryPoint *points;
  gsize n_points;
  LscMemoryPoints own;
  guint8 quantity;
  const char *name;
  int base;
  LscMemoryExtremes *blocks;
  gboolean is_beyond;
  gint64 peak_ns;
  gint64 peak_bytes;
} LscMemorySeries;

/** What a series is within a column of pixels. */
typedef struct
{
  gint64 first_bytes;
  gint64 least_bytes;
  gint64 most_bytes;
  gint64 last_bytes;
} LscMemoryColumn;

void lsc_memory_series_init (LscMemorySeries *self, LscMemoryQuantity quantity,
                             const LscMemoryPoints *points);
void lsc_memory_series_take (LscMemorySeries *self, LscMemoryQuantity quantity,
                             LscMemoryPoints points);
void lsc_memory_series_clear (LscMemorySeries *self);
gboolean lsc_memory_series_get_column (const LscMemorySeries *self, gint64 begin_ns, gint64 end_ns,
                                       gsize *near_point, LscMemoryColumn *column);
gboolean lsc_memory_series_get_value (const LscMemorySeries *self, gint64 time_ns, gint64 *bytes);
gint64 lsc_memory_series_find_peak (const LscMemorySeries *self, gint64 begin_ns, gint64 end_ns,
                                    gint64 *bytes);

G_END_DECLS
