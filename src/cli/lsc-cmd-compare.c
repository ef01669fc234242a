/* lsc-cmd-compare.c - compare: what changed between two recordings, and whether it is real
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-chips.h"
#include "cli/lsc-cli-compare.h"
#include "cli/lsc-cli-op-changes.h"
#include "cli/lsc-cli-report.h"
#include "analyze/lsc-table-unknown.h"
#include "cli/lsc-cli-unknown.h"
#include "session/lsc-session-lacks.h"
#include "export/lsc-export-comparison.h"
#include "export/lsc-export-twins.h"
#include "export/report/lsc-report-pair.h"

/* Rows of a list that people are shown. */
#define MOST_SHOWN 10
#define PICTURE_WIDTH 1280.0
#define PICTURE_HEIGHT 600.0
#define PICTURE_TEXT_PX 18.0

/** What --out draws other than bars. */
enum
{
  PARTS_TIMELINES = LSC_COMPARE_N_LISTS,
  PARTS_PIPELINES,
  PARTS_CHIPS,
  PARTS_OPERATORS,
};

typedef struct
{
  LscCliOptions common;
  char *rank;
  char *map;
  char *names;
  char *table;
  char *out;
  char *folder;
  int parts; /* LscCompareList, or one of what follows them */
  gboolean is_dark;
  gboolean is_compat;
  gboolean is_judged;
  LscSessionPair *pair;
  LscOpChanges *operators;            /* (nullable): of --parts operators */
  LscReferenceRows *rows;             /* (nullable): of --compat */
  LscFindings *findings[LSC_N_SIDES]; /* (nullable) each: of --findings */
  GArray *changes;                    /* (nullable): what became of them */
  char **runs[LSC_N_SIDES];           /* (nullable): of sets of runs all of each side */
  GPtrArray *others;                  /* (nullable): LscCliProject of these but the first ones */
  int across;                         /* LscAcrossChips */
  char *peaks;
  double tflops[LSC_N_SIDES];
  LscChips *chips;  /* (nullable): where they are wanted */
  char *comparison; /* as the reference tool has it: -d AFTER -bp BEFORE */
  char *baseline;
} Options;

/* ---- text ---------------------------------------------------------------------------------- */

static const char *const shown[] = { "name",   "before_ns",    "after_ns", "delta_ns",
                                     "change", "significance", "match",    NULL };
static const char *const shown_categories[] = { "name",   "before_ns",    "after_ns", "delta_ns",
                                                "change", "significance", NULL };

static void
append_words (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *words = lsc_phrase_to_words (phrase);
  g_autofree char *visible = lsc_visible_line (words);

  g_string_append_printf (out, "%s%s\n", before, visible);
}

/* The first rows, and those that have no name of their own. */
static LscTable *
pick_rows (const LscCompare *compare, LscCompareList list, const LscTable *table)
{
  LscTable *picked = lsc_table_new_like (table);
  GPtrArray *changes = compare->total->lists[list];

  for (guint32 i = 0; i < changes->len; i++)
    if (i < MOST_SHOWN || lsc_rank_change_get (compare->total, list, i)->is_word)
      lsc_table_append_rows (picked, table, &i, 1);
  return picked;
}

static void
append_list (GString *out, const LscCompare *compare, LscCompareList list, const char *title)
{
  gboolean is_category = list == LSC_COMPARE_CATEGORIES;
  g_autoptr (LscTable) table = lsc_compare_get_table (compare, compare->total, list);
  g_autoptr (LscTable) rows =
      is_category ? lsc_table_ref (table) : pick_rows (compare, list, table);
  gsize n_left = lsc_table_get_n_rows (table) - lsc_table_get_n_rows (rows);
  g_autoptr (LscTable) picked =
      lsc_cli_pick_columns (rows, is_category ? shown_categories : shown, NULL);
  g_autofree char *text = lsc_cli_table_to_text (picked);

  g_string_append_printf (out, "\n%s\n%s", title, text);
  if (n_left > 0)
    lsc_cli_append (out, _ ("… and %u more: --json or --table has them all.\n"), (guint) n_left);
}

static const char *const shown_ranks[] = { "rank",
                                           "before_compute_ns",
                                           "after_compute_ns",
                                           "compute_change",
                                           "before_wait_ns",
                                           "after_wait_ns",
                                           "op",
                                           "before_each_ns",
                                           "after_each_ns",
                                           NULL };

#define MOST_RANKS 5

/* Who changed stands first. */
static void
append_ranks (GString *out, const LscCompare *compare)
{
  g_autoptr (LscTable) table = lsc_compare_get_rank_table (compare);
  g_autoptr (LscTable) rows = lsc_table_new_like (table);
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *text = NULL;
  gsize n = lsc_table_get_n_rows (table);

  if (n < 2)
    return;
  for (guint32 i = 0; i < MIN (n, MOST_RANKS); i++)
    lsc_table_append_rows (rows, table, &i, 1);
  picked = lsc_cli_pick_columns (rows, shown_ranks, NULL);
  text = lsc_cli_table_to_text (picked);
  g_string_append_printf (out, "\n%s\n%s", _ ("Ranks, those whose computing changed most first:"),
                          text);
  if (n > MOST_RANKS)
    lsc_cli_append (out, _ ("… and %u more: --table has them all.\n"), (guint) (n - MOST_RANKS));
}

static const char *const shown_transitions[] = { "kind",        "before",   "after", "before_count",
                                                 "after_count", "delta_ns", NULL };

#define MOST_TRANSITIONS 5

static void
append_transitions (GString *out, const LscCompare *compare)
{
  g_autoptr (LscTable) table = lsc_compare_get_transition_table (compare);
  g_autoptr (LscTable) rows = lsc_table_new_like (table);
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *text = NULL;
  gsize n = lsc_table_get_n_rows (table);

  if (n == 0)
    return;
  for (guint32 i = 0; i < MIN (n, MOST_TRANSITIONS); i++)
    lsc_table_append_rows (rows, table, &i, 1);
  picked = lsc_cli_pick_columns (rows, shown_transitions, NULL);
  text = lsc_cli_table_to_text (picked);
  g_string_append_printf (out, "\n%s\n%s", _ ("What became of what:"), text);
  if (n > MOST_TRANSITIONS)
    lsc_cli_append (out, _ ("… and %u more: --json or --table has them all.\n"),
                    (guint) (n - MOST_TRANSITIONS));
}

static void
append_runs (GString *out, const LscCompare *compare)
{
  g_autoptr (LscTable) table = lsc_compare_get_runs_table (compare);
  g_autofree char *text = NULL;

  if (lsc_table_get_n_rows (table) == 0)
    return;
  text = lsc_cli_table_to_text (table);
  g_string_append_printf (out, "\n%s\n%s", _ ("Runs:"), text);
}

static const char *const shown_findings[] = { "state", "before_share", "after_share",
                                              "ranks", "id",           NULL };

static void
append_findings (GString *out, const Options *options)
{
  g_autoptr (LscTable) table = lsc_findings_changes_get_table (options->changes);
  g_autoptr (LscTable) picked = lsc_cli_pick_columns (table, shown_findings, NULL);
  g_autoptr (LscPhrase) words = lsc_findings_changes_say (
      options->changes, options->findings[LSC_BEFORE], options->findings[LSC_AFTER]);
  g_autofree char *text = lsc_cli_table_to_text (picked);

  g_string_append_printf (out, "\n%s\n", _ ("What the steps lose time to:"));
  append_words (out, "", words);
  g_string_append (out, text);
}

#define MOST_LEFT_OUT 3 /* numbers of steps */

/* Which steps of a side stand for nothing, as they were not recorded whole or do something else. */
static void
append_left_out (GString *out, const LscCompare *compare, LscSide side)
{
  const LscInt64s *unlike = &compare->steps[side].unlike;
  g_autoptr (GString) steps = g_string_new (NULL);

  if (unlike->n == 0)
    return;
  for (gsize i = 0; i < MIN (unlike->n, MOST_LEFT_OUT); i++)
    g_string_append_printf (steps, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", unlike->items[i]);
  if (unlike->n > MOST_LEFT_OUT)
    g_string_append (steps, ", …");
  lsc_cli_append (
      out,
      side == LSC_BEFORE
          ? ngettext ("Before: step %s is excluded: it was not recorded completely, or is of "
                      "another class.\n",
                      "Before: steps %s are excluded: they were not recorded completely, or are of "
                      "another class.\n",
                      (gulong) unlike->n)
          : ngettext ("After: step %s is excluded: it was not recorded completely, or is of "
                      "another class.\n",
                      "After: steps %s are excluded: they were not recorded completely, or are of "
                      "another class.\n",
                      (gulong) unlike->n),
      steps->str);
}

static char *
say_title (const LscCompare *compare)
{
  if (compare->is_part[LSC_BEFORE] || compare->is_part[LSC_AFTER])
    return g_strdup_printf (_ ("A step, mean (%s − %s; negative is shorter):"),
                            compare->names[LSC_AFTER], compare->names[LSC_BEFORE]);
  return g_strdup_printf (
      ngettext (
          "A step of %u rank, mean (after - before; negative is shorter):",
          "A step, mean of %u ranks (after - before; negative is shorter):", compare->ranks->len),
      compare->ranks->len);
}

static char *
say (const Options *options, const LscCompare *compare)
{
  GString *out = g_string_new (NULL);

  append_words (out, "", compare->answer);
  append_words (out, "", compare->text);
  lsc_cli_append (out, _ ("Comparable: %.0f %% (a verdict needs 50 %%)\n"), 100 * compare->score);
  for (guint i = 0; i < compare->reasons->len; i++)
    append_words (out, "  ", ((LscCompareReason *) compare->reasons->pdata[i])->text);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    append_left_out (out, compare, side);
  if (compare->total->step_delta_ns != LSC_INT_NULL && !compare->is_identical)
    {
      g_autofree char *title = say_title (compare);

      append_runs (out, compare);
      append_ranks (out, compare);
      append_list (out, compare, LSC_COMPARE_CATEGORIES, title);
      append_transitions (out, compare);
      append_list (out, compare, LSC_COMPARE_MODULES,
                   _ ("By module, with the idle time before its work:"));
      append_list (out, compare, LSC_COMPARE_OPS, _ ("By op:"));
    }
  if (options->chips)
    lsc_cli_chips_append (out, options->chips);
  if (options->operators)
    {
      g_string_append_printf (out, "\n%s\n", _ ("By operator:"));
      lsc_cli_op_changes_append (out, options->operators, MOST_SHOWN);
    }
  if (options->changes)
    append_findings (out, options);
  return g_string_free (out, FALSE);
}

/* Whether --out draws the recordings themselves. */
static gboolean
is_twin (const Options *options)
{
  return options->out && (options->parts == PARTS_TIMELINES || options->parts == PARTS_PIPELINES);
}

/* ---- delivery ------------------------------------------------------------------------------ */

/* Names of folders tell recordings apart; where they lie is nobody's business. */
static gboolean
write_compat (LscCliRun *run, const LscCompare *compare, const char *path, GError **error)
{
  const Options *options = (const Options *) run->options;
  g_autofree char *before = g_path_get_basename (options->baseline);
  g_autofree char *after = g_path_get_basename (options->comparison);
  LscComparisonBook book = { compare, options->rows, { before, after } };

  return lsc_export_comparison_workbook (&book, path, run->project.job, error);
}

static gboolean
write_tables (LscCliRun *run, const LscCompare *compare, const char *path, GError **error)
{
  g_autoptr (LscTable) verdict = lsc_compare_get_verdict_table (compare);
  g_autoptr (LscTable) ranks = lsc_compare_get_rank_table (compare);
  g_autoptr (LscTable) categories =
      lsc_compare_get_table (compare, compare->total, LSC_COMPARE_CATEGORIES);
  g_autoptr (LscTable) modules =
      lsc_compare_get_table (compare, compare->total, LSC_COMPARE_MODULES);
  g_autoptr (LscTable) ops = lsc_compare_get_table (compare, compare->total, LSC_COMPARE_OPS);
  g_autoptr (LscTable) transitions = lsc_compare_get_transition_table (compare);
  g_autoptr (LscTable) comms = lsc_compare_get_comm_table (compare);
  g_autoptr (LscTable) memory = lsc_compare_get_memory_table (compare);
  g_autoptr (LscTable) steps = lsc_compare_get_steps_table (compare);
  g_autoptr (LscTable) runs = lsc_compare_get_runs_table (compare);
  g_autoptr (LscTable) unmatched = lsc_compare_get_unmatched_table (compare);
  const GArray *changes = ((const Options *) run->options)->changes;
  g_autoptr (LscTable) findings = changes ? lsc_findings_changes_get_table (changes) : NULL;
  const LscOpChanges *changed = ((const Options *) run->options)->operators;
  g_autoptr (LscTable) operators = changed ? lsc_op_changes_get_table (changed) : NULL;
  const LscChips *chips = ((const Options *) run->options)->chips;
  g_autoptr (LscTable) chip_sides = chips ? lsc_chips_get_sides_table (chips) : NULL;
  g_autoptr (LscTable) chip_kinds =
      chips ? lsc_chips_get_table (chips, LSC_COMPARE_CATEGORIES) : NULL;
  g_autoptr (LscTable) chip_modules =
      chips ? lsc_chips_get_table (chips, LSC_COMPARE_MODULES) : NULL;
  g_autoptr (LscTable) chip_ops = chips ? lsc_chips_get_table (chips, LSC_COMPARE_OPS) : NULL;
  LscTable *all[] = { verdict,  ranks,      categories, modules,      ops,       transitions,
                      comms,    memory,     steps,      runs,         unmatched, operators,
                      findings, chip_sides, chip_kinds, chip_modules, chip_ops };
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  if (((const Options *) run->options)->is_compat)
    return write_compat (run, compare, path, error);
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i])
      g_ptr_array_add (list, all[i]);
  return lsc_cli_write_tables ((LscTable **) list->pdata, list->len,
                               operators ? operators : categories,
                               &(LscCliFile){ path, 0, run->project.job }, error);
}

/* The workbook where those who come from the reference tool look for it, under the name that their
 * scripts search for. */
static gboolean
write_folder (LscCliRun *run, const LscCompare *compare, const char *folder, GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *name =
      g_date_time_format (now, "performance_comparison_result_%Y%m%d%H%M%S.xlsx");
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *line = lsc_visible_line (path);

  if (!lsc_output_make_folder (folder, 0, error) || !write_tables (run, compare, path, error))
    return FALSE;
  if (!run->options->quiet)
    g_printerr (_ ("Results are in %s\n"), line);
  return TRUE;
}

/* Of a page of 16:9. */
static gboolean
write_bars (const Options *options, const LscCompare *compare, const LscPictureOptions *picture,
            GError **error)
{
  g_autoptr (LscWaterfall) waterfall =
      lsc_waterfall_new (compare, compare->total, (LscCompareList) options->parts);
  LscWaterfallView view = { .waterfall = waterfall,
                            .width = PICTURE_WIDTH,
                            .height = PICTURE_HEIGHT,
                            .text_px = PICTURE_TEXT_PX,
                            .theme = options->is_dark ? lsc_theme_dark () : lsc_theme_light () };

  return lsc_export_waterfall (compare, &view, picture, error);
}

/* Likewise, of groups of kernels. */
static gboolean
write_op_bars (const Options *options, const LscCompare *compare, const LscPictureOptions *picture,
               GError **error)
{
  g_autoptr (LscWaterfall) waterfall =
      lsc_waterfall_new_operators (options->operators, (const char *const *) compare->names);
  LscWaterfallView view = { .waterfall = waterfall,
                            .width = PICTURE_WIDTH,
                            .height = PICTURE_HEIGHT,
                            .text_px = PICTURE_TEXT_PX,
                            .theme = options->is_dark ? lsc_theme_dark () : lsc_theme_light () };

  return lsc_export_op_changes (options->operators, &view, picture, error);
}

/* As they were named, else as their folders are called. */
static char *
make_name (const Options *options, const LscCompare *compare, LscSide side)
{
  g_autofree char *before = g_path_get_basename (options->baseline);
  g_autofree char *after = g_path_get_basename (options->comparison);

  if (compare->names[side])
    return g_strdup (compare->names[side]);
  if (!g_str_equal (before, after))
    return g_strdup (side == LSC_BEFORE ? before : after);
  return g_strdup (side == LSC_BEFORE ? _ ("Before") : _ ("After"));
}

/* What is not there is %NULL: the picture says so. */
static gboolean
write_twin (LscCliRun *run, const LscCompare *compare, const LscPictureOptions *picture,
            GError **error)
{
  const Options *options = (const Options *) run->options;
  LscExportTwin sides[LSC_N_SIDES] = { { 0 } };
  char *names[LSC_N_SIDES];
  gboolean is_written;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscSession *session = lsc_session_pair_get_session (options->pair, side);

      sides[side].name = names[side] = make_name (options, compare, side);
      if (options->parts == PARTS_PIPELINES)
        sides[side].pipeline = lsc_session_get_pipelines (session, run->project.job, NULL);
      else
        sides[side].timeline =
            lsc_session_pair_get_picture (options->pair, side, run->project.job, NULL);
    }
  is_written = options->parts == PARTS_TIMELINES
                   ? lsc_export_twin_timelines (sides, picture, error)
                   : lsc_export_twin_pipelines (sides, picture, error);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_free (names[side]);
      g_clear_pointer (&sides[side].pipeline, lsc_pipeline_unref);
      g_clear_pointer (&sides[side].timeline, lsc_timeline_unref);
    }
  return is_written;
}

static gboolean
write_picture (LscCliRun *run, const LscCompare *compare, GError **error)
{
  const Options *options = (const Options *) run->options;
  LscPictureOptions picture = { .path = options->out,
                                .scale = 2,
                                .page.is_whole = TRUE,
                                .page.keep_theme = options->is_dark,
                                .page.footer = "Lanescope " LSC_VERSION };

  if (options->parts == PARTS_CHIPS)
    return lsc_cli_chips_draw (options->chips, options->is_dark, &picture, error);
  if (options->operators)
    return write_op_bars (options, compare, &picture, error);
  return is_twin (options) ? write_twin (run, compare, &picture, error)
                           : write_bars (options, compare, &picture, error);
}

static gboolean
add_pins_and_write (LscCliRun *run, const LscReportPair *pair, LscPinMaker *maker, GError **error)
{
  g_autofree char *command = lsc_cli_say_command (run);
  LscReportWish wish = lsc_cli_get_wish (run, command);
  g_autoptr (LscReport) report = lsc_report_new_pair (pair, &wish);
  gboolean is_whole = lsc_cli_add_pins (run, report, maker, error);

  lsc_cli_end_progress ();
  return is_whole && lsc_cli_write_report (run, report, error);
}

/* Names of folders tell recordings apart; where they lie is nobody's business. A side without a
 * pipeline, or a picture, lacks a chapter. */
static gboolean
write_report (LscCliRun *run, const LscCompare *compare, GError **error)
{
  const Options *options = (const Options *) run->options;
  g_autofree char *before = g_path_get_basename (options->baseline);
  g_autofree char *after = g_path_get_basename (options->comparison);
  LscReportPair pair = { .compare = compare, .places = { before, after }, .chips = options->chips };
  LscSession *sessions[LSC_N_SIDES];
  LscJob *job = run->project.job;
  LscPinMaker *maker;
  gboolean is_written;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    sessions[side] = lsc_session_pair_get_session (options->pair, side);
  lsc_report_pair_read (&pair, options->pair, job);
  maker = lsc_pin_maker_new (sessions, job);
  lsc_pin_maker_set_pair (maker, options->pair);
  is_written = add_pins_and_write (run, &pair, maker, error);
  lsc_pin_maker_free (maker);
  lsc_report_pair_clear (&pair);
  return is_written;
}

static gboolean
deliver_rows (LscCliRun *run, const LscCompare *compare, GError **error)
{
  const LscOpChanges *operators = ((const Options *) run->options)->operators;
  g_autoptr (LscTable) table =
      operators ? lsc_op_changes_get_table (operators)
                : lsc_compare_get_table (compare, compare->total, LSC_COMPARE_CATEGORIES);

  return lsc_cli_deliver_table (run, table, 0, error);
}

static gboolean
lacks_step (const LscRankChange *total, guint side)
{
  return total->step_ns[side] == LSC_INT_NULL || total->step_delta_ns == LSC_INT_NULL;
}

/* Which lengths are not known, and what lacks: of the side whose length it is. */
static GPtrArray *
list_unknown (LscCliRun *run, const LscCompare *compare)
{
  static const char *const names[LSC_N_SIDES] = { "a_step_ns", "b_step_ns" };
  const Options *options = (const Options *) run->options;
  GPtrArray *list = lsc_unknown_cells_new_list ();

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscLacks lacks = lsc_session_get_lacks (lsc_session_pair_get_session (options->pair, side));
      LscUnknown unknown = lsc_unknown_find (&lacks, "overview", "compute_ns");

      lsc_cli_keep_lacks (run, lsc_session_pair_get_session (options->pair, side));
      if (unknown == LSC_UNKNOWN_NONE)
        unknown = lsc_unknown_find (&lacks, "overview", "step_ns");
      if (unknown == LSC_UNKNOWN_NONE || !lacks_step (compare->total, side))
        continue;
      lsc_unknown_cells_add (list, unknown, lacks.recorder, names[side], N_ ("Step Time"));
      lsc_unknown_cells_add (list, unknown, lacks.recorder, "step_delta_ns", N_ ("Difference"));
    }
  return list;
}

static gboolean
deliver (LscCliRun *run, const LscCompare *compare, GError **error)
{
  const Options *options = (const Options *) run->options;
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autoptr (GPtrArray) unknown = NULL;
  g_autofree char *text = NULL;

  lsc_cli_end_progress ();
  if (options->out && !write_picture (run, compare, error))
    return FALSE;
  if (options->table && !write_tables (run, compare, options->table, error))
    return FALSE;
  if (options->folder && !write_folder (run, compare, options->folder, error))
    return FALSE;
  if (run->options->report.path && !write_report (run, compare, error))
    return FALSE;
  if (form == LSC_CLI_XLSX)
    return write_tables (run, compare, run->options->format.xlsx, error);
  if (form == LSC_CLI_CSV)
    return deliver_rows (run, compare, error);
  unknown = list_unknown (run, compare);
  lsc_cli_add_unknown (run, unknown);
  text = form == LSC_CLI_JSON ? lsc_cli_compare_to_json (compare, options->operators,
                                                         options->changes, options->chips, unknown)
                              : say (options, compare);
  return lsc_cli_print_text (text);
}

/* ---- the command --------------------------------------------------------------------------- */

static gboolean
check_words (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;
  guint n = g_strv_length (run->words) - 1;

  if (options->runs[LSC_BEFORE] && options->runs[LSC_AFTER] && n == 0 && !options->comparison &&
      !options->baseline)
    {
      options->baseline = g_strdup (options->runs[LSC_BEFORE][0]);
      options->comparison = g_strdup (options->runs[LSC_AFTER][0]);
      return TRUE;
    }
  if (options->runs[LSC_BEFORE] || options->runs[LSC_AFTER])
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--before and --after take the runs of both sides: --before A1 A2 --after "
                        "B1 B2"));
  if (options->comparison && options->baseline && n == 0)
    return TRUE;
  if (options->comparison || options->baseline || n != 2)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("compare takes two folders or files: the recording before, then that "
                        "after"));
  options->baseline = g_strdup (run->words[1]);
  options->comparison = g_strdup (run->words[2]);
  return TRUE;
}

static gboolean
is_other_form (const char *path)
{
  return path && !g_str_has_suffix (path, ".xlsx");
}

/* They are sheets of a workbook. */
static gboolean
check_compat (const Options *options, GError **error)
{
  gboolean is_written = options->table || options->folder || options->common.format.xlsx;

  if (!options->is_compat || (is_written && !is_other_form (options->table)))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("--compat writes a workbook: give --table FILE.xlsx or -o DIR"));
}

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;

  if (!check_words (run, error) || !lsc_cli_check_report (run, error))
    return FALSE;
  if (!check_compat (options, error) ||
      !lsc_cli_chips_parse_peaks (options->peaks, options->tflops, error))
    return FALSE;
  if (options->rank && run->options->rank_list)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s", _ ("Give --rank or --rank-list, not both"));
  if (options->rank)
    run->options->rank_list = g_strdup (options->rank);
  return TRUE;
}

static void
clear (gpointer data)
{
  Options *options = data;

  g_clear_pointer (&options->changes, g_array_unref);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_clear_pointer (&options->findings[side], lsc_findings_unref);
  g_clear_pointer (&options->chips, lsc_chips_unref);
  g_clear_pointer (&options->operators, lsc_op_changes_unref);
  g_clear_pointer (&options->rows, lsc_reference_rows_free);
  g_clear_pointer (&options->pair, lsc_session_pair_unref);
  g_clear_pointer (&options->others, g_ptr_array_unref);
}

static LscExit
open_pair (const LscCliRun *run, LscCliProject projects[LSC_N_SIDES], const LscNameMap *map)
{
  Options *options = (Options *) run->options;
  gboolean is_report = run->options->report.path != NULL;
  LscCliCompare what = {
    .paths = { options->baseline, options->comparison },
    .runs = { options->runs[LSC_BEFORE], options->runs[LSC_AFTER] },
    .options = run->options,
    .names = options->names ? g_strsplit (options->names, ",", 2) : NULL,
    .map = map,
    .has_sheets = options->is_compat,
    .peaks = { options->tflops[LSC_BEFORE], options->tflops[LSC_AFTER] },
    .has_operators = is_report || options->parts == PARTS_OPERATORS,
    .is_judged = options->is_judged,
    .draws_pipelines = is_report || (is_twin (options) && options->parts == PARTS_PIPELINES),
    .draws_timelines = is_report || (is_twin (options) && options->parts == PARTS_TIMELINES),
  };
  LscExit code;

  options->others = lsc_cli_compare_new_projects ();
  code = lsc_cli_compare_open_runs (&what, projects, options->others, options->findings,
                                    &options->pair);
  g_strfreev (what.names);
  return code;
}

/* What was asked for, once both sides are read. */
static LscExit
compare_pair (LscCliRun *run)
{
  Options *options = (Options *) run->options;
  LscJob *job = run->project.job;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscCompare) compare = lsc_session_pair_get_compare (options->pair, job, &error);

  if (!compare || (options->is_compat &&
                   !(options->rows = lsc_session_pair_make_sheets (options->pair, job, &error))))
    return lsc_cli_fail (error);
  if (lsc_compare_wants_chips (compare, options->across) &&
      !(options->chips = lsc_session_pair_get_chips (options->pair, job, &error)))
    return lsc_cli_fail (error);
  if (options->parts == PARTS_OPERATORS &&
      !(options->operators = lsc_session_pair_get_main_operators (options->pair, job, &error)))
    return lsc_cli_fail (error);
  if (options->is_judged)
    options->changes =
        lsc_findings_changes_new (options->findings[LSC_BEFORE], options->findings[LSC_AFTER]);
  if (!deliver (run, compare, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return compare->total->step_delta_ns == LSC_INT_NULL || run->is_part ? LSC_EXIT_PART
                                                                       : LSC_EXIT_OK;
}

static LscExit
run_compare (LscCliRun *run)
{
  Options *options = (Options *) run->options;
  LscCliProject projects[LSC_N_SIDES] = { { NULL } };
  g_autoptr (LscNameMap) map = NULL;
  g_autoptr (GError) error = NULL;
  LscExit code;

  if (options->map && !(map = lsc_cli_compare_read_map (options->map, &error)))
    return lsc_cli_fail (error);
  code = open_pair (run, projects, map);
  run->project = projects[LSC_BEFORE]; /* which the runner clears */
  if (code == LSC_EXIT_OK)
    code = compare_pair (run);
  if (code == LSC_EXIT_OK && (lsc_cli_project_is_part (&projects[LSC_BEFORE]) ||
                              lsc_cli_project_is_part (&projects[LSC_AFTER])))
    code = LSC_EXIT_PART;
  clear (options);
  lsc_cli_project_clear (&projects[LSC_AFTER]);
  return code;
}

static const LscCliChoice parts[] = { { "category", LSC_COMPARE_CATEGORIES },
                                      { "module", LSC_COMPARE_MODULES },
                                      { "op", LSC_COMPARE_OPS },
                                      { "timelines", PARTS_TIMELINES },
                                      { "pipelines", PARTS_PIPELINES },
                                      { "chips", PARTS_CHIPS },
                                      { "operators", PARTS_OPERATORS },
                                      { NULL, 0 } };

static const LscCliChoice across[] = { { "auto", LSC_ACROSS_CHIPS_AUTO },
                                       { "yes", LSC_ACROSS_CHIPS_YES },
                                       { "no", LSC_ACROSS_CHIPS_NO },
                                       { NULL, 0 } };

static const LscCliOption entries[] = {
  { "rank", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (Options, rank),
    N_ ("Compare this rank only"), "R" },
  { "before", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, G_STRUCT_OFFSET (Options, runs[LSC_BEFORE]),
    N_ ("Several runs before, with --after: how much runs differ is the noise"), "A1 A2 …" },
  { "after", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, G_STRUCT_OFFSET (Options, runs[LSC_AFTER]),
    N_ ("Several runs after"), "B1 B2 …" },
  { "profiling-path", 'd', 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, comparison),
    N_ ("The recording after, as the reference tool has it"), "AFTER" },
  { "benchmark-profiling-path", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, baseline),
    N_ ("The recording before; also -bp"), "BEFORE" },
  { "output-path", 'o', 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, folder),
    N_ ("Write a workbook of all tables into this folder"), "DIR" },
  { "compat", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_compat),
    N_ ("Write workbooks in the sheets and columns of the reference tool"), NULL },
  { "findings", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_judged),
    N_ ("Show how the findings changed and which ones are new"), NULL },
  { "map", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, map),
    N_ ("Names that belong together: lines “name before = name after”, with *"), "FILE" },
  { "across-chips", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, across),
    N_ ("Compare each chip with its own peak: auto (where chips differ), yes, no"), "WHEN",
    .choices = across },
  { "peaks", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (Options, peaks),
    N_ ("FP16 peaks of the two chips in TFLOP/s"), "A,B" },
  { "names", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, names),
    N_ ("What the two recordings are called"), "A,B" },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, out),
    N_ ("Write a picture of the change: .svg, .png or .pdf"), "FILE",
    .endings = lsc_cli_picture_endings,
    .fault = N_ ("--out takes a name that ends in .svg, .png or .pdf") },
  { "parts", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, parts),
    N_ ("What it shows: bars by category (default), module, op or operators, which are then "
        "listed, too; both timelines or pipelines; both chips by module"),
    "WHAT", .choices = parts },
  { "dark", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_dark), N_ ("A dark picture"),
    NULL },
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, table),
    N_ ("Write the tables: .xlsx, .db; the categories: .csv, .json"), "FILE",
    .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { NULL },
};

const LscCliCommand lsc_cmd_compare = {
  .name = "compare",
  .usage = "BEFORE AFTER [--rank R] [--json]",
  .line = N_ ("  compare   what changed between two recordings, and whether it is real"),
  .arguments = "BEFORE AFTER",
  .summary = N_ ("Compares two recordings: how much shorter or longer a step is, whether that is "
                 "beyond the noise, and which categories, modules and ops it consists of. Their "
                 "differences add up to that of the step. A side may be a part: PATH@rank=3, "
                 "PATH@step=5, PATH@rank=3,steps=5-9."),
  .n_words = -1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_LAYOUT |
            LSC_CLI_GROUP_PIPELINE | LSC_CLI_GROUP_REPORT | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_NOTHING,
  .check = check,
  .run = run_compare,
};
