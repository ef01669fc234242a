/* lsc-op-sheet-private.h - how kernels of a timeline become a sheet
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-module-data.h"
#include "analyze/operators/lsc-op-sheet.h"

G_BEGIN_DECLS

/**
 * A kernel before it is packed.
 * @row: index in LscRun.kernels, %LSC_ID_NONE = it has no row
 * @step: index of the step in which it begins, %LSC_OP_NO_STEP
 */
typedef struct
{
  gint64 start_ns;
  gint64 duration_ns;
  gint64 wait_ns;
  gint64 owned_ns;
  guint32 slice;
  guint32 node;
  guint32 name;
  guint32 row;
  guint32 step;
  guint8 class;
  guint8 slice_kind;
  guint16 reserved;
} LscOpRaw;

LSC_DEFINE_ARRAY (LscOpRaws, lsc_op_raws, LscOpRaw)

/** LscOpMaker: while a sheet is made. @raws: lane by lane, of a lane by time */
typedef struct
{
  LscOpSheet *sheet;
  LscTimeline *timeline;
  LscRun *run;
  const LscOpRecording *recording;
  const LscBudget *budget;
  LscOpRaws raws;
  LscJob *job;
} LscOpMaker;

/* -- lsc-op-sheet-collect.c -- */
gboolean _lsc_op_maker_collect (LscOpMaker *self, GError **error);

/* -- lsc-op-sheet-join.c -- */
void _lsc_op_maker_join_rows (LscOpMaker *self);

/* -- lsc-op-sheet-owned.c -- */
void _lsc_op_maker_take_steps (LscOpMaker *self);
void _lsc_op_maker_take_owned (LscOpMaker *self);

/* -- lsc-op-sheet-again.c -- */
guint8 *_lsc_op_maker_find_again (const LscOpMaker *self, const LscModuleData *data);

/* -- lsc-op-sheet-kinds.c -- */
gboolean _lsc_op_maker_take_kinds (LscOpMaker *self, GError **error);

G_END_DECLS
