/* lsc-compare-page-runs.c - several runs before, and several after
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/window/lsc-open-project.h"
#include "base/lsc-visible.h"

/* ---- which they are ---- */

/* (transfer full) (nullable): that one, if it is open */
static LscOpenProject *
find_open (LscComparePage *self, const char *path)
{
  guint n = self->projects ? g_list_model_get_n_items (self->projects) : 0;

  for (guint i = 0; i < n; i++)
    {
      LscOpenProject *open = g_list_model_get_item (self->projects, i);

      if (g_strcmp0 (lsc_open_project_get_project (open)->path, path) == 0)
        return open;
      g_object_unref (open);
    }
  return NULL;
}

/**
 * _lsc_compare_page_list_runs:
 *
 * Returns: (transfer full) (element-type LscOpenProject): the runs of a side that are open
 */
GPtrArray *
_lsc_compare_page_list_runs (LscComparePage *self, LscSide side)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; self->runs[side] && i < self->runs[side]->len; i++)
    {
      LscOpenProject *open = find_open (self, self->runs[side]->pdata[i]);

      if (open)
        g_ptr_array_add (list, open);
    }
  return list;
}

static gboolean
has_path (GPtrArray *paths, const char *path, guint *at)
{
  return paths && g_ptr_array_find_with_equal_func (paths, path, g_str_equal, at);
}

/**
 * _lsc_compare_page_has_runs:
 *
 * Returns: whether sets of runs are compared, of which the shown project is one; else it is
 *   compared with another one
 */
gboolean
_lsc_compare_page_has_runs (LscComparePage *self)
{
  const LscProject *shown = lsc_app_page_get_source (LSC_APP_PAGE (self))->project;

  if (!shown || (!has_path (self->runs[LSC_BEFORE], shown->path, NULL) &&
                 !has_path (self->runs[LSC_AFTER], shown->path, NULL)))
    return FALSE;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_autoptr (GPtrArray) open = _lsc_compare_page_list_runs (self, side);

      if (open->len == 0)
        return FALSE;
    }
  return TRUE;
}

/** _lsc_compare_page_get_run: Returns: (transfer none): of a side the run that lists are of */
LscProject *
_lsc_compare_page_get_run (LscComparePage *self, LscSide side)
{
  g_autoptr (GPtrArray) open = _lsc_compare_page_list_runs (self, side);
  gsize at = self->comparison ? self->comparison->compare->shown_run[side] : 0;

  return lsc_open_project_get_project (open->pdata[MIN (at, open->len - 1)]);
}

/** _lsc_compare_page_clear_runs: one recording is compared with another one again */
void
_lsc_compare_page_clear_runs (LscComparePage *self)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_clear_pointer (&self->runs[side], g_ptr_array_unref);
}

/** _lsc_compare_page_swap_runs: what was before is after */
void
_lsc_compare_page_swap_runs (LscComparePage *self)
{
  GPtrArray *before = self->runs[LSC_BEFORE];

  self->runs[LSC_BEFORE] = self->runs[LSC_AFTER];
  self->runs[LSC_AFTER] = before;
}

/* ---- more and fewer ---- */

/* What is compared now is the first run of each side; of one recording alone it is before. */
static void
begin (LscComparePage *self)
{
  const LscProject *shown = lsc_app_page_get_source (LSC_APP_PAGE (self))->project;
  LscCluster *clusters[LSC_N_SIDES];
  LscProject *projects[LSC_N_SIDES] = { NULL, NULL };

  if (_lsc_compare_page_has_runs (self))
    return;
  _lsc_compare_page_clear_runs (self);
  if (_lsc_compare_page_find_clusters (self, clusters))
    _lsc_compare_page_find_projects (self, projects);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->runs[side] = g_ptr_array_new_with_free_func (g_free);
      if (projects[side])
        g_ptr_array_add (self->runs[side], g_strdup (projects[side]->path));
    }
  if (!projects[LSC_BEFORE] && shown)
    g_ptr_array_add (self->runs[LSC_BEFORE], g_strdup (shown->path));
}

/* Moves a run to a side, or adds one that is opened; that does not turn to it. */
static void
add_run (LscComparePage *self, LscSide side, const char *path)
{
  LscSide other = side == LSC_BEFORE ? LSC_AFTER : LSC_BEFORE;
  g_autoptr (LscOpenProject) open = find_open (self, path);
  guint at;

  if (has_path (self->runs[other], path, &at) && self->runs[other]->len > 1)
    g_ptr_array_remove_index (self->runs[other], at);
  else if (has_path (self->runs[other], path, NULL))
    return; /* the last one of a side stays there */
  if (!has_path (self->runs[side], path, NULL))
    g_ptr_array_add (self->runs[side], g_strdup (path));
  if (!open)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.open-beside", "s", path);
}

/**
 * _lsc_compare_page_add_runs:
 * @files: (element-type GFile): folders or files
 *
 * Adds runs to a side; those that are not open are opened.
 */
void
_lsc_compare_page_add_runs (LscComparePage *self, LscSide side, GListModel *files)
{
  begin (self);
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);

      if (path)
        add_run (self, side, path);
    }
  lsc_app_page_reload (LSC_APP_PAGE (self));
}

static void
on_chosen (GtkNativeDialog *dialog, int response, LscComparePage *self)
{
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT)
    _lsc_compare_page_add_runs (
        self, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (dialog), "side")), files);
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

static void
choose (LscComparePage *self, int side, GtkFileChooserAction action)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      side == LSC_BEFORE ? _ ("Add Runs Before") : _ ("Add Runs After"), GTK_WINDOW (root), action,
      _ ("_Add"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  g_object_set_data (G_OBJECT (dialog), "side", GUINT_TO_POINTER ((guint) side));
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/** _lsc_compare_page_choose_runs: asks for folders */
void
_lsc_compare_page_choose_runs (LscComparePage *self, int side)
{
  choose (self, side, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
}

/** _lsc_compare_page_choose_run_files: asks for files, as traces are */
void
_lsc_compare_page_choose_run_files (LscComparePage *self, int side)
{
  choose (self, side, GTK_FILE_CHOOSER_ACTION_OPEN);
}

/** _lsc_compare_page_remove_run: takes a run from its side; it stays open */
void
_lsc_compare_page_remove_run (LscComparePage *self, const char *path)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      guint at;

      if (has_path (self->runs[side], path, &at) && self->runs[side]->len > 1)
        g_ptr_array_remove_index (self->runs[side], at);
    }
  lsc_app_page_reload (LSC_APP_PAGE (self));
}

static void
on_remove_clicked (GtkButton *button, LscComparePage *self)
{
  g_autofree char *path = g_strdup (g_object_get_data (G_OBJECT (button), "path"));

  _lsc_compare_page_remove_run (self, path);
}

/* ---- the list of each side ---- */

static GtkWidget *
make_remove (LscComparePage *self, LscSide side, const char *title, const char *path)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *label =
      g_strdup_printf (side == LSC_BEFORE ? _ ("Remove “%s” from the Runs Before")
                                          : _ ("Remove “%s” from the Runs After"),
                       title);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (path), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_remove_clicked), self, 0);
  return button;
}

static void
add_row (LscComparePage *self, LscSide side, const LscProject *project, const char *title,
         gboolean is_last)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *folder = g_path_get_dirname (project->path);
  g_autofree char *visible = lsc_visible_markup (folder);
  g_autofree char *markup = lsc_visible_markup (title);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), visible);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  if (!is_last)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                               make_remove (self, side, title, project->path));
  gtk_list_box_append (self->run_lists[side], row);
}

/** _lsc_compare_page_fill_runs: lists the runs of both sides, or the two that are compared */
void
_lsc_compare_page_fill_runs (LscComparePage *self)
{
  gboolean has_runs = _lsc_compare_page_has_runs (self), has_other;
  LscCluster *clusters[LSC_N_SIDES];
  LscProject *projects[LSC_N_SIDES] = { NULL, NULL };

  if (!has_runs && _lsc_compare_page_find_clusters (self, clusters))
    _lsc_compare_page_find_projects (self, projects);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_autoptr (GPtrArray) open = _lsc_compare_page_list_runs (self, side);
      GtkWidget *child;

      while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->run_lists[side]))))
        gtk_list_box_remove (self->run_lists[side], child);
      for (guint i = 0; has_runs && i < open->len; i++)
        add_row (self, side, lsc_open_project_get_project (open->pdata[i]),
                 lsc_open_project_get_title (open->pdata[i]), open->len == 1);
      if (projects[side])
        {
          g_autoptr (LscOpenProject) one = find_open (self, projects[side]->path);

          add_row (self, side, projects[side], one ? lsc_open_project_get_title (one) : "", TRUE);
        }
    }
  has_other = !has_runs && self->others && self->others->len > 0;
  gtk_widget_set_visible (GTK_WIDGET (self->other_label), has_other);
  gtk_widget_set_visible (GTK_WIDGET (self->other_choice), has_other);
}

/* ---- comparing them ---- */

/* Of each side the clusters and the titles of its runs. */
static void
find_what (LscComparePage *self, LscSide side, LscRunsOf *what)
{
  g_autoptr (GPtrArray) open = _lsc_compare_page_list_runs (self, side);
  GPtrArray *titles = g_ptr_array_new ();

  what->clusters[side] = g_ptr_array_new ();
  for (guint i = 0; i < open->len; i++)
    {
      g_ptr_array_add (
          what->clusters[side],
          _lsc_compare_page_find_cluster (self, lsc_open_project_get_project (open->pdata[i])));
      g_ptr_array_add (titles, g_strdup (lsc_open_project_get_title (open->pdata[i])));
    }
  g_ptr_array_add (titles, NULL);
  what->run_names[side] = (char *const *) g_ptr_array_free (titles, FALSE);
}

/** _lsc_compare_page_load_runs: compares the sets that there must be */
void
_lsc_compare_page_load_runs (LscComparePage *self, const LscTaskWish *wish)
{
  LscRunsOf what = { { NULL } };

  _lsc_compare_page_get_names (self, what.names);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    find_what (self, side, &what);
  lsc_loader_load_runs (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader, &what, wish);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_ptr_array_unref (what.clusters[side]);
      g_strfreev ((char **) what.run_names[side]);
    }
}

/* ---- dropped folders ---- */

/* Of those on the left half before, on the right half after: as the bars have them. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, LscComparePage *self)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));
  g_autoptr (GListStore) list = g_list_store_new (G_TYPE_FILE);
  gboolean is_left = x < gtk_widget_get_width (GTK_WIDGET (self->stack)) / 2.0;

  for (GSList *item = files; item; item = item->next)
    g_list_store_append (list, item->data);
  _lsc_compare_page_add_runs (self, is_left ? LSC_BEFORE : LSC_AFTER, G_LIST_MODEL (list));
  return files != NULL;
}

/** _lsc_compare_page_init_runs: called once, when the page is made */
void
_lsc_compare_page_init_runs (LscComparePage *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self->stack), GTK_EVENT_CONTROLLER (target));
}
