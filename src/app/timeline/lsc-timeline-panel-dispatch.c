/* lsc-timeline-panel-dispatch.c - whether the host feeds the device, and where it does not
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-visible.h"
#include "app/parts/lsc-stack-choice.h"
#include "app/parts/lsc-table-view.h"
#include "analyze/step/lsc-timeline-dispatch.h"
#include "app/timeline/lsc-timeline-panel.h"

#define MOST_LINES 4 /* of ranks; the tool tip has all */

/**
 * What each table is, and where its rows lead:
 * @weight: column by which it is sorted at first, the largest first
 * @ids: columns with slices, the best first; a row without start_ns leads to the first of them
 * @titles: what the buttons for @ids are called
 */
static const struct
{
  const char *title;
  const char *weight;
  const char *ids[2];
  const char *titles[2];
} about[LSC_DISPATCH_N_LISTS] = {
  { N_ ("By Step"), "free_share", { NULL }, { NULL } },
  { N_ ("Gaps"), "dur_ns", { "cause_id", "next_id" }, { N_ ("Cause"), N_ ("Next Event") } },
  { N_ ("Gaps outside Steps"),
    "dur_ns",
    { "cause_id", "next_id" },
    { N_ ("Cause"), N_ ("Next Event") } },
  { N_ ("Breaks"), "idle_ns", { "cause_id", "launch_id" }, { N_ ("Cause"), N_ ("Launch") } },
  { N_ ("Breaks by Cause"), "idle_ns", { "launch_id" }, { N_ ("Launch") } },
  { N_ ("Synchronising Calls"),
    "free_ns",
    { "slice_id", "op_id" },
    { N_ ("Call"), N_ ("Operator") } },
};

struct _LscPanelDispatch
{
  LscPanel parent_instance;

  GtkLabel *lines; /* of several ranks, one each */
  LscTimelineLimits limits;
  LscTimelineLimits shown; /* a row led there: no reason to show that row alone */

  GtkStack *stack;
  GtkWidget *choice; /* of a page of the stack */
  LscTableView *tables[LSC_DISPATCH_N_LISTS];
  LscTable *waiting[LSC_DISPATCH_N_LISTS];  /* (nullable): to be shown when its page is */
  gboolean is_sorted[LSC_DISPATCH_N_LISTS]; /* by weight; from then on as the user likes */
  GtkListBox *remedies;
  GtkButton *buttons[2];
  GArray *remedy_spots; /* LscTimelineSpot of each row */
};

G_DEFINE_FINAL_TYPE (LscPanelDispatch, lsc_panel_dispatch, LSC_TYPE_PANEL)

/* ---- showing ---- */

static void on_page_shown (LscPanelDispatch *self);

static void
add_remedy (LscPanelDispatch *self, guint32 rank, const LscTimeline *timeline,
            const LscRemedy *remedy)
{
  gboolean is_alone = lsc_timeline_layout_get_n_ranks (lsc_timeline_page_get_layout (
                          lsc_timeline_panel_get_page (LSC_PANEL (self)))) == 1;
  g_autofree char *label = lsc_timeline_get_label (timeline);
  g_autofree char *evidence = is_alone ? g_strdup (remedy->evidence)
                                       : g_strdup_printf (_ ("%s: %s"), label, remedy->evidence);
  GtkWidget *row = adw_action_row_new ();
  LscTimelineSpot spot = { rank, LSC_SPOT_NONE };
  g_autofree char *title = lsc_visible_markup (remedy->text);
  g_autofree char *subtitle = lsc_visible_markup (evidence);

  if (remedy->slice != LSC_SLICE_NONE)
    spot.spot = lsc_timeline_get_spot (timeline, remedy->slice);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 3);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 3);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), remedy->slice != LSC_SLICE_NONE);
  if (remedy->slice != LSC_SLICE_NONE)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                               gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_append (self->remedies, row);
  g_array_append_val (self->remedy_spots, spot);
}

static void
show_remedies (LscPanelDispatch *self)
{
  LscTimelineLayout *layout =
      lsc_timeline_page_get_layout (lsc_timeline_panel_get_page (LSC_PANEL (self)));
  GtkWidget *child;

  while ((child = GTK_WIDGET (gtk_list_box_get_row_at_index (self->remedies, 0))) != NULL)
    gtk_list_box_remove (self->remedies, child);
  g_array_set_size (self->remedy_spots, 0);
  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    {
      const LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, i);
      const LscTimelineAnalysis *analysis = timeline ? lsc_timeline_get_analysis (timeline) : NULL;

      if (analysis == NULL || analysis->dispatch == NULL)
        continue;
      for (guint k = 0; k < analysis->dispatch->remedies->len; k++)
        add_remedy (self, i, timeline, g_ptr_array_index (analysis->dispatch->remedies, k));
    }
}

static void
show_text (LscPanelDispatch *self, const LscTimelineDispatch *found)
{
  gboolean is_alone = found->timelines->len == 1;
  g_autofree char *lines = is_alone ? NULL : lsc_timeline_dispatch_describe (found, MOST_LINES);
  g_autofree char *all = is_alone ? NULL : lsc_timeline_dispatch_describe (found, G_MAXUINT);
  g_autofree char *text =
      is_alone ? lsc_timeline_dispatch_describe_rank (found, 0)
               : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u rank is loaded",
                                               "%u ranks are loaded", found->timelines->len),
                                  found->timelines->len);

  lsc_panel_set_text (LSC_PANEL (self), text);
  gtk_label_set_label (self->lines, is_alone ? "" : lines);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->lines), all);
  gtk_widget_set_visible (GTK_WIDGET (self->lines), !is_alone);
}

/* Gaps outside of steps have a page where there are any. */
static void
show_outside (LscPanelDispatch *self, const LscTable *outside)
{
  GtkWidget *view = GTK_WIDGET (self->tables[LSC_DISPATCH_GAPS_OUTSIDE]);
  gboolean has_any = outside != NULL && lsc_table_get_n_rows (outside) > 0;

  if (!has_any && gtk_stack_get_visible_child (self->stack) == view)
    gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->tables[LSC_DISPATCH_GAPS]));
  lsc_stack_choice_set_offered (self->choice, view, has_any);
}

static void
lsc_panel_dispatch_done (LscPanel *panel, gpointer result, const GError *error)
{
  static const char *const ids[] = {
    "cause_id", "next_id", "launch_id", "slice_id", "op_id", NULL
  };
  static const char *const ids_alone[] = { "rank",     "cause_id", "next_id", "launch_id",
                                           "slice_id", "op_id",    NULL };
  LscPanelDispatch *self = LSC_PANEL_DISPATCH (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  LscTimelineDispatch *found = result;
  gint64 origin_ns;

  if (error != NULL)
    return;
  origin_ns = lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page))->origin_ns;
  show_outside (self, found->lists[LSC_DISPATCH_GAPS_OUTSIDE]);
  for (guint i = 0; i < LSC_DISPATCH_N_LISTS; i++)
    {
      lsc_table_view_set_origin (self->tables[i], origin_ns);
      lsc_table_view_set_hidden (self->tables[i], found->timelines->len > 1 ? ids : ids_alone);
      g_clear_pointer (&self->waiting[i], lsc_table_unref);
      self->waiting[i] = g_steal_pointer (&found->lists[i]);
    }
  on_page_shown (self);
  show_remedies (self);
  show_text (self, found);
}

static LscTimelineLimits
get_range (LscPanelDispatch *self)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (
      lsc_timeline_page_get_chart (lsc_timeline_panel_get_page (LSC_PANEL (self))));

  return (LscTimelineLimits){ view->has_range, view->range_begin_ns, view->range_end_ns };
}

/* Whether the range is the one to which a row led. */
static gboolean
is_own_range (LscPanelDispatch *self)
{
  LscTimelineLimits range = get_range (self);

  return range.is_set && self->shown.is_set && range.begin_ns == self->shown.begin_ns &&
         range.end_ns == self->shown.end_ns;
}

static void
lsc_panel_dispatch_refresh (LscPanel *panel)
{
  LscPanelDispatch *self = LSC_PANEL_DISPATCH (panel);
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (lsc_timeline_panel_get_page (panel));
  guint32 n = lsc_timeline_layout_get_n_ranks (layout);
  LscTimelineDispatch *asked = g_new0 (LscTimelineDispatch, 1);

  if (!is_own_range (self))
    self->limits = get_range (self);
  asked->limits = self->limits;
  asked->timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  asked->offsets = g_new (gint64, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, i);

      if (timeline == NULL)
        continue;
      asked->offsets[asked->timelines->len] = lsc_timeline_layout_get_offset (layout, i);
      g_ptr_array_add (asked->timelines, lsc_timeline_ref (timeline));
    }
  lsc_panel_start (panel, &(LscTaskWork){ .name = "panel: dispatch tables",
                                          .run = lsc_timeline_dispatch_find,
                                          .data = asked,
                                          .free_data = lsc_timeline_dispatch_free,
                                          .free_result = lsc_timeline_dispatch_free });
}

/* ---- where rows lead ---- */

static int
get_shown_table (LscPanelDispatch *self)
{
  GtkWidget *child = gtk_stack_get_visible_child (self->stack);

  for (int i = 0; i < LSC_DISPATCH_N_LISTS; i++)
    if (child == GTK_WIDGET (self->tables[i]))
      return i;
  return -1;
}

/* Rank of the layout and its timeline; a rank that is not known is the only one. */
static LscTimeline *
get_row_timeline (LscPanelDispatch *self, LscTable *table, guint32 row, guint32 *rank)
{
  LscTimelineLayout *layout =
      lsc_timeline_page_get_layout (lsc_timeline_panel_get_page (LSC_PANEL (self)));
  gint64 number = LSC_RANK_UNKNOWN;

  lsc_table_get_int (table, row, "rank", &number);
  *rank = MAX (lsc_timeline_layout_get_n_ranks (layout), 1);
  while (--*rank > 0)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, *rank);

      if (timeline != NULL && timeline->rank == number)
        break;
    }
  return lsc_timeline_layout_get_timeline (layout, *rank);
}

static gboolean
show_id (LscPanelDispatch *self, LscTable *table, guint32 row, const char *column)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  guint32 rank;
  LscTimeline *timeline = get_row_timeline (self, table, row, &rank);
  gint64 id;

  if (timeline == NULL || !lsc_table_get_int (table, row, column, &id) || id < 0 ||
      id >= timeline->n_slices)
    return FALSE;
  lsc_timeline_page_show_slice (page, rank, lsc_timeline_get_spot (timeline, (guint32) id));
  return TRUE;
}

static void
show_time (LscPanelDispatch *self, guint32 rank, gint64 begin_ns, gint64 end_ns)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  LscTimelineChart *chart = lsc_timeline_page_get_chart (page);
  gint64 offset = lsc_timeline_layout_get_offset (lsc_timeline_page_get_layout (page), rank);
  gint64 margin = (end_ns - begin_ns) / 2 + 1;

  self->shown = (LscTimelineLimits){ TRUE, begin_ns - offset, end_ns - offset };
  lsc_timeline_chart_set_range (chart, begin_ns - offset, end_ns - offset, NULL);
  lsc_chart_show_time (LSC_CHART (chart), begin_ns - offset - margin, end_ns - offset + margin);
}

/* A gap has a slice of its own, in the lane of gaps; so has a step. */
static void
show_interval (LscPanelDispatch *self, guint32 rank, LscTimeline *timeline, gint64 begin_ns,
               gint64 end_ns)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  LscSpot spot = lsc_timeline_find_slice (timeline, 1ll << LSC_ROLE_GAPS, begin_ns, end_ns, NULL);

  show_time (self, rank, begin_ns, end_ns);
  if (spot.slice != LSC_SLICE_NONE)
    {
      LscTimelineSpot selected = { rank, spot };

      lsc_timeline_chart_select (lsc_timeline_page_get_chart (page), &selected);
      lsc_timeline_chart_reveal (lsc_timeline_page_get_chart (page), &selected);
    }
}

static void
show_step (LscPanelDispatch *self, guint32 rank, LscTimeline *timeline, LscTable *table,
           guint32 row)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  const LscOverlap *overlap = analysis->overlap;
  gint64 step;

  if (!lsc_table_get_int (table, row, "step", &step))
    {
      show_time (self, rank, overlap->all.begin_ns, overlap->all.end_ns);
      return;
    }
  for (guint i = 0; i < overlap->steps.n; i++)
    {
      const LscOverlapSums *sums = &overlap->steps.items[i];

      if (sums->has_step && sums->step == step)
        {
          show_time (self, rank, sums->begin_ns, sums->end_ns);
          return;
        }
    }
}

/* A row leads to its time, where it has one, else to its slice. */
static void
on_row_activated (LscTableView *view, guint row, LscPanelDispatch *self)
{
  LscTable *table = lsc_table_view_get_table (view);
  int shown = get_shown_table (self);
  LscTimeline *timeline;
  gint64 begin_ns, length_ns;
  guint32 rank;

  if (lsc_timeline_panel_get_page (LSC_PANEL (self)) == NULL || shown < 0)
    return;
  timeline = get_row_timeline (self, table, row, &rank);
  if (timeline == NULL)
    return;
  if (shown == LSC_DISPATCH_SUMMARY)
    show_step (self, rank, timeline, table, row);
  else if (shown != LSC_DISPATCH_SYNCS && lsc_table_get_int (table, row, "start_ns", &begin_ns) &&
           lsc_table_get_int (table, row,
                              lsc_timeline_dispatch_get_length ((LscTimelineDispatchList) shown),
                              &length_ns))
    show_interval (self, rank, timeline, begin_ns, begin_ns + length_ns);
  else
    show_id (self, table, row, about[shown].ids[0]);
}

static void
on_row_entered (LscTableView *view, guint row, LscPanelDispatch *self)
{
  on_row_activated (view, row, self);
  lsc_timeline_page_enter_lanes (lsc_timeline_panel_get_page (LSC_PANEL (self)));
}

static void
follow (LscPanelDispatch *self, guint which)
{
  int shown = get_shown_table (self);
  guint32 row;

  if (shown < 0 || !lsc_table_view_get_selected (self->tables[shown], &row) ||
      !show_id (self, lsc_table_view_get_table (self->tables[shown]), row, about[shown].ids[which]))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_first_clicked (LscPanelDispatch *self)
{
  follow (self, 0);
}

static void
on_second_clicked (LscPanelDispatch *self)
{
  follow (self, 1);
}

static void
update_buttons (LscPanelDispatch *self)
{
  int shown = get_shown_table (self);
  guint32 row;

  for (guint i = 0; i < 2; i++)
    {
      gboolean has = shown >= 0 && about[shown].ids[i] != NULL;
      gint64 id;

      gtk_widget_set_visible (GTK_WIDGET (self->buttons[i]), has);
      if (!has)
        continue;
      gtk_button_set_label (self->buttons[i], _ (about[shown].titles[i]));
      gtk_widget_set_sensitive (
          GTK_WIDGET (self->buttons[i]),
          lsc_table_view_get_selected (self->tables[shown], &row) &&
              lsc_table_get_int (lsc_table_view_get_table (self->tables[shown]), row,
                                 about[shown].ids[i], &id));
    }
}

/* Rows of a table are widgets: those of the page that is seen will do. */
static void
on_page_shown (LscPanelDispatch *self)
{
  int shown = get_shown_table (self);

  if (shown >= 0 && self->waiting[shown] != NULL)
    {
      g_autoptr (LscTable) table = g_steal_pointer (&self->waiting[shown]);

      lsc_table_view_set_table (self->tables[shown], table);
      if (!self->is_sorted[shown])
        {
          lsc_table_view_sort (self->tables[shown], about[shown].weight, TRUE);
          lsc_table_view_place (self->tables[shown], "free_share", 2);
        }
      self->is_sorted[shown] = TRUE;
    }
  update_buttons (self);
}

static void
on_row_selected (LscTableView *view, guint row, LscPanelDispatch *self)
{
  on_row_activated (view, row, self);
  update_buttons (self);
}

static void
on_remedy_activated (GtkListBox *list, GtkListBoxRow *row, LscPanelDispatch *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  guint index = (guint) gtk_list_box_row_get_index (row);
  LscTimelineSpot spot;

  if (page == NULL || index >= self->remedy_spots->len)
    return;
  spot = g_array_index (self->remedy_spots, LscTimelineSpot, index);
  if (spot.spot.slice != LSC_SLICE_NONE &&
      lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page), spot.rank) != NULL)
    {
      lsc_timeline_page_show_slice (page, spot.rank, spot.spot);
      lsc_timeline_page_enter_lanes (page);
    }
}

static void
on_export_clicked (LscPanelDispatch *self)
{
  int shown = get_shown_table (self);

  if (shown >= 0)
    lsc_table_view_ask_export (self->tables[shown]);
}

/* Which list it is, as two have one name, and of which time. */
static void
on_pinning (LscTableView *view, LscPin *pin, LscPanelDispatch *self)
{
  if (view == self->tables[LSC_DISPATCH_GAPS_OUTSIDE])
    {
      g_free (pin->view);
      pin->view = g_strdup ("gaps-outside");
    }
  if (!self->limits.is_set)
    return;
  lsc_pin_set_int (pin, "begin_ns", self->limits.begin_ns);
  lsc_pin_set_int (pin, "end_ns", self->limits.end_ns);
}

/* ---- life ---- */

static gboolean
lsc_panel_dispatch_wants (LscPanel *panel, guint what)
{
  LscPanelDispatch *self = LSC_PANEL_DISPATCH (panel);

  if (what == LSC_PANEL_ON_RANGE)
    return lsc_timeline_panel_get_page (panel) != NULL && !is_own_range (self);
  for (guint i = 0; i < LSC_DISPATCH_N_LISTS; i++)
    {
      g_clear_pointer (&self->waiting[i], lsc_table_unref);
      lsc_table_view_set_table (self->tables[i], NULL);
    }
  return TRUE;
}

static void
lsc_panel_dispatch_finalize (GObject *object)
{
  LscPanelDispatch *self = LSC_PANEL_DISPATCH (object);

  for (guint i = 0; i < LSC_DISPATCH_N_LISTS; i++)
    g_clear_pointer (&self->waiting[i], lsc_table_unref);
  g_array_unref (self->remedy_spots);
  G_OBJECT_CLASS (lsc_panel_dispatch_parent_class)->finalize (object);
}

static void
lsc_panel_dispatch_class_init (LscPanelDispatchClass *class)
{
  LscPanelClass *panel_class = LSC_PANEL_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_panel_dispatch_finalize;
  panel_class->depends = LSC_PANEL_ON_RANGE | LSC_PANEL_ON_RANKS;
  panel_class->outdates = LSC_PANEL_ON_RANKS;
  panel_class->wants = lsc_panel_dispatch_wants;
  panel_class->refresh = lsc_panel_dispatch_refresh;
  panel_class->done = lsc_panel_dispatch_done;
}

static GtkWidget *
make_remedies (LscPanelDispatch *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *empty = gtk_label_new (_ ("Nothing was found that calls for a remedy."));

  self->remedies = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->remedies, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (empty, "dim-label");
  gtk_widget_set_margin_top (empty, 12);
  gtk_widget_set_margin_bottom (empty, 12);
  gtk_list_box_set_placeholder (self->remedies, empty);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->remedies));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->remedies), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remedies"), -1);
  g_signal_connect_object (self->remedies, "row-activated", G_CALLBACK (on_remedy_activated), self,
                           0);
  return scrolled;
}

static void
add_tables (LscPanelDispatch *self)
{
  for (guint i = 0; i < LSC_DISPATCH_N_LISTS; i++)
    {
      self->tables[i] = LSC_TABLE_VIEW (lsc_table_view_new (_ (about[i].title)));
      gtk_stack_add_titled (self->stack, GTK_WIDGET (self->tables[i]), about[i].title,
                            _ (about[i].title));
      g_signal_connect_object (self->tables[i], "row-selected", G_CALLBACK (on_row_selected), self,
                               0);
      g_signal_connect_object (self->tables[i], "row-activated", G_CALLBACK (on_row_entered), self,
                               0);
      g_signal_connect_object (self->tables[i], "pinning", G_CALLBACK (on_pinning), self, 0);
    }
  gtk_stack_add_titled (self->stack, make_remedies (self), "remedies", _ ("Remedies"));
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->tables[LSC_DISPATCH_GAPS]));
}

static void
lsc_panel_dispatch_init (LscPanelDispatch *self)
{
  LscPanel *panel = LSC_PANEL (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->lines = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->lines, 0);
  gtk_label_set_ellipsize (self->lines, PANGO_ELLIPSIZE_END);
  gtk_widget_set_margin_start (GTK_WIDGET (self->lines), 12);
  gtk_widget_set_visible (GTK_WIDGET (self->lines), FALSE);
  self->remedy_spots = g_array_new (FALSE, FALSE, sizeof (LscTimelineSpot));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_name (GTK_WIDGET (self->stack), "lists");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  add_tables (self);
  /* so many tabs do not fit beside the other tools */
  self->choice = lsc_stack_choice_new (self->stack, _ ("What the panel lists"));
  show_outside (self, NULL);
  for (guint i = 0; i < 2; i++)
    {
      self->buttons[i] = GTK_BUTTON (gtk_button_new ());
      gtk_widget_add_css_class (GTK_WIDGET (self->buttons[i]), "timeline-small");
      g_signal_connect_swapped (
          self->buttons[i], "clicked",
          i == 0 ? G_CALLBACK (on_first_clicked) : G_CALLBACK (on_second_clicked), self);
      lsc_panel_add_tool (panel, GTK_WIDGET (self->buttons[i]));
    }
  lsc_panel_add_tool (panel, self->choice);
  lsc_panel_add_tool (panel, lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                               G_CALLBACK (on_export_clicked), self));
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (on_page_shown), self,
                           G_CONNECT_SWAPPED);
  update_buttons (self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->lines));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  lsc_panel_set_content (LSC_PANEL (self), box);
}
