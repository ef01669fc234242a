/* lsc-pin-memory.c - pinned tables and charts of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "export/report/lsc-report-memory.h"

static gint64
get_int (const LscPin *pin, const char *name, gint64 none)
{
  gint64 value;

  return lsc_pin_get_int (pin, name, &value) ? value : none;
}

/* (transfer full) (nullable): of the rank that is pinned. @session, @found: (out) (nullable)
 * (transfer none): where it is from */
static LscMemory *
get_memory (LscPinMaker *self, const LscPin *pin, LscSession **session, LscSource **found,
            GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  const char *name = lsc_pin_get (pin, "rank");
  gint64 rank = LSC_RANK_UNKNOWN;
  LscSource *source;

  if (!side)
    return NULL;
  if (name)
    lsc_rank_from_text (name, &rank);
  source = lsc_session_find_source (side->session, rank);
  if (!source)
    lsc_fail (error, LSC_ERROR_MISSING, _ ("The recording has no rank %s."), name ? name : "-");
  if (session)
    *session = side->session;
  if (found)
    *found = source;
  return source ? lsc_session_get_memory (side->session, source, self->job, error) : NULL;
}

/* Returns: (transfer full) (nullable): a table of a rank, or what lives at the moment of the pin */
LscTable *
_lsc_pin_make_memory (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscSession *session = NULL;
  LscSource *source = NULL;
  g_autoptr (LscMemory) memory = get_memory (self, pin, &session, &source, error);
  const char *name = strchr (pin->view, '/');

  if (memory && g_str_equal (pin->view, "memory/memory_ops"))
    return lsc_session_list_memory_ops (session, source, memory, self->job, error);
  for (guint i = 0; memory && name && i < LSC_MEMORY_N_TABLES; i++)
    {
      g_autoptr (LscTable) table = lsc_memory_get_table (memory, (LscMemoryTable) i);

      if (strcmp (lsc_table_get_name (table), name + 1) == 0)
        return g_steal_pointer (&table);
    }
  if (!memory)
    return NULL;
  return lsc_memory_list_live (
      memory, get_int (pin, "moment_ns", lsc_memory_get_peak_ns (memory)),
      (LscMemoryBy) CLAMP (get_int (pin, "by", LSC_MEMORY_BY_OP), 0, LSC_MEMORY_BY_NOTHING),
      self->job, error);
}

/* Adds the curves as the page shows them. */
gboolean
_lsc_pin_add_memory (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                     GError **error)
{
  g_autoptr (LscMemory) memory = get_memory (self, pin, NULL, NULL, error);
  LscReportMemoryView what;

  if (!memory)
    return FALSE;
  what = (LscReportMemoryView){
    .pool = (guint32) get_int (pin, "pool", lsc_memory_get_main_pool (memory)),
    .form = get_int (pin, "form", 0) == LSC_MEMORY_PLOT_COMPONENTS ? LSC_MEMORY_PLOT_COMPONENTS
                                                                   : LSC_MEMORY_PLOT_CURVES,
    .begin_ns = get_int (pin, "begin_ns", 0),
    .end_ns = get_int (pin, "end_ns", 0),
    .moment_ns = get_int (pin, "moment_ns", G_MININT64),
  };
  return lsc_report_add_memory (section, pin->title, memory, &what, error);
}

/* ---- two recordings ---- */

/** Returns: (transfer full) (nullable): what lives at both peaks, or what a step allocates */
LscTable *
_lsc_pin_make_memory_pair (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (LscMemoryPair) pair = _lsc_pin_maker_has_compare (self, error)
                                       ? lsc_session_pair_get_memory (self->pair, self->job, error)
                                       : NULL;
  gint64 by = pair ? (gint64) pair->by : 0;
  LscTable *table;

  if (!pair)
    return NULL;
  lsc_pin_get_int (pin, "by", &by);
  table = g_str_equal (pin->view, "compare/CompareAllocations")
              ? pair->allocations
              : pair->live[CLAMP (by, 0, LSC_MEMORY_BY_NOTHING - 1)];
  if (table)
    return lsc_table_ref (table);
  lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("Not known, because not both sides recorded it."));
  return NULL;
}
