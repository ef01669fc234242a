/* lsc-cmd-pp.c - pp: the pipeline chart as a picture, tables and figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli.h"
#include "export/lsc-export-chart.h"
#include "export/lsc-export-table.h"

#define CHART_WIDTH 1600.0

/** Options of this command alone. */
typedef struct
{
  LscCliOptions common;
  char *group;
  char *step;
  char *out;
  char *table;
  char *color;
  double scale;
  double width;
  gboolean is_dark;
} Options;

static gboolean
choose_color (const char *name, LscColorMode *mode)
{
  static const char *const names[] = { "kind", "phase", "micro-batch", "duration", "insight" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (!name || strcmp (names[i], name) == 0)
      {
        *mode = (LscColorMode) i;
        return TRUE;
      }
  return FALSE;
}

static LscPipelineGroup *
choose_group (LscPipeline *pipeline, const char *text, GError **error)
{
  LscPipelineGroup *group =
      text ? lsc_pipeline_find_group (pipeline, text) : lsc_pipeline_get_group (pipeline, 0);
  g_autoptr (GString) known = g_string_new (NULL);

  if (group)
    return group;
  for (guint i = 0; i < pipeline->groups->len; i++)
    g_string_append_printf (
        known, "%s%s", i > 0 ? ", " : "", lsc_pipeline_get_group (pipeline, i)->label);
  g_set_error (error,
               LSC_ERROR,
               LSC_ERROR_USAGE,
               _ ("There is no pipeline group “%s”; there are: %s"),
               text ? text : "",
               known->str);
  return NULL;
}

/* (transfer full): the step's number, "-" for the one without */
static char *
get_step_name (const LscPipelineStep *step)
{
  return step->has_id ? g_strdup_printf ("%" G_GINT64_FORMAT, step->id) : g_strdup ("-");
}

/* The steps to show: [*first, *first + *n). */
static gboolean
choose_steps (
    const LscPipelineGroup *group, const char *text, gsize *first, gsize *n, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  *first = group->median_step;
  *n = 1;
  if (!text || strcmp (text, "median") == 0)
    return TRUE;
  if (strcmp (text, "all") == 0)
    {
      *first = 0;
      *n = group->n_steps;
      return TRUE;
    }
  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_autofree char *name = get_step_name (&group->steps[i]);

      if (strcmp (name, text) == 0 || strcmp (group->steps[i].label, text) == 0)
        {
          *first = i;
          return TRUE;
        }
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", name);
    }
  g_set_error (error,
               LSC_ERROR,
               LSC_ERROR_USAGE,
               _ ("There is no step “%s” in this group; there are: %s, median, all"),
               text,
               known->str);
  return FALSE;
}

static void
append_step (GString *out, const LscPipelineStep *step)
{
  g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *ratio = lsc_format_share (step->bubble_ratio);
  g_autofree char *over_work = lsc_format_share (step->bubble_over_work);

  g_string_append_printf (out,
                          _ ("%s: window %s, bubble %s of the window (%s over work)%s%s\n"),
                          step->label,
                          window,
                          ratio,
                          over_work,
                          step->is_partial ? _ (", recording cut") : "",
                          step->is_outlier ? _ (", left out of means") : "");
  for (gsize i = 0; i < step->n_rows; i++)
    {
      const LscPipelineRow *row = &step->rows[i];
      g_autofree char *busy = lsc_format_duration (row->metrics.busy_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *bubble = lsc_format_duration (row->metrics.bubble_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *warmup = lsc_format_duration (row->metrics.warmup_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *steady = lsc_format_duration (row->metrics.steady_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *cooldown =
          lsc_format_duration (row->metrics.cooldown_ns, LSC_TIME_UNIT_AUTO);

      if (row->is_recorded)
        g_string_append_printf (
            out,
            _ ("  stage %d, rank %" PRId64
               ": %zu blocks, busy %s, bubble %s (warm-up %s, steady %s, cool-down %s)\n"),
            row->stage,
            row->rank,
            row->n_blocks,
            busy,
            bubble,
            warmup,
            steady,
            cooldown);
      else
        g_string_append_printf (
            out, _ ("  stage %d, rank %" PRId64 ": not recorded\n"), row->stage, row->rank);
    }
}

static char *
to_text (const LscPipelineGroup *group, gsize first, gsize n)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, _ ("group %s: "), group->label);
  if (group->is_recognised)
    g_string_append_printf (out,
                            _ ("%s%s%s, %zu stages, %zu micro-batches"),
                            group->schedule,
                            group->variant ? ", " : "",
                            group->variant ? group->variant : "",
                            group->n_ranks,
                            group->micro_batches);
  else
    g_string_append (out, _ ("schedule not recognised"));
  g_string_append_printf (out, _ ("; %s\n"), _ ("clocks not checked"));
  if (group->banner)
    g_string_append_printf (out, "%s\n", group->banner);
  for (gsize i = first; i < first + n; i++)
    append_step (out, &group->steps[i]);
  return g_string_free (out, FALSE);
}

static char *
make_footer (const LscCliProject *project)
{
  LscSource *source = g_ptr_array_index (project->sources, 0);
  g_autofree char *name = g_filename_display_basename (source->file);

  if (project->sources->len == 1)
    return g_strdup_printf ("Lanescope %s · %s", LSC_VERSION, name);
  return g_strdup_printf (
      _ ("Lanescope %s · %s and %u more"), LSC_VERSION, name, project->sources->len - 1);
}

static gboolean
write_chart (const Options *options,
             const LscCliProject *project,
             const LscPipeline *pipeline,
             const LscPipelineGroup *group,
             gsize first,
             gsize n,
             gint64 created_ns,
             GError **error)
{
  g_autofree char *title = lsc_project_get_title (project->project);
  g_autofree char *footer = make_footer (project);
  LscChartExport export = { options->out, TRUE,   options->scale > 0 ? options->scale : 2.0,
                            title,        footer, created_ns };
  LscChartView view;

  lsc_chart_view_init (&view, pipeline, group);
  view.first_step = first;
  view.n_steps = n;
  view.width = options->width > 0 ? options->width : CHART_WIDTH;
  if (options->is_dark)
    view.theme = lsc_theme_dark ();
  choose_color (options->color, &view.color_mode);
  view.height = lsc_chart_view_content_height (&view);
  lsc_chart_view_fit (&view);
  return lsc_export_chart (&view, &export, error);
}

static gboolean
write_tables (const char *path,
              LscPipeline *pipeline,
              GPtrArray *runs,
              gint64 created_ns,
              LscJob *job,
              GError **error)
{
  LscTable *tables[] = {
    lsc_pipeline_step_task_table (pipeline), lsc_pipeline_p2p_table (runs),
    lsc_pipeline_block_table (pipeline),     lsc_pipeline_link_table (pipeline),
    lsc_pipeline_metric_table (pipeline),    lsc_pipeline_bubble_table (pipeline)
  };
  gboolean is_written = FALSE;

  if (g_str_has_suffix (path, ".xlsx"))
    is_written = lsc_export_xlsx_file (tables, G_N_ELEMENTS (tables), path, created_ns, job, error);
  else if (g_str_has_suffix (path, ".db"))
    is_written = lsc_export_db_file (tables, G_N_ELEMENTS (tables), path, job, error);
  else if (g_str_has_suffix (path, ".csv"))
    is_written = lsc_export_csv_file (tables[2], path, job, error);
  else
    is_written = lsc_export_json_file (tables[2], path, job, error);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    lsc_table_unref (tables[i]);
  return is_written;
}

static gint64
latest_end (GPtrArray *runs)
{
  gint64 end_ns = 0;

  for (guint i = 0; i < runs->len; i++)
    end_ns = MAX (end_ns, ((LscRun *) g_ptr_array_index (runs, i))->collection_end_ns);
  return end_ns;
}

static gboolean
deliver (const Options *options,
         LscCliProject *project,
         LscPipeline *pipeline,
         const LscPipelineGroup *group,
         GPtrArray *runs,
         GError **error)
{
  gint64 created_ns = latest_end (runs);
  gsize first, n;

  if (!choose_steps (group, options->step, &first, &n, error))
    return FALSE;
  if (options->common.write_step_task_info &&
      !lsc_cli_write_step_tasks (runs, pipeline, project->job, error))
    return FALSE;
  if (options->out && !write_chart (options, project, pipeline, group, first, n, created_ns, error))
    return FALSE;
  if (options->table &&
      !write_tables (options->table, pipeline, runs, created_ns, project->job, error))
    return FALSE;
  if (!options->common.quiet)
    {
      g_autofree char *text = to_text (group, first, n);

      lsc_cli_end_progress ();
      lsc_cli_print (text, strlen (text));
    }
  return TRUE;
}

static LscExit
show (LscCliProject *project, const Options *options)
{
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (GPtrArray) runs = lsc_runs_load (
      project->sources, LSC_LOAD_FOR_PIPELINE, project->n_threads, project->job, failures);
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (GError) error = NULL;
  LscPipelineGroup *group = NULL;

  lsc_notices_add_all (project->notices, failures);
  for (guint i = 0; i < runs->len; i++)
    lsc_notices_add_all (project->notices, ((LscRun *) g_ptr_array_index (runs, i))->notices);
  if (runs->len > 0)
    pipeline = lsc_pipeline_new (runs, &options->common.pipeline, project->job, &error);
  if (pipeline)
    {
      lsc_notices_add_all (project->notices, pipeline->notices);
      group = choose_group (pipeline, options->group, &error);
    }
  lsc_cli_print_notices (project->notices,
                         group ? lsc_cli_least_severity (&options->common) : LSC_SEVERITY_NOTE);
  if (runs->len == 0)
    return LSC_EXIT_NOTHING;
  if (!group || !deliver (options, project, pipeline, group, runs, &error))
    return lsc_cli_fail (error);
  if (runs->len < project->sources->len || project->is_part ||
      !lsc_cli_is_group_whole (group, runs))
    return LSC_EXIT_PART;
  return LSC_EXIT_OK;
}

static gboolean
has_ending (const char *path, const char *const *endings)
{
  for (int i = 0; endings[i]; i++)
    if (g_str_has_suffix (path, endings[i]))
      return TRUE;
  return FALSE;
}

static gboolean
check (Options *options, GError **error)
{
  static const char *const charts[] = { ".svg", ".png", ".pdf", NULL };
  static const char *const tables[] = { ".xlsx", ".db", ".csv", ".json", ".jsonl", NULL };
  LscColorMode mode;
  const char *what = NULL;

  if (options->out && !has_ending (options->out, charts))
    what = _ ("--out takes a name that ends in .svg, .png or .pdf");
  else if (options->table && !has_ending (options->table, tables))
    what = _ ("--table takes a name that ends in .xlsx, .db, .csv or .json");
  else if (!choose_color (options->color, &mode))
    what = _ ("--color takes kind, phase, micro-batch, duration or insight");
  else if (options->scale < 0 || options->scale > 8 || options->width < 0 || options->width > 30000)
    what = _ ("--scale goes up to 8 and --width up to 30000");
  if (what)
    g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE, what);
  return !what && lsc_cli_options_check (&options->common, error);
}

static GOptionContext *
make_context (Options *options)
{
  GOptionContext *context = g_option_context_new ("PATH");
  const GOptionEntry entries[] = {
    { "group",
      'g',
      0,
      G_OPTION_ARG_STRING,
      &options->group,
      N_ ("Pipeline group by number or ranks: 0 or 0,4,8,12"),
      "GROUP" },
    { "step",
      0,
      0,
      G_OPTION_ARG_STRING,
      &options->step,
      N_ ("Step to show: a number, median (default) or all"),
      "STEP" },
    { "out",
      0,
      0,
      G_OPTION_ARG_FILENAME,
      &options->out,
      N_ ("Write the chart: .svg, .png or .pdf"),
      "FILE" },
    { "table",
      0,
      0,
      G_OPTION_ARG_FILENAME,
      &options->table,
      N_ ("Write the tables: .xlsx, .db; the blocks: .csv, .json"),
      "FILE" },
    { "color",
      0,
      0,
      G_OPTION_ARG_STRING,
      &options->color,
      N_ ("Colour by kind (default), phase, micro-batch, duration or insight"),
      "MODE" },
    { "width", 0, 0, G_OPTION_ARG_DOUBLE, &options->width, N_ ("Width of the chart (1600)"), "PX" },
    { "scale",
      0,
      0,
      G_OPTION_ARG_DOUBLE,
      &options->scale,
      N_ ("Pixels per unit of a PNG (2)"),
      "N" },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options->is_dark, N_ ("A dark page"), NULL },
    { NULL },
  };
  g_autofree GOptionEntry *common = lsc_cli_common_entries (&options->common);
  g_autofree GOptionEntry *pipeline = lsc_cli_pipeline_entries (&options->common);

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, pipeline, GETTEXT_PACKAGE);
  g_option_context_set_summary (
      context, _ ("Shows a pipeline's blocks and bubbles, as figures, picture or tables."));
  return context;
}

static LscExit
open_and_show (Options *options, const char *path)
{
  LscCliProject project = { 0 };
  LscExit code;

  options->common.path = g_strdup (path);
  code = lsc_cli_project_open (&project, &options->common);
  if (code == LSC_EXIT_OK)
    code = show (&project, options);
  lsc_cli_project_clear (&project);
  return code;
}

/**
 * lsc_cmd_pp:
 * @argv: words of the command, the first being its name
 *
 * Returns: the exit code
 */
LscExit
lsc_cmd_pp (char **argv)
{
  Options options = { 0 };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = g_strdupv (argv);
  LscExit code = LSC_EXIT_OK;

  if (!lsc_cli_parse (make_context (&options), &words, &code))
    ;
  else if (!words[1] || words[2])
    code = lsc_cli_usage ("%s", _ ("pp takes one folder or file"));
  else if (!check (&options, &error))
    code = lsc_cli_usage ("%s", error->message);
  else
    code = open_and_show (&options, words[1]);
  lsc_cli_options_clear (&options.common);
  g_free (options.group);
  g_free (options.step);
  g_free (options.out);
  g_free (options.table);
  g_free (options.color);
  return code;
}
