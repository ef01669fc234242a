/* lsc-session-pair.c - two sides of recordings, compared once for every door
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-pair.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-once.h"
#include "base/lsc-stats.h"
#include "session/lsc-session-private.h"

#define MOST 0.5 /* of the time: shapes tell operators apart only where both sides have them */

struct _LscSessionPair
{
  gatomicrefcount refs;
  LscSession *sessions[LSC_N_SIDES];
  GPtrArray *sources[LSC_N_SIDES];
  char *names[LSC_N_SIDES];
  gboolean is_part[LSC_N_SIDES];
  gboolean has_steps[LSC_N_SIDES];
  gint64 first_step[LSC_N_SIDES];
  gint64 last_step[LSC_N_SIDES];
  LscInt64s levels[LSC_N_SIDES];
  char **run_names[LSC_N_SIDES];
  gsize shown_run[LSC_N_SIDES];
  LscWorkMatch match[LSC_N_SIDES];
  const LscNameMap *map;
  LscOnce *compare;
  LscOnce *chips;
};

static gpointer
ref_compare (gpointer result)
{
  return lsc_compare_ref (result);
}

static gpointer
ref_chips (gpointer result)
{
  return lsc_chips_ref (result);
}

static char **
copy_names (const char *const *names, gsize n)
{
  char **copy = g_new0 (char *, n + 1);

  for (gsize i = 0; i < n; i++)
    copy[i] = g_strdup (names[i]);
  return copy;
}

/**
 * lsc_session_pair_new:
 * @sides: before and after
 * @map: (nullable): of names; it outlives the pair
 *
 * Reads nothing yet.
 *
 * Returns: (transfer full): the pair
 */
LscSessionPair *
lsc_session_pair_new (const LscSessionSide sides[LSC_N_SIDES], const LscNameMap *map)
{
  LscSessionPair *self;

  g_return_val_if_fail (sides && sides[LSC_BEFORE].session && sides[LSC_AFTER].session, NULL);
  self = g_new0 (LscSessionPair, 1);
  g_atomic_ref_count_init (&self->refs);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      const LscSessionSide *from = &sides[side];

      self->sessions[side] = lsc_session_ref (from->session);
      self->sources[side] =
          g_ptr_array_ref (from->sources ? from->sources : lsc_session_get_sources (from->session));
      self->names[side] = from->name && *from->name ? g_strdup (from->name) : NULL;
      self->is_part[side] = from->is_part;
      self->has_steps[side] = from->has_steps;
      self->first_step[side] = from->first_step;
      self->last_step[side] = from->last_step;
      self->match[side] = from->match;
      for (gsize i = 0; i < from->n_levels; i++)
        lsc_int64s_append (&self->levels[side], from->levels[i]);
      if (from->run_names)
        self->run_names[side] = copy_names (from->run_names, from->n_levels);
      self->shown_run[side] = from->shown_run;
    }
  self->map = map;
  self->compare = lsc_once_new (ref_compare, (GDestroyNotify) lsc_compare_unref);
  self->chips = lsc_once_new (ref_chips, (GDestroyNotify) lsc_chips_unref);
  return self;
}

LscSessionPair *
lsc_session_pair_ref (LscSessionPair *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_session_pair_unref: @self: (transfer full): */
void
lsc_session_pair_unref (LscSessionPair *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_once_free (self->compare);
  lsc_once_free (self->chips);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_ptr_array_unref (self->sources[side]);
      g_free (self->names[side]);
      lsc_int64s_clear (&self->levels[side]);
      g_strfreev (self->run_names[side]);
      lsc_session_unref (self->sessions[side]);
    }
  g_free (self);
}

/** lsc_session_pair_forget: a rank of @session is to be read afresh: if the pair is of it, it is
 * compared anew when that is asked for */
void
lsc_session_pair_forget (LscSessionPair *self, LscSession *session)
{
  g_return_if_fail (self && session);
  if (self->sessions[LSC_BEFORE] != session && self->sessions[LSC_AFTER] != session)
    return;
  lsc_once_forget (self->compare);
  lsc_once_forget (self->chips);
}

/** Returns: (transfer none): the recordings of a side */
LscSession *
lsc_session_pair_get_session (LscSessionPair *self, LscSide side)
{
  g_return_val_if_fail (self && side < LSC_N_SIDES, NULL);
  return self->sessions[side];
}

/** Returns: (transfer none) (nullable): the recording of a rank of a side; the only one if its
 * number is not known */
LscSource *
lsc_session_pair_find_source (LscSessionPair *self, LscSide side, gint64 rank)
{
  const GPtrArray *sources;

  g_return_val_if_fail (self && side < LSC_N_SIDES, NULL);
  sources = self->sources[side];
  for (guint i = 0; i < sources->len; i++)
    if (((LscSource *) sources->pdata[i])->rank == rank)
      return sources->pdata[i];
  return sources->len == 1 ? sources->pdata[0] : NULL;
}

/* ---- the comparison ---- */

/** A side as it was read. @kernels: LscStepKernels, of each rank */
typedef struct
{
  LscCompareInput input;
  GPtrArray *facts; /* LscSessionFacts */
  GPtrArray *kernels;
  LscCompareRank *ranks;
} Read;

static void
read_clear (Read *self)
{
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  g_clear_pointer (&self->kernels, g_ptr_array_unref);
  g_clear_pointer (&self->ranks, g_free);
}

/* Of a choice of ranks each by itself: the others need not be read. */
static GPtrArray *
read_chosen (LscSession *session, const GPtrArray *sources, LscDigestParts parts, LscJob *job,
             GError **error)
{
  g_autoptr (GPtrArray) list =
      g_ptr_array_new_with_free_func ((GDestroyNotify) _lsc_session_facts_unref);

  for (guint i = 0; i < sources->len; i++)
    {
      LscSessionFacts *facts =
          _lsc_session_get_facts_of (session, sources->pdata[i], parts, FALSE, job, error);

      if (!facts)
        return NULL;
      g_ptr_array_add (list, facts);
    }
  return g_steal_pointer (&list);
}

static gboolean
add_kernels (LscSessionPair *self, LscSide side, Read *read, gboolean has_sheets, LscJob *job,
             GError **error)
{
  const gint64 steps[] = { self->first_step[side], self->last_step[side] };

  read->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_step_kernels_unref);
  read->ranks = g_new (LscCompareRank, read->facts->len + 1);
  for (guint i = 0; i < read->facts->len; i++)
    {
      LscSessionFacts *facts = read->facts->pdata[i];
      LscStepKernels *kernels =
          _lsc_session_list_kernels (self->sessions[side], facts,
                                     self->has_steps[side] ? steps : NULL, has_sheets, job, error);

      if (!kernels)
        return FALSE;
      g_ptr_array_add (read->kernels, kernels);
      read->ranks[i] = (LscCompareRank){ facts->digest, kernels };
    }
  return TRUE;
}

static gboolean
read_side (LscSessionPair *self, LscSide side, gboolean has_sheets, Read *read, LscJob *job,
           GError **error)
{
  LscSession *session = self->sessions[side];
  LscDigestParts parts = LSC_DIGEST_COMPARED | (has_sheets ? LSC_SESSION_SHEETS : 0);

  read->facts = self->sources[side] == lsc_session_get_sources (session)
                    ? _lsc_session_get_facts (session, parts, FALSE, job, error)
                    : read_chosen (session, self->sources[side], parts, job, error);
  if (!read->facts || !add_kernels (self, side, read, has_sheets, job, error))
    return FALSE;
  read->input = (LscCompareInput){ .name = self->names[side],
                                   .ranks = read->ranks,
                                   .n = read->facts->len,
                                   .levels = self->levels[side].items,
                                   .n_levels = self->levels[side].n,
                                   .run_names = (const char *const *) self->run_names[side],
                                   .shown_run = self->shown_run[side],
                                   .match = self->match[side],
                                   .is_part = self->is_part[side],
                                   .has_steps = self->has_steps[side],
                                   .first_step = self->first_step[side],
                                   .last_step = self->last_step[side] };
  return TRUE;
}

static gboolean
read_sides (LscSessionPair *self, gboolean has_sheets, Read read[LSC_N_SIDES], LscJob *job,
            GError **error)
{
  return read_side (self, LSC_BEFORE, has_sheets, &read[LSC_BEFORE], job, error) &&
         read_side (self, LSC_AFTER, has_sheets, &read[LSC_AFTER], job, error);
}

static gpointer
make_compare (gpointer data, LscJob *job, GError **error)
{
  LscSessionPair *self = data;
  Read read[LSC_N_SIDES] = { 0 };
  LscCompare *compare = NULL;

  if (read_sides (self, FALSE, read, job, error))
    {
      lsc_job_say (job, _ ("Judging: pairing ranks and steps"));
      compare =
          lsc_compare_new (&read[LSC_BEFORE].input, &read[LSC_AFTER].input, self->map, job, error);
    }
  read_clear (&read[LSC_BEFORE]);
  read_clear (&read[LSC_AFTER]);
  return compare;
}

/**
 * lsc_session_pair_get_compare:
 *
 * Errors: those of reading the first rank of a side of which none can be read.
 *
 * Returns: (transfer full) (nullable): what changed in a step, and whether that is real
 */
LscCompare *
lsc_session_pair_get_compare (LscSessionPair *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  return lsc_once_get (self->compare, make_compare, self, job, error);
}

/* ---- chips ---- */

/* (transfer full) (nullable) (element-type LscOpSheet): of the ranks of a side, without processes
 * beside them */
static GPtrArray *
list_sheets (LscSessionPair *self, LscSide side, LscJob *job, GError **error)
{
  LscSession *session = self->sessions[side];
  LscDigestParts parts = LSC_SESSION_DIGEST | LSC_SESSION_OPERATORS;
  g_autoptr (GPtrArray) facts = self->sources[side] == lsc_session_get_sources (session)
                                    ? _lsc_session_get_facts (session, parts, FALSE, job, error)
                                    : read_chosen (session, self->sources[side], parts, job, error);
  GPtrArray *sheets;

  if (!facts)
    return NULL;
  sheets = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);
  for (guint i = 0; i < facts->len; i++)
    {
      const LscSessionFacts *rank = facts->pdata[i];

      if (rank->sheet && (facts->len == 1 || !_lsc_session_is_beside (rank->digest)))
        g_ptr_array_add (sheets, lsc_op_sheet_ref (rank->sheet));
    }
  return sheets;
}

static gpointer
make_chips (gpointer data, LscJob *job, GError **error)
{
  LscSessionPair *self = data;
  g_autoptr (GPtrArray) before = NULL, after = NULL;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    lsc_session_expect (self->sessions[side], LSC_SESSION_OPERATORS, FALSE);
  before = list_sheets (self, LSC_BEFORE, job, error);
  after = before ? list_sheets (self, LSC_AFTER, job, error) : NULL;
  if (!after)
    return NULL;
  return lsc_chips_new (
      (LscChipsInput[]){ { before, self->has_steps[LSC_BEFORE], self->first_step[LSC_BEFORE],
                           self->last_step[LSC_BEFORE] },
                         { after, self->has_steps[LSC_AFTER], self->first_step[LSC_AFTER],
                           self->last_step[LSC_AFTER] } },
      job, error);
}

/**
 * lsc_session_pair_get_chips:
 *
 * Whether that is wanted lsc_compare_wants_chips() says; each rank is read for it once more, unless
 * its kernels are there.
 *
 * Errors: those of reading the first rank of a side of which none can be read.
 *
 * Returns: (transfer full) (nullable): what each chip reaches of its own peak, by module and op
 */
LscChips *
lsc_session_pair_get_chips (LscSessionPair *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  return lsc_once_get (self->chips, make_chips, self, job, error);
}

/**
 * lsc_session_pair_make_sheets:
 *
 * For those who export them alone; they are not kept. Who will ask for them says so to both
 * sessions before (lsc_session_expect()), or ranks are read once more.
 *
 * Returns: (transfer full) (nullable): what the reference tool shows beside the comparison
 */
LscReferenceRows *
lsc_session_pair_make_sheets (LscSessionPair *self, LscJob *job, GError **error)
{
  Read read[LSC_N_SIDES] = { 0 };
  g_autoptr (LscCompare) compare = NULL;
  LscReferenceRows *rows = NULL;

  g_return_val_if_fail (self, NULL);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    lsc_session_expect (self->sessions[side], LSC_SESSION_SHEETS, FALSE);
  compare = lsc_session_pair_get_compare (self, job, error);
  if (compare && read_sides (self, TRUE, read, job, error))
    rows = lsc_reference_rows_new (compare, &read[LSC_BEFORE].input, &read[LSC_AFTER].input);
  read_clear (&read[LSC_BEFORE]);
  read_clear (&read[LSC_AFTER]);
  return rows;
}

/* ---- operators ---- */

static GArray *
list_ranks (const LscCompare *compare, LscSide side)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < compare->ranks->len; i++)
    g_array_append_val (ranks, ((const LscRankChange *) compare->ranks->pdata[i])->rank[side]);
  return ranks;
}

static GArray *
list_steps (const LscCompare *compare, LscSide side)
{
  const LscInt64s *steps = &compare->steps[side].steps;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_array_append_vals (list, steps->items, (guint) steps->n);
  return list;
}

static LscOpChanges *
pair_operators (LscSessionPair *self, const LscCompare *compare,
                LscOperators *const operators[LSC_N_SIDES], const LscOpFilter *filter,
                LscOpKeys keys, LscJob *job, GError **error)
{
  gboolean has_steps =
      compare->steps[LSC_BEFORE].steps.n > 0 && compare->steps[LSC_AFTER].steps.n > 0;
  LscOpChangesInput input = { .is_identical = compare->is_identical,
                              .runs = &compare->runs,
                              .map = self->map,
                              .keys = keys,
                              .filter = filter };
  LscOpChanges *changes;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      input.operators[side] = operators[side];
      input.ranks[side] = list_ranks (compare, side);
      input.steps[side] = has_steps ? list_steps (compare, side) : NULL;
      input.step_ns[side] = compare->total->step_ns[side];
    }
  changes = lsc_op_changes_new (&input, job, error);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_array_unref (input.ranks[side]);
      g_clear_pointer (&input.steps[side], g_array_unref);
    }
  return changes;
}

/**
 * lsc_session_pair_get_operators:
 * @keys: what groups are paired by, of %LSC_OP_PAIRED_KEYS
 * @filter: (nullable): which kernels; its ranks and steps are not looked at
 *
 * Of the ranks and steps that the comparison is of. Who will ask says so to both sessions before
 * (lsc_session_expect() with #LSC_SESSION_OPERATORS), or ranks are read once more.
 *
 * Errors: those of lsc_session_pair_get_compare(); %LSC_ERROR_NOTHING where a side has no kernels.
 *
 * Returns: (transfer full) (nullable): groups of kernels of both sides
 */
LscOpChanges *
lsc_session_pair_get_operators (LscSessionPair *self, LscOpKeys keys, const LscOpFilter *filter,
                                LscJob *job, GError **error)
{
  g_autoptr (LscOperators) before = NULL;
  g_autoptr (LscOperators) after = NULL;
  g_autoptr (LscCompare) compare = NULL;

  g_return_val_if_fail (self, NULL);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    lsc_session_expect (self->sessions[side], LSC_SESSION_OPERATORS, FALSE);
  compare = lsc_session_pair_get_compare (self, job, error);
  if (!compare || !(before = lsc_session_get_operators (self->sessions[LSC_BEFORE], job, error)) ||
      !(after = lsc_session_get_operators (self->sessions[LSC_AFTER], job, error)))
    return NULL;
  if (lsc_operators_get_n_ranks (before) > 0 && lsc_operators_get_n_ranks (after) > 0)
    return pair_operators (self, compare, (LscOperators *const[]){ before, after }, filter, keys,
                           job, error);
  lsc_fail (error, LSC_ERROR_NOTHING, "%s",
            lsc_operators_get_n_ranks (before) == 0
                ? _ ("Operators are not known, because the recording before has no kernels.")
                : _ ("Operators are not known, because the recording after has no kernels."));
  return NULL;
}

/* Of both sides, 1 = every group has a partner. */
static double
find_paired_share (const LscOpChanges *changes)
{
  gint64 paired_ns = 0;

  for (guint i = 0; i < changes->changes->len; i++)
    {
      const LscOpChange *change = lsc_op_changes_get (changes, i);

      if (change->n[LSC_BEFORE] > 0 && change->n[LSC_AFTER] > 0)
        paired_ns += change->ns[LSC_BEFORE] + change->ns[LSC_AFTER];
    }
  return (double) paired_ns / (double) MAX (changes->ns[LSC_BEFORE] + changes->ns[LSC_AFTER], 1);
}

/**
 * lsc_session_pair_get_main_operators:
 *
 * As lsc_session_pair_get_operators(), for those who ask for no keys: by type, core and shapes
 * where most time has a partner then, else by type and core.
 *
 * Returns: (transfer full) (nullable): groups of kernels of both sides
 */
LscOpChanges *
lsc_session_pair_get_main_operators (LscSessionPair *self, LscJob *job, GError **error)
{
  LscOpKeys coarse = (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_CORE);
  g_autoptr (LscOpChanges) fine = lsc_session_pair_get_operators (
      self, (LscOpKeys) (coarse | LSC_OP_BY_SHAPES), NULL, job, error);

  if (!fine)
    return NULL;
  if (find_paired_share (fine) >= MOST)
    return g_steal_pointer (&fine);
  return lsc_session_pair_get_operators (self, coarse, NULL, job, error);
}

/* ---- memory ---- */

/* Number of the first step whose length is the median of those that count. */
static gint64
find_median_step (const LscCompareSteps *steps)
{
  g_autofree gint64 *lengths = NULL;
  gint64 median_ns;

  if (steps->ns.n == 0)
    return LSC_INT_NULL;
  lengths = g_memdup2 (steps->ns.items, steps->ns.n * sizeof (gint64));
  median_ns = lsc_median_lower_int64 (lengths, steps->ns.n);
  for (gsize i = 0; i < steps->ns.n; i++)
    if (steps->ns.items[i] == median_ns)
      return steps->steps.items[i];
  return steps->steps.items[0];
}

static LscMemory *
read_memory (LscSessionPair *self, LscSide side, gint64 rank, LscJob *job, GError **error)
{
  LscSource *source = lsc_session_pair_find_source (self, side, rank);
  g_autoptr (GError) failure = NULL;
  LscMemory *memory =
      source ? lsc_session_get_memory (self->sessions[side], source, job, &failure) : NULL;

  if (memory)
    return memory;
  if (failure && !g_error_matches (failure, LSC_ERROR, LSC_ERROR_NOTHING))
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    lsc_fail (error, LSC_ERROR_NOTHING, "%s",
              side == LSC_BEFORE
                  ? _ ("Memory is not known, because the recording before has none. Record with "
                       "profile_memory=True.")
                  : _ ("Memory is not known, because the recording after has none. Record with "
                       "profile_memory=True."));
  return NULL;
}

/**
 * lsc_session_pair_get_memory:
 *
 * Of the pair of ranks that holds most, and of the steps of median length.
 *
 * Errors: those of lsc_session_pair_get_compare(); %LSC_ERROR_NOTHING where a side recorded no
 * memory, or no ranks are paired.
 *
 * Returns: (transfer full) (nullable): memory of both sides
 */
LscMemoryPair *
lsc_session_pair_get_memory (LscSessionPair *self, LscJob *job, GError **error)
{
  g_autoptr (LscCompare) compare = lsc_session_pair_get_compare (self, job, error);
  const LscRankChange *ranks;
  LscMemoryPairInput input = { .is_identical = compare && compare->is_identical };
  g_autoptr (LscMemory) before = NULL;
  g_autoptr (LscMemory) after = NULL;

  g_return_val_if_fail (self, NULL);
  if (!compare)
    return NULL;
  if (compare->ranks->len == 0)
    {
      lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                _ ("No ranks of the two recordings belong together."));
      return NULL;
    }
  ranks = compare->ranks->pdata[compare->fullest];
  before = read_memory (self, LSC_BEFORE, ranks->rank[LSC_BEFORE], job, error);
  after = before ? read_memory (self, LSC_AFTER, ranks->rank[LSC_AFTER], job, error) : NULL;
  if (!after)
    return NULL;
  input.memory[LSC_BEFORE] = before;
  input.memory[LSC_AFTER] = after;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      input.rank[side] = ranks->rank[side];
      input.step[side] = find_median_step (&compare->steps[side]);
    }
  return lsc_memory_pair_new (&input, job, error);
}

/* ---- what is drawn ---- */

/**
 * lsc_session_pair_get_picture:
 *
 * Of the first pair of ranks, as documents and the Compare page draw it.
 *
 * Returns: (transfer full) (nullable): the lanes that tell most of a rank of a side; %NULL with
 *   %LSC_ERROR_NOTHING when no ranks are paired, or with the errors of reading it
 */
LscTimeline *
lsc_session_pair_get_picture (LscSessionPair *self, LscSide side, LscJob *job, GError **error)
{
  g_autoptr (LscCompare) compare = lsc_session_pair_get_compare (self, job, error);
  const LscRankChange *first;
  LscSource *source = NULL;

  g_return_val_if_fail (self && side < LSC_N_SIDES, NULL);
  if (!compare)
    return NULL;
  first = compare->ranks->len > 0 ? compare->ranks->pdata[0] : NULL;
  if (first)
    source = lsc_session_pair_find_source (self, side, first->rank[side]);
  if (source)
    return lsc_session_get_picture (self->sessions[side], source, job, error);
  lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("No ranks of the two recordings belong together."));
  return NULL;
}
