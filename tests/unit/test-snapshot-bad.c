/* test-snapshot-bad.c - memory snapshots that are none, damaged or hostile: refused by a sentence
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>
#include <sys/resource.h>

#include "base/lsc-error.h"
#include "snapshot-helper.h"

#define MOST_SECONDS 2
#ifdef __SANITIZE_ADDRESS__
#define MOST_MIB 800 /* what was freed is kept for a while, and redzones count */
#else
#define MOST_MIB 200
#endif

static glong
get_memory_mib (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return usage.ru_maxrss / 1024;
}

static void
assert_refused (const GString *bytes, const char *word)
{
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_autoptr (GError) error = NULL;
  gint64 begin_us = g_get_monotonic_time ();

  g_assert_null (snapshot_read (bytes, notices, &error));
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_true (g_error_matches (error, LSC_ERROR, LSC_ERROR_CORRUPT));
  g_assert_nonnull (strstr (error->message, "a.pickle"));
  g_assert_nonnull (strstr (error->message, word));
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, MOST_SECONDS * G_USEC_PER_SEC);
  g_assert_cmpint (get_memory_mib (), <, MOST_MIB);
}

static void
assert_bytes_refused (const char *bytes, gsize n, const char *word)
{
  g_autoptr (GString) out = g_string_new_len (bytes, (gssize) n);

  assert_refused (out, word);
}

#define ASSERT_REFUSED(bytes, word) assert_bytes_refused ((bytes), sizeof (bytes) - 1, (word))

/* What would run code, or fetch an object from elsewhere. */
static void
test_code (void)
{
  static const struct
  {
    const char *name;
    char opcode;
  } opcodes[] = {
    { "GLOBAL", 'c' },
    { "STACK_GLOBAL", '\x93' },
    { "REDUCE", 'R' },
    { "BUILD", 'b' },
    { "INST", 'i' },
    { "OBJ", 'o' },
    { "NEWOBJ", '\x81' },
    { "NEWOBJ_EX", '\x92' },
    { "EXT1", '\x82' },
    { "EXT2", '\x83' },
    { "EXT4", '\x84' },
    { "PERSID", 'P' },
    { "BINPERSID", 'Q' },
    { "NEXT_BUFFER", '\x97' },
    { "READONLY_BUFFER", '\x98' },
    { "0x8e", '\x8e' },
    { "0x30", '0' },
    { "0x46", 'F' },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (opcodes); i++)
    {
      g_autoptr (GString) out = g_string_new_len ("\x80\x04}(X\x08\x00\x00\x00segments", 17);

      g_string_append_c (out, opcodes[i].opcode);
      g_string_append (out, "cos\nsystem\n(S'true'\ntR.");
      assert_refused (out, opcodes[i].name);
    }
}

static void
test_machine (void)
{
  ASSERT_REFUSED ("\x80\x02}h\x05.", "never stored");
  ASSERT_REFUSED ("\x80\x02}j\xff\xff\xff\xff.", "never stored");
  ASSERT_REFUSED ("\x80\x02}r\xff\xff\xff\xff.", "in order");
  ASSERT_REFUSED ("\x80\x02}q\x05.", "in order");
  ASSERT_REFUSED ("\x80\x02u.", "from its stack");
  ASSERT_REFUSED ("\x80\x02s.", "from its stack");
  ASSERT_REFUSED ("\x80\x02"
                  "a.",
                  "from its stack");
  ASSERT_REFUSED ("\x80\x02\x87.", "from its stack");
  ASSERT_REFUSED ("\x80\x02.", "from its stack");
  ASSERT_REFUSED ("\x80\x02q\x00.", "from its stack");
  ASSERT_REFUSED ("\x80\x02(u.", "no dictionary");
  ASSERT_REFUSED ("\x80\x02](u.", "no dictionary");
  ASSERT_REFUSED ("\x80\x02}(e.", "no list");
  ASSERT_REFUSED ("\x80\x02}(Nu.", "no value");
  ASSERT_REFUSED ("\x80\x02}.", "device_traces");
  ASSERT_REFUSED ("\x80\x02].", "device_traces");
  ASSERT_REFUSED ("\x80\x02]q\x00h\x00"
                  "a.",
                  "device_traces"); /* a list that holds itself */
  ASSERT_REFUSED ("\x80\x01}.", "protocol 1");
  ASSERT_REFUSED ("\x80\x06}.", "protocol 6");
  ASSERT_REFUSED ("\x80", "too early");
  ASSERT_REFUSED ("\x80\x02}", "too early");
}

/* Lengths that the file does not have, before any memory is taken for them. */
static void
test_lengths (void)
{
  ASSERT_REFUSED ("\x80\x02X\xff\xff\xff\xff"
                  "a",
                  "longer than the file");
  ASSERT_REFUSED ("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7f"
                  "a",
                  "longer than the file");
  ASSERT_REFUSED ("\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\xff}", "longer than the file");
  ASSERT_REFUSED ("\x80\x02\x8b\xff\xff\xff\x7f"
                  "a",
                  "longer than the file");
  ASSERT_REFUSED ("\x80\x02\x8b\xff\xff\xff\xff"
                  "a",
                  "longer than the file");
  ASSERT_REFUSED ("\x80\x02\x8a\xff"
                  "a",
                  "longer than the file");
}

static void
fill (GString *out, const char *piece, gsize n, gsize times)
{
  for (gsize i = 0; i < times; i++)
    g_string_append_len (out, piece, (gssize) n);
}

static void
put_no_device (GString *out)
{
  snapshot_begin (out);
  snapshot_put_op (out, 'e');
  snapshot_put_text (out, "device_traces");
  snapshot_put (out, "](eu.", 5);
}

/* Lists and stacks without an item, of tables that never held one. For sanitizers, too, which
 * know that even 0 cannot be added to no pointer. */
static void
test_nothing_in_it (void)
{
  g_autoptr (LscNotices) no_notices = lsc_notices_new ();
  g_autoptr (GString) no_device = g_string_new (NULL);
  g_autoptr (LscMemoryLog) empty = NULL;

  for (guint n_events = 0; n_events < 4; n_events += 3)
    {
      g_autoptr (LscNotices) notices = lsc_notices_new ();
      g_autoptr (LscMemoryLog) log = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) out = g_string_new (NULL);

      snapshot_begin (out);
      snapshot_begin_events (out);
      for (guint i = 0; i < n_events; i++)
        snapshot_put_event (out, "alloc", 4096 * (i + 1), 512, i, NULL);
      snapshot_end (out);
      log = snapshot_read (out, notices, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (log->lives.n, ==, n_events);
    }
  ASSERT_REFUSED ("\x80\x02}(X\x01\x00\x00\x00"
                  "a}u.",
                  "device_traces");
  put_no_device (no_device);
  empty = snapshot_read (no_device, no_notices, NULL);
  g_assert_true (!empty || empty->lives.n == 0);
}

/* A million levels and a million objects. */
static void
test_depth (void)
{
  static const struct
  {
    const char *piece;
    gsize n;
    const char *word;
  } pieces[] = { { "(", 1, "nested" },   { "](", 2, "nested" },  { "}(N", 3, "nested" },
                 { "]", 1, "piles up" }, { "}", 1, "piles up" }, { "K\x01", 2, "piles up" } };

  for (gsize i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) out = g_string_new_len ("\x80\x04", 2);

      fill (out, pieces[i].piece, pieces[i].n, 2000000);
      assert_refused (out, pieces[i].word);
    }
  for (gsize i = 0; i < 2; i++) /* the same as JSON */
    {
      g_autoptr (GString) out = g_string_new (NULL);

      fill (out, i == 0 ? "[" : "{\"a\":", i == 0 ? 1 : 5, 1000000);
      assert_refused (out, "nested");
    }
}

/* A text of 300 MB in a file of as much, and a list that grows by one frame at a time. */
static void
test_size (void)
{
  g_autoptr (GString) out = g_string_new_len ("\x80\x02X\x00\x00\x20\x00", 7);
  g_autoptr (GString) grown = g_string_new_len ("\x80\x02", 2);

  fill (out, "0123456789abcdef", 16, 1 << 17);
  assert_refused (out, "too long");
  snapshot_put_frames (grown, "f", 1);
  g_string_append_len (grown, "}(", 2);
  snapshot_put_key_text (grown, "name", "g");
  snapshot_put_key_text (grown, "filename", "g.py");
  g_string_append_len (grown, "ua", 2);
  assert_refused (grown, "in order");
}

/* @value stands for @key of an event */
static void
assert_event_refused (const char *key, const char *value, gsize n)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *word = g_strdup_printf (": %s in it", key);

  snapshot_begin (out);
  snapshot_begin_events (out);
  g_string_append_len (out, "}(", 2);
  snapshot_put_key_text (out, "action", "alloc");
  snapshot_put_key_int (out, "addr", 4096);
  snapshot_put_key_int (out, "size", 512);
  snapshot_put_key_int (out, "stream", 0);
  snapshot_put_text (out, key);
  g_string_append_len (out, value, (gssize) n);
  g_string_append_c (out, 'u');
  snapshot_end (out);
  assert_refused (out, word);
}

static void
test_kinds (void)
{
  assert_event_refused ("addr", "]", 1);
  assert_event_refused ("addr", "N", 1);
  assert_event_refused ("size",
                        "X\x01\x00\x00\x00"
                        "a",
                        6);
  assert_event_refused ("size", "J\xff\xff\xff\xff", 5);
  assert_event_refused ("size", "\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00", 11);
  assert_event_refused ("time_us", "G\x00\x00\x00\x00\x00\x00\x00\x00", 9);
  assert_event_refused ("time_us", "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f", 10);
  assert_event_refused ("frames", "K\x01", 2);
  assert_event_refused ("frames",
                        "]K\x01"
                        "a",
                        4);
  assert_event_refused ("action", "N", 1);
  assert_event_refused ("stream", "}", 1);
}

static void
assert_json_refused (const char *text, const char *word)
{
  g_autoptr (GString) out = g_string_new (text);

  assert_refused (out, word);
}

static void
test_json (void)
{
  assert_json_refused ("{", "too early");
  assert_json_refused ("{\"segments\": [", "too early");
  assert_json_refused ("{\"segments", "too early");
  assert_json_refused ("{]", "no JSON");
  assert_json_refused ("{\"a\" 1}", "no JSON");
  assert_json_refused ("{\"a\": 1 \"b\": 2}", "no JSON");
  assert_json_refused ("{\"a\": wrong}", "no JSON");
  assert_json_refused ("{1: 2}", "no JSON");
  assert_json_refused ("{}", "device_traces");
  assert_json_refused ("{\"segments\": 1, \"device_traces\": []}", ": segments in it");
  assert_json_refused ("{\"segments\": [], \"device_traces\": [1]}", ": device_traces in it");
  assert_json_refused ("{\"segments\": [], \"device_traces\": [[1]]}", ": device_traces in it");
  assert_json_refused ("{\"segments\": [[]], \"device_traces\": []}", ": segments in it");
}

/* Every beginning of a file is refused, and every byte of it may be any other. */
static void
test_damage (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  snapshot_begin (out);
  snapshot_put_segment (out, 4096, 2 * SNAPSHOT_MIB, 1024, 1000);
  snapshot_begin_events (out);
  snapshot_put_event (out, "alloc", 4096, 1000, 1, "f");
  snapshot_end (out);
  for (gsize n = 1; n < out->len; n++)
    {
      g_autoptr (GString) begin = g_string_new_len (out->str, (gssize) n);
      g_autoptr (LscNotices) notices = lsc_notices_new ();

      g_assert_null (snapshot_read (begin, notices, NULL));
    }
  for (gsize i = 0; i < out->len; i++)
    {
      g_autoptr (GString) damaged = g_string_new_len (out->str, (gssize) out->len);
      g_autoptr (LscNotices) notices = lsc_notices_new ();
      LscMemoryLog *log;

      damaged->str[i] = (char) (damaged->str[i] + 1 + (int) (i % 250));
      log = snapshot_read (damaged, notices, NULL);
      g_clear_pointer (&log, lsc_memory_log_unref);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot-bad/code", test_code);
  g_test_add_func ("/snapshot-bad/machine", test_machine);
  g_test_add_func ("/snapshot-bad/lengths", test_lengths);
  g_test_add_func ("/snapshot-bad/kinds", test_kinds);
  g_test_add_func ("/snapshot-bad/json", test_json);
  g_test_add_func ("/snapshot-bad/damage", test_damage);
  g_test_add_func ("/snapshot-bad/size", test_size);
  g_test_add_func ("/snapshot-bad/nothing-in-it", test_nothing_in_it);
  g_test_add_func ("/snapshot-bad/depth", test_depth);
  return g_test_run ();
}
