/* lsc-mode-freq-analysis.c - freq_analysis: ranks whose cores change their frequency
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-private.h"

/* modes.md#freq-analysis */

#define RATED_MHZ 1800
#define IDLE_MHZ 800

static const LscColumn columns[] = { LSC_MODE_INT ("rankId"), LSC_MODE_TEXT ("aicoreFrequency") };

static const LscModeTable tables[] = {
  { "FreeFrequencyRanks", "free_frequency_ranks" },
  { "AbnormalFrequencyRanks", "abnormal_frequency_ranks" },
};

static GArray *
list_frequencies (LscModeRank *rank)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (gint64));
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT DISTINCT CAST(freq AS INTEGER) FROM AICORE_FREQ "
                                "WHERE freq IS NOT NULL ORDER BY 1");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      gint64 frequency = sqlite3_column_int64 (stmt, 0);

      g_array_append_val (list, frequency);
    }
  return list;
}

static gboolean
is_list (const GArray *list, const gint64 *values, guint n)
{
  if (list->len != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (g_array_index (list, gint64, i) != values[i])
      return FALSE;
  return TRUE;
}

static void
read_rank (LscModeRank *rank, LscTable *idle, LscTable *abnormal)
{
  static const gint64 rated[] = { RATED_MHZ };
  static const gint64 with_idle[] = { IDLE_MHZ, RATED_MHZ };
  g_autoptr (GArray) list = list_frequencies (rank);
  g_autoptr (GString) text = g_string_new ("[");
  LscModeRow out;

  if (list->len == 0 || is_list (list, rated, G_N_ELEMENTS (rated)))
    return;
  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                            g_array_index (list, gint64, i));
  g_string_append_c (text, ']');
  out = _lsc_mode_row (is_list (list, with_idle, G_N_ELEMENTS (with_idle)) ? idle : abnormal);
  _lsc_mode_put_int (&out, rank->rank);
  _lsc_mode_put_text (&out, text->str);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "AICORE_FREQ", NULL };
  LscTable *idle = _LSC_MODE_ADD_TABLE (self, tables[0].name, columns);
  LscTable *abnormal = _LSC_MODE_ADD_TABLE (self, tables[1].name, columns);
  LscModeRank rank;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        read_rank (&rank, idle, abnormal);
        self->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  return TRUE;
}

const LscMode _lsc_mode_freq_analysis = {
  .name = "freq_analysis",
  .folder = "FreqAnalysis",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .run = run_mode,
};
