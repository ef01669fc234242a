/* lsc-session-settings.h - the preferences as options of a session
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "session/lsc-session-options.h"

G_BEGIN_DECLS

LscSessionOptions *lsc_session_settings_read (GSettings *settings);

G_END_DECLS
