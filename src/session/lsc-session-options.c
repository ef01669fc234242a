/* lsc-session-options.c - what users tell about recordings, for every door the same
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-options.h"

#include <unistd.h>

#include "judge/overview/lsc-given-layout.h"

/* Of the machine's memory; the rest is for the program itself, its neighbours and the page cache,
 * from which recordings are read. */
#define USUAL_PART 4
/* Where the system does not tell how much it has. */
#define USUAL_BYTES (G_GUINT64_CONSTANT (1) << 30)

static const char *const *
copy_words (const char *const *words)
{
  return words ? (const char *const *) g_strdupv ((char **) words) : NULL;
}

/**
 * lsc_session_options_copy:
 * @self: (nullable): %NULL = the defaults
 *
 * Returns: (transfer full): a copy with texts of its own; the map of names is borrowed
 */
LscSessionOptions *
lsc_session_options_copy (const LscSessionOptions *self)
{
  static const LscSessionOptions usual = { 0 };
  LscSessionOptions *copy = g_new (LscSessionOptions, 1);

  *copy = self ? *self : usual;
  copy->layout = g_strdup (copy->layout);
  copy->pipeline.groups = g_strdup (copy->pipeline.groups);
  copy->pipeline.order = g_strdup (copy->pipeline.order);
  copy->pipeline.names = copy_words (copy->pipeline.names);
  copy->pipeline.schedule = g_strdup (copy->pipeline.schedule);
  copy->pipeline.offsets = g_strdup (copy->pipeline.offsets);
  copy->module.domains = copy_words (copy->module.domains);
  copy->mfu.chip = g_strdup (copy->mfu.chip);
  return copy;
}

void
lsc_session_options_free (LscSessionOptions *self)
{
  if (!self)
    return;
  g_free ((char *) self->layout);
  g_free ((char *) self->pipeline.groups);
  g_free ((char *) self->pipeline.order);
  g_strfreev ((char **) self->pipeline.names);
  g_free ((char *) self->pipeline.schedule);
  g_free ((char *) self->pipeline.offsets);
  g_strfreev ((char **) self->module.domains);
  g_free ((char *) self->mfu.chip);
  g_free (self);
}

/**
 * lsc_session_options_check:
 *
 * Whether a layout fits the ranks is known when they were read.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE where a text cannot be read
 */
gboolean
lsc_session_options_check (const LscSessionOptions *self, GError **error)
{
  LscGivenLayout layout;

  g_return_val_if_fail (self, FALSE);
  return (!self->layout || lsc_given_layout_parse (&layout, self->layout, error)) &&
         lsc_pipeline_options_check (&self->pipeline, error);
}

/** Returns: whether the ranks are set beside each other in the same way with both */
gboolean
lsc_session_options_same_overview (const LscSessionOptions *a, const LscSessionOptions *b)
{
  g_return_val_if_fail (a && b, FALSE);
  return g_strcmp0 (a->layout, b->layout) == 0 && a->has_step == b->has_step &&
         (!a->has_step || a->step == b->step);
}

static gboolean
are_same_words (const char *const *a, const char *const *b)
{
  return !a || !b ? a == b : g_strv_equal (a, b);
}

/** Returns: whether what is kept of a rank for its pipeline is the same with both */
gboolean
lsc_session_options_same_parts (const LscSessionOptions *a, const LscSessionOptions *b)
{
  const LscPipelineOptions *x = &a->pipeline, *y = &b->pipeline;

  g_return_val_if_fail (a && b, FALSE);
  return are_same_words (x->names, y->names) && x->loose_names == y->loose_names &&
         x->host_passes == y->host_passes;
}

/** Returns: whether the pipelines of a recording are the same with both */
gboolean
lsc_session_options_same_pipelines (const LscSessionOptions *a, const LscSessionOptions *b)
{
  const LscPipelineOptions *x = &a->pipeline, *y = &b->pipeline;

  g_return_val_if_fail (a && b, FALSE);
  return g_strcmp0 (a->layout, b->layout) == 0 && g_strcmp0 (x->groups, y->groups) == 0 &&
         g_strcmp0 (x->order, y->order) == 0 && g_strcmp0 (x->schedule, y->schedule) == 0 &&
         x->align == y->align && g_strcmp0 (x->offsets, y->offsets) == 0 &&
         lsc_session_options_same_parts (a, b);
}

/** Returns: what timelines may take together, bytes */
guint64
lsc_session_options_get_memory (const LscSessionOptions *self)
{
  long pages = sysconf (_SC_PHYS_PAGES), page_bytes = sysconf (_SC_PAGESIZE);

  g_return_val_if_fail (self, 0);
  if (self->memory_bytes > 0)
    return self->memory_bytes;
  return pages > 0 && page_bytes > 0 ? (guint64) pages / USUAL_PART * (guint64) page_bytes
                                     : USUAL_BYTES;
}
