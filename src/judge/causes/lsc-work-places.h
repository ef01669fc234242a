/* lsc-work-places.h - where in a step a rank computes more than its peers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-job-replay.h"
#include "judge/causes/lsc-rank-figures.h"

G_BEGIN_DECLS

/** Of the ranks of a set. Borrows them. */
typedef struct _LscWorkPlaces LscWorkPlaces;

LscWorkPlaces *lsc_work_places_new (const LscRankSet *set, const LscRankFigures *figures);
void lsc_work_places_free (LscWorkPlaces *self);
gboolean lsc_work_places_list (LscWorkPlaces *self, gsize rank, guint step, const LscIndexes *peers,
                               GArray *changes);
gboolean lsc_work_places_list_slow (LscWorkPlaces *self, gsize rank, guint step,
                                    const LscIndexes *peers, double ns, GArray *changes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscWorkPlaces, lsc_work_places_free)

G_END_DECLS
