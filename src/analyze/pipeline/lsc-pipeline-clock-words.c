/* lsc-pipeline-clock-words.c - whether times of a pipeline's ranks can be compared, in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-time.h"

/* A measured link points left only beyond what rounding and drift inside a message can do. */
#define LEFT_TOLERANCE_NS 1000
/* Ranks of one host share a clock, but each device's times are converted to it by themselves, which
 * is good to some tens of microseconds. */
#define SAME_HOST_NS 50000

/* pipeline.md#left: the block that needs starts before the one that gives ends, or a receive ends
 * before its send, by more than the clocks are known to. */
static gboolean
is_left (const LscPipelineStep *step, const LscPipelineLink *link, gint64 within_ns)
{
  const LscBlock *src = &step->rows[link->src_row].blocks[link->src_block];
  const LscBlock *dst = &step->rows[link->dst_row].blocks[link->dst_block];

  return dst->start_ns + within_ns < src->end_ns ||
         (link->is_measured &&
          link->recv_end_ns + LEFT_TOLERANCE_NS + within_ns < link->send_end_ns);
}

/* What the clocks of the times as they are may be apart without it being said. */
static gint64
find_tolerance (const LscPipelineClocks *clocks)
{
  if (clocks->is_applied)
    return MAX (clocks->uncertainty_ns, 0);
  return clocks->n_hosts < 2 ? SAME_HOST_NS : 0;
}

/* Whether two ranks have one clock, as far as the times are shown: what points left between them
 * was paired wrongly, and says nothing of the alignment. */
static gboolean
is_one_clock (const LscPipelineClocks *clocks, guint32 row, guint32 other)
{
  const LscClock *a = &clocks->clocks[row], *b = &clocks->clocks[other];

  return clocks->is_applied && a->host && g_strcmp0 (a->host, b->host) == 0 &&
         a->offset_ns == b->offset_ns && a->drift_ppb == b->drift_ppb && a->at_ns == b->at_ns;
}

/** Counts the links of a group, and those that point left in its times as they are. */
void
_lsc_pipeline_count_left (LscPipelineGroup *group)
{
  LscPipelineClocks *clocks = &group->clocks;
  gint64 within_ns = find_tolerance (clocks);

  clocks->n_links = clocks->n_left = clocks->n_left_apart = 0;
  for (gsize i = 0; i < group->n_steps; i++)
    {
      const LscPipelineStep *step = &group->steps[i];

      for (gsize k = 0; k < step->n_links; k++)
        {
          const LscPipelineLink *link = &step->links[k];
          gboolean is_wrong = is_left (step, link, within_ns);

          clocks->n_left += is_wrong;
          clocks->n_left_apart += is_wrong && !is_one_clock (clocks, link->src_row, link->dst_row);
        }
      clocks->n_links += step->n_links;
    }
}

/* Links that point left without it being said, one of so many. */
#define LEFT_SHARE 100
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
_lsc_pipeline_clocks_have_estimate (const LscPipelineClocks *clocks)
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

/* (transfer full): a few words, as a chip shows them. */
static LscPhrase *
describe (const LscPipelineClocks *clocks)
{
  if (clocks->unknown)
    return lsc_phrase_new_text (N_ ("not aligned"));
  if (clocks->is_applied)
    return describe_applied (clocks);
  if (clocks->is_joint)
    return lsc_phrase_new_text (N_ ("one clock, by the recorder"));
  if (clocks->n_hosts == 0)
    return lsc_phrase_new_text (N_ ("hosts not known"));
  return lsc_phrase_new_text (clocks->n_hosts == 1 ? N_ ("one host") : N_ ("not aligned"));
}

/** Returns: whether so many links point left that the clocks must differ. */
gboolean
_lsc_pipeline_clocks_are_left (const LscPipelineClocks *clocks)
{
  return clocks->n_left_apart > clocks->n_links / LEFT_SHARE && clocks->n_left_apart > 0;
}

/* ---- whether times can be compared ---- */

/* The recorded ranks whose clocks nothing tells; NULL if there are none. */
static char *
list_unknown (const LscPipelineGroup *group, gint64 *n)
{
  g_autoptr (GString) names = g_string_new (NULL);

  *n = 0;
  for (gsize i = 0; i < group->n_ranks; i++)
    if (group->steps[0].rows[i].is_recorded &&
        group->clocks.clocks[i].source == LSC_CLOCK_UNKNOWN && (*n)++ < MOST_NAMED)
      g_string_append_printf (names, names->len > 0 ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                              group->ranks[i]);
  return *n > 0 ? g_strdup (names->str) : NULL;
}

static gsize
count_recorded (const LscPipelineGroup *group)
{
  gsize n = 0;

  for (gsize i = 0; i < group->n_ranks; i++)
    n += group->steps[0].rows[i].is_recorded;
  return n;
}

static const char *
describe_empty (gboolean is_empty)
{
  return is_empty ? N_ ("Messages or dependencies contradict each other: a clock jumps or drifts, "
                        "or ids are wrong.")
                  : N_ ("Neither messages nor dependencies nor common collectives join them to "
                        "stage 0.");
}

/* (transfer full) (nullable): a sentence why times of several ranks cannot be compared. */
static LscPhrase *
find_unknown (const LscPipelineGroup *group, LscAlignMode mode, gboolean is_empty)
{
  const LscPipelineClocks *clocks = &group->clocks;
  gboolean is_left = _lsc_pipeline_clocks_are_left (clocks);
  gint64 n;
  g_autofree char *names = list_unknown (group, &n);
  g_autoptr (LscPhrase) why = lsc_phrase_new_text (describe_empty (is_empty));

  if (count_recorded (group) < 2 ||
      (clocks->n_hosts < 2 && !clocks->is_refuted && !clocks->is_applied))
    return NULL;
  if (mode != LSC_ALIGN_GIVEN && mode != LSC_ALIGN_NONE && names)
    return lsc_phrase_new (N_ ("The clocks of ranks %s could not be aligned. %s"), names,
                           lsc_phrase_as_argument (why));
  if (is_left && clocks->is_applied)
    return lsc_phrase_new (
        N_ ("%zu of %zu links point left although clocks are aligned: offsets are wrong, a clock "
            "drifts, or blocks have wrong ids."),
        clocks->n_left, clocks->n_links);
  if (is_left)
    return lsc_phrase_new (N_ ("%zu of %zu links point left: the clocks differ."), clocks->n_left,
                           clocks->n_links);
  if (clocks->is_applied && mode != LSC_ALIGN_GIVEN && clocks->uncertainty_ns < 0)
    return lsc_phrase_new_text (
        N_ ("How well the clocks are aligned is not known: what joins them bounds their "
            "difference on one side only."));
  return NULL;
}

/* (transfer full) (nullable): what could be done about it. */
static LscPhrase *
advise (const LscPipelineClocks *clocks)
{
  gboolean can_align = !clocks->is_applied && _lsc_pipeline_clocks_have_estimate (clocks);

  if (!clocks->unknown)
    return NULL;
  return lsc_phrase_new (
      can_align ? N_ ("%s They can be aligned. Until then waits and bubbles are not available.")
                : N_ ("%s Waits and bubbles are not available. Record communication (Level1), or "
                      "give the offsets."),
      lsc_phrase_as_argument (clocks->unknown));
}

/* Warns of links that point left in aligned times. */
static void
note_left (LscPipelineBuild *build, const LscPipelineGroup *group)
{
  const LscPipelineClocks *clocks = &group->clocks;

  if (!clocks->is_applied || !_lsc_pipeline_clocks_are_left (clocks))
    return;
  _lsc_pipeline_note (
      build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-clock-left", NULL,
      (gint64) clocks->n_left,
      _ ("Pipeline %s: %zu of %zu links point left although clocks are aligned."),
      _ ("Offsets are wrong, a clock drifts, or blocks have wrong ids; waiting times between these "
         "ranks mean little."),
      _ ("See the table of clocks, and give offsets."), group->label, clocks->n_left,
      clocks->n_links);
}

/* Warns of ranks whose clocks could not be aligned though they should have been. */
static void
note_unknown (LscPipelineBuild *build, const LscPipelineGroup *group, gboolean is_empty)
{
  gint64 n;
  g_autofree char *names = list_unknown (group, &n);

  if (!group->clocks.unknown || !names || group->steps[0].rows[0].stage < 0)
    return;
  _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-clock-unknown", NULL, n,
                      _ ("Pipeline %s: the clocks of ranks %s could not be aligned."),
                      _ (describe_empty (is_empty)),
                      _ ("Record communication (level 1), or give the offsets."), group->label,
                      names);
}

static void
set_words (LscPipelineClocks *clocks)
{
  lsc_phrase_free (clocks->text);
  lsc_phrase_free (clocks->advice);
  clocks->text = describe (clocks);
  clocks->advice = advise (clocks);
}

/** Says that times of the ranks do not meet, so that they cannot be compared. */
void
_lsc_pipeline_tell_apart (LscPipelineClocks *clocks)
{
  if (clocks->unknown)
    return;
  clocks->unknown =
      lsc_phrase_new_text (N_ ("The times of the ranks do not meet: their clocks differ."));
  set_words (clocks);
}

/**
 * _lsc_pipeline_tell_clocks:
 * @group: with its clocks and with the links that point left
 * @is_empty: somewhere the bounds contradicted each other
 *
 * Says how the clocks stand, whether times of several ranks can be compared, and what to do.
 */
void
_lsc_pipeline_tell_clocks (LscPipelineBuild *build, LscPipelineGroup *group, gboolean is_empty)
{
  LscPipelineClocks *clocks = &group->clocks;
  LscAlignMode mode = build->options->align;

  clocks->unknown = find_unknown (group, mode, is_empty);
  set_words (clocks);
  if (mode == LSC_ALIGN_AUTO || mode == LSC_ALIGN_P2P)
    note_unknown (build, group, is_empty);
  note_left (build, group);
}
