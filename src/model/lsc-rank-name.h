/* lsc-rank-name.h - what a rank is called
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-phrase.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

/* A recording that does not tell the number of its rank has a name instead. Where ranks go by
 * number, that name stands for one: a negative number, the same for the same name as long as the
 * program runs. It is never written or shown; 2^32 of them begin here. */
#define LSC_RANK_NAMED (-(G_GINT64_CONSTANT (1) << 62))

/** Returns: whether @rank stands for a name (lsc_rank_name_add()) */
static inline gboolean
lsc_rank_is_named (gint64 rank)
{
  return rank >= LSC_RANK_NAMED && rank <= LSC_RANK_NAMED + (gint64) G_MAXUINT32;
}

/** Returns: whether @rank tells one rank from others, by number or by name */
static inline gboolean
lsc_rank_is_told (gint64 rank)
{
  return rank >= 0 || lsc_rank_is_named (rank);
}

gint64 lsc_rank_name_add (const char *name);
const char *lsc_rank_name_find (gint64 rank);
int lsc_rank_compare (gint64 a, gint64 b);
char *lsc_rank_to_text (gint64 rank);
gboolean lsc_rank_from_text (const char *text, gint64 *rank);
gint64 lsc_rank_to_number (gint64 rank);
LscPhrase *lsc_rank_names_list (const gint64 *ranks, gsize n);
LscPhrase *lsc_rank_name_new (gint64 rank, const char *folder);
LscPhrase *lsc_rank_name_new_first (gint64 rank, const char *folder);
char *lsc_rank_name_get_title (gint64 rank, const char *folder);

G_END_DECLS
