/* lsc-pipeline-panels.c - what the panels below the pipeline chart have in common
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-panels.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-watchdog.h"

#define HEIGHT_PX 250 /* of the panels, until the user moves the border */

typedef struct
{
  LscPipelinePage *page; /* weak */
  GtkWidget *head;
  GtkWidget *head_scroller;
  GtkLabel *text;
  GtkSpinner *spinner;
  GtkStack *stack;
  GtkLabel *reason;
  gboolean is_stale;
  guint idle_id;
} LscPipelinePanelPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscPipelinePanel, lsc_pipeline_panel, GTK_TYPE_BOX)

static LscPipelinePanelPrivate *
get (LscPipelinePanel *self)
{
  return lsc_pipeline_panel_get_instance_private (self);
}

/** lsc_pipeline_panel_get_page: Returns: (transfer none) (nullable): %NULL while it goes away */
LscPipelinePage *
lsc_pipeline_panel_get_page (LscPipelinePanel *self)
{
  return get (self)->page;
}

/* ---- when to fill ---- */

static gboolean
on_idle (gpointer user_data)
{
  LscPipelinePanel *self = user_data;
  LscPipelinePanelClass *class = LSC_PIPELINE_PANEL_GET_CLASS (self);
  g_autofree char *reason = NULL;
  LSC_WATCH (G_OBJECT_TYPE_NAME (user_data));

  get (self)->idle_id = 0;
  get (self)->is_stale = FALSE;
  if (get (self)->page == NULL)
    return G_SOURCE_REMOVE;
  if (class->needs_study)
    reason = _lsc_pipeline_page_why_no_study (get (self)->page);
  lsc_pipeline_panel_set_reason (self, reason);
  if (reason == NULL)
    class->refresh (self);
  return G_SOURCE_REMOVE;
}

/** lsc_pipeline_panel_invalidate: fills it again, soon or when it is seen */
void
lsc_pipeline_panel_invalidate (LscPipelinePanel *self)
{
  get (self)->is_stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && get (self)->idle_id == 0)
    get (self)->idle_id = g_idle_add (on_idle, self);
}

static void
lsc_pipeline_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (lsc_pipeline_panel_parent_class)->map (widget);
  if (get (LSC_PIPELINE_PANEL (widget))->is_stale)
    lsc_pipeline_panel_invalidate (LSC_PIPELINE_PANEL (widget));
}

/* ---- parts ---- */

static void
update_head (LscPipelinePanel *self)
{
  LscPipelinePanelPrivate *private = get (self);
  gboolean is_needed = *gtk_label_get_label (private->text) != '\0' ||
                       gtk_widget_get_next_sibling (GTK_WIDGET (private->spinner)) != NULL;

  gtk_widget_set_visible (private->head_scroller, is_needed);
}

/** lsc_pipeline_panel_set_text: what is shown, in a line */
void
lsc_pipeline_panel_set_text (LscPipelinePanel *self, const char *text)
{
  gtk_label_set_label (get (self)->text, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (get (self)->text), text);
  update_head (self);
}

/**
 * lsc_pipeline_panel_set_reason:
 * @reason: (nullable): why there is nothing to show; %NULL shows the content
 */
void
lsc_pipeline_panel_set_reason (LscPipelinePanel *self, const char *reason)
{
  if (reason != NULL)
    {
      gtk_label_set_label (get (self)->reason, reason);
      lsc_pipeline_panel_set_text (self, NULL);
    }
  gtk_stack_set_visible_child_name (get (self)->stack, reason != NULL ? "reason" : "content");
}

void
lsc_pipeline_panel_set_busy (LscPipelinePanel *self, gboolean is_busy)
{
  gtk_spinner_set_spinning (get (self)->spinner, is_busy);
}

/** lsc_pipeline_panel_add_tool: adds a widget to the head, right of the text */
void
lsc_pipeline_panel_add_tool (LscPipelinePanel *self, GtkWidget *tool)
{
  gtk_widget_set_valign (tool, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (get (self)->head), tool);
  update_head (self);
}

/** lsc_pipeline_panel_set_content: called once */
void
lsc_pipeline_panel_set_content (LscPipelinePanel *self, GtkWidget *content)
{
  gtk_stack_add_named (get (self)->stack, content, "content");
}

/**
 * lsc_pipeline_panel_new_table:
 * @label: what the table is, for people who do not see it
 */
GtkWidget *
lsc_pipeline_panel_new_table (const char *label)
{
  GtkWidget *table = lsc_table_view_new (label);

  /* one step of one group is shown; the rest is for files */
  static const char *const hidden[] = { "groupId",  "step",     "name", "value",   "unit", "target",
                                        "replayNs", "changeNs", "atNs", "applied", "rung", NULL };

  gtk_widget_set_vexpand (table, TRUE);
  lsc_table_view_set_hidden (LSC_TABLE_VIEW (table), hidden);
  return table;
}

/**
 * lsc_pipeline_panel_set_table:
 * @table: (nullable)
 *
 * Shows a table. Its columns are made while there are no rows: cells of columns that are hidden
 * in the end would cost most of the time.
 */
void
lsc_pipeline_panel_set_table (GtkWidget *view, LscTable *table)
{
  LscTable *shown = lsc_table_view_get_table (LSC_TABLE_VIEW (view));

  if (table != NULL &&
      (shown == NULL || g_strcmp0 (lsc_table_get_name (shown), lsc_table_get_name (table)) != 0))
    {
      g_autoptr (LscTable) empty = lsc_table_model_copy_rows (table, NULL, 0);

      lsc_table_view_set_table (LSC_TABLE_VIEW (view), empty);
    }
  lsc_table_view_set_table (LSC_TABLE_VIEW (view), table);
}

/* ---- life ---- */

static void
lsc_pipeline_panel_dispose (GObject *object)
{
  LscPipelinePanel *self = LSC_PIPELINE_PANEL (object);

  g_clear_handle_id (&get (self)->idle_id, g_source_remove);
  g_clear_weak_pointer (&get (self)->page);
  G_OBJECT_CLASS (lsc_pipeline_panel_parent_class)->dispose (object);
}

static void
lsc_pipeline_panel_class_init (LscPipelinePanelClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_pipeline_panel_dispose;
  GTK_WIDGET_CLASS (class)->map = lsc_pipeline_panel_map;
}

static GtkWidget *
make_head (LscPipelinePanelPrivate *private)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  private->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  private->text = GTK_LABEL (gtk_label_new (NULL));
  private->spinner = GTK_SPINNER (gtk_spinner_new ());
  gtk_widget_add_css_class (private->head, "timeline-panel-head");
  gtk_label_set_xalign (private->text, 0);
  gtk_label_set_ellipsize (private->text, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (private->text, 16);
  gtk_widget_set_hexpand (GTK_WIDGET (private->text), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (private->text), "numeric");
  gtk_box_append (GTK_BOX (private->head), GTK_WIDGET (private->text));
  gtk_box_append (GTK_BOX (private->head), GTK_WIDGET (private->spinner));
  /* narrow windows scroll the head instead of growing */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_widget_set_focusable (scrolled, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), private->head);
  private->head_scroller = scrolled;
  return scrolled;
}

static void
lsc_pipeline_panel_init (LscPipelinePanel *self)
{
  LscPipelinePanelPrivate *private = get (self);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  private->stack = GTK_STACK (gtk_stack_new ());
  private->reason = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (private->reason, TRUE);
  gtk_label_set_selectable (private->reason, TRUE);
  gtk_label_set_justify (private->reason, GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (private->reason, 90);
  gtk_widget_add_css_class (GTK_WIDGET (private->reason), "dim-label");
  gtk_widget_set_margin_start (GTK_WIDGET (private->reason), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (private->reason), 12);
  gtk_stack_add_named (private->stack, GTK_WIDGET (private->reason), "reason");
  gtk_stack_set_vhomogeneous (private->stack, FALSE);
  gtk_stack_set_hhomogeneous (private->stack, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (private->stack), TRUE);
  gtk_box_append (GTK_BOX (self), make_head (private));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (private->stack));
  private->is_stale = TRUE;
  update_head (self);
}

/* ---- all of them ---- */

static GType
get_type_of (LscPipelineTab tab)
{
  switch (tab)
    {
    case LSC_PIPELINE_TAB_SUMMARY:
      return LSC_TYPE_PIPELINE_SUMMARY;
    case LSC_PIPELINE_TAB_WAITING:
      return LSC_TYPE_PIPELINE_WAITING;
    case LSC_PIPELINE_TAB_BALANCE:
      return LSC_TYPE_PIPELINE_BALANCE;
    case LSC_PIPELINE_TAB_LADDER:
      return LSC_TYPE_PIPELINE_LADDER;
    case LSC_PIPELINE_TAB_PATH:
      return LSC_TYPE_PIPELINE_PATH;
    case LSC_PIPELINE_TAB_WHAT_IF:
      return LSC_TYPE_PIPELINE_WHAT_IF;
    case LSC_PIPELINE_TAB_DELTAS:
      return LSC_TYPE_PIPELINE_DELTAS;
    case LSC_PIPELINE_TAB_CLOCKS:
    case LSC_PIPELINE_N_TABS:
    default:
      return LSC_TYPE_PIPELINE_CLOCK_PANEL;
    }
}

/**
 * lsc_pipeline_panels_get:
 *
 * Returns: (transfer none): the panel of a tab
 */
LscPipelinePanel *
lsc_pipeline_panels_get (LscPipelinePage *page, LscPipelineTab tab)
{
  return LSC_PIPELINE_PANEL (gtk_notebook_get_nth_page (page->panel, (int) tab));
}

/** lsc_pipeline_panels_show: brings a tab to the front, and the panel with it */
void
lsc_pipeline_panels_show (LscPipelinePage *page, LscPipelineTab tab)
{
  gtk_notebook_set_current_page (page->panel, (int) tab);
  g_settings_set_boolean (page->settings, "pipeline-panel", TRUE);
}

/** lsc_pipeline_panels_invalidate: the study or what stands beside the step is another */
void
lsc_pipeline_panels_invalidate (LscPipelinePage *page)
{
  for (int tab = 0; tab < gtk_notebook_get_n_pages (page->panel); tab++)
    lsc_pipeline_panel_invalidate (lsc_pipeline_panels_get (page, (LscPipelineTab) tab));
}

/* The paned counts from the top. The chart keeps at least half. Not while sizes are being given
 * out: what is asked for then is forgotten. */
static gboolean
on_place (GtkWidget *paned, GdkFrameClock *clock, gpointer user_data)
{
  int height = gtk_widget_get_height (paned);

  (void) clock;
  (void) user_data;
  if (height <= 1)
    return G_SOURCE_CONTINUE;
  gtk_paned_set_position (GTK_PANED (paned), MAX (height - HEIGHT_PX, height / 2));
  return G_SOURCE_REMOVE;
}

static void
on_first_map (GtkWidget *panel, GtkWidget *paned)
{
  g_signal_handlers_disconnect_by_data (panel, paned);
  gtk_widget_add_tick_callback (paned, on_place, NULL, NULL);
}

/** lsc_pipeline_panels_add: makes the panels of a page; called once */
void
lsc_pipeline_panels_add (LscPipelinePage *page)
{
  const char *titles[LSC_PIPELINE_N_TABS] = {
    [LSC_PIPELINE_TAB_SUMMARY] = _ ("Summary"),    [LSC_PIPELINE_TAB_WAITING] = _ ("Waiting"),
    [LSC_PIPELINE_TAB_BALANCE] = _ ("Balance"),    [LSC_PIPELINE_TAB_LADDER] = _ ("Ladder"),
    [LSC_PIPELINE_TAB_PATH] = _ ("Critical Path"), [LSC_PIPELINE_TAB_WHAT_IF] = _ ("What-If"),
    [LSC_PIPELINE_TAB_DELTAS] = _ ("Differences"), [LSC_PIPELINE_TAB_CLOCKS] = _ ("Clocks"),
  };

  for (int tab = 0; tab < LSC_PIPELINE_N_TABS; tab++)
    {
      LscPipelinePanel *panel = g_object_new (get_type_of ((LscPipelineTab) tab), NULL);

      g_set_weak_pointer (&get (panel)->page, page);
      gtk_notebook_append_page (page->panel, GTK_WIDGET (panel), gtk_label_new (titles[tab]));
    }
  g_signal_connect_object (page->panel, "map", G_CALLBACK (on_first_map), page->paned, 0);
}
