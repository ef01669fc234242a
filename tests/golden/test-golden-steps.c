/* test-golden-steps.c - the device's steps against recordings whose truth is known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>

#include "analyze/budget/lsc-budget.h"
#include "analyze/module/lsc-tree.h"
#include "analyze/step/lsc-device-marks.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-naive-steps.h"
#include "lsc-test-files.h"
#include "read/lsc-timeline-read.h"
#include "read/lsc-open.h"

/* ---- What the naive twin sees ---------------------------------------------------------------- */

typedef struct
{
  const LscTimeline *timeline;
  GArray *tasks; /* NaiveTask */
  guint stream;
} Reading;

static gint64
get_start (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  return lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice];
}

static gint64
find_asked (const LscTimeline *timeline, guint32 id)
{
  const LscLinks *links = &timeline->links;
  guint32 launch = LSC_SLICE_NONE;

  for (gsize i = 0; i < links->n && launch == LSC_SLICE_NONE; i++)
    if (links->items[i].to == id &&
        (links->items[i].kind == LSC_LINK_LAUNCH || links->items[i].kind == LSC_LINK_OP_DEVICE))
      launch = links->items[i].from;
  if (launch == LSC_SLICE_NONE)
    return NAIVE_NOT_ASKED;
  for (gsize i = 0; i < links->n; i++)
    if (links->items[i].to == launch && links->items[i].kind == LSC_LINK_OP_LAUNCH)
      return get_start (timeline, links->items[i].from);
  return get_start (timeline, launch);
}

static NaiveTaskType
find_type (const LscTimeline *timeline, guint8 kind)
{
  if (lsc_slice_kind_is_computing (kind))
    return NAIVE_TASK_KERNEL;
  if (kind == LSC_SLICE_COMM_TASK && timeline->is_gpu)
    return NAIVE_TASK_COMM;
  return kind == LSC_SLICE_COPY ? NAIVE_TASK_COPY : NAIVE_TASK_OTHER;
}

static void
read_stream (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Reading *self = user_data;
  const LscNode *stream = lsc_timeline_get_node (timeline, node);

  for (guint32 i = 0; i < stream->lane->n; i++)
    {
      NaiveTask task = { find_type (timeline, stream->lane->kind[i]), self->stream,
                         stream->lane->start_ns[i], lsc_lane_get_end_ns (stream->lane, i),
                         find_asked (timeline, stream->first_id + i) };

      g_array_append_val (self->tasks, task);
    }
  self->stream++;
}

static void
check_twin (LscTimeline *timeline, const LscDeviceSteps *steps)
{
  g_autoptr (GArray) tasks = g_array_new (FALSE, FALSE, sizeof (NaiveTask));
  Reading reading = { timeline, tasks, 0 };
  gsize n = steps->steps.n;
  g_autofree NaiveMark *marks = g_new0 (NaiveMark, n + 2);
  NaiveDevice device = { .marks = marks, .n_marks = n + 2 };

  lsc_timeline_foreach_lane (timeline, 1 << LSC_ROLE_STREAM, read_stream, &reading);
  device.tasks = (const NaiveTask *) (gpointer) tasks->data;
  device.n_tasks = tasks->len;
  for (gsize i = 0; i < n; i++)
    marks[i + 1] = (NaiveMark){ .begin = timeline->steps.items[i].start_ns,
                                .end = timeline->steps.items[i].end_ns };
  naive_place_steps (&device);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (steps->steps.items[i].begin_ns, ==, marks[i + 1].device_begin);
      g_assert_cmpint (steps->steps.items[i].end_ns, ==, marks[i + 1].device_end);
      g_assert_cmpint (steps->steps.items[i].tasks.n_kernels, ==,
                       marks[i + 1].n[NAIVE_TASK_KERNEL]);
      g_assert_cmpint (steps->steps.items[i].tasks.n_copies, ==, marks[i + 1].n[NAIVE_TASK_COPY]);
    }
  g_assert_cmpint (steps->before.n_kernels, ==, marks[0].n[NAIVE_TASK_KERNEL]);
  g_assert_cmpint (steps->before.n_copies, ==, marks[0].n[NAIVE_TASK_COPY]);
}

/* ---- The truth ------------------------------------------------------------------------------- */

static gint64
get_int (JsonObject *object, const char *name)
{
  return json_object_get_int_member (object, name);
}

static void
check_step (const LscDeviceStep *step, JsonObject *truth)
{
  g_assert_cmpint (step->step, ==, get_int (truth, "step"));
  g_assert_cmpint (step->begin_ns, ==, get_int (truth, "begin_ns"));
  g_assert_cmpint (step->end_ns, ==, get_int (truth, "end_ns"));
  g_assert_cmpint (step->host_begin_ns, ==, get_int (truth, "host_begin_ns"));
  g_assert_cmpint (step->host_end_ns, ==, get_int (truth, "host_end_ns"));
  g_assert_cmpint (lsc_device_step_get_lead_begin_ns (step), ==, get_int (truth, "lead_begin_ns"));
  g_assert_cmpint (lsc_device_step_get_lead_end_ns (step), ==, get_int (truth, "lead_end_ns"));
  g_assert_cmpint (step->tasks.n_kernels, ==, get_int (truth, "kernels"));
  g_assert_cmpint (step->tasks.n_copies, ==, get_int (truth, "copies"));
}

static void
check_before (const LscTaskCount *before, JsonObject *truth)
{
  g_assert_cmpint (before->n_kernels, ==, get_int (truth, "kernels"));
  g_assert_cmpint (before->n_copies, ==, get_int (truth, "copies"));
  if (json_object_get_null_member (truth, "end_ns"))
    g_assert_cmpint (before->end_ns, ==, G_MININT64);
  else
    g_assert_cmpint (before->end_ns, ==, get_int (truth, "end_ns"));
}

/* Categories of a step close to its length. */
static void
check_budget (const LscBudgetStep *step, JsonObject *truth)
{
  gint64 communication_ns = 0, idle_ns = 0;

  for (guint i = LSC_BUDGET_TRANSFER; i <= LSC_BUDGET_BUBBLE; i++)
    communication_ns += step->ns[i];
  for (guint i = LSC_BUDGET_PREPARE; i < LSC_BUDGET_N_CATEGORIES; i++)
    idle_ns += step->ns[i];
  g_assert_cmpint (step->step, ==, get_int (truth, "step"));
  g_assert_cmpint (step->step_ns, ==, get_int (truth, "period_ns"));
  g_assert_cmpint (step->ns[LSC_BUDGET_COMPUTE], ==, get_int (truth, "computing_ns"));
  g_assert_cmpint (communication_ns, ==, get_int (truth, "communication_ns"));
  g_assert_cmpint (step->ns[LSC_BUDGET_MEMCPY], ==, get_int (truth, "copy_ns"));
  g_assert_cmpint (idle_ns, ==, get_int (truth, "idle_ns"));
  g_assert_cmpint (step->ns[LSC_BUDGET_PREPARE] + step->ns[LSC_BUDGET_TAIL], ==, 0);
  g_assert_cmpint (step->lead_begin_ns, ==, get_int (truth, "lead_begin_ns"));
  g_assert_cmpint (step->lead_end_ns, ==, get_int (truth, "lead_end_ns"));
}

/* The lane of steps has them all, each with an arrow from the host's; no file says more of them. */
static void
check_lane (LscTimeline *timeline, guint n_steps)
{
  guint32 device = lsc_timeline_find_child (timeline, 0, LSC_ROLE_DEVICE);
  guint32 node = lsc_timeline_find_child (timeline, device, LSC_ROLE_DEVICE_STEPS);
  const LscNode *steps = lsc_timeline_get_node (timeline, node);

  g_assert_cmpuint (steps->lane->n, ==, n_steps);
  for (guint32 i = 0; i < n_steps; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) details =
          lsc_timeline_read_details (timeline, (LscSpot){ node, i }, &error);
      gsize first;

      g_assert_no_error (error);
      g_assert_cmpuint (details->len, ==, 0);
      g_assert_cmpuint (lsc_links_find_to (&timeline->links, steps->first_id + i, &first), ==, 1);
      g_assert_cmpuint (lsc_links_get_to (&timeline->links, first)->kind, ==, LSC_LINK_STEP);
    }
}

static LscTimeline *
load (const char *samples, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".json.gz", NULL);
  g_autofree char *path = g_build_filename (samples, "h100", file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);
  const LscCluster *cluster;
  LscTimeline *timeline;

  g_assert_no_error (error);
  cluster = g_ptr_array_index (project->clusters, 0);
  timeline = lsc_timeline_load (g_ptr_array_index (cluster->sources, 0), 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  return timeline;
}

/* The column of modules counts the same steps. */
static void
check_busy (LscTimeline *timeline, JsonArray *wanted)
{
  LscModuleOptions options = { .allow_empty = TRUE };
  g_autoptr (LscRun) run = lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_TREE, NULL, NULL);
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, &options, NULL, NULL);
  g_autoptr (LscTree) tree = lsc_tree_new (data, LSC_TREE_BY_PATH, NULL, NULL, NULL, NULL);
  gint64 busy_ns = 0, all_ns = 0;

  for (guint i = 0; i < json_array_get_length (wanted); i++)
    {
      JsonObject *step = json_array_get_object_element (wanted, i);

      busy_ns += get_int (step, "computing_ns") + get_int (step, "communication_ns") +
                 get_int (step, "copy_ns");
      all_ns += get_int (step, "period_ns");
    }
  g_assert_cmpfloat_with_epsilon (lsc_tree_value (tree, LSC_TREE_ROOT, LSC_TREE_PERCENT_STEP).real,
                                  (double) busy_ns / (double) all_ns, 1e-12);
}

static void
check_recording (const char *samples, const char *name, JsonObject *truth)
{
  g_autoptr (LscTimeline) timeline = load (samples, name);
  const LscDeviceSteps *steps = lsc_timeline_get_analysis (timeline)->overlap->device;
  g_autoptr (LscBudget) budget = lsc_budget_new (timeline, NULL, NULL);
  LscDeviceMarks marks = lsc_device_marks_compare (timeline, steps);
  JsonArray *wanted = json_object_get_array_member (truth, "steps");

  g_test_message ("%s", name);
  g_assert_cmpint (steps->rule, ==, LSC_STEPS_BY_DEVICE);
  g_assert_cmpuint (steps->steps.n, ==, json_array_get_length (wanted));
  for (guint i = 0; i < steps->steps.n; i++)
    {
      check_step (&steps->steps.items[i], json_array_get_object_element (wanted, i));
      check_budget (lsc_budget_get_step (budget, i), json_array_get_object_element (wanted, i));
    }
  check_before (&steps->before, json_object_get_object_member (truth, "before"));
  check_twin (timeline, steps);
  g_assert_cmpuint (marks.n_steps, ==, steps->steps.n);
  g_assert_cmpuint (marks.n_apart, ==, 0);
  check_lane (timeline, steps->steps.n);
  check_busy (timeline, wanted);
}

static void
test_h100 (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = samples ? g_build_filename (samples, "h100", "truth.json", NULL) : NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GList) names = NULL;
  JsonObject *truth;

  if (!path)
    return;
  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  truth = json_node_get_object (json_parser_get_root (parser));
  names = json_object_get_members (truth);
  g_assert_cmpuint (g_list_length (names), >=, 14);
  for (GList *name = names; name; name = name->next)
    check_recording (samples, name->data, json_object_get_object_member (truth, name->data));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden/steps/h100", test_h100);
  return g_test_run ();
}
