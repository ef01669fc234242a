/* lsc-cmd-pp.c - pp: the pipeline chart, theory, waits and predictions
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "cli/lsc-cli-unknown.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-pp.h"

static LscPipelineGroup *
choose_group (LscPipeline *pipeline, const char *text, GError **error)
{
  LscPipelineGroup *group = text && strcmp (text, "all") != 0
                                ? lsc_pipeline_find_group (pipeline, text)
                                : lsc_pipeline_get_group (pipeline, 0);
  g_autoptr (GString) known = g_string_new (NULL);

  if (group)
    return group;
  for (guint i = 0; i < pipeline->groups->len; i++)
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "",
                            lsc_pipeline_get_group (pipeline, i)->label);
  g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
               _ ("There is no pipeline group “%s”; there are: %s, all"), text ? text : "",
               known->str);
  return NULL;
}

static void
side_clear (LscPpSide *side)
{
  lsc_cli_pipelines_clear (&side->found);
  if (side->is_open)
    lsc_cli_project_clear (&side->project);
  side->is_open = FALSE;
}

static void
job_clear (LscPpJob *job)
{
  g_clear_pointer (&job->what_if, lsc_what_if_unref);
  g_clear_pointer (&job->study, lsc_study_unref);
  g_clear_pointer (&job->studies, g_ptr_array_unref);
  g_clear_pointer (&job->verdicts, lsc_verdicts_unref);
  g_clear_pointer (&job->twin, lsc_pipeline_unref);
  g_clear_pointer (&job->twin_title, g_free);
  side_clear (&job->other);
  side_clear (&job->side);
}

/* Opens a path and finds its pipelines, the group and the steps to show. */
static LscExit
open_side (LscPpSide *side, const LscPpOptions *options, const char *path, const char *step)
{
  LscCliOptions common = options->common;
  g_autofree char *asked = NULL;
  g_autoptr (GError) error = NULL;
  LscExit code;

  common.takes_one_step = TRUE;
  code = lsc_cli_project_open (&side->project, &common, path);
  side->is_open = TRUE;
  if (code != LSC_EXIT_OK)
    return code;
  if (side->project.part->has_steps)
    step = asked = g_strdup_printf ("%" PRId64, side->project.part->first_step);
  lsc_session_expect (side->project.session, LSC_DIGEST_JUDGED, TRUE); /* for its verdicts */
  if (lsc_cli_pipelines_find (&side->found, &side->project, &error))
    side->group = choose_group (side->found.pipeline, options->group, &error);
  lsc_cli_print_notices (side->project.notices,
                         side->group || g_error_matches (error, LSC_ERROR, LSC_ERROR_USAGE)
                             ? lsc_cli_least_severity (&common)
                             : LSC_SEVERITY_NOTE);
  if (!side->found.ranks)
    return LSC_EXIT_NOTHING;
  if (!side->group || !lsc_pp_choose_steps (side->group, step, &side->first, &side->n, &error))
    return lsc_cli_fail (error);
  return LSC_EXIT_OK;
}

static gboolean
is_side_whole (const LscPpSide *side)
{
  return lsc_cli_pipelines_have_all (&side->found) && !lsc_cli_project_is_part (&side->project) &&
         lsc_cli_pipelines_have_group (&side->found, side->group);
}

static gboolean
predict (LscPpJob *job, GError **error)
{
  const LscPpOptions *options = job->options;
  LscWhatIfInputs inputs = options->inputs;
  g_autoptr (GArray) targets = NULL;

  if (!options->what_if)
    return TRUE;
  if (job->study->refusal)
    {
      g_autofree char *refusal = lsc_phrase_to_words (job->study->refusal);

      return lsc_fail (error, LSC_ERROR_NOTHING, _ ("Nothing can be predicted for this step: %s"),
                       refusal);
    }
  if (strcmp (options->what_if, "all") == 0)
    targets = lsc_what_if_default_targets (job->study);
  else if (!lsc_what_if_parse (options->what_if, job->side.group, &targets, error))
    return FALSE;
  job->what_if = lsc_what_if_new (job->study, &g_array_index (targets, LscWhatIfTarget, 0),
                                  targets->len, &inputs, job->side.project.job, error);
  return job->what_if != NULL;
}

static char *
make_compare_title (const LscPpJob *job, const LscPpSide *side, const LscPipelineStep *step)
{
  g_autofree char *title = NULL;

  if (side == &job->side)
    return g_strdup (step->label);
  title = lsc_project_get_title (side->project.project);
  return g_strdup_printf ("%s, %s", title, step->label);
}

/* Another recording, or another step of this one. */
static LscExit
open_compared (LscPpJob *job)
{
  const LscPpOptions *options = job->options;
  LscPpSide *side = &job->side;
  g_autoptr (GError) error = NULL;
  LscExit code = LSC_EXIT_OK;
  gsize first = side->first, n = 1;

  if (options->compare)
    {
      code = open_side (&job->other, options, options->compare,
                        options->compare_step ? options->compare_step : options->step);
      side = &job->other;
      first = side->first;
    }
  else if (!lsc_pp_choose_steps (side->group, options->compare_step, &first, &n, &error))
    code = lsc_cli_fail (error);
  if (code != LSC_EXIT_OK)
    return code;
  job->twin = lsc_pipeline_ref (side->found.pipeline);
  job->twin_group = side->group;
  job->twin_step = first;
  job->twin_title = make_compare_title (job, side, &side->group->steps[first]);
  return LSC_EXIT_OK;
}

static gsize
find_drawable (const LscWhatIf *what_if)
{
  for (guint i = 1; i < what_if->rows->len; i++)
    if (!((const LscWhatIfRow *) g_ptr_array_index (what_if->rows, i))->refusal)
      return i;
  return 0;
}

/* Theory, else the first prediction. */
static gboolean
make_twin (LscPpJob *job, GError **error)
{
  const LscPpOptions *options = job->options;

  if (options->theory_costs != LSC_THEORY_NONE && job->study->refusal)
    {
      g_autofree char *refusal = lsc_phrase_to_words (job->study->refusal);

      return lsc_fail (error, LSC_ERROR_NOTHING, _ ("There is no theory for this step: %s"),
                       refusal);
    }
  if (options->theory_costs != LSC_THEORY_NONE)
    job->twin = lsc_study_theory (job->study, options->theory_costs, options->with_latency, error);
  else if (job->what_if && options->out && find_drawable (job->what_if) > 0)
    job->twin = lsc_what_if_draw (job->what_if, find_drawable (job->what_if), error);
  else
    return TRUE;
  if (!job->twin)
    return FALSE;
  job->twin_group = lsc_pipeline_get_group (job->twin, 0);
  job->twin_title = g_strdup (job->twin_group->label);
  return TRUE;
}

static gboolean
deliver (LscPpJob *job, GError **error)
{
  const LscPpOptions *options = job->options;

  if (options->common.write_step_task_info &&
      !lsc_cli_pipelines_write (&job->side.found, &job->side.project, error))
    return FALSE;
  if (options->out && !lsc_pp_write_charts (job, error))
    return FALSE;
  if (options->table && !lsc_pp_write_tables (job, error))
    return FALSE;
  if (options->is_json && lsc_cli_stdout_wants_words ())
    {
      g_autofree char *words = lsc_pp_to_text (job);

      lsc_cli_stdout_give_words (words);
    }
  if (options->is_json)
    return lsc_pp_print_json (job, error);
  if (!options->common.quiet)
    {
      g_autofree char *text = lsc_pp_to_text (job);

      lsc_cli_end_progress ();
      lsc_pp_note_unknown (job);
      lsc_cli_print_text (text);
    }
  return TRUE;
}

/* Theory or predictions that a step does not have are said; the rest is still delivered. */
static gboolean
is_refused (GError **error, gboolean *is_part)
{
  if (!g_error_matches (*error, LSC_ERROR, LSC_ERROR_NOTHING))
    return FALSE;
  lsc_cli_fail (*error);
  g_clear_error (error);
  *is_part = TRUE;
  return TRUE;
}

/* Studies the median step of every other pipeline, if all were asked for. */
static gboolean
study_others (LscPpJob *job, GError **error)
{
  LscPipeline *pipeline = job->side.found.pipeline;

  job->studies = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_study_unref);
  for (guint i = 0; i < pipeline->groups->len && lsc_pp_is_all (job->options); i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);
      LscStudy *study;

      if (group == job->side.group || group->n_steps == 0)
        continue;
      study = lsc_study_new (pipeline, group, group->median_step, job->side.project.job, error);
      if (!study)
        return FALSE;
      g_ptr_array_add (job->studies, study);
    }
  return TRUE;
}

static LscExit
show (LscPpJob *job)
{
  const LscPpOptions *options = job->options;
  gboolean is_part = FALSE;
  g_autoptr (GError) error = NULL;
  LscExit code = LSC_EXIT_OK;

  job->created_ns = lsc_cli_pipelines_get_end_ns (&job->side.found);
  job->study = lsc_study_new (job->side.found.pipeline, job->side.group, job->side.first,
                              job->side.project.job, &error);
  if (job->study && study_others (job, &error))
    job->verdicts =
        lsc_session_get_verdicts (job->side.project.session, job->side.project.job, &error);
  if (!job->verdicts)
    return lsc_cli_fail (error);
  if (options->compare || options->compare_step)
    code = open_compared (job);
  if (code != LSC_EXIT_OK)
    return code;
  if ((!predict (job, &error) && !is_refused (&error, &is_part)) ||
      (!job->twin_group && !make_twin (job, &error) && !is_refused (&error, &is_part)) ||
      !deliver (job, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  if (is_part || !is_side_whole (&job->side) || (job->other.group && !is_side_whole (&job->other)))
    return LSC_EXIT_PART;
  return LSC_EXIT_OK;
}

static LscExit
open_and_show (LscCliRun *run)
{
  LscPpOptions *options = (LscPpOptions *) run->options;
  LscPpJob job = { .run = run, .options = options };
  LscExit code = open_side (&job.side, options, options->common.path, options->step);

  run->options->format.is_json = options->is_json;
  lsc_cli_keep_lacks (run, job.side.project.session);
  if (code == LSC_EXIT_OK)
    code = show (&job);
  if (job.side.group && lsc_pp_is_all (options) && job.side.found.pipeline->groups->len > 1)
    g_clear_pointer (&options->out, g_free); /* the files of the pipelines were told */
  job_clear (&job);
  return code;
}

static void
set_defaults (gpointer data)
{
  LscPpOptions *options = data;

  options->inputs = LSC_WHAT_IF_INPUTS_INIT;
  options->twin_mode = LSC_TWIN_BELOW;
}

static void
clear (gpointer options)
{
  g_clear_pointer (&((LscPpOptions *) options)->layer_counts, g_array_unref);
}

/* Differences are those from a second side; a second side is one of a pipeline. */
static gboolean
check (LscCliRun *run, GError **error)
{
  const LscPpOptions *self = (const LscPpOptions *) run->options;

  if (lsc_pp_is_all (self) && self->out && (self->compare || self->compare_step || self->what_if))
    return lsc_fail (
        error, LSC_ERROR_USAGE, "%s",
        _ ("--group all draws each pipeline by itself: for --compare, --compare-step and "
           "--what-if with --out name one by --group"));
  if (!self->shows_differences || self->compare || self->compare_step || self->what_if ||
      self->theory_costs != LSC_THEORY_NONE)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("--show differences does nothing without one of --compare, --compare-step, "
                      "--theory, --what-if"));
}

const LscCliCommand lsc_cmd_pp = {
  .name = "pp",
  .usage = "PATH [--group G] [--step S] [--out FILE] [--table FILE]",
  .line = N_ ("  pp        the pipeline chart and its bubbles"),
  .arguments = "PATH",
  .summary = N_ ("Shows a pipeline's blocks and bubbles, as figures, picture or tables."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_COMMON | LSC_CLI_GROUP_LAYOUT | LSC_CLI_GROUP_PIPELINE |
            LSC_CLI_GROUP_STEP_TASKS,
  .entries = lsc_pp_options,
  .options_size = sizeof (LscPpOptions),
  .loads = LSC_CLI_LOADS_NOTHING,
  .set_defaults = set_defaults,
  .check = check,
  .run = open_and_show,
  .clear = clear,
};
