/* lsc-db-pages.h - rows straight from the pages of a database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-db.h"

G_BEGIN_DECLS

/** Fields of LscPagesQuery.fields that no record has. */
enum
{
  LSC_PAGES_ROWID = -1,
  LSC_PAGES_NULL = -2, /* the table lacks it */
};

/** Returns: %FALSE to end */
typedef gboolean (*LscPagesFunc) (LscCell **cells, gpointer user_data);

/**
 * LscPagesQuery: what to read
 * @fd: of the database, which nobody writes meanwhile
 * @root: the page where the table begins
 * @fields: (array length=n): the place of each cell in a record, each place once
 * @alias: the place of the column that stands for the row's number; -1 = none
 * @first, @last: the numbers of the rows; a part of a table where they leave any out
 * @func: (nullable): told each row in the order of the file, which is that of the numbers
 */
typedef struct
{
  int fd;
  guint32 root;
  const int *fields;
  guint n;
  int alias;
  gint64 first;
  gint64 last;
  LscPagesFunc func;
  gpointer user_data;
} LscPagesQuery;

/** How a pass ended. */
typedef enum
{
  LSC_PAGES_DONE,
  LSC_PAGES_STOPPED, /* by the function */
  LSC_PAGES_FAILED,  /* the file cannot be read; nothing is said of its content */
  LSC_PAGES_ODD,     /* there is something that SQLite must see to from this row on; a part is in
                        order, so that SQLite should find its rows by their numbers */
  LSC_PAGES_BROKEN,  /* so it is, but only a pass over the whole table comes to all its rows */
} LscPagesEnd;

LscPagesEnd lsc_pages_read (const LscPagesQuery *query, gint64 *n_left);

G_END_DECLS
