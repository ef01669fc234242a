/* lsc-reference-modules.c - modules of two steps with their operators, as the reference tool has it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-reference-modules.h"

#include <string.h>

static void
free_op (gpointer data)
{
  LscReferenceModuleOp *op = data;

  g_free (op->name);
  g_free (op);
}

static void
free_module (gpointer data)
{
  LscReferenceModule *module = data;

  g_free (module->path);
  g_ptr_array_unref (module->ops);
  g_free (module);
}

/** What is there already. @ops: by module and name */
typedef struct
{
  GPtrArray *modules;
  GHashTable *known;
  GHashTable *ops;
} Found;

/* With those around it, down from the outermost. */
static LscReferenceModule *
get_module (Found *self, const char *path)
{
  LscReferenceModule *module = g_hash_table_lookup (self->known, path);

  if (module)
    return module;
  for (const char *end = path; *end; end++)
    {
      g_autofree char *part = NULL;
      LscReferenceModule *inner;

      if (end[1] != '/' && end[1] != '\0')
        continue;
      part = g_strndup (path, (gsize) (end + 1 - path));
      inner = g_hash_table_lookup (self->known, part);
      if (!inner)
        {
          inner = g_new0 (LscReferenceModule, 1);
          inner->path = g_steal_pointer (&part);
          inner->outer = module;
          inner->ops = g_ptr_array_new_with_free_func (free_op);
          g_ptr_array_add (self->modules, inner);
          g_hash_table_insert (self->known, inner->path, inner);
        }
      module = inner;
    }
  return module;
}

static LscReferenceModuleOp *
get_op (Found *self, LscReferenceModule *module, const char *name)
{
  g_autofree char *key = g_strconcat (module->path, "\x1f", name, NULL);
  LscReferenceModuleOp *op = g_hash_table_lookup (self->ops, key);

  if (op)
    return op;
  op = g_new0 (LscReferenceModuleOp, 1);
  op->name = g_strdup (name);
  g_ptr_array_add (module->ops, op);
  g_hash_table_insert (self->ops, g_steal_pointer (&key), op);
  return op;
}

static void
add_side (Found *self, const LscStepKernels *kernels, guint side)
{
  for (gsize i = 0; i < kernels->launches.n; i++)
    {
      const LscStepLaunch *launch = &kernels->launches.items[i];
      gint64 ns = kernels->kernels.items[i].duration_ns;
      const char *path =
          launch->module != LSC_STRING_NONE ? lsc_intern_text (kernels->texts, launch->module) : "";
      LscReferenceModule *module = get_module (self, path);
      LscReferenceModuleOp *op;

      if (!module)
        continue;
      op = get_op (self, module, lsc_intern_text (kernels->texts, launch->op));
      op->ns[side] += ns;
      op->n[side] += i == 0 || launch->slice != launch[-1].slice;
      module->self_ns[side] += ns;
      for (; module; module = module->outer)
        module->total_ns[side] += ns;
    }
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(LscReferenceModule *const *) a)->path,
                 (*(LscReferenceModule *const *) b)->path);
}

/**
 * lsc_reference_modules_new:
 * @before, @after: with sheets
 *
 * Sums up the kernels of two steps by module and operator: those of a path belong
 * together (compare.md#reference).
 *
 * Returns: (transfer full) (element-type LscReferenceModule): by path; none where no modules were
 *   recorded
 */
GPtrArray *
lsc_reference_modules_new (const LscStepKernels *before, const LscStepKernels *after)
{
  Found found = { g_ptr_array_new_with_free_func (free_module),
                  g_hash_table_new (g_str_hash, g_str_equal),
                  g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  add_side (&found, before, 0);
  add_side (&found, after, 1);
  g_hash_table_unref (found.known);
  g_hash_table_unref (found.ops);
  g_ptr_array_sort (found.modules, compare_paths);
  return found.modules;
}
