/* lsc-chart-pair.c - two charts beside each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-chart-pair.h"

#include "app/parts/lsc-details-room.h"

struct _LscChartPair
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (LscChartPair, lsc_chart_pair, GTK_TYPE_WIDGET)

static GtkSizeRequestMode
lsc_chart_pair_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
lsc_chart_pair_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    {
      int least, usual;

      gtk_widget_measure (child, orientation, -1, &least, &usual, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, usual);
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum *= 2;
      *natural *= 2;
    }
}

/* A chart of which there is but a reason why it is none takes a third. */
static int
find_split (GtkWidget *first, int width)
{
  gboolean is_reason =
      GTK_IS_STACK (first) &&
      g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (first)), "reason") == 0;

  return is_reason ? width / 3 : width / 2;
}

static void
lsc_chart_pair_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (widget);
  GtkWidget *second = gtk_widget_get_last_child (widget);
  int least, split = find_split (first, lsc_details_room_narrow (widget, width));
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  gtk_widget_measure (first, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  split = MIN (MAX (split, least), width / 2);
  gtk_widget_size_allocate (first, &(GtkAllocation){ is_rtl ? width - split : 0, 0, split, height },
                            baseline);
  gtk_widget_size_allocate (
      second, &(GtkAllocation){ is_rtl ? 0 : split, 0, width - split, height }, baseline);
}

static void
lsc_chart_pair_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (lsc_chart_pair_parent_class)->dispose (object);
}

static void
lsc_chart_pair_class_init (LscChartPairClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_chart_pair_dispose;
  widget_class->get_request_mode = lsc_chart_pair_get_request_mode;
  widget_class->measure = lsc_chart_pair_measure;
  widget_class->size_allocate = lsc_chart_pair_size_allocate;
}

static void
lsc_chart_pair_init (LscChartPair *self)
{
}
