/* lsc-modules-export.c - copying and exporting the module tree as shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/module/lsc-module-rows.h"
#include "export/lsc-export-table.h"

/** What to write, for a thread. */
typedef struct
{
  LscTree *tree;
  LscModuleData *data; /* of the workbook */
  guint32 *rows;
  gsize n_rows;
  LscTreeColumn columns[LSC_TREE_N_COLUMNS];
  guint n_columns;
  gboolean compact; /* for people: depth and name only before the figures */
  gboolean markdown;
  char *path;
  GString *text;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_pointer (&work->tree, lsc_tree_unref);
  g_clear_pointer (&work->data, lsc_module_data_unref);
  g_free (work->rows);
  g_free (work->path);
  if (work->text)
    g_string_free (work->text, TRUE);
  g_free (work);
}

/* The table as it is on screen: rows that are visible, in their order, columns that are shown. */
static Work *
work_new (LscModulesPage *self)
{
  Work *work = g_new0 (Work, 1);
  LscTreeColumn shown[LSC_TREE_N_COLUMNS];
  guint n = _lsc_modules_columns_list (self, shown);
  const guint32 *rows = lsc_tree_model_get_rows (self->model, &work->n_rows);

  work->tree = lsc_tree_ref (self->tree);
  work->rows = g_memdup2 (rows, work->n_rows * sizeof *rows);
  for (guint i = 0; i < n; i++)
    if (shown[i] != LSC_TREE_NAME && shown[i] != LSC_TREE_KIND && shown[i] != LSC_TREE_PHASE)
      work->columns[work->n_columns++] = shown[i];
  return work;
}

/* ---- The table ----------------------------------------------------------------------------- */

#define N_FIXED 6
#define N_IDS 2 /* of them, ids, which say nothing to people */

static const LscColumn fixed_columns[N_FIXED] = {
  { "id", NULL, LSC_TYPE_INT, LSC_UNIT_ID, NULL },
  { "parent", NULL, LSC_TYPE_INT, LSC_UNIT_ID, NULL },
  { "depth", NULL, LSC_TYPE_INT, LSC_UNIT_NONE, NULL },
  { "kind", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
  { "phase", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
  { "name", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
};

static void
set_value (LscTable *table, gsize row, guint column, LscValue value)
{
  if (value.is_null)
    return;
  if (value.type == LSC_TYPE_TEXT)
    lsc_table_set_text (table, row, column, value.text);
  else if (value.type == LSC_TYPE_INT)
    lsc_table_set_int (table, row, column, value.integer);
  else
    lsc_table_set_real (table, row, column, value.real);
}

static void
add_row (const Work *work, LscTable *table, guint32 node)
{
  gsize row = lsc_table_add_row (table);
  guint column = 0;
  LscPhase phase = lsc_tree_get_phase (work->tree, node);
  g_autofree char *name = g_utf8_make_valid (lsc_tree_get_name (work->tree, node), -1);

  if (!work->compact)
    {
      lsc_table_set_int (table, row, column++, node);
      lsc_table_set_int (table, row, column++, lsc_tree_get_parent (work->tree, node));
    }
  lsc_table_set_int (table, row, column++, lsc_tree_get_depth (work->tree, node));
  lsc_table_set_text (table, row, column++,
                      lsc_node_kind_name (lsc_tree_get_kind (work->tree, node)));
  if (phase != LSC_PHASE_NONE)
    lsc_table_set_text (table, row, column, lsc_phase_name (phase));
  lsc_table_set_text (table, row, ++column, name);
  for (guint i = 0; i < work->n_columns; i++)
    set_value (table, row, ++column, lsc_tree_value (work->tree, node, work->columns[i]));
}

static LscTable *
make_table (const Work *work, LscJob *job, GError **error)
{
  LscColumn columns[N_FIXED + LSC_TREE_N_COLUMNS];
  guint n = 0;
  g_autoptr (LscTable) table = NULL;

  for (guint i = work->compact ? N_IDS : 0; i < N_FIXED; i++)
    columns[n++] = fixed_columns[i];
  for (guint i = 0; i < work->n_columns; i++)
    columns[n++] = *lsc_tree_column (work->columns[i]);
  table = lsc_table_new ("ModuleTree", columns, n);
  for (gsize i = 0; i < work->n_rows; i++)
    {
      if (i % 4096 == 0 && !lsc_job_check (job, error))
        return NULL;
      add_row (work, table, work->rows[i]);
    }
  return g_steal_pointer (&table);
}

static void
start (LscModulesPage *self, Work *work, LscTaskRun run, LscTaskDone done)
{
  lsc_task_start (self, NULL,
                  &(LscTaskWork){ .name = "modules: export",
                                  .run = run,
                                  .data = work,
                                  .free_data = work_free,
                                  .done = done });
}

/* ---- Copying ------------------------------------------------------------------------------- */

static gpointer
run_copy (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  g_autoptr (LscTable) table = make_table (work, NULL, NULL);

  work->text = g_string_new (NULL);
  if (work->markdown)
    {
      g_autofree char *text = lsc_export_markdown_text (table);

      g_string_append (work->text, text);
    }
  else
    lsc_export_tsv_text (table, work->text);
  return NULL;
}

static void
on_copied (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscModulesPage *self = owner;
  const Work *work = data;
  g_autofree char *count = lsc_format_count ((gint64) work->n_rows);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), work->text->str);
  _lsc_modules_toast (
      self, g_dngettext (GETTEXT_PACKAGE, "%s row copied", "%s rows copied", work->n_rows), count);
}

static void
copy_cell (LscModulesPage *self, guint32 node)
{
  LscTreeColumn column = self->menu_column;
  LscValue value = lsc_tree_value (self->tree, node, column);
  g_autofree char *text = NULL;

  if (value.is_null)
    text = g_strdup ("");
  else if (value.type == LSC_TYPE_TEXT)
    text = _lsc_modules_exact_text (self->tree, node, column);
  else if (value.type == LSC_TYPE_INT)
    text = g_strdup_printf ("%" G_GINT64_FORMAT, value.integer);
  else
    text = lsc_real_to_text (value.real);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text ? text : "");
  _lsc_modules_toast (self, _ ("“%s” copied"), _ (lsc_tree_column (column)->title));
}

/** _lsc_modules_copy: puts figures into the clipboard, with every digit and the unit in the head */
void
_lsc_modules_copy (LscModulesPage *self, LscCopyWhat what)
{
  guint32 selected = lsc_tree_model_get_selected (self->model);
  Work *work;

  if (!self->tree || (selected == LSC_INDEX_NONE && what <= LSC_COPY_ROW))
    return;
  if (what == LSC_COPY_CELL)
    {
      copy_cell (self, selected);
      return;
    }
  work = work_new (self);
  work->compact = TRUE;
  work->markdown = what == LSC_COPY_MARKDOWN;
  if (what == LSC_COPY_ROW)
    {
      g_free (work->rows);
      work->rows = g_memdup2 (&selected, sizeof selected);
      work->n_rows = 1;
    }
  start (self, work, run_copy, on_copied);
}

/* ---- Exporting ----------------------------------------------------------------------------- */

static gboolean
write_table (const Work *work, GError **error)
{
  g_autoptr (LscTable) table = make_table (work, NULL, error);
  gint64 created_ns = lsc_tree_get_data (work->tree)->run->collection_end_ns;

  if (!table)
    return FALSE;
  if (g_str_has_suffix (work->path, ".json") || g_str_has_suffix (work->path, ".jsonl"))
    return lsc_export_json_file (table, work->path, NULL, error);
  if (g_str_has_suffix (work->path, ".xlsx"))
    return lsc_export_xlsx_file (&table, 1, work->path, created_ns, NULL, error);
  if (g_str_has_suffix (work->path, ".db"))
    return lsc_export_db_file (&table, 1, work->path, NULL, error);
  return lsc_export_csv_file (table, LSC_CSV_MARKED, work->path, NULL, error);
}

static gboolean
write_workbook (const Work *work, GError **error)
{
  LscMfuOptions options = { 0 };
  const LscRun *run = work->data->run;
  g_autoptr (LscTable) table = lsc_module_statistic_table (work->data, &options, NULL, error);

  return table && lsc_export_module_workbook (table, run->rank, work->path, run->collection_end_ns,
                                              NULL, error);
}

static gpointer
run_export (gpointer data, LscJob *job, GError **error)
{
  const Work *work = data;

  if (work->data)
    write_workbook (work, error);
  else
    write_table (work, error);
  return NULL;
}

static void
on_exported (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscModulesPage *self = owner;
  g_autofree char *name = g_filename_display_basename (((Work *) data)->path);

  if (!error)
    _lsc_modules_toast (self, _ ("Exported to “%s”"), name);
  else
    _lsc_modules_toast (self, _ ("Not exported: %s"), error->message);
}

static void
start_export (LscModulesPage *self, Work *work, const char *path)
{
  work->path = g_strdup (path);
  start (self, work, run_export, on_exported);
}

/**
 * lsc_modules_page_export_table:
 * @path: file to write; its ending chooses the format: .csv .json .jsonl .xlsx .db
 *
 * Writes the rows and columns that are shown, in a thread; a toast tells how it went.
 */
void
lsc_modules_page_export_table (LscModulesPage *self, const char *path)
{
  g_return_if_fail (LSC_IS_MODULES_PAGE (self));
  if (self->tree)
    start_export (self, work_new (self), path);
}

/**
 * lsc_modules_page_export_workbook:
 *
 * Writes the rows of module_statistic in the reference tool's layout (exports.md#workbook).
 */
void
lsc_modules_page_export_workbook (LscModulesPage *self, const char *path)
{
  Work *work;

  g_return_if_fail (LSC_IS_MODULES_PAGE (self));
  if (!self->data)
    return;
  work = g_new0 (Work, 1);
  work->data = lsc_module_data_ref (self->data);
  start_export (self, work, path);
}

/* ---- Choosing a file ----------------------------------------------------------------------- */

static void
on_response (GtkNativeDialog *dialog, int response, LscModulesPage *self)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      path = file ? g_file_get_path (file) : NULL;
      if (!path)
        _lsc_modules_toast (self, "%s", _ ("Not exported: this place is not a local folder"));
      else if (g_object_get_data (G_OBJECT (dialog), "lsc-workbook"))
        lsc_modules_page_export_workbook (self, path);
      else
        lsc_modules_page_export_table (self, path);
    }
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

static void
add_file_type (GtkFileChooserNative *dialog, const char *title, const char *const *suffixes)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, title);
  for (guint i = 0; suffixes[i]; i++)
    gtk_file_filter_add_suffix (filter, suffixes[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
}

static GtkFileChooserNative *
open_chooser (LscModulesPage *self, const char *title, const char *name)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, 0);
  return dialog;
}

/** _lsc_modules_ask_table_file: asks where to write the shown table; the ending is the format */
void
_lsc_modules_ask_table_file (LscModulesPage *self)
{
  static const char *const suffixes[] = { "csv", "json", "jsonl", "xlsx", "db", NULL };
  g_autofree char *name = NULL;
  GtkFileChooserNative *dialog;

  if (!self->tree)
    return;
  name = self->run->rank >= 0
             ? g_strdup_printf ("module_tree_%" G_GINT64_FORMAT ".csv", self->run->rank)
             : g_strdup ("module_tree.csv");
  dialog = open_chooser (self, _ ("Export Table"), name);
  add_file_type (dialog, _ ("Table (csv, json, xlsx, db)"), suffixes);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
_lsc_modules_ask_workbook_file (LscModulesPage *self)
{
  static const char *const suffixes[] = { "xlsx", NULL };
  g_autofree char *name = NULL;
  GtkFileChooserNative *dialog;

  if (!self->data)
    return;
  name = self->run->rank >= 0
             ? g_strdup_printf ("module_statistic_%" G_GINT64_FORMAT ".xlsx", self->run->rank)
             : g_strdup ("module_statistic.xlsx");
  dialog = open_chooser (self, _ ("Export Workbook"), name);
  g_object_set_data (G_OBJECT (dialog), "lsc-workbook", self);
  add_file_type (dialog, _ ("Workbook (xlsx)"), suffixes);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
