/* test-layout.c - the place of charts and rows in the real window: it stays
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/communication/lsc-bar-chart.h"
#include "app/findings/lsc-finding-row.h"
#include "app/overview/lsc-overview-chart.h"
#include "app/overview/lsc-overview-page-private.h"
#include "app/parts/lsc-canvas.h"
#include "app/parts/lsc-chart.h"
#include "app/parts/lsc-page-words.h"
#include "app/window/lsc-sidebar-item.h"
#include "app/window/lsc-window-private.h"
#include "lsc-ui-input.h"
#include "lsc-ui-overview.h"

#define LONG                                                                                       \
  "Rank 5 computes slower than its peers, and seven ranks wait for it at the end of every step. "  \
  "Fixing this would save 13.2 ms per step, which no other change that is known here would."

static const char *const names[] = { "overview",      "timeline",  "modules", "pipeline",
                                     "communication", "operators", "memory",  "compare",
                                     "findings",      "query" };

static char *scratch;
static char *ranks16; /* 16 ranks of four stages on two hosts; ranks 4 and 5 are slow */

/* ---- where things stand ---- */

/** A chart, where it and its rows are. */
typedef struct
{
  GtkWidget *widget; /* as a key */
  char *type;
  double x;
  double y;
  double row_y;      /* of the last row, from the chart's top; 0 = it has none */
  double row_height; /* px */
} Spot;

static void
spot_clear (gpointer data)
{
  g_free (((Spot *) data)->type);
}

static void
take_rows (Spot *spot)
{
  if (LSC_IS_CHART (spot->widget))
    {
      const LscViewport *port = lsc_chart_get_port (LSC_CHART (spot->widget));

      spot->row_height = port->lane_height;
      spot->row_y = -port->scroll_y;
    }
  if (LSC_IS_OVERVIEW_CHART (spot->widget))
    {
      const LscRankChart *chart = lsc_overview_chart_get_chart (LSC_OVERVIEW_CHART (spot->widget));

      if (!lsc_rank_chart_is_empty (chart) && chart->kind == LSC_RANK_CHART_BARS)
        spot->row_y = lsc_rank_chart_row_y (chart, chart->rows->rows->len - 1);
    }
  if (LSC_IS_BAR_CHART (spot->widget))
    {
      const LscBarView *view = lsc_bar_chart_get_view (LSC_BAR_CHART (spot->widget));
      LscBarPlaces places;

      if (lsc_bar_view_is_empty (view))
        return;
      places = lsc_bar_view_place (view, lsc_canvas_get_text (LSC_CANVAS (spot->widget)));
      spot->row_y = places.y;
      spot->row_height = places.step;
    }
}

static gboolean
is_placed (GtkWidget *widget)
{
  return LSC_IS_CHART (widget) || LSC_IS_CANVAS (widget) || GTK_IS_COLUMN_VIEW (widget);
}

static void
collect (GtkWidget *root, GtkWidget *window, GArray *spots)
{
  if (is_placed (root) && gtk_widget_get_mapped (root))
    {
      Spot spot = { .widget = root, .type = g_strdup (G_OBJECT_TYPE_NAME (root)) };
      graphene_rect_t bounds;

      g_assert_true (gtk_widget_compute_bounds (root, window, &bounds));
      spot.x = bounds.origin.x;
      spot.y = bounds.origin.y;
      take_rows (&spot);
      g_array_append_val (spots, spot);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    collect (child, window, spots);
}

static GArray *
list_spots (LscUi *ui, const char *page)
{
  GArray *spots = g_array_new (FALSE, FALSE, sizeof (Spot));

  g_array_set_clear_func (spots, spot_clear);
  collect (lsc_window_get_page (ui->window, page), GTK_WIDGET (ui->window), spots);
  return spots;
}

/* Nothing that was there has another place now. */
static void
assert_same (LscUi *ui, const char *page, GArray *before, const char *why)
{
  g_autoptr (GArray) after = list_spots (ui, page);
  guint n_seen = 0;

  for (guint i = 0; i < before->len; i++)
    for (guint k = 0; k < after->len; k++)
      {
        const Spot *a = &g_array_index (before, Spot, i), *b = &g_array_index (after, Spot, k);

        if (a->widget != b->widget)
          continue;
        n_seen++;
        g_test_message ("%s, %s: %s at %g, %g; rows of %g px from %g", page, why, a->type, a->x,
                        a->y, a->row_height, a->row_y);
        g_assert_cmpfloat (a->x, ==, b->x);
        g_assert_cmpfloat (a->y, ==, b->y);
        g_assert_cmpfloat (a->row_height, ==, b->row_height);
        g_assert_cmpfloat (a->row_y, ==, b->row_y);
      }
  g_assert_cmpuint (n_seen, ==, before->len);
}

/* ---- driving ---- */

static LscUi *
start_at (int width, int height)
{
  LscUi *ui = lsc_ui_start ();

  gtk_window_set_default_size (GTK_WINDOW (ui->window), width, height);
  g_assert_true (lsc_ui_open (ui, ranks16));
  lsc_ui_settle ();
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (ui->window)), >, width - 20);
  return ui;
}

static gboolean
is_page_ready (gpointer user_data)
{
  LscUi *ui = user_data;
  LscAppPage *page = _lsc_window_get_page (ui->window);

  return page && !lsc_app_page_is_busy (page) && !lsc_window_is_busy (ui->window);
}

static void
go_to (LscUi *ui, const char *page)
{
  lsc_window_show_page (ui->window, page);
  lsc_ui_settle ();
  g_assert_true (lsc_ui_wait_until (is_page_ready, ui, 60));
  lsc_ui_settle ();
}

static gboolean
has_page (LscUi *ui, const char *page)
{
  GtkWidget *widget = lsc_window_get_page (ui->window, page);

  return widget && gtk_widget_get_mapped (widget);
}

/* ---- details ---- */

/* As a selection opens them. */
static void
check_details (LscUi *ui, const char *page)
{
  gboolean are_shown = gtk_widget_get_visible (GTK_WIDGET (ui->window->details));
  g_autoptr (GArray) before = NULL;

  if (are_shown)
    _lsc_window_reveal_details (ui->window, FALSE);
  lsc_ui_settle ();
  before = list_spots (ui, page);
  _lsc_window_reveal_details (ui->window, TRUE);
  lsc_ui_settle ();
  assert_same (ui, page, before, "details open");
  _lsc_window_reveal_details (ui->window, FALSE);
  lsc_ui_settle ();
  assert_same (ui, page, before, "details close");
}

static void
check_all_details (int width, int height)
{
  g_autoptr (LscUi) ui = start_at (width, height);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      go_to (ui, names[i]);
      if (!has_page (ui, names[i]) || g_str_equal (names[i], "findings"))
        continue;
      check_details (ui, names[i]);
      n++;
    }
  g_assert_cmpuint (n, >=, 8);
}

static void
test_details (void)
{
  check_all_details (1400, 900);
}

static void
test_details_large (void)
{
  check_all_details (1560, 960);
}

/* ---- words ---- */

static GtkWidget *
find_words (GtkWidget *page)
{
  return lsc_ui_find (page, LSC_TYPE_PAGE_WORDS, NULL);
}

/* The labels in it are the page's. */
static void
set_words (GtkWidget *words, const char *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (words); child;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child) && !gtk_widget_get_child_visible (child))
      {
        gtk_label_set_label (GTK_LABEL (child), text);
        gtk_widget_set_visible (child, *text != '\0');
      }
  lsc_page_words_set_link (LSC_PAGE_WORDS (words), NULL, NULL, NULL);
  lsc_ui_settle ();
}

/* (nullable): the line of a text */
static GtkWidget *
find_line (GtkWidget *words, const char *class)
{
  for (GtkWidget *child = gtk_widget_get_first_child (words); child;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child) && gtk_widget_get_child_visible (child) &&
        gtk_widget_has_css_class (child, class))
      return child;
  return NULL;
}

/* How certain the bold line is has a name of its own and stays, whatever the line says. */
static void
check_certainty (GtkWidget *words)
{
  GtkWidget *word = find_line (words, "certainty");
  GtkWidget *bold = find_line (words, "heading");

  g_assert_nonnull (word);
  lsc_page_words_set_certainty (LSC_PAGE_WORDS (words), "Sure", "Sure: so it is.");
  lsc_ui_settle ();
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (word)), ==, "Sure");
  g_assert_cmpfloat (gtk_widget_get_opacity (word), ==,
                     *gtk_label_get_text (GTK_LABEL (bold)) != '\0');
  g_assert_cmpint (gtk_widget_get_width (word), >, 20);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (word), ==, "Sure: so it is.");
  gtk_test_accessible_assert_property (word, GTK_ACCESSIBLE_PROPERTY_LABEL, "Certainty: Sure");
}

static void
check_words (LscUi *ui, const char *page)
{
  GtkWidget *words = find_words (lsc_window_get_page (ui->window, page));
  GtkWidget *more;
  g_autoptr (GArray) before = NULL;

  g_assert_nonnull (words);
  more = lsc_page_words_get_more (LSC_PAGE_WORDS (words));
  g_assert_cmpint (gtk_widget_get_height (words), <, 60);
  before = list_spots (ui, page);
  check_certainty (words);
  assert_same (ui, page, before, "certainty");
  set_words (words, LONG);
  check_certainty (words);
  assert_same (ui, page, before, "long words");
  g_assert_true (gtk_widget_get_sensitive (more));
  set_words (words, "");
  assert_same (ui, page, before, "no words");
  set_words (words, "Rank 5 is slow.\nSo are 甲 and µ.");
  assert_same (ui, page, before, "few words");
}

/* All that a page says takes two lines, and the rest is behind a button with a name. */
static void
test_words (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      go_to (ui, names[i]);
      if (has_page (ui, names[i]) && find_words (lsc_window_get_page (ui->window, names[i])))
        check_words (ui, names[i]);
    }
}

/* A bold line that is longer than the page is wide takes the place of the second one. */
static void
test_two_bold_lines (void)
{
  g_autoptr (LscUi) ui = start_at (900, 600);
  GtkWidget *words, *bold, *rest;

  go_to (ui, "pipeline");
  words = find_words (lsc_window_get_page (ui->window, "pipeline"));
  set_words (words, "Rank 5 of stage 2 computes 40 % longer than all other ranks of its stage");
  bold = find_line (words, "heading");
  rest = find_line (words, "dim-label");
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (bold))), ==, 2);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (bold))));
  g_assert_cmpfloat (gtk_widget_get_opacity (rest), ==, 0);
  set_words (words, "Rank 5 is slow.");
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (bold))), ==, 1);
  g_assert_cmpfloat (gtk_widget_get_opacity (rest), ==, 1);
}

/* What leads elsewhere keeps its width; what to do stands before it, and is cut. */
static void
test_link (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);
  GtkWidget *words, *link, *rest;

  go_to (ui, "overview");
  words = find_words (lsc_window_get_page (ui->window, "overview"));
  set_words (words, "Rank 5 is slow.");
  gtk_label_set_label (LSC_OVERVIEW_PAGE (lsc_window_get_page (ui->window, "overview"))->remark,
                       LONG LONG);
  lsc_page_words_set_link (LSC_PAGE_WORDS (words), LONG, "Could save more", "win.help");
  lsc_ui_settle ();
  link = find_line (words, "words-link");
  rest = find_line (words, "dim-label");
  g_assert_cmpfloat (gtk_widget_get_opacity (rest), ==, 1);
  g_assert_cmpfloat (gtk_widget_get_opacity (link), ==, 1);
  g_assert_true (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (rest))));
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (link))));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (link), ==, LONG);
}

/* (nullable): the first label below a widget whose text begins so */
static GtkWidget *
find_beginning (GtkWidget *root, const char *begin)
{
  if (GTK_IS_LABEL (root) && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (root)), begin))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_beginning (child, begin);

      if (found)
        return found;
    }
  return NULL;
}

/* A row says what to do below what it is, in lines that are cut, with all of it in a tool tip. */
static void
test_finding_rows (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);
  GtkWidget *list, *deed;
  guint n = 0;

  go_to (ui, "overview");
  list = gtk_widget_get_first_child (
      GTK_WIDGET (LSC_OVERVIEW_PAGE (lsc_window_get_page (ui->window, "overview"))->findings));
  for (GtkWidget *row = gtk_widget_get_first_child (list); row;
       row = gtk_widget_get_next_sibling (row))
    {
      if (!GTK_IS_LIST_BOX_ROW (row))
        continue;
      deed = find_beginning (row, "→ ");
      g_assert_nonnull (deed);
      g_assert_cmpint (gtk_label_get_lines (GTK_LABEL (deed)), ==, 1);
      g_assert_nonnull (gtk_widget_get_tooltip_text (deed));
      g_assert_cmpint (gtk_widget_get_height (row), <, 48);
      n++;
    }
  g_assert_cmpuint (n, >=, 2);
}

static void
test_more (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);
  GtkWidget *words, *more;

  go_to (ui, "overview");
  words = find_words (lsc_window_get_page (ui->window, "overview"));
  more = lsc_page_words_get_more (LSC_PAGE_WORDS (words));
  set_words (words, LONG);
  gtk_test_accessible_assert_property (gtk_widget_get_first_child (more),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("More: the whole text"));
  g_assert_true (gtk_widget_get_sensitive (more));
  g_assert_true (gtk_widget_get_focusable (gtk_widget_get_first_child (more)));
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  lsc_ui_settle ();
  g_assert_nonnull (
      lsc_ui_find_label (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more))), LONG));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (more));
  lsc_ui_settle ();
}

/* ---- ranks ---- */

static LscOverviewChart *
get_chart (LscUi *ui)
{
  return LSC_OVERVIEW_PAGE (lsc_window_get_page (ui->window, "overview"))->chart;
}

/* All ranks of a job of 16 are in the picture, and nothing is said to be left out. */
static void
check_all_ranks (int width, int height)
{
  g_autoptr (LscUi) ui = start_at (width, height);
  const LscRankChart *chart;

  go_to (ui, "overview");
  chart = lsc_overview_chart_get_chart (get_chart (ui));
  g_assert_cmpuint (chart->rows->rows->len, ==, 16);
  for (guint i = 0; i < 16; i++)
    {
      double x0, y0, x1, y1;

      lsc_rank_chart_row_box (chart, i, &x0, &y0, &x1, &y1);
      g_assert_cmpfloat (y0, >=, LSC_RANK_CHART_RULER_PX);
      g_assert_cmpfloat (y1, <=, chart->port.height + 0.5);
    }
  g_assert_cmpuint (lsc_rank_chart_count_seen (chart), ==, 16);
}

static void
test_all_ranks (void)
{
  check_all_ranks (1400, 900);
}

static void
test_all_ranks_small (void)
{
  check_all_ranks (900, 600);
}

/* A double click on a rank, of which the first press opens details, selects that rank. */
static void
test_double_click (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);
  const LscRankChart *chart;
  double x0, y0, x1, y1, x, y, new_y;
  g_autofree char *at_x = NULL, *at_y = NULL;

  if (!lsc_ui_has_xdotool ())
    return;
  go_to (ui, "overview");
  lsc_ui_focus_window (ui);
  chart = lsc_overview_chart_get_chart (get_chart (ui));
  lsc_rank_chart_row_box (chart, 12, &x0, &y0, &x1, &y1);
  g_assert_true (gtk_widget_translate_coordinates (
      GTK_WIDGET (get_chart (ui)), GTK_WIDGET (ui->window), x1 - 60, (y0 + y1) / 2, &x, &y));
  at_x = g_strdup_printf ("%d", (int) x);
  at_y = g_strdup_printf ("%d", (int) y);
  lsc_ui_xdotool ("mousemove", at_x, at_y, "click", "1", NULL);
  g_assert_cmpuint (chart->selected, ==, 12);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (ui->window->details)));
  lsc_rank_chart_row_box (chart, 12, &x0, &y0, &x1, &y1);
  g_assert_true (gtk_widget_translate_coordinates (
      GTK_WIDGET (get_chart (ui)), GTK_WIDGET (ui->window), x1 - 60, (y0 + y1) / 2, &x, &new_y));
  g_assert_cmpfloat (new_y, ==, y);
  lsc_ui_xdotool ("click", "1", NULL);
  g_assert_cmpuint (chart->selected, ==, 12);
}

/* What was fitted stays fitted, what was zoomed keeps its scale. */
static void
test_refit (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);
  LscChart *chart;
  const LscViewport *port;
  double span, px;

  go_to (ui, "overview");
  chart = LSC_CHART (get_chart (ui));
  port = lsc_chart_get_port (chart);
  span = port->span_ns;
  _lsc_window_reveal_details (ui->window, TRUE);
  lsc_ui_settle ();
  g_assert_cmpfloat_with_epsilon (port->span_ns, span, span * 1e-6);
  go_to (ui, "operators");
  go_to (ui, "overview");
  g_assert_cmpfloat_with_epsilon (port->span_ns, span, span * 1e-6);
  lsc_chart_zoom (chart, 3);
  lsc_ui_settle ();
  px = lsc_viewport_px_per_ns (port);
  _lsc_window_reveal_details (ui->window, FALSE);
  lsc_ui_settle ();
  g_assert_cmpfloat_with_epsilon (lsc_viewport_px_per_ns (port), px, px * 1e-6);
  lsc_chart_fit (chart);
  _lsc_window_reveal_details (ui->window, TRUE);
  lsc_ui_settle ();
  g_assert_cmpfloat_with_epsilon (port->span_ns, span, span * 1e-6);
}

/* ---- toasts ---- */

#define MESSAGE "Something happened on this page"

static gboolean
is_told (LscUi *ui)
{
  GtkWidget *label = lsc_ui_find_label (GTK_WIDGET (ui->window), MESSAGE);

  return label && gtk_widget_get_mapped (label);
}

/* A message is seen on its page alone, however soon that goes. */
static void
test_toasts (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  go_to (ui, "findings");
  go_to (ui, "overview");
  _lsc_window_tell (ui->window, MESSAGE);
  lsc_ui_assert_soon (is_told (ui));
  lsc_window_show_page (ui->window, "findings");
  lsc_ui_settle ();
  g_assert_false (is_told (ui));
  for (guint i = 0; i < 60; i++) /* while they come and go */
    {
      gint64 now = g_get_monotonic_time ();

      if (i % 3 == 0)
        _lsc_window_tell (ui->window, i % 2 ? MESSAGE : "Another");
      lsc_window_show_page (ui->window, i % 2 ? "findings" : "overview");
      while (lsc_ui_run_until (now + (i % 5) * 20 * 1000))
        ;
    }
  go_to (ui, "overview");
  lsc_ui_assert_soon (!is_told (ui));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* ---- findings ---- */

static void
list_of (GtkWidget *widget, GType type, const char *style, GPtrArray *found)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_has_css_class (widget, style))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    list_of (child, type, style, found);
}

static guint
count_places (GtkWidget *row)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new ();

  list_of (row, ADW_TYPE_ACTION_ROW, "finding-place", places);
  return places->len;
}

/* Where a finding shows is listed when it is unfolded, and no more of it than can be read. */
static void
test_places (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  guint n_long = 0, n_folded = 0;

  go_to (ui, "findings");
  list_of (lsc_window_get_page (ui->window, "findings"), ADW_TYPE_EXPANDER_ROW, "expander", rows);
  for (guint i = 0; i < rows->len; i++)
    {
      const LscFinding *finding = g_object_get_data (rows->pdata[i], "lsc-finding");
      guint n = finding->places->len;

      if (!adw_expander_row_get_expanded (rows->pdata[i]))
        {
          g_assert_cmpuint (count_places (rows->pdata[i]), ==, 0);
          n_folded++;
        }
      adw_expander_row_set_expanded (rows->pdata[i], TRUE);
      g_assert_cmpuint (count_places (rows->pdata[i]), ==,
                        n > LSC_FINDING_MOST_PLACES ? LSC_FINDING_MOST_PLACES + 1 : n);
      adw_expander_row_set_expanded (rows->pdata[i], FALSE);
      adw_expander_row_set_expanded (rows->pdata[i], TRUE); /* makes none twice */
      g_assert_cmpuint (count_places (rows->pdata[i]), <=, LSC_FINDING_MOST_PLACES + 1);
      n_long += n > LSC_FINDING_MOST_PLACES;
    }
  g_assert_cmpuint (n_folded, >, 0);
  g_assert_cmpuint (n_long, >, 0);
}

/* ---- the sidebar ---- */

static guint
count_rows (GtkListView *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (list)));
}

/* As the user types it; there are the project, two hosts and the ranks. */
static guint
filter (GtkWidget *entry, GtkListView *list, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "search-changed");
  lsc_ui_settle ();
  return count_rows (list);
}

/* The row at a position. (transfer full) */
static LscSidebarItem *
get_item (GtkListView *list, guint position)
{
  g_autoptr (GtkTreeListRow) row =
      g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (list)), position);

  return gtk_tree_list_row_get_item (row);
}

/* Slow ranks stand first, below a line of their own; a chosen one stays chosen there. */
static void
assert_slow_first (GtkListView *list, guint n_slow)
{
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_list_view_get_model (list));
  g_autoptr (LscSidebarItem) head = get_item (list, 1);

  g_assert_cmpint (lsc_sidebar_item_get_kind (head), ==, LSC_SIDEBAR_SLOW);
  for (guint i = 0; i < n_slow; i++)
    {
      g_autoptr (LscSidebarItem) rank = get_item (list, 2 + i);
      g_autofree char *why = NULL;

      g_object_get (rank, "why-slow", &why, NULL);
      g_assert_nonnull (why);
    }
  gtk_single_selection_set_selected (selection, 2);
  lsc_ui_settle ();
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 2);
}

static void
test_filter (void)
{
  g_autoptr (LscUi) ui = start_at (1400, 900);
  guint n_slow;
  GtkWidget *sidebar = GTK_WIDGET (ui->window->sidebar);
  GtkWidget *entry = lsc_ui_find (sidebar, GTK_TYPE_SEARCH_ENTRY, NULL);
  GtkListView *list = GTK_LIST_VIEW (lsc_ui_find (sidebar, GTK_TYPE_LIST_VIEW, "profiles"));

  go_to (ui, "overview");
  g_assert_nonnull (entry);
  lsc_ui_assert_soon (count_rows (list) > 1 + 2 + 16);
  n_slow = (guint) lsc_ui_get_overview (ui)->summary->overview->n_slow;
  g_assert_cmpuint (n_slow, >, 0);
  g_assert_cmpuint (count_rows (list), ==, 1 + 1 + n_slow + 2 + 16);
  assert_slow_first (list, n_slow);
  g_assert_cmpuint (filter (entry, list, "rank 1"), ==, 1 + 1 + 1);
  g_assert_cmpuint (filter (entry, list, " Stage 1 "), ==, 1 + 1 + n_slow + 1 + 4);
  g_assert_cmpuint (filter (entry, list, "node-01"), ==, 1 + 1 + 8);
  g_assert_cmpuint (filter (entry, list, "12"), ==, 1 + 1 + 1);
  g_assert_cmpuint (filter (entry, list, "slow"), >=, 1 + 1 + 1);
  g_assert_cmpuint (filter (entry, list, "slow"), <, 1 + 1 + n_slow + 2 + 8);
  g_assert_cmpuint (filter (entry, list, "nothing of that"), ==, 1);
  g_assert_nonnull (lsc_ui_find_label (sidebar, _ ("No matching rank")));
  g_signal_emit_by_name (entry, "stop-search");
  g_assert_cmpuint (filter (entry, list, ""), ==, 1 + 1 + n_slow + 2 + 16);
}

int
main (int argc, char **argv)
{
  static const char *const options[] = {
    "--preset=small", "--schedule=1f1b",    "--pp=4", "--tp=2", "--dp=2", "--hosts=2", "--steps=3",
    "--memory",       "--straggler=5:1.25", NULL
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *command = NULL;
  int status;

  g_setenv ("GTK_A11Y", "test", TRUE); /* without a bus, what is told can still be looked at */
  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  scratch = g_dir_make_tmp ("lanescope-layout-XXXXXX", &error);
  g_assert_no_error (error);
  ranks16 = lsc_ui_write_profile_of (scratch, "ranks16", options, &error);
  g_assert_no_error (error);
  g_test_add_func ("/layout/two-bold-lines", test_two_bold_lines);
  g_test_add_func ("/layout/details", test_details);
  g_test_add_func ("/layout/details-large", test_details_large);
  g_test_add_func ("/layout/words", test_words);
  g_test_add_func ("/layout/more", test_more);
  g_test_add_func ("/layout/link", test_link);
  g_test_add_func ("/layout/finding-rows", test_finding_rows);
  g_test_add_func ("/layout/all-ranks", test_all_ranks);
  g_test_add_func ("/layout/all-ranks-small", test_all_ranks_small);
  g_test_add_func ("/layout/double-click", test_double_click);
  g_test_add_func ("/layout/refit", test_refit);
  g_test_add_func ("/layout/toasts", test_toasts);
  g_test_add_func ("/layout/places", test_places);
  g_test_add_func ("/layout/filter", test_filter);
  status = g_test_run ();
  command = g_strdup_printf ("rm -rf '%s'", scratch);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  g_free (ranks16);
  g_free (scratch);
  return status;
}
