/* lsc-memory-page-selection.c - what of memory is selected, and where it is seen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/memory/lsc-memory-page-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-cell-format.h"
#include "app/parts/lsc-facts.h"
#include "base/lsc-time.h"

/** Returns: (nullable): the table of the selected row */
const LscTable *
_lsc_memory_page_get_selected (LscMemoryPage *self)
{
  return self->selected.tab < LSC_MEMORY_N_TABS && self->tables[self->selected.tab] &&
                 self->selected.row < lsc_table_get_n_rows (self->tables[self->selected.tab])
             ? self->tables[self->selected.tab]
             : NULL;
}

static gboolean
get_int (const LscTable *table, gsize row, const char *column, gint64 *value)
{
  LscValue found = lsc_table_find_column (table, column) >= 0
                       ? lsc_table_get_named (table, row, column)
                       : (LscValue){ .is_null = TRUE };

  *value = found.integer;
  return !found.is_null;
}

static const char *
get_text (const LscTable *table, gsize row, const char *column)
{
  LscValue found = lsc_table_find_column (table, column) >= 0
                       ? lsc_table_get_named (table, row, column)
                       : (LscValue){ .is_null = TRUE };

  return found.is_null ? NULL : found.text;
}

/* When it happened: of blocks that they were allocated, of groups the oldest of them. */
static gboolean
get_time (const LscTable *table, gsize row, gint64 *time_ns)
{
  static const char *const names[] = { "time_ns", "begin_ns", "oldest_ns" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (get_int (table, row, names[i], time_ns))
      return TRUE;
  return FALSE;
}

/** Actions on a row need one. */
void
_lsc_memory_page_update_actions (LscMemoryPage *self)
{
  static const char *const names[] = { "memory.show-timeline", "memory.show-modules",
                                       "memory.copy-row" };
  const LscTable *table = _lsc_memory_page_get_selected (self);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], table != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "memory.narrow",
                                 table && (get_text (table, self->selected.row, "op") ||
                                           get_text (table, self->selected.row, "module")));
}

/* What a row says of a time is seen in the chart; what lives is of the moment that is there. */
static void
show_in_chart (LscMemoryPage *self, const LscTable *table)
{
  LscInterval step;
  gint64 time_ns, bytes;

  if (self->selected.tab == LSC_MEMORY_TAB_LIVE)
    return;
  if (self->selected.tab == LSC_MEMORY_TAB_STEPS &&
      get_int (table, self->selected.row, "step", &time_ns) &&
      _lsc_memory_page_find_step (self, time_ns, &step) && lsc_memory_plot_get_main (self->plot))
    time_ns = lsc_memory_series_find_peak (lsc_memory_plot_get_main (self->plot), step.begin_ns,
                                           step.end_ns, &bytes);
  else if (!get_time (table, self->selected.row, &time_ns))
    return;
  if (time_ns != G_MININT64)
    lsc_memory_chart_set_moment (self->chart, time_ns);
}

/** Selects a row of the table of a tab, here and in the chart. */
void
_lsc_memory_page_select (LscMemoryPage *self, guint tab, guint32 row)
{
  const LscTable *table;

  if (self->selected.tab == tab && self->selected.row == row)
    return;
  self->selected = (LscMemorySpot){ tab, row };
  table = _lsc_memory_page_get_selected (self);
  if (table)
    show_in_chart (self, table);
  _lsc_memory_page_update_actions (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_MEMORY_ON_SELECTION);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

/* ---- elsewhere ---- */

static void
jump (LscMemoryPage *self, int place, gint64 time_ns, const char *name)
{
  LscSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self))->source;

  lsc_app_page_jump (LSC_APP_PAGE (self), &(LscJump){ .place = (LscPlace) place,
                                                      .rank = source->rank,
                                                      .source = source,
                                                      .begin_ns = time_ns,
                                                      .end_ns = time_ns + 1,
                                                      .name = name });
}

static gboolean
has_timeline (LscMemoryPage *self)
{
  return lsc_memory_get_log (self->memory)->source != LSC_MEMORY_FROM_SNAPSHOT;
}

/** Shows what is selected on another page: the operator that asked for it. @place: #LscPlace */
void
_lsc_memory_page_show (LscMemoryPage *self, int place)
{
  const LscTable *table = _lsc_memory_page_get_selected (self);
  gint64 time_ns;

  if (!table)
    return;
  if (!has_timeline (self))
    lsc_app_page_say (LSC_APP_PAGE (self), _ ("Not available: a memory snapshot has no timeline"));
  else if (get_time (table, self->selected.row, &time_ns))
    jump (self, place, time_ns, get_text (table, self->selected.row, "op"));
  else
    lsc_app_page_say (LSC_APP_PAGE (self),
                      _ ("Not available: it was allocated before the recording"));
}

/** Shows the moment in the timeline. */
void
_lsc_memory_page_show_moment (LscMemoryPage *self)
{
  const LscMemoryView *view = lsc_memory_chart_get_view (self->chart);

  if (!self->memory || view->moment_ns == G_MININT64)
    return;
  if (has_timeline (self))
    jump (self, LSC_PLACE_SLICE, view->moment_ns, NULL);
  else
    lsc_app_page_say (LSC_APP_PAGE (self), _ ("Not available: a memory snapshot has no timeline"));
}

/** All pages show the operator, or else the module, of the selected row alone. */
void
_lsc_memory_page_narrow (LscMemoryPage *self)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));
  const LscTable *table = _lsc_memory_page_get_selected (self);
  const char *op = table ? get_text (table, self->selected.row, "op") : NULL;
  const char *module = table ? get_text (table, self->selected.row, "module") : NULL;

  if (op)
    lsc_selection_set_op (selection, op);
  else if (module)
    lsc_selection_set_module (selection, module);
}

/* ---- in words ---- */

static char *
make_text (const LscTable *table, gsize row, guint column)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);
  char text[LSC_CELL_TEXT];

  if (about->type == LSC_TYPE_TEXT)
    return lsc_table_get_words (table, row, column);
  if (about->unit == LSC_UNIT_NS && value.type == LSC_TYPE_INT)
    return lsc_format_duration (value.integer, LSC_TIME_UNIT_AUTO);
  if (about->unit == LSC_UNIT_SHARE && value.type == LSC_TYPE_REAL)
    return lsc_format_share (value.real);
  if (about->unit == LSC_UNIT_BYTES && value.type == LSC_TYPE_INT)
    return lsc_memory_format_bytes (value.integer);
  lsc_cell_format (text, about, value, LSC_TIME_UNIT_AUTO);
  return g_strdup (text);
}

/* Points in time are told since the recording began, as on the axis. */
static gboolean
is_moment (const char *name)
{
  static const char *const names[] = { "time_ns",       "begin_ns",  "end_ns",
                                       "active_end_ns", "oldest_ns", NULL };

  return g_strv_contains (names, name);
}

/** Returns: (transfer full) (nullable): rows for the details pane */
GPtrArray *
_lsc_memory_page_get_details (LscAppPage *page)
{
  LscMemoryPage *self = LSC_MEMORY_PAGE (page);
  const LscTable *table = _lsc_memory_page_get_selected (self);
  gsize row = self->selected.row;
  GPtrArray *facts;

  if (!table || !self->plot)
    return NULL;
  facts = lsc_facts_new ();
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);
      LscValue value = lsc_table_get (table, row, i);

      if (!column->title || value.is_null || g_str_equal (column->name, "slice"))
        continue;
      if (is_moment (column->name) && value.type == LSC_TYPE_INT)
        lsc_facts_take (
            facts, lsc_cell_title (column),
            lsc_format_duration (value.integer - self->plot->begin_ns, LSC_TIME_UNIT_AUTO));
      else
        lsc_facts_take (facts, lsc_cell_title (column), make_text (table, row, i));
    }
  return facts;
}
