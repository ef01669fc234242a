/* lsc-synth-arguments.c - the command line of the profile writer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "synth/lsc-synth-arguments.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "synth/lsc-synth-lists.h"

/* What the user gave; numbers that were not given are -1. */
typedef struct
{
  char *out;
  char *preset;
  char *schedule;
  char *schema;
  char *straggler;
  char *trace_size;
  char *costs;
  char *host_offsets;
  char *rank_offsets;
  char *drift;
  char *delay;
  gint64 seed;
  gint64 kernels;
  gint64 tasks;
  gint64 unit_us;
  gint64 latency_ns;
  gint64 clock_skew_ns;
  gint64 delay_jitter_ns;
  gint64 leak_bytes;
  int run_length, lead;
  int ranks, pp, tp, dp, chunks, micro_batches, steps, first_step, hosts, layers, depth, level;
  double jitter, w_share, overlap_gain;
  gboolean force, no_overlap, dw_detach, empty_pops, modules, no_modules, backward, no_backward;
  gboolean no_mb_ids, chunk_mb_ids, no_p2p, wal, trace_modules, distinct_shapes;
  gboolean text, kineto, gzip, no_db, memory;
  gboolean no_logits, fused_first, fused_middle, extra_warmup, no_weights, one_way_p2p, waits;
} Given;

static Given given;

static const GOptionEntry size_entries[] = {
  { "out", 'o', 0, G_OPTION_ARG_FILENAME, &given.out, N_ ("Folder to write, instead of OUTDIR"),
    N_ ("DIR") },
  { "force", 0, 0, G_OPTION_ARG_NONE, &given.force, N_ ("Write into a folder that is not empty"),
    NULL },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &given.seed, N_ ("Start of the random numbers"), "N" },
  { "preset", 0, 0, G_OPTION_ARG_STRING, &given.preset,
    N_ ("demo, bench, bench-host, small or pipeline; options change it"), N_ ("NAME") },
  { "ranks", 0, 0, G_OPTION_ARG_INT, &given.ranks,
    N_ ("Ranks: stages of a pipeline, else replicas"), "N" },
  { "pp", 0, 0, G_OPTION_ARG_INT, &given.pp, N_ ("Pipeline stages"), "P" },
  { "tp", 0, 0, G_OPTION_ARG_INT, &given.tp, N_ ("Tensor-parallel ranks of a stage"), "T" },
  { "dp", 0, 0, G_OPTION_ARG_INT, &given.dp, N_ ("Data-parallel replicas"), "D" },
  { "hosts", 0, 0, G_OPTION_ARG_INT, &given.hosts, N_ ("Hosts that the ranks fill"), "N" },
  { "steps", 0, 0, G_OPTION_ARG_INT, &given.steps, N_ ("Steps"), "N" },
  { "first-step", 0, 0, G_OPTION_ARG_INT, &given.first_step, N_ ("Number of the first step"), "N" },
  { "kernels", 0, 0, G_OPTION_ARG_INT64, &given.kernels,
    N_ ("Wanted compute kernels a rank; exact without a pipeline"), "N" },
  { "tasks", 0, 0, G_OPTION_ARG_INT64, &given.tasks,
    N_ ("TASK rows a rank in the proportions of bench or bench-host; without a pipeline"), "N" },
  { "layers", 0, 0, G_OPTION_ARG_INT, &given.layers, N_ ("Layers of a model chunk"), "L" },
  { "depth", 0, 0, G_OPTION_ARG_INT, &given.depth, N_ ("Levels of nested modules, at least 5"),
    "D" },
  { "level", 0, 0, G_OPTION_ARG_INT, &given.level, N_ ("Profiler level 0, 1 or 2"), "N" },
  { "schema", 0, 0, G_OPTION_ARG_STRING, &given.schema, N_ ("Table layout 1.0 or 1.2"),
    N_ ("VERSION") },
  { NULL }
};

static const GOptionEntry pipeline_entries[] = {
  { "schedule", 0, 0, G_OPTION_ARG_STRING, &given.schedule,
    N_ ("none, gpipe, 1f1b, interleaved, zbh1, dualpipe, dualpipev or zbv"), N_ ("NAME") },
  { "chunks", 0, 0, G_OPTION_ARG_INT, &given.chunks,
    N_ ("Model chunks a rank of the interleaved schedule"), "V" },
  { "micro-batches", 'M', 0, G_OPTION_ARG_INT, &given.micro_batches, N_ ("Micro-batches of a step"),
    "M" },
  { "no-overlap", 0, 0, G_OPTION_ARG_NONE, &given.no_overlap,
    N_ ("DualPipeV without overlapped blocks and logits"), NULL },
  { "dw-detach", 0, 0, G_OPTION_ARG_NONE, &given.dw_detach,
    N_ ("DualPipeV with weight gradients apart in the cool-down"), NULL },
  { "empty-pops", 0, 0, G_OPTION_ARG_NONE, &given.empty_pops,
    N_ ("DualPipeV with recorded pops of an empty store"), NULL },
  { "no-logits", 0, 0, G_OPTION_ARG_NONE, &given.no_logits, N_ ("DualPipeV without logits blocks"),
    NULL },
  { "fused-first", 0, 0, G_OPTION_ARG_NONE, &given.fused_first,
    N_ ("DualPipeV, DualPipe: the last rank's first pair is one block"), NULL },
  { "fused-middle", 0, 0, G_OPTION_ARG_NONE, &given.fused_middle,
    N_ ("DualPipeV: backward and weight gradients of the third phase are one block"), NULL },
  { "run-length", 0, 0, G_OPTION_ARG_INT, &given.run_length,
    N_ ("Interleaved: micro-batches that run in a row"), "N" },
  { "extra-warmup", 0, 0, G_OPTION_ARG_NONE, &given.extra_warmup,
    N_ ("Interleaved: one more forward in the warm-up"), NULL },
  { "record-no-weights", 0, 0, G_OPTION_ARG_NONE, &given.no_weights,
    N_ ("Weight gradients leave no range; I looks like B"), NULL },
  { "costs", 0, 0, G_OPTION_ARG_STRING, &given.costs,
    N_ ("Lengths of blocks F, B, I, W, X, L in ns, such as F=2000000,B=4000000"), "K=NS,…" },
  { "w-share", 0, 0, G_OPTION_ARG_DOUBLE, &given.w_share,
    N_ ("Part of a backward block that is its weight gradients"), "F" },
  { "overlap-gain", 0, 0, G_OPTION_ARG_DOUBLE, &given.overlap_gain,
    N_ ("Part of forward and backward that an overlapped pair saves"), "F" },
  { "no-mb-ids", 0, 0, G_OPTION_ARG_NONE, &given.no_mb_ids,
    N_ ("Messages without current_microbatch"), NULL },
  { "chunk-mb-ids", 0, 0, G_OPTION_ARG_NONE, &given.chunk_mb_ids,
    N_ ("current_microbatch counts in each chunk from 0"), NULL },
  { "no-p2p", 0, 0, G_OPTION_ARG_NONE, &given.no_p2p, N_ ("No send and receive operators"), NULL },
  { "jitter", 0, 0, G_OPTION_ARG_DOUBLE, &given.jitter,
    N_ ("Largest relative change of a block's length"), "F" },
  { "straggler", 0, 0, G_OPTION_ARG_STRING, &given.straggler,
    N_ ("A rank whose blocks take FACTOR times as long"), N_ ("RANK:FACTOR") },
  { "waits", 0, 0, G_OPTION_ARG_NONE, &given.waits,
    N_ ("Ranks of tensor and data parallel groups wait for the straggler in collectives"), NULL },
  { "latency", 0, 0, G_OPTION_ARG_INT64, &given.latency_ns,
    N_ ("From the end of a block to the arrival of its message"), "NS" },
  { "clock-skew", 0, 0, G_OPTION_ARG_INT64, &given.clock_skew_ns,
    N_ ("Clock of each host against the one before it"), "NS" },
  { "host-offsets", 0, 0, G_OPTION_ARG_STRING, &given.host_offsets,
    N_ ("Clock of each host minus the true time"), "NS,…" },
  { "rank-offsets", 0, 0, G_OPTION_ARG_STRING, &given.rank_offsets,
    N_ ("Added to the clocks of single ranks"), N_ ("RANK:NS,…") },
  { "drift", 0, 0, G_OPTION_ARG_STRING, &given.drift,
    N_ ("Drift of the clock of each host in parts per million"), "PPM,…" },
  { "one-way-p2p", 0, 0, G_OPTION_ARG_NONE, &given.one_way_p2p,
    N_ ("Only messages to higher stages are recorded"), NULL },
  { "delay", 0, 0, G_OPTION_ARG_STRING, &given.delay,
    N_ ("A receive ends that long after its send; to lower stages the second"), "NS[,NS]" },
  { "delay-jitter", 0, 0, G_OPTION_ARG_INT64, &given.delay_jitter_ns,
    N_ ("And at most that much later"), "NS" },
  { "lead", 0, 0, G_OPTION_ARG_INT, &given.lead, N_ ("Steps that the host is ahead of the device"),
    "N" },
  { "unit", 0, 0, G_OPTION_ARG_INT64, &given.unit_us,
    N_ ("Length of a forward block; longer if its work needs more"), "US" },
  { NULL }
};

static const GOptionEntry content_entries[] = {
  { "modules", 0, 0, G_OPTION_ARG_NONE, &given.modules, N_ ("With module ranges"), NULL },
  { "no-modules", 0, 0, G_OPTION_ARG_NONE, &given.no_modules,
    N_ ("Without module ranges, with two ops a block"), NULL },
  { "trace-modules", 0, 0, G_OPTION_ARG_NONE, &given.trace_modules,
    N_ ("Modules as call records instead of ranges"), NULL },
  { "backward", 0, 0, G_OPTION_ARG_NONE, &given.backward,
    N_ ("With autograd nodes and their links"), NULL },
  { "no-backward", 0, 0, G_OPTION_ARG_NONE, &given.no_backward,
    N_ ("Without autograd nodes and their links"), NULL },
  { "distinct-shapes", 0, 0, G_OPTION_ARG_NONE, &given.distinct_shapes,
    N_ ("Every kernel has its own name and shape: no two rows are equal"), NULL },
  { "text", 0, 0, G_OPTION_ARG_NONE, &given.text,
    N_ ("Write the text result too: trace_view.json and tables"), NULL },
  { "kineto", 0, 0, G_OPTION_ARG_NONE, &given.kineto,
    N_ ("Write a PyTorch GPU trace of each rank too"), NULL },
  { "gzip", 0, 0, G_OPTION_ARG_NONE, &given.gzip, N_ ("Compress the GPU traces"), NULL },
  { "no-db", 0, 0, G_OPTION_ARG_NONE, &given.no_db,
    N_ ("Leave out the databases; with --text or --kineto"), NULL },
  { "trace-size", 0, 0, G_OPTION_ARG_STRING, &given.trace_size,
    N_ ("Wanted size of the trace of a rank, such as 100M or 1G; without a pipeline"),
    N_ ("SIZE") },
  { "memory", 0, 0, G_OPTION_ARG_NONE, &given.memory,
    N_ ("Write the memory of each rank too: blocks and totals"), NULL },
  { "leak", 0, 0, G_OPTION_ARG_INT64, &given.leak_bytes,
    N_ ("Bytes that each step keeps; with --memory"), N_ ("BYTES") },
  { "wal", 0, 0, G_OPTION_ARG_NONE, &given.wal, N_ ("Leave the last step in a write-ahead log"),
    NULL },
  { NULL }
};

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, format, arguments);
  va_end (arguments);
  return FALSE;
}

static void
forget_given (void)
{
  memset (&given, 0, sizeof given);
  given.seed = given.kernels = given.tasks = given.unit_us = given.latency_ns = -1;
  given.ranks = given.pp = given.tp = given.dp = given.chunks = given.micro_batches = -1;
  given.steps = given.first_step = given.hosts = given.layers = given.depth = given.level = -1;
  given.clock_skew_ns = G_MININT64;
  given.leak_bytes = -1;
  given.delay_jitter_ns = given.run_length = given.lead = -1;
  given.jitter = given.w_share = given.overlap_gain = -1.0;
}

static void
set_common_defaults (LscSynthOptions *o)
{
  *o = (LscSynthOptions){
    .seed = 1,
    .pp = 1,
    .tp = 1,
    .dp = 1,
    .chunks = 2,
    .micro_batches = 1,
    .steps = 1,
    .first_step = 7,
    .hosts = 1,
    .layers = 4,
    .depth = 5,
    .level = 1,
    .proportions = { .compute = 6, .framework = 20, .links = 18 },
    .latency_ns = 20000,
    .straggler_rank = -1,
    .straggler_factor = 1.0,
    .overlap = TRUE,
    .modules = TRUE,
    .backward = TRUE,
    .mb_ids = TRUE,
    .p2p = TRUE,
    .logits = TRUE,
    .record_weights = TRUE,
    .cost_ns = { -1, -1, -1, -1, -1, -1 },
    .w_share = -1.0,
    .overlap_gain = -1.0,
  };
}

/* The two benchmarks differ in what the host records: bench has no more than the links need,
 * bench-host what real recordings have. */
static gboolean
apply_preset (const char *name, LscSynthOptions *o, GError **error)
{
  if (name == NULL || g_str_equal (name, "small"))
    {
      o->tp = name != NULL || given.tp < 0 ? 2 : 1;
      o->steps = 2;
    }
  else if (g_str_equal (name, "demo"))
    {
      o->schedule = LSC_SYNTH_DUALPIPEV;
      o->pp = 4;
      o->micro_batches = 10;
      o->steps = 2;
      o->layers = 2;
      o->jitter = 0.04;
      o->straggler_rank = 2;
      o->straggler_factor = 1.25;
    }
  else if (g_str_equal (name, "bench"))
    {
      o->lean = TRUE;
      if (given.tasks < 0)
        o->kernels = 1000000;
    }
  else if (g_str_equal (name, "bench-host"))
    {
      o->proportions =
          (LscSynthProportions){ .compute = 9, .framework = 48, .links = 38, .marks = 5 };
      if (given.tasks < 0 && given.kernels < 0)
        o->tasks = 1000000;
    }
  else if (g_str_equal (name, "pipeline"))
    {
      o->schedule = LSC_SYNTH_1F1B;
      o->pp = 4;
      o->micro_batches = 8;
      o->modules = FALSE;
    }
  else
    return fail (error, "There is no preset %s; take demo, bench, bench-host, small or pipeline.",
                 name);
  return TRUE;
}

typedef struct
{
  const char *name;
  int given;
  guint *target;
  int least;
  int most;
} SizeRule;

static gboolean
apply_sizes (LscSynthOptions *o, GError **error)
{
  const SizeRule rules[] = {
    { "--pp", given.pp, &o->pp, 1, 1024 },
    { "--tp", given.tp, &o->tp, 1, 1024 },
    { "--dp", given.dp, &o->dp, 1, 1024 },
    { "--chunks", given.chunks, &o->chunks, 1, 64 },
    { "--micro-batches", given.micro_batches, &o->micro_batches, 1, 1000000 },
    { "--run-length", given.run_length, &o->run_length, 1, 1000000 },
    { "--steps", given.steps, &o->steps, 1, 10000 },
    { "--lead", given.lead, &o->lead, 0, 1000 },
    { "--first-step", given.first_step, &o->first_step, 0, G_MAXINT },
    { "--hosts", given.hosts, &o->hosts, 1, 1024 },
    { "--layers", given.layers, &o->layers, 1, 1000 },
    { "--depth", given.depth, &o->depth, 5, 1000 },
    { "--level", given.level, &o->level, 0, 2 },
    { "--ranks", given.ranks, o->schedule != LSC_SYNTH_NONE ? &o->pp : &o->dp, 1, 1024 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      if (rules[i].given == -1)
        continue;
      if (rules[i].given < rules[i].least || rules[i].given > rules[i].most)
        return fail (error, "Option %s needs a number from %d to %d.", rules[i].name,
                     rules[i].least, rules[i].most);
      *rules[i].target = (guint) rules[i].given;
    }
  return TRUE;
}

static gboolean
apply_straggler (LscSynthOptions *o, GError **error)
{
  char *end = NULL;

  if (given.straggler == NULL)
    return TRUE;
  if (g_str_equal (given.straggler, "none"))
    {
      o->straggler_rank = -1;
      return TRUE;
    }
  o->straggler_rank = (gint) g_ascii_strtoll (given.straggler, &end, 10);
  if (end == given.straggler || *end != ':')
    return fail (error, "Option --straggler needs RANK:FACTOR, not %s.", given.straggler);
  o->straggler_factor = g_ascii_strtod (end + 1, &end);
  if (*end != '\0' || o->straggler_factor < 0.1 || o->straggler_factor > 100.0)
    return fail (error, "Option --straggler needs a factor from 0.1 to 100, not %s.",
                 given.straggler);
  if (o->straggler_rank < 0 || (guint) o->straggler_rank >= lsc_synth_options_world (o))
    return fail (error, "Option --straggler names a rank that is not there: %s.", given.straggler);
  return TRUE;
}

#define LARGEST_LEAK G_GINT64_CONSTANT (1000000000000)

/* Bytes of trace for each TASK row of the benchmark's proportions, measured. */
#define TEXT_BYTES_PER_TASK 1483
#define KINETO_BYTES_PER_TASK 850

/* "100M": bytes, with K, M or G for powers of 1000. */
static gboolean
parse_size (const char *text, gint64 *size)
{
  char *end;

  *size = g_ascii_strtoll (text, &end, 10);
  if (end == text || *size <= 0 || *size > 1000000000000)
    return FALSE;
  for (const char *unit = "KMG"; *end != '\0' && *unit != '\0'; unit++)
    {
      *size *= 1000;
      if (*end == *unit)
        return end[1] == '\0' && *size <= G_GINT64_CONSTANT (1000000000000);
    }
  return *end == '\0';
}

static gboolean
apply_trace_size (LscSynthOptions *o, GError **error)
{
  gboolean is_text = given.text || !given.kineto;

  if (given.trace_size == NULL)
    return TRUE;
  if (!parse_size (given.trace_size, &o->trace_size))
    return fail (error, "Option --trace-size needs a size such as 100M or 1G, not %s.",
                 given.trace_size);
  if (given.tasks >= 0 || given.kernels >= 0)
    return fail (error, "%s", "Option --trace-size chooses --tasks itself.");
  o->lean = TRUE;
  o->kernels = 0;
  o->tasks = MAX (1000, o->trace_size / (is_text ? TEXT_BYTES_PER_TASK : KINETO_BYTES_PER_TASK));
  return TRUE;
}

static gboolean
apply_leak (LscSynthOptions *o, GError **error)
{
  if (given.leak_bytes == -1)
    return TRUE;
  if (!given.memory)
    return fail (error, "%s", "Option --leak needs --memory.");
  if (given.leak_bytes < 0 || given.leak_bytes > LARGEST_LEAK)
    return fail (error, "%s", "Option --leak needs a number from 0 to 1000000000000.");
  o->leak_bytes = given.leak_bytes;
  return TRUE;
}

static gboolean
apply_numbers (LscSynthOptions *o, GError **error)
{
  if (given.seed >= 0)
    o->seed = (guint64) given.seed;
  if (given.kernels >= 0)
    o->kernels = given.kernels;
  if (given.tasks >= 0)
    {
      o->tasks = given.tasks;
      o->kernels = 0;
    }
  if (!apply_trace_size (o, error) || !apply_leak (o, error))
    return FALSE;
  if (given.unit_us >= 0)
    o->unit_ns = given.unit_us * 1000;
  if (given.latency_ns >= 0)
    o->latency_ns = given.latency_ns;
  if (given.clock_skew_ns != G_MININT64)
    o->clock_skew_ns = given.clock_skew_ns;
  if (given.jitter >= 0.0)
    o->jitter = given.jitter;
  if (o->kernels > 100000000 || o->tasks > 100000000)
    return fail (error, "%s", "Options --kernels and --tasks go up to 100000000.");
  if (given.kernels >= 0 && given.tasks >= 0)
    return fail (error, "%s", "Options --kernels and --tasks exclude each other.");
  if (o->jitter > 0.9)
    return fail (error, "%s", "Option --jitter needs a number from 0 to 0.9.");
  if (o->unit_ns > G_GINT64_CONSTANT (10000000000) || o->latency_ns > 1000000000)
    return fail (error, "%s", "Options --unit and --latency go up to 10 s and 1 s.");
  if (ABS (o->clock_skew_ns) > G_GINT64_CONSTANT (3600000000000))
    return fail (error, "%s", "Option --clock-skew goes up to one hour.");
  return TRUE;
}

static gboolean
apply_flags (LscSynthOptions *o, GError **error)
{
  o->overlap &= !given.no_overlap;
  o->dw_detach |= given.dw_detach;
  o->empty_pops |= given.empty_pops;
  o->modules = (o->modules || given.modules) && !given.no_modules;
  o->backward = (o->backward || given.backward) && !given.no_backward;
  o->mb_ids &= !given.no_mb_ids;
  o->chunk_mb_ids |= given.chunk_mb_ids;
  o->p2p &= !given.no_p2p;
  o->wal |= given.wal;
  o->trace_modules |= given.trace_modules;
  o->distinct_shapes |= given.distinct_shapes;
  o->kineto |= given.kineto;
  o->text |= given.text || (given.trace_size != NULL && !given.kineto);
  o->gzip |= given.gzip;
  o->no_db |= given.no_db;
  o->memory |= given.memory;
  o->logits &= !given.no_logits;
  o->fused_first |= given.fused_first;
  o->fused_middle |= given.fused_middle;
  o->extra_warmup |= given.extra_warmup;
  o->record_weights &= !given.no_weights;
  o->one_way_p2p |= given.one_way_p2p;
  o->waits |= given.waits;
  if (o->no_db && !o->text && !o->kineto)
    return fail (error, "%s", "Option --no-db needs --text or --kineto.");
  if (o->memory && o->no_db)
    return fail (error, "%s", "Option --memory writes into the databases: leave out --no-db.");
  if (given.schema == NULL)
    return TRUE;
  if (!g_str_equal (given.schema, "1.0") && !g_str_equal (given.schema, "1.2"))
    return fail (error, "Option --schema needs 1.0 or 1.2, not %s.", given.schema);
  o->schema12 = g_str_equal (given.schema, "1.2");
  return TRUE;
}

static gboolean
apply_lists (LscSynthOptions *o, GError **error)
{
  o->w_share = given.w_share;
  o->overlap_gain = given.overlap_gain;
  if (o->w_share > 0.99 || o->overlap_gain > 0.9)
    return fail (error, "%s", "Options --w-share and --overlap-gain go up to 0.99 and 0.9.");
  if (given.delay_jitter_ns >= 0)
    o->delay_jitter_ns = given.delay_jitter_ns;
  return lsc_synth_lists_parse_costs (o, given.costs, error) &&
         lsc_synth_lists_parse_delays (o, given.delay, error) &&
         lsc_synth_lists_parse_hosts (o, given.host_offsets, given.drift, error) &&
         lsc_synth_lists_parse_ranks (o, given.rank_offsets, error);
}

static gboolean
check_together (const LscSynthOptions *o, GError **error)
{
  gint64 longest_delay = MAX (o->delay_ns[0], o->delay_ns[1]) + o->delay_jitter_ns;

  if (o->tasks > 0 && o->schedule != LSC_SYNTH_NONE)
    return fail (error, "%s", "Option --tasks works without a pipeline only.");
  if (o->schedule != LSC_SYNTH_NONE && o->p2p && o->latency_ns < 1000)
    return fail (error, "%s", "Option --latency needs at least 1000 unless --no-p2p is given.");
  if (o->p2p && longest_delay > 0 && longest_delay > o->latency_ns - 200)
    return fail (error, "%s", "Options --delay and --delay-jitter must be shorter than --latency.");
  if (o->hosts > lsc_synth_options_world (o))
    return fail (error, "%s", "There are more hosts than ranks.");
  if (lsc_synth_options_world (o) > 16384)
    return fail (error, "%s", "There are more than 16384 ranks.");
  return TRUE;
}

static gboolean
apply_given (LscSynthOptions *o, GError **error)
{
  set_common_defaults (o);
  if (!apply_preset (given.preset, o, error))
    return FALSE;
  if (given.schedule != NULL)
    {
      gboolean was_none = o->schedule == LSC_SYNTH_NONE;

      if (!lsc_synth_schedule_kind_parse (given.schedule, &o->schedule))
        return fail (error, "There is no schedule %s.", given.schedule);
      if (was_none && o->schedule != LSC_SYNTH_NONE)
        {
          o->pp = 4;
          o->tp = 1;
          o->micro_batches = 8;
        }
      else if (o->schedule == LSC_SYNTH_NONE)
        o->pp = o->micro_batches = 1;
    }
  if (given.clock_skew_ns != G_MININT64 && given.hosts < 0)
    o->hosts = 2;
  if (!apply_sizes (o, error) || !apply_numbers (o, error) || !apply_flags (o, error) ||
      !apply_lists (o, error))
    return FALSE;
  if (given.straggler == NULL && o->straggler_rank >= (gint) lsc_synth_options_world (o))
    o->straggler_rank = -1;
  return apply_straggler (o, error) && check_together (o, error);
}

static char *
first_line (const char *text)
{
  return g_strndup (text, strcspn (text, "\n"));
}

/**
 * lsc_synth_arguments_parse:
 * @argc: (inout): number of arguments
 * @argv: (inout): arguments
 * @options: (out caller-allocates): what is to be written
 * @directory: (out) (transfer full): where
 * @force: (out): whether the folder may hold files
 * @error: (out) (optional): one sentence about the first argument that is wrong
 *
 * Returns: %FALSE on error
 */
gboolean
lsc_synth_arguments_parse (int *argc, char ***argv, LscSynthOptions *options, char **directory,
                           gboolean *force, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (_ ("OUTDIR"));
  g_autoptr (GError) local = NULL;

  forget_given ();
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _ ("Writes Ascend result folders with known content, for "
                                            "demonstrations, tests and benchmarks."));
  g_option_context_add_main_entries (context, size_entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, pipeline_entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, content_entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, argc, argv, &local))
    {
      g_autofree char *line = first_line (local->message);

      return fail (error, "%s.", line);
    }
  if (*argc - 1 + (given.out != NULL) != 1)
    return fail (error, "%s", _ ("Give one folder to write into."));
  *directory = g_strdup (given.out != NULL ? given.out : (*argv)[1]);
  *force = given.force;
  return apply_given (options, error);
}
