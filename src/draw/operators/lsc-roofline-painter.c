/* lsc-roofline-painter.c - paints kernels below the roof of their chip
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/operators/lsc-roofline-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/lsc-paint.h"

#define PAD 6.0
#define SWATCH 6.0
#define KEY_GAP 14.0
#define TICK_PX 44.0
#define MOST_LABEL 160.0
#define FILL_ALPHA 0.75
#define ROOF_PX 2.0

typedef struct
{
  double x, y, width, height;
} Box;

/** A picture while it is painted. @taken: boxes in which no text may stand */
typedef struct
{
  LscText *text;
  cairo_t *cr;
  const LscRooflineView *view;
  LscRooflinePlaces places;
  GArray *taken;
} Paint;

static void
write_line (const Paint *self, const LscColor *color, LscTextLine line, const char *text)
{
  line.size = self->view->text_px;
  lsc_color_set (self->cr, color);
  lsc_text_draw (self->text, self->cr, &line, text);
}

/* ---- scales ---- */

/* (transfer full): 10^@power with a prefix: "100 G", "1 T" */
static char *
format_power (int power, const char *unit)
{
  static const struct
  {
    int power;
    const char *prefix;
  } prefixes[] = { { 15, "P" }, { 12, "T" }, { 9, "G" }, { 6, "M" }, { 3, "k" } };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (power >= prefixes[i].power && power < prefixes[i].power + 3)
      return g_strdup_printf ("%.0f %s%s", pow (10, power - prefixes[i].power), prefixes[i].prefix,
                              unit);
  return g_strdup_printf ("%g%s%s", pow (10, power), *unit ? " " : "", unit);
}

static void
paint_scales (const Paint *self)
{
  const LscRooflinePlaces *at = &self->places;
  int skip_x = (int) ceil (TICK_PX * (at->high_x - at->low_x) / at->width);
  int skip_y = (int) ceil (at->row * (at->high_y - at->low_y) / at->height);

  for (int i = at->low_x; i <= at->high_x; i += MAX (skip_x, 1))
    {
      double x = floor (lsc_roofline_places_get_x (at, pow (10, i)));
      g_autofree char *label = format_power (i, "");

      lsc_paint_rect (self->cr, &self->view->theme.grid, x, at->y, 1, at->height);
      write_line (
          self, &self->view->theme.dim,
          (LscTextLine){ .x = x, .middle = at->y + at->height + at->row * 0.7, .align = 0.5 },
          label);
    }
  for (int i = at->low_y; i <= at->high_y; i += MAX (skip_y, 1))
    {
      double y = floor (lsc_roofline_places_get_y (at, pow (10, i)));
      g_autofree char *label = format_power (i, "FLOP/s");

      lsc_paint_rect (self->cr, &self->view->theme.grid, at->x, y, at->width, 1);
      write_line (self, &self->view->theme.dim,
                  (LscTextLine){ .x = at->x - PAD, .middle = y, .align = 1 }, label);
    }
  write_line (self, &self->view->theme.dim,
              (LscTextLine){ .x = at->x + at->width / 2,
                             .middle = at->y + at->height + at->row * 1.5,
                             .align = 0.5 },
              _ ("Arithmetic intensity (FLOP/byte)"));
}

/* ---- the roof ---- */

static void
take_box (const Paint *self, Box box)
{
  g_array_append_val (self->taken, box);
}

static void
stroke_roof (const Paint *self, double from_x, double from_y, double to_x, double to_y)
{
  lsc_color_set (self->cr, &self->view->theme.foreground);
  cairo_set_line_width (self->cr, ROOF_PX);
  cairo_move_to (self->cr, from_x, from_y);
  cairo_line_to (self->cr, to_x, to_y);
  cairo_stroke (self->cr);
}

static void
paint_roof (const Paint *self)
{
  const LscRooflinePlaces *at = &self->places;
  const LscRoof *roof = &self->view->roof;
  double ridge = lsc_roof_get_ridge (roof), low = pow (10, at->low_x), high = pow (10, at->high_x);

  cairo_save (self->cr);
  lsc_paint_clip (self->cr, at->x, at->y - ROOF_PX, at->width, at->height + ROOF_PX);
  if (roof->flops_per_s > 0)
    stroke_roof (self, ridge > 0 ? lsc_roofline_places_get_x (at, ridge) : at->x,
                 lsc_roofline_places_get_y (at, roof->flops_per_s), at->x + at->width,
                 lsc_roofline_places_get_y (at, roof->flops_per_s));
  if (roof->bandwidth > 0)
    stroke_roof (self, at->x, lsc_roofline_places_get_y (at, low * roof->bandwidth),
                 lsc_roofline_places_get_x (at, ridge > 0 ? ridge : high),
                 lsc_roofline_places_get_y (at, (ridge > 0 ? ridge : high) * roof->bandwidth));
  cairo_restore (self->cr);
}

/* px from the top of the sloping part of the roof, or of the flat one; FALSE where there is none */
static gboolean
find_roof (const Paint *self, double x, double *y)
{
  const LscRooflinePlaces *at = &self->places;
  const LscRoof *roof = &self->view->roof;
  double power = at->low_x + (x - at->x) / at->width * (at->high_x - at->low_x);
  double sloping = roof->bandwidth * pow (10, power);

  if (roof->bandwidth <= 0 && roof->flops_per_s <= 0)
    return FALSE;
  *y = lsc_roofline_places_get_y (at, roof->bandwidth <= 0     ? roof->flops_per_s
                                      : roof->flops_per_s <= 0 ? sloping
                                                               : MIN (sloping, roof->flops_per_s));
  return TRUE;
}

/* Above the flat part at its end, and below the middle of what is seen of the slope. */
static void
write_roof (const Paint *self)
{
  const LscRooflinePlaces *at = &self->places;
  const LscRoof *roof = &self->view->roof;
  g_autofree char *peak = g_strdup_printf (_ ("Peak %.4g TFLOP/s"), roof->flops_per_s / 1e12);
  g_autofree char *memory = g_strdup_printf (_ ("Memory %.4g GB/s"), roof->bandwidth / 1e9);
  double ridge = lsc_roof_get_ridge (roof), x, y, begin, end;

  if (roof->flops_per_s > 0)
    {
      y = lsc_roofline_places_get_y (at, roof->flops_per_s) - at->row / 2 - ROOF_PX;
      x = at->x + at->width;
      write_line (self, &self->view->theme.foreground,
                  (LscTextLine){ .x = x, .middle = y, .align = 1 }, peak);
      take_box (self, (Box){ x - lsc_text_width (self->text, self->view->text_px, peak),
                             y - at->row / 2, at->width, at->row });
    }
  if (roof->bandwidth <= 0)
    return;
  begin = MAX (at->x, lsc_roofline_places_get_x (at, pow (10, at->low_y) / roof->bandwidth));
  end = MIN (
      at->x + at->width,
      lsc_roofline_places_get_x (at, ridge > 0 ? ridge : pow (10, at->high_y) / roof->bandwidth));
  if (end <= begin || !find_roof (self, (begin + end) / 2, &y))
    return;
  x = (begin + end) / 2 + 2 * PAD;
  y = MIN (y + at->row, at->y + at->height - at->row / 2);
  write_line (self, &self->view->theme.foreground, (LscTextLine){ .x = x, .middle = y }, memory);
  take_box (self, (Box){ x, y - at->row / 2,
                         lsc_text_width (self->text, self->view->text_px, memory), at->row });
}

/* ---- marks ---- */

/* Blue and vermilion are told apart by all eyes, and so are circle, square and triangle. */
static guint32
get_fill (LscBound bound, gboolean is_dark)
{
  if (bound == LSC_BOUND_MEMORY)
    return is_dark ? 0x56B4E9 : 0x0072B2;
  if (bound == LSC_BOUND_COMPUTE)
    return is_dark ? 0xE98A4A : 0xD55E00;
  return is_dark ? 0x9A99A0 : 0x7F7D84;
}

static void
add_shape (cairo_t *cr, LscBound bound, double x, double y, double radius)
{
  double half = radius * 0.886; /* of the square of the same area */

  cairo_new_path (cr);
  if (bound == LSC_BOUND_MEMORY)
    cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  else if (bound == LSC_BOUND_COMPUTE)
    cairo_rectangle (cr, x - half, y - half, 2 * half, 2 * half);
  else
    {
      cairo_move_to (cr, x, y - radius * 1.2);
      cairo_line_to (cr, x + radius * 1.2, y + radius * 0.8);
      cairo_line_to (cr, x - radius * 1.2, y + radius * 0.8);
      cairo_close_path (cr);
    }
}

static void
paint_shape (const Paint *self, LscBound bound, double x, double y, double radius)
{
  add_shape (self->cr, bound, x, y, radius);
  lsc_color_set_rgb_alpha (self->cr, get_fill (bound, self->view->theme.is_dark), FILL_ALPHA);
  cairo_fill_preserve (self->cr);
  lsc_color_set (self->cr, &self->view->theme.background);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

static void
paint_mark (const Paint *self, guint index)
{
  const LscRooflineMark *mark = &self->view->marks[index];

  paint_shape (self, mark->bound, lsc_roofline_places_get_x (&self->places, mark->intensity),
               lsc_roofline_places_get_y (&self->places, mark->flops_per_s),
               lsc_roofline_places_get_radius (&self->places, mark->time_ns));
}

/* Around a mark that is selected, or pointed at. */
static void
paint_ring (const Paint *self, guint index, double line_px)
{
  const LscRooflineMark *mark = &self->view->marks[index];
  double radius = lsc_roofline_places_get_radius (&self->places, mark->time_ns);

  add_shape (self->cr, mark->bound, lsc_roofline_places_get_x (&self->places, mark->intensity),
             lsc_roofline_places_get_y (&self->places, mark->flops_per_s), radius + 2);
  lsc_color_set (self->cr, &self->view->theme.accent);
  cairo_set_line_width (self->cr, line_px);
  cairo_stroke (self->cr);
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer marks)
{
  const LscRooflineMark *x = &((const LscRooflineMark *) marks)[*(const guint *) a];
  const LscRooflineMark *y = &((const LscRooflineMark *) marks)[*(const guint *) b];

  return (x->time_ns < y->time_ns) - (x->time_ns > y->time_ns);
}

/* Large ones first, so that small ones stay to be seen. */
static void
paint_marks (const Paint *self, const GArray *order)
{
  for (guint i = 0; i < order->len; i++)
    paint_mark (self, g_array_index (order, guint, i));
}

/* (transfer full) (element-type guint): the marks that have a place, by time, falling */
static GArray *
order_marks (const LscRooflineView *view)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < view->n_marks; i++)
    if (lsc_roofline_mark_is_shown (&view->marks[i]))
      g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_times, (gpointer) view->marks);
  return order;
}

/* ---- names ---- */

/* Whether the line of the roof runs through a box; it never falls. */
static gboolean
is_on_roof (const Paint *self, const Box *box)
{
  double low, high;

  return find_roof (self, box->x, &low) && find_roof (self, box->x + box->width, &high) &&
         low > box->y && high < box->y + box->height;
}

static gboolean
is_free (const Paint *self, const Box *box)
{
  const LscRooflinePlaces *at = &self->places;

  if (box->x < at->x || box->x + box->width > at->x + at->width || box->y < at->y ||
      box->y + box->height > at->y + at->height || is_on_roof (self, box))
    return FALSE;
  for (guint i = 0; i < self->taken->len; i++)
    {
      const Box *other = &g_array_index (self->taken, Box, i);

      if (box->x < other->x + other->width && other->x < box->x + box->width &&
          box->y < other->y + other->height && other->y < box->y + box->height)
        return FALSE;
    }
  return TRUE;
}

/* Beside the mark, right or left, else above or below; not at all where everything is taken. */
static void
write_name (const Paint *self, const LscRooflineMark *mark)
{
  double radius = lsc_roofline_places_get_radius (&self->places, mark->time_ns) + 3;
  double x = lsc_roofline_places_get_x (&self->places, mark->intensity);
  double y = lsc_roofline_places_get_y (&self->places, mark->flops_per_s);
  double row = self->places.row;
  double width =
      MIN (ceil (lsc_text_width (self->text, self->view->text_px, mark->name)), MOST_LABEL);
  const Box boxes[] = { { x + radius, y - row / 2, width, row },
                        { x - radius - width, y - row / 2, width, row },
                        { x - width / 2, y - radius - row, width, row },
                        { x - width / 2, y + radius, width, row } };

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    if (is_free (self, &boxes[i]))
      {
        write_line (
            self, &self->view->theme.foreground,
            (LscTextLine){ .x = boxes[i].x, .middle = boxes[i].y + row / 2, .room = MOST_LABEL },
            mark->name);
        take_box (self, boxes[i]);
        return;
      }
}

static void
write_names (const Paint *self, const GArray *order)
{
  for (guint i = 0; i < order->len; i++)
    {
      const LscRooflineMark *mark = &self->view->marks[g_array_index (order, guint, i)];
      double radius = lsc_roofline_places_get_radius (&self->places, mark->time_ns);

      take_box (self, (Box){ lsc_roofline_places_get_x (&self->places, mark->intensity) - radius,
                             lsc_roofline_places_get_y (&self->places, mark->flops_per_s) - radius,
                             2 * radius, 2 * radius });
    }
  for (guint i = 0; i < order->len; i++)
    write_name (self, &self->view->marks[g_array_index (order, guint, i)]);
}

/* ---- legend ---- */

static void
paint_legend (const Paint *self)
{
  static const struct
  {
    LscBound bound;
    const char *text;
  } keys[] = { { LSC_BOUND_COMPUTE, N_ ("Limited by arithmetic") },
               { LSC_BOUND_MEMORY, N_ ("Limited by memory") },
               { LSC_BOUND_UNKNOWN, N_ ("Limit not known") } };
  double x = self->view->margin, y = self->places.y + self->places.height + self->places.row * 2.75;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gboolean is_used = FALSE;

      for (guint k = 0; k < self->view->n_marks && !is_used; k++)
        is_used = lsc_roofline_mark_is_shown (&self->view->marks[k]) &&
                  self->view->marks[k].bound == keys[i].bound;
      if (!is_used)
        continue;
      paint_shape (self, keys[i].bound, x + SWATCH, y, SWATCH);
      x += 2 * SWATCH + PAD;
      write_line (self, &self->view->theme.dim, (LscTextLine){ .x = x, .middle = y },
                  _ (keys[i].text));
      x += lsc_text_width (self->text, self->view->text_px, _ (keys[i].text)) + KEY_GAP;
    }
  write_line (self, &self->view->theme.dim,
              (LscTextLine){ .x = x,
                             .middle = y,
                             .room = MAX (self->view->width - self->view->margin - x, 1) },
              _ ("Area: time"));
}

/**
 * lsc_roofline_paint:
 *
 * Paints the scales, which are logarithmic, the roof as far as it is known, a mark for each group
 * of kernels with its name where there is room, and what shapes and colours stand for.
 */
void
lsc_roofline_paint (LscText *text, cairo_t *cr, const LscRooflineView *view)
{
  g_autoptr (GArray) order = NULL;
  g_autoptr (GArray) taken = NULL;
  Paint self;

  g_return_if_fail (text && cr && view);
  if (lsc_roofline_view_is_empty (view))
    return;
  order = order_marks (view);
  taken = g_array_new (FALSE, FALSE, sizeof (Box));
  self = (Paint){ text, cr, view, lsc_roofline_view_place (view, text), taken };
  paint_scales (&self);
  paint_roof (&self);
  paint_marks (&self, order);
  write_roof (&self);
  write_names (&self, order);
  paint_legend (&self);
}

/** lsc_roofline_paint_spots: Paints what is selected and what is pointed at, over the marks. */
void
lsc_roofline_paint_spots (LscText *text, cairo_t *cr, const LscRooflineView *view)
{
  Paint self;

  g_return_if_fail (text && cr && view);
  if (lsc_roofline_view_is_empty (view))
    return;
  self = (Paint){ text, cr, view, lsc_roofline_view_place (view, text), NULL };
  if (view->hovered < view->n_marks && view->hovered != view->selected &&
      lsc_roofline_mark_is_shown (&view->marks[view->hovered]))
    paint_ring (&self, view->hovered, 1.5);
  if (view->selected < view->n_marks && lsc_roofline_mark_is_shown (&view->marks[view->selected]))
    paint_ring (&self, view->selected, 2.5);
}
