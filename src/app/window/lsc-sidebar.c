/* lsc-sidebar.c - what is open, and how it can be looked at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-sidebar.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-app.h"
#include "app/window/lsc-sidebar-filter.h"
#include "app/window/lsc-sidebar-item.h"
#include "app/window/lsc-sidebar-rows.h"
#include "app/window/lsc-pages.h"
#include "app/parts/lsc-one-stop.h"
#include "app/parts/lsc-template.h"
#include "base/lsc-watchdog.h"

/* So long a row must stay selected before its rank is read; arrow keys thus pass over ranks. */
#define SETTLE_MS 160

struct _LscSidebar
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkListView *list;
  GtkListBox *views;
  GtkListBoxRow *problems_row;
  GtkImage *problems_icon;
  GtkLabel *problems_count;
  GtkSearchEntry *filter_entry;
  GtkLabel *nothing;

  LscSidebarFilter *filter;
  LscSource *source; /* (nullable): that was marked last */
  GListStore *items;
  GtkSingleSelection *selection;
  GtkWidget *stop;      /* the list that has the focus, or had it last */
  GtkWidget *shown_row; /* of the views; NULL for none */
  guint settle_id;
  gboolean is_selecting; /* by the program, not by the user */
};

G_DEFINE_FINAL_TYPE (LscSidebar, lsc_sidebar, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_RANK_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GListModel *
create_children (gpointer item, gpointer user_data)
{
  LscSidebar *self = user_data;
  GListModel *children = lsc_sidebar_item_get_children (item);

  return children ? lsc_sidebar_filter_wrap (self->filter, children) : NULL;
}

/* ---- Choosing ------------------------------------------------------------------------------ */

static gboolean
on_settled (gpointer user_data)
{
  LscSidebar *self = user_data;
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (LscSidebarItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;
  LSC_WATCH ("sidebar: chosen");

  self->settle_id = 0;
  if (item && lsc_sidebar_item_get_kind (item) != LSC_SIDEBAR_UNREAD &&
      lsc_sidebar_item_get_kind (item) != LSC_SIDEBAR_SLOW &&
      lsc_sidebar_item_get_kind (item) != LSC_SIDEBAR_HOST) /* which no page is about */
    g_signal_emit (self, signals[SIGNAL_RANK_CHOSEN], 0, lsc_sidebar_item_get_open_project (item),
                   lsc_sidebar_item_get_cluster (item), lsc_sidebar_item_get_source (item));
  return G_SOURCE_REMOVE;
}

static void
on_selected_changed (GtkSingleSelection *selection, GParamSpec *pspec, LscSidebar *self)
{
  LSC_WATCH ("sidebar: selection");

  if (self->is_selecting)
    return;
  g_clear_handle_id (&self->settle_id, g_source_remove);
  /* Who moves through the list by key passes ranks that would all be read. */
  self->settle_id = g_timeout_add (SETTLE_MS, on_settled, self);
}

static void
on_row_activated (GtkListView *list, guint position, LscSidebar *self)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (gtk_tree_list_row_is_expandable (row))
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

static void
on_view_activated (GtkListBox *box, GtkListBoxRow *row, LscSidebar *self)
{
  const char *name = gtk_widget_get_name (GTK_WIDGET (row));
  LSC_WATCH ("sidebar: view");

  if (row == self->problems_row)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.problems", NULL);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-page", "s", name);
}

/* Whether a row is about a rank, or about a project where @source is %NULL. */
static gboolean
is_row_of (LscSidebar *self, guint position, LscOpenProject *project, LscSource *source)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  g_autoptr (LscSidebarItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;

  return item && lsc_sidebar_item_get_open_project (item) == project &&
         lsc_sidebar_item_get_source (item) == source;
}

/* A slow rank has two rows: the one that was chosen stays marked. */
static gboolean
find_row (LscSidebar *self, LscOpenProject *project, LscSource *source, guint *position)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  *position = gtk_single_selection_get_selected (self->selection);
  if (is_row_of (self, *position, project, source))
    return TRUE;
  for (*position = 0; *position < n; (*position)++)
    if (is_row_of (self, *position, project, source))
      return TRUE;
  return FALSE;
}

#define ALWAYS_SEEN 4 /* rows that are in sight with the name of the first project */

/**
 * lsc_sidebar_select:
 * @source: (nullable): a rank of @project
 *
 * Marks what is shown, without choosing it again.
 */
void
lsc_sidebar_select (LscSidebar *self, LscOpenProject *project, LscSource *source)
{
  guint position;

  g_return_if_fail (LSC_IS_SIDEBAR (self));
  self->source = source;
  if (!find_row (self, project, source, &position))
    return;
  self->is_selecting = TRUE;
  g_clear_handle_id (&self->settle_id, g_source_remove);
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                              position < ALWAYS_SEEN ? 0 : position);
  self->is_selecting = FALSE;
}

/* Ranks go below their hosts, and what is selected stays so, wherever it is now. */
static void
take_hosts (LscSidebar *self, const LscRankSummary *summary)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (LscSidebarItem) selected = row ? gtk_tree_list_row_get_item (row) : NULL;
  gboolean is_changed = FALSE;

  self->is_selecting = TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (LscSidebarItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      is_changed = lsc_sidebar_item_take_hosts (item, summary) || is_changed;
    }
  self->is_selecting = FALSE;
  if (is_changed && selected)
    lsc_sidebar_select (self, lsc_sidebar_item_get_open_project (selected),
                        lsc_sidebar_item_get_source (selected));
}

/* Slow ranks stand first, and are seen. */
static void
gather_slow (LscSidebar *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (LscSidebarItem) selected = row ? gtk_tree_list_row_get_item (row) : NULL;
  gboolean is_any = FALSE;

  self->is_selecting = TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (LscSidebarItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      is_any = lsc_sidebar_item_gather_slow (item, LSC_SIDEBAR_FEW_RANKS) || is_any;
    }
  self->is_selecting = FALSE;
  if (is_any && selected)
    lsc_sidebar_select (self, lsc_sidebar_item_get_open_project (selected),
                        lsc_sidebar_item_get_source (selected));
  if (is_any)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
}

/**
 * lsc_sidebar_show_summary:
 *
 * Marks the ranks that were found slow, names them before all others where there are many, and
 * shows which hosts ranks ran on if these are several.
 */
void
lsc_sidebar_show_summary (LscSidebar *self, const LscRankSummary *summary)
{
  g_return_if_fail (LSC_IS_SIDEBAR (self) && summary);
  take_hosts (self, summary);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (LscSidebarItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      lsc_sidebar_item_take_summary (item, summary);
    }
  gather_slow (self);
  lsc_sidebar_filter_update (self->filter, G_LIST_MODEL (self->items));
}

/* ---- Content ------------------------------------------------------------------------------- */

static void
on_project_changed (LscOpenProject *project, LscSidebarItem *item)
{
  lsc_sidebar_item_update (item);
}

/* Each name depends on those beside it. */
static void
name_projects (LscSidebar *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  g_autofree const char **paths = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      paths[i] = lsc_open_project_get_project (lsc_sidebar_item_get_open_project (item))->path;
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscSidebarItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      lsc_sidebar_item_name (item, paths);
    }
}

/**
 * lsc_sidebar_add_project:
 *
 * Appends a project.
 */
void
lsc_sidebar_add_project (LscSidebar *self, LscOpenProject *project)
{
  g_autoptr (LscSidebarItem) item = NULL;

  g_return_if_fail (LSC_IS_SIDEBAR (self));
  item = lsc_sidebar_item_new_project (project);
  lsc_sidebar_item_take_hosts (item, NULL);
  g_signal_connect_object (project, "changed", G_CALLBACK (on_project_changed), item, 0);
  /* A first item is selected by the list itself, which is not the user's choice. */
  self->is_selecting = TRUE;
  g_list_store_append (self->items, item);
  self->is_selecting = FALSE;
  name_projects (self);
  lsc_sidebar_filter_update (self->filter, G_LIST_MODEL (self->items));
}

/**
 * lsc_sidebar_remove_project:
 *
 * Takes a project away.
 */
void
lsc_sidebar_remove_project (LscSidebar *self, LscOpenProject *project)
{
  guint n;

  g_return_if_fail (LSC_IS_SIDEBAR (self));
  n = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  self->is_selecting = TRUE;
  for (guint i = n; i-- > 0;)
    {
      g_autoptr (LscSidebarItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      if (lsc_sidebar_item_get_open_project (item) == project)
        g_list_store_remove (self->items, i);
    }
  self->is_selecting = FALSE;
  name_projects (self);
  lsc_sidebar_filter_update (self->filter, G_LIST_MODEL (self->items));
}

/* ---- Looking for ranks --------------------------------------------------------------------- */

/* What is shown stays marked where it is still, or again, in the list. */
static void
on_search_changed (GtkSearchEntry *entry, LscSidebar *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; self->source && i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), i);
      g_autoptr (LscSidebarItem) item = gtk_tree_list_row_get_item (row);

      if (lsc_sidebar_item_get_source (item) != self->source)
        continue;
      lsc_sidebar_select (self, lsc_sidebar_item_get_open_project (item), self->source);
      return;
    }
}

/* Escape: all ranks again. */
static void
on_search_stopped (GtkSearchEntry *entry, LscSidebar *self)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

/* Not by the selection of the list, which would follow the focus. */
static void
mark_shown (GtkWidget *row, gboolean is_shown)
{
  if (is_shown)
    gtk_widget_add_css_class (row, "shown");
  else
    gtk_widget_remove_css_class (row, "shown");
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_SELECTED, is_shown, -1);
}

/**
 * lsc_sidebar_set_page:
 * @name: the page that is shown
 */
void
lsc_sidebar_set_page (LscSidebar *self, const char *name)
{
  GtkWidget *child;

  g_return_if_fail (LSC_IS_SIDEBAR (self));
  self->shown_row = NULL;
  for (child = gtk_widget_get_first_child (GTK_WIDGET (self->views)); child;
       child = gtk_widget_get_next_sibling (child))
    {
      gboolean is_shown = g_strcmp0 (gtk_widget_get_name (child), name) == 0;

      mark_shown (child, is_shown);
      if (is_shown)
        self->shown_row = child;
    }
}

/**
 * lsc_sidebar_set_problems:
 * @project: (nullable): the project whose problems are counted
 */
void
lsc_sidebar_set_problems (LscSidebar *self, LscOpenProject *project)
{
  guint errors, all, notes;
  g_autofree char *text = NULL;
  g_autofree char *spoken = NULL;

  g_return_if_fail (LSC_IS_SIDEBAR (self));
  errors = project ? lsc_open_project_count (project, LSC_SEVERITY_ERROR) : 0;
  all = project ? lsc_open_project_count_problems (project) : 0;
  notes = project ? lsc_open_project_count (project, LSC_SEVERITY_NOTE) : 0;
  text = g_strdup_printf ("%u", all);
  spoken = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u problem", "%u problems", all), all);
  gtk_label_set_label (self->problems_count, text);
  gtk_widget_set_visible (GTK_WIDGET (self->problems_count), all > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->problems_row), all + notes > 0);
  gtk_image_set_from_icon_name (
      self->problems_icon,
      lsc_severity_icon (errors > 0 ? LSC_SEVERITY_ERROR : LSC_SEVERITY_WARNING));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->problems_row),
                               all > 0     ? spoken
                               : notes > 0 ? _ ("No problems; what was noticed can be read here")
                                           : _ ("No problems in what was read"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->problems_row),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

/* ---- The focus: one stop for Tab, whatever the number of ranks; arrows go on inside --------- */

static gboolean
has_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return focus && gtk_widget_is_ancestor (focus, widget);
}

/* From the edge of a list to the next one that can have the focus, and from the last to the first:
 * a view is thus near, however many ranks there are. */
static gboolean
leave_list (LscSidebar *self, GtkWidget *list, gboolean is_up)
{
  GtkWidget *lists[] = { GTK_WIDGET (self->list), GTK_WIDGET (self->views),
                         gtk_widget_get_parent (GTK_WIDGET (self->problems_row)) };
  int n = G_N_ELEMENTS (lists), step = is_up ? -1 : 1, at = 0;

  while (lists[at] != list)
    at++;
  for (int i = 1; i < n; i++)
    if (gtk_widget_child_focus (lists[(at + i * step + n) % n],
                                is_up ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD))
      return TRUE;
  return FALSE;
}

static gboolean
on_keynav_failed (GtkWidget *list, GtkDirectionType direction, LscSidebar *self)
{
  return (direction == GTK_DIR_UP || direction == GTK_DIR_DOWN) && has_focus (list) &&
         leave_list (self, list, direction == GTK_DIR_UP);
}

/* Of the row that has the focus, which need not be the one that is selected. */
static guint
find_focus_position (LscSidebar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GtkWidget *expander = focus ? gtk_widget_get_ancestor (focus, GTK_TYPE_TREE_EXPANDER) : NULL;
  GtkTreeListRow *row;

  if (focus && !expander)
    expander = gtk_widget_get_first_child (focus);
  if (!GTK_IS_TREE_EXPANDER (expander))
    return GTK_INVALID_LIST_POSITION;
  row = gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander));
  return row ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
}

/* A list view keeps the arrows at its edges to itself. */
static gboolean
on_list_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
             LscSidebar *self)
{
  gboolean is_up = key == GDK_KEY_Up || key == GDK_KEY_KP_Up;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  LSC_WATCH ("sidebar: key");

  if (!is_up && key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
    return FALSE;
  return find_focus_position (self) == (is_up ? 0 : n - 1) &&
         leave_list (self, GTK_WIDGET (self->list), is_up);
}

static void
on_list_entered (GtkEventControllerFocus *controller, LscSidebar *self)
{
  self->stop = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
}

static void
watch_focus (LscSidebar *self, GtkWidget *list)
{
  GtkEventController *controller = gtk_event_controller_focus_new ();

  g_signal_connect (controller, "enter", G_CALLBACK (on_list_entered), self);
  gtk_widget_add_controller (list, controller);
  g_signal_connect (list, "keynav-failed", G_CALLBACK (on_keynav_failed), self);
}

static void
set_up_focus (LscSidebar *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  self->stop = GTK_WIDGET (self->list);
  lsc_one_stop_keep_place (self->stop);
  watch_focus (self, GTK_WIDGET (self->list));
  watch_focus (self, GTK_WIDGET (self->views));
  watch_focus (self, gtk_widget_get_parent (GTK_WIDGET (self->problems_row)));
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_list_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), controller);
}

/* The list that had the focus last has it again; among the views, the one that is shown. */
static gboolean
lsc_sidebar_focus (GtkWidget *widget, GtkDirectionType direction)
{
  LscSidebar *self = LSC_SIDEBAR (widget);

  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS (lsc_sidebar_parent_class)->focus (widget, direction);
  if (direction == GTK_DIR_TAB_BACKWARD && has_focus (GTK_WIDGET (self->list)) &&
      gtk_widget_get_visible (GTK_WIDGET (self->filter_entry)))
    return gtk_widget_grab_focus (GTK_WIDGET (self->filter_entry));
  if (direction == GTK_DIR_TAB_FORWARD && has_focus (GTK_WIDGET (self->filter_entry)))
    return gtk_widget_child_focus (GTK_WIDGET (self->list), direction);
  if (lsc_one_stop_leaves (widget, direction))
    return FALSE;
  if (self->stop == GTK_WIDGET (self->views) && self->shown_row)
    return gtk_widget_grab_focus (self->shown_row);
  return gtk_widget_child_focus (self->stop, direction) ||
         gtk_widget_child_focus (GTK_WIDGET (self->list), direction);
}

static void
close_chosen (GtkWidget *widget, const char *action, GVariant *parameter)
{
  LscSidebar *self = LSC_SIDEBAR (widget);
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (LscSidebarItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;
  g_autofree char *path = NULL;

  if (!item)
    return;
  path = g_filename_display_name (
      lsc_open_project_get_project (lsc_sidebar_item_get_open_project (item))->path);
  gtk_widget_activate_action (widget, "win.close-project", "s", path);
}

static void
lsc_sidebar_dispose (GObject *object)
{
  LscSidebar *self = LSC_SIDEBAR (object);

  g_clear_handle_id (&self->settle_id, g_source_remove);
  gtk_list_view_set_model (self->list, NULL);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->filter, lsc_sidebar_filter_free);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (lsc_sidebar_parent_class)->dispose (object);
}

static void
lsc_sidebar_class_init (LscSidebarClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscSidebar, content),       LSC_CHILD (LscSidebar, list),
    LSC_CHILD (LscSidebar, views),         LSC_CHILD (LscSidebar, problems_row),
    LSC_CHILD (LscSidebar, problems_icon), LSC_CHILD (LscSidebar, problems_count),
    LSC_CHILD (LscSidebar, filter_entry),  LSC_CHILD (LscSidebar, nothing)
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_sidebar_dispose;

  /* The user chose a project (and cluster, and rank); a gpointer is an LscCluster or LscSource of
   * that project, or NULL. */
  signals[SIGNAL_RANK_CHOSEN] =
      g_signal_new ("rank-chosen", LSC_TYPE_SIDEBAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, LSC_TYPE_OPEN_PROJECT, G_TYPE_POINTER, G_TYPE_POINTER);

  lsc_template_set (class, "lsc-sidebar", children, G_N_ELEMENTS (children));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "lsc-sidebar");
  widget_class->focus = lsc_sidebar_focus;
  gtk_widget_class_install_action (widget_class, "sidebar.close", NULL, close_chosen);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "sidebar.close", NULL);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_view_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stopped);
}

static void
add_dim_label (GtkBox *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (box, label);
}

static GtkWidget *
create_page_row (const LscPageKind *kind)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "icon-name", kind->icon, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  GtkWidget *title = gtk_label_new (_ (kind->title));
  g_autofree char *accelerator = lsc_pages_accelerator (kind);
  g_autofree char *key = NULL;
  GdkModifierType modifiers;
  guint code;

  gtk_accelerator_parse (accelerator, &code, &modifiers);
  key = gtk_accelerator_get_label (code, modifiers);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), title);
  add_dim_label (GTK_BOX (box), key);
  gtk_widget_set_name (row, kind->name);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

static void
lsc_sidebar_init (LscSidebar *self)
{
  guint n_pages;
  const LscPageKind *pages = lsc_pages_list (&n_pages);
  GtkListItemFactory *factory = lsc_sidebar_rows_new_factory ();
  GtkTreeListModel *tree;

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint k = 0; k < n_pages; k++)
    gtk_list_box_append (self->views, create_page_row (&pages[k]));
  self->items = g_list_store_new (LSC_TYPE_SIDEBAR_ITEM);
  self->filter = lsc_sidebar_filter_new (self->filter_entry, self->nothing);
  g_signal_connect (self->filter_entry, "search-changed", G_CALLBACK (on_search_changed), self);
  tree = gtk_tree_list_model_new (G_LIST_MODEL (g_object_ref (self->items)), FALSE, TRUE,
                                  create_children, self, NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (tree));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect (self->selection, "notify::selected", G_CALLBACK (on_selected_changed), self);
  gtk_list_view_set_factory (self->list, factory);
  g_object_unref (factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  set_up_focus (self);
  lsc_sidebar_set_problems (self, NULL);
}
