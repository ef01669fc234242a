/* fuzz-message.c - libFuzzer target: texts of ranges
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-message.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Any bytes give a message with a valid name and some kind or none. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (LscPipelineMessage) message = lsc_pipeline_message_parse (text, size);
  g_autoptr (LscPipelineWords) loose = lsc_pipeline_words_new (NULL, TRUE, NULL);
  int kind = lsc_pipeline_classify (loose, message->name);

  g_assert (g_utf8_validate (message->name, -1, NULL));
  g_assert (kind >= LSC_BLOCK_KIND_NONE && kind < LSC_BLOCK_N_KINDS);
  g_assert (message->kind >= LSC_BLOCK_KIND_NONE && message->kind < LSC_BLOCK_N_KINDS);
  g_assert (size <= 4096 || strnlen (text, size) <= 4096 ||
            g_utf8_strlen (message->name, -1) <= 64);
  return 0;
}
