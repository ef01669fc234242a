/* lsc-cli-results.h - the tables a command made, and writing them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"
#include "session/modes/lsc-modes.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_EXPORT_DB,
  LSC_EXPORT_XLSX,
  LSC_EXPORT_CSV,
  LSC_EXPORT_JSON,
} LscExportType;

/** Which workbook a table goes to. */
typedef enum
{
  LSC_BOOK_MODULE,     /* ModuleStatistic/module_statistic_{rank}.xlsx */
  LSC_BOOK_MFU_KERNEL, /* OperatorMfu/operator_mfu_kernel_{rank}.xlsx */
  LSC_BOOK_MFU_MODULE, /* OperatorMfu/operator_mfu_module_{rank}.xlsx */
  LSC_BOOK_PIPELINE,   /* a sheet of PpChart/pp_chart.xlsx */
  LSC_BOOK_TIMES,      /* ClusterTimeSummary/cluster_time_summary.xlsx */
  LSC_BOOK_SLOW_RANK,  /* a sheet of SlowRankAnalysis/slow_rank.xlsx */
  LSC_BOOK_MODE,       /* a sheet of FOLDER/MODE.xlsx, by LscResult.mode */
} LscBook;

/**
 * LscResult: a result table and where it goes
 * @stem: name of its json and csv file
 * @mode: (nullable): its files go to the folder of that mode
 */
typedef struct
{
  LscTable *table;
  const char *stem;
  LscBook book;
  const LscMode *mode;
} LscResult;

typedef struct
{
  GArray *results;      /* LscResult */
  GPtrArray *documents; /* (nullable): LscModeDocument */
  GPtrArray *asked;     /* names of all tables that the command is for, with rows or without */
  gint64 created_ns;
} LscResults;

void lsc_results_init (LscResults *self);
void lsc_results_clear (LscResults *self);
void lsc_results_ask (LscResults *self, const char *table_name);
void lsc_results_take (LscResults *self, LscTable *table, const char *stem, LscBook book);
void lsc_results_take_documents (LscResults *self, GPtrArray *documents);
void lsc_results_take_mode (LscResults *self, LscTable *table, const LscMode *mode);
gboolean lsc_export_type_from_name (const char *name, LscExportType *type);
void lsc_results_warn_of_old_tables (const LscResults *self, const char *folder,
                                     LscNotices *notices);
gboolean lsc_results_write (const LscResults *self, LscExportType type, const char *folder,
                            LscJob *job, GError **error);

G_END_DECLS
