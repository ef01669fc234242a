/* lsc-timeline-palette.c - colours of slices, series and links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-sort.h"
#include "draw/timeline/lsc-timeline-painter-private.h"
#include "model/lsc-around.h"

#define NEUTRAL LSC_TIMELINE_NEUTRAL_RGB
#define MOST_HOPS 4 /* device, launch, dequeue, enqueue, op */
#define MODULE_LEVEL 4

/* Families (drawing.md#slice-colours). Hues are those of the set that colour-blind eyes tell apart;
 * kinds that share a hue stand in different lanes and mean the same kind of work: vermilion is
 * communication, here, in the parts of a step and in pipelines, where amber is the backward pass;
 * pink is waiting, and only in the parts of a step. */
static const guint32 families[LSC_SLICE_N_KINDS] = {
  [LSC_SLICE_OTHER] = 0x8A97A3,
  [LSC_SLICE_STEP] = 0x4F7F8C,
  [LSC_SLICE_OP] = 0x4C8FC7,
  [LSC_SLICE_ENQUEUE] = 0xC7A193,
  [LSC_SLICE_DEQUEUE] = 0x9A6B5C,
  [LSC_SLICE_PYTHON] = 0x86A35A,
  [LSC_SLICE_MODULE] = 0x8674C4,
  [LSC_SLICE_GC] = 0xC0504D,
  [LSC_SLICE_MARK] = 0xA98BD6,
  [LSC_SLICE_CANN_ACL] = 0x2C9C9C,
  [LSC_SLICE_CANN_MODEL] = 0x4E8F9E,
  [LSC_SLICE_CANN_NODE] = 0x63B59B,
  [LSC_SLICE_CANN_COMM] = 0xD55E00,
  [LSC_SLICE_CANN_RUNTIME] = 0x6F9FCB,
  [LSC_SLICE_OSRT] = 0x9C9489,
  [LSC_SLICE_LAUNCH_ANCHOR] = 0x6F9FCB,
  [LSC_SLICE_CUBE] = 0x0072B2,
  [LSC_SLICE_VECTOR] = 0x009E73,
  [LSC_SLICE_MIX] = 0x56B4E9,
  [LSC_SLICE_AI_CPU] = 0x9C8F00,
  [LSC_SLICE_DSA] = 0x7E6BB5,
  [LSC_SLICE_COMPUTE] = 0x2F7FC1,
  [LSC_SLICE_SCHEDULE] = 0x5B6770,
  [LSC_SLICE_COPY] = 0xB5174B,
  [LSC_SLICE_WAIT] = 0xA3A3A3,
  [LSC_SLICE_EVENT] = 0xB9B3A6,
  [LSC_SLICE_PARENT] = 0xC7B98F,
  [LSC_SLICE_DEVICE] = 0x8398A6,
  [LSC_SLICE_DEVICE_MARK] = 0xA98BD6,
  [LSC_SLICE_COMM_OP] = 0xD55E00,
  [LSC_SLICE_COMM_TASK] = 0xEBAF85,
  [LSC_SLICE_COMPUTING] = 0x0072B2,
  [LSC_SLICE_COMMUNICATION] = 0xD55E00,
  [LSC_SLICE_NOT_OVERLAPPED] = 0x8A2F00,
  /* idle time never has a hue of work: free is hollow where there is room, three of the causes are
   * hatched */
  [LSC_SLICE_FREE] = 0xABABAB,
  [LSC_SLICE_FREE_EDGE] = 0xC9C9C9,
  [LSC_SLICE_GAP_HOST_SYNC] = 0xB0B0B0,
  [LSC_SLICE_GAP_HOST] = 0x666666,
  [LSC_SLICE_GAP_QUEUED_TASK] = 0xD2D2D2,
  [LSC_SLICE_GAP_QUEUED_IDLE] = 0xDADADA,
  [LSC_SLICE_GAP_UNKNOWN] = 0xE2E2E2,
  [LSC_SLICE_MISTIMED] = 0x9A8C8C,
};

/* GPU kernels, which have no cores to tell them apart. */
static const guint32 kernel_families[LSC_N_FAMILIES] = {
  [LSC_FAMILY_MATRIX] = 0x0072B2,        [LSC_FAMILY_ATTENTION] = 0x6A4FB3,
  [LSC_FAMILY_NORM] = 0x56B4E9,          [LSC_FAMILY_ELEMENTWISE] = 0x009E73,
  [LSC_FAMILY_REDUCTION] = 0x8A8500,     [LSC_FAMILY_COPY] = 0xB5174B,
  [LSC_FAMILY_COMMUNICATION] = 0xD55E00, [LSC_FAMILY_OTHER] = 0x7A8FA3,
};

static const guint32 cycle[] = { 0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7,
                                 0x56B4E9, 0xD55E00, 0x8674C4, 0xB3A300 };

/* By duration: from 1 us (pale) to 100 ms (dark), steps of even lightness. */
static const guint32 heat[] = {
  0xFDE7A5, 0xF9C576, 0xF29A5A, 0xDE6C55, 0xB94763, 0x852F6E, 0x4B1D63
};

static const guint32 links[LSC_LINK_N_KINDS] = {
  [LSC_LINK_MSTX] = 0x7A4FC0,      [LSC_LINK_OP_LAUNCH] = 0x1F78B4, [LSC_LINK_LAUNCH] = 0xC1121F,
  [LSC_LINK_OP_DEVICE] = 0x008F68, [LSC_LINK_QUEUE] = 0x8A5A4A,     [LSC_LINK_FWD_BWD] = 0xC2408A,
  [LSC_LINK_COMM_TASK] = 0x7A6A55, [LSC_LINK_STEP] = 0x4F7F8C,
};

guint32
_lsc_palette_family (guint8 kind)
{
  return kind < LSC_SLICE_N_KINDS ? families[kind] : NEUTRAL;
}

/* Returns: the lines over a kind */
LscHatch
_lsc_palette_hatch (guint8 kind)
{
  switch (kind)
    {
    case LSC_SLICE_GAP_HOST_SYNC:
      return LSC_HATCH_RISING;
    case LSC_SLICE_FREE_EDGE:
      return LSC_HATCH_FALLING;
    case LSC_SLICE_GAP_QUEUED_IDLE:
      return LSC_HATCH_LEVEL;
    case LSC_SLICE_GAP_UNKNOWN:
      return LSC_HATCH_CROSSED;
    default:
      return LSC_HATCH_NONE;
    }
}

/* Returns: whether only the edge of a kind has its colour: nothing was there, for whatever cause */
gboolean
_lsc_palette_is_hollow (guint8 kind)
{
  return kind == LSC_SLICE_FREE || kind == LSC_SLICE_FREE_EDGE;
}

guint32
_lsc_palette_kernels (LscKernelFamily family)
{
  return kernel_families[family];
}

guint32
_lsc_palette_series (guint index)
{
  return cycle[index % G_N_ELEMENTS (cycle)];
}

guint32
_lsc_palette_link (guint32 kind)
{
  return kind < LSC_LINK_N_KINDS ? links[kind] : NEUTRAL;
}

guint32
_lsc_palette_strip (const LscTheme *theme, const LscStrip *strip)
{
  return lsc_color_to_rgb (strip->type == LSC_STRIP_GROUP ? &theme->bubble : &theme->background);
}

/* ---- by name ---- */

/* FNV-1a of the operator's type: the name without the indexes that profilers append ("MatMul_17",
 * "ProfilerStep#3", "hcom_allReduce__849_0_1"). */
static guint32
hash_type (const char *name, gsize length)
{
  guint32 hash = 2166136261u;
  gsize end = length;

  do
    {
      length = end;
      while (end > 0 && g_ascii_isdigit (name[end - 1]))
        end--;
      if (end == length || end < 2 || !strchr ("_#.", name[end - 1]))
        break;
      while (end > 1 && strchr ("_#.", name[end - 1]))
        end--;
    }
  while (end > 1);
  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guint8) name[i]) * 16777619u;
  return hash ^ hash >> 15;
}

static guint32
shade_rgb (guint32 family, guint shade)
{
  /* from a third towards white to a quarter towards black */
  double step = ((double) shade - 4) / 4;

  return step < 0 ? lsc_color_mix_rgb (family, 0xFFFFFF, -step * 0.36)
                  : lsc_color_mix_rgb (family, 0x000000, step * 0.30);
}

static guint
shade_of (const LscTimeline *timeline, guint32 name)
{
  const char *text = lsc_timeline_text (timeline, name);

  return !text ? 4
               : hash_type (text, lsc_intern_length (timeline->strings, name)) %
                     LSC_TIMELINE_N_SHADES;
}

/* Returns: whether a kind is coloured by what its names tell of a GPU's kernel */
gboolean
_lsc_palette_has_family (const LscTimeline *timeline, guint8 kind)
{
  return kind == LSC_SLICE_COMPUTE && timeline->is_gpu;
}

LscKernelFamily
_lsc_palette_kernel_family (const LscTimeline *timeline, guint32 name)
{
  const char *text = lsc_timeline_text (timeline, name);

  return text ? lsc_kernel_name_family (text) : LSC_FAMILY_OTHER;
}

static LscKernelFamily
known_family (LscTimelineMemory *memory, guint32 name)
{
  if (name >= memory->n_shades)
    return LSC_FAMILY_OTHER;
  if (memory->families[name] == 0)
    memory->families[name] = (guint8) (1 + _lsc_palette_kernel_family (memory->timeline, name));
  return memory->families[name] - 1u;
}

static gboolean
has_shades (guint8 kind)
{
  return kind < LSC_SLICE_COMPUTING && kind != LSC_SLICE_WAIT && kind != LSC_SLICE_EVENT;
}

/* ---- by what is not in the name ---- */

/* Sixteenths of an octave: what is looked up for a duration. */
static guint
heat_index (gint64 duration_ns)
{
  guint64 value = (guint64) MAX (duration_ns, 1)
                  << 4; /* at least 16, and 63 bits hold what counts */
  guint octave;

  if (duration_ns >= G_GINT64_CONSTANT (1) << 58)
    return LSC_TIMELINE_N_HEATS - 1;
  octave = 63 - (guint) __builtin_clzll (value);
  return (octave - 4) << 4 | (guint) (value >> (octave - 4) & 15);
}

static guint32
color_of_heat (guint index)
{
  double place = ((index >> 4) + log2 (1 + (index & 15) / 16.0)) * log10 (2);
  guint at;

  place = CLAMP ((place - 3) / 5, 0, 1) * (G_N_ELEMENTS (heat) - 1);
  at = MIN ((guint) place, (guint) G_N_ELEMENTS (heat) - 2);
  return lsc_color_mix_rgb (heat[at], heat[at + 1], place - at);
}

guint32
_lsc_palette_duration (gint64 duration_ns)
{
  return color_of_heat (heat_index (duration_ns));
}

/* On the device the device's, elsewhere the host's (steps.md#device-step). */
static guint32
color_of_step (const LscTimeline *timeline, guint8 kind, gint64 time_ns)
{
  const LscSteps *steps =
      lsc_slice_kind_is_device (kind) ? lsc_timeline_get_steps (timeline) : &timeline->steps;
  gsize after = LSC_BISECT (i, 0, steps->n, steps->items[i].start_ns <= time_ns);

  if (after == 0 || steps->items[after - 1].end_ns <= time_ns)
    return NEUTRAL;
  return _lsc_palette_series ((guint) (after - 1));
}

/* By core: device slices by family, everything else recedes. GPU kernels have families of their
 * own. */
guint32
_lsc_palette_core (guint8 kind)
{
  return lsc_slice_kind_is_device (kind) || kind >= LSC_SLICE_COMPUTING ? _lsc_palette_family (kind)
                                                                        : NEUTRAL;
}

/* The slice that a link says caused this one; LSC_SLICE_NONE = none. */
static guint32
find_cause (const LscTimeline *timeline, guint32 id)
{
  gsize first, n = lsc_links_find_to (&timeline->links, id, &first);

  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link = lsc_links_get_to (&timeline->links, first + i);

      if (link->kind == LSC_LINK_OP_LAUNCH || link->kind == LSC_LINK_LAUNCH ||
          link->kind == LSC_LINK_OP_DEVICE || link->kind == LSC_LINK_QUEUE)
        return link->from;
    }
  return LSC_SLICE_NONE;
}

static gboolean
is_caused (guint8 kind)
{
  return lsc_slice_kind_is_device (kind) || lsc_slice_kind_is_launch (kind) ||
         kind == LSC_SLICE_DEQUEUE;
}

/* When the host's main thread asked for a slice: links backwards as far as they lead. */
static gint64
host_time (const LscTimeline *timeline, const LscLane *lane, guint32 node, guint32 slice)
{
  guint32 id;

  if (node == LSC_SLICE_NONE || !is_caused (lane->kind[slice]))
    return lane->start_ns[slice];
  id = lsc_timeline_get_id (timeline, (LscSpot){ node, slice });
  for (guint hops = 0; hops < MOST_HOPS; hops++)
    {
      guint32 cause = find_cause (timeline, id);
      LscSpot spot;

      if (cause == LSC_SLICE_NONE)
        break;
      id = cause;
      spot = lsc_timeline_get_spot (timeline, id);
      lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      slice = spot.slice;
      if (!is_caused (lane->kind[slice]))
        return lane->start_ns[slice];
    }
  return G_MININT64; /* nobody knows */
}

/* The lane of modules: marks of the domain Module, else Python frames with modules in them. */
static const LscLane *
module_lane (const LscTimeline *timeline)
{
  const LscLane *best = NULL;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (!node->lane || (node->role != LSC_ROLE_MARK_LANE && node->role != LSC_ROLE_PYTHON_STACK))
        continue;
      for (gsize k = 0; k < node->lane->n; k++)
        if (node->lane->kind[k] == LSC_SLICE_MODULE)
          {
            if (node->role == LSC_ROLE_MARK_LANE)
              return node->lane;
            if (!best || node->lane->n > best->n)
              best = node->lane;
            break;
          }
    }
  return best;
}

static guint32
find_node (const LscTimeline *timeline, const LscLane *lane)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    if (lsc_timeline_get_node (timeline, i)->lane == lane)
      return i;
  return LSC_SLICE_NONE;
}

/* The fourth module from outside, which is mostly a part of a layer, or the innermost. */
static guint32
module_name (const LscLane *modules, gint64 time_ns)
{
  guint32 chain[MODULE_LEVEL], slice;
  guint n = 0, level = 0;

  if (!modules || time_ns == G_MININT64)
    return LSC_STRING_NONE;
  for (slice = lsc_lane_find_deepest (modules, time_ns);
       slice != LSC_SLICE_NONE && level < LSC_AROUND_MOST_LEVELS;
       level++, slice = lsc_lane_get_parent (modules, slice))
    if (modules->kind[slice] == LSC_SLICE_MODULE)
      chain[n++ % MODULE_LEVEL] = modules->name[slice];
  if (n == 0)
    return LSC_STRING_NONE;
  return chain[n > MODULE_LEVEL ? n % MODULE_LEVEL : 0];
}

static guint8
module_color (const LscTimeline *timeline, const LscLane *modules, const LscLane *lane,
              guint32 node, guint32 slice)
{
  guint32 name = module_name (modules, host_time (timeline, lane, node, slice));
  const char *text = name != LSC_STRING_NONE ? lsc_timeline_text (timeline, name) : NULL;

  return !text ? 1
               : (guint8) (2 + hash_type (text, lsc_intern_length (timeline->strings, name)) % 24);
}

static guint32
module_rgb (guint8 color)
{
  if (color <= 1)
    return NEUTRAL;
  return shade_rgb (_lsc_palette_series (color - 2u), 2 + 2 * ((color - 2u) / 8));
}

typedef struct
{
  guint32 node;
  const LscLane *modules;
  guint8 colors[];
} ModuleColors;

static guint32
color_of_module (LscTimelineMemory *memory, const LscLane *lane, guint32 slice)
{
  ModuleColors *known = g_hash_table_lookup (memory->modules, lane);

  if (!known)
    {
      known = g_malloc0 (sizeof *known + lane->n);
      known->node = find_node (memory->timeline, lane);
      known->modules = module_lane (memory->timeline);
      g_hash_table_insert (memory->modules, (gpointer) lane, known);
    }
  if (known->colors[slice] == 0)
    known->colors[slice] =
        module_color (memory->timeline, known->modules, lane, known->node, slice);
  return module_rgb (known->colors[slice]);
}

/* ---- all ---- */

/* Returns: the colour of a slice as 0xRRGGBB */
guint32
_lsc_palette_color (LscTimelineMemory *memory, const LscLane *lane, guint32 slice,
                    LscTimelineColor color)
{
  guint8 kind = lane->kind[slice];
  guint32 name;

  if (kind >= LSC_SLICE_COMPUTING) /* what is computed means the same in every scheme */
    return _lsc_palette_family (kind);
  switch (color)
    {
    case LSC_TIMELINE_COLOR_CORE:
      return _lsc_palette_has_family (memory->timeline, kind)
                 ? kernel_families[known_family (memory, lane->name[slice])]
                 : _lsc_palette_core (kind);
    case LSC_TIMELINE_COLOR_DURATION:
      return memory->heats[heat_index (lsc_lane_get_duration_ns (lane, slice))];
    case LSC_TIMELINE_COLOR_STEP:
      return color_of_step (memory->timeline, kind, lane->start_ns[slice]);
    case LSC_TIMELINE_COLOR_MODULE:
      return color_of_module (memory, lane, slice);
    case LSC_TIMELINE_COLOR_NAME:
    default:
      break;
    }
  if (!has_shades (kind))
    return _lsc_palette_family (kind);
  name = lane->name[slice];
  if (name >= memory->n_shades)
    return _lsc_palette_family (kind);
  if (memory->shades[name] == 0)
    memory->shades[name] = (guint8) (1 + shade_of (memory->timeline, name));
  return (_lsc_palette_has_family (memory->timeline, kind)
              ? memory->kernel_fills[known_family (memory, name)]
              : memory->fills[kind])[memory->shades[name] - 1];
}

/* Fills by kind and shade, and by duration, so that painting only looks them up. */
void
_lsc_palette_fill_shades (LscTimelineMemory *memory)
{
  for (guint kind = 0; kind < LSC_SLICE_N_KINDS; kind++)
    for (guint shade = 0; shade < LSC_TIMELINE_N_SHADES; shade++)
      memory->fills[kind][shade] = shade_rgb (families[kind], shade);
  for (guint family = 0; family < LSC_N_FAMILIES; family++)
    for (guint shade = 0; shade < LSC_TIMELINE_N_SHADES; shade++)
      memory->kernel_fills[family][shade] = shade_rgb (kernel_families[family], shade);
  for (guint i = 0; i < LSC_TIMELINE_N_HEATS; i++)
    memory->heats[i] = color_of_heat (i);
}

/**
 * lsc_timeline_palette_fill:
 *
 * Returns: the colour in which a slice is drawn, as 0xRRGGBB; both themes use the same
 */
guint32
lsc_timeline_palette_fill (const LscTimeline *timeline, const LscLane *lane, guint32 slice,
                           LscTimelineColor color)
{
  guint8 kind = lane->kind[slice];
  guint32 family;

  if (kind >= LSC_SLICE_COMPUTING)
    return _lsc_palette_family (kind);
  family = _lsc_palette_has_family (timeline, kind)
               ? kernel_families[_lsc_palette_kernel_family (timeline, lane->name[slice])]
               : families[kind];
  switch (color)
    {
    case LSC_TIMELINE_COLOR_CORE:
      return _lsc_palette_has_family (timeline, kind) ? family : _lsc_palette_core (kind);
    case LSC_TIMELINE_COLOR_DURATION:
      return _lsc_palette_duration (lsc_lane_get_duration_ns (lane, slice));
    case LSC_TIMELINE_COLOR_STEP:
      return color_of_step (timeline, kind, lane->start_ns[slice]);
    case LSC_TIMELINE_COLOR_MODULE:
      return module_rgb (
          module_color (timeline, module_lane (timeline), lane, find_node (timeline, lane), slice));
    case LSC_TIMELINE_COLOR_NAME:
    default:
      return has_shades (kind) ? shade_rgb (family, shade_of (timeline, lane->name[slice]))
                               : _lsc_palette_family (kind);
    }
}
