/* lsc-communication-experts.c - how evenly tokens are shared out among the ranks of experts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "judge/communication/lsc-communication-private.h"

/* communication.md#experts. Example: ranks 0 and 1 share experts; in a step one takes in 300
 * tokens, the other 100. The mean is 200, so rank 0 has 150 % of it and 75 % of all tokens. */

#define LEAST_UNEVEN 1.1 /* times the mean */

typedef struct
{
  gint64 rank;
  const char *ep_ranks;
  gint64 step;
  gint64 kernels;
  gint64 unread;
  gint64 tokens;
  double share;
  double of_mean;
  gint64 experts;
  gint64 busiest_expert;
  gint64 busiest_tokens;
  gint64 begin_ns;
  gint64 end_ns;
} ExpertRow;

static const LscColumn columns[] = {
  LSC_COLUMN (ExpertRow, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "communication.md#experts",
              N_ ("Rank whose experts take in the tokens.")),
  LSC_COLUMN (ExpertRow, ep_ranks, "ep_ranks", N_ ("Expert Group"), LSC_UNIT_LIST,
              "parallel_group_info",
              N_ ("Ranks that share these experts; empty where not recorded: then all ranks are "
                  "compared.")),
  LSC_COLUMN (ExpertRow, step, "step", N_ ("Step"), LSC_UNIT_ID, "communication.md#experts",
              N_ ("Number of the step; empty: outside of all steps.")),
  LSC_COLUMN (ExpertRow, kernels, "kernels", N_ ("Kernels"), LSC_UNIT_COUNT,
              "COMPUTE_TASK_INFO.opType", N_ ("Kernels of type GroupedMatmul.")),
  LSC_COLUMN (ExpertRow, unread, "unread", N_ ("Without Shapes"), LSC_UNIT_COUNT,
              "communication.md#experts",
              N_ ("Those of them whose tokens are not known; the tokens are those of the others.")),
  LSC_COLUMN (ExpertRow, tokens, "tokens", N_ ("Tokens"), LSC_UNIT_COUNT,
              "COMPUTE_TASK_INFO.inputShapes",
              N_ ("Tokens that the experts of the rank take in, summed over the kernels.")),
  LSC_COLUMN (ExpertRow, share, "share", N_ ("Share of Group"), LSC_UNIT_SHARE,
              "communication.md#experts",
              N_ ("Tokens; those of the recorded ranks of the group in the step are 100 %.")),
  LSC_COLUMN (ExpertRow, of_mean, "of_mean", N_ ("Of Mean"), LSC_UNIT_SHARE,
              "communication.md#experts",
              N_ ("Tokens; the mean of the recorded ranks of the group in the step is 100 %.")),
  LSC_COLUMN (ExpertRow, experts, "experts", NC_ ("count", "Experts"), LSC_UNIT_COUNT,
              "communication.md#experts",
              N_ ("Experts of the rank that can be distinguished; empty if one input holds the "
                  "tokens of all.")),
  LSC_COLUMN (ExpertRow, busiest_expert, "busiest_expert", N_ ("Busiest Expert"), LSC_UNIT_ID,
              "communication.md#experts",
              N_ ("Place of the expert with most tokens among those of the rank.")),
  LSC_COLUMN (ExpertRow, busiest_tokens, "busiest_tokens", N_ ("Its Tokens"), LSC_UNIT_COUNT,
              "communication.md#experts", N_ ("Tokens that this expert takes in.")),
  LSC_COLUMN (ExpertRow, begin_ns, "begin_ns", N_ ("Start"), LSC_UNIT_NS,
              "communication.md#experts", N_ ("Start of the step on the rank, as recorded.")),
  LSC_COLUMN (ExpertRow, end_ns, "end_ns", N_ ("End"), LSC_UNIT_NS, "communication.md#experts",
              N_ ("End of the step on the rank, as recorded.")),
};

const LscTableInfo lsc_expert_load_table_info = LSC_TABLE_INFO ("expert_load", ExpertRow, columns);

LSC_DEFINE_ARRAY (ExpertRows, expert_rows, ExpertRow)

/** Sums of the known tokens of some rows. */
typedef struct
{
  double tokens;
  gsize n;
} Sum;

/* ---- rows ---- */

static gboolean
is_looked_at (const LscRankSet *set, gsize rank, guint32 step)
{
  return !set->has_step || (step >= set->steps[rank].begin && step < set->steps[rank].end);
}

static void
take_busiest (ExpertRow *row, const LscDigestExpert *expert)
{
  row->experts = row->experts == LSC_INT_NULL ? 1 : row->experts + 1;
  if (expert->tokens == LSC_INT_NULL || expert->tokens <= row->busiest_tokens)
    return;
  row->busiest_expert = expert->expert;
  row->busiest_tokens = expert->tokens;
}

static void
set_step (ExpertRow *row, const LscRankDigest *digest, guint32 step)
{
  const LscBudgetStep *about =
      step == LSC_SLICE_NONE ? NULL : lsc_rank_digest_get_step (digest, step);

  row->step = about ? about->step : LSC_INT_NULL;
  row->begin_ns = about ? about->begin_ns : LSC_INT_NULL;
  row->end_ns = about ? about->end_ns : LSC_INT_NULL;
}

/* Experts that are told apart stand before their sum. */
static void
list_rank (ExpertRows *rows, const LscRankSet *set, gsize rank, const char *ep_ranks)
{
  const LscRankDigest *digest = set->digests[rank];
  ExpertRow row = { .experts = LSC_INT_NULL, .busiest_expert = LSC_INT_NULL };

  row.busiest_tokens = LSC_INT_NULL;
  for (gsize i = 0; i < digest->experts.n; i++)
    {
      const LscDigestExpert *expert = &digest->experts.items[i];
      gboolean is_known = expert->n > expert->n_unread;

      if (!is_looked_at (set, rank, expert->step))
        continue;
      if (expert->expert != LSC_EXPERT_ALL)
        {
          take_busiest (&row, expert);
          continue;
        }
      row.rank = lsc_rank_or_null (digest->rank);
      row.ep_ranks = ep_ranks;
      set_step (&row, digest, expert->step);
      row.kernels = expert->n;
      row.unread = expert->n_unread;
      row.tokens = is_known ? expert->tokens : LSC_INT_NULL;
      row.share = row.of_mean = LSC_REAL_NULL;
      expert_rows_append (rows, row);
      row.experts = row.busiest_expert = row.busiest_tokens = LSC_INT_NULL;
    }
}

static gboolean
is_same_group (const ExpertRow *a, const ExpertRow *b)
{
  return g_strcmp0 (a->ep_ranks, b->ep_ranks) == 0;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const ExpertRow *x = a, *y = b;
  int order = g_strcmp0 (x->ep_ranks, y->ep_ranks);

  if (order)
    return order;
  LSC_RETURN_ORDER (x->step, y->step);
  return LSC_ORDER (x->rank, y->rank);
}

static void
share_out (ExpertRow *rows, gsize n)
{
  Sum sum = { 0, 0 };

  for (gsize i = 0; i < n; i++)
    if (rows[i].tokens != LSC_INT_NULL)
      {
        sum.tokens += (double) rows[i].tokens;
        sum.n++;
      }
  for (gsize i = 0; i < n && sum.tokens > 0; i++)
    if (rows[i].tokens != LSC_INT_NULL)
      {
        rows[i].share = (double) rows[i].tokens / sum.tokens;
        rows[i].of_mean = rows[i].share * (double) sum.n;
      }
}

static void
share_out_all (ExpertRows *rows)
{
  gsize end;

  if (rows->n > 1)
    qsort (rows->items, rows->n, sizeof (ExpertRow), compare_rows);
  for (gsize begin = 0; begin < rows->n; begin = end)
    {
      for (end = begin + 1; end < rows->n &&
                            is_same_group (&rows->items[begin], &rows->items[end]) &&
                            rows->items[begin].step == rows->items[end].step;)
        end++;
      share_out (&rows->items[begin], end - begin);
    }
}

/* ---- in words ---- */

/** The rank with most tokens of a group over all steps. */
typedef struct
{
  const ExpertRow *row; /* any of its rows */
  double of_mean;
} Most;

/* (transfer full): of each rank of some rows its known tokens, as gint64 to double */
static GHashTable *
sum_ranks (const ExpertRow *rows, gsize n)
{
  GHashTable *sums = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);

  for (gsize i = 0; i < n; i++)
    {
      double *sum = g_hash_table_lookup (sums, &rows[i].rank);

      if (rows[i].tokens == LSC_INT_NULL)
        continue;
      if (!sum)
        {
          sum = g_new0 (double, 1);
          g_hash_table_insert (sums, (gpointer) &rows[i].rank, sum);
        }
      *sum += (double) rows[i].tokens;
    }
  return sums;
}

/* @rows: of a group; of ranks with as many tokens the first one counts */
static void
find_most_of_group (const ExpertRow *rows, gsize n, Most *most)
{
  g_autoptr (GHashTable) sums = sum_ranks (rows, n);
  const ExpertRow *highest = NULL;
  double all = 0, highest_tokens = -1;
  GHashTableIter iter;
  gpointer sum;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &sum))
    all += *(double *) sum;
  for (gsize i = 0; i < n; i++)
    {
      const double *tokens = g_hash_table_lookup (sums, &rows[i].rank);

      if (!tokens || *tokens <= highest_tokens)
        continue;
      highest = &rows[i];
      highest_tokens = *tokens;
    }
  if (g_hash_table_size (sums) < 2 || all <= 0)
    return;
  all /= (double) g_hash_table_size (sums);
  if (highest_tokens / all > most->of_mean)
    *most = (Most){ highest, highest_tokens / all };
}

static Most
find_most (const ExpertRows *rows)
{
  Most most = { NULL, 0 };
  gsize end;

  for (gsize begin = 0; begin < rows->n; begin = end)
    {
      for (end = begin + 1;
           end < rows->n && is_same_group (&rows->items[begin], &rows->items[end]);)
        end++;
      find_most_of_group (&rows->items[begin], end - begin, &most);
    }
  return most;
}

/* Since which step the rank has had more than its share in each: %LSC_INT_NULL: not in the last
 * one.
 * @n_before: (out): steps before that; @n_since: (out): that one and those after it */
static gint64
find_since (const ExpertRows *rows, const ExpertRow *of, gsize *n_before, gsize *n_since)
{
  gint64 since = LSC_INT_NULL;

  *n_before = *n_since = 0;
  for (gsize i = 0; i < rows->n; i++)
    {
      const ExpertRow *row = &rows->items[i];

      if (!is_same_group (row, of) || row->rank != of->rank || row->step == LSC_INT_NULL)
        continue;
      if (row->of_mean >= LEAST_UNEVEN)
        {
          since = *n_since == 0 ? row->step : since;
          (*n_since)++;
        }
      else
        {
          *n_before += *n_since + 1;
          *n_since = 0;
          since = LSC_INT_NULL;
        }
    }
  return since;
}

static LscPhrase *
say_most (const ExpertRows *rows)
{
  Most most = find_most (rows);
  g_autofree char *ratio = lsc_format_share (most.of_mean);
  g_autoptr (LscPhrase) rank = NULL, rank_first = NULL;
  gsize n_before, n_since;
  gint64 since;

  if (!most.row)
    return lsc_phrase_new_text (N_ ("How evenly experts are loaded is not known: of no expert "
                                    "group the tokens of two ranks were recorded."));
  rank = lsc_rank_name_new (most.row->rank, NULL);
  if (most.of_mean < LEAST_UNEVEN)
    return lsc_phrase_new (N_ ("Experts are evenly loaded: no rank takes in more than %s of the "
                               "mean tokens of its expert group (%s)."),
                           ratio, lsc_phrase_as_argument (rank));
  rank_first = lsc_rank_name_new_first (most.row->rank, NULL);
  since = find_since (rows, most.row, &n_before, &n_since);
  if (since != LSC_INT_NULL && n_before > 0)
    return lsc_phrase_new (N_ ("%s takes in most tokens for its experts: %s of the mean of its "
                               "expert group, unevenly since step %" PRId64 "."),
                           lsc_phrase_as_argument (rank_first), ratio, since);
  if (since != LSC_INT_NULL && n_since > 1)
    return lsc_phrase_new (N_ ("%s takes in most tokens for its experts: %s of the mean of its "
                               "expert group, unevenly in every step."),
                           lsc_phrase_as_argument (rank_first), ratio);
  return lsc_phrase_new (N_ ("%s takes in most tokens for its experts: %s of the mean of its "
                             "expert group."),
                         lsc_phrase_as_argument (rank_first), ratio);
}

/* How many ranks have such kernels, and of how many of these nothing is known. */
static void
count_ranks (const LscCommunication *self, guint *n, guint *n_unread)
{
  *n = *n_unread = 0;
  for (guint i = 0; i < self->digests->len; i++)
    {
      const LscDigestExperts *experts = &_lsc_communication_get_digest (self, i)->experts;
      gboolean is_known = FALSE;

      for (gsize k = 0; k < experts->n; k++)
        is_known = is_known || experts->items[k].n > experts->items[k].n_unread;
      *n += experts->n > 0;
      *n_unread += experts->n > 0 && !is_known;
    }
}

static LscPhrase *
say (const LscCommunication *self, const ExpertRows *rows)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  guint n, n_unread;

  count_ranks (self, &n, &n_unread);
  if (n == 0)
    return lsc_phrase_new_text (N_ ("Expert load is not known: no kernel of type GroupedMatmul was "
                                    "recorded."));
  if (n_unread == n)
    return lsc_phrase_new_text (N_ ("Expert load is not known: GroupedMatmul kernels were recorded "
                                    "without input shapes. Set profiler_level to Level1 or higher "
                                    "and export the profile as a database."));
  if (rows->n == 0)
    return lsc_phrase_new_text (N_ ("Expert load is not known: this step has no GroupedMatmul "
                                    "kernels."));
  g_ptr_array_add (parts, say_most (rows));
  if (n_unread > 0)
    g_ptr_array_add (parts, lsc_phrase_new_plural (
                                n,
                                "Of %u of %u rank the tokens are not known: its input shapes "
                                "were not recorded.",
                                "Of %u of %u ranks the tokens are not known: their input shapes "
                                "were not recorded.",
                                n_unread, n));
  return lsc_phrase_new_joined (" ", parts);
}

/**
 * _lsc_communication_make_experts:
 * @phrase: (out) (transfer full): the most uneven load, or why it is not known
 *
 * Cost: O(n log n) of ranks and steps.
 *
 * Returns: (transfer full): the table "expert_load", by group, step and rank
 */
LscTable *
_lsc_communication_make_experts (const LscCommunication *self, const LscRankSet *set,
                                 LscPhrase **phrase)
{
  LscTable *table = lsc_table_new_for (&lsc_expert_load_table_info);
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);
  ExpertRows rows = { 0 };

  for (gsize i = 0; i < set->n; i++)
    {
      g_ptr_array_add (groups, _lsc_communication_list_ranks (&set->digests[i]->expert_ranks));
      list_rank (&rows, set, i, groups->pdata[i]);
    }
  share_out_all (&rows);
  for (gsize i = 0; i < rows.n; i++)
    lsc_table_add (table, &rows.items[i]);
  *phrase = say (self, &rows);
  expert_rows_clear (&rows);
  return table;
}
