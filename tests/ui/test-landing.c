/* test-landing.c - jumps from every page to the timeline, and what is seen there
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app/modules/lsc-modules-private.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/window/lsc-pages.h"
#include "lsc-ui-driver.h"

/* Whatever can be activated on a page is activated, a few of each table. Where that leads to the
 * timeline the slice or time that was asked for must be selected, its lane be in sight, and it must
 * fill about two thirds of the view. */

#define MOST_ROWS 4
#define LEAST_SHARE 0.6
#define MOST_SHARE 0.72

typedef struct
{
  LscUi *ui;
  gboolean has_jump;
  LscJump jump;
  char *name;
  const char *page;
  guint n;
  guint n_wrong;
} Walk;

static char *scratch;

/* ---- driving ---- */

static LscTimelinePage *
get_page (LscUi *ui)
{
  return (LscTimelinePage *) lsc_window_get_page (ui->window, "timeline");
}

static gboolean
is_idle (gpointer user_data)
{
  LscUi *ui = user_data;
  guint n;
  const LscPageKind *kinds = lsc_pages_list (&n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *page = lsc_window_get_page (ui->window, kinds[i].name);

      if (page && gtk_widget_get_mapped (page) && lsc_app_page_is_busy (LSC_APP_PAGE (page)))
        return FALSE;
    }
  return !lsc_window_is_busy (ui->window);
}

static void
settle (LscUi *ui)
{
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_idle, ui, 60.0));
  lsc_ui_settle ();
}

static void
on_jump (LscAppPage *page, const LscJump *jump, Walk *walk)
{
  if (jump->place != LSC_PLACE_SLICE)
    return;
  walk->has_jump = TRUE;
  walk->jump = *jump;
  g_free (walk->name);
  walk->jump.name = walk->name = g_strdup (jump->name);
}

static LscAppPage *
show_page (Walk *walk, const char *name)
{
  GtkWidget *page;

  lsc_window_show_page (walk->ui->window, name);
  settle (walk->ui);
  page = lsc_window_get_page (walk->ui->window, name);
  if (!g_object_get_data (G_OBJECT (page), "walked"))
    g_signal_connect (page, "jump", G_CALLBACK (on_jump), walk);
  g_object_set_data (G_OBJECT (page), "walked", walk);
  walk->page = name;
  return LSC_APP_PAGE (page);
}

/* ---- where it landed ---- */

static double
get_share (const LscTimelineView *view, gint64 begin_ns, gint64 end_ns)
{
  double from = (double) (begin_ns - view->port.begin_ns) / view->port.span_ns;
  double to = (double) (end_ns - view->port.begin_ns) / view->port.span_ns;

  return from >= 0 && to <= 1 ? to - from : -1;
}

/* At the ends of the recording there may be nothing around it to show, or nothing at all. */
static gboolean
is_at_end (const LscTimelineView *view, gint64 begin_ns, gint64 end_ns)
{
  gint64 first_ns, last_ns;

  return lsc_timeline_layout_get_limits (view->layout, &first_ns, &last_ns) &&
         (begin_ns <= first_ns || end_ns >= last_ns ||
          ((double) (end_ns - begin_ns) > 0.66 * (double) (last_ns - first_ns)));
}

/* Returns: (nullable): what is wrong with a time that should fill the view */
static const char *
check_fit (const LscTimelineView *view, gint64 begin_ns, gint64 end_ns)
{
  double share = get_share (view, begin_ns, end_ns);

  if (is_at_end (view, begin_ns, end_ns))
    return NULL;
  if (end_ns - begin_ns < 20) /* the least that is shown */
    return share >= 0 ? NULL : "not in view";
  return share >= LEAST_SHARE && share <= MOST_SHARE ? NULL : "not fitted";
}

static const char *
check_lane (const LscTimelineView *view, const LscTimelineSpot *spot)
{
  double top = view->ruler_height + lsc_timeline_layout_get_pinned_height (view->layout);
  double x0, y0, x1, y1;

  if (!lsc_timeline_view_slice_box (view, spot, &x0, &y0, &x1, &y1))
    return "lane not open";
  return y0 >= top && y1 <= view->port.height ? NULL : "lane not in sight";
}

static const char *
check_slice (Walk *walk, const LscTimelineView *view, const LscTimelineSpot *spot, gint64 offset)
{
  LscTimelineChart *chart = lsc_timeline_page_get_chart (get_page (walk->ui));
  const LscJump *jump = &walk->jump;
  gint64 begin_ns, end_ns;

  if (!lsc_timeline_chart_get_slice_time (chart, spot, &begin_ns, &end_ns))
    return "no such slice";
  if (begin_ns > jump->end_ns - offset || end_ns < jump->begin_ns - offset)
    return "slice of another time";
  if (check_lane (view, spot))
    return check_lane (view, spot);
  if (jump->is_claim && jump->end_ns - jump->begin_ns > 1)
    return check_fit (view, jump->begin_ns - offset, jump->end_ns - offset);
  return check_fit (view, begin_ns, end_ns);
}

static const char *
check_landed (Walk *walk)
{
  const LscTimelineView *view =
      lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (get_page (walk->ui)));
  LscTimelineSpot spot = view->selected;
  guint32 rank = _lsc_timeline_page_find_rank (get_page (walk->ui), walk->jump.rank);
  gint64 offset = lsc_timeline_layout_get_offset (view->layout, rank);

  if (walk->jump.source)
    rank = _lsc_timeline_page_find_source (get_page (walk->ui), walk->jump.source);
  if (spot.rank != LSC_SLICE_NONE)
    return spot.rank == rank ? check_slice (walk, view, &spot, offset) : "slice of another rank";
  if (!view->has_range || view->range_begin_ns != walk->jump.begin_ns - offset ||
      view->range_end_ns != walk->jump.end_ns - offset)
    return "nothing selected";
  return check_fit (view, view->range_begin_ns, view->range_end_ns);
}

/* Returns: whether it led to the timeline; the page is in front again */
static gboolean
look (Walk *walk, const char *what)
{
  const char *page = walk->page, *wrong;

  settle (walk->ui);
  if (!walk->has_jump)
    return FALSE;
  walk->has_jump = FALSE;
  if (!get_page (walk->ui) || !gtk_widget_get_mapped (GTK_WIDGET (get_page (walk->ui))))
    wrong = "timeline not shown";
  else
    wrong = check_landed (walk);
  walk->n++;
  walk->n_wrong += wrong != NULL;
  g_test_message ("%s, %s: rank %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " ns, %s: %s", page, what,
                  walk->jump.rank, walk->jump.end_ns - walk->jump.begin_ns,
                  walk->name ? walk->name : "-", wrong ? wrong : "landed");
  show_page (walk, page);
  return TRUE;
}

/* ---- what can be activated ---- */

static void
walk_table (Walk *walk, LscTableView *view)
{
  for (guint row = 0; row < MOST_ROWS; row++)
    {
      LscTable *table = lsc_table_view_get_table (view);

      if (!table || row >= lsc_table_get_n_rows (table) ||
          !gtk_widget_get_mapped (GTK_WIDGET (view)))
        return;
      lsc_table_view_select (view, row);
      lsc_ui_settle ();
      g_signal_emit_by_name (view, "row-activated", row);
      if (!look (walk, "row of a table"))
        return;
    }
}

static void
list_tables (GtkWidget *widget, GPtrArray *tables)
{
  if (LSC_IS_TABLE_VIEW (widget))
    g_ptr_array_add (tables, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    list_tables (child, tables);
}

static void
walk_tables (Walk *walk, GtkWidget *root)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (g_object_unref);

  list_tables (root, tables);
  for (guint i = 0; i < tables->len; i++)
    if (gtk_widget_get_mapped (tables->pdata[i]))
      walk_table (walk, tables->pdata[i]);
}

static void
walk_panels (Walk *walk, const LscPageKind *kind)
{
  LscAppPage *page = show_page (walk, kind->name);

  for (guint tab = 0; kind->panels && kind->panels[tab].get_type; tab++)
    {
      lsc_app_page_show_panel (page, tab);
      settle (walk->ui);
      walk_tables (walk, GTK_WIDGET (lsc_app_page_get_panel (page, tab)));
    }
}

/* Rows of the tree, the hottest below them and leaves. */
static void
walk_modules (Walk *walk)
{
  LscModulesPage *page = LSC_MODULES_PAGE (show_page (walk, "modules"));
  guint n;

  lsc_ui_activate (walk->ui, "win.page-action", g_variant_new_string ("modules.expand-all"));
  settle (walk->ui);
  n = g_list_model_get_n_items (G_LIST_MODEL (page->model));
  for (guint i = 0; i < 24 && n > 0; i++)
    {
      lsc_tree_model_select (page->model,
                             lsc_tree_model_get_node (page->model, (guint) ((guint64) i * n / 24)));
      lsc_ui_activate (walk->ui, "win.page-action", g_variant_new_string ("modules.show-timeline"));
      look (walk, "row of the tree");
    }
}

static void
walk_findings (Walk *walk)
{
  LscAppPage *page = show_page (walk, "findings");
  GtkWidget *list = lsc_ui_find (GTK_WIDGET (page), GTK_TYPE_LIST_BOX, NULL);
  GtkListBoxRow *row;

  for (int i = 0; list && (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)); i++)
    {
      gtk_list_box_select_row (GTK_LIST_BOX (list), row);
      lsc_ui_activate (walk->ui, "win.page-action",
                       g_variant_new_string ("findings.show-timeline"));
      look (walk, "evidence");
    }
}

static void
walk_recording (Walk *walk, const char *path)
{
  guint n;
  const LscPageKind *kinds = lsc_pages_list (&n);

  g_test_message ("%s", path);
  g_assert_true (lsc_ui_open (walk->ui, path));
  settle (walk->ui);
  for (guint i = 0; i < n; i++)
    if (strcmp (kinds[i].name, "timeline") != 0 && strcmp (kinds[i].name, "query") != 0 &&
        strcmp (kinds[i].name, "compare") != 0)
      walk_panels (walk, &kinds[i]);
  walk_modules (walk);
  walk_findings (walk);
}

static void
test_landing (void)
{
  static const char *const samples[] = { "ascend-db-level2", "ascend-4rank-pp2dp2",
                                         "kineto/qwen1.5-0.5b-h100.json.gz" };
  const char *folder = g_getenv ("LANESCOPE_SAMPLES");
  const char *const job[] = { "--preset=demo", "--straggler=2:1.4", NULL };
  g_autofree char *path = lsc_ui_write_profile_of (scratch, "job", job, NULL);
  Walk walk = { .ui = lsc_ui_start () };

  g_assert_nonnull (path);
  gtk_window_set_default_size (GTK_WINDOW (walk.ui->window), 1400, 900);
  walk_recording (&walk, path);
  for (guint i = 0; folder && i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *sample = g_build_filename (folder, samples[i], NULL);

      walk_recording (&walk, sample);
    }
  g_test_message ("%u jumps, %u landed badly", walk.n, walk.n_wrong);
  g_assert_cmpuint (walk.n_wrong, ==, 0);
  g_assert_cmpuint (walk.n, >=, folder ? 200 : 60);
  g_free (walk.name);
  lsc_ui_stop (walk.ui);
}

static void
run_cli (const char *const *words)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *cli =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src/cli/lanescope-cli", NULL);
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_ptr_array_add (argv, cli);
  for (; *words; words++)
    g_ptr_array_add (argv, (gpointer) *words);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

/* (transfer full): a merged file of ranks whose recordings are not there any more */
static char *
write_extract (void)
{
  const char *const job[] = { "--preset=demo", "--straggler=2:1.4", NULL };
  g_autofree char *path = lsc_ui_write_profile_of (scratch, "kept", job, NULL);
  g_autofree char *folder = g_build_filename (scratch, "extracts", NULL);
  g_autofree char *gone = g_build_filename (scratch, "gone", NULL);
  char *file = g_build_filename (scratch, "job.lscope", NULL);

  g_assert_nonnull (path);
  run_cli ((const char *[]){ "extract", path, "-q", "-o", folder, NULL });
  run_cli ((const char *[]){ "merge", folder, "-q", "-o", file, NULL });
  g_assert_cmpint (g_rename (path, gone), ==, 0);
  return file;
}

static AdwMessageDialog *
find_dialog (void)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());
  AdwMessageDialog *dialog = NULL;

  for (guint i = 0; !dialog && i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window))
        dialog = ADW_MESSAGE_DIALOG (window);
    }
  return dialog;
}

static gboolean
has_dialog (gpointer user_data)
{
  return find_dialog () != NULL;
}

/* Modules need all events: it is said where these are, and the page stays. */
static void
ask_for_modules (Walk *walk)
{
  AdwMessageDialog *dialog;

  show_page (walk, "findings");
  lsc_ui_activate (walk->ui, "win.page-action", g_variant_new_string ("findings.show-modules"));
  g_assert_true (lsc_ui_wait_until (has_dialog, NULL, 60.0));
  dialog = find_dialog ();
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "_ascend_pt"));
  g_assert_true (gtk_widget_get_mapped (lsc_window_get_page (walk->ui->window, "findings")));
  adw_message_dialog_response (dialog, "timeline");
  settle (walk->ui);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_page (walk->ui))));
}

/* Without the recording jumps lead into the excerpts that were kept of it. */
static void
test_excerpts (void)
{
  g_autofree char *path = write_extract ();
  Walk walk = { .ui = lsc_ui_start () };

  gtk_window_set_default_size (GTK_WINDOW (walk.ui->window), 1400, 900);
  walk_recording (&walk, path);
  g_test_message ("%u jumps, %u landed badly", walk.n, walk.n_wrong);
  g_assert_cmpuint (walk.n_wrong, ==, 0);
  g_assert_cmpuint (walk.n, >=, 20);
  ask_for_modules (&walk);
  g_free (walk.name);
  lsc_ui_stop (walk.ui);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *command = NULL;
  int status;

  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-landing-XXXXXX", &error);
  g_assert_no_error (error);
  g_test_add_func ("/landing/walk", test_landing);
  g_test_add_func ("/landing/excerpts", test_excerpts);
  status = g_test_run ();
  command = g_strdup_printf ("rm -rf '%s'", scratch);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  g_free (scratch);
  return status;
}
