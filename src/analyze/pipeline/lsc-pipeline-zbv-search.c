/* lsc-pipeline-zbv-search.c - the order that a greedy search finds for ZB-V
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-zbv-search.h"

/* theory.md#zbv-search. All ops take one unit of time, so that what a device needs is there as soon
 * as it was begun in an earlier unit: counts say it, no times are kept. */

/* What a device has begun: forwards and backwards by chunk, weight gradients of both. */
typedef struct
{
  gsize forward[2];
  gsize backward[2];
  gsize weight;
} Device;

typedef struct
{
  gsize n_stages;
  gsize n_micro_batches;
  const Device *devices;
} Search;

static gsize
forwards_at (const Search *self, gsize place)
{
  gboolean is_second = place >= self->n_stages;

  return self->devices[is_second ? 2 * self->n_stages - 1 - place : place].forward[is_second];
}

static gsize
backwards_at (const Search *self, gsize place)
{
  gboolean is_second = place >= self->n_stages;

  return self->devices[is_second ? 2 * self->n_stages - 1 - place : place].backward[is_second];
}

static gboolean
is_forward_ready (const Search *self, gsize stage, guint chunk)
{
  gsize place = chunk ? 2 * self->n_stages - 1 - stage : stage;
  gsize mb = self->devices[stage].forward[chunk];

  return mb < self->n_micro_batches && (place == 0 || forwards_at (self, place - 1) > mb);
}

static gboolean
is_backward_ready (const Search *self, gsize stage, guint chunk)
{
  gsize place = chunk ? 2 * self->n_stages - 1 - stage : stage;
  gsize mb = self->devices[stage].backward[chunk];

  return mb < self->devices[stage].forward[chunk] &&
         (place + 1 == 2 * self->n_stages || backwards_at (self, place + 1) > mb);
}

/* Weight gradients at once while forwards are left keep the steady state dense; later they fill
 * waits. One activation less for the first chunk: a device full of them could not turn round. */
static char
choose (const Search *self, gsize stage)
{
  const Device *at = &self->devices[stage];
  gsize n_backward = at->backward[0] + at->backward[1];
  gsize n_held = at->forward[0] + at->forward[1] - at->weight;

  if (n_backward > at->weight && MIN (at->forward[0], at->forward[1]) < self->n_micro_batches)
    return 'w';
  if (is_backward_ready (self, stage, 1))
    return 'I';
  if (is_backward_ready (self, stage, 0))
    return 'i';
  if (n_held < 2 * self->n_stages && is_forward_ready (self, stage, 1))
    return 'F';
  if (n_held < 2 * self->n_stages - 1 && is_forward_ready (self, stage, 0))
    return 'f';
  return n_backward > at->weight ? 'w' : 0;
}

static void
begin (Device *device, char action)
{
  device->forward[0] += action == 'f';
  device->forward[1] += action == 'F';
  device->backward[0] += action == 'i';
  device->backward[1] += action == 'I';
  device->weight += action == 'w';
}

/**
 * lsc_zbv_search:
 * @stage: whose order is wanted
 * @func: told what it runs, in order
 * @is_stopped: looked at before each unit of time: %TRUE ends the search
 *
 * Lets all devices run what they can, unit of time by unit of time (theory.md#zbv-search): pending
 * weight gradients while forwards are left, else backwards, the second chunk first, else forwards,
 * the second chunk first, with at most 2P activations on a device, else weight gradients.
 *
 * Cost: O(P M P). Thread: any.
 */
void
lsc_zbv_search (gsize n_stages, gsize n_micro_batches, gsize stage, LscZbvSearchFunc func,
                const gboolean *is_stopped, gpointer user_data)
{
  g_autofree Device *devices = NULL;
  g_autofree char *actions = NULL;
  Search search;
  gboolean any = TRUE;

  g_return_if_fail (n_stages > 0 && stage < n_stages && func);
  devices = g_new0 (Device, n_stages);
  actions = g_new (char, n_stages);
  search = (Search){ n_stages, n_micro_batches, devices };
  while (any && !*is_stopped && devices[stage].weight < 2 * n_micro_batches)
    {
      any = FALSE;
      for (gsize i = 0; i < n_stages; i++)
        {
          actions[i] = choose (&search, i);
          any |= actions[i] != 0;
        }
      for (gsize i = 0; i < n_stages; i++)
        begin (&devices[i], actions[i]);
      if (actions[stage])
        func (actions[stage], user_data);
    }
}
