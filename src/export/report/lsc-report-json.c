/* lsc-report-json.c - a document as JSON, with all rows of its tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "export/lsc-export-table.h"
#include "export/lsc-json-text.h"
#include "export/report/lsc-report-file.h"

static void
append_string (GString *out, const char *before, const char *text)
{
  g_string_append (out, before);
  if (text)
    lsc_json_text_append (out, text);
  else
    g_string_append (out, "null");
}

/* ---- tables ---- */

static const char *
name_of_unit (LscUnit unit)
{
  static const char *const names[] = {
    [LSC_UNIT_NS] = "ns",       [LSC_UNIT_BYTES] = "bytes",
    [LSC_UNIT_COUNT] = "count", [LSC_UNIT_SHARE] = "share",
    [LSC_UNIT_FLOPS] = "flops", [LSC_UNIT_FLOPS_PER_S] = "flops_per_s",
    [LSC_UNIT_ID] = "id",       [LSC_UNIT_FLAG] = "flag",
    [LSC_UNIT_LIST] = "list",   [LSC_UNIT_RATE] = "gb_per_s",
  };

  return unit < G_N_ELEMENTS (names) ? names[unit] : NULL;
}

static void
append_columns (GString *out, const LscTable *table)
{
  g_string_append (out, ",\"columns\":[");
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);

      append_string (out, i > 0 ? ",{\"name\":" : "{\"name\":", column->name);
      append_string (out, ",\"unit\":", name_of_unit (column->unit));
      append_string (out, ",\"source\":", column->source);
      g_string_append_c (out, '}');
    }
  g_string_append (out, "]");
}

/* The lines of the table's own form, as a list. */
static gboolean
append_rows (GString *out, const LscTable *table, GError **error)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GBytes) bytes = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;

  if (!lsc_export_json_lines (table, NULL, memory, NULL, error) ||
      !g_output_stream_close (memory, NULL, error))
    return FALSE;
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (text ? text : "", "\n", -1); /* no rows, no bytes */
  g_string_append (out, ",\"rows\":[");
  for (gsize i = 0; lines[i] && *lines[i] != '\0'; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ",\n" : "\n", lines[i]);
  g_string_append (out, "]");
  return TRUE;
}

static gboolean
append_table (GString *out, const LscReportItem *item, GError **error)
{
  append_string (out, ",\"table\":", lsc_table_get_name (item->table));
  append_columns (out, item->table);
  return append_rows (out, item->table, error);
}

/* ---- the document ---- */

static void
append_points (GString *out, const LscReportItem *item)
{
  g_string_append (out, ",\"points\":[");
  for (guint i = 0; i < item->points->len; i++)
    append_string (out, i > 0 ? "," : "", item->points->pdata[i]);
  g_string_append (out, "]");
}

static gboolean
append_item (GString *out, const LscReportItem *item, GError **error)
{
  static const char *const types[] = { "text", "points", "table", "chart" };

  append_string (out, "{\"type\":", types[item->type]);
  if (item->title)
    append_string (out, ",\"title\":", item->title);
  if (item->text)
    append_string (out, ",\"text\":", item->text);
  if (item->points)
    append_points (out, item);
  if (item->table && !append_table (out, item, error))
    return FALSE;
  g_string_append (out, "}");
  return TRUE;
}

static gboolean
append_section (GString *out, const LscReportSection *section, GError **error)
{
  append_string (out, "{\"id\":", section->id);
  append_string (out, ",\"title\":", section->title);
  append_string (out, ",\"message\":", section->message);
  g_string_append (out, ",\"items\":[\n");
  for (guint i = 0; i < section->items->len; i++)
    {
      g_string_append (out, i > 0 ? ",\n" : "");
      if (!append_item (out, lsc_report_section_get (section, i), error))
        return FALSE;
    }
  g_string_append (out, "]}");
  return TRUE;
}

static void
append_facts (GString *out, const LscReport *report)
{
  g_string_append (out, ",\"facts\":[");
  for (guint i = 0; i < report->facts->len; i++)
    {
      const LscReportFact *fact = lsc_report_get_fact (report, i);

      append_string (out, i > 0 ? ",\n{\"id\":" : "\n{\"id\":", fact->id);
      append_string (out, ",\"title\":", fact->label);
      append_string (out, ",\"text\":", fact->text);
      g_string_append_c (out, '}');
    }
  g_string_append (out, "]");
}

/**
 * lsc_report_to_json:
 *
 * Writes the document as one object, with all rows and columns of its tables.
 *
 * Returns: (transfer full) (nullable): %NULL with %LSC_ERROR_IO
 */
char *
lsc_report_to_json (const LscReport *report, GError **error)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (report, NULL);
  out = g_string_new (NULL);
  append_string (out, "{\"title\":", report->title);
  append_string (out, ",\"author\":", report->author);
  append_string (out, ",\"date\":", report->date);
  append_string (out, ",\"about\":", report->about);
  append_string (out, ",\"verdict\":", report->headline);
  append_string (out, ",\"detail\":", report->detail);
  append_facts (out, report);
  append_string (out, ",\"version\":", LSC_VERSION);
  g_string_append (out, ",\"sections\":[\n");
  for (guint i = 0; i < report->sections->len; i++)
    {
      g_string_append (out, i > 0 ? ",\n" : "");
      if (!append_section (out, lsc_report_get (report, i), error))
        return NULL;
    }
  g_string_append (out, "]}\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}
