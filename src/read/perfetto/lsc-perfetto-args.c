/* lsc-perfetto-args.c - what the arguments of a packet mean to the model
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-json-scan.h"
#include "read/perfetto/lsc-perfetto-private.h"

/* The words are those of the args of a trace in JSON (lsc-trace-parse.c): PyTorch writes the same
 * ones into annotations of a TrackEvent and into the extra data of a render stage, the latter
 * always as text. */

/**
 * _lsc_pf_intern:
 *
 * Returns: the id of a text, which is always valid UTF-8
 */
guint32
_lsc_pf_intern (LscPfReader *self, const guint8 *bytes, gsize n)
{
  g_autofree char *valid = NULL;

  /* What has no escapes is the same in JSON, and found at once when it was met before. */
  if (G_LIKELY (!lsc_json_needs_decoding ((const char *) bytes, n)))
    return lsc_trace_intern (self->worker, (const char *) bytes, n);
  valid = g_utf8_make_valid ((const char *) bytes, (gssize) n);
  return lsc_intern_add (self->worker->file.strings, valid);
}

/** Begins an event of which nothing is known. */
void
_lsc_pf_event_init (LscPfEvent *self)
{
  self->name = LSC_STRING_NONE;
  self->category = G_MAXUINT32;
  self->correlation = self->order = self->fwd_thread = LSC_TRACE_NO_NUMBER;
  self->is_sync = self->has_extras = FALSE;
}

static LscTraceExtras *
get_extras (LscPfEvent *self)
{
  if (!self->has_extras)
    lsc_trace_init_extras (&self->extras);
  self->has_extras = TRUE;
  return &self->extras;
}

#define IS_KEY(word) (n == sizeof word - 1 && memcmp (key, word, sizeof word - 1) == 0)

/* Where a whole number of that name goes, NULL. */
static inline gint64 *
find_number (LscPfEvent *self, const guint8 *key, gsize n)
{
  switch (n)
    {
    case 3:
      return IS_KEY ("Seq") ? &get_extras (self)->number : NULL;
    case 5:
      return IS_KEY ("bytes") ? &get_extras (self)->copied_bytes : NULL;
    case 8:
      return IS_KEY ("graph id") ? &get_extras (self)->graph : NULL;
    case 9:
      return IS_KEY ("stream id")   ? &get_extras (self)->stream
             : IS_KEY ("device id") ? &get_extras (self)->device
                                    : NULL;
    case 11:
      return IS_KEY ("correlation") ? &self->correlation : NULL;
    case 13:
      return IS_KEY ("Fwd thread id")   ? &self->fwd_thread
             : IS_KEY ("graph node id") ? &get_extras (self)->node
             : IS_KEY ("In msg nelems") ? &get_extras (self)->in_elements
                                        : NULL;
    case 14:
      return IS_KEY ("Out msg nelems") ? &get_extras (self)->out_elements : NULL;
    case 15:
      return IS_KEY ("Sequence number")   ? &self->order
             : IS_KEY ("original_stream") ? &get_extras (self)->ran_on
                                          : NULL;
    default:
      return NULL;
    }
}

/** Takes a number called @key. */
void
_lsc_pf_take_number (LscPfEvent *self, const guint8 *key, gsize n, gint64 value)
{
  gint64 *place = find_number (self, key, n);

  if (place)
    *place = value;
}

/* Bytes as they would stand in JSON. */
static LscJsonText
make_text (LscPfReader *reader, const guint8 *text, gsize n)
{
  g_autofree char *valid = NULL;
  GString *escaped;

  if (G_LIKELY (!lsc_json_needs_decoding ((const char *) text, n)))
    return (LscJsonText){ (const char *) text, n };
  valid = g_utf8_make_valid ((const char *) text, (gssize) n);
  escaped = g_string_new (NULL);
  for (const char *p = valid; *p; p++)
    {
      if (*p == '\\' || *p == '"')
        g_string_append_c (escaped, '\\');
      g_string_append_c (escaped, (guchar) *p < 0x20 ? ' ' : *p);
    }
  n = escaped->len;
  g_string_append (escaped, "        "); /* eight bytes are looked at, at any place */
  g_ptr_array_add (reader->kept, g_string_free (escaped, FALSE));
  return (LscJsonText){ reader->kept->pdata[reader->kept->len - 1], n };
}

static LscJsonText *
find_text (LscPfEvent *self, const guint8 *key, gsize n)
{
  switch (n)
    {
    case 4:
      return IS_KEY ("name") ? &get_extras (self)->note : NULL;
    case 10:
      return IS_KEY ("module_fqn") ? &get_extras (self)->module : NULL;
    case 18:
      return IS_KEY ("Process Group Name") ? &get_extras (self)->group_name : NULL;
    case 19:
      return IS_KEY ("Process Group Ranks") ? &get_extras (self)->group_ranks : NULL;
    default:
      return NULL;
    }
}

/**
 * _lsc_pf_take_text:
 *
 * Takes a text called @key, which may be a number. @text must stay until the event is added.
 */
void
_lsc_pf_take_text (LscPfReader *reader, LscPfEvent *self, const guint8 *key, gsize n,
                   const guint8 *text, gsize n_text)
{
  gint64 *number = find_number (self, key, n), value;
  LscJsonText *place = number ? NULL : find_text (self, key, n);

  if (number && lsc_json_parse_int64 ((const char *) text, n_text, &value))
    *number = value;
  else if (place)
    *place = make_text (reader, text, n_text);
  else if (IS_KEY ("dtype"))
    get_extras (self)->element = lsc_trace_find_element ((const char *) text, n_text);
  else if (IS_KEY ("cuda_sync_kind"))
    self->is_sync = TRUE;
}
