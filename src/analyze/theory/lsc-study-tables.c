/* lsc-study-tables.c - result tables of a study
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-study.h"

LscTable *
lsc_study_wait_table (const LscStudy *self)
{
  (void) self;
  return NULL;
}

LscTable *
lsc_study_balance_table (const LscStudy *self)
{
  (void) self;
  return NULL;
}

LscTable *
lsc_study_ladder_table (const LscStudy *self)
{
  (void) self;
  return NULL;
}

LscTable *
lsc_study_path_table (const LscStudy *self)
{
  (void) self;
  return NULL;
}

LscTable *
lsc_study_micro_batch_table (const LscStudy *self)
{
  (void) self;
  return NULL;
}

LscTable *
lsc_study_link_table (const LscStudy *self)
{
  (void) self;
  return NULL;
}

LscTable *
lsc_study_bubble_table (const LscStudy *self)
{
  (void) self;
  return NULL;
}

LscTable *
lsc_study_summary_table (const LscStudy *self)
{
  (void) self;
  return NULL;
}
