/* lsc-text-memory.c - memory over time, from the tables of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-text-tables.h"

#include <string.h>

#define MIB 1048576.0

/* A strip of the group Memory: the figures of one component, or one figure of all of them. */
typedef struct
{
  char *name;
  GPtrArray *series; /* LscCounter */
} Strip;

typedef struct
{
  const char *strip; /* (nullable): components are series of this one strip */
  GPtrArray *strips; /* Strip, in order of first appearance */
  gint64 n_bad;
  gint64 first_bad;
} Table;

static void
strip_free (gpointer data)
{
  Strip *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->series);
  g_free (self);
}

static Strip *
get_strip (Table *table, const char *name)
{
  Strip *strip;

  for (guint i = 0; i < table->strips->len; i++)
    {
      strip = g_ptr_array_index (table->strips, i);
      if (strcmp (strip->name, name) == 0)
        return strip;
    }
  strip = g_new0 (Strip, 1);
  strip->name = g_strdup (name);
  strip->series = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_counter_free);
  g_ptr_array_add (table->strips, strip);
  return strip;
}

static LscCounter *
get_series (Strip *strip, const char *name)
{
  LscCounter *counter;

  for (guint i = 0; i < strip->series->len; i++)
    {
      counter = g_ptr_array_index (strip->series, i);
      if (strcmp (counter->name, name) == 0)
        return counter;
    }
  counter = lsc_counter_new (name, LSC_COUNTER_AREA, LSC_COUNTER_UNIT_BYTES);
  g_ptr_array_add (strip->series, counter);
  return counter;
}

static gboolean
add_value (Table *table, const LscCsv *csv, int column, gint64 time_ns, const char *component,
           const char *title)
{
  LscSample sample = { time_ns, 0 };
  LscCounter *counter;

  if (!lsc_csv_get_double (csv, column, &sample.value))
    return FALSE;
  sample.value *= MIB;
  counter = table->strip ? get_series (get_strip (table, table->strip), component)
                         : get_series (get_strip (table, component), title);
  lsc_samples_append (&counter->samples, sample);
  return TRUE;
}

static gboolean
read_row (Table *table, const LscCsv *csv, const int *columns)
{
  static const char *const titles[] = { "allocated", "active", "reserved" };
  gsize n;
  const char *text = lsc_csv_get_known (csv, columns[0], &n);
  g_autofree char *component = text ? g_utf8_make_valid (text, (gssize) n) : NULL;
  gboolean has_value = FALSE;
  gint64 time_ns;

  if (!component || !lsc_csv_get_us (csv, columns[1], &time_ns))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    has_value |= add_value (table, csv, columns[2 + i], time_ns, component, titles[i]);
  return has_value;
}

static void
read_table (Table *table, LscTimeline *timeline, const char *path, LscJob *job)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscCsv) csv = lsc_csv_open (path, job, &error);
  int columns[5];

  if (!csv)
    {
      lsc_timeline_take_notice (timeline,
                                lsc_notice_mark_loss (lsc_notice_new (
                                    LSC_SEVERITY_WARNING, "bad-table", "%s", error->message)),
                                path, -1);
      return;
    }
  columns[0] = lsc_csv_find (csv, "Component");
  columns[1] = lsc_csv_find (csv, "Timestamp(us)");
  columns[2] = lsc_csv_find (csv, "Total Allocated(MB)");
  columns[3] = lsc_csv_find (csv, "Total Active(MB)");
  columns[4] = lsc_csv_find (csv, "Total Reserved(MB)");
  while (lsc_csv_next (csv, &error))
    if (!read_row (table, csv, columns) && table->n_bad++ == 0)
      table->first_bad = lsc_csv_get_row (csv);
  lsc_text_table_report (timeline->notices, csv, path, error, table->n_bad, table->first_bad);
}

static gsize
add_strips (LscTimeline *timeline, guint32 *group, Table *table)
{
  gsize n = 0;

  for (guint i = 0; i < table->strips->len; i++)
    {
      Strip *strip = g_ptr_array_index (table->strips, i);
      guint32 node;

      if (*group == LSC_SLICE_NONE)
        *group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_MEMORY, "Memory");
      node = lsc_timeline_add_counter (timeline, *group, LSC_ROLE_MEMORY_COUNTER, strip->name);
      for (guint k = 0; k < strip->series->len; k++)
        {
          LscCounter *counter = g_ptr_array_index (strip->series, k);

          lsc_counter_seal (counter);
          g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series, counter);
          n++;
        }
      g_ptr_array_set_free_func (strip->series, NULL);
      g_ptr_array_set_size (strip->series, 0);
    }
  return n;
}

/**
 * lsc_text_add_memory:
 *
 * Adds the group Memory: the strips of memory_record.csv, then those of npu_module_mem.csv.
 *
 * Source: formats.md#text-tables: MB are 2^20 bytes.
 *
 * Returns: number of series
 */
gsize
lsc_text_add_memory (LscTimeline *timeline, const LscTextFiles *files, LscJob *job)
{
  static const struct
  {
    const char *stem;
    const char *strip;
  } tables[] = { { "memory_record", NULL }, { "npu_module_mem", "Components" } };
  guint32 group = LSC_SLICE_NONE;
  gsize n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = lsc_text_files_find_newest (files, tables[i].stem);
      g_autoptr (GPtrArray) strips = g_ptr_array_new_with_free_func (strip_free);
      Table table = { .strip = tables[i].strip, .strips = strips };

      if (!path)
        continue;
      read_table (&table, timeline, path, job);
      n += add_strips (timeline, &group, &table);
    }
  return n;
}
