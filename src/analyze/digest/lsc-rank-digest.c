/* lsc-rank-digest.c - what stays of a rank when its timeline goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-rank-digest.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-sort.h"
#include "model/lsc-rank-name.h"

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
  self->parts = parts;
  self->rank = LSC_RANK_UNKNOWN;
  self->device = -1;
  self->level = -1;
  for (guint i = 0; i < LSC_DIM_N; i++)
    self->record.group_places[i] = -1;
  self->texts = lsc_intern_new ();
  self->folder = self->replica = self->host = self->chip = self->arguments = LSC_STRING_NONE;
  for (guint i = 0; i < LSC_LOSS_N; i++)
    self->calls[i] = LSC_STRING_NONE;
  self->usual_mhz = self->mean_mhz = -1;
  self->peaks = (LscDigestPeaks){ .allocated_bytes = LSC_INT_NULL,
                                  .process_bytes = LSC_INT_NULL,
                                  .component = LSC_STRING_NONE };
  self->blocks_detail = self->steps_mark = LSC_STRING_NONE;
  self->main_class = LSC_CLASS_NONE;
  self->late.name = self->late.module = LSC_STRING_NONE;
  self->spike.name = self->spike.module = LSC_STRING_NONE;
  return self;
}

/**
 * lsc_rank_digest_add_text:
 * @text: (nullable):
 *
 * Returns: its id in LscRankDigest.texts, %LSC_STRING_NONE of %NULL
 */
guint32
lsc_rank_digest_add_text (LscRankDigest *self, const char *text)
{
  return text ? lsc_intern_add (self->texts, text) : LSC_STRING_NONE;
}

/** Adds a variable of the environment, or changes its value. */
void
lsc_rank_digest_set_variable (LscRankDigest *self, const char *name, const char *value)
{
  LscDigestVariable variable = { lsc_intern_add (self->texts, name),
                                 lsc_intern_add (self->texts, value) };

  for (gsize i = 0; i < self->variables.n; i++)
    if (self->variables.items[i].name == variable.name)
      {
        self->variables.items[i].value = variable.value;
        return;
      }
  lsc_digest_variables_append (&self->variables, variable);
}

/** Returns: (nullable): the value of a variable of the environment, %NULL where it was not set */
const char *
lsc_rank_digest_find_variable (const LscRankDigest *self, const char *name)
{
  guint32 id = lsc_intern_find (self->texts, name);

  for (gsize i = 0; id != LSC_STRING_NONE && i < self->variables.n; i++)
    if (self->variables.items[i].name == id)
      return lsc_intern_text (self->texts, self->variables.items[i].value);
  return NULL;
}

/**
 * lsc_rank_digest_add_group:
 * @name: its full name
 * @label: as the timeline shows it
 *
 * Returns: (transfer none): a group without members, to be filled in before anybody else sees it,
 *   and before the next one is added
 */
LscRankGroup *
lsc_rank_digest_add_group (LscRankDigest *self, const char *name, const char *label)
{
  LscRankGroup *group = lsc_rank_groups_add (&self->groups);

  *group = (LscRankGroup){ .name = lsc_rank_digest_add_text (self, name),
                           .label = lsc_rank_digest_add_text (self, label) };
  return group;
}

/** Returns: index of the step at a time, %LSC_SLICE_NONE: it is in none */
guint32
lsc_rank_digest_find_step (const LscRankDigest *self, gint64 time_ns)
{
  gsize at;

  g_return_val_if_fail (self, LSC_SLICE_NONE);
  at = LSC_BISECT (i, 0, self->steps.n, lsc_rank_digest_get_step (self, i)->end_ns <= time_ns);
  return at < self->steps.n && lsc_rank_digest_get_step (self, at)->begin_ns <= time_ns
             ? (guint32) at
             : LSC_SLICE_NONE;
}

/** Returns: (transfer full): "Rank 3", or the name of a recording that does not tell its rank */
char *
lsc_rank_digest_get_title (const LscRankDigest *self)
{
  g_return_val_if_fail (self, NULL);
  return lsc_rank_name_get_title (self->rank, lsc_rank_digest_text (self, self->folder));
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
        N_ ("not known, because only summary tables were exported, without times"));
  if (self->steps.n > 0 && !lsc_budget_lacks_device (self->lack))
    return NULL;
  if (self->lack == LSC_BUDGET_LACKS_REST)
    return lsc_phrase_new_text (N_ ("not known, because the recording is truncated or damaged"));
  return lsc_phrase_new_text (N_ ("not known, because no device events were recorded"));
}

LscRankDigest *
lsc_rank_digest_ref (LscRankDigest *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

static void
clear_groups (LscRankDigest *self)
{
  for (gsize i = 0; i < self->groups.n; i++)
    lsc_int64s_clear (&self->groups.items[i].ranks);
  lsc_rank_groups_clear (&self->groups);
}

static void
clear_judged (LscRankDigest *self)
{
  lsc_indexes_clear (&self->counted);
  lsc_digest_kernels_clear (&self->kernels);
  lsc_digest_shapes_clear (&self->shapes);
  lsc_digest_shape_cells_clear (&self->shape_cells);
  lsc_digest_experts_clear (&self->experts);
  lsc_int64s_clear (&self->expert_ranks);
  lsc_digest_sequences_clear (&self->sequences);
  lsc_digest_run_places_clear (&self->run_places);
  lsc_digest_links_clear (&self->links);
  lsc_digest_links_clear (&self->local_links);
  lsc_digest_memories_clear (&self->memory);
  lsc_digest_block_groups_clear (&self->kept);
  lsc_digest_variables_clear (&self->variables);
}

static void
clear_compared (LscRankDigest *self)
{
  lsc_owner_cells_clear (&self->cells);
  lsc_digest_owns_clear (&self->own);
  lsc_digest_own_steps_clear (&self->own_steps);
  lsc_digest_counters_clear (&self->counters);
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
  lsc_intern_unref (self->texts);
  lsc_budget_steps_clear (&self->steps);
  lsc_step_classes_clear (&self->classes);
  lsc_rank_ops_clear (&self->ops);
  lsc_intervals_clear (&self->busy);
  lsc_rank_owners_clear (&self->owners);
  clear_groups (self);
  g_free (self);
}
