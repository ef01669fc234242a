/* lsc-counter.c - a figure over time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-counter.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-sort.h"
#include "base/lsc-time.h"

/**
 * lsc_counter_new:
 * @name: of the series, copied
 *
 * Returns: (transfer full): a series without samples
 */
LscCounter *
lsc_counter_new (const char *name, LscCounterShape shape, LscCounterUnit unit)
{
  g_return_val_if_fail (name, NULL);

  LscCounter *self = g_new0 (LscCounter, 1);

  self->name = g_strdup (name);
  self->shape = shape;
  self->unit = unit;
  return self;
}

void
lsc_counter_free (LscCounter *self)
{
  if (!self)
    return;
  g_free (self->name);
  lsc_samples_clear (&self->samples);
  g_free (self);
}

static gint64
key_time (gsize index, gconstpointer data)
{
  const LscSample *samples = data;

  return samples[index].time_ns;
}

/**
 * lsc_counter_seal:
 *
 * Sorts the samples by time, drops values that are no numbers, keeps the last of several at one
 * time, merges equal neighbours and notes the extremes.
 */
void
lsc_counter_seal (LscCounter *self)
{
  g_return_if_fail (self);

  LscSamples *samples = &self->samples;
  g_autofree guint32 *order = lsc_sort_order (samples->n, key_time, samples->items);
  gsize n = 0;

  if (order)
    lsc_sort_apply (samples->items, sizeof *samples->items, order, samples->n);
  for (gsize i = 0; i < samples->n; i++)
    {
      LscSample sample = samples->items[i];

      /* One of them would make every mean that it touches none, too. */
      if (!isfinite (sample.value))
        continue;
      if (n > 0 && samples->items[n - 1].time_ns == sample.time_ns)
        n--;
      /* Samplers repeat themselves; a value holds until it changes anyway. */
      if (n > 0 && samples->items[n - 1].value == sample.value)
        continue;
      samples->items[n++] = sample;
    }
  g_assert (n <= samples->n);
  samples->n = n;
  self->least = self->most = n > 0 ? samples->items[0].value : 0;
  for (gsize i = 1; i < n; i++)
    {
      self->least = MIN (self->least, samples->items[i].value);
      self->most = MAX (self->most, samples->items[i].value);
    }
}

/* How many samples lie at @time_ns or before. */
static gsize
count_until (const LscCounter *self, gint64 time_ns)
{
  return LSC_BISECT (i, 0, self->samples.n, self->samples.items[i].time_ns <= time_ns);
}

static double
span (gint64 begin_ns, gint64 end_ns)
{
  /* Unsigned, because damaged times may lie more than 2^63 ns apart. */
  return (double) ((guint64) end_ns - (guint64) begin_ns);
}

/**
 * lsc_counter_read:
 * @self: a sealed series
 * @begin_ns: begin of the range
 * @end_ns: its end, exclusive; @begin_ns or earlier = just the value at @begin_ns
 *
 * A value holds until the next sample (lanes.md#counters). The part of the range before the first
 * sample counts for nothing.
 *
 * Cost: O(log n + samples in the range).
 *
 * Returns: extremes and mean of the range; not known when it ends before the first sample
 */
LscCounterReading
lsc_counter_read (const LscCounter *self, gint64 begin_ns, gint64 end_ns)
{
  g_return_val_if_fail (self, ((LscCounterReading){ 0 }));

  const LscSample *samples = self->samples.items;
  gsize i = count_until (self, begin_ns);
  LscCounterReading reading = { 0 };
  double sum = 0, total = 0, value;
  gint64 since_ns = begin_ns;

  if (i == 0 && (self->samples.n == 0 || samples[0].time_ns >= end_ns))
    return reading;
  if (i == 0)
    /* Before the first sample nobody knows the value; zero would pull the mean down. */
    since_ns = samples[i++].time_ns;
  value = samples[i - 1].value;
  reading = (LscCounterReading){ TRUE, value, value, value, value, 0 };
  reading.n_samples = samples[i - 1].time_ns >= begin_ns;
  for (; i < self->samples.n && samples[i].time_ns < end_ns; i++)
    {
      sum += value * span (since_ns, samples[i].time_ns);
      total += span (since_ns, samples[i].time_ns);
      since_ns = samples[i].time_ns;
      value = samples[i].value;
      reading.least = MIN (reading.least, value);
      reading.most = MAX (reading.most, value);
      reading.n_samples++;
    }
  if (end_ns > since_ns)
    {
      sum += value * span (since_ns, end_ns);
      total += span (since_ns, end_ns);
    }
  if (total > 0)
    reading.mean = sum / total;
  return reading;
}

/* @units: from the smallest to the largest, each @step times the one before */
static char *
format_scaled (double value, double step, const char *const *units)
{
  gboolean is_whole = fabs (value) < step;

  for (; fabs (value) >= step && units[1]; units++)
    value /= step;
  return g_strdup_printf (is_whole ? "%.0f %s" : "%.2f %s", value, *units);
}

/**
 * lsc_counter_format:
 *
 * Returns: (transfer full): a value of the series with its unit, for people
 */
char *
lsc_counter_format (const LscCounter *self, double value)
{
  static const char *const bytes[] = { "B", "KiB", "MiB", "GiB", "TiB", NULL };
  static const char *const rates[] = { "B/s", "kB/s", "MB/s", "GB/s", "TB/s", NULL };

  g_return_val_if_fail (self, NULL);
  switch (self->unit)
    {
    case LSC_COUNTER_UNIT_MHZ:
      return g_strdup_printf ("%.6g MHz", value);
    case LSC_COUNTER_UNIT_BYTES:
      return format_scaled (value, 1024, bytes);
    case LSC_COUNTER_UNIT_BYTES_PER_S:
      return format_scaled (value, 1000, rates);
    case LSC_COUNTER_UNIT_SHARE:
      return lsc_format_share (value);
    case LSC_COUNTER_UNIT_WATTS:
      return g_strdup_printf ("%.6g W", value);
    case LSC_COUNTER_UNIT_CELSIUS:
      return g_strdup_printf ("%.6g °C", value);
    case LSC_COUNTER_UNIT_COUNT:
      /* From 2^53 on a double is no exact count any more. */
      return fabs (value) < 9e15 && value == floor (value) ? lsc_format_count ((gint64) value)
                                                           : g_strdup_printf ("%.6g", value);
    case LSC_COUNTER_UNIT_NONE:
    default:
      return g_strdup_printf ("%.6g", value);
    }
}

/**
 * lsc_format_memory:
 *
 * Returns: (transfer full): a size of memory as charts and tables have it, which no line is broken
 *   in: "8.05 GiB"
 */
char *
lsc_format_memory (gint64 bytes)
{
  g_autofree char *text =
      lsc_counter_format (&(LscCounter){ .unit = LSC_COUNTER_UNIT_BYTES }, (double) bytes);
  GString *out = g_string_new (text);

  g_string_replace (out, " ", "\302\240", 0);
  return g_string_free (out, FALSE);
}
