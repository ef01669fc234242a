/* lsc-loader-report.c - writing documents off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"
#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-pair.h"
#include "export/report/lsc-report-pins.h"
#include "export/report/lsc-report-single.h"
#include "model/lsc-node-telling.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/** A recording as a document needs it; what was read before is there. */
typedef struct
{
  GPtrArray *sources; /* (nullable): %NULL = there is no such side */
  LscSideSet *set;
  GPtrArray *runs;
  LscPipeline *pipeline;
  LscTimeline *timeline; /* (nullable): of the first pair of ranks */
  char *name;
  char *place;
} Side;

typedef struct
{
  Side sides[LSC_N_SIDES];
  LscRankSummary *summary; /* (nullable): of a single recording */
  char *path;
  GPtrArray *pins; /* (nullable) LscPin */
  gboolean is_pins_only;
  LscPinMaker *maker;
} Report;

static void
report_free (gpointer data)
{
  Report *self = data;

  g_clear_pointer (&self->maker, lsc_pin_maker_free);
  g_clear_pointer (&self->pins, g_ptr_array_unref);
  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      Side *side = &self->sides[i];

      g_clear_pointer (&side->timeline, lsc_timeline_unref);
      g_clear_pointer (&side->pipeline, lsc_pipeline_unref);
      g_clear_pointer (&side->runs, g_ptr_array_unref);
      g_clear_pointer (&side->set, lsc_side_set_unref);
      g_clear_pointer (&side->sources, g_ptr_array_unref);
      g_free (side->name);
      g_free (side->place);
    }
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
  g_free (self->path);
  g_free (self);
}

/* What is odd about pipelines their own page tells. */
static void
find_pipelines (Side *side, LscJob *job)
{
  const LscPipelineOptions options = { 0 };
  g_autoptr (LscNotices) failures = lsc_notices_new ();

  if (side->sources->len > LSC_MOST_PIPELINE_RANKS)
    return;
  side->runs = lsc_runs_load (side->sources, LSC_LOAD_FOR_PIPELINE, 0, job, failures);
  if (side->runs->len > 0)
    side->pipeline = lsc_pipeline_new (side->runs, &options, job, NULL);
}

static gboolean
read_side (Side *side, LscJob *job, GError **error)
{
  if (side->set == NULL)
    side->set = lsc_side_set_new (side->sources, job, error);
  if (side->set == NULL)
    return FALSE;
  find_pipelines (side, job);
  return TRUE;
}

/* What is drawn of it; without it the document lacks a chapter. */
static void
find_timeline (Side *self, const LscComparison *comparison, LscSide side, LscJob *job)
{
  const GPtrArray *ranks = comparison->compare->ranks;
  LscSource *source =
      ranks->len > 0 ? lsc_comparison_find_source (comparison, side,
                                                   ((LscRankChange *) ranks->pdata[0])->rank[side])
                     : NULL;
  g_autoptr (LscTimeline) whole = NULL;

  if (source != NULL)
    whole = lsc_timeline_load (source, 0, job, NULL);
  if (whole != NULL)
    self->timeline = lsc_timeline_pick (whole, lsc_node_is_telling);
}

/* Adds what is pinned, made anew. */
static void
add_pins (Report *self, LscReport *report, const LscCompare *compare, LscJob *job)
{
  static const LscQueryLoader loader = { lsc_timeline_load, lsc_run_load, 0 };
  GPtrArray *const sources[LSC_N_SIDES] = { self->sides[LSC_BEFORE].sources,
                                            self->sides[LSC_AFTER].sources };

  if (self->pins == NULL || self->pins->len == 0)
    return;
  self->maker = lsc_pin_maker_new (sources, &loader, job);
  lsc_pin_maker_set_compare (self->maker, compare);
  if (self->summary != NULL)
    lsc_pin_maker_set_judged (self->maker, self->summary->overview, self->summary->findings);
  lsc_report_add_pins (report, self->pins, self->maker);
  if (self->is_pins_only)
    lsc_report_keep_pins_only (report);
}

static LscReport *
make_pair (Report *self, LscJob *job, GError **error)
{
  Side *before = &self->sides[LSC_BEFORE], *after = &self->sides[LSC_AFTER];
  const char *names[LSC_N_SIDES] = { before->name, after->name };
  g_autoptr (LscComparison) comparison = NULL;
  LscReport *report;
  LscReportPair pair = { .places = { before->place, after->place } };

  if (!read_side (before, job, error) || !read_side (after, job, error))
    return NULL;
  comparison = lsc_comparison_new (before->set, after->set, names, job, error);
  if (comparison == NULL)
    return NULL;
  pair.compare = comparison->compare;
  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      find_timeline (&self->sides[i], comparison, i, job);
      pair.pipelines[i] = self->sides[i].pipeline;
      pair.timelines[i] = self->sides[i].timeline;
    }
  report = lsc_report_new_pair (&pair, &(LscReportWish){ NULL, NULL });
  add_pins (self, report, comparison->compare, job);
  return report;
}

static LscReport *
make_single (Report *self, LscJob *job, GError **error)
{
  Side *side = &self->sides[LSC_BEFORE];
  const char *names[LSC_N_SIDES] = { NULL, NULL };
  g_autoptr (LscComparison) parts = NULL;
  g_autoptr (LscVerdicts) verdicts = NULL;
  LscReport *report;

  if (self->summary == NULL)
    self->summary = lsc_rank_summary_new (side->sources, NULL, job, error);
  if (self->summary == NULL || !read_side (side, job, error))
    return NULL;
  parts = lsc_comparison_new (side->set, side->set, names, job, error);
  if (parts == NULL)
    return NULL;
  if (side->pipeline != NULL)
    verdicts = lsc_verdicts_new (side->pipeline, job, NULL);
  report = lsc_report_new_single (&(LscReportSingle){ .place = side->place,
                                                      .overview = self->summary->overview,
                                                      .findings = self->summary->findings,
                                                      .parts = parts->compare,
                                                      .pipeline = side->pipeline,
                                                      .verdicts = verdicts },
                                  &(LscReportWish){ NULL, NULL });
  add_pins (self, report, NULL, job);
  return report;
}

static gpointer
run_report (gpointer data, LscJob *job, GError **error)
{
  Report *self = ((LscLoaderWork *) data)->extra;
  g_autoptr (LscReport) report = self->sides[LSC_AFTER].sources != NULL
                                     ? make_pair (self, job, error)
                                     : make_single (self, job, error);

  return report != NULL && lsc_report_write (report, self->path, job, error) ? g_strdup (self->path)
                                                                             : NULL;
}

static void
on_written (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  g_autofree char *path = result;

  _lsc_loader_tell (owner, path, data, error);
}

/**
 * lsc_loader_write_report:
 * @wish: gets the path that was written, or why it was not
 *
 * Writes a document of one recording, or of two; what was read before is taken from memory.
 */
void
lsc_loader_write_report (LscLoader *self, const LscReportOf *what, const LscTaskWish *wish)
{
  LscLoaderWork *work;
  Report *report;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = _lsc_loader_work_new (self, wish);
  report = g_new0 (Report, 1);
  report->path = g_strdup (what->path);
  report->pins = what->pins != NULL ? g_ptr_array_ref (what->pins) : NULL;
  report->is_pins_only = what->is_pins_only;
  for (guint i = 0; i < LSC_N_SIDES; i++)
    if (what->clusters[i] != NULL)
      {
        Side *side = &report->sides[i];
        LscSideSet *known = g_hash_table_lookup (self->sides, what->clusters[i]->sources);

        side->sources = g_ptr_array_ref (what->clusters[i]->sources);
        side->set = known != NULL ? lsc_side_set_ref (known) : NULL;
        side->name = g_strdup (what->names[i]);
        side->place = g_path_get_basename (what->clusters[i]->path);
      }
  if (what->clusters[LSC_AFTER] == NULL)
    {
      LscRankSummary *known =
          g_hash_table_lookup (self->wholes, what->clusters[LSC_BEFORE]->sources);

      report->summary = known != NULL ? lsc_rank_summary_ref (known) : NULL;
    }
  work->extra = report;
  work->free_extra = report_free;
  _lsc_loader_start (work, _ ("Writing a report"), run_report, g_free, on_written);
}
