/* lsc-random-profile.c - random profiles for property tests, the same for the same seed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-random-profile.h"

#define UNIT_NS                                                                                    \
  10 /* times are multiples, so that the 1 ns margins of invented ranges stay free                 \
      */
#define MAX_KERNELS 3
#define MAX_DEPTH 7
#define FIRST_TID G_GINT64_CONSTANT (4294967296001)
#define AUTOGRAD_TID G_GINT64_CONSTANT (4294967296009)

typedef struct
{
  const char *name;
  gint64 start, end, tid;
} RangeSpec;

typedef struct
{
  LscTestKernelClass klass;
  const char *name;
} KernelSpec;

typedef struct
{
  const char *name;
  gint64 start, end, tid;
  guint n_kernels;
  KernelSpec kernels[MAX_KERNELS];
  gboolean forward;  /* part of the forward pass */
  guint linked_from; /* index of the forward op of a backward op, or LSC_TEST_NONE */
  guint handle;      /* in the builder */
} OpSpec;

typedef struct
{
  GRand *rand;
  LscRandomFlags flags;
  GArray *ranges; /* RangeSpec */
  GArray *ops;    /* OpSpec */
  gint64 now;     /* in units */
  gint64 tid;
  guint budget; /* ranges still to make */
  gboolean slashes;
} Random;

static const char *const module_names[] = { "Layer", "Attn", "MLP", "L",  "L_0", "A",
                                            "Block", "Norm", "B",   "层", "A/B", "/S/" };
#define N_PLAIN_MODULES 10
static const char *const op_names[] = { "mm",  "add", "relu", "norm", "a",
                                        "b/c", "a/b", "c",    "mm",   "add" };
static const char *const kernel_names[] = { "k_mm", "k_add", "k1", "k2", "k1, k2", "TransData" };
static const char *const comm_names[] = { "hcom_allReduce_", "hcom_send_" };

static gint
pick (GRand *rand, gint n)
{
  return g_rand_int_range (rand, 0, n);
}

static gboolean
chance (GRand *rand, gint percent)
{
  return pick (rand, 100) < percent;
}

static void
pick_kernels (GRand *rand, OpSpec *op)
{
  op->n_kernels = chance (rand, 15) ? 0 : 1 + (guint) pick (rand, MAX_KERNELS);
  for (guint i = 0; i < op->n_kernels; i++)
    {
      gint kind = pick (rand, 10);

      op->kernels[i].klass = kind < 7   ? LSC_TEST_KERNEL_COMPUTE
                             : kind < 9 ? LSC_TEST_KERNEL_COMM
                                        : LSC_TEST_KERNEL_SCHEDULE;
      if (op->kernels[i].klass == LSC_TEST_KERNEL_COMPUTE)
        op->kernels[i].name = kernel_names[pick (rand, G_N_ELEMENTS (kernel_names))];
      else if (op->kernels[i].klass == LSC_TEST_KERNEL_COMM)
        op->kernels[i].name = comm_names[pick (rand, G_N_ELEMENTS (comm_names))];
      else
        op->kernels[i].name = "AicpuKernel";
    }
}

/* One op at the present time; @shape decides its name and kernels. */
static OpSpec *
add_op (Random *self, GRand *shape, gint64 length)
{
  OpSpec op = {
    .start = self->now, .end = self->now + length, .tid = self->tid, .linked_from = LSC_TEST_NONE
  };

  op.name = op_names[pick (shape, G_N_ELEMENTS (op_names))];
  pick_kernels (shape, &op);
  if (op.n_kernels > 0 && op.kernels[0].klass == LSC_TEST_KERNEL_COMPUTE && chance (self->rand, 5))
    op.kernels[0].name = "k_other";
  g_array_append_val (self->ops, op);
  return &g_array_index (self->ops, OpSpec, self->ops->len - 1);
}

static void
add_forward_op (Random *self, GRand *shape)
{
  add_op (self, shape, pick (shape, 4))->forward = TRUE;
  self->now = g_array_index (self->ops, OpSpec, self->ops->len - 1).end;
  if (chance (shape, 20))
    self->now = MAX (0, self->now - 1);
  if (chance (shape, 80))
    self->now++;
}

static void add_module (Random *self, GRand *shape, guint depth);

/* The same module several times over, in up to three variants. */
static void
add_repeated (Random *self, GRand *shape, guint depth)
{
  guint32 seed = g_rand_int (shape);
  gint n = 2 + pick (self->rand, 4);

  for (gint i = 0; i < n && self->budget > 0; i++)
    {
      GRand *variant = g_rand_new_with_seed (seed + (chance (self->rand, 30) ? 1 : 0) +
                                             (chance (self->rand, 10) ? 2 : 0));

      add_module (self, variant, depth);
      g_rand_free (variant);
    }
}

static void
add_module (Random *self, GRand *shape, guint depth)
{
  RangeSpec range = { .start = self->now, .tid = self->tid };
  gint n_names = self->slashes ? (gint) G_N_ELEMENTS (module_names) : N_PLAIN_MODULES;
  gint n_children = 1 + pick (shape, 5);

  self->budget--;
  range.name = module_names[pick (shape, n_names)];
  if (chance (shape, 70))
    self->now++;
  for (gint i = 0; i < n_children; i++)
    {
      if (self->budget == 0 || depth >= MAX_DEPTH || chance (shape, 50))
        add_forward_op (self, shape);
      else if (chance (shape, 30))
        add_repeated (self, shape, depth + 1);
      else
        add_module (self, shape, depth + 1);
    }
  if (chance (shape, 70))
    self->now++;
  range.end = MAX (self->now, range.start);
  for (guint i = 0; i < self->ops->len; i++)
    {
      /* Steps back in time must not leave the module open-ended for well nested profiles. */
      const OpSpec *op = &g_array_index (self->ops, OpSpec, i);

      if (op->tid == self->tid && op->start >= range.start)
        range.end = MAX (range.end, op->end);
    }
  self->now = range.end;
  if (chance (shape, 60))
    self->now++;
  g_array_append_val (self->ranges, range);
  if (chance (self->rand, 4) && self->budget > 0)
    {
      self->budget--;
      g_array_append_val (self->ranges, range);
    }
}

static void
add_thread (Random *self, gint64 tid, gint64 start, guint budget)
{
  self->tid = tid;
  self->now = start;
  self->budget = budget;
  while (self->budget > 0)
    {
      if (chance (self->rand, 15))
        add_forward_op (self, self->rand);
      else if (chance (self->rand, 40))
        add_repeated (self, self->rand, 0);
      else
        add_module (self, self->rand, 0);
    }
}

static gint64
last_end (Random *self)
{
  gint64 end = 0;

  for (guint i = 0; i < self->ranges->len; i++)
    end = MAX (end, g_array_index (self->ranges, RangeSpec, i).end);
  for (guint i = 0; i < self->ops->len; i++)
    end = MAX (end, g_array_index (self->ops, OpSpec, i).end);
  return end;
}

/* A node of the backward pass, maybe with inner ops or a recomputed module inside. */
static void
add_backward_node (Random *self, guint forward)
{
  guint index = self->ops->len;
  gint64 start = self->now;

  add_op (self, self->rand, 1)->linked_from = forward;
  for (gint n = pick (self->rand, 3); n > 0; n--)
    {
      add_op (self, self->rand, pick (self->rand, 2));
      self->now += pick (self->rand, 3);
    }
  if (chance (self->rand, 8))
    {
      self->budget = 2;
      add_module (self, self->rand, MAX_DEPTH - 1);
    }
  for (guint i = index + 1; i < self->ops->len; i++)
    {
      OpSpec *inner = &g_array_index (self->ops, OpSpec, i);

      self->now = MAX (self->now, inner->end);
      inner->forward = FALSE;
    }
  g_array_index (self->ops, OpSpec, index).end = MAX (self->now, start + 1);
  self->now = MAX (self->now, start + 1) + pick (self->rand, 3);
}

static GArray *
forward_ops (Random *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->ops->len; i++)
    if (g_array_index (self->ops, OpSpec, i).forward && chance (self->rand, 50))
      g_array_prepend_val (list, i);
  for (guint i = 0; i + 1 < list->len; i++)
    if (chance (self->rand, 10))
      {
        guint kept = g_array_index (list, guint, i);

        g_array_index (list, guint, i) = g_array_index (list, guint, i + 1);
        g_array_index (list, guint, i + 1) = kept;
      }
  return list;
}

/* The backward pass: linked nodes roughly in reverse, foreign ops between them. */
static void
add_backward (Random *self)
{
  g_autoptr (GArray) list = forward_ops (self);
  guint n = MIN (list->len, 60);

  self->now = last_end (self) + pick (self->rand, 20);
  self->tid = chance (self->rand, 80) ? AUTOGRAD_TID : FIRST_TID;
  for (guint i = 0; i < n; i++)
    {
      if (chance (self->rand, 15))
        {
          add_op (self, self->rand, 1);
          self->now += 1 + pick (self->rand, 2);
        }
      if (!(self->flags & LSC_RANDOM_NESTED_ONLY) && chance (self->rand, 5))
        self->tid = chance (self->rand, 50) ? AUTOGRAD_TID : AUTOGRAD_TID + 1;
      add_backward_node (self, g_array_index (list, guint, i));
    }
}

static void
add_wrapper (Random *self)
{
  RangeSpec range = { .name = chance (self->rand, 80) ? "TrainStep" : "Layer",
                      .start = 0,
                      .end = last_end (self) + pick (self->rand, 2),
                      .tid = FIRST_TID };

  g_array_append_val (self->ranges, range);
}

/* Moves ends, starts and threads about: crossings, zero lengths, overlaps. */
static void
disturb_ranges (Random *self)
{
  for (guint i = 0; i < self->ranges->len; i++)
    {
      RangeSpec *range = &g_array_index (self->ranges, RangeSpec, i);

      if (chance (self->rand, 6))
        range->end += pick (self->rand, 12) - 4;
      if (chance (self->rand, 4))
        range->start = MAX (0, range->start + pick (self->rand, 12) - 8);
      if (chance (self->rand, 3))
        range->end = range->start;
      if (chance (self->rand, 4))
        range->tid = FIRST_TID + pick (self->rand, 3);
      if (range->end < range->start)
        range->end = range->start;
    }
}

static void
disturb_ops (Random *self)
{
  for (guint i = 0; i < self->ops->len; i++)
    {
      OpSpec *op = &g_array_index (self->ops, OpSpec, i);

      if (chance (self->rand, 5))
        op->end += pick (self->rand, 30);
      if (chance (self->rand, 3))
        op->end = op->start;
      if (chance (self->rand, 4))
        op->tid = FIRST_TID + pick (self->rand, 3);
    }
}

/* An op with a kernel on the thread of the first range, so that thread ids stay comparable. */
static void
add_anchor (Random *self)
{
  OpSpec op = { .name = "anchor", .linked_from = LSC_TEST_NONE, .n_kernels = 1 };
  const RangeSpec *range = &g_array_index (self->ranges, RangeSpec, 0);

  op.start = op.end = range->start;
  op.tid = range->tid;
  op.kernels[0].klass = LSC_TEST_KERNEL_COMPUTE;
  op.kernels[0].name = "k_anchor";
  g_array_append_val (self->ops, op);
}

static void
shuffle_ranges (Random *self)
{
  for (guint i = self->ranges->len; i > 1; i--)
    {
      guint k = (guint) pick (self->rand, (gint) i);
      RangeSpec kept = g_array_index (self->ranges, RangeSpec, k);

      g_array_index (self->ranges, RangeSpec, k) = g_array_index (self->ranges, RangeSpec, i - 1);
      g_array_index (self->ranges, RangeSpec, i - 1) = kept;
    }
}

static void
write_ranges (Random *self, LscTestProfile *profile)
{
  gboolean damage = !(self->flags & (LSC_RANDOM_NO_DAMAGE | LSC_RANDOM_TRACE));

  for (guint i = 0; i < self->ranges->len; i++)
    {
      const RangeSpec *r = &g_array_index (self->ranges, RangeSpec, i);
      gint64 start = r->start * UNIT_NS, end = r->end * UNIT_NS;
      const char *name = r->name;

      if (damage && chance (self->rand, 2))
        name = chance (self->rand, 50) ? NULL : LSC_TEST_DANGLING (777777);
      if (self->flags & LSC_RANDOM_TRACE)
        {
          g_autofree char *full = g_strdup_printf ("nn.Module: %s_%u", r->name, i);

          lsc_test_profile_trace_range (profile, full, start, end, r->tid);
        }
      else
        lsc_test_profile_module (profile, name, start, end, r->tid);
    }
}

static void
write_kernels (Random *self, LscTestProfile *profile, const OpSpec *op, gboolean damage)
{
  for (guint k = 0; k < op->n_kernels; k++)
    {
      gint64 start = (op->start + pick (self->rand, 60)) * UNIT_NS;
      gint64 length = pick (self->rand, 400);
      const char *name = op->kernels[k].name;
      guint kernel;

      if (damage && chance (self->rand, 1))
        length = -5;
      if (damage && op->kernels[k].klass != LSC_TEST_KERNEL_COMM && chance (self->rand, 1))
        name = chance (self->rand, 50) ? NULL : LSC_TEST_DANGLING (888888);
      kernel = lsc_test_profile_kernel_on (profile, op->handle, op->kernels[k].klass, name, start,
                                           start + length);
      if (damage && chance (self->rand, 1))
        lsc_test_profile_kernel_set_connection (profile, kernel, LSC_TEST_NULL);
    }
}

static void
write_ops (Random *self, LscTestProfile *profile)
{
  gboolean damage = !(self->flags & LSC_RANDOM_NO_DAMAGE);

  for (guint i = 0; i < self->ops->len; i++)
    {
      OpSpec *op = &g_array_index (self->ops, OpSpec, i);
      const char *name = op->name;

      if (damage && chance (self->rand, 1))
        name = chance (self->rand, 50) ? NULL : LSC_TEST_DANGLING (999999);
      op->handle =
          lsc_test_profile_op (profile, name, op->start * UNIT_NS, op->end * UNIT_NS, op->tid);
      if (damage && !g_str_equal (op->name, "anchor") && chance (self->rand, 1))
        lsc_test_profile_op_set_start_text (profile, op->handle, "not a time");
      write_kernels (self, profile, op, damage);
    }
}

static void
write_links (Random *self, LscTestProfile *profile)
{
  for (guint i = 0; i < self->ops->len; i++)
    {
      const OpSpec *op = &g_array_index (self->ops, OpSpec, i);

      if (op->linked_from != LSC_TEST_NONE)
        lsc_test_profile_link (profile, g_array_index (self->ops, OpSpec, op->linked_from).handle,
                               op->handle);
    }
  for (gint n = pick (self->rand, 4); n > 0; n--)
    {
      gint64 start = pick (self->rand, 500) * UNIT_NS;
      guint enqueue = lsc_test_profile_queue (profile, "Enqueue", start, start + 50, FIRST_TID);

      lsc_test_profile_link (
          profile, enqueue,
          lsc_test_profile_queue (profile, "Dequeue@mm", start + 50, start + 99, FIRST_TID + 7));
    }
  if (!(self->flags & LSC_RANDOM_NO_DAMAGE) && chance (self->rand, 30))
    lsc_test_profile_sql (
        profile, "INSERT INTO CONNECTION_IDS SELECT * FROM CONNECTION_IDS WHERE rowid % 5 = 0");
}

static void
write_steps (Random *self, LscTestProfile *profile)
{
  gint64 end = last_end (self) + 1, middle = end / 2;

  lsc_test_profile_step (profile, LSC_RANDOM_STEP_A, 0, middle * UNIT_NS);
  lsc_test_profile_step (profile, LSC_RANDOM_STEP_B, middle * UNIT_NS, end * UNIT_NS);
}

static void
make (Random *self)
{
  gboolean nested = (self->flags & LSC_RANDOM_NESTED_ONLY) != 0;
  guint n_ranges = 5 + (guint) pick (self->rand, chance (self->rand, 30) ? 116 : 30);
  guint n_threads = nested ? 1 : 1 + (guint) pick (self->rand, 3);

  self->slashes = chance (self->rand, 15);
  for (guint i = 0; i < n_threads; i++)
    add_thread (self, FIRST_TID + i, 1 + pick (self->rand, 40), MAX (1, n_ranges / n_threads));
  if (chance (self->rand, 70))
    add_backward (self);
  if (chance (self->rand, 30))
    add_wrapper (self);
  if (!nested && chance (self->rand, 70))
    disturb_ranges (self);
  if (!nested && chance (self->rand, 70))
    disturb_ops (self);
  if (chance (self->rand, 30))
    shuffle_ranges (self);
  add_anchor (self);
}

/**
 * lsc_random_profile_new:
 * @seed: any number
 * @flags: what to leave out
 *
 * Makes a profile of 5 to 120 module ranges (a few more with recomputation) with everything the
 * module statistic has rules for: equal and identical ranges, crossings, ops that stick out or
 * have no length, up to three threads plus an autograd thread, repeated layers in variants,
 * linked backward ops in runs, wrappers around both passes, kernels of every class, and, unless
 * switched off, damaged rows. Times are multiples of 10 ns after %LSC_TEST_T0. There are always
 * two steps, %LSC_RANDOM_STEP_A and %LSC_RANDOM_STEP_B. Ranges without end are left out.
 *
 * Returns: (transfer full): the profile, always the same for the same arguments
 */
LscTestProfile *
lsc_random_profile_new (guint32 seed, LscRandomFlags flags)
{
  Random self = { .rand = g_rand_new_with_seed (seed), .flags = flags };
  LscTestProfile *profile = lsc_test_profile_new ();

  self.ranges = g_array_new (FALSE, FALSE, sizeof (RangeSpec));
  self.ops = g_array_new (FALSE, FALSE, sizeof (OpSpec));
  make (&self);
  write_steps (&self, profile);
  write_ranges (&self, profile);
  write_ops (&self, profile);
  write_links (&self, profile);
  g_array_unref (self.ranges);
  g_array_unref (self.ops);
  g_rand_free (self.rand);
  return profile;
}
