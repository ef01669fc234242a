/* lsc-kernel-pairs.c - which kernels of two steps belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "judge/compare/lsc-kernel-pairs.h"

#include <math.h>
#include <stdlib.h>

#include "judge/compare/lsc-sequence-align.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"

/** What a kernel is told apart by. */
typedef enum
{
  BY_ALL,
  BY_NAME,
  BY_TYPE,
  N_KEYS,
  BY_WORK = N_KEYS, /* type and shapes; pairs nothing */
} KeyType;

/** The kernels of a stream of one side, and which of them have no partner yet. */
typedef struct
{
  const LscStepKernels *side;
  gsize begin;
  gsize end;
} Stream;

/** Which keys both recordings know. */
typedef struct
{
  gboolean has_types;
  gboolean has_shapes;
} Known;

/** Hashes of the texts of a side. @known: (nullable): of each id, 0 = not taken yet */
typedef struct
{
  const LscStepKernels *side;
  guint64 *known;
} Hashes;

/* Many kernels have few texts; for few kernels a list of all texts is not worth it. */
static Hashes
hashes_new (const LscStepKernels *side, gsize n_kernels)
{
  gsize n_texts = lsc_intern_size (side->texts);

  return (Hashes){ side, n_kernels > n_texts ? g_new0 (guint64, n_texts + 1) : NULL };
}

static guint64
hash_text (const Hashes *self, guint32 id)
{
  const LscIntern *texts = self->side->texts;
  guint64 hash;

  if (id == LSC_STRING_NONE)
    return lsc_hash_bytes ("", 0);
  if (self->known && self->known[id])
    return self->known[id];
  hash = lsc_hash_bytes (lsc_intern_text (texts, id), lsc_intern_length (texts, id));
  if (self->known)
    self->known[id] = hash;
  return hash;
}

/* Texts of two recordings are the same by what they say; 64 bits tell them apart. */
static guint64
find_key (const Hashes *self, const LscStepKernel *kernel, KeyType type, Known known)
{
  guint64 key = 0;

  if (type == BY_ALL || type == BY_NAME || !known.has_types)
    key = lsc_hash_mix (key, hash_text (self, kernel->name));
  if (type != BY_NAME && known.has_types)
    key = lsc_hash_mix (key, hash_text (self, kernel->type));
  if ((type == BY_ALL || type == BY_WORK) && known.has_shapes)
    key = lsc_hash_mix (key, hash_text (self, kernel->shapes));
  return key;
}

static guint64 *
find_keys (const Stream *stream, KeyType type, Known known)
{
  gsize n = stream->end - stream->begin;
  guint64 *keys = g_new (guint64, n + 1);
  Hashes hashes = hashes_new (stream->side, n);

  for (gsize i = 0; i < n; i++)
    keys[i] = find_key (&hashes, &stream->side->kernels.items[stream->begin + i], type, known);
  g_free (hashes.known);
  return keys;
}

/* Pairs what lies between two kernels that have partners. */
static gint64
align_run (const guint64 *before, const guint64 *after, const guint32 from[2], const guint32 to[2],
           guint32 *partners)
{
  guint32 n = to[0] - from[0];
  g_autofree guint32 *found = g_new (guint32, n + 1);
  gint64 n_found = 0;

  if (n == 0 || to[1] == from[1])
    return 0;
  lsc_sequence_align (before + from[0], n, after + from[1], to[1] - from[1], found);
  for (guint32 i = 0; i < n; i++)
    if (found[i] != LSC_ALIGN_NONE)
      {
        partners[from[0] + i] = from[1] + found[i];
        n_found++;
      }
  return n_found;
}

/* Pairs by another key what has no partner yet, without leaving the order of those that have.
 * Pairs that were found by their number may cross; what lies between such is left alone. */
static gint64
align_rest (const guint64 *before, const guint64 *after, guint32 n_before, guint32 n_after,
            guint32 *partners)
{
  guint32 from[2] = { 0, 0 };
  gint64 n_found = 0;

  for (guint32 i = 0; i <= n_before; i++)
    {
      guint32 to[2] = { i, i < n_before ? partners[i] : n_after };

      if (to[1] == LSC_ALIGN_NONE)
        continue;
      if (to[1] >= from[1])
        n_found += align_run (before, after, from, to, partners);
      from[0] = i + 1;
      from[1] = MAX (from[1], to[1] + 1);
    }
  return n_found;
}

/** Who is told of blocks that differ. @func: (nullable) */
typedef struct
{
  LscKernelBlockFunc func;
  gpointer data;
} Listener;

/* Between kernels whose partners cross nobody knows what became of what. */
static void
tell_blocks (const Listener *self, const Stream *before, const Stream *after,
             const guint32 *partners)
{
  gsize n[2] = { before->end - before->begin, after->end - after->begin };
  gsize from[2] = { 0, 0 };

  for (gsize i = 0; self->func && i <= n[0]; i++)
    {
      gsize to = i < n[0] ? partners[i] : n[1];
      LscKernelBlock block = { .sides = { before->side, after->side },
                               .first = { before->begin + from[0], after->begin + from[1] },
                               .n = { i - from[0] } };

      if (i < n[0] && partners[i] == LSC_ALIGN_NONE)
        continue;
      block.n[1] = to >= from[1] ? to - from[1] : 0;
      if (to >= from[1] && block.n[0] + block.n[1] > 0)
        self->func (&block, self->data);
      from[0] = i + 1;
      from[1] = MAX (from[1], to + 1);
    }
}

static void
add_streams (LscKernelPairs *self, const Stream *before, const Stream *after, Known known,
             const Listener *listener)
{
  guint32 n[2] = { (guint32) (before->end - before->begin), (guint32) (after->end - after->begin) };
  g_autofree guint32 *partners = g_new (guint32, n[0] + 1);
  gint64 found[N_KEYS];

  for (guint32 i = 0; i < n[0]; i++)
    partners[i] = LSC_ALIGN_NONE;
  for (KeyType type = BY_ALL; type < N_KEYS; type++)
    {
      g_autofree guint64 *keys = find_keys (before, type, known);
      g_autofree guint64 *others = find_keys (after, type, known);

      found[type] = align_rest (keys, others, n[0], n[1], partners);
      if (type == BY_NAME)
        tell_blocks (listener, before, after, partners);
    }
  self->n_exact += found[BY_ALL];
  self->n_other_shape += found[BY_NAME];
  self->n_renamed += found[BY_TYPE];
  for (guint i = 0; i < 2; i++)
    self->n_only[i] += n[i] - (found[BY_ALL] + found[BY_NAME] + found[BY_TYPE]);
}

static Stream
next_stream (const LscStepKernels *side, gsize begin)
{
  gsize end = begin;

  while (end < side->kernels.n &&
         side->kernels.items[end].stream == side->kernels.items[begin].stream)
    end++;
  return (Stream){ side, begin, end };
}

static GArray *
list_streams (const LscStepKernels *side)
{
  GArray *streams = g_array_new (FALSE, FALSE, sizeof (Stream));

  for (gsize at = 0; at < side->kernels.n;)
    {
      Stream stream = next_stream (side, at);

      g_array_append_val (streams, stream);
      at = stream.end;
    }
  return streams;
}

/* The stream of that number, else of that place: numbers are given as streams are made. */
static Stream
find_stream (const GArray *streams, const Stream *partner, guint place)
{
  guint32 number = partner->side->kernels.items[partner->begin].stream;

  for (guint i = 0; i < streams->len; i++)
    {
      const Stream *stream = &g_array_index (streams, Stream, i);

      if (stream->begin < stream->end &&
          stream->side->kernels.items[stream->begin].stream == number)
        return *stream;
    }
  return place < streams->len ? g_array_index (streams, Stream, place) : (Stream){ 0 };
}

static void
take_stream (GArray *streams, const Stream *taken)
{
  for (guint i = 0; i < streams->len; i++)
    if (g_array_index (streams, Stream, i).begin == taken->begin)
      g_array_index (streams, Stream, i).end = taken->begin;
}

/**
 * lsc_kernel_pairs_add:
 *
 * Pairs the kernels of two steps stream by stream: by name, type and shapes in their order,
 * then what is left between them by name, then by type (compare.md#kernels). What only one
 * recording tells is not looked at.
 *
 * @func: (nullable): is told what differs between two kernels that have partners by name
 */
void
lsc_kernel_pairs_add (LscKernelPairs *self, const LscStepKernels *before,
                      const LscStepKernels *after, LscKernelBlockFunc func, gpointer data)
{
  Listener listener = { func, data };
  Known known = { before->has_types && after->has_types, before->has_shapes && after->has_shapes };
  g_autoptr (GArray) streams = list_streams (before);
  g_autoptr (GArray) others = list_streams (after);

  for (guint i = 0; i < streams->len; i++)
    {
      const Stream *stream = &g_array_index (streams, Stream, i);
      Stream other = find_stream (others, stream, i);

      if (!other.side)
        other = (Stream){ after, 0, 0 };
      add_streams (self, stream, &other, known, &listener);
      if (other.end > other.begin)
        take_stream (others, &other);
    }
  for (guint i = 0; i < others->len; i++)
    self->n_only[1] +=
        (gint64) (g_array_index (others, Stream, i).end - g_array_index (others, Stream, i).begin);
}

static guint64 *
sort_keys (const LscStepKernels *side, Known known)
{
  Stream all = { side, 0, side->kernels.n };
  guint64 *keys = find_keys (&all, BY_WORK, known);

  lsc_sort_radix (keys, side->kernels.n, 0);
  return keys;
}

/**
 * lsc_kernel_pairs_find_common:
 *
 * Returns: how much of the work both steps have in common: twice the kernels of the same
 * type and shapes by all of both, 0 to 1 (compare.md#comparable); NAN without kernels
 */
double
lsc_kernel_pairs_find_common (const LscStepKernels *before, const LscStepKernels *after)
{
  Known known = { before->has_types && after->has_types, before->has_shapes && after->has_shapes };
  g_autofree guint64 *keys = sort_keys (before, known);
  g_autofree guint64 *others = sort_keys (after, known);
  gsize i = 0, k = 0, n = before->kernels.n, m = after->kernels.n, n_common = 0;

  while (i < n && k < m)
    {
      gboolean is_before = keys[i] <= others[k], is_after = keys[i] >= others[k];

      n_common += is_before && is_after;
      i += is_before;
      k += is_after;
    }
  return n + m > 0 ? 2.0 * (double) n_common / (double) (n + m) : (double) NAN;
}
