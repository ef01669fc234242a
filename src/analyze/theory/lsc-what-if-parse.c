/* lsc-what-if-parse.c - targets as text: read, written, proposed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "analyze/theory/lsc-what-if-parse.h"

/* A list of targets, separated by commas or blanks; a target is one or more changes joined by '+':
 *
 *   1f1b, gpipe and all other names, interleaved[:V[:N]]               another schedule
 *   dualpipev:no-w-split:no-overlap, dualpipe:no-overlap               its variants
 *   M=32                                                               micro-batches of a step
 *   balanced                                                           all stages cost the same
 *   move=K:A>B                                                         K layers, stage A to B
 */

#define MOST_LAYERS 100000 /* of a stage */

static gboolean
fail (GError **error, const char *word)
{
  g_autofree char *names = lsc_schedule_list_names ();

  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("“%s” is no change that can be predicted; choose from %s, "
                      "interleaved:CHUNKS[:RUN], dualpipev[:no-w-split][:no-overlap], "
                      "dualpipe:no-overlap, M=COUNT, balanced, move=LAYERS:FROM>TO, joined with +"),
                   word, names);
}

/* A whole text that is a number from @min to @max. */
static gboolean
read_number (const char *text, gint64 min, gint64 max, gint64 *value)
{
  return *text != '\0' && lsc_parse_int64 (text, strlen (text), value) == LSC_PARSE_OK &&
         *value >= min && *value <= max;
}

static gboolean
has_option (const LscSchedule *schedule, const char *option)
{
  gboolean is_v = schedule->type == LSC_SCHEDULE_DUALPIPEV;

  if (g_str_equal (option, "overlap") || g_str_equal (option, "no-overlap"))
    return is_v || schedule->type == LSC_SCHEDULE_DUALPIPE;
  return is_v && (g_str_equal (option, "w-split") || g_str_equal (option, "no-w-split"));
}

static gboolean
apply_variant (LscWhatIfTarget *self, const char *option)
{
  g_autofree char *lower = g_ascii_strdown (option, -1);

  if (!has_option (&self->schedule, lower))
    return FALSE;
  self->is_variant_given = TRUE;
  if (g_str_has_suffix (lower, "overlap"))
    self->schedule.no_overlap = lower[0] == 'n';
  else
    self->schedule.late_weights = lower[0] != 'n';
  return TRUE;
}

/* interleaved:V:N */
static gboolean
apply_sizes (LscWhatIfTarget *self, const char *const *options)
{
  gint64 value;

  if (options[0])
    {
      if (!read_number (options[0], 1, LSC_CHUNK_NONE - 1, &value))
        return FALSE;
      self->schedule.n_chunks = (guint) value;
    }
  if (options[0] && options[1])
    {
      if (options[2] || !read_number (options[1], 1, G_MAXINT32, &value))
        return FALSE;
      self->schedule.run_length = (gsize) value;
    }
  return TRUE;
}

static gboolean
read_schedule (LscWhatIfTarget *self, const char *word, gsize n_stages, gsize n_micro_batches)
{
  g_auto (GStrv) parts = g_strsplit (word, ":", -1);
  LscScheduleType type = parts[0] ? lsc_schedule_type_from_name (parts[0]) : LSC_SCHEDULE_NONE;

  if (type == LSC_SCHEDULE_NONE || self->schedule.type != LSC_SCHEDULE_NONE)
    return FALSE;
  self->schedule = lsc_plan_default_schedule (type, n_stages, n_micro_batches);
  self->schedule.type = type;
  self->schedule.run_length = 0;
  if (type == LSC_SCHEDULE_INTERLEAVED)
    return apply_sizes (self, (const char *const *) parts + 1);
  for (guint i = 1; parts[i]; i++)
    if (!apply_variant (self, parts[i]))
      return FALSE;
  return TRUE;
}

/* K:A>B */
static gboolean
read_move (LscWhatIfTarget *self, const char *text)
{
  const char *colon = strchr (text, ':');
  const char *arrow = colon ? strchr (colon, '>') : NULL;
  g_autofree char *layers = NULL, *from = NULL;
  gint64 values[3];

  if (!arrow)
    return FALSE;
  layers = g_strndup (text, (gsize) (colon - text));
  from = g_strndup (colon + 1, (gsize) (arrow - colon - 1));
  if (!read_number (layers, 1, G_MAXINT32, &values[0]) ||
      !read_number (from, 0, G_MAXINT32, &values[1]) ||
      !read_number (arrow + 1, 0, G_MAXINT32, &values[2]))
    return FALSE;
  self->move_layers = (int) values[0];
  self->move_from = (int) values[1];
  self->move_to = (int) values[2];
  return TRUE;
}

static gboolean
read_word (LscWhatIfTarget *self, const char *word, gsize n_stages, gsize n_micro_batches)
{
  gint64 value;

  if (g_ascii_strcasecmp (word, "current") == 0)
    return TRUE;
  if (g_ascii_strcasecmp (word, "balanced") == 0)
    {
      self->is_balanced = TRUE;
      return TRUE;
    }
  if (g_ascii_strncasecmp (word, "m=", 2) == 0)
    {
      if (!read_number (word + 2, 1, G_MAXINT32, &value))
        return FALSE;
      self->micro_batches = (gsize) value;
      return TRUE;
    }
  if (g_ascii_strncasecmp (word, "move=", 5) == 0)
    return read_move (self, word + 5);
  return read_schedule (self, word, n_stages, n_micro_batches);
}

static gboolean
read_target (LscWhatIfTarget *self, const char *text, const LscPipelineGroup *group, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, "+", -1);
  gsize n_stages = group ? group->n_ranks : 1;
  gsize n_micro_batches = group ? group->micro_batches : 1;

  *self = (LscWhatIfTarget){ 0 };
  for (guint i = 0; words[i]; i++)
    {
      if (g_ascii_strncasecmp (words[i], "p=", 2) == 0)
        return lsc_fail (error, LSC_ERROR_USAGE,
                         _ ("“%s”: another number of stages cannot be predicted from a recording; "
                            "draw it as theory with lanescope-cli schedule"),
                         words[i]);
      if (!read_word (self, words[i], n_stages, MAX (n_micro_batches, 1)))
        return fail (error, words[i]);
    }
  return TRUE;
}

/* "2.5": what follows the + behind the layers of the last stage. */
static gboolean
read_head (const char *text, double *head)
{
  char *end;

  *head = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && *head >= 0 && *head <= MOST_LAYERS;
}

/**
 * lsc_what_if_parse_layers:
 * @text: layers of each stage, separated by commas or blanks; what the head takes may follow, in
 *   layers: "8,8,8,7+2.5"
 * @layers: (element-type int): gets them
 * @head: (out): in layers, NaN if @text does not tell
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for another text
 */
gboolean
lsc_what_if_parse_layers (const char *text, GArray *layers, double *head, GError **error)
{
  g_return_val_if_fail (text && layers && head, FALSE);
  g_auto (GStrv) sides = g_strsplit (text, "+", 2);
  g_auto (GStrv) words = g_strsplit_set (sides[0] ? sides[0] : "", ",; ", -1);
  const char *wrong = NULL;

  *head = NAN;
  for (guint i = 0; words[i] && !wrong; i++)
    {
      gint64 n;
      int value;

      if (*words[i] == '\0')
        continue;
      if (!read_number (words[i], 1, MOST_LAYERS, &n))
        wrong = words[i];
      value = (int) n;
      g_array_append_val (layers, value);
    }
  if (!wrong && sides[0] && sides[1] && (layers->len == 0 || !read_head (sides[1], head)))
    wrong = text;
  return !wrong || lsc_fail (error, LSC_ERROR_USAGE,
                             _ ("“%s” is not a number of layers; write one for each stage, such as "
                                "10,10,10,9, and what the head takes behind: 10,10,10,9+2.5"),
                             wrong);
}

/**
 * lsc_what_if_parse:
 * @text: targets separated by commas or blanks; the changes of one are joined with "+", such as
 *   "zbh1,M=32+balanced,dualpipev:no-w-split"
 * @group: (nullable): pipeline they are for: its number of stages
 * @targets: (inout) (element-type LscWhatIfTarget): they are appended to it; %NULL inside = it is
 *   made
 *
 * Whether a target can be had with these sizes is not asked here: that is an answer in its row.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE that names the word that is wrong and the choices
 */
gboolean
lsc_what_if_parse (const char *text, const LscPipelineGroup *group, GArray **targets,
                   GError **error)
{
  g_return_val_if_fail (text && targets, FALSE);
  g_auto (GStrv) words = g_strsplit_set (text, ", \t\n", -1);
  gboolean is_empty = TRUE;

  if (!*targets)
    *targets = g_array_new (FALSE, TRUE, sizeof (LscWhatIfTarget));
  for (guint i = 0; words[i]; i++)
    {
      LscWhatIfTarget target;

      if (words[i][0] == '\0')
        continue;
      is_empty = FALSE;
      if (!read_target (&target, words[i], group, error))
        return FALSE;
      g_array_append_val (*targets, target);
    }
  return is_empty ? fail (error, text) : TRUE;
}

static void add_word (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_word (GString *text, const char *format, ...)
{
  va_list arguments;

  if (text->len > 0)
    g_string_append_c (text, '+');
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

static void
add_schedule (GString *text, const LscWhatIfTarget *self)
{
  const LscSchedule *s = &self->schedule;

  if (s->type == LSC_SCHEDULE_NONE)
    return;
  add_word (text, "%s", lsc_schedule_type_name (s->type));
  if (s->type == LSC_SCHEDULE_INTERLEAVED)
    g_string_append_printf (text, ":%u", s->n_chunks);
  if (s->type == LSC_SCHEDULE_INTERLEAVED && s->run_length > 0 && s->run_length != s->n_stages)
    g_string_append_printf (text, ":%zu", s->run_length);
  if (!self->is_variant_given)
    return;
  if (s->type == LSC_SCHEDULE_DUALPIPEV)
    g_string_append (text, s->late_weights ? ":w-split" : ":no-w-split");
  g_string_append (text, s->no_overlap ? ":no-overlap" : ":overlap");
}

/** Returns: (transfer full): what lsc_what_if_parse() reads as this target */
char *
lsc_what_if_target_to_text (const LscWhatIfTarget *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self, NULL);
  add_schedule (text, self);
  if (self->micro_batches > 0)
    add_word (text, "M=%zu", self->micro_batches);
  if (self->is_balanced)
    add_word (text, "balanced");
  if (self->move_layers > 0)
    add_word (text, "move=%d:%d>%d", self->move_layers, self->move_from, self->move_to);
  if (text->len == 0)
    g_string_append (text, "current");
  return g_string_free (text, FALSE);
}

static LscPhrase *
schedule_title (LscScheduleType type)
{
  const char *title = lsc_schedule_type_message (type);

  return lsc_phrase_new_text (title ? title : N_ ("current schedule"));
}

static void
title_variant (GPtrArray *parts, const LscWhatIfTarget *self)
{
  const LscSchedule *schedule = &self->schedule;

  if (schedule->type == LSC_SCHEDULE_INTERLEAVED)
    g_ptr_array_add (parts, lsc_phrase_new ("v = %u", schedule->n_chunks));
  if (schedule->type == LSC_SCHEDULE_INTERLEAVED && schedule->run_length > 0 &&
      schedule->run_length != schedule->n_stages)
    g_ptr_array_add (parts, lsc_phrase_new ("N = %zu", schedule->run_length));
  if (schedule->no_overlap)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("no overlap")));
  if (schedule->type == LSC_SCHEDULE_DUALPIPEV && !schedule->late_weights)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("weights not split")));
  if (schedule->type == LSC_SCHEDULE_DUALPIPEV && schedule->late_weights && self->is_variant_given)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("weights split")));
}

/** Returns: (transfer full): what the target is called: "ZB-H1, M = 32, balanced" */
LscPhrase *
lsc_what_if_target_make_title (const LscWhatIfTarget *self)
{
  g_return_val_if_fail (self, NULL);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  if (self->schedule.type != LSC_SCHEDULE_NONE ||
      (self->micro_batches == 0 && !self->is_balanced && self->move_layers == 0))
    g_ptr_array_add (parts, schedule_title (self->schedule.type));
  title_variant (parts, self);
  if (self->micro_batches > 0)
    g_ptr_array_add (parts, lsc_phrase_new ("M = %zu", self->micro_batches));
  if (self->is_balanced)
    g_ptr_array_add (parts, lsc_phrase_new_text (N_ ("balanced")));
  if (self->move_layers > 0)
    g_ptr_array_add (
        parts, lsc_phrase_new_plural ((gulong) self->move_layers, "%d layer from stage %d to %d",
                                      "%d layers from stage %d to %d", self->move_layers,
                                      self->move_from, self->move_to));
  return lsc_phrase_new_joined (", ", parts);
}

/* Whether @plain is worth a look: another schedule, or the usual variant of this one. */
static gboolean
is_other (const LscSchedule *now, const LscSchedule *plain)
{
  if (now->type != plain->type)
    return TRUE;
  return now->type == LSC_SCHEDULE_DUALPIPEV &&
         (now->no_overlap != plain->no_overlap || now->late_weights != plain->late_weights);
}

/**
 * lsc_what_if_set_micro_batches:
 * @targets: (element-type LscWhatIfTarget):
 *
 * Another count of micro-batches holds for every target that names none, and for the current
 * schedule, which then stands first.
 */
void
lsc_what_if_set_micro_batches (GArray *targets, gsize micro_batches)
{
  g_return_if_fail (targets);

  LscWhatIfTarget current = { .micro_batches = micro_batches };
  gboolean has_current = FALSE;

  for (guint i = 0; i < targets->len; i++)
    {
      LscWhatIfTarget *target = &g_array_index (targets, LscWhatIfTarget, i);

      if (target->micro_batches == 0)
        target->micro_batches = micro_batches;
      has_current |= target->schedule.type == LSC_SCHEDULE_NONE && !target->is_balanced &&
                     target->move_layers == 0 && target->micro_batches == micro_batches;
    }
  if (!has_current)
    g_array_prepend_val (targets, current);
}

/**
 * lsc_what_if_parse_layers_of:
 * @text: as lsc_what_if_parse_layers() reads it: as many layers as there are stages, or none
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_what_if_parse_layers_of (const char *text, gsize n_stages, GArray *layers, double *head,
                             GError **error)
{
  g_return_val_if_fail (text && layers && head, FALSE);
  if (!lsc_what_if_parse_layers (text, layers, head, error))
    return FALSE;
  if (layers->len > 0 && layers->len != n_stages)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%u numbers of layers are given, but there are %zu stages"), layers->len,
                     n_stages);
  return TRUE;
}

/**
 * lsc_what_if_default_targets:
 *
 * Returns: (transfer full) (element-type LscWhatIfTarget): what is worth a look: every other
 *   schedule that these sizes allow, twice the micro-batches, balanced stages; at most nine
 */
GArray *
lsc_what_if_default_targets (const LscStudy *study)
{
  static const LscScheduleType types[] = {
    LSC_SCHEDULE_1F1B,      LSC_SCHEDULE_INTERLEAVED, LSC_SCHEDULE_ZBH1,  LSC_SCHEDULE_ZBV,
    LSC_SCHEDULE_DUALPIPEV, LSC_SCHEDULE_DUALPIPE,    LSC_SCHEDULE_GPIPE,
  };
  GArray *targets = g_array_new (FALSE, TRUE, sizeof (LscWhatIfTarget));
  LscWhatIfTarget more = { 0 }, balanced = { .is_balanced = TRUE };
  const LscSchedule *now;

  g_return_val_if_fail (study, NULL);
  if (!study->plan)
    return targets;
  now = &study->plan->schedule;
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      LscWhatIfTarget target = { 0 };

      target.schedule = lsc_plan_default_schedule (types[i], now->n_stages, now->n_micro_batches);
      target.is_variant_given = types[i] == now->type;
      if (is_other (now, &target.schedule) && lsc_schedule_is_possible (&target.schedule))
        g_array_append_val (targets, target);
    }
  more.micro_batches = 2 * now->n_micro_batches;
  g_array_append_val (targets, more);
  if (now->n_stages > 1)
    g_array_append_val (targets, balanced);
  return targets;
}
