/* lsc-cmd-check.c - check: whether a recording keeps within a budget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/compare/lsc-check.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-json.h"
#include "cli/lsc-cli-findings.h"

typedef struct
{
  LscCliOptions common;
  char *budget;
  char *baseline;
  char *fail_above;
  gboolean is_markdown;
  gboolean is_init;
  gboolean is_forced;
  double most; /* of @fail_above */
} Options;

/* ---- words --------------------------------------------------------------------------------- */

static char *
say_value (double value, int unit)
{
  g_autofree char *share = NULL;

  if (isnan (value))
    return g_strdup (_ ("not available"));
  if (unit == LSC_CHECK_NS)
    return lsc_format_duration ((gint64) llround (value), LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (fabs (value));
  return unit == LSC_CHECK_RELATIVE ? g_strconcat (value < 0 ? "−" : "+", share, NULL)
                                    : g_steal_pointer (&share);
}

static const char *
say_verdict (LscCheckResult result)
{
  switch (result)
    {
    case LSC_CHECK_BEYOND:
      return _ ("Beyond the budget.");
    case LSC_CHECK_UNKNOWN:
      return _ ("Within the budget as far as known; some limits could not be checked.");
    case LSC_CHECK_NOISE:
      return _ ("Within the budget: what is beyond a limit is within the noise.");
    default:
      return _ ("Within the budget.");
    }
}

static char *
say_rank (gint64 rank)
{
  if (rank >= 0)
    return g_strdup_printf ("%" PRId64, rank);
  return g_strdup (lsc_rank_is_named (rank) ? lsc_rank_name_find (rank) : "-");
}

static void
append_row (GString *out, const LscCheckRow *row, gboolean is_markdown)
{
  g_autofree char *value = say_value (row->value, row->unit);
  g_autofree char *limit = say_value (row->limit, row->unit);
  g_autofree char *noise = row->noise_ns != LSC_INT_NULL
                               ? lsc_format_duration (row->noise_ns, LSC_TIME_UNIT_AUTO)
                               : g_strdup ("-");
  g_autofree char *rank = say_rank (row->rank);
  g_autofree char *text = row->text ? lsc_phrase_to_words (row->text) : NULL;

  if (is_markdown)
    g_string_append_printf (out, "| %s | %s | %s | %s | %s | %s |\n",
                            _ (lsc_check_result_words[row->result].title), row->metric, rank, value,
                            limit, noise);
  else
    lsc_cli_append (out, _ ("%s: %s of rank %s: %s, limit %s, noise floor %s%s%s\n"),
                    _ (lsc_check_result_words[row->result].title), row->metric, rank, value, limit,
                    noise, text ? "; " : "", text ? text : "");
}

/* What is not within its limit, then how many are. Markdown has all of them. */
static char *
say (const LscCheck *check, gboolean is_markdown)
{
  GString *out = g_string_new (NULL);
  guint n_within = 0;

  g_string_append_printf (out, is_markdown ? "**%s**\n\n" : "%s\n", say_verdict (check->result));
  if (is_markdown)
    g_string_append_printf (out, "| %s | %s | %s | %s | %s | %s |\n|---|---|---|--:|--:|--:|\n",
                            _ ("Result"), _ ("Metric"), _ ("Rank"), _ ("Value"), _ ("Limit"),
                            _ ("Noise floor"));
  for (guint i = 0; i < check->rows->len; i++)
    {
      const LscCheckRow *row = lsc_check_get (check, i);

      n_within += row->result == LSC_CHECK_WITHIN;
      if (is_markdown || row->result != LSC_CHECK_WITHIN)
        append_row (out, row, is_markdown);
    }
  if (!is_markdown)
    lsc_cli_append (out, _ ("Within their limits: %u of %u.\n"), n_within, check->rows->len);
  return g_string_free (out, FALSE);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void
add_row (JsonBuilder *out, const LscCheckRow *row)
{
  g_autofree char *text = row->text ? lsc_phrase_to_words (row->text) : NULL;

  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "metric", row->metric);
  lsc_cli_json_add_rank (out, "rank", "name", row->rank);
  lsc_cli_json_add_text (out, "result", lsc_check_result_words[row->result].key);
  lsc_cli_json_add_real (out, "value", row->value);
  lsc_cli_json_add_real (out, "limit", row->limit);
  lsc_cli_json_add_text (out, "unit", lsc_check_unit_words[row->unit].key);
  lsc_cli_json_add_int (out, "value_ns", row->value_ns);
  lsc_cli_json_add_int (out, "limit_ns", row->limit_ns);
  lsc_cli_json_add_int (out, "noise_ns", row->noise_ns);
  lsc_cli_json_add_int (out, "before_ns", row->before_ns);
  lsc_cli_json_add_text (out, "not_available", text);
  json_builder_end_object (out);
}

static char *
to_json (const LscCheck *check)
{
  g_autoptr (JsonBuilder) out = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "result", lsc_check_result_words[check->result].key);
  json_builder_set_member_name (out, "ok");
  json_builder_add_boolean_value (out, check->result == LSC_CHECK_WITHIN ||
                                           check->result == LSC_CHECK_NOISE);
  lsc_cli_json_add_text (out, "text", say_verdict (check->result));
  json_builder_set_member_name (out, "results");
  json_builder_begin_array (out);
  for (guint i = 0; i < check->rows->len; i++)
    add_row (out, lsc_check_get (check, i));
  json_builder_end_array (out);
  json_builder_end_object (out);
  root = json_builder_get_root (out);
  text = json_to_string (root, FALSE);
  return g_strconcat (text, "\n", NULL);
}

/* ---- the command --------------------------------------------------------------------------- */

static gboolean
read_fail_above (Options *options, GError **error)
{
  char *end = NULL;

  options->most = g_ascii_strtod (options->fail_above, &end);
  if (end != options->fail_above && *end == '%')
    {
      options->most /= 100;
      end++;
    }
  return (end != options->fail_above && *end == '\0' && options->most >= 0 && options->most < 10) ||
         lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("--fail-above takes a part, such as 0.03, or percent"));
}

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;

  if (options->is_forced && !options->is_init)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s", _ ("--force goes with --init"));
  if (options->is_init)
    return TRUE;
  if (!options->budget && !options->fail_above)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("check takes --budget FILE, or --baseline PATH2 --fail-above 0.03; "
                        "--init writes a first file"));
  if (options->fail_above && !options->baseline)
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
read_limits (const Options *options, GError **error)
{
  g_autoptr (GArray) limits = NULL;
  g_autofree char *text = NULL;

  if (!options->budget)
    limits = g_array_new (FALSE, FALSE, sizeof (LscCheckLimit));
  else if (!g_file_get_contents (options->budget, &text, NULL, error) ||
           !(limits = lsc_check_parse (text, options->budget, error)))
    return NULL;
  if (options->fail_above)
    {
      LscCheckLimit limit = { .metric = find_step_metric (),
                              .is_all = TRUE,
                              .limit = options->most,
                              .unit = LSC_CHECK_RELATIVE };

      g_array_append_val (limits, limit);
    }
  for (guint i = 0; i < limits->len && !options->baseline; i++)
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

static LscExit
deliver (LscCliRun *run, const LscCheck *result)
{
  const Options *options = (const Options *) run->options;
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autoptr (LscTable) table = lsc_check_get_table (result);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  lsc_cli_end_progress ();
  if (form == LSC_CLI_CSV || form == LSC_CLI_XLSX)
    {
      if (!lsc_cli_deliver_table (run, table, 0, &error))
        return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
    }
  else
    {
      text = form == LSC_CLI_JSON ? to_json (result) : say (result, options->is_markdown);
      if (!lsc_cli_print_text (text))
        return LSC_EXIT_IO;
    }
  return result->result == LSC_CHECK_BEYOND    ? LSC_EXIT_BUDGET
         : result->result == LSC_CHECK_UNKNOWN ? LSC_EXIT_PART
                                               : LSC_EXIT_OK;
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
  return lsc_cli_print_text (text) ? LSC_EXIT_OK : LSC_EXIT_IO;
}

/* The file first: what is wrong with it is told before the long work. */
static LscExit
run_check (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) limits = options->is_init ? NULL : read_limits (options, &error);
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (LscOverview) baseline = NULL;
  g_autoptr (LscCheck) result = NULL;
  LscCliProject other = { 0 };
  LscExit code = LSC_EXIT_OK;

  if (!error && options->is_init && !options->is_forced && options->budget)
    lsc_output_check_edited (options->budget, &error);
  if (error)
    return lsc_cli_fail (error);
  overview = read_overview (&run->project, run->options, run->options->path, &code);
  if (overview && options->is_init)
    return write_proposal (overview, options->budget, options->is_forced);
  if (overview && options->baseline)
    baseline = read_overview (&other, run->options, options->baseline, &code);
  if (code == LSC_EXIT_OK)
    {
      result = lsc_check_new (limits, overview, baseline);
      code = deliver (run, result);
    }
  if (options->baseline)
    lsc_cli_project_clear (&other);
  return code == LSC_EXIT_OK && lsc_cli_project_is_part (&run->project) ? LSC_EXIT_PART : code;
}

static const LscCliOption entries[] = {
  { "budget", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, budget),
    N_ ("Limits, as JSON"), "FILE" },
  { "baseline", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, baseline),
    N_ ("The recording that relative limits are measured against"), "PATH2" },
  { "fail-above", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (Options, fail_above),
    N_ ("With --baseline: a step may be longer by this part, such as 0.03"), "PART" },
  { "markdown", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_markdown),
    N_ ("Markdown, for a pull request"), NULL },
  { "init", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_init),
    N_ ("Write limits that the recording keeps, into the FILE of --budget, instead of checking"),
    NULL },
  { "force", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_forced),
    N_ ("With --init: replace limits that are there already"), NULL },
  { NULL },
};

const LscCliCommand lsc_cmd_check = {
  .name = "check",
  .usage = "PATH --budget FILE [--baseline PATH2]",
  .line = N_ ("  check     whether a recording keeps within a budget, for continuous integration"),
  .arguments = "PATH",
  .summary = N_ ("Checks limits, and exits with 0 within them, 5 beyond one and beyond the noise, "
                 "3 where it is not known, 1 for an unusable file of limits."),
  .n_words = 1,
  .groups =
      LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_LAYOUT | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_NOTHING,
  .check = check,
  .run = run_check,
};
