/* lsc-counter.h - a figure over time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_COUNTER_LINE, /* a step line: the value holds until the next sample */
  LSC_COUNTER_AREA,
} LscCounterShape;

/** Their numbers stand in converted databases. */
typedef enum
{
  LSC_COUNTER_UNIT_NONE,
  LSC_COUNTER_UNIT_MHZ,
  LSC_COUNTER_UNIT_BYTES,
  LSC_COUNTER_UNIT_BYTES_PER_S,
  LSC_COUNTER_UNIT_SHARE, /* 0 to 1 */
  LSC_COUNTER_UNIT_COUNT,
  LSC_COUNTER_UNIT_WATTS,
  LSC_COUNTER_UNIT_CELSIUS,
  LSC_COUNTER_N_UNITS,
} LscCounterUnit;

typedef struct
{
  gint64 time_ns;
  double value;
} LscSample;

LSC_DEFINE_ARRAY (LscSamples, lsc_samples, LscSample)

/** One series. Samples by time, equal neighbours merged when sealed (lanes.md#counters). */
typedef struct
{
  char *name; /* of the series: "Read", "app" */
  LscCounterShape shape;
  LscCounterUnit unit;
  LscSamples samples;
  double least;
  double most;
} LscCounter;

/** What a time range of a series comes to. */
typedef struct
{
  gboolean is_known; /* FALSE: before the first sample */
  double first;      /* value at the begin of the range */
  double least;
  double most;
  double mean; /* weighted by time */
  gsize n_samples;
} LscCounterReading;

LscCounter *lsc_counter_new (const char *name, LscCounterShape shape, LscCounterUnit unit);
void lsc_counter_free (LscCounter *self);
void lsc_counter_seal (LscCounter *self);
LscCounterReading lsc_counter_read (const LscCounter *self, gint64 begin_ns, gint64 end_ns);
char *lsc_counter_format (const LscCounter *self, double value);
char *lsc_format_memory (gint64 bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCounter, lsc_counter_free)

G_END_DECLS
