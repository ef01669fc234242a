/* test-timeline-model.c - the tree of lanes of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-growth.h"
#include "model/lsc-timeline.h"

static LscLane *
make_lane (LscTimeline *timeline, gint64 begin, gsize n, const char *name)
{
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      gint64 start = begin + (gint64) i * 10;

      lsc_raw_slices_add (&raw, start, start + 5)->name = lsc_intern_add (timeline->strings, name);
    }
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

/* One slice around all of the others. */
static LscLane *
make_long_lane (LscTimeline *timeline)
{
  LscRawSlices raw = { 0 };

  lsc_raw_slices_add (&raw, 0, 500)->name = lsc_intern_add (timeline->strings, "MatMul");
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

static LscTimeline *
make_timeline (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/a/folder", "/a/folder/x");
  LscTimeline *self = lsc_timeline_new (source);

  self->rank = 3;
  return self;
}

static void
check_path (const LscTimeline *timeline, guint32 node, const char *path)
{
  g_autofree char *bare = lsc_timeline_get_path (timeline, node, FALSE);
  g_autofree char *whole = lsc_timeline_get_path (timeline, node, TRUE);
  g_autofree char *expected = g_strconcat ("Rank 3", *path ? "/" : "", path, NULL);

  g_assert_cmpstr (bare, ==, path);
  g_assert_cmpstr (whole, ==, expected);
  g_assert_cmpuint (lsc_timeline_find_path (timeline, bare), ==, node);
  g_assert_cmpuint (lsc_timeline_find_path (timeline, whole), ==, node);
}

static void
test_tree (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 device = lsc_timeline_add_group (timeline, 0, LSC_ROLE_DEVICE, "Device");
  guint32 host = lsc_timeline_add_group (timeline, 0, LSC_ROLE_HOST, "Python");
  guint32 stream = lsc_timeline_add_lane (timeline, device, LSC_ROLE_STREAM, "Stream 2",
                                          make_lane (timeline, 100, 5, "MatMul"));
  guint32 twin = lsc_timeline_add_lane (timeline, device, LSC_ROLE_STREAM, "Stream 2",
                                        make_lane (timeline, 100, 0, "MatMul"));
  guint32 slash = lsc_timeline_add_group (timeline, device, LSC_ROLE_OTHER, "a/b");
  guint32 below = lsc_timeline_add_lane (timeline, slash, LSC_ROLE_OTHER, "c",
                                         make_lane (timeline, 50, 2, "Add"));
  guint32 overlap = lsc_timeline_add_group (timeline, 0, LSC_ROLE_OVERLAP, "Overlap Analysis");
  const LscNode *root = lsc_timeline_get_node (timeline, 0);

  check_path (timeline, 0, "");
  check_path (timeline, stream, "Device/Stream 2");
  check_path (timeline, twin, "Device/Stream 2 (2)");
  check_path (timeline, below, "Device/a/b/c");
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Device/Stream"), ==, LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Rank 3/Nothing"), ==, LSC_SLICE_NONE);

  /* by role below the root, whatever the order of adding */
  g_assert_cmpuint (root->first_child, ==, overlap);
  g_assert_cmpuint (lsc_timeline_get_node (timeline, overlap)->next, ==, host);
  g_assert_cmpuint (lsc_timeline_get_node (timeline, host)->next, ==, device);
  g_assert_cmpuint (lsc_timeline_get_node (timeline, device)->next, ==, LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_get_node (timeline, device)->first_child, ==, stream);
  g_assert_cmpuint (lsc_timeline_find_child (timeline, 0, LSC_ROLE_HOST), ==, host);
  g_assert_cmpuint (lsc_timeline_find_child (timeline, 0, LSC_ROLE_COMM), ==, LSC_SLICE_NONE);
}

static void
test_ids (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  LscLinkList links = { 0 };
  guint32 nodes[6], late;
  static const gsize sizes[] = { 0, 5, 0, 1, 3, 0 };
  guint32 id = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint32 group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_OTHER, "g");

      nodes[i] = lsc_timeline_add_lane (timeline, group, LSC_ROLE_OTHER, "l",
                                        make_lane (timeline, 100 * i, sizes[i], "x"));
    }
  lsc_link_list_append (&links, (LscLink){ 8, 2, LSC_LINK_LAUNCH });
  lsc_timeline_seal (timeline, &links);
  g_assert_cmpuint (timeline->n_slices, ==, 9);
  g_assert_cmpint (timeline->begin_ns, ==, 100);
  g_assert_cmpint (timeline->end_ns, ==, 425);
  g_assert_cmpuint (timeline->links.n, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint32 slice = 0; slice < sizes[i]; slice++)
      {
        LscSpot spot = lsc_timeline_get_spot (timeline, id);

        g_assert_cmpuint (spot.node, ==, nodes[i]);
        g_assert_cmpuint (spot.slice, ==, slice);
        g_assert_cmpuint (lsc_timeline_get_id (timeline, spot), ==, id++);
      }
  g_assert_cmpuint (lsc_timeline_get_spot (timeline, 9).node, ==, LSC_SLICE_NONE);

  /* lanes that are computed come after, and keep the numbers that links already use */
  late =
      lsc_timeline_add_lane (timeline, 0, LSC_ROLE_STEPS, "Steps", make_lane (timeline, 0, 2, "y"));
  lsc_timeline_seal (timeline, NULL);
  g_assert_cmpuint (lsc_timeline_get_spot (timeline, 10).node, ==, late);
  g_assert_cmpint (timeline->begin_ns, ==, 0);
  g_assert_cmpuint (timeline->links.n, ==, 1);
  g_assert_cmpuint (lsc_timeline_get_node (timeline, 0)->first_child, ==, late);
}

static void
count_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  g_string_append_printf (user_data, "%s ", lsc_timeline_get_node (timeline, node)->name);
}

static int
compare_falling (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscNode *na = a, *nb = b;

  return na->tid > nb->tid ? -1 : na->tid < nb->tid;
}

static void
test_order (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (GString) names = g_string_new (NULL);
  guint32 device = lsc_timeline_add_group (timeline, 0, LSC_ROLE_DEVICE, "Device");
  guint32 python = lsc_timeline_add_group (timeline, 0, LSC_ROLE_HOST, "Python");
  guint32 thread = lsc_timeline_add_lane (timeline, python, LSC_ROLE_HOST_THREAD, "T",
                                          make_lane (timeline, 0, 1, "x"));

  lsc_timeline_add_lane (timeline, thread, LSC_ROLE_PYTHON_STACK, "P",
                         make_lane (timeline, 0, 1, "x"));
  for (int i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("S%d", i);
      guint32 node = lsc_timeline_add_lane (timeline, device, LSC_ROLE_STREAM, name,
                                            make_lane (timeline, 0, 1, "x"));

      lsc_timeline_get_node (timeline, node)->tid = i / 2;
    }
  lsc_timeline_order_children (timeline, device, compare_falling, NULL);
  lsc_timeline_foreach_lane (timeline, 0, count_lane, names);
  g_assert_cmpstr (names->str, ==, "T P S2 S3 S0 S1 ");
  g_string_set_size (names, 0);
  lsc_timeline_foreach_lane (timeline, 1 << LSC_ROLE_HOST_THREAD, count_lane, names);
  g_assert_cmpstr (names->str, ==, "T ");
}

/* ---- names of siblings ---------------------------------------------------------------------- */

static gboolean
has_child_named (const LscTimeline *timeline, guint32 parent, const char *name)
{
  for (guint32 i = 1; i < timeline->nodes->len; i++)
    if (lsc_timeline_get_node (timeline, i)->parent == parent &&
        g_str_equal (lsc_timeline_get_node (timeline, i)->name, name))
      return TRUE;
  return FALSE;
}

/* The rule in its plainest form: the name itself, else the first number that is free. */
static char *
name_naively (const LscTimeline *timeline, guint32 parent, const char *name)
{
  char *text = g_strdup (name);

  for (guint n = 2; has_child_named (timeline, parent, text); n++)
    {
      g_free (text);
      text = g_strdup_printf ("%s (%u)", name, n);
    }
  return text;
}

/* Names that others get by their number are asked for as well. */
static void
test_sibling_names (void)
{
  static const char *const names[] = { "a", "a (2)", "a (4)", "a (2) (2)", "b", "", " (2)" };

  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (LscTimeline) timeline = make_timeline ();

      for (guint i = 0; i < 40; i++)
        {
          guint32 parent = (guint32) g_test_rand_int_range (0, MIN (3, 1 + (int) i));
          const char *name = names[g_test_rand_int_range (0, G_N_ELEMENTS (names))];
          g_autofree char *expected = name_naively (timeline, parent, name);
          guint32 node = lsc_timeline_add_group (timeline, parent, LSC_ROLE_OTHER, name);

          g_assert_cmpstr (lsc_timeline_get_node (timeline, node)->name, ==, expected);
        }
    }
}

/* Children are last added last below a group, and below the root within their role, also after
 * siblings were ordered. */
static void
test_late_children (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (GString) names = g_string_new (NULL);
  guint32 group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_DEVICE, "Device");

  for (gint64 i = 0; i < 3; i++)
    {
      guint32 node = lsc_timeline_add_group (timeline, group, LSC_ROLE_STREAM, "S");

      lsc_timeline_get_node (timeline, node)->tid = i;
    }
  lsc_timeline_order_children (timeline, group, compare_falling, NULL);
  lsc_timeline_add_group (timeline, group, LSC_ROLE_STREAM, "last");
  for (guint32 i = lsc_timeline_get_node (timeline, group)->first_child; i != LSC_SLICE_NONE;
       i = lsc_timeline_get_node (timeline, i)->next)
    g_string_append_printf (names, "%s, ", lsc_timeline_get_node (timeline, i)->name);
  g_assert_cmpstr (names->str, ==, "S (3), S (2), S, last, ");
}

static gpointer
make_empty (guint n)
{
  return make_timeline ();
}

static void
add_many (gpointer timeline, guint n)
{
  guint32 group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_DEVICE, "Device");

  for (guint i = 0; i < n; i++)
    lsc_timeline_add_group (timeline, group, LSC_ROLE_STREAM, "Stream");
}

static void
test_many_of_one_name (void)
{
  static const LscTestWork work = { make_empty, add_many, (GDestroyNotify) lsc_timeline_unref };

  lsc_test_assert_linear (&work, 400);
  lsc_test_assert_linear (&work, 20000);
}

static void
test_find (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 stream, thread, other;
  LscSpot spot;

  thread = lsc_timeline_add_lane (timeline, 0, LSC_ROLE_HOST_THREAD, "T",
                                  make_lane (timeline, 0, 10, "MatMul"));
  stream = lsc_timeline_add_lane (timeline, 0, LSC_ROLE_STREAM, "S",
                                  make_lane (timeline, 0, 10, "MatMul"));
  other = lsc_timeline_add_lane (timeline, 0, LSC_ROLE_OTHER, "O", make_long_lane (timeline));
  lsc_timeline_seal (timeline, NULL);
  spot = lsc_timeline_find_slice (timeline, 0, 30, 35, "MatMul");
  g_assert_cmpuint (spot.node, ==, thread);
  g_assert_cmpuint (spot.slice, ==, 3);
  spot = lsc_timeline_find_slice (timeline, 1 << LSC_ROLE_STREAM, 30, 35, NULL);
  g_assert_cmpuint (spot.node, ==, stream);
  g_assert_cmpuint (lsc_timeline_find_slice (timeline, 0, 30, 36, NULL).node, ==, LSC_SLICE_NONE);
  spot = lsc_timeline_find_longest (timeline, 0, 25, 100, "MatMul"); /* all of 5 ns */
  g_assert_cmpuint (spot.node, ==, thread);
  g_assert_cmpuint (spot.slice, ==, 3);
  g_assert_cmpuint (lsc_timeline_find_longest (timeline, 0, 30, 34, "MatMul").node, ==,
                    LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_find_longest (timeline, 0, 0, 100, "Add").node, ==,
                    LSC_SLICE_NONE);
  spot = lsc_timeline_find_longest (timeline, 1 << LSC_ROLE_STREAM, 25, 100, NULL);
  g_assert_cmpuint (spot.node, ==, stream);
  g_assert_cmpuint (spot.slice, ==, 3);
  g_assert_cmpuint (lsc_timeline_find_longest (timeline, 0, 0, 1000, NULL).node, ==, other);
  spot = lsc_timeline_find_around (timeline, 1 << LSC_ROLE_STREAM, 33, "MatMul");
  g_assert_cmpuint (spot.node, ==, stream);
  g_assert_cmpuint (spot.slice, ==, 3);
  g_assert_cmpuint (lsc_timeline_find_around (timeline, 0, 37, "MatMul").node, ==, other);
  g_assert_cmpuint (lsc_timeline_find_around (timeline, 0, 37, "Add").node, ==, LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_find_slice (timeline, 0, 30, 35, "Add").node, ==, LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_get_memory_bytes (timeline), >, 20 * 29);
}

static void
test_small_things (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  LscCommGroup *group = g_new0 (LscCommGroup, 1);
  g_autoptr (GPtrArray) details = NULL;
  guint32 node = lsc_timeline_add_counter (timeline, 0, LSC_ROLE_COUNTERS, "HBM");

  g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series,
                   lsc_counter_new ("Read", LSC_COUNTER_AREA, LSC_COUNTER_UNIT_BYTES_PER_S));
  group->name = g_strdup ("hash");
  lsc_int64s_append (&group->ranks, 7);
  g_ptr_array_add (timeline->comm_groups, group);
  g_assert_true (lsc_timeline_get_comm_group (timeline, "hash") == group);
  g_assert_null (lsc_timeline_get_comm_group (timeline, "other"));
  g_assert_null (lsc_timeline_metadata (timeline, "key"));
  lsc_metadata_set (timeline->metadata, "key", "1");
  g_assert_cmpstr (lsc_timeline_metadata (timeline, "key"), ==, "1");
  details = lsc_timeline_read_details (timeline, LSC_SPOT_NONE, NULL);
  g_assert_cmpuint (details->len, ==, 0);
  g_assert_cmpstr (lsc_timeline_text (timeline, LSC_STRING_NONE), ==, "");

  timeline->rank = -1;
  {
    g_autofree char *label = lsc_timeline_get_label (timeline);

    g_assert_cmpstr (label, ==, "folder");
  }
}

static void
test_kinds (void)
{
  for (guint a = 0; a < LSC_SLICE_N_KINDS; a++)
    {
      g_assert_nonnull (lsc_slice_kind_name ((guint8) a));
      g_assert_cmpstr (lsc_slice_kind_title ((guint8) a), !=, "");
      for (guint b = 0; b < a; b++)
        g_assert_cmpstr (lsc_slice_kind_name ((guint8) a), !=, lsc_slice_kind_name ((guint8) b));
    }
  g_assert_cmpstr (lsc_slice_kind_name (LSC_SLICE_CUBE), ==, "kernel-cube");
  g_assert_cmpstr (lsc_slice_kind_name (250), ==, "other");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-model/tree", test_tree);
  g_test_add_func ("/timeline-model/ids", test_ids);
  g_test_add_func ("/timeline-model/order", test_order);
  g_test_add_func ("/timeline-model/sibling-names", test_sibling_names);
  g_test_add_func ("/timeline-model/late-children", test_late_children);
  g_test_add_func ("/timeline-model/many-of-one-name", test_many_of_one_name);
  g_test_add_func ("/timeline-model/find", test_find);
  g_test_add_func ("/timeline-model/small-things", test_small_things);
  g_test_add_func ("/timeline-model/kinds", test_kinds);
  return g_test_run ();
}
