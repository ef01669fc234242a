/* lsc-sql-schema.h - the SQL tables of queries and of our own database, described once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The layout of our own database. It rises when a program that reads it has to know. */
#define LSC_SQL_VERSION 3

/* A slice of the i-th recording has the id (i << 32) | its number: one column names any slice. */
#define LSC_SQL_SLICE_ID(index, id) (((gint64) (index) << 32) | (gint64) (id))

typedef enum
{
  LSC_SQL_TEXT,
  LSC_SQL_INTEGER,
  LSC_SQL_REAL,
} LscSqlType;

/**
 * LscSqlColumn:
 * @unit: (nullable): "ns", "bytes"; a "share" runs from 0 to 1
 * @text: what it says, one sentence
 * @is_on_demand: of queries alone: read from the recording for each row that is asked for it
 */
typedef struct
{
  const char *name;
  LscSqlType type;
  const char *unit;
  const char *text;
  gboolean is_on_demand;
} LscSqlColumn;

/** Where a table is to be found. */
typedef enum
{
  LSC_SQL_IN_QUERY = 1 << 0,
  LSC_SQL_IN_FILE = 1 << 1,
  LSC_SQL_IN_BOTH = LSC_SQL_IN_QUERY | LSC_SQL_IN_FILE,
} LscSqlPlaces;

/**
 * LscSqlTable:
 * @text: what its rows are, one sentence
 * @query_view: (nullable): a query has it as a view over its other tables: the SELECT
 * @file_view: (nullable): a file has it as a view over the tables that are stored: the SELECT
 */
typedef struct
{
  const char *name;
  const char *text;
  LscSqlPlaces places;
  const LscSqlColumn *columns;
  guint n_columns;
  const char *query_view;
  const char *file_view;
} LscSqlTable;

const LscSqlTable *lsc_sql_list_tables (guint *n_tables);
const LscSqlTable *lsc_sql_find_table (const char *name);
const char *lsc_sql_type_name (LscSqlType type);
char *lsc_sql_declare (const LscSqlTable *table, gboolean is_stored);

G_END_DECLS
