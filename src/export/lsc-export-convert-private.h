/* lsc-export-convert-private.h - what the writers of a database of our own share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-intern.h"
#include "base/lsc-output.h"
#include "export/lsc-export-convert.h"
#include "export/lsc-export-sql-private.h"

G_BEGIN_DECLS

/** Tables that are filled row by row. */
typedef enum
{
  LSC_CONVERT_ABOUT,
  LSC_CONVERT_NODE,
  LSC_CONVERT_NAME,
  LSC_CONVERT_KIND,
  LSC_CONVERT_SLICE,
  LSC_CONVERT_LINK,
  LSC_CONVERT_SERIES,
  LSC_CONVERT_SAMPLE,
  LSC_CONVERT_STEP,
  LSC_CONVERT_TOLD_STEP,
  LSC_CONVERT_COMM_GROUP,
  LSC_CONVERT_FACT,
  LSC_CONVERT_KERNEL_KIND,
  LSC_CONVERT_KERNEL,
  LSC_CONVERT_PEER,
  LSC_CONVERT_WAIT,
  LSC_CONVERT_N_INSERTS,
} LscConvertInsert;

struct _LscConvert
{
  char *path;
  LscOutput *output;
  LscSqlTarget target;
  sqlite3_stmt *inserts[LSC_CONVERT_N_INSERTS];
  LscIntern *names;
  GHashTable *kernel_kinds; /* a kind as text -> its id + 1 */
  guint n_ranks;
  gint64 n_nodes;
  gint64 n_series;
  gint64 n_links;
  gint64 n_samples;
};

static inline gboolean
_lsc_convert_insert (LscConvert *self, LscConvertInsert which, GError **error)
{
  return _lsc_sql_insert (&self->target, self->inserts[which], error);
}

/* lsc-export-convert-facts.c */
gboolean _lsc_convert_add_facts (LscConvert *self, const LscTimeline *timeline, const LscRun *run,
                                 GError **error);
gboolean _lsc_convert_add_places (LscConvert *self, gint64 first_link, gint64 first_sample,
                                  GError **error);

/* lsc-export-convert-messages.c */
gboolean _lsc_convert_add_messages (LscConvert *self, const LscTimeline *timeline, GError **error);

/* lsc-export-convert-kernels.c */
gboolean _lsc_convert_add_kernels (LscConvert *self, const LscTimeline *timeline, const LscRun *run,
                                   GError **error);

G_END_DECLS
