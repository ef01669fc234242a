/* lsc-compare-name.c - names without what is of one run alone
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "analyze/digest/lsc-compare-name.h"

#include <string.h>

#include "model/lsc-kernel-name.h"

#define MODULE_PREFIX "nn.Module: "
#define COMM_PREFIX "hcom_"

static gboolean
is_all_digits (const char *text, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return n > 0;
}

/* "layers.12.mlp" -> "layers.#.mlp" */
static void
append_dotted (GString *out, const char *name, gsize n)
{
  gsize begin = 0;

  for (gsize i = 0; i <= n; i++)
    {
      if (i < n && name[i] != '.')
        continue;
      if (begin > 0)
        g_string_append_c (out, '.');
      if (is_all_digits (name + begin, i - begin) && n > i - begin)
        g_string_append_c (out, '#');
      else
        g_string_append_len (out, name + begin, (gssize) (i - begin));
      begin = i + 1;
    }
}

/* Where a counter such as "_12" begins, or the end. */
static gsize
find_counter (const char *name, gsize n)
{
  gsize at = n;

  while (at > 0 && g_ascii_isdigit (name[at - 1]))
    at--;
  return at < n && at > 1 && name[at - 1] == '_' ? at - 1 : n;
}

/**
 * lsc_compare_name_module:
 *
 * Names of modules count instances, so that layers of one class are one loop (compare.md#names).
 *
 * Returns: (transfer full): such as TransformerLayer of "nn.Module: TransformerLayer_12", layers.#
 * of layers.12
 */
char *
lsc_compare_name_module (const char *name)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (g_str_has_prefix (name, MODULE_PREFIX))
    name += strlen (MODULE_PREFIX);
  append_dotted (out, name, find_counter (name, strlen (name)));
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * lsc_compare_name_kernel:
 *
 * Returns: (transfer full): the name without the counters of a run; of GPUs without template
 * arguments and parameters
 */
char *
lsc_compare_name_kernel (const char *name, gboolean is_gpu)
{
  char *brief = is_gpu ? lsc_kernel_name_shorten (name) : NULL;
  g_autofree char *plain = brief ? brief : g_strdup (name); /* not every name is a signature */

  plain[find_counter (plain, strlen (plain))] = '\0';
  return g_steal_pointer (&plain);
}

/**
 * lsc_compare_name_comm:
 *
 * Returns: (transfer full): the operation, such as allReduce of hcom_allReduce__170_1_1 and of a
 * kernel of a GPU that reduces
 */
char *
lsc_compare_name_comm (const char *name)
{
  static const char *const known[] = { "batchSendRecv", "allReduce", "allGather", "reduceScatter",
                                       "allToAllV",     "allToAll",  "broadcast", "barrier",
                                       "sendRecv",      "receive",   "send",      "recv",
                                       "gather",        "scatter",   "reduce",    NULL };
  g_autoptr (GString) letters = g_string_new (NULL);

  for (const char *at = name; *at; at++)
    if (g_ascii_isalpha (*at))
      g_string_append_c (letters, g_ascii_tolower (*at));
  for (gsize i = 0; known[i]; i++)
    {
      g_autofree char *word = g_ascii_strdown (known[i], -1);

      if (strstr (letters->str, word))
        return g_strdup (g_str_equal (known[i], "recv") ? "receive" : known[i]);
    }
  if (g_str_has_prefix (name, COMM_PREFIX))
    name += strlen (COMM_PREFIX);
  return g_strndup (name, strcspn (name, "_"));
}

/**
 * lsc_compare_name_group:
 * @label: as of LscCommGroup: "tp [0, 1]", "Group …1234" without a name
 *
 * Returns: (transfer full) (nullable): what kind of group that is; %NULL where only a hash or its
 * members tell it from others
 */
char *
lsc_compare_name_group (const char *label)
{
  gsize n = strcspn (label, " [");
  gboolean is_hash = n >= 8;

  for (gsize i = 0; i < n; i++)
    is_hash = is_hash && (g_ascii_isxdigit (label[i]) || strchr ("%.:_-", label[i]));
  return n > 0 && !is_hash && strncmp (label, "Group ", 6) != 0 ? g_strndup (label, n) : NULL;
}
