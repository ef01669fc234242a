/* lsc-sidebar-rows.c - how projects, hosts and ranks look in the sidebar
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-sidebar-rows.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-sidebar-item.h"
#include "base/lsc-watchdog.h"

static const char *
icon_of (LscSidebarItem *item)
{
  switch (lsc_sidebar_item_get_kind (item))
    {
    case LSC_SIDEBAR_PROJECT:
      return "folder-symbolic";
    case LSC_SIDEBAR_CLUSTER:
      return "network-workgroup-symbolic";
    case LSC_SIDEBAR_SLOW:
      return "dialog-warning-symbolic";
    case LSC_SIDEBAR_HOST:
      return "computer-symbolic";
    case LSC_SIDEBAR_RANK:
      return "media-record-symbolic";
    default:
      return "action-unavailable-symbolic";
    }
}

static void
on_close_clicked (GtkButton *button, GtkListItem *list_item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  g_autoptr (LscSidebarItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;

  if (item)
    gtk_widget_activate_action (GTK_WIDGET (button), "win.close-project", "s",
                                lsc_sidebar_item_get_detail (item));
}

/* A tool tip that is set has GTK ask the display where the pointer is, at once and several times:
 * with hundreds of rows that takes longer than all else of them. */
static gboolean
on_query_detail (GtkWidget *label, int x, int y, gboolean by_key, GtkTooltip *tooltip,
                 GtkListItem *list_item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  g_autoptr (LscSidebarItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;
  const char *detail = item ? lsc_sidebar_item_get_detail (item) : NULL;

  gtk_tooltip_set_text (tooltip, detail);
  return detail && *detail;
}

static gboolean
on_query_words (GtkWidget *widget, int x, int y, gboolean by_key, GtkTooltip *tooltip,
                const char *words)
{
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

/* @words: of a constant text, translated */
static void
explain (GtkWidget *widget, const char *words)
{
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query_words), (gpointer) words);
}

static void
on_row_setup (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *failed = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  GtkWidget *slow = gtk_label_new (_ ("slow"));
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  LSC_WATCH ("sidebar: row set-up");

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect_object (label, "query-tooltip", G_CALLBACK (on_query_detail), list_item, 0);
  gtk_widget_add_css_class (failed, "warning");
  explain (failed, _ ("Could not be read"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (failed), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Could not be read"), -1);
  gtk_widget_add_css_class (slow, "caption");
  gtk_widget_add_css_class (slow, "slow-badge");
  gtk_widget_set_valign (slow, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (close, "circular");
  gtk_widget_set_focusable (close, FALSE); /* the key Delete does it */
  explain (close, _ ("Close This Profile (Delete)"));
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  g_signal_connect_object (close, "clicked", G_CALLBACK (on_close_clicked), list_item, 0);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), slow);
  gtk_box_append (GTK_BOX (box), failed);
  gtk_box_append (GTK_BOX (box), close);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (list_item, expander);
}

/* A row shows a property of its item for as long as it has it. */
static void
bind (GtkListItem *row, LscSidebarItem *item, const char *property, GtkWidget *widget,
      const char *target)
{
  GBinding *binding =
      g_object_bind_property (item, property, widget, target, G_BINDING_SYNC_CREATE);

  g_object_set_data_full (G_OBJECT (row), property, g_object_ref (binding), g_object_unref);
}

static void
unbind (GtkListItem *row, const char *property)
{
  GBinding *binding = g_object_get_data (G_OBJECT (row), property);

  if (binding)
    g_binding_unbind (binding);
  g_object_set_data (G_OBJECT (row), property, NULL);
}

static GtkWidget *
get_slow (GtkWidget *expander)
{
  GtkWidget *icon =
      gtk_widget_get_first_child (gtk_tree_expander_get_child (GTK_TREE_EXPANDER (expander)));

  return gtk_widget_get_next_sibling (gtk_widget_get_next_sibling (icon));
}

/* Why a rank is slow, and what a screen reader says of the row besides its name. */
static void
tell_slow (LscSidebarItem *item, GParamSpec *pspec, GtkWidget *expander)
{
  GtkWidget *slow = get_slow (expander);
  g_autofree char *why = NULL, *words = NULL;

  g_object_get (item, "why-slow", &why, NULL);
  if (g_strcmp0 (why, gtk_widget_get_tooltip_text (slow)) != 0)
    gtk_widget_set_tooltip_text (slow, why);
  words = why ? g_strdup_printf (_ ("Slow: %s"), why) : g_strdup ("");
  gtk_accessible_update_property (GTK_ACCESSIBLE (expander), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  words, -1);
}

static void
on_row_bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  g_autoptr (LscSidebarItem) item = gtk_tree_list_row_get_item (row);
  GtkWidget *expander = gtk_list_item_get_child (list_item);
  GtkWidget *icon =
      gtk_widget_get_first_child (gtk_tree_expander_get_child (GTK_TREE_EXPANDER (expander)));
  GtkWidget *label = gtk_widget_get_next_sibling (icon);
  GtkWidget *slow = gtk_widget_get_next_sibling (label);
  GtkWidget *failed = gtk_widget_get_next_sibling (slow);
  GtkWidget *close = gtk_widget_get_next_sibling (failed);
  LscSidebarKind kind = lsc_sidebar_item_get_kind (item);
  LSC_WATCH ("sidebar: row");

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), row);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), icon_of (item));
  gtk_widget_set_visible (icon, kind != LSC_SIDEBAR_RANK);
  gtk_widget_set_visible (close, kind == LSC_SIDEBAR_PROJECT);
  if (kind == LSC_SIDEBAR_UNREAD)
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
  if (kind == LSC_SIDEBAR_PROJECT || kind == LSC_SIDEBAR_SLOW)
    gtk_widget_add_css_class (label, "heading");
  else
    gtk_widget_remove_css_class (label, "heading");
  bind (list_item, item, "failed", failed, "visible");
  bind (list_item, item, "slow", slow, "visible");
  g_signal_connect_object (item, "notify::why-slow", G_CALLBACK (tell_slow), expander, 0);
  tell_slow (item, NULL, expander);
  bind (list_item, item, "label", label, "label");
}

static void
on_row_unbind (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkWidget *expander = gtk_list_item_get_child (list_item);
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  g_autoptr (LscSidebarItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;

  if (item && expander)
    g_signal_handlers_disconnect_matched (item, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, expander);
  unbind (list_item, "failed");
  unbind (list_item, "slow");
  unbind (list_item, "label");
  if (expander)
    gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), NULL);
}

/** lsc_sidebar_rows_new_factory: Returns: (transfer full): makes rows of a tree of #LscSidebarItem
 */
GtkListItemFactory *
lsc_sidebar_rows_new_factory (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_row_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_row_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_row_unbind), NULL);
  return factory;
}
