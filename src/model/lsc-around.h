/* lsc-around.h - which slice of a kind is around another, asked again and again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-lane.h"

G_BEGIN_DECLS

/** How far to climb where nothing is remembered: no real call is nested deeper. */
#define LSC_AROUND_MOST_LEVELS 1024

/** Returns: whether a slice is one that is looked for */
typedef gboolean (*LscAroundFunc) (const LscLane *lane, guint32 slice, gpointer user_data);

/**
 * LscAround: one thread's
 * @is_wanted: says the same of a slice each time
 * @known: (nullable): by lane, the answers for all its slices: of lanes in which one was far away
 */
typedef struct
{
  LscAroundFunc is_wanted;
  gpointer user_data;
  GHashTable *known;
} LscAround;

void lsc_around_init (LscAround *self, LscAroundFunc is_wanted, gpointer user_data);
void lsc_around_clear (LscAround *self);
guint32 lsc_around_find (LscAround *self, const LscLane *lane, guint32 slice);

G_END_DECLS
