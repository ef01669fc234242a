/* lsc-cli-project.c - opening what a command is about
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-kept.h"
#include "cli/lsc-cli.h"
#include "session/lsc-session-find.h"

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const LscSource *x = *(LscSource *const *) a;
  const LscSource *y = *(LscSource *const *) b;

  int order = lsc_rank_compare (x->rank, y->rank);

  return order != 0 ? order : strcmp (x->file, y->file);
}

/**
 * lsc_cli_find_project:
 *
 * lsc_session_find_named() with what the options say. Errors: %LSC_ERROR_USAGE of a list of names
 * that cannot be read, and of files that name no kernels.
 *
 * Returns: (transfer full) (nullable): what is there
 */
LscProject *
lsc_cli_find_project (const LscCliOptions *options, const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (options && path, NULL);

  g_autoptr (LscOpNames) names = NULL;
  g_autoptr (LscProject) project = NULL;

  if (!lsc_cli_check_path (path, error))
    return NULL;
  if (options->op_names)
    {
      names = lsc_session_read_op_names (options->op_names, error);
      if (!names)
        return NULL;
    }
  project = lsc_session_find_named (path, names, job, error);
  if (project && options->names &&
      !lsc_session_name_graphs (project, (const char *const *) options->names, error))
    return NULL;
  return g_steal_pointer (&project);
}

/* By its name, or the last part of its path. */
static gboolean
is_chosen (const LscCluster *cluster, const LscCliOptions *options)
{
  g_autofree char *folder = g_path_get_basename (cluster->path);

  return !options->recording || g_strcmp0 (cluster->name, options->recording) == 0 ||
         strcmp (folder, options->recording) == 0;
}

/* Recordings of one rank under different parents are different clusters: a table could not tell
 * them apart. */
static gboolean
check_clusters (const LscProject *project, const LscCliOptions *options)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  static const gint64 unknown = LSC_RANK_UNKNOWN;

  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      for (guint k = 0; is_chosen (cluster, options) && k < cluster->sources->len; k++)
        {
          LscSource *source = g_ptr_array_index (cluster->sources, k);
          const gint64 *rank = source->rank >= 0 ? &source->rank : &unknown;
          const LscCluster *other = g_hash_table_lookup (seen, rank);

          if (other && other != cluster)
            return FALSE;
          g_hash_table_insert (seen, (gpointer) rank, (gpointer) cluster);
        }
    }
  return TRUE;
}

/* Op timelines are jobs, which nobody confuses by the numbers of their ranks. */
static gboolean
are_jobs (const LscProject *project, const LscCliOptions *options)
{
  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      for (guint k = 0; is_chosen (cluster, options) && k < cluster->sources->len; k++)
        if (!((const LscSource *) cluster->sources->pdata[k])->ops)
          return FALSE;
    }
  return TRUE;
}

/* (transfer full) (nullable): by what --recording chooses it; of the one in the folder itself,
 * which holds the others, the path alone names all of them again */
static char *
name_cluster (const LscProject *project, const LscCluster *cluster)
{
  g_autofree char *base = NULL;

  if (cluster->name)
    return lsc_visible_line (cluster->name);
  if (strcmp (cluster->path, project->path) != 0)
    return NULL;
  base = g_path_get_basename (cluster->path);
  return lsc_visible_line (base);
}

static LscExit
refuse_clusters (const LscProject *project)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *text = NULL;
  gboolean has_names = FALSE;

  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, i);
      g_autofree char *path = lsc_visible_line (cluster->path);
      g_autofree char *name = name_cluster (project, cluster);

      has_names = has_names || name;
      g_string_append_printf (list, "\n  %s", path);
      if (name)
        g_string_append_printf (list, " --recording %s", name);
    }
  lsc_cli_end_progress ();
  if (has_names)
    text = g_strdup_printf (_ ("This folder holds several recordings of the same ranks. Name one "
                               "of them:%s"),
                            list->str);
  else
    text = g_strdup_printf (
        _ ("Several clusters lie below this folder, with ranks of the same number. "
           "Name one of them, or compare two: lanescope-cli compare BEFORE "
           "AFTER.%s"),
        list->str);
  g_printerr ("lanescope-cli: %s\n", text);
  return LSC_EXIT_USAGE;
}

/**
 * lsc_cli_append_chosen: appends how many of the ranks were chosen, where it is not all of them
 */
void
lsc_cli_append_chosen (GString *out, const LscCliProject *project)
{
  guint n;

  g_return_if_fail (out && project);
  n = project->sources->len;
  if (project->n_found > n)
    lsc_cli_append (out,
                    ngettext ("%u of %u ranks was chosen; the results cover only this one.\n",
                              "%u of %u ranks were chosen; the results cover only these.\n", n),
                    n, project->n_found);
}

/**
 * lsc_cli_project_collect:
 *
 * Takes the recordings of all clusters, in their order.
 */
void
lsc_cli_project_collect (LscCliProject *self, const LscCliOptions *options)
{
  g_return_if_fail (self && self->project && options);
  for (guint i = 0; i < self->project->clusters->len; i++)
    {
      const LscCluster *cluster = g_ptr_array_index (self->project->clusters, i);

      if (!is_chosen (cluster, options))
        continue;
      g_ptr_array_extend (self->sources, cluster->sources,
                          (GCopyFunc) (void (*) (void)) lsc_source_ref, NULL);
      if (options->all_runs)
        g_ptr_array_extend (self->sources, cluster->superseded,
                            (GCopyFunc) (void (*) (void)) lsc_source_ref, NULL);
    }
}

static void
warn (LscCliProject *self, const char *code, gint64 rank, char *what)
{
  LscNotice *notice =
      lsc_notice_mark_loss (lsc_notice_new (LSC_SEVERITY_WARNING, code, "%s", what));

  lsc_notice_set_place (notice, rank, NULL, NULL);
  lsc_notices_add (self->notices, notice);
  g_free (what);
}

/**
 * lsc_cli_tell_beside:
 * @title: of a recording without a device and a number, beside others that have one
 *
 * Notes that it is no rank of theirs.
 */
void
lsc_cli_tell_beside (const LscCliProject *self, const char *title)
{
  g_return_if_fail (self && title);
  lsc_notices_add (
      self->notices,
      lsc_notice_new (LSC_SEVERITY_WARNING, "no-rank",
                      _ ("%s has no device events: it is a process next to the ranks, such as the "
                         "front end of a server, and is not compared with them."),
                      title));
}

static gboolean
has_rank (const LscCliProject *self, gint64 rank)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (((const LscSource *) self->sources->pdata[i])->rank == rank)
      return TRUE;
  return FALSE;
}

/* 2-5: from the lower to the higher, both included. */
static gboolean
parse_range (const char *word, gint64 *first, gint64 *last)
{
  const char *hyphen = strchr (word, '-');
  g_autofree char *begin = hyphen ? g_strndup (word, (gsize) (hyphen - word)) : NULL;

  return hyphen && hyphen > word &&
         g_ascii_string_to_signed (begin, 10, 0, G_MAXINT32, first, NULL) &&
         g_ascii_string_to_signed (hyphen + 1, 10, 0, G_MAXINT32, last, NULL) && *first <= *last;
}

/* Those of a range that were recorded; that others were not is told once. */
static void
add_range (LscCliProject *self, GArray *ranks, gint64 first, gint64 last)
{
  gint64 n_there = 0;
  gint64 before = -1;

  for (guint i = 0; i < self->sources->len; i++)
    {
      gint64 rank = ((const LscSource *) self->sources->pdata[i])->rank;

      if (rank < first || rank > last)
        continue;
      n_there += rank != before; /* sources are sorted by rank */
      before = rank;
      g_array_append_val (ranks, rank);
    }
  if (n_there < last - first + 1)
    warn (self, "rank-not-there", LSC_RANK_NONE,
          g_strdup_printf (
              _ ("Of ranks %" PRId64 " to %" PRId64 " only %" PRId64 " are in this recording."),
              first, last, n_there));
}

/* The ranks in @list; words that are neither a number, a range nor a name are reported. */
static GArray *
parse_ranks (LscCliProject *self, const char *list, gboolean *has_any)
{
  g_auto (GStrv) words = g_strsplit (list, ",", -1);
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (gint64));

  *has_any = FALSE;
  for (int i = 0; words[i]; i++)
    {
      const char *word = g_strstrip (words[i]);
      gint64 rank = LSC_RANK_NONE;
      gint64 last;
      gboolean is_range = parse_range (word, &rank, &last);

      *has_any = *has_any || is_range;
      if (is_range)
        add_range (self, ranks, rank, last);
      else if ((lsc_rank_from_text (word, &rank) && rank >= -1) ||
               (lsc_rank_is_named (rank) && has_rank (self, rank)))
        g_array_append_val (ranks, rank);
      else if (*word)
        warn (self, "bad-rank", LSC_RANK_NONE,
              g_strdup_printf (_ ("“%s” in --rank-list is not a rank."), word));
    }
  *has_any = *has_any || ranks->len > 0;
  return ranks;
}

/* Where none of the ranks is there: those that are. @sources: sorted by rank */
static void
tell_ranks (const GPtrArray *sources)
{
  g_autofree char *first = sources->len > 0 ? lsc_source_get_label (sources->pdata[0]) : NULL;
  g_autofree char *last =
      sources->len > 0 ? lsc_source_get_label (sources->pdata[sources->len - 1]) : NULL;

  lsc_cli_end_progress ();
  if (sources->len == 1)
    g_printerr (_ ("lanescope-cli: This recording has %s.\n"), first);
  else if (sources->len > 1)
    g_printerr (_ ("lanescope-cli: This recording has %u ranks: %s to %s.\n"), sources->len, first,
                last);
}

static LscExit
select_ranks (LscCliProject *self, const LscCliOptions *options)
{
  g_autoptr (GArray) ranks = NULL;
  g_autoptr (GPtrArray) all = NULL;
  gboolean has_any;

  if (!options->rank_list || strcmp (options->rank_list, "all") == 0)
    return LSC_EXIT_OK;
  ranks = parse_ranks (self, options->rank_list, &has_any);
  if (!has_any)
    return lsc_cli_usage (_ ("--rank-list takes “all”, ranks or ranges of them, such as 0,2-5"));
  all = self->sources;
  self->n_found = all->len;
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  for (guint i = 0; i < ranks->len; i++)
    {
      gint64 rank = g_array_index (ranks, gint64, i);
      gboolean is_found = FALSE;

      for (guint k = 0; k < all->len; k++)
        {
          LscSource *source = g_ptr_array_index (all, k);

          if (source->rank != rank)
            continue;
          is_found = TRUE;
          /* a rank may be named twice, and with --all-runs have several recordings */
          if (!g_ptr_array_find (self->sources, source, NULL))
            g_ptr_array_add (self->sources, lsc_source_ref (source));
        }
      if (!is_found)
        warn (self, "rank-not-there", rank,
              g_strdup_printf (_ ("Rank %" PRId64 " is not in this recording."), rank));
    }
  g_ptr_array_sort (self->sources, compare_ranks);
  if (self->sources->len == 0)
    tell_ranks (all);
  return self->sources->len > 0 ? LSC_EXIT_OK : LSC_EXIT_NOTHING;
}

/**
 * lsc_cli_has_unread_ranks:
 *
 * A result folder that this version cannot read is a rank that failed; a stray trace beside the
 * recordings is not.
 *
 * Returns: whether there is one
 */
gboolean
lsc_cli_has_unread_ranks (const LscProject *project)
{
  g_return_val_if_fail (project, FALSE);
  for (guint i = 0; i < project->unread->len; i++)
    {
      const LscSource *source = g_ptr_array_index (project->unread, i);

      if (source->format == LSC_FORMAT_ASCEND_TEXT || source->format == LSC_FORMAT_RAW)
        return TRUE;
    }
  return FALSE;
}

static LscExit
report_nothing (LscCliProject *self, const char *reason)
{
  lsc_cli_print_notices (self->notices, LSC_SEVERITY_NOTE);
  g_printerr ("lanescope-cli: %s\n", reason);
  return LSC_EXIT_NOTHING;
}

/* Whether nothing but memory snapshots was found. */
static gboolean
is_snapshot (const LscProject *project)
{
  for (guint i = 0; i < project->unread->len; i++)
    if (((const LscSource *) g_ptr_array_index (project->unread, i))->format != LSC_FORMAT_SNAPSHOT)
      return FALSE;
  return project->unread->len > 0;
}

/* A memory snapshot has no timeline, so most commands have nothing to say about it. */
static LscExit
report_snapshot (LscCliProject *self)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (self->notices);
  guint n_told = 0;

  for (guint i = 0; i < notices->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (notices, i);
      g_autofree char *text = lsc_notice_to_text (notice);

      if (strcmp (notice->code, "snapshot") == 0 && n_told++ == 0)
        g_printerr ("lanescope-cli: %s\n", text);
    }
  return LSC_EXIT_NOTHING;
}

/* Several snapshots of a folder are no ranks of one job. */
static LscExit
refuse_snapshots (const LscProject *project)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < project->unread->len; i++)
    {
      const LscSource *source = g_ptr_array_index (project->unread, i);
      g_autofree char *path = lsc_visible_line (source->file);

      g_string_append_printf (list, "\n  %s", path);
    }
  lsc_cli_end_progress ();
  g_printerr ("lanescope-cli: ");
  g_printerr (_ ("This folder holds several memory snapshots. Name one of them:%s"), list->str);
  g_printerr ("\n");
  return LSC_EXIT_USAGE;
}

/* A pipe may take one, too. */
static gboolean
is_book (const char *path)
{
  return g_str_has_suffix (path, ".xlsx") ||
         (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR));
}

/* Told before the long work, not after it. A shell that appends may have opened a recording. */
static LscExit
check_targets (const LscCliOptions *options)
{
  g_autoptr (GError) error = NULL;

  if (!lsc_output_check_open (STDOUT_FILENO, &error))
    return lsc_cli_fail (error);

  for (gsize i = 0; i < G_N_ELEMENTS (options->targets); i++)
    if (options->targets[i] && !lsc_output_check (options->targets[i], &error))
      return lsc_cli_fail (error);
  if (options->format.xlsx && !is_book (options->format.xlsx))
    return lsc_cli_usage (_ ("--xlsx takes a name that ends in .xlsx, not “%s”"),
                          options->format.xlsx);
  return LSC_EXIT_OK;
}

/**
 * lsc_cli_project_init:
 * @self: (out caller-allocates): to be cleared with lsc_cli_project_clear()
 * @progress: (nullable): what shows how far the work is
 */
void
lsc_cli_project_init (LscCliProject *self, const LscCliOptions *options,
                      LscJobProgressFunc progress)
{
  g_return_if_fail (self && options);
  *self = (LscCliProject){ .notices = lsc_notices_new (),
                           .sources =
                               g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref),
                           .n_threads =
                               options->jobs > 0 ? (guint) options->jobs : g_get_num_processors (),
                           .job = lsc_job_new (NULL, progress, NULL) };
  lsc_job_set_n_threads (self->job, self->n_threads);
}

/* Whether what is judged is of a step that was named with the path. */
static gboolean
has_own_step (const LscCliProject *self, const LscCliOptions *options)
{
  return options->takes_one_step && self->part && self->part->has_steps;
}

static LscSessionOptions
get_session_options (const LscCliProject *self, const LscCliOptions *options)
{
  gboolean has_part = has_own_step (self, options);

  return (LscSessionOptions){ .layout = options->layout,
                              .has_step = (options->judges_step && options->has_step) || has_part,
                              .step = has_part ? self->part->first_step : options->step_id,
                              .pipeline = options->pipeline,
                              .module = options->module,
                              .mfu = options->mfu_options,
                              .n_threads = self->n_threads,
                              .memory_bytes = options->memory_bytes,
                              .keeps_timelines =
                                  options->report.pins != NULL || lsc_cli_kept_is_on () };
}

/**
 * lsc_cli_project_start:
 *
 * Makes the session of the ranks that were chosen; its notices go on with those of finding them.
 *
 * Returns: %LSC_EXIT_OK, or %LSC_EXIT_USAGE for options that cannot be read, which was printed then
 */
LscExit
lsc_cli_project_start (LscCliProject *self, const LscCliOptions *options)
{
  LscSessionOptions about;
  g_autoptr (GError) error = NULL;
  LscNotices *notices;

  g_return_val_if_fail (self && options, LSC_EXIT_USAGE);
  about = get_session_options (self, options);
  if (!lsc_session_options_check (&about, &error))
    return lsc_cli_fail (error);
  self->session = lsc_session_new (self->sources, &about);
  /* One list from here on: what finding told and what reading will tell is printed together. */
  notices = lsc_session_get_notices (self->session);
  lsc_notices_add_all (notices, self->notices);
  lsc_notices_unref (self->notices);
  self->notices = lsc_notices_ref (notices);
  return LSC_EXIT_OK;
}

/**
 * lsc_cli_project_select:
 *
 * Orders the recordings by rank, and keeps the ranks that were asked for.
 *
 * Returns: %LSC_EXIT_OK, or what to exit with; then the reason was printed
 */
LscExit
lsc_cli_project_select (LscCliProject *self, const LscCliOptions *options)
{
  LscExit code;

  g_return_val_if_fail (self && options, LSC_EXIT_USAGE);
  g_ptr_array_sort (self->sources, compare_ranks);
  code = select_ranks (self, options);
  if (code == LSC_EXIT_NOTHING)
    return report_nothing (self, _ ("None of the ranks in --rank-list is in this recording."));
  return code;
}

static LscExit
choose_ranks (LscCliProject *self, const LscCliOptions *options)
{
  LscExit code;

  lsc_cli_project_collect (self, options);
  if (self->sources->len == 0 && options->recording)
    return refuse_clusters (self->project);
  if (self->sources->len == 0 && is_snapshot (self->project))
    return options->takes_snapshot ? refuse_snapshots (self->project) : report_snapshot (self);
  if (self->sources->len == 0)
    return report_nothing (self, _ ("No supported recording found."));
  if (!options->rank_list || strcmp (options->rank_list, "all") == 0)
    self->has_unread = lsc_cli_has_unread_ranks (self->project);
  code = lsc_cli_project_select (self, options);
  if (code == LSC_EXIT_OK && options->is_one_rank)
    g_ptr_array_set_size (self->sources, 1);
  return code;
}

/* Steps are a side of a comparison; of other commands they are options. */
static gboolean
check_part (const LscSessionPart *part, const LscCliOptions *options, GError **error)
{
  if (part->rank && options->rank_list)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("Name the ranks by --rank-list or behind the path, not by both"));
  if (!part->has_steps || options->takes_steps ||
      (options->takes_one_step && part->first_step == part->last_step))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   options->takes_one_step
                       ? _ ("One step can be named here, such as PATH@step=5, not several")
                       : _ ("PATH@step=5 names a side of a comparison. This command takes "
                            "--step-id 5, where it looks at steps"));
}

static LscExit
open_part (LscCliProject *self, const LscCliOptions *options)
{
  g_autoptr (GError) error = NULL;
  LscExit code;

  if (!has_own_step (self, options) && lsc_cli_kept_take (self, options, self->part->path))
    return lsc_cli_project_check_step (self, options);
  self->project = lsc_cli_find_project (options, self->part->path, self->job, &error);
  if (!self->project)
    return lsc_cli_fail (error);
  if (options->takes_snapshot)
    lsc_project_take_snapshot (self->project);
  lsc_notices_add_all (self->notices, self->project->notices);
  if (!check_clusters (self->project, options) &&
      !(options->takes_jobs && are_jobs (self->project, options)))
    return refuse_clusters (self->project);
  code = choose_ranks (self, options);
  if (code == LSC_EXIT_OK)
    code = check_targets (options);
  if (code == LSC_EXIT_OK)
    code = lsc_cli_project_check_step (self, options);
  if (code == LSC_EXIT_OK)
    code = lsc_cli_project_start (self, options);
  if (code == LSC_EXIT_OK && !has_own_step (self, options))
    lsc_cli_kept_put (self, options, self->part->path);
  return code;
}

/**
 * lsc_cli_project_open:
 * @self: (out caller-allocates): to be cleared with lsc_cli_project_clear() in any case
 * @path: (nullable): also PATH@rank=3 (compare.md#parts)
 *
 * Finds the recordings below the path and keeps the ranks that were asked for, in a session. What
 * is to be written must not belong to them.
 *
 * Returns: %LSC_EXIT_OK, or what to exit with; then the reason was printed
 */
LscExit
lsc_cli_project_open (LscCliProject *self, const LscCliOptions *options, const char *path)
{
  g_autoptr (GError) error = NULL;
  LscCliOptions own;

  g_return_val_if_fail (self && options, LSC_EXIT_USAGE);
  lsc_cli_project_init (self, options,
                        isatty (STDERR_FILENO) && !options->quiet ? lsc_cli_on_progress : NULL);
  if (!path)
    return lsc_cli_usage (_ ("Name the folder or file to read"));
  self->part = lsc_session_part_parse (path, &error);
  if (!self->part || !check_part (self->part, options, &error))
    return lsc_cli_fail (error);
  own = *options;
  if (self->part->rank)
    own.rank_list = self->part->rank;
  return open_part (self, &own);
}

/**
 * lsc_cli_project_read:
 * @parts: of the digests
 *
 * Reads the ranks, and prints what was odd about them.
 *
 * Returns: (transfer full) (element-type LscRankDigest) (nullable): those that could be read, by
 *   rank; %NULL if there are none, which was printed then
 */
GPtrArray *
lsc_cli_project_read (const LscCliProject *self, const LscCliOptions *options, LscDigestParts parts)
{
  GPtrArray *digests;

  g_return_val_if_fail (self && self->session && options, NULL);
  digests = lsc_session_get_digests (self->session, parts, self->job, NULL);
  lsc_cli_print_notices (self->notices, lsc_cli_least_severity (options));
  return digests;
}

/**
 * lsc_cli_project_is_part:
 * @self: with the notices of all that was read
 *
 * Returns: whether what was asked for is there in part only, %LSC_EXIT_PART
 */
gboolean
lsc_cli_project_is_part (const LscCliProject *self)
{
  return self->has_unread || lsc_notices_have_loss (self->notices);
}

void
lsc_cli_project_clear (LscCliProject *self)
{
  g_clear_pointer (&self->session, lsc_session_unref);
  g_clear_pointer (&self->project, lsc_project_unref);
  g_clear_pointer (&self->part, lsc_session_part_free);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_clear_pointer (&self->notices, lsc_notices_unref);
  g_clear_pointer (&self->job, lsc_job_free);
}
