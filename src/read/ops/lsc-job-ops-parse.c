/* lsc-job-ops-parse.c - the text of one event of an op timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ops/lsc-job-ops-private.h"

/* The hot path: an event is parsed without a trace anywhere, so that it can be parsed again when
 * the window ended inside it. Whoever reads a value may stop in the pad behind the window, which is
 * looked at once for each value. */

#define KEY_IS(word) (n == sizeof word - 1 && memcmp (key, word, sizeof word - 1) == 0)

static inline gboolean
is_delimiter (char c)
{
  return c == ',' || c == '}' || c == ']' || (guchar) c <= ' ';
}

/* Any value as text, without quotes. Returns the byte behind it. */
static inline const char *
read_text (const char *p, const char *end, LscJsonText *text, LscJsonStatus *status)
{
  const char *after = lsc_json_skip_value (p, end, status);

  if (after)
    *text = lsc_json_inside ((LscJsonText){ p, (gsize) (after - p) });
  return after;
}

/* A whole number in any form; anything else is none. */
static G_GNUC_NO_INLINE const char *
read_odd_number (const char *p, const char *end, gint64 *number, LscJsonStatus *status)
{
  LscJsonText text;
  const char *after = read_text (p, end, &text, status);
  double value;

  *number = LSC_OPS_NO_NUMBER;
  if (!after || lsc_json_parse_int64 (text.text, text.n, number))
    return after;
  *number = LSC_OPS_NO_NUMBER;
  if (lsc_json_parse_double (text.text, text.n, &value) && ABS (value) < 9e15 &&
      value == (double) (gint64) value)
    *number = (gint64) value;
  return after;
}

static inline const char *
read_number (const char *p, const char *end, gint64 *number, LscJsonStatus *status)
{
  const char *q = p;
  gint64 sum = 0;

  while (g_ascii_isdigit (*q) && q - p < 16)
    sum = sum * 10 + (*q++ - '0');
  if (G_UNLIKELY (q == p || !is_delimiter (*q)))
    return read_odd_number (p, end, number, status);
  *number = sum;
  return q;
}

static G_GNUC_NO_INLINE const char *
read_odd_time (const char *p, const char *end, gint64 *ns, gboolean *has, LscJsonStatus *status)
{
  LscJsonText text;
  gboolean has_fraction;
  const char *after = read_text (p, end, &text, status);

  *has = after && lsc_json_parse_us (text.text, text.n, ns, &has_fraction);
  return after;
}

/* Microseconds with up to 17 digits behind the point, of which three and the next count. */
static inline const char *
read_time (const char *p, const char *end, gint64 *ns, gboolean *has, LscJsonStatus *status)
{
  const char *q = p;
  gint64 whole = 0, part = 0;
  guint n = 0;

  while (g_ascii_isdigit (*q) && q - p < 15)
    whole = whole * 10 + (*q++ - '0');
  if (G_UNLIKELY (q == p))
    return read_odd_time (p, end, ns, has, status);
  if (*q == '.')
    {
      for (q++; g_ascii_isdigit (*q); q++, n++)
        if (n < 3)
          part = part * 10 + (*q - '0');
        else if (n == 3)
          part += *q >= '5';
      for (; n < 3; n++)
        part *= 10;
    }
  if (G_UNLIKELY (!is_delimiter (*q)))
    return read_odd_time (p, end, ns, has, status);
  *ns = whole * 1000 + part;
  *has = TRUE;
  return q;
}

static inline const char *
read_arg (const char *key, gsize n, const char *p, const char *end, LscOpEvent *event,
          LscJsonStatus *status)
{
  if (KEY_IS ("step"))
    return read_number (p, end, &event->step, status);
  if (KEY_IS ("model_chunk"))
    return read_number (p, end, &event->chunk, status);
  if (KEY_IS ("mb_id"))
    return read_number (p, end, &event->micro_batch, status);
  if (KEY_IS ("seq_id"))
    return read_number (p, end, &event->number, status);
  if (KEY_IS ("name"))
    return read_text (p, end, &event->label, status);
  return lsc_json_skip_value (p, end, status);
}

/* Behind a value: to the next key or the closing brace. */
static inline const char *
read_comma (const char *p, const char *end, LscJsonStatus *status)
{
  p = lsc_json_skip_blanks (p);
  if (*p == ',')
    return lsc_json_skip_blanks (p + 1);
  return *p == '}' && p < end ? p : lsc_json_stop (p, end, status);
}

static inline const char *
read_args (const char *p, const char *end, LscOpEvent *event, LscJsonStatus *status)
{
  p = lsc_json_skip_blanks (p + 1);
  while (*p != '}')
    {
      const char *key;
      gsize n;

      p = lsc_json_read_key (p, end, &key, &n, status);
      p = p ? read_arg (key, n, p, end, event, status) : NULL;
      p = p ? read_comma (p, end, status) : NULL;
      if (G_UNLIKELY (!p))
        return NULL;
    }
  return p < end ? p + 1 : lsc_json_stop (p, end, status);
}

static inline const char *
read_value (const char *key, gsize n, const char *p, const char *end, LscOpEvent *event,
            LscJsonStatus *status)
{
  LscJsonText text = { 0 };

  if (KEY_IS ("name"))
    return read_text (p, end, &event->name, status);
  if (KEY_IS ("cat"))
    return read_text (p, end, &event->category, status);
  if (KEY_IS ("pid"))
    return read_number (p, end, &event->pid, status);
  if (KEY_IS ("tid"))
    return read_number (p, end, &event->tid, status);
  if (KEY_IS ("ts"))
    return read_time (p, end, &event->ts_ns, &event->has_ts, status);
  if (KEY_IS ("dur"))
    return read_time (p, end, &event->dur_ns, &event->has_dur, status);
  if (KEY_IS ("ph"))
    {
      p = read_text (p, end, &text, status);
      event->phase = text.n == 1 ? *text.text : '?';
      return p;
    }
  if (KEY_IS ("args") && *p == '{')
    return read_args (p, end, event, status);
  return lsc_json_skip_value (p, end, status);
}

/**
 * _lsc_ops_parse:
 * @p: the opening brace of an event
 * @end: of the window, followed by quotes
 * @event: (out): what it says
 * @status: set only when %NULL is returned
 *
 * Returns: (nullable): the byte behind the event
 */
const char *
_lsc_ops_parse (const char *p, const char *end, LscOpEvent *event, LscJsonStatus *status)
{
  event->name = event->category = event->label = (LscJsonText){ 0 };
  event->has_ts = event->has_dur = FALSE;
  event->ts_ns = event->dur_ns = 0;
  event->pid = event->tid = event->step = event->chunk = LSC_OPS_NO_NUMBER;
  event->micro_batch = event->number = LSC_OPS_NO_NUMBER;
  event->phase = 0;
  p = lsc_json_skip_blanks (p + 1);
  while (*p != '}')
    {
      const char *key;
      gsize n;

      p = lsc_json_read_key (p, end, &key, &n, status);
      p = p ? read_value (key, n, p, end, event, status) : NULL;
      p = p ? read_comma (p, end, status) : NULL;
      if (G_UNLIKELY (!p))
        return NULL;
    }
  return p < end ? p + 1 : lsc_json_stop (p, end, status);
}

#undef KEY_IS
