/* lsc-report-paper-table.c - tables on pages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "export/report/lsc-report-grid.h"
#include "export/report/lsc-report-paper.h"

#define MOST_TEXT_PT 12.0 /* of rows that are few and narrow */
#define HALF_TEXT_PT 10.5 /* beside another one */
#define LEAST_TEXT_PT 9.5
#define TEXT_STEP_PT 0.5
#define CAPTION_PT 10.0
#define HEAD_ROWS 8    /* of the room of its rows: titles, of the page as well */
#define ROW_SHARE 1.55 /* of the size of its text */
#define GAP_PT 12.0
#define MOST_HEIGHT_PT 420.0 /* below the title of a page */
#define LEAST_NAME_PT 150.0  /* for all columns of names */
#define LEAST_COLUMN_PT 64.0
#define LONGEST_TEXT_PT 560.0

/**
 * A table while it is written
 * @n_columns: that have room
 * @widths: pt of each column
 * @size: of its texts, pt
 * @row: height of a row, pt
 * @width: of all columns, pt
 */
typedef struct
{
  LscPaper *paper;
  const LscReportGrid *grid;
  guint n_columns;
  double *widths;
  double head_height;
  double size;
  double row;
  double width;
} PaperTable;

/* ---- widths ---- */

static double
widest_cell (const PaperTable *self, guint column)
{
  double most = 0;

  for (gsize row = 0; row < self->grid->n_rows; row++)
    {
      const char *cell = lsc_report_grid_get (self->grid, row, column);

      most = MAX (most, row < self->grid->n_body
                            ? lsc_text_width (self->paper->text, self->size, cell)
                            : lsc_text_width_bold (self->paper->text, self->size, cell));
    }
  return most;
}

/* Titles may stand on two lines. */
static double
least_title (const PaperTable *self, guint column)
{
  const char *title = lsc_report_grid_get_column (self->grid, column)->title;
  g_auto (GStrv) words = g_strsplit (title, " ", -1);
  double most = 0.56 * lsc_text_width_bold (self->paper->text, self->size, title);

  for (gsize i = 0; words[i]; i++)
    most = MAX (most, lsc_text_width_bold (self->paper->text, self->size, words[i]));
  return most + 2;
}

/* Numbers and words of ours are never cut, names are. */
static gboolean
is_fixed (const PaperTable *self, guint column)
{
  const LscReportColumn *about = lsc_report_grid_get_column (self->grid, column);

  return about->is_number || about->source->words;
}

/* Below which a column of names says nothing any more. */
static double
least_width (const PaperTable *self, guint column)
{
  return MIN (self->widths[column], MAX (least_title (self, column) + GAP_PT, LEAST_COLUMN_PT));
}

/* Columns of names share what the others leave: each gives of what it has above its least. */
static void
share_room (PaperTable *self, double left)
{
  double names = 0, least = 0, share;

  for (guint i = 0; i < self->n_columns; i++)
    if (!is_fixed (self, i))
      {
        names += self->widths[i];
        least += least_width (self, i);
      }
  if (names <= left)
    return;
  left = MAX (left, MIN (LEAST_NAME_PT, names));
  share = names > least ? CLAMP ((left - least) / (names - least), 0, 1) : 1;
  for (guint i = 0; i < self->n_columns; i++)
    if (!is_fixed (self, i))
      {
        double floor = least_width (self, i);

        self->widths[i] = floor + (self->widths[i] - floor) * share;
      }
}

/* Returns: whether everything has room */
static gboolean
choose_widths (PaperTable *self)
{
  double left = self->paper->room, names = 0;

  for (guint i = 0; i < self->n_columns; i++)
    {
      double need = MAX (widest_cell (self, i), least_title (self, i)) + GAP_PT;

      self->widths[i] = is_fixed (self, i) ? need : MIN (need, LONGEST_TEXT_PT);
      if (is_fixed (self, i))
        left -= need;
      else
        names += self->widths[i];
    }
  share_room (self, left);
  self->width = 0;
  for (guint i = 0; i < self->n_columns; i++)
    self->width += self->widths[i];
  return names <= left;
}

/* As large as has room, in width and on one page. */
static void
choose_size (PaperTable *self)
{
  gboolean fits;

  self->size = (self->paper->room < LSC_PAPER_ROOM ? HALF_TEXT_PT : MOST_TEXT_PT) + TEXT_STEP_PT;
  do
    {
      self->size -= TEXT_STEP_PT;
      self->row = ROW_SHARE * self->size;
      fits = choose_widths (self) &&
             (double) (self->grid->n_rows + self->grid->notes->len + HEAD_ROWS) * self->row <
                 LSC_PAPER_BOTTOM - LSC_PAPER_MARGIN;
    }
  while (!fits && self->size > LEAST_TEXT_PT);
}

/* What has no room beside the others is left out, rather than cut or too small to be read. */
static void
leave_out (PaperTable *self)
{
  while (self->width > self->paper->room && self->n_columns > 1)
    {
      self->n_columns--;
      choose_widths (self);
    }
}

/* ---- rows ---- */

static double
measure_head (const PaperTable *self)
{
  double most = 0;

  for (guint i = 0; i < self->n_columns; i++)
    most =
        MAX (most, lsc_paper_measure (
                       self->paper,
                       &(LscPaperText){ .text = lsc_report_grid_get_column (self->grid, i)->title,
                                        .width = self->widths[i] - GAP_PT + 1,
                                        .size = self->size,
                                        .is_bold = TRUE }));
  return most;
}

static void
draw_line (const PaperTable *self, double width)
{
  const LscPaper *paper = self->paper;

  lsc_color_set (paper->cr, &paper->theme.grid);
  cairo_set_line_width (paper->cr, width);
  cairo_move_to (paper->cr, paper->x, paper->y);
  cairo_line_to (paper->cr, paper->x + self->width, paper->y);
  cairo_stroke (paper->cr);
}

static void
write_title (const PaperTable *self, guint column, double x)
{
  const LscReportColumn *about = lsc_report_grid_get_column (self->grid, column);
  double top = self->paper->y;
  double natural = lsc_text_width_bold (self->paper->text, self->size, about->title);
  double width = self->widths[column] - GAP_PT + 1;

  if (about->is_number && natural < width) /* stands above its figures */
    x += width - natural - 1;
  lsc_paper_write (
      self->paper,
      &(LscPaperText){
          .text = about->title, .x = x, .width = width, .size = self->size, .is_bold = TRUE });
  self->paper->y = top;
}

static void
write_head (const PaperTable *self)
{
  double x = self->paper->x;

  cairo_tag_begin (self->paper->cr, "TR", NULL);
  for (guint i = 0; i < self->n_columns; i++)
    {
      cairo_tag_begin (self->paper->cr, "TH", NULL);
      write_title (self, i, x);
      cairo_tag_end (self->paper->cr, "TH");
      x += self->widths[i];
    }
  cairo_tag_end (self->paper->cr, "TR");
  self->paper->y += self->head_height + 3;
  draw_line (self, 1);
  self->paper->y += 3;
}

/* Sentences go on on the next line, names are shortened. */
static gboolean
is_wrapped (const PaperTable *self, gsize row, guint column)
{
  const char *cell = lsc_report_grid_get (self->grid, row, column);

  return !is_fixed (self, column) && strchr (cell, ' ') &&
         lsc_text_width (self->paper->text, self->size, cell) > self->widths[column] - GAP_PT;
}

static LscPaperText
wrapped_text (const PaperTable *self, gsize row, guint column, double x)
{
  return (LscPaperText){ .text = lsc_report_grid_get (self->grid, row, column),
                         .x = x,
                         .width = self->widths[column] - GAP_PT,
                         .size = self->size };
}

static double
row_height (const PaperTable *self, gsize row)
{
  double height = self->row;

  for (guint i = 0; i < self->n_columns; i++)
    if (is_wrapped (self, row, i))
      {
        LscPaperText text = wrapped_text (self, row, i, 0);

        height = MAX (height, lsc_paper_measure (self->paper, &text) + 0.4 * self->size);
      }
  return height;
}

static void
write_wrapped (const PaperTable *self, gsize row, guint column, double x)
{
  LscPaperText text = wrapped_text (self, row, column, x);
  double top = self->paper->y;

  self->paper->y += 0.2 * self->size;
  lsc_paper_write (self->paper, &text);
  self->paper->y = top;
}

/* (transfer full): a path of modules without its beginning, so that it fits: its end tells most.
 * Other names are cut at their end. */
static char *
shorten_path (const PaperTable *self, const char *cell, double room)
{
  const char *rest = cell;
  char *brief = g_strdup (cell);

  while ((rest = strchr (rest, '/')) &&
         lsc_text_width (self->paper->text, self->size, brief) > room)
    {
      g_free (brief);
      brief = g_strdup_printf ("…%s", rest);
      rest++;
    }
  return brief;
}

/* The last row of those behind the rows of the table. */
static gboolean
is_total (const PaperTable *self, gsize row)
{
  return row >= self->grid->n_body && row + 1 == self->grid->n_rows;
}

static void
write_cell (const PaperTable *self, gsize row, guint column, double x)
{
  const LscReportColumn *about = lsc_report_grid_get_column (self->grid, column);
  const char *cell = lsc_report_grid_get (self->grid, row, column);
  double room = self->widths[column] - GAP_PT;
  g_autofree char *brief =
      is_fixed (self, column) ? g_strdup (cell) : shorten_path (self, cell, room);

  lsc_color_set (self->paper->cr,
                 *cell != '\0' ? &self->paper->theme.foreground : &self->paper->theme.dim);
  lsc_text_draw (self->paper->text, self->paper->cr,
                 &(LscTextLine){ .x = about->is_number ? x + room : x,
                                 .middle = self->paper->y + self->row / 2,
                                 .align = about->is_number ? 1 : 0,
                                 .size = self->size,
                                 .is_bold = is_total (self, row),
                                 .room = about->is_number ? 0 : room },
                 *cell != '\0' ? brief : lsc_report_grid_show (self->grid, row, column));
}

static void
write_row (const PaperTable *self, gsize row, double height)
{
  double x = self->paper->x;

  cairo_tag_begin (self->paper->cr, "TR", NULL);
  for (guint i = 0; i < self->n_columns; i++)
    {
      cairo_tag_begin (self->paper->cr, "TD", NULL);
      if (is_wrapped (self, row, i))
        write_wrapped (self, row, i, x);
      else
        write_cell (self, row, i, x);
      cairo_tag_end (self->paper->cr, "TD");
      x += self->widths[i];
    }
  cairo_tag_end (self->paper->cr, "TR");
  self->paper->y += height;
  draw_line (self, 0.4);
}

static void
write_small (LscPaper *paper, const char *text)
{
  lsc_paper_write (
      paper,
      &(LscPaperText){
          .text = text, .x = paper->x, .width = paper->room, .size = CAPTION_PT, .is_dim = TRUE });
  paper->y += 4;
}

static void
write_left (PaperTable *self)
{
  guint n = self->grid->columns->len - self->n_columns;
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;

  if (n == 0)
    return;
  for (guint i = self->n_columns; i < self->grid->columns->len; i++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? C_ ("list of parts", ", ") : "",
                            lsc_report_grid_get_column (self->grid, i)->title);
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "No room for the column %s: the HTML report has it.",
                                       "No room for the columns %s: the HTML report has them.", n),
                          names->str);
  self->paper->n_narrow += n;
  lsc_paper_need (self->paper, 2 * CAPTION_PT);
  write_small (self->paper, text);
}

static void
write_rows (const PaperTable *self)
{
  guint page = self->paper->n_pages;

  write_head (self);
  for (gsize row = 0; row < self->grid->n_rows; row++)
    {
      double height = row_height (self, row);

      lsc_paper_need (self->paper, height);
      if (self->paper->n_pages != page)
        write_head (self);
      page = self->paper->n_pages;
      write_row (self, row, height);
    }
}

/**
 * lsc_paper_write_table:
 * @item: with a table
 *
 * Writes a table, over as many pages as it needs, its titles on each.
 */
void
lsc_paper_write_table (LscPaper *paper, const LscReportItem *item)
{
  g_autoptr (LscReportGrid) grid = NULL;
  g_autofree double *widths = NULL;
  PaperTable self;
  double height;

  g_return_if_fail (paper && item && item->table);
  grid = lsc_report_grid_new (item);
  widths = g_new0 (double, MAX (grid->columns->len, 1));
  self = (PaperTable){
    .paper = paper, .grid = grid, .n_columns = grid->columns->len, .widths = widths
  };
  choose_size (&self);
  leave_out (&self);
  self.head_height = measure_head (&self);
  height = 2 * self.row + self.head_height;
  for (gsize row = 0; row < grid->n_rows; row++)
    height += row_height (&self, row);
  /* One that fits on a page is not torn. */
  lsc_paper_need (paper, height < MOST_HEIGHT_PT ? height : 6 * self.row + self.head_height);
  write_small (paper, item->title);
  cairo_tag_begin (paper->cr, "Table", NULL);
  write_rows (&self);
  cairo_tag_end (paper->cr, "Table");
  paper->y += 6;
  write_left (&self);
  for (guint i = 0; i < grid->notes->len; i++)
    {
      lsc_paper_need (paper, 2 * CAPTION_PT);
      write_small (paper, grid->notes->pdata[i]);
    }
  paper->y += 8;
}
