/* lsc-pipeline-layout.c - which ranks form a pipeline, and in which order
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-layout.h"

#include "analyze/pipeline/lsc-pipeline-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "analyze/pipeline/lsc-pipeline-kineto.h"
#include "analyze/pipeline/lsc-pipeline-metadata.h"
#include "base/lsc-sort.h"

#include <string.h>

/* pipeline.md#stages, per rank the first rule that answers: 1 the user, 2 the group "pp" of
 * parallel_group_info, 3 distributed_args with an order of dimensions, 4 send and receive
 * operators, 5 leading forwards, 6 nothing is known. Worked example: tp 2, cp 2, dp 2, pp 4 in the
 * default order: stride 8, so ranks 0, 8, 16, 24 are stages 0 to 3. */

/* A rank and what its recording says. */
typedef struct
{
  gint64 rank;
  const LscPipelineTold *told;
} Told;

static void
layout_free (LscPipelineLayout *self)
{
  g_array_unref (self->ranks);
  g_free (self);
}

static LscPipelineLayout *
layout_new (GArray *ranks, gboolean has_stages)
{
  LscPipelineLayout *self = g_new0 (LscPipelineLayout, 1);

  self->ranks = ranks;
  self->has_stages = has_stages;
  return self;
}

static GArray *
parse_ranks (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gsize i = 0; words[i]; i++)
    {
      gint64 rank;

      if (lsc_parse_int64 (words[i], strlen (words[i]), &rank) != LSC_PARSE_OK || rank < 0)
        return NULL;
      g_array_append_val (ranks, rank);
    }
  return ranks->len > 0 ? g_steal_pointer (&ranks) : NULL;
}

static gboolean
claim_ranks (GHashTable *taken, GArray *ranks)
{
  for (guint i = 0; i < ranks->len; i++)
    if (!g_hash_table_add (taken, g_memdup2 (&g_array_index (ranks, gint64, i), sizeof (gint64))))
      return FALSE;
  return TRUE;
}

/* Rule 1. */
static GPtrArray *
parse_groups (const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ";", -1);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GPtrArray) layouts = g_ptr_array_new_with_free_func ((GDestroyNotify) layout_free);

  for (gsize i = 0; words[i]; i++)
    {
      GArray *ranks;

      if (*g_strstrip (words[i]) == '\0')
        continue;
      ranks = parse_ranks (words[i]);
      if (ranks)
        g_ptr_array_add (layouts, layout_new (ranks, TRUE));
      if (!ranks || !claim_ranks (taken, ranks))
        {
          g_set_error (
              error, LSC_ERROR, LSC_ERROR_USAGE,
              _ ("“%s” is no list of pipelines: write the ranks of each by stage, each rank "
                 "once, such as 0,4,8,12;1,5,9,13"),
              text);
          return NULL;
        }
    }
  return g_steal_pointer (&layouts);
}

typedef struct
{
  const char *name;
  guint tp, cp, dp; /* whether the size counts into the stride */
} Order;

static const Order orders[] = {
  { "tp-cp-ep-dp-pp", 1, 1, 1 },
  { "tp-cp-pp-ep-dp", 1, 1, 0 },
  { "tp-dp-ep-pp-moetp", 1, 0, 1 },
  { "tp-pp-dp-ep", 1, 0, 0 },
};

static const Order *
find_order (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (orders); i++)
    if (!name || g_ascii_strcasecmp (orders[i].name, name) == 0)
      return &orders[i];
  return NULL;
}

/**
 * _lsc_pipeline_check_groups:
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for groups or an order that cannot be read
 */
gboolean
_lsc_pipeline_check_groups (const LscPipelineOptions *options, GError **error)
{
  g_return_val_if_fail (options, FALSE);

  g_autoptr (GPtrArray) layouts = NULL;

  if (options->groups && !(layouts = parse_groups (options->groups, error)))
    return FALSE;
  if (find_order (options->order))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("“%s” is no known order of parallel dimensions: use tp-cp-ep-dp-pp, "
                      "tp-cp-pp-ep-dp, tp-dp-ep-pp-moetp or tp-pp-dp-ep"),
                   options->order);
}

/*
 * @sizes: read by lsc_metadata_sizes()
 * @order: (nullable): order of dimensions
 * @is_guess: (out): the product of sizes is not the world size
 *
 * Returns: distance of the ranks of neighbouring stages, 0 = the sizes do not tell
 */
static gint64
find_stride (const LscParallelSizes *sizes, const char *order, gboolean *is_guess)
{
  g_return_val_if_fail (sizes, 0);

  const Order *by = find_order (order);
  gint64 dp = sizes->dp, cp = sizes->cp;
  gint64 world = sizes->world;
  double without_dp = (double) sizes->tp * (double) sizes->pp;

  *is_guess = FALSE;
  /* as doubles: the product of hostile sizes overflows 64 bits, and is exact up to 2^53 */
  if (world > 0 && without_dp * (double) dp * (double) cp != (double) world)
    {
      if (cp > 1 && without_dp * (double) dp == (double) world && dp % cp == 0)
        dp /= cp; /* dp was written with cp in it */
      else
        {
          *is_guess = TRUE;
          return by == &orders[0] && world % sizes->pp == 0 ? world / sizes->pp : 0;
        }
    }
  /* no job is that large, and with ranks of 32 bits no product below can overflow */
  if (without_dp * (double) dp * (double) cp > (double) G_MAXINT32)
    return 0;
  return (by->tp ? sizes->tp : 1) * (by->cp ? cp : 1) * (by->dp ? dp : 1);
}

static GArray *
ranks_by_stride (gint64 rank, const LscParallelSizes *sizes, gint64 stride)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 stage = (rank / stride) % sizes->pp;

  for (gint64 i = 0; i < sizes->pp; i++)
    {
      gint64 other = rank + (i - stage) * stride;

      g_array_append_val (ranks, other);
    }
  return ranks;
}

static gboolean
has_rank_outside (GArray *ranks, gint64 world)
{
  for (guint i = 0; world > 0 && i < ranks->len; i++)
    if (g_array_index (ranks, gint64, i) >= world)
      return TRUE;
  return FALSE;
}

/* Rules 2 and 3 know each rank's pipeline from what any rank says. */
typedef struct
{
  const LscPipelineOptions *options;
  LscPipeline *pipeline; /* (nullable): takes notices */
  GHashTable *of_rank;   /* gint64 * -> GArray, borrowed by several */
  LscParallelSizes sizes;
  gboolean has_sizes;
  gboolean has_bad_sizes;
} Knowledge;

/* Ranks of a pipeline mostly tell the same: then all of them have been told of. */
static gboolean
are_known (const GArray *known, const GArray *ranks)
{
  return known && known->len == ranks->len &&
         memcmp (known->data, ranks->data, ranks->len * sizeof (gint64)) == 0;
}

static void
learn_pp_group (Knowledge *self, GArray *ranks, gint64 rank)
{
  if (!ranks || are_known (g_hash_table_lookup (self->of_rank, &rank), ranks))
    return;
  for (guint i = 0; i < ranks->len; i++)
    {
      gint64 *key = &g_array_index (ranks, gint64, i);

      /* What a rank says of itself counts more than what another one says of it. */
      if (*key == rank || !g_hash_table_contains (self->of_rank, key))
        g_hash_table_replace (self->of_rank, g_memdup2 (key, sizeof *key), g_array_ref (ranks));
    }
}

static void
learn (Knowledge *self, const Told *members, gsize n)
{
  self->of_rank =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  for (gsize i = 0; i < n; i++)
    {
      const LscPipelineTold *told = members[i].told;

      if (members[i].rank < 0)
        continue;
      learn_pp_group (self, told->pp, members[i].rank);
      if (self->has_sizes)
        continue;
      self->has_bad_sizes |= told->sizes.is_bad;
      self->has_sizes = told->has_sizes;
      if (told->has_sizes)
        self->sizes = told->sizes;
    }
}

static GArray *
ranks_by_sizes (Knowledge *self, gint64 rank, gboolean *is_guess)
{
  gint64 stride = self->has_sizes ? find_stride (&self->sizes, self->options->order, is_guess) : 0;
  g_autoptr (GArray) ranks = stride > 0 ? ranks_by_stride (rank, &self->sizes, stride) : NULL;

  return ranks && !has_rank_outside (ranks, self->sizes.world) ? g_steal_pointer (&ranks) : NULL;
}

typedef struct
{
  GPtrArray *layouts;
  GHashTable *taken; /* ranks that have a place */
  gint64 n_conflicts;
  gint64 n_guesses;
  gint64 n_ignored;
} Placing;

static void
place_ranks (Placing *self, GArray *ranks)
{
  /* A group is taken whole or not at all: a part of it would have wrong stages. */
  for (guint i = 0; i < ranks->len; i++)
    if (g_hash_table_contains (self->taken, &g_array_index (ranks, gint64, i)))
      return;
  claim_ranks (self->taken, ranks);
  g_ptr_array_add (self->layouts, layout_new (g_array_ref (ranks), TRUE));
}

static void
place_by_metadata (Placing *self, Knowledge *knowledge, gint64 rank)
{
  gboolean is_guess = FALSE;
  GArray *by_group = g_hash_table_lookup (knowledge->of_rank, &rank);
  g_autoptr (GArray) by_sizes = ranks_by_sizes (knowledge, rank, &is_guess);

  /* counted also for ranks that have a place: that sources disagree concerns them, too */
  if (by_group && by_sizes &&
      lsc_metadata_find_rank (by_group, rank) != lsc_metadata_find_rank (by_sizes, rank))
    self->n_conflicts++;
  if (g_hash_table_contains (self->taken, &rank))
    return;
  if (by_group)
    place_ranks (self, by_group);
  if (g_hash_table_contains (self->taken, &rank))
    return;
  self->n_ignored += knowledge->has_bad_sizes || (is_guess && !by_sizes);
  self->n_guesses += is_guess && by_sizes;
  if (by_sizes)
    place_ranks (self, by_sizes);
}

static void
check_user_stages (Placing *self, Knowledge *knowledge, const Told *members, gsize n)
{
  g_autoptr (GHashTable) stages = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < self->layouts->len; i++)
    {
      GArray *ranks = ((LscPipelineLayout *) g_ptr_array_index (self->layouts, i))->ranks;

      for (guint j = 0; j < ranks->len; j++)
        g_hash_table_insert (stages, &g_array_index (ranks, gint64, j), GUINT_TO_POINTER (j + 1));
    }
  for (gsize i = 0; i < n; i++)
    {
      GArray *known = g_hash_table_lookup (knowledge->of_rank, &members[i].rank);
      int stage = (int) GPOINTER_TO_UINT (g_hash_table_lookup (stages, &members[i].rank)) - 1;

      if (known && stage >= 0 && lsc_metadata_find_rank (known, members[i].rank) != stage)
        self->n_conflicts++;
    }
}

static void
tell_doubts (const Placing *self, LscPipeline *pipeline)
{
  _lsc_pipeline_note (pipeline->notices, LSC_SEVERITY_WARNING, "pp-stages-disagree", NULL,
                      self->n_conflicts,
                      _ ("Different sources name different stages for some ranks."),
                      _ ("Rows may be in the wrong order."), _ ("Give the pipelines by hand."));
  _lsc_pipeline_note (pipeline->notices, LSC_SEVERITY_WARNING, "pp-world-size", NULL,
                      self->n_guesses,
                      _ ("The product of the parallel sizes is not the world size; "
                         "stages were taken from world size and number of stages."),
                      NULL, _ ("Give the pipelines or the order of dimensions by hand."));
  _lsc_pipeline_note (pipeline->notices, LSC_SEVERITY_WARNING, "pp-metadata-ignored", NULL,
                      self->n_ignored,
                      _ ("The parallel sizes in the metadata make no sense and were "
                         "ignored."),
                      NULL, _ ("Give the pipelines by hand."));
}

/*
 * @members: ranks with their metadata, ascending
 * @pipeline: (nullable): takes notices
 * @taken: (out) (transfer full): set of the ranks that have a place
 *
 * Rules 1 to 3 of pipeline.md#stages.
 *
 * Returns: (transfer full) (element-type LscPipelineLayout): pipelines
 */
static GPtrArray *
layouts_from_metadata (const Told *members, gsize n, const LscPipelineOptions *options,
                       LscPipeline *pipeline, GHashTable **taken)
{
  g_return_val_if_fail (options, NULL);

  Knowledge knowledge = { .options = options, .pipeline = pipeline };
  Placing placing = { 0 };

  placing.taken = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  placing.layouts = options->groups ? parse_groups (options->groups, NULL) : NULL;
  if (!placing.layouts)
    placing.layouts = g_ptr_array_new_with_free_func ((GDestroyNotify) layout_free);
  learn (&knowledge, members, n);
  for (guint i = 0; i < placing.layouts->len; i++)
    claim_ranks (placing.taken,
                 ((LscPipelineLayout *) g_ptr_array_index (placing.layouts, i))->ranks);
  check_user_stages (&placing, &knowledge, members, n);
  for (gsize i = 0; i < n; i++)
    if (members[i].rank >= 0)
      place_by_metadata (&placing, &knowledge, members[i].rank);
  if (pipeline)
    tell_doubts (&placing, pipeline);
  g_hash_table_unref (knowledge.of_rank);
  *taken = placing.taken;
  return placing.layouts;
}

/* The stage that a rank recorded, plus 1. */
static gint64
stage_by_ranges (const LscPipelineMember *member, guint n)
{
  return member->rank->stage;
}

/* Rule 5: in 1F1B the stage is P minus the number of leading forwards. */
static gint64
stage_by_leading_forwards (const LscPipelineMember *member, guint n)
{
  const LscBlockRanges *ranges = member->recorded;
  gint64 leading = 0;

  while (leading < (gint64) ranges->n && ranges->items[leading].kind == LSC_BLOCK_F)
    leading++;
  return (gint64) n - leading + 1;
}

/* One pipeline of all ranks; NULL if their stages are not 0, 1, 2 and so on. */
static LscPipelineLayout *
layout_by (GPtrArray *ranks, gint64 (*stage_of) (const LscPipelineMember *member, guint n))
{
  g_autoptr (GArray) by_stage = g_array_sized_new (FALSE, TRUE, sizeof (gint64), ranks->len);
  g_autofree guint8 *seen = g_malloc0 (ranks->len + 1);

  g_array_set_size (by_stage, ranks->len);
  for (guint i = 0; i < ranks->len; i++)
    {
      const LscPipelineMember *member = g_ptr_array_index (ranks, i);
      gint64 stage = stage_of (member, ranks->len);

      /* A number that is missing or there twice shows that the rule does not hold here. */
      if (stage < 1 || stage > (gint64) ranks->len || seen[stage - 1])
        return NULL;
      seen[stage - 1] = 1;
      g_array_index (by_stage, gint64, stage - 1) = member->rank->rank;
    }
  return layout_new (g_steal_pointer (&by_stage), TRUE);
}

/* Takes the ranks that have a place by now from those that are left. */
static void
take_placed (GPtrArray *left, GPtrArray *layouts, guint first)
{
  g_autoptr (GHashTable) placed = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = first; i < layouts->len; i++)
    {
      GArray *ranks = ((LscPipelineLayout *) g_ptr_array_index (layouts, i))->ranks;

      for (guint k = 0; k < ranks->len; k++)
        g_hash_table_add (placed, &g_array_index (ranks, gint64, k));
    }
  for (guint i = left->len; i > 0; i--)
    {
      const LscPipelineMember *member = g_ptr_array_index (left, i - 1);

      if (g_hash_table_contains (placed, &member->rank->rank))
        g_ptr_array_remove_index (left, i - 1);
    }
}

/* Rules 4 to 6 for the ranks that metadata left alone. */
static void
add_layouts_by_behaviour (GPtrArray *layouts, GPtrArray *left)
{
  guint n_before = layouts->len;
  LscPipelineLayout *layout;
  GArray *ranks;

  _lsc_pipeline_add_chains (layouts, left);
  if (layouts->len > n_before)
    take_placed (left, layouts, n_before);
  if (left->len == 0)
    return;
  layout = left->len > 1 ? layout_by (left, stage_by_ranges) : NULL;
  if (!layout && left->len > 1)
    layout = layout_by (left, stage_by_leading_forwards);
  if (!layout)
    {
      ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
      for (guint i = 0; i < left->len; i++)
        g_array_append_val (ranks, ((LscPipelineMember *) g_ptr_array_index (left, i))->rank->rank);
      layout = layout_new (ranks, FALSE);
    }
  g_ptr_array_add (layouts, layout);
}

/** Returns: (transfer full) (element-type LscPipelineLayout): the pipelines of all ranks, in no
 * order */
GPtrArray *
_lsc_pipeline_layouts (LscPipelineBuild *build)
{
  guint n = build->members->len;
  g_autofree Told *told = g_new0 (Told, n + 1);
  g_autoptr (GHashTable) taken = NULL;
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  GPtrArray *layouts;

  for (guint i = 0; i < n; i++)
    {
      const LscPipelineRank *rank = _lsc_pipeline_member (build, i)->rank;

      told[i] = (Told){ rank->rank, &rank->told };
    }
  layouts = layouts_from_metadata (told, n, build->options, build->pipeline, &taken);
  for (guint i = 0; i < n; i++)
    {
      LscPipelineMember *member = _lsc_pipeline_member (build, i);

      if (!g_hash_table_contains (taken, &member->rank->rank) && member->recorded->n > 0)
        g_ptr_array_add (left, member);
    }
  if (left->len > 0)
    add_layouts_by_behaviour (layouts, left);
  return layouts;
}

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const Told *x = a, *y = b;

  return LSC_ORDER (x->rank, y->rank);
}

/**
 * lsc_pipeline_group_ranks:
 * @metadata_of_rank: (element-type gint64 LscMetadata): what each rank recorded of itself
 * @options: (nullable): %NULL = the defaults
 * @rank: a rank
 *
 * The pipeline of a rank from metadata alone, to know what to load before anything is loaded.
 *
 * Source: parallel_group_info, distributed_args; pipeline.md#stages, rules 1 to 3.
 *
 * Returns: (transfer full) (nullable) (element-type gint64): its global ranks by stage, or %NULL if
 *   metadata does not tell
 */
GPtrArray *
lsc_pipeline_group_ranks (GHashTable *metadata_of_rank, const LscPipelineOptions *options,
                          gint64 rank)
{
  g_return_val_if_fail (metadata_of_rank, NULL);

  static const LscPipelineOptions defaults = { 0 };
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Told));
  g_autofree LscPipelineTold *told = NULL;
  g_autoptr (GPtrArray) result = NULL;
  gsize n = 0;
  g_autoptr (GPtrArray) layouts = NULL;
  g_autoptr (GHashTable) taken = NULL;
  GHashTableIter iter;
  gpointer key, value;

  options = options ? options : &defaults;
  if (!_lsc_pipeline_check_groups (options, NULL))
    return NULL;
  told = g_new0 (LscPipelineTold, g_hash_table_size (metadata_of_rank) + 1);
  g_hash_table_iter_init (&iter, metadata_of_rank);
  for (; g_hash_table_iter_next (&iter, &key, &value); n++)
    {
      Told member = { *(gint64 *) key, &told[n] };

      _lsc_pipeline_told_init (&told[n], value, member.rank);
      g_array_append_val (members, member);
    }
  g_array_sort (members, compare_members);
  layouts = layouts_from_metadata ((Told *) members->data, members->len, options, NULL, &taken);
  for (guint i = 0; i < layouts->len && !result; i++)
    {
      GArray *ranks = ((LscPipelineLayout *) g_ptr_array_index (layouts, i))->ranks;

      if (lsc_metadata_find_rank (ranks, rank) < 0)
        continue;
      result = g_ptr_array_new_with_free_func (g_free);
      for (guint j = 0; j < ranks->len; j++)
        g_ptr_array_add (result, g_memdup2 (&g_array_index (ranks, gint64, j), sizeof (gint64)));
    }
  for (gsize i = 0; i < n; i++)
    _lsc_pipeline_told_clear (&told[i]);
  return g_steal_pointer (&result);
}
