/* lsc-stray-words.c - telling of the events that lie far from all others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/extent/lsc-stray-words.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "analyze/extent/lsc-stretch.h"
#include "base/lsc-sort.h"

/* Clusters of stray events beyond these are counted only. */
#define MOST_TOLD 5

#define DAY_NS (G_GUINT64_CONSTANT (86400) * 1000000000)
#define YEAR_TENTH_NS (DAY_NS * 36 + DAY_NS / 2)

/* (transfer full): a distance that no recording has in the unit that people think of it in */
static char *
format_distance (guint64 distance_ns)
{
  if (distance_ns >= 10 * YEAR_TENTH_NS)
    return g_strdup_printf (_ ("%u.%u years"), (guint) (distance_ns / YEAR_TENTH_NS / 10),
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

/* Whether both lie wholly before the others or wholly behind them, and near to each other. */
static gboolean
may_join (const LscStrayWords *self, const LscStray *a, const LscStray *b)
{
  LscInterval hull = { MIN (a->when.begin_ns, b->when.begin_ns),
                       MAX (a->when.end_ns, b->when.end_ns) };

  return (hull.end_ns < self->main.begin_ns || hull.begin_ns > self->main.end_ns) &&
         lsc_time_distance (hull.begin_ns, hull.end_ns) <= LSC_STRETCH_REACH_NS &&
         a->is_sample == b->is_sample && g_str_equal (a->place, b->place);
}

/* A whole part of a recording may be astray: not every event of it needs a name. */
static gboolean
join (LscStrayWords *self, const LscStray *stray)
{
  LscStray *last = self->strays.n > 0 ? &self->strays.items[self->strays.n - 1] : NULL;

  if (!last || !may_join (self, last, stray))
    return FALSE;
  if (stray->when.begin_ns < last->when.begin_ns)
    {
      g_free ((char *) last->name);
      last->name = g_utf8_make_valid (stray->name, -1);
    }
  last->when.begin_ns = MIN (last->when.begin_ns, stray->when.begin_ns);
  last->when.end_ns = MAX (last->when.end_ns, stray->when.end_ns);
  last->n += stray->n;
  return TRUE;
}

/**
 * lsc_stray_words_add:
 * @stray: is copied
 *
 * Notes events that are to be told of, in any order.
 */
void
lsc_stray_words_add (LscStrayWords *self, const LscStray *stray)
{
  LscStray *copy;

  g_return_if_fail (self && stray);
  if (join (self, stray))
    return;
  copy = lsc_strays_add (&self->strays);
  *copy = *stray;
  copy->name = g_utf8_make_valid (stray->name, -1);
  copy->place = g_strdup (stray->place);
}

/* The part that lies outside of what the others cover; its begin when both ends do. */
static LscInterval
get_outside (const LscStray *stray, const LscInterval *main)
{
  const LscInterval *when = &stray->when;

  if (when->begin_ns < main->begin_ns)
    return (LscInterval){ when->begin_ns,
                          when->end_ns < main->begin_ns ? when->end_ns : when->begin_ns };
  return (LscInterval){ when->begin_ns > main->end_ns ? when->begin_ns : when->end_ns,
                        when->end_ns };
}

static int
compare_strays (gconstpointer a, gconstpointer b, gpointer main)
{
  LscInterval x = get_outside (a, main), y = get_outside (b, main);

  LSC_RETURN_ORDER (x.begin_ns, y.begin_ns);
  return LSC_ORDER (x.end_ns, y.end_ns);
}

/* (transfer full): which event, when and how far */
static char *
describe (const LscStray *stray, const LscInterval *main)
{
  LscInterval outside = get_outside (stray, main);
  gboolean is_before = outside.begin_ns < main->begin_ns;
  const char *name = *stray->name ? stray->name : "?"; /* not all names are loaded */
  g_autofree char *distance =
      format_distance (is_before ? lsc_time_distance (outside.begin_ns, main->begin_ns)
                                 : lsc_time_distance (main->end_ns, outside.begin_ns));

  if (is_before)
    return g_strdup_printf (_ ("“%s” of %s begins at %" PRId64 " ns, %s before the others"), name,
                            stray->place, outside.begin_ns, distance);
  if (stray->when.begin_ns <= main->end_ns)
    return g_strdup_printf (_ ("“%s” of %s ends at %" PRId64 " ns, %s after the others"), name,
                            stray->place, outside.begin_ns, distance);
  return g_strdup_printf (_ ("“%s” of %s begins at %" PRId64 " ns, %s after the others"), name,
                          stray->place, outside.begin_ns, distance);
}

static LscNotice *
make_notice (const LscStray *strays, gsize n, const LscInterval *main, const char *why)
{
  g_autofree char *first = describe (&strays[0], main);
  g_autofree char *remedy = NULL;
  LscInterval when = strays[0].when;
  gboolean has_slices = FALSE;
  gint64 count = 0;
  LscNotice *notice;

  for (gsize i = 0; i < n; i++)
    {
      when.begin_ns = MIN (when.begin_ns, strays[i].when.begin_ns);
      when.end_ns = MAX (when.end_ns, strays[i].when.end_ns);
      has_slices = has_slices || !strays[i].is_sample;
      count += (gint64) strays[i].n;
    }
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "stray-event",
                           ngettext ("%" PRId64 " event is far from all others: %s",
                                     "%" PRId64 " events are far from all others; the first, %s",
                                     (gulong) count),
                           count, first);
  notice->count = count;
  if (has_slices)
    remedy = g_strdup_printf (
        _ ("Zoom out to see all, or list them with “lanescope-cli slices --range @%" PRId64
           ":@%" PRId64 "”."),
        when.begin_ns, when.end_ns < G_MAXINT64 ? when.end_ns + 1 : G_MAXINT64);
  lsc_notice_set_help (notice, why, remedy);
  return notice;
}

static LscNotice *
make_rest (const LscStray *strays, gsize n, const char *why)
{
  gint64 count = 0;
  LscNotice *notice;

  for (gsize i = 0; i < n; i++)
    count += (gint64) strays[i].n;
  notice =
      lsc_notice_new (LSC_SEVERITY_WARNING, "stray-event",
                      ngettext ("%" PRId64 " more event is far from all others",
                                "%" PRId64 " more events are far from all others", (gulong) count),
                      count);
  notice->count = count;
  lsc_notice_set_help (notice, why, NULL);
  return notice;
}

/* Index behind those that follow each other closely. */
static gsize
find_cluster_end (const LscStrayWords *self, gsize begin)
{
  gint64 end_ns = get_outside (&self->strays.items[begin], &self->main).end_ns;
  gsize end = begin + 1;

  for (; end < self->strays.n; end++)
    {
      LscInterval next = get_outside (&self->strays.items[end], &self->main);

      if (next.begin_ns > end_ns &&
          lsc_time_distance (end_ns, next.begin_ns) > LSC_STRETCH_REACH_NS)
        break;
      end_ns = MAX (end_ns, next.end_ns);
    }
  return end;
}

static void
clear (LscStrayWords *self)
{
  for (gsize i = 0; i < self->strays.n; i++)
    {
      g_free ((char *) self->strays.items[i].name);
      g_free ((char *) self->strays.items[i].place);
    }
  lsc_strays_clear (&self->strays);
}

/**
 * lsc_stray_words_finish:
 * @why: (nullable): translated: what they mean for what is computed; %NULL when it leaves them out
 *
 * Tells of each cluster of stray events, of those beyond the first few together. Nothing is left to
 * be told afterwards.
 *
 * Cost: O(n log n).
 *
 * Returns: (transfer full) (element-type LscNotice): the problems by time, with their counts and
 *   without their place; their owner is the caller, the array frees none of them
 */
GPtrArray *
lsc_stray_words_finish (LscStrayWords *self, const char *why)
{
  g_return_val_if_fail (self, NULL);

  GPtrArray *notices = g_ptr_array_new ();
  const char *meaning =
      why ? why
          : _ ("Such a time was probably never set, or is of another recording. Pictures and sums "
               "leave these events out, so that they stretch nothing; tables of events keep them.");
  LscStray *strays = self->strays.items;
  gsize begin = 0;

  if (self->strays.n > 0)
    g_qsort_with_data (strays, (gint) self->strays.n, sizeof *strays, compare_strays, &self->main);
  while (begin < self->strays.n && notices->len < MOST_TOLD)
    {
      gsize end = find_cluster_end (self, begin);

      g_ptr_array_add (notices, make_notice (&strays[begin], end - begin, &self->main, meaning));
      begin = end;
    }
  if (begin < self->strays.n)
    g_ptr_array_add (notices, make_rest (&strays[begin], self->strays.n - begin, meaning));
  clear (self);
  return notices;
}
