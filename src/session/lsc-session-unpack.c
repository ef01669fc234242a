/* lsc-session-unpack.c - what was kept of a rank, from a file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/digest/lsc-digest-pack.h"
#include "base/lsc-error.h"
#include "model/lsc-notice-pack.h"
#include "read/extract/lsc-extract-file.h"
#include "read/lsc-open.h"
#include "session/lsc-session-private.h"

/* What an extract holds of a digest; the kernels of its step stand apart, and are a third of it. */
#define EXTRACT_PARTS                                                                              \
  (LSC_DIGEST_JUDGED | LSC_DIGEST_FIGURES | LSC_DIGEST_TIMES | LSC_SESSION_DIGEST)
#define EXTRACT_KERNELS LSC_DIGEST_COMPARED

/** Sets %LSC_ERROR_UNSUPPORTED: single kernels and events are where the rank was recorded. */
gboolean
_lsc_session_fail_extract (const LscSource *source, GError **error)
{
  g_autofree char *shown = g_filename_display_name (source->file);

  return lsc_fail (error, LSC_ERROR_UNSUPPORTED,
                   _ ("%s is an extract: it holds no single kernels. Open the recording in %s on "
                      "the host where it was made."),
                   shown, source->origin ? source->origin : "");
}

static gboolean
unpack_failure (LscSessionFacts *facts, const LscPack *pack, GError **error)
{
  g_autoptr (GPtrArray) words = NULL;

  if (!lsc_pack_has (pack, "pipeline.failure"))
    return TRUE;
  words = lsc_pack_get_texts (pack, "pipeline.failure", error);
  if (!words || words->len != 2 || !words->pdata[0] || !words->pdata[1])
    return words &&
           lsc_fail (error, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), "pipeline.failure");
  facts->failure = g_error_new_literal (
      LSC_ERROR, (int) g_ascii_strtoll (words->pdata[0], NULL, 10), words->pdata[1]);
  return TRUE;
}

/** Returns: (transfer full) (array): the operators of a digest, which borrow its texts */
LscPipelineKnownOp *
_lsc_session_list_known (const LscRankDigest *digest)
{
  LscPipelineKnownOp *known = g_new (LscPipelineKnownOp, digest->ops.n + 1);

  for (gsize i = 0; i < digest->ops.n; i++)
    {
      const LscRankOp *op = &digest->ops.items[i];
      const char *group = lsc_rank_digest_text (digest, op->group);
      const char *name = lsc_rank_digest_text (digest, op->name);

      known[i] = (LscPipelineKnownOp){ group ? group : "", name ? name : "", op->end_ns };
    }
  return known;
}

static gboolean
unpack_pipeline (LscSessionFacts *facts, const LscPack *pack, GError **error)
{
  g_autofree LscPipelineKnownOp *known = _lsc_session_list_known (facts->digest);

  facts->has_pipeline = TRUE;
  if (lsc_pack_has (pack, "pipeline") &&
      !(facts->pipeline = lsc_pipeline_rank_unpack (pack, known, facts->digest->ops.n, error)))
    return FALSE;
  if (lsc_pack_has (pack, "pipeline.run_notices") &&
      !(facts->notices = lsc_notices_unpack (pack, "pipeline.run_notices", error)))
    return FALSE;
  return unpack_failure (facts, pack, error);
}

/* Once, as when a timeline is read. */
static gboolean
tell_notices (LscSession *self, LscSessionRank *rank, const LscPack *pack, GError **error)
{
  g_autoptr (LscNotices) notices = lsc_notices_unpack (pack, "notices", error);
  LscTimelineParts told;

  if (!notices)
    return FALSE;
  g_mutex_lock (&self->lock);
  told = rank->told;
  rank->told = LSC_TIMELINE_WHOLE;
  g_mutex_unlock (&self->lock);
  if (told == 0)
    lsc_notices_add_all (self->notices, notices);
  return TRUE;
}

/* Files that were made before do not say what the recording lacks. */
static gboolean
take_found (LscSession *self, LscSessionRank *rank, const LscPack *pack, GError **error)
{
  g_autoptr (GPtrArray) words = NULL;
  LscLackNotes found = { 0 };
  gint64 recorder;

  if (!lsc_pack_has (pack, "found"))
    return TRUE;
  words = lsc_pack_get_texts (pack, "found", error);
  if (!words || words->len != 3 || !words->pdata[0] || !words->pdata[1] || !words->pdata[2])
    return words && lsc_fail (error, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), "found");
  recorder = g_ascii_strtoll (words->pdata[2], NULL, 10);
  found.lacks.bits = g_ascii_strtoull (words->pdata[0], NULL, 10) &
                     ((G_GUINT64_CONSTANT (1) << LSC_UNKNOWN_N) - 1);
  found.has = g_ascii_strtoull (words->pdata[1], NULL, 10);
  found.lacks.recorder = (LscRecorder) CLAMP (recorder, 0, LSC_RECORDER_N - 1);
  _lsc_session_take_found (self, rank, &found);
  return TRUE;
}

/* Only who compares looks at them. */
static gboolean
unpack_kernels (LscSessionFacts *facts, const LscPack *pack, GError **error)
{
  const LscStepKernels *kernels = facts->kernels = lsc_step_kernels_unpack (pack, error);

  facts->parts |= EXTRACT_KERNELS;
  if (!kernels)
    return FALSE;
  return (kernels->step < MAX (facts->digest->steps.n, 1) &&
          (kernels->works.n == 0 || kernels->works.n == facts->digest->steps.n)) ||
         lsc_fail (error, LSC_ERROR_CORRUPT, "%s", _ ("its parts do not fit together"));
}

/* Whether all but the kernels is there already, of the same file. */
static gboolean
take_old (LscSessionFacts *facts, const LscSessionFacts *old)
{
  if (!old || !old->digest || !old->has_pipeline || (old->parts & EXTRACT_PARTS) != EXTRACT_PARTS)
    return FALSE;
  facts->digest = lsc_rank_digest_ref (old->digest);
  _lsc_session_facts_share_pipeline (facts, old);
  return TRUE;
}

static gboolean
unpack_rank (LscSession *self, LscSessionRank *rank, LscSessionFacts *facts, const LscPack *pack,
             GError **error)
{
  facts->digest = lsc_rank_digest_unpack (pack, error);
  return facts->digest && unpack_pipeline (facts, pack, error) &&
         tell_notices (self, rank, pack, error) && take_found (self, rank, pack, error);
}

/* Of another version nothing is understood; the file is named, as the parts do not know it. */
static LscSessionFacts *
unpack_facts (LscSession *self, LscSessionRank *rank, const LscSessionFacts *old,
              LscDigestParts parts, const LscPack *pack, GError **error)
{
  g_autoptr (LscSessionFacts) facts = g_new0 (LscSessionFacts, 1);

  g_atomic_ref_count_init (&facts->refs);
  facts->parts = EXTRACT_PARTS;
  if (!take_old (facts, old) && !unpack_rank (self, rank, facts, pack, error))
    return NULL;
  if ((parts & EXTRACT_KERNELS) && !unpack_kernels (facts, pack, error))
    return NULL;
  return g_steal_pointer (&facts);
}

/* An extract may name any place. All of a disk is no recording, and is not looked through. */
static gboolean
is_origin (const char *path)
{
  g_autofree char *parent = g_path_get_dirname (path);

  return !g_str_equal (parent, path) && g_path_is_absolute (path) &&
         g_file_test (path, G_FILE_TEST_EXISTS);
}

/**
 * _lsc_session_find_origin:
 * @source: of an extract; others have none
 *
 * Returns: (transfer full) (nullable): the recording that it was made of, where that lies at the
 *   same place on this machine
 */
LscSource *
_lsc_session_find_origin (const LscSource *source, LscJob *job)
{
  g_autoptr (LscProject) project = NULL;

  if (source->format != LSC_FORMAT_EXTRACT || !source->origin || !is_origin (source->origin))
    return NULL;
  project = lsc_discover (source->origin, job, NULL);
  for (guint i = 0; project && i < project->clusters->len; i++)
    {
      const LscCluster *cluster = project->clusters->pdata[i];

      for (guint k = 0; k < cluster->sources->len; k++)
        {
          LscSource *found = cluster->sources->pdata[k];

          if (found->rank == source->rank && found->format != LSC_FORMAT_EXTRACT)
            return lsc_source_ref (found);
        }
    }
  return NULL;
}

/**
 * _lsc_session_read_extract:
 * @old: (nullable): what is there already, of less
 * @parts: of its digest that are wanted
 *
 * Errors: %LSC_ERROR_UNSUPPORTED for what an extract does not hold, %LSC_ERROR_CORRUPT, and those
 * of opening the file.
 *
 * Returns: (transfer full) (nullable): what was kept of the rank
 */
LscSessionFacts *
_lsc_session_read_extract (LscSession *self, LscSessionRank *rank, const LscSessionFacts *old,
                           LscDigestParts parts, LscJob *job, GError **error)
{
  g_autofree char *shown = g_filename_display_name (rank->source->file);
  g_autoptr (LscPack) pack = NULL;
  g_autoptr (GError) local = NULL;
  LscSessionFacts *facts;

  if (parts & ~(EXTRACT_PARTS | EXTRACT_KERNELS | LSC_SESSION_OPERATORS))
    {
      _lsc_session_fail_extract (rank->source, error);
      return NULL;
    }
  pack = lsc_extract_read_source (rank->source, FALSE, job, error);
  if (!pack)
    return NULL;
  facts = unpack_facts (self, rank, old, parts, pack, &local);
  if (facts)
    {
      facts->index = (gsize) (rank - self->ranks);
      facts->parts |= parts; /* without the kernels that may have been asked for beside */
    }
  else
    lsc_fail (error, LSC_ERROR_CORRUPT, _ ("%s cannot be used: %s. Extract the rank again."), shown,
              local->message);
  return facts;
}
