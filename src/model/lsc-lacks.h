/* lsc-lacks.h - what a recording lacks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-run.h"
#include "model/lsc-timeline.h"
#include "model/lsc-unknown.h"

G_BEGIN_DECLS

/**
 * LscLackNotes: what was found out about a recording; more is found as more of it is read
 * @lacks: what was looked for and was not there
 * @has: bits of what was there: another part of the recording may not show it
 */
typedef struct
{
  LscLacks lacks;
  guint64 has;
} LscLackNotes;

void lsc_lack_notes_look_at_timeline (LscLackNotes *self, const LscTimeline *timeline);
LscRecorder lsc_run_get_recorder (const LscRun *run);
void lsc_lack_notes_look_at_run (LscLackNotes *self, const LscRun *run);
LscLacks lsc_lack_notes_get_lacks (const LscLackNotes *self);
LscRecorder lsc_timeline_get_recorder (const LscTimeline *timeline);

/** Notes whether something was there that was looked for. */
static inline void
lsc_lack_notes_note (LscLackNotes *self, LscUnknown unknown, gboolean is_there)
{
  if (is_there)
    self->has |= G_GUINT64_CONSTANT (1) << unknown;
  else
    lsc_lacks_add (&self->lacks, unknown);
}

G_END_DECLS
