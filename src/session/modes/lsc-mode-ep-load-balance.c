/* lsc-mode-ep-load-balance.c - ep_load_balance: tokens that the experts of each rank got
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-expert-tokens.h"
#include "session/modes/lsc-mode-private.h"

/* modes.md#ep-load-balance */

#define TOP_NUM 20

static const LscColumn rank_columns[] = { LSC_MODE_INT ("rank"), LSC_MODE_TEXT ("epRanks"),
                                          LSC_MODE_REAL ("inputShapesSummary") };
static const LscColumn top_columns[] = { LSC_MODE_TEXT ("epRanks"), LSC_MODE_REAL ("tokensDiff") };

static const LscModeTable tables[] = {
  { "EPTokensSummary", "ep_tokens_summary" },
  { "TopEPTokensInfo", "top_ep_tokens_info" },
};

/** Tokens of a group of experts. */
typedef struct
{
  const char *ranks;
  double least;
  double most;
} Experts;

/* Returns: whether @text has tokens: their sum */
static gboolean
count_tokens (const char *text, double *tokens)
{
  LscInt64s inputs = { 0 };
  gboolean has_tokens = lsc_expert_tokens_read (text, &inputs);

  *tokens = 0;
  for (gsize i = 0; i < inputs.n; i++)
    *tokens += (double) inputs.items[i];
  lsc_int64s_clear (&inputs);
  return has_tokens;
}

/* The members of the first group of experts, as text: kept. */
static const char *
name_experts (LscModeRank *rank, GPtrArray *groups)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const LscModeParallel *group = NULL;

  for (guint i = 0; i < groups->len && !group; i++)
    if (strcmp (((const LscModeParallel *) groups->pdata[i])->name, "exp") == 0)
      group = groups->pdata[i];
  for (guint i = 0; group && i < group->ranks->len; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "",
                            g_array_index (group->ranks, gint64, i));
  return _lsc_mode_keep (rank->run, text->str);
}

static void
note_experts (GArray *experts, const char *ranks, double tokens)
{
  Experts own = { ranks, tokens, tokens };

  for (guint i = 0; i < experts->len; i++)
    {
      Experts *other = &g_array_index (experts, Experts, i);

      if (other->ranks != ranks)
        continue;
      other->least = MIN (other->least, tokens);
      other->most = MAX (other->most, tokens);
      return;
    }
  g_array_append_val (experts, own);
}

static void
read_rank (LscModeRank *rank, const char *experts_of_rank, LscTable *table, GArray *experts)
{
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT c.opType, c.inputShapes, t.startNs, t.endNs FROM TASK t "
                                "JOIN COMPUTE_TASK_INFO c ON c.globalTaskId = t.globalTaskId");
  double sum = 0, tokens;
  gboolean has_rows = FALSE;
  LscModeRow out;

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const char *type = _lsc_mode_rank_get_text_at (rank, stmt, 0);
      const char *shapes;

      if (g_strcmp0 (type, LSC_EXPERTS_TYPE) != 0 || sqlite3_column_int64 (stmt, 2) < rank->begin ||
          sqlite3_column_int64 (stmt, 3) > rank->end)
        continue;
      shapes = _lsc_mode_rank_get_text_at (rank, stmt, 1);
      if (!shapes || !count_tokens (shapes, &tokens))
        continue;
      has_rows = TRUE;
      sum += tokens;
    }
  if (!has_rows)
    return;
  out = _lsc_mode_row (table);
  _lsc_mode_put_int (&out, rank->rank);
  _lsc_mode_put_text (&out, experts_of_rank);
  _lsc_mode_put_real (&out, sum);
  note_experts (experts, experts_of_rank, sum);
}

static int
compare_experts (gconstpointer a, gconstpointer b)
{
  const Experts *x = a, *y = b;
  double dx = x->most - x->least, dy = y->most - y->least;

  return (dx < dy) - (dx > dy);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "TASK", "COMPUTE_TASK_INFO", "STRING_IDS", "META_DATA",
                                        NULL };
  g_autoptr (GArray) experts = g_array_new (FALSE, FALSE, sizeof (Experts));
  LscTable *of_ranks = _LSC_MODE_ADD_TABLE (self, tables[0].name, rank_columns);
  LscTable *top = _LSC_MODE_ADD_TABLE (self, tables[1].name, top_columns);
  LscModeRank rank;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        g_autoptr (GPtrArray) groups = _lsc_mode_rank_need_parallel (&rank);

        if (groups)
          {
            read_rank (&rank, name_experts (&rank, groups), of_ranks, experts);
            self->n_used++;
          }
        _lsc_mode_rank_close (&rank);
      }
  g_array_sort (experts, compare_experts);
  for (guint i = 0; i < experts->len && i < TOP_NUM; i++)
    {
      const Experts *one = &g_array_index (experts, Experts, i);
      LscModeRow out = _lsc_mode_row (top);

      _lsc_mode_put_text (&out, one->ranks);
      _lsc_mode_put_real (&out, one->most - one->least);
    }
  return TRUE;
}

const LscMode _lsc_mode_ep_load_balance = {
  .name = "ep_load_balance",
  .folder = "EPLoadBalance",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .run = run_mode,
};
