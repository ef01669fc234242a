/* lsc-pipeline-schedule-names.c - names of schedules, variants and blocks; chunks on stages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-schedule.h"

#include <glib/gi18n-lib.h>

/* Id in the way of MindSpeed: chunk 1 counts on after chunk 0. In DualPipe both directions share
 * one count already. */
static guint
shown_id (const LscSchedule *self, guint32 mb, guint chunk)
{
  if (self->n_chunks != 2 || chunk != 1 || self->type == LSC_SCHEDULE_DUALPIPE)
    return mb;
  return (guint) (mb + self->n_micro_batches);
}

static char *
two_chunk_name (const LscSchedule *self, const LscScheduleItem *item)
{
  guint f = shown_id (self, item->mb_f, item->chunk_f);
  guint b = shown_id (self, item->mb_b, item->chunk_b);

  switch ((LscBlockKind) item->kind)
    {
    case LSC_BLOCK_F:
      return g_strdup_printf (item->phase >= 3 ? "%uF" : "%u", f);
    case LSC_BLOCK_X:
      return g_strdup_printf ("%uF+%uB", f, b);
    case LSC_BLOCK_I:
      return g_strdup_printf ("%ub", b);
    case LSC_BLOCK_W:
      return g_strdup_printf ("%uw", b);
    case LSC_BLOCK_L:
      return g_strdup ("logits");
    default:
      return g_strdup_printf ("%uB", b);
    }
}

/**
 * lsc_schedule_item_name:
 *
 * The name of a block: for the schedules with two chunks the ids of MindSpeed with a letter
 * (pipeline.md#dualpipev), for 1F1B and GPipe the micro-batch, for interleaved micro-batch and
 * chunk.
 *
 * Returns: (transfer full): a name
 */
char *
lsc_schedule_item_name (const LscSchedule *self, const LscScheduleItem *item)
{
  g_return_val_if_fail (self && item, NULL);

  gboolean is_forward = item->mb_f != LSC_SCHEDULE_NO_ID;
  guint mb = is_forward ? item->mb_f : item->mb_b;

  switch (self->type)
    {
    case LSC_SCHEDULE_DUALPIPEV:
    case LSC_SCHEDULE_DUALPIPE:
    case LSC_SCHEDULE_ZBV:
    case LSC_SCHEDULE_ZBV_PYTORCH:
    case LSC_SCHEDULE_ZBV_GREEDY:
      return two_chunk_name (self, item);
    case LSC_SCHEDULE_INTERLEAVED:
    case LSC_SCHEDULE_BREADTH_FIRST:
      return g_strdup_printf ("%u.%d", mb, is_forward ? item->chunk_f : item->chunk_b);
    case LSC_SCHEDULE_ZBH1:
    case LSC_SCHEDULE_ZBH2:
      if (!is_forward)
        return g_strdup_printf (item->kind == LSC_BLOCK_W ? "%uw" : "%ub", mb);
      return g_strdup_printf ("%u", mb);
    default:
      return g_strdup_printf ("%u", mb);
    }
}

/** Returns: S, the number of virtual stages a micro-batch walks. */
gsize
lsc_schedule_chain_length (const LscSchedule *self)
{
  g_return_val_if_fail (self && self->n_stages > 0, 0);
  switch (self->type)
    {
    case LSC_SCHEDULE_INTERLEAVED:
    case LSC_SCHEDULE_BREADTH_FIRST:
      return self->n_stages * self->n_chunks;
    case LSC_SCHEDULE_DUALPIPEV:
    case LSC_SCHEDULE_ZBV:
    case LSC_SCHEDULE_ZBV_PYTORCH:
    case LSC_SCHEDULE_ZBV_GREEDY:
      return self->n_stages * 2;
    default:
      return self->n_stages;
    }
}

/** Returns: the virtual stage of a chunk of a stage. */
gsize
lsc_schedule_virtual_stage (const LscSchedule *self, gsize stage, guint chunk)
{
  gsize p = self->n_stages;

  switch (self->type)
    {
    case LSC_SCHEDULE_INTERLEAVED:
    case LSC_SCHEDULE_BREADTH_FIRST:
      return chunk * p + stage;
    case LSC_SCHEDULE_DUALPIPEV:
    case LSC_SCHEDULE_ZBV:
    case LSC_SCHEDULE_ZBV_PYTORCH:
    case LSC_SCHEDULE_ZBV_GREEDY:
      return chunk == 0 ? stage : 2 * p - 1 - stage;
    case LSC_SCHEDULE_DUALPIPE:
      return chunk == 0 ? stage : p - 1 - stage;
    default:
      return stage;
    }
}

/**
 * lsc_schedule_place:
 * @virtual_stage: less than the chain's length
 * @chunk: chunk the chain was left from: in DualPipe a micro-batch stays in its direction
 *
 * Where a virtual stage lies.
 */
void
lsc_schedule_place (const LscSchedule *self, gsize virtual_stage, guint chunk, gsize *stage_out,
                    guint *chunk_out)
{
  gsize p;

  g_return_if_fail (self && self->n_stages > 0 && stage_out && chunk_out);
  p = self->n_stages;
  *stage_out = virtual_stage;
  *chunk_out = 0;
  switch (self->type)
    {
    case LSC_SCHEDULE_INTERLEAVED:
    case LSC_SCHEDULE_BREADTH_FIRST:
      *stage_out = virtual_stage % p;
      *chunk_out = (guint) (virtual_stage / p);
      break;
    case LSC_SCHEDULE_DUALPIPEV:
    case LSC_SCHEDULE_ZBV:
    case LSC_SCHEDULE_ZBV_PYTORCH:
    case LSC_SCHEDULE_ZBV_GREEDY:
      *stage_out = virtual_stage < p ? virtual_stage : 2 * p - 1 - virtual_stage;
      *chunk_out = virtual_stage < p ? 0 : 1;
      break;
    case LSC_SCHEDULE_DUALPIPE:
      *stage_out = chunk == 0 ? virtual_stage : p - 1 - virtual_stage;
      *chunk_out = chunk;
      break;
    default:
      break;
    }
}

static const char *const type_names[LSC_SCHEDULE_N_TYPES] = {
  NULL,          "1f1b",       "interleaved",    "dualpipev",  "dualpipe",      "zbh1",
  "zbv",         "gpipe",      "gpipe-reversed", "eager-1f1b", "breadth-first", "zbh2",
  "zbv-pytorch", "zbv-greedy",
};

/* Other words for them, as programs and papers write them. */
static const struct
{
  const char *name;
  LscScheduleType type;
} other_names[] = {
  { "bfs", LSC_SCHEDULE_BREADTH_FIRST },
  { "all-warm-up", LSC_SCHEDULE_BREADTH_FIRST },
  { "1f1b-eager", LSC_SCHEDULE_EAGER_1F1B },
  { "zb-h1", LSC_SCHEDULE_ZBH1 },
  { "zb-h2", LSC_SCHEDULE_ZBH2 },
  { "zb-v", LSC_SCHEDULE_ZBV },
};

/** Returns: (nullable): the stable name, %NULL for none. */
const char *
lsc_schedule_type_name (LscScheduleType type)
{
  return type_names[type];
}

/**
 * lsc_schedule_family:
 *
 * Returns: what a recording is said to be of: a breadth-first schedule is an interleaved one, and
 *   its variant tells the rest
 */
LscScheduleType
lsc_schedule_family (LscScheduleType type)
{
  return type == LSC_SCHEDULE_BREADTH_FIRST ? LSC_SCHEDULE_INTERLEAVED : type;
}

/** Returns: whether every backward is one for inputs and, apart, one for weights. */
gboolean
lsc_schedule_splits_weights (LscScheduleType type)
{
  return type == LSC_SCHEDULE_ZBH1 || type == LSC_SCHEDULE_ZBH2 || type == LSC_SCHEDULE_ZBV ||
         type == LSC_SCHEDULE_ZBV_PYTORCH || type == LSC_SCHEDULE_ZBV_GREEDY;
}

/** Returns: (transfer full): all names that lsc_schedule_type_from_name() is for: "1f1b, gpipe". */
char *
lsc_schedule_list_names (void)
{
  GString *text = g_string_new (type_names[1]);

  for (int i = 2; i < LSC_SCHEDULE_N_TYPES; i++)
    g_string_append_printf (text, ", %s", type_names[i]);
  return g_string_free (text, FALSE);
}

/** Returns: (transfer full): "4 stages, 8 micro-batches". */
char *
lsc_schedule_describe_sizes (gsize n_stages, gsize n_micro_batches)
{
  g_autofree char *stages = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%zu stage", "%zu stages", n_stages), n_stages);
  g_autofree char *micro_batches = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%zu micro-batch", "%zu micro-batches", n_micro_batches),
      n_micro_batches);

  return g_strdup_printf (_ ("%s, %s"), stages, micro_batches);
}

/** Returns: (nullable): the name as people write it, "ZB-H1", untranslated; %NULL for none. */
const char *
lsc_schedule_type_message (LscScheduleType type)
{
  static const char *const titles[LSC_SCHEDULE_N_TYPES] = {
    [LSC_SCHEDULE_1F1B] = "1F1B",
    [LSC_SCHEDULE_INTERLEAVED] = N_ ("interleaved"),
    [LSC_SCHEDULE_DUALPIPEV] = "DualPipeV",
    [LSC_SCHEDULE_DUALPIPE] = "DualPipe",
    [LSC_SCHEDULE_ZBH1] = "ZB-H1",
    [LSC_SCHEDULE_ZBV] = "ZB-V",
    [LSC_SCHEDULE_GPIPE] = "GPipe",
    [LSC_SCHEDULE_GPIPE_REVERSED] = N_ ("GPipe, last micro-batch first"),
    [LSC_SCHEDULE_EAGER_1F1B] = N_ ("eager 1F1B"),
    [LSC_SCHEDULE_BREADTH_FIRST] = N_ ("breadth-first interleaved"),
    [LSC_SCHEDULE_ZBH2] = "ZB-H2",
    [LSC_SCHEDULE_ZBV_PYTORCH] = N_ ("ZB-V of PyTorch"),
    [LSC_SCHEDULE_ZBV_GREEDY] = N_ ("ZB-V by greedy search"),
  };

  return type < LSC_SCHEDULE_N_TYPES ? titles[type] : NULL;
}

/** Returns: (nullable): the name as people write it, "ZB-H1"; %NULL for none. */
const char *
lsc_schedule_type_title (LscScheduleType type)
{
  const char *message = lsc_schedule_type_message (type);

  return message ? _ (message) : NULL;
}

/** Returns: the schedule of that name, %LSC_SCHEDULE_NONE if there is none. */
LscScheduleType
lsc_schedule_type_from_name (const char *name)
{
  g_return_val_if_fail (name, LSC_SCHEDULE_NONE);
  for (int i = 1; i < LSC_SCHEDULE_N_TYPES; i++)
    if (g_ascii_strcasecmp (type_names[i], name) == 0)
      return (LscScheduleType) i;
  for (gsize i = 0; i < G_N_ELEMENTS (other_names); i++)
    if (g_ascii_strcasecmp (other_names[i].name, name) == 0)
      return other_names[i].type;
  return LSC_SCHEDULE_NONE;
}

/**
 * lsc_schedule_make_variant:
 *
 * Returns: (transfer full) (nullable): what differs from the plain schedule
 */
LscPhrase *
lsc_schedule_make_variant (const LscSchedule *self)
{
  g_return_val_if_fail (self, NULL);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  if (lsc_schedule_family (self->type) == LSC_SCHEDULE_INTERLEAVED)
    {
      g_ptr_array_add (parts, lsc_phrase_new (N_ ("%u chunks on each rank"), self->n_chunks));
      if (self->type == LSC_SCHEDULE_BREADTH_FIRST)
        g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("all warm-up: all forwards first")));
      else if (self->run_length != self->n_stages)
        g_ptr_array_add (parts,
                         lsc_phrase_new (N_ ("%zu micro-batches in a row"), self->run_length));
    }
  if (self->no_overlap)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("without overlapped forward and backward")));
  if (self->late_weights)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("detached weight gradients")));
  if (self->no_logits && !self->no_overlap)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("without separate head backward")));
  if (self->fused_first)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("first pair of the last stage overlapped")));
  if (self->fused_middle)
    g_ptr_array_add (parts,
                     lsc_phrase_new_text (N_ ("weight gradients not split off before the pairs")));
  if (self->extra_warmup)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("one more warm-up forward")));
  if (self->no_weights)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("weight gradients not recorded")));
  return parts->len > 0 ? lsc_phrase_new_joined (", ", parts) : NULL;
}

/** Returns: (transfer full) (nullable): lsc_schedule_make_variant() for people */
char *
lsc_schedule_describe_variant (const LscSchedule *self)
{
  g_return_val_if_fail (self, NULL);
  g_autoptr (LscPhrase) variant = lsc_schedule_make_variant (self);

  return lsc_phrase_to_words (variant);
}
