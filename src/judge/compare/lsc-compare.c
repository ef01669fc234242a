/* lsc-compare.c - before and after: what changed in a step, and whether it is real
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analyze/digest/lsc-compare-name.h"
#include "judge/compare/lsc-compare-private.h"

#define CENTURY_NS G_GINT64_CONSTANT (946684800000000000)

/* ---- communication ---- */

static void
free_comm (gpointer data)
{
  LscCommChange *comm = data;

  g_free (comm->name);
  g_free (comm->group);
  g_free (comm);
}

static const char *
find_label (const LscRankDigest *digest, guint32 group)
{
  for (gsize i = 0; i < digest->groups.n; i++)
    if (digest->groups.items[i].name == group)
      return lsc_rank_digest_text (digest, digest->groups.items[i].label);
  return "";
}

static LscCommChange *
get_comm (GPtrArray *comms, const char *name, const char *group)
{
  LscCommChange *comm;

  for (guint i = 0; i < comms->len; i++)
    {
      comm = comms->pdata[i];
      if (g_str_equal (comm->name, name) && g_str_equal (comm->group, group))
        return comm;
    }
  comm = g_new0 (LscCommChange, 1);
  comm->name = g_strdup (name);
  comm->group = g_strdup (group);
  g_ptr_array_add (comms, comm);
  return comm;
}

/** What is known while the communication of a rank is added up. */
typedef struct
{
  const LscComparePlan *plan;
  const LscRankDigest *digest;
  LscSide side;
  GPtrArray *comms;
  GHashTable *known; /* of group and name to LscCommChange */
} Comms;

static LscCommChange *
find_comm (Comms *self, const LscRankOp *op)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) op->group << 32 | op->name);
  LscCommChange *comm = g_hash_table_lookup (self->known, key);
  g_autofree char *name = NULL, *group = NULL;

  if (comm)
    return comm;
  name = lsc_compare_name_comm (lsc_intern_text (self->digest->texts, op->name));
  group = lsc_compare_name_group (find_label (self->digest, op->group));
  comm = get_comm (self->comms, name, group ? group : "");
  g_hash_table_insert (self->known, key, comm);
  return comm;
}

/* Where in its step an operator begins, a share of that. */
static double
find_place (const LscRankDigest *digest, const LscRankOp *op)
{
  const LscBudgetStep *step = lsc_rank_digest_get_step (digest, op->step);

  return step->step_ns > 0 ? (double) (op->begin_ns - step->begin_ns) / (double) step->step_ns : 0;
}

static void
add_rank_comms (Comms *self)
{
  for (gsize i = 0; i < self->digest->ops.n; i++)
    {
      const LscRankOp *op = &self->digest->ops.items[i];
      LscCommChange *comm;

      if (_lsc_compare_plan_get_place (self->plan, self->side, op->step) == LSC_NOT_CHOSEN)
        continue;
      comm = find_comm (self, op);
      comm->count[self->side]++;
      comm->ns[self->side] += op->end_ns - op->begin_ns;
      comm->place[self->side] += find_place (self->digest, op);
      comm->exposed_ns[self->side] = lsc_int_add (comm->exposed_ns[self->side], op->exposed_ns);
    }
}

static int
compare_comms (gconstpointer a, gconstpointer b)
{
  const LscCommChange *x = *(const LscCommChange *const *) a;
  const LscCommChange *y = *(const LscCommChange *const *) b;
  gint64 dx = ABS (x->ns[LSC_AFTER] - x->ns[LSC_BEFORE]);
  gint64 dy = ABS (y->ns[LSC_AFTER] - y->ns[LSC_BEFORE]);

  return dx != dy ? (dx < dy ? 1 : -1) : strcmp (x->name, y->name);
}

static void
divide_comms (GPtrArray *comms, const LscComparePlan *plan)
{
  for (guint i = 0; i < comms->len; i++)
    for (guint side = 0; side < LSC_N_SIDES; side++)
      {
        LscCommChange *comm = comms->pdata[i];
        gint64 n = (gint64) plan->n_steps[side] * plan->pairs->len;

        comm->place[side] /= MAX (comm->count[side], 1);
        comm->count[side] /= (double) MAX (n, 1);
        comm->ns[side] /= MAX (n, 1);
        comm->exposed_ns[side] = lsc_int_divide (comm->exposed_ns[side], MAX (n, 1));
      }
}

static void
add_comms (LscCompare *self, const LscComparePlan *plan)
{
  for (guint i = 0; i < plan->pairs->len; i++)
    for (guint side = 0; side < LSC_N_SIDES; side++)
      {
        g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
        Comms comms = { plan, _lsc_compare_plan_get (plan, i)->rank[side], side, self->comms,
                        known };

        add_rank_comms (&comms);
      }
  divide_comms (self->comms, plan);
  g_ptr_array_sort (self->comms, compare_comms);
}

/* ---- memory ---- */

static void
free_memory (gpointer data)
{
  LscMemoryChange *memory = data;

  g_free (memory->name);
  g_free (memory);
}

static LscMemoryChange *
get_memory (GPtrArray *memories, const char *name)
{
  LscMemoryChange *memory;

  for (guint i = 0; i < memories->len; i++)
    if (g_str_equal (((LscMemoryChange *) memories->pdata[i])->name, name))
      return memories->pdata[i];
  memory = g_new (LscMemoryChange, 1);
  *memory = (LscMemoryChange){ g_strdup (name), { LSC_INT_NULL, LSC_INT_NULL } };
  g_ptr_array_add (memories, memory);
  return memory;
}

static void
add_memories (LscCompare *self, const LscComparePlan *plan)
{
  gint64 most = 0;

  for (guint i = 0; i < plan->pairs->len; i++)
    for (guint side = 0; side < LSC_N_SIDES; side++)
      {
        const LscRankDigest *rank = _lsc_compare_plan_get (plan, i)->rank[side];

        for (gsize k = 0; k < rank->counters.n; k++)
          {
            const LscDigestCounter *memory = &rank->counters.items[k];
            LscMemoryChange *change =
                get_memory (self->memories, lsc_rank_digest_text (rank, memory->name));

            change->peak[side] = MAX (change->peak[side], memory->peak);
            self->fullest = memory->peak > most ? i : self->fullest;
            most = MAX (most, memory->peak);
          }
      }
}

/* ---- all of it ---- */

/* Every pair is the same recording, of the same steps, and nothing else was read. */
static gboolean
is_identical (const LscCompare *self, const LscComparePlan *plan)
{
  if (plan->n_steps[LSC_BEFORE] != plan->n_steps[LSC_AFTER])
    return FALSE;
  for (gsize k = 0; k < plan->n_steps[LSC_BEFORE]; k++)
    if (plan->chosen[LSC_BEFORE].items[k] != plan->chosen[LSC_AFTER].items[k])
      return FALSE;
  for (guint i = 0; i < plan->pairs->len; i++)
    {
      const LscRankPair *pair = _lsc_compare_plan_get (plan, i);

      if (pair->rank[LSC_BEFORE]->fingerprint != pair->rank[LSC_AFTER]->fingerprint)
        return FALSE;
    }
  return plan->pairs->len > 0 && self->unpaired[LSC_BEFORE].n == 0 &&
         self->unpaired[LSC_AFTER].n == 0;
}

static void
free_reason (gpointer data)
{
  LscCompareReason *reason = data;

  lsc_phrase_free (reason->text);
  g_free (reason);
}

static void
free_change (gpointer data)
{
  _lsc_rank_change_free (data);
}

/* Times that are none of this century count from when a machine was started. */
static gint64
find_date (const LscCompareInput *input)
{
  gint64 first = G_MAXINT64;

  for (gsize i = 0; i < input->n; i++)
    {
      const LscRankDigest *digest = input->ranks[i].digest;

      if (digest->steps.n > 0)
        first = MIN (first, lsc_rank_digest_get_step (digest, 0)->begin_ns);
    }
  return first != G_MAXINT64 && first >= CENTURY_NS ? first : LSC_INT_NULL;
}

/* (transfer full) (nullable) */
static char **
copy_names (const LscCompareInput *input)
{
  char **names;

  if (!input->run_names)
    return NULL;
  names = g_new0 (char *, input->n_levels + 1);
  for (gsize i = 0; i < input->n_levels; i++)
    names[i] = g_strdup (input->run_names[i] ? input->run_names[i] : "");
  return names;
}

static LscCompare *
make (const LscCompareInput *inputs[LSC_N_SIDES])
{
  LscCompare *self = g_new0 (LscCompare, 1);

  g_atomic_ref_count_init (&self->refs);
  self->score = 1.0;
  self->reasons = g_ptr_array_new_with_free_func (free_reason);
  self->floor = self->p = (double) NAN;
  self->low_ns = self->high_ns = LSC_INT_NULL;
  self->ranks = g_ptr_array_new_with_free_func (free_change);
  self->comms = g_ptr_array_new_with_free_func (free_comm);
  self->memories = g_ptr_array_new_with_free_func (free_memory);
  self->transitions = lsc_transitions_new ();
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->names[side] = g_strdup (inputs[side]->name);
      self->is_part[side] = inputs[side]->is_part && inputs[side]->name;
      self->steps[side].median_ns = self->steps[side].mad_ns = LSC_INT_NULL;
      self->recorded_ns[side] = find_date (inputs[side]);
      for (gsize i = 0; i < inputs[side]->n_levels; i++)
        lsc_int64s_append (&self->levels[side], inputs[side]->levels[i]);
      self->run_names[side] = copy_names (inputs[side]);
      self->shown_run[side] = inputs[side]->shown_run;
    }
  return self;
}

/* A run has a level of its own, which its steps do not show: rows differ by it as the step does. */
static void
doubt_rows (const LscRunTest *runs, const LscRankChange *ranks)
{
  for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
    for (guint i = 0; i < ranks->lists[list]->len; i++)
      {
        LscChange *change = ranks->lists[list]->pdata[i];
        gint64 most_ns = MAX (change->ns[LSC_BEFORE], change->ns[LSC_AFTER]);

        if (isnan (change->p) || most_ns <= 0)
          continue;
        change->p = MAX (change->p,
                         lsc_run_test_find_p (runs, (double) change->delta_ns / (double) most_ns));
        if (change->significance == LSC_CHANGE_REAL && change->p >= LSC_SIGNIFICANT)
          change->significance = LSC_CHANGE_NOISE;
      }
}

/* Several runs a side: their levels are the noise of the step and of each of its rows. */
static void
judge_runs (LscCompare *self)
{
  const LscInt64s *levels = self->levels;

  if (levels[LSC_BEFORE].n + levels[LSC_AFTER].n <= 2)
    return;
  self->runs = lsc_run_test_new (levels[LSC_BEFORE].items, levels[LSC_BEFORE].n,
                                 levels[LSC_AFTER].items, levels[LSC_AFTER].n);
  doubt_rows (&self->runs, self->total);
  for (guint i = 0; i < self->ranks->len; i++)
    doubt_rows (&self->runs, self->ranks->pdata[i]);
}

static void
judge (LscCompare *self, const LscComparePlan *plan)
{
  const gint64 *before = self->steps[LSC_BEFORE].ns.items;
  const gint64 *after = self->steps[LSC_AFTER].ns.items;
  LscStepTest test;

  if (plan->n_steps[LSC_BEFORE] == 0 || plan->n_steps[LSC_AFTER] == 0)
    {
      _lsc_compare_judge (self, NULL);
      return;
    }
  test = lsc_step_test_new (&plan->orders, before, after);
  if (!isnan (test.p))
    {
      lsc_step_test_find_interval (&test, before, after);
      self->low_ns = test.low_ns;
      self->high_ns = test.high_ns;
    }
  self->p = test.p;
  judge_runs (self);
  if (test.median_ns[0] > 0)
    self->floor = (double) test.floor_ns / (double) test.median_ns[0];
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->steps[side].median_ns = test.median_ns[side];
      self->steps[side].mad_ns = test.mad_ns[side];
    }
  _lsc_compare_judge (self, &test);
}

static gboolean
fill (LscCompare *self, const LscComparePlan *plan, LscJob *job, GError **error)
{
  self->total = _lsc_rank_change_new (plan, 0, plan->pairs->len);
  for (guint i = 0; i < plan->pairs->len; i++)
    {
      const LscRankPair *pair = _lsc_compare_plan_get (plan, i);

      if (!lsc_job_check (job, error))
        return FALSE;
      g_ptr_array_add (self->ranks, _lsc_rank_change_new (plan, i, 1));
      if (_lsc_rank_pair_has_kernels (pair))
        lsc_kernel_pairs_add (&self->kernels, pair->kernels[LSC_BEFORE], pair->kernels[LSC_AFTER],
                              lsc_transitions_take_block, self->transitions);
    }
  add_comms (self, plan);
  add_memories (self, plan);
  lsc_transitions_finish (self->transitions, plan->pairs->len);
  _lsc_compare_add_transitions (self);
  return TRUE;
}

/**
 * lsc_compare_new:
 * @map: (nullable): names that belong together
 *
 * Compares two recordings: pairs ranks and steps, takes the change of a step apart by category,
 * module and op, so that the parts add up to it, and says whether it is beyond the noise
 * (compare.md).
 *
 * Cost: O(parts x steps), and that of pairing kernels. Thread: any.
 *
 * Returns: (transfer full) (nullable): the comparison; %NULL with %LSC_ERROR_CANCELLED
 */
LscCompare *
lsc_compare_new (const LscCompareInput *before, const LscCompareInput *after, const LscNameMap *map,
                 LscJob *job, GError **error)
{
  const LscCompareInput *inputs[LSC_N_SIDES] = { before, after };
  g_autoptr (LscCompare) self = make (inputs);
  LscComparePlan plan;
  gboolean is_done;

  _lsc_compare_plan_init (&plan, self, inputs, map);
  self->is_identical = plan.is_identical = is_identical (self, &plan);
  self->work = _lsc_compare_plan_match_work (&plan, inputs);
  self->work.match = MAX (self->work.match, MAX (before->match, after->match));
  if (!self->is_identical)
    _lsc_compare_score (self, &plan, inputs);
  is_done = fill (self, &plan, job, error);
  if (is_done)
    judge (self, &plan);
  _lsc_compare_plan_clear (&plan);
  return is_done ? g_steal_pointer (&self) : NULL;
}

LscCompare *
lsc_compare_ref (LscCompare *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_compare_unref: @self: (transfer full) (nullable): from any thread */
void
lsc_compare_unref (LscCompare *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_free (self->names[side]);
      g_free (self->chips[side]);
      lsc_int64s_clear (&self->unpaired[side]);
      lsc_int64s_clear (&self->steps[side].steps);
      lsc_int64s_clear (&self->steps[side].ns);
      lsc_int64s_clear (&self->steps[side].dropped);
      lsc_int64s_clear (&self->steps[side].unlike);
      lsc_int64s_clear (&self->levels[side]);
      g_strfreev (self->run_names[side]);
    }
  g_ptr_array_unref (self->reasons);
  _lsc_rank_change_free (self->total);
  g_ptr_array_unref (self->ranks);
  g_ptr_array_unref (self->comms);
  g_ptr_array_unref (self->memories);
  g_ptr_array_unref (self->transitions);
  lsc_phrase_free (self->text);
  lsc_phrase_free (self->answer);
  lsc_phrase_free (self->head);
  lsc_phrase_free (self->why);
  g_free (self);
}
