/* lsc-synth-summary.c - what the profiler computes for each step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-rank.h"

static gint
compare_spans (gconstpointer a, gconstpointer b)
{
  const LscSynthSpan *x = a, *y = b;

  return (x->begin_ns > y->begin_ns) - (x->begin_ns < y->begin_ns);
}

static gboolean
is_sorted (const GArray *spans)
{
  for (guint i = 1; i < spans->len; i++)
    if (g_array_index (spans, LscSynthSpan, i).begin_ns <
        g_array_index (spans, LscSynthSpan, i - 1).begin_ns)
      return FALSE;
  return TRUE;
}

/* Sorts and joins spans that touch; returns their length. */
static gint64
join_spans (GArray *spans)
{
  gint64 total_ns = 0;
  guint n = 0;

  if (!is_sorted (spans))
    g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++)
    {
      LscSynthSpan span = g_array_index (spans, LscSynthSpan, i);
      LscSynthSpan *last = n > 0 ? &g_array_index (spans, LscSynthSpan, n - 1) : NULL;

      if (last != NULL && span.begin_ns <= last->end_ns)
        last->end_ns = MAX (last->end_ns, span.end_ns);
      else
        g_array_index (spans, LscSynthSpan, n++) = span;
    }
  g_array_set_size (spans, n);
  for (guint i = 0; i < n; i++)
    total_ns += g_array_index (spans, LscSynthSpan, i).end_ns -
                g_array_index (spans, LscSynthSpan, i).begin_ns;
  return total_ns;
}

/* Length of what two joined lists have in common. */
static gint64
common_ns (const GArray *a, const GArray *b)
{
  gint64 total_ns = 0;
  guint i = 0, k = 0;

  while (i < a->len && k < b->len)
    {
      const LscSynthSpan *x = &g_array_index (a, LscSynthSpan, i);
      const LscSynthSpan *y = &g_array_index (b, LscSynthSpan, k);
      gint64 begin_ns = MAX (x->begin_ns, y->begin_ns);
      gint64 end_ns = MIN (x->end_ns, y->end_ns);

      total_ns += MAX (0, end_ns - begin_ns);
      if (x->end_ns < y->end_ns)
        i++;
      else
        k++;
    }
  return total_ns;
}

static void
add_trace_time (LscSynthRank *self, gint64 host_begin_ns)
{
  const gint64 computing_ns = join_spans (self->compute);
  const gint64 communication_ns = join_spans (self->communication);
  const gint64 both_ns = common_ns (self->compute, self->communication);
  const gint64 whole_ns = self->last_kernel_ns - self->first_kernel_ns;
  const gint64 exposed_ns = communication_ns - both_ns;
  const gint64 values_ns[9] = { computing_ns,
                                exposed_ns,
                                both_ns,
                                communication_ns,
                                whole_ns - computing_ns - exposed_ns,
                                whole_ns - self->receive_ns,
                                self->receive_ns,
                                MAX (0, exposed_ns - self->receive_ns),
                                self->first_kernel_ns - host_begin_ns };
  char texts[9][32], device[16], step[16];
  const char *row[11];
  guint n = 0;

  g_snprintf (device, sizeof device, "%u", self->device);
  g_snprintf (step, sizeof step, "%u", self->step_id);
  if (self->options->schema12)
    row[n++] = device;
  row[n++] = step;
  for (guint i = 0; i < 9; i++)
    {
      g_snprintf (texts[i], sizeof texts[i], "%" G_GINT64_FORMAT ".%03d", values_ns[i] / 1000,
                  (int) (ABS (values_ns[i]) % 1000));
      row[n++] = texts[i];
    }
  lsc_synth_db_insert_text (self->analysis, LSC_SYNTH_STEP_TRACE_TIME, row);
}

/* The kernels of the step are sorted by now. */
static void
remember_step (LscSynthRank *self, gint64 host_begin_ns, gint64 host_end_ns)
{
  const LscSynthRankStep step = {
    .id = self->step_id,
    .host = { host_begin_ns, host_end_ns },
    .device = { g_array_index (self->compute, LscSynthSpan, 0).begin_ns, self->last_task_ns },
  };

  g_array_append_val (self->steps, step);
}

/**
 * lsc_synth_rank_emit_step_summary:
 * @self: a rank whose step was written
 * @step: the step
 *
 * Writes STEP_TIME, AICORE_FREQ and the row of StepTraceTime (formats.md#analysis-db).
 */
void
lsc_synth_rank_emit_step_summary (LscSynthRank *self, const LscSynthStep *step)
{
  gint64 begin_ns = step->host_begin_ns + self->clock_ns;
  gint64 end_ns = MAX (step->host_end_ns + self->clock_ns, self->last_host_ns);
  const gint64 row[] = { step->id, begin_ns, end_ns };

  lsc_synth_db_insert (self->db, LSC_SYNTH_STEP_TIME, row);
  for (guint i = 0; i < 10; i++)
    {
      const gint64 at_ns = begin_ns + self->timeline->lead_ns + (end_ns - begin_ns) / 10 * i;
      const gint64 values[] = { self->device, at_ns, 1800, 0 };

      lsc_synth_db_insert (self->db, LSC_SYNTH_AICORE_FREQ, values);
    }
  add_trace_time (self, begin_ns);
  remember_step (self, begin_ns, end_ns);
}
