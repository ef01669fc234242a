/* lsc-kineto-devices.c - what of a trace of several devices belongs to one of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "read/kineto/lsc-kineto-private.h"

/* formats.md#devices. Traces of several ranks that were joined into one have a process of the host
 * for each device, and all of them count their launches from the same number: which of them is
 * whose is told by where they stand in the file. */

/** Where the calls, or kernels, of a process stand in the file. */
typedef struct
{
  gint64 first;
  gint64 last;
} Extent;

static void
widen (Extent *self, gint64 offset)
{
  self->first = MIN (self->first, offset);
  self->last = MAX (self->last, offset);
}

static Extent *
get_host (GHashTable *hosts, guint32 pid)
{
  Extent *host = g_hash_table_lookup (hosts, GUINT_TO_POINTER (pid));

  if (host)
    return host;
  host = g_new (Extent, 1);
  *host = (Extent){ G_MAXINT64, G_MININT64 };
  g_hash_table_insert (hosts, GUINT_TO_POINTER (pid), host);
  return host;
}

static void
take_track (const LscKinetoBuild *build, const LscTrack *track, gboolean is_device, Extent *device,
            GHashTable *hosts)
{
  for (gsize i = 0; i < track->slices.n; i++)
    {
      const LscRawSlice *slice = &track->slices.items[i];
      guint category = slice->category < build->trace->categories->len
                           ? build->categories[slice->category]
                           : LSC_KINETO_PROFILER;

      if (category == LSC_KINETO_RUNTIME)
        widen (get_host (hosts, track->pid), slice->detail);
      else if (category == LSC_KINETO_KERNEL && is_device)
        widen (device, slice->detail);
    }
}

/* Leaves those whose calls stand elsewhere; all where that tells nothing. */
static void
keep_elsewhere (GHashTable *hosts, const Extent *device)
{
  guint n = g_hash_table_size (hosts);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, hosts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Extent *host = value;

      if (host->first <= device->last && host->last >= device->first)
        g_hash_table_iter_remove (&iter);
    }
  if (g_hash_table_size (hosts) == n)
    g_hash_table_remove_all (hosts);
}

/**
 * _lsc_kineto_find_other_hosts:
 * @build: with the kinds of its categories
 *
 * Cost: O(n) for a trace of several devices.
 *
 * Returns: (transfer full) (nullable): as keys the processes, ids of texts, that launch on other
 *   devices than the one that is read; %NULL where all devices are
 */
GHashTable *
_lsc_kineto_find_other_hosts (const LscKinetoBuild *build)
{
  const char *name = build->timeline->source->device;
  Extent device = { G_MAXINT64, G_MININT64 };
  GHashTable *hosts;

  if (!name)
    return NULL;
  hosts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < build->trace->tracks->len; i++)
    {
      const LscTrack *track = &g_array_index (build->trace->tracks, LscTrack, i);
      const char *pid = lsc_intern_text (build->trace->strings, track->pid);

      take_track (build, track, g_strcmp0 (pid, name) == 0, &device, hosts);
    }
  keep_elsewhere (hosts, &device);
  return hosts;
}
