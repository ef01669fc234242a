/* lsc-origins.h - which operator and which module work of the device comes from
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-around.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/* device -> launch -> operator -> queue -> operator */
#define LSC_ORIGINS_MOST_HOPS 4

/**
 * LscOrigins: one thread's
 * @texts: the pool that paths go to
 * @name_module: (nullable): makes (transfer full) the name of a module in a plain path of that
 *   recorded
 * @lanes: those with modules
 * @paths, @known: of all of them, and by that around and the name
 * @slice, @op, @path: the last answer
 * @is_backward: (nullable): a bit of each slice, whether a link leads to it from a forward operator
 * @ops, @modules, @backwards: operators, modules, and operators that run backward, around others
 * @graphs: of a path of LscGraphName, and what is around the launch, the path + 1
 * @is_of_graph: the last answer is of a task of a graph
 * @hops, @backward: where the last links were, of each hop to the host and of backward operators
 */
typedef struct
{
  const LscTimeline *timeline;
  LscIntern *texts;
  char *(*name_module) (const char *name);
  GArray *lanes;
  GArray *paths;
  GHashTable *known;
  GHashTable *graphs;
  gboolean is_of_graph;
  guint32 slice;
  LscSpot op;
  guint32 path;
  guint8 *is_backward;
  gsize hops[LSC_ORIGINS_MOST_HOPS];
  gsize backward;
  LscAround ops;
  LscAround modules;
  LscAround backwards;
  guint32 first_id; /* of the lane that @backwards looks at */
} LscOrigins;

void lsc_origins_init (LscOrigins *self, const LscTimeline *timeline, LscIntern *texts,
                       char *(*name_module) (const char *name));
void lsc_origins_clear (LscOrigins *self);
gboolean lsc_origins_has_modules (const LscOrigins *self);
LscSpot lsc_origins_find_op (LscOrigins *self, guint32 slice);
guint32 lsc_origins_find_op_name (LscOrigins *self, guint32 slice);
guint32 lsc_origins_find_module (LscOrigins *self, guint32 slice);
guint32 lsc_origins_find_plain (LscOrigins *self, guint32 slice);

/** Called for an instance of a module; @path: id in the pool; @lane: number of the lane it is on */
typedef void (*LscOriginsFunc) (guint32 path, guint lane, gint64 start_ns, gpointer user_data);
void lsc_origins_foreach_module (LscOrigins *self, LscOriginsFunc func, gpointer user_data);

G_END_DECLS
