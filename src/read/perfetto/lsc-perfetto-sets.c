/* lsc-perfetto-sets.c - kinds of work and sets of counters, as a sequence describes them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/perfetto/lsc-perfetto-private.h"

/** What PyTorch's stages are called in its traces in JSON. */
static const struct
{
  const char *stage;
  const char *category;
} stages[] = {
  { "Kernel", "kernel" },
  { "Memcpy", "gpu_memcpy" },
  { "Memset", "gpu_memset" },
  { "Annotation", "gpu_user_annotation" },
  { "EventRecord", "graph_event_node" },
  { "HostNode", "graph_host_node" },
};

/** Returns: (transfer none): the category of events of a stage */
const char *
_lsc_pf_category_of_stage (const char *stage)
{
  for (gsize i = 0; i < G_N_ELEMENTS (stages); i++)
    if (strcmp (stages[i].stage, stage) == 0)
      return stages[i].category;
  return stage;
}

/** Frees an #LscPfCounterSet. */
void
_lsc_pf_counter_set_free (gpointer data)
{
  LscPfCounterSet *self = data;

  g_hash_table_unref (self->names);
  g_free (self);
}

/**
 * _lsc_pf_read_counter_set:
 * @bytes: a GpuCounterDescriptor
 *
 * Returns: its index in LscPfReader.counter_sets
 */
guint32
_lsc_pf_read_counter_set (LscPfReader *self, const guint8 *bytes, gsize n, gint64 gpu)
{
  LscPfCounterSet *set = g_new0 (LscPfCounterSet, 1);
  LscProto proto, spec;

  set->gpu = gpu;
  set->names = g_hash_table_new (NULL, NULL);
  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    {
      guint32 id = 0, name = LSC_STRING_NONE;

      if (!lsc_proto_is (&proto, 1, LSC_PROTO_BYTES))
        continue;
      lsc_proto_init (&spec, proto.bytes, proto.n);
      while (lsc_proto_next (&spec))
        if (lsc_proto_is (&spec, 1, LSC_PROTO_VARINT))
          id = (guint32) spec.value;
        else if (lsc_proto_is (&spec, 2, LSC_PROTO_BYTES))
          name = _lsc_pf_intern (self, spec.bytes, spec.n);
      if (name != LSC_STRING_NONE)
        g_hash_table_insert (set->names, GUINT_TO_POINTER (id), GUINT_TO_POINTER (name + 1));
    }
  g_ptr_array_add (self->counter_sets, set);
  return self->counter_sets->len - 1;
}
