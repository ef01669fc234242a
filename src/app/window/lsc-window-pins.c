/* lsc-window-pins.c - what is pinned for reports, on any page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/parts/lsc-panel.h"
#include "app/parts/lsc-table-view.h"
#include "app/window/lsc-pin-book.h"
#include "app/window/lsc-pins-dialog.h"
#include "app/window/lsc-window-private.h"
#include "base/lsc-visible.h"
#include "export/report/lsc-pin-maker.h"

static void
tell_pinned (LscWindow *self, const LscPin *pin)
{
  g_autofree char *text = g_strdup_printf (_ ("Pinned “%s”"), pin->title);
  g_autofree char *markup = lsc_visible_markup (text);
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_button_label (toast, _ ("Title and Note…"));
  adw_toast_set_action_name (toast, "win.pins");
  _lsc_window_add_toast (self, toast);
}

/* Into the sheet of what the page shows. */
static void
keep (LscWindow *self, LscAppPage *page, const LscPin *pin)
{
  g_autoptr (GPtrArray) book = NULL;
  g_autoptr (GError) error = NULL;
  LscPinSheet *sheet;
  LscReportOf what;

  if (!lsc_app_page_get_report (page, &what))
    return;
  book = lsc_pin_book_open (&what, NULL);
  sheet = book->pdata[0];
  g_ptr_array_add (sheet->pins, lsc_pin_copy (pin));
  if (lsc_pin_sheet_save (sheet, &error))
    tell_pinned (self, pin);
  else
    _lsc_window_tell (self, error->message);
}

static void
complete_and_keep (LscWindow *self, LscPin *pin)
{
  LscAppPage *page = _lsc_window_get_page (self);
  g_autoptr (GError) error = NULL;
  char *name = g_strconcat (_lsc_window_get_page_name (self), "/", pin->view, NULL);

  g_free (pin->view);
  pin->view = name;
  if (!lsc_app_page_complete_pin (page, pin, &error))
    _lsc_window_tell (self, error->message);
  else if (!lsc_pin_is_chart (pin) && !lsc_pin_takes_table (pin->view))
    _lsc_window_tell (self, _ ("This table cannot be pinned: a report cannot make it anew"));
  else
    keep (self, page, pin);
}

/* The first table below a widget that can be seen. */
static GtkWidget *
find_table (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (LSC_IS_TABLE_VIEW (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_table (child);
  return found;
}

static void
pin_view (LscWindow *self, const char *view, const char *title)
{
  g_autoptr (LscPin) pin = lsc_pin_new (view, title);

  complete_and_keep (self, pin);
}

/* A panel has a table, or draws what one tells. */
static void
pin_panel (LscWindow *self, LscPanel *panel)
{
  LscPanelClass *class = LSC_PANEL_GET_CLASS (panel);
  GtkWidget *table = find_table (GTK_WIDGET (panel));

  if (table)
    gtk_widget_activate_action (table, "table.pin", NULL);
  else if (class->pin)
    pin_view (self, class->pin, lsc_panel_get_title (panel));
  else
    _lsc_window_tell (self,
                      class->no_pin ? _ (class->no_pin) : _ ("There is nothing here to pin yet"));
}

/** _lsc_window_pin: pins the table or panel that has the focus, else what the page in front shows
 */
void
_lsc_window_pin (LscWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *table = focus ? gtk_widget_get_ancestor (focus, LSC_TYPE_TABLE_VIEW) : NULL;
  LscPanel *panel = lsc_panel_find (focus);

  if (table)
    gtk_widget_activate_action (table, "table.pin", NULL);
  else if (panel)
    pin_panel (self, panel);
  else
    pin_view (self, "chart", _ (lsc_pages_find (_lsc_window_get_page_name (self))->title));
}

/** _lsc_window_pin_table: pins a table of the page in front; @json: as lsc_pins_to_json() writes it
 */
void
_lsc_window_pin_table (LscWindow *self, const char *json)
{
  g_autoptr (GPtrArray) pins = lsc_pins_parse (json, strlen (json), NULL);

  if (pins && pins->len > 0)
    complete_and_keep (self, lsc_pins_get (pins, 0));
}

/** _lsc_window_show_pins: lists the pins of what the page in front is about */
void
_lsc_window_show_pins (LscWindow *self)
{
  LscAppPage *page = _lsc_window_get_page (self);
  LscReportOf what;

  if (page && lsc_app_page_get_report (page, &what))
    gtk_window_present (GTK_WINDOW (lsc_pins_dialog_new (GTK_WINDOW (self), page)));
  else
    _lsc_window_tell (self, _ ("There is nothing here to pin yet"));
}
