/* lsc-bytes-cache.c - what kernels of a run have to move, found once for shapes that are alike
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/operators/lsc-bytes-cache.h"

#include "analyze/operators/lsc-kernel-bytes.h"
#include "base/lsc-hash.h"

/** Texts of a kernel, ids of the run, and the bytes of its tensors. */
typedef struct
{
  guint32 inputs;
  guint32 types;
  guint32 outputs;
  guint32 output_types;
  gint64 bytes;
} Known;

LSC_DEFINE_ARRAY (KnownList, known_list, Known)

static guint64
hash_known (const Known *known)
{
  return lsc_hash_mix (lsc_hash_mix (0, (guint64) known->inputs << 32 | known->types),
                       (guint64) known->outputs << 32 | known->output_types);
}

static gboolean
is_same (const Known *a, const Known *b)
{
  return a->inputs == b->inputs && a->types == b->types && a->outputs == b->outputs &&
         a->output_types == b->output_types;
}

LSC_DEFINE_HASH (known, Known, hash_known, is_same)

struct _LscBytesCache
{
  const LscRun *run;
  KnownList list;
  LscHash index;
};

/**
 * lsc_bytes_cache_new:
 * @run: borrowed; outlives the cache
 *
 * Returns: (transfer full): one thread at a time
 */
LscBytesCache *
lsc_bytes_cache_new (const LscRun *run)
{
  LscBytesCache *self;

  g_return_val_if_fail (run, NULL);
  self = g_new0 (LscBytesCache, 1);
  self->run = run;
  return self;
}

void
lsc_bytes_cache_free (LscBytesCache *self)
{
  if (!self)
    return;
  known_list_clear (&self->list);
  lsc_hash_clear (&self->index);
  g_free (self);
}

/* (nullable) */
static const char *
get_text (const LscBytesCache *self, guint32 id)
{
  return id != LSC_STRING_NONE ? lsc_run_text (self->run, id) : NULL;
}

/**
 * lsc_bytes_cache_find:
 * @detail: of a kernel of the run
 *
 * Cost: O(1), and O(length) of shapes that are new. Formula: flops.md#bytes.
 *
 * Returns: bytes of all its tensors, -1 where a shape or a type is not known
 */
gint64
lsc_bytes_cache_find (LscBytesCache *self, const LscKernelDetail *detail)
{
  Known known;
  guint32 at;

  g_return_val_if_fail (self && detail, -1);
  known = (Known){ detail->input_shapes, detail->input_types, detail->output_shapes,
                   detail->output_types, -1 };
  at = known_put (&self->index, self->list.items, &known, (guint32) self->list.n);
  if (at < self->list.n)
    return self->list.items[at].bytes;
  known.bytes =
      lsc_kernel_bytes (get_text (self, known.inputs), get_text (self, known.types),
                        get_text (self, known.outputs), get_text (self, known.output_types));
  known_list_append (&self->list, known);
  return known.bytes;
}
