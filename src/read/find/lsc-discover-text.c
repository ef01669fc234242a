/* lsc-discover-text.c - which file of a text export stands for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "read/find/lsc-discover-private.h"
#include "read/find/lsc-recognise.h"

/* A database says more than a trace, a trace more than a table of kernels, that more than other
 * tables; of several of a kind the newest counts, whose name is the greatest. */
static guint
get_merit (const char *name, LscFormat format)
{
  static const char *const tables[] = { "communication.json", "step_trace_time.csv" };

  switch (format)
    {
    case LSC_FORMAT_MSPROF_DB:
      return 100;
    case LSC_FORMAT_TRACE_VIEW:
      return strcmp (name, "trace_view.json") == 0 ? 90 : 80;
    case LSC_FORMAT_ASCEND_TEXT:
      if (strcmp (name, "kernel_details.csv") == 0)
        return 70;
      if (g_str_has_prefix (name, "op_summary"))
        return 60;
      for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
        if (strcmp (name, tables[i]) == 0)
          return 30 + i;
      return 20;
    case LSC_FORMAT_ANALYSIS_DB:
      return 10;
    case LSC_FORMAT_ASCEND_DB:
    case LSC_FORMAT_KINETO:
    case LSC_FORMAT_PERFETTO:
    case LSC_FORMAT_NSIGHT:
    case LSC_FORMAT_CLUSTER_DB:
    case LSC_FORMAT_RAW:
    case LSC_FORMAT_UNKNOWN:
    default:
      return 0;
    }
}

/* msprof_slice_{n}_{time}.json: the time; NULL for other names. */
static const char *
get_slice_time (const char *name)
{
  const char *rest = name + strlen ("msprof_slice_");

  if (!g_str_has_prefix (name, "msprof_slice_") || !g_str_has_suffix (name, ".json"))
    return NULL;
  rest = strchr (rest, '_');
  return rest ? rest + 1 : NULL;
}

static gint64
get_slice_number (const char *name)
{
  return g_ascii_strtoll (name + strlen ("msprof_slice_"), NULL, 10);
}

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  const char *left = *(const char *const *) a, *right = *(const char *const *) b;
  gint64 left_number = get_slice_number (left), right_number = get_slice_number (right);

  return left_number != right_number ? (left_number < right_number ? -1 : 1) : strcmp (left, right);
}

/**
 * _lsc_listing_choose:
 * @self: a folder without a database of the PyTorch profiler
 * @format: (out): what the file is; the database of steps and communication counts as text
 *
 * Source: formats.md#discovery.
 *
 * Returns: (transfer none) (nullable): the file that stands for the recording in this folder
 */
const char *
_lsc_listing_choose (const LscListing *self, LscFormat *format)
{
  const char *best = NULL;
  guint best_merit = 0;

  for (guint i = 0; i < self->files->len; i++)
    {
      const char *name = g_ptr_array_index (self->files, i);
      LscFormat its = lsc_recognise_name (name);
      guint merit = get_merit (name, its);

      if (merit > 0 && merit >= best_merit)
        {
          best = name;
          best_merit = merit;
          *format = its == LSC_FORMAT_ANALYSIS_DB ? LSC_FORMAT_ASCEND_TEXT : its;
        }
    }
  return best;
}

/**
 * _lsc_listing_get_parts:
 * @name: a file of the folder
 *
 * Source: formats.md#discovery: msprof exports large timelines in slices.
 *
 * Returns: (transfer full) (nullable): paths of all slices of the same export, by number; %NULL for
 *   a file that is none
 */
GStrv
_lsc_listing_get_parts (const LscListing *self, const char *folder, const char *name)
{
  const char *time = get_slice_time (name);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GStrv parts;

  if (!time)
    return NULL;
  for (guint i = 0; i < self->files->len; i++)
    {
      char *other = g_ptr_array_index (self->files, i);

      if (g_strcmp0 (get_slice_time (other), time) == 0)
        g_ptr_array_add (names, other);
    }
  g_ptr_array_sort (names, compare_slices);
  parts = g_new0 (char *, names->len + 1);
  for (guint i = 0; i < names->len; i++)
    parts[i] = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
  return parts;
}
