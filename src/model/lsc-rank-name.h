/* lsc-rank-name.h - what a rank is called
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-phrase.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

LscPhrase *lsc_rank_name_new (gint64 rank, const char *folder);
char *lsc_rank_name_get_title (gint64 rank, const char *folder);

G_END_DECLS
