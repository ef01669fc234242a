/* lsc-mode-communication.c - communication_time, _matrix, _group_map and the _sum of both: the
 * tables of the exporters of all ranks, put together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-private.h"

/* modes.md#communication-time, #communication-matrix, #communication-group-map */

static const LscModeTable map_tables[] = {
  { "CommunicationGroupMapping", "communication_group_mapping" },
};
static const LscModeTable time_tables[] = {
  { "CommunicationGroupMapping", "communication_group_mapping" },
  { "ClusterCommunicationTime", "cluster_communication_time" },
  { "ClusterCommunicationBandwidth", "cluster_communication_bandwidth" },
};
static const LscModeTable matrix_tables[] = {
  { "ClusterCommunicationMatrix", "cluster_communication_matrix" },
};

#define CLUSTER_TABLES                                                                             \
  { "CommunicationGroupMapping", "communication_group_mapping" },                                  \
      { "ClusterStepTraceTime", "cluster_step_trace_time" },                                       \
      { "ClusterBaseInfo", "cluster_base_info" }, { "HostInfo", "host_info" },                     \
  {                                                                                                \
    "RankDeviceMap", "rank_device_map"                                                             \
  }

static const LscModeTable whole_time_tables[] = {
  CLUSTER_TABLES,
  { "ClusterCommunicationTime", "cluster_communication_time" },
  { "ClusterCommunicationBandwidth", "cluster_communication_bandwidth" },
};
static const LscModeTable whole_matrix_tables[] = {
  CLUSTER_TABLES,
  { "ClusterCommunicationMatrix", "cluster_communication_matrix" },
};
static const LscModeTable all_tables[] = {
  CLUSTER_TABLES,
  { "ClusterCommunicationTime", "cluster_communication_time" },
  { "ClusterCommunicationBandwidth", "cluster_communication_bandwidth" },
  { "ClusterCommunicationMatrix", "cluster_communication_matrix" },
};

static gboolean
run_map (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "CommAnalyzerTime", NULL };
  LscModeMap map;
  LscModeRank rank;

  _lsc_mode_map_init (&map);
  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open_analysis (&rank, self, i, needed))
      {
        sqlite3_stmt *stmt = _lsc_mode_rank_ask (
            &rank, "SELECT DISTINCT hccl_op_name, group_name FROM CommAnalyzerTime "
                   "WHERE hccl_op_name NOT NULL AND group_name NOT NULL");

        while (_lsc_mode_rank_next (&rank, &stmt))
          _lsc_mode_map_note (&map, self, (const char *) sqlite3_column_text (stmt, 0),
                              _lsc_mode_keep (self, (const char *) sqlite3_column_text (stmt, 1)),
                              rank.rank);
        self->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  _lsc_mode_map_name (&map, self);
  _lsc_mode_map_write (&map, self);
  _lsc_mode_map_clear (&map);
  return TRUE;
}

static gboolean
run_time_sum (LscModeRun *self, GError **error)
{
  LscModeMap map;

  _lsc_mode_map_init (&map);
  _lsc_mode_add_comm_times (self, &map);
  _lsc_mode_map_write (&map, self);
  _lsc_mode_map_clear (&map);
  return TRUE;
}

static gboolean
run_matrix_sum (LscModeRun *self, GError **error)
{
  LscModeMap map;

  _lsc_mode_map_init (&map);
  _lsc_mode_add_comm_matrix (self, &map);
  _lsc_mode_map_clear (&map);
  return TRUE;
}

/* What both modes write beside their own tables. */
static gboolean
add_cluster (LscModeRun *self, LscModeMap *map, GError **error)
{
  gboolean is_done;
  guint n_hosts;

  _lsc_mode_map_write (map, self);
  is_done = _lsc_mode_add_step_trace (self, map, error);
  n_hosts = is_done ? _lsc_mode_add_hosts (self) : 0;
  self->n_used = MAX (self->n_used, n_hosts);
  _lsc_mode_map_clear (map);
  return is_done;
}

static gboolean
run_time (LscModeRun *self, GError **error)
{
  LscModeMap map;

  _lsc_mode_map_init (&map);
  _lsc_mode_add_comm_times (self, &map);
  _lsc_mode_add_text (self, &map, TRUE, FALSE);
  return add_cluster (self, &map, error);
}

static gboolean
run_matrix (LscModeRun *self, GError **error)
{
  LscModeMap map;

  _lsc_mode_map_init (&map);
  _lsc_mode_add_comm_matrix (self, &map);
  _lsc_mode_add_text (self, &map, FALSE, TRUE);
  _lsc_mode_map_name (&map, self);
  return add_cluster (self, &map, error);
}

static gboolean
run_all (LscModeRun *self, GError **error)
{
  LscModeMap map;
  guint n_used;

  _lsc_mode_map_init (&map);
  _lsc_mode_add_comm_matrix (self, &map);
  n_used = self->n_used;
  self->n_used = 0;
  _lsc_mode_add_comm_times (self, &map);
  self->n_used = MAX (self->n_used, n_used);
  _lsc_mode_add_text (self, &map, TRUE, TRUE);
  return add_cluster (self, &map, error);
}

const LscMode _lsc_mode_all = {
  .name = "all",
  .folder = "ClusterSummary",
  .tables = all_tables,
  .n_tables = G_N_ELEMENTS (all_tables),
  .has_text = TRUE,
  .run = run_all,
};

const LscMode _lsc_mode_communication_time = {
  .name = "communication_time",
  .folder = "CommunicationTime",
  .tables = whole_time_tables,
  .n_tables = G_N_ELEMENTS (whole_time_tables),
  .has_text = TRUE,
  .run = run_time,
};

const LscMode _lsc_mode_communication_matrix = {
  .name = "communication_matrix",
  .folder = "CommunicationMatrix",
  .tables = whole_matrix_tables,
  .n_tables = G_N_ELEMENTS (whole_matrix_tables),
  .has_text = TRUE,
  .run = run_matrix,
};

const LscMode _lsc_mode_communication_group_map = {
  .name = "communication_group_map",
  .folder = "CommunicationGroupMap",
  .tables = map_tables,
  .n_tables = G_N_ELEMENTS (map_tables),
  .run = run_map,
};

const LscMode _lsc_mode_communication_time_sum = {
  .name = "communication_time_sum",
  .folder = "CommunicationTimeSum",
  .tables = time_tables,
  .n_tables = G_N_ELEMENTS (time_tables),
  .has_text = TRUE,
  .run = run_time_sum,
};

const LscMode _lsc_mode_communication_matrix_sum = {
  .name = "communication_matrix_sum",
  .folder = "CommMatrixSum",
  .tables = matrix_tables,
  .n_tables = G_N_ELEMENTS (matrix_tables),
  .has_text = TRUE,
  .run = run_matrix_sum,
};
