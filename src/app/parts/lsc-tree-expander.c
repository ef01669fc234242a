/* lsc-tree-expander.c - first cell of a tree row: indent, arrow, name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-tree-expander.h"

/* GtkTreeExpander wants a GtkTreeListRow, which a flat array of nodes does not have. */

#define INDENT_PX 16
#define ARROW_PX 20
#define MAX_INDENT_PX 480 /* deeper rows show no more indent, so that the name stays visible */

struct _LscTreeExpander
{
  GtkWidget parent_instance;

  GtkWidget *arrow;
  GtkWidget *label;
  guint depth;
  int arrow_x;
  LscExpanderState state;
  const char *css_class; /* interned */
};

G_DEFINE_FINAL_TYPE (LscTreeExpander, lsc_tree_expander, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_TOGGLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static int
get_indent (const LscTreeExpander *self)
{
  return (int) MIN (self->depth * INDENT_PX, MAX_INDENT_PX);
}

static void
lsc_tree_expander_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  LscTreeExpander *self = LSC_TREE_EXPANDER (widget);
  int label_minimum, label_natural, arrow_minimum, arrow_natural;

  gtk_widget_measure (self->label, orientation, -1, &label_minimum, &label_natural, NULL, NULL);
  gtk_widget_measure (self->arrow, orientation, -1, &arrow_minimum, &arrow_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = ARROW_PX + label_minimum; /* a narrow column cuts the indent */
      *natural = get_indent (self) + ARROW_PX + label_natural;
    }
  else
    {
      *minimum = MAX (label_minimum, arrow_minimum);
      *natural = MAX (label_natural, arrow_natural);
    }
}

static void
lsc_tree_expander_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscTreeExpander *self = LSC_TREE_EXPANDER (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkAllocation arrow = { 0, 0, ARROW_PX, height };
  GtkAllocation label = { 0, 0, 0, height };
  int minimum, x;

  gtk_widget_measure (self->label, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  x = CLAMP (width - ARROW_PX - minimum, 0, get_indent (self));
  self->arrow_x = x;
  label.width = MAX (width - x - ARROW_PX, minimum);
  arrow.x = rtl ? width - x - ARROW_PX : x;
  label.x = rtl ? 0 : x + ARROW_PX;
  gtk_widget_size_allocate (self->arrow, &arrow, -1);
  gtk_widget_size_allocate (self->label, &label, -1);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscTreeExpander *self)
{
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  if (self->state == LSC_EXPANDER_LEAF || x < self->arrow_x - 4 || x >= self->arrow_x + ARROW_PX)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  g_signal_emit (self, signals[SIGNAL_TOGGLED], 0);
}

static void
lsc_tree_expander_dispose (GObject *object)
{
  LscTreeExpander *self = LSC_TREE_EXPANDER (object);

  g_clear_pointer (&self->arrow, gtk_widget_unparent);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  G_OBJECT_CLASS (lsc_tree_expander_parent_class)->dispose (object);
}

static void
lsc_tree_expander_class_init (LscTreeExpanderClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_tree_expander_dispose;
  widget_class->measure = lsc_tree_expander_measure;
  widget_class->size_allocate = lsc_tree_expander_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "lsc-tree-expander");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE_ITEM);
  /* the arrow was clicked */
  signals[SIGNAL_TOGGLED] = g_signal_new ("toggled", LSC_TYPE_TREE_EXPANDER, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lsc_tree_expander_init (LscTreeExpander *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->arrow = gtk_image_new ();
  gtk_widget_set_parent (self->arrow, GTK_WIDGET (self));
  self->label = gtk_inscription_new (NULL);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (self->label),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (self->label), 4);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (self->label), 32);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
lsc_tree_expander_new (void)
{
  return g_object_new (LSC_TYPE_TREE_EXPANDER, NULL);
}

/** lsc_tree_expander_set_state: turns the arrow */
void
lsc_tree_expander_set_state (LscTreeExpander *self, LscExpanderState state)
{
  if (self->state == state)
    return;
  self->state = state;
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), state == LSC_EXPANDER_LEAF ? NULL
                                                         : state == LSC_EXPANDER_OPEN
                                                             ? "pan-down-symbolic"
                                                             : "pan-end-symbolic");
  if (state == LSC_EXPANDER_LEAF)
    gtk_accessible_reset_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED);
  else
    gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 state == LSC_EXPANDER_OPEN, -1);
}

/**
 * lsc_tree_expander_set:
 * @depth: levels of indent
 * @name: valid UTF-8
 * @css_class: (nullable): static
 */
void
lsc_tree_expander_set (LscTreeExpander *self, guint depth, LscExpanderState state, const char *name,
                       const char *css_class)
{
  lsc_tree_expander_set_state (self, state);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->label), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_LEVEL, (int) depth + 1, -1);
  if (self->depth != depth)
    {
      self->depth = depth;
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
  if (self->css_class != css_class)
    {
      if (self->css_class)
        gtk_widget_remove_css_class (self->label, self->css_class);
      if (css_class)
        gtk_widget_add_css_class (self->label, css_class);
      self->css_class = css_class;
    }
}
