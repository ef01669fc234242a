/* lsc-late-hosts.h - which hosts are late with all of their ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LSC_LATE_HOSTS_CERTAIN 0.001 /* chance up to which it is sure */

/**
 * LscLateRank: what is asked about of a rank
 * @host: (nullable): name
 * @stage: of its pipeline, or anything that is equal for all
 * @late_ns: (array): of each step what its host is late; NAN = not known
 */
typedef struct
{
  const char *host;
  gint64 stage;
  const double *late_ns;
} LscLateRank;

/**
 * LscLateHosts:
 * @n: how many hosts are late
 * @names: (element-type utf8): of these; those of LscLateRank
 * @is_late: (array): by rank: whether its host is
 * @usual_ns: (array): by rank: what like ranks of other hosts are late in a step, median
 * @excess_ns: (array): by rank of a late host: what it is late more, mean of the steps
 * @n_hit: of all ranks of these hosts those that are late themselves
 * @chance: that it falls on one host by chance: the largest of them
 */
typedef struct
{
  gsize n;
  GPtrArray *names;
  gboolean *is_late;
  double *usual_ns;
  double *excess_ns;
  gsize n_hit;
  double chance;
} LscLateHosts;

void lsc_late_hosts_init (LscLateHosts *self, const LscLateRank *ranks, gsize n, gsize n_steps,
                          double step_ns);
void lsc_late_hosts_clear (LscLateHosts *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscLateHosts, lsc_late_hosts_clear)

G_END_DECLS
