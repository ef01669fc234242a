/* lsc-module-data.c - ops with their kernels, attributed to module calls
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "analyze/extent/lsc-run-extent.h"
#include "base/lsc-error.h"
#include "analyze/module/lsc-module-private.h"

static gboolean
check_step (const LscModuleBuild *build, GError **error)
{
  const LscSteps *steps = &build->run->steps;
  g_autoptr (GString) known = g_string_new (NULL);

  if (!build->options->has_step)
    return TRUE;
  for (gsize i = 0; i < steps->n; i++)
    {
      if (steps->items[i].id == build->options->step_id)
        return TRUE;
      g_string_append_printf (known, "%s%" G_GINT64_FORMAT, i ? ", " : "", steps->items[i].id);
    }
  if (steps->n == 0)
    return lsc_fail (
        error, LSC_ERROR_USAGE,
        _ ("%s: the table STEP_TIME is missing or empty, so no step can be chosen. Leave "
           "--step-id out, or profile with a schedule and call step()."),
        build->run->source->file);
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("%s: there is no step %" PRId64 ". Steps in this file: %s."),
                   build->run->source->file, build->options->step_id, known->str);
}

static gboolean
has_op_in_module (const LscModuleData *data)
{
  for (gsize i = 0; i < data->ops.n; i++)
    if (data->ops.items[i].call != LSC_INDEX_NONE)
      return TRUE;
  return FALSE;
}

/** What becomes of the links: kernels of ops, and backward calls. Neither needs the other. */
enum
{
  SIDE_KERNELS,
  SIDE_BACKWARD,
  N_SIDES,
};

typedef struct
{
  LscModuleBuild *build;
  GError *errors[N_SIDES];
  int n_users; /* atomic: of the links */
} Sides;

static void
leave_links (Sides *sides)
{
  if (g_atomic_int_dec_and_test (&sides->n_users))
    _lsc_module_free_links (sides->build);
}

static void
make_side (gsize side, gpointer user_data)
{
  Sides *sides = user_data;
  LscModuleBuild *build = sides->build;

  if (side == SIDE_KERNELS)
    {
      _lsc_module_join_kernels (build, &sides->errors[side]);
      leave_links (sides);
      return;
    }
  if (!build->options->without_backward && build->data->calls.n > 0)
    _lsc_module_find_pairs (build);
  leave_links (sides);
  if (build->data->calls.n == 0)
    return;
  _lsc_module_map_threads (build);
  if (build->pairs.n > 0)
    _lsc_module_add_backward (build, &sides->errors[side]);
}

/* Errors are told in the order in which one thread meets them. */
static gboolean
judge_sides (Sides *sides, GError **error)
{
  LscModuleBuild *build = sides->build;

  if (sides->errors[SIDE_KERNELS])
    {
      g_propagate_error (error, g_steal_pointer (&sides->errors[SIDE_KERNELS]));
      return FALSE;
    }
  if (build->data->ops.n == 0 && !_lsc_module_no_links (build, error))
    return FALSE;
  if (build->disagree)
    _lsc_module_note_threads (build);
  if (!sides->errors[SIDE_BACKWARD])
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&sides->errors[SIDE_BACKWARD]));
  return FALSE;
}

static gboolean
make_links (LscModuleBuild *build, GError **error)
{
  Sides sides = { .build = build, .n_users = N_SIDES };
  gboolean ok;

  _lsc_module_sort_links (build);
  if (!_lsc_module_index_ops (build, error))
    return FALSE;
  lsc_job_run_parallel (MAX (build->options->n_threads, 1), N_SIDES, make_side, &sides);
  ok = judge_sides (&sides, error);
  for (gsize i = 0; i < N_SIDES; i++)
    g_clear_error (&sides.errors[i]);
  return ok;
}

static gboolean
make_tree (LscModuleBuild *build, GError **error)
{
  if (build->data->calls.n == 0 && !_lsc_module_has_graphs (build))
    return TRUE;
  if (build->data->calls.n > 0)
    {
      if (!_lsc_module_attribute_ops (build, error))
        return FALSE;
      _lsc_module_mark_recompute (build);
      _lsc_module_graft (build);
      _lsc_module_mark_by_time (build);
    }
  _lsc_module_add_graphs (build);
  return has_op_in_module (build->data) || _lsc_module_no_rows (build, error);
}

static gboolean
make (LscModuleBuild *build, GError **error)
{
  build->data->has_strays = lsc_run_find_main (build->run, &build->data->main);
  _lsc_module_find_slack (build);
  if (!check_step (build, error) || !_lsc_module_collect_calls (build, error) ||
      !make_links (build, error) || !make_tree (build, error))
    return FALSE;
  _lsc_module_add_notices (build);
  _lsc_module_note_graphs (build);
  return TRUE;
}

static void
clear_build (LscModuleBuild *build)
{
  _lsc_module_free_links (build);
  lsc_pass_pairs_clear (&build->pairs);
  g_free (build->work);
  g_free (build->thread_flags);
  g_free (build->stack_of_thread);
}

/**
 * lsc_module_data_new:
 * @run: loaded with %LSC_LOAD_FOR_MODULES
 * @options: (nullable): %NULL for the defaults
 * @job: (nullable): progress and cancellation
 * @error: %LSC_ERROR_MISSING when ranges, links or ops inside modules are missing and
 *   @options.allow_empty is not set; %LSC_ERROR_USAGE for an unknown step; %LSC_ERROR_LIMIT;
 *   %LSC_ERROR_CANCELLED
 *
 * Joins ops and kernels, finds the module calls and makes the backward ones, and finds the
 * innermost call of every op (modules.md#join, #nesting, #backward).
 *
 * Cost: O(n log d) for n ops, links, kernels and calls nested d deep, and sorting where the file is
 * not in order. Thread: any; the run is only read.
 *
 * Returns: (transfer full) (nullable): the data
 */
LscModuleData *
lsc_module_data_new (LscRun *run, const LscModuleOptions *options, LscJob *job, GError **error)
{
  static const LscModuleOptions defaults = { 0 };
  LscModuleBuild build = { .run = run, .options = options ? options : &defaults, .job = job };
  g_autoptr (LscModuleData) self = NULL;
  gboolean ok;

  g_return_val_if_fail (run, NULL);
  self = g_new0 (LscModuleData, 1);
  g_atomic_ref_count_init (&self->refs);
  self->run = lsc_run_ref (run);
  self->names = lsc_intern_new ();
  self->n_threads = MAX (build.options->n_threads, 1);
  self->has_step = build.options->has_step;
  self->step_id = build.options->step_id;
  self->notices = lsc_notices_new ();
  build.data = self;
  ok = make (&build, error);
  clear_build (&build);
  return ok ? g_steal_pointer (&self) : NULL;
}

LscModuleData *
lsc_module_data_ref (LscModuleData *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_module_data_unref (LscModuleData *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_calls_clear (&self->calls);
  lsc_op_calls_clear (&self->ops);
  lsc_indexes_clear (&self->kernels);
  lsc_indexes_clear (&self->unlinked);
  lsc_steps_clear (&self->steps);
  g_free (self->by_time_only);
  lsc_intern_unref (self->names);
  lsc_notices_unref (self->notices);
  lsc_run_unref (self->run);
  g_free (self);
}
