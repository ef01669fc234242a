/* lsc-flops-private.h - what the sources of FLOPs share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-mfu.h"

G_BEGIN_DECLS

#define LSC_MAX_DIMS 8
#define LSC_MAX_TENSORS 16

/** A tensor's dimensions; none for an empty part of the list. */
typedef struct
{
  guint n_dims;
  gint64 dims[LSC_MAX_DIMS];
} LscShape;

/** The tensors of one shape text. @n may exceed what is kept. */
typedef struct
{
  guint n;
  LscShape tensors[LSC_MAX_TENSORS];
} LscShapes;

/** Classes of data types with a peak (flops.md#peak). */
typedef enum
{
  LSC_DTYPE_FP16,
  LSC_DTYPE_FP32,
  LSC_DTYPE_INT8,
  LSC_DTYPE_UNSUPPORTED,
} LscDtype;

/** What an op type computes. */
typedef enum
{
  LSC_OP_KIND_UNKNOWN, /* not looked up */
  LSC_OP_KIND_OTHER,
  LSC_OP_KIND_MATMUL,
  LSC_OP_KIND_BATCH_MATMUL,
  LSC_OP_KIND_ATTENTION,
  LSC_OP_KIND_ATTENTION_GRAD,
  LSC_OP_KIND_CARRIER, /* known to carry FLOPs, which its shapes do not tell */
} LscOpKind;

/** State of one computation. */
typedef struct
{
  LscModuleData *data;
  const LscRun *run;
  const LscMfuOptions *options;
  LscPeak peak;
  gboolean is_peer;
  LscKernelFlopsList *out;
  LscJob *job;
  guint8 *op_done;     /* ops that have FLOPs, for each of data->ops */
  guint8 *kind_of;     /* LscOpKind of each name of the run */
  guint8 *dtypes;      /* LscDtype of each list of types, that of its first; + 1, 0 = not asked */
  gboolean has_shapes; /* some kernel has */
  gsize n_bad_recorded;
  gsize n_bad_marks;
  char *first_bad_mark;
} LscFlops;

/* lsc-flops-shape-text.c */
char *_lsc_shape_text (const LscRun *run, guint32 id);
gboolean _lsc_shape_is_known (const LscRun *run, guint32 id);
gboolean _lsc_shapes_parse (const LscRun *run, guint32 id, LscShapes *shapes);
LscDtype _lsc_dtype_at (const LscRun *run, guint32 id, guint index, gboolean is_peer);
gboolean _lsc_dtypes_equal (const LscRun *run, guint32 id, guint n);

/* lsc-mfu.c */
const LscKernelDetail *_lsc_flops_detail (const LscFlops *self, guint32 kernel);
LscOpKind _lsc_flops_kind (LscFlops *self, guint32 kernel);
gint64 _lsc_flops_duration (const LscFlops *self, guint32 kernel);
void _lsc_flops_add (LscFlops *self, guint32 op, guint32 kernel, double flops,
                     LscFlopsSource origin, guint32 label, guint8 flags);

void _lsc_flops_set (const LscFlops *self, LscKernelFlops *item, double flops);

/* lsc-flops-recorded.c, lsc-flops-marks.c, lsc-flops-shapes.c */
gboolean _lsc_flops_from_ranges (LscFlops *self, GError **error);
gboolean _lsc_flops_from_marks (LscFlops *self, GError **error);
gboolean _lsc_flops_mask_recorded (LscFlops *self, GError **error);
gboolean _lsc_flops_from_shapes (LscFlops *self, GError **error);
gboolean _lsc_flops_from_grads (LscFlops *self, GError **error);

G_END_DECLS
