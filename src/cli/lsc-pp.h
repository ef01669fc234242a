/* lsc-pp.h - what the parts of the pp command share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-what-if.h"
#include "judge/verdict/lsc-verdict.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-pipeline.h"
#include "draw/lsc-palette.h"
#include "draw/pipeline/lsc-pipeline-painter.h"

G_BEGIN_DECLS

/** Options of this command alone. */
typedef struct
{
  LscCliOptions common;
  char *group;
  char *step;
  char *out;
  char *table;
  char *what_if;
  char *compare;
  char *compare_step;
  char *title;
  char *first_name;
  char *second_name;
  double scale;
  double width;
  gboolean with_latency;
  gboolean is_json;
  gboolean is_dark;
  gboolean is_figure;
  gboolean has_lumps; /* the default, said once more */

  LscTheoryCosts theory_costs;
  LscTwinMode twin_mode;
  LscColorMode color_mode;
  gboolean shows_path;
  gboolean shows_causes;
  gboolean shows_differences;
  LscWhatIfInputs inputs;
  GArray *layer_counts; /* (nullable): int, of inputs.layers */
} LscPpOptions;

/** An opened path with the steps that are shown. */
typedef struct
{
  LscCliProject project;
  gboolean is_open;
  LscCliPipelines found;
  LscPipelineGroup *group;
  gsize first;
  gsize n;
} LscPpSide;

/** What a command delivers; NULL where it was not asked for or is not possible. */
typedef struct
{
  LscCliRun *run;
  const LscPpOptions *options;
  LscPpSide side;
  LscPpSide other;
  LscStudy *study; /* of the first step shown */
  GPtrArray
      *studies; /* LscStudy: with --group all those of the other pipelines, their median step */
  LscVerdicts *verdicts;
  LscWhatIf *what_if;
  LscPipeline *twin; /* drawn below */
  const LscPipelineGroup *twin_group;
  gsize twin_step;
  char *twin_title;
  gint64 created_ns;
} LscPpJob;

extern const LscCliOption lsc_pp_options[];

char *lsc_pp_to_text (const LscPpJob *job);
gboolean lsc_pp_is_all (const LscPpOptions *options);
gboolean lsc_pp_choose_steps (const LscPipelineGroup *group, const char *text, gsize *first,
                              gsize *n, GError **error);
gboolean lsc_pp_write_charts (const LscPpJob *job, GError **error);
gboolean lsc_pp_write_tables (const LscPpJob *job, GError **error);
void lsc_pp_note_unknown (const LscPpJob *job);
gboolean lsc_pp_print_json (const LscPpJob *job, GError **error);

G_END_DECLS
