/* lsc-kineto-counters.c - counters of a GPU trace, and what its kernels are compared by at a clock
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-hash.h"
#include "base/lsc-json-scan.h"
#include "base/lsc-sort.h"
#include "model/lsc-core-clocks.h"
#include "read/kineto/lsc-kineto-private.h"
#include "read/kineto/lsc-kineto.h"

/* lanes.md#counters. */

#define DEVICE_PREFIX "GPU "
#define DEVICE_SUFFIX " Counters"

/* A duration times a clock, not measured: no evidence of anything. */
#define DERIVED_COUNTER "Cycles (Current Kernel)"

/** What the names of counters of a device end with. */
static const struct
{
  const char *suffix;
  LscCounterUnit unit;
  double scale;
} units[] = {
  { " (MHz)", LSC_COUNTER_UNIT_MHZ, 1 },
  { " (W)", LSC_COUNTER_UNIT_WATTS, 1 },
  { " (C)", LSC_COUNTER_UNIT_CELSIUS, 1 },
  { " (%)", LSC_COUNTER_UNIT_SHARE, 0.01 },
};

/**
 * Strip: what a counter is called
 * @path: of its strip
 * @device: number of the GPU whose it is, -1 = of none
 * @is_left_out: it is of a device that is not read, or not measured
 */
typedef struct
{
  char *path;
  gint64 device;
  LscCounterUnit unit;
  double scale;
  gboolean is_left_out;
} Strip;

/* @strip: index of what it is called; samples are times @scale */
typedef struct
{
  guint32 name;
  guint32 key;
  guint32 track;
  double scale;
  guint32 strip;
  LscCounter *counter;
} Series;

static inline guint64
hash_series (const Series *series)
{
  return lsc_hash_mix (lsc_hash_mix (0, (guint64) series->name << 32 | series->key), series->track);
}

static inline gboolean
is_same_series (const Series *a, const Series *b)
{
  return a->name == b->name && a->key == b->key && a->track == b->track;
}

LSC_DEFINE_ARRAY (SeriesList, series_list, Series)
LSC_DEFINE_HASH (index, Series, hash_series, is_same_series)

static gboolean
read_device (const char *pid, gint64 *device)
{
  gsize n = strlen (pid), n_prefix = strlen (DEVICE_PREFIX), n_suffix = strlen (DEVICE_SUFFIX);

  return n > n_prefix + n_suffix && g_str_has_prefix (pid, DEVICE_PREFIX) &&
         g_str_has_suffix (pid, DEVICE_SUFFIX) &&
         lsc_json_parse_int64 (pid + n_prefix, n - n_prefix - n_suffix, device) && *device >= 0;
}

/* A trace of several devices is read as one rank of each. */
static gboolean
is_of_other (const LscKinetoBuild *build, gint64 device)
{
  const char *wanted = build->timeline->source->device;
  gint64 number;

  return wanted && lsc_json_parse_int64 (wanted, strlen (wanted), &number) && number != device;
}

static const char *
text_of (const LscKinetoBuild *build, guint32 id)
{
  const char *text = id == LSC_STRING_NONE ? NULL : lsc_intern_text (build->trace->strings, id);

  return text ? text : "";
}

/* "SM Clock (MHz)" of "GPU 0 Counters" is "SM Clock (GPU 0)" in MHz. */
static Strip
make_strip (const LscKinetoBuild *build, const Series *series)
{
  const char *name = text_of (build, series->name);
  const char *pid = text_of (build, _lsc_kineto_track (build, series->track)->pid);
  Strip self = { .device = -1, .unit = LSC_COUNTER_UNIT_NONE, .scale = 1 };
  gsize n = strlen (name);

  if (!read_device (pid, &self.device))
    {
      self.device = -1;
      self.path = g_strdup_printf ("%s (%s)", name, pid);
      return self;
    }
  self.is_left_out = strcmp (name, DERIVED_COUNTER) == 0 || is_of_other (build, self.device);
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_suffix (name, units[i].suffix))
      {
        self.unit = units[i].unit;
        self.scale = units[i].scale;
        n -= strlen (units[i].suffix);
        break;
      }
  self.path = g_strdup_printf ("%.*s (GPU %" G_GINT64_FORMAT ")", (int) n, name, self.device);
  return self;
}

static void
strip_clear (gpointer data)
{
  g_free (((Strip *) data)->path);
}

/* @series: new. Adds what it is called. */
static void
begin_series (LscKinetoBuild *build, Series *series, GArray *strips)
{
  Strip strip = make_strip (build, series);

  series->scale = strip.scale;
  series->strip = strips->len;
  series->counter = lsc_counter_new (text_of (build, series->key), LSC_COUNTER_LINE, strip.unit);
  g_array_append_val (strips, strip);
}

/* In the order of their first values. @strips: (element-type Strip): gets one for each */
static SeriesList
collect_series (LscKinetoBuild *build, GArray *strips)
{
  const LscTraceSamples *samples = &build->trace->samples;
  gint64 base = build->trace->has_base ? build->trace->base_ns : 0;
  SeriesList all = { 0 };
  LscHash index = { 0 };

  for (gsize i = 0; i < samples->n; i++)
    {
      const LscTraceSample *sample = &samples->items[i];
      Series series = { sample->name, sample->key, sample->track, 1, 0, NULL };
      guint32 found;
      gint64 time_ns;

      /* The base comes from the file, too. */
      if (__builtin_add_overflow (sample->time_ns, base, &time_ns))
        continue;
      found = index_put (&index, all.items, &series, (guint32) all.n);
      if (found == all.n)
        {
          begin_series (build, &series, strips);
          series_list_append (&all, series);
        }
      lsc_samples_append (&all.items[found].counter->samples,
                          (LscSample){ time_ns, sample->value * all.items[found].scale });
    }
  lsc_hash_clear (&index);
  return all;
}

/* Returns: the strip of that name, new or not; %LSC_SLICE_NONE = left out: too many */
static guint32
need_strip (LscKinetoBuild *build, GHashTable *strips, const Strip *about)
{
  guint32 node = GPOINTER_TO_UINT (g_hash_table_lookup (strips, about->path)), group;

  if (node > 0)
    return node;
  group = lsc_timeline_find_child (build->timeline, 0, LSC_ROLE_COUNTERS);
  if (group == LSC_SLICE_NONE)
    group = lsc_timeline_add_group (build->timeline, 0, LSC_ROLE_COUNTERS, "Counters");
  node = lsc_timeline_add_counter (build->timeline, group, LSC_ROLE_COUNTER, about->path);
  if (node != LSC_SLICE_NONE)
    lsc_timeline_get_node (build->timeline, node)->pid = about->device;
  g_hash_table_insert (strips, g_strdup (about->path), GUINT_TO_POINTER (node));
  return node;
}

/**
 * _lsc_kineto_add_counters:
 *
 * Adds the group "Counters" with the ph C events of the trace: a strip for each name and track.
 * Those of a device have its number and their unit.
 */
void
_lsc_kineto_add_counters (LscKinetoBuild *build)
{
  g_autoptr (GArray) abouts = g_array_new (FALSE, FALSE, sizeof (Strip));
  g_autoptr (GHashTable) strips = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SeriesList all;

  g_array_set_clear_func (abouts, strip_clear);
  all = collect_series (build, abouts);
  for (gsize i = 0; i < all.n; i++)
    {
      const Strip *about = &g_array_index (abouts, Strip, all.items[i].strip);

      if (about->is_left_out)
        lsc_counter_free (all.items[i].counter);
      else
        _lsc_kineto_add_series (build->timeline, need_strip (build, strips, about),
                                &all.items[i].counter);
    }
  series_list_clear (&all); /* the counters are the strips' now */
}

/* -- Launches ------------------------------------------------------------------------------------
 */

/* What is asked of an event. */
typedef struct
{
  LscKinetoBuild *build;
  LscInt64s offsets;
  GString *text;
} Asker;

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const gint64 *) a, *(const gint64 *) b);
}

static void
collect_kernels (const LscTimeline *timeline, LscInt64s *out)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type != LSC_NODE_LANE || node->role != LSC_ROLE_STREAM)
        continue;
      for (guint32 k = 0; k < node->lane->n; k++)
        if (lsc_slice_kind_is_computing (node->lane->kind[k]))
          lsc_int64s_append (out, lsc_lane_get_detail (node->lane, k));
    }
  if (out->n > 1)
    qsort (out->items, out->n, sizeof *out->items, compare_offsets);
}

/* Appends "[8, 1, 1]" as the event has it. Returns: whether it does */
static gboolean
take_size (GString *out, const char *text, gsize n, const char *quoted)
{
  const char *p = g_strstr_len (text, (gssize) n, quoted), *end;

  if (!p)
    return FALSE;
  p += strlen (quoted);
  p = memchr (p, '[', MIN ((gsize) (text + n - p), 4));
  end = p ? memchr (p, ']', MIN ((gsize) (text + n - p), 80)) : NULL;
  if (!end)
    return FALSE;
  for (; p <= end; p++)
    if (g_ascii_isdigit (*p) || strchr ("[],", *p))
      g_string_append_c (out, *p);
    else if (!g_ascii_isspace (*p))
      return FALSE;
  return TRUE;
}

static void
take_launch (gsize index, const char *text, gsize n, gpointer user_data)
{
  Asker *self = user_data;
  LscTimeline *timeline = self->build->timeline;

  if (!text)
    return;
  g_string_truncate (self->text, 0);
  if (!take_size (self->text, text, n, "\"grid\":") ||
      !take_size (self->text, text, n, "\"block\":"))
    return;
  lsc_kernel_keys_append (
      &timeline->launch_keys,
      (LscKernelKey){ .detail = self->offsets.items[index],
                      .type = LSC_STRING_NONE,
                      .shapes = lsc_intern_add (timeline->strings, self->text->str) });
}

/**
 * _lsc_kineto_take_launches:
 * @build: whose lanes and counters are made
 *
 * Fills LscTimeline.launch_keys, if the clock of the device is recorded. Cost: that of reading the
 * events of the kernels again.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_kineto_take_launches (LscKinetoBuild *build, GError **error)
{
  g_autoptr (GArray) clocks = g_array_new (FALSE, FALSE, sizeof (const LscCounter *));
  Asker asker = { .build = build };
  gboolean ok;

  lsc_core_clocks_list (build->timeline, clocks);
  if (clocks->len == 0)
    return TRUE;
  asker.text = g_string_new (NULL);
  collect_kernels (build->timeline, &asker.offsets);
  ok = build->texts->read
           ? build->texts->visit (build->texts->data, asker.offsets.items, asker.offsets.n,
                                  take_launch, &asker, build->job, error)
           : lsc_kineto_visit (build->trace->input, asker.offsets.items, asker.offsets.n,
                               take_launch, &asker, build->job, error);
  lsc_kernel_keys_seal (&build->timeline->launch_keys);
  lsc_int64s_clear (&asker.offsets);
  g_string_free (asker.text, TRUE);
  return ok;
}
