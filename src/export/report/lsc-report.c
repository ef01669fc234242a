/* lsc-report.c - a document that shows what was found, in no form yet
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report.h"

static void
item_free (gpointer data)
{
  LscReportItem *self = data;

  g_free (self->title);
  g_free (self->text);
  g_clear_pointer (&self->points, g_ptr_array_unref);
  g_clear_pointer (&self->table, lsc_table_unref);
  if (self->free_data)
    self->free_data (self->data);
  g_free (self);
}

static void
section_free (gpointer data)
{
  LscReportSection *self = data;

  g_free (self->title);
  g_free (self->message);
  g_ptr_array_unref (self->items);
  g_free (self);
}

static void
fact_free (gpointer data)
{
  LscReportFact *self = data;

  g_free (self->label);
  g_free (self->text);
  g_free (self);
}

/** lsc_report_new: Returns: (transfer full): a document without words */
LscReport *
lsc_report_new (void)
{
  LscReport *self = g_new0 (LscReport, 1);

  self->sections = g_ptr_array_new_with_free_func (section_free);
  self->facts = g_ptr_array_new_with_free_func (fact_free);
  return self;
}

/**
 * lsc_report_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_report_free (LscReport *self)
{
  if (!self)
    return;
  g_free (self->title);
  g_free (self->author);
  g_free (self->date);
  g_free (self->headline);
  g_free (self->detail);
  g_free (self->about);
  g_ptr_array_unref (self->sections);
  g_ptr_array_unref (self->facts);
  g_free (self);
}

/**
 * lsc_report_take_fact:
 * @id: static
 * @label: copied
 * @text: (nullable) (transfer full): nothing is added without
 *
 * Adds a part of the answer.
 */
void
lsc_report_take_fact (LscReport *self, const char *id, const char *label, char *text)
{
  LscReportFact *fact;

  g_return_if_fail (self && id && label);
  if (!text)
    return;
  fact = g_new0 (LscReportFact, 1);
  *fact = (LscReportFact){ id, g_strdup (label), text };
  g_ptr_array_add (self->facts, fact);
}

/**
 * lsc_report_add_section:
 * @id: static
 *
 * Returns: (transfer none): a chapter without items
 */
LscReportSection *
lsc_report_add_section (LscReport *self, const char *id, const char *title)
{
  LscReportSection *section;

  g_return_val_if_fail (self && id, NULL);
  section = g_new0 (LscReportSection, 1);
  section->id = id;
  section->title = g_strdup (title);
  section->items = g_ptr_array_new_with_free_func (item_free);
  g_ptr_array_add (self->sections, section);
  return section;
}

static LscReportItem *
add_item (LscReportSection *section, LscReportType type)
{
  LscReportItem *item = g_new0 (LscReportItem, 1);

  item->type = type;
  g_ptr_array_add (section->items, item);
  return item;
}

/** lsc_report_add_text: adds a paragraph */
void
lsc_report_add_text (LscReportSection *section, const char *text)
{
  g_return_if_fail (section && text);
  lsc_report_take_text (section, g_strdup (text));
}

/**
 * lsc_report_take_text:
 * @text: (nullable) (transfer full): nothing is added without
 */
void
lsc_report_take_text (LscReportSection *section, char *text)
{
  g_return_if_fail (section);
  if (text)
    add_item (section, LSC_REPORT_TEXT)->text = text;
}

/**
 * lsc_report_take_points:
 * @points: (transfer full) (element-type utf8):
 *
 * Returns: (transfer none): the item, to be filled further
 */
LscReportItem *
lsc_report_take_points (LscReportSection *section, GPtrArray *points)
{
  LscReportItem *item;

  g_return_val_if_fail (section && points, NULL);
  item = add_item (section, LSC_REPORT_POINTS);
  item->points = points;
  return item;
}

/**
 * lsc_report_take_table:
 * @table: (transfer full):
 * @columns: (nullable) (array zero-terminated=1): those that a page shows, static
 *
 * Returns: (transfer none): the item, to be filled further
 */
LscReportItem *
lsc_report_take_table (LscReportSection *section, const char *title, LscTable *table,
                       const char *const *columns)
{
  LscReportItem *item;

  g_return_val_if_fail (section && table, NULL);
  item = add_item (section, LSC_REPORT_TABLE);
  item->title = g_strdup (title);
  item->table = table;
  item->columns = columns;
  return item;
}

/**
 * lsc_report_add_chart:
 * @data: (transfer full): for @chart
 *
 * Returns: (transfer none): the item, to be filled further
 */
LscReportItem *
lsc_report_add_chart (LscReportSection *section, const char *title, LscReportChartFunc chart,
                      gpointer data, GDestroyNotify free_data)
{
  LscReportItem *item;

  g_return_val_if_fail (section && chart, NULL);
  item = add_item (section, LSC_REPORT_CHART);
  item->title = g_strdup (title);
  item->height_share = 0.42;
  item->chart = chart;
  item->data = data;
  item->free_data = free_data;
  return item;
}
