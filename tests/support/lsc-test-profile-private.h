/* lsc-test-profile-private.h - what the builder keeps until it writes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include "lsc-test-profile.h"

G_BEGIN_DECLS

#define LSC_TEST_FRAMEWORK_STRINGS (G_GINT64_CONSTANT (1) << 28)

#define LSC_TEST_API_OP 50001
#define LSC_TEST_API_QUEUE 50002
#define LSC_TEST_API_TRACE 50003

typedef struct
{
  gint64 id;
  const char *value;
} LscTestStringRow;

typedef struct
{
  gint64 type, domain, message, start_ns, end_ns, tid, connection;
} LscTestMstxRow;

typedef struct
{
  gint64 type, name, start_ns, end_ns, tid, local_id, sequence, fwd_thread, types, shapes;
  const char *start_text;
} LscTestApiRow;

typedef struct
{
  LscTestKernelClass klass;
  guint op;
  gint64 name, start_ns, end_ns, device, stream, connection;
  gint64 op_type, task_type, input_types, input_shapes, output_types, output_shapes, block_dim;
  gint64 group, alg_type, count, data_type;
} LscTestKernelRow;

typedef struct
{
  LscTestCommTask task;
  gint64 task_type;
  guint comm;
} LscTestCommTaskRow;

typedef struct
{
  gint64 start_ns, end_ns, stream, connection;
} LscTestMarkTask;

typedef struct
{
  guint forward_op, backward_op;
  gint64 real_id;
} LscTestLinkRow;

typedef struct
{
  gint64 local_id, real_id;
} LscTestConnectionRow;

typedef struct
{
  gint64 id, start_ns, end_ns;
} LscTestStepRow;

struct _LscTestProfile
{
  GStringChunk *chunk;
  GHashTable *strings;           /* text to id */
  GHashTable *framework_strings; /* text to id */
  GArray *string_rows;           /* LscTestStringRow */
  GArray *mstx;                  /* LscTestMstxRow */
  GArray *apis;                  /* LscTestApiRow */
  GArray *kernels;               /* LscTestKernelRow */
  GArray *comm_tasks;            /* LscTestCommTaskRow */
  GArray *marks;                 /* LscTestMarkTask */
  GArray *links;                 /* LscTestLinkRow */
  GArray *connections;           /* LscTestConnectionRow */
  GArray *steps;                 /* LscTestStepRow */
  GPtrArray *metadata;           /* name, json, name, json ... in the chunk */
  GPtrArray *sql;                /* owned texts */
  gint64 next_launch;
  gint64 next_mstx;
  gint ai_core_num;
  const char *aic_frequency;
};

G_END_DECLS
