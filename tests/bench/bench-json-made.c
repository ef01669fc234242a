/* bench-json-made.c - a trace in the shape of a recording with call stacks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-json.h"

#include <glib/gstdio.h>
#include <stdio.h>

/* printf() with apostrophes for quotes. */
static void G_GNUC_PRINTF (2, 3) write_json (FILE *out, const char *format, ...)
{
  char text[2048];
  va_list args;
  int n;

  va_start (args, format);
  n = g_vsnprintf (text, sizeof text, format, args);
  va_end (args);
  for (int i = 0; i < n; i++)
    if (text[i] == '\'')
      text[i] = '"';
  fwrite (text, 1, (gsize) n, out);
}

#define U64 "%" G_GUINT64_FORMAT

/* The time of an event, in the words of the format. */
#define TS "'ts': '" U64 ".%03u'"

static const char call_stack[] =
    "/home/user/lib/python3.9/site-packages/torch/nn/modules/conv.py(459): _conv_forward;\\r\\n"
    "/home/user/lib/python3.9/site-packages/torch/nn/modules/conv.py(463): forward;\\r\\n"
    "/home/user/lib/python3.9/site-packages/torch/nn/modules/module.py(1501): _call_impl;\\r\\n"
    "/home/user/train/main.py(345): train";

static void
write_op (FILE *out, guint64 i, const char *comma)
{
  guint64 us = 1736412474714258u + i * 40;
  guint op = (guint) (i * 7919 % 211);
  guint tid = (guint) (3178231 + i % 3);
  guint ns = (guint) (i % 1000);

  write_json (out, "%s{'ph': 'X', 'name': 'aten::op_%u', 'pid': 3178231, ", comma, op);
  write_json (out, "'tid': %u, " TS ", 'dur': %u.%02u, ", tid, us, ns, 20 + op % 10, op % 100);
  write_json (out, "'cat': 'cpu_op', 'args': {'Sequence number': %d, ", op % 3 ? -1 : (int) op);
  write_json (out, "'Fwd thread id': 0, 'Input Dims': '32,3,224,224;\\r\\n64,3,7,7', ");
  write_json (out, "'Input type': 'float;\\r\\nfloat', 'Call stack': '%s'}}", call_stack);
  write_json (out, ", {'ph': 'X', 'name': 'Enqueue', 'pid': 3178231, 'tid': %u, ", tid);
  write_json (out, TS ", 'dur': 3.5, 'cat': 'enqueue', ", us + 5, ns);
  write_json (out, "'args': {'correlation_id': " U64 "}}", i);
  write_json (out, ", {'ph': 'X', 'name': 'Dequeue@aclnnOp%u', 'pid': 3178231, ", op);
  write_json (out, "'tid': 3178999, " TS ", 'dur': 18.75, 'cat': 'dequeue', ", us + 10, ns);
  write_json (out, "'args': {'correlation_id': " U64 "}}", i);
}

static void
write_device (FILE *out, guint64 i)
{
  guint64 us = 1736412474714258u + i * 40;
  guint op = (guint) (i * 7919 % 211);
  guint stream = (guint) (2 + i % 4);
  guint ns = (guint) (i % 1000);

  write_json (out, ", {'ph': 'X', 'name': 'AscendCL@aclnnOp%u', 'pid': 3254508512, ", op);
  write_json (out, "'tid': 3178999, " TS ", 'dur': 14.5, ", us + 11, ns);
  write_json (out, "'args': {'Thread Id': 3178999, 'Mode': 'ACL_OP', 'level': 'acl', ");
  write_json (out, "'id': 'aclnnOp%u', 'item_id': '0', 'connection_id': " U64 "}}", op, i);
  write_json (out, ", {'ph': 'X', 'name': 'Node@launch', 'pid': 3254508512, ");
  write_json (out, "'tid': 3178999, " TS ", 'dur': 8.25, ", us + 13, ns);
  write_json (out, "'args': {'Thread Id': 3178999, 'Mode': 'launch', 'level': 'node', ");
  write_json (out, "'id': '0', 'item_id': 'Op%u', 'connection_id': " U64 "}}", op, i);
  write_json (out, ", {'ph': 'X', 'name': 'Op_%u_MatMul', 'pid': 3254508960, ", op);
  write_json (out, "'tid': %u, " TS ", 'dur': %u.%02u, ", stream, us + 100, ns, 20 + op, op % 100);
  write_json (out, "'args': {'Model Id': 4294967295, 'Task Type': 'AI_CORE', ");
  write_json (out, "'Physic Stream Id': %u, 'Task Id': %u, ", stream, (guint) (i % 60000));
  write_json (out, "'Batch Id': 0, 'Subtask Id': 4294967295, 'connection_id': " U64 "}}", i);
}

static void
write_flow (FILE *out, const char *phase, const char *category, const char *name, const char *id)
{
  write_json (out, ", {'ph': '%s', 'bp': 'e', 'name': '%s', ", phase, name);
  write_json (out, "'id': %s, 'cat': '%s', ", id, category);
}

static void
write_flows (FILE *out, guint64 i)
{
  guint64 us = 1736412474714258u + i * 40;
  guint ns = (guint) (i % 1000);
  g_autofree char *number = g_strdup_printf (U64, i);
  g_autofree char *id = g_strdup_printf ("'3689348%013" G_GUINT64_FORMAT "'", i % 60000 << 16);
  g_autofree char *name = g_strdup_printf ("HostToDevice%.20s", id + 1);

  write_flow (out, "s", "async_task_queue", "enqueue_to_dequeue", number);
  write_json (out, "'pid': 3178231, 'tid': %u, " TS "}", (guint) (3178231 + i % 3), us + 5, ns);
  write_flow (out, "f", "async_task_queue", "enqueue_to_dequeue", number);
  write_json (out, "'pid': 3178231, 'tid': 3178999, " TS "}", us + 10, ns);
  write_flow (out, "s", "HostToDevice", name, id);
  write_json (out, "'pid': 3254508512, 'tid': 3178999, " TS "}", us + 13, ns);
  write_flow (out, "f", "HostToDevice", name, id);
  write_json (out, "'pid': 3254508960, 'tid': %u, " TS "}", (guint) (2 + i % 4), us + 100, ns);
  if (i % 4 != 0)
    return;
  write_json (out, ", {'name': 'HBM 0/Read', " TS ", 'pid': 3254509088, 'tid': 0, ", us, ns);
  write_json (out, "'args': {'Read(MB/s)': %u.%04u}, 'ph': 'C'}", (guint) (i % 9000), ns);
}

#undef TS

static void
write_process (FILE *out, guint64 pid, const char *name)
{
  write_json (out, "{'ph': 'M', 'name': 'process_name', 'pid': " U64 ", 'tid': 0, ", pid);
  write_json (out, "'args': {'name': '%s'}}, ", name);
}

/* Writes Python, CANN and device events in the shape of a level-1 trace with call stacks: three
 * quarters of its bytes are texts that a timeline does not keep. */
gboolean
bench_write_stacks (const char *path, gint64 bytes)
{
  FILE *out = g_fopen (path, "wb");
  guint64 i;

  if (!out)
    return FALSE;
  fputc ('[', out);
  write_process (out, 3178231, "Python");
  write_process (out, 3254508512, "CANN");
  write_process (out, 3254508960, "Ascend Hardware");
  for (i = 0; ftell (out) < bytes; i++)
    {
      write_op (out, i, i ? ", " : "");
      write_device (out, i);
      write_flows (out, i);
    }
  fputc (']', out);
  return fclose (out) == 0;
}
