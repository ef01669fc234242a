/* lsc-one-stop.c - a list or table that Tab passes at one step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-one-stop.h"

/* GTK's lists make a stop of each row, so that Tab would hardly get out of one of thousands: arrows
 * go from row to row. Around a list of GTK, whose class cannot be derived from. */

struct _LscOneStop
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (LscOneStop, lsc_one_stop, GTK_TYPE_WIDGET)

/**
 * lsc_one_stop_leaves:
 * @direction: as the virtual function focus() of @widget has it
 *
 * Returns: whether Tab was pressed inside of @widget, so that the focus goes on behind or before it
 */
gboolean
lsc_one_stop_leaves (GtkWidget *widget, GtkDirectionType direction)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return (direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD) && focus &&
         gtk_widget_is_ancestor (focus, widget);
}

/**
 * lsc_one_stop_keep_place:
 * @list: a list or column view of GTK
 *
 * Lets Tab come back to the row that had the focus last. GTK 4.8 does so by itself; later ones
 * begin at the first row, or from behind at the last, unless this property says otherwise.
 */
void
lsc_one_stop_keep_place (GtkWidget *list)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (list), "tab-behavior");
  GEnumValue *item;

  if (!pspec)
    return;
  g_return_if_fail (G_IS_PARAM_SPEC_ENUM (pspec));
  item = g_enum_get_value_by_nick (G_PARAM_SPEC_ENUM (pspec)->enum_class, "item");
  g_return_if_fail (item);
  g_object_set (list, "tab-behavior", item->value, NULL);
}

static gboolean
lsc_one_stop_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  return !lsc_one_stop_leaves (widget, direction) && child &&
         gtk_widget_child_focus (child, direction);
}

static void
lsc_one_stop_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (lsc_one_stop_parent_class)->dispose (object);
}

static void
lsc_one_stop_class_init (LscOneStopClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_one_stop_dispose;
  GTK_WIDGET_CLASS (class)->focus = lsc_one_stop_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
lsc_one_stop_init (LscOneStop *self)
{
}
