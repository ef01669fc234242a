/* lsc-pipeline-data.c - pipelines as they are: counted, freed, looked up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-data.h"

#include <string.h>

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-time.h"

static void
row_clear (LscPipelineRow *self)
{
  g_free (self->blocks);
  g_free (self->details);
  g_free (self->legs);
}

static void
step_clear (LscPipelineStep *self)
{
  for (gsize i = 0; i < self->n_rows; i++)
    row_clear (&self->rows[i]);
  g_free (self->rows);
  g_free (self->links);
  g_free (self->stray_links);
  g_free (self->label);
}

static void
group_free (LscPipelineGroup *self)
{
  for (gsize i = 0; i < self->n_steps; i++)
    step_clear (&self->steps[i]);
  g_free (self->steps);
  g_free (self->label);
  g_free (self->ranks);
  g_free (self->variant);
  lsc_phrase_free (self->banner);
  g_free (self->candidates);
  for (gsize i = 0; self->ops && i < self->n_ranks; i++)
    g_free (self->ops[i].items);
  g_free (self->ops);
  _lsc_pipeline_clocks_clear (&self->clocks);
  g_free (self);
}

/** Takes a reference. Thread: any */
LscPipeline *
lsc_pipeline_ref (LscPipeline *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** Takes a reference from @self and frees it with the last one; from any thread. */
void
lsc_pipeline_unref (LscPipeline *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->groups);
  lsc_intern_unref (self->strings);
  lsc_notices_unref (self->notices);
  g_clear_pointer (&self->whole, lsc_pipeline_unref);
  g_free (self);
}

/** Returns: (transfer full): "(0,4,8,12)"; a rank without a number is named, or "?" */
char *
_lsc_pipeline_make_label (const gint64 *ranks, gsize n)
{
  GString *text = g_string_new ("(");

  for (gsize i = 0; i < n; i++)
    if (lsc_rank_is_named (ranks[i]))
      g_string_append_printf (text, i > 0 ? ", %s" : "%s", lsc_rank_name_find (ranks[i]));
    else if (ranks[i] < 0)
      g_string_append (text, i > 0 ? ",?" : "?");
    else
      g_string_append_printf (text, i > 0 ? ",%" G_GINT64_FORMAT : "%" G_GINT64_FORMAT, ranks[i]);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/** Returns: the lowest of some ranks, by which pipelines are ordered */
gint64
_lsc_pipeline_find_lowest (const gint64 *ranks, gsize n)
{
  gint64 lowest = G_MAXINT64;

  for (gsize i = 0; i < n; i++)
    lowest = MIN (lowest, ranks[i]);
  return lowest;
}

/** Returns: (transfer full): a pipeline without groups */
LscPipeline *
_lsc_pipeline_new_empty (void)
{
  LscPipeline *self = g_new0 (LscPipeline, 1);

  g_atomic_ref_count_init (&self->refs);
  self->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) group_free);
  self->strings = lsc_intern_new ();
  self->notices = lsc_notices_new ();
  return self;
}

/* One that borrows all but the list of its steps. */
static void
free_picked (gpointer data)
{
  g_free (((LscPipelineGroup *) data)->steps);
  g_free (data);
}

/**
 * lsc_pipeline_pick_step:
 * @id: id of a step
 *
 * Picks a step, and the groups that have it, so that all tables are about that step. Marks of
 * outliers stay as they are among all steps. Cost: O(steps); rows and blocks are shared.
 *
 * Returns: (transfer full): a pipeline of that step alone, which holds a reference to @self
 */
LscPipeline *
lsc_pipeline_pick_step (LscPipeline *self, gint64 id)
{
  LscPipeline *picked;

  g_return_val_if_fail (self, NULL);
  picked = g_new0 (LscPipeline, 1);
  g_atomic_ref_count_init (&picked->refs);
  picked->whole = lsc_pipeline_ref (self);
  picked->strings = lsc_intern_ref (self->strings);
  picked->notices = lsc_notices_ref (self->notices);
  picked->groups = g_ptr_array_new_with_free_func (free_picked);
  for (guint i = 0; i < self->groups->len; i++)
    {
      LscPipelineGroup *group = g_memdup2 (self->groups->pdata[i], sizeof *group);
      const LscPipelineStep *steps = group->steps;
      gsize n = 0;

      group->steps = g_new (LscPipelineStep, group->n_steps + 1);
      for (gsize k = 0; k < group->n_steps; k++)
        if (steps[k].has_id && steps[k].id == id)
          group->steps[n++] = steps[k];
      group->n_steps = n;
      group->median_step = 0;
      if (n > 0)
        g_ptr_array_add (picked->groups, group);
      else
        free_picked (group);
    }
  return picked;
}

/** Returns: (transfer none) (nullable): the group at @index. */
LscPipelineGroup *
lsc_pipeline_get_group (const LscPipeline *self, gsize index)
{
  g_return_val_if_fail (self, NULL);
  return index < self->groups->len ? g_ptr_array_index (self->groups, index) : NULL;
}

static gboolean
has_ranks (const LscPipelineGroup *group, const char *text)
{
  g_autofree char *label = g_strdup_printf ("(%s)", text);

  return g_str_equal (group->label, text) || g_str_equal (group->label, label);
}

/**
 * lsc_pipeline_find_group:
 * @text: an index such as "1", or the ranks such as "0,4,8,12"
 *
 * Returns: (transfer none) (nullable): the group
 */
LscPipelineGroup *
lsc_pipeline_find_group (const LscPipeline *self, const char *text)
{
  g_autofree char *plain = g_strdelimit (g_strdup (text), " ", '\t');
  g_auto (GStrv) words = g_strsplit (plain, "\t", -1);
  g_autofree char *joined = g_strjoinv ("", words);
  gint64 index;

  g_return_val_if_fail (self && text, NULL);
  for (guint i = 0; i < self->groups->len; i++)
    if (strchr (joined, ',') && has_ranks (g_ptr_array_index (self->groups, i), joined))
      return g_ptr_array_index (self->groups, i);
  if (lsc_parse_int64 (joined, strlen (joined), &index) == LSC_PARSE_OK && index >= 0)
    return lsc_pipeline_get_group (self, (gsize) index);
  for (guint i = 0; i < self->groups->len; i++)
    if (has_ranks (g_ptr_array_index (self->groups, i), joined))
      return g_ptr_array_index (self->groups, i);
  return NULL;
}

/**
 * lsc_pipeline_find_group_of_rank:
 *
 * Cost: O(ranks). Returns: the index of the first group that holds @rank, G_MAXSIZE without any
 */
gsize
lsc_pipeline_find_group_of_rank (const LscPipeline *self, gint64 rank)
{
  g_return_val_if_fail (self, G_MAXSIZE);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (self->groups, i);

      for (gsize k = 0; k < group->n_ranks; k++)
        if (group->ranks[k] == rank)
          return i;
    }
  return G_MAXSIZE;
}
