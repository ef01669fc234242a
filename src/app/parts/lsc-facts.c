/* lsc-facts.c - what is known of a selection: labels and values
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-facts.h"

#include "base/lsc-time.h"

static void
fact_free (gpointer data)
{
  g_strfreev (data);
}

/**
 * lsc_facts_new:
 *
 * Returns: (transfer full) (element-type char**): an empty list of facts
 */
GPtrArray *
lsc_facts_new (void)
{
  return g_ptr_array_new_with_free_func (fact_free);
}

/** lsc_facts_take: adds a fact; nothing without a value, which is taken */
void
lsc_facts_take (GPtrArray *facts, const char *label, char *value)
{
  char **pair;

  g_return_if_fail (facts && label);
  if (!value)
    return;
  pair = g_new0 (char *, 3); /* a string list of two, so that it can be freed as one */
  pair[0] = g_strdup (label);
  pair[1] = value;
  g_ptr_array_add (facts, pair);
}

/** lsc_facts_add_duration: adds a time; nothing for a negative one */
void
lsc_facts_add_duration (GPtrArray *facts, const char *label, gint64 ns)
{
  g_return_if_fail (facts && label);
  if (ns >= 0)
    lsc_facts_take (facts, label, lsc_format_duration (ns, LSC_TIME_UNIT_AUTO));
}

/**
 * lsc_facts_to_text:
 *
 * Returns: (transfer full): one fact a line
 */
char *
lsc_facts_to_text (GPtrArray *facts)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (facts, NULL);
  out = g_string_new (NULL);
  for (guint i = 0; i < facts->len; i++)
    {
      char **pair = g_ptr_array_index (facts, i);

      g_string_append_printf (out, "%s%s: %s", i > 0 ? "\n" : "", pair[0], pair[1]);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * lsc_facts_to_row:
 *
 * Returns: (transfer full): labels and values as two lines of tab-separated text
 */
char *
lsc_facts_to_row (GPtrArray *facts)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (facts, NULL);
  out = g_string_new (NULL);
  for (int part = 0; part < 2; part++)
    {
      for (guint i = 0; i < facts->len; i++)
        g_string_append_printf (out, "%s%s", i > 0 ? "\t" : "",
                                ((char **) g_ptr_array_index (facts, i))[part]);
      g_string_append_c (out, '\n');
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
