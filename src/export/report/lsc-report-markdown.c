/* lsc-report-markdown.c - a document as Markdown, for a review
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-visible.h"
#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-grid.h"

/* Reviews show Markdown with HTML in it, so that both have to be kept out. */
static void
append_text (GString *out, const char *text)
{
  g_autofree char *visible = lsc_visible_line (text);

  for (const char *at = visible; *at != '\0'; at++)
    if (*at == '<')
      g_string_append (out, "&lt;");
    else if (*at == '&')
      g_string_append (out, "&amp;");
    else
      {
        if (strchr ("\\`*_[]|#~", *at))
          g_string_append_c (out, '\\');
        g_string_append_c (out, *at);
      }
}

static void
append_paragraph (GString *out, const char *mark, const char *text, const char *end)
{
  if (!text)
    return;
  g_string_append (out, mark);
  append_text (out, text);
  g_string_append (out, end);
}

static void
append_row (GString *out, const LscReportGrid *grid, gsize row)
{
  for (guint i = 0; i < grid->columns->len; i++)
    {
      const char *cell = lsc_report_grid_get (grid, row, i);

      g_string_append (out, "| ");
      append_text (out, *cell != '\0' ? cell : "–");
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
      append_text (out, lsc_report_grid_get_column (grid, i)->title);
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

static void
append_item (GString *out, const LscReportItem *item)
{
  switch (item->type)
    {
    case LSC_REPORT_TEXT:
      append_paragraph (out, "", item->text, "\n\n");
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

/* All but the answer can be opened, so that a review stays short. */
static void
append_section (GString *out, const LscReportSection *section)
{
  gsize before;

  if (section->title)
    {
      g_string_append (out, "<details><summary>");
      append_text (out, section->title);
      g_string_append (out, "</summary>\n\n");
    }
  before = out->len;
  for (guint i = 0; i < section->items->len; i++)
    append_item (out, lsc_report_section_get (section, i));
  if (out->len == before)
    append_paragraph (out, "", _ ("A chart, in the other forms of the report."), "\n\n");
  if (section->title)
    g_string_append (out, "</details>\n\n");
}

/**
 * lsc_report_to_markdown:
 *
 * Writes the document for a review: the answer first, tables that can be opened.
 *
 * Returns: (transfer full):
 */
char *
lsc_report_to_markdown (const LscReport *report)
{
  const char *const cover[] = { report->about, report->author, report->date };
  GString *out = g_string_new (NULL);

  append_paragraph (out, "### ", report->headline, "\n\n");
  for (guint i = 0; i < report->facts->len; i++)
    {
      const LscReportFact *fact = lsc_report_get_fact (report, i);

      append_paragraph (out, "- **", fact->label, "**: ");
      append_paragraph (out, "", fact->text, "\n");
    }
  append_paragraph (out, "\n", report->detail, "\n\n");
  append_paragraph (out, "**", report->title, "**");
  for (guint i = 0; i < G_N_ELEMENTS (cover); i++)
    append_paragraph (out, " · ", cover[i], "");
  g_string_append (out, "\n\n");
  for (guint i = 0; i < report->sections->len; i++)
    append_section (out, lsc_report_get (report, i));
  return g_string_free (out, FALSE);
}
