/* lsc-pp-output.c - pictures, tables and JSON of the pp command
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "judge/compare/lsc-pipeline-compare.h"
#include "analyze/theory/lsc-study.h"
#include "cli/lsc-cli-unknown.h"
#include "cli/lsc-pp.h"
#include "draw/pipeline/lsc-pipeline-study.h"
#include "export/lsc-export-picture.h"
#include "export/lsc-export-table.h"

#define CHART_WIDTH 1600.0
#define HOST_WIDTH 60.0

static char *
make_footer (const LscCliProject *project)
{
  LscSource *source = g_ptr_array_index (project->sources, 0);
  g_autofree char *name = g_filename_display_basename (source->file);

  if (project->sources->len == 1)
    return g_strdup_printf ("Lanescope %s · %s", LSC_VERSION, name);
  return g_strdup_printf (_ ("Lanescope %s · %s and %u more"), LSC_VERSION, name,
                          project->sources->len - 1);
}

/* The second side. */
static void
set_twin (LscPipelineView *view, const LscPpJob *job, const LscBlockPairs *pairs, const char *name)
{
  view->twin = (LscPipelineTwin){ .mode = job->options->twin_mode,
                                  .pipeline = job->twin ? job->twin : job->side.found.pipeline,
                                  .group = job->twin_group,
                                  .step = job->twin_step,
                                  .title = job->options->second_name ? job->options->second_name
                                                                     : job->twin_title,
                                  .first_title = job->options->first_name ? job->options->first_name
                                                 : job->options->compare  ? name
                                                                          : _ ("measured"),
                                  .pairs = pairs,
                                  .show_delta = job->options->shows_differences };
}

/* Writes the picture with its second side, critical path and causes as asked for. */
static gboolean
write_chart (const LscPpJob *job, const char *path, GError **error)
{
  const LscPpOptions *options = job->options;
  const LscPpSide *side = &job->side;
  g_autofree char *title = NULL;
  g_autofree char *footer = NULL;
  g_autofree LscPipelinePathBlock *blocks = NULL;
  g_autoptr (LscBlockPairs) pairs = NULL;
  LscPictureOptions export;
  LscPipelineView view;

  title = lsc_project_get_title (side->project.project);
  footer = make_footer (&side->project);
  export = (LscPictureOptions){ .path = path,
                                .scale = options->scale > 0 ? options->scale : 2.0,
                                .is_outlined = options->common.picture.is_outlined,
                                .created_ns = job->created_ns,
                                .page = { .is_whole = TRUE,
                                          .is_figure = options->is_figure,
                                          .keep_theme = options->is_dark,
                                          .title = options->title       ? options->title
                                                   : options->is_figure ? NULL
                                                                        : title,
                                          .footer = footer } };
  lsc_pipeline_view_init (&view, side->found.pipeline, side->group);
  view.first_step = side->first;
  view.n_steps = side->n;
  view.port.width = options->width > 0 ? options->width : CHART_WIDTH;
  if (options->is_dark)
    view.theme = lsc_theme_dark ();
  if (side->group->clocks.n_hosts > 1 && !options->is_figure)
    view.port.header_width += HOST_WIDTH; /* rows are named with their host */
  view.color_mode = options->color_mode;
  view.is_figure = options->is_figure;
  if (job->twin_group && side->n == 1)
    {
      pairs = lsc_block_pairs_new (&side->group->steps[side->first],
                                   &job->twin_group->steps[job->twin_step]);
      set_twin (&view, job, pairs, title);
    }
  if (job->study && options->shows_path)
    view.path = blocks = lsc_pipeline_path_new (job->study, &view.n_path);
  if (job->study && options->shows_causes)
    lsc_pipeline_view_show_causes (&view, job->study);
  view.port.height = lsc_pipeline_view_content_height (&view);
  lsc_pipeline_view_fit (&view);
  return lsc_export_chart (&view, &export, error);
}

/* (transfer full): chart.svg of the pipeline 1: chart-1.svg, by the number that --group takes */
static char *
name_chart (const char *path, guint index)
{
  const char *ending = strrchr (path, '.');

  return g_strdup_printf ("%.*s-%u%s", (int) (ending - path), path, index, ending);
}

/* Draws a pipeline by itself: the step that was asked for, the one that stands for it where it has
 * no such step. */
static gboolean
write_chart_of (const LscPpJob *job, guint index, GError **error)
{
  const LscPpOptions *options = job->options;
  LscPipeline *pipeline = job->side.found.pipeline;
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, index);
  g_autofree char *path = name_chart (options->out, index);
  g_autoptr (LscStudy) study = NULL;
  g_autoptr (LscPipeline) twin = NULL;
  LscPpJob one = *job;

  one.side.group = group;
  if (!lsc_pp_choose_steps (group, options->step, &one.side.first, &one.side.n, NULL))
    lsc_pp_choose_steps (group, NULL, &one.side.first, &one.side.n, NULL);
  one.study = study = lsc_study_new (pipeline, group, one.side.first, job->side.project.job, error);
  if (!study)
    return FALSE;
  if (options->theory_costs != LSC_THEORY_NONE && !study->refusal &&
      !(twin = lsc_study_theory (study, options->theory_costs, options->with_latency, error)))
    return FALSE;
  one.twin = twin;
  one.twin_group = twin ? lsc_pipeline_get_group (twin, 0) : NULL;
  one.twin_step = 0;
  one.twin_title = twin ? one.twin_group->label : NULL;
  if (!write_chart (&one, path, error))
    return FALSE;
  lsc_cli_tell_written (&options->common, path);
  return TRUE;
}

/**
 * lsc_pp_write_charts:
 *
 * Writes the picture, of several pipelines that were asked for one of each.
 */
gboolean
lsc_pp_write_charts (const LscPpJob *job, GError **error)
{
  const GPtrArray *groups;

  g_return_val_if_fail (job && job->options && job->options->out, FALSE);
  groups = job->side.found.pipeline->groups;
  if (!lsc_pp_is_all (job->options) || groups->len < 2)
    return write_chart (job, job->options->out, error);
  for (guint i = 0; i < groups->len; i++)
    if (((const LscPipelineGroup *) groups->pdata[i])->n_steps > 0 &&
        !write_chart_of (job, i, error))
      return FALSE;
  return TRUE;
}

/* What-if and differences, where they were asked for. */
static void
add_extra_tables (GPtrArray *tables, const LscPpJob *job)
{
  if (job->what_if)
    {
      g_ptr_array_add (tables, lsc_what_if_table (job->what_if));
      g_ptr_array_add (tables, lsc_what_if_input_table (job->what_if));
    }
  if (job->twin_group)
    g_ptr_array_add (tables, lsc_pipeline_delta_table (
                                 job->side.group, &job->side.group->steps[job->side.first],
                                 job->twin_group, &job->twin_group->steps[job->twin_step]));
}

/**
 * lsc_pp_write_tables:
 *
 * Writes all tables as .xlsx or .db, the blocks alone as .csv or .json.
 */
gboolean
lsc_pp_write_tables (const LscPpJob *job, GError **error)
{
  const LscPpSide *side;
  LscCliFile file;
  g_autoptr (LscTable) blocks = NULL;
  g_autoptr (GPtrArray) tables = NULL;

  g_return_val_if_fail (job && job->options, FALSE);
  side = &job->side;
  file = (LscCliFile){ job->options->table, job->created_ns, side->project.job };
  if (!g_str_has_suffix (file.path, ".xlsx") && !g_str_has_suffix (file.path, ".db"))
    {
      blocks = lsc_pipeline_block_table (side->found.pipeline);
      return lsc_cli_write_tables (NULL, 0, blocks, &file, error);
    }
  tables =
      lsc_cli_pipelines_list_tables (&side->found, &side->project, side->found.pipeline, error);
  if (!tables)
    return FALSE;
  add_extra_tables (tables, job);
  return lsc_cli_write_tables ((LscTable **) tables->pdata, tables->len, NULL, &file, error);
}

static GPtrArray *
list_json_tables (const LscPpJob *job)
{
  static LscTable *(*const funcs[]) (const LscStudy *) = {
    lsc_study_summary_table, lsc_study_ladder_table,      lsc_study_wait_table,
    lsc_study_balance_table, lsc_study_path_table,        lsc_study_link_table,
    lsc_study_bubble_table,  lsc_study_micro_batch_table,
  };
  GPtrArray *tables = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_table_unref);

  g_ptr_array_add (tables, lsc_verdicts_table (job->verdicts));
  g_ptr_array_add (tables, lsc_pipeline_metric_table (job->side.found.pipeline));
  g_ptr_array_add (tables, lsc_pipeline_schedule_table (job->side.found.pipeline));
  g_ptr_array_add (tables, lsc_pipeline_clock_table (job->side.found.pipeline));
  for (guint i = 0; job->study && i < G_N_ELEMENTS (funcs); i++)
    {
      LscTable *table = funcs[i](job->study);

      for (guint k = 0; k < job->studies->len; k++)
        {
          g_autoptr (LscTable) other = funcs[i](g_ptr_array_index (job->studies, k));

          lsc_table_append_table (table, other);
        }
      g_ptr_array_add (tables, table);
    }
  add_extra_tables (tables, job);
  return tables;
}

/** Notes what of the tables is not known, for those who read words. */
void
lsc_pp_note_unknown (const LscPpJob *job)
{
  g_autoptr (GPtrArray) tables = NULL;

  g_return_if_fail (job);
  tables = list_json_tables (job);
  for (guint i = 0; i < tables->len; i++)
    lsc_cli_note_unknown (job->run, tables->pdata[i]);
}

/**
 * lsc_pp_print_json:
 *
 * Prints a JSON object a line, with the key "table": metrics of all steps, clocks, and what is
 * known of the shown step. Blocks and links are for --table.
 *
 * Returns: %FALSE when nobody reads it any more
 */
gboolean
lsc_pp_print_json (const LscPpJob *job, GError **error)
{
  g_autoptr (GOutputStream) out = NULL;
  g_autoptr (GPtrArray) tables = NULL;

  g_return_val_if_fail (job, FALSE);
  out = lsc_cli_stdout_open ();
  tables = list_json_tables (job);
  for (guint i = 0; i < tables->len; i++)
    {
      LscTable *table = g_ptr_array_index (tables, i);
      LscJsonStyle style = { TRUE, lsc_table_get_name (table) };

      lsc_cli_note_unknown (job->run, table);
      if (!lsc_export_json_lines (table, &style, out, job->side.project.job, error))
        return FALSE;
    }
  return TRUE;
}
