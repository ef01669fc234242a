/* lsc-own-lanes.c - lanes, counters and links of a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/own/lsc-own-private.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "model/lsc-sql-schema.h"

/* Nodes stand in the order in which they were added, and slices in that of their lanes: so one pass
 * over the slices builds one lane after the other. What was computed comes last and is left out. */

/** A node as the file has it. */
typedef struct
{
  gint64 id;
  guint32 parent;
  gint64 place;
  LscNodeType type;
  LscNodeRole role;
  char *name;
  guint32 n_slices;
  char *text;
  gint64 pid;
  gint64 tid;
  guint flags;
  LscLaneRule rule;
} FileNode;

typedef struct
{
  LscOwn *own;
  GArray *nodes;        /* FileNode; that of the rank is the first */
  gboolean is_computed; /* nodes from here on were computed */
  GPtrArray *names;     /* char *, by id */
  guint32 *strings;     /* their ids in the timeline, LSC_STRING_NONE: not there yet */
  guint next;           /* node to be added next */
  LscRawSlices raw;     /* of the lane at hand, which is that node */
  guint64 n_slices;
  GHashTable *series; /* gint64 *id -> LscCounter */
} Reading;

static void
clear_node (gpointer data)
{
  FileNode *node = data;

  g_free (node->name);
  g_free (node->text);
}

static FileNode *
get_node (const Reading *self, guint number)
{
  return &g_array_index (self->nodes, FileNode, number);
}

/* ---- nodes --------------------------------------------------------------------------------- */

static gboolean
find_type (LscCell *cell, LscNodeType *type)
{
  static const char *const types[] = { "group", "lane", "counter" };
  const char *text = lsc_cell_get_text (cell);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strcmp0 (text, types[i]) == 0)
      {
        *type = (LscNodeType) i;
        return TRUE;
      }
  return FALSE;
}

/* Whether the numbers of a node make sense after the nodes before it. */
static gboolean
is_sound (const Reading *self, LscCell **cells, LscNodeType type)
{
  guint number = self->nodes->len;
  gint64 parent = _lsc_own_int64 (cells[4], -1);
  gint64 role = _lsc_own_int64 (cells[7], -1);
  gint64 n_slices = _lsc_own_int64 (cells[11], 0);
  gboolean is_root = number == 0;

  return _lsc_own_int64 (cells[3], -1) == number && (is_root ? parent == -1 : parent >= 0) &&
         parent < number && role >= LSC_ROLE_RANK && role <= LSC_ROLE_OTHER && n_slices >= 0 &&
         n_slices < LSC_SLICE_NONE && (!is_root || type == LSC_NODE_GROUP) &&
         (number < 2 || _lsc_own_int64 (cells[0], -1) == get_node (self, 0)->id + number);
}

static void
take_node (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Reading *self = user_data;
  FileNode node = { .rule = LSC_LANE_NESTED };

  if (self->own->fault || self->is_computed)
    return;
  self->is_computed = _lsc_own_int64 (cells[19], 0) != 0;
  if (self->is_computed)
    return;
  if (!find_type (cells[6], &node.type) || !is_sound (self, cells, node.type))
    {
      self->own->fault = "nodes";
      return;
    }
  node.id = _lsc_own_int64 (cells[0], -1);
  node.parent = (guint32) _lsc_own_int64 (cells[4], 0);
  node.place = _lsc_own_int64 (cells[5], 0);
  node.role = (LscNodeRole) _lsc_own_int64 (cells[7], LSC_ROLE_OTHER);
  node.name = _lsc_own_text (cells[8]);
  node.n_slices = node.type == LSC_NODE_LANE ? (guint32) _lsc_own_int64 (cells[11], 0) : 0;
  node.text = _lsc_own_text (cells[13]);
  node.pid = _lsc_own_int64 (cells[14], -1);
  node.tid = _lsc_own_int64 (cells[15], -1);
  node.flags = (_lsc_own_int64 (cells[16], 0) != 0 ? LSC_NODE_COLLAPSED : 0) |
               (_lsc_own_int64 (cells[17], 0) != 0 ? LSC_NODE_HIDDEN : 0);
  node.rule = _lsc_own_int64 (cells[18], 0) != 0 ? LSC_LANE_SLACK : LSC_LANE_NESTED;
  g_array_append_val (self->nodes, node);
}

static guint32
add_lane (Reading *self, const FileNode *node, const char *name)
{
  LscTimeline *timeline = self->own->timeline;
  g_autofree guint32 *position = NULL;
  guint32 first = timeline->n_slices;
  guint32 n = (guint32) self->raw.n;
  LscLane *lane = lsc_lane_new (&self->raw, node->rule, &position);

  for (guint32 i = 0; i < n; i++)
    lsc_indexes_append (&self->own->new_ids, first + (position ? position[i] : i));
  return lsc_timeline_add_lane (timeline, node->parent, node->role, name, lane);
}

static gboolean
add_node (Reading *self, const FileNode *node)
{
  LscTimeline *timeline = self->own->timeline;
  const char *name = node->name ? node->name : "";
  guint32 number;
  LscNode *made;

  if (node->type == LSC_NODE_GROUP)
    number = lsc_timeline_add_group (timeline, node->parent, node->role, name);
  else if (node->type == LSC_NODE_COUNTER)
    number = lsc_timeline_add_counter (timeline, node->parent, node->role, name);
  else
    number = add_lane (self, node, name);
  if (number == LSC_SLICE_NONE)
    return FALSE;
  made = lsc_timeline_get_node (timeline, number);
  made->flags = node->flags;
  made->pid = node->pid;
  made->tid = node->tid;
  made->text = g_strdup (node->text);
  return TRUE;
}

/* Adds the nodes up to the next lane that waits for slices. */
static void
advance (Reading *self)
{
  for (; self->next < self->nodes->len; self->next++)
    {
      const FileNode *node = get_node (self, self->next);

      if (self->raw.n < node->n_slices)
        return;
      if (!add_node (self, node))
        {
          self->own->fault = "nodes";
          return;
        }
    }
}

/* ---- slices -------------------------------------------------------------------------------- */

static void
take_name (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Reading *self = user_data;
  char *text = _lsc_own_text (cells[1]);

  if (!text || _lsc_own_int64 (cells[0], -1) != self->names->len)
    self->own->fault = "names";
  g_ptr_array_add (self->names, text);
}

static guint32
get_string (Reading *self, gint64 name)
{
  if (self->strings[name] == LSC_STRING_NONE)
    self->strings[name] =
        lsc_intern_add (self->own->timeline->strings, g_ptr_array_index (self->names, name));
  return self->strings[name];
}

static gboolean
add_slice (Reading *self, LscCell **cells)
{
  const FileNode *node = get_node (self, self->next);
  gint64 id = LSC_SQL_SLICE_ID (self->own->source->part, self->n_slices);
  gint64 name, kind, start_ns, duration_ns, end_ns;
  LscRawSlice *slice;

  if (_lsc_own_int64 (cells[0], -1) != id || _lsc_own_int64 (cells[1], -1) != node->id ||
      !lsc_value_int64 (cells[3], &name) || name < 0 || name >= self->names->len ||
      !lsc_value_int64 (cells[4], &kind) || kind < 0 || kind >= LSC_SLICE_N_KINDS ||
      !lsc_value_int64 (cells[5], &start_ns) || !lsc_value_int64 (cells[6], &duration_ns) ||
      duration_ns < 0 || __builtin_add_overflow (start_ns, duration_ns, &end_ns))
    return FALSE;
  slice = lsc_raw_slices_add (&self->raw, start_ns, end_ns);
  slice->name = get_string (self, name);
  slice->kind = (guint8) kind;
  slice->link = LSC_SLICE_NONE;
  if ((kind == LSC_SLICE_COMM_OP && self->own->timeline->comm_numbers.n > 0) ||
      (self->own->kernels->ids.n > 0 && lsc_slice_kind_is_computing ((guint8) kind)))
    slice->detail = (gint64) self->n_slices; /* by which its number, or what it is, is found */
  self->n_slices++;
  return TRUE;
}

static void
take_slice (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Reading *self = user_data;

  if (self->own->fault || self->next >= self->nodes->len)
    return; /* what is left was computed */
  if (!add_slice (self, cells))
    self->own->fault = "slice_rows";
  else
    advance (self);
}

static gboolean
read_slices (Reading *self, GError **error)
{
  LscOwn *own = self->own;
  guint64 n_expected = 0;
  g_autofree char *where = NULL;

  for (guint i = 0; i < self->nodes->len; i++)
    n_expected += get_node (self, i)->n_slices;
  if (n_expected >= LSC_SLICE_NONE)
    return _lsc_own_corrupt (own->db, "nodes", error);
  where = g_strdup_printf ("\"id\" >= %" G_GINT64_FORMAT " AND \"id\" < %" G_GINT64_FORMAT,
                           LSC_SQL_SLICE_ID (own->source->part, 0),
                           LSC_SQL_SLICE_ID (own->source->part, n_expected));
  self->next = 1; /* the rank itself is there */
  advance (self);
  if (!_lsc_own_scan (own, "slice_rows", where, take_slice, self, error))
    return FALSE;
  return self->next == self->nodes->len || _lsc_own_corrupt (own->db, "slice_rows", error);
}

/* ---- counters ------------------------------------------------------------------------------ */

static void
take_series (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Reading *self = user_data;
  gint64 id = _lsc_own_int64 (cells[0], -1);
  gint64 number = _lsc_own_int64 (cells[4], -1) - get_node (self, 0)->id;
  gint64 shape = _lsc_own_int64 (cells[5], -1), unit = _lsc_own_int64 (cells[6], -1);
  g_autofree char *name = _lsc_own_text (cells[3]);
  LscCounter *counter;

  if (id < 0 || number < 1 || number >= self->nodes->len ||
      get_node (self, (guint) number)->type != LSC_NODE_COUNTER || shape < LSC_COUNTER_LINE ||
      shape > LSC_COUNTER_AREA || unit < LSC_COUNTER_UNIT_NONE || unit >= LSC_COUNTER_N_UNITS ||
      g_hash_table_contains (self->series, &id))
    {
      self->own->fault = "series";
      return;
    }
  counter = lsc_counter_new (name ? name : "", (LscCounterShape) shape, (LscCounterUnit) unit);
  g_ptr_array_add (lsc_timeline_get_node (self->own->timeline, (guint32) number)->series, counter);
  g_hash_table_insert (self->series, g_memdup2 (&id, sizeof id), counter);
}

static void
take_sample (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Reading *self = user_data;
  gint64 id = _lsc_own_int64 (cells[0], -1);
  LscCounter *counter = g_hash_table_lookup (self->series, &id); /* none: it was computed */
  LscSample sample = { .value = lsc_cell_get_double (cells[2]) };

  if (!lsc_value_int64 (cells[1], &sample.time_ns))
    self->own->fault = "samples";
  else if (counter)
    lsc_samples_append (&counter->samples, sample);
}

static char *
make_row_range (gint64 first, gint64 n)
{
  gint64 last;

  if (__builtin_add_overflow (first, MAX (n, 0), &last))
    last = first;
  return g_strdup_printf ("rowid > %" G_GINT64_FORMAT " AND rowid <= %" G_GINT64_FORMAT, first,
                          last);
}

static gboolean
read_counters (Reading *self, GError **error)
{
  LscOwn *own = self->own;
  gint64 first = get_node (self, 0)->id;
  g_autofree char *of_rank =
      g_strdup_printf ("\"node_id\" >= %" G_GINT64_FORMAT " AND \"node_id\" < %" G_GINT64_FORMAT,
                       first, first + self->nodes->len);
  g_autofree char *rows = make_row_range (own->first_sample, own->n_samples);
  GHashTableIter iter;
  gpointer counter;

  if (!_lsc_own_scan (own, "series", of_rank, take_series, self, error) ||
      !_lsc_own_scan (own, "samples", rows, take_sample, self, error))
    return FALSE;
  g_hash_table_iter_init (&iter, self->series);
  while (g_hash_table_iter_next (&iter, NULL, &counter))
    lsc_counter_seal (counter);
  return TRUE;
}

/* ---- order --------------------------------------------------------------------------------- */

static int
compare_places (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Reading *self = user_data;
  const LscNode *nodes = (const LscNode *) (gpointer) self->own->timeline->nodes->data;
  gint64 x = get_node (self, (guint) ((const LscNode *) a - nodes))->place;
  gint64 y = get_node (self, (guint) ((const LscNode *) b - nodes))->place;

  return (x > y) - (x < y);
}

/** Reads nodes, slices and counters. */
gboolean
_lsc_own_read_lanes (LscOwn *self, GError **error)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, TRUE, sizeof (FileNode));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) series = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree guint32 *strings = NULL;
  g_autofree char *of_rank = g_strdup_printf ("\"rank_id\" = %u", self->source->part);
  Reading reading = { .own = self, .nodes = nodes, .names = names, .series = series };
  gboolean is_read;

  g_array_set_clear_func (nodes, clear_node);
  if (!_lsc_own_scan (self, "nodes", of_rank, take_node, &reading, error) ||
      !_lsc_own_scan (self, "names", NULL, take_name, &reading, error))
    return FALSE;
  if (nodes->len == 0)
    return _lsc_own_corrupt (self->db, "nodes", error);
  reading.strings = strings = g_new (guint32, names->len + 1);
  memset (strings, 0xff, ((gsize) names->len + 1) * sizeof *strings); /* LSC_STRING_NONE */
  is_read = read_slices (&reading, error) && read_counters (&reading, error);
  lsc_raw_slices_clear (&reading.raw);
  for (guint32 i = 0; is_read && i < nodes->len; i++)
    lsc_timeline_order_children (self->timeline, i, compare_places, &reading);
  return is_read;
}

/* ---- links --------------------------------------------------------------------------------- */

typedef struct
{
  LscOwn *own;
  LscLinkList *links;
} LinkReading;

/** Whether the slice of an id of the file is there: its number in the timeline. */
gboolean
_lsc_own_find_slice (const LscOwn *self, LscCell *cell, guint32 *slice)
{
  gint64 id = _lsc_own_int64 (cell, -1);
  gsize number = (guint32) id;

  if (id < 0 || id >> 32 != self->source->part || number >= self->new_ids.n)
    return FALSE;
  *slice = self->new_ids.items[number];
  return TRUE;
}

static void
take_link (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LinkReading *self = user_data;
  const char *kind = lsc_cell_get_text (cells[2]);
  LscLink link = { 0 };

  while (link.kind < LSC_LINK_N_KINDS && g_strcmp0 (lsc_link_kind_name (link.kind), kind) != 0)
    link.kind++;
  if (link.kind == LSC_LINK_N_KINDS || !_lsc_own_find_slice (self->own, cells[0], &link.from) ||
      !_lsc_own_find_slice (self->own, cells[1], &link.to))
    self->own->fault = "link_rows";
  else
    lsc_link_list_append (self->links, link);
}

static gint64
get_id (gsize index, gconstpointer data)
{
  return ((const guint32 *) data)[index];
}

static void
renumber_far_launches (LscOwn *self)
{
  LscIndexes *far = &self->timeline->far_launches;

  for (gsize i = 0; i < far->n; i++)
    if (far->items[i] < self->new_ids.n)
      far->items[i] = self->new_ids.items[far->items[i]];
    else
      self->fault = "facts";
  lsc_sort_items (far->items, far->n, sizeof *far->items, get_id);
}

static gint64
get_graph_id (gsize index, gconstpointer data)
{
  return ((const LscGraphName *) data)[index].id;
}

static void
renumber_graph_names (LscOwn *self)
{
  LscGraphNames *names = &self->timeline->graph_names;

  for (gsize i = 0; i < names->n; i++)
    if (names->items[i].id < self->new_ids.n)
      names->items[i].id = self->new_ids.items[names->items[i].id];
    else
      self->fault = "facts";
  lsc_sort_items (names->items, names->n, sizeof *names->items, get_graph_id);
}

static gint64
get_detail (gsize index, gconstpointer data)
{
  return ((const LscCommNumber *) data)[index].detail;
}

/** Reads the links between the slices that were read. */
gboolean
_lsc_own_read_links (LscOwn *self, LscLinkList *links, GError **error)
{
  g_autofree char *rows = make_row_range (self->first_link, self->n_links);
  LinkReading reading = { self, links };
  LscCommNumbers *numbers = &self->timeline->comm_numbers;

  renumber_far_launches (self);
  renumber_graph_names (self);
  lsc_sort_items (numbers->items, numbers->n, sizeof *numbers->items, get_detail);
  return _lsc_own_scan (self, "link_rows", rows, take_link, &reading, error);
}
