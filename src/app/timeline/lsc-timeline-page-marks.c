/* lsc-timeline-page-marks.c - the user's notes at times, ranges and slices
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "app/parts/lsc-question.h"
#include "app/timeline/lsc-timeline-describe.h"
#include "app/timeline/lsc-timeline-page-private.h"

/* Colours of marks, told apart also by the colour-blind; the next mark takes the next one. */
static const guint32 colors[] = { 0xe66100, 0x1a5fb4, 0x26a269, 0xa51d2d, 0x813d9c, 0x865e3c };

static LscTimelineMark *
get_mark (LscTimelinePage *self, guint mark)
{
  return mark < self->state->marks->len ? g_ptr_array_index (self->state->marks, mark) : NULL;
}

/* ---- public ---- */

/**
 * lsc_timeline_page_get_marks:
 *
 * Returns: (transfer none) (element-type LscTimelineMark): marks in the order of making; after
 *   changing one call lsc_timeline_page_marks_edited()
 */
GPtrArray *
lsc_timeline_page_get_marks (LscTimelinePage *self)
{
  return self->state->marks;
}

/** lsc_timeline_page_marks_edited: shows and stores marks that were changed */
void
lsc_timeline_page_marks_edited (LscTimelinePage *self)
{
  g_return_if_fail (LSC_IS_TIMELINE_PAGE (self));
  lsc_timeline_chart_set_marks (self->chart, self->state->marks);
  _lsc_timeline_page_marks_update (self);
  _lsc_timeline_page_queue_save (self);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_MARKS);
}

/**
 * lsc_timeline_page_show_mark:
 * @mark: index
 *
 * Moves the view to a mark.
 */
void
lsc_timeline_page_show_mark (LscTimelinePage *self, guint mark)
{
  const LscTimelineView *view;
  const LscTimelineMark *item;
  gint64 length, half;
  guint32 rank, node;

  g_return_if_fail (LSC_IS_TIMELINE_PAGE (self));
  view = lsc_timeline_chart_get_view (self->chart);
  item = get_mark (self, mark);
  if (!item)
    return;
  length = item->end_ns - item->begin_ns;
  half = (gint64) (view->port.span_ns / 2);
  if ((double) length > view->port.span_ns * 0.9)
    half = length / 2 + length / 8;
  lsc_chart_show_time (LSC_CHART (self->chart), item->begin_ns + length / 2 - half,
                       item->begin_ns + length / 2 + half);
  if (length > 0)
    lsc_timeline_chart_set_range (self->chart, item->begin_ns, item->end_ns, NULL);
  if (item->path && lsc_timeline_layout_find_path (view->layout, item->path, &rank, &node))
    lsc_timeline_chart_select_lane (self->chart, rank, node);
}

/** lsc_timeline_page_delete_mark: */
void
lsc_timeline_page_delete_mark (LscTimelinePage *self, guint mark)
{
  g_return_if_fail (LSC_IS_TIMELINE_PAGE (self));
  if (!get_mark (self, mark))
    return;
  lsc_timeline_chart_set_marks (self->chart, NULL);
  g_ptr_array_remove_index (self->state->marks, mark);
  lsc_timeline_page_marks_edited (self);
}

/* ---- changing one ---- */

typedef struct
{
  LscTimelinePage *page;
  LscTimelineMark *mark; /* compared before it is followed */
  GtkEditable *name;
  GtkEditable *note;
  GtkColorChooser *color;
} Editing;

static void
editing_free (gpointer data, GClosure *closure)
{
  Editing *editing = data;

  g_object_unref (editing->page);
  g_free (editing);
}

static void
on_edited (AdwMessageDialog *dialog, const char *response, Editing *editing)
{
  LscTimelinePage *self = editing->page;
  guint index;
  GdkRGBA rgba;

  if (!self->chart || !g_ptr_array_find (self->state->marks, editing->mark, &index))
    return;
  if (g_str_equal (response, "delete"))
    lsc_timeline_page_delete_mark (self, index);
  if (!g_str_equal (response, "ok"))
    return;
  g_free (editing->mark->name);
  g_free (editing->mark->note);
  editing->mark->name = g_strdup (gtk_editable_get_text (editing->name));
  editing->mark->note = g_strdup (gtk_editable_get_text (editing->note));
  gtk_color_chooser_get_rgba (editing->color, &rgba);
  editing->mark->rgb = (guint32) (rgba.red * 255.0f + 0.5f) << 16 |
                       (guint32) (rgba.green * 255.0f + 0.5f) << 8 |
                       (guint32) (rgba.blue * 255.0f + 0.5f);
  lsc_timeline_page_marks_edited (self);
}

static GtkWidget *
make_row (const char *title, const char *text)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text ? text : "");
  return row;
}

static GtkWidget *
make_editor (Editing *editing)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *name = make_row (_ ("Name"), editing->mark->name);
  GtkWidget *note = make_row (_ ("Remark"), editing->mark->note);
  GtkWidget *color_row = adw_action_row_new (), *color = gtk_color_button_new ();
  guint32 rgb = editing->mark->rgb;
  GdkRGBA rgba = { (float) (rgb >> 16 & 255) / 255.0f, (float) (rgb >> 8 & 255) / 255.0f,
                   (float) (rgb & 255) / 255.0f, 1 };

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (color_row), _ ("Colour"));
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (color), &rgba);
  gtk_widget_set_valign (color, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (color_row), color);
  gtk_list_box_append (GTK_LIST_BOX (list), name);
  gtk_list_box_append (GTK_LIST_BOX (list), note);
  gtk_list_box_append (GTK_LIST_BOX (list), color_row);
  editing->name = GTK_EDITABLE (name);
  editing->note = GTK_EDITABLE (note);
  editing->color = GTK_COLOR_CHOOSER (color);
  return list;
}

/**
 * lsc_timeline_page_edit_mark:
 * @mark: index
 *
 * Opens a dialog for name, note and colour of a mark.
 */
void
lsc_timeline_page_edit_mark (LscTimelinePage *self, guint mark)
{
  LscTimelineMark *item;
  Editing *editing;
  AdwMessageDialog *dialog;

  g_return_if_fail (LSC_IS_TIMELINE_PAGE (self));
  item = get_mark (self, mark);
  if (!item)
    return;
  editing = g_new0 (Editing, 1);
  editing->page = g_object_ref (self);
  editing->mark = item;
  dialog = lsc_question_new (GTK_WIDGET (self), _ ("Mark"), NULL, make_editor (editing));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "delete", _ ("_Delete"), "ok",
                                    _ ("_Apply"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "delete", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "ok", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "ok");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_edited), editing, editing_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- the menu of marks ---- */

static guint
index_of_row (GtkWidget *widget)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);

  return (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
}

static void
on_edit_clicked (LscTimelinePage *self, GtkWidget *button)
{
  gtk_menu_button_popdown (self->marks_button);
  lsc_timeline_page_edit_mark (self, index_of_row (button));
}

static void
on_delete_clicked (LscTimelinePage *self, GtkWidget *button)
{
  lsc_timeline_page_delete_mark (self, index_of_row (button));
}

static GtkWidget *
make_mark_row (LscTimelinePage *self, const LscTimelineMark *mark)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *time =
      lsc_timeline_format_time (lsc_timeline_chart_get_view (self->chart), mark->begin_ns);
  g_autofree char *length =
      mark->end_ns > mark->begin_ns
          ? lsc_format_duration (mark->end_ns - mark->begin_ns, LSC_TIME_UNIT_AUTO)
          : NULL;
  g_autofree char *dot = g_markup_printf_escaped ("<span foreground=\"#%06x\">⬤</span>", mark->rgb);
  g_autoptr (GString) subtitle = g_string_new (time);
  g_autofree char *title = lsc_visible_markup (mark->name ? mark->name : "");
  g_autofree char *markup = NULL;
  GtkWidget *prefix = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (prefix), dot);
  if (length)
    g_string_append_printf (subtitle, " · %s", length);
  if (mark->note && *mark->note != '\0')
    g_string_append_printf (subtitle, " · %s", mark->note);
  markup = lsc_visible_markup (subtitle->str);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), markup);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), prefix);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             lsc_panel_button ("document-edit-symbolic", _ ("Change"),
                                               G_CALLBACK (on_edit_clicked), self));
  adw_action_row_add_suffix (
      ADW_ACTION_ROW (row),
      lsc_panel_button ("user-trash-symbolic", _ ("Delete"), G_CALLBACK (on_delete_clicked), self));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  return row;
}

/* Fills the menu with the marks. */
void
_lsc_timeline_page_marks_update (LscTimelinePage *self)
{
  GPtrArray *marks = self->state->marks;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->marks_list))) != NULL)
    gtk_list_box_remove (self->marks_list, child);
  for (guint i = 0; i < marks->len; i++)
    gtk_list_box_append (self->marks_list, make_mark_row (self, g_ptr_array_index (marks, i)));
  gtk_stack_set_visible_child_name (self->marks_stack, marks->len > 0 ? "list" : "empty");
}

/* ---- making one ---- */

static LscTimelineMark *
mark_new (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  LscTimelineMark *mark = g_new0 (LscTimelineMark, 1);
  LscTimelineSpot spot = view->selected;
  gint64 time_ns;

  mark->is_lasting = TRUE;
  mark->rgb = colors[self->state->marks->len % G_N_ELEMENTS (colors)];
  if (view->has_range)
    {
      mark->begin_ns = view->range_begin_ns;
      mark->end_ns = view->range_end_ns;
    }
  else if (lsc_timeline_chart_get_slice_time (self->chart, &spot, &mark->begin_ns, &mark->end_ns))
    {
      mark->name = g_strdup (lsc_timeline_spot_name (view, &spot));
      mark->path = lsc_timeline_layout_get_path (view->layout, spot.rank, spot.spot.node);
    }
  else
    {
      if (!lsc_timeline_chart_get_pointer_ns (self->chart, &time_ns))
        time_ns = view->port.begin_ns + (gint64) (view->port.span_ns / 2);
      mark->begin_ns = mark->end_ns = time_ns;
    }
  if (!mark->name)
    mark->name = g_strdup_printf (_ ("Mark %u"), self->state->marks->len + 1);
  return mark;
}

/* K: marks the range, else the slice, else the place of the pointer. */
static void
add_mark (LscTimelinePage *self)
{
  g_autofree char *text = NULL;
  LscTimelineMark *mark;

  if (lsc_timeline_layout_get_n_strips (lsc_timeline_chart_get_layout (self->chart)) == 0)
    return;
  mark = mark_new (self);
  g_ptr_array_add (self->state->marks, mark);
  lsc_timeline_page_marks_edited (self);
  text = g_strdup_printf (_ ("Marked as “%s”"), mark->name);
  lsc_timeline_page_say (self, text);
}

/* The mark before or after the middle of the window, by time. */
static void
step_mark (LscTimelinePage *self, gboolean forward)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  gint64 middle = view->port.begin_ns + (gint64) (view->port.span_ns / 2);
  gint64 slack = (gint64) (view->port.span_ns / 100) + 1;
  guint found = G_MAXUINT;
  gint64 found_ns = 0;

  for (guint i = 0; i < self->state->marks->len; i++)
    {
      const LscTimelineMark *mark = get_mark (self, i);
      gint64 at = mark->begin_ns + (mark->end_ns - mark->begin_ns) / 2;

      if (forward ? at <= middle + slack : at >= middle - slack)
        continue;
      if (found == G_MAXUINT || (forward ? at < found_ns : at > found_ns))
        {
          found = i;
          found_ns = at;
        }
    }
  if (found == G_MAXUINT)
    _lsc_timeline_page_bell (self);
  else
    lsc_timeline_page_show_mark (self, found);
}

const LscAppPageAction _lsc_timeline_page_mark_actions[] = {
  { "timeline.mark", G_CALLBACK (add_mark) },
  { "timeline.next-mark", G_CALLBACK (step_mark), TRUE },
  { "timeline.previous-mark", G_CALLBACK (step_mark), FALSE },
  { NULL },
};
