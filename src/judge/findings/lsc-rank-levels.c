/* lsc-rank-levels.c - what is said of half of the ranks or more that are slower than the others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#noise. No rank of them is odd: the sentence names both sides.
 */
#include "config.h"

#include "judge/findings/lsc-rank-levels-private.h"

#include <glib/gi18n-lib.h>

/** Returns: whether all ranks that are named are on the upper one of two levels */
gboolean
_lsc_rank_levels_are_named (const LscJudge *self, const double *is_named)
{
  gsize n = 0;

  for (gsize i = 0; self->causes && i < self->n; i++)
    {
      if (is_named[i] > 0 && !self->causes->ranks[i].is_upper)
        return FALSE;
      n += is_named[i] > 0;
    }
  return n > 0;
}

/* Whether a rank is of the stage of one that is named. */
static gboolean
is_compared (const LscJudge *self, const double *is_named, gsize rank)
{
  for (gsize i = 0; i < self->n; i++)
    if (is_named[i] > 0 && self->ranks[i].stage == self->ranks[rank].stage)
      return TRUE;
  return FALSE;
}

/**
 * _lsc_rank_levels_say:
 * @is_named: (array): of each rank 1 or 0
 * @text: of how many of how many ranks, @more, these ranks and those that they are compared with;
 *   marked for translation
 *
 * Returns: (transfer full): the sentence
 */
LscPhrase *
_lsc_rank_levels_say (const LscJudge *self, const double *is_named, const char *text,
                      const char *more)
{
  g_autofree double *are_others = g_new0 (double, self->n + 1);
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, is_named), others = NULL;
  gsize n = 0, n_named = 0;

  for (gsize i = 0; i < self->n; i++)
    if (is_compared (self, is_named, i))
      {
        n++;
        n_named += is_named[i] > 0;
        are_others[i] = is_named[i] <= 0 && !self->causes->ranks[i].is_upper;
      }
  others = _lsc_judge_name_ranks (self, are_others);
  return lsc_phrase_new (text, n_named, n, more, lsc_phrase_as_argument (ranks),
                         lsc_phrase_as_argument (others));
}

static const char *
get_host (const LscJudge *self, gsize rank)
{
  return lsc_rank_digest_text (self->ranks[rank].digest, self->ranks[rank].digest->host);
}

/* Whether no rank of a host is left out. */
static gboolean
is_host_named (const LscJudge *self, const double *is_named, const char *host)
{
  for (gsize i = 0; i < self->n; i++)
    if (is_named[i] <= 0 && g_strcmp0 (get_host (self, i), host) == 0)
      return FALSE;
  return TRUE;
}

/**
 * _lsc_rank_levels_say_hosts:
 *
 * Source: HOST_INFO.hostName and what traces tell of their host.
 *
 * Returns: (transfer full) (nullable): whose ranks they are, where they are all ranks of some hosts
 *   and none of others
 */
LscPhrase *
_lsc_rank_levels_say_hosts (const LscJudge *self, const double *is_named)
{
  g_autoptr (GPtrArray) hosts = g_ptr_array_new ();
  g_autofree char *names = NULL;

  if (!_lsc_rank_levels_are_named (self, is_named))
    return NULL;
  for (gsize i = 0; i < self->n; i++)
    {
      const char *host = get_host (self, i);

      if (is_named[i] <= 0)
        continue;
      if (!host || *host == '\0' || !is_host_named (self, is_named, host))
        return NULL;
      if (!g_ptr_array_find_with_equal_func (hosts, host, g_str_equal, NULL))
        g_ptr_array_add (hosts, (gpointer) host);
    }
  g_ptr_array_add (hosts, NULL);
  names = g_strjoinv (", ", (char **) hosts->pdata);
  return lsc_phrase_new_plural (hosts->len - 1, "They are all ranks of host %s.",
                                "They are all ranks of hosts %s.", names);
}

/** Returns: (transfer full): what is not known of them */
LscPhrase *
_lsc_rank_levels_say_doubt (void)
{
  return lsc_phrase_new_text (
      N_ ("Which of both is usual is not known; the faster ranks show what is possible."));
}

/** Returns: (transfer full) (nullable): both, one after the other. @first, @second: (transfer full)
 *   (nullable) */
LscPhrase *
_lsc_rank_levels_join (LscPhrase *first, LscPhrase *second)
{
  g_autoptr (GPtrArray) parts = NULL;

  if (!first || !second)
    return first ? first : second;
  parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_ptr_array_add (parts, first);
  g_ptr_array_add (parts, second);
  return lsc_phrase_new_joined (" ", parts);
}
