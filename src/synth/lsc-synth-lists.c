/* lsc-synth-lists.c - options of the profile writer that are lists of numbers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-lists.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define LONGEST_OFFSET_NS 3600e9
#define LARGEST_DRIFT_PPM 1000.0
#define LONGEST_BLOCK_NS 10e9

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, format, arguments);
  va_end (arguments);
  return FALSE;
}

/** lsc_synth_options_clear: frees the lists. */
void
lsc_synth_options_clear (LscSynthOptions *options)
{
  g_clear_pointer (&options->host_offsets, g_array_unref);
  g_clear_pointer (&options->host_drifts, g_array_unref);
  g_clear_pointer (&options->rank_offsets, g_array_unref);
}

static gboolean
read_number (const char *text, double largest, double factor, gint64 *value)
{
  char *end = NULL;
  double number = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !isfinite (number) || fabs (number) > largest)
    return FALSE;
  *value = (gint64) (number * factor + (number < 0 ? -0.5 : 0.5));
  return TRUE;
}

/* "1000,-2.5": numbers times @factor. */
static gboolean
read_numbers (const char *text, double largest, double factor, GArray *numbers)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gint64 value;

      if (!read_number (words[i], largest, factor, &value))
        return FALSE;
      g_array_append_val (numbers, value);
    }
  return numbers->len > 0;
}

/**
 * lsc_synth_lists_parse_costs:
 * @options: gets the costs
 * @text: (nullable): "F=2000000,B=4000000": ns of a block of that kind
 * @error: (out) (optional): what is wrong
 *
 * Returns: %FALSE on error
 */
gboolean
lsc_synth_lists_parse_costs (LscSynthOptions *options, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *kinds = "FBIWXL", *kind = strchr (kinds, words[i][0]);
      gint64 value;

      if (words[i][0] == '\0' || kind == NULL || words[i][1] != '=' ||
          !read_number (words[i] + 2, LONGEST_BLOCK_NS, 1, &value) || value < 1000)
        return fail (error,
                     "Option --costs needs F, B, I, W, X or L with 1000 ns to 10 s, such as "
                     "F=2000000,B=4000000, not %s.",
                     text);
      options->cost_ns[kind - kinds] = value;
    }
  return TRUE;
}

/**
 * lsc_synth_lists_parse_delays:
 * @options: gets the delays
 * @text: (nullable): ns to higher stages, or to higher and to lower ones
 * @error: (out) (optional): what is wrong
 *
 * Returns: %FALSE on error
 */
gboolean
lsc_synth_lists_parse_delays (LscSynthOptions *options, const char *text, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (text == NULL)
    return TRUE;
  if (!read_numbers (text, 1e9, 1, numbers) || numbers->len > 2 ||
      g_array_index (numbers, gint64, 0) < 0 ||
      g_array_index (numbers, gint64, numbers->len - 1) < 0)
    return fail (error, "Option --delay needs one or two times up to 1 s in ns, not %s.", text);
  for (guint i = 0; i < 2; i++)
    options->delay_ns[i] = g_array_index (numbers, gint64, MIN (i, numbers->len - 1));
  return TRUE;
}

/**
 * lsc_synth_lists_parse_hosts:
 * @options: gets offsets, drifts, and as many hosts as either lists if that is more
 * @offsets: (nullable): ns by host
 * @drifts: (nullable): parts per million by host
 * @error: (out) (optional): what is wrong
 *
 * Returns: %FALSE on error
 */
gboolean
lsc_synth_lists_parse_hosts (LscSynthOptions *options, const char *offsets, const char *drifts,
                             GError **error)
{
  if (offsets != NULL)
    {
      options->host_offsets = g_array_new (FALSE, FALSE, sizeof (gint64));
      if (!read_numbers (offsets, LONGEST_OFFSET_NS, 1, options->host_offsets))
        return fail (error, "Option --host-offsets needs times up to one hour in ns, not %s.",
                     offsets);
      options->hosts = MAX (options->hosts, options->host_offsets->len);
    }
  if (drifts != NULL)
    {
      options->host_drifts = g_array_new (FALSE, FALSE, sizeof (gint64));
      if (!read_numbers (drifts, LARGEST_DRIFT_PPM, 1000, options->host_drifts))
        return fail (error, "Option --drift needs parts per million from -1000 to 1000, not %s.",
                     drifts);
      options->hosts = MAX (options->hosts, options->host_drifts->len);
    }
  return TRUE;
}

/**
 * lsc_synth_lists_parse_ranks:
 * @options: gets the offsets
 * @text: (nullable): "2:1500,3:-40": ns by rank
 * @error: (out) (optional): what is wrong
 *
 * Returns: %FALSE on error
 */
gboolean
lsc_synth_lists_parse_ranks (LscSynthOptions *options, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", ",", -1);
  guint world = lsc_synth_options_world (options);

  if (text == NULL)
    return TRUE;
  options->rank_offsets = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_array_set_size (options->rank_offsets, world);
  for (guint i = 0; words[i] != NULL; i++)
    {
      char *end = NULL;
      gint64 rank = g_ascii_strtoll (words[i], &end, 10);

      if (end == words[i] || *end != ':' || rank < 0 || rank >= (gint64) world ||
          !read_number (end + 1, LONGEST_OFFSET_NS, 1,
                        &g_array_index (options->rank_offsets, gint64, rank)))
        return fail (error,
                     "Option --rank-offsets needs RANK:NS,... with ranks that are there and times "
                     "up to one hour, not %s.",
                     text);
    }
  return words[0] != NULL;
}
