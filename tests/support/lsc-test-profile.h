/* lsc-test-profile.h - builder of small Ascend profiler databases for tests
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All times handed to the builder are ns relative to this instant. */
#define LSC_TEST_T0 G_GINT64_CONSTANT (1736414119000000000)

/* A name argument that writes this id into the name column without a STRING_IDS row,
 * for example LSC_TEST_DANGLING (123). A NULL name writes NULL. */
#define LSC_TEST_DANGLING(id) "\001" #id

/* An end time that is written as NULL. An end of LSC_TEST_ZERO is written as a plain 0. */
#define LSC_TEST_NULL G_MININT64
#define LSC_TEST_ZERO (-LSC_TEST_T0)

/* "Not an op, link or kernel": the handle the builder never returns. */
#define LSC_TEST_NONE G_MAXUINT

/* Real connection ids the builder hands out: launches count up from the first, pairs from the
 * second, mstx events from the third (modules.md#connections). */
#define LSC_TEST_FIRST_LAUNCH_ID G_GINT64_CONSTANT (1001)
#define LSC_TEST_FIRST_PAIR_ID G_GINT64_CONSTANT (1342177280)
#define LSC_TEST_FIRST_MSTX_ID G_GINT64_CONSTANT (4000000001)

typedef struct _LscTestProfile LscTestProfile;

typedef enum
{
  LSC_TEST_KERNEL_COMPUTE,
  LSC_TEST_KERNEL_COMM,
  LSC_TEST_KERNEL_SCHEDULE,
} LscTestKernelClass;

typedef enum
{
  LSC_TEST_MSTX_MARKER = 0,
  LSC_TEST_MSTX_PUSH_POP = 1,
  LSC_TEST_MSTX_START_END = 2,
  LSC_TEST_MSTX_MARKER_EX = 3,
} LscTestMstxType;

/* A COMMUNICATION_OP row. Strings may be NULL; times are relative to LSC_TEST_T0. */
typedef struct
{
  guint op;             /* handle of the op that launched it, or LSC_TEST_NONE */
  const char *op_name;  /* hcom_allReduce__865_0_1 */
  const char *op_type;  /* hcom_allReduce_ */
  const char *group;    /* plain communicator name */
  const char *alg_type; /* MESH-RING */
  gint64 start_ns;
  gint64 end_ns;
  gint64 count;     /* elements */
  gint64 data_type; /* ENUM_HCCL_DATA_TYPE */
} LscTestCommOp;

/* A COMMUNICATION_TASK_INFO row with its TASK row. */
typedef struct
{
  const char *task_type; /* Memcpy, Notify_Wait ... */
  gint64 start_ns;
  gint64 end_ns;
  gint64 plane_id;
  gint64 notify_id;
  gint64 src_rank;
  gint64 dst_rank;
  gint64 size_bytes;
  gint64 transport_type; /* 0 SDMA, 1 RDMA, 2 LOCAL */
  gint64 link_type;      /* 0 ON_CHIP, 1 HCCS ... */
} LscTestCommTask;

/* Strings of a compute kernel; shape strings are written with quotes around them. NULL = N/A. */
typedef struct
{
  const char *op_type;      /* MatMulV2 */
  const char *task_type;    /* AI_CORE */
  const char *input_types;  /* DT_BF16;DT_BF16 */
  const char *input_shapes; /* 4096,4096;4096,4096 */
  const char *output_types;
  const char *output_shapes;
  gint64 block_dim;
} LscTestKernelInfo;

LscTestProfile *lsc_test_profile_new (void);
void lsc_test_profile_free (LscTestProfile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTestProfile, lsc_test_profile_free)

gint64 lsc_test_profile_string (LscTestProfile *self, const char *value);

void lsc_test_profile_module (LscTestProfile *self, const char *name, gint64 start_ns,
                              gint64 end_ns, gint64 tid);
void lsc_test_profile_mstx (LscTestProfile *self, LscTestMstxType type, const char *domain,
                            const char *message, gint64 start_ns, gint64 end_ns, gint64 tid,
                            gint64 connection_id);
gint64 lsc_test_profile_mstx_task (LscTestProfile *self, const char *domain, const char *message,
                                   gint64 start_ns, gint64 end_ns, gint64 tid,
                                   gint64 device_start_ns, gint64 device_end_ns, gint64 stream);
void lsc_test_profile_trace_range (LscTestProfile *self, const char *name, gint64 start_ns,
                                   gint64 end_ns, gint64 tid);
void lsc_test_profile_step (LscTestProfile *self, gint64 id, gint64 start_ns, gint64 end_ns);
void lsc_test_profile_metadata (LscTestProfile *self, const char *name, const char *json);

guint lsc_test_profile_op (LscTestProfile *self, const char *name, gint64 start_ns, gint64 end_ns,
                           gint64 tid);
void lsc_test_profile_op_set_local_id (LscTestProfile *self, guint op, gint64 local_id);
void lsc_test_profile_op_set_sequence (LscTestProfile *self, guint op, gint64 sequence_number,
                                       gint64 fwd_thread_id);
void lsc_test_profile_op_set_start_text (LscTestProfile *self, guint op, const char *text);
void lsc_test_profile_op_set_shapes (LscTestProfile *self, guint op, const char *types,
                                     const char *shapes);
guint lsc_test_profile_queue (LscTestProfile *self, const char *name, gint64 start_ns,
                              gint64 end_ns, gint64 tid);

guint lsc_test_profile_kernel_on (LscTestProfile *self, guint op, LscTestKernelClass klass,
                                  const char *name, gint64 start_ns, gint64 end_ns);
void lsc_test_profile_kernel_set_info (LscTestProfile *self, guint kernel,
                                       const LscTestKernelInfo *info);
void lsc_test_profile_kernel_set_connection (LscTestProfile *self, guint kernel,
                                             gint64 connection_id);
void lsc_test_profile_kernel_set_place (LscTestProfile *self, guint kernel, gint64 device,
                                        gint64 stream);

guint lsc_test_profile_comm_op (LscTestProfile *self, const LscTestCommOp *comm,
                                const LscTestCommTask *tasks, guint n_tasks);

guint lsc_test_profile_link (LscTestProfile *self, guint forward_op, guint backward_op);
void lsc_test_profile_connection (LscTestProfile *self, gint64 local_id, gint64 real_id);

void lsc_test_profile_sql (LscTestProfile *self, const char *sql);
void lsc_test_profile_drop_table (LscTestProfile *self, const char *table);
void lsc_test_profile_drop_column (LscTestProfile *self, const char *table, const char *column);
void lsc_test_profile_set_chip (LscTestProfile *self, gint ai_core_num, const char *aic_frequency);

gboolean lsc_test_profile_write (LscTestProfile *self, const char *rank_dir, gint rank,
                                 GError **error);
char *lsc_test_profile_db_path (const char *rank_dir, gint rank);

G_END_DECLS
