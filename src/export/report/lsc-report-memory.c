/* lsc-report-memory.c - memory in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-memory.h"

#include "export/report/lsc-report-chart-data.h"
#include "export/report/lsc-report-sentences.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "draw/memory/lsc-memory-sheet.h"
#include "export/report/lsc-report-private.h"

#define MOST_ROWS 12
#define HEIGHT_SHARE 0.36 /* of the width of a chart */

/** The curves, for as long as they may be drawn. */
typedef struct
{
  LscMemory *memory; /* of which the plot has the steps */
  LscMemoryPlot *plot;
  LscReportMemoryView what;
} Curves;

static void
curves_free (gpointer data)
{
  Curves *self = data;

  lsc_memory_plot_free (self->plot);
  lsc_memory_unref (self->memory);
  g_free (self);
}

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  const Curves *self = data;
  LscPageOptions options = { .is_figure = TRUE, .keep_theme = TRUE };
  LscMemoryView view;

  lsc_memory_view_init (&view, self->plot);
  view.theme = frame->theme;
  view.port.width = frame->width;
  view.port.height = frame->width * HEIGHT_SHARE;
  view.moment_ns = self->what.moment_ns;
  lsc_memory_view_fit (&view);
  if (self->what.end_ns > self->what.begin_ns)
    {
      lsc_viewport_set_begin (&view.port, self->what.begin_ns, 0);
      view.port.span_ns = lsc_ns_difference (self->what.end_ns, self->what.begin_ns);
    }
  return lsc_memory_sheet_new (&view, &options, context);
}

/**
 * lsc_report_add_memory:
 * @what: (nullable): %NULL = all of the main pool
 *
 * Adds the curves of a rank as a figure.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where nothing of that form was recorded
 */
gboolean
lsc_report_add_memory (LscReportSection *section, const char *title, LscMemory *memory,
                       const LscReportMemoryView *what, GError **error)
{
  LscMemoryPlot *plot;
  LscReportItem *item;
  Curves *self;

  g_return_val_if_fail (section && memory, FALSE);
  plot = lsc_memory_plot_new (
      lsc_memory_get_log (memory), what ? what->pool : lsc_memory_get_main_pool (memory),
      what ? what->form : LSC_MEMORY_PLOT_CURVES, lsc_memory_get_steps (memory));
  if (lsc_memory_plot_is_empty (plot))
    {
      lsc_memory_plot_free (plot);
      return lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                       _ ("No curve of memory was recorded. Record with profile_memory=True."));
    }
  self = g_new0 (Curves, 1);
  self->memory = lsc_memory_ref (memory);
  self->plot = plot;
  self->what = what ? *what : (LscReportMemoryView){ .moment_ns = G_MININT64 };
  item = lsc_report_add_chart (section, title, make_page, self, curves_free);
  item->table = lsc_report_curves_table (plot);
  item->height_share = HEIGHT_SHARE;
  return TRUE;
}

/**
 * lsc_report_find_memory:
 * @ranks: (out) (nullable) (transfer full): peaks of all ranks
 * @ops: (out) (nullable) (transfer full): what the operators of that rank allocate; %NULL where no
 *   blocks were recorded
 *
 * Returns: (transfer full) (nullable): memory of the rank with the highest peak; %NULL where none
 *   was recorded
 */
LscMemory *
lsc_report_find_memory (LscSession *session, LscTable **ranks, LscTable **ops, LscJob *job)
{
  LscSource *source = NULL;
  LscMemory *memory;
  gint64 most_bytes = -1;

  g_return_val_if_fail (session && ranks && ops, NULL);
  *ops = NULL;
  *ranks = lsc_session_list_memory (session, job, NULL);
  for (gsize i = 0; *ranks && i < lsc_table_get_n_rows (*ranks); i++)
    {
      LscValue rank = lsc_table_get_named (*ranks, i, "rank");
      LscValue bytes = lsc_table_get_named (*ranks, i, "peak_bytes");
      LscSource *found = NULL;

      if (!rank.is_null)
        found = lsc_session_find_source (session, rank.integer);
      else if (lsc_session_get_sources (session)->len == 1)
        found = lsc_session_get_sources (session)->pdata[0];
      if (!found || bytes.is_null || bytes.integer <= most_bytes)
        continue;
      source = found;
      most_bytes = bytes.integer;
    }
  memory = source ? lsc_session_get_memory (session, source, job, NULL) : NULL;
  if (memory && lsc_memory_get_log (memory)->has_blocks)
    *ops = lsc_session_list_memory_ops (session, source, memory, job, NULL);
  return memory;
}

static void
take_table (LscReportSection *section, const char *caption, LscTable *table,
            const char *const *columns)
{
  if (table && lsc_table_get_n_rows (table) > 0)
    lsc_report_take_table (section, caption, table, columns)->most_rows = MOST_ROWS;
  else if (table)
    lsc_table_unref (table);
}

/* Points in time are left to the window: in a document the step says when. */
static void
add_tables (LscReportSection *section, LscMemory *memory, LscTable *ranks, LscTable *ops,
            LscJob *job)
{
  static const char *const of_ranks[] = { "rank",          "peak_bytes",   "step", "reserved_bytes",
                                          "process_bytes", "growth_bytes", NULL };
  static const char *const of_live[] = { "op",    "held",          "count", "bytes",
                                         "share", "largest_bytes", NULL };
  static const char *const of_growth[] = { "op",           "module", "stack", "n_steps",
                                           "judged_steps", "count",  "bytes", "bytes_per_step",
                                           "verdict",      NULL };
  static const char *const of_ops[] = { "op",
                                        "calls",
                                        "self_allocated_bytes",
                                        "self_kept_bytes",
                                        "allocated_bytes",
                                        "kept_bytes",
                                        "device_ns",
                                        NULL };
  static const char *const of_hints[] = { "hint", "text", "bytes", NULL };

  if (ranks)
    take_table (section, _ ("Peaks of the Ranks"), lsc_table_ref (ranks), of_ranks);
  take_table (
      section, _ ("What Is Allocated at the Peak"),
      lsc_memory_list_live (memory, lsc_memory_get_peak_ns (memory), LSC_MEMORY_BY_OP, job, NULL),
      of_live);
  take_table (section, _ ("Growth"), lsc_memory_get_table (memory, LSC_MEMORY_TABLE_GROWTH),
              of_growth);
  if (ops)
    take_table (section, _ ("Memory by Operator"), lsc_table_ref (ops), of_ops);
  take_table (section, _ ("Hints"), lsc_memory_get_table (memory, LSC_MEMORY_TABLE_HINTS),
              of_hints);
}

/**
 * lsc_report_add_memory_section:
 * @memory: (nullable): of the rank with the highest peak
 * @ranks: (nullable): peaks of all ranks
 * @ops: (nullable): what its operators allocate
 *
 * Adds the chapter on memory: who holds it at the peak, the curves, what lives then, what grows and
 * what operators allocate.
 * Nothing where no memory was recorded.
 */
void
lsc_report_add_memory_section (LscReport *report, LscMemory *memory, LscTable *ranks, LscTable *ops,
                               LscJob *job)
{
  LscReportSection *section;

  g_return_if_fail (report);
  if (!memory)
    return;
  section = lsc_report_add_section (report, "memory", _ ("Memory"));
  lsc_report_take_message (section, lsc_phrase_to_words (lsc_memory_get_headline (memory)));
  lsc_report_take_text (section, lsc_phrase_to_words (lsc_memory_get_detail (memory)));
  lsc_report_add_memory (section, _ ("Memory of the Rank with the Highest Peak"), memory, NULL,
                         NULL);
  add_tables (section, memory, ranks, ops, job);
}

/* ---- a snapshot alone ---- */

static void
add_snapshot_tables (LscReportSection *section, LscMemory *memory, LscJob *job)
{
  static const char *const of_live[] = { "who",   "stack", "held",          "count",
                                         "bytes", "share", "largest_bytes", NULL };
  static const char *const of_growth[] = {
    "who", "keeps", "kept_bytes", "kept_step_bytes", "kept_steps", "allocated_steps", NULL
  };
  static const char *const of_hints[] = { "hint", "text", "bytes", NULL };
  static const char *const of_segments[] = { "pool",       "size_bytes",         "allocated_bytes",
                                             "free_bytes", "largest_free_bytes", "stack",
                                             NULL };

  take_table (section, _ ("What Is Allocated at the Peak"),
              lsc_memory_list_live (memory, lsc_memory_get_peak_ns (memory), LSC_MEMORY_BY_STACK,
                                    job, NULL),
              of_live);
  take_table (section, _ ("Growth"), lsc_memory_get_table (memory, LSC_MEMORY_TABLE_GROWTH),
              of_growth);
  take_table (section, _ ("Hints"), lsc_memory_get_table (memory, LSC_MEMORY_TABLE_HINTS),
              of_hints);
  take_table (section, _ ("Segments"), lsc_memory_get_table (memory, LSC_MEMORY_TABLE_SEGMENTS),
              of_segments);
}

/**
 * lsc_report_new_memory:
 * @memory: of a memory snapshot, which has nothing else
 * @place: its name
 *
 * Returns: (transfer full): who holds the memory at the peak, who leaks, and the curves
 */
LscReport *
lsc_report_new_memory (LscMemory *memory, const char *place, const LscReportWish *wish, LscJob *job)
{
  g_autofree char *detail = NULL;
  LscReport *self;
  LscReportSection *section;

  g_return_val_if_fail (memory && place && wish, NULL);
  self = lsc_report_new ();
  self->title =
      wish->title ? lsc_visible_line (wish->title) : g_strdup (_ ("Who holds the memory"));
  self->author = wish->author ? lsc_visible_line (wish->author) : NULL;
  self->created_ns = MAX (lsc_memory_get_log (memory)->begin_ns, 0);
  self->date = _lsc_report_date (self->created_ns);
  self->headline = lsc_phrase_to_words (lsc_memory_get_headline (memory));
  detail = lsc_phrase_to_words (lsc_memory_get_detail (memory));
  if (!g_str_equal (detail, self->headline))
    self->detail = g_steal_pointer (&detail);
  self->about = _lsc_report_short_name (place);
  section = lsc_report_add_section (self, "answer", NULL);
  lsc_report_add_memory (section, _ ("Memory"), memory, NULL, NULL);
  section = lsc_report_add_section (self, "memory", _ ("Memory"));
  add_snapshot_tables (section, memory, job);
  return self;
}
