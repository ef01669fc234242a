/* lsc-problems-dialog.c - the list of what was missing or odd
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-problems-dialog.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "app/window/lsc-app.h"
#include "app/window/lsc-notice-item.h"
#include "app/parts/lsc-template.h"
#include "base/lsc-watchdog.h"

struct _LscProblemsDialog
{
  AdwWindow parent_instance;

  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkDropDown *filter;
  GtkListView *list;
  GtkStack *stack;

  LscOpenProject *project;
  GListStore *items; /* LscNoticeItem, the worst first */
  GtkFilterListModel *shown;
  GtkCustomFilter *severity_filter;
};

G_DEFINE_FINAL_TYPE (LscProblemsDialog, lsc_problems_dialog, ADW_TYPE_WINDOW)

/* Entries of the filter, as in the template. Notes tell what was done, and are no problems. */
enum
{
  SHOW_PROBLEMS,
  SHOW_ERRORS,
  SHOW_WARNINGS,
  SHOW_NOTES
};

/* ---- Rows ---------------------------------------------------------------------------------- */

static GtkWidget *
append_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
on_row_setup (GtkSignalListItemFactory *factory, GtkListItem *list_item, LscProblemsDialog *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_add_css_class (row, "problem-row");
  gtk_box_append (GTK_BOX (row), icon);
  gtk_box_append (GTK_BOX (row), texts);
  append_label (texts, NULL);
  append_label (texts, NULL);
  append_label (texts, NULL);
  append_label (texts, "dim-label");
  gtk_widget_add_css_class (gtk_widget_get_last_child (texts), "caption");
  gtk_widget_add_css_class (gtk_widget_get_first_child (texts), "heading");
  gtk_list_item_set_child (list_item, row);
}

static void
set_or_hide (GtkWidget *label, const char *text)
{
  g_autofree char *shown = lsc_visible_line (text ? text : "");

  gtk_label_set_label (GTK_LABEL (label), shown);
  gtk_widget_set_visible (label, text && *text);
}

static void
on_row_bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, LscProblemsDialog *self)
{
  const LscNotice *notice = lsc_notice_item_get_notice (gtk_list_item_get_item (list_item));
  GtkWidget *icon = gtk_widget_get_first_child (gtk_list_item_get_child (list_item));
  GtkWidget *what = gtk_widget_get_first_child (gtk_widget_get_next_sibling (icon));
  GtkWidget *why = gtk_widget_get_next_sibling (what);
  GtkWidget *remedy = gtk_widget_get_next_sibling (why);
  g_autofree char *place = lsc_notice_item_get_place (gtk_list_item_get_item (list_item));
  static const char *const classes[] = { "accent", "warning", "error" };
  LSC_WATCH ("problems: row");

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), lsc_severity_icon (notice->severity));
  for (gsize i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (icon, classes[i]);
  gtk_widget_add_css_class (icon, classes[notice->severity]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  lsc_severity_title (notice->severity), -1);
  set_or_hide (what, notice->what);
  set_or_hide (why, notice->why);
  set_or_hide (remedy, lsc_notice_get_window_remedy (notice));
  set_or_hide (gtk_widget_get_next_sibling (remedy), place);
}

/* ---- Filling ------------------------------------------------------------------------------- */

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const LscNotice *x = lsc_notice_item_get_notice (*(LscNoticeItem *const *) a);
  const LscNotice *y = lsc_notice_item_get_notice (*(LscNoticeItem *const *) b);

  if (x->severity != y->severity)
    return x->severity > y->severity ? -1 : 1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static void
fill (LscProblemsDialog *self)
{
  g_autoptr (GPtrArray) notices =
      lsc_notices_copy_list (lsc_open_project_get_notices (self->project));
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  LSC_WATCH ("problems: fill");

  for (guint i = 0; i < notices->len; i++)
    g_ptr_array_add (items, lsc_notice_item_new (g_ptr_array_index (notices, i)));
  g_ptr_array_sort (items, compare_items);
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                       items->pdata, items->len);
}

static gboolean
matches_severity (gpointer item, gpointer user_data)
{
  LscProblemsDialog *self = user_data;
  guint selected = gtk_drop_down_get_selected (self->filter);
  LscSeverity severity = lsc_notice_item_get_notice (item)->severity;

  switch (selected)
    {
    case SHOW_ERRORS:
      return severity == LSC_SEVERITY_ERROR;
    case SHOW_WARNINGS:
      return severity == LSC_SEVERITY_WARNING;
    case SHOW_NOTES:
      return severity == LSC_SEVERITY_NOTE;
    default:
      return severity != LSC_SEVERITY_NOTE;
    }
}

static void
on_filter_changed (GtkDropDown *drop_down, GParamSpec *pspec, LscProblemsDialog *self)
{
  if (self->severity_filter)
    gtk_filter_changed (GTK_FILTER (self->severity_filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
on_shown_changed (GListModel *model, guint pos, guint removed, guint added, LscProblemsDialog *self)
{
  gtk_stack_set_visible_child_name (self->stack,
                                    g_list_model_get_n_items (model) > 0 ? "list" : "empty");
}

static void
on_project_changed (LscOpenProject *project, LscProblemsDialog *self)
{
  fill (self);
}

static void
copy_details (GtkWidget *widget, const char *action, GVariant *parameter)
{
  LscProblemsDialog *self = LSC_PROBLEMS_DIALOG (widget);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscNoticeItem) item = g_list_model_get_item (G_LIST_MODEL (self->shown), i);

      lsc_notice_item_append_text (item, text);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Copied")));
}

static void
lsc_problems_dialog_dispose (GObject *object)
{
  LscProblemsDialog *self = LSC_PROBLEMS_DIALOG (object);

  g_clear_object (&self->project);
  g_clear_object (&self->items);
  g_clear_object (&self->shown);
  g_clear_object (&self->severity_filter);
  G_OBJECT_CLASS (lsc_problems_dialog_parent_class)->dispose (object);
}

static void
lsc_problems_dialog_class_init (LscProblemsDialogClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscProblemsDialog, toasts),
                                               LSC_CHILD (LscProblemsDialog, title),
                                               LSC_CHILD (LscProblemsDialog, filter),
                                               LSC_CHILD (LscProblemsDialog, list),
                                               LSC_CHILD (LscProblemsDialog, stack) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_problems_dialog_dispose;
  lsc_template_set (class, "lsc-problems-dialog", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
  gtk_widget_class_install_action (widget_class, "problems.copy", NULL, copy_details);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
lsc_problems_dialog_init (LscProblemsDialog *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkNoSelection *selection;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->items = g_list_store_new (LSC_TYPE_NOTICE_ITEM);
  self->severity_filter = gtk_custom_filter_new (matches_severity, self, NULL);
  self->shown = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->items)),
                                           GTK_FILTER (g_object_ref (self->severity_filter)));
  g_signal_connect_object (self->shown, "items-changed", G_CALLBACK (on_shown_changed), self, 0);
  g_signal_connect (factory, "setup", G_CALLBACK (on_row_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_row_bind), self);
  gtk_list_view_set_factory (self->list, factory);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->shown)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
}

/**
 * lsc_problems_dialog_new:
 * @project: whose problems to list; later ones appear by themselves
 */
GtkWidget *
lsc_problems_dialog_new (GtkWindow *parent, LscOpenProject *project)
{
  LscProblemsDialog *self;

  g_return_val_if_fail (LSC_IS_OPEN_PROJECT (project), NULL);
  self = g_object_new (LSC_TYPE_PROBLEMS_DIALOG, "transient-for", parent, NULL);
  self->project = g_object_ref (project);
  adw_window_title_set_subtitle (self->title, lsc_open_project_get_title (project));
  g_signal_connect_object (project, "changed", G_CALLBACK (on_project_changed), self, 0);
  fill (self);
  if (lsc_open_project_count_problems (project) == 0)
    gtk_drop_down_set_selected (self->filter, SHOW_NOTES);
  return GTK_WIDGET (self);
}
