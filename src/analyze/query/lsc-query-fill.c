/* lsc-query-fill.c - the result tables that a query can read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/module/lsc-tree.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"
#include "analyze/query/lsc-query-private.h"

#define TEXT(name_)                                                                                \
  {                                                                                                \
    .name = name_, .type = LSC_TYPE_TEXT                                                           \
  }
#define INT(name_)                                                                                 \
  {                                                                                                \
    .name = name_, .type = LSC_TYPE_INT                                                            \
  }
#define REAL(name_)                                                                                \
  {                                                                                                \
    .name = name_, .type = LSC_TYPE_REAL                                                           \
  }
#define NS(name_)                                                                                  \
  {                                                                                                \
    .name = name_, .type = LSC_TYPE_INT, .unit = LSC_UNIT_NS                                       \
  }

static const LscColumn rank_columns[] = {
  INT ("rank"),  INT ("device"), TEXT ("host"),   TEXT ("format"), TEXT ("file"),
  INT ("level"), INT ("slices"), NS ("begin_ns"), NS ("end_ns"),
};

static const LscColumn lane_columns[] = {
  INT ("rank"), TEXT ("lane"), TEXT ("name"), INT ("rows"), INT ("slices"), INT ("first_id"),
};

static const LscColumn step_columns[] = {
  INT ("rank"),
  INT ("step"),
  NS ("computing_ns"),
  NS ("communication_ns"),
  NS ("communication_not_overlapped_ns"),
  NS ("overlapped_ns"),
  NS ("free_ns"),
  NS ("free_extended_ns"),
  NS ("begin_ns"),
  NS ("end_ns"),
};

static const LscColumn gap_columns[] = {
  INT ("rank"),   INT ("step"),  NS ("start_ns"),  NS ("dur_ns"),   TEXT ("class"),
  TEXT ("cause"), TEXT ("next"), INT ("cause_id"), INT ("next_id"),
};

/* As `tree --json` and the table of blocks have them, so that one description does for both. */
static const LscColumn module_columns[] = {
  INT ("rank"),
  INT ("id"),
  INT ("parent"),
  INT ("depth"),
  TEXT ("kind"),
  TEXT ("phase"),
  TEXT ("name"),
  INT ("calls"),
  NS ("total_ns"),
  NS ("self_ns"),
  REAL ("share_of_step"),
  REAL ("mfu_core"),
  REAL ("mfu_total"),
  NS ("forward_ns"),
  NS ("backward_ns"),
  NS ("compute_ns"),
  NS ("communication_ns"),
  REAL ("flops"),
  NS ("host_ns"),
};

static const LscColumn block_columns[] = {
  INT ("groupId"),  INT ("stage"),        INT ("rank"),  INT ("step"),   INT ("seq"),
  TEXT ("name"),    TEXT ("kind"),        INT ("type"),  NS ("startNs"), NS ("endNs"),
  INT ("mbF"),      INT ("chunkF"),       INT ("mbB"),   INT ("chunkB"), INT ("streamId"),
  NS ("computeNs"), NS ("exposedCommNs"), NS ("idleNs"),
};

static const struct
{
  const char *name;
  const LscColumn *columns;
  guint n_columns;
} tables[LSC_QUERY_N_TABLES] = {
  [LSC_QUERY_RANKS] = { "ranks", rank_columns, G_N_ELEMENTS (rank_columns) },
  [LSC_QUERY_LANES] = { "lanes", lane_columns, G_N_ELEMENTS (lane_columns) },
  [LSC_QUERY_STEPS] = { "steps", step_columns, G_N_ELEMENTS (step_columns) },
  [LSC_QUERY_GAPS] = { "gaps", gap_columns, G_N_ELEMENTS (gap_columns) },
  [LSC_QUERY_MODULES] = { "modules", module_columns, G_N_ELEMENTS (module_columns) },
  [LSC_QUERY_BLOCKS] = { "blocks", block_columns, G_N_ELEMENTS (block_columns) },
};

const LscColumn *
_lsc_query_get_columns (LscQueryTable table, guint *n_columns)
{
  *n_columns = tables[table].n_columns;
  return tables[table].columns;
}

const char *
_lsc_query_table_name (LscQueryTable table)
{
  return tables[table].name;
}

static char *
describe (const char *name, const LscColumn *columns, guint n_columns)
{
  GString *text = g_string_new (name);

  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : " (", columns[i].name);
  return g_string_free (g_string_append_c (text, ')'), FALSE);
}

/**
 * lsc_query_describe_table:
 * @name: one of lsc_query_list_tables()
 *
 * Returns: (transfer none) (nullable): "name (column, column)"
 */
const char *
lsc_query_describe_table (const char *name)
{
  for (guint i = 0; i < LSC_QUERY_N_TABLES; i++)
    if (strcmp (tables[i].name, name) == 0)
      {
        g_autofree char *text = describe (name, tables[i].columns, tables[i].n_columns);

        return g_intern_string (text);
      }
  if (strcmp (name, "slices") == 0)
    return "slices (rank, lane, row, name, start_ns, dur_ns, self_ns, step, id, parent, kind, "
           "end_ns)";
  if (strcmp (name, "links") == 0)
    return "links (rank, \"from\", \"to\", kind)";
  return NULL;
}

/* ---- filling ------------------------------------------------------------------------------- */

static void
set_known (LscTable *table, gsize row, guint column, gint64 value, gboolean is_known)
{
  if (is_known)
    lsc_table_set_int (table, row, column, value);
}

/* Copies the columns that both tables have, by name. */
static void
append_by_name (LscTable *to, const LscTable *from, gboolean has_rank, gint64 rank)
{
  guint n_columns = lsc_table_get_n_columns (to);
  g_autofree int *sources = g_new (int, n_columns);

  for (guint i = 0; i < n_columns; i++)
    sources[i] = lsc_table_find_column (from, lsc_table_get_column (to, i)->name);
  for (gsize i = 0; i < lsc_table_get_n_rows (from); i++)
    {
      gsize row = lsc_table_add_row (to);

      for (guint column = 0; column < n_columns; column++)
        {
          LscValue value = { .is_null = TRUE };

          if (sources[column] >= 0)
            value = lsc_table_get (from, i, (guint) sources[column]);
          if (value.is_null)
            continue;
          switch (lsc_table_get_column (to, column)->type)
            {
            case LSC_TYPE_INT:
              lsc_table_set_int (to, row, column,
                                 value.type == LSC_TYPE_REAL ? (gint64) value.real : value.integer);
              break;
            case LSC_TYPE_REAL:
              lsc_table_set_real (to, row, column,
                                  value.type == LSC_TYPE_REAL ? value.real
                                                              : (double) value.integer);
              break;
            default:
              lsc_table_set_text (to, row, column, value.text);
              break;
            }
        }
      if (has_rank)
        lsc_table_set_int (to, row, 0, rank);
    }
}

static void
add_rank (LscTable *table, const LscTimeline *timeline)
{
  gsize row = lsc_table_add_row (table);

  lsc_table_set_int (table, row, 0, timeline->rank);
  set_known (table, row, 1, timeline->device, timeline->device >= 0);
  if (timeline->host_name)
    lsc_table_set_text (table, row, 2, timeline->host_name);
  lsc_table_set_text (table, row, 3, lsc_format_name (timeline->source->format));
  lsc_table_set_text (table, row, 4, timeline->source->file);
  set_known (table, row, 5, timeline->level, timeline->level >= 0);
  lsc_table_set_int (table, row, 6, timeline->n_slices);
  set_known (table, row, 7, timeline->main_begin_ns, timeline->n_slices > 0);
  set_known (table, row, 8, timeline->main_end_ns, timeline->n_slices > 0);
}

static void
add_lane (LscTimeline *timeline, guint32 number, gpointer user_data)
{
  LscTable *table = user_data;
  const LscNode *node = lsc_timeline_get_node (timeline, number);
  g_autofree char *path = lsc_timeline_get_path (timeline, number, FALSE);
  gsize row;

  if (node->flags & LSC_NODE_HIDDEN)
    return;
  row = lsc_table_add_row (table);
  lsc_table_set_int (table, row, 0, timeline->rank);
  lsc_table_set_text (table, row, 1, path);
  lsc_table_set_text (table, row, 2, node->name);
  lsc_table_set_int (table, row, 3, node->lane->n_rows);
  lsc_table_set_int (table, row, 4, (gint64) node->lane->n);
  lsc_table_set_int (table, row, 5, node->first_id);
}

static void
set_slice (LscTable *table, gsize row, guint name_column, guint id_column,
           const LscTimeline *timeline, guint index, guint32 id)
{
  LscSpot spot;
  const LscLane *lane;

  if (id == LSC_SLICE_NONE)
    return;
  spot = lsc_timeline_get_spot (timeline, id);
  lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  lsc_table_set_text (table, row, name_column,
                      lsc_timeline_text (timeline, lane->name[spot.slice]));
  lsc_table_set_int (table, row, id_column, LSC_QUERY_ID (index, id));
}

static void
add_gaps (LscTable *table, const LscTimeline *timeline, guint index)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  g_autoptr (LscTable) gaps = NULL;
  gsize first = lsc_table_get_n_rows (table);

  if (!analysis || !analysis->dispatch)
    return;
  gaps = lsc_dispatch_get_gaps (timeline, analysis->dispatch);
  append_by_name (table, gaps, FALSE, 0);
  /* Rows of the table are the gaps in their order; ids are those of this query. */
  for (gsize i = 0; i < MIN (analysis->dispatch->gaps.n, lsc_table_get_n_rows (gaps)); i++)
    {
      const LscGap *gap = &analysis->dispatch->gaps.items[i];

      set_slice (table, first + i, 5, 7, timeline, index, gap->cause);
      set_slice (table, first + i, 6, 8, timeline, index, gap->next);
    }
}

static void
add_of_timeline (LscTable *table, LscQueryTable which, LscTimeline *timeline, guint index)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  g_autoptr (LscTable) part = NULL;

  switch (which)
    {
    case LSC_QUERY_RANKS:
      add_rank (table, timeline);
      break;
    case LSC_QUERY_LANES:
      lsc_timeline_foreach_lane (timeline, 0, add_lane, table);
      break;
    case LSC_QUERY_STEPS:
      if (!analysis || !analysis->overlap)
        break;
      part = lsc_overlap_get_table (timeline, analysis->overlap);
      append_by_name (table, part, FALSE, 0);
      break;
    default:
      add_gaps (table, timeline, index);
      break;
    }
}

static gboolean
add_modules (LscQuery *self, LscTable *table, LscRun *run, GError **error)
{
  LscModuleOptions options = { .allow_empty = TRUE };
  LscMfuOptions mfu = { 0 };
  LscTreeColumn columns[LSC_TREE_N_COLUMNS];
  guint n_columns = 0;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, &options, self->account.job, error);
  g_autoptr (LscTree) tree =
      data ? lsc_tree_new (data, LSC_TREE_BY_PATH, &mfu, self->account.job, error) : NULL;
  g_autoptr (LscTable) part = NULL;

  if (!tree)
    return FALSE;
  for (int i = LSC_TREE_CALLS; i < LSC_TREE_N_COLUMNS; i++)
    if (lsc_tree_has_column (tree, (LscTreeColumn) i))
      columns[n_columns++] = (LscTreeColumn) i;
  part = lsc_tree_to_table (tree, columns, n_columns, G_MAXUINT, LSC_TREE_TOTAL, TRUE);
  append_by_name (table, part, TRUE, run->rank);
  return TRUE;
}

static gboolean
fill_modules (LscQuery *self, LscTable *table, GError **error)
{
  if (!_lsc_query_load_runs (self, error))
    return FALSE;
  for (guint i = 0; i < self->runs->len; i++)
    {
      LscRun *run = g_ptr_array_index (self->runs, i);
      g_autoptr (GError) failure = NULL;

      if (add_modules (self, table, run, &failure))
        continue;
      if (!lsc_job_check (self->account.job, error))
        return FALSE;
      lsc_run_take_notice (
          run, lsc_notice_new (LSC_SEVERITY_WARNING, "no-modules", "%s", failure->message), NULL,
          -1);
    }
  return TRUE;
}

static gboolean
fill_blocks (LscQuery *self, LscTable *table, GError **error)
{
  LscPipelineOptions options = { 0 };
  g_autoptr (GError) failure = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) blocks = NULL;

  if (!_lsc_query_load_runs (self, error))
    return FALSE;
  if (self->runs->len > 0)
    pipeline = lsc_pipeline_new (self->runs, &options, self->account.job, &failure);
  if (!pipeline)
    {
      if (!lsc_job_check (self->account.job, error))
        return FALSE;
      /* A recording without a pipeline has no blocks; the notice says why. */
      if (failure)
        lsc_notices_add (self->notices,
                         lsc_notice_new (LSC_SEVERITY_NOTE, "no-pipeline", "%s", failure->message));
      return TRUE;
    }
  blocks = lsc_pipeline_block_table (pipeline);
  append_by_name (table, blocks, FALSE, 0);
  return TRUE;
}

/* Returns: (transfer full) (nullable): a table filled from the recordings */
static LscTable *
make_table (LscQuery *self, LscQueryTable which, GError **error)
{
  g_autoptr (LscTable) table =
      lsc_table_new (tables[which].name, tables[which].columns, tables[which].n_columns);

  if (which == LSC_QUERY_MODULES || which == LSC_QUERY_BLOCKS)
    {
      if (which == LSC_QUERY_MODULES ? !fill_modules (self, table, error)
                                     : !fill_blocks (self, table, error))
        return NULL;
      return g_steal_pointer (&table);
    }
  if (!_lsc_query_load_timelines (self))
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return NULL;
    }
  for (guint i = 0; i < self->sources->len; i++)
    {
      if (!lsc_job_check (self->account.job, error))
        return NULL;
      if (self->timelines[i])
        add_of_timeline (table, which, self->timelines[i], i);
    }
  return g_steal_pointer (&table);
}

/* Returns: (transfer none) (nullable): NULL with LscQuery.error */
LscTable *
_lsc_query_get_table (LscQuery *self, LscQueryTable table)
{
  if (!self->tables[table])
    {
      g_clear_error (&self->error);
      lsc_query_account_pause (&self->account);
      self->tables[table] = make_table (self, table, &self->error);
      lsc_query_account_resume (&self->account);
    }
  return self->tables[table];
}
