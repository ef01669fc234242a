/* lsc-perfetto-intern.c - texts that packets of a sequence mention by number
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/perfetto/lsc-perfetto-private.h"

static inline guint64
hash_entry (const LscPfEntry *entry)
{
  return lsc_hash_mix (0, entry->iid);
}

static inline gboolean
is_same_entry (const LscPfEntry *a, const LscPfEntry *b)
{
  return a->iid == b->iid;
}

LSC_DEFINE_HASH (entries, LscPfEntry, hash_entry, is_same_entry)

/** Fields of InternedData that are read, and of one entry the field with its text. */
static const struct
{
  guint32 field;
  LscPfKind kind;
  guint32 text;
} tables[] = {
  { 1, LSC_PF_CATEGORIES, 2 }, { 2, LSC_PF_NAMES, 2 },      { 3, LSC_PF_ARG_NAMES, 2 },
  { 29, LSC_PF_TEXTS, 2 },     { 23, LSC_PF_CONTEXTS, 0 },  { 24, LSC_PF_SPECIFICATIONS, 2 },
  { 47, LSC_PF_COUNTERS, 0 },  { 1000, LSC_PF_KERNELS, 3 }, { 1001, LSC_PF_LAUNCH_NAMES, 2 },
};

/* Names of compute kernels are given twice: as people write them, and as the linker does. */
#define MANGLED_NAME 2

/** Frees an #LscPfGeneration. */
void
_lsc_pf_generation_free (gpointer data)
{
  LscPfGeneration *self = data;

  for (guint i = 0; i < LSC_PF_N_TABLES; i++)
    {
      lsc_pf_entries_clear (&self->tables[i].entries);
      lsc_hash_clear (&self->tables[i].index);
    }
  g_free (self);
}

/**
 * _lsc_pf_find:
 * @generation: (nullable): of the sequence
 *
 * Returns: (transfer none) (nullable): what stands for a number, valid until more is interned
 */
const LscPfEntry *
_lsc_pf_find (const LscPfGeneration *generation, LscPfKind kind, guint64 iid)
{
  const LscPfTable *table = generation ? &generation->tables[kind] : NULL;
  LscPfEntry wanted = { iid, 0, 0 };
  guint32 found;

  if (!table)
    return NULL;
  /* Numbers mostly count from 1. */
  if (G_LIKELY (iid - 1 < table->entries.n && table->entries.items[iid - 1].iid == iid))
    return &table->entries.items[iid - 1];
  found = entries_find (&table->index, table->entries.items, &wanted);
  return found == LSC_HASH_NONE ? NULL : &table->entries.items[found];
}

static void
put (LscPfTable *self, LscPfEntry entry)
{
  guint32 found;

  if (self->entries.n >= LSC_HASH_NONE - 1)
    return;
  found = entries_put (&self->index, self->entries.items, &entry, (guint32) self->entries.n);
  if (found == self->entries.n)
    lsc_pf_entries_append (&self->entries, entry);
  else
    self->entries.items[found] = entry;
}

static void
read_entry (LscPfReader *self, LscPfGeneration *generation, guint at, const guint8 *bytes, gsize n)
{
  LscPfKind kind = tables[at].kind;
  LscPfEntry entry = { 0, LSC_STRING_NONE, G_MAXUINT32 };
  const guint8 *set = NULL;
  gsize n_set = 0;
  gint64 gpu = 0;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_VARINT))
      entry.iid = proto.value;
    else if (tables[at].text > 0 && lsc_proto_is (&proto, tables[at].text, LSC_PROTO_BYTES))
      entry.text = _lsc_pf_intern (self, proto.bytes, proto.n);
    else if (kind == LSC_PF_KERNELS && entry.text == LSC_STRING_NONE &&
             lsc_proto_is (&proto, MANGLED_NAME, LSC_PROTO_BYTES))
      entry.text = _lsc_pf_intern (self, proto.bytes, proto.n);
    else if (kind == LSC_PF_CONTEXTS && lsc_proto_is (&proto, 2, LSC_PROTO_VARINT))
      entry.more = (guint32) proto.value;
    else if (kind == LSC_PF_COUNTERS && lsc_proto_is (&proto, 2, LSC_PROTO_BYTES))
      {
        set = proto.bytes;
        n_set = proto.n;
      }
    else if (kind == LSC_PF_COUNTERS && lsc_proto_is (&proto, 3, LSC_PROTO_VARINT))
      gpu = (gint64) (guint32) proto.value;
  if (entry.iid == 0)
    return;
  if (kind == LSC_PF_CATEGORIES && entry.text != LSC_STRING_NONE)
    entry.more = lsc_trace_add_category (self->worker,
                                         lsc_intern_text (self->worker->file.strings, entry.text));
  else if (kind == LSC_PF_SPECIFICATIONS && entry.text != LSC_STRING_NONE)
    entry.more = lsc_trace_add_category (
        self->worker,
        _lsc_pf_category_of_stage (lsc_intern_text (self->worker->file.strings, entry.text)));
  else if (set)
    entry.more = _lsc_pf_read_counter_set (self, set, n_set, gpu);
  put (&generation->tables[kind], entry);
}

/** Reads InternedData into @generation. */
void
_lsc_pf_read_interned (LscPfReader *self, LscPfGeneration *generation, const guint8 *bytes, gsize n)
{
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    for (guint i = 0; proto.type == LSC_PROTO_BYTES && i < G_N_ELEMENTS (tables); i++)
      if (tables[i].field == proto.field)
        read_entry (self, generation, i, proto.bytes, proto.n);
}
