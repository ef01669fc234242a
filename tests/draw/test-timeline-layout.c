/* test-timeline-layout.c - which strips are shown, and where
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "draw/timeline/lsc-timeline-layout.h"
#include "draw/timeline/lsc-timeline-painter.h"
#include "draw/timeline/lsc-timeline-twin.h"
#include "lsc-test-timeline.h"
#include "model/lsc-node-telling.h"

static LscTimelineLayout *
new_layout (guint n_ranks)
{
  LscTimelineLayout *layout = lsc_timeline_layout_new ();

  for (guint i = 0; i < n_ranks; i++)
    {
      g_autoptr (LscTimeline) timeline = lsc_test_timeline_new (i, 2, 1);
      guint32 rank = lsc_timeline_layout_add_rank (layout, i, NULL);

      lsc_timeline_layout_set_timeline (layout, rank, timeline);
    }
  return layout;
}

static gsize
find (LscTimelineLayout *layout, const char *path)
{
  guint32 rank, node;

  g_assert_true (lsc_timeline_layout_find_path (layout, path, &rank, &node));
  return lsc_timeline_layout_find_strip (layout, rank, node);
}

static gboolean
is_shown (LscTimelineLayout *layout, const char *path)
{
  return find (layout, path) != G_MAXSIZE;
}

/* ---- properties ---- */

/* Strips stand one below another without gap or overlap, no node is on two, every place finds its
 * strip, every row of a lane is found again. */
static void
check_strips (LscTimelineLayout *layout)
{
  gsize n = lsc_timeline_layout_get_n_strips (layout);
  gsize n_pinned = lsc_timeline_layout_get_n_pinned (layout);
  double pinned_height = lsc_timeline_layout_get_pinned_height (layout), y = 0;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < n; i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (layout, i);
      double above = strip->is_pinned ? 0 : pinned_height;
      guint32 node, lane_row;
      guint row;

      if (i == n_pinned)
        {
          g_assert_cmpfloat (y, ==, pinned_height);
          y = 0;
        }
      g_assert_cmpint (strip->is_pinned, ==, i < n_pinned);
      g_assert_cmpfloat (strip->y, ==, y);
      g_assert_cmpfloat (strip->height, >=, 9);
      y += strip->height;
      g_assert_cmpuint (lsc_timeline_layout_strip_at (layout, strip->y + above, 0), ==, i);
      g_assert_cmpuint (
          lsc_timeline_layout_strip_at (layout, strip->y + above + strip->height - 0.5, 0), ==, i);
      g_assert_true (
          g_hash_table_add (seen, lsc_timeline_layout_get_path (layout, strip->rank, strip->node)));
      g_assert_cmpuint (lsc_timeline_layout_find_strip (layout, strip->rank, strip->node), ==, i);
      for (guint k = 0; strip->merged != NULL && k < strip->merged->len; k++)
        g_assert_true (g_hash_table_add (
            seen, lsc_timeline_layout_get_path (layout, strip->rank,
                                                g_array_index (strip->merged, guint32, k))));
      if (strip->type != LSC_STRIP_LANE)
        continue;
      g_assert_cmpuint (strip->first_row + strip->n_rows, <=, strip->n_all_rows);
      g_assert_cmpint (strip->is_cut || strip->is_folded, ==, strip->n_rows < strip->n_all_rows);
      for (guint r = 0; r < strip->n_rows; r++)
        {
          g_assert_true (lsc_timeline_layout_get_row (layout, i, r, &node, &lane_row));
          g_assert_true (lsc_timeline_layout_find_row (layout, i, node, lane_row, &row));
          g_assert_cmpuint (row, ==, r + strip->first_row);
        }
      g_assert_false (lsc_timeline_layout_get_row (layout, i, strip->n_rows, &node, &lane_row));
    }
  g_assert_cmpfloat (y, ==, n > n_pinned ? lsc_timeline_layout_get_content_height (layout) : y);
  g_assert_cmpuint (lsc_timeline_layout_strip_at (
                        layout, pinned_height + lsc_timeline_layout_get_content_height (layout), 0),
                    ==, G_MAXSIZE);
  g_assert_cmpuint (lsc_timeline_layout_strip_at (layout, -1, 0), ==, G_MAXSIZE);
  g_assert_cmpuint (lsc_timeline_layout_strip_at (layout, NAN, 0), ==, G_MAXSIZE);
}

/* Lanes on strips, merged ones too. */
static guint
count_shown (LscTimelineLayout *layout)
{
  guint n = 0;

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (layout, i);

      n += strip->type == LSC_STRIP_LANE || strip->type == LSC_STRIP_COUNTER;
      n += strip->merged != NULL ? strip->merged->len : 0;
    }
  return n;
}

static guint
count_all (LscTimelineLayout *layout)
{
  guint n = 0;

  for (guint32 r = 0; r < lsc_timeline_layout_get_n_ranks (layout); r++)
    {
      const LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, r);

      for (guint32 i = 0; i < timeline->nodes->len; i++)
        {
          const LscNode *node = lsc_timeline_get_node (timeline, i);

          n += node->type != LSC_NODE_GROUP && !(node->flags & LSC_NODE_HIDDEN);
        }
    }
  return n;
}

static char *
describe (LscTimelineLayout *layout)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (layout, i);
      g_autofree char *path = lsc_timeline_layout_get_path (layout, strip->rank, strip->node);

      g_string_append_printf (out, "%s %d %u %g %g %u %d %u\n", path, (int) strip->type,
                              strip->depth, strip->y, strip->height, strip->n_rows,
                              strip->is_pinned, strip->merged != NULL ? strip->merged->len : 0);
    }
  return g_string_free (out, FALSE);
}

static char *
random_path (LscTimelineLayout *layout, GRand *random)
{
  guint32 rank =
      (guint32) g_rand_int_range (random, 0, (int) lsc_timeline_layout_get_n_ranks (layout));
  const LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, rank);

  return lsc_timeline_layout_get_path (
      layout, rank, (guint32) g_rand_int_range (random, 0, (int) timeline->nodes->len));
}

static void
act_at_random (LscTimelineLayout *layout, GRand *random)
{
  g_autofree char *path = random_path (layout, random), *other = random_path (layout, random);
  char *paths[] = { path, other, NULL };
  gboolean on = g_rand_boolean (random);

  switch (g_rand_int_range (random, 0, 11))
    {
    case 0:
    case 1:
      lsc_timeline_layout_set_expanded (layout, path, on);
      break;
    case 2:
      lsc_timeline_layout_set_pinned (layout, path, on);
      break;
    case 3:
      lsc_timeline_layout_set_hidden (layout, path, on);
      break;
    case 4:
      lsc_timeline_layout_merge (layout, paths);
      break;
    case 5:
      lsc_timeline_layout_unmerge (layout, path);
      break;
    case 6:
      lsc_timeline_layout_move_pinned (layout, path, g_rand_int_range (random, -3, 4));
      break;
    case 7:
      lsc_timeline_layout_set_row_height (layout, g_rand_double_range (random, 0, 70));
      break;
    case 8:
      lsc_timeline_layout_set_auto_height (layout, on);
      break;
    case 9:
      lsc_timeline_layout_scroll_rows (layout, g_rand_int_range (random, 0, 40),
                                       g_rand_int_range (random, -4, 5));
      break;
    default:
      lsc_timeline_layout_pin_same_named (layout, path, on);
    }
}

static void
test_properties (void)
{
  GRand *random = g_rand_new_with_seed (11);

  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (LscTimelineLayout) layout = new_layout (3);
      g_autoptr (LscTimelineLayout) again = new_layout (3);
      g_autofree char *saved = NULL, *before = NULL, *after = NULL;
      guint revision = lsc_timeline_layout_get_revision (layout);

      for (guint i = 0; i < 30; i++)
        {
          act_at_random (layout, random);
          check_strips (layout);
        }
      g_assert_cmpuint (lsc_timeline_layout_get_revision (layout), >, revision);
      saved = lsc_timeline_layout_save (layout);
      lsc_timeline_layout_restore (again, saved);
      before = describe (layout);
      after = describe (again);
      g_assert_cmpstr (before, ==, after);
    }
  g_rand_free (random);
}

/* Whatever is hidden and pinned: with everything expanded, lanes shown and lanes hidden are all. */
static void
test_nothing_lost (void)
{
  GRand *random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (LscTimelineLayout) layout = new_layout (2);

      for (guint i = 0; i < round % 12; i++)
        {
          g_autofree char *path = random_path (layout, random);

          if (g_rand_boolean (random))
            lsc_timeline_layout_set_hidden (layout, path, TRUE);
          else
            lsc_timeline_layout_set_pinned (layout, path, TRUE);
        }
      lsc_timeline_layout_set_all_expanded (layout, TRUE);
      check_strips (layout);
      g_assert_cmpuint (count_shown (layout) + lsc_timeline_layout_get_n_hidden (layout), ==,
                        count_all (layout));
      lsc_timeline_layout_show_all (layout);
      g_assert_cmpuint (lsc_timeline_layout_get_n_hidden (layout), ==, 0);
      g_assert_cmpuint (count_shown (layout), ==, count_all (layout));
    }
  g_rand_free (random);
}

/* ---- cases ---- */

static void
test_initial (void)
{
  g_autoptr (LscTimelineLayout) layout = new_layout (2);

  g_assert_true (is_shown (layout, "Rank 0"));
  g_assert_true (is_shown (layout, "Rank 1/Overlap Analysis/Free"));
  g_assert_true (is_shown (layout, "Rank 0/Steps"));
  g_assert_true (is_shown (layout, "Rank 0/Python/Thread 4711 (main)"));
  g_assert_true (is_shown (layout, "Rank 0/Device/Stream 2"));
  g_assert_true (is_shown (layout, "Rank 0/Communication/tp [0, 1]"));
  g_assert_false (is_shown (layout, "Rank 0/Python/Thread 4711 (main)/Python stack"));
  g_assert_false (is_shown (layout, "Rank 0/Communication/tp [0, 1]/Plane 0"));
  g_assert_false (is_shown (layout, "Rank 0/Counters/HBM"));
  g_assert_cmpuint (find (layout, "Rank 0/Overlap Analysis"), <, find (layout, "Rank 0/Steps"));
  g_assert_cmpuint (find (layout, "Rank 0/Steps"), <, find (layout, "Rank 0/Python"));
  g_assert_cmpuint (find (layout, "Rank 0/CANN"), <, find (layout, "Rank 0/Device"));
  lsc_timeline_layout_set_show_stacks (layout, TRUE);
  g_assert_true (is_shown (layout, "Rank 0/Python/Thread 4711 (main)/Python stack"));
  lsc_timeline_layout_set_show_stacks (layout, FALSE);
  g_assert_false (is_shown (layout, "Rank 1/Python/Thread 4711 (main)/Python stack"));
}

static void
test_ranks (void)
{
  g_autoptr (LscTimelineLayout) layout = lsc_timeline_layout_new ();
  g_autoptr (LscTimeline) timeline = lsc_test_timeline_new (3, 1, 1);
  g_autofree char *first = NULL, *second = NULL;
  gint64 begin, end;

  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), ==, 0);
  g_assert_false (lsc_timeline_layout_get_extent (layout, &begin, &end));
  lsc_timeline_layout_add_rank (layout, 3, NULL);
  lsc_timeline_layout_add_rank (layout, 3, NULL); /* the same rank recorded twice */
  first = lsc_timeline_layout_get_path (layout, 0, 0);
  second = lsc_timeline_layout_get_path (layout, 1, 0);
  g_assert_cmpstr (first, ==, "Rank 3");
  g_assert_cmpstr (second, ==, "Rank 3 (2)");
  g_assert_cmpint (lsc_timeline_layout_get_strip (layout, 0)->type, ==, LSC_STRIP_EMPTY);
  lsc_timeline_layout_set_timeline (layout, 1, timeline);
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), >, 10);
  g_assert_true (lsc_timeline_layout_get_extent (layout, &begin, &end));
  g_assert_cmpint (begin, ==, timeline->begin_ns);
  lsc_timeline_layout_set_offset (layout, 1, 1000);
  g_assert_true (lsc_timeline_layout_get_extent (layout, &begin, &end));
  g_assert_cmpint (begin, ==, timeline->begin_ns - 1000);
  g_assert_cmpint (end, ==, timeline->end_ns - 1000);
  lsc_timeline_layout_set_alias (layout, 1, "the slow one");
  g_assert_cmpstr (lsc_timeline_layout_get_label (layout, 1), ==, "the slow one");
  lsc_timeline_layout_set_alias (layout, 1, "");
  g_assert_cmpstr (lsc_timeline_layout_get_label (layout, 1), ==, "Rank 3 (2)");
  lsc_timeline_layout_set_timeline (layout, 1, NULL);
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), ==, 2);
}

/* A lane that is moved alone stands elsewhere than its rank, in the text that is kept as well; the
 * times that can be looked at reach as far. */
static void
test_lane_offset (void)
{
  static const char path[] = "Rank 0/Steps";
  g_autoptr (LscTimelineLayout) layout = new_layout (1);
  g_autoptr (LscTimelineLayout) other = new_layout (1);
  g_autoptr (GHashTable) kept = NULL;
  g_autofree char *json = NULL;
  gint64 begin, end, before;
  guint32 rank, node;

  g_assert_true (lsc_timeline_layout_find_path (layout, path, &rank, &node));
  g_assert_true (lsc_timeline_layout_get_limits (layout, &begin, &before));
  g_assert_false (lsc_timeline_layout_has_lane_offsets (layout, 0));
  lsc_timeline_layout_set_offset (layout, 0, 1000);
  lsc_timeline_layout_set_lane_offset (layout, path, -G_GINT64_CONSTANT (50000000000));
  g_assert_true (lsc_timeline_layout_has_lane_offsets (layout, 0));
  g_assert_cmpint (lsc_timeline_layout_get_offset (layout, 0), ==, 1000);
  g_assert_cmpint (lsc_timeline_layout_get_node_offset (layout, rank, node), ==,
                   1000 - G_GINT64_CONSTANT (50000000000));
  g_assert_cmpint (lsc_timeline_layout_get_node_offset (layout, rank, node + 1), ==, 1000);
  g_assert_true (lsc_timeline_layout_get_limits (layout, &begin, &end));
  g_assert_cmpint (end, >, before + G_GINT64_CONSTANT (40000000000));

  json = lsc_timeline_layout_save (layout);
  lsc_timeline_layout_restore (other, json);
  g_assert_cmpint (lsc_timeline_layout_get_node_offset (other, rank, node), ==,
                   -G_GINT64_CONSTANT (50000000000));
  kept = lsc_timeline_layout_dup_lane_offsets (layout);
  g_assert_cmpuint (g_hash_table_size (kept), ==, 1);
  lsc_timeline_layout_clear_lane_offsets (layout);
  g_assert_cmpint (lsc_timeline_layout_get_node_offset (layout, rank, node), ==, 1000);
  lsc_timeline_layout_set_lane_offsets (layout, kept);
  g_assert_cmpint (lsc_timeline_layout_get_lane_offset (layout, rank, node), ==,
                   -G_GINT64_CONSTANT (50000000000));
  /* other numbers of the same lanes: what paths say stays */
  lsc_timeline_layout_set_timeline (layout, 0, NULL);
  g_assert_cmpint (lsc_timeline_layout_get_lane_offset (layout, rank, node), ==, 0);
  lsc_timeline_layout_restore (other, "{}");
  g_assert_false (lsc_timeline_layout_has_lane_offsets (other, 0));
}

/* Ranks of a host stand together where its first one does, with its name; a rank that is not loaded
 * stays where it is, and one host alone is not named. */
static void
test_hosts (void)
{
  static const char *const hosts[] = { "a", "b", NULL, "a" };
  static const guint32 order[] = { 0, 3, 1, 2 };
  g_autoptr (LscTimelineLayout) layout = lsc_timeline_layout_new ();
  gsize at = 0;

  for (guint32 i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_autoptr (LscTimeline) timeline = hosts[i] ? lsc_test_timeline_new (i, 1, 1) : NULL;

      lsc_timeline_layout_add_rank (layout, i, NULL);
      if (timeline)
        timeline->host_name = g_strdup (hosts[i]);
      lsc_timeline_layout_set_timeline (layout, i, timeline);
      if (i == 0)
        g_assert_null (lsc_timeline_layout_get_host (layout, 0));
    }
  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (layout, i);

      if (strip->node == 0)
        g_assert_cmpuint (strip->rank, ==, order[at++]);
    }
  g_assert_cmpuint (at, ==, G_N_ELEMENTS (order));
  for (guint32 i = 0; i < G_N_ELEMENTS (hosts); i++)
    g_assert_cmpstr (lsc_timeline_layout_get_host (layout, i), ==, hosts[i]);
}

static void
test_reveal (void)
{
  g_autoptr (LscTimelineLayout) layout = new_layout (2);
  const char *path = "Rank 1/Communication/tp [0, 1]/Plane 0";
  guint32 rank, node;

  lsc_timeline_layout_set_hidden (layout, "Rank 1/Communication", TRUE);
  lsc_timeline_layout_set_expanded (layout, "Rank 1", FALSE);
  lsc_timeline_layout_set_filter (layout, "stream");
  g_assert_false (is_shown (layout, path));
  g_assert_true (lsc_timeline_layout_find_path (layout, path, &rank, &node));
  lsc_timeline_layout_reveal (layout, rank, node);
  g_assert_true (is_shown (layout, path));
  check_strips (layout);
}

static void
test_filter (void)
{
  g_autoptr (LscTimelineLayout) layout = new_layout (2);

  lsc_timeline_layout_set_filter (layout, "STREAM 7");
  g_assert_true (is_shown (layout, "Rank 0/Device/Stream 7"));
  g_assert_true (is_shown (layout, "Rank 1/Device"));
  g_assert_false (is_shown (layout, "Rank 0/Device/Stream 2"));
  g_assert_false (is_shown (layout, "Rank 0/Steps"));
  lsc_timeline_layout_set_filter (layout, "device"); /* a group brings what is in it */
  g_assert_true (is_shown (layout, "Rank 0/Device/Stream 2"));
  lsc_timeline_layout_set_filter (layout, "no such lane");
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), ==, 0);
  lsc_timeline_layout_set_filter (layout, NULL);
  g_assert_true (is_shown (layout, "Rank 0/Steps"));
}

static void
test_merge (void)
{
  g_autoptr (LscTimelineLayout) layout = new_layout (2);
  char *ranks[] = { (char *) "Rank 0/Device/Stream 2", (char *) "Rank 1/Device/Stream 2", NULL };
  char *pair[] = { (char *) "Rank 0/Python/Thread 4711 (main)", (char *) "Rank 0/Device/Stream 2",
                   NULL };
  char *more[] = { (char *) "Rank 0/Device/Stream 7", (char *) "Rank 0/Device/Stream 2", NULL };
  const LscStrip *strip;

  g_assert_false (lsc_timeline_layout_merge (layout, ranks));
  g_assert_true (lsc_timeline_layout_merge (layout, pair));
  strip = lsc_timeline_layout_get_strip (layout, find (layout, pair[0]));
  g_assert_cmpuint (find (layout, pair[0]), ==, find (layout, pair[1]));
  g_assert_cmpuint (strip->n_rows, ==, 4); /* ops have three rows, the stream has one */
  g_assert_true (lsc_timeline_layout_merge (layout, more)); /* joins */
  g_assert_cmpuint (find (layout, more[0]), ==, find (layout, pair[0]));
  check_strips (layout);
  lsc_timeline_layout_unmerge (layout, pair[0]);
  g_assert_cmpuint (find (layout, pair[0]), !=, find (layout, pair[1]));
  lsc_timeline_layout_merge_computing (layout, 0); /* only one stream computes: nothing to merge */
  g_assert_cmpuint (find (layout, more[0]), !=, find (layout, more[1]));
}

static void
test_pins (void)
{
  g_autoptr (LscTimelineLayout) layout = new_layout (2);

  lsc_timeline_layout_pin_same_named (layout, "Rank 0/Device/Stream 2", TRUE);
  g_assert_cmpuint (lsc_timeline_layout_get_n_pinned (layout), ==, 2);
  g_assert_cmpuint (find (layout, "Rank 1/Device/Stream 2"), ==, 1);
  lsc_timeline_layout_move_pinned (layout, "Rank 1/Device/Stream 2", -5);
  g_assert_cmpuint (find (layout, "Rank 1/Device/Stream 2"), ==, 0);
  lsc_timeline_layout_set_expanded (layout, "Rank 1", FALSE); /* pins stay */
  g_assert_cmpuint (find (layout, "Rank 1/Device/Stream 2"), ==, 0);
  g_assert_true (lsc_timeline_layout_is_pinned (layout, "Rank 1/Device/Stream 2"));
  lsc_timeline_layout_unpin_all (layout);
  g_assert_cmpuint (lsc_timeline_layout_get_n_pinned (layout), ==, 0);
}

static void
test_cut (void)
{
  g_autoptr (LscTimelineLayout) layout = new_layout (1);
  gsize index;
  guint32 node, row;

  lsc_timeline_layout_set_auto_height (layout, FALSE);
  lsc_timeline_layout_set_expanded (layout, "Rank 0/Python/Thread 4711 (main)", TRUE);
  index = find (layout, "Rank 0/Python/Thread 4711 (main)");
  g_assert_false (lsc_timeline_layout_get_strip (layout, index)->is_cut); /* three rows fit */

  g_autoptr (LscTimeline) deep = lsc_test_timeline_new_empty (1);
  LscRawSlices raw = { 0 };

  for (guint i = 0; i < 50; i++)
    lsc_test_timeline_add_slice (deep, &raw, 1000 + i, 1000 - 2 * (gint64) i, LSC_SLICE_PYTHON,
                                 "frame");
  lsc_timeline_add_lane (deep, 0, LSC_ROLE_OTHER, "deep",
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  lsc_raw_slices_clear (&raw);
  lsc_timeline_seal (deep, NULL);
  lsc_timeline_layout_add_rank (layout, 1, NULL);
  lsc_timeline_layout_set_timeline (layout, 1, deep);
  index = find (layout, "Rank 1/deep");
  g_assert_true (lsc_timeline_layout_get_strip (layout, index)->is_cut);
  g_assert_cmpuint (lsc_timeline_layout_get_strip (layout, index)->n_all_rows, ==, 50);
  lsc_timeline_layout_scroll_rows (layout, index, 1000);
  check_strips (layout);
  g_assert_true (lsc_timeline_layout_get_row (layout, index, 2, &node, &row));
  g_assert_cmpuint (row, ==, 49);
}

static void
test_bad_state (void)
{
  static const char *const texts[] = {
    "",
    "{",
    "[]",
    "null",
    "{\"expanded\":[1],\"hidden\":{\"a\":1},\"pinned\":7,\"merged\":[[],3]}",
    "{\"row_height\":\"x\",\"expanded\":{\"Rank 0\":\"no\"},\"aliases\":{\"Rank 0\":3}}",
    "{\"lane_offsets_ns\":{\"Rank 0/Steps\":\"far\",\"Rank 9\":1,\"Rank 0/Device\":1e99}}",
    "{\"pinned\":[\"Rank 9/nowhere\",\"Rank 0/Steps\",\"Rank 0/Steps\"],\"row_height\":-4}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LscTimelineLayout) layout = new_layout (1);

      lsc_timeline_layout_restore (layout, texts[i]);
      check_strips (layout);
      g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), >, 0);
      g_assert_cmpfloat (lsc_timeline_layout_get_row_height (layout), >=, 9);
    }
}

static void
test_deep_state (void)
{
  g_autoptr (LscTimelineLayout) layout = new_layout (1);
  g_autofree char *brackets = g_strnfill (200000, '[');
  g_autofree char *json = g_strconcat ("{\"pinned\":", brackets, NULL);

  lsc_timeline_layout_restore (layout, json);
  check_strips (layout);
}

static void
test_many_lanes (void)
{
  g_autoptr (LscTimelineLayout) layout = lsc_timeline_layout_new ();
  g_autoptr (LscTimeline) timeline = lsc_test_timeline_new_wide (10000, 20000);
  gint64 start;

  lsc_timeline_layout_add_rank (layout, 0, NULL);
  lsc_timeline_layout_set_timeline (layout, 0, timeline);
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), ==, 10002);
  start = g_get_monotonic_time ();
  lsc_timeline_layout_set_hidden (layout, "Rank 0/Device/Stream 17", TRUE);
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), ==, 10001);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 500000);
  check_strips (layout);
}

/* A lane of @n slices of @length_ns, the first at @begin_ns. */
static void
add_lane (LscTimeline *timeline, const char *name, gint64 begin_ns, gint64 length_ns, guint n)
{
  LscRawSlices raw = { 0 };

  for (guint i = 0; i < n; i++)
    lsc_test_timeline_add_slice (timeline, &raw, begin_ns + i * 10, length_ns, LSC_SLICE_OTHER,
                                 "a");
  lsc_timeline_add_lane (timeline, 0, LSC_ROLE_OTHER, name,
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  lsc_raw_slices_clear (&raw);
}

/* What has no length and comes after all else, such as the end of recording, is not fitted, but it
 * can be gone to. */
static void
test_last_moment (void)
{
  static const gint64 lengths_ns[] = { 5, 0 }; /* where nothing lasts, moments are all there is */

  for (guint i = 0; i < G_N_ELEMENTS (lengths_ns); i++)
    {
      g_autoptr (LscTimelineLayout) layout = lsc_timeline_layout_new ();
      g_autoptr (LscTimeline) timeline = lsc_test_timeline_new_empty (0);
      gint64 begin, end;

      add_lane (timeline, "lasts", 100, lengths_ns[i], 3);
      add_lane (timeline, "moments", 110, 0, 50);
      lsc_timeline_seal (timeline, NULL);
      lsc_timeline_layout_add_rank (layout, 0, NULL);
      lsc_timeline_layout_set_timeline (layout, 0, timeline);
      g_assert_true (lsc_timeline_layout_get_extent (layout, &begin, &end));
      g_assert_cmpint (begin, ==, 100);
      g_assert_cmpint (end, ==, i == 0 ? 125 : 600);
      g_assert_true (lsc_timeline_layout_get_limits (layout, &begin, &end));
      g_assert_cmpint (end, ==, 600);
    }
}

/* Stray slices are not fitted, but they can be gone to; ranks are placed without them. */
static void
test_stray (void)
{
  g_autoptr (LscTimelineLayout) layout = lsc_timeline_layout_new ();
  g_autoptr (LscTimeline) timeline = lsc_test_timeline_new (0, 1, 1);
  LscTimelineView view;
  gint64 first_ns = timeline->begin_ns, last_ns = timeline->end_ns, begin, end;

  timeline->has_strays = TRUE;
  timeline->begin_ns = 0;
  timeline->end_ns = last_ns * 2;
  lsc_timeline_layout_add_rank (layout, 0, NULL);
  lsc_timeline_layout_set_timeline (layout, 0, timeline);
  g_assert_true (lsc_timeline_layout_get_extent (layout, &begin, &end));
  g_assert_cmpint (begin, ==, first_ns);
  g_assert_cmpint (end, ==, last_ns);
  g_assert_true (lsc_timeline_layout_get_limits (layout, &begin, &end));
  g_assert_cmpint (begin, ==, 0);
  g_assert_cmpint (end, ==, last_ns * 2);

  lsc_timeline_view_init (&view, layout);
  g_assert_cmpint (view.origin_ns, ==, first_ns);
  g_assert_cmpfloat_with_epsilon (view.port.span_ns, (double) (last_ns - first_ns) * 1.02, 2);
  view.port.begin_ns = 0;
  view.port.span_ns = (double) last_ns * 2;
  lsc_timeline_view_clamp (&view);
  g_assert_cmpint (view.port.begin_ns, ==, 0);
  g_assert_cmpfloat (view.port.span_ns, ==, (double) last_ns * 2);
}

/* ---- two recordings on a page ---- */

/* The most time that the outermost slices of a lane take, of both sides, of those that are shown or
 * of the others; @least: (out): the least. */
static gint64
sum_lanes (LscTimelineLayout *layout, const LscInterval *shown, gboolean of_shown, gint64 *least)
{
  gint64 most = 0;

  *least = G_MAXINT64;
  for (guint32 i = 0; i < lsc_timeline_layout_get_timeline (layout, 0)->nodes->len; i++)
    {
      gint64 sum = 0;

      for (guint32 side = 0; side < 2; side++)
        {
          const LscNode *node =
              lsc_timeline_get_node (lsc_timeline_layout_get_timeline (layout, side), i);

          for (guint32 k = 0; node->role == LSC_ROLE_STREAM && k < node->lane->row_begin[1]; k++)
            sum += MAX (0, MIN (lsc_lane_get_end_ns (node->lane, k), shown->end_ns) -
                               MAX (node->lane->start_ns[k], shown->begin_ns));
        }
      if (lsc_timeline_get_node (lsc_timeline_layout_get_timeline (layout, 0), i)->role !=
              LSC_ROLE_STREAM ||
          of_shown != (lsc_timeline_layout_find_strip (layout, 0, i) != G_MAXSIZE))
        continue;
      most = MAX (most, sum);
      *least = MIN (*least, sum);
    }
  return most;
}

static void
check_lane (const LscTimeline *from, const LscNode *was, const LscTimeline *to, const LscNode *is)
{
  g_assert_cmpint (is->role, ==, was->role);
  g_assert_cmpint (is->tid, ==, was->tid);
  g_assert_cmpstr (is->text, ==, was->text);
  g_assert_cmpuint (is->lane->n, ==, was->lane->n);
  g_assert_cmpuint (is->lane->n_rows, ==, was->lane->n_rows);
  for (guint32 i = 0; i < was->lane->n; i++)
    {
      g_assert_cmpint (is->lane->start_ns[i], ==, was->lane->start_ns[i]);
      g_assert_cmpint (lsc_lane_get_end_ns (is->lane, i), ==, lsc_lane_get_end_ns (was->lane, i));
      g_assert_cmpint (is->lane->kind[i], ==, was->lane->kind[i]);
      g_assert_cmpuint (lsc_lane_get_parent (is->lane, i), ==, lsc_lane_get_parent (was->lane, i));
      g_assert_cmpstr (lsc_timeline_text (to, is->lane->name[i]), ==,
                       lsc_timeline_text (from, was->lane->name[i]));
    }
}

/* What is picked for a picture has all that is drawn of its lanes, and no other lane. */
static void
test_pick (void)
{
  g_autoptr (LscTimeline) whole = lsc_test_timeline_new (3, 4, 2);
  g_autoptr (LscTimeline) picked = lsc_timeline_pick (whole, lsc_node_is_telling);
  guint n_lanes = 0, n_telling = 0;

  g_assert_cmpint (picked->rank, ==, 3);
  g_assert_cmpuint (picked->steps.n, ==, whole->steps.n);
  g_assert_cmpint (picked->main_end_ns, ==, whole->main_end_ns);
  for (guint32 i = 0; i < whole->nodes->len; i++)
    n_telling += lsc_node_is_telling (lsc_timeline_get_node (whole, i));
  for (guint32 i = 0; i < picked->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (picked, i);
      g_autofree char *path = lsc_timeline_get_path (picked, i, FALSE);
      guint32 same = lsc_timeline_find_path (whole, path);

      g_assert_cmpuint (same, !=, LSC_SLICE_NONE);
      g_assert_cmpint (node->flags, ==, lsc_timeline_get_node (whole, same)->flags);
      if (node->lane == NULL)
        continue;
      check_lane (whole, lsc_timeline_get_node (whole, same), picked, node);
      n_lanes++;
    }
  g_assert_cmpuint (n_lanes, ==, n_telling);
  g_assert_cmpuint (n_lanes, >, 2);
  g_assert_cmpuint (picked->n_slices, <, whole->n_slices);
}

/* The lanes in which most happens, the same of both sides, without what one would click on. */
static void
test_twin_fit (void)
{
  g_autoptr (LscTimeline) above = lsc_test_timeline_new_wide (9, 5000);
  g_autoptr (LscTimeline) below = lsc_test_timeline_new_wide (9, 5000);
  LscTimelineTwinSide sides[] = { { above, "A", above->begin_ns },
                                  { below, "B", above->begin_ns } };
  g_autoptr (LscTimelineLayout) layout = lsc_timeline_twin_new (&sides[0], &sides[1]);
  LscInterval shown = { above->begin_ns, above->begin_ns + (above->end_ns - above->begin_ns) / 7 };
  gint64 least_shown, least_hidden, most_hidden;
  guint n_hidden;

  lsc_timeline_layout_set_all_expanded (layout, TRUE);
  g_assert_cmpfloat (lsc_timeline_layout_get_content_height (layout), >, 260);
  n_hidden = lsc_timeline_twin_fit (layout, &shown, 260);
  g_assert_cmpuint (n_hidden, >, 2);
  g_assert_cmpuint (n_hidden % 2, ==, 0);
  g_assert_cmpfloat (lsc_timeline_layout_get_content_height (layout), <=, 260);
  g_assert_cmpfloat (lsc_timeline_layout_get_row_height (layout), >=, 17);
  sum_lanes (layout, &shown, TRUE, &least_shown);
  most_hidden = sum_lanes (layout, &shown, FALSE, &least_hidden);
  g_assert_cmpint (least_shown, >=, most_hidden);
  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (layout, i);

      g_assert_false (strip->has_children);
      g_assert_true (strip->node == 0 || strip->type != LSC_STRIP_GROUP);
      g_assert_cmpuint (lsc_timeline_layout_find_strip (layout, 1 - strip->rank, strip->node), !=,
                        G_MAXSIZE);
    }
  g_assert_cmpuint (lsc_timeline_twin_fit (layout, &shown, 1), >, 0); /* and ends */
  g_assert_cmpuint (lsc_timeline_layout_get_n_strips (layout), ==, 4);
}

/* Threads of the host have one row until they are opened; what the user did is kept. */
static void
test_folded (void)
{
  LscTimelineLayout *layout = new_layout (1), *kept = new_layout (1);
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, 0);
  g_autofree char *path = NULL, *state = NULL;
  guint32 thread = LSC_SLICE_NONE;
  const LscStrip *strip;
  guint n_rows;

  for (guint32 node = 0; node < timeline->nodes->len; node++)
    if (lsc_timeline_get_node (timeline, node)->role == LSC_ROLE_HOST_THREAD &&
        lsc_timeline_get_node (timeline, node)->lane->n_rows > 1)
      thread = node;
  g_assert_cmpuint (thread, !=, LSC_SLICE_NONE);
  path = lsc_timeline_layout_get_path (layout, 0, thread);
  n_rows = lsc_timeline_layout_get_strip (layout, find (layout, path))->n_rows;
  g_assert_cmpuint (n_rows, >, 1);

  lsc_timeline_layout_set_folds_hosts (layout, TRUE);
  strip = lsc_timeline_layout_get_strip (layout, find (layout, path));
  g_assert_cmpuint (strip->n_rows, ==, 1);
  g_assert_true (strip->is_folded && strip->has_children && !strip->is_expanded);
  check_strips (layout);
  lsc_timeline_layout_set_expanded (layout, path, TRUE);
  g_assert_cmpuint (lsc_timeline_layout_get_strip (layout, find (layout, path))->n_rows, ==,
                    n_rows);
  check_strips (layout);
  state = lsc_timeline_layout_save (layout);
  lsc_timeline_layout_restore (kept, state);
  g_assert_cmpuint (lsc_timeline_layout_get_strip (kept, find (kept, path))->n_rows, ==, n_rows);
  lsc_timeline_layout_set_expanded (layout, path, FALSE);
  g_assert_cmpuint (lsc_timeline_layout_get_strip (layout, find (layout, path))->n_rows, ==, 1);
  lsc_timeline_layout_unfold (layout, 0, thread);
  g_assert_cmpuint (lsc_timeline_layout_get_strip (layout, find (layout, path))->n_rows, ==,
                    n_rows);
  lsc_timeline_layout_set_all_expanded (layout, FALSE);
  lsc_timeline_layout_reveal (layout, 0, thread);
  g_assert_cmpuint (lsc_timeline_layout_get_strip (layout, find (layout, path))->n_rows, ==, 1);
  lsc_timeline_layout_free (layout);
  lsc_timeline_layout_free (kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-layout/initial", test_initial);
  g_test_add_func ("/timeline-layout/ranks", test_ranks);
  g_test_add_func ("/timeline-layout/lane-offset", test_lane_offset);
  g_test_add_func ("/timeline-layout/hosts", test_hosts);
  g_test_add_func ("/timeline-layout/stray", test_stray);
  g_test_add_func ("/timeline-layout/last-moment", test_last_moment);
  g_test_add_func ("/timeline-layout/properties", test_properties);
  g_test_add_func ("/timeline-layout/nothing-lost", test_nothing_lost);
  g_test_add_func ("/timeline-layout/reveal", test_reveal);
  g_test_add_func ("/timeline-layout/filter", test_filter);
  g_test_add_func ("/timeline-layout/merge", test_merge);
  g_test_add_func ("/timeline-layout/pins", test_pins);
  g_test_add_func ("/timeline-layout/cut", test_cut);
  g_test_add_func ("/timeline-layout/folded", test_folded);
  g_test_add_func ("/timeline-layout/bad-state", test_bad_state);
  g_test_add_func ("/timeline-layout/deep-state", test_deep_state);
  g_test_add_func ("/timeline-layout/pick", test_pick);
  g_test_add_func ("/timeline-layout/twin-fit", test_twin_fit);
  g_test_add_func ("/timeline-layout/many-lanes", test_many_lanes);
  return g_test_run ();
}
