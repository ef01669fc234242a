/* test-pipeline-candidates.c - every schedule, size and variant is recognised, with all that look
 * alike
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/pipeline/lsc-pipeline-candidates.h"
#include "test-pipeline-support.h"

static PpPlan
plan_of (LscSchedule schedule)
{
  return (PpPlan){ .schedule = schedule,
                   .f = 100000,
                   .b = 200000,
                   .i = 100000,
                   .w = 90000,
                   .x = 260000,
                   .l = 30000,
                   .latency = 20000 };
}

static void
check_blocks (GPtrArray *rows, const LscPipelineStep *step)
{
  for (gsize stage = 0; stage < step->n_rows; stage++)
    {
      const LscPipelineRow *row = &step->rows[stage];
      GArray *expected = g_ptr_array_index (rows, stage);

      g_assert_cmpuint (row->n_blocks, ==, expected->len);
      for (guint i = 0; i < expected->len; i++)
        {
          const LscScheduleItem *item = &g_array_index (expected, PpBlock, i).item;
          const LscBlock *block = &row->blocks[i];

          g_assert_cmpuint (block->kind, ==, item->kind);
          g_assert_cmpuint (block->mb_f, ==, MIN (item->mb_f, LSC_MB_NONE));
          g_assert_cmpuint (block->mb_b, ==, MIN (item->mb_b, LSC_MB_NONE));
          g_assert_cmpuint (lsc_block_chunk_f (block), ==, item->chunk_f);
          g_assert_cmpuint (lsc_block_chunk_b (block), ==, item->chunk_b);
        }
    }
}

static gboolean
is_candidate (const LscPipelineGroup *group, const LscSchedule *schedule)
{
  for (gsize i = 0; i < group->n_candidates; i++)
    if (lsc_schedule_equal (&group->candidates[i], schedule))
      return TRUE;
  return FALSE;
}

/* The order of a schedule as it would be recorded, all stages. */
static gboolean
add_letter (const LscScheduleItem *item, gpointer data)
{
  const char *letter = lsc_block_kind_name (item->kind);

  if (item->kind == LSC_BLOCK_I || item->kind == LSC_BLOCK_L)
    letter = "B";
  g_string_append (data, letter);
  return TRUE;
}

static char *
recorded_order (const LscSchedule *schedule)
{
  GString *text = g_string_new (NULL);

  for (gsize stage = 0; stage < schedule->n_stages; stage++)
    {
      lsc_schedule_walk (schedule, stage, add_letter, text);
      g_string_append_c (text, '|');
    }
  return g_string_free (text, FALSE);
}

/* Everything that exists with @n_forward passes on each stage, by no rule but the sizes. */
static GArray *
list_all (gsize p, gsize n_forward)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LscSchedule));

  for (guint type = LSC_SCHEDULE_1F1B; type < LSC_SCHEDULE_N_TYPES; type++)
    for (guint v = 1; v < LSC_CHUNK_NONE; v++)
      for (guint flags = 0; flags < 128; flags++)
        {
          gboolean two = type == LSC_SCHEDULE_DUALPIPEV || type == LSC_SCHEDULE_DUALPIPE ||
                         type == LSC_SCHEDULE_ZBV || type == LSC_SCHEDULE_ZBV_PYTORCH ||
                         type == LSC_SCHEDULE_ZBV_GREEDY;
          gsize chunks_of_m = type == LSC_SCHEDULE_DUALPIPE ? 1 : v;
          gsize m = n_forward / chunks_of_m;
          LscSchedule s = { .type = (LscScheduleType) type,
                            .n_stages = p,
                            .n_micro_batches = m,
                            .n_chunks = v,
                            .no_overlap = flags & 1,
                            .late_weights = flags >> 1 & 1,
                            .no_logits = flags >> 2 & 1,
                            .extra_warmup = flags >> 3 & 1,
                            .no_weights = flags >> 4 & 1,
                            .fused_first = flags >> 5 & 1,
                            .fused_middle = flags >> 6 & 1 };

          if (n_forward % chunks_of_m != 0 || (two && v != 2) ||
              (type == LSC_SCHEDULE_INTERLEAVED || type == LSC_SCHEDULE_BREADTH_FIRST
                   ? v < 2
                   : !two && v != 1))
            continue;
          /* settings that are not this schedule's */
          if ((type != LSC_SCHEDULE_DUALPIPEV && (flags & (2 | 4 | 64))) ||
              (type != LSC_SCHEDULE_DUALPIPEV && type != LSC_SCHEDULE_DUALPIPE &&
               (flags & (1 | 32))) ||
              (type != LSC_SCHEDULE_INTERLEAVED && (flags & 8)) ||
              (type != LSC_SCHEDULE_ZBH1 && !two && (flags & 16)))
            continue;
          /* looked for only with weight gradients; what settled the breadth-first ones is no order
           */
          if (type == LSC_SCHEDULE_BREADTH_FIRST ||
              ((type == LSC_SCHEDULE_ZBV_PYTORCH || type == LSC_SCHEDULE_ZBV_GREEDY) &&
               (flags & 16)))
            continue;
          if (type != LSC_SCHEDULE_INTERLEAVED)
            {
              g_array_append_val (list, s);
              continue;
            }
          for (s.run_length = p; s.run_length <= m; s.run_length++)
            g_array_append_val (list, s);
        }
  return list;
}

static gboolean
collect_item (const LscScheduleItem *item, gpointer data)
{
  LscScheduleItem copy = *item;

  copy.phase = -1; /* says nothing of the order */
  g_array_append_val ((GArray *) data, copy);
  return TRUE;
}

static GArray *
items_of (const LscSchedule *schedule)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (LscScheduleItem));

  for (gsize stage = 0; stage < schedule->n_stages; stage++)
    lsc_schedule_walk (schedule, stage, collect_item, items);
  return items;
}

/* Whether they name all blocks alike but for I and B, which are recorded alike. */
static gboolean
are_alike (const LscSchedule *a, const LscSchedule *b)
{
  g_autoptr (GArray) x = items_of (a);
  g_autoptr (GArray) y = items_of (b);

  if (a->type != b->type || x->len != y->len)
    return FALSE;
  for (guint i = 0; i < x->len; i++)
    {
      const LscScheduleItem *p = &g_array_index (x, LscScheduleItem, i);
      const LscScheduleItem *q = &g_array_index (y, LscScheduleItem, i);

      if (p->mb_f != q->mb_f || p->mb_b != q->mb_b || p->chunk_f != q->chunk_f ||
          p->chunk_b != q->chunk_b)
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_forwards_first (const LscSchedule *schedule)
{
  return schedule->type == LSC_SCHEDULE_GPIPE || schedule->type == LSC_SCHEDULE_GPIPE_REVERSED ||
         schedule->type == LSC_SCHEDULE_BREADTH_FIRST;
}

/* All candidates explain the order, and all that explain it are candidates but for those whose
 * forwards all come first: of these times leave the ones with M micro-batches. */
static void
check_candidates (const LscPipelineGroup *group, const LscSchedule *truth, gsize n_forward)
{
  g_autofree char *order = recorded_order (truth);
  g_autoptr (GArray) all = list_all (truth->n_stages, n_forward);

  for (gsize i = 0; i < group->n_candidates; i++)
    {
      g_autofree char *other = recorded_order (&group->candidates[i]);

      g_assert_cmpstr (other, ==, order);
      for (gsize k = 0; k < i; k++)
        g_assert_false (lsc_schedule_equal (&group->candidates[i], &group->candidates[k]));
    }
  for (guint i = 0; i < all->len; i++)
    {
      const LscSchedule *schedule = &g_array_index (all, LscSchedule, i);
      g_autofree char *other =
          lsc_schedule_is_possible (schedule) ? recorded_order (schedule) : NULL;
      gboolean found = FALSE;

      if (g_strcmp0 (other, order) != 0 ||
          (has_forwards_first (schedule) && has_forwards_first (truth) &&
           schedule->n_micro_batches != truth->n_micro_batches))
        continue;
      for (gsize k = 0; k < group->n_candidates && !found; k++)
        found = are_alike (schedule, &group->candidates[k]);
      if (!found)
        {
          g_autoptr (LscPhrase) phrase = lsc_schedule_describe (schedule);
          g_autofree char *text = lsc_phrase_to_plain (phrase);

          g_error ("%s, P %zu, M %zu is no candidate", text, schedule->n_stages,
                   schedule->n_micro_batches);
        }
    }
}

/* Is recognised as exactly itself. One more warm-up forward can also be another length of runs:
 * then it is at least listed, and recorded micro-batches settle it. */
static void
check (const LscSchedule *truth, gboolean with_ids, gboolean check_all)
{
  PpPlan plan = plan_of (*truth);
  g_autoptr (GPtrArray) rows = pp_replay (&plan);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;
  gsize n_forward = truth->n_micro_batches;

  if (truth->type != LSC_SCHEDULE_DUALPIPE)
    n_forward *= truth->n_chunks;
  plan.with_ids = with_ids;
  plan.n_steps = 2;
  runs = pp_record (&plan);
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_true (group->is_recognised);
  g_assert_null (group->banner);
  g_assert_cmpuint (group->n_candidates, >=, 1);
  g_assert_true (is_candidate (group, truth));
  g_assert_cmpstr (group->schedule, ==,
                   lsc_schedule_type_name (lsc_schedule_family (group->candidates[0].type)));
  if (pp_count_notices (pipeline, "pp-several-schedules") != (gint64) group->n_candidates - 1)
    { /* alone, a ZB-H1 with weight gradients that were not recorded, or the other GPipe, is no news
       */
      g_assert_cmpint (pp_count_notices (pipeline, "pp-several-schedules"), ==, 0);
      g_assert_cmpuint (group->n_candidates, ==, 2);
      if (group->candidates[1].type != LSC_SCHEDULE_GPIPE_REVERSED)
        {
          g_assert_cmpint (group->candidates[1].type, ==, LSC_SCHEDULE_ZBH1);
          g_assert_true (group->candidates[1].no_weights);
        }
    }
  g_assert_cmpint (pp_count_notices (pipeline, "pp-microbatch-ignored"), ==, 0);
  if (check_all)
    check_candidates (group, truth, n_forward);
  if (truth->extra_warmup && !with_ids)
    return;
  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_autoptr (LscPhrase) found_phrase = lsc_schedule_describe (&group->steps[i].schedule);
      g_autoptr (LscPhrase) wanted_phrase = lsc_schedule_describe (truth);
      g_autofree char *found = lsc_phrase_to_plain (found_phrase);
      g_autofree char *wanted = lsc_phrase_to_plain (wanted_phrase);

      g_test_message ("P %zu, M %zu", truth->n_stages, truth->n_micro_batches);
      g_assert_cmpstr (found, ==, wanted);
      g_assert_true (lsc_schedule_equal (&group->steps[i].schedule, truth));
      check_blocks (rows, &group->steps[i]);
    }
  g_assert_true (lsc_schedule_equal (&group->candidates[0], truth));
}

/* Where the way back from the last stage is not waited for, GPipe and breadth-first are the same
 * to the nanosecond. */
static gboolean
is_open (const LscSchedule *truth)
{
  gsize p = truth->n_stages, n = truth->n_micro_batches * truth->n_chunks;

  if (truth->type == LSC_SCHEDULE_BREADTH_FIRST)
    return truth->n_micro_batches > p;
  for (gsize v = 2; has_forwards_first (truth) && v < LSC_CHUNK_NONE; v++)
    if (n % v == 0 && n / v > p)
      return TRUE;
  return FALSE;
}

/* GPipe stands for its two orders. */
static gboolean
is_possible (const LscPipelineGroup *group, const LscSchedule *truth)
{
  for (gsize i = 0; i < group->n_candidates; i++)
    if (group->candidates[i].n_micro_batches == truth->n_micro_batches &&
        group->candidates[i].n_chunks == truth->n_chunks)
      return TRUE;
  return FALSE;
}

static void
check_open (const LscSchedule *truth)
{
  PpPlan plan = plan_of (*truth);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  g_autofree char *info = g_strdup_printf ("{\"microbatch_num\": %zu}", truth->n_micro_batches);

  g_assert_false (group->is_recognised);
  g_assert_null (group->schedule);
  g_assert_nonnull (strstr (pp_banner (group), "breadth-first ("));
  g_assert_true (is_possible (group, truth));
  g_assert_cmpint (group->steps[0].assumed.type, ==, LSC_SCHEDULE_GPIPE);
  g_assert_cmpuint (group->steps[0].n_links, ==, 0);
  for (guint i = 0; i < runs->len; i++)
    pp_run_metadata (g_ptr_array_index (runs, i), "pp_info", info);
  lsc_pipeline_unref (g_steal_pointer (&pipeline));
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_true (group->is_recognised);
  g_assert_cmpuint (group->micro_batches, ==, truth->n_micro_batches);
  g_assert_cmpuint (group->n_chunks, ==, truth->n_chunks);
}

static void
check_both (LscSchedule truth)
{
  if (is_open (&truth))
    {
      check_open (&truth);
      check (&truth, TRUE, FALSE);
      return;
    }

  check (&truth, FALSE, truth.n_stages <= 4 && truth.n_micro_batches <= 9);
  check (&truth, TRUE, FALSE);
}

static const gsize extra_micro_batches[] = { 0, 1, 3, 8 };

static void
test_one_chunk (void)
{
  for (gsize p = 2; p <= 8; p++)
    for (gsize i = 0; i < G_N_ELEMENTS (extra_micro_batches); i++)
      {
        LscSchedule schedule = { .n_stages = p,
                                 .n_micro_batches = 2 * p + extra_micro_batches[i],
                                 .n_chunks = 1 };

        schedule.type = LSC_SCHEDULE_GPIPE;
        check_both (schedule);
        schedule.type = LSC_SCHEDULE_1F1B;
        check_both (schedule);
        schedule.type = LSC_SCHEDULE_EAGER_1F1B;
        check_both (schedule);
        schedule.type = LSC_SCHEDULE_ZBH2;
        check_both (schedule);
        schedule.type = LSC_SCHEDULE_ZBH1;
        check_both (schedule);
      }
}

static void
test_dualpipev (void)
{
  for (gsize p = 2; p <= 8; p++)
    for (gsize i = 0; i < G_N_ELEMENTS (extra_micro_batches); i++)
      for (guint flags = 0; flags < 32; flags++)
        {
          LscSchedule schedule = { .type = LSC_SCHEDULE_DUALPIPEV,
                                   .n_stages = p,
                                   .n_micro_batches = 2 * p + extra_micro_batches[i],
                                   .n_chunks = 2,
                                   .no_overlap = flags & 1,
                                   .late_weights = flags >> 1 & 1,
                                   .no_logits = flags >> 2 & 1,
                                   .fused_first = flags >> 3 & 1,
                                   .fused_middle = flags >> 4 & 1 };

          if (schedule.no_overlap && (schedule.no_logits || schedule.fused_first))
            continue; /* the same order */
          check_both (schedule);
        }
}

static void
test_dualpipe (void)
{
  for (gsize p = 2; p <= 8; p += 2)
    for (gsize m = 2 * p; m <= 2 * p + 8; m += 2)
      for (guint flags = 0; flags < 8; flags++)
        {
          LscSchedule schedule = { .type = LSC_SCHEDULE_DUALPIPE,
                                   .n_stages = p,
                                   .n_micro_batches = m,
                                   .n_chunks = 2,
                                   .no_overlap = flags & 1,
                                   .no_weights = flags >> 1 & 1,
                                   .fused_first = flags >> 2 & 1 };

          if (schedule.no_overlap && schedule.fused_first)
            continue;
          /* at M = 2P nothing overlaps but the first pair of the middle */
          check_both (schedule);
        }
}

static void
test_zbv (void)
{
  for (gsize p = 2; p <= 8; p++)
    for (gsize i = 0; i < G_N_ELEMENTS (extra_micro_batches); i++)
      for (guint greedy = 0; greedy < 2; greedy++)
        check_both (
            (LscSchedule){ .type = greedy ? LSC_SCHEDULE_ZBV_GREEDY : LSC_SCHEDULE_ZBV_PYTORCH,
                           .n_stages = p,
                           .n_micro_batches = 2 * p + extra_micro_batches[i],
                           .n_chunks = 2 });
  for (gsize p = 2; p <= 8; p++)
    for (gsize i = 0; i < G_N_ELEMENTS (extra_micro_batches); i++)
      for (guint8 no_weights = 0; no_weights < 2; no_weights++)
        check_both ((LscSchedule){ .type = LSC_SCHEDULE_ZBV,
                                   .n_stages = p,
                                   .n_micro_batches = 2 * p + extra_micro_batches[i],
                                   .n_chunks = 2,
                                   .no_weights = no_weights });
}

/* Runs of P micro-batches are recognised as such. */
static void
test_interleaved (void)
{
  for (gsize p = 2; p <= 8; p++)
    for (guint v = 2; v <= 4; v++)
      for (gsize k = 2; k <= 4; k++)
        for (guint8 extra = 0; extra < 2; extra++)
          check_both ((LscSchedule){ .type = LSC_SCHEDULE_INTERLEAVED,
                                     .n_stages = p,
                                     .n_micro_batches = k * p,
                                     .n_chunks = v,
                                     .run_length = p,
                                     .extra_warmup = extra });
}

/* All forwards first: with as many micro-batches as stages the way back is waited for. */
static void
test_breadth_first (void)
{
  for (gsize p = 2; p <= 8; p++)
    for (guint v = 2; v <= 4; v++)
      for (gsize k = 1; k <= 3; k++)
        for (gsize more = 0; more < (p > 2 && k > 1 ? 2 : 1); more++)
          check_both ((LscSchedule){ .type = LSC_SCHEDULE_BREADTH_FIRST,
                                     .n_stages = p,
                                     .n_micro_batches = k * p + more,
                                     .n_chunks = v });
}

/* Where sequences coincide everything is listed. */
static void
test_coincidences (void)
{
  LscSchedule one = {
    .type = LSC_SCHEDULE_1F1B, .n_stages = 4, .n_micro_batches = 1, .n_chunks = 1
  };
  PpPlan plan = plan_of (one);
  g_autoptr (GPtrArray) runs = pp_record (&plan);
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  g_autofree char *others = lsc_pipeline_group_describe_others (group);

  g_assert_cmpuint (group->n_candidates, ==, 3);
  g_assert_true (is_candidate (group, &one));
  one.type = LSC_SCHEDULE_GPIPE;
  g_assert_true (is_candidate (group, &one));
  one.type = LSC_SCHEDULE_ZBH1;
  one.no_weights = TRUE;
  g_assert_true (is_candidate (group, &one));
  g_assert_nonnull (strstr (others, "gpipe"));
  g_assert_nonnull (strstr (others, "zbh1"));
}

/* -- What settles it -----------------------------------------------------------------------------
 */

/* Six micro-batches in runs of four over two chunks look like four in runs of two over three. */
static const LscSchedule four_of_two = { .type = LSC_SCHEDULE_INTERLEAVED,
                                         .n_stages = 2,
                                         .n_micro_batches = 6,
                                         .n_chunks = 2,
                                         .run_length = 4 };
static const LscSchedule two_of_three = { .type = LSC_SCHEDULE_INTERLEAVED,
                                          .n_stages = 2,
                                          .n_micro_batches = 4,
                                          .n_chunks = 3,
                                          .run_length = 2 };

typedef struct
{
  LscRun *run;
  gsize at;
  const char *key; /* chunk, vp_stage, id, backward-id, or both */
  gsize counts_on; /* M if numbers count on over the chunks */
} Writer;

static gboolean
write_message (const LscScheduleItem *item, gpointer data)
{
  Writer *self = data;
  gboolean is_forward = item->mb_f != LSC_SCHEDULE_NO_ID;
  const char *name = is_forward ? "forward_step" : "backward_step";
  g_autofree char *text = NULL;

  if (g_str_equal (self->key, "id") || g_str_equal (self->key, "backward-id"))
    text = g_strdup_printf ("{'name': '%s', 'current_microbatch': %u}", name,
                            is_forward ? item->mb_f : item->mb_b);
  else if (g_str_equal (self->key, "both") && is_forward)
    text = g_strdup_printf ("{'name': '%s', 'current_microbatch': %u, 'chunk': %u}",
                            item->kind == LSC_BLOCK_X ? "forward_backward_overlapping" : name,
                            item->mb_f + item->chunk_f * (guint) self->counts_on,
                            (guint) item->chunk_f);
  else
    text = g_strdup_printf ("{'name': '%s', '%s': %u}", name, self->key,
                            (guint) (is_forward ? item->chunk_f : item->chunk_b));
  if (is_forward != g_str_equal (self->key, "backward-id") &&
      (is_forward || !g_str_equal (self->key, "both")))
    self->run->marks.items[self->at].message = lsc_intern_add (self->run->strings, text);
  self->at++;
  return TRUE;
}

static GPtrArray *
record_counted (const LscSchedule *truth, const char *key, gsize counts_on)
{
  PpPlan plan = plan_of (*truth);
  GPtrArray *runs = pp_record (&plan);

  for (gsize stage = 0; key && stage < truth->n_stages; stage++)
    {
      Writer writer = { g_ptr_array_index (runs, stage), 0, key, counts_on };

      g_assert_true (lsc_schedule_walk (truth, stage, write_message, &writer));
      g_assert_cmpuint (writer.at, ==, writer.run->marks.n);
    }
  return runs;
}

static GPtrArray *
record_with (const LscSchedule *truth, const char *key)
{
  return record_counted (truth, key, 0);
}

static void
check_settled (GPtrArray *runs, const LscSchedule *truth, gsize n_candidates)
{
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

  g_assert_true (group->is_recognised);
  g_assert_cmpuint (group->n_candidates, ==, n_candidates);
  g_assert_true (lsc_schedule_equal (&group->candidates[0], truth));
}

static void
test_settled (void)
{
  static const LscSchedule *const truths[] = { &four_of_two, &two_of_three };
  static const char *const keys[] = { "chunk", "vp_stage", "id", "backward-id" };
  g_autoptr (GPtrArray) plain = record_with (&four_of_two, NULL);
  g_autoptr (GPtrArray) told = record_with (&four_of_two, NULL);
  g_autofree char *a = recorded_order (&four_of_two);
  g_autofree char *b = recorded_order (&two_of_three);

  g_assert_cmpstr (a, ==, b);
  check_settled (plain, &two_of_three, 3); /* and one with one more warm-up forward */
  pp_run_metadata (told->pdata[0], "pp_info", "{\"pp_type\": null, \"microbatch_num\": 6}");
  check_settled (told, &four_of_two, 2);
  for (gsize t = 0; t < G_N_ELEMENTS (truths); t++)
    for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
      {
        g_autoptr (GPtrArray) runs = record_with (truths[t], keys[i]);
        g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
        LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

        g_assert_true (group->is_recognised);
        g_assert_true (lsc_schedule_equal (&group->candidates[0], truths[t]));
        g_assert_false (is_candidate (group, truths[1 - t]));
      }
}

/* Chunk and micro-batch together, as our collection snippet writes them; micro-batches of the
 * second chunk begin anew or count on. */
static void
test_chunks_and_numbers (void)
{
  static const LscScheduleType types[] = { LSC_SCHEDULE_DUALPIPEV, LSC_SCHEDULE_ZBV,
                                           LSC_SCHEDULE_INTERLEAVED };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    for (guint counts_on = 0; counts_on < 2; counts_on++)
      {
        LscSchedule schedule = { .type = types[i],
                                 .n_stages = 4,
                                 .n_micro_batches = 8,
                                 .n_chunks = 2,
                                 .run_length = i == 2 ? 4 : 0 };
        g_autoptr (GPtrArray) runs = record_counted (&schedule, "both", counts_on ? 8 : 0);
        g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
        LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);

        g_assert_true (group->is_recognised);
        g_assert_true (lsc_schedule_equal (&group->candidates[0], &schedule));
        g_assert_cmpint (pp_count_notices (pipeline, "pp-microbatch-ignored"), ==, 0);
      }
}

static void
set_message (LscRun *run, gsize index, const char *message)
{
  run->marks.items[index].message = lsc_intern_add (run->strings, message);
}

/* Numbers and chunks that contradict the order and could be right reject it, in every chunk and of
 * backward passes too. */
static void
test_contradictions (void)
{
  static const char *const keys[] = { "id", "backward-id", "chunk" };
  static const LscSchedule schedule = { .type = LSC_SCHEDULE_INTERLEAVED,
                                        .n_stages = 4,
                                        .n_micro_batches = 8,
                                        .n_chunks = 2,
                                        .run_length = 4 };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GPtrArray) runs = record_with (&schedule, keys[i]);
      g_autoptr (LscPipeline) pipeline = NULL;
      LscRun *run = g_ptr_array_index (runs, 3);
      gsize n = run->marks.n;

      if (i == 0)
        {
          guint32 first = run->marks.items[0].message;

          run->marks.items[0].message = run->marks.items[1].message;
          run->marks.items[1].message = first;
        }
      else if (i == 1)
        {
          guint32 last = run->marks.items[n - 1].message;

          run->marks.items[n - 1].message = run->marks.items[n - 2].message;
          run->marks.items[n - 2].message = last;
        }
      else
        set_message (run, 0, "{'name': 'forward_step', 'chunk': 1}");
      pipeline = pp_analyse (runs);
      g_assert_false (lsc_pipeline_get_group (pipeline, 0)->is_recognised);
      g_assert_cmpuint (lsc_pipeline_get_group (pipeline, 0)->n_candidates, ==, 0);
      g_assert_cmpint (lsc_pipeline_get_group (pipeline, 0)->steps[0].schedule.type, ==,
                       LSC_SCHEDULE_NONE);
    }
}

/* A recorded stage places ranks that look alike and that no metadata places. */
static void
test_recorded_stage (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  for (gint64 rank = 0; rank < 2; rank++)
    {
      LscRun *run = pp_run_new (rank);
      g_autofree char *forward =
          g_strdup_printf ("{'name': 'forward_step', 'stage': %d}", rank == 0);

      pp_run_blocks (run, "FFBB", 1000000, 100000);
      set_message (run, 0, forward);
      set_message (run, 1, forward);
      g_ptr_array_add (runs, run);
    }
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_cmpstr (group->label, ==, "(1,0)");
  g_assert_cmpstr (group->schedule, ==, "gpipe");
}

/* A schedule that was chosen by hand and does not fit: the banner names it and the one that does.
 */
static void
test_forced (void)
{
  g_autoptr (GPtrArray) runs = record_with (&two_of_three, NULL);
  LscPipelineOptions options = { .schedule = "gpipe" };
  g_autoptr (LscPipeline) gpipe = lsc_pipeline_new (runs, &options, NULL, NULL);
  g_autoptr (LscPipeline) zbh1 = NULL;
  g_autoptr (LscPipeline) fitting = NULL;
  LscSchedule one = {
    .type = LSC_SCHEDULE_1F1B, .n_stages = 4, .n_micro_batches = 8, .n_chunks = 1
  };
  g_autoptr (GPtrArray) plain = record_with (&one, NULL);
  g_autofree char *banner = lsc_phrase_to_plain (lsc_pipeline_get_group (gpipe, 0)->banner);
  g_autofree char *other = NULL;

  g_assert_false (lsc_pipeline_get_group (gpipe, 0)->is_recognised);
  g_assert_nonnull (strstr (banner, "gpipe"));
  g_assert_nonnull (strstr (banner, "interleaved (3 chunks"));
  g_assert_cmpint (lsc_pipeline_get_group (gpipe, 0)->steps[0].schedule.type, ==,
                   LSC_SCHEDULE_NONE);
  options.schedule = "dualpipev";
  zbh1 = lsc_pipeline_new (plain, &options, NULL, NULL);
  other = lsc_phrase_to_plain (lsc_pipeline_get_group (zbh1, 0)->banner);
  g_assert_nonnull (strstr (other, "dualpipev"));
  g_assert_nonnull (strstr (other, "1f1b does"));
  options.schedule = "zbh1"; /* looks the same without its weight gradients */
  fitting = lsc_pipeline_new (plain, &options, NULL, NULL);
  g_assert_true (lsc_pipeline_get_group (fitting, 0)->is_recognised);
  g_assert_cmpstr (lsc_pipeline_get_group (fitting, 0)->schedule, ==, "zbh1");
  g_assert_true (lsc_pipeline_get_group (fitting, 0)->candidates[0].no_weights);
}

/* Rows that are not there leave more open: stage 0 alone has a range of its own for the head. */
static void
test_missing_stages (void)
{
  LscSchedule schedule = {
    .type = LSC_SCHEDULE_DUALPIPEV, .n_stages = 4, .n_micro_batches = 10, .n_chunks = 2
  };
  g_autoptr (GPtrArray) runs = record_with (&schedule, NULL);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  g_ptr_array_remove_index (runs, 3);
  g_ptr_array_remove_index (runs, 0);
  pipeline = pp_analyse (runs);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_true (group->is_recognised);
  g_assert_true (lsc_schedule_equal (&group->candidates[0], &schedule));
  schedule.no_logits = TRUE;
  g_assert_true (is_candidate (group, &schedule));
  schedule.fused_first = TRUE;
  g_assert_true (is_candidate (group, &schedule));
  g_assert_cmpuint (group->n_candidates, ==, 4);
}

/* -- From one stage alone ------------------------------------------------------------------------
 */

static gboolean
collect_block (const LscScheduleItem *item, gpointer data)
{
  LscBlock block = { .kind = item->kind };

  g_array_append_val ((GArray *) data, block);
  return TRUE;
}

static gsize
count_leading (const LscSchedule *schedule, gsize stage)
{
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (LscBlock));
  gsize n = 0;

  lsc_schedule_walk (schedule, stage, collect_block, blocks);
  while (n < blocks->len && g_array_index (blocks, LscBlock, n).kind == LSC_BLOCK_F)
    n++;
  return n;
}

/* Lists every interleaved schedule of as many passes that begins with as many forwards. */
static void
check_listed (const LscSchedule *truth, gsize stage)
{
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (LscBlock));
  g_autoptr (GArray) list = NULL;
  LscPipelineRow row = { .stage = (gint64) stage };
  gsize n_forward = truth->n_micro_batches * truth->n_chunks;
  LscStepShape shape = { .n_forward = n_forward, .n_present = 1, .highest = &row };
  LscCandidateHints hints = { .n_stages = truth->n_stages, .forced = LSC_SCHEDULE_INTERLEAVED };
  gsize leading = count_leading (truth, stage), n_listed = 0;

  lsc_schedule_walk (truth, stage, collect_block, blocks);
  row.blocks = (gpointer) blocks->data;
  row.n_blocks = blocks->len;
  list = lsc_schedule_candidates (&shape, &hints);
  for (guint v = 2; v <= n_forward; v++)
    for (gsize length = 1; n_forward % v == 0 && length <= n_forward / v; length++)
      for (guint8 extra = 0; extra < 2; extra++)
        {
          LscSchedule one = { .type = LSC_SCHEDULE_INTERLEAVED,
                              .n_stages = truth->n_stages,
                              .n_micro_batches = n_forward / v,
                              .n_chunks = v,
                              .run_length = length,
                              .extra_warmup = extra };
          gsize n_found = 0;

          for (guint i = 0; i < list->len; i++)
            n_found += lsc_schedule_equal (&g_array_index (list, LscSchedule, i), &one);
          g_assert_cmpuint (n_found, ==,
                            lsc_schedule_is_possible (&one) &&
                                count_leading (&one, stage) == leading);
          n_listed += n_found;
        }
  for (guint i = 0; i < list->len; i++)
    n_listed += g_array_index (list, LscSchedule, i).type == LSC_SCHEDULE_BREADTH_FIRST;
  g_assert_cmpuint (list->len, ==, n_listed);
}

static void
test_one_stage (void)
{
  for (gsize p = 2; p <= 5; p++)
    for (gsize m = p; m <= 9; m++)
      for (guint v = 2; v <= 3; v++)
        for (gsize length = p; length <= m; length++)
          for (guint8 extra = 0; extra < 2; extra++)
            for (gsize stage = 0; stage < p; stage++)
              {
                LscSchedule schedule = { .type = LSC_SCHEDULE_INTERLEAVED,
                                         .n_stages = p,
                                         .n_micro_batches = m,
                                         .n_chunks = v,
                                         .run_length = length,
                                         .extra_warmup = extra };

                if (lsc_schedule_is_possible (&schedule))
                  check_listed (&schedule, stage);
              }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/candidates/one-chunk", test_one_chunk);
  g_test_add_func ("/candidates/dualpipev", test_dualpipev);
  g_test_add_func ("/candidates/dualpipe", test_dualpipe);
  g_test_add_func ("/candidates/zbv", test_zbv);
  g_test_add_func ("/candidates/interleaved", test_interleaved);
  g_test_add_func ("/candidates/breadth-first", test_breadth_first);
  g_test_add_func ("/candidates/coincidences", test_coincidences);
  g_test_add_func ("/candidates/settled", test_settled);
  g_test_add_func ("/candidates/chunks-and-numbers", test_chunks_and_numbers);
  g_test_add_func ("/candidates/contradictions", test_contradictions);
  g_test_add_func ("/candidates/recorded-stage", test_recorded_stage);
  g_test_add_func ("/candidates/forced", test_forced);
  g_test_add_func ("/candidates/missing-stages", test_missing_stages);
  g_test_add_func ("/candidates/one-stage", test_one_stage);
  return g_test_run ();
}
