/* lsc-pipeline-rows-twin.c - what stands where when a second side is shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define THIN_LANE 0.7 /* height of an interleaved lane of the second side */

/* The second side as a view of its own. */
static LscPipelineView *
make_view (const LscPipelineView *view)
{
  LscPipelineView *own = g_memdup2 (view, sizeof *view);
  LscPipelineSpot pair;

  own->pipeline = view->twin.pipeline;
  own->group = view->twin.group;
  own->first_step = view->twin.step;
  own->n_steps = 1;
  own->side_by_side = FALSE;
  own->twin.mode = LSC_TWIN_NONE;
  own->path = NULL;
  own->n_path = 0;
  own->idle = NULL;
  own->n_idle = 0;
  own->blamed_row = G_MAXUINT32;
  own->hovered = LSC_PIPELINE_SPOT_NONE;
  own->selected = LSC_PIPELINE_SPOT_NONE;
  if (view->selected.is_twin)
    own->selected = view->selected;
  else if (lsc_pipeline_view_pair (view, &view->selected, &pair))
    own->selected = pair;
  own->selected.is_twin = FALSE;
  if (view->twin.mode == LSC_TWIN_INTERLEAVED)
    own->port.lane_height = MAX (view->port.lane_height * THIN_LANE, LSC_PIPELINE_LANE_LEAST);
  if (view->twin.mode == LSC_TWIN_GHOST)
    own->show_p2p = FALSE;
  return own;
}

/* Makes the layout of the second side, not yet placed. */
void
_lsc_pipeline_rows_add_twin (LscPipelineRows *self)
{
  const LscPipelineView *view = self->view;
  LscPipelineRows *twin = g_new0 (LscPipelineRows, 1);
  LscPipelineView *own = make_view (view);

  _lsc_pipeline_rows_init_side (twin, own);
  twin->own_view = own;
  twin->is_second = TRUE;
  twin->is_between = view->twin.mode == LSC_TWIN_INTERLEAVED;
  twin->is_ghost = view->twin.mode == LSC_TWIN_GHOST;
  twin->selected = self->selected;
  twin->map.items[0].offset_ns -= view->twin.offset_ns;
  if (twin->is_ghost)
    twin->n_shared_rows = MIN (self->n_rows, twin->n_rows);
  for (gsize r = 0; r < twin->n_shared_rows; r++)
    twin->rows[r].n_lanes = self->rows[r].n_lanes;
  if (view->twin.show_delta && view->twin.pairs)
    self->delta_height = self->lane_height >= 10 ? DELTA_HEIGHT : DELTA_HEIGHT / 2;
  self->twin = twin;
}

static double
place_band (LscPipelineRows *self, guint side, gboolean is_wanted, double y)
{
  self->band_y[side] = y;
  self->band_height[side] = is_wanted ? BAND_HEIGHT : 0;
  return y + self->band_height[side] + (is_wanted ? 4 : 0);
}

static double
place_row (LscPipelineRows *self, gsize row, double y)
{
  self->rows[row].y = y;
  self->rows[row].height = _lsc_pipeline_rows_row_height (self, row);
  return y + self->rows[row].height;
}

/* Places the rows of both sides from @y on. Returns: the end of the last row */
double
_lsc_pipeline_rows_place_sides (LscPipelineRows *self, double y)
{
  const LscPipelineTwin *look = &self->view->twin;
  LscPipelineRows *twin = self->twin;
  gboolean is_below = look->mode == LSC_TWIN_BELOW;
  gsize n = MAX (self->n_rows, twin->n_rows);
  double end = y;

  y = place_band (self, 0, look->first_title || (!is_below && look->title), y);
  for (gsize r = 0; r < n; r++)
    {
      if (r < self->n_rows)
        {
          end = place_row (self, r, y);
          y = end + self->row_gap;
        }
      if (r < twin->n_shared_rows)
        place_row (twin, r, self->rows[r].y);
      else if (!is_below && r < twin->n_rows)
        {
          y = look->mode == LSC_TWIN_INTERLEAVED && r < self->n_rows ? end + LANE_GAP : y;
          end = place_row (twin, r, y);
          y = end + self->row_gap * (look->mode == LSC_TWIN_INTERLEAVED ? 1.5 : 1);
        }
    }
  if (!is_below)
    return end;
  y = place_band (self, 1, TRUE, end + self->row_gap);
  for (gsize r = 0; r < twin->n_rows; r++)
    {
      end = place_row (twin, r, y);
      y = end + twin->row_gap;
    }
  return end;
}
