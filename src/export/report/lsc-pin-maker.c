/* lsc-pin-maker.c - what pins need of recordings, read when the first of them asks for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"
#include "export/report/lsc-report-private.h"

/**
 * lsc_pin_maker_new:
 * @sources: (element-type LscSource): of before and after, or of the only one and %NULL
 * @loader: copied
 * @job: (nullable): outlives the maker
 *
 * Returns: (transfer full):
 */
LscPinMaker *
lsc_pin_maker_new (GPtrArray *const sources[LSC_N_SIDES], const LscQueryLoader *loader, LscJob *job)
{
  LscPinMaker *self = g_new0 (LscPinMaker, 1);

  self->loader = *loader;
  self->job = job;
  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      LscPinSideData *side = &self->sides[i];

      side->sources = sources[i] != NULL ? g_ptr_array_ref (sources[i]) : NULL;
      side->timelines =
          g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) lsc_timeline_unref);
      side->pipelines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify) lsc_pipeline_unref);
    }
  return self;
}

/**
 * lsc_pin_maker_set_compare:
 * @compare: (nullable): what pins of the comparison show; outlives the maker
 */
void
lsc_pin_maker_set_compare (LscPinMaker *self, const LscCompare *compare)
{
  self->compare = compare;
  for (guint i = 0; compare != NULL && i < LSC_N_SIDES; i++)
    {
      g_free (self->sides[i].name);
      self->sides[i].name = _lsc_report_side_name (compare, i);
    }
}

/** lsc_pin_maker_set_judged: gives what is known of the only recording; it outlives the maker */
void
lsc_pin_maker_set_judged (LscPinMaker *self, const LscOverview *overview,
                          const LscFindings *findings)
{
  self->sides[LSC_BEFORE].overview = overview;
  self->sides[LSC_BEFORE].findings = findings;
}

/**
 * lsc_pin_maker_free:
 * @self: (nullable) (transfer full): after the document, whose charts borrow from it
 */
void
lsc_pin_maker_free (LscPinMaker *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      LscPinSideData *side = &self->sides[i];

      g_clear_pointer (&side->own_findings, lsc_findings_unref);
      g_clear_pointer (&side->own_overview, lsc_overview_unref);
      g_hash_table_unref (side->pipelines);
      g_clear_pointer (&side->runs, g_ptr_array_unref);
      g_hash_table_unref (side->timelines);
      g_clear_pointer (&side->sources, g_ptr_array_unref);
      g_free (side->name);
    }
  g_clear_pointer (&self->pins, g_ptr_array_unref);
  g_free (self);
}

/* Returns: (nullable): the recording that a pin shows; of two that after, unless it says which */
LscPinSideData *
_lsc_pin_maker_get_side (LscPinMaker *self, const LscPin *pin, GError **error)
{
  gboolean has_after = self->sides[LSC_AFTER].sources != NULL;
  LscSide side = pin->side == LSC_PIN_OF_BEFORE  ? LSC_BEFORE
                 : pin->side == LSC_PIN_OF_AFTER ? LSC_AFTER
                 : has_after                     ? LSC_AFTER
                                                 : LSC_BEFORE;

  if (self->sides[side].sources != NULL)
    return &self->sides[side];
  lsc_fail (error, LSC_ERROR_MISSING, "%s",
            _ ("It shows a second recording, and the report is of one."));
  return NULL;
}

/** lsc_pin_maker_keep: keeps pins as long as the document may borrow from them */
void
lsc_pin_maker_keep (LscPinMaker *self, GPtrArray *pins)
{
  g_ptr_array_ref (pins);
  g_clear_pointer (&self->pins, g_ptr_array_unref);
  self->pins = pins;
}

/** lsc_pin_maker_get_name: Returns: (nullable): what the recording of a pin is called, of two */
const char *
lsc_pin_maker_get_name (const LscPinMaker *self, const LscPin *pin)
{
  if (self->sides[LSC_AFTER].sources == NULL || g_str_has_prefix (pin->view, "compare/"))
    return NULL;
  return self->sides[pin->side == LSC_PIN_OF_BEFORE ? LSC_BEFORE : LSC_AFTER].name;
}

/* Returns: whether the document is of two recordings */
gboolean
_lsc_pin_maker_has_compare (LscPinMaker *self, GError **error)
{
  return self->compare != NULL || lsc_fail (error, LSC_ERROR_MISSING, "%s",
                                            _ ("It compares two recordings, and the report is of "
                                               "one."));
}

/* ---- timelines ---- */

/* (transfer full) (nullable): with its analyses */
static LscTimeline *
load_complete (LscPinMaker *self, LscSource *source, GError **error)
{
  g_autoptr (LscTimeline) timeline =
      self->loader.load_timeline (source, self->loader.n_threads, self->job, error);

  if (timeline == NULL || (lsc_timeline_get_analysis (timeline) == NULL &&
                           !lsc_timeline_complete (timeline, self->job, error)))
    return NULL;
  return g_steal_pointer (&timeline);
}

/* Returns: (transfer none) (nullable): */
LscTimeline *
_lsc_pin_maker_load_timeline (LscPinMaker *self, LscPinSideData *side, LscSource *source,
                              GError **error)
{
  LscTimeline *timeline = g_hash_table_lookup (side->timelines, source);

  if (timeline != NULL)
    return timeline;
  timeline = load_complete (self, source, error);
  if (timeline != NULL)
    g_hash_table_insert (side->timelines, source, timeline);
  return timeline;
}

/* Returns: (nullable): the rank of that number; a recording of one rank may have none */
LscSource *
_lsc_pin_maker_find_source (const LscPinSideData *side, gint64 rank)
{
  for (guint i = 0; i < side->sources->len; i++)
    if (((LscSource *) side->sources->pdata[i])->rank == rank)
      return side->sources->pdata[i];
  return side->sources->len == 1 ? side->sources->pdata[0] : NULL;
}

/**
 * _lsc_pin_read_ranks:
 *
 * Returns: (transfer full) (nullable) (element-type gint64): those of the argument "ranks", none
 *   for all; %NULL with %LSC_ERROR_MISSING
 */
GArray *
_lsc_pin_read_ranks (const LscPin *pin, GError **error)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  const char *text = lsc_pin_get (pin, "ranks");
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", ",", -1);
  gint64 rank;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (!g_ascii_string_to_signed (parts[i], 10, G_MININT64, G_MAXINT64, &rank, NULL))
        {
          lsc_fail (error, LSC_ERROR_MISSING, _ ("The recording has no rank %s."), parts[i]);
          return NULL;
        }
      g_array_append_val (ranks, rank);
    }
  return g_steal_pointer (&ranks);
}

static LscSource *
find_rank (const LscPinSideData *side, gint64 rank, GError **error)
{
  LscSource *source = _lsc_pin_maker_find_source (side, rank);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, rank);

  if (source == NULL)
    lsc_fail (error, LSC_ERROR_MISSING, _ ("The recording has no rank %s."), text);
  return source;
}

/**
 * _lsc_pin_maker_load_ranks:
 *
 * Reads the ranks of the argument "ranks"; without it all.
 *
 * Returns: (transfer full) (nullable) (element-type LscTimeline): borrowed ones
 */
GPtrArray *
_lsc_pin_maker_load_ranks (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GArray) ranks = side != NULL ? _lsc_pin_read_ranks (pin, error) : NULL;
  guint n;

  if (ranks == NULL)
    return NULL;
  n = ranks->len > 0 ? ranks->len : side->sources->len;
  for (guint i = 0; i < n; i++)
    {
      LscSource *source = ranks->len > 0 ? find_rank (side, g_array_index (ranks, gint64, i), error)
                                         : side->sources->pdata[i];
      LscTimeline *timeline =
          source != NULL ? _lsc_pin_maker_load_timeline (self, side, source, error) : NULL;

      if (timeline == NULL)
        return NULL;
      g_ptr_array_add (found, timeline);
    }
  return g_steal_pointer (&found);
}

/* Returns: (transfer full): by how much each rank's clock is shifted, 0 where nothing is said */
gint64 *
_lsc_pin_get_offsets (const LscPin *pin, guint n)
{
  gint64 *offsets = g_new0 (gint64, MAX (n, 1));
  const char *text = lsc_pin_get (pin, "offsets");
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ",", -1) : NULL;

  for (guint i = 0; parts != NULL && parts[i] != NULL && i < n; i++)
    offsets[i] = g_ascii_strtoll (parts[i], NULL, 10);
  return offsets;
}

/* ---- pipelines ---- */

static gboolean
load_runs (LscPinMaker *self, LscPinSideData *side, GError **error)
{
  g_autoptr (GPtrArray) runs = NULL;

  if (side->runs != NULL)
    return TRUE;
  runs = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_run_unref);
  for (guint i = 0; i < side->sources->len; i++)
    {
      g_autoptr (GError) local = NULL;
      LscRun *run =
          self->loader.load_run (side->sources->pdata[i], LSC_LOAD_FOR_PIPELINE, self->job, &local);

      if (run != NULL)
        g_ptr_array_add (runs, run);
      else if (!lsc_job_check (self->job, error))
        return FALSE;
    }
  side->runs = g_steal_pointer (&runs);
  return TRUE;
}

static LscAlignMode
read_align (const LscPin *pin)
{
  gint64 mode = LSC_ALIGN_AUTO;

  lsc_pin_get_int (pin, "align", &mode);
  return mode >= 0 && mode <= LSC_ALIGN_GIVEN ? (LscAlignMode) mode : LSC_ALIGN_AUTO;
}

static LscPipeline *
get_pipeline_of (LscPinMaker *self, LscPinSideData *side, const LscPin *pin, GError **error)
{
  LscPipelineOptions options = { .groups = lsc_pin_get (pin, "groups"),
                                 .align = read_align (pin),
                                 .offsets = lsc_pin_get (pin, "clocks") };
  g_autofree char *key = NULL;
  LscPipeline *pipeline;

  if (!load_runs (self, side, error))
    return NULL;
  key = g_strdup_printf ("%d\n%s\n%s", (int) options.align,
                         options.groups != NULL ? options.groups : "",
                         options.offsets != NULL ? options.offsets : "");
  pipeline = g_hash_table_lookup (side->pipelines, key);
  if (pipeline == NULL)
    {
      pipeline = lsc_pipeline_new (side->runs, &options, self->job, error);
      if (pipeline != NULL)
        g_hash_table_insert (side->pipelines, g_steal_pointer (&key), pipeline);
    }
  return pipeline;
}

/* Returns: (transfer none) (nullable): the pipelines as the page made them */
LscPipeline *
_lsc_pin_maker_get_pipeline (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);

  return side != NULL ? get_pipeline_of (self, side, pin, error) : NULL;
}

/**
 * _lsc_pin_maker_find_twins:
 * @pipelines: (out): of both sides; %NULL where one has none
 *
 * Returns: (transfer full) (nullable): LscPipelineTwins of both recordings, at least one; %NULL
 *   with %LSC_ERROR_NOTHING
 */
GArray *
_lsc_pin_maker_find_twins (LscPinMaker *self, const LscPin *pin,
                           LscPipeline *pipelines[LSC_N_SIDES], GError **error)
{
  g_autoptr (GArray) twins = NULL;

  if (!_lsc_pin_maker_has_compare (self, error))
    return NULL;
  for (guint i = 0; i < LSC_N_SIDES; i++)
    pipelines[i] = get_pipeline_of (self, &self->sides[i], pin, NULL);
  twins = lsc_pipeline_twins_new (pipelines[LSC_BEFORE], pipelines[LSC_AFTER]);
  if (!lsc_job_check (self->job, error))
    return NULL;
  if (twins->len > 0)
    return g_steal_pointer (&twins);
  lsc_fail (error, LSC_ERROR_NOTHING, "%s",
            _ ("Neither recording has a pipeline that was marked."));
  return NULL;
}

/* Returns: (nullable): the pipeline of the argument "group", else the first one */
const LscPipelineGroup *
_lsc_pin_find_group (const LscPipeline *pipeline, const LscPin *pin, GError **error)
{
  gint64 group = 0;

  lsc_pin_get_int (pin, "group", &group);
  if (group >= 0 && group < pipeline->groups->len)
    return lsc_pipeline_get_group (pipeline, (gsize) group);
  lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("The recording has no such pipeline."));
  return NULL;
}

/* Finds the step of the argument "step", by its number; the one of median length without. */
gboolean
_lsc_pin_find_step (const LscPipelineGroup *group, const LscPin *pin, gsize *step, GError **error)
{
  gint64 id;

  *step = group->median_step;
  if (!lsc_pin_get_int (pin, "step", &id))
    return group->n_steps > 0 ||
           lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("The pipeline has no steps."));
  for (gsize i = 0; i < group->n_steps; i++)
    if (group->steps[i].id == id)
      {
        *step = i;
        return TRUE;
      }
  return lsc_fail (error, LSC_ERROR_MISSING, _ ("The pipeline has no step %s."),
                   lsc_pin_get (pin, "step"));
}

/* ---- overview and findings ---- */

static void
free_digest (gpointer digest)
{
  lsc_rank_digest_unref (digest);
}

static gboolean
has_blocks (const GPtrArray *digests)
{
  for (guint i = 0; i < digests->len; i++)
    if (((LscRankDigest *) digests->pdata[i])->rules->has_blocks)
      return TRUE;
  return FALSE;
}

static gboolean
judge_digests (LscPinMaker *self, LscPinSideData *side, const GPtrArray *digests, GError **error)
{
  g_autofree const LscRankFacts **facts = g_new (const LscRankFacts *, digests->len + 1);
  g_autofree const LscRuleFacts **rules = g_new (const LscRuleFacts *, digests->len + 1);
  g_autoptr (LscVerdicts) verdicts = NULL;

  for (guint i = 0; i < digests->len; i++)
    {
      facts[i] = ((LscRankDigest *) digests->pdata[i])->facts;
      rules[i] = ((LscRankDigest *) digests->pdata[i])->rules;
    }
  if (has_blocks (digests))
    {
      if (!load_runs (self, side, error))
        return FALSE;
      verdicts = lsc_verdicts_new_for_runs (side->runs, self->job, NULL);
    }
  side->overview = side->own_overview =
      lsc_overview_new (facts, digests->len, NULL, self->job, error);
  if (side->overview == NULL)
    return FALSE;
  side->findings = side->own_findings = lsc_findings_new (side->own_overview, rules, verdicts);
  return TRUE;
}

/* Makes overview and findings of a side. One rank is in memory at a time. */
gboolean
_lsc_pin_maker_judge (LscPinMaker *self, LscPinSideData *side, GError **error)
{
  g_autoptr (GPtrArray) digests = g_ptr_array_new_with_free_func (free_digest);

  if (side->findings != NULL)
    return TRUE;
  for (guint i = 0; i < side->sources->len; i++)
    {
      LscTimeline *known = g_hash_table_lookup (side->timelines, side->sources->pdata[i]);
      g_autoptr (LscTimeline) timeline = known != NULL
                                             ? lsc_timeline_ref (known)
                                             : load_complete (self, side->sources->pdata[i], NULL);
      LscRankDigest *digest =
          timeline != NULL ? lsc_rank_digest_new (timeline, LSC_DIGEST_JUDGED, self->job, NULL)
                           : NULL;

      if (!lsc_job_check (self->job, error))
        return FALSE;
      if (digest != NULL) /* a rank that cannot be read is told elsewhere */
        g_ptr_array_add (digests, digest);
    }
  if (digests->len == 0)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("No rank of the recording can be read."));
  return judge_digests (self, side, digests, error);
}

/* ---- the comparison ---- */

/* Returns: (nullable): the pair of the rank "rank" before, else the mean of all */
const LscRankChange *
_lsc_pin_maker_find_ranks (LscPinMaker *self, const LscPin *pin, GError **error)
{
  gint64 rank;

  if (!_lsc_pin_maker_has_compare (self, error))
    return NULL;
  if (!lsc_pin_get_int (pin, "rank", &rank))
    return self->compare->total;
  for (guint i = 0; i < self->compare->ranks->len; i++)
    if (((LscRankChange *) self->compare->ranks->pdata[i])->rank[LSC_BEFORE] == rank)
      return self->compare->ranks->pdata[i];
  lsc_fail (error, LSC_ERROR_MISSING, _ ("The recording has no rank %s."),
            lsc_pin_get (pin, "rank"));
  return NULL;
}
