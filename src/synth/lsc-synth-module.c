/* lsc-synth-module.c - the model: nested module calls, their ops, and the backward pass
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-recipes.h"

#include <string.h>

#include "synth/lsc-synth-db.h"
#include "synth/lsc-synth-names.h"

#define MODULE_ENTER_NS 1000
#define MODULE_LEAVE_NS 600
#define OP_NS 6000
/* Model, TransformerBlock, TransformerLayer, SelfAttention, ColumnParallelLinear */
#define NATURAL_DEPTH 5

typedef struct
{
  const char *name;
  guint serial;
  guint path;
  gint owner;
  gint64 begin_ns;
} OpenModule;

typedef struct
{
  const LscSynthOptions *options;
  LscSynthPlan *plan;
  GArray *open;
  GHashTable *serials;
  gint64 now_ns;
  guint first_serial;
  gboolean head;
} Builder;

static LscSynthPlan *
plan_new (void)
{
  LscSynthPlan *self = g_new0 (LscSynthPlan, 1);

  self->ranges = g_array_new (FALSE, FALSE, sizeof (LscSynthRange));
  self->ops = g_array_new (FALSE, FALSE, sizeof (LscSynthOp));
  self->kernels = g_array_new (FALSE, FALSE, sizeof (LscSynthKernel));
  self->owner_paths = g_array_new (FALSE, FALSE, sizeof (guint));
  self->owner_backward_paths = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

/** lsc_synth_plan_free: frees a plan. */
void
lsc_synth_plan_free (LscSynthPlan *self)
{
  g_array_unref (self->ranges);
  g_array_unref (self->ops);
  g_array_unref (self->kernels);
  g_array_unref (self->owner_paths);
  g_array_unref (self->owner_backward_paths);
  g_free (self);
}

/* Sets the begin of each kernel and the totals. */
static void
finish_plan (LscSynthPlan *plan, gint64 host_ns)
{
  gint64 total_ns = 0;

  for (guint i = 0; i < plan->kernels->len; i++)
    {
      LscSynthKernel *kernel = &g_array_index (plan->kernels, LscSynthKernel, i);

      kernel->before_ns = total_ns;
      total_ns += kernel->nominal_ns;
      plan->n_compute += kernel->class == LSC_SYNTH_COMPUTE;
      plan->n_tasks += kernel->class == LSC_SYNTH_COMMUNICATION ? 4 : 1;
    }
  plan->nominal_ns = MAX (total_ns, 1);
  plan->host_ns = host_ns;
}

static void
open_module (Builder *b, const char *class_name)
{
  guint serial = GPOINTER_TO_UINT (g_hash_table_lookup (b->serials, class_name));
  g_autoptr (GString) parent = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *backward_path = NULL;
  guint backward_name;
  OpenModule module = { .name = class_name, .begin_ns = b->now_ns };

  if (!b->options->modules)
    return;
  g_hash_table_insert (b->serials, (gpointer) class_name, GUINT_TO_POINTER (serial + 1));
  for (guint i = 0; i < b->open->len; i++)
    g_string_append_printf (parent, "%s/", g_array_index (b->open, OpenModule, i).name);
  module.serial = b->first_serial + serial;
  path = g_strconcat (parent->str, class_name, NULL);
  backward_path = g_strconcat (parent->str, "[Backward]", class_name, NULL);
  module.path = lsc_synth_name (path);
  module.owner = (gint) b->plan->owner_paths->len;
  g_array_append_val (b->plan->owner_paths, module.path);
  backward_name = lsc_synth_name (backward_path);
  g_array_append_val (b->plan->owner_backward_paths, backward_name);
  g_array_append_val (b->open, module);
  b->now_ns += MODULE_ENTER_NS;
}

static void
close_module (Builder *b)
{
  OpenModule module;
  LscSynthRange range;

  if (!b->options->modules)
    return;
  module = g_array_index (b->open, OpenModule, b->open->len - 1);
  g_array_set_size (b->open, b->open->len - 1);
  b->now_ns += MODULE_LEAVE_NS;
  range = (LscSynthRange){ .domain = LSC_SYNTH_DOMAIN_MODULE,
                           .name = lsc_synth_name (module.name),
                           .serial = module.serial,
                           .path = module.path,
                           .begin_ns = module.begin_ns,
                           .end_ns = b->now_ns };
  g_array_append_val (b->plan->ranges, range);
  b->now_ns += 100;
}

/* Names of a recipe's ops; a lean plan keeps those that links need. */
static void
set_names (LscSynthOp *op, const char *const *names, guint n, gint link_level, gboolean lean)
{
  guint first = 0;

  if (lean && n > 1)
    first = link_level >= 0 ? MIN ((guint) link_level, n - 1) : n - 1;
  op->n_names = (gint8) (n - first);
  op->link_level = (gint8) (link_level < 0 ? -1 : link_level - (gint) first);
  for (guint i = first; i < n; i++)
    op->names[i - first] = lsc_synth_name (names[i]);
}

static void
add_range (Builder *b, LscSynthDomain domain, const char *message, gint64 begin_ns, gint64 end_ns)
{
  LscSynthRange range = { .domain = domain,
                          .name = lsc_synth_name (message),
                          .path = LSC_SYNTH_NO_NAME,
                          .begin_ns = begin_ns,
                          .end_ns = end_ns };

  g_array_append_val (b->plan->ranges, range);
}

/* Ranges that tell how much an op computes (flops.md#marks, #attention). */
static void
add_marks (Builder *b, guint recipe)
{
  gint64 flops = lsc_synth_recipe_flops (recipe);
  g_autofree char *message = NULL;

  if (flops == 0 || !b->options->modules)
    return;
  if (recipe == LSC_SYNTH_OP_ATTENTION)
    add_range (b, LSC_SYNTH_DOMAIN_ATTENTION,
               "{\"input_layout\": \"SBH\", \"sparse_mode\": 2, \"actual_seq_qlen\": [], "
               "\"actual_seq_kvlen\": []}",
               b->now_ns + 20, b->now_ns + 20);
  message = g_strdup_printf ("%" G_GINT64_FORMAT "-%s", flops,
                             recipe == LSC_SYNTH_OP_ATTENTION ? "npu_fusion_attention" : "linear");
  add_range (b, LSC_SYNTH_DOMAIN_FLOPS, message, b->now_ns + 50, b->now_ns + 50 + OP_NS + 100);
}

static void
add_op (Builder *b, guint recipe)
{
  const LscSynthOpText *text = lsc_synth_recipe_text (recipe);
  const gboolean in_module = b->open->len > 0;
  LscSynthOp op = { .recipe = recipe,
                    .owner = -1,
                    .path = LSC_SYNTH_NO_NAME,
                    .link = LSC_SYNTH_NO_LINK,
                    .head = b->head,
                    .first_kernel = b->plan->kernels->len };
  guint n = 0;

  while (n < LSC_SYNTH_OP_LEVELS && text->names[n] != NULL)
    n++;
  add_marks (b, recipe);
  lsc_synth_recipe_kernels (recipe, b->plan->kernels);
  op.n_kernels = b->plan->kernels->len - op.first_kernel;
  set_names (&op, text->names, n, b->options->backward ? text->link_level : -1, b->options->lean);
  if (op.link_level >= 0)
    op.link = b->plan->n_links++;
  if (in_module)
    {
      const OpenModule *module = &g_array_index (b->open, OpenModule, b->open->len - 1);

      op.owner = module->owner;
      op.path = module->path;
    }
  op.begin_ns = b->now_ns + 100;
  op.length_ns = op.n_kernels > 0 ? OP_NS : 900;
  g_array_append_val (b->plan->ops, op);
  b->now_ns += op.n_kernels > 0 ? LSC_SYNTH_SLOT_NS : 1200;
}

static void
add_ops_in (Builder *b, const char *class_name, const guint *recipes, guint n)
{
  open_module (b, class_name);
  for (guint i = 0; i < n; i++)
    add_op (b, recipes[i]);
  close_module (b);
}

#define ADD_OPS_IN(b, class_name, ...)                                                             \
  add_ops_in ((b), (class_name), (const guint[]){ __VA_ARGS__ },                                   \
              G_N_ELEMENTS (((const guint[]){ __VA_ARGS__ })))

static void
add_attention_module (Builder *b)
{
  open_module (b, "SelfAttention");
  ADD_OPS_IN (b, "ColumnParallelLinear", LSC_SYNTH_OP_QKV);
  add_op (b, LSC_SYNTH_OP_VIEW);
  add_op (b, LSC_SYNTH_OP_ROTARY);
  ADD_OPS_IN (b, "DotProductAttention", LSC_SYNTH_OP_ATTENTION);
  ADD_OPS_IN (b, "RowParallelLinear", LSC_SYNTH_OP_PROJECTION, LSC_SYNTH_OP_ALL_REDUCE);
  close_module (b);
}

static void
add_mlp_module (Builder *b)
{
  open_module (b, "MLP");
  ADD_OPS_IN (b, "ColumnParallelLinear", LSC_SYNTH_OP_GATE_UP);
  add_op (b, LSC_SYNTH_OP_SWIGLU);
  ADD_OPS_IN (b, "RowParallelLinear", LSC_SYNTH_OP_DOWN, LSC_SYNTH_OP_ALL_REDUCE);
  close_module (b);
}

static void
add_moe_module (Builder *b)
{
  open_module (b, "MoELayer");
  ADD_OPS_IN (b, "TopKRouter", LSC_SYNTH_OP_SOFTMAX, LSC_SYNTH_OP_TOPK);
  add_op (b, LSC_SYNTH_OP_ALL_TO_ALL);
  open_module (b, "GroupedMLP");
  add_op (b, LSC_SYNTH_OP_GATE_UP);
  add_op (b, LSC_SYNTH_OP_SWIGLU);
  add_op (b, LSC_SYNTH_OP_FUSED);
  close_module (b);
  add_op (b, LSC_SYNTH_OP_ALL_TO_ALL);
  close_module (b);
}

static void
add_layer (Builder *b, guint number)
{
  open_module (b, "TransformerLayer");
  ADD_OPS_IN (b, "RMSNorm", LSC_SYNTH_OP_NORM);
  add_attention_module (b);
  add_op (b, LSC_SYNTH_OP_ADD);
  ADD_OPS_IN (b, "RMSNorm", LSC_SYNTH_OP_NORM);
  if (number % 4 == 3)
    add_moe_module (b);
  else
    add_mlp_module (b);
  add_op (b, LSC_SYNTH_OP_ADD);
  close_module (b);
}

static void
add_model (Builder *b, const LscSynthChunk *chunk)
{
  guint wrappers = b->options->depth > NATURAL_DEPTH ? b->options->depth - NATURAL_DEPTH : 0;

  for (guint i = 0; i < wrappers; i++)
    open_module (b, "Wrapper");
  open_module (b, "GPTModel");
  if (chunk->first)
    ADD_OPS_IN (b, "LanguageModelEmbedding", LSC_SYNTH_OP_EMBEDDING);
  open_module (b, "TransformerBlock");
  for (guint i = 0; i < b->options->layers; i++)
    add_layer (b, chunk->first_layer + i);
  close_module (b);
  if (chunk->last)
    {
      b->head = TRUE;
      ADD_OPS_IN (b, "OutputLayer", LSC_SYNTH_OP_HEAD);
    }
  close_module (b);
  for (guint i = 0; i < wrappers; i++)
    close_module (b);
}

/* Without modules a chunk is a few ops, so that large pipelines stay small. */
static void
add_plain_ops (Builder *b)
{
  add_op (b, LSC_SYNTH_OP_NORM);
  add_op (b, LSC_SYNTH_OP_QKV);
}

static void
builder_init (Builder *b, const LscSynthOptions *options)
{
  b->options = options;
  b->plan = plan_new ();
  b->open = g_array_new (FALSE, FALSE, sizeof (OpenModule));
  b->serials = g_hash_table_new (g_str_hash, g_str_equal);
  b->now_ns = 500;
  b->first_serial = 0;
  b->head = FALSE;
}

static LscSynthPlan *
builder_finish (Builder *b)
{
  g_array_unref (b->open);
  g_hash_table_unref (b->serials);
  finish_plan (b->plan, b->now_ns + 500);
  return b->plan;
}

/**
 * lsc_synth_plan_forward:
 * @options: what the profile is to contain
 * @chunk: which part of the model
 *
 * Returns: (transfer full): one forward pass through the chunk
 */
LscSynthPlan *
lsc_synth_plan_forward (const LscSynthOptions *options, const LscSynthChunk *chunk)
{
  Builder b;

  builder_init (&b, options);
  b.first_serial = 2 * chunk->first_layer;
  if (chunk->first && options->modules)
    add_op (&b, LSC_SYNTH_OP_COPY);
  if (options->modules)
    add_model (&b, chunk);
  else
    add_plain_ops (&b);
  if (chunk->last && options->modules)
    {
      b.head = TRUE;
      add_op (&b, LSC_SYNTH_OP_LOSS);
    }
  return builder_finish (&b);
}

static void
append_op (Builder *b, LscSynthOp *op)
{
  op->n_kernels = b->plan->kernels->len - op->first_kernel;
  op->begin_ns = b->now_ns + 100;
  op->length_ns = op->n_kernels > 0 ? OP_NS : 900;
  op->path = LSC_SYNTH_NO_NAME;
  g_array_append_val (b->plan->ops, *op);
  b->now_ns += op->n_kernels > 0 ? LSC_SYNTH_SLOT_NS : 1200;
}

/* The autograd node of a forward op: engine op, node with the link, ops below. */
static void
add_node (Builder *b, const LscSynthOp *forward, char kind)
{
  const LscSynthOpText *text = lsc_synth_recipe_text (forward->recipe);
  g_autofree char *engine = g_strconcat ("autograd::engine::evaluate_function: ", text->node, NULL);
  const char *names[LSC_SYNTH_OP_LEVELS] = { engine, text->node };
  LscSynthOp op = { .recipe = forward->recipe,
                    .backward = TRUE,
                    .head = forward->head,
                    .owner = forward->owner,
                    .link = forward->link,
                    .first_kernel = b->plan->kernels->len };
  guint n = 2;

  for (guint i = 0; i < 2 && text->backward[i] != NULL; i++)
    names[n++] = text->backward[i];
  if (b->options->lean && n == 4)
    names[2] = names[--n];
  lsc_synth_recipe_backward_kernels (forward->recipe, kind, b->plan->kernels);
  set_names (&op, names, n, 1, b->options->lean);
  append_op (b, &op);
}

/* An op of the backward pass that no forward op belongs to. */
static void
add_loose_op (Builder *b, guint recipe)
{
  const LscSynthOpText *text = lsc_synth_recipe_text (recipe);
  LscSynthOp op = { .recipe = recipe,
                    .backward = TRUE,
                    .owner = -1,
                    .link = LSC_SYNTH_NO_LINK,
                    .first_kernel = b->plan->kernels->len };
  guint n = 0;

  while (n < LSC_SYNTH_OP_LEVELS && text->names[n] != NULL)
    n++;
  lsc_synth_recipe_kernels (recipe, b->plan->kernels);
  set_names (&op, text->names, n, -1, b->options->lean);
  append_op (b, &op);
}

/* Weight gradients that were put off run from Python, outside autograd. */
static void
add_weight_op (Builder *b, const LscSynthOp *forward)
{
  const char *names[] = { "aten::mm", "aclnnMm" };
  LscSynthOp op = { .recipe = forward->recipe,
                    .owner = -1,
                    .link = LSC_SYNTH_NO_LINK,
                    .first_kernel = b->plan->kernels->len };

  lsc_synth_recipe_backward_kernels (forward->recipe, 'W', b->plan->kernels);
  set_names (&op, names, 2, -1, b->options->lean);
  append_op (b, &op);
}

/* Backward modules are runs of linked nodes of one module call (modules.md#runs, #made-calls): all
 * that runs between the first and the last node of a run is credited to the call. */
static void
credit_runs (LscSynthPlan *plan, const LscSynthPlan *forward)
{
  guint first = 0, last = 0;
  gint owner = -1;

  for (guint i = 0; i <= plan->ops->len; i++)
    {
      const LscSynthOp *op = NULL;

      if (i < plan->ops->len)
        {
          op = &g_array_index (plan->ops, LscSynthOp, i);
          if (op->owner < 0)
            continue;
          if (op->owner == owner)
            {
              last = i;
              continue;
            }
        }
      for (guint k = first; owner >= 0 && k <= last; k++)
        g_array_index (plan->ops, LscSynthOp, k).path =
            g_array_index (forward->owner_backward_paths, guint, owner);
      first = last = i;
      owner = op != NULL ? op->owner : -1;
    }
}

/**
 * lsc_synth_plan_backward:
 * @options: what the profile is to contain
 * @forward: the forward pass of the chunk
 * @kind: B, I, W, or L for the head alone
 * @split_head: whether B and I leave the head to an L block
 *
 * Returns: (transfer full): the backward pass
 */
LscSynthPlan *
lsc_synth_plan_backward (const LscSynthOptions *options, const LscSynthPlan *forward, char kind,
                         gboolean split_head)
{
  Builder b;

  builder_init (&b, options);
  for (guint i = forward->ops->len; i-- > 0;)
    {
      const LscSynthOp *op = &g_array_index (forward->ops, LscSynthOp, i);
      gboolean linear = lsc_synth_recipe_is_linear (op->recipe);

      if (kind == 'L' ? !op->head : op->head && split_head && kind != 'W')
        continue;
      if (kind == 'W' && linear)
        {
          add_weight_op (&b, op);
          add_loose_op (&b, LSC_SYNTH_OP_ACCUMULATE);
        }
      if (kind == 'W' || op->link == LSC_SYNTH_NO_LINK)
        continue;
      add_node (&b, op, kind == 'I' ? 'I' : 'B');
      if (kind != 'I' && linear)
        add_loose_op (&b, LSC_SYNTH_OP_ACCUMULATE);
    }
  credit_runs (b.plan, forward);
  return builder_finish (&b);
}

/**
 * lsc_synth_plan_optimizer:
 * @options: what the profile is to contain
 *
 * Returns: (transfer full): the work after the last backward pass; no module owns it
 */
LscSynthPlan *
lsc_synth_plan_optimizer (const LscSynthOptions *options)
{
  Builder b;

  builder_init (&b, options);
  if (options->dp > 1)
    add_op (&b, LSC_SYNTH_OP_GRAD_REDUCE);
  for (guint i = 0; i < 4; i++)
    add_op (&b, LSC_SYNTH_OP_OPTIMIZER);
  return builder_finish (&b);
}

/**
 * lsc_synth_plan_filler:
 *
 * Returns: (transfer full): one small op outside modules, to reach a wanted number of rows
 */
LscSynthPlan *
lsc_synth_plan_filler (void)
{
  LscSynthOptions options = { .lean = TRUE };
  Builder b;

  builder_init (&b, &options);
  add_op (&b, LSC_SYNTH_OP_ADD);
  return builder_finish (&b);
}
