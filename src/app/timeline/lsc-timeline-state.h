/* lsc-timeline-state.h - what the user did to the timeline of a project, kept for the next time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/timeline/lsc-timeline-painter.h"

G_BEGIN_DECLS

/**
 * LscTimelineState:
 * @lanes: (nullable): json text of lsc_timeline_layout_save()
 * @aliases: names given to ranks: rank -> char *
 * @offsets: typed or found offsets: rank -> gint64 *, ns
 * @marks: (element-type LscTimelineMark)
 *
 * One file for each project, beside the user's settings and never in the profile.
 */
typedef struct
{
  char *lanes;
  GHashTable *aliases;
  GHashTable *offsets;
  GPtrArray *marks;
} LscTimelineState;

LscTimelineState *lsc_timeline_state_new (void);
void lsc_timeline_state_free (LscTimelineState *self);

char *lsc_timeline_state_get_path (const char *project_path);
LscTimelineState *lsc_timeline_state_load (const char *project_path, GError **error);
char *lsc_timeline_state_to_json (const LscTimelineState *self, const char *project_path);
gboolean lsc_timeline_state_write (const char *project_path, const char *json, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTimelineState, lsc_timeline_state_free)

G_END_DECLS
