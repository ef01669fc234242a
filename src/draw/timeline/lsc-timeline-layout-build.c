/* lsc-timeline-layout-build.c - making the strips from the ranks and what the user did to them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "draw/timeline/lsc-timeline-layout-private.h"

typedef struct
{
  LscTimelineLayout *layout;
  guint32 index; /* of the rank */
  LscLayoutRank *rank;
  double y;
  gboolean is_pinned;
  guint32 root; /* of a pinned part */
} Walk;

/* Whether the children of a node are shown: what the user chose, else what suits its role. */
static gboolean
is_expanded (const LscTimelineLayout *self, guint32 rank, guint32 node)
{
  const LscLayoutRank *owner = _lsc_layout_rank (self, rank);
  const LscNode *data = lsc_timeline_get_node (owner->timeline, node);
  const LscNodeState *state = _lsc_layout_peek_state (self, owner->paths[node]);

  if (self->filter)
    return TRUE;
  if (_lsc_layout_is_folded (self, owner, node))
    return FALSE;
  if (state && state->expanded >= 0)
    return state->expanded;
  switch (data->role)
    {
    case LSC_ROLE_HOST_THREAD:
      return self->show_stacks;
    case LSC_ROLE_COMM_GROUP:
    case LSC_ROLE_COUNTERS:
    case LSC_ROLE_MEMORY:
      return FALSE;
    default:
      return !(data->flags & LSC_NODE_COLLAPSED);
    }
}

/* Returns: how many rows a lane has; 1 for what is no lane or is empty */
guint
_lsc_layout_count_rows (const LscLayoutRank *rank, guint32 node)
{
  const LscNode *data = lsc_timeline_get_node (rank->timeline, node);

  return data->lane ? MAX (data->lane->n_rows, 1) : 1;
}

/** Whether a lane can be shown by its uppermost row alone. */
gboolean
_lsc_layout_is_foldable (const LscTimelineLayout *self, const LscLayoutRank *rank, guint32 node)
{
  LscNodeRole role = lsc_timeline_get_node (rank->timeline, node)->role;

  return self->folds_hosts && !self->is_figure &&
         (role == LSC_ROLE_HOST_THREAD || role == LSC_ROLE_CANN_THREAD ||
          role == LSC_ROLE_MARK_LANE) &&
         rank->leaders[node] == LSC_SLICE_NONE && _lsc_layout_count_rows (rank, node) > 1;
}

/** Whether it is: what the user chose, else all of them are. */
gboolean
_lsc_layout_is_folded (const LscTimelineLayout *self, const LscLayoutRank *rank, guint32 node)
{
  const LscNodeState *state = _lsc_layout_peek_state (self, rank->paths[node]);

  if (self->filter || !_lsc_layout_is_foldable (self, rank, node))
    return FALSE;
  if (state && state->unfolded >= 0)
    return !state->unfolded;
  return !self->show_stacks && !(state && state->expanded > 0);
}

static gboolean
has_visible_children (const LscLayoutRank *rank, guint32 node)
{
  for (guint32 child = lsc_timeline_get_node (rank->timeline, node)->first_child;
       child != LSC_SLICE_NONE; child = lsc_timeline_get_node (rank->timeline, child)->next)
    if (!(lsc_timeline_get_node (rank->timeline, child)->flags & LSC_NODE_HIDDEN) ||
        has_visible_children (rank, child))
      return TRUE;
  return FALSE;
}

static void
add_place (LscTimelineLayout *self, guint32 rank, guint32 node)
{
  guint64 key = (guint64) rank << 32 | node;

  g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key),
                       GSIZE_TO_POINTER (self->strips->len));
}

static void
add_merged (Walk *walk, LscStrip *strip)
{
  for (guint32 i = 0; i < walk->rank->n_nodes; i++)
    if (walk->rank->leaders[i] == strip->node)
      {
        if (!strip->merged)
          strip->merged = g_array_new (FALSE, FALSE, sizeof (guint32));
        g_array_append_val (strip->merged, i);
        strip->n_all_rows += _lsc_layout_count_rows (walk->rank, i);
      }
}

static void
size_lane (Walk *walk, LscStrip *strip)
{
  const LscTimelineLayout *self = walk->layout;
  const LscNodeState *state = _lsc_layout_peek_state (self, walk->rank->paths[strip->node]);
  guint most = self->auto_height ? LSC_LAYOUT_MOST_ROWS : LSC_LAYOUT_FIXED_ROWS;

  strip->n_all_rows = _lsc_layout_count_rows (walk->rank, strip->node);
  if (walk->rank->leaders[strip->node] == strip->node)
    {
      walk->rank->leaders[strip->node] = LSC_SLICE_NONE; /* itself is not merged into itself */
      add_merged (walk, strip);
      walk->rank->leaders[strip->node] = strip->node;
    }
  strip->is_folded = _lsc_layout_is_folded (self, walk->rank, strip->node);
  strip->n_rows = strip->is_folded ? 1 : MIN (strip->n_all_rows, most);
  strip->is_cut = !strip->is_folded && strip->n_all_rows > strip->n_rows;
  if (state && !strip->is_folded)
    strip->first_row = MIN (state->first_row, strip->n_all_rows - strip->n_rows);
  strip->row_height = self->row_height;
  strip->height = strip->n_rows * strip->row_height + 2 * LSC_LAYOUT_STRIP_PADDING;
}

static void
add_strip (Walk *walk, guint32 node, guint depth, LscStripType type)
{
  LscTimelineLayout *self = walk->layout;
  LscStrip strip = { .type = type,
                     .rank = walk->index,
                     .node = node,
                     .depth = depth,
                     .y = walk->y,
                     .is_pinned = walk->is_pinned,
                     .n_rows = 1,
                     .n_all_rows = 1,
                     .row_height = self->row_height,
                     .height = LSC_LAYOUT_GROUP_HEIGHT };

  if (type != LSC_STRIP_EMPTY)
    {
      strip.has_children = has_visible_children (walk->rank, node);
      strip.is_expanded = strip.has_children && is_expanded (self, walk->index, node);
      strip.has_children = strip.has_children && !self->is_figure;
    }
  if (type == LSC_STRIP_LANE)
    {
      size_lane (walk, &strip);
      if (!strip.has_children && _lsc_layout_is_foldable (self, walk->rank, node))
        {
          strip.has_children = TRUE;
          strip.is_expanded = !strip.is_folded;
        }
    }
  else if (type == LSC_STRIP_COUNTER)
    strip.height = MAX (LSC_LAYOUT_COUNTER_HEIGHT, 2 * self->row_height);
  strip.height = round (strip.height);
  walk->y += strip.height;
  g_array_append_val (self->strips, strip);
  add_place (self, walk->index, node);
  for (guint i = 0; strip.merged && i < strip.merged->len; i++)
    add_place (self, walk->index, g_array_index (strip.merged, guint32, i));
}

static void walk_node (Walk *walk, guint32 node, guint depth);

static void
walk_children (Walk *walk, guint32 node, guint depth)
{
  for (guint32 child = lsc_timeline_get_node (walk->rank->timeline, node)->first_child;
       child != LSC_SLICE_NONE; child = lsc_timeline_get_node (walk->rank->timeline, child)->next)
    walk_node (walk, child, depth);
}

/* In a document the names of the lanes say what such a group would. */
static gboolean
is_left_out (const LscTimelineLayout *self, guint32 rank, guint32 node, const LscNode *data)
{
  return self->is_figure && node != 0 && data->type == LSC_NODE_GROUP &&
         is_expanded (self, rank, node);
}

static gboolean
is_merged_away (const LscLayoutRank *rank, guint32 node)
{
  return rank->leaders[node] != LSC_SLICE_NONE && rank->leaders[node] != node;
}

static void
walk_node (Walk *walk, guint32 node, guint depth)
{
  const LscTimelineLayout *self = walk->layout;
  const LscLayoutRank *rank = walk->rank;
  const LscNode *data = lsc_timeline_get_node (rank->timeline, node);
  const LscNodeState *state = _lsc_layout_peek_state (self, rank->paths[node]);

  if (data->flags & LSC_NODE_HIDDEN)
    {
      walk_children (walk, node, depth);
      return;
    }
  if ((state && state->is_hidden) || is_merged_away (rank, node) ||
      (!walk->is_pinned && !rank->is_kept[node]))
    return;
  if (!(walk->is_pinned && walk->root == node) &&
      _lsc_layout_find_pinned (self, rank->paths[node], NULL))
    return;
  if (data->type == LSC_NODE_GROUP && node != 0 && !has_visible_children (rank, node))
    return;
  if (is_left_out (self, walk->index, node, data))
    {
      walk_children (walk, node, depth);
      return;
    }
  add_strip (walk, node, depth,
             data->type == LSC_NODE_GROUP     ? LSC_STRIP_GROUP
             : data->type == LSC_NODE_COUNTER ? LSC_STRIP_COUNTER
                                              : LSC_STRIP_LANE);
  if (!is_expanded (self, walk->index, node))
    return;
  walk_children (walk, node, depth + 1);
  for (guint32 i = 0; rank->leaders[node] == node && i < rank->n_nodes; i++)
    if (i != node && rank->leaders[i] == node)
      walk_children (walk, i, depth + 1);
}

/* Marks what the filter keeps: nodes whose name has the text, what is above and below them. */
static gboolean
mark_kept (const LscTimelineLayout *self, LscLayoutRank *rank, guint32 node, gboolean is_kept)
{
  const LscNode *data = lsc_timeline_get_node (rank->timeline, node);
  gboolean has_kept;

  if (!is_kept)
    {
      g_autofree char *name = g_utf8_casefold (data->name ? data->name : rank->label, -1);

      is_kept = strstr (name, self->filter) != NULL;
    }
  has_kept = is_kept;
  for (guint32 child = data->first_child; child != LSC_SLICE_NONE;
       child = lsc_timeline_get_node (rank->timeline, child)->next)
    has_kept |= mark_kept (self, rank, child, is_kept);
  rank->is_kept[node] = has_kept;
  return has_kept;
}

/* Counts the lanes that the user has hidden, themselves or with a group above; one that is pinned
 * stays when its group is hidden. */
static guint
count_hidden (const LscTimelineLayout *self, const LscLayoutRank *rank, guint32 node,
              gboolean is_hidden)
{
  const LscNode *data = lsc_timeline_get_node (rank->timeline, node);
  const LscNodeState *state = _lsc_layout_peek_state (self, rank->paths[node]);
  guint n;

  if (is_hidden && _lsc_layout_find_pinned (self, rank->paths[node], NULL))
    is_hidden = FALSE;
  is_hidden |= state && state->is_hidden;
  n = is_hidden && data->type != LSC_NODE_GROUP && !(data->flags & LSC_NODE_HIDDEN);
  for (guint32 child = data->first_child; child != LSC_SLICE_NONE;
       child = lsc_timeline_get_node (rank->timeline, child)->next)
    n += count_hidden (self, rank, child, is_hidden);
  return n;
}

static void
resolve_merges (LscTimelineLayout *self)
{
  for (guint i = 0; i < self->merges->len; i++)
    {
      const GPtrArray *paths = g_ptr_array_index (self->merges, i);
      guint32 leader = LSC_SLICE_NONE, home = LSC_SLICE_NONE;

      for (guint k = 0; k < paths->len; k++)
        {
          guint32 rank, node;

          if (!_lsc_layout_find (self, g_ptr_array_index (paths, k), &rank, &node) ||
              (home != LSC_SLICE_NONE && rank != home))
            continue;
          if (leader == LSC_SLICE_NONE)
            {
              leader = node;
              home = rank;
            }
          _lsc_layout_rank (self, rank)->leaders[node] = leader;
        }
    }
}

static void
prepare_rank (LscTimelineLayout *self, LscLayoutRank *rank)
{
  for (guint32 i = 0; i < rank->n_nodes; i++)
    rank->leaders[i] = LSC_SLICE_NONE;
  if (rank->n_nodes == 0)
    return;
  memset (rank->is_kept, 1, rank->n_nodes);
  if (self->filter)
    mark_kept (self, rank, 0, FALSE);
  self->n_hidden += count_hidden (self, rank, 0, FALSE);
}

static void
build_pinned (LscTimelineLayout *self)
{
  Walk walk = { .layout = self, .is_pinned = TRUE };

  for (guint i = 0; i < self->pinned->len; i++)
    {
      if (!_lsc_layout_find (self, g_ptr_array_index (self->pinned, i), &walk.index, &walk.root))
        continue;
      walk.rank = _lsc_layout_rank (self, walk.index);
      walk_node (&walk, walk.root, 0);
    }
  self->n_pinned = self->strips->len;
  self->pinned_height = walk.y;
}

/* Makes the strips anew if anything has changed. */
void
_lsc_layout_build (LscTimelineLayout *self)
{
  Walk walk = { .layout = self };
  g_autofree guint32 *order = NULL;

  if (!self->is_stale)
    return;
  self->is_stale = FALSE;
  g_array_set_size (self->strips, 0);
  g_hash_table_remove_all (self->places);
  self->n_hidden = 0;
  for (guint32 i = 0; i < self->ranks->len; i++)
    prepare_rank (self, _lsc_layout_rank (self, i));
  resolve_merges (self);
  build_pinned (self);
  order = _lsc_layout_order_ranks (self);
  for (guint32 i = 0; i < self->ranks->len; i++)
    {
      walk.index = order[i];
      walk.rank = _lsc_layout_rank (self, walk.index);
      if (!walk.rank->timeline || walk.rank->n_nodes <= 1)
        add_strip (&walk, 0, 0, LSC_STRIP_EMPTY);
      else
        walk_node (&walk, 0, 0);
    }
  self->content_height = walk.y;
}
