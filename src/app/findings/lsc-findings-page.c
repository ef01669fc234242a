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
#include "app/parts/lsc-table-view.h"
#include "app/parts/lsc-template.h"
#include "base/lsc-visible.h"

struct _LscFindingsPage
{
  LscAppPage parent_instance;

  GtkImage *icon;
  GtkLabel *headline;
  GtkStack *views; /* list, table */
  GtkToggleButton *as_table;
  GtkListBox *major;
  GtkListBox *minor;
  GtkListBox *silent;
  GtkExpander *minor_head;
  GtkExpander *silent_head;
  LscTableView *table;

  LscRankSummary *summary; /* (nullable) */
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
  empty_list (self->minor);
  empty_list (self->silent);
}

/* Returns: how many of that severity there are */
static guint
fill_list (LscFindingsPage *self, GtkListBox *list, LscFindingSeverity severity)
{
  const LscFindings *findings = self->summary->findings;
  guint n = 0;

  for (guint i = 0; i < findings->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (findings, i);

      if (finding->severity != severity)
        continue;
      gtk_list_box_append (list, lsc_finding_row_new (LSC_APP_PAGE (self), finding));
      n++;
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

static void
show_headline (LscFindingsPage *self, gboolean is_clean)
{
  g_autofree char *words = lsc_phrase_to_words (self->summary->findings->headline);

  gtk_image_set_from_icon_name (self->icon,
                                is_clean ? "emblem-ok-symbolic" : "dialog-warning-symbolic");
  gtk_label_set_label (self->headline, words);
}

static void
fill (LscFindingsPage *self)
{
  g_autoptr (LscTable) table = lsc_findings_get_table (self->summary->findings);
  guint n_silent = self->summary->findings->silent->len, n_major, n_minor;
  GtkListBoxRow *first;

  empty_lists (self);
  n_major = fill_list (self, self->major, LSC_FINDING_MAJOR);
  n_minor = fill_list (self, self->minor, LSC_FINDING_MINOR);
  fill_silent (self);
  show_headline (self, n_major == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->major), n_major > 0);
  show_head (self->minor_head, n_minor,
             g_dngettext (GETTEXT_PACKAGE, "%u minor finding", "%u minor findings", n_minor));
  show_head (self->silent_head, n_silent,
             g_dngettext (GETTEXT_PACKAGE, "%u rule could not be judged",
                          "%u rules could not be judged", n_silent));
  first = gtk_list_box_get_row_at_index (self->major, 0);
  if (first != NULL)
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (first), TRUE);
  lsc_table_view_set_table (self->table, table);
  lsc_table_view_widen (self->table, "text", 480);
}

/* ---- actions ---- */

/* The finding that the focus is in; the first one otherwise. */
static const LscFinding *
get_current (LscFindingsPage *self)
{
  const LscFindings *findings = self->summary != NULL ? self->summary->findings : NULL;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = focus;
  guint32 index = 0;

  if (findings == NULL || findings->rows->len == 0)
    return NULL;
  if (gtk_toggle_button_get_active (self->as_table))
    (void) lsc_table_view_get_selected (self->table, &index);
  while (row != NULL && !ADW_IS_EXPANDER_ROW (row))
    row = gtk_widget_get_parent (row);
  if (row != NULL && gtk_widget_is_ancestor (row, GTK_WIDGET (self)))
    {
      gboolean is_minor = gtk_widget_is_ancestor (row, GTK_WIDGET (self->minor));
      guint n_major = 0;

      for (guint i = 0; i < findings->rows->len; i++)
        n_major += lsc_findings_get (findings, i)->severity == LSC_FINDING_MAJOR;
      index =
          (guint32) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) + (is_minor ? n_major : 0);
    }
  return index < findings->rows->len ? lsc_findings_get (findings, index) : NULL;
}

static void
show_evidence (LscFindingsPage *self, int place)
{
  const LscFinding *finding = get_current (self);
  const LscEvidencePlace *evidence =
      finding != NULL ? lsc_finding_get_evidence (LSC_APP_PAGE (self), finding) : NULL;

  if (evidence != NULL)
    lsc_evidence_show (LSC_APP_PAGE (self), evidence, (LscPlace) place);
  else if (finding != NULL && finding->places->len > 0)
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

  if (finding == NULL)
    return;
  text = lsc_phrase_to_words (finding->text);
  remedy = finding->remedy != NULL ? lsc_phrase_to_words (finding->remedy) : g_strdup ("");
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

/* ---- for the window ---- */

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscFindingsPage *self = owner;

  if (error != NULL)
    {
      lsc_app_page_fail (owner, error);
      return;
    }
  empty_lists (self); /* whose rows point into the old ones */
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
  self->summary = result;
  fill (self);
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

/* It is of all ranks. */
static gboolean
follow (LscAppPage *page, const LscAppPageSource *next)
{
  return lsc_app_page_get_state (page) != LSC_PAGE_STALE;
}

static void
clear (LscAppPage *page)
{
  LscFindingsPage *self = LSC_FINDINGS_PAGE (page);

  empty_lists (self);
  lsc_table_view_set_table (self->table, NULL);
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
}

static char *
get_command (LscAppPage *page)
{
  const LscCluster *cluster = lsc_app_page_get_source (page)->cluster;
  g_autofree char *path = g_shell_quote (cluster != NULL ? cluster->path : ".");

  return g_strdup_printf ("lanescope-cli findings %s", path);
}

/* ---- life ---- */

static void
lsc_findings_page_dispose (GObject *object)
{
  LscFindingsPage *self = LSC_FINDINGS_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
  G_OBJECT_CLASS (lsc_findings_page_parent_class)->dispose (object);
}

/* The page has one table and no chart. */
static gboolean
complete_pin (LscAppPage *page, LscPin *pin)
{
  static const char *const columns[] = { "text", "severity", "share", "gain_ns", "ranks", NULL };

  if (strcmp (pin->view, "findings/chart") == 0)
    {
      g_free (pin->view);
      pin->view = g_strdup ("findings/findings");
      pin->columns = g_strdupv ((GStrv) columns);
    }
  return LSC_FINDINGS_PAGE (page)->summary != NULL;
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
  class->loading_title = N_ ("Looking Where the Steps Go");
  class->failed_title = N_ ("No Findings to Show");
  class->load = load;
  class->follow = follow;
  class->clear = clear;
  class->get_command = get_command;
  class->complete_pin = complete_pin;
}

static void
lsc_findings_page_class_init (LscFindingsPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscFindingsPage, icon),        LSC_CHILD (LscFindingsPage, headline),
    LSC_CHILD (LscFindingsPage, views),       LSC_CHILD (LscFindingsPage, as_table),
    LSC_CHILD (LscFindingsPage, major),       LSC_CHILD (LscFindingsPage, minor),
    LSC_CHILD (LscFindingsPage, silent),      LSC_CHILD (LscFindingsPage, minor_head),
    LSC_CHILD (LscFindingsPage, silent_head), LSC_CHILD (LscFindingsPage, table),
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_TABLE_VIEW);
  G_OBJECT_CLASS (class)->dispose = lsc_findings_page_dispose;
  lsc_template_set (class, "lsc-findings-page", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_as_table);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

static void
lsc_findings_page_init (LscFindingsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_table_view_set_label (self->table, _ ("Findings"));
}
