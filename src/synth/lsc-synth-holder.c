/* lsc-synth-holder.c - what the passes of a rank allocate and release
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-holder.h"

#include <string.h>

#include "synth/lsc-synth-names.h"
#include "synth/lsc-synth-recipes.h"

/* Weights are in bfloat16; the optimizer has three numbers of four bytes for each. */
#define BYTES_OF_WEIGHT 2
#define BYTES_OF_STATE 12

/* Gradients of the head, of other products, of the rest: each comes from passes of its own. */
#define N_CLASSES 3

/** An output that the backward pass needs. */
typedef struct
{
  guint block;
  gboolean is_linear; /* for the gradients of a weight, so W releases it */
} Held;

/**
 * LscSynthHolder:
 * @activations: for each chunk and micro-batch an array of Held, %NULL before its forward pass
 * @gradients: blocks of this step
 * @makers: for each chunk and class the pass that made the gradients, 0 = none yet
 */
struct _LscSynthHolder
{
  const LscSynthTimeline *timeline;
  LscSynthMemory *memory;
  GArray **activations;
  gsize n_activations;
  GArray *gradients;
  guint64 *makers;
  gsize n_makers;
  gboolean has_leaked;
  gboolean has_step;
};

static gint64
sum_weights (const LscSynthTimeline *timeline, guint stage)
{
  gint64 elements = 0;

  for (guint chunk = 0; chunk < timeline->schedule->n_chunks; chunk++)
    {
      const LscSynthPlan *plan = lsc_synth_timeline_plan (timeline, stage, chunk, LSC_SYNTH_PLAN_F);

      for (guint i = 0; i < plan->ops->len; i++)
        elements += lsc_synth_recipe_weights (g_array_index (plan->ops, LscSynthOp, i).recipe);
    }
  return elements;
}

/**
 * lsc_synth_holder_new:
 * @timeline: the run; kept
 * @stage: stage of the rank
 *
 * Returns: (transfer full): weights and optimizer state, and nothing else yet
 */
LscSynthHolder *
lsc_synth_holder_new (const LscSynthTimeline *timeline, guint stage)
{
  LscSynthHolder *self = g_new0 (LscSynthHolder, 1);
  const guint n_chunks = timeline->schedule->n_chunks;

  self->timeline = timeline;
  self->memory =
      lsc_synth_memory_new (sum_weights (timeline, stage) * (BYTES_OF_WEIGHT + BYTES_OF_STATE));
  self->n_activations = (gsize) n_chunks * timeline->options->micro_batches;
  self->activations = g_new0 (GArray *, self->n_activations);
  self->gradients = g_array_new (FALSE, FALSE, sizeof (guint));
  self->n_makers = (gsize) n_chunks * N_CLASSES;
  self->makers = g_new0 (guint64, self->n_makers);
  return self;
}

/** lsc_synth_holder_free: frees it and its memory. */
void
lsc_synth_holder_free (LscSynthHolder *self)
{
  for (gsize i = 0; i < self->n_activations; i++)
    g_clear_pointer (&self->activations[i], g_array_unref);
  g_free (self->activations);
  g_array_unref (self->gradients);
  g_free (self->makers);
  lsc_synth_memory_free (self->memory);
  g_free (self);
}

/* The innermost op of the framework: it asks for the block, and what it calls only launches. */
static guint
find_asker (const LscSynthOp *op, guint *level)
{
  for (*level = (guint) op->n_names - 1; *level > 0; (*level)--)
    {
      const char *name = lsc_synth_name_text (op->names[*level]);

      if (!g_str_has_prefix (name, "acl") && !g_str_has_prefix (name, "Hccl"))
        break;
    }
  return op->names[*level];
}

static guint
allocate (LscSynthHolder *self, const LscSynthOp *op, gint64 size_bytes, gint64 host_ns)
{
  guint level, name = find_asker (op, &level);

  return lsc_synth_memory_allocate (self->memory, name, size_bytes,
                                    host_ns + op->begin_ns + 400 * (gint64) level + 100);
}

/* Bytes of a shape such as "2048,1024" in two bytes each; its kernel has one output. */
static gint64
count_bytes (const char *shape)
{
  gint64 bytes = 2;

  for (const char *p = strchr (shape, '"'); p != NULL && g_ascii_isdigit (p[1]);
       p = strchr (p + 1, ','))
    bytes *= g_ascii_strtoll (p + 1, NULL, 10);
  return bytes;
}

static gint64
output_bytes (const LscSynthPlan *plan, const LscSynthOp *op)
{
  for (guint i = op->n_kernels; i-- > 0;)
    {
      const LscSynthKernel *kernel =
          &g_array_index (plan->kernels, LscSynthKernel, op->first_kernel + i);

      if (kernel->class == LSC_SYNTH_COMPUTE)
        return count_bytes (lsc_synth_name_text (kernel->out_shapes));
    }
  return 0;
}

static void
take_forward (LscSynthHolder *self, const LscSynthPlan *plan, GArray *held, gint64 host_ns)
{
  for (guint i = 0; i < plan->ops->len; i++)
    {
      const LscSynthOp *op = &g_array_index (plan->ops, LscSynthOp, i);
      const gint64 bytes = output_bytes (plan, op);
      Held item;

      if (bytes == 0)
        continue;
      item = (Held){ allocate (self, op, bytes, host_ns), lsc_synth_recipe_is_linear (op->recipe) };
      g_array_append_val (held, item);
      if (self->has_leaked || self->timeline->options->leak_bytes == 0)
        continue;
      allocate (self, op, self->timeline->options->leak_bytes, host_ns);
      self->has_leaked = TRUE;
    }
}

/* The first pass of a step that has the gradients of a weight allocates them, later ones add. */
static void
take_gradient (LscSynthHolder *self, const LscSynthOp *op, const LscSynthPart *part, gint64 host_ns)
{
  const gboolean is_linear = lsc_synth_recipe_is_linear (op->recipe);
  const guint class = op->recipe == LSC_SYNTH_OP_HEAD ? 0 : is_linear ? 1 : 2;
  const gint64 weights = lsc_synth_recipe_weights (op->recipe);
  const guint64 pass = ((guint64) part->mb << 8 | (guchar) part->role) + 1;
  guint64 *maker = &self->makers[(gsize) part->chunk * N_CLASSES + class];
  guint block;

  if (weights == 0 || (is_linear && part->role == 'I') || (*maker != 0 && *maker != pass))
    return;
  *maker = pass;
  block = allocate (self, op, weights * BYTES_OF_WEIGHT, host_ns);
  g_array_append_val (self->gradients, block);
}

/* Releases from the end on until @n_kept are left; I keeps what W needs. */
static void
release_down_to (LscSynthHolder *self, GArray *held, guint n_kept, gboolean keeps_linear,
                 gint64 time_ns)
{
  for (guint i = held->len; i-- > n_kept;)
    {
      const Held *item = &g_array_index (held, Held, i);

      if (keeps_linear && item->is_linear)
        continue;
      lsc_synth_memory_release (self->memory, item->block, time_ns);
      g_array_remove_index (held, i);
    }
}

/* What was made last is needed first. */
static void
take_backward (LscSynthHolder *self, const LscSynthPlan *plan, const LscSynthPart *part,
               GArray *held, gint64 host_ns)
{
  const guint n_held = held->len, n_ops = plan->ops->len;

  for (guint i = 0; i < n_ops; i++)
    {
      const LscSynthOp *op = &g_array_index (plan->ops, LscSynthOp, i);
      const guint n_kept = (guint) (n_held - (guint64) n_held * (i + 1) / n_ops);

      take_gradient (self, op, part, host_ns);
      if (part->role != 'L')
        release_down_to (self, held, n_kept, part->role == 'I',
                         host_ns + op->begin_ns + op->length_ns - 50);
    }
}

/**
 * lsc_synth_holder_take_pass:
 * @self: a rank's memory
 * @plan: what was done
 * @part: whose pass it was
 * @host_ns: its begin on the host, on the rank's clock
 *
 * A forward pass allocates the output of each op, which lives until the backward pass has gone by.
 */
void
lsc_synth_holder_take_pass (LscSynthHolder *self, const LscSynthPlan *plan,
                            const LscSynthPart *part, gint64 host_ns)
{
  GArray **held =
      &self->activations[(gsize) part->chunk * self->timeline->options->micro_batches + part->mb];

  if (*held == NULL)
    *held = g_array_new (FALSE, FALSE, sizeof (Held));
  if (part->role == 'F')
    take_forward (self, plan, *held, host_ns);
  else
    take_backward (self, plan, part, *held, host_ns);
}

/**
 * lsc_synth_holder_end_step:
 * @self: a rank's memory
 * @host_ns: when the optimizer is done, on the rank's clock
 *
 * Releases gradients, and activations that no backward pass has taken.
 */
void
lsc_synth_holder_end_step (LscSynthHolder *self, gint64 host_ns)
{
  for (guint i = 0; i < self->gradients->len; i++)
    lsc_synth_memory_release (self->memory, g_array_index (self->gradients, guint, i), host_ns);
  g_array_set_size (self->gradients, 0);
  for (gsize i = 0; i < self->n_activations; i++)
    if (self->activations[i] != NULL)
      {
        release_down_to (self, self->activations[i], 0, FALSE, host_ns);
        g_clear_pointer (&self->activations[i], g_array_unref);
      }
  memset (self->makers, 0, self->n_makers * sizeof *self->makers);
  self->has_leaked = FALSE;
  if (!self->has_step)
    self->memory->warm_ns = host_ns;
  self->has_step = TRUE;
}

/** lsc_synth_holder_get_memory: (transfer none): the blocks. */
LscSynthMemory *
lsc_synth_holder_get_memory (LscSynthHolder *self)
{
  return self->memory;
}
