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
  LscTable *tables[16]; /* by LscQueryTable, NULL = not made yet */
  LscNotices *notices;

  /* of the statement that runs */
  LscQueryAccount account;
  char *refused; /* (nullable): a function that it may not call */
  GError *error; /* of a table that could not be filled */
};

/** Tables that are kept as result tables. */
typedef enum
{
  LSC_QUERY_RANKS,
  LSC_QUERY_LANES,
  LSC_QUERY_STEPS,
  LSC_QUERY_GAPS,
  LSC_QUERY_BREAKS,
  LSC_QUERY_SYNCS,
  LSC_QUERY_DISPATCH,
  LSC_QUERY_COUNTERS,
  LSC_QUERY_MODULES,
  LSC_QUERY_BLOCKS,
  LSC_QUERY_N_TABLES,
} LscQueryTable;

gboolean _lsc_query_load_timelines (LscQuery *self);
LscTable *_lsc_query_get_table (LscQuery *self, LscQueryTable table);
gboolean _lsc_query_load_runs (LscQuery *self, GError **error);
const LscSqlTable *_lsc_query_table_about (LscQueryTable table);
int _lsc_query_declare (sqlite3 *db, const LscSqlTable *about);

int _lsc_query_add_slices (LscQuery *self);
int _lsc_query_add_links (LscQuery *self);
int _lsc_query_add_tables (LscQuery *self);

int _lsc_query_add_functions (LscQuery *self);
gboolean _lsc_query_may_call (const char *function);
void _lsc_query_on_printf (sqlite3_context *context, int argc, sqlite3_value **values);

LscTable *_lsc_query_collect (LscQuery *self, sqlite3_stmt *stmt, gsize most_rows, int *code);

G_END_DECLS
