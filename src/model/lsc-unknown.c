/* lsc-unknown.c - why something is not known, and what would make it known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-unknown.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * Reason:
 * @code: stable
 * @reason: what follows "not known, because"; no full stop
 * @any: (nullable): what would make it known, whatever recorded
 * @remedies: (nullable): of what recorded; without @any those of other recorders do not happen
 * @window: (nullable): what can be done in the window, where @any names an option
 */
typedef struct
{
  const char *code;
  const char *reason;
  const char *any;
  const char *remedies[LSC_RECORDER_N];
  const char *window;
} Reason;

#define ASCEND(text) [LSC_RECORDER_ASCEND] = text
#define GPU(text) [LSC_RECORDER_GPU] = text
#define NSIGHT(text) [LSC_RECORDER_NSIGHT] = text
#define OPS(text) [LSC_RECORDER_OPS] = text

/* unknown.md#codes has this table: tests compare the two. */
static const Reason reasons[LSC_UNKNOWN_N] = {
  [LSC_UNKNOWN_NOTHING_FOUND] = { "nothing_found", N_ ("no supported recording was found"),
                                  N_ ("Open the folder or file of a recording.") },
  [LSC_UNKNOWN_UNREADABLE] = { "unreadable", N_ ("no rank could be read"),
                               N_ ("Copy the recording again from where it was recorded.") },
  [LSC_UNKNOWN_DAMAGED] = { "damaged", N_ ("the recording is truncated or damaged"),
                            N_ ("Copy it again from where it was recorded.") },
  [LSC_UNKNOWN_SNAPSHOT] = { "snapshot", N_ ("a memory snapshot has no events"),
                             N_ ("Open the profile of the same run.") },
  [LSC_UNKNOWN_OPS_TIMELINE] = { "ops_timeline",
                                 N_ ("an op timeline has ops only, and no kernels"),
                                 NULL,
                                 { OPS (N_ ("Open a recording of the profiler.")) } },
  [LSC_UNKNOWN_TABLES_ONLY] = { "tables_only",
                                N_ ("only summary tables were exported, without times"),
                                NULL,
                                { ASCEND (N_ ("Export the profile as db, or with "
                                              "trace_view.json.")) } },
  [LSC_UNKNOWN_NO_DATABASE] = { "no_database",
                                N_ ("the mode reads databases of the Ascend profiler only"),
                                NULL,
                                { ASCEND (N_ ("Export the profile as db.")),
                                  GPU (N_ ("Run operators or communication, which read GPU "
                                           "traces.")) } },
  [LSC_UNKNOWN_NO_EVENTS] = { "no_events", N_ ("the recording has no events"),
                              N_ ("Record again while training steps run.") },
  [LSC_UNKNOWN_NO_DEVICE] = { "no_device",
                              N_ ("no device events were recorded"),
                              NULL,
                              { ASCEND (N_ ("Record with ProfilerActivity.NPU.")),
                                GPU (N_ ("Record with ProfilerActivity.CUDA.")),
                                NSIGHT (N_ ("Record with nsys profile --trace=cuda,nvtx.")) } },
  [LSC_UNKNOWN_NO_HOST] = { "no_host",
                            N_ ("no host events were recorded"),
                            NULL,
                            { ASCEND (N_ ("Record with ProfilerActivity.CPU.")),
                              GPU (N_ ("Record with ProfilerActivity.CPU.")),
                              NSIGHT (N_ ("Record with nsys profile --trace=cuda,nvtx.")) } },
  [LSC_UNKNOWN_NO_KERNELS] = { "no_kernels",
                               N_ ("no kernels were recorded"),
                               NULL,
                               { ASCEND (N_ ("Record with ProfilerActivity.NPU.")),
                                 GPU (N_ ("Record with ProfilerActivity.CUDA.")),
                                 NSIGHT (N_ ("Record with nsys profile --trace=cuda,nvtx "
                                             "--cuda-graph-trace=node.")) } },
  [LSC_UNKNOWN_NO_PIPELINE] = { "no_pipeline",
                                N_ ("no pipeline ranges were recorded"),
                                NULL,
                                { ASCEND (N_ ("Put mstx ranges named forward_step and "
                                              "backward_step around the step functions, and "
                                              "record with mstx=True.")),
                                  GPU (N_ ("Run the pipeline with torch.distributed.pipelining, "
                                           "or put torch.profiler.record_function around the step "
                                           "functions.")),
                                  OPS (N_ ("Record the ops of all stages.")),
                                  NSIGHT (N_ ("Put NVTX ranges named forward_step and "
                                              "backward_step around the step functions.")) } },
  [LSC_UNKNOWN_NO_MARKS] = { "no_marks",
                             N_ ("no mstx ranges with device tasks were recorded"),
                             NULL,
                             { ASCEND (N_ ("Give range_start a stream, and record with "
                                           "mstx=True.")) } },
  [LSC_UNKNOWN_HOST_TIMES] = { "host_times",
                               N_ ("pipeline ranges have host times, and the host runs ahead of "
                                   "the device"),
                               NULL,
                               { ASCEND (N_ ("Give range_start a stream.")),
                                 GPU (N_ ("Record with ProfilerActivity.CPU and "
                                          "ProfilerActivity.CUDA in one run.")),
                                 NSIGHT (N_ ("Record with nsys profile --trace=cuda,nvtx.")) } },
  [LSC_UNKNOWN_NO_COMMUNICATION] = { "no_communication",
                                     N_ ("no communication events were recorded"),
                                     N_ ("Record steps in which ranks communicate.") },
  [LSC_UNKNOWN_LEVEL_0] = { "level_0",
                            N_ ("the profiler level was 0"),
                            NULL,
                            { ASCEND (N_ ("Record with profiler_level Level1.")) } },
  [LSC_UNKNOWN_COLLECTIVE_KERNELS] = { "collective_kernels",
                                       N_ ("a GPU trace has one kernel per collective, without "
                                           "its transfers and waits"),
                                       NULL,
                                       { GPU (N_ ("Open the traces of all ranks: their lengths "
                                                  "show who waits.")) } },
  [LSC_UNKNOWN_ON_CCU] = { "on_ccu",
                           N_ ("collectives ran on the CCU, which the exported times do not "
                               "measure"),
                           NULL,
                           { ASCEND (N_ ("Run communication, which reads the collectives "
                                         "themselves.")) } },
  [LSC_UNKNOWN_NO_COMM_TASKS] = { "no_comm_tasks",
                                  N_ ("the tasks of collectives were not recorded"),
                                  NULL,
                                  { ASCEND (N_ ("Export the profile again as db.")) } },
  [LSC_UNKNOWN_NO_COMM_TABLES] = { "no_comm_tables",
                                   N_ ("tables of communication were not exported"),
                                   NULL,
                                   { ASCEND (N_ ("Record with profiler_level Level1, export as "
                                                 "db, and keep analysis.db.")) } },
  [LSC_UNKNOWN_NO_TABLE] = { "no_table",
                             N_ ("a table that the mode reads was not exported"),
                             NULL,
                             { ASCEND (N_ ("Export the profile again as db.")) } },
  [LSC_UNKNOWN_ONE_RANK] = { "one_rank", N_ ("only one rank was opened"),
                             N_ ("Open the folder of all ranks.") },
  [LSC_UNKNOWN_RANK_MISSING] = { "rank_missing", N_ ("ranks of the group were not opened"),
                                 N_ ("Open the folder of all ranks.") },
  [LSC_UNKNOWN_NO_GROUPS] = { "no_groups",
                              N_ ("the members of communication groups were not recorded"),
                              NULL,
                              { ASCEND (N_ ("Keep profiler_metadata.json with the result.")),
                                GPU (N_ ("Initialise torch.distributed before the profiler "
                                         "starts.")),
                                NSIGHT (N_ ("Record with torch.profiler: Nsight Systems does not "
                                            "record process groups.")) } },
  [LSC_UNKNOWN_NO_LAYOUT] = { "no_layout", N_ ("the parallel layout was not recorded"),
                              N_ ("Name it with --layout."),
                              .window = N_ ("Choose the layout in the preferences.") },
  [LSC_UNKNOWN_NO_RANK] = { "no_rank", N_ ("the recording has no rank number"),
                            N_ ("Put the rank into the name of each file or folder.") },
  [LSC_UNKNOWN_NO_STEPS] = { "no_steps",
                             N_ ("steps were not recorded"),
                             N_ ("Call step() of the profiler after each training step."),
                             { NSIGHT (N_ ("Mark each step with torch.cuda.nvtx.range_push(\"step "
                                           "1\") and its number.")) } },
  [LSC_UNKNOWN_NO_SUCH_STEP] = { "no_such_step", N_ ("the requested step was not recorded"),
                                 N_ ("Name a step that info lists.") },
  [LSC_UNKNOWN_ONE_STEP] = { "one_step", N_ ("too few steps were recorded"),
                             N_ ("Record three steps or more.") },
  [LSC_UNKNOWN_NO_LAUNCHES] = { "no_launches",
                                N_ ("launches were not recorded"),
                                NULL,
                                { ASCEND (N_ ("Record CPU and NPU activity in one run.")),
                                  GPU (N_ ("Record with ProfilerActivity.CPU and "
                                           "ProfilerActivity.CUDA in one run.")),
                                  NSIGHT (N_ ("Record with nsys profile --trace=cuda,nvtx.")) } },
  [LSC_UNKNOWN_NO_SHAPES] = { "no_shapes",
                              N_ ("shapes of kernels were not recorded"),
                              N_ ("Record with record_shapes=True."),
                              { NSIGHT (N_ ("Record with torch.profiler and record_shapes=True: "
                                            "Nsight Systems has no shapes of kernels.")) } },
  [LSC_UNKNOWN_NO_COUNTERS] = { "no_counters",
                                N_ ("core counters were not recorded"),
                                NULL,
                                { ASCEND (N_ ("Set aic_metrics to PipeUtilization.")),
                                  GPU (N_ ("Measure the kernel with Nsight Compute.")) } },
  [LSC_UNKNOWN_NO_FREQUENCY] = { "no_frequency",
                                 N_ ("frequencies of the cores were not recorded"),
                                 NULL,
                                 { ASCEND (N_ ("Record with profiler_level Level1.")) } },
  [LSC_UNKNOWN_NO_MODULES] = { "no_modules",
                               N_ ("module calls were not recorded"),
                               NULL,
                               { ASCEND (N_ ("Record with with_modules=True, or put mstx ranges "
                                             "of the domain Module around module calls.")),
                                 GPU (N_ ("Record with with_stack=True and "
                                          "with_modules=True.")),
                                 NSIGHT (
                                     N_ ("Put NVTX ranges of modules around their calls: "
                                         "layer-wise NVTX tracing of SGLang and vLLM does.")) } },
  [LSC_UNKNOWN_NO_MEMORY] = { "no_memory",
                              N_ ("memory was not recorded"),
                              N_ ("Record with profile_memory=True."),
                              { NSIGHT (N_ ("Record with torch.profiler and profile_memory=True: "
                                            "Nsight Systems has no allocations.")) } },
  [LSC_UNKNOWN_NO_BLOCKS] = { "no_blocks",
                              N_ ("single memory blocks were not recorded"),
                              N_ ("Record with profile_memory=True, or take a memory snapshot."),
                              { NSIGHT (N_ ("Record with torch.profiler and profile_memory=True, "
                                            "or take a memory snapshot.")) } },
  [LSC_UNKNOWN_NO_EXPERTS] = { "no_experts",
                               N_ ("no kernels of experts were recorded"),
                               NULL,
                               { ASCEND (N_ ("Record steps with GroupedMatmul kernels.")),
                                 GPU (N_ ("Expert load is read from Ascend recordings only.")) } },
  [LSC_UNKNOWN_NO_BASE] = { "no_base", N_ ("results to compare with were not found"),
                            N_ ("Run cluster_time_summary on both recordings first, and name "
                                "the other folder with --bp.") },
  [LSC_UNKNOWN_NO_CHIP] = { "no_chip", N_ ("the recording does not contain the peak of the chip"),
                            N_ ("Name the chip with --chip, or its peak with --peak-tflops."),
                            .window = N_ ("Name the chip or its peak in the preferences.") },
  [LSC_UNKNOWN_NO_BANDWIDTH] = { "no_bandwidth",
                                 N_ ("the recording does not contain the memory bandwidth of the "
                                     "chip"),
                                 N_ ("Give it with --peak-bandwidth."),
                                 .window = N_ ("Set it in the preferences.") },
};

/** Returns: (transfer none): its stable name, snake_case */
const char *
lsc_unknown_get_code (LscUnknown self)
{
  g_return_val_if_fail (self < LSC_UNKNOWN_N, NULL);
  return reasons[self].code;
}

/** Returns: (transfer none): untranslated: what follows "not known, because", without full stop */
const char *
lsc_unknown_get_reason (LscUnknown self)
{
  g_return_val_if_fail (self < LSC_UNKNOWN_N, NULL);
  return reasons[self].reason;
}

/* (nullable): Nsight Systems records GPUs, too: what it does not need otherwise is advised of them.
 */
static const char *
find_remedy (LscUnknown self, LscRecorder recorder)
{
  const char *own = reasons[self].remedies[recorder];

  if (own || reasons[self].any)
    return own ? own : reasons[self].any;
  return recorder == LSC_RECORDER_NSIGHT ? reasons[self].remedies[LSC_RECORDER_GPU] : NULL;
}

/** Returns: whether recordings of @recorder may lack it */
gboolean
lsc_unknown_is_of (LscUnknown self, LscRecorder recorder)
{
  g_return_val_if_fail (self < LSC_UNKNOWN_N && recorder < LSC_RECORDER_N, FALSE);
  return find_remedy (self, recorder) != NULL;
}

/**
 * lsc_unknown_get_remedy:
 * @recorder: what recorded, so that nobody is advised what his profiler does not have
 *
 * Returns: (transfer none): untranslated: a sentence, what would make it known
 */
const char *
lsc_unknown_get_remedy (LscUnknown self, LscRecorder recorder)
{
  const char *remedy;

  g_return_val_if_fail (self < LSC_UNKNOWN_N && recorder < LSC_RECORDER_N, NULL);
  remedy = find_remedy (self, recorder);
  return remedy ? remedy : N_ ("Open a recording that has it.");
}

/** Returns: the reason of that code, %LSC_UNKNOWN_NONE if there is none */
LscUnknown
lsc_unknown_from_code (const char *code)
{
  g_return_val_if_fail (code, LSC_UNKNOWN_NONE);
  for (guint i = 0; i < LSC_UNKNOWN_N; i++)
    if (strcmp (reasons[i].code, code) == 0)
      return (LscUnknown) i;
  return LSC_UNKNOWN_NONE;
}

/** Returns: (transfer full): translated: "Not known, because …. Remedy." */
char *
lsc_unknown_to_words (LscUnknown self, LscRecorder recorder)
{
  g_return_val_if_fail (self < LSC_UNKNOWN_N, NULL);
  /* Translators: why something is not known, then a sentence: what would make it known */
  return g_strdup_printf (_ ("Not known, because %s. %s"), _ (reasons[self].reason),
                          _ (lsc_unknown_get_remedy (self, recorder)));
}

/** Returns: (transfer full): translated: the same with what can be done in the window */
char *
lsc_unknown_to_window_words (LscUnknown self, LscRecorder recorder)
{
  const char *remedy;

  g_return_val_if_fail (self < LSC_UNKNOWN_N && recorder < LSC_RECORDER_N, NULL);
  remedy = reasons[self].window ? reasons[self].window : lsc_unknown_get_remedy (self, recorder);
  return g_strdup_printf (_ ("Not known, because %s. %s"), _ (reasons[self].reason), _ (remedy));
}

/**
 * lsc_unknown_to_sentence:
 * @subject: what is not known, translated
 *
 * Returns: (transfer full): translated: "Subject: not known, because …. Remedy."
 */
char *
lsc_unknown_to_sentence (LscUnknown self, LscRecorder recorder, const char *subject)
{
  g_return_val_if_fail (self < LSC_UNKNOWN_N && subject, NULL);
  /* Translators: what is not known, why, and a sentence: what would make it known */
  return g_strdup_printf (_ ("%s: not known, because %s. %s"), subject, _ (reasons[self].reason),
                          _ (lsc_unknown_get_remedy (self, recorder)));
}
