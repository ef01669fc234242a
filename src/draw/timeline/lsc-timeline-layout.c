/* lsc-timeline-layout.c - which strips of which ranks are shown, and where
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-sort.h"

#include "draw/timeline/lsc-timeline-layout-private.h"

/* ---- ranks ---- */

/* Everything that is derived is made anew when it is next asked for. */
void
_lsc_layout_touch (LscTimelineLayout *self)
{
  self->revision++;
  self->is_stale = TRUE;
}

static void
forget_timeline (LscLayoutRank *rank)
{
  for (guint32 i = 0; i < rank->n_nodes; i++)
    g_free (rank->paths[i]);
  g_clear_pointer (&rank->paths, g_free);
  g_clear_pointer (&rank->by_path, g_hash_table_unref);
  g_clear_pointer (&rank->leaders, g_free);
  g_clear_pointer (&rank->is_kept, g_free);
  g_clear_pointer (&rank->shifts, g_free);
  g_clear_pointer (&rank->timeline, lsc_timeline_unref);
  rank->n_nodes = 0;
}

static void
rank_free (gpointer data)
{
  LscLayoutRank *rank = data;

  forget_timeline (rank);
  g_free (rank->key);
  g_free (rank->label);
  g_free (rank->message);
  g_free (rank);
}

static void
strip_clear (gpointer data)
{
  g_clear_pointer (&((LscStrip *) data)->merged, g_array_unref);
}

/**
 * lsc_timeline_layout_new:
 *
 * Returns: (transfer full): a layout without ranks
 */
LscTimelineLayout *
lsc_timeline_layout_new (void)
{
  LscTimelineLayout *self = g_new0 (LscTimelineLayout, 1);

  self->ranks = g_ptr_array_new_with_free_func (rank_free);
  self->states = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->aliases = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->pinned = g_ptr_array_new_with_free_func (g_free);
  self->merges = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->auto_height = TRUE;
  self->row_height = 20;
  self->strips = g_array_new (FALSE, TRUE, sizeof (LscStrip));
  g_array_set_clear_func (self->strips, strip_clear);
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->is_stale = TRUE;
  return self;
}

/**
 * lsc_timeline_layout_free:
 */
void
lsc_timeline_layout_free (LscTimelineLayout *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->ranks);
  g_hash_table_unref (self->states);
  g_hash_table_unref (self->aliases);
  g_ptr_array_unref (self->pinned);
  g_ptr_array_unref (self->merges);
  g_free (self->filter);
  g_array_unref (self->strips);
  g_hash_table_unref (self->places);
  g_free (self);
}

LscLayoutRank *
_lsc_layout_rank (const LscTimelineLayout *self, guint32 rank)
{
  return rank < self->ranks->len ? g_ptr_array_index (self->ranks, rank) : NULL;
}

static gboolean
has_key (const LscTimelineLayout *self, const char *key)
{
  for (guint32 i = 0; i < self->ranks->len; i++)
    if (strcmp (_lsc_layout_rank (self, i)->key, key) == 0)
      return TRUE;
  return FALSE;
}

/**
 * lsc_timeline_layout_add_rank:
 * @rank: number of the rank, -1 = unknown
 * @label: (nullable): what the user reads until there is an alias
 *
 * Adds a rank below the others; it shows a sentence until it gets its timeline. Two recordings of
 * the same rank are told apart by " (2)" in their paths.
 *
 * Returns: its index
 */
guint32
lsc_timeline_layout_add_rank (LscTimelineLayout *self, gint64 rank, const char *label)
{
  LscLayoutRank *added;
  g_autofree char *stem = NULL;

  g_return_val_if_fail (self, LSC_SLICE_NONE);
  added = g_new0 (LscLayoutRank, 1);
  stem = rank >= 0 ? g_strdup_printf ("Rank %" G_GINT64_FORMAT, rank)
                   : g_strdup (label && *label != '\0' ? label : "Rank ?");
  g_strdelimit (stem, "/", '_');
  added->rank = rank;
  added->key = g_strdup (stem);
  for (guint i = 2; has_key (self, added->key); i++)
    {
      g_free (added->key);
      added->key = g_strdup_printf ("%s (%u)", stem, i);
    }
  added->label = g_strdup (label && *label != '\0' ? label : added->key);
  g_ptr_array_add (self->ranks, added);
  _lsc_layout_touch (self);
  return self->ranks->len - 1;
}

static char *
make_path (const LscLayoutRank *rank, guint32 node)
{
  g_autofree char *tail = node == 0 ? NULL : lsc_timeline_get_path (rank->timeline, node, FALSE);

  return !tail || *tail == '\0' ? g_strdup (rank->key) : g_strconcat (rank->key, "/", tail, NULL);
}

/* What paths say of the nodes of a rank is kept by node: painters ask for every row. */
void
_lsc_layout_update_shifts (LscTimelineLayout *self, LscLayoutRank *rank)
{
  GHashTableIter iter;
  gpointer path, state;

  g_clear_pointer (&rank->shifts, g_free);
  if (!rank->by_path)
    return;
  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, &path, &state))
    {
      gint64 offset_ns = ((const LscNodeState *) state)->offset_ns;
      guint found =
          offset_ns != 0 ? GPOINTER_TO_UINT (g_hash_table_lookup (rank->by_path, path)) : 0;

      if (found == 0)
        continue;
      if (!rank->shifts)
        rank->shifts = g_new0 (gint64, rank->n_nodes);
      rank->shifts[found - 1] = offset_ns;
    }
}

/**
 * lsc_timeline_layout_set_timeline:
 * @timeline: (nullable): the rank's lanes; %NULL = not loaded
 *
 * Gives a rank its lanes. What the user did to lanes of the same paths stays.
 */
void
lsc_timeline_layout_set_timeline (LscTimelineLayout *self, guint32 rank, LscTimeline *timeline)
{
  LscLayoutRank *target;

  g_return_if_fail (self);
  target = _lsc_layout_rank (self, rank);
  if (!target)
    return;
  if (timeline)
    lsc_timeline_ref (timeline);
  forget_timeline (target);
  target->timeline = timeline;
  if (timeline)
    {
      target->stretch.begin_ns = timeline->begin_ns;
      target->stretch.end_ns = timeline->end_ns;
      target->n_nodes = timeline->nodes->len;
      target->paths = g_new0 (char *, MAX (target->n_nodes, 1));
      target->leaders = g_new (guint32, MAX (target->n_nodes, 1));
      target->is_kept = g_new (guint8, MAX (target->n_nodes, 1));
      target->by_path = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint32 i = 0; i < target->n_nodes; i++)
        {
          target->paths[i] = make_path (target, i);
          if (!g_hash_table_contains (target->by_path, target->paths[i]))
            g_hash_table_insert (target->by_path, target->paths[i], GUINT_TO_POINTER (i + 1));
        }
      _lsc_layout_update_shifts (self, target);
    }
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_set_message:
 * @message: (nullable): sentence shown instead of lanes: what is read, why it failed
 */
void
lsc_timeline_layout_set_message (LscTimelineLayout *self, guint32 rank, const char *message)
{
  LscLayoutRank *target;

  g_return_if_fail (self);
  target = _lsc_layout_rank (self, rank);
  if (!target || g_strcmp0 (target->message, message) == 0)
    return;
  g_free (target->message);
  target->message = g_strdup (message);
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_get_message:
 *
 * Returns: (nullable): the sentence of lsc_timeline_layout_set_message()
 */
const char *
lsc_timeline_layout_get_message (const LscTimelineLayout *self, guint32 rank)
{
  const LscLayoutRank *target = _lsc_layout_rank (self, rank);

  return target ? target->message : NULL;
}

/**
 * lsc_timeline_layout_set_alias:
 * @alias: (nullable): the user's name of the rank; nothing or "" = back to its label
 */
void
lsc_timeline_layout_set_alias (LscTimelineLayout *self, guint32 rank, const char *alias)
{
  const LscLayoutRank *target;

  g_return_if_fail (self);
  target = _lsc_layout_rank (self, rank);
  if (!target)
    return;
  if (!alias || *alias == '\0')
    g_hash_table_remove (self->aliases, target->key);
  else
    g_hash_table_insert (self->aliases, g_strdup (target->key), g_strdup (alias));
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_get_n_ranks:
 *
 * Returns: how many ranks there are, loaded or not
 */
guint32
lsc_timeline_layout_get_n_ranks (const LscTimelineLayout *self)
{
  return self->ranks->len;
}

/**
 * lsc_timeline_layout_get_timeline:
 *
 * Returns: (transfer none) (nullable): the lanes of a rank; %NULL when it is not loaded
 */
LscTimeline *
lsc_timeline_layout_get_timeline (const LscTimelineLayout *self, guint32 rank)
{
  const LscLayoutRank *target = _lsc_layout_rank (self, rank);

  return target ? target->timeline : NULL;
}

/**
 * lsc_timeline_layout_get_label:
 *
 * Returns: (transfer none): the rank's alias, else its label; "" for a rank that is not there
 */
const char *
lsc_timeline_layout_get_label (const LscTimelineLayout *self, guint32 rank)
{
  const LscLayoutRank *target;
  const char *alias;

  g_return_val_if_fail (self, NULL);
  target = _lsc_layout_rank (self, rank);
  alias = target ? g_hash_table_lookup (self->aliases, target->key) : NULL;
  if (alias)
    return alias;
  return target ? target->label : "";
}

/* Without stray slices, and without moments after all that lasts, such as the end of recording. */
static gint64
get_usual_end (const LscTimeline *timeline)
{
  gint64 lasting_ns = timeline->lasting_end_ns;

  return lasting_ns > timeline->main_begin_ns ? MIN (timeline->main_end_ns, lasting_ns)
                                              : timeline->main_end_ns;
}

/* Widens [begin, end) of the axis to what lanes that are moved alone hold. @with_strays: also what
 * is far from everything else */
static void
add_shifted (const LscLayoutRank *rank, gboolean with_strays, gint64 *begin_ns, gint64 *end_ns)
{
  for (guint32 i = 0; rank->shifts && i < rank->n_nodes; i++)
    {
      const LscTimeline *timeline = rank->timeline;
      const LscLane *lane = lsc_timeline_get_node (timeline, i)->lane;
      LscRowStretch stretch = rank->stretch;
      gint64 from_ns, to_ns;

      if (rank->shifts[i] == 0 || !lane || lane->n == 0)
        continue;
      stretch.offset_ns = lsc_ns_add (stretch.offset_ns, rank->shifts[i]);
      from_ns = with_strays ? lane->begin_ns : MAX (lane->begin_ns, timeline->main_begin_ns);
      to_ns = with_strays ? lane->end_ns : MIN (lane->end_ns, timeline->main_end_ns);
      if (from_ns > to_ns)
        continue;
      *begin_ns = MIN (*begin_ns, lsc_row_to_axis (&stretch, from_ns));
      *end_ns = MAX (*end_ns, lsc_row_to_axis (&stretch, to_ns));
    }
}

static gboolean
get_times (const LscTimelineLayout *self, gboolean with_strays, gint64 *begin_ns, gint64 *end_ns)
{
  gint64 begin = G_MAXINT64, end = G_MININT64;

  for (guint32 i = 0; i < self->ranks->len; i++)
    {
      const LscLayoutRank *rank = _lsc_layout_rank (self, i);
      const LscTimeline *timeline = rank->timeline;
      const LscRowStretch *all = &rank->stretch;

      if (!timeline || timeline->n_slices == 0)
        continue;
      begin =
          MIN (begin, lsc_row_to_axis (all, with_strays ? all->begin_ns : timeline->main_begin_ns));
      end = MAX (end, lsc_row_to_axis (all, with_strays ? all->end_ns : get_usual_end (timeline)));
      add_shifted (rank, with_strays, &begin, &end);
    }
  if (begin > end)
    return FALSE;
  *begin_ns = begin;
  *end_ns = MAX (end, lsc_ns_add (begin, 1));
  return TRUE;
}

/**
 * lsc_timeline_layout_get_extent:
 * @begin_ns: (out): aligned
 * @end_ns: (out): aligned; after @begin_ns
 *
 * What there is to see without zooming out: of every rank the slices that belong together.
 *
 * Returns: %FALSE (and nothing set) if no rank has a slice
 */
gboolean
lsc_timeline_layout_get_extent (const LscTimelineLayout *self, gint64 *begin_ns, gint64 *end_ns)
{
  g_return_val_if_fail (self && begin_ns && end_ns, FALSE);
  return get_times (self, FALSE, begin_ns, end_ns);
}

/**
 * lsc_timeline_layout_get_limits:
 *
 * As lsc_timeline_layout_get_extent(), but with the stray slices: how far one may go.
 */
gboolean
lsc_timeline_layout_get_limits (const LscTimelineLayout *self, gint64 *begin_ns, gint64 *end_ns)
{
  g_return_val_if_fail (self && begin_ns && end_ns, FALSE);
  return get_times (self, TRUE, begin_ns, end_ns);
}

/* ---- strips ---- */

/**
 * lsc_timeline_layout_get_n_strips:
 *
 * Returns: how many strips are shown, pinned ones first
 */
gsize
lsc_timeline_layout_get_n_strips (LscTimelineLayout *self)
{
  _lsc_layout_build (self);
  return self->strips->len;
}

/**
 * lsc_timeline_layout_get_strip:
 *
 * Returns: (transfer none) (nullable): a strip; valid until the next change of the layout
 */
const LscStrip *
lsc_timeline_layout_get_strip (LscTimelineLayout *self, gsize strip)
{
  _lsc_layout_build (self);
  return strip < self->strips->len ? &g_array_index (self->strips, LscStrip, strip) : NULL;
}

/**
 * lsc_timeline_layout_find_strip:
 *
 * Returns: the strip on which a node is drawn, %G_MAXSIZE if it is not shown
 */
gsize
lsc_timeline_layout_find_strip (LscTimelineLayout *self, guint32 rank, guint32 node)
{
  guint64 key = (guint64) rank << 32 | node;
  gsize place;

  g_return_val_if_fail (self, G_MAXSIZE);
  _lsc_layout_build (self);
  place = GPOINTER_TO_SIZE (g_hash_table_lookup (self->places, &key));
  return place > 0 ? place - 1 : G_MAXSIZE;
}

/**
 * lsc_timeline_layout_get_content_height:
 *
 * Returns: px of all strips that are not pinned
 */
double
lsc_timeline_layout_get_content_height (LscTimelineLayout *self)
{
  _lsc_layout_build (self);
  return self->content_height;
}

/**
 * lsc_timeline_layout_get_pinned_height:
 *
 * Returns: px of the pinned strips
 */
double
lsc_timeline_layout_get_pinned_height (LscTimelineLayout *self)
{
  _lsc_layout_build (self);
  return self->pinned_height;
}

/**
 * lsc_timeline_layout_get_n_pinned:
 *
 * Returns: how many of the strips are pinned
 */
gsize
lsc_timeline_layout_get_n_pinned (LscTimelineLayout *self)
{
  _lsc_layout_build (self);
  return self->n_pinned;
}

/**
 * lsc_timeline_layout_strip_at:
 * @y: px below the ruler
 * @scroll_y: how far the strips that are not pinned are scrolled
 *
 * Returns: the strip there, %G_MAXSIZE if there is none
 */
gsize
lsc_timeline_layout_strip_at (LscTimelineLayout *self, double y, double scroll_y)
{
  const LscStrip *strips;
  gboolean in_pinned;
  gsize end, found;

  _lsc_layout_build (self);
  if (!(y >= 0))
    return G_MAXSIZE;
  in_pinned = y < self->pinned_height;
  y += in_pinned ? 0 : scroll_y - self->pinned_height;
  strips = (const LscStrip *) (gpointer) self->strips->data;
  end = in_pinned ? self->n_pinned : self->strips->len;
  found = LSC_BISECT (i, in_pinned ? 0 : self->n_pinned, end, strips[i].y + strips[i].height <= y);
  return found < end && strips[found].y <= y ? found : G_MAXSIZE;
}

/**
 * lsc_timeline_layout_get_revision:
 *
 * Returns: a number that rises at every change
 */
guint
lsc_timeline_layout_get_revision (const LscTimelineLayout *self)
{
  return self->revision;
}

/**
 * lsc_timeline_layout_get_row:
 * @row: one of the rows shown, from 0: what is scrolled away inside the strip does not count
 * @node: (out): the lane
 * @lane_row: (out): its row
 *
 * Returns: %FALSE if there is no such row
 */
gboolean
lsc_timeline_layout_get_row (LscTimelineLayout *self, gsize strip, guint row, guint32 *node,
                             guint32 *lane_row)
{
  const LscStrip *data;
  const LscLayoutRank *rank;
  guint n;

  g_return_val_if_fail (self && node && lane_row, FALSE);
  data = lsc_timeline_layout_get_strip (self, strip);
  if (!data || data->type != LSC_STRIP_LANE || row >= data->n_rows)
    return FALSE;
  rank = _lsc_layout_rank (self, data->rank);
  row += data->first_row;
  *node = data->node;
  n = _lsc_layout_count_rows (rank, *node);
  for (guint i = 0; row >= n && data->merged && i < data->merged->len; i++)
    {
      row -= n;
      *node = g_array_index (data->merged, guint32, i);
      n = _lsc_layout_count_rows (rank, *node);
    }
  *lane_row = row;
  return row < n;
}

/**
 * lsc_timeline_layout_find_row:
 * @node: a lane shown on @strip
 * @lane_row: a row of it
 * @row: (out): where it is among all rows of the strip, scrolled away or not
 *
 * The reverse of lsc_timeline_layout_get_row(), except that LscStrip.first_row still counts.
 *
 * Returns: %FALSE if the strip does not show the lane
 */
gboolean
lsc_timeline_layout_find_row (LscTimelineLayout *self, gsize strip, guint32 node, guint32 lane_row,
                              guint *row)
{
  const LscStrip *data;
  const LscLayoutRank *rank;

  g_return_val_if_fail (self && row, FALSE);
  data = lsc_timeline_layout_get_strip (self, strip);
  if (!data || data->type != LSC_STRIP_LANE)
    return FALSE;
  rank = _lsc_layout_rank (self, data->rank);
  *row = lane_row;
  if (node == data->node)
    return TRUE;
  *row += _lsc_layout_count_rows (rank, data->node);
  for (guint i = 0; data->merged && i < data->merged->len; i++)
    {
      guint32 other = g_array_index (data->merged, guint32, i);

      if (other == node)
        return TRUE;
      *row += _lsc_layout_count_rows (rank, other);
    }
  return FALSE;
}
