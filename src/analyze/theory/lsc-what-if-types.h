/* lsc-what-if-types.h - predictions of other schedules
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study-types.h"

G_BEGIN_DECLS

/**
 * LscWhatIfInputs: what a prediction assumes (theory.md#what-if-costs)
 * @w_share: W / B; negative: measured where I and W were recorded, else 0.5
 * @overlap_gain: g of X = (F + B)(1 - g); NaN: measured where X was recorded, else 0
 * @latency_ns: of a remote edge; negative: measured
 * @chunk_overhead_ns: added once for each extra chunk's op
 * @spread_lumps: what the first and last virtual stage have above the others are layers, not
 * embedding and head, which stay whole
 * @layers: (nullable): layers of each stage, @n_layers of them: without how many stages there are
 * it is not used
 * @head: what the head behind the last stage takes, in layers of it; NaN: not known, only @layers
 * @step_time_ns: length of the whole step by STEP_TIME; 0 or less = unknown
 * @limit_ns: 0, or which targets stay below this for sure is all that is asked: no sensitivities
 * are worked out, nor the rest of a target's range once it reaches the limit
 */
typedef struct
{
  double w_share;
  double overlap_gain;
  gint64 latency_ns;
  gint64 chunk_overhead_ns;
  gboolean spread_lumps;
  gboolean full_recompute; /* default share of W is 1/3 */
  const int *layers;
  gsize n_layers;
  double head;
  gint64 step_time_ns;
  gint64 limit_ns;
} LscWhatIfInputs;

#define LSC_WHAT_IF_INPUTS_INIT                                                                    \
  ((LscWhatIfInputs){ .w_share = -1, .overlap_gain = NAN, .latency_ns = -1, .head = NAN })

/**
 * LscWhatIfTarget: one change
 * @schedule: type %LSC_SCHEDULE_NONE: the current one; its n_stages and n_micro_batches are taken
 * from the recording, its run_length 0 stands for P
 * @is_variant_given: @schedule's variant was asked for; else the range covers the other ones
 */
typedef struct
{
  LscSchedule schedule;
  gboolean is_variant_given;
  gsize micro_batches; /* 0: as recorded */
  gboolean is_balanced;
  int move_layers; /* from stage @move_from to @move_to; 0 = none */
  int move_from;
  int move_to;
} LscWhatIfTarget;

/** Window under a changed input, ns. */
typedef struct
{
  gint64 low_ns;
  gint64 high_ns;
} LscWhatIfRange;

/* Width of a range from which on it is said what would narrow it. */
#define LSC_WHAT_IF_WIDE 0.2

/** The input that would narrow a wide range most. */
typedef enum
{
  LSC_WHAT_IF_BY_NONE,
  LSC_WHAT_IF_BY_GAIN,
  LSC_WHAT_IF_BY_SHARE,
  LSC_WHAT_IF_BY_LAYERS,
  LSC_WHAT_IF_BY_HEAD, /* layers are known */
  LSC_WHAT_IF_N_BY,
} LscWhatIfBy;

/** Who may have a surplus (theory.md#what-if-surplus). */
typedef enum
{
  LSC_SUSPECT_FIRST, /* the rank of the first part */
  LSC_SUSPECT_LAST,
  LSC_SUSPECT_INNER, /* all other ranks */
  LSC_N_SUSPECTS,
} LscSuspect;

/** Which way a window goes, if the whole range says so (theory.md#what-if-direction). */
typedef enum
{
  LSC_WHAT_IF_NOT_KNOWN, /* the range holds the measured window */
  LSC_WHAT_IF_SHORTER,
  LSC_WHAT_IF_LONGER,
  LSC_WHAT_IF_N_DIRECTIONS,
} LscWhatIfDirection;

/**
 * LscWhatIfRow: one prediction
 * @title: for people
 * @refusal: (nullable): why there is none; then nothing else is set
 * @window_ns: L' = L x replay(target) / replay(current, rung 4), with the noise of the recorded
 * blocks and what disturbs a typical step; of the recorded order with means
 * @replay_ns: window of the target's replay itself, with means
 * @step_ns: step time - L + L', -1 without step time
 * @peak: most chunk activations of any rank; @peaks: by rank
 * @n_messages_extra: p2p messages more than now
 * @by_share, @by_gain, @by_latency: +-20 % of beta, g, d; equal to @window_ns where it has no
 * effect
 * @range: over all of these, over what is plausible where beta or g is neither given nor measured
 * (see LscWhatIf), over the variants of the target unless one was asked for, over what a surplus
 * of a stage may be (theory.md#what-if-surplus) and what late hosts delay, over what disturbs a
 * step now and then (theory.md#what-if-events), and widened by @margin
 * @direction: what @range says of the window against the measured one
 * @margin: of the model and of noise
 * @width: of @range / @window_ns
 * @narrow_by: the input that would narrow a @width above %LSC_WHAT_IF_WIDE most
 * @fixed_ns: by suspect: @window_ns if, besides, what its ranks take longer were gone: a slow
 * device that is fixed; @window_ns where they take no longer
 * @plan, @times: the replay, for drawing
 */
typedef struct
{
  LscPhrase *title;
  LscPhrase *refusal;
  LscWhatIfTarget target;
  gint64 window_ns;
  gint64 replay_ns;
  gint64 step_ns;
  double ratio;
  gsize peak;
  gsize *peaks;
  gint64 n_messages_extra;
  LscWhatIfRange by_share;
  LscWhatIfRange by_gain;
  LscWhatIfRange by_latency;
  LscWhatIfRange range;
  LscWhatIfDirection direction;
  double margin;
  double width;
  LscWhatIfBy narrow_by;
  gint64 fixed_ns[LSC_N_SUSPECTS];
  LscPlan *plan;
  LscPlanTimes times;
} LscWhatIfRow;

/** Where a number that a prediction needs comes from. */
typedef enum
{
  LSC_WHAT_IF_ASSUMED,
  LSC_WHAT_IF_MEASURED,
  LSC_WHAT_IF_GIVEN,
} LscWhatIfSource;

/**
 * LscWhatIf: the predictions, with the inputs as used; immutable after it was made
 * @inputs: as used: nothing is left open but layers and head; the layers are its own
 * @share_low, @share_high, @gain_low, @gain_high: what @range of a row covers
 * @model_margin: least share by which it is widened: 2 %, or what the replay leaves unexplained if
 * that is more
 * @n_events: pauses and late launches in @n_steps steps that were looked at; @event_ns: their
 * (upper) median; @do_steps_differ: in pace or in lateness of hosts
 * @rows: the first is the current schedule with means, the others by target
 */
typedef struct
{
  gatomicrefcount refs;
  LscStudy *study;
  LscWhatIfInputs inputs;
  LscWhatIfSource share_source;
  LscWhatIfSource gain_source;
  LscWhatIfSource latency_source;
  double share_low;
  double share_high;
  double gain_low;
  double gain_high;
  double model_margin;
  gint64 step_time_ns; /* -1 unknown */
  gsize n_events;
  gsize n_steps;
  gint64 event_ns;
  gboolean do_steps_differ;
  GPtrArray *rows; /* LscWhatIfRow */
} LscWhatIf;

G_END_DECLS
