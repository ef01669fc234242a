/* lsc-foreign.h - why a file that looks like a recording is none that can be read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscForeign: what a file is instead
 * @what: untranslated: the end of a sentence that begins with the name of the file
 * @remedy: untranslated: what can be done
 * @is_trace: whether it may well be a trace, which is then missing
 */
typedef struct
{
  const char *what;
  const char *remedy;
  gboolean is_trace;
} LscForeign;

const LscForeign *lsc_foreign_find (const char *path, LscJob *job);

G_END_DECLS
