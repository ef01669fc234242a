/* lsc-test-timeline.c - timelines made by rule, for painting
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-timeline.h"

#include <math.h>

enum
{
  MAIN,
  DEQUEUE,
  STACK,
  STEP,
  MODULE,
  CANN,
  STREAM_COMPUTE,
  STREAM_COMM,
  STREAM_COPY,
  GROUP,
  PLANE,
  COMPUTING,
  COMMUNICATION,
  NOT_OVERLAPPED,
  FREE,
  N_LANES,
};

typedef struct
{
  LscTimeline *timeline;
  LscRawSlices raw[N_LANES];
  guint32 nodes[N_LANES];
  guint32 *position[N_LANES];
  GArray *pairs; /* of lane, raw index, lane, raw index, kind */
  gint64 host_ns;
  gint64 device_ns;
} Maker;

typedef struct
{
  guint from, from_index, to, to_index, kind;
} Pair;

/**
 * lsc_test_timeline_new_empty:
 *
 * Returns: (transfer full): a timeline with nothing but its root
 */
LscTimeline *
lsc_test_timeline_new_empty (gint64 rank)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/nowhere", "made.db");

  source->rank = rank;
  return lsc_timeline_new (source);
}

/**
 * lsc_test_timeline_add_slice:
 *
 * Adds a slice to what becomes a lane.
 */
void
lsc_test_timeline_add_slice (LscTimeline *self, LscRawSlices *raw, gint64 start_ns,
                             gint64 duration_ns, LscSliceKind kind, const char *name)
{
  LscRawSlice *slice = lsc_raw_slices_add (raw, start_ns, start_ns + duration_ns);

  slice->name = lsc_intern_add (self->strings, name);
  slice->kind = (guint8) kind;
  slice->link = LSC_SLICE_NONE;
}

static guint
add (Maker *self, guint lane, gint64 start_ns, gint64 duration_ns, LscSliceKind kind,
     const char *name)
{
  lsc_test_timeline_add_slice (self->timeline, &self->raw[lane], start_ns, duration_ns, kind, name);
  return (guint) self->raw[lane].n - 1;
}

static void
link_slices (Maker *self, guint from, guint from_index, guint to, guint to_index, LscLinkKind kind)
{
  Pair pair = { from, from_index, to, to_index, kind };

  g_array_append_val (self->pairs, pair);
}

/* An op with its launch, its kernel, and now and then a collective. */
static void
make_op (Maker *self, guint layer, guint op)
{
  static const char *const names[] = { "MatMulV2",    "FlashAttentionScore",
                                       "LayerNormV4", "Add",
                                       "Gelu",        "Cast" };
  static const LscSliceKind kinds[] = { LSC_SLICE_CUBE,   LSC_SLICE_MIX,    LSC_SLICE_VECTOR,
                                        LSC_SLICE_VECTOR, LSC_SLICE_VECTOR, LSC_SLICE_AI_CPU };
  static const gint64 lengths[] = { 220000, 310000, 45000, 12000, 18000, 9000 };
  g_autofree char *kernel = g_strdup_printf ("%s_%u", names[op], layer * 6 + op);
  g_autofree char *call = g_strdup_printf ("aten::%s", names[op]);
  guint host, launch, device, enqueue, dequeue;
  gint64 start = self->host_ns;

  host = add (self, MAIN, start, 60000, LSC_SLICE_OP, call);
  add (self, MAIN, start + 5000, 42000, LSC_SLICE_OP, "npu::inner");
  enqueue = add (self, MAIN, start + 40000, 4000, LSC_SLICE_ENQUEUE, "Enqueue");
  add (self, STACK, start - 1000, 63000, LSC_SLICE_PYTHON, "model.py(118): forward");
  add (self, STACK, start, 61000, LSC_SLICE_PYTHON, "functional.py(2002): call");
  dequeue = add (self, DEQUEUE, start + 52000, 14000, LSC_SLICE_DEQUEUE, "Dequeue");
  launch = add (self, CANN, start + 56000, 8000, LSC_SLICE_CANN_NODE, "launch");
  self->device_ns = MAX (self->device_ns + 3000, start + 70000);
  device = add (self, STREAM_COMPUTE, self->device_ns, lengths[op], kinds[op], kernel);
  add (self, COMPUTING, self->device_ns, lengths[op], LSC_SLICE_COMPUTING, "Computing");
  link_slices (self, MAIN, enqueue, DEQUEUE, dequeue, LSC_LINK_QUEUE);
  link_slices (self, MAIN, host, CANN, launch, LSC_LINK_OP_LAUNCH);
  link_slices (self, CANN, launch, STREAM_COMPUTE, device, LSC_LINK_LAUNCH);
  self->device_ns += lengths[op];
  self->host_ns += 72000;
}

static void
make_collective (Maker *self, guint layer)
{
  g_autofree char *name = g_strdup_printf ("hcom_allReduce__849_%u_1", layer);
  gint64 start = self->device_ns - 150000, length = 260000;
  guint op = add (self, GROUP, start, length, LSC_SLICE_COMM_OP, name), task;

  for (guint i = 0; i < 8; i++)
    {
      task = add (self, PLANE, start + i * (length / 8), length / 8 - 2000, LSC_SLICE_COMM_TASK,
                  i % 4 == 0 ? "Notify_Wait" : "Memcpy");
      if (i == 0)
        link_slices (self, GROUP, op, PLANE, task, LSC_LINK_COMM_TASK);
    }
  add (self, STREAM_COMM, start, length, LSC_SLICE_PARENT, name);
  add (self, COMMUNICATION, start, length, LSC_SLICE_COMMUNICATION, "Communication");
  add (self, NOT_OVERLAPPED, self->device_ns, length - 150000, LSC_SLICE_NOT_OVERLAPPED,
       "Communication(Not Overlapped)");
  add (self, FREE, self->device_ns + length - 150000, 40000, LSC_SLICE_FREE, "Free");
  add (self, STREAM_COPY, self->device_ns, 15000, LSC_SLICE_COPY, "MEMCPY_ASYNC");
  add (self, STREAM_COPY, self->device_ns + 20000, 0, LSC_SLICE_EVENT, "EVENT_RECORD");
  self->device_ns += length - 150000 + 40000;
}

static void
make_step (Maker *self, guint step, guint n_layers)
{
  g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", step + 3);
  gint64 begin = self->host_ns;

  for (guint layer = 0; layer < n_layers; layer++)
    {
      g_autofree char *module = g_strdup_printf ("Model/Layer_%u", layer);
      gint64 layer_begin = self->host_ns;

      for (guint op = 0; op < 6; op++)
        make_op (self, layer, op);
      add (self, MODULE, layer_begin, self->host_ns - layer_begin - 1, LSC_SLICE_MODULE, module);
      make_collective (self, layer);
      self->host_ns = MAX (self->host_ns, self->device_ns - 900000);
    }
  add (self, STEP, begin, self->host_ns - begin, LSC_SLICE_STEP, name);
  *lsc_steps_add (&self->timeline->steps) = (LscStep){ step + 3, begin, self->host_ns };
  self->host_ns += 200000;
}

static guint32
lane (Maker *self, guint index, guint32 parent, LscNodeRole role, const char *name)
{
  LscLane *made = lsc_lane_new (&self->raw[index], LSC_LANE_NESTED, &self->position[index]);

  self->nodes[index] = lsc_timeline_add_lane (self->timeline, parent, role, name, made);
  return self->nodes[index];
}

static void
make_counter (Maker *self, guint32 parent, const char *name, LscCounterShape shape,
              LscCounterUnit unit)
{
  guint32 node = lsc_timeline_add_counter (self->timeline, parent, LSC_ROLE_COUNTER, name);
  LscCounter *counter = lsc_counter_new (name, shape, unit);

  for (guint i = 0; i < 400; i++)
    lsc_samples_append (&counter->samples,
                        (LscSample){ LSC_TEST_TIMELINE_BEGIN_NS +
                                         (self->device_ns - LSC_TEST_TIMELINE_BEGIN_NS) / 400 * i,
                                     unit == LSC_COUNTER_UNIT_MHZ
                                         ? (i % 90 < 6 ? 1710 : 1800)
                                         : 4e9 * (1.2 + sin (i * 0.11) + 0.2 * (i % 3)) });
  lsc_counter_seal (counter);
  g_ptr_array_add (lsc_timeline_get_node (self->timeline, node)->series, counter);
}

static void
make_tree (Maker *self)
{
  LscTimeline *timeline = self->timeline;
  guint32 group, child;

  group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_OVERLAP, "Overlap Analysis");
  lane (self, COMPUTING, group, LSC_ROLE_OVERLAP_LANE, "Computing");
  lane (self, COMMUNICATION, group, LSC_ROLE_OVERLAP_LANE, "Communication");
  lane (self, NOT_OVERLAPPED, group, LSC_ROLE_OVERLAP_LANE, "Communication(Not Overlapped)");
  lane (self, FREE, group, LSC_ROLE_OVERLAP_LANE, "Free");
  lane (self, STEP, 0, LSC_ROLE_STEPS, "Steps");
  group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_HOST, "Python");
  child = lane (self, MAIN, group, LSC_ROLE_HOST_THREAD, "Thread 4711 (main)");
  lane (self, STACK, child, LSC_ROLE_PYTHON_STACK, "Python stack");
  lsc_timeline_get_node (timeline, self->nodes[STACK])->flags |= LSC_NODE_COLLAPSED;
  lane (self, DEQUEUE, group, LSC_ROLE_HOST_THREAD, "Thread 4712 (dequeue)");
  group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_MARKS, "MSTX");
  lane (self, MODULE, group, LSC_ROLE_MARK_LANE, "Module");
  group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_CANN, "CANN");
  lane (self, CANN, group, LSC_ROLE_CANN_THREAD, "Thread 4712");
  group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_DEVICE, "Device");
  lane (self, STREAM_COMPUTE, group, LSC_ROLE_STREAM, "Stream 2");
  lane (self, STREAM_COMM, group, LSC_ROLE_STREAM, "Stream 7");
  lane (self, STREAM_COPY, group, LSC_ROLE_STREAM, "Stream 15");
  group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_COMM, "Communication");
  child = lane (self, GROUP, group, LSC_ROLE_COMM_GROUP, "tp [0, 1]");
  lane (self, PLANE, child, LSC_ROLE_COMM_PLANE, "Plane 0");
  lsc_timeline_get_node (timeline, self->nodes[PLANE])->flags |= LSC_NODE_COLLAPSED;
  group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_COUNTERS, "Counters");
  make_counter (self, group, "AI Core Freq", LSC_COUNTER_LINE, LSC_COUNTER_UNIT_MHZ);
  make_counter (self, group, "HBM", LSC_COUNTER_AREA, LSC_COUNTER_UNIT_BYTES_PER_S);
}

static guint32
id_of (const Maker *self, guint lane_index, guint raw_index)
{
  guint32 slice =
      self->position[lane_index] != NULL ? self->position[lane_index][raw_index] : raw_index;

  return lsc_timeline_get_id (self->timeline, (LscSpot){ self->nodes[lane_index], slice });
}

/**
 * lsc_test_timeline_new:
 * @n_layers: each with six ops and a collective
 *
 * Returns: (transfer full): a sealed timeline with every kind of lane
 */
LscTimeline *
lsc_test_timeline_new (gint64 rank, guint n_layers, guint n_steps)
{
  Maker self = { .timeline = lsc_test_timeline_new_empty (rank),
                 .host_ns = LSC_TEST_TIMELINE_BEGIN_NS,
                 .device_ns = LSC_TEST_TIMELINE_BEGIN_NS };
  LscLinkList links = { 0 };

  self.pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  for (guint step = 0; step < n_steps; step++)
    make_step (&self, step, n_layers);
  make_tree (&self);
  for (guint i = 0; i < self.pairs->len; i++)
    {
      Pair pair = g_array_index (self.pairs, Pair, i);

      lsc_link_list_append (&links, (LscLink){ id_of (&self, pair.from, pair.from_index),
                                               id_of (&self, pair.to, pair.to_index), pair.kind });
    }
  lsc_timeline_seal (self.timeline, &links);
  lsc_link_list_clear (&links);
  for (guint i = 0; i < N_LANES; i++)
    {
      lsc_raw_slices_clear (&self.raw[i]);
      g_free (self.position[i]);
    }
  g_array_unref (self.pairs);
  return self.timeline;
}

/**
 * lsc_test_timeline_new_wide:
 * @n_lanes: streams
 * @n_slices: of all of them together
 *
 * Returns: (transfer full): a sealed timeline whose slices vary in length and in density: bursts,
 *   gaps, and a long one now and then
 */
LscTimeline *
lsc_test_timeline_new_wide (guint n_lanes, guint32 n_slices)
{
  LscTimeline *self = lsc_test_timeline_new_empty (0);
  guint32 device = lsc_timeline_add_group (self, 0, LSC_ROLE_DEVICE, "Device");
  GRand *random = g_rand_new_with_seed (7);
  guint32 names[200];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("Kernel%u_%u", i / 4, i % 4);

      names[i] = lsc_intern_add (self->strings, name);
    }
  for (guint i = 0; i < n_lanes; i++)
    {
      guint32 n = n_slices / n_lanes;
      gint64 time = LSC_TEST_TIMELINE_BEGIN_NS;
      g_autofree char *name = g_strdup_printf ("Stream %u", i);
      LscRawSlices raw = { 0 };

      for (guint32 k = 0; k < n; k++)
        {
          gint64 length = g_rand_int_range (random, 500, 20000) * (k % 997 == 0 ? 50 : 1);
          LscRawSlice *slice = lsc_raw_slices_add (&raw, time, time + length);

          slice->name = names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))];
          slice->kind = (guint8) (LSC_SLICE_CUBE + k % 4);
          slice->link = LSC_SLICE_NONE;
          time += length + g_rand_int_range (random, 0, 3000) * (k % 5000 < 100 ? 40 : 1);
        }
      lsc_timeline_add_lane (self, device, LSC_ROLE_STREAM, name,
                             lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
      lsc_raw_slices_clear (&raw);
    }
  g_rand_free (random);
  lsc_timeline_seal (self, NULL);
  return self;
}
