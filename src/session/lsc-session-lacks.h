/* lsc-session-lacks.h - what the recordings of a session lack
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/lsc-session.h"

G_BEGIN_DECLS

LscLacks lsc_session_get_lacks (LscSession *self);
gboolean lsc_session_was_read (LscSession *self);
void lsc_session_explain (LscSession *self, LscTable *table);

G_END_DECLS
