/* lsc-pipeline-steptask.c - blocks from an existing table StepTaskInfo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-rank-private.h"

/* pipeline.md#step-task-info. Names are FP, BP, logits, <n>, <n>F, <n>B, <n>b, <n>w and <n>F+<m>B.
 * Rows without a name and with type 0 are what the writer left when it could not match the
 * schedule: their kind is unknown. */

static gboolean
take_number (const char **text, guint32 *number)
{
  guint64 sum = 0;
  const char *at = *text;

  while (g_ascii_isdigit (*at) && sum < LSC_MB_NONE)
    sum = sum * 10 + (guint64) (*at++ - '0');
  if (at == *text || sum >= LSC_MB_NONE)
    return FALSE;
  *number = (guint32) sum;
  *text = at;
  return TRUE;
}

/* Returns the kind as its range would have been recorded. */
static LscBlockKind
parse_name (const char *name, guint32 *recorded)
{
  guint32 number, other;

  *recorded = LSC_SCHEDULE_NO_ID;
  if (g_str_equal (name, "FP"))
    return LSC_BLOCK_F;
  if (g_str_equal (name, "BP") || g_str_equal (name, "logits"))
    return LSC_BLOCK_B;
  if (!take_number (&name, &number))
    return LSC_BLOCK_O;
  if (g_str_equal (name, "B") || g_str_equal (name, "b"))
    return LSC_BLOCK_B;
  if (g_str_equal (name, "w"))
    return LSC_BLOCK_W;
  if (name[0] == '\0' || g_str_equal (name, "F"))
    {
      *recorded = number;
      return LSC_BLOCK_F;
    }
  if (g_str_has_prefix (name, "F+"))
    {
      name += 2;
      if (take_number (&name, &other) && g_str_equal (name, "B"))
        {
          *recorded = number;
          return LSC_BLOCK_X;
        }
    }
  return LSC_BLOCK_O;
}

/** Reads the rows of StepTaskInfo as ranges; used when no range was recorded. */
void
_lsc_pipeline_read_table (LscPipelineReading *reading)
{
  LscPipelineRank *self = reading->rank;
  const LscRun *run = reading->run;
  gint64 n_bad = 0;
  gsize n_blank = 0;

  self->is_from_table = TRUE;
  for (gsize i = 0; i < run->step_tasks.n; i++)
    {
      const LscStepTask *task = &run->step_tasks.items[i];
      const char *name = lsc_run_text (run, task->name);
      g_autofree char *valid = g_utf8_make_valid (name, -1);
      LscBlockRange range = { .start_ns = task->start_ns,
                              .end_ns = task->end_ns,
                              .step = LSC_STEP_NONE,
                              .message = LSC_STRING_NONE,
                              .stream = LSC_ID_NONE,
                              .chunk = LSC_CHUNK_NONE };

      if (task->end_ns <= task->start_ns)
        {
          n_bad++;
          continue;
        }
      n_blank += name[0] == '\0' && task->type == 0;
      range.kind = (guint8) parse_name (valid, &range.recorded);
      range.peer_name = lsc_intern_add (reading->strings, valid);
      range.peer_type = (gint8) CLAMP (task->type, G_MININT8, G_MAXINT8);
      lsc_block_ranges_append (&self->ranges, range);
    }
  _lsc_pipeline_note (self->notices, LSC_SEVERITY_WARNING, "pp-bad-step-task", self, n_bad,
                      _ ("Rows of StepTaskInfo without a length were skipped."), NULL, NULL);
  if (self->ranges.n > 0 && n_blank == self->ranges.n)
    _lsc_pipeline_note (
        self->notices, LSC_SEVERITY_WARNING, "pp-step-task-unnamed", self, (gint64) n_blank,
        _ ("StepTaskInfo has no names: its writer could not match the "
           "number of ranges with the schedule."),
        _ ("Kinds of blocks are unknown."), _ ("Open the original database with its MSTX_EVENTS."));
}
