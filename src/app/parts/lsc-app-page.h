/* lsc-app-page.h - what the window knows of a page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/parts/lsc-panel.h"
#include "app/parts/lsc-selection.h"
#include "app/window/lsc-loader.h"
#include "draw/timeline/lsc-timeline-painter.h"
#include "model/lsc-pin.h"

G_BEGIN_DECLS

/* The window has one page of each kind, made when it is first shown. It tells all of them what is
 * chosen; the one in front loads that. Pages tell the window, and each other through it, by these
 * signals:
 *
 * "changed"             how far it is, see LscAppPageState
 * "settled"             what was to be loaded is there, or will not come
 * "selection-changed"   get_details() has something new
 * "path-changed"        get_path() has something new
 * "message" (text)      one translated sentence: exported, copied, failed
 * "saved" (path)        a file was written
 * "found" (notices)     LscNotices of what was loaded
 * "jump" (jump)         const LscJump *: the user wants to see it; on another page */

/** How far a page is with what it is to show. */
typedef enum
{
  LSC_PAGE_STALE, /* shows something else, or nothing */
  LSC_PAGE_LOADING,
  LSC_PAGE_READY,
  LSC_PAGE_FAILED,
} LscAppPageState;

/** What is chosen in the window; of @project, which owns the rest. All %NULL: nothing. */
typedef struct
{
  LscLoader *loader;
  LscProject *project;
  const char *title; /* of the project */
  LscCluster *cluster;
  LscSource *source;
  GListModel *projects; /* all that are open (LscOpenProject) */
  LscSelection *selection;
} LscAppPageSource;

/** What a jump leads to, and which jumps a page can show. */
typedef enum
{
  LSC_PLACE_SLICE = 1 << 0,   /* slices at a time */
  LSC_PLACE_MODULES = 1 << 1, /* modules that ran in a time */
  LSC_PLACE_BLOCK = 1 << 2,   /* the block of a pipeline at a time */
} LscPlace;

/**
 * LscJump: from a thing on one page to the same on another
 * @source: (nullable): the rank itself, as several may have no number
 * @begin_ns: as the rank's files have it
 * @name: (nullable): of the slice
 * @with_range: selects the range, too
 * @is_claim: the time itself is what is to be seen, such as that nothing runs in it; else the slice
 * @timeline: (nullable): of the rank, kept until it is shown
 * @has_slice: @slice is its id, as long as the recording is the one that was read
 */
typedef struct
{
  LscPlace place;
  gint64 rank;
  LscSource *source;
  gint64 begin_ns;
  gint64 end_ns;
  const char *name;
  gboolean with_range;
  gboolean is_claim;
  LscTimeline *timeline;
  gboolean has_slice;
  guint32 slice;
} LscJump;

/**
 * LscAppPageAction: what the user can ask of a page
 * @name: with the name of the page in front, such as "query.run"
 * @run: a function of the page and @argument, which may be left out
 * @keys: (nullable): as gtk_shortcut_trigger_parse_string() reads them
 */
typedef struct
{
  const char *name;
  GCallback run;
  int argument;
  const char *keys;
} LscAppPageAction;

/** An entry of the menu of exports. */
typedef struct
{
  const char *label;  /* marked for translation */
  const char *action; /* of the page */
  gboolean is_file;   /* first in the menu */
} LscAppPageExport;

/**
 * LscAppPagePanel: a tab below the chart of a page
 * @title: marked for translation
 * @about: marked for translation: its tool tip, what the tab tells
 * @text_chars: how much of its line of text stays beside tools at least; 0 = the usual
 */
typedef struct
{
  GType (*get_type) (void);
  const char *title;
  const char *about;
  int text_chars;
} LscAppPagePanel;

#define LSC_TYPE_APP_PAGE (lsc_app_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscAppPage, lsc_app_page, LSC, APP_PAGE, GtkWidget)

/**
 * LscAppPageClass:
 * @actions: what lsc_app_page_class_install() took
 * @places: mask of #LscPlace: what show() can show
 * @exports: (nullable): up to an entry without label
 * @panel_setting: (nullable): the setting that shows the panels
 * @shows_all_ranks: whatever rank is chosen
 * @loading_title: (nullable): marked for translation; %NULL names the rank
 * @failed_title: marked for translation
 * @show_timeline: (nullable): shows a rank's events, which the page keeps; %NULL for none.
 *   Instead of @load and @clear
 * @load: starts loading what lsc_app_page_get_source() tells; ends in lsc_app_page_set_ready() or
 *   lsc_app_page_fail()
 * @follow: (nullable): goes to another rank of the same cluster; whether that needs no loading, as
 *   what is shown, on its way or has failed is of that rank, too; %NULL = it is where
 *   @shows_all_ranks
 * @clear: forgets what is shown
 * @get_details: (nullable): (transfer full): rows for the details pane
 * @is_busy: (nullable): whether what is shown will change by itself
 * @is_empty: (nullable): whether the recording has nothing for this page; %NULL = it always has
 * @mode: (nullable): of lanescope-cli, that tells the same of the recording
 * @get_command: (transfer full): the command line that gives the same tables or picture; %NULL =
 *   what @mode says
 * @get_report: (nullable): what a report is about; %FALSE = nothing yet; %NULL = the recording
 * @complete_pin: (nullable): says in a pin what of the recording is shown: its view is "chart", or
 *   the name of a table; %FALSE with the sentence for the user where that cannot be made anew;
 *   %NULL = tables say all
 * @show: (nullable): shows a jump, once what it leads to is loaded
 * @get_path: (nullable): (transfer full) (nullable) (element-type LscTimelinePathRange): that other
 * pages may mark
 * @take_path: (nullable): marks the path of another page; (nullable) (transfer none)
 * @take_selection: (nullable): shows the part of the recording that is chosen, of which the mask of
 *   #LscNarrowing is another one; it is ready. Returns the mask of those that it can follow
 * @scope: (nullable): marked for translation: why it does not follow the others, as in "it tells of
 *   whole steps"
 */
struct _LscAppPageClass
{
  GtkWidgetClass parent_class;

  GHashTable *actions;
  guint places;
  const LscAppPageExport *exports;
  const char *panel_setting;
  gboolean shows_all_ranks;
  const char *loading_title;
  const char *failed_title;
  void (*show_timeline) (LscAppPage *self, LscTimeline *timeline);
  void (*load) (LscAppPage *self);
  gboolean (*follow) (LscAppPage *self, const LscAppPageSource *next);
  void (*clear) (LscAppPage *self);
  GPtrArray *(*get_details) (LscAppPage *self);
  gboolean (*is_busy) (LscAppPage *self);
  gboolean (*is_empty) (LscAppPage *self);
  const char *mode;
  char *(*get_command) (LscAppPage *self);
  gboolean (*get_report) (LscAppPage *self, LscReportOf *what);
  gboolean (*complete_pin) (LscAppPage *self, LscPin *pin, GError **error);
  void (*show) (LscAppPage *self, const LscJump *jump);
  GArray *(*get_path) (LscAppPage *self);
  void (*take_path) (LscAppPage *self, GArray *path);
  guint (*take_selection) (LscAppPage *self, LscSelection *selection, guint changed);
  const char *scope;
};

/* ---- asked by the window ---- */
void lsc_app_page_choose (LscAppPage *self, const LscAppPageSource *source);
void lsc_app_page_load (LscAppPage *self);
void lsc_app_page_retry (LscAppPage *self);
void lsc_app_page_cancel (LscAppPage *self);
void lsc_app_page_clear (LscAppPage *self);
void lsc_app_page_show (LscAppPage *self, const LscJump *jump);
void lsc_app_page_take_selection (LscAppPage *self, guint changed);
void lsc_app_page_retake_selection (LscAppPage *self);
guint lsc_app_page_get_followed (LscAppPage *self);
LscAppPageState lsc_app_page_get_state (LscAppPage *self);
const GError *lsc_app_page_get_error (LscAppPage *self);
LscTask *lsc_app_page_get_task (LscAppPage *self);
GPtrArray *lsc_app_page_get_details (LscAppPage *self);
gboolean lsc_app_page_is_busy (LscAppPage *self);
gboolean lsc_app_page_is_empty (LscAppPage *self);
char *lsc_app_page_get_command (LscAppPage *self);
GMenuModel *lsc_app_page_create_export_menu (LscAppPage *self);
gboolean lsc_app_page_get_report (LscAppPage *self, LscReportOf *what);
void lsc_app_page_ask_report (LscAppPage *self, gboolean is_pins_only);
gboolean lsc_app_page_complete_pin (LscAppPage *self, LscPin *pin, GError **error);
gboolean lsc_app_page_fail_pin (GError **error);
void lsc_app_page_write_report (LscAppPage *self, const char *path, gboolean is_pins_only);
void lsc_app_page_add_panels (LscAppPage *self, const LscAppPagePanel *panels);

/* ---- used by pages ---- */
void lsc_app_page_class_install (LscAppPageClass *class, const LscAppPageAction *actions);
const LscAppPageSource *lsc_app_page_get_source (LscAppPage *self);
LscTaskWish lsc_app_page_wish (LscAppPage *self, LscTaskDone done);
void lsc_app_page_set_ready (LscAppPage *self);
void lsc_app_page_fail (LscAppPage *self, const GError *error);
void lsc_app_page_reload (LscAppPage *self);
void lsc_app_page_settle (LscAppPage *self);
void lsc_app_page_selection_changed (LscAppPage *self);
void lsc_app_page_path_changed (LscAppPage *self);
LscSelection *lsc_app_page_get_selection (LscAppPage *self);
void lsc_app_page_choose_step (LscAppPage *self, gboolean has_step, gint64 step);
void lsc_app_page_say (LscAppPage *self, const char *text);
void lsc_app_page_saved (LscAppPage *self, const char *path);
void lsc_app_page_found (LscAppPage *self, LscNotices *notices);
void lsc_app_page_jump (LscAppPage *self, const LscJump *jump);

/* ---- a page and its panels: panels ask the page, it tells them of changes ---- */
void lsc_app_page_take_notebook (LscAppPage *self, GtkNotebook *notebook, GtkPaned *paned,
                                 int height_px);
void lsc_app_page_tell_panels (LscAppPage *self, guint what);
LscPanel *lsc_app_page_get_panel (LscAppPage *self, guint tab);
void lsc_app_page_show_panel (LscAppPage *self, guint tab);

G_END_DECLS
