/* test-golden-perfetto.c - a run that was exported in two formats, and what another writer wrote
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>

#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* Returns: (nullable): %NULL where there are no samples: the running test is skipped */
static LscTimeline *
load (const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, "graphs", name, NULL) : NULL;
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline;
  LscProject *project;

  if (!root)
    return NULL;
  project = lsc_discover (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
  timeline = lsc_timeline_load (
      ((const LscCluster *) project->clusters->pdata[0])->sources->pdata[0], 1, NULL, &error);
  g_assert_no_error (error);
  lsc_project_unref (project);
  return timeline;
}

static void
expect_same_lane (const LscTimeline *a, const LscLane *x, const LscTimeline *b, const LscLane *y)
{
  g_assert_cmpuint (x->n, ==, y->n);
  for (guint32 i = 0; i < x->n; i++)
    {
      g_assert_cmpint (x->start_ns[i], ==, y->start_ns[i]);
      g_assert_cmpint (lsc_lane_get_duration_ns (x, i), ==, lsc_lane_get_duration_ns (y, i));
      g_assert_cmpuint (x->kind[i], ==, y->kind[i]);
      g_assert_cmpstr (lsc_intern_text (a->strings, x->name[i]), ==,
                       lsc_intern_text (b->strings, y->name[i]));
    }
}

static void
expect_same_series (const LscNode *x, const LscNode *y)
{
  g_assert_cmpuint (x->series->len, ==, y->series->len);
  for (guint i = 0; i < x->series->len; i++)
    {
      const LscCounter *a = x->series->pdata[i], *b = y->series->pdata[i];

      g_assert_cmpint (a->unit, ==, b->unit);
      g_assert_cmpuint (a->samples.n, ==, b->samples.n);
      for (gsize k = 0; k < a->samples.n; k++)
        {
          g_assert_cmpint (a->samples.items[k].time_ns, ==, b->samples.items[k].time_ns);
          g_assert_cmpfloat (a->samples.items[k].value, ==, b->samples.items[k].value);
        }
    }
}

static void
expect_same_details (LscTimeline *a, LscTimeline *b, LscSpot spot, const char *key)
{
  LscTimeline *both[2] = { a, b };
  const char *found[2] = { NULL, NULL };
  g_autoptr (GPtrArray) first = lsc_timeline_read_details (a, spot, NULL);
  g_autoptr (GPtrArray) second = lsc_timeline_read_details (b, spot, NULL);
  GPtrArray *details[2] = { first, second };

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    for (guint k = 0; k < details[i]->len; k++)
      if (g_str_equal (((const LscDetail *) details[i]->pdata[k])->key, key))
        found[i] = ((const LscDetail *) details[i]->pdata[k])->value;
  g_assert_cmpstr (found[0], ==, found[1]);
}

/* Grids and blocks, which kernels are compared by at different clocks. */
static void
expect_same_launches (const LscTimeline *a, const LscTimeline *b)
{
  g_assert_cmpuint (a->launch_keys.n, ==, 399);
  g_assert_cmpuint (a->launch_keys.n, ==, b->launch_keys.n);
  for (guint32 i = 1; i < a->nodes->len; i++)
    {
      const LscNode *x = lsc_timeline_get_node (a, i), *y = lsc_timeline_get_node (b, i);

      for (guint32 k = 0; x->role == LSC_ROLE_STREAM && k < x->lane->n; k++)
        {
          const LscKernelKey *one =
              lsc_kernel_keys_find (&a->launch_keys, lsc_lane_get_detail (x->lane, k));
          const LscKernelKey *other =
              lsc_kernel_keys_find (&b->launch_keys, lsc_lane_get_detail (y->lane, k));

          g_assert_true (!one == !other);
          if (one)
            g_assert_cmpstr (lsc_intern_text (a->strings, one->shapes), ==,
                             lsc_intern_text (b->strings, other->shapes));
        }
    }
}

/* Every slice, sample, link, node of a graph and name of a module. What the profiler tells of
 * itself, and names of groups, are in the JSON alone. */
static void
test_twins (void)
{
  g_autoptr (LscTimeline) json = load ("cuspy-json");
  g_autoptr (LscTimeline) packets = json ? load ("cuspy-pftrace") : NULL;

  if (!json)
    return;
  g_assert_cmpint (packets->zero_ns, ==, json->zero_ns);
  g_assert_cmpuint (packets->nodes->len, >, 20);
  for (guint32 i = 1; i < packets->nodes->len; i++)
    {
      const LscNode *a = lsc_timeline_get_node (json, i);
      const LscNode *b = lsc_timeline_get_node (packets, i);

      g_assert_cmpuint (a->role, ==, b->role);
      if (a->role != LSC_ROLE_COMM_GROUP)
        g_assert_cmpstr (a->name, ==, b->name);
      g_assert_true (!a->lane == !b->lane);
      if (a->lane)
        expect_same_lane (json, a->lane, packets, b->lane);
      if (a->lane && a->lane->n > 0)
        {
          expect_same_details (json, packets, (LscSpot){ i, 0 }, "grid");
          expect_same_details (json, packets, (LscSpot){ i, 0 }, "registers per thread");
          expect_same_details (json, packets, (LscSpot){ i, 0 }, "Input Dims");
          expect_same_details (json, packets, (LscSpot){ i, 0 }, "correlation");
        }
      if (a->series)
        expect_same_series (a, b);
      g_assert_cmpint (a->pid, ==, b->pid);
    }
  expect_same_launches (json, packets);
  g_assert_cmpuint (packets->links.n, ==, json->links.n);
  g_assert_cmpmem (packets->links.items, packets->links.n * sizeof (LscLink), json->links.items,
                   json->links.n * sizeof (LscLink));
  g_assert_cmpuint (packets->graph_tasks.n, ==, 511);
  for (gsize i = 0; i < packets->graph_tasks.n; i++)
    {
      const LscGraphTask *a = &json->graph_tasks.items[i], *b = &packets->graph_tasks.items[i];

      g_assert_true (a->graph == b->graph && a->node == b->node && a->id == b->id);
      g_assert_cmpstr (lsc_intern_text (json->strings, a->module), ==,
                       lsc_intern_text (packets->strings, b->module));
    }
}

/* ---- another writer ---- */

typedef struct
{
  JsonParser *parser;
  JsonObject *mixed;
} Truth;

static void
truth_open (Truth *self)
{
  g_autofree char *root = lsc_test_samples_dir ();
  g_autofree char *path = g_build_filename (root, "graphs", "truth.json", NULL);
  g_autoptr (GError) error = NULL;

  self->parser = json_parser_new ();
  json_parser_load_from_file (self->parser, path, &error);
  g_assert_no_error (error);
  self->mixed = json_object_get_object_member (
      json_node_get_object (json_parser_get_root (self->parser)), "mixed");
}

static gboolean
has_slice (const LscTimeline *timeline, JsonObject *slice)
{
  gint64 begin_ns = json_object_get_int_member (slice, "begin_ns");
  const char *name = json_object_get_string_member (slice, "name");
  gboolean is_open = json_object_get_null_member (slice, "dur_ns");

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; node->lane && k < node->lane->n; k++)
        if (node->lane->start_ns[k] == begin_ns &&
            node->tid == json_object_get_int_member (slice, "tid") &&
            g_strcmp0 (lsc_intern_text (timeline->strings, node->lane->name[k]), name) == 0)
          return is_open || lsc_lane_get_duration_ns (node->lane, k) ==
                                json_object_get_int_member (slice, "dur_ns");
    }
  return FALSE;
}

static guint
expect_slices (const LscTimeline *timeline, JsonArray *list)
{
  for (guint i = 0; i < json_array_get_length (list); i++)
    g_assert_true (has_slice (timeline, json_array_get_object_element (list, i)));
  return json_array_get_length (list);
}

static void
test_mixed (void)
{
  g_autoptr (LscTimeline) timeline = load ("perfetto-mixed");
  g_autoptr (GPtrArray) notices = NULL;
  Truth truth = { 0 };
  guint n_expected, n_told = 0;

  if (!timeline)
    return;
  truth_open (&truth);
  n_expected = expect_slices (timeline, json_object_get_array_member (truth.mixed, "slices")) +
               expect_slices (timeline, json_object_get_array_member (truth.mixed, "instants"));
  g_assert_cmpuint (timeline->n_slices, ==, n_expected);
  g_assert_nonnull (timeline->extended_reason); /* no device work in it */
  notices = lsc_notices_copy_list (timeline->notices);
  for (guint i = 0; i < notices->len; i++)
    {
      const LscNotice *notice = notices->pdata[i];

      if (g_str_equal (notice->code, "packets-skipped"))
        n_told +=
            notice->count == 7 && strstr (notice->why, "1 (1), 33 (1), 36 (1), 45 (2), 66 (2)");
      if (g_str_equal (notice->code, "packets-without-state"))
        n_told += notice->count == 2;
    }
  g_assert_cmpuint (n_told, ==, 2);
  g_object_unref (truth.parser);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden/perfetto/twins", test_twins);
  g_test_add_func ("/golden/perfetto/mixed", test_mixed);
  return g_test_run ();
}
