/* lsc-kineto-texts.c - traces of all formats
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"
#include "read/nsight/lsc-nsight.h"
#include "read/perfetto/lsc-perfetto.h"

/**
 * _lsc_kineto_read_file:
 * @texts: (out): to be cleared
 *
 * Errors: those of the readers.
 *
 * Returns: (transfer full) (nullable): the events of a trace, whatever its format
 */
LscTraceFile *
_lsc_kineto_read_file (LscSource *source, guint n_threads, LscTraceTexts *texts, LscJob *job,
                       GError **error)
{
  *texts = (LscTraceTexts){ 0 };
  if (source->format == LSC_FORMAT_PERFETTO)
    return lsc_perfetto_read (source, texts, job, error);
  if (source->format == LSC_FORMAT_NSIGHT)
    return lsc_nsight_read (source, texts, job, error);
  return lsc_trace_file_read (source, LSC_TRACE_KINETO, n_threads, job, error);
}
