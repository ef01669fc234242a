/* lsc-compare-page-parts.c - ranks and steps that are compared with others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/parts/lsc-choices.h"
#include "app/parts/lsc-question.h"
#include "app/window/lsc-open-project.h"

#define ALL_RANKS 0 /* position in the choice; those that have a number or name follow */

/** What is asked of a side. @ranks: gint64, of the choice from the second row on */
typedef struct
{
  AdwComboRow *recording;
  GtkDropDown *rank;
  GtkEditable *steps;
  GArray *ranks;
} Fields;

typedef struct
{
  LscComparePage *page; /* weak */
  Fields sides[LSC_N_SIDES];
} Form;

/** Whether ranks or steps are compared, not whole recordings. */
gboolean
_lsc_compare_page_has_parts (LscComparePage *self)
{
  return self->parts[LSC_BEFORE] != NULL;
}

/** _lsc_compare_page_clear_parts: whole recordings are compared again */
void
_lsc_compare_page_clear_parts (LscComparePage *self)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_clear_pointer (&self->parts[side], lsc_session_part_free);
}

/** _lsc_compare_page_swap_parts: each is the other side */
void
_lsc_compare_page_swap_parts (LscComparePage *self)
{
  LscSessionPart *before = self->parts[LSC_BEFORE];

  self->parts[LSC_BEFORE] = self->parts[LSC_AFTER];
  self->parts[LSC_AFTER] = before;
}

/* (transfer full) (nullable): the open project of a path */
static LscOpenProject *
find_open (LscComparePage *self, const char *path)
{
  for (guint i = 0; self->projects && i < g_list_model_get_n_items (self->projects); i++)
    {
      g_autoptr (LscOpenProject) open = g_list_model_get_item (self->projects, i);

      if (g_strcmp0 (lsc_open_project_get_project (open)->path, path) == 0)
        return g_steal_pointer (&open);
    }
  return NULL;
}

/** _lsc_compare_page_check_parts: whole recordings are compared where one of a part was closed */
void
_lsc_compare_page_check_parts (LscComparePage *self)
{
  for (guint side = 0; side < LSC_N_SIDES && _lsc_compare_page_has_parts (self); side++)
    {
      g_autoptr (LscOpenProject) open = find_open (self, self->parts[side]->path);

      if (!open)
        _lsc_compare_page_clear_parts (self);
    }
}

/** _lsc_compare_page_get_part_project: Returns: (transfer none): of a side that is a part */
LscProject *
_lsc_compare_page_get_part_project (LscComparePage *self, LscSide side)
{
  g_autoptr (LscOpenProject) open = find_open (self, self->parts[side]->path);

  return open ? lsc_open_project_get_project (open)
              : lsc_app_page_get_source (LSC_APP_PAGE (self))->project;
}

/** _lsc_compare_page_name_part: Returns: (transfer full): "Rank 3"; of two recordings with theirs
 */
char *
_lsc_compare_page_name_part (LscComparePage *self, LscSide side)
{
  LscSessionPart *const *parts = self->parts;
  gboolean is_one = g_strcmp0 (parts[LSC_BEFORE]->path, parts[LSC_AFTER]->path) == 0;
  g_autofree char *name = lsc_session_part_get_name (parts[side]);
  g_autoptr (LscOpenProject) open = find_open (self, parts[side]->path);
  const char *title = open ? lsc_open_project_get_title (open) : "";

  if (name && !is_one)
    return g_strdup_printf (_ ("%s, %s"), title, name);
  return name ? g_steal_pointer (&name) : g_strdup (title);
}

/** _lsc_compare_page_load_parts: compares the parts that there must be */
void
_lsc_compare_page_load_parts (LscComparePage *self, const LscTaskWish *wish)
{
  LscPartsOf what = { { NULL } };
  char *names[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      const char *own = gtk_editable_get_text (GTK_EDITABLE (self->names[side]));

      names[side] = _lsc_compare_page_name_part (self, (LscSide) side);
      what.clusters[side] = _lsc_compare_page_find_cluster (
          self, _lsc_compare_page_get_part_project (self, (LscSide) side));
      what.parts[side] = self->parts[side];
      what.names[side] = *own ? own : names[side];
      what.are_parts[side] = !*own && lsc_session_part_is_part (self->parts[side]);
    }
  lsc_loader_load_parts (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader, &what, wish);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_free (names[side]);
}

/* ---- asking ---- */

static void
form_free (gpointer data, GClosure *closure)
{
  Form *form = data;

  g_clear_weak_pointer (&form->page);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_array_unref (form->sides[side].ranks);
  g_free (form);
}

static LscProject *
get_chosen (LscComparePage *self, const Fields *fields)
{
  g_autoptr (LscOpenProject) open =
      g_list_model_get_item (self->projects, adw_combo_row_get_selected (fields->recording));

  return open ? lsc_open_project_get_project (open) : NULL;
}

/* The ranks of the recording that is chosen. */
static void
fill_ranks (LscComparePage *self, Fields *fields)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  LscProject *project = get_chosen (self, fields);
  const LscCluster *cluster = project ? _lsc_compare_page_find_cluster (self, project) : NULL;

  g_array_set_size (fields->ranks, 0);
  gtk_string_list_append (titles, _ ("All Ranks"));
  for (guint i = 0; cluster && i < cluster->sources->len; i++)
    {
      const LscSource *source = cluster->sources->pdata[i];

      if (!lsc_rank_is_told (source->rank))
        continue;
      g_array_append_val (fields->ranks, source->rank);
      gtk_string_list_take (titles, lsc_rank_name_get_title (source->rank, NULL));
    }
  gtk_drop_down_set_model (fields->rank, G_LIST_MODEL (titles));
  lsc_choice_set_search (fields->rank, fields->ranks->len > 20);
}

static void
choose_rank (Fields *fields, gint64 rank)
{
  for (guint i = 0; i < fields->ranks->len; i++)
    if (g_array_index (fields->ranks, gint64, i) == rank)
      gtk_drop_down_set_selected (fields->rank, i + 1);
}

static void
on_recording_chosen (AdwComboRow *row, GParamSpec *pspec, Form *form)
{
  for (guint side = 0; form->page && side < LSC_N_SIDES; side++)
    if (form->sides[side].recording == row)
      fill_ranks (form->page, &form->sides[side]);
}

static GtkStringList *
list_titles (LscComparePage *self)
{
  GtkStringList *titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (self->projects); i++)
    {
      g_autoptr (LscOpenProject) open = g_list_model_get_item (self->projects, i);

      gtk_string_list_append (titles, lsc_open_project_get_title (open));
    }
  return titles;
}

static guint
find_position (LscComparePage *self, const char *path)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->projects); i++)
    {
      g_autoptr (LscOpenProject) open = g_list_model_get_item (self->projects, i);

      if (g_strcmp0 (lsc_open_project_get_project (open)->path, path) == 0)
        return i;
    }
  return 0;
}

/* What was compared, else what is selected on all pages and the next rank. */
static void
fill_side (LscComparePage *self, LscSide side, Fields *fields)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  const LscSessionPart *part = self->parts[side];
  const GArray *chosen = lsc_selection_get_ranks (source->selection);
  g_autofree char *steps = NULL;
  gint64 step, rank;

  adw_combo_row_set_selected (fields->recording,
                              find_position (self, part ? part->path : source->project->path));
  fill_ranks (self, fields);
  if (part && part->rank && lsc_rank_from_text (part->rank, &rank))
    choose_rank (fields, rank);
  else if (!part && chosen->len > side)
    choose_rank (fields, g_array_index (chosen, gint64, side));
  else if (!part && !lsc_selection_get_step (source->selection, &step) && fields->ranks->len > 1)
    gtk_drop_down_set_selected (
        fields->rank, side == LSC_BEFORE || gtk_drop_down_get_selected (fields->rank) > 1 ? 1 : 2);
  if (part && part->has_steps && part->first_step == part->last_step)
    steps = g_strdup_printf ("%" PRId64, part->first_step);
  else if (part && part->has_steps)
    steps = g_strdup_printf ("%" PRId64 "-%" PRId64, part->first_step, part->last_step);
  else if (!part && side == LSC_BEFORE && lsc_selection_get_step (source->selection, &step))
    steps = g_strdup_printf ("%" PRId64, step);
  gtk_editable_set_text (fields->steps, steps ? steps : "");
}

/* (transfer full) (nullable): as the user chose it */
static LscSessionPart *
read_side (LscComparePage *self, const Fields *fields, GError **error)
{
  const char *steps = gtk_editable_get_text (fields->steps);
  guint position = gtk_drop_down_get_selected (fields->rank);
  LscProject *project = get_chosen (self, fields);
  g_autofree char *words = g_strconcat ("@steps=", steps, NULL);
  g_autoptr (LscSessionPart) part = lsc_session_part_parse (*steps ? words : "", error);

  if (!part || !project)
    return NULL;
  g_free (part->path);
  part->path = g_strdup (project->path);
  if (position != ALL_RANKS && position - 1 < fields->ranks->len)
    part->rank = lsc_rank_to_text (g_array_index (fields->ranks, gint64, position - 1));
  return g_steal_pointer (&part);
}

/** _lsc_compare_page_set_parts: compares two parts. @before, @after: (transfer full) */
void
_lsc_compare_page_set_parts (LscComparePage *self, LscSessionPart *before, LscSessionPart *after)
{
  _lsc_compare_page_clear_parts (self);
  _lsc_compare_page_clear_runs (self);
  self->parts[LSC_BEFORE] = before;
  self->parts[LSC_AFTER] = after;
  lsc_app_page_reload (LSC_APP_PAGE (self));
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Form *form)
{
  LscComparePage *self = form->page;
  g_autoptr (LscSessionPart) before = NULL;
  g_autoptr (LscSessionPart) after = NULL;
  g_autoptr (GError) error = NULL;

  if (!self || !self->projects || g_strcmp0 (response, "cancel") == 0)
    return;
  if (g_strcmp0 (response, "whole") == 0)
    {
      _lsc_compare_page_clear_parts (self);
      lsc_app_page_reload (LSC_APP_PAGE (self));
      return;
    }
  before = read_side (self, &form->sides[LSC_BEFORE], &error);
  after = before ? read_side (self, &form->sides[LSC_AFTER], &error) : NULL;
  if (after)
    _lsc_compare_page_set_parts (self, g_steal_pointer (&before), g_steal_pointer (&after));
  else if (error)
    lsc_app_page_say (LSC_APP_PAGE (self),
                      _ ("Steps are numbers such as 5 or 5-9, or nothing for all that count"));
}

/* A row for choices has no search before libadwaita 1.4, and a job has thousands of ranks. */
static GtkWidget *
make_rank_row (GtkDropDown *choice)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Rank"));
  gtk_widget_set_valign (GTK_WIDGET (choice), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Rank"), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), GTK_WIDGET (choice));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), GTK_WIDGET (choice));
  return row;
}

static void
add_side (LscComparePage *self, Form *form, LscSide side, GtkBox *box)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  Fields *fields = &form->sides[side];
  g_autoptr (GtkStringList) titles = list_titles (self);

  fields->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  fields->recording = ADW_COMBO_ROW (adw_combo_row_new ());
  fields->rank = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  fields->steps = GTK_EDITABLE (adw_entry_row_new ());
  adw_preferences_group_set_title (group,
                                   side == LSC_BEFORE ? _ ("First Side") : _ ("Second Side"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (fields->recording), _ ("Recording"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (fields->steps),
                                 _ ("Steps, such as 5 or 5-9 (empty: all)"));
  adw_combo_row_set_model (fields->recording, G_LIST_MODEL (titles));
  gtk_widget_set_visible (GTK_WIDGET (fields->recording),
                          g_list_model_get_n_items (self->projects) > 1);
  adw_preferences_group_add (group, GTK_WIDGET (fields->recording));
  adw_preferences_group_add (group, make_rank_row (fields->rank));
  adw_preferences_group_add (group, GTK_WIDGET (fields->steps));
  gtk_box_append (box, GTK_WIDGET (group));
  fill_side (self, side, fields);
  g_signal_connect (fields->recording, "notify::selected", G_CALLBACK (on_recording_chosen), form);
}

/** _lsc_compare_page_ask_parts: asks which ranks and steps are compared */
void
_lsc_compare_page_ask_parts (LscComparePage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  Form *form;
  AdwMessageDialog *dialog;

  if (!self->projects || !lsc_app_page_get_source (LSC_APP_PAGE (self))->project)
    return;
  form = g_new0 (Form, 1);
  g_set_weak_pointer (&form->page, self);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    add_side (self, form, (LscSide) side, GTK_BOX (box));
  dialog = lsc_question_new (GTK_WIDGET (self), _ ("Compare Ranks or Steps"),
                             _ ("Two ranks, two steps or two ranges of steps, of one recording or "
                                "of two."),
                             box);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "whole",
                                    _ ("_Whole Recordings"), "compare", _ ("C_ompare"), NULL);
  adw_message_dialog_set_response_enabled (dialog, "whole", _lsc_compare_page_has_parts (self));
  adw_message_dialog_set_response_appearance (dialog, "compare", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "compare");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), form, form_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
