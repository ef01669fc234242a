/* lsc-what-if-depth.c - the model's costs by depth: what layers, head, embedding and devices take
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/lsc-stats.h"
#include "analyze/theory/lsc-what-if-private.h"

/* theory.md#what-if-surplus. A part of the model that takes longer than the others has more
 * layers, or head or embedding in it, or lies on a slow device. The recording shows that it takes
 * longer, not why; under another schedule the three are not the same: layers move with the depth
 * that they stand for, a lump stays whole at its end of the model, a device makes slow whatever
 * it holds. */

#define SUSPECT_LEAST 0.01 /* of a part's own cost */
#define SUSPECT_ERRORS 2.5 /* standard errors: less is jitter */
#define DEVICE_LEAST 0.04  /* that a device is slow beyond doubt */
#define HEAD_SPREAD 0.1    /* of a head that is given */

/** What a part without surplus takes: by layer where they are known, else by part. */
typedef struct
{
  double f;
  double b;
} Unit;

static double
layers_of (const int *layers, gsize piece)
{
  return layers ? layers[piece] : 1;
}

/* What a piece should take, in units: its layers and a head that is known. */
static double
weight_of (const LscStageCosts *self, const int *layers, gsize piece)
{
  return layers_of (layers, piece) + (piece == self->n - 1 ? self->head : 0);
}

/* Means of the places that hold the same piece, by piece. */
static double *
mean_pieces (const LscStageCosts *self, const double *values, const double *device)
{
  double *sums = g_new0 (double, self->n);
  g_autofree gsize *n = g_new0 (gsize, self->n);

  for (gsize i = 0; i < self->n_ranks * self->n_chunks; i++)
    {
      sums[self->piece[i]] += values[i] / (device ? device[i / self->n_chunks] : 1);
      n[self->piece[i]]++;
    }
  for (gsize k = 0; k < self->n; k++)
    sums[k] /= (double) MAX (n[k], 1);
  return sums;
}

/* The median of the inner pieces; of few pieces one that is slow must not be taken for what all
 * take, so that it is never above the lower median of all, and of three the least: an inner one
 * that is slow and a head leave but one. */
static double
unit_of (const LscStageCosts *self, const double *values, const int *layers)
{
  g_autofree double *pieces = mean_pieces (self, values, NULL);
  g_autofree double *inner = NULL;
  double unit;

  for (gsize k = 0; k < self->n; k++)
    pieces[k] /= weight_of (self, layers, k);
  inner = g_memdup2 (pieces + 1, (self->n - 1) * sizeof *inner);
  unit = lsc_median_lower_double (pieces, self->n); /* sorts them */
  if (self->n <= 3)
    return pieces[0];
  return MIN (unit, lsc_median_mean_double (inner, self->n - 2));
}

static Unit
find_unit (const LscStageCosts *self, const int *layers)
{
  return (Unit){ unit_of (self, self->f, layers), unit_of (self, self->b, layers) };
}

static LscSuspect
suspect_of (const LscStageCosts *self, gsize rank)
{
  LscSuspect suspect = LSC_SUSPECT_INNER;

  for (guint c = 0; c < self->n_chunks; c++)
    {
      gsize piece = self->piece[rank * self->n_chunks + c];

      if (piece == 0)
        return LSC_SUSPECT_FIRST;
      if (piece == self->n - 1)
        suspect = LSC_SUSPECT_LAST;
    }
  return suspect;
}

/* By how much all chunks of a rank differ from the others alike: a slow device spares none. */
static double
common_factor (const LscStageCosts *self, const double *values, double unit, const int *layers,
               gsize rank)
{
  double least = INFINITY, most = 0;

  for (guint c = 0; c < self->n_chunks; c++)
    {
      gsize place = rank * self->n_chunks + c;
      double factor = values[place] / (unit * weight_of (self, layers, self->piece[place]));

      least = MIN (least, factor);
      most = MAX (most, factor);
    }
  if (least > 1 && most < INFINITY)
    return least;
  return most < 1 && most > 0 ? most : 1;
}

/* By what share a number that was given for the head of a rank may be wrong. */
static double
head_error (const LscStageCosts *self, const int *layers, gsize rank)
{
  double error = 0;

  for (guint c = 0; c < self->n_chunks; c++)
    if (self->piece[rank * self->n_chunks + c] == self->n - 1)
      error = HEAD_SPREAD * self->head / weight_of (self, layers, self->n - 1);
  return error;
}

/* Whether a rank differs from the others by more than @least and than jitter explains. */
static gboolean
is_odd (const LscStageCosts *self, const Unit *unit, const int *layers, gsize rank, double least)
{
  double error = 0, surplus = 0;

  for (guint c = 0; c < self->n_chunks; c++)
    {
      gsize place = rank * self->n_chunks + c;
      double whole = (unit->f + unit->b) * weight_of (self, layers, self->piece[place]);

      if (whole <= 0)
        return TRUE;
      surplus = MAX (surplus, fabs ((self->f[place] + self->b[place]) / whole - 1));
      error = MAX (error, self->error[place]);
    }
  return error <= 0 || surplus > MAX (least, SUSPECT_ERRORS * error);
}

/* Whether it does so by more than a given head may be wrong. */
static gboolean
is_suspicious (const LscStageCosts *self, const Unit *unit, const int *layers, gsize rank)
{
  double least = MAX (SUSPECT_LEAST, head_error (self, layers, rank));

  return is_odd (self, unit, layers, rank, least);
}

/** Returns: whether any rank of @suspect differs from the others by more than jitter explains */
gboolean
_lsc_stage_costs_is_suspect (const LscStageCosts *self, LscSuspect suspect, const int *layers)
{
  Unit unit = find_unit (self, layers);

  for (gsize rank = 0; rank < self->n_ranks && self->n > 1; rank++)
    if (suspect_of (self, rank) == suspect && is_suspicious (self, &unit, layers, rank))
      return TRUE;
  return FALSE;
}

/** Returns: whether an inner rank is slower than the others beyond doubt, its layers being known: a
 * slow device */
gboolean
_lsc_stage_costs_has_slow_device (const LscStageCosts *self, const int *layers)
{
  Unit unit = find_unit (self, layers);

  for (gsize rank = 0; layers && rank < self->n_ranks && self->n > 1; rank++)
    if (suspect_of (self, rank) == LSC_SUSPECT_INNER &&
        common_factor (self, self->f, unit.f, layers, rank) > 1 &&
        is_odd (self, &unit, layers, rank, DEVICE_LEAST))
      return TRUE;
  return FALSE;
}

/* Which pieces differ from the others: those on a rank that does. */
static gboolean *
find_odd (const LscStageCosts *self, const Unit *unit, const int *layers)
{
  gboolean *odd = g_new0 (gboolean, self->n);

  for (gsize i = 0; i < self->n_ranks * self->n_chunks; i++)
    odd[self->piece[i]] |= is_odd (self, unit, layers, i / self->n_chunks, 0);
  return odd;
}

/* Pieces that differ by jitter alone take the same: the mean of all of them, by layer. */
static void
level (double *values, const LscStageCosts *self, const gboolean *odd, const int *layers)
{
  double sum = 0, weight = 0;

  for (gsize k = 0; k < self->n; k++)
    {
      sum += odd[k] ? 0 : values[k];
      weight += odd[k] ? 0 : weight_of (self, layers, k);
    }
  for (gsize k = 0; k < self->n; k++)
    if (!odd[k])
      values[k] = sum / weight * weight_of (self, layers, k);
}

/* What is left above the others at an end of the model, and is no device's, is a lump, unless it
 * is said to be layers. */
static double
take_lump (double *value, double unit, double weight, gboolean is_lump)
{
  double lump = is_lump ? MAX (0, *value - unit * weight) : 0;

  *value -= lump;
  return lump;
}

/* What a rank takes longer for its device, of a @factor that it takes longer in all. */
static double
device_factor (const LscSupposition *supposed, LscSuspect suspect, double factor)
{
  return 1 + (factor - 1) * supposed->device_part[suspect];
}

static gboolean
is_of_device (LscSurplus surplus)
{
  return surplus == LSC_SURPLUS_DEVICE || surplus == LSC_SURPLUS_FIXED;
}

static void
find_devices (LscDepthCosts *self, const LscStageCosts *stages, const Unit *unit,
              const LscSupposition *supposed, const int *layers)
{
  self->device_f = g_new (double, self->n_ranks);
  self->device_b = g_new (double, self->n_ranks);
  for (gsize rank = 0; rank < self->n_ranks; rank++)
    {
      LscSuspect suspect = suspect_of (stages, rank);

      self->device_f[rank] = self->device_b[rank] = 1;
      if (stages->n < 2 || !is_of_device (supposed->of[suspect]) ||
          !is_suspicious (stages, unit, layers, rank))
        continue;
      self->device_f[rank] = device_factor (
          supposed, suspect, common_factor (stages, stages->f, unit->f, layers, rank));
      self->device_b[rank] = device_factor (
          supposed, suspect, common_factor (stages, stages->b, unit->b, layers, rank));
    }
}

/* Which devices are slow is known by now from what they took; those that are fixed are so no more.
 */
static void
fix_devices (LscDepthCosts *self, const LscStageCosts *stages, const LscSupposition *supposed)
{
  for (gsize rank = 0; rank < self->n_ranks; rank++)
    if (supposed->of[suspect_of (stages, rank)] == LSC_SURPLUS_FIXED)
      self->device_f[rank] = self->device_b[rank] = 1;
}

/**
 * _lsc_depth_costs_init:
 * @supposed: what the surplus of each suspect is
 * @layers: (nullable): of each piece
 */
void
_lsc_depth_costs_init (LscDepthCosts *self, const LscStageCosts *stages,
                       const LscSupposition *supposed, const int *layers)
{
  Unit unit = find_unit (stages, layers);
  gsize last = stages->n - 1;
  g_autofree gboolean *odd = NULL;
  gboolean has_first, has_last;

  *self = (LscDepthCosts){ .n = stages->n, .n_ranks = stages->n_ranks };
  unit.f *= supposed->unit;
  unit.b *= supposed->unit;
  find_devices (self, stages, &unit, supposed, layers);
  self->f = mean_pieces (stages, stages->f, self->device_f);
  self->b = mean_pieces (stages, stages->b, self->device_b);
  fix_devices (self, stages, supposed);
  if (last == 0)
    return;
  odd = find_odd (stages, &unit, layers);
  level (self->f, stages, odd, layers);
  level (self->b, stages, odd, layers);
  has_first = odd[0] && supposed->of[LSC_SUSPECT_FIRST] != LSC_SURPLUS_LAYERS;
  has_last =
      (odd[last] || stages->head > 0) && supposed->of[LSC_SUSPECT_LAST] != LSC_SURPLUS_LAYERS;
  self->first_f = take_lump (&self->f[0], unit.f, layers_of (layers, 0), has_first);
  self->first_b = take_lump (&self->b[0], unit.b, layers_of (layers, 0), has_first);
  self->last_f = take_lump (&self->f[last], unit.f, layers_of (layers, last), has_last);
  self->last_b = take_lump (&self->b[last], unit.b, layers_of (layers, last), has_last);
}

/** Frees what @self holds. */
void
_lsc_depth_costs_clear (LscDepthCosts *self)
{
  g_clear_pointer (&self->f, g_free);
  g_clear_pointer (&self->b, g_free);
  g_clear_pointer (&self->device_f, g_free);
  g_clear_pointer (&self->device_b, g_free);
}

/* What every one of the first @n ranks takes when they take the same time: a slow device then holds
 * less. */
static double
balance (const double *values, gsize n, double lumps, const double *device, gsize n_ranks)
{
  double speed = 0, sum = lumps;

  for (gsize i = 0; i < n; i++)
    sum += values[i];
  for (gsize i = 0; i < n_ranks; i++)
    speed += 1 / device[i];
  return sum / (double) n * (double) n_ranks / speed;
}

/* Gives the first @n pieces the same, and their devices nothing more to slow down. */
static void
set_balanced (LscDepthCosts *self, gsize n, double f, double b)
{
  for (gsize i = 0; i < n; i++)
    {
      self->f[i] = f;
      self->b[i] = b;
    }
  for (gsize i = 0; i < MIN (n, self->n_ranks); i++)
    self->device_f[i] = self->device_b[i] = 1;
  self->first_f = self->first_b = 0;
}

/**
 * _lsc_depth_costs_balance:
 * @is_plain: each rank has one piece, in order
 *
 * Layers are moved until all ranks take the same time; lumps have their part in it. Where the head
 * alone takes longer than that, its rank keeps nothing else, and the others share the layers.
 */
void
_lsc_depth_costs_balance (LscDepthCosts *self, gboolean is_plain)
{
  gsize n = self->n, last = self->n_ranks - 1;
  double f = balance (self->f, n, self->first_f + self->last_f, self->device_f, self->n_ranks);
  double b = balance (self->b, n, self->first_b + self->last_b, self->device_b, self->n_ranks);

  if (is_plain && n > 1 &&
      self->last_f * self->device_f[last] + self->last_b * self->device_b[last] > f + b)
    {
      f = balance (self->f, last, self->first_f + self->f[last], self->device_f, last);
      b = balance (self->b, last, self->first_b + self->b[last], self->device_b, last);
      set_balanced (self, last, f, b);
      self->f[last] = self->b[last] = 0;
      return;
    }
  set_balanced (self, n, f, b);
  self->device_f[last] = self->device_b[last] = 1;
  self->last_f = self->last_b = 0;
}
