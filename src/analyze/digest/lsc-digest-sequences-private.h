/* lsc-digest-sequences-private.h - kernels of a stream behind each other, for who looks for some
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-digest-parts-private.h"
#include "model/lsc-kernel-name.h"

G_BEGIN_DECLS

/** What a kernel of a GPU can be in attention that is not fused. */
typedef enum
{
  LSC_IN_NONE,
  LSC_IN_PRODUCT,
  LSC_IN_BETWEEN, /* scales, masks, drops out, changes the type */
  LSC_IN_SOFTMAX,
  LSC_IN_SOFTMAX_BACKWARD,
} LscInAttention;

/**
 * LscSequenceOp: the type of a kernel
 * @text: id of its name in the timeline
 * @begins: bits by index in patterns: those that it can begin
 * @has_simple_name: of a kernel of a GPU: its family, which is asked once a name, not a kernel
 * @can_fuse: likewise: it reads and writes memory and does little else, and nothing is fused in it
 * @in_attention: likewise, #LscInAttention
 */
typedef struct
{
  const char *name;
  guint32 text;
  guint16 begins;
  guint8 has_simple_name;
  guint8 can_fuse;
  guint8 in_attention;
} LscSequenceOp;

LSC_DEFINE_ARRAY (LscSequenceOps, lsc_sequence_ops, LscSequenceOp)

/** A kernel of a stream, made when it is asked for: of each only the slice is kept. @op: its type;
 * %NULL: it breaks what stands around it. @is_simple: element by element, or a reduction */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 id;
  const LscSequenceOp *op;
  gboolean is_simple;
} LscSequenceKernel;

/** What is at work. */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  const LscBudget *budget;
  LscSequenceOps ops;                  /* whose names are in LscRankDigest.texts */
  guint32 *op_of;           /* of each string of the timeline: 1 + the index of its type, 0 */
  const LscNode *node;      /* the stream */
  LscIndexes kernels;       /* slices of its lane that are kernels, by time */
  LscDigestRunTaker *taker; /* of a GPU */
} LscSequenceBuild;

LscSequenceKernel _lsc_sequences_get_kernel (const LscSequenceBuild *self, gsize index);
const LscSequenceOp *_lsc_sequences_get_op (const LscSequenceBuild *self, gsize index);
gboolean _lsc_sequences_go_on (const LscSequenceBuild *self, gsize index);
gint64 _lsc_sequences_get_saved_ns (const LscSequenceBuild *self, gsize first, gsize n);
LscDigestSequence *_lsc_sequences_get_sequence (LscSequenceBuild *self, LscFused fused);
void _lsc_sequences_note_longest (LscDigestSequence *self, const LscSequenceBuild *build,
                                  gsize first, gsize n);
guint32 _lsc_sequences_name_run (LscSequenceBuild *self, gsize first, gsize n);

LscInAttention _lsc_sequences_find_in_attention (const char *text);
void _lsc_sequences_find_attention (LscSequenceBuild *self);

G_END_DECLS
