/* lsc-rank-name.c - what a rank is called
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-rank-name.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* A rank whose number nobody recorded is called by what it was read from: -1 is for programs. */

/**
 * lsc_rank_name_new:
 * @rank: its number, or %LSC_RANK_UNKNOWN
 * @folder: (nullable): folder or file that it was read from
 *
 * Thread: any.
 *
 * Returns: (transfer full): what it is called inside a sentence: "rank 3", else @folder
 */
LscPhrase *
lsc_rank_name_new (gint64 rank, const char *folder)
{
  if (rank >= 0)
    return lsc_phrase_new (N_ ("rank %" PRId64), rank);
  return folder ? lsc_phrase_new_verbatim (folder)
                : lsc_phrase_new_text (N_ ("a rank of unknown number"));
}

/**
 * lsc_rank_name_get_title:
 *
 * As lsc_rank_name_new(), but by itself: in a row, a list, a button.
 *
 * Returns: (transfer full): "Rank 3", else @folder
 */
char *
lsc_rank_name_get_title (gint64 rank, const char *folder)
{
  if (rank >= 0)
    return g_strdup_printf (_ ("Rank %" PRId64), rank);
  return g_strdup (folder ? folder : _ ("Rank of unknown number"));
}
