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
#include "model/lsc-kernel-name.h"

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
  lsc_step_works_clear (&self->works);
  lsc_step_launches_clear (&self->launches);
  lsc_step_typed_kernels_clear (&self->all);
  lsc_step_comm_tasks_clear (&self->comm_tasks);
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

/* ---- work of all steps ---- */

/* What is not known yet of a text. */
#define NOT_ASKED (-1.0)

/** While products are added up. @is_product: of each string of the timeline: 0 = not asked, 1 = a
 * name of a kernel that multiplies matrices, 2 = none; @flops: of each text of shapes, of products
 * with weights */
typedef struct
{
  const LscRankDigest *digest;
  const LscTimeline *timeline;
  LscStepWorks *out;
  guint8 *is_product;
  double *flops;
} Works;

static gboolean
is_product (const Works *self, guint32 name)
{
  guint8 *known = &self->is_product[name];

  if (*known == 0)
    *known = lsc_kernel_name_family (lsc_timeline_text (self->timeline, name)) == LSC_FAMILY_MATRIX
                 ? 1
                 : 2;
  return *known == 1;
}

static gboolean
is_of_weights (const Works *self, const LscKernelKey *key)
{
  return !key || key->type == LSC_STRING_NONE ||
         lsc_product_is_of_weights (lsc_timeline_text (self->timeline, key->type));
}

static double
find_flops (const Works *self, const LscKernelKey *key)
{
  double *known;

  if (key->shapes == LSC_STRING_NONE)
    return 0;
  known = &self->flops[key->shapes];
  if (*known <= NOT_ASKED)
    *known = lsc_product_find_flops (lsc_timeline_text (self->timeline, key->shapes));
  return *known;
}

static void
add_lane_works (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  const Works *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, index)->lane;
  const LscBudgetStep *steps = self->digest->steps.items;
  gsize n = self->digest->steps.n;

  for (guint32 i = 0; i < lane->n; i++)
    {
      gint64 start_ns = lane->start_ns[i];
      gsize at;
      const LscKernelKey *key;
      double flops;

      if (!lsc_slice_kind_is_computing (lane->kind[i]) || !is_product (self, lane->name[i]))
        continue;
      at = LSC_BISECT (k, 0, n, steps[k].begin_ns <= start_ns);
      if (at == 0 || start_ns >= steps[at - 1].end_ns)
        continue;
      key = lsc_kernel_keys_find (&timeline->kernel_keys, lsc_lane_get_detail (lane, i));
      if (!is_of_weights (self, key))
        continue;
      flops = key ? find_flops (self, key) : 0;
      self->out->items[at - 1].n_products++;
      self->out->items[at - 1].n_told += flops > 0;
      self->out->items[at - 1].flops += flops;
    }
}

/* Steps are by time. */
static void
add_works (LscStepKernels *self, const LscRankDigest *digest, const LscTimeline *timeline)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint8 *is_product = g_new0 (guint8, n_texts + 1);
  g_autofree double *flops = g_new (double, n_texts + 1);
  Works works = { digest, timeline, &self->works, is_product, flops };

  for (gsize i = 0; i < n_texts; i++)
    flops[i] = NOT_ASKED;
  for (gsize i = 0; i < digest->steps.n; i++)
    lsc_step_works_append (&self->works, (LscStepWork){ 0 });
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_STREAM,
                             add_lane_works, &works);
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
 * Returns: (transfer full) (nullable): the kernels of that step, and the work of all; %NULL, with
 * @has_sheets alone,
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
  add_works (kernels, self, timeline);
  if (has_sheets && !_lsc_step_kernels_add_sheets (
                        kernels, timeline, lsc_rank_digest_get_step (self, step), job, error))
    return NULL;
  return g_steal_pointer (&kernels);
}
