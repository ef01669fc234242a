/* lsc-cmd-report.c - report: one recording as a document that can be shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-facts.h"
#include "cli/lsc-cli-drawn.h"
#include "cli/lsc-cli-report.h"
#include "cli/lsc-cli-timeline.h"
#include "export/report/lsc-report-single.h"

static gpointer
digest (LscTimeline *timeline, gpointer data, LscJob *job, GError **error)
{
  return lsc_rank_digest_new (timeline, LSC_DIGEST_JUDGED | LSC_DIGEST_COMPARED, job, error);
}

/** All that the document is made of. */
typedef struct
{
  LscReportSingle single;
  LscOverview *overview;
  LscFindings *findings;
  LscCompare *parts;
  LscCliDrawn pipelines;
  LscVerdicts *verdicts;
} Parts;

static void
clear_parts (Parts *self)
{
  g_clear_pointer (&self->overview, lsc_overview_unref);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  g_clear_pointer (&self->parts, lsc_compare_unref);
  g_clear_pointer (&self->verdicts, lsc_verdicts_unref);
  lsc_cli_drawn_clear (&self->pipelines);
}

static gboolean
has_blocks (const GPtrArray *ranks)
{
  for (guint i = 0; i < ranks->len; i++)
    if (((LscRankDigest *) ranks->pdata[i])->rules->has_blocks)
      return TRUE;
  return FALSE;
}

static gboolean
fill_parts (Parts *self, const LscCliProject *project, const GPtrArray *ranks, const char *layout,
            GError **error)
{
  g_autofree LscSideRank **sides = g_new (LscSideRank *, ranks->len + 1);
  g_autofree const LscRuleFacts **rules = NULL;
  LscCompareInput input = { NULL, sides, ranks->len };

  for (guint i = 0; i < ranks->len; i++)
    {
      const LscRankDigest *digest = ranks->pdata[i];

      sides[i] = digest->side;
    }
  self->overview = lsc_cli_make_overview (project, layout, ranks, error);
  if (!self->overview)
    return FALSE;
  lsc_cli_drawn_find (&self->pipelines, project, has_blocks (ranks), LSC_RANK_NONE);
  if (self->pipelines.pipeline)
    self->verdicts = lsc_verdicts_new (self->pipelines.pipeline, project->job, NULL);
  self->parts = lsc_compare_new (&input, &input, NULL, project->job, error);
  if (!self->parts)
    return FALSE;
  rules = lsc_cli_list_rules (ranks);
  self->findings = lsc_findings_new (self->overview, rules, self->verdicts);
  return TRUE;
}

static gboolean
write_report (LscCliRun *run, const Parts *parts, GError **error)
{
  const LscCliReport *wish = &run->options->report;
  g_autofree char *place = g_path_get_basename (run->options->path);
  LscReportSingle single = { .place = place,
                             .overview = parts->overview,
                             .findings = parts->findings,
                             .parts = parts->parts,
                             .pipeline = parts->pipelines.pipeline,
                             .verdicts = parts->verdicts };
  GPtrArray *const sources[LSC_N_SIDES] = { run->project.sources, NULL };
  LscPinMaker *maker = lsc_cli_make_pins (run, sources, NULL);
  LscReport *report =
      lsc_report_new_single (&single, &(LscReportWish){ wish->title, wish->author });
  gboolean is_written;

  is_written = lsc_cli_add_pins (run, report, maker, error);
  lsc_cli_end_progress ();
  is_written = is_written && lsc_cli_write_report (run, report, error);
  lsc_report_free (report);
  lsc_pin_maker_free (maker);
  return is_written;
}

static LscExit
run_report (LscCliRun *run)
{
  g_autoptr (GPtrArray) ranks = lsc_cli_digest_timelines (&run->project, digest, NULL,
                                                          (GDestroyNotify) lsc_rank_digest_unref);
  g_autoptr (GError) error = NULL;
  Parts parts = { 0 };
  gboolean is_written;

  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (ranks->len == 0)
    return LSC_EXIT_NOTHING;
  is_written = fill_parts (&parts, &run->project, ranks, run->options->layout, &error);
  is_written = is_written && write_report (run, &parts, &error);
  run->is_part = run->is_part || (parts.overview && parts.overview->step_ns == LSC_INT_NULL);
  clear_parts (&parts);
  if (!is_written)
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) || run->is_part ? LSC_EXIT_PART : LSC_EXIT_OK;
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
  .groups =
      LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_LAYOUT | LSC_CLI_GROUP_REPORT | LSC_CLI_GROUP_COMMON,
  .options_size = sizeof (LscCliOptions),
  .loads = LSC_CLI_LOADS_SOURCES,
  .check = check,
  .run = run_report,
};
