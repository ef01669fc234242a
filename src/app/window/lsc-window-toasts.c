/* lsc-window-toasts.c - pages in the window, each with the short messages that are about it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each page lies in an overlay of its own, which shows its messages: they go with it when another
 * page comes to the front. None is dismissed: libadwaita 1.2 may free a toast twice that is
 * dismissed while it still comes.
 */
#include "config.h"

#include "app/window/lsc-window-private.h"
#include "base/lsc-visible.h"

/* A message without a button goes soon: it lies over the page. */
#define SHOWN_S 3

/* ---- pages ---- */

static GtkWidget *
get_child (GtkWidget *overlay)
{
  return overlay ? adw_toast_overlay_get_child (ADW_TOAST_OVERLAY (overlay)) : NULL;
}

/**
 * _lsc_window_add_page:
 * @page: (transfer floating): a new one
 * @name: as lsc_pages_find()
 */
void
_lsc_window_add_page (LscWindow *self, GtkWidget *page, const char *name)
{
  GtkWidget *overlay = adw_toast_overlay_new ();

  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (overlay), page);
  adw_view_stack_add_named (self->pages, overlay, name);
}

/**
 * _lsc_window_find_page:
 *
 * Returns: (transfer none) (nullable): the page of that name, once it was made
 */
GtkWidget *
_lsc_window_find_page (LscWindow *self, const char *name)
{
  /* what ends with a closed window may still ask */
  return self->pages ? get_child (adw_view_stack_get_child_by_name (self->pages, name)) : NULL;
}

/** _lsc_window_first_page: Returns: (transfer none) (nullable): of those that were made */
GtkWidget *
_lsc_window_first_page (LscWindow *self)
{
  return get_child (gtk_widget_get_first_child (GTK_WIDGET (self->pages)));
}

/** _lsc_window_next_page: Returns: (transfer none) (nullable): the one made after @page */
GtkWidget *
_lsc_window_next_page (GtkWidget *page)
{
  return get_child (gtk_widget_get_next_sibling (gtk_widget_get_parent (page)));
}

/* ---- messages ---- */

/* The page's while one is in front, else the window's. */
static AdwToastOverlay *
get_overlay (LscWindow *self)
{
  GtkWidget *page = GTK_WIDGET (_lsc_window_get_page (self));

  if (page && gtk_widget_get_mapped (page))
    return ADW_TOAST_OVERLAY (gtk_widget_get_parent (page));
  return self->toasts;
}

/**
 * _lsc_window_add_toast:
 * @toast: (transfer full): about the page that is shown
 */
void
_lsc_window_add_toast (LscWindow *self, AdwToast *toast)
{
  if (!adw_toast_get_button_label (toast))
    adw_toast_set_timeout (toast, SHOWN_S);
  adw_toast_overlay_add_toast (get_overlay (self), toast);
}

/**
 * _lsc_window_tell:
 * @text: something that happened, translated
 *
 * Shows a toast.
 */
void
_lsc_window_tell (LscWindow *self, const char *text)
{
  g_autofree char *markup = lsc_visible_markup (text);
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH); /* it answers what was just asked for */
  _lsc_window_add_toast (self, toast);
}
