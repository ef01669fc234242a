/* lsc-text-memory.c - memory over time, from the tables of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-counter-strip.h"
#include "read/text/lsc-text-tables.h"

#define MIB 1048576.0

typedef struct
{
  const char *strip; /* (nullable): components are series of this one strip */
  GPtrArray *strips; /* LscCounterStrip: the figures of a component, or one figure of all */
  gint64 n_bad;
  gint64 first_bad;
} Table;

static LscCounter *
get_series (const Table *table, const char *strip, const char *name)
{
  return lsc_counter_strip_get_series (
      lsc_counter_strips_get (table->strips, strip, LSC_ROLE_MEMORY_COUNTER, 0), name,
      LSC_COUNTER_AREA, LSC_COUNTER_UNIT_BYTES);
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
  counter = table->strip ? get_series (table, table->strip, component)
                         : get_series (table, component, title);
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

/**
 * lsc_text_add_memory:
 *
 * Adds the group Memory: the strips of memory_record.csv, then those of npu_module_mem.csv.
 *
 * Source: formats.md#text-tables: MB are 2^20 bytes.
 */
void
lsc_text_add_memory (LscTimeline *timeline, const LscTextFiles *files, LscJob *job)
{
  g_return_if_fail (timeline && files);

  static const struct
  {
    const char *stem;
    const char *strip;
  } tables[] = { { "memory_record", NULL }, { "npu_module_mem", "Components" } };

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = lsc_text_files_find_newest (files, tables[i].stem);
      g_autoptr (GPtrArray) strips = lsc_counter_strips_new ();
      Table table = { .strip = tables[i].strip, .strips = strips };

      if (!path)
        continue;
      read_table (&table, timeline, path, job);
      lsc_counter_strips_seal (strips);
      lsc_counter_strips_add (strips, timeline, LSC_ROLE_MEMORY, "Memory");
    }
}
