/* lsc-perfetto-clock.c - times of any clock of a Perfetto trace as times of the day
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/perfetto/lsc-perfetto-private.h"

/* formats.md#perfetto: a snapshot tells what several clocks said at one moment. Its clock of the
 * day is the origin; where no snapshot has one, times stay those of the default clock. Clocks from
 * 64 to 127 belong to a sequence and may count from the packet before. */

#define REALTIME 1
#define BOOTTIME 6
#define FIRST_OWN 64
#define LAST_OWN 127
#define MOST_CLOCKS 65536

static guint32
get_owner (guint32 sequence, guint32 id)
{
  return id >= FIRST_OWN && id <= LAST_OWN ? sequence : 0;
}

static inline guint64
hash_clock (const LscPfClock *clock)
{
  return lsc_hash_mix (0, (guint64) clock->sequence << 32 | clock->id);
}

static inline gboolean
is_same_clock (const LscPfClock *a, const LscPfClock *b)
{
  return a->id == b->id && a->sequence == b->sequence;
}

LSC_DEFINE_HASH (clocks, LscPfClock, hash_clock, is_same_clock)

static LscPfClock *
find_clock (LscPfReader *self, guint32 sequence, guint32 id)
{
  LscPfClock wanted = { .sequence = get_owner (sequence, id), .id = id };
  guint32 found = clocks_find (&self->clock_index, self->clocks.items, &wanted);

  return found == LSC_HASH_NONE ? NULL : &self->clocks.items[found];
}

static void
add_clock (LscPfReader *self, const LscPfClock *clock)
{
  if (self->clocks.n >= MOST_CLOCKS)
    return;
  clocks_put (&self->clock_index, self->clocks.items, clock, (guint32) self->clocks.n);
  lsc_pf_clocks_append (&self->clocks, *clock);
}

static LscPfClock
read_clock (const guint8 *bytes, gsize n)
{
  LscPfClock clock = { .unit_ns = 1 };
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_VARINT))
      clock.id = (guint32) proto.value;
    else if (lsc_proto_is (&proto, 2, LSC_PROTO_VARINT))
      clock.value = (gint64) proto.value;
    else if (lsc_proto_is (&proto, 3, LSC_PROTO_VARINT))
      clock.is_incremental = proto.value != 0;
    else if (lsc_proto_is (&proto, 4, LSC_PROTO_VARINT))
      clock.unit_ns = MAX ((gint64) proto.value, 1);
  return clock;
}

/* The moment of a snapshot by the clock of the day, else by one that is known. */
static gboolean
find_moment (LscPfReader *self, const LscPfClocks *all, guint32 sequence, gint64 *real_ns)
{
  for (gsize i = 0; i < all->n; i++)
    if (all->items[i].id == REALTIME)
      {
        *real_ns = all->items[i].value;
        return TRUE;
      }
  for (gsize i = 0; i < all->n; i++)
    if (!all->items[i].is_incremental && find_clock (self, sequence, all->items[i].id) &&
        _lsc_pf_convert (self, sequence, all->items[i].id, (guint64) all->items[i].value, real_ns))
      return TRUE;
  for (gsize i = 0; i < all->n; i++)
    if (all->items[i].id == BOOTTIME)
      {
        *real_ns = all->items[i].value;
        return TRUE;
      }
  return FALSE;
}

/**
 * _lsc_pf_read_clocks:
 * @bytes: a ClockSnapshot of @sequence
 *
 * The first snapshot of a clock holds: clocks of the day are set while programs run, and a trace
 * must not jump with them. Those of a sequence are told anew.
 */
void
_lsc_pf_read_clocks (LscPfReader *self, guint32 sequence, const guint8 *bytes, gsize n)
{
  LscPfClocks all = { 0 };
  gint64 real_ns = 0;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto) && all.n < 64)
    if (lsc_proto_is (&proto, 1, LSC_PROTO_BYTES))
      lsc_pf_clocks_append (&all, read_clock (proto.bytes, proto.n));
  if (find_moment (self, &all, sequence, &real_ns))
    for (gsize i = 0; i < all.n; i++)
      {
        LscPfClock *clock = &all.items[i];
        LscPfClock *known = find_clock (self, sequence, clock->id);

        clock->sequence = get_owner (sequence, clock->id);
        clock->real_ns = real_ns;
        if (known && clock->id >= FIRST_OWN && clock->id <= LAST_OWN)
          *known = *clock;
        else if (!known)
          add_clock (self, clock);
        if (!self->has_base && clock->id == REALTIME && clock->value > LSC_TRACE_LEAST_TIME_NS &&
            clock->value < LSC_TRACE_MOST_TIME_NS)
          {
            self->has_base = TRUE;
            self->base_ns = clock->value;
          }
      }
  lsc_pf_clocks_clear (&all);
}

/**
 * _lsc_pf_convert:
 * @id: of the clock, 0 = the default one
 * @value: by that clock
 * @time_ns: (out): ns since the epoch, or since the machine started where that is not told
 *
 * Returns: %FALSE for a clock that no snapshot tells, and for times that cannot be
 */
gboolean
_lsc_pf_convert (LscPfReader *self, guint32 sequence, guint32 id, guint64 value, gint64 *time_ns)
{
  guint32 wanted = id > 0 ? id : BOOTTIME;
  LscPfClock *clock = find_clock (self, sequence, wanted);
  gint64 reading = (gint64) value, since;

  if (!clock)
    {
      /* Nothing is known of any clock, or this one is the one of the day. */
      *time_ns = reading;
      return wanted == REALTIME || (wanted == BOOTTIME && self->clocks.n == 0 && reading >= 0 &&
                                    reading < LSC_TRACE_MOST_TIME_NS);
    }
  /* One that is incremental says how long it is since the packet before. */
  if (__builtin_sub_overflow (reading, clock->is_incremental ? 0 : clock->value, &since) ||
      __builtin_mul_overflow (since, clock->unit_ns, &since) ||
      __builtin_add_overflow (clock->real_ns, since, time_ns))
    return FALSE;
  if (clock->is_incremental)
    clock->real_ns = *time_ns;
  return *time_ns >= LSC_TRACE_LEAST_TIME_NS && *time_ns < LSC_TRACE_MOST_TIME_NS;
}
