/* test-golden-reports-read.c - small inputs after public reports: what is read of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-tree.h"
#include "analyze/step/lsc-overlap.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "judge/overview/lsc-overview.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define US G_GINT64_CONSTANT (1000)

/* (nullable) (element-type LscTimeline): of all ranks of a sample; %NULL without samples */
static GPtrArray *
load (const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, "reports", name, NULL) : NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *list;

  if (!root)
    return NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no such sample");
      return NULL;
    }
  project = lsc_discover (path, NULL, &error);
  g_assert_no_error (error);
  list = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = project->clusters->pdata[i];

      for (guint k = 0; k < cluster->sources->len; k++)
        {
          LscTimeline *timeline = lsc_timeline_load (cluster->sources->pdata[k], 1, NULL, &error);

          g_assert_no_error (error);
          g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
          g_ptr_array_add (list, timeline);
        }
    }
  g_assert_cmpuint (list->len, >, 0);
  return list;
}

static void
assert_sums (LscTimeline *timeline, gint64 computing_us, gint64 communication_us)
{
  g_autoptr (LscOverlap) overlap = lsc_overlap_new (timeline, NULL, NULL);

  g_assert_cmpint (overlap->all.computing_ns, ==, computing_us * US);
  g_assert_cmpint (overlap->all.communication_ns, ==, communication_us * US);
}

static gsize
count_links (LscTimeline *timeline, guint kind)
{
  gsize n = 0;

  for (gsize i = 0; i < timeline->links.n; i++)
    n += timeline->links.items[i].kind == kind;
  return n;
}

static gboolean
has_notice (LscTimeline *timeline, const char *code)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < list->len; i++)
    if (strcmp (((const LscNotice *) list->pdata[i])->code, code) == 0)
      return TRUE;
  return FALSE;
}

/* Samples of one rank of which nothing is lost: what computes and what communicates. */
static void
test_sums (void)
{
  static const struct
  {
    const char *name;
    gint64 computing_us;
    gint64 communication_us;
  } cases[] = {
    { "base", 800, 200 },          { "comm-names", 600, 2300 }, { "naninf", 800, 200 },
    { "ts-strings", 800, 200 },    { "mtia", 800, 200 },        { "async", 800, 200 },
    { "legacy-autograd", 600, 0 }, { "npu-base", 320, 0 },      { "npu-joined", 320, 0 },
    { "npu-arrows", 320, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) list = load (cases[i].name);

      if (!list)
        return;
      g_test_message ("%s", cases[i].name);
      g_assert_cmpuint (list->len, ==, 1);
      assert_sums (list->pdata[0], cases[i].computing_us, cases[i].communication_us);
    }
}

/* Nothing is missing where a value of an argument is; what stands behind the trace is told. */
static void
test_losses (void)
{
  static const struct
  {
    const char *name;
    const char *code; /* NULL: nothing is lost */
  } cases[] = { { "naninf", NULL },          { "ts-strings", NULL },
                { "npu-joined", NULL },      { "mtia", NULL },
                { "legacy-autograd", NULL }, { "trailing-text", "trailing-text" },
                { "async", "unknown-phase" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) list = load (cases[i].name);

      if (!list)
        return;
      g_test_message ("%s", cases[i].name);
      g_assert_cmpint (lsc_notices_have_loss (((LscTimeline *) list->pdata[0])->notices), ==,
                       cases[i].code != NULL);
      if (cases[i].code)
        g_assert_true (has_notice (list->pdata[0], cases[i].code));
      g_assert_false (has_notice (list->pdata[0], "unknown-device"));
    }
}

static void
test_text_times (void)
{
  g_autoptr (GPtrArray) list = load ("ts-strings");
  const LscTimeline *timeline = list ? list->pdata[0] : NULL;

  if (!timeline)
    return;
  g_assert_cmpint (timeline->source->format, ==, LSC_FORMAT_KINETO);
  g_assert_cmpuint (timeline->steps.n, ==, 2);
  g_assert_cmpint (timeline->steps.items[0].start_ns, ==, 1776000000123456000);
  g_assert_cmpint (timeline->steps.items[0].end_ns, ==, 1776000000124456000);
}

/* Ids of calls and kernels differ; arrows join them. */
static void
test_arrows (void)
{
  g_autoptr (GPtrArray) npu = load ("npu-arrows");
  g_autoptr (GPtrArray) base = npu ? load ("npu-base") : NULL;
  g_autoptr (GPtrArray) legacy = base ? load ("legacy-autograd") : NULL;

  if (!legacy)
    return;
  g_assert_null (((LscTimeline *) npu->pdata[0])->launch_reason);
  g_assert_cmpuint (count_links (npu->pdata[0], LSC_LINK_LAUNCH), ==, 4);
  g_assert_cmpuint (count_links (npu->pdata[0], LSC_LINK_OP_LAUNCH), ==,
                    count_links (base->pdata[0], LSC_LINK_OP_LAUNCH));
  g_assert_null (((LscTimeline *) legacy->pdata[0])->launch_reason);
  g_assert_cmpuint (count_links (legacy->pdata[0], LSC_LINK_LAUNCH), ==, 10);
  g_assert_cmpuint (count_links (legacy->pdata[0], LSC_LINK_OP_LAUNCH), ==, 10);
}

static LscRankDigest *
make_digest (LscTimeline *timeline)
{
  g_autoptr (GError) error = NULL;
  LscRankDigest *digest = lsc_rank_digest_new (timeline, NULL, LSC_DIGEST_JUDGED, NULL, &error);

  g_assert_no_error (error);
  return digest;
}

/* Two ranks exchange tokens by kernels; the second is slow, the first waits for it. */
static void
test_experts (void)
{
  g_autoptr (GPtrArray) list = load ("npu-moe");
  g_autoptr (GPtrArray) digests = NULL;
  g_autoptr (LscOverview) overview = NULL;

  if (!list)
    return;
  g_assert_cmpuint (list->len, ==, 2);
  assert_sums (list->pdata[0], 3 * 360, 3 * 440);
  assert_sums (list->pdata[1], 3 * 620, 3 * 180);
  digests = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_rank_digest_unref);
  for (guint i = 0; i < list->len; i++)
    g_ptr_array_add (digests, make_digest (list->pdata[i]));
  overview = lsc_overview_new ((const LscRankDigest *const *) digests->pdata, digests->len, NULL,
                               NULL, NULL);
  g_assert_cmpuint (overview->ranks->len, ==, 2);
  g_assert_cmpint (lsc_overview_get_rank (overview, 0)->work_ns[LSC_WORK_COMPUTE], ==, 360 * US);
  g_assert_cmpint (lsc_overview_get_rank (overview, 1)->work_ns[LSC_WORK_COMPUTE], ==, 620 * US);
  g_assert_cmpint (lsc_overview_get_rank (overview, 0)->waited_ns, ==, 260 * US);
  g_assert_cmpint (lsc_overview_get_rank (overview, 1)->waited_ns, ==, 0);
  g_assert_cmpint (lsc_overview_get_rank (overview, 1)->caused_wait_ns, ==, 260 * US);
}

/* Requests are lanes of their own, each from its begin to its end. */
static void
test_requests (void)
{
  static const struct
  {
    const char *name;
    gint64 start_us;
    gint64 end_us;
  } slices[] = { { "req A", 1100, 1800 },
                 { "req B", 1150, 2900 },
                 { "first token", 1200, 1200 },
                 { "old async", 1300, 1500 } };
  g_autoptr (GPtrArray) list = load ("async");
  LscTimeline *timeline = list ? list->pdata[0] : NULL;
  guint n_found = 0;

  for (guint32 i = 0; timeline && i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type != LSC_NODE_LANE || !strstr (node->name, "(async)"))
        continue;
      for (gsize k = 0; k < G_N_ELEMENTS (slices); k++)
        for (guint32 s = 0; s < node->lane->n; s++)
          n_found +=
              strcmp (lsc_timeline_text (timeline, node->lane->name[s]), slices[k].name) == 0 &&
              node->lane->start_ns[s] == slices[k].start_us * US &&
              lsc_lane_get_end_ns (node->lane, s) == slices[k].end_us * US;
    }
  if (timeline)
    g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (slices));
}

/* A recomputed module is one with what it repeats: forward, again, and backward of the block. */
static void
test_recomputed (void)
{
  static const struct
  {
    const char *name;
    gint64 total_us;
  } rows[] = {
    { "Own ops, forward", 100 },
    { "Own ops, recompute", 100 },
    { "Own ops, backward", 200 },
    { "Block", 400 },
  };
  g_autoptr (GPtrArray) list = load ("recompute");
  const LscModuleOptions options = { .allow_empty = TRUE };
  const LscMfuOptions mfu = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;

  if (!list)
    return;
  run = lsc_run_new_from_timeline (list->pdata[0], LSC_LOAD_FOR_TREE, NULL, &error);
  g_assert_no_error (error);
  data = lsc_module_data_new (run, &options, NULL, &error);
  g_assert_no_error (error);
  tree = lsc_tree_new (data, LSC_TREE_BY_PATH, NULL, &mfu, NULL, &error);
  g_assert_no_error (error);
  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      guint n = 0;

      for (guint32 i = 1; i < lsc_tree_get_n_nodes (tree); i++)
        if (strcmp (lsc_tree_get_name (tree, i), rows[k].name) == 0)
          {
            n++;
            g_assert_cmpint (lsc_tree_value (tree, i, LSC_TREE_TOTAL).integer, ==,
                             rows[k].total_us * US);
          }
      g_assert_cmpuint (n, ==, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden-reports-read/sums", test_sums);
  g_test_add_func ("/golden-reports-read/losses", test_losses);
  g_test_add_func ("/golden-reports-read/text-times", test_text_times);
  g_test_add_func ("/golden-reports-read/arrows", test_arrows);
  g_test_add_func ("/golden-reports-read/experts", test_experts);
  g_test_add_func ("/golden-reports-read/requests", test_requests);
  g_test_add_func ("/golden-reports-read/recomputed", test_recomputed);
  return g_test_run ();
}
