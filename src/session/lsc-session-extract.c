/* lsc-session-extract.c - what is kept of a rank, to and from a file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-extract.h"

#include "analyze/digest/lsc-digest-pack.h"
#include "analyze/excerpt/lsc-excerpt-make.h"
#include "model/lsc-notice-pack.h"
#include "read/extract/lsc-extract-file.h"
#include "session/lsc-session-private.h"

/* ---- to a file ----------------------------------------------------------------------------- */

/* Why a rank has no part in a pipeline though its marks were looked for. */
static void
pack_failure (const GError *failure, LscPack *pack)
{
  g_autofree char *code = g_strdup_printf ("%d", failure->code);
  const char *words[] = { code, failure->message };

  lsc_pack_add_texts (pack, "pipeline.failure", words, G_N_ELEMENTS (words));
}

static void
pack_pipeline (const LscSessionFacts *facts, LscPack *pack)
{
  g_autofree LscPipelineKnownOp *known = _lsc_session_list_known (facts->digest);

  lsc_pipeline_rank_pack (facts->pipeline, known, facts->digest->ops.n, pack);
}

/* What the recording lacks: not known is the same of both. */
static void
pack_found (LscSession *self, LscSessionRank *rank, LscPack *pack)
{
  g_autofree char *lacks = NULL, *has = NULL, *recorder = NULL;

  g_mutex_lock (&self->lock);
  lacks = g_strdup_printf ("%" G_GUINT64_FORMAT, rank->found.lacks.bits);
  has = g_strdup_printf ("%" G_GUINT64_FORMAT, rank->found.has);
  recorder = g_strdup_printf ("%d", (int) rank->found.lacks.recorder);
  g_mutex_unlock (&self->lock);
  lsc_pack_add_texts (pack, "found", (const char *[]){ lacks, has, recorder }, 3);
}

/**
 * lsc_session_pack_rank:
 * @self: of that rank alone, so that all its notices are of it
 *
 * Reads the rank, and packs what overview, findings, pipelines and comparisons need of it
 * (extract.md#content); with lsc_session_expect_excerpt() its excerpt, too. Errors: those of
 * reading it.
 *
 * Returns: (transfer full) (nullable): what lsc_session_get_digest() and the others make anew
 */
LscPack *
lsc_session_pack_rank (LscSession *self, LscSource *source, LscJob *job, GError **error)
{
  g_autoptr (LscSessionFacts) facts = NULL;
  g_autoptr (LscPack) pack = NULL;

  g_return_val_if_fail (self && source, NULL);
  facts = _lsc_session_get_facts_of (self, source, LSC_DIGEST_JUDGED | LSC_DIGEST_COMPARED, TRUE,
                                     job, error);
  if (!facts)
    return NULL;
  pack = lsc_pack_new ();
  lsc_rank_digest_pack (facts->digest, pack);
  lsc_step_kernels_pack (facts->kernels, pack);
  if (facts->pipeline)
    pack_pipeline (facts, pack);
  if (facts->failure)
    pack_failure (facts->failure, pack);
  if (facts->notices)
    lsc_notices_pack (facts->notices, pack, "pipeline.run_notices");
  lsc_notices_pack (self->notices, pack, "notices");
  pack_found (self, _lsc_session_find (self, source), pack);
  if (facts->excerpt)
    lsc_excerpt_pack (facts->excerpt, pack);
  return g_steal_pointer (&pack);
}

/** Returns: (transfer full) (nullable): the name of the host that a rank that was read ran on */
char *
lsc_session_find_host (LscSession *self, LscSource *source)
{
  g_autoptr (LscSessionFacts) facts = NULL;

  g_return_val_if_fail (self && source, NULL);
  facts = lsc_once_peek (_lsc_session_find (self, source)->facts);
  return facts && facts->digest
             ? g_strdup (lsc_rank_digest_text (facts->digest, facts->digest->host))
             : NULL;
}

/** As lsc_extract_list(). */
GPtrArray *
lsc_session_list_extracts (const char *path, LscJob *job, GError **error)
{
  return lsc_extract_list (path, job, error);
}

/** As lsc_extract_read(). */
LscPack *
lsc_session_read_pack (const char *path, gint64 id, LscJob *job, GError **error)
{
  return lsc_extract_read (path, id, job, error);
}

/** Returns: whether a rank of a file has an excerpt of its events; %FALSE also where it cannot be
 * read */
gboolean
lsc_session_has_excerpt (const char *path, gint64 id)
{
  g_autoptr (LscPack) pack = lsc_extract_read (path, id, NULL, NULL);

  return pack && lsc_excerpt_is_packed (pack);
}

/** Returns: (transfer full) (nullable): what the content of a recording is told by */
char *
lsc_session_fingerprint (const LscSource *source, GError **error)
{
  g_return_val_if_fail (source, NULL);
  return lsc_extract_fingerprint (source->file, error);
}
