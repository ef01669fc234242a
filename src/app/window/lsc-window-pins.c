/* lsc-window-pins.c - what is pinned for reports, on any page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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
  adw_toast_overlay_add_toast (self->toasts, toast);
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
  char *name = g_strconcat (_lsc_window_get_page_name (self), "/", pin->view, NULL);

  g_free (pin->view);
  pin->view = name;
  if (!lsc_app_page_complete_pin (page, pin))
    _lsc_window_tell (self, _ ("There is nothing here to pin yet"));
  else if (!lsc_pin_is_chart (pin) && !lsc_pin_takes_table (pin->view))
    _lsc_window_tell (self, _ ("This cannot be pinned: it depends on what was entered beside it"));
  else
    keep (self, page, pin);
}

/* The table that has the focus. */
static GtkWidget *
find_table (LscWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL ? gtk_widget_get_ancestor (focus, LSC_TYPE_TABLE_VIEW) : NULL;
}

/** _lsc_window_pin: pins the table that has the focus, else what the page in front shows */
void
_lsc_window_pin (LscWindow *self)
{
  GtkWidget *table = find_table (self);
  g_autoptr (LscPin) pin = NULL;

  if (table != NULL)
    {
      gtk_widget_activate_action (table, "table.pin", NULL);
      return;
    }
  pin = lsc_pin_new ("chart", _ (lsc_pages_find (_lsc_window_get_page_name (self))->title));
  complete_and_keep (self, pin);
}

/** _lsc_window_pin_table: pins a table of the page in front; @json: as lsc_pins_to_json() writes it
 */
void
_lsc_window_pin_table (LscWindow *self, const char *json)
{
  g_autoptr (GPtrArray) pins = lsc_pins_parse (json, strlen (json), NULL);

  if (pins != NULL && pins->len > 0)
    complete_and_keep (self, lsc_pins_get (pins, 0));
}

/** _lsc_window_show_pins: lists the pins of what the page in front is about */
void
_lsc_window_show_pins (LscWindow *self)
{
  LscAppPage *page = _lsc_window_get_page (self);
  LscReportOf what;

  if (page != NULL && lsc_app_page_get_report (page, &what))
    gtk_window_present (GTK_WINDOW (lsc_pins_dialog_new (GTK_WINDOW (self), page)));
  else
    _lsc_window_tell (self, _ ("There is nothing here to pin yet"));
}
