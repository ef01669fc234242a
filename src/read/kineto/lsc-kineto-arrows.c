/* lsc-kineto-arrows.c - launches of a trace that tells no correlations, by its arrows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"

#include <string.h>

#include "base/lsc-sort.h"

/* formats.md#kineto-links. The head of an arrow lies where a slice of the device starts, its tail
 * where that was launched: inside of a call, or, where no calls were recorded, at the op. Then a
 * slice without length stands for the call (lanes.md#launch-anchor). The number that both sides
 * share is the place of the arrow's head in the list. */

static gboolean
is_passes (const LscKinetoBuild *build, const LscFlow *flow)
{
  return strcmp (g_ptr_array_index (build->trace->categories, flow->category), LSC_TRACE_FWDBWD) ==
         0;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const LscFlow *x = a, *y = b;

  if (x->phase != y->phase)
    return x->phase == 'f' ? -1 : 1;
  if (x->track != y->track)
    return x->track < y->track ? -1 : 1;
  if (x->time_ns != y->time_ns)
    return x->time_ns < y->time_ns ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

/**
 * _lsc_kineto_take_arrows:
 *
 * Parts the arrows of launches from those of forward and backward ops. Where events tell
 * correlations they are dropped.
 */
void
_lsc_kineto_take_arrows (LscKinetoBuild *build)
{
  LscFlows *flows = &build->trace->flows;
  gsize n = 0;

  for (gsize i = 0; i < flows->n; i++)
    if (is_passes (build, &flows->items[i]))
      flows->items[n++] = flows->items[i];
    else if (!build->trace->has_links)
      lsc_flows_append (&build->arrows, flows->items[i]);
  flows->n = n;
  if (build->arrows.n > 1)
    qsort (build->arrows.items, build->arrows.n, sizeof (LscFlow), compare_places);
}

/**
 * _lsc_kineto_find_arrow:
 * @start_ns: of a slice of the device, as the file has it
 *
 * Returns: the number of the arrow that ends there, %LSC_SLICE_NONE
 */
guint32
_lsc_kineto_find_arrow (const LscKinetoBuild *build, guint32 track, gint64 start_ns)
{
  const LscFlows *arrows = &build->arrows;
  LscFlow wanted = { .time_ns = start_ns, .track = track, .phase = 'f' };
  gsize found = LSC_BISECT (i, 0, arrows->n, compare_places (&arrows->items[i], &wanted) < 0);
  const LscFlow *arrow = found < arrows->n ? &arrows->items[found] : NULL;

  return arrow && arrow->phase == 'f' && arrow->track == track && arrow->time_ns == start_ns
             ? (guint32) found
             : LSC_SLICE_NONE;
}

/* ---- the other end ---- */

/** A call of a thread. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 raw;
  guint32 reserved;
} Call;

LSC_DEFINE_ARRAY (Calls, calls, Call)

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const Call *x = a, *y = b;

  return LSC_ORDER (x->start_ns, y->start_ns);
}

/* The calls of a track by their starts; those of one thread follow each other. */
static void
list_calls (const LscKinetoBuild *build, guint32 track, Calls *calls)
{
  guint32 index = _lsc_kineto_get_bucket (build, track, LSC_KINETO_TO_RUNTIME);
  const LscRawSlices *raw =
      index == LSC_KINETO_NO_BUCKET ? NULL : &_lsc_kineto_bucket (build, index)->raw;

  calls->n = 0;
  for (gsize i = 0; raw && i < raw->n; i++)
    {
      if (raw->items[i].kind != LSC_SLICE_LAUNCH_ANCHOR)
        calls_append (calls, (Call){ raw->items[i].start_ns, lsc_raw_slices_get_end_ns (raw, i),
                                     (guint32) i, 0 });
    }
  if (calls->n > 1)
    qsort (calls->items, calls->n, sizeof (Call), compare_calls);
}

static void
add_anchor (LscKinetoBuild *build, guint32 track, gint64 time_ns, guint32 link, guint32 name)
{
  guint32 index = _lsc_kineto_need_bucket (build, track, LSC_KINETO_TO_RUNTIME);
  LscKinetoBucket *bucket = _lsc_kineto_bucket (build, index);
  LscRawSlice *slice = lsc_raw_slices_add (&bucket->raw, time_ns, time_ns);

  slice->detail = -1;
  slice->name = name;
  slice->link = link;
  slice->kind = LSC_SLICE_LAUNCH_ANCHOR;
  lsc_kineto_ends_append (&bucket->ends, (LscKinetoEnd){ (guint32) (bucket->raw.n - 1), link });
  build->n_launches++;
}

/* The tail of an arrow hangs on the call around it, or on an anchor. */
static void
bind_tail (LscKinetoBuild *build, const LscFlow *tail, const Calls *calls, guint32 link,
           guint32 name)
{
  gint64 base = build->trace->has_base ? build->trace->base_ns : 0;
  gint64 time_ns;
  gsize after;

  if (__builtin_add_overflow (tail->time_ns, base, &time_ns))
    return;
  after = LSC_BISECT (i, 0, calls->n, calls->items[i].start_ns <= time_ns);
  if (after > 0 && calls->items[after - 1].end_ns >= time_ns)
    {
      guint32 index = _lsc_kineto_get_bucket (build, tail->track, LSC_KINETO_TO_RUNTIME);

      lsc_kineto_ends_append (&_lsc_kineto_bucket (build, index)->ends,
                              (LscKinetoEnd){ calls->items[after - 1].raw, link });
    }
  else
    add_anchor (build, tail->track, time_ns, link, name);
}

/**
 * _lsc_kineto_add_anchors:
 *
 * Binds the tails of arrows to calls, once all slices are sorted. Cost: O(n log n).
 */
void
_lsc_kineto_add_anchors (LscKinetoBuild *build)
{
  LscFlows *arrows = &build->arrows;
  g_autoptr (GHashTable) heads = NULL;
  Calls calls = { 0 };
  guint32 last = G_MAXUINT32, name;

  if (arrows->n == 0)
    return;
  heads = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, NULL);
  for (gsize i = 0; i < arrows->n && arrows->items[i].phase == 'f'; i++)
    g_hash_table_insert (heads, &arrows->items[i].id, GSIZE_TO_POINTER (i + 1));
  name = lsc_intern_add (build->trace->strings, "launch");
  for (gsize i = 0; i < arrows->n; i++)
    {
      const LscFlow *tail = &arrows->items[i];
      gsize head = GPOINTER_TO_SIZE (g_hash_table_lookup (heads, &tail->id));

      if (tail->phase != 's' || head == 0)
        continue;
      if (tail->track != last)
        list_calls (build, tail->track, &calls);
      last = tail->track;
      bind_tail (build, tail, &calls, (guint32) (head - 1), name);
    }
  calls_clear (&calls);
}
