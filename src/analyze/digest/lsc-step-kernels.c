/* lsc-step-kernels.c - single kernels of one step of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/digest/lsc-step-kernels-private.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define NOT_RECORDED "N/A"

/**
 * lsc_step_kernels_new_blank:
 * @step: index in LscRankDigest.steps
 *
 * For those who fill it in before anybody else sees it.
 *
 * Returns: (transfer full): without kernels
 */
LscStepKernels *
lsc_step_kernels_new_blank (gsize step)
{
  LscStepKernels *self = g_new0 (LscStepKernels, 1);

  g_atomic_ref_count_init (&self->refs);
  self->step = step;
  self->texts = lsc_intern_new ();
  return self;
}

LscStepKernels *
lsc_step_kernels_ref (LscStepKernels *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_step_kernels_unref: @self: (transfer full): from any thread */
void
lsc_step_kernels_unref (LscStepKernels *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_intern_unref (self->texts);
  lsc_step_kernel_list_clear (&self->kernels);
  lsc_step_launches_clear (&self->launches);
  lsc_step_calls_clear (&self->calls);
  lsc_step_blocks_clear (&self->blocks);
  g_free (self);
}

/**
 * lsc_rank_digest_find_median_step:
 *
 * Returns: index of the first step whose length is the median of those that count
 *   (steps.md#typical), which stands for all of them; 0 where the rank has no steps
 */
gsize
lsc_rank_digest_find_median_step (const LscRankDigest *self)
{
  g_autofree gint64 *lengths = g_new (gint64, self->steps.n + 1);
  gsize n = 0;
  gint64 median;

  for (gsize i = 0; i < self->steps.n; i++)
    if (lsc_budget_step_is_typical (lsc_rank_digest_get_step (self, i)))
      lengths[n++] = lsc_rank_digest_get_step (self, i)->step_ns;
  if (n == 0)
    return 0;
  median = lsc_median_lower_int64 (lengths, n);
  for (gsize i = 0; i < self->steps.n; i++)
    if (lsc_budget_step_is_typical (lsc_rank_digest_get_step (self, i)) &&
        lsc_rank_digest_get_step (self, i)->step_ns == median)
      return i;
  return 0;
}

/* A text that was not looked at yet. */
#define NOT_TAKEN (LSC_STRING_NONE - 1)

/** While the kernels of a step are listed. @names, @texts: of each string of the timeline its id */
typedef struct
{
  LscStepKernels *out;
  const LscTimeline *timeline;
  gint64 begin_ns;
  gint64 end_ns;
  guint32 *names;
  guint32 *texts;
} Listing;

static guint32
take_text (const Listing *self, guint32 id)
{
  const char *text;

  if (id == LSC_STRING_NONE || self->texts[id] != NOT_TAKEN)
    return id == LSC_STRING_NONE ? LSC_STRING_NONE : self->texts[id];
  text = lsc_timeline_text (self->timeline, id);
  self->texts[id] = *text && !g_str_equal (text, NOT_RECORDED)
                        ? lsc_intern_add (self->out->texts, text)
                        : LSC_STRING_NONE;
  return self->texts[id];
}

static guint32
take_name (const Listing *self, guint32 id)
{
  if (self->names[id] == NOT_TAKEN)
    self->names[id] = lsc_intern_add_take (
        self->out->texts,
        lsc_compare_name_kernel (lsc_timeline_text (self->timeline, id), self->timeline->is_gpu));
  return self->names[id];
}

static void
list_kernel (const Listing *self, const LscNode *node, guint32 slice)
{
  const LscKernelKey *key =
      lsc_kernel_keys_find (&self->timeline->kernel_keys, lsc_lane_get_detail (node->lane, slice));
  LscStepKernel kernel = { .stream = (guint32) node->tid,
                           .slice = node->first_id + slice,
                           .duration_ns = lsc_lane_get_duration_ns (node->lane, slice) };

  kernel.name = take_name (self, node->lane->name[slice]);
  kernel.type = key ? take_text (self, key->type) : LSC_STRING_NONE;
  kernel.shapes = key ? take_text (self, key->shapes) : LSC_STRING_NONE;
  self->out->has_types |= kernel.type != LSC_STRING_NONE;
  self->out->has_shapes |= kernel.shapes != LSC_STRING_NONE;
  lsc_step_kernel_list_append (&self->out->kernels, kernel);
}

static int
compare_by_time (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscLane *lane = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  LSC_RETURN_ORDER (lane->start_ns[x], lane->start_ns[y]);
  return LSC_ORDER (x, y);
}

static void
list_lane (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  const Listing *self = user_data;
  const LscNode *node = lsc_timeline_get_node (timeline, index);
  LscIndexes slices = { 0 };

  for (guint32 i = 0; i < node->lane->n; i++)
    if (lsc_slice_kind_is_computing (node->lane->kind[i]) &&
        node->lane->start_ns[i] >= self->begin_ns && node->lane->start_ns[i] < self->end_ns)
      lsc_indexes_append (&slices, i);
  if (node->lane->n_rows > 1 && slices.n > 1) /* lanes are ordered by row first */
    g_qsort_with_data (slices.items, (int) slices.n, sizeof (guint32), compare_by_time, node->lane);
  for (gsize i = 0; i < slices.n; i++)
    list_kernel (self, node, slices.items[i]);
  lsc_indexes_clear (&slices);
}

/* Stream by stream in the order of their lanes. */
static void
list_kernels (LscStepKernels *self, const LscTimeline *timeline, const LscBudgetStep *step)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint32 *names = g_new (guint32, n_texts + 1);
  g_autofree guint32 *texts = g_new (guint32, n_texts + 1);
  Listing listing = { self, timeline, step->begin_ns, step->end_ns, names, texts };

  for (gsize i = 0; i < n_texts; i++)
    names[i] = texts[i] = NOT_TAKEN;
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_STREAM, list_lane,
                             &listing);
}

/**
 * lsc_rank_digest_list_kernels:
 * @self: any digest of @timeline
 * @timeline: completed
 * @step: index of LscRankDigest.steps, 0 where there are none
 * @has_sheets: with what only the sheets of the reference tool show: launches, calls, blocks
 *
 * Cost: O(slices of the streams); of sheets those of the host, too, and the table of blocks of
 * memory is read again. Thread: any.
 *
 * Returns: (transfer full) (nullable): the kernels of that step; %NULL, with @has_sheets alone,
 * with %LSC_ERROR_CANCELLED or when the file of a recording with blocks cannot be read again
 */
LscStepKernels *
lsc_rank_digest_list_kernels (const LscRankDigest *self, const LscTimeline *timeline, gsize step,
                              gboolean has_sheets, LscJob *job, GError **error)
{
  g_autoptr (LscStepKernels) kernels = NULL;

  g_return_val_if_fail (self && timeline, NULL);
  g_return_val_if_fail (step < MAX (self->steps.n, 1), NULL);
  kernels = lsc_step_kernels_new_blank (step);
  kernels->has_sheets = has_sheets;
  if (self->steps.n == 0)
    return g_steal_pointer (&kernels);
  list_kernels (kernels, timeline, lsc_rank_digest_get_step (self, step));
  if (has_sheets && !_lsc_step_kernels_add_sheets (
                        kernels, timeline, lsc_rank_digest_get_step (self, step), job, error))
    return NULL;
  return g_steal_pointer (&kernels);
}
