/* lsc-module-graphs.c - module calls of replays
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/module/lsc-module-private.h"

/* modules.md#graphs: a replay of a graph runs no module on the host, but where the modules of its
 * tasks are known it shows the calls that an eager run would have: for each path one, of the length
 * of the launch, inside of the call that launched the graph. Times would not tell which contains
 * which, so their parents are set here, after those of all others. Example: a launch at [10, 15]
 * inside of M [0, 20] with tasks of L/a and L/b makes L, a and b of [10, 15], L below M. */

/** A name of a path: a call of that name and number. */
typedef struct
{
  guint32 name;
  guint32 number;
} Part;

LSC_DEFINE_ARRAY (Parts, parts, Part)

typedef struct
{
  LscModuleBuild *build;
  LscIntern *texts;  /* of parts */
  Parts parts;       /* by those */
  GHashTable *paths; /* path of the run -> LscIndexes of parts */
  GHashTable *calls; /* parent and part -> call + 1, of one replay */
  guint32 *op_at;    /* op of the run -> LscModuleData.ops + 1 */
} Graphs;

static guint32
get_part (Graphs *self, const char *text, gsize length)
{
  guint32 id = lsc_intern_add_bytes (self->texts, text, length);

  if (id == self->parts.n)
    {
      gsize prefix = strlen (LSC_GRAPH_FRAME_PREFIX);
      Part part = { LSC_STRING_NONE, LSC_INDEX_NONE };

      if (length > prefix && memcmp (text, LSC_GRAPH_FRAME_PREFIX, prefix) == 0)
        {
          length -= prefix;
          text += prefix;
          part.number = _lsc_module_split_number (text, &length);
        }
      part.name = _lsc_module_data_intern (self->build->data, text, length);
      parts_append (&self->parts, part);
    }
  return id;
}

static const LscIndexes *
get_path (Graphs *self, guint32 path)
{
  LscIndexes *known = g_hash_table_lookup (self->paths, GUINT_TO_POINTER (path));
  const char *text = lsc_run_text (self->build->run, path);

  if (known)
    return known;
  known = g_new0 (LscIndexes, 1);
  while (*text)
    {
      gsize length = strcspn (text, LSC_GRAPH_PATH_SEPARATOR);

      lsc_indexes_append (known, get_part (self, text, length));
      text += length;
      text += *text != '\0';
    }
  g_hash_table_insert (self->paths, GUINT_TO_POINTER (path), known);
  return known;
}

/* How much of the path is around the launch already: the innermost calls have its first names. */
static gsize
count_around (const Graphs *self, guint32 host, const LscIndexes *path)
{
  const LscCall *calls = self->build->data->calls.items;
  LscIndexes around = { 0 };
  gsize found = 0;

  for (guint32 call = host; call != LSC_INDEX_NONE; call = calls[call].parent)
    lsc_indexes_append (&around, calls[call].name);
  for (gsize n = MIN (around.n, path->n); n > 0 && found == 0; n--)
    {
      gsize same = 0;

      while (same < n && self->parts.items[path->items[same]].name == around.items[n - 1 - same])
        same++;
      if (same == n)
        found = n;
    }
  lsc_indexes_clear (&around);
  return found;
}

static guint32
add_call (Graphs *self, const LscGraphCall *graph, guint32 parent, guint32 part)
{
  LscCalls *calls = &self->build->data->calls;
  const LscOp *op = &self->build->run->ops.items[graph->op];
  gint64 end_ns = MAX (graph->end_ns, op->start_ns);
  guint depth = 0;

  if (parent != LSC_INDEX_NONE)
    {
      end_ns = MIN (end_ns, calls->items[parent].end_ns);
      depth = calls->items[parent].depth + 1u;
    }
  lsc_calls_append (calls, (LscCall){ .start_ns = op->start_ns,
                                      .end_ns = end_ns,
                                      .name = self->parts.items[part].name,
                                      .parent = parent,
                                      .thread = op->thread,
                                      .forward = LSC_INDEX_NONE,
                                      .number = self->parts.items[part].number,
                                      .kind = LSC_CALL_FORWARD,
                                      .flags = LSC_CALL_REPLAY,
                                      .depth = (guint16) MIN (depth, (guint) G_MAXUINT16) });
  return (guint32) (calls->n - 1);
}

/* The call of a path inside of @host. */
static guint32
find_call (Graphs *self, const LscGraphCall *graph, guint32 host)
{
  const LscIndexes *path = get_path (self, graph->path);
  guint32 call = host;

  for (gsize i = count_around (self, host, path); i < path->n; i++)
    {
      gint64 key = (gint64) ((guint64) call << 32 | path->items[i]);
      guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->calls, &key));

      if (known == 0)
        {
          known = add_call (self, graph, call, path->items[i]) + 1;
          g_hash_table_insert (self->calls, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (known));
        }
      call = known - 1;
    }
  return call;
}

static void
add_replays (Graphs *self)
{
  const LscGraphCalls *graphs = &self->build->run->graph_calls;
  LscOpCalls *ops = &self->build->data->ops;

  for (gsize i = 0; i < graphs->n; i++)
    {
      const LscGraphCall *graph = &graphs->items[i];
      guint32 at = self->op_at[graph->op];

      if (i == 0 || graph->replay != graphs->items[i - 1].replay)
        g_hash_table_remove_all (self->calls);
      if (at == 0) /* in another step */
        continue;
      ops->items[at - 1].call = find_call (self, graph, ops->items[at - 1].call);
    }
}

static void
free_path (gpointer path)
{
  lsc_indexes_clear (path);
  g_free (path);
}

/**
 * _lsc_module_add_graphs:
 * @build: whose ops have their calls, as far as those were recorded
 *
 * Makes the calls of replays, and gives them the ops of those. Cost: O(ops of graphs * depth).
 */
void
_lsc_module_add_graphs (LscModuleBuild *build)
{
  LscModuleData *data = build->data;
  gsize n_before = data->calls.n;
  Graphs self = { .build = build };

  if (!_lsc_module_has_graphs (build))
    return;
  self.texts = lsc_intern_new ();
  self.paths = g_hash_table_new_full (NULL, NULL, NULL, free_path);
  self.calls = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self.op_at = g_new0 (guint32, build->run->ops.n + 1);
  for (gsize i = 0; i < data->ops.n; i++)
    self.op_at[data->ops.items[i].op] = (guint32) i + 1;
  add_replays (&self);
  build->n_graph_calls = data->calls.n - n_before;
  data->n_forward_calls += build->n_graph_calls;
  if (build->n_graph_calls > 0)
    data->source = LSC_MODULE_SOURCE_TRACE;
  _lsc_module_sort_calls (build);
  lsc_intern_unref (self.texts);
  parts_clear (&self.parts);
  g_hash_table_unref (self.paths);
  g_hash_table_unref (self.calls);
  g_free (self.op_at);
}

/**
 * _lsc_module_note_graphs:
 *
 * Says what to record where graphs ran whose kernels have no module.
 */
void
_lsc_module_note_graphs (LscModuleBuild *build)
{
  const LscModuleData *data = build->data;
  guint32 graph = lsc_intern_find (build->run->strings, "graph");
  gsize n_replays = 0, n_kernels = 0;
  LscNotice *notice;

  for (gsize i = 0; i < data->ops.n && build->run->is_gpu && graph != LSC_STRING_NONE; i++)
    {
      const LscOpCall *op = &data->ops.items[i];

      if (build->run->ops.items[op->op].name != graph || op->n_kernels < 2 ||
          (op->call != LSC_INDEX_NONE && (data->calls.items[op->call].flags & LSC_CALL_REPLAY)))
        continue;
      n_replays++;
      n_kernels += op->n_kernels;
    }
  if (n_replays == 0)
    return;
  notice = lsc_notice_new (
      LSC_SEVERITY_WARNING, "graphs-without-modules",
      g_dngettext (GETTEXT_PACKAGE,
                   "%zu kernel of graphs (%zu replays) has no module: it is not recorded which "
                   "module launched it when its graph was captured.",
                   "%zu kernels of graphs (%zu replays) have no module: it is not recorded which "
                   "modules launched them when the graphs were captured.",
                   n_kernels),
      n_kernels, n_replays);
  lsc_notice_set_help (
      notice, NULL,
      _ ("Save what torch.cuda's get_kernel_annotations() returns next to the trace, or record the "
         "capture with SGLang or vLLM; --names names files that are elsewhere."));
  lsc_notice_set_window_remedy (
      notice, _ ("Save what torch.cuda's get_kernel_annotations() returns, or record the capture "
                 "with SGLang or vLLM; then use Add Names of Graph Kernels in the menu Open."));
  _lsc_module_take_notice (build->data, notice, NULL, (gint64) n_kernels);
}
