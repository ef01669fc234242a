/* lsc-cli-timeline.c - ranges and lanes of a command
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-timeline.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"

/* ---- ranges -------------------------------------------------------------------------------- */

static gboolean
get_unit (const char *text, gint64 *unit_ns)
{
  static const struct
  {
    const char *name;
    gint64 ns;
  } units[] = {
    { "ns", 1 },         { "us", 1000 },         { "µs", 1000 },       { "ms", 1000000 },
    { "s", 1000000000 }, { "min", 60000000000 }, { "m", 60000000000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].name, text) == 0)
      {
        *unit_ns = units[i].ns;
        return TRUE;
      }
  return FALSE;
}

/* "1.25s" to ns, exactly; digits below a nanosecond are refused. */
static gboolean
parse_amount (const char *text, gint64 *value_ns)
{
  gint64 whole = 0, fraction = 0, scale = 1, unit_ns = 0;
  const char *at = text;

  if (!g_ascii_isdigit (*at))
    return FALSE;
  for (; g_ascii_isdigit (*at); at++)
    if (__builtin_mul_overflow (whole, 10, &whole) ||
        __builtin_add_overflow (whole, *at - '0', &whole))
      return FALSE;
  if (*at == '.')
    for (at++; g_ascii_isdigit (*at); at++)
      {
        if (scale > G_GINT64_CONSTANT (100000000000))
          return FALSE;
        fraction = fraction * 10 + (*at - '0');
        scale *= 10;
      }
  if (!*at && whole == 0 && fraction == 0)
    unit_ns = 1; /* zero needs no unit */
  else if (!get_unit (at, &unit_ns))
    return FALSE;
  if (__builtin_mul_overflow (whole, unit_ns, &whole) ||
      __builtin_mul_overflow (fraction, unit_ns, &fraction) || fraction % scale != 0)
    return FALSE;
  return !__builtin_add_overflow (whole, fraction / scale, value_ns);
}

static gboolean
parse_bound (const char *text, gboolean *has, gboolean *is_absolute, gint64 *value_ns)
{
  *has = *text != '\0';
  *is_absolute = *text == '@';
  if (!*has)
    return TRUE;
  if (*is_absolute)
    return g_ascii_string_to_signed (text + 1, 10, G_MININT64, G_MAXINT64, value_ns, NULL);
  return parse_amount (text, value_ns);
}

/**
 * lsc_cli_range_parse:
 * @text: `A:B`; each side a time with its unit from the project's first event, `@` and absolute
 *   nanoseconds, or empty
 * @field: (out): a #LscCliRange
 *
 * An #LscCliReadFunc.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_range_parse (const char *text, gpointer field, GError **error)
{
  LscCliRange *range = field;
  g_auto (GStrv) sides = NULL;

  g_return_val_if_fail (text && field, FALSE);
  sides = g_strsplit (text, ":", -1);
  *range = (LscCliRange){ .is_set = TRUE };
  if (g_strv_length (sides) == 2 &&
      parse_bound (sides[0], &range->has_begin, &range->is_begin_absolute, &range->begin_ns) &&
      parse_bound (sides[1], &range->has_end, &range->is_end_absolute, &range->end_ns))
    return TRUE;
  return lsc_fail (
      error, LSC_ERROR_USAGE,
      _ ("--range takes two times with their unit, such as 1.2s:1.4s or 350us:2ms (from the first "
         "event) or @1736410576398779630:@1736410576404465403 (absolute ns), not “%s”"),
      text);
}

/**
 * lsc_cli_durations_parse:
 * @text: `A:B`; each side a time with its unit, or empty
 * @field: (out): a #LscCliRange
 *
 * An #LscCliReadFunc.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_durations_parse (const char *text, gpointer field, GError **error)
{
  LscCliRange *range = field;

  g_return_val_if_fail (text && field, FALSE);
  if (lsc_cli_range_parse (text, field, NULL) && !range->is_begin_absolute &&
      !range->is_end_absolute &&
      (!range->has_begin || !range->has_end || range->begin_ns <= range->end_ns))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("--duration takes two times with their unit, such as 10us:1ms; either may be "
                      "omitted. “%s” is not that."),
                   text);
}

/* First and last time of what belongs together; FALSE when there is no slice at all. */
static gboolean
find_extent (GPtrArray *timelines, gint64 *begin_ns, gint64 *end_ns)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < timelines->len; i++)
    {
      const LscTimeline *timeline = g_ptr_array_index (timelines, i);

      if (timeline->n_slices == 0)
        continue;
      *begin_ns = has_any ? MIN (*begin_ns, timeline->main_begin_ns) : timeline->main_begin_ns;
      *end_ns = has_any ? MAX (*end_ns, timeline->main_end_ns) : timeline->main_end_ns;
      has_any = TRUE;
    }
  return has_any;
}

static gboolean
place_bound (gboolean has, gboolean is_absolute, gint64 value, gint64 origin, gint64 *out)
{
  if (!has)
    return TRUE;
  if (is_absolute)
    {
      *out = value;
      return TRUE;
    }
  return !__builtin_add_overflow (origin, value, out);
}

/**
 * lsc_cli_range_place:
 * @timelines: (element-type LscTimeline): the project
 * @begin_ns: (out): absolute; without one, the first time of what belongs together
 * @end_ns: (out): absolute; without one, the last
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE when the range is empty
 */
gboolean
lsc_cli_range_place (const LscCliRange *range, GPtrArray *timelines, gint64 *begin_ns,
                     gint64 *end_ns, GError **error)
{
  g_return_val_if_fail (range && timelines && begin_ns && end_ns, FALSE);
  *begin_ns = *end_ns = 0;
  find_extent (timelines, begin_ns, end_ns);
  return lsc_cli_range_place_within (range, begin_ns, end_ns, error);
}

/* Absolute times reach stray events, which lie outside. */
static gboolean
is_outside (const LscCliRange *range, gint64 length_ns)
{
  return range->has_begin && !range->is_begin_absolute && length_ns > 0 &&
         range->begin_ns > length_ns;
}

/**
 * lsc_cli_range_place_within:
 * @begin_ns: (inout): first time of the project; begin of the range, absolute
 * @end_ns: (inout): last time of the project; end of the range, absolute
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE when the range is empty
 */
gboolean
lsc_cli_range_place_within (const LscCliRange *range, gint64 *begin_ns, gint64 *end_ns,
                            GError **error)
{
  gint64 origin_ns;

  g_return_val_if_fail (range && begin_ns && end_ns, FALSE);
  origin_ns = *begin_ns;
  if (is_outside (range, *end_ns - origin_ns))
    {
      g_autofree char *length = lsc_format_duration (*end_ns - origin_ns, LSC_TIME_UNIT_AUTO);

      return lsc_fail (error, LSC_ERROR_USAGE,
                       _ ("--range is behind the recording, which is %s long"), length);
    }
  if (place_bound (range->has_begin, range->is_begin_absolute, range->begin_ns, origin_ns,
                   begin_ns) &&
      place_bound (range->has_end, range->is_end_absolute, range->end_ns, origin_ns, end_ns) &&
      (*begin_ns < *end_ns || !range->is_set))
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("--range is empty: it ends where it begins, or before"));
}

/* ---- lanes --------------------------------------------------------------------------------- */

/**
 * lsc_cli_lanes_parse:
 * @text: (nullable): comma list of lane paths with `*`. A comma inside brackets belongs to a name
 *
 * Returns: (transfer full) (nullable): the patterns; %NULL = every lane
 */
GStrv
lsc_cli_lanes_parse (const char *text)
{
  g_autoptr (GPtrArray) patterns = NULL;
  const char *begin = text;
  int depth = 0;

  if (!text)
    return NULL;
  patterns = g_ptr_array_new ();
  for (const char *at = text;; at++)
    {
      depth += *at == '[' ? 1 : *at == ']' && depth > 0 ? -1 : 0;
      if (*at && (*at != ',' || depth > 0))
        continue;
      if (at > begin)
        g_ptr_array_add (patterns, g_strstrip (g_strndup (begin, (gsize) (at - begin))));
      if (!*at)
        break;
      begin = at + 1;
    }
  g_ptr_array_add (patterns, NULL);
  return (GStrv) g_ptr_array_steal (patterns, NULL);
}

/* `*` stands for any text, slashes included. */
static gboolean
matches (const char *pattern, const char *text)
{
  g_autoptr (GPatternSpec) spec = g_pattern_spec_new (pattern);

  return g_pattern_spec_match_string (spec, text);
}

/**
 * lsc_cli_lanes_match:
 * @patterns: (nullable): of lsc_cli_lanes_parse()
 *
 * Returns: whether a node's path, with its rank or without, is that of a pattern, or lies below it
 */
gboolean
lsc_cli_lanes_match (const GStrv patterns, const LscTimeline *timeline, guint32 node)
{
  g_autofree char *with_rank = NULL;
  const char *path;

  g_return_val_if_fail (timeline, FALSE);
  if (!patterns)
    return TRUE;
  with_rank = lsc_timeline_get_path (timeline, node, TRUE);
  path = strchr (with_rank, '/');
  path = path ? path + 1 : with_rank;
  for (int i = 0; patterns[i]; i++)
    {
      g_autofree char *below = g_strconcat (patterns[i], "/*", NULL);

      if (matches (patterns[i], path) || matches (patterns[i], with_rank) ||
          matches (below, path) || matches (below, with_rank))
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_cli_lanes_check:
 * @patterns: (nullable): of lsc_cli_lanes_parse()
 * @timelines: (element-type LscTimeline)
 * @text: what was typed
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE when no lane is called so
 */
gboolean
lsc_cli_lanes_check (const GStrv patterns, const GPtrArray *timelines, const char *text,
                     GError **error)
{
  g_return_val_if_fail (timelines, FALSE);
  if (!patterns)
    return TRUE;
  for (guint i = 0; i < timelines->len; i++)
    {
      const LscTimeline *timeline = timelines->pdata[i];

      for (guint32 node = 1; node < timeline->nodes->len; node++)
        if (lsc_cli_lanes_match (patterns, timeline, node))
          return TRUE;
    }
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("No lane matches --lanes %s; “lanescope-cli query PATH \"SELECT lane FROM "
                      "lanes\"” lists them."),
                   text);
}
