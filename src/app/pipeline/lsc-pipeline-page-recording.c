/* lsc-pipeline-page-recording.c - opening a second recording; analysing the first one again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "app/pipeline/lsc-pipeline-page-private.h"

#include "base/lsc-watchdog.h"

/* ---- another recording ---- */

static void
give_up (LscPipelinePage *self, const GError *error)
{
  g_autofree char *text = NULL;

  gtk_spinner_stop (self->spinner);
  if (g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    return;
  text = g_strdup_printf (_ ("The other recording cannot be shown: %s"), error->message);
  _lsc_pipeline_page_say (self, text);
}

static void
on_other_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscPipelinePage *self = owner;
  g_autoptr (LscPipeline) pipeline = result;
  g_autoptr (GError) nothing =
      g_error_new_literal (LSC_ERROR, LSC_ERROR_NOTHING, _ ("it has no pipeline ranges"));
  g_autofree char *title = NULL;

  if (!pipeline || pipeline->groups->len == 0)
    {
      give_up (self, error ? error : nothing);
      return;
    }
  gtk_spinner_stop (self->spinner);
  title = lsc_project_get_title (data);
  _lsc_pipeline_page_compare_recording (self, pipeline, title, ((LscProject *) data)->path);
}

/* The cluster with the most ranks. */
static LscCluster *
find_cluster (LscProject *project)
{
  LscCluster *best = NULL;

  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      if (!best || cluster->sources->len > best->sources->len)
        best = cluster;
    }
  return best;
}

static LscLoader *
get_loader (LscPipelinePage *self)
{
  return lsc_app_page_get_source (LSC_APP_PAGE (self))->loader;
}

static void
on_other_opened (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscPipelinePage *self = owner;
  g_autoptr (LscProject) project = result;
  LscCluster *cluster = project ? find_cluster (project) : NULL;
  g_autoptr (GError) nothing =
      g_error_new_literal (LSC_ERROR, LSC_ERROR_NOTHING, _ ("no recording was found there"));

  if (!cluster || cluster->sources->len == 0)
    {
      give_up (self, error ? error : nothing);
      return;
    }
  lsc_loader_load_pipelines (get_loader (self), cluster, NULL,
                             &(LscTaskWish){ self, &self->opening, on_other_loaded,
                                             lsc_project_ref (project),
                                             (GDestroyNotify) lsc_project_unref });
}

/**
 * lsc_pipeline_page_open_comparison:
 * @path: a folder or file
 *
 * Reads another recording and puts its pipeline beside the shown step. What goes wrong is told by
 * #LscAppPage::message.
 */
void
lsc_pipeline_page_open_comparison (LscPipelinePage *self, const char *path)
{
  g_return_if_fail (LSC_IS_PIPELINE_PAGE (self) && path);
  gtk_spinner_start (self->spinner);
  lsc_loader_open (
      get_loader (self), path,
      &(LscTaskWish){ .owner = self, .slot = &self->opening, .done = on_other_opened });
}

static void
on_folder_chosen (GtkNativeDialog *dialog, int response, LscPipelinePage *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autofree char *path = file ? g_file_get_path (file) : NULL;

  if (response == GTK_RESPONSE_ACCEPT && path)
    lsc_pipeline_page_open_comparison (self, path);
}

/* Asks for a folder to compare with. */
void
_lsc_pipeline_page_ask_recording (LscPipelinePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Compare with Another Recording"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Compare"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_clear_object (&self->chooser);
  self->chooser = chooser;
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_folder_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- this recording again, with other clocks ---- */

/** What is asked for, and what was shown then. */
typedef struct
{
  LscAlignMode mode;
  gboolean host_passes;
  char *offsets;
  gsize group;
  gsize step;
  gboolean has_step;
} Realign;

static void
realign_free (gpointer data)
{
  Realign *self = data;

  g_free (self->offsets);
  g_free (self);
}

static void
on_realigned (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscPipelinePage *self = owner;
  const Realign *work = data;
  g_autoptr (LscPipeline) pipeline = result;
  g_autofree char *text = NULL;

  gtk_spinner_stop (self->spinner);
  if (error)
    {
      text = g_strdup_printf (work->host_passes ? _ ("There are no passes of the host: %s")
                                                : _ ("The clocks stay as they are: %s"),
                              error->message);
      _lsc_pipeline_page_say (self, text);
      return;
    }
  self->align = work->mode;
  lsc_pipeline_page_set_pipeline (self, pipeline);
  if (work->group < pipeline->groups->len)
    gtk_drop_down_set_selected (self->group_choice, (guint) work->group);
  if (work->has_step && self->group && work->step < self->group->n_steps)
    lsc_pipeline_page_show_step (self, work->step);
}

/* Takes @work. The ranks are looked at by other clocks, or with passes of the host, on every page:
 * findings and reports then tell the same as this one. */
static void
start_work (LscPipelinePage *self, Realign *work)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  LscSession *session = lsc_loader_get_session (source->loader, source->cluster);
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (session);
  LscSessionOptions others = *options;

  others.pipeline.align = work->mode;
  others.pipeline.offsets = work->offsets;
  others.pipeline.host_passes = work->host_passes;
  lsc_loader_take_options (source->loader, source->cluster, &others);
  gtk_spinner_start (self->spinner);
  lsc_loader_load_pipelines (
      source->loader, source->cluster, NULL,
      &(LscTaskWish){ self, &self->aligning, on_realigned, work, realign_free });
}

/** Looks for passes of the host where no pipeline ranges were recorded
 * (pipeline.md#host-passes). */
void
_lsc_pipeline_page_find_host_passes (LscPipelinePage *self)
{
  Realign *work;

  if (!lsc_app_page_get_source (LSC_APP_PAGE (self))->cluster)
    return;
  work = g_new0 (Realign, 1);
  work->host_passes = TRUE;
  start_work (self, work);
}

/**
 * _lsc_pipeline_page_realign:
 * @offsets: (nullable): with %LSC_ALIGN_GIVEN: "rank=ns;…"
 *
 * Measures the pipeline again with other offsets of the clocks; group and step stay.
 */
void
_lsc_pipeline_page_realign (LscPipelinePage *self, LscAlignMode mode, const char *offsets)
{
  Realign *work;
  guint index = 0;

  if (!self->pipeline || !self->group)
    return;
  work = g_new0 (Realign, 1);
  work->mode = mode;
  work->offsets = g_strdup (offsets);
  if (g_ptr_array_find (self->pipeline->groups, self->group, &index))
    work->group = index;
  work->has_step = _lsc_pipeline_page_shown_step (self, &work->step);
  start_work (self, work);
}
