/* lsc-pipeline-page-status.c - what to record when there is no pipeline; the button of the clocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-app.h"
#include "app/pipeline/lsc-pipeline-page-private.h"

#define SNIPPET LSC_RESOURCES "/snippets/mark_pipeline.py"
#define GPU_SNIPPET LSC_RESOURCES "/snippets/mark_pipeline_gpu.py"

static gboolean
has_resource (const char *path)
{
  return g_resources_get_info (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL);
}

/* Offers the snippets that are built in. */
void
_lsc_pipeline_page_update_snippets (LscPipelinePage *self)
{
  gboolean has_snippet = has_resource (SNIPPET), has_gpu = has_resource (GPU_SNIPPET);

  gtk_widget_set_visible (self->snippet_button, has_snippet);
  gtk_widget_set_visible (self->gpu_snippet_button, has_gpu);
  gtk_widget_set_visible (self->snippets, has_snippet || has_gpu);
}

/* Puts the code that marks forward and backward passes on the clipboard. */
void
_lsc_pipeline_page_copy_snippet (LscPipelinePage *self, gboolean gpu)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      g_resources_lookup_data (gpu ? GPU_SNIPPET : SNIPPET, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_autofree char *text = NULL;

  if (!bytes)
    {
      _lsc_pipeline_page_say (self, error->message);
      return;
    }
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  _lsc_pipeline_page_say (self, _ ("Snippet copied: paste it into the training script"));
}

/* Shows how the clocks of the group stand (times.md#clock-sources). */
void
_lsc_pipeline_page_update_clocks (LscPipelinePage *self)
{
  const LscPipelineClocks *clocks = &self->group->clocks;
  g_autofree char *state = lsc_phrase_to_words (clocks->text);
  g_autofree char *advice = lsc_phrase_to_words (clocks->advice);
  g_autofree char *text = g_strdup_printf (_ ("Clocks: %s"), state ? state : _ ("not compared"));
  g_autoptr (GString) tooltip = g_string_new (NULL);

  if (advice)
    g_string_append (tooltip, advice);
  else if (!clocks->text)
    g_string_append (tooltip,
                     _ ("The clocks of the ranks were not compared. Times of different hosts may "
                        "be shifted against each other by milliseconds."));
  if (clocks->n_links > 0)
    g_string_append_printf (tooltip, _ ("%s%zu of %zu arrows point left."),
                            tooltip->len > 0 ? "\n" : "", clocks->n_left, clocks->n_links);
  gtk_button_set_label (self->clock_button, text);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->clock_button),
      tooltip->len > 0
          ? tooltip->str
          : _ ("Times of ranks are compared by these clocks. On one host all ranks share a "
               "clock; those of several hosts are aligned by messages or "
               "collectives. A click shows the offsets."));
  if (clocks->unknown)
    gtk_widget_add_css_class (GTK_WIDGET (self->clock_button), "warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->clock_button), "warning");
}
