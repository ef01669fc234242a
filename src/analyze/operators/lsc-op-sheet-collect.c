/* lsc-op-sheet-collect.c - the kernels of a timeline, lane by lane
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/operators/lsc-op-sheet-private.h"
#include "base/lsc-sort.h"
#include "model/lsc-kernel-name.h"

#define CHECK_EVERY 4096

/** @is_fused: of each name: 0 = not asked, 1 = no, 2 = a product with a collective in it */
typedef struct
{
  LscOpMaker *maker;
  guint8 *is_fused;
} Collect;

/* A product with a collective in it is a kernel that computes; its operator shows the other half in
 * the timeline alone, so that nothing is counted twice. */
static gboolean
is_fused (Collect *self, guint32 name)
{
  guint8 *known = &self->is_fused[name];

  if (*known == 0)
    *known = lsc_kernel_name_get_comm (lsc_timeline_text (self->maker->timeline, name)) ==
                     LSC_COMM_NAME_FUSED
                 ? 2
                 : 1;
  return *known == 2;
}

/* Returns: what of the device's work a slice is, %LSC_OP_N_CLASSES = none */
static LscOpClass
find_class (Collect *self, const LscNode *node, guint32 slice)
{
  guint8 kind = node->lane->kind[slice];

  if (node->role == LSC_ROLE_COMM_GROUP)
    return kind == LSC_SLICE_COMM_OP && !is_fused (self, node->lane->name[slice])
               ? LSC_OP_COMMUNICATION
               : LSC_OP_N_CLASSES;
  if (lsc_slice_kind_is_computing (kind))
    return LSC_OP_COMPUTING;
  if (kind == LSC_SLICE_COMM_OP && !is_fused (self, node->lane->name[slice]))
    return LSC_OP_COMMUNICATION;
  return kind == LSC_SLICE_COPY ? LSC_OP_COPYING : LSC_OP_N_CLASSES;
}

/* What keeps a lane from idling: waits and marks do not. */
static gboolean
works (guint8 kind)
{
  return lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COPY ||
         kind == LSC_SLICE_SCHEDULE || kind == LSC_SLICE_COMM_OP || kind == LSC_SLICE_COMM_TASK;
}

static int
compare_by_time (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscLane *lane = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  LSC_RETURN_ORDER (lane->start_ns[x], lane->start_ns[y]);
  return LSC_ORDER (x, y);
}

/* Lanes are ordered by row first. Returns: (transfer full) (nullable): %NULL where that is by time
 */
static guint32 *
order_by_time (const LscLane *lane)
{
  guint32 *order;

  if (lane->n_rows <= 1 || lane->n < 2)
    return NULL;
  order = g_new (guint32, lane->n);
  for (guint32 i = 0; i < lane->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) lane->n, sizeof *order, compare_by_time, (gpointer) lane);
  return order;
}

static void
take_slice (Collect *self, guint32 index, guint32 slice, gint64 done_ns)
{
  const LscNode *node = lsc_timeline_get_node (self->maker->timeline, index);
  const LscLane *lane = node->lane;
  LscOpClass class = find_class (self, node, slice);
  gint64 start_ns = lane->start_ns[slice];

  if (class == LSC_OP_N_CLASSES)
    return;
  lsc_op_raws_append (
      &self->maker->raws,
      (LscOpRaw){ .start_ns = start_ns,
                  .duration_ns = lsc_lane_get_duration_ns (lane, slice),
                  .wait_ns = done_ns == G_MININT64 ? -1 : MAX (start_ns - done_ns, 0),
                  .slice = node->first_id + slice,
                  .node = index,
                  .name = lane->name[slice],
                  .row = LSC_ID_NONE,
                  .step = LSC_OP_NO_STEP,
                  .class = (guint8) class,
                  .slice_kind = lane->kind[slice] });
}

static gboolean
take_lane (Collect *self, guint32 index, GError **error)
{
  const LscLane *lane = lsc_timeline_get_node (self->maker->timeline, index)->lane;
  g_autofree guint32 *order = order_by_time (lane);
  gint64 done_ns = G_MININT64;

  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 slice = order ? order[i] : i;

      if (i % CHECK_EVERY == 0 && !lsc_job_check (self->maker->job, error))
        return FALSE;
      take_slice (self, index, slice, done_ns);
      if (works (lane->kind[slice]))
        done_ns = MAX (done_ns, lsc_lane_get_end_ns (lane, slice));
    }
  return TRUE;
}

/** Lists the kernels of all lanes. Cost: O(slices). Returns: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_op_maker_collect (LscOpMaker *self, GError **error)
{
  g_autofree guint8 *fused = g_new0 (guint8, lsc_intern_size (self->timeline->strings) + 1);
  Collect collect = { self, fused };

  lsc_op_raws_reserve (&self->raws, self->run->kernels.n);
  for (guint32 i = 1; i < self->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      if (node->lane && (node->role == LSC_ROLE_STREAM || node->role == LSC_ROLE_COMM_GROUP) &&
          !take_lane (&collect, i, error))
        return FALSE;
    }
  return TRUE;
}
