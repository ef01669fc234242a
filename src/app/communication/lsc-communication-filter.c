/* lsc-communication-filter.c - which rows of communication are shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "app/communication/lsc-communication-page-private.h"
#include "app/parts/lsc-choices.h"
#include "app/parts/lsc-table-model.h"
#include "app/parts/lsc-explain.h"
#include "base/lsc-json.h"

/** What is asked for; %NULL and -1 = all. */
typedef struct
{
  const char *group;
  const char *kind;
  const char *form;
  LscSelection *selection;
} Filter;

static const char *
get_text (const LscTable *table, gsize row, const char *column)
{
  LscValue value = lsc_table_get_named (table, row, column);

  return value.is_null || !value.text ? "" : value.text;
}

/* ---- choices ---- */

static const char *
get_choice (GtkDropDown *choice)
{
  guint position = gtk_drop_down_get_selected (choice);
  GListModel *model = gtk_drop_down_get_model (choice);

  return position == 0 || position == GTK_INVALID_LIST_POSITION || !model
             ? NULL
             : gtk_string_list_get_string (GTK_STRING_LIST (model), position);
}

/* A group is found by any of its ranks, of which its name has a few. */
static void
tell_ranks (GtkStringList *names, const LscTable *groups, gsize row)
{
  g_autofree char *words =
      g_strdup_printf ("%s %s", get_text (groups, row, "group"), get_text (groups, row, "ranks"));

  lsc_choice_set_words (G_LIST_MODEL (names), g_list_model_get_n_items (G_LIST_MODEL (names)) - 1,
                        words);
}

/* The texts of a column, each once, after @all. */
static void
fill_choice (GtkDropDown *choice, const LscTable *table, const char *column, const char *all)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  gtk_string_list_append (names, all);
  for (gsize i = 0; table && i < lsc_table_get_n_rows (table); i++)
    {
      const char *text = get_text (table, i, column);

      if (!*text || !g_hash_table_add (seen, (gpointer) text))
        continue;
      gtk_string_list_append (names, text);
      if (g_str_equal (column, "group"))
        tell_ranks (names, table, i);
    }
  gtk_drop_down_set_model (choice, G_LIST_MODEL (names));
  lsc_choice_set_search (choice, g_hash_table_size (seen) > 20);
  gtk_widget_set_visible (GTK_WIDGET (choice), g_hash_table_size (seen) > 1);
}

static gboolean
has_both_forms (const LscTable *operators)
{
  gsize n = operators ? lsc_table_get_n_rows (operators) : 0;

  for (gsize i = 1; i < n; i++)
    if (!g_str_equal (get_text (operators, i, "form"), get_text (operators, 0, "form")))
      return TRUE;
  return FALSE;
}

/** Offers the groups and kinds that there are. */
void
_lsc_communication_filter_fill (LscCommunicationPage *self)
{
  const LscTable *groups = self->tables[LSC_COMMUNICATION_TAB_GROUPS];

  self->is_filling = TRUE;
  fill_choice (self->group_choice, groups, "group", _ ("All Groups"));
  fill_choice (self->kind_choice, groups, "kind", _ ("All Kinds"));
  gtk_drop_down_set_selected (self->form_choice, 0);
  gtk_widget_set_visible (GTK_WIDGET (self->form_choice),
                          has_both_forms (self->tables[LSC_COMMUNICATION_TAB_OPERATORS]));
  self->is_filling = FALSE;
}

/* ---- rows ---- */

static Filter
get_filter (LscCommunicationPage *self)
{
  static const char *const forms[] = { NULL, "collective", "p2p" };

  return (Filter){ .group = get_choice (self->group_choice),
                   .kind = get_choice (self->kind_choice),
                   .form = forms[MIN (gtk_drop_down_get_selected (self->form_choice), 2)],
                   .selection = lsc_app_page_get_selection (LSC_APP_PAGE (self)) };
}

static gboolean
is_narrowed (const Filter *filter)
{
  return filter->selection && (lsc_selection_get_parts (filter->selection) & LSC_NARROW_RANKS);
}

/* A group whose members are not known may have any. */
static gboolean
has_chosen_member (const char *ranks, LscSelection *selection)
{
  g_autoptr (JsonNode) node = *ranks ? lsc_json_parse_text (ranks, NULL) : NULL;
  JsonArray *members = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; members && i < json_array_get_length (members); i++)
    if (lsc_selection_has_rank (selection, json_array_get_int_element (members, i)))
      return TRUE;
  return members == NULL;
}

static gboolean
is_group_chosen (const LscTable *groups, gsize row, const Filter *filter)
{
  return (!filter->group || g_str_equal (get_text (groups, row, "group"), filter->group)) &&
         (!filter->kind || g_str_equal (get_text (groups, row, "kind"), filter->kind)) &&
         (!is_narrowed (filter) ||
          has_chosen_member (get_text (groups, row, "ranks"), filter->selection));
}

/* Labels of the chosen groups. */
static void
list_groups (const LscTable *groups, const Filter *filter, GHashTable *labels)
{
  for (gsize i = 0; groups && i < lsc_table_get_n_rows (groups); i++)
    if (is_group_chosen (groups, i, filter))
      g_hash_table_add (labels, g_strdup (get_text (groups, i, "group")));
}

static gboolean
has_chosen_group (const char *groups, GHashTable *labels)
{
  g_auto (GStrv) parts = g_strsplit (groups, "; ", -1);

  for (guint i = 0; parts[i]; i++)
    if (g_hash_table_contains (labels, parts[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_chosen_end (const LscTable *links, gsize row, LscSelection *selection)
{
  LscValue source = lsc_table_get_named (links, row, "src_rank");
  LscValue target = lsc_table_get_named (links, row, "dst_rank");

  return (!source.is_null && lsc_selection_has_rank (selection, source.integer)) ||
         (!target.is_null && lsc_selection_has_rank (selection, target.integer));
}

static gboolean
is_link_chosen (const LscTable *links, gsize row, const Filter *filter, GHashTable *labels)
{
  if (is_narrowed (filter) && !has_chosen_end (links, row, filter->selection))
    return FALSE;
  return (!filter->group && !filter->kind) ||
         has_chosen_group (get_text (links, row, "groups"), labels);
}

static gboolean
is_operator_chosen (const LscTable *operators, gsize row, const Filter *filter, GHashTable *labels)
{
  return (!filter->form || g_str_equal (get_text (operators, row, "form"), filter->form)) &&
         g_hash_table_contains (labels, get_text (operators, row, "group"));
}

static void
show_row (LscCommunicationPage *self, guint tab, gsize row)
{
  guint32 shown = (guint32) row;

  g_array_append_val (self->shown[tab], shown);
}

/* Groups in which none of the chosen operators ran are left out with these. */
static void
show_operators (LscCommunicationPage *self, const Filter *filter, GHashTable *labels)
{
  const LscTable *operators = self->tables[LSC_COMMUNICATION_TAB_OPERATORS];
  const LscTable *groups = self->tables[LSC_COMMUNICATION_TAB_GROUPS];
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; operators && i < lsc_table_get_n_rows (operators); i++)
    if (is_operator_chosen (operators, i, filter, labels))
      {
        show_row (self, LSC_COMMUNICATION_TAB_OPERATORS, i);
        g_hash_table_add (seen, (gpointer) get_text (operators, i, "group"));
      }
  for (gsize i = 0; groups && i < lsc_table_get_n_rows (groups); i++)
    {
      const char *label = get_text (groups, i, "group");

      if (g_hash_table_contains (labels, label) &&
          (!filter->form || g_hash_table_contains (seen, label)))
        show_row (self, LSC_COMMUNICATION_TAB_GROUPS, i);
    }
}

/* (transfer full): rows that are shown of the table that the matrix is made of */
static LscTable *
make_shown (LscCommunicationPage *self, guint tab)
{
  const GArray *shown = self->shown[tab];
  LscTable *table = self->tables[tab];

  if (table && shown->len == lsc_table_get_n_rows (table)) /* a copy of many links takes long */
    return lsc_table_ref (table);
  return table ? lsc_table_model_copy_rows (table, (guint32 *) (gpointer) shown->data, shown->len)
               : NULL;
}

static void
fill_experts (LscCommunicationPage *self)
{
  g_autoptr (LscTable) load = make_shown (self, LSC_COMMUNICATION_TAB_EXPERTS);
  const LscTable *all = self->tables[LSC_COMMUNICATION_TAB_EXPERTS];
  g_autofree char *why_not =
      self->communication
          ? lsc_phrase_to_words (lsc_communication_get_experts (self->communication))
          : NULL;
  gboolean is_any = all && lsc_table_get_n_rows (all) > 0;

  lsc_matrix_chart_set_experts (self->matrix, load);
  gtk_label_set_label (self->matrix_reason,
                       is_any ? _ ("No rank with experts is among what is chosen.") : why_not);
  gtk_stack_set_visible_child_name (
      self->matrix_stack,
      lsc_matrix_view_is_empty (lsc_matrix_chart_get_view (self->matrix)) ? "reason" : "chart");
}

/* (transfer full): why there is no matrix of links */
static char *
explain_no_links (LscCommunicationPage *self, const LscTable *links)
{
  const LscTable *all = self->tables[LSC_COMMUNICATION_TAB_LINKS];

  if (links && lsc_table_get_n_rows (links) > 0)
    return g_strdup (_ ("The ranks of these links are not known, only their positions in a group. "
                        "Links below lists them."));
  if (all && lsc_table_get_n_rows (all) > 0)
    return g_strdup (_ ("No link is among what is chosen."));
  return lsc_explain_words_of (GTK_WIDGET (self), "communication_links", "size_bytes",
                               LSC_UNKNOWN_NO_COMM_TASKS);
}

static void
fill_links (LscCommunicationPage *self)
{
  g_autoptr (LscTable) links = make_shown (self, LSC_COMMUNICATION_TAB_LINKS);
  g_autofree char *reason = explain_no_links (self, links);

  lsc_matrix_chart_set_links (self->matrix, links);
  gtk_label_set_label (self->matrix_reason, reason);
  gtk_stack_set_visible_child_name (
      self->matrix_stack,
      lsc_matrix_view_is_empty (lsc_matrix_chart_get_view (self->matrix)) ? "reason" : "chart");
}

/** Draws the matrix of what is shown: of links, or of experts. */
void
_lsc_communication_filter_draw (LscCommunicationPage *self)
{
  if (gtk_drop_down_get_selected (self->metric_choice) == LSC_MATRIX_LOAD)
    fill_experts (self);
  else
    fill_links (self);
}

static void
show_experts (LscCommunicationPage *self, const Filter *filter)
{
  const LscTable *load = self->tables[LSC_COMMUNICATION_TAB_EXPERTS];

  for (gsize i = 0; load && i < lsc_table_get_n_rows (load); i++)
    {
      LscValue rank = lsc_table_get_named (load, i, "rank");

      if (!is_narrowed (filter) ||
          (!rank.is_null && lsc_selection_has_rank (filter->selection, rank.integer)))
        show_row (self, LSC_COMMUNICATION_TAB_EXPERTS, i);
    }
}

/** Returns: whether ranks were chosen when rows were last found, or are now */
gboolean
_lsc_communication_filter_is_stale (LscCommunicationPage *self)
{
  Filter filter = get_filter (self);

  return self->was_narrowed || is_narrowed (&filter);
}

/** Finds the rows that are shown, and draws the matrix of them. */
void
_lsc_communication_filter_apply (LscCommunicationPage *self)
{
  g_autoptr (GHashTable) labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const LscTable *links = self->tables[LSC_COMMUNICATION_TAB_LINKS];
  const LscTable *packets = self->tables[LSC_COMMUNICATION_TAB_PACKETS];
  Filter filter = get_filter (self);

  self->was_narrowed = is_narrowed (&filter);
  for (guint i = 0; i < LSC_COMMUNICATION_N_TABS; i++)
    if (i != LSC_COMMUNICATION_TAB_INSTANCES)
      g_array_set_size (self->shown[i], 0);
  list_groups (self->tables[LSC_COMMUNICATION_TAB_GROUPS], &filter, labels);
  show_operators (self, &filter, labels);
  for (gsize i = 0; links && i < lsc_table_get_n_rows (links); i++)
    if (is_link_chosen (links, i, &filter, labels))
      show_row (self, LSC_COMMUNICATION_TAB_LINKS, i);
  for (gsize i = 0; packets && i < lsc_table_get_n_rows (packets); i++)
    show_row (self, LSC_COMMUNICATION_TAB_PACKETS, i);
  show_experts (self, &filter);
  _lsc_communication_filter_draw (self);
  _lsc_communication_page_mark (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMMUNICATION_ON_TABLES);
}
