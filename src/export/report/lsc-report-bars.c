/* lsc-report-bars.c - the bars of a waterfall as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "export/report/lsc-report-private.h"

/** A bar as stacked columns: what is not drawn, then one of the others. */
typedef struct
{
  const char *name;
  gint64 base_ns;
  gint64 step_ns;
  gint64 shorter_ns;
  gint64 longer_ns;
} BarRow;

static const LscColumn bar_columns[] = {
  LSC_COLUMN (BarRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "compare.md#names",
              N_ ("The step, or a part of its change.")),
  LSC_COLUMN (BarRow, base_ns, "base_ns", N_ ("Base"), LSC_UNIT_NS, "compare.md#lists",
              N_ ("Where the bar begins; not drawn.")),
  LSC_COLUMN (BarRow, step_ns, "step_ns", N_ ("Step Time"), LSC_UNIT_NS, "compare.md#lists",
              N_ ("Length of a whole step.")),
  LSC_COLUMN (BarRow, shorter_ns, "shorter_ns", N_ ("Shorter"), LSC_UNIT_NS, "compare.md#lists",
              N_ ("How much a part makes the step shorter.")),
  LSC_COLUMN (BarRow, longer_ns, "longer_ns", N_ ("Longer"), LSC_UNIT_NS, "compare.md#lists",
              N_ ("How much a part makes the step longer.")),
};

static void
add_row (LscTable *table, const LscWaterfallBar *bar)
{
  gint64 change = bar->to_ns - bar->from_ns;

  lsc_table_add (table, &(BarRow){ .name = bar->name,
                                   .base_ns = bar->is_step ? 0 : MIN (bar->from_ns, bar->to_ns),
                                   .step_ns = bar->is_step ? bar->to_ns : 0,
                                   .shorter_ns = !bar->is_step && change < 0 ? -change : 0,
                                   .longer_ns = !bar->is_step && change > 0 ? change : 0 });
}

/**
 * _lsc_report_bars_table:
 * @name: of the table, static
 *
 * Returns: (transfer full): the bars as stacked columns, for programs that know no waterfall
 */
LscTable *
_lsc_report_bars_table (const LscWaterfall *self, const char *name)
{
  static const LscTableInfo info = LSC_TABLE_INFO (NULL, BarRow, bar_columns);
  LscTableInfo own = info;
  LscTable *table;

  own.name = name;
  table = lsc_table_new_for (&own);
  for (guint i = 0; i < self->bars->len; i++)
    add_row (table, lsc_waterfall_get (self, i));
  return table;
}
