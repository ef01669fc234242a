/* lsc-synth-recipes.h - the framework ops of the model and the kernels that they launch
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-plan.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_SYNTH_OP_COPY,
  LSC_SYNTH_OP_EMBEDDING,
  LSC_SYNTH_OP_NORM,
  LSC_SYNTH_OP_QKV,
  LSC_SYNTH_OP_VIEW,
  LSC_SYNTH_OP_ROTARY,
  LSC_SYNTH_OP_ATTENTION,
  LSC_SYNTH_OP_PROJECTION,
  LSC_SYNTH_OP_ALL_REDUCE,
  LSC_SYNTH_OP_ADD,
  LSC_SYNTH_OP_GATE_UP,
  LSC_SYNTH_OP_SWIGLU,
  LSC_SYNTH_OP_DOWN,
  LSC_SYNTH_OP_SOFTMAX,
  LSC_SYNTH_OP_TOPK,
  LSC_SYNTH_OP_ALL_TO_ALL,
  LSC_SYNTH_OP_FUSED,
  LSC_SYNTH_OP_HEAD,
  LSC_SYNTH_OP_LOSS,
  LSC_SYNTH_OP_ACCUMULATE,
  LSC_SYNTH_OP_OPTIMIZER,
  LSC_SYNTH_OP_GRAD_REDUCE,
  LSC_SYNTH_N_OPS,
} LscSynthRecipe;

/**
 * LscSynthOpText:
 * @names: forward ops from the outermost to the one that launches
 * @link_level: which of them carries the link, -1 = the op has no backward
 * @node: autograd node
 * @backward: ops below the node, outermost first
 */
typedef struct
{
  const char *names[LSC_SYNTH_OP_LEVELS];
  gint8 link_level;
  const char *node;
  const char *backward[2];
} LscSynthOpText;

const LscSynthOpText *lsc_synth_recipe_text (guint recipe);
void lsc_synth_recipe_kernels (guint recipe, GArray *kernels);
void lsc_synth_recipe_backward_kernels (guint recipe, char kind, GArray *kernels);
gint64 lsc_synth_recipe_flops (guint recipe);
gboolean lsc_synth_recipe_is_linear (guint recipe);
gint64 lsc_synth_recipe_weights (guint recipe);

G_END_DECLS
