/* test-proto.c - the cursor over protobuf messages, and what is packed by itself
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <zlib.h>

#include "base/lsc-unpack.h"
#include "read/perfetto/lsc-proto.h"

/* A copy of exactly so many bytes, so that one more read is seen by the sanitizer. */
static guint
count_fields (const guint8 *bytes, gsize n, gboolean *is_bad)
{
  g_autofree guint8 *exact = g_memdup2 (bytes, n);
  LscProto proto;
  guint n_fields = 0;

  lsc_proto_init (&proto, exact, n);
  while (lsc_proto_next (&proto))
    n_fields++;
  *is_bad = proto.is_bad;
  return n_fields;
}

static void
test_types (void)
{
  static const guint8 bytes[] = { 0x08, 0x96, 0x01,             /* 1: 150 */
                                  0x12, 0x03, 'a',  'b',  'c',  /* 2: "abc" */
                                  0x1d, 0x01, 0x00, 0x00, 0x00, /* 3: 1 of 32 bits */
                                  0x21, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00 }; /* 4: 2 */
  LscProto proto;

  lsc_proto_init (&proto, bytes, sizeof bytes);
  g_assert_true (lsc_proto_next (&proto) && lsc_proto_is (&proto, 1, LSC_PROTO_VARINT));
  g_assert_cmpuint (proto.value, ==, 150);
  g_assert_true (lsc_proto_next (&proto) && lsc_proto_is (&proto, 2, LSC_PROTO_BYTES));
  g_assert_cmpmem (proto.bytes, proto.n, "abc", 3);
  g_assert_true (lsc_proto_next (&proto) && lsc_proto_is (&proto, 3, LSC_PROTO_FIXED32));
  g_assert_cmpuint (proto.value, ==, 1);
  g_assert_true (lsc_proto_next (&proto) && lsc_proto_is (&proto, 4, LSC_PROTO_FIXED64));
  g_assert_cmpuint (proto.value, ==, 2);
  g_assert_false (lsc_proto_next (&proto));
  g_assert_false (proto.is_bad);
}

/* Every varint of 1 to 10 bytes, and what has eleven or is cut. */
static void
test_varints (void)
{
  for (guint shift = 0; shift < 64; shift++)
    {
      guint64 value = G_MAXUINT64 >> (63 - shift), read;
      guint8 bytes[10];
      guint n = 0;

      for (guint64 rest = value; rest > 0x7f; rest >>= 7)
        bytes[n++] = (guint8) (rest & 0x7f) | 0x80;
      bytes[n] = (guint8) (value >> (7 * n));
      g_assert_true (lsc_proto_read (bytes, bytes + n + 1, &read) == bytes + n + 1);
      g_assert_cmpuint (read, ==, value);
      for (guint cut = 0; cut <= n; cut++)
        g_assert_null (lsc_proto_read (bytes, bytes + cut, &read));
    }
}

static void
test_hostile (void)
{
  static const guint8 endless[] = { 0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0xff, 0x01 };
  static const guint8 longer[] = { 0x0a, 0x05, 'a', 'b' };
  static const guint8 longest[] = { 0x0a, 0xff, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0x01, 'a' };
  static const guint8 group[] = { 0x08, 0x01, 0x0b, 0x0c };
  static const guint8 zero[] = { 0x00, 0x01 };
  static const guint8 cut32[] = { 0x0d, 0x01, 0x02 };
  static const guint8 cut64[] = { 0x09, 1, 2, 3, 4, 5, 6, 7 };
  static const guint8 key[] = { 0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 0x00 }; /* beyond 32 bits */
  static const struct
  {
    const guint8 *bytes;
    gsize n;
    guint n_fields;
  } cases[] = {
    { endless, sizeof endless, 0 }, { longer, sizeof longer, 0 }, { longest, sizeof longest, 0 },
    { group, sizeof group, 1 },     { zero, sizeof zero, 0 },     { cut32, sizeof cut32, 0 },
    { cut64, sizeof cut64, 0 },     { key, sizeof key, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_bad;

      g_assert_cmpuint (count_fields (cases[i].bytes, cases[i].n, &is_bad), ==, cases[i].n_fields);
      g_assert_true (is_bad);
      g_assert_false (lsc_proto_check (cases[i].bytes, cases[i].n));
    }
}

/* Whatever the bytes, the cursor ends and stays inside. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < 20000; i++)
    {
      guint8 bytes[48];
      gsize n = (gsize) g_rand_int_range (rand, 0, sizeof bytes);
      gboolean is_bad;

      for (gsize k = 0; k < n; k++)
        bytes[k] = (guint8) (g_rand_boolean (rand) ? g_rand_int_range (rand, 0, 32)
                                                   : g_rand_int_range (rand, 0, 256));
      g_assert_cmpuint (count_fields (bytes, n, &is_bad), <=, n / 2);
    }
}

static void
test_unpack (void)
{
  static const char text[] = "packed by itself, packed by itself";
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint8 packed[128];
  uLongf n = sizeof packed;

  g_assert_cmpint (compress2 (packed, &n, (const guint8 *) text, sizeof text, 9), ==, Z_OK);
  g_byte_array_append (out, (const guint8 *) "before", 6);
  g_assert_true (lsc_unpack (LSC_PACKING_DEFLATE, packed, n, 4096, out));
  g_assert_cmpmem (out->data + 6, out->len - 6, text, sizeof text);
  g_byte_array_set_size (out, 6);
  /* without the header of zlib, too */
  g_assert_true (lsc_unpack (LSC_PACKING_DEFLATE, packed + 2, n - 2, 4096, out));
  g_byte_array_set_size (out, 6);
  g_assert_false (lsc_unpack (LSC_PACKING_DEFLATE, packed, n, sizeof text - 1, out));
  g_assert_false (lsc_unpack (LSC_PACKING_DEFLATE, packed, n / 2, 4096, out));
  g_assert_false (lsc_unpack (LSC_PACKING_DEFLATE, packed, 0, 4096, out));
  g_assert_false (lsc_unpack (LSC_PACKING_ZSTD, packed, n, 4096, out));
  g_assert_cmpuint (out->len, ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/proto/types", test_types);
  g_test_add_func ("/proto/varints", test_varints);
  g_test_add_func ("/proto/hostile", test_hostile);
  g_test_add_func ("/proto/random", test_random);
  g_test_add_func ("/proto/unpack", test_unpack);
  return g_test_run ();
}
