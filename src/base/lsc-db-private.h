/* lsc-db-private.h - shared by the parts of lsc-db
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-db.h"

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
  guint32 root;        /* page where it begins, 0 = none that is known */
  GPtrArray *columns;  /* char *, without generated ones; loaded when first asked for */
  GByteArray *is_real; /* by column: whether integers in it are read as real numbers */
  const char *rowid;   /* what SQL calls the number of a row; %NULL = there is none */
  gboolean is_plain;   /* @columns are all there are, in the order in which rows have them */
  int alias;           /* the column that stands for the number of the row; -1 = none */
  int rc;              /* of asking for them: with another than SQLITE_OK they are not known */
  gboolean is_guessed;
  gint64 n_guessed; /* rows, as lsc_db_guess_rows() says */
} LscDbTable;

/** The files of a database that SQLite may ask for. */
typedef enum
{
  LSC_DB_MAIN,
  LSC_DB_JOURNAL,
  LSC_DB_WAL,
  LSC_DB_N_PARTS,
} LscDbPart;

struct _LscDb
{
  sqlite3 *handle;
  sqlite3_vfs vfs; /* through which the handle knows fds alone */
  char vfs_name[40];
  gboolean is_registered;
  int fds[LSC_DB_N_PARTS]; /* by LscDbPart; -1 = not there */
  gboolean is_copy;        /* they are private copies without a name, not the user's file */
  char *path;              /* as given, for messages */
  char *real_path;         /* links resolved: the log lies beside this one */
  LscFileStamp stamp;
  gint64 looked_at_ns;    /* since the epoch: when the stamps were taken, or before */
  LscDbPart log_part;     /* of a copy: which log belongs to it */
  LscFileStamp log_stamp; /* of that */
  gint64 size_bytes;      /* of the database and its log */
  LscJob *job;
  GHashTable *tables;     /* lower-case name to LscDbTable */
  GHashTable *statements; /* SQL to sqlite3_stmt */
  gint64 steps_left;      /* of the virtual machine, for the statement that runs */
  gint64 deadline_us;     /* of the statement that runs, 0 = none */
  GError *failure;        /* the first of questions that have no other way to tell of it */
  gboolean has_refused;   /* a scan: pages are looked at once, and would seem sound from then on */
  LscScan *running;       /* (nullable): whose rows SQLite hands over at the moment */
  gint64 idle_since_us;
};

gboolean _lsc_file_stamp (const char *path, LscFileStamp *stamp);
gboolean _lsc_db_file_prepare (LscDb *self, gboolean may_copy, GError **error);
gboolean _lsc_db_file_is_settled (const LscDb *self);
gboolean _lsc_db_file_is_current (const LscDb *self);
int _lsc_db_file_open_unnamed (void);
char *_lsc_db_file_describe_pages (LscDb *self);

int _lsc_db_vfs_open (LscDb *self);
void _lsc_db_vfs_close (LscDb *self);

LscDbTable *_lsc_db_find_table (LscDb *self, const char *table);
void _lsc_db_allow_steps (LscDb *self);
gboolean _lsc_db_is_late (const LscDb *self);
char *_lsc_db_format (const char *format, ...);
void _lsc_db_note_failure (LscDb *self, int rc, const char *table);
int _lsc_db_run_int64 (LscDb *self, const char *sql, gint64 *value, gboolean *ok_out);
int _lsc_db_add_take_row (LscDb *self);
void _lsc_db_set_error (LscDb *self, GError **error, int rc, const char *table, gint64 n_rows);

G_END_DECLS
