/* lsc-job-ops-tell.c - what was odd in an op timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-sort.h"
#include "read/ops/lsc-job-ops-private.h"

/* Names that one notice tells. */
#define MOST_NAMES 8

static void
add (LscOpsReading *self, LscNotice *notice, gint64 count, const char *why, const char *remedy)
{
  lsc_notice_set_place (notice, LSC_RANK_NONE, self->path, NULL);
  lsc_notice_set_help (notice, why, remedy);
  notice->count = count;
  lsc_notices_add (self->ops->notices, notice);
}

static void
tell_end (LscOpsReading *self)
{
  const char *message = self->window.failure ? self->window.failure->message : NULL;

  if (self->ends_inside && message)
    add (self,
         lsc_notice_mark_loss (lsc_notice_new (
             LSC_SEVERITY_WARNING, "truncated-file",
             _ ("The text is complete only up to byte %" PRId64 ": %s"), self->ended_at, message)),
         -1, _ ("Events after that place are missing."), NULL);
  else if (self->ends_inside)
    add (self,
         lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "truncated-file",
                                               _ ("The file ends in the middle: all %" PRId64
                                                  " events up to byte %" PRId64 " were kept."),
                                               self->n_events, self->ended_at)),
         -1, _ ("It was cut off while it was written or copied, or is still being written."),
         _ ("Copy it again, or reload it when it is complete."));
  else if (message)
    add (
        self,
        lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, "damaged-file", "%s", message)),
        -1, _ ("All of the trace was read, but any value in it may be wrong."), NULL);
}

static void
tell_odd (LscOpsReading *self)
{
  static const struct
  {
    const char *code;
    const char *what;
  } sentences[LSC_OPS_N_ODD] = {
    { "bad-json",
      N_ ("%" PRId64 " events are damaged, the first at byte %" PRId64 "; they were skipped") },
    { "bad-event",
      N_ ("%" PRId64 " ops have no start, length, thread or step, the first at byte %" PRId64
          "; they were skipped") },
    { "absurd-time", N_ ("%" PRId64 " ops have impossible times, the first at byte %" PRId64
                         "; they were skipped") },
    { "unknown-event",
      N_ ("%" PRId64 " events are not ops, the first at byte %" PRId64 "; they were skipped") },
  };

  for (guint i = 0; i < LSC_OPS_N_ODD; i++)
    if (self->odd[i].n > 0)
      add (self,
           lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, sentences[i].code,
                                                 _ (sentences[i].what), self->odd[i].n,
                                                 self->odd[i].first)),
           self->odd[i].n, NULL, _ ("Export the trace again if they matter."));
  if (self->n_twice > 0)
    add (self,
         lsc_notice_mark_loss (lsc_notice_new (
             LSC_SEVERITY_WARNING, "double-event",
             g_dngettext (GETTEXT_PACKAGE, "%" PRId64 " op is listed twice and counted once.",
                          "%" PRId64 " ops are listed twice and counted once.",
                          (gulong) self->n_twice),
             self->n_twice)),
         self->n_twice, NULL, _ ("Export the trace again if they matter."));
}

static void
tell_workers (LscOpsReading *self)
{
  if (self->n_staged > 0)
    add (self,
         lsc_notice_new (LSC_SEVERITY_WARNING, "counted-stages",
                         g_dngettext (GETTEXT_PACKAGE,
                                      "%" PRId64 " worker has no thread name with its stage.",
                                      "%" PRId64 " workers have no thread name with their stage.",
                                      (gulong) self->n_staged),
                         self->n_staged),
         self->n_staged,
         _ ("Stages are numbered by the order of the ranks in each replica, and may be wrong."),
         _ ("Export the trace with its metadata."));
  if (self->shares_ranks)
    add (self,
         lsc_notice_new (LSC_SEVERITY_WARNING, "shared-ranks",
                         _ ("Several replicas have threads of one number.")),
         -1, _ ("The ranks are counted anew, by the order of the recorded ones."), NULL);
  if (self->n_numbered > 0)
    add (self,
         lsc_notice_new (LSC_SEVERITY_NOTE, "numbered-ops",
                         _ ("Ops without numbers, or with the same one, are numbered by their "
                            "starts.")),
         self->n_numbered, _ ("Which op of a stage belongs to which of another goes by them."),
         NULL);
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscOpName *known = user_data;
  guint32 i = *(const guint32 *) a, k = *(const guint32 *) b;

  LSC_RETURN_ORDER (known[k].n, known[i].n);
  return LSC_ORDER (i, k);
}

/* One notice with the names that no table has, the most frequent first. */
static void
tell_names (LscOpsReading *self)
{
  LscIndexes order = { 0 };
  g_autoptr (GString) names = g_string_new (NULL);
  gint64 n_ops = 0;
  LscNotice *notice;

  for (guint32 i = 0; i < self->known.n; i++)
    if (self->known.items[i].n > 0)
      {
        lsc_indexes_append (&order, i);
        n_ops += self->known.items[i].n;
      }
  if (order.n > 0)
    {
      g_qsort_with_data (order.items, (int) order.n, sizeof *order.items, compare_names,
                         self->known.items);
      for (gsize i = 0; i < MIN (order.n, MOST_NAMES); i++)
        g_string_append_printf (names, "%s%.60s (%" PRId64 ")", i > 0 ? ", " : "",
                                lsc_intern_text (self->ops->strings, order.items[i]),
                                self->known.items[order.items[i]].n);
      if (order.n > MOST_NAMES)
        g_string_append (names, ", …");
      notice = lsc_notice_new (LSC_SEVERITY_WARNING, "unknown-op", _ ("Unknown op names: %s"),
                               names->str);
      lsc_notice_set_window_remedy (
          notice, _ ("Choose a file of op names in the preferences, and reload."));
      add (self, notice, n_ops, _ ("Such ops are drawn, but not replayed."),
           _ ("Give their kinds with --op-names=FILE, a line “name kind” for each."));
    }
  lsc_indexes_clear (&order);
}

/**
 * _lsc_ops_tell:
 *
 * Adds a notice to the ops for all that was odd and for all that is left out.
 */
void
_lsc_ops_tell (LscOpsReading *self)
{
  tell_end (self);
  tell_odd (self);
  tell_workers (self);
  tell_names (self);
}
