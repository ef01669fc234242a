/* lsc-report-html.c - a document as one HTML file that needs no network, and no script to be read
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
#include "export/report/lsc-report-html-script.h"
#include "export/report/lsc-report-sentences.h"
#include "export/report/lsc-report-svg.h"

#define LONG_FACT 200 /* letters: beside others it takes more of the width */

#define NARROW_COLUMNS 3 /* of a table that fits on a telephone */
#define SHORT_CELL 18    /* characters that stay on one line */
#define LONG_NAME 40     /* characters of a name that is cut at its end; its title has all of it */
#define MOST_ROWS 100    /* of a table; those behind the ones of paper are scrolled to */

static const char style[] =
    "body{margin:0;font:16px/1.5 system-ui,'Noto Sans','DejaVu Sans','Noto Sans CJK SC',"
    "'WenQuanYi Micro Hei',sans-serif;background:var(--bg);color:var(--fg)}\n"
    "header,main,footer{max-width:68rem;margin:0 auto;padding:0 1.25rem}\n"
    "header{padding-top:2rem}\n"
    "p.title{font-size:1.1rem;font-weight:600;color:var(--dim);margin:0}\n"
    "h2{font-size:1.35rem;margin:2.5rem 0 .5rem}\n"
    "h3{font-size:1.05rem;margin:1.25rem 0 .25rem}\n"
    "p.about{margin:0;color:var(--dim)}\n"
    "h1{font-size:clamp(1.35rem,3.2vw,2rem);line-height:1.25;font-weight:650;"
    "margin:1rem 0 .25rem}\n"
    "p.detail{font-size:.85rem;color:var(--dim);margin:.25rem 0 1rem}\n"
    "p.lead{font-size:1.1rem;font-weight:600;margin:.25rem 0 .75rem}\n"
    "dl.facts{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;margin:1rem 0}\n"
    ".facts>div{flex:1 1 9rem}.facts>div.long{flex:3 1 16rem}\n"
    ".facts dt{border-top:2px solid var(--link);padding-top:.35rem;font-size:.9rem}\n"
    ".facts dd{margin:.15rem 0 0;overflow-wrap:anywhere}\n"
    "details.fold{font-size:1rem;color:inherit;margin:1rem 0}\n"
    ".fold>summary{cursor:pointer;font-weight:600;color:var(--link)}\n"
    ".fold>summary h2{display:inline}\n"
    "ul.small{font-size:.85rem;color:var(--dim)}\n"
    ".sign,.print{display:none}\n"
    "nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none;"
    "font-size:.9rem}\n"
    "a{color:var(--link)}\n"
    "figure{margin:1rem 0}\n"
    "figcaption,caption{color:var(--dim);font-size:.9rem;text-align:start}\n"
    ".scroll{overflow-x:auto}\n"
    ".scroll:focus-visible,button:focus-visible{outline:2px solid var(--link)}\n"
    ".tall{max-height:34rem;overflow-y:auto}\n"
    ".name{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}\n"
    "svg{display:block;width:100%;min-width:44rem;height:auto;font-family:'DejaVu Sans',"
    "Verdana,'Noto Sans CJK SC','WenQuanYi Micro Hei',sans-serif}\n"
    "svg.paper{background:#fff}\n"
    "table{border-collapse:separate;border-spacing:0;font-size:.9rem;line-height:1.375rem;"
    "min-width:100%;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .6rem;text-align:start;border-bottom:1px solid var(--line);"
    "vertical-align:top}\n"
    "caption span{position:sticky;left:0;display:inline-block;max-width:calc(100vw - 2.5rem)}\n"
    "thead th{border-bottom-width:2px;vertical-align:bottom;word-break:keep-all;position:sticky;"
    "top:0;background:var(--bg);z-index:1}\n"
    "thead button{all:unset;cursor:pointer}\n"
    "thead button::after{content:'\\00a0\\2195';opacity:.45;font-weight:400}\n"
    "th[aria-sort=ascending] button::after{content:'\\00a0\\2191';opacity:1}\n"
    "th[aria-sort=descending] button::after{content:'\\00a0\\2193';opacity:1}\n"
    "tbody th,tfoot th{font-weight:400;overflow-wrap:anywhere;min-width:12rem;position:sticky;"
    "left:0;background:var(--bg)}\n"
    "tfoot .total>*{font-weight:600;border-top:1px solid var(--dim)}\n"
    "tr.paper{display:none}.tall tfoot{position:sticky;bottom:0;background:var(--bg);z-index:1}\n"
    "li,p,h1,h2,h3,summary{overflow-wrap:anywhere}\n"
    ".n{text-align:end}td.n{white-space:nowrap}\n"
    ".s,.u{white-space:nowrap}\n"
    ".narrow{display:none}.narrow svg{min-width:0}\n"
    ".less{color:var(--less)}.more{color:var(--more)}\n"
    "details{font-size:.9rem;color:var(--dim)}\n"
    "dt{font-weight:600}dd{margin:0 0 .25rem}\n"
    "footer{padding:2rem 1.25rem;color:var(--dim);font-size:.85rem}\n"
    "@media(max-width:40rem){td:not(.n):not(.s){min-width:9rem}tbody th,tfoot th{min-width:7rem}\n"
    ".name{-webkit-line-clamp:4}header,main,footer{padding-left:.75rem;padding-right:.75rem}table{"
    "font-size:.8rem}th,td{"
    "padding:.25rem .3rem}}\n"
    "@media screen and (max-width:40rem){.wide{display:none}.narrow{display:block}\n"
    "dl.facts{display:block}.facts>div{margin:0 0 1rem}}\n"
    "@media screen and (max-width:46rem){.sign{display:block;color:var(--dim);font-size:.8rem;"
    "margin:0}}\n"
    "@media screen{.scroll{background:linear-gradient(to left,var(--bg) 40%,transparent) "
    "right/3rem 100% no-repeat local,linear-gradient(to left,var(--shade),transparent) right/1rem "
    "100% no-repeat scroll}}\n" /* a shadow where there is more at the side */
    "@page{size:A4 landscape;margin:12mm}\n"
    "@media print{body{font-size:11pt}header,main,footer{max-width:none}\n"
    "nav,details:not([open]){display:none}details>summary{list-style:none}\n"
    "header,footer{padding-top:0}h1{font-size:18pt}svg{min-width:0;max-height:150mm}\n"
    "#verdict svg,#answer svg{max-height:62mm}section:nth-child(2){break-before:page}\n"
    ".print{display:block}.tall{max-height:none}tr.rest{display:none}thead th{position:static}\n"
    "thead button::after{content:none!important}\n"
    ".print dl{columns:2;font-size:8pt}"
    "dl.facts{gap:4mm;font-size:10pt}"
    "table{font-size:9pt;line-height:1.4}th,td{padding:.15rem "
    ".35rem}\n"
    "tbody th,tfoot th{min-width:7rem;position:static;background:none}\n"
    "tr.screen{display:none}tr.paper{display:table-row}\n"
    ".tall tfoot,tfoot{display:table-row-group;position:static}\n"
    ".scroll{overflow:visible}figure,tr,li,p,h3{break-inside:avoid}figure.t{break-inside:auto}h2,"
    "h3,p.lead,caption,thead,"
    "figcaption{break-after:avoid}"
    "tbody tr:nth-child(-n+3){break-before:avoid}}\n"; /* no titles without rows below them */

static const char light[] =
    "color-scheme:light dark;--bg:#fff;--fg:#1e1e1e;--dim:#5e5c64;--line:#d5d3cf;--link:#1a5fb4;"
    "--less:#1b6e45;--more:#a3400a;--shade:rgba(0,0,0,.3);";
static const char dark[] = "--bg:#1e1e1e;--fg:#f2f2f2;--dim:#b5b3b0;--line:#4a4a4a;--link:#99c1f1;"
                           "--less:#8ff0a4;--more:#ffbe6f;--shade:rgba(255,255,255,.3);";

typedef struct
{
  GString *out;
  LscReportColors *colors;
  guint n_charts;
  gboolean is_full;
  GString *definitions; /* for paper */
  GHashTable *told;
} Html;

static void
append_text (GString *out, const char *before, const char *text, const char *after)
{
  g_autofree char *visible = lsc_visible_line (text);
  g_autofree char *valid = lsc_xml_text (visible);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  g_string_append_printf (out, "%s%s%s", before, escaped, after);
}

/* A sentence: no line of it breaks a figure and its unit apart. */
static void
append_sentence (GString *out, const char *before, const char *text, const char *after)
{
  gsize begin, end = 0, at = 0;

  g_string_append (out, before);
  while (lsc_find_figure (text, &begin, &end))
    {
      g_autofree char *words = g_strndup (text + at, begin - at);
      g_autofree char *figure = g_strndup (text + begin, end - begin);

      append_text (out, "", words, "");
      append_text (out, "<span class=\"u\">", figure, "</span>");
      at = end;
    }
  append_text (out, "", text + at, after);
}

/* A text that may be a path of modules: it breaks where that goes on. */
static void
append_cell (GString *out, const char *before, const char *text, const char *after)
{
  g_autoptr (GString) cell = g_string_new (NULL);

  append_text (cell, "", text, "");
  g_string_replace (cell, "/", "/<wbr>", 0);
  g_string_append_printf (out, "%s%s%s", before, cell->str, after);
}

/* ---- tables ---- */

static const char *
class_of (const LscReportColumn *column, const char *cell)
{
  const char *name = column->source->name;

  if (!column->is_number)
    return g_utf8_strlen (cell, -1) <= SHORT_CELL ? " class=\"s\"" : "";
  if (!g_str_has_suffix (name, "delta_ns") && strcmp (name, "change") != 0)
    return " class=\"n\"";
  if (!strpbrk (cell, "123456789"))
    return " class=\"n\"";
  return *cell == '+' ? " class=\"n more\"" : *cell == '-' ? " class=\"n less\"" : " class=\"n\"";
}

static void
append_head (GString *out, const LscReportGrid *grid)
{
  g_string_append (out, "<thead><tr>");
  for (guint i = 0; i < grid->columns->len; i++)
    {
      const LscReportColumn *column = lsc_report_grid_get_column (grid, i);

      g_string_append (out, column->is_number && i > 0 ? "<th scope=\"col\" class=\"n\""
                                                       : "<th scope=\"col\"");
      if (column->source->about)
        append_text (out, " title=\"", _ (column->source->about), "\"");
      append_text (out, ">", column->title, "</th>");
    }
  g_string_append (out, "</tr></thead>\n<tbody>\n");
}

/* The name of a row. A long one without spaces is cut at its end, and whole in its title. */
static void
append_name (GString *out, const char *cell)
{
  if (g_utf8_strlen (cell, -1) > LONG_NAME && !strchr (cell, ' '))
    {
      append_text (out, "<th scope=\"row\" title=\"", cell, "\">");
      append_cell (out, "<bdi class=\"name\">", cell, "</bdi></th>");
    }
  else
    append_cell (out, "<th scope=\"row\"><bdi>", cell, "</bdi></th>");
}

/* @open: its tag: paper may have no room for it, or the screen shows more than it sums up */
static void
append_row (GString *out, const LscReportGrid *grid, gsize row, const char *open)
{
  g_string_append (out, open);
  for (guint i = 0; i < grid->columns->len; i++)
    {
      const LscReportColumn *column = lsc_report_grid_get_column (grid, i);
      const char *cell = lsc_report_grid_get (grid, row, i);

      if (i == 0)
        append_name (out, cell);
      else if (*cell == '\0')
        g_string_append_printf (out, "<td%s>%s</td>", class_of (column, cell),
                                lsc_report_grid_show (grid, row, i));
      else
        {
          g_string_append_printf (out, "<td%s>", class_of (column, cell));
          append_cell (out, column->is_number ? "" : "<bdi>", cell,
                       column->is_number ? "</td>" : "</bdi></td>");
        }
    }
  g_string_append (out, "</tr>\n");
}

/* What the columns say, and where that is defined. @told: (nullable): those that need not be told
 * again */
static void
append_definitions (GString *out, const LscReportGrid *grid, GHashTable *told)
{
  for (guint i = 0; i < grid->columns->len; i++)
    {
      const LscReportColumn *column = lsc_report_grid_get_column (grid, i);

      if (!column->source->about ||
          (told && !g_hash_table_add (told, (gpointer) column->source->about)))
        continue;
      append_text (out, "<dt>", column->title, "</dt>");
      append_text (out, "<dd>", _ (column->source->about), "");
      if (column->source->source)
        append_text (out, " (", column->source->source, ")");
      g_string_append (out, "</dd>\n");
    }
}

static void
append_columns (Html *self, const LscReportGrid *grid)
{
  append_text (self->out, "<details><summary>", _ ("What the columns say"), "</summary><dl>\n");
  append_definitions (self->out, grid, NULL);
  g_string_append (self->out, "</dl></details>\n");
  append_definitions (self->definitions, grid, self->told);
}

/* What lies beside the edge of a narrow screen can be reached. */
static void
append_sign (GString *out)
{
  append_text (out, "<p class=\"sign\" aria-hidden=\"true\">⇆ ", _ ("More at the side"), "</p>\n");
}

/* Paper shows fewer rows than a screen, where they are scrolled to. */
static void
append_left (GString *out, gsize n_left)
{
  g_autofree char *text = g_strdup_printf (
      ngettext ("… and %zu more row on the screen", "… and %zu more rows on the screen", n_left),
      n_left);

  append_text (out, "<p class=\"about print\">", text, "</p>\n");
}

static LscReportGrid *
make_grid (const LscReportItem *item)
{
  LscReportItem wide = *item;

  if (item->most_rows > 0)
    wide.most_rows = MAX (item->most_rows, MOST_ROWS);
  return lsc_report_grid_new (&wide);
}

/* What the rows come to. On a screen there are more of them than on paper, where others are left.
 */
static void
append_foot (GString *out, const LscReportGrid *grid, const LscReportItem *item, gsize on_paper)
{
  g_autoptr (LscReportGrid) paper = NULL;
  gboolean has_two = on_paper < grid->n_body && grid->n_rows > grid->n_body;
  LscReportItem few = *item;

  if (grid->n_rows == grid->n_body)
    return;
  few.most_rows = on_paper;
  paper = has_two ? lsc_report_grid_new (&few) : NULL;
  g_string_append (out, "<tfoot>\n");
  for (gsize row = grid->n_body; row + 1 < grid->n_rows; row++)
    append_row (out, grid, row, paper ? "<tr class=\"screen\">" : "<tr>");
  for (gsize row = paper ? paper->n_body : 0; paper && row + 1 < paper->n_rows; row++)
    append_row (out, paper, row, "<tr class=\"paper\">");
  append_row (out, grid, grid->n_rows - 1, "<tr class=\"total\">");
  g_string_append (out, "</tfoot>");
}

static void
append_table (Html *self, const LscReportItem *item)
{
  g_autoptr (LscReportGrid) grid = make_grid (item);
  gsize on_paper =
      item->most_rows > 0 && !self->is_full ? MIN (item->most_rows, grid->n_body) : grid->n_body;

  g_string_append (self->out, "<figure class=\"t\">");
  if (grid->columns->len > NARROW_COLUMNS)
    append_sign (self->out);
  g_string_append_printf (self->out, "<div class=\"scroll%s\"",
                          on_paper < grid->n_body ? " tall" : "");
  append_text (self->out, " tabindex=\"0\" role=\"region\" aria-label=\"", item->title, "\">");
  g_string_append_printf (self->out, "<table data-most=\"%zu\">", on_paper);
  append_text (self->out, "<caption><span>", item->title, "</span></caption>\n");
  append_head (self->out, grid);
  for (gsize row = 0; row < grid->n_body; row++)
    append_row (self->out, grid, row, row >= on_paper ? "<tr class=\"rest\">" : "<tr>");
  g_string_append (self->out, "</tbody>");
  append_foot (self->out, grid, item, on_paper);
  g_string_append (self->out, "</table></div>\n");
  if (on_paper < grid->n_body)
    append_left (self->out, grid->n_body - on_paper);
  for (guint i = 0; i < grid->notes->len; i++)
    append_text (self->out, "<p class=\"about\">", grid->notes->pdata[i], "</p>\n");
  append_columns (self, grid);
  g_string_append (self->out, "</figure>\n");
}

/* ---- the other items ---- */

/* The same for screens on which one would have to move the other sideways. */
static void
append_narrow (Html *self, const LscReportItem *item)
{
  g_autofree char *prefix = g_strdup_printf ("c%un-", self->n_charts);
  g_autofree char *svg = lsc_report_chart_to_svg (item, prefix, TRUE, self->colors);

  g_string_append_printf (self->out, "<div class=\"narrow\">\n%s</div>", svg);
}

static void
append_chart (Html *self, const LscReportItem *item)
{
  g_autofree char *prefix = g_strdup_printf ("c%u-", ++self->n_charts);
  g_autofree char *svg = lsc_report_chart_to_svg (item, prefix, FALSE, self->colors);

  g_string_append (self->out, "<figure>");
  if (!item->fits_narrow)
    append_sign (self->out);
  g_string_append_printf (self->out, "<div class=\"scroll%s\"", item->fits_narrow ? " wide" : "");
  append_text (self->out, " tabindex=\"0\" role=\"region\" aria-label=\"", item->title, "\">\n");
  g_string_append (self->out, svg);
  g_string_append (self->out, "</div>");
  if (item->fits_narrow)
    append_narrow (self, item);
  append_text (self->out, "<figcaption>", item->title, "");
  if (item->text)
    append_text (self->out, "<br>", item->text, "");
  g_string_append (self->out, "</figcaption></figure>\n");
}

static gboolean
is_empty (const LscReportItem *item)
{
  return item->points && item->points->len == 0;
}

static void
append_points (Html *self, const LscReportItem *item)
{
  if (item->title)
    append_text (self->out, "<h3>", item->title, "</h3>\n");
  if (item->points->len == 0)
    return;
  g_string_append (self->out, item->is_small ? "<ul class=\"small\">\n" : "<ul>\n");
  for (guint i = 0; i < item->points->len; i++)
    append_sentence (self->out, "<li>", item->points->pdata[i], "</li>\n");
  g_string_append (self->out, "</ul>\n");
}

static void
append_plain_item (Html *self, const LscReportItem *item)
{
  switch (item->type)
    {
    case LSC_REPORT_TEXT:
      append_sentence (self->out, "<p>", item->text, "</p>\n");
      break;
    case LSC_REPORT_POINTS:
      append_points (self, item);
      break;
    case LSC_REPORT_TABLE:
      append_table (self, item);
      break;
    case LSC_REPORT_CHART:
      append_chart (self, item);
      break;
    }
}

static const char *
name_fold (const LscReportItem *item)
{
  return item->title ? item->title : _ ("More");
}

/* What is not of the short form can be opened, as can figures of charts. */
static void
append_item (Html *self, const LscReportItem *item)
{
  gboolean is_folded =
      (item->is_extra || item->is_raw) && item->type != LSC_REPORT_TEXT && !is_empty (item);

  if (item->is_extra && item->type == LSC_REPORT_TEXT && !self->is_full)
    return;

  if (is_folded)
    append_text (self->out,
                 item->is_extra && self->is_full ? "<details class=\"fold\" open><summary>"
                                                 : "<details class=\"fold\"><summary>",
                 name_fold (item), "</summary>\n");
  append_plain_item (self, item);
  if (is_folded)
    g_string_append (self->out, "</details>\n");
}

static void
append_facts (GString *out, const LscReport *report)
{
  if (report->facts->len == 0)
    return;
  g_string_append (out, "<dl class=\"facts\">\n");
  for (guint i = 0; i < report->facts->len; i++)
    {
      const LscReportFact *fact = lsc_report_get_fact (report, i);

      append_text (out,
                   g_utf8_strlen (fact->text, -1) > LONG_FACT ? "<div class=\"long\"><dt>"
                                                              : "<div><dt>",
                   fact->label, "</dt>");
      append_sentence (out, "<dd>", fact->text, "</dd></div>\n");
    }
  g_string_append (out, "</dl>\n");
}

static void
append_items (Html *self, const LscReportSection *section)
{
  if (section->message && !lsc_report_says_message (section))
    append_sentence (self->out, "<p class=\"lead\">", section->message, "</p>\n");
  for (guint i = 0; i < section->items->len; i++)
    append_item (self, lsc_report_section_get (section, i));
}

static void
append_answer (Html *self, const LscReport *report, const LscReportSection *section)
{
  append_sentence (self->out, "<h1>", report->headline, "</h1>\n");
  append_facts (self->out, report);
  append_items (self, section);
  if (report->detail)
    append_sentence (self->out, "<p class=\"detail\">", report->detail, "</p>\n");
}

static void
append_section (Html *self, const LscReport *report, const LscReportSection *section)
{
  g_string_append_printf (self->out, "<section id=\"%s\"%s>\n", section->id,
                          section->is_joined ? " class=\"joined\"" : "");
  if (!section->title)
    append_answer (self, report, section);
  else if (section->is_extra)
    {
      append_text (self->out,
                   self->is_full ? "<details class=\"fold\" open><summary><h2>"
                                 : "<details class=\"fold\"><summary><h2>",
                   section->title, "</h2></summary>\n");
      append_items (self, section);
      g_string_append (self->out, "</details>\n");
    }
  else
    {
      append_text (self->out, "<h2>", section->title, "</h2>\n");
      append_items (self, section);
    }
  g_string_append (self->out, "</section>\n");
}

/* On paper nothing can be opened. */
static void
append_printed (Html *self)
{
  if (self->definitions->len == 0)
    return;
  append_text (self->out, "<section class=\"print\"><h2>", _ ("What the columns say"), "</h2>\n");
  g_string_append_printf (self->out, "<dl>\n%s</dl></section>\n", self->definitions->str);
}

/* ---- the frame ---- */

static void
append_contents (GString *out, const LscReport *report)
{
  append_text (out, "<nav aria-label=\"", _ ("Contents"), "\"><ul>\n");
  for (guint i = 0; i < report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (report, i);

      if (!section->title)
        continue;
      g_string_append_printf (out, "<li><a href=\"#%s\">", section->id);
      append_text (out, "", section->title, "</a></li>\n");
    }
  g_string_append (out, "</ul></nav>\n");
}

static void
append_cover (GString *out, const LscReport *report)
{
  const char *const parts[] = { report->about, report->author, report->date };

  append_text (out, "<header>\n<p class=\"title\">", report->title, "</p>\n<p class=\"about\">");
  for (guint i = 0, n = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i])
      append_text (out, n++ > 0 ? " · " : "", parts[i], "");
  g_string_append (out, "</p>\n");
  append_contents (out, report);
  g_string_append (out, "</header>\n");
}

static void
append_document (GString *out, const LscReport *report, const Html *body)
{
  append_text (out, "<!DOCTYPE html>\n<html lang=\"", C_ ("language of HTML", "en"),
               "\">\n<head>\n<meta charset=\"utf-8\">\n");
  lsc_report_append_policy (out);
  g_string_append (out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        "<meta name=\"generator\" content=\"Lanescope " LSC_VERSION "\">\n");
  append_text (out, "<title>", report->headline, "</title>\n<style>\n:root{");
  g_string_append (out, light);
  lsc_report_colors_append_css (body->colors, FALSE, out);
  g_string_append (out, "}\n@media screen and (prefers-color-scheme:dark){:root{");
  g_string_append (out, dark);
  lsc_report_colors_append_css (body->colors, TRUE, out);
  g_string_append_printf (out, "}}\n%s</style>\n</head>\n<body>\n", style);
  append_cover (out, report);
  g_string_append_printf (out, "<main>\n%s</main>\n", body->out->str);
  append_text (out, "<footer>", "Lanescope " LSC_VERSION, "</footer>\n");
  lsc_report_append_script (out);
  g_string_append (out, "</body>\n</html>\n");
}

/**
 * lsc_report_to_html:
 *
 * Writes the document as one file: charts as SVG with texts, colours that follow the reader's
 * screen and are light on paper, tables that can be sorted where scripts may run
 * (exports.md#report). Thread: any. The same document gives the same bytes.
 *
 * Returns: (transfer full):
 */
char *
lsc_report_to_html (const LscReport *report)
{
  g_autoptr (LscReportColors) colors = NULL;
  g_autoptr (GString) body = NULL, definitions = NULL;
  g_autoptr (GHashTable) told = NULL;
  GString *out;
  Html html;

  g_return_val_if_fail (report, NULL);
  colors = lsc_report_colors_new ();
  body = g_string_new (NULL);
  out = g_string_new (NULL);
  definitions = g_string_new (NULL);
  told = g_hash_table_new (g_str_hash, g_str_equal);
  html = (Html){ .out = body,
                 .colors = colors,
                 .is_full = report->is_full,
                 .definitions = definitions,
                 .told = told };
  for (guint i = 0; i < report->sections->len; i++)
    append_section (&html, report, lsc_report_get (report, i));
  append_printed (&html);
  append_document (out, report, &html);
  return g_string_free (out, FALSE);
}
