/* lsc-chip-entries.c - the kernels of a side by the operator and module that launched them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "judge/chips/lsc-chips-private.h"

#define CHECK_EVERY 4096

/** What is known while the sheets of a side are read. @entry_of: of each kind of the sheet */
typedef struct
{
  LscChipEntries *entries;
  const LscChipsInput *input;
  GHashTable *known; /* of a key to LscChipEntry */
  const LscOpSheet *sheet;
  guint rank;
  LscChipEntry **entry_of;
  guint8 *steps; /* of each step of the sheet whether it counts */
} Reader;

static void
free_entry (gpointer data)
{
  LscChipEntry *entry = data;

  g_free (entry->module);
  g_free (entry->op);
  g_free (entry->plain_module);
  g_free (entry->plain_op);
  g_hash_table_unref (entry->kernels);
  g_free (entry);
}

static const char *
get_text (const LscOpSheet *sheet, guint32 id)
{
  return id != LSC_STRING_NONE ? lsc_intern_text (sheet->texts, id) : NULL;
}

/* ---- which steps ---- */

static gboolean
counts_any (const LscOpSheet *sheet)
{
  for (gsize i = 0; i < sheet->steps.n; i++)
    if (sheet->steps.items[i].counts)
      return TRUE;
  return FALSE;
}

/* As steps.md#typical has them: where no step counts, all of them; where there are none, all there
 * is. */
static gint64
choose_steps (Reader *self)
{
  const LscOpSheet *sheet = self->sheet;
  gboolean has_counted = counts_any (sheet);
  gint64 n = 0;

  self->steps = g_new0 (guint8, sheet->steps.n + 1);
  for (gsize i = 0; i < sheet->steps.n; i++)
    {
      const LscOpStep *step = &sheet->steps.items[i];

      self->steps[i] = self->input->has_steps ? step->number >= self->input->first_step &&
                                                    step->number <= self->input->last_step
                                              : step->counts || !has_counted;
      n += self->steps[i];
    }
  if (sheet->steps.n == 0 && !self->input->has_steps)
    n = self->steps[0] = 1; /* of kernels of no step */
  return n;
}

static gboolean
has_step (const Reader *self, guint32 step)
{
  return step < self->sheet->steps.n ? self->steps[step]
                                     : self->sheet->steps.n == 0 && self->steps[0];
}

/* ---- entries ---- */

/* Communication goes by its operation alone: what launches it differs from library to library. */
static LscChipEntry *
make_entry (const LscOpSheet *sheet, const LscOpVariant *kind)
{
  gboolean is_comm = kind->class == LSC_OP_COMMUNICATION;
  const char *module = is_comm ? NULL : get_text (sheet, kind->module);
  const char *op = is_comm ? NULL : get_text (sheet, kind->op);
  LscChipEntry *entry = g_new0 (LscChipEntry, 1);

  entry->module = g_strdup (module ? module : "");
  entry->op = g_strdup (op ? op : get_text (sheet, kind->name));
  entry->plain_module = _lsc_chip_name_module (entry->module);
  entry->plain_op = _lsc_chip_name_op (entry->op);
  entry->kernels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  entry->first_ns = G_MAXINT64;
  entry->rank = G_MAXUINT;
  entry->row = LSC_CHIP_NO_ROW;
  return entry;
}

static LscChipEntry *
get_entry (Reader *self, const LscOpVariant *kind)
{
  LscChipEntry *made = make_entry (self->sheet, kind);
  g_autofree char *key = g_strdup_printf ("%s\n%s", made->module, made->op);
  LscChipEntry *known = g_hash_table_lookup (self->known, key);

  if (known)
    {
      free_entry (made);
      return known;
    }
  g_hash_table_insert (self->known, g_steal_pointer (&key), made);
  g_ptr_array_add (self->entries->list, made);
  self->entries->has_modules |= *made->module != '\0';
  return made;
}

static void
add_name (LscChipEntry *entry, const char *name, gint64 ns)
{
  gint64 *known = g_hash_table_lookup (entry->kernels, name);

  if (known)
    *known += ns;
  else
    g_hash_table_insert (entry->kernels, g_strdup (name), g_memdup2 (&ns, sizeof ns));
}

/* ---- kernels ---- */

static void
add_kernel (Reader *self, guint32 kind, gint64 start_ns, gint64 ns, gint64 *kind_ns)
{
  LscChipEntry *entry = self->entry_of[kind];

  if (!entry)
    entry = self->entry_of[kind] = get_entry (self, &self->sheet->kinds.items[kind]);
  entry->n++;
  entry->total_ns += ns;
  kind_ns[kind] += ns;
  self->entries->total_ns += ns;
  if (self->rank < entry->rank)
    {
      entry->rank = self->rank;
      entry->first_ns = G_MAXINT64;
    }
  if (self->rank == entry->rank)
    entry->first_ns = MIN (entry->first_ns, start_ns);
}

/* What the chip could have done: at the peak of each kernel's type that carries FLOPs, at that of
 * FP16 in the rest of the time (flops.md#mfu). */
static void
add_work (Reader *self, const LscOpWork *work)
{
  LscChipEntry *entry = self->entry_of[self->sheet->kinds_of[work->kernel]];
  double seconds = (double) lsc_op_sheet_get_duration_ns (self->sheet, work->kernel) / 1e9;
  double fp16 = self->sheet->peak.fp16;

  entry->flops += work->flops;
  entry->peak_work += work->peak > 0 && fp16 > 0 ? (work->peak - fp16) * seconds : NAN;
}

static void
add_block (Reader *self, const LscOpBlock *block, gint64 *kind_ns)
{
  const LscOpSheet *sheet = self->sheet;
  const LscOpWorks *works = &sheet->works;

  for (gsize i = block->first; i < block->first + block->n; i++)
    add_kernel (self, sheet->kinds_of[i], block->base_ns + sheet->starts[i],
                lsc_op_sheet_get_duration_ns (sheet, i), kind_ns);
  for (gsize k = LSC_BISECT (at, 0, works->n, works->items[at].kernel < block->first);
       k < works->n && works->items[k].kernel < block->first + block->n; k++)
    add_work (self, &works->items[k]);
}

static void
end_kinds (Reader *self, const gint64 *kind_ns)
{
  const LscOpSheet *sheet = self->sheet;

  for (gsize i = 0; i < sheet->kinds.n; i++)
    {
      const LscOpVariant *kind = &sheet->kinds.items[i];
      const char *type = get_text (sheet, kind->type);
      LscChipEntry *entry = self->entry_of[i];

      if (!entry)
        continue;
      add_name (entry, type ? type : get_text (sheet, kind->name), kind_ns[i]);
      entry->by_family[kind->family] += kind_ns[i];
      entry->peak_work += sheet->peak.fp16 > 0 ? sheet->peak.fp16 * (double) kind_ns[i] / 1e9 : NAN;
    }
}

static gboolean
read_sheet (Reader *self, LscJob *job, GError **error)
{
  const LscOpSheet *sheet = self->sheet;
  g_autofree gint64 *kind_ns = g_new0 (gint64, sheet->kinds.n + 1);
  gboolean is_done = TRUE;

  self->entry_of = g_new0 (LscChipEntry *, sheet->kinds.n + 1);
  self->entries->n_steps += choose_steps (self);
  for (gsize i = 0; i < sheet->blocks.n && is_done; i++)
    {
      if (i % CHECK_EVERY == 0)
        is_done = lsc_job_check (job, error);
      if (has_step (self, sheet->blocks.items[i].step))
        add_block (self, &sheet->blocks.items[i], kind_ns);
    }
  end_kinds (self, kind_ns);
  g_clear_pointer (&self->entry_of, g_free);
  g_clear_pointer (&self->steps, g_free);
  return is_done;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const LscChipEntry *x = *(const LscChipEntry *const *) a, *y = *(const LscChipEntry *const *) b;
  int order;

  LSC_RETURN_ORDER (x->rank, y->rank);
  LSC_RETURN_ORDER (x->first_ns, y->first_ns);
  order = strcmp (x->module, y->module);
  return order != 0 ? order : strcmp (x->op, y->op);
}

static void
find_family (LscChipEntry *entry)
{
  for (int i = 0; i < LSC_N_OP_FAMILIES; i++)
    if (entry->by_family[i] > entry->by_family[entry->family])
      entry->family = i;
}

/**
 * _lsc_chip_entries_init:
 * @self: (out caller-allocates): to be cleared in any case
 *
 * Sums up all kernels, copies and communication of a side by module and operator.
 * Cost: O(kernels). Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_chip_entries_init (LscChipEntries *self, const LscChipsInput *input, LscJob *job,
                        GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Reader reader = { .entries = self, .input = input, .known = known };

  *self = (LscChipEntries){ .list = g_ptr_array_new_with_free_func (free_entry) };
  for (guint i = 0; i < input->sheets->len; i++)
    {
      reader.sheet = input->sheets->pdata[i];
      reader.rank = i;
      if (!read_sheet (&reader, job, error))
        return FALSE;
    }
  for (guint i = 0; i < self->list->len; i++)
    find_family (_lsc_chip_entries_get (self, i));
  g_ptr_array_sort (self->list, compare_entries);
  return TRUE;
}

static void
merge (LscChipEntry *into, const LscChipEntry *from)
{
  GHashTableIter iter;
  gpointer name, ns;

  into->n += from->n;
  into->total_ns += from->total_ns;
  into->flops += from->flops;
  into->peak_work += from->peak_work;
  for (guint i = 0; i < LSC_N_OP_FAMILIES; i++)
    into->by_family[i] += from->by_family[i];
  g_hash_table_iter_init (&iter, from->kernels);
  while (g_hash_table_iter_next (&iter, &name, &ns))
    add_name (into, name, *(const gint64 *) ns);
  find_family (into);
}

/** Where the other side knows no modules, operators alone are paired. */
void
_lsc_chip_entries_drop_modules (LscChipEntries *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->list->len;)
    {
      LscChipEntry *entry = _lsc_chip_entries_get (self, i);
      LscChipEntry *first = g_hash_table_lookup (known, entry->op);

      *entry->module = *entry->plain_module = '\0';
      if (first)
        {
          merge (first, entry);
          g_ptr_array_remove_index (self->list, i);
          continue;
        }
      g_hash_table_insert (known, entry->op, entry);
      i++;
    }
  self->has_modules = FALSE;
}

void
_lsc_chip_entries_clear (LscChipEntries *self)
{
  g_clear_pointer (&self->list, g_ptr_array_unref);
}
