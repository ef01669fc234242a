/* lsc-text-memory.c - memory over time, from the tables of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "read/lsc-counter-strip.h"
#include "read/text/lsc-text-tables.h"

#define MIB 1048576.0
#define KIB 1024.0

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
take_bad_table (LscTimeline *timeline, const char *path, const GError *error)
{
  lsc_timeline_take_notice (timeline,
                            lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "bad-table",
                                                                  "%s", error->message)),
                            path, -1);
}

static void
read_table (Table *table, LscTimeline *timeline, const char *path, LscJob *job)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscCsv) csv = lsc_csv_open (path, job, &error);
  int columns[5];

  if (!csv)
    {
      take_bad_table (timeline, path, error);
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

/* ---- what the system counts ---- */

/* Columns of npu_mem.csv; @device: the table may have those of several */
typedef struct
{
  int device;
  int event;
  int time;
  int values[2];
} SystemColumns;

/* "App" and "Device", as the database has them. */
static char *
name_event (const LscCsv *csv, int column)
{
  gsize n;
  const char *text = lsc_csv_get_known (csv, column, &n);
  char *name = text && n > 0 ? g_utf8_make_valid (text, (gssize) n) : NULL;

  if (name)
    *name = g_ascii_toupper (*name);
  return name;
}

static gboolean
read_system_row (GPtrArray *strips, const LscCsv *csv, const SystemColumns *columns, gint64 device)
{
  static const char *const titles[] = { "HBM", "DDR" };
  g_autofree char *event = name_event (csv, columns->event);
  gint64 own = -1, time_ns;
  gboolean has_value = FALSE;

  if (!event || !lsc_csv_get_us (csv, columns->time, &time_ns))
    return FALSE;
  if (device >= 0 && columns->device >= 0 && lsc_csv_get_int64 (csv, columns->device, &own) &&
      own != device)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %s", event, titles[i]);
      LscSample sample = { time_ns, 0 };

      if (columns->values[i] < 0 || !lsc_csv_get_double (csv, columns->values[i], &sample.value))
        continue;
      sample.value *= KIB;
      lsc_samples_append (&lsc_counter_strip_get_series (
                               lsc_counter_strips_get (strips, "NPU MEM", LSC_ROLE_COUNTER, 0),
                               name, LSC_COUNTER_AREA, LSC_COUNTER_UNIT_BYTES)
                               ->samples,
                          sample);
      has_value = TRUE;
    }
  return has_value;
}

static gboolean
has_system_strip (const LscTimeline *timeline)
{
  for (guint32 i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_COUNTER && strcmp (node->name, "NPU MEM") == 0)
        return TRUE;
    }
  return FALSE;
}

/* The trace may have the same as counters. */
static void
add_system (LscTimeline *timeline, const LscTextFiles *files, LscJob *job)
{
  g_autofree char *path =
      has_system_strip (timeline) ? NULL : lsc_text_files_find_newest (files, "npu_mem");
  g_autoptr (GError) error = NULL;
  g_autoptr (LscCsv) csv = path ? lsc_csv_open (path, job, &error) : NULL;
  g_autoptr (GPtrArray) strips = lsc_counter_strips_new ();
  gint64 n_bad = 0, first_bad = 0;
  SystemColumns columns;

  if (!path)
    return;
  if (!csv)
    {
      take_bad_table (timeline, path, error);
      return;
    }
  columns =
      (SystemColumns){ .device = lsc_csv_find (csv, "Device_id"),
                       .event = lsc_csv_find (csv, "event"),
                       .time = lsc_csv_find (csv, "timestamp(us)"),
                       .values = { lsc_csv_find (csv, "hbm(KB)"), lsc_csv_find (csv, "ddr(KB)") } };
  while (lsc_csv_next (csv, &error))
    if (!read_system_row (strips, csv, &columns, timeline->device) && n_bad++ == 0)
      first_bad = lsc_csv_get_row (csv);
  lsc_text_table_report (timeline->notices, csv, path, error, n_bad, first_bad);
  lsc_counter_strips_seal (strips);
  lsc_counter_strips_add (strips, timeline, LSC_ROLE_COUNTERS, "Counters");
}

/**
 * lsc_text_add_memory:
 *
 * Adds the group Memory: the strips of memory_record.csv, then those of npu_module_mem.csv; among
 * the counters what npu_mem.csv has.
 *
 * Source: formats.md#text-tables: MB are 2^20 bytes, KB 2^10.
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
  add_system (timeline, files, job);
}
