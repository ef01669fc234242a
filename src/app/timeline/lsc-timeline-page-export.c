/* lsc-timeline-page-export.c - pictures of the visible lanes, tables of marks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "export/lsc-export-table.h"
#include "export/lsc-export-picture.h"
#include "app/parts/lsc-export-dialog.h"
#include "app/timeline/lsc-timeline-page-private.h"

/* ---- pictures ---- */

/* Writes a picture of the lanes on a light page and says so, or why not. */
static void
write_picture (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);
  LscPictureOptions options = {
    .path = path,
    .scale = choice->scale,
    .page = { .is_whole = choice->is_whole,
              .title = lsc_app_page_get_source (LSC_APP_PAGE (self))->title,
              .footer = "Lanescope " LSC_VERSION },
  };
  g_autoptr (GError) error = NULL;

  if (lsc_export_timeline (lsc_timeline_chart_get_view (self->chart), &options, &error))
    lsc_app_page_saved (LSC_APP_PAGE (self), path);
  else
    lsc_timeline_page_say (self, error->message);
}

static const LscPictureScope scopes[] = { { N_ ("Visible lanes"), FALSE },
                                          { N_ ("All lanes of the list"), TRUE } };
static const LscExport picture = { N_ ("Export the Timeline"), lsc_export_picture_kinds, scopes,
                                   write_picture };

static void
ask_for_picture (LscTimelinePage *self)
{
  lsc_export_ask (GTK_WIDGET (self), &picture, "timeline.svg");
}

/* ---- marks ---- */

typedef struct
{
  const char *name;
  const char *note;
  gint64 start_ns;
  gint64 length_ns;
  gint64 since_ns;
  const char *lane;
  const char *color;
} MarkRow;

static const LscColumn columns[] = {
  LSC_COLUMN (MarkRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (MarkRow, note, "note", N_ ("Remark"), LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (MarkRow, start_ns, "start_ns", N_ ("Start"), LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (MarkRow, length_ns, "dur_ns", N_ ("Duration"), LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (MarkRow, since_ns, "since_first_ns", N_ ("Since the first event"), LSC_UNIT_NS, NULL,
              NULL),
  LSC_COLUMN (MarkRow, lane, "lane", N_ ("Lane"), LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (MarkRow, color, "color", N_ ("Colour"), LSC_UNIT_NONE, NULL, NULL),
};

static LscTable *
make_mark_table (LscTimelinePage *self)
{
  static const LscTableInfo info = LSC_TABLE_INFO ("marks", MarkRow, columns);
  LscTable *table = lsc_table_new_for (&info);
  gint64 origin_ns = lsc_timeline_chart_get_view (self->chart)->origin_ns;

  for (guint i = 0; i < self->state->marks->len; i++)
    {
      const LscTimelineMark *mark = g_ptr_array_index (self->state->marks, i);
      g_autofree char *color = g_strdup_printf ("#%06x", mark->rgb);

      lsc_table_add (table, &(MarkRow){ mark->name, mark->note, mark->begin_ns,
                                        mark->end_ns - mark->begin_ns, mark->begin_ns - origin_ns,
                                        mark->path, color });
    }
  return table;
}

static void
write_marks (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);
  g_autoptr (LscTable) table = make_mark_table (self);
  g_autoptr (GError) error = NULL;

  if (lsc_export_tables_file (&table, 1, path, g_get_real_time () * G_GINT64_CONSTANT (1000), NULL,
                              &error))
    lsc_app_page_saved (LSC_APP_PAGE (self), path);
  else
    lsc_timeline_page_say (self, error->message);
}

static void
ask_for_marks (LscTimelinePage *self)
{
  static const LscExportKind kinds[] = {
    { N_ ("CSV table"), "csv" },
    { N_ ("Excel workbook"), "xlsx" },
    { N_ ("JSON lines"), "json" },
    { NULL },
  };
  static const LscExport marks = { N_ ("Export the Marks"), kinds, .write = write_marks };

  if (self->state->marks->len > 0)
    lsc_export_ask (GTK_WIDGET (self), &marks, "marks.csv");
  else
    lsc_timeline_page_say (self, _ ("There are no marks yet: K makes one."));
}

/* Ranks that are read and drawn; nothing where all of them are, or where they have no numbers. */
static void
append_ranks (LscTimelinePage *self, GString *command)
{
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (self);
  const LscCluster *cluster = lsc_app_page_get_source (LSC_APP_PAGE (self))->cluster;
  g_autoptr (GString) ranks = g_string_new (NULL);
  guint n = 0;

  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    {
      const LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, i);
      g_autofree char *rank = timeline ? lsc_rank_to_text (timeline->rank) : NULL;

      if (!timeline || !lsc_rank_is_told (timeline->rank))
        continue;
      g_string_append_printf (ranks, "%s%s", n > 0 ? "," : "", rank);
      n++;
    }
  if (n > 0 && cluster && n < cluster->sources->len)
    {
      g_autofree char *list = g_shell_quote (ranks->str);

      g_string_append_printf (command, " --rank-list %s",
                              strpbrk (ranks->str, " '\"") ? list : ranks->str);
    }
}

/* Returns: (transfer full): the command line that draws the same time of the same ranks */
char *
_lsc_timeline_page_get_command (LscAppPage *page)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  gint64 begin_ns = view->port.begin_ns - view->origin_ns;
  g_autofree char *path = g_shell_quote (self->path ? self->path : ".");
  g_autofree char *color = g_settings_get_string (self->settings, "timeline-color");
  GString *command = g_string_new ("lanescope-cli timeline");

  /* The margin before the first event is no time that can be asked for. */
  g_string_append_printf (command, " %s --range %" G_GINT64_FORMAT "ns:%" G_GINT64_FORMAT "ns",
                          path, MAX (begin_ns, 0), MAX (begin_ns + (gint64) view->port.span_ns, 1));
  append_ranks (self, command);
  if (view->color != 0)
    g_string_append_printf (command, " --color %s", color);
  g_string_append (command, " --out timeline.svg");
  return g_string_free (command, FALSE);
}

const LscAppPageAction _lsc_timeline_page_export_actions[] = {
  { "timeline.export", G_CALLBACK (ask_for_picture) },
  { "timeline.export-marks", G_CALLBACK (ask_for_marks) },
  { NULL },
};
