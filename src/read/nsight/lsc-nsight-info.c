/* lsc-nsight-info.c - what an export says of the host: its clock, GPUs and processes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"
#include "read/text/lsc-cell.h"

#include <glib/gi18n-lib.h>

/* The tables of metadata also hold the environment of the program: none of it is read. */

#define MOST_PROBLEMS 16
#define MOST_PROBLEM_CHARS 500
/* DIAGNOSTIC_EVENT.severity: 2 is a warning. */
#define LEAST_SEVERITY 2

/* ---- the clock ---- */

static void
read_clock (LscNsReader *self, LscTraceFile *file)
{
  static const char sql[] =
      "SELECT \"utcEpochNs\" FROM main.\"TARGET_INFO_SESSION_START_TIME\" LIMIT 1";
  gint64 base_ns = 0;

  file->has_base = lsc_db_has_column (self->db, "TARGET_INFO_SESSION_START_TIME", "utcEpochNs") &&
                   lsc_db_query_int64 (self->db, sql, &base_ns) && base_ns > 0 &&
                   base_ns < LSC_TRACE_MOST_TIME_NS / 2;
  file->base_ns = file->has_base ? base_ns : 0;
}

/* ---- GPUs ---- */

static void
print_text (GString *out, const char *text)
{
  for (const char *at = text; *at; at++)
    if (*at == '"' || *at == '\\')
      g_string_append_printf (out, "\\%c", *at);
    else if ((guchar) *at < 0x20)
      g_string_append_c (out, ' ');
    else
      g_string_append_c (out, *at);
}

/* As PyTorch's traces have it; of a rank with a device of its own no other is described. */
static void
take_gpu (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  GString *out = self->properties;
  gint64 id = lsc_value_int64_or (cells[0], -1);
  const char *name =
      lsc_cell_get_type (cells[1]) == SQLITE_TEXT ? lsc_cell_get_text (cells[1]) : NULL;
  gint64 units = lsc_value_int64_or (cells[2], 0), bytes = lsc_value_int64_or (cells[3], 0);
  g_autofree char *valid = name ? g_utf8_make_valid (name, -1) : NULL;

  if (id < 0 || !valid || (self->wanted && self->wanted->gpu != id))
    return;
  g_string_append_printf (out, "%s{\"id\": %" G_GINT64_FORMAT ", \"name\": \"",
                          out->len > 1 ? ", " : "", id);
  print_text (out, valid);
  g_string_append_c (out, '"');
  if (units > 0)
    g_string_append_printf (out, ", \"numSms\": %" G_GINT64_FORMAT, units);
  if (bytes > 0)
    g_string_append_printf (out, ", \"totalGlobalMem\": %" G_GINT64_FORMAT, bytes);
  g_string_append_c (out, '}');
}

static void
read_gpus (LscNsReader *self, LscTraceFile *file)
{
  static const char *const columns[] = { "id", "name", "smCount", "totalMemory", NULL };

  self->properties = g_string_new ("[");
  _lsc_ns_scan (self, "TARGET_INFO_GPU", columns, 2, take_gpu);
  if (self->properties->len > 1)
    {
      g_string_append_c (self->properties, ']');
      g_hash_table_replace (file->top, g_strdup ("deviceProperties"),
                            g_string_free (g_steal_pointer (&self->properties), FALSE));
    }
}

/* ---- problems of the profiler ---- */

static void
take_problem (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  g_autofree char *text = NULL;

  if (lsc_value_int64_or (cells[0], 0) < LEAST_SEVERITY ||
      lsc_cell_get_type (cells[1]) != SQLITE_TEXT || self->n_problems++ >= MOST_PROBLEMS)
    return;
  text = g_utf8_make_valid (lsc_cell_get_text (cells[1]), -1);
  if (g_utf8_strlen (text, -1) > MOST_PROBLEM_CHARS)
    *g_utf8_offset_to_pointer (text, MOST_PROBLEM_CHARS) = '\0';
  g_ptr_array_add (self->problems, g_steal_pointer (&text));
}

/**
 * _lsc_ns_read_info:
 * @file: (inout): receives the clock and the properties of devices
 */
void
_lsc_ns_read_info (LscNsReader *self, LscTraceFile *file)
{
  static const char *const problems[] = { "severity", "text", NULL };

  read_clock (self, file);
  read_gpus (self, file);
  _lsc_ns_scan (self, "DIAGNOSTIC_EVENT", problems, 0, take_problem);
}
