/* lsc-panel-place.c - where the border between a chart and its panels is
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A GtkPaned keeps one side's height when the window changes. Here both keep their parts of it.
 */
#include "config.h"

#include "app/parts/lsc-panel-place.h"

#include "app/window/lsc-app.h"

#define USUAL_SHARE 0.36 /* of the panels, until the user moves the border */
#define MOST_SHARE 0.9
#define LEGEND_MARGIN 8 /* px */

/** Between which the border can be: they follow from the height and from what both sides need. */
typedef struct
{
  int height;
  int least;
  int most;
} Bounds;

typedef struct
{
  GtkPaned *paned;
  GtkWidget *notebook;
  GSettings *settings;
  int least_px;       /* of the panels, until the user moves the border */
  int chart_least_px; /* with which the chart can be read */
  int chart_most_px;  /* that the chart has a use for; 0 = all */
  GtkWidget *legend;  /* (nullable): below the chart, in @paned */
  Bounds bounds;      /* of the border when it was placed last */
  guint tick_id;
  gboolean is_ours;
} Place;

/* Its lines depend on the width, which is not known before there is a window. */
static int
measure_legend (const Place *self)
{
  int height = 0;

  if (self->legend)
    gtk_widget_measure (self->legend, GTK_ORIENTATION_VERTICAL,
                        gtk_widget_get_width (GTK_WIDGET (self->paned)), NULL, &height, NULL, NULL);
  return height + LEGEND_MARGIN;
}

/* The chart keeps at least half, and up to three quarters if it needs them to be read, but no more
 * than it has a use for, unless the user wants otherwise. */
static int
find_position (const Place *self, int height)
{
  double share = g_settings_get_double (self->settings, "panel-share");
  int position, legend_px = measure_legend (self);

  if (share > 0)
    return height - (int) (MIN (share, MOST_SHARE) * height);
  position = MAX (height - MAX (self->least_px, (int) (USUAL_SHARE * height)), height / 2);
  position = MAX (position, MIN (self->chart_least_px + legend_px, height * 3 / 4));
  return self->chart_most_px > 0 ? MIN (position, self->chart_most_px + legend_px) : position;
}

static Bounds
get_bounds (const Place *self)
{
  Bounds bounds = { .height = gtk_widget_get_height (GTK_WIDGET (self->paned)) };

  g_object_get (self->paned, "min-position", &bounds.least, "max-position", &bounds.most, NULL);
  return bounds;
}

/* A border that the paned had to move was not moved by the user. */
static gboolean
have_bounds_changed (const Place *self)
{
  Bounds now = get_bounds (self);

  return now.height != self->bounds.height || now.least != self->bounds.least ||
         now.most != self->bounds.most;
}

/* Not while sizes are being given out: what is asked for then is forgotten. */
static gboolean
on_tick (GtkWidget *paned, GdkFrameClock *clock, gpointer user_data)
{
  Place *self = user_data;
  int height = gtk_widget_get_height (paned);

  if (height <= 1)
    return G_SOURCE_CONTINUE;
  self->tick_id = 0;
  self->bounds = get_bounds (self);
  self->is_ours = TRUE;
  gtk_paned_set_position (
      self->paned, CLAMP (find_position (self, height), self->bounds.least, self->bounds.most));
  self->is_ours = FALSE;
  return G_SOURCE_REMOVE;
}

static void
place_soon (Place *self)
{
  if (self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self->paned), on_tick, self, NULL);
}

/* By new bounds the paned moves it to one of them; elsewhere the user did. */
static gboolean
was_pushed (const Place *self)
{
  Bounds now = get_bounds (self);
  int position = gtk_paned_get_position (self->paned);

  return now.height != self->bounds.height ||
         (have_bounds_changed (self) && (position <= now.least || position >= now.most));
}

/* Moved by the user, or by a change of the whole. */
static void
on_position (Place *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (self->is_ours || !gtk_widget_get_visible (self->notebook))
    return;
  if (was_pushed (self) || self->tick_id != 0)
    place_soon (self);
  else if (height > 1)
    g_settings_set_double (
        self->settings, "panel-share",
        CLAMP (1 - (double) gtk_paned_get_position (self->paned) / height, 0.01, MOST_SHARE));
}

static void
on_bounds (Place *self)
{
  if (have_bounds_changed (self))
    place_soon (self);
}

static void
place_free (gpointer data)
{
  Place *self = data;

  g_object_unref (self->settings);
  g_free (self);
}

static void
on_paned_gone (gpointer data, GObject *paned)
{
  Place *self = data;

  if (self->notebook)
    g_signal_handlers_disconnect_by_data (self->notebook, self);
  g_clear_weak_pointer (&self->notebook);
  place_free (self);
}

/**
 * lsc_panel_place_below:
 * @notebook: of panels, the lower child of @paned
 * @height_px: of it at least, until the user moves the border
 *
 * Gives the panels their part of the height when they are shown, and when the window changes; the
 * part is remembered.
 */
void
lsc_panel_place_below (GtkNotebook *notebook, GtkPaned *paned, int height_px)
{
  Place *self = g_new0 (Place, 1);

  self->paned = paned;
  g_object_set_data (G_OBJECT (paned), "lsc-panel-place", self);
  self->settings = g_settings_new (LSC_APP_ID);
  self->least_px = height_px;
  g_set_weak_pointer (&self->notebook, GTK_WIDGET (notebook));
  g_object_weak_ref (G_OBJECT (paned), on_paned_gone, self);
  g_signal_connect_swapped (notebook, "map", G_CALLBACK (place_soon), self);
  g_signal_connect_swapped (paned, "notify::position", G_CALLBACK (on_position), self);
  g_signal_connect_swapped (paned, "notify::max-position", G_CALLBACK (on_bounds), self);
}

/**
 * lsc_panel_place_set_room:
 * @least_px: with which the chart above can be read
 * @most_px: that it has a use for; 0 = as much as there is
 * @legend: (nullable): in the same child of @paned, which it does not outlive
 *
 * Leaves the rest to the panels, until the user moves the border.
 */
void
lsc_panel_place_set_room (GtkPaned *paned, int least_px, int most_px, GtkWidget *legend)
{
  Place *self = g_object_get_data (G_OBJECT (paned), "lsc-panel-place");

  g_return_if_fail (self != NULL);
  self->chart_least_px = least_px;
  self->chart_most_px = most_px;
  self->legend = legend;
  if (self->notebook && gtk_widget_get_mapped (self->notebook))
    place_soon (self);
}
