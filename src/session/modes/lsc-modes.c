/* lsc-modes.c - the list of modes, and running one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "session/modes/lsc-mode-private.h"

static const LscMode *const modes[] = {
  &_lsc_mode_all,
  &_lsc_mode_compute_op_sum,
  &_lsc_mode_hccl_sum,
  &_lsc_mode_cann_api_sum,
  &_lsc_mode_mstx_sum,
  &_lsc_mode_free_analysis,
  &_lsc_mode_slow_link,
  &_lsc_mode_freq_analysis,
  &_lsc_mode_ep_load_balance,
  &_lsc_mode_computational_op_masking,
  &_lsc_mode_communication_time,
  &_lsc_mode_communication_matrix,
  &_lsc_mode_communication_group_map,
  &_lsc_mode_communication_time_sum,
  &_lsc_mode_communication_matrix_sum,
  &_lsc_mode_communication_bottleneck,
  &_lsc_mode_cluster_time_compare_summary,
  &_lsc_mode_mstx2commop,
  &_lsc_mode_p2p_pairing,
  &_lsc_mode_export_summary,
};

/** Returns: the text form of cluster_time_summary, which is not in the list: its table is made of
 * digests, not by the mode */
const LscMode *
lsc_mode_get_time_summary (void)
{
  return &_lsc_mode_time_summary;
}

/** Returns: (transfer none) (array length=n): all modes */
const LscMode *const *
lsc_mode_list (guint *n)
{
  g_return_val_if_fail (n, NULL);
  *n = G_N_ELEMENTS (modes);
  return modes;
}

/** Returns: (nullable): the mode of that name */
const LscMode *
lsc_mode_find (const char *name)
{
  g_return_val_if_fail (name, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    if (strcmp (modes[i]->name, name) == 0)
      return modes[i];
  return NULL;
}

/** Returns: the name of the file of @table in the text form, without its ending */
const char *
lsc_mode_get_file (const LscMode *self, const char *table)
{
  g_return_val_if_fail (self && table, NULL);
  for (guint i = 0; i < self->n_tables; i++)
    if (strcmp (self->tables[i].name, table) == 0)
      return self->tables[i].file;
  return table;
}

static void
drop_empty (GPtrArray *tables)
{
  for (guint i = tables->len; i-- > 0;)
    if (lsc_table_get_n_rows (tables->pdata[i]) == 0)
      g_ptr_array_remove_index (tables, i);
}

static LscRecorder
find_recorder (const GPtrArray *sources)
{
  const LscSource *first = sources->len > 0 ? sources->pdata[0] : NULL;

  return first && first->format == LSC_FORMAT_NSIGHT        ? LSC_RECORDER_NSIGHT
         : first && lsc_format_is_gpu_trace (first->format) ? LSC_RECORDER_GPU
         : first && first->format == LSC_FORMAT_OPS         ? LSC_RECORDER_OPS
                                                            : LSC_RECORDER_ASCEND;
}

static void
free_document (gpointer data)
{
  LscModeDocument *document = data;

  g_free (document->text);
  g_free (document);
}

/**
 * lsc_session_run_mode:
 * @result: (out): to be cleared
 *
 * Makes the tables of a mode, by modes.md. Ranks that lack what it needs are left out, and told
 * among the notices of the session. Each rank is read once. Thread: any.
 *
 * Errors: %LSC_ERROR_CANCELLED, and %LSC_ERROR_USAGE for options that make no sense
 *
 * Returns: whether it was done; there may be no rows
 */
gboolean
lsc_session_run_mode (LscSession *self, const LscMode *mode, const LscModeOptions *options,
                      LscModeResult *result, LscJob *job, GError **error)
{
  LscModeRun run = { .session = self, .options = options, .job = job };
  gboolean is_done;

  g_return_val_if_fail (self && mode && options && result, FALSE);
  run.sources = lsc_session_get_sources (self);
  run.notices = lsc_session_get_notices (self);
  run.texts = g_string_chunk_new (4096);
  run.ccu = g_hash_table_new (NULL, NULL);
  run.copied = g_ptr_array_new ();
  run.documents = g_ptr_array_new_with_free_func (free_document);
  run.tables = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_table_unref);
  run.lacks.recorder = find_recorder (run.sources);
  is_done = mode->run (&run, error) && lsc_job_check (job, error);
  drop_empty (run.tables);
  *result = (LscModeResult){ run.tables,    run.sources->len, run.n_used, run.copied,
                             run.documents, run.has_failed,   run.lacks };
  g_string_chunk_free (run.texts);
  g_hash_table_unref (run.ccu);
  if (!is_done)
    lsc_mode_result_clear (result);
  return is_done;
}

void
lsc_mode_result_clear (LscModeResult *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_clear_pointer (&self->copied, g_ptr_array_unref);
  g_clear_pointer (&self->documents, g_ptr_array_unref);
}
