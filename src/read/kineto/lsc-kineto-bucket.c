/* lsc-kineto-bucket.c - the slices of one lane to be
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"

void
_lsc_kineto_clear_bucket (gpointer data)
{
  LscKinetoBucket *self = data;

  lsc_raw_slices_clear (&self->raw);
  lsc_kineto_ends_clear (&self->ends);
  if (self->sequences)
    lsc_kineto_sequences_clear (self->sequences);
  g_free (self->sequences);
  g_free (self->position);
}

/**
 * _lsc_kineto_add_bucket:
 *
 * Returns: index of a new, empty bucket
 */
guint32
_lsc_kineto_add_bucket (LscKinetoBuild *build, LscKinetoTarget target, guint32 track)
{
  LscKinetoBucket bucket = { .target = (guint8) target, .track = track, .node = LSC_SLICE_NONE };

  g_array_append_val (build->buckets, bucket);
  return build->buckets->len - 1;
}

/**
 * _lsc_kineto_get_bucket:
 *
 * Returns: index of the bucket of a track, %LSC_KINETO_NO_BUCKET if nothing went there
 */
guint32
_lsc_kineto_get_bucket (const LscKinetoBuild *build, guint32 track, LscKinetoTarget target)
{
  if (track >= build->trace->tracks->len)
    return LSC_KINETO_NO_BUCKET;
  return build->bucket_of[(gsize) track * LSC_KINETO_N_TARGETS + target];
}

/**
 * _lsc_kineto_need_bucket:
 *
 * Returns: index of the bucket of a track, new or known
 */
guint32
_lsc_kineto_need_bucket (LscKinetoBuild *build, guint32 track, LscKinetoTarget target)
{
  gsize row = target == LSC_KINETO_TO_STEPS ? build->trace->tracks->len : track;
  guint32 *index = &build->bucket_of[row * LSC_KINETO_N_TARGETS + target];

  if (*index == LSC_KINETO_NO_BUCKET)
    {
      *index = _lsc_kineto_add_bucket (build, target,
                                       target == LSC_KINETO_TO_STEPS ? G_MAXUINT32 : track);
      if (target == build->spare_for)
        {
          _lsc_kineto_bucket (build, *index)->raw = build->spare;
          build->spare = (LscRawSlices){ 0 };
        }
    }
  return *index;
}
