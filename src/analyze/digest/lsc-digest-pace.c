/* lsc-digest-pace.c - at which frequency a rank computes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-private.h"
#include "analyze/digest/lsc-digest-parts-private.h"
#include "base/lsc-stats.h"

/* findings.md#frequency. */

#define USUAL_SHARE 0.01 /* the frequency that 1 % of computing exceeds */

/** Returns: the mean of all dies while the piece ran, 0 = not recorded */
double
_lsc_digest_read_mhz (const GArray *clocks, const LscBudgetPiece *piece)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < clocks->len; i++)
    {
      LscCounterReading reading = lsc_counter_read (g_array_index (clocks, const LscCounter *, i),
                                                    piece->begin_ns, piece->end_ns);

      if (!reading.is_known)
        continue;
      sum += reading.mean;
      n++;
    }
  return n > 0 ? sum / n : 0;
}

static int
compare_paces (gconstpointer a, gconstpointer b)
{
  return lsc_compare_doubles (&((const LscPace *) b)->mhz, &((const LscPace *) a)->mhz);
}

/**
 * _lsc_digest_find_usual_mhz:
 * @paces: (element-type LscPace): of all steps: what a device can do shows in the first one, too
 *
 * Returns: the frequency that 1 % of computing exceeds, -1 = not recorded
 */
double
_lsc_digest_find_usual_mhz (GArray *paces)
{
  gint64 all_ns = 0, ns = 0;

  g_array_sort (paces, compare_paces);
  for (guint i = 0; i < paces->len; i++)
    all_ns += g_array_index (paces, LscPace, i).ns;
  for (guint i = 0; i < paces->len; i++)
    {
      ns += g_array_index (paces, LscPace, i).ns;
      if ((double) ns >= USUAL_SHARE * (double) all_ns)
        return g_array_index (paces, LscPace, i).mhz;
    }
  return -1;
}
