/* lsc-output.h - the one way to write a file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"

G_BEGIN_DECLS

/* Marks the databases of “convert” in the header field that SQLite keeps for it ("Lscp"). */
#define LSC_OUTPUT_APPLICATION_ID 0x4c736370

/* Marks the extracts of ranks ("Lscx"). */
#define LSC_OUTPUT_EXTRACT_ID 0x4c736378

/* Marks the databases that result tables were written into when they were made ("Lsct"). */
#define LSC_OUTPUT_TABLES_ID 0x4c736374

/**
 * LscOutputFlags:
 * @LSC_OUTPUT_INTO_PROFILE: may replace a file of a profile, as the user asked for expressly
 * @LSC_OUTPUT_OWN_DATABASE: replaces nothing but a database with %LSC_OUTPUT_APPLICATION_ID
 * @LSC_OUTPUT_OWN_EXTRACT: likewise, with %LSC_OUTPUT_EXTRACT_ID
 * @LSC_OUTPUT_PRIVATE: for the user's eyes only
 * @LSC_OUTPUT_EDITED: what is there may have been edited by hand, and is kept
 */
typedef enum
{
  LSC_OUTPUT_PLAIN = 0,
  LSC_OUTPUT_INTO_PROFILE = 1 << 0,
  LSC_OUTPUT_OWN_DATABASE = 1 << 1,
  LSC_OUTPUT_PRIVATE = 1 << 2,
  LSC_OUTPUT_EDITED = 1 << 3,
  LSC_OUTPUT_OWN_EXTRACT = 1 << 4,
} LscOutputFlags;

/**
 * LscOutput:
 *
 * A file that is being written under a temporary name. It gets its own name when it is complete and
 * on the disk; until then, and on every failure or interrupt, what was there stays as it was.
 */
typedef struct _LscOutput LscOutput;

LscOutput *lsc_output_new (const char *path, LscOutputFlags flags, GError **error);
const char *lsc_output_get_temporary (const LscOutput *self);
char *lsc_output_get_open_name (const LscOutput *self);
const char *lsc_output_make_scratch (LscOutput *self, GError **error);
GOutputStream *lsc_output_get_stream (LscOutput *self);
gboolean lsc_output_write (LscOutput *self, const void *bytes, gsize n, GError **error);
gboolean lsc_output_copy_from (LscOutput *self, const char *source, LscJob *job, GError **error);
gboolean lsc_output_commit (LscOutput *self, GError **error);
void lsc_output_discard (LscOutput *self);

gboolean lsc_output_write_file (const char *path, LscOutputFlags flags, const void *bytes, gsize n,
                                GError **error);
gboolean lsc_output_make_folder (const char *path, LscOutputFlags flags, GError **error);

/* What is never written. */
void lsc_output_protect_file (const char *path);
void lsc_output_release_file (const char *path);
void lsc_output_protect_folder (const char *path);
gboolean lsc_output_check (const char *path, GError **error);
gboolean lsc_output_check_open (int fd, GError **error);
gboolean lsc_output_check_log (const char *path, GError **error);
gboolean lsc_output_check_edited (const char *path, GError **error);

/**
 * LscOutputLock:
 *
 * Keeps other runs of the program from the files of a folder between reading and replacing one.
 */
typedef struct _LscOutputLock LscOutputLock;

LscOutputLock *lsc_output_lock (const char *path, LscJob *job, GError **error);
void lsc_output_unlock (LscOutputLock *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOutput, lsc_output_discard)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOutputLock, lsc_output_unlock)

G_END_DECLS
