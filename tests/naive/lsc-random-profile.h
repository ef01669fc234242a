/* lsc-random-profile.h - random profiles for property tests, the same for the same seed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include "lsc-test-profile.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_RANDOM_NONE = 0,
  LSC_RANDOM_NESTED_ONLY = 1 << 0, /* one thread per tree, no crossings, nothing sticks out */
  LSC_RANDOM_NO_DAMAGE = 1 << 1,   /* no missing names, NULL ids, duplicates, bad times */
  LSC_RANDOM_TRACE = 1 << 2,       /* ranges as trace rows instead of mstx rows */
} LscRandomFlags;

/* Step ids of the STEP_TIME rows; every profile has these two. */
#define LSC_RANDOM_STEP_A 7
#define LSC_RANDOM_STEP_B 8

LscTestProfile *lsc_random_profile_new (guint32 seed, LscRandomFlags flags);

G_END_DECLS
