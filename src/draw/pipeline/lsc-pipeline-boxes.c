/* lsc-pipeline-boxes.c - the boxes of a row, their colours and their texts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define SAMPLES 64
#define FIGURE_PAD 2.5
#define FIGURE_LEAST_LABEL 4.0
#define LEAST_TURNED_PX 9.3 /* 7 pt */
#define DIGIT_SHARE 0.75    /* height of a digit, of the size of its text */
#define NUMBER_PAD 3
#define TURNED 3 /* of the forms of a kind */

/* ---- colours ---- */

static void
set_color (LscBlockColors *self, guint index, guint32 fill, gboolean is_split, guint32 right)
{
  LscMix whole = lsc_mix_from_rgb (fill);

  self->fill[index] = fill;
  self->fill_right[index] = is_split ? right : fill;
  self->is_split[index] = is_split;
  self->white_label[index] = lsc_palette_label_is_white (is_split ? right : fill);
  if (is_split)
    /* of an overlapped block a third is forward, as its box is split (a backward is twice as long)
     */
    whole = whole * (1.0f / 3) + lsc_mix_from_rgb (right) * (2.0f / 3);
  self->mix[index] = whole;
  whole = whole * (float) DIM_SHARE + lsc_mix_from_rgb (self->dim_base) * (float) (1 - DIM_SHARE);
  self->mix_dim[index] = whole;
}

static void
fill_kinds (LscBlockColors *self)
{
  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    for (guint chunk = 0; chunk < 2; chunk++)
      {
        gboolean is_x = kind == LSC_BLOCK_X;

        set_color (self, kind * 2 + chunk, lsc_palette_kind_fill (is_x ? LSC_BLOCK_F : kind, chunk),
                   is_x, lsc_palette_kind_fill (LSC_BLOCK_B, 0));
      }
}

static void
fill_table (LscBlockColors *self)
{
  guint i;

  switch (self->mode)
    {
    case LSC_COLOR_BY_PHASE:
      for (i = 0; i < 8; i++)
        set_color (self, i, lsc_palette_phase_fill ((int) i), FALSE, 0);
      break;
    case LSC_COLOR_BY_MICRO_BATCH:
      for (i = 0; i < 9; i++)
        set_color (self, i, lsc_palette_micro_batch_fill (i < 8 ? i : LSC_MB_NONE), FALSE, 0);
      break;
    case LSC_COLOR_BY_DURATION:
      for (i = 0; i <= 60; i++)
        set_color (self, i, lsc_palette_duration_fill (((int) i - 30) / 60.0), FALSE, 0);
      break;
    case LSC_COLOR_INSIGHT:
      for (i = 0; i < 12; i++)
        {
          set_color (self, i, lsc_palette_insight_fill (i), FALSE, 0);
          self->white_label[i] = TRUE;
        }
      break;
    case LSC_COLOR_BY_KIND:
    default:
      fill_kinds (self);
      break;
    }
}

/* Prepares the tables of the view's colour mode. */
void
_lsc_block_colors_init (LscBlockColors *self, LscPipelinePainter *painter,
                        const LscPipelineRows *layout)
{
  const LscPipelineView *view = layout->view;
  const LscBlock *selected = layout->selected;

  *self = (LscBlockColors){ .mode = view->color_mode, .hidden_kinds = view->hidden_kinds };
  self->dim_base =
      lsc_color_to_rgb (view->show_bubbles ? &view->theme.bubble : &view->theme.background);
  self->background = lsc_color_to_rgb (&view->theme.background);
  self->hidden_mix = lsc_mix_from_rgb (self->background);
  if (view->color_mode == LSC_COLOR_BY_DURATION)
    self->means = _lsc_painter_get_stats (painter, layout)->means;
  if (view->color_mode == LSC_COLOR_INSIGHT)
    memcpy (self->insight_index, _lsc_painter_get_stats (painter, layout)->insight_index,
            sizeof self->insight_index);
  fill_table (self);
  if (selected && (selected->mb_f != LSC_MB_NONE || selected->mb_b != LSC_MB_NONE))
    {
      self->has_selection = TRUE;
      self->selected[0] = selected->mb_f;
      self->selected[1] = selected->mb_b;
    }
}

/* ---- boxes ---- */

/* Mean width of the visible blocks of a row in px; 0 when there are none. */
double
_lsc_row_mean_width (const LscPipelineRows *layout, gsize row, gsize *n_visible)
{
  double sum = 0;
  gsize first, end, n = 0, n_samples = 0;

  for (gsize s = 0; s < layout->n_steps; s++)
    {
      const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, s, row);
      gsize stride;

      _lsc_pipeline_rows_visible (layout, s, row, &first, &end);
      n += end - first;
      /* A row can have millions of blocks: some of them tell the mean well enough for a choice. */
      stride = MAX ((end - first) / SAMPLES, 1);
      for (gsize i = first; i < end; i += stride, n_samples++)
        sum += (double) (data->blocks[i].end_ns - data->blocks[i].start_ns);
    }
  if (n_visible)
    *n_visible = n;
  return n_samples > 0 ? sum / (double) n_samples * layout->px_per_ns : 0;
}

static guint16
box_flags (const LscBlock *block)
{
  guint f = lsc_block_chunk_f (block), b = lsc_block_chunk_b (block);
  gboolean f_mark = f != LSC_CHUNK_NONE && f >= 1, b_mark = b != LSC_CHUNK_NONE && b >= 1;
  guint16 flags = 0;

  if (block->kind == LSC_BLOCK_X)
    flags |= (f_mark ? BOX_MARK : 0) | (b_mark ? BOX_MARK_RIGHT : 0);
  else if (f_mark || b_mark)
    flags |= BOX_MARK;
  if (block->kind == LSC_BLOCK_W)
    flags |= BOX_HATCH;
  if (block->flags & LSC_BLOCK_ID_UNUSUAL)
    flags |= BOX_DASHED;
  if (block->flags & LSC_BLOCK_OUTLIER)
    flags |= BOX_OUTLIER;
  return flags;
}

static void
fill_box (LscBox *box, const LscBlockColors *colors, gsize row)
{
  guint index = _lsc_block_colors_index (colors, box->block, row);

  if (lsc_block_is_hidden (box->block, colors->hidden_kinds))
    {
      box->flags = BOX_HIDDEN;
      box->fill = box->fill_right = colors->background;
      return;
    }
  box->flags = box_flags (box->block);
  box->fill = colors->fill[index];
  box->fill_right = colors->fill_right[index];
  if (colors->is_split[index])
    box->flags |= BOX_SPLIT;
  if (colors->white_label[index])
    box->flags |= BOX_WHITE_LABEL;
  if (colors->mode == LSC_COLOR_BY_DURATION)
    box->flags |= BOX_FRAME;
  if (_lsc_block_colors_is_dim (colors, box->block))
    {
      box->flags |= BOX_DIM;
      box->fill = lsc_color_mix_rgb (colors->dim_base, box->fill, DIM_SHARE);
      box->fill_right = lsc_color_mix_rgb (colors->dim_base, box->fill_right, DIM_SHARE);
    }
}

/* Appends the visible boxes of a row, all steps. */
void
_lsc_row_collect_boxes (const LscPipelineRows *layout, const LscBlockColors *colors, gsize row,
                        double scale, GArray *boxes)
{
  guint16 look = layout->view->is_figure ? BOX_OUTLINE : 0;
  gsize first, end;
  guint first_lane, end_lane;

  for (gsize s = 0; s < layout->n_steps; s++)
    {
      const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, s, row);

      _lsc_pipeline_rows_visible (layout, s, row, &first, &end);
      for (gsize i = first; i < end; i++)
        {
          const LscBlock *block = &data->blocks[i];
          LscBox box = { .block = block };

          box.x0 = _lsc_pipeline_rows_x (layout, s, block->start_ns) * scale;
          box.x1 = _lsc_pipeline_rows_x (layout, s, block->end_ns) * scale;
          _lsc_pipeline_rows_block_lanes (layout, row, data, block, &first_lane, &end_lane);
          box.first_lane = (guint8) first_lane;
          box.end_lane = (guint8) end_lane;
          fill_box (&box, colors, row);
          if (!(box.flags & BOX_HIDDEN))
            box.flags |= look;
          g_array_append_val (boxes, box);
        }
    }
}

/* Appends the visible send and receive operators of a row. */
void
_lsc_row_collect_legs (const LscPipelineRows *layout, gsize row, double scale, GArray *legs)
{
  gsize first, end;

  for (gsize s = 0; s < layout->n_steps; s++)
    {
      const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, s, row);

      _lsc_pipeline_rows_visible_legs (layout, s, row, &first, &end);
      for (gsize i = first; i < end; i++)
        {
          LscLegBox leg = { _lsc_pipeline_rows_x (layout, s, data->legs[i].start_ns) * scale,
                            _lsc_pipeline_rows_x (layout, s, data->legs[i].end_ns) * scale,
                            data->legs[i].is_send };

          /* legs are sorted by start: one that ended left of the picture may still be among them */
          if (leg.x1 > 0)
            g_array_append_val (legs, leg);
        }
    }
}

/* ---- texts ---- */

/* Width of the narrower blocks of a kind in px, without odd ones; 0 without any. */
static double
kind_width (const LscPipelineRows *layout, guint kind)
{
  double sum = 0, least = G_MAXDOUBLE;
  gsize n = 0;

  for (gsize s = 0; s < layout->n_steps; s++)
    for (gsize r = 0; r < _lsc_pipeline_rows_step (layout, s)->n_rows; r++)
      {
        const LscPipelineRow *row = _lsc_pipeline_rows_row (layout, s, r);
        gsize stride = MAX (row->n_blocks / SAMPLES, 1);

        for (gsize i = 0; i < row->n_blocks; i += stride)
          if (row->blocks[i].kind == kind)
            {
              double length = (double) (row->blocks[i].end_ns - row->blocks[i].start_ns);

              sum += length;
              least = MIN (least, length);
              n++;
            }
      }
  return n > 0 ? MAX (least, 0.75 * sum / (double) n) * layout->px_per_ns : 0;
}

/* The size at which the numbers of all boxes of a figure fit, 0 if that cannot be read: numbers on
 * some boxes only would look like an error. */
static double
figure_label_size (const LscPipelineRows *layout)
{
  gsize ids = layout->view->group->micro_batches;
  double digits = ids > 1000 ? 4 : ids > 100 ? 3 : ids > 10 ? 2 : 1;
  double size = MIN (layout->lane_height * 0.5, 12);

  for (guint kind = LSC_BLOCK_F; kind <= LSC_BLOCK_X; kind++)
    {
      double width = kind_width (layout, kind), letters = digits;

      /* the numbers of an overlapped block, "7/13", stand in its right part */
      if (kind == LSC_BLOCK_X)
        {
          width *= 2.0 / 3;
          letters = 2 * digits + 0.6;
        }
      if (width > 0)
        /* 0.64: digits of the fonts that are usual are at most that wide, in parts of their size */
        size = MIN (size, (width - FIGURE_PAD - 0.5) / (letters * 0.64));
    }
  return size >= MAX (layout->view->least_label, FIGURE_LEAST_LABEL) ? size : 0;
}

static double
screen_label_size (const LscPipelineView *view)
{
  return CLAMP (view->port.lane_height * 10 / 22, 7, 12);
}

/* Size of the labels, px: 10 at a lane of 22, 7 to 12; 0 = no labels. */
double
_lsc_label_size (const LscPipelineRows *layout)
{
  const LscPipelineView *view = layout->view;

  return view->is_figure ? figure_label_size (layout) : screen_label_size (view);
}

/* Room that a label leaves on both sides together, px: numbers can stand closer than words. */
static double
label_pad (const LscPipelineView *view, gboolean is_short)
{
  return view->is_figure ? FIGURE_PAD : is_short ? NUMBER_PAD : 6;
}

/* Notes where boxes wide enough for some text are, clipped to the visible part. */
void
_lsc_row_wish_labels (const LscPipelineRows *layout, gsize row, const LscBox *boxes, gsize n_boxes,
                      double scale, double width, GArray *wishes)
{
  double size = _lsc_label_size (layout);
  double least = (size * 0.5 + label_pad (layout->view, TRUE)) * scale;

  if (layout->lane_height < (layout->view->is_figure ? 8 : 10) || !(size > 0) ||
      layout->view->labels == LSC_LABELS_NONE)
    return;
  for (gsize i = 0; i < n_boxes; i++)
    {
      const LscBox *box = &boxes[i];
      LscLabelWish wish = { .block = box->block, .fill = box->fill, .flags = box->flags };

      wish.x0 = MAX (box->flags & BOX_SPLIT ? box->x0 + (box->x1 - box->x0) / 3 : box->x0, 0);
      wish.x1 = MIN (box->x1, width);
      if (wish.x1 - wish.x0 < least || box->flags & BOX_HIDDEN)
        continue;
      wish.y0 = _lsc_pipeline_rows_lane_y (layout, row, box->first_lane);
      wish.y1 = _lsc_pipeline_rows_lane_y (layout, row, box->end_lane) - LANE_GAP;
      g_array_append_val (wishes, wish);
    }
}

/* A key that stands for the text of a block: the variety in the upper byte, below it the name's id
 * or what the text is made of. */
guint64
_lsc_block_text_key (const LscPipelineView *view, const LscBlock *block, gboolean is_short)
{
  guint64 variety;
  gboolean by_name = block->mb_f == LSC_MB_NONE && block->mb_b == LSC_MB_NONE;

  is_short |= view->is_figure; /* a figure shows plain numbers */
  if (by_name)
    variety = TEXT_NAME;
  else if (view->labels == LSC_LABELS_MB_CHUNK)
    variety = TEXT_CHUNK;
  else /* colour and corner tell the chunk of a short one */
    variety = view->group->n_chunks > 1 && !is_short ? TEXT_CHUNK : TEXT_MB;
  variety += is_short;
  if (variety <= TEXT_NAME_SHORT)
    return variety << 56 | block->name;
  return variety << 56 | (guint64) block->kind << 40 | (guint64) block->chunks << 32 |
         (guint64) block->mb_f << 16 | block->mb_b;
}

/* "7F+13B" -> "7/13", "12b" -> "12"; a word becomes nothing. */
static void
shorten (const char *name, char *text, gsize size)
{
  gsize n = 0;

  for (const char *c = name; *c != '\0' && n + 1 < size; c++)
    {
      if (g_ascii_isdigit (*c) || *c == '.')
        text[n++] = *c;
      else if (*c == '+')
        text[n++] = '/';
    }
  text[n] = '\0';
}

static char
kind_letter (guint kind)
{
  static const char letters[LSC_BLOCK_N_KINDS] = { 'F', 'B', 'b', 'w', 0, 'L', 0 };

  return kind < LSC_BLOCK_N_KINDS ? letters[kind] : 0;
}

static void
append_part (GString *out, guint mb, guint chunk, gboolean with_chunk, char letter)
{
  g_string_append_printf (out, "%u", mb);
  if (with_chunk && chunk != LSC_CHUNK_NONE)
    g_string_append_printf (out, ".%u", chunk);
  if (letter != 0)
    g_string_append_c (out, letter);
}

static void
compose (guint64 key, gboolean with_chunk, gboolean is_short, char *text, gsize size)
{
  guint kind = key >> 40 & 0xff, chunks = key >> 32 & 0xff;
  guint mb_f = key >> 16 & 0xffff, mb_b = key & 0xffff;
  gboolean both = mb_f != LSC_MB_NONE && mb_b != LSC_MB_NONE;
  char letter = is_short ? 0 : kind_letter (kind);
  g_autoptr (GString) out = g_string_new (NULL);

  if (both)
    {
      append_part (out, mb_f, chunks & 0xf, with_chunk, is_short ? 0 : 'F');
      g_string_append_c (out, is_short ? '/' : '+');
      append_part (out, mb_b, chunks >> 4, with_chunk, is_short ? 0 : 'B');
    }
  else if (mb_f != LSC_MB_NONE)
    append_part (out, mb_f, chunks & 0xf, with_chunk, letter);
  else
    append_part (out, mb_b, chunks >> 4, with_chunk, letter);
  g_strlcpy (text, out->str, size);
}

/* Writes the text of a key; @pipeline is the LscPipeline whose names are meant. */
void
_lsc_block_text (guint64 key, gpointer pipeline, char *text, gsize size)
{
  guint variety = (guint) (key >> 56);
  const LscPipeline *owner = pipeline;

  if (variety > TEXT_NAME_SHORT)
    {
      compose (key, variety >= TEXT_CHUNK, (variety & 1) != 0, text, size);
      return;
    }
  const char *name =
      owner && owner->strings ? lsc_intern_text (owner->strings, (guint32) key) : NULL;

  if (!name)
    text[0] = '\0';
  else if (variety == TEXT_NAME)
    g_strlcpy (text, name, size);
  else
    shorten (name, text, size);
}

/* ---- which labels ---- */

/* The form that a box has room for: 0, 1 = the short one, 2 = none. Its key becomes that of the
 * form. */
static guint8
find_form (LscLabelWish *wish, const LscPipelineView *view, guint64 flag, double scale,
           LscLabelMeasure measure, gpointer data)
{
  guint8 form;

  for (form = 0; form < 2; form++)
    {
      double room = wish->x1 - wish->x0 - label_pad (view, form == 1) * scale, width;

      wish->key = _lsc_block_text_key (view, wish->block, form == 1) | flag;
      width = measure (wish->key, data);
      if (width > 0 && width <= room)
        break;
    }
  return form;
}

/* Whether a number has room when it is turned: a digit is less wide lying than two standing ones.
 */
static gboolean
fits_turned (const LscLabelWish *wish, const LscPipelineView *view, guint64 flag, double scale,
             LscLabelMeasure measure, gpointer data)
{
  double size = screen_label_size (view), pad = NUMBER_PAD * scale, length;

  if (view->is_figure || size < LEAST_TURNED_PX ||
      (wish->block->mb_f == LSC_MB_NONE && wish->block->mb_b == LSC_MB_NONE))
    return FALSE;
  length = measure (_lsc_block_text_key (view, wish->block, TRUE) | flag, data);
  return length > 0 && length + pad <= (wish->y1 - wish->y0) * scale &&
         size * DIGIT_SHARE * scale + pad <= wish->x1 - wish->x0;
}

/* The longest form that nearly all boxes of each kind have room for (drawing.md#labels): else
 * narrow numbers alone would be seen, as if the others were lost. */
static gboolean
choose_forms (const GArray *wishes, guint8 *forms)
{
  guint counts[LSC_BLOCK_N_KINDS][3] = { { 0 } }, n_turned[LSC_BLOCK_N_KINDS] = { 0 };
  gboolean any_short = FALSE;

  for (guint i = 0; i < wishes->len; i++)
    {
      const LscLabelWish *wish = &g_array_index (wishes, LscLabelWish, i);

      counts[wish->block->kind][wish->form]++;
      n_turned[wish->block->kind] += wish->is_turned;
    }
  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      const guint *count = counts[kind];
      guint all = count[0] + count[1] + count[2];

      forms[kind] = count[0] * 20 >= all * 19 ? 0 : (count[0] + count[1]) * 4 >= all * 3 ? 1 : 2;
      if (forms[kind] == 2 && n_turned[kind] * 4 >= all * 3)
        forms[kind] = TURNED;
      any_short |= forms[kind] == 1 || forms[kind] == TURNED;
    }
  return any_short;
}

/**
 * _lsc_label_wishes_fit:
 * @wishes: (element-type LscLabelWish): those that have no room, or whose kind has none, leave
 * @flag: is set in all keys
 * @measure: tells the width of the text of a key, px times @scale; 0 = no text
 *
 * Gives all labels one form: the short one as soon as one kind has room for no other. Numbers of a
 * kind that is too narrow for them are turned, all of them.
 */
void
_lsc_label_wishes_fit (GArray *wishes, const LscPipelineView *view, guint64 flag, double scale,
                       LscLabelMeasure measure, gpointer data)
{
  guint8 forms[LSC_BLOCK_N_KINDS];
  gboolean any_short;
  guint n = 0;

  for (guint i = 0; i < wishes->len; i++)
    {
      LscLabelWish *wish = &g_array_index (wishes, LscLabelWish, i);

      wish->form = find_form (wish, view, flag, scale, measure, data);
      wish->is_turned = fits_turned (wish, view, flag, scale, measure, data);
    }
  any_short = choose_forms (wishes, forms);
  for (guint i = 0; i < wishes->len; i++)
    {
      LscLabelWish wish = g_array_index (wishes, LscLabelWish, i);
      guint64 brief = _lsc_block_text_key (view, wish.block, TRUE) | flag;

      wish.is_turned &= forms[wish.block->kind] == TURNED;
      if (!wish.is_turned && (forms[wish.block->kind] >= 2 || wish.form == 2))
        continue;
      if (any_short && measure (brief, data) > 0) /* a word has no short form */
        wish.key = brief;
      g_array_index (wishes, LscLabelWish, n++) = wish;
    }
  g_array_set_size (wishes, n);
}
