/* lsc-op-scan.c - the kernels of one rank, put into groups
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "judge/operators/lsc-operators-private.h"

/* What kernels are grouped by is a matter of their kinds and steps, so that a kernel costs one look
 * into a table of these, and a few additions. */

#define NOT_ASKED (G_MAXUINT32 - 1)
#define NO_GROUP G_MAXUINT32

static guint64
hash_key (const LscOpGroupKey *key)
{
  return lsc_hash_bytes ((const char *) key, sizeof *key);
}

static gboolean
is_same_key (const LscOpGroupKey *a, const LscOpGroupKey *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

LSC_DEFINE_HASH (group_keys, LscOpGroupKey, hash_key, is_same_key)

/* ---- what is asked for ---- */

static gint64
get_overlap_ns (const LscOpScan *self, const LscOpStep *step)
{
  const LscOpFilter *filter = self->filter;
  gint64 begin_ns, end_ns;

  if (!filter->has_range)
    return step->step_ns;
  begin_ns = MAX (step->begin_ns - self->offset_ns, filter->begin_ns);
  end_ns = MIN (step->end_ns - self->offset_ns, filter->end_ns);
  return MAX (end_ns - begin_ns, 0);
}

static void
choose_steps (LscOpScan *self)
{
  const LscOpSheet *sheet = self->sheet;

  self->steps = g_new0 (guint8, sheet->steps.n + 1);
  self->only_step = LSC_INT_NULL;
  for (guint32 i = 0; i <= sheet->steps.n; i++)
    {
      self->steps[i] = _lsc_op_filter_has_step (self->filter, sheet, i);
      if (!self->steps[i] || i == sheet->steps.n)
        continue;
      self->n_steps++;
      self->only_step = sheet->steps.items[i].number;
      self->step_ns += get_overlap_ns (self, &sheet->steps.items[i]);
    }
}

/* How far the clock of a rank is ahead of that of the range. */
static gint64
get_offset_ns (const LscOpGroups *groups, gint64 rank)
{
  const GArray *ranks = groups->filter.ranks, *offsets = groups->offsets;

  for (guint i = 0; ranks && offsets && i < MIN (ranks->len, offsets->len); i++)
    if (g_array_index (ranks, gint64, i) == rank)
      return g_array_index (offsets, gint64, i);
  return 0;
}

/** @self: (out caller-allocates): to be cleared with _lsc_op_scan_clear(): of all kernels of a rank
 */
void
_lsc_op_scan_init (LscOpScan *self, const LscOpGroups *groups, guint rank)
{
  const LscOpSheet *sheet = groups->operators->sheets->pdata[rank];

  *self = (LscOpScan){ .operators = groups->operators,
                       .filter = &groups->filter,
                       .by = groups->by,
                       .rank = rank,
                       .sheet = sheet,
                       .end_block = sheet->blocks.n,
                       .is_first = TRUE };
  self->offset_ns = get_offset_ns (groups, sheet->rank);
  self->has_steps = (groups->by & LSC_OP_BY_STEP) != 0;
  self->passes = g_new0 (guint8, sheet->kinds.n + 1);
  for (gsize i = 0; i < sheet->kinds.n; i++)
    self->passes[i] = (guint8) _lsc_op_filter_pass_kind (&groups->filter, groups->classes, sheet,
                                                         &sheet->kinds.items[i]);
  choose_steps (self);
}

void
_lsc_op_scan_clear (LscOpScan *self)
{
  g_free (self->passes);
  g_free (self->kind_sums);
  g_free (self->steps);
  g_free (self->map);
  lsc_hash_clear (&self->index);
  g_free (self->keys);
  g_free (self->sums);
  g_free (self->extras);
  g_free (self->group_of);
}

/* ---- groups of a rank ---- */

static guint32
join (const LscOpScan *self, LscOpKeys key, guint32 id)
{
  if (!(self->by & key))
    return LSC_OP_ANY;
  return id != LSC_STRING_NONE ? self->operators->joint[self->rank][id] : LSC_STRING_NONE;
}

/** Returns: the key of the group of a kind in a step */
LscOpGroupKey
_lsc_op_scan_make_key (const LscOpScan *self, const LscOpVariant *kind, guint32 step)
{
  LscOpGroupKey key = { .type = join (self, LSC_OP_BY_TYPE, kind->type),
                        .core = join (self, LSC_OP_BY_CORE, kind->core),
                        .name = join (self, LSC_OP_BY_NAME, kind->name),
                        .shapes = join (self, LSC_OP_BY_SHAPES, kind->shapes),
                        .dtypes = join (self, LSC_OP_BY_SHAPES, kind->dtypes),
                        .module = join (self, LSC_OP_BY_MODULE, kind->module),
                        .op = join (self, LSC_OP_BY_OP, kind->op),
                        .stream = LSC_OP_ANY,
                        .family = LSC_OP_ANY,
                        .rank = LSC_OP_ANY,
                        .step = LSC_INT_NULL };

  if (self->by & LSC_OP_BY_STREAM)
    key.stream = kind->stream;
  if (self->by & LSC_OP_BY_FAMILY)
    key.family = kind->family;
  if (self->by & LSC_OP_BY_RANK)
    key.rank = self->rank;
  if (self->has_steps && step < self->sheet->steps.n)
    key.step = self->sheet->steps.items[step].number;
  return key;
}

static void
grow (LscOpScan *self)
{
  self->capacity = MAX (64, 2 * self->capacity);
  self->keys = g_renew (LscOpGroupKey, self->keys, self->capacity);
  self->sums = g_renew (LscOpSums, self->sums, self->capacity);
  self->extras = g_renew (LscOpExtras, self->extras, self->capacity);
}

static guint32
make_group (LscOpScan *self, guint32 kind, guint32 step)
{
  const LscOpVariant *about = &self->sheet->kinds.items[kind];
  LscOpGroupKey key = _lsc_op_scan_make_key (self, about, step);
  guint32 group = group_keys_put (&self->index, self->keys, &key, (guint32) self->n);

  if (group == self->n)
    {
      if (self->n == self->capacity)
        grow (self);
      self->keys[self->n] = key;
      self->sums[self->n] = (LscOpSums){ .least_ns = G_MAXINT64,
                                         .first_ns = G_MAXINT64,
                                         .last_ns = G_MININT64,
                                         .most_ns = -1,
                                         .longest_rank = self->rank };
      self->extras[self->n++] = (LscOpExtras){ 0 };
    }
  self->extras[group].blocks = MAX (self->extras[group].blocks, about->blocks);
  return group;
}

/* Of a step the part of the map. */
static guint32 *
get_map (const LscOpScan *self, guint32 step)
{
  gsize at = self->has_steps ? MIN (step, self->sheet->steps.n) : 0;

  return self->map + at * self->sheet->kinds.n;
}

static inline guint32
find_group (LscOpScan *self, guint32 *map, guint32 kind, guint32 step)
{
  if (G_UNLIKELY (map[kind] == NOT_ASKED))
    map[kind] = self->passes[kind] == LSC_OP_TAKEN ? make_group (self, kind, step) : NO_GROUP;
  return map[kind];
}

/* ---- kernels ---- */

/* Most durations fit 32 bits, and so do their squares 64. */
static inline void
add_square (LscOpSums *sums, guint64 ns)
{
  sums->squares += G_LIKELY (ns <= G_MAXUINT32) ? ns * ns : (LscOpSquares) ns * ns;
}

static inline void
add_kernel (LscOpSums *sums, const LscOpSheet *sheet, gsize kernel, gint64 start_ns, gint64 ns)
{
  sums->n++;
  sums->total_ns += ns;
  add_square (sums, (guint64) ns);
  sums->owned_ns += lsc_op_sheet_get_owned_ns (sheet, kernel);
  sums->wait_ns += MAX (lsc_op_sheet_get_wait_ns (sheet, kernel), 0);
  sums->first_ns = MIN (sums->first_ns, start_ns);
  sums->last_ns = MAX (sums->last_ns, start_ns);
  sums->least_ns = MIN (sums->least_ns, ns);
  if (ns > sums->most_ns)
    {
      sums->most_ns = ns;
      sums->longest = (guint32) kernel;
    }
}

/* What a kind says of its kernels, @sum of them, weighted by their durations. */
static void
add_facts (const LscOpScan *self, LscOpExtras *extras, const LscOpVariant *kind,
           const LscOpKindSum *sum)
{
  if (kind->bytes >= 0)
    {
      extras->bytes += (double) kind->bytes * (double) sum->n;
      extras->n_with_bytes += sum->n;
    }
  if (kind->tensor_core == LSC_OP_TENSOR_CORE_USED)
    extras->tensor_ns += sum->ns;
  else if (kind->tensor_core == LSC_OP_TENSOR_CORE_UNUSED)
    extras->no_tensor_ns += sum->ns;
  extras->recomputed_ns += kind->is_recomputed ? sum->ns : 0;
  if (kind->launch >= self->sheet->launches.n)
    return;
  for (guint i = 0; i < LSC_LAUNCH_N_FIGURES; i++)
    {
      float value = self->sheet->launches.items[kind->launch].values[i];

      extras->launches[i] += isnan (value) ? 0 : (double) value * (double) sum->ns;
      extras->launch_ns[i] += isnan (value) ? 0 : (double) sum->ns;
    }
}

/* A kind says the same of all its kernels, so that these need to be counted alone. */
static void
take_facts (LscOpScan *self)
{
  gsize n_kinds = self->sheet->kinds.n;
  gsize n = n_kinds * (self->has_steps ? self->sheet->steps.n + 1 : 1);

  for (gsize i = 0; self->kind_sums && i < n; i++)
    if (self->kind_sums[i].n > 0)
      add_facts (self, &self->extras[self->map[i]], &self->sheet->kinds.items[i % n_kinds],
                 &self->kind_sums[i]);
}

static void
scan_block (LscOpScan *self, const LscOpBlock *block)
{
  const LscOpSheet *sheet = self->sheet;
  const LscOpFilter *filter = self->filter;
  gboolean is_limited = _lsc_op_filter_limits_kernels (filter);
  guint32 *map = get_map (self, block->step);
  LscOpKindSum *sums = self->kind_sums ? self->kind_sums + (map - self->map) : NULL;
  gint64 base_ns = 0;

  for (gsize i = block->first; i < block->first + block->n; i++)
    {
      guint32 kind = sheet->kinds_of[i], group = find_group (self, map, kind, block->step);
      gint64 ns = lsc_op_sheet_get_duration_ns (sheet, i);
      gint64 start_ns = block->base_ns + sheet->starts[i];

      if (is_limited && !_lsc_op_filter_has_time (filter, self->offset_ns, start_ns))
        continue;
      base_ns += self->passes[kind] != LSC_OP_OTHER_CLASS ? ns : 0;
      if (group == NO_GROUP || (is_limited && !_lsc_op_filter_has_length (filter, ns)))
        continue;
      add_kernel (&self->sums[group], sheet, i, start_ns, ns);
      if (sums)
        {
          sums[kind].n++;
          sums[kind].ns += ns;
        }
    }
  self->base_ns += base_ns;
}

/* Returns: whether what is limited for single kernels lets one through */
static gboolean
passes_limits (const LscOpScan *self, const LscOpBlock *block, gsize kernel)
{
  return _lsc_op_filter_has_time (self->filter, self->offset_ns,
                                  block->base_ns + self->sheet->starts[kernel]) &&
         _lsc_op_filter_has_length (self->filter,
                                    lsc_op_sheet_get_duration_ns (self->sheet, kernel));
}

static void
add_work (LscOpScan *self, const LscOpBlock *block, const LscOpWork *work)
{
  guint32 group = find_group (self, get_map (self, block->step),
                              self->sheet->kinds_of[work->kernel], block->step);
  gint64 ns = lsc_op_sheet_get_duration_ns (self->sheet, work->kernel);
  gint64 bytes = self->sheet->kinds.items[self->sheet->kinds_of[work->kernel]].bytes;
  LscOpExtras *extras;

  if (group == NO_GROUP || !passes_limits (self, block, work->kernel))
    return;
  extras = &self->extras[group];
  extras->flops += work->flops;
  extras->flops_ns += ns;
  extras->n_flops++;
  if (bytes >= 0)
    {
      extras->flops_bytes += (double) bytes;
      extras->n_flops_bytes++;
    }
  extras->peak_work += work->peak > 0 ? work->peak * (double) ns / 1e9 : NAN;
}

/* Profilers write at most six decimals, and 0.618 shall not become 0.61799997. */
static double
as_recorded (float value)
{
  return rint ((double) value * 1e6) / 1e6;
}

static void
add_counters (LscOpScan *self, const LscOpBlock *block, gsize kernel)
{
  guint32 group =
      find_group (self, get_map (self, block->step), self->sheet->kinds_of[kernel], block->step);
  double ns = (double) lsc_op_sheet_get_duration_ns (self->sheet, kernel);
  const LscKernelCounters *counters = &self->sheet->counters[kernel];
  LscOpExtras *extras;

  if (group == NO_GROUP || !passes_limits (self, block, kernel))
    return;
  extras = &self->extras[group];
  for (guint i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    if (!isnan (counters->values[i]))
      {
        extras->counters[i] += ns * as_recorded (counters->values[i]);
        extras->weights_ns[i] += ns;
      }
}

/* Kernels that began before the step whose time they own count there with that time alone. */
static void
add_spill (LscOpScan *self, const LscOpSpill *spill)
{
  const LscOpBlocks *blocks = &self->sheet->blocks;
  gsize at = LSC_BISECT (i, 0, blocks->n, blocks->items[i].first <= spill->kernel);
  guint32 group;

  if (at == 0 || !self->steps[spill->step] ||
      !passes_limits (self, &blocks->items[at - 1], spill->kernel))
    return;
  group = find_group (self, get_map (self, spill->step), self->sheet->kinds_of[spill->kernel],
                      spill->step);
  if (group != NO_GROUP)
    self->sums[group].owned_ns += spill->ns;
}

/* The rest of the time a group could have worked at the peak of FP16. */
static void
end_peaks (LscOpScan *self)
{
  double fp16 = self->sheet->peak.fp16;

  for (gsize i = 0; i < self->n; i++)
    self->extras[i].peak_work +=
        fp16 > 0 ? fp16 * (double) (self->sums[i].total_ns - self->extras[i].flops_ns) / 1e9 : NAN;
}

static gboolean
has_facts (const LscOpSheet *sheet)
{
  for (gsize i = 0; i < sheet->kinds.n; i++)
    {
      const LscOpVariant *kind = &sheet->kinds.items[i];

      if (kind->bytes >= 0 || kind->launch != LSC_ID_NONE || kind->is_recomputed ||
          kind->tensor_core != LSC_OP_TENSOR_CORE_UNKNOWN)
        return TRUE;
    }
  return FALSE;
}

static void
make_map (LscOpScan *self)
{
  gsize n = self->sheet->kinds.n * (self->has_steps ? self->sheet->steps.n + 1 : 1);

  self->map = g_new (guint32, n + 1);
  for (gsize i = 0; i < n; i++)
    self->map[i] = NOT_ASKED;
  if (has_facts (self->sheet))
    self->kind_sums = g_new0 (LscOpKindSum, n + 1);
}

/** Puts the kernels of its blocks into groups of its own. Cost: O(kernels). */
void
_lsc_op_scan_run (LscOpScan *self)
{
  const LscOpSheet *sheet = self->sheet;
  const LscOpWorks *works = &sheet->works;

  make_map (self);
  for (gsize i = self->first_block; i < self->end_block; i++)
    {
      const LscOpBlock *block = &sheet->blocks.items[i];

      if (!self->steps[MIN (block->step, sheet->steps.n)])
        continue;
      scan_block (self, block);
      for (gsize k = LSC_BISECT (at, 0, works->n, works->items[at].kernel < block->first);
           k < works->n && works->items[k].kernel < block->first + block->n; k++)
        add_work (self, block, &works->items[k]);
      for (gsize k = block->first; sheet->counters && k < block->first + block->n; k++)
        add_counters (self, block, k);
    }
  for (gsize i = 0; self->is_first && i < sheet->spills.n; i++)
    add_spill (self, &sheet->spills.items[i]);
  end_peaks (self);
  take_facts (self);
}

/* ---- durations ---- */

static void
gather_block (const LscOpScan *self, const LscOpBlock *block, gsize *places, guint32 *durations,
              LscOpLongs *longs)
{
  const LscOpSheet *sheet = self->sheet;
  const guint32 *map = get_map (self, block->step);
  gboolean is_limited = _lsc_op_filter_limits_kernels (self->filter);

  for (gsize i = block->first; i < block->first + block->n; i++)
    {
      guint32 group = map[sheet->kinds_of[i]];

      if (group == NO_GROUP || (is_limited && !passes_limits (self, block, i)))
        continue;
      durations[places[group]++] = sheet->durations[i];
      if (G_UNLIKELY (sheet->durations[i] == LSC_DURATION_LONG))
        lsc_op_longs_append (longs, (LscOpLong){ .group = self->group_of[group],
                                                 .ns = lsc_op_sheet_get_duration_ns (sheet, i) });
    }
}

/** Writes the duration of each kernel to where those of its group stand. @places: of each group of
 * the rank; @longs: gets what does not fit */
void
_lsc_op_scan_gather (const LscOpScan *self, const gsize *places, guint32 *durations,
                     LscOpLongs *longs)
{
  g_autofree gsize *at = g_memdup2 (places, (self->n + 1) * sizeof *places);

  for (gsize i = self->first_block; i < self->end_block; i++)
    if (self->steps[MIN (self->sheet->blocks.items[i].step, self->sheet->steps.n)])
      gather_block (self, &self->sheet->blocks.items[i], at, durations, longs);
}
