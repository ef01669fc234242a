/* lsc-test-cli-profiles.c - the profiles that commands are run on
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

#define TID G_GINT64_CONSTANT (4294967296001)
#define BACKWARD_TID G_GINT64_CONSTANT (4294967296009)

/* (transfer full): the result folder of a rank */
char *
lsc_test_rank_dir (const char *data, int rank)
{
  return g_strdup_printf ("%s/node_%d_2025010911000%d000_ascend_pt", data, 100 + rank, rank);
}

/* (transfer full): the database of a rank */
char *
lsc_test_rank_db (const LscTestPlace *place, int rank)
{
  g_autofree char *dir = lsc_test_rank_dir (place->data, rank);

  return lsc_test_profile_db_path (dir, rank);
}

/* (transfer full): path of the database that was written */
char *
lsc_test_write_rank (LscTestProfile *profile, const char *data, int rank)
{
  g_autofree char *dir = lsc_test_rank_dir (data, rank);
  g_autoptr (GError) error = NULL;

  lsc_test_profile_write (profile, dir, rank, &error);
  g_assert_no_error (error);
  return lsc_test_profile_db_path (dir, rank);
}

static guint
add_op (LscTestProfile *p, const char *name, gint64 start, gint64 tid, const char *kernel,
        gint64 ns)
{
  guint op = lsc_test_profile_op (p, name, start, start + 10, tid);

  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, kernel, start + 5000,
                              start + 5000 + ns);
  return op;
}

/**
 * lsc_test_module_profile:
 * @rank: makes the kernels of each rank as many ns longer
 *
 * Two steps, 7 and 8, of a model of two modules with backward; it has seven rows.
 */
LscTestProfile *
lsc_test_module_profile (int rank)
{
  LscTestProfile *p = lsc_test_profile_new ();

  for (gint64 step = 0; step < 2; step++)
    {
      gint64 t = step * 100000;
      guint mm, add, out;

      lsc_test_profile_step (p, 7 + step, t - 10, t + 90000);
      lsc_test_profile_module (p, "Model", t, t + 1000, TID);
      lsc_test_profile_module (p, "Attention", t + 10, t + 300, TID);
      mm = add_op (p, "aclnnMm", t + 20, TID, "MatMul", 100 + rank);
      lsc_test_profile_kernel_on (p, mm, LSC_TEST_KERNEL_COMPUTE, "Cast", t + 5200, t + 5207);
      add_op (p, "aclnnSoftmax", t + 60, TID, "Softmax", 31 + rank);
      lsc_test_profile_module (p, "MLP", t + 310, t + 600, TID);
      add = add_op (p, "aclnnAdd", t + 320, TID, "Add", 7 + rank);
      lsc_test_profile_kernel_on (p, add, LSC_TEST_KERNEL_COMM, "hcom_allReduce_", t + 6000,
                                  t + 6100);
      out = add_op (p, "aclnnMul", t + 700, TID, "Mul", 3 + rank);
      add_op (p, "aclnnFill", t + 1700, TID, "Fill", 2);
      lsc_test_profile_link (
          p, out, add_op (p, "MulBackward0", t + 20000, BACKWARD_TID, "MulGrad", 6 + rank));
      lsc_test_profile_link (
          p, add, add_op (p, "AddBackward0", t + 20100, BACKWARD_TID, "AddGrad", 14 + rank));
      lsc_test_profile_link (
          p, mm, add_op (p, "MmBackward0", t + 20200, BACKWARD_TID, "MatMulGrad", 210 + rank));
    }
  lsc_test_profile_metadata (p, "SCHEMA_VERSION", "\"1.0.0\"");
  return p;
}

/* Ranks 0 to @n_ranks - 1 of the module profile. */
void
lsc_test_write_modules (const LscTestPlace *place, int n_ranks)
{
  for (int rank = 0; rank < n_ranks; rank++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_module_profile (rank);

      g_free (lsc_test_write_rank (profile, place->data, rank));
    }
}

typedef struct
{
  LscTestProfile *profile;
  gint64 host_ns;
  gint64 device_ns;
} Passes;

static void
add_pass (Passes *self, gboolean is_forward, gint64 device_start_ns)
{
  gint64 length = is_forward ? 1000 : 2000;

  self->device_ns = MAX (self->device_ns, device_start_ns);
  lsc_test_profile_mstx_task (self->profile, "default",
                              is_forward ? "{'name': 'forward_step'}" : "{'name': 'backward_step'}",
                              self->host_ns, self->host_ns + 50, TID, self->device_ns,
                              self->device_ns + length, 3);
  self->host_ns += 100;
  self->device_ns += length;
}

static char *
describe_group (int stage, int n_stages)
{
  g_autoptr (GString) ranks = g_string_new (NULL);

  for (int i = 0; i < n_stages; i++)
    g_string_append_printf (ranks, "%s%d", i > 0 ? ", " : "", i);
  return g_strdup_printf (
      "{\"group_9\": {\"group_name\": \"pp\", \"group_rank\": %d, \"global_ranks\": [%s]}}", stage,
      ranks->str);
}

/**
 * lsc_test_add_passes:
 * @offset_ns: added to all times
 *
 * Adds the ranges of one step of one rank of a 1F1B pipeline: forwards take 1000 ns, backwards
 * 2000 ns, on the host from 1000 ns on, on the device from 1000000 ns on.
 */
void
lsc_test_add_passes (LscTestProfile *p, int stage, int n_stages, int micro_batches,
                     gint64 offset_ns)
{
  gint64 device_ns = 1000000 + offset_ns;
  int n_leading = MIN (n_stages - 1 - stage, micro_batches);
  Passes passes = { p, 1000 + offset_ns, device_ns };

  for (int i = 0; i < n_leading; i++)
    add_pass (&passes, TRUE, device_ns + (stage + i) * 1000);
  for (int i = n_leading; i < micro_batches; i++)
    {
      add_pass (&passes, TRUE, device_ns + (stage + i) * 1000);
      add_pass (&passes, FALSE, 0);
    }
  for (int i = 0; i < n_leading; i++)
    add_pass (&passes, FALSE, 0);
}

/* Adds the passes of one step, and metadata that makes ranks 0 to @n_stages - 1 a pipeline. */
void
lsc_test_add_pipeline (LscTestProfile *p, int stage, int n_stages, int micro_batches)
{
  g_autofree char *group = describe_group (stage, n_stages);

  lsc_test_profile_metadata (p, "parallel_group_info", group);
  lsc_test_add_passes (p, stage, n_stages, micro_batches, 0);
}

/* One rank with nothing but a pipeline, in step 1. */
LscTestProfile *
lsc_test_pipeline_profile (int stage, int n_stages, int micro_batches)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_step (p, 1, 0, 100000);
  lsc_test_add_pipeline (p, stage, n_stages, micro_batches);
  return p;
}

void
lsc_test_write_pipeline (const LscTestPlace *place, int n_stages, int micro_batches)
{
  for (int stage = 0; stage < n_stages; stage++)
    {
      g_autoptr (LscTestProfile) profile =
          lsc_test_pipeline_profile (stage, n_stages, micro_batches);

      g_free (lsc_test_write_rank (profile, place->data, stage));
    }
}

/* Two ranks with modules and a pipeline of two stages. */
void
lsc_test_write_both (const LscTestPlace *place)
{
  for (int rank = 0; rank < 2; rank++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_module_profile (rank);

      lsc_test_add_pipeline (profile, rank, 2, 4);
      g_free (lsc_test_write_rank (profile, place->data, rank));
    }
}

/* ---- recordings of the synthesizer ---- */

/* (transfer full): a new folder @name with a recording; @options: its words, parted by blanks */
char *
lsc_test_record (const LscTestPlace *place, const char *name, const char *options)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  char *folder = g_build_filename (place->root, name, NULL);
  g_autofree char *line = g_strdup_printf ("--out %s %s", folder, options);
  g_auto (GStrv) words = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  words = g_strsplit (g_strchomp (line), " ", -1);
  output = lsc_test_spawn (synth, words);
  if (output->code != EXIT_DELIVERED)
    g_error ("%s: %s", line, output->err);
  return folder;
}

/* (transfer full): the same of six steps of a pipeline of two ranks; @option: one more word */
char *
lsc_test_record_pipeline (const LscTestPlace *place, const char *name, const char *option)
{
  g_autofree char *options = g_strdup_printf ("--preset=pipeline --pp=2 --steps=6 %s", option);

  return lsc_test_record (place, name, options);
}
