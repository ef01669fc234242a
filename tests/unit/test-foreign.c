/* test-foreign.c - files that are no recordings are told with the cause, and packed ones are read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "base/lsc-db.h"
#include "lsc-test-files.h"
#include "read/find/lsc-foreign.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define TRACE                                                                                      \
  "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": "       \
  "\"k\", "                                                                                        \
  "\"pid\": 0, \"tid\": 7, \"ts\": 5, \"dur\": 2, \"args\": {\"stream\": 7}}]}"

typedef int (*AddFilter) (struct archive *archive);

static char *
put (const char *dir, const char *name, const void *bytes, gsize n)
{
  char *path = g_build_filename (dir, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
  return path;
}

/* Packs a text with each filter in turn. FALSE where the library has none of them. */
static gboolean
pack (const char *path, const char *text, AddFilter first, AddFilter second)
{
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();
  gboolean ok = first (archive) == ARCHIVE_OK && (!second || second (archive) == ARCHIVE_OK);

  archive_write_set_format_raw (archive);
  archive_entry_set_pathname (entry, "text");
  archive_entry_set_filetype (entry, AE_IFREG);
  ok = ok && archive_write_open_filename (archive, path) == ARCHIVE_OK &&
       archive_write_header (archive, entry) == ARCHIVE_OK &&
       archive_write_data (archive, text, strlen (text)) == (la_ssize_t) strlen (text);
  archive_write_close (archive);
  archive_entry_free (entry);
  archive_write_free (archive);
  return ok;
}

static void
assert_cause (const char *dir, const char *name, const void *bytes, gsize n, const char *word)
{
  g_autofree char *path = put (dir, name, bytes, n);
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;

  g_test_message ("%s", name);
  project = lsc_discover (path, NULL, &error);
  g_assert_null (project);
  if (!strstr (error->message, word))
    g_error ("%s is not in: %s", word, error->message);
}

static void
test_causes (void)
{
  static const char utf16[] = "\xff\xfe{\0\"\0a\0\"\0";
  static const char big_endian[] = "\0{\0\"\0a\0\"";
  static const char chakra[] = "{\"schema\": \"1.1.1-chakra.0.0.4\", \"nodes\": []}";
  static const char pickle[] = "\x80\x04}.";
  static const char xz[] = "\xfd"
                           "7zXZ damaged";
  static const char scheduler[] =
      "  a-1 [002] d..2. 0.000010: sched_waking: comm=b pid=2 prio=120 target_cpu=001\n"
      "  a-1 [002] d..2. 0.000020: sched_waking: comm=b pid=2 prio=120 target_cpu=001\n";
  static const char rocprof[] = "{\"rocprofiler-sdk-tool\": []}";
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();

  assert_cause (dir, "a.json", utf16, sizeof utf16, "UTF-16");
  assert_cause (dir, "b.json", big_endian, sizeof big_endian, "UTF-16");
  assert_cause (dir, "c.json", chakra, strlen (chakra), "Chakra");
  assert_cause (dir, "e.json", rocprof, strlen (rocprof), "rocprof");
  assert_cause (dir, "f.nsys-rep", "x", 1, "Nsight Systems");
  assert_cause (dir, "g.ncu-rep", "x", 1, "Nsight Compute");
  assert_cause (dir, "h.pftrace", "x", 1, "Perfetto");
  assert_cause (dir, "i.json", "", 0, "is empty");
  assert_cause (dir, "trace.txt", scheduler, strlen (scheduler), "trace of the scheduler");
  assert_cause (dir, "j.pickle", pickle, strlen (pickle), "no memory snapshot");
  assert_cause (dir, "k.xz", xz, strlen (xz), "unxz");
}

/* What is nothing of these is not said to be. */
static void
test_others (void)
{
  static const char *const texts[] = { "{", "{\"a\": 1}", "plain text", "[1, 2]" };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = put (dir, "x.json", texts[i], strlen (texts[i]));

      g_assert_null (lsc_foreign_find (path, NULL));
    }
  g_assert_null (lsc_foreign_find ("/nonexistent/x.json", NULL));
}

static void
test_packed (void)
{
  static const struct
  {
    const char *name;
    AddFilter add;
  } packers[] = { { "a.json.zst", archive_write_add_filter_zstd },
                  { "b.json.xz", archive_write_add_filter_xz },
                  { "c.json.bz2", archive_write_add_filter_bzip2 } };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();

  for (guint i = 0; i < G_N_ELEMENTS (packers); i++)
    {
      g_autofree char *path = g_build_filename (dir, packers[i].name, NULL);
      g_autoptr (LscProject) project = NULL;
      g_autoptr (LscTimeline) timeline = NULL;
      const LscCluster *cluster;

      if (!pack (path, TRACE, packers[i].add, NULL))
        continue; /* the library was built without it */
      project = lsc_discover (path, NULL, NULL);
      g_assert_nonnull (project);
      cluster = g_ptr_array_index (project->clusters, 0);
      timeline = lsc_timeline_load (g_ptr_array_index (cluster->sources, 0), 1, NULL, NULL);
      g_assert_nonnull (timeline);
      g_assert_cmpuint (timeline->n_slices, ==, 1);
    }
}

static void
test_twice_packed (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "a.json.gz", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (pack (path, TRACE, archive_write_add_filter_gzip, archive_write_add_filter_gzip));
  g_assert_null (lsc_discover (path, NULL, &error));
  g_assert_nonnull (strstr (error->message, "gzip inside of gzip"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/foreign/causes", test_causes);
  g_test_add_func ("/foreign/others", test_others);
  g_test_add_func ("/foreign/packed", test_packed);
  g_test_add_func ("/foreign/twice-packed", test_twice_packed);
  return g_test_run ();
}
