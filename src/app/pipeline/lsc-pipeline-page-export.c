/* lsc-pipeline-page-export.c - pictures and tables of the pipeline: files and clipboard
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/theory/lsc-study.h"
#include "judge/verdict/lsc-verdict.h"
#include "export/lsc-export-picture.h"
#include "export/lsc-export-table.h"
#include "app/parts/lsc-export-dialog.h"
#include "app/parts/lsc-facts.h"
#include "app/pipeline/lsc-pipeline-describe.h"
#include "app/pipeline/lsc-pipeline-page-private.h"

static LscPictureOptions
export_options (LscPipelinePage *self)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  LscPictureOptions options = {
    .scale = 1,
    .page.title = self->names.title ? self->names.title
                                    : lsc_app_page_get_source (LSC_APP_PAGE (self))->title,
    .page.footer = "Lanescope " LSC_VERSION,
  };

  if (self->group && chart->first_step < self->group->n_steps)
    options.created_ns = self->group->steps[chart->first_step].t1_ns;
  return options;
}

static void
say_exported (LscPipelinePage *self, const char *path, const GError *error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text =
      error ? g_strdup (error->message) : g_strdup_printf (_ ("Exported to %s"), name);

  _lsc_pipeline_page_say (self, text);
}

/* ---- pictures ---- */

/* The chart as it is, with the names that the user gave. */
static LscPipelineView
get_named_view (LscPipelinePage *self)
{
  LscPipelineView view = *lsc_pipeline_chart_get_chart (self->view);

  view.blamed_row = G_MAXUINT32; /* nothing above a picture says why */
  if (self->names.first)
    view.twin.first_title = self->names.first;
  if (self->names.second)
    view.twin.title = self->names.second;
  return view;
}

static void
write_picture (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);
  g_autoptr (GError) error = NULL;
  LscPictureOptions options = export_options (self);
  LscPipelineView view = get_named_view (self);

  options.path = path;
  options.page.is_whole = choice->is_whole;
  options.scale = choice->scale;
  lsc_export_chart (&view, &options, &error);
  say_exported (self, path, error);
}

/* Asks for a file and writes the chart. */
void
_lsc_pipeline_page_export_picture (LscPipelinePage *self)
{
  static const LscPictureScope scopes[] = { { N_ ("Whole step"), TRUE },
                                            { N_ ("Visible time"), FALSE } };
  static const LscExport picture = { N_ ("Export the Pipeline Chart"), lsc_export_picture_kinds,
                                     scopes, write_picture };

  lsc_export_ask (GTK_WIDGET (self), &picture, "pipeline.svg");
}

/* An RGB24 image as a texture: its unused byte becomes the alpha. */
static GdkTexture *
texture_from_image (cairo_surface_t *image)
{
  int width = cairo_image_surface_get_width (image);
  int height = cairo_image_surface_get_height (image);
  gsize stride = (gsize) cairo_image_surface_get_stride (image);
  guchar *pixels;
  g_autoptr (GBytes) bytes = NULL;

  if (cairo_surface_status (image) != CAIRO_STATUS_SUCCESS || width <= 0 || height <= 0)
    return NULL;
  cairo_surface_flush (image);
  pixels = g_memdup2 (cairo_image_surface_get_data (image), stride * (gsize) height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      ((guint32 *) (gpointer) (pixels + (gsize) y * stride))[x] |= 0xff000000;
  bytes = g_bytes_new_take (pixels, stride * (gsize) height);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* Puts the visible time, with all rows, on the clipboard. */
void
_lsc_pipeline_page_copy_picture (LscPipelinePage *self)
{
  LscPictureOptions options = export_options (self);
  LscPipelineView view = get_named_view (self);
  cairo_surface_t *image;
  g_autoptr (GdkTexture) texture = NULL;

  if (!self->group)
    return;
  options.scale = 2;
  image = lsc_export_chart_image (&view, &options);
  texture = texture_from_image (image);
  cairo_surface_destroy (image);
  if (!texture)
    {
      _lsc_pipeline_page_say (self, _ ("The picture is too large to be copied"));
      return;
    }
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  _lsc_pipeline_page_say (self, _ ("Picture copied"));
}

/* Puts what is known of the selection on the clipboard, as a table of two lines. */
void
_lsc_pipeline_page_copy_row (LscPipelinePage *self)
{
  g_autoptr (GPtrArray) facts = lsc_app_page_get_details (LSC_APP_PAGE (self));
  g_autofree char *text = facts ? lsc_facts_to_row (facts) : NULL;

  if (!text)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  _lsc_pipeline_page_say (self, _ ("Row copied"));
}

/* ---- tables ---- */

/* Predictions and differences are those of the shown step. */
typedef struct
{
  LscPipeline *pipeline;
  LscSession *session; /* (nullable) */
  LscTable *what_if;   /* (nullable) */
  LscTable *deltas;    /* (nullable) */
  char *path;
  gint64 created_ns;
} TableExport;

static void
table_export_free (gpointer data)
{
  TableExport *export = data;

  lsc_pipeline_unref (export->pipeline);
  g_clear_pointer (&export->session, lsc_session_unref);
  g_clear_pointer (&export->what_if, lsc_table_unref);
  g_clear_pointer (&export->deltas, lsc_table_unref);
  g_free (export->path);
  g_free (export);
}

static void
take_table (GPtrArray *tables, LscTable *table)
{
  if (table)
    g_ptr_array_add (tables, table);
}

/* Those of every step, as the command line writes them. */
static gboolean
add_study_tables (GPtrArray *tables, const TableExport *export, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) studies = lsc_study_collect_tables (export->pipeline, job, error);
  g_autoptr (LscVerdicts) verdicts =
      studies ? lsc_session_get_verdicts_of (export->session, export->pipeline, job, error) : NULL;

  if (!verdicts)
    return FALSE;
  for (guint i = 0; i < studies->len; i++)
    take_table (tables, lsc_table_ref (g_ptr_array_index (studies, i)));
  take_table (tables, lsc_verdicts_table (verdicts));
  return TRUE;
}

static gboolean
write_tables (const TableExport *export, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_table_unref);

  take_table (tables, lsc_pipeline_block_table (export->pipeline));
  if (lsc_export_takes_several (export->path))
    {
      take_table (tables, lsc_pipeline_link_table (export->pipeline));
      take_table (tables, lsc_pipeline_metric_table (export->pipeline));
      if (!add_study_tables (tables, export, job, error))
        return FALSE;
      take_table (tables, lsc_pipeline_clock_table (export->pipeline));
      take_table (tables, lsc_pipeline_schedule_table (export->pipeline));
      if (export->what_if)
        take_table (tables, lsc_table_ref (export->what_if));
      if (export->deltas)
        take_table (tables, lsc_table_ref (export->deltas));
    }
  return lsc_export_tables_file ((LscTable **) tables->pdata, tables->len, export->path,
                                 export->created_ns, job, error);
}

static gpointer
run_table_export (gpointer data, LscJob *job, GError **error)
{
  write_tables (data, job, error);
  return NULL;
}

static void
on_tables_written (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  say_exported (owner, ((TableExport *) data)->path, error);
}

/**
 * lsc_pipeline_page_export_tables:
 * @path: ends in .xlsx, .db, .csv or .json
 *
 * Writes the tables of all steps, with the predictions and differences shown, in the background.
 */
void
lsc_pipeline_page_export_tables (LscPipelinePage *self, const char *path)
{
  TableExport *export;

  g_return_if_fail (LSC_IS_PIPELINE_PAGE (self) && path);
  if (!self->pipeline)
    return;
  export = g_new0 (TableExport, 1);
  export->pipeline = lsc_pipeline_ref (self->pipeline);
  export->session = _lsc_pipeline_page_find_session (self);
  export->path = g_strdup (path);
  if (self->what_if)
    export->what_if = lsc_what_if_table (self->what_if);
  if (self->twin && self->twin->deltas)
    export->deltas = lsc_table_ref (self->twin->deltas);
  if (self->group && self->group->n_steps > 0)
    export->created_ns = self->group->steps[self->group->n_steps - 1].t1_ns;
  lsc_task_start (self, NULL,
                  &(LscTaskWork){ .name = "pipeline: export tables",
                                  .run = run_table_export,
                                  .data = export,
                                  .free_data = table_export_free,
                                  .done = on_tables_written });
}

static void
write_chosen_tables (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  lsc_pipeline_page_export_tables (LSC_PIPELINE_PAGE (page), path);
}

/* Asks for a file and writes the result tables; csv and json hold the blocks alone. */
void
_lsc_pipeline_page_export_tables (LscPipelinePage *self)
{
  static const LscExportKind kinds[] = {
    { N_ ("Excel workbook"), "xlsx" },
    { N_ ("SQLite database"), "db" },
    { N_ ("CSV, blocks only"), "csv" },
    { N_ ("JSON lines, blocks only"), "json jsonl" },
    { NULL },
  };
  static const LscExport tables = { N_ ("Export the Pipeline's Tables"), kinds,
                                    .write = write_chosen_tables };

  lsc_export_ask (GTK_WIDGET (self), &tables, "pipeline.xlsx");
}
