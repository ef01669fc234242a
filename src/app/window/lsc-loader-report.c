/* lsc-loader-report.c - writing documents off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"
#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-operators.h"
#include "export/report/lsc-report-pair.h"
#include "export/report/lsc-report-pins.h"
#include "export/report/lsc-report-memory.h"
#include "export/report/lsc-report-single.h"
#include "session/lsc-session-lacks.h"

/** A document that is wanted. @sessions: before and after, or the only one and %NULL */
typedef struct
{
  LscSession *sessions[LSC_N_SIDES];
  LscSessionPair *pair; /* both; of a single recording it with itself, for its parts */
  char *places[LSC_N_SIDES];
  GPtrArray *pins; /* (nullable) LscPin */
  gboolean is_pins_only;
} Report;

static void
report_free (gpointer data)
{
  Report *self = data;

  g_clear_pointer (&self->pair, lsc_session_pair_unref);
  g_clear_pointer (&self->pins, g_ptr_array_unref);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_clear_pointer (&self->sessions[side], lsc_session_unref);
      g_free (self->places[side]);
    }
  g_free (self);
}

/* Adds what is pinned, made anew. @maker: outlives the document */
static void
add_pins (Report *self, LscReport *report, LscPinMaker *maker)
{
  if (!self->pins || self->pins->len == 0)
    return;
  lsc_report_add_pins (report, self->pins, maker);
  if (self->is_pins_only)
    lsc_report_keep_pins_only (report);
}

static gboolean
write_pair (Report *self, const char *path, LscJob *job, GError **error)
{
  g_autoptr (LscCompare) compare = lsc_session_pair_get_compare (self->pair, job, error);
  g_autoptr (LscChips) chips = NULL;
  LscReportPair pair = { .places = { self->places[LSC_BEFORE], self->places[LSC_AFTER] },
                         .compare = compare };
  LscPinMaker *maker;
  LscReport *report;
  gboolean is_written;

  if (!compare)
    return FALSE;
  if (lsc_compare_wants_chips (compare, LSC_ACROSS_CHIPS_AUTO))
    chips = lsc_session_pair_get_chips (self->pair, job, NULL);
  pair.chips = chips;
  lsc_report_pair_read (&pair, self->pair, job);
  maker = lsc_pin_maker_new (self->sessions, job);
  lsc_pin_maker_set_pair (maker, self->pair);
  report = lsc_report_new_pair (&pair, &(LscReportWish){ .written_ns = g_get_real_time () * 1000 });
  add_pins (self, report, maker);
  is_written = lsc_job_check (job, error) && lsc_report_write (report, path, job, error);
  lsc_report_free (report);
  lsc_pin_maker_free (maker);
  lsc_report_pair_clear (&pair);
  return is_written;
}

/* (nullable): of what is a memory snapshot and nothing else */
static LscSource *
find_snapshot (LscSession *session)
{
  const GPtrArray *sources = lsc_session_get_sources (session);
  LscSource *source = sources->len == 1 ? sources->pdata[0] : NULL;

  return source && source->format == LSC_FORMAT_SNAPSHOT ? source : NULL;
}

static gboolean
write_snapshot (Report *self, const char *path, LscJob *job, GError **error)
{
  LscSession *session = self->sessions[LSC_BEFORE];
  g_autoptr (LscMemory) memory =
      lsc_session_get_memory (session, find_snapshot (session), job, error);
  LscPinMaker *maker;
  LscReport *report;
  gboolean is_written;

  if (!memory)
    return FALSE;
  maker = lsc_pin_maker_new (self->sessions, job);
  report =
      lsc_report_new_memory (memory, self->places[LSC_BEFORE], &(LscReportWish){ NULL, NULL }, job);
  add_pins (self, report, maker);
  is_written = lsc_job_check (job, error) && lsc_report_write (report, path, job, error);
  lsc_report_free (report);
  lsc_pin_maker_free (maker);
  return is_written;
}

static gboolean
write_single (Report *self, const char *path, LscJob *job, GError **error)
{
  LscSession *session = self->sessions[LSC_BEFORE];
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (LscCompare) parts = NULL;
  g_autoptr (LscPipeline) pipelines = NULL;
  g_autoptr (LscVerdicts) verdicts = NULL;
  g_autoptr (LscCommunication) communication = NULL;
  g_autoptr (LscOpGroups) operators = NULL;
  g_autoptr (LscOpGroups) families = NULL;
  g_autoptr (LscMemory) memory = NULL;
  g_autoptr (LscTable) memory_ranks = NULL;
  g_autoptr (LscTable) memory_ops = NULL;
  g_autoptr (LscStragglers) stragglers = NULL;
  g_autoptr (GPtrArray) digests = NULL;
  LscPinMaker *maker;
  LscReport *report;
  gboolean is_written;

  findings = lsc_session_get_findings (session, job, error);
  overview = findings ? lsc_session_get_overview (session, job, error) : NULL;
  parts = overview ? lsc_session_pair_get_compare (self->pair, job, error) : NULL;
  if (!parts)
    return FALSE;
  pipelines = lsc_session_get_pipelines (session, job, NULL);
  if (pipelines)
    verdicts = lsc_session_get_verdicts (session, job, NULL);
  communication = lsc_session_get_communication (session, job, NULL);
  operators = lsc_report_group_operators (session, &families, job);
  memory = lsc_report_find_memory (session, &memory_ranks, &memory_ops, job);
  stragglers = lsc_session_get_stragglers (session, NULL, job, NULL);
  digests = lsc_session_get_digests (session, LSC_DIGEST_FIGURES, job, NULL);
  maker = lsc_pin_maker_new (self->sessions, job);
  report = lsc_report_new_single (&(LscReportSingle){ .place = self->places[LSC_BEFORE],
                                                      .overview = overview,
                                                      .findings = findings,
                                                      .parts = parts,
                                                      .pipeline = pipelines,
                                                      .verdicts = verdicts,
                                                      .communication = communication,
                                                      .operators = operators,
                                                      .families = families,
                                                      .memory = memory,
                                                      .memory_ranks = memory_ranks,
                                                      .memory_ops = memory_ops,
                                                      .stragglers = stragglers,
                                                      .lacks = lsc_session_get_lacks (session),
                                                      .digests = digests },
                                  &(LscReportWish){ .written_ns = g_get_real_time () * 1000 });
  add_pins (self, report, maker);
  is_written = lsc_job_check (job, error) && lsc_report_write (report, path, job, error);
  lsc_report_free (report);
  lsc_pin_maker_free (maker);
  return is_written;
}

static gpointer
run_report (gpointer data, LscJob *job, GError **error)
{
  const LscLoaderWork *work = data;
  Report *self = work->extra;
  gboolean is_written;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (self->sessions[side]) /* so that each rank is read once */
      {
        lsc_session_expect (self->sessions[side],
                            self->sessions[LSC_AFTER] ? LSC_DIGEST_COMPARED
                                                      : LSC_DIGEST_COMPARED | LSC_SESSION_OPERATORS,
                            TRUE);
        lsc_session_expect_picture (self->sessions[side]);
      }
  is_written = self->sessions[LSC_AFTER] ? write_pair (self, work->path, job, error)
               : find_snapshot (self->sessions[LSC_BEFORE])
                   ? write_snapshot (self, work->path, job, error)
                   : write_single (self, work->path, job, error);
  return is_written ? g_strdup (work->path) : NULL;
}

static void
on_written (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  g_autofree char *path = result;

  _lsc_loader_tell (owner, path, data, error);
}

/**
 * lsc_loader_write_report:
 * @wish: gets the path that was written, or why it was not
 *
 * Writes a document of one recording, or of two; what was found out before is taken from memory.
 */
void
lsc_loader_write_report (LscLoader *self, const LscReportOf *what, const LscTaskWish *wish)
{
  LscCluster *const *clusters = what->clusters;
  LscCluster *const alone[LSC_N_SIDES] = { clusters[LSC_BEFORE], clusters[LSC_BEFORE] };
  static const char *const nameless[LSC_N_SIDES] = { NULL, NULL };
  gboolean is_pair = clusters[LSC_AFTER] != NULL;
  LscLoaderWork *work;
  Report *report;

  g_return_if_fail (LSC_IS_LOADER (self) && clusters[LSC_BEFORE] && what->path);
  work = _lsc_loader_work_new (self, wish);
  report = g_new0 (Report, 1);
  work->path = g_strdup (what->path);
  report->pins = what->pins ? g_ptr_array_ref (what->pins) : NULL;
  report->is_pins_only = what->is_pins_only;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (clusters[side])
      {
        report->sessions[side] = lsc_session_ref (lsc_loader_get_session (self, clusters[side]));
        report->places[side] = g_path_get_basename (clusters[side]->path);
      }
  report->pair =
      lsc_session_pair_ref (what->pair ? what->pair
                            : is_pair  ? _lsc_loader_get_pair (self, clusters, what->names)
                                       : _lsc_loader_get_pair (self, alone, nameless));
  work->extra = report;
  work->free_extra = report_free;
  _lsc_loader_start (work, _ ("Writing a report"), run_report, g_free, on_written);
}
