/* test-overview-walk.c - every row of the first page and of the findings leads to its rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>

#include "app/findings/lsc-finding-row.h"
#include "app/findings/lsc-findings-page.h"
#include "app/overview/lsc-overview-page-private.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/window/lsc-window-private.h"
#include "lsc-ui-driver.h"
#include "lsc-ui-overview.h"

static char *scratch;
static char *demo;

/* ---- where the timeline is ---- */

typedef struct
{
  LscUi *ui;
  gint64 begin_ns;
  gint64 end_ns;
  LscSource *source;
} Place;

#define LEAST_SHARE 0.3 /* of the view */

static gboolean
shows_place (gpointer user_data)
{
  const Place *place = user_data;
  LscTimelinePage *page = LSC_TIMELINE_PAGE (lsc_window_get_page (place->ui->window, "timeline"));
  LscTimelineLayout *layout;
  const LscTimelineView *view;
  gint64 begin_ns, end_ns;
  guint32 rank;

  if (page == NULL || !lsc_ui_is_front (place->ui, "timeline"))
    return FALSE;
  layout = lsc_timeline_page_get_layout (page);
  view = lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page));
  rank = _lsc_timeline_page_find_source (page, place->source);
  if (rank == LSC_SLICE_NONE || lsc_timeline_layout_get_timeline (layout, rank) == NULL ||
      lsc_app_page_get_source (LSC_APP_PAGE (page))->source != place->source)
    return FALSE;
  begin_ns = place->begin_ns - lsc_timeline_layout_get_offset (layout, rank);
  end_ns = place->end_ns - lsc_timeline_layout_get_offset (layout, rank);
  if (view->has_range && view->range_begin_ns == begin_ns && view->range_end_ns == end_ns)
    return TRUE;
  /* what is one slice is selected, and fills the view */
  return begin_ns >= view->port.begin_ns &&
         end_ns <= view->port.begin_ns + (gint64) view->port.span_ns &&
         (double) (end_ns - begin_ns) > LEAST_SHARE * view->port.span_ns;
}

static void
assert_arrived (LscUi *ui, LscSource *source, gint64 begin_ns, gint64 end_ns)
{
  Place place = { ui, begin_ns, end_ns, source };

  g_assert_true (lsc_ui_wait_ready (ui));
  if (!lsc_ui_wait_until (shows_place, &place, 30))
    g_error ("the timeline does not show rank %d at %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " ns",
             (int) source->rank, begin_ns, end_ns - begin_ns);
}

/* The rank of a row: slow ones stand first. Several recordings may have one number, or none. */
static guint
find_rank (const LscOverview *overview, guint row)
{
  guint n = 0;

  for (int is_blamed = 1; is_blamed >= 0; is_blamed--)
    for (guint i = 0; i < overview->ranks->len; i++)
      if (lsc_overview_rank_is_blamed (lsc_overview_get_rank (overview, i)) == is_blamed &&
          n++ == row)
        return i;
  g_assert_not_reached ();
}

static guint
walk_ranks (LscUi *ui)
{
  LscOverviewPage *page = lsc_ui_get_overview (ui);
  guint n = 0;

  for (guint row = 0; row < page->summary->overview->ranks->len; row++)
    {
      guint i = find_rank (page->summary->overview, row);
      LscOverviewPlace place;
      gboolean is_known = _lsc_overview_find_place (page->summary, i, &place);

      lsc_ui_go_to (ui, "overview");
      g_signal_emit_by_name (lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_RANKS),
                             "row-activated", row);
      if (is_known)
        assert_arrived (ui, g_ptr_array_index (page->summary->sources, i), place.begin_ns,
                        place.end_ns);
      else
        g_assert_true (lsc_ui_is_front (ui, "overview")); /* and says why */
      n += is_known;
    }
  return n;
}

static guint
walk_waits (LscUi *ui)
{
  LscOverviewPage *page = lsc_ui_get_overview (ui);
  const LscOverview *overview = page->summary->overview;
  guint n = 0;

  for (gsize i = 0; i < overview->waits->pairs.n; i++)
    {
      LscOverviewPlace place;
      gboolean is_known = _lsc_overview_find_wait (page->summary, i, &place);

      lsc_ui_go_to (ui, "overview");
      g_signal_emit_by_name (lsc_ui_get_overview_table (ui, LSC_OVERVIEW_TAB_WAITING),
                             "row-activated", (guint) i);
      if (is_known)
        assert_arrived (
            ui, g_ptr_array_index (page->summary->sources, overview->waits->pairs.items[i].waiter),
            place.begin_ns, place.end_ns);
      n += is_known;
    }
  return n;
}

/* Bars of the budget and lines of the steps, as a double click or Enter does. */
static guint
walk_chart (LscUi *ui, gboolean is_of_steps)
{
  LscOverviewPage *page = lsc_ui_get_overview (ui);
  GtkWidget *panel =
      GTK_WIDGET (lsc_app_page_get_panel (LSC_APP_PAGE (page), LSC_OVERVIEW_TAB_STEPS));
  guint n = 0;

  for (guint row = 0; row < page->rows->rows->len; row++)
    {
      gsize index = lsc_rank_rows_get (page->rows, row)->index;
      GtkWidget *chart = GTK_WIDGET (page->chart);
      LscOverviewPlace place;

      if (!_lsc_overview_find_place (page->summary, index, &place))
        continue;
      lsc_ui_go_to (ui, "overview");
      lsc_app_page_show_panel (LSC_APP_PAGE (page), LSC_OVERVIEW_TAB_STEPS);
      lsc_ui_settle ();
      if (is_of_steps)
        chart = lsc_ui_find (panel, LSC_TYPE_OVERVIEW_CHART, NULL);
      g_signal_emit_by_name (chart, "rank-activated", row, -1);
      assert_arrived (ui, g_ptr_array_index (page->summary->sources, index), place.begin_ns,
                      place.end_ns);
      n++;
    }
  return n;
}

/* Where the first evidence of a finding is that can be shown, @n counts it then. */
static void
assert_shown (LscUi *ui, const LscFinding *finding, guint *n)
{
  LscAppPage *page = LSC_APP_PAGE (lsc_ui_get_overview (ui));
  const LscEvidencePlace *place = lsc_finding_get_evidence (page, finding);

  g_assert_true (lsc_ui_wait_ready (ui));
  if (place == NULL)
    return;
  assert_arrived (ui, lsc_cluster_find_rank (lsc_app_page_get_source (page)->cluster, place->rank),
                  place->begin_ns, place->end_ns);
  (*n)++;
}

/* The sentences above the ranks, and the rows of the table of findings. */
static guint
walk_findings (LscUi *ui)
{
  LscOverviewPage *page = lsc_ui_get_overview (ui);
  const LscFindings *findings = page->summary->findings;
  GtkWidget *other, *table;
  guint n = 0;

  for (guint i = 0; i < lsc_findings_count_outstanding (findings) && i < 3; i++)
    {
      lsc_ui_go_to (ui, "overview");
      g_signal_emit_by_name (page->findings, "finding-activated", i);
      assert_shown (ui, lsc_findings_get_outstanding (findings, i), &n);
    }
  lsc_ui_go_to (ui, "findings");
  other = lsc_window_get_page (ui->window, "findings");
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (gtk_widget_get_template_child (other, LSC_TYPE_FINDINGS_PAGE, "as_table")),
      TRUE);
  lsc_ui_settle ();
  table = lsc_ui_find (other, LSC_TYPE_TABLE_VIEW, NULL);
  for (guint i = 0; i < findings->rows->len; i++)
    {
      lsc_ui_go_to (ui, "findings");
      gtk_widget_grab_focus (table);
      lsc_table_view_select (LSC_TABLE_VIEW (table), i);
      g_signal_emit_by_name (table, "row-activated", i);
      assert_shown (ui, lsc_findings_get (findings, i), &n);
    }
  return n;
}

/* The buttons of all evidence below a widget. */
static void
list_buttons (GtkWidget *widget, const char *text, GPtrArray *buttons)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), text) == 0)
    g_ptr_array_add (buttons, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    list_buttons (child, text, buttons);
}

static void
unfold (GtkWidget *widget)
{
  if (GTK_IS_EXPANDER (widget))
    gtk_expander_set_expanded (GTK_EXPANDER (widget), TRUE);
  if (ADW_IS_EXPANDER_ROW (widget))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    unfold (child);
}

static guint
walk_evidence (LscUi *ui)
{
  const LscFindings *findings = lsc_ui_get_overview (ui)->summary->findings;
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();
  LscAppPage *findings_page;
  guint n = 0, at = 0;

  lsc_ui_go_to (ui, "findings");
  findings_page = LSC_APP_PAGE (lsc_window_get_page (ui->window, "findings"));
  unfold (GTK_WIDGET (findings_page)); /* those that are possible, and the minor ones */
  lsc_ui_settle ();
  list_buttons (GTK_WIDGET (findings_page), "Show in Timeline", buttons);
  for (guint i = 0; i < findings->rows->len; i++)
    for (guint k = 0;
         k < MIN (lsc_findings_get (findings, i)->places->len, LSC_FINDING_MOST_PLACES); k++)
      {
        const LscEvidencePlace *place =
            g_ptr_array_index (lsc_findings_get (findings, i)->places, k);
        const char *why_not;
        GtkWidget *button;

        g_assert_cmpuint (at, <, buttons->len);
        button = g_ptr_array_index (buttons, at++);
        why_not = lsc_evidence_why_not (findings_page, place);
        g_assert_cmpint (gtk_widget_get_sensitive (button), ==, why_not == NULL);
        if (why_not != NULL)
          {
            g_assert_nonnull (gtk_widget_get_tooltip_text (button)); /* says why */
            continue;
          }
        lsc_ui_go_to (ui, "findings");
        g_signal_emit_by_name (button, "clicked");
        assert_arrived (
            ui,
            lsc_cluster_find_rank (lsc_app_page_get_source (findings_page)->cluster, place->rank),
            place->begin_ns, place->end_ns);
        n++;
      }
  g_assert_cmpuint (at, ==, buttons->len);
  return n;
}

static void
walk (const char *path)
{
  g_autoptr (LscUi) ui = lsc_ui_start_on (path);
  guint n_ranks = walk_ranks (ui), n_waits = walk_waits (ui), n_places = walk_evidence (ui);
  guint n_findings = walk_findings (ui);

  g_test_message ("%u ranks, %u waits, %u places, %u findings", n_ranks, n_waits, n_places,
                  n_findings);
  g_assert_cmpuint (n_ranks, >, 0);
  g_assert_cmpuint (walk_chart (ui, FALSE), ==, n_ranks);
  g_assert_cmpuint (walk_chart (ui, TRUE), ==, n_ranks);
}

static void
test_walk (void)
{
  walk (demo);
}

static void
test_walk_sample (gconstpointer data)
{
  const char *samples = g_getenv ("LANESCOPE_SAMPLES");
  g_autofree char *path = NULL;

  if (samples == NULL)
    {
      g_test_skip ("no samples");
      return;
    }
  path = g_build_filename (samples, data, NULL);
  walk (path);
}

/* Where the page shows a text; (nullable). */
static GtkWidget *
find_label (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root) &&
      strstr (gtk_label_get_text (GTK_LABEL (root)), text))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found)
        return found;
    }
  return NULL;
}

/** A job whose causes are known: the ids of its major findings, the first first. */
typedef struct
{
  const char *path;
  const char *ids[2];
} KnownJob;

static const KnownJob known_jobs[] = {
  { "stragglers/ST", { "stage_imbalance", NULL } },
  { "stragglers/SE", { "uneven_work", "stage_imbalance" } },
};

/* The page says first what the owners of a job found. */
static void
test_known_job (gconstpointer data)
{
  const char *samples = g_getenv ("LANESCOPE_SAMPLES");
  const KnownJob *known = data;
  g_autofree char *path = samples ? g_build_filename (samples, known->path, NULL) : NULL;
  g_autoptr (LscUi) ui = NULL;
  const LscFindings *findings;

  if (!samples)
    {
      g_test_skip ("no samples");
      return;
    }
  ui = lsc_ui_start_on (path);
  lsc_ui_go_to (ui, "findings");
  lsc_ui_settle ();
  findings = lsc_ui_get_overview (ui)->summary->findings;
  for (guint i = 0; i < G_N_ELEMENTS (known->ids) && known->ids[i]; i++)
    {
      g_autofree char *words = lsc_phrase_to_words (lsc_findings_get (findings, i)->text);

      g_assert_cmpstr (lsc_findings_get (findings, i)->id, ==, known->ids[i]);
      g_assert_nonnull (find_label (lsc_window_get_page (ui->window, "findings"), words));
    }
}

static void
remove_scratch (void)
{
  const char *const argv[] = { "rm", "-rf", scratch, NULL };

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

/* Takes whether to walk the demo or the samples, so that two processors share them; else all. */
int
main (int argc, char **argv)
{
  static const char *const samples[] = { "ascend-db-level1", "ascend-4rank-pp2dp2",
                                         "pp-1f1b-2x4-tp4-straggler", "kineto" };
  g_autoptr (GError) error = NULL;
  int status;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-walk-XXXXXX", &error);
  g_assert_no_error (error);
  demo = lsc_ui_write_profile (scratch, "demo", &error);
  g_assert_no_error (error);
  if (argc < 2 || g_str_equal (argv[1], "demo"))
    g_test_add_func ("/overview/walk/demo", test_walk);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    if (argc < 2 || g_str_equal (argv[1], "samples"))
      {
        g_autofree char *name = g_strconcat ("/overview/walk/", samples[i], NULL);

        g_test_add_data_func (name, samples[i], test_walk_sample);
      }
  for (guint i = 0; i < G_N_ELEMENTS (known_jobs); i++)
    if (argc < 2 || g_str_equal (argv[1], "samples"))
      {
        g_autofree char *name = g_strconcat ("/overview/known/", known_jobs[i].path, NULL);

        g_test_add_data_func (name, &known_jobs[i], test_known_job);
      }
  status = g_test_run ();
  remove_scratch ();
  g_free (demo);
  g_free (scratch);
  return status;
}
