/* lsc-naive-waits.h - who waited for whom, slowly and obviously
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** An operator of a rank. Its place in the array is its order. */
typedef struct
{
  guint rank;
  guint step; /* of its rank */
  const char *group;
  const char *name;
  gint64 begin_ns;
  gint64 end_ns;
} LscNaiveOp;

gint64 lsc_naive_waited_ns (const LscNaiveOp *ops, guint n, guint index, guint n_members);
gint64 lsc_naive_caused_ns (const LscNaiveOp *ops, guint n, guint index, guint n_members);

G_END_DECLS
