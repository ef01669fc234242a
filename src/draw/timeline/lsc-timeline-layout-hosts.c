/* lsc-timeline-layout-hosts.c - on which hosts the ranks of a layout ran
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/timeline/lsc-timeline-layout-private.h"

/* (nullable): of a rank that is loaded, where it was recorded */
static const char *
find_host (const LscTimelineLayout *self, guint32 index)
{
  const LscLayoutRank *rank =
      index < self->ranks->len ? g_ptr_array_index (self->ranks, index) : NULL;
  const char *host = rank && rank->timeline ? rank->timeline->host_name : NULL;

  return host && *host ? host : NULL;
}

static gboolean
has_hosts (const LscTimelineLayout *self)
{
  const char *first = NULL;

  for (guint32 i = 0; i < self->ranks->len; i++)
    {
      const char *host = find_host (self, i);

      if (first && host && !g_str_equal (first, host))
        return TRUE;
      first = first ? first : host;
    }
  return FALSE;
}

/**
 * lsc_timeline_layout_get_host:
 *
 * Cost: O(ranks).
 *
 * Returns: (transfer none) (nullable): name of the host that a rank ran on, where the ranks that
 *   are loaded ran on several; else %NULL, also of a rank that is not loaded
 */
const char *
lsc_timeline_layout_get_host (const LscTimelineLayout *self, guint32 rank)
{
  g_return_val_if_fail (self, NULL);
  return has_hosts (self) ? find_host (self, rank) : NULL;
}

/* Returns: (transfer full) (array): the ranks as they stand below each other. Those of a host stand
 * together, where its first one does; those of no known host stay among them. */
guint32 *
_lsc_layout_order_ranks (const LscTimelineLayout *self)
{
  guint32 n = self->ranks->len, at = 0;
  guint32 *order = g_new (guint32, n + 1);
  g_autofree gboolean *is_placed = g_new0 (gboolean, n + 1);

  for (guint32 i = 0; i < n; i++)
    {
      const char *host = find_host (self, i);

      if (is_placed[i])
        continue;
      order[at++] = i;
      for (guint32 k = i + 1; host && k < n; k++)
        if (!is_placed[k] && g_strcmp0 (host, find_host (self, k)) == 0)
          {
            order[at++] = k;
            is_placed[k] = TRUE;
          }
    }
  return order;
}
