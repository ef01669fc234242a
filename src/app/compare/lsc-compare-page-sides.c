/* lsc-compare-page-sides.c - which two recordings are compared, and what they are called
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/parts/lsc-choices.h"
#include "app/window/lsc-open-project.h"

#define ALL_RANKS 0 /* position in the choice; the pairs follow */

/* Place of a project among those that are open: that of the one opened first is 0. */
static guint
find_place (LscComparePage *self, const LscProject *project, const char **title)
{
  guint n = self->projects ? g_list_model_get_n_items (self->projects) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscOpenProject) open = g_list_model_get_item (self->projects, i);

      if (lsc_open_project_get_project (open) != project)
        continue;
      if (title)
        *title = lsc_open_project_get_title (open);
      return i;
    }
  return G_MAXUINT;
}

/* The project that was chosen, else the one that was opened next to the shown one. */
static LscProject *
find_other (LscComparePage *self)
{
  for (guint i = 0; self->others && i < self->others->len; i++)
    {
      LscProject *project = self->others->pdata[i];

      if (g_strcmp0 (project->path, self->other_path) == 0)
        return project;
    }
  return self->others && self->others->len > 0 ? self->others->pdata[0] : NULL;
}

/* The cluster of the other project that is in the same place as the shown one, else the first. */
LscCluster *
_lsc_compare_page_find_cluster (LscComparePage *self, const LscProject *other)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  guint at = 0;

  if (!g_ptr_array_find (source->project->clusters, source->cluster, &at) ||
      at >= other->clusters->len)
    at = 0;
  return g_ptr_array_index (other->clusters, at);
}

static gboolean
is_other_before (LscComparePage *self, const LscProject *other)
{
  const LscProject *shown = lsc_app_page_get_source (LSC_APP_PAGE (self))->project;

  return (find_place (self, other, NULL) < find_place (self, shown, NULL)) != self->is_swapped;
}

/** _lsc_compare_page_find_clusters: of sets of runs those that lists are of; Returns: %FALSE where
 * nothing else is open */
gboolean
_lsc_compare_page_find_clusters (LscComparePage *self, LscCluster *clusters[LSC_N_SIDES])
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  LscProject *other = find_other (self);
  LscSide side;

  if (_lsc_compare_page_has_runs (self))
    {
      for (guint i = 0; i < LSC_N_SIDES; i++)
        clusters[i] =
            _lsc_compare_page_find_cluster (self, _lsc_compare_page_get_run (self, (LscSide) i));
      return TRUE;
    }
  if (_lsc_compare_page_has_parts (self))
    {
      for (guint i = 0; i < LSC_N_SIDES; i++)
        clusters[i] = _lsc_compare_page_find_cluster (
            self, _lsc_compare_page_get_part_project (self, (LscSide) i));
      return TRUE;
    }
  if (!other || !source->cluster)
    return FALSE;
  side = is_other_before (self, other) ? LSC_BEFORE : LSC_AFTER;
  clusters[side] = _lsc_compare_page_find_cluster (self, other);
  clusters[side == LSC_BEFORE ? LSC_AFTER : LSC_BEFORE] = source->cluster;
  return TRUE;
}

/** Of the two recordings that are compared, which there must be. */
void
_lsc_compare_page_find_projects (LscComparePage *self, LscProject *projects[LSC_N_SIDES])
{
  LscProject *other = find_other (self);
  LscSide side = other && is_other_before (self, other) ? LSC_BEFORE : LSC_AFTER;

  if (_lsc_compare_page_has_runs (self))
    {
      for (guint i = 0; i < LSC_N_SIDES; i++)
        projects[i] = _lsc_compare_page_get_run (self, (LscSide) i);
      return;
    }
  if (_lsc_compare_page_has_parts (self))
    {
      for (guint i = 0; i < LSC_N_SIDES; i++)
        projects[i] = _lsc_compare_page_get_part_project (self, (LscSide) i);
      return;
    }
  projects[side] = other;
  projects[side == LSC_BEFORE ? LSC_AFTER : LSC_BEFORE] =
      lsc_app_page_get_source (LSC_APP_PAGE (self))->project;
}

/* A side with one run is called as that; several have no name of their own. */
static void
name_sets (LscComparePage *self, const char *titles[LSC_N_SIDES])
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_autoptr (GPtrArray) open = _lsc_compare_page_list_runs (self, (LscSide) side);

      if (open->len == 1)
        titles[side] = lsc_open_project_get_title (open->pdata[0]);
    }
}

/**
 * _lsc_compare_page_get_names:
 * @names: (out): as the user calls the sides, else as the projects are called; %NULL where these
 *   are the same
 */
void
_lsc_compare_page_get_names (LscComparePage *self, const char *names[LSC_N_SIDES])
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  LscProject *other = find_other (self);
  const char *titles[LSC_N_SIDES] = { NULL, NULL };
  LscSide side = other && is_other_before (self, other) ? LSC_BEFORE : LSC_AFTER;

  if (_lsc_compare_page_has_runs (self))
    name_sets (self, titles);
  else
    {
      find_place (self, other, &titles[side]);
      find_place (self, source->project, &titles[side == LSC_BEFORE ? LSC_AFTER : LSC_BEFORE]);
    }
  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      const char *own = gtk_editable_get_text (GTK_EDITABLE (self->names[i]));

      names[i] = *own != '\0'                                             ? own
                 : g_strcmp0 (titles[LSC_BEFORE], titles[LSC_AFTER]) != 0 ? titles[i]
                                                                          : NULL;
    }
}

/** _lsc_compare_page_get_title: Returns: (transfer full): what a side is called in charts */
char *
_lsc_compare_page_get_title (LscComparePage *self, LscSide side)
{
  const char *names[LSC_N_SIDES];
  const char *own = gtk_editable_get_text (GTK_EDITABLE (self->names[side]));

  if (_lsc_compare_page_has_parts (self) && *own == '\0')
    return _lsc_compare_page_name_part (self, side);
  _lsc_compare_page_get_names (self, names);
  if (names[side])
    return g_strdup (names[side]);
  return g_strdup (side == LSC_BEFORE ? _ ("Before") : _ ("After"));
}

static void
fill_choice (LscComparePage *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  LscProject *other = find_other (self);
  guint at = 0;

  for (guint i = 0; i < self->others->len; i++)
    {
      const char *title = NULL;

      find_place (self, self->others->pdata[i], &title);
      gtk_string_list_append (titles, title);
      if (self->others->pdata[i] == other)
        at = i;
    }
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->other_choice, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->other_choice, at);
  lsc_choice_set_search (self->other_choice, self->others->len > 10);
  self->is_filling = FALSE;
}

static void
fill_others (LscComparePage *self)
{
  const LscProject *shown = lsc_app_page_get_source (LSC_APP_PAGE (self))->project;
  guint n = self->projects ? g_list_model_get_n_items (self->projects) : 0;

  g_clear_pointer (&self->others, g_ptr_array_unref);
  self->others = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_project_unref);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscOpenProject) open = g_list_model_get_item (self->projects, i);
      LscProject *project = lsc_open_project_get_project (open);

      if (project != shown)
        g_ptr_array_add (self->others, lsc_project_ref (project));
    }
  fill_choice (self);
}

static gboolean
has_other (LscComparePage *self, const LscProject *other)
{
  return other && find_place (self, other, NULL) != G_MAXUINT;
}

/* One was opened or closed: what is compared stays, unless it was one of them. */
static void
on_projects_changed (LscComparePage *self)
{
  LscProject *old = find_other (self);
  gboolean is_there = has_other (self, old);

  fill_others (self);
  _lsc_compare_page_check_parts (self);
  if ((!is_there || self->runs[LSC_BEFORE]) &&
      lsc_app_page_get_source (LSC_APP_PAGE (self))->project)
    lsc_app_page_reload (LSC_APP_PAGE (self));
}

/** _lsc_compare_page_follow_projects: offers those that are open, also after that changes */
void
_lsc_compare_page_follow_projects (LscComparePage *self)
{
  GListModel *projects = lsc_app_page_get_source (LSC_APP_PAGE (self))->projects;

  if (projects != self->projects && projects)
    g_signal_connect_object (projects, "items-changed", G_CALLBACK (on_projects_changed), self,
                             G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->projects, projects);
  _lsc_compare_page_check_parts (self);
  fill_others (self);
  _lsc_compare_page_fill_runs (self);
}

/* " --before A1 A2 --after B1 B2" */
static char *
get_runs_command (LscComparePage *self)
{
  static const char *const options[LSC_N_SIDES] = { " --before", " --after" };
  GString *command = g_string_new ("lanescope-cli compare");

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_autoptr (GPtrArray) open = _lsc_compare_page_list_runs (self, (LscSide) side);

      g_string_append (command, options[side]);
      for (guint i = 0; i < open->len; i++)
        {
          LscCluster *cluster =
              _lsc_compare_page_find_cluster (self, lsc_open_project_get_project (open->pdata[i]));
          g_autofree char *path = g_shell_quote (cluster->path);

          g_string_append_printf (command, " %s", path);
        }
    }
  return g_string_free (command, FALSE);
}

/* " PATH@rank=3 PATH@rank=2" */
static char *
get_parts_command (LscComparePage *self)
{
  GString *command = g_string_new ("lanescope-cli compare");

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscCluster *cluster = _lsc_compare_page_find_cluster (
          self, _lsc_compare_page_get_part_project (self, (LscSide) side));
      g_autoptr (LscSessionPart) part = lsc_session_part_copy (self->parts[side]);
      g_autofree char *text = NULL;
      g_autofree char *word = NULL;

      g_free (part->path);
      part->path = g_strdup (cluster->path);
      text = lsc_session_part_to_text (part);
      word = g_shell_quote (text);
      g_string_append_printf (command, " %s", word);
    }
  return g_string_free (command, FALSE);
}

/** _lsc_compare_page_get_command: Returns: (transfer full): that says the same */
char *
_lsc_compare_page_get_command (LscComparePage *self)
{
  LscCluster *clusters[LSC_N_SIDES] = { NULL, NULL };
  gboolean is_pair = _lsc_compare_page_find_clusters (self, clusters);
  g_autofree char *before = g_shell_quote (is_pair ? clusters[LSC_BEFORE]->path : "BEFORE");
  g_autofree char *after = g_shell_quote (is_pair ? clusters[LSC_AFTER]->path : "AFTER");

  if (_lsc_compare_page_has_runs (self))
    return get_runs_command (self);
  if (_lsc_compare_page_has_parts (self))
    return get_parts_command (self);
  return g_strdup_printf ("lanescope-cli compare %s %s", before, after);
}

/** _lsc_compare_page_get_ranks: Returns: the pair of ranks that is shown, or all */
const LscRankChange *
_lsc_compare_page_get_ranks (LscComparePage *self)
{
  const LscCompare *compare = self->comparison->compare;
  guint position = gtk_drop_down_get_selected (self->rank_choice);

  return position > ALL_RANKS && position - 1 < compare->ranks->len
             ? compare->ranks->pdata[position - 1]
             : compare->total;
}
