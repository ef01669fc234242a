/* test-excerpt.c - parts of a timeline, cut out, packed and read again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/excerpt/lsc-excerpt-make.h"
#include "base/lsc-error.h"

/* A stream of kernels of 5 ns every 10 ns, two nested ops on the host, and a lane that none sees.
 */

static LscLane *
make_stream (LscTimeline *timeline, gsize n)
{
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      LscRawSlice *slice = lsc_raw_slices_add (&raw, 100 + (gint64) i * 10, 105 + (gint64) i * 10);

      slice->name = lsc_intern_add (timeline->strings, i % 2 ? "Add" : "MatMul");
      slice->kind = LSC_SLICE_CUBE;
    }
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

static LscLane *
make_host (LscTimeline *timeline)
{
  LscRawSlices raw = { 0 };

  lsc_raw_slices_add (&raw, 0, 1000)->name = lsc_intern_add (timeline->strings, "forward");
  lsc_raw_slices_add (&raw, 150, 160)->name = lsc_intern_add (timeline->strings, "aten::mm");
  lsc_raw_slices_add (&raw, 900, 910)->name = lsc_intern_add (timeline->strings, "aten::add");
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

/* Numbers: 0 forward, 1 aten::mm, 2 aten::add, 3… the kernels. */
static LscTimeline *
make_whole (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/a/folder", "/a/folder/x");
  LscTimeline *self = lsc_timeline_new (source);
  guint32 host = lsc_timeline_add_group (self, 0, LSC_ROLE_HOST, "Python");
  guint32 device, lane;
  LscLinkList links = { 0 };

  lsc_timeline_add_lane (self, host, LSC_ROLE_HOST_THREAD, "Thread 1", make_host (self));
  device = lsc_timeline_add_group (self, 0, LSC_ROLE_DEVICE, "Device");
  lane = lsc_timeline_add_lane (self, device, LSC_ROLE_STREAM, "Stream 2", make_stream (self, 50));
  lsc_timeline_get_node (self, lane)->tid = 2;
  lane = lsc_timeline_add_lane (self, device, LSC_ROLE_STREAM, "Hidden", make_stream (self, 50));
  lsc_timeline_get_node (self, lane)->flags = LSC_NODE_HIDDEN;
  lsc_link_list_append (&links, (LscLink){ 1, 3 + 10, LSC_LINK_LAUNCH }); /* at 200 ns */
  lsc_link_list_append (&links, (LscLink){ 2, 3 + 49, LSC_LINK_LAUNCH });
  lsc_timeline_seal (self, &links);
  return self;
}

static LscTimeline *
cut (const LscTimeline *whole)
{
  LscIntervals spans = { 0 };
  LscTimeline *excerpt;

  lsc_intervals_append (&spans, (LscInterval){ 152, 158 });
  lsc_intervals_append (&spans, (LscInterval){ 202, 215 });
  excerpt = lsc_excerpt_cut (whole, &spans);
  lsc_intervals_clear (&spans);
  return excerpt;
}

static void
check_slice (const LscTimeline *timeline, const char *path, guint32 index, gint64 start_ns,
             gint64 end_ns, const char *name)
{
  guint32 node = lsc_timeline_find_path (timeline, path);
  const LscLane *lane;

  g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
  lane = lsc_timeline_get_node (timeline, node)->lane;
  g_assert_true (lane && index < lane->n);
  g_assert_cmpint (lane->start_ns[index], ==, start_ns);
  g_assert_cmpint (lsc_lane_get_end_ns (lane, index), ==, end_ns);
  g_assert_cmpstr (lsc_timeline_text (timeline, lane->name[index]), ==, name);
}

static void
check_cut (const LscTimeline *excerpt)
{
  const LscNode *stream =
      lsc_timeline_get_node (excerpt, lsc_timeline_find_path (excerpt, "Device/Stream 2"));

  /* what touches a time is there as a whole, once, and nothing else is */
  check_slice (excerpt, "Python/Thread 1", 0, 0, 1000, "forward");
  check_slice (excerpt, "Python/Thread 1", 1, 150, 160, "aten::mm");
  check_slice (excerpt, "Device/Stream 2", 0, 150, 155, "Add");
  check_slice (excerpt, "Device/Stream 2", 1, 200, 205, "MatMul");
  check_slice (excerpt, "Device/Stream 2", 2, 210, 215, "Add");
  g_assert_cmpuint (stream->lane->n, ==, 3);
  g_assert_cmpint (stream->tid, ==, 2);
  g_assert_cmpuint (lsc_timeline_find_path (excerpt, "Device/Hidden"), ==, LSC_SLICE_NONE);
  /* of links those between slices that are there */
  g_assert_cmpuint (excerpt->links.n, ==, 1);
  g_assert_cmpuint (excerpt->links.items[0].from, ==, 1);
  g_assert_cmpuint (excerpt->links.items[0].to, ==, 3);
  /* times count from the begin of the recording */
  g_assert_cmpint (excerpt->begin_ns, ==, 0);
  g_assert_cmpint (excerpt->end_ns, ==, 1000);
  g_assert_true (lsc_excerpt_is (excerpt));
  g_assert_true (lsc_excerpt_holds (excerpt, 203, 215));
  g_assert_false (lsc_excerpt_holds (excerpt, 203, 216));
  g_assert_false (lsc_excerpt_holds (excerpt, 156, 204));
}

static void
test_cut (void)
{
  g_autoptr (LscTimeline) whole = make_whole ();
  g_autoptr (LscTimeline) excerpt = cut (whole);

  g_assert_false (lsc_excerpt_is (whole));
  g_assert_true (lsc_excerpt_holds (whole, 0, 100000));
  g_assert_cmpuint (lsc_excerpt_count (whole, (LscInterval){ 202, 215 }), ==, 3);
  g_assert_cmpuint (excerpt->n_slices, ==, 5);
  check_cut (excerpt);
}

static LscPack *
pack (void)
{
  g_autoptr (LscTimeline) whole = make_whole ();
  g_autoptr (LscTimeline) excerpt = cut (whole);
  LscPack *out = lsc_pack_new ();

  lsc_excerpt_pack (excerpt, out);
  g_assert_true (lsc_excerpt_is_packed (out));
  return out;
}

static void
test_pack (void)
{
  g_autoptr (LscPack) packed = pack ();
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_EXTRACT, "/a", "/a/x.lscope");
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) excerpt = lsc_excerpt_unpack (packed, source, &error);

  g_assert_no_error (error);
  check_cut (excerpt);
  /* a lane of its own says what is there: before, one part, between, another, behind */
  g_assert_cmpuint (excerpt->n_slices, ==, 5 + 5);
  check_slice (excerpt, "Excerpt", 0, 0, 152, "Not in this extract");
  check_slice (excerpt, "Excerpt", 1, 152, 158, "Excerpt");
  check_slice (excerpt, "Excerpt", 4, 215, 1000, "Not in this extract");
}

/* Whatever of it is changed, it is refused or is sound; none is believed blindly. */
static void
test_damaged (void)
{
  g_autoptr (LscPack) packed = pack ();
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_EXTRACT, "/a", "/a/x.lscope");
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261130);
  guint n_refused = 0;

  for (guint round = 0; round < 2000; round++)
    {
      g_autoptr (LscPack) bad = lsc_pack_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (LscTimeline) timeline = NULL;
      guint which = g_rand_int_range (rand, 0, (gint32) lsc_pack_get_n_parts (packed));

      for (guint i = 0; i < lsc_pack_get_n_parts (packed); i++)
        {
          const LscPackPart *part = lsc_pack_get_part (packed, i);
          gsize size;
          guint8 *bytes = g_bytes_unref_to_data (g_bytes_ref (part->bytes), &size);

          if (i == which && size > 0)
            bytes[g_rand_int_range (rand, 0, (gint32) size)] ^= 1 << g_rand_int_range (rand, 0, 8);
          lsc_pack_take_part (bad, part->name, part->n, g_bytes_new_take (bytes, size));
        }
      timeline = lsc_excerpt_unpack (bad, source, &error);
      g_assert_true ((timeline != NULL) != (error != NULL));
      n_refused += error != NULL;
      if (error)
        g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
    }
  g_assert_cmpuint (n_refused, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/excerpt/cut", test_cut);
  g_test_add_func ("/excerpt/pack", test_pack);
  g_test_add_func ("/excerpt/damaged", test_damaged);
  return g_test_run ();
}
