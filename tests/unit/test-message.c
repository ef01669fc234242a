/* test-message.c - texts of ranges and their kinds
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/pipeline/lsc-pipeline-message.h"
#include "base/lsc-error.h"

static const struct
{
  const char *text;
  const char *name;
  gint64 micro_batch; /* -100 = none */
} vectors[] = {
  { "{'name': 'forward_step'}", "forward_step", -100 },
  { "{'name': 'forward_step_with_model_graph', 'current_microbatch': 12}",
    "forward_step_with_model_graph", 12 },
  { "{\"name\": \"backward_step\", \"current_microbatch\": 0}", "backward_step", 0 },
  { "{'name': 'forward_step', 'current_microbatch': None}", "forward_step", -100 },
  { "{\"name\": \"forward_step\", \"current_microbatch\": null}", "forward_step", -100 },
  { "{'name': 'f', 'current_microbatch': True}", "f", -100 },
  { "{'name': 'f', 'current_microbatch': 1.5}", "f", -100 },
  { "{'name': 'f', 'current_microbatch': -3}", "f", -3 },
  { "{'name': 'f', 'current_microbatch': 99999999999999999999}", "f", G_MAXINT64 },
  { "{'name': \"it's\", 'extra': [1, 2], 'current_microbatch': 3}", "it's", 3 },
  { "{'name': 'a\\'b', 'current_microbatch':4}", "a'b", 4 },
  { "{'x': {'y': (1, 2)}, 'name': 'f', 'current_microbatch': 5}", "f", 5 },
  { "  {'name': 'f'}\n", "f", -100 },
  { "forward_step", "forward_step", -100 },
  { " Forward 3 ", "Forward 3", -100 },
  { "{}", "{}", -100 },
  { "{'name': None}", "{'name': None}", -100 },
  { "{'name': 'forward", "{'name': 'forward", -100 },
  { "{'name'}", "{'name'}", -100 },
  { "{:,:,}", "{:,:,}", -100 },
  { "{)))}", "{)))}", -100 },
  { "{'}", "{'}", -100 },
  { "", "", -100 },
};

static void
test_vectors (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr (LscPipelineMessage) message =
          lsc_pipeline_message_parse (vectors[i].text, strlen (vectors[i].text));

      g_assert_cmpstr (message->name, ==, vectors[i].name);
      g_assert_cmpint (message->has_micro_batch, ==, vectors[i].micro_batch != -100);
      if (message->has_micro_batch)
        g_assert_cmpint (message->micro_batch, ==, vectors[i].micro_batch);
    }
}

static void
test_keys (void)
{
  const char *text = "{'name': 'f', 'chunk': 1, 'stage': 2, 'kind': 'w', 'lr': 0.1, 'tag': 'a b'}";
  g_autoptr (LscPipelineMessage) message = lsc_pipeline_message_parse (text, strlen (text));
  const char *vp = "{'name': 'f', 'vp_stage': 3}";
  g_autoptr (LscPipelineMessage) other = lsc_pipeline_message_parse (vp, strlen (vp));

  g_assert_true (message->has_chunk);
  g_assert_cmpint (message->chunk, ==, 1);
  g_assert_true (message->has_stage);
  g_assert_cmpint (message->stage, ==, 2);
  g_assert_cmpint (message->kind, ==, LSC_BLOCK_W);
  g_assert_true (other->has_chunk);
  g_assert_cmpint (other->chunk, ==, 3);
}

static void
test_hostile (void)
{
  g_autofree char *huge = g_strnfill (1 << 20, 'x');
  g_autofree char *nested = g_strnfill (4000, '{');
  g_autoptr (LscPipelineMessage) a = NULL;
  g_autoptr (LscPipelineMessage) b = NULL;
  g_autoptr (LscPipelineMessage) c = NULL;
  g_autoptr (LscPipelineMessage) d = NULL;

  memcpy (huge, "forward_", 8);
  a = lsc_pipeline_message_parse (huge, 1 << 20);
  g_assert_cmpuint (g_utf8_strlen (a->name, -1), ==, 64);
  g_assert_cmpint (lsc_pipeline_classify (NULL, a->name), ==, LSC_BLOCK_F);
  b = lsc_pipeline_message_parse ("forward_\xff\xfe step", 15);
  g_assert_true (g_utf8_validate (b->name, -1, NULL));
  g_assert_cmpint (lsc_pipeline_classify (NULL, b->name), ==, LSC_BLOCK_F);
  c = lsc_pipeline_message_parse ("{'name': 'forward_\xff'}", 21);
  g_assert_true (g_utf8_validate (c->name, -1, NULL));
  nested[3999] = '}';
  d = lsc_pipeline_message_parse (nested, 4000);
  g_assert_cmpint (lsc_pipeline_classify (NULL, d->name), ==, LSC_BLOCK_KIND_NONE);
}

static const struct
{
  const char *name;
  int kind;
} kinds[] = {
  { "forward_step", LSC_BLOCK_F },
  { "forward_step_with_model_graph", LSC_BLOCK_F },
  { "forward_step_no_model_graph", LSC_BLOCK_F },
  { "forward", LSC_BLOCK_F },
  { "Forward 3", LSC_BLOCK_F },
  { "Forward pass", LSC_BLOCK_F },
  { "fwd2", LSC_BLOCK_F },
  { "FORWARD_STEP", LSC_BLOCK_F },
  { "backward_step", LSC_BLOCK_B },
  { "backward_step_with_model_graph", LSC_BLOCK_B },
  { "bwd", LSC_BLOCK_B },
  { "backward_input", LSC_BLOCK_I },
  { "backward_dgrad_3", LSC_BLOCK_I },
  { "bwd_input", LSC_BLOCK_I },
  { "backward_inputs", LSC_BLOCK_B },
  { "backward_weight", LSC_BLOCK_W },
  { "backward_wgrad", LSC_BLOCK_W },
  { "bwd_weight", LSC_BLOCK_W },
  { "WeightGradStore.pop", LSC_BLOCK_W },
  { "WeightGradStore_pop", LSC_BLOCK_W },
  { "WeightGradStore pop", LSC_BLOCK_W },
  { "WeightGradStoreXpop", LSC_BLOCK_KIND_NONE },
  { "forward_backward_overlaping", LSC_BLOCK_X },
  { "forward_backward_overlapping", LSC_BLOCK_X },
  { "fwd_bwd", LSC_BLOCK_X },
  { "overlap_f_b 2", LSC_BLOCK_X },
  { "optimizer_step", LSC_BLOCK_KIND_NONE },
  { "FeedForward", LSC_BLOCK_KIND_NONE },
  { "layers.0.feed_forward", LSC_BLOCK_KIND_NONE },
  { "forwarder", LSC_BLOCK_KIND_NONE },
  { "", LSC_BLOCK_KIND_NONE },
};

static void
test_kinds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpint (lsc_pipeline_classify (NULL, kinds[i].name), ==, kinds[i].kind);
}

static void
test_words (void)
{
  const char *const extra[] = { "kind=F,word=my_fwd", "word=Grad,kind=b", NULL };
  const char *const bad[] = { "kind=Q,word=x", NULL };
  const char *const empty[] = { "kind=F", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPipelineWords) words = lsc_pipeline_words_new (extra, FALSE, &error);
  g_autoptr (LscPipelineWords) loose = lsc_pipeline_words_new (NULL, TRUE, &error);

  g_assert_no_error (error);
  g_assert_cmpint (lsc_pipeline_classify (words, "My_Fwd_1"), ==, LSC_BLOCK_F);
  g_assert_cmpint (lsc_pipeline_classify (words, "grad"), ==, LSC_BLOCK_B);
  g_assert_cmpint (lsc_pipeline_classify (words, "gradient"), ==, LSC_BLOCK_KIND_NONE);
  g_assert_cmpint (lsc_pipeline_classify (words, "FeedForward"), ==, LSC_BLOCK_KIND_NONE);
  g_assert_cmpint (lsc_pipeline_classify (loose, "FeedForward"), ==, LSC_BLOCK_F);
  g_assert_cmpint (lsc_pipeline_classify (loose, "my_backward"), ==, LSC_BLOCK_B);
  g_assert_cmpint (lsc_pipeline_classify (loose, "x forward backward"), ==, LSC_BLOCK_X);
  g_assert_cmpint (lsc_pipeline_classify (loose, "optimizer"), ==, LSC_BLOCK_KIND_NONE);
  g_assert_null (lsc_pipeline_words_new (bad, FALSE, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (lsc_pipeline_words_new (empty, FALSE, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message/vectors", test_vectors);
  g_test_add_func ("/message/keys", test_keys);
  g_test_add_func ("/message/hostile", test_hostile);
  g_test_add_func ("/message/kinds", test_kinds);
  g_test_add_func ("/message/words", test_words);
  return g_test_run ();
}
