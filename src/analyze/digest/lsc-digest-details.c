/* lsc-digest-details.c - what the file says of the kernels that take most time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-parts-private.h"
#include "analyze/module/lsc-chip.h"

/* findings.md#counters. The longest of a name stands for all of them: its row and its counters are
 * read again, those of every kernel would take longer than all the rest. */

#define LEAST_SHARE 0.01 /* of the time of all kernels */
#define MOST_KERNELS 16
#define LEAST_AI_CPU_SHARE 0.001 /* likewise, of the AI CPU */
#define MOST_AI_CPU_KERNELS 8
#define ALIGNED_AXIS 256

/* Titles of the counters, as databases and text exports call them. */
static const struct
{
  LscPipe pipe;
  const char *titles[3];
} pipes[] = {
  { LSC_PIPE_MAC, { "aic_mac_ratio", "mac_ratio" } },
  { LSC_PIPE_VECTOR, { "aiv_vec_ratio", "vec_ratio" } },
  { LSC_PIPE_LOAD, { "aic_mte2_ratio", "aiv_mte2_ratio", "mte2_ratio" } },
  { LSC_PIPE_STORE, { "aiv_mte3_ratio", "mte3_ratio" } },
  { LSC_PIPE_FIXPIPE, { "aic_fixpipe_ratio", "fixpipe_ratio" } },
  { LSC_PIPE_OTHER, { "aic_mte1_ratio", "mte1_ratio" } },
  { LSC_PIPE_OTHER, { "aic_scalar_ratio", "aiv_scalar_ratio", "scalar_ratio" } },
};

static const char *
find (const GPtrArray *details, const char *title)
{
  for (guint i = 0; i < details->len; i++)
    if (strcmp (((const LscDetail *) details->pdata[i])->key, title) == 0)
      return ((const LscDetail *) details->pdata[i])->value;
  return NULL;
}

static void
take_pipes (LscDigestKernel *kernel, const GPtrArray *details)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pipes); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (pipes[i].titles) && pipes[i].titles[k]; k++)
      {
        const char *value = find (details, pipes[i].titles[k]);
        double ratio = value ? g_ascii_strtod (value, NULL) : 0;

        if (!value || !(ratio >= 0 && ratio <= 1))
          continue;
        kernel->has_pipes = TRUE;
        kernel->pipes[pipes[i].pipe] = MAX (kernel->pipes[pipes[i].pipe], ratio);
      }
}

/* Whether the last axis of some input is not what the cube works in. Shapes are "4096,64;64,8". */
static gboolean
is_odd (const char *shapes)
{
  g_auto (GStrv) inputs = shapes ? g_strsplit (shapes, ";", -1) : NULL;

  for (guint i = 0; inputs && inputs[i]; i++)
    {
      const char *last = strrchr (inputs[i], ',');
      gint64 axis = last ? g_ascii_strtoll (last + 1, NULL, 10) : 0;

      if (axis > 0 && axis % ALIGNED_AXIS != 0)
        return TRUE;
    }
  return FALSE;
}

/* findings.md#ai-cpu. Those of which most operators have no kernel for the cores stand first. */
static const char *const slow_types[] = { "DOUBLE", "COMPLEX128", "COMPLEX64", "INT64",
                                          "UINT64", "INT16",      "UINT16" };

/* Whether "DT_DOUBLE;INT64" has a type. */
static gboolean
has_type (char *const *inputs, const char *type)
{
  for (guint i = 0; inputs[i]; i++)
    {
      const char *input = g_strstrip (inputs[i]);

      if (strcmp (g_str_has_prefix (input, "DT_") ? input + 3 : input, type) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
take_types (LscRankDigest *self, LscDigestKernel *kernel, const GPtrArray *details)
{
  const char *types = find (details, "inputDataTypes");
  g_auto (GStrv) inputs = NULL;
  g_autoptr (GString) list = g_string_new (NULL);

  if (!types)
    types = find (details, "Input Data Types");
  if (!types || !*types || strcmp (types, "N/A") == 0 || strcmp (types, "NULL") == 0)
    return;
  inputs = g_strsplit (types, ";", -1);
  kernel->has_types = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (slow_types); i++)
    if (has_type (inputs, slow_types[i]))
      g_string_append_printf (list, list->len > 0 ? ", %s" : "%s", slow_types[i]);
  if (list->len > 0)
    kernel->slow_types = lsc_intern_add (self->texts, list->str);
}

static void
take_state (LscDigestKernel *kernel, const GPtrArray *details)
{
  const char *state = find (details, "opState");

  if (!state)
    state = find (details, "OP State");
  kernel->is_dynamic = g_strcmp0 (state, "dynamic") == 0;
  kernel->has_state = kernel->is_dynamic || g_strcmp0 (state, "static") == 0;
}

static void
take_details (LscDigestKernel *kernel, const GPtrArray *details)
{
  const char *cores = find (details, "blockNum");
  const char *shapes = find (details, "inputShapes");

  if (!cores)
    cores = find (details, "blockDim");
  if (!cores)
    cores = find (details, "Block Dim");
  kernel->n_cores = cores ? g_ascii_strtoll (cores, NULL, 10) : 0;
  kernel->is_odd = is_odd (shapes ? shapes : find (details, "Input Shapes"));
  take_state (kernel, details);
  take_pipes (kernel, details);
}

/* Kernels of the cube never use more cores than there are. */
static void
guess_cores (LscRankDigest *self)
{
  gint64 most = 0;

  for (gsize i = 0; i < self->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &self->kernels.items[i];

      if (kernel->kind == LSC_SLICE_CUBE)
        most = MAX (most, kernel->n_cores);
    }
  self->n_cores = lsc_chip_guess_cores (most);
}

/* (transfer full) (nullable): the row of the longest kernel of a name */
static GPtrArray *
read_longest (const LscDigestKernel *kernel, const LscTimeline *timeline)
{
  return lsc_timeline_read_details (timeline, lsc_timeline_get_spot (timeline, kernel->longest),
                                    NULL);
}

/* What the AI CPU computes seldom takes much, and is worth a word all the same: of the kernels from
 * @first on their data types. */
static void
take_ai_cpu (LscRankDigest *self, const LscTimeline *timeline, gsize first, gint64 all_ns)
{
  guint n = 0;

  for (gsize i = first; i < self->kernels.n && n < MOST_AI_CPU_KERNELS; i++)
    {
      LscDigestKernel *kernel = &self->kernels.items[i];
      g_autoptr (GPtrArray) details = NULL;

      if ((double) kernel->ns < LEAST_AI_CPU_SHARE * (double) all_ns)
        break;
      if (kernel->kind != LSC_SLICE_AI_CPU)
        continue;
      n++;
      details = read_longest (kernel, timeline);
      if (details)
        take_types (self, kernel, details);
    }
}

/**
 * _lsc_digest_take_details:
 *
 * Reads what the file says of the kernels that take most, which must be known, by time. A file that
 * cannot be read again says nothing.
 */
void
_lsc_digest_take_details (LscRankDigest *self, const LscTimeline *timeline)
{
  gint64 all_ns = 0;
  gsize i;

  if (self->is_gpu)
    return;
  for (i = 0; i < self->kernels.n; i++)
    all_ns += self->kernels.items[i].ns;
  for (i = 0; i < MIN (self->kernels.n, MOST_KERNELS); i++)
    {
      LscDigestKernel *kernel = &self->kernels.items[i];
      g_autoptr (GPtrArray) details = NULL;

      if ((double) kernel->ns < LEAST_SHARE * (double) all_ns)
        break;
      details = read_longest (kernel, timeline);
      if (!details)
        continue;
      take_details (kernel, details);
      take_types (self, kernel, details);
    }
  take_ai_cpu (self, timeline, i, all_ns);
  guess_cores (self);
}
