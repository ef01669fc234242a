/* lsc-ascend-timeline-names.c - what names say of their slices, and which operators were recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include <string.h>

static void
classify_names (LscAscendTimeline *self)
{
  const LscIntern *strings = self->timeline->strings;

  self->n_name_classes = lsc_intern_size (strings);
  self->name_classes = g_new0 (guint8, self->n_name_classes + 1);
  for (gsize i = 0; i < self->n_name_classes; i++)
    {
      const char *text = lsc_intern_text (strings, (guint32) i);
      guint8 class = 0;

      if (text[0] == 'P' && g_str_has_prefix (text, "ProfilerStep#"))
        class |= LSC_NAME_STEP;
      else if (text[0] == 'E' && g_str_has_prefix (text, "Enqueue"))
        class |= LSC_NAME_ENQUEUE;
      else if (text[0] == 'D' && g_str_has_prefix (text, "Dequeue"))
        class |= LSC_NAME_DEQUEUE;
      else if (text[0] == 'n' && g_str_has_prefix (text, "nn.Module: "))
        class |= LSC_NAME_MODULE;
      if (g_str_has_suffix (text, "AicpuKernel") || g_str_has_suffix (text, "AivKernel"))
        class |= LSC_NAME_SCHEDULE;
      self->name_classes[i] = class;
    }
}

/* Operators that are kernels stand in TASK: who asks for communication alone needs that, too, where
 * a name of the file is one of theirs. */
static void
ask_for_exchange (LscAscendTimeline *self)
{
  static const char *const words[] = { "MoeDistribute", "NotifyDispatch", "DispatchNormal",
                                       "CombineNormal" };
  const LscIntern *strings = self->timeline->strings;

  if (self->timeline->parts & LSC_TIMELINE_EVENTS || !(self->timeline->parts & LSC_TIMELINE_COMM))
    return;
  for (gsize i = 0; i < self->n_name_classes; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (words); k++)
      if (strstr (lsc_intern_text (strings, (guint32) i), words[k]))
        {
          self->timeline->parts |= LSC_TIMELINE_EVENTS;
          return;
        }
}

/**
 * _lsc_ascend_timeline_classify_names:
 *
 * Finds out what names say, once for each text, not for each row.
 */
void
_lsc_ascend_timeline_classify_names (LscAscendTimeline *self)
{
  classify_names (self);
  ask_for_exchange (self);
}

static gboolean
has_exchange (const LscAscendTimeline *self)
{
  for (gsize i = 0; i < self->compute.rows.n; i++)
    if (self->compute.rows.items[i].extra & (LSC_EXTRA_EXCHANGES | LSC_EXTRA_FUSED))
      return TRUE;
  return FALSE;
}

static void
take_recorded (LscScan *scan, LscCell **cells, gpointer recorded)
{
  gint64 id = lsc_value_connection (cells[0]);

  if (id >= 0 && id < LSC_SLICE_NONE)
    g_hash_table_add (recorded, GUINT_TO_POINTER ((guint) id + 1));
}

/* A kernel that communicates may have been launched with an operator that was recorded: then it is
 * that one's. */
/**
 * _lsc_ascend_timeline_read_recorded:
 * @self: whose kernels have been read
 *
 * Notes which connections recorded operators have, where kernels communicate.
 */
gboolean
_lsc_ascend_timeline_read_recorded (LscAscendTimeline *self, GError **error)
{
  static const char *const columns[] = { "connectionId", NULL };
  g_autoptr (LscScan) scan = NULL;

  if (!has_exchange (self) || !lsc_db_has_column (self->first.db, "COMMUNICATION_OP", columns[0]))
    return TRUE;
  self->recorded = g_hash_table_new (NULL, NULL);
  scan = _lsc_ascend_scan (&self->first, "COMMUNICATION_OP", columns, 0, error);
  return scan && lsc_scan_run (scan, take_recorded, self->recorded, error);
}
