/* lsc-perfetto-notices.c - what of a Perfetto trace was not read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "read/perfetto/lsc-perfetto-private.h"

/* Packets of the recorder about itself, with nothing to see in them: what was configured, how it
 * went, marks to find the way by, the system and the name of the trace. */
static const guint32 about_itself[] = { 33, 34, 35, 36, 45, 46, 69, 89 };

/** Counts a packet that is not read. */
void
_lsc_pf_skip (LscPfReader *self, guint32 field)
{
  gpointer key = GUINT_TO_POINTER (field);

  g_hash_table_insert (
      self->skipped, key,
      GSIZE_TO_POINTER (GPOINTER_TO_SIZE (g_hash_table_lookup (self->skipped, key)) + 1));
}

static gboolean
is_about_itself (guint32 field)
{
  for (gsize i = 0; i < G_N_ELEMENTS (about_itself); i++)
    if (about_itself[i] == field)
      return TRUE;
  return FALSE;
}

static void
add (LscTraceFile *file, const LscSource *source, LscNotice *notice, gint64 count, const char *why,
     const char *remedy)
{
  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  lsc_notice_set_help (notice, why, remedy);
  notice->count = count;
  lsc_notices_add (file->notices, notice);
}

static int
compare_fields (gconstpointer a, gconstpointer b)
{
  guint x = GPOINTER_TO_UINT (*(gpointer const *) a), y = GPOINTER_TO_UINT (*(gpointer const *) b);

  return (x > y) - (x < y);
}

#define MOST_LISTED 12

/* "33 (1), 36 (1), 45 (2)" */
static char *
list_fields (const LscPfReader *self, gsize *n_packets, gboolean *is_loss)
{
  guint n = 0;
  g_autofree gpointer *fields = g_hash_table_get_keys_as_array (self->skipped, &n);
  GString *list = g_string_new (NULL);

  *n_packets = 0;
  *is_loss = FALSE;
  qsort (fields, n, sizeof *fields, compare_fields);
  for (guint i = 0; i < n; i++)
    {
      gsize count = GPOINTER_TO_SIZE (g_hash_table_lookup (self->skipped, fields[i]));

      *n_packets += count;
      *is_loss |= !is_about_itself (GPOINTER_TO_UINT (fields[i]));
      if (i < MOST_LISTED)
        g_string_append_printf (list, "%s%u (%" G_GSIZE_FORMAT ")", i > 0 ? ", " : "",
                                GPOINTER_TO_UINT (fields[i]), count);
      else if (i == MOST_LISTED)
        g_string_append (list, ", …");
    }
  return g_string_free (list, FALSE);
}

static void
say_skipped (const LscPfReader *self, LscTraceFile *file, const LscSource *source)
{
  gsize n_packets;
  gboolean is_loss;
  guint n_kinds = g_hash_table_size (self->skipped);
  g_autofree char *fields = list_fields (self, &n_packets, &is_loss);
  g_autofree char *text = NULL;
  g_autofree char *why = NULL;
  LscNotice *notice;

  if (n_packets == 0)
    return;
  text =
      n_packets == 1
          ? g_strdup (_ ("1 packet was not read."))
          : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%zu packets of %u kind were not read.",
                                          "%zu packets of %u kinds were not read.", n_kinds),
                             n_packets, n_kinds);
  notice = lsc_notice_new (is_loss ? LSC_SEVERITY_WARNING : LSC_SEVERITY_NOTE, "packets-skipped",
                           "%s", text);
  if (is_loss)
    lsc_notice_mark_loss (notice);
  why = g_strdup_printf (_ ("Fields of TracePacket, with the number of packets: %s."), fields);
  add (file, source, notice, (gint64) n_packets, why,
       is_loss ? _ ("The Perfetto UI shows what is in them.") : NULL);
}

/* @text: (transfer full): */
static void
say_lost (LscTraceFile *file, const LscSource *source, const char *code, gint64 n, char *text,
          const char *why)
{
  g_autofree char *sentence = text;

  if (n > 0)
    add (file, source,
         lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, code, "%s", sentence)), n, why,
         NULL);
}

static void
say_stopped (const LscPfReader *self, LscTraceFile *file, const LscSource *source)
{
  if (self->stopped_at < 0)
    return;
  add (file, source,
       lsc_notice_mark_loss (lsc_notice_new (
           LSC_SEVERITY_WARNING, "damaged-file",
           _ ("Reading stopped at byte %" PRId64 ": no packet begins there."), self->stopped_at)),
       -1, _ ("Events after that place are missing."), _ ("Copy or export it again."));
}

/* A look at the begin of a long file does not tell that it has several devices. */
static void
say_devices (const LscPfReader *self, LscTraceFile *file, const LscSource *source)
{
  const LscPfTrack *first = NULL;

  for (guint i = 0; i < self->tracks->len && !source->device; i++)
    {
      const LscPfTrack *track = g_ptr_array_index (self->tracks, i);

      if (!track->is_stream)
        continue;
      if (!first)
        first = track;
      if (track->pid == first->pid)
        continue;
      add (file, source,
           lsc_notice_mark_loss (lsc_notice_new (
               LSC_SEVERITY_WARNING, "several-devices", "%s",
               _ ("The trace has work of several devices, which is shown as that of one."))),
           -1, _ ("Figures are those of all devices together."),
           _ ("Record each device into a file of its own."));
      return;
    }
}

/** Tells what was not read, with its number. */
void
_lsc_pf_say (const LscPfReader *self, LscTraceFile *file, LscSource *source)
{
  lsc_trace_say_all (file, source, self->worker, self->worker);
  lsc_trace_say_open (file, source, file->n_open);
  say_stopped (self, file, source);
  say_skipped (self, file, source);
  say_devices (self, file, source);
  say_lost (
      file, source, "packets-without-state", self->n_stateless,
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%" PRId64 " packet refers to state that the trace lacks and was skipped.",
                       "%" PRId64 " packets refer to state that the trace lacks and were skipped.",
                       (gulong) self->n_stateless),
          self->n_stateless),
      _ ("The recording began later, or its buffer overflowed."));
  say_lost (file, source, "packets-without-clock", self->n_far_clocks,
            g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE,
                             "%" PRId64 " packet has a time of an unknown clock and was skipped.",
                             "%" PRId64 " packets have times of an unknown clock and were skipped.",
                             (gulong) self->n_far_clocks),
                self->n_far_clocks),
            _ ("No clock snapshot of the trace relates that clock to another."));
  say_lost (file, source, "packets-zstd", self->n_zstd,
            g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                          "%" PRId64 " packet compressed with zstd was not read.",
                                          "%" PRId64 " packets compressed with zstd were not read.",
                                          (gulong) self->n_zstd),
                             self->n_zstd),
            NULL);
  say_lost (
      file, source, "packets-damaged", self->n_bundles_bad,
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%" PRId64 " compressed packet is damaged or too large and was skipped.",
                       "%" PRId64 " compressed packets are damaged or too large and were skipped.",
                       (gulong) self->n_bundles_bad),
          self->n_bundles_bad),
      NULL);
}
