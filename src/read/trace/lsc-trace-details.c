/* lsc-trace-details.c - all fields of one event, read again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-error.h"
#include "read/trace/lsc-trace-private.h"
#include "model/lsc-timeline.h"

#define FIRST_LOOK ((gsize) 16 * 1024)

static void
add_detail (GPtrArray *details, LscJsonText key, LscJsonText value)
{
  LscDetail *detail = g_new (LscDetail, 1);
  LscJsonText inside = lsc_json_inside (value);

  detail->key = lsc_json_decode_dup (key.text, key.n);
  /* Escapes mean something in strings only; arrays and objects stay JSON. */
  detail->value = value.n > 0 && value.text[0] == '"'
                      ? lsc_json_decode_dup (inside.text, inside.n)
                      : g_utf8_make_valid (value.text, (gssize) value.n);
  g_ptr_array_add (details, detail);
}

/**
 * lsc_trace_list_details:
 * @text: an event of @n bytes, from its opening brace on, followed by %LSC_JSON_PAD quotes
 *
 * Returns: (transfer full) (element-type LscDetail): as lsc_trace_read_event()
 */
GPtrArray *
lsc_trace_list_details (const char *text, gsize n)
{
  GPtrArray *details = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
  const char *p = text + 1;
  const char *end = text + n;
  LscJsonText key, value;

  while (lsc_json_next_field (&p, end, &key, &value))
    if (key.n == 4 && memcmp (key.text, "args", 4) == 0 && value.text[0] == '{')
      {
        const char *q = value.text + 1;
        const char *args_end = value.text + value.n;

        while (lsc_json_next_field (&q, args_end, &key, &value))
          add_detail (details, key, value);
      }
    else
      add_detail (details, key, value);
  return details;
}

/**
 * lsc_trace_read_event:
 * @offset: of the opening brace of an event
 *
 * Reads the event again. Fields of args stand among the others, under their own names; arrays and
 * objects in them are given as JSON.
 *
 * Returns: (transfer full) (nullable) (element-type LscDetail): fields in file order; %NULL with
 *   @error when the file has changed or cannot be read
 */
GPtrArray *
lsc_trace_read_event (LscTextInput *input, gint64 offset, GError **error)
{
  g_return_val_if_fail (input, NULL);

  g_autofree char *name = NULL;

  if (!lsc_text_input_check_unchanged (input, error))
    return NULL;
  for (gsize most = FIRST_LOOK; most <= 4 * LSC_TRACE_MOST_EVENT; most *= 8)
    {
      gsize n;
      LscJsonStatus status = LSC_JSON_BAD;
      g_autofree char *text = lsc_text_input_read_at (input, offset, most, &n, error);
      const char *after;

      if (!text)
        return NULL;
      after = n > 0 && *text == '{' ? lsc_json_skip_nested (text, text + n, &status) : NULL;
      if (after)
        return lsc_trace_list_details (text, (gsize) (after - text));
      if (status != LSC_JSON_MORE || n < most)
        break;
    }
  name = g_filename_display_name (lsc_text_input_get_path (input));
  g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
               _ ("There is no event at byte %" PRId64 " of %s. Open it again"), offset, name);
  return NULL;
}
