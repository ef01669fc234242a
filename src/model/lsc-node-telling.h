/* lsc-node-telling.h - lanes that show when a device works
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

gboolean lsc_node_is_telling (const LscNode *node);

G_END_DECLS
