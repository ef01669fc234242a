/* lsc-report-communication.c - communication in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-communication.h"

#include "export/report/lsc-report-lead.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "draw/communication/lsc-matrix-sheet.h"

#define MOST_ROWS 12
#define PAPER_ROWS 5
#define HEIGHT_SHARE 0.4 /* of the width of a chart: it is seen on one page */

/** The links, for as long as they may be drawn. */
typedef struct
{
  LscLinkMatrix *matrix;
  LscMatrixShades *shades;
} Map;

static void
map_free (gpointer data)
{
  Map *self = data;

  lsc_matrix_shades_free (self->shades);
  lsc_link_matrix_free (self->matrix);
  g_free (self);
}

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  const Map *self = data;
  LscPageOptions options = { .is_figure = TRUE, .keep_theme = TRUE };
  LscMatrixView view = { .matrix = self->matrix,
                         .shades = self->shades,
                         .width = frame->width,
                         .height = frame->width * HEIGHT_SHARE,
                         .scale = 1,
                         .text_px = frame->text_px,
                         .theme = frame->theme };

  return lsc_matrix_sheet_new (&view, &options, context);
}

/**
 * lsc_report_add_matrix:
 *
 * Adds the matrix of links as a figure: against their kind where that is known, else by bandwidth.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where no link is known
 */
gboolean
lsc_report_add_matrix (LscReportSection *section, const char *title,
                       const LscCommunication *communication, GError **error)
{
  g_autoptr (LscTable) links = NULL;
  g_autoptr (LscLinkMatrix) matrix = NULL;
  LscReportItem *item;
  Map *self;

  g_return_val_if_fail (section && communication, FALSE);
  links = lsc_communication_get_table (communication, LSC_COMMUNICATION_LINKS);
  matrix = lsc_link_matrix_new (links);
  if (matrix->n_ranks == 0)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                     _ ("Links between ranks are not known: no sizes of transfers were recorded."));
  self = g_new0 (Map, 1);
  self->shades = lsc_matrix_shades_new (matrix, lsc_matrix_has_metric (matrix, LSC_MATRIX_OF_KIND)
                                                    ? LSC_MATRIX_OF_KIND
                                                    : LSC_MATRIX_BANDWIDTH);
  self->matrix = g_steal_pointer (&matrix);
  item = lsc_report_add_chart (section, title, make_page, self, map_free);
  item->figures = lsc_table_get_n_rows (links) > 0 ? "communication_links" : NULL;
  item->height_share = HEIGHT_SHARE;
  return TRUE;
}

/* (transfer full): what a table is of: "Groups: sums over 8 ranks, 2 steps" */
static char *
say_caption (const char *title, const LscCommunication *communication, guint n_counted)
{
  guint n_ranks = lsc_communication_get_n_ranks (communication);
  guint n_steps = lsc_communication_get_n_steps (communication);
  g_autofree char *ranks =
      g_strdup_printf (ngettext ("sums over %u rank", "sums over %u ranks", n_ranks), n_ranks);
  g_autofree char *steps = g_strdup_printf (ngettext ("%u step", "%u steps", n_steps), n_steps);

  if (n_steps == 0)
    return g_strdup_printf (_ ("%s: %s"), title, ranks);
  return n_counted > 0 && n_steps > n_counted
             ? g_strdup_printf (_ ("%s: %s, %s, also those that do not count elsewhere"), title,
                                ranks, steps)
             : g_strdup_printf (_ ("%s: %s, %s"), title, ranks, steps);
}

static void
add_tables (LscReportSection *section, const LscCommunication *communication, guint n_counted)
{
  static const char *const groups[] = { "group",     "members",    "ops",
                                        "length_ns", "exposed_ns", "exposed_wait_recorded_ns",
                                        "share",     "bandwidth",  NULL };
  static const char *const operators[] = { "group",      "operator",  "count",     "length_ns",
                                           "exposed_ns", "median_ns", "last_rank", NULL };
  static const char *const links[] = { "src_rank",  "dst_rank", "transport", "size_bytes",
                                       "bandwidth", "of_kind",  NULL };
  const struct
  {
    const char *caption;
    LscCommunicationTable table;
    const char *const *columns;
  } tables[] = {
    { _ ("Groups"), LSC_COMMUNICATION_GROUPS, groups },
    { _ ("Operators"), LSC_COMMUNICATION_OPERATORS, operators },
    { _ ("Links"), LSC_COMMUNICATION_LINKS, links },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      LscTable *table = lsc_communication_get_table (communication, tables[i].table);

      if (lsc_table_get_n_rows (table) > 0)
        {
          g_autofree char *caption = say_caption (tables[i].caption, communication, n_counted);
          LscReportItem *item = lsc_report_take_table (section, caption, table, tables[i].columns);

          item->most_rows = MOST_ROWS;
          item->paper_rows = PAPER_ROWS;
          item->is_extra = tables[i].table == LSC_COMMUNICATION_LINKS;
          item->side =
              tables[i].table == LSC_COMMUNICATION_GROUPS ? LSC_REPORT_LEFT : LSC_REPORT_RIGHT;
        }
      else
        lsc_table_unref (table);
    }
}

static void
take_words (const LscReport *report, LscReportSection *section,
            const LscCommunication *communication)
{
  char *line = lsc_phrase_to_words (lsc_communication_get_headline (communication));
  char *detail = lsc_phrase_to_words (lsc_communication_get_detail (communication));

  if (g_str_equal (line, detail))
    g_clear_pointer (&detail, g_free);
  lsc_report_take_words (report, section, line, detail);
}

/**
 * lsc_report_add_communication_section:
 * @communication: (nullable): of the recording
 * @n_counted: steps that figures of other chapters are of, 0 = not known
 *
 * Adds the chapter on communication: what is exposed, the matrix of links, groups, operators and
 * links. Nothing where no operator was recorded.
 */
void
lsc_report_add_communication_section (LscReport *report, const LscCommunication *communication,
                                      guint n_counted)
{
  g_autoptr (LscTable) operators = NULL;
  LscReportSection *section;

  g_return_if_fail (report);
  if (!communication)
    return;
  operators = lsc_communication_get_table (communication, LSC_COMMUNICATION_OPERATORS);
  if (lsc_table_get_n_rows (operators) == 0)
    return;
  section = lsc_report_add_section (report, "communication", _ ("Communication"));
  take_words (report, section, communication);
  if (lsc_report_add_matrix (section, _ ("Links between Ranks"), communication, NULL))
    ((LscReportItem *) section->items->pdata[section->items->len - 1])->is_extra = TRUE;
  add_tables (section, communication, n_counted);
}
