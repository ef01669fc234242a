/* lsc-pipeline-message.h - texts of recorded ranges: scanner and kinds
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#include "analyze/pipeline/lsc-pipeline-types.h"

G_BEGIN_DECLS

/** Not a pipeline range. */
#define LSC_BLOCK_KIND_NONE (-1)

/**
 * LscPipelineMessage: what a range's text says (pipeline.md#kinds)
 * @name: valid UTF-8
 * @kind: what the key "kind" says: an LscBlockKind or %LSC_BLOCK_KIND_NONE
 * @micro_batch: key "current_microbatch", if @has_micro_batch
 * @chunk: keys "chunk" or "vp_stage", if @has_chunk
 * @stage: key "stage", if @has_stage
 */
typedef struct
{
  char *name;
  int kind;
  gboolean has_micro_batch;
  gboolean has_chunk;
  gboolean has_stage;
  gint64 micro_batch;
  gint64 chunk;
  gint64 stage;
} LscPipelineMessage;

/** Extra words for kinds, see lsc_pipeline_words_new(). */
typedef struct _LscPipelineWords LscPipelineWords;

LscPipelineMessage *lsc_pipeline_message_parse (const char *text, gsize length);
void lsc_pipeline_message_free (LscPipelineMessage *self);

LscPipelineWords *lsc_pipeline_words_new (const char *const *words, gboolean loose, GError **error);
void lsc_pipeline_words_free (LscPipelineWords *self);
int lsc_pipeline_classify (const LscPipelineWords *words, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPipelineMessage, lsc_pipeline_message_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPipelineWords, lsc_pipeline_words_free)

G_END_DECLS
