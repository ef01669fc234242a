/* lsc-pipeline-notes.c - what is odd about ranks and pipelines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

#define MOST_SPANS 8

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

/* ---- ranks that were not loaded ---- */

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const gint64 *) a, *(const gint64 *) b);
}

/* @ranks: ascending, different. Returns: (transfer full): such as "3, 8-15", the first of them */
static char *
list_spans (const LscInt64s *ranks)
{
  GString *list = g_string_new (NULL);
  guint n = 0;

  for (gsize i = 0, end; i < ranks->n; i = end)
    {
      for (end = i + 1; end < ranks->n && ranks->items[end] == ranks->items[end - 1] + 1;)
        end++;
      if (n++ == MOST_SPANS)
        {
          g_string_append (list, ", …");
          break;
        }
      g_string_append_printf (list, "%s%" G_GINT64_FORMAT, list->len > 0 ? ", " : "",
                              ranks->items[i]);
      if (end - i > 1)
        g_string_append_printf (list, "%s%" G_GINT64_FORMAT, end - i > 2 ? "-" : ", ",
                                ranks->items[end - 1]);
    }
  return g_string_free (list, FALSE);
}

/** Adds one notice of the ranks that any of the pipelines lacks, if one does. */
void
_lsc_pipeline_tell_missing (LscPipelineBuild *self)
{
  const char *why = _ ("Their rows are empty; ratios are those of the other ranks.");
  const char *remedy = _ ("Open the recordings of all ranks.");
  LscNotices *notices = self->pipeline->notices;
  g_autofree char *spans = NULL;

  if (self->n_lacking == 0)
    return;
  qsort (self->missing.items, self->missing.n, sizeof (gint64), compare_ranks);
  spans = list_spans (&self->missing);
  if (self->n_lacking == 1)
    _lsc_pipeline_note (notices, LSC_SEVERITY_WARNING, "pp-rank-missing", NULL,
                        (gint64) self->missing.n,
                        _ ("Pipeline %s has ranks that were not loaded: %s."), why, remedy,
                        self->lacking_label, spans);
  else
    _lsc_pipeline_note (notices, LSC_SEVERITY_WARNING, "pp-rank-missing", NULL,
                        (gint64) self->missing.n,
                        _ ("%u of %u pipelines have ranks that were not loaded: %s."), why, remedy,
                        self->n_lacking, self->pipeline->groups->len, spans);
}
