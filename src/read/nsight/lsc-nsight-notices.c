/* lsc-nsight-notices.c - what of an export was not read, and what it does not tell
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define MOST_LISTED 12

static void
add (LscNsReader *self, LscTraceFile *file, LscNotice *notice, const char *table, gint64 n,
     const char *why, const char *remedy)
{
  lsc_notice_set_place (notice, self->source->rank, self->source->file, table);
  lsc_notice_set_help (notice, why, remedy);
  notice->count = n;
  lsc_notices_add (file->notices, notice);
}

/* ---- rows ---- */

static const struct
{
  const char *code;
  const char *what;
  const char *why;
  gboolean is_loss;
} faults[LSC_NS_N_FAULTS] = {
  [LSC_NS_BAD_TIME] = { "bad-time", N_ ("Rows whose times cannot be read"),
                        N_ ("They were skipped."), TRUE },
  [LSC_NS_OPEN] = { "no-end", N_ ("Rows without an end"), N_ ("They were skipped."), TRUE },
  [LSC_NS_NEGATIVE] = { "negative-duration", N_ ("Rows that end before they start"),
                        N_ ("They were skipped."), TRUE },
  [LSC_NS_NO_NAME] = { "unnamed", N_ ("Rows without a name"), N_ ("They are shown as <unnamed>."),
                       FALSE },
  [LSC_NS_NO_PROCESS] = { "no-process", N_ ("Rows without a process or device"), NULL, TRUE },
  [LSC_NS_TOO_MANY] = { "too-many-lanes", N_ ("Rows of more threads or streams than are read"),
                        N_ ("They were skipped."), TRUE },
  [LSC_NS_ODD_TYPE] = { "odd-type", N_ ("Rows of an unknown type"), N_ ("They were skipped."),
                        TRUE },
};

static void
say_fault (LscNsReader *self, LscTraceFile *file, LscNsTable table, LscNsFault fault)
{
  gint64 n = self->faults[table][fault];
  gboolean is_kept = fault == LSC_NS_NO_PROCESS && !self->wanted;
  const char *why = faults[fault].why;
  LscNotice *notice;

  if (n == 0)
    return;
  if (fault == LSC_NS_NO_PROCESS)
    why = is_kept ? N_ ("They are shown apart from the others.")
                  : N_ ("They were skipped: whose they are is not known.");
  /* Translators: a kind of rows, a number, and a table: "Rows without an end: 3 in TASK." */
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, faults[fault].code, _ ("%s: %" PRId64 " in %s."),
                           _ (faults[fault].what), n, _lsc_ns_tables[table].name);
  if (faults[fault].is_loss && !is_kept)
    lsc_notice_mark_loss (notice);
  add (self, file, notice, _lsc_ns_tables[table].name, n, _ (why), NULL);
}

static void
say_names (LscNsReader *self, LscTraceFile *file)
{
  if (self->n_unknown_names == 0)
    return;
  add (self, file,
       lsc_notice_new (LSC_SEVERITY_WARNING, "unknown-string",
                       _ ("Names are missing from table StringIds: %" PRId64 "."),
                       self->n_unknown_names),
       "StringIds", self->n_unknown_names, _ ("They are shown as <string N>."),
       _ ("Export the report again."));
}

/* ---- tables ---- */

static void
say_damage (LscNsReader *self, LscTraceFile *file)
{
  for (guint i = 0; i < self->failures->len; i++)
    add (self, file,
         lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "damaged-file", "%s",
                                               (const char *) self->failures->pdata[i])),
         NULL, -1, _ ("What the table says further on is missing."),
         _ ("Export the report again."));
}

/* "CUPTI_ACTIVITY_KIND_KERNEL.streamId, …" */
static char *
join (const GPtrArray *names)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < names->len && i <= MOST_LISTED; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                            i < MOST_LISTED ? (const char *) names->pdata[i] : "…");
  return g_string_free (out, FALSE);
}

static void
say_columns (LscNsReader *self, LscTraceFile *file)
{
  g_autofree char *names = join (self->lacking);

  if (self->lacking->len > 0)
    add (self, file,
         lsc_notice_new (LSC_SEVERITY_WARNING, "missing-column", _ ("Columns are missing: %s."),
                         names),
         NULL, self->lacking->len, _ ("They read as if they were empty in every row."),
         _ ("Export the report with a version of Nsight Systems from 2025 on."));
}

/* Tables about the host, the report or the meaning of numbers, and those that are read. */
static gboolean
is_about_itself (const char *name)
{
  static const char *const prefixes[] = { "ANALYSIS_",    "ENUM_",   "EXPORT_", "META_DATA_",
                                          "TARGET_INFO_", "sqlite_", NULL };
  static const char *const names[] = { "StringIds",         "CUDA_GRAPH_NODE_EVENTS",
                                       "MPI_RANKS",         "DIAGNOSTIC_EVENT",
                                       "PROCESSES",         "ThreadNames",
                                       "CUDA_GRAPH_EVENTS", NULL };

  for (gsize i = 0; prefixes[i]; i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  for (gsize i = 0; names[i]; i++)
    if (g_str_equal (name, names[i]))
      return TRUE;
  for (gsize i = 0; i < LSC_NS_N_TABLES; i++)
    if (g_ascii_strcasecmp (name, _lsc_ns_tables[i].name) == 0)
      return TRUE;
  return FALSE;
}

static void
say_skipped (LscNsReader *self, LscTraceFile *file)
{
  g_auto (GStrv) tables = lsc_db_list_tables (self->db);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new ();
  g_autofree char *names = NULL;

  for (guint i = 0; tables[i]; i++)
    if (!is_about_itself (tables[i]) && lsc_db_guess_rows (self->db, tables[i]) != 0)
      g_ptr_array_add (skipped, tables[i]);
  if (skipped->len == 0)
    return;
  names = join (skipped);
  add (self, file,
       lsc_notice_new (LSC_SEVERITY_NOTE, "tables-skipped", _ ("Tables that are not read: %s."),
                       names),
       NULL, skipped->len, _ ("Nothing of them is shown."), _ ("Nsight Systems shows them."));
}

/* ---- what was not recorded ---- */

static void
say_clock (LscNsReader *self, LscTraceFile *file)
{
  if (!file->has_base)
    add (self, file,
         lsc_notice_new (LSC_SEVERITY_NOTE, "no-clock", "%s",
                         _ ("The time of day is not known, because the export does not tell when "
                            "the session began.")),
         "TARGET_INFO_SESSION_START_TIME", -1, _ ("Times count from the beginning of the session."),
         NULL);
}

static void
say_ranges (LscNsReader *self, LscTraceFile *file)
{
  if (!self->has_rows[LSC_NS_NVTX])
    add (self, file,
         lsc_notice_new (LSC_SEVERITY_NOTE, "no-ranges", "%s",
                         _ ("Steps and modules are not known, because NVTX ranges were not "
                            "recorded.")),
         _lsc_ns_tables[LSC_NS_NVTX].name, -1, NULL,
         _ ("Mark steps with torch.cuda.nvtx.range_push(), and record with nsys profile "
            "--trace=cuda,nvtx."));
}

static void
say_graphs (LscNsReader *self, LscTraceFile *file)
{
  if (self->has_rows[LSC_NS_GRAPH])
    add (self, file,
         lsc_notice_new (LSC_SEVERITY_WARNING, "whole-graphs", "%s",
                         _ ("Kernels of CUDA graphs are not known, because each launch was "
                            "recorded as a whole.")),
         _lsc_ns_tables[LSC_NS_GRAPH].name, -1,
         _ ("Each launch counts as computing, with any communication and copies inside of it."),
         _ ("Record with nsys profile --cuda-graph-trace=node."));
}

static void
say_problems (LscNsReader *self, LscTraceFile *file)
{
  for (guint i = 0; i < self->problems->len; i++)
    add (self, file,
         lsc_notice_new (LSC_SEVERITY_WARNING, "recorder-problem", _ ("Nsight Systems reports: %s"),
                         (const char *) self->problems->pdata[i]),
         "DIAGNOSTIC_EVENT", -1, NULL, NULL);
  if (self->n_problems > self->problems->len)
    add (self, file,
         lsc_notice_new (LSC_SEVERITY_NOTE, "recorder-problem",
                         _ ("Nsight Systems reports %u more problems."),
                         self->n_problems - self->problems->len),
         "DIAGNOSTIC_EVENT", self->n_problems, NULL, _ ("Its own window shows them."));
}

/** Tells what was not read, with its number, and what the export lacks. */
void
_lsc_ns_say (LscNsReader *self, LscTraceFile *file)
{
  say_damage (self, file);
  for (guint table = 0; table < LSC_NS_N_TABLES; table++)
    for (guint fault = 0; fault < LSC_NS_N_FAULTS; fault++)
      say_fault (self, file, table, fault);
  say_names (self, file);
  say_columns (self, file);
  say_skipped (self, file);
  say_problems (self, file);
  say_clock (self, file);
  say_ranges (self, file);
  say_graphs (self, file);
}
