/* lsc-panel.h - a tab below a chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "base/lsc-task.h"
#include "model/lsc-pin.h"

G_BEGIN_DECLS

/* A panel tells more of what its page shows. It is filled only while it is seen; what changes
 * meanwhile makes it stale. Above its content stands a head: a line of text, a spinner, tools. */

/* A template of a subclass holds the content, and tools as children of type "tool". */

#define LSC_TYPE_PANEL (lsc_panel_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscPanel, lsc_panel, LSC, PANEL, GtkBox)

/**
 * LscPanelClass:
 * @depends: mask of what may change; the page says what the bits are. All, unless it is set
 * @outdates: the part of @depends after which work on its way is of no use
 * @wants: (nullable): whether a change concerns it at all; called seen or not
 * @why_not: (nullable): (transfer full) (nullable): why there is nothing to show
 * @refresh: what is shown is not true any more and somebody looks
 * @pin: (nullable): of a panel without a table: the view that pins of it are of, a chart or the
 *   table of what it draws
 * @complete_pin: (nullable): says in a pin what of the recording only the panel knows; %FALSE where
 *   it shows nothing
 * @no_pin: (nullable): marked for translation: why it cannot be pinned, and what can be instead
 * @done: (nullable): of the last work that was started; @result is borrowed, %NULL with @error
 */
struct _LscPanelClass
{
  GtkBoxClass parent_class;

  guint depends;
  guint outdates;
  gboolean (*wants) (LscPanel *self, guint what);
  char *(*why_not) (LscPanel *self);
  void (*refresh) (LscPanel *self);
  const char *pin;
  gboolean (*complete_pin) (LscPanel *self, LscPin *pin);
  const char *no_pin;
  void (*done) (LscPanel *self, gpointer result, const GError *error);
};

/* ---- asked by the page ---- */
GtkWidget *lsc_panel_add (GtkNotebook *notebook, GtkWidget *page, GType type, const char *title,
                          const char *about);
void lsc_panel_tell_all (GtkNotebook *notebook, guint what);
gboolean lsc_panel_is_busy (LscPanel *self);
LscPanel *lsc_panel_find (GtkWidget *widget);
const char *lsc_panel_get_title (LscPanel *self);
gboolean lsc_panel_complete_pin (LscPanel *self, LscPin *pin);

/* ---- used by panels ---- */
GtkWidget *lsc_panel_get_page (LscPanel *self);
void lsc_panel_invalidate (LscPanel *self);
void lsc_panel_set_text (LscPanel *self, const char *text);
void lsc_panel_set_reason (LscPanel *self, const char *reason);
void lsc_panel_set_text_chars (LscPanel *self, int n_chars);
void lsc_panel_add_tool (LscPanel *self, GtkWidget *tool);
void lsc_panel_set_content (LscPanel *self, GtkWidget *content);
void lsc_panel_start (LscPanel *self, const LscTaskWork *work);
void lsc_panel_stop (LscPanel *self);
GtkWidget *lsc_panel_button (const char *icon, const char *text, GCallback callback, gpointer data);

G_END_DECLS
