/* lsc-session-counts.h - how much is in a recording whose header does not tell it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/lsc-session.h"

G_BEGIN_DECLS

/** A name of kernels. */
typedef struct
{
  char *name;
  gint64 ns; /* all of them together */
} LscSessionName;

/**
 * LscSessionCounts: how much is in a recording, before anything is computed of it
 * @device: number, -1 = not recorded
 * @chip: (nullable)
 * @duration_ns: from its first to its last event that belong together
 * @n_events, @n_lanes: as recorded
 * @unknown: LscSessionName: the longest kernels of a GPU whose names no list knows, so that they
 *   count as computing; the longest first
 */
typedef struct
{
  gint64 device;
  char *chip;
  gboolean is_gpu;
  gint64 duration_ns;
  gint64 n_events;
  gint64 n_lanes;
  LscSteps steps;
  GArray *unknown;
} LscSessionCounts;

LscSessionCounts *lsc_session_count_events (LscSession *self, LscSource *source, LscJob *job,
                                            GError **error);
void lsc_session_compare_sums (LscSession *self, LscSource *source, gboolean is_thorough,
                               LscJob *job);
void lsc_session_counts_free (LscSessionCounts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSessionCounts, lsc_session_counts_free)

G_END_DECLS
