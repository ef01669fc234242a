/* lsc-timeline-panels.c - what the panels below the lanes have in common
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-panels.h"

#include <glib/gi18n-lib.h>

#include "app/timeline/lsc-timeline-page-private.h"
#include "base/lsc-watchdog.h"

#define HEIGHT_PX 230 /* of the panels, until the user moves the border */

typedef struct
{
  LscTimelinePage *page; /* weak */
  GtkWidget *head;
  GtkLabel *text;
  GtkSpinner *spinner;
  gboolean is_stale;
  guint idle_id;
  LscTask *working;           /* (nullable) */
  GDestroyNotify free_result; /* of that */
} LscTimelinePanelPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscTimelinePanel, lsc_timeline_panel, GTK_TYPE_BOX)

static LscTimelinePanelPrivate *
get (LscTimelinePanel *self)
{
  return lsc_timeline_panel_get_instance_private (self);
}

/** lsc_timeline_panel_get_page: Returns: (transfer none) (nullable): %NULL while it goes away */
LscTimelinePage *
lsc_timeline_panel_get_page (LscTimelinePanel *self)
{
  return get (self)->page;
}

/** lsc_timeline_panel_is_busy: whether what is shown will change by itself */
gboolean
lsc_timeline_panel_is_busy (LscTimelinePanel *self)
{
  return get (self)->idle_id != 0 || get (self)->working != NULL;
}

/* ---- when to compute ---- */

static gboolean
on_idle (gpointer user_data)
{
  LscTimelinePanel *self = user_data;
  LSC_WATCH ("panel: refresh");

  get (self)->idle_id = 0;
  get (self)->is_stale = FALSE;
  if (get (self)->page != NULL)
    LSC_TIMELINE_PANEL_GET_CLASS (self)->refresh (self);
  return G_SOURCE_REMOVE;
}

/** lsc_timeline_panel_invalidate: computes again, soon or when it is seen */
void
lsc_timeline_panel_invalidate (LscTimelinePanel *self)
{
  get (self)->is_stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && get (self)->idle_id == 0)
    get (self)->idle_id = g_idle_add (on_idle, self);
}

static void
lsc_timeline_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (lsc_timeline_panel_parent_class)->map (widget);
  if (get (LSC_TIMELINE_PANEL (widget))->is_stale)
    lsc_timeline_panel_invalidate (LSC_TIMELINE_PANEL (widget));
}

static void
changed (LscTimelinePanel *self, LscPanelDepends what)
{
  LscTimelinePanelClass *class = LSC_TIMELINE_PANEL_GET_CLASS (self);

  if ((class->depends & what) && (class->wants == NULL || class->wants (self, what)))
    lsc_timeline_panel_invalidate (self);
}

static void
on_range_changed (LscTimelinePanel *self)
{
  changed (self, LSC_PANEL_ON_RANGE);
}

static void
on_selection_changed (LscTimelinePanel *self)
{
  changed (self, LSC_PANEL_ON_SELECTION);
}

/* Slices have other numbers now: a result on its way is of no use. */
static void
on_ranks_changed (LscTimelinePanel *self)
{
  if (LSC_TIMELINE_PANEL_GET_CLASS (self)->depends & LSC_PANEL_ON_RANKS)
    lsc_timeline_panel_stop (self);
  changed (self, LSC_PANEL_ON_RANKS);
}

static void
on_marks_changed (LscTimelinePanel *self)
{
  changed (self, LSC_PANEL_ON_MARKS);
}

static void
on_hits_changed (LscTimelinePanel *self)
{
  changed (self, LSC_PANEL_ON_HITS);
}

/* ---- work ---- */

static void
on_done (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelinePanel *self = owner;
  LscTimelinePanelPrivate *private = get (self);
  GDestroyNotify free_result = private->free_result;

  gtk_spinner_stop (private->spinner);
  if (error != NULL)
    lsc_timeline_panel_set_text (self, error->message);
  if (private->page != NULL)
    LSC_TIMELINE_PANEL_GET_CLASS (self)->done (self, result, error);
  lsc_release_in_thread (result, free_result);
}

/** lsc_timeline_panel_stop: what was started is not wanted any more */
void
lsc_timeline_panel_stop (LscTimelinePanel *self)
{
  LscTimelinePanelPrivate *private = get (self);

  lsc_task_stop (&private->working);
  if (private->spinner != NULL)
    gtk_spinner_stop (private->spinner);
}

/**
 * lsc_timeline_panel_start:
 * @work: @done is the class's
 *
 * Starts work instead of what was started before; the class is told when it is done.
 */
void
lsc_timeline_panel_start (LscTimelinePanel *self, const LscTaskWork *work)
{
  LscTimelinePanelPrivate *private = get (self);
  LscTaskWork mine = *work;

  mine.done = on_done;
  private->free_result = work->free_result;
  lsc_timeline_panel_stop (self);
  gtk_spinner_start (private->spinner);
  lsc_task_start (self, &private->working, &mine);
}

/* ---- the head ---- */

/** lsc_timeline_panel_set_text: what is shown, in a line; selectable */
void
lsc_timeline_panel_set_text (LscTimelinePanel *self, const char *text)
{
  gtk_label_set_label (get (self)->text, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (get (self)->text), text);
}

/** lsc_timeline_panel_add_tool: adds a widget to the head, right of the text */
void
lsc_timeline_panel_add_tool (LscTimelinePanel *self, GtkWidget *tool)
{
  gtk_widget_set_valign (tool, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (get (self)->head), tool);
}

/**
 * lsc_timeline_panel_button:
 * @text: tooltip and name
 *
 * Returns: (transfer floating): a flat button with a picture
 */
GtkWidget *
lsc_timeline_panel_button (const char *icon, const char *text, GCallback callback, gpointer data)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_signal_connect_swapped (button, "clicked", callback, data);
  return button;
}

/* ---- life ---- */

static void
lsc_timeline_panel_dispose (GObject *object)
{
  LscTimelinePanel *self = LSC_TIMELINE_PANEL (object);

  g_clear_handle_id (&get (self)->idle_id, g_source_remove);
  get (self)->spinner = NULL;
  lsc_timeline_panel_stop (self);
  g_clear_weak_pointer (&get (self)->page);
  G_OBJECT_CLASS (lsc_timeline_panel_parent_class)->dispose (object);
}

static void
lsc_timeline_panel_class_init (LscTimelinePanelClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_timeline_panel_dispose;
  GTK_WIDGET_CLASS (class)->map = lsc_timeline_panel_map;
}

static void
lsc_timeline_panel_init (LscTimelinePanel *self)
{
  LscTimelinePanelPrivate *private = get (self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  private->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  private->text = GTK_LABEL (gtk_label_new (NULL));
  private->spinner = GTK_SPINNER (gtk_spinner_new ());
  gtk_widget_add_css_class (private->head, "timeline-panel-head");
  gtk_label_set_xalign (private->text, 0);
  gtk_label_set_ellipsize (private->text, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (private->text, 24);
  gtk_widget_set_hexpand (GTK_WIDGET (private->text), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (private->text), "numeric");
  gtk_box_append (GTK_BOX (private->head), GTK_WIDGET (private->text));
  gtk_box_append (GTK_BOX (private->head), GTK_WIDGET (private->spinner));
  /* narrow windows scroll the head instead of growing */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_widget_set_focusable (scrolled, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), private->head);
  gtk_box_append (GTK_BOX (self), scrolled);
  private->is_stale = TRUE;
}

/* ---- all of them ---- */

static void
add (LscTimelinePage *page, GType type, const char *title)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } connections[] = {
    { "range-changed", G_CALLBACK (on_range_changed) },
    { "selection-changed", G_CALLBACK (on_selection_changed) },
    { "ranks-changed", G_CALLBACK (on_ranks_changed) },
    { "marks-changed", G_CALLBACK (on_marks_changed) },
  };
  LscTimelinePanel *panel = g_object_new (type, NULL);

  g_set_weak_pointer (&get (panel)->page, page);
  g_object_set_data (G_OBJECT (page), g_type_name (type), panel);
  for (guint i = 0; i < G_N_ELEMENTS (connections); i++)
    g_signal_connect_object (page, connections[i].signal, connections[i].callback, panel,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (lsc_timeline_page_get_chart (page), "hits-changed",
                           G_CALLBACK (on_hits_changed), panel, G_CONNECT_SWAPPED);
  lsc_timeline_page_add_panel (page, GTK_WIDGET (panel), title);
}

/**
 * lsc_timeline_panels_get:
 *
 * Returns: (transfer none): the panel of that type
 */
LscTimelinePanel *
lsc_timeline_panels_get (LscTimelinePage *page, GType type)
{
  return g_object_get_data (G_OBJECT (page), g_type_name (type));
}

/* The paned counts from the top. Lanes keep at least half. Not while sizes are being given out:
 * what is asked for then is forgotten. */
static gboolean
on_place (GtkWidget *paned, GdkFrameClock *clock, gpointer user_data)
{
  int height = gtk_widget_get_height (paned);

  if (height <= 1)
    return G_SOURCE_CONTINUE;
  gtk_paned_set_position (GTK_PANED (paned), MAX (height - HEIGHT_PX, height / 2));
  return G_SOURCE_REMOVE;
}

/* Once the panels are seen for the first time. */
static void
on_first_map (GtkWidget *panel, GtkWidget *paned)
{
  g_signal_handlers_disconnect_by_data (panel, paned);
  gtk_widget_add_tick_callback (paned, on_place, NULL, NULL);
}

/** lsc_timeline_panels_add: makes the panels of a page; called once */
void
lsc_timeline_panels_add (LscTimelinePage *page)
{
  add (page, LSC_TYPE_PANEL_RANGE, _ ("Range"));
  add (page, LSC_TYPE_PANEL_FLAME, _ ("Flame Graph"));
  add (page, LSC_TYPE_PANEL_SLICES, _ ("Occurrences"));
  add (page, LSC_TYPE_PANEL_DISPATCH, _ ("Dispatch"));
  add (page, LSC_TYPE_PANEL_WAITS, _ ("Waits"));
  add (page, LSC_TYPE_PANEL_MARKS, _ ("Marks"));
  add (page, LSC_TYPE_PANEL_HITS, _ ("Matches"));
  g_signal_connect_object (page->panel, "map", G_CALLBACK (on_first_map), page->paned, 0);
}
