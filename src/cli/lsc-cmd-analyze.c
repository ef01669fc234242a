/* lsc-cmd-analyze.c - the reference tool's modes: module_statistic, operator_mfu, pp_chart,
 * cluster_time_summary, slow_rank; others are tables of columns and a function
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/module/lsc-module-rows.h"
#include "judge/overview/lsc-cluster-tables.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-mode.h"
#include "cli/lsc-cli-pipeline.h"
#include "cli/lsc-cli-results.h"
#include "cli/lsc-cli-unknown.h"

/** What became of one analysis. */
typedef enum
{
  OUTCOME_DELIVERED,
  OUTCOME_PART,
  OUTCOME_NOTHING,  /* every rank failed */
  OUTCOME_NO_INPUT, /* the recording does not hold what it needs */
} Outcome;

typedef enum
{
  MODE_MODULES,
  MODE_MFU,
  MODE_PIPELINE,
  MODE_TIMES,
  MODE_SLOW_RANK,
} Mode;

typedef struct
{
  LscCliOptions common;
  Mode mode;
  LscExportType type;
  LscCliMode table_mode; /* one that is a table of columns and a function, no @mode */
} Options;

static const struct
{
  const char *name;
  Mode mode;
} known_modes[] = {
  { "module_statistic", MODE_MODULES }, { "operator_mfu", MODE_MFU },
  { "pp_chart", MODE_PIPELINE },        { "cluster_time_summary", MODE_TIMES },
  { "slow_rank", MODE_SLOW_RANK },
};

/** The module analyses of all ranks, one slot a rank. */
typedef struct
{
  LscCliProject *project;
  const LscCliOptions *options;
  LscModuleOptions module; /* with the threads that each rank may use */
  Mode mode;
  LscTable **module_statistic;
  LscTable **operator_mfu;
  LscTable **module_mfu;
  GError **errors;     /* of a rank: could not be loaded or analysed */
  GError **mfu_errors; /* of operator_mfu alone */
  gint64 *collection_ends;
} RankWork;

static LscLoadFlags
module_flags (const RankWork *work)
{
  gboolean has_mfu = work->mode == MODE_MFU || work->options->mfu_options.mode != LSC_MFU_OFF;

  return LSC_LOAD_FOR_MODULES | (has_mfu ? LSC_LOAD_SHAPES : 0) |
         (work->module.n_threads > 1 ? LSC_LOAD_SIDE_BY_SIDE : 0);
}

static void
analyze_modules (RankWork *work, gsize index, LscRun *run)
{
  g_autoptr (LscModuleData) data =
      lsc_module_data_new (run, &work->module, work->project->job, &work->errors[index]);

  if (!data)
    return;
  work->module_statistic[index] = lsc_module_statistic_table (
      data, &work->options->mfu_options, work->project->job, &work->errors[index]);
  lsc_notices_add_all (work->project->notices, data->notices);
}

static void
analyze_rank (gsize index, gpointer user_data)
{
  RankWork *work = user_data;
  LscSource *source = g_ptr_array_index (work->project->sources, index);
  g_autoptr (LscRun) run = lsc_session_get_run (work->project->session, source, module_flags (work),
                                                work->project->job, &work->errors[index]);

  if (!run)
    return;
  work->collection_ends[index] = run->collection_end_ns;
  if (work->mode == MODE_MODULES)
    analyze_modules (work, index, run);
  else
    lsc_operator_mfu_tables (run, &work->module, &work->options->mfu_options,
                             &work->operator_mfu[index], &work->module_mfu[index],
                             work->project->job, &work->mfu_errors[index]);
  lsc_notices_add_all (work->project->notices, run->notices);
}

/* The union of the ranks' columns: a rank without MFU has NULL there
 * (exports.md#module-statistic). The one table there is needs no copy. */
static LscTable *
join_tables (LscTable **tables, gsize n)
{
  LscTable *widest = NULL;
  LscTable *joined;
  gsize n_tables = 0;

  for (gsize i = 0; i < n; i++)
    n_tables += tables[i] != NULL;
  for (gsize i = 0; i < n; i++)
    if (tables[i] && lsc_table_get_n_rows (tables[i]) > 0 &&
        (!widest || lsc_table_get_n_columns (tables[i]) > lsc_table_get_n_columns (widest)))
      widest = tables[i];
  for (gsize i = 0; i < n && !widest; i++)
    widest = tables[i];
  if (!widest || n_tables == 1)
    return widest ? lsc_table_ref (widest) : NULL;
  joined = lsc_table_new_like (widest);
  for (gsize i = 0; i < n; i++)
    if (tables[i])
      lsc_table_append_table (joined, tables[i]);
  return joined;
}

static void
report_failure (LscCliProject *project, gint64 rank, const GError *error)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_ERROR, "analysis-failed", "%s", error->message);

  lsc_notice_set_place (notice, rank, NULL, NULL);
  lsc_notices_add (project->notices, notice);
}

/* What became of the ranks of an analysis: @tables has a table with rows where one succeeded. */
static Outcome
judge (RankWork *work, LscTable **tables, GError **own_errors)
{
  gsize n = work->project->sources->len;
  gsize n_rows = 0, n_missing = 0;

  for (gsize i = 0; i < n; i++)
    {
      const GError *error = own_errors[i] ? own_errors[i] : tables[i] ? NULL : work->errors[i];
      gboolean has_rows = tables[i] && lsc_table_get_n_rows (tables[i]) > 0;

      n_rows += has_rows;
      n_missing += !has_rows && (!error || g_error_matches (error, LSC_ERROR, LSC_ERROR_MISSING));
    }
  if (n_rows == n)
    return OUTCOME_DELIVERED;
  if (n_rows > 0)
    return OUTCOME_PART;
  return n_missing == n ? OUTCOME_NO_INPUT : OUTCOME_NOTHING;
}

static void
report_ranks (RankWork *work)
{
  for (gsize i = 0; i < work->project->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (work->project->sources, i);
      GError *errors[] = { work->errors[i], work->mfu_errors[i] };

      for (gsize k = 0; k < G_N_ELEMENTS (errors); k++)
        if (errors[k])
          report_failure (work->project, source->rank, errors[k]);
    }
}

static void
free_work (RankWork *work)
{
  LscTable **tables[] = { work->module_statistic, work->operator_mfu, work->module_mfu };
  GError **errors[] = { work->errors, work->mfu_errors };

  for (gsize k = 0; k < G_N_ELEMENTS (tables); k++)
    {
      for (gsize i = 0; i < work->project->sources->len; i++)
        g_clear_pointer (&tables[k][i], lsc_table_unref);
      g_free (tables[k]);
    }
  for (gsize k = 0; k < G_N_ELEMENTS (errors); k++)
    {
      for (gsize i = 0; i < work->project->sources->len; i++)
        g_clear_error (&errors[k][i]);
      g_free (errors[k]);
    }
  g_free (work->collection_ends);
}

static Outcome
run_modules (LscCliProject *project, const LscCliOptions *options, Mode mode, LscResults *results)
{
  gsize n = project->sources->len;
  RankWork work = {
    .project = project, .options = options, .module = options->module, .mode = mode
  };
  Outcome outcome;

  work.module.drops_links = mode != MODE_MFU;
  work.module.n_threads = project->n_threads / (guint) MAX (n, 1);
  work.module_statistic = g_new0 (LscTable *, n);
  work.operator_mfu = g_new0 (LscTable *, n);
  work.module_mfu = g_new0 (LscTable *, n);
  work.errors = g_new0 (GError *, n);
  work.mfu_errors = g_new0 (GError *, n);
  work.collection_ends = g_new0 (gint64, n);
  lsc_job_run_parallel (project->n_threads, n, analyze_rank, &work);
  for (gsize i = 0; i < n; i++)
    results->created_ns = MAX (results->created_ns, work.collection_ends[i]);
  if (mode == MODE_MODULES)
    {
      lsc_results_ask (results, "ModuleStatistic");
      outcome = judge (&work, work.module_statistic, work.errors);
      lsc_results_take (results, join_tables (work.module_statistic, n), "module_statistic",
                        LSC_BOOK_MODULE);
    }
  else
    {
      lsc_results_ask (results, "OperatorMFU");
      lsc_results_ask (results, "ModuleMFU");
      outcome = judge (&work, work.module_mfu, work.mfu_errors);
      lsc_results_take (results, join_tables (work.operator_mfu, n), "operator_mfu",
                        LSC_BOOK_MFU_KERNEL);
      lsc_results_take (results, join_tables (work.module_mfu, n), "module_mfu",
                        LSC_BOOK_MFU_MODULE);
    }
  report_ranks (&work);
  free_work (&work);
  return outcome;
}

static const char *const pipeline_tables[] = { "StepTaskInfo", "P2PPairs", "PpBlock",
                                               "PpLink",       "PpMetric", "PpBubble" };

/* As lsc_cli_pipelines_list_tables() orders them. */
static const char *const pipeline_stems[] = {
  "step_task_info", "p2p_pairs",  "pp_block",  "pp_link",     "pp_metric",      "pp_bubble",
  "pp_wait",        "pp_balance", "pp_ladder", "pp_path",     "pp_micro_batch", "pp_link_wait",
  "pp_summary",     "pp_verdict", "pp_clock",  "pp_schedule",
};

static gboolean
is_whole (const LscCliPipelines *found, LscPipeline *shown)
{
  for (guint i = 0; i < shown->groups->len; i++)
    if (!lsc_cli_pipelines_have_group (found, lsc_pipeline_get_group (shown, i)))
      return FALSE;
  return lsc_cli_pipelines_have_all (found);
}

static Outcome
take_pipelines (const LscCliProject *project, const LscCliOptions *options, LscResults *results,
                const LscCliPipelines *found, GError **write_error)
{
  g_autoptr (LscPipeline) shown = NULL;
  g_autoptr (GPtrArray) tables = NULL;

  if (options->write_step_task_info && !lsc_cli_pipelines_write (found, project, write_error))
    return OUTCOME_NOTHING;
  shown = options->has_step ? lsc_pipeline_pick_step (found->pipeline, options->step_id)
                            : lsc_pipeline_ref (found->pipeline);
  tables = lsc_cli_pipelines_list_tables (found, project, shown, write_error);
  if (!tables)
    return OUTCOME_NOTHING;
  g_assert (tables->len == G_N_ELEMENTS (pipeline_stems));
  for (guint i = 0; i < tables->len; i++)
    lsc_results_take (results, lsc_table_ref (tables->pdata[i]), pipeline_stems[i],
                      LSC_BOOK_PIPELINE);
  return is_whole (found, shown) ? OUTCOME_DELIVERED : OUTCOME_PART;
}

static Outcome
run_pipeline (LscCliProject *project, const LscCliOptions *options, LscResults *results,
              GError **write_error)
{
  LscCliPipelines found = { 0 };
  g_autoptr (GError) error = NULL;
  Outcome outcome = OUTCOME_NOTHING;

  for (gsize i = 0; i < G_N_ELEMENTS (pipeline_tables); i++)
    lsc_results_ask (results, pipeline_tables[i]);
  lsc_cli_pipelines_find (&found, project, &error);
  if (found.ranks)
    results->created_ns = MAX (results->created_ns, lsc_cli_pipelines_get_end_ns (&found));
  if (found.pipeline)
    outcome = take_pipelines (project, options, results, &found, write_error);
  else if (found.ranks)
    {
      report_failure (project, LSC_RANK_NONE, error);
      outcome = OUTCOME_NO_INPUT;
    }
  lsc_cli_pipelines_clear (&found);
  return outcome;
}

static gboolean
has_ops (const LscRankSet *set, gsize rank)
{
  const LscRankOps *ops = &set->digests[rank]->ops;

  for (gsize i = 0; i < ops->n; i++)
    if (lsc_rank_set_has_op (set, rank, &ops->items[i]))
      return TRUE;
  return FALSE;
}

/* Nothing to compare: no rank has steps and collectives. */
static gboolean
lacks_facts (const LscRankSet *set)
{
  for (gsize i = 0; i < set->n; i++)
    if (set->steps[i].begin < set->steps[i].end && has_ops (set, i))
      return FALSE;
  return TRUE;
}

static void
take_times (const LscCliProject *project, const Options *options, LscResults *results,
            const LscRankSet *set)
{
  const LscMode *text_form = lsc_mode_get_time_summary ();
  guint n_incomplete;
  LscTable *table = lsc_cluster_time_table (set, &n_incomplete);

  if (options->table_mode.is_text)
    {
      lsc_results_take_mode (results, lsc_mode_to_text_form (text_form, table), text_form);
      lsc_table_unref (table);
    }
  else
    lsc_results_take (results, table, "cluster_time_summary", LSC_BOOK_TIMES);
  if (n_incomplete > 0)
    lsc_notices_add (
        project->notices,
        lsc_notice_new (LSC_SEVERITY_WARNING, "incomplete-groups",
                        g_dngettext (NULL,
                                     "%u group of ranks lacks members that were not read: wait and "
                                     "transmit times are of those that were. “overview” leaves "
                                     "such groups out.",
                                     "%u groups of ranks lack members that were not read: wait and "
                                     "transmit times are of those that were. “overview” leaves "
                                     "such groups out.",
                                     n_incomplete),
                        n_incomplete));
}

static void
take_votes (LscResults *results, const LscRankSet *set)
{
  LscTable *slow_ranks, *slow_ops;

  lsc_cluster_slow_tables (set, &slow_ranks, &slow_ops);
  lsc_results_take (results, slow_ranks, "slow_rank", LSC_BOOK_SLOW_RANK);
  lsc_results_take (results, slow_ops, "slow_op_stats", LSC_BOOK_SLOW_RANK);
}

/* Votes for slow ranks need operators alone, times nothing of the framework. */
static Outcome
run_ranks (LscCliProject *project, const Options *options, LscResults *results, GError **error)
{
  gboolean has_times = options->mode == MODE_TIMES;
  g_autoptr (GPtrArray) digests = lsc_session_get_digests (
      project->session, has_times ? LSC_DIGEST_TIMES : 0, project->job, NULL);
  g_autoptr (LscRankSet) set = NULL;

  lsc_results_ask (results, has_times ? "ClusterTimeSummary" : "SlowRank");
  if (!has_times)
    lsc_results_ask (results, "SlowOpStats");
  if (!digests)
    return OUTCOME_NOTHING;
  set = lsc_session_make_rank_set (project->session, digests, error);
  if (!set)
    return OUTCOME_NOTHING;
  if (lacks_facts (set))
    {
      lsc_notices_add (project->notices,
                       lsc_notice_new (LSC_SEVERITY_NOTE, "mode-input", "%s",
                                       _ ("No rank has steps with operators of communication, "
                                          "which this analysis compares.")));
      return OUTCOME_NO_INPUT;
    }
  if (has_times)
    take_times (project, options, results, set);
  else
    take_votes (results, set);
  return digests->len == project->sources->len ? OUTCOME_DELIVERED : OUTCOME_PART;
}

static gboolean
parse_mode (const char *name, Mode *mode, const LscMode **table_mode)
{
  g_autofree char *plain = g_strdelimit (g_strdup (name ? name : "all"), "-", '_');

  *table_mode = lsc_mode_find (plain);
  if (*table_mode)
    return TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (known_modes); i++)
    if (strcmp (known_modes[i].name, plain) == 0)
      {
        *mode = known_modes[i].mode;
        return TRUE;
      }
  return FALSE;
}

/**
 * lsc_cli_is_mode:
 *
 * Returns: whether @word is the name of a mode, which -m takes
 */
gboolean
lsc_cli_is_mode (const char *word)
{
  const LscMode *table_mode;
  Mode mode;

  g_return_val_if_fail (word, FALSE);
  return parse_mode (word, &mode, &table_mode);
}

/** Whether a word asks for the advice of the reference tool, which has another name here. */
gboolean
lsc_cli_is_advisor (const char *word)
{
  g_return_val_if_fail (word, FALSE);
  return strcmp (word, "advisor") == 0 || strcmp (word, "advise") == 0 ||
         strcmp (word, "advice") == 0;
}

/* @path: (nullable) */
static gboolean
refuse_mode (const char *mode, const char *path, GError **error)
{
  guint n;
  const LscMode *const *table_modes = lsc_mode_list (&n);
  g_autofree const char **names = g_new0 (const char *, G_N_ELEMENTS (known_modes) + n + 1);
  g_autofree char *list = NULL;
  const char *nearest;

  for (gsize i = 0; i < G_N_ELEMENTS (known_modes); i++)
    names[i] = known_modes[i].name;
  for (guint i = 0; i < n; i++)
    names[G_N_ELEMENTS (known_modes) + i] = table_modes[i]->name;
  if (lsc_cli_is_advisor (mode))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("The command findings gives the advice of “%s”: lanescope-cli findings %s"),
                     mode, path ? path : "DIR");
  list = g_strjoinv (", ", (char **) names);
  nearest = lsc_cli_find_nearest (mode, names);
  return nearest ? lsc_fail (error, LSC_ERROR_USAGE,
                             _ ("There is no mode “%s”; did you mean “%s”? There are: %s"), mode,
                             nearest, list)
                 : lsc_fail (error, LSC_ERROR_USAGE, _ ("There is no mode “%s”; there are: %s"),
                             mode, list);
}

static LscExit
exit_of (Outcome outcome, gboolean is_part)
{
  if (outcome == OUTCOME_NO_INPUT || outcome == OUTCOME_NOTHING)
    return LSC_EXIT_NOTHING;
  return is_part || outcome == OUTCOME_PART ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static Outcome
run_mode (LscCliProject *project, const Options *options, LscResults *results, GError **error)
{
  switch (options->mode)
    {
    case MODE_MODULES:
    case MODE_MFU:
      return run_modules (project, &options->common, options->mode, results);
    case MODE_PIPELINE:
      return run_pipeline (project, &options->common, results, error);
    default:
      return run_ranks (project, options, results, error);
    }
}

static LscExit
analyze (LscCliRun *run)
{
  const Options *own = (const Options *) run->options;
  LscCliProject *project = &run->project;
  const LscCliOptions *options = &own->common;
  gboolean is_csv = own->mode == MODE_TIMES && own->table_mode.is_text;
  LscExportType type = is_csv ? LSC_EXPORT_CSV : own->type;
  LscResults results;
  Outcome outcome;
  g_autoptr (GError) error = NULL;
  gboolean is_stdout = g_strcmp0 (options->output, "-") == 0;
  g_autofree char *folder = is_stdout ? NULL : lsc_cli_output_folder (project, options);
  LscExit code;

  if (folder && !lsc_output_check (folder, &error)) /* before the long work, and its own writing */
    return lsc_cli_fail (error);
  lsc_results_init (&results);
  outcome = run_mode (project, own, &results, &error);
  code = exit_of (outcome, lsc_cli_project_is_part (project));
  lsc_cli_note_results (run, &results);
  if (!error && code != LSC_EXIT_NOTHING)
    lsc_results_write (&results, type, folder, project->job, &error);
  if (!error && folder && type == LSC_EXPORT_DB)
    lsc_results_warn_of_old_tables (&results, folder, project->notices);
  lsc_cli_print_notices (project->notices, code == LSC_EXIT_NOTHING
                                               ? LSC_SEVERITY_NOTE
                                               : lsc_cli_least_severity (options));
  if (error)
    code = lsc_cli_fail (error);
  else if (code == LSC_EXIT_NOTHING)
    g_printerr ("lanescope-cli: %s\n", _ ("Nothing could be delivered."));
  else if (folder && !options->quiet)
    {
      g_autofree char *shown = lsc_visible_line (folder);

      g_printerr (_ ("Results are in %s\n"), shown);
    }
  lsc_results_clear (&results);
  return code;
}

static LscExit
analyze_all (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;

  if (options->table_mode.mode)
    return lsc_cli_run_mode (run, &options->table_mode, options->type);
  for (gsize i = 0; i < G_N_ELEMENTS (known_modes); i++)
    if (known_modes[i].mode == options->mode)
      run->subject = known_modes[i].name;
  return analyze (run);
}

/* A path without -d, or what a shell made of folder/\*. */
static gboolean
refuse_words (const LscCliRun *run, GError **error)
{
  const char *path = run->options->path;
  const char *word = run->words[1];
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autofree char *parent = NULL;

  if (!path && !run->options->mode && g_file_test (word, G_FILE_TEST_EXISTS))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("The path comes first, then the options: lanescope-cli %s …"), word);
  if (!path)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("-d is missing before the folder: -d %s"), word);
  g_ptr_array_add (paths, (gpointer) path);
  for (char **p = run->words + 1; *p; p++)
    g_ptr_array_add (paths, *p);
  g_ptr_array_add (paths, NULL);
  parent = lsc_cli_usage_get_parent ((char **) paths->pdata);
  return parent ? lsc_fail (error, LSC_ERROR_USAGE,
                            _ ("-d takes one folder, not %u. Name the one that holds them: -d %s"),
                            paths->len - 1, parent)
                : lsc_fail (error, LSC_ERROR_USAGE, _ ("-d takes one folder, and “%s” is one more"),
                            word);
}

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;

  if (run->words[1])
    return refuse_words (run, error);
  if (!options->common.path)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("-d DIR is missing: the folder or file to read"));
  if (!parse_mode (options->common.mode, &options->mode, &options->table_mode.mode))
    return refuse_mode (options->common.mode, options->common.path, error);
  if (options->common.agent)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("There is no --agent here; for programs there is --export_type json -o -, "
                        "one object a line"));
  if (g_strcmp0 (options->common.export_type, "notebook") == 0)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("Notebooks are not written; --export_type db gives the tables to read in "
                        "one, and --export_type xlsx a workbook"));
  if (!lsc_export_type_from_name (options->common.export_type, &options->type))
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("Invalid export type: %s; there are: %s"),
                     options->common.export_type, "db, text, xlsx, csv, json");
  options->table_mode.is_text = g_strcmp0 (options->common.export_type, "text") == 0;
  if (!lsc_cli_mode_check (&options->table_mode, error))
    return FALSE;
  options->common.format.is_json = g_strcmp0 (options->common.output, "-") == 0;
  return !options->common.format.is_json || options->type == LSC_EXPORT_JSON ||
         lsc_fail (error, LSC_ERROR_USAGE, _ ("-o - goes with --export-type json only"));
}

#define OPTION(field) G_STRUCT_OFFSET (LscCliOptions, field)

static void
set_defaults (gpointer options)
{
  ((LscCliOptions *) options)->judges_step = TRUE;
}

#define MODE_OPTION(field) G_STRUCT_OFFSET (Options, table_mode.field)

static const LscCliOption entries[] = {
  { "mode", 'm', 0, G_OPTION_ARG_STRING, OPTION (mode),
    N_ ("module_statistic, operator_mfu, pp_chart, cluster_time_summary, slow_rank, "
        "compute_op_sum, "
        "hccl_sum, cann_api_sum … (see the manual) or all (default)"),
    "MODE" },
  { "profiling-path", 'd', 0, G_OPTION_ARG_FILENAME, OPTION (path), N_ ("Folder or file to read"),
    "DIR" },
  { "output-path", 'o', 0, G_OPTION_ARG_FILENAME, OPTION (output),
    N_ ("Parent of cluster_analysis_output; - = standard output (json)"), "OUT" },
  { "export-type", 0, 0, G_OPTION_ARG_STRING, OPTION (export_type),
    N_ ("db (default), text, xlsx, csv or json"), "TYPE" },
  { "rank-list", 0, 0, G_OPTION_ARG_STRING, OPTION (rank_list),
    N_ ("all (default) or ranks such as 0,1"), "RANKS" },
  { "step-id", 0, 0, G_OPTION_ARG_STRING, OPTION (step), N_ ("Only this step"), "N" },
  { "backward", 0, 0, G_OPTION_ARG_NONE, OPTION (mfu_options.backward),
    N_ ("Backward modules in the ModuleMFU table"), NULL },
  { "top-num", 0, 0, G_OPTION_ARG_INT, MODE_OPTION (top_num),
    N_ ("Rows of tables that have the first of a list alone"), "N" },
  { "exclude-op-name", 0, 0, G_OPTION_ARG_NONE, MODE_OPTION (leaves_out_op_names),
    N_ ("compute_op_sum without its table by operator"), NULL },
  { "parallel-types", 0, 0, G_OPTION_ARG_STRING, MODE_OPTION (parallel_types),
    N_ ("Kinds of groups of computational_op_masking, such as “dp,edp;tp”"), "KINDS" },
  { "rank-id", 0, 0, G_OPTION_ARG_INT, MODE_OPTION (rank), N_ ("Rank of communication_bottleneck"),
    "RANK" },
  { "bp", 0, 0, G_OPTION_ARG_FILENAME, MODE_OPTION (base),
    N_ ("What cluster_time_compare_summary compares with"), "DIR" },
  { "force", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, OPTION (force), NULL, NULL },
  { "agent", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, OPTION (agent), NULL, NULL },
  { "parallel-mode", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, OPTION (parallel_mode), NULL,
    NULL },
  { NULL },
};

const LscCliCommand lsc_cmd_analyze = {
  .name = "cluster",
  .usage = "[cluster] [-m MODE] -d DIR [-o OUT] [--export_type TYPE]",
  .line = N_ ("  -m        tables as the reference tool writes them, by mode"),
  .summary = N_ ("Analyses a recording or a cluster of them and writes result tables."),
  .n_words = -1,
  .groups = LSC_CLI_GROUP_COMMON | LSC_CLI_GROUP_MODULE | LSC_CLI_GROUP_PIPELINE |
            LSC_CLI_GROUP_STEP_TASKS | LSC_CLI_GROUP_LAYOUT,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .set_defaults = set_defaults,
  .check = check,
  .run = analyze_all,
};
