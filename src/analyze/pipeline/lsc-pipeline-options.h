/* lsc-pipeline-options.h - what a user may say of pipelines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#include "analyze/pipeline/lsc-pipeline-metadata.h"

G_BEGIN_DECLS

/** What --align and the page can ask for. */
typedef enum
{
  LSC_ALIGN_AUTO, /* p2p, else collectives, else bounds; nothing on one host */
  LSC_ALIGN_NONE,
  LSC_ALIGN_P2P, /* by messages alone, also on one host */
  LSC_ALIGN_GIVEN,
} LscAlignMode;

/**
 * LscPipelineOptions: zero-filled = the defaults
 * @groups: (nullable): text such as "0,4,8,12;1,5,9,13" (pipeline.md#stages, rule 1)
 * @given: parallel sizes where none were recorded (rule 3); its pp is 0: not given
 * @order: (nullable): order of dimensions, default tp-cp-ep-dp-pp
 * @loose_names: the substring rule for kinds
 * @names: (nullable): extra words "kind=F,word=my_fwd"
 * @schedule: (nullable): instead of recognition
 * @align: which alignment of clocks
 * @offsets: (nullable): with %LSC_ALIGN_GIVEN: ns by rank, "4=1200;5=-300"
 * @host_passes: without any pipeline range show passes of the host by the links of ops
 *   (pipeline.md#host-passes), of recordings loaded with %LSC_LOAD_LINKED_OPS and %LSC_LOAD_LINKS
 *   too
 *
 * A rank is read by @names, @loose_names and @host_passes, the others are for all ranks together.
 */
typedef struct
{
  const char *groups;
  LscParallelSizes given;
  const char *order;
  const char *const *names;
  const char *schedule;
  gboolean loose_names;
  LscAlignMode align;
  const char *offsets;
  gboolean host_passes;
} LscPipelineOptions;

G_END_DECLS
