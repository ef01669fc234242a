/* lsc-damage.h - files that are damaged at random, and what may be made of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"
#include "model/lsc-source.h"

G_BEGIN_DECLS

/** What became of a file. All but these is a failure of the test. */
typedef enum
{
  LSC_DAMAGE_SAME,    /* what was read is what the file held before */
  LSC_DAMAGE_AGREED,  /* it is something else, which the plain reader reads as well */
  LSC_DAMAGE_TOLD,    /* something is missing, and that is told */
  LSC_DAMAGE_REFUSED, /* nothing was read, and that is told */
  LSC_DAMAGE_N_OUTCOMES,
} LscDamageOutcome;

/**
 * LscDamageCase: a file to be damaged
 * @bytes, @n: what it holds
 * @path: where damaged copies of it are written
 * @source: (nullable): the recording that it is then
 * @print: of the timeline of the file as it is
 */
typedef struct
{
  const char *name;
  char *bytes;
  gsize n;
  char *path;
  LscSource *source;
  guint64 print;
} LscDamageCase;

/** Looks at LscDamageCase.path, which is damaged or not; ends the program where it does not hold.
 */
typedef LscDamageOutcome (*LscDamageCheck) (const LscDamageCase *self, GRand *random);

char *lsc_damage_make (const char *bytes, gsize n, gsize block, GRand *random, gsize *n_out);

guint64 lsc_damage_print (const LscTimeline *timeline);
guint64 lsc_damage_load (LscSource *source, guint n_threads, gboolean *is_told);
guint64 lsc_damage_load_alike (LscSource *source, gboolean *is_told);

LscDamageOutcome lsc_damage_check_db (const LscDamageCase *self, GRand *random);
LscDamageOutcome lsc_damage_check_trace (const LscDamageCase *self, GRand *random);
LscDamageOutcome lsc_damage_check_table (const LscDamageCase *self, GRand *random);
LscDamageOutcome lsc_damage_check_archive (const LscDamageCase *self, GRand *random);

G_END_DECLS
