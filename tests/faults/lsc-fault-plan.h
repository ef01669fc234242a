/* lsc-fault-plan.h - which of many calls are to fail, one at a time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#include "lsc-fault-shim.h"

G_BEGIN_DECLS

GArray *lsc_fault_plan (LscFaultKind kind, gint64 n_calls);

G_END_DECLS
