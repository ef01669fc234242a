/* lsc-query-page-show.c - from a row of an answer to its slice
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/query/lsc-query-page-private.h"

/** A row that somebody wants to see in the timeline, until its rank is there. */
typedef struct
{
  LscTable *table;
  guint32 row;
  gint64 id;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  lsc_table_unref (wanted->table);
  g_free (wanted);
}

static const char *
get_text (LscTable *table, guint32 row, const char *name)
{
  LscValue cell = lsc_table_get_named (table, row, name);

  return !cell.is_null && cell.type == LSC_TYPE_TEXT ? cell.text : NULL;
}

/* An id is that of its recording and its number there. */
static guint
get_source_index (gint64 id)
{
  return (guint) ((guint64) id >> 32);
}

static guint32
get_number (gint64 id)
{
  return (guint32) id;
}

/* Other things than slices have ids, too: what the row tells besides must fit. */
static gboolean
is_slice (const LscTimeline *timeline, const Wanted *wanted)
{
  const char *name = get_text (wanted->table, wanted->row, "name");
  const LscLane *lane;
  LscSpot spot;
  gint64 start_ns;

  if (get_number (wanted->id) >= timeline->n_slices)
    return FALSE;
  spot = lsc_timeline_get_spot (timeline, get_number (wanted->id));
  lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  if (name && g_strcmp0 (name, lsc_timeline_text (timeline, lane->name[spot.slice])) != 0)
    return FALSE;
  return !lsc_table_get_int (wanted->table, wanted->row, "start_ns", &start_ns) ||
         start_ns == lane->start_ns[spot.slice];
}

static void
say (LscQueryPage *self, const char *text)
{
  lsc_app_page_say (LSC_APP_PAGE (self), text);
}

/* In the timeline, exactly that one. */
static void
show_slice (LscQueryPage *self, LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;

  lsc_app_page_jump (LSC_APP_PAGE (self),
                     &(LscJump){ .place = LSC_PLACE_SLICE,
                                 .rank = timeline->rank,
                                 .begin_ns = lane->start_ns[spot.slice],
                                 .end_ns = lsc_lane_get_end_ns (lane, spot.slice),
                                 .name = lsc_timeline_text (timeline, lane->name[spot.slice]),
                                 .timeline = timeline,
                                 .has_slice = TRUE,
                                 .slice = id });
}

static void
on_rank_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscQueryPage *self = owner;
  const Wanted *wanted = data;
  LscTimeline *timeline = result;

  if (!timeline)
    say (self, error->message);
  else if (is_slice (timeline, wanted))
    show_slice (self, timeline, get_number (wanted->id));
  else
    say (self, _ ("This row is no slice: the timeline cannot show it."));
  lsc_loader_drop_timeline (timeline);
}

/* @id: of a slice, or -1 */
static LscSource *
find_source (LscQueryPage *self, LscTable *table, guint32 row, gint64 id)
{
  GPtrArray *sources = self->cluster->sources;
  gint64 rank;

  if (!lsc_table_get_int (table, row, "rank", &rank))
    return id >= 0 && get_source_index (id) < sources->len
               ? g_ptr_array_index (sources, get_source_index (id))
               : NULL;
  for (guint i = 0; i < sources->len; i++)
    if (((LscSource *) g_ptr_array_index (sources, i))->rank == rank)
      return g_ptr_array_index (sources, i);
  return sources->len == 1 ? g_ptr_array_index (sources, 0) : NULL;
}

static gboolean
show_time (LscQueryPage *self, LscSource *source, LscTable *table, guint32 row)
{
  gint64 begin_ns, end_ns, length_ns;

  if (!lsc_table_get_int (table, row, "start_ns", &begin_ns) &&
      !lsc_table_get_int (table, row, "begin_ns", &begin_ns))
    return FALSE;
  if (lsc_table_get_int (table, row, "dur_ns", &length_ns))
    end_ns = begin_ns + length_ns;
  else if (!lsc_table_get_int (table, row, "end_ns", &end_ns))
    end_ns = begin_ns;
  lsc_app_page_jump (LSC_APP_PAGE (self), &(LscJump){ .place = LSC_PLACE_SLICE,
                                                      .rank = source->rank,
                                                      .begin_ns = begin_ns,
                                                      .end_ns = end_ns,
                                                      .name = get_text (table, row, "name") });
  return TRUE;
}

/* Goes to what a row tells of, as far as that can be known from its columns. */
void
_lsc_query_page_show_row (LscQueryPage *self, guint row)
{
  static const char *const ids[] = { "id",      "slice_id", "cause_id", "next_id",
                                     "from_id", "to_id",    "launch",   "device" };
  LscTable *table = lsc_table_view_get_table (self->view);
  LscSource *source;
  gint64 id = -1;
  gboolean has_id = FALSE;
  Wanted *wanted;

  for (guint i = 0; i < G_N_ELEMENTS (ids) && !has_id; i++)
    has_id = lsc_table_get_int (table, row, ids[i], &id);
  source = self->cluster ? find_source (self, table, row, id) : NULL;
  if (!source)
    {
      say (self,
           _ ("Select the column id or rank as well: nothing here says of which rank it is."));
      return;
    }
  /* a gap has times of its own, and ids of its neighbours */
  if ((!has_id || lsc_table_find_column (table, "class") >= 0) &&
      show_time (self, source, table, row))
    return;
  if (!has_id)
    {
      say (self, _ ("Select the column id, or start_ns and dur_ns, to go to the timeline."));
      return;
    }
  wanted = g_new0 (Wanted, 1);
  wanted->table = lsc_table_ref (table);
  wanted->row = row;
  wanted->id = id;
  lsc_loader_load_timeline (
      lsc_app_page_get_source (LSC_APP_PAGE (self))->loader, source,
      &(LscTaskWish){ self, &self->following, on_rank_loaded, wanted, wanted_free });
}
