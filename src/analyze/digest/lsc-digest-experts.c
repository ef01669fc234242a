/* lsc-digest-experts.c - tokens that the experts of a rank take in, step by step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-parts-private.h"
#include "analyze/digest/lsc-expert-tokens.h"
#include "analyze/pipeline/lsc-pipeline-metadata.h"
#include "base/lsc-sort.h"

/** @type: id of the type; @is_named: (nullable) (array): of texts where types were not recorded */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  GHashTable *index; /* of step and expert to 1 + a place in the digest */
  guint32 type;
  gboolean *is_named;
} Counting;

static LscDigestExpert *
use (Counting *self, guint32 step, guint32 expert)
{
  LscDigestExperts *all = &self->digest->experts;
  gint64 key = (gint64) ((guint64) step << 32 | expert);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &key));

  if (known > 0)
    return &all->items[known - 1];
  lsc_digest_experts_append (all, (LscDigestExpert){ .step = step, .expert = expert });
  g_hash_table_insert (self->index, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER ((guint) all->n));
  return &all->items[all->n - 1];
}

static void
add (Counting *self, guint32 step, guint32 expert, gint64 tokens)
{
  LscDigestExpert *cell = use (self, step, expert);

  cell->n++;
  cell->tokens = lsc_int_add (cell->tokens, tokens);
}

/* A size that is only known while the kernel runs is recorded as -1. */
static gboolean
is_known (const LscInt64s *tokens)
{
  for (gsize i = 0; i < tokens->n; i++)
    if (tokens->items[i] < 0)
      return FALSE;
  return TRUE;
}

static void
count (Counting *self, guint32 step, const char *shapes)
{
  LscInt64s tokens = { 0 };
  gint64 sum = 0;

  if (!shapes || !lsc_expert_tokens_read (shapes, &tokens) || !is_known (&tokens))
    {
      use (self, step, LSC_EXPERT_ALL)->n++;
      use (self, step, LSC_EXPERT_ALL)->n_unread++;
      lsc_int64s_clear (&tokens);
      return;
    }
  for (gsize i = 0; i < tokens.n; i++)
    {
      sum = lsc_int_add (sum, tokens.items[i]);
      if (tokens.n > 1 && tokens.n <= LSC_DIGEST_MOST_EXPERTS)
        add (self, step, (guint32) i, tokens.items[i]);
    }
  add (self, step, LSC_EXPERT_ALL, sum);
  lsc_int64s_clear (&tokens);
}

/* Returns: whether a slice is such a kernel; its shapes where they were recorded */
static gboolean
find_shapes (const Counting *self, const LscLane *lane, guint32 slice, const char **shapes)
{
  const LscKernelKey *key;

  *shapes = NULL;
  if (self->is_named)
    return self->is_named[lane->name[slice]];
  key = lsc_kernel_keys_find (&self->timeline->kernel_keys, lsc_lane_get_detail (lane, slice));
  if (!key || key->type != self->type)
    return FALSE;
  if (key->shapes != LSC_STRING_NONE)
    *shapes = lsc_timeline_text (self->timeline, key->shapes);
  return TRUE;
}

static gboolean
count_lanes (Counting *self, LscJob *job, GError **error)
{
  const char *shapes;

  for (guint i = 0; i < self->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      if (node->role != LSC_ROLE_STREAM || !node->lane)
        continue;
      if (!lsc_job_check (job, error))
        return FALSE;
      for (guint32 k = 0; k < node->lane->n; k++)
        if (find_shapes (self, node->lane, k, &shapes))
          count (self, lsc_rank_digest_find_step (self->digest, node->lane->start_ns[k]), shapes);
    }
  return TRUE;
}

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const LscDigestExpert *x = a, *y = b;

  LSC_RETURN_ORDER (x->step, y->step);
  return LSC_ORDER (x->expert, y->expert);
}

/* (transfer full) (nullable): of each text whether it names such a kernel; %NULL where none does */
static gboolean *
find_names (const LscTimeline *timeline)
{
  gsize n = lsc_intern_size (timeline->strings);
  g_autofree gboolean *is_named = g_new (gboolean, n + 1);
  gboolean is_any = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      is_named[i] = strstr (lsc_timeline_text (timeline, (guint32) i), LSC_EXPERTS_TYPE) != NULL;
      is_any = is_any || is_named[i];
    }
  return is_any ? g_steal_pointer (&is_named) : NULL;
}

/* The group of experts that the mode ep_load_balance names, too; some frameworks call it ep. */
static void
take_members (LscRankDigest *self, const LscTimeline *timeline)
{
  static const char *const names[] = { "exp", "ep" };

  for (gsize i = 0; i < G_N_ELEMENTS (names) && timeline->metadata && timeline->rank >= 0 &&
                    self->expert_ranks.n == 0;
       i++)
    {
      g_autoptr (GArray) ranks = lsc_metadata_ranks (timeline->metadata, names[i], timeline->rank);

      for (guint k = 0; ranks && k < ranks->len; k++)
        lsc_int64s_append (&self->expert_ranks, g_array_index (ranks, gint64, k));
    }
}

/**
 * _lsc_digest_take_experts:
 * @self: with steps
 *
 * Fills LscRankDigest.experts (communication.md#experts).
 *
 * Cost: O(n log n) of the kernels, of recordings without such kernels O(1).
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_digest_take_experts (LscRankDigest *self, const LscTimeline *timeline, LscJob *job,
                          GError **error)
{
  g_autoptr (GHashTable) index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  gboolean has_types = timeline->kernel_keys.n > 0, is_done;
  g_autofree gboolean *is_named = has_types ? NULL : find_names (timeline);
  Counting counting = { self, timeline, index,
                        lsc_intern_find (timeline->strings, LSC_EXPERTS_TYPE), is_named };

  if (has_types ? counting.type == LSC_STRING_NONE : !is_named)
    return TRUE;
  take_members (self, timeline);
  is_done = count_lanes (&counting, job, error);
  if (self->experts.n > 1)
    qsort (self->experts.items, self->experts.n, sizeof (LscDigestExpert), compare_cells);
  return is_done;
}
