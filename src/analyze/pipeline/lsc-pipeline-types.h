/* lsc-pipeline-types.h - the measured pipeline: groups, steps, rows, blocks, links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/clock/lsc-clock.h"
#include "base/lsc-intern.h"
#include "base/lsc-phrase.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_SCHEDULE_NONE,
  LSC_SCHEDULE_1F1B,
  LSC_SCHEDULE_INTERLEAVED,
  LSC_SCHEDULE_DUALPIPEV,
  LSC_SCHEDULE_DUALPIPE,
  LSC_SCHEDULE_ZBH1,
  LSC_SCHEDULE_ZBV,
  LSC_SCHEDULE_GPIPE,
  LSC_SCHEDULE_GPIPE_REVERSED, /* backwards from the last micro-batch to the first */
  LSC_SCHEDULE_EAGER_1F1B,     /* twice the warm-up forwards */
  LSC_SCHEDULE_BREADTH_FIRST,  /* interleaved, all forwards first */
  LSC_SCHEDULE_ZBH2,
  LSC_SCHEDULE_ZBV_PYTORCH, /* the order of torch.distributed.pipelining */
  LSC_SCHEDULE_ZBV_GREEDY,  /* the order that a greedy search finds */
  LSC_SCHEDULE_N_TYPES,
} LscScheduleType;

/**
 * LscSchedule: a schedule with its sizes
 * @n_stages: P
 * @n_micro_batches: M
 * @n_chunks: v, model chunks on each rank
 * @run_length: N, interleaved only: micro-batches run in a row
 * @no_overlap: forward and backward of a pair run one after the other (DualPipeV, DualPipe)
 * @late_weights: weight gradients of the cool-down are ranges of their own (DualPipeV)
 * @no_logits: the head's backward on stage 0 is not a range of its own (DualPipeV)
 * @extra_warmup: one more warm-up forward (interleaved with overlapped expert communication)
 * @no_weights: weight gradients were not recorded (DualPipe, ZB-V)
 * @fused_first: the last rank's first pair is one block like the others (DualPipeV, DualPipe)
 * @fused_middle: backward and weight gradients of the third phase are one block (DualPipeV)
 */
typedef struct
{
  LscScheduleType type;
  gsize n_stages;
  gsize n_micro_batches;
  guint n_chunks;
  gsize run_length;
  guint8 no_overlap;
  guint8 late_weights;
  guint8 no_logits;
  guint8 extra_warmup;
  guint8 no_weights;
  guint8 fused_first;
  guint8 fused_middle;
} LscSchedule;

/** Kind of a block (pipeline.md#kinds). */
typedef enum
{
  LSC_BLOCK_F,
  LSC_BLOCK_B,
  LSC_BLOCK_I,
  LSC_BLOCK_W,
  LSC_BLOCK_X,
  LSC_BLOCK_L,
  LSC_BLOCK_O,
  LSC_BLOCK_N_KINDS,
} LscBlockKind;

enum
{
  LSC_BLOCK_ID_RECORDED = 1 << 0, /* the micro-batch id was in the message */
  LSC_BLOCK_ID_UNUSUAL = 1 << 1,  /* ids by order, but the order is unusual (pipeline.md#ids) */
  LSC_BLOCK_CUT = 1 << 2,         /* same-stream overlap: cut or cutting (pipeline.md#bad-input) */
  LSC_BLOCK_OUTLIER = 1 << 3,     /* > 1.3 x stage median of its kind and > 1 ms */
  LSC_BLOCK_HOST_TIME = 1 << 4,   /* no device range: host time */
};

/** What figures of a stage are of: an #LscBlockKind, or one of these. */
typedef enum
{
  LSC_FIGURE_FORWARD_BACKWARD = LSC_BLOCK_N_KINDS,
  LSC_FIGURE_BUBBLE,
  LSC_FIGURE_WINDOW,
  LSC_N_BLOCK_FIGURES,
} LscBlockFigure;

#define LSC_MB_NONE G_MAXUINT16
/** The micro-batch of a place in a schedule, or of a recorded range, that has none. */
#define LSC_SCHEDULE_NO_ID G_MAXUINT32
#define LSC_CHUNK_NONE 0xf

/** One block. 32 bytes. Micro-batch ids count from 0 in each chunk (MindSpeed's id of chunk 1 is
 * that plus M). */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint16 mb_f;  /* micro-batch of the forward part, LSC_MB_NONE */
  guint16 mb_b;  /* of the backward part */
  guint8 kind;   /* LscBlockKind */
  guint8 chunks; /* forward chunk | backward chunk << 4, LSC_CHUNK_NONE each */
  gint8 type;    /* the phase code 0..6 of the reference tool, -1 unknown */
  guint8 flags;
  guint32 name;   /* display name: id in LscPipeline.strings ("7F+13B", "12b", "3", "logits") */
  guint32 detail; /* index into LscPipelineRow.details */
} LscBlock;

static inline guint
lsc_block_chunk_f (const LscBlock *block)
{
  return block->chunks & 0xf;
}

static inline guint
lsc_block_chunk_b (const LscBlock *block)
{
  return block->chunks >> 4;
}

/** What is rarely needed of a block. */
typedef struct
{
  gint64 host_start_ns;
  gint64 host_end_ns;
  gint64 compute_ns;      /* -1 = unknown */
  gint64 exposed_comm_ns; /* -1 = unknown */
  gint64 idle_ns;         /* -1 = unknown */
  gint64 collective_ns;   /* of exposed_comm_ns what no send or receive took; -1 = unknown */
  gint64 n_kernels;       /* compute kernels that begin inside, -1 = unknown */
  guint32 stream;
  guint32 message;   /* recorded text, id in LscPipeline.strings */
  guint32 peer_name; /* name in the reference tool's StepTaskInfo */
  guint16 sublane;   /* first-fit lane of concurrent blocks (pipeline.md#overlap) */
  gint8 peer_type;
  guint8 reserved;
  gint64 shift_ns;   /* was added to the recorded device times (clock alignment, 8) */
  gint64 stretch_ns; /* was added to the recorded end besides: drift inside the block */
} LscBlockDetail;

/** A send or receive of a rank. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 src_rank; /* global, -1 unknown */
  gint64 dst_rank;
  guint32 name;
  guint32 group;
  guint32 block; /* block it is tied to (pipeline.md#tie), G_MAXUINT32 */
  gboolean is_send;
  gint64 shift_ns; /* was added to the recorded times */
} LscLeg;

/** Of a rank in one step: bubble = ramp + inner + tail = the three phases. */
typedef struct
{
  gint64 warmup_ns; /* bubble by phase (pipeline.md#phases) */
  gint64 steady_ns;
  gint64 cooldown_ns;
  gint64 busy_ns;
  gint64 bubble_ns;
  gint64 ramp_ns;
  gint64 tail_ns;
  gint64 inner_ns;
  gint64 compute_ns;    /* inside blocks, -1 = unknown */
  gint64 warmup_end_ns; /* the two instants of pipeline.md#phases */
  gint64 cooldown_begin_ns;
  gsize peak; /* of plans: most chunk activations held at a time (pipeline.md#micro-batch) */
} LscRowMetrics;

/** One rank in one step. */
typedef struct
{
  gint64 rank;
  int stage; /* -1 unknown */
  gboolean is_recorded;
  guint16 n_sublanes; /* at least 1 */
  const char *host;   /* (nullable) */
  LscBlock *blocks;   /* by start */
  gsize n_blocks;
  LscBlockDetail *details;
  LscLeg *legs;
  gsize n_legs;
  LscRowMetrics metrics;
  gint64 shift_ns; /* added to the recorded time of the first block: by the alignment of clocks
                      (times.md#clock-sources), or because the times of the ranks do not meet
                      (pipeline.md#bad-input). With drift every block and leg has its own: theirs
                      hold */
} LscPipelineRow;

/* Times of a block as its rank's clock had them: other views know no aligned ones. */

static inline gint64
lsc_block_recorded_start (const LscPipelineRow *row, const LscBlock *block)
{
  return block->start_ns - row->details[block->detail].shift_ns;
}

static inline gint64
lsc_block_recorded_end (const LscPipelineRow *row, const LscBlock *block)
{
  return block->end_ns - row->details[block->detail].shift_ns -
         row->details[block->detail].stretch_ns;
}

/** A data dependency between two ranks (pipeline.md#links). */
typedef struct
{
  guint32 src_row;
  guint32 dst_row;
  guint32 src_block;
  guint32 dst_block;
  gint64 send_start_ns; /* measured only, else 0 */
  gint64 send_end_ns;
  gint64 recv_start_ns;
  gint64 recv_end_ns;
  gboolean is_backward;
  gboolean is_measured;
  gint64 send_shift_ns; /* were added to the recorded times of the two operators */
  gint64 recv_shift_ns;
} LscPipelineLink;

/**
 * LscPipelineClocks: how the clocks of a group's ranks stand to each other
 * @is_applied: whether the times of blocks were shifted by them
 * @is_refuted: what is known to run on one host has clocks of its own, by its messages or blocks
 * @unknown: (nullable): a sentence why times of several ranks cannot be compared; without it they
 *   can be, by clocks that are one or that are aligned to @uncertainty_ns. With it nothing may be
 *   said of waits and bubbles (times.md#clock-unknown)
 * @text: for people, short: "one host", "aligned by p2p, ±12 µs", "not aligned"
 * @advice: (nullable): what was found and could be done
 */
typedef struct
{
  LscClock *clocks; /* by row */
  gsize n_clocks;
  gboolean is_applied;
  gboolean is_refuted;
  gboolean is_joint; /* the recorder laid the times of all ranks on one clock */
  gsize n_hosts;     /* 0 = unknown */
  gsize n_links;
  gsize n_left_before;   /* links that point left in recorded times */
  gsize n_left;          /* in the times as shown, by more than the uncertainty */
  gsize n_left_apart;    /* of these the ones between ranks that have not one clock */
  gint64 uncertainty_ns; /* largest, -1 unknown */
  LscPhrase *unknown;
  LscPhrase *text;
  LscPhrase *advice;
} LscPipelineClocks;

/** One step of a group. */
typedef struct
{
  gboolean has_id; /* FALSE: step "-" */
  gint64 id;
  gint64 t0_ns; /* window (pipeline.md#window) */
  gint64 t1_ns;
  LscPipelineRow *rows; /* by stage, then rank; same order in every step */
  gsize n_rows;
  LscPipelineLink *links;
  gsize n_links;
  gboolean is_partial; /* forward and backward counts differ: recording cut */
  gboolean is_forward_only;
  gboolean is_outlier; /* window above 1.5 x median */
  gboolean is_recognised;
  double bubble_ratio; /* overall; -1 = unknown, as the clocks are */
  double bubble_low;   /* what it may be with clocks that are aligned to an uncertainty */
  double bubble_high;
  double bubble_over_work; /* -1 = unknown */
  double net_ratio;        /* -1 = unknown */
  char *label;
  LscPipelineLink *stray_links; /* measured ones that contradict the ids: listed, not drawn */
  gsize n_stray_links;
  LscSchedule schedule; /* %LSC_SCHEDULE_NONE unless recognised */
  LscSchedule assumed;  /* what the blocks need where it is not (verdicts.md#no-order), else none */
  gint64 step_time_ns;  /* length of the step by STEP_TIME, the longest of its ranks; 0 unknown */
} LscPipelineStep;

/** Returns: whether times of its ranks can be compared, so that its bubbles are known */
static inline gboolean
lsc_pipeline_step_is_compared (const LscPipelineStep *step)
{
  return step->bubble_ratio >= 0;
}

/** What compute kernels of one name took inside of a rank's blocks. */
typedef struct
{
  guint32 name; /* id in LscPipeline.strings */
  gint64 ns;    /* in all steps */
} LscPipelineOp;

/** By name; empty where no kernels are known. */
typedef struct
{
  LscPipelineOp *items;
  gsize n;
} LscPipelineOps;

/** Returns: by what the needs of its blocks are known; of %LSC_SCHEDULE_NONE by nothing */
static inline const LscSchedule *
lsc_pipeline_step_get_order (const LscPipelineStep *step)
{
  return step->schedule.type != LSC_SCHEDULE_NONE ? &step->schedule : &step->assumed;
}

/**
 * LscPipelineRank:
 *
 * A rank's part of a pipeline: its blocks, what the device did inside of them, its messages, and
 * what its metadata tells of the layout. It holds nothing of the run that it was made of, and is
 * hundreds of times smaller. Immutable after it was made; reference counted; any thread.
 */
typedef struct _LscPipelineRank LscPipelineRank;

/** One pipeline: the ranks that hand micro-batches to each other. */
typedef struct
{
  char *label; /* "(0,4,8,12)" */
  gint64 *ranks;
  gsize n_ranks; /* P */
  gint64 team;   /* lowest rank of the tensor-parallel ranks of its first one, -1 unknown */
  LscPipelineStep *steps; /* by T0 */
  gsize n_steps;
  gboolean is_recognised;
  const char *schedule;    /* "1f1b", "interleaved", "dualpipev", ..., NULL */
  char *variant;           /* (nullable) for people */
  gsize micro_batches;     /* M, 0 unknown */
  guint n_chunks;          /* v */
  LscPhrase *banner;       /* (nullable) why it was not recognised, for each stage */
  gsize median_step;       /* index of the step with the median window */
  LscSchedule *candidates; /* all that explain the order of the shown schedule's step, it first; all
                              that are possible where nothing tells which one ran */
  gsize n_candidates;
  LscPipelineOps *ops;  /* (nullable) by stage */
  gboolean has_no_host; /* of op timelines: nothing tells whether a host was late */
  LscPipelineClocks clocks;
} LscPipelineGroup;

typedef struct _LscPipeline LscPipeline;

struct _LscPipeline
{
  gatomicrefcount refs;
  GPtrArray *groups; /* LscPipelineGroup, lowest rank first */
  LscIntern *strings;
  LscNotices *notices;
  LscPipeline *whole; /* (nullable): what the groups borrow from: lsc_pipeline_pick_step() */
};

G_END_DECLS
