/* lsc-synth-random.h - the writer's own random numbers: equal on every machine
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* SplitMix64. GRand is not used: its sequence may change with an environment variable. */
typedef struct
{
  guint64 state;
} LscSynthRandom;

static inline guint64
lsc_synth_random_next (LscSynthRandom *self)
{
  guint64 z = (self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Starts the sequence that belongs to @seed and three further numbers. */
static inline LscSynthRandom
lsc_synth_random_seed (guint64 seed, guint64 a, guint64 b, guint64 c)
{
  LscSynthRandom self = { seed };

  self.state = lsc_synth_random_next (&self) ^ a;
  self.state = lsc_synth_random_next (&self) ^ (b << 20);
  self.state = lsc_synth_random_next (&self) ^ (c << 40);
  return self;
}

/* A number in 0 .. 1, 1 excluded. */
static inline double
lsc_synth_random_unit (LscSynthRandom *self)
{
  return (double) (lsc_synth_random_next (self) >> 11) * (1.0 / 9007199254740992.0);
}

/* An integer in 0 .. @bound, @bound excluded; @bound is at least 1. */
static inline guint32
lsc_synth_random_below (LscSynthRandom *self, guint32 bound)
{
  return (guint32) (((lsc_synth_random_next (self) >> 32) * bound) >> 32);
}

G_END_DECLS
