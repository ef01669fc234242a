/* fuzz-ops.c - damaged op timelines never crash or stall the reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "read/ops/lsc-job-ops-read.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* All that is handed over is in order. */
static void
check (const LscJobOps *ops)
{
  gsize n_strings = lsc_intern_size (ops->strings), n_seen = 0;

  g_assert (ops->workers.n > 0 && ops->steps.n > 0 && ops->ops.n > 0);
  for (gsize i = 1; i < ops->workers.n; i++)
    g_assert (ops->workers.items[i - 1].rank < ops->workers.items[i].rank);
  for (gsize i = 1; i < ops->steps.n; i++)
    g_assert (ops->steps.items[i - 1].number < ops->steps.items[i].number);
  for (gsize step = 0; step < ops->steps.n; step++)
    for (gsize worker = 0; worker < ops->workers.n; worker++)
      {
        gsize n;
        const LscJobOp *list = lsc_job_ops_get (ops, step, worker, &n);

        n_seen += n;
        for (gsize i = 0; i < n; i++)
          {
            g_assert (i == 0 || list[i - 1].start_ns <= list[i].start_ns);
            g_assert (list[i].name < n_strings && list[i].kind <= LSC_JOB_OP_OTHER);
            g_assert (list[i].row < LSC_JOB_N_ROWS && list[i].number != LSC_JOB_NO_NUMBER);
          }
      }
  g_assert (n_seen == ops->ops.n);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("ops", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (LscJobOps) ops = NULL;

  if (size > 0 && write (fd, data, size) == (ssize_t) size)
    {
      ops = lsc_job_ops_read (path, NULL, NULL, NULL);
      if (ops)
        check (ops);
    }
  close (fd);
  return 0;
}
