/* lsc-table-unknown.c - why cells of a table are empty
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/lsc-table-unknown.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_TITLES 4 /* in a sentence */

/* unknown.md#columns. What a column needs of a recording; of the reasons that hold the first one is
 * told. An empty cell of a column that is not listed is one where there is nothing to say. */

#define BIT(name) (G_GUINT64_CONSTANT (1) << LSC_UNKNOWN_##name)

#define EVENTS                                                                                     \
  (BIT (DAMAGED) | BIT (SNAPSHOT) | BIT (OPS_TIMELINE) | BIT (TABLES_ONLY) | BIT (NO_EVENTS))
#define DEVICE (EVENTS | BIT (NO_DEVICE))
#define KERNELS (DEVICE | BIT (NO_KERNELS))
#define COMMUNICATION (DEVICE | BIT (NO_COMMUNICATION))
#define TASKS (COMMUNICATION | BIT (LEVEL_0) | BIT (COLLECTIVE_KERNELS) | BIT (NO_COMM_TASKS))
#define MEMBERS (BIT (NO_GROUPS) | BIT (NO_LAYOUT))
#define RANKS (BIT (ONE_RANK) | BIT (RANK_MISSING) | MEMBERS | BIT (NO_RANK))
#define PEERS (COMMUNICATION | RANKS)
#define STEPS (EVENTS | BIT (NO_STEPS))
#define HOST (EVENTS | BIT (NO_HOST))
#define LAUNCHES (DEVICE | BIT (NO_HOST) | BIT (NO_LAUNCHES))
#define SHAPES (KERNELS | BIT (LEVEL_0) | BIT (NO_SHAPES))
#define WORK (SHAPES | LAUNCHES)
#define COUNTERS (KERNELS | BIT (LEVEL_0) | BIT (NO_COUNTERS))
#define MODULES (HOST | BIT (NO_LAUNCHES) | BIT (NO_MODULES))
#define BLOCKS (DEVICE | BIT (NO_PIPELINE) | BIT (HOST_TIMES))
#define STAGES (BLOCKS | BIT (NO_COMMUNICATION) | RANKS)

/**
 * Need:
 * @table: (nullable): how its name begins, where it holds of some alone; several with | between
 * @columns: (array zero-terminated=1): by names in snake_case
 * @shows_as_zero: what is missing is not counted: a column of zeros says nothing
 */
typedef struct
{
  const char *table;
  guint64 bits;
  gboolean shows_as_zero;
  const char *columns[20];
} Need;

static const Need column_needs[] = {
  /* of a step */
  { NULL,
    STEPS,
    FALSE,
    { "step_ns", "least_ns", "most_ns", "mad_ns", "step_begin_ns", "step_end_ns", "host_step_ns",
      "host_begin_ns", "host_end_ns" } },
  { "overlap|budget|gaps|summary|memory", STEPS, FALSE, { "step" } },
  { NULL,
    DEVICE,
    TRUE,
    { "compute_ns", "computing_ns", "memcpy_ns", "free_ns", "free_extended_ns", "total_ns",
      "self_ns", "span_ns", "avg_ns", "e2e_ns", "stage_ns", "share_of_step", "gap_ns" } },
  { NULL,
    DEVICE,
    FALSE,
    { "begin_ns", "end_ns", "free_share", "share_of_device_time", "share_of_parent", "min_ns",
      "max_ns", "p50_ns", "p95_ns", "streams", "devices", "phase", "free_unlinked_ns" } },
  { NULL, LAUNCHES, TRUE, { "free_host_ns", "free_device_ns", "prepare_launched_ns" } },
  { NULL, LAUNCHES | BIT (NO_STEPS), TRUE, { "prepare_ns", "tail_ns", "preparing_ns" } },
  { "summary",
    LAUNCHES,
    FALSE,
    { "p10", "p50", "p90", "max", "le50", "le100", "depth0", "max_depth" } },
  { NULL, LAUNCHES, FALSE, { "launch_delay_ns" } },
  { "operators", LAUNCHES, FALSE, { "op" } },
  { NULL, HOST | BIT (NO_LAUNCHES) | BIT (NO_MODULES), FALSE, { "host_ns", "host_self_ns" } },
  { "operators|memory", MODULES, FALSE, { "module" } },
  { "memory", HOST, FALSE, { "slice" } },
  { "budget", KERNELS | BIT (LEVEL_0), FALSE, { "cube", "vector", "mix", "ai_cpu", "other" } },

  /* communication */
  { NULL,
    COMMUNICATION,
    TRUE,
    { "communication_ns", "communication_not_overlapped_ns", "overlapped_ns", "comm_ns",
      "exposed_ns", "hidden_comm_ns", "comm_not_overlapped_ns" } },
  { NULL,
    TASKS,
    TRUE,
    { "comm_transfer_ns", "comm_wait_ns", "comm_other_ns", "transfer_ns", "other_ns",
      "exposed_transfer_ns", "exposed_other_ns", "bubble_ns", "exposed_wait_unexplained_ns",
      "wait_unexplained_ns" } },
  { "communication", TASKS, FALSE, { "size_bytes", "moved_ns", "bandwidth" } },
  { NULL,
    TASKS | RANKS,
    TRUE,
    { "wait_recorded_ns", "exposed_wait_recorded_ns", "pp_send_receive_ns" } },
  { NULL, COMMUNICATION, FALSE, { "algorithm", "data_type" } },
  { "communication", COMMUNICATION, TRUE, { "share" } },
  { "communication_operators", COMMUNICATION, FALSE, { "slice_id" } },
  { NULL,
    PEERS,
    FALSE,
    { "wait_ns", "net_wait_ns", "caused_wait_ns", "waited_ns", "late_ns", "message_wait_ns",
      "intrinsic_communication_ns", "peer_wait_ns", "peer_bubble_ns", "last_rank", "last_count",
      "waited" } },
  { NULL, PEERS, TRUE, { "matched" } },
  { "communication|waits|group-waits",
    MEMBERS | COMMUNICATION,
    FALSE,
    { "kind", "ranks", "members", "src_rank", "dst_rank" } },
  { "communication",
    TASKS | RANKS,
    FALSE,
    { "usual_bandwidth", "of_kind", "place", "src_host", "dst_host", "slow" } },

  /* ranks beside each other */
  { "overview",
    PEERS,
    FALSE,
    { "slow", "group", "excess_name", "excess_ns", "reason", "certainty", "slice_id", "gain_ns",
      "gain_ranks" } },
  { "overview", STEPS, TRUE, { "counted_steps" } },
  { "operators", PEERS, FALSE, { "imbalance", "longest_rank" } },
  { NULL, PEERS | MODULES, FALSE, { "excess_module", "excess_module_ns" } },
  { "overview", MEMBERS | BIT (NO_RANK), FALSE, { "stage", "tp", "cp", "dp", "ep" } },

  /* kernels */
  { "operators", KERNELS | BIT (LEVEL_0), FALSE, { "type", "core", "dtypes", "blocks" } },
  { "operators|roofline", SHAPES, FALSE, { "shapes", "moved_bytes", "memory_rate" } },
  { "operators", SHAPES, FALSE, { "bytes" } },
  { NULL, WORK, FALSE, { "flops", "flops_per_s", "intensity" } },
  { NULL, WORK | BIT (NO_CHIP), FALSE, { "mfu", "mfu_core", "mfu_total", "mfu_known" } },
  { NULL, WORK | BIT (NO_CHIP) | BIT (NO_BANDWIDTH), FALSE, { "roof_flops_per_s", "roof_share" } },
  { NULL,
    COUNTERS,
    FALSE,
    { "mac_ratio", "vec_ratio", "mte1_ratio", "mte2_ratio", "mte3_ratio", "fixpipe_ratio",
      "scalar_ratio", "icache_miss", "cube_utilisation" } },

  /* pipelines */
  { "Pp",
    STAGES,
    FALSE,
    { "schedule", "variant", "micro_batches", "chunks", "is_reported", "uncertainty_ns", "at_ns",
      "rank", "value", "unit", "cause", "cause_rank", "kind", "gain_ns", "step_share", "share",
      "excess", "other" } },
  { "Pp", STAGES | BIT (NO_STEPS), FALSE, { "op", "op_share" } },
  { "Pp",
    STAGES,
    FALSE,
    { "late_sender_ns", "late_receiver_ns", "transfer_ns", "waited_stage", "waited_rank",
      "difference_ns", "forward_ns", "backward_ns", "ideal_ns", "excess_ns", "link_ns",
      "evidence" } },
  { "Pp", STAGES, TRUE, { "messages" } },
  { "Pp", BLOCKS, FALSE, { "idle_ns" } },
  { "Pp", LAUNCHES | BIT (NO_COMMUNICATION), TRUE, { "exposed_comm_ns" } },
  { "Pp", LAUNCHES, FALSE, { "compute_ns", "stream_id" } },
  { "Pp",
    COMMUNICATION | RANKS,
    FALSE,
    { "send_start_ns", "send_end_ns", "recv_start_ns", "recv_end_ns" } },
  { "Pp", RANKS, TRUE, { "imbalance" } },
  { "P2PPairs", TASKS, FALSE, { "op_connection_id" } },

  /* tables of the reference tool */
  { "ClusterTimeSummary", STEPS, FALSE, { "step" } },
  { "ClusterTimeSummary|ClusterStepTraceTime",
    DEVICE,
    FALSE,
    { "computation", "computing", "free", "memory",
      "memory_not_overlap_computation_communication" } },
  { "ClusterTimeSummary|ClusterStepTraceTime",
    COMMUNICATION,
    TRUE,
    { "communication", "communication_not_overlap_computation", "communication_overlap_computation",
      "communication_not_overlapped", "overlapped",
      "communication_not_overlapped_and_exclude_receive" } },
  { "ClusterTimeSummary",
    PEERS,
    TRUE,
    { "communication_wait_stage_time", "communication_transmit_stage_time" } },
  { "ClusterStepTraceTime", LAUNCHES | BIT (NO_STEPS), FALSE, { "preparing" } },
  { "ClusterStepTraceTime", MEMBERS, TRUE, { "dp_index", "pp_index", "tp_index" } },
};

/* camelCase of older tables as snake_case: what is asked for has one name. */
static void
to_snake (const char *name, char *snake, gsize size)
{
  gsize n = 0;

  for (; *name && n + 2 < size; name++)
    {
      if (g_ascii_isupper (*name) && n > 0)
        snake[n++] = '_';
      snake[n++] = g_ascii_tolower (*name);
    }
  snake[n] = '\0';
}

static gboolean
is_of (const char *table, const char *prefixes)
{
  while (*prefixes)
    {
      gsize length = strcspn (prefixes, "|");

      if (strncmp (table, prefixes, length) == 0)
        return TRUE;
      prefixes += length + (prefixes[length] == '|');
    }
  return FALSE;
}

static const Need *
find_need (const char *table, const char *column, gboolean is_of_table)
{
  for (gsize i = 0; i < G_N_ELEMENTS (column_needs); i++)
    if ((column_needs[i].table != NULL) == is_of_table &&
        (!is_of_table || (table && is_of (table, column_needs[i].table))) &&
        g_strv_contains (column_needs[i].columns, column))
      return &column_needs[i];
  return NULL;
}

/**
 * lsc_column_list_needs:
 * @table: (nullable): its name
 * @shows_as_zero: (out) (nullable): whether a column of zeros may mean that it is not known
 *
 * Returns: what a column needs of a recording, bits of #LscUnknown; 0 = its empty cells say nothing
 */
guint64
lsc_column_list_needs (const char *table, const char *column, gboolean *shows_as_zero)
{
  char snake[128];
  const Need *need;

  g_return_val_if_fail (column, 0);
  to_snake (column, snake, sizeof snake);
  need = find_need (table, snake, TRUE);
  if (!need)
    need = find_need (table, snake, FALSE);
  if (shows_as_zero)
    *shows_as_zero = need && need->shows_as_zero;
  return need ? need->bits : 0;
}

/**
 * lsc_unknown_find:
 * @table: (nullable): its name
 *
 * Returns: why an empty cell of a column is empty, %LSC_UNKNOWN_NONE where nothing lacks that it
 *   needs
 */
LscUnknown
lsc_unknown_find (const LscLacks *lacks, const char *table, const char *column)
{
  guint64 bits;

  g_return_val_if_fail (lacks && column, LSC_UNKNOWN_NONE);
  if (lacks->bits == 0)
    return LSC_UNKNOWN_NONE;
  bits = lsc_column_list_needs (table, column, NULL) & lacks->bits;
  return bits == 0 ? LSC_UNKNOWN_NONE : (LscUnknown) __builtin_ctzll (bits);
}

static gboolean
is_zero (const LscValue *value)
{
  return !value->is_null && !value->text &&
         (value->type == LSC_TYPE_REAL ? fpclassify (value->real) == FP_ZERO : value->integer == 0);
}

/* Whether a column has a 0 and nothing else. */
static gboolean
has_zeros_only (const LscTable *self, guint column)
{
  gboolean has_zero = FALSE;

  for (gsize row = 0; row < lsc_table_get_n_rows (self); row++)
    {
      LscValue value = lsc_table_get (self, row, column);

      if (!value.is_null && !is_zero (&value))
        return FALSE;
      has_zero = has_zero || !value.is_null;
    }
  return has_zero;
}

/**
 * lsc_table_list_needs:
 *
 * Returns: (transfer full) (array) (nullable): of each column; %NULL where no recording lacks
 *   anything
 */
LscColumnNeed *
lsc_table_list_needs (const LscTable *self)
{
  LscColumnNeed *needs;

  g_return_val_if_fail (self, NULL);
  if (!lsc_table_has_lacks (self))
    return NULL;
  needs = g_new0 (LscColumnNeed, lsc_table_get_n_columns (self) + 1);
  for (guint i = 0; i < lsc_table_get_n_columns (self); i++)
    {
      gboolean shows_as_zero;

      needs[i].bits = lsc_column_list_needs (lsc_table_get_name (self),
                                             lsc_table_get_column (self, i)->name, &shows_as_zero);
      needs[i].is_zero = shows_as_zero && has_zeros_only (self, i);
    }
  return needs;
}

/**
 * lsc_table_explain:
 * @needs: of lsc_table_list_needs()
 * @lacks: of lsc_table_get_lacks() of @row
 *
 * Returns: why a cell is empty or 0, %LSC_UNKNOWN_NONE of one that is known, or of which there is
 *   nothing to say
 */
LscUnknown
lsc_table_explain (const LscTable *self, gsize row, guint column, const LscColumnNeed *needs,
                   const LscLacks *lacks)
{
  guint64 bits;

  g_return_val_if_fail (self && needs && lacks, LSC_UNKNOWN_NONE);
  bits = needs[column].bits & lacks->bits;
  if (bits == 0 || (!needs[column].is_zero && !lsc_table_get (self, row, column).is_null))
    return LSC_UNKNOWN_NONE;
  return (LscUnknown) __builtin_ctzll (bits);
}

/**
 * lsc_table_explain_row:
 * @needs: of lsc_table_list_needs()
 * @list: (element-type LscUnknownCells): appended to: what of a row is not known, by reason
 */
void
lsc_table_explain_row (const LscTable *self, gsize row, const LscColumnNeed *needs, GPtrArray *list)
{
  LscLacks lacks;

  g_return_if_fail (self && needs && list);
  lacks = lsc_table_get_lacks (self, row);
  for (guint i = 0; lacks.bits != 0 && i < lsc_table_get_n_columns (self); i++)
    {
      LscUnknown unknown = lsc_table_explain (self, row, i, needs, &lacks);

      if (unknown != LSC_UNKNOWN_NONE)
        lsc_unknown_cells_add (list, unknown, lacks.recorder, lsc_table_get_column (self, i)->name,
                               lsc_table_get_column (self, i)->title);
    }
}

static void
free_cells (gpointer data)
{
  LscUnknownCells *self = data;

  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->titles);
  g_free (self);
}

/** Returns: (transfer full) (element-type LscUnknownCells): an empty list */
GPtrArray *
lsc_unknown_cells_new_list (void)
{
  return g_ptr_array_new_with_free_func (free_cells);
}

static LscUnknownCells *
get_cells (GPtrArray *list, LscUnknown unknown, LscRecorder recorder)
{
  LscUnknownCells *cells;

  for (guint i = 0; i < list->len; i++)
    if (((LscUnknownCells *) list->pdata[i])->unknown == unknown)
      return list->pdata[i];
  cells = g_new0 (LscUnknownCells, 1);
  *cells = (LscUnknownCells){ unknown, recorder, g_ptr_array_new_with_free_func (g_free),
                              g_ptr_array_new () };
  g_ptr_array_add (list, cells);
  return cells;
}

/** Adds a reason of all that was asked for, and of no column. */
void
lsc_unknown_cells_add_reason (GPtrArray *list, LscUnknown unknown, LscRecorder recorder)
{
  g_return_if_fail (list && unknown < LSC_UNKNOWN_N);
  get_cells (list, unknown, recorder);
}

/**
 * lsc_unknown_cells_add:
 * @column: copied
 * @title: (nullable) (transfer none): static, untranslated
 *
 * Adds a column to those that are not known for that reason; once.
 */
void
lsc_unknown_cells_add (GPtrArray *list, LscUnknown unknown, LscRecorder recorder,
                       const char *column, const char *title)
{
  LscUnknownCells *cells;

  g_return_if_fail (list && unknown < LSC_UNKNOWN_N && column);
  cells = get_cells (list, unknown, recorder);
  if (g_ptr_array_find_with_equal_func (cells->columns, column, g_str_equal, NULL))
    return;
  g_ptr_array_add (cells->columns, g_strdup (column));
  g_ptr_array_add (cells->titles, (gpointer) title);
}

/** Adds what another list says, each column once. */
void
lsc_unknown_cells_add_all (GPtrArray *list, const GPtrArray *other)
{
  g_return_if_fail (list && other);
  for (guint i = 0; i < other->len; i++)
    {
      const LscUnknownCells *cells = other->pdata[i];

      for (guint k = 0; k < cells->columns->len; k++)
        lsc_unknown_cells_add (list, cells->unknown, cells->recorder, cells->columns->pdata[k],
                               cells->titles->pdata[k]);
    }
}

/* (transfer full): the first titles, and how many more there are */
static char *
list_titles (const LscUnknownCells *self)
{
  GString *text = g_string_new (NULL);
  guint n = self->columns->len;

  for (guint i = 0; i < n && i < MOST_TITLES; i++)
    {
      const char *title = self->titles->pdata[i];

      g_string_append_printf (text, "%s%s", i > 0 ? C_ ("list of parts", ", ") : "",
                              title ? _ (title) : (const char *) self->columns->pdata[i]);
    }
  if (n > MOST_TITLES)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, " and %u more", " and %u more", n - MOST_TITLES),
        n - MOST_TITLES);
  return g_string_free (text, FALSE);
}

/** Returns: (transfer full): translated: "Shapes, FLOPs: not known, because …. Remedy." */
char *
lsc_unknown_cells_to_words (const LscUnknownCells *self)
{
  g_autofree char *titles = NULL;

  g_return_val_if_fail (self, NULL);
  if (self->columns->len == 0)
    return lsc_unknown_to_words (self->unknown, self->recorder);
  titles = list_titles (self);
  return lsc_unknown_to_sentence (self->unknown, self->recorder, titles);
}

/**
 * lsc_table_list_unknown:
 *
 * Returns: (transfer full) (element-type LscUnknownCells): what is not known in some row, by reason
 */
GPtrArray *
lsc_table_list_unknown (const LscTable *self)
{
  GPtrArray *list = lsc_unknown_cells_new_list ();
  g_autofree LscColumnNeed *needs = NULL;

  g_return_val_if_fail (self, list);
  needs = lsc_table_list_needs (self);
  for (gsize row = 0; needs && row < lsc_table_get_n_rows (self); row++)
    lsc_table_explain_row (self, row, needs, list);
  return list;
}
