/* test-golden-stragglers.c - the study of two real jobs against its published figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <math.h>

#include "analyze/stragglers/lsc-stragglers.h"
#include "lsc-test-files.h"
#include "lsc-test-job-ops.h"

#define MOST_DIFFERENCE 1e-5
#define MOST_IDEAL_NS 500 /* of an op in the ideal replay */

/**
 * A published job.
 * @steps: (nullable): of which the figures are
 * @half_error: of the replay of half of its replicas
 * @least_spread, @most_spread: of the micro-batches of a worker; @least_agreement: of their forward
 *   and backward; @most_excess: of a worker
 */
typedef struct
{
  const char *name;
  const char *steps;
  gsize n_replicas;
  double half_error;
  double least_spread;
  double most_spread;
  double least_agreement;
  double most_excess;
} Job;

static const Job jobs[] = {
  { "ST", NULL, 2, 0.024, 0.01, 0.02, 0.65, 0.005 },
  { "SE", "16-30,33-838", 32, 0.041, 0.13, 0.33, 0.99, 0.05 },
};

/** Differences to what was published. */
typedef struct
{
  double largest;
  guint n;
} Differences;

static char *
find_file (const char *folder, const char *prefix, const char *name, const char *ending)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *file = g_strconcat (prefix, name, ending, NULL);
  g_autofree char *path = root ? g_build_filename (root, "stragglers", folder, file, NULL) : NULL;

  if (root && !g_file_test (path, G_FILE_TEST_EXISTS))
    g_test_skip ("no such sample");
  return root && g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

static LscStragglers *
study (const LscJobOps *ops, const char *steps)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscStepList) list = steps ? lsc_step_list_new (steps, &error) : NULL;
  LscStragglers *self;

  g_assert_no_error (error);
  self = lsc_stragglers_new_from_ops (ops, list, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (self);
  g_assert_null (self->refusal);
  return self;
}

static JsonObject *
read_published (const char *prefix, const char *name)
{
  g_autofree char *path = find_file ("published", prefix, name, ".json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}

/* ---- published figures ---- */

static void
compare (Differences *self, const char *what, double published, double ours)
{
  double difference = fabs (published - ours) / MAX (fabs (published), 0.1);

  self->n++;
  if (!(difference <= MOST_DIFFERENCE))
    g_error ("%s: %.9f was published, not %.9f", what, published, ours);
  self->largest = MAX (self->largest, difference);
}

static void
compare_member (Differences *self, JsonObject *object, const char *member, double ours)
{
  g_assert_true (json_object_has_member (object, member));
  compare (self, member, json_object_get_double_member (object, member), ours);
}

typedef double (*GetFigure) (const LscStragglers *self, gsize index);

/* A table of the figures of named things, all of them. */
static void
compare_table (Differences *differences, JsonObject *result, const char *key,
               const LscStragglers *self, gsize n, char *(*name) (const LscStragglers *, gsize),
               GetFigure get)
{
  JsonObject *table = json_object_get_object_member (result, key);

  g_assert_cmpuint (json_object_get_size (table), ==, n);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *member = name (self, i);

      compare_member (differences, table, member, get (self, i));
    }
}

static char *
name_step (const LscStragglers *self, gsize i)
{
  return g_strdup_printf ("%" PRId64, self->steps[i].number);
}

static char *
name_stage (const LscStragglers *self, gsize i)
{
  return g_strdup_printf ("%" PRId64, self->stages[i].stage);
}

static char *
name_replica (const LscStragglers *self, gsize i)
{
  return g_strdup_printf ("%" PRId64, self->replicas[i]);
}

static char *
name_kind (const LscStragglers *self, gsize i)
{
  return g_strdup (self->kinds[i].name);
}

static double
get_step (const LscStragglers *self, gsize i)
{
  return self->steps[i].slowdown;
}

static double
get_recorded (const LscStragglers *self, gsize i)
{
  return (double) self->steps[i].recorded_ns / 1e9;
}

static double
get_base (const LscStragglers *self, gsize i)
{
  return (double) self->steps[i].base_ns / 1e9;
}

static double
get_ideal (const LscStragglers *self, gsize i)
{
  return (double) self->steps[i].ideal_ns / 1e9;
}

static double
get_error (const LscStragglers *self, gsize i)
{
  return (double) self->steps[i].recorded_ns / (double) self->steps[i].base_ns;
}

static double
get_stage (const LscStragglers *self, gsize i)
{
  return self->stages[i].slowdown;
}

static double
get_replica (const LscStragglers *self, gsize i)
{
  return self->slowdown_of_replica[i];
}

static double
get_kind (const LscStragglers *self, gsize i)
{
  return self->kinds[i].slowdown;
}

static void
compare_steps_of (Differences *differences, JsonObject *result, const char *key,
                  const LscStragglers *self, gsize n, char *(*name) (const LscStragglers *, gsize),
                  const gint64 *ns)
{
  JsonObject *steps = json_object_get_object_member (result, key);

  g_assert_cmpuint (json_object_get_size (steps), ==, self->n_steps);
  for (gsize s = 0; s < self->n_steps; s++)
    {
      g_autofree char *step = name_step (self, s);
      JsonObject *table = json_object_get_object_member (steps, step);

      g_assert_cmpuint (json_object_get_size (table), ==, n);
      for (gsize i = 0; i < n; i++)
        {
          g_autofree char *member = name (self, i);

          compare_member (differences, table, member,
                          (double) ns[i * self->n_steps + s] / (double) self->steps[s].ideal_ns);
        }
    }
}

static void
compare_result (Differences *differences, const LscStragglers *self, const char *name)
{
  g_autoptr (JsonObject) result = read_published ("result-", name);

  compare_member (differences, result, "blocking_slowdown", self->slowdown);
  compare_member (differences, result, "launch_slowdown", 1 + self->replay_error);
  compare_table (differences, result, "blocking_step_slowdown", self, self->n_steps, name_step,
                 get_step);
  compare_table (differences, result, "step_t_base", self, self->n_steps, name_step, get_recorded);
  compare_table (differences, result, "step_t_nodelay", self, self->n_steps, name_step, get_base);
  compare_table (differences, result, "step_t_noblk", self, self->n_steps, name_step, get_ideal);
  compare_table (differences, result, "launch_step_slowdown", self, self->n_steps, name_step,
                 get_error);
  compare_table (differences, result, "blocking_decompose_by_optype", self, self->n_kinds,
                 name_kind, get_kind);
  compare_table (differences, result, "blocking_decompose_by_stage", self, self->n_stages,
                 name_stage, get_stage);
  compare_table (differences, result, "blocking_decompose_by_dp_rank", self, self->n_replicas,
                 name_replica, get_replica);
  compare_steps_of (differences, result, "blocking_decompose_by_optype_per_step", self,
                    self->n_kinds, name_kind, self->kind_ns);
  compare_steps_of (differences, result, "blocking_decompose_by_stage_per_step", self,
                    self->n_stages, name_stage, self->stage_ns);
  compare_steps_of (differences, result, "blocking_decompose_by_dp_rank_per_step", self,
                    self->n_replicas, name_replica, self->replica_ns);
}

static void
compare_share (Differences *differences, const LscStragglers *self, const LscStragglerShare *share,
               const char *prefix, const char *name, const char *key)
{
  g_autoptr (JsonObject) published = read_published (prefix, name);

  compare_member (differences, published, "tori", self->base_ns / 1e9);
  compare_member (differences, published, "tideal", self->ideal_ns / 1e9);
  compare_member (differences, published, "trem", share->fixed_ns / 1e9);
  compare_member (differences, published, "tadd", share->added_ns / 1e9);
  compare_member (differences, published, "rem", share->share);
  compare_member (differences, published, key, share->share);
  compare_member (differences, published, "add",
                  (share->added_ns - self->ideal_ns) / (self->base_ns - self->ideal_ns));
}

static void
check_workers (const LscStragglers *self)
{
  for (gsize w = 0; w < self->n_replicas * self->n_stages; w++)
    g_assert_cmpfloat (self->workers[w].slowdown, ==,
                       MIN (self->slowdown_of_replica[w / self->n_stages],
                            self->stages[w % self->n_stages].slowdown));
}

static void
test_figures (gconstpointer data)
{
  const Job *job = data;
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_load_sample (job->name, "timeline-", job->name);
  g_autoptr (LscStragglers) self = ops ? study (ops, job->steps) : NULL;
  Differences differences = { 0 };

  if (!self)
    return;
  compare_result (&differences, self, job->name);
  compare_share (&differences, self, &self->of_workers, "mw-", job->name, "Mw");
  compare_share (&differences, self, &self->of_stage, "ms-", job->name, "Ms");
  check_workers (self);
  g_test_message ("%s: %u figures, the largest difference is %.2g", job->name, differences.n,
                  differences.largest);
}

/* ---- the ideal replay, op by op ---- */

static const LscStragglerOp *
find_ideal (const LscStragglers *self, gint64 stage, guint kind, guint32 number)
{
  for (gsize i = 0; i < self->n_ops; i++)
    if (self->stages[self->ops[i].stage].stage == stage && self->ops[i].kind == kind &&
        self->ops[i].number == number)
      return &self->ops[i];
  return NULL;
}

static gint64
compare_step (const LscStragglers *self, const LscJobOps *published, gsize step)
{
  gint64 largest = 0;

  for (gsize w = 0; w < published->workers.n; w++)
    {
      gsize n;
      const LscJobOp *ops = lsc_job_ops_get (published, step, w, &n);

      for (gsize i = 0; i < n; i++)
        {
          const LscStragglerOp *ideal =
              find_ideal (self, published->workers.items[w].stage, ops[i].kind, ops[i].number);

          g_assert_nonnull (ideal);
          largest = MAX (largest, ABS (ideal->length_ns - ops[i].length_ns));
          largest = MAX (largest, ABS (ideal->start_ns - ops[i].start_ns +
                                       published->steps.items[step].begin_ns));
        }
    }
  return largest;
}

static void
test_ideal (gconstpointer data)
{
  const Job *job = data;
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_load_sample (job->name, "timeline-", job->name);
  g_autoptr (LscJobOps) published =
      ops ? lsc_test_job_ops_load_sample ("published", "ideal-timeline-", job->name) : NULL;
  g_autoptr (LscStragglers) self = published ? study (ops, job->steps) : NULL;
  gint64 largest = 0;

  if (!self)
    return;
  g_assert_cmpuint (published->steps.n, ==, self->n_steps);
  for (gsize step = 0; step < published->steps.n; step++)
    largest = MAX (largest, compare_step (self, published, step));
  g_test_message ("%s: ideal ops differ by at most %" PRId64 " ns", job->name, largest);
  g_assert_cmpint (largest, <=, MOST_IDEAL_NS);
}

/* ---- parts of the jobs ---- */

static void
test_one_step (gconstpointer data)
{
  const Job *job = data;
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_load_sample (job->name, "timeline-", job->name);
  g_autoptr (LscJobOps) cut = ops ? lsc_test_job_ops_cut (ops, G_MAXSIZE / 2, 1) : NULL;
  g_autoptr (LscStragglers) all = ops ? study (ops, NULL) : NULL;
  g_autoptr (LscStragglers) self = cut ? study (cut, NULL) : NULL;
  g_autofree char *number = all ? name_step (all, 0) : NULL;
  g_autoptr (LscStragglers) chosen = all ? study (ops, number) : NULL;

  if (!self)
    return;
  g_assert_cmpuint (self->n_steps, ==, 1);
  g_assert_cmpint (self->steps[0].base_ns, ==, all->steps[0].base_ns);
  g_assert_cmpfloat (self->slowdown, ==, self->steps[0].slowdown);
  g_assert_cmpfloat (self->slowdown, ==, chosen->slowdown);
  g_assert_cmpfloat (self->m_w, ==, chosen->m_w);
}

/* What the others did is still waited for, and no op shows it. */
static void
test_half (gconstpointer data)
{
  const Job *job = data;
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_load_sample (job->name, "timeline-", job->name);
  g_autoptr (LscJobOps) cut =
      ops ? lsc_test_job_ops_cut (ops, job->n_replicas / 2, G_MAXSIZE) : NULL;
  g_autoptr (LscStragglers) self = cut ? study (cut, NULL) : NULL;

  if (!self)
    return;
  g_assert_cmpuint (self->n_replicas, ==, job->n_replicas / 2);
  g_test_message ("%s: the error of half of the replicas is %.4f", job->name, self->replay_error);
  g_assert_cmpfloat (fabs (self->replay_error - job->half_error), <, 5e-4);
}

/* ---- what findings are made of ---- */

static void
test_even (gconstpointer data)
{
  const Job *job = data;
  g_autoptr (LscJobOps) ops = lsc_test_job_ops_load_sample (job->name, "timeline-", job->name);
  g_autoptr (LscStragglers) self = ops ? study (ops, job->steps) : NULL;

  if (!self)
    return;
  for (gsize p = 0; p < self->n_stages; p++)
    {
      const LscStragglerStage *stage = &self->stages[p];

      g_assert_cmpfloat (MIN (stage->forward_spread, stage->backward_spread), >, job->least_spread);
      g_assert_cmpfloat (MAX (stage->forward_spread, stage->backward_spread), <, job->most_spread);
      g_assert_cmpfloat (stage->agreement, >, job->least_agreement);
    }
  g_assert_cmpfloat (self->workers[self->worst].excess, <, job->most_excess);
  g_assert_cmpfloat (self->worst_ns, <=, self->base_ns);
  g_test_message ("%s: base %.4f s, even %.4f, balanced %.4f, without the slowest worker %.4f",
                  job->name, self->base_ns / 1e9, self->even_ns / 1e9, self->balanced_ns / 1e9,
                  self->worst_ns / 1e9);
}

static void
add (const char *name, const Job *job, void (*test) (gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/stragglers/%s/%s", job->name, name);

  g_test_add_data_func (path, job, test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      add ("figures", &jobs[i], test_figures);
      add ("ideal", &jobs[i], test_ideal);
      add ("one-step", &jobs[i], test_one_step);
      add ("half", &jobs[i], test_half);
      add ("even", &jobs[i], test_even);
    }
  return g_test_run ();
}
