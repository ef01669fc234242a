/* test-session.c - what is known of recordings, once for all who ask
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "session/lsc-session-counts.h"
#include "session/lsc-session-find.h"
#include "session/lsc-session-pair.h"

#define N_RANKS 4
#define N_ASKING 6

/* A run of the synthesizer: ranks of a pipeline, one of which is slow. */
static void
write_ranks (const char *folder)
{
  g_autofree char *synth =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src/synth/lanescope-synth", NULL);
  const char *argv[] = { synth,  "--preset",    "pipeline", "--pp",
                         "4",    "--steps",     "3",        "--micro-batches",
                         "4",    "--straggler", "2:1.5",    "--out",
                         folder, NULL };
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

typedef struct
{
  char *folder;
  LscProject *project;
  GPtrArray *sources;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = lsc_test_temp_dir_new ();
  write_ranks (self->folder);
  self->project = lsc_session_find_project (self->folder, NULL, &error);
  g_assert_no_error (error);
  self->sources = ((LscCluster *) self->project->clusters->pdata[0])->sources;
  g_assert_cmpuint (self->sources->len, ==, N_RANKS);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  lsc_project_unref (self->project);
  lsc_test_remove_tree (self->folder);
  g_free (self->folder);
}

/* What recordings say of themselves, before they are read. */
static void
test_summaries (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRunSummary) summary = lsc_session_summarise (self->sources->pdata[2], NULL, &error);
  g_autoptr (LscRunSummary) glance = lsc_session_glance (self->sources->pdata[2], NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (summary->rank, ==, 2);
  g_assert_cmpuint (summary->table_names->len, >, 0);
  g_assert_cmpint (glance->rank, ==, 2);
  g_assert_null (lsc_session_find_project ("/nowhere/at/all", NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

static guint
count_notices (LscNotices *notices, const char *code)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (notices);
  guint n = 0;

  for (guint i = 0; i < list->len; i++)
    n += g_str_equal (((LscNotice *) list->pdata[i])->code, code);
  return n;
}

static void
damage (LscSource *source)
{
  g_chmod (source->file, 0600);
  g_assert_true (g_file_set_contents (source->file, "SQLite format 3\0nothing", 24, NULL));
}

/* ---- asking ---- */

static gpointer
ask_findings (gpointer data)
{
  g_autoptr (GError) error = NULL;
  LscFindings *findings = lsc_session_get_findings (data, NULL, &error);

  g_assert_no_error (error);
  return findings;
}

/* All who ask get the same, however many do at a time. */
static void
test_same (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  GThread *threads[N_ASKING];
  LscFindings *findings[N_ASKING];
  g_autoptr (LscOverview) first = NULL, second = NULL;

  for (guint i = 0; i < N_ASKING; i++)
    threads[i] = g_thread_new ("asking", ask_findings, session);
  for (guint i = 0; i < N_ASKING; i++)
    findings[i] = g_thread_join (threads[i]);
  for (guint i = 0; i < N_ASKING; i++)
    {
      g_assert_true (findings[i] == findings[0]);
      lsc_findings_unref (findings[i]);
    }
  first = lsc_session_get_overview (session, NULL, NULL);
  second = lsc_session_get_overview (session, NULL, NULL);
  g_assert_true (first == second);
  g_assert_cmpuint (first->ranks->len, ==, N_RANKS);
}

static const LscFinding *
find_finding (const LscFindings *self, const char *id)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_str_equal (lsc_findings_get (self, i)->id, id))
      return lsc_findings_get (self, i);
  return NULL;
}

/* The one question whether there are pipelines, and what it leads to. */
static void
test_pipelines (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPipeline) pipelines = lsc_session_get_pipelines (session, NULL, &error);
  g_autoptr (LscVerdicts) verdicts = lsc_session_get_verdicts (session, NULL, &error);
  g_autoptr (LscFindings) findings = lsc_session_get_findings (session, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (pipelines->groups->len, ==, 1);
  g_assert_nonnull (lsc_verdicts_get_first (verdicts));
  g_assert_cmpint (lsc_verdicts_get_first (verdicts)->rank, ==, 2);
  g_assert_nonnull (find_finding (findings, "slow_rank"));
  g_assert_cmpint (g_array_index (find_finding (findings, "slow_rank")->ranks, gint64, 0), ==, 2);
}

/* ---- memory ---- */

static char *
list_overview (GPtrArray *sources, const LscSessionOptions *options)
{
  g_autoptr (LscSession) session = lsc_session_new (sources, options);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscOverview) overview = lsc_session_get_overview (session, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < overview->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (overview, i);

      g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", rank->rank,
                              rank->step_ns);
      for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, rank->ns[k]);
    }
  return g_string_free (text, FALSE);
}

/* The answer is the same at any size and with any number of threads. */
static void
test_any_size (Fixture *self, gconstpointer data)
{
  static const guint64 sizes[] = { 1, 1 << 20, G_MAXUINT64 };
  g_autofree char *usual = list_overview (self->sources, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint n_threads = 1; n_threads <= 4; n_threads += 3)
      for (gboolean keeps = FALSE; keeps <= TRUE; keeps++)
        {
          const LscSessionOptions options = { .n_threads = n_threads,
                                              .memory_bytes = sizes[i],
                                              .keeps_timelines = keeps };
          g_autofree char *text = list_overview (self->sources, &options);

          g_assert_cmpstr (text, ==, usual);
        }
}

static void
change (LscSource *source, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (source->file, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static guint
count_in_memory (LscSession *session)
{
  GPtrArray *sources = lsc_session_get_sources (session);
  guint n = 0;

  for (guint i = 0; i < sources->len; i++)
    {
      g_autoptr (LscTimeline) timeline = lsc_session_peek_timeline (session, sources->pdata[i]);

      n += timeline != NULL;
    }
  return n;
}

/* Timelines stay while there is room, and those that are held in any case. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  const LscSessionOptions roomy = { .keeps_timelines = TRUE };
  const LscSessionOptions narrow = { .keeps_timelines = TRUE, .memory_bytes = 1 };
  g_autoptr (LscSession) wide = lsc_session_new (self->sources, &roomy);
  g_autoptr (LscSession) tight = lsc_session_new (self->sources, &narrow);
  g_autoptr (LscSession) passing = lsc_session_new (self->sources, NULL);
  g_autoptr (LscTimeline) held =
      lsc_session_get_timeline (tight, self->sources->pdata[1], LSC_TIMELINE_WHOLE, NULL, NULL);
  LscSession *all[] = { wide, tight, passing };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (LscOverview) overview = lsc_session_get_overview (all[i], NULL, NULL);

      g_assert_nonnull (overview);
    }
  g_assert_cmpuint (count_in_memory (wide), ==, N_RANKS);
  g_assert_cmpuint (count_in_memory (tight), ==, 1);
  g_assert_cmpuint (count_in_memory (passing), ==, 0);
  {
    g_autoptr (LscTimeline) again =
        lsc_session_get_timeline (tight, self->sources->pdata[1], LSC_TIMELINE_WHOLE, NULL, NULL);

    g_assert_true (again == held);
  }
  lsc_session_forget_timeline (wide, self->sources->pdata[0]);
  g_assert_cmpuint (count_in_memory (wide), ==, N_RANKS - 1);
}

static guint
count_lanes (LscTimeline *timeline, LscNodeRole role)
{
  guint n = 0;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    n += lsc_timeline_get_node (timeline, i)->role == role;
  return n;
}

/* Who asks for more than is there gets all of it, who asks for less gets what is there. */
static void
test_parts (Fixture *self, gconstpointer data)
{
  const LscSessionOptions options = { .keeps_timelines = TRUE };
  g_autoptr (LscSession) session = lsc_session_new (self->sources, &options);
  LscSource *source = self->sources->pdata[1];
  g_autoptr (LscTimeline) comm =
      lsc_session_get_timeline (session, source, LSC_TIMELINE_COMM, NULL, NULL);
  g_autoptr (LscTimeline) none = lsc_session_peek_timeline (session, source);
  g_autoptr (LscTimeline) counters =
      lsc_session_get_timeline (session, source, LSC_TIMELINE_COUNTERS, NULL, NULL);
  g_autoptr (LscTimeline) whole =
      lsc_session_get_timeline (session, source, LSC_TIMELINE_WHOLE, NULL, NULL);
  g_autoptr (LscTimeline) again =
      lsc_session_get_timeline (session, source, LSC_TIMELINE_COMM, NULL, NULL);

  g_assert_cmpuint (comm->parts, ==, LSC_TIMELINE_COMM);
  g_assert_cmpuint (count_lanes (comm, LSC_ROLE_COMM_GROUP), >, 0);
  g_assert_cmpuint (count_lanes (comm, LSC_ROLE_STREAM), ==, 0);
  g_assert_cmpuint (comm->steps.n, ==, 3);
  g_assert_null (none);
  g_assert_cmpuint (counters->parts, ==, LSC_TIMELINE_COMM | LSC_TIMELINE_COUNTERS);
  g_assert_cmpuint (whole->parts, ==, LSC_TIMELINE_WHOLE);
  g_assert_cmpuint (count_lanes (whole, LSC_ROLE_STREAM), >, 0);
  g_assert_true (again == whole);
}

/* What the device did is there without what else the host did, and is the same. */
static void
test_device (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (LscSession) other = lsc_session_new (self->sources, NULL);
  LscSource *source = self->sources->pdata[1];
  g_autoptr (LscTimeline) device = lsc_session_get_timeline (
      session, source, LSC_TIMELINE_COMM | LSC_TIMELINE_DEVICE, NULL, NULL);
  g_autoptr (LscTimeline) whole =
      lsc_session_get_timeline (other, source, LSC_TIMELINE_WHOLE, NULL, NULL);
  const LscOverlapSums *few = &lsc_timeline_get_analysis (device)->overlap->all;
  const LscOverlapSums *all = &lsc_timeline_get_analysis (whole)->overlap->all;

  g_assert_cmpuint (device->parts, ==, LSC_TIMELINE_COMM | LSC_TIMELINE_DEVICE);
  g_assert_cmpuint (count_lanes (device, LSC_ROLE_STREAM), ==,
                    count_lanes (whole, LSC_ROLE_STREAM));
  g_assert_cmpuint (count_lanes (whole, LSC_ROLE_HOST_THREAD), >, 0);
  g_assert_cmpuint (count_lanes (device, LSC_ROLE_HOST_THREAD), ==, 0);
  g_assert_null (lsc_timeline_get_analysis (device)->dispatch);
  g_assert_cmpint (few->computing_ns, >, 0);
  g_assert_cmpint (few->computing_ns, ==, all->computing_ns);
  g_assert_cmpint (few->free_ns, ==, all->free_ns);
  g_assert_cmpint (few->preparing_ns, ==, all->preparing_ns);
}

/* Lanes that are computed are made for who shows lanes; what is found of events is there without.
 */
static void
test_not_drawn (Fixture *self, gconstpointer data)
{
  const LscSessionOptions options = { .keeps_timelines = TRUE };
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (LscSession) window = lsc_session_new (self->sources, &options);
  LscSource *source = self->sources->pdata[1];
  g_autoptr (LscTimeline) bare =
      lsc_session_get_timeline (session, source, LSC_TIMELINE_RECORDED, NULL, NULL);
  g_autoptr (LscRankDigest) digest =
      lsc_session_get_digest (window, source, LSC_DIGEST_JUDGED, NULL, NULL);
  g_autoptr (LscTimeline) drawn = lsc_session_peek_timeline (window, source);
  const LscDispatch *few, *all;

  g_assert_nonnull (digest);
  g_assert_nonnull (drawn); /* who keeps timelines shows them next */
  few = lsc_timeline_get_analysis (bare)->dispatch;
  all = lsc_timeline_get_analysis (drawn)->dispatch;
  g_assert_cmpuint (bare->parts, ==, LSC_TIMELINE_RECORDED);
  g_assert_cmpuint (count_lanes (bare, LSC_ROLE_STREAM), ==, count_lanes (drawn, LSC_ROLE_STREAM));
  g_assert_cmpuint (count_lanes (bare, LSC_ROLE_OVERLAP_LANE), ==, 0);
  g_assert_cmpuint (count_lanes (bare, LSC_ROLE_GAPS), ==, 0);
  g_assert_cmpuint (count_lanes (bare, LSC_ROLE_QUEUE), ==, 0);
  g_assert_cmpuint (count_lanes (drawn, LSC_ROLE_OVERLAP_LANE), >, 0);
  g_assert_cmpuint (count_lanes (drawn, LSC_ROLE_GAPS), ==, 1);
  g_assert_cmpuint (few->gaps.n, >, 0);
  g_assert_cmpmem (few->gaps.items, few->gaps.n * sizeof *few->gaps.items, all->gaps.items,
                   all->gaps.n * sizeof *all->gaps.items);
}

static gsize
count_told (LscSession *session)
{
  return lsc_notices_get_count (lsc_session_get_notices (session));
}

/* What was told of a part is not told again with the rest. */
static void
test_told_once (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (LscSession) at_once = lsc_session_new (self->sources, NULL);
  g_autoptr (GPtrArray) few = NULL, all = NULL, same = NULL;
  gsize n_few;

  for (guint i = 0; i < N_RANKS; i++)
    change (self->sources->pdata[i], "DROP TABLE CANN_API; UPDATE COMMUNICATION_OP SET startNs = "
                                     "'x' WHERE rowid = 1; UPDATE TASK SET startNs = 'x' WHERE "
                                     "rowid = 1");
  few = lsc_session_get_digests (session, 0, NULL, NULL);
  n_few = count_told (session);
  all = lsc_session_get_digests (session, LSC_DIGEST_JUDGED, NULL, NULL);
  same = lsc_session_get_digests (at_once, LSC_DIGEST_JUDGED, NULL, NULL);
  g_assert_cmpuint (n_few, >, 0);
  g_assert_cmpuint (count_told (session), >, n_few);
  g_assert_cmpuint (count_told (session), ==, count_told (at_once));
}

/* Operators and where steps are do not depend on what else was asked for. */
static void
test_digest_parts (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (GPtrArray) few = lsc_session_get_digests (session, 0, NULL, NULL);
  g_autoptr (GPtrArray) all = lsc_session_get_digests (session, LSC_DIGEST_JUDGED, NULL, NULL);
  g_autoptr (GPtrArray) again = lsc_session_get_digests (session, LSC_DIGEST_FIGURES, NULL, NULL);

  g_assert_cmpuint (few->len, ==, N_RANKS);
  for (guint i = 0; i < N_RANKS; i++)
    {
      const LscRankDigest *a = few->pdata[i], *b = all->pdata[i];

      g_assert_true (again->pdata[i] == all->pdata[i]);
      g_assert_cmpuint (a->steps.n, ==, b->steps.n);
      g_assert_cmpuint (a->ops.n, ==, b->ops.n);
      g_assert_cmpuint (a->ops.n, >, 0);
      for (gsize k = 0; k < a->ops.n; k++)
        {
          g_assert_cmpint (a->ops.items[k].begin_ns, ==, b->ops.items[k].begin_ns);
          g_assert_cmpint (a->ops.items[k].end_ns, ==, b->ops.items[k].end_ns);
          g_assert_cmpuint (a->ops.items[k].step, ==, b->ops.items[k].step);
        }
    }
}

/* ---- options ---- */

/* What depends on an option is made anew, what does not is the same; who has the old one keeps it.
 */
static void
test_options (Fixture *self, gconstpointer data)
{
  const LscSessionOptions one = { .has_step = TRUE, .step = 8 };
  const LscSessionOptions layout = { .layout = "pp=2,dp=2" };
  LscSessionOptions both = layout;
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (LscOverview) before = lsc_session_get_overview (session, NULL, NULL);
  g_autoptr (LscPipeline) pipelines = lsc_session_get_pipelines (session, NULL, NULL);
  g_autoptr (LscOverview) after = NULL, placed = NULL;
  g_autoptr (LscPipeline) same = NULL, by_layout = NULL, other = NULL;

  lsc_session_set_options (session, &one);
  after = lsc_session_get_overview (session, NULL, NULL);
  same = lsc_session_get_pipelines (session, NULL, NULL);
  g_assert_true (after != before);
  g_assert_true (same == pipelines);
  lsc_session_set_options (session, &layout); /* says who is in which stage, for both */
  placed = lsc_session_get_overview (session, NULL, NULL);
  by_layout = lsc_session_get_pipelines (session, NULL, NULL);
  g_assert_true (placed != after);
  g_assert_true (by_layout != pipelines);
  g_assert_cmpuint (before->ranks->len, ==, N_RANKS);
  both.pipeline.groups = "0,1;2,3";
  lsc_session_set_options (session, &both);
  other = lsc_session_get_pipelines (session, NULL, NULL);
  g_assert_true (other != by_layout);
  g_assert_cmpuint (other->groups->len, ==, 2);
}

/* What was kept with options of its own has them; the usual ones are not made twice. */
static void
test_other_pipelines (Fixture *self, gconstpointer data)
{
  const LscPipelineOptions usual = { 0 }, other = { .groups = "0,1;2,3" };
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (LscPipeline) pipelines = lsc_session_get_pipelines (session, NULL, NULL);
  g_autoptr (LscPipeline) same = lsc_session_get_pipelines_as (session, &usual, NULL, NULL);
  g_autoptr (LscPipeline) two = lsc_session_get_pipelines_as (session, &other, NULL, NULL);
  g_autoptr (LscPipeline) kept = lsc_session_get_pipelines (session, NULL, NULL);
  g_autoptr (LscVerdicts) verdicts = lsc_session_get_verdicts (session, NULL, NULL);
  g_autoptr (LscVerdicts) again = lsc_session_get_verdicts_of (session, pipelines, NULL, NULL);
  g_autoptr (LscVerdicts) of_two = lsc_session_get_verdicts_of (session, two, NULL, NULL);

  g_assert_true (same == pipelines && kept == pipelines);
  g_assert_cmpuint (two->groups->len, ==, 2);
  g_assert_true (again == verdicts);
  g_assert_nonnull (of_two);
  g_assert_true (of_two != verdicts);
}

/* What pipelines are made of is there by source, for those who show more than the pipelines. */
static void
test_pipeline_ranks (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = NULL;
  g_autoptr (GPtrArray) ranks = NULL;

  damage (self->sources->pdata[1]);
  session = lsc_session_new (self->sources, NULL);
  ranks = lsc_session_get_pipeline_ranks (session, NULL, NULL);
  g_assert_cmpuint (ranks->len, ==, N_RANKS);
  g_assert_null (ranks->pdata[1]);
  g_assert_cmpint (lsc_pipeline_rank_get_rank (ranks->pdata[2]), ==, 2);
  g_assert_cmpint (lsc_pipeline_rank_get_collection_end_ns (ranks->pdata[2]), >, 0);
}

/* One step alone is looked at, and a layout that was given counts. */
static void
test_rank_set (Fixture *self, gconstpointer data)
{
  LscSessionOptions options = { .layout = "pp=2,dp=2", .has_step = TRUE };
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscOverview) all = lsc_session_get_overview (session, NULL, &error);
  g_autoptr (GPtrArray) digests =
      lsc_session_get_digests (session, LSC_DIGEST_FIGURES, NULL, &error);
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (LscRankSet) set = NULL;

  options.step = lsc_rank_digest_get_step (digests->pdata[0], 1)->step;
  lsc_session_set_options (session, &options);
  set = lsc_session_make_rank_set (session, digests, &error);
  overview = lsc_session_get_overview (session, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lsc_overview_get_rank (all, 0)->n_steps, ==, 3);
  g_assert_cmpuint (set->n, ==, N_RANKS);
  g_assert_true (set->has_step);
  g_assert_cmpuint (set->steps[0].end - set->steps[0].begin, ==, 1);
  g_assert_cmpuint (lsc_overview_get_rank (overview, 0)->n_steps, ==, 1);
}

/* Events are counted as they were recorded, and are not kept. */
static void
test_counts (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  LscSource *source = self->sources->pdata[2];
  g_autoptr (GError) error = NULL;
  g_autoptr (LscSessionCounts) counts = lsc_session_count_events (session, source, NULL, &error);
  g_autoptr (LscTimeline) kept = lsc_session_peek_timeline (session, source);
  g_autoptr (LscTimeline) timeline =
      lsc_session_get_timeline (session, source, LSC_TIMELINE_WHOLE, NULL, &error);

  g_assert_no_error (error);
  g_assert_null (kept);
  g_assert_cmpint (counts->n_events, >, 0);
  g_assert_cmpint (counts->n_events, <, (gint64) timeline->n_slices); /* gaps are added */
  g_assert_cmpint (counts->n_lanes, >, 0);
  g_assert_cmpint (counts->duration_ns, >, 0);
  g_assert_cmpuint (counts->steps.n, ==, 3);
}

/* A query reads the timelines and rows of the session, and completes nothing that is shared. */
static void
test_query (Fixture *self, gconstpointer data)
{
  static const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;
  const LscSessionOptions options = { .keeps_timelines = TRUE };
  g_autoptr (LscSession) session = lsc_session_new (self->sources, &options);
  g_autoptr (LscTimeline) timeline =
      lsc_session_get_timeline (session, self->sources->pdata[0], LSC_TIMELINE_WHOLE, NULL, NULL);
  guint n_lanes = timeline->nodes->len;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscQuery) query = NULL;
  g_autoptr (LscTable) table = NULL;
  LscQueryLoader loader;
  LscQueryEnd end;

  lsc_session_fill_query_loader (session, &loader);
  query = lsc_query_new (self->sources, &loader, &error);
  table = lsc_query_run (query,
                         "SELECT (SELECT count(DISTINCT rank) FROM slices), "
                         "(SELECT count(DISTINCT rank) FROM blocks)",
                         &budget, NULL, &end, &error);
  g_assert_no_error (error);
  g_assert_cmpint (lsc_table_get (table, 0, 0).integer, ==, N_RANKS);
  g_assert_cmpint (lsc_table_get (table, 0, 1).integer, ==, N_RANKS);
  g_assert_cmpuint (timeline->nodes->len, ==, n_lanes);
}

/* What cannot be read is known before anything else is; it is not the fault of a rank. */
static void
test_checked (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "kind=nothing", NULL };
  const LscSessionOptions options[] = { { .layout = "pp=nothing" },
                                        { .pipeline.groups = "none" },
                                        { .pipeline.names = names },
                                        { .pipeline.schedule = "none such" } };
  const LscSessionOptions good = { .layout = "pp=2,dp=2", .pipeline.groups = "0,1;2,3" };
  g_autoptr (LscSession) session = lsc_session_new (self->sources, &options[2]);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_assert_false (lsc_session_options_check (&options[i], &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
      g_clear_error (&error);
    }
  g_assert_true (lsc_session_options_check (&good, NULL));
  g_assert_null (lsc_session_get_pipelines (session, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_assert_cmpuint (count_notices (lsc_session_get_notices (session), "rank-unreadable"), ==, 0);
}

/* A layout that cannot be read is an error, or a notice where it may be meant for others. */
static void
test_bad_layout (Fixture *self, gconstpointer data)
{
  LscSessionOptions options = { .layout = "pp=nothing" };
  g_autoptr (LscSession) strict = lsc_session_new (self->sources, &options);
  g_autoptr (LscSession) lenient = NULL;
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (lsc_session_get_overview (strict, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_clear_error (&error);
  options.ignores_bad_layout = TRUE;
  lenient = lsc_session_new (self->sources, &options);
  overview = lsc_session_get_overview (lenient, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (overview);
}

/* ---- what cannot be read ---- */

/* One rank is left out and told once; the others are there. */
static void
test_unreadable (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = NULL;
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (GPtrArray) digests = NULL;

  damage (self->sources->pdata[1]);
  session = lsc_session_new (self->sources, NULL);
  overview = lsc_session_get_overview (session, NULL, NULL);
  findings = lsc_session_get_findings (session, NULL, NULL);
  digests = lsc_session_get_digests (session, LSC_DIGEST_COMPARED, NULL, NULL);
  g_assert_nonnull (findings);
  g_assert_cmpuint (overview->ranks->len, ==, N_RANKS - 1);
  g_assert_cmpuint (digests->len, ==, N_RANKS - 1);
  g_assert_cmpuint (count_notices (lsc_session_get_notices (session), "rank-unreadable"), ==, 1);
}

static void
test_none_readable (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < self->sources->len; i++)
    damage (self->sources->pdata[i]);
  session = lsc_session_new (self->sources, NULL);
  g_assert_null (lsc_session_get_overview (session, NULL, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (count_notices (lsc_session_get_notices (session), "rank-unreadable"), ==,
                    N_RANKS);
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_session_get_findings (session, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
  findings = lsc_session_get_findings (session, NULL, NULL);
  g_assert_nonnull (findings);
  g_assert_cmpuint (count_notices (lsc_session_get_notices (session), "rank-unreadable"), ==, 0);
}

/* ---- pairs ---- */

static void
test_pair (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  const LscSessionSide whole[LSC_N_SIDES] = { { session, NULL, "one" }, { session, NULL, "two" } };
  g_autoptr (LscSessionPair) pair = lsc_session_pair_new (whole, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscCompare) first = lsc_session_pair_get_compare (pair, NULL, &error);
  g_autoptr (LscCompare) second = lsc_session_pair_get_compare (pair, NULL, &error);
  g_autoptr (LscTimeline) picture = lsc_session_pair_get_picture (pair, LSC_AFTER, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (first == second);
  g_assert_true (first->is_identical);
  g_assert_cmpuint (first->ranks->len, ==, N_RANKS);
  g_assert_cmpstr (first->names[LSC_AFTER], ==, "two");
  g_assert_nonnull (picture);
  g_assert_cmpint (picture->rank, ==, 0);
}

/* Two steps of one recording are a pair, too: sums, kernels and sheets are of these alone. */
static void
test_pair_of_steps (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (LscRankDigest) digest =
      lsc_session_get_digest (session, self->sources->pdata[0], LSC_DIGEST_COMPARED, NULL, NULL);
  const LscBudgetStep *first = lsc_rank_digest_get_step (digest, 0);
  const LscBudgetStep *last = lsc_rank_digest_get_step (digest, digest->steps.n - 1);
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  const LscSessionSide sides[LSC_N_SIDES] = {
    { session, one, NULL, TRUE, first->step, first->step },
    { session, one, NULL, TRUE, last->step, last->step }
  };
  g_autoptr (LscSessionPair) pair = NULL;
  g_autoptr (LscCompare) compare = NULL;
  g_autoptr (LscReferenceRows) rows = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (one, self->sources->pdata[0]);
  pair = lsc_session_pair_new (sides, NULL);
  compare = lsc_session_pair_get_compare (pair, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (first->step, !=, last->step);
  g_assert_false (compare->is_identical);
  g_assert_cmpuint (compare->steps[LSC_AFTER].steps.n, ==, 1);
  g_assert_cmpint (compare->steps[LSC_AFTER].steps.items[0], ==, last->step);
  g_assert_cmpint (compare->total->step_ns[LSC_BEFORE], ==, first->step_ns);
  g_assert_cmpint (compare->total->step_ns[LSC_AFTER], ==, last->step_ns);
  rows = lsc_session_pair_make_sheets (pair, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rows->step[LSC_BEFORE], ==, first->step);
  g_assert_cmpint (rows->step[LSC_AFTER], ==, last->step);
}

/* The kernels of any step: they lie in it, and those of the median step are kept. */
static void
test_step_kernels (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  LscSource *source = self->sources->pdata[1];
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline =
      lsc_session_get_timeline (session, source, LSC_TIMELINE_WHOLE, NULL, &error);
  g_autoptr (LscRankDigest) digest =
      lsc_session_get_digest (session, source, LSC_DIGEST_COMPARED, NULL, &error);
  g_autoptr (LscStepKernels) median =
      lsc_session_get_kernels (session, source, NULL, FALSE, NULL, &error);
  gint64 none = 12345;

  g_assert_no_error (error);
  for (guint i = 0; i < digest->steps.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (digest, i);
      g_autoptr (LscStepKernels) kernels =
          lsc_session_get_kernels (session, source, &step->step, FALSE, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (kernels->step, ==, i);
      g_assert_cmpuint (kernels->kernels.n, >, 0);
      g_assert_true ((kernels == median) == (i == median->step));
      for (gsize k = 0; k < kernels->kernels.n; k++)
        {
          LscSpot spot = lsc_timeline_get_spot (timeline, kernels->kernels.items[k].slice);
          gint64 begin_ns = lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice];

          g_assert_true (begin_ns >= step->begin_ns && begin_ns < step->end_ns);
        }
    }
  g_assert_null (lsc_session_get_kernels (session, source, &none, FALSE, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
}

/* Two ranks of one recording are a pair, too. */
static void
test_pair_of_ranks (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (GPtrArray) one = g_ptr_array_new (), other = g_ptr_array_new ();
  const LscSessionSide sides[LSC_N_SIDES] = { { session, one, NULL }, { session, other, NULL } };
  g_autoptr (LscSessionPair) pair = NULL;
  g_autoptr (LscCompare) compare = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (one, self->sources->pdata[1]);
  g_ptr_array_add (other, self->sources->pdata[2]);
  pair = lsc_session_pair_new (sides, NULL);
  compare = lsc_session_pair_get_compare (pair, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (compare->is_identical);
  g_assert_nonnull (lsc_session_pair_find_source (pair, LSC_AFTER, 2));
}

/* The study of all steps is made once, that of chosen ones each time. */
static void
test_stragglers (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder =
      g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data", "ops", NULL);
  g_autoptr (LscProject) project = lsc_session_find_project (folder, NULL, &error);
  g_autoptr (LscSession) session = NULL;
  g_autoptr (GPtrArray) studies = NULL, again = NULL;
  g_autoptr (LscStragglers) first = NULL, chosen = NULL;
  g_autoptr (LscStepList) steps = lsc_step_list_new ("7", NULL);

  g_assert_no_error (error);
  session = lsc_session_new (((LscCluster *) project->clusters->pdata[0])->sources, NULL);
  studies = lsc_session_list_stragglers (session, NULL, NULL, &error);
  again = lsc_session_list_stragglers (session, NULL, NULL, &error);
  first = lsc_session_get_stragglers (session, NULL, NULL, &error);
  chosen = lsc_session_get_stragglers (session, steps, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (studies == again);
  g_assert_true (first == studies->pdata[0]);
  g_assert_true (chosen != first);
  g_assert_cmpuint (studies->len, ==, 1);
  g_assert_cmpfloat (chosen->slowdown, ==, first->slowdown);
  g_assert_true (first->is_of_ops);
}

/* Of recordings of ranks there is one if there are pipelines. */
static void
test_stragglers_of_pipelines (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscSession) session = lsc_session_new (self->sources, NULL);
  g_autoptr (LscStragglers) study = lsc_session_get_stragglers (session, NULL, NULL, &error);
  g_autoptr (LscPipeline) pipeline = lsc_session_get_pipelines (session, NULL, NULL);

  g_assert_true ((study != NULL) == (pipeline != NULL));
  g_assert_true (study || g_error_matches (error, LSC_ERROR, LSC_ERROR_NOTHING));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/session/summaries", test_summaries },
    { "/session/same", test_same },
    { "/session/pipelines", test_pipelines },
    { "/session/any-size", test_any_size },
    { "/session/kept", test_kept },
    { "/session/parts", test_parts },
    { "/session/device", test_device },
    { "/session/not-drawn", test_not_drawn },
    { "/session/told-once", test_told_once },
    { "/session/digest-parts", test_digest_parts },
    { "/session/options", test_options },
    { "/session/other-pipelines", test_other_pipelines },
    { "/session/pipeline-ranks", test_pipeline_ranks },
    { "/session/rank-set", test_rank_set },
    { "/session/counts", test_counts },
    { "/session/query", test_query },
    { "/session/checked", test_checked },
    { "/session/bad-layout", test_bad_layout },
    { "/session/unreadable", test_unreadable },
    { "/session/none-readable", test_none_readable },
    { "/session/cancelled", test_cancelled },
    { "/session/pair", test_pair },
    { "/session/pair-of-ranks", test_pair_of_ranks },
    { "/session/pair-of-steps", test_pair_of_steps },
    { "/session/step-kernels", test_step_kernels },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add ("/session/stragglers-of-pipelines", Fixture, NULL, set_up,
              test_stragglers_of_pipelines, tear_down);
  g_test_add_func ("/session/stragglers", test_stragglers);
  return g_test_run ();
}
