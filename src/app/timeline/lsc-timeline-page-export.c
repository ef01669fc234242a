/* lsc-timeline-page-export.c - pictures of the visible lanes, tables of marks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "export/lsc-export-table.h"
#include "export/lsc-export-picture.h"
#include "app/timeline/lsc-timeline-page-private.h"

static char *
with_ending (const char *path, const char *const *endings)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; endings[i] != NULL; i++)
    if (g_str_has_suffix (lower, endings[i]))
      return g_strdup (path);
  return g_strconcat (path, endings[0], NULL);
}

static char *
chosen_path (GtkNativeDialog *dialog, const char *const *endings)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  return path != NULL ? with_ending (path, endings) : NULL;
}

static GtkFileChooserNative *
new_chooser (LscTimelinePage *self, const char *title, const char *name)
{
  GtkFileChooserNative *chooser =
      gtk_file_chooser_native_new (title, _lsc_timeline_page_get_window (self),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  g_clear_object (&self->chooser);
  self->chooser = chooser;
  return chooser;
}

static void
add_filter (GtkFileChooserNative *chooser, const char *name, const char *ending)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_suffix (filter, ending);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
}

/* ---- pictures ---- */

/**
 * lsc_timeline_page_export:
 * @path: its ending chooses the format: .png .svg .pdf
 * @scale: pixels per unit of a PNG
 * @all: every lane, also those that must be scrolled to
 *
 * Writes a picture of the lanes on a light page and says so, or why not.
 */
void
lsc_timeline_page_export (LscTimelinePage *self, const char *path, double scale, gboolean all)
{
  g_autofree char *footer = g_strdup_printf ("Lanescope %s", LSC_VERSION);
  LscPictureOptions options = {
    .path = path,
    .scale = scale,
    .page = { .is_whole = all, .title = self->title, .footer = footer },
  };
  g_autoptr (GError) error = NULL;

  if (lsc_export_timeline (lsc_timeline_chart_get_view (self->chart), &options, &error))
    lsc_app_page_saved (LSC_APP_PAGE (self), path);
  else
    lsc_timeline_page_say (self, error->message);
}

static void
on_picture_chosen (GtkNativeDialog *dialog, int response, LscTimelinePage *self)
{
  static const char *const endings[] = { ".svg", ".png", ".pdf", NULL };
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  const char *scope = gtk_file_chooser_get_choice (chooser, "scope");
  const char *scale = gtk_file_chooser_get_choice (chooser, "scale");
  g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? chosen_path (dialog, endings) : NULL;

  if (path != NULL)
    lsc_timeline_page_export (self, path, scale != NULL ? g_ascii_strtod (scale, NULL) : 1,
                              g_strcmp0 (scope, "all") == 0);
}

static void
ask_for_picture (LscTimelinePage *self)
{
  const char *scopes[] = { "visible", "all", NULL };
  const char *scope_names[] = { _ ("Visible lanes"), _ ("All lanes of the list"), NULL };
  const char *scales[] = { "1", "2", "3", NULL };
  const char *scale_names[] = { _ ("PNG at 1x"), _ ("PNG at 2x"), _ ("PNG at 3x"), NULL };
  GtkFileChooserNative *chooser = new_chooser (self, _ ("Export the Timeline"), "timeline.svg");

  add_filter (chooser, _ ("SVG picture"), "svg");
  add_filter (chooser, _ ("PNG picture"), "png");
  add_filter (chooser, _ ("PDF document"), "pdf");
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (chooser), "scope", _ ("Part"), scopes,
                               scope_names);
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (chooser), "scale", _ ("Size"), scales,
                               scale_names);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_picture_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- marks ---- */

static LscTable *
make_mark_table (LscTimelinePage *self)
{
  static const LscColumn columns[] = {
    { "name", N_ ("Name"), LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
    { "note", N_ ("Remark"), LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
    { "start_ns", N_ ("Start"), LSC_TYPE_INT, LSC_UNIT_NS, NULL },
    { "dur_ns", N_ ("Duration"), LSC_TYPE_INT, LSC_UNIT_NS, NULL },
    { "since_first_ns", N_ ("Since the first event"), LSC_TYPE_INT, LSC_UNIT_NS, NULL },
    { "lane", N_ ("Lane"), LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
    { "color", N_ ("Colour"), LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
  };
  LscTable *table = lsc_table_new ("marks", columns, G_N_ELEMENTS (columns));
  gint64 origin_ns = lsc_timeline_chart_get_view (self->chart)->origin_ns;

  for (guint i = 0; i < self->state->marks->len; i++)
    {
      const LscTimelineMark *mark = g_ptr_array_index (self->state->marks, i);
      gsize row = lsc_table_add_row (table);
      g_autofree char *color = g_strdup_printf ("#%06x", mark->rgb);

      if (mark->name != NULL)
        lsc_table_set_text (table, row, 0, mark->name);
      if (mark->note != NULL)
        lsc_table_set_text (table, row, 1, mark->note);
      lsc_table_set_int (table, row, 2, mark->begin_ns);
      lsc_table_set_int (table, row, 3, mark->end_ns - mark->begin_ns);
      lsc_table_set_int (table, row, 4, mark->begin_ns - origin_ns);
      if (mark->path != NULL)
        lsc_table_set_text (table, row, 5, mark->path);
      lsc_table_set_text (table, row, 6, color);
    }
  return table;
}

/* Few rows, so no thread. */
static void
on_marks_chosen (GtkNativeDialog *dialog, int response, LscTimelinePage *self)
{
  static const char *const endings[] = { ".csv", ".xlsx", ".json", NULL };
  g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? chosen_path (dialog, endings) : NULL;
  g_autofree char *lower = path != NULL ? g_ascii_strdown (path, -1) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTable) table = NULL;
  gboolean done;

  if (path == NULL)
    return;
  table = make_mark_table (self);
  if (g_str_has_suffix (lower, ".xlsx"))
    done = lsc_export_xlsx_file (&table, 1, path, g_get_real_time () * G_GINT64_CONSTANT (1000),
                                 NULL, &error);
  else if (g_str_has_suffix (lower, ".json"))
    done = lsc_export_json_file (table, path, NULL, &error);
  else
    done = lsc_export_csv_file (table, LSC_CSV_MARKED, path, NULL, &error);
  if (done)
    lsc_app_page_saved (LSC_APP_PAGE (self), path);
  else
    lsc_timeline_page_say (self, error->message);
}

static void
ask_for_marks (LscTimelinePage *self)
{
  GtkFileChooserNative *chooser;

  if (self->state->marks->len == 0)
    {
      lsc_timeline_page_say (self, _ ("There are no marks yet: K makes one."));
      return;
    }
  chooser = new_chooser (self, _ ("Export the Marks"), "marks.csv");
  add_filter (chooser, _ ("CSV table"), "csv");
  add_filter (chooser, _ ("Excel workbook"), "xlsx");
  add_filter (chooser, _ ("JSON lines"), "json");
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_marks_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/**
 * lsc_timeline_page_get_command:
 *
 * Returns: (transfer full): the command line that draws the same picture
 */
char *
lsc_timeline_page_get_command (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  gint64 begin_ns = view->port.begin_ns - view->origin_ns;
  g_autofree char *path = g_shell_quote (self->path != NULL ? self->path : ".");

  return g_strdup_printf ("lanescope-cli timeline %s --range %" G_GINT64_FORMAT
                          "ns:%" G_GINT64_FORMAT "ns --out timeline.svg",
                          path, begin_ns, begin_ns + (gint64) view->port.span_ns);
}

/* Does what the key table calls @verb, when it belongs to export. */
gboolean
_lsc_timeline_page_export_verb (LscTimelinePage *self, const char *verb)
{
  if (g_str_equal (verb, "export"))
    ask_for_picture (self);
  else if (g_str_equal (verb, "export-marks"))
    ask_for_marks (self);
  else
    return FALSE;
  return TRUE;
}
