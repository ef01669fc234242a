/* lsc-pipeline-rank-pack.c - a rank's part of a pipeline as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-rank-pack.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-rank-private.h"
#include "base/lsc-error.h"
#include "model/lsc-notice-pack.h"

#define MOST_MEMBERS 1048576

#define F(member) LSC_PACK (S, member)

#define S LscPipelineRank
static const LscPackField self_fields[] = {
  F (rank),
  F (collection_end_ns),
  F (is_gpu),
  F (is_of_ops),
  F (n_messages),
  F (is_single_stage),
  F (is_model_graph),
  F (is_from_table),
  F (stage),
  F (told.lowest_tp),
  F (told.sizes.tp),
  F (told.sizes.pp),
  F (told.sizes.dp),
  F (told.sizes.cp),
  F (told.sizes.ep),
  F (told.sizes.world),
  F (told.sizes.is_bad),
  F (told.has_sizes),
  F (told.micro_batches),
  F (inside.is_known),
};
static const LscPackType self_type = LSC_PACK_TYPE (LscPipelineRank, self_fields);
#undef S

#define S LscBlockRange
static const LscPackField range_fields[] = {
  F (start_ns), F (end_ns),   F (host_start_ns), F (host_end_ns), F (step),      F (message),
  F (stream),   F (recorded), F (peer_name),     F (sublane),     F (peer_type), F (kind),
  F (chunk),    F (flags),    F (is_loop_index), F (stage),
};
static const LscPackType range_type = LSC_PACK_TYPE (LscBlockRange, range_fields);
#undef S

#define S LscStep
static const LscPackField step_fields[] = { F (id), F (start_ns), F (end_ns) };
static const LscPackType step_type = LSC_PACK_TYPE (LscStep, step_fields);
#undef S

#define S LscRankMessage
static const LscPackField message_fields[] = {
  F (start_ns), F (end_ns), F (order_ns), F (src),          F (dst),
  F (name),     F (group),  F (type),     F (is_ambiguous), F (is_stray),
};
static const LscPackType message_type = LSC_PACK_TYPE (LscRankMessage, message_fields);
#undef S

#define S LscPipelineMoment
static const LscPackField moment_fields[] = { F (time_ns), F (compute_ns), F (all_ns),
                                              F (no_messages_ns), F (n_kernels) };
static const LscPackType moment_type = LSC_PACK_TYPE (LscPipelineMoment, moment_fields);
#undef S

/** A group, with the number of its runs. */
typedef struct
{
  guint32 name;
  gint64 n_runs;
  gint64 n;
} Group;

#define S Group
static const LscPackField group_fields[] = { F (name), F (n_runs), F (n) };
static const LscPackType group_type = LSC_PACK_TYPE (Group, group_fields);
#undef S

#define S LscMemberRun
static const LscPackField run_fields[] = { F (first), F (stride), F (n) };
static const LscPackType run_type = LSC_PACK_TYPE (LscMemberRun, run_fields);
#undef S

/* ---- packing ------------------------------------------------------------------------------- */

static void
pack_texts (const LscPipelineTexts *self, LscPack *pack)
{
  g_autofree const char **texts = g_new (const char *, self->n + 1);

  for (guint32 i = 0; i < self->n; i++)
    texts[i] = self->bytes + self->begins[i];
  lsc_pack_add_texts (pack, "pipeline.texts", texts, self->n);
}

static void
pack_groups (const LscPipelineRank *self, LscPack *pack)
{
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (LscMemberRun));

  for (gsize i = 0; i < self->groups.n; i++)
    {
      const LscPipelineCommGroup *from = &self->groups.items[i];
      Group group = { from->name, (gint64) from->members.n_runs, (gint64) from->members.n };

      g_array_append_val (groups, group);
      if (from->members.n_runs > 0)
        g_array_append_vals (runs, from->members.runs, (guint) from->members.n_runs);
    }
  lsc_pack_add (pack, "pipeline.groups", &group_type, groups->data, groups->len);
  lsc_pack_add (pack, "pipeline.runs", &run_type, runs->data, runs->len);
}

/**
 * lsc_pipeline_rank_pack:
 * @known: (array length=n_known) (nullable): what is in the file beside it; whoever unpacks it must
 *   give the same
 *
 * Adds all that is kept of a rank for its pipeline.
 */
void
lsc_pipeline_rank_pack (const LscPipelineRank *self, const LscPipelineKnownOp *known, gsize n_known,
                        LscPack *pack)
{
  const char *words[4];
  const GPtrArray *parts;
  const GArray *pp;

  g_return_if_fail (self && pack);
  words[0] = self->host_name;
  words[1] = self->host_uid;
  words[2] = self->file;
  words[3] = self->told.type;
  parts = self->part_names;
  pp = self->told.pp;
  lsc_pack_add (pack, "pipeline", &self_type, self, 1);
  lsc_pack_add_texts (pack, "pipeline.words", words, G_N_ELEMENTS (words));
  pack_texts (&self->texts, pack);
  if (parts)
    lsc_pack_add_texts (pack, "pipeline.part_names", (const char *const *) parts->pdata,
                        parts->len);
  if (pp)
    lsc_pack_add (pack, "pipeline.pp", &lsc_pack_int64, pp->data, pp->len);
  lsc_pack_add (pack, "pipeline.ranges", &range_type, self->ranges.items, self->ranges.n);
  lsc_pack_add (pack, "pipeline.passes", &range_type, self->passes.items, self->passes.n);
  lsc_pack_add (pack, "pipeline.steps", &step_type, self->steps.items, self->steps.n);
  pack_groups (self, pack);
  lsc_pack_add (pack, "pipeline.messages", &message_type, self->messages.items, self->messages.n);
  _lsc_pipeline_collectives_pack (&self->collectives, known, n_known, pack);
  lsc_pack_add (pack, "pipeline.moments", &moment_type, self->inside.moments,
                self->inside.n_moments);
  lsc_pack_add (pack, "pipeline.ops", &lsc_pack_byte, self->inside.ops, self->inside.n_ops_bytes);
  lsc_pack_add (pack, "pipeline.names", &lsc_pack_index, self->inside.names, self->inside.n_names);
  lsc_notices_pack (self->notices, pack, "pipeline.notices");
  if (self->pass_notices)
    lsc_notices_pack (self->pass_notices, pack, "pipeline.pass_notices");
}

/* ---- unpacking ----------------------------------------------------------------------------- */

static gboolean
fail_damaged (const char *name, GError **error)
{
  return lsc_fail (error, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), name);
}

static gboolean
unpack_words (LscPipelineRank *self, const LscPack *pack, GError **error)
{
  g_autoptr (GPtrArray) words = lsc_pack_get_texts (pack, "pipeline.words", error);

  if (!words || words->len != 4)
    return words ? fail_damaged ("pipeline.words", error) : FALSE;
  self->host_name = g_strdup (words->pdata[0]);
  self->host_uid = g_strdup (words->pdata[1]);
  self->file = g_strdup (words->pdata[2]);
  self->told.type = g_strdup (words->pdata[3]);
  return TRUE;
}

static gboolean
unpack_texts (LscPipelineTexts *self, const LscPack *pack, GError **error)
{
  g_autoptr (GPtrArray) texts = lsc_pack_get_texts (pack, "pipeline.texts", error);
  gsize at = 0;

  if (!texts)
    return FALSE;
  self->n = texts->len;
  self->begins = g_new (gsize, texts->len + 1);
  for (guint i = 0; i < texts->len; i++)
    {
      self->begins[i] = at;
      at += (texts->pdata[i] ? strlen (texts->pdata[i]) : 0) + 1;
    }
  self->begins[texts->len] = at;
  self->bytes = g_malloc0 (at + 1);
  for (guint i = 0; i < texts->len; i++)
    if (texts->pdata[i])
      memcpy (self->bytes + self->begins[i], texts->pdata[i], strlen (texts->pdata[i]));
  return TRUE;
}

static gboolean
unpack_layout (LscPipelineRank *self, const LscPack *pack, GError **error)
{
  if (lsc_pack_has (pack, "pipeline.part_names") &&
      !(self->part_names = lsc_pack_get_texts (pack, "pipeline.part_names", error)))
    return FALSE;
  for (guint i = 0; self->part_names && i < self->part_names->len; i++)
    if (!self->part_names->pdata[i])
      return fail_damaged ("pipeline.part_names", error);
  if (lsc_pack_has (pack, "pipeline.pp"))
    {
      g_autoptr (GError) local = NULL;
      gsize n = 0;
      g_autofree gint64 *ranks = lsc_pack_get (pack, "pipeline.pp", &lsc_pack_int64, &n, &local);

      if (local)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      if (n > LSC_MAX_STAGES)
        return fail_damaged ("pipeline.pp", error);
      self->told.pp = g_array_new (FALSE, FALSE, sizeof (gint64));
      if (n > 0)
        g_array_append_vals (self->told.pp, ranks, (guint) n);
    }
  return TRUE;
}

static gboolean
take_group (LscPipelineRank *self, const Group *group, const LscMemberRun *runs, gsize n_runs)
{
  LscPipelineCommGroup *to;
  gint64 n = 0;

  if (group->n_runs < 0 || (guint64) group->n_runs > n_runs)
    return FALSE;
  for (gint64 i = 0; i < group->n_runs; i++)
    {
      if (runs[i].n == 0 || runs[i].n > MOST_MEMBERS || (runs[i].n > 1 && runs[i].stride == 0))
        return FALSE;
      n += (gint64) runs[i].n;
    }
  if (n != group->n)
    return FALSE;
  to = lsc_pipeline_comm_groups_add (&self->groups);
  *to = (LscPipelineCommGroup){ .name = group->name };
  to->members.runs = g_memdup2 (runs, (gsize) group->n_runs * sizeof *runs);
  to->members.n_runs = (gsize) group->n_runs;
  to->members.n = (gsize) n;
  return TRUE;
}

static gboolean
unpack_groups (LscPipelineRank *self, const LscPack *pack, GError **error)
{
  g_autoptr (GError) local = NULL;
  gsize n = 0, n_runs = 0, at = 0;
  g_autofree Group *groups = lsc_pack_get (pack, "pipeline.groups", &group_type, &n, &local);
  g_autofree LscMemberRun *runs =
      local ? NULL : lsc_pack_get (pack, "pipeline.runs", &run_type, &n_runs, &local);

  if (local)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    {
      if (!take_group (self, &groups[i], at < n_runs ? runs + at : runs, n_runs - at))
        return fail_damaged ("pipeline.groups", error);
      at += (gsize) groups[i].n_runs;
    }
  return TRUE;
}

static gboolean
unpack_inside (LscPipelineInside *self, const LscPack *pack, GError **error)
{
  LscIndexes names = { 0 };
  g_autoptr (GError) local = NULL;

  self->moments = lsc_pack_get (pack, "pipeline.moments", &moment_type, &self->n_moments, &local);
  if (!local)
    self->ops = lsc_pack_get (pack, "pipeline.ops", &lsc_pack_byte, &self->n_ops_bytes, &local);
  if (!local)
    lsc_pack_get_list (pack, "pipeline.names", &lsc_pack_index, &names, &local);
  self->names = names.items;
  self->n_names = (guint32) names.n;
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
unpack_notices (LscPipelineRank *self, const LscPack *pack, GError **error)
{
  LscNotices *notices = lsc_notices_unpack (pack, "pipeline.notices", error);

  if (!notices)
    return FALSE;
  lsc_notices_unref (self->notices);
  self->notices = notices;
  if (lsc_pack_has (pack, "pipeline.pass_notices"))
    self->pass_notices = lsc_notices_unpack (pack, "pipeline.pass_notices", error);
  return self->pass_notices || !lsc_pack_has (pack, "pipeline.pass_notices");
}

/* ---- soundness ----------------------------------------------------------------------------- */

static gboolean
is_text (const LscPipelineRank *self, guint32 id)
{
  return id == LSC_STRING_NONE || id < self->texts.n;
}

static gboolean
are_ranges_sound (const LscPipelineRank *self, const LscBlockRanges *ranges)
{
  for (gsize i = 0; i < ranges->n; i++)
    {
      const LscBlockRange *range = &ranges->items[i];

      if (range->kind >= LSC_BLOCK_N_KINDS || range->start_ns > range->end_ns ||
          !is_text (self, range->message) || !is_text (self, range->peer_name))
        return FALSE;
    }
  return TRUE;
}

static gboolean
are_messages_sound (const LscPipelineRank *self)
{
  for (gsize i = 0; i < self->messages.n; i++)
    {
      const LscRankMessage *message = &self->messages.items[i];

      if (message->group >= self->groups.n || !is_text (self, message->name) ||
          message->type > LSC_P2P_BATCH)
        return FALSE;
    }
  for (gsize i = 0; i < self->collectives.n; i++)
    if (self->collectives.items[i].group >= self->groups.n)
      return FALSE;
  for (gsize i = 0; i < self->groups.n; i++)
    if (!is_text (self, self->groups.items[i].name))
      return FALSE;
  return TRUE;
}

static gboolean
is_sound (const LscPipelineRank *self)
{
  for (guint32 i = 0; i < self->inside.n_names; i++)
    if (self->inside.names[i] >= self->texts.n)
      return FALSE;
  for (gsize i = 1; i < self->inside.n_moments; i++)
    if (self->inside.moments[i - 1].time_ns >= self->inside.moments[i].time_ns)
      return FALSE;
  return self->n_messages <= self->texts.n && are_ranges_sound (self, &self->ranges) &&
         are_ranges_sound (self, &self->passes) && are_messages_sound (self) &&
         _lsc_pipeline_inside_is_sound (&self->inside);
}

/**
 * lsc_pipeline_rank_unpack:
 * @known: as of lsc_pipeline_rank_pack()
 *
 * Errors: %LSC_ERROR_CORRUPT, which names the part.
 *
 * Returns: (transfer full) (nullable): the rank that was packed
 */
LscPipelineRank *
lsc_pipeline_rank_unpack (const LscPack *pack, const LscPipelineKnownOp *known, gsize n_known,
                          GError **error)
{
  g_autoptr (LscPipelineRank) self = g_new0 (LscPipelineRank, 1);

  g_return_val_if_fail (pack, NULL);
  g_atomic_ref_count_init (&self->refs);
  self->notices = lsc_notices_new ();
  if (!lsc_pack_get_one (pack, "pipeline", &self_type, self, error) ||
      !unpack_words (self, pack, error) || !unpack_texts (&self->texts, pack, error) ||
      !unpack_layout (self, pack, error) ||
      !lsc_pack_get_list (pack, "pipeline.ranges", &range_type, &self->ranges, error) ||
      !lsc_pack_get_list (pack, "pipeline.passes", &range_type, &self->passes, error) ||
      !lsc_pack_get_list (pack, "pipeline.steps", &step_type, &self->steps, error) ||
      !unpack_groups (self, pack, error) ||
      !lsc_pack_get_list (pack, "pipeline.messages", &message_type, &self->messages, error) ||
      !_lsc_pipeline_collectives_unpack (&self->collectives, known, n_known, pack, error) ||
      !unpack_inside (&self->inside, pack, error) || !unpack_notices (self, pack, error))
    return NULL;
  if (is_sound (self))
    return g_steal_pointer (&self);
  lsc_fail (error, LSC_ERROR_CORRUPT, "%s", _ ("its parts do not fit together"));
  return NULL;
}
