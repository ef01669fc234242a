/* lsc-communication-notes.c - what of communication is not known, and why
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/communication/lsc-communication-private.h"

#define MOST_NAMED 8 /* ranks in a sentence */

static gboolean
has_peer_waits (const LscCommunication *self)
{
  for (gsize i = 0; i < self->operators.n; i++)
    if (self->operators.items[i].n_matched > 0)
      return TRUE;
  return FALSE;
}

/* Lengths on all members tell who waited for whom, even where tasks tell nothing. */
static LscPhrase *
say_lack (const LscCommunication *self, LscBudgetLack lack)
{
  if (!has_peer_waits (self))
    return lsc_budget_lack_phrase (lack);
  if (lack == LSC_BUDGET_LACKS_TASKS)
    return lsc_phrase_new_text (
        N_ ("No tasks of the operators were recorded: waits for peers follow from their lengths "
            "on each rank, transfers are not known. Record with profiler_level Level1."));
  if (lack == LSC_BUDGET_LACKS_WAITS)
    return lsc_phrase_new_text (
        N_ ("A GPU trace records one kernel for each operator: waits for peers follow from its "
            "lengths on each rank, transfers are not known."));
  return lsc_budget_lack_phrase (lack);
}

/* Where some ranks have only tables the shares are those of the others. */
static LscPhrase *
say_tables_only (const LscCommunication *self)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (LscPhrase) names = NULL;

  for (gsize i = 0; i < self->digests->len; i++)
    if (_lsc_communication_get_digest (self, i)->lack == LSC_BUDGET_LACKS_EVENTS)
      g_array_append_val (ranks, _lsc_communication_get_digest (self, i)->rank);
  if (ranks->len == 0 || ranks->len == self->digests->len)
    return NULL;
  if (ranks->len > 1 && ranks->len <= MOST_NAMED)
    names = lsc_rank_names_list ((const gint64 *) (gpointer) ranks->data, ranks->len);
  if (names)
    return lsc_phrase_new (N_ ("Of %s only tables were exported: exposed times are those of the "
                               "other ranks."),
                           lsc_phrase_as_argument (names));
  return lsc_phrase_new (N_ ("Of %u of %u ranks only tables were exported: exposed times are those "
                             "of the others."),
                         ranks->len, self->digests->len);
}

static void
note_lack (LscCommunication *self)
{
  gboolean is_told[LSC_BUDGET_LACKS_REST + 1] = { FALSE };
  LscPhrase *tables_only = say_tables_only (self);

  if (tables_only)
    {
      g_ptr_array_add (self->notes, tables_only);
      is_told[LSC_BUDGET_LACKS_EVENTS] = TRUE;
    }
  for (gsize i = 0; i < self->digests->len; i++)
    {
      LscBudgetLack lack = _lsc_communication_get_digest (self, i)->lack;
      LscPhrase *phrase = is_told[lack] ? NULL : say_lack (self, lack);

      is_told[lack] = TRUE;
      if (phrase)
        g_ptr_array_add (self->notes, phrase);
    }
}

static gboolean
has_messages (const LscCommunication *self)
{
  for (gsize i = 0; i < self->operators.n; i++)
    if (self->operators.items[i].message_bytes > 0)
      return TRUE;
  return FALSE;
}

static void
note_links (LscCommunication *self)
{
  gboolean has_unplaced = FALSE;

  for (gsize i = 0; i < self->digests->len; i++)
    has_unplaced = has_unplaced || _lsc_communication_get_digest (self, i)->has_unplaced_links;
  if (has_unplaced)
    g_ptr_array_add (
        self->notes,
        lsc_phrase_new_text (N_ ("The members of some groups were not recorded: their links are "
                                 "between positions in the group, not ranks.")));
  else if (self->links.links.n == 0 && has_messages (self))
    g_ptr_array_add (self->notes,
                     lsc_phrase_new_text (
                         N_ ("Links are not known, because transfers of collectives between ranks "
                             "were not recorded.")));
  else if (self->links.links.n == 0 && self->match.items.n > 0)
    g_ptr_array_add (self->notes,
                     lsc_phrase_new_text (N_ (
                         "Links are not known, because sizes of transfers were not recorded.")));
}

static gboolean
lacks_members (const LscMatchGroup *about)
{
  return !about->members || about->members->n == 0 || about->n_loaded < about->members->n;
}

static void
note_members (LscCommunication *self)
{
  gint64 n = 0;

  for (gsize i = 0; i < self->groups.n; i++)
    n += lacks_members (
        &g_array_index (self->match.groups, LscMatchGroup, self->groups.items[i].group));
  if (n > 0)
    g_ptr_array_add (
        self->notes,
        lsc_phrase_new_plural ((gulong) n,
                               "Of %" PRId64 " group not all members were opened or recorded: who "
                               "waited there for whom is not known.",
                               "Of %" PRId64 " groups not all members were opened or recorded: who "
                               "waited there for whom is not known.",
                               n));
}

/** Adds what is not known, when all tables are there. */
void
_lsc_communication_note (LscCommunication *self)
{
  note_lack (self);
  note_members (self);
  note_links (self);
}

/**
 * lsc_communication_note_differing:
 * @self: not yet shared
 * @n_ranks: of which the exporter reports other times of operators than the events have
 */
void
lsc_communication_note_differing (LscCommunication *self, guint n_ranks)
{
  g_return_if_fail (self);
  if (n_ranks > 0)
    g_ptr_array_add (self->notes,
                     lsc_phrase_new_plural (
                         n_ranks,
                         "The exporter of %u rank reports other operator times than its "
                         "events. Figures here are of the events; “check” shows what differs.",
                         "The exporters of %u ranks report other operator times than their "
                         "events. Figures here are of the events; “check” shows what differs.",
                         n_ranks));
}
