/* lsc-what-if-private.h - costs of a model by its depth, shared by the files of the what-if
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-what-if-types.h"
#include "base/lsc-array.h"

G_BEGIN_DECLS

/**
 * LscStageCosts: what the blocks of a step took, by place: rank x @n_chunks + chunk
 * @n: parts of the model's depth, which are the virtual stages that were recorded
 * @piece: by place: the part it holds; in DualPipe two places hold the same one
 * @f, @b: mean ns of a forward and of a whole backward
 * @error: relative standard error of their sum
 * @share: W / B measured; negative: no weight gradients were recorded
 * @gain: of overlap, measured; NaN: no overlapped blocks were recorded
 * @gain_limit: g at which the shorter half of a pair is hidden entirely
 * @head: what the head takes beside the layers of the last part, in their unit; 0 where not known
 * @n_micro_batches, @noise: [(place x 2 + is backward) x n_micro_batches + micro-batch]: what a
 * block took / the mean of its kind; 1 where there is none
 * @has_noise: whether any of them is not 1
 */
typedef struct
{
  gsize n;
  gsize n_ranks;
  guint n_chunks;
  gsize *piece;
  double *f;
  double *b;
  double *error;
  double share;
  double gain;
  double gain_limit;
  double head;
  gsize n_micro_batches;
  float *noise;
  gboolean has_noise;
} LscStageCosts;

char *_lsc_stage_costs_init (LscStageCosts *self, const LscStudy *study, const gint64 *durations,
                             double assumed_share);
void _lsc_stage_costs_clear (LscStageCosts *self);

/** What makes a part of the model take longer than the others (theory.md#what-if-surplus). */
typedef enum
{
  LSC_SURPLUS_LAYERS, /* it has more of them: they move with the model's depth */
  LSC_SURPLUS_LUMP,   /* embedding or head: stays whole at its end of the model */
  LSC_SURPLUS_DEVICE, /* the rank is slow: whatever it holds takes longer */
  LSC_SURPLUS_FIXED,  /* the rank was slow when it was recorded: nothing takes longer any more */
} LscSurplus;

/**
 * LscSupposition: what surpluses are taken for
 * @of: by suspect
 * @device_part: by suspect: how much of a surplus that is %LSC_SURPLUS_DEVICE is; the rest is a
 * lump
 * @unit: of two parts, what one without surplus takes / what the shorter one takes: 1, less if that
 *   has a surplus, too
 */
typedef struct
{
  LscSurplus of[LSC_N_SUSPECTS];
  double device_part[LSC_N_SUSPECTS];
  double unit;
} LscSupposition;

/**
 * LscDepthCosts: what the model costs by depth, cut into equal pieces (theory.md#what-if-costs)
 * @f, @b: mean ns of a forward and of a whole backward of each piece
 * @first_f and so on: lumps of the first and last piece, not in @f and @b
 * @device_f, @device_b: by rank: what a device takes / what the others take
 */
typedef struct
{
  gsize n;
  double *f;
  double *b;
  double first_f, first_b, last_f, last_b;
  gsize n_ranks;
  double *device_f;
  double *device_b;
} LscDepthCosts;

void _lsc_depth_costs_init (LscDepthCosts *self, const LscStageCosts *stages,
                            const LscSupposition *supposed, const int *layers);
void _lsc_depth_costs_clear (LscDepthCosts *self);
void _lsc_depth_costs_balance (LscDepthCosts *self, gboolean is_plain);
gboolean _lsc_stage_costs_is_suspect (const LscStageCosts *self, LscSuspect suspect,
                                      const int *layers);

gboolean _lsc_stage_costs_has_slow_device (const LscStageCosts *self, const int *layers);

/** Costs of the chunks of a target: [rank * n_chunks + chunk]. */
typedef struct
{
  gsize n_ranks;
  guint n_chunks;
  guint n_chunks_now; /* chunks from this on get @overhead_ns */
  double *f;
  double *b;
  double overhead_ns;
} LscChunkCosts;

/** Layers that move from one rank to another: @share of those of @from; 0 = none. */
typedef struct
{
  gsize from;
  gsize to;
  double share;
} LscLayerMove;

void _lsc_chunk_costs_init (LscChunkCosts *self, const LscDepthCosts *depth,
                            const LscSchedule *target, guint n_chunks_now, double overhead_ns,
                            const LscLayerMove *move);
void _lsc_chunk_costs_clear (LscChunkCosts *self);

/** What may vary in a replay; @latency and @late are factors. */
typedef struct
{
  double share;
  double gain;
  double latency;
  double late;
} LscWhatIfPoint;

/**
 * LscWhatIfMachine: what a replay needs besides the target and its costs
 * @links: (array): latency from rank to rank, ns; @measured: as recorded, also where it was given
 * @late_ns: (array): by rank: how late its host launches each block (theory.md#what-if-host)
 * @is_late: whether any is
 * @is_by_block: whether half a block is as late as a whole one; else that is not known
 */
typedef struct
{
  gsize n_ranks;
  gint64 *links;
  gint64 *measured;
  gint64 *late_ns;
  gboolean is_late;
  gboolean is_by_block;
} LscWhatIfMachine;

gint64 _lsc_what_if_machine_init (LscWhatIfMachine *self, const LscStudy *study, gint64 latency_ns);
void _lsc_what_if_machine_clear (LscWhatIfMachine *self);
void _lsc_what_if_machine_measure_late (const LscWhatIfMachine *self, const LscStudy *step,
                                        gint64 *late_ns);
gint64 _lsc_what_if_machine_replay (const LscWhatIfMachine *self, const LscStudy *study,
                                    const gint64 *held);

/**
 * LscWhatIfEvents: what disturbed recorded steps now and then (theory.md#what-if-events)
 * @n_steps: that were looked at; the first is the one that is predicted
 * @sizes: of events, ns, in all steps; @n_of_rank: how many of them each rank had
 * @clean: by op of the first step: its length without pauses, ns
 * @held: by op of the first step: how much later than its host as a rule it was launched, ns
 * @late_ns: step x ranks + rank: how late its host was for each block
 * @pace: by step: what its blocks took / those of the first step
 * @do_steps_differ: in lateness or pace, by more than noise
 */
typedef struct
{
  gsize n_steps;
  LscInt64s sizes;
  gsize *n_of_rank;
  gint64 *clean;
  gint64 *held;
  gint64 *late_ns;
  double *pace;
  gboolean do_steps_differ;
} LscWhatIfEvents;

void _lsc_what_if_events_init (LscWhatIfEvents *self, const LscStudy *study,
                               const LscWhatIfMachine *machine);
void _lsc_what_if_events_clear (LscWhatIfEvents *self);

/**
 * LscWhatIfBench: a target ready to be replayed at any point
 * @unit: parts of a nanosecond that replays count in, a power of two: block times are no whole
 * nanoseconds, and their rounding must not add up along the pipeline
 * @part_ns, @part_length: (rank x chunks + chunk) x kinds + role: what such a part takes in the
 * run, ns, and in @unit with the launch of its op
 * @drawn: micro-batches that noise comes from
 * @late_ns: by rank: of @machine, or of another step
 * @extra: (nullable): by op: what it takes longer, in @unit
 */
typedef struct
{
  LscPlan *plan;
  LscChunkCosts costs;
  const LscWhatIfMachine *machine;
  const LscStageCosts *stages;
  gint64 *durations;
  double *part_ns;
  gint64 *part_length;
  guint32 *drawn;
  gint64 *scaled_links;
  gint64 *scaled_late;
  const gint64 *late_ns;
  const gint64 *extra;
  LscPlanTimes times;
  gint64 unit;
  gboolean has_split;   /* I and W */
  gboolean has_overlap; /* X */
} LscWhatIfBench;

/* A replay with the means, not with noise. */
#define LSC_NO_DRAW 0

gboolean _lsc_what_if_bench_init (LscWhatIfBench *self, const LscSchedule *schedule,
                                  const LscChunkCosts *costs, const LscWhatIfMachine *machine,
                                  const LscStageCosts *stages, const LscWhatIfPoint *point,
                                  GError **error);
void _lsc_what_if_bench_clear (LscWhatIfBench *self);
gboolean _lsc_what_if_bench_run (LscWhatIfBench *self, const LscWhatIfPoint *point, guint draw,
                                 gint64 *window, GError **error);
void _lsc_what_if_bench_take_times (LscWhatIfBench *self, LscPlanTimes *times);

/* What the model itself may be wrong by, at least. */
#define LSC_WHAT_IF_MARGIN 0.02

/* What a sensitivity varies an input by. */
#define LSC_WHAT_IF_SPREAD 0.2

/**
 * LscWhatIfWork: what is the same for all rows
 * @events: what is no property of a stage
 * @layers: (nullable): by piece of @stages
 * @has_head: whether that of the last one is known, too
 * @supposed: what surpluses are taken for where nothing else is tried
 * @window_ns: L; @rung_ns: replay of the recorded blocks with latency and late hosts
 * @n_messages: between ranks, now
 * @point: where the predictions are made
 * @margin: least one of a row
 * @deviation: of windows of the recorded order with noise / their mean: what its costs miss
 * @refusal: (nullable): why nothing can be predicted of this step
 */
typedef struct
{
  LscWhatIf *self;
  const LscWhatIfInputs *given;
  LscStageCosts stages;
  LscWhatIfMachine machine;
  LscWhatIfEvents events;
  int *layers;
  gboolean has_head;
  LscSupposition supposed;
  LscJob *job;
  gint64 window_ns;
  gint64 rung_ns;
  gsize n_messages;
  LscWhatIfPoint point;
  double margin;
  double deviation;
  LscPhrase *refusal;
} LscWhatIfWork;

/* LscWhatIfRatios to the row's own window. */
typedef struct
{
  double low;
  double high;
} LscWhatIfRatios;

/** A row in the making: its target's replay, and what noise does to it. */
typedef struct
{
  LscWhatIfWork *work;
  LscWhatIfRow *row;
  LscWhatIfBench bench;
  LscSchedule schedule;
  gint64 base_ns;          /* predicted window, with noise */
  double stretch;          /* mean window with noise and events / window with means */
  double deviation;        /* of windows with noise / their mean */
  double layers_span;      /* what is in doubt because layers are not known, as a share */
  double head_span;        /* and because the head is not, where they are */
  LscWhatIfRatios surplus; /* what is in doubt because of what surpluses are */
  LscWhatIfRatios events;  /* and because it is not known what disturbs a step */
} LscWhatIfMaker;

void _lsc_what_if_init_costs (const LscWhatIfWork *work, const LscWhatIfTarget *target,
                              const LscSchedule *schedule, const LscSupposition *supposed,
                              LscChunkCosts *costs);
gboolean _lsc_what_if_run (LscWhatIfMaker *self, const LscWhatIfPoint *point, gint64 *window,
                           GError **error);
gboolean _lsc_what_if_draw_events (LscWhatIfMaker *self, GError **error);
gboolean _lsc_what_if_fill_range (LscWhatIfMaker *self, GError **error);
LscWhatIfRow *_lsc_what_if_row_new (LscWhatIfWork *work, const LscWhatIfTarget *target,
                                    const char *title, GError **error);
void _lsc_what_if_row_free (LscWhatIfRow *self);
gsize _lsc_what_if_count_messages (const LscPlan *plan);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscWhatIfBench, _lsc_what_if_bench_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscStageCosts, _lsc_stage_costs_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscDepthCosts, _lsc_depth_costs_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscChunkCosts, _lsc_chunk_costs_clear)

G_END_DECLS
