/* test-kernel-bytes.c - bytes of kernels from shapes and types, counted by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib.h>

#include "analyze/operators/lsc-kernel-bytes.h"

typedef struct
{
  const char *shapes_in;
  const char *types_in;
  const char *shapes_out;
  const char *types_out;
  gint64 bytes;
} Case;

static const Case cases[] = {
  /* 4 x 8 by 8 x 2: 32 + 16 + 8 elements of two bytes */
  { "4,8;8,2", "FLOAT16;FLOAT16", "4,2", "FLOAT16", 112 },
  { "\"4,8;8,2\"", "DT_BF16;DT_BF16", "\"4,2\"", "FLOAT", 32 * 2 + 16 * 2 + 8 * 4 },
  { " 4, 8 ; 8 ,2", "dt_bf16; BFLOAT16", "4,2", "bf16", 112 },
  /* a scalar beside it, or an input that is not there */
  { "16;", "FLOAT;FLOAT", "16", "FLOAT", 128 },
  { "", "FLOAT", "16", "BOOL", 16 },
  { "2,3;;;", "INT64;DT_UNDEFINED;UINT8;FLOAT", "2,3;", "INT64;FLOAT", 96 },
  /* nothing to do is known to move nothing */
  { "0,4096", "FLOAT", "0,4096", "FLOAT", 0 },
  /* three elements of four bits take two bytes */
  { "3", "INT4", "3", "INT8", 5 },
  { "1", "COMPLEX128", "1", "DOUBLE", 24 },
  /* not known */
  { "N/A", "N/A", "N/A", "N/A", -1 },
  { "4", "FLOAT", "N/A", "N/A", -1 },
  { NULL, "FLOAT", "4", "FLOAT", -1 },
  { "4", "FLOAT", "4", NULL, -1 },
  { "", "", "", "", -1 },
  { ";", "FLOAT;FLOAT", "", "FLOAT", -1 },
  { "4;4", "FLOAT", "4", "FLOAT", -1 },
  { "4", "FLOAT", "4", "NEW_TYPE", -1 },
  { "4", "DT_UNDEFINED", "4", "FLOAT", -1 },
  { "4,", "FLOAT", "4", "FLOAT", -1 },
  { "-4", "FLOAT", "4", "FLOAT", -1 },
  { "[[4,8]]", "FLOAT", "4", "FLOAT", -1 },
  { "4611686018427387904,4", "FLOAT", "1", "FLOAT", -1 },
  { "1152921504606846976", "INT8", "1", "INT8", -1 },
  { "288230376151711743;288230376151711743;288230376151711743", "INT64;INT64;INT64", "1", "INT8",
    -1 },
};

static void
test_cases (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];

      g_test_message ("%s: %s", c->shapes_in, c->types_in);
      g_assert_cmpint (lsc_kernel_bytes (c->shapes_in, c->types_in, c->shapes_out, c->types_out),
                       ==, c->bytes);
    }
}

static void
test_types (void)
{
  g_assert_cmpuint (lsc_kernel_type_bits ("FLOAT"), ==, 32);
  g_assert_cmpuint (lsc_kernel_type_bits ("DT_FLOAT8_E4M3FN"), ==, 8);
  g_assert_cmpuint (lsc_kernel_type_bits ("STRING"), ==, 0);
  g_assert_cmpuint (lsc_kernel_type_bits (""), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel-bytes/cases", test_cases);
  g_test_add_func ("/kernel-bytes/types", test_types);
  return g_test_run ();
}
