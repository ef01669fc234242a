/* lsc-rank-digest.c - what stays of a rank when its timeline goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-rank-digest.h"

#include <glib/gi18n-lib.h>

static void
free_group (gpointer data)
{
  LscRankGroup *group = data;

  g_free (group->label);
  lsc_int64s_clear (&group->ranks);
  g_free (group);
}

static void
free_memory (gpointer data)
{
  LscSideMemory *memory = data;

  g_free (memory->name);
  g_free (memory);
}

static void
clear_link (gpointer item)
{
  g_free (((LscRuleLink *) item)->group);
}

/**
 * lsc_rank_digest_new_blank:
 * @parts: what it will have
 *
 * For those who know of a rank without its timeline: they fill it in before anybody else sees it.
 *
 * Returns: (transfer full): a digest of nothing
 */
LscRankDigest *
lsc_rank_digest_new_blank (LscDigestParts parts)
{
  LscRankDigest *self = g_new0 (LscRankDigest, 1);

  g_atomic_ref_count_init (&self->refs);
  self->parts = parts & LSC_DIGEST_SHEETS ? parts | LSC_DIGEST_COMPARED : parts;
  self->facts = self;
  self->rules = self->parts & LSC_DIGEST_JUDGED ? self : NULL;
  self->side = self->parts & LSC_DIGEST_COMPARED ? self : NULL;
  self->rank = LSC_RANK_UNKNOWN;
  self->level = -1;
  for (guint i = 0; i < LSC_DIM_N; i++)
    self->record.group_places[i] = -1;
  self->texts = lsc_intern_new ();
  self->steps = g_array_new (FALSE, FALSE, sizeof (LscBudgetStep));
  self->groups = g_ptr_array_new_with_free_func (free_group);
  self->kernels = g_array_new (FALSE, FALSE, sizeof (LscRuleKernel));
  self->sequences = g_array_new (FALSE, TRUE, sizeof (LscRuleSequence));
  self->usual_mhz = self->mean_mhz = -1;
  self->links = g_array_new (FALSE, FALSE, sizeof (LscRuleLink));
  g_array_set_clear_func (self->links, clear_link);
  self->memory = g_array_new (FALSE, FALSE, sizeof (LscRuleMemory));
  self->peaks = (LscRulePeaks){ .allocated_bytes = LSC_INT_NULL, .process_bytes = LSC_INT_NULL };
  self->kept = g_array_new (FALSE, FALSE, sizeof (LscRuleBlocks));
  self->variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_string_chunk_new (4096);
  self->memories = g_ptr_array_new_with_free_func (free_memory);
  return self;
}

/**
 * lsc_rank_digest_add_group:
 * @name: its full name
 * @label: as the timeline shows it
 *
 * Returns: (transfer none): a group without members, to be filled in before anybody else sees it
 */
LscRankGroup *
lsc_rank_digest_add_group (LscRankDigest *self, const char *name, const char *label)
{
  LscRankGroup *group = g_new0 (LscRankGroup, 1);

  group->name = lsc_intern_add (self->texts, name);
  group->label = g_strdup (label);
  g_ptr_array_add (self->groups, group);
  return group;
}

/**
 * lsc_rank_digest_reason_phrase:
 *
 * Returns: (transfer full) (nullable): why there are no figures of steps, as a part of a sentence
 */
LscPhrase *
lsc_rank_digest_reason_phrase (const LscRankDigest *self)
{
  g_return_val_if_fail (self, NULL);
  if (self->is_told)
    return lsc_phrase_new_text (
        N_ ("not available because only tables of sums are there; export trace_view.json or a "
            "database"));
  if (self->steps->len > 0)
    return NULL;
  return lsc_phrase_new_text (
      N_ ("not available because nothing of the device was recorded; collect with an activity "
          "of the NPU or GPU"));
}

LscRankDigest *
lsc_rank_digest_ref (LscRankDigest *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

static void
clear_judged (LscRankDigest *self)
{
  lsc_indexes_clear (&self->counted);
  for (guint i = 0; i < LSC_LOSS_N; i++)
    g_free (self->calls[i]);
  g_array_unref (self->kernels);
  g_array_unref (self->sequences);
  g_array_unref (self->links);
  g_array_unref (self->memory);
  g_array_unref (self->kept);
  g_free (self->blocks_error);
  g_hash_table_unref (self->variables);
  g_string_chunk_free (self->names);
}

static void
clear_compared (LscRankDigest *self)
{
  lsc_owner_cells_clear (&self->cells);
  lsc_side_kernels_clear (&self->alone.kernels);
  lsc_side_launches_clear (&self->alone.launches);
  lsc_side_calls_clear (&self->alone.calls);
  lsc_side_blocks_clear (&self->alone.blocks);
  g_ptr_array_unref (self->memories);
}

/**
 * lsc_rank_digest_unref:
 * @self: (transfer full):
 */
void
lsc_rank_digest_unref (LscRankDigest *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  clear_judged (self);
  clear_compared (self);
  g_free (self->label);
  g_free (self->host);
  g_free (self->chip);
  g_free (self->arguments);
  lsc_intern_unref (self->texts);
  g_array_unref (self->steps);
  g_clear_pointer (&self->budget, lsc_table_unref);
  lsc_rank_ops_clear (&self->ops);
  lsc_rank_owners_clear (&self->owners);
  g_ptr_array_unref (self->groups);
  g_free (self);
}
