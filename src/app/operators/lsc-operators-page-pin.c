/* lsc-operators-page-pin.c - what of the operators a pin shows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/operators/lsc-operators-page-private.h"

static void
add_list (LscPin *pin, const char *name, const GArray *numbers)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; numbers && i < numbers->len; i++)
    g_string_append_printf (text, i > 0 ? ",%" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                            g_array_index (numbers, gint64, i));
  if (text->len > 0)
    lsc_pin_set (pin, name, text->str);
}

static void
add_text (LscPin *pin, const char *name, const char *text)
{
  if (text)
    lsc_pin_set (pin, name, text);
}

static void
add_number (LscPin *pin, const char *name, gint64 value, gint64 none)
{
  if (value != none)
    lsc_pin_set_int (pin, name, value);
}

static void
add_question (LscOperatorsPage *self, LscPin *pin)
{
  LscOperatorsQuestion *question = _lsc_operators_question_new (self);
  const LscOpFilter *filter = &question->filter;

  lsc_pin_set_int (pin, "keys", question->keys);
  add_text (pin, "core", filter->core);
  add_text (pin, "type", filter->type);
  add_text (pin, "name", filter->name);
  add_text (pin, "shapes", filter->shapes);
  add_text (pin, "module", filter->module);
  add_number (pin, "stream", filter->stream, -1);
  add_number (pin, "least_ns", filter->least_ns, 0);
  add_number (pin, "most_ns", filter->most_ns, 0);
  add_number (pin, "dynamic", filter->is_dynamic, FALSE);
  add_number (pin, "ai_cpu", filter->is_ai_cpu, FALSE);
  if (filter->has_range)
    {
      lsc_pin_set_int (pin, "begin_ns", filter->begin_ns);
      lsc_pin_set_int (pin, "end_ns", filter->end_ns);
    }
  add_list (pin, "ranks", filter->ranks);
  add_list (pin, "steps", filter->steps);
  _lsc_operators_question_free (question);
}

/** Says in a pin of a table what was asked, and of which group it is. */
void
_lsc_operators_page_complete_pin (LscOperatorsPage *self, guint tab, LscPin *pin)
{
  if (tab == LSC_OPERATORS_TAB_SHAPES) /* which are groups, too */
    {
      g_free (pin->view);
      pin->view = g_strdup ("operator_shapes");
    }
  add_question (self, pin);
  if (tab != LSC_OPERATORS_TAB_GROUPS && tab != LSC_OPERATORS_TAB_STREAMS)
    lsc_pin_set_int (pin, "group", (gint64) self->group_row);
}

static gboolean
shows_roofline (LscOperatorsPage *self)
{
  return gtk_drop_down_get_selected (self->chart_choice) == LSC_OPERATORS_CHART_ROOFLINE &&
         !lsc_roofline_view_is_empty (lsc_roofline_chart_get_view (self->roofline_chart));
}

/** The chart that is pinned is that of the shares, or the roofline where it was chosen. */
gboolean
_lsc_operators_page_complete_chart_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscOperatorsPage *self = LSC_OPERATORS_PAGE (page);

  if (!self->groups)
    return lsc_app_page_fail_pin (error);
  if (g_str_equal (pin->view, "operators/chart"))
    {
      add_question (self, pin);
      if (shows_roofline (self))
        {
          g_free (pin->view);
          pin->view = g_strdup ("operators/roofline");
        }
    }
  return TRUE;
}
