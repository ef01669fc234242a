/* lsc-pin-maker-private.h - what the parts of the maker of pins share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-pipeline-twins.h"
#include "analyze/theory/lsc-study.h"
#include "analyze/theory/lsc-what-if.h"
#include "export/report/lsc-pin-maker.h"

G_BEGIN_DECLS

/** A recording, and what charts of pins borrow of it; all but the session when it is asked for. */
typedef struct
{
  LscSession *session;   /* (nullable) */
  char *name;            /* (nullable) */
  GPtrArray *timelines;  /* LscTimeline */
  GHashTable *pipelines; /* options as text -> LscPipeline* */
  LscOverview *overview; /* (nullable) */
  LscFindings *findings; /* (nullable) */
} LscPinSideData;

struct _LscPinMaker
{
  LscPinSideData sides[LSC_N_SIDES];
  LscSessionPair *pair; /* (nullable) */
  LscCompare *compare;  /* (nullable) */
  GPtrArray *pins;      /* (nullable) LscPin: names of columns are borrowed from them */
  LscJob *job;
};

/** A step of a pipeline and what stands beside it. @theory: (nullable) (owned): then it is that, or
 * a prediction. */
typedef struct
{
  LscStudy *study;
  const LscPipeline *pipeline;
  const LscPipelineGroup *group;
  gsize step;
  LscPipeline *theory;
  LscWhatIf *what_if;
} LscPinBeside;

gboolean _lsc_pin_maker_has_compare (LscPinMaker *self, GError **error);
LscPinSideData *_lsc_pin_maker_get_side (LscPinMaker *self, const LscPin *pin, GError **error);
LscTimeline *_lsc_pin_maker_load_timeline (LscPinMaker *self, LscPinSideData *side,
                                           LscSource *source, GError **error);
GPtrArray *_lsc_pin_maker_load_ranks (LscPinMaker *self, const LscPin *pin, GError **error);
LscPipeline *_lsc_pin_maker_get_pipeline (LscPinMaker *self, const LscPin *pin, GError **error);
GArray *_lsc_pin_maker_find_twins (LscPinMaker *self, const LscPin *pin,
                                   LscPipeline *pipelines[LSC_N_SIDES], GError **error);
const LscPipelineGroup *_lsc_pin_find_group (const LscPipeline *pipeline, const LscPin *pin,
                                             GError **error);
gboolean _lsc_pin_find_step (const LscPipelineGroup *group, const LscPin *pin, gsize *step,
                             GError **error);
gboolean _lsc_pin_maker_judge (LscPinMaker *self, LscPinSideData *side, GError **error);
GArray *_lsc_pin_read_ranks (const LscPin *pin, GError **error);
gint64 *_lsc_pin_get_offsets (const LscPin *pin, guint n);
const LscRankChange *_lsc_pin_maker_find_ranks (LscPinMaker *self, const LscPin *pin,
                                                GError **error);

/* -- lsc-pin-operators.c -- */
LscTable *_lsc_pin_make_operators (LscPinMaker *self, const LscPin *pin, GError **error);
LscTable *_lsc_pin_make_streams (LscPinMaker *self, const LscPin *pin, GError **error);
gboolean _lsc_pin_add_roofline (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                                GError **error);
LscTable *_lsc_pin_make_op_changes (LscPinMaker *self, const LscPin *pin, GError **error);
gboolean _lsc_pin_add_op_bars (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                               GError **error);
gboolean _lsc_pin_add_shares (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                              GError **error);

/* -- lsc-pin-memory.c -- */
LscTable *_lsc_pin_make_memory_pair (LscPinMaker *self, const LscPin *pin, GError **error);
LscTable *_lsc_pin_make_memory (LscPinMaker *self, const LscPin *pin, GError **error);
gboolean _lsc_pin_add_memory (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                              GError **error);

/* -- lsc-pin-chips.c -- */
LscTable *_lsc_pin_make_chips (LscPinMaker *self, const LscPin *pin, GError **error);
gboolean _lsc_pin_add_chips (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                             GError **error);

/* -- lsc-pin-pipeline.c -- */
LscStudy *_lsc_pin_study_step (LscPinMaker *self, const LscPin *pin, GError **error);
LscTable *_lsc_pin_make_study (LscPinMaker *self, const LscPin *pin, GError **error);
LscTable *_lsc_pin_make_what_if (LscPinMaker *self, const LscPin *pin, GError **error);
LscTable *_lsc_pin_make_deltas (LscPinMaker *self, const LscPin *pin, GError **error);
gboolean _lsc_pin_find_beside (LscPinMaker *self, const LscPin *pin, LscPinBeside *beside,
                               GError **error);
void _lsc_pin_clear_beside (LscPinBeside *beside);

/* -- lsc-pin-timeline.c -- */
LscTable *_lsc_pin_make_gaps (LscPinMaker *self, const LscPin *pin, GError **error);
LscTable *_lsc_pin_make_range (LscPinMaker *self, const LscPin *pin, GError **error);
LscTable *_lsc_pin_make_slices (LscPinMaker *self, const LscPin *pin, GError **error);
LscTable *_lsc_pin_make_waits (LscPinMaker *self, const LscPin *pin, GError **error);

G_END_DECLS
