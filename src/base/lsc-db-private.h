/* lsc-db-private.h - shared by the parts of lsc-db
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-db.h"

G_BEGIN_DECLS

/** What a file looked like when it was opened. */
typedef struct
{
  guint64 inode;
  gint64 size_bytes;
  gint64 mtime_ns;
} LscFileStamp;

typedef struct
{
  char *name;
  GPtrArray *columns; /* char *, without generated ones; loaded when first asked for */
  gboolean has_rowid;
  int rc; /* of asking for them: with another than SQLITE_OK they are not known */
} LscDbTable;

struct _LscDb
{
  sqlite3 *handle;
  char *path;      /* as given, for messages */
  char *real_path; /* links resolved: the log lies beside this one */
  char *copy_dir;  /* private folder of the copy that is open, NULL = the file itself */
  LscFileStamp stamp;
  gint64 size_bytes; /* of the database and its log */
  LscJob *job;
  GHashTable *tables; /* lower-case name to LscDbTable */
  gint64 steps_left;  /* of the virtual machine, for the statement that runs */
  GError *failure;    /* the first of questions that have no other way to tell of it */
};

gboolean _lsc_file_stamp (const char *path, LscFileStamp *stamp);
gboolean _lsc_db_file_prepare (LscDb *self, gboolean may_copy, GError **error);
char *_lsc_db_file_uri (LscDb *self);
void _lsc_db_file_cleanup (LscDb *self);
gboolean _lsc_db_file_check_header (LscDb *self, GError **error);
char *_lsc_db_file_describe_pages (const char *path);

LscDbTable *_lsc_db_find_table (LscDb *self, const char *table);
void _lsc_db_allow_steps (LscDb *self);
void _lsc_db_set_error (LscDb *self, GError **error, int rc, const char *table, gint64 n_rows);

G_END_DECLS
