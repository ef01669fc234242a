/* lsc-report-pair-next.c - what to do with what changed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pair-next.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-words.h"
#include "export/report/lsc-report-private.h"
#include "judge/compare/lsc-compare-same.h"

#define SAME_MHZ 0.02 /* of a clock: so far it is the same */

/* (nullable): what was recorded of the rank that is @rank before, on a side */
static const LscRankDigest *
find_digest (const LscCompare *compare, GPtrArray *const *digests, gint64 rank, LscSide side)
{
  gint64 number = rank;

  for (guint i = 0; i < compare->ranks->len; i++)
    {
      const LscRankChange *change = compare->ranks->pdata[i];

      if (change->rank[LSC_BEFORE] == rank)
        number = change->rank[side];
    }
  for (guint i = 0; digests[side] && i < digests[side]->len; i++)
    if (((const LscRankDigest *) digests[side]->pdata[i])->rank == number)
      return digests[side]->pdata[i];
  return NULL;
}

/* ---- where it runs ---- */

/* (transfer full) (nullable): "node-00, device 2"; %NULL where the host is not known */
static char *
say_place (const LscRankDigest *digest)
{
  const char *host = digest && digest->host != LSC_STRING_NONE
                         ? lsc_rank_digest_text (digest, digest->host)
                         : NULL;
  g_autofree char *name = host && *host != '\0' ? _lsc_report_short_name (host) : NULL;

  if (!name)
    return NULL;
  return digest->device >= 0 ? g_strdup_printf (_ ("%s, device %" PRId64), name, digest->device)
                             : g_steal_pointer (&name);
}

/* (transfer full): the rank with its place, on both sides where it moved: "rank 2 (node-00, device
 * 2)" */
static char *
name_rank (gint64 rank, const char *before, const char *after)
{
  if (!before && !after)
    return g_strdup_printf (_ ("rank %" PRId64), rank);
  if (before && after && !g_str_equal (before, after))
    return g_strdup_printf (_ ("rank %" PRId64 " (before on %s; after on %s)"), rank, before,
                            after);
  return g_strdup_printf (_ ("rank %" PRId64 " (%s)"), rank, after ? after : before);
}

/* ---- what changed there ---- */

/* (transfer full): whether its clock explains it, and what does where it does not */
static char *
say_clock (const LscRankDigest *before, const LscRankDigest *after)
{
  double a = before ? before->usual_mhz : -1, b = after ? after->usual_mhz : -1;

  if (a <= 0 || b <= 0)
    return g_strdup (_ ("Its clock was not recorded: check power limit, temperature and other "
                        "processes there."));
  if (fabs (b - a) < SAME_MHZ * a)
    return g_strdup_printf (_ ("Its clock is as before (%.0f MHz): check memory, power limit and "
                               "other processes there."),
                            b);
  return g_strdup_printf (_ ("Its clock changed: %.0f MHz → %.0f MHz."), a, b);
}

/* Of one rank that runs the same kernels faster, or more slowly: its device is what changed. */
static char *
say_device (const LscCompare *compare, gint64 rank, GPtrArray *const *digests)
{
  const LscRankDigest *before = find_digest (compare, digests, rank, LSC_BEFORE);
  const LscRankDigest *after = find_digest (compare, digests, rank, LSC_AFTER);
  g_autofree char *from = say_place (before), *to = say_place (after);
  g_autofree char *name = name_rank (rank, from, to), *clock = say_clock (before, after);
  gboolean is_faster = compare->word == LSC_COMPARE_FASTER;
  g_autoptr (GString) words = g_string_new (NULL);

  g_string_printf (words,
                   is_faster ? _ ("Keep what made the device of %s faster: it runs the same "
                                  "kernels in less time.")
                             : _ ("Check the device of %s first: it runs the same kernels in more "
                                  "time."),
                   name);
  lsc_words_append (words, clock);
  if (is_faster)
    lsc_words_append (words, _ ("What else changed there the recordings do not tell."));
  lsc_words_append (words, is_faster ? _ ("A report of the recording after shows what still makes "
                                          "its step longer.")
                                     : _ ("Else take the change back."));
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/* ---- all of it ---- */

/**
 * lsc_report_say_change_next:
 * @changed: (element-type gint64): the ranks before whose own computing changed, among others
 * @digests: (array fixed-size=2): of the ranks of each side, each (nullable) and of LscRankDigest
 *
 * Source: HOST_INFO.hostName, the number of the device and its clock, as recorded.
 *
 * Returns: (transfer full): what to do with the change, on which rank, host and device, and where
 *   what is left is told
 */
char *
lsc_report_say_change_next (const LscCompare *compare, const GArray *changed,
                            GPtrArray *const *digests)
{
  gint64 rank;

  g_return_val_if_fail (compare && changed && digests, NULL);
  rank = changed->len > 0 ? g_array_index (changed, gint64, 0) : -1;
  if ((compare->word == LSC_COMPARE_FASTER || compare->word == LSC_COMPARE_SLOWER) &&
      changed->len == 1 && lsc_compare_is_same_work (compare))
    return say_device (compare, rank, digests);
  switch (compare->word)
    {
    case LSC_COMPARE_FASTER:
      return g_strdup (_ ("Keep the change. A report of the recording after shows what still makes "
                          "its step longer."));
    case LSC_COMPARE_SLOWER:
      return rank >= 0
                 ? g_strdup_printf (_ ("Check rank %" PRId64 " first: its device, and what it runs "
                                       "since the change. Else take the change back."),
                                    rank)
                 : g_strdup (_ ("Take the change back, or mend what became longer: the next page "
                                "names it."));
    case LSC_COMPARE_SAME:
      return g_strdup (_ ("Nothing to do for the step time: the change neither helps nor harms."));
    case LSC_COMPARE_OTHER_WORK:
      return g_strdup (_ ("Record both sides with the same model, shapes and number of ranks."));
    default:
      return g_strdup (_ ("Record five steps or more on each side, and compare again."));
    }
}
