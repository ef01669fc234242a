/* lsc-comm-groups.h - readable names and members of communication groups
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

guint64 lsc_comm_group_hash (const char *name);
char *lsc_comm_group_find_experts (LscMetadata *metadata);
LscCommGroup *lsc_comm_group_new (LscMetadata *metadata, const char *name);

G_END_DECLS
