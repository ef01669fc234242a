/* lsc-check-parse.c - the file of a budget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "judge/compare/lsc-check.h"
#include "base/lsc-error.h"
#include "analyze/lsc-renamed.h"
#include "base/lsc-json.h"

#define MOST_LIMITS 10000
#define MOST_NS 9e18

/** A limit while it is read. @number: of its line in the list, from 1 */
typedef struct
{
  const char *file;
  guint number;
  JsonObject *object;
  LscNotices *notices;
} Line;

static gboolean
refuse (const Line *line, const char *what, GError **error)
{
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s, limit %u: %s."), line->file, line->number, what);
}

static gboolean
is_value (const Line *line, const char *name)
{
  JsonNode *node = json_object_get_member (line->object, name);

  return node && JSON_NODE_HOLDS_VALUE (node);
}

static const char *
get_string (const Line *line, const char *name)
{
  JsonNode *node = json_object_get_member (line->object, name);

  return node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

/* Once for each line, which is to be edited. */
static void
note_renamed (const Line *line, const char *was, const char *now)
{
  LscNotice *notice =
      lsc_notice_new (LSC_SEVERITY_WARNING, "renamed-metric",
                      _ ("limit %u: “%s” is now called “%s”"), line->number, was, now);

  lsc_notice_set_place (notice, LSC_RANK_NONE, line->file, NULL);
  lsc_notice_set_help (notice, NULL,
                       _ ("Write the new name; the next version rejects the old one."));
  lsc_notices_add (line->notices, notice);
}

static gboolean
read_metric (const Line *line, LscCheckLimit *limit, GError **error)
{
  const char *const *names = lsc_check_list_metrics ();
  const char *metric = get_string (line, "metric");
  const char *now = metric ? lsc_renamed_find (metric) : NULL;
  g_autofree char *known = NULL, *what = NULL;

  for (limit->metric = 0; metric && names[limit->metric]; limit->metric++)
    if (g_str_equal (names[limit->metric], now ? now : metric))
      {
        if (now)
          note_renamed (line, metric, now);
        return TRUE;
      }
  known = g_strjoinv (", ", (char **) names);
  what = metric ? g_strdup_printf (_ ("there is no metric “%s”; there are %s"), metric, known)
                : g_strdup_printf (_ ("“metric” is missing; there are %s"), known);
  return refuse (line, what, error);
}

static gboolean
read_rank (const Line *line, LscCheckLimit *limit, GError **error)
{
  const char *word = get_string (line, "rank");
  JsonNode *node = json_object_get_member (line->object, "rank");

  limit->is_all = !node || g_strcmp0 (word, "all") == 0;
  if (limit->is_all)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64 ||
      json_node_get_int (node) < 0)
    return refuse (line, _ ("“rank” is \"all\" or a number from 0 on"), error);
  limit->rank = json_node_get_int (node);
  return TRUE;
}

static gboolean
read_unit (const Line *line, LscCheckLimit *limit, GError **error)
{
  const char *unit = get_string (line, "unit");

  for (guint i = 0; unit && i < LSC_CHECK_N_UNITS; i++)
    if (g_str_equal (lsc_check_unit_words[i].key, unit))
      {
        limit->unit = (LscCheckUnit) i;
        return TRUE;
      }
  return refuse (line, _ ("“unit” is \"ns\", \"share\" or \"relative\""), error);
}

static gboolean
read_limit (const Line *line, LscCheckLimit *limit, GError **error)
{
  JsonNode *node = json_object_get_member (line->object, "limit");
  GType type = is_value (line, "limit") ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return refuse (line, _ ("“limit” is a number"), error);
  limit->limit = json_node_get_double (node);
  if (!isfinite (limit->limit) || limit->limit > MOST_NS ||
      limit->limit < (limit->unit == LSC_CHECK_RELATIVE ? -1 : 0))
    return refuse (line, _ ("“limit” is out of range"), error);
  if (limit->unit != LSC_CHECK_NS && limit->limit > 1000)
    return refuse (line, _ ("a limit of that unit is a part, such as 0.03"), error);
  return TRUE;
}

static gboolean
read_line (const Line *line, LscCheckLimit *limit, GError **error)
{
  return read_metric (line, limit, error) && read_rank (line, limit, error) &&
         read_unit (line, limit, error) && read_limit (line, limit, error);
}

static gboolean
read_list (JsonArray *list, const char *file, LscNotices *notices, GArray *limits, GError **error)
{
  guint n = json_array_get_length (list);

  if (n == 0 || n > MOST_LIMITS)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s holds %u limits; 1 to %u can be checked."),
                     file, n, MOST_LIMITS);
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      LscCheckLimit limit = { 0 };
      Line line = { file, i + 1, JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL,
                    notices };

      if (!line.object)
        return refuse (&line, _ ("it is no object"), error);
      if (!read_line (&line, &limit, error))
        return FALSE;
      g_array_append_val (limits, limit);
    }
  return TRUE;
}

/**
 * lsc_check_parse:
 * @text: JSON: a list of {metric, rank, limit, unit} (check.md#file)
 * @file: for messages
 * @notices: takes what is odd: metrics by a name that they had before (renamed.md)
 *
 * Returns: (transfer full) (nullable) (element-type LscCheckLimit): %NULL with %LSC_ERROR_USAGE,
 * which names the limit
 */
GArray *
lsc_check_parse (const char *text, const char *file, LscNotices *notices, GError **error)
{
  g_autoptr (GArray) limits = g_array_new (FALSE, FALSE, sizeof (LscCheckLimit));
  g_autoptr (GError) local = NULL;
  g_autoptr (JsonNode) root = lsc_json_parse (text, strlen (text), &local);

  if (!root)
    {
      lsc_fail (error, LSC_ERROR_USAGE, "%s %s", file, local->message);
      return NULL;
    }
  if (!JSON_NODE_HOLDS_ARRAY (root))
    {
      lsc_fail (error, LSC_ERROR_USAGE,
                _ ("%s is not a list of limits; check --init writes one to begin with."), file);
      return NULL;
    }
  return read_list (json_node_get_array (root), file, notices, limits, error)
             ? g_steal_pointer (&limits)
             : NULL;
}
