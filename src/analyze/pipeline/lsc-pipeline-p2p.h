/* lsc-pipeline-p2p.h - send and receive operators of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "model/lsc-run.h"

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
 * @is_stray: its time tells nothing
 * @order_ns: its start; of a stray one that of the operator before it in the file, to keep its
 * place among the messages of its pair of ranks
 */
typedef struct
{
  gsize op;
  LscP2pType type;
  gint64 src;
  gint64 dst;
  gboolean is_ambiguous;
  gboolean is_stray;
  gint64 order_ns;
} LscP2pOp;

LscP2pType lsc_p2p_type (const char *name, char **group_digits);
guint8 *lsc_p2p_list_types (const LscRun *run);
GArray *lsc_p2p_list (const LscRun *run, const guint8 *types, const LscInterval *main);

G_END_DECLS
