/* lsc-pipeline-p2p.h - send and receive operators of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-pipeline.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_P2P_NONE,
  LSC_P2P_SEND,
  LSC_P2P_RECEIVE,
  LSC_P2P_BATCH,
} LscP2pType;

/**
 * LscP2pOp: a send, receive or batch of both
 * @op: index into LscRun.comm_ops
 * @src: rank of the sender inside the group, -1 unknown
 * @is_ambiguous: its tasks name more than one pair of ranks
 */
typedef struct
{
  gsize op;
  LscP2pType type;
  gint64 src;
  gint64 dst;
  gboolean is_ambiguous;
} LscP2pOp;

LscP2pType _lsc_p2p_type (const char *name, char **group_digits);
GArray *_lsc_p2p_list (const LscRun *run);
GPtrArray *_lsc_runs_by_rank (GPtrArray *runs);

G_END_DECLS
