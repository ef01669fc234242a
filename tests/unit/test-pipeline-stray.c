/* test-pipeline-stray.c - blocks decades away from all others stretch no step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "test-pipeline-support.h"

#define FAR_NS G_GINT64_CONSTANT (1767000000000000000)

enum
{
  N_STAGES = 2,
  N_MICRO_BATCHES = 8,
};

static GPtrArray *
record (gboolean with_p2p)
{
  const PpPlan plan = { .schedule = { .type = LSC_SCHEDULE_1F1B,
                                      .n_stages = N_STAGES,
                                      .n_micro_batches = N_MICRO_BATCHES,
                                      .n_chunks = 1 },
                        .f = 1000000,
                        .b = 2000000,
                        .latency = 50000,
                        .with_p2p = with_p2p,
                        .n_steps = 2 };

  return pp_record (&plan);
}

/* Moves the device row, or the mark, of a block of the second rank. */
static void
move (GPtrArray *runs, gboolean is_device, gsize index, gint64 by_ns)
{
  LscRun *run = g_ptr_array_index (runs, 1);

  if (is_device)
    {
      run->mark_tasks.items[index].start_ns += by_ns;
      run->mark_tasks.items[index].end_ns += by_ns;
    }
  else
    {
      run->marks.items[index].start_ns += by_ns;
      run->marks.items[index].end_ns += by_ns;
    }
}

/* No block, and no window, is longer than the recording was. */
static void
check (GPtrArray *runs, gsize n_blocks, gint64 n_told)
{
  g_autoptr (LscPipeline) pipeline = pp_analyse (runs);
  const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  gsize n = 0;

  g_assert_cmpuint (group->n_steps, ==, 2);
  for (gsize i = 0; i < group->n_steps; i++)
    for (gsize r = 0; r < group->steps[i].n_rows; r++)
      {
        const LscPipelineRow *row = &group->steps[i].rows[r];

        for (gsize k = 0; k < row->n_blocks; k++)
          g_assert_cmpint (ABS (row->blocks[k].end_ns - row->blocks[0].start_ns), <, FAR_NS / 1000);
        n += row->n_blocks;
      }
  g_assert_cmpuint (n, ==, n_blocks);
  g_assert_cmpint (pp_count_notices (pipeline, "stray-event"), ==, n_told);
}

static void
test_blocks (void)
{
  const gsize n_all = (gsize) 2 * N_STAGES * 2 * N_MICRO_BATCHES;

  for (int round = 0; round < 5; round++)
    {
      g_autoptr (GPtrArray) runs = record (FALSE);

      if (round & 1)
        move (runs, TRUE, 5, FAR_NS);
      if (round & 2)
        move (runs, FALSE, 9, FAR_NS);
      if (round & 4)
        move (runs, TRUE, 0, -FAR_NS / 200);
      check (runs, n_all - (round & 1) - (round >> 1 & 1) - (round >> 2 & 1),
             round == 3 ? 2 : round > 0);
    }
}

/* The messages of a step: each takes as long as all do, none is stray. */
static gsize
count_messages (const LscPipelineStep *step)
{
  gsize n = 0;

  g_assert_cmpuint (step->n_stray_links, ==, 0);
  for (gsize i = 0; i < step->n_links; i++)
    if (step->links[i].is_measured)
      {
        g_assert_cmpint (step->links[i].recv_end_ns, ==, step->links[i].send_end_ns);
        n++;
      }
  for (gsize r = 0; r < step->n_rows; r++)
    for (gsize i = 0; i < step->rows[r].n_legs; i++)
      g_assert_cmpint (ABS (step->rows[r].legs[i].end_ns - step->rows[r].legs[0].start_ns), <,
                       FAR_NS / 1000);
  return n;
}

static GHashTable *
list_ids (GPtrArray *runs)
{
  g_autoptr (LscTable) table = lsc_pipeline_p2p_table (runs);
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    g_hash_table_insert (ids,
                         g_strdup_printf ("%" G_GINT64_FORMAT " %s",
                                          lsc_table_get (table, i, 4).integer,
                                          lsc_table_get (table, i, 0).text),
                         g_strdup (lsc_table_get (table, i, 3).text));
  return ids;
}

static void
assert_same_ids (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer key, value;

  g_assert_cmpuint (g_hash_table_size (a), ==, g_hash_table_size (b));
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_assert_cmpstr (g_hash_table_lookup (b, key), ==, value);
}

static void
check_named (LscPipeline *pipeline, const char *name)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (pipeline->notices);
  gboolean is_named = FALSE;

  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (list, i);

      if (g_str_equal (notice->code, "stray-event"))
        is_named = is_named || strstr (notice->what, name) != NULL;
    }
  g_assert_true (is_named);
}

/* A send or receive decades away is no message, and the others pair as if it had its time. */
static void
test_messages (void)
{
  static const gint64 far_ns[] = { FAR_NS, -FAR_NS / 200, FAR_NS / 8 };

  for (gsize round = 0; round < 4 * G_N_ELEMENTS (far_ns); round++)
    {
      g_autoptr (GPtrArray) runs = record (TRUE);
      LscRun *run = g_ptr_array_index (runs, round & 1);
      gsize index = (round & 2 ? run->comm_ops.n - 1 : 7);
      g_autoptr (GHashTable) ids = list_ids (runs), ids_then = NULL;
      g_autoptr (LscPipeline) before = pp_analyse (runs), pipeline = NULL;
      const LscPipelineGroup *group = lsc_pipeline_get_group (before, 0);
      gsize n_before = count_messages (&group->steps[0]) + count_messages (&group->steps[1]);

      run->comm_ops.items[index].start_ns += far_ns[round / 4];
      run->comm_ops.items[index].end_ns += far_ns[round / 4];
      ids_then = list_ids (runs);
      assert_same_ids (ids, ids_then);
      pipeline = pp_analyse (runs);
      group = lsc_pipeline_get_group (pipeline, 0);
      g_assert_cmpuint (count_messages (&group->steps[0]) + count_messages (&group->steps[1]), ==,
                        n_before - 1);
      g_assert_cmpint (pp_count_notices (pipeline, "stray-event"), ==, 1);
      check_named (pipeline, lsc_run_text (run, run->comm_ops.items[index].op_name));
      g_assert_cmpint (pp_count_notices (pipeline, "pp-leg-contradicts"), ==, 0);
    }
}

/* Passes of the host: the links of one op. */
static void
test_host_passes (void)
{
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  LscRun *run = pp_run_new (0);
  g_autofree char *args = pp_args (1, 1, 1, 1, 1);
  LscPipelineOptions options = { .host_passes = TRUE };
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (GError) error = NULL;

  pp_run_metadata (run, "distributed_args", args);
  run->loaded = LSC_LOAD_FOR_PIPELINE | LSC_LOAD_LINKED_OPS | LSC_LOAD_LINKS;
  for (guint32 i = 0; i < 40; i++)
    for (guint32 back = 0; back < 2; back++)
      {
        gint64 start = 1000 + (back ? 79 - i : i) * 100;

        lsc_ops_append (&run->ops,
                        (LscOp){ .start_ns = start + (i == 39 && back ? FAR_NS : 0),
                                 .end_ns = start + 80 + (i == 39 && back ? FAR_NS : 0),
                                 .name = lsc_intern_add (run->strings, "aten::mm"),
                                 .local_id = 2 * i + back,
                                 .type = LSC_OP_FRAMEWORK,
                                 .fwd_role = back ? LSC_FWD_BACKWARD : LSC_FWD_FORWARD });
        lsc_connections_append (&run->connections, (LscConnection){ i, 2 * i + back });
      }
  g_ptr_array_add (runs, run);
  pipeline = lsc_pipeline_new (runs, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (pp_count_notices (pipeline, "stray-event"), ==, 1);
  for (gsize i = 0; i < lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0].n_blocks; i++)
    {
      const LscBlock *block = &lsc_pipeline_get_group (pipeline, 0)->steps[0].rows[0].blocks[i];

      g_assert_cmpint (block->end_ns, <, 10000);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline/stray/blocks", test_blocks);
  g_test_add_func ("/pipeline/stray/messages", test_messages);
  g_test_add_func ("/pipeline/stray/host-passes", test_host_passes);
  return g_test_run ();
}
