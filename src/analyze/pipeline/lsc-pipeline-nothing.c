/* lsc-pipeline-nothing.c - recordings without pipeline ranges: what is shown or said instead
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

/* Names of parts that a message lists. */
#define MOST_PARTS 3

/**
 * _lsc_pipeline_take_passes:
 *
 * If they are wanted and no rank has a pipeline range: the members show passes of their hosts
 * (pipeline.md#host-passes).
 */
void
_lsc_pipeline_take_passes (LscPipelineBuild *build)
{
  gsize n = 0;

  if (!build->options->host_passes)
    return;
  for (guint i = 0; i < build->members->len; i++)
    if (_lsc_pipeline_member (build, i)->rank->ranges.n > 0)
      return;
  for (guint i = 0; i < build->members->len; i++)
    {
      LscPipelineMember *member = _lsc_pipeline_member (build, i);

      member->recorded = &member->rank->passes;
      member->is_host_passes = member->recorded->n > 0;
      if (member->rank->pass_notices)
        lsc_notices_add_all (build->pipeline->notices, member->rank->pass_notices);
      n += member->recorded->n;
    }
  _lsc_pipeline_note (
      build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-host-passes", NULL, (gint64) n,
      _ ("No pipeline ranges were recorded; shown are passes of the host, found by "
         "links between forward and backward ops. Host time, approximate."),
      _ ("Lengths and bubbles are those of the host, and no schedule is recognised."),
      _ ("Record ranges around the framework's step functions."));
}

/* (transfer full) (nullable): names of parts of blocks, the first ones. */
static char *
find_part_names (const LscPipelineBuild *build)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < build->members->len; i++)
    {
      const GPtrArray *own = _lsc_pipeline_member (build, i)->rank->part_names;

      for (guint k = 0; own && k < own->len && names->len < MOST_PARTS; k++)
        if (!g_ptr_array_find_with_equal_func (names, own->pdata[k], g_str_equal, NULL))
          g_ptr_array_add (names, own->pdata[k]);
    }
  if (names->len == 0)
    return NULL;
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

static gboolean
are_gpu_traces (const LscPipelineBuild *build)
{
  gsize n = 0;

  for (guint i = 0; i < build->members->len; i++)
    n += _lsc_pipeline_member (build, i)->rank->is_gpu;
  return n > 0 && n == build->members->len;
}

static gboolean
is_damaged (const LscPipelineBuild *build)
{
  for (guint i = 0; i < build->members->len; i++)
    if (lsc_notices_have_end_lost (_lsc_pipeline_member (build, i)->rank->notices))
      return TRUE;
  return FALSE;
}

/**
 * _lsc_pipeline_set_nothing:
 *
 * Sets %LSC_ERROR_NOTHING: there is no block to show; why, and how to record some.
 */
void
_lsc_pipeline_set_nothing (const LscPipelineBuild *build, GError **error)
{
  g_autofree char *parts = find_part_names (build);

  if (parts)
    g_set_error (
        error, LSC_ERROR, LSC_ERROR_NOTHING,
        _ ("No pipeline ranges were recorded: the recording names parts of blocks (%s) but "
           "not the blocks, so there is no chart. Put ranges named forward_step and "
           "backward_step around the step functions."),
        parts);
  else if (is_damaged (build))
    g_set_error (error, LSC_ERROR, LSC_ERROR_NOTHING,
                 _ ("The recording is truncated or damaged; the part that could be read has no "
                    "pipeline ranges. Copy or export it again."));
  else if (are_gpu_traces (build))
    g_set_error (error, LSC_ERROR, LSC_ERROR_NOTHING,
                 _ ("No pipeline ranges were recorded. Run the pipeline with "
                    "torch.distributed.pipelining, "
                    "or put torch.profiler.record_function(\"forward_step\") and \"backward_step\" "
                    "around the framework's step functions."));
  else
    g_set_error (
        error, LSC_ERROR, LSC_ERROR_NOTHING,
        _ ("No pipeline ranges were recorded. Wrap the framework's forward and backward step "
           "functions in torch_npu.npu.mstx.range_start(\"{'name': 'forward_step'}\", stream) "
           "and range_end, and profile with mstx=True and export as db."));
}
