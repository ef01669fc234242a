/* lsc-cmd-compare.c - compare: what changed between two recordings, and whether it is real
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cmd-compare.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "cli/lsc-cli-report.h"
#include "analyze/lsc-table-unknown.h"
#include "cli/lsc-cli-unknown.h"
#include "session/lsc-session-lacks.h"
#include "export/report/lsc-report-pair.h"

/* ---- delivery ------------------------------------------------------------------------------ */

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
  const LscCompareOptions *options = (const LscCompareOptions *) run->options;
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
  const LscOpChanges *operators = ((const LscCompareOptions *) run->options)->operators;
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
  const LscCompareOptions *options = (const LscCompareOptions *) run->options;
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
  const LscCompareOptions *options = (const LscCompareOptions *) run->options;
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autoptr (GPtrArray) unknown = NULL;
  g_autofree char *text = NULL;

  lsc_cli_end_progress ();
  if (options->out && !lsc_cmd_compare_write_picture (run, compare, error))
    return FALSE;
  if (options->table && !lsc_cmd_compare_write_tables (run, compare, options->table, error))
    return FALSE;
  if (options->folder && !lsc_cmd_compare_write_folder (run, compare, options->folder, error))
    return FALSE;
  if (run->options->report.path && !write_report (run, compare, error))
    return FALSE;
  if (form == LSC_CLI_XLSX)
    return lsc_cmd_compare_write_tables (run, compare, run->options->format.xlsx, error);
  if (form == LSC_CLI_CSV)
    return deliver_rows (run, compare, error);
  unknown = list_unknown (run, compare);
  lsc_cli_add_unknown (run, unknown);
  if (form == LSC_CLI_JSON && lsc_cli_stdout_wants_words ())
    {
      g_autofree char *words = lsc_cmd_compare_say (options, compare);

      lsc_cli_stdout_give_words (words);
    }
  text = form == LSC_CLI_JSON ? lsc_cli_compare_to_json (compare, options->operators,
                                                         options->changes, options->chips, unknown)
                              : lsc_cmd_compare_say (options, compare);
  return lsc_cli_print_text (text);
}

/* ---- the command --------------------------------------------------------------------------- */

static gboolean
check_words (LscCliRun *run, GError **error)
{
  LscCompareOptions *options = (LscCompareOptions *) run->options;
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
check_compat (const LscCompareOptions *options, GError **error)
{
  gboolean is_written = options->table || options->folder || options->common.format.xlsx;

  if (!options->is_compat || (is_written && !is_other_form (options->table)))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("--compat writes a workbook: give --table FILE.xlsx or -o DIR"));
}

/* It once was what --labels is now. */
static gboolean
check_names (const LscCompareOptions *options, GError **error)
{
  const char *first = options->common.names ? options->common.names[0] : NULL;

  return !first || !strchr (first, ',') || g_file_test (first, G_FILE_TEST_EXISTS) ||
         lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("--names takes files that name kernels of graphs. What the recordings are "
                      "called: --labels %s"),
                   first);
}

static gboolean
check (LscCliRun *run, GError **error)
{
  LscCompareOptions *options = (LscCompareOptions *) run->options;

  if (!check_names (options, error) || !check_words (run, error) ||
      !lsc_cli_check_report (run, error))
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
  LscCompareOptions *options = data;

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
  LscCompareOptions *options = (LscCompareOptions *) run->options;
  gboolean is_report = run->options->report.path != NULL;
  LscCliCompare what = {
    .paths = { options->baseline, options->comparison },
    .runs = { options->runs[LSC_BEFORE], options->runs[LSC_AFTER] },
    .options = run->options,
    .names = options->labels ? g_strsplit (options->labels, ",", 2) : NULL,
    .map = map,
    .has_sheets = options->is_compat,
    .peaks = { options->tflops[LSC_BEFORE], options->tflops[LSC_AFTER] },
    .has_operators = is_report || options->parts == LSC_COMPARE_PARTS_OPERATORS,
    .is_judged = options->is_judged,
    .draws_pipelines = is_report || (lsc_cmd_compare_is_twin (options) &&
                                     options->parts == LSC_COMPARE_PARTS_PIPELINES),
    .draws_timelines = is_report || (lsc_cmd_compare_is_twin (options) &&
                                     options->parts == LSC_COMPARE_PARTS_TIMELINES),
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
  LscCompareOptions *options = (LscCompareOptions *) run->options;
  LscJob *job = run->project.job;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscCompare) compare = lsc_session_pair_get_compare (options->pair, job, &error);

  if (!compare || (options->is_compat &&
                   !(options->rows = lsc_session_pair_make_sheets (options->pair, job, &error))))
    return lsc_cli_fail (error);
  if (lsc_compare_wants_chips (compare, options->across) &&
      !(options->chips = lsc_session_pair_get_chips (options->pair, job, &error)))
    return lsc_cli_fail (error);
  if (options->parts == LSC_COMPARE_PARTS_OPERATORS &&
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
  LscCompareOptions *options = (LscCompareOptions *) run->options;
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
                                      { "timelines", LSC_COMPARE_PARTS_TIMELINES },
                                      { "pipelines", LSC_COMPARE_PARTS_PIPELINES },
                                      { "chips", LSC_COMPARE_PARTS_CHIPS },
                                      { "operators", LSC_COMPARE_PARTS_OPERATORS },
                                      { NULL, 0 } };

static const LscCliChoice across[] = { { "auto", LSC_ACROSS_CHIPS_AUTO },
                                       { "yes", LSC_ACROSS_CHIPS_YES },
                                       { "no", LSC_ACROSS_CHIPS_NO },
                                       { NULL, 0 } };

static const LscCliOption entries[] = {
  { "rank", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (LscCompareOptions, rank),
    N_ ("Compare this rank only"), "R" },
  { "before", 0, 0, G_OPTION_ARG_FILENAME_ARRAY,
    G_STRUCT_OFFSET (LscCompareOptions, runs[LSC_BEFORE]),
    N_ ("Several runs before, with --after: how much runs differ is the noise"), "A1 A2 …" },
  { "after", 0, 0, G_OPTION_ARG_FILENAME_ARRAY,
    G_STRUCT_OFFSET (LscCompareOptions, runs[LSC_AFTER]), N_ ("Several runs after"), "B1 B2 …" },
  { "profiling-path", 'd', 0, G_OPTION_ARG_FILENAME,
    G_STRUCT_OFFSET (LscCompareOptions, comparison),
    N_ ("The recording after, as the reference tool has it"), "AFTER" },
  { "benchmark-profiling-path", 0, 0, G_OPTION_ARG_FILENAME,
    G_STRUCT_OFFSET (LscCompareOptions, baseline), N_ ("The recording before; also -bp"),
    "BEFORE" },
  { "output-path", 'o', 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (LscCompareOptions, folder),
    N_ ("Write a workbook of all tables into this folder"), "DIR" },
  { "compat", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (LscCompareOptions, is_compat),
    N_ ("Write workbooks in the sheets and columns of the reference tool"), NULL },
  { "findings", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (LscCompareOptions, is_judged),
    N_ ("Show how the findings changed and which ones are new"), NULL },
  { "map", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (LscCompareOptions, map),
    N_ ("Names that belong together: lines “name before = name after”, with *"), "FILE" },
  { "across-chips", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (LscCompareOptions, across),
    N_ ("Compare each chip with its own peak: auto (where chips differ), yes, no"), "WHEN",
    .choices = across },
  { "peaks", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (LscCompareOptions, peaks),
    N_ ("FP16 peaks of the two chips in TFLOP/s"), "A,B" },
  { "labels", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (LscCompareOptions, labels),
    N_ ("What the two recordings are called"), "A,B" },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (LscCompareOptions, out),
    N_ ("Write a picture of the change: .svg, .png or .pdf"), "FILE",
    .endings = lsc_cli_picture_endings,
    .fault = N_ ("--out takes a name that ends in .svg, .png or .pdf") },
  { "parts", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (LscCompareOptions, parts),
    N_ ("What it shows: bars by category (default), module, op or operators, which are then "
        "listed, too; both timelines or pipelines; both chips by module"),
    "WHAT", .choices = parts },
  { "dark", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (LscCompareOptions, is_dark),
    N_ ("A dark picture"), NULL, .needs = "out" },
  LSC_CLI_OUTLINES,
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (LscCompareOptions, table),
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
  .options_size = sizeof (LscCompareOptions),
  .loads = LSC_CLI_LOADS_NOTHING,
  .check = check,
  .run = run_compare,
};
