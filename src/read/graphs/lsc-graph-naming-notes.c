/* lsc-graph-naming-notes.c - modules by annotations of nodes, where they fit
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-naming-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"

/* formats.md#graph-annotations. Numbers of graphs and nodes are small, so that those of another run
 * may well meet them: a file is used only where nothing speaks against it. */

#define NODE_BITS 32

/** A node that did some work in a replay. */
typedef struct
{
  gint64 graph;
  gint64 node;
  gboolean is_communication;
} Work;

LSC_DEFINE_ARRAY (Works, works, Work)

static int
compare_works (gconstpointer a, gconstpointer b)
{
  const Work *x = a, *y = b;

  LSC_RETURN_ORDER (x->graph, y->graph);
  return LSC_ORDER (x->node, y->node);
}

/* Each node once, by graph and node. */
static void
collect_works (const LscGraphNaming *self, Works *out)
{
  gsize kept = 0;

  for (gsize i = 0; i < self->replays.tasks.n; i++)
    {
      const LscGraphReplayTask *task = &self->replays.tasks.items[i];

      if (task->graph >= 0 && task->graph <= G_MAXUINT32 && task->node >= 0)
        works_append (out, (Work){ task->graph, task->node, task->is_communication });
    }
  if (out->n > 1)
    qsort (out->items, out->n, sizeof *out->items, compare_works);
  for (gsize i = 0; i < out->n; i++)
    if (kept == 0 || compare_works (&out->items[kept - 1], &out->items[i]) != 0)
      out->items[kept++] = out->items[i];
  out->n = kept;
}

static guint64
make_key (gint64 graph, gint64 node)
{
  return (guint64) graph << NODE_BITS | (guint64) node;
}

static const LscGraphNote *
find_note (const LscGraphNotes *notes, guint64 key)
{
  gsize at = LSC_BISECT (i, 0, notes->items.n, notes->items.items[i].key < key);

  return at < notes->items.n && notes->items.items[at].key == key ? &notes->items.items[at] : NULL;
}

/* Where any node is told its collective, all of the graph that communicate are, and no other. */
static char *
check_collectives (const LscGraphNotes *notes, gsize begin, gsize end, const Work *works, gsize n)
{
  gsize n_told = 0, n_here = 0;

  for (gsize i = begin; i < end; i++)
    n_told += notes->items.items[i].is_collective;
  for (gsize i = 0; i < n; i++)
    {
      const LscGraphNote *note = find_note (notes, make_key (works[i].graph, works[i].node));
      gboolean is_told = note && note->is_collective;

      n_here += is_told;
      if (is_told != works[i].is_communication)
        return g_strdup_printf (works[i].is_communication
                                    ? _ ("node %" PRId64 " of graph %" PRId64
                                         " communicates, and the file does not say so")
                                    : _ ("it says that node %" PRId64 " of graph %" PRId64
                                         " communicates, which is no collective"),
                                works[i].node, works[i].graph);
    }
  return n_here == n_told
             ? NULL
             : g_strdup_printf (_ ("it lists collectives that graph %" PRId64 " does not run"),
                                works[0].graph);
}

/* (nullable): why the notes of a graph cannot be of it; its nodes are @n @works. */
static char *
check_graph (const LscGraphNotes *notes, const Work *works, gsize n, gboolean *has_any)
{
  const LscGraphNote *items = notes->items.items;
  guint64 first = make_key (works[0].graph, 0);
  gsize begin = LSC_BISECT (i, 0, notes->items.n, items[i].key < first);
  gsize end =
      LSC_BISECT (i, begin, notes->items.n, items[i].key >> NODE_BITS == (guint64) works[0].graph);

  if (begin == end)
    return NULL;
  *has_any = TRUE;
  if (items[begin].key < make_key (works[0].graph, works[0].node) ||
      items[end - 1].key > make_key (works[0].graph, works[n - 1].node))
    return g_strdup_printf (
        _ ("it names nodes of graph %" PRId64 " that no replay ran; it may be of another model"),
        works[0].graph);
  return notes->has_collectives ? check_collectives (notes, begin, end, works, n) : NULL;
}

static char *
check (const LscGraphNotes *notes, const Works *works)
{
  gboolean has_any = FALSE;
  gsize end;

  if (works->n == 0)
    return g_strdup (_ ("the trace does not number the nodes of its graphs"));
  for (gsize begin = 0; begin < works->n; begin = end)
    {
      char *why;

      for (end = begin + 1; end < works->n && works->items[end].graph == works->items[begin].graph;)
        end++;
      why = check_graph (notes, works->items + begin, end - begin, &has_any);
      if (why)
        return why;
    }
  return has_any ? NULL
                 : g_strdup (_ ("it was made for other graphs: the trace replays none of "
                                "those that it names"));
}

/* Stacks are a detail of the task; no module is made of them. */
static void
keep_stack (LscGraphNaming *self, guint32 id, const char *stack)
{
  LscGraphTasks *tasks = &self->timeline->graph_tasks;
  gsize at = LSC_BISECT (i, 0, tasks->n, tasks->items[i].id < id);

  if (at < tasks->n && tasks->items[at].id == id)
    {
      g_autofree char *valid = g_utf8_make_valid (stack, -1);

      tasks->items[at].stack = lsc_intern_add (self->timeline->strings, valid);
    }
}

static void
apply (LscGraphNaming *self, const LscGraphNotes *notes)
{
  for (gsize i = 0; i < self->replays.tasks.n; i++)
    {
      LscGraphReplayTask *task = &self->replays.tasks.items[i];
      const LscGraphNote *note = task->graph >= 0 && task->node >= 0
                                     ? find_note (notes, make_key (task->graph, task->node))
                                     : NULL;

      if (!note)
        continue;
      if (note->module != LSC_STRING_NONE)
        _lsc_graph_naming_set (
            self, task,
            _lsc_graph_naming_get_path (self, lsc_intern_text (notes->texts, note->module), TRUE));
      else if (note->name != LSC_STRING_NONE)
        _lsc_graph_naming_set (
            self, task,
            _lsc_graph_naming_get_path (self, lsc_intern_text (notes->texts, note->name), FALSE));
      if (note->stack != LSC_STRING_NONE)
        keep_stack (self, task->id, lsc_intern_text (notes->texts, note->stack));
    }
}

/**
 * _lsc_graph_naming_use_notes:
 * @path: a file of annotations or stacks
 *
 * Returns: %FALSE if cancelled
 */
gboolean
_lsc_graph_naming_use_notes (LscGraphNaming *self, const char *path, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (LscGraphNotes) notes = lsc_graph_notes_read (path, self->job, &local);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *why = NULL;
  Works works = { 0 };

  if (!notes && g_error_matches (local, LSC_ERROR, LSC_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!notes)
    {
      _lsc_graph_naming_refuse (self, path, local->message);
      return TRUE;
    }
  collect_works (self, &works);
  why = check (notes, &works);
  works_clear (&works);
  if (why)
    _lsc_graph_naming_refuse (self, path, why);
  else
    apply (self, notes);
  _lsc_graph_naming_end_source (self, name);
  return TRUE;
}
