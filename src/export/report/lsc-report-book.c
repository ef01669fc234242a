/* lsc-report-book.c - a document that becomes a workbook: its formats and sheets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-book.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MOST_NAME 31 /* characters of the name of a sheet */
#define LINE_HEIGHT 15.0
#define MOST_LINES 27      /* a row has at most 409 points */
#define WRAPPED_SHARE 1.02 /* what the ends of lines leave free, of letters in digits */
#define RESERVED_NAME "history"
#define HEAD_FILL 0xE8EDF2
#define LINE_COLOR 0x8A8F98
#define LINK_COLOR 0x1A5FB4
#define SMALL_COLOR 0x5E5C64

/* ---- formats ---- */

/* What is positive, negative, and 0, which is no rounded figure. */
static const char *const number_formats[LSC_BOOK_N_FORMATS] = {
  [LSC_BOOK_ID] = "0",
  [LSC_BOOK_WHOLE] = "#,##0",
  [LSC_BOOK_REAL] = "#,##0.000;-#,##0.000;0",
  [LSC_BOOK_TIME] = "#,##0.000;-#,##0.000;0",
  [LSC_BOOK_SIZE] = "#,##0.00;-#,##0.00;0",
  [LSC_BOOK_SHARE] = "0.00%;-0.00%;0%",
  [LSC_BOOK_TINY] = "General",
  [LSC_BOOK_TINY_SHARE] = "0.0000%",
  [LSC_BOOK_FLOPS] = "[>=1000000000000]0.00,,,,\" TFLOP\";[>=1000000]0.00,,\" MFLOP\";0\" FLOP\"",
  [LSC_BOOK_FLOPS_PER_S] =
      "[>=1000000000000]0.00,,,,\" TFLOP/s\";[>=1000000]0.00,,\" MFLOP/s\";0\" FLOP/s\"",
  [LSC_BOOK_TIME_CHANGE] = "+#,##0.000;-#,##0.000;0",
  [LSC_BOOK_SIZE_CHANGE] = "+#,##0.00;-#,##0.00;0",
  [LSC_BOOK_SHARE_CHANGE] = "+0.00%;-0.00%;0%",
  [LSC_BOOK_REAL_CHANGE] = "+#,##0.000;-#,##0.000;0",
};

static void
set_look (lxw_format *format, LscBookFormat which)
{
  switch (which)
    {
    case LSC_BOOK_TITLE:
      format_set_font_size (format, 18);
      format_set_bold (format);
      break;
    case LSC_BOOK_HEADLINE:
      format_set_font_size (format, 14);
      format_set_bold (format);
      format_set_indent (format, 1);
      format_set_text_wrap (format);
      break;
    case LSC_BOOK_LABEL:
      format_set_bold (format);
      format_set_text_wrap (format);
      break;
    case LSC_BOOK_SMALL:
      format_set_font_size (format, 9);
      format_set_font_color (format, SMALL_COLOR);
      format_set_indent (format, 1);
      format_set_text_wrap (format);
      break;
    case LSC_BOOK_LINK:
      format_set_font_color (format, LINK_COLOR);
      format_set_underline (format, LXW_UNDERLINE_SINGLE);
      break;
    case LSC_BOOK_SENTENCE:
      format_set_text_wrap (format);
      format_set_indent (format, 1);
      break;
    case LSC_BOOK_TEXT:
      format_set_indent (format, 1);
      break;
    case LSC_BOOK_HEAD:
    case LSC_BOOK_HEAD_NUMBER:
      format_set_bold (format);
      format_set_text_wrap (format);
      format_set_bg_color (format, HEAD_FILL);
      format_set_bottom (format, LXW_BORDER_THIN);
      format_set_bottom_color (format, LINE_COLOR);
      format_set_align (format, which == LSC_BOOK_HEAD ? LXW_ALIGN_LEFT : LXW_ALIGN_RIGHT);
      format_set_indent (format, which == LSC_BOOK_HEAD ? 1 : 2); /* beside the filter's button */
      break;
    default:
      break;
    }
}

static lxw_format *
make_format (lxw_workbook *book, LscBookFormat which)
{
  lxw_format *format = workbook_add_format (book);

  format_set_align (format, LXW_ALIGN_VERTICAL_TOP);
  if (number_formats[which])
    format_set_num_format (format, number_formats[which]);
  set_look (format, which);
  return format;
}

/* ---- names of sheets ---- */

/* The tables of a document in words, so that a row of tabs can be read. */
static const struct
{
  const char *table;
  const char *words;
} table_words[] = {
  { "RankBars", N_ ("Rank Chart") },
  { "Pareto", N_ ("Operator Shares") },
  { "kinds_of_work", N_ ("Kinds of Work") },
  { "PipelineBlocks", N_ ("Pipeline Blocks") },
  { "RooflineMarks", N_ ("Roofline") },
  { "MemoryCurves", N_ ("Memory Curves") },
  { "TimelineSlices", N_ ("Timeline Slices") },
  { "findings", N_ ("Findings") },
  { "overview", N_ ("Ranks") },
  { "overview_waits", N_ ("Waits") },
  { "PpVerdict", N_ ("Pipeline Verdicts") },
  { "operators", N_ ("Operators") },
  { "StepCategory", N_ ("Parts of a Step") },
  { "StepModule", N_ ("Parts by Module") },
  { "StepOp", N_ ("Parts by Op") },
  { "communication_groups", N_ ("Communication Groups") },
  { "communication_operators", N_ ("Communication Operators") },
  { "communication_links", N_ ("Links") },
  { "memory_ranks", N_ ("Memory Peaks") },
  { "memory_live", N_ ("Memory at the Peak") },
  { "memory_growth", N_ ("Memory Growth") },
  { "memory_ops", N_ ("Memory by Operator") },
  { "memory_hints", N_ ("Memory Hints") },
  { "memory_segments", N_ ("Memory Segments") },
  { "StragglerStages", N_ ("Stragglers by Stage") },
  { "StragglerReplicas", N_ ("Stragglers by Replica") },
  { "StragglerKinds", N_ ("Stragglers by Op") },
  { "StragglerWorkers", N_ ("Stragglers by Worker") },
  { "Waterfall", N_ ("Chart of Parts") },
  { "WaterfallModules", N_ ("Chart of Modules") },
  { "WaterfallOps", N_ ("Chart of Ops") },
  { "WaterfallOperators", N_ ("Chart of Operators") },
  { "ChipSides", N_ ("Chips") },
  { "ChipKinds", N_ ("Chips by Kind of Work") },
  { "ChipModules", N_ ("Chips by Module") },
  { "ChipOps", N_ ("Chips by Op") },
  { "CompareRank", N_ ("Ranks") },
  { "CompareOperators", N_ ("Operators") },
  { "CompareCategory", N_ ("Parts of a Step") },
  { "CompareStep", N_ ("Steps") },
  { "CompareCommunication", N_ ("Communication") },
  { "CompareMemory", N_ ("Memory Counters") },
  { "CompareMemoryLive", N_ ("Memory at the Peak") },
  { "CompareAllocations", N_ ("Allocations") },
  { "CompareModule", N_ ("Parts by Module") },
  { "CompareOp", N_ ("Parts by Op") },
};

/* What a chapter or a caption says stands for tables that have no words here. */
static const char *
find_words (const LscReportSection *section, const LscReportItem *item)
{
  const char *name = lsc_table_get_name (item->table);

  if (g_str_equal (name, "Pareto") && g_str_equal (section->id, "answer"))
    return _ ("Chart of Kinds of Work"); /* not of operators */
  for (gsize i = 0; i < G_N_ELEMENTS (table_words); i++)
    if (g_str_equal (name, table_words[i].table))
      return _ (table_words[i].words);
  return item->title ? item->title : section->title ? section->title : name;
}

/* (transfer full): a text that may be the name of a sheet, of at most @most characters */
static char *
make_plain (const char *text, glong most)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_new (NULL);

  for (const char *at = valid; *at != '\0' && most > 0; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);
      gboolean is_kept = c >= ' ' && c < 0xffff && !strchr ("[]:*?/\\'", c < 128 ? (int) c : ' ');

      g_string_append_unichar (out, is_kept ? c : ' ');
      most--;
    }
  g_strstrip (out->str);
  out->len = strlen (out->str);
  if (out->len == 0)
    g_string_append (out, "-");
  return g_string_free (out, FALSE);
}

/* Whether no sheet has this name, in whatever letters, nor the spreadsheet itself. */
static gboolean
takes_name (const LscReportBook *self, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  if (g_str_equal (folded, RESERVED_NAME))
    return FALSE;
  for (guint i = 0; i < self->sheets->len; i++)
    {
      g_autofree char *other = g_utf8_casefold (lsc_report_book_get_sheet (self, i)->name, -1);

      if (g_str_equal (folded, other))
        return FALSE;
    }
  return TRUE;
}

static char *
choose_name (const LscReportBook *self, const char *words)
{
  char *name = make_plain (words, MOST_NAME);

  for (guint i = 2; !takes_name (self, name); i++)
    {
      g_autofree char *number = g_strdup_printf (" %u", i);
      g_autofree char *head = make_plain (words, MOST_NAME - (glong) strlen (number));

      g_free (name);
      name = g_strconcat (head, number, NULL);
    }
  return name;
}

static void
sheet_free (gpointer data)
{
  g_free (((LscBookSheet *) data)->name);
  g_free (data);
}

static void
add_sheet (LscReportBook *self, const LscBookSheet *about, const char *words)
{
  LscBookSheet *sheet = g_new0 (LscBookSheet, 1);

  *sheet = *about;
  sheet->name = choose_name (self, words);
  g_ptr_array_add (self->sheets, sheet);
}

static void
add_table (LscReportBook *self, const LscReportSection *section, const LscReportItem *item)
{
  gsize n = lsc_table_get_n_rows (item->table);

  for (gsize first = 0; first == 0 || first < n; first += LSC_SHEET_ROWS)
    add_sheet (self, &(LscBookSheet){ NULL, section, item, first }, find_words (section, item));
}

/**
 * lsc_report_book_init:
 * @book: without sheets
 *
 * Adds the formats, and finds out which sheets there will be: a cover, the sentences, then a table
 * each.
 */
void
lsc_report_book_init (LscReportBook *self, const LscReport *report, LscWorkbook *book)
{
  g_return_if_fail (self && report && book);
  *self = (LscReportBook){ report, book, { NULL }, g_ptr_array_new_with_free_func (sheet_free) };
  for (LscBookFormat which = 0; which < LSC_BOOK_N_FORMATS; which++)
    self->formats[which] = make_format (book->book, which);
  add_sheet (self, &(LscBookSheet){ NULL }, C_ ("sheet", "Summary"));
  add_sheet (self, &(LscBookSheet){ NULL }, C_ ("sheet", "Notes"));
  for (guint i = 0; i < report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (report, i);

      for (guint k = 0; k < section->items->len; k++)
        {
          const LscReportItem *item = lsc_report_section_get (section, k);

          if (item->table)
            add_table (self, section, item);
        }
    }
}

/** lsc_report_book_clear: frees what was initialised, not the workbook */
void
lsc_report_book_clear (LscReportBook *self)
{
  g_clear_pointer (&self->sheets, g_ptr_array_unref);
}

/** lsc_report_book_text_width: Returns: how wide a text is in a spreadsheet, in digits */
double
lsc_report_book_text_width (const char *text)
{
  double width = 0;

  for (const char *at = text; at && *at != '\0'; at = g_utf8_find_next_char (at, NULL))
    width += g_unichar_iswide (g_utf8_get_char_validated (at, -1)) ? 2 : 1;
  return width;
}

/**
 * lsc_report_book_get_height:
 * @width: of its column
 *
 * Returns: points that a row takes in which a text is wrapped; not every spreadsheet finds that out
 *   by itself
 */
double
lsc_report_book_get_height (const char *text, double width)
{
  double lines = ceil (lsc_report_book_text_width (text) * WRAPPED_SHARE / MAX (width, 1));

  return CLAMP (lines, 1, MOST_LINES) * LINE_HEIGHT;
}
