/* lsc-compare-page-details.c - a row of a comparison, figure by figure
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-cell-format.h"
#include "app/compare/lsc-compare-page-private.h"
#include "app/parts/lsc-facts.h"
#include "base/lsc-time.h"

/* (transfer full) (nullable): a cell that stands alone, so that it needs its unit */
static char *
say_cell (const LscTable *table, guint row, guint column)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);
  char text[LSC_CELL_TEXT];

  if (value.is_null || about->unit == LSC_UNIT_ID || g_str_has_suffix (about->name, "_begin_ns"))
    return NULL; /* where the instances stand is for the buttons */
  if (value.type == LSC_TYPE_TEXT)
    return lsc_table_get_words (table, row, column);
  if (about->unit == LSC_UNIT_NS)
    return lsc_format_duration (value.integer, LSC_TIME_UNIT_AUTO);
  if (about->unit == LSC_UNIT_SHARE)
    return lsc_format_share (value.real);
  lsc_cell_format (text, about, value, LSC_TIME_UNIT_AUTO);
  return g_strdup (text);
}

/** Returns: (transfer full): what a row of a table says */
GPtrArray *
_lsc_compare_page_describe_row (const LscTable *table, guint row)
{
  GPtrArray *facts = lsc_facts_new ();

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    lsc_facts_take (facts, _ (lsc_table_get_column (table, i)->title), say_cell (table, row, i));
  return facts;
}
