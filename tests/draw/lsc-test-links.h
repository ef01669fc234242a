/* lsc-test-links.h - tables of links with a known shape
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

/**
 * LscTestLinks:
 * @n_ranks: numbered 0, @stride, 2 × @stride …
 * @n_peers: ranks that each one sends to, those after it; 0 = all others
 * @per_host: ranks of a host
 * @slow_src, @slow_dst: indexes of the link that has 0.7 of the bandwidth of its kind; equal ones
 *   for none
 */
typedef struct
{
  gsize n_ranks;
  gint64 stride;
  gsize n_peers;
  gsize per_host;
  gsize slow_src;
  gsize slow_dst;
} LscTestLinks;

LscTable *lsc_test_links_new (const LscTestLinks *what);
void lsc_test_links_add (LscTable *links, gint64 src, gint64 dst, const char *transport,
                         gint64 size_bytes, gint64 time_ns, double of_kind);

G_END_DECLS
