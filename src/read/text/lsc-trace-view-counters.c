/* lsc-trace-view-counters.c - figures over time of a trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-counter-strip.h"
#include "read/text/lsc-trace-view-private.h"

#include <string.h>

/* A strip shows what an exporter writes as several events: "HBM 0/Read" and "HBM 0/Write" are two
 * series of the strip "HBM 0". Names are those that a database gets. */

#define MOST_SERIES 1024

typedef struct
{
  char *strip;
  char *series;
  LscCounterShape shape;
  LscCounterUnit unit;
  double scale;
} Place;

/* What tells samples of different series apart, and where those go. */
typedef struct
{
  guint32 track;
  guint32 name;
  guint32 key;
  gint32 label;        /* the id beside the value, -1 = none */
  LscCounter *counter; /* owned by its strip */
  double scale;
} Target;

typedef struct
{
  LscView *view;
  GPtrArray *strips;   /* LscCounterStrip */
  GHashTable *targets; /* Target, by its first four members */
  guint n_series;
} Counters;

static void
place_clear (Place *self)
{
  g_free (self->strip);
  g_free (self->series);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

/* What is behind the slash of an event's name, else what is behind @head. */
static void
split_name (const char *name, const char *head, Place *place)
{
  const char *slash = strchr (name, '/');

  if (slash)
    {
      place->strip = g_strndup (name, (gsize) (slash - name));
      place->series = g_ascii_strdown (slash + 1, -1);
      return;
    }
  place->strip = g_strdup (head);
  place->series = g_str_has_prefix (name, head) && name[strlen (head)] == ' '
                      ? g_strdup (name + strlen (head) + 1)
                      : g_strdup (name);
}

/* "LLC 0 Read/Hit Rate": a strip for each unit, a series for each mode. */
static void
place_llc (const char *name, Place *place)
{
  const char *slash = strchr (name, '/');
  const char *mode = slash ? memrchr (name, ' ', (gsize) (slash - name)) : NULL;
  g_autofree char *front = mode ? g_strndup (name, (gsize) (mode - name)) : NULL;
  g_autofree char *what = slash ? g_ascii_strdown (slash + 1, -1) : NULL;
  g_autofree char *series = mode ? g_strndup (mode + 1, (gsize) (slash - mode - 1)) : NULL;

  place->strip = mode ? g_strdup_printf ("%s %s", front, what) : g_strdup (name);
  place->series = mode ? g_ascii_strdown (series, -1) : g_strdup ("value");
  if (what && strstr (what, "rate"))
    place->unit = LSC_COUNTER_UNIT_SHARE;
}

/* Units stand in the key: Read(MB/s), KB, MHz. Megabytes are 2^20. */
static void
set_unit (const char *key, Place *place)
{
  if (strstr (key, "MB/s"))
    {
      place->unit = LSC_COUNTER_UNIT_BYTES_PER_S;
      place->scale = 1048576;
    }
  else if (strcmp (key, "KB") == 0 || strstr (key, "(KB)"))
    {
      place->unit = LSC_COUNTER_UNIT_BYTES;
      place->scale = 1024;
    }
  else if (strcmp (key, "MHz") == 0)
    place->unit = LSC_COUNTER_UNIT_MHZ;
}

/* Where a value goes (lanes.md#counters). */
static Place
find_place (const char *process, const char *name, const char *key, const char *label)
{
  Place place = { NULL, NULL, LSC_COUNTER_LINE, LSC_COUNTER_UNIT_NONE, 1 };

  set_unit (key, &place);
  if (strcmp (name, "AI Core Freq") == 0)
    {
      place.strip = g_strdup (name);
      place.series = g_strdup ("Frequency");
    }
  else if (strncmp (name, "LLC ", 4) == 0)
    place_llc (name, &place);
  else if (strcmp (process, "NPU MEM") == 0)
    {
      place.strip = g_strdup (process);
      place.series = g_strdelimit (g_strdup (name), "/", ' ');
      place.shape = LSC_COUNTER_AREA;
    }
  else if (label)
    {
      place.strip = g_strdup_printf ("%s %s", process, name);
      place.series = g_strdup (label);
    }
  else
    split_name (name, process, &place);
  return place;
}

static guint
hash_target (gconstpointer data)
{
  const Target *self = data;

  return ((self->track * 31 + self->name) * 31 + self->key) * 31 + (guint) self->label;
}

static gboolean
equal_targets (gconstpointer a, gconstpointer b)
{
  const Target *left = a, *right = b;

  return left->track == right->track && left->name == right->name && left->key == right->key &&
         left->label == right->label;
}

/* Strips stand in the order of the processes. */
static void
place_target (Counters *self, Target *target)
{
  const LscTraceFile *trace = self->view->trace;
  const LscTrack *track = &g_array_index (trace->tracks, LscTrack, target->track);
  const char *process = track->process_name != LSC_STRING_NONE
                            ? lsc_intern_text (trace->strings, track->process_name)
                            : "Counter";
  g_autofree char *label = target->label >= 0 ? g_strdup_printf ("%d", target->label) : NULL;
  g_auto (Place) place = find_place (process, lsc_intern_text (trace->strings, target->name),
                                     lsc_intern_text (trace->strings, target->key), label);
  gint64 order = CLAMP (track->process_sort, 0, 1000000);

  target->counter = lsc_counter_strip_get_series (
      lsc_counter_strips_get (self->strips, place.strip, LSC_ROLE_COUNTER, (guint) order),
      place.series, place.shape, place.unit);
  target->scale = place.scale;
}

/* %NULL for a sample of one series too many. */
static const Target *
get_target (Counters *self, const LscTraceSample *sample, gint32 label)
{
  Target wanted = { sample->track, sample->name, sample->key, label, NULL, 1 };
  Target *target = g_hash_table_lookup (self->targets, &wanted);

  if (target || self->n_series >= MOST_SERIES)
    return target;
  place_target (self, &wanted);
  target = g_memdup2 (&wanted, sizeof wanted);
  g_hash_table_add (self->targets, target);
  self->n_series++;
  return target;
}

/* Whether @index is the id beside the value of the same event: it names the series. */
static gboolean
is_label (const LscView *view, gsize index, guint32 key)
{
  const LscTraceSample *items = view->trace->samples.items;

  return key != LSC_STRING_NONE && index < view->trace->samples.n && items[index].key == key;
}

static int
compare_strips (gconstpointer a, gconstpointer b)
{
  const LscCounterStrip *left = *(const LscCounterStrip *const *) a,
                        *right = *(const LscCounterStrip *const *) b;

  return left->order != right->order ? (left->order < right->order ? -1 : 1)
                                     : strcmp (left->name, right->name);
}

/**
 * _lsc_view_add_counters:
 *
 * Adds the group Counters: the events with phase C.
 *
 * Source: lanes.md#counters; formats.md#trace-view.
 */
void
_lsc_view_add_counters (LscView *self)
{
  g_autoptr (GPtrArray) strips = lsc_counter_strips_new ();
  g_autoptr (GHashTable) targets = g_hash_table_new_full (hash_target, equal_targets, g_free, NULL);
  Counters counters = { .view = self, .strips = strips, .targets = targets };
  guint32 acc_id;

  if (!self->trace)
    return;
  acc_id = lsc_intern_find (self->trace->strings, "acc_id");
  for (gsize i = 0; i < self->trace->samples.n; i++)
    {
      const LscTraceSample *sample = &self->trace->samples.items[i];
      gboolean has_label = is_label (self, i + 1, acc_id) && sample[1].time_ns == sample->time_ns &&
                           sample[1].name == sample->name && sample[1].track == sample->track;
      gint32 label = -1;
      const Target *target;

      if (is_label (self, i, acc_id))
        continue;
      if (has_label)
        label = (gint32) CLAMP (sample[1].value, 0, 1e6);
      target = get_target (&counters, sample, label);
      if (target)
        lsc_samples_append (&target->counter->samples,
                            (LscSample){ sample->time_ns, sample->value * target->scale });
    }
  g_ptr_array_sort (strips, compare_strips);
  lsc_counter_strips_seal (strips);
  lsc_counter_strips_add (strips, self->timeline, LSC_ROLE_COUNTERS, "Counters");
}
