/* lsc-report-method.c - how what a document tells was measured
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-method.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-visible.h"
#include "export/report/lsc-report-private.h"

#define MOST_STEPS 12 /* whose numbers are listed */

/* ---- layout ---- */

static gint64
get_size (const LscRankRecord *record, guint dim)
{
  return record->has_sizes && record->sizes[dim] > 0 ? record->sizes[dim]
                                                     : record->group_sizes[dim];
}

/* Whether the layout names a dimension: several ranks share it, or a group of one was recorded,
 * which tables of communication show. */
static gboolean
is_named (const LscRankRecord *record, guint dim)
{
  return get_size (record, dim) > 1 || record->group_sizes[dim] == 1;
}

/* (nullable): tp 2, pp 4, dp 2 */
static char *
say_sizes (const LscRankRecord *record)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint dim = 0; dim < LSC_DIM_N; dim++)
    if (is_named (record, dim))
      g_string_append_printf (out, "%s%s %" PRId64, out->len > 0 ? ", " : "", lsc_dim_names[dim],
                              get_size (record, dim));
  return out->len > 0 ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

static guint
count_hosts (const GPtrArray *digests)
{
  g_autoptr (GHashTable) hosts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < digests->len; i++)
    {
      const LscRankDigest *digest = digests->pdata[i];

      if (digest->host != LSC_STRING_NONE)
        g_hash_table_add (hosts, (gpointer) lsc_rank_digest_text (digest, digest->host));
    }
  return g_hash_table_size (hosts);
}

static char *
say_layout (const GPtrArray *digests)
{
  const LscRankDigest *first = digests->pdata[0];
  g_autofree char *sizes = say_sizes (&first->record);
  g_autofree char *ranks =
      g_strdup_printf (ngettext ("%u rank", "%u ranks", digests->len), digests->len);
  guint n_hosts = count_hosts (digests);
  g_autofree char *hosts =
      n_hosts > 0 ? g_strdup_printf (ngettext ("%u host", "%u hosts", n_hosts), n_hosts)
                  : g_strdup (_ ("host not recorded"));

  return sizes ? g_strdup_printf (_ ("Layout: %s; %s, %s."), sizes, ranks, hosts)
               : g_strdup_printf (_ ("Layout: not recorded; %s, %s."), ranks, hosts);
}

/* ---- device ---- */

static char *
say_device (const GPtrArray *digests)
{
  const LscRankDigest *first = digests->pdata[0];
  g_autofree char *chip = first->chip != LSC_STRING_NONE
                              ? _lsc_report_short_name (lsc_rank_digest_text (first, first->chip))
                              : g_strdup (_ ("not recorded"));

  if (first->is_gpu || first->level < 0)
    return g_strdup_printf (_ ("Device: %s."), chip);
  return g_strdup_printf (_ ("Device: %s. Profiler level: %d."), chip, first->level);
}

/* ---- steps ---- */

static gboolean
is_run_of_numbers (const LscInt64s *steps)
{
  for (gsize i = 1; i < steps->n; i++)
    if (steps->items[i] != steps->items[i - 1] + 1)
      return FALSE;
  return steps->n > 2;
}

static char *
list_steps (const LscInt64s *steps)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (is_run_of_numbers (steps))
    return g_strdup_printf (_ ("%" PRId64 " to %" PRId64), steps->items[0],
                            steps->items[steps->n - 1]);
  for (gsize i = 0; i < MIN (steps->n, MOST_STEPS); i++)
    g_string_append_printf (out, "%s%" PRId64, i > 0 ? ", " : "", steps->items[i]);
  if (steps->n > MOST_STEPS)
    g_string_append (out, ", …");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Which steps the figures are of. @steps: numbers of those; %LSC_INT_NULL alone = all of a
 * recording without marks. @n_all: how many were recorded. @words: with numbers, how many, and of
 * how many */
static void
take_steps (GPtrArray *points, const LscInt64s *steps, guint n_all, const char *words)
{
  g_autofree char *numbers = NULL;

  if (steps->n == 0)
    return;
  if (steps->items[0] == LSC_INT_NULL)
    {
      g_ptr_array_add (
          points, g_strdup (_ ("Steps: none are marked; all of the recording counts as one.")));
      return;
    }
  numbers = list_steps (steps);
  g_ptr_array_add (points, g_strdup_printf (words, numbers, (guint) steps->n, n_all));
}

/* Of the first rank. */
static void
take_counted (GPtrArray *points, const LscRankDigest *digest)
{
  LscInt64s steps = { 0 };

  for (gsize i = 0; i < digest->counted.n; i++)
    *lsc_int64s_add (&steps) = lsc_rank_digest_get_counted (digest, i)->step;
  take_steps (points, &steps, (guint) digest->steps.n,
              _ ("Steps that count: %s (%u of %u that were recorded)."));
  lsc_int64s_clear (&steps);
}

static void
take_recorded (GPtrArray *points, const GPtrArray *digests)
{
  g_ptr_array_add (points, say_layout (digests));
  g_ptr_array_add (points, say_device (digests));
}

/**
 * lsc_report_take_compared:
 * @digests: (nullable) (element-type LscRankDigest): of the ranks of one side
 * @steps: those of it that are compared
 *
 * Adds what a side of a comparison is: layout, device, level of the profiler, and its steps, which
 * are more than those that count where a recording is judged alone.
 */
void
lsc_report_take_compared (GPtrArray *points, const GPtrArray *digests, const LscInt64s *steps)
{
  guint n_all = 0;

  g_return_if_fail (points && steps);
  if (digests && digests->len > 0)
    {
      take_recorded (points, digests);
      n_all = (guint) ((const LscRankDigest *) digests->pdata[0])->steps.n;
    }
  take_steps (points, steps, MAX (n_all, (guint) steps->n),
              _ ("Steps compared: %s (%u of %u that were recorded)."));
}

/**
 * lsc_report_take_measured:
 * @digests: (nullable) (element-type LscRankDigest): of the ranks; nothing is added without
 *
 * Adds what was recorded: layout, device, level of the profiler, and which steps count, where that
 * was judged.
 */
void
lsc_report_take_measured (GPtrArray *points, const GPtrArray *digests)
{
  g_return_if_fail (points);
  if (!digests || digests->len == 0)
    return;
  take_recorded (points, digests);
  take_counted (points, digests->pdata[0]);
}

/**
 * lsc_report_take_made:
 *
 * Adds what wrote the document, by which command, and on which day.
 */
void
lsc_report_take_made (GPtrArray *points, const LscReportWish *wish)
{
  g_autofree char *day = NULL;

  g_return_if_fail (points && wish);
  day = _lsc_report_date (wish->written_ns);
  if (wish->command)
    {
      g_autofree char *command = lsc_visible_line (wish->command);

      g_ptr_array_add (points, g_strdup_printf (_ ("Command: %s"), command));
    }
  g_ptr_array_add (points,
                   day ? g_strdup_printf (_ ("Written on %s by Lanescope %s."), day, LSC_VERSION)
                       : g_strdup_printf (_ ("Made by Lanescope %s."), LSC_VERSION));
}
