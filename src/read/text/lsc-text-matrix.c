/* lsc-text-matrix.c - what moved over each link, as the exporter sums it up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-json.h"
#include "model/lsc-transfers.h"
#include "read/find/lsc-metadata.h"
#include "read/text/lsc-text-tables.h"

#define MB 1000000 /* of the exporter, not of memory */

/* Kinds of transport are links, but for RDMA. What a rank copies to itself is LOCAL. */
static gboolean
find_transport (const char *name, LscTransfer *transfer)
{
  gsize n = name ? strlen (name) : 0;
  guint32 link = n > 0 ? lsc_link_type_from_name (name, n) : LSC_LINK_CODE_UNKNOWN;

  transfer->link = link;
  transfer->transport = link == LSC_LINK_CODE_UNKNOWN && n > 0 ? lsc_transport_from_name (name, n)
                                                               : LSC_TRANSPORT_SDMA;
  return n > 0 && transfer->transport != LSC_LINK_CODE_UNKNOWN;
}

static const char *
get_text (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

static gboolean
find_ends (const char *key, LscTransfer *transfer)
{
  guint64 ends[2];
  const char *dash = strchr (key, '-');
  g_autofree char *first = dash ? g_strndup (key, (gsize) (dash - key)) : NULL;

  if (!first || !g_ascii_string_to_unsigned (first, 10, 0, G_MAXUINT32 - 1, &ends[0], NULL) ||
      !g_ascii_string_to_unsigned (dash + 1, 10, 0, G_MAXUINT32 - 1, &ends[1], NULL))
    return FALSE;
  transfer->source = (guint32) ends[0];
  transfer->target = (guint32) ends[1];
  return transfer->source != transfer->target;
}

/**
 * lsc_text_take_link:
 * @into: receives it, without its group unless it is that of @timeline, which is not sealed then
 * @link: of which nothing is taken that makes no sense
 *
 * How many tasks there were, and when, the exporter does not say: there is no longest one.
 *
 * Source: formats.md#text-tables.
 */
void
lsc_text_take_link (LscTimeline *timeline, LscTransfers *into, const LscToldLink *link)
{
  LscTransfer transfer = { 0 };

  g_return_if_fail (timeline && into && link);
  if (!find_ends (link->ends, &transfer) || !find_transport (link->transport, &transfer) ||
      link->bytes <= 0 || link->ns <= 0)
    return;
  if (into == &timeline->transfers)
    transfer.group =
        lsc_intern_add (timeline->strings, lsc_text_get_group_of_hash (timeline, link->hash)->name);
  transfer.magnitude = g_bit_storage ((gulong) link->bytes) / 2;
  transfer.bytes = link->bytes;
  transfer.ns = link->ns;
  lsc_transfers_add_sum (into, &transfer);
}

static void
take_link (LscTimeline *timeline, LscTransfers *into, const char *hash, const char *key,
           JsonObject *about)
{
  LscToldLink link = { .hash = hash, .ends = key };

  if (!about || !lsc_text_get_json_ns (about, "Transit Size(MB)", MB, &link.bytes) ||
      !lsc_text_get_json_ns (about, "Transit Time(ms)", 1000000, &link.ns))
    return;
  link.transport = get_text (about, "Transport Type");
  lsc_text_take_link (timeline, into, &link);
}

static gboolean
is_total (const char *key, gsize n)
{
  static const char total[] = "-total";

  return n > strlen (total) && memcmp (key + n - strlen (total), total, strlen (total)) == 0;
}

/* Keys such as "allreduce-total@<hash>": beside the sum of a kind stand some of its operators. */
static void
take_section (LscTimeline *timeline, LscTransfers *into, JsonObject *section)
{
  JsonObjectIter iter, links;
  const char *key, *pair;
  JsonNode *node, *about;

  json_object_iter_init (&iter, section);
  while (json_object_iter_next (&iter, &key, &node))
    {
      const char *at = strrchr (key, '@');

      if (!at || at[1] == '\0' || !JSON_NODE_HOLDS_OBJECT (node) ||
          !is_total (key, (gsize) (at - key)))
        continue;
      json_object_iter_init (&links, json_node_get_object (node));
      while (json_object_iter_next (&links, &pair, &about))
        take_link (timeline, into, at + 1, pair,
                   JSON_NODE_HOLDS_OBJECT (about) ? json_node_get_object (about) : NULL);
    }
}

/**
 * lsc_text_read_matrix:
 * @into: receives the sums, without their groups unless it is that of @timeline, which is not
 *   sealed then
 *
 * Reads what communication_matrix.json says that moved between two places of a group. Does nothing
 * without the file.
 *
 * Source: formats.md#text-tables.
 */
void
lsc_text_read_matrix (LscTimeline *timeline, const LscTextFiles *files, LscTransfers *into)
{
  static const char *const sections[] = { "collective", "p2p" };
  g_autofree char *path = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonObjectIter iter;
  const char *step;
  JsonNode *node;

  g_return_if_fail (timeline && files && into);
  path = lsc_text_files_find (files, "communication_matrix.json");
  root = lsc_text_load_object (path, "bad-table", timeline->notices);
  if (!root)
    return;
  json_object_iter_init (&iter, json_node_get_object (root));
  while (json_object_iter_next (&iter, &step, &node))
    for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
      {
        JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
        JsonObject *section = lsc_json_get_object (object, sections[i]);

        if (section)
          take_section (timeline, into, section);
      }
}
