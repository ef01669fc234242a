/* lsc-digest-pack.c - digests and kernels of a step as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-pack.h"

#include <glib/gi18n-lib.h>

#include "analyze/digest/lsc-digest-own-pack-private.h"
#include "analyze/digest/lsc-digest-sound.h"
#include "base/lsc-error.h"

/* ---- what is kept of each struct: a member that is not here is lost (extract.md#content) ---- */

#define F(member) LSC_PACK (S, member)
#define A(member) LSC_PACK_ARRAY (S, member)

#define S LscRankDigest
static const LscPackField self_fields[] = {
  F (rank),
  F (folder),
  F (replica),
  F (device),
  F (host),
  F (is_gpu),
  F (is_of_ops),
  F (is_damaged),
  F (level),
  F (chip),
  A (record.sizes),
  F (record.world),
  F (record.has_sizes),
  A (record.group_places),
  A (record.group_sizes),
  F (arguments),
  F (is_told),
  F (is_split),
  F (lack),
  F (steps_rule),
  F (main_class),
  F (steps_mark),
  F (steps_unnumbered),
  F (before_ns),
  F (has_work),
  F (has_blocks),
  F (has_shapes),
  F (n_kernels),
  F (n_short),
  F (n_syncs),
  A (n_places),
  A (calls),
  A (graph_ns),
  F (usual_mhz),
  F (n_cores),
  F (has_unplaced_links),
  F (contention.bytes),
  F (contention.ns),
  F (contention.excess_ns),
  F (contention.begin_ns),
  F (contention.end_ns),
  F (peaks.allocated_at_ns),
  F (peaks.allocated_bytes),
  F (peaks.reserved_bytes),
  F (peaks.process_at_ns),
  F (peaks.process_bytes),
  F (peaks.pool_bytes),
  F (peaks.component),
  F (peaks.component_bytes),
  F (blocks_state),
  F (blocks_error),
  F (blocks_detail),
  F (n_bad_blocks),
  F (late_ns),
  F (fingerprint),
  F (has_modules),
  F (has_framework_ops),
  F (mean_mhz),
};
static const LscPackType self_type = LSC_PACK_TYPE (LscRankDigest, self_fields);
#undef S

#define S LscInterval
static const LscPackField interval_fields[] = { F (begin_ns), F (end_ns) };
static const LscPackType interval_type = LSC_PACK_TYPE (LscInterval, interval_fields);
#undef S

#define S LscBudgetStep
static const LscPackField step_fields[] = {
  F (step),
  F (standing),
  F (class),
  F (is_told),
  F (begin_ns),
  F (end_ns),
  F (host_begin_ns),
  F (host_end_ns),
  F (host_step_ns),
  F (lead_begin_ns),
  F (lead_end_ns),
  F (step_ns),
  A (ns),
  A (core_ns),
  A (host_ns),
  F (prepare_launched_ns),
  F (prepare_unlinked_ns),
  F (message_ns),
  F (hidden_comm_ns),
  F (comm_ns),
  F (free_ns),
  F (n_clipped),
  F (clipped_ns),
  F (first_piece),
  F (n_pieces),
  F (copy_ns),
  F (overlap.has_step),
  F (overlap.step),
  F (overlap.has_device),
  F (overlap.begin_ns),
  F (overlap.end_ns),
  F (overlap.host_begin_ns),
  F (overlap.host_end_ns),
  F (overlap.extent_begin_ns),
  F (overlap.extent_end_ns),
  F (overlap.computing_ns),
  F (overlap.communication_ns),
  F (overlap.not_overlapped_ns),
  F (overlap.overlapped_ns),
  F (overlap.free_ns),
  F (overlap.has_extended),
  F (overlap.free_extended_ns),
  F (overlap.bubble_ns),
  F (overlap.stage_ns),
  F (overlap.preparing_ns),
  F (overlap.pp_send_receive_ns),
  A (loss_ns),
  F (cycles_mhz_ns),
};
static const LscPackType step_type = LSC_PACK_TYPE (LscBudgetStep, step_fields);
#undef S

#define S LscStepClass
static const LscPackField class_fields[] = {
  F (phase),    F (batch),   F (n_kernels), F (n),       F (n_typical),
  F (total_ns), F (step_ns), F (least_ns),  F (most_ns),
};
static const LscPackType class_type = LSC_PACK_TYPE (LscStepClass, class_fields);
#undef S

#define S LscRankOp
static const LscPackField op_fields[] = {
  F (group),       F (name),    F (slice),        F (step),       F (kind),         F (has_number),
  F (number),      F (peer),    F (begin_ns),     F (end_ns),     F (exposed_ns),   F (moved_ns),
  F (transfer_ns), F (wait_ns), A (owned_ns),     F (bytes),      F (sizes_ns),     F (algorithm),
  F (data_type),   A (work_ns), F (own_begin_ns), F (own_end_ns), F (own_ready_ns), F (holds),
};
static const LscPackType op_type = LSC_PACK_TYPE (LscRankOp, op_fields);
#undef S

#define S LscDigestOwnStep
static const LscPackField own_step_fields[] = { F (begin_ns), F (end_ns) };
static const LscPackType own_step_type = LSC_PACK_TYPE (LscDigestOwnStep, own_step_fields);
#undef S

#define S LscLossPlace
static const LscPackField place_fields[] = { F (begin_ns), F (end_ns), F (slice), F (cause) };
static const LscPackType place_type = LSC_PACK_TYPE (LscLossPlace, place_fields);
#undef S

#define PLACE(member) F (member.begin_ns), F (member.end_ns), F (member.slice), F (member.cause)

#define S LscRankGroup
static const LscPackField group_fields[] = {
  F (name),        F (label),          F (ranks.n),      F (wait_ns),   F (bubble_ns),
  F (transfer_ns), PLACE (wait),       PLACE (transfer), F (own_place), F (awaited_place),
  F (awaited_ns),  F (awaited_sum_ns), PLACE (awaited),
};
static const LscPackType group_type = LSC_PACK_TYPE (LscRankGroup, group_fields);
#undef S

#define S LscRankOwner
static const LscPackField owner_fields[] = {
  F (text),   F (plain), F (type), F (category),   F (slice),     F (begin_ns),
  F (end_ns), F (ns),    F (n),    F (first_cell), F (last_cell),
};
static const LscPackType owner_type = LSC_PACK_TYPE (LscRankOwner, owner_fields);
#undef S

#define S LscOwnerCell
static const LscPackField cell_fields[] = { F (step), F (next), F (ns), F (n) };
static const LscPackType cell_type = LSC_PACK_TYPE (LscOwnerCell, cell_fields);
#undef S

#define S LscDigestKernel
static const LscPackField kernel_fields[] = {
  F (name),      F (kind),       F (is_odd),           F (has_state), F (is_dynamic),
  F (has_types), F (slow_types), F (has_pipes),        F (n),         F (ns),
  F (longest),   F (longest_ns), F (longest_begin_ns), F (n_cores),   A (pipes),
};
static const LscPackType kernel_type = LSC_PACK_TYPE (LscDigestKernel, kernel_fields);
#undef S

#define S LscDigestShape
static const LscPackField shape_fields[] = { F (name), F (shapes),     F (launch), F (n),
                                             F (ns),   F (first_cell), F (n_cells) };
static const LscPackType shape_type = LSC_PACK_TYPE (LscDigestShape, shape_fields);
#undef S

#define S LscDigestShapeCell
static const LscPackField shape_cell_fields[] = { F (step), F (n), F (ns) };
static const LscPackType shape_cell_type = LSC_PACK_TYPE (LscDigestShapeCell, shape_cell_fields);
#undef S

#define S LscDigestExpert
static const LscPackField expert_fields[] = { F (step), F (expert), F (n), F (n_unread),
                                              F (tokens) };
static const LscPackType expert_type = LSC_PACK_TYPE (LscDigestExpert, expert_fields);
#undef S

#define S LscDigestSequence
static const LscPackField sequence_fields[] = {
  F (names),  F (fused), F (n),         F (saved_ns), F (begin_ns),
  F (end_ns), F (slice), F (n_kernels), F (first),    F (last),
};
static const LscPackType sequence_type = LSC_PACK_TYPE (LscDigestSequence, sequence_fields);
#undef S

#define S LscDigestRunPlace
static const LscPackField run_place_fields[] = { F (name), F (type), F (n), F (ns) };
static const LscPackType run_place_type = LSC_PACK_TYPE (LscDigestRunPlace, run_place_fields);
#undef S

#define S LscDigestLink
static const LscPackField link_fields[] = {
  F (source), F (target), F (transport), F (link),     F (magnitude), F (is_odd),
  F (n),      F (bytes),  F (ns),        F (begin_ns), F (end_ns),    F (group),
};
static const LscPackType link_type = LSC_PACK_TYPE (LscDigestLink, link_fields);
#undef S

#define S LscDigestMemory
static const LscPackField memory_fields[] = { F (begin_ns), F (end_ns), F (bytes) };
static const LscPackType memory_type = LSC_PACK_TYPE (LscDigestMemory, memory_fields);
#undef S

#define S LscDigestBlocks
static const LscPackField blocks_fields[] = {
  F (name),      F (module),     F (n),     F (bytes),    F (n_steps),
  F (last_step), F (most_bytes), F (slice), F (begin_ns), F (end_ns),
};
static const LscPackType blocks_type = LSC_PACK_TYPE (LscDigestBlocks, blocks_fields);
#undef S

#define S LscDigestVariable
static const LscPackField variable_fields[] = { F (name), F (value) };
static const LscPackType variable_type = LSC_PACK_TYPE (LscDigestVariable, variable_fields);
#undef S

#define S LscDigestCounter
static const LscPackField counter_fields[] = { F (name), F (peak) };
static const LscPackType counter_type = LSC_PACK_TYPE (LscDigestCounter, counter_fields);
#undef S

/** A list of a digest. */
typedef struct
{
  const char *name;
  const LscPackType *type;
  gsize offset; /* of a list as LSC_DEFINE_ARRAY() makes them */
} List;

#define LIST(member, type)                                                                         \
  {                                                                                                \
    "digest." #member, &type, offsetof (LscRankDigest, member)                                     \
  }

static const List lists[] = {
  LIST (busy, interval_type),
  LIST (steps, step_type),
  LIST (classes, class_type),
  LIST (ops, op_type),
  LIST (own_steps, own_step_type),
  LIST (groups, group_type),
  LIST (owners, owner_type),
  LIST (counted, lsc_pack_index),
  LIST (kernels, kernel_type),
  LIST (shapes, shape_type),
  LIST (shape_cells, shape_cell_type),
  LIST (experts, expert_type),
  LIST (expert_ranks, lsc_pack_int64),
  LIST (sequences, sequence_type),
  LIST (run_places, run_place_type),
  LIST (links, link_type),
  LIST (local_links, link_type),
  LIST (memory, memory_type),
  LIST (kept, blocks_type),
  LIST (variables, variable_type),
  LIST (cells, cell_type),
  LIST (counters, counter_type),
};

/** What is said of a digest before it is looked into. */
enum
{
  HEAD_VERSION,
  HEAD_PARTS,
  N_HEAD,
};

/* ---- digests ------------------------------------------------------------------------------- */

static void
pack_group_ranks (const LscRankDigest *self, LscPack *pack)
{
  LscInt64s ranks = { 0 };

  for (gsize i = 0; i < self->groups.n; i++)
    for (gsize k = 0; k < self->groups.items[i].ranks.n; k++)
      lsc_int64s_append (&ranks, self->groups.items[i].ranks.items[k]);
  lsc_pack_add (pack, "digest.group_ranks", &lsc_pack_int64, ranks.items, ranks.n);
  lsc_int64s_clear (&ranks);
}

/**
 * lsc_rank_digest_pack:
 *
 * Adds all that is in a digest; its parts with it.
 */
void
lsc_rank_digest_pack (const LscRankDigest *self, LscPack *pack)
{
  gint64 head[N_HEAD];

  g_return_if_fail (self && pack);
  head[HEAD_VERSION] = LSC_DIGEST_VERSION;
  head[HEAD_PARTS] = (gint64) self->parts;
  lsc_pack_add (pack, "digest.head", &lsc_pack_int64, head, N_HEAD);
  lsc_pack_add_intern (pack, "digest.texts", self->texts);
  lsc_pack_add (pack, "digest", &self_type, self, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    lsc_pack_add_list (pack, lists[i].name, lists[i].type, (const guint8 *) self + lists[i].offset);
  pack_group_ranks (self, pack);
  _lsc_digest_own_pack (&self->own, pack);
  lsc_pack_add (pack, "digest.longest", &place_type, self->longest, LSC_LOSS_N);
  lsc_pack_add (pack, "digest.late", &blocks_type, &self->late, 1);
  lsc_pack_add (pack, "digest.spike", &blocks_type, &self->spike, 1);
}

/* Of groups the members are still to come: only their number is there. */
static gboolean
unpack_lists (LscRankDigest *self, const LscPack *pack, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    if (!lsc_pack_get_list (pack, lists[i].name, lists[i].type, (guint8 *) self + lists[i].offset,
                            error))
      return FALSE;
  return TRUE;
}

/* The number of its members is in each group. */
static gboolean
unpack_group_ranks (LscRankDigest *self, const LscPack *pack, GError **error)
{
  gsize n = 0, at = 0;
  g_autoptr (GError) local = NULL;
  g_autofree gint64 *ranks = lsc_pack_get (pack, "digest.group_ranks", &lsc_pack_int64, &n, &local);
  gboolean fits = !local;

  for (gsize i = 0; i < self->groups.n; i++)
    {
      LscInt64s *members = &self->groups.items[i].ranks;
      gsize n_members = members->n;

      *members = (LscInt64s){ 0 };
      fits = fits && n_members <= n - at;
      for (gsize k = 0; fits && k < n_members; k++)
        lsc_int64s_append (members, ranks[at + k]);
      at += fits ? n_members : 0;
    }
  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  else if (!fits)
    lsc_fail (error, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), "digest.group_ranks");
  return fits;
}

static gboolean
unpack_longest (LscRankDigest *self, const LscPack *pack, GError **error)
{
  gsize n = 0;
  g_autofree LscLossPlace *places = lsc_pack_get (pack, "digest.longest", &place_type, &n, error);

  if (!places)
    return FALSE;
  for (gsize i = 0; i < MIN (n, LSC_LOSS_N); i++)
    self->longest[i] = places[i];
  return n == LSC_LOSS_N ||
         lsc_fail (error, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), "digest.longest");
}

/* (transfer full) (nullable): a digest with nothing but its parts */
static LscRankDigest *
unpack_head (const LscPack *pack, GError **error)
{
  gsize n = 0;
  g_autofree gint64 *head = lsc_pack_get (pack, "digest.head", &lsc_pack_int64, &n, error);

  if (!head)
    return NULL;
  if (n == N_HEAD && head[HEAD_VERSION] == LSC_DIGEST_VERSION)
    return lsc_rank_digest_new_blank ((LscDigestParts) head[HEAD_PARTS]);
  lsc_fail (error, LSC_ERROR_UNSUPPORTED, "%s", _ ("it was made by another version of Lanescope"));
  return NULL;
}

static gboolean
unpack_texts (LscRankDigest *self, const LscPack *pack, GError **error)
{
  LscIntern *texts = lsc_pack_get_intern (pack, "digest.texts", error);

  if (!texts)
    return FALSE;
  lsc_intern_unref (self->texts);
  self->texts = texts;
  return TRUE;
}

/**
 * lsc_rank_digest_unpack:
 *
 * Errors: %LSC_ERROR_CORRUPT, which names the part.
 *
 * Returns: (transfer full) (nullable): the digest that was packed, whose references were looked at
 *   (lsc_rank_digest_is_sound())
 */
LscRankDigest *
lsc_rank_digest_unpack (const LscPack *pack, GError **error)
{
  g_autoptr (LscRankDigest) self = NULL;

  g_return_val_if_fail (pack, NULL);
  self = unpack_head (pack, error);
  if (!self || !unpack_texts (self, pack, error) ||
      !lsc_pack_get_one (pack, "digest", &self_type, self, error) ||
      !unpack_lists (self, pack, error) || !unpack_group_ranks (self, pack, error) ||
      !_lsc_digest_own_unpack (&self->own, pack, error) || !unpack_longest (self, pack, error) ||
      !lsc_pack_get_one (pack, "digest.late", &blocks_type, &self->late, error) ||
      !lsc_pack_get_one (pack, "digest.spike", &blocks_type, &self->spike, error))
    return NULL;
  if (!lsc_rank_digest_is_sound (self))
    {
      lsc_fail (error, LSC_ERROR_CORRUPT, "%s", _ ("its parts do not fit together"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * lsc_rank_digest_peek:
 * @peek: (out caller-allocates): empty where the pack is damaged
 *
 * Reads of which job a rank is, without unpacking it.
 */
void
lsc_rank_digest_peek (const LscPack *pack, LscDigestPeek *peek)
{
  g_autoptr (LscRankDigest) self = NULL;

  g_return_if_fail (pack && peek);
  *peek = (LscDigestPeek){ .has_steps = FALSE };
  self = lsc_rank_digest_new_blank (0);
  if (!lsc_pack_get_one (pack, "digest", &self_type, self, NULL) ||
      !lsc_pack_get_list (pack, "digest.steps", &step_type, &self->steps, NULL))
    return;
  peek->record = self->record;
  peek->has_steps = self->steps.n > 0;
  peek->begin_ns = G_MAXINT64;
  for (gsize i = 0; i < self->steps.n; i++)
    {
      peek->begin_ns = MIN (peek->begin_ns, self->steps.items[i].begin_ns);
      peek->end_ns = MAX (peek->end_ns, self->steps.items[i].end_ns);
    }
}

/* ---- kernels of a step --------------------------------------------------------------------- */

#define S LscStepKernels
static const LscPackField kernels_fields[] = { F (step), F (has_types), F (has_shapes) };
static const LscPackType kernels_type = LSC_PACK_TYPE (LscStepKernels, kernels_fields);
#undef S

#define S LscStepKernel
static const LscPackField step_kernel_fields[] = { F (stream), F (name),  F (type),
                                                   F (shapes), F (slice), F (duration_ns) };
static const LscPackType step_kernel_type = LSC_PACK_TYPE (LscStepKernel, step_kernel_fields);
#undef S

#define S LscStepWork
static const LscPackField work_fields[] = { F (flops), F (n_products), F (n_told) };
static const LscPackType work_type = LSC_PACK_TYPE (LscStepWork, work_fields);
#undef S

/**
 * lsc_step_kernels_pack:
 *
 * Adds the kernels of a step, without what only the sheets of the reference tool show.
 */
void
lsc_step_kernels_pack (const LscStepKernels *self, LscPack *pack)
{
  g_return_if_fail (self && pack);
  lsc_pack_add (pack, "kernels", &kernels_type, self, 1);
  lsc_pack_add_intern (pack, "kernels.texts", self->texts);
  lsc_pack_add (pack, "kernels.list", &step_kernel_type, self->kernels.items, self->kernels.n);
  lsc_pack_add (pack, "kernels.works", &work_type, self->works.items, self->works.n);
}

static gboolean
are_texts (const LscStepKernels *self)
{
  gsize n = lsc_intern_size (self->texts);

  for (gsize i = 0; i < self->kernels.n; i++)
    {
      const LscStepKernel *kernel = &self->kernels.items[i];

      if (kernel->name >= n || (kernel->type != LSC_STRING_NONE && kernel->type >= n) ||
          (kernel->shapes != LSC_STRING_NONE && kernel->shapes >= n))
        return FALSE;
    }
  return TRUE;
}

/**
 * lsc_step_kernels_unpack:
 *
 * Returns: (transfer full) (nullable): the kernels that were packed; errors as of
 *   lsc_rank_digest_unpack()
 */
LscStepKernels *
lsc_step_kernels_unpack (const LscPack *pack, GError **error)
{
  g_autoptr (LscStepKernels) self = lsc_step_kernels_new_blank (0);
  g_autoptr (GError) local = NULL;
  LscIntern *texts;

  g_return_val_if_fail (pack, NULL);
  texts = lsc_pack_get_intern (pack, "kernels.texts", error);
  if (!texts)
    return NULL;
  g_clear_pointer (&self->texts, lsc_intern_unref);
  self->texts = texts;
  if (!lsc_pack_get_one (pack, "kernels", &kernels_type, self, error))
    return NULL;
  self->kernels.items =
      lsc_pack_get (pack, "kernels.list", &step_kernel_type, &self->kernels.n, &local);
  self->kernels.capacity = self->kernels.n;
  if (!local)
    self->works.items = lsc_pack_get (pack, "kernels.works", &work_type, &self->works.n, &local);
  self->works.capacity = self->works.n;
  if (!local && !are_texts (self))
    lsc_fail (&local, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), "kernels.list");
  if (!local)
    return g_steal_pointer (&self);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}
