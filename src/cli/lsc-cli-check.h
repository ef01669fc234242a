/* lsc-cli-check.h - what limits came to, for people, programs and systems of continuous integration
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-check.h"
#include "judge/compare/lsc-compare.h"

G_BEGIN_DECLS

/**
 * LscCliCheckResult: what is said of a check
 * @name: (nullable): what the recording is called
 * @compare: (nullable): of the recording with what relative limits are measured against
 * @cause: (nullable): what makes the steps longer, where a limit is exceeded
 */
typedef struct
{
  const LscCheck *check;
  const char *name;
  const LscCompare *compare;
  const char *cause;
  const GPtrArray *unknown; /* (element-type LscUnknownCells) */
} LscCliCheckResult;

char *lsc_cli_check_to_text (const LscCliCheckResult *self);
char *lsc_cli_check_to_markdown (const LscCliCheckResult *self);
char *lsc_cli_check_to_json (const LscCliCheckResult *self);
char *lsc_cli_check_to_junit (const LscCliCheckResult *self);

G_END_DECLS
