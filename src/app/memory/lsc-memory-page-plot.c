/* lsc-memory-page-plot.c - which curves of memory the page shows, and what part of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/memory/lsc-memory-page-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* ---- choices ---- */

static gboolean
has_own_curve (const LscMemoryLog *log, guint32 pool)
{
  for (guint i = 0; i < log->curves->len; i++)
    {
      const LscMemoryCurve *curve = &g_array_index (log->curves, LscMemoryCurve, i);

      if (curve->pool == pool && curve->quantity < LSC_MEMORY_PROCESS && curve->points.n > 0)
        return TRUE;
    }
  return FALSE;
}

/* (transfer full): its name, and what tells it from others of that name */
static char *
name_pool (const LscMemoryLog *log, guint32 index)
{
  const LscMemoryPool *pool = &log->pools.items[index];
  GString *text = g_string_new (lsc_intern_text (log->texts, pool->name));
  guint n_same = 0;

  for (gsize i = 0; i < log->pools.n; i++)
    n_same += log->pools.items[i].name == pool->name &&
              (log->pools.items[i].stream == G_MAXINT64) == (pool->stream == G_MAXINT64);
  n_same = pool->stream == G_MAXINT64 ? n_same : 0; /* streams are of the main pool */
  if (n_same > 1 && pool->device >= 0)
    g_string_append_printf (text, _ (" · device %" PRId64), pool->device);
  if (pool->stream != G_MAXINT64)
    g_string_append_printf (text, _ (" · stream %" PRId64), pool->stream);
  return g_string_free (text, FALSE);
}

static void
fill_pools (LscMemoryPage *self)
{
  const LscMemoryLog *log = lsc_memory_get_log (self->memory);
  guint32 main_pool = lsc_memory_get_main_pool (self->memory);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = 0;

  g_array_set_size (self->pools, 0);
  for (guint32 i = 0; i < log->pools.n; i++)
    {
      g_autofree char *name = NULL;

      if (i != main_pool && !has_own_curve (log, i))
        continue;
      name = name_pool (log, i);
      if (i == main_pool)
        selected = self->pools->len;
      gtk_string_list_append (names, name);
      g_array_append_val (self->pools, i);
    }
  gtk_drop_down_set_model (self->pool_choice, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->pool_choice, selected);
  gtk_widget_set_visible (GTK_WIDGET (self->pool_choice), self->pools->len > 1);
}

/** Offers the pools, the main one chosen, and the forms that were recorded. */
void
_lsc_memory_page_fill_choices (LscMemoryPage *self)
{
  const LscMemoryLog *log;
  guint32 pool;

  self->is_filling = TRUE;
  log = lsc_memory_get_log (self->memory);
  pool = lsc_memory_get_main_pool (self->memory);
  fill_pools (self);
  gtk_drop_down_set_selected (self->form_choice, LSC_MEMORY_PLOT_CURVES);
  gtk_widget_set_visible (GTK_WIDGET (self->form_choice),
                          lsc_memory_plot_can_show (log, pool, LSC_MEMORY_PLOT_COMPONENTS));
  self->is_filling = FALSE;
}

/* ---- the plot ---- */

static guint32
get_pool (LscMemoryPage *self)
{
  guint selected = gtk_drop_down_get_selected (self->pool_choice);

  return selected < self->pools->len ? g_array_index (self->pools, guint32, selected)
                                     : lsc_memory_get_main_pool (self->memory);
}

/** Shows what is chosen. @keeps_place: it is of the same recording */
void
_lsc_memory_page_plot (LscMemoryPage *self, gboolean keeps_place)
{
  LscMemoryPlot *old = g_steal_pointer (&self->plot);

  if (self->memory)
    self->plot =
        lsc_memory_plot_new (lsc_memory_get_log (self->memory), get_pool (self),
                             (LscMemoryPlotForm) gtk_drop_down_get_selected (self->form_choice),
                             lsc_memory_get_steps (self->memory));
  lsc_memory_chart_set_plot (self->chart, self->plot, keeps_place);
  if (self->memory && !keeps_place)
    lsc_memory_chart_set_moment (self->chart, lsc_memory_get_peak_ns (self->memory));
  lsc_memory_plot_free (old);
}

/* ---- a part of it ---- */

/** Returns: whether a step of that number is behind the curves; @time: (out): of it */
gboolean
_lsc_memory_page_find_step (LscMemoryPage *self, gint64 step, LscInterval *time)
{
  for (guint i = 0; self->plot && i < self->plot->bands->len; i++)
    {
      const LscMemoryBand *band = &g_array_index (self->plot->bands, LscMemoryBand, i);

      if (band->depth == 0 && band->name && lsc_memory_read_step (band->name) == step)
        {
          *time = (LscInterval){ band->begin_ns, band->end_ns };
          return TRUE;
        }
    }
  return FALSE;
}

/** Shows the step or the range that is chosen for all pages: its time and its peak; all of it again
 * when none is. */
void
_lsc_memory_page_show_part (LscMemoryPage *self, LscSelection *selection)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  const LscMemorySeries *series = lsc_memory_plot_get_main (self->plot);
  LscInterval time;
  gint64 step, bytes, peak_ns;
  gboolean had_part = self->has_part;

  self->has_part =
      lsc_selection_get_range (selection, source->source, &time.begin_ns, &time.end_ns) ||
      (lsc_selection_get_step (selection, &step) && _lsc_memory_page_find_step (self, step, &time));
  if (!self->has_part && had_part)
    lsc_chart_fit (LSC_CHART (self->chart));
  if (!self->has_part)
    return;
  lsc_memory_chart_show_time (self->chart, time.begin_ns, time.end_ns);
  peak_ns = series ? lsc_memory_series_find_peak (series, time.begin_ns, time.end_ns, &bytes)
                   : G_MININT64;
  if (peak_ns != G_MININT64)
    lsc_memory_chart_set_moment (self->chart, peak_ns);
}
