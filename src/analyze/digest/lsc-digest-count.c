/* lsc-digest-count.c - how many kernels run in the steps of a rank, and how long, by name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-private.h"
#include "analyze/digest/lsc-digest-parts-private.h"
#include "base/lsc-sort.h"

/* Whole lengths of kernels, whatever runs beside them: owners have what a step would miss without
 * them (lsc-digest-owners.c). */

/**
 * @last: of each string of the timeline the row that its kernel was in last; @others: of a name and
 * kind to 1 + the index of a row, for names of several kinds, which are few
 */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  guint32 *last;
  GHashTable *others;
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
add_kernel (Counting *self, guint32 name, guint8 kind)
{
  LscDigestKernel *kernel = lsc_digest_kernels_add (&self->digest->kernels);

  *kernel = (LscDigestKernel){
    .name = lsc_intern_add (self->digest->texts, lsc_timeline_text (self->timeline, name)),
    .kind = kind,
    .longest = LSC_SLICE_NONE,
    .slow_types = LSC_STRING_NONE,
  };
  return kernel;
}

static LscDigestKernel *
get_kernel (Counting *self, guint32 name, guint8 kind)
{
  LscDigestKernels *kernels = &self->digest->kernels;
  guint32 last = self->last[name];
  gpointer key, old;
  gsize index;

  if (G_LIKELY (last != LSC_SLICE_NONE && kernels->items[last].kind == kind))
    return &kernels->items[last];
  if (last != LSC_SLICE_NONE)
    {
      key = GSIZE_TO_POINTER ((gsize) name * LSC_SLICE_N_KINDS + kind + 1);
      old = GSIZE_TO_POINTER ((gsize) name * LSC_SLICE_N_KINDS + kernels->items[last].kind + 1);
      g_hash_table_insert (self->others, old, GSIZE_TO_POINTER ((gsize) last + 1));
      index = GPOINTER_TO_SIZE (g_hash_table_lookup (self->others, key));
      if (index > 0)
        {
          self->last[name] = (guint32) (index - 1);
          return &kernels->items[index - 1];
        }
    }
  self->last[name] = (guint32) kernels->n;
  return add_kernel (self, name, kind);
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

/* What takes most stands first. */
static gint64
key_kernel (gsize index, gconstpointer data)
{
  return -((const LscRankDigest *) data)->kernels.items[index].ns;
}

static int
compare_names (guint32 a, guint32 b, gconstpointer data)
{
  const LscRankDigest *digest = data;

  return strcmp (lsc_intern_text (digest->texts, digest->kernels.items[a].name),
                 lsc_intern_text (digest->texts, digest->kernels.items[b].name));
}

static void
sort_kernels (LscRankDigest *self)
{
  g_autofree guint32 *order = lsc_sort_indexes (self->kernels.n, key_kernel, compare_names, self);

  lsc_sort_apply (self->kernels.items, sizeof (LscDigestKernel), order, self->kernels.n);
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
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint32 *last = g_new (guint32, n_texts + 1);
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  Counting counting = { self, timeline, last, others };

  for (gsize i = 0; i < n_texts; i++)
    last[i] = LSC_SLICE_NONE;

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
  sort_kernels (self);
  return TRUE;
}
