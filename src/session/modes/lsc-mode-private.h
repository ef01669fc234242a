/* lsc-mode-private.h - what modes share: ranks that are read one by one, groups, rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-db.h"
#include "session/modes/lsc-modes.h"

G_BEGIN_DECLS

/**
 * LscModeRun: a mode at work
 * @texts: one copy of each text, so that equal ones have the same address
 * @ccu: (element-type LscSource gboolean): of those that were opened, whether collectives run on
 * the CCU
 * @tables: (element-type LscTable): what it made
 * @n_used: ranks that have what it needs
 * @copied: (element-type LscSource): of them, whose databases are to be copied
 * @documents: (element-type LscModeDocument): files that are no tables
 * @has_failed: something of a rank could not be read
 * @lacks: why ranks were left out
 */
struct _LscModeRun
{
  LscSession *session;
  GPtrArray *sources;
  const LscModeOptions *options;
  LscNotices *notices;
  LscJob *job;
  GStringChunk *texts;
  GHashTable *ccu;
  GPtrArray *tables;
  guint n_used;
  GPtrArray *copied;
  GPtrArray *documents;
  gboolean has_failed;
  LscLacks lacks;
};

/**
 * LscModeRank: a rank that a mode reads
 * @db: of its tasks, or of what its exporter made of communication
 * @texts: by id, those that were asked for, or all
 * @n_looked_up: how many were looked up one by one
 * @begin, @end: the step that was asked for, else all
 * @error: why it cannot be read to its end
 */
typedef struct
{
  LscModeRun *run;
  LscSource *source;
  gint64 rank;
  LscDb *db;
  GHashTable *texts;
  guint n_looked_up;
  sqlite3_stmt *find_text;
  gint64 begin;
  gint64 end;
  GError *error;
} LscModeRank;

/* -- lsc-mode-rank.c -- */
gboolean _lsc_mode_rank_open (LscModeRank *self, LscModeRun *run, guint index,
                              const char *const *tables);
gboolean _lsc_mode_rank_open_analysis (LscModeRank *self, LscModeRun *run, guint index,
                                       const char *const *tables);
gboolean _lsc_mode_rank_open_communication (LscModeRank *self, LscModeRun *run, guint index,
                                            const char *const *tables);
void _lsc_mode_rank_close (LscModeRank *self);
gboolean _lsc_mode_rank_has_tables (LscModeRank *self, const char *const *tables);
gboolean _lsc_mode_rank_has_column (LscModeRank *self, const char *table, const char *column);
sqlite3_stmt *_lsc_mode_rank_ask (LscModeRank *self, const char *sql);
gboolean _lsc_mode_rank_next (LscModeRank *self, sqlite3_stmt **stmt);
const char *_lsc_mode_rank_get_text (LscModeRank *self, gint64 id);
const char *_lsc_mode_rank_get_text_at (LscModeRank *self, sqlite3_stmt *stmt, int column);
const char *_lsc_mode_keep (LscModeRun *run, const char *text);
void _lsc_mode_tell (LscModeRun *run, gint64 rank, LscSeverity severity, const char *text);

/* -- lsc-mode-groups.c -- */

#define LSC_MODE_MOST_KEYS 4

/** What rows are grouped by: texts of LscModeRun.texts, and a number. */
typedef struct
{
  const char *texts[LSC_MODE_MOST_KEYS];
  gint64 number;
} LscModeKey;

/**
 * LscModeGroup: the values of rows with the same key
 * @least_rank, @most_rank: the rank of the first row with the least and the largest value
 */
typedef struct
{
  LscModeKey key;
  GArray *values;
  double least;
  double most;
  gint64 least_rank;
  gint64 most_rank;
} LscModeGroup;

/** Groups in the order in which they were met. */
typedef struct
{
  GHashTable *index;
  GPtrArray *list;
} LscModeGroups;

/** The nine figures of a list (modes.md#describe), %LSC_REAL_NULL for what there is none of. */
typedef struct
{
  gint64 count;
  double mean;
  double sd;
  double min;
  double q1;
  double median;
  double q3;
  double max;
  double sum;
} LscModeFigures;

guint _lsc_mode_key_hash (gconstpointer key);
gboolean _lsc_mode_key_equal (gconstpointer a, gconstpointer b);
void _lsc_mode_groups_init (LscModeGroups *self);
void _lsc_mode_groups_clear (LscModeGroups *self);
LscModeGroup *_lsc_mode_groups_get (LscModeGroups *self, const LscModeKey *key);
void _lsc_mode_group_add (LscModeGroup *self, double value, gint64 rank);
void _lsc_mode_describe (GArray *values, LscModeFigures *out);
double _lsc_mode_quantile (const GArray *sorted, double share);
double _lsc_mode_round (double value, guint decimals);

/* -- lsc-mode-order.c -- */
guint *_lsc_mode_list_largest (const double *values, guint n);

/* -- lsc-mode-parallel.c -- */

/**
 * LscModeParallel: a group of `parallel_group_info`
 * @hash: as the exporter writes its name
 * @ranks: (element-type gint64): ascending
 */
typedef struct
{
  const char *id;
  const char *hash;
  const char *name;
  GArray *ranks;
} LscModeParallel;

char *_lsc_mode_group_id (const char *name);
GPtrArray *_lsc_mode_rank_list_parallel (LscModeRank *self);
GPtrArray *_lsc_mode_rank_need_parallel (LscModeRank *self);
GPtrArray *_lsc_mode_read_parallel (LscModeRun *run, const char *metadata);

/* -- lsc-mode-group-map.c -- */

/** The groups that occur in tables of communication. */
typedef struct
{
  GHashTable *index;
  GPtrArray *list;
} LscModeMap;

void _lsc_mode_map_init (LscModeMap *self);
void _lsc_mode_map_clear (LscModeMap *self);
void _lsc_mode_map_note (LscModeMap *self, LscModeRun *run, const char *op, const char *group,
                         gint64 rank);
void _lsc_mode_map_name (LscModeMap *self, LscModeRun *run);
guint _lsc_mode_map_count_sets (const LscModeMap *self, const char *group);
gboolean _lsc_mode_map_has_stages (const LscModeMap *self);
void _lsc_mode_map_write (LscModeMap *self, LscModeRun *run);
char *_lsc_mode_map_write_set (const LscModeMap *self, LscModeRun *run, const char *op,
                               const char *group);
void _lsc_mode_map_add_document (LscModeMap *self, LscModeRun *run);

/* -- lsc-mode-text.c -- */
gboolean _lsc_mode_has_text (const LscSource *source);
void _lsc_mode_add_text (LscModeRun *run, LscModeMap *map, gboolean with_times,
                         gboolean with_matrix);
void _lsc_mode_add_document (LscModeRun *run, const char *file, char *text);

/* -- lsc-mode-comm-time.c, lsc-mode-comm-matrix.c, lsc-mode-step-trace.c, lsc-mode-hosts.c -- */
void _lsc_mode_add_comm_times (LscModeRun *run, LscModeMap *map);
void _lsc_mode_add_comm_matrix (LscModeRun *run, LscModeMap *map);

gboolean _lsc_mode_add_step_trace (LscModeRun *run, const LscModeMap *map, GError **error);
guint _lsc_mode_add_hosts (LscModeRun *run);

/* -- lsc-mode-table.c -- */

/* A column of a table of the reference tool, defined in modes.md. */
#define LSC_MODE_TEXT(name_)                                                                       \
  {                                                                                                \
    .name = name_, .type = LSC_TYPE_TEXT, .source = "modes.md#tables"                              \
  }
#define LSC_MODE_INT(name_)                                                                        \
  {                                                                                                \
    .name = name_, .type = LSC_TYPE_INT, .source = "modes.md#tables"                               \
  }
#define LSC_MODE_REAL(name_)                                                                       \
  {                                                                                                \
    .name = name_, .type = LSC_TYPE_REAL, .source = "modes.md#tables"                              \
  }

#define LSC_MODE_DESCRIBE_FROM(MIN_MAX)                                                            \
  LSC_MODE_INT ("Count"), LSC_MODE_REAL ("MeanNs"), LSC_MODE_REAL ("StdNs"), MIN_MAX ("MinNs"),    \
      LSC_MODE_REAL ("Q1Ns"), LSC_MODE_REAL ("MedianNs"), LSC_MODE_REAL ("Q3Ns"),                  \
      MIN_MAX ("MaxNs"), MIN_MAX ("SumNs")
#define LSC_MODE_DESCRIBE LSC_MODE_DESCRIBE_FROM (LSC_MODE_REAL)

/** A row that is being written, column by column. */
typedef struct
{
  LscTable *table;
  gsize row;
  guint column;
} LscModeRow;

char *_lsc_mode_real_text (double value);
void _lsc_mode_append_us (GString *out, gint64 ns);
void _lsc_mode_append_time_us (GString *out, gint64 ns);
LscTable *_lsc_mode_add_table (LscModeRun *run, const char *name, const LscColumn *columns,
                               guint n_columns);
#define _LSC_MODE_ADD_TABLE(run, name, columns)                                                    \
  _lsc_mode_add_table (run, name, columns, G_N_ELEMENTS (columns))
LscModeRow _lsc_mode_row (LscTable *table);
void _lsc_mode_put_text (LscModeRow *self, const char *text);
void _lsc_mode_put_int (LscModeRow *self, gint64 value);
void _lsc_mode_put_real (LscModeRow *self, double value);
void _lsc_mode_put_figures (LscModeRow *self, const LscModeFigures *figures);

/* -- the modes -- */
extern const LscMode _lsc_mode_computational_op_masking;
extern const LscMode _lsc_mode_all;
extern const LscMode _lsc_mode_compute_op_sum;
extern const LscMode _lsc_mode_hccl_sum;
extern const LscMode _lsc_mode_cann_api_sum;
extern const LscMode _lsc_mode_cluster_time_compare_summary;
extern const LscMode _lsc_mode_communication_bottleneck;
extern const LscMode _lsc_mode_communication_group_map;
extern const LscMode _lsc_mode_communication_matrix;
extern const LscMode _lsc_mode_communication_matrix_sum;
extern const LscMode _lsc_mode_communication_time;
extern const LscMode _lsc_mode_communication_time_sum;
extern const LscMode _lsc_mode_ep_load_balance;
extern const LscMode _lsc_mode_export_summary;
extern const LscMode _lsc_mode_free_analysis;
extern const LscMode _lsc_mode_freq_analysis;
extern const LscMode _lsc_mode_mstx_sum;
extern const LscMode _lsc_mode_mstx2commop;
extern const LscMode _lsc_mode_p2p_pairing;
extern const LscMode _lsc_mode_slow_link;
extern const LscMode _lsc_mode_time_summary;

G_END_DECLS
