/* lsc-report-operators.c - operators in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-operators.h"

#include "export/report/lsc-report-chart-data.h"
#include "export/report/lsc-report-sentences.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "draw/communication/lsc-bar-view.h"
#include "draw/operators/lsc-operator-plots.h"

#define MOST_BARS 15
#define TITLE_FAMILIES 4
#define PAPER_ROWS 5 /* of a page that it shares */
#define MOST_ROWS 15
#define HEIGHT_SHARE 0.5 /* of the figure, by its width */
#define AXIS_PX 84.0     /* of lying bars: title, scale and legend */
#define BAR_PX 24.0
#define AROUND_PX 48 /* of its title and legend */

static void
plot_free (gpointer data)
{
  lsc_bar_plot_free (data);
}

/* Of lying bars, however wide they are. */
static double
get_height_px (const LscBarPlot *plot)
{
  return AXIS_PX + BAR_PX * plot->bars->len;
}

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscPageOptions options = { .is_figure = TRUE, .keep_theme = TRUE };
  double height = get_height_px (data);
  LscBarView view = { .plot = data,
                      .width = frame->width,
                      .height = frame->is_paper ? MIN (height, frame->height - AROUND_PX) : height,
                      .text_px = frame->text_px,
                      .theme = frame->theme,
                      .selected = LSC_BAR_NONE,
                      .hovered = LSC_BAR_NONE };

  return lsc_bar_sheet_new (&view, &options, context);
}

/**
 * lsc_report_add_shares:
 * @most: bars, 0 = as many as a page has room for
 *
 * Adds the shares of groups of kernels as a figure.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where there is no group
 */
gboolean
lsc_report_add_shares (LscReportSection *section, const char *title, LscOpGroups *groups,
                       guint most, GError **error)
{
  g_autoptr (LscTable) table = NULL;
  g_autofree guint32 *rows = NULL;
  LscReportItem *item;
  LscBarPlot *plot;
  gsize n;

  g_return_val_if_fail (section && groups, FALSE);
  table = lsc_op_groups_get_table (groups);
  if (most == 0)
    most = MOST_BARS;
  n = MIN (lsc_table_get_n_rows (table), most);
  if (n == 0)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("No kernel matches the filters."));
  rows = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    rows[i] = i;
  plot = lsc_plot_new_pareto (table, rows, n, most);
  item = lsc_report_add_chart (section, title, make_page, plot, plot_free);
  item->table = lsc_report_shares_table (plot);
  item->height_share = get_height_px (plot) / LSC_REPORT_CHART_WIDTH;
  item->fits_narrow = TRUE;
  return TRUE;
}

static void
roofline_free (gpointer data)
{
  lsc_roofline_plot_free (data);
}

static LscPage *
make_roofline_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  const LscRooflinePlot *plot = data;
  LscPageOptions options = { .is_figure = TRUE, .keep_theme = TRUE };
  LscRooflineView view = { .marks = plot->marks,
                           .n_marks = plot->n_marks,
                           .roof = plot->roof,
                           .width = frame->width,
                           .height = frame->is_paper ? MIN (frame->width * HEIGHT_SHARE,
                                                            frame->height - AROUND_PX)
                                                     : frame->width * HEIGHT_SHARE,
                           .text_px = frame->text_px,
                           .theme = frame->theme,
                           .selected = LSC_ROOFLINE_NONE,
                           .hovered = LSC_ROOFLINE_NONE };

  return lsc_roofline_sheet_new (&view, &options, context);
}

/**
 * lsc_report_add_roofline:
 * @plot: (transfer full): the marks
 *
 * Adds a roofline as a figure.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where no mark can be shown
 */
gboolean
lsc_report_add_roofline (LscReportSection *section, const char *title, LscRooflinePlot *plot,
                         GError **error)
{
  LscRooflineView view;
  LscReportItem *item;

  g_return_val_if_fail (section && plot, FALSE);
  view = (LscRooflineView){ .marks = plot->marks, .n_marks = plot->n_marks, .roof = plot->roof };
  if (lsc_roofline_view_is_empty (&view))
    {
      lsc_roofline_plot_free (plot);
      return lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                       _ ("No kernel of these groups has known FLOPs and bytes."));
    }
  item = lsc_report_add_chart (section, title, make_roofline_page, plot, roofline_free);
  item->table = lsc_report_marks_table (plot->marks, plot->n_marks);
  item->height_share = HEIGHT_SHARE;
  return TRUE;
}

/**
 * lsc_report_group_operators:
 * @families: (out) (optional) (nullable): by what the kernels do, all that the device does
 *
 * Returns: (transfer full) (nullable): what the chapter shows, by type and core; %NULL where no
 *   kernel was recorded
 */
LscOpGroups *
lsc_report_group_operators (LscSession *session, LscOpGroups **families, LscJob *job)
{
  g_autoptr (LscOperators) operators = NULL;

  if (families)
    *families = NULL;
  g_return_val_if_fail (session, NULL);
  operators = lsc_session_get_judged_operators (session, job, NULL);
  if (!operators)
    return NULL;
  if (families)
    *families = lsc_operators_group (operators, LSC_OP_BY_FAMILY, NULL, FALSE, job, NULL);
  return lsc_operators_group (
      operators, (LSC_OP_BY_TYPE | LSC_OP_BY_CORE) & lsc_operators_get_keys (operators), NULL, TRUE,
      job, NULL);
}

/* ---- kinds of work ---- */

/* (transfer full): "Matrix Product 40.0 %, Elementwise 31.9 %, Copy and Layout 10.8 %" */
static char *
list_families (const LscTable *table)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gsize n = MIN (lsc_table_get_n_rows (table), TITLE_FAMILIES);

  for (gsize row = 0; row < n; row++)
    {
      LscValue family = lsc_table_get_named (table, row, "family");
      LscValue share = lsc_table_get_named (table, row, "share");
      g_autofree char *part = share.is_null ? NULL : lsc_format_share (share.real);

      if (part && !family.is_null)
        g_string_append_printf (out, "%s%s %s", out->len > 0 ? _ (", ") : "",
                                _ (lsc_op_family_words[family.integer].title), part);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* (transfer full): a file that holds this table and that of the operators calls them differently */
static LscTable *
name_families (const LscTable *table)
{
  guint n = lsc_table_get_n_columns (table);
  g_autofree LscColumn *columns = g_new (LscColumn, n + 1);
  LscTable *named;

  for (guint i = 0; i < n; i++)
    columns[i] = *lsc_table_get_column (table, i);
  named = lsc_table_new ("kinds_of_work", columns, n);
  lsc_table_append_table (named, table);
  return named;
}

/**
 * lsc_report_add_families_section:
 * @families: (nullable): groups by what kernels do
 *
 * Adds the chapter on kinds of work: matrix products, attention, elementwise kernels and so on,
 * which add up to the time of the device. Nothing where no kernel was recorded.
 */
void
lsc_report_add_families_section (LscReport *report, LscOpGroups *families)
{
  static const char *const columns[] = { "family",      "count",   "total_ns", "share",
                                         "step_share",  "mean_ns", "mfu",      "occupancy",
                                         "tensor_core", NULL };
  g_autoptr (LscTable) table = families ? lsc_op_groups_get_table (families) : NULL;
  g_autofree char *list = NULL, *base = NULL, *caption = NULL;
  LscReportSection *section;

  g_return_if_fail (report);
  if (!table || lsc_table_get_n_rows (table) == 0)
    return;
  list = list_families (table);
  section = lsc_report_add_section (report, "families", _ ("Kinds of work"));
  section->message = g_strdup_printf (_ ("Device time by kind of kernel: %s"), list);
  base = lsc_phrase_to_words (lsc_op_groups_get_base (families));
  caption = g_strdup_printf (_ ("Kernels by kind; %s"), base);
  lsc_report_take_table (section, caption, name_families (table), columns);
}

/* ---- operators ---- */

/* Whether a table compares ranks. */
static gboolean
has_ranks (const LscTable *table)
{
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    if (!lsc_table_get_named (table, row, "imbalance").is_null)
      return TRUE;
  return FALSE;
}

/* The title is what the table shows: its first row. What is gained, and by whom, stands below. */
static void
take_words (const LscReport *report, LscReportSection *section, const LscOpGroups *groups)
{
  const LscPhrase *rest = lsc_op_groups_get_rest (groups);
  g_autoptr (LscPhrase) phrase = lsc_op_groups_say_most (groups);
  g_autofree char *most = phrase ? lsc_phrase_to_words (phrase) : NULL;
  char *words = rest ? lsc_phrase_to_words (rest) : NULL;

  if (most && words)
    words = lsc_report_cut_words (words, most);
  lsc_report_take_words (report, section, lsc_phrase_to_words (lsc_op_groups_get_line (groups)),
                         words);
  if (!most)
    return;
  g_free (section->message);
  section->message = lsc_report_first_sentence (most);
}

/**
 * lsc_report_add_operators_section:
 * @groups: (nullable): of the recording, by type and core
 *
 * Adds the chapter on operators: what costs most, shares, groups. Nothing where no kernel was
 * recorded.
 */
void
lsc_report_add_operators_section (LscReport *report, LscOpGroups *groups)
{
  static const char *const columns[] = {
    "type",      "core",         "count",     "total_ns",  "share", "mean_ns", "median_ns",
    "imbalance", "longest_rank", "mac_ratio", "vec_ratio", "mfu",   NULL
  };
  g_autoptr (LscTable) table = NULL;
  LscReportSection *section;
  LscReportItem *item;

  g_return_if_fail (report);
  if (!groups)
    return;
  table = lsc_op_groups_get_table (groups);
  if (lsc_table_get_n_rows (table) == 0)
    return;
  section = lsc_report_add_section (report, "operators", _ ("Operators"));
  take_words (report, section, groups);
  lsc_report_take_text (section, lsc_phrase_to_words (lsc_op_groups_get_base (groups)));
  for (guint i = 0; i < lsc_op_groups_get_facts (groups)->len; i++)
    lsc_report_take_text (section,
                          lsc_phrase_to_words (lsc_op_groups_get_facts (groups)->pdata[i]));
  if (lsc_report_add_shares (section, _ ("Share of Time"), groups, 0, NULL))
    ((LscReportItem *) section->items->pdata[section->items->len - 1])->is_extra = TRUE;
  item = lsc_report_take_table (section,
                                has_ranks (table)
                                    ? _ ("Operators by Type and Core; imbalance: the longest total "
                                         "of a rank less the shortest, by the median")
                                    : _ ("Operators by Type and Core"),
                                lsc_table_ref (table), columns);
  item->most_rows = MOST_ROWS;
  item->paper_rows = PAPER_ROWS;
}
