/* lsc-palette.c - colours for light, dark and colour-blind eyes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-palette.h"

#include <math.h>

/* Fills by kind (drawing.md#kind-colours): distances between them were measured for normal and
 * colour-blind eyes; do not tune by taste. */
static const guint32 kind_fills[LSC_BLOCK_N_KINDS] = {
  [LSC_BLOCK_F] = 0x0072B2, [LSC_BLOCK_B] = 0xE69F00, [LSC_BLOCK_I] = 0xFFE08A,
  [LSC_BLOCK_W] = 0x009E73, [LSC_BLOCK_X] = 0xE69F00, [LSC_BLOCK_L] = 0xA0522D,
  [LSC_BLOCK_O] = 0x4A4A4A,
};

static const guint32 phase_fills[] = { 0xD55E00, 0x56B4E9, 0xF0E442, 0x009E73,
                                       0xE69F00, 0xCC79A7, 0x999999 };

static const guint32 cycle_fills[] = { 0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7,
                                       0x56B4E9, 0xF0E442, 0xD55E00, 0x999999 };

static const guint32 insight_fills[] = {
  0x0062DC, 0x75A105, 0xEE891D, 0xFF5432, 0x279C6E, 0x6037DB,
  0x34B1B9, 0xD53F78, 0x0077FF, 0xFD2F2F, 0x2F9CE0, 0xAA38CE
};

/* Of a step's parts (drawing.md#budget-colours): blue for computing, vermilion for communication
 * that moves data, as messages have in pipelines, where amber is the backward pass; pinks for
 * waiting, greys for idle times, of which three are hatched. */
static const guint32 budget_fills[LSC_BUDGET_N_CATEGORIES] = {
  [LSC_BUDGET_COMPUTE] = 0x0072B2,       [LSC_BUDGET_TRANSFER] = 0xD55E00,
  [LSC_BUDGET_WAIT] = 0x94478A,          [LSC_BUDGET_COMM_OTHER] = 0xF0E442,
  [LSC_BUDGET_COMM] = 0xD55E00,          [LSC_BUDGET_BUBBLE] = 0xCC79A7,
  [LSC_BUDGET_MEMCPY] = 0xB5174B,        [LSC_BUDGET_PREPARE] = 0xB5B3B8,
  [LSC_BUDGET_FREE_HOST] = 0x66656B,     [LSC_BUDGET_FREE_DEVICE] = 0xD2D0D5,
  [LSC_BUDGET_FREE_UNLINKED] = 0xDDDBE0, [LSC_BUDGET_TAIL] = 0xE8E6EA,
};

static const guint32 dark_idle_fills[] = { 0x6C6A72, 0xA3A1A8, 0x504E56, 0x424048, 0x36343B };

static LscColor
color_from_rgb (guint32 rgb)
{
  return (LscColor){ ((rgb >> 16) & 0xff) / 255.0, ((rgb >> 8) & 0xff) / 255.0,
                     (rgb & 0xff) / 255.0, 1.0 };
}

/**
 * lsc_theme_light:
 *
 * Returns: the colours for a light page, also those of every exported picture
 */
LscTheme
lsc_theme_light (void)
{
  return (LscTheme){
    .is_dark = FALSE,
    .background = color_from_rgb (0xFFFFFF),
    .foreground = color_from_rgb (0x1E1E1E),
    .dim = color_from_rgb (0x5E5C64),
    .grid = color_from_rgb (0xDEDEDE),
    .bubble = color_from_rgb (0xF2F2F2),
    .bubble_line = color_from_rgb (0xDCDCDC),
    .accent = color_from_rgb (0x1A5FB4),
  };
}

/**
 * lsc_theme_dark:
 *
 * Returns: the colours for a dark page; the fills of blocks stay the same
 */
LscTheme
lsc_theme_dark (void)
{
  return (LscTheme){
    .is_dark = TRUE,
    .background = color_from_rgb (0x1E1E1E),
    .foreground = color_from_rgb (0xF0F0F0),
    .dim = color_from_rgb (0xB0AFB5),
    .grid = color_from_rgb (0x4A4A4A),
    .bubble = color_from_rgb (0x2B2B2B),
    .bubble_line = color_from_rgb (0x3D3D3D),
    .accent = color_from_rgb (0x99C1F1),
  };
}

/**
 * lsc_palette_kind_fill:
 * @chunk: chunk of the forward part; it only matters for %LSC_BLOCK_F
 *
 * Returns: the fill of a kind as 0xRRGGBB (drawing.md#kind-colours); of %LSC_BLOCK_X the right part
 */
guint32
lsc_palette_kind_fill (LscBlockKind kind, guint chunk)
{
  if (kind == LSC_BLOCK_F && chunk >= 1 && chunk != LSC_CHUNK_NONE)
    return 0x56B4E9;
  return kind < LSC_BLOCK_N_KINDS ? kind_fills[kind] : kind_fills[LSC_BLOCK_O];
}

/**
 * lsc_palette_phase_fill:
 * @type: phase code of the reference tool, -1 = unknown
 *
 * Returns: the fill of a phase as 0xRRGGBB
 */
guint32
lsc_palette_phase_fill (int type)
{
  return type >= 0 && type < (int) G_N_ELEMENTS (phase_fills) ? phase_fills[type] : 0x4A4A4A;
}

/**
 * lsc_palette_micro_batch_fill:
 *
 * Returns: one of eight fills in turn, grey for no micro-batch
 */
guint32
lsc_palette_micro_batch_fill (guint micro_batch)
{
  return micro_batch == LSC_MB_NONE ? 0x4A4A4A
                                    : cycle_fills[micro_batch % G_N_ELEMENTS (cycle_fills)];
}

/**
 * lsc_palette_insight_fill:
 * @order: how many other types were seen before this one
 *
 * Returns: the fill of MindStudio Insight, mixed with its white page at 80 %
 */
guint32
lsc_palette_insight_fill (guint order)
{
  return lsc_color_mix_rgb (0xFFFFFF, insight_fills[order % G_N_ELEMENTS (insight_fills)], 0.8);
}

/**
 * lsc_palette_duration_fill:
 * @relative: duration / mean - 1
 *
 * Returns: blue below, white at, orange above the mean; full colour from a half up
 */
guint32
lsc_palette_duration_fill (double relative)
{
  double share = CLAMP (relative / 0.5, -1.0, 1.0);

  if (share < 0)
    return lsc_color_mix_rgb (0xF7F7F7, 0x0072B2, -share);
  return lsc_color_mix_rgb (0xF7F7F7, 0xD55E00, share);
}

/**
 * lsc_palette_budget_fill:
 *
 * Returns: the fill of a part of a step as 0xRRGGBB (drawing.md#budget-colours)
 */
guint32
lsc_palette_budget_fill (LscBudgetCategory category, gboolean is_dark)
{
  return is_dark && category >= LSC_BUDGET_PREPARE ? dark_idle_fills[category - LSC_BUDGET_PREPARE]
                                                   : budget_fills[category];
}

/**
 * lsc_palette_budget_hatch:
 *
 * Returns: the lines over the fill of a part of a step (drawing.md#budget-colours), those of the
 *   same cause in the timeline
 */
LscHatch
lsc_palette_budget_hatch (LscBudgetCategory category)
{
  switch (category)
    {
    case LSC_BUDGET_PREPARE:
      return LSC_HATCH_FALLING;
    case LSC_BUDGET_FREE_DEVICE:
      return LSC_HATCH_LEVEL;
    case LSC_BUDGET_FREE_UNLINKED:
      return LSC_HATCH_CROSSED;
    default:
      return LSC_HATCH_NONE;
    }
}

static double
linear (guint channel)
{
  double value = channel / 255.0;

  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/**
 * lsc_palette_label_is_white:
 *
 * Returns: whether white text reads better on @fill than black (contrast of WCAG)
 */
gboolean
lsc_palette_label_is_white (guint32 fill)
{
  double luminance = 0.2126 * linear ((fill >> 16) & 0xff) + 0.7152 * linear ((fill >> 8) & 0xff) +
                     0.0722 * linear (fill & 0xff);

  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05;
}

/**
 * lsc_palette_warning:
 *
 * Returns: the colour of the sign of a slow rank, which is told by its shape
 */
guint32
lsc_palette_warning (void)
{
  return 0xD55E00;
}

/**
 * lsc_palette_send:
 *
 * Returns: the colour of send operators and of the outline of receives
 */
guint32
lsc_palette_send (void)
{
  return 0xD55E00;
}

/**
 * lsc_palette_receive:
 *
 * Returns: the fill of receive operators
 */
guint32
lsc_palette_receive (void)
{
  return 0xF7D3BD;
}

/**
 * lsc_color_mix_rgb:
 * @share: 0 = @from, 1 = @to
 *
 * Returns: the mixed colour as 0xRRGGBB
 */
guint32
lsc_color_mix_rgb (guint32 from, guint32 to, double share)
{
  guint32 mixed = 0;

  for (int shift = 0; shift <= 16; shift += 8)
    {
      double a = (from >> shift) & 0xff, b = (to >> shift) & 0xff;

      mixed |= (guint32) (a + (b - a) * share + 0.5) << shift;
    }
  return mixed;
}

/**
 * lsc_color_to_rgb:
 *
 * Returns: 0xRRGGBB, without alpha
 */
guint32
lsc_color_to_rgb (const LscColor *color)
{
  return (guint32) (color->red * 255 + 0.5) << 16 | (guint32) (color->green * 255 + 0.5) << 8 |
         (guint32) (color->blue * 255 + 0.5);
}

/**
 * lsc_color_set:
 *
 * Makes @color the source of @cr.
 */
void
lsc_color_set (cairo_t *cr, const LscColor *color)
{
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, color->alpha);
}

/**
 * lsc_color_set_rgb:
 * @rgb: 0xRRGGBB
 *
 * Makes an opaque colour the source of @cr.
 */
void
lsc_color_set_rgb (cairo_t *cr, guint32 rgb)
{
  LscColor color = color_from_rgb (rgb);

  lsc_color_set (cr, &color);
}

/**
 * lsc_color_set_alpha:
 * @alpha: 0 to 1, instead of that of @color
 *
 * Makes a colour the source of @cr that what is below shines through.
 */
void
lsc_color_set_alpha (cairo_t *cr, const LscColor *color, double alpha)
{
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, alpha);
}

/**
 * lsc_color_set_rgb_alpha:
 * @rgb: 0xRRGGBB
 * @alpha: 0 to 1
 *
 * As lsc_color_set_alpha().
 */
void
lsc_color_set_rgb_alpha (cairo_t *cr, guint32 rgb, double alpha)
{
  LscColor color = color_from_rgb (rgb);

  lsc_color_set_alpha (cr, &color, alpha);
}
