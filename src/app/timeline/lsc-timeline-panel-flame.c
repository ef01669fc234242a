/* lsc-timeline-panel-flame.c - the range as a tree of names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "app/parts/lsc-icicle-view.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "app/parts/lsc-template.h"

struct _LscPanelFlame
{
  LscPanel parent_instance;

  LscIcicleView *view;
  GtkWidget *out;
  GtkWidget *list;
  GtkWidget *jump;
  GtkDropDown *lanes;
  char *lane; /* (nullable): path of the lane that the user chose */
  gboolean is_filling;
  GArray *ranks; /* guint32: rank of the layout for each range */
  gboolean has_lane;
  guint32 lane_rank;   /* of the layout, of the lane that is drawn */
  guint32 lane_number; /* its node */
};

G_DEFINE_FINAL_TYPE (LscPanelFlame, lsc_panel_flame, LSC_TYPE_PANEL)

typedef struct
{
  LscIcicle *icicle;
  GPtrArray *timelines;
  GArray *ranks;
} Found;

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_pointer (&found->icicle, lsc_icicle_free);
  g_ptr_array_unref (found->timelines);
  g_array_unref (found->ranks);
  g_free (found);
}

static gpointer
compute (gpointer data, LscJob *job, GError **error)
{
  LscTimelineRanges *ranges = data;
  LscIcicle *icicle = lsc_icicle_new (ranges->ranges, ranges->n, job, error);
  Found *found;

  if (!icicle)
    return NULL;
  found = g_new0 (Found, 1);
  found->icicle = icicle;
  found->timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  found->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (gsize i = 0; i < ranges->n; i++)
    g_ptr_array_add (found->timelines,
                     lsc_timeline_ref ((LscTimeline *) ranges->ranges[i].timeline));
  g_array_append_vals (found->ranks, ranges->layout_ranks, (guint) ranges->n);
  return found;
}

static void
update (LscPanelFlame *self)
{
  const LscIcicle *icicle = lsc_icicle_view_get (self->view);
  guint32 focus = lsc_icicle_view_get_focus (self->view);
  gboolean has_focus = icicle && focus < icicle->nodes->len;
  g_autofree char *text = NULL, *sum = NULL;

  if (has_focus)
    text = lsc_icicle_view_describe (self->view, focus);
  else if (icicle)
    {
      sum = lsc_format_duration (icicle->root_ns, LSC_TIME_UNIT_AUTO);
      text = g_strdup_printf (_ ("%s in slices of the top rows. A click zooms in."), sum);
    }
  lsc_panel_set_text (LSC_PANEL (self), text);
  gtk_widget_set_sensitive (self->out, lsc_icicle_view_get_zoom (self->view) != LSC_SLICE_NONE);
  gtk_widget_set_sensitive (self->list, has_focus);
  gtk_widget_set_sensitive (self->jump, has_focus);
}

static void
lsc_panel_flame_done (LscPanel *panel, gpointer result, const GError *error)
{
  LscPanelFlame *self = LSC_PANEL_FLAME (panel);
  Found *found = result;

  if (error)
    return;
  g_array_unref (self->ranks);
  self->ranks = g_array_ref (found->ranks);
  lsc_icicle_view_take (self->view, g_steal_pointer (&found->icicle),
                        (LscTimeline *const *) found->timelines->pdata, found->timelines->len);
  update (self);
}

/** A lane of the ranges. */
typedef struct
{
  gsize range;
  guint32 node;
  gsize n_slices;
} Lane;

/* Lists the lanes of the ranges in the choice. Returns: that of the user, else the fullest */
static Lane
choose_lane (LscPanelFlame *self, const LscTimelineRanges *ranges)
{
  LscTimelineLayout *layout =
      lsc_timeline_page_get_layout (lsc_timeline_panel_get_page (LSC_PANEL (self)));
  g_autoptr (GtkStringList) paths = gtk_string_list_new (NULL);
  Lane best = { 0 };
  guint selected = 0;

  for (gsize i = 0; i < ranges->n; i++)
    for (gsize k = 0; k < ranges->ranges[i].n_nodes; k++)
      {
        guint32 node = ranges->ranges[i].nodes[k];
        g_autofree char *path =
            lsc_timeline_layout_get_path (layout, ranges->layout_ranks[i], node);
        Lane lane = { i, node, lsc_timeline_get_node (ranges->ranges[i].timeline, node)->lane->n };

        if (lane.n_slices == 0)
          continue;
        if (g_strcmp0 (path, self->lane) == 0)
          lane.n_slices = G_MAXSIZE;
        if (lane.n_slices > best.n_slices)
          {
            best = lane;
            selected = g_list_model_get_n_items (G_LIST_MODEL (paths));
          }
        gtk_string_list_append (paths, path);
      }
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->lanes, G_LIST_MODEL (paths));
  gtk_drop_down_set_selected (self->lanes, selected);
  self->is_filling = FALSE;
  return best;
}

/* Leaves one lane of all; sums of several lanes would count a moment more than once. */
static void
keep_lane (LscTimelineRanges *ranges, const Lane *lane)
{
  for (gsize i = 0; i < ranges->n; i++)
    ranges->ranges[i].n_nodes = 0;
  if (lane->n_slices == 0)
    return;
  ((guint32 *) ranges->ranges[lane->range].nodes)[0] = lane->node;
  ranges->ranges[lane->range].n_nodes = 1;
}

static void
lsc_panel_flame_refresh (LscPanel *panel)
{
  LscTimelineRanges *ranges = lsc_timeline_page_get_ranges (lsc_timeline_panel_get_page (panel));
  LscPanelFlame *self = LSC_PANEL_FLAME (panel);
  Lane lane = choose_lane (self, ranges);

  keep_lane (ranges, &lane);
  self->has_lane = lane.n_slices > 0;
  if (self->has_lane)
    {
      self->lane_rank = ranges->layout_ranks[lane.range];
      self->lane_number = lane.node;
    }
  lsc_panel_start (panel, &(LscTaskWork){ .name = "panel: flame graph",
                                          .run = compute,
                                          .data = ranges,
                                          .free_data = (GDestroyNotify) lsc_timeline_ranges_free,
                                          .free_result = found_free });
}

/* Slices of timelines that are replaced have other numbers. */
static gboolean
lsc_panel_flame_wants (LscPanel *panel, guint what)
{
  if (what == LSC_PANEL_ON_RANKS)
    lsc_icicle_view_take (LSC_PANEL_FLAME (panel)->view, NULL, NULL, 0);
  return TRUE;
}

/* ---- what the user does ---- */

static void
on_lane_chosen (LscPanelFlame *self)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (self->lanes);

  if (self->is_filling || !item)
    return;
  g_free (self->lane);
  self->lane = g_strdup (gtk_string_object_get_string (item));
  lsc_panel_invalidate (LSC_PANEL (self));
}

static void
on_out_clicked (LscPanelFlame *self)
{
  lsc_icicle_view_zoom (self->view, LSC_SLICE_NONE);
}

static const LscIcicleNode *
get_focused (LscPanelFlame *self, guint32 *rank)
{
  const LscIcicle *icicle = lsc_icicle_view_get (self->view);
  guint32 focus = lsc_icicle_view_get_focus (self->view);
  const LscIcicleNode *node;

  if (!icicle || focus >= icicle->nodes->len)
    return NULL;
  node = &g_array_index (icicle->nodes, LscIcicleNode, focus);
  *rank = g_array_index (self->ranks, guint32, node->timeline);
  return node;
}

static void
on_list_clicked (LscPanelFlame *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  guint32 rank;

  if (get_focused (self, &rank))
    lsc_panel_slices_show_name (
        page, lsc_icicle_view_get_name (self->view, lsc_icicle_view_get_focus (self->view)), rank);
}

static void
on_jump_clicked (LscPanelFlame *self)
{
  guint32 rank;
  const LscIcicleNode *node = get_focused (self, &rank);

  if (!node)
    return;
  lsc_timeline_page_show_slice (lsc_timeline_panel_get_page (LSC_PANEL (self)), rank,
                                node->longest);
  lsc_timeline_page_enter_lanes (lsc_timeline_panel_get_page (LSC_PANEL (self)));
}

/* The lane that is drawn, of its rank. */
static gboolean
lsc_panel_flame_complete_pin (LscPanel *panel, LscPin *pin)
{
  LscPanelFlame *self = LSC_PANEL_FLAME (panel);
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (lsc_timeline_panel_get_page (panel));
  gint64 offset_ns;

  if (!self->has_lane)
    return FALSE;
  offset_ns = lsc_timeline_layout_get_node_offset (layout, self->lane_rank, self->lane_number);
  lsc_pin_set_int (pin, "ranks", lsc_timeline_layout_get_timeline (layout, self->lane_rank)->rank);
  lsc_pin_set (pin, "offsets", NULL);
  if (offset_ns != 0)
    lsc_pin_set_int (pin, "offsets", offset_ns);
  lsc_pin_set_int (pin, "lanes", self->lane_number);
  return TRUE;
}

/* ---- life ---- */

static void
lsc_panel_flame_finalize (GObject *object)
{
  g_array_unref (LSC_PANEL_FLAME (object)->ranks);
  g_free (LSC_PANEL_FLAME (object)->lane);
  G_OBJECT_CLASS (lsc_panel_flame_parent_class)->finalize (object);
}

static void
lsc_panel_flame_class_init (LscPanelFlameClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPanelFlame, out),
                                               LSC_CHILD (LscPanelFlame, list),
                                               LSC_CHILD (LscPanelFlame, jump),
                                               LSC_CHILD (LscPanelFlame, lanes),
                                               LSC_CHILD (LscPanelFlame, view) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscPanelClass *panel_class = LSC_PANEL_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_panel_flame_finalize;
  panel_class->depends = LSC_PANEL_ON_RANGE | LSC_PANEL_ON_RANKS;
  panel_class->pin = "flame";
  panel_class->complete_pin = lsc_panel_flame_complete_pin;
  panel_class->outdates = LSC_PANEL_ON_RANKS;
  panel_class->wants = lsc_panel_flame_wants;
  panel_class->refresh = lsc_panel_flame_refresh;
  panel_class->done = lsc_panel_flame_done;
  g_type_ensure (LSC_TYPE_ICICLE_VIEW);
  lsc_template_set (class, "lsc-panel-flame", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_lane_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_out_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_list_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_jump_clicked);
  gtk_widget_class_bind_template_callback (widget_class, update);
}

static void
lsc_panel_flame_init (LscPanelFlame *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
}
