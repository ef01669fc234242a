/* lsc-pipeline-notes.c - what is odd about ranks and pipelines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-rank-private.h"

/* Adds a notice, unless it is of nothing; @what is a format. */
void
_lsc_pipeline_note (LscNotices *self, LscSeverity severity, const char *code,
                    const LscPipelineRank *rank, gint64 count, const char *what, const char *why,
                    const char *remedy, ...)
{
  g_autofree char *text = NULL;
  LscNotice *notice;
  va_list arguments;

  if (count == 0)
    return;
  va_start (arguments, remedy);
  text = g_strdup_vprintf (what, arguments);
  va_end (arguments);
  notice = lsc_notice_new (severity, code, "%s", text);
  lsc_notice_set_place (notice, rank ? rank->rank : LSC_RANK_NONE, rank ? rank->file : NULL, NULL);
  lsc_notice_set_help (notice, why, remedy);
  notice->count = count;
  lsc_notices_add (self, notice);
}

/* Adds notices of what was left out of a rank for its time, if anything was; empties @words. */
void
_lsc_pipeline_tell_strays (LscNotices *self, const LscPipelineRank *rank, LscStrayWords *words)
{
  g_autoptr (GPtrArray) notices = lsc_stray_words_finish (words, NULL);

  for (guint i = 0; i < notices->len; i++)
    {
      LscNotice *notice = g_ptr_array_index (notices, i);

      lsc_notice_set_place (notice, rank->rank, rank->file, NULL);
      lsc_notices_add (self, notice);
    }
}
