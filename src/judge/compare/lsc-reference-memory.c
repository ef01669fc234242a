/* lsc-reference-memory.c - what operators allocate in two steps, as the reference tool has it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-reference-memory.h"

#include <inttypes.h>
#include <string.h>

#include "judge/compare/lsc-sequence-align.h"

#define N_SIDES 2
#define MOST_DETAILS 1024 /* blocks that are listed of an instance: a cell has an end */

static void
clear_blocks (LscReferenceBlocks *self)
{
  g_free (self->name);
  g_free (self->details);
  *self = (LscReferenceBlocks){ NULL };
}

static void
free_memory (gpointer data)
{
  LscReferenceMemory *self = data;

  for (guint side = 0; side < N_SIDES; side++)
    clear_blocks (&self->side[side]);
  g_free (self);
}

static void
clear_instance (gpointer data)
{
  clear_blocks (data);
}

/* ---- instances ---- */

/* Blocks that follow each other in one instance of an operator; each stands for itself where the
 * operator was not recorded. */
static gsize
find_end (const LscStepKernels *step, gsize begin)
{
  const LscStepBlock *first = &step->blocks.items[begin];
  gsize end = begin + 1;

  while (first->slice != LSC_SLICE_NONE && end < step->blocks.n &&
         step->blocks.items[end].slice == first->slice)
    end++;
  return end;
}

static void
tell_block (GString *details, const LscStepBlock *block)
{
  g_string_append_printf (details, "%s[size: %.3f KB], ", details->len > 0 ? "\n" : "",
                          (double) block->bytes / 1024);
  if (block->duration_ns >= 0)
    g_string_append_printf (details, "[duration: %.3f us]", (double) block->duration_ns / 1e3);
  else
    g_string_append (details, "[not released]");
}

static GArray *
list_instances (const LscStepKernels *step)
{
  GArray *instances = g_array_new (FALSE, FALSE, sizeof (LscReferenceBlocks));

  g_array_set_clear_func (instances, clear_instance);
  for (gsize i = 0; i < step->blocks.n;)
    {
      gsize end = find_end (step, i);
      LscReferenceBlocks one = { .n = 1 };
      g_autoptr (GString) details = g_string_new (NULL);

      one.name = g_strdup (lsc_intern_text (step->texts, step->blocks.items[i].name));
      for (gsize k = i; k < end; k++)
        {
          const LscStepBlock *block = &step->blocks.items[k];

          one.bytes += block->bytes;
          one.ns += MAX (block->duration_ns, 0);
          if (k - i < MOST_DETAILS)
            tell_block (details, block);
        }
      one.details = g_string_free (g_steal_pointer (&details), FALSE);
      g_array_append_val (instances, one);
      i = end;
    }
  return instances;
}

/* ---- sums ---- */

static void
add_sums (GHashTable *known, GPtrArray *sums, const GArray *instances, guint side)
{
  for (guint i = 0; i < instances->len; i++)
    {
      const LscReferenceBlocks *one = &g_array_index (instances, LscReferenceBlocks, i);
      LscReferenceMemory *sum = g_hash_table_lookup (known, one->name);

      if (!sum)
        {
          sum = g_new0 (LscReferenceMemory, 1);
          for (guint k = 0; k < N_SIDES; k++)
            sum->side[k].name = g_strdup (one->name);
          g_ptr_array_add (sums, sum);
          g_hash_table_insert (known, sum->side[0].name, sum);
        }
      sum->side[side].n++;
      sum->side[side].bytes += one->bytes;
      sum->side[side].ns += one->ns;
    }
}

static int
compare_sums (gconstpointer a, gconstpointer b)
{
  const LscReferenceMemory *x = *(const LscReferenceMemory *const *) a;
  const LscReferenceMemory *y = *(const LscReferenceMemory *const *) b;
  gint64 dx = ABS (x->side[1].bytes - x->side[0].bytes);
  gint64 dy = ABS (y->side[1].bytes - y->side[0].bytes);

  if (dx != dy)
    return dx < dy ? 1 : -1;
  return strcmp (x->side[0].name, y->side[0].name);
}

/* ---- pairs ---- */

static LscReferenceBlocks
take (GArray *instances, guint32 index)
{
  LscReferenceBlocks one = { NULL };

  if (index == LSC_ALIGN_NONE)
    return one;
  one = g_array_index (instances, LscReferenceBlocks, index);
  g_array_index (instances, LscReferenceBlocks, index) = (LscReferenceBlocks){ NULL };
  return one;
}

/** While instances are paired. */
typedef struct
{
  GPtrArray *pairs;
  GArray *before;
  GArray *after;
} Pairing;

static void
add_pair (guint32 before, guint32 after, gpointer user_data)
{
  Pairing *self = user_data;
  LscReferenceMemory *pair = g_new0 (LscReferenceMemory, 1);

  pair->side[0] = take (self->before, before);
  pair->side[1] = take (self->after, after);
  g_ptr_array_add (self->pairs, pair);
}

static void
pair_instances (GPtrArray *pairs, GArray *before, GArray *after)
{
  Pairing pairing = { pairs, before, after };

  lsc_sequence_foreach_pair (before, after, offsetof (LscReferenceBlocks, name), add_pair,
                             &pairing);
}

/**
 * lsc_reference_memories_new:
 * @before, @after: (nullable): with sheets
 *
 * Pairs the operators that allocate in two steps, by name in their order, and sums
 * them up by name (compare.md#reference-memory).
 *
 * Returns: (transfer full): empty where blocks were recorded on no side
 */
LscReferenceMemories *
lsc_reference_memories_new (const LscStepKernels *before, const LscStepKernels *after)
{
  LscReferenceMemories *self = g_new0 (LscReferenceMemories, 1);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) first = NULL;
  g_autoptr (GArray) second = NULL;

  self->pairs = g_ptr_array_new_with_free_func (free_memory);
  self->sums = g_ptr_array_new_with_free_func (free_memory);
  if (!before || !after)
    return self;
  first = list_instances (before);
  second = list_instances (after);
  add_sums (known, self->sums, first, 0);
  add_sums (known, self->sums, second, 1);
  g_ptr_array_sort (self->sums, compare_sums);
  pair_instances (self->pairs, first, second);
  return self;
}

void
lsc_reference_memories_free (LscReferenceMemories *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->pairs);
  g_ptr_array_unref (self->sums);
  g_free (self);
}
