/* lsc-kineto-passes.c - forward ops and the backward ops that autograd made of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"

#include <string.h>

#include "base/lsc-sort.h"

/* formats.md#kineto-links: an end of a fwdbwd flow binds to the op of its thread that starts
 * exactly then: the one with a sequence number, else the longest. Without such flows a backward op
 * pairs with the last forward op of its sequence number that began before it. */

/** An op of which autograd said something. */
typedef struct
{
  gint64 sequence;
  gint64 start_ns;
  gint64 end_ns;
  guint32 id;
  guint32 flags;
} Told;

LSC_DEFINE_ARRAY (ToldOps, told_ops, Told)

static gboolean
has_told (const LscKinetoBucket *bucket)
{
  return bucket->sequences && bucket->node != LSC_SLICE_NONE;
}

/* Collects what was told and notes the roles of the ops. */
static void
collect_told (LscKinetoBuild *build, ToldOps *out)
{
  for (guint i = 0; i < build->buckets->len; i++)
    {
      const LscKinetoBucket *bucket = _lsc_kineto_bucket (build, i);

      if (!has_told (bucket))
        continue;
      for (gsize k = 0; k < bucket->sequences->n; k++)
        {
          const LscKinetoSequence *item = &bucket->sequences->items[k];
          guint32 slice = _lsc_kineto_slice (bucket, item->raw);
          const LscLane *lane = _lsc_kineto_lane (build, bucket);

          told_ops_append (
              out, (Told){ item->sequence, lane->start_ns[slice], lsc_lane_get_end_ns (lane, slice),
                           lsc_timeline_get_id (build->timeline, (LscSpot){ bucket->node, slice }),
                           item->flags });
        }
    }
}

static void
note_roles (LscKinetoBuild *build, const ToldOps *told)
{
  LscKinetoReader *reader = build->timeline->reader;

  for (gsize i = 0; i < told->n; i++)
    if (told->items[i].flags & LSC_TRACE_FLAG_BACKWARD)
      _lsc_kineto_set_role (reader, told->items[i].id, LSC_FWD_BACKWARD);
    else if (told->items[i].flags & LSC_TRACE_FLAG_FORWARD)
      _lsc_kineto_set_role (reader, told->items[i].id, LSC_FWD_FORWARD);
}

/* -- By flows ------------------------------------------------------------------------------------
 */

static int
compare_flows (gconstpointer a, gconstpointer b)
{
  const LscFlow *x = a, *y = b;

  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  if (x->time_ns != y->time_ns)
    return x->time_ns < y->time_ns ? -1 : 1;
  return (x->phase == 's' ? 0 : 1) - (y->phase == 's' ? 0 : 1);
}

/** Where the last end of a flow was found: the next one is near. */
typedef struct
{
  guint32 bucket;
  LscLaneHints hints;
} Near;

/** What binds flows to ops. */
typedef struct
{
  LscKinetoBuild *build;
  guint8 *has_sequence; /* a bit for each slice */
  Near from;
  Near to;
} Binder;

static void
note_sequences (Binder *self, const ToldOps *told)
{
  self->has_sequence = g_malloc0 (self->build->timeline->n_slices / 8 + 1);
  for (gsize i = 0; i < told->n; i++)
    if (told->items[i].sequence >= 0)
      self->has_sequence[told->items[i].id / 8] |= (guint8) (1u << told->items[i].id % 8);
}

static gboolean
has_sequence (const Binder *self, guint32 id)
{
  return (self->has_sequence[id / 8] >> id % 8 & 1) != 0;
}

/* The slice of a row that starts exactly then, LSC_SLICE_NONE. The longest of several comes first,
 * but for zero-length ones before it. */
static guint32
find_start (const LscLane *lane, guint32 row, gint64 time_ns, Near *near)
{
  guint32 end = lane->row_begin[row + 1];
  guint32 found = lsc_lane_find_start_near (lane, row, time_ns, &near->hints);

  if (found == end || lane->start_ns[found] != time_ns)
    return LSC_SLICE_NONE;
  while (found + 1 < end && lane->start_ns[found + 1] == time_ns)
    found++;
  return found;
}

/* The op that an end of a flow stands for, LSC_SLICE_NONE. */
static guint32
bind (const Binder *self, Near *near, const LscFlow *flow)
{
  const LscKinetoBuild *build = self->build;
  guint32 index = _lsc_kineto_get_bucket (build, flow->track, LSC_KINETO_TO_OPS);
  gint64 base = build->trace->has_base ? build->trace->base_ns : 0;
  gint64 best_ns = -1, time_ns;
  guint32 best = LSC_SLICE_NONE;
  gboolean best_is_told = FALSE;
  const LscKinetoBucket *bucket;
  const LscLane *lane;

  if (index == LSC_KINETO_NO_BUCKET || __builtin_add_overflow (flow->time_ns, base, &time_ns))
    return LSC_SLICE_NONE;
  bucket = _lsc_kineto_bucket (build, index);
  if (bucket->node == LSC_SLICE_NONE)
    return LSC_SLICE_NONE;
  if (near->bucket != index)
    *near = (Near){ .bucket = index };
  lane = _lsc_kineto_lane (build, bucket);
  for (guint32 row = 0; row < lane->n_rows; row++)
    {
      guint32 slice = find_start (lane, row, time_ns, near);
      gboolean is_told;
      guint32 id;

      if (slice == LSC_SLICE_NONE)
        continue;
      id = lsc_timeline_get_id (build->timeline, (LscSpot){ bucket->node, slice });
      is_told = has_sequence (self, id);
      if (is_told > best_is_told ||
          (is_told == best_is_told && lsc_lane_get_duration_ns (lane, slice) > best_ns))
        {
          best = id;
          best_is_told = is_told;
          best_ns = lsc_lane_get_duration_ns (lane, slice);
        }
    }
  return best;
}

/* In the order of unsigned numbers. */
static gint64
flow_key (gsize index, gconstpointer data)
{
  return (gint64) (((const LscFlow *) data)[index].id ^ (guint64) 1 << 63);
}

/* By id, then time. */
static void
sort_flows (LscFlows *flows)
{
  LscFlow *items = flows->items;
  gsize end;

  lsc_sort_items (items, flows->n, sizeof *items, flow_key);
  for (gsize i = 0; i < flows->n; i = end)
    {
      for (end = i + 1; end < flows->n && items[end].id == items[i].id;)
        end++;
      if (end - i > 2 || (end - i == 2 && compare_flows (&items[i], &items[i + 1]) > 0))
        qsort (items + i, end - i, sizeof *items, compare_flows);
    }
}

static void
link_by_flows (Binder *self, const LscFlows *all, LscLinkList *links)
{
  const LscFlow *flows = all->items;

  for (gsize i = 0; i + 1 < all->n; i++)
    {
      guint32 from, to;

      if (flows[i].phase != 's' || flows[i + 1].phase != 'f' || flows[i].id != flows[i + 1].id)
        continue;
      from = bind (self, &self->from, &flows[i]);
      to = bind (self, &self->to, &flows[i + 1]);
      if (from != LSC_SLICE_NONE && to != LSC_SLICE_NONE && from != to)
        lsc_link_list_append (links, (LscLink){ from, to, LSC_LINK_FWD_BWD });
    }
}

/* -- By sequence numbers -------------------------------------------------------------------------
 */

static int
compare_sequences (gconstpointer a, gconstpointer b)
{
  const Told *x = a, *y = b;

  if (x->sequence != y->sequence)
    return x->sequence < y->sequence ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return (x->end_ns < y->end_ns) - (x->end_ns > y->end_ns);
}

static gboolean
is_engine (const LscKinetoBuild *build, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (build->timeline, id);
  guint32 name = lsc_timeline_get_node (build->timeline, spot.node)->lane->name[spot.slice];

  return g_str_has_prefix (lsc_timeline_text (build->timeline, name), "autograd::engine::");
}

/* Of the backward ops of one number that contain each other the one that is no wrapper of the
 * engine, else the outermost. */
static gboolean
is_wrapper (const LscKinetoBuild *build, const Told *items, gsize index, gsize end)
{
  if (!is_engine (build, items[index].id))
    return FALSE;
  for (gsize i = index + 1; i < end && items[i].start_ns < items[index].end_ns; i++)
    if ((items[i].flags & LSC_TRACE_FLAG_BACKWARD) && items[i].end_ns <= items[index].end_ns)
      return TRUE;
  return FALSE;
}

static void
link_number (LscKinetoBuild *build, const Told *items, gsize begin, gsize end, LscLinkList *links)
{
  guint32 forward = LSC_SLICE_NONE;
  gint64 covered_ns = G_MININT64;

  for (gsize i = begin; i < end; i++)
    {
      if (items[i].flags & LSC_TRACE_FLAG_FORWARD)
        forward = items[i].id;
      else if ((items[i].flags & LSC_TRACE_FLAG_BACKWARD) && forward != LSC_SLICE_NONE &&
               items[i].end_ns > covered_ns && !is_wrapper (build, items, i, end))
        {
          lsc_link_list_append (links, (LscLink){ forward, items[i].id, LSC_LINK_FWD_BWD });
          covered_ns = items[i].end_ns; /* what it contains is the same op */
        }
    }
}

static void
link_by_sequences (LscKinetoBuild *build, ToldOps *told, LscLinkList *links)
{
  gsize end;

  if (told->n > 1)
    qsort (told->items, told->n, sizeof (Told), compare_sequences);
  for (gsize begin = 0; begin < told->n; begin = end)
    {
      for (end = begin + 1;
           end < told->n && told->items[end].sequence == told->items[begin].sequence;)
        end++;
      if (told->items[begin].sequence >= 0)
        link_number (build, told->items, begin, end, links);
    }
}

/**
 * _lsc_kineto_make_passes:
 *
 * Links of forward and backward ops, and the role of each op that autograd said something of.
 * Cost: O(n log n).
 */
gboolean
_lsc_kineto_make_passes (LscKinetoBuild *build, LscLinkList *links, GError **error)
{
  ToldOps told = { 0 };
  LscFlows *flows = &build->trace->flows;

  collect_told (build, &told);
  note_roles (build, &told);
  if (flows->n > 0)
    {
      Binder binder = { .build = build };

      binder.from.bucket = binder.to.bucket = LSC_KINETO_NO_BUCKET;
      note_sequences (&binder, &told);
      sort_flows (flows);
      link_by_flows (&binder, flows, links);
      g_free (binder.has_sequence);
    }
  else
    link_by_sequences (build, &told, links);
  told_ops_clear (&told);
  return lsc_job_check (build->job, error);
}
