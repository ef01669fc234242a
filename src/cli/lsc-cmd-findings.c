/* lsc-cmd-findings.c - findings: what makes the steps longer, and what can be done about it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>

#include "judge/findings/lsc-findings.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-findings.h"
#include "cli/lsc-cli-json.h"
#include "cli/lsc-cli-unknown.h"

/* ---- JSON ---------------------------------------------------------------------------------- */

static void
add_text (JsonBuilder *out, const char *name, const LscPhrase *phrase)
{
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : NULL;

  json_builder_set_member_name (out, name);
  if (words)
    json_builder_add_string_value (out, words);
  else
    json_builder_add_null_value (out);
}

static void
add_place (JsonBuilder *out, const LscEvidencePlace *place)
{
  json_builder_begin_object (out);
  lsc_cli_json_add_rank (out, "rank", "rank_name", place->rank);
  json_builder_set_member_name (out, "start_ns");
  json_builder_add_int_value (out, place->begin_ns);
  json_builder_set_member_name (out, "dur_ns");
  json_builder_add_int_value (out, place->end_ns - place->begin_ns);
  json_builder_set_member_name (out, "name");
  if (place->name)
    json_builder_add_string_value (out, place->name);
  else
    json_builder_add_null_value (out);
  add_text (out, "text", place->text);
  json_builder_end_object (out);
}

static void
add_ranks (JsonBuilder *out, const LscFinding *finding)
{
  gboolean has_names = FALSE;

  json_builder_set_member_name (out, "ranks");
  json_builder_begin_array (out);
  for (guint i = 0; i < finding->ranks->len; i++)
    {
      gint64 rank = g_array_index (finding->ranks, gint64, i);

      has_names = has_names || lsc_rank_is_named (rank);
      if (rank < 0) /* one whose number the recording does not tell */
        json_builder_add_null_value (out);
      else
        json_builder_add_int_value (out, rank);
    }
  json_builder_end_array (out);
  if (!has_names)
    return;
  json_builder_set_member_name (out, "names");
  json_builder_begin_array (out);
  for (guint i = 0; i < finding->ranks->len; i++)
    json_builder_add_string_value (
        out, lsc_rank_name_find (g_array_index (finding->ranks, gint64, i))); /* NULL is null */
  json_builder_end_array (out);
}

static void
add_gain (JsonBuilder *out, const LscFinding *finding)
{
  json_builder_set_member_name (out, "share");
  if (isnan (finding->share))
    json_builder_add_null_value (out);
  else
    json_builder_add_double_value (out, finding->share);
  json_builder_set_member_name (out, "gain_ns");
  if (finding->gain_ns == LSC_INT_NULL)
    json_builder_add_null_value (out);
  else
    json_builder_add_int_value (out, finding->gain_ns);
}

static void
add_when (JsonBuilder *out, const LscFinding *finding)
{
  json_builder_set_member_name (out, "when");
  json_builder_add_string_value (out, lsc_when_words[finding->when].key);
  json_builder_set_member_name (out, "steps");
  if (finding->steps->len == 0)
    {
      json_builder_add_null_value (out);
      return;
    }
  json_builder_begin_array (out);
  for (guint i = 0; i < finding->steps->len; i++)
    json_builder_add_int_value (out, g_array_index (finding->steps, gint64, i));
  json_builder_end_array (out);
}

/* What it is an effect of, and what all that stand out gain, the same on each line. */
static void
add_cause (JsonBuilder *out, const LscFindings *findings, const LscFinding *finding)
{
  json_builder_set_member_name (out, "cause");
  if (finding->cause)
    json_builder_add_string_value (out, finding->cause->id);
  else
    json_builder_add_null_value (out);
  json_builder_set_member_name (out, "total_gain_ns");
  json_builder_add_int_value (out, findings->total_gain_ns);
}

static void
append_json (GString *out, const LscFindings *findings, const LscFinding *finding)
{
  g_autoptr (JsonBuilder) line = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (line);
  json_builder_set_member_name (line, "id");
  json_builder_add_string_value (line, finding->id);
  json_builder_set_member_name (line, "severity");
  json_builder_add_string_value (line, finding->severity == LSC_FINDING_MAJOR ? "major" : "minor");
  json_builder_set_member_name (line, "certainty");
  json_builder_add_string_value (line, lsc_finding_get_certainty_id (finding));
  add_gain (line, finding);
  add_cause (line, findings, finding);
  add_ranks (line, finding);
  add_when (line, finding);
  add_text (line, "text", finding->text);
  add_text (line, "remedy", finding->remedy);
  add_text (line, "unknown", finding->unknown);
  json_builder_set_member_name (line, "evidence");
  json_builder_begin_array (line);
  for (guint i = 0; i < finding->places->len; i++)
    add_place (line, finding->places->pdata[i]);
  json_builder_end_array (line);
  json_builder_end_object (line);
  root = json_builder_get_root (line);
  text = json_to_string (root, FALSE);
  g_string_append_printf (out, "%s\n", text);
}

/* ---- the command --------------------------------------------------------------------------- */

static gboolean
deliver (LscCliRun *run, const LscFindings *findings, GError **error)
{
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autofree char *text = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  lsc_cli_end_progress ();
  if (form == LSC_CLI_CSV || form == LSC_CLI_XLSX)
    {
      g_autoptr (LscTable) table = lsc_findings_get_table (findings);

      return lsc_cli_deliver_table (run, table, 0, error);
    }
  text = lsc_cli_say_findings (findings);
  lsc_cli_append_chosen (out, &run->project);
  g_string_append (out, text);
  if (form == LSC_CLI_JSON)
    {
      g_autoptr (GString) lines = g_string_new (NULL);

      if (lsc_cli_stdout_wants_words ())
        lsc_cli_stdout_give_words (out->str);
      for (guint i = 0; i < findings->rows->len; i++)
        append_json (lines, findings, lsc_findings_get (findings, i));
      return lsc_cli_print_text (lines->str);
    }
  return lsc_cli_print_text (out->str);
}

static LscExit
run_findings (LscCliRun *run)
{
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (GError) error = NULL;
  LscExit code = lsc_cli_judge (&run->project, run->options, &overview, &findings);

  if (code != LSC_EXIT_OK)
    return code;
  if (!deliver (run, findings, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  run->has_table = TRUE;
  run->n_rows = findings->rows->len;
  return lsc_cli_project_is_part (&run->project) || (run->n_rows == 0 && lsc_cli_lacks_all (run))
             ? LSC_EXIT_PART
             : LSC_EXIT_OK;
}

const LscCliCommand lsc_cmd_findings = {
  .name = "findings",
  .usage = "PATH [--json]",
  .line = N_ ("  findings  what makes the steps longer, and what can be done about it"),
  .arguments = "PATH",
  .summary = N_ ("Shows what slows the steps down, by the time that could be saved, with evidence "
                 "and a remedy. Findings below 2 % (of the step) are minor."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_LAYOUT |
            LSC_CLI_GROUP_PIPELINE | LSC_CLI_GROUP_COMMON,
  .options_size = sizeof (LscCliOptions),
  .loads = LSC_CLI_LOADS_SOURCES,
  .run = run_findings,
};
