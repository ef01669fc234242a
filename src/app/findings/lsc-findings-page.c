/* lsc-findings-page.c - what makes the steps longer, and what to do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/findings/lsc-findings-page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/findings/lsc-finding-row.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-table-view.h"
#include "app/parts/lsc-template.h"
#include "base/lsc-visible.h"

struct _LscFindingsPage
{
  LscAppPage parent_instance;

  GtkImage *icon;
  GtkLabel *headline;
  GtkLabel *certainty;
  GtkLabel *larger;
  GtkLabel *remark;
  GtkStack *views; /* list, table */
  GtkToggleButton *as_table;
  GtkBox *major_box;
  GtkBox *predicted_box;
  GtkListBox *major;
  GtkListBox *predicted;
  GtkListBox *possible;
  GtkListBox *minor;
  GtkListBox *silent;
  GtkExpander *possible_head;
  GtkExpander *minor_head;
  GtkExpander *silent_head;
  LscTableView *table;

  LscRankSummary *summary; /* (nullable) */
  GArray *shown;           /* (element-type guint32): of each row of the table, the finding */
};

G_DEFINE_FINAL_TYPE (LscFindingsPage, lsc_findings_page, LSC_TYPE_APP_PAGE)

/* ---- the list ---- */

static void
empty_list (GtkListBox *list)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, child);
}

static void
empty_lists (LscFindingsPage *self)
{
  empty_list (self->major);
  empty_list (self->predicted);
  empty_list (self->possible);
  empty_list (self->minor);
  empty_list (self->silent);
}

/* ---- which of them ---- */

static gboolean
is_of_ranks (const LscFinding *finding, LscSelection *selection)
{
  gboolean is_chosen = finding->ranks->len == 0; /* of all of them */

  for (guint i = 0; i < finding->ranks->len && !is_chosen; i++)
    is_chosen = lsc_selection_has_rank (selection, g_array_index (finding->ranks, gint64, i));
  return is_chosen;
}

/* Whether any of its evidence is what was chosen. */
static gboolean
is_seen_there (const LscFinding *finding, LscSelection *selection)
{
  const char *op = lsc_selection_get_op (selection);
  gboolean is_seen = !op && !lsc_selection_get_module (selection);

  for (guint i = 0; i < finding->places->len && !is_seen; i++)
    {
      const LscEvidencePlace *place = g_ptr_array_index (finding->places, i);

      is_seen = lsc_selection_has_module (selection, place->module) &&
                (!op || g_strcmp0 (op, place->name) == 0);
    }
  return is_seen;
}

static gboolean
is_chosen (LscFindingsPage *self, const LscFinding *finding)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));

  return !selection || (is_of_ranks (finding, selection) && is_seen_there (finding, selection));
}

static void
list_shown (LscFindingsPage *self)
{
  const LscFindings *findings = self->summary->findings;

  g_array_set_size (self->shown, 0);
  for (guint32 i = 0; i < findings->rows->len; i++)
    if (is_chosen (self, lsc_findings_get (findings, i)))
      g_array_append_val (self->shown, i);
}

static const LscFinding *
get_shown (LscFindingsPage *self, guint row)
{
  return row < self->shown->len
             ? lsc_findings_get (self->summary->findings, g_array_index (self->shown, guint32, row))
             : NULL;
}

/* ---- rows ---- */

/* Effects are indented below their cause. Returns: how many of the group there are */
static guint
fill_list (LscFindingsPage *self, GtkListBox *list, LscFindingGroup group)
{
  guint n = 0;

  for (guint i = 0; i < self->shown->len; i++)
    {
      const LscFinding *finding = get_shown (self, i);
      GtkWidget *row;

      if (lsc_finding_get_group (finding) != group)
        continue;
      row = lsc_finding_row_new (LSC_APP_PAGE (self), finding);
      if (finding->cause)
        gtk_widget_add_css_class (row, "effect");
      g_object_set_data (G_OBJECT (row), "lsc-finding", (gpointer) finding);
      gtk_list_box_append (list, row);
      n += finding->cause == NULL;
    }
  return n;
}

static void
fill_silent (LscFindingsPage *self)
{
  const GPtrArray *silent = self->summary->findings->silent;

  for (guint i = 0; i < silent->len; i++)
    {
      const LscSilentRule *rule = g_ptr_array_index (silent, i);
      GtkWidget *row = adw_action_row_new ();
      g_autofree char *words = lsc_phrase_to_words (rule->reason);
      g_autofree char *markup = lsc_visible_markup (words);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), rule->id);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), markup);
      gtk_list_box_append (self->silent, row);
    }
}

/* @text: how many there are */
static void
show_head (GtkExpander *head, guint n, const char *text)
{
  g_autofree char *label = g_strdup_printf (text, n);

  gtk_expander_set_label (head, label);
  gtk_widget_set_visible (GTK_WIDGET (head), n > 0);
}

/* What may gain more than the bold line stands directly below it, and leads to its row. */
static void
show_larger (LscFindingsPage *self, const LscFindings *findings)
{
  g_autofree char *words =
      findings && findings->larger ? lsc_phrase_to_words (findings->larger) : g_strdup ("");
  g_autofree char *markup = g_markup_printf_escaped ("<a href=\"larger\">%s</a>", words);

  gtk_label_set_markup (self->larger, *words != '\0' ? markup : "");
  gtk_widget_set_visible (GTK_WIDGET (self->larger), *words != '\0');
}

/* (nullable): the row of a finding, of those that are not folded */
static GtkWidget *
find_row (LscFindingsPage *self, const LscFinding *finding)
{
  GtkListBox *lists[] = { self->major, self->predicted };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (lists[i])); row;
         row = gtk_widget_get_next_sibling (row))
      if (g_object_get_data (G_OBJECT (row), "lsc-finding") == finding)
        return row;
  return NULL;
}

static gboolean
on_larger (LscFindingsPage *self)
{
  GtkWidget *row = find_row (self, self->summary->findings->larger_row);

  gtk_toggle_button_set_active (self->as_table, FALSE);
  if (row)
    {
      adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
      (void) gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
    }
  return TRUE;
}

static void
show_headline (LscFindingsPage *self, gboolean is_clean)
{
  const LscFindings *findings = self->summary->findings;
  gboolean is_any = self->shown->len == findings->rows->len || self->shown->len > 0;
  g_autofree char *headline = is_any ? lsc_phrase_to_words (findings->answer)
                                     : g_strdup (_ ("No finding is about what is chosen."));
  g_autoptr (LscPhrase) below = lsc_findings_say_remark (findings, self->summary->overview, NULL);
  g_autofree char *remark = below ? lsc_phrase_to_words (below) : g_strdup ("");

  gtk_image_set_from_icon_name (self->icon,
                                is_clean ? "emblem-ok-symbolic" : "dialog-warning-symbolic");
  gtk_label_set_label (self->headline, headline);
  lsc_finding_name_certainty (self->certainty, is_any ? lsc_findings_get_answer (findings) : NULL);
  show_larger (self, is_any ? findings : NULL);
  gtk_label_set_label (self->remark, remark);
  gtk_widget_set_visible (GTK_WIDGET (self->remark), *remark != '\0');
}

static void
fill (LscFindingsPage *self)
{
  g_autoptr (LscTable) all = lsc_findings_get_table (self->summary->findings);
  g_autoptr (LscTable) table = NULL;
  guint n_silent = self->summary->findings->silent->len, n_major, n_minor, n_possible, n_predicted;
  GtkListBoxRow *first;

  empty_lists (self);
  list_shown (self);
  n_major = fill_list (self, self->major, LSC_FINDINGS_OUTSTANDING);
  n_predicted = fill_list (self, self->predicted, LSC_FINDINGS_PREDICTED);
  n_possible = fill_list (self, self->possible, LSC_FINDINGS_POSSIBLE);
  n_minor = fill_list (self, self->minor, LSC_FINDINGS_MINOR);
  fill_silent (self);
  show_headline (self, n_major + n_predicted + n_possible == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->major_box), n_major > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->predicted_box), n_predicted > 0);
  show_head (
      self->possible_head, n_possible,
      g_dngettext (GETTEXT_PACKAGE, "%u possible finding", "%u possible findings", n_possible));
  show_head (self->minor_head, n_minor,
             g_dngettext (GETTEXT_PACKAGE, "%u minor finding", "%u minor findings", n_minor));
  show_head (self->silent_head, n_silent,
             g_dngettext (GETTEXT_PACKAGE, "%u rule could not be judged",
                          "%u rules could not be judged", n_silent));
  gtk_expander_set_expanded (self->possible_head,
                             n_major + n_predicted == 0); /* nothing else is to be read */
  first = gtk_list_box_get_row_at_index (n_major > 0       ? self->major
                                         : n_predicted > 0 ? self->predicted
                                                           : self->possible,
                                         0);
  if (first)
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (first), TRUE);
  table =
      lsc_table_model_copy_rows (all, (guint32 *) (gpointer) self->shown->data, self->shown->len);
  lsc_table_view_set_table (self->table, table);
  lsc_table_view_widen (self->table, "text", 480);
}

/* ---- actions ---- */

/* The finding that the focus is in; the first one otherwise. */
static const LscFinding *
get_current (LscFindingsPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *row = root ? gtk_root_get_focus (root) : NULL;
  guint32 index = 0;

  if (!self->summary)
    return NULL;
  if (gtk_toggle_button_get_active (self->as_table))
    (void) lsc_table_view_get_selected (self->table, &index);
  while (row && !ADW_IS_EXPANDER_ROW (row))
    row = gtk_widget_get_parent (row);
  return row && gtk_widget_is_ancestor (row, GTK_WIDGET (self))
             ? g_object_get_data (G_OBJECT (row), "lsc-finding")
             : get_shown (self, index);
}

static void
show_evidence (LscFindingsPage *self, int place)
{
  const LscFinding *finding = get_current (self);
  const LscEvidencePlace *evidence =
      finding ? lsc_finding_get_evidence (LSC_APP_PAGE (self), finding) : NULL;

  if (evidence)
    lsc_evidence_show (LSC_APP_PAGE (self), evidence, (LscPlace) place);
  else if (finding && finding->places->len > 0)
    lsc_app_page_say (
        LSC_APP_PAGE (self),
        lsc_evidence_why_not (LSC_APP_PAGE (self), g_ptr_array_index (finding->places, 0)));
  else
    lsc_app_page_say (LSC_APP_PAGE (self), _ ("Not available: there is no evidence to show"));
}

static void
copy_row (LscFindingsPage *self)
{
  const LscFinding *finding = get_current (self);
  g_autofree char *text = NULL, *remedy = NULL, *share = NULL, *row = NULL;

  if (!finding)
    return;
  text = lsc_phrase_to_words (finding->text);
  remedy = finding->remedy ? lsc_phrase_to_words (finding->remedy) : g_strdup ("");
  share = lsc_finding_share_text (finding);
  row = g_strdup_printf ("%s\t%s\t%s\t%s", finding->id, share, text, remedy);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), row);
  lsc_app_page_say (LSC_APP_PAGE (self), _ ("Row copied"));
}

static void
export_table (LscFindingsPage *self)
{
  lsc_table_view_ask_export (self->table);
}

static const LscAppPageAction actions[] = {
  { "findings.show-timeline", G_CALLBACK (show_evidence), LSC_PLACE_SLICE, "<Control>t" },
  { "findings.show-modules", G_CALLBACK (show_evidence), LSC_PLACE_MODULES, "<Control>m" },
  { "findings.copy-row", G_CALLBACK (copy_row), 0, "<Control>c" },
  { "findings.export-table", G_CALLBACK (export_table) },
  { NULL },
};

static void
on_as_table (LscFindingsPage *self)
{
  gtk_stack_set_visible_child_name (
      self->views, gtk_toggle_button_get_active (self->as_table) ? "table" : "list");
}

/* Of the table, the same. */
static void
on_row_activated (LscFindingsPage *self)
{
  show_evidence (self, LSC_PLACE_SLICE);
}

static void
on_row_narrowed (LscTableView *view, guint row, LscFindingsPage *self)
{
  const GArray *ranks = get_shown (self, row)->ranks;

  if (ranks->len > 0)
    lsc_selection_set_ranks (lsc_app_page_get_selection (LSC_APP_PAGE (self)),
                             (const gint64 *) (gpointer) ranks->data, ranks->len);
  else
    lsc_app_page_say (LSC_APP_PAGE (self), _ ("This finding is about all ranks"));
}

/* ---- for the window ---- */

static guint
take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  static const guint followed = LSC_NARROW_RANKS | LSC_NARROW_MODULE | LSC_NARROW_OP;
  LscFindingsPage *self = LSC_FINDINGS_PAGE (page);

  if (self->summary && (changed & followed))
    fill (self);
  return followed;
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscFindingsPage *self = owner;

  if (error)
    {
      lsc_app_page_fail (owner, error);
      return;
    }
  empty_lists (self); /* whose rows point into the old ones */
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
  self->summary = result; /* filled when the selection is taken */
  lsc_app_page_found (owner, self->summary->notices);
  lsc_app_page_set_ready (owner);
  lsc_app_page_settle (owner);
}

static void
load (LscAppPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  LscTaskWish wish = lsc_app_page_wish (page, on_loaded);

  lsc_loader_load_summary (source->loader, source->cluster, &wish);
}

static void
clear (LscAppPage *page)
{
  LscFindingsPage *self = LSC_FINDINGS_PAGE (page);

  empty_lists (self);
  lsc_table_view_set_table (self->table, NULL);
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
}

/* ---- life ---- */

static void
lsc_findings_page_finalize (GObject *object)
{
  g_array_unref (LSC_FINDINGS_PAGE (object)->shown);
  G_OBJECT_CLASS (lsc_findings_page_parent_class)->finalize (object);
}

static void
lsc_findings_page_dispose (GObject *object)
{
  LscFindingsPage *self = LSC_FINDINGS_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
  G_OBJECT_CLASS (lsc_findings_page_parent_class)->dispose (object);
}

/* The page has one table and no chart. */
static gboolean
complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  static const char *const columns[] = { "text", "severity", "share", "gain_ns", "ranks", NULL };

  if (strcmp (pin->view, "findings/chart") == 0)
    {
      g_free (pin->view);
      pin->view = g_strdup ("findings/findings");
      pin->columns = g_strdupv ((GStrv) columns);
    }
  return LSC_FINDINGS_PAGE (page)->summary || lsc_app_page_fail_pin (error);
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("_Table…"), "findings.export-table", TRUE },
    { N_ ("Copy _Finding"), "findings.copy-row", FALSE },
    { NULL },
  };

  class->exports = exports;
  class->shows_all_ranks = TRUE;
  class->loading_title = N_ ("Analysing Where Step Time Goes");
  class->failed_title = N_ ("No Findings to Show");
  class->load = load;
  class->clear = clear;
  class->mode = "findings";
  class->take_selection = take_selection;
  class->scope = N_ ("they are judged over all steps");
  class->complete_pin = complete_pin;
}

/* To the first finding, and not to the text above, in which a cursor would stand. */
static gboolean
lsc_findings_page_grab_focus (GtkWidget *widget)
{
  LscFindingsPage *self = LSC_FINDINGS_PAGE (widget);

  return gtk_widget_get_mapped (GTK_WIDGET (self->major)) &&
         gtk_widget_child_focus (GTK_WIDGET (self->major), GTK_DIR_TAB_FORWARD);
}

static void
lsc_findings_page_class_init (LscFindingsPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscFindingsPage, icon),          LSC_CHILD (LscFindingsPage, headline),
    LSC_CHILD (LscFindingsPage, certainty),     LSC_CHILD (LscFindingsPage, views),
    LSC_CHILD (LscFindingsPage, as_table),      LSC_CHILD (LscFindingsPage, major),
    LSC_CHILD (LscFindingsPage, minor),         LSC_CHILD (LscFindingsPage, possible),
    LSC_CHILD (LscFindingsPage, possible_head), LSC_CHILD (LscFindingsPage, silent),
    LSC_CHILD (LscFindingsPage, minor_head),    LSC_CHILD (LscFindingsPage, silent_head),
    LSC_CHILD (LscFindingsPage, table),         LSC_CHILD (LscFindingsPage, remark),
    LSC_CHILD (LscFindingsPage, larger),        LSC_CHILD (LscFindingsPage, predicted),
    LSC_CHILD (LscFindingsPage, predicted_box), LSC_CHILD (LscFindingsPage, major_box),
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_TABLE_VIEW);
  G_OBJECT_CLASS (class)->dispose = lsc_findings_page_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_findings_page_finalize;
  widget_class->grab_focus = lsc_findings_page_grab_focus;
  lsc_template_set (class, "lsc-findings-page", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_as_table);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_larger);
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

static void
lsc_findings_page_init (LscFindingsPage *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  gtk_box_prepend (self->major_box, lsc_finding_head_new (LSC_FINDINGS_OUTSTANDING));
  gtk_box_prepend (self->predicted_box, lsc_finding_head_new (LSC_FINDINGS_PREDICTED));
  lsc_table_view_set_label (self->table, _ ("Findings"));
  lsc_table_view_offer_narrowing (self->table);
  g_signal_connect_object (self->table, "row-narrowed", G_CALLBACK (on_row_narrowed), self, 0);
}
