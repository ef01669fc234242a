/* lsc-memory-page-tables.c - the tables of memory, and which of their rows are shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/memory/lsc-memory-page-private.h"

#include <string.h>

static const guint tables[LSC_MEMORY_N_TABS] = {
  [LSC_MEMORY_TAB_LIVE] = LSC_MEMORY_N_TABLES, /* of a moment */
  [LSC_MEMORY_TAB_OPS] = LSC_MEMORY_N_TABLES,  /* summed up when somebody looks */
  [LSC_MEMORY_TAB_GROWTH] = LSC_MEMORY_TABLE_GROWTH,
  [LSC_MEMORY_TAB_HINTS] = LSC_MEMORY_TABLE_HINTS,
  [LSC_MEMORY_TAB_PEAKS] = LSC_MEMORY_TABLE_PEAKS,
  [LSC_MEMORY_TAB_STEPS] = LSC_MEMORY_TABLE_STEPS,
  [LSC_MEMORY_TAB_BLOCKS] = LSC_MEMORY_TABLE_BLOCKS,
  [LSC_MEMORY_TAB_COMPONENTS] = LSC_MEMORY_TABLE_COMPONENTS,
  [LSC_MEMORY_TAB_SEGMENTS] = LSC_MEMORY_TABLE_SEGMENTS,
};

static void
forget_rows (LscMemoryPage *self, guint tab)
{
  g_clear_pointer (&self->shown[tab], g_array_unref);
}

/** Forgets all tables. */
void
_lsc_memory_page_clear_tables (LscMemoryPage *self)
{
  self->selected = (LscMemorySpot){ LSC_MEMORY_N_TABS, 0 };
  for (guint i = 0; i < LSC_MEMORY_N_TABS; i++)
    {
      g_clear_pointer (&self->tables[i], lsc_table_unref);
      forget_rows (self, i);
    }
}

/** Takes the tables of what was loaded; what lives and operators are listed when somebody looks. */
void
_lsc_memory_page_take_tables (LscMemoryPage *self)
{
  _lsc_memory_page_clear_tables (self);
  for (guint i = 0; i < LSC_MEMORY_N_TABS && self->memory; i++)
    if (tables[i] < LSC_MEMORY_N_TABLES)
      self->tables[i] = lsc_memory_get_table (self->memory, (LscMemoryTable) tables[i]);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_MEMORY_ON_TABLES | LSC_MEMORY_ON_LIVE);
}

/** Takes what lives at a moment. @table: (transfer full) */
void
_lsc_memory_page_take_live (LscMemoryPage *self, LscTable *table)
{
  g_clear_pointer (&self->tables[LSC_MEMORY_TAB_LIVE], lsc_table_unref);
  self->tables[LSC_MEMORY_TAB_LIVE] = table;
  if (self->selected.tab != LSC_MEMORY_TAB_LIVE)
    return;
  self->selected.tab = LSC_MEMORY_N_TABS;
  _lsc_memory_page_update_actions (self);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

/** Groups what lives in another way. */
void
_lsc_memory_page_set_by (LscMemoryPage *self, LscMemoryBy by)
{
  if (self->by == by)
    return;
  self->by = by;
  self->is_by_chosen = TRUE;
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_MEMORY_ON_LIVE);
}

/* ---- rows ---- */

/** What rows are narrowed to, and the columns that tell. Columns that there are none of: -1 */
typedef struct
{
  LscSelection *selection;
  gboolean has_time;
  LscInterval time;
  const char *op;
  gboolean has_module;
  int begin;
  int end;
  int op_column;
  int module_column;
} Filter;

static gboolean
is_in_time (const Filter *filter, const LscTable *table, gsize row)
{
  LscValue begin, end;

  if (!filter->has_time || filter->begin < 0)
    return TRUE;
  begin = lsc_table_get (table, row, (guint) filter->begin);
  end = filter->end >= 0 ? lsc_table_get (table, row, (guint) filter->end) : begin;
  return (begin.is_null || begin.integer < filter->time.end_ns) &&
         (end.is_null || end.integer >= filter->time.begin_ns);
}

static gboolean
is_of_op (const Filter *filter, const LscTable *table, gsize row)
{
  return !filter->op || filter->op_column < 0 ||
         g_strcmp0 (lsc_table_get (table, row, (guint) filter->op_column).text, filter->op) == 0;
}

static gboolean
is_of_module (const Filter *filter, const LscTable *table, gsize row)
{
  const char *path;

  if (!filter->has_module || filter->module_column < 0)
    return TRUE;
  path = lsc_table_get (table, row, (guint) filter->module_column).text;
  return path && lsc_selection_has_module (filter->selection, path);
}

/* (transfer full) (nullable): the rows that are left, %NULL = all */
static GArray *
list_rows (const Filter *filter, const LscTable *table)
{
  gsize n = lsc_table_get_n_rows (table);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < n; i++)
    if (is_in_time (filter, table, i) && is_of_op (filter, table, i) &&
        is_of_module (filter, table, i))
      g_array_append_val (rows, i);
  return rows->len < n ? g_steal_pointer (&rows) : NULL;
}

static Filter
make_filter (LscMemoryPage *self, LscSelection *selection)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  Filter filter = { .selection = selection,
                    .op = lsc_selection_get_op (selection),
                    .has_module = lsc_selection_get_module (selection) != NULL };
  gint64 step;

  filter.has_time = lsc_selection_get_range (selection, source->source, &filter.time.begin_ns,
                                             &filter.time.end_ns) ||
                    (lsc_selection_get_step (selection, &step) &&
                     _lsc_memory_page_find_step (self, step, &filter.time));
  return filter;
}

static void
narrow_table (LscMemoryPage *self, Filter *filter, guint tab)
{
  const LscTable *table = self->tables[tab];

  forget_rows (self, tab);
  if (!table || tab == LSC_MEMORY_TAB_LIVE)
    return;
  filter->begin = lsc_table_find_column (table, "begin_ns");
  filter->end = lsc_table_find_column (table, "end_ns");
  filter->op_column = lsc_table_find_column (table, "op");
  filter->module_column = lsc_table_find_column (table, "module");
  if (filter->has_time || filter->op || filter->has_module)
    self->shown[tab] = list_rows (filter, table);
}

/**
 * _lsc_memory_page_narrow_tables:
 *
 * Leaves the rows of what is chosen for all pages: of blocks those that live in that time. What
 * lives at a moment is always shown whole, so that it adds up to the curve.
 */
void
_lsc_memory_page_narrow_tables (LscMemoryPage *self, LscSelection *selection)
{
  Filter filter = make_filter (self, selection);

  for (guint i = 0; i < LSC_MEMORY_N_TABS; i++)
    narrow_table (self, &filter, i);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_MEMORY_ON_TABLES);
}

/** Takes what operators allocated. @table: (transfer full) */
void
_lsc_memory_page_take_ops (LscMemoryPage *self, LscTable *table)
{
  Filter filter = make_filter (self, lsc_app_page_get_selection (LSC_APP_PAGE (self)));

  g_clear_pointer (&self->tables[LSC_MEMORY_TAB_OPS], lsc_table_unref);
  self->tables[LSC_MEMORY_TAB_OPS] = table;
  narrow_table (self, &filter, LSC_MEMORY_TAB_OPS);
}

/** Returns: how many rows of a table are shown */
gsize
_lsc_memory_page_count_rows (LscMemoryPage *self, guint tab)
{
  if (!self->tables[tab])
    return 0;
  return self->shown[tab] ? self->shown[tab]->len : lsc_table_get_n_rows (self->tables[tab]);
}

/** Returns: the row of the whole table that is shown as row @shown */
guint32
_lsc_memory_page_get_row (LscMemoryPage *self, guint tab, guint32 shown)
{
  const GArray *rows = self->shown[tab];

  return rows && shown < rows->len ? g_array_index (rows, guint32, shown) : shown;
}
