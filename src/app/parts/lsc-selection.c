/* lsc-selection.c - what of a recording all pages show
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-selection.h"

struct _LscSelection
{
  GObject parent_instance;

  gboolean has_step;
  gint64 step;
};

G_DEFINE_FINAL_TYPE (LscSelection, lsc_selection, G_TYPE_OBJECT)

static guint signal_changed;

static void
lsc_selection_class_init (LscSelectionClass *class)
{
  signal_changed = g_signal_new ("changed", LSC_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
lsc_selection_init (LscSelection *self)
{
}

/** lsc_selection_new: Returns: (transfer full): all of the recording */
LscSelection *
lsc_selection_new (void)
{
  return g_object_new (LSC_TYPE_SELECTION, NULL);
}

/**
 * lsc_selection_get_step:
 * @step: (out): number of the step
 *
 * Returns: %FALSE if all steps are chosen
 */
gboolean
lsc_selection_get_step (LscSelection *self, gint64 *step)
{
  *step = self->step;
  return self->has_step;
}

static void
change (LscSelection *self, gboolean has_step, gint64 step)
{
  if (self->has_step == has_step && self->step == step)
    return;
  self->has_step = has_step;
  self->step = step;
  g_signal_emit (self, signal_changed, 0);
}

/** lsc_selection_set_step: one step alone */
void
lsc_selection_set_step (LscSelection *self, gint64 step)
{
  change (self, TRUE, step);
}

/** lsc_selection_clear: all of the recording again */
void
lsc_selection_clear (LscSelection *self)
{
  change (self, FALSE, 0);
}
