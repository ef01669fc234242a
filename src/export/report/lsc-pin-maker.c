/* lsc-pin-maker.c - what pins need of recordings, read when the first of them asks for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "export/report/lsc-report-private.h"

/**
 * lsc_pin_maker_new:
 * @sessions: before and after, or the only one and %NULL
 * @job: (nullable): outlives the maker
 *
 * Returns: (transfer full):
 */
LscPinMaker *
lsc_pin_maker_new (LscSession *const sessions[LSC_N_SIDES], LscJob *job)
{
  LscPinMaker *self;

  g_return_val_if_fail (sessions[LSC_BEFORE], NULL);
  self = g_new0 (LscPinMaker, 1);
  self->job = job;
  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      LscPinSideData *side = &self->sides[i];

      side->session = sessions[i] != NULL ? lsc_session_ref (sessions[i]) : NULL;
      side->timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
      side->pipelines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify) lsc_pipeline_unref);
    }
  return self;
}

/** lsc_pin_maker_set_pair: @pair: of the two sides, what pins of the comparison show */
void
lsc_pin_maker_set_pair (LscPinMaker *self, LscSessionPair *pair)
{
  g_return_if_fail (self && pair);
  self->pair = lsc_session_pair_ref (pair);
  self->compare = lsc_session_pair_get_compare (pair, self->job, NULL);
  for (guint i = 0; self->compare != NULL && i < LSC_N_SIDES; i++)
    self->sides[i].name = _lsc_report_side_name (self->compare, i);
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

      g_clear_pointer (&side->findings, lsc_findings_unref);
      g_clear_pointer (&side->overview, lsc_overview_unref);
      g_hash_table_unref (side->pipelines);
      g_ptr_array_unref (side->timelines);
      g_clear_pointer (&side->session, lsc_session_unref);
      g_free (side->name);
    }
  g_clear_pointer (&self->compare, lsc_compare_unref);
  g_clear_pointer (&self->pair, lsc_session_pair_unref);
  g_clear_pointer (&self->pins, g_ptr_array_unref);
  g_free (self);
}

/* Returns: (nullable): the recording that a pin shows; of two that after, unless it says which */
LscPinSideData *
_lsc_pin_maker_get_side (LscPinMaker *self, const LscPin *pin, GError **error)
{
  gboolean has_after = self->sides[LSC_AFTER].session != NULL;
  LscSide side = pin->side == LSC_PIN_OF_BEFORE  ? LSC_BEFORE
                 : pin->side == LSC_PIN_OF_AFTER ? LSC_AFTER
                 : has_after                     ? LSC_AFTER
                                                 : LSC_BEFORE;

  if (self->sides[side].session != NULL)
    return &self->sides[side];
  lsc_fail (error, LSC_ERROR_MISSING, "%s",
            _ ("It shows a second recording, and the report is of one."));
  return NULL;
}

/** lsc_pin_maker_keep: keeps pins as long as the document may borrow from them */
void
lsc_pin_maker_keep (LscPinMaker *self, GPtrArray *pins)
{
  g_return_if_fail (self && pins);
  g_ptr_array_ref (pins);
  g_clear_pointer (&self->pins, g_ptr_array_unref);
  self->pins = pins;
}

/** lsc_pin_maker_get_name: Returns: (nullable): what the recording of a pin is called, of two */
const char *
lsc_pin_maker_get_name (const LscPinMaker *self, const LscPin *pin)
{
  g_return_val_if_fail (self && pin, NULL);
  if (self->sides[LSC_AFTER].session == NULL || g_str_has_prefix (pin->view, "compare/"))
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

/* Returns: (transfer none) (nullable): it stays as long as the maker, for charts borrow from it */
LscTimeline *
_lsc_pin_maker_load_timeline (LscPinMaker *self, LscPinSideData *side, LscSource *source,
                              GError **error)
{
  LscTimeline *timeline =
      lsc_session_get_timeline (side->session, source, LSC_TIMELINE_WHOLE, self->job, error);

  if (timeline != NULL)
    g_ptr_array_add (side->timelines, timeline);
  return timeline;
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
      if (!lsc_rank_from_text (parts[i], &rank))
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
  LscSource *source = lsc_session_find_source (side->session, rank);
  g_autofree char *text = lsc_rank_to_text (rank);

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
  GPtrArray *all;
  guint n;

  if (ranks == NULL)
    return NULL;
  all = lsc_session_get_sources (side->session);
  n = ranks->len > 0 ? ranks->len : all->len;
  for (guint i = 0; i < n; i++)
    {
      LscSource *source = ranks->len > 0 ? find_rank (side, g_array_index (ranks, gint64, i), error)
                                         : all->pdata[i];
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

/* (transfer full): those of the recording, with what the pin says. */
static LscSessionOptions *
read_options (const LscPinSideData *side, const LscPin *pin)
{
  g_autoptr (LscSessionOptions) usual = lsc_session_copy_options (side->session);
  LscSessionOptions options = *usual;
  gint64 mode;

  if (lsc_pin_get (pin, "groups") != NULL)
    options.pipeline.groups = lsc_pin_get (pin, "groups");
  if (lsc_pin_get_int (pin, "align", &mode))
    options.pipeline.align =
        mode >= 0 && mode <= LSC_ALIGN_GIVEN ? (LscAlignMode) mode : LSC_ALIGN_AUTO;
  if (lsc_pin_get (pin, "clocks") != NULL)
    options.pipeline.offsets = lsc_pin_get (pin, "clocks");
  return lsc_session_options_copy (&options);
}

static LscPipeline *
get_pipeline_of (LscPinMaker *self, LscPinSideData *side, const LscPin *pin, GError **error)
{
  g_autoptr (LscSessionOptions) options = read_options (side, pin);
  const LscPipelineOptions *of = &options->pipeline;
  g_autofree char *key = g_strdup_printf (
      "%d\n%s\n%s", (int) of->align, of->groups ? of->groups : "", of->offsets ? of->offsets : "");
  LscPipeline *pipeline = g_hash_table_lookup (side->pipelines, key);

  if (pipeline != NULL)
    return pipeline;
  pipeline = lsc_session_get_pipelines_as (side->session, of, self->job, error);
  if (pipeline != NULL)
    g_hash_table_insert (side->pipelines, g_steal_pointer (&key), pipeline);
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

/* Finds overview and findings of a side. */
gboolean
_lsc_pin_maker_judge (LscPinMaker *self, LscPinSideData *side, GError **error)
{
  if (side->overview == NULL)
    side->overview = lsc_session_get_overview (side->session, self->job, error);
  if (side->overview != NULL && side->findings == NULL)
    side->findings = lsc_session_get_findings (side->session, self->job, error);
  return side->findings != NULL;
}

/* ---- the comparison ---- */

/* Returns: (nullable): the pair of the rank "rank" before, else the mean of all */
const LscRankChange *
_lsc_pin_maker_find_ranks (LscPinMaker *self, const LscPin *pin, GError **error)
{
  gint64 rank;

  if (!_lsc_pin_maker_has_compare (self, error))
    return NULL;
  if (!lsc_pin_get (pin, "rank") || !lsc_rank_from_text (lsc_pin_get (pin, "rank"), &rank))
    return self->compare->total;
  for (guint i = 0; i < self->compare->ranks->len; i++)
    if (((LscRankChange *) self->compare->ranks->pdata[i])->rank[LSC_BEFORE] == rank)
      return self->compare->ranks->pdata[i];
  lsc_fail (error, LSC_ERROR_MISSING, _ ("The recording has no rank %s."),
            lsc_pin_get (pin, "rank"));
  return NULL;
}
