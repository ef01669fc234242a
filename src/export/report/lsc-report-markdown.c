/* lsc-report-markdown.c - a document as a comment for a review
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-grid.h"
#include "export/report/lsc-report-sentences.h"
#include "export/report/lsc-report-markdown-text.h"
#include "export/report/lsc-report-text-bars.h"

/* A review takes comments of 65,536 characters. */
#define MOST_CHARACTERS 65000
#define AROUND_CHARACTERS 1000 /* of it what says which chapters are left out */

static void
append_paragraph (GString *out, const char *mark, const char *text, const char *end)
{
  if (!text || *text == '\0')
    return;
  g_string_append (out, mark);
  lsc_markdown_append (out, text, FALSE);
  g_string_append (out, end);
}

/* ---- tables ---- */

static void
append_row (GString *out, const LscReportGrid *grid, gsize row)
{
  for (guint i = 0; i < grid->columns->len; i++)
    {
      g_string_append (out, "| ");
      lsc_markdown_append (out, lsc_report_grid_show (grid, row, i), TRUE);
      g_string_append_c (out, ' ');
    }
  g_string_append (out, "|\n");
}

static void
append_head (GString *out, const LscReportGrid *grid)
{
  for (guint i = 0; i < grid->columns->len; i++)
    {
      g_string_append (out, "| ");
      lsc_markdown_append (out, lsc_report_grid_get_column (grid, i)->title, TRUE);
      g_string_append_c (out, ' ');
    }
  g_string_append (out, "|\n");
  for (guint i = 0; i < grid->columns->len; i++)
    g_string_append (out, lsc_report_grid_get_column (grid, i)->is_number ? "|---:" : "|---");
  g_string_append (out, "|\n");
}

static void
append_table (GString *out, const LscReportItem *item)
{
  g_autoptr (LscReportGrid) grid = lsc_report_grid_new (item);

  append_paragraph (out, "", item->title, "\n\n");
  append_head (out, grid);
  for (gsize row = 0; row < grid->n_rows; row++)
    append_row (out, grid, row);
  for (guint i = 0; i < grid->notes->len; i++)
    append_paragraph (out, "\n", grid->notes->pdata[i], "\n");
  g_string_append_c (out, '\n');
}

/* ---- chapters ---- */

static void
append_item (GString *out, const LscReportSection *section, const LscReportItem *item)
{
  switch (item->type)
    {
    case LSC_REPORT_TEXT:
      append_paragraph (out, "", lsc_report_skip_message (section, item->text), "\n\n");
      break;
    case LSC_REPORT_POINTS:
      append_paragraph (out, "**", item->title, "**\n\n");
      for (guint i = 0; i < item->points->len; i++)
        append_paragraph (out, "- ", item->points->pdata[i], "\n");
      g_string_append_c (out, '\n');
      break;
    case LSC_REPORT_TABLE:
      if (!item->is_raw)
        append_table (out, item);
      break;
    case LSC_REPORT_CHART: /* their figures stand in the tables */
      break;
    }
}

static void
append_summary (GString *out, const LscReportSection *section)
{
  g_string_append (out, "<details><summary><b>");
  lsc_markdown_append_html (out, section->title);
  g_string_append (out, "</b>");
  if (section->message)
    {
      g_string_append (out, " · ");
      lsc_markdown_append_html (out, section->message);
    }
  g_string_append (out, "</summary>\n\n");
}

/* (transfer full): a chapter, to be opened; of one that is a picture alone what it says; "" */
static char *
make_chapter (const LscReportSection *section)
{
  GString *out = g_string_new (NULL);
  gsize before;

  if (section->title)
    append_summary (out, section);
  before = out->len;
  for (guint i = 0; i < section->items->len; i++)
    append_item (out, section, lsc_report_section_get (section, i));
  if (out->len == before && !section->message)
    g_string_truncate (out, 0);
  else if (section->title)
    g_string_append (out, "</details>\n\n");
  return g_string_free (out, FALSE);
}

static void
append_left_out (GString *out, const GPtrArray *titles)
{
  g_autofree char *list = NULL;

  if (titles->len <= 1) /* the end of the list */
    return;
  list = g_strjoinv (", ", (char **) titles->pdata);
  g_string_append_printf (out,
                          _ ("Skipped, because a comment takes at most %u characters: %s. HTML and "
                             "JSON have all chapters."),
                          MOST_CHARACTERS, list);
  g_string_append (out, "\n\n");
}

/* All but the answer is folded, so that a review stays short. */
static void
append_chapters (GString *out, const LscReport *report)
{
  g_autoptr (GPtrArray) left_out = g_ptr_array_new ();
  glong n = g_utf8_strlen (out->str, (gssize) out->len) + AROUND_CHARACTERS;

  g_string_append (out, "<details><summary>");
  lsc_markdown_append_html (out, _ ("All chapters: evidence, tables, how it was measured"));
  g_string_append (out, "</summary>\n\n");
  for (guint i = 0; i < report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (report, i);
      g_autofree char *chapter = make_chapter (section);
      glong length = g_utf8_strlen (chapter, -1);

      if (n + length <= MOST_CHARACTERS)
        {
          g_string_append (out, chapter);
          n += length;
        }
      else
        g_ptr_array_add (left_out, section->title ? section->title : report->title);
    }
  g_ptr_array_add (left_out, NULL);
  append_left_out (out, left_out);
  g_string_append (out, "</details>\n");
}

/* ---- the answer ---- */

/* The first chart that letters can draw; it is that of the answer. */
static void
append_picture (GString *out, const LscReport *report)
{
  const LscReportSection *section = report->sections->len > 0 ? lsc_report_get (report, 0) : NULL;

  for (guint i = 0; section && i < section->items->len; i++)
    {
      const LscReportItem *item = lsc_report_section_get (section, i);

      if (item->type == LSC_REPORT_CHART && lsc_report_append_text_bars (out, item))
        return;
    }
}

static void
append_small_print (GString *out, const LscReport *report)
{
  const char *const parts[] = { report->title, report->about, report->author, report->date,
                                report->detail };

  g_string_append (out, "<sub>");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    append_paragraph (out, i > 0 ? " · " : "", parts[i], "");
  g_string_append (out, "</sub>\n\n");
}

/**
 * lsc_report_to_markdown:
 *
 * Writes the document as a comment: the answer in some lines, its chart as bars of letters, all
 * else folded; chapters that a comment has no room for are named.
 *
 * Returns: (transfer full):
 */
char *
lsc_report_to_markdown (const LscReport *report)
{
  GString *out = g_string_new (NULL);

  append_paragraph (out, "### ", report->headline, "\n\n");
  for (guint i = 0; i < report->facts->len; i++)
    {
      const LscReportFact *fact = lsc_report_get_fact (report, i);

      append_paragraph (out, "- **", fact->label, "**: ");
      append_paragraph (out, "", fact->text, "\n");
    }
  g_string_append_c (out, '\n');
  append_picture (out, report);
  append_small_print (out, report);
  append_chapters (out, report);
  return g_string_free (out, FALSE);
}
