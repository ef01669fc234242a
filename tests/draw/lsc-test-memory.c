/* lsc-test-memory.c - logs of memory by rule
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-memory.h"

/* Returns: its index */
guint32
lsc_test_memory_add_pool (LscMemoryLog *log, const char *name)
{
  lsc_memory_pools_append (&log->pools,
                           (LscMemoryPool){ lsc_intern_add (log->texts, name), 0, G_MAXINT64 });
  return (guint32) log->pools.n - 1;
}

void
lsc_test_memory_add_curve (LscMemoryLog *log, guint32 pool, LscMemoryQuantity quantity,
                           const LscMemoryPoint *points, gsize n)
{
  LscMemoryCurve curve = { .pool = pool, .quantity = (guint8) quantity };

  for (gsize i = 0; i < n; i++)
    lsc_memory_points_append (&curve.points, points[i]);
  g_array_append_val (log->curves, curve);
}

static gint64
time_of (gsize point)
{
  return LSC_TEST_MEMORY_BEGIN_NS + (gint64) point * LSC_TEST_MEMORY_POINT_NS;
}

static void
add_components (LscMemoryLog *log, const LscTestMemory *what)
{
  for (guint k = 0; k < what->n_components; k++)
    {
      g_autofree char *name = g_strdup_printf ("PART_%u", k);
      guint32 pool = lsc_test_memory_add_pool (log, name);
      g_autofree LscMemoryPoint *points = g_new (LscMemoryPoint, what->n_points);

      for (gsize i = 0; i < what->n_points; i++)
        points[i] = (LscMemoryPoint){ time_of (i), (k + 1 + (gint64) i % 3) * LSC_TEST_MIB };
      lsc_test_memory_add_curve (log, pool, LSC_MEMORY_COMPONENT, points, what->n_points);
    }
}

static void
add_steps (LscMemoryLog *log, const LscTestMemory *what)
{
  gsize length = what->n_steps > 0 ? what->n_points / what->n_steps : 0;

  for (guint i = 0; i < what->n_steps; i++)
    {
      g_autofree char *name = g_strdup_printf ("Step %u", i + 5);

      lsc_memory_marks_append (&log->marks, (LscMemoryMark){ lsc_intern_add (log->texts, name),
                                                             time_of (i * length),
                                                             time_of ((i + 1) * length), FALSE });
    }
}

/* A pool that is 96 MiB allocated at most, a saw of 32 MiB from 32 on, reserved 128 throughout. */
LscMemoryLog *
lsc_test_memory_new (const LscTestMemory *what)
{
  LscMemoryLog *log = lsc_memory_log_new (LSC_MEMORY_FROM_ASCEND);
  guint32 pool = lsc_test_memory_add_pool (log, "PTA");
  g_autofree LscMemoryPoint *points = g_new (LscMemoryPoint, what->n_points);

  for (gsize i = 0; i < what->n_points; i++)
    points[i] = (LscMemoryPoint){ time_of (i), (16 + (gint64) i % 17) * LSC_TEST_MIB };
  points[what->spike].bytes = 96 * LSC_TEST_MIB;
  lsc_test_memory_add_curve (log, pool, LSC_MEMORY_ALLOCATED, points, what->n_points);
  points[0].bytes = 128 * LSC_TEST_MIB;
  lsc_test_memory_add_curve (log, pool, LSC_MEMORY_RESERVED, points, 1);
  add_components (log, what);
  add_steps (log, what);
  log->begin_ns = time_of (0);
  log->end_ns = time_of (what->n_points);
  return log;
}
