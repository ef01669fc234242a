/* lsc-damage-trace.c - a damaged trace against another parser
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>
#include <yajl/yajl_parse.h>

#include "lsc-damage.h"
#include "read/trace/lsc-trace-private.h"

/* Values of an event that are looked at. */
enum
{
  KEY_PH,
  KEY_NAME,
  KEY_TS,
  KEY_DUR,
  KEY_PID,
  KEY_TID,
  N_KEYS,
};

static const char *const keys[N_KEYS] = { "ph", "name", "ts", "dur", "pid", "tid" };

/**
 * Plain: what the other parser makes of a trace
 * @n_plain: slices without anything about which one could think differently
 * @n_odd: other events
 */
typedef struct
{
  gint64 n_plain;
  gint64 n_odd;
  gint64 n_metadata;
  guint64 ts_sum;
  guint64 dur_sum;

  int depth;
  gboolean is_in_events;
  gboolean was_in_events;
  int key; /* of the event; -1 = another */
  char top[16];
  gboolean is_text[N_KEYS];
  guint n_values[N_KEYS];
  char values[N_KEYS][64];
} Plain;

/* us as they are written, up to three decimals. */
static gboolean
read_us (const char *text, guint64 *ns)
{
  gsize n = strspn (text, "0123456789");
  const char *rest = text + n + 1;
  gsize n_decimals = text[n] == '.' ? strspn (rest, "0123456789") : 0;

  if (n == 0 || n > 15 || n_decimals > 3 || (text[n] == '.' && n_decimals == 0) ||
      (text[n] != '.' && text[n]) || (text[n] == '.' && rest[n_decimals]))
    return FALSE;
  *ns = g_ascii_strtoull (text, NULL, 10) * 1000;
  for (gsize i = 0, weight = 100; i < n_decimals; i++, weight /= 10)
    *ns += (guint64) (rest[i] - '0') * weight;
  return TRUE;
}

static gboolean
is_small_number (const Plain *self, int key)
{
  gsize n = strlen (self->values[key]);

  return self->n_values[key] == 1 && !self->is_text[key] && n > 0 && n < 8 &&
         strspn (self->values[key], "0123456789") == n;
}

static void
end_event (Plain *self)
{
  guint64 ts = 0, dur = 0;

  if (self->n_values[KEY_PH] == 1 && strcmp (self->values[KEY_PH], "M") == 0)
    self->n_metadata++;
  else if (self->n_values[KEY_PH] == 1 && strcmp (self->values[KEY_PH], "X") == 0 &&
           self->n_values[KEY_NAME] == 1 && self->is_text[KEY_NAME] &&
           self->n_values[KEY_TS] == 1 && self->n_values[KEY_DUR] == 1 && !self->is_text[KEY_TS] &&
           !self->is_text[KEY_DUR] && read_us (self->values[KEY_TS], &ts) &&
           read_us (self->values[KEY_DUR], &dur) && is_small_number (self, KEY_PID) &&
           is_small_number (self, KEY_TID))
    {
      self->n_plain++;
      self->ts_sum += ts;
      self->dur_sum += dur;
    }
  else
    self->n_odd++;
}

static int
take_value (Plain *self, const char *text, gsize n, gboolean is_text)
{
  if (!self->is_in_events || self->depth != 3 || self->key < 0)
    return 1;
  self->n_values[self->key]++;
  self->is_text[self->key] = is_text;
  n = MIN (n, sizeof self->values[0] - 1);
  memcpy (self->values[self->key], text, n);
  self->values[self->key][n] = '\0';
  self->key = -1;
  return 1;
}

static int
on_number (void *data, const char *text, size_t n)
{
  return take_value (data, text, n, FALSE);
}

static int
on_string (void *data, const unsigned char *text, size_t n)
{
  return take_value (data, (const char *) text, n, TRUE);
}

static int
on_other (void *data)
{
  return take_value (data, "null", 4, FALSE);
}

static int
on_boolean (void *data, int value)
{
  return on_other (data);
}

static int
on_key (void *data, const unsigned char *text, size_t n)
{
  Plain *self = data;

  if (self->depth == 1)
    g_strlcpy (self->top, "", sizeof self->top);
  if (self->depth == 1 && n < sizeof self->top)
    {
      memcpy (self->top, text, n);
      self->top[n] = '\0';
    }
  self->key = -1;
  for (int i = 0; i < N_KEYS && self->is_in_events && self->depth == 3; i++)
    if (strlen (keys[i]) == n && memcmp (keys[i], text, n) == 0)
      self->key = i;
  return 1;
}

static int
on_open (void *data)
{
  Plain *self = data;

  if (self->depth == 3)
    on_other (data);
  self->depth++;
  if (self->is_in_events && self->depth == 3)
    memset (self->n_values, 0, sizeof self->n_values);
  return 1;
}

static int
on_close (void *data)
{
  Plain *self = data;

  if (self->is_in_events && self->depth == 3)
    end_event (self);
  self->depth--;
  return 1;
}

static int
on_open_array (void *data)
{
  Plain *self = data;

  if (self->depth == 3)
    on_other (data);
  self->depth++;
  if (self->depth == 2 && strcmp (self->top, "traceEvents") == 0)
    {
      self->n_odd += self->was_in_events; /* a second one: whatever is made of it */
      self->is_in_events = self->was_in_events = TRUE;
    }
  return 1;
}

static int
on_close_array (void *data)
{
  Plain *self = data;

  if (self->depth-- == 2)
    self->is_in_events = FALSE;
  return 1;
}

/* Returns: whether the text is JSON with events */
static gboolean
parse_plain (Plain *self, const char *text, gsize n)
{
  static const yajl_callbacks callbacks = {
    .yajl_null = on_other,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_open,
    .yajl_map_key = on_key,
    .yajl_end_map = on_close,
    .yajl_start_array = on_open_array,
    .yajl_end_array = on_close_array,
  };
  yajl_handle handle = yajl_alloc (&callbacks, NULL, self);
  gboolean ok = yajl_config (handle, yajl_dont_validate_strings, 1) &&
                yajl_parse (handle, (const guchar *) text, n) == yajl_status_ok &&
                yajl_complete_parse (handle) == yajl_status_ok;

  yajl_free (handle);
  return ok && self->was_in_events;
}

/* Counts objects of the third level by their brackets and quotes alone, in a text that is no JSON:
 * a byte that is wrong in one event is no reason to leave out others. */
static void
count_objects (Plain *self, const char *text, gsize n)
{
  gsize begin = 0;
  int depth = 0;

  for (gsize i = 0; i < n; i++)
    if (text[i] == '"')
      for (i++; i < n && text[i] != '"'; i++)
        i += text[i] == '\\';
    else if (text[i] == '{' || text[i] == '[')
      {
        if (++depth == 3)
          begin = i;
      }
    else if ((text[i] == '}' || text[i] == ']') && depth-- == 3)
      {
        if (text[begin] == '{' &&
            g_strstr_len (text + begin, (gssize) (i - begin), "\"ph\": \"X\""))
          self->n_odd++;
      }
}

/* Sums over the slices of a trace as they were read. */
static gint64
add_slices (const LscTraceFile *file, guint64 *ts_sum, guint64 *dur_sum)
{
  gint64 n = 0;

  for (guint i = 0; i < file->tracks->len; i++)
    {
      const LscTrack *track = &g_array_index (file->tracks, LscTrack, i);

      for (gsize k = 0; k < track->slices.n; k++)
        {
          gint64 end_ns = lsc_raw_slices_get_end_ns (&track->slices, k);

          n++;
          *ts_sum += (guint64) track->slices.items[k].start_ns;
          *dur_sum += (guint64) (end_ns - track->slices.items[k].start_ns);
        }
    }
  return n;
}

/* What of the slices is read, by one thread or by several, is what the other parser reads. */
static gboolean
check_slices (const LscDamageCase *self, guint n_threads, const Plain *plain, gboolean is_json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTraceFile) file =
      _lsc_trace_file_read_parts (self->source, LSC_TRACE_KINETO, n_threads, 1, NULL, &error);
  guint64 ts_sum = 0, dur_sum = 0;
  gint64 n;

  if (!file)
    return FALSE;
  if (lsc_notices_have_loss (file->notices))
    return FALSE;
  n = add_slices (file, &ts_sum, &dur_sum);
  if (!is_json && n < plain->n_odd)
    g_error ("%u threads: it is no JSON, and of %" G_GINT64_FORMAT " events %" G_GINT64_FORMAT
             " are read",
             n_threads, plain->n_odd, n);
  if (is_json && (n < plain->n_plain || n > plain->n_plain + plain->n_odd))
    g_error ("%u threads: %" G_GINT64_FORMAT " slices instead of %" G_GINT64_FORMAT, n_threads, n,
             plain->n_plain);
  if (is_json && n == plain->n_plain && plain->n_odd == 0 &&
      (ts_sum != plain->ts_sum || dur_sum != plain->dur_sum))
    g_error ("%u threads: other times", n_threads);
  return TRUE;
}

LscDamageOutcome
lsc_damage_check_trace (const LscDamageCase *self, GRand *random)
{
  g_autofree char *text = NULL;
  Plain plain = { .key = -1 };
  gboolean is_json, is_told, is_whole;
  guint64 print;
  gsize n;

  g_assert_true (g_file_get_contents (self->path, &text, &n, NULL));
  is_json = parse_plain (&plain, text, n);
  if (!is_json)
    {
      plain = (Plain){ 0 };
      count_objects (&plain, text, n);
    }
  is_whole = check_slices (self, 1, &plain, is_json);
  if (check_slices (self, 3, &plain, is_json) != is_whole)
    g_error ("3 threads and one do not tell the same of a loss");
  print = lsc_damage_load_alike (self->source, &is_told);
  if (print == 0)
    return LSC_DAMAGE_REFUSED;
  if (!is_whole && !is_told)
    g_error ("the timeline does not tell of a loss that the trace tells of");
  if (is_told)
    return LSC_DAMAGE_TOLD;
  return print == self->print ? LSC_DAMAGE_SAME : LSC_DAMAGE_AGREED;
}
