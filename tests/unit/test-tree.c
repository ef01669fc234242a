/* test-tree.c - the tree of modules: sums close in every view
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-module-rows.h"
#include "analyze/module/lsc-tree.h"
#include "read/lsc-open.h"

#include "lsc-test-files.h"

/* -- A recording made by hand --------------------------------------------------------------------
 */

typedef struct
{
  LscRun *run;
  gint64 next_id;
} Maker;

static Maker
maker_new (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/nowhere", "/nowhere/x.db");
  Maker maker = { lsc_run_new (source), 1000 };

  lsc_int64s_append (&maker.run->threads, 1);
  lsc_int64s_append (&maker.run->threads, 2);
  maker.run->loaded = LSC_LOAD_FOR_TREE;
  maker.run->has_marks_table = maker.run->has_mark_domains = TRUE;
  maker.run->rank = 3;
  return maker;
}

static guint32
intern (Maker *maker, const char *text)
{
  return lsc_intern_add (maker->run->strings, text);
}

static void
add_module (Maker *maker, const char *name, gint64 start_ns, gint64 end_ns, guint32 thread)
{
  LscMark mark = { .start_ns = start_ns,
                   .end_ns = end_ns,
                   .connection_id = -1,
                   .row_id = (gint64) maker->run->marks.n + 1,
                   .message = intern (maker, name),
                   .domain = intern (maker, "Module"),
                   .thread = thread,
                   .event_type = LSC_MSTX_START_END };

  lsc_marks_append (&maker->run->marks, mark);
}

static guint32
add_op (Maker *maker, const char *name, gint64 start_ns, gint64 end_ns, guint32 thread)
{
  guint32 id = (guint32) maker->run->ops.n;
  LscOp op = { .start_ns = start_ns,
               .end_ns = end_ns,
               .name = intern (maker, name),
               .thread = thread,
               .local_id = id,
               .type = LSC_OP_FRAMEWORK };

  lsc_ops_append (&maker->run->ops, op);
  return id;
}

static void
link_ops (Maker *maker, guint32 forward, guint32 backward)
{
  gint64 id = 1342177280 + maker->next_id++;

  lsc_connections_append (&maker->run->connections, (LscConnection){ id, forward });
  lsc_connections_append (&maker->run->connections, (LscConnection){ id, backward });
  maker->run->ops.items[forward].fwd_role = LSC_FWD_FORWARD;
  maker->run->ops.items[backward].fwd_role = LSC_FWD_BACKWARD;
}

/* Kernels must be added class by class. */
static void
add_kernel (Maker *maker, guint32 op, LscKernelClass kernel_class, const char *name,
            gint64 start_ns, gint64 end_ns, guint32 stream)
{
  gint64 id = op == LSC_ID_NONE ? -1 : maker->next_id++;
  LscKernel kernel = { .start_ns = start_ns,
                       .end_ns = end_ns,
                       .connection_id = id,
                       .name = intern (maker, name),
                       .detail = LSC_ID_NONE,
                       .stream = stream,
                       .kernel_class = (guint8) kernel_class };

  lsc_kernels_append (&maker->run->kernels, kernel);
  for (guint c = (guint) kernel_class + 1; c < 5; c++)
    maker->run->class_begin[c] = maker->run->kernels.n;
  if (op != LSC_ID_NONE)
    lsc_connections_append (&maker->run->connections, (LscConnection){ id, op });
}

/* Model with two layers of one class but different ops; backward of the first layer; an optimizer,
 * a gradient hook and a loss outside; an event without op, a copy. */
static LscRun *
make_training (void)
{
  Maker maker = maker_new ();
  guint32 ops[12];

  add_module (&maker, "Model", 0, 1000, 0);
  add_module (&maker, "Layer", 10, 400, 0);
  add_module (&maker, "Layer", 410, 900, 0);
  ops[0] = add_op (&maker, "mm", 20, 40, 0);
  ops[1] = add_op (&maker, "add", 50, 60, 0);
  ops[2] = add_op (&maker, "mm", 420, 440, 0);
  ops[3] = add_op (&maker, "mul", 450, 460, 0);
  ops[4] = add_op (&maker, "out", 920, 930, 0);
  ops[5] = add_op (&maker, "loss", 1100, 1110, 0);
  ops[6] = add_op (&maker, "MmBackward0", 2000, 2100, 1);
  ops[7] = add_op (&maker, "torch::autograd::AccumulateGrad", 2200, 2300, 1);
  ops[8] = add_op (&maker, "hcom", 2210, 2220, 1);
  ops[9] = add_op (&maker, "Optimizer.step#Adam", 3000, 3500, 0);
  ops[10] = add_op (&maker, "aten::addcdiv", 3100, 3110, 0);
  ops[11] = add_op (&maker, "inner", 2010, 2020, 1);
  link_ops (&maker, ops[0], ops[6]);
  add_kernel (&maker, ops[0], LSC_KERNEL_COMPUTE, "MatMul", 5000, 5100, 7);
  add_kernel (&maker, ops[0], LSC_KERNEL_COMPUTE, "Trans", 5050, 5130, 8);
  add_kernel (&maker, ops[1], LSC_KERNEL_COMPUTE, "Add", 5200, 5210, 7);
  add_kernel (&maker, ops[2], LSC_KERNEL_COMPUTE, "MatMul", 5300, 5420, 7);
  add_kernel (&maker, ops[3], LSC_KERNEL_COMPUTE, "Mul", 5500, 5505, 7);
  add_kernel (&maker, ops[4], LSC_KERNEL_COMPUTE, "Out", 5600, 5601, 7);
  add_kernel (&maker, ops[5], LSC_KERNEL_COMPUTE, "Loss", 5700, 5702, 7);
  add_kernel (&maker, ops[11], LSC_KERNEL_COMPUTE, "MatMulGrad", 6000, 6200, 7);
  add_kernel (&maker, ops[10], LSC_KERNEL_COMPUTE, "Adam", 7000, 7030, 7);
  add_kernel (&maker, LSC_ID_NONE, LSC_KERNEL_COMPUTE, "Lost", 8000, 8004, 7);
  add_kernel (&maker, ops[8], LSC_KERNEL_COMMUNICATION, "hcom_allReduce_", 6190, 6250, 9);
  add_kernel (&maker, ops[8], LSC_KERNEL_SCHEDULE, "AicpuKernel", 6180, 6185, 10);
  add_kernel (&maker, LSC_ID_NONE, LSC_KERNEL_COPY, "MEMCPY_ASYNC", 8100, 8108, 11);
  return maker.run;
}

/* 100 + 80 + 10 + 120 + 5 + 1 + 200 in modules; 2 + 30 + 60 outside; 4 + 8 without op. */
#define IN_MODULES_NS 516
#define TOTAL_NS (IN_MODULES_NS + 92 + 12)

static LscModuleData *
make_data (LscRun *run)
{
  LscModuleOptions options = { .allow_empty = TRUE };
  g_autoptr (GError) error = NULL;
  LscModuleData *data = lsc_module_data_new (run, &options, NULL, &error);

  g_assert_no_error (error);
  return data;
}

static LscTree *
make_tree (LscModuleData *data, LscTreeView view)
{
  g_autoptr (GError) error = NULL;
  LscTree *tree = lsc_tree_new (data, view, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return tree;
}

/* -- Helpers -------------------------------------------------------------------------------------
 */

static gint64
get_int (LscTree *tree, guint32 node, LscTreeColumn column)
{
  LscValue value = lsc_tree_value (tree, node, column);

  g_assert_false (value.is_null);
  g_assert_cmpint (value.type, ==, LSC_TYPE_INT);
  return value.integer;
}

static gboolean
is_null (LscTree *tree, guint32 node, LscTreeColumn column)
{
  return lsc_tree_value (tree, node, column).is_null;
}

/* The node reached by names, from the root. */
static guint32
find (LscTree *tree, ...)
{
  guint32 node = LSC_TREE_ROOT;
  const char *name;
  va_list names;

  va_start (names, tree);
  while ((name = va_arg (names, const char *)))
    {
      guint32 n;
      const guint32 *children = lsc_tree_get_children (tree, node, &n);
      guint32 i = 0;

      while (i < n && strcmp (lsc_tree_get_name (tree, children[i]), name) != 0)
        i++;
      if (i == n)
        g_error ("no \"%s\" under \"%s\"", name, lsc_tree_get_name (tree, node));
      node = children[i];
    }
  va_end (names);
  return node;
}

/* The figure that adds up: classes contain one another, but not their own ops. */
static LscTreeColumn
get_closing (LscTree *tree, guint32 node)
{
  return lsc_tree_get_view (tree) == LSC_TREE_BY_CLASS &&
                 lsc_tree_get_kind (tree, node) == LSC_NODE_MODULE
             ? LSC_TREE_SELF
             : LSC_TREE_TOTAL;
}

/* Total = Self + Total of what stands below as a row of its own; phases add up; shares are in 0..1;
 * ids are depth first. */
static void
check_sums (LscTree *tree)
{
  for (guint32 i = 0; i < lsc_tree_get_n_nodes (tree); i++)
    {
      guint32 n;
      const guint32 *children = lsc_tree_get_children (tree, i, &n);
      gint64 below = 0;
      gint64 calls = 0;
      gint64 nested = 0;
      LscNodeKind kind = lsc_tree_get_kind (tree, i);
      gint64 own = get_int (tree, i, get_closing (tree, i));

      for (guint32 c = 0; c < n; c++)
        {
          LscNodeKind child = lsc_tree_get_kind (tree, children[c]);

          g_assert_cmpuint (lsc_tree_get_parent (tree, children[c]), ==, i);
          g_assert_cmpuint (children[c], >, i);
          g_assert_cmpuint (children[c], <, lsc_tree_get_subtree_end (tree, i));
          below += get_int (tree, children[c], get_closing (tree, children[c]));
          calls += get_int (tree, children[c], LSC_TREE_CALLS);
          if (child == LSC_NODE_MODULE || child == LSC_NODE_REMAINDER)
            nested += get_int (tree, children[c], get_closing (tree, children[c]));
        }
      if (n > 0)
        g_assert_cmpint (own, ==, below);
      if (kind == LSC_NODE_PHASE ||
          (kind == LSC_NODE_REMAINDER && lsc_tree_get_view (tree) != LSC_TREE_BY_OP))
        g_assert_cmpint (get_int (tree, i, LSC_TREE_CALLS), ==, calls);
      g_assert_cmpint (own, <=, get_int (tree, i, LSC_TREE_TOTAL));
      if (kind == LSC_NODE_MODULE || kind == LSC_NODE_REMAINDER)
        g_assert_cmpint (own, ==, get_int (tree, i, LSC_TREE_SELF) + nested);
      g_assert_cmpint (get_int (tree, i, LSC_TREE_FORWARD) + get_int (tree, i, LSC_TREE_BACKWARD) +
                           get_int (tree, i, LSC_TREE_RECOMPUTE),
                       <=, get_int (tree, i, LSC_TREE_TOTAL));
      g_assert_cmpint (get_int (tree, i, LSC_TREE_SPAN), <=,
                       get_int (tree, i, LSC_TREE_TOTAL) + get_int (tree, i, LSC_TREE_SCHEDULE));
    }
}

/* -- Cases ---------------------------------------------------------------------------------------
 */

static void
test_views (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);

  for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
    {
      g_autoptr (LscTree) tree = make_tree (data, (LscTreeView) view);
      guint32 n;
      const guint32 *top = lsc_tree_get_children (tree, LSC_TREE_ROOT, &n);
      gint64 start_ns, end_ns;
      const char *name;
      double share = 0;

      g_test_message ("%s", lsc_tree_view_name ((LscTreeView) view));
      check_sums (tree);
      g_assert_cmpint (lsc_tree_get_total_ns (tree), ==, TOTAL_NS);
      g_assert_cmpint (lsc_tree_get_module_total_ns (tree), ==, IN_MODULES_NS);
      for (guint32 i = 0; i < n; i++)
        share += (double) get_int (tree, top[i], get_closing (tree, top[i])) / TOTAL_NS;
      g_assert_cmpfloat_with_epsilon (share, 1, 1e-12);
      g_assert_true (lsc_tree_find_longest (tree, LSC_TREE_ROOT, &start_ns, &end_ns, &name));
      g_assert_cmpint (start_ns, ==, 6000); /* the longest */
      /* of 1000 ns of the model its layers take 390 and 490 */
      if (view == LSC_TREE_BY_PATH)
        g_assert_cmpint (get_int (tree, find (tree, "Model", NULL), LSC_TREE_HOST_SELF), ==, 120);
    }
}

static void
test_path (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);
  g_autoptr (LscTree) tree = make_tree (data, LSC_TREE_BY_PATH);
  guint32 model = find (tree, "Model", NULL);
  guint32 layer = find (tree, "Model", "Layer", NULL);
  guint32 mm = find (tree, "Model", "Layer", "Own ops, forward", "mm", NULL);

  g_assert_cmpint (get_int (tree, model, LSC_TREE_CALLS), ==, 1);
  g_assert_cmpint (get_int (tree, model, LSC_TREE_TOTAL), ==, IN_MODULES_NS);
  g_assert_cmpint (get_int (tree, model, LSC_TREE_SELF), ==, 1);
  g_assert_cmpint (get_int (tree, model, LSC_TREE_FORWARD), ==, 316);
  g_assert_cmpint (get_int (tree, model, LSC_TREE_BACKWARD), ==, 200);
  g_assert_cmpint (get_int (tree, layer, LSC_TREE_CALLS), ==, 2);
  g_assert_cmpint (get_int (tree, layer, LSC_TREE_TOTAL), ==, 515);
  g_assert_cmpfloat (lsc_tree_value (tree, layer, LSC_TREE_AVG).real, ==, 257.5);
  g_assert_cmpint (get_int (tree, layer, LSC_TREE_MIN), ==, 125);
  g_assert_cmpint (get_int (tree, layer, LSC_TREE_MAX), ==, 390);
  g_assert_cmpfloat (lsc_tree_value (tree, layer, LSC_TREE_P50).real, ==, 257.5);
  g_assert_cmpfloat_with_epsilon (lsc_tree_value (tree, layer, LSC_TREE_P95).real, 376.75, 1e-9);
  g_assert_true (is_null (tree, LSC_TREE_ROOT, LSC_TREE_P50));
  g_assert_true (is_null (tree, LSC_TREE_ROOT, LSC_TREE_P95));
  g_assert_cmpint (get_int (tree, mm, LSC_TREE_CALLS), ==, 2);
  g_assert_cmpint (get_int (tree, mm, LSC_TREE_TOTAL), ==, 300);
  g_assert_cmpint (get_int (tree, mm, LSC_TREE_SPAN), ==, 250);
  g_assert_cmpint (get_int (tree, mm, LSC_TREE_GAP), ==, 170);
  g_assert_cmpint (get_int (tree, mm, LSC_TREE_STREAMS), ==, 2);
  g_assert_cmpint (get_int (tree, mm, LSC_TREE_HOST), ==, 40);
  g_assert_cmpint (get_int (tree, mm, LSC_TREE_LAUNCH_DELAY), ==, 4880);
  g_assert_cmpint (lsc_tree_get_phase (tree, mm), ==, LSC_PHASE_FORWARD);
  g_assert_true (is_null (tree, mm, LSC_TREE_MFU_CORE));
  g_assert_true (is_null (tree, mm, LSC_TREE_COMM_WAIT));
  g_assert_false (lsc_tree_has_column (tree, LSC_TREE_MFU_CORE));
  g_assert_true (lsc_tree_has_column (tree, LSC_TREE_BACKWARD));
  g_assert_false (lsc_tree_has_column (tree, LSC_TREE_RECOMPUTE));
}

static void
test_outside (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);
  g_autoptr (LscTree) tree = make_tree (data, LSC_TREE_BY_PATH);
  guint32 adam = find (tree, "Outside modules", "Optimizer", "aten::addcdiv", NULL);
  guint32 hook = find (tree, "Outside modules", "Gradient accumulation and hooks", "hcom", NULL);
  guint32 loss = find (tree, "Outside modules", "Loss and other ops", "loss", NULL);
  guint32 lost = find (tree, "No framework op", NULL);

  g_assert_cmpint (get_int (tree, adam, LSC_TREE_TOTAL), ==, 30);
  g_assert_cmpint (lsc_tree_get_phase (tree, adam), ==, LSC_PHASE_OTHER);
  g_assert_cmpint (get_int (tree, hook, LSC_TREE_TOTAL), ==, 60);
  g_assert_cmpint (get_int (tree, hook, LSC_TREE_SCHEDULE), ==, 5);
  g_assert_cmpint (get_int (tree, hook, LSC_TREE_COMMUNICATION), ==, 60);
  g_assert_cmpint (get_int (tree, hook, LSC_TREE_NOT_OVERLAPPED), ==, 50);
  g_assert_cmpint (lsc_tree_get_phase (tree, hook), ==, LSC_PHASE_BACKWARD);
  g_assert_cmpint (get_int (tree, loss, LSC_TREE_TOTAL), ==, 2);
  g_assert_cmpint (get_int (tree, lost, LSC_TREE_TOTAL), ==, 12);
  g_assert_cmpint (get_int (tree, lost, LSC_TREE_CALLS), ==, 2);
  g_assert_cmpuint (lsc_tree_get_n_children (tree, lost), ==, 2);
}

/* Down to the op that has at least half of its module: mm 300 of 515 ns. */
static void
test_main (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);
  g_autoptr (LscTree) tree = make_tree (data, LSC_TREE_BY_PATH);
  g_autoptr (LscTree) by_op = make_tree (data, LSC_TREE_BY_OP);
  guint32 found = lsc_tree_find_main (tree), op = lsc_tree_find_main (by_op);

  g_assert_cmpstr (lsc_tree_get_name (tree, found), ==, "mm");
  g_assert_cmpuint (found, ==, find (tree, "Model", "Layer", "Own ops, forward", "mm", NULL));
  g_assert_cmpuint (op, ==, lsc_tree_hottest_child (by_op, LSC_TREE_ROOT));
}

static void
test_other_views (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);
  g_autoptr (LscTree) call = make_tree (data, LSC_TREE_BY_CALL);
  g_autoptr (LscTree) variant = make_tree (data, LSC_TREE_BY_VARIANT);
  g_autoptr (LscTree) instance = make_tree (data, LSC_TREE_BY_INSTANCE);
  g_autoptr (LscTree) class = make_tree (data, LSC_TREE_BY_CLASS);
  g_autoptr (LscTree) op = make_tree (data, LSC_TREE_BY_OP);

  /* two calls of Layer and one own op */
  g_assert_cmpuint (lsc_tree_get_n_children (call, find (call, "Model", NULL)), ==, 3);
  g_assert_cmpint (
      get_int (variant, find (variant, "Model", "Layer · variant 1", NULL), LSC_TREE_TOTAL), ==,
      390);
  g_assert_cmpint (
      get_int (variant, find (variant, "Model", "Layer · variant 2", NULL), LSC_TREE_TOTAL), ==,
      125);
  g_assert_cmpint (get_int (instance, find (instance, "Model", "Layer [1]", NULL), LSC_TREE_TOTAL),
                   ==, 125);
  g_assert_cmpint (get_int (class, find (class, "Layer", NULL), LSC_TREE_TOTAL), ==, 515);
  g_assert_cmpint (get_int (class, find (class, "Model", NULL), LSC_TREE_SELF), ==, 1);
  g_assert_cmpint (get_int (class, find (class, "Model", NULL), LSC_TREE_TOTAL), ==, IN_MODULES_NS);
  g_assert_cmpint (get_int (class, find (class, "Model", NULL), LSC_TREE_BACKWARD), ==, 200);
  g_assert_cmpint (get_int (class, find (class, "Layer", NULL), LSC_TREE_FORWARD), ==, 315);
  g_assert_cmpint (get_int (op, find (op, "mm", "Model/Layer", "MatMul", NULL), LSC_TREE_TOTAL), ==,
                   220);
  g_assert_cmpint (get_int (op, find (op, "inner", NULL), LSC_TREE_BACKWARD), ==, 200);
  g_assert_cmpint (get_int (op, find (op, "mm", NULL), LSC_TREE_CALLS), ==, 2);
  g_assert_cmpint (get_int (op, find (op, "mm", "Model/Layer", NULL), LSC_TREE_CALLS), ==, 2);
}

static void
check_about (LscTree *tree)
{
  for (guint32 i = 0; i < lsc_tree_get_n_nodes (tree); i++)
    {
      LscNodeKind kind = lsc_tree_get_kind (tree, i);
      gboolean is_own = kind == LSC_NODE_PHASE ||
                        (kind == LSC_NODE_REMAINDER && lsc_tree_get_view (tree) != LSC_TREE_BY_OP);

      if (is_own && !lsc_tree_get_about (tree, i))
        g_error ("\"%s\" is not explained", lsc_tree_get_name (tree, i));
      g_assert_true (kind != LSC_NODE_MODULE || !lsc_tree_get_about (tree, i));
    }
}

/* Rows that the program makes say what they hold. */
static void
test_about (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);

  for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
    {
      g_autoptr (LscTree) tree = make_tree (data, (LscTreeView) view);

      check_about (tree);
    }
}

/* Two steps, the second from the backward pass on; the events behind belong to none. */
static void
add_steps (LscRun *run)
{
  lsc_steps_append (&run->steps, (LscStep){ 1, 4900, 5900 });
  lsc_steps_append (&run->steps, (LscStep){ 2, 5900, 6900 });
}

/* Figures of a range are those of the events that start in it; modules without any are not there.
 */
static void
test_range (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = NULL;
  const LscInterval range = { 5200, 6000 }; /* Add, MatMul, Mul, Out, Loss */

  add_steps (run);
  data = make_data (run);
  for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscTree) tree =
          lsc_tree_new (data, (LscTreeView) view, &range, NULL, NULL, &error);

      g_assert_no_error (error);
      check_sums (tree);
      g_assert_cmpint (lsc_tree_get_total_ns (tree), ==, 138);
      g_assert_cmpint (lsc_tree_get_module_total_ns (tree), ==, 136);
      g_assert_false (lsc_tree_has_column (tree, LSC_TREE_PERCENT_STEP));
      if (view == LSC_TREE_BY_PATH)
        {
          guint32 layer = find (tree, "Model", "Layer", NULL);

          g_assert_cmpint (get_int (tree, layer, LSC_TREE_CALLS), ==, 2);
          g_assert_cmpint (get_int (tree, layer, LSC_TREE_MIN), ==, 10);
          g_assert_cmpint (get_int (tree, layer, LSC_TREE_MAX), ==, 125);
          g_assert_cmpint (get_int (tree, layer, LSC_TREE_BACKWARD), ==, 0);
          find (tree, "Outside modules", "Loss and other ops", "loss", NULL);
        }
      if (view == LSC_TREE_BY_INSTANCE) /* keeps its number */
        g_assert_cmpint (get_int (tree, find (tree, "Model", "Layer [1]", NULL), LSC_TREE_TOTAL),
                         ==, 125);
    }
}

static void
test_range_of_one_call (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTree) tree =
      lsc_tree_new (data, LSC_TREE_BY_PATH, &(LscInterval){ 5300, 5550 }, NULL, NULL, &error);
  guint32 layer = find (tree, "Model", "Layer", NULL);
  guint32 n;

  g_assert_no_error (error);
  g_assert_cmpint (get_int (tree, layer, LSC_TREE_CALLS), ==, 1);
  g_assert_cmpint (get_int (tree, layer, LSC_TREE_TOTAL), ==, 125);
  lsc_tree_get_children (tree, LSC_TREE_ROOT, &n);
  g_assert_cmpuint (n, ==, 1);
}

/* Shares of the steps: events at the same time count once, those behind the last step not at all.
 * A hole in which a step begins is not a gap. */
static void
test_steps (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;
  guint32 layer;

  add_steps (run);
  data = make_data (run);
  tree = make_tree (data, LSC_TREE_BY_PATH);
  layer = find (tree, "Model", "Layer", NULL);
  /* 5000 to 5130, 10, 120, 5, 200 of 2000 */
  g_assert_cmpfloat_with_epsilon (lsc_tree_value (tree, layer, LSC_TREE_PERCENT_STEP).real, 0.2325,
                                  1e-12);
  g_assert_cmpint (get_int (tree, layer, LSC_TREE_GAP), ==, 70 + 90 + 80);
  g_assert_cmpfloat (
      lsc_tree_value (tree, find (tree, "No framework op", NULL), LSC_TREE_PERCENT_STEP).real, ==,
      0);
  g_assert_cmpfloat_with_epsilon (lsc_tree_value (tree, LSC_TREE_ROOT, LSC_TREE_PERCENT_STEP).real,
                                  (465 + 1 + 2 + 50) / 2000.0, 1e-12);
}

/* Ops of two steps of the host, whose kernels run long behind both: the steps are the device's,
 * from 5000 and from 6000 to the end of the last kernel. */
static void
test_steps_of_device (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;
  static const gint64 ends[] = { 5000, 6000, 7030 };

  lsc_steps_append (&run->steps, (LscStep){ 1, 0, 1500 });
  lsc_steps_append (&run->steps, (LscStep){ 2, 1500, 4000 });
  data = make_data (run);
  g_assert_cmpuint (data->steps.n, ==, 2);
  for (gsize i = 0; i < data->steps.n; i++)
    {
      g_assert_cmpint (data->steps.items[i].start_ns, ==, ends[i]);
      g_assert_cmpint (data->steps.items[i].end_ns, ==, ends[i + 1]);
    }
  tree = make_tree (data, LSC_TREE_BY_PATH);
  g_assert_cmpfloat_with_epsilon (lsc_tree_value (tree, LSC_TREE_ROOT, LSC_TREE_PERCENT_STEP).real,
                                  (465 + 1 + 2 + 50 + 30) / 2030.0, 1e-12);
}

static void
test_sort_and_search (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);
  g_autoptr (LscTree) tree = make_tree (data, LSC_TREE_BY_PATH);
  guint32 nodes[3] = { find (tree, "No framework op", NULL), find (tree, "Outside modules", NULL),
                       find (tree, "Model", NULL) };
  LscIndexes found = lsc_tree_match (tree, "MATMUL", NULL);

  lsc_tree_sort (tree, nodes, 3, LSC_TREE_TOTAL, TRUE);
  g_assert_cmpstr (lsc_tree_get_name (tree, nodes[0]), ==, "Model");
  lsc_tree_sort (tree, nodes, 3, LSC_TREE_NAME, FALSE);
  g_assert_cmpstr (lsc_tree_get_name (tree, nodes[1]), ==, "No framework op");
  /* nodes without a value come last either way */
  nodes[0] = find (tree, "No framework op", NULL);
  nodes[1] = find (tree, "Model", NULL);
  lsc_tree_sort (tree, nodes, 2, LSC_TREE_AVG, TRUE);
  g_assert_cmpstr (lsc_tree_get_name (tree, nodes[0]), ==, "Model");
  lsc_tree_sort (tree, nodes, 2, LSC_TREE_AVG, FALSE);
  g_assert_cmpstr (lsc_tree_get_name (tree, nodes[0]), ==, "Model");

  g_assert_cmpuint (found.n, ==, 2);
  g_assert_cmpuint (lsc_tree_match (tree, "nowhere", NULL).n, ==, 0);
  g_assert_cmpuint (lsc_tree_hottest_child (tree, LSC_TREE_ROOT), ==, find (tree, "Model", NULL));
  /* rank, Model, Layer, Forward, mm, MatMul */
  lsc_indexes_clear (&found);
}

static void
test_table (void)
{
  static const LscTreeColumn columns[] = { LSC_TREE_CALLS, LSC_TREE_TOTAL, LSC_TREE_MFU_CORE };
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);
  g_autoptr (LscTree) tree = make_tree (data, LSC_TREE_BY_PATH);
  g_autoptr (LscTable) all = lsc_tree_to_table (tree, columns, 3, 0, LSC_TREE_N_COLUMNS, FALSE);
  g_autoptr (LscTable) top = lsc_tree_to_table (tree, columns, 3, 1, LSC_TREE_TOTAL, FALSE);

  g_assert_cmpuint (lsc_table_get_n_rows (all), ==, lsc_tree_get_n_nodes (tree));
  for (gsize i = 0; i < lsc_table_get_n_rows (all); i++)
    g_assert_cmpint (lsc_table_get (all, i, 0).integer, ==, (gint64) i);
  g_assert_true (lsc_table_get (all, 0, 1).is_null);
  g_assert_cmpstr (lsc_table_get (all, 0, 3).text, ==, "rank");
  g_assert_cmpstr (lsc_table_get_column (all, 7)->name, ==, "total_ns");
  g_assert_true (lsc_table_get (all, 1, 8).is_null);
  g_assert_cmpuint (lsc_table_get_n_rows (top), ==, 4);
  g_assert_cmpstr (lsc_table_get (top, 1, 5).text, ==, "No framework op");
  g_assert_cmpstr (lsc_table_get (top, 3, 5).text, ==, "Model");
}

static void
test_recompute (void)
{
  Maker maker = maker_new ();
  g_autoptr (LscRun) run = maker.run;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;
  guint32 checkpoint, inner, backward, again;

  add_module (&maker, "Model", 0, 1000, 0);
  add_module (&maker, "Layer", 100, 500, 0);
  add_module (&maker, "Layer", 2100, 2400, 1);
  checkpoint = add_op (&maker, "CheckpointFunction", 90, 510, 0);
  inner = add_op (&maker, "mm", 110, 120, 0);
  backward = add_op (&maker, "CheckpointFunctionBackward", 2000, 2900, 1);
  again = add_op (&maker, "mm", 2110, 2120, 1);
  link_ops (&maker, checkpoint, backward);
  add_kernel (&maker, inner, LSC_KERNEL_COMPUTE, "MatMul", 3000, 3010, 1);
  add_kernel (&maker, again, LSC_KERNEL_COMPUTE, "MatMul", 4000, 4012, 1);
  add_kernel (&maker, backward, LSC_KERNEL_COMPUTE, "Grad", 4100, 4120, 1);
  data = make_data (run);
  tree = make_tree (data, LSC_TREE_BY_PATH);
  check_sums (tree);
  g_assert_cmpint (get_int (tree, find (tree, "Model", NULL), LSC_TREE_FORWARD), ==, 10);
  g_assert_cmpint (get_int (tree, find (tree, "Model", NULL), LSC_TREE_BACKWARD), ==, 20);
  g_assert_cmpint (get_int (tree, find (tree, "Model", NULL), LSC_TREE_RECOMPUTE), ==, 12);
  g_assert_cmpint (get_int (tree, find (tree, "Model", "Layer", NULL), LSC_TREE_TOTAL), ==, 22);
  g_assert_cmpint (get_int (tree, find (tree, "Model", "Layer", NULL), LSC_TREE_CALLS), ==, 2);
  g_assert_cmpstr (lsc_tree_value (tree,
                                   find (tree, "Model", "Layer", "Own ops, recompute", "mm", NULL),
                                   LSC_TREE_FLAGS)
                       .text,
                   ==, "recompute");
}

/* A slash in a name does not make two levels, an empty or foreign name does not disturb. */
static void
test_odd_names (void)
{
  Maker maker = maker_new ();
  g_autoptr (LscRun) run = maker.run;
  g_autoptr (LscModuleData) data = NULL;
  guint32 op;

  add_module (&maker, "/A/", 0, 1000, 0);
  add_module (&maker, "B/C", 10, 900, 0);
  add_module (&maker, "", 20, 800, 0);
  op = add_op (&maker, "\xff\xfe", 30, 40, 0);
  add_kernel (&maker, op, LSC_KERNEL_COMPUTE, "k", 50, 60, 0);
  data = make_data (run);
  for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
    {
      g_autoptr (LscTree) tree = make_tree (data, (LscTreeView) view);
      LscIndexes found = lsc_tree_match (tree, "ß", NULL);

      check_sums (tree);
      g_assert_cmpint (lsc_tree_get_total_ns (tree), ==, 10);
      g_assert_cmpuint (found.n, ==, 0);
      if (view == LSC_TREE_BY_PATH)
        (void) find (tree, "/A/", "B/C", "", NULL);
    }
}

static void
test_no_modules (void)
{
  Maker maker = maker_new ();
  g_autoptr (LscRun) run = maker.run;
  g_autoptr (LscModuleData) data = NULL;
  guint32 op = add_op (&maker, "mm", 30, 40, 0);

  add_kernel (&maker, op, LSC_KERNEL_COMPUTE, "k", 50, 60, 0);
  add_kernel (&maker, LSC_ID_NONE, LSC_KERNEL_COMPUTE, "l", 70, 75, 0);
  data = make_data (run);
  for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
    {
      g_autoptr (LscTree) tree = make_tree (data, (LscTreeView) view);

      check_sums (tree);
      g_assert_cmpint (lsc_tree_get_total_ns (tree), ==, 15);
      g_assert_cmpint (lsc_tree_get_module_total_ns (tree), ==, 0);
    }
}

static void
test_empty (void)
{
  Maker maker = maker_new ();
  g_autoptr (LscRun) run = maker.run;
  g_autoptr (LscModuleData) data = make_data (run);

  for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
    {
      g_autoptr (LscTree) tree = make_tree (data, (LscTreeView) view);
      gint64 start_ns, end_ns;
      const char *name;

      g_assert_cmpuint (lsc_tree_get_n_nodes (tree), ==, 1);
      g_assert_cmpint (lsc_tree_get_total_ns (tree), ==, 0);
      for (guint c = 0; c < LSC_TREE_N_COLUMNS; c++)
        (void) lsc_tree_value (tree, LSC_TREE_ROOT, (LscTreeColumn) c);
      g_assert_true (is_null (tree, LSC_TREE_ROOT, LSC_TREE_PERCENT_TOTAL));
      g_assert_false (lsc_tree_find_longest (tree, LSC_TREE_ROOT, &start_ns, &end_ns, &name));
      g_assert_cmpuint (lsc_tree_hottest_child (tree, LSC_TREE_ROOT), ==, LSC_INDEX_NONE);
    }
}

static void
test_cancel (void)
{
  g_autoptr (LscRun) run = make_training ();
  g_autoptr (LscModuleData) data = make_data (run);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_tree_new (data, LSC_TREE_BY_PATH, NULL, NULL, job, &error));
  g_assert_nonnull (error);
}

/* -- The public samples --------------------------------------------------------------------------
 */

static LscRun *
load_sample (const char *folder, gint64 rank)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = samples ? g_build_filename (samples, folder, NULL) : NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;
  LscRun *run;

  if (!samples)
    return NULL;
  project = lsc_discover (path, NULL, &error);
  g_assert_no_error (error);
  run = lsc_run_load (lsc_cluster_find_rank (g_ptr_array_index (project->clusters, 0), rank),
                      LSC_LOAD_FOR_TREE, NULL, &error);
  g_assert_no_error (error);
  return run;
}

/* A file may list kernels in any order: 30 + 60 of the 140 ns of communication are overlapped. */
static void
test_any_order (void)
{
  Maker maker = maker_new ();
  g_autoptr (LscRun) run = maker.run;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;
  guint32 op;

  add_module (&maker, "M", 0, 100, 0);
  op = add_op (&maker, "mm", 10, 20, 0);
  add_kernel (&maker, op, LSC_KERNEL_COMPUTE, "late", 200, 300, 7);
  add_kernel (&maker, op, LSC_KERNEL_COMPUTE, "early", 100, 150, 7);
  add_kernel (&maker, op, LSC_KERNEL_COMMUNICATION, "hcom_allReduce_", 120, 260, 9);
  data = make_data (run);
  tree = make_tree (data, LSC_TREE_BY_PATH);
  g_assert_cmpint (get_int (tree, LSC_TREE_ROOT, LSC_TREE_NOT_OVERLAPPED), ==, 50);
}

static guint32
find_named (LscTree *tree, const char *name)
{
  guint32 i = 0;

  while (strcmp (lsc_tree_get_name (tree, i), name) != 0)
    i++;
  return i;
}

static void
add_task (Maker *maker, gint64 op_id, const char *type, gint64 start_ns, gint64 end_ns)
{
  lsc_comm_tasks_append (&maker->run->comm_tasks,
                         (LscCommTask){ .op_id = op_id,
                                        .start_ns = start_ns,
                                        .end_ns = end_ns,
                                        .task_type = intern (maker, type) });
}

/* modules.md#comm-split: tasks of all planes, of which one reaches out of its operator. Of the
 * second operator no task is known, so nothing is known of both. */
static void
test_comm_split (void)
{
  static const LscTreeColumn columns[] = { LSC_TREE_COMM_TRANSFER, LSC_TREE_COMM_WAIT,
                                           LSC_TREE_COMM_OTHER };
  static const gint64 expected[] = { 40, 50, 10 };
  Maker maker = maker_new ();
  g_autoptr (LscRun) run = maker.run;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;

  for (guint32 i = 0; i < 2; i++)
    {
      gint64 start_ns = 100 + 200 * i;
      guint32 op = add_op (&maker, i == 0 ? "known" : "unknown", 10 + 20 * i, 20 + 20 * i, 0);

      add_kernel (&maker, op, LSC_KERNEL_COMMUNICATION, "hcom_allReduce_", start_ns, start_ns + 100,
                  9);
      run->kernels.items[i].detail = i;
      lsc_comm_ops_append (
          &run->comm_ops,
          (LscCommOp){ .op_id = 7 + i, .start_ns = start_ns, .end_ns = start_ns + 100 });
    }
  add_task (&maker, 7, "Notify_Wait", 90, 160);
  add_task (&maker, 7, "Memcpy", 150, 180);
  add_task (&maker, 7, "Reduce_Inline", 170, 190);
  add_task (&maker, 7, "Notify_Record", 190, 195);
  data = make_data (run);
  tree = make_tree (data, LSC_TREE_BY_PATH);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_assert_cmpint (get_int (tree, find_named (tree, "known"), columns[i]), ==, expected[i]);
      g_assert_true (is_null (tree, find_named (tree, "unknown"), columns[i]));
      g_assert_true (is_null (tree, LSC_TREE_ROOT, columns[i]));
    }
}

/* A share says in its tool tip what 100 % is. */
static void
test_shares (void)
{
  guint n = 0;

  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    {
      const LscColumn *about = lsc_tree_column ((LscTreeColumn) i);

      if (about->unit != LSC_UNIT_SHARE)
        continue;
      g_assert_nonnull (strstr (about->about, "100 %"));
      n++;
    }
  g_assert_cmpuint (n, >=, 6);
}

/* One collective that waits for 60 of 100 ns; with as much computing beside it below one node it is
 * less than half of that; where the tasks of an operator are not known nothing is said. */
static void
test_waits_mostly (void)
{
  Maker maker = maker_new ();
  g_autoptr (LscRun) run = maker.run;
  guint32 op = add_op (&maker, "reduce", 10, 20, 0);
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;
  gint64 wait_ns = -1, transfer_ns = -1;

  add_kernel (&maker, add_op (&maker, "matmul", 30, 40, 0), LSC_KERNEL_COMPUTE, "MatMul", 300, 400,
              2);
  add_kernel (&maker, op, LSC_KERNEL_COMMUNICATION, "hcom_allReduce_", 100, 200, 9);
  run->kernels.items[1].detail = 0;
  lsc_comm_ops_append (&run->comm_ops, (LscCommOp){ .op_id = 7, .start_ns = 100, .end_ns = 200 });
  add_task (&maker, 7, "Notify_Wait", 100, 160);
  add_task (&maker, 7, "Memcpy", 160, 190);
  data = make_data (run);
  tree = make_tree (data, LSC_TREE_BY_PATH);
  g_assert_false (lsc_tree_waits_mostly (tree, LSC_TREE_ROOT, &wait_ns, &transfer_ns));
  g_assert_false (
      lsc_tree_waits_mostly (tree, find_named (tree, "matmul"), &wait_ns, &transfer_ns));
  g_assert_cmpint (wait_ns, ==, -1);
  g_assert_true (lsc_tree_waits_mostly (tree, find_named (tree, "reduce"), &wait_ns, &transfer_ns));
  g_assert_cmpint (wait_ns, ==, 60);
  g_assert_cmpint (transfer_ns, ==, 30);
}

/* The first all-reduce, of 80.45 ms, waits for 80.159. */
static void
check_longest_collective (LscTree *tree)
{
  guint32 longest = LSC_TREE_ROOT;

  for (guint32 i = 0; i < lsc_tree_get_n_nodes (tree); i++)
    if (lsc_tree_get_kind (tree, i) == LSC_NODE_KERNEL &&
        get_int (tree, i, LSC_TREE_COMMUNICATION) == 80450247)
      longest = i;
  g_assert_cmpuint (longest, !=, LSC_TREE_ROOT);
  g_assert_cmpint (get_int (tree, longest, LSC_TREE_COMM_WAIT), ==, 80158802);
}

/* checks.md#rows: 5,781,537 of 8,900,456 ns of compute lie in modules, all of the
 * communication outside. */
static void
test_alexnet (void)
{
  g_autoptr (LscRun) run = load_sample ("ascend-db-level2", 0);
  g_autoptr (LscModuleData) data = NULL;

  if (!run)
    return;
  data = make_data (run);
  for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
    {
      g_autoptr (LscTree) tree = make_tree (data, (LscTreeView) view);

      check_sums (tree);
      g_assert_cmpint (lsc_tree_get_module_total_ns (tree), ==, 5781537);
      g_assert_cmpint (get_int (tree, LSC_TREE_ROOT, LSC_TREE_COMPUTE), ==, 8900456);
      g_assert_cmpint (get_int (tree, LSC_TREE_ROOT, LSC_TREE_COMMUNICATION), ==, 94107521);
      /* the four all-reduces on all planes; the analyser of the producer knows 0.2 and 4.0 ms */
      g_assert_cmpint (get_int (tree, LSC_TREE_ROOT, LSC_TREE_COMM_WAIT), ==, 89678393);
      g_assert_cmpint (get_int (tree, LSC_TREE_ROOT, LSC_TREE_COMM_TRANSFER), ==, 4324288);
      g_assert_cmpint (get_int (tree, LSC_TREE_ROOT, LSC_TREE_COMM_OTHER), ==, 104840);
      if (view == LSC_TREE_BY_CALL)
        check_longest_collective (tree);
    }
}

/* The exported rows are a projection of the tree: same device time in modules, where the rows count
 * the schedule class and the tree shows it apart. */
static void
test_rows_agree (void)
{
  g_autoptr (LscRun) run = load_sample ("module-small", 0);
  LscMfuOptions off = { .mode = LSC_MFU_OFF };
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;
  g_autoptr (LscTable) rows = NULL;
  g_autoptr (GError) error = NULL;
  gint64 sum = 0;
  gint64 schedule = 0;
  int column;

  if (!run)
    return;
  data = make_data (run);
  tree = make_tree (data, LSC_TREE_BY_PATH);
  check_sums (tree);
  rows = lsc_module_statistic_table (data, &off, NULL, &error);
  g_assert_no_error (error);
  column = lsc_table_find_column (rows, "totalKernelDuration(ns)");
  g_assert_cmpint (column, >=, 0);
  for (gsize i = 0; i < lsc_table_get_n_rows (rows); i++)
    sum += (gint64) lsc_table_get (rows, i, (guint) column).real;
  for (guint32 i = 0; i < lsc_tree_get_n_nodes (tree); i++)
    if (lsc_tree_get_depth (tree, i) == 1 && lsc_tree_get_kind (tree, i) == LSC_NODE_MODULE)
      schedule += get_int (tree, i, LSC_TREE_SCHEDULE);
  g_assert_cmpint (sum, >, 0);
  g_assert_cmpint (sum, ==, lsc_tree_get_module_total_ns (tree) + schedule);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tree/views", test_views);
  g_test_add_func ("/tree/path", test_path);
  g_test_add_func ("/tree/outside", test_outside);
  g_test_add_func ("/tree/main", test_main);
  g_test_add_func ("/tree/other-views", test_other_views);
  g_test_add_func ("/tree/about", test_about);
  g_test_add_func ("/tree/range", test_range);
  g_test_add_func ("/tree/range-of-one-call", test_range_of_one_call);
  g_test_add_func ("/tree/steps", test_steps);
  g_test_add_func ("/tree/steps-of-device", test_steps_of_device);
  g_test_add_func ("/tree/sort-and-search", test_sort_and_search);
  g_test_add_func ("/tree/table", test_table);
  g_test_add_func ("/tree/recompute", test_recompute);
  g_test_add_func ("/tree/odd-names", test_odd_names);
  g_test_add_func ("/tree/no-modules", test_no_modules);
  g_test_add_func ("/tree/empty", test_empty);
  g_test_add_func ("/tree/any-order", test_any_order);
  g_test_add_func ("/tree/cancel", test_cancel);
  g_test_add_func ("/tree/comm-split", test_comm_split);
  g_test_add_func ("/tree/waits-mostly", test_waits_mostly);
  g_test_add_func ("/tree/shares", test_shares);
  g_test_add_func ("/tree/alexnet", test_alexnet);
  g_test_add_func ("/tree/rows-agree", test_rows_agree);
  return g_test_run ();
}
