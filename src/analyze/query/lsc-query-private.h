/* lsc-query-private.h - what the virtual tables of a query share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <sqlite3.h>

#include "analyze/query/lsc-query-account.h"
#include "analyze/query/lsc-sql-rows.h"

G_BEGIN_DECLS

#define LSC_QUERY_LONGEST_VALUE (4 * 1024 * 1024) /* bytes */
#define LSC_QUERY_MOST_ARGUMENTS 64

struct _LscQuery
{
  sqlite3 *db;
  sqlite3 *plain;                                      /* without tables, for printf() */
  sqlite3_stmt *printfs[LSC_QUERY_MOST_ARGUMENTS + 1]; /* by their arguments */
  GPtrArray *sources;                                  /* LscSource */
  LscQueryLoader loader;
  LscTimeline **timelines; /* (nullable) each: not read yet, or not readable */
  GPtrArray *runs;         /* (nullable) (element-type LscRun): those that could be read */
  gboolean are_timelines_loaded;
  gsize n_failed;
  guint n_extracts;      /* of them: without their events */
  GHashTable *tables;    /* those that were filled: LscSqlTable -> LscTable */
  GHashTable *kernel_of; /* (nullable): id of a slice -> 1 + row of the table shapes */
  LscNotices *notices;

  /* of the statement that runs */
  LscQueryAccount account;
  char *refused;      /* (nullable): a function that it may not call */
  GError *error;      /* of a table that could not be filled */
  GPtrArray *details; /* (nullable) (element-type LscDetail): of the slice asked for last */
  gint64 details_id;
};

/**
 * LscQueryCursor: where a statement is in a table; what a kind of table keeps beside it follows
 * @is_end: set by its filter and next
 */
typedef struct
{
  sqlite3_vtab_cursor base;
  LscQuery *query;
  const LscSqlTable *about;
  gboolean is_end;
} LscQueryCursor;

/**
 * LscQueryRows: how SQLite gets the rows of a kind of table
 * @cursor_bytes: of a struct that begins with #LscQueryCursor
 * @clear: (nullable): frees what the cursor holds
 *
 * The others are those of #sqlite3_module.
 */
typedef struct
{
  gsize cursor_bytes;
  void (*clear) (LscQueryCursor *cursor);
  int (*choose_plan) (sqlite3_vtab *table, sqlite3_index_info *info);
  int (*filter) (sqlite3_vtab_cursor *cursor, int plan, const char *text, int n,
                 sqlite3_value **values);
  int (*next) (sqlite3_vtab_cursor *cursor);
  int (*give) (sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column);
  int (*get_id) (sqlite3_vtab_cursor *cursor, sqlite3_int64 *id);
} LscQueryRows;

extern const LscQueryRows _lsc_query_slices;
extern const LscQueryRows _lsc_query_links;

gboolean _lsc_query_load_timelines (LscQuery *self);
LscTable *_lsc_query_get_table (LscQuery *self, const LscSqlTable *about);

gboolean _lsc_query_load_runs (LscQuery *self, GError **error);
gboolean _lsc_query_fill_shapes (LscQuery *self, LscTable *table, GError **error);
void _lsc_query_give_kernel (LscQuery *self, sqlite3_context *context, gint64 id, const char *name);

int _lsc_query_add_tables (LscQuery *self);

int _lsc_query_add_functions (LscQuery *self);
int _lsc_query_add_aggregates (LscQuery *self);
int _lsc_query_add_details (LscQuery *self);
gboolean _lsc_query_find_collective (const LscTimeline *timeline, LscSpot spot, LscSpot *found);
gboolean _lsc_query_sum_dims (const char *dims, const char *types, gint64 *bytes);
void _lsc_query_give_rank (sqlite3_context *context, gint64 rank);
void _lsc_query_give_bytes (LscQuery *self, sqlite3_context *context, guint index, LscSpot spot);
char *_lsc_query_explain (const char *message, const char *sql);
char *_lsc_query_rename (LscQuery *self, const char *message, const char *sql);
const char *const *_lsc_query_list_functions (gsize *n);
gboolean _lsc_query_may_call (const char *function);

const char *_lsc_query_scratch_name (void);
LscTable *_lsc_query_collect (LscQuery *self, sqlite3_stmt *stmt, gsize most_rows, int *code);

G_END_DECLS
