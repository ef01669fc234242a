/* lsc-sidebar-filter.c - which ranks of the sidebar are shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-sidebar-filter.h"

struct _LscSidebarFilter
{
  GtkSearchEntry *entry; /* of the template, as is the next */
  GtkLabel *nothing;     /* shown where no rank is found */
  GtkFilter *filter;
  GListModel *projects; /* (nullable): all of them */
  char *wanted;
};

static gboolean
is_wanted (gpointer item, gpointer user_data)
{
  const LscSidebarFilter *self = user_data;

  return lsc_sidebar_item_matches (item, self->wanted);
}

static gboolean
has_found (LscSidebarItem *item, const char *wanted)
{
  GListModel *children = lsc_sidebar_item_get_children (item);
  gboolean is_found = FALSE;

  for (guint i = 0; children && i < g_list_model_get_n_items (children) && !is_found; i++)
    {
      g_autoptr (LscSidebarItem) child = g_list_model_get_item (children, i);

      is_found = lsc_sidebar_item_matches (child, wanted);
    }
  return is_found;
}

static void
update_nothing (LscSidebarFilter *self)
{
  gboolean is_found = *self->wanted == '\0';

  for (guint i = 0; self->projects && i < g_list_model_get_n_items (self->projects); i++)
    {
      g_autoptr (LscSidebarItem) project = g_list_model_get_item (self->projects, i);

      is_found = is_found || has_found (project, self->wanted);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), !is_found);
}

static void
on_search_changed (LscSidebarFilter *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  g_free (self->wanted);
  self->wanted = g_utf8_casefold (g_strstrip (text), -1);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  update_nothing (self);
}

/**
 * lsc_sidebar_filter_new:
 * @entry: where the user says what is looked for
 * @nothing: what is shown where nothing is found
 *
 * Returns: (transfer full): to be freed before both
 */
LscSidebarFilter *
lsc_sidebar_filter_new (GtkSearchEntry *entry, GtkLabel *nothing)
{
  LscSidebarFilter *self;

  g_return_val_if_fail (GTK_IS_SEARCH_ENTRY (entry) && GTK_IS_LABEL (nothing), NULL);
  self = g_new0 (LscSidebarFilter, 1);
  self->entry = entry;
  self->nothing = nothing;
  self->wanted = g_strdup ("");
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_wanted, self, NULL));
  g_signal_connect_swapped (entry, "search-changed", G_CALLBACK (on_search_changed), self);
  return self;
}

/**
 * lsc_sidebar_filter_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_sidebar_filter_free (LscSidebarFilter *self)
{
  if (!self)
    return;
  g_signal_handlers_disconnect_by_data (self->entry, self);
  gtk_custom_filter_set_filter_func (GTK_CUSTOM_FILTER (self->filter), NULL, NULL, NULL);
  g_object_unref (self->filter);
  g_free (self->wanted);
  g_free (self);
}

/**
 * lsc_sidebar_filter_wrap:
 * @items: (element-type LscSidebarItem): of a level
 *
 * Returns: (transfer full): those that are looked for
 */
GListModel *
lsc_sidebar_filter_wrap (LscSidebarFilter *self, GListModel *items)
{
  g_return_val_if_fail (self && G_IS_LIST_MODEL (items), NULL);
  return G_LIST_MODEL (
      gtk_filter_list_model_new (g_object_ref (items), g_object_ref (self->filter)));
}

/**
 * lsc_sidebar_filter_update:
 * @projects: (element-type LscSidebarItem): borrowed
 *
 * Offers to look for ranks where there are more than a few, and looks again where what is known of
 * them has changed.
 */
void
lsc_sidebar_filter_update (LscSidebarFilter *self, GListModel *projects)
{
  guint n = 0;

  g_return_if_fail (self && G_IS_LIST_MODEL (projects));
  self->projects = projects;
  for (guint i = 0; i < g_list_model_get_n_items (projects); i++)
    {
      g_autoptr (LscSidebarItem) project = g_list_model_get_item (projects, i);

      n += lsc_sidebar_item_count_ranks (project);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->entry), n > LSC_SIDEBAR_FEW_RANKS);
  if (n <= LSC_SIDEBAR_FEW_RANKS && *self->wanted)
    gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  if (*self->wanted)
    gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  update_nothing (self);
}
