/* lsc-report-json.c - a document as JSON, with all rows of its tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "export/lsc-export-table.h"
#include "export/lsc-json-text.h"
#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-sentences.h"

/* docs/report.schema.json describes what is written; its version says when that changes so that
 * programs have to. */
#define SCHEMA_VERSION 1

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
      append_string (out, ",\"title\":", column->title ? lsc_cell_title (column) : column->name);
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

/* ---- sentences ---- */

static gboolean
says (const char *sentence, const char *point)
{
  gsize length = sentence ? strlen (sentence) : 0;

  return length > 0 && strncmp (sentence, point, length) == 0 &&
         (point[length] == '\0' || g_str_equal (point + length, ".") ||
          g_str_equal (point + length, "。"));
}

/* A sentence of the summary that is the message of a chapter, or what a finding says, stands there
 * alone. */
static gboolean
is_elsewhere (const LscReport *report, const LscReportSection *own, const char *point)
{
  for (guint i = 0; i < report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (report, i);

      if (section != own && says (section->message, point))
        return TRUE;
      for (guint k = 0; section != own && k < section->items->len; k++)
        {
          const LscReportItem *item = lsc_report_section_get (section, k);

          if (item->type == LSC_REPORT_POINTS && says (item->title, point))
            return TRUE;
        }
    }
  return FALSE;
}

/* ---- the document ---- */

/** What is being written. */
typedef struct
{
  GString *out;
  const LscReport *report;
  const LscReportSection *section;
} Pen;

static void
append_points (Pen *self, const LscReportItem *item)
{
  guint n = 0;

  g_string_append (self->out, ",\"points\":[");
  for (guint i = 0; i < item->points->len; i++)
    if (!is_elsewhere (self->report, self->section, item->points->pdata[i]))
      append_string (self->out, n++ > 0 ? "," : "", item->points->pdata[i]);
  g_string_append (self->out, "]");
}

/* Of a paragraph what the chapter's message does not say. */
static const char *
get_text (const LscReportSection *section, const LscReportItem *item)
{
  return item->text && item->type == LSC_REPORT_TEXT ? lsc_report_skip_message (section, item->text)
                                                     : item->text;
}

/* Returns: whether a paragraph has nothing left to say */
static gboolean
is_said (const LscReportSection *section, const LscReportItem *item)
{
  return item->type == LSC_REPORT_TEXT && *get_text (section, item) == '\0';
}

static gboolean
append_item (Pen *self, const LscReportItem *item, GError **error)
{
  static const char *const types[] = { "text", "points", "table", "chart" };
  const char *text = get_text (self->section, item);

  append_string (self->out, "{\"type\":", types[item->type]);
  if (item->title)
    append_string (self->out, ",\"title\":", item->title);
  if (text)
    append_string (self->out, ",\"text\":", text);
  if (item->points)
    append_points (self, item);
  if (item->figures)
    append_string (self->out, ",\"figures\":", item->figures);
  if (item->table && !append_table (self->out, item, error))
    return FALSE;
  g_string_append (self->out, "}");
  return TRUE;
}

static gboolean
append_section (Pen *self, GError **error)
{
  const LscReportSection *section = self->section;
  guint n_items = 0;

  append_string (self->out, "{\"id\":", section->id);
  append_string (self->out, ",\"title\":", section->title);
  append_string (self->out, ",\"message\":", section->message);
  g_string_append (self->out, ",\"items\":[\n");
  for (guint i = 0; i < section->items->len; i++)
    {
      const LscReportItem *item = lsc_report_section_get (section, i);

      if (is_said (section, item))
        continue;
      g_string_append (self->out, n_items++ > 0 ? ",\n" : "");
      if (!append_item (self, item, error))
        return FALSE;
    }
  g_string_append (self->out, "]}");
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
 * Writes the document as one object, with all rows and columns of its tables and the figures of its
 * charts, each sentence once (docs/report.schema.json).
 *
 * Returns: (transfer full) (nullable): %NULL with %LSC_ERROR_IO
 */
char *
lsc_report_to_json (const LscReport *report, GError **error)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (report, NULL);
  out = g_string_new (NULL);
  g_string_append_printf (out, "{\"schema_version\":%d", SCHEMA_VERSION);
  append_string (out, ",\"title\":", report->title);
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
      if (!append_section (&(Pen){ out, report, lsc_report_get (report, i) }, error))
        return NULL;
    }
  g_string_append (out, "]}\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}
