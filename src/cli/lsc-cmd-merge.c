/* lsc-cmd-merge.c - merge: extracts of ranks become one file of the job
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/digest/lsc-digest-pack.h"
#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "export/lsc-export-extract.h"
#include "session/lsc-session-extract.h"

#define MOST_MISSING 8                                       /* numbers of ranks in a sentence */
#define MOST_APART_NS (600 * G_GINT64_CONSTANT (1000000000)) /* steps of one run */

typedef struct
{
  LscCliOptions common;
  char *out;
} Options;

/** A rank on its way. @path: of the file that it is in */
typedef struct
{
  LscExtractEntry *entry;
  char *path;
  LscDigestPeek job;
} Item;

static void
item_free (gpointer data)
{
  Item *self = data;

  lsc_extract_entry_free (self->entry);
  g_free (self->path);
  g_free (self);
}

/* ---- reading ------------------------------------------------------------------------------- */

static gboolean
add_file (GPtrArray *items, const char *path, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) entries = lsc_session_list_extracts (path, job, error);

  if (!entries)
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    {
      Item *item = g_new0 (Item, 1);

      item->entry = entries->pdata[i];
      entries->pdata[i] = NULL;
      item->path = g_strdup (path);
      g_ptr_array_add (items, item);
    }
  return TRUE;
}

static gboolean
add_folder (GPtrArray *items, const char *path, LscJob *job, GError **error)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, error);
  const char *name;
  guint n = 0;

  while (folder && (name = g_dir_read_name (folder)))
    if (g_str_has_suffix (name, ".lscope"))
      {
        g_autofree char *file = g_build_filename (path, name, NULL);

        if (!add_file (items, file, job, error))
          return FALSE;
        n++;
      }
  if (folder && n == 0)
    return lsc_fail (error, LSC_ERROR_NOTHING,
                     _ ("There is no .lscope file in %s. Write them with: lanescope-cli extract "
                        "PATH -o %s"),
                     path, path);
  return folder != NULL;
}

/* By rank, then by what it was made of: not by where the files lie. */
static int
compare_items (gconstpointer a, gconstpointer b)
{
  const LscExtractEntry *x = (*(const Item *const *) a)->entry,
                        *y = (*(const Item *const *) b)->entry;
  int order = LSC_ORDER (x->rank, y->rank);

  if (order == 0)
    order = g_strcmp0 (x->replica, y->replica);
  if (order == 0)
    order = g_strcmp0 (x->host, y->host);
  return order != 0 ? order : g_strcmp0 (x->origin, y->origin);
}

/* ---- what does not fit together ------------------------------------------------------------ */

static gboolean
check_twice (const GPtrArray *items, GError **error)
{
  for (guint i = 1; i < items->len; i++)
    {
      const Item *a = items->pdata[i - 1], *b = items->pdata[i];

      if (a->entry->rank >= 0 && a->entry->rank == b->entry->rank &&
          g_strcmp0 (a->entry->replica, b->entry->replica) == 0)
        return lsc_fail (error, LSC_ERROR_USAGE,
                         _ ("Rank %" PRId64 " is there twice: in %s and in %s. Merge one of them."),
                         a->entry->rank, a->path, b->path);
    }
  return TRUE;
}

static gboolean
check_worlds (const GPtrArray *items, GError **error)
{
  const Item *first = NULL;

  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = items->pdata[i];

      if (item->job.record.world <= 0)
        continue;
      if (first && first->job.record.world != item->job.record.world)
        return lsc_fail (error, LSC_ERROR_USAGE,
                         _ ("%s is of a job of %" PRId64 " ranks, %s of one of %" PRId64
                            ". Merge each job by itself."),
                         first->path, first->job.record.world, item->path, item->job.record.world);
      first = item;
    }
  return TRUE;
}

/* (transfer full): "tp 2, pp 4, dp 8" */
static char *
describe_layout (const LscRankRecord *record)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < LSC_DIM_N; i++)
    if (record->sizes[i] > 0)
      g_string_append_printf (text, "%s%s %" PRId64, text->len > 0 ? ", " : "", lsc_dim_names[i],
                              record->sizes[i]);
  return g_string_free (text, FALSE);
}

/* Ranks of one job that say different sizes are odd, but not impossible. */
static void
tell_layouts (const GPtrArray *items)
{
  const Item *first = NULL;

  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = items->pdata[i];
      g_autofree char *one = NULL;
      g_autofree char *other = NULL;

      if (!item->job.record.has_sizes)
        continue;
      first = first ? first : item;
      if (memcmp (first->job.record.sizes, item->job.record.sizes, sizeof item->job.record.sizes) ==
          0)
        continue;
      one = describe_layout (&first->job.record);
      other = describe_layout (&item->job.record);
      g_printerr (_ ("lanescope-cli: %s (%s) and %s (%s) may be of two jobs: their layouts differ. "
                     "If so, merge each job by itself.\n"),
                  first->path, one, item->path, other);
      return;
    }
}

static int
compare_begins (gconstpointer a, gconstpointer b)
{
  const Item *x = *(const Item *const *) a, *y = *(const Item *const *) b;

  return LSC_ORDER (x->job.begin_ns, y->job.begin_ns);
}

/* Ranks of one run are recorded at the same time, even where clocks of hosts differ. */
static void
tell_times (const GPtrArray *items)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  const Item *last = NULL;

  for (guint i = 0; i < items->len; i++)
    if (((const Item *) items->pdata[i])->job.has_steps)
      g_ptr_array_add (sorted, items->pdata[i]);
  g_ptr_array_sort (sorted, compare_begins);
  for (guint i = 0; i < sorted->len; i++)
    {
      const Item *item = sorted->pdata[i];
      g_autofree char *gap = NULL;

      if (last && item->job.begin_ns - MOST_APART_NS > last->job.end_ns)
        {
          gap = lsc_format_duration (item->job.begin_ns - last->job.end_ns, LSC_TIME_UNIT_AUTO);
          g_printerr (_ ("lanescope-cli: %s and %s may be of two runs: the second begins %s after "
                         "the end of the first. If so, merge each run by itself.\n"),
                      last->path, item->path, gap);
          return;
        }
      last = !last || item->job.end_ns > last->job.end_ns ? item : last;
    }
}

/* Which ranks of the job are not there. */
static void
tell_missing (const GPtrArray *items)
{
  gint64 world = 0, next = 0;
  guint n = 0;
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < items->len; i++)
    world = MAX (world, ((const Item *) items->pdata[i])->job.record.world);
  for (guint i = 0; i <= items->len && world <= G_MAXINT32; i++)
    {
      gint64 rank = i < items->len ? ((const Item *) items->pdata[i])->entry->rank : world;

      for (; next < MIN (rank, world); next++)
        if (n++ < MOST_MISSING)
          g_string_append_printf (list, "%s%" PRId64, list->len > 0 ? ", " : "", next);
      next = MAX (next, rank + 1);
    }
  if (n == 0)
    return;
  g_printerr (_ ("lanescope-cli: %u of %" PRId64 " ranks are not among the extracts: %s%s\n"), n,
              world, list->str, n > MOST_MISSING ? ", …" : "");
}

/* ---- the command --------------------------------------------------------------------------- */

static GPtrArray *
collect (LscCliRun *run, GError **error)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (item_free);

  for (int i = 1; run->words[i]; i++)
    if (!(g_file_test (run->words[i], G_FILE_TEST_IS_DIR)
              ? add_folder (items, run->words[i], run->project.job, error)
              : add_file (items, run->words[i], run->project.job, error)))
      return NULL;
  g_ptr_array_sort (items, compare_items);
  return g_steal_pointer (&items);
}

/* The parts are copied as they are: they were packed once. */
static gboolean
copy_rank (LscCliRun *run, LscExtractWriter *writer, Item *item, GError **error)
{
  g_autoptr (LscPack) pack =
      lsc_session_read_pack (item->path, item->entry->id, run->project.job, error);

  if (!pack)
    return FALSE;
  lsc_rank_digest_peek (pack, &item->job);
  return lsc_extract_writer_add (writer, item->entry, pack, error);
}

static gboolean
merge (LscCliRun *run, GPtrArray *items, GError **error)
{
  const char *out = ((const Options *) run->options)->out;
  g_autoptr (LscExtractWriter) writer = NULL;

  if (!check_twice (items, error) ||
      !(writer = lsc_extract_writer_new (out, run->project.job, error)))
    return FALSE;
  for (guint i = 0; i < items->len; i++)
    if (!copy_rank (run, writer, items->pdata[i], error))
      return FALSE;
  return check_worlds (items, error) && lsc_extract_writer_finish (writer, error);
}

static LscExit
run_merge (LscCliRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) items = NULL;

  lsc_cli_project_init (&run->project, run->options, NULL);
  items = collect (run, &error);
  if (!items || !merge (run, items, &error))
    {
      if (!g_error_matches (error, LSC_ERROR, LSC_ERROR_NOTHING))
        lsc_lacks_add (&run->own_lacks, LSC_UNKNOWN_UNREADABLE);
      return lsc_cli_fail (error);
    }
  tell_layouts (items);
  tell_times (items);
  tell_missing (items);
  if (!run->options->quiet)
    g_print (ngettext ("%u rank: %s\n", "%u ranks: %s\n", items->len), items->len,
             ((const Options *) run->options)->out);
  return LSC_EXIT_OK;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  if (run->words[1] && ((const Options *) run->options)->out)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("merge takes extracts, or folders of them, and -o FILE.lscope"));
}

static const char *const endings[] = { ".lscope", NULL };

static const LscCliOption entries[] = {
  { "output-path", 'o', 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, out),
    N_ ("The file of all ranks"), "FILE", .endings = endings,
    .fault = N_ ("-o takes a name that ends in .lscope") },
  { NULL },
};

const LscCliCommand lsc_cmd_merge = {
  .name = "merge",
  .usage = "FILE… -o FILE.lscope",
  .line = N_ ("  merge     extracts of ranks become one file of the job"),
  .arguments = "FILE…",
  .summary = N_ ("Merges extracts of ranks, or merged ones, into one file; in whatever order and "
                 "however often, the file is the same. It opens as a recording does."),
  .n_words = -1,
  .groups = LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_NOTHING,
  .makes_files = TRUE,
  .check = check,
  .run = run_merge,
};
