/* lsc-kineto-engine.c - collectives that copy engines make
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"

#include <string.h>

#include "base/lsc-sort.h"

/* formats.md#kineto-communication: FSDP2, symmetric memory and newer NCCL move data by copies, with
 * no kernel of a collective at all. Copies that were launched inside of an op or annotation of a
 * collective are communication: those between cards, and below nccl: those within one, too. */

/** A range of a thread inside of which copies communicate. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 name;
  guint32 takes_all; /* copies within a card, too */
} Range;

/** A call inside of such a range. */
typedef struct
{
  guint32 name;
  guint32 takes_all;
} Call;

LSC_DEFINE_ARRAY (Ranges, ranges, Range)

static const struct
{
  const char *prefix;
  gboolean takes_all;
} prefixes[] = {
  { "nccl:", TRUE },       { "rccl:", TRUE },   { "xccl:", TRUE },
  { "symm_mem::", FALSE }, { "c10d::", FALSE }, { "_c10d_functional::", FALSE },
  { "FSDP::", FALSE },
};

/* 0: no range of a collective; 1: of copies between cards; 2: of all copies. */
static guint8
classify (const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (text, prefixes[i].prefix))
      return prefixes[i].takes_all ? 2 : 1;
  return 0;
}

/* By name; NULL when no name is one of a collective. */
static guint8 *
classify_names (const LscKinetoBuild *build)
{
  gsize n = lsc_intern_size (build->trace->strings);
  g_autofree guint8 *classes = g_new0 (guint8, n + 1);
  gboolean has_any = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      classes[i] = classify (lsc_intern_text (build->trace->strings, (guint32) i));
      has_any |= classes[i] != 0;
    }
  return has_any ? g_steal_pointer (&classes) : NULL;
}

static int
compare_ranges (gconstpointer a, gconstpointer b)
{
  const Range *x = a, *y = b;

  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (y->end_ns, x->end_ns);
}

static void
collect_ranges (const LscKinetoBuild *build, guint32 track, const guint8 *classes, Ranges *ranges)
{
  static const LscKinetoTarget targets[] = { LSC_KINETO_TO_OPS, LSC_KINETO_TO_MARKS };

  ranges->n = 0;
  for (gsize k = 0; k < G_N_ELEMENTS (targets); k++)
    {
      guint32 index = _lsc_kineto_get_bucket (build, track, targets[k]);
      const LscRawSlices *raw =
          index == LSC_KINETO_NO_BUCKET ? NULL : &_lsc_kineto_bucket (build, index)->raw;

      for (gsize i = 0; raw && i < raw->n; i++)
        if (classes[raw->items[i].name] != 0)
          ranges_append (ranges,
                         (Range){ raw->items[i].start_ns, lsc_raw_slices_get_end_ns (raw, i),
                                  raw->items[i].name, classes[raw->items[i].name] == 2 });
    }
  if (ranges->n > 1)
    qsort (ranges->items, ranges->n, sizeof (Range), compare_ranges);
}

/* The range around a time: of those that contain it one that takes all copies, else the last that
 * began. Few are inside of each other. */
#define MOST_LOOKS 64

static const Range *
find_range (const Ranges *ranges, gint64 time_ns)
{
  gsize at = LSC_BISECT (i, 0, ranges->n, ranges->items[i].start_ns <= time_ns);
  const Range *best = NULL;

  for (gsize n = 0; at-- > 0 && n < MOST_LOOKS; n++)
    {
      const Range *range = &ranges->items[at];

      if (range->end_ns > time_ns && (!best || (range->takes_all && !best->takes_all)))
        best = range;
    }
  return best;
}

/* Calls of a thread by their correlation, where they stand in a range. */
static void
collect_calls (const LscKinetoBuild *build, guint32 track, const Ranges *ranges, GHashTable *calls)
{
  guint32 index = _lsc_kineto_get_bucket (build, track, LSC_KINETO_TO_RUNTIME);
  const LscKinetoBucket *bucket =
      index == LSC_KINETO_NO_BUCKET ? NULL : _lsc_kineto_bucket (build, index);

  for (gsize i = 0; bucket && i < bucket->ends.n; i++)
    {
      const LscKinetoEnd *end = &bucket->ends.items[i];
      const Range *range = find_range (ranges, bucket->raw.items[end->raw].start_ns);
      Call call;

      if (!range)
        continue;
      call = (Call){ range->name, range->takes_all };
      g_hash_table_insert (calls, GUINT_TO_POINTER (end->link + 1), g_memdup2 (&call, sizeof call));
    }
}

/* Whether a copy has one of the words in its name. */
static gboolean
has_word (const LscKinetoBuild *build, guint32 name, const char *const *words)
{
  const char *text = lsc_intern_text (build->trace->strings, name);

  for (; text && *words; words++)
    if (strstr (text, *words))
      return TRUE;
  return FALSE;
}

/* Copies from and to the host are not part of the exchange, and neither are fills. */
static gboolean
is_part (const LscKinetoBuild *build, guint32 name, const Call *call)
{
  static const char *const cards[] = { "PtoP", "P2P", "PEER", NULL };
  static const char *const inside[] = { "DtoD", "D2D", "DEVICE_TO_DEVICE", "DeviceToDevice", NULL };

  return has_word (build, name, cards) || (call->takes_all && has_word (build, name, inside));
}

static void
take_copies (LscKinetoBuild *build, guint32 index, GHashTable *calls)
{
  LscKinetoBucket *bucket = _lsc_kineto_bucket (build, index);

  for (gsize i = 0; i < bucket->ends.n; i++)
    {
      const LscKinetoEnd *end = &bucket->ends.items[i];
      LscRawSlice *slice = &bucket->raw.items[end->raw];
      const Call *call = slice->kind == LSC_SLICE_COPY
                             ? g_hash_table_lookup (calls, GUINT_TO_POINTER (end->link + 1))
                             : NULL;

      if (!call || !is_part (build, slice->name, call))
        continue;
      slice->kind = LSC_SLICE_COMM_TASK;
      bucket->comm_ns += lsc_raw_slices_get_end_ns (&bucket->raw, end->raw) - slice->start_ns;
      lsc_kineto_looks_append (&build->looks,
                               (LscKinetoLook){ slice->detail, slice->start_ns, index, end->raw,
                                                G_MAXUINT32, call->name });
    }
}

/**
 * _lsc_kineto_find_engines:
 *
 * Makes communication of the copies of collectives, once all slices are sorted. Cost: O(n log n) of
 * the ranges and calls of threads that have such ranges.
 */
void
_lsc_kineto_find_engines (LscKinetoBuild *build)
{
  g_autofree guint8 *classes = classify_names (build);
  g_autoptr (GHashTable) calls = NULL;
  Ranges ranges = { 0 };

  if (!classes)
    return;
  calls = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint32 i = 0; i < build->trace->tracks->len; i++)
    {
      collect_ranges (build, i, classes, &ranges);
      if (ranges.n > 0)
        collect_calls (build, i, &ranges, calls);
    }
  for (guint i = 0; g_hash_table_size (calls) > 0 && i < build->buckets->len; i++)
    if (_lsc_kineto_bucket (build, i)->target == LSC_KINETO_TO_STREAM)
      take_copies (build, i, calls);
  ranges_clear (&ranges);
}
