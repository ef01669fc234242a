/* lsc-findings-computing.c - what computes most: modules, or kernels where there are none
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-kernel-label.h"
#include "model/lsc-kernel-name.h"

/* findings.md#headline. Modules of one class count together, whatever their number: of a hundred
 * layers none is large by itself. */

#define MOST_NAMED 5 /* in a sentence */
#define MOST_LISTED 20
#define MODULE_PART 0.5 /* of computing: so much lies in modules where these are named */

static void
clear_computing (gpointer data)
{
  LscComputing *self = data;

  g_free (self->name);
}

static int
compare_computing (gconstpointer a, gconstpointer b)
{
  const LscComputing *x = a, *y = b;

  LSC_RETURN_ORDER (y->ns, x->ns);
  return strcmp (x->name, y->name);
}

/* The class of the innermost module of a path: "Block" of "Model_0/Block_3"; PyTorch's traces say
 * "nn.Module: Block_3". */
static char *
name_module (const char *path)
{
  static const char prefix[] = "nn.Module: ";
  const char *last = strrchr (path, '/');
  const char *begin = last ? last + 1 : path;
  char *name = g_strdup (g_str_has_prefix (begin, prefix) ? begin + strlen (prefix) : begin);
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

/* The steps of all ranks that sums of owners are of. */
static gint64
count_steps (const LscJudge *judge)
{
  gint64 n = 0;

  for (gsize i = 0; i < judge->n; i++)
    {
      const LscRankDigest *digest = judge->ranks[i].digest;

      for (gsize k = 0; digest->owners.n > 0 && k < digest->steps.n; k++)
        n += lsc_budget_step_is_alike (lsc_rank_digest_get_step (digest, k));
    }
  return MAX (n, 1);
}

/* What is not listed of the parts in order, and what lies in none of them. */
static LscComputingRest
cut_list (GArray *list, gint64 outside_ns, double all_ns)
{
  LscComputingRest rest = { .outside_ns = MAX (outside_ns, 0) };

  for (guint i = MOST_LISTED; i < list->len; i++)
    {
      rest.n_others++;
      rest.others_ns += g_array_index (list, LscComputing, i).ns;
    }
  if (list->len > MOST_LISTED)
    g_array_set_size (list, MOST_LISTED);
  rest.others_share = all_ns > 0 ? (double) rest.others_ns / all_ns : 0;
  rest.outside_share = all_ns > 0 ? (double) rest.outside_ns / all_ns : 0;
  return rest;
}

/**
 * _lsc_findings_list_computing:
 * @rest: (out): what is left out, so that all add up
 *
 * Returns: (transfer full) (element-type LscComputing): the modules that compute most, or kernels
 *   where less than half of computing lies in modules; the largest first
 */
GArray *
_lsc_findings_list_computing (const LscJudge *judge, LscComputingRest *rest)
{
  g_autoptr (GHashTable) kernels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gint64 all_ns = sum_up (judge, LSC_OWNER_KERNEL, kernels);
  gint64 module_ns = sum_up (judge, LSC_OWNER_MODULE, modules);
  gboolean has_modules = module_ns > 0 && (double) module_ns >= MODULE_PART * (double) all_ns;
  gint64 n_steps = count_steps (judge);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LscComputing));
  GHashTableIter iter;
  gpointer name, ns;

  g_array_set_clear_func (list, clear_computing);
  g_hash_table_iter_init (&iter, has_modules ? modules : kernels);
  while (all_ns > 0 && g_hash_table_iter_next (&iter, &name, &ns))
    {
      LscComputing item = { g_strdup (name), has_modules, *(gint64 *) ns / n_steps,
                            (double) *(gint64 *) ns / (double) all_ns };

      g_array_append_val (list, item);
    }
  g_array_sort (list, compare_computing);
  *rest = cut_list (list, has_modules ? (all_ns - module_ns) / n_steps : 0,
                    (double) all_ns / (double) n_steps);
  return list;
}

/**
 * _lsc_findings_say_computing:
 * @computing: of _lsc_findings_list_computing()
 *
 * Returns: (transfer full) (nullable): the first five of them, with their shares of computing
 */
LscPhrase *
_lsc_findings_say_computing (const GArray *computing)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_autoptr (LscPhrase) list = NULL;

  for (guint i = 0; i < MIN (computing->len, MOST_NAMED); i++)
    {
      const LscComputing *item = &g_array_index (computing, LscComputing, i);
      g_autofree char *share = lsc_format_share (item->share);
      g_autofree char *label = item->is_module ? NULL : lsc_kernel_label (item->name);
      g_autofree char *part = g_strdup_printf ("%s %s", label ? label : item->name, share);

      g_ptr_array_add (parts, lsc_phrase_new_verbatim (part));
    }
  if (parts->len == 0)
    return NULL;
  list = lsc_phrase_new_joined (", ", parts);
  return g_array_index (computing, LscComputing, 0).is_module
             ? lsc_phrase_new (N_ ("Modules with the most compute time: %s."),
                               lsc_phrase_as_argument (list))
             : lsc_phrase_new (N_ ("Kernels with the most compute time: %s."),
                               lsc_phrase_as_argument (list));
}

/* ---- the table ---- */

typedef struct
{
  const char *name;
  int kind;
  gint64 ns;
  double share;
} Row;

enum
{
  KIND_KERNEL,
  KIND_MODULE,
  KIND_REST,
};

static const LscWord kinds[] = {
  [KIND_KERNEL] = { "kernel", N_ ("Kernel") },
  [KIND_MODULE] = { "module", N_ ("Module") },
  [KIND_REST] = { "rest", N_ ("Rest") },
};

static const LscColumn columns[] = {
  LSC_COLUMN (Row, name, "name", N_ ("Name"), LSC_UNIT_NONE, "findings.md#headline",
              N_ ("Class of the module, or short name of the kernel.")),
  LSC_CODES (Row, kind, "kind", N_ ("Kind"), kinds, "findings.md#headline",
             N_ ("Modules, or kernels if modules have less than half of the computing.")),
  LSC_COLUMN (Row, ns, "ns", N_ ("Computing per Step"), LSC_UNIT_NS, "findings.md#headline",
              N_ ("How long it computes, each moment once, mean of the steps and ranks.")),
  LSC_COLUMN (Row, share, "share",
              /* xgettext:no-c-format */
              N_ ("% Computing"), LSC_UNIT_SHARE, "findings.md#headline",
              N_ ("Its part of all computing, which is 100 %.")),
};

const LscTableInfo lsc_computing_table_info = LSC_TABLE_INFO ("computing", Row, columns);

/* So that the column closes at all computing. */
static void
add_rest (LscTable *table, const LscFindings *self)
{
  const LscComputingRest *rest = &self->computing_rest;
  gboolean is_module = g_array_index (self->computing, LscComputing, 0).is_module;
  g_autofree char *others = is_module
                                ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u Other Module",
                                                                "%u Other Modules", rest->n_others),
                                                   rest->n_others)
                                : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u Other Kernel",
                                                                "%u Other Kernels", rest->n_others),
                                                   rest->n_others);

  if (rest->n_others > 0)
    lsc_table_add (table, &(Row){ others, KIND_REST, rest->others_ns, rest->others_share });
  if (rest->outside_ns > 0)
    lsc_table_add (
        table, &(Row){ _ ("Outside Modules"), KIND_REST, rest->outside_ns, rest->outside_share });
}

/**
 * lsc_findings_get_computing:
 *
 * Returns: (transfer full): the table "computing": what computes most
 */
LscTable *
lsc_findings_get_computing (const LscFindings *self)
{
  LscTable *table;

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_computing_table_info);
  for (guint i = 0; i < self->computing->len; i++)
    {
      const LscComputing *item = &g_array_index (self->computing, LscComputing, i);

      lsc_table_add (table, &(Row){ item->name, item->is_module ? KIND_MODULE : KIND_KERNEL,
                                    item->ns, item->share });
    }
  if (self->computing->len > 0)
    add_rest (table, self);
  return table;
}
