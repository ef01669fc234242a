/* lsc-ascend-parallel.c - ops and links read by a thread of their own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-ascend-private.h"

/* What the host did and what the device did are in tables of about the same size that need nothing
 * of each other but the texts, which are complete by then. The second thread has a connection, a
 * run and a pool of its own. Names that it has to make up carry a bit until they are put into the
 * common pool, after everything of the first thread: the run is the same as if one thread had read
 * all of it. */

#define OWN_NAME_BIT 0x80000000u

typedef struct
{
  LscAscend ascend;
  GError *error;
  gboolean ok;
} Second;

static void
second_init (Second *self, const LscAscend *first)
{
  LscAscend *ascend = &self->ascend;

  *self = (Second){ .ascend = { .flags = first->flags,
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
second_clear (Second *self)
{
  if (self->ascend.threads.all)
    g_hash_table_unref (self->ascend.threads.all);
  g_clear_pointer (&self->ascend.run, lsc_run_unref);
  g_clear_pointer (&self->ascend.db, lsc_db_close);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Second, second_clear)

static gpointer
read_host_side (gpointer data)
{
  Second *self = data;
  LscAscend *ascend = &self->ascend;

  ascend->db = lsc_db_open (ascend->run->source->file, ascend->job, &self->error);
  self->ok = ascend->db && lsc_ascend_load_host_side (ascend, &self->error);
  return NULL;
}

static void
take_ops (LscAscend *self, LscRun *from)
{
  g_autofree guint32 *threads = g_new (guint32, from->threads.n + 1);

  for (gsize i = 0; i < from->threads.n; i++)
    threads[i] = lsc_ascend_add_thread (self, from->threads.items[i]);
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
join (LscAscend *self, Second *second)
{
  LscRun *from = second->ascend.run;

  take_ops (self, from);
  lsc_connections_clear (&self->run->connections);
  self->run->connections = from->connections;
  from->connections = (LscConnections){ 0 };
  lsc_notices_add_all (self->run->notices, from->notices);
}

/**
 * lsc_ascend_load_side_by_side:
 *
 * Reads the tables of the device in this thread and those of the host in another.
 */
gboolean
lsc_ascend_load_side_by_side (LscAscend *self, GError **error)
{
  g_auto (Second) second = { 0 };
  GThread *thread;
  gboolean ok;

  second_init (&second, self);
  thread = g_thread_try_new ("lsc-reader", read_host_side, &second, NULL);
  ok = lsc_ascend_load_device_side (self, error);
  if (thread)
    g_thread_join (thread);
  else if (ok)
    return lsc_ascend_load_host_side (self, error);
  if (!ok)
    return FALSE;
  if (!second.ok)
    {
      g_propagate_error (error, g_steal_pointer (&second.error));
      return FALSE;
    }
  join (self, &second);
  lsc_ascend_report_answers (self, second.ascend.db);
  return TRUE;
}
