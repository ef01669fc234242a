/* bench-operators.c - how long grouping ten million kernels takes, and what they take of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "judge/operators/lsc-operators.h"

#define KERNELS 10000000
#define KINDS 2000
#define TYPES 60
#define STEPS 100
#define RUNS 5
#define SUMS_BUDGET_MS 100.0
#define QUANTILES_BUDGET_MS 1000.0
#define BUDGET_BYTES 24.5 /* a kernel: 24, and blocks and kinds */

static void
add_kinds (LscOpSheet *sheet)
{
  for (guint i = 0; i < KINDS; i++)
    {
      g_autofree char *type = g_strdup_printf ("Type%u", i % TYPES);
      g_autofree char *name = g_strdup_printf ("kernel_%u", i / 2);
      LscOpVariant kind = { .type = lsc_intern_add (sheet->texts, type),
                            .core = lsc_intern_add (sheet->texts, "AI_CORE"),
                            .name = lsc_intern_add (sheet->texts, name),
                            .shapes = LSC_STRING_NONE,
                            .dtypes = LSC_STRING_NONE,
                            .module = LSC_STRING_NONE,
                            .op = LSC_STRING_NONE,
                            .launch = LSC_ID_NONE,
                            .bytes = 4096,
                            .family = (guint8) (i % LSC_N_OP_FAMILIES) };

      lsc_op_variants_append (&sheet->kinds, kind);
    }
}

static LscOpSheet *
make_sheet (gint64 rank, gsize n, GRand *random)
{
  LscOpSheet *sheet = lsc_op_sheet_new_blank (rank);
  gsize per_step = n / STEPS;

  add_kinds (sheet);
  lsc_op_sheet_reserve (sheet, n);
  sheet->has_budget = TRUE;
  for (guint32 i = 0; i < STEPS; i++)
    {
      gint64 begin_ns = (gint64) i * 1000000000;

      lsc_op_steps_append (
          &sheet->steps, (LscOpStep){ i, begin_ns, begin_ns + 1000000000, 1000000000, 0, 0, TRUE });
      lsc_op_blocks_append (&sheet->blocks,
                            (LscOpBlock){ i, 0, i * per_step,
                                          i + 1 < STEPS ? per_step : n - i * per_step, begin_ns });
    }
  for (gsize i = 0; i < n; i++)
    {
      sheet->kinds_of[i] = (guint32) g_rand_int_range (random, 0, KINDS);
      sheet->starts[i] = (guint32) (i % per_step * 1000);
      sheet->durations[i] = sheet->owned[i] = (guint32) g_rand_int_range (random, 1000, 500000);
      sheet->slices[i] = (guint32) i;
    }
  return sheet;
}

/* Returns: ms of the fastest of some runs */
static double
measure (LscOperators *operators, LscOpKeys keys, gboolean quantiles)
{
  gint64 best_us = G_MAXINT64;

  for (guint i = 0; i < RUNS; i++)
    {
      gint64 begin_us = g_get_monotonic_time ();
      g_autoptr (LscOpGroups) groups =
          lsc_operators_group (operators, keys, NULL, quantiles, NULL, NULL);

      best_us = MIN (best_us, g_get_monotonic_time () - begin_us);
    }
  return (double) best_us / 1e3;
}

static gboolean
tell (const char *what, double value, double budget, const char *unit)
{
  printf ("  %-34s %8.1f %s  (budget %.1f)%s\n", what, value, unit, budget,
          value <= budget ? "" : "  MISSED");
  return value <= budget;
}

static gboolean
run (guint n_ranks)
{
  const LscOpKeys by_type = (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_CORE);
  g_autoptr (GPtrArray) sheets =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);
  g_autoptr (LscOperators) operators = NULL;
  GRand *random = g_rand_new_with_seed (1);
  gsize bytes = 0;
  gboolean kept;

  for (guint i = 0; i < n_ranks; i++)
    {
      g_ptr_array_add (sheets, make_sheet (i, KERNELS / n_ranks, random));
      bytes += lsc_op_sheet_get_memory_bytes (sheets->pdata[i]);
    }
  g_rand_free (random);
  operators = lsc_operators_new (sheets, g_get_num_processors ());
  printf ("%d kernels of %u ranks\n", KERNELS, n_ranks);
  kept = tell ("memory of a kernel", (double) bytes / KERNELS, BUDGET_BYTES, "B ");
  kept &= tell ("sums by type and core", measure (operators, by_type, FALSE), SUMS_BUDGET_MS, "ms");
  kept &= tell ("sums by name", measure (operators, LSC_OP_BY_NAME, FALSE), SUMS_BUDGET_MS, "ms");
  kept &= tell ("quantiles by type and core", measure (operators, by_type, TRUE),
                QUANTILES_BUDGET_MS, "ms");
  kept &= tell ("quantiles by name", measure (operators, LSC_OP_BY_NAME, TRUE), QUANTILES_BUDGET_MS,
                "ms");
  return kept;
}

int
main (void)
{
  gboolean kept = run (1);

  kept = run (8) && kept;
  return kept ? EXIT_SUCCESS : EXIT_FAILURE;
}
