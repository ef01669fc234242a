/* lsc-pipeline-rank-private.h - what a rank keeps, and how it is read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/extent/lsc-stray-words.h"
#include "analyze/pipeline/lsc-pipeline-members.h"
#include "analyze/pipeline/lsc-pipeline-message.h"
#include "analyze/pipeline/lsc-pipeline-p2p.h"
#include "analyze/pipeline/lsc-pipeline-options.h"
#include "analyze/pipeline/lsc-pipeline-rank-pack.h"
#include "analyze/pipeline/lsc-pipeline-told-private.h"
#include "analyze/pipeline/lsc-pipeline-types.h"
#include "base/lsc-interval.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

/** Step of a range that lies in none. */
#define LSC_STEP_NONE G_MININT64

/** A pipeline range of a rank that became a block. */
typedef struct
{
  gint64 start_ns; /* device; host time with LSC_BLOCK_HOST_TIME */
  gint64 end_ns;
  gint64 host_start_ns; /* 0, 0 = not recorded */
  gint64 host_end_ns;
  gint64 step;     /* id, LSC_STEP_NONE: known when the ranks of a pipeline are together */
  guint32 message; /* id in LscPipelineRank.texts, while a pipeline is built in its strings */
  guint32 stream;
  guint32 recorded;  /* recorded micro-batch, LSC_SCHEDULE_NO_ID */
  guint32 peer_name; /* given name (StepTaskInfo), LSC_STRING_NONE; an id as @message */
  guint16 sublane;
  gint8 peer_type;
  guint8 kind;  /* by its name */
  guint8 chunk; /* recorded, LSC_CHUNK_NONE */
  guint8 flags;
  guint8 is_loop_index; /* the recorded id may be the number of a loop instead */
  gint32 stage;         /* recorded one, plus 1; 0 = none */
} LscBlockRange;

LSC_DEFINE_ARRAY (LscBlockRanges, lsc_block_ranges, LscBlockRange)

/** Texts one behind the other: a pool that is still added to takes far more. */
typedef struct
{
  char *bytes;
  gsize *begins; /* n + 1 */
  guint32 n;
} LscPipelineTexts;

/** A communication group that operators of a rank name. */
typedef struct
{
  guint32 name; /* id in LscPipelineRank.texts */
  LscMembers members;
} LscPipelineCommGroup;

LSC_DEFINE_ARRAY (LscPipelineCommGroups, lsc_pipeline_comm_groups, LscPipelineCommGroup)

/** A send or receive operator of a rank, or a batch of both. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 order_ns; /* its place among those of its pair of ranks */
  gint64 src;      /* in the group, -1 unknown */
  gint64 dst;
  guint32 name;  /* id in LscPipelineRank.texts */
  guint32 group; /* index into LscPipelineRank.groups */
  guint8 type;   /* LscP2pType */
  guint8 is_ambiguous;
  guint8 is_stray; /* its time tells nothing */
} LscRankMessage;

LSC_DEFINE_ARRAY (LscRankMessages, lsc_rank_messages, LscRankMessage)

/** When a collective ended. @key: hash of the texts of group and operator, which is the same on all
 * ranks; of texts that occur twice on a rank the first one, @is_repeated. */
typedef struct
{
  guint64 key;
  gint64 end_ns;
  guint32 group; /* index into LscPipelineRank.groups */
  gboolean is_repeated;
} LscPipelineCollective;

LSC_DEFINE_ARRAY (LscPipelineCollectives, lsc_pipeline_collectives, LscPipelineCollective)

/** A moment at which a block begins or ends, and what the device had done by then. Of any two of
 * them the difference is what it did between them. */
typedef struct
{
  gint64 time_ns;
  gint64 compute_ns;
  gint64 all_ns;         /* compute and communication */
  gint64 no_messages_ns; /* compute and collectives */
  gint64 n_kernels;      /* compute kernels that began before */
} LscPipelineMoment;

/**
 * LscPipelineInside: what the device did in the blocks of a rank
 * @is_known: there are compute kernels, and blocks have device time
 * @moments: ascending, each time once
 * @ops: by name what the compute kernels take that begin between two moments, packed: for each
 *   moment but the last the number of names, then of each its distance in @names and its ns
 * @names: ids in LscPipelineRank.texts, in the order of the run's strings
 */
typedef struct
{
  gboolean is_known;
  LscPipelineMoment *moments;
  gsize n_moments;
  guint8 *ops;
  gsize n_ops_bytes;
  guint32 *names;
  guint32 n_names;
} LscPipelineInside;

/** What a rank keeps of a pipeline (pipeline.md#blocks). */
struct _LscPipelineRank
{
  gatomicrefcount refs;
  gint64 rank;
  gint64 collection_end_ns;
  char *host_name;
  char *host_uid;
  char *file;
  gboolean is_gpu;
  gboolean is_of_ops;
  LscPipelineTexts texts;
  guint32 n_messages;    /* texts of messages and peer names come first */
  LscBlockRanges ranges; /* in block order */
  LscBlockRanges passes; /* of the host, if they are wanted and there are no ranges */
  LscSteps steps;
  gboolean is_single_stage; /* a name of PyTorch's schedules with one chunk occurred */
  gboolean is_model_graph;  /* a name of MindSpeed's DualPipeV occurred */
  gboolean is_from_table;   /* ranges of StepTaskInfo */
  gint64 stage;             /* lowest one that its ranges name, plus 1; 0 = none */
  GPtrArray *part_names;    /* (nullable): char *: without ranges: names of parts of blocks */
  LscPipelineTold told;
  LscPipelineCommGroups groups;
  LscRankMessages messages; /* in file order */
  LscPipelineCollectives collectives;
  LscPipelineInside inside;
  LscNotices *notices;
  LscNotices *pass_notices; /* (nullable): of @passes */
};

/** A rank that is being read. */
typedef struct
{
  LscPipelineRank *rank;
  const LscRun *run;
  const LscPipelineWords *words;
  LscIntern *strings;    /* that become the texts of the rank */
  LscMetadata *metadata; /* (nullable): of the run */
  guint8 *types;         /* LscP2pType of each operator of communication */
  gboolean has_strays;   /* some events do not belong to the others, which lie in @main */
  LscInterval main;
} LscPipelineReading;

/* ranks */
LscPipelineRank *_lsc_pipeline_rank_new_of_messages (const LscRun *run);
GPtrArray *_lsc_pipeline_sort_ranks (GPtrArray *ranks);

/* blocks */
void _lsc_pipeline_read_blocks (LscPipelineReading *reading);
void _lsc_pipeline_read_table (LscPipelineReading *reading);
void _lsc_pipeline_read_passes (LscPipelineReading *reading);
void _lsc_pipeline_read_part_names (LscPipelineReading *reading);
void _lsc_pipeline_settle_actions (LscPipelineRank *rank);
void _lsc_pipeline_place_blocks (const LscPipelineReading *reading, LscBlockRanges *ranges,
                                 LscNotices *notices);

/* messages, and what the device did in blocks; after the blocks */
void _lsc_pipeline_read_messages (LscPipelineReading *reading);
void _lsc_pipeline_read_inside (LscPipelineReading *reading);
const LscPipelineMoment *_lsc_pipeline_inside_find (const LscPipelineInside *self, gint64 time_ns);
gint64 *_lsc_pipeline_inside_sum_ops (const LscPipelineInside *self, const LscIntervals *blocks);
gboolean _lsc_pipeline_inside_is_sound (const LscPipelineInside *self);
void _lsc_pipeline_inside_clear (LscPipelineInside *self);

/* -- lsc-pipeline-collective.c -- */
guint64 _lsc_pipeline_collective_key (const char *group, const char *name);
void _lsc_pipeline_collectives_pack (const LscPipelineCollectives *self,
                                     const LscPipelineKnownOp *known, gsize n_known, LscPack *pack);
gboolean _lsc_pipeline_collectives_unpack (LscPipelineCollectives *self,
                                           const LscPipelineKnownOp *known, gsize n_known,
                                           const LscPack *pack, GError **error);

/* notices */
void _lsc_pipeline_note (LscNotices *self, LscSeverity severity, const char *code,
                         const LscPipelineRank *rank, gint64 count, const char *what,
                         const char *why, const char *remedy, ...) G_GNUC_PRINTF (6, 9);
void _lsc_pipeline_tell_strays (LscNotices *self, const LscPipelineRank *rank,
                                LscStrayWords *words);

/** Returns: (transfer none): a text of a rank, "" for %LSC_STRING_NONE */
static inline const char *
lsc_pipeline_rank_text (const LscPipelineRank *self, guint32 id)
{
  return id < self->texts.n ? self->texts.bytes + self->texts.begins[id] : "";
}

G_END_DECLS
