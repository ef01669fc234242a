/* lsc-metadata.h - what a recording says of itself in pairs of key and JSON text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-json-scan.h"
#include "base/lsc-json.h"

G_BEGIN_DECLS

/**
 * LscMetadata:
 *
 * Pairs as they are recorded (formats.md#metadata). What they hold is parsed when it is first asked
 * for, once, and kept as long as they are. Filled by one thread, then shared by any and changed no
 * more; reference counted.
 */
typedef struct _LscMetadata LscMetadata;

/**
 * LscMetadataGroup: a communication group of parallel_group_info
 * @name: its key
 * @kind: (nullable): group_name, such as "tp"
 * @ranks: (nullable): global_ranks as text: whole numbers, in the order of their local ranks
 * @has_others: something that is no whole number stood among them
 * @is_object: whether the key stands for an object at all
 */
typedef struct
{
  char *name;
  char *kind;
  const char *ranks;
  char *own_ranks; /* (nullable): what @ranks is then */
  gboolean has_others;
  gboolean is_object;
} LscMetadataGroup;

LscMetadata *lsc_metadata_new (void);
LscMetadata *lsc_metadata_copy (const LscMetadata *self);
LscMetadata *lsc_metadata_ref (LscMetadata *self);
void lsc_metadata_unref (LscMetadata *self);

void lsc_metadata_set (LscMetadata *self, const char *key, const char *json);
gboolean lsc_metadata_add_take (LscMetadata *self, char *key, char *json);
const char *lsc_metadata_get (const LscMetadata *self, const char *key);
gsize lsc_metadata_get_n_pairs (const LscMetadata *self);
GStrv lsc_metadata_list_keys (const LscMetadata *self);

JsonNode *lsc_metadata_parse (LscMetadata *self, const char *key, JsonNodeType kind,
                              GError **error);
const LscMetadataGroup *lsc_metadata_get_groups (LscMetadata *self, gsize *n, GError **error);
const LscMetadataGroup *lsc_metadata_find_group (LscMetadata *self, const char *name);
gboolean lsc_metadata_group_read_ranks (const LscMetadataGroup *self, LscInt64s *ranks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMetadata, lsc_metadata_unref)

G_END_DECLS
