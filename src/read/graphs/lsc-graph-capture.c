/* lsc-graph-capture.c - traces of the capture of graphs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-capture.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-json-scan.h"
#include "base/lsc-sort.h"
#include "model/lsc-around.h"
#include "read/kineto/lsc-kineto.h"
#include "read/lsc-timeline-read.h"

/* formats.md#graph-captures: the host walks the model, each call that would run something makes a
 * node instead. Calls before the begin of the capture run, and are none of the graph's. */

/** A begin or an end of a capture, or a call between. */
typedef enum
{
  BEGINS,
  ENDS,
  MAKES_NODE,
} Meaning;

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 node;
  guint32 slice;
  guint32 meaning;
  guint32 kind; /* LscGraphKind */
} Call;

LSC_DEFINE_ARRAY (Calls, calls, Call)

typedef struct
{
  LscCaptures *into;
  LscTimeline *timeline;
  Calls calls;
  guint32 file;
} Reader;

/* ---- calls ---- */

static gboolean
find_meaning (const char *name, Call *call)
{
  call->meaning = MAKES_NODE;
  call->kind = LSC_GRAPH_KERNEL;
  if (strstr (name, "StreamBeginCapture"))
    call->meaning = BEGINS;
  else if (strstr (name, "StreamEndCapture"))
    call->meaning = ENDS;
  else if (strstr (name, "Memcpy") || strstr (name, "Memset"))
    call->kind = lsc_graph_kind_of_copy (name);
  else
    return strstr (name, "Launch") && !lsc_graph_is_launch (name) && !strstr (name, "HostFunc");
  return TRUE;
}

static void
collect_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Reader *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      Call call = { .start_ns = lane->start_ns[i],
                    .end_ns = lsc_lane_get_end_ns (lane, i),
                    .node = node,
                    .slice = i };

      if (find_meaning (lsc_timeline_text (timeline, lane->name[i]), &call))
        calls_append (&self->calls, call);
    }
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const Call *x = a, *y = b;

  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  LSC_RETURN_ORDER (x->node, y->node);
  return LSC_ORDER (x->slice, y->slice);
}

/* ---- what is around a call ---- */

static guint32
find_lane (const LscTimeline *timeline, const LscNode *thread, LscNodeRole role)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type == LSC_NODE_LANE && node->role == role && node->pid == thread->pid &&
          node->tid == thread->tid)
        return i;
    }
  return LSC_SLICE_NONE;
}

/* The module frames around a time, from the outermost on. */
static guint32
find_path (Reader *self, const LscNode *thread, gint64 time_ns)
{
  guint32 stack = find_lane (self->timeline, thread, LSC_ROLE_PYTHON_STACK);
  const LscLane *lane;
  g_autoptr (GString) path = g_string_new (NULL);
  guint32 slice;

  if (stack == LSC_SLICE_NONE)
    return LSC_STRING_NONE;
  lane = lsc_timeline_get_node (self->timeline, stack)->lane;
  slice = lsc_lane_find_deepest (lane, time_ns);
  for (guint i = 0; i < LSC_AROUND_MOST_LEVELS && slice != LSC_SLICE_NONE; i++)
    {
      if (lane->kind[slice] == LSC_SLICE_MODULE)
        {
          if (path->len > 0)
            g_string_prepend (path, LSC_GRAPH_PATH_SEPARATOR);
          g_string_prepend (path, lsc_timeline_text (self->timeline, lane->name[slice]));
        }
      slice = lsc_lane_get_parent (lane, slice);
    }
  return path->len > 0 ? lsc_intern_add (self->into->texts, path->str) : LSC_STRING_NONE;
}

/* The innermost op, else the innermost frame, as of launches that ran. */
static void
find_op (Reader *self, const LscNode *thread, const Call *call, LscCaptureItem *item)
{
  static const LscNodeRole roles[] = { LSC_ROLE_HOST_THREAD, LSC_ROLE_PYTHON_STACK };
  guint32 node = call->node, slice = LSC_SLICE_NONE;

  for (gsize i = 0; i < G_N_ELEMENTS (roles) && slice == LSC_SLICE_NONE; i++)
    {
      node = find_lane (self->timeline, thread, roles[i]);
      if (node != LSC_SLICE_NONE)
        slice = lsc_lane_find_deepest (lsc_timeline_get_node (self->timeline, node)->lane,
                                       call->start_ns);
    }
  if (slice == LSC_SLICE_NONE)
    {
      node = call->node;
      slice = call->slice;
    }
  item->call = lsc_timeline_get_id (self->timeline, (LscSpot){ node, slice });
  item->op = lsc_intern_add (
      self->into->texts,
      lsc_timeline_text (self->timeline,
                         lsc_timeline_get_node (self->timeline, node)->lane->name[slice]));
}

/* capture_16_FULL, capture_16_PIECEWISE: the size that an annotation around the capture tells. */
static void
find_size (Reader *self, const LscNode *thread, gint64 time_ns, LscCapture *capture)
{
  guint32 marks = find_lane (self->timeline, thread, LSC_ROLE_MARK_LANE);
  const LscLane *lane =
      marks != LSC_SLICE_NONE ? lsc_timeline_get_node (self->timeline, marks)->lane : NULL;
  guint32 slice = lane ? lsc_lane_find_deepest (lane, time_ns) : LSC_SLICE_NONE;

  for (guint i = 0; i < LSC_AROUND_MOST_LEVELS && slice != LSC_SLICE_NONE; i++)
    {
      const char *text = lsc_timeline_text (self->timeline, lane->name[slice]);

      if (g_str_has_prefix (text, "capture_") && g_ascii_isdigit (text[8]))
        {
          capture->size = (gint64) MIN (g_ascii_strtoull (text + 8, NULL, 10), G_MAXINT32);
          capture->is_piece = strstr (text, "PIECEWISE") != NULL;
          return;
        }
      slice = lsc_lane_get_parent (lane, slice);
    }
}

/* bs_16_rank0, DecodeCudaGraphRunner_bs_16_rank0 */
static gint64
size_of_name (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  const char *at = g_str_has_prefix (name, "bs_") ? name : strstr (name, "_bs_");

  at = at ? strstr (at, "bs_") + 3 : NULL;
  return at && g_ascii_isdigit (*at) ? (gint64) MIN (g_ascii_strtoull (at, NULL, 10), G_MAXINT32)
                                     : LSC_GRAPH_NO_SIZE;
}

/* ---- names of kernels, which some runtimes tell ---- */

typedef struct
{
  LscCaptures *into;
  const guint32 *items;
} Names;

static void
take_name (gsize index, const char *text, gsize n, gpointer user_data)
{
  Names *self = user_data;
  g_autofree char *found = text ? lsc_kineto_find_text (text, n, "kernel") : NULL;

  if (found && *found)
    {
      g_autofree char *decoded = lsc_json_decode_dup (found, strlen (found));

      self->into->items.items[self->items[index]].kernel =
          lsc_intern_add (self->into->texts, decoded);
    }
}

static int
compare_details (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscCaptureItem *items = data;

  return LSC_ORDER (items[*(const guint32 *) a].detail, items[*(const guint32 *) b].detail);
}

static gboolean
read_names (Reader *self, gsize first, LscJob *job, GError **error)
{
  LscCaptures *into = self->into;
  gsize n = into->items.n - first;
  g_autofree guint32 *order = g_new (guint32, n + 1);
  g_autofree gint64 *offsets = g_new (gint64, n + 1);
  Names names = { into, order };

  for (gsize i = 0; i < n; i++)
    order[i] = (guint32) (first + i);
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_details, into->items.items);
  for (gsize i = 0; i < n; i++)
    offsets[i] = into->items.items[order[i]].detail;
  return n == 0 ||
         lsc_kineto_visit_again (self->timeline, offsets, n, take_name, &names, job, error);
}

/* ---- all of a file ---- */

static void
add_item (Reader *self, const Call *call)
{
  const LscNode *thread = lsc_timeline_get_node (self->timeline, call->node);
  LscCaptureItem item = { .start_ns = call->start_ns,
                          .detail = lsc_lane_get_detail (thread->lane, call->slice),
                          .kernel = LSC_STRING_NONE,
                          .kind = call->kind };

  item.path = find_path (self, thread, call->start_ns);
  find_op (self, thread, call, &item);
  lsc_capture_items_append (&self->into->items, item);
}

static void
split (Reader *self, const char *path)
{
  LscCapture capture = { 0 };
  gboolean is_open = FALSE;
  gint64 begin_ns = 0;

  for (gsize i = 0; i < self->calls.n; i++)
    {
      const Call *call = &self->calls.items[i];

      if (call->meaning == BEGINS)
        {
          capture = (LscCapture){ .size = size_of_name (path),
                                  .file = self->file,
                                  .first = self->into->items.n };
          find_size (self, lsc_timeline_get_node (self->timeline, call->node), call->start_ns,
                     &capture);
          begin_ns = call->end_ns;
          is_open = TRUE;
        }
      else if (is_open && call->meaning == ENDS)
        {
          capture.n = self->into->items.n - capture.first;
          lsc_capture_list_append (&self->into->list, capture);
          is_open = FALSE;
        }
      else if (is_open && call->start_ns >= begin_ns)
        add_item (self, call);
    }
  if (is_open)
    self->into->items.n = capture.first; /* whose end is not there: nobody knows what is missing */
}

/**
 * lsc_captures_add:
 * @path: a trace of a capture
 * @error: as lsc_kineto_load(); %LSC_ERROR_NOTHING when nothing was captured in it. The message
 *   says why
 *
 * Reads the calls of each capture with what is around them. Cost: that of reading the trace.
 */
gboolean
lsc_captures_add (LscCaptures *self, const char *path, guint n_threads, LscJob *job, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_KINETO, folder, path);
  g_autoptr (LscTimeline) timeline = lsc_kineto_load (source, n_threads, job, error);
  gsize n_items = self->items.n, n_captures = self->list.n;
  Reader reader = { .into = self, .timeline = timeline, .file = self->files->len };
  gboolean ok;

  if (!timeline)
    return FALSE;
  g_ptr_array_add (self->files, g_strdup (path));
  lsc_timeline_foreach_lane (timeline, (guint64) 1 << LSC_ROLE_CANN_THREAD, collect_lane, &reader);
  if (reader.calls.n > 1)
    qsort (reader.calls.items, reader.calls.n, sizeof (Call), compare_calls);
  split (&reader, path);
  calls_clear (&reader.calls);
  ok = read_names (&reader, n_items, job, error);
  if (ok && self->list.n == n_captures)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("no graph is captured in it"));
  return ok;
}

void
lsc_captures_init (LscCaptures *self)
{
  *self =
      (LscCaptures){ .texts = lsc_intern_new (), .files = g_ptr_array_new_with_free_func (g_free) };
}

void
lsc_captures_clear (LscCaptures *self)
{
  lsc_capture_items_clear (&self->items);
  lsc_capture_list_clear (&self->list);
  g_clear_pointer (&self->texts, lsc_intern_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
}
