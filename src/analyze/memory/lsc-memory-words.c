/* lsc-memory-words.c - who holds the memory, and whether it grows, in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/digest/lsc-memory-limits.h"
#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/memory/lsc-memory-stacks-private.h"
#include "base/lsc-time.h"

/* memory.md#headline. */

#define MOST_WORDS 12 /* in the first line */

/* ---- the headline ---- */

static LscMemoryBy
get_by (const LscMemoryLog *log)
{
  return log->has_modules  ? LSC_MEMORY_BY_MODULE
         : log->has_stacks ? LSC_MEMORY_BY_STACK
                           : LSC_MEMORY_BY_OP;
}

static char *
get_share (const LscMemory *self, gint64 bytes)
{
  return lsc_format_share ((double) bytes / (double) MAX (self->peak_bytes, 1));
}

static const char *const by_keys[] = { "op", "module", "who" };

/* The row of the largest holder whose name is known, rows if there is none. */
static gsize
find_holder (const LscTable *live, LscMemoryBy by)
{
  gsize n = lsc_table_get_n_rows (live);

  for (gsize row = 0; row + 1 < n; row++)
    if (g_strcmp0 (lsc_table_get_named (live, row, by_keys[by]).text, "not known") != 0)
      return row;
  return n;
}

/* The class alone of a module, whose path is long. */
static const char *
get_last (const char *name, LscMemoryBy by)
{
  const char *slash = by == LSC_MEMORY_BY_MODULE ? strrchr (name, '/') : NULL;

  return slash ? slash + 1 : name;
}

/* (transfer full): the line of a peak: of how much, and what would have to go first. What is known
 * stands first: whatever is older than the recording, of the rest a holder has a name. */
static LscPhrase *
say_part (const LscMemory *self, const char *name, gint64 bytes, gint64 before)
{
  g_autofree char *peak = _lsc_memory_format (self->peak_bytes);
  g_autofree char *device =
      self->log->device_bytes > 0 ? _lsc_memory_format (self->log->device_bytes) : NULL;
  g_autofree char *share = get_share (self, name ? bytes : before);
  g_autofree char *older = get_share (self, before);

  if (name && before > bytes)
    return device ? lsc_phrase_new (N_ ("Memory peaks at %s of %s: %s from before recording, "
                                        "%s %s."),
                                    peak, device, older, name, share)
                  : lsc_phrase_new (N_ ("Memory peaks at %s: %s from before recording, %s %s."),
                                    peak, older, name, share);
  if (before > bytes && device)
    return lsc_phrase_new (N_ ("Memory peaks at %s of %s, %s of it from before recording."), peak,
                           device, share);
  if (before > bytes)
    return lsc_phrase_new (N_ ("Memory peaks at %s, %s of it from before recording."), peak, share);
  if (name && device)
    return lsc_phrase_new (N_ ("Memory peaks at %s of %s: %s holds most (%s)."), peak, device, name,
                           share);
  if (name)
    return lsc_phrase_new (N_ ("Memory peaks at %s: %s holds most (%s)."), peak, name, share);
  return device ? lsc_phrase_new (N_ ("Allocated memory peaks at %s of %s."), peak, device)
                : lsc_phrase_new (N_ ("Allocated memory peaks at %s."), peak);
}

/* What was allocated before the recording is the last row. @line: (out): it in few words;
 * @has_holder: (out): who holds some of it is known */
static LscPhrase *
say_holder (LscMemory *self, const LscTable *live, LscMemoryBy by, LscPhrase **line,
            gboolean *has_holder)
{
  gsize n = lsc_table_get_n_rows (live), row = find_holder (live, by);
  gint64 before = n > 0 ? lsc_table_get_named (live, n - 1, "bytes").integer : 0;
  gint64 bytes = row < n ? lsc_table_get_named (live, row, "bytes").integer : 0;
  g_autofree char *peak = _lsc_memory_format (self->peak_bytes);
  g_autofree char *before_text = _lsc_memory_format (before);
  g_autofree char *before_share = get_share (self, before);
  g_autofree char *bytes_text = _lsc_memory_format (bytes);
  g_autofree char *share = get_share (self, bytes);
  const char *name = row < n ? lsc_table_get_named (live, row, by_keys[by]).text : NULL;

  *has_holder = name != NULL;
  self->is_older = before > bytes;
  *line = say_part (self, name ? get_last (name, by) : NULL, bytes, before);
  if (!name && before > 0)
    return lsc_phrase_new (N_ ("At the peak %s are allocated; %s of them (%s) are older than the "
                               "recording, so it is not known who holds them."),
                           peak, before_text, before_share);
  if (!name)
    return lsc_phrase_new (N_ ("At the peak %s are allocated; who holds them is not known."), peak);
  if (before > bytes)
    return lsc_phrase_new (N_ ("At the peak %s are allocated, %s (%s) of them before the recording "
                               "began. Of the rest %s holds most, %s (%s)."),
                           peak, before_text, before_share, name, bytes_text, share);
  return lsc_phrase_new (N_ ("At the peak %s are allocated; %s holds most, %s (%s)."), peak, name,
                         bytes_text, share);
}

static gint64
get_most (const LscTable *live, LscMemoryBy by)
{
  gsize row = find_holder (live, by);

  return row < lsc_table_get_n_rows (live) ? lsc_table_get_named (live, row, "bytes").integer : 0;
}

/* Layers that are alike are many modules, and one place in the program. @live: (inout): by module.
 * Returns: by what the largest holder is found */
static LscMemoryBy
take_larger (LscMemory *self, LscTable **live, LscJob *job)
{
  LscTable *stacks = lsc_memory_list_live (self, self->peak_ns, LSC_MEMORY_BY_STACK, job, NULL);

  if (!stacks || get_most (stacks, LSC_MEMORY_BY_STACK) <= get_most (*live, LSC_MEMORY_BY_MODULE))
    {
      g_clear_pointer (&stacks, lsc_table_unref);
      return LSC_MEMORY_BY_MODULE;
    }
  lsc_table_unref (*live);
  *live = stacks;
  return LSC_MEMORY_BY_STACK;
}

static LscPhrase *
say_peak (LscMemory *self, LscPhrase **line, gboolean *has_holder, LscJob *job)
{
  const LscMemoryPoint *process = _lsc_memory_curve_peak (_lsc_memory_find_process (self->log));
  LscMemoryBy by = get_by (self->log);
  g_autoptr (LscTable) live = NULL;

  if (self->peak_bytes == LSC_INT_NULL)
    {
      g_autofree char *held = _lsc_memory_format (process ? process->bytes : 0);

      return process ? lsc_phrase_new (N_ ("The process holds up to %s; what is allocated was not "
                                           "recorded."),
                                       held)
                     : lsc_phrase_new_text (N_ ("What is allocated in all was not recorded."));
    }
  if (!self->log->has_blocks)
    {
      g_autofree char *peak = _lsc_memory_format (self->peak_bytes);

      *line = say_part (self, NULL, 0, 0);
      return lsc_phrase_new (
          N_ ("At the peak %s are allocated; who holds them is not known, because "
              "single memory blocks were not recorded."),
          peak);
    }
  live = lsc_memory_list_live (self, self->peak_ns, by, job, NULL);
  if (live && by == LSC_MEMORY_BY_MODULE && self->log->has_stacks)
    by = take_larger (self, &live, job);
  if (live && by != LSC_MEMORY_BY_OP && find_holder (live, by) != 0)
    {
      by = LSC_MEMORY_BY_OP; /* most is of no module that is known */
      g_clear_pointer (&live, lsc_table_unref);
      live = lsc_memory_list_live (self, self->peak_ns, by, job, NULL);
    }
  self->holder_by = by;
  return live ? say_holder (self, live, by, line, has_holder)
              : lsc_phrase_new_text (N_ ("What is allocated in all was not recorded."));
}

static gsize
count_steps (const LscMemory *self)
{
  gsize n = 0;

  for (gsize i = 0; i < self->steps.n; i++)
    n += self->steps.items[i].least != LSC_INT_NULL;
  return n;
}

static void
take_line (LscPhrase **line, LscPhrase *other)
{
  g_clear_pointer (line, lsc_phrase_free);
  *line = other;
}

/* How much a step adds, by whom where that fits, and when the device is full, and what of it was
 * counted. @who: (nullable) */
static LscPhrase *
say_rate (const LscMemory *self, const char *who, const char *with_room, const char *without,
          const char *step)
{
  static const char *const words[LSC_MEMORY_N_HELD] = {
    [LSC_MEMORY_HELD_BY_PROCESS] = N_ ("process"),
    [LSC_MEMORY_HELD_RESERVED] = N_ ("reserved"),
    [LSC_MEMORY_HELD_ALLOCATED] = N_ ("allocated"),
  };
  LscMemoryHeld what;
  gint64 room = _lsc_memory_count_room (self, &what);
  g_autofree char *steps = room == LSC_INT_NULL ? NULL : lsc_format_count (room);
  g_autofree char *grown =
      self->growth >= 1 ? _lsc_memory_format ((gint64) self->growth) : g_strdup (step);
  g_autoptr (LscPhrase) line = NULL, of = lsc_phrase_new_text (words[what]);

  if (who)
    line = steps ? lsc_phrase_new (with_room, who, step, steps, lsc_phrase_as_argument (of))
                 : lsc_phrase_new (without, who, step);
  if (line && lsc_phrase_count_words (line) <= MOST_WORDS)
    return g_steal_pointer (&line);
  /* Translators: bytes; number of steps; "allocated", "reserved" or "process": what was counted */
  return steps ? lsc_phrase_new (N_ ("Memory grows by %s per step: device full after %s "
                                     "steps (%s)."),
                                 grown, steps, lsc_phrase_as_argument (of))
               : lsc_phrase_new (N_ ("Allocated memory grows by %s per step."), grown);
}

/* (nullable): who keeps more in every step, the largest first, where there is one */
static LscPhrase *
say_leak (const LscMemory *self, LscPhrase **line)
{
  g_autoptr (LscTable) keepers = lsc_memory_list_keepers (self->log);
  gsize n = lsc_table_get_n_rows (keepers), n_leaks = 0;
  const char *who;
  g_autofree char *bytes = NULL;

  while (n_leaks < n &&
         g_strcmp0 (lsc_table_get_named (keepers, n_leaks, "keeps").text, "leak") == 0)
    n_leaks++;
  if (n_leaks == 0)
    return NULL;
  who = lsc_table_get_named (keepers, 0, "who").text;
  bytes = _lsc_memory_format (lsc_table_get_named (keepers, 0, "kept_step_bytes").integer);
  if (!_lsc_memory_has_steps (self->log))
    return lsc_phrase_new (N_ ("%s keeps allocating without a release: %s more in each eighth of "
                               "the recording."),
                           who, bytes);
  take_line (line,
             say_rate (self, who, N_ ("%s leaks %s per step: device full after %s steps (%s)."),
                       N_ ("%s leaks %s per step."), bytes));
  if (n_leaks == 1)
    return lsc_phrase_new (N_ ("%s leaks: it keeps %s more in every step."), who, bytes);
  return lsc_phrase_new (N_ ("%s leaks most: it keeps %s more in every step (%u places leak)."),
                         who, bytes, (guint) n_leaks);
}

static LscPhrase *
say_growth (const LscMemory *self, LscPhrase **line)
{
  const LscMemoryKept *kept = NULL;
  g_autofree char *step = _lsc_memory_format ((gint64) self->growth);
  g_autofree char *name = NULL;
  g_autofree char *bytes = NULL;

  if (count_steps (self) < LSC_GROWTH_LEAST_STEPS)
    return lsc_phrase_new (N_ ("Whether it grows is not known: that takes %d steps or more."),
                           LSC_GROWTH_LEAST_STEPS);
  if (self->growth <= 0)
    return lsc_phrase_new_text (N_ ("It does not grow from step to step."));
  take_line (line, say_rate (self, NULL, NULL, NULL, step));
  if (self->log->source == LSC_MEMORY_FROM_SNAPSHOT)
    return lsc_phrase_new (N_ ("It grows by %s a step, but no place in the program keeps more in "
                               "every step."),
                           step);
  for (gsize i = 0; i < self->kept.n && !kept; i++)
    if (_lsc_memory_kept_grows (self, &self->kept.items[i]))
      kept = &self->kept.items[i];
  if (!kept)
    return lsc_phrase_new (N_ ("It grows by %s a step; whose memory that is is not known."), step);
  name = _lsc_memory_name_kept (self, kept);
  bytes = _lsc_memory_format (_lsc_memory_kept_a_step (self, kept));
  take_line (line,
             say_rate (self, name, N_ ("%s adds %s per step: device full after %s steps (%s)."),
                       N_ ("%s keeps %s more per step."), bytes));
  return lsc_phrase_new (N_ ("It grows by %s a step; %s keeps most of it, %s a step."), step, name,
                         bytes);
}

/* (nullable): how to find the code that keeps more, where an operator alone is known */
static LscPhrase *
say_stacks (const LscMemory *self)
{
  return self->log->has_blocks && !self->log->has_stacks && lsc_memory_leaks (self)
             ? lsc_phrase_new_text (N_ ("Record with with_stack=True to see which code calls it."))
             : NULL;
}

/* (nullable): of which steps the keepers are told, whose sums the table has; the chart has the
 * growth of the others in brackets */
static LscPhrase *
say_judged_steps (const LscMemory *self)
{
  gsize first = self->steps.n - LSC_MEMORY_KEPT_STEPS - (gsize) self->n_kept_steps;
  g_autofree char *which = NULL;

  if (self->kept.n == 0 || !(self->growth > 0) || self->log->source == LSC_MEMORY_FROM_SNAPSHOT)
    return NULL;
  which = self->n_kept_steps == 1
              ? g_strdup_printf ("%" PRId64, self->steps.items[first].number)
              : g_strdup_printf ("%" PRId64 "–%" PRId64, self->steps.items[first].number,
                                 self->steps.items[first + (gsize) self->n_kept_steps - 1].number);
  return lsc_phrase_new (N_ ("Who keeps memory is judged by %" PRId64
                             " of %zu steps (%s): its blocks must "
                             "still live two steps later."),
                         self->n_kept_steps, self->steps.n, which);
}

/* ---- what is not known ---- */

static void
note (LscMemory *self, LscPhrase *phrase)
{
  g_ptr_array_add (self->notes, phrase);
}

/* Blocks of which no event tells the release are no leak. */
static void
note_ends (LscMemory *self)
{
  gint64 n = 0, bytes = 0, n_inferred = 0, inferred = 0;
  g_autofree char *bytes_text = NULL;
  g_autofree char *inferred_text = NULL;

  for (gsize i = 0; i < self->log->lives.n; i++)
    {
      const LscMemoryLife *life = &self->log->lives.items[i];

      if (life->end == LSC_MEMORY_END_RECORDED ||
          !_lsc_memory_is_of (self->log, life->pool, self->main_pool))
        continue;
      n++;
      bytes += life->size_bytes;
      if (life->end != LSC_MEMORY_END_INFERRED)
        continue;
      n_inferred++;
      inferred += life->size_bytes;
    }
  if (n_inferred == 0)
    return;
  bytes_text = _lsc_memory_format (bytes);
  inferred_text = _lsc_memory_format (inferred);
  note (self, lsc_phrase_new_plural (
                  (gulong) n,
                  "%" PRId64 " block, %s, has no release that was recorded; of these %" PRId64
                  ", %s, were released, as the total shows.",
                  "%" PRId64 " blocks, %s, have no release that was recorded; of these %" PRId64
                  ", %s, were released, as the total shows.",
                  n, bytes_text, n_inferred, inferred_text));
}

static void
note_missing (LscMemory *self)
{
  if (!self->log->has_blocks)
    note (self, lsc_phrase_new_text (
                    self->log->source == LSC_MEMORY_FROM_ASCEND
                        ? N_ ("Single blocks were not recorded: profile_memory=True writes "
                              "OP_MEMORY or operator_memory.csv.")
                        : N_ ("Single blocks were not recorded.")));
  else if (!self->log->has_modules && !self->log->has_stacks)
    note (self, lsc_phrase_new_text (N_ ("Modules and call stacks are not known, because they were "
                                         "not recorded. Record with with_stack=True.")));
  else if (!self->log->has_stacks)
    note (self, lsc_phrase_new_text (N_ ("Call stacks are not known, because they were not "
                                         "recorded. Record with with_stack=True.")));
  if (self->log->n_lost != 0)
    note (self, lsc_phrase_new_text (N_ ("Events from before the log begins were overwritten.")));
  if (self->log->source == LSC_MEMORY_FROM_ASCEND && !_lsc_memory_find_process (self->log))
    note (self, lsc_phrase_new_text (N_ ("What the process holds outside of the pool was not "
                                         "recorded.")));
}

/* A name may have any number of words. */
static LscPhrase *
fit_line (const LscMemory *self, LscPhrase *line)
{
  if (line && lsc_phrase_count_words (line) <= MOST_WORDS)
    return line;
  lsc_phrase_free (line);
  return self->peak_bytes != LSC_INT_NULL ? say_part (self, NULL, 0, 0)
                                          : lsc_phrase_copy (self->detail);
}

/* (transfer full) (nullable): how much of the device stays free, or why that is not known */
static LscPhrase *
say_limit (const LscMemory *self)
{
  return self->log->device_bytes > 0
             ? _lsc_memory_say_headroom (self)
             : lsc_phrase_new_text (N_ ("How much of the device stays free is not known, because "
                                        "its memory size was not recorded."));
}

/* @phrase: (nullable): taken */
static void
add (GPtrArray *parts, LscPhrase *phrase)
{
  if (phrase)
    g_ptr_array_add (parts, phrase);
}

/** Puts into words what was found, and what is not known. */
void
_lsc_memory_say (LscMemory *self, LscJob *job)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  LscPhrase *line = NULL, *peak;
  gboolean has_holder = FALSE;

  g_ptr_array_add (parts, say_peak (self, &line, &has_holder, job));
  peak = line;
  if (self->peak_bytes != LSC_INT_NULL)
    {
      LscPhrase *leak =
          self->log->source == LSC_MEMORY_FROM_SNAPSHOT ? say_leak (self, &line) : NULL;
      LscPhrase *room =
          count_steps (self) >= LSC_GROWTH_LEAST_STEPS ? _lsc_memory_say_room (self) : NULL;

      /* what is not known stands last */
      gboolean is_known = leak || count_steps (self) >= LSC_GROWTH_LEAST_STEPS;
      LscPhrase *headroom = room ? NULL : say_limit (self);
      LscPhrase *growth = leak ? leak : say_growth (self, &line), *alarm;

      if (headroom) /* how far the peak is from the limit is asked first */
        g_ptr_array_insert (parts, line == peak ? 0 : -1, headroom);
      if (is_known)
        g_ptr_array_add (parts, growth);
      add (parts, say_stacks (self));
      add (parts, room);
      add (parts, say_judged_steps (self));
      alarm = _lsc_memory_say_alarm (self, line != peak);
      if (line == peak)
        g_ptr_array_add (parts, _lsc_memory_say_saving (self, has_holder));
      if (!is_known)
        g_ptr_array_add (parts, growth);
      if (alarm)
        take_line (&line, alarm);
    }
  self->detail = lsc_phrase_new_joined (" ", parts);
  self->headline = fit_line (self, line);
  note_ends (self);
  note_missing (self);
}
