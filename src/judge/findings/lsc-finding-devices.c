/* lsc-finding-devices.c - where the device of a slow rank is, and what its speed does not gain
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"
#include "judge/overview/lsc-overview-cover.h"
#include "model/lsc-rank-name.h"

#define MOST_HOSTS 4     /* that are named */
#define MOST_DEVICES 16  /* of a host that are named */
#define MOST_COVERED 0.5 /* of what a rank takes longer: a gain that needs no reason */
#define LEAST_REST 0.1   /* of what a rank takes longer: what is less needs no word */

static const char *
get_host (const LscJudge *self, gsize rank)
{
  return lsc_rank_digest_text (self->ranks[rank].digest, self->ranks[rank].digest->host);
}

/* (nullable): "4, 5" of a host, %NULL where a device has no number; those of a host stand in the
 * order of ranks. */
static LscPhrase *
list_devices (const LscJudge *self, const double *is_named, const char *host, guint *n)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  *n = 0;
  for (gsize i = 0; i < self->n; i++)
    {
      gint64 device = self->ranks[i].digest->device;
      char number[24];

      if (is_named[i] <= 0 || g_strcmp0 (get_host (self, i), host) != 0)
        continue;
      if (device < 0 || *n == MOST_DEVICES)
        return NULL;
      g_snprintf (number, sizeof number, "%" PRId64, device);
      g_ptr_array_add (list, lsc_phrase_new_verbatim (number));
      *n += 1;
    }
  return lsc_phrase_new_joined (", ", list);
}

static LscPhrase *
name_host (const LscJudge *self, const double *is_named, const char *host)
{
  guint n;
  g_autoptr (LscPhrase) devices = list_devices (self, is_named, host, &n);

  return devices ? lsc_phrase_new_plural (n, "%s (device %s)", "%s (devices %s)", host,
                                          lsc_phrase_as_argument (devices))
                 : lsc_phrase_new_verbatim (host);
}

/* (transfer full) (nullable): the hosts of the ranks; %NULL where one is not known, or there are
 * too many to be named */
static LscPhrase *
name_hosts (const LscJudge *self, const double *is_named)
{
  g_autoptr (GPtrArray) hosts = g_ptr_array_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  for (gsize i = 0; i < self->n; i++)
    {
      const char *host = get_host (self, i);

      if (is_named[i] <= 0)
        continue;
      if (!host || *host == '\0')
        return NULL;
      if (!g_ptr_array_find_with_equal_func (hosts, host, g_str_equal, NULL))
        g_ptr_array_add (hosts, (gpointer) host);
    }
  if (hosts->len == 0 || hosts->len > MOST_HOSTS)
    return NULL;
  for (guint i = 0; i < hosts->len; i++)
    g_ptr_array_add (names, name_host (self, is_named, hosts->pdata[i]));
  return lsc_phrase_new_joined (", ", names);
}

/**
 * _lsc_judge_advise_on_devices:
 * @is_named: (array): of each rank whether it is meant
 * @advice: (transfer full): what to check
 *
 * Source: HOST_INFO.hostName and the number of the device, as recorded.
 *
 * Returns: (transfer full): @advice, and by which command on which host it is done
 */
LscPhrase *
_lsc_judge_advise_on_devices (const LscJudge *self, const double *is_named, LscPhrase *advice)
{
  const char *command = _lsc_judge_is_of_gpus (self) ? "nvidia-smi -q" : "npu-smi info";
  g_autoptr (LscPhrase) where = name_hosts (self, is_named);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  if (!where)
    return advice;
  g_ptr_array_add (parts, advice);
  g_ptr_array_add (parts,
                   lsc_phrase_new (N_ ("Run %s on %s."), command, lsc_phrase_as_argument (where)));
  return lsc_phrase_new_joined (" ", parts);
}

static gboolean
find_cover (const LscJudge *self, LscRankCauseKind kind, LscRankCover *cover)
{
  g_autofree LscRankLoad *loads = g_new0 (LscRankLoad, self->n + 1);

  for (gsize i = 0; i < self->n; i++)
    loads[i] = lsc_overview_rank_get_load (self->ranks[i].overview);
  return self->replay && lsc_rank_cover_find (self->causes, self->replay, kind, loads, cover);
}

/* What kernels take longer for the same work is less or more than by what the rank's computing
 * differs from its peers': the sentence says which of them it is. */
static const char *
choose_rest (LscRankCauseKind kind, gboolean has_reason)
{
  if (kind == LSC_RANK_CAUSE_DEVICE || kind == LSC_RANK_CAUSE_CLOCK)
    return has_reason
               ? N_ ("Of the %s that slower kernels cost %s per step, %s would become waiting: %s.")
               : N_ ("Of the %s that slower kernels cost %s per step, %s would become waiting for "
                     "other ranks.");
  return has_reason
             ? N_ ("Of the %s that %s computes longer per step, %s would become waiting: %s.")
             : N_ ("Of the %s that %s computes longer per step, %s would become waiting for other "
                   "ranks.");
}

/**
 * _lsc_judge_say_rest:
 * @rank: index of a rank that is slow
 * @excess_ns: what it computes longer a step
 * @gain_ns: what the step is shorter without that, by a replay
 *
 * A step that gets shorter by less than what the rank computes longer leaves the rank more of it in
 * which it does nothing: it waits for others then.
 *
 * Returns: (transfer full) (nullable): why the gain is less; %NULL where it hardly is
 */
LscPhrase *
_lsc_judge_say_rest (const LscJudge *self, gsize rank, double excess_ns, double gain_ns)
{
  LscRankCauseKind kind = self->causes->ranks[rank].kind;
  LscRankCover cover;
  g_autofree char *excess = lsc_format_duration ((gint64) (excess_ns + 0.5), LSC_TIME_UNIT_AUTO);
  g_autofree char *rest =
      lsc_format_duration ((gint64) (excess_ns - gain_ns + 0.5), LSC_TIME_UNIT_AUTO);
  g_autoptr (LscPhrase) name = NULL, reason = NULL;

  if (excess_ns - gain_ns < LEAST_REST * excess_ns ||
      !lsc_rank_is_told (self->ranks[rank].digest->rank))
    return NULL;
  name = lsc_rank_name_new (self->ranks[rank].digest->rank, NULL);
  if (find_cover (self, kind, &cover))
    reason = lsc_overview_say_cover (&cover, self->ranks[cover.rank].overview);
  else if (gain_ns < MOST_COVERED * excess_ns)
    reason = lsc_overview_say_slack (self->ranks[rank].overview, excess_ns - gain_ns);
  if (reason)
    return lsc_phrase_new (choose_rest (kind, TRUE), excess, lsc_phrase_as_argument (name), rest,
                           lsc_phrase_as_argument (reason));
  return lsc_phrase_new (choose_rest (kind, FALSE), excess, lsc_phrase_as_argument (name), rest);
}
