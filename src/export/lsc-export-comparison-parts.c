/* lsc-export-comparison-parts.c - memory and modules of two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-comparison-private.h"

#include <string.h>

/* Figures and their order are the reference tool's (exports.md#comparison). */

#define KB 1024.0
#define MB 1048576.0

/* Operator, shapes and types of its inputs, which are not read, its blocks, KB */
static void
put_blocks (LscPen *pen, const LscReferenceBlocks *blocks)
{
  _lsc_pen_put_text (pen, blocks->name);
  _lsc_pen_skip (pen, 2);
  _lsc_pen_put_text (pen, blocks->details);
  _lsc_pen_put_real (pen, blocks->name ? (double) blocks->bytes / KB : LSC_REAL_NULL);
}

static void
put_memory (LscPen *pen, const LscReferenceMemory *memory)
{
  double before = (double) memory->side[LSC_BEFORE].bytes / KB;
  double after = (double) memory->side[LSC_AFTER].bytes / KB;

  put_blocks (pen, &memory->side[LSC_BEFORE]);
  put_blocks (pen, &memory->side[LSC_AFTER]);
  _lsc_pen_put_real (pen, after - before);
  _lsc_pen_put_ratio (pen, before, after);
}

static void
put_memory_top (LscPen *pen, const LscReferenceMemory *memory)
{
  double before = (double) memory->side[LSC_BEFORE].bytes / MB;
  double after = (double) memory->side[LSC_AFTER].bytes / MB;

  _lsc_pen_put_text (pen, memory->side[LSC_BEFORE].name);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      _lsc_pen_put_time (pen, memory->side[side].ns, LSC_PEN_MS);
      _lsc_pen_put_real (pen, side == LSC_BEFORE ? before : after);
      _lsc_pen_put_count (pen, memory->side[side].n);
    }
  _lsc_pen_put_real (pen, after - before);
  _lsc_pen_put_ratio (pen, before, after);
}

static gboolean
fill_memory (LscPen *pen, const GPtrArray *rows,
             void (*put_row) (LscPen *pen, const LscReferenceMemory *row), GError **error)
{
  for (guint i = 0; i < MIN (rows->len, LSC_COMPARISON_MOST_ROWS); i++)
    {
      _lsc_pen_put_count (pen, i + 1);
      put_row (pen, rows->pdata[i]);
      if (!_lsc_pen_end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

/** _lsc_comparison_fill_memories: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_memories (LscPen *pen, GError **error)
{
  return fill_memory (pen, pen->what->rows->memories->pairs, put_memory, error);
}

/** _lsc_comparison_fill_memory_tops: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_memory_tops (LscPen *pen, GError **error)
{
  return fill_memory (pen, pen->what->rows->memories->sums, put_memory_top, error);
}

static guint
get_level (const char *path)
{
  guint level = 1;

  for (const char *at = path; (at = strchr (at, '/')); at++)
    level++;
  return level;
}

static const char *
get_class (const char *path)
{
  const char *last = strrchr (path, '/');

  return last ? last + 1 : path;
}

/** What of a module a row is of. @op: (nullable): %NULL = all of it */
static void
put_of_module (LscPen *pen, const LscReferenceModule *module, const LscReferenceModuleOp *op)
{
  const gint64 *self_ns = op ? op->ns : module->self_ns;
  const gint64 *total_ns = op ? op->ns : module->total_ns;

  _lsc_pen_put_count (pen, (gint64) pen->row + 1);
  _lsc_pen_put_text (pen, get_class (module->path));
  _lsc_pen_put_count (pen, get_level (module->path));
  _lsc_pen_put_text (pen, module->path);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      gboolean is_there = op ? op->n[side] > 0 : total_ns[side] > 0;

      _lsc_pen_put_text (pen, !is_there ? NULL : op ? op->name : "[ TOTAL ]");
      _lsc_pen_skip (pen, 1);
      _lsc_pen_put_time (pen, is_there ? self_ns[side] : LSC_INT_NULL, LSC_PEN_US);
      _lsc_pen_put_time (pen, is_there ? total_ns[side] : LSC_INT_NULL, LSC_PEN_US);
    }
  _lsc_pen_put_time (pen, total_ns[LSC_AFTER] - total_ns[LSC_BEFORE], LSC_PEN_US);
  _lsc_pen_put_time (pen, self_ns[LSC_AFTER] - self_ns[LSC_BEFORE], LSC_PEN_US);
  _lsc_pen_put_ratio (pen, (double) total_ns[LSC_BEFORE], (double) total_ns[LSC_AFTER]);
  _lsc_pen_skip (pen, 2);
}

/** _lsc_comparison_fill_modules: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_modules (LscPen *pen, GError **error)
{
  const GPtrArray *modules = pen->what->rows->modules;

  for (guint i = 0; i < modules->len; i++)
    {
      const LscReferenceModule *module = modules->pdata[i];

      for (guint k = 0; k <= module->ops->len && pen->row < LSC_COMPARISON_MOST_ROWS; k++)
        {
          put_of_module (pen, module, k > 0 ? module->ops->pdata[k - 1] : NULL);
          if (!_lsc_pen_end_row (pen, error))
            return FALSE;
        }
    }
  return TRUE;
}

static double
get_count (const LscChange *change, LscSide side)
{
  return change->ns[side] != 0 || change->count[side] > 0 ? change->count[side] : LSC_REAL_NULL;
}

/** _lsc_comparison_fill_module_tops: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_module_tops (LscPen *pen, GError **error)
{
  const GPtrArray *list = pen->what->compare->total->lists[LSC_COMPARE_MODULES];

  for (guint i = 0; i < MIN (list->len, LSC_COMPARISON_MOST_ROWS); i++)
    {
      const LscChange *change = list->pdata[i];
      _lsc_pen_put_count (pen, i + 1);
      _lsc_pen_put_text (pen, get_class (change->name));
      _lsc_pen_put_count (pen, get_level (change->name));
      _lsc_pen_put_text (pen, change->name);
      _lsc_pen_put_text (pen, "[ TOTAL ]");
      for (guint side = 0; side < LSC_N_SIDES; side++)
        {
          _lsc_pen_skip (pen, 1);
          _lsc_pen_put_time (pen, change->ns[side], LSC_PEN_MS);
          _lsc_pen_put_real (pen, get_count (change, side));
          _lsc_pen_skip (pen, 1);
        }
      _lsc_pen_skip (pen, 1);
      _lsc_pen_put_time (pen, change->delta_ns, LSC_PEN_MS);
      _lsc_pen_skip (pen, 3);
      if (!_lsc_pen_end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}
