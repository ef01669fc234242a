/* lsc-timeline-layout-state.c - what the user did to the lanes: expanded, pinned, hidden, merged
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "draw/timeline/lsc-timeline-layout-private.h"

#define LEAST_ROW_HEIGHT 9.0
#define MOST_ROW_HEIGHT 60.0

/* ---- paths ---- */

const LscNodeState *
_lsc_layout_peek_state (const LscTimelineLayout *self, const char *path)
{
  return g_hash_table_lookup (self->states, path);
}

LscNodeState *
_lsc_layout_state (LscTimelineLayout *self, const char *path)
{
  LscNodeState *state = g_hash_table_lookup (self->states, path);

  if (!state)
    {
      state = g_new0 (LscNodeState, 1);
      state->expanded = state->unfolded = -1;
      g_hash_table_insert (self->states, g_strdup (path), state);
    }
  return state;
}

gboolean
_lsc_layout_find (const LscTimelineLayout *self, const char *path, guint32 *rank, guint32 *node)
{
  for (guint32 i = 0; path && i < self->ranks->len; i++)
    {
      const LscLayoutRank *owner = _lsc_layout_rank (self, i);
      guint found =
          owner->by_path ? GPOINTER_TO_UINT (g_hash_table_lookup (owner->by_path, path)) : 0;

      if (found == 0)
        continue;
      *rank = i;
      *node = found - 1;
      return TRUE;
    }
  return FALSE;
}

/**
 * lsc_timeline_layout_get_path:
 *
 * Returns: (transfer full) (nullable): "Rank 0/Device/Stream 2", which stands for a node wherever
 *   a path is asked for; %NULL if there is no such node
 */
char *
lsc_timeline_layout_get_path (const LscTimelineLayout *self, guint32 rank, guint32 node)
{
  const LscLayoutRank *owner;

  g_return_val_if_fail (self, NULL);
  owner = _lsc_layout_rank (self, rank);
  if (!owner || (!owner->timeline && node != 0) || (owner->timeline && node >= owner->n_nodes))
    return NULL;
  return g_strdup (owner->timeline ? owner->paths[node] : owner->key);
}

/**
 * lsc_timeline_layout_find_path:
 * @rank: (out): index of the rank
 * @node: (out): of its timeline
 *
 * Returns: %FALSE if no loaded rank has a node of that path
 */
gboolean
lsc_timeline_layout_find_path (const LscTimelineLayout *self, const char *path, guint32 *rank,
                               guint32 *node)
{
  g_return_val_if_fail (self && rank && node, FALSE);
  if (_lsc_layout_find (self, path, rank, node))
    return TRUE;
  /* lsc_timeline_get_path() gives the rank's name in the user's language */
  for (guint32 i = 0; path && i < self->ranks->len; i++)
    {
      const LscLayoutRank *owner = _lsc_layout_rank (self, i);
      g_autofree char *label = owner->timeline ? lsc_timeline_get_label (owner->timeline) : NULL;
      gsize length = label ? strlen (label) : 0;
      g_autofree char *own = NULL;

      if (length == 0 || strncmp (path, label, length) != 0 ||
          (path[length] != '/' && path[length] != '\0'))
        continue;
      own = g_strconcat (owner->key, path + length, NULL);
      if (_lsc_layout_find (self, own, rank, node))
        return TRUE;
    }
  return FALSE;
}

/* ---- expanding ---- */

/**
 * lsc_timeline_layout_set_expanded:
 *
 * Shows or hides what is below a node. Of a lane that is folded first its rows are shown, and what
 * is below them the next time.
 */
void
lsc_timeline_layout_set_expanded (LscTimelineLayout *self, const char *path, gboolean expanded)
{
  guint32 rank, node;
  gboolean is_foldable;

  g_return_if_fail (self && path);
  is_foldable = _lsc_layout_find (self, path, &rank, &node) &&
                _lsc_layout_is_foldable (self, _lsc_layout_rank (self, rank), node);
  if (!is_foldable || !expanded ||
      !_lsc_layout_is_folded (self, _lsc_layout_rank (self, rank), node))
    _lsc_layout_state (self, path)->expanded = expanded != FALSE;
  if (is_foldable)
    _lsc_layout_state (self, path)->unfolded = expanded != FALSE;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_unfold:
 *
 * Shows all rows of a lane.
 */
void
lsc_timeline_layout_unfold (LscTimelineLayout *self, guint32 rank, guint32 node)
{
  const LscLayoutRank *owner;

  g_return_if_fail (self);
  owner = _lsc_layout_rank (self, rank);
  if (!owner || node >= owner->n_nodes || !_lsc_layout_is_folded (self, owner, node))
    return;
  _lsc_layout_state (self, owner->paths[node])->unfolded = TRUE;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_set_folds_hosts:
 *
 * Whether threads and marks of the host are shown by their uppermost row alone, until the user
 * unfolds them.
 */
void
lsc_timeline_layout_set_folds_hosts (LscTimelineLayout *self, gboolean folds)
{
  g_return_if_fail (self);
  if (self->folds_hosts == (folds != FALSE))
    return;
  self->folds_hosts = folds != FALSE;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_set_all_expanded:
 *
 * Expands everything, or collapses everything below the ranks.
 */
void
lsc_timeline_layout_set_all_expanded (LscTimelineLayout *self, gboolean expanded)
{
  g_return_if_fail (self);
  for (guint32 i = 0; i < self->ranks->len; i++)
    {
      const LscLayoutRank *rank = _lsc_layout_rank (self, i);

      for (guint32 node = expanded ? 0 : 1; node < rank->n_nodes; node++)
        if (lsc_timeline_get_node (rank->timeline, node)->first_child != LSC_SLICE_NONE)
          _lsc_layout_state (self, rank->paths[node])->expanded = expanded != FALSE;
      for (guint32 node = 0; node < rank->n_nodes; node++)
        if (_lsc_layout_is_foldable (self, rank, node))
          _lsc_layout_state (self, rank->paths[node])->unfolded = expanded != FALSE;
    }
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_reveal:
 *
 * Makes a node visible: expands what is above it, shows it if it was hidden, drops a filter that
 * leaves it out.
 */
void
lsc_timeline_layout_reveal (LscTimelineLayout *self, guint32 rank, guint32 node)
{
  const LscLayoutRank *owner;
  guint32 above;

  g_return_if_fail (self);
  owner = _lsc_layout_rank (self, rank);
  if (!owner || node >= owner->n_nodes ||
      lsc_timeline_layout_find_strip (self, rank, node) != G_MAXSIZE)
    return;
  if (!owner->is_kept[node])
    g_clear_pointer (&self->filter, g_free);
  for (above = node; above != LSC_SLICE_NONE;
       above = lsc_timeline_get_node (owner->timeline, above)->parent)
    {
      LscNodeState *state = _lsc_layout_state (self, owner->paths[above]);

      state->is_hidden = FALSE;
      if (above != node)
        state->expanded = state->unfolded = TRUE;
    }
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_set_show_stacks:
 *
 * Shows or hides the Python stacks of all threads.
 */
void
lsc_timeline_layout_set_show_stacks (LscTimelineLayout *self, gboolean show)
{
  g_return_if_fail (self);
  self->show_stacks = show;
  for (guint32 i = 0; i < self->ranks->len; i++)
    {
      const LscLayoutRank *rank = _lsc_layout_rank (self, i);

      for (guint32 node = 0; node < rank->n_nodes; node++)
        if (lsc_timeline_get_node (rank->timeline, node)->role == LSC_ROLE_HOST_THREAD &&
            g_hash_table_contains (self->states, rank->paths[node]))
          _lsc_layout_state (self, rank->paths[node])->expanded = -1;
    }
  _lsc_layout_touch (self);
}

/* ---- pinning ---- */

gboolean
_lsc_layout_find_pinned (const LscTimelineLayout *self, const char *path, guint *index)
{
  return self->pinned->len > 0 &&
         g_ptr_array_find_with_equal_func (self->pinned, path, g_str_equal, index);
}

/**
 * lsc_timeline_layout_is_pinned:
 */
gboolean
lsc_timeline_layout_is_pinned (const LscTimelineLayout *self, const char *path)
{
  g_return_val_if_fail (self && path, FALSE);
  return _lsc_layout_find_pinned (self, path, NULL);
}

/**
 * lsc_timeline_layout_set_pinned:
 *
 * Moves a node, with what is below it, to the end of the strips that do not scroll, or back.
 */
void
lsc_timeline_layout_set_pinned (LscTimelineLayout *self, const char *path, gboolean pinned)
{
  guint index;
  gboolean was;

  g_return_if_fail (self && path);
  was = _lsc_layout_find_pinned (self, path, &index);
  if (was == (pinned != FALSE))
    return;
  if (was)
    g_ptr_array_remove_index (self->pinned, index);
  else
    g_ptr_array_add (self->pinned, g_strdup (path));
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_move_pinned:
 * @by: places down; negative = up
 *
 * Moves a pinned node among the others.
 */
void
lsc_timeline_layout_move_pinned (LscTimelineLayout *self, const char *path, int by)
{
  guint index;
  char *moved;
  gint64 target;

  g_return_if_fail (self && path);
  if (!_lsc_layout_find_pinned (self, path, &index))
    return;
  target = CLAMP ((gint64) index + by, 0, (gint64) self->pinned->len - 1);
  moved = g_ptr_array_steal_index (self->pinned, index);
  g_ptr_array_insert (self->pinned, (int) target, moved);
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_pin_same_named:
 *
 * Pins, or unpins, the node and those of the same path in every other rank.
 */
void
lsc_timeline_layout_pin_same_named (LscTimelineLayout *self, const char *path, gboolean pinned)
{
  const char *tail;

  g_return_if_fail (self && path);
  tail = strchr (path, '/');
  if (!tail)
    return;
  for (guint32 i = 0; i < self->ranks->len; i++)
    {
      const LscLayoutRank *rank = _lsc_layout_rank (self, i);
      g_autofree char *same = g_strconcat (rank->key, tail, NULL);

      if (rank->by_path && g_hash_table_contains (rank->by_path, same))
        lsc_timeline_layout_set_pinned (self, same, pinned);
    }
}

/**
 * lsc_timeline_layout_unpin_all:
 */
void
lsc_timeline_layout_unpin_all (LscTimelineLayout *self)
{
  g_return_if_fail (self);
  g_ptr_array_set_size (self->pinned, 0);
  _lsc_layout_touch (self);
}

/* ---- hiding ---- */

/**
 * lsc_timeline_layout_set_hidden:
 *
 * Hides a node with all that is below it, or shows it again.
 */
void
lsc_timeline_layout_set_hidden (LscTimelineLayout *self, const char *path, gboolean hidden)
{
  g_return_if_fail (self && path);
  _lsc_layout_state (self, path)->is_hidden = hidden != FALSE;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_show_all:
 *
 * Shows everything that was hidden.
 */
void
lsc_timeline_layout_show_all (LscTimelineLayout *self)
{
  GHashTableIter iter;
  gpointer state;

  g_return_if_fail (self);
  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, NULL, &state))
    ((LscNodeState *) state)->is_hidden = FALSE;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_get_n_hidden:
 *
 * Returns: how many lanes the user has hidden, those in hidden groups too
 */
guint
lsc_timeline_layout_get_n_hidden (const LscTimelineLayout *self)
{
  _lsc_layout_build ((LscTimelineLayout *) self);
  return self->n_hidden;
}

/* ---- merging ---- */

static GPtrArray *
find_merge (const LscTimelineLayout *self, const char *path, guint *index)
{
  for (guint i = 0; i < self->merges->len; i++)
    {
      GPtrArray *paths = g_ptr_array_index (self->merges, i);

      if (g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
        {
          if (index)
            *index = i;
          return paths;
        }
    }
  return NULL;
}

static void
absorb (LscTimelineLayout *self, GPtrArray *paths, const char *path)
{
  guint index;
  GPtrArray *old = find_merge (self, path, &index);

  if (!old)
    {
      if (!g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
        g_ptr_array_add (paths, g_strdup (path));
      return;
    }
  for (guint i = 0; i < old->len; i++)
    g_ptr_array_add (paths, g_strdup (g_ptr_array_index (old, i)));
  g_ptr_array_remove_index (self->merges, index);
}

/**
 * lsc_timeline_layout_merge:
 * @paths: lanes of one rank, two or more
 *
 * Draws lanes on the strip of the first, their rows one under another. What was merged with one of
 * them before comes along.
 *
 * Returns: %FALSE (and nothing changes) if one is no lane or they are of different ranks
 */
gboolean
lsc_timeline_layout_merge (LscTimelineLayout *self, GStrv paths)
{
  guint32 home = LSC_SLICE_NONE;
  GPtrArray *merged;
  guint n;

  g_return_val_if_fail (self && paths, FALSE);
  n = g_strv_length (paths);
  for (guint i = 0; i < n; i++)
    {
      guint32 rank, node;

      if (!_lsc_layout_find (self, paths[i], &rank, &node) ||
          (home != LSC_SLICE_NONE && rank != home) ||
          lsc_timeline_get_node (_lsc_layout_rank (self, rank)->timeline, node)->type !=
              LSC_NODE_LANE)
        return FALSE;
      home = rank;
    }
  if (n < 2)
    return FALSE;
  merged = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    absorb (self, merged, paths[i]);
  g_ptr_array_add (self->merges, merged);
  _lsc_layout_touch (self);
  return TRUE;
}

/**
 * lsc_timeline_layout_unmerge:
 * @path: one of the lanes merged
 *
 * Gives every lane of the strip its own again.
 */
void
lsc_timeline_layout_unmerge (LscTimelineLayout *self, const char *path)
{
  guint index;

  g_return_if_fail (self && path);
  if (!find_merge (self, path, &index))
    return;
  g_ptr_array_remove_index (self->merges, index);
  _lsc_layout_touch (self);
}

static gboolean
is_computing (const LscLane *lane)
{
  for (gsize i = 0; lane && i < lane->n; i++)
    if (lsc_slice_kind_is_computing (lane->kind[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_timeline_layout_merge_computing:
 *
 * Merges all streams of a rank on which something is computed.
 */
void
lsc_timeline_layout_merge_computing (LscTimelineLayout *self, guint32 rank)
{
  const LscLayoutRank *owner;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) paths = NULL;

  g_return_if_fail (self);
  owner = _lsc_layout_rank (self, rank);
  builder = g_strv_builder_new ();
  for (guint32 node = 0; owner && node < owner->n_nodes; node++)
    {
      const LscNode *data = lsc_timeline_get_node (owner->timeline, node);

      if (data->role == LSC_ROLE_STREAM && data->type == LSC_NODE_LANE && is_computing (data->lane))
        g_strv_builder_add (builder, owner->paths[node]);
    }
  paths = g_strv_builder_end (builder);
  lsc_timeline_layout_merge (self, paths);
}

/* ---- sizes and filter ---- */

/**
 * lsc_timeline_layout_set_filter:
 * @text: (nullable): what names are to contain, in any case; nothing or "" = no filter
 *
 * Shows only the nodes whose name has the text, with what is above and below them.
 */
void
lsc_timeline_layout_set_filter (LscTimelineLayout *self, const char *text)
{
  g_return_if_fail (self);
  g_free (self->filter);
  self->filter = text && *text != '\0' ? g_utf8_casefold (text, -1) : NULL;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_set_auto_height:
 *
 * Chooses whether a strip is as high as its rows need (up to 20) or three rows.
 */
void
lsc_timeline_layout_set_auto_height (LscTimelineLayout *self, gboolean auto_height)
{
  g_return_if_fail (self);
  self->auto_height = auto_height;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_set_row_height:
 * @row_height: px, kept between 9 and 60
 */
void
lsc_timeline_layout_set_row_height (LscTimelineLayout *self, double row_height)
{
  g_return_if_fail (self);
  self->row_height =
      row_height >= LEAST_ROW_HEIGHT ? MIN (row_height, MOST_ROW_HEIGHT) : LEAST_ROW_HEIGHT;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_set_figure:
 *
 * Chooses whether the lanes are for a document that nobody can click in: expanded groups of a rank
 * have no strip of their own, and strips have no signs of what can be done with them.
 */
void
lsc_timeline_layout_set_figure (LscTimelineLayout *self, gboolean is_figure)
{
  g_return_if_fail (self);
  self->is_figure = is_figure;
  _lsc_layout_touch (self);
}

/** lsc_timeline_layout_is_figure: Returns: whether the lanes are for a document */
gboolean
lsc_timeline_layout_is_figure (const LscTimelineLayout *self)
{
  return self->is_figure;
}

/**
 * lsc_timeline_layout_get_row_height:
 *
 * Returns: px
 */
double
lsc_timeline_layout_get_row_height (const LscTimelineLayout *self)
{
  return self->row_height;
}

/**
 * lsc_timeline_layout_scroll_rows:
 * @rows: how far down; negative = up
 *
 * Scrolls inside a strip that is cut.
 */
void
lsc_timeline_layout_scroll_rows (LscTimelineLayout *self, gsize strip, int rows)
{
  const LscStrip *data = lsc_timeline_layout_get_strip (self, strip);
  LscNodeState *state;

  if (!data || !data->is_cut)
    return;
  state = _lsc_layout_state (self, _lsc_layout_rank (self, data->rank)->paths[data->node]);
  state->first_row = (guint) CLAMP ((gint64) data->first_row + rows, 0,
                                    (gint64) data->n_all_rows - (gint64) data->n_rows);
  _lsc_layout_touch (self);
}
