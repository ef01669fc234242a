/* lsc-report-pair.c - the document of a comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pair.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "base/lsc-words.h"
#include "export/report/lsc-report-chips.h"
#include "export/report/lsc-report-sentences.h"
#include "export/report/lsc-report-method.h"
#include "export/report/lsc-report-op-changes.h"
#include "export/report/lsc-report-pair-answer.h"
#include "export/report/lsc-report-pair-ranks.h"
#include "export/report/lsc-report-pair-steps.h"
#include "export/report/lsc-report-pipeline.h"
#include "export/report/lsc-report-private.h"
#include "export/report/lsc-report-timeline.h"
#include "export/report/lsc-report-waterfall.h"

#define MOST_CHANGES 14
#define PAPER_ROWS 8     /* of a table that shares a page */
#define HALF_ROWS 6      /* of one that has half of it */
#define FEW_ROWS 3       /* of one that fills a page, if it has no room for more */
#define STEADY_PARTS 200 /* a step that changes by less than one of them hardly does */

/* ---- the chapters ---- */

static const char *const change_columns[] = { "name",         "before_ns", "after_ns",
                                              "delta_ns",     "change",    "share_of_change",
                                              "significance", NULL };
/* Where the step hardly changes, shares of its change are large and say nothing. */
static const char *const steady_columns[] = { "name",   "before_ns",    "after_ns", "delta_ns",
                                              "change", "significance", NULL };
static const char *const op_columns[] = { "name",         "before_ns",       "after_ns",
                                          "delta_ns",     "change",          "before_count",
                                          "after_count",  "count_effect_ns", "speed_effect_ns",
                                          "significance", "match",           NULL };
static const char *const module_columns[] = { "name",         "before_ns", "after_ns",
                                              "delta_ns",     "change",    "share_of_change",
                                              "significance", "match",     NULL };

static const char *const steady_module_columns[] = { "name",     "before_ns", "after_ns",
                                                     "delta_ns", "change",    "significance",
                                                     "match",    NULL };

static gboolean
is_steady (const LscCompare *compare)
{
  gint64 delta_ns = compare->total->step_delta_ns, before_ns = compare->total->step_ns[LSC_BEFORE];

  return delta_ns == LSC_INT_NULL || before_ns == LSC_INT_NULL ||
         ABS (delta_ns) < before_ns / STEADY_PARTS;
}

/* Of lists whose table says the same in less room. */
static void
add_extra_bars (LscReportSection *section, const LscCompare *compare, LscCompareList list,
                const char *title)
{
  guint n = section->items->len;

  lsc_report_add_waterfall (section, compare, list, title);
  if (section->items->len > n && compare->ranks->len > 1)
    ((LscReportItem *) section->items->pdata[n])->is_extra = TRUE;
}

static void
add_list (LscReport *report, const LscCompare *compare, LscCompareList list, const char *id,
          const char *title, const char *const *columns)
{
  LscTable *table = lsc_compare_get_table (compare, compare->total, list);
  LscReportSection *section;
  LscReportItem *item;

  if (lsc_table_get_n_rows (table) == 0)
    {
      lsc_table_unref (table);
      return;
    }
  section = lsc_report_add_section (report, id, title);
  section->is_extra = list != LSC_COMPARE_CATEGORIES && compare->ranks->len > 1;
  if (list != LSC_COMPARE_CATEGORIES)
    section->message = lsc_report_say_largest (compare, list);
  if (list != LSC_COMPARE_CATEGORIES)
    add_extra_bars (section, compare, list,
                    list == LSC_COMPARE_MODULES
                        ? _ ("A step before and after, and the modules that its change consists of")
                        : _ ("A step before and after, and the ops that its change consists of"));
  item = lsc_report_take_table (section,
                                _ ("Means per step and rank, each moment counted once; differences "
                                   "are after - before and add up to that of the step"),
                                table, columns);
  item->most_rows = list == LSC_COMPARE_CATEGORIES ? 0 : MOST_CHANGES;
  item->paper_rows = list == LSC_COMPARE_CATEGORIES ? 0 : FEW_ROWS;
}

static void
add_table (LscReport *report, const char *id, const char *title, const char *caption,
           LscTable *table, gsize most_rows)
{
  LscReportSection *section;

  if (lsc_table_get_n_rows (table) == 0)
    {
      lsc_table_unref (table);
      return;
    }
  section = lsc_report_add_section (report, id, title);
  lsc_report_take_table (section, caption, table, NULL)->most_rows = most_rows;
}

/* ---- pipelines ---- */

/* (transfer full) (nullable): why the axis ends before the steps do */
static char *
say_windows (const LscCompare *compare)
{
  const gint64 *ns = compare->total->step_ns;
  g_autofree char *before = NULL, *after = NULL;

  if (ns[LSC_BEFORE] == LSC_INT_NULL || ns[LSC_AFTER] == LSC_INT_NULL)
    return NULL;
  before = lsc_format_duration (ns[LSC_BEFORE], LSC_TIME_UNIT_AUTO);
  after = lsc_format_duration (ns[LSC_AFTER], LSC_TIME_UNIT_AUTO);
  return g_strdup_printf (
      _ ("The axis shows pipelines from the first block to the last. The rest of the steps "
         "of %s → %s, such as the optimizer, is before and after."),
      before, after);
}

static void
add_pipelines (LscReport *report, const LscReportPair *pair)
{
  g_autofree char *before = _lsc_report_side_name (pair->compare, LSC_BEFORE);
  g_autofree char *after = _lsc_report_side_name (pair->compare, LSC_AFTER);
  g_autoptr (GArray) changed = lsc_report_list_changed (pair->compare);
  LscReportPipeline sides[LSC_N_SIDES] = {
    { pair->pipelines[LSC_BEFORE], before, changed, &pair->compare->steps[LSC_BEFORE].steps },
    { pair->pipelines[LSC_AFTER], after, changed, &pair->compare->steps[LSC_AFTER].steps }
  };
  LscSide first = sides[LSC_BEFORE].pipeline != NULL ? LSC_BEFORE : LSC_AFTER;
  gboolean is_pair = sides[LSC_BEFORE].pipeline != NULL && sides[LSC_AFTER].pipeline != NULL;
  LscReportSection *section;
  LscReportItem *chart;

  if (sides[first].pipeline == NULL)
    return;
  section = lsc_report_add_section (report, "pipelines", _ ("Pipelines"));
  if (is_pair)
    section->message = lsc_report_say_pipelines (sides);
  if (!is_pair)
    lsc_report_add_text (
        section, first == LSC_BEFORE ? _ ("The recording after has no pipeline that was marked.")
                                     : _ ("The recording before has no pipeline that was marked."));
  chart = lsc_report_add_pipeline (
      section,
      is_pair ? _ ("The steps of median length of both, in one scale of time")
              : _ ("The step of median length"),
      &sides[first], is_pair ? &sides[LSC_AFTER] : NULL);
  if (chart && is_pair)
    chart->text = say_windows (pair->compare);
}

static void
add_timelines (LscReport *report, const LscReportPair *pair)
{
  g_autofree char *before = _lsc_report_side_name (pair->compare, LSC_BEFORE);
  g_autofree char *after = _lsc_report_side_name (pair->compare, LSC_AFTER);

  LscReportSection *section;

  if (pair->timelines[LSC_BEFORE] == NULL || pair->timelines[LSC_AFTER] == NULL)
    return;
  section = lsc_report_add_section (report, "timelines", _ ("Timelines"));
  section->is_extra = pair->compare->ranks->len > 1; /* of the first pair of ranks alone */
  lsc_report_add_timelines (section, &(LscReportTimeline){ pair->timelines[LSC_BEFORE], before },
                            &(LscReportTimeline){ pair->timelines[LSC_AFTER], after });
}

/* ---- operators ---- */

static void
add_operators (LscReport *report, const LscReportPair *pair)
{
  g_autofree char *before = _lsc_report_side_name (pair->compare, LSC_BEFORE);
  g_autofree char *after = _lsc_report_side_name (pair->compare, LSC_AFTER);

  if (pair->operators)
    lsc_report_add_op_changes (report, pair->operators, (const char *const[]){ before, after });
  else if (pair->operators_missing)
    lsc_report_add_text (lsc_report_add_section (report, "operators", _ ("Operators")),
                         pair->operators_missing);
}

/* ---- memory ---- */

/* @is_alike: both sides are the same, which the title says in less room */
static void
take_table (LscReportSection *section, LscReportSide side, gboolean is_alike, const char *caption,
            LscTable *table)
{
  if (table && lsc_table_get_n_rows (table) > 0)
    {
      LscReportItem *item = lsc_report_take_table (section, caption, lsc_table_ref (table), NULL);

      item->most_rows = MOST_CHANGES;
      item->paper_rows = HALF_ROWS;
      item->side = side;
      item->is_extra = is_alike;
    }
}

static void
add_holders (LscReportSection *section, const LscMemoryPair *memory)
{
  gboolean is_alike = memory->peak[LSC_BEFORE] == memory->peak[LSC_AFTER] &&
                      memory->allocated[LSC_BEFORE] == memory->allocated[LSC_AFTER];

  lsc_report_take_message (section, lsc_phrase_to_words (memory->text));
  section->is_extra = memory->is_identical;
  section->is_joined = is_alike && memory->notes->len == 0; /* a line, no chapter */
  for (guint i = 0; i < memory->notes->len; i++)
    lsc_report_take_text (section, lsc_phrase_to_words (memory->notes->pdata[i]));
  if (memory->is_identical)
    return;
  take_table (section, LSC_REPORT_LEFT, is_alike, _ ("What Is Allocated at the Peak"),
              memory->live[memory->by]);
  take_table (section, LSC_REPORT_RIGHT, is_alike,
              memory->step[LSC_AFTER] != LSC_INT_NULL ? _ ("Allocations in a Step")
                                                      : _ ("Allocations"),
              memory->allocations);
}

/* Where no side recorded memory there is no chapter; where one did it says which did not. */
static void
add_memory (LscReport *report, const LscReportPair *pair)
{
  g_autoptr (LscTable) peaks = lsc_compare_get_memory_table (pair->compare);
  LscReportSection *section;
  guint n;

  if (!pair->memory && lsc_table_get_n_rows (peaks) == 0)
    return;
  section = lsc_report_add_section (report, "memory", _ ("Memory"));
  if (pair->memory)
    add_holders (section, pair->memory);
  else if (pair->memory_missing)
    lsc_report_add_text (section, pair->memory_missing);
  n = section->items->len;
  take_table (section, LSC_REPORT_LEFT, FALSE, _ ("The most that each counter shows"), peaks);
  if (pair->memory && section->items->len > n)
    ((LscReportItem *) section->items->pdata[n])->is_extra = TRUE;
}

/* ---- how it was measured ---- */

static char *
say_side (const LscReportPair *pair, LscSide side)
{
  g_autofree char *name = _lsc_report_side_name (pair->compare, side);
  g_autofree char *place =
      pair->places[side] != NULL ? lsc_visible_line (pair->places[side]) : g_strdup ("-");
  g_autofree char *date = _lsc_report_date (pair->compare->recorded_ns[side]);

  return date != NULL ? g_strdup_printf (_ ("%s: %s, recorded on %s"), name, place, date)
                      : g_strdup_printf (_ ("%s: %s"), name, place);
}

/* All of a side in one line. */
static char *
say_measured (const LscReportPair *pair, LscSide side)
{
  g_autoptr (GPtrArray) points = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) words = g_string_new (NULL);

  g_ptr_array_add (points, _lsc_report_stop (say_side (pair, side)));
  lsc_report_take_compared (points, pair->digests[side], &pair->compare->steps[side].steps);
  for (guint i = 0; i < points->len; i++)
    lsc_words_append (words, points->pdata[i]);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static void
take_unpaired (GPtrArray *points, const LscCompare *self, LscSide side)
{
  g_autofree char *name = _lsc_report_side_name (self, side);
  guint n = (guint) self->unpaired[side].n;

  if (n > 0)
    g_ptr_array_add (
        points, g_strdup_printf (ngettext ("%s: %u rank has no counterpart and was skipped.",
                                           "%s: %u ranks have no counterpart and were skipped.", n),
                                 name, n));
}

static void
add_method (LscReport *report, const LscReportPair *pair, const LscReportWish *wish)
{
  const LscCompare *compare = pair->compare;
  LscReportSection *section = lsc_report_add_section (report, "method", _ ("How it was measured"));
  GPtrArray *points = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *share = lsc_format_share (compare->score);

  for (LscSide side = LSC_BEFORE; side < LSC_N_SIDES; side++)
    g_ptr_array_add (points, say_measured (pair, side));
  g_ptr_array_add (points, g_strdup_printf (_ ("Paired ranks: %u."), compare->ranks->len));
  for (LscSide side = LSC_BEFORE; side < LSC_N_SIDES; side++)
    take_unpaired (points, compare, side);
  g_ptr_array_add (points, g_strdup_printf (_ ("Comparable: %s."), share));
  for (guint i = 0; i < compare->reasons->len; i++)
    g_ptr_array_add (points,
                     lsc_phrase_to_words (((LscCompareReason *) compare->reasons->pdata[i])->text));
  g_ptr_array_add (
      points,
      g_strdup (_ ("Differences are after - before; relative ones are shares of the time before. "
                   "Negative is shorter.")));
  g_ptr_array_add (points, g_strdup (_ ("A change is called real if it is beyond the noise floor "
                                        "and p < 0.05, with 5 steps or more on each side.")));
  lsc_report_take_made (points, wish);
  lsc_report_take_points (section, points)->is_small = TRUE;
  section->is_kept = TRUE;
}

/* ---- all of it ---- */

/* The name that the user gave, else that of the folder. */
static char *
name_side (const LscReportPair *pair, LscSide side)
{
  return pair->compare->names[side] == NULL && pair->places[side] != NULL
             ? _lsc_report_short_name (pair->places[side])
             : _lsc_report_side_name (pair->compare, side);
}

static void
fill_cover (LscReport *self, const LscReportPair *pair, const LscReportWish *wish)
{
  const LscCompare *compare = pair->compare;
  g_autofree char *before = name_side (pair, LSC_BEFORE);
  g_autofree char *after = name_side (pair, LSC_AFTER);

  self->title =
      wish->title != NULL ? lsc_visible_line (wish->title) : g_strdup (_ ("What changed"));
  self->is_full = wish->is_full;
  self->author = wish->author != NULL ? lsc_visible_line (wish->author) : NULL;
  self->created_ns =
      MAX (MAX (compare->recorded_ns[LSC_BEFORE], compare->recorded_ns[LSC_AFTER]), 0);
  self->date = _lsc_report_date (self->created_ns);
  lsc_report_fill_change (self, compare, pair->digests);
  self->about =
      g_strdup_printf (ngettext ("%s → %s, %u rank", "%s → %s, %u ranks", compare->ranks->len),
                       before, after, compare->ranks->len);
}

/* Whether ranks have other numbers after than before. */
static gboolean
is_renumbered (const LscCompare *compare)
{
  for (guint i = 0; i < compare->ranks->len; i++)
    {
      const LscRankChange *rank = compare->ranks->pdata[i];

      if (rank->rank[LSC_BEFORE] != rank->rank[LSC_AFTER])
        return TRUE;
    }
  return FALSE;
}

/* Who changed, and the kernels that tell why, on one page. */
static void
add_ranks (LscReport *report, const LscReportPair *pair)
{
  static const char *const columns[] = { "after_rank",
                                         "rank",
                                         "before_compute_ns",
                                         "after_compute_ns",
                                         "compute_delta_ns",
                                         "compute_change",
                                         "before_wait_ns",
                                         "after_wait_ns",
                                         "op",
                                         "count",
                                         "before_each_ns",
                                         "after_each_ns",
                                         NULL };
  LscReportSection *section;
  LscReportItem *item;
  guint n = report->sections->len;

  if (pair->compare->ranks->len > 1)
    {
      section = lsc_report_add_section (report, "ranks", _ ("Ranks"));
      section->message = lsc_report_say_who_changed (pair->compare);
      item = lsc_report_take_table (section,
                                    _ ("Those whose computing changed most first; means a step"),
                                    lsc_compare_get_rank_table (pair->compare),
                                    is_renumbered (pair->compare) ? columns : columns + 1);
      item->most_rows = MOST_CHANGES;
      item->paper_rows = PAPER_ROWS;
    }
  add_operators (report, pair);
  if (report->sections->len > n + 1)
    ((LscReportSection *) report->sections->pdata[n + 1])->is_joined = TRUE;
}

static void
add_categories (LscReport *report, const LscCompare *compare)
{
  guint n = report->sections->len;
  LscReportSection *section;

  add_list (report, compare, LSC_COMPARE_CATEGORIES, "categories", _ ("Where the step went"),
            is_steady (compare) ? steady_columns : change_columns);
  if (report->sections->len == n)
    return;
  section = report->sections->pdata[n];
  section->message = lsc_report_say_main_category (compare);
  if (compare->ranks->len < 2)
    return; /* the first page has the bars */
  lsc_report_add_waterfall (section, compare, LSC_COMPARE_CATEGORIES,
                            _ ("A step before and after, and what its change consists of"));
}

static void
add_communication (LscReport *report, const LscCompare *compare)
{
  guint n = report->sections->len;

  add_table (
      report, "communication", _ ("Communication and overlap"),
      _ ("Times of operations per step, mean of the ranks; of those at the same time each counts, "
         "so sums exceed the parts of the step. “Not hidden”: by computation"),
      lsc_compare_get_comm_table (compare), MOST_CHANGES);
  if (report->sections->len > n)
    ((LscReportSection *) report->sections->pdata[n])->is_joined = TRUE;
}

/* What both sides lack stands once. */
static void
add_unknown (LscReport *report, const LscReportPair *pair)
{
  g_autoptr (GPtrArray) points = g_ptr_array_new_with_free_func (g_free);
  LscLacks both = pair->lacks[LSC_BEFORE];

  both.bits &= pair->lacks[LSC_AFTER].bits;
  _lsc_report_list_unknown (points, &both, NULL);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_autofree char *name = name_side (pair, side);
      LscLacks own = pair->lacks[side];

      own.bits &= ~both.bits;
      _lsc_report_list_unknown (points, &own, name);
    }
  if (points->len > 0)
    lsc_report_take_points (
        lsc_report_add_section (report, "not_known", _ ("What the recordings lack")),
        g_steal_pointer (&points));
}

/**
 * lsc_report_new_pair:
 *
 * Tells what changed between two recordings: answer, categories, steps, modules, ops, operators,
 * what became of what, communication, memory, runs, what one side lacks, and how it was measured
 * (exports.md#report).
 *
 * Returns: (transfer full):
 */
LscReport *
lsc_report_new_pair (const LscReportPair *pair, const LscReportWish *wish)
{
  LscReport *self;
  const LscCompare *compare;

  g_return_val_if_fail (pair && pair->compare && wish, NULL);
  self = lsc_report_new ();
  compare = pair->compare;
  fill_cover (self, pair, wish);
  lsc_report_add_change_section (self, compare);
  lsc_report_add_chips_section (self, pair->chips);
  add_ranks (self, pair);
  add_categories (self, compare);
  add_pipelines (self, pair);
  lsc_report_add_step_lengths (self, compare);
  add_communication (self, compare);
  add_table (
      self, "transitions", _ ("What became of what"),
      _ ("Kernels, communication and modules that took the place of others, or moved; sums a "
         "step, of communication what no computing covers"),
      lsc_compare_get_transition_table (compare), MOST_CHANGES);
  add_memory (self, pair);
  add_list (self, compare, LSC_COMPARE_MODULES, "modules", _ ("By module"),
            is_steady (compare) ? steady_module_columns : module_columns);
  add_list (self, compare, LSC_COMPARE_OPS, "ops", _ ("By op"), op_columns);
  add_timelines (self, pair);
  add_table (self, "runs", _ ("Runs"),
             _ ("The median step of each run; how much runs of a side differ is the noise"),
             lsc_compare_get_runs_table (compare), 0);
  add_table (self, "unmatched", _ ("New and gone"), _ ("Modules and ops of one recording only"),
             lsc_compare_get_unmatched_table (compare), MOST_CHANGES);
  add_unknown (self, pair);
  add_method (self, pair, wish);
  return self;
}
