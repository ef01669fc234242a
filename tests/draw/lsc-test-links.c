/* lsc-test-links.c - tables of links with a known shape
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-links.h"

#define SIZE G_GINT64_CONSTANT (64000000)

typedef struct
{
  gint64 src_rank;
  gint64 dst_rank;
  const char *src_host;
  const char *dst_host;
  const char *transport;
  gint64 size_bytes;
  gint64 time_ns;
  double of_kind;
  double usual;
  gint64 alike;
  gint64 direction;
  gint64 count;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, src_rank, "src_rank", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (Row, dst_rank, "dst_rank", NULL, LSC_UNIT_ID, NULL, NULL),
  LSC_COLUMN (Row, src_host, "src_host", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, dst_host, "dst_host", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, transport, "transport", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, size_bytes, "size_bytes", NULL, LSC_UNIT_BYTES, NULL, NULL),
  LSC_COLUMN (Row, time_ns, "time_ns", NULL, LSC_UNIT_NS, NULL, NULL),
  LSC_COLUMN (Row, of_kind, "of_kind", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, usual, "usual_bandwidth", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, alike, "alike", NULL, LSC_UNIT_COUNT, NULL, NULL),
  LSC_COLUMN (Row, direction, "link_direction", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, count, "count", NULL, LSC_UNIT_COUNT, NULL, NULL),
};

static const LscTableInfo info = LSC_TABLE_INFO ("links", Row, columns);

/** lsc_test_links_add: adds a link between ranks of no known host */
void
lsc_test_links_add (LscTable *links, gint64 src, gint64 dst, const char *transport,
                    gint64 size_bytes, gint64 time_ns, double of_kind)
{
  Row row = { src,     dst,     NULL,          NULL,         transport,    size_bytes,
              time_ns, of_kind, LSC_REAL_NULL, LSC_INT_NULL, LSC_INT_NULL, LSC_INT_NULL };

  lsc_table_add (links, &row);
}

static void
add_link (LscTable *links, const LscTestLinks *what, gsize src, gsize dst)
{
  gboolean is_slow = src == what->slow_src && dst == what->slow_dst && src != dst;
  gboolean is_inside = src / what->per_host == dst / what->per_host;
  double of_kind = is_slow ? 0.7 : 1 + (double) ((src * 31 + dst * 17) % 7) / 100 - 0.03;
  double bandwidth = (is_inside ? 24 : 12) * of_kind;
  g_autofree char *src_host = g_strdup_printf ("node%03d", (int) (src / what->per_host));
  g_autofree char *dst_host = g_strdup_printf ("node%03d", (int) (dst / what->per_host));
  Row row = { (gint64) src * what->stride,
              (gint64) dst * what->stride,
              src_host,
              dst_host,
              is_inside ? "HCCS" : "RDMA",
              SIZE,
              (gint64) ((double) SIZE / bandwidth),
              of_kind,
              is_inside ? 24 : 12,
              5,
              src < dst ? 0 : LSC_INT_NULL,
              4 };

  lsc_table_add (links, &row);
}

/** lsc_test_links_new: @what: %NULL for no links; Returns: (transfer full): */
LscTable *
lsc_test_links_new (const LscTestLinks *what)
{
  LscTable *links = lsc_table_new_for (&info);

  for (gsize src = 0; what && src < what->n_ranks; src++)
    {
      gsize n_peers = what->n_peers > 0 ? what->n_peers : what->n_ranks - 1;

      for (gsize i = 1; i <= MIN (n_peers, what->n_ranks - 1); i++)
        add_link (links, what, src, (src + i) % what->n_ranks);
    }
  return links;
}
