/* lsc-session-excerpt.h - timelines to be looked at: the recording, or what an extract holds of it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/lsc-session.h"

G_BEGIN_DECLS

gboolean lsc_session_has_events (const LscSource *source, LscJob *job);
void lsc_session_expect_excerpt (LscSession *self);
LscTimeline *lsc_session_get_visible (LscSession *self, LscSource *source, LscTimelineParts parts,
                                      LscJob *job, GError **error);
GPtrArray *lsc_session_get_all_visible (LscSession *self, LscTimelineParts parts, LscJob *job,
                                        GError **error);

G_END_DECLS
