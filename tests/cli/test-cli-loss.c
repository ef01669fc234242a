/* test-cli-loss.c - what was cut off is delivered in part, and the exit code tells
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <archive.h>
#include <archive_entry.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "lsc-test-cli.h"

#define N_EVENTS 4000
#define RESULT "r_1_20250109110000000_ascend_pt/ASCEND_PROFILER_OUTPUT/"

/* Names differ, so that packing leaves enough of them to cut. */
static char *
make_trace (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  GString *text = g_string_new ("{\"schemaVersion\": 1, \"traceEvents\": ["
                                "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, "
                                "\"tid\": 7, \"ts\": 5, \"dur\": 2, \"args\": {\"stream\": 7}}");

  for (guint i = 0; i < N_EVENTS; i++)
    g_string_append_printf (text,
                            ",{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"op%08x%08x\", "
                            "\"pid\": 1, \"tid\": 1, \"ts\": %u, \"dur\": 2}",
                            g_rand_int (random), g_rand_int (random), i * 3);
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

static void
put_bytes (LscTestPlace *place, const char *name, const char *bytes, gsize n)
{
  g_autofree char *path = g_build_filename (place->data, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
}

static void
put_gzip (LscTestPlace *place, const char *name, const char *text, double share)
{
  g_autoptr (GConverter) packer =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  gsize room = strlen (text) + 1000, n_read, n = 0;
  g_autofree char *packed = g_malloc (room);

  g_assert_cmpint (g_converter_convert (packer, text, strlen (text), packed, room,
                                        G_CONVERTER_INPUT_AT_END, &n_read, &n, NULL),
                   ==, G_CONVERTER_FINISHED);
  put_bytes (place, name, packed, (gsize) ((double) n * share));
}

static gboolean is_stored; /* zip members are not deflated */

static void
add_member (struct archive *archive, const char *name, const char *text)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_size (entry, (gint64) strlen (text));
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  archive_write_data (archive, text, strlen (text));
  archive_entry_free (entry);
}

/* An archive of @n_members times the same file; of it only a share is written. */
static void
put_archive (LscTestPlace *place, const char *name, const char *text, guint n_members, double share)
{
  g_autofree char *path = g_build_filename (place->root, name, NULL);
  struct archive *archive = archive_write_new ();
  g_autofree char *bytes = NULL;
  gsize n;

  if (g_str_has_suffix (name, ".zip"))
    archive_write_set_format_zip (archive);
  else
    archive_write_set_format_ustar (archive);
  if (is_stored)
    archive_write_zip_set_compression_store (archive);
  if (g_str_has_suffix (name, "gz"))
    archive_write_add_filter_gzip (archive);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (guint i = 0; i < n_members; i++)
    {
      g_autofree char *member = g_strdup_printf ("rank%u.pt.trace.json", i);

      add_member (archive, member, text);
    }
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  bytes = lsc_test_read (path, &n);
  put_bytes (place, name, bytes, (gsize) ((double) n * share));
}

/* Every command that reads events exits with the code and says why. */
static void
assert_code (LscTestPlace *place, int code, const char *label)
{
  g_autofree char *chart = g_build_filename (place->root, "t.svg", NULL);
  g_autofree char *db = g_build_filename (place->root, "out.db", NULL);
  char *path = place->data;
  const char *const commands[][8] = {
    { "slices", path },
    { "overlap", path },
    { "tree", path },
    { "timeline", path, "--out", chart },
    { "convert", path, "--to", "db", "--out", db },
    { "query", path, "select count(*) from slices" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
      g_autoptr (LscTestOutput) output = lsc_test_spawn (program, (char **) commands[i]);

      if (output->code != code)
        g_error ("%s: %d instead of %d: %s", commands[i][0], output->code, code, output->err);
      if (label)
        lsc_test_assert_contains (output->err, label);
    }
}

static void
test_whole (void)
{
  g_autofree char *trace = make_trace ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  put_bytes (place, "trace.json", trace, strlen (trace));
  assert_code (place, EXIT_DELIVERED, NULL);
}

static void
test_cut_trace (void)
{
  g_autofree char *trace = make_trace ();
  g_autoptr (LscTestPlace) plain = lsc_test_place_new ();
  g_autoptr (LscTestPlace) packed = lsc_test_place_new ();

  put_bytes (plain, "trace.json", trace, strlen (trace) / 2);
  assert_code (plain, EXIT_PART, "[truncated-file]");
  put_gzip (packed, "trace.json.gz", trace, 0.8);
  assert_code (packed, EXIT_PART, "[truncated-file]");
}

/* Cut before it was packed, and the pack is whole; or the pack is cut. */
static void
test_cut_in_archive (gconstpointer name)
{
  g_autofree char *trace = make_trace ();
  g_autofree char *half = g_strndup (trace, strlen (trace) / 2);
  g_autoptr (LscTestPlace) whole = lsc_test_place_new ();
  g_autoptr (LscTestPlace) inside = lsc_test_place_new ();
  g_autoptr (LscTestPlace) cut = lsc_test_place_new ();

  put_archive (whole, name, trace, 1, 1);
  assert_code (whole, EXIT_DELIVERED, NULL);
  put_archive (inside, name, half, 1, 1);
  assert_code (inside, EXIT_PART, "[truncated-file]");
  put_archive (cut, name, trace, 1, 0.8);
  assert_code (cut, EXIT_PART, "[truncated-file]");
}

/* Members behind the cut are not even known. */
static void
test_lost_members (gconstpointer name)
{
  g_autofree char *trace = make_trace ();
  g_autofree char *path = NULL;
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) first = NULL;

  put_archive (place, name, trace, 4, 0.4);
  assert_code (place, EXIT_PART, "[archive-cut]");
  path = g_build_filename (place->data, (const char *) name, NULL);
  first = lsc_test_cli_output (place, EXIT_PART, "slices", path, "--rank-list", "0", NULL);
  lsc_test_assert_contains (first->err, path);
}

/* Whatever a command makes of a recording: what of it was left out is told. */
static void
assert_told (LscTestPlace *place, const char *label)
{
  g_autofree char *report = g_build_filename (place->root, "r.html", NULL);
  char *path = place->data;
  const char *const commands[][8] = {
    { "overview", path },      { "findings", path },
    { "budget", path },        { "report", path, "--report", report },
    { "compare", path, path },
  };

  assert_code (place, EXIT_PART, label);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
      g_autoptr (LscTestOutput) output = lsc_test_spawn (program, (char **) commands[i]);

      if (output->code != EXIT_PART)
        g_error ("%s: %d: %s", commands[i][0], output->code, output->err);
      lsc_test_assert_contains (output->err, label);
    }
}

/* Events without what they need, or that end what never began. */
static void
test_left_out_events (gconstpointer event)
{
  g_autofree char *trace = make_trace ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (GString) text = g_string_new (trace);
  const char *code = strstr (event, "\"E\"") ? "[end-without-begin]" : "[bad-event]";

  g_string_truncate (text, text->len - 2);
  g_string_append_printf (text, ",%s]}", (const char *) event);
  put_bytes (place, "trace.json", text->str, text->len);
  assert_told (place, code);
}

/* Rows whose times make no sense, and kernels of which no task tells when. */
static void
test_left_out_rows (gconstpointer change)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_auto (GStrv) parts = g_strsplit (change, "|", 2);

  lsc_test_write_modules (place, 1);
  lsc_test_sql_run (db, parts[1]);
  assert_told (place, parts[0]);
}

static void
test_left_out_lines (void)
{
  static const char trace[] =
      "[{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 2, \"args\": {\"name\": \"Ascend "
      "Hardware\"}}, {\"ph\": \"X\", \"name\": \"MatMul\", \"pid\": 2, \"tid\": 7, \"ts\": \"10\", "
      "\"dur\": 5}]";
  static const char table[] =
      "Stream ID,Name,Accelerator Core,Start Time(us),Duration(us)\n7,MatMul,AI_CORE,10,5\n"
      "7,MatMul,AI_CORE,x,5\n";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;

  put_bytes (place, RESULT "trace_view.json", trace, strlen (trace));
  put_bytes (place, RESULT "kernel_details.csv", table, strlen (table));
  output = lsc_test_cli_output (place, EXIT_PART, "slices", place->data, NULL);
  lsc_test_assert_contains (output->err, "[bad-row]");
}

/* Names that are the same up to a NUL are not the same. */
static void
test_names_with_nul (void)
{
  static const char sql[] = "select count(distinct name), count(*) from slices";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_autoptr (LscTestOutput) before = NULL, after = NULL, names = NULL;

  lsc_test_write_modules (place, 1);
  before = lsc_test_cli_output (place, EXIT_DELIVERED, "query", place->data, sql, NULL);
  lsc_test_sql_run (db, "UPDATE STRING_IDS SET value = 'k' || char (0) || value "
                        "WHERE value IN ('MatMul', 'Softmax', 'Cast');");
  after = lsc_test_cli_output (place, EXIT_DELIVERED, "query", place->data, sql, NULL);
  g_assert_cmpstr (after->out, ==, before->out);
  names = lsc_test_cli_output (place, EXIT_DELIVERED, "query", place->data,
                               "select distinct name from slices where name like 'k%'", NULL);
  lsc_test_assert_contains (names->out, "k␀Softmax");
}

static void
test_cut_table (void)
{
  static const char trace[] =
      "[{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 2, \"args\": {\"name\": \"Ascend "
      "Hardware\"}}, {\"ph\": \"X\", \"name\": \"MatMul\", \"pid\": 2, \"tid\": 7, \"ts\": \"10\", "
      "\"dur\": 5}]";
  static const char table[] =
      "Stream ID,Name,Accelerator Core,Start Time(us),Duration(us)\n7,MatMul,AI_CORE,10,5\n7,\"Mat";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;

  put_bytes (place, RESULT "trace_view.json", trace, strlen (trace));
  put_bytes (place, RESULT "kernel_details.csv", table, strlen (table));
  output = lsc_test_cli_output (place, EXIT_PART, "slices", place->data, NULL);
  lsc_test_assert_contains (output->err, "[truncated-file]");
}

/* What stands beside the events: levels, ranks, groups, the chip. */
static void
test_cut_metadata (gconstpointer name)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_rank_dir (place->data, 0);
  g_autofree char *below = g_build_filename (folder + strlen (place->data) + 1, name, NULL);
  g_autofree char *path = g_build_filename (place->data, below, NULL);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 1);
  put_bytes (place, below, "{}", 2);
  lsc_test_cli (place, EXIT_DELIVERED, "tree", place->data, NULL);
  put_bytes (place, below, "{\"a\": ", 6);
  output = lsc_test_cli_output (place, EXIT_PART, "tree", place->data, NULL);
  lsc_test_assert_contains (output->err, path);
}

#define NOBODY 65534

static void
become_nobody (gpointer data)
{
  (void) data;
  if (geteuid () == 0 && (setgid (NOBODY) != 0 || setuid (NOBODY) != 0))
    _exit (EXIT_FAILURE);
}

/* Root may look everywhere: somebody else does it. Returns FALSE where he may not. */
static gboolean
look_as_nobody (LscTestPlace *place, const char *command, int code, char **err)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;

  g_assert_cmpint (g_chmod (place->root, 0755), ==, 0);
  g_subprocess_launcher_set_child_setup (launcher, become_nobody, NULL, NULL);
  process = g_subprocess_launcher_spawn (launcher, NULL, program, command, place->data, NULL);
  if (!process)
    {
      g_test_skip ("the program lies where nobody else may run it");
      return FALSE;
    }
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, err, NULL));
  if (g_subprocess_get_exit_status (process) != code)
    g_error ("exit %d: %s", g_subprocess_get_exit_status (process), *err);
  return TRUE;
}

static void
test_closed_folder (gconstpointer name)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *inner = g_build_filename (rank, "PROF_000001_1_A", "device_0", NULL);
  g_autofree char *closed = g_build_filename (rank, name, NULL);
  g_autofree char *err = NULL;
  gboolean is_run;

  lsc_test_write_modules (place, 2);
  g_assert_cmpint (g_mkdir_with_parents (inner, 0755), ==, 0);
  g_assert_cmpint (g_chmod (closed, 0), ==, 0);
  is_run = look_as_nobody (place, "tree", EXIT_PART, &err);
  g_chmod (closed, 0755);
  if (!is_run)
    return;
  lsc_test_assert_contains (err, closed);
  lsc_test_assert_contains (err, "[unreadable-folder]");
}

/* A journal that may be hot and cannot be read: the rows may be of half a transaction. */
static void
test_closed_journal (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *journal = NULL;
  g_autofree char *err = NULL;
  g_autofree char *db = lsc_test_rank_db (place, 0);

  lsc_test_write_modules (place, 2);
  journal = g_strconcat (db, "-journal", NULL);
  g_assert_true (g_file_set_contents (journal, "journal", -1, NULL));
  g_assert_cmpint (g_chmod (journal, 0), ==, 0);
  if (!look_as_nobody (place, "tree", EXIT_IO, &err))
    return;
  lsc_test_assert_contains (err, journal);
  lsc_test_assert_contains (err, "never finished");
}

static void
test_closed_trace (void)
{
  g_autofree char *trace = make_trace ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *closed = g_build_filename (place->data, "b.json", NULL);
  g_autofree char *err = NULL;

  put_bytes (place, "a.json", trace, strlen (trace));
  put_bytes (place, "b.json", trace, strlen (trace));
  g_assert_cmpint (g_chmod (closed, 0), ==, 0);
  if (!look_as_nobody (place, "slices", EXIT_PART, &err))
    return;
  lsc_test_assert_contains (err, closed);
  lsc_test_assert_contains (err, "[no-permission]");
}

/* ---- checksums ---- */

static void
change_byte (LscTestPlace *place, const char *name, goffset at)
{
  g_autofree char *path = g_build_filename (place->data, name, NULL);
  gsize n;
  g_autofree char *bytes = lsc_test_read (path, &n);

  bytes[at < 0 ? (goffset) n + at : at] ^= 1;
  put_bytes (place, name, bytes, n);
}

/* The last eight bytes of gzip are the checksum and the length. */
static void
test_gzip_checksum (void)
{
  g_autofree char *trace = make_trace ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json.gz", NULL);
  g_autofree char *bytes = NULL;
  gsize n;

  put_gzip (place, "trace.json.gz", trace, 1);
  assert_code (place, EXIT_DELIVERED, NULL);
  change_byte (place, "trace.json.gz", -7);
  assert_code (place, EXIT_PART, "[damaged-file]");
  put_gzip (place, "trace.json.gz", trace, 1);
  bytes = lsc_test_read (path, &n);
  put_bytes (place, "trace.json.gz", bytes, n - 4);
  assert_code (place, EXIT_PART, "[damaged-file]");
}

static void
test_tar_checksum (void)
{
  g_autofree char *trace = make_trace ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  put_archive (place, "a.tar.gz", trace, 1, 1);
  change_byte (place, "a.tar.gz", -7);
  assert_code (place, EXIT_PART, "[archive-cut]");
}

/* A byte of what is stored as it is: the figure that it makes is as good as any other. */
static void
test_zip_checksum (void)
{
  g_autofree char *trace = make_trace ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "a.zip", NULL);
  g_autofree char *bytes = NULL;
  const char *found;
  gsize n;

  is_stored = TRUE;
  put_archive (place, "a.zip", trace, 1, 1);
  is_stored = FALSE;
  bytes = lsc_test_read (path, &n);
  found = memmem (bytes, n, "\"ts\": 5", strlen ("\"ts\": 5"));
  g_assert_nonnull (found);
  change_byte (place, "a.zip", found - bytes + 6);
  assert_code (place, EXIT_PART, "[damaged-file]");
}

/* ---- what stands twice, or behind ---- */

static char *
count_slices (LscTestPlace *place)
{
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "query", place->data, "--csv",
      "select count(*), count(distinct rank) from slices where name = 'k'", NULL);

  return g_steal_pointer (&output->out);
}

/* What tar appends replaces what was there. */
static void
test_same_name (gconstpointer name)
{
  static const char *const texts[] = {
    "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, "
    "\"tid\": 7, \"ts\": 5, \"dur\": 2}, {\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", "
    "\"pid\": 0, \"tid\": 7, \"ts\": 8, \"dur\": 2}]}",
    "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, "
    "\"tid\": 7, \"ts\": 5, \"dur\": 3}]}",
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, name, NULL);
  g_autofree char *rows = NULL;
  struct archive *archive = archive_write_new ();

  g_assert_cmpint (g_mkdir_with_parents (place->data, 0755), ==, 0);
  archive_write_set_format_ustar (archive);
  if (g_str_has_suffix (name, "gz"))
    archive_write_add_filter_gzip (archive);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    add_member (archive, i == 0 ? "trace.json" : "./trace.json", texts[i]);
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  rows = count_slices (place);
  lsc_test_assert_contains (rows, "1,1");
}

#define KERNEL(ts)                                                                                 \
  "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": " ts      \
  ", \"dur\": 2}"

/* Two lists written one behind the other are one. */
static void
test_second_list (void)
{
  static const char text[] = "[" KERNEL ("5") "]\n [" KERNEL ("9") ", " KERNEL ("15") "]\n";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rows = NULL;

  put_bytes (place, "trace.json", text, strlen (text));
  rows = count_slices (place);
  lsc_test_assert_contains (rows, "3,1");
}

static void
test_trailing (gconstpointer data)
{
  const char *behind = data;
  g_autofree char *trace = make_trace ();
  g_autofree char *all = g_strconcat (trace, behind, NULL);
  g_autofree char *told =
      g_strdup_printf ("%zu bytes behind byte %zu", strlen (behind) - 1, strlen (trace) + 1);
  g_autoptr (LscTestPlace) plain = lsc_test_place_new ();
  g_autoptr (LscTestPlace) packed = lsc_test_place_new ();

  put_bytes (plain, "trace.json", all, strlen (all));
  assert_code (plain, EXIT_PART, told);
  put_gzip (packed, "trace.json.gz", all, 1);
  assert_code (packed, EXIT_PART, told);
}

/* ---- what never ended ---- */

static void
test_begin_alone (void)
{
  static const char text[] =
      "{\"traceEvents\": [" KERNEL ("5") ", {\"ph\": \"B\", \"cat\": \"cpu_op\", \"name\": \"b\", "
                                         "\"pid\": 1, \"tid\": 1, \"ts\": 1}]}";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;

  put_bytes (place, "trace.json", text, strlen (text));
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, "--verbose", NULL);
  lsc_test_assert_contains (output->err, "[begin-without-end]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/loss/whole", test_whole);
  g_test_add_func ("/cli/loss/trace", test_cut_trace);
  g_test_add_data_func ("/cli/loss/zip", "a.zip", test_cut_in_archive);
  g_test_add_data_func ("/cli/loss/tar", "a.tar", test_cut_in_archive);
  g_test_add_data_func ("/cli/loss/tar-gz", "a.tar.gz", test_cut_in_archive);
  g_test_add_data_func ("/cli/loss/members/zip", "a.zip", test_lost_members);
  g_test_add_data_func ("/cli/loss/members/tar", "a.tar", test_lost_members);
  g_test_add_data_func ("/cli/loss/members/tar-gz", "a.tar.gz", test_lost_members);
  g_test_add_func ("/cli/loss/table", test_cut_table);
  g_test_add_data_func ("/cli/loss/left-out/event",
                        "{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, \"dur\": 2}",
                        test_left_out_events);
  g_test_add_data_func ("/cli/loss/left-out/end",
                        "{\"ph\": \"E\", \"name\": \"a\", \"pid\": 9, \"tid\": 1, \"ts\": 2}",
                        test_left_out_events);
  g_test_add_data_func ("/cli/loss/left-out/time",
                        "[bad-time]|UPDATE TASK SET startNs = 'x' WHERE rowid = 1;",
                        test_left_out_rows);
  g_test_add_data_func ("/cli/loss/left-out/negative",
                        "[negative-duration]|UPDATE TASK SET endNs = startNs - 1 WHERE rowid = 1;",
                        test_left_out_rows);
  g_test_add_data_func ("/cli/loss/left-out/kernel",
                        "[kernel-without-task]|DELETE FROM TASK WHERE rowid = 1;",
                        test_left_out_rows);
  g_test_add_func ("/cli/loss/left-out/line", test_left_out_lines);
  g_test_add_func ("/cli/loss/names-with-nul", test_names_with_nul);
  g_test_add_data_func ("/cli/loss/metadata", "profiler_metadata.json", test_cut_metadata);
  g_test_add_data_func ("/cli/loss/info", "profiler_info_0.json", test_cut_metadata);
  g_test_add_data_func ("/cli/loss/chip", "PROF_000001_1_A/device_0/info.json.0",
                        test_cut_metadata);
  g_test_add_func ("/cli/loss/closed/journal", test_closed_journal);
  g_test_add_func ("/cli/loss/closed/trace", test_closed_trace);
  g_test_add_func ("/cli/loss/checksum/gzip", test_gzip_checksum);
  g_test_add_func ("/cli/loss/checksum/tar", test_tar_checksum);
  g_test_add_func ("/cli/loss/checksum/zip", test_zip_checksum);
  g_test_add_data_func ("/cli/loss/same-name/tar", "a.tar", test_same_name);
  g_test_add_data_func ("/cli/loss/same-name/tar-gz", "a.tar.gz", test_same_name);
  g_test_add_func ("/cli/loss/second-list", test_second_list);
  g_test_add_data_func ("/cli/loss/trailing/log", "\n[INFO] done\n", test_trailing);
  g_test_add_data_func ("/cli/loss/trailing/rest", "\n, \"name\": 5}]}", test_trailing);
  g_test_add_func ("/cli/loss/begin-alone", test_begin_alone);
  g_test_add_data_func ("/cli/loss/closed/rank", "", test_closed_folder);
  g_test_add_data_func ("/cli/loss/closed/output", "ASCEND_PROFILER_OUTPUT", test_closed_folder);
  g_test_add_data_func ("/cli/loss/closed/prof", "PROF_000001_1_A", test_closed_folder);
  g_test_add_data_func ("/cli/loss/closed/device", "PROF_000001_1_A/device_0", test_closed_folder);
  return g_test_run ();
}
