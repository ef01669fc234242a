/* lsc-lane-title.c - what lanes and computed slices are called in the user's language
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lane-title.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MARKS " annotations" /* behind the name of a stream */

/* Names that readers and analyses give; they are data of files and searches, so they stay as they
 * are there. */
static const struct
{
  LscNodeRole role;
  const char *name;
  const char *title;
} own_names[] = {
  { LSC_ROLE_OVERLAP, "Overlap Analysis", NC_ ("lane", "Overlap Analysis") },
  { LSC_ROLE_OVERLAP_LANE, "Computing", NC_ ("lane", "Computing") },
  { LSC_ROLE_OVERLAP_LANE, "Communication", NC_ ("lane", "Communication") },
  { LSC_ROLE_OVERLAP_LANE, "Communication(Not Overlapped)",
    NC_ ("lane", "Communication (Not Overlapped)") },
  { LSC_ROLE_OVERLAP_LANE, "Free", NC_ ("lane", "Free") },
  { LSC_ROLE_STEPS, "Steps", NC_ ("lane", "Steps") },
  { LSC_ROLE_DEVICE_STEPS, "Steps", NC_ ("lane", "Steps") },
  { LSC_ROLE_GAPS, "Idle by Cause", NC_ ("lane", "Idle by Cause") },
  { LSC_ROLE_QUEUE, "Queue depth", NC_ ("lane", "Queue Depth") },
  { LSC_ROLE_DEVICE, "Device", NC_ ("lane", "Device") },
  { LSC_ROLE_COMM, "Communication", NC_ ("lane", "Communication") },
  { LSC_ROLE_COUNTERS, "Counters", NC_ ("lane", "Counters") },
  { LSC_ROLE_MEMORY, "Memory", NC_ ("lane", "Memory") },
  { LSC_ROLE_MARKS, "Annotations", NC_ ("lane", "Annotations") },
  { LSC_ROLE_OTHER, "Other processes", NC_ ("lane", "Other Processes") },
  { LSC_ROLE_OTHER, "Profiler", NC_ ("lane", "Profiler") },
  { LSC_ROLE_OTHER, "Async events", NC_ ("lane", "Async Events") },
  { LSC_ROLE_OTHER, "OS calls", NC_ ("lane", "OS Calls") },
  { LSC_ROLE_OTHER, "Marks", NC_ ("lane", "Marks") },
};

/* (transfer none) (nullable): of the lane of what marks a stream; there are as many as streams */
static const char *
get_marks_title (LscNodeRole role, const char *name)
{
  g_autofree char *stream = NULL, *title = NULL;

  if (role != LSC_ROLE_STREAM || !g_str_has_suffix (name, MARKS))
    return NULL;
  stream = g_strndup (name, strlen (name) - strlen (MARKS));
  /* Translators: name of a stream, whose annotations the lane has */
  title = g_strdup_printf (g_dpgettext2 (GETTEXT_PACKAGE, "lane", NC_ ("lane", "%s annotations")),
                           stream);
  return g_intern_string (title);
}

/**
 * lsc_lane_title_get:
 * @name: (nullable): of a node of a timeline, or of its counter
 *
 * Returns: (transfer none) (nullable): what a user reads: @name as it was recorded, one of ours in
 * the language of the user
 */
const char *
lsc_lane_title_get (LscNodeRole role, const char *name)
{
  for (gsize i = 0; name && i < G_N_ELEMENTS (own_names); i++)
    if (own_names[i].role == role && g_str_equal (own_names[i].name, name))
      return g_dpgettext2 (GETTEXT_PACKAGE, "lane", own_names[i].title);
  if (name && get_marks_title (role, name))
    return get_marks_title (role, name);
  return name;
}

/* Names that analyses give to slices; behind that of a gap the name of its cause may follow. */
static const char *const own_slices[] = {
  NC_ ("slice", "Computing"),
  NC_ ("slice", "Communication"),
  NC_ ("slice", "Communication(Not Overlapped)"),
  NC_ ("slice", "Free"),
  NC_ ("slice", "Host waits"),
  NC_ ("slice", "Host late"),
  NC_ ("slice", "Behind a task"),
  NC_ ("slice", "Launched"),
  NC_ ("slice", "Launch not recorded"),
  NC_ ("slice", "Launched before the recording"),
  NC_ ("slice", "No launches recorded"),
};

/**
 * lsc_slice_title_is_own:
 *
 * Returns: whether slices of @kind were computed, so that their names are ours, not a program's
 */
gboolean
lsc_slice_title_is_own (LscSliceKind kind)
{
  return kind >= LSC_SLICE_COMPUTING && kind <= LSC_SLICE_GAP_UNKNOWN;
}

/**
 * lsc_slice_title_get:
 * @name: (nullable): of a slice of @kind
 *
 * Returns: (transfer full) (nullable): what a user reads: @name as it was recorded, one of ours in
 *   the language of the user
 */
char *
lsc_slice_title_get (LscSliceKind kind, const char *name)
{
  for (gsize i = 0; name && lsc_slice_title_is_own (kind) && i < G_N_ELEMENTS (own_slices); i++)
    {
      const char *own = own_slices[i], *title = g_dpgettext2 (GETTEXT_PACKAGE, "slice", own);
      gsize length = strlen (own);

      if (g_str_equal (name, own))
        return g_strdup (title);
      if (g_str_has_prefix (name, own) && g_str_has_prefix (name + length, ": "))
        /* Translators: what a gap is, and the call or task that caused it */
        return g_strdup_printf (C_ ("slice", "%s: %s"), title, name + length + strlen (": "));
    }
  return g_strdup (name);
}
