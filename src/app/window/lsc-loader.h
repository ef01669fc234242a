/* lsc-loader.h - reading and analysing off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "app/window/lsc-comparison.h"
#include "app/window/lsc-rank-summary.h"
#include "base/lsc-task.h"
#include "model/lsc-run.h"
#include "model/lsc-source.h"
#include "session/lsc-session-part.h"

G_BEGIN_DECLS

typedef struct _LscTimeline LscTimeline;

#define LSC_TYPE_LOADER (lsc_loader_get_type ())
G_DECLARE_FINAL_TYPE (LscLoader, lsc_loader, LSC, LOADER, GObject)

LscLoader *lsc_loader_new (void);
GListModel *lsc_loader_get_tasks (LscLoader *self);
void lsc_loader_cancel_all (LscLoader *self);

/**
 * LscAlignOf: ranks whose clocks are compared
 * @cluster: theirs
 * @timelines: (element-type LscTimeline): those ranks
 * @base: index of the one that keeps its clock
 */
typedef struct
{
  LscCluster *cluster;
  GPtrArray *timelines;
  guint base;
} LscAlignOf;

/**
 * LscRunsOf: sets of runs that are compared
 * @clusters: (element-type LscCluster): before and after
 * @names: (nullable) each: what the sides are called
 * @run_names: (array zero-terminated=1): what each run is called
 */
typedef struct
{
  GPtrArray *clusters[LSC_N_SIDES];
  const char *names[LSC_N_SIDES];
  char *const *run_names[LSC_N_SIDES];
} LscRunsOf;

/**
 * LscPartsOf: ranks or steps that are compared
 * @clusters: before and after; one may be both
 * @parts: of each what is chosen
 * @names: what they are called
 * @are_parts: whether the name is that of a part
 */
typedef struct
{
  LscCluster *clusters[LSC_N_SIDES];
  const LscSessionPart *parts[LSC_N_SIDES];
  const char *names[LSC_N_SIDES];
  gboolean are_parts[LSC_N_SIDES];
} LscPartsOf;

/**
 * LscReportOf: a document that is wanted
 * @clusters: before and after, or the only one and %NULL
 * @names: (nullable) each: what the sides are called
 * @pair: (nullable): of sets of runs that were compared: it stands instead of a new pair
 * @runs: (nullable) (element-type filename) each: paths of those sets; both or none
 * @path: file to write
 * @pins: (nullable) (element-type LscPin): shown beside; a reference is taken
 * @is_pins_only: nothing but those
 */
typedef struct
{
  LscCluster *clusters[LSC_N_SIDES];
  const char *names[LSC_N_SIDES];
  LscSessionPair *pair;
  GPtrArray *runs[LSC_N_SIDES];
  const char *path;
  GPtrArray *pins;
  gboolean is_pins_only;
} LscReportOf;

void lsc_loader_open (LscLoader *self, const char *path, const LscTaskWish *wish);
void lsc_loader_add_names (LscLoader *self, const char *path, const char *file);
const char *const *lsc_loader_get_names (LscLoader *self, const char *path);
void lsc_loader_forget_names (LscLoader *self, const char *path);
void lsc_loader_look_at (LscLoader *self, const char *path, const LscTaskWish *wish);
void lsc_loader_survey (LscLoader *self, LscProject *project, LscCluster *cluster,
                        const LscTaskWish *wish);
void lsc_loader_load_rank (LscLoader *self, LscSource *source, const LscTaskWish *wish);
void lsc_loader_load_communication (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish);
void lsc_loader_load_operators (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish);
void lsc_loader_load_memory (LscLoader *self, LscSource *source, const LscTaskWish *wish);
void lsc_loader_load_pipelines (LscLoader *self, LscCluster *cluster, LscNotices *notices,
                                const LscTaskWish *wish);
void lsc_loader_load_verdicts (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish);
void lsc_loader_align (LscLoader *self, const LscAlignOf *what, const LscTaskWish *wish);
void lsc_loader_load_timeline (LscLoader *self, LscSource *source, const LscTaskWish *wish);
void lsc_loader_take_settings (LscLoader *self);
void lsc_loader_take_options (LscLoader *self, LscCluster *cluster,
                              const LscSessionOptions *options);
LscSession *lsc_loader_get_session (LscLoader *self, LscCluster *cluster);
void lsc_loader_load_summary (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish);
void lsc_loader_load_comparison (LscLoader *self, LscCluster *const clusters[LSC_N_SIDES],
                                 const char *const names[LSC_N_SIDES], const LscTaskWish *wish);
void lsc_loader_load_runs (LscLoader *self, const LscRunsOf *what, const LscTaskWish *wish);
void lsc_loader_load_parts (LscLoader *self, const LscPartsOf *what, const LscTaskWish *wish);
void lsc_loader_write_report (LscLoader *self, const LscReportOf *what, const LscTaskWish *wish);
LscTimeline *lsc_loader_peek_timeline (LscLoader *self, LscSource *source);
void lsc_loader_drop_timeline (LscTimeline *timeline);
void lsc_loader_forget_timeline (LscLoader *self, LscSource *source);

void lsc_loader_forget_cluster (LscLoader *self, LscCluster *cluster);

G_END_DECLS
