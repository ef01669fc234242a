/* lsc-pin-chips.c - what of two chips is pinned
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"
#include "export/report/lsc-report-chips.h"

static LscChips *
get_chips (LscPinMaker *self, GError **error)
{
  return _lsc_pin_maker_has_compare (self, error)
             ? lsc_session_pair_get_chips (self->pair, self->job, error)
             : NULL;
}

/** Returns: (transfer full) (nullable): the table of a pin of chips; %NULL with an error */
LscTable *
_lsc_pin_make_chips (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (LscChips) chips = get_chips (self, error);

  if (!chips)
    return NULL;
  return lsc_chips_get_table (chips, g_str_has_suffix (pin->view, "Kinds") ? LSC_COMPARE_CATEGORIES
                                     : g_str_has_suffix (pin->view, "Modules") ? LSC_COMPARE_MODULES
                                                                               : LSC_COMPARE_OPS);
}

/** Adds the bars of a pin of chips. Returns: %FALSE with an error */
gboolean
_lsc_pin_add_chips (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  g_autoptr (LscChips) chips = get_chips (self, error);
  gint64 list = LSC_COMPARE_MODULES;

  lsc_pin_get_int (pin, "list", &list);
  return chips && lsc_report_add_chip_bars (
                      section, pin->title, chips,
                      (LscCompareList) CLAMP (list, 0, LSC_COMPARE_N_LISTS - 1), error);
}
