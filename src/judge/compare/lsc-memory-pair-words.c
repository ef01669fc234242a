/* lsc-memory-pair-words.c - memory before and after in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "judge/compare/lsc-memory-pair-private.h"
#include "model/lsc-counter.h"

static char *
format (gint64 bytes)
{
  return lsc_format_memory (ABS (bytes));
}

static LscPhrase *
say_peaks (const LscMemoryPair *self)
{
  gint64 before = self->peak[LSC_BEFORE], delta = self->peak[LSC_AFTER] - before;
  g_autofree char *first = format (before), *second = format (self->peak[LSC_AFTER]);
  g_autofree char *size = format (delta);
  g_autofree char *share = lsc_format_share ((double) ABS (delta) / (double) MAX (before, 1));

  if (delta == 0)
    return lsc_phrase_new (N_ ("Peak memory is the same: %s."), first);
  return delta > 0 ? lsc_phrase_new (N_ ("Peak memory rises by %s (+%s): %s → %s."), size, share,
                                     first, second)
                   : lsc_phrase_new (N_ ("Peak memory falls by %s (−%s): %s → %s."), size, share,
                                     first, second);
}

/* The row whose difference is largest, in the direction of the peaks'. Returns: G_MAXSIZE = none */
static gsize
find_holder (const LscMemoryPair *self, const LscTable *live)
{
  gint64 delta = self->peak[LSC_AFTER] - self->peak[LSC_BEFORE];

  for (gsize i = 0; live && i < lsc_table_get_n_rows (live); i++)
    {
      gint64 bytes = lsc_table_get_named (live, i, "delta_bytes").integer;

      if (bytes != 0 && (delta == 0 || (bytes > 0) == (delta > 0)) &&
          !lsc_table_get_named (live, i, "before_count").is_null)
        return i;
    }
  return G_MAXSIZE;
}

static const char *
get_name (const LscTable *live, gsize row)
{
  return lsc_table_get_named (live, row, "name").text;
}

static gboolean
has_name (const LscTable *live, gsize row)
{
  return row != G_MAXSIZE && !g_str_equal (get_name (live, row), "not known");
}

/** Returns: what names the row that differs most: operators are known where modules and stacks are
 * not */
LscMemoryBy
_lsc_memory_pair_choose_by (const LscMemoryPair *self)
{
  static const LscMemoryBy order[] = { LSC_MEMORY_BY_MODULE, LSC_MEMORY_BY_STACK };

  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    if (has_name (self->live[order[i]], find_holder (self, self->live[order[i]])))
      return order[i];
  return LSC_MEMORY_BY_OP;
}

/* (nullable) */
static LscPhrase *
say_holder (const LscMemoryPair *self)
{
  const LscTable *live = self->live[self->by];
  gsize row = find_holder (self, live);
  g_autofree char *size = NULL;
  gint64 bytes;

  if (!has_name (live, row))
    return NULL;
  bytes = lsc_table_get_named (live, row, "delta_bytes").integer;
  size = format (bytes);
  return bytes > 0
             ? lsc_phrase_new (N_ ("%s holds %s more at the peak."), get_name (live, row), size)
             : lsc_phrase_new (N_ ("%s holds %s less at the peak."), get_name (live, row), size);
}

/* (nullable): how many allocations one side has and the other has not */
static LscPhrase *
say_allocations (const LscMemoryPair *self)
{
  gint64 more = 0, fewer = 0;

  for (gsize i = 0; self->allocations && i < lsc_table_get_n_rows (self->allocations); i++)
    {
      gint64 delta = lsc_table_get_named (self->allocations, i, "delta_count").integer;

      more += MAX (delta, 0);
      fewer += MAX (-delta, 0);
    }
  if (!self->allocations)
    return NULL;
  if (more == 0 && fewer == 0)
    return lsc_phrase_new_text (N_ ("Allocations are the same."));
  return lsc_phrase_new (N_ ("Allocations: %" PRId64 " new, %" PRId64 " gone."), more, fewer);
}

static void
take (GPtrArray *parts, LscPhrase *phrase)
{
  if (phrase)
    g_ptr_array_add (parts, phrase);
}

/** Finds the text when all else is there. */
void
_lsc_memory_pair_say (LscMemoryPair *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  if (self->is_identical)
    take (parts,
          lsc_phrase_new_text (N_ ("Both sides are the same recording: memory does not differ.")));
  else if (self->peak[LSC_BEFORE] == LSC_INT_NULL || self->peak[LSC_AFTER] == LSC_INT_NULL)
    take (parts, lsc_phrase_new_text (N_ ("Peak memory is not known on both sides.")));
  else
    {
      take (parts, say_peaks (self));
      take (parts, say_holder (self));
      take (parts, say_allocations (self));
    }
  self->text = lsc_phrase_new_joined (" ", parts);
}
