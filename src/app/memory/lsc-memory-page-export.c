/* lsc-memory-page-export.c - the curves of memory as pictures, and in pins and commands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/memory/lsc-memory-page-private.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-export-dialog.h"
#include "export/lsc-export-picture.h"

static void
write_chart (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscPictureOptions options = { .path = path,
                                .scale = choice->scale,
                                .page.is_whole = choice->is_whole,
                                .page.title = lsc_app_page_get_source (LSC_APP_PAGE (page))->title,
                                .page.footer = "Lanescope " LSC_VERSION };
  g_autoptr (GError) error = NULL;

  if (lsc_export_memory (lsc_memory_chart_get_view (LSC_MEMORY_PAGE (page)->chart), &options,
                         &error))
    lsc_app_page_saved (LSC_APP_PAGE (page), path);
  else
    lsc_app_page_say (LSC_APP_PAGE (page), error->message);
}

/** Asks where the chart goes. */
void
_lsc_memory_page_export_chart (LscMemoryPage *self)
{
  static const LscPictureScope scopes[] = { { N_ ("As shown"), FALSE },
                                            { N_ ("All of it"), TRUE } };
  static const LscExport picture = { N_ ("Export the Chart of the Memory"),
                                     lsc_export_picture_kinds, scopes, write_chart };

  lsc_export_ask (GTK_WIDGET (self), &picture, "memory.svg");
}

/* (transfer full): of the command line and of pins */
static char *
name_rank (LscAppPage *page)
{
  const LscSource *source = lsc_app_page_get_source (page)->source;

  return source && lsc_rank_is_told (source->rank) ? lsc_rank_to_text (source->rank) : NULL;
}

/** Says in a pin which rank it is of; of the chart what of it is seen, of a list of what lives the
 * moment. */
gboolean
_lsc_memory_page_complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscMemoryPage *self = LSC_MEMORY_PAGE (page);
  const LscMemoryView *view = lsc_memory_chart_get_view (self->chart);
  g_autofree char *rank = name_rank (page);

  if (!self->memory || lsc_memory_view_is_empty (view))
    return lsc_app_page_fail_pin (error);
  if (rank)
    lsc_pin_set (pin, "rank", rank);
  lsc_pin_set_int (pin, "moment_ns", view->moment_ns);
  if (g_str_equal (pin->view, "memory/chart"))
    {
      lsc_pin_set_int (pin, "pool", view->plot->pool);
      lsc_pin_set_int (pin, "form", view->plot->form);
      lsc_pin_set_int (pin, "begin_ns", view->port.begin_ns);
      lsc_pin_set_int (pin, "end_ns", lsc_viewport_end_ns (&view->port));
    }
  else
    lsc_pin_set_int (pin, "by", self->by);
  return TRUE;
}

/* What the command line calls the table in front. */
static void
append_table (GString *command, LscMemoryPage *self)
{
  static const char *const names[LSC_MEMORY_N_TABS] = {
    [LSC_MEMORY_TAB_GROWTH] = "--growth",
    [LSC_MEMORY_TAB_HINTS] = "--hints",
    [LSC_MEMORY_TAB_STEPS] = "--steps",
    [LSC_MEMORY_TAB_BLOCKS] = "--blocks",
    [LSC_MEMORY_TAB_COMPONENTS] = "--components",
    [LSC_MEMORY_TAB_SEGMENTS] = "--segments",
    [LSC_MEMORY_TAB_OPS] = "--ops",
  };
  static const char *const ways[] = { "op", "module", "stack", "size", "block" };
  const LscMemoryView *view = lsc_memory_chart_get_view (self->chart);
  int tab = gtk_notebook_get_current_page (self->panel);

  if (tab == LSC_MEMORY_TAB_LIVE && view->moment_ns != G_MININT64)
    g_string_append_printf (command, " --at @%" G_GINT64_FORMAT " --by %s", view->moment_ns,
                            ways[self->by]);
  else if (tab >= 0 && tab < LSC_MEMORY_N_TABS && names[tab])
    g_string_append_printf (command, " %s", names[tab]);
}

/** Returns: (transfer full): the command line that gives the same table */
char *
_lsc_memory_page_get_command (LscAppPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  g_autofree char *path = g_shell_quote (source->cluster ? source->cluster->path : ".");
  g_autofree char *rank = name_rank (page);
  GString *command = g_string_new (NULL);

  g_string_append_printf (command, "lanescope-cli memory %s", path);
  if (rank && source->cluster && source->cluster->sources->len > 1)
    g_string_append_printf (command, " --rank-list %s", rank);
  append_table (command, LSC_MEMORY_PAGE (page));
  return g_string_free (command, FALSE);
}
