/* lsc-pins-dialog.c - the list of what is pinned for a report: order, titles, notes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-pins-dialog.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/parts/lsc-export-dialog.h"
#include "app/parts/lsc-template.h"
#include "app/window/lsc-pages.h"
#include "app/window/lsc-pin-book.h"
#include "base/lsc-output.h"
#include "base/lsc-visible.h"
#include "base/lsc-watchdog.h"

#define SAVE_MS 400

struct _LscPinsDialog
{
  AdwWindow parent_instance;

  AdwToastOverlay *toasts;
  GtkStack *stack; /* list, empty */
  GtkBox *groups;
  GtkWidget *report;
  GtkWidget *save;

  LscAppPage *page; /* (nullable): weak */
  GPtrArray *book;  /* LscPinSheet */
  guint save_id;
};

G_DEFINE_FINAL_TYPE (LscPinsDialog, lsc_pins_dialog, ADW_TYPE_WINDOW)

/** A line of the list. */
typedef struct
{
  LscPinsDialog *dialog;
  LscPinSheet *sheet;
  guint index;
} Line;

/* ---- keeping ---- */

static void
tell (LscPinsDialog *self, const char *text)
{
  g_autofree char *markup = lsc_visible_markup (text);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

static void
save_all (LscPinsDialog *self)
{
  g_clear_handle_id (&self->save_id, g_source_remove);
  for (guint i = 0; i < self->book->len; i++)
    {
      const LscPinSheet *sheet = self->book->pdata[i];
      g_autoptr (GError) error = NULL;

      if (!sheet->is_damaged && !lsc_pin_sheet_save (sheet, &error))
        tell (self, error->message);
    }
}

static gboolean
on_save (gpointer self)
{
  LSC_WATCH ("pins: save");

  LSC_PINS_DIALOG (self)->save_id = 0;
  save_all (self);
  return G_SOURCE_REMOVE;
}

static void
queue_save (LscPinsDialog *self)
{
  g_clear_handle_id (&self->save_id, g_source_remove);
  self->save_id = g_timeout_add (SAVE_MS, on_save, self);
}

/* ---- lines ---- */

static void fill (LscPinsDialog *self);

static LscPin *
get_pin (const Line *line)
{
  return lsc_pins_get (line->sheet->pins, line->index);
}

static void
on_title_changed (GtkEditable *entry, const Line *line)
{
  g_free (get_pin (line)->title);
  get_pin (line)->title = g_strdup (gtk_editable_get_text (entry));
  queue_save (line->dialog);
}

static void
on_note_changed (GtkEditable *entry, const Line *line)
{
  g_free (get_pin (line)->note);
  get_pin (line)->note = g_strdup (gtk_editable_get_text (entry));
  queue_save (line->dialog);
}

/* (nullable): a button of the line where a pin stands now */
static GtkWidget *
find_button (GtkWidget *widget, const char *name)
{
  if (g_strcmp0 (gtk_widget_get_name (widget), name) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, name);

      if (found)
        return found;
    }
  return NULL;
}

/* The lines are other ones afterwards; the focus goes with the pin. */
static void
move (const Line *line, int by)
{
  LscPinsDialog *self = line->dialog;
  guint to = (guint) CLAMP ((gint64) line->index + by, 0, (gint64) line->sheet->pins->len - 1);
  g_autofree char *name =
      g_strdup_printf ("%s-%p-%u", by < 0 ? "up" : "down", (gpointer) line->sheet, to);
  GtkWidget *button;

  lsc_pin_sheet_move (line->sheet, line->index, by);
  queue_save (self);
  fill (self);
  button = find_button (GTK_WIDGET (self->groups), name);
  if (button)
    gtk_widget_grab_focus (button);
}

static void
on_up (GtkButton *button, const Line *line)
{
  move (line, -1);
}

static void
on_down (GtkButton *button, const Line *line)
{
  move (line, 1);
}

static void
on_remove (GtkButton *button, const Line *line)
{
  LscPinsDialog *self = line->dialog;

  g_ptr_array_remove_index (line->sheet->pins, line->index);
  queue_save (self);
  fill (self);
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static GtkWidget *
make_button (const char *icon, const char *text, const Line *line, GCallback callback)
{
  g_autofree char *visible = lsc_visible_line (text);
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, visible);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, visible,
                                  -1);
  g_signal_connect (button, "clicked", callback, (gpointer) line);
  return button;
}

static void
append_move (GtkWidget *box, const Line *line, int by)
{
  gboolean is_up = by < 0;
  guint last = line->sheet->pins->len - 1;
  const char *title = get_pin (line)->title;
  g_autofree char *text = is_up ? g_strdup_printf (_ ("Move “%s” up"), title)
                                : g_strdup_printf (_ ("Move “%s” down"), title);
  GtkWidget *button = make_button (is_up ? "go-up-symbolic" : "go-down-symbolic", text, line,
                                   is_up ? G_CALLBACK (on_up) : G_CALLBACK (on_down));
  g_autofree char *name =
      g_strdup_printf ("%s-%p-%u", is_up ? "up" : "down", (gpointer) line->sheet, line->index);

  gtk_widget_set_name (button, name);
  gtk_widget_set_sensitive (button, is_up ? line->index > 0 : line->index < last);
  gtk_box_append (GTK_BOX (box), button);
}

static GtkWidget *
make_entry (const char *label, const char *text, const Line *line, GCallback callback)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), text ? text : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (entry, "changed", callback, (gpointer) line);
  return entry;
}

/* "Timeline · rank 0 · step 3" */
static char *
say_view (const LscPin *pin)
{
  g_auto (GStrv) parts = g_strsplit (pin->view, "/", 2);
  GString *out = g_string_new (_ (lsc_pages_find (parts[0])->title));
  const char *rank = lsc_pin_get (pin, "rank"), *ranks = lsc_pin_get (pin, "ranks");
  const char *step = lsc_pin_get (pin, "step");
  g_autofree char *text = NULL;

  g_string_append_printf (out, " · %s",
                          pin->rows->len > 0 ? _ ("rows of a table")
                          : pin->columns     ? _ ("table")
                                             : _ ("chart"));
  if (rank || ranks)
    {
      g_string_append (out, " · ");
      g_string_append_printf (out, _ ("rank %s"), rank ? rank : ranks);
    }
  if (step)
    {
      g_string_append (out, " · ");
      g_string_append_printf (out, _ ("step %s"), step);
    }
  text = g_string_free (out, FALSE);
  return lsc_visible_line (text);
}

static GtkWidget *
make_texts (const Line *line)
{
  const LscPin *pin = get_pin (line);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autofree char *view = say_view (pin);
  GtkWidget *label = gtk_label_new (view);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box),
                  make_entry (_ ("Title"), pin->title, line, G_CALLBACK (on_title_changed)));
  gtk_box_append (GTK_BOX (box),
                  make_entry (_ ("Note"), pin->note, line, G_CALLBACK (on_note_changed)));
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

static gboolean
on_move_key (GtkWidget *row, GVariant *by, gpointer line)
{
  move (line, g_variant_get_int32 (by));
  return TRUE;
}

static void
add_keys (GtkWidget *row, Line *line)
{
  static const char *const triggers[] = { "<Alt>Up", "<Alt>Down" };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (triggers); i++)
    {
      GtkShortcut *shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (triggers[i]),
                                                gtk_callback_action_new (on_move_key, line, NULL));

      gtk_shortcut_set_arguments (shortcut, g_variant_new_int32 (i == 0 ? -1 : 1));
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
    }
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (row, controller);
}

static void
append_remove (GtkWidget *box, const Line *line)
{
  g_autofree char *text = g_strdup_printf (_ ("Remove “%s”"), get_pin (line)->title);

  gtk_box_append (GTK_BOX (box),
                  make_button ("user-trash-symbolic", text, line, G_CALLBACK (on_remove)));
}

static GtkWidget *
make_row (LscPinsDialog *self, LscPinSheet *sheet, guint index)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  Line *line = g_new0 (Line, 1);

  *line = (Line){ self, sheet, index };
  g_object_set_data_full (G_OBJECT (row), "lsc-line", line, g_free);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_widget_set_margin_top (box, 9);
  gtk_widget_set_margin_bottom (box, 9);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 6);
  gtk_box_append (GTK_BOX (box), make_texts (line));
  append_move (box, line, -1);
  append_move (box, line, 1);
  append_remove (box, line);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  add_keys (row, line);
  return row;
}

static void
append_sheet (LscPinsDialog *self, LscPinSheet *sheet)
{
  GtkWidget *list = gtk_list_box_new ();
  const char *title = sheet->name != NULL   ? sheet->name
                      : self->book->len > 1 ? _ ("Both recordings")
                                            : _ ("In this order in the report");
  GtkWidget *label = gtk_label_new (title);

  if (sheet->pins->len == 0)
    return;
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  for (guint i = 0; i < sheet->pins->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), make_row (self, sheet, i));
  gtk_box_append (self->groups, label);
  gtk_box_append (self->groups, list);
}

static void
fill (LscPinsDialog *self)
{
  GtkWidget *child;
  gboolean is_empty;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->groups))) != NULL)
    gtk_box_remove (self->groups, child);
  for (guint i = 0; i < self->book->len; i++)
    append_sheet (self, self->book->pdata[i]);
  is_empty = gtk_widget_get_first_child (GTK_WIDGET (self->groups)) == NULL;
  gtk_stack_set_visible_child_name (self->stack, is_empty ? "empty" : "list");
  gtk_widget_set_sensitive (self->report, !is_empty);
  gtk_widget_set_sensitive (self->save, !is_empty);
}

/* ---- what is done with them ---- */

static void
write_report (LscPinsDialog *self)
{
  save_all (self);
  if (self->page)
    lsc_app_page_ask_report (self->page, TRUE);
}

static void
write_file (GtkWidget *dialog, const char *path, const LscExportChoice *choice)
{
  LscPinsDialog *self = LSC_PINS_DIALOG (dialog);
  g_autoptr (GPtrArray) pins = lsc_pin_book_collect (self->book);
  g_autofree char *text = lsc_pins_to_json (pins);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *saved = g_strdup_printf (_ ("Saved “%s”"), name);

  tell (self, lsc_output_write_file (path, LSC_OUTPUT_PLAIN, text, strlen (text), &error)
                  ? saved
                  : error->message);
}

static void
save_file (LscPinsDialog *self)
{
  static const LscExportKind kinds[] = { { N_ ("Pins of a report (json)"), "json" }, { NULL } };
  static const LscExport pins = { N_ ("Save the Pins"), kinds, NULL, write_file };

  lsc_export_ask (GTK_WIDGET (self), &pins, "pins.json");
}

/* ---- life ---- */

static void
lsc_pins_dialog_dispose (GObject *object)
{
  LscPinsDialog *self = LSC_PINS_DIALOG (object);

  if (self->save_id != 0)
    save_all (self);
  g_clear_weak_pointer (&self->page);
  G_OBJECT_CLASS (lsc_pins_dialog_parent_class)->dispose (object);
}

static void
lsc_pins_dialog_finalize (GObject *object)
{
  g_clear_pointer (&LSC_PINS_DIALOG (object)->book, g_ptr_array_unref);
  G_OBJECT_CLASS (lsc_pins_dialog_parent_class)->finalize (object);
}

static void
lsc_pins_dialog_class_init (LscPinsDialogClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPinsDialog, toasts),
                                               LSC_CHILD (LscPinsDialog, stack),
                                               LSC_CHILD (LscPinsDialog, groups),
                                               LSC_CHILD (LscPinsDialog, report),
                                               LSC_CHILD (LscPinsDialog, save) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_pins_dialog_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_pins_dialog_finalize;
  lsc_template_set (class, "lsc-pins-dialog", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, write_report);
  gtk_widget_class_bind_template_callback (widget_class, save_file);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
lsc_pins_dialog_init (LscPinsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * lsc_pins_dialog_new:
 * @page: whose report the pins are for; it has one
 */
GtkWidget *
lsc_pins_dialog_new (GtkWindow *parent, LscAppPage *page)
{
  LscPinsDialog *self;
  g_autoptr (GError) error = NULL;
  LscReportOf what;

  g_return_val_if_fail (LSC_IS_APP_PAGE (page), NULL);
  self = g_object_new (LSC_TYPE_PINS_DIALOG, "transient-for", parent, NULL);
  g_set_weak_pointer (&self->page, page);
  lsc_app_page_get_report (page, &what);
  self->book = lsc_pin_book_open (&what, &error);
  fill (self);
  if (error)
    tell (self, error->message);
  return GTK_WIDGET (self);
}
