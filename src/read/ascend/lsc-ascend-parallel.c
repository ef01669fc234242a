/* lsc-ascend-parallel.c - the tables of host and device, if need be read by two threads
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-private.h"

/* PYTORCH_API has about as many rows as all other tables together, and no table of the host needs
 * anything of the device's but the texts, which are complete by then. So ops and links are read by
 * connections, runs and pools of their own. Names that they have to make up carry a bit until they
 * are put into the common pool, after everything of the device: the run is the same as if one
 * thread had read all of it. */

#define OWN_NAME_BIT 0x80000000u
#define N_THREADS 2

/* The pieces of work, in an order in which two threads are busy for about as long. */
enum
{
  READ_OPS,
  READ_LINKS,
  READ_DEVICE,
  ORDER_LINKS,
  N_PIECES,
};

/* Reads ranges and what ran on the device. */
static gboolean
load_device_side (LscAscend *self, GError **error)
{
  LscLoadFlags flags = self->flags;

  if ((flags & (LSC_LOAD_MARKS | LSC_LOAD_MARK_TASKS)) && !_lsc_ascend_load_marks (self, error))
    return FALSE;
  return !(flags & (LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES | LSC_LOAD_COPIES |
                    LSC_LOAD_MARK_TASKS | LSC_LOAD_COMM_TASKS | LSC_LOAD_COMM_PAIRS)) ||
         _lsc_ascend_load_kernels (self, error);
}

/** What is read by a connection of its own. */
typedef struct
{
  LscAscend ascend;
  GError *error;
  gboolean ok;
} Part;

typedef struct
{
  LscAscend *ascend; /* reads what ran on the device */
  GError *error;
  gboolean ok;
  Part ops;
  Part links;
  int has_links; /* atomic: all of them are read */
} SideBySide;

static void
part_init (Part *self, const LscAscend *first)
{
  LscAscend *ascend = &self->ascend;

  *self = (Part){ .ascend = { .flags = first->flags,
                              .job = first->job,
                              .strings = first->strings,
                              .map_device = first->map_device } };
  ascend->strings.own_name_bit = OWN_NAME_BIT;
  ascend->strings.unknown = (LscTally){ 0 };
  ascend->strings.missing = (LscTally){ 0 };
  ascend->run = lsc_run_new (first->run->source);
  ascend->run->rank = first->run->rank;
}

static void
part_clear (Part *self)
{
  if (self->ascend.threads.all)
    g_hash_table_unref (self->ascend.threads.all);
  g_clear_pointer (&self->ascend.run, lsc_run_unref);
  g_clear_pointer (&self->ascend.db, lsc_db_return);
  g_clear_error (&self->error);
}

static void
side_by_side_clear (SideBySide *self)
{
  part_clear (&self->ops);
  part_clear (&self->links);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SideBySide, side_by_side_clear)

static void
read_part (Part *self, gboolean (*load) (LscAscend *, GError **))
{
  LscAscend *ascend = &self->ascend;

  ascend->db = lsc_db_borrow (ascend->run->source->file, ascend->job, &self->error);
  self->ok = ascend->db && load (ascend, &self->error);
  if (!self->ok)
    return;
  _lsc_ascend_report_answers (ascend, ascend->db);
  lsc_db_return (g_steal_pointer (&ascend->db)); /* the next piece may take it */
}

static void
run_piece (gsize index, gpointer data)
{
  SideBySide *self = data;
  LscRun *links = self->links.ascend.run;

  switch (index)
    {
    case READ_OPS:
      read_part (&self->ops, _lsc_ascend_load_ops);
      break;
    case READ_LINKS:
      read_part (&self->links, _lsc_ascend_load_links);
      g_atomic_int_set (&self->has_links, self->links.ok);
      break;
    case READ_DEVICE:
      self->ok = load_device_side (self->ascend, &self->error);
      break;
    default:
      /* Whoever wants the order finds it himself where there was no time for it. */
      if (g_atomic_int_get (&self->has_links))
        links->link_order = lsc_connections_order (&links->connections, &links->n_links);
    }
}

static void
take_ops (LscAscend *self, LscRun *from)
{
  g_autofree guint32 *threads = g_new (guint32, from->threads.n + 1);

  for (gsize i = 0; i < from->threads.n; i++)
    threads[i] = _lsc_ascend_add_thread (self, from->threads.items[i]);
  for (gsize i = 0; i < from->ops.n; i++)
    {
      LscOp *op = &from->ops.items[i];

      op->thread = threads[op->thread];
      if (G_UNLIKELY (op->name & OWN_NAME_BIT))
        op->name =
            lsc_intern_add (self->run->strings, lsc_run_text (from, op->name & ~OWN_NAME_BIT));
    }
  lsc_ops_clear (&self->run->ops);
  self->run->ops = from->ops;
  from->ops = (LscOps){ 0 };
}

static void
take_links (LscAscend *self, LscRun *from)
{
  lsc_connections_clear (&self->run->connections);
  self->run->connections = from->connections;
  self->run->link_order = g_steal_pointer (&from->link_order);
  self->run->n_links = from->n_links;
  from->connections = (LscConnections){ 0 };
}

static gboolean
fail (GError **error, GError **cause)
{
  g_propagate_error (error, g_steal_pointer (cause));
  return FALSE;
}

/* Reads the tables of the device and those of the host in two threads, or in this one when there
 * can be no other. Errors and notices are those of reading one after the other. */
static gboolean
load_side_by_side (LscAscend *self, GError **error)
{
  g_auto (SideBySide) all = { .ascend = self };

  part_init (&all.ops, self);
  part_init (&all.links, self);
  lsc_job_run_parallel (N_THREADS, N_PIECES, run_piece, &all);
  if (!all.ok)
    return fail (error, &all.error);
  if (!all.ops.ok)
    return fail (error, &all.ops.error);
  if (!all.links.ok)
    return fail (error, &all.links.error);
  take_ops (self, all.ops.ascend.run);
  take_links (self, all.links.ascend.run);
  lsc_notices_add_all (self->run->notices, all.ops.ascend.run->notices);
  lsc_notices_add_all (self->run->notices, all.links.ascend.run->notices);
  return TRUE;
}

/** Reads what the flags of @self want of device and host. */
gboolean
_lsc_ascend_load_events (LscAscend *self, GError **error)
{
  /* a copy is private to its connection */
  if ((self->flags & LSC_LOAD_SIDE_BY_SIDE) && !lsc_db_is_copy (self->db))
    return load_side_by_side (self, error);
  return load_device_side (self, error) && _lsc_ascend_load_ops (self, error) &&
         _lsc_ascend_load_links (self, error);
}
