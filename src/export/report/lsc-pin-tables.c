/* lsc-pin-tables.c - pinned tables, by the name of their view
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "judge/findings/lsc-findings-changes.h"
#include "analyze/module/lsc-tree.h"
#include "base/lsc-error.h"

/** Makes the table of a view. */
typedef LscTable *(*MakeTable) (LscPinMaker *self, const LscPin *pin, GError **error);

/* The name of the table, which the view ends in. */
static const char *
get_table_name (const LscPin *pin)
{
  const char *slash = strchr (pin->view, '/');

  return slash ? slash + 1 : pin->view;
}

static gboolean
is_of (const LscPin *pin, const char *table)
{
  return strcmp (get_table_name (pin), table) == 0;
}

/* ---- overview and findings ---- */

/* In the order of the page. */
static LscTable *
make_ranks (const LscOverview *overview)
{
  g_autoptr (LscTable) all = lsc_overview_get_table (overview);
  g_autoptr (GArray) order = lsc_overview_list_worst_first (overview);
  LscTable *table = lsc_table_new_like (all);

  lsc_table_append_rows (table, all, (const guint32 *) (gconstpointer) order->data, order->len);
  return table;
}

static LscTable *
make_overview (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);

  if (!side || !_lsc_pin_maker_judge (self, side, error))
    return NULL;
  return is_of (pin, "overview_waits") ? lsc_overview_get_waits_table (side->overview)
                                       : make_ranks (side->overview);
}

static LscTable *
make_computing (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);

  return side && _lsc_pin_maker_judge (self, side, error)
             ? lsc_findings_get_computing (side->findings)
             : NULL;
}

static LscTable *
make_findings (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);

  return side && _lsc_pin_maker_judge (self, side, error) ? lsc_findings_get_table (side->findings)
                                                          : NULL;
}

/* ---- communication ---- */

/* Instances are of one operator, which the pin names by its row. */
static LscTable *
make_communication (LscPinMaker *self, const LscPin *pin, GError **error)
{
  static const char *const names[LSC_COMMUNICATION_N_TABLES] = {
    "communication_groups", "communication_operators", "communication_links",
    "communication_matrix", "communication_packets",   "expert_load",
  };
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  g_autoptr (LscCommunication) communication =
      side ? lsc_session_get_communication (side->session, self->job, error) : NULL;
  gint64 row = 0;

  if (!communication)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (is_of (pin, names[i]))
      return lsc_communication_get_table (communication, (LscCommunicationTable) i);
  lsc_pin_get_int (pin, "operator", &row);
  return lsc_communication_list_instances (communication, (gsize) MAX (row, 0));
}

/* ---- comparison ---- */

static LscTable *
make_compare (LscPinMaker *self, const LscPin *pin, GError **error)
{
  const LscRankChange *ranks = _lsc_pin_maker_find_ranks (self, pin, error);

  if (!ranks)
    return NULL;
  if (is_of (pin, "CompareCategory"))
    return lsc_compare_get_table (self->compare, ranks, LSC_COMPARE_CATEGORIES);
  if (is_of (pin, "CompareModule"))
    return lsc_compare_get_table (self->compare, ranks, LSC_COMPARE_MODULES);
  if (is_of (pin, "CompareOp"))
    return lsc_compare_get_table (self->compare, ranks, LSC_COMPARE_OPS);
  if (is_of (pin, "CompareCommunication"))
    return lsc_compare_get_comm_table (self->compare);
  if (is_of (pin, "CompareRank"))
    return lsc_compare_get_rank_table (self->compare);
  if (is_of (pin, "CompareTransition"))
    return lsc_compare_get_transition_table (self->compare);
  if (is_of (pin, "CompareMemory"))
    return lsc_compare_get_memory_table (self->compare);
  if (is_of (pin, "CompareStep"))
    return lsc_compare_get_steps_table (self->compare);
  if (is_of (pin, "CompareRuns"))
    return lsc_compare_get_runs_table (self->compare);
  return lsc_compare_get_unmatched_table (self->compare);
}

static LscTable *
make_twins (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPipeline *pipelines[LSC_N_SIDES];
  g_autoptr (GArray) twins = _lsc_pin_maker_find_twins (self, pin, pipelines, error);

  return twins ? lsc_pipeline_twins_table (twins) : NULL;
}

static LscTable *
make_finding_changes (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *before = &self->sides[LSC_BEFORE], *after = &self->sides[LSC_AFTER];
  g_autoptr (GArray) changes = NULL;

  if (!_lsc_pin_maker_has_compare (self, error) || !_lsc_pin_maker_judge (self, before, error) ||
      !_lsc_pin_maker_judge (self, after, error))
    return NULL;
  changes = lsc_findings_changes_new (before->findings, after->findings);
  return lsc_findings_changes_get_table (changes);
}

/* ---- pipelines ---- */

static LscTable *
make_verdicts (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  LscPipeline *pipeline = side ? _lsc_pin_maker_get_pipeline (self, pin, error) : NULL;
  g_autoptr (LscVerdicts) verdicts = NULL;

  if (pipeline)
    verdicts = lsc_session_get_verdicts_of (side->session, pipeline, self->job, error);
  return verdicts ? lsc_verdicts_table (verdicts) : NULL;
}

static LscTable *
make_clocks (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPipeline *pipeline = _lsc_pin_maker_get_pipeline (self, pin, error);

  return pipeline ? lsc_pipeline_clock_table (pipeline) : NULL;
}

/* ---- modules ---- */

/* (transfer full) (nullable): what the ops of a rank came from, as the page was set */
static LscModuleData *
make_module_data (LscPinMaker *self, const LscPin *pin, LscSession *session, LscSource *source,
                  GError **error)
{
  const char *text = lsc_pin_get (pin, "domains");
  g_auto (GStrv) domains = text ? g_strsplit (text, ",", -1) : NULL;
  LscModuleOptions options = { .allow_empty = TRUE, .domains = (const char *const *) domains };
  g_autoptr (LscRun) run =
      lsc_session_get_run (session, source, LSC_LOAD_FOR_TREE, self->job, error);

  options.has_step = lsc_pin_get_int (pin, "step", &options.step_id);
  lsc_pin_get_int (pin, "slack_ns", &options.slack_ns);
  return run ? lsc_module_data_new (run, &options, self->job, error) : NULL;
}

static LscTree *
make_tree (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  const char *peak = lsc_pin_get (pin, "peak_tflops"), *tree = lsc_pin_get (pin, "tree");
  LscMfuOptions mfu = { .chip = lsc_pin_get (pin, "chip"),
                        .peak_tflops = peak ? g_ascii_strtod (peak, NULL) : 0 };
  g_autoptr (LscModuleData) data = NULL;
  LscTreeView view = LSC_TREE_BY_PATH;
  gboolean has_range;
  LscSource *source;
  LscInterval range;
  gint64 rank = LSC_RANK_UNKNOWN;

  if (!side)
    return NULL;
  if (lsc_pin_get (pin, "rank"))
    lsc_rank_from_text (lsc_pin_get (pin, "rank"), &rank);
  source = lsc_session_find_source (side->session, rank);
  if (!source)
    {
      lsc_fail (error, LSC_ERROR_MISSING, _ ("The recording has no rank %s."),
                lsc_pin_get (pin, "rank") ? lsc_pin_get (pin, "rank") : "-");
      return NULL;
    }
  has_range = lsc_pin_get_int (pin, "begin_ns", &range.begin_ns) &&
              lsc_pin_get_int (pin, "end_ns", &range.end_ns);
  if (tree)
    lsc_tree_view_from_name (tree, &view);
  data = make_module_data (self, pin, side->session, source, error);
  return data ? lsc_tree_new (data, view, has_range ? &range : NULL, &mfu, self->job, error) : NULL;
}

/* The node of that number if it still has the path, else the first one that has it. */
static guint32
find_node (const LscTree *tree, const char *text)
{
  char *path = NULL;
  guint64 number = g_ascii_strtoull (text, &path, 10);
  gsize n = lsc_tree_get_n_nodes (tree);

  if (path == text || *path != ' ')
    return LSC_INDEX_NONE;
  path++;
  for (gsize i = 0; i <= n; i++) /* the numbered one first */
    {
      guint32 node = i == 0 ? (guint32) MIN (number, G_MAXUINT32) : (guint32) (i - 1);
      g_autofree char *own = node < n ? lsc_tree_get_path (tree, node) : NULL;

      if (own && strcmp (own, path) == 0)
        return node;
    }
  return LSC_INDEX_NONE;
}

static guint
list_columns (const LscPin *pin, LscTreeColumn *columns)
{
  guint n = 0;

  for (guint i = 0; pin->columns && pin->columns[i]; i++)
    {
      LscTreeColumn column = lsc_tree_column_from_name (pin->columns[i]);

      if (column < LSC_TREE_N_COLUMNS && column != LSC_TREE_NAME && column != LSC_TREE_KIND &&
          column != LSC_TREE_PHASE && n < LSC_TREE_N_COLUMNS)
        columns[n++] = column;
    }
  return n;
}

static LscTable *
make_modules (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (LscTree) tree = make_tree (self, pin, error);
  const char *text = lsc_pin_get (pin, "nodes");
  g_auto (GStrv) nodes = g_strsplit (text ? text : "", "\n", -1);
  LscTreeColumn columns[LSC_TREE_N_COLUMNS];
  LscIndexes rows = { 0 };
  LscTable *table;

  if (!tree)
    return NULL;
  for (guint i = 0; nodes[i]; i++)
    {
      guint32 node = find_node (tree, nodes[i]);

      if (node != LSC_INDEX_NONE)
        lsc_indexes_append (&rows, node);
    }
  table = lsc_tree_rows_to_table (tree, rows.items, rows.n, columns, list_columns (pin, columns),
                                  FALSE);
  lsc_indexes_clear (&rows);
  return table;
}

/* ---- statements ---- */

static LscTable *
make_query (LscPinMaker *self, const LscPin *pin, GError **error)
{
  static const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  const char *sql = lsc_pin_get (pin, "sql");
  g_autoptr (LscQuery) query = NULL;
  LscQueryLoader loader;
  LscQueryEnd end;

  if (!side)
    return NULL;
  if (!sql)
    {
      lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("The pin has no statement."));
      return NULL;
    }
  lsc_session_fill_query_loader (side->session, &loader);
  query = lsc_query_new (lsc_session_get_sources (side->session), &loader, error);
  return query ? lsc_query_run (query, sql, &budget, self->job, &end, error) : NULL;
}

/* ---- all of them ---- */

static const struct
{
  const char *view;
  MakeTable make;
} views[] = {
  { "overview/overview", make_overview },
  { "overview/overview_waits", make_overview },
  { "overview/computing", make_computing },
  { "findings/findings", make_findings },
  { "communication/communication_groups", make_communication },
  { "communication/communication_operators", make_communication },
  { "communication/communication_links", make_communication },
  { "communication/communication_matrix", make_communication },
  { "communication/communication_packets", make_communication },
  { "communication/expert_load", make_communication },
  { "communication/communication_instances", make_communication },
  { "overview/operators", _lsc_pin_make_operators },
  { "operators/operators", _lsc_pin_make_operators },
  { "timeline/operators", _lsc_pin_make_operators },
  { "operators/operator_instances", _lsc_pin_make_operators },
  { "operators/operator_shapes", _lsc_pin_make_operators },
  { "operators/operator_ranks", _lsc_pin_make_operators },
  { "operators/streams", _lsc_pin_make_streams },
  { "memory/memory_live", _lsc_pin_make_memory },
  { "memory/memory_growth", _lsc_pin_make_memory },
  { "memory/memory_keepers", _lsc_pin_make_memory },
  { "memory/memory_ops", _lsc_pin_make_memory },
  { "memory/memory_hints", _lsc_pin_make_memory },
  { "memory/memory_peaks", _lsc_pin_make_memory },
  { "memory/memory_steps", _lsc_pin_make_memory },
  { "memory/memory_blocks", _lsc_pin_make_memory },
  { "memory/memory_components", _lsc_pin_make_memory },
  { "memory/memory_segments", _lsc_pin_make_memory },
  { "compare/CompareCategory", make_compare },
  { "compare/CompareModule", make_compare },
  { "compare/CompareOp", make_compare },
  { "compare/CompareOperators", _lsc_pin_make_op_changes },
  { "compare/CompareMemoryLive", _lsc_pin_make_memory_pair },
  { "compare/CompareAllocations", _lsc_pin_make_memory_pair },
  { "compare/CompareCommunication", make_compare },
  { "compare/CompareRank", make_compare },
  { "compare/CompareTransition", make_compare },
  { "compare/CompareMemory", make_compare },
  { "compare/CompareStep", make_compare },
  { "compare/CompareRuns", make_compare },
  { "compare/CompareUnmatched", make_compare },
  { "compare/ChipKinds", _lsc_pin_make_chips },
  { "compare/ChipModules", _lsc_pin_make_chips },
  { "compare/ChipOps", _lsc_pin_make_chips },
  { "compare/PpTwins", make_twins },
  { "compare/FindingChange", make_finding_changes },
  { "pipeline/PpSummary", _lsc_pin_make_study },
  { "pipeline/PpBalance", _lsc_pin_make_study },
  { "pipeline/PpPath", _lsc_pin_make_study },
  { "pipeline/PpWait", _lsc_pin_make_study },
  { "pipeline/PpLadder", _lsc_pin_make_study },
  { "pipeline/PpWhatIf", _lsc_pin_make_what_if },
  { "pipeline/PpDelta", _lsc_pin_make_deltas },
  { "pipeline/PpVerdict", make_verdicts },
  { "pipeline/PpClock", make_clocks },
  { "timeline/summary", _lsc_pin_make_gaps },
  { "timeline/gaps", _lsc_pin_make_gaps },
  { "timeline/gaps-outside", _lsc_pin_make_gaps },
  { "timeline/breaks", _lsc_pin_make_gaps },
  { "timeline/break-groups", _lsc_pin_make_gaps },
  { "timeline/syncs", _lsc_pin_make_gaps },
  { "timeline/waits", _lsc_pin_make_waits },
  { "timeline/group-waits", _lsc_pin_make_waits },
  { "timeline/range", _lsc_pin_make_range },
  { "timeline/slices", _lsc_pin_make_slices },
  { "modules/ModuleTree", make_modules },
  { "query/query", make_query },
};

/** lsc_pin_takes_table: Returns: whether tables of that view can be made anew */
gboolean
lsc_pin_takes_table (const char *view)
{
  g_return_val_if_fail (view, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].view, view) == 0)
      return TRUE;
  return FALSE;
}

/**
 * lsc_pin_maker_make_table:
 * @pin: of a table
 *
 * Makes the table anew, with the function that the page calls, all its rows in their order.
 *
 * Returns: (transfer full) (nullable): %NULL with %LSC_ERROR_MISSING where the recording has no
 *   such thing, or with the error of what reads it
 */
LscTable *
lsc_pin_maker_make_table (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_return_val_if_fail (self && pin && pin->view, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].view, pin->view) == 0)
      return views[i].make (self, pin, error);
  lsc_fail (error, LSC_ERROR_UNSUPPORTED, _ ("This version knows no view “%s”."), pin->view);
  return NULL;
}
