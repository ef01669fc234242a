/* test-acceptance.c - the feature table of checks.md#features, row by row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "analyze/module/lsc-tree.h"
#include "analyze/step/lsc-range-stats.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* Which test stands for which row. Left out by agreement: expert advice, comparing two runs, and
 * marks in the PDF report.
 *
 * Lanes of three inputs     /acceptance/lanes; /golden/timeline/... (module-small, both ranks);
 *                           /kineto/sample/... in tests/unit/test-kineto.c
 * What belongs together     /acceptance/extent; /stretch/...; UI: /timeline/stray
 * Large files               tests/bench/bench-json.c, bench-db.c; /text-input/bomb
 * True nesting rows         /acceptance/nesting; /lane/nesting, /lane/random; UI: /timeline/nesting
 * Overlap analysis          /golden-overlap/references, /edge, /truth/..., /text/..., /told-sums
 * Links                     /acceptance/links; /ascend-timeline/known-counts;
 * /trace-view/arrows/... Follow links by key       UI: /timeline/link-keys, /timeline/links in
 * tests/ui/test-timeline.c Slice details             /acceptance/details/...; UI:
 * /timeline/selection Range statistics          /acceptance/range; /range-stats/... in
 * tests/unit/test-range-stats.c Flame graph of a range    /acceptance/icicle; /range-stats/random
 * Histogram of a name       /acceptance/histogram; /range-stats/histogram
 * Search                    /acceptance/search; /search/... ; UI: /timeline/search
 * Same-name stepping        /acceptance/same-name; UI: /timeline/same-name
 * Pin, hide, merge          /timeline-layout/pins, /merge, /filter; UI: /timeline/lanes
 * Marks with notes          UI: /timeline/marks
 * Alignment of ranks        /golden-dispatch/alignment, /shift; /align/...; UI: /timeline/ranks
 * Many ranks                /cli/acceptance/many-ranks
 * Dispatch analysis         /golden-dispatch/references, /breaks, /compiling, /text
 * Host sync finder          /golden-dispatch/syncs; /dispatch/syncs
 * Communication lanes       /acceptance/groups; /golden-dispatch/waits, /pipeline-wait;
 *                           /golden-overlap/tables-only, /told-sums
 * PP chart link             UI: /timeline/shared
 * Counters                  /ascend-timeline/counters (a drop of 5.1 %); /counter/...
 * Modules lane              /acceptance/modules
 * Query box                 /cli-timeline/query-refused, /query-budget, /query-bounds
 * Key list                  UI: /timeline/key-table, /rebind, /dialogs
 * Export                    /cli-timeline/picture, /picture-lanes; /timeline-draw/export, /legend;
 *                           UI: /timeline/export
 * Headless                  /cli/acceptance/overlap in tests/cli/test-cli-acceptance.c
 * Undo of view              /view-history/undo-redo; UI: /timeline/undo (100 random moves)
 * Accessibility             UI: /timeline/keys, /key-table; /timeline-draw/contrast, /names
 * User data untouched       /acceptance/untouched (readers), /cli/acceptance/untouched (commands)
 */

#define BIT(role) (G_GUINT64_CONSTANT (1) << (role))
#define HOST_ROLES                                                                                 \
  (BIT (LSC_ROLE_HOST_THREAD) | BIT (LSC_ROLE_PYTHON_STACK) | BIT (LSC_ROLE_MARK_LANE) |           \
   BIT (LSC_ROLE_CANN_THREAD))

static const char *const samples[] = {
  "ascend-db-level0",
  "ascend-db-level1",
  "ascend-db-level2",
  "ascend-text-level0",
  "ascend-text-level1",
  "ascend-text-level2",
  "ascend-4rank-pp2dp2",
  "module-small",
  "msprof-db",
  "kineto/alexnet-train.json.gz",
  "kineto/backward-thread.json",
  "kineto/bert-small-h100.json.gz",
  "kineto/bert-small-mi300.json.gz",
  "kineto/cpu-only.json.gz",
  "kineto/event-sync-multi-stream.json.gz",
  "kineto/qwen1.5-0.5b-h100.json.gz",
};

static GPtrArray *
load_all (const char *root, const char *name)
{
  g_autofree char *path = g_build_filename (root, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);
  GPtrArray *timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);

  g_assert_no_error (error);
  for (guint c = 0; c < project->clusters->len; c++)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, c);

      for (guint i = 0; i < cluster->sources->len; i++)
        {
          LscTimeline *timeline =
              lsc_timeline_load (g_ptr_array_index (cluster->sources, i), 2, NULL, &error);

          g_assert_no_error (error);
          g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
          g_assert_no_error (error);
          g_ptr_array_add (timelines, timeline);
        }
    }
  g_assert_cmpuint (timelines->len, >, 0);
  return timelines;
}

/* (transfer full): rank @rank of a sample */
static LscTimeline *
load_rank (const char *root, const char *name, gint64 rank)
{
  g_autoptr (GPtrArray) timelines = load_all (root, name);

  for (guint i = 0; i < timelines->len; i++)
    if (((LscTimeline *) timelines->pdata[i])->rank == rank)
      return lsc_timeline_ref (timelines->pdata[i]);
  g_error ("%s has no rank %" G_GINT64_FORMAT, name, rank);
}

static const LscNode *
node_of (const LscTimeline *timeline, guint32 node)
{
  return lsc_timeline_get_node (timeline, node);
}

static guint32
find (const LscTimeline *timeline, const char *path)
{
  guint32 node = lsc_timeline_find_path (timeline, path);

  if (node == LSC_SLICE_NONE)
    g_error ("no lane %s", path);
  return node;
}

/* ---- lanes of the three inputs, communication groups ---- */

typedef struct
{
  guint n_kernels;
  guint n_collectives;
} Counts;

static void
count_device (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscNode *self = node_of (timeline, node);
  Counts *counts = user_data;

  for (gsize i = 0; i < self->lane->n; i++)
    {
      counts->n_kernels +=
          self->role == LSC_ROLE_STREAM && lsc_slice_kind_is_computing (self->lane->kind[i]);
      counts->n_collectives +=
          self->role == LSC_ROLE_COMM_GROUP && self->lane->kind[i] == LSC_SLICE_COMM_OP;
    }
}

/* Roles of the groups below the rank in their order, each with the number of its lanes. The numbers
 * that name threads, streams and communicators are those of a run. Counters differ: the text of
 * these samples has none. */
static char *
describe_groups (const LscTimeline *timeline)
{
  GString *text = g_string_new (NULL);

  for (guint32 group = node_of (timeline, 0)->first_child; group != LSC_SLICE_NONE;
       group = node_of (timeline, group)->next)
    {
      const LscNode *self = node_of (timeline, group);
      guint n = 0;

      if (self->role == LSC_ROLE_COUNTERS || self->role == LSC_ROLE_MEMORY)
        continue;
      for (guint32 child = self->first_child; child != LSC_SLICE_NONE;
           child = node_of (timeline, child)->next)
        n += (node_of (timeline, child)->flags & LSC_NODE_HIDDEN) == 0;
      g_string_append_printf (text, "%s %u; ", self->name, n);
    }
  return g_string_free (text, FALSE);
}

/* L2R0 and the text of level 2, another run of the same model. */
static void
test_lanes (void)
{
  static const char *const names[] = { "ascend-db-level2", "ascend-text-level2" };
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *groups[2] = { NULL, NULL };

  if (!root)
    return;
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (LscTimeline) timeline = load_rank (root, names[i], 0);
      Counts counts = { 0 };

      lsc_timeline_foreach_lane (timeline, 0, count_device, &counts);
      g_assert_cmpuint (counts.n_kernels, ==, 187);
      g_assert_cmpuint (counts.n_collectives, ==, 4);
      g_assert_cmpint (timeline->level, ==, 2);
      groups[i] = describe_groups (timeline);
    }
  g_assert_cmpstr (groups[0], ==, groups[1]);
  g_assert_nonnull (strstr (groups[0], "Overlap Analysis 4; Steps 0; Python "));
  g_free (g_steal_pointer (&groups[1]));
}

/* lanes.md#tree: the groups of ST have readable names. */
static void
test_groups (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  gboolean has_pipeline = FALSE;

  if (!root)
    return;
  timeline = load_rank (root, "ascend-4rank-pp2dp2", 0);
  for (guint32 child =
           node_of (timeline, lsc_timeline_find_child (timeline, 0, LSC_ROLE_COMM))->first_child;
       child != LSC_SLICE_NONE; child = node_of (timeline, child)->next)
    {
      const LscNode *self = node_of (timeline, child);

      g_assert_nonnull (strstr (self->name, " ["));
      has_pipeline |= g_str_has_prefix (self->name, "pp [");
    }
  g_assert_true (has_pipeline);
}

/* ---- extent ---- */

/* Nothing of a real recording is astray but for marks of another year in one database. */
static void
test_extent (void)
{
  g_autofree char *root = lsc_test_require_samples ();

  for (gsize i = 0; root && i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (GPtrArray) timelines = load_all (root, samples[i]);

      for (guint k = 0; k < timelines->len; k++)
        {
          const LscTimeline *timeline = timelines->pdata[k];

          g_assert_cmpint (timeline->has_strays, ==, g_str_equal (samples[i], "msprof-db"));
          if (timeline->has_strays)
            {
              g_assert_cmpint (timeline->main_begin_ns, ==,
                               G_GINT64_CONSTANT (1698220811391886870));
              g_assert_cmpint (timeline->main_end_ns, ==, G_GINT64_CONSTANT (1698220811533883302));
            }
        }
    }
}

/* ---- nesting ---- */

static void
check_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = node_of (timeline, node)->lane;
  gboolean is_whole_us = timeline->is_gpu; /* ends may stick out by a unit of the last place */
  gsize *n_children = user_data;

  for (guint32 row = 0; row < lane->n_rows; row++)
    for (guint32 i = lane->row_begin[row] + 1; i < lane->row_begin[row + 1]; i++)
      g_assert_cmpint (lane->start_ns[i], >=, lsc_lane_get_end_ns (lane, i - 1));
  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 parent = lsc_lane_get_parent (lane, i);

      if (parent == LSC_SLICE_NONE)
        continue;
      g_assert_cmpuint (lsc_lane_get_row (lane, parent), <, lsc_lane_get_row (lane, i));
      g_assert_cmpint (lane->start_ns[parent], <=, lane->start_ns[i]);
      g_assert_cmpint (lsc_lane_get_end_ns (lane, parent) + (is_whole_us ? 1000 : 0), >=,
                       lsc_lane_get_end_ns (lane, i));
      (*n_children)++;
    }
}

static void
test_nesting (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  gsize n_children = 0;

  for (gsize i = 0; root && i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (GPtrArray) timelines = load_all (root, samples[i]);

      for (guint k = 0; k < timelines->len; k++)
        lsc_timeline_foreach_lane (timelines->pdata[k], HOST_ROLES, check_lane, &n_children);
    }
  if (root)
    g_assert_cmpuint (n_children, >, 10000);
}

/* ---- links ---- */

/* The first link of that kind, forward or back; the other end's number. */
static guint32
step_along (const LscTimeline *timeline, guint32 id, LscLinkKind kind, gboolean is_forward)
{
  gsize first, n;

  if (is_forward)
    n = lsc_links_find_from (&timeline->links, id, &first);
  else
    n = lsc_links_find_to (&timeline->links, id, &first);
  for (gsize i = first; i < first + n; i++)
    {
      const LscLink *link =
          is_forward ? &timeline->links.items[i] : lsc_links_get_to (&timeline->links, i);

      if (link->kind == kind)
        return is_forward ? link->to : link->from;
    }
  return LSC_SLICE_NONE;
}

static guint8
kind_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  return node_of (timeline, spot.node)->lane->kind[spot.slice];
}

/* Whether a launch leads to a kernel: of some its parent task stands first. */
static gboolean
leads_to_kernel (const LscTimeline *timeline, guint32 launch)
{
  gsize first, n = lsc_links_find_from (&timeline->links, launch, &first);

  for (gsize i = first; i < first + n; i++)
    if (timeline->links.items[i].kind == LSC_LINK_LAUNCH &&
        lsc_slice_kind_is_computing (kind_of (timeline, timeline->links.items[i].to)))
      return TRUE;
  return FALSE;
}

/* From an op to its kernel in two steps, and back to the same op. */
static void
test_links (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  guint counts[LSC_LINK_N_KINDS] = { 0 }, n_kernels = 0;

  if (!root)
    return;
  timeline = load_rank (root, "ascend-db-level2", 0);
  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      guint32 device;

      counts[link->kind]++;
      if (link->kind != LSC_LINK_OP_LAUNCH)
        continue;
      device = step_along (timeline, link->to, LSC_LINK_LAUNCH, TRUE);
      if (device == LSC_SLICE_NONE)
        continue;
      n_kernels += leads_to_kernel (timeline, link->to);
      g_assert_cmpuint (step_along (timeline, device, LSC_LINK_LAUNCH, FALSE), ==, link->to);
      g_assert_cmpuint (step_along (timeline, link->to, LSC_LINK_OP_LAUNCH, FALSE), ==, link->from);
    }
  g_assert_cmpuint (counts[LSC_LINK_OP_LAUNCH], ==, 191);
  g_assert_cmpuint (counts[LSC_LINK_QUEUE], ==, 159);
  g_assert_cmpuint (counts[LSC_LINK_FWD_BWD], ==, 27);
  g_assert_cmpuint (n_kernels, ==, 187);
}

/* ---- details ---- */

/* What the details of a slice hold beside its name and times (lanes.md#details), by input. */
typedef struct
{
  const char *sample;
  const char *kernel[24];
  const char *collective[12];
  const char *op[8];
} Fields;

#define DB_KERNEL                                                                                  \
  "startNs", "endNs", "taskType", "streamId", "taskId", "modelId", "connectionId", "inputShapes",  \
      "inputDataTypes", "inputFormats", "outputShapes", "outputDataTypes", "outputFormats",        \
      "attrInfo"
#define DB_COLLECTIVE "groupName", "algType", "count", "dataType", "connectionId"
#define DB_OP "sequenceNumber", "fwdThreadId", "Call stack"
#define TEXT_KERNEL                                                                                \
  "ts", "dur", "Task Type", "Physic Stream Id", "Task Id", "Model Id", "connection_id",            \
      "Input Shapes", "Input Data Types", "Input Formats", "Output Shapes", "Output Data Types",   \
      "Output Formats"
#define TEXT_COLLECTIVE "alg_type", "count", "data_type", "connection_id"
#define TEXT_OP "Sequence number", "Fwd thread id", "Call stack"

static const Fields fields[] = {
  { "ascend-db-level0", { DB_KERNEL }, { DB_COLLECTIVE }, { DB_OP } },
  { "ascend-db-level1",
    { DB_KERNEL, "aic_mac_ratio", "aiv_vec_ratio" },
    { DB_COLLECTIVE },
    { DB_OP } },
  { "ascend-db-level2",
    { DB_KERNEL, "aic_mac_ratio", "aiv_vec_ratio" },
    { DB_COLLECTIVE },
    { DB_OP } },
  { "ascend-text-level0", { TEXT_KERNEL }, { TEXT_COLLECTIVE }, { TEXT_OP } },
  { "ascend-text-level1",
    { TEXT_KERNEL, "aic_mac_ratio", "aiv_vec_ratio" },
    { TEXT_COLLECTIVE },
    { TEXT_OP } },
  { "ascend-text-level2",
    { TEXT_KERNEL, "aic_mac_ratio", "aiv_vec_ratio" },
    { TEXT_COLLECTIVE },
    { TEXT_OP } },
};

static LscSpot
find_named (LscTimeline *timeline, LscNodeRole role, const char *word)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = node_of (timeline, i);

      for (guint32 k = 0; node->role == role && node->lane && k < node->lane->n; k++)
        if (strstr (lsc_timeline_text (timeline, node->lane->name[k]), word))
          return (LscSpot){ i, k };
    }
  g_error ("nothing is called %s", word);
}

static const char *
get_value (GPtrArray *details, const char *key)
{
  for (guint i = 0; i < details->len; i++)
    {
      const LscDetail *detail = g_ptr_array_index (details, i);

      if (strcmp (detail->key, key) == 0)
        return detail->value;
    }
  return NULL;
}

/* (transfer full) */
static GPtrArray *
check_details (LscTimeline *timeline, LscSpot spot, const char *const *keys)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) details = lsc_timeline_read_details (timeline, spot, &error);

  g_assert_no_error (error);
  for (gsize i = 0; keys[i]; i++)
    {
      const char *value = get_value (details, keys[i]);

      if (!value || *value == '\0')
        g_error ("%s: no %s", timeline->source->file, keys[i]);
    }
  return g_steal_pointer (&details);
}

static void
test_details (gconstpointer data)
{
  const Fields *self = data;
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GPtrArray) kernel = NULL;
  g_autoptr (GPtrArray) collective = NULL;
  g_autoptr (GPtrArray) op = NULL;
  const char *shapes;

  if (!root)
    return;
  timeline = load_rank (root, self->sample, 0);
  kernel =
      check_details (timeline, find_named (timeline, LSC_ROLE_STREAM, "Conv2D1"), self->kernel);
  collective = check_details (timeline, find_named (timeline, LSC_ROLE_COMM_GROUP, "allReduce"),
                              self->collective);
  op = check_details (timeline, find_named (timeline, LSC_ROLE_HOST_THREAD, "aten::conv2d"),
                      self->op);
  shapes = get_value (kernel, strstr (self->sample, "text") ? "Input Shapes" : "inputShapes");
  if (timeline->level == 0)
    g_assert_cmpstr (shapes, ==, "N/A");
  else
    g_assert_nonnull (strstr (shapes, "32,1,224,224,8"));
}

/* ---- statistics of a range ---- */

static gint64
get_sum (const LscTimeline *timeline, const LscRangeStats *stats, const char *name)
{
  gint64 sum_ns = 0;

  for (guint i = 0; i < stats->rows->len; i++)
    {
      const LscRangeRow *row = &g_array_index (stats->rows, LscRangeRow, i);

      if (strcmp (lsc_timeline_text (timeline, row->name), name) == 0 &&
          row->kind != LSC_SLICE_FREE_EDGE)
        sum_ns += row->sum_ns;
    }
  return sum_ns;
}

/* steps.md#range: the whole of L1R0 gives the totals of checks.md#overlap. */
static void
test_range (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  const LscOverlap *overlap;
  guint32 nodes[4];
  LscRange range;
  LscOverlapSums last = { 0 };
  g_autoptr (LscRangeStats) stats = NULL;

  if (!root)
    return;
  timeline = load_rank (root, "ascend-db-level1", 0);
  overlap = lsc_timeline_get_analysis (timeline)->overlap;
  nodes[0] = find (timeline, "Overlap Analysis/Computing");
  nodes[1] = find (timeline, "Overlap Analysis/Communication");
  nodes[2] = find (timeline, "Overlap Analysis/Communication(Not Overlapped)");
  nodes[3] = find (timeline, "Overlap Analysis/Free");
  range = (LscRange){ timeline, nodes, 4, timeline->begin_ns, timeline->end_ns, FALSE };
  stats = lsc_range_stats_new (&range, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (get_sum (timeline, stats, "Computing"), ==, 8903431);
  g_assert_cmpint (get_sum (timeline, stats, "Communication"), ==, 102108100);
  g_assert_cmpint (get_sum (timeline, stats, "Communication(Not Overlapped)"), ==, 98071947);
  g_assert_cmpint (get_sum (timeline, stats, "Free"), ==, 25258144);
  for (gint64 length_ns = 1000; length_ns < timeline->end_ns - timeline->begin_ns; length_ns *= 2)
    {
      LscOverlapSums sums =
          lsc_overlap_sum_range (overlap, timeline->begin_ns, timeline->begin_ns + 2 * length_ns);

      g_assert_cmpint (sums.computing_ns, >=, last.computing_ns);
      g_assert_cmpint (sums.communication_ns, >=, last.communication_ns);
      g_assert_cmpint (sums.not_overlapped_ns, >=, last.not_overlapped_ns);
      g_assert_cmpint (sums.free_ns, >=, last.free_ns);
      last = sums;
    }
  g_assert_cmpint (last.computing_ns, ==, 8903431);
  g_assert_cmpint (last.free_ns, ==, 25258144);
}

typedef struct
{
  GArray *nodes; /* guint32 */
  gint64 top_ns;
  guint n_named;
  const char *name;
} Lanes;

static void
take_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = node_of (timeline, node)->lane;
  Lanes *self = user_data;

  g_array_append_val (self->nodes, node);
  for (guint32 i = 0; i < lane->n; i++)
    {
      if (lsc_lane_get_parent (lane, i) == LSC_SLICE_NONE)
        self->top_ns += lsc_lane_get_duration_ns (lane, i);
      self->n_named +=
          self->name && strcmp (lsc_timeline_text (timeline, lane->name[i]), self->name) == 0;
    }
}

/* The root is the sum of the top level; no level is longer than the one above. */
static void
test_icicle (void)
{
  g_autofree char *root = lsc_test_require_samples ();

  for (gsize i = 0; root && i < G_N_ELEMENTS (fields); i++)
    {
      g_autoptr (LscTimeline) timeline = load_rank (root, fields[i].sample, 0);
      g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
      Lanes lanes = { nodes, 0, 0, NULL };
      g_autoptr (LscIcicle) icicle = NULL;
      g_autofree gint64 *below_ns = NULL;
      LscRange range;

      lsc_timeline_foreach_lane (timeline, HOST_ROLES, take_lane, &lanes);
      range = (LscRange){ timeline,         (const guint32 *) (gpointer) nodes->data,
                          nodes->len,       timeline->begin_ns,
                          timeline->end_ns, FALSE };
      icicle = lsc_icicle_new (&range, 1, NULL, NULL);
      g_assert_cmpint (icicle->root_ns, ==, lanes.top_ns);
      below_ns = g_new0 (gint64, icicle->nodes->len + 1);
      for (guint k = 0; k < icicle->nodes->len; k++)
        {
          const LscIcicleNode *node = &g_array_index (icicle->nodes, LscIcicleNode, k);

          below_ns[node->parent == LSC_SLICE_NONE ? icicle->nodes->len : node->parent] +=
              node->sum_ns;
        }
      g_assert_cmpint (below_ns[icicle->nodes->len], ==, icicle->root_ns);
      for (guint k = 0; k < icicle->nodes->len; k++)
        g_assert_cmpint (below_ns[k], <=, g_array_index (icicle->nodes, LscIcicleNode, k).sum_ns);
    }
}

static void
test_histogram (void)
{
  static const char *const names[] = { "aten::empty", "EVENT_WAIT", "aclrtSetCurrentContext" };
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = root ? load_rank (root, "ascend-db-level1", 0) : NULL;

  for (gsize i = 0; root && i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
      Lanes lanes = { nodes, 0, 0, names[i] };
      g_autoptr (LscHistogram) histogram = NULL;
      gsize n = 0;
      LscRange range;

      lsc_timeline_foreach_lane (timeline, 0, take_lane, &lanes);
      range = (LscRange){ timeline,         (const guint32 *) (gpointer) nodes->data,
                          nodes->len,       timeline->begin_ns,
                          timeline->end_ns, FALSE };
      histogram = lsc_histogram_new (&range, 1, names[i], NULL, NULL);
      for (guint k = 0; k < histogram->bins->len; k++)
        n += g_array_index (histogram->bins, LscHistogramBin, k).n;
      g_assert_cmpuint (lanes.n_named, >, 1);
      g_assert_cmpuint (n, ==, lanes.n_named);
      g_assert_cmpuint (histogram->n, ==, lanes.n_named);
    }
}

/* ---- search ---- */

static guint
count_lines_with (const char *path, const char *word)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    n += strstr (lines[i], word) != NULL;
  return n;
}

/* Hits on the device for aclnnAddmm are the rows of the kernel table. */
static void
test_search (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *table = NULL;
  g_autoptr (LscSearchResult) result = NULL;
  LscSearch search = { .text = "aclnnAddmm lane:Stream" };
  guint n;

  if (!root)
    return;
  timeline = load_rank (root, "ascend-text-level1", 0);
  table = g_build_filename (timeline->source->folder, "ASCEND_PROFILER_OUTPUT",
                            "kernel_details.csv", NULL);
  n = count_lines_with (table, "aclnnAddmm");
  result = lsc_search_run (timeline, &search, NULL, NULL);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (result->hits->len, ==, n);
}

/* Stepping from hit to hit visits each occurrence once, in the order of time. */
static void
test_same_name (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Lanes lanes = { nodes, 0, 0, "aten::empty" };
  g_autoptr (LscSearchResult) result = NULL;
  LscSearch search = { .text = "aten::empty", .is_exact = TRUE, .is_case_sensitive = TRUE };
  gint64 last_ns = G_MININT64;

  if (!root)
    return;
  timeline = load_rank (root, "ascend-db-level2", 0);
  lsc_timeline_foreach_lane (timeline, 0, take_lane, &lanes);
  result = lsc_search_run (timeline, &search, NULL, NULL);
  g_assert_cmpuint (lanes.n_named, >, 10);
  g_assert_cmpuint (result->hits->len, ==, lanes.n_named);
  for (guint i = 0; i < result->hits->len; i++)
    {
      LscSpot spot = g_array_index (result->hits, LscSpot, i);
      gint64 start_ns = node_of (timeline, spot.node)->lane->start_ns[spot.slice];

      g_assert_cmpint (start_ns, >=, last_ns);
      g_assert_true (
          g_hash_table_add (seen, GUINT_TO_POINTER (lsc_timeline_get_id (timeline, spot) + 1)));
      last_ns = start_ns;
    }
}

/* ---- modules ---- */

static void
add_modules (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscNode *self = node_of (timeline, node);
  GHashTable *sums = user_data;

  for (guint32 i = 0; g_strcmp0 (self->text, "Module") == 0 && i < self->lane->n; i++)
    {
      const char *name = lsc_timeline_text (timeline, self->lane->name[i]);
      gint64 sum = (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (sums, name));

      sum += lsc_lane_get_duration_ns (self->lane, i);
      g_hash_table_replace (sums, g_strdup (name), GSIZE_TO_POINTER ((gsize) sum));
    }
}

/* The lane of the domain Module against the module tree: host time, without the ranges that the
 * tree invents for backward calls. */
static void
test_modules (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscModuleData) modules = NULL;
  g_autoptr (LscTree) tree = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  LscModuleOptions options = { .source = LSC_MODULE_SOURCE_MSTX, .without_backward = TRUE };
  LscMfuOptions mfu = { 0 };
  gint64 lane_ns = 0, tree_ns = 0;
  GHashTableIter iter;
  gpointer value;

  if (!root)
    return;
  timeline = load_rank (root, "module-small", 0);
  lsc_timeline_foreach_lane (timeline, BIT (LSC_ROLE_MARK_LANE), add_modules, sums);
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    lane_ns += (gint64) GPOINTER_TO_SIZE (value);
  run = lsc_run_load (timeline->source, LSC_LOAD_EVERYTHING, NULL, &error);
  g_assert_no_error (error);
  modules = lsc_module_data_new (run, &options, NULL, &error);
  g_assert_no_error (error);
  tree = lsc_tree_new (modules, LSC_TREE_BY_PATH, NULL, &mfu, NULL, &error);
  g_assert_no_error (error);
  lsc_tree_prepare (tree, LSC_TREE_COLUMN_BIT (LSC_TREE_HOST), NULL, NULL);
  for (guint32 i = 0; i < lsc_tree_get_n_nodes (tree); i++)
    if (lsc_tree_get_kind (tree, i) == LSC_NODE_MODULE)
      tree_ns += lsc_tree_value (tree, i, LSC_TREE_HOST).integer;
  g_assert_cmpuint (g_hash_table_size (sums), >, 10);
  g_assert_cmpint (lane_ns, >, 0);
  g_assert_cmpint (lane_ns, ==, tree_ns);
}

/* ---- what is the user's stays as it is ---- */

static void
read_some_details (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  g_autoptr (GPtrArray) details = NULL;

  if (node_of (timeline, node)->lane->n > 0)
    details = lsc_timeline_read_details (timeline, (LscSpot){ node, 0 }, NULL);
}

/* Every reader on every sample: the same bytes, times and files before and after. */
static void
test_untouched (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_auto (LscTestTempDir) dir = NULL;

  if (!root)
    return;
  dir = lsc_test_temp_dir_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *from = g_build_filename (root, samples[i], NULL);
      g_autofree char *where = g_build_filename (dir, "copy", NULL);
      g_autofree char *name = g_path_get_basename (from);
      g_autofree char *before = NULL, *after = NULL;
      g_autoptr (GPtrArray) timelines = NULL;
      const char *words[] = { "cp", "-R", "--no-preserve=mode", from, where, NULL };
      int status;

      g_assert_cmpint (g_mkdir (where, 0700), ==, 0);
      g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                                   NULL, NULL, &status, NULL));
      g_assert_cmpint (status, ==, 0);
      before = lsc_test_tree_checksum (where, NULL);
      timelines = load_all (where, name);
      for (guint k = 0; k < timelines->len; k++)
        {
          LscTimeline *timeline = timelines->pdata[k];
          g_autoptr (LscRun) run = lsc_run_load (timeline->source, LSC_LOAD_EVERYTHING, NULL, NULL);

          lsc_timeline_foreach_lane (timeline, 0, read_some_details, NULL);
        }
      after = lsc_test_tree_checksum (where, NULL);
      g_assert_cmpstr (before, ==, after);
      g_assert_true (lsc_test_remove_tree (where));
    }
}

/* views: the database and the text export of one recording have 184 blocks each, of which 24 were
 * not released and hold 252.6 MiB. */
static void
test_blocks (void)
{
  static const char *const names[] = { "ascend-db-level1", "ascend-text-level1" };
  g_autofree char *root = lsc_test_require_samples ();

  for (gsize i = 0; root && i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LscTimeline) timeline = load_rank (root, names[i], 0);
      g_autoptr (GError) error = NULL;
      g_autoptr (LscMemoryBlocks) blocks = lsc_timeline_read_blocks (timeline, NULL, &error);
      gint64 bytes = 0;
      gsize n = 0;

      g_assert_no_error (error);
      g_assert_true (blocks->is_recorded);
      g_assert_cmpuint (blocks->list.n, ==, 184);
      g_assert_cmpint (blocks->n_bad, ==, 0);
      for (gsize k = 0; k < blocks->list.n; k++)
        if (blocks->list.items[k].end_ns < 0)
          {
            bytes += blocks->list.items[k].size_bytes;
            n++;
          }
      g_assert_cmpuint (n, ==, 24);
      g_assert_cmpfloat_with_epsilon ((double) bytes / 1048576, 252.6, 0.05);
      g_assert_cmpstr (lsc_memory_blocks_get_name (blocks, &blocks->list.items[2]), ==,
                       "aten::_convolution");
      g_assert_cmpint (blocks->list.items[2].size_bytes, ==, 25609728);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/acceptance/lanes", test_lanes);
  g_test_add_func ("/acceptance/groups", test_groups);
  g_test_add_func ("/acceptance/extent", test_extent);
  g_test_add_func ("/acceptance/nesting", test_nesting);
  g_test_add_func ("/acceptance/links", test_links);
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *name = g_strconcat ("/acceptance/details/", fields[i].sample, NULL);

      g_test_add_data_func (name, &fields[i], test_details);
    }
  g_test_add_func ("/acceptance/range", test_range);
  g_test_add_func ("/acceptance/icicle", test_icicle);
  g_test_add_func ("/acceptance/histogram", test_histogram);
  g_test_add_func ("/acceptance/search", test_search);
  g_test_add_func ("/acceptance/same-name", test_same_name);
  g_test_add_func ("/acceptance/modules", test_modules);
  g_test_add_func ("/acceptance/blocks", test_blocks);
  g_test_add_func ("/acceptance/untouched", test_untouched);
  return g_test_run ();
}
