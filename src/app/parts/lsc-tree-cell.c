/* lsc-tree-cell.c - a figure in a row of the tree, with an optional bar below it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-tree-cell.h"

/* The bar has the colour of the cell itself (class lsc-modules-bar in the style sheet), the text
 * that of its own child, so that both follow the theme without being looked up. */

/* A bar behind the digits would end among them. */
#define BAR_HEIGHT_PX 3

struct _LscTreeCell
{
  GtkWidget parent_instance;

  GtkWidget *label;
  double share; /* of the bar, 0 = none */
};

G_DEFINE_FINAL_TYPE (LscTreeCell, lsc_tree_cell, GTK_TYPE_WIDGET)

static void
lsc_tree_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscTreeCell *self = LSC_TREE_CELL (widget);

  if (self->share > 0)
    {
      float width = (float) gtk_widget_get_width (widget);
      float height = (float) gtk_widget_get_height (widget);
      float bar = MAX (width * (float) self->share, 1.0f);
      gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
      GdkRGBA color;

      gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
      gtk_snapshot_append_color (
          snapshot, &color,
          &GRAPHENE_RECT_INIT (rtl ? width - bar : 0, height - BAR_HEIGHT_PX, bar, BAR_HEIGHT_PX));
    }
  GTK_WIDGET_CLASS (lsc_tree_cell_parent_class)->snapshot (widget, snapshot);
}

static void
lsc_tree_cell_dispose (GObject *object)
{
  LscTreeCell *self = LSC_TREE_CELL (object);

  g_clear_pointer (&self->label, gtk_widget_unparent);
  G_OBJECT_CLASS (lsc_tree_cell_parent_class)->dispose (object);
}

static void
lsc_tree_cell_class_init (LscTreeCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_tree_cell_dispose;
  widget_class->snapshot = lsc_tree_cell_snapshot;
  gtk_widget_class_set_css_name (widget_class, "lsc-tree-cell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
lsc_tree_cell_init (LscTreeCell *self)
{
  self->label = gtk_inscription_new (NULL);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (self->label),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
}

/**
 * lsc_tree_cell_new:
 * @is_number: right-aligned, digits of equal width
 */
GtkWidget *
lsc_tree_cell_new (gboolean is_number)
{
  LscTreeCell *self = g_object_new (LSC_TYPE_TREE_CELL, NULL);

  if (is_number)
    {
      gtk_inscription_set_xalign (GTK_INSCRIPTION (self->label), 1);
      gtk_widget_add_css_class (self->label, "numeric");
    }
  return GTK_WIDGET (self);
}

/**
 * lsc_tree_cell_set:
 * @text: (nullable): valid UTF-8
 * @share: length of the bar, 0 to 1
 */
void
lsc_tree_cell_set (LscTreeCell *self, const char *text, double share)
{
  share = CLAMP (share, 0, 1);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->label), text);
  if (self->share != share)
    {
      self->share = share;
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}
