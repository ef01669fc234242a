/* test-text-input.c - plain, gzipped and packed texts, whole and in pieces
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/lsc-error.h"
#include "base/lsc-text-input.h"
#include "lsc-test-files.h"

/* Text that does not pack too well, so that it has many blocks. */
static GString *
make_text (gsize n)
{
  GString *text = g_string_sized_new (n + 64);
  guint64 state = 1;

  while (text->len < n)
    {
      state = state * 6364136223846793005u + 1442695040888963407u;
      g_string_append_printf (text, "{\"a\": %" G_GUINT64_FORMAT "}\n", state >> 33);
    }
  g_string_truncate (text, n);
  return text;
}

static void
append_gzip (GByteArray *out, const char *text, gsize n)
{
  z_stream zlib = { 0 };
  gsize bound;
  gsize begin = out->len;

  g_assert_cmpint (deflateInit2 (&zlib, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  bound = deflateBound (&zlib, n);
  g_byte_array_set_size (out, (guint) (begin + bound));
  zlib.next_in = (Bytef *) text;
  zlib.avail_in = (uInt) n;
  zlib.next_out = out->data + begin;
  zlib.avail_out = (uInt) bound;
  g_assert_cmpint (deflate (&zlib, Z_FINISH), ==, Z_STREAM_END);
  g_byte_array_set_size (out, (guint) (begin + zlib.total_out));
  deflateEnd (&zlib);
}

static char *
write_file (const char *dir, const char *name, gconstpointer data, gsize n)
{
  char *path = g_build_filename (dir, name, NULL);

  g_assert_true (g_file_set_contents (path, data, (gssize) n, NULL));
  return path;
}

static char *
write_gzip (const char *dir, const char *name, const GString *text)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  append_gzip (packed, text->str, text->len);
  return write_file (dir, name, packed->data, packed->len);
}

static GString *
read_on (LscTextInput *input, GError **error)
{
  GString *text = g_string_new (NULL);
  LscTextBlock block;

  while (lsc_text_input_next (input, &block, error))
    {
      g_assert_cmpint (block.offset, ==, (gint64) text->len);
      g_string_append_len (text, block.data, (gssize) block.n);
    }
  return text;
}

/* Once with a thread that unpacks, if the input has one, and once without. */
static GString *
read_all (LscTextInput *input, GError **error)
{
  g_autoptr (LscTextInput) alone =
      lsc_text_input_open (lsc_text_input_get_path (input), NULL, NULL);
  g_autoptr (GError) error_alone = NULL;
  g_autoptr (GError) local = NULL;
  GString *text = read_on (input, &local);
  GString *text_alone = read_on (alone, &error_alone);

  g_assert_true (g_string_equal (text, text_alone));
  g_assert_cmpstr (local ? local->message : NULL, ==, error_alone ? error_alone->message : NULL);
  g_string_free (text_alone, TRUE);
  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  return text;
}

static LscJob *helped; /* by another thread */

static LscTextInput *
open_input (const char *path)
{
  g_autoptr (GError) error = NULL;
  LscTextInput *input = lsc_text_input_open (path, helped, &error);

  g_assert_no_error (error);
  g_assert_nonnull (input);
  return input;
}

static void
expect_text (LscTextInput *input, const GString *text)
{
  g_autoptr (GError) error = NULL;
  GString *got = read_all (input, &error);

  g_assert_no_error (error);
  g_assert_true (got->len == text->len && memcmp (got->str, text->str, text->len) == 0);
  g_string_free (got, TRUE);
}

static void
expect_piece (LscTextInput *input, const GString *text, gsize place, gsize most)
{
  gsize wanted, n;
  g_autoptr (GError) error = NULL;
  g_autofree char *piece = NULL;

  place = MIN (place, text->len);
  wanted = MIN (most, text->len - place);
  piece = lsc_text_input_read_at (input, (gint64) place, most, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, wanted);
  g_assert_true (memcmp (piece, text->str + place, wanted) == 0);
  for (gsize j = 0; j < LSC_TEXT_TAIL; j++)
    g_assert_cmpint (piece[n + j], ==, '"');
}

/* At places forward, back, and side by side as who reads event after event does. */
static void
expect_pieces (LscTextInput *input, const GString *text)
{
  static const gsize places[] = { 0,       1,       12345,   262144, 4194303, 4194304,
                                  5000000, 9999999, 3000000, 200,    199,     9900000 };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    expect_piece (input, text, places[i], 70000);
  for (gsize place = 0; place < text->len; place += 61001)
    expect_piece (input, text, place, 16384);
  expect_piece (input, text, 7, (gsize) 3 << 20);
  for (gsize back = 0; back < 40000; back += 9000)
    expect_piece (input, text, text->len - MIN (back, text->len), 16384);
}

static void
test_plain (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (600000);
  g_autofree char *path = write_file (dir, "odd %#? name.json", text->str, text->len);
  g_autoptr (LscTextInput) input = open_input (path);

  g_assert_true (lsc_text_input_is_plain (input));
  g_assert_cmpint (lsc_text_input_get_file_size (input), ==, 600000);
  expect_text (input, text);
  expect_pieces (input, text);
  g_string_free (text, TRUE);
}

static void
test_gzip (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (20000000);
  g_autofree char *path = write_gzip (dir, "trace.json", text); /* whatever its name */
  g_autoptr (LscTextInput) input = open_input (path);

  g_assert_false (lsc_text_input_is_plain (input));
  expect_text (input, text);
  g_assert_cmpuint (lsc_text_input_get_memory_bytes (input), >=, 4 * 32768);
  expect_pieces (input, text);
  g_string_free (text, TRUE);
}

/* Members one after the other are one text; what follows the last one is none. */
static void
test_gzip_members (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (12000000);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autofree char *path = NULL;
  g_autoptr (LscTextInput) input = NULL;
  gsize done = 0;

  for (gsize n = 1; done < text->len; n = n * 3)
    {
      gsize some = MIN (n, text->len - done);

      append_gzip (packed, text->str + done, some);
      done += some;
    }
  g_byte_array_append (packed, (const guint8 *) "\0\0\0\0no gzip", 11);
  path = write_file (dir, "trace.json.gz", packed->data, packed->len);
  input = open_input (path);
  expect_text (input, text);
  expect_pieces (input, text);
  g_string_free (text, TRUE);
}

/* A point lies in the first member, the place in the second. */
static void
test_gzip_across_members (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (10000000);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autofree char *path = NULL;
  g_autoptr (LscTextInput) input = NULL;

  append_gzip (packed, text->str, 4999000);
  append_gzip (packed, text->str + 4999000, text->len - 4999000);
  path = write_file (dir, "trace.json.gz", packed->data, packed->len);
  input = open_input (path);
  expect_text (input, text);
  expect_pieces (input, text);
  g_string_free (text, TRUE);
}

static void
test_gzip_truncated (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (3000000);
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  append_gzip (packed, text->str, text->len);
  for (guint cut = 0; cut < 6; cut++)
    {
      static const guint left[] = { 3, 11, 100, 300000, 0, 0 };
      gsize n = left[cut] ? left[cut] : packed->len - (cut == 4 ? 8 : 1);
      g_autofree char *path = write_file (dir, "trace.json.gz", packed->data, n);
      g_autoptr (LscTextInput) input = open_input (path);
      g_autoptr (GError) error = NULL;
      GString *got = read_all (input, &error);

      g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
      g_assert_nonnull (strstr (error->message, "trace.json.gz"));
      g_assert_true (memcmp (got->str, text->str, got->len) == 0);
      if (n > 1000)
        g_assert_cmpuint (got->len, >, n);
      if (cut >= 4)
        g_assert_cmpuint (got->len, ==, text->len);
      g_string_free (got, TRUE);
    }
  g_string_free (text, TRUE);
}

static void
test_gzip_damaged (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (3000000);
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  append_gzip (packed, text->str, text->len);
  for (guint i = 0; i < 40; i++)
    {
      gsize place = (gsize) i * 7919 * 13 % packed->len;
      g_autoptr (GError) error = NULL;
      g_autofree char *path = NULL;
      g_autoptr (LscTextInput) input = NULL;
      GString *got;

      packed->data[place] ^= 0x55;
      path = write_file (dir, "trace.json.gz", packed->data, packed->len);
      packed->data[place] ^= 0x55;
      input = lsc_text_input_open (path, NULL, &error);
      if (!input)
        continue;
      got = read_all (input, &error);
      if (place > 10 && place + 10 < packed->len)
        g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
      g_string_free (got, TRUE);
    }
  g_string_free (text, TRUE);
}

/* 64 MiB of zeros in a member of 64 KiB, many times over. */
static void
test_bomb (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *zeros = g_malloc0 ((gsize) 64 << 20);
  g_autoptr (GByteArray) member = g_byte_array_new ();
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autofree char *path = NULL;
  g_autoptr (LscTextInput) input = NULL;
  g_autoptr (GError) error = NULL;
  LscTextBlock block;
  gint64 n = 0;

  append_gzip (member, zeros, (gsize) 64 << 20);
  for (guint i = 0; i < 40; i++)
    g_byte_array_append (packed, member->data, member->len);
  path = write_file (dir, "bomb.json.gz", packed->data, packed->len);
  input = open_input (path);
  while (lsc_text_input_next (input, &block, &error))
    n += (gint64) block.n;
  g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
  g_assert_cmpint (n, <, (gint64) 1200 << 20);
  g_assert_nonnull (strstr (error->message, "bomb.json.gz"));
}

/* ---- Archives ----------------------------------------------------------------------------- */

static char *
write_archive (const char *dir, const char *name, gboolean is_zip, const GString *text)
{
  char *path = g_build_filename (dir, name, NULL);
  struct archive *archive = archive_write_new ();
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  struct
  {
    const char *name;
    const void *data;
    gsize n;
  } members[3] = { { "readme.txt", "hello", 5 },
                   { "run 1/trace_view.json", text->str, text->len } };

  append_gzip (packed, text->str, text->len);
  members[2].name = "kineto.json.gz";
  members[2].data = packed->data;
  members[2].n = packed->len;
  if (is_zip)
    archive_write_set_format_zip (archive);
  else
    {
      archive_write_set_format_pax_restricted (archive);
      archive_write_add_filter_gzip (archive);
    }
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (guint i = 0; i < 3; i++)
    {
      struct archive_entry *entry = archive_entry_new ();

      archive_entry_set_pathname (entry, members[i].name);
      archive_entry_set_size (entry, (la_int64_t) members[i].n);
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_perm (entry, 0644);
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      archive_write_data (archive, members[i].data, members[i].n);
      archive_entry_free (entry);
    }
  archive_write_close (archive);
  archive_write_free (archive);
  return path;
}

static void
check_archive (gboolean is_zip)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (6000000);
  g_autofree char *path = write_archive (dir, is_zip ? "a.zip" : "a.tar.gz", is_zip, text);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = lsc_archive_list (path, NULL, &error);
  g_autofree char *nothing = lsc_archive_join (path, "no such file");

  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (names), ==, 3);
  for (guint i = 1; i < 3; i++)
    {
      g_autofree char *joined = lsc_archive_join (path, names[i]);
      g_autofree char *one_slash = g_build_filename (path, names[i], NULL);
      g_autofree char *archive = NULL, *member = NULL;
      g_autoptr (LscTextInput) input = open_input (joined);

      g_assert_true (lsc_archive_split (joined, &archive, &member));
      g_assert_cmpstr (archive, ==, path);
      g_assert_cmpstr (member, ==, names[i]);
      g_clear_pointer (&archive, g_free);
      g_clear_pointer (&member, g_free);
      g_assert_true (lsc_archive_split (one_slash, &archive, &member));
      g_assert_cmpstr (member, ==, names[i]);
      expect_text (input, text);
      expect_pieces (input, text);
    }
  g_assert_null (lsc_text_input_open (nothing, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
  g_string_free (text, TRUE);
}

static void
test_zip (void)
{
  check_archive (TRUE);
}

static void
test_tar (void)
{
  check_archive (FALSE);
}

static void
test_bad_archives (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (2000000);
  g_autofree char *path = write_archive (dir, "a.zip", TRUE, text);
  g_autofree char *text_path = write_file (dir, "b.zip", "no archive", 10);
  g_autofree char *bytes = NULL;
  g_autofree char *cut_path = NULL, *joined = NULL, *archive = NULL, *member = NULL;
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_null (lsc_text_input_open (path, NULL, &error)); /* which of its files? */
  g_assert_error (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_assert_null (lsc_archive_list (text_path, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_clear_error (&error);
  g_assert_false (lsc_archive_split (path, &archive, &member));
  g_assert_null (archive);

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  cut_path = write_file (dir, "c.zip", bytes, n / 3);
  joined = lsc_archive_join (cut_path, "run 1/trace_view.json");
  {
    g_autoptr (LscTextInput) input = lsc_text_input_open (joined, NULL, &error);
    GString *got = input ? read_all (input, &error) : NULL;

    g_assert_nonnull (error);
    if (got)
      g_assert_true (memcmp (got->str, text->str, got->len) == 0);
    if (got)
      g_string_free (got, TRUE);
  }
  g_string_free (text, TRUE);
}

/* Each byte up to the damage is found again, and none behind it. */
static void
expect_up_to_damage (LscTextInput *input)
{
  g_autoptr (GError) error = NULL;
  GString *got = read_all (input, &error);
  g_autofree char *piece = NULL;
  gsize n;

  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_assert_cmpuint (got->len, >, 100000);
  for (gsize back = 1; back < 32; back++)
    expect_piece (input, got, got->len - back, 1000);
  for (gsize place = 0; place < got->len; place += 61001)
    expect_piece (input, got, place, 5000);
  piece = lsc_text_input_read_at (input, (gint64) got->len, 100, &n, NULL);
  g_assert_true (!piece || n == 0);
  g_string_free (got, TRUE);
}

/* The archive ends inside a file that is gzip: the inflater has taken in more than it has given. */
static void
test_cut_gzip_in_archive (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (400000);
  g_autofree char *whole = write_archive (dir, "a.zip", TRUE, text);
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (whole, &bytes, &n, NULL));
  for (gsize cut = 0; cut < 3; cut++)
    {
      g_autofree char *path = write_file (dir, "cut.zip", bytes, n / 20 * (14 + cut) + cut * 7);
      g_autofree char *joined = lsc_archive_join (path, "kineto.json.gz");
      g_autoptr (LscTextInput) input = open_input (joined);

      expect_up_to_damage (input);
    }
  g_string_free (text, TRUE);
}

/* The checksum of the first of two members is wrong. From a point in it an inflater, which knows
 * nothing of the checksum, would come to the second one, which was never given. */
static void
test_gzip_bad_checksum (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (9000000);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autofree char *path = NULL;
  g_autoptr (LscTextInput) input = NULL;

  append_gzip (packed, text->str, 5000000);
  packed->data[packed->len - 8] ^= 1;
  append_gzip (packed, text->str + 5000000, text->len - 5000000);
  path = write_file (dir, "trace.json.gz", packed->data, packed->len);
  input = open_input (path);
  expect_up_to_damage (input);
  g_string_free (text, TRUE);
}

/* A zip packs a run of zeros a thousand times, too. */
static void
test_zip_bomb (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "bomb.zip", NULL);
  g_autofree char *joined = lsc_archive_join (path, "trace.json");
  g_autofree char *zeros = g_malloc0 ((gsize) 16 << 20);
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();
  g_autoptr (LscTextInput) input = NULL;
  g_autoptr (GError) error = NULL;
  LscTextBlock block;
  gint64 n = 0;

  archive_write_set_format_zip (archive);
  archive_write_set_options (archive, "zip:compression-level=6");
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  archive_entry_set_pathname (entry, "trace.json");
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  for (guint i = 0; i < 70; i++)
    archive_write_data (archive, zeros, (gsize) 16 << 20);
  archive_entry_free (entry);
  archive_write_close (archive);
  archive_write_free (archive);

  input = open_input (joined);
  while (lsc_text_input_next (input, &block, &error))
    n += (gint64) block.n;
  g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
  g_assert_cmpint (n, <, (gint64) 1200 << 20);
}

/* ---- Files that are none, or change ------------------------------------------------------- */

static void
test_no_files (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *missing = g_build_filename (dir, "missing.json", NULL);
  g_autofree char *empty = write_file (dir, "empty.json", "", 0);
  const char *paths[] = { dir, missing, empty };
  const int codes[] = { LSC_ERROR_IO, LSC_ERROR_IO, LSC_ERROR_CORRUPT };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_text_input_open (paths[i], NULL, &error));
      g_assert_error (error, LSC_ERROR, codes[i]);
      g_assert_nonnull (strstr (error->message, paths[i]));
    }
}

static void
test_changes (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (900000);
  g_autofree char *path = write_file (dir, "a.json", text->str, text->len);
  g_autoptr (LscTextInput) input = open_input (path);
  g_autoptr (GError) error = NULL;
  LscTextBlock block;
  gsize n = 0;

  g_assert_true (lsc_text_input_check_unchanged (input, &error));
  g_assert_true (lsc_text_input_next (input, &block, &error));
  n = block.n;
  g_assert_cmpint (truncate (path, 400000), ==, 0); /* while it is read */
  while (lsc_text_input_next (input, &block, &error))
    n += block.n;
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 400000);
  g_assert_false (lsc_text_input_check_unchanged (input, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_string_free (text, TRUE);
}

/* What was read stays readable at offsets; the pass is over. */
static void
test_stop (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (12000000);
  g_autofree char *path = write_gzip (dir, "trace.json.gz", text);
  g_autoptr (LscTextInput) input = open_input (path);
  LscTextBlock block;

  g_assert_true (lsc_text_input_next (input, &block, NULL));
  lsc_text_input_stop (input);
  g_assert_false (lsc_text_input_next (input, &block, NULL));
  expect_pieces (input, text);
  g_string_free (text, TRUE);
}

/* Closing does not wait for the text to end, whatever the thread is doing. */
static void
test_close_early (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (8000000);
  g_autofree char *path = write_gzip (dir, "trace.json.gz", text);

  for (guint i = 0; i < 20; i++)
    {
      LscTextInput *input = open_input (path);
      LscTextBlock block;

      for (guint j = 0; j < i % 5; j++)
        g_assert_true (lsc_text_input_next (input, &block, NULL));
      lsc_text_input_close (input);
    }
  g_string_free (text, TRUE);
}

static void
test_cancel (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = make_text (8000000);
  g_autofree char *packed = write_gzip (dir, "trace.json.gz", text);
  g_autofree char *plain = write_file (dir, "trace.json", text->str, text->len);
  const char *paths[] = { packed, plain };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
      g_autoptr (LscTextInput) input = lsc_text_input_open (paths[i], job, NULL);
      g_autoptr (GError) error = NULL;
      LscTextBlock block;

      g_assert_true (lsc_text_input_next (input, &block, &error));
      g_cancellable_cancel (cancellable);
      while (lsc_text_input_next (input, &block, &error))
        ;
      g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
    }
  g_string_free (text, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  helped = lsc_job_new (NULL, NULL, NULL);
  lsc_job_set_n_threads (helped, 2);
  g_test_add_func ("/text-input/plain", test_plain);
  g_test_add_func ("/text-input/gzip", test_gzip);
  g_test_add_func ("/text-input/gzip-members", test_gzip_members);
  g_test_add_func ("/text-input/gzip-across-members", test_gzip_across_members);
  g_test_add_func ("/text-input/gzip-truncated", test_gzip_truncated);
  g_test_add_func ("/text-input/gzip-damaged", test_gzip_damaged);
  g_test_add_func ("/text-input/bomb", test_bomb);
  g_test_add_func ("/text-input/zip", test_zip);
  g_test_add_func ("/text-input/tar", test_tar);
  g_test_add_func ("/text-input/bad-archives", test_bad_archives);
  g_test_add_func ("/text-input/cut-gzip-in-archive", test_cut_gzip_in_archive);
  g_test_add_func ("/text-input/gzip-bad-checksum", test_gzip_bad_checksum);
  g_test_add_func ("/text-input/zip-bomb", test_zip_bomb);
  g_test_add_func ("/text-input/no-files", test_no_files);
  g_test_add_func ("/text-input/changes", test_changes);
  g_test_add_func ("/text-input/stop", test_stop);
  g_test_add_func ("/text-input/close-early", test_close_early);
  g_test_add_func ("/text-input/cancel", test_cancel);
  return g_test_run ();
}
