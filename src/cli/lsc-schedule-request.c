/* lsc-schedule-request.c - an ideal schedule asked for on the command line
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-schedule-request.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-decimal.h"
#include "base/lsc-error.h"

#define MOST_STAGES 4096
#define MOST_OPS ((gint64) 16000000)
/* One digit more than can be written, for the halves of I = W = B / 2. */
#define MOST_EXPONENT (LSC_DECIMAL_MOST_DIGITS + 1)

enum
{
  COST_F,
  COST_B,
  COST_I,
  COST_W,
  COST_X,
  COST_LATENCY,
  N_COSTS,
};

/** Costs as given. */
typedef struct
{
  LscDecimal value[N_COSTS];
  gboolean is_given[N_COSTS];
} Costs;

static gboolean
fail (GError **error, const char *what)
{
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE, what);
  return FALSE;
}

static gboolean
parse_cost (const char *word, Costs *costs, GError **error)
{
  static const char letters[] = "FBIWX";
  const char *letter = *word && word[1] == '=' ? strchr (letters, g_ascii_toupper (*word)) : NULL;

  if (!letter || !lsc_decimal_parse (word + 2, &costs->value[letter - letters]))
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                   _ ("--cost takes numbers of at most %u decimals, such as F=10,B=20,I=10,W=10,"
                      "X=28, not “%s”"),
                   LSC_DECIMAL_MOST_DIGITS, word);
      return FALSE;
    }
  costs->is_given[letter - letters] = TRUE;
  return TRUE;
}

static gboolean
parse_costs (const LscScheduleWords *words, Costs *costs, GError **error)
{
  g_auto (GStrv) list = g_strsplit (words->cost ? words->cost : "", ",", -1);

  for (guint i = 0; list[i]; i++)
    if (!parse_cost (g_strstrip (list[i]), costs, error))
      return FALSE;
  if (!costs->is_given[COST_F])
    costs->value[COST_F] = (LscDecimal){ 1, 0 };
  if (!words->latency)
    return TRUE;
  if (!lsc_decimal_parse (words->latency, &costs->value[COST_LATENCY]))
    return fail (error, _ ("--latency takes a number that is not negative"));
  return TRUE;
}

/* The costs in units of 10^-exponent; FALSE if one does not fit. */
static gboolean
scale_costs (LscScheduleRequest *self, const Costs *costs, guint exponent)
{
  gint64 at[N_COSTS] = { 0 };

  for (guint i = 0; i < N_COSTS; i++)
    if (!lsc_decimal_scale (&costs->value[i], exponent, &at[i]) || at[i] > G_MAXINT64 / 8)
      return FALSE;
  self->exponent = exponent;
  self->latency = at[COST_LATENCY];
  self->costs.f = at[COST_F];
  self->costs.b = costs->is_given[COST_B] ? at[COST_B] : 2 * at[COST_F];
  self->costs.i = costs->is_given[COST_I] ? at[COST_I] : self->costs.b / 2;
  self->costs.w = costs->is_given[COST_W] ? at[COST_W] : self->costs.b / 2;
  self->costs.x = costs->is_given[COST_X] ? at[COST_X] : self->costs.f + self->costs.b;
  return TRUE;
}

/* The finest unit in which the sum of all costs cannot overflow: pictures treat the integers as
 * nanoseconds, and need many of them. */
static gboolean
choose_scale (LscScheduleRequest *self, const Costs *costs, GError **error)
{
  guint least = 0;

  for (guint i = 0; i < N_COSTS; i++)
    least = MAX (least, costs->value[i].n_fraction);
  for (guint exponent = MOST_EXPONENT; exponent > least; exponent--)
    {
      gint64 most;

      if (!scale_costs (self, costs, exponent))
        continue;
      most = MAX (MAX (self->costs.f, self->costs.b), MAX (self->costs.i, self->costs.w));
      most = MAX (most, self->costs.x);
      if (most <= G_MAXINT64 / 2 - self->latency &&
          most + self->latency <= G_MAXINT64 / 4 / MAX ((gint64) self->plan->n_ops, 1))
        return TRUE;
    }
  return fail (error, _ ("The costs are too large to be added up exactly; choose a larger unit"));
}

static gboolean
parse_variant (const char *text, LscSchedule *schedule, gboolean *refill, GError **error)
{
  gboolean is_v = schedule->type == LSC_SCHEDULE_DUALPIPEV;
  gboolean is_dual = is_v || schedule->type == LSC_SCHEDULE_DUALPIPE;
  gboolean splits = schedule->type == LSC_SCHEDULE_ZBH1 || schedule->type == LSC_SCHEDULE_ZBV;
  g_auto (GStrv) list = g_strsplit (text ? text : "", ",", -1);

  for (guint i = 0; list[i]; i++)
    {
      const char *word = g_strstrip (list[i]);

      if (is_dual && g_str_equal (word, "no-overlap"))
        schedule->no_overlap = TRUE;
      else if (is_v && g_str_equal (word, "no-w-split"))
        schedule->late_weights = FALSE;
      else if (is_dual && g_str_equal (word, "fused-first"))
        schedule->fused_first = TRUE;
      else if (is_v && g_str_equal (word, "fused-middle"))
        schedule->fused_middle = TRUE;
      else if (splits && g_str_equal (word, "refill"))
        *refill = TRUE;
      else
        {
          g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                       _ ("%s has no variant “%s”; dualpipev has no-overlap, no-w-split, "
                          "fused-first and fused-middle, dualpipe no-overlap and fused-first, "
                          "zbh1 and zbv refill"),
                       lsc_schedule_type_name (schedule->type), word);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_sizes (const LscScheduleWords *words, LscScheduleType type, GError **error)
{
  gboolean has_chunks = words->chunks != LSC_SCHEDULE_CHUNKS_NOT_GIVEN;
  gint64 chunks = has_chunks ? words->chunks : 2;

  if (words->stages < 1 || words->stages > MOST_STAGES)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                   _ ("--stages takes the number of stages, 1 to %d"), MOST_STAGES);
      return FALSE;
    }
  if (words->micro_batches < 1)
    return fail (error, _ ("--micro-batches takes the number of micro-batches, at least 1"));
  if (has_chunks && type != LSC_SCHEDULE_INTERLEAVED)
    return fail (error, _ ("--chunks belongs to the interleaved schedule alone"));
  if (chunks < 1 || chunks >= LSC_CHUNK_NONE)
    return fail (error, _ ("--chunks takes 1 to 14 model chunks on each rank"));
  if (words->micro_batches > MOST_OPS / 3 / words->stages / chunks)
    return fail (error, _ ("This schedule has more than 16 million blocks"));
  return TRUE;
}

static gboolean
make_plan (LscScheduleRequest *self, const LscScheduleWords *words, GError **error)
{
  LscScheduleType type = lsc_schedule_type_from_name (words->name);
  LscSchedule schedule;

  if (type == LSC_SCHEDULE_NONE)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                   _ ("“%s” is no known schedule: use 1f1b, interleaved, dualpipev, dualpipe, "
                      "zbh1, zbv or gpipe"),
                   words->name);
      return FALSE;
    }
  if (!check_sizes (words, type, error))
    return FALSE;
  schedule = lsc_plan_default_schedule (type, (gsize) words->stages, (gsize) words->micro_batches);
  if (words->chunks > 0)
    schedule.n_chunks = (guint) words->chunks;
  if (!parse_variant (words->variant, &schedule, &self->refill, error))
    return FALSE;
  self->plan = lsc_plan_new (&schedule, error);
  return self->plan != NULL;
}

/* Takes the order with moved weight gradients if it is shorter. */
static gboolean
refill (LscScheduleRequest *self, const gint64 *durations, const LscPlanLatency *latency,
        GError **error)
{
  g_autofree gint64 *moved_durations = NULL;
  g_autoptr (LscPlan) moved =
      lsc_plan_refill_weights (self->plan, durations, latency, 0, 1, &moved_durations, error);
  g_auto (LscPlanTimes) times = { 0 };
  gint64 now = self->times.t1_ns - self->times.t0_ns;

  if (!moved || !lsc_plan_replay (moved, moved_durations, latency, &times, error))
    return FALSE;
  if (times.t1_ns - times.t0_ns >= now)
    return TRUE;
  lsc_plan_free (self->plan);
  self->plan = g_steal_pointer (&moved);
  lsc_plan_times_clear (&self->times);
  self->times = times;
  times = (LscPlanTimes){ 0 };
  return TRUE;
}

/**
 * lsc_schedule_request_init:
 * @self: (out)
 *
 * Reads the words, makes the schedule and replays it: the first start is 0. Costs that are not
 * given: F = 1, B = 2F, I = W = B/2, X = F + B; they are of a block, that is of a chunk. The
 * latency counts on edges between different ranks.
 *
 * Cost: O(blocks). Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for what cannot be read or a schedule that does not exist
 *   for these sizes; @self is to be cleared either way
 */
gboolean
lsc_schedule_request_init (LscScheduleRequest *self, const LscScheduleWords *words, GError **error)
{
  g_autofree gint64 *durations = NULL;
  LscPlanLatency latency;
  Costs costs = { 0 };

  *self = (LscScheduleRequest){ 0 };
  if (!parse_costs (words, &costs, error) || !make_plan (self, words, error) ||
      !choose_scale (self, &costs, error))
    return FALSE;
  durations = g_new (gint64, MAX (self->plan->n_ops, 1));
  lsc_plan_cost_ops (self->plan, &self->costs, durations);
  latency = (LscPlanLatency){ .ns = self->latency };
  if (!lsc_plan_replay (self->plan, durations, &latency, &self->times, error))
    return FALSE;
  return !self->refill || refill (self, durations, &latency, error);
}

/** Frees what @self holds. */
void
lsc_schedule_request_clear (LscScheduleRequest *self)
{
  g_clear_pointer (&self->plan, lsc_plan_free);
  lsc_plan_times_clear (&self->times);
}

/** Appends a time of @self in the unit of its costs. */
void
lsc_schedule_request_append (const LscScheduleRequest *self, GString *out, gint64 time)
{
  lsc_decimal_append (out, time, self->exponent);
}
