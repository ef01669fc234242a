/* lsc-graph-naming.c - which module the tasks of graphs are of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-naming-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "read/ftrace/lsc-ftrace.h"

/* modules.md#graphs: in order of trust what the recording says of the task itself, annotations by
 * the number of the node, traces of the capture. What does not fit names nothing: a wrong module
 * is worse than none. */

/* ---- what tasks say themselves ---- */

static void
use_arguments (LscGraphNaming *self)
{
  const LscIntern *strings = self->timeline->strings;

  for (gsize i = 0; i < self->replays.tasks.n; i++)
    {
      LscGraphReplayTask *task = &self->replays.tasks.items[i];

      if (task->module != LSC_STRING_NONE)
        _lsc_graph_naming_set (
            self, task,
            _lsc_graph_naming_get_path (self, lsc_intern_text (strings, task->module), TRUE));
      else if (task->note != LSC_STRING_NONE)
        _lsc_graph_naming_set (
            self, task,
            _lsc_graph_naming_get_path (self, lsc_intern_text (strings, task->note), FALSE));
    }
  _lsc_graph_naming_end_source (self, self->timeline->source->format == LSC_FORMAT_NSIGHT
                                          ? _ ("NVTX ranges at capture")
                                          : _ ("arguments of the kernels"));
}

/* ---- what comes of it ---- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const LscGraphName *x = a, *y = b;

  return LSC_ORDER (x->id, y->id);
}

static void
sort_names (LscGraphNames *names)
{
  if (names->n > 1)
    qsort (names->items, names->n, sizeof *names->items, compare_names);
}

/* A collective is a task on its stream and an operator of its group. */
static void
add_operators (LscTimeline *timeline)
{
  LscGraphNames more = { 0 };

  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      const LscGraphName *name = link->kind == LSC_LINK_COMM_TASK
                                     ? lsc_timeline_find_graph_name (timeline, link->to)
                                     : NULL;

      if (name)
        lsc_graph_names_append (&more,
                                (LscGraphName){ link->from, name->path, name->op, name->call });
    }
  for (gsize i = 0; i < more.n; i++)
    lsc_graph_names_append (&timeline->graph_names, more.items[i]);
  lsc_graph_names_clear (&more);
  sort_names (&timeline->graph_names);
}

/* The names of a path are looked up by themselves, too, once nothing can be added any more. */
static void
add_parts (LscTimeline *timeline, guint32 path)
{
  g_auto (GStrv) parts =
      g_strsplit (lsc_timeline_text (timeline, path), LSC_GRAPH_PATH_SEPARATOR, -1);

  for (guint i = 0; parts[i]; i++)
    lsc_intern_add (timeline->strings, parts[i]);
}

static void
take_names (LscGraphNaming *self)
{
  LscTimeline *timeline = self->timeline;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < self->replays.tasks.n; i++)
    {
      const LscGraphReplayTask *task = &self->replays.tasks.items[i];

      if (task->path == LSC_STRING_NONE)
        continue;
      lsc_graph_names_append (&timeline->graph_names,
                              (LscGraphName){ task->id, task->path, task->op, task->call });
      if (g_hash_table_add (seen, GUINT_TO_POINTER (task->path + 1)))
        add_parts (timeline, task->path);
    }
  sort_names (&timeline->graph_names);
  if (timeline->graph_names.n > 0)
    add_operators (timeline);
}

static void
tell_names (const LscGraphNaming *self, gsize n_named)
{
  g_autofree char *sources = NULL;
  LscNotice *notice;

  if (n_named == 0)
    return;
  g_ptr_array_add (self->used, NULL);
  sources = g_strjoinv (", ", (char **) self->used->pdata);
  notice =
      lsc_notice_new (LSC_SEVERITY_NOTE, "graph-names",
                      _ ("The modules of %zu of %zu device tasks of graphs are known from: %s."),
                      n_named, self->replays.tasks.n, sources);
  lsc_timeline_take_notice (self->timeline, notice, NULL, (gint64) n_named);
}

static void
tell_disagreement (const LscGraphNaming *self)
{
  LscNotice *notice;

  if (self->n_disagree == 0)
    return;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "graph-names-differ",
                           _ ("Two sources name different modules for %zu device tasks of graphs; "
                              "the first of these is used: arguments, annotations, captures."),
                           self->n_disagree);
  lsc_timeline_take_notice (self->timeline, notice, NULL, (gint64) self->n_disagree);
}

/* ---- all of it ---- */

static gboolean
use_files (LscGraphNaming *self, GError **error)
{
  const LscSource *source = self->timeline->source;

  for (gsize i = 0; source->note_files && source->note_files[i]; i++)
    if (!lsc_ftrace_recognise_file (source->note_files[i]) &&
        !_lsc_graph_naming_use_notes (self, source->note_files[i], error))
      return FALSE;
  return !source->capture_files ||
         _lsc_graph_naming_use_captures (self, (const char *const *) source->capture_files, error);
}

static gsize
count_named (const LscGraphNaming *self)
{
  gsize n = 0;

  for (gsize i = 0; i < self->replays.tasks.n; i++)
    n += self->replays.tasks.items[i].path != LSC_STRING_NONE;
  return n;
}

static void
refuse_all (LscGraphNaming *self)
{
  const LscSource *source = self->timeline->source;

  for (gsize i = 0; source->note_files && source->note_files[i]; i++)
    if (!lsc_ftrace_recognise_file (source->note_files[i]))
      _lsc_graph_naming_refuse_as (self, LSC_SEVERITY_NOTE, source->note_files[i],
                                   _ ("the trace has no replay of a graph"));
}

static void
clear (LscGraphNaming *self)
{
  lsc_replays_clear (&self->replays);
  g_clear_pointer (&self->paths, g_hash_table_unref);
  g_clear_pointer (&self->used, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscGraphNaming, clear)

/**
 * lsc_graphs_name_tasks:
 * @timeline: sealed, not shared yet
 * @error: %LSC_ERROR_CANCELLED; a file that cannot be read or does not fit is a notice
 *
 * Fills LscTimeline.graph_names from what the recording says, and from the files that its source
 * names for it. Cost: O(links); with files that of reading them.
 *
 * Source: modules.md#graphs.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
lsc_graphs_name_tasks (LscTimeline *timeline, guint n_threads, LscJob *job, GError **error)
{
  g_auto (LscGraphNaming) self = { .timeline = timeline, .job = job, .n_threads = n_threads };

  g_return_val_if_fail (timeline, FALSE);
  self.paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.used = g_ptr_array_new_with_free_func (g_free);
  lsc_replays_find (&self.replays, timeline);
  if (self.replays.items.n == 0)
    {
      refuse_all (&self);
      return TRUE;
    }
  use_arguments (&self);
  if (!use_files (&self, error))
    return FALSE;
  take_names (&self);
  tell_names (&self, count_named (&self));
  tell_disagreement (&self);
  return TRUE;
}
