/* lsc-perfetto-texts.c - packets of a Perfetto trace, found again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-error.h"
#include "base/lsc-json-write.h"
#include "base/lsc-sort.h"
#include "base/lsc-unpack.h"
#include "read/perfetto/lsc-perfetto-private.h"

/* A packet is found by the place of its tag. As the text of an event stands what PyTorch would have
 * written of it in JSON, so that whoever asks an event for its arguments asks both formats alike.
 */

#define FIRST_LOOK ((gsize) 2048)
#define MOST_HEAD 20
#define NOTHING_UNPACKED G_MAXSIZE

/** Opens @path. Returns: (transfer full) (nullable): what finds packets of it again */
LscPerfettoTexts *
_lsc_pf_texts_new (const char *path, LscJob *job, GError **error)
{
  LscTextInput *input = lsc_text_input_open (path, job, error);
  LscPerfettoTexts *self;

  if (!input)
    return NULL;
  self = g_new0 (LscPerfettoTexts, 1);
  self->path = g_strdup (path);
  self->input = input;
  self->generations = g_ptr_array_new_with_free_func (_lsc_pf_generation_free);
  self->unpacked = g_byte_array_new ();
  self->unpacked_index = NOTHING_UNPACKED;
  g_mutex_init (&self->lock);
  return self;
}

/** @data: (transfer full): an LscPerfettoTexts */
void
_lsc_pf_texts_free (gpointer data)
{
  LscPerfettoTexts *self = data;

  g_clear_pointer (&self->input, lsc_text_input_close);
  g_clear_pointer (&self->strings, lsc_intern_unref);
  g_ptr_array_unref (self->generations);
  lsc_pf_bundles_clear (&self->bundles);
  g_byte_array_unref (self->unpacked);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self);
}

/* The packet that begins at @bytes, where it is complete. Returns: its length with its head, 0 */
static gsize
find_packet (const guint8 *bytes, gsize n, const guint8 **packet, gsize *n_packet)
{
  guint64 key, length = 0;
  const guint8 *p = lsc_proto_read (bytes, bytes + n, &key);

  if (!p || key != (LSC_PF_TRACE_PACKET << 3 | LSC_PROTO_BYTES))
    return 0;
  p = lsc_proto_read (p, bytes + n, &length);
  if (!p || length > LSC_TRACE_MOST_EVENT)
    return 0;
  *packet = p;
  *n_packet = (gsize) length;
  return (gsize) (p - bytes) + (gsize) length;
}

static const LscPfGeneration *
find_generation (const LscPerfettoTexts *self, gint64 detail)
{
  gint64 number = detail >> LSC_PF_OFFSET_BITS;

  return number > 0 && number <= (gint64) self->generations->len
             ? g_ptr_array_index (self->generations, (guint) number - 1)
             : NULL;
}

/* Returns: (transfer full) (nullable): bytes of the file from @offset on, with a whole packet */
static char *
read_plain (LscTextInput *input, gint64 offset, gsize *n, GError **error)
{
  gsize wanted = FIRST_LOOK;
  char *bytes = NULL;

  for (guint i = 0; i < 2; i++)
    {
      const guint8 *packet;
      gsize n_packet, length;

      g_free (bytes);
      bytes = lsc_text_input_read_at (input, offset, wanted, n, error);
      length = bytes ? find_packet ((const guint8 *) bytes, *n, &packet, &n_packet) : 0;
      if (!bytes || length == 0 || length <= *n)
        break;
      wanted = length;
    }
  return bytes;
}

static const LscPfBundle *
find_bundle (const LscPerfettoTexts *self, gint64 offset, gsize *index)
{
  gsize at = LSC_BISECT (i, 0, self->bundles.n, self->bundles.items[i].end <= offset);

  *index = at;
  return at < self->bundles.n && self->bundles.items[at].begin <= offset ? &self->bundles.items[at]
                                                                         : NULL;
}

/* Unpacks the bundle that holds @offset, unless it is the one of last time. */
static gboolean
unpack_around (LscPerfettoTexts *self, gint64 offset, gsize *index, GError **error)
{
  const LscPfBundle *bundle = find_bundle (self, offset, index);
  g_autofree char *bytes = NULL;
  const guint8 *packet = NULL;
  gsize n = 0, n_packet = 0;
  LscProto proto;

  if (!bundle)
    return FALSE;
  if (self->unpacked_index == *index)
    return TRUE;
  self->unpacked_index = NOTHING_UNPACKED;
  bytes = read_plain (self->input, bundle->offset, &n, error);
  if (!bytes || find_packet ((const guint8 *) bytes, n, &packet, &n_packet) == 0 ||
      n_packet > n - (gsize) (packet - (const guint8 *) bytes))
    return FALSE;
  g_byte_array_set_size (self->unpacked, 0);
  lsc_proto_init (&proto, packet, n_packet);
  while (lsc_proto_next (&proto))
    if (proto.type == LSC_PROTO_BYTES &&
        (proto.field == LSC_PF_DEFLATED || proto.field == LSC_PF_ZSTD) &&
        lsc_unpack (proto.field == LSC_PF_ZSTD ? LSC_PACKING_ZSTD : LSC_PACKING_DEFLATE,
                    proto.bytes, proto.n, LSC_PF_MOST_BUNDLE, self->unpacked))
      {
        self->unpacked_index = *index;
        return TRUE;
      }
  return FALSE;
}

static gboolean
print (const LscPerfettoTexts *self, gint64 detail, const guint8 *bytes, gsize n, GString *out)
{
  const guint8 *packet;
  gsize n_packet, length = find_packet (bytes, n, &packet, &n_packet);

  if (length == 0 || length > n)
    return FALSE;
  _lsc_pf_print_packet (self, find_generation (self, detail), packet, n_packet, out);
  return TRUE;
}

static gboolean
print_inside (LscPerfettoTexts *self, gint64 detail, GString *out, GError **error)
{
  gint64 offset = detail & LSC_PF_OFFSET_MASK;
  gsize index = 0, at;
  gboolean ok;

  g_mutex_lock (&self->lock);
  ok = unpack_around (self, offset, &index, error);
  at = ok ? (gsize) (offset - self->bundles.items[index].begin) : 0;
  ok = ok && at < self->unpacked->len &&
       print (self, detail, self->unpacked->data + at, self->unpacked->len - at, out);
  g_mutex_unlock (&self->lock);
  return ok;
}

/* LscTraceTexts.read; %LSC_ERROR_CORRUPT when the file has changed, %LSC_ERROR_IO. Any thread. */
static char *
read_text (gpointer data, gint64 detail, gsize *n_out, GError **error)
{
  LscPerfettoTexts *self = data;
  gint64 offset = detail & LSC_PF_OFFSET_MASK;
  g_autoptr (GString) out = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GError) local = NULL;
  gboolean ok;
  gsize n = 0;

  g_return_val_if_fail (self && n_out, NULL);
  if (!lsc_text_input_check_unchanged (self->input, error))
    return NULL;
  out = g_string_new (NULL);
  if (offset >= LSC_PF_INSIDE)
    ok = print_inside (self, detail, out, &local);
  else
    {
      bytes = read_plain (self->input, offset, &n, &local);
      ok = bytes && print (self, detail, (const guint8 *) bytes, n, out);
    }
  if (ok)
    {
      *n_out = out->len;
      lsc_json_append_pad (out);
      return g_string_free (g_steal_pointer (&out), FALSE);
    }
  name = g_filename_display_name (self->path);
  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  else
    g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
                 _ ("There is no event at byte %" PRId64 " of %s. Open it again"), offset, name);
  return NULL;
}

/* ---- many of them ---- */

typedef struct
{
  LscPerfettoTexts *texts;
  const gint64 *details;
  LscTraceVisitFunc func;
  gpointer user_data;
  LscTraceWindow window;
  GString *out;
} Visit;

/* Moves on to @offset and makes sure of a whole packet there. */
static gboolean
move_to (Visit *self, gint64 offset)
{
  LscTraceWindow *window = &self->window;
  const guint8 *packet;
  gsize n_packet, n, length;

  while (window->offset + (window->end - window->begin) <= offset)
    if (lsc_trace_window_refill (window, window->end) != LSC_TRACE_REFILLED)
      return FALSE;
  if (window->offset > offset)
    return FALSE;
  while (TRUE)
    {
      const char *at = window->begin + (offset - window->offset);

      n = (gsize) (window->end - at);
      length = find_packet ((const guint8 *) at, n, &packet, &n_packet);
      if (length > 0 && length <= n)
        return TRUE;
      if ((length == 0 && n >= MOST_HEAD) ||
          lsc_trace_window_refill (window, at) != LSC_TRACE_REFILLED)
        return FALSE;
    }
}

static void
show (Visit *self, gsize index)
{
  gint64 detail = self->details[index], offset = detail & LSC_PF_OFFSET_MASK;
  gboolean ok;
  gsize n;

  g_string_truncate (self->out, 0);
  if (offset >= LSC_PF_INSIDE)
    ok = print_inside (self->texts, detail, self->out, NULL);
  else
    {
      ok = move_to (self, offset);
      if (ok)
        {
          const char *at = self->window.begin + (offset - self->window.offset);

          ok = print (self->texts, detail, (const guint8 *) at, (gsize) (self->window.end - at),
                      self->out);
        }
    }
  n = self->out->len;
  lsc_json_append_pad (self->out);
  self->func (index, ok ? self->out->str : NULL, ok ? n : 0, self->user_data);
}

static gint64
offset_key (gsize index, gconstpointer data)
{
  return ((const gint64 *) data)[index] & LSC_PF_OFFSET_MASK;
}

/* LscTraceTexts.visit, in the order of the file. Cost: one more reading of it up to the last of
 * them. */
static gboolean
visit_packets (gpointer data, const gint64 *details, gsize n, LscTraceVisitFunc func,
               gpointer user_data, LscJob *job, GError **error)
{
  LscPerfettoTexts *self = data;
  Visit visit = { .texts = self, .details = details, .func = func, .user_data = user_data };
  g_autoptr (LscTextInput) input = NULL;
  g_autofree guint32 *order = NULL;
  gboolean ok = TRUE;

  g_return_val_if_fail (self && (details || n == 0) && func, FALSE);
  input = n > 0 ? lsc_text_input_open (self->path, job, NULL) : NULL;
  if (!input)
    return TRUE;
  order = lsc_sort_order (n, offset_key, details);
  lsc_trace_window_init (&visit.window, input, 0, job);
  visit.out = g_string_new (NULL);
  for (gsize i = 0; i < n && ok; i++)
    {
      ok = i % 1024 != 0 || lsc_job_check (job, error);
      if (ok)
        show (&visit, order ? order[i] : i);
    }
  lsc_trace_window_clear (&visit.window);
  g_string_free (visit.out, TRUE);
  return ok;
}

/** Returns: (transfer full): @self, as all formats give it */
LscTraceTexts
_lsc_pf_texts_lend (LscPerfettoTexts *self)
{
  return (LscTraceTexts){ self, read_text, visit_packets, _lsc_pf_texts_free };
}
