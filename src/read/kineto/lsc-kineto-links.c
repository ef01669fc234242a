/* lsc-kineto-links.c - which op launched what, and which ops are forward and backward of one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "read/kineto/lsc-kineto.h"

/* formats.md#kineto-links. A correlation is a number that a call of the runtime and
 * what it launched share; the op is the innermost one on the call's thread that contains its start.
 * External id means two different things in the wild, and decides only where ops meet. */

/* Truncation can move a start one microsecond behind the end of what contains it. */
#define SLACK_NS 1001

/** A call of the runtime, to be found by its correlation. */
typedef struct
{
  gint64 start_ns;
  guint32 link;
  guint32 id;
  guint32 track;
  guint16 used;     /* 1 once something of the device was linked to it */
  guint16 is_empty; /* 1 for a call of no length */
} Launch;

LSC_DEFINE_ARRAY (Launches, launches, Launch)

static int
compare_launches (gconstpointer a, gconstpointer b)
{
  const Launch *x = a, *y = b;

  if (x->link != y->link)
    return x->link < y->link ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

static gint64
link_key (gsize index, gconstpointer data)
{
  return ((const Launch *) data)[index].link;
}

/* By link, then time. Links of one thread rise as a rule, so that there is little to do. */
static void
sort_launches (Launches *self)
{
  gsize end;

  lsc_sort_items (self->items, self->n, sizeof *self->items, link_key);
  for (gsize i = 0; i < self->n; i = end)
    {
      for (end = i + 1; end < self->n && self->items[end].link == self->items[i].link;)
        end++;
      if (end - i > 1)
        qsort (self->items + i, end - i, sizeof (Launch), compare_launches);
    }
}

static guint32
id_of (const LscKinetoBuild *build, const LscKinetoBucket *bucket, guint32 raw)
{
  guint32 slice = _lsc_kineto_slice (bucket, raw);

  return lsc_timeline_get_id (build->timeline, (LscSpot){ bucket->node, slice });
}

static void
collect_launches (const LscKinetoBuild *build, Launches *out)
{
  for (guint i = 0; i < build->buckets->len; i++)
    {
      const LscKinetoBucket *bucket = _lsc_kineto_bucket (build, i);
      const LscLane *lane;
      guint32 lane_id;

      if (bucket->target != LSC_KINETO_TO_RUNTIME || bucket->node == LSC_SLICE_NONE)
        continue;
      lane = _lsc_kineto_lane (build, bucket);
      lane_id = lsc_timeline_get_id (build->timeline, (LscSpot){ bucket->node, 0 });
      launches_reserve (out, out->n + bucket->ends.n);
      for (gsize k = 0; k < bucket->ends.n; k++)
        {
          const LscKinetoEnd *end = &bucket->ends.items[k];
          guint32 slice = _lsc_kineto_slice (bucket, end->raw);

          launches_append (out, (Launch){ lane->start_ns[slice], end->link, lane_id + slice,
                                          bucket->track, 0,
                                          lsc_lane_get_duration_ns (lane, slice) == 0 });
        }
    }
  sort_launches (out);
}

/* Correlations are unique in a process. Where two processes used the same one, the launch is the
 * last that began before the device did. @hint is where the one before was: links of a stream rise,
 * too. */
static Launch *
find_launch (const Launches *launches, guint32 link, gint64 start_ns, gsize *hint)
{
  gsize low = 0, high = launches->n;

  if (*hint < high && launches->items[*hint].link < link)
    {
      low = *hint + 1;
      for (gsize step = 1; step < high - low; step *= 2)
        if (launches->items[low + step].link < link)
          low += step + 1;
        else
          high = low + step + 1;
    }
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (launches->items[middle].link < link)
        low = middle + 1;
      else
        high = middle;
    }
  *hint = low > 0 ? low - 1 : 0;
  if (low == launches->n || launches->items[low].link != link)
    return NULL;
  while (low + 1 < launches->n && launches->items[low + 1].link == link &&
         launches->items[low + 1].start_ns <= start_ns)
    low++;
  return &launches->items[low];
}

static void
link_device (LscKinetoBuild *build, const Launches *launches, LscLinkList *links)
{
  for (guint i = 0; i < build->buckets->len; i++)
    {
      const LscKinetoBucket *bucket = _lsc_kineto_bucket (build, i);
      gsize hint = 0;

      if ((bucket->target != LSC_KINETO_TO_STREAM && bucket->target != LSC_KINETO_TO_COMM) ||
          bucket->node == LSC_SLICE_NONE)
        continue;
      for (gsize k = 0; k < bucket->ends.n; k++)
        {
          const LscKinetoEnd *end = &bucket->ends.items[k];
          guint32 slice = _lsc_kineto_slice (bucket, end->raw);
          Launch *launch = find_launch (launches, end->link,
                                        _lsc_kineto_lane (build, bucket)->start_ns[slice], &hint);

          if (!launch)
            continue;
          launch->used = 1;
          lsc_link_list_append (
              links, (LscLink){ launch->id, id_of (build, bucket, end->raw), LSC_LINK_LAUNCH });
        }
    }
}

/* ---- calls where ops meet ---- */

/* Few calls are of no length, or where times are whole microseconds: their arguments are read
 * again. Of a trace with more than so many the times alone decide. */
#define MOST_ASKED 2000

/* So many calls that are clearly inside of an op show what External id means. */
#define MOST_SHOWN 8

typedef enum
{
  IDS_UNKNOWN,
  IDS_OF_OPS,
  IDS_OF_NOTHING,
} IdMeaning;

/** What is asked of External ids. */
typedef struct
{
  LscKinetoBuild *build;
  const Launches *launches;
  IdMeaning meaning;
  guint n_asked;
} Border;

/* (nullable): the External id of the event at @offset */
static char *
read_external (LscKinetoBuild *build, gint64 offset)
{
  gsize n = 0;
  g_autofree char *text = _lsc_kineto_read_text (build, offset, &n);

  return text ? lsc_kineto_find_text (text, n, "External id") : NULL;
}

static gboolean
have_same_id (const Border *self, const Launch *launch, const LscLane *ops, guint32 op)
{
  LscSpot call = lsc_timeline_get_spot (self->build->timeline, launch->id);
  const LscLane *calls = lsc_timeline_get_node (self->build->timeline, call.node)->lane;
  g_autofree char *a = read_external (self->build, lsc_lane_get_detail (calls, call.slice));
  g_autofree char *b = a ? read_external (self->build, lsc_lane_get_detail (ops, op)) : NULL;

  return a && b && strcmp (a, b) == 0;
}

/* Newer traces give a call the id of its op, older ones that of what it launched: calls that are
 * clearly inside of an op show it. */
static gboolean
are_ids_of_ops (Border *self)
{
  guint n_shown = 0, n_same = 0;

  for (gsize i = 0; i < self->launches->n && self->meaning == IDS_UNKNOWN && n_shown < MOST_SHOWN;
       i++)
    {
      const Launch *launch = &self->launches->items[i];
      guint32 index = _lsc_kineto_get_bucket (self->build, launch->track, LSC_KINETO_TO_OPS);
      const LscKinetoBucket *bucket =
          index != LSC_KINETO_NO_BUCKET ? _lsc_kineto_bucket (self->build, index) : NULL;
      const LscLane *lane =
          bucket && bucket->node != LSC_SLICE_NONE ? _lsc_kineto_lane (self->build, bucket) : NULL;
      guint32 op = lane && launch->used && !launch->is_empty
                       ? lsc_lane_find_deepest (lane, launch->start_ns)
                       : LSC_SLICE_NONE;

      if (op == LSC_SLICE_NONE || lane->start_ns[op] + SLACK_NS >= launch->start_ns)
        continue;
      n_shown++;
      n_same += have_same_id (self, launch, lane, op);
    }
  if (self->meaning == IDS_UNKNOWN)
    self->meaning = n_same * 2 > n_shown ? IDS_OF_OPS : IDS_OF_NOTHING;
  return self->meaning == IDS_OF_OPS;
}

static gboolean
may_ask (Border *self)
{
  return self->n_asked++ < MOST_ASKED && are_ids_of_ops (self);
}

/* The op that ends exactly where a call of no length is has it if their ids are equal. */
static guint32
choose_before (Border *self, const LscLane *lane, const Launch *launch, guint32 slice)
{
  guint32 before = lsc_lane_find_deepest (lane, launch->start_ns - 1);

  if (before == LSC_SLICE_NONE || before == slice ||
      lsc_lane_get_end_ns (lane, before) != launch->start_ns || !may_ask (self))
    return slice;
  return have_same_id (self, launch, lane, before) ? before : slice;
}

/* Of a trace of whole microseconds: the op whose end was cut off just before a call, unless the
 * call goes on for longer than that, or has another id. */
static guint32
choose_cut (Border *self, const LscLane *lane, const Launch *launch)
{
  guint32 before = lsc_lane_find_deepest (lane, launch->start_ns - SLACK_NS);
  LscSpot call = lsc_timeline_get_spot (self->build->timeline, launch->id);
  gint64 end_ns = lsc_lane_get_end_ns (
      lsc_timeline_get_node (self->build->timeline, call.node)->lane, call.slice);

  if (before == LSC_SLICE_NONE || end_ns > lsc_lane_get_end_ns (lane, before) + SLACK_NS)
    return LSC_SLICE_NONE;
  return !may_ask (self) || have_same_id (self, launch, lane, before) ? before : LSC_SLICE_NONE;
}

/* The op of a launch. */
static void
link_ops (LscKinetoBuild *build, const Launches *launches, LscLinkList *links)
{
  Border border = { .build = build, .launches = launches };
  LscLaneHints hints = { 0 };
  guint32 last = LSC_KINETO_NO_BUCKET;

  for (gsize i = 0; i < launches->n; i++)
    {
      const Launch *launch = &launches->items[i];
      guint32 index = _lsc_kineto_get_bucket (build, launch->track, LSC_KINETO_TO_OPS);
      const LscKinetoBucket *bucket;
      const LscLane *lane;
      guint32 slice;

      if (!launch->used || index == LSC_KINETO_NO_BUCKET)
        continue;
      bucket = _lsc_kineto_bucket (build, index);
      if (bucket->node == LSC_SLICE_NONE)
        continue;
      if (index != last)
        hints = (LscLaneHints){ 0 };
      last = index;
      lane = _lsc_kineto_lane (build, bucket);
      slice = lsc_lane_find_deepest_near (lane, launch->start_ns, &hints);
      if (G_UNLIKELY (launch->is_empty))
        slice = choose_before (&border, lane, launch, slice);
      if (slice == LSC_SLICE_NONE && build->rule == LSC_LANE_SLACK)
        slice = choose_cut (&border, lane, launch);
      if (slice == LSC_SLICE_NONE)
        continue;
      lsc_link_list_append (
          links, (LscLink){ lsc_timeline_get_id (build->timeline, (LscSpot){ bucket->node, slice }),
                            launch->id, LSC_LINK_OP_LAUNCH });
    }
}

static gint64
get_id (gsize index, gconstpointer data)
{
  return ((const guint32 *) data)[index];
}

/* Calls that launched nothing here, but on another device. */
static void
list_far (LscKinetoBuild *build, const Launches *launches)
{
  LscIndexes *out = &build->timeline->far_launches;
  gsize hint = 0;

  for (gsize i = 0; i < build->fars.n; i++)
    {
      const LscKinetoFar *task = &build->fars.items[i];
      Launch *launch = find_launch (launches, task->link, task->start_ns, &hint);

      if (!launch || launch->used)
        continue;
      launch->used = 1;
      lsc_indexes_append (out, launch->id);
    }
  lsc_sort_items (out->items, out->n, sizeof *out->items, get_id);
}

static void
link_copies (LscKinetoBuild *build, LscLinkList *links)
{
  for (guint i = 0; i < build->groups->len; i++)
    {
      const LscKinetoGroup *group = g_ptr_array_index (build->groups, i);
      const LscKinetoBucket *bucket = _lsc_kineto_bucket (build, group->bucket);

      for (gsize k = 0; bucket->node != LSC_SLICE_NONE && k < group->copies.n; k++)
        {
          const LscKinetoCopy *copy = &group->copies.items[k];
          const LscKinetoBucket *stream = _lsc_kineto_bucket (build, copy->bucket);

          if (stream->node == LSC_SLICE_NONE)
            continue;
          lsc_link_list_append (links,
                                (LscLink){ id_of (build, bucket, (guint32) k),
                                           id_of (build, stream, copy->raw), LSC_LINK_COMM_TASK });
        }
    }
}

/**
 * _lsc_kineto_make_links:
 *
 * Launches, ops and communication ops. Cost: O(n log n).
 */
gboolean
_lsc_kineto_make_links (LscKinetoBuild *build, LscLinkList *links, GError **error)
{
  Launches launches = { 0 };
  gboolean ok;

  collect_launches (build, &launches);
  link_device (build, &launches, links);
  ok = lsc_job_check (build->job, error);
  if (ok)
    {
      link_ops (build, &launches, links); /* of what is linked so far */
      list_far (build, &launches);
      link_copies (build, links);
    }
  launches_clear (&launches);
  return ok && lsc_job_check (build->job, error);
}
