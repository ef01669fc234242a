/* lsc-app.h - what all parts of the window share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-notice.h"

G_BEGIN_DECLS

#define LSC_RESOURCES "/org/lanescope/Lanescope"

const char *lsc_severity_icon (LscSeverity severity);
const char *lsc_severity_title (LscSeverity severity);

G_END_DECLS
