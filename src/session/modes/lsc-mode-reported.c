/* lsc-mode-reported.c - what exporters report of communication, without the sums of the modes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-modes.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

/* (transfer full): the rows of that name, of single operators: sums of groups are the reader's */
static LscTable *
take_reported (const LscModeResult *result, const char *name)
{
  for (guint i = 0; i < result->tables->len; i++)
    {
      LscTable *from = result->tables->pdata[i];
      LscTable *table;
      g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

      if (strcmp (lsc_table_get_name (from), name) != 0)
        continue;
      for (guint32 row = 0; row < lsc_table_get_n_rows (from); row++)
        if (g_strcmp0 (lsc_table_get_named (from, row, "hccl_op_name").text, "Total Op Info") != 0)
          g_array_append_val (rows, row);
      table = lsc_table_new_like (from);
      lsc_table_append_rows (table, from, (const guint32 *) (gconstpointer) rows->data, rows->len);
      return table;
    }
  return NULL;
}

/**
 * lsc_session_get_reported:
 *
 * What the exporters of the ranks report of each operator (communication.md#sources), as the mode
 * communication_time has it: times are ms, sizes MB.
 *
 * Errors: %LSC_ERROR_NOTHING where no rank has such tables; those of lsc_session_run_mode().
 *
 * Returns: (transfer full) (nullable): the rows of all ranks
 */
LscTable *
lsc_session_get_reported (LscSession *self, LscReportedTable which, LscJob *job, GError **error)
{
  static const char *const names[LSC_REPORTED_N_TABLES] = { "ClusterCommunicationTime",
                                                            "ClusterCommunicationBandwidth" };
  LscModeOptions options = { 0 };
  LscModeResult result;
  LscTable *table;

  g_return_val_if_fail (self && which < LSC_REPORTED_N_TABLES, NULL);
  if (!lsc_session_run_mode (self, lsc_mode_find ("communication_time_sum"), &options, &result, job,
                             error))
    return NULL;
  table = take_reported (&result, names[which]);
  lsc_mode_result_clear (&result);
  if (!table)
    lsc_fail (error, LSC_ERROR_NOTHING, "%s",
              _ ("No rank has the tables CommAnalyzerTime and CommAnalyzerBandwidth."));
  return table;
}
