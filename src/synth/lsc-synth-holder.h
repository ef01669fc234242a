/* lsc-synth-holder.h - what the passes of a rank allocate and release
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-memory.h"
#include "synth/lsc-synth-timeline.h"

G_BEGIN_DECLS

typedef struct _LscSynthHolder LscSynthHolder;

LscSynthHolder *lsc_synth_holder_new (const LscSynthTimeline *timeline, guint stage);
void lsc_synth_holder_free (LscSynthHolder *self);
void lsc_synth_holder_take_pass (LscSynthHolder *self, const LscSynthPlan *plan,
                                 const LscSynthPart *part, gint64 host_ns);
void lsc_synth_holder_end_step (LscSynthHolder *self, gint64 host_ns);
LscSynthMemory *lsc_synth_holder_get_memory (LscSynthHolder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthHolder, lsc_synth_holder_free)

G_END_DECLS
