/* lsc-ascend-file.c - what a profiler database lacks as a whole
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "read/ascend/lsc-ascend-private.h"

/* Tables whose absence is worth a word, with the flag that needs them. */
typedef struct
{
  const char *table;
  LscLoadFlags flags;
  LscSeverity severity;
  const char *why;
  const char *remedy;
} Expected;

static const Expected expected[] = {
  { "STRING_IDS", ~0u, LSC_SEVERITY_WARNING, N_ ("All names are unknown."),
    N_ ("Export the profile again; the file is incomplete.") },
  { "TASK", LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES | LSC_LOAD_MARK_TASKS, LSC_SEVERITY_WARNING,
    N_ ("Only communication operators have device times."),
    N_ ("Collect with ProfilerActivity.NPU.") },
  { "COMPUTE_TASK_INFO", LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES, LSC_SEVERITY_NOTE,
    N_ ("There are no compute kernels."), N_ ("Collect with profiler_level Level0 or higher.") },
  { "COMMUNICATION_OP", LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES, LSC_SEVERITY_NOTE,
    N_ ("There are no communication operators."), NULL },
  { "PYTORCH_API", LSC_LOAD_LINKED_OPS | LSC_LOAD_ALL_OPS, LSC_SEVERITY_WARNING,
    N_ ("No framework data: CPU activity was not collected."),
    N_ ("Collect with ProfilerActivity.CPU.") },
  { "CONNECTION_IDS", LSC_LOAD_LINKS, LSC_SEVERITY_WARNING,
    N_ ("There are no launch links, so no kernel can be given to its op."),
    N_ ("Export the profile again with a newer torch_npu.") },
  { "MSTX_EVENTS", LSC_LOAD_MARKS, LSC_SEVERITY_NOTE,
    N_ ("No mstx data: mstx=True (msprof_tx=True) was not set."),
    N_ ("Collect with mstx=True to have ranges of modules and of the pipeline.") },
  { "STEP_TIME", ~0u, LSC_SEVERITY_NOTE, N_ ("The steps are not known."),
    N_ ("Call prof.step() in every step.") },
};

/* One of these makes a file a profiler database. */
static const char *const telling[] = {
  "TASK",     "PYTORCH_API",      "MSTX_EVENTS", "COMPUTE_TASK_INFO",
  "CANN_API", "COMMUNICATION_OP", "STRING_IDS",  "StepTaskInfo",
};

/** Returns: %FALSE with %LSC_ERROR_MISSING when the open file is no profiler database */
gboolean
_lsc_ascend_check_kind (LscAscend *self, GError **error)
{
  g_autofree char *shown = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (telling); i++)
    if (lsc_db_has_table (self->db, telling[i]))
      return TRUE;
  shown = g_filename_display_name (lsc_db_get_path (self->db));
  g_set_error (error, LSC_ERROR, LSC_ERROR_MISSING,
               _ ("%s: none of the tables of a profiler database is in it. Open another file."),
               shown);
  return FALSE;
}

/** Reports the tables that LscAscend.flags need and the file lacks. */
void
_lsc_ascend_report_missing_tables (LscAscend *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      LscNotice *notice;

      if (!(expected[i].flags & self->flags) || lsc_db_has_table (self->db, expected[i].table))
        continue;
      notice = lsc_notice_new (expected[i].severity, "missing-table",
                               _ ("Table %s is not in the file."), expected[i].table);
      lsc_notice_set_help (notice, _ (expected[i].why),
                           expected[i].remedy ? _ (expected[i].remedy) : NULL);
      lsc_run_take_notice (self->run, notice, expected[i].table, -1);
    }
}

/**
 * _lsc_ascend_report_answers:
 * @db: one of the connections that read the recording of @self
 *
 * Reports, when all has been read, that @db did not answer a question.
 */
void
_lsc_ascend_report_answers (LscAscend *self, LscDb *db)
{
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  if (lsc_db_check_answers (db, &error))
    return;
  notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_ERROR, "unread-parts", "%s", error->message));
  lsc_notice_set_help (notice, _ ("Parts of it were not read."), NULL);
  lsc_run_take_notice (self->run, notice, NULL, -1);
}

/** Reports a file that somebody wrote while it was read. */
void
_lsc_ascend_report_change (LscAscend *self)
{
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  if (lsc_db_check_unchanged (self->db, &error))
    return;
  notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_ERROR, "file-changed", "%s", error->message));
  lsc_notice_set_help (notice, _ ("What was read may be half old and half new."), NULL);
  lsc_run_take_notice (self->run, notice, NULL, -1);
}

/** Frees all that @self holds. */
void
_lsc_ascend_clear (LscAscend *self)
{
  _lsc_ascend_clear_strings (self);
  lsc_id_map_clear (&self->mark_connections);
  g_clear_pointer (&self->threads.all, g_hash_table_unref);
  g_clear_pointer (&self->run, lsc_run_unref);
  g_clear_pointer (&self->db, lsc_db_return);
}
