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
#define NOTABLE_PART 0.1   /* of what is exposed: from there on waiting is told */

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

static LscPhrase *
say_waiting_group (const LscCommunication *self, gint64 wait_ns, const char *share)
{
  LscCommWaiting most = _lsc_communication_find_waiting (self);
  g_autofree char *kind = most.kind, *part = NULL;

  if (self->groups.n == 1)
    return lsc_phrase_new (N_ ("Of this, %s is waiting."), share);
  part = lsc_format_share ((double) most.ns / (double) wait_ns);
  if (kind)
    return lsc_phrase_new (N_ ("Of this, %s is waiting, mostly in the %s groups (%s)."), share,
                           kind, part);
  return lsc_phrase_new (N_ ("Of this, %s is waiting, mostly in %s (%s)."), share, most.label,
                         part);
}

/* Of waits that are most of what is exposed: for whom. */
static LscPhrase *
say_awaited (LscCommunication *self, gint64 exposed_ns, gint64 recorded_ns, gint64 wait_ns)
{
  gsize most = find_most_awaited (self);
  gint64 rank = get_rank (self, most);
  g_autofree char *part = NULL;

  if ((double) wait_ns < MOST_PART * (double) exposed_ns)
    return NULL;
  if ((double) recorded_ns < MOST_PART * (double) wait_ns)
    return lsc_phrase_new_text (N_ ("For whom is not known, because no recorded rank is late."));
  if (!lsc_rank_is_told (rank) || (double) self->caused_ns[most] < MOST_PART * (double) wait_ns)
    return lsc_phrase_new_text (N_ ("No rank causes most of it."));
  self->cause = LSC_COMM_CAUSE_RANK;
  self->cause_rank = rank;
  part = lsc_format_share ((double) self->caused_ns[most] / (double) wait_ns);
  return lsc_phrase_new (N_ ("Most of it (%s) is for rank %" PRId64 "."), part, rank);
}

/* What most of its exposed time is, where that is no transfer; members that all wait at the same
 * time wait for none of them. */
static LscPhrase *
say_parts (const LscCommOperator *sum)
{
  gint64 ns = lsc_int_or_zero (sum->times.exposed_parts_ns[LSC_COMM_WAIT_UNEXPLAINED]);
  g_autofree char *share = NULL;

  if (sum->n_matched == 0 || sum->n_matched < sum->n_instances ||
      (double) ns < NOTABLE_PART * (double) sum->times.exposed_ns)
    return NULL;
  share = lsc_format_share ((double) ns / (double) sum->times.exposed_ns);
  return lsc_phrase_new (N_ ("For %s of that no member of the group is late."), share);
}

static void
say_operator (GPtrArray *parts, const LscCommunication *self)
{
  const LscCommOperator *sum = self->operators.n > 0 ? &self->operators.items[0] : NULL;
  g_autofree char *share = NULL;
  LscPhrase *more;

  if (!sum || sum->times.exposed_ns == LSC_INT_NULL)
    return;
  share = lsc_format_share (_lsc_communication_get_share (
      sum->times.exposed_ns, _lsc_communication_get_base (self, sum->group)));
  g_ptr_array_add (parts, lsc_phrase_new (N_ ("%s in %s costs its ranks most: %s of their step."),
                                          lsc_intern_text (self->match.texts, sum->name),
                                          _lsc_communication_get_label (self, sum->group), share));
  more = say_parts (sum);
  if (more)
    g_ptr_array_add (parts, more);
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
  self->cause = is_of_hosts ? LSC_COMM_CAUSE_HOSTS : LSC_COMM_CAUSE_LINK;
  return is_of_hosts ? lsc_link_kinds_say_hosts (&self->links, worst)
                     : lsc_link_kinds_say_pair (&self->links, worst);
}

static gboolean
is_dear (const LscCommunication *self, gint64 exposed_ns)
{
  return self->base.step_ns > 0 &&
         (double) exposed_ns >= LEAST_EXPOSED * (double) self->base.step_ns;
}

/* How much is waiting, and what costs most. Returns: how many sentences stay where findings know
 * who is waited for. */
static guint
say_most (LscCommunication *self, GPtrArray *parts, gint64 exposed_ns)
{
  gint64 recorded_ns = sum_part_ns (self, LSC_COMM_WAIT_RECORDED);
  gint64 wait_ns = recorded_ns + sum_part_ns (self, LSC_COMM_WAIT_UNEXPLAINED);
  gboolean costs = self->is_dear;
  LscPhrase *links = say_links (self), *awaited;
  g_autofree char *share = NULL;
  guint n_kept;

  if (costs && self->groups.n > 0 && (double) wait_ns >= NOTABLE_PART * (double) exposed_ns)
    {
      share = lsc_format_share ((double) wait_ns / (double) exposed_ns);
      g_ptr_array_add (parts, say_waiting_group (self, wait_ns, share));
      self->wait_ns = wait_ns;
    }
  if (links)
    g_ptr_array_add (parts, links);
  n_kept = parts->len;
  if (links || !costs)
    return n_kept;
  awaited = say_awaited (self, exposed_ns, recorded_ns, wait_ns);
  if (awaited)
    g_ptr_array_add (parts, awaited);
  else
    say_operator (parts, self);
  self->headline_table = LSC_COMMUNICATION_OPERATORS;
  return n_kept;
}

static LscPhrase *
say_steps (const LscCommunication *self)
{
  if (self->n_steps < self->n_all)
    return lsc_phrase_new (self->lacks_inner ? N_ ("%u of %u steps")
                                             : N_ ("%u of %u steps (first excluded)"),
                           self->n_steps, self->n_all);
  return lsc_phrase_new_plural (self->n_steps, "%u step", "%u steps", self->n_steps);
}

/**
 * lsc_communication_say_base:
 *
 * Returns: (transfer full): what the times of groups and operators are means of
 *   (communication.md#base)
 */
LscPhrase *
lsc_communication_say_base (const LscCommunication *self)
{
  g_autoptr (LscPhrase) steps = NULL;
  guint n;

  g_return_val_if_fail (self, NULL);
  n = self->digests->len;
  if (self->n_steps == 0)
    return lsc_phrase_new_plural (n, "Times of the whole recording: %u rank",
                                  "Times per rank of the group in the whole recording: %u ranks",
                                  n);
  steps = say_steps (self);
  if (n == 1)
    return lsc_phrase_new (N_ ("Times per step: %s"), lsc_phrase_as_argument (steps));
  return lsc_phrase_new (N_ ("Mean times per step and rank of the group: %u ranks, %s"), n,
                         lsc_phrase_as_argument (steps));
}

/** Finds the headline and the notes, when all tables are there. */
void
_lsc_communication_say (LscCommunication *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  gint64 exposed_ns = sum_exposed_ns (self);
  gint64 known_ns = knows_exposed (self) ? exposed_ns : LSC_INT_NULL;
  guint n_kept;

  self->exposed_ns = exposed_ns;
  self->is_dear = is_dear (self, exposed_ns);
  self->certainty = LSC_HEADLINE_SURE;
  self->headline_table = LSC_COMMUNICATION_N_TABLES;
  g_ptr_array_add (parts, _lsc_communication_say_exposed (self, known_ns));
  n_kept = say_most (self, parts, exposed_ns);
  self->detail = lsc_phrase_new_joined (" ", parts);
  self->headline = _lsc_communication_say_answer (self, known_ns, self->is_dear);
  g_ptr_array_set_size (parts, (gint) n_kept);
  self->amount = lsc_phrase_new_joined (" ", parts);
  self->bandwidth = _lsc_communication_say_bandwidth (self);
  _lsc_communication_note (self);
}
