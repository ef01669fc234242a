/* lsc-pipeline-clock.c - how the clocks of a pipeline's ranks stand to each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>
#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "base/lsc-sort.h"

/* Dependencies between blocks (times.md#clock-bounds): the block that needs starts after the one
 * that gives ends. */

static void
add_links (LscClockSamples *bounds, const LscPipelineStep *step, const LscPipelineLink *links,
           gsize n_links)
{
  for (gsize i = 0; i < n_links; i++)
    {
      const LscPipelineLink *link = &links[i];

      lsc_clock_samples_append (
          bounds, (LscClockSample){ link->src_row, link->dst_row,
                                    step->rows[link->src_row].blocks[link->src_block].end_ns,
                                    step->rows[link->dst_row].blocks[link->dst_block].start_ns });
    }
}

/* @bounds gets the dependencies of all steps; over a missing stage those through it. */
static void
list_bounds (const LscPipelineGroup *group, LscClockSamples *bounds)
{
  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];
      g_autofree LscPipelineLink *through = NULL;
      gsize n_present = 0, n_through = 0;

      if (step->schedule.type == LSC_SCHEDULE_NONE)
        continue;
      add_links (bounds, step, step->links, step->n_links);
      for (gsize k = 0; k < step->n_rows; k++)
        n_present += step->rows[k].n_blocks > 0;
      if (n_present < step->n_rows)
        through = _lsc_pipeline_links_through (step, &n_through);
      add_links (bounds, step, through, n_through);
    }
}

/** The end of a collective; @name: number of its key; @group: among the groups of its rank. */
typedef struct
{
  guint32 name;
  guint32 group;
  gint64 end_ns;
} NamedEnd;

LSC_DEFINE_ARRAY (NamedEnds, named_ends, NamedEnd)

/** Collectives by row, listed when they are asked for. */
typedef struct
{
  LscPipelineMember **ranks;
  gsize n_ranks;
  LscIntern *names; /* keys in the order in which they were met */
  NamedEnds *ends;
  gboolean *is_listed;
} Commons;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const NamedEnd *x = a, *y = b;

  return LSC_ORDER (x->name, y->name);
}

static const NamedEnds *
list_ends (Commons *self, gsize row)
{
  const LscPipelineCollectives *collectives = &self->ranks[row]->rank->collectives;
  NamedEnds *ends = &self->ends[row];

  if (self->is_listed[row])
    return ends;
  self->is_listed[row] = TRUE;
  for (gsize i = 0; i < collectives->n; i++)
    {
      const LscPipelineCollective *at = &collectives->items[i];
      guint32 name = lsc_intern_add_bytes (self->names, (const char *) &at->key, sizeof at->key);

      if (!at->is_repeated)
        named_ends_append (ends, (NamedEnd){ name, at->group, at->end_ns });
    }
  if (ends->n > 0)
    qsort (ends->items, ends->n, sizeof (NamedEnd), compare_ends);
  return ends;
}

/* Whether a group may hold a rank: not if its members are known and it is none. */
static gboolean
may_hold (const LscPipelineRank *self, guint32 group, gint64 rank)
{
  const LscMembers *members = &self->groups.items[group].members;

  return members->n == 0 || lsc_members_have (members, rank);
}

/** Groups of one operator after the other are the same: what was found of them last. */
typedef struct
{
  guint32 groups[2];
  gboolean is_common;
} Held;

static gboolean
are_common (const LscPipelineRank *a, const LscPipelineRank *b, const NamedEnd *x,
            const NamedEnd *y, Held *held)
{
  if (held->groups[0] != x->group || held->groups[1] != y->group)
    *held = (Held){ { x->group, y->group },
                    may_hold (a, x->group, b->rank) && may_hold (b, y->group, a->rank) };
  return held->is_common;
}

/* Lists when collectives of both rows ended; a #LscClockCommonFunc. */
static void
find_common (gsize a, gsize b, LscClockPoints *points, gpointer user_data)
{
  Commons *self = user_data;
  const NamedEnds *x = list_ends (self, a), *y = list_ends (self, b);
  Held held = { { LSC_STRING_NONE, LSC_STRING_NONE }, FALSE };

  for (gsize i = 0, k = 0; i < x->n && k < y->n;)
    if (x->items[i].name != y->items[k].name)
      (void) (x->items[i].name < y->items[k].name ? i++ : k++);
    else
      {
        if (are_common (self->ranks[a]->rank, self->ranks[b]->rank, &x->items[i], &y->items[k],
                        &held))
          lsc_clock_points_append (
              points,
              (LscClockPoint){ y->items[k].end_ns, y->items[k].end_ns - x->items[i].end_ns });
        i++;
        k++;
      }
}

static void
commons_init (Commons *self, LscPipelineMember **ranks, gsize n)
{
  *self = (Commons){ .ranks = ranks,
                     .n_ranks = n,
                     .names = lsc_intern_new (),
                     .ends = g_new0 (NamedEnds, n + 1),
                     .is_listed = g_new0 (gboolean, n + 1) };
}

static void
commons_clear (Commons *self)
{
  for (gsize i = 0; i < self->n_ranks; i++)
    named_ends_clear (&self->ends[i]);
  g_free (self->ends);
  g_free (self->is_listed);
  lsc_intern_unref (self->names);
}

static void
apply_to_row (LscPipelineRow *row, const LscClock *clock)
{
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      LscBlock *block = &row->blocks[i];
      LscBlockDetail *detail = &row->details[block->detail];
      gint64 start = lsc_clock_shift (clock, block->start_ns);
      gint64 end = lsc_clock_shift (clock, block->end_ns);

      if (i == 0)
        row->shift_ns += start;
      block->start_ns += start;
      block->end_ns += end;
      detail->shift_ns += start;
      detail->stretch_ns += end - start;
    }
  for (gsize i = 0; i < row->n_legs; i++)
    {
      LscLeg *leg = &row->legs[i];
      gint64 shift = lsc_clock_shift (clock, leg->end_ns);

      leg->start_ns += shift;
      leg->end_ns += shift;
      leg->shift_ns += shift;
    }
}

static void
apply_to_links (LscPipelineLink *links, gsize n, const LscClock *clocks)
{
  for (gsize i = 0; i < n; i++)
    {
      LscPipelineLink *link = &links[i];
      gint64 send, receive;

      if (!link->is_measured)
        continue;
      send = lsc_clock_shift (&clocks[link->src_row], link->send_end_ns);
      receive = lsc_clock_shift (&clocks[link->dst_row], link->recv_end_ns);
      link->send_start_ns += send;
      link->send_end_ns += send;
      link->send_shift_ns += send;
      link->recv_start_ns += receive;
      link->recv_end_ns += receive;
      link->recv_shift_ns += receive;
    }
}

/**
 * _lsc_pipeline_shift_step:
 * @clocks: (array length=step->n_rows): by row; one with offset 0 and no drift moves nothing
 *
 * Moves blocks, legs and measured links of a step from the clocks of their ranks to the reference.
 */
void
_lsc_pipeline_shift_step (LscPipelineStep *step, const LscClock *clocks)
{
  for (gsize i = 0; i < step->n_rows; i++)
    apply_to_row (&step->rows[i], &clocks[i]);
  apply_to_links (step->links, step->n_links, clocks);
  apply_to_links (step->stray_links, step->n_stray_links, clocks);
}

#define LARGEST_OFFSET_NS G_GINT64_CONSTANT (1000000000000000000)
/* Ranks that a notice names. */
#define MOST_NAMED 16

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
      g_autofree char *who = sign ? g_strndup (word, (gsize) (sign - word)) : NULL;
      gint64 rank = -1, offset = 0;

      if (!*word && !words[i + 1] && i > 0)
        continue;
      if (!sign || !lsc_rank_from_text (who, &rank) ||
          lsc_parse_int64 (sign + 1, strlen (sign + 1), &offset) != LSC_PARSE_OK ||
          !lsc_rank_is_told (rank) || ABS (offset) > LARGEST_OFFSET_NS)
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
_lsc_pipeline_check_offsets (const LscPipelineOptions *options, GError **error)
{
  g_autoptr (GHashTable) offsets = NULL;

  if (options->align != LSC_ALIGN_GIVEN)
    return TRUE;
  offsets = parse_offsets (options->offsets, error);
  return offsets != NULL;
}

/* (transfer full): a set of the ranks of all pipelines, borrowed */
static GHashTable *
list_all_ranks (const LscPipeline *pipeline)
{
  GHashTable *all = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (pipeline->groups, i);

      for (gsize k = 0; k < group->n_ranks; k++)
        g_hash_table_add (all, &group->ranks[k]);
    }
  return all;
}

/** Says which given offsets are of ranks that no pipeline has. To be called with all groups. */
void
_lsc_pipeline_tell_unused_offsets (LscPipelineBuild *build)
{
  g_autoptr (GHashTable) offsets = NULL, all = NULL;
  g_autoptr (GString) unused = g_string_new (NULL);
  GHashTableIter iter;
  gpointer rank;
  gint64 n = 0;

  if (build->options->align != LSC_ALIGN_GIVEN)
    return;
  offsets = parse_offsets (build->options->offsets, NULL);
  if (!offsets)
    return;
  all = list_all_ranks (build->pipeline);
  g_hash_table_iter_init (&iter, offsets);
  while (g_hash_table_iter_next (&iter, &rank, NULL))
    if (!g_hash_table_contains (all, rank) && n++ < MOST_NAMED)
      g_string_append_printf (unused, unused->len > 0 ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                              *(gint64 *) rank);
  _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-clock-given", NULL, n,
                      _ ("Clock offsets were given for ranks that no pipeline has: %s."), NULL,
                      _ ("Give offsets by the ranks of the pipelines shown."), unused->str);
}

/* Takes the clocks from the text; ranks that it does not name keep their times. */
static void
take_given (LscPipelineClocks *clocks, const LscPipelineOptions *options)
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

/* times.md#clock-sources: stage 0 is what the others are measured against. */

/* First start and last end of the blocks of a row. */
static void
find_span (const LscPipelineGroup *group, gsize row, gint64 *begin_ns, gint64 *end_ns)
{
  *begin_ns = G_MAXINT64;
  *end_ns = G_MININT64;
  for (gsize i = 0; i < group->n_steps; i++)
    {
      const LscPipelineRow *at = &group->steps[i].rows[row];

      if (at->n_blocks == 0)
        continue;
      *begin_ns = MIN (*begin_ns, at->blocks[0].start_ns);
      *end_ns = MAX (*end_ns, _lsc_pipeline_row_end (at));
    }
}

static LscClockRank *
list_ranks (const LscPipelineGroup *group, LscPipelineMember **ranks)
{
  LscClockRank *list = g_new0 (LscClockRank, group->n_ranks + 1);

  for (gsize i = 0; i < group->n_ranks; i++)
    {
      const LscPipelineRank *rank = ranks[i] ? ranks[i]->rank : NULL;

      list[i] = (LscClockRank){ .rank = group->ranks[i], .is_recorded = rank != NULL };
      if (rank)
        list[i].host = rank->host_uid && *rank->host_uid ? rank->host_uid : rank->host_name;
      find_span (group, i, &list[i].begin_ns, &list[i].end_ns);
    }
  return list;
}

/* The first rank that was recorded; none if the order of the ranks is not known. */
static gsize
find_reference (const LscPipelineGroup *group, LscPipelineMember **ranks)
{
  gsize reference = 0;

  if (group->steps[0].rows[0].stage < 0)
    return group->n_ranks;
  while (reference < group->n_ranks && !ranks[reference])
    reference++;
  return reference;
}

static LscClocks *
measure (const LscPipelineGroup *group, LscPipelineMember **ranks, LscAlignMode mode,
         const LscClockSamples *messages)
{
  g_autofree LscClockRank *list = list_ranks (group, ranks);
  LscClockSamples bounds = { NULL, 0, 0 };
  Commons commons;
  LscClocks *clocks;
  LscClockQuestion question = { .ranks = list,
                                .n_ranks = group->n_ranks,
                                .reference = find_reference (group, ranks),
                                .messages = messages,
                                .bounds = &bounds,
                                .matching = LSC_CLOCK_BY_NAME,
                                .with_messages_alone = mode == LSC_ALIGN_P2P };

  commons_init (&commons, ranks, group->n_ranks);
  list_bounds (group, &bounds);
  if (mode != LSC_ALIGN_P2P)
    {
      question.find_common = find_common;
      question.user_data = &commons;
    }
  clocks = lsc_clocks_new (&question);
  /* Hosts are told apart by their ids, and shown by their names. */
  for (gsize i = 0; i < group->n_ranks; i++)
    clocks->clocks[i].host = group->steps[0].rows[i].host;
  lsc_clock_samples_clear (&bounds);
  commons_clear (&commons);
  return clocks;
}

static void
sum_up (LscPipelineClocks *clocks)
{
  clocks->uncertainty_ns = 0;
  for (gsize i = 0; i < clocks->n_clocks; i++)
    if (clocks->clocks[i].source != LSC_CLOCK_UNKNOWN)
      clocks->uncertainty_ns = clocks->clocks[i].uncertainty_ns < 0 || clocks->uncertainty_ns < 0
                                   ? -1
                                   : MAX (clocks->uncertainty_ns, clocks->clocks[i].uncertainty_ns);
}

static gboolean
should_apply (const LscPipelineClocks *clocks, LscAlignMode mode)
{
  if (mode == LSC_ALIGN_GIVEN)
    return TRUE;
  if (mode == LSC_ALIGN_NONE || !_lsc_pipeline_clocks_have_estimate (clocks))
    return FALSE;
  return mode == LSC_ALIGN_P2P || clocks->n_hosts > 1 || clocks->is_refuted;
}

/**
 * _lsc_pipeline_align:
 * @group: named and linked, with recorded times; gets its clocks
 * @ranks: of the rows, %NULL where nothing was recorded
 * @messages: between its rows
 *
 * Asks how the clocks of the ranks stand to that of stage 0, and moves blocks, legs and links to it
 * if the options say so (%LSC_ALIGN_AUTO: if the ranks are on several hosts, or cannot have one
 * clock).
 *
 * Cost: O(links + messages x log). Source: times.md#clock-sources.
 */
void
_lsc_pipeline_align (LscPipelineBuild *build, LscPipelineGroup *group, LscPipelineMember **ranks,
                     const LscClockSamples *messages)
{
  LscPipelineClocks *clocks = &group->clocks;
  LscAlignMode mode = build->options->align;
  g_autoptr (LscClocks) found = measure (group, ranks, mode, messages);

  clocks->clocks = g_steal_pointer (&found->clocks);
  clocks->n_clocks = found->n_clocks;
  clocks->n_hosts = found->n_hosts;
  _lsc_pipeline_count_left (group);
  clocks->n_left_before = clocks->n_left;
  /* One clock is refuted by dependencies of blocks, which know their ids. Messages alone do not do
   * it: those of several chunks overtake each other, and are paired wrongly then. Where messages
   * were recorded and none arrives too early, links that point left are no matter of clocks. */
  clocks->is_refuted =
      (found->is_refuted || messages->n == 0) && _lsc_pipeline_clocks_are_left (clocks);
  clocks->is_joint = group->has_no_host && mode == LSC_ALIGN_AUTO;
  if (clocks->is_joint)
    {
      mode = LSC_ALIGN_NONE;
      clocks->is_refuted = FALSE;
    }
  if (mode == LSC_ALIGN_GIVEN)
    take_given (clocks, build->options);
  sum_up (clocks);
  clocks->is_applied = should_apply (clocks, mode);
  if (clocks->is_applied)
    {
      for (gsize i = 0; i < group->n_steps; i++)
        _lsc_pipeline_shift_step (&group->steps[i], clocks->clocks);
      _lsc_pipeline_count_left (group);
    }
  _lsc_pipeline_tell_clocks (build, group, found->is_empty);
}

/** _lsc_pipeline_clocks_clear: frees what the clocks hold. */
void
_lsc_pipeline_clocks_clear (LscPipelineClocks *clocks)
{
  g_free (clocks->clocks);
  lsc_phrase_free (clocks->unknown);
  lsc_phrase_free (clocks->text);
  lsc_phrase_free (clocks->advice);
}
