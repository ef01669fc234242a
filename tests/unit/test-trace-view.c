/* test-trace-view.c - timelines from the text export of the Ascend profiler
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define BIT(role) ((guint64) 1 << (role))

static LscTimeline *
try_load (const char *path, GError **error)
{
  g_autoptr (LscProject) project = lsc_discover (path, NULL, error);
  LscCluster *cluster;

  if (!project)
    return NULL;
  g_assert_cmpuint (project->clusters->len, ==, 1);
  cluster = g_ptr_array_index (project->clusters, 0);
  return lsc_timeline_load (g_ptr_array_index (cluster->sources, 0), 2, NULL, error);
}

static LscTimeline *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline = try_load (path, &error);

  g_assert_no_error (error);
  return timeline;
}

static gsize
count_links (const LscTimeline *timeline, LscLinkKind kind)
{
  gsize n = 0;

  for (gsize i = 0; i < timeline->links.n; i++)
    n += timeline->links.items[i].kind == kind;
  return n;
}

static gboolean
has_notice (LscTimeline *timeline, const char *code, const char *word)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (list, i);

      if (strcmp (notice->code, code) == 0 && (!word || strstr (notice->what, word)))
        return TRUE;
    }
  return FALSE;
}

static guint32
find (const LscTimeline *timeline, const char *path)
{
  guint32 node = lsc_timeline_find_path (timeline, path);

  if (node == LSC_SLICE_NONE)
    g_error ("no lane %s", path);
  return node;
}

static const LscLane *
get_lane (const LscTimeline *timeline, const char *path)
{
  return lsc_timeline_get_node (timeline, find (timeline, path))->lane;
}

/* ---- the samples, counted by another parser ---- */

typedef struct
{
  const char *folder;
  int level;
  guint n_kernels;
  guint n_collectives;
} Sample;

static const Sample samples[] = {
  { "ascend-text-level0/rank0_ascend_pt", 0, 187, 4 },
  { "ascend-text-level0/rank1_ascend_pt", 0, 187, 4 },
  { "ascend-text-level1/rank0_ascend_pt", 1, 187, 4 },
  { "ascend-text-level1/rank1_ascend_pt", 1, 187, 4 },
  { "ascend-text-level2/rank0_ascend_pt", 2, 187, 4 },
  { "ascend-text-level2/rank1_ascend_pt", 2, 187, 4 },
  { "module-small/node-00_41000_20251009085320000_ascend_pt", 2, 374, 22 },
  { "module-small/node-00_41017_20251009085321001_ascend_pt", 2, 374, 22 },
};

static char *
get_trace (const char *root, const Sample *sample)
{
  return g_build_filename (root, sample->folder, "ASCEND_PROFILER_OUTPUT", "trace_view.json", NULL);
}

/* What a plain reading of the file finds: slices by process, thread and whether they are frames;
 * arrows by category and phase. */
typedef struct
{
  GHashTable *counts;
  GHashTable *processes;
} Plain;

static void
count (GHashTable *counts, char *key)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

  g_hash_table_replace (counts, key, GUINT_TO_POINTER (n + 1));
}

static const char *
get_text (JsonObject *event, const char *member)
{
  return json_object_get_string_member_with_default (event, member, "");
}

static void
count_event (Plain *self, JsonObject *event)
{
  const char *phase = get_text (event, "ph"), *category = get_text (event, "cat");
  gint64 pid = json_object_get_int_member (event, "pid");
  const char *process = g_hash_table_lookup (self->processes, GSIZE_TO_POINTER ((gsize) pid));

  if (strcmp (phase, "s") == 0 || strcmp (phase, "f") == 0)
    count (self->counts, g_strdup_printf ("%s %s", category, phase));
  else if (strcmp (phase, "X") == 0)
    count (self->counts,
           g_strdup_printf ("%s %" PRId64 "%s", process ? process : "",
                            json_object_get_int_member (event, "tid"),
                            strcmp (category, "python_function") == 0 ? " frames" : ""));
}

static void
read_plainly (Plain *self, const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *events;

  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  events = json_node_get_array (json_parser_get_root (parser));
  self->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->processes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < json_array_get_length (events); i++)
    {
      JsonObject *event = json_array_get_object_element (events, i);

      if (strcmp (get_text (event, "name"), "process_name") == 0)
        g_hash_table_insert (
            self->processes, GSIZE_TO_POINTER ((gsize) json_object_get_int_member (event, "pid")),
            g_strdup (get_text (json_object_get_object_member (event, "args"), "name")));
    }
  for (guint i = 0; i < json_array_get_length (events); i++)
    count_event (self, json_array_get_object_element (events, i));
}

static void
plain_clear (Plain *self)
{
  g_clear_pointer (&self->counts, g_hash_table_unref);
  g_clear_pointer (&self->processes, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plain, plain_clear)

static guint get_count (const Plain *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static guint
get_count (const Plain *self, const char *format, ...)
{
  g_autofree char *key = NULL;
  va_list args;

  va_start (args, format);
  key = g_strdup_vprintf (format, args);
  va_end (args);
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, key));
}

typedef struct
{
  const Plain *plain;
  gsize n_slices; /* those the plain reading has, too */
} Comparison;

static void
compare_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Comparison *self = user_data;
  const LscNode *lane = lsc_timeline_get_node (timeline, node);
  guint expected;

  switch (lane->role)
    {
    case LSC_ROLE_HOST_THREAD:
      expected = get_count (self->plain, "Python %" PRId64, lane->tid);
      break;
    case LSC_ROLE_PYTHON_STACK:
      expected = get_count (self->plain, "Python %" PRId64 " frames", lane->tid);
      break;
    case LSC_ROLE_CANN_THREAD:
      if (lane->flags & LSC_NODE_HIDDEN)
        return;
      expected = get_count (self->plain, "CANN %" PRId64, lane->tid);
      break;
    case LSC_ROLE_STREAM:
      expected = get_count (self->plain, "Ascend Hardware %" PRId64, lane->tid);
      break;
    default:
      return;
    }
  g_assert_cmpuint (expected, >, 0);
  g_assert_cmpuint (lane->lane->n, ==, expected);
  self->n_slices += lane->lane->n;
}

/* All slices of a process, over its threads. */
static guint
sum_process (const Plain *self, const char *process)
{
  g_autofree char *prefix = g_strconcat (process, " ", NULL);
  GHashTableIter iter;
  gpointer key, value;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (g_str_has_prefix (key, prefix))
      n += GPOINTER_TO_UINT (value);
  return n;
}

typedef struct
{
  guint n_kernels, n_collectives, n_parts, n_marks, n_anchors;
} Kinds;

static void
count_kinds (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Kinds *self = user_data;
  const LscNode *lane = lsc_timeline_get_node (timeline, node);

  for (gsize i = 0; i < lane->lane->n; i++)
    {
      guint8 kind = lane->lane->kind[i];

      self->n_kernels += lsc_slice_kind_is_computing (kind);
      self->n_collectives += kind == LSC_SLICE_COMM_OP;
      self->n_parts += lane->role == LSC_ROLE_COMM_PLANE;
      self->n_marks += lane->role == LSC_ROLE_MARK_LANE;
      self->n_anchors += kind == LSC_SLICE_LAUNCH_ANCHOR;
    }
}

static void
test_counts (gconstpointer data)
{
  const Sample *sample = data;
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? get_trace (root, sample) : NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_auto (Plain) plain = { 0 };
  Comparison comparison = { &plain, 0 };
  Kinds kinds = { 0 };

  if (!path)
    return;
  read_plainly (&plain, path);
  timeline = load (path);
  lsc_timeline_foreach_lane (timeline, 0, compare_lane, &comparison);
  lsc_timeline_foreach_lane (timeline, 0, count_kinds, &kinds);
  g_assert_cmpint (timeline->level, ==, sample->level);
  g_assert_cmpuint (comparison.n_slices, ==,
                    sum_process (&plain, "Python") + sum_process (&plain, "CANN") +
                        sum_process (&plain, "Ascend Hardware"));
  g_assert_cmpuint (kinds.n_kernels, ==, sample->n_kernels);
  g_assert_cmpuint (kinds.n_collectives, ==, sample->n_collectives);
  g_assert_cmpuint (kinds.n_collectives + kinds.n_parts, ==, sum_process (&plain, "HCCL"));
  g_assert_cmpuint (kinds.n_marks, ==, sum_process (&plain, "python3"));
  g_assert_true (timeline->has_extended);
}

/* checks.md#readers, item 11; lanes.md#links. */
static void
test_arrows (gconstpointer data)
{
  const Sample *sample = data;
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? get_trace (root, sample) : NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_auto (Plain) plain = { 0 };
  gboolean is_small = FALSE;
  Kinds kinds = { 0 };

  if (!path)
    return;
  is_small = g_str_has_prefix (sample->folder, "module-small");
  read_plainly (&plain, path);
  timeline = load (path);
  lsc_timeline_foreach_lane (timeline, 0, count_kinds, &kinds);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_QUEUE), ==,
                    get_count (&plain, "async_task_queue f"));
  g_assert_cmpuint (count_links (timeline, LSC_LINK_FWD_BWD), ==, get_count (&plain, "fwdbwd f"));
  g_assert_cmpuint (
      count_links (timeline, LSC_LINK_OP_LAUNCH) + count_links (timeline, LSC_LINK_OP_DEVICE), ==,
      /* four of the small sample's arrows share a launch with another */
      get_count (&plain, "async_npu f") - (is_small ? 4 : 0));
  if (!is_small)
    {
      g_assert_cmpuint (count_links (timeline, LSC_LINK_QUEUE), ==, 159);
      g_assert_cmpuint (count_links (timeline, LSC_LINK_FWD_BWD), ==, 27);
    }
  if (sample->level == 0)
    {
      g_assert_cmpuint (kinds.n_anchors, ==, 210);
      g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 215);
      g_assert_cmpuint (count_links (timeline, LSC_LINK_OP_DEVICE), ==, 210);
    }
  else if (!is_small)
    {
      g_assert_cmpuint (kinds.n_anchors, ==, 0);
      /* 533 of 535 tasks and every collective */
      g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 533 + 4);
      g_assert_cmpuint (count_links (timeline, LSC_LINK_OP_LAUNCH), ==, 210);
    }
  g_assert_null (timeline->launch_reason);
}

static const char *
get_detail (GPtrArray *details, const char *key)
{
  for (guint i = 0; i < details->len; i++)
    {
      const LscDetail *detail = g_ptr_array_index (details, i);

      if (strcmp (detail->key, key) == 0)
        return detail->value;
    }
  return NULL;
}

/* Every task of the streams read again: it is the same, and kernels have their row. */
static void
check_details (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) details =
          lsc_timeline_read_details (timeline, (LscSpot){ node, i }, &error);
      g_autofree char *time = g_strdup_printf ("%" PRId64, lane->start_ns[i] / 1000);

      g_assert_no_error (error);
      g_assert_cmpstr (get_detail (details, "name"), ==,
                       lsc_timeline_text (timeline, lane->name[i]));
      g_assert_true (g_str_has_prefix (get_detail (details, "ts"), time));
      g_assert_nonnull (get_detail (details, "Task Type"));
      if (lsc_slice_kind_is_computing (lane->kind[i]))
        g_assert_cmpstr (get_detail (details, "Name"), ==, get_detail (details, "name"));
      else
        g_assert_null (get_detail (details, "Accelerator Core"));
    }
}

static void
test_details (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? get_trace (root, &samples[4]) : NULL;
  g_autoptr (LscTimeline) timeline = NULL;

  if (!path)
    return;
  timeline = load (path);
  lsc_timeline_foreach_lane (timeline, BIT (LSC_ROLE_STREAM), check_details, NULL);
}

/* A copy cut anywhere keeps what is before, and says so. */
static void
test_truncated (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? get_trace (root, &samples[4]) : NULL;
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *copy = g_build_filename (folder, "trace_view.json", NULL);
  g_autofree char *text = NULL;
  guint32 last = 0;
  gsize n;

  if (!path)
    return;
  g_assert_true (g_file_get_contents (path, &text, &n, NULL));
  for (gsize length = n / 5; length < n; length += n / 5 + 7)
    {
      g_autoptr (LscTimeline) timeline = NULL;

      g_assert_true (g_file_set_contents (copy, text, (gssize) length, NULL));
      timeline = load (copy);
      g_assert_true (has_notice (timeline, "truncated-file", NULL));
      g_assert_cmpuint (timeline->n_slices, >, last);
      last = timeline->n_slices;
    }
}

/* Without a trace the kernel table makes the lanes (formats.md#discovery). */
static void
test_tables (void)
{
  static const struct
  {
    int rank;
    gint64 device;
    guint n_kernels;
    guint n_collectives;
  } ranks[] = { { 0, 0, 2448, 15 }, { 2, 4, 2564, 23 } };
  g_autofree char *root = lsc_test_require_samples ();

  if (!root)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (ranks); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("%s/ascend-4rank-pp2dp2/rank_%d_ascend_pt", root, ranks[i].rank);
      g_autoptr (LscTimeline) timeline = load (path);
      g_autoptr (GPtrArray) details = NULL;
      const LscCommGroup *group;
      guint32 stream = find (timeline, "Device/Stream 2");
      Kinds kinds = { 0 };

      lsc_timeline_foreach_lane (timeline, 0, count_kinds, &kinds);
      g_assert_cmpint (timeline->rank, ==, ranks[i].rank);
      g_assert_cmpint (timeline->device, ==, ranks[i].device);
      g_assert_cmpuint (kinds.n_kernels, ==, ranks[i].n_kernels);
      g_assert_cmpuint (kinds.n_collectives, ==, ranks[i].n_collectives);
      g_assert_cmpuint (timeline->steps.n, ==, 1);
      g_assert_cmpint (timeline->steps.items[0].id, ==, 13);
      g_assert_false (timeline->has_extended);
      g_assert_nonnull (timeline->extended_reason);
      g_assert_nonnull (timeline->launch_reason);
      g_assert_nonnull (timeline->counter_reason);
      group = lsc_timeline_get_comm_group (timeline, "group_name_19");
      g_assert_nonnull (group);
      g_assert_cmpstr (group->label, ==, "pp [0, 2]");
      g_assert_true (group->is_pipeline);
      g_assert_cmpuint (get_lane (timeline, "Communication/pp [0, 2]")->n, ==, 3);
      find (timeline, "Memory/PTA");
      details = lsc_timeline_read_details (timeline, (LscSpot){ stream, 100 }, NULL);
      g_assert_cmpstr (
          get_detail (details, "Name"), ==,
          lsc_timeline_text (timeline, get_lane (timeline, "Device/Stream 2")->name[100]));
    }
}

/* Of ranks without kernels and trace communication.json has the operators; counted in its text. */
static void
test_told_comms (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path =
      root ? g_build_filename (root, "ascend-4rank-pp2dp2/rank_1_ascend_pt", NULL) : NULL;
  g_autoptr (LscTimeline) timeline = path ? load (path) : NULL;
  gint64 sum_ns = 0;

  if (!root)
    return;
  g_assert_cmpuint (timeline->told_comms.n, ==, 15);
  for (gsize i = 0; i < timeline->told_comms.n; i++)
    {
      const LscToldComm *comm = &timeline->told_comms.items[i];

      sum_ns += comm->duration_ns;
      g_assert_cmpint (comm->step, ==, 13);
      if (strcmp (lsc_intern_text (timeline->strings, comm->name), "hcom_batchSendRecv__764_4_1"))
        continue;
      g_assert_cmpstr (lsc_intern_text (timeline->strings, comm->group), ==, "group_name_22");
      g_assert_cmpint (comm->duration_ns, ==, 164096540);
      g_assert_cmpint (comm->start_ns / 1000, ==, 1764246877227008);
    }
  g_assert_cmpint (sum_ns, ==, 441708380);
}

/* ---- small traces ---- */

typedef struct
{
  LscTestTempDir root;
  char *folder;
} Place;

static void
put (const Place *place, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (place->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
place_init (Place *place, const char *trace)
{
  place->root = lsc_test_temp_dir_new ();
  place->folder = g_build_filename (place->root, "r_ascend_pt", "ASCEND_PROFILER_OUTPUT", NULL);
  g_assert_cmpint (g_mkdir_with_parents (place->folder, 0755), ==, 0);
  if (trace)
    put (place, "trace_view.json", trace);
}

static void
place_clear (Place *place)
{
  lsc_test_temp_dir_clear (&place->root);
  g_free (place->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

#define PROCESS(pid, name)                                                                         \
  "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" #pid ",\"args\":{\"name\":\"" name "\"}},"
#define THREAD(pid, tid, name)                                                                     \
  "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" #pid ",\"tid\":" #tid                          \
  ",\"args\":{\"name\":\"" name "\"}},"
#define SLICE(pid, tid, name, ts, dur, rest)                                                       \
  "{\"ph\":\"X\",\"name\":\"" name "\",\"pid\":" #pid ",\"tid\":" #tid ",\"ts\":\"" ts             \
  "\",\"dur\":" dur rest "},"
#define CONNECTION(id) ",\"args\":{\"connection_id\":" #id "}"
#define FLOW(phase, category, id, pid, tid, ts)                                                    \
  "{\"ph\":\"" phase "\",\"cat\":\"" category "\",\"name\":\"x\",\"id\":" id ",\"pid\":" #pid      \
  ",\"tid\":" #tid ",\"ts\":\"" ts "\"},"
#define END "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":1}]"

/* Two groups, each with planes; tasks of a collective; a stream on which nothing is known. */
static const char device_trace[] = "[" PROCESS (2, "Ascend Hardware") PROCESS (3, "Communication")
    THREAD (2, 7, "Stream 7") THREAD (3, 0, "Group 0 Communication") THREAD (3, 1, "Plane 0")
        THREAD (3, 2, "Plane 1") THREAD (3, 3, "Group 1 Communication") THREAD (3, 4, "Plane 0")
            SLICE (2, 7, "MatMul", "10.000", "5.5", CONNECTION (1))
                SLICE (2, 7, "MEMCPY_ASYNC", "16.0", "1", CONNECTION (2))
                    SLICE (2, 7, "EVENT_WAIT", "18", "1", CONNECTION (3))
                        SLICE (2, 7, "EVENT_RECORD", "20", "0", CONNECTION (4))
                            SLICE (2, 7, "GatherAicpuKernel", "21", "1", CONNECTION (5))
                                SLICE (2, 7, "Notify Wait", "23", "1", CONNECTION (9))
                                    SLICE (2, 7, "Notify Wait", "25", "1", CONNECTION (6))
                                        SLICE (3, 0, "hcom_allReduce__612_0_1", "22", "4",
                                               CONNECTION (9)) SLICE (3, 1, "Memcpy", "22", "1", "")
                                            SLICE (3, 2, "Notify_Wait", "23", "1", "")
                                                SLICE (3, 3, "hcom_send__999_0_1", "30", "4",
                                                       CONNECTION (10))
                                                    SLICE (3, 4, "Memcpy", "30", "2", "") END;

static const char metadata[] =
    "{\"parallel_group_info\": {\"group_name_0\": {\"group_name\": \"pp\", "
    "\"group_rank\": 0, \"global_ranks\": [0, 4]}}}";

static void
expect_kinds (const LscLane *lane, const guint8 *kinds, gsize n)
{
  g_assert_cmpuint (lane->n, ==, n);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpstr (lsc_slice_kind_name (lane->kind[i]), ==, lsc_slice_kind_name (kinds[i]));
}

static void
test_device (void)
{
  static const guint8 guessed[] = { LSC_SLICE_COMPUTE, LSC_SLICE_COPY,     LSC_SLICE_WAIT,
                                    LSC_SLICE_EVENT,   LSC_SLICE_SCHEDULE, LSC_SLICE_COMM_TASK,
                                    LSC_SLICE_WAIT };
  g_auto (Place) place = { 0 };
  g_autofree char *metadata_path = NULL;
  g_autoptr (LscTimeline) timeline = NULL;

  place_init (&place, device_trace);
  metadata_path = g_build_filename (place.root, "r_ascend_pt", "profiler_metadata.json", NULL);
  g_assert_true (g_file_set_contents (metadata_path, metadata, -1, NULL));
  timeline = load (place.root);
  g_assert_true (has_notice (timeline, "missing-table", NULL));
  expect_kinds (get_lane (timeline, "Device/Stream 7"), guessed, G_N_ELEMENTS (guessed));
  /* 612 ends the hash of group_name_0; nobody knows 999. */
  g_assert_cmpuint (get_lane (timeline, "Communication/pp [0, 4]")->n, ==, 1);
  g_assert_cmpuint (get_lane (timeline, "Communication/pp [0, 4]/Plane 0")->n, ==, 1);
  g_assert_cmpuint (get_lane (timeline, "Communication/pp [0, 4]/Plane 1")->n, ==, 1);
  g_assert_cmpuint (get_lane (timeline, "Communication/Group …999/Plane 0")->n, ==, 1);
  g_assert_true (lsc_timeline_get_comm_group (timeline, "group_name_0")->is_pipeline);
  g_assert_cmpint (timeline->begin_ns, ==, 10000);
  g_assert_cmpint (timeline->extended_end_ns, ==, 26000);
  g_assert_nonnull (timeline->launch_reason);
}

/* The table decides, with times that differ by a ns; rows of another stream or name do not. */
static void
test_kernel_table (void)
{
  static const guint8 kinds[] = { LSC_SLICE_CUBE,  LSC_SLICE_COPY,     LSC_SLICE_WAIT,
                                  LSC_SLICE_EVENT, LSC_SLICE_SCHEDULE, LSC_SLICE_COMM_TASK,
                                  LSC_SLICE_WAIT };
  static const char *const tables[] = {
    "Step Id,Stream ID,Name,Accelerator Core,Start Time(us),Duration(us)\r\n"
    "1,7,MatMul,AI_CORE,10.001\t,5.5\r\n1,7,hcom_allReduce__612_0_1,HCCL,22\t,4\r\n",
    "Device_id,Step Id,Name,Stream ID,Accelerator Core,Start Time(us),Duration(us)\n"
    "5,1,MatMul,7,AI_CORE,9.999\t,5.5\n",
    "Name,Accelerator Core,Start Time(us),Duration(us)\nMatMul,AI_CORE,10,5.5\n",
    "Op Name,Task Type,Stream ID,Task Start Time(us),Task Duration(us)\nMatMul,AI_CORE,7,10\t,5\n",
  };
  g_auto (Place) place = { 0 };

  place_init (&place, device_trace);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (LscTimeline) timeline = NULL;

      put (&place, "kernel_details.csv", tables[i]);
      timeline = load (place.root);
      expect_kinds (get_lane (timeline, "Device/Stream 7"), kinds, G_N_ELEMENTS (kinds));
      if (i == 1)
        g_assert_cmpint (timeline->device, ==, 5);
    }
  put (&place, "kernel_details.csv",
       "Stream ID,Name,Accelerator Core,Start Time(us),Duration(us)\n"
       "8,MatMul,AI_CORE,10,5.5\n7,Other,AI_CORE,10,5\n7,MatMul,AI_CORE,10.002,5\n");
  {
    g_autoptr (LscTimeline) timeline = load (place.root);

    g_assert_cmpint (get_lane (timeline, "Device/Stream 7")->kind[0], ==, LSC_SLICE_DEVICE);
  }
}

/* Damaged tables are notices that name file and row; the trace is shown all the same. */
static void
test_bad_tables (void)
{
  static const struct
  {
    const char *text;
    const char *code;
    const char *word;
  } cases[] = {
    { "Name,Start Time(us)\nMatMul,1\n", "bad-table", "Duration(us)" },
    { "", "bad-table", "kernel_details.csv" },
    { "Name,Start Time(us),Duration(us)\nMatMul,10,5.5\nMatMul,oops,1\n", "bad-row", "row 2" },
    { "Name,Start Time(us),Duration(us)\nMatMul,10,5.5\nMatMul,1", "truncated-file", "byte 47" },
    { "Name,Start Time(us),Duration(us)\nMatMul,10,-5.5\n", "bad-row", "1" },
  };
  g_auto (Place) place = { 0 };

  place_init (&place, device_trace);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTimeline) timeline = NULL;

      put (&place, "kernel_details.csv", cases[i].text);
      put (&place, "memory_record.csv", "Component,Timestamp(us)\nPTA,5\n");
      put (&place, "communication.json", "[[[");
      timeline = load (place.root);
      g_assert_cmpuint (get_lane (timeline, "Device/Stream 7")->n, ==, 7);
      g_assert_true (has_notice (timeline, cases[i].code, cases[i].word));
      g_assert_true (has_notice (timeline, "bad-table", "communication.json"));
    }
}

/* What the process holds is a counter in bytes, of the own device alone; rows without a time are
 * told. */
static void
test_system_memory (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  const LscCounter *counter = NULL;

  place_init (&place, device_trace);
  put (&place, "npu_mem_20260101000000.csv",
       "Device_id,event,ddr(KB),hbm(KB),memory(KB),timestamp(us)\n"
       "2,app,1,2048,2049,12.5\n"
       "2,Device,1,4096,4097,12.5\n"
       "0,app,1,9999,9999,15\n"
       "2,app,1,3072,3073,20\n"
       "2,app,1,3072,3073,never\n");
  timeline = load (place.root);
  for (guint32 i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint k = 0; strcmp (node->name, "NPU MEM") == 0 && k < node->series->len; k++)
        if (strcmp (((const LscCounter *) node->series->pdata[k])->name, "App HBM") == 0)
          counter = node->series->pdata[k];
    }
  g_assert_nonnull (counter);
  g_assert_cmpuint (counter->samples.n, ==, 2);
  g_assert_cmpfloat (counter->samples.items[0].value, ==, 2048 * 1024);
  g_assert_cmpfloat (counter->samples.items[1].value, ==, 3072 * 1024);
  g_assert_true (has_notice (timeline, "bad-row", "row 5"));
}

/* Operators that took no time count; those whose times make no sense do not. */
static void
test_told_times (void)
{
#define TOLD(name, start, length)                                                                  \
  "\"hcom_" name "__1_0_1@9\": {\"Communication Time Info\": {\"Start Timestamp(us)\": " start     \
  ", \"Elapse Time(ms)\": " length "}}"
  static const struct
  {
    const char *name;
    gint64 start_ns;
    gint64 duration_ns;
  } expected[] = {
    { "hcom_a__1_0_1", 1760000011001611500, 82573 },
    { "hcom_b__1_0_1", 1760000011001700000, 0 },
    { "hcom_c__1_0_1", 0, 5000000 },
  };
  g_auto (Place) place = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  place_init (&place, NULL);
  put (&place, "communication.json",
       "{\"step7\": {\"p2p\": {}, \"collective\": {" TOLD ("a", "1760000011001611.5", "0.082573") ", " TOLD (
           "b", "1760000011001700",
           "0") ", " TOLD ("c", "0",
                           "5") ", " TOLD ("d", "-1",
                                           "5") ", " TOLD ("e", "1",
                                                           "-5") ", " TOLD ("f", "1e300",
                                                                            "5") ", " TOLD ("g",
                                                                                            "\"x\"",
                                                                                            "5") ","
                                                                                                 " " TOLD (
                                                                                                     "h",
                                                                                                     "null",
                                                                                                     "5") "}}}");
  put (&place, "step_trace_time.csv", "Device_id,Step,Computing\n0,7,1\n");
  timeline = load (place.root);
  g_assert_cmpuint (timeline->told_comms.n, ==, G_N_ELEMENTS (expected));
  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      guint32 name = lsc_intern_find (timeline->strings, expected[i].name);
      gsize at = 0;

      while (at < timeline->told_comms.n && timeline->told_comms.items[at].name != name)
        at++;
      g_assert_cmpuint (at, <, timeline->told_comms.n);
      g_assert_cmpint (ABS (timeline->told_comms.items[at].start_ns - expected[i].start_ns), <=,
                       250);
      g_assert_cmpint (timeline->told_comms.items[at].duration_ns, ==, expected[i].duration_ns);
      g_assert_cmpint (timeline->told_comms.items[at].step, ==, 7);
    }
#undef TOLD
}

/* The table of blocks, read only when asked: a block that stayed, one that was released a
 * thousandth of a us before the device had done, and rows that make no sense. */
static void
test_blocks (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscMemoryBlocks) blocks = NULL;
  g_autoptr (GError) error = NULL;

  place_init (&place, device_trace);
  put (&place, "operator_memory.csv",
       "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us)\n"
       "aten::b,2.5,20.001\t,30.000\t,30.001\t\n"
       "aten::a,1,10.5\t,,\n"
       "no size,,10,,\n"
       "no time,4,,,\n"
       "ends first,4,50,40,45\n");
  timeline = load (place.root);
  blocks = lsc_timeline_read_blocks (timeline, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (blocks->is_recorded);
  g_assert_cmpuint (blocks->list.n, ==, 3);
  g_assert_cmpint (blocks->n_bad, ==, 2);
  g_assert_cmpstr (lsc_memory_blocks_get_name (blocks, &blocks->list.items[0]), ==, "aten::a");
  g_assert_cmpint (blocks->list.items[0].end_ns, ==, -1);
  g_assert_cmpint (blocks->list.items[1].size_bytes, ==, 2560);
  g_assert_cmpint (blocks->list.items[1].begin_ns, ==, 20001);
  g_assert_cmpint (blocks->list.items[1].active_end_ns, ==, 30001);
  g_assert_cmpint (blocks->list.items[2].end_ns, ==, -1);
}

/* Host side: threads by what they do, frames apart, marks by domain, steps, arrows. */
static const char host_trace[] = "[" PROCESS (1, "Python") PROCESS (5, "train.py") PROCESS (
    4, "CANN") SLICE (1, 11, "ProfilerStep#3", "100", "100", ",\"cat\":\"cpu_op\"")
    SLICE (1, 11, "aten::add", "110.000", "10", ",\"cat\":\"cpu_op\"") SLICE (
        1, 11, "inner", "110.000", "2",
        ",\"cat\":\"cpu_op\"") SLICE (1, 11, "Enqueue", "112", "1",
                                      ",\"cat\":\"enqueue\",\"args\":{\"correlation_id\":5}")
        SLICE (1, 11, "a.py(1): f", "105", "50", ",\"cat\":\"python_function\"")
            SLICE (1, 11, "nn.Module: Net_0", "106", "40", ",\"cat\":\"python_function\"") SLICE (
                1, 12, "Dequeue@add", "113", "3",
                ",\"cat\":\"dequeue\",\"args\":{\"correlation_id\":5}")
                SLICE (1, 13, "AddBackward0", "150", "9",
                       ",\"cat\":\"cpu_op\",\"args\":{\"Fwd thread id\":1,\"Sequence number\":8}")
                    SLICE (5, 11, "Layer", "107", "20",
                           ",\"args\":{\"domain\":\"Module\",\"event_type\":\"x\"}")
                        SLICE (5, 11, "note", "108", "0", ",\"args\":{\"domain\":\"default\"}")
                            SLICE (4, 12, "Node@launch", "114", "1",
                                   ",\"args\":{\"connection_id\":77}")
                                SLICE (4, 12, "AscendCL@aclrtSynchronizeStream", "120", "1",
                                       ",\"args\":{\"connection_id\":78}")
                                    PROCESS (2, "Ascend Hardware") SLICE (2, 7, "Add", "116.001",
                                                                          "2", CONNECTION (77))
                                        SLICE (2, 7, "Range", "119", "2", CONNECTION (4000000001))
                                            FLOW ("s", "async_task_queue", "5", 1, 11,
                                                  "112") FLOW ("f", "async_task_queue", "5", 1, 12,
                                                               "113") FLOW ("s", "async_npu",
                                                                            "116001", 1, 11, "110")
                                                FLOW ("f", "async_npu", "116001", 2, 7, "116.001")
                                                    FLOW ("s", "fwdbwd", "8", 1, 11, "110") FLOW (
                                                        "f", "fwdbwd", "8", 1, 13, "150")
                                                        FLOW ("s", "MsTx", "\"9\"", 5, 11, "108")
                                                            FLOW ("f", "MsTx", "\"9\"", 2, 7, "119")
                                                                END;

static void
test_host (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  const LscLane *lane;

  place_init (&place, host_trace);
  timeline = load (place.root);
  g_assert_cmpuint (timeline->steps.n, ==, 1);
  g_assert_cmpint (timeline->steps.items[0].id, ==, 3);
  g_assert_cmpint (timeline->steps.items[0].end_ns, ==, 200000);
  g_assert_cmpuint (get_lane (timeline, "Steps")->n, ==, 1);
  g_assert_cmpuint (get_lane (timeline, "Python/Thread 11 (main)")->n, ==, 4);
  g_assert_cmpuint (get_lane (timeline, "Python/Thread 12 (dequeue)")->n, ==, 1);
  g_assert_cmpuint (get_lane (timeline, "Python/Thread 13 (backward)")->n, ==, 1);
  lane = get_lane (timeline, "Python/Thread 11 (main)/Python stack");
  g_assert_cmpuint (lane->n, ==, 2);
  g_assert_cmpint (lane->kind[0], ==, LSC_SLICE_PYTHON);
  g_assert_cmpint (lane->kind[1], ==, LSC_SLICE_MODULE);
  g_assert_cmpint (get_lane (timeline, "MSTX/Module")->kind[0], ==, LSC_SLICE_MODULE);
  g_assert_cmpint (get_lane (timeline, "MSTX/default")->kind[0], ==, LSC_SLICE_MARK);
  lane = get_lane (timeline, "CANN/Thread 12");
  g_assert_cmpint (lane->kind[0], ==, LSC_SLICE_CANN_NODE);
  g_assert_cmpstr (lsc_timeline_text (timeline, lane->name[1]), ==, "aclrtSynchronizeStream");
  g_assert_cmpuint (count_links (timeline, LSC_LINK_QUEUE), ==, 1);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_FWD_BWD), ==, 1);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_MSTX), ==, 1);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_OP_LAUNCH), ==, 1);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 1);
}

/* Level 0: ids of 66 bits, kept apart; no calls, so arrows start at anchors that nobody sees. */
static const char anchor_trace[] = "[" PROCESS (2, "Ascend Hardware") PROCESS (3, "HCCL")
    THREAD (3, 0, "Group 0 Communication") SLICE (2, 7, "A", "10", "1", CONNECTION (1))
        SLICE (2, 7, "B", "12.001", "1", CONNECTION (2)) SLICE (3, 0, "hcom_send__1_0_1", "14", "1",
                                                                CONNECTION (3))
            FLOW ("s", "HostToDevice", "\"40564819207303340847894502572032\"", 9, 5, "1")
                FLOW ("f", "HostToDevice", "\"40564819207303340847894502572032\"", 2, 7, "10")
                    FLOW ("s", "HostToDevice", "\"40564819207303340847894502572033\"", 9, 5, "2")
                        FLOW ("f", "HostToDevice", "\"40564819207303340847894502572033\"", 2, 7,
                              "12") FLOW ("f", "HostToDevice",
                                          "\"40564819207303340847894502572033\"", 3, 0, "14") END;

static void
test_anchors (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  guint32 node;

  place_init (&place, anchor_trace);
  timeline = load (place.root);
  node = find (timeline, "CANN/Thread 5");
  g_assert_cmpuint (lsc_timeline_get_node (timeline, node)->lane->n, ==, 2);
  g_assert_true (lsc_timeline_get_node (timeline, node)->flags & LSC_NODE_HIDDEN);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 3);
  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      LscSpot from = lsc_timeline_get_spot (timeline, link->from);
      LscSpot to = lsc_timeline_get_spot (timeline, link->to);
      gint64 start = lsc_timeline_get_node (timeline, from.node)->lane->start_ns[from.slice];
      gint64 end = lsc_timeline_get_node (timeline, to.node)->lane->start_ns[to.slice];

      g_assert_cmpint (start, ==, end == 10000 ? 1000 : 2000);
    }
  g_assert_null (timeline->launch_reason);
}

/* The scanner's own cases are elsewhere: here only that the reader takes what comes. */
static void
test_odd (void)
{
  static const char *const traces[] = {
    "[]",
    "{\"traceEvents\": []}",
    "[" SLICE (1, 2, "lonely", "1", "1", "") END,
    "[" PROCESS (1, "Ascend Hardware") PROCESS (2, "HCCL") END,
    "[" PROCESS (2, "HCCL") THREAD (2, 1, "Plane 0") SLICE (2, 1, "x", "1", "1", "") END,
    "[" FLOW ("f", "async_npu", "1", 1, 1, "1") FLOW ("s", "fwdbwd", "1", 1, 1, "1") END,
    "[" PROCESS (1, "Python") SLICE (1, 1, "ProfilerStep#x", "1", "1", "") END,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_auto (Place) place = { 0 };
      g_autoptr (LscTimeline) timeline = NULL;

      place_init (&place, traces[i]);
      timeline = load (place.root);
      g_assert_nonnull (timeline);
      g_assert_cmpint (has_notice (timeline, "empty-trace", NULL), ==, i < 2);
    }
}

/* Steps of tables: host times are what the table of steps says was before the first kernel. */
static void
test_table_steps (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  place_init (&place, NULL);
  put (&place, "kernel_details.csv",
       "Step Id,Stream ID,Name,Accelerator Core,Start Time(us),Duration(us)\n"
       "4,1,a,AI_CORE,10,2\n5,1,b,AI_CORE,20,2\n4,1,c,AI_CORE,13,1\n,,hcom_x__123_0_1,HCCL,15,1\n");
  put (&place, "step_trace_time.csv", "Device_id,Step,Computing,Preparing\n3,4,3,1.5\n");
  timeline = load (place.root);
  g_assert_cmpint (timeline->device, ==, 3);
  g_assert_cmpuint (timeline->steps.n, ==, 2);
  g_assert_cmpint (timeline->steps.items[0].id, ==, 4);
  g_assert_cmpint (timeline->steps.items[0].start_ns, ==, 8500);
  g_assert_cmpint (timeline->steps.items[0].end_ns, ==, 20000); /* where the next one begins */
  g_assert_cmpint (timeline->steps.items[1].start_ns, ==, 20000);
  g_assert_cmpuint (get_lane (timeline, "Steps")->n, ==, 2);
  g_assert_cmpuint (get_lane (timeline, "Communication/Group …123")->n, ==, 1);
}

/* Kernels run beyond the marks that the table of steps tells: the host was ahead, and steps are the
 * device's. */
static void
test_table_steps_ahead (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  const LscDeviceSteps *steps;

  place_init (&place, NULL);
  put (&place, "kernel_details.csv",
       "Step Id,Stream ID,Name,Accelerator Core,Start Time(us),Duration(us)\n"
       "4,1,a,AI_CORE,40,8\n5,1,a,AI_CORE,50,8\n6,1,a,AI_CORE,62,5\n"
       "5,,hcom_x__123_0_1,HCCL,59,2\n");
  put (&place, "step_trace_time.csv",
       "Device_id,Step,Computing,Preparing\n3,4,8,30\n3,5,8,31\n3,6,5,32\n");
  timeline = load (place.root);
  g_assert_true (lsc_timeline_complete (timeline, NULL, NULL));
  steps = lsc_timeline_get_analysis (timeline)->overlap->device;
  g_assert_cmpint (steps->rule, ==, LSC_STEPS_BY_DEVICE);
  g_assert_cmpuint (steps->steps.n, ==, 3);
  for (gsize i = 0; i < steps->steps.n; i++)
    {
      static const gint64 begins_us[] = { 40, 50, 62, 67 };
      static const gint64 marks_us[] = { 10, 19, 30, 41 };
      const LscDeviceStep *step = &steps->steps.items[i];

      g_assert_cmpint (step->begin_ns, ==, begins_us[i] * 1000);
      g_assert_cmpint (step->end_ns, ==, begins_us[i + 1] * 1000);
      g_assert_cmpint (step->host_begin_ns, ==, marks_us[i] * 1000);
      g_assert_cmpint (step->host_end_ns, ==, marks_us[i + 1] * 1000);
      g_assert_cmpint (step->tasks.n_kernels, ==, 1);
      g_assert_cmpint (step->tasks.n_comms, ==, i == 1);
    }
  g_assert_true (steps->steps.items[2].is_open);
}

/* Steps that the tables do not tell apart are the marks, as without any. */
static void
test_table_steps_mixed (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  const LscDeviceSteps *steps;

  place_init (&place, NULL);
  put (&place, "kernel_details.csv",
       "Step Id,Stream ID,Name,Accelerator Core,Start Time(us),Duration(us)\n"
       "4,1,a,AI_CORE,40,8\n5,1,a,AI_CORE,50,8\n4,2,a,AI_CORE,51,4\n");
  put (&place, "step_trace_time.csv", "Device_id,Step,Computing,Preparing\n3,4,8,30\n3,5,8,30\n");
  timeline = load (place.root);
  g_assert_true (lsc_timeline_complete (timeline, NULL, NULL));
  steps = lsc_timeline_get_analysis (timeline)->overlap->device;
  g_assert_cmpint (steps->rule, ==, LSC_STEPS_UNLINKED);
  g_assert_cmpint (steps->steps.items[0].begin_ns, ==, 10000);
  g_assert_cmpint (steps->steps.items[1].begin_ns, ==, 20000);
}

static void
test_unreadable (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (GError) error = NULL;

  place_init (&place, "{\"nodes\": [1, 2, 3]}");
  g_assert_null (try_load (place.root, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (error->domain, ==, LSC_ERROR);
  g_assert_nonnull (strstr (error->message, "trace_view.json"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *counts = g_strdup_printf ("/trace-view/counts/%zu", i);
      g_autofree char *arrows = g_strdup_printf ("/trace-view/arrows/%zu", i);

      g_test_add_data_func (counts, &samples[i], test_counts);
      g_test_add_data_func (arrows, &samples[i], test_arrows);
    }
  g_test_add_func ("/trace-view/system-memory", test_system_memory);
  g_test_add_func ("/trace-view/details", test_details);
  g_test_add_func ("/trace-view/truncated", test_truncated);
  g_test_add_func ("/trace-view/tables", test_tables);
  g_test_add_func ("/trace-view/told-comms", test_told_comms);
  g_test_add_func ("/trace-view/told-times", test_told_times);
  g_test_add_func ("/trace-view/device", test_device);
  g_test_add_func ("/trace-view/kernel-table", test_kernel_table);
  g_test_add_func ("/trace-view/bad-tables", test_bad_tables);
  g_test_add_func ("/trace-view/blocks", test_blocks);
  g_test_add_func ("/trace-view/host", test_host);
  g_test_add_func ("/trace-view/anchors", test_anchors);
  g_test_add_func ("/trace-view/odd", test_odd);
  g_test_add_func ("/trace-view/table-steps", test_table_steps);
  g_test_add_func ("/trace-view/table-steps/ahead", test_table_steps_ahead);
  g_test_add_func ("/trace-view/table-steps/mixed", test_table_steps_mixed);
  g_test_add_func ("/trace-view/unreadable", test_unreadable);
  return g_test_run ();
}
