/* lsc-stray-words.c - telling of the events that lie far from all others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-stray-words.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "lsc-stretch.h"

/* More events than these are counted only. */
#define MOST_NAMES 3

#define DAY_NS (G_GUINT64_CONSTANT (86400) * 1000000000)
#define YEAR_TENTH_NS (DAY_NS * 36 + DAY_NS / 2)

/* (transfer full): a distance that no recording has in the unit that people think of it in */
static char *
format_distance (guint64 distance_ns)
{
  if (distance_ns >= 10 * YEAR_TENTH_NS)
    return g_strdup_printf (_ ("%u.%u years"),
                            (guint) (distance_ns / YEAR_TENTH_NS / 10),
                            (guint) (distance_ns / YEAR_TENTH_NS % 10));
  if (distance_ns >= 2 * DAY_NS)
    return g_strdup_printf (_ ("%u days"), (guint) (distance_ns / DAY_NS));
  return lsc_format_duration ((gint64) distance_ns, LSC_TIME_UNIT_AUTO);
}

/** Returns: whether an event at @when is one of the others */
gboolean
lsc_stray_words_holds (const LscStrayWords *self, const LscInterval *when)
{
  return when->begin_ns >= self->main.begin_ns && when->end_ns <= self->main.end_ns;
}

/**
 * lsc_stray_words_add:
 * @name: of the event
 * @place: its lane
 * @when: begin and end; one of them outside of what the others cover
 *
 * Tells one more event by its name, or only counts it when enough are told.
 */
void
lsc_stray_words_add (LscStrayWords *self,
                     const char *name,
                     const char *place,
                     const LscInterval *when)
{
  g_autofree char *distance = NULL;
  g_autofree char *shown = g_utf8_make_valid (name, -1);
  gboolean is_before = when->begin_ns < self->main.begin_ns;

  if (self->n == 0)
    {
      self->names = g_string_new (NULL);
      self->first = *when;
    }
  if (self->n++ >= MOST_NAMES)
    return;
  if (self->n > 1)
    g_string_append (self->names, "; ");
  distance = format_distance (
      is_before ? lsc_time_distance (when->begin_ns, self->main.begin_ns)
                : lsc_time_distance (MIN (self->main.end_ns, when->end_ns), when->end_ns));
  g_string_append_printf (self->names,
                          is_before
                              ? _ ("“%s” of %s begins at %" PRId64 " ns, %s before the others")
                              : _ ("“%s” of %s ends at %" PRId64 " ns, %s after the others"),
                          shown,
                          place,
                          is_before ? when->begin_ns : when->end_ns,
                          distance);
}

/** Counts @n more events, of which nothing is told. */
void
lsc_stray_words_count (LscStrayWords *self, gsize n)
{
  self->n += n;
}

/**
 * lsc_stray_words_finish:
 *
 * Returns: (transfer full) (nullable): the problem, without its place; %NULL when all events belong
 *   together
 */
LscNotice *
lsc_stray_words_finish (LscStrayWords *self)
{
  g_autofree char *remedy = NULL;
  LscNotice *notice;
  gint64 until_ns;

  if (self->n == 0)
    return NULL;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING,
                           "stray-event",
                           ngettext ("%" PRId64 " event lies far from all others: %s%s",
                                     "%" PRId64 " events lie far from all others: %s%s",
                                     self->n),
                           (gint64) self->n,
                           self->names->str,
                           self->n > MOST_NAMES ? "; …" : "");
  until_ns = self->first.end_ns < G_MAXINT64 ? self->first.end_ns + 1 : G_MAXINT64;
  remedy = g_strdup_printf (
      _ ("Zoom out to see all, or list the first with “lanescope-cli slices --range @%" PRId64
         ":@%" PRId64 "”."),
      self->first.begin_ns,
      until_ns);
  lsc_notice_set_help (
      notice,
      _ ("Such a time was probably never set. Pictures and sums leave these events "
         "out, so that they stretch nothing; tables of events keep them."),
      remedy);
  g_string_free (g_steal_pointer (&self->names), TRUE);
  return notice;
}
