/* lsc-cli-check.c - what limits came to, for people, programs and systems of continuous integration
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-check.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-json.h"
#include "cli/lsc-cli.h"

#define LEAST_SCORE 0.5 /* below, a comparison has no verdict (compare.md#comparable) */

/* ---- groups -------------------------------------------------------------------------------- */

/**
 * Group: the ranks of one limit; sixty-four lines that say the same hide the others
 * @worst: the one that is furthest beyond, of those with the gravest result
 * @n: how many have that result, of @n_all
 */
typedef struct
{
  const LscCheckRow *worst;
  guint n;
  guint n_all;
} Group;

static double
get_excess (const LscCheckRow *row)
{
  return isnan (row->value) ? -INFINITY : row->value - row->limit;
}

/* As for the exit code: a limit that may be kept does not hide one that is exceeded. */
static guint
get_gravity (const LscCheckRow *row)
{
  static const guint gravities[LSC_CHECK_N_RESULTS] = { [LSC_CHECK_WITHIN] = 0,
                                                        [LSC_CHECK_UNDECIDED] = 1,
                                                        [LSC_CHECK_UNKNOWN] = 2,
                                                        [LSC_CHECK_BEYOND] = 3 };

  return gravities[row->result];
}

static Group *
find_group (GArray *groups, const LscCheckRow *row)
{
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = &g_array_index (groups, Group, i);

      if (group->worst->line == row->line)
        return group;
    }
  return NULL;
}

static void
take_rank (Group *self, const LscCheckRow *row)
{
  self->n_all++;
  if (get_gravity (row) > get_gravity (self->worst))
    {
      self->worst = row;
      self->n = 1;
    }
  else if (row->result == self->worst->result)
    {
      self->n++;
      if (get_excess (row) > get_excess (self->worst))
        self->worst = row;
    }
}

/* (element-type Group): in the order of the limits */
static GArray *
make_groups (const LscCheck *check)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));

  for (guint i = 0; i < check->rows->len; i++)
    {
      const LscCheckRow *row = lsc_check_get (check, i);
      Group *known = find_group (groups, row);
      Group group = { row, 1, 1 };

      if (known)
        take_rank (known, row);
      else
        g_array_append_val (groups, group);
    }
  return groups;
}

/* ---- words --------------------------------------------------------------------------------- */

static char *
say_value (double value, int unit)
{
  g_autofree char *share = NULL;

  if (isnan (value))
    return g_strdup (_ ("not available"));
  if (unit == LSC_CHECK_NS)
    return lsc_format_duration ((gint64) llround (value), LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (fabs (value));
  return unit == LSC_CHECK_RELATIVE ? g_strconcat (value < 0 ? "−" : "+", share, NULL)
                                    : g_steal_pointer (&share);
}

/* As a part of the limit's own time, which is what the value is held against. */
static char *
say_noise (const LscCheckRow *row)
{
  g_autofree char *duration = NULL;
  g_autofree char *share = NULL;

  if (row->noise_ns == LSC_INT_NULL)
    return g_strdup ("-");
  duration = lsc_format_duration (row->noise_ns, LSC_TIME_UNIT_AUTO);
  if (row->limit_ns <= 0)
    return g_steal_pointer (&duration);
  share = lsc_format_share ((double) row->noise_ns / (double) row->limit_ns);
  return row->is_assumed ? g_strdup_printf (_ ("%s (%s, assumed: one step)"), share, duration)
                         : g_strdup_printf ("%s (%s)", share, duration);
}

static guint
count_limits (const GArray *groups, LscCheckResult result)
{
  guint n = 0;

  for (guint i = 0; i < groups->len; i++)
    n += g_array_index (groups, Group, i).worst->result == (int) result;
  return n;
}

/* What it came to, in a sentence that needs nothing else. */
static char *
say_verdict (const GArray *groups, LscCheckResult result)
{
  guint n = count_limits (groups, result), n_all = groups->len;

  switch (result)
    {
    case LSC_CHECK_BEYOND:
      return g_strdup_printf (ngettext ("Failed: the limit is exceeded.",
                                        "Failed: %u of %u limits are exceeded.", n_all),
                              n, n_all);
    case LSC_CHECK_UNKNOWN:
      return g_strdup_printf (ngettext ("Incomplete: the limit could not be checked.",
                                        "Incomplete: %u of %u limits could not be checked; none is "
                                        "exceeded.",
                                        n_all),
                              n, n_all);
    case LSC_CHECK_UNDECIDED:
      return g_strdup_printf (
          ngettext ("Not decidable: the limit is exceeded, but by less than the noise.",
                    "Not decidable: %u of %u limits are exceeded, but by less than the noise.",
                    n_all),
          n, n_all);
    default:
      return g_strdup_printf (
          ngettext ("Passed: the limit holds.", "Passed: all %u limits hold.", n_all), n_all);
    }
}

static char *
say_rank (gint64 rank)
{
  if (rank >= 0)
    return g_strdup_printf ("%" PRId64, rank);
  return g_strdup (lsc_rank_is_named (rank) ? lsc_rank_name_find (rank) : "-");
}

/* Which ranks a line is of. */
static char *
say_ranks (const Group *group)
{
  g_autofree char *rank = say_rank (group->worst->rank);

  return group->n_all == 1 ? g_strdup_printf (_ ("rank %s"), rank)
         : isnan (group->worst->value)
             ? g_strdup_printf (_ ("%u of %u ranks"), group->n, group->n_all)
             : g_strdup_printf (_ ("%u of %u ranks, highest on rank %s"), group->n, group->n_all,
                                rank);
}

static char *
say_group (const Group *group)
{
  const LscCheckRow *row = group->worst;
  const char *title = _ (lsc_check_result_words[row->result].title);
  g_autofree char *ranks = say_ranks (group);
  g_autofree char *value = say_value (row->value, row->unit);
  g_autofree char *limit = say_value (row->limit, row->unit);
  g_autofree char *noise = say_noise (row);
  g_autofree char *text = row->text ? lsc_phrase_to_words (row->text) : NULL;

  if (text)
    return g_strdup_printf (_ ("%s: %s (%s): %s"), title, row->metric, ranks, text);
  if (row->result == LSC_CHECK_WITHIN)
    return g_strdup_printf (_ ("%s: %s (%s): %s, limit %s"), title, row->metric, ranks, value,
                            limit);
  return g_strdup_printf (_ ("%s: %s (%s): %s, limit %s, noise of this limit %s"), title,
                          row->metric, ranks, value, limit, noise);
}

/* (nullable): how far what is compared is the same work */
static char *
say_comparability (const LscCompare *compare)
{
  if (!compare)
    return NULL;
  return g_strdup_printf (compare->score < LEAST_SCORE
                              ? _ ("Comparability with the baseline %.0f %%: it did other work, so "
                                   "relative limits say little.")
                              : _ ("Comparability with the baseline %.0f %% (a verdict requires "
                                   "50 %%)"),
                          100 * compare->score);
}

static guint
count_within (const LscCheck *check)
{
  guint n = 0;

  for (guint i = 0; i < check->rows->len; i++)
    n += lsc_check_get (check, i)->result == LSC_CHECK_WITHIN;
  return n;
}

/* ---- text ---------------------------------------------------------------------------------- */

/* What changed, and why: only where it went wrong. A comparison has a noise of its own: the least
 * change that it calls one. */
static void
append_reasons (GString *out, const LscCliCheckResult *self, const char *before)
{
  gboolean is_bad =
      self->check->result == LSC_CHECK_BEYOND || self->check->result == LSC_CHECK_UNDECIDED;
  g_autofree char *comparability = say_comparability (self->compare);

  if (comparability)
    lsc_cli_append (out, "%s%s\n", before, comparability);
  if (is_bad && self->compare && self->compare->text)
    {
      g_autofree char *words = lsc_phrase_to_words (self->compare->text);

      lsc_cli_append (out, _ ("%sComparison: %s\n"), before, words);
    }
  if (is_bad && self->cause)
    lsc_cli_append (out, _ ("%sCause: %s\n"), before, self->cause);
}

/**
 * lsc_cli_check_to_text:
 *
 * Returns: (transfer full): the verdict, then a line for each limit, then why
 */
char *
lsc_cli_check_to_text (const LscCliCheckResult *self)
{
  GString *out;
  g_autoptr (GArray) groups = NULL;
  g_autofree char *verdict = NULL;

  g_return_val_if_fail (self && self->check, NULL);
  out = g_string_new (NULL);
  groups = make_groups (self->check);
  verdict = say_verdict (groups, self->check->result);
  lsc_cli_append (out, "%s\n", verdict);
  for (guint i = 0; i < groups->len; i++)
    {
      g_autofree char *line = say_group (&g_array_index (groups, Group, i));

      lsc_cli_append (out, "%s\n", line);
    }
  append_reasons (out, self, "");
  return g_string_free (out, FALSE);
}

/* ---- Markdown ------------------------------------------------------------------------------ */

/**
 * lsc_cli_check_to_markdown:
 *
 * Returns: (transfer full): a comment for a change: the verdict, a line for each limit and result,
 *   and why
 */
char *
lsc_cli_check_to_markdown (const LscCliCheckResult *self)
{
  GString *out;
  g_autoptr (GArray) groups = NULL;
  g_autofree char *verdict = NULL;

  g_return_val_if_fail (self && self->check, NULL);
  out = g_string_new (NULL);
  groups = make_groups (self->check);
  verdict = say_verdict (groups, self->check->result);
  g_string_append_printf (out, "**%s**\n\n", verdict);
  g_string_append_printf (out, "| %s | %s | %s | %s | %s | %s |\n|---|---|---|--:|--:|--:|\n",
                          _ ("Result"), _ ("Metric"), _ ("Ranks"), _ ("Value"), _ ("Limit"),
                          _ ("Noise"));
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);
      const LscCheckRow *row = group->worst;
      g_autofree char *value = say_value (row->value, row->unit);
      g_autofree char *limit = say_value (row->limit, row->unit);
      g_autofree char *noise = say_noise (row);
      g_autofree char *ranks = say_ranks (group);

      lsc_cli_append (out, "| %s | %s | %s | %s | %s | %s |\n",
                      _ (lsc_check_result_words[row->result].title), row->metric, ranks, value,
                      limit, noise);
    }
  g_string_append_c (out, '\n');
  append_reasons (out, self, "- ");
  return g_string_free (out, FALSE);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void
add_row (JsonBuilder *out, const LscCheckRow *row)
{
  g_autofree char *text = row->text ? lsc_phrase_to_words (row->text) : NULL;

  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "metric", row->metric);
  lsc_cli_json_add_rank (out, "rank", "name", row->rank);
  lsc_cli_json_add_text (out, "result", lsc_check_result_words[row->result].key);
  lsc_cli_json_add_real (out, "value", row->value);
  lsc_cli_json_add_real (out, "limit", row->limit);
  lsc_cli_json_add_text (out, "unit", lsc_check_unit_words[row->unit].key);
  lsc_cli_json_add_int (out, "value_ns", row->value_ns);
  lsc_cli_json_add_int (out, "limit_ns", row->limit_ns);
  lsc_cli_json_add_int (out, "noise_ns", row->noise_ns);
  json_builder_set_member_name (out, "noise_assumed");
  json_builder_add_boolean_value (out, row->is_assumed);
  lsc_cli_json_add_int (out, "before_ns", row->before_ns);
  lsc_cli_json_add_text (out, "not_available", text);
  json_builder_end_object (out);
}

/**
 * lsc_cli_check_to_json:
 *
 * Returns: (transfer full): an object on a line: the verdict and each limit of each rank
 */
char *
lsc_cli_check_to_json (const LscCliCheckResult *self)
{
  g_autoptr (JsonBuilder) out = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GArray) groups = NULL;
  g_autofree char *verdict = NULL;
  g_autofree char *text = NULL;
  const LscCheck *check;

  g_return_val_if_fail (self && self->check, NULL);
  check = self->check;
  groups = make_groups (check);
  verdict = say_verdict (groups, check->result);
  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "result", lsc_check_result_words[check->result].key);
  json_builder_set_member_name (out, "ok");
  json_builder_add_boolean_value (out, check->result == LSC_CHECK_WITHIN ||
                                           check->result == LSC_CHECK_UNDECIDED);
  lsc_cli_json_add_text (out, "text", verdict);
  lsc_cli_json_add_real (out, "comparable", self->compare ? self->compare->score : LSC_REAL_NULL);
  lsc_cli_json_add_text (out, "cause", self->cause);
  json_builder_set_member_name (out, "results");
  json_builder_begin_array (out);
  for (guint i = 0; i < check->rows->len; i++)
    add_row (out, lsc_check_get (check, i));
  json_builder_end_array (out);
  lsc_cli_json_add_unknown (out, self->unknown);
  json_builder_end_object (out);
  root = json_builder_get_root (out);
  text = json_to_string (root, FALSE);
  return g_strconcat (text, "\n", NULL);
}

/* ---- JUnit --------------------------------------------------------------------------------- */

static void
append_attribute (GString *out, const char *name, const char *value)
{
  g_autofree char *valid = lsc_xml_text (value);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  g_string_append_printf (out, " %s=\"%s\"", name, escaped);
}

static void
append_outcome (GString *out, const char *element, const char *text)
{
  g_string_append_printf (out, "      <%s", element);
  append_attribute (out, "message", text);
  g_string_append (out, "/>\n");
}

static void
append_case (GString *out, const LscCheckRow *row)
{
  g_autofree char *rank = say_rank (row->rank);
  g_autofree char *name = g_strdup_printf ("%s, rank %s", row->metric, rank);
  g_autofree char *line = say_group (&(Group){ row, 1, 1 });

  g_string_append (out, "    <testcase");
  append_attribute (out, "classname", "lanescope.check");
  append_attribute (out, "name", name);
  g_string_append (out, ">\n");
  if (row->result == LSC_CHECK_BEYOND)
    append_outcome (out, "failure", line);
  else if (row->result != LSC_CHECK_WITHIN)
    append_outcome (out, "skipped", line);
  g_string_append (out, "    </testcase>\n");
}

/**
 * lsc_cli_check_to_junit:
 *
 * Returns: (transfer full): XML as systems of continuous integration read it: a test for each limit
 *   and rank, which fails beyond it and is skipped where that is not known
 */
char *
lsc_cli_check_to_junit (const LscCliCheckResult *self)
{
  GString *out;
  guint n_failed = 0;
  guint n;

  g_return_val_if_fail (self && self->check, NULL);
  n = self->check->rows->len;
  for (guint i = 0; i < n; i++)
    n_failed += lsc_check_get (self->check, i)->result == LSC_CHECK_BEYOND;
  out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
  append_attribute (out, "name", self->name ? self->name : "lanescope");
  g_string_append_printf (out, " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\">\n", n,
                          n_failed, n - n_failed - count_within (self->check));
  for (guint i = 0; i < n; i++)
    append_case (out, lsc_check_get (self->check, i));
  if (self->cause)
    {
      g_autofree char *valid = lsc_xml_text (self->cause);
      g_autofree char *escaped = g_markup_escape_text (valid, -1);

      g_string_append_printf (out, "    <system-out>%s</system-out>\n", escaped);
    }
  g_string_append (out, "  </testsuite>\n</testsuites>\n");
  return g_string_free (out, FALSE);
}
