/* lsc-timeline-page-search.c - finding slices by name and fields, stepping through them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/timeline/lsc-timeline-page-private.h"
#include "base/lsc-sort.h"

/* More matches than anybody steps through; the painter draws a tick a pixel anyway. */
#define MOST_HITS 1000000

/** What is looked for in one rank, and found there. */
typedef struct
{
  LscTimeline *timeline;
  guint32 rank;
  LscSearch search;
  LscSearchResult *found;
  GError *error;
  gboolean is_of_lanes; /* each lane has its own range: all was searched */
} RankSearch;

/** What is looked for. */
typedef struct
{
  char *text;
  GArray *ranks; /* RankSearch */
  LscJob *job;
  gboolean forward; /* of the slices of a name: where to go */
} Work;

static void
rank_search_clear (gpointer data)
{
  RankSearch *self = data;

  lsc_timeline_unref (self->timeline);
  g_clear_pointer (&self->found, lsc_search_result_free);
  g_clear_error (&self->error);
}

static Work *
work_new (const char *text)
{
  Work *work = g_new0 (Work, 1);

  work->text = g_strdup (text);
  work->ranks = g_array_new (FALSE, FALSE, sizeof (RankSearch));
  g_array_set_clear_func (work->ranks, rank_search_clear);
  return work;
}

static void
work_free (gpointer data)
{
  Work *work = data;

  g_array_unref (work->ranks);
  g_free (work->text);
  g_free (work);
}

static void
add_rank (LscTimelinePage *self, Work *work, guint32 rank, const LscSearch *search)
{
  LscTimelineLayout *layout = lsc_timeline_chart_get_layout (self->chart);
  gint64 offset = lsc_timeline_layout_get_offset (layout, rank);
  RankSearch item = { .rank = rank, .search = *search };

  item.timeline = lsc_timeline_ref (lsc_timeline_layout_get_timeline (layout, rank));
  item.search.text = work->text;
  item.search.begin_ns += offset;
  item.search.end_ns += offset;
  item.is_of_lanes = search->has_range && lsc_timeline_layout_has_lane_offsets (layout, rank);
  item.search.has_range &= !item.is_of_lanes;
  g_array_append_val (work->ranks, item);
}

static void
search_one (gsize index, gpointer user_data)
{
  Work *work = user_data;
  RankSearch *item = &g_array_index (work->ranks, RankSearch, index);

  item->found = lsc_search_run (item->timeline, &item->search, work->job, &item->error);
}

static gpointer
run_search (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;

  work->job = job;
  lsc_job_run_parallel (0, work->ranks->len, search_one, work);
  return NULL;
}

static void
start_search (LscTimelinePage *self, LscTask **slot, Work *work, LscTaskDone done)
{
  lsc_task_start (self, slot,
                  &(LscTaskWork){ .name = "timeline: search",
                                  .run = run_search,
                                  .data = work,
                                  .free_data = work_free,
                                  .done = done });
}

/* ---- the entry ---- */

static void
update_label (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  guint n = view->hits ? view->hits->len : 0;
  g_autofree char *label = NULL;

  gtk_widget_remove_css_class (GTK_WIDGET (self->search), "error");
  gtk_widget_set_visible (self->find_tools, *text != '\0');
  if (*text == '\0')
    label = g_strdup ("");
  else if (self->searching)
    label = g_strdup (_ ("Searching…"));
  else if (n == 0)
    label =
        g_strdup (self->range_is_locked && view->has_range ? _ ("None in the locked range")
                                                           : _ ("No match in the loaded ranks"));
  else if (view->current_hit < n)
    label = g_strdup_printf (_ ("%zu of %u%s"), view->current_hit + 1, n,
                             self->found_is_cut ? "+" : "");
  else
    label = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u match", "%u matches", n), n);
  gtk_label_set_label (self->match_label, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, label, -1);
}

/* Stops a search that runs. */
void
_lsc_timeline_page_search_stop (LscTimelinePage *self)
{
  lsc_task_stop (&self->searching);
}

static gint64
aligned_start (const LscTimelineView *view, const LscTimelineSpot *spot)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, spot->rank);

  return lsc_timeline_get_node (timeline, spot->spot.node)->lane->start_ns[spot->spot.slice] -
         lsc_timeline_layout_get_node_offset (view->layout, spot->rank, spot->spot.node);
}

/** A hit with its time, to sort by. */
typedef struct
{
  gint64 time_ns;
  LscTimelineSpot spot;
} Timed;

static int
compare_timed (gconstpointer a, gconstpointer b)
{
  const Timed *left = a, *right = b;

  LSC_RETURN_ORDER (left->time_ns, right->time_ns);
  LSC_RETURN_ORDER (left->spot.rank, right->spot.rank);
  LSC_RETURN_ORDER (left->spot.spot.node, right->spot.spot.node);
  return LSC_ORDER (left->spot.spot.slice, right->spot.spot.slice);
}

/* Hits of one rank come by time, unless lanes of it are moved; those of several are sorted. */
static GArray *
sort_found (LscTimelinePage *self, GArray *hits)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  g_autoptr (GArray) timed = g_array_sized_new (FALSE, FALSE, sizeof (Timed), hits->len);
  guint32 first = hits->len > 0 ? g_array_index (hits, LscTimelineSpot, 0).rank : 0;

  if (hits->len == 0 || (first == g_array_index (hits, LscTimelineSpot, hits->len - 1).rank &&
                         !lsc_timeline_layout_has_lane_offsets (view->layout, first)))
    return hits;
  for (guint i = 0; i < hits->len; i++)
    {
      Timed item = { .spot = g_array_index (hits, LscTimelineSpot, i) };

      item.time_ns = aligned_start (view, &item.spot);
      g_array_append_val (timed, item);
    }
  g_array_sort (timed, compare_timed);
  for (guint i = 0; i < hits->len; i++)
    g_array_index (hits, LscTimelineSpot, i) = g_array_index (timed, Timed, i).spot;
  return hits;
}

static void
show_hit (LscTimelinePage *self, gsize hit)
{
  LscTimelineView *view = lsc_timeline_chart_edit_view (self->chart);
  LscTimelineSpot spot = g_array_index (view->hits, LscTimelineSpot, hit);

  view->current_hit = hit;
  lsc_timeline_chart_select (self->chart, &spot);
  lsc_timeline_chart_point_out (self->chart, &spot);
  update_label (self);
}

/* The first hit at or after the begin of the window. */
static gsize
first_hit_in_view (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  gsize from = 0, to = view->hits->len;

  while (from < to)
    {
      gsize middle = from + (to - from) / 2;

      if (aligned_start (view, &g_array_index (view->hits, LscTimelineSpot, middle)) <
          view->port.begin_ns)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

static void
step_hit (LscTimelinePage *self, int by)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  gsize n = view->hits ? view->hits->len : 0, hit = view->current_hit;

  if (self->searching)
    {
      self->step_when_found = TRUE;
      return;
    }
  if (n == 0)
    {
      _lsc_timeline_page_bell (self);
      return;
    }
  if (hit >= n)
    {
      hit = first_hit_in_view (self) % n;
      if (by < 0)
        hit = (hit + n - 1) % n;
    }
  else
    hit = (hit + (by > 0 ? 1 : n - 1)) % n;
  show_hit (self, hit);
}

/* Whether a slice touches the range where its lane is shown. */
static gboolean
touches_range (const LscTimelineView *view, const RankSearch *item, LscSpot spot)
{
  const LscLane *lane = lsc_timeline_get_node (item->timeline, spot.node)->lane;
  gint64 shift_ns = lsc_timeline_layout_get_lane_offset (view->layout, item->rank, spot.node);
  gint64 start_ns = lsc_ns_add (lane->start_ns[spot.slice], -shift_ns);
  gint64 end_ns = lsc_ns_add (lsc_lane_get_end_ns (lane, spot.slice), -shift_ns);

  return start_ns < item->search.end_ns &&
         (end_ns > item->search.begin_ns || start_ns >= item->search.begin_ns);
}

static void
on_found (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelinePage *self = owner;
  const GArray *ranks = ((Work *) data)->ranks;
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (LscTimelineSpot));
  gboolean step = self->step_when_found;

  for (guint i = 0; i < ranks->len; i++)
    {
      const RankSearch *item = &g_array_index (ranks, RankSearch, i);

      for (guint k = 0; item->found && k < item->found->hits->len; k++)
        {
          LscTimelineSpot spot = { item->rank, g_array_index (item->found->hits, LscSpot, k) };

          if (!item->is_of_lanes ||
              touches_range (lsc_timeline_chart_get_view (self->chart), item, spot.spot))
            g_array_append_val (hits, spot);
        }
      self->found_is_cut |= item->found && item->found->is_cut;
    }
  hits = sort_found (self, hits);
  self->step_when_found = FALSE;
  lsc_timeline_chart_take_hits (self->chart, hits, G_MAXSIZE);
  update_label (self);
  if (step && hits->len > 0)
    step_hit (self, 1);
  for (guint i = 0; i < ranks->len; i++)
    if (g_array_index (ranks, RankSearch, i).error)
      {
        gtk_label_set_label (self->match_label,
                             g_array_index (ranks, RankSearch, i).error->message);
        gtk_widget_add_css_class (GTK_WIDGET (self->search), "error");
      }
}

/** lsc_timeline_page_pin_search: says in a pin what was looked for */
void
lsc_timeline_page_pin_search (LscTimelinePage *self, LscPin *pin)
{
  g_return_if_fail (LSC_IS_TIMELINE_PAGE (self) && pin);
  static const struct
  {
    const char *name;
    const char *setting;
  } switches[] = { { "regex", "timeline-search-regex" },
                   { "case", "timeline-search-case" },
                   { "word", "timeline-search-words" } };

  lsc_pin_set (pin, "text", self->searched);
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    lsc_pin_set (pin, switches[i].name,
                 g_settings_get_boolean (self->settings, switches[i].setting) ? "yes" : NULL);
}

/* Searches again: the text, a switch, the ranks or the locked range changed. */
void
_lsc_timeline_page_search_restart (LscTimelinePage *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  LscSearch search = {
    .text = gtk_editable_get_text (GTK_EDITABLE (self->search)),
    .is_regex = g_settings_get_boolean (self->settings, "timeline-search-regex"),
    .is_case_sensitive = g_settings_get_boolean (self->settings, "timeline-search-case"),
    .is_whole_word = g_settings_get_boolean (self->settings, "timeline-search-words"),
    .has_range = self->range_is_locked && view->has_range,
    .begin_ns = view->range_begin_ns,
    .end_ns = view->range_end_ns,
    .most = MOST_HITS,
  };
  g_autofree char *text = g_strstrip (g_strdup (search.text));

  _lsc_timeline_page_search_stop (self);
  self->found_is_cut = FALSE;
  g_free (self->searched);
  self->searched = g_strdup (search.text);
  if (*text != '\0')
    {
      Work *work = work_new (text);

      for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (view->layout); i++)
        if (lsc_timeline_layout_get_timeline (view->layout, i))
          add_rank (self, work, i, &search);
      start_search (self, &self->searching, work, on_found);
    }
  else
    lsc_timeline_chart_take_hits (self->chart, NULL, G_MAXSIZE);
  update_label (self);
}

/* Empties the search entry. Returns whether there was anything in it. */
gboolean
_lsc_timeline_page_search_clear (LscTimelinePage *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)) == '\0')
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  _lsc_timeline_page_search_restart (self);
  return TRUE;
}

/* The entry tells late: the text may have been searched already, and stepped through. */
static void
on_search_changed (LscTimelinePage *self)
{
  if (g_strcmp0 (self->searched, gtk_editable_get_text (GTK_EDITABLE (self->search))) != 0)
    _lsc_timeline_page_search_restart (self);
}

static void
on_stop_search (LscTimelinePage *self)
{
  _lsc_timeline_page_search_clear (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->chart));
}

/* Enter steps; the chart gets the keys back with Escape or Tab. */
static void
on_activate (LscTimelinePage *self)
{
  on_search_changed (self); /* Enter does not wait for the end of typing */
  step_hit (self, 1);
}

static gboolean
on_entry_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers,
              LscTimelinePage *self)
{
  gboolean is_back = (modifiers & GDK_SHIFT_MASK) != 0;

  if (key == GDK_KEY_F3 || (is_back && (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)))
    {
      step_hit (self, is_back ? -1 : 1);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

/* ---- slices of the same name ---- */

static void
step_name (LscTimelinePage *self, int by)
{
  LscTimelineSpot spot = lsc_timeline_chart_get_selected (self->chart);
  guint n = self->names->len, at = n;

  for (guint i = 0; i < n; i++)
    if (g_array_index (self->names, LscSpot, i).node == spot.spot.node &&
        g_array_index (self->names, LscSpot, i).slice == spot.spot.slice)
      at = i;
  if (at == n || n < 2)
    {
      _lsc_timeline_page_bell (self);
      return;
    }
  spot.spot = g_array_index (self->names, LscSpot, (at + (by > 0 ? 1 : n - 1)) % n);
  lsc_timeline_chart_select (self->chart, &spot);
  lsc_timeline_chart_reveal (self->chart, &spot);
}

static void
on_names_found (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelinePage *self = owner;
  const Work *work = data;
  const LscSearchResult *found = g_array_index (work->ranks, RankSearch, 0).found;

  g_clear_pointer (&self->names, g_array_unref);
  if (!found)
    return;
  self->names = g_array_ref (found->hits);
  step_name (self, work->forward ? 1 : -1);
}

/* n: the next slice of the selected one's name in its whole rank. */
static void
step_same (LscTimelinePage *self, gboolean forward)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  LscTimelineSpot spot = view->selected;
  LscSearch search = { .is_exact = TRUE, .is_case_sensitive = TRUE };
  Work *work;

  if (!view->same_name || spot.rank == LSC_SLICE_NONE)
    {
      _lsc_timeline_page_bell (self);
      return;
    }
  if (self->names && self->names_rank == spot.rank &&
      g_strcmp0 (self->names_of, view->same_name) == 0)
    {
      step_name (self, forward ? 1 : -1);
      return;
    }
  g_free (self->names_of);
  self->names_of = g_strdup (view->same_name);
  self->names_rank = spot.rank;
  g_clear_pointer (&self->names, g_array_unref);
  work = work_new (view->same_name);
  work->forward = forward;
  add_rank (self, work, spot.rank, &search);
  start_search (self, &self->naming, work, on_names_found);
}

/* ---- setting up ---- */

void
_lsc_timeline_page_search_init (LscTimelinePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_entry_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->search), keys);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (on_search_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "stop-search", G_CALLBACK (on_stop_search), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "activate", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "next-match", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);
}

static void
focus_search (LscTimelinePage *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

const LscAppPageAction _lsc_timeline_page_search_actions[] = {
  { "timeline.find", G_CALLBACK (focus_search) },
  { "timeline.find-next", G_CALLBACK (step_hit), 1 },
  { "timeline.find-previous", G_CALLBACK (step_hit), -1 },
  { "timeline.next-same", G_CALLBACK (step_same), TRUE },
  { "timeline.previous-same", G_CALLBACK (step_same), FALSE },
  { NULL },
};
