/* fuzz-extract.c - damaged extracts of ranks never crash, and nothing in them is believed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/lsc-export-extract.h"
#include "read/lsc-open.h"
#include "session/lsc-session-excerpt.h"
#include "session/lsc-session-extract.h"
#include "session/lsc-session.h"

/* The first byte of an input says what the rest is: 0 = patches of a small valid file, each of
 * three bytes of offset, one of length, and so many bytes; 1 = the number of a part, the count that
 * the file says of it, and patches of its bytes, in a file that is sound but for these; 2 = a whole
 * file. Any other value counts modulo 3. */

enum
{
  INPUT_PATCHES,
  INPUT_PART,
  INPUT_FILE,
  N_INPUTS,
};

#define N_STEPS 4

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static char *folder;
static char *path;
static LscPack *sound;
static GBytes *image;
static LscExtractEntry entry;

static void
quiet (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
}

/* ---- a sound file ---- */

/* Steps with an operator in a module, its launch, two kernels and a copy. */
static char *
make_trace (void)
{
  GString *out = g_string_new ("{\"schemaVersion\":1,\"traceEvents\":[");

  for (guint i = 0; i < N_STEPS; i++)
    {
      guint at = 1000 + i * 100;

      g_string_append_printf (
          out,
          "%s{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":100,\"cat\":\"user_annotation\","
          "\"name\":\"ProfilerStep#%u\"},"
          "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":30,\"cat\":\"python_function\","
          "\"name\":\"nn.Module: Linear_0\",\"args\":{\"Python id\":%u}},"
          "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":20,\"cat\":\"cpu_op\","
          "\"name\":\"aten::mm\",\"args\":{\"External id\":%u,"
          "\"Input Dims\":[[64,32],[32,16]],\"Input type\":[\"float\",\"float\"]}},"
          "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":5,\"cat\":\"cuda_runtime\","
          "\"name\":\"cudaLaunchKernel\",\"args\":{\"correlation\":%u,\"External id\":%u}},"
          "{\"ph\":\"X\",\"pid\":0,\"tid\":7,\"ts\":%u,\"dur\":40,\"cat\":\"kernel\","
          "\"name\":\"gemm\",\"args\":{\"device\":0,\"stream\":7,\"correlation\":%u}},"
          "{\"ph\":\"X\",\"pid\":0,\"tid\":7,\"ts\":%u,\"dur\":9,\"cat\":\"kernel\","
          "\"name\":\"ncclDevKernel_AllReduce_Sum\",\"args\":{\"device\":0,\"stream\":7}}",
          i == 0 ? "" : ",", at, i, at + 5, i, at + 10, i + 1, at + 20, i + 1, i + 1, at + 30,
          i + 1, at + 75);
    }
  g_string_append (out, "]}");
  return g_string_free (out, FALSE);
}

static LscSession *
open_session (const char *file)
{
  g_autoptr (LscProject) project = lsc_discover (file, NULL, NULL);
  LscCluster *cluster = project && project->clusters->len > 0 ? project->clusters->pdata[0] : NULL;

  return cluster && cluster->sources->len > 0 ? lsc_session_new (cluster->sources, NULL) : NULL;
}

static GBytes *
write_pack (const LscPack *pack)
{
  g_autoptr (LscExtractWriter) writer = lsc_extract_writer_new_in_memory (NULL, NULL);

  g_assert (writer && lsc_extract_writer_add (writer, &entry, pack, NULL));
  return lsc_extract_writer_finish_bytes (writer, NULL);
}

static void
tidy_up (void)
{
  g_remove (path);
  g_rmdir (folder);
}

static void
set_up (void)
{
  const char *fast = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();
  g_autofree char *name = g_strdup_printf ("lanescope-fuzz-x%d", (int) getpid ());
  g_autofree char *text = make_trace ();
  g_autofree char *trace = NULL;
  g_autoptr (LscSession) session = NULL;

  g_log_set_default_handler (quiet, NULL);
  folder = g_build_filename (fast, name, NULL);
  path = g_build_filename (folder, "job.lscope", NULL);
  trace = g_build_filename (folder, "trace.json", NULL);
  g_mkdir_with_parents (folder, 0700);
  g_assert (g_file_set_contents (trace, text, -1, NULL));
  session = open_session (trace);
  g_assert (session);
  lsc_session_expect_excerpt (session);
  sound = lsc_session_pack_rank (session, lsc_session_get_sources (session)->pdata[0], NULL, NULL);
  g_assert (sound);
  entry = (LscExtractEntry){ .id = 1,
                             .own_rank = -1,
                             .host = (char *) "host",
                             .origin = (char *) "/trace.json",
                             .folder = (char *) "/",
                             .format = (char *) "trace",
                             .fingerprint = (char *) "1-1",
                             .digest = 1 };
  image = write_pack (sound);
  g_assert (image);
  g_remove (trace);
  atexit (tidy_up);
}

/* ---- damage ---- */

static GBytes *
patch (GBytes *bytes, const uint8_t *data, size_t size)
{
  gsize n;
  guchar *copy = g_bytes_unref_to_data (g_bytes_ref (bytes), &n);

  while (size > 4 && n > 0)
    {
      gsize offset = ((gsize) data[0] << 16 | (gsize) data[1] << 8 | data[2]) % n;
      gsize length = MIN (MIN ((gsize) data[3] + 1, size - 4), n - offset);

      memcpy (copy + offset, data + 4, length);
      data += 4 + length;
      size -= 4 + length;
    }
  return g_bytes_new_take (copy, n);
}

static GBytes *
change_part (const uint8_t *data, size_t size)
{
  g_autoptr (LscPack) changed = lsc_pack_new ();
  guint n = lsc_pack_get_n_parts (sound);
  guint which = size > 0 ? data[0] % n : 0;

  for (guint i = 0; i < n; i++)
    {
      const LscPackPart *part = lsc_pack_get_part (sound, i);
      gboolean is_it = i == which && size > 2;
      guint64 count = is_it && data[1] != 0 ? (guint64) data[1] << (data[2] % 57) : part->n;

      lsc_pack_take_part (changed, part->name, count,
                          is_it ? patch (part->bytes, data + 3, size - 3)
                                : g_bytes_ref (part->bytes));
    }
  return write_pack (changed);
}

static GBytes *
make_file (const uint8_t *data, size_t size)
{
  switch (data[0] % N_INPUTS)
    {
    case INPUT_PATCHES:
      return patch (image, data + 1, size - 1);
    case INPUT_PART:
      return change_part (data + 1, size - 1);
    default:
      return g_bytes_new (data + 1, size - 1);
    }
}

/* ---- reading ---- */

static void
merge_all (void)
{
  g_autoptr (GPtrArray) entries = lsc_session_list_extracts (path, NULL, NULL);

  for (guint i = 0; entries && i < entries->len; i++)
    {
      const LscExtractEntry *it = entries->pdata[i];
      g_autoptr (LscPack) pack = lsc_session_read_pack (path, it->id, NULL, NULL);
    }
}

static void
ask_all (void)
{
  g_autoptr (LscSession) session = open_session (path);
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (LscCommunication) communication = NULL;
  g_autoptr (LscPipeline) pipelines = NULL;
  g_autoptr (GPtrArray) excerpts = NULL;

  if (!session)
    return;
  findings = lsc_session_get_findings (session, NULL, NULL);
  communication = lsc_session_get_communication (session, NULL, NULL);
  pipelines = lsc_session_get_pipelines (session, NULL, NULL);
  excerpts = lsc_session_get_all_visible (session, LSC_TIMELINE_WHOLE, NULL, NULL);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = NULL;
  FILE *file;

  if (!folder)
    set_up ();
  if (size == 0)
    return 0;
  bytes = make_file (data, size);
  file = bytes ? g_fopen (path, "wb") : NULL;
  if (!file)
    return 0;
  fwrite (g_bytes_get_data (bytes, NULL), 1, g_bytes_get_size (bytes), file);
  fclose (file);
  merge_all ();
  ask_all ();
  return 0;
}
