/* lsc-kineto-links.c - which op launched what, and which ops are forward and backward of one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"

#include <string.h>

#include "base/lsc-sort.h"

/* formats.md#kineto-links. A correlation is a number that a call of the runtime and
 * what it launched share; the op is the innermost one on the call's thread that contains its start,
 * since External id means two different things in the wild. */

/* Truncation can move a start one microsecond behind the end of what contains it. */
#define SLACK_NS 1001

/** A call of the runtime, to be found by its correlation. */
typedef struct
{
  gint64 start_ns;
  guint32 link;
  guint32 id;
  guint32 track;
  guint32 used; /* 1 once something of the device was linked to it */
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

      if (bucket->target != LSC_KINETO_TO_RUNTIME || bucket->node == LSC_SLICE_NONE)
        continue;
      launches_reserve (out, out->n + bucket->ends.n);
      for (gsize k = 0; k < bucket->ends.n; k++)
        {
          const LscKinetoEnd *end = &bucket->ends.items[k];
          guint32 slice = _lsc_kineto_slice (bucket, end->raw);

          launches_append (out,
                           (Launch){ _lsc_kineto_lane (build, bucket)->start_ns[slice], end->link,
                                     id_of (build, bucket, end->raw), bucket->track, 0 });
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

/* The op of a launch; a trace of whole microseconds may cut an op's end off just before it. */
static void
link_ops (LscKinetoBuild *build, const Launches *launches, LscLinkList *links)
{
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
      if (slice == LSC_SLICE_NONE && build->rule == LSC_LANE_SLACK)
        slice = lsc_lane_find_deepest (lane, launch->start_ns - SLACK_NS);
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
