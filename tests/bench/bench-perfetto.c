/* bench-perfetto.c - what a Perfetto trace costs, beside a bare scan of its fields
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/lsc-text-input.h"
#include "bench-recording.h"
#include "bench-report.h"
#include "read/perfetto/lsc-perfetto.h"
#include "read/perfetto/lsc-proto.h"

/* A trace of PyTorch is repeated, each time later, up to the size that is asked for. The floor
 * steps over the fields of its packets, and of the messages in those that say what happened. */

#define MOST_FLOOR 2.5

/* ---- a trace to measure on ---------------------------------------------------------------- */

static GByteArray *
read_sample (const char *path)
{
  g_autoptr (GError) error = NULL;
  LscTextInput *input = lsc_text_input_open (path, NULL, &error);
  GByteArray *bytes = g_byte_array_new ();
  LscTextBlock block;

  if (!input)
    g_error ("%s", error->message);
  while (lsc_text_input_next (input, &block, NULL))
    g_byte_array_append (bytes, (const guint8 *) block.data, (guint) block.n);
  lsc_text_input_close (input);
  return bytes;
}

/* Moves the time of a packet by @by; times since the epoch keep their length. Returns: whether it
 * is an event */
static gboolean
move_packet (guint8 *packet, gsize n, guint64 by)
{
  guint64 time;
  guint8 *p = packet + 1;

  if (n < 2 || *packet != 8 << 3 || !lsc_proto_read (p, packet + n, &time))
    return FALSE;
  for (time += by;; time >>= 7, p++)
    {
      gboolean is_last = *p < 0x80;

      *p = (guint8) (time & 0x7f) | (is_last ? 0 : 0x80);
      if (is_last)
        return TRUE;
    }
}

/* Writes the packets of @bytes, of later times those alone that are events. */
static void
write_packets (FILE *file, const GByteArray *bytes, guint64 by)
{
  g_autofree guint8 *copy = g_memdup2 (bytes->data, bytes->len);
  LscProto proto;
  guint8 *begin = copy;

  lsc_proto_init (&proto, copy, bytes->len);
  while (lsc_proto_next (&proto))
    {
      guint8 *packet = copy + (proto.bytes - copy);
      gboolean is_event = move_packet (packet, proto.n, by);

      if (by == 0 || is_event)
        fwrite (begin, 1, (gsize) (proto.p - begin), file);
      begin = copy + (proto.p - copy);
    }
}

static char *
make_trace (const char *sample, const char *folder, gint64 size)
{
  GByteArray *bytes = read_sample (sample);
  char *path = g_build_filename (folder, "rank0.pftrace", NULL);
  FILE *file = g_fopen (path, "wb");

  for (guint64 i = 0; file && ftello (file) < size; i++)
    write_packets (file, bytes, i * 10 * 1000000);
  if (!file || fclose (file) != 0)
    g_error ("%s cannot be written", path);
  g_byte_array_unref (bytes);
  return path;
}

/* ---- the floor --------------------------------------------------------------------- */

static guint64
scan_fields (const guint8 *bytes, gsize n, guint depth)
{
  guint64 sum = 0;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (proto.type != LSC_PROTO_BYTES)
      sum += proto.value;
    else if (depth == 0 || (depth == 1 && (proto.field == 11 || proto.field == 53)) ||
             (depth == 2 && (proto.field == 4 || proto.field == 6 || proto.field == 21)))
      sum += scan_fields (proto.bytes, proto.n, depth + 1);
  return sum;
}

static void
scan (const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  volatile guint64 sum;

  if (!file)
    _exit (2);
  sum = scan_fields ((const guint8 *) g_mapped_file_get_contents (file),
                     g_mapped_file_get_length (file), 0);
  (void) sum;
}

static const BenchReader reader = {
  LSC_FORMAT_PERFETTO, "scan of fields", scan, lsc_perfetto_read, BENCH_READ, MOST_FLOOR,
};

int
main (int argc, char **argv)
{
  g_autofree char *file = NULL;
  g_autofree char *sample = NULL;
  int megabytes = 500, runs = 5;
  const GOptionEntry entries[] = {
    { "file", 0, 0, G_OPTION_ARG_FILENAME, &file, "A trace to measure on", "PATH" },
    { "sample", 0, 0, G_OPTION_ARG_FILENAME, &sample, "A trace of PyTorch to repeat", "PATH" },
    { "size", 0, 0, G_OPTION_ARG_INT, &megabytes, "Megabytes to make of it", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &runs, "Runs of each kind", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || (!file && !sample))
    {
      g_printerr ("%s\n", error ? error->message : "give --file or --sample");
      return 1;
    }
  if (file)
    bench_recording (&reader, file, runs);
  else
    {
      g_autofree char *folder = g_dir_make_tmp ("bench-perfetto-XXXXXX", NULL);
      g_autofree char *path = make_trace (sample, folder, (gint64) megabytes * 1000000);

      bench_recording (&reader, path, runs);
      g_unlink (path);
      g_rmdir (folder);
    }
  return bench_get_exit_status ();
}
