/* lsc-mode-text-times.c - cluster_communication.json: times and bandwidths of all ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-text-private.h"

#include <inttypes.h>

/* modes.md#text-input */

#define TIMES "Communication Time Info"
#define BANDWIDTHS "Communication Bandwidth Info"
#define SIZES "Size Distribution"
#define SIZE "Transit Size(MB)"
#define TIME "Transit Time(ms)"
#define BANDWIDTH "Bandwidth(GB/s)"
#define DECIMALS 4

static const char *const summed[] = {
  "Elapse Time(ms)",  "Idle Time(ms)", "Synchronization Time(ms)",
  "Transit Time(ms)", "Wait Time(ms)",
};

/** A rank whose ops are put into the document. */
typedef struct
{
  LscModeRun *run;
  const LscModeMap *map;
  JsonObject *root;
  const char *rank;
} Work;

static double
get_number (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : 0;
}

static void
add_number (JsonObject *into, const char *name, double value)
{
  json_object_set_double_member (into, name, get_number (into, name) + value);
}

static double
get_item (JsonArray *pair, guint index)
{
  return pair && index < json_array_get_length (pair) ? json_array_get_double_element (pair, index)
                                                      : 0;
}

/* Packets of a size: their number and how long they took. */
static void
add_packets (JsonObject *into, const char *size, JsonNode *node)
{
  JsonArray *pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  JsonNode *old = json_object_get_member (into, size);
  JsonArray *before = old && JSON_NODE_HOLDS_ARRAY (old) ? json_node_get_array (old) : NULL;
  JsonArray *sum = json_array_new ();

  json_array_add_int_element (sum, (gint64) (get_item (before, 0) + get_item (pair, 0)));
  json_array_add_double_element (sum, get_item (before, 1) + get_item (pair, 1));
  json_object_set_array_member (into, size, sum);
}

static void
add_transport (JsonObject *into, JsonObject *from)
{
  JsonObject *sizes = lsc_json_get_object (from, SIZES);
  JsonObject *own = _lsc_mode_get_object (into, SIZES);
  JsonObjectIter iter;
  const char *size;
  JsonNode *node;
  double time;

  add_number (into, SIZE, get_number (from, SIZE));
  add_number (into, TIME, get_number (from, TIME));
  time = get_number (into, TIME);
  json_object_set_double_member (
      into, BANDWIDTH, time != 0 ? _lsc_mode_round (get_number (into, SIZE) / time, DECIMALS) : 0);
  if (!sizes)
    return;
  json_object_iter_init (&iter, sizes);
  while (json_object_iter_next (&iter, &size, &node))
    add_packets (own, size, node);
}

static void
set_ratio (JsonObject *times, const char *name, const char *part)
{
  double value = get_number (times, part), whole = value + get_number (times, TIME);

  json_object_set_double_member (times, name,
                                 whole != 0 ? _lsc_mode_round (value / whole, DECIMALS) : 0);
}

static void
add_to_total (JsonObject *total, JsonObject *op)
{
  JsonObject *from = lsc_json_get_object (op, TIMES);
  JsonObject *bands = lsc_json_get_object (op, BANDWIDTHS);
  JsonObject *times = _lsc_mode_get_object (total, TIMES);
  JsonObject *own = _lsc_mode_get_object (total, BANDWIDTHS);
  JsonObjectIter iter;
  const char *transport;
  JsonNode *node;

  for (gsize i = 0; i < G_N_ELEMENTS (summed); i++)
    add_number (times, summed[i], get_number (from, summed[i]));
  set_ratio (times, "Synchronization Time Ratio", "Synchronization Time(ms)");
  set_ratio (times, "Wait Time Ratio", "Wait Time(ms)");
  if (!bands)
    return;
  json_object_iter_init (&iter, bands);
  while (json_object_iter_next (&iter, &transport, &node))
    if (JSON_NODE_HOLDS_OBJECT (node))
      add_transport (_lsc_mode_get_object (own, transport), json_node_get_object (node));
}

static void
take_op (const char *step, const char *key, const char *group, JsonObject *op, gpointer user_data)
{
  Work *self = user_data;
  g_autofree char *set = _lsc_mode_map_write_set (self->map, self->run, key, group);
  g_autofree char *name = g_strconcat (LSC_MODE_TEXT_TOTAL, group, NULL);
  JsonObject *ops = _lsc_mode_get_object (_lsc_mode_get_object (self->root, set), step);
  JsonObject *total = _lsc_mode_get_object (_lsc_mode_get_object (ops, name), self->rank);

  json_object_set_object_member (_lsc_mode_get_object (ops, key), self->rank, json_object_ref (op));
  add_to_total (total, op);
}

/** Adds cluster_communication.json. @ranks: (element-type LscModeTextRank) */
void
_lsc_mode_add_text_times (LscModeRun *run, const LscModeMap *map, const GPtrArray *ranks)
{
  g_autoptr (JsonObject) root = json_object_new ();

  for (guint i = 0; i < ranks->len; i++)
    {
      const LscModeTextRank *rank = ranks->pdata[i];
      g_autofree char *name = lsc_rank_to_text (rank->rank);
      Work work = { run, map, root, name };

      _lsc_mode_foreach_text (rank->times, take_op, &work);
    }
  _lsc_mode_add_json (run, "cluster_communication.json", root);
}
