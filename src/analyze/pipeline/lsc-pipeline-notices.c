/* lsc-pipeline-notices.c - what was missing or odd in the recordings of a pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-private.h"

/* Adds a notice; @what is freed. */
void
_lsc_pipeline_note (LscPipeline *self, LscSeverity severity, const char *code, const LscRun *run,
                    gint64 count, char *what, const char *why, const char *remedy)
{
  LscNotice *notice = lsc_notice_new (severity, code, "%s", what);

  lsc_notice_set_place (notice, run ? run->rank : LSC_RANK_NONE, run ? run->source->file : NULL,
                        NULL);
  lsc_notice_set_help (notice, why, remedy);
  notice->count = count;
  lsc_notices_add (self->notices, notice);
  g_free (what);
}

/* Adds notices of what was left out of a run for its time, if anything was; empties @words. */
void
_lsc_pipeline_tell_strays (LscPipeline *self, const LscRun *run, LscStrayWords *words)
{
  g_autoptr (GPtrArray) notices = lsc_stray_words_finish (words, NULL);

  for (guint i = 0; i < notices->len; i++)
    {
      LscNotice *notice = g_ptr_array_index (notices, i);

      lsc_notice_set_place (notice, run->rank, run->source->file, NULL);
      lsc_notices_add (self->notices, notice);
    }
}
