/* lsc-pipeline-build.c - the ranks of pipelines that are being built
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-data.h"
#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

static void
member_free (gpointer data)
{
  LscPipelineMember *self = data;

  lsc_block_ranges_clear (&self->ranges);
  g_free (self->texts);
  g_free (self);
}

static LscPipelineMember *
member_new (LscPipelineBuild *build, const LscPipelineRank *rank)
{
  LscPipelineMember *self = g_new0 (LscPipelineMember, 1);

  self->rank = rank;
  self->recorded = &rank->ranges;
  self->texts = g_new (guint32, rank->n_messages + 1);
  for (guint32 i = 0; i < rank->n_messages; i++)
    self->texts[i] = lsc_intern_add (build->pipeline->strings, lsc_pipeline_rank_text (rank, i));
  lsc_notices_add_all (build->pipeline->notices, rank->notices);
  return self;
}

/**
 * _lsc_pipeline_build_init:
 * @self: (out caller-allocates): to be cleared with _lsc_pipeline_build_clear()
 * @ranks: (element-type LscPipelineRank): %NULL items do not count; a rank that is there twice
 * counts once
 * @options: have to outlive it
 *
 * Cost: O(ranks log ranks + texts of messages).
 */
void
_lsc_pipeline_build_init (LscPipelineBuild *self, GPtrArray *ranks,
                          const LscPipelineOptions *options, LscJob *job)
{
  g_autoptr (GPtrArray) sorted = _lsc_pipeline_sort_ranks (ranks);

  *self = (LscPipelineBuild){ .pipeline = _lsc_pipeline_new_empty (),
                              .options = options,
                              .members = g_ptr_array_new_with_free_func (member_free),
                              .job = job };
  for (guint i = 0; i < sorted->len; i++)
    {
      const LscPipelineRank *rank = g_ptr_array_index (sorted, i);
      const LscPipelineRank *before = i > 0 ? g_ptr_array_index (sorted, i - 1) : NULL;

      if (before && lsc_rank_is_told (rank->rank) && before->rank == rank->rank)
        _lsc_pipeline_note (self->pipeline->notices, LSC_SEVERITY_WARNING, "pp-rank-twice", rank, 1,
                            _ ("This rank was given twice; the first one is used."), NULL, NULL);
      else
        g_ptr_array_add (self->members, member_new (self, rank));
    }
  _lsc_pipeline_take_passes (self);
}

/** Frees what it holds, the pipeline with it unless it was stolen. */
void
_lsc_pipeline_build_clear (LscPipelineBuild *self)
{
  g_ptr_array_unref (self->members);
  lsc_int64s_clear (&self->missing);
  g_clear_pointer (&self->lacking_label, g_free);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
}

static guint32
find_text (const LscPipelineMember *self, guint32 id)
{
  return id < self->rank->n_messages ? self->texts[id] : LSC_STRING_NONE;
}

/* Gives a member ranges of its own for the time in which its pipeline is built. */
static void
copy_ranges (LscPipelineMember *self)
{
  lsc_block_ranges_reserve (&self->ranges, self->recorded->n);
  for (gsize i = 0; i < self->recorded->n; i++)
    {
      LscBlockRange range = self->recorded->items[i];

      range.message = find_text (self, range.message);
      range.peer_name = find_text (self, range.peer_name);
      lsc_block_ranges_append (&self->ranges, range);
    }
}

/**
 * _lsc_pipeline_take_member:
 *
 * Several ranks may be unknown (-1): each is taken once.
 *
 * Cost: O(log ranks + blocks). Returns: (transfer none) (nullable): with ranges of its own, to be
 *   given back with _lsc_pipeline_leave_member()
 */
LscPipelineMember *
_lsc_pipeline_take_member (LscPipelineBuild *build, gint64 rank)
{
  guint n = build->members->len;
  guint first = LSC_BISECT (i, 0, n, _lsc_pipeline_member (build, i)->rank->rank < rank);
  LscPipelineMember *member;
  gsize at;

  if (first == n)
    return NULL;
  at = first + _lsc_pipeline_member (build, first)->n_taken;
  if (at >= n || _lsc_pipeline_member (build, (guint) at)->rank->rank != rank)
    return NULL;
  _lsc_pipeline_member (build, first)->n_taken++;
  member = _lsc_pipeline_member (build, (guint) at);
  copy_ranges (member);
  return member;
}

/** Frees the ranges of a member whose pipeline is built. @self: (nullable) */
void
_lsc_pipeline_leave_member (LscPipelineMember *self)
{
  if (self)
    lsc_block_ranges_clear (&self->ranges);
}
