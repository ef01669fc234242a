/* lsc-renamed.c - columns and codes that had another name before
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * renamed.md lists the same; a test compares the two. The list goes with the next version.
 */
#include "config.h"

#include "analyze/lsc-renamed.h"

#include <stdlib.h>
#include <string.h>

/* In the order of strcmp(), as it is searched. */
static const LscRenamed names[] = {
  { "alignedStartNs", "aligned_start_ns" },
  { "atNs", "at_ns" },
  { "backwardNs", "backward_ns" },
  { "bubbleRatio", "bubble_ratio" },
  { "causeRank", "cause_rank" },
  { "changeNs", "change_ns" },
  { "chunkB", "chunk_b" },
  { "chunkF", "chunk_f" },
  { "clockNs", "clock_ns" },
  { "comm.other", "comm_other" },
  { "comm.transfer", "comm_transfer" },
  { "comm.wait", "comm_wait" },
  { "computeNs", "compute_ns" },
  { "delayNs", "delay_ns" },
  { "deltaNs", "delta_ns" },
  { "deviceName", "device_name" },
  { "differenceNs", "difference_ns" },
  { "driftPpb", "drift_ppb" },
  { "dstRank", "dst_rank" },
  { "dstSeq", "dst_seq" },
  { "durationNs", "duration_ns" },
  { "endNs", "end_ns" },
  { "estimatedTables", "estimated_tables" },
  { "excessNs", "excess_ns" },
  { "exposedCommNs", "exposed_comm_ns" },
  { "extraMessages", "extra_messages" },
  { "forwardNs", "forward_ns" },
  { "free.device", "free_device" },
  { "free.host", "free_host" },
  { "free.unlinked", "free_unlinked" },
  { "fullNs", "full_ns" },
  { "gainHighNs", "gain_high_ns" },
  { "gainLowNs", "gain_low_ns" },
  { "gainNs", "gain_ns" },
  { "groupId", "group_id" },
  { "highNs", "high_ns" },
  { "hostEndNs", "host_end_ns" },
  { "hostNs", "host_ns" },
  { "hostStartNs", "host_start_ns" },
  { "idealNs", "ideal_ns" },
  { "idleNs", "idle_ns" },
  { "inputNs", "input_ns" },
  { "isReported", "is_reported" },
  { "lateReceiverNs", "late_receiver_ns" },
  { "lateSenderNs", "late_sender_ns" },
  { "latencyHighNs", "latency_high_ns" },
  { "latencyLowNs", "latency_low_ns" },
  { "linkNs", "link_ns" },
  { "lowNs", "low_ns" },
  { "maxNs", "max_ns" },
  { "mbB", "mb_b" },
  { "mbF", "mb_f" },
  { "meanNs", "mean_ns" },
  { "microBatches", "micro_batches" },
  { "narrowBy", "narrow_by" },
  { "offsetNs", "offset_ns" },
  { "opShare", "op_share" },
  { "otherCount", "other_count" },
  { "otherMeanNs", "other_mean_ns" },
  { "otherPipeline", "other_pipeline" },
  { "otherRank", "other_rank" },
  { "overInner", "over_inner" },
  { "overlapNs", "overlap_ns" },
  { "p50Ns", "p50_ns" },
  { "p95Ns", "p95_ns" },
  { "peakChunks", "peak_chunks" },
  { "peerRank", "peer_rank" },
  { "peerStage", "peer_stage" },
  { "perMicroBatchNs", "per_micro_batch_ns" },
  { "recvEndNs", "recv_end_ns" },
  { "recvStartNs", "recv_start_ns" },
  { "replayNs", "replay_ns" },
  { "sendEndNs", "send_end_ns" },
  { "sendStartNs", "send_start_ns" },
  { "shareHighNs", "share_high_ns" },
  { "shareLowNs", "share_low_ns" },
  { "slackNs", "slack_ns" },
  { "srcRank", "src_rank" },
  { "srcSeq", "src_seq" },
  { "startNs", "start_ns" },
  { "stepNs", "step_ns" },
  { "streamId", "stream_id" },
  { "totalNs", "total_ns" },
  { "transferNs", "transfer_ns" },
  { "uncertaintyNs", "uncertainty_ns" },
  { "unknownNs", "unknown_ns" },
  { "waitedRank", "waited_rank" },
  { "waitedStage", "waited_stage" },
  { "weightNs", "weight_ns" },
  { "windowNs", "window_ns" },
};

static int
compare (const void *name, const void *row)
{
  return strcmp (name, ((const LscRenamed *) row)->was);
}

/**
 * lsc_renamed_list:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): every name that changed (renamed.md)
 */
const LscRenamed *
lsc_renamed_list (guint *n)
{
  *n = G_N_ELEMENTS (names);
  return names;
}

/**
 * lsc_renamed_find:
 * @name: of a column, a key of JSON or a code
 *
 * Returns: (transfer none) (nullable): what an old name is called now; %NULL for any other
 */
const char *
lsc_renamed_find (const char *name)
{
  const LscRenamed *row = bsearch (name, names, G_N_ELEMENTS (names), sizeof *names, compare);

  return row ? row->now : NULL;
}
