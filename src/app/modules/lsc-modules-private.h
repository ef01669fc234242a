/* lsc-modules-private.h - what the files of the modules page share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#include "analyze/module/lsc-tree-labels.h"
#include "base/lsc-task.h"
#include "base/lsc-time.h"
#include "app/modules/lsc-modules-page.h"
#include "app/parts/lsc-tree-model.h"
#include "judge/findings/lsc-findings.h"

G_BEGIN_DECLS

struct _LscModulesPage
{
  LscAppPage parent_instance;

  AdwToastOverlay *toasts;
  GtkStack *stack;
  AdwStatusPage *error_page;
  GtkLabel *progress_label;
  GtkProgressBar *progress;
  GtkDropDown *view_drop;
  GtkDropDown *step_drop;
  gulong step_chosen_id;
  GtkDropDown *unit_drop;
  GtkSearchEntry *search;
  GtkLabel *match_label;
  GtkWidget *find_tools; /* of no use while nothing is looked for */
  GtkToggleButton *filter_toggle;
  GtkMenuButton *columns_button;
  GtkBox *columns_box;
  GtkLabel *main_label; /* the largest, in a sentence */
  GtkLabel *summary;
  GtkSpinner *busy;
  GtkInfoBar *info;
  GtkLabel *info_label;
  GtkInfoBar *range_bar;
  GtkLabel *range_label;
  GtkColumnView *table;
  GtkPopoverMenu *menu;

  GSettings *settings;
  LscRun *run;
  LscModuleData *data;
  LscFindings *findings; /* (nullable): of all ranks, once they are judged */
  LscTree *tree;
  LscTreeLabels *labels; /* (nullable): of @tree, or of one before */
  LscTreeModel *model;
  LscTreeView view;

  /* what of the recording is shown */
  gboolean has_step;
  gint64 step_id;
  gboolean has_range;
  LscInterval range;
  gboolean is_narrowed_to_range; /* that all pages show */
  char *wanted;                  /* (nullable): name of the row to select once its tree is there */

  /* loading */
  LscTask *loading;
  LscTask *judging;
  guint progress_id;

  /* columns */
  GtkColumnViewColumn *columns[LSC_TREE_N_COLUMNS];
  GHashTable *cells; /* live cells: GtkWidget -> LscCellInfo */
  LscTimeUnit unit;  /* the one chosen */
  LscTimeUnit shown_unit;
  LscTreeColumn noted;       /* column whose sorter was asked last */
  LscTreeColumn menu_column; /* column of the cell that was clicked last */
  gboolean columns_are_set;  /* by the program */
  LscTask *preparing[LSC_TREE_N_COLUMNS];
  int name_width; /* set by the program, not by the user */
  guint fit_id;

  /* selection */
  guint announce_id;
  guint focus_id;
  LscTask *detailing; /* (nullable): computes figures of a node */

  /* search */
  char *needle;
  LscIndexes matches;
  LscTask *matching;
};

/** A cell of the table. */
typedef struct
{
  LscModulesPage *page;
  GHashTable *cells;
  GtkWidget *cell;
  GtkListItem *list_item; /* (nullable): weak */
  LscTreeColumn column;
} LscCellInfo;

/* -- lsc-modules-page.c -- */
void _lsc_modules_toast (LscModulesPage *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void _lsc_modules_show_selected (LscModulesPage *self);
void _lsc_modules_queue_announce (LscModulesPage *self);
void _lsc_modules_show_timeline (LscModulesPage *self);
void _lsc_modules_popup_menu (LscModulesPage *self);

/* -- lsc-modules-load.c -- */
void _lsc_modules_reload (LscModulesPage *self);
void _lsc_modules_stop_loading (LscModulesPage *self);
void _lsc_modules_drop_tree (LscModulesPage *self);

/* -- lsc-modules-part.c -- */
void _lsc_modules_part_init (LscModulesPage *self);
void _lsc_modules_part_reset (LscModulesPage *self);
gboolean _lsc_modules_part_clear_range (LscModulesPage *self);
guint _lsc_modules_part_take_selection (LscAppPage *page, LscSelection *selection, guint changed);
gboolean _lsc_modules_part_list (LscModulesPage *self, LscIndexes *nodes);
void _lsc_modules_part_narrow (LscModulesPage *self);

/* -- lsc-modules-details.c -- */
void _lsc_modules_update_texts (LscModulesPage *self);
GPtrArray *_lsc_modules_get_details (LscAppPage *page);

/* -- lsc-modules-columns.c -- */
void _lsc_modules_columns_init (LscModulesPage *self);
void _lsc_modules_columns_dispose (LscModulesPage *self);
void _lsc_modules_columns_update (LscModulesPage *self);
guint64 _lsc_modules_columns_wanted (LscModulesPage *self);
guint _lsc_modules_columns_list (LscModulesPage *self, LscTreeColumn *columns);
void _lsc_modules_columns_set_unit (LscModulesPage *self, LscTimeUnit unit);

/* -- lsc-modules-cells.c -- */
gboolean _lsc_modules_is_number (LscTreeColumn column);
GtkListItemFactory *_lsc_modules_factory_new (LscModulesPage *self, LscTreeColumn column);
void _lsc_modules_cells_init (LscModulesPage *self);
void _lsc_modules_columns_refresh (LscModulesPage *self);
LscCellInfo *_lsc_modules_cell_at (LscModulesPage *self, double x, double y);
char *_lsc_modules_exact_text (LscTree *tree, guint32 node, LscTreeColumn column);

/* -- lsc-modules-search.c -- */
void _lsc_modules_search_init (LscModulesPage *self);
void _lsc_modules_search_dispose (LscModulesPage *self);
void _lsc_modules_search_restart (LscModulesPage *self);
void _lsc_modules_search_filter (LscModulesPage *self);
void _lsc_modules_search_clear (LscModulesPage *self);
void _lsc_modules_search_step (LscModulesPage *self, gboolean forward);
void _lsc_modules_search_update_label (LscModulesPage *self);

/* -- lsc-modules-actions.c -- */
extern const LscAppPageAction _lsc_modules_actions[];
void _lsc_modules_update_actions (LscModulesPage *self);

/* -- lsc-modules-export.c -- */
gboolean _lsc_modules_complete_pin (LscAppPage *page, LscPin *pin, GError **error);
char *_lsc_modules_get_command (LscAppPage *page);

typedef enum
{
  LSC_COPY_CELL,
  LSC_COPY_ROW,
  LSC_COPY_TABLE,
  LSC_COPY_MARKDOWN,
} LscCopyWhat;

void _lsc_modules_copy (LscModulesPage *self, LscCopyWhat what);
void _lsc_modules_ask_table_file (LscModulesPage *self);
void _lsc_modules_ask_tree_file (LscModulesPage *self);
void _lsc_modules_ask_workbook_file (LscModulesPage *self);

G_END_DECLS
