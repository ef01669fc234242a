/* lsc-selection.h - what of a recording all pages show
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib-object.h>

#include "model/lsc-source.h"

G_BEGIN_DECLS

/** By what a recording is narrowed; masks of them tell what a page follows. */
typedef enum
{
  LSC_NARROW_STEP = 1 << 0,
  LSC_NARROW_RANKS = 1 << 1,
  LSC_NARROW_RANGE = 1 << 2,
  LSC_NARROW_MODULE = 1 << 3,
  LSC_NARROW_OP = 1 << 4,
  LSC_NARROW_ALL = (1 << 5) - 1,
} LscNarrowing;

/**
 * LscSelection:
 *
 * The part of the recording that was chosen on one page and holds on all that know of it, until the
 * user takes it back in the bar above them.
 *
 * "changed" (parts)  mask of #LscNarrowing: those that are others now
 */
#define LSC_TYPE_SELECTION (lsc_selection_get_type ())
G_DECLARE_FINAL_TYPE (LscSelection, lsc_selection, LSC, SELECTION, GObject)

LscSelection *lsc_selection_new (void);
guint lsc_selection_get_parts (LscSelection *self);
void lsc_selection_clear (LscSelection *self, guint parts);
char *lsc_selection_describe (LscSelection *self, LscNarrowing part);
const char *lsc_narrowing_name (LscNarrowing part);

gboolean lsc_selection_get_step (LscSelection *self, gint64 *step);
void lsc_selection_set_step (LscSelection *self, gint64 step);
const GArray *lsc_selection_get_ranks (LscSelection *self);
gboolean lsc_selection_has_rank (LscSelection *self, gint64 rank);
void lsc_selection_set_ranks (LscSelection *self, const gint64 *ranks, gsize n);
gboolean lsc_selection_get_range (LscSelection *self, const LscSource *source, gint64 *begin_ns,
                                  gint64 *end_ns);
void lsc_selection_set_range (LscSelection *self, LscSource *source, gint64 begin_ns,
                              gint64 end_ns);
const char *lsc_selection_get_module (LscSelection *self);
void lsc_selection_set_module (LscSelection *self, const char *path);
gboolean lsc_selection_has_module (LscSelection *self, const char *path);
const char *lsc_selection_get_op (LscSelection *self);
void lsc_selection_set_op (LscSelection *self, const char *name);

G_END_DECLS
