/* lsc-modules-export.c - copying and exporting the module tree as shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/module/lsc-module-rows.h"
#include "app/parts/lsc-analysis-settings.h"
#include "analyze/lsc-cell-format.h"
#include "app/parts/lsc-export-dialog.h"
#include "export/lsc-export-table.h"

/* Rows of a page. */
#define MOST_PINNED 64

/** What to write, for a thread. */
typedef struct
{
  LscTree *tree;
  LscModuleData *data;          /* of the workbook */
  LscAnalysisSettings settings; /* for it */
  guint32 *rows;
  gsize n_rows;
  LscTreeColumn columns[LSC_TREE_N_COLUMNS];
  guint n_columns;
  gboolean markdown;
  gboolean is_whole; /* all rows and columns, whatever is shown */
  char *path;
  GString *text;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_pointer (&work->tree, lsc_tree_unref);
  g_clear_pointer (&work->data, lsc_module_data_unref);
  lsc_analysis_settings_clear (&work->settings);
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
  g_autoptr (LscTable) table = lsc_tree_rows_to_table (work->tree, work->rows, work->n_rows,
                                                       work->columns, work->n_columns, FALSE);

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
  g_autofree char *text = !value.is_null && value.type == LSC_TYPE_TEXT
                              ? _lsc_modules_exact_text (self->tree, node, column)
                              : lsc_cell_exact (value, "");

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
  g_autoptr (LscTable) table = work->is_whole
                                   ? lsc_tree_to_table (work->tree, work->columns, work->n_columns,
                                                        G_MAXUINT, LSC_TREE_TOTAL, TRUE)
                                   : lsc_tree_rows_to_table (work->tree, work->rows, work->n_rows,
                                                             work->columns, work->n_columns, TRUE);

  return lsc_export_tables_file (
      &table, 1, work->path, lsc_tree_get_data (work->tree)->run->collection_end_ns, NULL, error);
}

static gboolean
write_workbook (const Work *work, GError **error)
{
  const LscRun *run = work->data->run;
  g_autoptr (LscTable) table =
      lsc_module_statistic_table (work->data, &work->settings.mfu, NULL, error);

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

static void
make_whole (Work *work)
{
  work->is_whole = TRUE;
  work->n_columns = lsc_tree_list_columns (work->tree, work->columns);
}

static void
write_chosen_table (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);

  if (self->tree)
    start_export (self, work_new (self), path);
}

static void
write_chosen_tree (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);
  Work *work;

  if (!self->tree)
    return;
  work = work_new (self);
  make_whole (work);
  start_export (self, work, path);
}

/* Writes the rows of module_statistic in the reference tool's layout (exports.md#workbook). */
static void
write_chosen_workbook (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);
  Work *work;

  if (!self->data)
    return;
  work = g_new0 (Work, 1);
  work->data = lsc_module_data_ref (self->data);
  lsc_analysis_settings_read (&work->settings, self->settings);
  start_export (self, work, path);
}

/* Returns: (transfer full): the command line that writes the workbook with the same preferences and
 * of the same step; of a range there is none */
char *
_lsc_modules_get_command (LscAppPage *page)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);
  const LscCluster *cluster = lsc_app_page_get_source (page)->cluster;
  g_autofree char *path = g_shell_quote (cluster ? cluster->path : ".");
  GString *command = g_string_new ("lanescope-cli -m module_statistic");
  LscAnalysisSettings settings;

  g_string_append_printf (command, " -d %s", path);
  if (self->has_step)
    g_string_append_printf (command, " --step-id %" G_GINT64_FORMAT, self->step_id);
  lsc_analysis_settings_read (&settings, self->settings);
  lsc_analysis_settings_append_options (&settings, command);
  lsc_analysis_settings_clear (&settings);
  g_string_append (command, " --export_type xlsx -o .");
  return g_string_free (command, FALSE);
}

/* ---- Choosing a file ----------------------------------------------------------------------- */

static void
ask (LscModulesPage *self, const LscExport *export, const char *stem, const char *ending)
{
  g_autofree char *name = self->run->rank >= 0 ? g_strdup_printf ("%s_%" G_GINT64_FORMAT ".%s",
                                                                  stem, self->run->rank, ending)
                                               : g_strdup_printf ("%s.%s", stem, ending);

  lsc_export_ask (GTK_WIDGET (self), export, name);
}

static const LscExportKind table_kinds[] = {
  { N_ ("Table (csv, json, xlsx, db)"), "csv json jsonl xlsx db" },
  { NULL },
};

/** _lsc_modules_ask_table_file: asks where to write the shown table; the ending is the format */
void
_lsc_modules_ask_table_file (LscModulesPage *self)
{
  static const LscExport table = { N_ ("Export Table"), table_kinds, .write = write_chosen_table };

  if (self->tree)
    ask (self, &table, "module_tree", "csv");
}

/** _lsc_modules_ask_tree_file: the same of all rows and columns, whatever is unfolded */
void
_lsc_modules_ask_tree_file (LscModulesPage *self)
{
  static const LscExport tree = { N_ ("Export Whole Tree"), table_kinds,
                                  .write = write_chosen_tree };

  if (self->tree)
    ask (self, &tree, "module_tree", "csv");
}

void
_lsc_modules_ask_workbook_file (LscModulesPage *self)
{
  static const LscExportKind kinds[] = { { N_ ("Workbook (xlsx)"), "xlsx" }, { NULL } };
  static const LscExport workbook = { N_ ("Export Workbook"), kinds,
                                      .write = write_chosen_workbook };

  if (self->data)
    ask (self, &workbook, "module_statistic", "xlsx");
}

/* ---- Pinning ------------------------------------------------------------------------------- */

static void
take_nodes (LscModulesPage *self, LscPin *pin)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n;
  const guint32 *rows = lsc_tree_model_get_rows (self->model, &n);

  for (gsize i = 0; i < MIN (n, MOST_PINNED); i++)
    {
      g_autofree char *path = lsc_tree_get_path (self->tree, rows[i]);

      g_string_append_printf (text, "%s%u %s", i > 0 ? "\n" : "", rows[i], path);
    }
  lsc_pin_set (pin, "nodes", text->str);
}

static void
take_columns (LscModulesPage *self, LscPin *pin)
{
  LscTreeColumn shown[LSC_TREE_N_COLUMNS];
  guint n = _lsc_modules_columns_list (self, shown);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, g_strdup (lsc_tree_column (shown[i])->name));
  g_ptr_array_add (names, NULL);
  pin->columns = (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

static void
take_settings (LscModulesPage *self, LscPin *pin)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  LscAnalysisSettings settings;
  g_autofree char *domains = NULL;

  lsc_analysis_settings_read (&settings, self->settings);
  domains = settings.domains ? g_strjoinv (",", settings.domains) : NULL;
  lsc_pin_set (pin, "chip", settings.chip);
  lsc_pin_set (pin, "domains", domains);
  if (settings.mfu.peak_tflops > 0)
    lsc_pin_set (pin, "peak_tflops",
                 g_ascii_dtostr (number, sizeof number, settings.mfu.peak_tflops));
  if (settings.module.slack_ns > 0)
    lsc_pin_set_int (pin, "slack_ns", settings.module.slack_ns);
  lsc_analysis_settings_clear (&settings);
}

/* The table as it is shown: rows that are visible, with the columns and preferences of now. */
gboolean
_lsc_modules_complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);
  g_autofree char *rank = NULL;

  if (!self->tree)
    return lsc_app_page_fail_pin (error);
  rank = lsc_rank_to_text (self->run->rank);
  g_free (pin->view);
  pin->view = g_strdup ("modules/ModuleTree");
  lsc_pin_set (pin, "tree", lsc_tree_view_name (lsc_tree_get_view (self->tree)));
  lsc_pin_set (pin, "rank", rank);
  if (self->has_step)
    lsc_pin_set_int (pin, "step", self->step_id);
  if (self->has_range)
    {
      lsc_pin_set_int (pin, "begin_ns", self->range.begin_ns);
      lsc_pin_set_int (pin, "end_ns", self->range.end_ns);
    }
  take_nodes (self, pin);
  take_columns (self, pin);
  take_settings (self, pin);
  return TRUE;
}
