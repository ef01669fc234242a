/* lsc-details-pane.c - what is known of the selection
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-details-pane.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/parts/lsc-template.h"

struct _LscDetailsPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkFlowBox *rows;
  GtkStack *stack;
  GtkWidget *copy;

  guint n_rows; /* cells in use; the rest is hidden and used again */
};

#define ACTION_KEY "lsc-action"
#define EXACT_KEY "lsc-exact" /* with all digits, where less are shown */

#define LABEL_CHARS 13
#define VALUE_CHARS 16

G_DEFINE_FINAL_TYPE (LscDetailsPane, lsc_details_pane, GTK_TYPE_WIDGET)

static GtkWidget *
create_cell (void)
{
  GtkWidget *child = gtk_flow_box_child_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *value = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_yalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), LABEL_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), LABEL_CHARS);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (value), 0.0f);
  gtk_label_set_yalign (GTK_LABEL (value), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (value), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (value), 6);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (value), VALUE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (value), VALUE_CHARS);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_widget_add_css_class (value, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), value);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), box);
  return child;
}

static void
get_labels (GtkFlowBoxChild *child, GtkLabel **label, GtkLabel **value)
{
  GtkWidget *box = gtk_flow_box_child_get_child (child);

  *label = GTK_LABEL (gtk_widget_get_first_child (box));
  *value = GTK_LABEL (gtk_widget_get_last_child (box));
}

/* Returns: (nullable): a text of a row that is there; "" stands for none */
static const char *
get_text (char **row, guint at)
{
  return at < g_strv_length (row) && *row[at] ? row[at] : NULL;
}

/* A line may not break inside of a unit: "(GB/s)". */
static void
keep_unit (GtkLabel *label, const char *title)
{
  const char *unit = strrchr (title, '(');
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoAttribute *whole = pango_attr_allow_breaks_new (FALSE);

  whole->start_index = unit ? (guint) (unit - title) : 0;
  whole->end_index = unit ? (guint) strlen (title) : 0;
  pango_attr_list_insert (attributes, whole);
  gtk_label_set_attributes (label, attributes);
  pango_attr_list_unref (attributes);
}

static void
fill_cell (GtkFlowBoxChild *child, char **row)
{
  const char *action = get_text (row, LSC_DETAIL_ACTION);
  const char *exact = get_text (row, LSC_DETAIL_EXACT);
  GtkLabel *label, *value;
  g_autofree char *spoken = g_strdup_printf ("%s: %s", row[0], row[1] ? row[1] : "");

  get_labels (child, &label, &value);
  gtk_label_set_label (label, row[0]);
  keep_unit (label, row[0]);
  gtk_label_set_label (value, row[1] ? row[1] : "");
  g_object_set_data_full (G_OBJECT (child), ACTION_KEY, g_strdup (action), g_free);
  g_object_set_data_full (G_OBJECT (child), EXACT_KEY, g_strdup (exact), g_free);
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), get_text (row, LSC_DETAIL_ABOUT));
  if (action)
    gtk_widget_add_css_class (GTK_WIDGET (value), "details-link");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (value), "details-link");
  gtk_widget_set_tooltip_text (GTK_WIDGET (value), exact ? exact : row[1]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  gtk_widget_set_visible (GTK_WIDGET (child), TRUE);
}

/* A row that leads somewhere: the visible page knows its action. */
static void
on_child_activated (GtkFlowBox *box, GtkFlowBoxChild *child, LscDetailsPane *self)
{
  const char *action = g_object_get_data (G_OBJECT (child), ACTION_KEY);

  if (action)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.page-action", "s", action);
}

/**
 * lsc_details_pane_set_rows:
 * @rows: (nullable) (element-type GStrv): a label and a value each, translated; a third text is the
 *   detailed name of an action of the page, done when the row is clicked or activated; a fourth is
 *   the tool tip of the label; a fifth the value with all digits, copied instead of the one that is
 *   shown, and its tool tip. "" stands for none
 *
 * Shows what is known of a new selection.
 */
void
lsc_details_pane_set_rows (LscDetailsPane *self, GPtrArray *rows)
{
  guint n = rows ? rows->len : 0;

  g_return_if_fail (LSC_IS_DETAILS_PANE (self));
  for (guint i = 0; i < n; i++)
    {
      if (!gtk_flow_box_get_child_at_index (self->rows, (int) i))
        gtk_flow_box_append (self->rows, create_cell ());
      fill_cell (gtk_flow_box_get_child_at_index (self->rows, (int) i),
                 g_ptr_array_index (rows, i));
    }
  for (guint i = n; i < self->n_rows; i++)
    gtk_widget_set_visible (GTK_WIDGET (gtk_flow_box_get_child_at_index (self->rows, (int) i)),
                            FALSE);
  self->n_rows = n;
  gtk_flow_box_unselect_all (self->rows);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "rows" : "empty");
  gtk_widget_set_sensitive (self->copy, n > 0);
}

static void
append_cell (GtkFlowBoxChild *child, GString *text)
{
  const char *exact = g_object_get_data (G_OBJECT (child), EXACT_KEY);
  GtkLabel *label, *value;

  get_labels (child, &label, &value);
  g_string_append_printf (text, "%s\t%s\n", gtk_label_get_label (label),
                          exact ? exact : gtk_label_get_label (value));
}

/**
 * lsc_details_pane_to_text:
 *
 * Returns: (transfer full): all rows, label and value parted by a tab; a value with all its digits
 */
char *
lsc_details_pane_to_text (LscDetailsPane *self)
{
  GString *text;

  g_return_val_if_fail (LSC_IS_DETAILS_PANE (self), NULL);
  text = g_string_new (NULL);
  for (guint i = 0; i < self->n_rows; i++)
    append_cell (gtk_flow_box_get_child_at_index (self->rows, (int) i), text);
  return g_string_free (text, FALSE);
}

static void
copy (LscDetailsPane *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", _ ("Copied"));
}

static void
copy_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = lsc_details_pane_to_text (LSC_DETAILS_PANE (widget));

  copy (LSC_DETAILS_PANE (widget), text);
}

static void
append_selected (GtkFlowBox *box, GtkFlowBoxChild *child, gpointer text)
{
  append_cell (child, text);
}

static void
copy_row (GtkWidget *widget, const char *action, GVariant *parameter)
{
  LscDetailsPane *self = LSC_DETAILS_PANE (widget);
  g_autoptr (GString) text = g_string_new (NULL);

  gtk_flow_box_selected_foreach (self->rows, append_selected, text);
  if (text->len > 0)
    copy (self, text->str);
  else
    copy_all (widget, action, parameter);
}

static void
lsc_details_pane_dispose (GObject *object)
{
  LscDetailsPane *self = LSC_DETAILS_PANE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (lsc_details_pane_parent_class)->dispose (object);
}

static void
lsc_details_pane_class_init (LscDetailsPaneClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscDetailsPane, content),
                                               LSC_CHILD (LscDetailsPane, rows),
                                               LSC_CHILD (LscDetailsPane, stack),
                                               LSC_CHILD (LscDetailsPane, copy) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_details_pane_dispose;
  lsc_template_set (class, "lsc-details-pane", children, G_N_ELEMENTS (children));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "details.copy-all", NULL, copy_all);
  gtk_widget_class_install_action (widget_class, "details.copy-row", NULL, copy_row);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "details.copy-row", NULL);
}

static void
lsc_details_pane_init (LscDetailsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->rows, "child-activated", G_CALLBACK (on_child_activated), self, 0);
}
