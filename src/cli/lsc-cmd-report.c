/* lsc-cmd-report.c - report: one recording as a document that can be shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-findings.h"
#include "cli/lsc-cli-report.h"
#include "session/lsc-session-lacks.h"
#include "export/report/lsc-report-operators.h"
#include "export/report/lsc-report-memory.h"
#include "export/report/lsc-report-single.h"

/** All that the document is made of. */
typedef struct
{
  LscOverview *overview;
  LscFindings *findings;
  LscCompare *parts;
  LscPipeline *pipeline;           /* (nullable) */
  LscVerdicts *verdicts;           /* (nullable) */
  LscCommunication *communication; /* (nullable) */
  LscOpGroups *operators;          /* (nullable) */
  LscOpGroups *families;           /* (nullable) */
  LscMemory *memory;               /* (nullable) */
  LscTable *memory_ranks;          /* (nullable) */
  LscTable *memory_ops;            /* (nullable) */
  LscStragglers *stragglers;       /* (nullable) */
  GPtrArray *digests;              /* (nullable) */
} Parts;

static void
clear_parts (Parts *self)
{
  g_clear_pointer (&self->overview, lsc_overview_unref);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  g_clear_pointer (&self->parts, lsc_compare_unref);
  g_clear_pointer (&self->verdicts, lsc_verdicts_unref);
  g_clear_pointer (&self->communication, lsc_communication_unref);
  g_clear_pointer (&self->operators, lsc_op_groups_unref);
  g_clear_pointer (&self->families, lsc_op_groups_unref);
  g_clear_pointer (&self->memory, lsc_memory_unref);
  g_clear_pointer (&self->memory_ranks, lsc_table_unref);
  g_clear_pointer (&self->memory_ops, lsc_table_unref);
  g_clear_pointer (&self->stragglers, lsc_stragglers_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_clear_pointer (&self->digests, g_ptr_array_unref);
}

/* The parts of a step are those of the recording beside itself. */
static LscCompare *
find_parts (const LscCliProject *project, GError **error)
{
  const LscSessionSide sides[LSC_N_SIDES] = { { project->session, NULL, NULL },
                                              { project->session, NULL, NULL } };
  g_autoptr (LscSessionPair) pair = lsc_session_pair_new (sides, NULL);

  return lsc_session_pair_get_compare (pair, project->job, error);
}

static LscExit
fill_parts (Parts *self, const LscCliRun *run)
{
  const LscCliProject *project = &run->project;
  LscSession *session = project->session;
  g_autoptr (GError) error = NULL;
  LscExit code;

  lsc_session_expect (session, LSC_DIGEST_JUDGED | LSC_DIGEST_COMPARED | LSC_SESSION_OPERATORS,
                      TRUE);
  code = lsc_cli_judge (project, run->options, &self->overview, &self->findings);
  if (code != LSC_EXIT_OK)
    return code;
  self->pipeline = lsc_session_get_pipelines (session, project->job, NULL);
  if (self->pipeline)
    self->verdicts = lsc_session_get_verdicts (session, project->job, NULL);
  self->communication = lsc_session_get_communication (session, project->job, NULL);
  self->operators = lsc_report_group_operators (session, &self->families, project->job);
  self->memory =
      lsc_report_find_memory (session, &self->memory_ranks, &self->memory_ops, project->job);
  self->stragglers = lsc_session_get_stragglers (session, NULL, project->job, NULL);
  self->digests = lsc_session_get_digests (session, LSC_DIGEST_FIGURES, project->job, NULL);
  self->parts = find_parts (project, &error);
  return self->parts ? LSC_EXIT_OK : lsc_cli_fail (error);
}

static gboolean
write_report (LscCliRun *run, const Parts *parts, GError **error)
{
  g_autofree char *command = lsc_cli_say_command (run);
  LscReportWish wish = lsc_cli_get_wish (run, command);
  g_autofree char *place = g_path_get_basename (run->options->path);
  LscReportSingle single = { .place = place,
                             .overview = parts->overview,
                             .findings = parts->findings,
                             .parts = parts->parts,
                             .pipeline = parts->pipeline,
                             .verdicts = parts->verdicts,
                             .communication = parts->communication,
                             .operators = parts->operators,
                             .families = parts->families,
                             .memory = parts->memory,
                             .memory_ranks = parts->memory_ranks,
                             .memory_ops = parts->memory_ops,
                             .stragglers = parts->stragglers,
                             .lacks = lsc_session_get_lacks (run->project.session),
                             .digests = parts->digests };
  LscSession *const sessions[LSC_N_SIDES] = { run->project.session, NULL };
  LscPinMaker *maker = lsc_pin_maker_new (sessions, run->project.job);
  LscReport *report = lsc_report_new_single (&single, &wish);
  gboolean is_written = lsc_cli_add_pins (run, report, maker, error);

  lsc_cli_end_progress ();
  is_written = is_written && lsc_cli_write_report (run, report, error);
  lsc_report_free (report);
  lsc_pin_maker_free (maker);
  return is_written;
}

/* A memory snapshot tells of memory and of nothing else. */
static LscExit
run_snapshot (LscCliRun *run)
{
  const LscCliReport *wish = &run->options->report;
  g_autofree char *place = g_path_get_basename (run->options->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscMemory) memory = lsc_session_get_memory (
      run->project.session, run->project.sources->pdata[0], run->project.job, &error);
  LscSession *const sessions[LSC_N_SIDES] = { run->project.session, NULL };
  LscPinMaker *maker;
  LscReport *report;
  gboolean is_written;

  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (!memory)
    return lsc_cli_fail (error);
  maker = lsc_pin_maker_new (sessions, run->project.job);
  report = lsc_report_new_memory (memory, place, &(LscReportWish){ wish->title, wish->author },
                                  run->project.job);
  is_written = lsc_cli_add_pins (run, report, maker, &error);
  lsc_cli_end_progress ();
  is_written = is_written && lsc_cli_write_report (run, report, &error);
  lsc_report_free (report);
  lsc_pin_maker_free (maker);
  if (!is_written)
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static gboolean
is_of_snapshot (const LscCliRun *run)
{
  return ((const LscSource *) run->project.sources->pdata[0])->format == LSC_FORMAT_SNAPSHOT;
}

static LscExit
run_report (LscCliRun *run)
{
  g_autoptr (GError) error = NULL;
  Parts parts = { 0 };
  LscExit code;

  if (is_of_snapshot (run))
    return run_snapshot (run);
  code = fill_parts (&parts, run);
  if (code == LSC_EXIT_OK && !write_report (run, &parts, &error))
    code = error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  run->is_part = run->is_part || (parts.overview && parts.overview->step_ns == LSC_INT_NULL);
  clear_parts (&parts);
  if (code != LSC_EXIT_OK)
    return code;
  return lsc_cli_project_is_part (&run->project) || run->is_part ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static void
set_defaults (gpointer options)
{
  ((LscCliOptions *) options)->takes_snapshot = TRUE;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  if (!run->options->report.path)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("report needs the file to write: --report FILE, .pdf, .html, .xlsx, .md or "
                        ".json"));
  return lsc_cli_check_report (run, error);
}

const LscCliCommand lsc_cmd_report = {
  .name = "report",
  .usage = "PATH --report FILE",
  .line = N_ ("  report    one recording as a document that can be shown"),
  .arguments = "PATH",
  .summary = N_ ("Writes where the step of a recording goes as a document: overview, findings with "
                 "their evidence, categories, modules, ops, ranks, pipeline with its verdicts. "
                 "“compare” does so for two."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_LAYOUT | LSC_CLI_GROUP_PIPELINE |
            LSC_CLI_GROUP_REPORT | LSC_CLI_GROUP_COMMON,
  .options_size = sizeof (LscCliOptions),
  .loads = LSC_CLI_LOADS_SOURCES,
  .set_defaults = set_defaults,
  .check = check,
  .run = run_report,
};
