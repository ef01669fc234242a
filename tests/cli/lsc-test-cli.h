/* lsc-test-cli.h - running the command line on profiles and looking at what it wrote
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

#include "lsc-test-files.h"
#include "lsc-test-profile.h"

G_BEGIN_DECLS

/* Exit codes of every command. */
enum
{
  EXIT_DELIVERED = 0,
  EXIT_WRONG_USAGE = 1,
  EXIT_NOTHING = 2,
  EXIT_PART = 3,
  EXIT_IO = 4,
  EXIT_BUDGET = 5,
};

/* A temporary folder with one for the profile and one for results. */
typedef struct
{
  char *root;
  char *data; /* what the commands read; watched: no command may change it */
  char *out;  /* where they are told to write; not made */
} LscTestPlace;

typedef struct
{
  int code;
  char *out;
  gsize out_length;
  char *err;
} LscTestOutput;

LscTestPlace *lsc_test_place_new (void);
void lsc_test_place_free (LscTestPlace *self);
void lsc_test_place_watch (LscTestPlace *self, gboolean is_watched);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTestPlace, lsc_test_place_free)

char *lsc_test_program (const char *relative);
LscTestOutput *lsc_test_spawn (const char *program, char **words);
LscTestOutput *lsc_test_cli_output (LscTestPlace *place, int code, ...) G_GNUC_NULL_TERMINATED;
void lsc_test_cli (LscTestPlace *place, int code, ...) G_GNUC_NULL_TERMINATED;
void lsc_test_output_free (LscTestOutput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTestOutput, lsc_test_output_free)

char *lsc_test_result (const LscTestPlace *place, const char *name);
char *lsc_test_read (const char *path, gsize *length);
void lsc_test_assert_same_file (const char *a, const char *b);
void lsc_test_assert_same_tree (const char *a, const char *b);
void lsc_test_assert_contains (const char *text, const char *part);
void lsc_test_assert_lacks (const char *text, const char *part);
char *lsc_test_sql (const char *db, const char *sql);
void lsc_test_sql_run (const char *db, const char *sql);
void lsc_test_sql_into_log (const char *db, const char *sql);
void lsc_test_copy (const char *from, const char *to);

GPtrArray *lsc_test_json_lines (const char *text);
JsonObject *lsc_test_json_object (const char *text);
char *lsc_test_json_keys (JsonObject *object);
char *lsc_test_json_row (JsonObject *object, const char *const *keys);
guint lsc_test_count_rows (const char *text, gint64 rank);
gboolean lsc_test_has_problem (JsonObject *info, const char *code, gint64 rank);

/* Profiles */
char *lsc_test_rank_dir (const char *data, int rank);
char *lsc_test_rank_db (const LscTestPlace *place, int rank);
char *lsc_test_write_rank (LscTestProfile *profile, const char *data, int rank);
LscTestProfile *lsc_test_module_profile (int rank);
LscTestProfile *lsc_test_pipeline_profile (int stage, int n_stages, int micro_batches);
void lsc_test_add_passes (LscTestProfile *p, int stage, int n_stages, int micro_batches,
                          gint64 offset_ns);
void lsc_test_add_pipeline (LscTestProfile *p, int stage, int n_stages, int micro_batches);
char *lsc_test_record (const LscTestPlace *place, const char *name, const char *options);
char *lsc_test_record_pipeline (const LscTestPlace *place, const char *name, const char *option);
void lsc_test_write_modules (const LscTestPlace *place, int n_ranks);
void lsc_test_write_pipeline (const LscTestPlace *place, int n_stages, int micro_batches);
void lsc_test_write_both (const LscTestPlace *place);

G_END_DECLS
