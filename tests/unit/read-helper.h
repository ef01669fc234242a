/* read-helper.h - loads built profiles and looks into what came of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-test-profile.h"
#include "read/lsc-open.h"

G_BEGIN_DECLS

/* A time of a built profile. */
#define T(ns) (LSC_TEST_T0 + (ns))

LscRun *try_load (LscTestProfile *profile, LscLoadFlags flags, GError **error);
LscRun *load (LscTestProfile *profile, LscLoadFlags flags);
void expect_notice (LscRun *run, const char *code, const char *table, gint64 count,
                    const char *words);
void expect_no_notice (LscRun *run, const char *code, const char *table);
const char *kernel_name (LscRun *run, gsize index);

G_END_DECLS
