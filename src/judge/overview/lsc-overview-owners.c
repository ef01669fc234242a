/* lsc-overview-owners.c - which kernel, call or module a rank spends longer on than its peers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/overview/lsc-overview-private.h"
#include "base/lsc-stats.h"

/* Of more peers than these every so manieth is looked at: a median of 32 is a good one. */
#define MOST_PEERS 32

/** What the peers take: of each of them the owners by text. */
typedef struct
{
  const LscRankDigest *digests[MOST_PEERS];
  GHashTable *rows[MOST_PEERS]; /* text to LscRankOwner, of one type */
  guint n;
} Peers;

/* Of computing and of calls of the host; comparing recordings needs more of them. */
static gboolean
is_judged (const LscRankOwner *owner)
{
  return owner->text != LSC_STRING_NONE &&
         (owner->type == LSC_OWNER_CALL || owner->category == LSC_BUDGET_COMPUTE) &&
         (owner->type == LSC_OWNER_CALL || owner->type == LSC_OWNER_KERNEL ||
          owner->type == LSC_OWNER_MODULE);
}

static gboolean
has_judged (const LscRankDigest *digest)
{
  for (gsize i = 0; i < digest->owners.n; i++)
    if (is_judged (&digest->owners.items[i]))
      return TRUE;
  return FALSE;
}

static GHashTable *
index_owners (const LscRankDigest *digest, guint type)
{
  GHashTable *rows = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; i < digest->owners.n; i++)
    if (digest->owners.items[i].type == type && is_judged (&digest->owners.items[i]))
      g_hash_table_insert (rows,
                           (gpointer) lsc_intern_text (digest->texts, digest->owners.items[i].text),
                           &digest->owners.items[i]);
  return rows;
}

static void
peers_init (Peers *self, const LscRankSet *set, const LscIndexes *peers, guint type)
{
  gsize stride = (peers->n + MOST_PEERS - 1) / MOST_PEERS;

  *self = (Peers){ .n = 0 };
  for (gsize i = 0; i < peers->n; i += stride)
    {
      const LscRankDigest *digest = set->digests[peers->items[i]];

      if (!has_judged (digest))
        continue;
      self->digests[self->n] = digest;
      self->rows[self->n++] = index_owners (digest, type);
    }
}

static void
peers_clear (Peers *self)
{
  for (guint i = 0; i < self->n; i++)
    g_hash_table_unref (self->rows[i]);
}

/* Sums of owners are of the steps of one class alone. */
static gint64
get_step_ns (const LscRankDigest *digest, const LscRankOwner *row)
{
  gint64 n = 0;

  for (gsize i = 0; row && i < digest->steps.n; i++)
    n += lsc_budget_step_is_alike (lsc_rank_digest_get_step (digest, i));
  return row ? row->ns / MAX (n, 1) : 0;
}

static gint64
get_excess_ns (const Peers *self, const LscRankDigest *digest, const LscRankOwner *row)
{
  const char *text = lsc_intern_text (digest->texts, row->text);
  gint64 values[MOST_PEERS];

  for (guint i = 0; i < self->n; i++)
    values[i] = get_step_ns (self->digests[i], g_hash_table_lookup (self->rows[i], text));
  return get_step_ns (digest, row) - lsc_median_mean_int64 (values, self->n);
}

/* Returns: (nullable): the owner with the largest excess, of several the one that takes most */
static const LscRankOwner *
find_largest (const Peers *self, const LscRankDigest *digest, guint type, gint64 *excess_ns)
{
  const LscRankOwner *largest = NULL;

  *excess_ns = 0;
  for (gsize i = 0; i < digest->owners.n && self->n > 0; i++)
    {
      const LscRankOwner *row = &digest->owners.items[i];
      gboolean is_asked = row->type == type && is_judged (row);
      gint64 ns = is_asked ? get_excess_ns (self, digest, row) : 0;

      if (ns < *excess_ns || ns == 0 || (ns == *excess_ns && row->ns <= largest->ns))
        continue;
      *excess_ns = ns;
      largest = row;
    }
  return largest;
}

static void
find_kernel (LscExcess *excess, const LscRankDigest *digest, const Peers *peers, guint type)
{
  const LscRankOwner *row = find_largest (peers, digest, type, &excess->kernel_ns);

  g_clear_pointer (&excess->kernel, g_free);
  if (!row)
    return;
  excess->kernel = g_strdup (lsc_intern_text (digest->texts, row->text));
  excess->slice = row->slice;
  excess->begin_ns = row->begin_ns;
  excess->end_ns = row->end_ns;
}

static void
find_module (LscExcess *excess, const LscRankDigest *digest, const Peers *peers)
{
  const LscRankOwner *row = find_largest (peers, digest, LSC_OWNER_MODULE, &excess->module_ns);

  g_clear_pointer (&excess->module, g_free);
  if (!row)
    return;
  excess->module = g_strdup (lsc_intern_text (digest->texts, row->text));
  excess->module_slice = row->slice;
  excess->module_begin_ns = row->begin_ns;
  excess->module_end_ns = row->end_ns;
}

/**
 * _lsc_overview_find_owners:
 * @peers: indexes of ranks
 *
 * Fills in @rank->excess who takes most of it, as far as owners are known (overview.md#why).
 */
void
_lsc_overview_find_owners (LscOverviewRank *rank, const LscRankSet *set, gsize index,
                           const LscIndexes *peers)
{
  guint type = rank->excess.work == LSC_WORK_COMPUTE ? LSC_OWNER_KERNEL : LSC_OWNER_CALL;
  Peers known;

  if (rank->excess.work != LSC_WORK_COMPUTE && rank->excess.work != LSC_WORK_HOST)
    return;
  peers_init (&known, set, peers, type);
  find_kernel (&rank->excess, set->digests[index], &known, type);
  peers_clear (&known);
  if (type != LSC_OWNER_KERNEL)
    return;
  peers_init (&known, set, peers, LSC_OWNER_MODULE);
  find_module (&rank->excess, set->digests[index], &known);
  peers_clear (&known);
}
