/* test-golden-ops.c - the op timelines of two real jobs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <math.h>

#include "lsc-test-files.h"
#include "lsc-test-job-ops.h"

/** What the owners say of a job. */
typedef struct
{
  const char *name;
  gsize n_ops;
  gsize n_replicas;
  gsize n_stages;
  gsize n_steps;
  gint64 n_ranks;
  gsize n_negative;
} Job;

static const Job jobs[] = {
  { "ST", 6784, 2, 4, 32, 8, 0 },
  { "SE", 112320, 32, 2, 45, 128, 8 },
};

static JsonObject *
get_lengths (const char *name, JsonParser *parser)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *file = g_strdup_printf ("result-%s.json", name);
  g_autofree char *path = g_build_filename (root, "stragglers", "published", file, NULL);
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)),
                                        "step_t_base");
}

static void
check_lengths (const LscJobOps *ops, const Job *job)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *lengths = get_lengths (job->name, parser);
  double most = 0;
  guint n = 0;

  for (gsize i = 0; i < ops->steps.n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%" PRId64, ops->steps.items[i].number);
      double length;

      if (!json_object_has_member (lengths, number))
        continue;
      length = json_object_get_double_member (lengths, number);
      most = MAX (most, fabs ((double) ops->steps.items[i].length_ns / 1e9 / length - 1));
      n++;
    }
  g_test_message ("%u lengths, the largest difference %.2g", n, most);
  g_assert_cmpuint (n, ==, json_object_get_size (lengths));
  g_assert_cmpfloat (most, <, 1e-6);
}

static void
test_job (gconstpointer data)
{
  const Job *job = data;
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_load_sample (job->name, "timeline-", job->name);
  gsize n_negative = 0;

  if (!ops)
    return;
  g_assert_cmpstr (ops->name, ==, job->name);
  g_assert_cmpint (ops->n_ranks, ==, job->n_ranks);
  g_assert_cmpuint (ops->ops.n, ==, job->n_ops);
  g_assert_cmpuint (ops->steps.n, ==, job->n_steps);
  g_assert_cmpuint (ops->workers.n, ==, job->n_replicas * job->n_stages);
  g_assert_cmpuint (lsc_notices_get_count (ops->notices), ==, 0);
  for (gsize i = 0; i < ops->workers.n; i++)
    {
      const LscJobWorker *worker = &ops->workers.items[i];

      g_assert_cmpint (worker->replica, ==, (gint64) (i % job->n_replicas));
      g_assert_cmpint (worker->stage, ==, (gint64) (i / job->n_replicas));
      g_assert_cmpint (worker->rank, ==, (gint64) i * job->n_ranks / (gint64) ops->workers.n);
    }
  for (gsize i = 0; i < ops->ops.n; i++)
    {
      g_assert_cmpuint (ops->ops.items[i].kind, !=, LSC_JOB_OP_OTHER);
      n_negative += ops->ops.items[i].length_ns < 0;
    }
  g_assert_cmpuint (n_negative, ==, job->n_negative);
  check_lengths (ops, job);
}

/* The ideal replays of the owners have the same form. */
static void
test_ideal (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_autoptr (LscJobOps) ops =
          lsc_test_job_ops_load_sample ("published", "ideal-timeline-", jobs[i].name);

      if (!ops)
        return;
      g_assert_cmpuint (ops->workers.n, ==, jobs[i].n_replicas * jobs[i].n_stages);
      g_assert_cmpuint (lsc_notices_get_count (ops->notices), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_autofree char *path = g_strconcat ("/golden-ops/", jobs[i].name, NULL);

      g_test_add_data_func (path, &jobs[i], test_job);
    }
  g_test_add_func ("/golden-ops/ideal", test_ideal);
  return g_test_run ();
}
