/* lsc-table-view-export.c - copying and writing the rows of a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "export/lsc-export-table.h"
#include "base/lsc-task.h"
#include "analyze/lsc-cell-format.h"
#include "app/parts/lsc-export-dialog.h"
#include "app/parts/lsc-table-view-private.h"

#define MOST_COPIED 200000 /* rows that a clipboard is troubled with */

typedef struct
{
  LscTable *table;
  guint32 *rows;
  gsize n_rows;
  char *path; /* (nullable): NULL = text for the clipboard */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  lsc_table_unref (work->table);
  g_free (work->rows);
  g_free (work->path);
  g_free (work);
}

static void
tell (LscTableView *self, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", text);
}

/* ---- writing ---- */

static gpointer
run_export (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  g_autoptr (LscTable) table = lsc_table_model_copy_rows (work->table, work->rows, work->n_rows);
  g_autoptr (GString) text = g_string_new (NULL);

  if (work->path)
    {
      lsc_export_tables_file (&table, 1, work->path, g_get_real_time () * G_GINT64_CONSTANT (1000),
                              job, error);
      return NULL;
    }
  lsc_export_tsv_text (table, text);
  return g_strdup (text->str);
}

static void
start (LscTableView *self, Work *work, LscTaskDone done)
{
  self->n_exporting++;
  lsc_task_start (self, NULL,
                  &(LscTaskWork){ .name = "table: export",
                                  .run = run_export,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = g_free,
                                  .done = done });
}

static void
on_exported (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTableView *self = owner;
  g_autofree char *message = NULL;

  self->n_exporting--;
  if (!error)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.tell-saved", "s", ((Work *) data)->path);
      return;
    }
  message = g_strdup_printf (_ ("Not exported: %s"), error->message);
  tell (self, message);
}

/**
 * lsc_table_view_export:
 * @path: its ending chooses the format: .csv .xlsx .md .json .jsonl .db
 *
 * Writes all columns of the rows as they are sorted, in a thread; the window tells how it went.
 */
void
lsc_table_view_export (LscTableView *self, const char *path)
{
  LscTable *table;
  Work *work;

  g_return_if_fail (LSC_IS_TABLE_VIEW (self) && path);
  table = lsc_table_model_get_table (self->model);
  if (!table)
    return;
  work = g_new0 (Work, 1);
  work->table = lsc_table_ref (table);
  work->rows = lsc_table_model_copy_order (self->model, &work->n_rows);
  work->path = g_strdup (path);
  start (self, work, on_exported);
}

static void
write_chosen (GtkWidget *view, const char *path, const LscExportChoice *choice)
{
  lsc_table_view_export (LSC_TABLE_VIEW (view), path);
}

/** lsc_table_view_ask_export: asks where to write the table; the ending is the format */
void
lsc_table_view_ask_export (LscTableView *self)
{
  static const LscExportKind kinds[] = {
    { N_ ("Table (csv, xlsx, md, json, db)"), "csv xlsx md json jsonl db" },
    { NULL },
  };
  static const LscExport export = { N_ ("Export Table"), kinds, .write = write_chosen };
  LscTable *table;
  g_autofree char *name = NULL;

  g_return_if_fail (LSC_IS_TABLE_VIEW (self));
  table = lsc_table_model_get_table (self->model);
  if (!table)
    return;
  name = g_strdup_printf ("%s.csv", lsc_table_get_name (table));
  lsc_export_ask (GTK_WIDGET (self), &export, name);
}

/* ---- copying ---- */

static void
on_copied (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTableView *self = owner;
  const Work *work = data;
  g_autofree char *text = result;
  g_autofree char *message = NULL;

  self->n_exporting--;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  message = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Copied %zu row", "Copied %zu rows", work->n_rows),
      work->n_rows);
  tell (self, message);
}

/** Returns: (transfer full): the selected rows, as they are sorted */
guint32 *
_lsc_table_view_get_selected_rows (LscTableView *self, gsize *n_rows)
{
  g_autoptr (GtkBitset) set =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  gsize n = gtk_bitset_get_size (set);
  guint32 *rows = g_new (guint32, MAX (n, 1));
  GtkBitsetIter iter;
  guint position;

  *n_rows = 0;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, set, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    rows[(*n_rows)++] = lsc_table_model_get_row (self->model, position);
  return rows;
}

/* Copies rows as text parted by tabs, names of columns with their units first, full precision. */
void
_lsc_table_view_copy_rows (LscTableView *self, gboolean all)
{
  Work *work = g_new0 (Work, 1);

  work->table = lsc_table_ref (lsc_table_model_get_table (self->model));
  work->rows = all ? lsc_table_model_copy_order (self->model, &work->n_rows)
                   : _lsc_table_view_get_selected_rows (self, &work->n_rows);
  if (work->n_rows > MOST_COPIED)
    tell (self, _ ("These are too many rows to copy: export them to a file instead."));
  if (work->n_rows == 0 || work->n_rows > MOST_COPIED)
    work_free (work);
  else
    start (self, work, on_copied);
}

/* Copies the cell under the menu, as it is stored. */
void
_lsc_table_view_copy_cell (LscTableView *self)
{
  LscTable *table = lsc_table_model_get_table (self->model);
  g_autofree char *text = NULL;

  if (self->menu_row >= lsc_table_get_n_rows (table))
    return;
  text = lsc_cell_exact (lsc_table_get (table, self->menu_row, self->menu_column), "");
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}
