/* lsc-findings-computing.c - what computes most: modules, or kernels where there are none
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-kernel-name.h"

/* findings.md#headline. Modules of one class count together, whatever their number: of a hundred
 * layers none is large by itself. */

#define MOST_NAMED 5
#define MODULE_PART 0.5 /* of computing: so much lies in modules where these are named */

/** @ns: over all steps of all ranks */
typedef struct
{
  const char *name;
  gint64 ns;
} Owner;

static int
compare_owners (gconstpointer a, gconstpointer b)
{
  const Owner *x = a, *y = b;

  LSC_RETURN_ORDER (y->ns, x->ns);
  return strcmp (x->name, y->name);
}

/* The class of the innermost module of a path: "Block" of "Model_0/Block_3". */
static char *
name_module (const char *path)
{
  const char *last = strrchr (path, '/');
  char *name = g_strdup (last ? last + 1 : path);
  gsize n = strlen (name);

  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  if (n > 1 && name[n] != '\0' && (name[n - 1] == '_' || name[n - 1] == '.'))
    name[n - 1] = '\0';
  return name;
}

static char *
name_owner (const char *text, LscOwnerType type)
{
  char *name = type == LSC_OWNER_MODULE ? name_module (text) : lsc_kernel_name_shorten (text);

  return name ? name : g_strdup (text);
}

/* Returns the time of all; @sums: by name */
static gint64
sum_up (const LscJudge *judge, LscOwnerType type, GHashTable *sums)
{
  gint64 all_ns = 0;

  for (gsize i = 0; i < judge->n; i++)
    {
      const LscRankDigest *digest = judge->ranks[i].digest;

      for (gsize k = 0; k < digest->owners.n; k++)
        {
          const LscRankOwner *owner = &digest->owners.items[k];
          g_autofree char *name = NULL;
          gint64 *sum;

          if (owner->type != type || owner->category != LSC_BUDGET_COMPUTE ||
              owner->text == LSC_STRING_NONE || owner->ns == 0)
            continue;
          name = name_owner (lsc_intern_text (digest->texts, owner->text), type);
          sum = g_hash_table_lookup (sums, name);
          if (!sum)
            {
              sum = g_new0 (gint64, 1);
              g_hash_table_insert (sums, g_steal_pointer (&name), sum);
            }
          *sum += owner->ns;
          all_ns += owner->ns;
        }
    }
  return all_ns;
}

static GArray *
sort_sums (GHashTable *sums)
{
  GArray *owners = g_array_new (FALSE, FALSE, sizeof (Owner));
  GHashTableIter iter;
  gpointer name, ns;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &name, &ns))
    {
      Owner owner = { name, *(gint64 *) ns };

      g_array_append_val (owners, owner);
    }
  g_array_sort (owners, compare_owners);
  return owners;
}

/**
 * _lsc_findings_say_computing:
 *
 * Returns: (transfer full) (nullable): the modules or kernels that compute most, up to five, with
 *   their shares of computing
 */
LscPhrase *
_lsc_findings_say_computing (const LscJudge *judge)
{
  g_autoptr (GHashTable) kernels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gint64 all_ns = sum_up (judge, LSC_OWNER_KERNEL, kernels);
  gint64 module_ns = sum_up (judge, LSC_OWNER_MODULE, modules);
  gboolean has_modules = (double) module_ns >= MODULE_PART * (double) all_ns && module_ns > 0;
  g_autoptr (GArray) owners = sort_sums (has_modules ? modules : kernels);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < MIN (owners->len, MOST_NAMED) && all_ns > 0; i++)
    {
      const Owner *owner = &g_array_index (owners, Owner, i);
      g_autofree char *share = lsc_format_share ((double) owner->ns / (double) all_ns);

      g_string_append_printf (list, "%s%s %s", i > 0 ? ", " : "", owner->name, share);
    }
  if (list->len == 0)
    return NULL;
  return has_modules ? lsc_phrase_new (N_ ("Most computing by module: %s."), list->str)
                     : lsc_phrase_new (N_ ("Most computing by kernel: %s."), list->str);
}
