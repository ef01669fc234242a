/* lsc-report-single.c - the document of one recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-single.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "draw/overview/lsc-overview-rows.h"
#include "draw/overview/lsc-rank-sheet.h"
#include "export/report/lsc-report-findings.h"
#include "export/report/lsc-report-lead.h"
#include "export/report/lsc-report-method.h"
#include "export/report/lsc-report-pipeline.h"
#include "export/report/lsc-report-private.h"
#include "export/report/lsc-report-rank-bars.h"
#include "export/report/lsc-report-ranks.h"
#include "export/report/lsc-report-schedule.h"
#include "export/report/lsc-report-sentences.h"
#include "export/report/lsc-report-communication.h"
#include "export/report/lsc-report-operators.h"
#include "export/report/lsc-report-memory.h"
#include "export/report/lsc-report-stragglers.h"
#include "model/lsc-rank-name.h"

#define MOST_SHARES 6 /* bars of the first page */
#define MOST_ROWS 16
#define HALF_ROWS 8  /* of a table that shares a page */
#define FEW_ROWS 5   /* of one that fills a page */
#define LIMIT_ROWS 9 /* of operators where computing is the answer */
#define LEAST_RANKS 5
#define MOST_TITLE_WORDS 20
#define MOST_POINTS 5
#define MOST_BARS_PX 420.0
#define AROUND_BARS_PX 110

/* ---- the chart of ranks ---- */

/* (nullable): the numbers of the chosen ones; %NULL = all */
static GArray *
list_numbers (const LscOverview *overview, const GArray *chosen)
{
  GArray *numbers;

  if (chosen->len >= overview->ranks->len)
    return NULL;
  numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < chosen->len; i++)
    {
      gint64 rank = lsc_overview_get_rank (overview, g_array_index (chosen, guint32, i))->rank;

      g_array_append_val (numbers, rank);
    }
  return numbers;
}

static char *
say_shown (const LscOverview *overview, const GArray *chosen)
{
  guint n = lsc_report_count_stages (overview, chosen);
  guint n_all = lsc_report_count_stages (overview, NULL);

  if (chosen->len >= overview->ranks->len)
    return g_strdup (_ ("Where the step of each rank goes"));
  if (n < n_all)
    return g_strdup_printf (_ ("Where the step of each rank goes: %u of %u ranks, of %u of %u "
                               "stages: those of the cause, then those of the nearest stages"),
                            chosen->len, overview->ranks->len, n, n_all);
  return g_strdup_printf (_ ("Where the step of each rank goes; of %u ranks those that are the "
                             "cause, their peers, then the first of each stage"),
                          overview->ranks->len);
}

/* @numbers: (nullable): of the ranks that are shown; %NULL = all */
static void
add_rank_bars (LscReportSection *section, const char *title, const LscOverview *overview,
               const GArray *numbers)
{
  LscOverviewChoice choice = { .order = LSC_OVERVIEW_BY_STAGE, .ranks = numbers };
  LscRankRows *rows = lsc_overview_rows_new (overview, &choice);

  lsc_report_take_rank_bars (section, title, rows, MOST_BARS_PX, AROUND_BARS_PX);
}

static void
add_ranks (LscReportSection *section, const LscOverview *overview, const LscFinding *cause)
{
  g_autoptr (GArray) chosen = lsc_report_choose_ranks (overview, cause);
  g_autoptr (GArray) numbers = list_numbers (overview, chosen);
  g_autofree char *title = say_shown (overview, chosen);

  add_rank_bars (section, title, overview, numbers);
}

/* Of more ranks than the first page shows. */
static void
add_all_ranks (LscReportSection *section, const LscOverview *overview, const GArray *chosen)
{
  guint n = section->items->len;

  if (chosen->len >= overview->ranks->len)
    return;
  add_rank_bars (section, _ ("Where the step of each rank goes, all ranks"), overview, NULL);
  if (section->items->len > n)
    ((LscReportItem *) section->items->pdata[n])->is_extra = TRUE;
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
  const LscFinding *cause = lsc_report_get_cause (single->findings, single->overview);

  if (single->overview->ranks->len > 1 || cause || !single->operators)
    add_ranks (section, single->overview, cause);
  if (single->overview->ranks->len == 1 && single->operators)
    lsc_report_add_shares (section, _ ("What the device does, by kind of kernel"),
                           single->families ? single->families : single->operators, MOST_SHARES,
                           NULL);
  for (guint i = 1; i < lsc_findings_count_outstanding (single->findings); i++) /* the first one
                                                                                  stands above */
    take_phrase (points, lsc_findings_get_outstanding (single->findings, i)->text);
  for (guint i = 1; i < lines->len; i++)
    if (!lsc_findings_replaces_line (single->findings, single->overview, i)) /* it stands above */
      take_phrase (points, lines->pdata[i]);
  lsc_report_take_points (section, points)->is_extra = TRUE; /* their chapters have them */
}

/* ---- tables ---- */

static const char *const category_columns[] = { "name", "ns", "share", NULL };
static const char *const part_columns[] = { "name", "category", "ns", "share", "count", NULL };

typedef struct
{
  gint64 ns;
  guint32 row;
} PartOrder;

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const PartOrder *x = a, *y = b;

  return x->ns != y->ns ? LSC_ORDER (y->ns, x->ns) : LSC_ORDER (x->row, y->row);
}

/* The longest first: a page that has no room for all of them leaves out the shortest.
 * @table: (transfer full) */
static LscTable *
sort_parts (LscTable *table)
{
  g_autoptr (LscTable) all = table;
  gsize n = lsc_table_get_n_rows (all);
  g_autofree PartOrder *order = g_new (PartOrder, n);
  LscTable *sorted = lsc_table_new_like (all);

  for (gsize i = 0; i < n; i++)
    {
      LscValue ns = lsc_table_get_named (all, i, "ns");

      order[i] = (PartOrder){ ns.is_null ? -1 : ns.integer, (guint32) i };
    }
  qsort (order, n, sizeof (PartOrder), compare_parts);
  for (gsize i = 0; i < n; i++)
    lsc_table_append_rows (sorted, all, &order[i].row, 1);
  return sorted;
}

/* Where no modules were recorded all is outside them, which says nothing. */
static gboolean
is_outside_alone (const LscTable *table)
{
  return lsc_table_get_n_rows (table) == 1 && lsc_table_get_named (table, 0, "count").is_null;
}

static void
add_parts (LscReport *report, const LscCompare *parts, LscCompareList list, const char *id,
           const char *title)
{
  LscTable *table = lsc_compare_get_parts_table (parts, list);
  LscReportSection *section;
  LscReportItem *item;

  if (lsc_table_get_n_rows (table) == 0 ||
      (list == LSC_COMPARE_MODULES && is_outside_alone (table)))
    {
      lsc_table_unref (table);
      return;
    }
  section = lsc_report_add_section (report, id, title);
  section->is_joined = TRUE;
  item = lsc_report_take_table (section, _ ("Means a step and rank; the rows add up to the step"),
                                sort_parts (table),
                                list == LSC_COMPARE_CATEGORIES ? category_columns : part_columns);
  item->most_rows = list == LSC_COMPARE_CATEGORIES ? 0 : MOST_ROWS;
  item->side = list == LSC_COMPARE_CATEGORIES ? LSC_REPORT_LEFT : LSC_REPORT_RIGHT;
  item->paper_rows = list == LSC_COMPARE_CATEGORIES ? 0 : HALF_ROWS;
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

/* (transfer full) (nullable): who is slow, where its table does not show by what */
static char *
say_slow (const LscOverview *overview)
{
  g_autofree char *text = overview->n_slow > 0 && overview->lines->len > 1
                              ? lsc_phrase_to_words (overview->lines->pdata[1])
                              : NULL;

  return text ? lsc_report_shorten (text, MOST_TITLE_WORDS, NULL) : NULL;
}

static gboolean
is_chosen (const GArray *chosen, guint32 row)
{
  for (guint i = 0; i < chosen->len; i++)
    if (g_array_index (chosen, guint32, i) == row)
      return TRUE;
  return FALSE;
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscOverview *overview = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const LscOverviewRank *one = lsc_overview_get_rank (overview, x);
  const LscOverviewRank *other = lsc_overview_get_rank (overview, y);

  if (one->has_stage && other->has_stage)
    LSC_RETURN_ORDER (one->stage, other->stage);
  return LSC_ORDER (x, y);
}

/* The table of the ranks, those of the chart first, in the order in which it shows them. */
static LscTable *
sort_ranks (const LscOverview *overview, const GArray *chosen)
{
  g_autoptr (LscTable) all = lsc_overview_get_table (overview);
  g_autoptr (GArray) rows = NULL;
  gsize n = lsc_table_get_n_rows (all);
  LscTable *sorted;

  if (n != overview->ranks->len)
    return g_steal_pointer (&all);
  sorted = lsc_table_new_like (all);
  rows = g_array_copy ((GArray *) chosen);
  g_array_sort_with_data (rows, compare_places, (gpointer) overview);
  lsc_table_append_rows (sorted, all, (const guint32 *) (gpointer) rows->data, rows->len);
  for (guint32 row = 0; row < n; row++)
    if (!is_chosen (chosen, row))
      lsc_table_append_rows (sorted, all, &row, 1);
  return sorted;
}

static void
add_overview (LscReport *report, const LscOverview *overview, const LscFinding *cause)
{
  /* of waiting what nothing hides, as in the bars, in the parts of a step and in communication */
  static const char *const ranks[] = { "rank",      "stage",          "steps",
                                       "step_ns",   "compute_ns",     "comm_wait_ns",
                                       "bubble_ns", "caused_wait_ns", "slow",
                                       NULL };
  LscReportSection *section = lsc_report_add_section (report, "ranks", _ ("Rank by rank"));

  g_autoptr (GArray) chosen = lsc_report_choose_ranks (overview, cause);

  section->message = lsc_report_say_longer (overview);
  if (!section->message)
    section->message = say_slow (overview);
  section->is_extra = overview->ranks->len < LEAST_RANKS; /* the chart tells all of fewer */
  add_table (section,
             _ ("As in the bars, of the step of median length; what ranks wait for each one is a "
                "median of the steps and includes what computation hides"),
             sort_ranks (overview, chosen), ranks);
  if (section->items->len > 0)
    ((LscReportItem *) section->items->pdata[0])->says_once = TRUE;
  add_all_ranks (section, overview, chosen);
  add_table (section, _ ("Who waits for whom, sums over the steps that count"),
             lsc_overview_get_waits_table (overview), NULL);
}

/* ---- pipelines ---- */

/* Which of the pipelines is drawn, and which step. */
static char *
say_drawn (const LscPipeline *pipeline, const LscPipelineGroup *group, gsize index)
{
  const LscPipelineStep *step = &group->steps[index];
  g_autofree char *which =
      step->has_id ? g_strdup_printf (_ ("step %" PRId64), step->id) : g_strdup (_ ("the step"));
  g_autofree char *name = lsc_report_name_pipeline (group);
  guint n = pipeline->groups->len;

  return n > 1 ? g_strdup_printf (_ ("Pipeline %s, one of %u; %s of median length"), name, n, which)
               : g_strdup_printf (_ ("Pipeline %s; %s of median length"), name, which);
}

static void
add_pipelines (LscReport *report, const LscReportSingle *single)
{
  static const char *const columns[] = { "step",    "cause", "stage", "rank",      "peer_stage",
                                         "gain_ns", "share", "text",  "certainty", NULL };
  const LscFinding *cause = lsc_report_get_cause (single->findings, single->overview);
  const GArray *ranks = cause ? cause->ranks : NULL;
  const LscInt64s *counted = &single->parts->steps[LSC_BEFORE].steps;
  LscReportIdle idle = { single->pipeline, lsc_report_find_group (single->pipeline, ranks), 0,
                         single->verdicts, ranks };
  g_autofree char *title = NULL;
  LscReportSection *section;
  LscReportItem *chart;

  if (!idle.group)
    return;
  idle.step = lsc_report_find_step (idle.group, counted);
  section = lsc_report_add_section (report, "pipeline", _ ("Pipeline"));
  section->message = lsc_report_say_idle (&idle);
  lsc_report_take_idle (section, &idle);
  title = say_drawn (single->pipeline, idle.group, idle.step);
  chart = lsc_report_add_pipeline (
      section, title, &(LscReportPipeline){ single->pipeline, NULL, ranks, counted }, NULL);
  if (chart)
    chart->text = lsc_report_say_window (&idle, single->overview->step_ns);
  if (single->verdicts)
    add_table (section, _ ("What makes the pipeline longer, and what another schedule would bring"),
               lsc_verdicts_table (single->verdicts), columns);
}

/* ---- what computes ---- */

static LscReportSection *
find_section (const LscReport *report, const char *id)
{
  for (guint i = 0; i < report->sections->len; i++)
    if (g_str_equal (lsc_report_get (report, i)->id, id))
      return report->sections->pdata[i];
  return NULL;
}

/* (transfer full) (nullable): which op takes most; what is no op has no count */
static char *
say_most (const LscTable *ops)
{
  gsize row = 0;

  while (row + 1 < lsc_table_get_n_rows (ops) && lsc_table_get_named (ops, row, "count").is_null)
    row++;

  LscValue name = lsc_table_get_named (ops, row, "name");
  LscValue share = lsc_table_get_named (ops, row, "share");
  g_autofree char *part = share.is_null ? NULL : lsc_format_share (share.real);
  g_autofree char *brief = name.is_null ? NULL : _lsc_report_short_name (name.text);

  return part && brief ? g_strdup_printf (_ ("%s takes most: %s of the step"), brief, part) : NULL;
}

static void
add_ops (LscReport *report, const LscReportSingle *single)
{
  LscReportSection *ops;

  add_parts (report, single->parts, LSC_COMPARE_OPS, "ops", _ ("By op"));
  ops = find_section (report, "ops");
  if (!ops || !find_section (report, "modules"))
    return;
  ops->message = say_most (((LscReportItem *) ops->items->pdata[0])->table);
  ops->is_extra = TRUE;
  ((LscReportItem *) ops->items->pdata[0])->side = LSC_REPORT_WIDE;
  ((LscReportItem *) ops->items->pdata[0])->paper_rows = FEW_ROWS;
}

/* One page: operators, then what a step consists of beside its modules, or its ops without any. */
static void
add_computing (LscReport *report, const LscReportSingle *single)
{
  lsc_report_add_operators_section (report, single->operators);
  add_parts (report, single->parts, LSC_COMPARE_CATEGORIES, "categories",
             _ ("Where the step went"));
  add_parts (report, single->parts, LSC_COMPARE_MODULES, "modules", _ ("By module"));
  add_ops (report, single);
  if (!find_section (report, "operators") && find_section (report, "categories"))
    find_section (report, "categories")->is_joined = FALSE;
}

/* Of one rank, or where computing is the answer: what kinds of work it is, and in which modules,
 * then by operator. */
static void
add_limit (LscReport *report, const LscReportSingle *single)
{
  LscReportSection *operators;

  lsc_report_add_families_section (report, single->families);
  if (!find_section (report, "families"))
    {
      add_computing (report, single);
      return;
    }
  add_parts (report, single->parts, LSC_COMPARE_CATEGORIES, "categories",
             _ ("Where the step went"));
  add_parts (report, single->parts, LSC_COMPARE_MODULES, "modules", _ ("By module"));
  lsc_report_add_operators_section (report, single->operators);
  operators = find_section (report, "operators");
  if (operators) /* alone on its page */
    ((LscReportItem *) operators->items->pdata[operators->items->len - 1])->paper_rows = LIMIT_ROWS;
  add_ops (report, single);
}

/* ---- how it was measured ---- */

static void
add_method (LscReport *report, const LscReportSingle *single, const LscReportWish *wish)
{
  LscReportSection *section = lsc_report_add_section (report, "method", _ ("How it was measured"));
  GPtrArray *points = g_ptr_array_new_with_free_func (g_free);
  LscReportItem *item;

  section->is_kept = TRUE;

  if (single->place)
    {
      g_autofree char *name = lsc_visible_line (single->place);

      g_ptr_array_add (points, g_strdup_printf (_ ("Recording: %s."), name));
    }
  if (report->date)
    g_ptr_array_add (points, g_strdup_printf (_ ("Recorded on %s."), report->date));
  if (!single->digests)
    g_ptr_array_add (points, g_strdup_printf (ngettext ("%u rank was read.", "%u ranks were read.",
                                                        single->overview->ranks->len),
                                              single->overview->ranks->len));
  lsc_report_take_measured (points, single->digests);
  if (single->overview->doubt)
    g_ptr_array_add (points, lsc_phrase_to_words (single->overview->doubt));
  for (guint i = 0; i < single->findings->silent->len; i++)
    g_ptr_array_add (points, lsc_phrase_to_words (
                                 ((LscSilentRule *) single->findings->silent->pdata[i])->reason));
  lsc_report_take_made (points, wish);
  item = lsc_report_take_points (section, points);
  item->is_small = TRUE;
  section->is_joined = find_section (report, "not_known") != NULL;
  item->side = section->is_joined ? LSC_REPORT_RIGHT : LSC_REPORT_WIDE;
}

/* ---- what is not known ---- */

static void
add_unknown (LscReport *report, const LscReportSingle *single)
{
  LscLacks lacks = single->lacks;
  LscReportSection *section;
  LscReportItem *item;
  GPtrArray *points;

  if (single->overview->ranks->len == 1) /* which one it is says nothing about it */
    lacks.bits &= ~((guint64) 1 << LSC_UNKNOWN_NO_RANK);
  if (lacks.bits == 0)
    return;
  section = lsc_report_add_section (report, "not_known", _ ("What the recording lacks"));
  section->is_kept = TRUE;
  points = g_ptr_array_new_with_free_func (g_free);
  _lsc_report_list_unknown (points, &lacks, NULL);
  item = lsc_report_take_points (section, points);
  item->is_small = TRUE;
  item->side = LSC_REPORT_LEFT;
}

/* ---- all of it ---- */

/* What all findings cost is said beside the first one. */
static char *
drop_total (char *words, const LscFindings *findings)
{
  g_autofree char *total = findings->total ? lsc_phrase_to_words (findings->total) : NULL;

  if (total && g_str_has_prefix (words, total))
    memmove (words, words + strlen (total), strlen (words + strlen (total)) + 1);
  return g_strstrip (words);
}

/* Where the device is the limit the rest of the step is a part of the answer. */
static char *
drop_rest (char *words, const LscFindings *findings)
{
  g_autofree char *rest = findings->rest ? lsc_phrase_to_words (findings->rest) : NULL;

  return rest ? lsc_report_cut_words (words, rest) : words;
}

static void
fill_cover (LscReport *self, const LscReportSingle *single, const LscReportWish *wish)
{
  const LscOverview *overview = single->overview;
  g_autofree char *place = _lsc_report_short_name (single->place ? single->place : "");
  g_autoptr (LscPhrase) remark = NULL;

  self->title = wish->title ? lsc_visible_line (wish->title) : g_strdup (_ ("Where the step goes"));
  self->author = wish->author ? lsc_visible_line (wish->author) : NULL;
  self->created_ns = MAX (single->parts->recorded_ns[LSC_BEFORE], 0);
  self->date = _lsc_report_date (self->created_ns);
  lsc_report_fill_lead (self, single->findings, overview);
  remark = lsc_findings_say_remark (single->findings, overview, NULL);
  self->detail = remark ? drop_total (lsc_phrase_to_words (remark), single->findings) : NULL;
  if (self->detail && !lsc_report_get_cause (single->findings, overview))
    self->detail = drop_rest (self->detail, single->findings);
  self->is_full = wish->is_full;
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
  const LscFinding *cause;
  LscReport *self;

  g_return_val_if_fail (single && wish, NULL);
  cause = lsc_report_get_cause (single->findings, single->overview);
  self = lsc_report_new ();
  fill_cover (self, single, wish);
  add_answer (self, single);
  if (!cause) /* the device is the limit */
    add_limit (self, single);
  lsc_report_add_findings_section (self, single->findings, single->overview);
  add_overview (self, single->overview, cause);
  add_pipelines (self, single);
  if (cause && single->overview->ranks->len == 1)
    add_limit (self, single);
  else if (cause)
    add_computing (self, single);
  lsc_report_add_communication_section (self, single->communication);
  lsc_report_add_memory_section (self, single->memory, single->memory_ranks, single->memory_ops,
                                 NULL);
  lsc_report_add_straggler_section (self, single->stragglers);
  add_unknown (self, single);
  add_method (self, single, wish);
  return self;
}
