/* lsc-session-part.h - a rank, a step or some steps of a recording, as a side of a comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscSessionPart: what is chosen of a recording (compare.md#parts)
 * @path: of the recording
 * @rank: (nullable): its number or name; %NULL = all
 * @has_steps: steps from @first_step to @last_step, both included; else those that count
 */
typedef struct
{
  char *path;
  char *rank;
  gboolean has_steps;
  gint64 first_step;
  gint64 last_step;
} LscSessionPart;

LscSessionPart *lsc_session_part_parse (const char *text, GError **error);
LscSessionPart *lsc_session_part_copy (const LscSessionPart *self);
void lsc_session_part_free (LscSessionPart *self);
gboolean lsc_session_part_equal (const LscSessionPart *a, const LscSessionPart *b);
char *lsc_session_part_get_name (const LscSessionPart *self);
char *lsc_session_part_to_text (const LscSessionPart *self);
GPtrArray *lsc_session_part_find_sources (const LscSessionPart *self, GPtrArray *sources,
                                          GError **error);

/** Returns: whether less than the whole recording is chosen */
static inline gboolean
lsc_session_part_is_part (const LscSessionPart *self)
{
  return self && (self->rank || self->has_steps);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSessionPart, lsc_session_part_free)

G_END_DECLS
