/* lsc-modules-search.c - looking for names, filtering rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  LscTree *tree;
  char *needle;
  LscIndexes found;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  lsc_tree_unref (search->tree);
  g_free (search->needle);
  lsc_indexes_clear (&search->found);
  g_free (search);
}

/* ---- Filter -------------------------------------------------------------------------------- */

/* What of @nodes is @found, too, or below it; both rise. */
static void
keep_below (LscModulesPage *self, const LscIndexes *found, const LscIndexes *nodes,
            LscIndexes *both)
{
  gsize at = 0;

  for (gsize i = 0; i < found->n; i++)
    {
      while (at < nodes->n &&
             lsc_tree_get_subtree_end (self->tree, nodes->items[at]) <= found->items[i])
        at++;
      if (at < nodes->n && nodes->items[at] <= found->items[i])
        lsc_indexes_append (both, found->items[i]);
    }
}

/** _lsc_modules_search_filter: shows the rows that are chosen for all pages, and of those the ones
 * that were searched for, if they are to be shown alone */
void
_lsc_modules_search_filter (LscModulesPage *self)
{
  gboolean by_name = *self->needle && gtk_toggle_button_get_active (self->filter_toggle);
  LscIndexes chosen = { 0 }, both = { 0 };
  gboolean has_chosen;

  if (!self->tree)
    return;
  has_chosen = _lsc_modules_part_list (self, &chosen);
  if (has_chosen && by_name)
    keep_below (self, &self->matches, &chosen, &both);
  if (by_name)
    lsc_tree_model_set_filter (self->model, has_chosen ? &both : &self->matches, FALSE);
  else
    lsc_tree_model_set_filter (self->model, has_chosen ? &chosen : NULL, TRUE);
  _lsc_modules_search_update_label (self);
  lsc_indexes_clear (&chosen);
  lsc_indexes_clear (&both);
}

/** _lsc_modules_search_update_label: says how many names match and how many rows are left */
void
_lsc_modules_search_update_label (LscModulesPage *self)
{
  g_autofree char *text = NULL;
  gsize at = 0;
  guint32 selected = lsc_tree_model_get_selected (self->model);
  gsize n_rows;

  lsc_tree_model_get_rows (self->model, &n_rows);
  while (at < self->matches.n && self->matches.items[at] < selected)
    at++;
  if (lsc_tree_model_has_filter (self->model))
    {
      g_autofree char *shown = lsc_format_count ((gint64) n_rows);
      g_autofree char *all = lsc_format_count ((gint64) lsc_tree_get_n_nodes (self->tree) - 1);

      /* Translators: rows that pass the filter, of all rows of the tree */
      text = g_strdup_printf (_ ("%s of %s rows"), shown, all);
    }
  else if (*self->needle && self->matches.n == 0)
    text = g_strdup (self->matching ? "" : _ ("No match"));
  else if (*self->needle && at < self->matches.n && self->matches.items[at] == selected)
    {
      g_autofree char *number = lsc_format_count ((gint64) at + 1);
      g_autofree char *all = lsc_format_count ((gint64) self->matches.n);

      /* Translators: number of a match, of all matches */
      text = g_strdup_printf (_ ("%s of %s"), number, all);
    }
  else if (*self->needle)
    {
      g_autofree char *all = lsc_format_count ((gint64) self->matches.n);

      text = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%s match", "%s matches", self->matches.n), all);
    }
  gtk_label_set_label (self->match_label, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->match_label), text != NULL);
  gtk_widget_set_visible (self->find_tools, *self->needle || text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.find-next", self->matches.n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.find-previous", self->matches.n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.clear-search",
                                 *self->needle || self->has_range);
}

/* ---- Search -------------------------------------------------------------------------------- */

static gpointer
run_search (gpointer data, LscJob *job, GError **error)
{
  Search *search = data;

  search->found = lsc_tree_match (search->tree, search->needle, job);
  return NULL;
}

static void
on_searched (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscModulesPage *self = owner;
  Search *search = data;
  guint32 selected;

  lsc_indexes_clear (&self->matches);
  self->matches = search->found;
  search->found = (LscIndexes){ 0 };
  _lsc_modules_search_filter (self);
  /* stay where the name typed so far is found already */
  selected = lsc_tree_model_get_selected (self->model);
  for (gsize i = 0; i < self->matches.n; i++)
    if (self->matches.items[i] == selected)
      {
        _lsc_modules_search_update_label (self);
        return;
      }
  _lsc_modules_search_step (self, TRUE);
}

/** _lsc_modules_search_restart: looks again, in a tree that may be another one */
void
_lsc_modules_search_restart (LscModulesPage *self)
{
  Search *search;

  lsc_task_stop (&self->matching);
  lsc_indexes_clear (&self->matches);
  if (!self->tree || !*self->needle)
    {
      _lsc_modules_search_filter (self);
      return;
    }
  search = g_new0 (Search, 1);
  search->tree = lsc_tree_ref (self->tree);
  search->needle = g_strdup (self->needle);
  lsc_task_start (self, &self->matching,
                  &(LscTaskWork){ .name = "modules: search",
                                  .run = run_search,
                                  .data = search,
                                  .free_data = search_free,
                                  .done = on_searched });
  _lsc_modules_search_update_label (self);
}

/** _lsc_modules_search_step: goes to the next match after the selection, round the end */
void
_lsc_modules_search_step (LscModulesPage *self, gboolean forward)
{
  guint32 selected = lsc_tree_model_get_selected (self->model);
  gsize n = self->matches.n;
  gsize at = 0;

  if (n == 0)
    return;
  if (selected == LSC_INDEX_NONE)
    selected = 0;
  while (at < n && self->matches.items[at] < selected)
    at++;
  if (!forward)
    at = (at + n - 1) % n;
  else if (at < n && self->matches.items[at] == selected)
    at++;
  lsc_tree_model_reveal (self->model, self->matches.items[at % n]);
  _lsc_modules_show_selected (self);
  _lsc_modules_search_update_label (self);
}

static void
on_search_changed (GtkSearchEntry *entry, LscModulesPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));

  if (g_strcmp0 (text, self->needle) == 0)
    return;
  g_free (self->needle);
  self->needle = g_strdup (text);
  _lsc_modules_search_restart (self);
}

static void
on_stop_search (GtkSearchEntry *entry, LscModulesPage *self)
{
  _lsc_modules_search_clear (self);
}

static void
on_next_match (GtkSearchEntry *entry, LscModulesPage *self)
{
  _lsc_modules_search_step (self, TRUE);
}

static void
on_previous_match (GtkSearchEntry *entry, LscModulesPage *self)
{
  _lsc_modules_search_step (self, FALSE);
}

static void
on_filter_toggled (GtkToggleButton *button, LscModulesPage *self)
{
  _lsc_modules_search_filter (self);
  _lsc_modules_show_selected (self);
}

/** _lsc_modules_search_clear: takes back the search or, if there is none, the range */
void
_lsc_modules_search_clear (LscModulesPage *self)
{
  if (*self->needle)
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  else
    (void) _lsc_modules_part_clear_range (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->table));
}

void
_lsc_modules_search_init (LscModulesPage *self)
{
  self->needle = g_strdup ("");
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->table));
  g_signal_connect (self->search, "search-changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect (self->search, "stop-search", G_CALLBACK (on_stop_search), self);
  g_signal_connect (self->search, "activate", G_CALLBACK (on_next_match), self);
  g_signal_connect (self->search, "next-match", G_CALLBACK (on_next_match), self);
  g_signal_connect (self->search, "previous-match", G_CALLBACK (on_previous_match), self);
  g_signal_connect (self->filter_toggle, "toggled", G_CALLBACK (on_filter_toggled), self);
}

void
_lsc_modules_search_dispose (LscModulesPage *self)
{
  lsc_indexes_clear (&self->matches);
}
