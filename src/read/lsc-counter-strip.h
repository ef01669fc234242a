/* lsc-counter-strip.h - series of counters on their way into the tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscCounterStrip: series that share a strip
 * @order: the reader's own
 */
typedef struct
{
  char *name;
  LscNodeRole role;
  guint order;
  GPtrArray *series; /* LscCounter */
} LscCounterStrip;

GPtrArray *lsc_counter_strips_new (void);
LscCounterStrip *lsc_counter_strips_get (GPtrArray *strips, const char *name, LscNodeRole role,
                                         guint order);
LscCounter *lsc_counter_strip_get_series (LscCounterStrip *self, const char *name,
                                          LscCounterShape shape, LscCounterUnit unit);
void lsc_counter_strips_seal (GPtrArray *strips);
void lsc_counter_strips_take (GPtrArray *strips, GPtrArray *from);
void lsc_counter_strips_add (GPtrArray *strips, LscTimeline *timeline, LscNodeRole group_role,
                             const char *group_name);

G_END_DECLS
