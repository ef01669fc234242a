/* lsc-timeline-meanings.c - what the colours, lines and arrows of the lanes shown mean
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>
#include <string.h>

#include "draw/timeline/lsc-timeline-painter-private.h"

G_STATIC_ASSERT (LSC_SLICE_N_KINDS <= 64);
G_STATIC_ASSERT (LSC_N_FAMILIES <= 32);

static void
meaning_clear (gpointer data)
{
  g_free (((LscTimelineMeaning *) data)->name);
}

/* Adds a meaning that is not listed yet. */
static void
add_entry (GArray *meanings, const char *group, const char *name, guint32 rgb)
{
  LscTimelineMeaning meaning = { group, NULL, rgb, 0 };

  for (guint i = 0; i < meanings->len; i++)
    {
      const LscTimelineMeaning *known = &g_array_index (meanings, LscTimelineMeaning, i);

      if (known->rgb == rgb && strcmp (known->name, name) == 0)
        return;
    }
  meaning.name = g_strdup (name);
  g_array_append_val (meanings, meaning);
}

static void
mark_links (const LscTimeline *timeline, LscTimelineHues *seen)
{
  for (gsize i = 0; i < timeline->links.n; i++)
    seen->links |= 1u << MIN (timeline->links.items[i].kind, LSC_LINK_N_KINDS - 1);
}

static void
mark_row (const LscTimeline *timeline, const LscLane *lane, guint32 row, LscTimelineHues *seen)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL); /* looked at */

  for (gsize k = lane->row_begin[row]; k < lane->row_begin[row + 1]; k++)
    if (!_lsc_palette_has_family (timeline, lane->kind[k]))
      seen->kinds |= (guint64) 1 << MIN (lane->kind[k], LSC_SLICE_N_KINDS - 1);
    else if (g_hash_table_add (names, GUINT_TO_POINTER (lane->name[k])))
      seen->families |= 1u << _lsc_palette_kernel_family (timeline, lane->name[k]);
}

/* Kinds that have a lane of their own, which has their name, in a colour that others have too. */
#define OWN_LANE_KINDS ((guint64) 1 << LSC_SLICE_COMPUTING | (guint64) 1 << LSC_SLICE_COMMUNICATION)

/**
 * lsc_timeline_hues_new:
 * @job: (nullable): stops it
 *
 * Looks at every slice of every lane, but for kinds whose lane has their name, and at every link.
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): the colours in such a lane, by node; %NULL with
 *   %LSC_ERROR_CANCELLED
 */
LscTimelineHues *
lsc_timeline_hues_new (const LscTimeline *timeline, LscJob *job, GError **error)
{
  guint n;
  g_autofree LscTimelineHues *hues = NULL;

  g_return_val_if_fail (timeline, NULL);
  n = timeline->nodes->len;
  hues = g_new0 (LscTimelineHues, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      const LscLane *lane = node->lane;

      if (!lsc_job_check (job, error))
        return NULL;
      for (guint32 row = 0; lane && row < lane->n_rows; row++)
        mark_row (timeline, lane, row, &hues[i]);
      hues[i].kinds &= ~OWN_LANE_KINDS;
    }
  mark_links (timeline, &hues[0]);
  return g_steal_pointer (&hues);
}

static LscTimelineHues
find_hues (const LscTimelineView *view, const LscTimelineHues *const *known)
{
  LscTimelineHues seen = { 0 };

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (view->layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, i);
      const LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, strip->rank);
      guint32 node, lane_row;

      if (strip->type != LSC_STRIP_LANE)
        continue;
      for (guint row = 0; row < strip->n_rows; row++)
        {
          const LscLane *lane = lsc_timeline_layout_get_row (view->layout, i, row, &node, &lane_row)
                                    ? lsc_timeline_get_node (timeline, node)->lane
                                    : NULL;

          if (!lane || lane_row >= lane->n_rows)
            continue;
          if (!known)
            mark_row (timeline, lane, lane_row, &seen);
          else if (known[strip->rank])
            {
              seen.kinds |= known[strip->rank][node].kinds;
              seen.families |= known[strip->rank][node].families;
            }
        }
    }
  return seen;
}

/* Returns: colour, lines and whether only the edge has the colour */
static guint32
get_look (guint8 kind)
{
  return _lsc_palette_family (kind) |
         (guint32) _lsc_palette_hatch (kind) << LSC_TIMELINE_LEGEND_HATCH_SHIFT |
         (_lsc_palette_is_hollow (kind) ? LSC_TIMELINE_LEGEND_HOLLOW : 0);
}

static void
add_kind (GArray *meanings, const LscTimelineHues *seen, guint8 kind)
{
  const char *group, *name = _lsc_timeline_legend_words (kind, &group);

  if (seen->kinds >> kind & 1)
    add_entry (meanings, group, name, get_look (kind));
}

static void
list_kinds (const LscTimelineView *view, const LscTimelineHues *const *known, GArray *meanings)
{
  LscTimelineHues seen = find_hues (view, known);
  gboolean by_core = view->color == LSC_TIMELINE_COLOR_CORE;

  for (guint family = 0; family < LSC_N_FAMILIES; family++)
    if (seen.families >> family & 1)
      add_entry (meanings, _lsc_timeline_legend_families (), lsc_kernel_family_title (family),
                 _lsc_palette_kernels (family));
  for (guint i = 0; i < 2 * LSC_SLICE_N_KINDS; i++) /* the device comes first */
    {
      guint8 kind = (guint8) (i % LSC_SLICE_N_KINDS);

      if (kind == LSC_SLICE_COMM_TASK && i < LSC_SLICE_N_KINDS)
        add_kind (meanings, &seen, LSC_SLICE_NOT_OVERLAPPED); /* beside what it is part of */
      if (kind != LSC_SLICE_NOT_OVERLAPPED &&
          lsc_slice_kind_is_device (kind) == (i < LSC_SLICE_N_KINDS) &&
          (!by_core || _lsc_palette_core (kind) != LSC_TIMELINE_NEUTRAL_RGB))
        add_kind (meanings, &seen, kind);
    }
}

/**
 * lsc_timeline_legend_get_arrows:
 *
 * Returns: bits of the kinds of links of which arrows may be seen now
 */
guint32
lsc_timeline_legend_get_arrows (const LscTimelineView *view)
{
  gboolean is_selected;

  g_return_val_if_fail (view, 0);
  is_selected = lsc_timeline_view_get_lane (view, &view->selected) != NULL;
  if (view->arrows == LSC_TIMELINE_ARROWS_OFF)
    return 0;
  if (view->arrows == LSC_TIMELINE_ARROWS_ALL ||
      (view->arrows == LSC_TIMELINE_ARROWS_RANGE && view->has_range) || is_selected)
    return view->arrow_kinds;
  return 0;
}

/* Of the whole recording: the legend stays as it is while one slice is selected after another. */
static void
list_arrows (const LscTimelineView *view, const LscTimelineHues *const *known, GArray *meanings)
{
  guint32 wanted = lsc_timeline_legend_get_arrows (view);
  LscTimelineHues seen = { 0 };

  for (guint32 r = 0; wanted && r < lsc_timeline_layout_get_n_ranks (view->layout); r++)
    {
      const LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, r);

      if (known && known[r])
        seen.links |= known[r][0].links;
      else if (!known && timeline)
        mark_links (timeline, &seen);
    }
  for (guint32 kind = 0; kind < LSC_LINK_N_KINDS; kind++)
    if (seen.links & wanted & 1u << kind)
      {
        LscTimelineMeaning meaning = { _lsc_timeline_legend_arrows (),
                                       g_strdup (lsc_link_kind_title (kind)),
                                       _lsc_palette_link (kind), 1 + kind };

        g_array_append_val (meanings, meaning);
      }
}

static void
list_steps (const LscTimelineView *view, GArray *meanings)
{
  for (guint32 r = 0; r < lsc_timeline_layout_get_n_ranks (view->layout); r++)
    {
      const LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, r);

      for (gsize i = 0; timeline && i < timeline->steps.n && i < 16; i++)
        {
          g_autofree char *name =
              g_strdup_printf (_ ("step %" PRId64), timeline->steps.items[i].id);

          add_entry (meanings, NULL, name, _lsc_palette_series ((guint) i));
        }
      if (meanings->len > 0)
        return;
    }
}

/**
 * lsc_timeline_legend_list:
 * @known: (nullable): by rank, what lsc_timeline_hues_new() found, where it did: without it all
 *   slices of the lanes shown are looked at
 *
 * Lists what the colours of the lanes shown mean, and of the arrows between them; those of a group
 * stand together.
 *
 * Returns: (transfer full) (element-type LscTimelineMeaning):
 */
GArray *
lsc_timeline_legend_list (const LscTimelineView *view, const LscTimelineHues *const *known)
{
  static const char *const lengths[] = { "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms" };
  GArray *meanings;
  gint64 ns = 1000;

  g_return_val_if_fail (view && view->color <= LSC_TIMELINE_COLOR_MODULE, NULL);
  meanings = g_array_new (FALSE, FALSE, sizeof (LscTimelineMeaning));
  g_array_set_clear_func (meanings, meaning_clear);
  switch (view->color)
    {
    case LSC_TIMELINE_COLOR_DURATION:
      for (guint i = 0; i < G_N_ELEMENTS (lengths); i++, ns *= 10)
        add_entry (meanings, NULL, lengths[i], _lsc_palette_duration (ns));
      break;
    case LSC_TIMELINE_COLOR_STEP:
      list_steps (view, meanings);
      add_entry (meanings, NULL, _ ("outside of steps"), LSC_TIMELINE_NEUTRAL_RGB);
      break;
    case LSC_TIMELINE_COLOR_MODULE:
      add_entry (meanings, NULL, _ ("one colour a module"), _lsc_palette_series (0));
      add_entry (meanings, NULL, _ ("no module"), LSC_TIMELINE_NEUTRAL_RGB);
      break;
    case LSC_TIMELINE_COLOR_NAME:
    case LSC_TIMELINE_COLOR_CORE:
    default:
      list_kinds (view, known, meanings);
    }
  list_arrows (view, known, meanings);
  return meanings;
}
