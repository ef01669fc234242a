/* lsc-cmd-check.c - check: whether a recording keeps within a budget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-unknown.h"
#include "judge/compare/lsc-check.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-baseline.h"
#include "cli/lsc-cli-check.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-compare.h"
#include "cli/lsc-cli-findings.h"
#include "cli/lsc-cli-unknown.h"
#include "session/lsc-session-lacks.h"
#include "session/lsc-session-pair.h"

/* A number below this without a sign is a part that was meant as one: 0.03 for 3 %. */
#define LEAST_PERCENT 0.5
#define MOST_PERCENT 1000.0

typedef struct
{
  LscCliOptions common;
  char *budget;
  char **baselines; /* (nullable) (array zero-terminated=1) */
  char *baseline_dir;
  char *save_baseline; /* (nullable): a name */
  char *save_path;     /* (nullable): its file */
  char *fail_above;
  char *junit;
  gboolean is_markdown;
  gboolean is_strict;
  gboolean is_init;
  gboolean is_forced;
  double most; /* of @fail_above */
} Options;

/* ---- the command --------------------------------------------------------------------------- */

/* 3 and 3% are 3 percent. */
static gboolean
read_fail_above (Options *options, GError **error)
{
  const char *text = options->fail_above;
  char *end = NULL;
  double percent = g_ascii_strtod (text, &end);
  gboolean has_sign = end != text && *end == '%';

  if (end == text || end[has_sign] != '\0' || !(percent >= 0) || percent > MOST_PERCENT)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("--fail-above takes percent, such as 3 or 3%%, not “%s”"), text);
  if (!has_sign && percent > 0 && percent < LEAST_PERCENT)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("--fail-above takes percent: write %g%% for %g %%, or %g for %g %%"),
                     percent, percent, 100 * percent, 100 * percent);
  options->most = percent / 100;
  return TRUE;
}

/* Names of baselines become their files. */
static gboolean
find_baselines (Options *options, GError **error)
{
  for (int i = 0; options->baselines && options->baselines[i]; i++)
    {
      char *path = lsc_cli_baseline_find (options->baselines[i], options->baseline_dir, error);

      if (!path)
        return FALSE;
      g_free (options->baselines[i]);
      options->baselines[i] = path;
    }
  if (!options->save_baseline)
    return TRUE;
  options->save_path =
      lsc_cli_baseline_get_path (options->save_baseline, options->baseline_dir, error);
  return options->save_path != NULL;
}

/* Nothing is checked. */
static gboolean
is_saved_only (const Options *options)
{
  return options->save_baseline && !options->budget && !options->fail_above && !options->baselines;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;

  if (options->is_forced && !options->is_init && !options->save_baseline)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--force goes with --init and --save-baseline"));
  if (options->baseline_dir && !options->baselines && !options->save_baseline)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--baseline-dir goes with --baseline and --save-baseline"));
  if (options->save_baseline && options->is_init)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s", _ ("Choose one of --init and --save-baseline"));
  if (options->is_init && (lsc_cli_get_form (&run->options->format) != LSC_CLI_TEXT ||
                           options->is_markdown || options->is_strict || options->junit))
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--init writes limits and checks none: remove --json, --csv, --xlsx, "
                        "--markdown, --junit and --strict"));
  if (!find_baselines (options, error))
    return FALSE;
  if (options->is_init || is_saved_only (options))
    return TRUE;
  if (!options->budget && !options->fail_above)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("check takes --budget FILE, or --baseline PATH2 --fail-above 3%; "
                        "--init writes a first file, --save-baseline NAME a baseline"));
  if (options->fail_above && !options->baselines)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--fail-above needs --baseline: the recording to compare with"));
  return !options->fail_above || read_fail_above (options, error);
}

static guint
find_step_metric (void)
{
  const char *const *names = lsc_check_list_metrics ();
  guint i = 0;

  while (!g_str_equal (names[i], "step_ns"))
    i++;
  return i;
}

static GArray *
read_limits (const Options *options, LscNotices *notices, GError **error)
{
  g_autoptr (GArray) limits = NULL;
  g_autofree char *text = NULL;

  if (!options->budget)
    limits = g_array_new (FALSE, FALSE, sizeof (LscCheckLimit));
  else if (!g_file_test (options->budget, G_FILE_TEST_EXISTS))
    {
      lsc_fail (error, LSC_ERROR_IO,
                _ ("“%s” is not there. Write limits to begin with: lanescope-cli check PATH "
                   "--init --budget FILE"),
                options->budget);
      return NULL;
    }
  else if (!g_file_get_contents (options->budget, &text, NULL, error) ||
           !(limits = lsc_check_parse (text, options->budget, notices, error)))
    return NULL;
  if (options->fail_above)
    {
      LscCheckLimit limit = { .metric = find_step_metric (),
                              .is_all = TRUE,
                              .limit = options->most,
                              .unit = LSC_CHECK_RELATIVE };

      g_array_append_val (limits, limit);
    }
  for (guint i = 0; i < limits->len && !options->baselines; i++)
    if (g_array_index (limits, LscCheckLimit, i).unit == LSC_CHECK_RELATIVE)
      {
        lsc_fail (error, LSC_ERROR_USAGE,
                  _ ("%s, limit %u: it is relative, so name the recording to compare with by "
                     "--baseline."),
                  options->budget, i + 1);
        return NULL;
      }
  return g_steal_pointer (&limits);
}

static LscOverview *
read_overview (LscCliProject *project, const LscCliOptions *options, const char *path,
               LscExit *code)
{
  LscOverview *overview = NULL;

  *code = lsc_cli_project_open (project, options, path);
  if (*code == LSC_EXIT_OK)
    *code = lsc_cli_judge (project, options, &overview, NULL);
  return overview;
}

/** What is read beside the recording. @projects: (element-type LscCliProject) */
typedef struct
{
  GPtrArray *projects;
  GPtrArray *overviews;
  LscSessionPair *pair;
} Baselines;

static void
baselines_clear (Baselines *self)
{
  g_clear_pointer (&self->pair, lsc_session_pair_unref);
  g_clear_pointer (&self->overviews, g_ptr_array_unref);
  g_clear_pointer (&self->projects, g_ptr_array_unref);
}

static LscExit
baselines_read (Baselines *self, LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  LscExit code = LSC_EXIT_OK;

  self->projects = lsc_cli_compare_new_projects ();
  self->overviews = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_overview_unref);
  for (int i = 0; options->baselines[i] && code == LSC_EXIT_OK; i++)
    {
      LscCliProject *project = g_new0 (LscCliProject, 1);
      LscOverview *overview;

      g_ptr_array_add (self->projects, project);
      overview = read_overview (project, run->options, options->baselines[i], &code);
      if (overview)
        g_ptr_array_add (self->overviews, overview);
    }
  return code;
}

/* (nullable): how the recording and the first of the others compare */
static LscCompare *
baselines_compare (Baselines *self, LscCliRun *run)
{
  const LscCliProject *first = self->projects->pdata[0];
  LscSessionSide sides[LSC_N_SIDES] = {
    [LSC_BEFORE] = { .session = first->session, .name = _ ("Baseline") },
    [LSC_AFTER] = { .session = run->project.session, .name = _ ("Current") }
  };

  self->pair = lsc_session_pair_new (sides, NULL);
  return lsc_session_pair_get_compare (self->pair, run->project.job, NULL);
}

/* (nullable): what makes the steps longer: of interest once a limit is exceeded */
static char *
find_cause (LscCliRun *run)
{
  g_autoptr (LscFindings) findings =
      lsc_session_get_findings (run->project.session, run->project.job, NULL);

  for (guint i = 0; findings && i < findings->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (findings, i);

      if (lsc_finding_get_group (finding) == LSC_FINDINGS_OUTSTANDING && finding->text)
        return lsc_phrase_to_words (finding->text);
    }
  return NULL;
}

static LscExit
get_code (const Options *options, LscCheckResult result)
{
  switch (result)
    {
    case LSC_CHECK_BEYOND:
      return LSC_EXIT_BUDGET;
    case LSC_CHECK_UNKNOWN:
      return LSC_EXIT_PART;
    case LSC_CHECK_UNDECIDED:
      return options->is_strict ? LSC_EXIT_UNDECIDED : LSC_EXIT_OK;
    default:
      return LSC_EXIT_OK;
    }
}

static gboolean
print_result (LscCliRun *run, const LscCliCheckResult *result, GError **error)
{
  const Options *options = (const Options *) run->options;
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autoptr (LscTable) table = lsc_check_get_table (result->check);
  g_autofree char *text = NULL;

  if (options->is_markdown)
    lsc_cli_stdout_be_silent (FALSE);
  if (form == LSC_CLI_CSV || form == LSC_CLI_XLSX)
    return lsc_cli_deliver_table (run, table, 0, error);
  text = form == LSC_CLI_JSON   ? lsc_cli_check_to_json (result)
         : options->is_markdown ? lsc_cli_check_to_markdown (result)
                                : lsc_cli_check_to_text (result);
  return lsc_cli_print_text (text);
}

static LscExit
deliver (LscCliRun *run, const LscCliCheckResult *result)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (GError) error = NULL;
  g_autofree char *junit = options->junit ? lsc_cli_check_to_junit (result) : NULL;

  lsc_cli_end_progress ();
  if (junit &&
      !lsc_output_write_file (options->junit, LSC_OUTPUT_PLAIN, junit, strlen (junit), &error))
    return lsc_cli_fail (error);
  if (!print_result (run, result, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return get_code (options, result->check->result);
}

static LscExit
write_proposal (const LscOverview *overview, const char *path, gboolean is_forced)
{
  LscOutputFlags flags = is_forced ? LSC_OUTPUT_PLAIN : LSC_OUTPUT_EDITED;
  g_autofree char *text = lsc_check_propose (overview);
  g_autoptr (GError) error = NULL;

  lsc_cli_end_progress ();
  if (path)
    return lsc_output_write_file (path, flags, text, strlen (text), &error) ? LSC_EXIT_OK
                                                                            : lsc_cli_fail (error);
  lsc_cli_stdout_be_silent (FALSE); /* they are all that was asked for */
  return lsc_cli_print_text (text) ? LSC_EXIT_OK : LSC_EXIT_IO;
}

/* What of the metrics the recording lacks. */
static GPtrArray *
list_unknown (LscCliRun *run, const LscCheck *check)
{
  LscLacks lacks = lsc_session_get_lacks (run->project.session);
  GPtrArray *list = lsc_unknown_cells_new_list ();

  for (guint i = 0; i < check->rows->len; i++)
    {
      const LscCheckRow *row = lsc_check_get (check, i);
      g_autofree char *column = g_str_has_suffix (row->metric, "_ns")
                                    ? g_strdup (row->metric)
                                    : g_strconcat (row->metric, "_ns", NULL);
      LscUnknown unknown = row->result == LSC_CHECK_UNKNOWN
                               ? lsc_unknown_find (&lacks, "overview", column)
                               : LSC_UNKNOWN_NONE;

      if (unknown != LSC_UNKNOWN_NONE)
        lsc_unknown_cells_add (list, unknown, lacks.recorder, row->metric, NULL);
    }
  return list;
}

static LscExit
judge (LscCliRun *run, const GArray *limits, const LscOverview *overview, Baselines *baselines)
{
  g_autoptr (LscCheck) check = lsc_check_new (limits, overview, baselines->overviews);
  g_autoptr (LscCompare) compare = baselines->projects ? baselines_compare (baselines, run) : NULL;
  g_autofree char *name = g_path_get_basename (run->options->path);
  g_autofree char *cause = check->result == LSC_CHECK_BEYOND ? find_cause (run) : NULL;
  g_autoptr (GPtrArray) unknown = list_unknown (run, check);
  LscCliCheckResult result = { check, name, compare, cause, unknown };

  lsc_cli_add_unknown (run, unknown);
  return deliver (run, &result);
}

/* What keeps within its limits is worth comparing with. */
static LscExit
save_baseline (LscCliRun *run, LscExit code)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = NULL;

  if (!options->save_path || (code != LSC_EXIT_OK && code != LSC_EXIT_PART))
    return code;
  if (!lsc_cli_baseline_save (&run->project, run->options, options->save_path, options->is_forced,
                              &error))
    return lsc_cli_fail (error);
  shown = lsc_visible_line (options->save_path);
  lsc_cli_end_progress ();
  if (!run->options->quiet)
    g_printerr (_ ("Baseline %s: %s\n"), options->save_baseline, shown);
  return code;
}

static gboolean
check_files (const Options *options, GError **error)
{
  if (options->is_init && !options->is_forced && options->budget &&
      !lsc_output_check_edited (options->budget, error))
    return FALSE;
  if (options->save_path && !options->is_forced &&
      g_file_test (options->save_path, G_FILE_TEST_EXISTS))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("There is a baseline of that name: %s. --force replaces it"),
                     options->save_path);
  return !options->junit || lsc_output_check (options->junit, error);
}

/* The file first: what is wrong with it is told before the long work. */
static LscExit
run_check (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  gboolean has_limits = !options->is_init && !is_saved_only (options);
  g_autoptr (GArray) limits = has_limits ? read_limits (options, notices, &error) : NULL;
  g_autoptr (LscOverview) overview = NULL;
  Baselines baselines = { 0 };
  LscExit code = LSC_EXIT_OK;

  if (error || !check_files (options, &error))
    return lsc_cli_fail (error);
  lsc_cli_print_notices (notices, lsc_cli_least_severity (&options->common));
  overview = read_overview (&run->project, run->options, run->options->path, &code);
  if (overview && options->is_init)
    {
      code = write_proposal (overview, options->budget, options->is_forced);
      if (code == LSC_EXIT_OK)
        lsc_cli_tell_written (run->options, options->budget);
      return code;
    }
  if (overview && options->baselines)
    code = baselines_read (&baselines, run);
  if (code == LSC_EXIT_OK && has_limits)
    code = judge (run, limits, overview, &baselines);
  baselines_clear (&baselines);
  if (code == LSC_EXIT_OK && lsc_cli_project_is_part (&run->project))
    code = LSC_EXIT_PART;
  return overview ? save_baseline (run, code) : code;
}

static const char *const junit_endings[] = { ".xml", NULL };

static const LscCliOption entries[] = {
  { "budget", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, budget),
    N_ ("Limits, as JSON"), "FILE" },
  { "baseline", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, G_STRUCT_OFFSET (Options, baselines),
    N_ ("The recording that relative limits are measured against; given several times, the noise "
        "is how much these runs differ. A folder or file, or the name of a saved baseline"),
    "PATH2" },
  { "save-baseline", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (Options, save_baseline),
    N_ ("Save the recording as a baseline of that name; with limits, unless one is exceeded"),
    "NAME" },
  { "baseline-dir", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, baseline_dir),
    N_ ("Where baselines are kept, instead of in the user's data folder"), "DIR" },
  { "fail-above", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (Options, fail_above),
    N_ ("With --baseline: a step may be longer by so many percent, such as 3"), "PERCENT" },
  { "strict", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_strict),
    N_ ("Exit with 6 where a limit is exceeded by less than the noise, instead of 0"), NULL },
  { "junit", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, junit),
    N_ ("Also write the results as JUnit XML"), "FILE", .endings = junit_endings,
    .fault = N_ ("--junit takes a name that ends in .xml") },
  { "markdown", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_markdown),
    N_ ("Markdown, for a pull request"), NULL },
  { "init", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_init),
    N_ ("Write limits that the recording keeps, into the FILE of --budget, instead of checking"),
    NULL },
  { "force", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_forced),
    N_ ("With --init and --save-baseline: replace what is there already"), NULL },
  { NULL },
};

static void
clear (gpointer options)
{
  g_free (((Options *) options)->save_path);
}

static void
set_defaults (gpointer options)
{
  ((Options *) options)->common.takes_one_step = TRUE;
}

const LscCliCommand lsc_cmd_check = {
  .name = "check",
  .usage = "PATH --budget FILE [--baseline PATH2]",
  .line = N_ ("  check     whether a recording keeps within a budget, for continuous integration"),
  .arguments = "PATH",
  .summary =
      N_ ("Checks limits, and exits with 0 within them, 5 beyond one by more than the noise, "
          "3 where it is not known, 1 for an unusable file of limits. Beyond one by less than "
          "the noise is not decidable: a warning, or with --strict exit 6."),
  .n_words = 1,
  .groups =
      LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_LAYOUT | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_NOTHING,
  .set_defaults = set_defaults,
  .check = check,
  .run = run_check,
  .clear = clear,
};
