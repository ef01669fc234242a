/* lsc-synth-memory-rows.c - the tables of a rank's memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-memory-rows.h"

#include "synth/lsc-synth-names.h"

#define MIB (G_GINT64_CONSTANT (1) << 20)
/* What others than the pool hold, the same all the time. */
#define GE_ALLOCATED_BYTES (8 * MIB)
#define GE_RESERVED_BYTES (16 * MIB)
#define HCCL_BYTES (48 * MIB)
#define RUNTIME_BYTES (24 * MIB)

/* The device is asked every 20 ms as the profiler does, its modules at every fifth time. */
#define SAMPLE_NS 20000000
#define MOST_SAMPLES 100000
#define SAMPLES_OF_MODULES 5

static gint64
stream_of (const LscSynthRank *rank)
{
  return 1244527088 + 4096 * (gint64) rank->device;
}

/* PTA and, with what GE holds, PTA+GE; GE alone only where @is_begin: it does not change. */
static void
add_record (LscSynthRank *rank, gint64 time_ns, gint64 allocated_bytes, gint64 reserved_bytes,
            gboolean is_begin)
{
  const guint names[] = { lsc_synth_name ("GE"), lsc_synth_name ("PTA"),
                          lsc_synth_name ("PTA+GE") };

  for (guint i = is_begin ? 0 : 1; i < G_N_ELEMENTS (names); i++)
    {
      const gboolean has_ge = i != 1, has_pool = i > 0;
      const gint64 values[] = {
        lsc_synth_db_memory_id (rank->db, names[i]),
        lsc_synth_rank_shown (rank, time_ns),
        (has_pool ? allocated_bytes : 0) + (has_ge ? GE_ALLOCATED_BYTES : 0),
        (has_pool ? reserved_bytes : 0) + (has_ge ? GE_RESERVED_BYTES : 0),
        has_pool ? allocated_bytes : 0,
        has_pool ? stream_of (rank) : LSC_SYNTH_NULL,
        rank->device,
      };

      lsc_synth_db_insert (rank->db, LSC_SYNTH_MEMORY_RECORD, values);
    }
}

static void
add_records (LscSynthRank *rank, const LscSynthMemory *memory, const LscSynthSpan *recording)
{
  add_record (rank, recording->begin_ns, memory->base_bytes, memory->warm_reserved_bytes, TRUE);
  for (guint i = 0; i < memory->events->len; i++)
    {
      const LscSynthMemoryEvent *event = &g_array_index (memory->events, LscSynthMemoryEvent, i);

      add_record (rank, event->time_ns, event->allocated_bytes, event->reserved_bytes, FALSE);
    }
}

static void
add_block (LscSynthRank *rank, const LscSynthMemory *memory, const LscSynthMemoryBlock *block)
{
  const LscSynthMemoryEvent *begin =
      &g_array_index (memory->events, LscSynthMemoryEvent, block->events[0]);
  const gint64 begin_ns = lsc_synth_rank_shown (rank, block->begin_ns);
  gint64 values[15] = { lsc_synth_db_memory_id (rank->db, block->name), block->size_bytes,
                        begin_ns };

  for (guint i = 3; i < 13; i++)
    values[i] = LSC_SYNTH_NULL;
  values[7] = values[9] = begin->allocated_bytes;
  values[8] = begin->reserved_bytes;
  if (block->end_ns != G_MAXINT64)
    {
      const LscSynthMemoryEvent *end =
          &g_array_index (memory->events, LscSynthMemoryEvent, block->events[1]);

      values[3] = values[4] = lsc_synth_rank_shown (rank, block->end_ns);
      values[5] = values[6] = values[3] - begin_ns;
      values[10] = values[12] = end->allocated_bytes;
      values[11] = end->reserved_bytes;
    }
  values[13] = stream_of (rank);
  values[14] = rank->device;
  lsc_synth_db_insert (rank->db, LSC_SYNTH_OP_MEMORY, values);
}

static void
add_sample (LscSynthRank *rank, gint64 time_ns, gint64 reserved_bytes)
{
  const gint64 values[] = { lsc_synth_db_id (rank->db, lsc_synth_name ("app")), 0,
                            reserved_bytes + GE_RESERVED_BYTES + HCCL_BYTES + RUNTIME_BYTES,
                            lsc_synth_rank_shown (rank, time_ns), rank->device };

  lsc_synth_db_insert (rank->db, LSC_SYNTH_NPU_MEM, values);
}

static void
add_modules (LscSynthRank *rank, gint64 time_ns)
{
  /* Numbers of ENUM_MODULE: HCCL, RUNTIME, GE. */
  const gint64 modules[][2] = { { 3, HCCL_BYTES },
                                { 7, RUNTIME_BYTES },
                                { 45, GE_RESERVED_BYTES } };

  for (guint i = 0; i < G_N_ELEMENTS (modules); i++)
    {
      const gint64 values[] = { modules[i][0], lsc_synth_rank_shown (rank, time_ns), modules[i][1],
                                rank->device };

      lsc_synth_db_insert (rank->db, LSC_SYNTH_NPU_MODULE_MEM, values);
    }
}

static void
add_samples (LscSynthRank *rank, const LscSynthMemory *memory, const LscSynthSpan *recording)
{
  const gint64 length_ns = recording->end_ns - recording->begin_ns;
  const gint64 period_ns = MAX (SAMPLE_NS, length_ns / MOST_SAMPLES);
  gint64 reserved_bytes = memory->warm_reserved_bytes;
  guint next = 0, n = 0;

  for (gint64 at_ns = recording->begin_ns; at_ns < recording->end_ns; at_ns += period_ns, n++)
    {
      for (; next < memory->events->len; next++)
        {
          const LscSynthMemoryEvent *event =
              &g_array_index (memory->events, LscSynthMemoryEvent, next);

          if (event->time_ns > at_ns)
            break;
          reserved_bytes = event->reserved_bytes;
        }
      add_sample (rank, at_ns, reserved_bytes);
      if (n % SAMPLES_OF_MODULES == 0)
        add_modules (rank, at_ns);
    }
}

/**
 * lsc_synth_memory_rows_write:
 * @rank: a rank with an open database that has the tables
 * @memory: its memory, sealed
 * @recording: begin and end on the rank's clock
 *
 * Writes OP_MEMORY, MEMORY_RECORD, NPU_MEM and NPU_MODULE_MEM.
 */
void
lsc_synth_memory_rows_write (LscSynthRank *rank, const LscSynthMemory *memory,
                             const LscSynthSpan *recording)
{
  for (guint i = 0; i < memory->blocks->len; i++)
    add_block (rank, memory, &g_array_index (memory->blocks, LscSynthMemoryBlock, i));
  add_records (rank, memory, recording);
  add_samples (rank, memory, recording);
}
