/* lsc-report-stragglers.c - maps of stragglers in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-stragglers.h"

#include "export/report/lsc-report-sentences.h"

#include <glib/gi18n-lib.h>

#include "analyze/stragglers/lsc-straggler-marks.h"
#include "base/lsc-error.h"
#include "draw/stragglers/lsc-straggler-sheet.h"
#include "export/lsc-picture-fonts.h"

#define TEXT_PX 12.0
#define MOST_ROWS 16

/** A study in a document. */
typedef struct
{
  LscStragglers *study;
  LscStragglerMarks *marks;
} Map;

static void
map_free (gpointer data)
{
  Map *self = data;

  lsc_straggler_marks_free (self->marks);
  lsc_stragglers_unref (self->study);
  g_free (self);
}

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  const Map *self = data;
  LscPageOptions options = { .is_whole = TRUE, .is_figure = TRUE, .keep_theme = TRUE };
  LscStragglerView view = { .study = self->study,
                            .marks = self->marks,
                            .width = frame->width,
                            .text_px = frame->text_px,
                            .theme = frame->theme };

  return lsc_straggler_sheet_new (&view, &options, context);
}

static double
get_height (const Map *self)
{
  PangoContext *context = lsc_picture_fonts_new ();
  g_autoptr (LscText) text = lsc_text_new (context);
  LscStragglerView view = {
    .study = self->study, .marks = self->marks, .width = LSC_REPORT_CHART_WIDTH, .text_px = TEXT_PX
  };
  double height = lsc_straggler_view_usual_height (&view, text);

  g_object_unref (context);
  return height;
}

/**
 * lsc_report_add_stragglers:
 * @study: of a recording
 *
 * Adds the map of stragglers as a figure, whole.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where there is no study: it says why
 */
gboolean
lsc_report_add_stragglers (LscReportSection *section, const char *title, LscStragglers *study,
                           GError **error)
{
  LscReportItem *item;
  Map *self;

  g_return_val_if_fail (section && study, FALSE);
  if (study->refusal || study->n_stages == 0 || study->n_replicas == 0)
    {
      g_autofree char *why = study->refusal ? lsc_phrase_to_words (study->refusal)
                                            : g_strdup (_ ("There are no workers to compare"));

      return lsc_fail (error, LSC_ERROR_NOTHING, "%s", why);
    }
  self = g_new0 (Map, 1);
  self->study = lsc_stragglers_ref (study);
  self->marks = lsc_straggler_marks_new (study);
  item = lsc_report_add_chart (section, title, make_page, self, map_free);
  item->figures = "StragglerWorkers";
  item->height_share = (get_height (self) + 30) / LSC_REPORT_CHART_WIDTH;
  return TRUE;
}

/* What the picture says, for forms without pictures. */
static char *
describe (const LscStragglers *study)
{
  g_autoptr (LscStragglerMarks) marks = lsc_straggler_marks_new (study);
  g_autofree char *text = lsc_phrase_to_words (marks->text);
  g_autofree char *detail = marks->detail ? lsc_phrase_to_words (marks->detail) : NULL;

  return detail ? g_strdup_printf ("%s. %s.", text, detail) : g_strdup_printf ("%s.", text);
}

static void
add_tables (LscReportSection *section, const LscStragglers *study)
{
  static const char *const stage[] = { "stage",          "slowdown",
                                       "forward_ns",     "backward_ns",
                                       "forward_spread", "backward_spread",
                                       "agreement",      NULL };
  static const char *const replica[] = { "replica", "slowdown", NULL };
  static const char *const kind[] = { "kind", "slowdown", NULL };
  static const char *const worker[] = { "rank", "replica", "stage", "slowdown", "excess", NULL };
  const struct
  {
    const char *caption;
    LscTable *table;
    const char *const *columns;
  } tables[] = {
    { _ ("S by stage"), lsc_stragglers_stage_table (study), stage },
    { _ ("S by replica"), lsc_stragglers_replica_table (study), replica },
    { _ ("S by kind of op"), lsc_stragglers_kind_table (study), kind },
    { _ ("S of each worker"), lsc_stragglers_worker_table (study), worker },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    lsc_report_take_table (section, tables[i].caption, tables[i].table, tables[i].columns)
        ->most_rows = MOST_ROWS;
}

/**
 * lsc_report_add_straggler_section:
 * @study: (nullable): of the recording
 *
 * Adds the chapter on stragglers: what stands out, the map, S by stage, replica, worker and kind.
 * Nothing where there is no study, or only one worker.
 */
void
lsc_report_add_straggler_section (LscReport *report, LscStragglers *study)
{
  LscReportSection *section;

  g_return_if_fail (report);
  if (!study || study->refusal || study->n_stages * study->n_replicas < 2)
    return;
  section = lsc_report_add_section (report, "stragglers", _ ("Stragglers"));
  section->is_extra = TRUE;
  lsc_report_take_message (section, describe (study));
  lsc_report_add_stragglers (section, _ ("Map of the workers"), study, NULL);
  add_tables (section, study);
}
