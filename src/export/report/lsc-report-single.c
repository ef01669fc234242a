/* lsc-report-single.c - the document of one recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-single.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "draw/overview/lsc-overview-rows.h"
#include "draw/overview/lsc-rank-sheet.h"
#include "export/report/lsc-report-pipeline.h"
#include "export/report/lsc-report-private.h"
#include "export/report/lsc-report-communication.h"
#include "export/report/lsc-report-operators.h"
#include "export/report/lsc-report-memory.h"
#include "export/report/lsc-report-stragglers.h"
#include "model/lsc-rank-name.h"

#define MOST_ROWS 16
#define MOST_PLACES 2 /* of a finding: where it is seen, and what it is compared with */
#define MOST_POINTS 5
#define MOST_BARS_PX 420.0

/* ---- the chart of ranks ---- */

static LscPage *
make_ranks_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscPageOptions options = { .is_whole = TRUE, .is_figure = TRUE, .keep_theme = TRUE };
  LscRankChart chart;

  lsc_rank_chart_init (&chart, data);
  chart.theme = frame->theme;
  chart.port.width = frame->width;
  chart.port.height = frame->height;
  if (frame->is_paper)
    options.room_px = frame->height;
  return lsc_rank_sheet_new (&chart, &options, context);
}

static void
free_rows (gpointer rows)
{
  lsc_rank_rows_free (rows);
}

static void
add_ranks (LscReportSection *section, const LscOverview *overview)
{
  LscRankRows *rows =
      lsc_overview_rows_new (overview, &(LscOverviewChoice){ .order = LSC_OVERVIEW_BY_STAGE });
  LscReportItem *item;
  LscRankChart chart;

  lsc_rank_chart_init (&chart, rows);
  if (lsc_rank_chart_is_empty (&chart))
    {
      lsc_rank_rows_free (rows);
      return;
    }
  item = lsc_report_add_chart (section, _ ("Where the step of each rank goes"), make_ranks_page,
                               rows, free_rows);
  item->height_share =
      (MIN (lsc_rank_chart_content_height (&chart), MOST_BARS_PX) + 110) / LSC_REPORT_CHART_WIDTH;
}

/* ---- the first page ---- */

static void
take_phrase (GPtrArray *points, const LscPhrase *phrase)
{
  if (phrase && points->len < MOST_POINTS)
    g_ptr_array_add (points, lsc_phrase_to_words (phrase));
}

static void
add_answer (LscReport *report, const LscReportSingle *single)
{
  LscReportSection *section = lsc_report_add_section (report, "answer", NULL);
  GPtrArray *points = g_ptr_array_new_with_free_func (g_free);
  const GPtrArray *lines = single->overview->lines;

  add_ranks (section, single->overview);
  for (guint i = 1; i < lsc_findings_count_outstanding (single->findings); i++) /* the first one
                                                                                  stands above */
    take_phrase (points, lsc_findings_get_outstanding (single->findings, i)->text);
  for (guint i = 1; i < lines->len; i++)
    if (!lsc_findings_replaces_line (single->findings, single->overview, i)) /* it stands above */
      take_phrase (points, lines->pdata[i]);
  lsc_report_take_points (section, points);
}

/* ---- findings ---- */

/* "rank 3: aclnnMatmul, 1.2 ms: …" */
static char *
say_place (const LscEvidencePlace *place)
{
  g_autofree char *name = place->name ? _lsc_report_short_name (place->name) : NULL;
  g_autofree char *length =
      lsc_format_duration (place->end_ns - place->begin_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *text = place->text ? lsc_phrase_to_words (place->text) : g_strdup ("");
  g_autofree char *folder = place->folder ? _lsc_report_short_name (place->folder) : NULL;
  g_autoptr (LscPhrase) phrase = lsc_rank_name_new (place->rank, folder);
  g_autofree char *rank = lsc_phrase_to_words (phrase);

  if (!name || *name == '\0')
    return g_strdup_printf (_ ("Seen on %s, %s. %s"), rank, length, text);
  return g_strdup_printf (_ ("Seen on %s: %s, %s. %s"), rank, name, length, text);
}

static void
add_finding (LscReportSection *section, const LscFinding *finding)
{
  GPtrArray *points = g_ptr_array_new_with_free_func (g_free);

  if (finding->remedy)
    {
      g_autofree char *remedy = lsc_phrase_to_words (finding->remedy);

      g_ptr_array_add (points, g_strdup_printf (_ ("What can be done: %s"), remedy));
    }
  if (finding->unknown)
    {
      g_autofree char *unknown = lsc_phrase_to_words (finding->unknown);

      g_ptr_array_add (points, g_strdup_printf (_ ("Not known: %s"), unknown));
    }
  for (guint i = 0; i < MIN (finding->places->len, MOST_PLACES); i++)
    g_ptr_array_add (points, say_place (finding->places->pdata[i]));
  lsc_report_take_points (section, points)->title = lsc_phrase_to_words (finding->text);
}

static void
add_findings (LscReport *report, const LscFindings *findings)
{
  static const char *const columns[] = { "text",    "severity", "certainty", "share",
                                         "gain_ns", "ranks",    NULL };
  LscReportSection *section = lsc_report_add_section (report, "findings", _ ("Findings"));

  lsc_report_take_text (section, lsc_phrase_to_words (findings->headline));
  for (guint i = 0; i < lsc_findings_count_outstanding (findings); i++)
    add_finding (section, lsc_findings_get_outstanding (findings, i));
  if (findings->rows->len > 0)
    lsc_report_take_table (section, _ ("All findings, with minor ones"),
                           lsc_findings_get_table (findings), columns)
        ->most_rows = MOST_ROWS;
}

/* ---- tables ---- */

static const char *const category_columns[] = { "name", "ns", "share", NULL };
static const char *const part_columns[] = { "name", "category", "ns", "share", "count", NULL };

static void
add_parts (LscReport *report, const LscCompare *parts, LscCompareList list, const char *id,
           const char *title)
{
  LscTable *table = lsc_compare_get_parts_table (parts, list);
  LscReportSection *section;

  if (lsc_table_get_n_rows (table) == 0)
    {
      lsc_table_unref (table);
      return;
    }
  section = lsc_report_add_section (report, id, title);
  lsc_report_take_table (section, _ ("Means a step and rank; the rows add up to the step"), table,
                         list == LSC_COMPARE_CATEGORIES ? category_columns : part_columns)
      ->most_rows = list == LSC_COMPARE_CATEGORIES ? 0 : MOST_ROWS;
}

static void
add_table (LscReportSection *section, const char *caption, LscTable *table,
           const char *const *columns)
{
  if (lsc_table_get_n_rows (table) > 0)
    lsc_report_take_table (section, caption, table, columns)->most_rows = MOST_ROWS;
  else
    lsc_table_unref (table);
}

static void
add_overview (LscReport *report, const LscOverview *overview)
{
  static const char *const ranks[] = { "rank",       "stage",          "steps",        "step_ns",
                                       "compute_ns", "comm_ns",        "comm_wait_ns", "bubble_ns",
                                       "waited_ns",  "caused_wait_ns", "slow",         NULL };
  LscReportSection *section = lsc_report_add_section (report, "ranks", _ ("Rank by rank"));

  add_table (section, _ ("Medians of the steps"), lsc_overview_get_table (overview), ranks);
  add_table (section, _ ("Who waits for whom, sums over all steps"),
             lsc_overview_get_waits_table (overview), NULL);
}

/* ---- pipelines ---- */

static void
add_pipelines (LscReport *report, const LscReportSingle *single)
{
  static const char *const columns[] = { "step",    "cause", "stage", "rank",      "peer_stage",
                                         "gain_ns", "share", "text",  "certainty", NULL };
  LscReportSection *section;

  if (!single->pipeline)
    return;
  section = lsc_report_add_section (report, "pipeline", _ ("Pipeline"));
  lsc_report_add_pipeline (section, _ ("The step of median length"),
                           &(LscReportPipeline){ single->pipeline, NULL }, NULL);
  if (single->verdicts)
    add_table (section, _ ("What makes the pipeline longer, and what another schedule would bring"),
               lsc_verdicts_table (single->verdicts), columns);
}

/* ---- how it was measured ---- */

static void
add_method (LscReport *report, const LscReportSingle *single)
{
  LscReportSection *section = lsc_report_add_section (report, "method", _ ("How it was measured"));
  GPtrArray *points = g_ptr_array_new_with_free_func (g_free);

  if (single->place)
    {
      g_autofree char *name = lsc_visible_line (single->place);

      g_ptr_array_add (points, g_strdup_printf (_ ("Recording: %s."), name));
    }
  if (report->date)
    g_ptr_array_add (points, g_strdup_printf (_ ("Recorded on %s."), report->date));
  g_ptr_array_add (points, g_strdup_printf (ngettext ("%u rank was read.", "%u ranks were read.",
                                                      single->overview->ranks->len),
                                            single->overview->ranks->len));
  if (single->overview->doubt)
    g_ptr_array_add (points, lsc_phrase_to_words (single->overview->doubt));
  for (guint i = 0; i < single->findings->silent->len; i++)
    g_ptr_array_add (points, lsc_phrase_to_words (
                                 ((LscSilentRule *) single->findings->silent->pdata[i])->reason));
  g_ptr_array_add (points, g_strdup_printf (_ ("Made by Lanescope %s."), LSC_VERSION));
  lsc_report_take_points (section, points);
}

/* ---- what is not known ---- */

static void
add_unknown (LscReport *report, const LscLacks *lacks)
{
  GPtrArray *points;

  if (lacks->bits == 0)
    return;
  points = g_ptr_array_new_with_free_func (g_free);
  _lsc_report_list_unknown (points, lacks, NULL);
  lsc_report_take_points (
      lsc_report_add_section (report, "not_known", _ ("What the recording lacks")), points);
}

/* ---- all of it ---- */

/* The whole of what the headline says in short, then what else there is to say. */
static char *
say_detail (const LscReportSingle *single)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  LscPhrase *remark = lsc_findings_say_remark (single->findings, single->overview);
  g_autoptr (LscPhrase) all = NULL;

  if (single->findings->detail)
    g_ptr_array_add (parts, lsc_phrase_copy (single->findings->detail));
  if (remark)
    g_ptr_array_add (parts, remark);
  if (parts->len == 0)
    return NULL;
  all = lsc_phrase_new_joined (" ", parts);
  return lsc_phrase_to_words (all);
}

static void
fill_cover (LscReport *self, const LscReportSingle *single, const LscReportWish *wish)
{
  const LscOverview *overview = single->overview;
  g_autofree char *place = _lsc_report_short_name (single->place ? single->place : "");

  self->title = wish->title ? lsc_visible_line (wish->title) : g_strdup (_ ("Where the step goes"));
  self->author = wish->author ? lsc_visible_line (wish->author) : NULL;
  self->created_ns = MAX (single->parts->recorded_ns[LSC_BEFORE], 0);
  self->date = _lsc_report_date (self->created_ns);
  self->headline = lsc_phrase_to_words (single->findings->answer);
  self->detail = say_detail (single);
  self->about = g_strdup_printf (ngettext ("%s, %u rank", "%s, %u ranks", overview->ranks->len),
                                 place, overview->ranks->len);
}

/**
 * lsc_report_new_single:
 *
 * Tells where the step of a recording goes: answer, findings with their evidence, categories,
 * modules, ops, ranks, pipeline with its verdicts, operators, communication, memory, stragglers,
 * what the recording lacks, and how it was measured (exports.md#report).
 *
 * Returns: (transfer full):
 */
LscReport *
lsc_report_new_single (const LscReportSingle *single, const LscReportWish *wish)
{
  LscReport *self;

  g_return_val_if_fail (single && wish, NULL);
  self = lsc_report_new ();
  fill_cover (self, single, wish);
  add_answer (self, single);
  add_findings (self, single->findings);
  add_parts (self, single->parts, LSC_COMPARE_CATEGORIES, "categories", _ ("Where the step went"));
  add_parts (self, single->parts, LSC_COMPARE_MODULES, "modules", _ ("By module"));
  add_parts (self, single->parts, LSC_COMPARE_OPS, "ops", _ ("By op"));
  add_overview (self, single->overview);
  add_pipelines (self, single);
  lsc_report_add_operators_section (self, single->operators);
  lsc_report_add_communication_section (self, single->communication);
  lsc_report_add_memory_section (self, single->memory, single->memory_ranks, NULL);
  lsc_report_add_straggler_section (self, single->stragglers);
  add_unknown (self, &single->lacks);
  add_method (self, single);
  return self;
}
