/* lsc-icicle-view.c - the slices of a range as a tree of names, widths are times
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-icicle-view.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "draw/lsc-palette.h"
#include "draw/timeline/lsc-timeline-painter.h"
#include "model/lsc-kernel-label.h"

#define LEVEL_PX 20
#define LEAST_PX 0.5 /* narrower nodes and all below them are left out */
#define LEAST_TEXT_PX 28
#define MOST_LEVELS 1000 /* a widget has a largest height; who wants more zooms in */

struct _LscIcicleView
{
  GtkWidget parent_instance;

  LscIcicle *icicle;    /* (nullable) */
  GPtrArray *timelines; /* LscTimeline */
  guint32 zoom;         /* takes the whole width, LSC_SLICE_NONE = everything */
  guint32 focus;
  GArray *shown; /* Shown: what the last snapshot painted, by level */
  int shown_width;
  guint32 *fills; /* by node: its colour, 0 = not looked at yet */
  PangoLayout *layout;
};

/** A node on the screen. */
typedef struct
{
  guint32 node;
  float x, width;
  int level;
} Shown;

G_DEFINE_FINAL_TYPE (LscIcicleView, lsc_icicle_view, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_FOCUSED,
  SIGNAL_ZOOMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const LscIcicleNode *
get_node (LscIcicleView *self, guint32 node)
{
  return &g_array_index (self->icicle->nodes, LscIcicleNode, node);
}

static gboolean
has_node (LscIcicleView *self, guint32 node)
{
  return self->icicle && node < self->icicle->nodes->len;
}

static LscTimeline *
get_timeline (LscIcicleView *self, guint32 node)
{
  return g_ptr_array_index (self->timelines, get_node (self, node)->timeline);
}

/* ---- what stands where ---- */

static void
add_shown (LscIcicleView *self, guint32 node, double x, double width, int level)
{
  Shown item = { node, (float) x, (float) width, level };

  g_array_append_val (self->shown, item);
}

/* Children stand side by side from the left of their parent, in the order of the tree. */
static void
add_children (LscIcicleView *self, guint32 first, double x, double ns_per_px, int level)
{
  for (guint32 node = first; node != LSC_SLICE_NONE; node = get_node (self, node)->next)
    {
      double width = (double) get_node (self, node)->sum_ns / ns_per_px;

      if (width < LEAST_PX || level >= MOST_LEVELS) /* the widest come first */
        return;
      add_shown (self, node, x, width, level);
      add_children (self, get_node (self, node)->first_child, x, ns_per_px, level + 1);
      x += width;
    }
}

static int
count_ancestors (LscIcicleView *self, guint32 node)
{
  int n = 0;

  while (has_node (self, node))
    {
      n++;
      node = get_node (self, node)->parent;
    }
  return n;
}

static void
arrange (LscIcicleView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  gint64 root_ns;
  int level;

  self->shown_width = width;
  g_array_set_size (self->shown, 0);
  if (!self->icicle || self->icicle->nodes->len == 0 || width <= 0)
    return;
  level = count_ancestors (self, self->zoom);
  root_ns = level > 0 ? get_node (self, self->zoom)->sum_ns : self->icicle->root_ns;
  for (guint32 node = self->zoom; has_node (self, node); node = get_node (self, node)->parent)
    add_shown (self, node, 0, width, count_ancestors (self, node) - 1);
  add_children (self, level > 0 ? get_node (self, self->zoom)->first_child : 0, 0,
                (double) MAX (root_ns, 1) / width, level);
}

static void
need_arranged (LscIcicleView *self)
{
  if (self->shown_width != gtk_widget_get_width (GTK_WIDGET (self)))
    arrange (self);
}

static guint32
node_at (LscIcicleView *self, double x, double y)
{
  need_arranged (self);
  for (guint i = 0; i < self->shown->len; i++)
    {
      const Shown *item = &g_array_index (self->shown, Shown, i);

      if (item->level == (int) (y / LEVEL_PX) && x >= item->x && x < item->x + item->width)
        return item->node;
    }
  return LSC_SLICE_NONE;
}

/**
 * lsc_icicle_view_get_box:
 * @box: (out): in the widget
 *
 * Returns: whether the node is wide enough to be shown
 */
gboolean
lsc_icicle_view_get_box (LscIcicleView *self, guint32 node, graphene_rect_t *box)
{
  g_return_val_if_fail (LSC_IS_ICICLE_VIEW (self) && box, FALSE);
  need_arranged (self);
  for (guint i = 0; i < self->shown->len; i++)
    {
      const Shown *item = &g_array_index (self->shown, Shown, i);

      if (item->node != node)
        continue;
      *box = GRAPHENE_RECT_INIT (item->x, (float) (item->level * LEVEL_PX), item->width, LEVEL_PX);
      return TRUE;
    }
  return FALSE;
}

/* ---- in words ---- */

/** lsc_icicle_view_get_name: Returns: (transfer none) (nullable): the slices' name */
const char *
lsc_icicle_view_get_name (LscIcicleView *self, guint32 node)
{
  return has_node (self, node)
             ? lsc_timeline_text (get_timeline (self, node), get_node (self, node)->name)
             : NULL;
}

static gint64
get_self_ns (LscIcicleView *self, guint32 node)
{
  gint64 ns = get_node (self, node)->sum_ns;

  for (guint32 child = get_node (self, node)->first_child; child != LSC_SLICE_NONE;
       child = get_node (self, child)->next)
    ns -= get_node (self, child)->sum_ns;
  return ns;
}

/** lsc_icicle_view_describe: Returns: (transfer full): a sentence about a node */
char *
lsc_icicle_view_describe (LscIcicleView *self, guint32 node)
{
  const LscIcicleNode *item;
  g_autofree char *sum = NULL, *self_sum = NULL, *share = NULL;

  g_return_val_if_fail (LSC_IS_ICICLE_VIEW (self), NULL);
  if (!has_node (self, node))
    return g_strdup ("");
  item = get_node (self, node);
  sum = lsc_format_duration (item->sum_ns, LSC_TIME_UNIT_AUTO);
  self_sum = lsc_format_duration (get_self_ns (self, node), LSC_TIME_UNIT_AUTO);
  share = lsc_format_share ((double) item->sum_ns / (double) MAX (self->icicle->root_ns, 1));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s, %s of all, self %s, %zu slice",
                                       "%s: %s, %s of all, self %s, %zu slices", item->n),
                          lsc_icicle_view_get_name (self, node), sum, share, self_sum, item->n);
}

static void
update_accessible (LscIcicleView *self)
{
  g_autofree char *text = lsc_icicle_view_describe (self, self->focus);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static gboolean
lsc_icicle_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard,
                               GtkTooltip *tooltip)
{
  LscIcicleView *self = LSC_ICICLE_VIEW (widget);
  guint32 node = by_keyboard ? self->focus : node_at (self, x, y);
  g_autofree char *text = NULL;

  if (!has_node (self, node))
    return FALSE;
  text = lsc_icicle_view_describe (self, node);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- painting ---- */

static GdkRGBA
to_rgba (guint32 rgb, float alpha)
{
  return (GdkRGBA){ (float) (rgb >> 16 & 255) / 255.0f, (float) (rgb >> 8 & 255) / 255.0f,
                    (float) (rgb & 255) / 255.0f, alpha };
}

static void
paint_text (LscIcicleView *self, GtkSnapshot *snapshot, const Shown *item, guint32 fill)
{
  GdkRGBA color = to_rgba (lsc_palette_label_is_white (fill) ? 0xFFFFFF : 0x000000, 0.95f);
  graphene_point_t at = GRAPHENE_POINT_INIT (item->x + 4, (float) (item->level * LEVEL_PX + 2));
  const char *exact = lsc_icicle_view_get_name (self, item->node);
  g_autofree char *brief = exact ? lsc_kernel_label (exact) : NULL;
  g_autofree char *name = lsc_visible_line (brief ? brief : exact ? exact : "");

  pango_layout_set_width (self->layout, (int) (item->width - 8) * PANGO_SCALE);
  pango_layout_set_text (self->layout, name, -1);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &at);
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
paint_node (LscIcicleView *self, GtkSnapshot *snapshot, const Shown *item)
{
  const LscIcicleNode *node = get_node (self, item->node);
  const LscTimeline *timeline = get_timeline (self, item->node);
  const LscLane *lane = lsc_timeline_get_node (timeline, node->longest.node)->lane;
  guint32 *fill = &self->fills[item->node];
  float gap = item->width > 3 ? 1 : 0;
  graphene_rect_t box = GRAPHENE_RECT_INIT (item->x, (float) (item->level * LEVEL_PX),
                                            item->width - gap, LEVEL_PX - 1);
  GdkRGBA color;

  if (*fill == 0)
    *fill =
        lsc_timeline_palette_fill (timeline, lane, node->longest.slice, LSC_TIMELINE_COLOR_NAME);
  color = to_rgba (*fill, item->level < count_ancestors (self, self->zoom) - 1 ? 0.55f : 1);
  gtk_snapshot_append_color (snapshot, &color, &box);
  if (item->width >= LEAST_TEXT_PX)
    paint_text (self, snapshot, item, *fill);
}

static void
paint_focus (LscIcicleView *self, GtkSnapshot *snapshot)
{
  graphene_rect_t box;
  GskRoundedRect outline;
  GdkRGBA color;
  float widths[4] = { 2, 2, 2, 2 };

  if (!lsc_icicle_view_get_box (self, self->focus, &box))
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  gsk_rounded_rect_init_from_rect (&outline, &box, 0);
  gtk_snapshot_append_border (snapshot, &outline, widths,
                              (GdkRGBA[4]){ color, color, color, color });
}

static void
lsc_icicle_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscIcicleView *self = LSC_ICICLE_VIEW (widget);

  arrange (self);
  for (guint i = 0; i < self->shown->len; i++)
    paint_node (self, snapshot, &g_array_index (self->shown, Shown, i));
  paint_focus (self, snapshot);
}

/* ---- moving ---- */

static void
set_focus (LscIcicleView *self, guint32 node)
{
  if (node == self->focus)
    return;
  self->focus = node;
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_FOCUSED], 0, node);
}

/**
 * lsc_icicle_view_zoom:
 * @node: takes the whole width; %LSC_SLICE_NONE = everything
 */
void
lsc_icicle_view_zoom (LscIcicleView *self, guint32 node)
{
  g_return_if_fail (LSC_IS_ICICLE_VIEW (self));
  if (!has_node (self, node))
    node = LSC_SLICE_NONE;
  if (node == self->zoom)
    return;
  self->zoom = node;
  arrange (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_ZOOMED], 0, node);
}

static guint32
find_widest (LscIcicleView *self, guint32 first)
{
  guint32 widest = first;

  for (guint32 node = first; has_node (self, node); node = get_node (self, node)->next)
    if (get_node (self, node)->sum_ns > get_node (self, widest)->sum_ns)
      widest = node;
  return widest;
}

static guint32
find_sibling (LscIcicleView *self, guint32 of, gboolean forward)
{
  guint32 parent = get_node (self, of)->parent;
  guint32 node = has_node (self, parent) ? get_node (self, parent)->first_child : 0;

  if (forward)
    return get_node (self, of)->next;
  for (; has_node (self, node); node = get_node (self, node)->next)
    if (get_node (self, node)->next == of)
      return node;
  return LSC_SLICE_NONE;
}

static guint32
move_focus (LscIcicleView *self, guint key)
{
  guint32 focus = self->focus;

  if (!has_node (self, focus))
    return has_node (self, self->zoom) ? self->zoom : find_widest (self, 0);
  if (key == GDK_KEY_Up)
    return get_node (self, focus)->parent;
  if (key == GDK_KEY_Down)
    return find_widest (self, get_node (self, focus)->first_child);
  return find_sibling (self, focus, key == GDK_KEY_Right);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers,
        LscIcicleView *self)
{
  guint32 node;

  (void) controller;
  (void) code;
  (void) modifiers;
  if (!has_node (self, 0))
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_space)
    lsc_icicle_view_zoom (self, self->focus);
  else if (key == GDK_KEY_BackSpace && has_node (self, self->zoom))
    lsc_icicle_view_zoom (self, get_node (self, self->zoom)->parent);
  else if ((key == GDK_KEY_Escape && self->zoom != LSC_SLICE_NONE) || key == GDK_KEY_Home)
    lsc_icicle_view_zoom (self, LSC_SLICE_NONE);
  else if (key == GDK_KEY_Up || key == GDK_KEY_Down || key == GDK_KEY_Left || key == GDK_KEY_Right)
    {
      node = move_focus (self, key);
      if (has_node (self, node))
        set_focus (self, node);
      else
        gtk_widget_error_bell (GTK_WIDGET (self));
    }
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* A click zooms to the node; beside all nodes it shows everything again. */
static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, LscIcicleView *self)
{
  guint32 node = node_at (self, x, y);

  (void) gesture;
  (void) n;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  set_focus (self, node);
  lsc_icicle_view_zoom (self, node);
}

/* ---- public ---- */

/**
 * lsc_icicle_view_take:
 * @icicle: (nullable) (transfer full)
 * @timelines: (array length=n) (transfer none): those of its ranges, in their order
 *
 * Shows another range.
 */
void
lsc_icicle_view_take (LscIcicleView *self, LscIcicle *icicle, LscTimeline *const *timelines,
                      gsize n)
{
  g_return_if_fail (LSC_IS_ICICLE_VIEW (self) && (timelines || n == 0));
  g_clear_pointer (&self->icicle, lsc_icicle_free);
  g_ptr_array_set_size (self->timelines, 0);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (self->timelines, lsc_timeline_ref (timelines[i]));
  self->icicle = icicle;
  g_free (self->fills);
  self->fills = icicle ? g_new0 (guint32, MAX (icicle->nodes->len, 1)) : NULL;
  self->zoom = self->focus = LSC_SLICE_NONE;
  arrange (self);
  update_accessible (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_FOCUSED], 0, self->focus);
}

/** lsc_icicle_view_get: Returns: (transfer none) (nullable): what is shown */
const LscIcicle *
lsc_icicle_view_get (LscIcicleView *self)
{
  return self->icicle;
}

/** lsc_icicle_view_get_focus: Returns: the node in focus, %LSC_SLICE_NONE = none */
guint32
lsc_icicle_view_get_focus (LscIcicleView *self)
{
  return self->focus;
}

/** lsc_icicle_view_get_zoom: Returns: the node over the whole width, %LSC_SLICE_NONE = all */
guint32
lsc_icicle_view_get_zoom (LscIcicleView *self)
{
  return self->zoom;
}

static void
lsc_icicle_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
  LscIcicleView *self = LSC_ICICLE_VIEW (widget);
  int n_levels = self->icicle ? (int) MIN (self->icicle->n_levels, MOST_LEVELS) : 1;

  (void) for_size;
  *minimum = *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : MAX (1, n_levels) * LEVEL_PX;
  *minimum_baseline = *natural_baseline = -1;
}

static void
lsc_icicle_view_finalize (GObject *object)
{
  LscIcicleView *self = LSC_ICICLE_VIEW (object);

  g_clear_pointer (&self->icicle, lsc_icicle_free);
  g_ptr_array_unref (self->timelines);
  g_array_unref (self->shown);
  g_free (self->fills);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (lsc_icicle_view_parent_class)->finalize (object);
}

static guint
add_signal (const char *name)
{
  return g_signal_new (name, LSC_TYPE_ICICLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
lsc_icicle_view_class_init (LscIcicleViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_icicle_view_finalize;
  widget_class->snapshot = lsc_icicle_view_snapshot;
  widget_class->measure = lsc_icicle_view_measure;
  widget_class->query_tooltip = lsc_icicle_view_query_tooltip;
  signals[SIGNAL_FOCUSED] = add_signal ("focused");
  signals[SIGNAL_ZOOMED] = add_signal ("zoomed");
}

static void
lsc_icicle_view_init (LscIcicleView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  PangoAttrList *attributes = pango_attr_list_new ();

  self->zoom = self->focus = LSC_SLICE_NONE;
  self->timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  self->shown = g_array_new (FALSE, FALSE, sizeof (Shown));
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (self->layout, attributes);
  pango_attr_list_unref (attributes);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Flame graph"), -1);
}
