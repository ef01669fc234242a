/* lsc-communication-answer.c - the largest finding about communication, in one line
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/digest/lsc-compare-name.h"
#include "base/lsc-time.h"
#include "judge/communication/lsc-communication-private.h"

/* communication.md#headline */

#define MOST_WORDS 12
#define STANDS_OUT 1.5  /* times what the next one waits */
#define LEAST_TOLD 5e-5 /* of the step: what is less would be told as 0.00 % */
#define MOST_PART 0.5   /* of what is exposed: so much waiting is what it is about */

/* Exposed waiting of all groups of the kind of one: of tp, of dp. */
static gint64
sum_kind_ns (const LscCommunication *self, const char *kind)
{
  gint64 ns = 0;

  for (gsize i = 0; i < self->groups.n; i++)
    {
      g_autofree char *own =
          lsc_compare_name_group (_lsc_communication_get_label (self, self->groups.items[i].group));

      if (g_strcmp0 (own, kind) == 0)
        ns += _lsc_comm_times_get_wait (&self->groups.items[i].times);
    }
  return ns;
}

/**
 * _lsc_communication_find_waiting:
 *
 * Returns: where members wait most: the group, or where others wait about as long the groups of its
 *   kind; its kind is (transfer full)
 */
LscCommWaiting
_lsc_communication_find_waiting (const LscCommunication *self)
{
  const LscCommGroupSum *most = NULL;
  gint64 most_ns = 0, next_ns = 0;
  g_autofree char *kind = NULL;
  const char *label;

  for (gsize i = 0; i < self->groups.n; i++)
    {
      gint64 ns = _lsc_comm_times_get_wait (&self->groups.items[i].times);

      next_ns = MAX (next_ns, MIN (ns, most_ns));
      most = ns > most_ns || !most ? &self->groups.items[i] : most;
      most_ns = MAX (most_ns, ns);
    }
  if (!most)
    return (LscCommWaiting){ NULL, NULL, 0, &self->base };
  label = _lsc_communication_get_label (self, most->group);
  kind = lsc_compare_name_group (label);
  if (kind && (double) most_ns < STANDS_OUT * (double) next_ns)
    {
      gint64 kind_ns = sum_kind_ns (self, kind);

      return (LscCommWaiting){ label, g_steal_pointer (&kind), kind_ns, &self->base };
    }
  return (LscCommWaiting){ label, NULL, most_ns, _lsc_communication_get_base (self, most->group) };
}

static char *
format_of_step (const LscCommBase *base, gint64 ns)
{
  return lsc_format_share ((double) ns / (double) base->step_ns);
}

/* (nullable): for whom, or where, most of it waits */
static LscPhrase *
say_waiting (const LscCommunication *self)
{
  LscCommWaiting most = _lsc_communication_find_waiting (self);
  g_autofree char *kind = most.kind, *share = format_of_step (&self->base, self->wait_ns),
                  *part = NULL;

  if (self->cause == LSC_COMM_CAUSE_RANK)
    return lsc_phrase_new (N_ ("Waiting, mostly for rank %" PRId64 ", takes %s of the step."),
                           self->cause_rank, share);
  if (self->groups.n == 1)
    return lsc_phrase_new (N_ ("Waiting in communication takes %s of the step."), share);
  part = format_of_step (most.base, most.ns);
  return kind ? lsc_phrase_new (N_ ("Waiting in the %s groups takes %s of the step."), kind, part)
              : lsc_phrase_new (N_ ("Waiting in %s takes %s of the step."), most.label, part);
}

/* (nullable) */
static LscPhrase *
say_operator (const LscCommunication *self)
{
  const LscCommOperator *sum = self->operators.n > 0 ? &self->operators.items[0] : NULL;
  g_autofree char *share = NULL;

  if (!sum || sum->times.exposed_ns == LSC_INT_NULL)
    return NULL;
  share = format_of_step (_lsc_communication_get_base (self, sum->group), sum->times.exposed_ns);
  return lsc_phrase_new (N_ ("%s in %s takes %s of the step."),
                         lsc_intern_text (self->match.texts, sum->name),
                         _lsc_communication_get_label (self, sum->group), share);
}

static LscPhrase *
say_link (const LscCommunication *self)
{
  const LscRankLink *worst = self->cause == LSC_COMM_CAUSE_HOSTS
                                 ? lsc_link_kinds_find_worst_of_hosts (&self->links)
                                 : lsc_link_kinds_find_worst_pair (&self->links);
  g_autoptr (LscPhrase) name = NULL;

  if (self->cause == LSC_COMM_CAUSE_HOSTS && self->links.slow_hosts.n == 1)
    return lsc_phrase_new (N_ ("The network of %s is probably slow."),
                           lsc_intern_text (self->links.texts, self->links.slow_hosts.items[0]));
  if (self->cause == LSC_COMM_CAUSE_HOSTS)
    return lsc_phrase_new_text (N_ ("The switch of several hosts is probably slow."));
  name = lsc_link_kinds_name_pair (worst);
  return lsc_phrase_new (N_ ("%s: %.3g instead of %.3g GB/s."), lsc_phrase_as_argument (name),
                         lsc_link_get_rate (worst), worst->usual);
}

/**
 * _lsc_communication_say_exposed:
 * @exposed_ns: %LSC_INT_NULL = not known
 *
 * Returns: (transfer full): how much communication is exposed
 */
LscPhrase *
_lsc_communication_say_exposed (const LscCommunication *self, gint64 exposed_ns)
{
  g_autofree char *share = NULL;

  if (self->match.items.n == 0 && self->outside_ns == 0)
    return lsc_phrase_new_text (N_ ("No communication was recorded."));
  if (self->base.step_ns == LSC_INT_NULL || self->base.step_ns <= 0 || exposed_ns == LSC_INT_NULL)
    return lsc_phrase_new_text (
        N_ ("Exposed communication is not known, because steps were not recorded."));
  if ((double) exposed_ns < LEAST_TOLD * (double) self->base.step_ns)
    return lsc_phrase_new_text (N_ ("All communication is overlapped with computation."));
  share = format_of_step (&self->base, exposed_ns);
  return lsc_phrase_new (N_ ("Exposed communication takes %s of the step."), share);
}

/**
 * _lsc_communication_say_answer:
 * @exposed_ns: exposed communication; %LSC_INT_NULL = not known
 * @is_dear: whether there is so much of it that it is worth a finding
 *
 * Returns: (transfer full): the slow link or hosts; else who or where most of it waits, else the
 *   operator that costs most, else how much is exposed; in at most twelve words
 */
LscPhrase *
_lsc_communication_say_answer (const LscCommunication *self, gint64 exposed_ns, gboolean is_dear)
{
  LscPhrase *line = NULL;

  if (self->cause == LSC_COMM_CAUSE_LINK || self->cause == LSC_COMM_CAUSE_HOSTS)
    line = say_link (self);
  else if (is_dear)
    line = (double) self->wait_ns >= MOST_PART * (double) exposed_ns ? say_waiting (self)
                                                                     : say_operator (self);
  if (line && lsc_phrase_count_words (line) > MOST_WORDS)
    g_clear_pointer (&line, lsc_phrase_free);
  return line ? line : _lsc_communication_say_exposed (self, exposed_ns);
}
