/* lsc-panel.c - a tab below a chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-label.h"
#include "app/parts/lsc-panel.h"

#include "app/parts/lsc-table-view.h"
#include "base/lsc-watchdog.h"

typedef struct
{
  GtkWidget *page; /* weak */
  GtkWidget *head;
  GtkWidget *head_scroller;
  GtkLabel *text;
  GtkSpinner *spinner;
  GtkStack *stack; /* reason, content */
  GtkLabel *reason;
  gboolean is_stale;
  guint idle_id;
  LscTask *working;           /* (nullable) */
  GDestroyNotify free_result; /* of that */
} LscPanelPrivate;

static void lsc_panel_buildable_init (GtkBuildableIface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (LscPanel, lsc_panel, GTK_TYPE_BOX,
                                  G_ADD_PRIVATE (LscPanel)
                                      G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE,
                                                             lsc_panel_buildable_init))

static LscPanelPrivate *
get (LscPanel *self)
{
  return lsc_panel_get_instance_private (self);
}

/** lsc_panel_get_page: Returns: (transfer none) (nullable): %NULL while it goes away */
GtkWidget *
lsc_panel_get_page (LscPanel *self)
{
  return get (self)->page;
}

/** lsc_panel_is_busy: whether what is shown will change by itself */
gboolean
lsc_panel_is_busy (LscPanel *self)
{
  return get (self)->idle_id != 0 || get (self)->working;
}

/* ---- the head ---- */

/* A head with nothing in it takes no room. */
static void
update_head (LscPanel *self)
{
  LscPanelPrivate *private = get (self);
  gboolean is_needed = *gtk_label_get_label (private->text) != '\0' ||
                       gtk_spinner_get_spinning (private->spinner) ||
                       gtk_widget_get_next_sibling (GTK_WIDGET (private->spinner)) != NULL;

  gtk_widget_set_visible (private->head_scroller, is_needed);
}

static void
set_busy (LscPanel *self, gboolean is_busy)
{
  gtk_spinner_set_spinning (get (self)->spinner, is_busy);
  update_head (self);
}

/* ---- when to fill ---- */

/**
 * lsc_panel_set_reason:
 * @reason: (nullable): why there is nothing to show; %NULL shows the content
 *
 * For what comes out only while the panel is filled; the class's @why_not is asked before.
 */
void
lsc_panel_set_reason (LscPanel *self, const char *reason)
{
  g_return_if_fail (LSC_IS_PANEL (self));
  if (reason)
    {
      gtk_label_set_label (get (self)->reason, reason);
      lsc_panel_set_text (self, NULL);
    }
  gtk_stack_set_visible_child_name (get (self)->stack, reason ? "reason" : "content");
}

static gboolean
on_idle (gpointer user_data)
{
  LscPanel *self = user_data;
  LscPanelClass *class = LSC_PANEL_GET_CLASS (self);
  g_autofree char *reason = NULL;
  LSC_WATCH (G_OBJECT_TYPE_NAME (user_data));

  get (self)->idle_id = 0;
  get (self)->is_stale = FALSE;
  if (!get (self)->page)
    return G_SOURCE_REMOVE;
  if (class->why_not)
    reason = class->why_not (self);
  lsc_panel_set_reason (self, reason);
  if (!reason)
    class->refresh (self);
  return G_SOURCE_REMOVE;
}

/** lsc_panel_invalidate: fills it again, soon or when it is seen */
void
lsc_panel_invalidate (LscPanel *self)
{
  g_return_if_fail (LSC_IS_PANEL (self));
  get (self)->is_stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && get (self)->idle_id == 0)
    get (self)->idle_id = g_idle_add (on_idle, self);
}

static void
changed (LscPanel *self, guint what)
{
  LscPanelClass *class = LSC_PANEL_GET_CLASS (self);

  if (class->depends & class->outdates & what)
    lsc_panel_stop (self);
  if ((class->depends & what) != 0 && (!class->wants || class->wants (self, what)))
    lsc_panel_invalidate (self);
}

/**
 * lsc_panel_tell_all:
 * @notebook: of panels
 * @what: one of the bits of the page
 *
 * Something changed: those that depend on it are filled again, soon or when they are seen.
 */
void
lsc_panel_tell_all (GtkNotebook *notebook, guint what)
{
  g_return_if_fail (GTK_IS_NOTEBOOK (notebook));
  for (int i = 0; i < gtk_notebook_get_n_pages (notebook); i++)
    changed (LSC_PANEL (gtk_notebook_get_nth_page (notebook, i)), what);
}

static void
lsc_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (lsc_panel_parent_class)->map (widget);
  if (get (LSC_PANEL (widget))->is_stale)
    lsc_panel_invalidate (LSC_PANEL (widget));
}

/* ---- work ---- */

static void
on_done (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscPanel *self = owner;
  GDestroyNotify free_result = get (self)->free_result;

  set_busy (self, FALSE);
  if (error)
    lsc_panel_set_text (self, error->message);
  if (get (self)->page)
    LSC_PANEL_GET_CLASS (self)->done (self, result, error);
  lsc_release_in_thread (result, free_result);
}

/** lsc_panel_stop: what was started is not wanted any more */
void
lsc_panel_stop (LscPanel *self)
{
  g_return_if_fail (LSC_IS_PANEL (self));
  if (!get (self)->working)
    return;
  lsc_task_stop (&get (self)->working);
  set_busy (self, FALSE);
}

/**
 * lsc_panel_start:
 * @work: @done is the class's
 *
 * Starts work instead of what was started before; the class is told when it is done.
 */
void
lsc_panel_start (LscPanel *self, const LscTaskWork *work)
{
  LscTaskWork mine;

  g_return_if_fail (LSC_IS_PANEL (self) && work);
  mine = *work;
  mine.done = on_done;
  get (self)->free_result = work->free_result;
  set_busy (self, TRUE);
  lsc_task_start (self, &get (self)->working, &mine);
}

/* ---- parts ---- */

/** lsc_panel_set_text: what is shown, in a line; %NULL for none */
void
lsc_panel_set_text (LscPanel *self, const char *text)
{
  g_return_if_fail (LSC_IS_PANEL (self));
  gtk_label_set_label (get (self)->text, text ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (get (self)->text), text);
  update_head (self);
}

/** lsc_panel_set_text_chars: how much of the text stays beside tools at least; else 16 */
void
lsc_panel_set_text_chars (LscPanel *self, int n_chars)
{
  gtk_label_set_width_chars (get (self)->text, n_chars);
}

/** lsc_panel_add_tool: adds a widget to the head, right of the text */
void
lsc_panel_add_tool (LscPanel *self, GtkWidget *tool)
{
  g_return_if_fail (LSC_IS_PANEL (self) && GTK_IS_WIDGET (tool));
  gtk_widget_set_valign (tool, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (get (self)->head), tool);
  update_head (self);
}

/** lsc_panel_set_content: called once */
void
lsc_panel_set_content (LscPanel *self, GtkWidget *content)
{
  g_return_if_fail (LSC_IS_PANEL (self) && GTK_IS_WIDGET (content));
  gtk_stack_add_named (get (self)->stack, content, "content");
  gtk_stack_set_visible_child (get (self)->stack, content);
}

/**
 * lsc_panel_button:
 * @text: tooltip and name
 *
 * Returns: (transfer floating): a flat button with a picture
 */
GtkWidget *
lsc_panel_button (const char *icon, const char *text, GCallback callback, gpointer data)
{
  GtkWidget *button;

  g_return_val_if_fail (icon && text && callback, NULL);
  button = gtk_button_new_from_icon_name (icon);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_signal_connect_swapped (button, "clicked", callback, data);
  return button;
}

/* In templates, children are the content, those of type "tool" stand in the head. */
static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  if (g_strcmp0 (type, "tool") == 0)
    lsc_panel_add_tool (LSC_PANEL (buildable), GTK_WIDGET (child));
  else
    lsc_panel_set_content (LSC_PANEL (buildable), GTK_WIDGET (child));
}

static void
lsc_panel_buildable_init (GtkBuildableIface *iface)
{
  iface->add_child = add_child;
}

/* ---- in a page ---- */

/**
 * lsc_panel_add:
 * @title: translated
 * @about: translated: tool tip of the tab
 *
 * Returns: (transfer none): a panel of that type as the last tab
 */
GtkWidget *
lsc_panel_add (GtkNotebook *notebook, GtkWidget *page, GType type, const char *title,
               const char *about)
{
  GtkWidget *panel, *label;

  g_return_val_if_fail (GTK_IS_NOTEBOOK (notebook) && g_type_is_a (type, LSC_TYPE_PANEL) && title,
                        NULL);
  panel = g_object_new (type, NULL);
  label = gtk_label_new (title);
  g_set_weak_pointer (&get (LSC_PANEL (panel))->page, page);
  gtk_widget_set_tooltip_text (label, about);
  gtk_notebook_append_page (notebook, panel, label);
  return panel;
}

/**
 * lsc_panel_find:
 * @widget: (nullable): that has the focus
 *
 * Returns: (nullable) (transfer none): the panel that @widget is in, or whose tab it is
 */
LscPanel *
lsc_panel_find (GtkWidget *widget)
{
  GtkWidget *panel = widget ? gtk_widget_get_ancestor (widget, LSC_TYPE_PANEL) : NULL;
  GtkWidget *notebook = widget ? gtk_widget_get_ancestor (widget, GTK_TYPE_NOTEBOOK) : NULL;

  if (!panel && notebook)
    panel = gtk_notebook_get_nth_page (GTK_NOTEBOOK (notebook),
                                       gtk_notebook_get_current_page (GTK_NOTEBOOK (notebook)));
  return panel && LSC_IS_PANEL (panel) ? LSC_PANEL (panel) : NULL;
}

/** lsc_panel_complete_pin: Returns: %FALSE where the panel shows nothing that could be made anew */
gboolean
lsc_panel_complete_pin (LscPanel *self, LscPin *pin)
{
  LscPanelClass *class;

  g_return_val_if_fail (LSC_IS_PANEL (self) && pin, FALSE);
  class = LSC_PANEL_GET_CLASS (self);
  return !class->complete_pin || class->complete_pin (self, pin);
}

/** lsc_panel_get_title: Returns: (transfer none): what stands on its tab */
const char *
lsc_panel_get_title (LscPanel *self)
{
  GtkWidget *notebook;

  g_return_val_if_fail (LSC_IS_PANEL (self), NULL);
  notebook = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_NOTEBOOK);
  return gtk_notebook_get_tab_label_text (GTK_NOTEBOOK (notebook), GTK_WIDGET (self));
}

/* ---- life ---- */

static void
lsc_panel_dispose (GObject *object)
{
  LscPanel *self = LSC_PANEL (object);

  g_clear_handle_id (&get (self)->idle_id, g_source_remove);
  lsc_task_stop (&get (self)->working);
  g_clear_weak_pointer (&get (self)->page);
  G_OBJECT_CLASS (lsc_panel_parent_class)->dispose (object);
}

static void
lsc_panel_class_init (LscPanelClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_panel_dispose;
  GTK_WIDGET_CLASS (class)->map = lsc_panel_map;
  class->depends = G_MAXUINT;
  g_type_ensure (LSC_TYPE_TABLE_VIEW); /* which templates of panels have */
}

static GtkWidget *
make_head (LscPanelPrivate *private)
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
lsc_panel_init (LscPanel *self)
{
  LscPanelPrivate *private = get (self);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  private->stack = GTK_STACK (gtk_stack_new ());
  private->reason = GTK_LABEL (gtk_label_new (NULL));
  lsc_label_keep_units (private->reason);
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
