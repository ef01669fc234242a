/* lsc-cli-step.c - the ranks that have the step that was asked for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "base/lsc-stats.h"
#include "cli/lsc-cli.h"
#include "session/lsc-session-find.h"

/* A rank that cannot be read, or whose steps are known only to its events, counts as having the
 * step: what is wrong with it is told when it is loaded. */
static gboolean
has_step (LscSource *source, gint64 step, LscJob *job, GArray *known)
{
  g_autoptr (LscRunSummary) summary = lsc_session_summarise (source, job, NULL);
  gboolean is_found = FALSE;

  if (!summary || (!summary->has_steps && summary->steps.n == 0))
    return TRUE;
  for (gsize i = 0; i < summary->steps.n; i++)
    {
      is_found = is_found || summary->steps.items[i].id == step;
      g_array_append_val (known, summary->steps.items[i].id);
    }
  return is_found;
}

/* (transfer full): the ids, ascending and each once. */
static char *
list_ids (GArray *ids)
{
  GString *out = g_string_new (NULL);

  g_array_sort (ids, lsc_compare_int64);
  for (guint i = 0; i < ids->len; i++)
    if (i == 0 || g_array_index (ids, gint64, i) != g_array_index (ids, gint64, i - 1))
      g_string_append_printf (out, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                              g_array_index (ids, gint64, i));
  if (ids->len == 0)
    g_string_append (out, _ ("none"));
  return g_string_free (out, FALSE);
}

static LscExit
refuse_step (const LscCliOptions *options, GArray *known)
{
  g_autofree char *text = list_ids (known);

  return lsc_cli_usage (_ ("No rank has step %" PRId64 "; there are: %s"), options->step_id, text);
}

static void
tell_no_step (LscCliProject *self, const LscCliOptions *options, gint64 rank, const char *label)
{
  LscNotice *notice = lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "step-not-there",
                                                            _ ("%s has no step %" PRId64 "."),
                                                            label, options->step_id));

  lsc_notice_set_place (notice, rank, NULL, NULL);
  lsc_notices_add (self->notices, notice);
}

/**
 * lsc_cli_project_check_step:
 *
 * Leaves out the ranks whose headers tell that they lack the step that was asked for
 * (exports.md#q31).
 *
 * Returns: %LSC_EXIT_OK, or %LSC_EXIT_USAGE where none has it, which was printed then
 */
LscExit
lsc_cli_project_check_step (LscCliProject *self, const LscCliOptions *options)
{
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (!options->has_step)
    return LSC_EXIT_OK;
  /* from the end: taking one out moves those behind it */
  for (guint i = self->sources->len; i-- > 0;)
    {
      LscSource *source = g_ptr_array_index (self->sources, i);
      g_autofree char *label = lsc_source_get_label (source);

      if (has_step (source, options->step_id, self->job, known))
        continue;
      tell_no_step (self, options, source->rank, label);
      g_ptr_array_remove_index (self->sources, i);
    }
  return self->sources->len > 0 ? LSC_EXIT_OK : refuse_step (options, known);
}

static gboolean
has_digest_step (const LscRankDigest *digest, gint64 step, GArray *known)
{
  gboolean is_found = FALSE;

  for (gsize i = 0; i < digest->steps.n; i++)
    {
      gint64 id = lsc_rank_digest_get_step (digest, i)->step;

      if (id == LSC_INT_NULL)
        continue;
      is_found = is_found || id == step;
      g_array_append_val (known, id);
    }
  return is_found;
}

/**
 * lsc_cli_project_keep_step:
 * @digests: (element-type LscRankDigest): those without the step are taken out
 *
 * Leaves out the ranks that lack the step that was asked for, once events told which they have.
 *
 * Returns: %LSC_EXIT_OK, or %LSC_EXIT_USAGE where none has it, which was printed then
 */
LscExit
lsc_cli_project_keep_step (LscCliProject *self, const LscCliOptions *options, GPtrArray *digests)
{
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_return_val_if_fail (self && options && digests, LSC_EXIT_USAGE);
  for (guint i = digests->len; options->has_step && i-- > 0;)
    {
      const LscRankDigest *digest = digests->pdata[i];
      g_autofree char *title = lsc_rank_digest_get_title (digest);

      if (has_digest_step (digest, options->step_id, known))
        continue;
      tell_no_step (self, options, digest->rank, title);
      g_ptr_array_remove_index (digests, i);
    }
  return !options->has_step || digests->len > 0 ? LSC_EXIT_OK : refuse_step (options, known);
}
