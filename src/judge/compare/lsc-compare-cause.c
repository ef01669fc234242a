/* lsc-compare-cause.c - what a change of a step is due to: kernels, modules, communication, a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"
#include "judge/compare/lsc-compare-private.h"
#include "judge/compare/lsc-compare-same.h"

#define MOST 0.5      /* of the change of a step: what it is due to */
#define ALIKE 0.1     /* counts and times that differ by less are those of the same thing */
#define ELSEWHERE 0.2 /* of the step: what begins so much earlier or later has moved */
#define LEAST 0.005   /* of the step: below, a transition is not told */
#define MOST_PEERS 4  /* ranks that are named */
#define MOST_BESIDE                                                                                \
  10                /* a rank that changes by no more than such a part of another one did not      \
                     */
#define OUTLIER 3.0 /* times what the ranks usually change by */

static char *
format (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

static gboolean
is_alike (double a, double b)
{
  return fabs (a - b) <= ALIKE * MAX (fabs (a), fabs (b));
}

/* Whether a part changed as the step did, by half of that or more. */
static gboolean
is_most (const LscCompare *self, gint64 delta_ns)
{
  double step = (double) self->total->step_delta_ns;

  return (double) delta_ns * step > 0 && fabs ((double) delta_ns) >= MOST * fabs (step);
}

/* ---- communication ---- */

static const LscCommChange *
find_comm (const LscCompare *self, const char *name, const char *group)
{
  for (guint i = 0; i < self->comms->len; i++)
    {
      const LscCommChange *comm = self->comms->pdata[i];

      if (g_str_equal (comm->name, name) && g_str_equal (comm->group, group))
        return comm;
    }
  return NULL;
}

static double
count_more (const LscCommChange *comm)
{
  return comm->count[LSC_AFTER] - comm->count[LSC_BEFORE];
}

static gint64
ns_of (const LscCommChange *comm, guint side)
{
  return comm->exposed_ns[side] != LSC_INT_NULL ? comm->exposed_ns[side] : comm->ns[side];
}

/* A sum for all is the same as its parts for each and their exchange: as many of both as there are
 * fewer of the first. */
static void
add_parted (LscCompare *self, const LscCommChange *whole)
{
  const LscCommChange *scatter = find_comm (self, "reduceScatter", whole->group);
  const LscCommChange *gather = find_comm (self, "allGather", whole->group);
  double fewer = -count_more (whole);
  LscTransition *one;
  gboolean is_parted = fewer > 0;

  if (!scatter || !gather || fewer == 0 || !is_alike (count_more (scatter), fewer) ||
      !is_alike (count_more (gather), fewer))
    return;
  one = is_parted ? lsc_transitions_get (self->transitions, LSC_TRANSITION_PARTED, "allReduce",
                                         "reduceScatter, allGather")
                  : lsc_transitions_get (self->transitions, LSC_TRANSITION_JOINED,
                                         "reduceScatter, allGather", "allReduce");
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      one->n[side] += whole->count[side] + scatter->count[side] + gather->count[side];
      one->ns[side] += ns_of (whole, side) + ns_of (scatter, side) + ns_of (gather, side);
    }
}

/* (transfer full) */
static char *
name_comm (const LscCommChange *comm)
{
  return *comm->group ? g_strdup_printf ("%s @ %s", comm->name, comm->group)
                      : g_strdup (comm->name);
}

/* Returns: whether that is so: as many operators as before, of which computing hides more, or less.
 */
static gboolean
add_hidden (LscCompare *self, const LscCommChange *comm)
{
  const gint64 *exposed = comm->exposed_ns;
  gint64 hidden[LSC_N_SIDES];
  g_autofree char *name = NULL;
  LscTransition *one;

  if (exposed[LSC_BEFORE] == LSC_INT_NULL || exposed[LSC_AFTER] == LSC_INT_NULL ||
      !is_alike (comm->count[LSC_BEFORE], comm->count[LSC_AFTER]))
    return FALSE;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    hidden[side] = comm->ns[side] - exposed[side];
  if ((hidden[LSC_AFTER] > hidden[LSC_BEFORE]) != (exposed[LSC_AFTER] < exposed[LSC_BEFORE]) ||
      2 * ABS (hidden[LSC_AFTER] - hidden[LSC_BEFORE]) < MAX (hidden[0], hidden[1]))
    return FALSE;
  name = name_comm (comm);
  one = lsc_transitions_get (self->transitions,
                             exposed[LSC_AFTER] < exposed[LSC_BEFORE] ? LSC_TRANSITION_HIDDEN
                                                                      : LSC_TRANSITION_EXPOSED,
                             name, name);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      one->n[side] = comm->count[side];
      one->ns[side] = exposed[side];
    }
  return TRUE;
}

/* As many that take as long, of which no more is hidden than before, but earlier or later. */
static void
add_moved (LscCompare *self, const LscCommChange *comm)
{
  g_autofree char *name = NULL;
  LscTransition *one;

  if (!is_alike (comm->count[LSC_BEFORE], comm->count[LSC_AFTER]) ||
      !is_alike ((double) comm->ns[LSC_BEFORE], (double) comm->ns[LSC_AFTER]) ||
      fabs (comm->place[LSC_AFTER] - comm->place[LSC_BEFORE]) < ELSEWHERE)
    return;
  name = name_comm (comm);
  one = lsc_transitions_get (self->transitions, LSC_TRANSITION_MOVED, name, name);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      one->n[side] = comm->count[side];
      one->ns[side] = ns_of (comm, side);
    }
}

/* ---- kernels ---- */

/* Kernels that are gone at one place and new at another, as many, are the same ones. */
static void
join_moved (LscCompare *self)
{
  for (guint i = 0; i < self->transitions->len; i++)
    for (guint k = 0; k < self->transitions->len; k++)
      {
        LscTransition *gone = self->transitions->pdata[i], *added = self->transitions->pdata[k];

        if (gone->kind != LSC_TRANSITION_DROPPED || added->kind != LSC_TRANSITION_ADDED ||
            !g_str_equal (gone->names[LSC_BEFORE], added->names[LSC_AFTER]) ||
            !is_alike (gone->n[LSC_BEFORE], added->n[LSC_AFTER]))
          continue;
        gone->kind = LSC_TRANSITION_MOVED;
        g_free (gone->names[LSC_AFTER]);
        gone->names[LSC_AFTER] = g_strdup (added->names[LSC_AFTER]);
        gone->n[LSC_AFTER] = added->n[LSC_AFTER];
        gone->ns[LSC_AFTER] = added->ns[LSC_AFTER];
        g_ptr_array_remove_index (self->transitions, k);
        if (k < i)
          i--;
        break;
      }
}

/* ---- modules ---- */

static gsize
find_parent (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? (gsize) (slash - path) : 0;
}

/* Where most time is of modules that one side alone has, the sides call the same ones by other
 * names, or one of them does not know its modules: what is on one side is no change then. */
static gboolean
have_other_names (const LscCompare *self)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_MODULES];
  double one_sided = 0, shared = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];
      double ns = (double) MAX (change->ns[LSC_BEFORE], change->ns[LSC_AFTER]);

      if (change->is_word)
        continue;
      if (change->match == LSC_MATCH_ONLY_BEFORE || change->match == LSC_MATCH_ONLY_AFTER)
        one_sided += ns;
      else
        shared += ns;
    }
  return one_sided > shared;
}

/* The one that only the other side has, at the same place and as often. */
static const LscChange *
find_successor (const LscCompare *self, const LscChange *gone)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_MODULES];
  gsize parent = find_parent (gone->name);

  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      if (change->match == LSC_MATCH_ONLY_AFTER && find_parent (change->name) == parent &&
          strncmp (change->name, gone->name, parent) == 0 &&
          is_alike (change->count[LSC_AFTER], gone->count[LSC_BEFORE]))
        return change;
    }
  return NULL;
}

static void
add_modules (LscCompare *self)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_MODULES];

  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *gone = list->pdata[i], *successor;
      LscTransition *one;

      if (gone->match != LSC_MATCH_ONLY_BEFORE || gone->is_word ||
          !(successor = find_successor (self, gone)))
        continue;
      one = lsc_transitions_get (self->transitions, LSC_TRANSITION_MODULE, gone->name,
                                 successor->name);
      one->n[LSC_BEFORE] = gone->count[LSC_BEFORE];
      one->n[LSC_AFTER] = successor->count[LSC_AFTER];
      one->ns[LSC_BEFORE] = gone->ns[LSC_BEFORE];
      one->ns[LSC_AFTER] = successor->ns[LSC_AFTER];
    }
}

/* Small ones are as often noise. */
static gboolean
is_small (const LscCompare *self, const LscTransition *one)
{
  gint64 ns = MAX (one->ns[0], one->ns[1]);

  return (double) ns < LEAST * (double) self->total->step_ns[LSC_BEFORE];
}

/**
 * _lsc_compare_add_transitions:
 * @self: with its lists, communication and the transitions of kernels
 *
 * Adds those of communication and modules, and leaves out small ones (compare.md#transitions).
 */
void
_lsc_compare_add_transitions (LscCompare *self)
{
  for (guint i = 0; i < self->comms->len; i++)
    {
      const LscCommChange *comm = self->comms->pdata[i];

      if (g_str_equal (comm->name, "allReduce"))
        add_parted (self, comm);
      if (!add_hidden (self, comm))
        add_moved (self, comm);
    }
  join_moved (self);
  add_modules (self);
  for (guint i = self->transitions->len; i > 0; i--)
    if (is_small (self, self->transitions->pdata[i - 1]))
      g_ptr_array_remove_index (self->transitions, i - 1);
  lsc_transitions_finish (self->transitions, 1);
  if (have_other_names (self))
    _lsc_compare_add_reason (
        self, "modules", 1.0,
        lsc_phrase_new_text (N_ ("Most modules are named in one recording only: changes of single "
                                 "modules are not reported.")));
}

/* ---- what the change is due to ---- */

/* The module that changed most as the step did. */
static const LscChange *
find_module (const LscCompare *self)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_MODULES];
  gboolean has_other_names = have_other_names (self);

  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];
      gboolean is_one_sided =
          change->match == LSC_MATCH_ONLY_BEFORE || change->match == LSC_MATCH_ONLY_AFTER;

      if (!change->is_word && change->delta_ns != 0 && !(is_one_sided && has_other_names) &&
          (change->delta_ns < 0) == (self->total->step_delta_ns < 0))
        return change;
    }
  return NULL;
}

/* @clause: (transfer full): with the module that it is about, if that makes up most of it */
static LscPhrase *
add_module (const LscCompare *self, LscPhrase *clause, gint64 delta_ns, gboolean is_brief)
{
  const LscChange *module = find_module (self);
  g_autoptr (LscPhrase) what = clause;
  g_autofree char *before = NULL, *after = NULL;

  if (is_brief || !module || 2 * ABS (module->delta_ns) < ABS (delta_ns))
    return g_steal_pointer (&what);
  before = format (module->ns[LSC_BEFORE]);
  after = format (module->ns[LSC_AFTER]);
  return lsc_phrase_new (N_ ("%s, mostly in %s (%s → %s)"), lsc_phrase_as_argument (what),
                         module->name, before, after);
}

/* Kernels that became others are told as one. */
static LscPhrase *
say_kernels (const LscCompare *self, gboolean is_brief)
{
  static const char *const messages[] = {
    [LSC_TRANSITION_FUSED] = N_ ("%.0f kernels became %.0f"),
    [LSC_TRANSITION_SPLIT] = N_ ("%.0f kernels became %.0f"),
    [LSC_TRANSITION_REPLACED] = N_ ("%.0f kernels were replaced by %.0f others"),
  };
  gint64 delta_ns = 0;
  double n[2] = { 0 };
  LscTransitionKind kind = LSC_TRANSITION_FUSED;

  for (guint i = LSC_TRANSITION_FUSED; i <= LSC_TRANSITION_REPLACED; i++)
    {
      LscTransition sum = lsc_transitions_sum (self->transitions, i);

      delta_ns += sum.ns[LSC_AFTER] - sum.ns[LSC_BEFORE];
      n[0] += sum.n[LSC_BEFORE];
      n[1] += sum.n[LSC_AFTER];
    }
  if (!is_most (self, delta_ns))
    return NULL;
  kind = n[0] > n[1]   ? LSC_TRANSITION_FUSED
         : n[0] < n[1] ? LSC_TRANSITION_SPLIT
                       : LSC_TRANSITION_REPLACED;
  return add_module (self, lsc_phrase_new (messages[kind], n[0], n[1]), delta_ns, is_brief);
}

/* Kernels that are gone, or new; where the backward pass is as it was, they were computed again. */
static LscPhrase *
say_dropped (const LscCompare *self, gboolean is_brief)
{
  gboolean is_again = self->work.match == LSC_WORK_MATCH_PARTLY && self->work.is_recomputed;

  for (guint kind = LSC_TRANSITION_DROPPED; kind <= LSC_TRANSITION_ADDED; kind++)
    {
      LscTransition sum = lsc_transitions_sum (self->transitions, kind);
      guint side = kind == LSC_TRANSITION_DROPPED ? LSC_BEFORE : LSC_AFTER;
      gint64 delta_ns = sum.ns[LSC_AFTER] - sum.ns[LSC_BEFORE];
      const char *message = side == LSC_BEFORE
                                ? (is_again ? N_ ("%.0f kernels are no longer computed again")
                                            : N_ ("%.0f kernels are gone"))
                                : (is_again ? N_ ("%.0f kernels are computed again now")
                                            : N_ ("%.0f kernels are new"));

      if (is_most (self, delta_ns))
        return add_module (self, lsc_phrase_new (message, sum.n[side]), delta_ns, is_brief);
    }
  return NULL;
}

static LscPhrase *
say_communication (const LscCompare *self)
{
  for (guint i = 0; i < self->transitions->len; i++)
    {
      const LscTransition *one = lsc_transitions_at (self->transitions, i);
      g_autofree char *before = NULL, *after = NULL;

      if (one->kind < LSC_TRANSITION_PARTED || one->kind > LSC_TRANSITION_EXPOSED ||
          !is_most (self, one->ns[LSC_AFTER] - one->ns[LSC_BEFORE]))
        continue;
      before = format (one->ns[LSC_BEFORE]);
      after = format (one->ns[LSC_AFTER]);
      if (one->kind == LSC_TRANSITION_HIDDEN)
        return lsc_phrase_new (N_ ("%s moved under computing (exposed %s → %s)"), one->names[0],
                               before, after);
      if (one->kind == LSC_TRANSITION_EXPOSED)
        return lsc_phrase_new (N_ ("%s is no longer hidden by computing (exposed %s → %s)"),
                               one->names[0], before, after);
      return lsc_phrase_new (N_ ("%s became %s (%s → %s)"), one->names[0], one->names[1], before,
                             after);
    }
  return NULL;
}

static LscPhrase *
say_module (const LscCompare *self)
{
  const LscChange *module = find_module (self);
  g_autofree char *before = NULL, *after = NULL;

  if (!module || !is_most (self, module->delta_ns))
    return NULL;
  before = format (module->ns[LSC_BEFORE]);
  after = format (module->ns[LSC_AFTER]);
  return module->delta_ns < 0
             ? lsc_phrase_new (N_ ("%s is faster (%s → %s)"), module->name, before, after)
             : lsc_phrase_new (N_ ("%s is slower (%s → %s)"), module->name, before, after);
}

/* ---- a rank ---- */

static gint64
get_compute_delta (const LscRankChange *rank, const LscChange **found)
{
  const GPtrArray *list = rank->lists[LSC_COMPARE_CATEGORIES];

  for (guint i = 0; i < list->len; i++)
    if (((LscChange *) list->pdata[i])->category == LSC_BUDGET_COMPUTE)
      {
        *found = list->pdata[i];
        return (*found)->delta_ns;
      }
  *found = NULL;
  return 0;
}

/* Those that changed as much as the one that changed most: tensor-parallel peers run at one pace,
 * and which of them sets it is not known here. @n: (out) */
static char *
list_peers (const LscCompare *self, gint64 most_ns, guint *n)
{
  GString *out = g_string_new (NULL);

  *n = 0;
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscRankChange *rank = self->ranks->pdata[i];
      const LscChange *compute;
      gint64 delta_ns = get_compute_delta (rank, &compute);
      g_autofree char *name = lsc_rank_to_text (rank->rank[LSC_BEFORE]);

      if ((delta_ns < 0) != (most_ns < 0) || !is_alike ((double) delta_ns, (double) most_ns))
        continue;
      g_string_append_printf (out, "%s%s", *n > 0 ? ", " : "", name);
      (*n)++;
    }
  return g_string_free (out, FALSE);
}

/* @clause: (transfer full): who changed; all others compute as before, and wait as much less or
 * more.
 */
static LscPhrase *
add_waits (const LscCompare *self, LscPhrase *clause, gint64 most_ns)
{
  gint64 compute[LSC_N_SIDES], waits[LSC_N_SIDES], before_ns = 0, after_ns = 0;
  g_autoptr (LscPhrase) who = clause;
  g_autofree char *before = NULL, *after = NULL;
  guint n = 0;

  for (guint i = 0; i < self->ranks->len; i++)
    {
      _lsc_rank_change_sum_compute (self->ranks->pdata[i], compute);
      _lsc_rank_change_sum_waits (self->ranks->pdata[i], waits);
      if (is_alike ((double) (compute[LSC_AFTER] - compute[LSC_BEFORE]), (double) most_ns))
        continue;
      if (ABS (compute[LSC_AFTER] - compute[LSC_BEFORE]) > ABS (most_ns) / MOST_BESIDE)
        return g_steal_pointer (&who);
      before_ns += waits[LSC_BEFORE];
      after_ns += waits[LSC_AFTER];
      n++;
    }
  if (n == 0 || (after_ns < before_ns) != (most_ns < 0) || before_ns == after_ns)
    return g_steal_pointer (&who);
  before = format (before_ns / n);
  after = format (after_ns / n);
  return lsc_phrase_new (most_ns < 0
                             ? N_ ("%s, the others compute as before and wait less (mean %s → %s)")
                             : N_ ("%s, the others compute as before and wait more (mean %s → %s)"),
                         lsc_phrase_as_argument (who), before, after);
}

/**
 * _lsc_compare_find_culprits:
 * @culprits: (out): names are (transfer full)
 *
 * The rank whose computing changed as the step did, and by far more than that of the others: they
 * wait for it, so that the mean over all ranks hardly shows it (compare.md#cause).
 *
 * Returns: whether there is one, or a few that changed alike
 */
gboolean
_lsc_compare_find_culprits (const LscCompare *self, LscCompareCulprits *culprits)
{
  guint n = self->ranks->len, best = 0;
  g_autofree gint64 *deltas = g_new (gint64, n + 1);
  const LscChange *compute = NULL;
  gint64 most_ns = 0;

  for (guint i = 0; i < n; i++)
    {
      deltas[i] = get_compute_delta (self->ranks->pdata[i], &compute);
      if (ABS (deltas[i]) > ABS (most_ns))
        most_ns = deltas[best = i];
      deltas[i] = ABS (deltas[i]);
    }
  if (n < 2 || !is_most (self, most_ns) ||
      (double) ABS (most_ns) < OUTLIER * (double) lsc_median_lower_int64 (deltas, n))
    return FALSE;
  get_compute_delta (self->ranks->pdata[best], &culprits->compute);
  culprits->names = list_peers (self, most_ns, &culprits->n);
  if (culprits->n <= MOST_PEERS)
    return TRUE;
  g_clear_pointer (&culprits->names, g_free);
  return FALSE;
}

static LscPhrase *
say_faster_rank (const LscCompareCulprits *culprits, const char *before, const char *after)
{
  return lsc_phrase_new (
      culprits->compute->delta_ns < 0
          ? (culprits->n > 1 ? N_ ("ranks %s compute the same work faster (%s → %s)")
                             : N_ ("rank %s computes the same work faster (%s → %s)"))
          : (culprits->n > 1 ? N_ ("ranks %s compute the same work slower (%s → %s)")
                             : N_ ("rank %s computes the same work slower (%s → %s)")),
      culprits->names, before, after);
}

static LscPhrase *
say_rank (const LscCompare *self)
{
  LscCompareCulprits culprits;
  g_autofree char *before = NULL, *after = NULL, *names = NULL;
  gint64 most_ns;
  LscPhrase *who;

  if (!_lsc_compare_find_culprits (self, &culprits))
    return NULL;
  names = culprits.names;
  most_ns = culprits.compute->delta_ns;
  before = format (culprits.compute->ns[LSC_BEFORE]);
  after = format (culprits.compute->ns[LSC_AFTER]);
  if (lsc_compare_is_same_work (self))
    return add_waits (self, say_faster_rank (&culprits, before, after), most_ns);
  who = culprits.n > 1 ? lsc_phrase_new (most_ns < 0 ? N_ ("ranks %s compute less (%s → %s)")
                                                     : N_ ("ranks %s compute more (%s → %s)"),
                                         names, before, after)
                       : lsc_phrase_new (most_ns < 0 ? N_ ("rank %s computes less (%s → %s)")
                                                     : N_ ("rank %s computes more (%s → %s)"),
                                         names, before, after);
  return add_waits (self, who, most_ns);
}

/* Kernels that both sides have, at another pace. */
static LscPhrase *
say_pace (const LscCompare *self)
{
  const LscCompareWork *work = &self->work;
  g_autofree char *share = lsc_format_share (fabs (work->pace - 1));

  if (isnan (work->pace) || fabs (work->pace - 1) <= work->pace_noise ||
      !is_most (self, work->equal_ns[LSC_AFTER] - work->equal_ns[LSC_BEFORE]))
    return NULL;
  return work->pace < 1 ? lsc_phrase_new (N_ ("the same kernels take %s less"), share)
                        : lsc_phrase_new (N_ ("the same kernels take %s longer"), share);
}

static LscPhrase *
say_work (const LscCompare *self, gboolean is_brief)
{
  LscPhrase *text = say_kernels (self, is_brief);

  if (!text)
    text = say_communication (self);
  if (!text)
    text = say_dropped (self, is_brief);
  if (!text && self->work.moved > MOST)
    text = say_pace (self);
  return text ? text : say_module (self);
}

/**
 * _lsc_compare_say_cause:
 *
 * Returns: (transfer full) (nullable): what the change of the step is due to, as a clause; %NULL
 * where nothing makes up half of it (compare.md#cause)
 */
LscPhrase *
_lsc_compare_say_cause (const LscCompare *self)
{
  LscPhrase *text = say_rank (self);

  return text ? text : say_work (self, FALSE);
}

/** Returns: (transfer full) (nullable): the same where no rank is to blame, in fewer words */
LscPhrase *
_lsc_compare_say_cause_briefly (const LscCompare *self)
{
  return say_work (self, TRUE);
}

/* ---- the table ---- */

typedef struct
{
  int kind;
  const char *before;
  const char *after;
  double before_count;
  double after_count;
  gint64 before_ns;
  gint64 after_ns;
  gint64 delta_ns;
} Row;

static const LscColumn transition_columns[] = {
  LSC_CODES (Row, kind, "kind", N_ ("Change"), lsc_transition_words, "compare.md#transitions",
             N_ ("What became of what was there before.")),
  LSC_COLUMN (Row, before, "before", N_ ("What Was There"), LSC_UNIT_NONE, "compare.md#transitions",
              N_ ("Kernels, operators of communication or a module before.")),
  LSC_COLUMN (Row, after, "after", N_ ("What Took Its Place"), LSC_UNIT_NONE,
              "compare.md#transitions", N_ ("What takes their place after.")),
  LSC_COLUMN (Row, before_count, "before_count", N_ ("Count before"), LSC_UNIT_COUNT,
              "compare.md#transitions", N_ ("Instances in a step of a rank before, mean.")),
  LSC_COLUMN (Row, after_count, "after_count", N_ ("Count after"), LSC_UNIT_COUNT,
              "compare.md#transitions", N_ ("Instances in a step of a rank after, mean.")),
  LSC_COLUMN (Row, before_ns, "before_ns", N_ ("Before"), LSC_UNIT_NS, "compare.md#transitions",
              N_ ("Their lengths in a step of a rank before, mean; of communication what no "
                  "computing hides.")),
  LSC_COLUMN (Row, after_ns, "after_ns", N_ ("After"), LSC_UNIT_NS, "compare.md#transitions",
              N_ ("Their lengths in a step of a rank after, mean; of communication what no "
                  "computing hides.")),
  LSC_COLUMN (Row, delta_ns, "delta_ns", N_ ("Difference"), LSC_UNIT_NS, "compare.md#transitions",
              N_ ("After - before; negative is shorter.")),
};

const LscTableInfo lsc_compare_transition_table_info =
    LSC_TABLE_INFO ("CompareTransition", Row, transition_columns);

/** Returns: (transfer full): what became of what, the largest change first */
LscTable *
lsc_compare_get_transition_table (const LscCompare *self)
{
  LscTable *table = lsc_table_new_for (&lsc_compare_transition_table_info);

  for (guint i = 0; i < self->transitions->len; i++)
    {
      const LscTransition *one = lsc_transitions_at (self->transitions, i);

      lsc_table_add (table, &(Row){ .kind = (int) one->kind,
                                    .before = *one->names[0] ? one->names[0] : NULL,
                                    .after = *one->names[1] ? one->names[1] : NULL,
                                    .before_count = one->n[0],
                                    .after_count = one->n[1],
                                    .before_ns = one->ns[0],
                                    .after_ns = one->ns[1],
                                    .delta_ns = one->ns[1] - one->ns[0] });
    }
  return table;
}
