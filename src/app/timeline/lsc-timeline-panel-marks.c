/* lsc-timeline-panel-marks.c - the user's marks, to change where they are listed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "app/timeline/lsc-timeline-describe.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "app/parts/lsc-template.h"

struct _LscPanelMarks
{
  LscPanel parent_instance;

  GtkListBox *list;
  gboolean is_editing; /* a row changes its mark: the list is not made anew under it */
};

G_DEFINE_FINAL_TYPE (LscPanelMarks, lsc_panel_marks, LSC_TYPE_PANEL)

static LscTimelineMark *
get_mark (LscPanelMarks *self, GtkWidget *widget, guint *index)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  GtkWidget *row = gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);
  GPtrArray *marks = page ? lsc_timeline_page_get_marks (page) : NULL;
  int at = row ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) : -1;

  if (!marks || at < 0 || (guint) at >= marks->len)
    return NULL;
  *index = (guint) at;
  return g_ptr_array_index (marks, *index);
}

/* ---- changing ---- */

static void
tell_edited (LscPanelMarks *self)
{
  self->is_editing = TRUE;
  lsc_timeline_page_marks_edited (lsc_timeline_panel_get_page (LSC_PANEL (self)));
  self->is_editing = FALSE;
}

static void
on_name_changed (GtkEditable *entry, LscPanelMarks *self)
{
  guint index;
  LscTimelineMark *mark = get_mark (self, GTK_WIDGET (entry), &index);

  if (!mark || g_strcmp0 (mark->name, gtk_editable_get_text (entry)) == 0)
    return;
  g_free (mark->name);
  mark->name = g_strdup (gtk_editable_get_text (entry));
  tell_edited (self);
}

static void
on_note_changed (GtkEditable *entry, LscPanelMarks *self)
{
  guint index;
  LscTimelineMark *mark = get_mark (self, GTK_WIDGET (entry), &index);

  if (!mark || g_strcmp0 (mark->note, gtk_editable_get_text (entry)) == 0)
    return;
  g_free (mark->note);
  mark->note = g_strdup (gtk_editable_get_text (entry));
  tell_edited (self);
}

static guint
to_byte (float share)
{
  return (guint) (CLAMP (share, 0.0f, 1.0f) * 255.0f + 0.5f);
}

static void
on_color_set (GtkColorButton *button, LscPanelMarks *self)
{
  guint index;
  LscTimelineMark *mark = get_mark (self, GTK_WIDGET (button), &index);
  GdkRGBA rgba;

  if (!mark)
    return;
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  mark->rgb = to_byte (rgba.red) << 16 | to_byte (rgba.green) << 8 | to_byte (rgba.blue);
  tell_edited (self);
}

static void
on_go_clicked (LscPanelMarks *self, GtkWidget *button)
{
  guint index;

  if (get_mark (self, button, &index))
    lsc_timeline_page_show_mark (lsc_timeline_panel_get_page (LSC_PANEL (self)), index);
}

static void
on_delete_clicked (LscPanelMarks *self, GtkWidget *button)
{
  guint index;

  if (get_mark (self, button, &index))
    lsc_timeline_page_delete_mark (lsc_timeline_panel_get_page (LSC_PANEL (self)), index);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, LscPanelMarks *self)
{
  on_go_clicked (self, gtk_list_box_row_get_child (row));
  lsc_timeline_page_enter_lanes (lsc_timeline_panel_get_page (LSC_PANEL (self)));
}

/* ---- rows ---- */

static GtkWidget *
make_entry (LscPanelMarks *self, const char *text, const char *label, int width, GCallback changed)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), text ? text : "");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), width);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object (entry, "changed", changed, self, 0);
  return entry;
}

static GtkWidget *
make_color (LscPanelMarks *self, guint32 rgb)
{
  GdkRGBA rgba = { (float) (rgb >> 16 & 255) / 255.0f, (float) (rgb >> 8 & 255) / 255.0f,
                   (float) (rgb & 255) / 255.0f, 1 };
  GtkWidget *button = gtk_color_button_new_with_rgba (&rgba);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Colour"), -1);
  g_signal_connect_object (button, "color-set", G_CALLBACK (on_color_set), self, 0);
  return button;
}

static char *
describe_time (LscPanelMarks *self, const LscTimelineMark *mark)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  g_autofree char *time = lsc_timeline_format_time (
      lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page)), mark->begin_ns);
  g_autofree char *length = NULL;

  if (mark->end_ns <= mark->begin_ns)
    return g_steal_pointer (&time);
  length = lsc_format_duration (mark->end_ns - mark->begin_ns, LSC_TIME_UNIT_AUTO);
  return g_strdup_printf ("%s · %s", time, length);
}

static GtkWidget *
make_row (LscPanelMarks *self, const LscTimelineMark *mark)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *time = describe_time (self, mark);
  GtkWidget *label = gtk_label_new (time);
  GtkWidget *note = make_entry (self, mark->note, _ ("Remark"), 12, G_CALLBACK (on_note_changed));

  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (label), 26);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (note, TRUE);
  gtk_box_append (GTK_BOX (box), make_color (self, mark->rgb));
  gtk_box_append (GTK_BOX (box),
                  make_entry (self, mark->name, _ ("Name"), 14, G_CALLBACK (on_name_changed)));
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), note);
  gtk_box_append (GTK_BOX (box), lsc_panel_button ("find-location-symbolic", _ ("Go there"),
                                                   G_CALLBACK (on_go_clicked), self));
  gtk_box_append (GTK_BOX (box), lsc_panel_button ("user-trash-symbolic", _ ("Delete"),
                                                   G_CALLBACK (on_delete_clicked), self));
  return box;
}

static void
lsc_panel_marks_refresh (LscPanel *panel)
{
  LscPanelMarks *self = LSC_PANEL_MARKS (panel);
  GPtrArray *marks = lsc_timeline_page_get_marks (lsc_timeline_panel_get_page (panel));
  GtkWidget *child;
  g_autofree char *text = NULL;

  while ((child = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; i < marks->len; i++)
    gtk_list_box_append (self->list, make_row (self, g_ptr_array_index (marks, i)));
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u mark", "%u marks", marks->len),
                          marks->len);
  lsc_panel_set_text (panel, marks->len > 0 ? text : NULL);
}

static gboolean
lsc_panel_marks_wants (LscPanel *panel, guint what)
{
  return !LSC_PANEL_MARKS (panel)->is_editing;
}

/* ---- life ---- */

static void
lsc_panel_marks_class_init (LscPanelMarksClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPanelMarks, list) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscPanelClass *panel_class = LSC_PANEL_CLASS (class);

  panel_class->depends = LSC_PANEL_ON_MARKS;
  panel_class->no_pin = N_ ("Marks are your own notes and cannot be pinned; pins have notes, too");
  panel_class->wants = lsc_panel_marks_wants;
  panel_class->refresh = lsc_panel_marks_refresh;
  lsc_template_set (class, "lsc-panel-marks", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
lsc_panel_marks_init (LscPanelMarks *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
