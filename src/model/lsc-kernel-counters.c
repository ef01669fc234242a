/* lsc-kernel-counters.c - what was counted while a kernel ran
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-kernel-counters.h"

#include <math.h>
#include <string.h>

/* TASK_PMU_INFO and kernel_details.csv have the same names (operators.md#counters). */
static const LscCounterName names[] = {
  { "aic_mac_ratio", LSC_KERNEL_MAC, LSC_COUNTER_OF_CUBE, 1 },
  { "mac_ratio", LSC_KERNEL_MAC, LSC_COUNTER_OF_ANY, 1 },
  { "aiv_vec_ratio", LSC_KERNEL_VECTOR, LSC_COUNTER_OF_VECTOR, 1 },
  { "vec_ratio", LSC_KERNEL_VECTOR, LSC_COUNTER_OF_ANY, 1 },
  { "aic_mte1_ratio", LSC_KERNEL_MTE1, LSC_COUNTER_OF_CUBE, 1 },
  { "mte1_ratio", LSC_KERNEL_MTE1, LSC_COUNTER_OF_ANY, 1 },
  { "aic_mte2_ratio", LSC_KERNEL_MTE2, LSC_COUNTER_OF_CUBE, 1 },
  { "aiv_mte2_ratio", LSC_KERNEL_MTE2, LSC_COUNTER_OF_VECTOR, 1 },
  { "mte2_ratio", LSC_KERNEL_MTE2, LSC_COUNTER_OF_ANY, 1 },
  { "aiv_mte3_ratio", LSC_KERNEL_MTE3, LSC_COUNTER_OF_VECTOR, 1 },
  { "mte3_ratio", LSC_KERNEL_MTE3, LSC_COUNTER_OF_ANY, 1 },
  { "aic_fixpipe_ratio", LSC_KERNEL_FIXPIPE, LSC_COUNTER_OF_CUBE, 1 },
  { "fixpipe_ratio", LSC_KERNEL_FIXPIPE, LSC_COUNTER_OF_ANY, 1 },
  { "aic_scalar_ratio", LSC_KERNEL_SCALAR, LSC_COUNTER_OF_CUBE, 1 },
  { "aiv_scalar_ratio", LSC_KERNEL_SCALAR, LSC_COUNTER_OF_VECTOR, 1 },
  { "scalar_ratio", LSC_KERNEL_SCALAR, LSC_COUNTER_OF_ANY, 1 },
  { "aic_icache_miss_rate", LSC_KERNEL_ICACHE_MISS, LSC_COUNTER_OF_CUBE, 1 },
  { "aiv_icache_miss_rate", LSC_KERNEL_ICACHE_MISS, LSC_COUNTER_OF_VECTOR, 1 },
  { "icache_miss_rate", LSC_KERNEL_ICACHE_MISS, LSC_COUNTER_OF_ANY, 1 },
  { "cube_utilization(%)", LSC_KERNEL_CUBE_UTILISATION, LSC_COUNTER_OF_CUBE, 0.01 },
  { "cube_utilization", LSC_KERNEL_CUBE_UTILISATION, LSC_COUNTER_OF_CUBE, 0.01 },
};

/** Returns: (transfer none) (array length=n): all names */
const LscCounterName *
lsc_counter_name_list (gsize *n)
{
  *n = G_N_ELEMENTS (names);
  return names;
}

/** Returns: (nullable): what a name stands for */
const LscCounterName *
lsc_counter_name_find (const char *name)
{
  g_return_val_if_fail (name, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      return &names[i];
  return NULL;
}

/** Makes all of them not recorded. */
void
lsc_kernel_counters_init (LscKernelCounters *self)
{
  for (guint i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    self->values[i] = NAN;
  self->is_dynamic = FALSE;
}

/* Tables have a 0 for the kind of core that a kernel does not use. */
static gboolean
is_of_core (LscCounterSide side, const char *core)
{
  if (side == LSC_COUNTER_OF_CUBE)
    return strcmp (core, "AI_VECTOR_CORE") != 0 && strcmp (core, "AI_CPU") != 0;
  if (side == LSC_COUNTER_OF_VECTOR)
    return strcmp (core, "AI_CORE") != 0 && strcmp (core, "AI_CPU") != 0;
  return TRUE;
}

/**
 * lsc_kernel_counters_take:
 * @core: of the kernel, as recorded, "" = not known
 * @value: as recorded; what is no share is left out
 *
 * Where both kinds of cores count, the larger value stays: a kernel is bound by the busier one.
 */
void
lsc_kernel_counters_take (LscKernelCounters *self, const LscCounterName *about, const char *core,
                          double value)
{
  float *kept = &self->values[about->counter];
  double scaled = value * about->scale;

  if (!(scaled >= 0 && scaled <= 1) || !is_of_core (about->side, core))
    return;
  *kept = isnan (*kept) ? (float) scaled : MAX (*kept, (float) scaled);
}

/** Returns: whether any of them was recorded */
gboolean
lsc_kernel_counters_has_any (const LscKernelCounters *self)
{
  for (guint i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    if (!isnan (self->values[i]))
      return TRUE;
  return FALSE;
}
