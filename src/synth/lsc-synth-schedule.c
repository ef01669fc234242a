/* lsc-synth-schedule.c - the order of blocks of every schedule (pipeline.md#dualpipev, #recognise,
 * theory.md#orders)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-schedule.h"

#include <gio/gio.h>

static const char *const kind_names[] = { "none", "gpipe",    "1f1b",      "interleaved",
                                          "zbh1", "dualpipe", "dualpipev", "zbv" };

/**
 * lsc_synth_schedule_kind_name:
 * @kind: a schedule
 *
 * Returns: (transfer none): its name on the command line
 */
const char *
lsc_synth_schedule_kind_name (LscSynthScheduleKind kind)
{
  return kind_names[kind];
}

/**
 * lsc_synth_schedule_kind_parse:
 * @text: a name
 * @kind: (out): the schedule
 *
 * Returns: %FALSE if there is no such schedule
 */
gboolean
lsc_synth_schedule_kind_parse (const char *text, LscSynthScheduleKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kind_names); i++)
    if (g_str_equal (text, kind_names[i]))
      {
        *kind = (LscSynthScheduleKind) i;
        return TRUE;
      }
  return FALSE;
}

/* Writes one row. next_f and next_b count micro-batches per chunk; pending holds the chunks and
 * micro-batches whose weight gradients are still to do, oldest first. */
typedef struct
{
  GArray *row;
  GArray *pending;
  guint first_pending;
  guint next_f[2];
  guint next_b[2];
  guint base_mb[2];
  guint8 phase;
  gboolean overlap;
  gboolean logits;
} RowWriter;

static void
put_block (RowWriter *w, char kind, LscSynthPart a, const LscSynthPart *b)
{
  LscSynthBlock block = { .kind = kind, .phase = w->phase, .n_parts = 1 };

  block.parts[0] = a;
  if (b != NULL)
    {
      block.parts[1] = *b;
      block.n_parts = 2;
    }
  g_array_append_val (w->row, block);
}

static void
put_simple (GArray *row, char kind, guint mb, guint chunk)
{
  LscSynthBlock block = { .kind = kind, .phase = kind == 'F' ? 0 : 1, .n_parts = 1 };

  block.parts[0] = (LscSynthPart){ kind, (guint8) chunk, mb };
  g_array_append_val (row, block);
}

static LscSynthPart
next_part (RowWriter *w, char role, guint chunk)
{
  guint *next = role == 'F' ? w->next_f : w->next_b;

  return (LscSynthPart){ role, (guint8) chunk, (w->base_mb[chunk] + next[chunk]++) };
}

static void
put_f (RowWriter *w, guint chunk)
{
  put_block (w, 'F', next_part (w, 'F', chunk), NULL);
}

/* The head sits on chunk 1 of stage 0: its backward is a block of its own before phase 6. */
static void
put_logits (RowWriter *w, guint chunk)
{
  if (w->logits && chunk == 1)
    put_block (w, 'L', (LscSynthPart){ 'L', 1, w->next_b[1] }, NULL);
}

static void
put_b (RowWriter *w, guint chunk)
{
  put_logits (w, chunk);
  put_block (w, 'B', next_part (w, 'B', chunk), NULL);
}

static void
put_i (RowWriter *w, guint chunk)
{
  LscSynthPart part;

  put_logits (w, chunk);
  part = next_part (w, 'I', chunk);
  g_array_append_val (w->pending, part);
  put_block (w, 'I', part, NULL);
}

static void
put_w (RowWriter *w)
{
  LscSynthPart part = g_array_index (w->pending, LscSynthPart, w->first_pending++);

  part.role = 'W';
  put_block (w, 'W', part, NULL);
}

static void
put_x (RowWriter *w, guint chunk_f, guint chunk_b, gboolean fuse)
{
  if (w->overlap && fuse)
    {
      LscSynthPart f, b;

      put_logits (w, chunk_b);
      f = next_part (w, 'F', chunk_f);
      b = next_part (w, 'B', chunk_b);
      put_block (w, 'X', f, &b);
    }
  else
    {
      put_f (w, chunk_f);
      put_b (w, chunk_b);
    }
}

static void
put_remaining_w (RowWriter *w)
{
  while (w->first_pending < w->pending->len)
    put_w (w);
}

static void
fill_gpipe (GArray *row, guint n_mb)
{
  for (guint m = 0; m < n_mb; m++)
    put_simple (row, 'F', m, 0);
  for (guint m = 0; m < n_mb; m++)
    put_simple (row, 'B', m, 0);
}

static void
fill_1f1b (GArray *row, guint n_stages, guint stage, guint n_mb)
{
  guint warm = MIN (n_stages - 1 - stage, n_mb);

  for (guint m = 0; m < warm; m++)
    put_simple (row, 'F', m, 0);
  for (guint m = warm; m < n_mb; m++)
    {
      put_simple (row, 'F', m, 0);
      put_simple (row, 'B', m - warm, 0);
    }
  for (guint m = n_mb - warm; m < n_mb; m++)
    put_simple (row, 'B', m, 0);
}

/* The j-th forward of the interleaved schedule: groups of @length micro-batches, every chunk. */
static void
interleaved_at (guint j, guint length, guint n_mb, guint n_chunks, guint *mb, guint *chunk)
{
  guint group = j / (length * n_chunks) * length;
  guint inside = j % (length * n_chunks);
  guint width = MIN (length, n_mb - group);

  *chunk = inside / width;
  *mb = group + inside % width;
}

static void
fill_interleaved (GArray *row, guint stage, guint n_chunks, const LscSynthOptions *o)
{
  guint n_mb = o->micro_batches, total = n_mb * n_chunks;
  guint length = o->run_length > 0 ? o->run_length : o->pp;
  guint behind = o->pp - 1 - stage;
  guint warm = (n_chunks == 1 ? behind : 2 * behind + (n_chunks - 1) * length) + o->extra_warmup;
  guint mb, chunk;

  warm = MIN (warm, total);

  for (guint j = 0; j < total + warm; j++)
    {
      if (j < total)
        {
          interleaved_at (j, length, n_mb, n_chunks, &mb, &chunk);
          put_simple (row, 'F', mb, chunk);
        }
      if (j >= warm)
        {
          interleaved_at (j - warm, length, n_mb, n_chunks, &mb, &chunk);
          put_simple (row, 'B', mb, n_chunks - 1 - chunk);
        }
    }
}

static void
fill_zbh1 (GArray *row, guint n_stages, guint stage, guint n_mb)
{
  guint warm = MIN (n_stages - 1 - stage, n_mb);
  guint done_w = 0;

  for (guint j = 0; j < n_mb + warm; j++)
    {
      if (j < n_mb)
        put_simple (row, 'F', j, 0);
      if (j < warm)
        continue;
      put_simple (row, 'I', j - warm, 0);
      if (j - warm + 1 > stage)
        put_simple (row, 'W', done_w++, 0);
    }
  while (done_w < n_mb)
    put_simple (row, 'W', done_w++, 0);
}

static void
fill_cool_down_v (RowWriter *w, guint n_stages, guint stage, gboolean dw_detach, gboolean pops)
{
  guint chunk = 1;
  const LscSynthPart none = { 'P', 0, 0 };

  w->phase = 5;
  for (guint k = 0; k <= stage; k++, chunk = 1 - chunk)
    put_b (w, chunk);
  w->phase = 6;
  for (guint k = 0; k < n_stages; k++)
    {
      if (k > stage)
        chunk = 0;
      if (dw_detach && k > stage)
        put_w (w);
      if (dw_detach)
        put_i (w, chunk);
      else
        put_b (w, chunk);
      if (pops && k >= stage)
        put_block (w, LSC_SYNTH_KIND_POP, none, NULL);
      chunk = 1 - chunk;
    }
  if (dw_detach)
    put_remaining_w (w);
  for (guint k = 0; pops && k < stage; k++)
    put_block (w, LSC_SYNTH_KIND_POP, none, NULL);
}

static void
fill_dualpipev (RowWriter *w, guint n_stages, guint stage, guint n_mb, const LscSynthOptions *o)
{
  guint d = n_stages - 1 - stage;

  w->overlap = o->overlap;
  w->logits = o->overlap && o->logits && stage == 0;
  w->phase = 0;
  for (guint k = 0; k < 2 * d; k++)
    put_f (w, 0);
  w->phase = 1;
  for (guint k = 0; k <= stage; k++)
    {
      put_f (w, 0);
      put_f (w, 1);
    }
  w->phase = 2;
  for (guint k = 0; k < d; k++)
    {
      if (o->fused_middle)
        put_b (w, 1);
      else
        {
          put_i (w, 1);
          put_w (w);
        }
      put_f (w, 1);
    }
  w->phase = 3;
  for (guint k = 0; k < n_mb - 2 * n_stages + stage + 1; k++)
    {
      put_x (w, 0, 1, o->fused_first || !(k == 0 && d == 0));
      put_x (w, 1, 0, TRUE);
    }
  w->phase = 4;
  for (guint k = 0; k < d; k++)
    {
      put_b (w, 1);
      put_x (w, 1, 0, TRUE);
    }
  fill_cool_down_v (w, n_stages, stage, o->dw_detach, o->empty_pops && !o->dw_detach);
}

static void
fill_dualpipe (RowWriter *w, guint n_stages, guint stage, guint n_mb, gboolean fused_first)
{
  guint half = n_stages / 2, per_direction = n_mb / 2;
  guint near = stage >= half ? 1 : 0, far = 1 - near;
  guint hr = MIN (stage, n_stages - 1 - stage), d = half - 1 - hr;

  w->overlap = TRUE;
  w->base_mb[1] = per_direction;
  for (guint k = 0; k < 2 * d; k++)
    put_f (w, near);
  for (guint k = 0; k <= hr; k++)
    {
      put_f (w, near);
      put_f (w, far);
    }
  for (guint k = 0; k < d; k++)
    {
      put_i (w, far);
      put_w (w);
      put_f (w, far);
    }
  for (guint k = 0; k < per_direction - n_stages + hr + 1; k++)
    {
      put_x (w, near, far, fused_first || !(k == 0 && d == 0));
      put_x (w, far, near, TRUE);
    }
  for (guint k = 0; k < d; k++)
    {
      put_b (w, far);
      put_x (w, far, near, TRUE);
    }
  for (guint k = 0; k < 2 * (hr + 1); k++)
    {
      if (k < hr + 1)
        put_b (w, k % 2 ? near : far);
      else
        put_i (w, k % 2 ? near : far);
    }
  for (guint k = 0; k < d; k++)
    {
      put_w (w);
      put_i (w, near);
    }
  put_remaining_w (w);
}

static void
fill_zbv (RowWriter *w, guint n_stages, guint stage, guint n_mb)
{
  guint d = n_stages - 1 - stage;

  for (guint k = 0; k < 2 * d; k++)
    put_f (w, 0);
  for (guint k = 0; k <= stage; k++)
    {
      put_f (w, 0);
      put_f (w, 1);
    }
  for (guint k = 0; k < n_mb - 2 * n_stages + stage + 1 + 2 * d; k++)
    {
      gboolean middle = k >= d && k < n_mb - 2 * n_stages + stage + 1 + d;

      put_i (w, 1);
      put_w (w);
      if (middle)
        put_f (w, 0);
      if (k >= d)
        {
          put_i (w, 0);
          put_w (w);
        }
      put_f (w, 1);
    }
  for (guint k = 0; k <= stage; k++)
    {
      put_i (w, 1);
      put_i (w, 0);
    }
  for (guint k = 0; k < d; k++)
    {
      put_w (w);
      put_i (w, 0);
    }
  put_remaining_w (w);
}

static void
fill_two_chunks (GArray *row, guint stage, const LscSynthOptions *o)
{
  RowWriter w = { .row = row, .pending = g_array_new (FALSE, FALSE, sizeof (LscSynthPart)) };

  if (o->schedule == LSC_SYNTH_DUALPIPEV)
    fill_dualpipev (&w, o->pp, stage, o->micro_batches, o);
  else if (o->schedule == LSC_SYNTH_DUALPIPE)
    fill_dualpipe (&w, o->pp, stage, o->micro_batches, o->fused_first);
  else
    fill_zbv (&w, o->pp, stage, o->micro_batches);
  g_array_unref (w.pending);
  if (o->schedule != LSC_SYNTH_DUALPIPEV)
    for (guint i = 0; i < row->len; i++)
      g_array_index (row, LscSynthBlock, i).phase =
          g_array_index (row, LscSynthBlock, i).kind == 'F' ? 0 : 1;
}

static gboolean
check_sizes (const LscSynthOptions *o, GError **error)
{
  const char *why = NULL;

  if ((o->schedule == LSC_SYNTH_DUALPIPEV || o->schedule == LSC_SYNTH_ZBV) &&
      o->micro_batches < 2 * o->pp)
    why = "needs at least twice as many micro-batches as stages";
  else if (o->schedule == LSC_SYNTH_DUALPIPE &&
           (o->pp % 2 || o->micro_batches % 2 || o->micro_batches < 2 * o->pp))
    why = "needs even numbers of stages and micro-batches, and at least twice as many of these";
  else if (o->schedule == LSC_SYNTH_INTERLEAVED && o->run_length == 0 && o->micro_batches % o->pp)
    why = "needs a number of micro-batches that the number of stages divides";
  else if (o->schedule == LSC_SYNTH_INTERLEAVED && o->run_length > 0 &&
           (o->run_length < o->pp || o->run_length > o->micro_batches ||
            (o->micro_batches % o->run_length > 0 && o->micro_batches % o->run_length < o->pp)))
    why = "needs a run length from the number of stages to that of micro-batches, and a rest of "
          "none or at least as many as stages";
  else if (o->schedule == LSC_SYNTH_NONE && o->pp != 1)
    why = "has no stages: give --pp together with another --schedule";
  if (why == NULL)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "Schedule %s %s.",
               kind_names[o->schedule], why);
  return FALSE;
}

/**
 * lsc_synth_schedule_new:
 * @options: schedule, stages, micro-batches, chunks and variant
 * @error: (out) (optional): G_IO_ERROR_INVALID_ARGUMENT if the sizes do not fit the schedule
 *
 * Lists the blocks of every stage, in order. Source: pipeline.md#dualpipev, #recognise,
 * theory.md#orders.
 *
 * Returns: (transfer full) (nullable): the schedule
 */
LscSynthSchedule *
lsc_synth_schedule_new (const LscSynthOptions *options, GError **error)
{
  LscSynthSchedule *self;
  gboolean is_v = options->schedule == LSC_SYNTH_DUALPIPEV || options->schedule == LSC_SYNTH_ZBV;

  if (!check_sizes (options, error))
    return NULL;
  self = g_new0 (LscSynthSchedule, 1);
  self->kind = options->schedule;
  self->n_stages = options->pp;
  self->n_micro_batches = options->micro_batches;
  self->n_chunks = is_v || self->kind == LSC_SYNTH_DUALPIPE ? 2
                   : self->kind == LSC_SYNTH_INTERLEAVED    ? options->chunks
                                                            : 1;
  self->chain_length =
      self->kind == LSC_SYNTH_DUALPIPE ? self->n_stages : self->n_stages * self->n_chunks;
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint r = 0; r < self->n_stages; r++)
    {
      GArray *row = g_array_new (FALSE, FALSE, sizeof (LscSynthBlock));

      if (self->kind == LSC_SYNTH_GPIPE)
        fill_gpipe (row, options->micro_batches);
      else if (self->kind == LSC_SYNTH_1F1B || self->kind == LSC_SYNTH_NONE)
        fill_1f1b (row, self->n_stages, r, options->micro_batches);
      else if (self->kind == LSC_SYNTH_INTERLEAVED)
        fill_interleaved (row, r, self->n_chunks, options);
      else if (self->kind == LSC_SYNTH_ZBH1)
        fill_zbh1 (row, self->n_stages, r, options->micro_batches);
      else
        fill_two_chunks (row, r, options);
      g_ptr_array_add (self->rows, row);
    }
  return self;
}

/** lsc_synth_schedule_free: frees the schedule and its rows. */
void
lsc_synth_schedule_free (LscSynthSchedule *self)
{
  g_ptr_array_unref (self->rows);
  g_free (self);
}

/**
 * lsc_synth_schedule_stage_of:
 * @self: a schedule
 * @rank: physical stage
 * @chunk: chunk of that stage
 *
 * Returns: the virtual stage, 0 for the one where a micro-batch enters
 */
guint
lsc_synth_schedule_stage_of (const LscSynthSchedule *self, guint rank, guint chunk)
{
  if (self->kind == LSC_SYNTH_DUALPIPE)
    return chunk == 0 ? rank : self->n_stages - 1 - rank;
  if (self->kind == LSC_SYNTH_DUALPIPEV || self->kind == LSC_SYNTH_ZBV)
    return chunk == 0 ? rank : 2 * self->n_stages - 1 - rank;
  return chunk * self->n_stages + rank;
}

/**
 * lsc_synth_schedule_copy_rows:
 * @self: a schedule
 *
 * Returns: (transfer full): a copy of the rows, to be given costs and times
 */
GPtrArray *
lsc_synth_schedule_copy_rows (const LscSynthSchedule *self)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint r = 0; r < self->n_stages; r++)
    g_ptr_array_add (rows, g_array_copy (g_ptr_array_index (self->rows, r)));
  return rows;
}

static guint
chart_id (const LscSynthSchedule *self, const LscSynthPart *part)
{
  return part->mb + (part->chunk ? self->n_micro_batches : 0);
}

/**
 * lsc_synth_schedule_label:
 * @self: a schedule
 * @block: one of its blocks
 *
 * Returns: (transfer full): the block's name in the reference's table (pipeline.md#names,
 *   #dualpipev)
 */
char *
lsc_synth_schedule_label (const LscSynthSchedule *self, const LscSynthBlock *block)
{
  guint id = chart_id (self, &block->parts[0]);

  if (self->kind != LSC_SYNTH_DUALPIPEV)
    return g_strdup (block->kind == 'F' || block->kind == 'X' ? "FP" : "BP");
  switch (block->kind)
    {
    case 'L':
      return g_strdup ("logits");
    case 'P':
      return g_strdup ("");
    case 'F':
      return block->phase < 3 ? g_strdup_printf ("%u", id) : g_strdup_printf ("%uF", id);
    case 'X':
      return g_strdup_printf ("%uF+%uB", id, chart_id (self, &block->parts[1]));
    case 'I':
      return g_strdup_printf ("%ub", id);
    case 'W':
      return g_strdup_printf ("%uw", id);
    default:
      return g_strdup_printf ("%uB", id);
    }
}
