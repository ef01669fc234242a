/* lsc-rule-packets.c - rules about the sizes in which data moves, and how fast
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "judge/findings/lsc-findings-private.h"

/* findings.md#packets. */

#define LEAST_SMALL 0.2        /* of the time of the transport */
#define LEAST_USE 0.8          /* of what the transport can do */
#define LEAST_ODD 0.2          /* of the time of all transfers */
#define RETRY_NS 4000000000    /* how long the network waits before it sends again */
#define SDMA_PACKET_BYTES 16e6 /* smaller ones do not fill the link */
#define RDMA_PACKET_BYTES 1e6
#define LATENCY_BYTES 64e3 /* what is smaller takes as long as it takes to begin */

/** What rules count of a transport. */
typedef enum
{
  TRANSPORT_HCCS,
  TRANSPORT_PCIE,
  TRANSPORT_RDMA,
  N_TRANSPORTS,
} Transport;

static const struct
{
  const char *name;
  double packet_bytes;
  double bytes_per_ns; /* what the link can do: views, reference of one family of chips */
} transports[N_TRANSPORTS] = {
  [TRANSPORT_HCCS] = { "HCCS", SDMA_PACKET_BYTES, 18 },
  [TRANSPORT_PCIE] = { "PCIe", SDMA_PACKET_BYTES, 20 },
  [TRANSPORT_RDMA] = { "RDMA", RDMA_PACKET_BYTES, 12.5 },
};

/** What moved. */
typedef struct
{
  double bytes;
  double ns;
  gint64 begin_ns; /* of the longest */
  gint64 end_ns;
  const char *group; /* (nullable): of that */
} Sum;

/** Transfers of a rank. @odd: of sizes that are no multiple of 512 bytes */
typedef struct
{
  Sum all;
  Sum odd;
  Sum contended; /* slower beside matrix products */
  double contended_excess_ns;
  Sum late; /* those that took as long as the network waits before it sends again */
  Sum of[N_TRANSPORTS];
  Sum small[N_TRANSPORTS];
} Packets;

static Transport
get_transport (const LscDigestLink *link)
{
  if (link->transport == LSC_TRANSPORT_RDMA)
    return TRANSPORT_RDMA;
  if (link->transport != LSC_TRANSPORT_SDMA || link->link == LSC_LINK_TYPE_ON_CHIP)
    return N_TRANSPORTS;
  return link->link == LSC_LINK_TYPE_PCIE ? TRANSPORT_PCIE : TRANSPORT_HCCS;
}

static void
add (Sum *self, const LscRankDigest *digest, const LscDigestLink *link)
{
  self->bytes += (double) link->bytes;
  self->ns += (double) link->ns;
  if (link->end_ns - link->begin_ns <= self->end_ns - self->begin_ns)
    return;
  self->begin_ns = link->begin_ns;
  self->end_ns = link->end_ns;
  self->group = lsc_rank_digest_text (digest, link->group);
}

/* Of packets whose size tells how fast they are. */
static void
add_sized (Packets *self, const LscRankDigest *digest, const LscDigestLink *link,
           Transport transport)
{
  add (&self->of[transport], digest, link);
  if ((double) link->bytes < transports[transport].packet_bytes * (double) link->n)
    add (&self->small[transport], digest, link);
}

static Packets
sum_up (const LscRankDigest *digest)
{
  const LscDigestContention *contention = &digest->contention;
  Packets self = { .contended = { contention->bytes, contention->ns, contention->begin_ns,
                                  contention->end_ns, NULL },
                   .contended_excess_ns = contention->excess_ns };

  for (gsize i = 0; i < digest->links.n; i++)
    {
      const LscDigestLink *link = &digest->links.items[i];
      Transport transport = get_transport (link);

      if (transport == N_TRANSPORTS || link->n <= 0)
        continue;
      add (&self.all, digest, link);
      if ((double) link->bytes >= LATENCY_BYTES * (double) link->n)
        add_sized (&self, digest, link, transport);
      if (link->is_odd)
        add (&self.odd, digest, link);
      if (transport == TRANSPORT_RDMA && link->end_ns - link->begin_ns >= RETRY_NS)
        add (&self.late, digest, link);
    }
  return self;
}

/* What of the time that transfers take, and nothing hides, is such. Where a link is slow, sizes are
 * not what is wrong. */
static double
get_open_ns (const LscJudgedRank *rank, const Packets *packets, double ns)
{
  return rank->slow_link_ns > 0 || packets->all.ns <= 0
             ? 0
             : rank->ns[LSC_LOSS_TRANSFER] * ns / packets->all.ns;
}

static gboolean
has_small (const Packets *packets, Transport transport)
{
  return packets->small[transport].ns > LEAST_SMALL * packets->of[transport].ns;
}

/* What small packets take longer than large ones had taken; those that were recorded tell how fast
 * they are, else the reference. */
static double
get_small_excess_ns (const Packets *packets, Transport transport)
{
  const Sum *all = &packets->of[transport], *small = &packets->small[transport];
  double usual = transports[transport].bytes_per_ns;

  if (!has_small (packets, transport))
    return 0;
  if (all->ns > small->ns)
    usual = (all->bytes - small->bytes) / (all->ns - small->ns);
  return MAX (0, small->ns - small->bytes / usual);
}

/* What large packets take longer than the transport had to. */
static double
get_slow_excess_ns (const Packets *packets, Transport transport)
{
  const Sum *all = &packets->of[transport];
  double usual = transports[transport].bytes_per_ns;

  return all->ns > 0 && !has_small (packets, transport) && all->bytes < LEAST_USE * usual * all->ns
             ? all->ns - all->bytes / usual
             : 0;
}

static double
get_odd_ns (const Packets *packets, Transport transport)
{
  return packets->odd.ns >= LEAST_ODD * packets->all.ns ? packets->odd.ns : 0;
}

static double
get_late_ns (const Packets *packets, Transport transport)
{
  return (double) (packets->late.end_ns - packets->late.begin_ns);
}

static double
get_contended_ns (const Packets *packets, Transport transport)
{
  return packets->contended_excess_ns;
}

/**
 * PacketRule:
 * @transport: %N_TRANSPORTS: all
 * @lost: ns of the transfers of a rank that could be less
 */
typedef struct
{
  LscRule rule;
  Transport transport;
  double (*lost) (const Packets *packets, Transport transport);
  const char *text;
  const char *remedy;
} PacketRule;

#define SMALL_TEXT N_ ("On %s transfers over %s use small packets and reach only %.3g GB/s.")
#define SLOW_TEXT N_ ("On %s large packets over %s reach only %.3g GB/s; %.3g GB/s is usual.")
#define SMALL_REMEDY                                                                               \
  N_ ("Send more at once: larger gradient buckets, fewer slices per collective, several small "    \
      "tensors in one.")
#define SLOW_REMEDY                                                                                \
  N_ ("Check these links and what else uses them: copies, matrix products that read much memory, " \
      "other jobs.")

static const PacketRule rules[] = {
  { LSC_RULE_SMALL_SDMA, TRANSPORT_HCCS, get_small_excess_ns, SMALL_TEXT, SMALL_REMEDY },
  { LSC_RULE_SMALL_SDMA, TRANSPORT_PCIE, get_small_excess_ns, SMALL_TEXT, SMALL_REMEDY },
  { LSC_RULE_SMALL_RDMA, TRANSPORT_RDMA, get_small_excess_ns, SMALL_TEXT, SMALL_REMEDY },
  { LSC_RULE_ODD_SIZES, N_TRANSPORTS, get_odd_ns,
    N_ ("On %s many transfers have sizes that are not multiples of 512 bytes."),
    N_ ("Pad messages to multiples of 512 bytes.") },
  { LSC_RULE_CONTENTION, TRANSPORT_HCCS, get_contended_ns,
    N_ ("On %s concurrent matrix products slow transfers over %s down to %.3g GB/s."),
    N_ ("Overlap them with kernels that read less memory, or send less at once.") },
  { LSC_RULE_SENT_AGAIN, TRANSPORT_RDMA, get_late_ns,
    N_ ("On %s a transfer over %s takes 4 s or more: lost packets are retransmitted."),
    N_ ("Check the network: port errors and pause frames, flow control, HCCL_RDMA_TIMEOUT and "
        "HCCL_RDMA_RETRY_CNT.") },
  { LSC_RULE_SLOW_PACKETS, TRANSPORT_HCCS, get_slow_excess_ns, SLOW_TEXT, SLOW_REMEDY },
  { LSC_RULE_SLOW_PACKETS, TRANSPORT_PCIE, get_slow_excess_ns, SLOW_TEXT, SLOW_REMEDY },
  { LSC_RULE_SLOW_PACKETS, TRANSPORT_RDMA, get_slow_excess_ns, SLOW_TEXT, SLOW_REMEDY },
};

/* What the rule looks at. */
static const Sum *
get_sum (const PacketRule *rule, const Packets *packets)
{
  if (rule->lost == get_odd_ns)
    return &packets->odd;
  if (rule->lost == get_late_ns)
    return &packets->late;
  if (rule->lost == get_contended_ns)
    return &packets->contended;
  return rule->lost == get_small_excess_ns ? &packets->small[rule->transport]
                                           : &packets->of[rule->transport];
}

static LscPhrase *
say (const LscJudge *self, const PacketRule *rule, const double *lost_ns, const Packets *packets)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  const Sum *sum = get_sum (rule, packets);

  if (rule->transport == N_TRANSPORTS)
    return lsc_phrase_new (rule->text, lsc_phrase_as_argument (ranks));
  return lsc_phrase_new (rule->text, lsc_phrase_as_argument (ranks),
                         transports[rule->transport].name, sum->bytes / sum->ns,
                         transports[rule->transport].bytes_per_ns);
}

static void
show (LscFinding *row, const LscRankDigest *digest, const Sum *sum)
{
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){ .rank = digest->rank,
                               .begin_ns = sum->begin_ns,
                               .end_ns = sum->end_ns,
                               .slice = LSC_SLICE_NONE,
                               .name = g_strdup (sum->group),
                               .is_title = TRUE,
                               .text = lsc_phrase_new_text (N_ ("The longest of them")) };
  g_ptr_array_add (row->places, place);
}

static void
judge_packets (LscJudge *self, const PacketRule *rule, const Packets *packets)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  double gain_ns;
  gsize worst;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] =
        get_open_ns (&self->ranks[i], &packets[i], rule->lost (&packets[i], rule->transport));
  worst = _lsc_judge_find_worst (lost_ns, self->n);
  gain_ns = _lsc_judge_gain_of (self, LSC_REPLAY_LOSS, LSC_LOSS_TRANSFER, lost_ns);
  if (self->n == 0 || !_lsc_judge_is_enough (self, rule->rule, gain_ns))
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = rule->rule,
                                  .lost_ns = lost_ns,
                                  .what = LSC_REPLAY_LOSS,
                                  .kind = LSC_LOSS_TRANSFER,
                                  .gain_ns = gain_ns,
                                  .is_bound = TRUE,
                                  .text = say (self, rule, lost_ns, &packets[worst]),
                                  .remedy = lsc_phrase_new_text (rule->remedy),
                              });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      show (row, self->ranks[i].digest, get_sum (rule, &packets[i]));
}

/** C01 to C07: whether data moves in sizes, or at a speed, that do not fill its links. */
void
_lsc_rule_packets (LscJudge *self, LscRule rule)
{
  g_autofree Packets *packets = g_new0 (Packets, MAX (self->n, 1));

  for (gsize i = 0; i < self->n; i++)
    packets[i] = sum_up (self->ranks[i].digest);
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].rule == rule)
      judge_packets (self, &rules[i], packets);
}
