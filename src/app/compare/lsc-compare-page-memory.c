/* lsc-compare-page-memory.c - memory of both recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/compare/lsc-compare-page-private.h"
#include "base/lsc-error.h"

/** What the tab can show. */
enum
{
  SHOWN_MAIN,
  SHOWN_BY_OP,
  SHOWN_BY_MODULE,
  SHOWN_BY_SIZE,
  SHOWN_ALLOCATIONS,
  SHOWN_COUNTERS,
  N_SHOWN,
};

static const char *const titles[N_SHOWN] = {
  [SHOWN_MAIN] = N_ ("At the Peak"),
  [SHOWN_BY_OP] = N_ ("At the Peak by Operator"),
  [SHOWN_BY_MODULE] = N_ ("At the Peak by Module"),
  [SHOWN_BY_SIZE] = N_ ("At the Peak by Size"),
  [SHOWN_ALLOCATIONS] = N_ ("Allocations in a Step"),
  [SHOWN_COUNTERS] = N_ ("Peaks of Counters"),
};

/** Returns: (transfer full): what the tab can show, for a choice */
GtkStringList *
_lsc_compare_page_list_memory (void)
{
  GtkStringList *names = gtk_string_list_new (NULL);

  for (gsize i = 0; i < N_SHOWN; i++)
    gtk_string_list_append (names, _ (titles[i]));
  return names;
}

/** Forgets the memory of another pair. */
void
_lsc_compare_page_clear_memory (LscComparePage *self)
{
  LscCompareHolders *memory = &self->memory;

  lsc_task_stop (&memory->task);
  g_clear_pointer (&memory->pair, lsc_memory_pair_unref);
  g_clear_pointer (&memory->missing, g_free);
  memory->is_asked = FALSE;
}

/* ---- reading ---- */

static void
unref_pair (gpointer pair)
{
  lsc_session_pair_unref (pair);
}

static gpointer
run (gpointer data, LscJob *job, GError **error)
{
  return lsc_session_pair_get_memory (data, job, error);
}

static void
on_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscComparePage *self = owner;

  if (g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    return;
  self->memory.pair = result;
  if (error)
    self->memory.missing = g_strdup (error->message);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_MEMORY);
}

static void
read_memory (LscComparePage *self)
{
  if (self->memory.is_asked || !self->comparison)
    return;
  self->memory.is_asked = TRUE;
  lsc_task_start (self, &self->memory.task,
                  &(LscTaskWork){ .name = "memory of two recordings",
                                  .run = run,
                                  .data = lsc_session_pair_ref (self->comparison->pair),
                                  .free_data = unref_pair,
                                  .free_result = (GDestroyNotify) lsc_memory_pair_unref,
                                  .done = on_read });
}

/* ---- what is shown ---- */

/** Shows something else of it. @shown: of the list */
void
_lsc_compare_page_choose_memory (LscComparePage *self, guint shown)
{
  if (shown == self->memory.shown || shown >= N_SHOWN)
    return;
  self->memory.shown = shown;
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_MEMORY);
}

static LscMemoryBy
get_by (LscComparePage *self)
{
  switch (self->memory.shown)
    {
    case SHOWN_BY_OP:
      return LSC_MEMORY_BY_OP;
    case SHOWN_BY_MODULE:
      return LSC_MEMORY_BY_MODULE;
    case SHOWN_BY_SIZE:
      return LSC_MEMORY_BY_SIZE_CLASS;
    default:
      return self->memory.pair->by;
    }
}

/** Returns: (transfer full) (nullable): what is chosen; it is read where it is not there */
LscTable *
_lsc_compare_page_get_memory_table (LscComparePage *self)
{
  LscTable *table;

  if (self->memory.shown == SHOWN_COUNTERS)
    return lsc_compare_get_memory_table (self->comparison->compare);
  read_memory (self);
  if (!self->memory.pair)
    return NULL;
  table = self->memory.shown == SHOWN_ALLOCATIONS ? self->memory.pair->allocations
                                                  : self->memory.pair->live[get_by (self)];
  return table ? lsc_table_ref (table) : NULL;
}

/** Returns: why there is no table */
const char *
_lsc_compare_page_wait_for_memory (LscComparePage *self)
{
  if (self->memory.missing)
    return self->memory.missing;
  return self->memory.pair ? _ ("Not known, because not both sides recorded it.")
                           : _ ("Reading the memory of both recordings…");
}

/** Returns: (transfer full) (nullable): in words, with what is not known */
char *
_lsc_compare_page_say_memory (LscComparePage *self)
{
  const LscMemoryPair *pair = self->memory.pair;
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autoptr (LscPhrase) joined = NULL;

  if (!pair)
    return NULL;
  g_ptr_array_add (parts, pair->text);
  for (guint i = 0; i < pair->notes->len; i++)
    g_ptr_array_add (parts, pair->notes->pdata[i]);
  joined = lsc_phrase_new_joined (" ", parts);
  return lsc_phrase_to_words (joined);
}

/** Says in a pin of memory what blocks are put together by. */
void
_lsc_compare_page_pin_memory (LscComparePage *self, LscPin *pin)
{
  if (self->memory.pair && g_str_equal (pin->view, "compare/CompareMemoryLive"))
    lsc_pin_set_int (pin, "by", get_by (self));
}
