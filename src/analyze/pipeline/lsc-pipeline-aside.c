/* lsc-pipeline-aside.c - ranges of a step that do not belong to the order of its schedule
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-info.h"

#include "analyze/pipeline/lsc-pipeline-aside.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-private.h"

/* pipeline.md#set-aside. Programs record more than the passes of their schedule: the loss, the
 * backward of an embedding, an evaluation, the forward that is run again before its backward. A way
 * to leave some out counts when, and only when, what is left is exactly the order of a schedule. */

#define MOST_NAMES 8   /* of ranges of a kind that are told apart */
#define MOST_PLACES 12 /* ranks or steps that a notice names */

/* A block that is left out, with the kind that it had. */
typedef struct
{
  guint32 row;
  guint32 block;
  guint8 kind;
} Left;

/* What a notice tells of ranges of one name. */
typedef struct
{
  char *name; /* (nullable): of forwards that are run again */
  gint64 n;
  GArray *ranks; /* gint64 */
  GPtrArray *steps;
} Told;

struct _LscAsides
{
  LscPipeline *pipeline; /* borrowed */
  GHashTable *names;     /* id of a message -> id of its name */
  GPtrArray *told;       /* Told */
  GArray *left;          /* Left: of the way that is tried */
};

static void
told_free (gpointer data)
{
  Told *self = data;

  g_free (self->name);
  g_array_unref (self->ranks);
  g_ptr_array_unref (self->steps);
  g_free (self);
}

/** Returns: (transfer full): nothing set aside yet. @pipeline: has to outlive it */
LscAsides *
lsc_asides_new (LscPipeline *pipeline)
{
  LscAsides *self;

  g_return_val_if_fail (pipeline, NULL);
  self = g_new0 (LscAsides, 1);
  self->pipeline = pipeline;
  self->names = g_hash_table_new (NULL, NULL);
  self->told = g_ptr_array_new_with_free_func (told_free);
  self->left = g_array_new (FALSE, FALSE, sizeof (Left));
  return self;
}

/** Frees it. @self: (nullable) */
void
lsc_asides_free (LscAsides *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->told);
  g_array_unref (self->left);
  g_free (self);
}

/* The name in a block's message, without its numbers: id in the pipeline's strings. */
static guint32
name_of (LscAsides *self, const LscPipelineRow *row, gsize block)
{
  guint32 message = row->details[row->blocks[block].detail].message;
  gpointer known = NULL;

  if (message == LSC_STRING_NONE)
    return LSC_STRING_NONE;
  if (!g_hash_table_lookup_extended (self->names, GUINT_TO_POINTER (message), NULL, &known))
    {
      const char *text = lsc_intern_text (self->pipeline->strings, message);
      g_autoptr (LscPipelineMessage) parsed = lsc_pipeline_message_parse (text, strlen (text));

      known = GUINT_TO_POINTER (lsc_intern_add (self->pipeline->strings, parsed->name));
      g_hash_table_insert (self->names, GUINT_TO_POINTER (message), known);
    }
  return GPOINTER_TO_UINT (known);
}

static void
leave_out (LscAsides *self, LscPipelineStep *step, gsize row, gsize block)
{
  LscBlock *at = &step->rows[row].blocks[block];
  Left left = { (guint32) row, (guint32) block, at->kind };

  if (at->kind == LSC_BLOCK_O)
    return;
  g_array_append_val (self->left, left);
  at->kind = LSC_BLOCK_O;
}

/* Takes back what was left out after the first @keep. */
static void
take_back (LscAsides *self, LscPipelineStep *step, guint keep)
{
  for (guint i = keep; i < self->left->len; i++)
    {
      const Left *left = &g_array_index (self->left, Left, i);

      step->rows[left->row].blocks[left->block].kind = left->kind;
    }
  g_array_set_size (self->left, keep);
}

/* ---- names ---- */

/* Names of the ranges of a kind, with how many have them. */
typedef struct
{
  guint32 names[MOST_NAMES];
  gsize n_ranges[MOST_NAMES];
  gsize n;
} Names;

static const LscBlockKind named_kinds[] = { LSC_BLOCK_F, LSC_BLOCK_B, LSC_BLOCK_I };

/* Returns %FALSE if there is one, or so many that names are no sorts of ranges. */
static gboolean
list_names (LscAsides *self, const LscPipelineStep *step, LscBlockKind kind, Names *names)
{
  *names = (Names){ 0 };
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      {
        guint32 name;
        gsize at = 0;

        if (step->rows[i].blocks[k].kind != kind)
          continue;
        name = name_of (self, &step->rows[i], k);
        while (at < names->n && names->names[at] != name)
          at++;
        if (at == MOST_NAMES)
          return FALSE;
        names->names[at] = name;
        names->n = MAX (names->n, at + 1);
        names->n_ranges[at]++;
      }
  return names->n > 1;
}

/* Leaves out the ranges of a name, or all of other names. */
static void
leave_out_name (LscAsides *self, LscPipelineStep *step, LscBlockKind kind, guint32 name,
                gboolean others)
{
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      if (step->rows[i].blocks[k].kind == kind &&
          (name_of (self, &step->rows[i], k) == name) != others)
        leave_out (self, step, i, k);
}

/* One name goes, or all but one. */
static gboolean
try_names_of (LscAsides *self, LscPipelineStep *step, LscBlockKind kind, LscAsideTest test,
              gpointer user_data)
{
  guint keep = self->left->len;
  Names names;

  if (!list_names (self, step, kind, &names))
    return FALSE;
  for (gsize i = 0; i < names.n; i++)
    /* of two names the one that goes is all but the other: once is enough */
    for (guint others = 0; others < (names.n > 2 ? 2 : 1); others++)
      {
        leave_out_name (self, step, kind, names.names[i], others != 0);
        if (test (step, user_data))
          return TRUE;
        take_back (self, step, keep);
      }
  return FALSE;
}

/* All but the most frequent name of each kind. */
static gboolean
try_main_names (LscAsides *self, LscPipelineStep *step, LscAsideTest test, gpointer user_data)
{
  guint keep = self->left->len, n_kinds = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (named_kinds); i++)
    {
      gsize main = 0;
      Names names;

      if (!list_names (self, step, named_kinds[i], &names))
        continue;
      for (gsize k = 1; k < names.n; k++)
        main = names.n_ranges[k] > names.n_ranges[main] ? k : main;
      leave_out_name (self, step, named_kinds[i], names.names[main], TRUE);
      n_kinds++;
    }
  if (n_kinds > 1 && test (step, user_data)) /* one kind alone was tried before */
    return TRUE;
  take_back (self, step, keep);
  return FALSE;
}

static gboolean
try_names (LscAsides *self, LscPipelineStep *step, LscAsideTest test, gpointer user_data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (named_kinds); i++)
    if (try_names_of (self, step, named_kinds[i], test, user_data))
      return TRUE;
  return try_main_names (self, step, test, user_data);
}

/* ---- forwards that are run again ---- */

static gboolean
is_of_kind (const LscBlock *block, gboolean forward)
{
  return forward ? block->kind == LSC_BLOCK_F
                 : block->kind == LSC_BLOCK_B || block->kind == LSC_BLOCK_I;
}

/* With recomputation a forward comes directly before every backward that is a range of its own.
 * Returns whether it does. */
static gboolean
leave_out_recomputed (LscAsides *self, LscPipelineStep *step)
{
  gboolean any = FALSE;

  for (gsize i = 0; i < step->n_rows; i++)
    {
      const LscPipelineRow *row = &step->rows[i];

      /* From the end on, so that a forward that was left out is not taken for that of the backward
       * before it. */
      for (gsize k = row->n_blocks; k > 0; k--)
        {
          if (!is_of_kind (&row->blocks[k - 1], FALSE))
            continue;
          if (k < 2 || row->blocks[k - 2].kind != LSC_BLOCK_F)
            return FALSE;
          leave_out (self, step, i, k - 2);
          any = TRUE;
        }
    }
  return any;
}

/* ---- ranges too many ---- */

/* Leaves out up to @n forwards, or backwards, with which a row begins or ends. */
static void
leave_out_surplus (LscAsides *self, LscPipelineStep *step, gsize row_index, gboolean forward,
                   gboolean first, gsize n)
{
  const LscPipelineRow *row = &step->rows[row_index];

  for (gsize i = 0; i < row->n_blocks && n > 0; i++)
    {
      gsize at = first ? i : row->n_blocks - 1 - i;

      if (row->blocks[at].kind == LSC_BLOCK_O)
        continue;
      if (!is_of_kind (&row->blocks[at], forward))
        return;
      leave_out (self, step, row_index, at);
      n--;
    }
}

static gsize
count_kind (const LscPipelineRow *row, gboolean forward)
{
  gsize n = 0;

  for (gsize i = 0; i < row->n_blocks; i++)
    n += is_of_kind (&row->blocks[i], forward);
  return n;
}

static gboolean
has_overlap (const LscPipelineStep *step)
{
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      if (step->rows[i].blocks[k].kind == LSC_BLOCK_X)
        return TRUE;
  return FALSE;
}

/* The fewest and the most passes forward, or backward, of the recorded rows. */
static void
count_all (const LscPipelineStep *step, gboolean forward, gsize *least, gsize *most)
{
  *least = G_MAXSIZE;
  *most = 0;
  for (gsize i = 0; i < step->n_rows; i++)
    {
      gsize n = count_kind (&step->rows[i], forward);

      if (step->rows[i].n_blocks == 0)
        continue;
      *least = MIN (*least, n);
      *most = MAX (*most, n);
    }
}

/* Forwards and backwards beyond those that all stages have both of, at the begin or end of a row:
 * an evaluation before or after the training, a range once a step. Where no other step says which
 * schedule runs it must not be taken for one that was cut: then no backward is too many, and as
 * many forwards on each stage, or one here or there. */
static gboolean
try_surplus (LscAsides *self, LscPipelineStep *step, gboolean is_known, LscAsideTest test,
             gpointer user_data)
{
  guint keep = self->left->len;
  gsize least[2], most[2], n;

  count_all (step, FALSE, &least[0], &most[0]);
  count_all (step, TRUE, &least[1], &most[1]);
  n = MIN (least[0], least[1]);
  if (n == 0 || n == G_MAXSIZE || has_overlap (step))
    return FALSE;
  if (!is_known && (most[0] > n || (most[1] > least[1] && most[1] > n + 1)))
    return FALSE;
  /* Forwards and backwards go at their begin or end: four ways, both at the begin first. */
  for (guint ends = 4; ends-- > 0;)
    {
      for (gsize i = 0; i < step->n_rows; i++)
        for (guint forward = 0; forward < 2 && step->rows[i].n_blocks > 0; forward++)
          leave_out_surplus (self, step, i, forward != 0, (ends >> forward & 1) != 0,
                             count_kind (&step->rows[i], forward != 0) - n);
      if (self->left->len > keep && test (step, user_data))
        return TRUE;
      take_back (self, step, keep);
    }
  return FALSE;
}

/* ---- what comes of it ---- */

static Told *
told_of (LscAsides *self, const char *name)
{
  Told *told;

  for (guint i = 0; i < self->told->len; i++)
    {
      told = g_ptr_array_index (self->told, i);
      if (g_strcmp0 (told->name, name) == 0)
        return told;
    }
  told = g_new0 (Told, 1);
  told->name = g_strdup (name);
  told->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  told->steps = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->told, told);
  return told;
}

static void
count_in (LscAsides *self, const LscPipelineStep *step, const LscPipelineRow *row, const char *name)
{
  Told *told = told_of (self, name);
  gboolean is_known = FALSE;

  told->n++;
  for (guint i = 0; i < told->ranks->len; i++)
    is_known |= g_array_index (told->ranks, gint64, i) == row->rank;
  if (!is_known)
    g_array_append_val (told->ranks, row->rank);
  if (!g_ptr_array_find_with_equal_func (told->steps, step->label, g_str_equal, NULL))
    g_ptr_array_add (told->steps, g_strdup (step->label));
}

/* The backward begins with the forward that is run again for it. */
static void
join_recomputed (LscPipelineRow *row, const guint8 *is_again)
{
  gsize n = 0;

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      LscBlock block = row->blocks[i];

      if (is_again[i])
        continue;
      if (i > 0 && is_again[i - 1])
        {
          const LscBlock *again = &row->blocks[i - 1];
          const LscBlockDetail *detail = &row->details[again->detail];

          block.start_ns = MIN (block.start_ns, again->start_ns);
          row->details[block.detail].host_start_ns =
              MIN (row->details[block.detail].host_start_ns, detail->host_start_ns);
        }
      row->blocks[n++] = block;
    }
  row->n_blocks = n;
}

static void
keep_recomputed (LscAsides *self, LscPipelineStep *step, guint n_again)
{
  for (gsize r = 0; r < step->n_rows; r++)
    {
      LscPipelineRow *row = &step->rows[r];
      g_autofree guint8 *is_again = g_new0 (guint8, row->n_blocks + 1);

      for (guint i = 0; i < n_again; i++)
        {
          const Left *left = &g_array_index (self->left, Left, i);

          if (left->row != r)
            continue;
          is_again[left->block] = 1;
          count_in (self, step, row, NULL);
        }
      join_recomputed (row, is_again);
    }
}

/* Blocks that stay as what they are, neither forward nor backward. */
static void
keep_others (LscAsides *self, LscPipelineStep *step, guint first)
{
  for (guint i = first; i < self->left->len; i++)
    {
      const Left *left = &g_array_index (self->left, Left, i);
      LscPipelineRow *row = &step->rows[left->row];
      LscBlock *block = &row->blocks[left->block];
      guint32 name = name_of (self, row, left->block);

      if (name == LSC_STRING_NONE)
        name = lsc_intern_add (self->pipeline->strings, lsc_block_kind_name (left->kind));
      block->name = name;
      block->mb_f = block->mb_b = LSC_MB_NONE;
      block->chunks = LSC_CHUNK_NONE | LSC_CHUNK_NONE << 4;
      block->flags &= (guint8) ~LSC_BLOCK_ID_RECORDED;
      _lsc_pipeline_set_peer_name (self->pipeline, &row->details[block->detail],
                                   left->kind == LSC_BLOCK_F);
      count_in (self, step, row, lsc_intern_text (self->pipeline->strings, name));
    }
}

/**
 * lsc_asides_look:
 * @step: whose blocks @test does not accept as they are
 * @is_known: whether @test accepts one schedule alone, that of other steps
 * @test: called for each way to leave some out; those are of kind O then
 *
 * Leaves ranges out until the others are those of a schedule: by their names, as forwards that are
 * run again, or as too many (pipeline.md#set-aside). Forwards that are run again become part of
 * their backward, the other ones stay as blocks of kind O.
 *
 * Cost: at most some 40 calls of @test. Returns: %FALSE if there is no such way; then nothing has
 * changed
 */
gboolean
lsc_asides_look (LscAsides *self, LscPipelineStep *step, gboolean is_known, LscAsideTest test,
                 gpointer user_data)
{
  gboolean found;
  guint n_again = 0;

  g_return_val_if_fail (self && step && test, FALSE);
  g_array_set_size (self->left, 0);
  /* The least surprising first: names say most, mere numbers least (pipeline.md#set-aside). */
  found = try_names (self, step, test, user_data);
  if (!found && leave_out_recomputed (self, step))
    {
      n_again = self->left->len;
      found = test (step, user_data) || try_names (self, step, test, user_data);
    }
  if (!found)
    {
      n_again = 0;
      take_back (self, step, 0);
      found = try_surplus (self, step, is_known, test, user_data);
    }
  if (!found)
    return FALSE;
  keep_others (self, step, n_again);
  if (n_again > 0)
    keep_recomputed (self, step, n_again);
  g_array_set_size (self->left, 0);
  return TRUE;
}

static char *
list_ranks (const Told *told)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < told->ranks->len && i < MOST_PLACES; i++)
    g_string_append_printf (text, i > 0 ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                            g_array_index (told->ranks, gint64, i));
  return g_string_free (told->ranks->len > MOST_PLACES ? g_string_append (text, ", …") : text,
                        FALSE);
}

static char *
list_steps (const Told *told)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < told->steps->len && i < MOST_PLACES; i++)
    g_string_append_printf (text, i > 0 ? ", %s" : "%s",
                            (const char *) g_ptr_array_index (told->steps, i));
  return g_string_free (told->steps->len > MOST_PLACES ? g_string_append (text, ", …") : text,
                        FALSE);
}

/** Says what was set aside in the steps of @group, where, and how often. */
void
lsc_asides_tell (LscAsides *self, const LscPipelineGroup *group)
{
  g_return_if_fail (self && group);
  for (guint i = 0; i < self->told->len; i++)
    {
      const Told *told = g_ptr_array_index (self->told, i);
      g_autofree char *ranks = list_ranks (told);
      g_autofree char *steps = list_steps (told);

      if (told->name)
        _lsc_pipeline_note (
            self->pipeline->notices, LSC_SEVERITY_NOTE, "pp-set-aside", NULL, told->n,
            _ ("Ranges “%s” do not belong to the order of the schedule of pipeline %s (ranks %s; "
               "%s)."),
            _ ("They are drawn as other blocks; the window, waits and theory leave them out."),
            _ ("Record only the step functions, or give other ranges names that do not begin "
               "with forward or backward."),
            told->name, group->label, ranks, steps);
      else
        _lsc_pipeline_note (
            self->pipeline->notices, LSC_SEVERITY_NOTE, "pp-recomputation", NULL, told->n,
            _ ("A forward directly before each backward of pipeline %s recomputes what that needs "
               "(ranks %s; %s)."),
            _ ("It is shown as the beginning of the backward."), NULL, group->label, ranks, steps);
    }
}
