/* lsc-op-groups.c - kernels of all ranks, grouped by what the user asks for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/operators/lsc-op-offsets.h"
#include "judge/operators/lsc-operators-private.h"

/* operators.md */

static LscOpGroups *
new_of (LscOperators *operators, LscOpKeys keys, const LscOpFilter *filter)
{
  LscOpGroups *self = g_new0 (LscOpGroups, 1);

  g_atomic_ref_count_init (&self->refs);
  self->operators = lsc_operators_ref (operators);
  self->by = keys;
  _lsc_op_filter_copy (&self->filter, filter);
  self->classes = _lsc_op_filter_get_classes (&self->filter, keys);
  return self;
}

static void
run_scan (gsize index, gpointer user_data)
{
  _lsc_op_scan_run ((LscOpScan *) user_data + index);
}

/* A rank with many kernels is shared among threads. */
#define PART_KERNELS 1000000

static guint
count_parts (const LscOpSheet *sheet, guint n_threads)
{
  gsize n = MIN (sheet->n / PART_KERNELS, n_threads);

  return (guint) MAX (MIN (n, sheet->blocks.n), 1);
}

static void
add_parts (const LscOpGroups *self, guint rank, GArray *scans)
{
  const LscOpSheet *sheet = self->operators->sheets->pdata[rank];
  guint n = count_parts (sheet, self->operators->n_threads);

  for (guint i = 0; i < n; i++)
    {
      LscOpScan scan;

      _lsc_op_scan_init (&scan, self, rank);
      scan.first_block = sheet->blocks.n * i / n;
      scan.end_block = sheet->blocks.n * (i + 1) / n;
      scan.is_first = i == 0;
      g_array_append_val (scans, scan);
    }
}

/* Of the ranks that are asked for. Returns: (element-type LscOpScan) */
static GArray *
make_scans (const LscOpGroups *self)
{
  const GPtrArray *sheets = self->operators->sheets;
  GArray *scans = g_array_new (FALSE, FALSE, sizeof (LscOpScan));

  g_array_set_clear_func (scans, (GDestroyNotify) _lsc_op_scan_clear);
  for (guint i = 0; i < sheets->len; i++)
    if (_lsc_op_filter_has_rank (&self->filter, ((const LscOpSheet *) sheets->pdata[i])->rank))
      add_parts (self, i, scans);
  return scans;
}

static gboolean
fill (LscOpGroups *self, gboolean quantiles, LscJob *job, GError **error)
{
  g_autoptr (GArray) list = make_scans (self);
  LscOpScan *scans = (LscOpScan *) (gpointer) list->data;

  lsc_job_run_parallel (self->operators->n_threads, list->len, run_scan, scans);
  _lsc_op_groups_merge (self, scans, list->len);
  if (!lsc_job_check (job, error) ||
      (quantiles && !_lsc_op_groups_find_quantiles (self, scans, list->len, job, error)))
    return FALSE;
  self->table = _lsc_op_groups_make_table (self);
  _lsc_op_groups_say (self);
  return TRUE;
}

/**
 * lsc_operators_group_with_offsets:
 * @filter: with ranks and a range
 * @offsets: (nullable) (element-type gint64): of each rank of @filter how far its clock is ahead of
 *   that of the range, ns
 *
 * As lsc_operators_group() for clocks that do not agree.
 *
 * Errors: %LSC_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the groups
 */
LscOpGroups *
lsc_operators_group_with_offsets (LscOperators *self, LscOpKeys keys, const LscOpFilter *filter,
                                  const GArray *offsets, gboolean quantiles, LscJob *job,
                                  GError **error)
{
  g_autoptr (LscOpGroups) groups = NULL;

  g_return_val_if_fail (self && filter, NULL);
  groups = new_of (self, keys, filter);
  groups->offsets = offsets ? g_array_copy ((GArray *) offsets) : NULL;
  return fill (groups, quantiles, job, error) ? g_steal_pointer (&groups) : NULL;
}

/**
 * lsc_operators_group:
 * @keys: what kernels are grouped by, together
 * @filter: (nullable): which of them; %NULL = all that compute in steps that count
 * @quantiles: with medians and 95th percentiles
 *
 * Thread: any. Cost: O(kernels); memory: 4 bytes a kernel for quantiles.
 *
 * Errors: %LSC_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the groups
 */
LscOpGroups *
lsc_operators_group (LscOperators *self, LscOpKeys keys, const LscOpFilter *filter,
                     gboolean quantiles, LscJob *job, GError **error)
{
  g_autoptr (LscOpGroups) groups = NULL;

  g_return_val_if_fail (self, NULL);
  groups = new_of (self, keys, filter);
  return fill (groups, quantiles, job, error) ? g_steal_pointer (&groups) : NULL;
}

LscOpGroups *
lsc_op_groups_ref (LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_op_groups_unref: @self: (transfer full): from any thread */
void
lsc_op_groups_unref (LscOpGroups *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_operators_unref (self->operators);
  _lsc_op_filter_clear (&self->filter);
  g_clear_pointer (&self->offsets, g_array_unref);
  lsc_op_group_list_clear (&self->groups);
  lsc_op_rank_sums_clear (&self->rank_sums);
  g_clear_pointer (&self->headline, lsc_phrase_free);
  g_clear_pointer (&self->line, lsc_phrase_free);
  g_clear_pointer (&self->rest, lsc_phrase_free);
  g_clear_pointer (&self->guide, lsc_phrase_free);
  g_clear_pointer (&self->base, lsc_phrase_free);
  g_clear_pointer (&self->culprit, g_free);
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  g_clear_pointer (&self->table, lsc_table_unref);
  g_free (self);
}

/** Returns: (transfer none): what costs most */
const LscPhrase *
lsc_op_groups_get_headline (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->headline;
}

/** Returns: (transfer none): the first sentence of the headline, for a bold line */
const LscPhrase *
lsc_op_groups_get_line (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->line;
}

/** Returns: how certain that line is; no words where it is no finding */
LscCertaintyWords
lsc_op_groups_get_certainty (const LscOpGroups *self)
{
  g_return_val_if_fail (self, lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE));
  return self->certainty;
}

/** Returns: (transfer none) (nullable): what the headline says after lsc_op_groups_get_line() */
const LscPhrase *
lsc_op_groups_get_rest (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->rest;
}

/** Returns: (transfer none) (nullable): as lsc_op_groups_get_rest(), but what to do comes first,
 * for a line that is cut at its end */
const LscPhrase *
lsc_op_groups_get_guide (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->guide ? self->guide : self->rest;
}

/** Returns: (transfer none) (nullable): the kernel that the bold line is about, as recorded */
const char *
lsc_op_groups_get_culprit (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->culprit;
}

/** Returns: how many steps of a rank its figures are sums of, the most of all ranks; 0 = no steps
 * were recorded */
gint64
lsc_op_groups_get_n_steps (const LscOpGroups *self)
{
  g_return_val_if_fail (self, 0);
  return self->filter.is_whole ? 0 : self->n_steps;
}

/** Returns: (transfer none): what 100 % is */
const LscPhrase *
lsc_op_groups_get_base (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->base;
}

/** Returns: (transfer none) (element-type LscPhrase): what is known of all groups together: use of
 * the device where it was recorded, recomputation where there is any */
const GPtrArray *
lsc_op_groups_get_facts (const LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return self->facts;
}

/** Returns: (transfer full): the groups, by total time, falling */
LscTable *
lsc_op_groups_get_table (LscOpGroups *self)
{
  g_return_val_if_fail (self, NULL);
  return lsc_table_ref (self->table);
}
