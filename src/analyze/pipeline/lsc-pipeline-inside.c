/* lsc-pipeline-inside.c - what the device did between the begins and ends of a rank's blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-rank-private.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#include <stdlib.h>

/* pipeline.md#inside, verdicts.md#op. Which ranges are blocks of a step is only known when the
 * ranks of a pipeline are together: some are set aside, some become one. All of them begin and end
 * at moments that the rank knows, so that sums up to these moments answer for any of them. */

/** Times that are covered; how much of them lies before each interval, and altogether. */
typedef struct
{
  LscIntervals spans;
  gint64 *before_ns;
} Cover;

static void
cover_clear (Cover *self)
{
  lsc_intervals_clear (&self->spans);
  g_clear_pointer (&self->before_ns, g_free);
}

/* The intervals of @self are complete and merged. */
static void
cover_sum (Cover *self)
{
  gint64 length = 0;

  self->before_ns = g_new (gint64, self->spans.n + 1);
  for (gsize i = 0; i < self->spans.n; i++)
    {
      self->before_ns[i] = length;
      length += self->spans.items[i].end_ns - self->spans.items[i].begin_ns;
    }
  self->before_ns[self->spans.n] = length;
}

/* Covered time before an instant. */
static gint64
covered_before (const Cover *self, gint64 time_ns)
{
  gsize next = lsc_intervals_find (&self->spans, time_ns);
  gint64 covered = self->before_ns[next];

  if (next < self->spans.n)
    covered += MAX (time_ns - self->spans.items[next].begin_ns, 0);
  return covered;
}

/* What the device of a rank ran, by kind. */
typedef struct
{
  Cover compute;
  Cover all;           /* compute and communication */
  Cover no_messages;   /* compute and collectives */
  LscInt64s starts_ns; /* of compute kernels, sorted */
} Device;

static void
device_clear (Device *self)
{
  cover_clear (&self->compute);
  cover_clear (&self->all);
  cover_clear (&self->no_messages);
  lsc_int64s_clear (&self->starts_ns);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Device, device_clear)

/* Whether the run has kernels of the device that is its own. */
static gboolean
uses_device (const LscRun *run)
{
  for (gsize i = 0; run->device >= 0 && i < run->kernels.n; i++)
    if (run->kernels.items[i].device == run->device)
      return TRUE;
  return FALSE;
}

static void
add_class (LscIntervals *spans, const LscRun *run, LscKernelClass kernel_class, gboolean one_device)
{
  gsize end = run->class_begin[kernel_class + 1];

  lsc_intervals_reserve (spans, end - run->class_begin[kernel_class]);
  for (gsize i = run->class_begin[kernel_class]; i < end; i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];

      if (!one_device || kernel->device == run->device)
        lsc_intervals_append (spans, (LscInterval){ kernel->start_ns, kernel->end_ns });
    }
  lsc_intervals_merge (spans);
}

static void
add_collectives (LscIntervals *spans, const LscPipelineReading *reading)
{
  const LscRun *run = reading->run;

  for (gsize i = 0; i < run->comm_ops.n; i++)
    {
      const LscCommOp *op = &run->comm_ops.items[i];

      if (op->end_ns > op->start_ns && reading->types[i] == LSC_P2P_NONE)
        lsc_intervals_append (spans, (LscInterval){ op->start_ns, op->end_ns });
    }
  lsc_intervals_merge (spans);
}

static void
collect_starts (LscInt64s *starts, const LscRun *run, gboolean one_device)
{
  gsize end = run->class_begin[LSC_KERNEL_COMPUTE + 1];
  gboolean is_sorted = TRUE;

  lsc_int64s_reserve (starts, end - run->class_begin[LSC_KERNEL_COMPUTE]);
  for (gsize i = run->class_begin[LSC_KERNEL_COMPUTE]; i < end; i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];

      if (one_device && kernel->device != run->device)
        continue;
      is_sorted &= starts->n == 0 || kernel->start_ns >= starts->items[starts->n - 1];
      lsc_int64s_append (starts, kernel->start_ns);
    }
  if (!is_sorted)
    lsc_sort_int64s (starts->items, starts->n);
}

static void
measure_device (Device *self, const LscPipelineReading *reading, gboolean one_device)
{
  const LscRun *run = reading->run;
  LscIntervals communication = { 0 }, collectives = { 0 };

  add_class (&self->compute.spans, run, LSC_KERNEL_COMPUTE, one_device);
  add_class (&communication, run, LSC_KERNEL_COMMUNICATION, one_device);
  add_collectives (&collectives, reading);
  lsc_intervals_unite (&self->compute.spans, &communication, &self->all.spans);
  lsc_intervals_unite (&self->compute.spans, &collectives, &self->no_messages.spans);
  lsc_intervals_clear (&communication);
  lsc_intervals_clear (&collectives);
  cover_sum (&self->compute);
  cover_sum (&self->all);
  cover_sum (&self->no_messages);
  collect_starts (&self->starts_ns, run, one_device);
}

static gint64
count_before (const LscInt64s *starts, gint64 time_ns)
{
  return (gint64) LSC_BISECT (i, 0, starts->n, starts->items[i] < time_ns);
}

/* ---- moments ---- */

static void
measure_moments (LscPipelineInside *self, const LscBlockRanges *ranges, const Device *device)
{
  LscInt64s times = { NULL, 0, 0 };

  lsc_int64s_reserve (&times, 2 * ranges->n);
  for (gsize i = 0; i < ranges->n; i++)
    {
      lsc_int64s_append (&times, ranges->items[i].start_ns);
      lsc_int64s_append (&times, ranges->items[i].end_ns);
    }
  lsc_sort_int64s (times.items, times.n);
  self->moments = g_new (LscPipelineMoment, times.n);
  for (gsize i = 0; i < times.n; i++)
    if (i == 0 || times.items[i] != times.items[i - 1])
      self->moments[self->n_moments++] =
          (LscPipelineMoment){ .time_ns = times.items[i],
                               .compute_ns = covered_before (&device->compute, times.items[i]),
                               .all_ns = covered_before (&device->all, times.items[i]),
                               .no_messages_ns =
                                   covered_before (&device->no_messages, times.items[i]),
                               .n_kernels = count_before (&device->starts_ns, times.items[i]) };
  self->moments = g_renew (LscPipelineMoment, self->moments, self->n_moments);
  lsc_int64s_clear (&times);
}

/* How many moments come no later than @time_ns. */
static gsize
count_moments (const LscPipelineInside *self, gint64 time_ns)
{
  return LSC_BISECT (i, 0, self->n_moments, self->moments[i].time_ns <= time_ns);
}

/** Returns: (transfer none): the moment of a begin or an end of a block */
const LscPipelineMoment *
_lsc_pipeline_inside_find (const LscPipelineInside *self, gint64 time_ns)
{
  gsize n = count_moments (self, time_ns);

  g_return_val_if_fail (n > 0 && self->moments[n - 1].time_ns == time_ns, NULL);
  return &self->moments[n - 1];
}

/* ---- ops ---- */

/* A kernel that begins behind a moment. */
typedef struct
{
  guint32 moment;
  guint32 name; /* in the run's strings */
  gint64 ns;
} Piece;

LSC_DEFINE_ARRAY (Pieces, pieces, Piece)

/* Kernels of one name behind one moment become one. By name: */
typedef struct
{
  guint32 *number;  /* its index in LscPipelineInside.names; at first, whether it occurs */
  gint64 *sum_ns;   /* behind the moment... */
  guint32 *moment;  /* ...plus 1 */
  guint32 *touched; /* the names behind a moment */
  gsize n_touched;
} Sums;

static void
sums_init (Sums *self, gsize n_names)
{
  *self = (Sums){ .number = g_new0 (guint32, n_names + 1),
                  .sum_ns = g_new (gint64, n_names + 1),
                  .moment = g_new0 (guint32, n_names + 1),
                  .touched = g_new (guint32, n_names + 1) };
}

static void
sums_clear (Sums *self)
{
  g_free (self->number);
  g_free (self->sum_ns);
  g_free (self->moment);
  g_free (self->touched);
}

static int
compare_moments (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (((const Piece *) a)->moment, ((const Piece *) b)->moment);
}

/* The compute kernels that begin between moments, by moment: mostly they come in that order. */
static void
collect_pieces (const LscPipelineInside *self, const LscRun *run, gboolean one_device,
                Pieces *pieces)
{
  gsize end = run->class_begin[LSC_KERNEL_COMPUTE + 1];
  gboolean is_sorted = TRUE;

  for (gsize i = run->class_begin[LSC_KERNEL_COMPUTE]; i < end; i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];
      gsize n;

      if ((one_device && kernel->device != run->device) ||
          kernel->name >= lsc_intern_size (run->strings))
        continue;
      n = count_moments (self, kernel->start_ns);
      if (n == 0 || n == self->n_moments)
        continue;
      is_sorted &= pieces->n == 0 || pieces->items[pieces->n - 1].moment < n;
      pieces_append (pieces,
                     (Piece){ (guint32) n - 1, kernel->name, kernel->end_ns - kernel->start_ns });
    }
  if (!is_sorted)
    qsort (pieces->items, pieces->n, sizeof (Piece), compare_moments);
}

/* Numbers each name that occurs by its order in the run's strings. */
static void
number_names (LscPipelineInside *self, const LscPipelineReading *reading, const Pieces *pieces,
              Sums *sums)
{
  gsize n_texts = lsc_intern_size (reading->run->strings), n = 0;

  for (gsize i = 0; i < pieces->n; i++)
    sums->number[pieces->items[i].name] = 1;
  for (guint32 id = 0; id < n_texts; id++)
    n += sums->number[id];
  self->names = g_new (guint32, n);
  for (guint32 id = 0; id < n_texts; id++)
    if (sums->number[id])
      {
        self->names[self->n_names] =
            lsc_intern_add (reading->strings, lsc_intern_text (reading->run->strings, id));
        sums->number[id] = self->n_names++;
      }
}

static void
put_number (GByteArray *bytes, guint64 value)
{
  guint8 byte;

  for (; value > 0x7f; value >>= 7)
    {
      byte = (guint8) (value | 0x80);
      g_byte_array_append (bytes, &byte, 1);
    }
  byte = (guint8) value;
  g_byte_array_append (bytes, &byte, 1);
}

static guint64
take_number (const guint8 **at)
{
  guint64 value = 0;
  guint shift = 0;

  for (; **at & 0x80; shift += 7)
    value |= (guint64) (*(*at)++ & 0x7f) << shift;
  return value | (guint64) * (*at)++ << shift;
}

/* A kernel that ends before it begins has a small number, too. */
static guint64
fold_sign (gint64 value)
{
  return (guint64) value << 1 ^ (guint64) (value >> 63);
}

static gint64
unfold_sign (guint64 value)
{
  return (gint64) (value >> 1) ^ -(gint64) (value & 1);
}

static void
add_piece (Sums *self, const Piece *piece)
{
  guint32 name = piece->name;

  if (self->moment[name] != piece->moment + 1)
    {
      self->moment[name] = piece->moment + 1;
      self->sum_ns[name] = 0;
      self->touched[self->n_touched++] = name;
    }
  self->sum_ns[name] += piece->ns;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const guint32 *) a, *(const guint32 *) b);
}

static void
pack_moment (GByteArray *bytes, Sums *sums)
{
  guint32 before = 0;

  if (sums->n_touched > 1)
    qsort (sums->touched, sums->n_touched, sizeof (guint32), compare_ids);
  put_number (bytes, sums->n_touched);
  for (gsize i = 0; i < sums->n_touched; i++)
    {
      guint32 name = sums->touched[i];

      put_number (bytes, sums->number[name] - before);
      put_number (bytes, fold_sign (sums->sum_ns[name]));
      before = sums->number[name];
    }
  sums->n_touched = 0;
}

static void
measure_ops (LscPipelineInside *self, const LscPipelineReading *reading, gboolean one_device)
{
  GByteArray *bytes = g_byte_array_new ();
  Pieces pieces = { NULL, 0, 0 };
  gsize at = 0;
  Sums sums;

  sums_init (&sums, lsc_intern_size (reading->run->strings));
  collect_pieces (self, reading->run, one_device, &pieces);
  number_names (self, reading, &pieces, &sums);
  for (gsize moment = 0; moment + 1 < self->n_moments; moment++)
    {
      for (; at < pieces.n && pieces.items[at].moment == moment; at++)
        add_piece (&sums, &pieces.items[at]);
      pack_moment (bytes, &sums);
    }
  self->n_ops_bytes = bytes->len;
  self->ops = g_memdup2 (bytes->data, bytes->len);
  g_byte_array_unref (bytes);
  pieces_clear (&pieces);
  sums_clear (&sums);
}

/**
 * _lsc_pipeline_inside_sum_ops:
 * @blocks: merged; begins and ends of blocks
 *
 * Cost: O(what is packed). Returns: (transfer full): by name what the compute kernels take that
 *   begin inside of @blocks, ns
 */
gint64 *
_lsc_pipeline_inside_sum_ops (const LscPipelineInside *self, const LscIntervals *blocks)
{
  gint64 *sums = g_new0 (gint64, self->n_names + 1);
  const guint8 *at = self->ops;
  gsize block = 0;

  for (gsize moment = 0; moment + 1 < self->n_moments; moment++)
    {
      gint64 time_ns = self->moments[moment].time_ns;
      guint64 name = 0;
      gboolean is_inside;

      while (block < blocks->n && blocks->items[block].end_ns <= time_ns)
        block++;
      is_inside = block < blocks->n && blocks->items[block].begin_ns <= time_ns;
      for (guint64 n = take_number (&at); n > 0; n--)
        {
          gint64 ns;

          name += take_number (&at);
          ns = unfold_sign (take_number (&at));
          sums[name] += is_inside ? ns : 0;
        }
    }
  return sums;
}

/* As take_number(), of bytes that may end anywhere. */
static gboolean
check_number (const guint8 **at, const guint8 *end, guint64 *value)
{
  for (const guint8 *last = *at; last < end && last - *at < 10; last++)
    if (!(*last & 0x80))
      {
        *value = take_number (at);
        return TRUE;
      }
  return FALSE;
}

static gboolean
check_moment (const LscPipelineInside *self, const guint8 **at, const guint8 *end)
{
  guint64 n, step, ns, name = 0;

  if (!check_number (at, end, &n))
    return FALSE;
  for (; n > 0; n--)
    {
      if (!check_number (at, end, &step) || !check_number (at, end, &ns) ||
          step >= self->n_names - name)
        return FALSE;
      name += step;
    }
  return TRUE;
}

/** Returns: whether what was read from a file can be summed: bytes for each moment, and names that
 * are there */
gboolean
_lsc_pipeline_inside_is_sound (const LscPipelineInside *self)
{
  const guint8 *at = self->ops, *end;

  if (self->n_ops_bytes == 0)
    return !self->is_known || self->n_moments < 2;
  end = at + self->n_ops_bytes;
  for (gsize moment = 0; moment + 1 < self->n_moments; moment++)
    if (!check_moment (self, &at, end))
      return FALSE;
  return at == end;
}

/* ---- reading ---- */

/* Communication alone does not tell what the blocks compute, nor what it is exposed to. */
static gboolean
has_compute (const LscRun *run)
{
  return run->class_begin[LSC_KERNEL_COMPUTE + 1] > run->class_begin[LSC_KERNEL_COMPUTE];
}

static gboolean
has_host_time (const LscBlockRanges *ranges)
{
  return ranges->n > 0 && (ranges->items[0].flags & LSC_BLOCK_HOST_TIME);
}

/** Measures the inside of all blocks; unknown without compute kernels or device time. */
void
_lsc_pipeline_read_inside (LscPipelineReading *reading)
{
  const LscRun *run = reading->run;
  LscPipelineInside *self = &reading->rank->inside;
  const LscBlockRanges *ranges = &reading->rank->ranges;
  g_auto (Device) device = { 0 };
  gboolean one_device;

  self->is_known = has_compute (run) && !has_host_time (ranges);
  if (!self->is_known || ranges->n == 0)
    return;
  one_device = uses_device (run);
  measure_device (&device, reading, one_device);
  measure_moments (self, ranges, &device);
  measure_ops (self, reading, one_device);
}

/** Frees what it holds. */
void
_lsc_pipeline_inside_clear (LscPipelineInside *self)
{
  g_free (self->moments);
  g_free (self->ops);
  g_free (self->names);
}
