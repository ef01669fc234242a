/* lsc-cmd-tree.c - tree: modules, ops and kernels of one rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-labels.h"
#include "analyze/module/lsc-tree.h"
#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-unknown.h"

/** Options of this command alone. */
typedef struct
{
  LscCliOptions common;
  int depth;
  gboolean is_ascending;
  LscTreeView tree_view;
  LscTreeColumn sort_column;
} Options;

static gboolean
read_view (const char *text, gpointer view, GError **error)
{
  if (lsc_tree_view_from_name (text, view))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("There is no view “%s”; there are: %s"), text,
                   "path, call, variant, instance, class, op");
}

static gboolean
read_column (const char *text, gpointer column, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  *(LscTreeColumn *) column = lsc_tree_column_from_name (text);
  if (*(LscTreeColumn *) column < LSC_TREE_N_COLUMNS)
    return TRUE;
  for (int i = 0; i < LSC_TREE_N_COLUMNS; i++)
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "",
                            lsc_tree_column ((LscTreeColumn) i)->name);
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("There is no column “%s”; there are: %s"), text,
                   known->str);
}

static void
set_defaults (gpointer data)
{
  Options *options = data;

  options->sort_column = LSC_TREE_TOTAL;
  options->common.module.allow_empty = TRUE; /* what lies outside modules is worth a tree too */
}

static gboolean
check (LscCliRun *run, GError **error)
{
  const char *rank = run->options->rank_list;

  gboolean is_one = !rank || (*rank && !strchr (rank, ',') && strcmp (rank, "all") != 0 &&
                              !g_regex_match_simple ("^[0-9]+-[0-9]+$", rank, 0, 0));

  return is_one || lsc_fail (error, LSC_ERROR_USAGE,
                             _ ("tree takes one rank, not “%s”. overview, findings and operators "
                                "take several"),
                             rank);
}

/* Text beyond @width is cut in the middle, where names of kernels differ least. */
static void
append_padded (GString *out, const char *text, int width)
{
  int length = (int) g_utf8_strlen (text, -1);

  if (length > width)
    {
      int head = (width - 1) * 2 / 3;
      int tail = width - 1 - head;

      g_string_append_len (out, text, g_utf8_offset_to_pointer (text, head) - text);
      g_string_append (out, "…");
      g_string_append (out, g_utf8_offset_to_pointer (text, length - tail));
      return;
    }
  g_string_append_printf (out, "%s%*s", text, MAX (width - lsc_cli_count_cells (text), 0), "");
}

static void
append_right (GString *out, const char *text, int width)
{
  g_string_append_printf (out, "%*s%s", MAX (width - lsc_cli_count_cells (text), 0), "", text);
}

static void
append_value (GString *out, const LscTable *table, gsize row, const char *column, LscTimeUnit unit,
              int width)
{
  int index = lsc_table_find_column (table, column);
  LscValue value = { .is_null = TRUE };
  g_autofree char *text = NULL;

  if (index >= 0)
    value = lsc_table_get (table, row, (guint) index);
  if (value.is_null)
    text = g_strdup ("-");
  else if (value.type == LSC_TYPE_REAL)
    text = lsc_format_share (value.real);
  else if (lsc_table_get_column (table, (guint) index)->unit == LSC_UNIT_NS)
    text = lsc_format_duration (value.integer, unit);
  else
    text = lsc_format_count (value.integer);
  append_right (out, text, width);
}

#define NAME_WIDTH 52
#define NARROWEST_NAME 24
#define TERMINAL_ROWS 30 /* about what a terminal has below the command */

/* The columns; those that a narrow terminal leaves out come last. */
static const struct
{
  LscTreeColumn column;
  int width;
} columns[] = {
  { LSC_TREE_CALLS, 9 },          { LSC_TREE_TOTAL, 14 },    { LSC_TREE_SELF, 14 },
  { LSC_TREE_PERCENT_TOTAL, 14 }, { LSC_TREE_MFU_TOTAL, 9 }, { LSC_TREE_MFU_CORE, 10 }
};

/** What of a row has room. */
typedef struct
{
  int name;
  int widths[G_N_ELEMENTS (columns)]; /* titles of other languages may be longer */
  gboolean is_left_out[G_N_ELEMENTS (columns)];
} Room;

static Room
find_room (void)
{
  static const gsize dispensable[] = { 2, 5 }; /* time of own ops, MFU of the core */
  guint width = lsc_cli_stdout_get_look ().width;
  Room room = { .name = NAME_WIDTH };
  int all = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const char *title = _ (lsc_tree_column (columns[i].column)->title);

      room.widths[i] = MAX (columns[i].width, (int) lsc_cli_count_cells (title) + 2);
      all += room.widths[i];
    }
  if (width == 0)
    return room;
  room.name = (int) width - all;
  for (gsize i = 0; i < G_N_ELEMENTS (dispensable) && room.name < NARROWEST_NAME; i++)
    {
      room.is_left_out[dispensable[i]] = TRUE;
      room.name += room.widths[dispensable[i]];
    }
  room.name = MIN (room.name, NAME_WIDTH);
  return room;
}

/* How deep the first rows go that a terminal shows at once; elsewhere all. */
static gint64
find_deepest (const LscTable *table, guint depth)
{
  gsize n[TERMINAL_ROWS + 1] = { 0 };
  gsize sum = 0;
  gint64 deepest = 0;

  if (lsc_cli_stdout_get_most (TERMINAL_ROWS) == G_MAXSIZE)
    return G_MAXINT64;
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    n[CLAMP (lsc_table_get (table, row, depth).integer, 0, TERMINAL_ROWS)]++;
  while (deepest < TERMINAL_ROWS && (sum += n[deepest]) <= TERMINAL_ROWS)
    deepest++;
  return MAX (deepest - 1, 1);
}

static char *
to_text (LscTree *tree, const LscTable *table, gboolean is_asked)
{
  guint name = (guint) lsc_table_find_column (table, lsc_tree_column (LSC_TREE_NAME)->name);
  guint depth = (guint) lsc_table_find_column (table, "depth");
  gint64 deepest = is_asked ? G_MAXINT64 : find_deepest (table, depth);
  Room room = find_room ();
  LscTimeUnit units[G_N_ELEMENTS (columns)];
  gsize n_left = 0;
  g_autoptr (LscTableLabels) labels = lsc_table_labels_new (table);
  GString *out = g_string_new (NULL);

  append_padded (out, _ ("Name"), room.name);
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      if (room.is_left_out[i])
        continue;

      const LscColumn *about = lsc_tree_column (columns[i].column);
      int index = lsc_table_find_column (table, about->name);

      append_right (out, _ (about->title), room.widths[i]);
      units[i] = index >= 0 ? lsc_cli_choose_unit (table, (guint) index) : LSC_TIME_UNIT_AUTO;
    }
  g_string_append_c (out, '\n');
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      int indent = (int) MIN (lsc_table_get (table, row, depth).integer, 20) * 2;
      g_autofree char *label = lsc_table_labels_get (labels, row, name);
      g_autofree char *text = label ? NULL : lsc_table_get_words (table, row, name);
      g_autofree char *shown = lsc_visible_line (label ? label : text ? text : "");

      if (lsc_table_get (table, row, depth).integer > deepest)
        {
          n_left++;
          continue;
        }
      indent = MIN (indent, room.name / 2);
      g_string_append_printf (out, "%*s", indent, "");
      append_padded (out, shown, room.name - indent);
      for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
        if (!room.is_left_out[i])
          append_value (out, table, row, lsc_tree_column (columns[i].column)->name, units[i],
                        room.widths[i]);
      g_string_append_c (out, '\n');
    }
  if (n_left > 0)
    g_string_append_printf (out,
                            ngettext ("… %zu more below; --depth N or --all shows it\n",
                                      "… %zu more below; --depth N or --all shows them\n",
                                      (gulong) n_left),
                            n_left);
  return g_string_free (out, FALSE);
}

/** The rank that is shown. @is_slow: it is chosen because others wait for it */
typedef struct
{
  LscSource *source;
  gboolean is_slow;
} Choice;

/* Of those that are slow the one that others wait for most; of more ranks than these it would take
 * long to find it. */
#define MOST_JUDGED 64

static Choice
choose_rank (LscCliRun *run)
{
  LscCliProject *project = &run->project;
  Choice choice = { project->sources->pdata[0], FALSE };
  guint n = project->sources->len;
  g_autoptr (LscOverview) overview =
      n > 1 && n <= MOST_JUDGED ? lsc_session_get_overview (project->session, project->job, NULL)
                                : NULL;
  gint64 most_ns = -1;

  for (guint i = 0; overview && i < overview->ranks->len; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (overview, i);

      for (guint k = 0; k < n && rank->verdict == LSC_RANK_SLOW; k++)
        if (((LscSource *) project->sources->pdata[k])->rank == rank->rank &&
            lsc_int_or_zero (rank->caused_wait_ns) > most_ns)
          {
            choice = (Choice){ project->sources->pdata[k], TRUE };
            most_ns = lsc_int_or_zero (rank->caused_wait_ns);
          }
    }
  return choice;
}

/* Which rank it is, and why this one, where others are left out. */
static char *
say_rank (const LscCliRun *run, const Choice *choice)
{
  guint n = run->project.sources->len;
  g_autofree char *label = lsc_source_get_label (choice->source);
  GString *out = g_string_new (NULL);

  if (n > 1 && choice->is_slow)
    lsc_cli_append (out, _ ("%s of %u ranks: the slowest. --rank-list N shows another.\n"), label,
                    n);
  else if (n > MOST_JUDGED)
    lsc_cli_append (out,
                    _ ("%s, the first of %u ranks. overview says which one is slow; --rank-list N "
                       "shows it.\n"),
                    label, n);
  else if (n > 1)
    lsc_cli_append (out,
                    _ ("%s, the first of %u ranks: none is known to be slow. --rank-list N shows "
                       "another.\n"),
                    label, n);
  return g_string_free (out, FALSE);
}

static gboolean
deliver (LscCliRun *run, const Choice *choice, LscTree *tree, gint64 created_ns, GError **error)
{
  const Options *options = (const Options *) run->options;
  LscTreeColumn known[LSC_TREE_N_COLUMNS];
  guint n_columns = lsc_tree_list_columns (tree, known);
  g_autoptr (LscTable) table = lsc_tree_to_table (
      tree, known, n_columns, options->depth > 0 ? (guint) options->depth : G_MAXUINT,
      options->sort_column, !options->is_ascending);
  g_autofree char *about = NULL;
  g_autofree char *text = NULL;

  if (lsc_cli_get_form (&options->common.format) != LSC_CLI_TEXT)
    return lsc_cli_deliver_table (run, table, created_ns, error);
  about = say_rank (run, choice);
  text = to_text (tree, table, options->depth > 0);
  lsc_cli_note_unknown (run, table);
  return lsc_cli_print_text (about) && lsc_cli_print_text (text);
}

static LscExit
show (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  LscCliProject *project = &run->project;
  Choice choice = choose_rank (run);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRun) rank = lsc_session_get_run (project->session, choice.source, LSC_LOAD_FOR_TREE,
                                                 project->job, &error);
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;

  if (rank)
    data = lsc_module_data_new (rank, &options->common.module, project->job, &error);
  if (data)
    tree = lsc_tree_new (data, options->tree_view, NULL, &options->common.mfu_options, project->job,
                         &error);
  if (rank)
    lsc_notices_add_all (project->notices, rank->notices);
  if (data)
    lsc_notices_add_all (project->notices, data->notices);
  lsc_cli_print_notices (project->notices, lsc_cli_least_severity (&options->common));
  if (!tree)
    return lsc_cli_fail (error);
  if (!deliver (run, &choice, tree, rank->collection_end_ns, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

#define OPTION(field) G_STRUCT_OFFSET (Options, field)

static const LscCliOption entries[] = {
  { "rank-list", 'r', 0, G_OPTION_ARG_STRING, OPTION (common.rank_list),
    N_ ("The rank; without it the slowest, or the lowest where none is slow"), "R" },
  { "view", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (tree_view),
    N_ ("path (default), call, variant, instance, class or op"), "VIEW", .read = read_view },
  { "sort", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (sort_column),
    N_ ("Column to sort by, largest first (total_ns)"), "COLUMN", .read = read_column },
  { "ascending", 0, 0, G_OPTION_ARG_NONE, OPTION (is_ascending), N_ ("Smallest first"), NULL },
  { "depth", 0, 0, G_OPTION_ARG_INT, OPTION (depth), N_ ("Levels below the rank to print; 0 = all"),
    "N" },
  { "step-id", 0, 0, G_OPTION_ARG_STRING, OPTION (common.step), N_ ("Only this step"), "N" },
  { "json", 0, 0, G_OPTION_ARG_NONE, OPTION (common.format.is_json),
    N_ ("One JSON object a node, depth first"), NULL },
  { NULL },
};

const LscCliCommand lsc_cmd_tree = {
  .name = "tree",
  .usage = "PATH [--rank R] [--view VIEW] [--sort COLUMN] [--depth N]",
  .line = N_ ("  tree      the tree of modules, ops and kernels"),
  .arguments = "PATH",
  .summary = N_ ("Prints the tree of modules, ops and kernels of one rank."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_COMMON | LSC_CLI_GROUP_MODULE,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .set_defaults = set_defaults,
  .check = check,
  .run = show,
};
