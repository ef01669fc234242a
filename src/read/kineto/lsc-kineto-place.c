/* lsc-kineto-place.c - what an event of a Kineto trace is, and which lane it belongs to
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"

#include <string.h>

#include "model/lsc-kernel-name.h"

/* formats.md#kineto-categories. A device is where kernels are: where no category of the trace is
 * known for kernels, events of the others are kernels if they name a stream, or stand in a process
 * or thread that says it is one of a device. */

#define STEP_PREFIX "ProfilerStep#"

/** What the name of a device's event says. */
enum
{
  NAME_UNKNOWN,
  NAME_COMPUTES,
  NAME_COMMUNICATES,
  NAME_FUSED,
  NAME_COPIES,
};

typedef struct
{
  const char *name;
  LscKinetoCategory category;
} KnownCategory;

static const KnownCategory known_categories[] = {
  { "cpu_op", LSC_KINETO_CPU_OP },
  { "user_annotation", LSC_KINETO_ANNOTATION },
  { "python_function", LSC_KINETO_PYTHON },
  { "cuda_runtime", LSC_KINETO_RUNTIME },
  { "cuda_driver", LSC_KINETO_RUNTIME },
  { "kernel", LSC_KINETO_KERNEL },
  { "gpu_memcpy", LSC_KINETO_COPY },
  { "gpu_memset", LSC_KINETO_COPY },
  { "gpu_user_annotation", LSC_KINETO_GPU_ANNOTATION },
  { "cuda_sync", LSC_KINETO_SYNC },
  { "cuda_profiler_range", LSC_KINETO_RANGE },
  /* nodes of graphs and events that are on a stream, and no work of it */
  { "cuda_event", LSC_KINETO_RANGE },
  { "graph_event_node", LSC_KINETO_RANGE },
  { "graph_host_node", LSC_KINETO_RANGE },
  { "cpu_instant_event", LSC_KINETO_INSTANT },
  { "overhead", LSC_KINETO_PROFILER },
  /* as PyTorch 1 calls them */
  { "Operator", LSC_KINETO_OPERATOR },
  { "Runtime", LSC_KINETO_RUNTIME },
  { "Kernel", LSC_KINETO_KERNEL },
  { "Memcpy", LSC_KINETO_COPY },
  { "Memset", LSC_KINETO_COPY },
  { "Trace", LSC_KINETO_PROFILER },
  { "", LSC_KINETO_NONE },
  /* of exports of Nsight Systems */
  { "osrt", LSC_KINETO_SYSTEM },
  { "cuda_api", LSC_KINETO_RUNTIME },
  { "nvtx", LSC_KINETO_ANNOTATION },
  /* what other tools say of arrows and counters: no events */
  { "ac2g", LSC_KINETO_PROFILER },
  { "fwdbwd", LSC_KINETO_PROFILER },
};

/* ---- categories ---- */

static LscKinetoCategory
classify_category (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known_categories); i++)
    if (strcmp (known_categories[i].name, name) == 0)
      return known_categories[i].category;
  if (g_str_has_suffix (name, "_runtime") || g_str_has_suffix (name, "_driver"))
    return LSC_KINETO_RUNTIME;
  return g_str_has_suffix (name, "overhead") || g_str_has_suffix (name, "Overhead")
             ? LSC_KINETO_PROFILER
             : LSC_KINETO_UNKNOWN;
}

static void
classify_categories (LscKinetoBuild *build)
{
  const GPtrArray *names = build->trace->categories;

  build->categories = g_new0 (guint8, names->len + 1);
  for (guint i = 0; i < names->len; i++)
    {
      LscKinetoCategory category = classify_category (names->pdata[i] ? names->pdata[i] : "");

      build->categories[i] = (guint8) category;
      build->has_kernels |= category == LSC_KINETO_KERNEL;
      build->has_known |= category != LSC_KINETO_UNKNOWN && category != LSC_KINETO_NONE;
    }
}

/** Returns: what the category of @slice says */
LscKinetoCategory
_lsc_kineto_category (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  if (slice->category >= build->trace->categories->len)
    return LSC_KINETO_NONE;
  return (LscKinetoCategory) build->categories[slice->category];
}

/* ---- names ---- */

static guint8
classify_name (const char *text)
{
  if (lsc_kernel_name_is_copy (text))
    return NAME_COPIES;
  switch (lsc_kernel_name_get_comm (text))
    {
    case LSC_COMM_NAME_WHOLE:
      return NAME_COMMUNICATES;
    case LSC_COMM_NAME_FUSED:
      return NAME_FUSED;
    case LSC_COMM_NAME_NONE:
    default:
      return NAME_COMPUTES;
    }
}

static guint8
class_of (LscKinetoBuild *build, guint32 name)
{
  if (name >= build->n_names)
    return NAME_COMPUTES;
  if (build->name_classes[name] == NAME_UNKNOWN)
    {
      const char *text = lsc_intern_text (build->trace->strings, name);

      build->name_classes[name] = text ? classify_name (text) : NAME_COMPUTES;
    }
  return build->name_classes[name];
}

/** Returns: whether @slice is a step of the profiler, by its name */
gboolean
_lsc_kineto_is_step (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  const char *text = lsc_intern_text (build->trace->strings, slice->name);

  return text && g_str_has_prefix (text, STEP_PREFIX) &&
         g_ascii_isdigit (text[strlen (STEP_PREFIX)]);
}

/* ---- devices of unknown kind ---- */

static char *
get_lower (const LscKinetoBuild *build, guint32 id)
{
  const char *text = id == LSC_STRING_NONE ? NULL : lsc_intern_text (build->trace->strings, id);

  return g_ascii_strdown (text ? text : "", -1);
}

static gboolean
names_stream (const LscKinetoBuild *build, const LscTrack *track)
{
  g_autofree char *thread = get_lower (build, track->thread_name);
  g_autofree char *tid = get_lower (build, track->tid);

  return g_str_has_prefix (thread, "stream") || g_str_has_prefix (tid, "stream") ||
         strcmp (thread, "xla ops") == 0;
}

/* "GPU 0", "MTIA:1", "/device:TPU:0", "Device 0", "CUDA functions", but no "gpuworker". */
static gboolean
says_device (const char *text)
{
  static const char *const words[] = { "cuda functions", "gpu", "hpu", "mtia", "npu", "tpu", "xpu",
                                       "device" };

  if (strstr (text, "/device:") && !strstr (text, "/device:cpu"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (text, words[i]) && !g_ascii_isalpha (text[strlen (words[i])]) &&
        text[strlen (words[i])] != '_')
      return TRUE;
  return FALSE;
}

static gboolean
names_device (const LscKinetoBuild *build, const LscTrack *track)
{
  g_autofree char *name = get_lower (build, track->process_name);
  g_autofree char *labels = get_lower (build, track->process_labels);
  g_autofree char *pid = get_lower (build, track->pid);

  return says_device (name) || says_device (labels) || says_device (pid);
}

/* Whether another thread of the process says that it is a stream: then the rest are summaries. */
static gboolean
has_streams (const LscKinetoBuild *build, const LscTrack *track)
{
  for (guint i = 0; i < build->trace->tracks->len; i++)
    {
      const LscTrack *other = _lsc_kineto_track (build, i);

      if (other->pid == track->pid && names_stream (build, other))
        return TRUE;
    }
  return FALSE;
}

/* An event of a category that nobody told us about is one of the device if it names a stream; where
 * no other category is known for kernels, also by its process or thread. Looked up once for each
 * track and category. */
static gboolean
find_device (LscKinetoBuild *build, guint32 index, const LscRawSlice *slice)
{
  const LscTrack *track = _lsc_kineto_track (build, index);

  if (_lsc_kineto_has_stream (build, slice->detail))
    return TRUE;
  if (build->has_kernels)
    return FALSE;
  return names_stream (build, track) ||
         (names_device (build, track) && !has_streams (build, track));
}

static gboolean
is_device (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice)
{
  gpointer key = GSIZE_TO_POINTER (((gsize) track << 16 | slice->category) + 1);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (build->is_device, key));

  if (known == 0)
    {
      known = find_device (build, track, slice) ? 2 : 1;
      g_hash_table_insert (build->is_device, key, GUINT_TO_POINTER (known));
    }
  return known == 2;
}

/* ---- places ---- */

static LscKinetoPlace
place_kernel (LscKinetoBuild *build, const LscRawSlice *slice, LscSliceKind computes)
{
  switch (class_of (build, slice->name))
    {
    case NAME_COPIES:
      return (LscKinetoPlace){ LSC_KINETO_TO_STREAM, LSC_SLICE_COPY, FALSE };
    case NAME_COMMUNICATES:
      return (LscKinetoPlace){ LSC_KINETO_TO_STREAM, LSC_SLICE_COMM_TASK, TRUE };
    case NAME_FUSED:
      return (LscKinetoPlace){ LSC_KINETO_TO_STREAM, computes, TRUE };
    default:
      return (LscKinetoPlace){ LSC_KINETO_TO_STREAM, computes, FALSE };
    }
}

static LscKinetoPlace
place_annotation (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  return _lsc_kineto_is_step (build, slice)
             ? (LscKinetoPlace){ LSC_KINETO_TO_STEPS, LSC_SLICE_STEP, FALSE }
             : (LscKinetoPlace){ LSC_KINETO_TO_MARKS, LSC_SLICE_MARK, FALSE };
}

/* Steps are told by their names alone. */
static LscKinetoPlace
place_operator (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  LscKinetoPlace place = place_annotation (build, slice);

  return place.kind == LSC_SLICE_STEP ? place
                                      : (LscKinetoPlace){ LSC_KINETO_TO_OPS, LSC_SLICE_OP, FALSE };
}

static LscKinetoPlace
place_python (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  const char *text = lsc_intern_text (build->trace->strings, slice->name);

  return (LscKinetoPlace){ LSC_KINETO_TO_STACK,
                           text && g_str_has_prefix (text, "nn.Module: ") ? LSC_SLICE_MODULE
                                                                          : LSC_SLICE_PYTHON,
                           FALSE };
}

/* What has kernels of a known category has no others: what else runs there is some task. */
static LscKinetoPlace
place_unknown (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice)
{
  if (is_device (build, track, slice) &&
      !lsc_name_is_of_profiler (lsc_intern_text (build->trace->strings, slice->name)))
    return place_kernel (build, slice, build->has_kernels ? LSC_SLICE_DEVICE : LSC_SLICE_COMPUTE);
  if (build->timeline->source->format ==
      LSC_FORMAT_PERFETTO) /* any writer names them as it likes */
    return (LscKinetoPlace){ LSC_KINETO_TO_MARKS, LSC_SLICE_MARK, FALSE };
  return (LscKinetoPlace){ LSC_KINETO_TO_OTHER, LSC_SLICE_OTHER, FALSE };
}

/* Events without a category are the profiler's own. A trace of which no category is known is not
 * PyTorch's of today: its processes and threads tell what they are. */
static LscKinetoPlace
place_without_category (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice)
{
  if (build->has_known)
    return (LscKinetoPlace){ LSC_KINETO_TO_OTHER, LSC_SLICE_OTHER, FALSE };
  if (slice->flags & LSC_TRACE_FLAG_INSTANT)
    return (LscKinetoPlace){ LSC_KINETO_TO_MARKS, LSC_SLICE_MARK, FALSE };
  if (is_device (build, track, slice))
    return place_kernel (build, slice, LSC_SLICE_COMPUTE);
  if (names_device (build, _lsc_kineto_track (build, track)))
    return (LscKinetoPlace){ LSC_KINETO_TO_OTHER, LSC_SLICE_OTHER, FALSE };
  return place_operator (build, slice);
}

/**
 * _lsc_kineto_place_slice:
 *
 * Returns: where @slice of @track belongs, and what it is
 */
LscKinetoPlace
_lsc_kineto_place_slice (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice)
{
  if (G_UNLIKELY (_lsc_kineto_track (build, track)->is_async))
    return (LscKinetoPlace){ LSC_KINETO_TO_ASYNC, LSC_SLICE_OTHER, FALSE };
  switch (_lsc_kineto_category (build, slice))
    {
    case LSC_KINETO_CPU_OP:
      return (LscKinetoPlace){ LSC_KINETO_TO_OPS, LSC_SLICE_OP, FALSE };
    case LSC_KINETO_OPERATOR:
      return place_operator (build, slice);
    case LSC_KINETO_ANNOTATION:
      return place_annotation (build, slice);
    case LSC_KINETO_PYTHON:
      return place_python (build, slice);
    case LSC_KINETO_RUNTIME:
      return (LscKinetoPlace){ LSC_KINETO_TO_RUNTIME, LSC_SLICE_CANN_RUNTIME, FALSE };
    case LSC_KINETO_KERNEL:
      return place_kernel (build, slice, LSC_SLICE_COMPUTE);
    case LSC_KINETO_COPY:
      return (LscKinetoPlace){ LSC_KINETO_TO_STREAM, LSC_SLICE_COPY, FALSE };
    case LSC_KINETO_SYNC:
      return (LscKinetoPlace){ LSC_KINETO_TO_STREAM, LSC_SLICE_WAIT, FALSE };
    case LSC_KINETO_GPU_ANNOTATION:
    case LSC_KINETO_RANGE:
      return (LscKinetoPlace){ LSC_KINETO_TO_STREAM_MARKS, LSC_SLICE_DEVICE_MARK, FALSE };
    case LSC_KINETO_INSTANT:
      return (LscKinetoPlace){ LSC_KINETO_TO_MARKS, LSC_SLICE_MARK, FALSE };
    case LSC_KINETO_PROFILER:
      return (LscKinetoPlace){ LSC_KINETO_TO_OTHER, LSC_SLICE_OTHER, FALSE };
    case LSC_KINETO_SYSTEM:
      return (LscKinetoPlace){ LSC_KINETO_TO_SYSTEM, LSC_SLICE_OSRT, FALSE };
    case LSC_KINETO_NONE:
      return place_without_category (build, track, slice);
    case LSC_KINETO_UNKNOWN:
    default:
      return place_unknown (build, track, slice);
    }
}

/** Prepares _lsc_kineto_place_slice(). */
void
_lsc_kineto_begin_places (LscKinetoBuild *build)
{
  classify_categories (build);
  build->n_names = lsc_intern_size (build->trace->strings);
  build->name_classes = g_new0 (guint8, build->n_names + 1);
  build->is_device = g_hash_table_new (NULL, NULL);
}

/* ---- what was not recognised ---- */

#define MOST_LISTED 8

static void
add_listed (GString *list, guint *n, const char *text)
{
  if ((*n)++ < MOST_LISTED)
    g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", text);
}

static char *
finish_list (GString *list, guint n)
{
  if (n > MOST_LISTED)
    g_string_append_printf (list, ", … (%u)", n);
  return g_string_free (list, n == 0);
}

/**
 * _lsc_kineto_list_unknown:
 *
 * Returns: (transfer full) (nullable): the categories of the trace that are not known, for people
 */
char *
_lsc_kineto_list_unknown (const LscKinetoBuild *build)
{
  const GPtrArray *names = build->trace->categories;
  GString *list = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < names->len; i++)
    if (build->categories[i] == LSC_KINETO_UNKNOWN)
      add_listed (list, &n, names->pdata[i]);
  return finish_list (list, n);
}

/**
 * _lsc_kineto_list_devices:
 *
 * Returns: (transfer full) (nullable): processes that look like devices, for people
 */
char *
_lsc_kineto_list_devices (const LscKinetoBuild *build)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GString *list = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < build->trace->tracks->len; i++)
    {
      const LscTrack *track = _lsc_kineto_track (build, i);

      if ((names_device (build, track) || names_stream (build, track)) &&
          g_hash_table_add (seen, GUINT_TO_POINTER (track->pid + 1)))
        add_listed (list, &n, lsc_intern_text (build->trace->strings, track->pid));
    }
  return finish_list (list, n);
}
