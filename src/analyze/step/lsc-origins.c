/* lsc-origins.c - which operator and which module work of the device comes from
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "analyze/step/lsc-origins.h"

#include <string.h>

#define NO_PATH G_MAXUINT32

/** A lane with modules. */
typedef struct
{
  const LscLane *lane;
  LscLaneHints hints;
  guint32 *paths; /* of each slice: index of its path, NO_PATH = not looked for */
} Modules;

/** A path: many instances have the same. @outer: that of the module around it, NO_PATH; @name: as
 * recorded; @texts: ids in the pool, as recorded and plain; LSC_STRING_NONE = not asked for yet */
typedef struct
{
  guint32 outer;
  guint32 name;
  guint32 texts[2];
} Path;

static void
add_modules (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  Modules modules = { .lane = lane };

  for (gsize i = 0; i < lane->n; i++)
    if (lane->kind[i] == LSC_SLICE_MODULE)
      {
        modules.paths = g_new (guint32, lane->n);
        for (gsize k = 0; k < lane->n; k++)
          modules.paths[k] = NO_PATH;
        g_array_append_val ((GArray *) user_data, modules);
        return;
      }
}

static void
clear_modules (gpointer modules)
{
  g_free (((Modules *) modules)->paths);
}

/* Most slices have no link from a forward operator: a bit tells so without a search. */
static guint8 *
mark_backward (const LscTimeline *timeline)
{
  const LscLinks *links = &timeline->links;
  guint8 *marks = NULL;

  for (gsize i = 0; i < links->n; i++)
    if (links->items[i].kind == LSC_LINK_FWD_BWD && links->items[i].to < timeline->n_slices)
      {
        if (!marks)
          marks = g_new0 (guint8, timeline->n_slices / 8 + 1);
        marks[links->items[i].to / 8] |= (guint8) (1u << links->items[i].to % 8);
      }
  return marks;
}

static gboolean
is_op (const LscLane *lane, guint32 slice, gpointer user_data)
{
  return lane->kind[slice] == LSC_SLICE_OP;
}

static gboolean
is_module (const LscLane *lane, guint32 slice, gpointer user_data)
{
  return lane->kind[slice] == LSC_SLICE_MODULE;
}

static gboolean
is_backward (const LscLane *lane, guint32 slice, gpointer user_data)
{
  const LscOrigins *self = user_data;
  guint32 id = self->first_id + slice;

  return self->is_backward[id / 8] & 1u << id % 8;
}

/** Borrows @timeline; keeps a reference to @texts. @self must stay where it is. */
void
lsc_origins_init (LscOrigins *self, const LscTimeline *timeline, LscIntern *texts,
                  char *(*name_module) (const char *name))
{
  *self = (LscOrigins){ .timeline = timeline,
                        .texts = lsc_intern_ref (texts),
                        .name_module = name_module,
                        .lanes = g_array_new (FALSE, FALSE, sizeof (Modules)),
                        .paths = g_array_new (FALSE, FALSE, sizeof (Path)),
                        .known = g_hash_table_new (NULL, NULL),
                        .graphs = g_hash_table_new (NULL, NULL),
                        .slice = LSC_SLICE_NONE,
                        .op = LSC_SPOT_NONE,
                        .path = NO_PATH };
  lsc_around_init (&self->ops, is_op, NULL);
  lsc_around_init (&self->modules, is_module, NULL);
  lsc_around_init (&self->backwards, is_backward, self);
  g_array_set_clear_func (self->lanes, clear_modules);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline,
                             (guint64) 1 << LSC_ROLE_MARK_LANE | (guint64) 1
                                                                     << LSC_ROLE_PYTHON_STACK,
                             add_modules, self->lanes);
  if (self->lanes->len > 0)
    self->is_backward = mark_backward (timeline);
}

void
lsc_origins_clear (LscOrigins *self)
{
  lsc_around_clear (&self->ops);
  lsc_around_clear (&self->modules);
  lsc_around_clear (&self->backwards);
  g_free (self->is_backward);
  g_array_unref (self->lanes);
  g_array_unref (self->paths);
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->graphs);
  lsc_intern_unref (self->texts);
}

/** Returns: whether modules were recorded */
gboolean
lsc_origins_has_modules (const LscOrigins *self)
{
  return self->lanes->len > 0 || self->timeline->graph_names.n > 0;
}

static const LscLane *
get_lane (const LscOrigins *self, LscSpot spot)
{
  return lsc_timeline_get_node (self->timeline, spot.node)->lane;
}

/* The host slice that a slice of the device comes from. */
static LscSpot
find_host (LscOrigins *self, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (self->timeline, id);

  for (guint hop = 0; hop < LSC_ORIGINS_MOST_HOPS; hop++)
    {
      guint8 kind = get_lane (self, spot)->kind[spot.slice];
      gsize first;

      if (!lsc_slice_kind_is_device (kind) && !lsc_slice_kind_is_launch (kind) &&
          kind != LSC_SLICE_DEQUEUE)
        break;
      if (lsc_links_find_to_near (&self->timeline->links, id, &self->hops[hop], &first) == 0)
        break;
      id = lsc_links_get_to (&self->timeline->links, first)->from;
      spot = lsc_timeline_get_spot (self->timeline, id);
    }
  return spot;
}

/* The innermost operator at a host slice or around it. */
static LscSpot
find_op (LscOrigins *self, LscSpot spot)
{
  spot.slice = lsc_around_find (&self->ops, get_lane (self, spot), spot.slice);
  return spot.slice == LSC_SLICE_NONE ? LSC_SPOT_NONE : spot;
}

/* The forward operator of one that runs backward, itself of any other. */
static LscSpot
find_forward (LscOrigins *self, LscSpot spot)
{
  guint32 slice;
  gsize first, n;

  if (!self->is_backward)
    return spot;
  self->first_id = lsc_timeline_get_node (self->timeline, spot.node)->first_id;
  slice = lsc_around_find (&self->backwards, get_lane (self, spot), spot.slice);
  if (slice == LSC_SLICE_NONE)
    return spot;
  n = lsc_links_find_to_near (&self->timeline->links, self->first_id + slice, &self->backward,
                              &first);
  for (gsize i = first; i < first + n; i++)
    {
      const LscLink *link = lsc_links_get_to (&self->timeline->links, i);

      if (link->kind == LSC_LINK_FWD_BWD)
        return lsc_timeline_get_spot (self->timeline, link->from);
    }
  return spot;
}

static guint32
take_path (LscOrigins *self, guint32 outer, guint32 name)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) outer << 32 | name);
  gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->known, key));
  Path path = { outer, name, { LSC_STRING_NONE, LSC_STRING_NONE } };

  if (known > 0)
    return (guint32) (known - 1);
  g_array_append_val (self->paths, path);
  g_hash_table_insert (self->known, key, GSIZE_TO_POINTER ((gsize) self->paths->len));
  return self->paths->len - 1;
}

/* Fills in the paths of a module and of those around it, from the outermost that lacks one. */
static guint32
find_path (LscOrigins *self, Modules *modules, guint32 module)
{
  const LscLane *lane = modules->lane;
  g_autoptr (GArray) inner = NULL;
  guint32 path = NO_PATH;

  if (modules->paths[module] != NO_PATH)
    return modules->paths[module];
  inner = g_array_new (FALSE, FALSE, sizeof (guint32));
  while (module != LSC_SLICE_NONE && (path = modules->paths[module]) == NO_PATH)
    {
      g_array_append_val (inner, module);
      module = lsc_around_find (&self->modules, lane, lsc_lane_get_parent (lane, module));
    }
  for (guint i = inner->len; i-- > 0;)
    {
      guint32 slice = g_array_index (inner, guint32, i);

      path = modules->paths[slice] = take_path (self, path, lane->name[slice]);
    }
  return path;
}

static char *
make_text (const LscOrigins *self, guint32 path, gboolean is_plain)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (path != NO_PATH)
    {
      const Path *part = &g_array_index (self->paths, Path, path);
      const char *recorded = lsc_timeline_text (self->timeline, part->name);
      g_autofree char *name = is_plain ? self->name_module (recorded) : NULL;

      if (text->len > 0)
        g_string_prepend_c (text, '/');
      g_string_prepend (text, name ? name : recorded);
      path = part->outer;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns: the path down to a slice of modules, NO_PATH without any */
static guint32
get_path (LscOrigins *self, Modules *modules, guint32 slice)
{
  guint32 module = lsc_around_find (&self->modules, modules->lane, slice);

  return module == LSC_SLICE_NONE ? NO_PATH : find_path (self, modules, module);
}

/* Returns: the id of a path in the pool, LSC_STRING_NONE of NO_PATH */
static guint32
get_text (LscOrigins *self, guint32 path, gboolean is_plain)
{
  Path *about;

  if (path == NO_PATH)
    return LSC_STRING_NONE;
  about = &g_array_index (self->paths, Path, path);
  if (about->texts[is_plain] == LSC_STRING_NONE)
    about->texts[is_plain] = lsc_intern_add_take (self->texts, make_text (self, path, is_plain));
  return about->texts[is_plain];
}

static guint32
find_path_at (LscOrigins *self, gint64 time_ns)
{
  guint32 path = NO_PATH;

  for (guint i = 0; i < self->lanes->len && path == NO_PATH; i++)
    {
      Modules *modules = &g_array_index (self->lanes, Modules, i);

      path = get_path (self, modules,
                       lsc_lane_find_deepest_near (modules->lane, time_ns, &modules->hints));
    }
  return path;
}

/* ---- tasks of graphs ---- */

static gsize
length_of_class (const char *name)
{
  gsize n = strlen (name), digits = n;

  while (digits > 0 && g_ascii_isdigit (name[digits - 1]))
    digits--;
  return digits > 1 && digits < n && name[digits - 1] == '_' ? digits - 1 : n;
}

/* Modules of one class: their numbers may differ from run to run. */
static gboolean
is_same_class (const char *a, const char *b)
{
  gsize n = length_of_class (a);

  return n == length_of_class (b) && strncmp (a, b, n) == 0;
}

/* How many of the first names of a path are those of the innermost modules around the launch. */
static guint
count_around (const LscOrigins *self, guint32 around, const GStrv names)
{
  g_autoptr (GPtrArray) outer = g_ptr_array_new ();
  guint n_names = g_strv_length (names);

  for (guint32 at = around; at != NO_PATH; at = g_array_index (self->paths, Path, at).outer)
    g_ptr_array_add (outer, (gpointer) lsc_timeline_text (
                                self->timeline, g_array_index (self->paths, Path, at).name));
  for (guint n = MIN (outer->len, n_names); n > 0; n--)
    {
      guint same = 0;

      while (same < n && is_same_class (names[same], outer->pdata[n - 1 - same]))
        same++;
      if (same == n)
        return n;
    }
  return 0;
}

/* The path of a task of a graph, inside of that of the launch (modules.md#graphs). */
static guint32
take_graph_path (LscOrigins *self, guint32 around, guint32 names)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) around << 32 | names);
  gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->graphs, key));
  g_auto (GStrv) parts = NULL;
  guint32 path = around;

  if (known > 0)
    return (guint32) (known - 1);
  parts = g_strsplit (lsc_timeline_text (self->timeline, names), LSC_GRAPH_PATH_SEPARATOR, -1);
  for (guint i = count_around (self, around, parts); parts[i]; i++)
    path = take_path (self, path, lsc_intern_find (self->timeline->strings, parts[i]));
  g_hash_table_insert (self->graphs, key, GSIZE_TO_POINTER ((gsize) path + 1));
  return path;
}

static void
find (LscOrigins *self, guint32 slice)
{
  const LscGraphName *graph;
  LscSpot host, forward, last = self->op;
  gboolean was_of_graph = self->is_of_graph;

  if (self->slice == slice)
    return;
  host = find_host (self, slice);
  graph = lsc_timeline_find_graph_name (self->timeline, slice);
  self->slice = slice;
  self->op = find_op (self, host);
  self->is_of_graph = graph != NULL;
  if (graph)
    {
      self->path = find_path_at (self, get_lane (self, host)->start_ns[host.slice]);
      self->path = take_graph_path (self, self->path, graph->path);
      return;
    }
  if (self->op.slice != LSC_SLICE_NONE && self->op.slice == last.slice &&
      self->op.node == last.node && !was_of_graph)
    return; /* another kernel of the same operator */
  self->path = NO_PATH;
  if (self->lanes->len == 0)
    return;
  forward = find_forward (self, self->op.slice != LSC_SLICE_NONE ? self->op : host);
  self->path = find_path_at (self, get_lane (self, forward)->start_ns[forward.slice]);
}

/**
 * lsc_origins_find_op:
 * @slice: id of a slice of the device
 *
 * Returns: the innermost framework operator that launched it, %LSC_SPOT_NONE
 */
LscSpot
lsc_origins_find_op (LscOrigins *self, guint32 slice)
{
  find (self, slice);
  return self->op;
}

/**
 * lsc_origins_find_op_name:
 * @slice: id of a slice of the device
 *
 * Returns: the name of that operator, of a task of a graph of the one that launched it when the
 *   graph was captured: a string of the timeline, %LSC_STRING_NONE without any
 */
guint32
lsc_origins_find_op_name (LscOrigins *self, guint32 slice)
{
  const LscGraphName *graph = lsc_timeline_find_graph_name (self->timeline, slice);

  if (graph && graph->op != LSC_STRING_NONE)
    return graph->op;
  find (self, slice);
  return self->op.node == LSC_SLICE_NONE ? LSC_STRING_NONE
                                         : get_lane (self, self->op)->name[self->op.slice];
}

/**
 * lsc_origins_find_module:
 * @slice: id of a slice of the device
 *
 * Work of the backward pass belongs to the module of its forward operator.
 *
 * Returns: id of the path of its module, as recorded, in the pool, %LSC_STRING_NONE
 */
guint32
lsc_origins_find_module (LscOrigins *self, guint32 slice)
{
  find (self, slice);
  return get_text (self, self->path, FALSE);
}

/** Returns: likewise of the path that has the names of LscOrigins.name_module */
guint32
lsc_origins_find_plain (LscOrigins *self, guint32 slice)
{
  g_return_val_if_fail (self->name_module, LSC_STRING_NONE);
  find (self, slice);
  return get_text (self, self->path, TRUE);
}

/* The instances of one replay: each path of its tasks once, and all around those. */
static void
tell_replay (LscOrigins *self, gsize begin, gsize end, LscOriginsFunc func, gpointer user_data)
{
  const LscLink *links = self->timeline->links.items;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  LscSpot host = lsc_timeline_get_spot (self->timeline, links[begin].from);
  gint64 start_ns = get_lane (self, host)->start_ns[host.slice];
  guint32 around = NO_PATH;

  for (gsize i = begin; i < end; i++)
    {
      const LscGraphName *name = links[i].kind == LSC_LINK_LAUNCH
                                     ? lsc_timeline_find_graph_name (self->timeline, links[i].to)
                                     : NULL;
      guint32 path;

      if (!name)
        continue;
      if (g_hash_table_size (seen) == 0)
        around = find_path_at (self, start_ns);
      path = take_graph_path (self, around, name->path);
      for (; path != around && path != NO_PATH &&
             g_hash_table_add (seen, GSIZE_TO_POINTER ((gsize) path + 1));
           path = g_array_index (self->paths, Path, path).outer)
        func (get_text (self, path, TRUE), 0, start_ns, user_data);
    }
}

static void
tell_replays (LscOrigins *self, LscOriginsFunc func, gpointer user_data)
{
  const LscLinks *links = &self->timeline->links;
  gsize end;

  for (gsize begin = 0; begin < links->n && self->timeline->graph_names.n > 0; begin = end)
    {
      for (end = begin + 1; end < links->n && links->items[end].from == links->items[begin].from;)
        end++;
      tell_replay (self, begin, end, func, user_data);
    }
}

/** Calls @func for every instance of every module, lane by lane, then those of replays; its path is
 * the plain one. */
void
lsc_origins_foreach_module (LscOrigins *self, LscOriginsFunc func, gpointer user_data)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      Modules *modules = &g_array_index (self->lanes, Modules, i);

      for (guint32 k = 0; k < modules->lane->n; k++)
        if (modules->lane->kind[k] == LSC_SLICE_MODULE)
          func (get_text (self, get_path (self, modules, k), TRUE), i, modules->lane->start_ns[k],
                user_data);
    }
  tell_replays (self, func, user_data);
}
