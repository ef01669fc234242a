/* lsc-foreign.c - why a file that looks like a recording is none that can be read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-foreign.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "base/lsc-db.h"
#include "base/lsc-text-input.h"
#include "read/ftrace/lsc-ftrace.h"
#include "read/lsc-open.h"

/* formats.md#foreign. A file is opened at its first bytes only. */

#define HEAD_BYTES 16384
/* With the name of what was packed, a file that holds nothing is hardly longer. */
#define EMPTY_GZIP_BYTES 64

typedef enum
{
  UTF16,
  TWICE_PACKED,
  ZSTD,
  CHAKRA,
  ROCPROF,
  NSIGHT_SYSTEMS,
  NSIGHT_EXPORT,
  NSIGHT_TEXT,
  NSIGHT_COMPUTE,
  PERFETTO,
  EMPTY,
  PACKED,
  PICKLE,
  GRAPH_NAMES,
  SCHEDULER,
  N_KINDS,
} Kind;

static const LscForeign kinds[N_KINDS] = {
  [UTF16] = { N_ ("is text in UTF-16, which no profiler writes"),
              N_ ("Convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW."), TRUE },
  [TWICE_PACKED] = { N_ ("is packed twice: there is gzip inside of gzip"),
                     N_ ("Unpack it once with gunzip, and open what that makes."), TRUE },
  [ZSTD] = { N_ ("is packed with zstd, which the library for archives cannot unpack here"),
             N_ ("Unpack it with zstd -d, and open what that makes."), TRUE },
  [CHAKRA] = { N_ ("is an execution trace (Chakra): nodes of a graph without times of a device"),
               N_ ("Open the trace that the PyTorch profiler wrote in the same run."), FALSE },
  [ROCPROF] = { N_ ("is a result of rocprof in a format that is not read"),
                N_ ("Record with torch.profiler."), FALSE },
  [NSIGHT_SYSTEMS] = { N_ ("is a report of Nsight Systems, which only its own tools read"),
                       N_ ("Export it with nsys export --type sqlite FILE.nsys-rep, and open the "
                           "database."),
                       FALSE },
  [NSIGHT_EXPORT] = { N_ ("is an export of Nsight Systems without events of CUDA or NVTX"),
                      N_ ("Record with nsys profile --trace=cuda,nvtx."), FALSE },
  [NSIGHT_TEXT] = { N_ ("is an export of Nsight Systems as text"),
                    N_ ("Export the report again with nsys export --type sqlite FILE.nsys-rep."),
                    FALSE },
  [NSIGHT_COMPUTE] = { N_ ("is a report of Nsight Compute: counters of single kernels, no "
                           "timeline"),
                       N_ ("Record with torch.profiler."), FALSE },
  [PERFETTO] = { N_ ("is called a Perfetto trace, but no packet of one can be read in it"),
                 N_ ("Copy it again, or record again."), TRUE },
  [EMPTY] = { N_ ("is empty"), N_ ("Copy it again, or record again."), FALSE },
  [PACKED] = { N_ ("is packed, and no trace can be read inside"),
               N_ ("Unpack it with gunzip, unxz or bunzip2, and open what that makes."), FALSE },
  [PICKLE] = { N_ ("is a Python pickle, but no memory snapshot of PyTorch"),
               N_ ("Write one with torch.cuda.memory._dump_snapshot()."), FALSE },
  [GRAPH_NAMES] = { N_ ("names the kernels of graphs, and holds no events"),
                    N_ ("Open the trace of the same run, next to it or with --names."), FALSE },
  [SCHEDULER] = { N_ ("is a trace of the scheduler: when threads ran, without any work of a "
                      "device"),
                  N_ ("Open the GPU trace of the same run, next to it or with --names."), FALSE },
};

static gboolean
has_ending (const char *name, const char *const *endings)
{
  for (; *endings; endings++)
    if (g_str_has_suffix (name, *endings))
      return TRUE;
  return FALSE;
}

static gboolean
contains (const char *buffer, gsize n, const char *word)
{
  return memmem (buffer, n, word, strlen (word)) != NULL;
}

static gsize
read_head (const char *path, char *buffer, gsize n)
{
  FILE *file = g_fopen (path, "rb");
  gsize got = file ? fread (buffer, 1, n, file) : 0;

  if (file)
    fclose (file);
  return got;
}

/* The first bytes of the text in a packed file. */
static gsize
read_text (const char *path, char *buffer, gsize n)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, NULL, NULL);
  LscTextBlock block;
  gsize got = 0;

  if (input && lsc_text_input_next (input, &block, NULL))
    {
      got = MIN (block.n, n);
      memcpy (buffer, block.data, got);
    }
  return got;
}

static gboolean
is_utf16 (const char *head, gsize n)
{
  if (n < 4)
    return FALSE;
  if (memcmp (head, "\xff\xfe", 2) == 0 || memcmp (head, "\xfe\xff", 2) == 0)
    return TRUE;
  return (strchr ("[{", head[0]) && head[0] && head[1] == '\0' && head[2] != '\0') ||
         (head[0] == '\0' && head[1] && strchr ("[{", head[1]) && head[2] == '\0');
}

static gboolean
is_gzip (const char *head, gsize n)
{
  return n >= 2 && memcmp (head, "\x1f\x8b", 2) == 0;
}

static int
find_by_name (const char *name)
{
  static const char *const systems[] = { ".nsys-rep", ".qdrep", ".qdstrm", NULL };
  static const char *const compute[] = { ".ncu-rep", NULL };
  static const char *const perfetto[] = { ".pftrace", ".perfetto-trace", NULL };
  static const char *const rocprof[] = { ".rocpd", ".otf2", NULL };
  static const char *const chakra[] = { ".et", NULL };

  if (has_ending (name, systems))
    return NSIGHT_SYSTEMS;
  if (has_ending (name, compute))
    return NSIGHT_COMPUTE;
  if (has_ending (name, perfetto))
    return PERFETTO;
  if (has_ending (name, rocprof))
    return ROCPROF;
  return has_ending (name, chakra) ? CHAKRA : -1;
}

static int
find_by_tables (const char *path, LscJob *job)
{
  g_autoptr (LscDb) db = lsc_db_peek (path, job, NULL);
  g_auto (GStrv) tables = db ? lsc_db_list_tables (db) : NULL;

  for (guint i = 0; tables && tables[i]; i++)
    {
      if (g_str_has_prefix (tables[i], "CUPTI_ACTIVITY_") ||
          strcmp (tables[i], "TARGET_INFO_SYSTEM_ENV") == 0)
        return NSIGHT_EXPORT;
      if (g_str_has_prefix (tables[i], "rocpd_"))
        return ROCPROF;
    }
  return -1;
}

static int
find_by_text (const char *text, gsize n)
{
  if (is_utf16 (text, n))
    return UTF16;
  if (contains (text, n, "chakra") ||
      (contains (text, n, "\"schema\"") && contains (text, n, "\"nodes\"")))
    return CHAKRA;
  if (contains (text, n, "\"rocprofiler-sdk"))
    return ROCPROF;
  return contains (text, n, "\"CudaEvent\"") || contains (text, n, "\"NvtxEvent\"") ? NSIGHT_TEXT
                                                                                    : -1;
}

/* What can be unpacked here, as read_text() does. */
static gboolean
is_packed (const char *head, gsize n)
{
  return is_gzip (head, n) ||
         (n >= 6 && memcmp (head,
                            "\xfd"
                            "7zXZ",
                            5) == 0) ||
         (n >= 4 && memcmp (head, "BZh", 3) == 0 && head[3] >= '1' && head[3] <= '9');
}

/* Protocols 2 to 5 begin so. */
static gboolean
is_pickle (const char *head, gsize n)
{
  return n >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

/**
 * lsc_foreign_find:
 * @path: a file that is no recording
 * @job: (nullable): cancellation
 *
 * Looks at the name and the first bytes.
 *
 * Source: formats.md#foreign.
 *
 * Returns: (transfer none) (nullable): what it is instead, %NULL when that is not known
 */
const LscForeign *
lsc_foreign_find (const char *path, LscJob *job)
{
  g_return_val_if_fail (path, NULL);

  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *head = g_malloc (HEAD_BYTES);
  int kind = find_by_name (name);
  gsize n;

  if (kind >= 0)
    return &kinds[kind];
  n = read_head (path, head, HEAD_BYTES);
  if (n == 0)
    return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? &kinds[EMPTY] : NULL;
  if (lsc_names_graphs (path))
    return &kinds[lsc_ftrace_recognise_file (path) ? SCHEDULER : GRAPH_NAMES];
  if (is_pickle (head, n))
    return &kinds[PICKLE];
  if (n >= 4 && memcmp (head, "\x28\xb5\x2f\xfd", 4) == 0)
    {
      n = read_text (path, head, HEAD_BYTES);
      if (n == 0)
        return &kinds[ZSTD];
    }
  else if (is_packed (head, n))
    {
      gboolean is_gz = is_gzip (head, n);
      gsize n_head = n;

      n = read_text (path, head, HEAD_BYTES);
      if (is_gz && is_gzip (head, n))
        return &kinds[TWICE_PACKED];
      kind = find_by_text (head, n);
      return &kinds[kind >= 0 ? kind : n == 0 && n_head <= EMPTY_GZIP_BYTES ? EMPTY : PACKED];
    }
  if (n >= 16 && memcmp (head, "SQLite format 3", 15) == 0)
    kind = find_by_tables (path, job);
  if (kind < 0)
    kind = find_by_text (head, n);
  return kind >= 0 ? &kinds[kind] : NULL;
}
