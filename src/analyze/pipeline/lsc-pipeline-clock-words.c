/* lsc-pipeline-clock-words.c - what is said of clocks, and offsets that are given
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-clock.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"

/* Links that point left without it being said, one of so many. */
#define LEFT_SHARE 100
#define LARGEST_OFFSET_NS G_GINT64_CONSTANT (1000000000000000000)
/* Ranks that a notice names. */
#define MOST_NAMED 16

static gsize
count_source (const LscPipelineClocks *clocks, LscClockSource source)
{
  gsize n = 0;

  for (gsize i = 0; i < clocks->n_clocks; i++)
    n += clocks->clocks[i].source == source;
  return n;
}

/** Returns: whether a clock was measured against another. */
gboolean
lsc_pipeline_clock_has_estimate (const LscPipelineClocks *clocks)
{
  return count_source (clocks, LSC_CLOCK_P2P) + count_source (clocks, LSC_CLOCK_ONE_SIDED) +
             count_source (clocks, LSC_CLOCK_BOUNDS) +
             count_source (clocks, LSC_CLOCK_COLLECTIVES) >
         0;
}

static LscPhrase *
format_uncertainty (gint64 ns)
{
  g_autofree char *text = ns < 0 ? NULL : lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);

  return text ? lsc_phrase_new ("±%s", text) : lsc_phrase_new_text (N_ ("uncertainty unknown"));
}

/* The least certain source names the whole. */
static LscPhrase *
describe_applied (const LscPipelineClocks *clocks)
{
  g_autoptr (LscPhrase) far = format_uncertainty (clocks->uncertainty_ns);

  if (count_source (clocks, LSC_CLOCK_GIVEN) > 0)
    return lsc_phrase_new_text (N_ ("offsets given"));
  if (count_source (clocks, LSC_CLOCK_COLLECTIVES) > 0)
    return lsc_phrase_new (N_ ("aligned by collectives, %s"), lsc_phrase_as_argument (far));
  if (count_source (clocks, LSC_CLOCK_BOUNDS) > 0)
    return lsc_phrase_new (N_ ("aligned by dependencies, %s"), lsc_phrase_as_argument (far));
  if (count_source (clocks, LSC_CLOCK_ONE_SIDED) > 0)
    return lsc_phrase_new (N_ ("aligned by p2p, one-sided, %s"), lsc_phrase_as_argument (far));
  return lsc_phrase_new (N_ ("aligned by p2p, %s"), lsc_phrase_as_argument (far));
}

/** Returns: (transfer full): a few words, as a chip shows them. */
LscPhrase *
lsc_pipeline_clock_describe (const LscPipelineClocks *clocks)
{
  if (clocks->is_applied)
    return describe_applied (clocks);
  if (clocks->n_hosts == 0)
    return lsc_phrase_new_text (N_ ("hosts not known"));
  return lsc_phrase_new_text (clocks->n_hosts == 1 ? N_ ("one host") : N_ ("not aligned"));
}

static gboolean
is_many (gsize n_left, gsize n_links)
{
  return n_left > n_links / LEFT_SHARE && n_left > 0;
}

/** Returns: (transfer full) (nullable): what could be done about links that point left. */
LscPhrase *
lsc_pipeline_clock_advise (const LscPipelineClocks *clocks)
{
  if (clocks->is_applied || !is_many (clocks->n_left, clocks->n_links))
    return NULL;
  if (!lsc_pipeline_clock_has_estimate (clocks))
    return lsc_phrase_new (N_ ("%zu of %zu links point left: the clocks differ, and nothing was "
                               "recorded that tells by how much. Give the offsets."),
                           clocks->n_left, clocks->n_links);
  return lsc_phrase_new (
      N_ ("%zu of %zu links point left: the clocks differ. They can be aligned."), clocks->n_left,
      clocks->n_links);
}

/** Warns of links that point left in aligned times. */
void
lsc_pipeline_clock_note_left (LscPipelineBuild *build, const LscPipelineGroup *group)
{
  const LscPipelineClocks *clocks = &group->clocks;

  if (!clocks->is_applied || !is_many (clocks->n_left, clocks->n_links))
    return;
  _lsc_pipeline_note (
      build->pipeline, LSC_SEVERITY_WARNING, "pp-clock-left", NULL, (gint64) clocks->n_left,
      g_strdup_printf (_ ("Pipeline %s: %zu of %zu links point left although clocks are aligned."),
                       group->label, clocks->n_left, clocks->n_links),
      _ ("Offsets are wrong, a clock drifts, or blocks have wrong ids; waiting times between these "
         "ranks mean little."),
      _ ("See the table of clocks; give offsets, or switch the alignment off."));
}

/**
 * lsc_pipeline_clock_note_unknown:
 * @ranks: of the rows, %NULL where nothing was recorded
 * @is_empty: somewhere the bounds contradicted each other
 *
 * Warns of ranks whose clocks could not be aligned though they should have been.
 */
void
lsc_pipeline_clock_note_unknown (LscPipelineBuild *build, const LscPipelineGroup *group,
                                 LscPipelineRank **ranks, gboolean is_empty)
{
  const LscPipelineClocks *clocks = &group->clocks;
  g_autoptr (GString) names = g_string_new (NULL);
  gint64 n = 0;

  if (group->n_ranks < 2 || group->steps[0].rows[0].stage < 0 ||
      (clocks->n_hosts < 2 && !clocks->is_applied))
    return;
  for (gsize i = 0; i < group->n_ranks; i++)
    if (ranks[i] && clocks->clocks[i].source == LSC_CLOCK_UNKNOWN && n++ < MOST_NAMED)
      g_string_append_printf (names, names->len > 0 ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                              group->ranks[i]);
  if (n == 0)
    return;
  _lsc_pipeline_note (
      build->pipeline, LSC_SEVERITY_WARNING, "pp-clock-unknown", NULL, n,
      g_strdup_printf (_ ("Pipeline %s: the clocks of ranks %s could not be aligned."),
                       group->label, names->str),
      is_empty
          ? _ ("Dependencies between blocks contradict each other: a clock drifts or ids are "
               "wrong.")
          : _ ("Neither messages nor dependencies nor common collectives join them to stage 0."),
      _ ("Record communication (level 1), or give the offsets."));
}

/* "4=1200;5=-300" */
static GHashTable *
parse_offsets (const char *text, GError **error)
{
  g_autoptr (GHashTable) offsets =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_auto (GStrv) words = g_strsplit (text && *text ? text : " ", ";", -1);

  for (guint i = 0; words[i]; i++)
    {
      const char *word = g_strstrip (words[i]), *sign = strchr (word, '=');
      gint64 rank = -1, offset = 0;

      if (!*word && !words[i + 1] && i > 0)
        continue;
      if (!sign || lsc_parse_int64 (word, (gsize) (sign - word), &rank) != LSC_PARSE_OK ||
          lsc_parse_int64 (sign + 1, strlen (sign + 1), &offset) != LSC_PARSE_OK || rank < 0 ||
          ABS (offset) > LARGEST_OFFSET_NS)
        {
          g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                       _ ("“%s” is no list of clock offsets: give nanoseconds by rank, such as "
                          "4=1200;5=-300"),
                       text ? text : "");
          return NULL;
        }
      g_hash_table_insert (offsets, g_memdup2 (&rank, sizeof rank),
                           g_memdup2 (&offset, sizeof offset));
    }
  return g_steal_pointer (&offsets);
}

/** Returns: %FALSE with %LSC_ERROR_USAGE for offsets that cannot be read. */
gboolean
lsc_pipeline_clock_check_options (const LscPipelineOptions *options, GError **error)
{
  g_autoptr (GHashTable) offsets = NULL;

  if (options->align != LSC_ALIGN_GIVEN)
    return TRUE;
  offsets = parse_offsets (options->offsets, error);
  return offsets != NULL;
}

static gboolean
has_rank (const LscPipeline *pipeline, gint64 rank)
{
  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (pipeline->groups, i);

      for (gsize k = 0; k < group->n_ranks; k++)
        if (group->ranks[k] == rank)
          return TRUE;
    }
  return FALSE;
}

/** Says which given offsets are of ranks that no pipeline has. To be called with all groups. */
void
lsc_pipeline_clock_tell_unused (LscPipelineBuild *build)
{
  g_autoptr (GHashTable) offsets = NULL;
  g_autoptr (GString) unused = g_string_new (NULL);
  GHashTableIter iter;
  gpointer rank;
  gint64 n = 0;

  if (build->options->align != LSC_ALIGN_GIVEN)
    return;
  offsets = parse_offsets (build->options->offsets, NULL);
  if (!offsets)
    return;
  g_hash_table_iter_init (&iter, offsets);
  while (g_hash_table_iter_next (&iter, &rank, NULL))
    if (!has_rank (build->pipeline, *(gint64 *) rank) && n++ < MOST_NAMED)
      g_string_append_printf (unused, unused->len > 0 ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                              *(gint64 *) rank);
  if (n > 0)
    _lsc_pipeline_note (
        build->pipeline, LSC_SEVERITY_WARNING, "pp-clock-given", NULL, n,
        g_strdup_printf (_ ("Clock offsets were given for ranks that no pipeline has: %s."),
                         unused->str),
        NULL, _ ("Give offsets by the ranks of the pipelines shown."));
}

/** Takes the clocks from the text; ranks that it does not name keep their times. */
void
lsc_pipeline_clock_take_given (LscPipelineClocks *clocks, const LscPipelineOptions *options)
{
  g_autoptr (GHashTable) offsets = parse_offsets (options->offsets, NULL);

  for (gsize i = 0; i < clocks->n_clocks && offsets; i++)
    {
      LscClock *clock = &clocks->clocks[i];
      const gint64 *offset = g_hash_table_lookup (offsets, &clock->rank);

      *clock = (LscClock){ .rank = clock->rank,
                           .host = clock->host,
                           .source = LSC_CLOCK_GIVEN,
                           .offset_ns = offset ? *offset : 0,
                           .uncertainty_ns = -1,
                           .delay_ns = -1 };
    }
}
