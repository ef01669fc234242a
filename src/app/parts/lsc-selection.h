/* lsc-selection.h - what of a recording all pages show
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * LscSelection:
 *
 * The part of the recording that was chosen on one page and holds on all that know of it, until the
 * user takes it back in the bar above them.
 *
 * "changed"  another one
 */
#define LSC_TYPE_SELECTION (lsc_selection_get_type ())
G_DECLARE_FINAL_TYPE (LscSelection, lsc_selection, LSC, SELECTION, GObject)

LscSelection *lsc_selection_new (void);
gboolean lsc_selection_get_step (LscSelection *self, gint64 *step);
void lsc_selection_set_step (LscSelection *self, gint64 step);
void lsc_selection_clear (LscSelection *self);

G_END_DECLS
