/* lsc-digest-count.c - how many kernels run in the steps of a rank, and how long, by name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-private.h"
#include "analyze/digest/lsc-digest-parts-private.h"

/* Whole lengths of kernels, whatever runs beside them: owners have what a step would miss without
 * them (lsc-digest-owners.c). */

/** @by_name: of a name and kind to 1 + the index of a row */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  GHashTable *by_name;
} Counting;

static gboolean
is_counted (const Counting *self, gint64 time_ns)
{
  const LscRankDigest *digest = self->digest;
  gsize at =
      LSC_BISECT (i, 0, digest->steps.n, lsc_rank_digest_get_step (digest, i)->end_ns <= time_ns);

  return at < digest->steps.n && lsc_rank_digest_get_step (digest, at)->begin_ns <= time_ns &&
         lsc_budget_step_is_typical (lsc_rank_digest_get_step (digest, at));
}

static LscDigestKernel *
get_kernel (Counting *self, guint32 name, guint8 kind)
{
  LscDigestKernels *kernels = &self->digest->kernels;
  gpointer key = GSIZE_TO_POINTER ((gsize) name * LSC_SLICE_N_KINDS + kind + 1);
  gsize index = GPOINTER_TO_SIZE (g_hash_table_lookup (self->by_name, key));

  if (index == 0)
    {
      LscDigestKernel kernel = {
        .name = lsc_intern_add (self->digest->texts, lsc_timeline_text (self->timeline, name)),
        .kind = kind,
        .longest = LSC_SLICE_NONE,
        .slow_types = LSC_STRING_NONE,
      };

      lsc_digest_kernels_append (kernels, kernel);
      index = kernels->n;
      g_hash_table_insert (self->by_name, key, GSIZE_TO_POINTER (index));
    }
  return &kernels->items[index - 1];
}

static void
count_kernel (Counting *self, const LscNode *node, guint32 slice)
{
  const LscLane *lane = node->lane;
  gint64 ns = lsc_lane_get_duration_ns (lane, slice);
  LscDigestKernel *kernel;

  if (!is_counted (self, lane->start_ns[slice]))
    return;
  kernel = get_kernel (self, lane->name[slice], lane->kind[slice]);
  kernel->n++;
  kernel->ns += ns;
  if (ns > kernel->longest_ns)
    {
      kernel->longest = node->first_id + slice;
      kernel->longest_ns = ns;
      kernel->longest_begin_ns = lane->start_ns[slice];
    }
  self->digest->n_kernels++;
  self->digest->n_short += ns < LSC_SHORT_KERNEL_NS;
}

static int
compare_kernels (gconstpointer a, gconstpointer b, gpointer texts)
{
  const LscDigestKernel *x = a, *y = b;

  LSC_RETURN_ORDER (y->ns, x->ns);
  return strcmp (lsc_intern_text (texts, x->name), lsc_intern_text (texts, y->name));
}

/**
 * _lsc_digest_count_kernels:
 * @self: with steps
 *
 * Fills LscRankDigest.kernels.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_digest_count_kernels (LscRankDigest *self, const LscTimeline *timeline, LscJob *job,
                           GError **error)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL);
  Counting counting = { self, timeline, by_name };

  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role != LSC_ROLE_STREAM || !node->lane)
        continue;
      if (!lsc_job_check (job, error))
        return FALSE;
      for (guint32 k = 0; k < node->lane->n; k++)
        if (lsc_slice_kind_is_computing (node->lane->kind[k]) && node->lane->duration[k] > 0)
          count_kernel (&counting, node, k);
    }
  if (self->kernels.n > 1)
    g_qsort_with_data (self->kernels.items, (int) self->kernels.n, sizeof (LscDigestKernel),
                       compare_kernels, self->texts);
  return TRUE;
}
