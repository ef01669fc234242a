/* lsc-export-comparison-pen.c - cells of the sheets of two recordings, one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-comparison-private.h"

#define CHECK_ROWS 4096

static void
put (LscPen *self, LscValue value)
{
  lsc_workbook_write_value (self->book, self->sheet, self->row + LSC_COMPARISON_HEADER_ROWS,
                            self->column++, &value);
}

void
_lsc_pen_put_text (LscPen *self, const char *text)
{
  put (self, (LscValue){ .type = LSC_TYPE_TEXT, .is_null = !text || !*text, .text = text });
}

void
_lsc_pen_put_real (LscPen *self, double value)
{
  put (self, (LscValue){ .type = LSC_TYPE_REAL, .is_null = isnan (value), .real = value });
}

void
_lsc_pen_put_count (LscPen *self, gint64 value)
{
  put (self,
       (LscValue){ .type = LSC_TYPE_INT, .is_null = value == LSC_INT_NULL, .integer = value });
}

void
_lsc_pen_put_time (LscPen *self, gint64 ns, double unit)
{
  _lsc_pen_put_real (self, ns != LSC_INT_NULL ? (double) ns / unit : LSC_REAL_NULL);
}

/** As the reference tool writes it: without a base infinite, 1 where there is nothing on both. */
void
_lsc_pen_put_ratio (LscPen *self, double base, double comparison)
{
  if (base == 0 && comparison != 0)
    _lsc_pen_put_text (self, "INF");
  else
    _lsc_pen_put_real (self, base == 0 ? 1 : comparison / base);
}

void
_lsc_pen_skip (LscPen *self, guint n)
{
  for (guint i = 0; i < n; i++)
    _lsc_pen_put_text (self, NULL);
}

/** Returns: %FALSE when the job was cancelled */
gboolean
_lsc_pen_end_row (LscPen *self, GError **error)
{
  self->row++;
  self->column = 0;
  return self->row % CHECK_ROWS != 0 || lsc_job_check (self->job, error);
}
