/* lsc-communication.c - what communication costs, over all ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "judge/communication/lsc-communication-private.h"

static LscCommunication *
new_of (const LscRankSet *set)
{
  LscCommunication *self = g_new0 (LscCommunication, 1);

  g_atomic_ref_count_init (&self->refs);
  self->digests = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_rank_digest_unref);
  for (gsize i = 0; i < set->n; i++)
    {
      g_ptr_array_add (self->digests, lsc_rank_digest_ref ((LscRankDigest *) set->digests[i]));
      self->is_split = self->is_split || set->digests[i]->is_split;
    }
  self->stages = g_new (gint64, set->n + 1);
  for (gsize i = 0; i < set->n; i++)
    self->stages[i] = set->places[i].at[LSC_DIM_PP];
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  return self;
}

/** What moved over the links of a group. */
typedef struct
{
  double bytes;
  double ns;
} Moved;

/* Of each text of @kinds, which are labels of groups: (transfer full) (array) */
static Moved *
sum_links (const LscLinkKinds *kinds)
{
  Moved *moved = g_new0 (Moved, lsc_intern_size (kinds->texts) + 1);

  for (gsize i = 0; i < kinds->links.n; i++)
    {
      moved[kinds->links.items[i].group].bytes += kinds->links.items[i].bytes;
      moved[kinds->links.items[i].group].ns += kinds->links.items[i].ns;
    }
  return moved;
}

static void
sum_group_links (LscCommunication *self, const LscLinkKinds *kinds)
{
  g_autofree Moved *moved = sum_links (kinds);

  for (gsize i = 0; i < self->groups.n; i++)
    {
      LscCommGroupSum *sum = &self->groups.items[i];
      guint32 label =
          lsc_intern_find (kinds->texts, _lsc_communication_get_label (self, sum->group));

      if (label == LSC_STRING_NONE || sum->has_sizes)
        continue;
      sum->bytes += moved[label].bytes;
      sum->moved_ns += moved[label].ns;
    }
}

static void
make_tables (LscCommunication *self, const LscRankSet *set)
{
  self->tables[LSC_COMMUNICATION_GROUPS] = _lsc_communication_make_groups (self);
  self->tables[LSC_COMMUNICATION_OPERATORS] = _lsc_communication_make_operators (self);
  self->tables[LSC_COMMUNICATION_LINKS] = _lsc_communication_make_links (self);
  self->tables[LSC_COMMUNICATION_MATRIX] = _lsc_communication_make_matrix (self);
  self->tables[LSC_COMMUNICATION_PACKETS] = _lsc_communication_make_packets (self);
  self->tables[LSC_COMMUNICATION_EXPERTS] =
      _lsc_communication_make_experts (self, set, &self->experts);
}

/**
 * lsc_communication_new:
 * @set: ranks with digests of #LSC_DIGEST_JUDGED; these are kept, the set is not
 *
 * Definitions: communication.md.
 *
 * Cost: O(n log n) of all operators. Thread: any.
 *
 * Returns: (transfer full): all communication of the ranks; %NULL with %LSC_ERROR_CANCELLED
 */
LscCommunication *
lsc_communication_new (const LscRankSet *set, LscJob *job, GError **error)
{
  g_autoptr (LscCommunication) self = NULL;

  g_return_val_if_fail (set, NULL);
  self = new_of (set);
  lsc_link_kinds_init (&self->links, set->digests, set->n);
  lsc_link_kinds_judge_hosts (&self->links);
  lsc_link_kinds_init_local (&self->local_links, set->digests, set->n);
  if (!_lsc_communication_sum (self, set, job, error))
    return NULL;
  sum_group_links (self, &self->links);
  sum_group_links (self, &self->local_links);
  make_tables (self, set);
  _lsc_communication_say (self);
  return g_steal_pointer (&self);
}

LscCommunication *
lsc_communication_ref (LscCommunication *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_communication_unref (LscCommunication *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < LSC_COMMUNICATION_N_TABLES; i++)
    g_clear_pointer (&self->tables[i], lsc_table_unref);
  g_clear_pointer (&self->headline, lsc_phrase_free);
  g_clear_pointer (&self->detail, lsc_phrase_free);
  g_clear_pointer (&self->guide, lsc_phrase_free);
  g_clear_pointer (&self->amount, lsc_phrase_free);
  g_free (self->stages);
  g_clear_pointer (&self->bandwidth, lsc_phrase_free);
  g_clear_pointer (&self->experts, lsc_phrase_free);
  g_ptr_array_unref (self->notes);
  for (gsize i = 0; i < self->operators.n; i++)
    lsc_int64s_clear (&self->operators.items[i].lengths_ns);
  lsc_comm_operators_clear (&self->operators);
  lsc_comm_group_sums_clear (&self->groups);
  lsc_link_kinds_clear (&self->links);
  lsc_link_kinds_clear (&self->local_links);
  lsc_match_clear (&self->match);
  g_free (self->peer_ns);
  g_free (self->operator_of);
  g_free (self->caused_ns);
  g_free (self->are_placed);
  lsc_comm_bases_clear (&self->bases);
  g_ptr_array_unref (self->digests);
  g_free (self);
}

/**
 * lsc_communication_get_table:
 *
 * Returns: (transfer full): one of the tables; empty where nothing of it was recorded, see
 *   lsc_communication_get_notes()
 */
LscTable *
lsc_communication_get_table (const LscCommunication *self, LscCommunicationTable which)
{
  g_return_val_if_fail (self && which < LSC_COMMUNICATION_N_TABLES, NULL);
  return lsc_table_ref (self->tables[which]);
}

/** Returns: over how many ranks its figures are summed */
guint
lsc_communication_get_n_ranks (const LscCommunication *self)
{
  g_return_val_if_fail (self, 0);
  return self->digests->len;
}

/** Returns: how many steps of a rank these are, the most of all ranks; 0 = no steps were recorded
 */
guint
lsc_communication_get_n_steps (const LscCommunication *self)
{
  g_return_val_if_fail (self, 0);
  return self->n_steps;
}

/**
 * lsc_communication_get_headline:
 *
 * Returns: (transfer none): the largest finding, in at most twelve words
 */
const LscPhrase *
lsc_communication_get_headline (const LscCommunication *self)
{
  g_return_val_if_fail (self, NULL);
  return self->headline;
}

/**
 * lsc_communication_get_detail:
 *
 * Returns: (transfer none): how much is exposed, and what costs most of it, in whole sentences;
 *   where there is no more to say, the headline
 */
const LscPhrase *
lsc_communication_get_detail (const LscCommunication *self)
{
  g_return_val_if_fail (self, NULL);
  return self->detail;
}

/**
 * lsc_communication_get_guide:
 *
 * Returns: (transfer none): as lsc_communication_get_detail(), but what to do comes first, for a
 *   line that is cut at its end
 */
const LscPhrase *
lsc_communication_get_guide (const LscCommunication *self)
{
  g_return_val_if_fail (self, NULL);
  return self->guide ? self->guide : self->detail;
}

/** Returns: how often such a headline is true */
LscHeadlineCertainty
lsc_communication_get_certainty (const LscCommunication *self)
{
  g_return_val_if_fail (self, LSC_HEADLINE_LIKELY);
  return self->certainty;
}

/** Returns: how certain the headline is, and what that means; no words where it is no finding */
LscCertaintyWords
lsc_communication_get_certainty_words (const LscCommunication *self)
{
  g_return_val_if_fail (self, lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE));
  return self->answer_certainty;
}

/**
 * lsc_communication_get_headline_row:
 * @row: (out): of the table
 *
 * Returns: the table of the row that the headline is about; %LSC_COMMUNICATION_N_TABLES: it is
 *   about none
 */
LscCommunicationTable
lsc_communication_get_headline_row (const LscCommunication *self, gsize *row)
{
  g_return_val_if_fail (self && row, LSC_COMMUNICATION_N_TABLES);
  *row = self->headline_row;
  return self->headline_table;
}

/**
 * lsc_communication_get_bandwidth:
 *
 * Returns: (transfer none) (nullable): how fast each transport moves data, against what it could
 */
const LscPhrase *
lsc_communication_get_bandwidth (const LscCommunication *self)
{
  g_return_val_if_fail (self, NULL);
  return self->bandwidth;
}

/**
 * lsc_communication_get_experts:
 *
 * Returns: (transfer none): which rank takes in most tokens for its experts and since when, or why
 *   that is not known
 */
const LscPhrase *
lsc_communication_get_experts (const LscCommunication *self)
{
  g_return_val_if_fail (self, NULL);
  return self->experts;
}

/**
 * lsc_communication_get_notes:
 *
 * Returns: (transfer none) (element-type LscPhrase): what is not known, and why
 */
const GPtrArray *
lsc_communication_get_notes (const LscCommunication *self)
{
  g_return_val_if_fail (self, NULL);
  return self->notes;
}
