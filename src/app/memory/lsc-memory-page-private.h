/* lsc-memory-page-private.h - what the parts of the page of memory share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/memory/lsc-memory.h"
#include "app/memory/lsc-memory-chart.h"
#include "app/memory/lsc-memory-page.h"
#include "app/memory/lsc-memory-panels.h"
#include "app/parts/lsc-page-words.h"

G_BEGIN_DECLS

/** What panels depend on. */
enum
{
  LSC_MEMORY_ON_TABLES = 1 << 0, /* others, or other rows of them */
  LSC_MEMORY_ON_LIVE = 1 << 1,   /* another moment, or other groups of what lives */
  LSC_MEMORY_ON_SELECTION = 1 << 2,
  LSC_MEMORY_ON_EXPORT = 1 << 3, /* the user wants a table as a file: that in front */
};

/** What is selected: a row of the table of a tab. @tab: LSC_MEMORY_N_TABS: nothing */
typedef struct
{
  guint tab;
  guint32 row;
} LscMemorySpot;

struct _LscMemoryPage
{
  LscAppPage parent_instance;

  LscPageWords *words;
  GtkLabel *headline;
  GtkLabel *remark;
  GtkDropDown *pool_choice;
  GtkDropDown *form_choice;
  GtkPaned *paned;
  LscMemoryChart *chart;
  GtkNotebook *panel;

  LscMemory *memory; /* (nullable) */
  LscMemoryPlot *plot;
  GArray *pools;                       /* (element-type guint32): of the choice */
  LscTable *tables[LSC_MEMORY_N_TABS]; /* (nullable): whole */
  GArray *shown[LSC_MEMORY_N_TABS];    /* (nullable) (element-type guint32): rows, %NULL = all */
  LscMemoryBy by;                      /* how what lives is grouped */
  gboolean is_by_chosen;               /* by the user: no headline changes it */
  LscMemorySpot selected;
  gboolean is_filling; /* choices change by program */
  gboolean has_part;   /* a step or a range that was chosen for all pages is shown */
};

/* -- lsc-memory-page-plot.c -- */
void _lsc_memory_page_fill_choices (LscMemoryPage *self);
void _lsc_memory_page_plot (LscMemoryPage *self, gboolean keeps_place);
void _lsc_memory_page_show_part (LscMemoryPage *self, LscSelection *selection);
gboolean _lsc_memory_page_find_step (LscMemoryPage *self, gint64 step, LscInterval *time);

/* -- lsc-memory-page-tables.c -- */
void _lsc_memory_page_take_tables (LscMemoryPage *self);
void _lsc_memory_page_clear_tables (LscMemoryPage *self);
void _lsc_memory_page_narrow_tables (LscMemoryPage *self, LscSelection *selection);
void _lsc_memory_page_set_by (LscMemoryPage *self, LscMemoryBy by);
void _lsc_memory_page_take_live (LscMemoryPage *self, LscTable *table);
void _lsc_memory_page_take_ops (LscMemoryPage *self, LscTable *table);
gsize _lsc_memory_page_count_rows (LscMemoryPage *self, guint tab);
guint32 _lsc_memory_page_get_row (LscMemoryPage *self, guint tab, guint32 shown);

/* -- lsc-memory-page-export.c -- */
void _lsc_memory_page_export_chart (LscMemoryPage *self);
gboolean _lsc_memory_page_complete_pin (LscAppPage *page, LscPin *pin, GError **error);
char *_lsc_memory_page_get_command (LscAppPage *page);

/* -- lsc-memory-page-selection.c -- */
const LscTable *_lsc_memory_page_get_selected (LscMemoryPage *self);
void _lsc_memory_page_update_actions (LscMemoryPage *self);
void _lsc_memory_page_select (LscMemoryPage *self, guint tab, guint32 row);
void _lsc_memory_page_show (LscMemoryPage *self, int place);
void _lsc_memory_page_show_moment (LscMemoryPage *self);
void _lsc_memory_page_narrow (LscMemoryPage *self);
GPtrArray *_lsc_memory_page_get_details (LscAppPage *page);

G_END_DECLS
