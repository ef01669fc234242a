/* lsc-report-memory.h - memory in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/memory/lsc-memory.h"
#include "draw/memory/lsc-memory-plot.h"
#include "export/report/lsc-report.h"
#include "export/report/lsc-report-wish.h"
#include "session/lsc-session.h"

G_BEGIN_DECLS

/**
 * LscReportMemoryView: what of the curves is drawn
 * @begin_ns, @end_ns: as recorded; both 0 = all of it
 * @moment_ns: %G_MININT64 = none is marked
 */
typedef struct
{
  guint32 pool;
  LscMemoryPlotForm form;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 moment_ns;
} LscReportMemoryView;

LscMemory *lsc_report_find_memory (LscSession *session, LscTable **ranks, LscTable **ops,
                                   LscJob *job);
gboolean lsc_report_add_memory (LscReportSection *section, const char *title, LscMemory *memory,
                                const LscReportMemoryView *what, GError **error);
void lsc_report_add_memory_section (LscReport *report, LscMemory *memory, LscTable *ranks,
                                    LscTable *ops, LscJob *job);
LscReport *lsc_report_new_memory (LscMemory *memory, const char *place, const LscReportWish *wish,
                                  LscJob *job);

G_END_DECLS
