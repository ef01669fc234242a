/* lsc-cli-notices.c - what was odd about recordings, printed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-sort.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli.h"

static int
compare_notices (gconstpointer a, gconstpointer b)
{
  const LscNotice *x = *(const LscNotice *const *) a;
  const LscNotice *y = *(const LscNotice *const *) b;

  return LSC_ORDER (x->rank, y->rank);
}

/**
 * lsc_cli_list_notices:
 *
 * The order in which threads added notices of several ranks is left to chance, that of one rank is
 * not: so they are put in the order of ranks.
 *
 * Returns: (transfer container) (element-type LscNotice): copies, those of no rank first
 */
GPtrArray *
lsc_cli_list_notices (LscNotices *notices)
{
  GPtrArray *list;

  g_return_val_if_fail (notices, NULL);
  list = lsc_notices_copy_list (notices);
  g_ptr_array_sort (list, compare_notices);
  return list;
}

/**
 * lsc_cli_join_lines:
 *
 * Returns: (transfer full): a text of several lines in one
 */
char *
lsc_cli_join_lines (const char *text)
{
  GString *out;

  g_return_val_if_fail (text, NULL);
  out = g_string_new (NULL);
  for (const char *c = text; *c; c++)
    if (*c == '\n')
      g_string_append (out, out->len > 0 && out->str[out->len - 1] == ':' ? " " : "; ");
    else
      g_string_append_c (out, *c);
  return g_string_free (out, FALSE);
}

/* Of one file of many ranks, it is the ranks that are counted. */
static void
append_more (GString *line, guint n_more, gboolean is_of_ranks)
{
  if (n_more > 0 && is_of_ranks)
    g_string_append_printf (
        line,
        ngettext (" and %u more rank (-v lists it)", " and %u more ranks (-v lists them)", n_more),
        n_more);
  else if (n_more > 0)
    g_string_append_printf (
        line,
        ngettext (" and %u more file (-v lists it)", " and %u more files (-v lists them)", n_more),
        n_more);
}

/* @n_more: other places of which the same is true */
static void
print_notice (const LscNotice *notice, guint n_more)
{
  static const char *const names[] = { N_ ("note"), N_ ("warning"), N_ ("error") };
  static const char *const colours[] = { "\033[36m", "\033[33m", "\033[31m" };
  const char *name = _ (names[notice->severity]);
  g_autofree char *text = lsc_notice_to_text (notice);
  g_autofree char *file = notice->file ? g_filename_display_name (notice->file) : NULL;
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *joined = NULL;
  g_autofree char *shown = NULL;

  g_string_append_printf (line, _ ("%s: %s"), name, text);
  if (file)
    g_string_append_printf (line, " (%s%s%s)", file, notice->table ? ", " : "",
                            notice->table ? notice->table : "");
  append_more (line, n_more, file && g_str_has_suffix (file, ".lscope"));
  g_string_append_printf (line, " [%s]", notice->code);
  joined = lsc_cli_join_lines (line->str);
  shown = lsc_visible_line (joined);
  if (lsc_cli_has_colours (STDERR_FILENO) && g_str_has_prefix (shown, name))
    g_printerr ("%s%s\033[0m%s\n", colours[notice->severity], name, shown + strlen (name));
  else
    g_printerr ("%s\n", shown);
}

/**
 * lsc_cli_least_severity:
 *
 * Returns: what --quiet and --verbose ask to print
 */
LscSeverity
lsc_cli_least_severity (const LscCliOptions *options)
{
  g_return_val_if_fail (options, LSC_SEVERITY_WARNING);
  if (options->quiet)
    return LSC_SEVERITY_ERROR;
  return options->verbose ? LSC_SEVERITY_NOTE : LSC_SEVERITY_WARNING;
}

/* Each different notice from @least on once. */
static GPtrArray *
list_different (LscNotices *notices, LscSeverity least)
{
  GPtrArray *list = lsc_cli_list_notices (notices);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < list->len;)
    {
      const LscNotice *notice = g_ptr_array_index (list, i);

      if (notice->severity >= least &&
          g_hash_table_add (seen,
                            g_strdup_printf ("%s|%" G_GINT64_FORMAT "|%s|%s|%s", notice->code,
                                             notice->rank, notice->file ? notice->file : "",
                                             notice->table ? notice->table : "", notice->what)))
        i++;
      else
        g_ptr_array_remove_index (list, i);
    }
  return list;
}

/* What is said of a file, whatever the file; NULL for what is not said of one. */
static char *
get_saying (const LscNotice *notice)
{
  return notice->file ? g_strdup_printf ("%s|%s", notice->code, notice->what) : NULL;
}

/**
 * lsc_cli_print_notices:
 * @least: what is less severe is left out
 *
 * Prints each different notice once, on standard error. What is true of many files is printed for
 * the first of them with the number of the others, unless notes are asked for, too: a cluster of a
 * thousand ranks says everything a thousand times.
 */
void
lsc_cli_print_notices (LscNotices *notices, LscSeverity least)
{
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GHashTable) counts = NULL;
  gboolean lists_all = least == LSC_SEVERITY_NOTE;

  g_return_if_fail (notices);
  list = list_different (notices, least);
  counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  lsc_cli_end_progress ();
  for (guint i = 0; i < list->len; i++)
    {
      char *saying = get_saying (list->pdata[i]);
      guint count = saying ? GPOINTER_TO_UINT (g_hash_table_lookup (counts, saying)) : 0;

      if (saying)
        g_hash_table_insert (counts, saying, GUINT_TO_POINTER (count + 1));
    }
  for (guint i = 0; i < list->len; i++)
    {
      g_autofree char *saying = get_saying (list->pdata[i]);
      guint count = saying ? GPOINTER_TO_UINT (g_hash_table_lookup (counts, saying)) : 1;

      if (lists_all || count > 0)
        print_notice (list->pdata[i], lists_all ? 0 : count - 1);
      if (saying)
        g_hash_table_remove (counts, saying);
    }
}

/* DIR; for an ASCEND_PROFILER_OUTPUT or a file in it its result folder; for another file its
 * folder. */
static char *
default_place (const char *path)
{
  g_autofree char *place = g_canonicalize_filename (path, NULL);

  if (!g_file_test (place, G_FILE_TEST_IS_DIR))
    {
      char *folder = g_path_get_dirname (place);

      g_free (place);
      place = folder;
    }
  if (g_str_has_suffix (place, G_DIR_SEPARATOR_S "ASCEND_PROFILER_OUTPUT"))
    {
      char *folder = g_path_get_dirname (place);

      g_free (place);
      place = folder;
    }
  return g_steal_pointer (&place);
}

/**
 * lsc_cli_output_folder:
 *
 * Returns: (transfer full): `cluster_analysis_output` at the place of results
 */
char *
lsc_cli_output_folder (const LscCliProject *project, const LscCliOptions *options)
{
  g_autofree char *place = NULL;

  g_return_val_if_fail (project && options && (options->output || project->project), NULL);
  place = options->output ? g_strdup (options->output) : default_place (project->project->path);
  return g_build_filename (place, "cluster_analysis_output", NULL);
}
