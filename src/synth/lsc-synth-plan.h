/* lsc-synth-plan.h - what the host and the device do in one pass through a model chunk
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-options.h"

G_BEGIN_DECLS

/* One slot of host time for an op; everything of an op lies inside. */
#define LSC_SYNTH_SLOT_NS 8000
#define LSC_SYNTH_OP_LEVELS 4
#define LSC_SYNTH_NO_LINK G_MAXUINT32
#define LSC_SYNTH_NO_NAME G_MAXUINT32

typedef enum
{
  LSC_SYNTH_COMPUTE,
  LSC_SYNTH_COMMUNICATION,
  LSC_SYNTH_SCHEDULE_TASK,
  LSC_SYNTH_MEMCPY,
} LscSynthKernelClass;

typedef enum
{
  LSC_SYNTH_DOMAIN_MODULE,
  LSC_SYNTH_DOMAIN_FLOPS,
  LSC_SYNTH_DOMAIN_ATTENTION,
} LscSynthDomain;

typedef enum
{
  LSC_SYNTH_GROUP_TP,
  LSC_SYNTH_GROUP_DP,
  LSC_SYNTH_GROUP_PP,
  LSC_SYNTH_GROUP_EXP,
  LSC_SYNTH_GROUP_WORLD,
  LSC_SYNTH_N_GROUPS,
} LscSynthGroupKind;

/**
 * LscSynthKernel:
 * @name: kernel name; of a communication operator its type
 * @task_type: TASK.taskType
 * @core: accelerator core, COMPUTE_TASK_INFO.taskType
 * @nominal_ns: how long it takes if the block takes its nominal time
 * @before_ns: nominal time of the kernels before it in the plan
 * @group: group of a communication operator
 *
 * Texts are numbers of lsc_synth_name().
 */
typedef struct
{
  LscSynthKernelClass class;
  LscSynthGroupKind group;
  guint name;
  guint op_type;
  guint task_type;
  guint core;
  guint formats;
  guint in_types;
  guint in_shapes;
  guint out_types;
  guint out_shapes;
  guint blocks;
  gint64 nominal_ns;
  gint64 before_ns;
} LscSynthKernel;

/**
 * LscSynthOp:
 * @names: framework ops from the outermost to the one that launches
 * @link_level: which of them carries the forward/backward link, -1 = none
 * @link: number of the link in the pass
 * @recipe: which op this is, private to the model
 * @owner: forward: number of the module call that owns it in the pass, -1 = none
 * @path: truth path that its kernels are credited to, LSC_SYNTH_NO_NAME = none
 * @begin_ns: host time from the begin of the pass
 */
typedef struct
{
  guint names[LSC_SYNTH_OP_LEVELS];
  gint8 n_names;
  gint8 link_level;
  gboolean backward;
  gboolean head;
  guint link;
  guint recipe;
  gint owner;
  guint path;
  gint64 begin_ns;
  gint64 length_ns;
  guint first_kernel;
  guint n_kernels;
} LscSynthOp;

/* A range of the host; @serial is the number of the module object within its class. */
typedef struct
{
  LscSynthDomain domain;
  guint name;
  guint serial;
  guint path;
  gint64 begin_ns;
  gint64 end_ns;
} LscSynthRange;

/**
 * LscSynthPlan:
 * @n_links: links that a forward pass offers
 * @owner_paths: truth path (own, not backward) of each module call
 * @owner_backward_paths: truth path of its backward work
 */
typedef struct
{
  GArray *ranges;
  GArray *ops;
  GArray *kernels;
  GArray *owner_paths;
  GArray *owner_backward_paths;
  guint n_links;
  guint n_compute;
  guint n_tasks;
  gint64 host_ns;
  gint64 nominal_ns;
} LscSynthPlan;

/**
 * LscSynthChunk:
 * @first: holds the embedding
 * @last: holds the head
 * @first_layer: number of its first layer in the model
 */
typedef struct
{
  gboolean first;
  gboolean last;
  guint first_layer;
} LscSynthChunk;

LscSynthPlan *lsc_synth_plan_forward (const LscSynthOptions *options, const LscSynthChunk *chunk);
LscSynthPlan *lsc_synth_plan_backward (const LscSynthOptions *options, const LscSynthPlan *forward,
                                       char kind, gboolean split_head);
LscSynthPlan *lsc_synth_plan_optimizer (const LscSynthOptions *options);
LscSynthPlan *lsc_synth_plan_filler (void);
void lsc_synth_plan_free (LscSynthPlan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthPlan, lsc_synth_plan_free)

G_END_DECLS
