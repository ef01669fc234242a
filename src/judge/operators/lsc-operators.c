/* lsc-operators.c - kernels of all ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-sort.h"
#include "judge/operators/lsc-operators-private.h"

const LscOpKeyName lsc_op_key_names[] = {
  { "type", LSC_OP_BY_TYPE },     { "core", LSC_OP_BY_CORE },     { "name", LSC_OP_BY_NAME },
  { "shapes", LSC_OP_BY_SHAPES }, { "module", LSC_OP_BY_MODULE }, { "op", LSC_OP_BY_OP },
  { "stream", LSC_OP_BY_STREAM }, { "rank", LSC_OP_BY_RANK },     { "step", LSC_OP_BY_STEP },
  { "family", LSC_OP_BY_FAMILY }, { NULL, (LscOpKeys) 0 },
};

/* ---- what was recorded ---- */

static LscOpKeys
find_keys (const LscOpSheet *sheet)
{
  LscOpKeys keys = (LscOpKeys) (LSC_OP_BY_NAME | LSC_OP_BY_RANK | LSC_OP_BY_FAMILY);

  for (gsize i = 0; i < sheet->kinds.n; i++)
    {
      const LscOpVariant *kind = &sheet->kinds.items[i];

      if (kind->class != LSC_OP_COMPUTING)
        continue;
      keys |= kind->type != LSC_STRING_NONE ? LSC_OP_BY_TYPE : 0;
      keys |= kind->core != LSC_STRING_NONE ? LSC_OP_BY_CORE : 0;
      keys |= kind->shapes != LSC_STRING_NONE ? LSC_OP_BY_SHAPES : 0;
      keys |= kind->module != LSC_STRING_NONE ? LSC_OP_BY_MODULE : 0;
      keys |= kind->op != LSC_STRING_NONE ? LSC_OP_BY_OP : 0;
      keys |= kind->stream != LSC_ID_NONE ? LSC_OP_BY_STREAM : 0;
    }
  for (gsize i = 0; i < sheet->steps.n; i++)
    if (sheet->steps.items[i].number != LSC_INT_NULL)
      keys |= LSC_OP_BY_STEP;
  return keys;
}

static gboolean
is_level_0 (const LscOperators *self)
{
  for (guint i = 0; i < self->sheets->len; i++)
    if (((const LscOpSheet *) self->sheets->pdata[i])->level == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_gpu (const LscOperators *self)
{
  return self->sheets->len > 0 && ((const LscOpSheet *) self->sheets->pdata[0])->is_gpu;
}

static void
note (LscOperators *self, const char *text)
{
  g_ptr_array_add (self->notes, lsc_phrase_new_text (text));
}

static void
note_types (LscOperators *self)
{
  if (is_level_0 (self))
    note (self, N_ ("Types, cores and shapes of kernels are not known, because the profiler level "
                    "was 0. Record with Level1 or above."));
  else
    note (self, N_ ("Types of kernels are not known, because they were not recorded."));
}

static gboolean
has_occupancy (const LscOperators *self)
{
  for (guint i = 0; i < self->sheets->len; i++)
    {
      const LscOpSheet *sheet = self->sheets->pdata[i];

      for (gsize k = 0; k < sheet->launches.n; k++)
        if (!isnan (sheet->launches.items[k].values[LSC_LAUNCH_OCCUPANCY]))
          return TRUE;
    }
  return FALSE;
}

/* Where nothing computes there is nothing to miss. */
static void
take_notes (LscOperators *self)
{
  if (self->sheets->len == 0)
    return;
  if (!(self->keys & LSC_OP_BY_TYPE))
    note_types (self);
  else if (!(self->keys & LSC_OP_BY_SHAPES) && is_gpu (self))
    note (self, N_ ("Shapes are not known. Record with torch.profiler and record_shapes=True."));
  if (is_gpu (self) && !has_occupancy (self))
    note (self, N_ ("Occupancy is not known, because the kernels of this trace do not have it."));
  if (!(self->keys & LSC_OP_BY_MODULE))
    note (self, N_ ("Modules of kernels are not known, because no ranges of modules were "
                    "recorded."));
}

/* ---- all ranks ---- */

static guint32 *
join_texts (LscIntern *texts, const LscOpSheet *sheet)
{
  gsize n = lsc_intern_size (sheet->texts);
  guint32 *joint = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    joint[i] = lsc_intern_add (texts, lsc_intern_text (sheet->texts, (guint32) i));
  return joint;
}

/* Of ranks without kernels, too. */
static void
take_extent (LscOperators *self, const LscOpSheet *sheet)
{
  if (sheet->begin_ns == LSC_INT_NULL)
    return;
  if (self->begin_ns == LSC_INT_NULL)
    {
      self->begin_ns = sheet->begin_ns;
      self->end_ns = sheet->end_ns;
    }
  self->begin_ns = MIN (self->begin_ns, sheet->begin_ns);
  self->end_ns = MAX (self->end_ns, sheet->end_ns);
}

static int
compare_sheets (gconstpointer a, gconstpointer b)
{
  const LscOpSheet *x = *(LscOpSheet *const *) a, *y = *(LscOpSheet *const *) b;

  return LSC_ORDER (x->rank, y->rank);
}

/**
 * lsc_operators_new:
 * @sheets: (element-type LscOpSheet): of the ranks; those without kernels are left out
 * @n_threads: that may be used
 *
 * Thread: any. Cost: O(texts).
 *
 * Returns: (transfer full): the kernels of all ranks
 */
LscOperators *
lsc_operators_new (const GPtrArray *sheets, guint n_threads)
{
  LscOperators *self;

  g_return_val_if_fail (sheets, NULL);
  self = g_new0 (LscOperators, 1);
  g_atomic_ref_count_init (&self->refs);
  self->n_threads = MAX (n_threads, 1);
  self->texts = lsc_intern_new ();
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  self->sheets = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);
  self->begin_ns = self->end_ns = LSC_INT_NULL;
  for (guint i = 0; i < sheets->len; i++)
    take_extent (self, sheets->pdata[i]);
  for (guint i = 0; i < sheets->len; i++)
    if (((const LscOpSheet *) sheets->pdata[i])->n > 0)
      g_ptr_array_add (self->sheets, lsc_op_sheet_ref (sheets->pdata[i]));
  g_ptr_array_sort (self->sheets, compare_sheets);
  self->joint = g_new0 (guint32 *, self->sheets->len + 1);
  for (guint i = 0; i < self->sheets->len; i++)
    {
      self->joint[i] = join_texts (self->texts, self->sheets->pdata[i]);
      self->keys |= find_keys (self->sheets->pdata[i]);
    }
  take_notes (self);
  return self;
}

/**
 * lsc_operators_new_judged:
 * @of: the kernels of all ranks
 * @findings: of the same ranks
 *
 * Thread: any. Cost: O(texts).
 *
 * Returns: (transfer full): the same kernels, of which the groups also say what is to blame
 */
LscOperators *
lsc_operators_new_judged (LscOperators *of, LscFindings *findings)
{
  LscOperators *self;

  g_return_val_if_fail (of && findings, NULL);
  self = lsc_operators_new (of->sheets, of->n_threads);
  self->begin_ns = of->begin_ns; /* ranks without kernels are no longer among the sheets */
  self->end_ns = of->end_ns;
  self->findings = lsc_findings_ref (findings);
  return self;
}

LscOperators *
lsc_operators_ref (LscOperators *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_operators_unref: @self: (transfer full): from any thread */
void
lsc_operators_unref (LscOperators *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < self->sheets->len; i++)
    g_free (self->joint[i]);
  g_free (self->joint);
  g_ptr_array_unref (self->sheets);
  g_ptr_array_unref (self->notes);
  lsc_intern_unref (self->texts);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  g_free (self);
}

/** Returns: how many ranks have kernels */
guint
lsc_operators_get_n_ranks (const LscOperators *self)
{
  g_return_val_if_fail (self, 0);
  return self->sheets->len;
}

/**
 * lsc_operators_get_extent:
 * @begin_ns: (out): first event of all ranks; stray events do not count
 * @end_ns: (out): last end
 *
 * Returns: whether anything was recorded
 */
gboolean
lsc_operators_get_extent (const LscOperators *self, gint64 *begin_ns, gint64 *end_ns)
{
  g_return_val_if_fail (self && begin_ns && end_ns, FALSE);
  *begin_ns = self->begin_ns;
  *end_ns = self->end_ns;
  return self->begin_ns != LSC_INT_NULL;
}

/** Returns: what some kernel has, of what they can be grouped by */
LscOpKeys
lsc_operators_get_keys (const LscOperators *self)
{
  g_return_val_if_fail (self, (LscOpKeys) 0);
  return self->keys;
}

/** Returns: (transfer none) (element-type LscPhrase): why they cannot be grouped by others */
const GPtrArray *
lsc_operators_get_notes (const LscOperators *self)
{
  g_return_val_if_fail (self, NULL);
  return self->notes;
}
