/* lsc-comm-groups.c - readable names and members of communication groups
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-comm-groups.h"

#include <inttypes.h>
#include <string.h>

/* Members shown one by one; of more, only the ends. */
#define MOST_SHOWN 8
/* Of a name that nobody explains. */
#define TAIL_CHARACTERS 8
/* Of the kernels that exchange tokens of experts, where the metadata name no group for them. */
#define NO_EXPERT_GROUP "expert exchange"

/**
 * lsc_comm_group_hash:
 *
 * Source: formats.md#group-hash.
 *
 * Returns: the number that text deliverables and analysis.db write for a group
 */
guint64
lsc_comm_group_hash (const char *name)
{
  g_return_val_if_fail (name, 0);

  guint32 a = 0, b = 0;

  for (const guchar *c = (const guchar *) name; *c; c++)
    {
      a = a * 29 + *c;
      b = b * 131 + *c;
    }
  return (guint64) a << 32 | b;
}

/* The group with that name, or with the name whose hash it is. */
static const LscMetadataGroup *
find_group (LscMetadata *metadata, const char *name)
{
  const LscMetadataGroup *found = lsc_metadata_find_group (metadata, name), *groups;
  guint64 hash;
  gsize n;

  if (found || !g_ascii_string_to_unsigned (name, 10, 0, G_MAXUINT64, &hash, NULL))
    return found;
  groups = lsc_metadata_get_groups (metadata, &n, NULL);
  for (gsize i = 0; i < n; i++)
    if (lsc_comm_group_hash (groups[i].name) == hash)
      return &groups[i];
  return NULL;
}

/* "pp", and what frameworks make of it: "pp_new_stream". */
static gboolean
is_pipeline (const char *description)
{
  return strcmp (description, "pp") == 0 || g_str_has_prefix (description, "pp_") ||
         g_str_has_prefix (description, "pp-") || strstr (description, "pipeline") != NULL;
}

static char *
make_label (const char *description, const LscInt64s *ranks)
{
  g_autoptr (GString) label = g_string_new (description);

  if (ranks->n == 0)
    return g_string_free (g_steal_pointer (&label), FALSE);
  g_string_append (label, " [");
  for (gsize i = 0; i < ranks->n; i++)
    if (ranks->n <= MOST_SHOWN || i < 2)
      g_string_append_printf (label, "%s%" PRId64, i ? ", " : "", ranks->items[i]);
    else if (i == ranks->n - 1)
      g_string_append_printf (label, ", … %" PRId64, ranks->items[i]);
  g_string_append_c (label, ']');
  return g_string_free (g_steal_pointer (&label), FALSE);
}

static char *
make_short_label (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  glong length = g_utf8_strlen (valid, -1);
  const char *tail =
      g_utf8_offset_to_pointer (valid, length > TAIL_CHARACTERS ? length - TAIL_CHARACTERS : 0);

  return g_strdup_printf ("Group %s", tail);
}

/**
 * lsc_comm_group_new:
 * @metadata: (nullable): of the recording
 * @name: the group as events name it: its name or the decimal hash of it
 *
 * Source: lanes.md#tree; formats.md#group-hash.
 *
 * Returns: (transfer full): the group with its label, `tp [0, 1]` when the metadata know it, else
 *   `Group` and the end of its name
 */
LscCommGroup *
lsc_comm_group_new (LscMetadata *metadata, const char *name)
{
  g_return_val_if_fail (name, NULL);

  const LscMetadataGroup *group = metadata ? find_group (metadata, name) : NULL;
  LscCommGroup *self = g_new0 (LscCommGroup, 1);

  self->name = g_strdup (name);
  if (!group && strcmp (name, NO_EXPERT_GROUP) == 0)
    {
      self->label = g_strdup ("Expert exchange");
      return self;
    }
  if (group)
    lsc_metadata_group_read_ranks (group, &self->ranks);
  if (!group || !group->kind || *group->kind == '\0')
    {
      self->label = make_short_label (name);
      return self;
    }
  self->label = make_label (group->kind, &self->ranks);
  self->is_pipeline = is_pipeline (group->kind);
  return self;
}

/* How likely a group of that kind is the one that exchanges tokens of experts, 0 = not at all. */
static guint
get_expert_merit (const char *kind)
{
  g_autofree char *lower = g_ascii_strdown (kind ? kind : "", -1);

  if (strcmp (lower, "mc2") == 0) /* as vLLM-Ascend calls it */
    return 4;
  if (strcmp (lower, "ep") == 0 || strcmp (lower, "exp") == 0) /* the latter of Megatron */
    return 3;
  if (g_str_has_prefix (lower, "ep_") || g_str_has_suffix (lower, "_ep"))
    return 2;
  return strstr (lower, "expert") || strstr (lower, "moe") ? 1 : 0;
}

/**
 * lsc_comm_group_find_experts:
 * @metadata: (nullable): of the recording
 *
 * Kernels that exchange tokens of experts name no group.
 *
 * Source: formats.md#communication-names.
 *
 * Returns: (transfer full): the name of the group that they most likely work in, else
 *   "expert exchange"
 */
char *
lsc_comm_group_find_experts (LscMetadata *metadata)
{
  const char *name = NO_EXPERT_GROUP;
  guint best = 0;
  gsize n = 0;
  const LscMetadataGroup *groups = metadata ? lsc_metadata_get_groups (metadata, &n, NULL) : NULL;

  for (gsize i = 0; groups && i < n; i++)
    if (get_expert_merit (groups[i].kind) > best)
      {
        best = get_expert_merit (groups[i].kind);
        name = groups[i].name;
      }
  return g_strdup (name);
}
