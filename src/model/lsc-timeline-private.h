/* lsc-timeline-private.h - shared by the files of a timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

GArray *_lsc_timeline_nodes_new (guint reserved);
LscChildNames *_lsc_child_names_new (void);
void _lsc_child_names_free (LscChildNames *self);

G_END_DECLS
