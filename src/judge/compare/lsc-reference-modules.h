/* lsc-reference-modules.h - modules of two steps with their operators, as the reference tool has it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-step-kernels.h"

G_BEGIN_DECLS

/** An operator of a module. @n: how often, on each side; 0 = not there */
typedef struct
{
  char *name;
  gint64 ns[2];
  gint64 n[2];
} LscReferenceModuleOp;

/**
 * LscReferenceModule: a module, by its path as recorded
 * @outer: (nullable): the one around it
 * @self_ns: device time of its own operators, on each side
 * @total_ns: with that of the modules inside
 * @ops: (element-type LscReferenceModuleOp): its own, as found
 */
typedef struct _LscReferenceModule LscReferenceModule;

struct _LscReferenceModule
{
  char *path;
  LscReferenceModule *outer;
  gint64 self_ns[2];
  gint64 total_ns[2];
  GPtrArray *ops;
};

GPtrArray *lsc_reference_modules_new (const LscStepKernels *before, const LscStepKernels *after);

G_END_DECLS
