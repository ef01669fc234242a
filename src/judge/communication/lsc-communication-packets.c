/* lsc-communication-packets.c - sizes in which data moves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "judge/communication/lsc-communication-columns.h"

/* communication.md#packets */

typedef struct
{
  const char *transport;
  gint64 from_bytes;
  gint64 to_bytes;
  gint64 count;
  gint64 size_bytes;
  gint64 time_ns;
  double time_share;
  double bandwidth;
} PacketRow;

static const LscColumn packet_columns[] = {
  LSC_COLUMN (PacketRow, transport, "transport", N_ ("Transport"), LSC_UNIT_NONE,
              "ENUM_HCCL_LINK_TYPE", N_ ("What carries the data.")),
  LSC_COLUMN (PacketRow, from_bytes, "from_bytes", N_ ("From Size"), LSC_UNIT_BYTES,
              "communication.md#packets", N_ ("Size of the smallest transfers of the row.")),
  LSC_COLUMN (PacketRow, to_bytes, "to_bytes", N_ ("Below Size"), LSC_UNIT_BYTES,
              "communication.md#packets", N_ ("All are smaller than that.")),
  LSC_COLUMN (PacketRow, count, "count", N_ ("Transfers"), LSC_UNIT_COUNT,
              "communication.md#packets", N_ ("How many tasks.")),
  LSC_COLUMN (PacketRow, size_bytes, "size_bytes", N_ ("Size"), LSC_UNIT_BYTES,
              "communication.md#packets", N_ ("What they moved.")),
  LSC_COMM_NS (PacketRow, time_ns, "time_ns", N_ ("Time"), "communication.md#packets",
               N_ ("Their total time.")),
  LSC_COLUMN (PacketRow, time_share, "time_share", N_ ("Share of Time"), LSC_UNIT_SHARE,
              "communication.md#packets",
              N_ ("Time; that of all transfers of the transport is 100 %.")),
  LSC_COLUMN (PacketRow, bandwidth, "bandwidth", N_ ("Bandwidth (GB/s)"), LSC_UNIT_RATE,
              "communication.md#packets", N_ ("Size by time, 10⁹ bytes a second.")),
};

const LscTableInfo lsc_communication_packets_table_info =
    LSC_TABLE_INFO ("communication_packets", PacketRow, packet_columns);

/** Transfers of one transport and magnitude. */
typedef struct
{
  const char *transport;
  guint32 magnitude;
  double n;
  double bytes;
  double ns;
} Bin;

static Bin
get_bin (const LscRankLink *link)
{
  return (Bin){
    lsc_transfer_get_carrier (link->first->transport, link->first->link),
    link->first->magnitude,
    link->n,
    link->bytes,
    link->ns,
  };
}

/* Returns: how many there are then */
static gsize
take_bins (Bin *bins, gsize n, const LscRankLinks *links)
{
  for (gsize i = 0; i < links->n; i++)
    if (links->items[i].n > 0)
      bins[n++] = get_bin (&links->items[i]);
  return n;
}

static int
compare_bins (const void *a, const void *b)
{
  const Bin *x = a, *y = b;
  int order = strcmp (x->transport, y->transport);

  return order ? order : LSC_ORDER (x->magnitude, y->magnitude);
}

static double
sum_ns (const Bin *bins, gsize n, const char *transport)
{
  double ns = 0;

  for (gsize i = 0; i < n; i++)
    ns += bins[i].transport == transport ? bins[i].ns : 0;
  return ns;
}

static void
add_row (LscTable *table, const Bin *bin, double all_ns)
{
  guint bits = 2 * bin->magnitude; /* those of a size number bits or bits + 1 */
  PacketRow row = { .transport = bin->transport,
                    .from_bytes = bits > 0 ? (gint64) 1 << (bits - 1) : 0,
                    .to_bytes = bits < 62 ? (gint64) 1 << (bits + 1) : G_MAXINT64,
                    .count = _lsc_communication_to_int (bin->n),
                    .size_bytes = _lsc_communication_to_int (bin->bytes),
                    .time_ns = _lsc_communication_to_int (bin->ns),
                    .time_share = bin->ns / all_ns,
                    .bandwidth = bin->bytes / bin->ns };

  lsc_table_add (table, &row);
}

/**
 * _lsc_communication_make_packets:
 *
 * Returns: (transfer full): the table "communication_packets", by transport and size; what an
 *   exporter summed up has none
 */
LscTable *
_lsc_communication_make_packets (const LscCommunication *self)
{
  LscTable *table = lsc_table_new_for (&lsc_communication_packets_table_info);
  g_autofree Bin *bins = g_new (Bin, self->links.links.n + self->local_links.links.n + 1);
  gsize n = 0, end;

  n = take_bins (bins, 0, &self->links.links);
  n = take_bins (bins, n, &self->local_links.links);
  qsort (bins, n, sizeof *bins, compare_bins);
  for (gsize begin = 0; begin < n; begin = end)
    {
      Bin sum = bins[begin];

      for (end = begin + 1; end < n && compare_bins (&bins[begin], &bins[end]) == 0; end++)
        {
          sum.n += bins[end].n;
          sum.bytes += bins[end].bytes;
          sum.ns += bins[end].ns;
        }
      add_row (table, &sum, sum_ns (bins, n, sum.transport));
    }
  return table;
}
