/* test-flops-formula.c - FLOPs of attention and convolution, counted by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib.h>

#include "analyze/module/lsc-flops-formula.h"

static void
test_attention (void)
{
  LscAttentionSizes sizes = { 1, 32, 4096, 4096, 128, 128, 0 };

  g_assert_cmpfloat (lsc_attention_flops (&sizes), ==, 2.0 * 32 * 4096 * 4096 * 256);
  sizes.mask = 2;
  g_assert_cmpfloat (lsc_attention_flops (&sizes), ==, 32.0 * 4096 * 4096 * 256);
  sizes.mask = 7;
  g_assert_cmpfloat (lsc_attention_flops (&sizes), ==, 0);
  /* four queries over two keys: the first sees one of them, by halves, the others both */
  g_assert_cmpfloat (lsc_attention_scores (2, 4, 2), ==, 6);
  g_assert_cmpfloat (lsc_attention_scores (3, 4, 2), ==, 2);
}

static void
test_convolution (void)
{
  static const struct
  {
    const char *inputs;
    const char *outputs;
    double flops;
  } cases[] = {
    { "1,64,28,28;128,64,3,3;128", "1,128,28,28", 2.0 * 128 * 28 * 28 * 64 * 9 },
    /* groups: 32 channels each */
    { "\"2,64,8,8;64,32,1,1\"", "\"2,64,8,8\"", 2.0 * 2 * 64 * 8 * 8 * 32 },
    /* one dimension, three dimensions */
    { "1,4,10;8,4,3", "1,8,8", 2.0 * 8 * 8 * 4 * 3 },
    { "1,3,4,8,8;16,3,2,2,2", "1,16,2,4,4", 2.0 * 16 * 2 * 4 * 4 * 3 * 8 },
    /* blocks: one block of 8 channels by 11 x 11, four blocks of 16 outputs */
    { "32,1,224,224,8;121,4,16,8;64", "32,8,55,55,8", 2.0 * 32 * 55 * 55 * 121 * 4 * 16 * 8 },
    { "1,64,28,28", "1,128,28,28", 0 },
    { "1,64,28,28;99,64,3,3", "1,128,28,28", 0 },
    { "N/A", "N/A", 0 },
    { "1,64,28,28;128,x,3,3", "1,128,28,28", 0 },
    { "", "", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].inputs);
      g_assert_cmpfloat (lsc_convolution_flops (cases[i].inputs, cases[i].outputs), ==,
                         cases[i].flops);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flops-formula/attention", test_attention);
  g_test_add_func ("/flops-formula/convolution", test_convolution);
  return g_test_run ();
}
