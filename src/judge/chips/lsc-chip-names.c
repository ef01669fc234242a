/* lsc-chip-names.c - names of modules and operators without what one framework alone calls them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/chips/lsc-chips-private.h"

/* compare.md#chip-pairs. Example: aclnnFlashAttentionScore, npu::npu_fusion_attention and
 * aten::_flash_attention_forward are "attention", aclnnInplaceAdd, aten::add_ and aten::add "add".
 */

/** @word: that the letters of a name contain; @name: what that does. The first that fits counts. */
static const struct
{
  const char *word;
  const char *name;
} synonyms[] = {
  { "attention", "attention" },
  { "flashattn", "attention" },
  { "layernorm", "layernorm" },
  { "rmsnorm", "rmsnorm" },
  { "batchnorm", "batchnorm" },
  { "groupnorm", "groupnorm" },
  { "addmm", "product" },
  { "addbmm", "product" },
  { "linear", "product" },
  { "matmul", "product" },
  { "bmm", "product" },
  { "conv1d", "convolution" },
  { "conv2d", "convolution" },
  { "conv3d", "convolution" },
  { "convolution", "convolution" },
  { "indexselect", "embedding" },
  { "embedding", "embedding" },
  { "gelu", "gelu" },
  { "swiglu", "swiglu" },
  { "rotary", "rotary" },
  { "dropout", "dropout" },
  { "logsoftmax", "logsoftmax" },
  { "softmax", "softmax" },
  { "nllloss", "nllloss" },
  { "adam", "adam" },
  { "tocopy", "copy" },
  { "dtypecast", "copy" },
  { "formatcast", "copy" },
  { "contiguous", "copy" },
  { "localscalardense", "copy" },
  { "memcpy", "copy" },
};

/** Names that are short words, which others have in them. */
static const struct
{
  const char *word;
  const char *name;
} whole[] = {
  { "mm", "product" }, { "to", "copy" },   { "item", "copy" },
  { "clone", "copy" }, { "cast", "copy" }, { "adds", "add" },
  { "subs", "sub" },   { "muls", "mul" },  { "divs", "div" },
};

/* What a library or a way to call it puts before a name. */
static const char *const prefixes[] = { "aclnn",  "npu",   "ascend",  "native", "cudnn",
                                        "miopen", "fused", "inplace", NULL };

/* What tells kinds of one operator apart by their arguments. */
static const char *const ends[] = { "scalar", "tensor", "v2", "v3", "v4", NULL };

static gboolean
is_backward (const char *letters)
{
  return strstr (letters, "backward") || strstr (letters, "grad") || strstr (letters, "bwd");
}

static char *
squeeze (const char *name)
{
  GString *out = g_string_new (NULL);

  for (const char *at = name; *at; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (out, g_ascii_tolower (*at));
  return g_string_free (out, FALSE);
}

/* Returns: where the name begins behind all of them */
static const char *
skip_prefixes (const char *name)
{
  gsize n;

  do
    {
      n = 0;
      for (gsize i = 0; prefixes[i] && n == 0; i++)
        if (g_str_has_prefix (name, prefixes[i]) && name[strlen (prefixes[i])] != '\0')
          n = strlen (prefixes[i]);
      name += n;
    }
  while (n > 0);
  return name;
}

/* In place. */
static void
cut_end (char *name)
{
  for (gsize i = 0; ends[i]; i++)
    if (g_str_has_suffix (name, ends[i]) && strlen (name) > strlen (ends[i]))
      {
        name[strlen (name) - strlen (ends[i])] = '\0';
        return;
      }
}

/* What all frameworks call it. */
static const char *
find_synonym (const char *plain)
{
  for (gsize i = 0; i < G_N_ELEMENTS (synonyms); i++)
    if (strstr (plain, synonyms[i].word))
      return synonyms[i].name;
  for (gsize i = 0; i < G_N_ELEMENTS (whole); i++)
    if (g_str_equal (plain, whole[i].word))
      return whole[i].name;
  return plain;
}

/**
 * _lsc_chip_name_op:
 * @op: as recorded: aten::addmm, aclnnFlashAttentionScore
 *
 * Returns: (transfer full): what it does, whatever framework and device: "product", "attention"
 */
char *
_lsc_chip_name_op (const char *op)
{
  const char *colons = g_strrstr (op, "::");
  g_autofree char *letters = squeeze (colons ? colons + 2 : op);
  g_autofree char *plain = g_strdup (skip_prefixes (letters));
  const char *name;

  cut_end (plain);
  name = find_synonym (plain);
  return is_backward (letters) ? g_strconcat (name, LSC_CHIP_BACKWARD, NULL) : g_strdup (name);
}

/* What a program wraps its model in. */
static gboolean
is_wrapper (const char *class)
{
  static const char *const wrappers[] = {
    "distributeddataparallel", "fullyshardeddataparallel", "dataparallel", "ddp", "float16module",
    "optimizedmodule",         "deepspeedengine",          "module",       NULL
  };

  return g_strv_contains (wrappers, class);
}

/* "NPUFusedRMSNorm" -> "rmsnorm", "BertSdpaSelfAttention" -> "bertselfattention" */
static char *
name_class (const char *class)
{
  static const char *const words[] = { "npu", "ascend", "cuda", "fused", "flash", "sdpa", NULL };
  g_autofree char *lower = g_ascii_strdown (class, -1);
  GString *out = g_string_new (lower);

  for (gsize i = 0; words[i]; i++)
    if (!g_str_equal (out->str, words[i]))
      g_string_replace (out, words[i], "", 0);
  g_string_replace (out, "_", "", 0);
  return g_string_free (out, FALSE);
}

/**
 * _lsc_chip_name_module:
 * @path: of a module
 *
 * Returns: (transfer full): the path without wrappers, and without words of one device
 */
char *
_lsc_chip_name_module (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  GString *out = g_string_new (NULL);

  for (gsize i = 0; parts[i]; i++)
    {
      g_autofree char *class = name_class (parts[i]);

      if (out->len == 0 && is_wrapper (class))
        continue;
      if (out->len > 0)
        g_string_append_c (out, '/');
      g_string_append (out, class);
    }
  return g_string_free (out, FALSE);
}

/* Of "aclnnAddLayerNorm" and "npu_add_layer_norm" a new word begins with Add, Layer and Norm; the
 * Mul of "MatMul" is none. */
static gboolean
begins_word (const char *name, const char *at)
{
  if (at - name >= 3 && g_ascii_strncasecmp (at - 3, "mat", 3) == 0)
    return FALSE;
  return at == name || !g_ascii_isalpha (at[-1]) ||
         (g_ascii_isupper (*at) && g_ascii_islower (at[-1]));
}

/* Returns: where the letters of @word end, %NULL = they are not there */
static const char *
skip_word (const char *at, const char *word)
{
  while (*word && *at)
    {
      if (g_ascii_tolower (*at) == *word)
        word++;
      else if (*at != '_')
        return NULL;
      at++;
    }
  return *word ? NULL : at;
}

/**
 * _lsc_chip_name_has:
 * @name: of an operator or a kernel, as recorded
 * @plain_op: as of _lsc_chip_name_op()
 *
 * Returns: whether @name has whole words that are @plain_op, and others: AddLayerNorm has add and
 *   layernorm, Addmm has not
 */
gboolean
_lsc_chip_name_has (const char *name, const char *plain_op)
{
  for (const char *at = name; *at; at++)
    {
      const char *end = begins_word (name, at) ? skip_word (at, plain_op) : NULL;

      if (end && (*end == '\0' || begins_word (name, end) || !g_ascii_isalpha (*end)))
        return TRUE;
    }
  return FALSE;
}
