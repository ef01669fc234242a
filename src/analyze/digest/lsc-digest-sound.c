/* lsc-digest-sound.c - whether the references of a digest lead somewhere
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A digest that comes from a file may be damaged, or made to do harm: an id or an index that leads
 * nowhere would be read beyond an array.
 */
#include "config.h"

#include "analyze/digest/lsc-digest-sound.h"

static gboolean
is_text (const LscRankDigest *self, guint32 id)
{
  return id == LSC_STRING_NONE || id < lsc_intern_size (self->texts);
}

/* One that must be there. */
static gboolean
is_name (const LscRankDigest *self, guint32 id)
{
  return id < lsc_intern_size (self->texts);
}

static gboolean
is_step (const LscRankDigest *self, guint32 step)
{
  return step == LSC_SLICE_NONE || step < self->steps.n;
}

static gboolean
is_bool (int value)
{
  return value == FALSE || value == TRUE;
}

static gboolean
are_scalars_sound (const LscRankDigest *self)
{
  const guint32 texts[] = { self->folder,        self->replica,         self->host,
                            self->chip,          self->arguments,       self->steps_mark,
                            self->blocks_detail, self->peaks.component, self->late.name,
                            self->late.module,   self->spike.name,      self->spike.module };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    if (!is_text (self, texts[i]))
      return FALSE;
  for (guint i = 0; i < LSC_LOSS_N; i++)
    if (!is_text (self, self->calls[i]))
      return FALSE;
  return self->lack <= LSC_BUDGET_LACKS_REST && self->blocks_state <= LSC_BLOCKS_UNREADABLE &&
         (guint) self->blocks_error <= LSC_ERROR_CANCELLED && is_bool (self->is_gpu) &&
         is_bool (self->is_of_ops) && is_bool (self->is_split) && is_bool (self->is_told) &&
         (self->main_class == LSC_CLASS_NONE || self->main_class < self->classes.n);
}

static gboolean
are_steps_sound (const LscRankDigest *self)
{
  for (gsize i = 0; i < self->steps.n; i++)
    {
      const LscBudgetStep *step = &self->steps.items[i];

      if (step->standing >= LSC_STEP_N_STANDINGS || step->begin_ns > step->end_ns ||
          (step->class != LSC_CLASS_NONE && step->class >= self->classes.n))
        return FALSE;
    }
  for (gsize i = 0; i < self->classes.n; i++)
    if (self->classes.items[i].phase >= LSC_STEP_PHASE_N)
      return FALSE;
  for (gsize i = 0; i < self->counted.n; i++)
    if (self->counted.items[i] >= self->steps.n)
      return FALSE;
  return self->own_steps.n == 0 || self->own_steps.n == self->steps.n;
}

static gboolean
are_ops_sound (const LscRankDigest *self)
{
  for (gsize i = 0; i < self->ops.n; i++)
    {
      const LscRankOp *op = &self->ops.items[i];

      if (!is_name (self, op->group) || !is_name (self, op->name) ||
          !is_text (self, op->algorithm) || !is_step (self, op->step) ||
          op->kind > LSC_RANK_OP_RECEIVE)
        return FALSE;
    }
  for (gsize i = 0; i < self->own.n; i++)
    if (self->own.items[i].work > LSC_WORK_N || self->own.items[i].loss > LSC_LOSS_N)
      return FALSE;
  for (gsize i = 0; i < self->groups.n; i++)
    if (!is_name (self, self->groups.items[i].name) || !is_name (self, self->groups.items[i].label))
      return FALSE;
  return TRUE;
}

static gboolean
is_cell (const LscRankDigest *self, guint32 cell)
{
  return cell == LSC_SLICE_NONE || cell < self->cells.n;
}

static gboolean
are_owners_sound (const LscRankDigest *self)
{
  for (gsize i = 0; i < self->owners.n; i++)
    {
      const LscRankOwner *owner = &self->owners.items[i];

      if (!is_text (self, owner->text) || !is_text (self, owner->plain) ||
          owner->type > LSC_OWNER_INSTANCES || owner->category >= LSC_BUDGET_N_CATEGORIES ||
          !is_cell (self, owner->first_cell) || !is_cell (self, owner->last_cell))
        return FALSE;
    }
  /* Cells of an owner follow each other: what leads back would never end. */
  for (gsize i = 0; i < self->cells.n; i++)
    {
      const LscOwnerCell *cell = &self->cells.items[i];

      if (cell->step >= self->steps.n || !is_cell (self, cell->next) || cell->next <= i)
        return FALSE;
    }
  return TRUE;
}

static gboolean
are_kernels_sound (const LscRankDigest *self)
{
  for (gsize i = 0; i < self->kernels.n; i++)
    if (!is_name (self, self->kernels.items[i].name) ||
        !is_text (self, self->kernels.items[i].slow_types))
      return FALSE;
  for (gsize i = 0; i < self->shapes.n; i++)
    {
      const LscDigestShape *shape = &self->shapes.items[i];

      if (!is_name (self, shape->name) || !is_text (self, shape->shapes) ||
          !is_text (self, shape->launch) || shape->first_cell > self->shape_cells.n ||
          shape->n_cells > self->shape_cells.n - shape->first_cell)
        return FALSE;
    }
  for (gsize i = 0; i < self->shape_cells.n; i++)
    if (self->shape_cells.items[i].step >= self->steps.n)
      return FALSE;
  for (gsize i = 0; i < self->experts.n; i++)
    if (!is_step (self, self->experts.items[i].step))
      return FALSE;
  for (gsize i = 0; i < self->sequences.n; i++)
    if (!is_name (self, self->sequences.items[i].names) ||
        !is_text (self, self->sequences.items[i].first) ||
        !is_text (self, self->sequences.items[i].last) ||
        self->sequences.items[i].fused >= LSC_FUSED_N)
      return FALSE;
  for (gsize i = 0; i < self->run_places.n; i++)
    if (!is_name (self, self->run_places.items[i].name) ||
        self->run_places.items[i].type > LSC_OWNER_INSTANCES)
      return FALSE;
  return TRUE;
}

static gboolean
are_links_sound (const LscRankDigest *self, const LscDigestLinks *links)
{
  for (gsize i = 0; i < links->n; i++)
    if (!is_text (self, links->items[i].group))
      return FALSE;
  return TRUE;
}

static gboolean
is_rest_sound (const LscRankDigest *self)
{
  for (gsize i = 0; i < self->kept.n; i++)
    if (!is_text (self, self->kept.items[i].name) || !is_text (self, self->kept.items[i].module))
      return FALSE;
  for (gsize i = 0; i < self->variables.n; i++)
    if (!is_name (self, self->variables.items[i].name) ||
        !is_name (self, self->variables.items[i].value))
      return FALSE;
  for (gsize i = 0; i < self->counters.n; i++)
    if (!is_name (self, self->counters.items[i].name))
      return FALSE;
  return are_links_sound (self, &self->links) && are_links_sound (self, &self->local_links);
}

/** Returns: whether every id and index in the digest leads to what is there */
gboolean
lsc_rank_digest_is_sound (const LscRankDigest *self)
{
  g_return_val_if_fail (self, FALSE);
  return are_scalars_sound (self) && are_steps_sound (self) && are_ops_sound (self) &&
         are_owners_sound (self) && are_kernels_sound (self) && is_rest_sound (self);
}
