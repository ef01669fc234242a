/* lsc-test-nsight.h - small exports of Nsight Systems written by tests
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <sqlite3.h>

#include "read/lsc-timeline-read.h"

G_BEGIN_DECLS

#define NS_EPOCH G_GINT64_CONSTANT (1767225600000000000)

/** Ids of texts that ns_new() writes. */
enum
{
  NS_LAUNCH = 1, /* cudaLaunchKernel_v7000 */
  NS_GRAPH_LAUNCH,
  NS_COPY_CALL,
  NS_SYNC_CALL,
  NS_GEMM,
  NS_RELU,
  NS_ALLREDUCE,
  NS_HEAD,
  NS_POLL,
};

/**
 * NsTruth: of one process of ns_write_training(), in ns
 */
typedef struct
{
  gint64 n_kernels;
  gint64 n_copies;
  gint64 n_calls;
  gint64 n_ops;
  gint64 n_modules; /* ranges */
  gint64 n_nodes;   /* tasks of graphs */
  gint64 computing_ns;
  gint64 comm_ns;
  gint64 copy_ns;
  gint64 step_ns; /* of each */
  gint64 mlp_ns;  /* kernels of model.layers.0.mlp, forward */
} NsTruth;

#define NS_N_EVENT_TABLES 6

/** Tables of ns_new() whose rows are slices. */
extern const char *const ns_event_tables[NS_N_EVENT_TABLES];

#define NS_N_STEPS 5
#define NS_N_PROCESSES 2

sqlite3 *ns_new (const char *path);
void ns_close (sqlite3 *db);
void ns_run (sqlite3 *db, const char *format, ...) G_GNUC_PRINTF (2, 3);
gint64 ns_global (gint64 pid, gint64 tid);
void ns_kernel (sqlite3 *db, gint64 start_ns, gint64 end_ns, gint64 pid, gint64 stream,
                gint64 correlation, gint64 name, const char *node);
void ns_call (sqlite3 *db, gint64 start_ns, gint64 end_ns, gint64 pid, gint64 correlation,
              gint64 name);
void ns_range (sqlite3 *db, gint64 start_ns, gint64 end_ns, gint64 pid, const char *text);
char *ns_compare_rows (const char *path, const LscTimeline *timeline);
void ns_write_training (sqlite3 *db, NsTruth truth[NS_N_PROCESSES]);

LscTimeline *ns_load (const char *path, const char *device, GError **error);
gint64 ns_count_notice (const LscTimeline *timeline, const char *code);
const LscLane *ns_find_lane (const LscTimeline *timeline, const char *name);

G_END_DECLS
