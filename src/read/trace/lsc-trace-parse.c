/* lsc-trace-parse.c - the text of one trace event
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-transfers.h"
#include "read/trace/lsc-trace-private.h"

/* The hot path of reading a trace. An event is parsed without a trace in any table, so that it can
 * be parsed again when the window ended inside it. A value that is no value makes the event bad; a
 * value of the wrong kind is as good as none.
 *
 * Whoever reads a value may stop in the pad behind the window; that is looked at once for each
 * value, by the loop over the fields. */

/* Marks a value as not given. */
#define NOT_GIVEN LSC_TRACE_NO_NUMBER

static const guint64 powers[] = { 1, 10, 100, 1000 };

/* Reads up to eight digits at once. Returns how many. */
static inline guint
read_digits (const char *p, guint64 *value)
{
  guint64 bytes;
  guint n = lsc_json_count_digits (p, &bytes);

  if (n == 0)
    {
      *value = 0;
      return 0;
    }
  bytes <<= (8 - n) * 8;
  bytes = (bytes * 10) + (bytes >> 8);
  bytes = (((bytes & 0x000000ff000000ffu) * 0x000f424000000064u) +
           (((bytes >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
          32;
  *value = bytes;
  return n;
}

static const guint64 long_powers[] = {
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000
};

/* Digits, at most 16 of them. Returns the first byte that is none; NULL when there are more. */
static inline const char *
read_whole (const char *p, guint64 *value)
{
  guint64 low;
  guint n = read_digits (p, value);

  if (n < 8)
    return p + n;
  n = read_digits (p + 8, &low);
  *value = *value * long_powers[n] + low;
  if (G_UNLIKELY (n == 8 && g_ascii_isdigit (p[16])))
    return NULL;
  return p + 8 + n;
}

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

static const char *
read_odd_time (const char *p, const char *end, gint64 *ns, guint8 *has, guint *fraction,
               LscJsonStatus *status)
{
  LscJsonText text;
  gboolean is_broken = FALSE;
  const char *after = read_text (p, end, &text, status);

  *has = after && lsc_json_parse_us (text.text, text.n, ns, &is_broken);
  *fraction |= *has && is_broken;
  return after;
}

/* Microseconds, as number or string. */
static inline const char *
read_time (const char *p, const char *end, gint64 *ns, guint8 *has, guint *fraction,
           LscJsonStatus *status)
{
  gboolean is_quoted = *p == '"';
  const char *begin = p + is_quoted;
  guint64 whole;
  guint64 part = 0;
  const char *q = read_whole (begin, &whole);
  guint n = 0;

  if (G_UNLIKELY (!q || q == begin))
    return read_odd_time (p, end, ns, has, fraction, status);
  if (*q == '.')
    {
      n = read_digits (q + 1, &part);
      if (G_UNLIKELY (n > 3 || n == 0))
        return read_odd_time (p, end, ns, has, fraction, status);
      part *= powers[3 - n];
      q += 1 + n;
    }
  if (G_UNLIKELY ((is_quoted ? *q != '"' : !is_delimiter (*q)) || whole > G_MAXINT64 / 1000 - 1))
    return read_odd_time (p, end, ns, has, fraction, status);
  *ns = (gint64) (whole * 1000 + part);
  *has = TRUE;
  *fraction |= part != 0;
  return q + is_quoted;
}

/* pid and tid: numbers stay numbers, quoted or not; texts are interned. */
static const char *
read_odd_key (LscTraceWorker *self, const char *p, const char *end, gint64 *key,
              LscJsonStatus *status)
{
  LscJsonText text;
  const char *after = read_text (p, end, &text, status);

  if (after)
    *key = -1 - (gint64) lsc_trace_intern (self, text.text, text.n);
  return after;
}

static inline const char *
read_key (LscTraceWorker *self, const char *p, const char *end, gint64 *key, LscJsonStatus *status)
{
  gboolean is_quoted = *p == '"';
  const char *begin = p + is_quoted;
  guint64 value;
  const char *q = read_whole (begin, &value);

  if (G_UNLIKELY (!q || q == begin || (*begin == '0' && q != begin + 1) ||
                  (is_quoted ? *q != '"' : !is_delimiter (*q))))
    return read_odd_key (self, p, end, key, status);
  *key = (gint64) value;
  return q + is_quoted;
}

/* A whole number, quoted or not; anything else is none. */
static inline const char *
read_link (const char *p, const char *end, gint64 *link, LscJsonStatus *status)
{
  guint64 value;
  const char *q = read_whole (p, &value);
  LscJsonText text;

  if (G_LIKELY (q && q != p && is_delimiter (*q)))
    {
      *link = (gint64) value;
      return q;
    }
  q = read_text (p, end, &text, status);
  if (q && !lsc_json_parse_int64 (text.text, text.n, link))
    *link = NOT_GIVEN;
  return q;
}

#define IS_KEY(word) (n == sizeof word - 1 && memcmp (key, word, sizeof word - 1) == 0)

/** Nothing given. */
void
lsc_trace_init_extras (LscTraceExtras *self)
{
  *self = (LscTraceExtras){ .device = NOT_GIVEN,
                            .device_type = NOT_GIVEN,
                            .allocated = NOT_GIVEN,
                            .reserved = NOT_GIVEN,
                            .bytes = NOT_GIVEN,
                            .address = NOT_GIVEN,
                            .copied_bytes = NOT_GIVEN,
                            .source = NOT_GIVEN,
                            .target = NOT_GIVEN,
                            .stream = NOT_GIVEN,
                            .number = NOT_GIVEN,
                            .in_elements = NOT_GIVEN,
                            .out_elements = NOT_GIVEN,
                            .graph = NOT_GIVEN,
                            .node = NOT_GIVEN,
                            .ran_on = NOT_GIVEN,
                            .element = LSC_LINK_CODE_UNKNOWN,
                            .transport = LSC_LINK_CODE_UNKNOWN,
                            .link = LSC_LINK_CODE_UNKNOWN };
}

static LscTraceExtras *
get_extras (LscTraceEvent *event)
{
  if (!event->has_extras)
    {
      lsc_trace_init_extras (&event->extras);
      event->has_extras = TRUE;
    }
  return &event->extras;
}

/* The name of a transport or of a kind of link, as its number. */
static const char *
read_code (const char *p, const char *end, guint32 (*find) (const char *name, gsize n),
           guint32 *code, LscJsonStatus *status)
{
  LscJsonText text = { 0 };

  p = read_text (p, end, &text, status);
  if (p && text.text)
    *code = find (text.text, text.n);
  return p;
}

static guint32
find_direction (const char *name, gsize n)
{
  return lsc_copy_find_direction (name, n);
}

/* What tasks of graphs have. */
static const char *
read_graph_arg (const char *key, gsize n, const char *p, const char *end, LscTraceEvent *event,
                LscJsonStatus *status)
{
  if (IS_KEY ("graph id"))
    return read_link (p, end, &get_extras (event)->graph, status);
  if (IS_KEY ("graph node id"))
    return read_link (p, end, &get_extras (event)->node, status);
  if (IS_KEY ("original_stream"))
    return read_link (p, end, &get_extras (event)->ran_on, status);
  if (IS_KEY ("module_fqn") && *p == '"')
    return read_text (p, end, &get_extras (event)->module, status);
  if (IS_KEY ("name") && *p == '"')
    return read_text (p, end, &get_extras (event)->note, status);
  return lsc_json_skip_value (p, end, status);
}

/* Values that few events have; out of the way of the others. */
static G_GNUC_NO_INLINE const char *
read_rare_arg (const char *key, gsize n, const char *p, const char *end, LscTraceEvent *event,
               LscJsonStatus *status)
{
  if (IS_KEY ("Seq"))
    return read_link (p, end, &get_extras (event)->number, status);
  if (IS_KEY ("domain"))
    return read_text (p, end, &event->domain, status);
  if (IS_KEY ("src rank"))
    return read_link (p, end, &get_extras (event)->source, status);
  if (IS_KEY ("dst rank"))
    return read_link (p, end, &get_extras (event)->target, status);
  if (IS_KEY ("size(Byte)"))
    return read_link (p, end, &get_extras (event)->bytes, status);
  if (IS_KEY ("bytes") || IS_KEY ("data size(Byte)") || IS_KEY ("size(B)"))
    return read_link (p, end, &get_extras (event)->copied_bytes, status);
  if (IS_KEY ("memcpy direction") || IS_KEY ("operation"))
    return read_code (p, end, find_direction, &get_extras (event)->direction, status);
  if (IS_KEY ("transport type"))
    return read_code (p, end, lsc_transport_from_name, &get_extras (event)->transport, status);
  if (IS_KEY ("link type"))
    return read_code (p, end, lsc_link_type_from_name, &get_extras (event)->link, status);
  if (IS_KEY ("stream id"))
    return read_link (p, end, &get_extras (event)->stream, status);
  if (IS_KEY ("Device Id"))
    return read_link (p, end, &get_extras (event)->device, status);
  if (IS_KEY ("Device Type"))
    return read_link (p, end, &get_extras (event)->device_type, status);
  if (IS_KEY ("Total Reserved"))
    return read_link (p, end, &get_extras (event)->reserved, status);
  if (IS_KEY ("Total Allocated"))
    return read_link (p, end, &get_extras (event)->allocated, status);
  if (IS_KEY ("Addr"))
    return read_link (p, end, &get_extras (event)->address, status);
  if (IS_KEY ("Bytes"))
    return read_link (p, end, &get_extras (event)->bytes, status);
  if (IS_KEY ("Process Group Name"))
    return read_text (p, end, &get_extras (event)->group_name, status);
  if (IS_KEY ("Process Group Ranks"))
    return read_text (p, end, &get_extras (event)->group_ranks, status);
  if (IS_KEY ("In msg nelems"))
    return read_link (p, end, &get_extras (event)->in_elements, status);
  if (IS_KEY ("Out msg nelems"))
    return read_link (p, end, &get_extras (event)->out_elements, status);
  if (IS_KEY ("dtype"))
    return read_code (p, end, lsc_trace_find_element, &get_extras (event)->element, status);
  return read_graph_arg (key, n, p, end, event, status);
}

static inline const char *
read_arg (const char *key, gsize n, const char *p, const char *end, LscTraceEvent *event,
          LscJsonStatus *status)
{
  switch (n)
    {
    case 3: /* Seq */
      if (*key == 'S')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 4: /* Addr, name */
      if (*key == 'A' || *key == 'n')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 5: /* Bytes, bytes, dtype */
      if (*key == 'B' || *key == 'b' || *key == 'd')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 6: /* domain */
      if (*key == 'd')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 7: /* size(B) */
      if (*key == 's')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 8: /* src rank, dst rank, graph id */
      if (*key == 's' || *key == 'd' || *key == 'g')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 10: /* size(Byte), module_fqn */
      if (*key == 's' || *key == 'm')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 11:
      if (IS_KEY ("correlation"))
        return read_link (p, end, &event->correlation, status);
      if (*key == 'D') /* Device Type */
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 13:
      if (IS_KEY ("connection_id"))
        return read_link (p, end, &event->connection, status);
      if (IS_KEY ("Fwd thread id"))
        {
          p = read_link (p, end, &event->fwd_thread, status);
          event->has_fwd_thread = event->fwd_thread != NOT_GIVEN;
          return p;
        }
      if (*key == 'I' || *key == 'g') /* In msg nelems, graph node id */
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 14:
      if (IS_KEY ("correlation_id"))
        return read_link (p, end, &event->correlation_id, status);
      /* Total Reserved, transport type, Out msg nelems */
      if (*key == 'T' || *key == 't' || *key == 'O')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 15:
      if (IS_KEY ("Sequence number"))
        return read_link (p, end, &event->sequence, status);
      /* Total Allocated, data size(Byte), original_stream */
      if (*key == 'T' || *key == 'd' || *key == 'o')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 16: /* memcpy direction */
      if (*key == 'm')
        return read_rare_arg (key, n, p, end, event, status);
      break;
    case 9:  /* Device Id, stream id, link type, operation */
    case 18: /* Process Group Name */
    case 19: /* Process Group Ranks */
      return read_rare_arg (key, n, p, end, event, status);
    default:
      break;
    }
  return lsc_json_skip_value (p, end, status);
}

#undef IS_KEY

/* @p is at the opening brace of args. Compilers find it too large to be inlined, which costs a
 * twentieth of the whole time. */
static inline __attribute__ ((always_inline)) const char *
read_args (const char *p, const char *end, LscTraceEvent *event, LscJsonStatus *status)
{
  const char *begin = p;

  p = lsc_json_skip_blanks (p + 1);
  while (*p != '}')
    {
      const char *key;
      gsize n;

      p = lsc_json_read_key (p, end, &key, &n, status);
      if (G_UNLIKELY (!p))
        return NULL;
      p = read_arg (key, n, p, end, event, status);
      if (G_UNLIKELY (!p))
        return NULL;
      p = lsc_json_skip_blanks (p);
      if (*p == ',')
        p = lsc_json_skip_blanks (p + 1);
      else if (*p != '}' || p >= end)
        return lsc_json_stop (p, end, status);
    }
  if (p >= end)
    return lsc_json_stop (p, end, status);
  event->args.text = begin;
  event->args.n = (gsize) (p + 1 - begin);
  return p + 1;
}

static inline const char *
read_phase (const char *p, const char *end, char *phase, LscJsonStatus *status)
{
  LscJsonText text;

  if (G_LIKELY (p[0] == '"' && p[1] != '\\' && p[2] == '"' && p + 2 < end))
    {
      *phase = p[1];
      return p + 3;
    }
  *phase = '?';
  return read_text (p, end, &text, status);
}

#define KEY2(a, b) ((guint32) (a) | (guint32) (b) << 8)
#define KEY3(a, b, c) (KEY2 (a, b) | (guint32) (c) << 16)
#define KEY4(a, b, c, d) (KEY3 (a, b, c) | (guint32) (d) << 24)

static inline const char *
read_value (LscTraceWorker *self, const char *key, gsize n, const char *p, const char *end,
            LscTraceEvent *event, LscJsonStatus *status)
{
  guint32 word = 0;

  if (n >= 2 && n <= 4)
    {
      memcpy (&word, key, 4);
      word = GUINT32_FROM_LE (word) & (G_MAXUINT32 >> (32 - 8 * n));
    }
  switch (word)
    {
    case KEY2 ('p', 'h'):
      return read_phase (p, end, &event->phase, status);
    case KEY2 ('t', 's'):
      return read_time (p, end, &event->ts_ns, &event->has_ts, &event->fraction, status);
    case KEY2 ('i', 'd'):
      return read_text (p, end, &event->id, status);
    case KEY3 ('p', 'i', 'd'):
      return read_key (self, p, end, &event->pid_key, status);
    case KEY3 ('t', 'i', 'd'):
      return read_key (self, p, end, &event->tid_key, status);
    case KEY3 ('i', 'd', '2'):
      return read_text (p, end, &event->id, status);
    case KEY3 ('d', 'u', 'r'):
      return read_time (p, end, &event->dur_ns, &event->has_dur, &event->fraction, status);
    case KEY3 ('c', 'a', 't'):
      return read_text (p, end, &event->category, status);
    case KEY4 ('n', 'a', 'm', 'e'):
      return read_text (p, end, &event->name, status);
    case KEY4 ('a', 'r', 'g', 's'):
      if (*p == '{')
        return read_args (p, end, event, status);
      G_GNUC_FALLTHROUGH;
    default:
      return lsc_json_skip_value (p, end, status);
    }
}

/**
 * _lsc_trace_parse:
 * @p: the opening brace of an event
 * @end: of the window, followed by quotes
 * @event: (out): what it says; texts point into the window
 * @status: set only when %NULL is returned
 *
 * Returns: (nullable): the byte behind the event
 */
const char *
_lsc_trace_parse (LscTraceWorker *self, const char *p, const char *end, LscTraceEvent *event,
                  LscJsonStatus *status)
{
  /* One by one: to clear them all at once takes "rep stos", which is slow to begin. */
  event->name = event->category = event->id = event->args = event->domain = (LscJsonText){ 0 };
  event->ts_ns = event->dur_ns = 0;
  event->fraction = 0;
  event->phase = 0;
  event->has_ts = event->has_dur = event->has_fwd_thread = event->has_extras = FALSE;
  event->connection = event->correlation = event->correlation_id = NOT_GIVEN;
  event->sequence = event->fwd_thread = NOT_GIVEN;
  event->pid_key = event->tid_key = NOT_GIVEN;
  p = lsc_json_skip_blanks (p + 1);
  while (*p != '}')
    {
      const char *key;
      gsize n;

      p = lsc_json_read_key (p, end, &key, &n, status);
      if (G_UNLIKELY (!p))
        return NULL;
      p = read_value (self, key, n, p, end, event, status);
      if (G_UNLIKELY (!p))
        return NULL;
      p = lsc_json_skip_blanks (p);
      if (*p == ',' && p < end)
        p = lsc_json_skip_blanks (p + 1);
      else if (*p != '}' || p >= end)
        return lsc_json_stop (p, end, status);
    }
  return p + 1;
}
