/* lsc-communication-words.c - communication in sentences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "judge/communication/lsc-communication-private.h"

/* communication.md#headline */

#define LEAST_EXPOSED 0.02 /* of the steps: below it nothing is to be gained */
#define MOST_PART 0.5      /* of what is exposed or waited: so much is "most" */

static gint64
sum_exposed_ns (const LscCommunication *self)
{
  gint64 ns = self->outside_ns;

  for (gsize i = 0; i < self->groups.n; i++)
    ns += lsc_int_or_zero (self->groups.items[i].times.exposed_ns);
  return ns;
}

static gint64
sum_part_ns (const LscCommunication *self, LscCommTimePart part)
{
  gint64 ns = 0;

  for (gsize i = 0; i < self->groups.n; i++)
    ns += lsc_int_or_zero (self->groups.items[i].times.exposed_parts_ns[part]);
  return ns;
}

/* ---- how much ---- */

/* Operators of which only tables tell have no place in a step. */
static gboolean
knows_exposed (const LscCommunication *self)
{
  for (gsize i = 0; i < self->groups.n; i++)
    if (self->groups.items[i].times.exposed_ns != LSC_INT_NULL)
      return TRUE;
  return self->outside_ns != 0 || self->groups.n == 0;
}

static LscPhrase *
say_exposed (const LscCommunication *self, gint64 exposed_ns)
{
  g_autofree char *share = NULL;

  if (self->match.items.n == 0 && self->outside_ns == 0)
    return lsc_phrase_new_text (N_ ("No communication was recorded."));
  if (self->step_ns == LSC_INT_NULL || self->step_ns <= 0 || !knows_exposed (self))
    return lsc_phrase_new_text (
        N_ ("How much communication is exposed is not known: no step with events was recorded."));
  share = lsc_format_share ((double) exposed_ns / (double) self->step_ns);
  return lsc_phrase_new (N_ ("Communication is exposed for %s of the step time."), share);
}

/* ---- what of it costs most ---- */

static gint64
get_rank (const LscCommunication *self, gsize index)
{
  return _lsc_communication_get_digest (self, index)->rank;
}

static gsize
find_most_awaited (const LscCommunication *self)
{
  gsize most = 0;

  for (gsize i = 1; i < self->digests->len; i++)
    if (self->caused_ns[i] > self->caused_ns[most])
      most = i;
  return most;
}

/* Of waits that are most of what is exposed: for whom. */
static LscPhrase *
say_waits (const LscCommunication *self, gint64 exposed_ns)
{
  gint64 recorded_ns = sum_part_ns (self, LSC_COMM_WAIT_RECORDED);
  gint64 wait_ns = recorded_ns + sum_part_ns (self, LSC_COMM_WAIT_UNEXPLAINED);
  gsize most = find_most_awaited (self);
  g_autofree char *share = NULL, *part = NULL;
  gint64 rank;

  if (exposed_ns <= 0 || (double) wait_ns < MOST_PART * (double) exposed_ns)
    return NULL;
  share = lsc_format_share ((double) wait_ns / (double) exposed_ns);
  if ((double) recorded_ns < MOST_PART * (double) wait_ns)
    return lsc_phrase_new (N_ ("Of this, %s is waiting, and the recorded ranks do not explain for "
                               "whom."),
                           share);
  rank = get_rank (self, most);
  part = lsc_format_share ((double) self->caused_ns[most] / (double) wait_ns);
  if (!lsc_rank_is_told (rank) || (double) self->caused_ns[most] < MOST_PART * (double) wait_ns)
    return lsc_phrase_new (N_ ("Of this, %s is waiting for other ranks; none of them stands out."),
                           share);
  return lsc_phrase_new (N_ ("Of this, %s is waiting for other ranks, most of it (%s) for rank "
                             "%" PRId64 "."),
                         share, part, rank);
}

static LscPhrase *
say_operator (const LscCommunication *self, gint64 exposed_ns)
{
  const LscCommOperator *sum = self->operators.n > 0 ? &self->operators.items[0] : NULL;
  g_autofree char *share = NULL;

  if (!sum || sum->times.exposed_ns == LSC_INT_NULL || exposed_ns <= 0)
    return NULL;
  share = lsc_format_share ((double) sum->times.exposed_ns / (double) exposed_ns);
  return lsc_phrase_new (N_ ("%s in %s costs most: %s of this."),
                         lsc_intern_text (self->match.texts, sum->name),
                         _lsc_communication_get_label (self, sum->group), share);
}

/* The row of a link in its table. */
static void
point_at_link (LscCommunication *self, const LscRankLink *link)
{
  const LscTable *table = self->tables[LSC_COMMUNICATION_LINKS];
  const char *transport = lsc_transfer_get_carrier (link->first->transport, link->first->link);

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    if (lsc_table_get_named (table, row, "src_rank").integer == link->first->source &&
        lsc_table_get_named (table, row, "dst_rank").integer == link->first->target &&
        g_strcmp0 (lsc_table_get_named (table, row, "transport").text, transport) == 0)
      {
        self->headline_table = LSC_COMMUNICATION_LINKS;
        self->headline_row = row;
        return;
      }
}

/* What findings say of the same links, by the same decision. */
static LscPhrase *
say_links (LscCommunication *self)
{
  const LscRankLink *worst = lsc_link_kinds_find_worst_of_hosts (&self->links);
  gboolean is_of_hosts = worst != NULL;

  if (!worst)
    worst = lsc_link_kinds_find_worst_pair (&self->links);
  if (!worst)
    return NULL;
  self->certainty =
      lsc_link_kinds_is_sure (&self->links, worst) ? LSC_HEADLINE_SURE : LSC_HEADLINE_LIKELY;
  point_at_link (self, worst);
  return is_of_hosts ? lsc_link_kinds_say_hosts (&self->links, worst) : lsc_link_say_pair (worst);
}

static LscPhrase *
say_most (LscCommunication *self, gint64 exposed_ns)
{
  LscPhrase *phrase = say_links (self);

  if (phrase || self->step_ns <= 0 || (double) exposed_ns < LEAST_EXPOSED * (double) self->step_ns)
    return phrase;
  phrase = say_waits (self, exposed_ns);
  if (!phrase)
    phrase = say_operator (self, exposed_ns);
  if (phrase)
    self->headline_table = LSC_COMMUNICATION_OPERATORS;
  return phrase;
}

/* ---- what is not known ---- */

static void
note_lack (LscCommunication *self)
{
  gboolean is_told[LSC_BUDGET_LACKS_REST + 1] = { FALSE };

  for (gsize i = 0; i < self->digests->len; i++)
    {
      LscBudgetLack lack = _lsc_communication_get_digest (self, i)->lack;
      LscPhrase *phrase = is_told[lack] ? NULL : lsc_budget_lack_phrase (lack);

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
    g_ptr_array_add (
        self->notes,
        lsc_phrase_new_text (N_ ("Links are not known: sizes of collectives were recorded, but not "
                                 "their transfers between ranks.")));
  else if (self->links.links.n == 0 && self->match.items.n > 0)
    g_ptr_array_add (
        self->notes,
        lsc_phrase_new_text (N_ ("Links are not known: no sizes of transfers were recorded.")));
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

/** Finds the headline and the notes, when all tables are there. */
void
_lsc_communication_say (LscCommunication *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  gint64 exposed_ns = sum_exposed_ns (self);
  LscPhrase *most;

  self->certainty = LSC_HEADLINE_SURE;
  self->headline_table = LSC_COMMUNICATION_N_TABLES;
  g_ptr_array_add (parts, say_exposed (self, exposed_ns));
  most = say_most (self, exposed_ns);
  if (most)
    g_ptr_array_add (parts, most);
  self->headline = lsc_phrase_new_joined (" ", parts);
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
