/* lsc-report-communication.c - communication in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-communication.h"

#include "export/report/lsc-report-sentences.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "draw/communication/lsc-matrix-sheet.h"

#define MOST_ROWS 12
#define PAPER_ROWS 5
#define LONGEST_NAME 44  /* of a group in a title */
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

/* (transfer full): what a table is of: "Groups: means per step of a rank of the group: …" */
static char *
say_caption (const char *title, const LscCommunication *communication, LscCommunicationTable which)
{
  g_autoptr (LscPhrase) base = lsc_communication_say_base (communication);
  g_autofree char *words = lsc_phrase_to_words (base);

  if (which == LSC_COMMUNICATION_LINKS)
    return g_strdup_printf (_ ("%s: sums over the recording"), title);
  return g_strdup_printf (_ ("%s (%s)"), title, words);
}

static void
add_tables (LscReportSection *section, const LscCommunication *communication)
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
          g_autofree char *caption =
              say_caption (tables[i].caption, communication, tables[i].table);
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

/* (transfer full) (nullable): the first row of the table of groups, which a reader finds there, on
 * one line: a second one takes the room of rows */
static char *
say_most (const LscCommunication *communication)
{
  g_autoptr (LscTable) table =
      lsc_communication_get_table (communication, LSC_COMMUNICATION_GROUPS);
  LscValue exposed, group;
  g_autofree char *time = NULL, *name = NULL;

  if (lsc_table_get_n_rows (table) < 2) /* of one group all is said */
    return NULL;
  exposed = lsc_table_get_named (table, 0, "exposed_ns");
  group = lsc_table_get_named (table, 0, "group");
  if (exposed.is_null || group.is_null || exposed.integer <= 0)
    return NULL;
  time = lsc_format_duration (exposed.integer, LSC_TIME_UNIT_AUTO);
  name = lsc_visible_name (group.text, LONGEST_NAME);
  return g_strdup_printf (_ ("%s exposes most communication: %s per step"), name, time);
}

static void
take_words (const LscReport *report, LscReportSection *section,
            const LscCommunication *communication)
{
  char *line = lsc_phrase_to_words (lsc_communication_get_headline (communication));
  char *detail = lsc_phrase_to_words (lsc_communication_get_detail (communication));
  char *most;

  if (g_str_equal (line, detail))
    g_clear_pointer (&detail, g_free);
  lsc_report_take_words (report, section, line, detail);
  most = say_most (communication);
  if (!most)
    return;
  g_free (section->message);
  section->message = most;
}

/**
 * lsc_report_add_communication_section:
 * @communication: (nullable): of the recording
 *
 * Adds the chapter on communication: what is exposed, the matrix of links, groups, operators and
 * links. Nothing where no operator was recorded.
 */
void
lsc_report_add_communication_section (LscReport *report, const LscCommunication *communication)
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
  add_tables (section, communication);
}
