/* lsc-timeline-graphs.c - what is known of tasks that graphs started
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "model/lsc-timeline-private.h"

/**
 * lsc_timeline_find_graph_name:
 * @id: of a slice
 *
 * Cost: O(log n).
 *
 * Returns: (transfer none) (nullable): whose a task of a graph, or its communication operator, is;
 *   %NULL where that is not known, and for all other slices
 */
const LscGraphName *
lsc_timeline_find_graph_name (const LscTimeline *self, guint32 id)
{
  const LscGraphNames *names;
  gsize at;

  g_return_val_if_fail (self, NULL);
  names = &self->graph_names;
  at = LSC_BISECT (i, 0, names->n, names->items[i].id < id);
  return at < names->n && names->items[at].id == id ? &names->items[at] : NULL;
}

static void
add_detail (GPtrArray *details, const char *key, char *value)
{
  LscDetail *detail = g_new (LscDetail, 1);

  detail->key = g_strdup (key);
  detail->value = value;
  g_ptr_array_add (details, detail);
}

/* nn.Module: A_0 / nn.Module: B_0 as A_0 / B_0 */
static char *
write_path (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, LSC_GRAPH_PATH_SEPARATOR, -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; parts[i]; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " / " : "",
                            parts[i] + (g_str_has_prefix (parts[i], LSC_GRAPH_FRAME_PREFIX)
                                            ? strlen (LSC_GRAPH_FRAME_PREFIX)
                                            : 0));
  return g_string_free (text, FALSE);
}

/* Adds the module of a task of a graph, its op, and where the program launched it. */
static void
add_details (const LscTimeline *self, LscSpot spot, GPtrArray *details)
{
  guint32 id = lsc_timeline_get_id (self, spot);
  const LscGraphName *name = lsc_timeline_find_graph_name (self, id);
  const LscGraphTasks *tasks = &self->graph_tasks;
  gsize at = LSC_BISECT (i, 0, tasks->n, tasks->items[i].id < id);

  if (name)
    add_detail (details, "module", write_path (lsc_timeline_text (self, name->path)));
  if (name && name->op != LSC_STRING_NONE)
    add_detail (details, "captured op", g_strdup (lsc_timeline_text (self, name->op)));
  if (at < tasks->n && tasks->items[at].id == id && tasks->items[at].stack != LSC_STRING_NONE)
    add_detail (details, "launch stack",
                g_strdup (lsc_timeline_text (self, tasks->items[at].stack)));
}

/**
 * lsc_timeline_read_details:
 * @spot: a slice
 *
 * Reads what the file says of a slice beyond the columns, and what others say of a task of a graph.
 * Thread: a worker's.
 *
 * Returns: (transfer full) (nullable) (element-type LscDetail): fields in file order, none when the
 *   slice is computed; %NULL with @error when the file cannot be read again
 */
GPtrArray *
lsc_timeline_read_details (const LscTimeline *self, LscSpot spot, GError **error)
{
  GPtrArray *details;

  g_return_val_if_fail (self, NULL);
  if (!self->read_details)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
  details = self->read_details (self, spot, error);
  if (details)
    add_details (self, spot, details);
  return details;
}
