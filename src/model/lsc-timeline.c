/* lsc-timeline.c - every event of one rank: lanes in a tree, links, counters
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-timeline-private.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "model/lsc-rank-name.h"

static void
clear_node (gpointer data)
{
  LscNode *node = data;

  g_free (node->text);
  lsc_lane_free (node->lane);
  g_clear_pointer (&node->series, g_ptr_array_unref);
}

/** Returns: (transfer full): an array for nodes, with room for some */
GArray *
_lsc_timeline_nodes_new (guint reserved)
{
  GArray *nodes = g_array_sized_new (FALSE, TRUE, sizeof (LscNode), reserved);

  g_array_set_clear_func (nodes, clear_node);
  return nodes;
}

/**
 * lsc_timeline_new:
 * @source: where it is read from
 *
 * Returns: (transfer full): a timeline that has only its root
 */
LscTimeline *
lsc_timeline_new (LscSource *source)
{
  LscTimeline *self;
  LscNode root = { .type = LSC_NODE_GROUP,
                   .role = LSC_ROLE_RANK,
                   .parent = LSC_SLICE_NONE,
                   .first_child = LSC_SLICE_NONE,
                   .last_child = LSC_SLICE_NONE,
                   .next = LSC_SLICE_NONE,
                   .pid = -1,
                   .tid = -1 };

  g_return_val_if_fail (source, NULL);
  self = g_new0 (LscTimeline, 1);
  g_atomic_ref_count_init (&self->refs);
  self->parts = LSC_TIMELINE_WHOLE;
  self->source = lsc_source_ref (source);
  self->origin_file = g_strdup (source->file);
  self->origin_format = g_strdup (lsc_format_word (source->format));
  self->rank = source->rank;
  self->device = -1;
  self->level = -1;
  self->metadata = lsc_metadata_new ();
  self->strings = lsc_intern_new ();
  self->nodes = _lsc_timeline_nodes_new (1);
  g_array_append_val (self->nodes, root);
  self->child_names = _lsc_child_names_new ();
  self->comm_groups = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_comm_group_free);
  self->notices = lsc_notices_new ();
  return self;
}

LscTimeline *
lsc_timeline_ref (LscTimeline *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_timeline_unref (LscTimeline *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  if (self->free_analysis)
    self->free_analysis (self->analysis);
  if (self->free_reader)
    self->free_reader (self->reader);
  lsc_source_unref (self->source);
  g_free (self->origin_file);
  g_free (self->steps_mark);
  g_free (self->origin_format);
  g_free (self->host_name);
  g_free (self->host_uid);
  g_free (self->chip_name);
  lsc_metadata_unref (self->metadata);
  lsc_intern_unref (self->strings);
  g_array_unref (self->nodes);
  _lsc_child_names_free (self->child_names);
  lsc_links_clear (&self->links);
  lsc_indexes_clear (&self->far_launches);
  lsc_steps_clear (&self->steps);
  lsc_steps_clear (&self->placed_steps);
  lsc_told_steps_clear (&self->told_steps);
  lsc_told_comms_clear (&self->told_comms);
  g_ptr_array_unref (self->comm_groups);
  lsc_comm_peers_clear (&self->comm_peers);
  lsc_comm_numbers_clear (&self->comm_numbers);
  lsc_graph_tasks_clear (&self->graph_tasks);
  lsc_graph_names_clear (&self->graph_names);
  lsc_comm_facts_clear (&self->comm_facts);
  lsc_comm_waits_clear (&self->comm_waits);
  lsc_comm_pairs_clear (&self->comm_pairs);
  lsc_transfers_clear (&self->transfers);
  lsc_kernel_keys_clear (&self->kernel_keys);
  lsc_kernel_keys_clear (&self->launch_keys);
  lsc_copies_clear (&self->copies);
  lsc_run_facts_free (self->facts);
  lsc_phrase_free (self->extended_reason);
  lsc_phrase_free (self->launch_reason);
  g_free (self->counter_reason);
  lsc_notices_unref (self->notices);
  g_free (self);
}

/* Returns: the end of the last slice of a lane that has a length, @end_ns if none is later */
static gint64
find_lasting_end (const LscLane *lane, gint64 end_ns)
{
  for (guint32 row = 0; row < lane->n_rows; row++)
    {
      guint32 i = lane->row_begin[row + 1];

      while (i > lane->row_begin[row] && lsc_lane_get_duration_ns (lane, i - 1) == 0)
        i--;
      if (i > lane->row_begin[row])
        end_ns = MAX (end_ns, lsc_lane_get_end_ns (lane, i - 1));
    }
  return end_ns;
}

/**
 * lsc_timeline_seal:
 * @links: (nullable): links between the slices; emptied
 *
 * Notes the extent and makes links ready to be found. May be called again after lanes were added.
 * Nobody has looked for stray slices then: that is lsc_timeline_find_strays().
 */
void
lsc_timeline_seal (LscTimeline *self, LscLinkList *links)
{
  gboolean has_slices = FALSE;
  gsize n_slices = 0;

  g_return_if_fail (self);
  self->begin_ns = self->end_ns = 0;
  self->lasting_end_ns = G_MININT64;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (self, i)->lane;

      if (!lane || lane->n == 0)
        continue;
      g_assert (lsc_timeline_get_node (self, i)->first_id == n_slices); /* numbers have no gaps */
      n_slices += lane->n;
      self->begin_ns = has_slices ? MIN (self->begin_ns, lane->begin_ns) : lane->begin_ns;
      self->end_ns = has_slices ? MAX (self->end_ns, lane->end_ns) : lane->end_ns;
      self->lasting_end_ns = find_lasting_end (lane, self->lasting_end_ns);
      has_slices = TRUE;
    }
  g_assert (n_slices == self->n_slices);
  if (self->lasting_end_ns == G_MININT64)
    self->lasting_end_ns = self->end_ns;
  self->has_strays = FALSE;
  self->main_begin_ns = self->begin_ns;
  self->main_end_ns = self->end_ns;
  if (links)
    lsc_links_seal (&self->links, links);
}

/**
 * lsc_timeline_is_of_ops:
 *
 * Such a recording has ops of pipelines and no kernels and launches; transfers are recorded without
 * their waiting, and each step by a clock of its own (formats.md#op-timelines).
 *
 * Returns: whether it is of the op timeline of a job, or was made of one
 */
gboolean
lsc_timeline_is_of_ops (const LscTimeline *self)
{
  g_return_val_if_fail (self, FALSE);
  return strcmp (self->origin_format, lsc_format_word (LSC_FORMAT_OPS)) == 0;
}

/**
 * lsc_timeline_take_notice:
 * @notice: (transfer full): what is odd
 * @table: (nullable): in which table
 * @count: items concerned, -1 = not counted
 *
 * Adds a notice about the timeline's file.
 */
void
lsc_timeline_take_notice (LscTimeline *self, LscNotice *notice, const char *table, gint64 count)
{
  g_return_if_fail (self && notice);
  lsc_notice_set_place (notice, self->rank, self->source->file, table);
  notice->count = count;
  lsc_notices_add (self->notices, notice);
}

/**
 * lsc_timeline_get_spot:
 * @id: number of a slice
 *
 * Cost: O(log nodes).
 *
 * Returns: where it is, %LSC_SPOT_NONE when there is no such slice
 */
LscSpot
lsc_timeline_get_spot (const LscTimeline *self, guint32 id)
{
  guint32 node;

  if (id >= self->n_slices)
    return LSC_SPOT_NONE;
  /* The last node that begins at id or before. */
  node = (guint32) LSC_BISECT (i, 1, self->nodes->len,
                               lsc_timeline_get_node (self, (guint32) i)->first_id <= id) -
         1;
  return (LscSpot){ node, id - lsc_timeline_get_node (self, node)->first_id };
}

/**
 * lsc_timeline_get_label:
 *
 * Returns: (transfer full): "Rank 3", or the folder's name when the rank is unknown
 */
char *
lsc_timeline_get_label (const LscTimeline *self)
{
  g_return_val_if_fail (self, NULL);
  return lsc_rank_is_told (self->rank) ? lsc_rank_name_get_title (self->rank, NULL)
                                       : lsc_source_get_label (self->source);
}

/**
 * lsc_timeline_get_path:
 * @node: a node
 * @with_rank: whether the path begins with the rank
 *
 * Returns: (transfer full): "Rank 0/Device/Stream 2", or "Device/Stream 2"; "" for the root
 *   without rank
 */
char *
lsc_timeline_get_path (const LscTimeline *self, guint32 node, gboolean with_rank)
{
  g_return_val_if_fail (self && (node == LSC_SLICE_NONE || node < self->nodes->len), NULL);

  GString *path = g_string_new (NULL);

  for (; node != 0 && node != LSC_SLICE_NONE; node = lsc_timeline_get_node (self, node)->parent)
    {
      if (path->len > 0)
        g_string_prepend_c (path, '/');
      g_string_prepend (path, lsc_timeline_get_node (self, node)->name);
    }
  if (with_rank)
    {
      g_autofree char *label = lsc_timeline_get_label (self);

      if (path->len > 0)
        g_string_prepend_c (path, '/');
      g_string_prepend (path, label);
    }
  return g_string_free (path, FALSE);
}

/* Names may hold a slash, so every child that the path can begin with is tried. */
static guint32
find_below (const LscTimeline *self, guint32 parent, const char *path)
{
  for (guint32 child = lsc_timeline_get_node (self, parent)->first_child; child != LSC_SLICE_NONE;
       child = lsc_timeline_get_node (self, child)->next)
    {
      const char *name = lsc_timeline_get_node (self, child)->name;
      gsize length = strlen (name);
      guint32 found;

      if (strncmp (path, name, length) != 0)
        continue;
      if (path[length] == '\0')
        return child;
      /* The name is longer there: another node. */
      if (path[length] != '/')
        continue;
      found = find_below (self, child, path + length + 1);
      if (found != LSC_SLICE_NONE)
        return found;
    }
  return LSC_SLICE_NONE;
}

/**
 * lsc_timeline_find_path:
 * @path: as lsc_timeline_get_path() gives it, with or without the rank
 *
 * Returns: the node; %LSC_SLICE_NONE if there is none
 */
guint32
lsc_timeline_find_path (const LscTimeline *self, const char *path)
{
  g_return_val_if_fail (self && path, LSC_SLICE_NONE);

  g_autofree char *label = lsc_timeline_get_label (self);
  gsize length = strlen (label);

  if (*path == '\0')
    return 0;
  if (strncmp (path, label, length) == 0 && path[length] == '\0')
    return 0;
  if (strncmp (path, label, length) == 0 && path[length] == '/')
    {
      guint32 found = find_below (self, 0, path + length + 1);

      if (found != LSC_SLICE_NONE)
        return found;
    }
  return find_below (self, 0, path);
}

/**
 * lsc_timeline_text:
 * @id: a name of this timeline
 *
 * Returns: (transfer none): the text, "" for none; perhaps not UTF-8
 */
const char *
lsc_timeline_text (const LscTimeline *self, guint32 id)
{
  const char *text = lsc_intern_text (self->strings, id);

  return text ? text : "";
}

static gboolean
has_role (const LscNode *node, guint64 roles)
{
  return roles == 0 || (roles & G_GUINT64_CONSTANT (1) << node->role) != 0;
}

/**
 * lsc_timeline_find_slice:
 * @roles: mask of 1 << #LscNodeRole of the lanes to look in, 0 = all
 * @name: (nullable): the whole name; %NULL = any
 *
 * Cost: O(rows log n).
 *
 * Returns: the slice of exactly these times and this name, of the first lane that has it;
 *   %LSC_SPOT_NONE
 */
LscSpot
lsc_timeline_find_slice (const LscTimeline *self, guint64 roles, gint64 start_ns, gint64 end_ns,
                         const char *name)
{
  g_return_val_if_fail (self, LSC_SPOT_NONE);

  guint32 id = name ? lsc_intern_find (self->strings, name) : LSC_SLICE_NONE;

  /* No slice has a name that the pool does not know. */
  if (name && id == LSC_STRING_NONE)
    return LSC_SPOT_NONE;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self, i);
      guint32 slice = LSC_SLICE_NONE;

      if (node->lane && has_role (node, roles))
        slice = lsc_lane_find_exact (node->lane, start_ns, end_ns, id);
      if (slice != LSC_SLICE_NONE)
        return (LscSpot){ i, slice };
    }
  return LSC_SPOT_NONE;
}

/**
 * lsc_timeline_find_longest:
 * @roles: mask of 1 << #LscNodeRole of the lanes to look in, 0 = all
 * @name: (nullable): the whole name; %NULL = any
 *
 * Cost: O(rows log n + slices that start in the time).
 *
 * Returns: the longest slice of this name in that time, the first lane's if there are several;
 *   %LSC_SPOT_NONE
 */
LscSpot
lsc_timeline_find_longest (const LscTimeline *self, guint64 roles, gint64 begin_ns, gint64 end_ns,
                           const char *name)
{
  g_return_val_if_fail (self, LSC_SPOT_NONE);

  guint32 id = name ? lsc_intern_find (self->strings, name) : LSC_SLICE_NONE;
  LscSpot best = LSC_SPOT_NONE;
  gint64 most = -1;

  if (name && id == LSC_STRING_NONE)
    return best;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self, i);
      guint32 slice = node->lane && has_role (node, roles)
                          ? lsc_lane_find_longest (node->lane, begin_ns, end_ns, id)
                          : LSC_SLICE_NONE;

      if (slice == LSC_SLICE_NONE || lsc_lane_get_duration_ns (node->lane, slice) <= most)
        continue;
      most = lsc_lane_get_duration_ns (node->lane, slice);
      best = (LscSpot){ i, slice };
    }
  return best;
}

/**
 * lsc_timeline_find_around:
 * @roles: mask of 1 << #LscNodeRole of the lanes to look in, 0 = all
 * @name: (nullable): the whole name; %NULL = any
 *
 * Cost: O(rows log n).
 *
 * Returns: the shortest slice of this name that @time_ns lies in; %LSC_SPOT_NONE
 */
LscSpot
lsc_timeline_find_around (const LscTimeline *self, guint64 roles, gint64 time_ns, const char *name)
{
  g_return_val_if_fail (self, LSC_SPOT_NONE);

  guint32 id = name ? lsc_intern_find (self->strings, name) : LSC_SLICE_NONE;
  LscSpot best = LSC_SPOT_NONE;
  gint64 least = G_MAXINT64;

  if (name && id == LSC_STRING_NONE)
    return best;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (self, i)->lane;

      for (guint32 row = 0;
           lane && has_role (lsc_timeline_get_node (self, i), roles) && row < lane->n_rows; row++)
        {
          guint32 slice = lsc_lane_find_at (lane, row, time_ns);

          if (slice == LSC_SLICE_NONE || (name && lane->name[slice] != id) ||
              lsc_lane_get_duration_ns (lane, slice) >= least)
            continue;
          least = lsc_lane_get_duration_ns (lane, slice);
          best = (LscSpot){ i, slice };
        }
    }
  return best;
}

/**
 * lsc_timeline_get_comm_group:
 * @name: full name or hash of the group
 *
 * Returns: (transfer none) (nullable): the group
 */
LscCommGroup *
lsc_timeline_get_comm_group (const LscTimeline *self, const char *name)
{
  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->comm_groups->len; i++)
    {
      LscCommGroup *group = g_ptr_array_index (self->comm_groups, i);

      if (g_strcmp0 (group->name, name) == 0)
        return group;
    }
  return NULL;
}

static int
compare_peers (const void *a, const void *b)
{
  const LscCommPeer *x = a, *y = b;

  return (x->slice > y->slice) - (x->slice < y->slice);
}

/**
 * lsc_timeline_get_peer:
 * @slice: id of a send, a receive or a batch of them
 *
 * Cost: O(log n).
 *
 * Returns: number of the rank that it is with; %LSC_PEER_MANY; %LSC_RANK_UNKNOWN
 */
gint64
lsc_timeline_get_peer (const LscTimeline *self, guint32 slice)
{
  g_return_val_if_fail (self, LSC_RANK_UNKNOWN);

  const LscCommPeer key = { .slice = slice };
  const LscCommPeer *found =
      self->comm_peers.n > 0
          ? bsearch (&key, self->comm_peers.items, self->comm_peers.n, sizeof key, compare_peers)
          : NULL;

  return found ? found->rank : LSC_RANK_UNKNOWN;
}

/**
 * lsc_timeline_find_comm_fact:
 * @lane: of operators
 *
 * Returns: (transfer none) (nullable): what the database says of an operator beside its times
 */
const LscCommFact *
lsc_timeline_find_comm_fact (const LscTimeline *self, const LscLane *lane, guint32 slice)
{
  gint64 detail;
  gsize at;

  if (self->comm_facts.n == 0)
    return NULL;
  detail = lsc_lane_get_detail (lane, slice);
  at = LSC_BISECT (i, 0, self->comm_facts.n, self->comm_facts.items[i].detail < detail);
  return at < self->comm_facts.n && self->comm_facts.items[at].detail == detail
             ? &self->comm_facts.items[at]
             : NULL;
}

/** Returns: (nullable): how ENUM_HCCL_DATA_TYPE calls a type of elements; %NULL = not known */
const char *
lsc_data_type_name (guint32 data_type)
{
  static const char *const names[] = { "INT8",  "INT16",  "INT32", "FP16",   "FP32",
                                       "INT64", "UINT64", "UINT8", "UINT16", "UINT32",
                                       "FP64",  "BFP16",  "INT128" };

  return data_type < G_N_ELEMENTS (names) ? names[data_type] : NULL;
}

/**
 * lsc_timeline_get_comm_number:
 * @lane: of @self
 * @slice: of a communication operator, an index in it
 *
 * Cost: O(log n).
 *
 * Returns: its number in the group, the same on all members; -1 where that is not recorded
 */
gint64
lsc_timeline_get_comm_number (const LscTimeline *self, const LscLane *lane, guint32 slice)
{
  gint64 detail;
  gsize at;

  g_return_val_if_fail (self && lane && slice < lane->n, -1);
  if (self->comm_numbers.n == 0)
    return -1;
  detail = lsc_lane_get_detail (lane, slice);
  at = LSC_BISECT (i, 0, self->comm_numbers.n, self->comm_numbers.items[i].detail < detail);
  return at < self->comm_numbers.n && self->comm_numbers.items[at].detail == detail
             ? self->comm_numbers.items[at].number
             : -1;
}

/**
 * lsc_timeline_read_blocks:
 * @job: (nullable): cancellation
 *
 * Reads what was allocated, block by block. Cost: one pass over that table of the file, so nobody
 * asks without a reason. Thread: a worker's.
 *
 * Source: formats.md#memory-blocks.
 *
 * Returns: (transfer full) (nullable): not recorded where the format or the file has none; %NULL
 *   with @error when the file cannot be read again
 */
LscMemoryBlocks *
lsc_timeline_read_blocks (const LscTimeline *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  if (!self->read_blocks)
    return lsc_memory_blocks_new ();
  return self->read_blocks (self, job, error);
}

/**
 * lsc_timeline_metadata:
 *
 * Returns: (transfer none) (nullable): JSON text recorded under that key (formats.md#metadata)
 */
const char *
lsc_timeline_metadata (const LscTimeline *self, const char *key)
{
  g_return_val_if_fail (self, NULL);
  return lsc_metadata_get (self->metadata, key);
}

/**
 * lsc_timeline_get_memory_bytes:
 *
 * Returns: bytes of lanes, links and counters; names and what the reader keeps do not count
 */
gsize
lsc_timeline_get_memory_bytes (const LscTimeline *self)
{
  g_return_val_if_fail (self, 0);

  gsize bytes = self->links.n * (sizeof *self->links.items + sizeof *self->links.by_to) +
                self->far_launches.capacity * sizeof *self->far_launches.items;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self, i);

      if (node->lane)
        bytes += lsc_lane_get_memory_bytes (node->lane);
      for (guint k = 0; node->series && k < node->series->len; k++)
        {
          const LscCounter *series = g_ptr_array_index (node->series, k);

          bytes += series->samples.capacity * sizeof *series->samples.items;
        }
    }
  return bytes;
}

/**
 * lsc_timeline_foreach_lane:
 * @roles: mask of 1 << #LscNodeRole, 0 = all
 *
 * Calls @func for every lane in the order of the tree, a lane before its children.
 */
void
lsc_timeline_foreach_lane (LscTimeline *self, guint64 roles, LscLaneFunc func, gpointer user_data)
{
  guint32 node = 0;

  g_return_if_fail (self && func);
  while (node != LSC_SLICE_NONE)
    {
      const LscNode *about = lsc_timeline_get_node (self, node);
      guint32 next = about->first_child;

      if (about->lane && has_role (about, roles))
        func (self, node, user_data);
      while (next == LSC_SLICE_NONE && node != LSC_SLICE_NONE)
        {
          next = lsc_timeline_get_node (self, node)->next;
          node = lsc_timeline_get_node (self, node)->parent;
        }
      node = next;
    }
}

void
lsc_detail_free (LscDetail *self)
{
  if (!self)
    return;
  g_free (self->key);
  g_free (self->value);
  g_free (self);
}

void
lsc_comm_group_free (LscCommGroup *self)
{
  if (!self)
    return;
  g_free (self->name);
  g_free (self->label);
  lsc_int64s_clear (&self->ranks);
  g_free (self);
}
