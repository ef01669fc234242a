/* lsc-text-tables.h - the small tables and JSON files of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

#include "base/lsc-csv.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** A row of step_trace_time.csv; figures in ns, -1 = missing, the last two as rounded by the vendor
 * and 0 when missing. */
typedef struct
{
  gint64 step;
  gint64 computing_ns;
  gint64 not_overlapped_ns;
  gint64 overlapped_ns;
  gint64 communication_ns;
  gint64 free_ns;
  gint64 stage_ns;
  gint64 preparing_ns;
} LscStepRow;

LSC_DEFINE_ARRAY (LscStepRows, lsc_step_rows, LscStepRow)

/** Readers: what they know of a recording's files; see lsc_text_files_new(). */
typedef struct
{
  char *archive; /* (nullable) */
  char *folder;  /* its folder, or the folder of the member inside of the archive */
  GStrv members; /* (nullable): of the archive */
} LscTextFiles;

LscTextFiles *lsc_text_files_new (const LscSource *source);
void lsc_text_files_free (LscTextFiles *self);
char *lsc_text_files_find (const LscTextFiles *self, const char *name);
char *lsc_text_files_find_newest (const LscTextFiles *self, const char *stem);
GPtrArray *lsc_text_files_list (const LscTextFiles *self);

void lsc_text_table_report (LscNotices *notices, const LscCsv *csv, const char *path,
                            const GError *error, gint64 n_bad, gint64 first_bad);
gboolean lsc_text_read_steps (const LscTextFiles *files, LscStepRows *rows, gint64 *device,
                              LscNotices *notices, LscJob *job);
GHashTable *lsc_text_read_groups (const LscTextFiles *files, LscNotices *notices);
void lsc_text_read_comms (const LscTextFiles *files, LscTimeline *timeline, GHashTable *groups);
LscMetadata *lsc_text_read_metadata (const LscSource *source, LscNotices *notices);
LscMemoryBlocks *lsc_text_read_blocks (const char *path, LscJob *job, GError **error);
void lsc_text_add_memory (LscTimeline *timeline, const LscTextFiles *files, LscJob *job);

/** An operator that communication.json lists, in the step "step13". */
typedef void (*LscTextCommFunc) (const char *name, const char *hash, gint64 step, JsonObject *about,
                                 gpointer user_data);

void lsc_text_foreach_comm (const LscTextFiles *files, LscNotices *notices, LscTextCommFunc func,
                            gpointer user_data);
gboolean lsc_text_get_json_ns (JsonObject *object, const char *key, gint64 unit_ns, gint64 *ns);

/** What the exporter sums up of a link: @ends such as "0-3", places in the group of @hash. */
typedef struct
{
  const char *hash;
  const char *ends;
  const char *transport; /* (nullable) */
  gint64 bytes;
  gint64 ns;
} LscToldLink;

void lsc_text_take_link (LscTimeline *timeline, LscTransfers *into, const LscToldLink *link);
void lsc_text_read_matrix (LscTimeline *timeline, const LscTextFiles *files, LscTransfers *into);
JsonNode *lsc_text_load_object (const char *path, const char *code, LscNotices *notices);

LscCommGroup *lsc_text_get_group (LscTimeline *timeline, GHashTable *groups, const char *op_name);
LscCommGroup *lsc_text_get_group_of_hash (LscTimeline *timeline, const char *hash);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTextFiles, lsc_text_files_free)

G_END_DECLS
