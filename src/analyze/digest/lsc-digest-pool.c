/* lsc-digest-pool.c - which counters are those of the framework's pool of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"

/* findings.md#memory. */

/** Returns: (nullable): a series of a strip; traces write its name with a capital */
const LscCounter *
_lsc_digest_find_series (const LscNode *node, const char *name)
{
  for (guint i = 0; node->series && i < node->series->len; i++)
    {
      const LscCounter *series = node->series->pdata[i];

      if (series->name && g_ascii_strcasecmp (series->name, name) == 0)
        return series;
    }
  return NULL;
}

/* The framework's allocator on a GPU: of several the first that holds anything. */
static const LscCounter *
find_gpu_pool (const LscTimeline *timeline, const char *series, const char **name)
{
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      const LscCounter *found = node->role == LSC_ROLE_MEMORY_COUNTER && node->name &&
                                        g_str_has_prefix (node->name, "GPU ")
                                    ? _lsc_digest_find_series (node, series)
                                    : NULL;

      if (found)
        {
          *name = node->name;
          return found;
        }
    }
  return NULL;
}

/**
 * lsc_digest_find_pool:
 * @series: "allocated", "active" or "reserved"
 * @name: (out) (optional): the strip of that counter
 *
 * The pool of the framework: its own allocator before the sum of several.
 *
 * Returns: (transfer none) (nullable): that figure of it, %NULL where it was not recorded
 */
const LscCounter *
lsc_digest_find_pool (const LscTimeline *timeline, const char *series, const char **name)
{
  static const char *const names[] = { "PTA", "PTA+GE" };
  const char *unused;

  g_return_val_if_fail (timeline && series, NULL);
  name = name ? name : &unused;
  for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
    for (guint i = 1; i < timeline->nodes->len; i++)
      {
        const LscNode *node = lsc_timeline_get_node (timeline, i);
        const LscCounter *found;

        if (node->role != LSC_ROLE_MEMORY_COUNTER || g_strcmp0 (node->name, names[k]) != 0)
          continue;
        found = _lsc_digest_find_series (node, series);
        if (!found)
          continue;
        *name = node->name;
        return found;
      }
  return find_gpu_pool (timeline, series, name);
}
