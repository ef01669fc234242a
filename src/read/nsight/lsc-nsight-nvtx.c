/* lsc-nsight-nvtx.c - ranges and marks of NVTX, and what they are by their texts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"
#include "read/text/lsc-cell.h"

#include <string.h>

/* formats.md#nsight-ranges. Texts of torch.autograd.profiler.emit_nvtx are ops: "aten::mm, seq =
 * 12, op_id = 993". A dictionary with a module is one: "{'Module': 'layers.0.mlp', …}". What
 * libraries mark in domains of their own are their calls. All else is an annotation. */

enum
{
  ROW,
  START,
  END,
  TYPE,
  THREAD,
  TEXT,
  TEXT_ID,
  DOMAIN,
  END_THREAD,
};

#define SEQUENCE ", seq = "
#define OP_ID ", op_id = "
#define SIZES ", sizes = "

/* Domains of libraries, beside those that begin so and "NVTX", which is a program's. */
static const char *const libraries[] = { "NCCL",   "CCCL",     "cuBLAS", "cuBLASLt",
                                         "cuDNN",  "cuSPARSE", "cuFFT",  "cuSOLVER",
                                         "cuRAND", "NVSHMEM",  "UCX",    "libkvikio" };

static gboolean
is_library (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (g_ascii_strcasecmp (name, libraries[i]) == 0)
      return TRUE;
  return FALSE;
}

static gint64
get_domain_key (gint64 pid, gint64 domain)
{
  return (gint64) ((guint64) pid << 32 | ((guint64) domain & G_MAXUINT32));
}

static guint32
get_text (LscNsReader *self, LscCell **cells)
{
  guint32 text = _lsc_ns_cell_text (self, cells[TEXT]);

  return text != LSC_STRING_NONE ? text : _lsc_ns_find_name (self, cells[TEXT_ID]);
}

static void
take_domain (LscNsReader *self, LscCell **cells, gint64 pid)
{
  guint32 text = get_text (self, cells);
  gint64 key = get_domain_key (pid, lsc_value_int64_or (cells[DOMAIN], 0));

  if (text != LSC_STRING_NONE && is_library (lsc_intern_text (self->worker->file.strings, text)))
    g_hash_table_add (self->libraries, g_memdup2 (&key, sizeof key));
}

/* ---- texts ---- */

static gboolean
is_backward (const char *name, gsize n)
{
  static const char engine[] = "autograd::engine::";
  static const char word[] = "Backward";

  if (n >= strlen (engine) && memcmp (name, engine, strlen (engine)) == 0)
    return TRUE;
  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  return n > strlen (word) && memcmp (name + n - strlen (word), word, strlen (word)) == 0;
}

/* The value of 'Module' in the text of a Python dictionary. */
static const char *
find_module (const char *text, gsize *n)
{
  static const char *const keys[] = { "'Module': '", "\"Module\": \"" };

  for (gsize i = 0; *text == '{' && i < G_N_ELEMENTS (keys); i++)
    {
      const char *at = strstr (text, keys[i]);
      const char *begin = at ? at + strlen (keys[i]) : NULL;
      const char *end = begin ? strchr (begin, keys[i][0]) : NULL;

      if (end && end > begin)
        {
          *n = (gsize) (end - begin);
          return begin;
        }
    }
  return NULL;
}

static gint64
read_number (const char *text)
{
  gint64 number = 0;

  for (guint i = 0; i < 18 && g_ascii_isdigit (text[i]); i++)
    number = number * 10 + (text[i] - '0');
  return number;
}

/* A text with a sequence number is that of an op; one with the number of an op alone may be the
 * user's own, unless its name says whose it is. */
static void
classify (LscNsReader *self, LscNsSpan *span)
{
  LscIntern *strings = self->worker->file.strings;
  const char *text = lsc_intern_text (strings, span->name);
  const char *sequence, *op, *end, *module;
  gsize n = 0;

  module = find_module (text, &n);
  if (module)
    {
      span->what = LSC_NS_MODULE;
      span->name = lsc_intern_add_bytes (strings, module, n);
      return;
    }
  end = strstr (text, ", ");
  if (!end)
    return;
  sequence = strstr (end, SEQUENCE);
  op = strstr (end, OP_ID);
  if (sequence != end && op != end && strstr (end, SIZES) != end)
    return;
  n = (gsize) (end - text);
  if (sequence)
    span->sequence = read_number (sequence + strlen (SEQUENCE));
  if (sequence || strstr (text, "::"))
    span->what = LSC_NS_OP;
  span->is_backward = span->what == LSC_NS_OP && is_backward (text, n);
  span->name = lsc_intern_add_bytes (strings, text, n);
}

/* ---- rows ---- */

static gboolean
take_span (LscNsReader *self, LscCell **cells, gint64 type, LscNsSpan *span)
{
  if (type != LSC_NS_MARK)
    return _lsc_ns_take_times (self, cells, &span->start_ns, &span->end_ns);
  self->has_rows[self->table] = TRUE;
  if (lsc_value_int64 (cells[START], &span->start_ns) &&
      span->start_ns >= LSC_TRACE_LEAST_TIME_NS && span->start_ns <= LSC_TRACE_MOST_TIME_NS)
    {
      span->end_ns = span->start_ns;
      span->what = LSC_NS_MOMENT;
      return TRUE;
    }
  _lsc_ns_note (self, LSC_NS_BAD_TIME);
  return FALSE;
}

static gboolean
is_free (gint64 type)
{
  return type == LSC_NS_START_END || type == LSC_NS_RANGE_START_END;
}

static gboolean
is_range (gint64 type)
{
  return type == LSC_NS_PUSH_POP || type == LSC_NS_RANGE_PUSH_POP || type == LSC_NS_MARK ||
         is_free (type);
}

static void
take_range (LscNsReader *self, LscCell **cells, gint64 type, gint64 thread)
{
  gint64 end_thread = lsc_value_int64_or (cells[END_THREAD], 0);
  LscNsSpan span = { .thread = thread,
                     .row = lsc_value_int64_or (cells[ROW], -1),
                     .sequence = -1,
                     .is_free = is_free (type),
                     .domain = (guint32) lsc_value_int64_or (cells[DOMAIN], 0) };

  if (!take_span (self, cells, type, &span))
    return;
  span.is_far = span.is_free && end_thread > 0 && end_thread != thread;
  span.name = get_text (self, cells);
  if (span.name == LSC_STRING_NONE)
    {
      _lsc_ns_note (self, LSC_NS_NO_NAME);
      span.name = self->nameless;
    }
  else if (span.what == LSC_NS_ANNOTATION)
    classify (self, &span);
  lsc_ns_spans_append (&self->spans, span);
}

/** Takes a row of NVTX_EVENTS. */
void
_lsc_ns_take_nvtx (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  gint64 type = lsc_value_int64_or (cells[TYPE], -1);
  gint64 thread = lsc_value_int64_or (cells[THREAD], -1);

  if (type == LSC_NS_CATEGORY)
    return; /* a name of what has no times */
  if (type == LSC_NS_DOMAIN)
    {
      take_domain (self, cells, _lsc_ns_pid (thread));
      return;
    }
  if (thread < 0)
    {
      _lsc_ns_note (self, LSC_NS_NO_PROCESS);
      if (self->wanted)
        return;
    }
  if (thread >= 0 && !_lsc_ns_is_wanted (self, _lsc_ns_pid (thread)))
    return;
  if (is_range (type))
    take_range (self, cells, type, thread);
  else
    _lsc_ns_note (self, LSC_NS_ODD_TYPE);
}

/** Returns: whether a range is in the domain of a library */
gboolean
_lsc_ns_is_of_library (const LscNsReader *self, const LscNsSpan *span)
{
  gint64 key = get_domain_key (span->thread < 0 ? -1 : _lsc_ns_pid (span->thread), span->domain);

  return span->domain != 0 && g_hash_table_contains (self->libraries, &key);
}
