/* lsc-window-private.h - what the parts of the main window share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-error.h"
#include "app/parts/lsc-details-pane.h"
#include "app/parts/lsc-app-page.h"
#include "app/parts/lsc-selection-bar.h"
#include "app/window/lsc-pages.h"
#include "app/window/lsc-sidebar.h"
#include "app/window/lsc-start-page.h"
#include "app/parts/lsc-task-strip.h"
#include "app/window/lsc-window.h"

G_BEGIN_DECLS

struct _LscWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts; /* of what is about no page */
  GtkWidget *drop_area;
  GtkRevealer *drop_hint;
  AdwWindowTitle *title;
  GtkWidget *sidebar_toggle;
  GtkMenuButton *open_menu;
  GtkMenuButton *export_menu;
  GtkMenuButton *main_menu;
  GMenu *recent_section;
  GtkInfoBar *banner;
  GtkLabel *banner_text;
  GtkStack *root; /* start, project, failed */
  LscStartPage *start_page;
  AdwStatusPage *failed;
  AdwFlap *flap;
  LscSidebar *sidebar;
  LscSelectionBar *selection_bar;
  GtkWidget *page_area; /* of content */
  GtkStack *content;    /* pages, busy, message */
  AdwViewStack *pages;
  AdwStatusPage *busy;
  GtkProgressBar *busy_progress;
  GtkLabel *busy_phase; /* what is done when everything was read */
  AdwStatusPage *message;
  LscDetailsPane *details;
  LscTaskStrip *tasks;

  GSettings *settings;
  LscLoader *loader;
  GListStore *projects; /* LscOpenProject */
  LscSelection *selection;

  LscOpenProject *project; /* what is shown */
  LscCluster *cluster;     /* of it */
  LscSource *source;       /* of it */

  GHashTable *dismissed;   /* LscOpenProject whose banner was closed */
  LscTask *busy_task;      /* (nullable): weak: the job that is waited for */
  gulong busy_id;          /* of its changes */
  GHashTable *surveyed;    /* LscOpenProject whose ranks were looked at */
  GQueue to_open;          /* char*: paths, one after another */
  gboolean is_opening;     /* the one that was before them */
  gboolean opens_several;  /* asked for together */
  gboolean shows_next;     /* what opens next is brought to the front */
  LscOpenProject *to_show; /* (nullable): as soon as nothing else is to be done */
  guint n_opening;
  gboolean looks_for_page;  /* one with something to show, until the user chooses one */
  gboolean has_chosen_page; /* asked for while nothing was open yet */
  guint details_id;
  gboolean has_details;     /* something is selected */
  gboolean is_details_over; /* the page, not beside it */
  int width_px;
};

void _lsc_window_init_actions (LscWindow *self);
void _lsc_window_set_page (LscWindow *self, const char *name);
void _lsc_window_update_actions (LscWindow *self);
void _lsc_window_init_drop (LscWindow *self);
static inline gboolean
_lsc_window_error_is_cancel (const GError *error)
{
  return g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

void _lsc_window_init_load (LscWindow *self);
void _lsc_window_init_open (LscWindow *self);
void _lsc_window_clear_load (LscWindow *self);
void _lsc_window_open_path (LscWindow *self, const char *path);
void _lsc_window_open_beside (LscWindow *self, const char *path);
void _lsc_window_open_demo (LscWindow *self);
void _lsc_window_forget_to_open (LscWindow *self);
void _lsc_window_show (LscWindow *self, LscOpenProject *project, LscCluster *cluster,
                       LscSource *source);
void _lsc_window_close_project (LscWindow *self, LscOpenProject *project);
void _lsc_window_replace_project (LscWindow *self, LscOpenProject *old, LscProject *project);
void _lsc_window_update (LscWindow *self);
void _lsc_window_update_selection (LscWindow *self);
void _lsc_window_survey (LscWindow *self);
void _lsc_window_focus_page (LscWindow *self);
void _lsc_window_retry (LscWindow *self);
void _lsc_window_cancel_shown (LscWindow *self);
void _lsc_window_update_details (LscWindow *self);
void _lsc_window_reveal_details (LscWindow *self, gboolean is_revealed);
void _lsc_window_update_title (LscWindow *self);
void _lsc_window_update_banner (LscWindow *self);
void _lsc_window_ensure_page (LscWindow *self);
const char *_lsc_window_get_page_name (LscWindow *self);
LscAppPage *_lsc_window_get_page (LscWindow *self);
void _lsc_window_choose (LscWindow *self);

/* -- lsc-window-toasts.c -- */
void _lsc_window_add_page (LscWindow *self, GtkWidget *page, const char *name);
GtkWidget *_lsc_window_find_page (LscWindow *self, const char *name);
GtkWidget *_lsc_window_first_page (LscWindow *self);
GtkWidget *_lsc_window_next_page (GtkWidget *page);
void _lsc_window_tell (LscWindow *self, const char *text);
void _lsc_window_add_toast (LscWindow *self, AdwToast *toast);

/* -- lsc-window-jump.c -- */
void _lsc_window_jump (LscWindow *self, const LscJump *jump);

/* -- lsc-window-changes.c -- */
void _lsc_window_init_changes (LscWindow *self);
void _lsc_window_look_for_changes (LscWindow *self);
void _lsc_window_forget_changes (LscWindow *self, LscOpenProject *project);
void _lsc_window_reload (LscWindow *self);

/* lsc-window-names.c */
void _lsc_window_choose_names (LscWindow *self);
char *_lsc_window_add_names_to_command (LscWindow *self, const char *command);
void _lsc_window_take_file (LscWindow *self, GFile *file);

/* -- lsc-window-pins.c -- */
void _lsc_window_pin (LscWindow *self);
void _lsc_window_pin_table (LscWindow *self, const char *json);
void _lsc_window_show_pins (LscWindow *self);

G_END_DECLS
