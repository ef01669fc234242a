/* test-golden-timeline.c - one recording as a database and as text: the same timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

static const char *const folders[] = { "node-00_41000_20251009085320000_ascend_pt",
                                       "node-00_41017_20251009085321001_ascend_pt" };

typedef struct
{
  LscTimeline *db;
  LscTimeline *text;
} Pair;

static LscTimeline *
load (const char *samples, const char *folder, const char *file)
{
  g_autofree char *path =
      g_build_filename (samples, "module-small", folder, "ASCEND_PROFILER_OUTPUT", file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);
  LscCluster *cluster;
  LscTimeline *timeline;

  g_assert_no_error (error);
  cluster = g_ptr_array_index (project->clusters, 0);
  timeline = lsc_timeline_load (g_ptr_array_index (cluster->sources, 0), 2, NULL, &error);
  g_assert_no_error (error);
  lsc_timeline_complete (timeline, NULL, &error);
  g_assert_no_error (error);
  return timeline;
}

static gboolean
load_pair (guint rank, Pair *pair)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *name = g_strdup_printf ("ascend_pytorch_profiler_%u.db", rank);

  if (!samples)
    return FALSE;
  pair->db = load (samples, folders[rank], name);
  pair->text = load (samples, folders[rank], "trace_view.json");
  return TRUE;
}

static void
pair_clear (Pair *pair)
{
  g_clear_pointer (&pair->db, lsc_timeline_unref);
  g_clear_pointer (&pair->text, lsc_timeline_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* ---- slices as sets ---- */

/* Name and times of a slice. Text rounds durations to its last decimal: ends are given with a ns of
 * slack, see same_sets(). */
typedef struct
{
  char *name;
  gint64 start_ns;
  gint64 end_ns;
} Item;

static void
item_free (gpointer data)
{
  Item *item = data;

  g_free (item->name);
  g_free (item);
}

static Item *
item_new (const LscTimeline *timeline, const LscLane *lane, guint32 slice)
{
  Item *item = g_new (Item, 1);

  item->name = g_strdup (lsc_timeline_text (timeline, lane->name[slice]));
  item->start_ns = lane->start_ns[slice];
  item->end_ns = lsc_lane_get_end_ns (lane, slice);
  return item;
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *left = *(const Item *const *) a, *right = *(const Item *const *) b;

  if (left->start_ns != right->start_ns)
    return left->start_ns < right->start_ns ? -1 : 1;
  if (strcmp (left->name, right->name) != 0)
    return strcmp (left->name, right->name);
  return left->end_ns < right->end_ns ? -1 : left->end_ns > right->end_ns;
}

static void
same_sets (GPtrArray *db, GPtrArray *text, const char *what)
{
  g_ptr_array_sort (db, compare_items);
  g_ptr_array_sort (text, compare_items);
  for (guint i = 0; i < MIN (db->len, text->len); i++)
    {
      const Item *a = g_ptr_array_index (db, i), *b = g_ptr_array_index (text, i);

      if (a->start_ns != b->start_ns || ABS (a->end_ns - b->end_ns) > 1 ||
          strcmp (a->name, b->name) != 0)
        g_error ("%s, item %u: database %s %" PRId64 " %" PRId64 ", text %s %" PRId64 " %" PRId64,
                 what, i, a->name, a->start_ns, a->end_ns, b->name, b->start_ns, b->end_ns);
    }
  if (db->len != text->len)
    g_error ("%s: database %u, text %u", what, db->len, text->len);
}

#define BIT(role) ((guint64) 1 << (role))
#define SLICE_ROLES                                                                                \
  (BIT (LSC_ROLE_STEPS) | BIT (LSC_ROLE_HOST_THREAD) | BIT (LSC_ROLE_PYTHON_STACK) |               \
   BIT (LSC_ROLE_MARK_LANE) | BIT (LSC_ROLE_CANN_THREAD) | BIT (LSC_ROLE_STREAM) |                 \
   BIT (LSC_ROLE_COMM_GROUP) | BIT (LSC_ROLE_COMM_PLANE))

typedef struct
{
  GHashTable *lanes; /* path -> GPtrArray of Item */
} Lanes;

/* What a lane is called in both inputs. */
static char *
get_key (LscTimeline *timeline, guint32 node)
{
  const LscNode *self = lsc_timeline_get_node (timeline, node);

  if (self->role == LSC_ROLE_HOST_THREAD || self->role == LSC_ROLE_PYTHON_STACK ||
      self->role == LSC_ROLE_CANN_THREAD || self->role == LSC_ROLE_STREAM)
    return g_strdup_printf ("role %d tid %" PRId64, self->role, self->tid);
  /* The text of this sample has all planes of a group in one lane. */
  if (self->role == LSC_ROLE_COMM_PLANE)
    {
      g_autofree char *group = lsc_timeline_get_path (timeline, self->parent, FALSE);

      return g_strdup_printf ("planes of %s", group);
    }
  return lsc_timeline_get_path (timeline, node, FALSE);
}

static void
collect_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Lanes *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  g_autofree char *key = get_key (timeline, node);
  GPtrArray *items = g_hash_table_lookup (self->lanes, key);

  if (!items)
    {
      items = g_ptr_array_new_with_free_func (item_free);
      g_hash_table_insert (self->lanes, g_steal_pointer (&key), items);
    }
  for (guint32 i = 0; i < lane->n; i++)
    g_ptr_array_add (items, item_new (timeline, lane, i));
}

static GHashTable *
collect (LscTimeline *timeline, guint64 roles)
{
  Lanes lanes = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) g_ptr_array_unref) };

  lsc_timeline_foreach_lane (timeline, roles, collect_lane, &lanes);
  return lanes.lanes;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const Item *left = *(const Item *const *) a, *right = *(const Item *const *) b;

  if (left->start_ns != right->start_ns)
    return left->start_ns < right->start_ns ? -1 : 1;
  return left->end_ns < right->end_ns ? -1 : left->end_ns > right->end_ns;
}

/* The text of this sample has the tasks of collectives on planes only, the database on streams of
 * their own, too, under the names of their task types: the same times. */
static void
expect_on_planes (GHashTable *streams, LscTimeline *timeline)
{
  g_autoptr (GHashTable) planes = collect (timeline, BIT (LSC_ROLE_COMM_PLANE));
  g_autoptr (GPtrArray) db = g_ptr_array_new ();
  g_autoptr (GPtrArray) text = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, streams);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_extend (db, value, NULL, NULL);
  g_hash_table_iter_init (&iter, planes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_extend (text, value, NULL, NULL);
  g_ptr_array_sort (db, compare_times);
  g_ptr_array_sort (text, compare_times);
  g_assert_cmpuint (db->len, ==, text->len);
  for (guint i = 0; i < db->len; i++)
    {
      const Item *a = g_ptr_array_index (db, i), *b = g_ptr_array_index (text, i);

      g_assert_cmpint (a->start_ns, ==, b->start_ns);
      g_assert_cmpint (ABS (a->end_ns - b->end_ns), <=, 1);
    }
}

static gboolean
is_collectives_stream (LscTimeline *timeline, const char *key)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      g_autofree char *its = node->lane ? get_key (timeline, i) : NULL;

      if (g_strcmp0 (its, key) != 0)
        continue;
      for (gsize k = 0; k < node->lane->n; k++)
        if (node->lane->kind[k] != LSC_SLICE_COMM_TASK)
          return FALSE;
      return node->role == LSC_ROLE_STREAM;
    }
  return FALSE;
}

static void
test_lanes (gconstpointer data)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (GHashTable) db = NULL;
  g_autoptr (GHashTable) text = NULL;
  g_autoptr (GHashTable) only_db = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer key, value;

  if (!load_pair (GPOINTER_TO_UINT (data), &pair))
    return;
  db = collect (pair.db, SLICE_ROLES);
  text = collect (pair.text, SLICE_ROLES);
  g_hash_table_iter_init (&iter, db);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      GPtrArray *other = g_hash_table_lookup (text, key);

      if (other)
        same_sets (value, other, key);
      else if (is_collectives_stream (pair.db, key))
        g_hash_table_insert (only_db, key, value);
      else
        g_error ("the text has no lane %s", (char *) key);
    }
  g_assert_cmpuint (g_hash_table_size (db), ==,
                    g_hash_table_size (text) + g_hash_table_size (only_db));
  g_assert_cmpuint (g_hash_table_size (text), >=, 10);
  expect_on_planes (only_db, pair.text);
}

/* ---- kernels and collectives ---- */

typedef struct
{
  GPtrArray *kernels;
  GPtrArray *collectives;
} Device;

static void
collect_device (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Device *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    if (lsc_slice_kind_is_computing (lane->kind[i]))
      {
        Item *item = item_new (timeline, lane, i);
        g_autofree char *name = item->name;

        item->name = g_strdup_printf ("%s %s", lsc_slice_kind_name (lane->kind[i]), name);
        g_ptr_array_add (self->kernels, item);
      }
    else if (lane->kind[i] == LSC_SLICE_COMM_OP)
      g_ptr_array_add (self->collectives, item_new (timeline, lane, i));
}

static void
test_device (gconstpointer data)
{
  g_auto (Pair) pair = { 0 };
  Device sides[2];
  LscTimeline *timelines[2];

  if (!load_pair (GPOINTER_TO_UINT (data), &pair))
    return;
  timelines[0] = pair.db;
  timelines[1] = pair.text;
  for (int i = 0; i < 2; i++)
    {
      sides[i].kernels = g_ptr_array_new_with_free_func (item_free);
      sides[i].collectives = g_ptr_array_new_with_free_func (item_free);
      lsc_timeline_foreach_lane (timelines[i], BIT (LSC_ROLE_STREAM) | BIT (LSC_ROLE_COMM_GROUP),
                                 collect_device, &sides[i]);
    }
  g_assert_cmpuint (sides[0].kernels->len, ==, 374);
  g_assert_cmpuint (sides[0].collectives->len, ==, 22);
  same_sets (sides[0].kernels, sides[1].kernels, "kernels");
  same_sets (sides[0].collectives, sides[1].collectives, "collectives");
  for (int i = 0; i < 2; i++)
    {
      g_ptr_array_unref (sides[i].kernels);
      g_ptr_array_unref (sides[i].collectives);
    }
}

/* ---- overlap ---- */

static void
same_sums (const LscOverlapSums *a, const LscOverlapSums *b)
{
  g_assert_cmpint (a->has_step, ==, b->has_step);
  g_assert_cmpint (a->step, ==, b->step);
  g_assert_cmpint (ABS (a->computing_ns - b->computing_ns), <=, 25);
  g_assert_cmpint (ABS (a->communication_ns - b->communication_ns), <=, 25);
  g_assert_cmpint (ABS (a->not_overlapped_ns - b->not_overlapped_ns), <=, 25);
  g_assert_cmpint (ABS (a->overlapped_ns - b->overlapped_ns), <=, 25);
  g_assert_cmpint (ABS (a->free_ns - b->free_ns), <=, 25);
  g_assert_cmpint (a->has_extended, ==, b->has_extended);
  g_assert_cmpint (ABS (a->free_extended_ns - b->free_extended_ns), <=, 25);
  g_assert_cmpint (ABS (a->preparing_ns - b->preparing_ns), <=, 25);
}

static void
test_overlap (gconstpointer data)
{
  g_auto (Pair) pair = { 0 };
  const LscOverlap *db, *text;

  if (!load_pair (GPOINTER_TO_UINT (data), &pair))
    return;
  db = lsc_timeline_get_analysis (pair.db)->overlap;
  text = lsc_timeline_get_analysis (pair.text)->overlap;
  g_assert_cmpuint (db->steps.n, ==, 2);
  g_assert_cmpuint (text->steps.n, ==, 2);
  for (guint i = 0; i < db->steps.n; i++)
    same_sums (&db->steps.items[i], &text->steps.items[i]);
  same_sums (&db->all, &text->all);
}

/* ---- links ---- */

static char *
describe (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);
  const LscNode *node = lsc_timeline_get_node (timeline, spot.node);

  return g_strdup_printf ("%s %" PRId64, lsc_timeline_text (timeline, node->lane->name[spot.slice]),
                          node->lane->start_ns[spot.slice]);
}

static void
add_text (GPtrArray *list, const LscTimeline *timeline, guint32 from, guint32 to)
{
  g_autofree char *left = describe (timeline, from);
  g_autofree char *right = describe (timeline, to);

  g_ptr_array_add (list, g_strdup_printf ("%s -> %s", left, right));
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Parts of collectives, which only the database has on streams, do not count. */
static gboolean
is_device_event (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);
  guint8 kind = lsc_timeline_get_node (timeline, spot.node)->lane->kind[spot.slice];

  return lsc_slice_kind_is_device (kind) && kind != LSC_SLICE_COMM_TASK;
}

/* Op to device, through the launch where one is recorded. */
static void
add_composite (GPtrArray *list, const LscTimeline *timeline, const LscLink *link)
{
  gsize first, n;

  if (link->kind == LSC_LINK_OP_DEVICE)
    {
      add_text (list, timeline, link->from, link->to);
      return;
    }
  n = lsc_links_find_from (&timeline->links, link->to, &first);
  for (gsize i = first; i < first + n; i++)
    if (timeline->links.items[i].kind == LSC_LINK_LAUNCH &&
        is_device_event (timeline, timeline->links.items[i].to))
      add_text (list, timeline, link->from, timeline->links.items[i].to);
}

static GPtrArray *
list_links (const LscTimeline *timeline, LscLinkKind kind)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];

      if (kind == LSC_LINK_OP_DEVICE &&
          (link->kind == LSC_LINK_OP_DEVICE || link->kind == LSC_LINK_OP_LAUNCH))
        add_composite (list, timeline, link);
      else if (kind != LSC_LINK_OP_DEVICE && link->kind == kind)
        add_text (list, timeline, link->from, link->to);
    }
  g_ptr_array_sort (list, compare_texts);
  return list;
}

static void
test_links (gconstpointer data)
{
  static const struct
  {
    LscLinkKind kind;
    guint n;
  } kinds[] = { { LSC_LINK_QUEUE, 392 }, { LSC_LINK_FWD_BWD, 134 }, { LSC_LINK_OP_DEVICE, 400 } };
  g_auto (Pair) pair = { 0 };

  if (!load_pair (GPOINTER_TO_UINT (data), &pair))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GPtrArray) db = list_links (pair.db, kinds[i].kind);
      g_autoptr (GPtrArray) text = list_links (pair.text, kinds[i].kind);

      g_assert_cmpuint (text->len, ==, kinds[i].n);
      for (guint k = 0; k < MIN (db->len, text->len); k++)
        g_assert_cmpstr (g_ptr_array_index (db, k), ==, g_ptr_array_index (text, k));
      g_assert_cmpuint (db->len, ==, text->len);
    }
}

/* ---- what only the database has ---- */

static void
test_counters (gconstpointer data)
{
  g_auto (Pair) pair = { 0 };

  if (!load_pair (GPOINTER_TO_UINT (data), &pair))
    return;
  g_assert_cmpuint (lsc_timeline_find_child (pair.db, 0, LSC_ROLE_COUNTERS), !=, LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_find_child (pair.text, 0, LSC_ROLE_COUNTERS), ==, LSC_SLICE_NONE);
  g_assert_nonnull (pair.text->counter_reason);
  g_assert_nonnull (strstr (pair.text->counter_reason, "database"));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GTestDataFunc func;
  } tests[] = { { "lanes", test_lanes },
                { "device", test_device },
                { "overlap", test_overlap },
                { "links", test_links },
                { "counters", test_counters } };

  g_test_init (&argc, &argv, NULL);
  for (guint rank = 0; rank < 2; rank++)
    for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
      {
        g_autofree char *path = g_strdup_printf ("/golden/timeline/%s/rank%u", tests[i].name, rank);

        g_test_add_data_func (path, GUINT_TO_POINTER (rank), tests[i].func);
      }
  return g_test_run ();
}
