/* lsc-pin-book.c - the pins of what a report is about, kept beside the settings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-pin-book.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/parts/lsc-sidecar.h"
#include "base/lsc-error.h"
#include "base/lsc-output.h"

static void
sheet_free (gpointer data)
{
  LscPinSheet *self = data;

  g_free (self->path);
  g_free (self->name);
  g_ptr_array_unref (self->pins);
  g_free (self);
}

/* What cannot be read is left as it is. */
static LscPinSheet *
open_sheet (const char *const *paths, GError **error)
{
  LscPinSheet *self = g_new0 (LscPinSheet, 1);

  self->path = lsc_sidecar_get_path ("pins", paths);
  if (g_file_test (self->path, G_FILE_TEST_EXISTS))
    self->pins = lsc_pins_load_own (self->path, error);
  self->is_damaged = !self->pins && g_file_test (self->path, G_FILE_TEST_EXISTS);
  if (!self->pins)
    self->pins = lsc_pins_new ();
  return self;
}

static void
add_side (GPtrArray *book, const LscReportOf *what, LscSide side, GError **error)
{
  LscPinSheet *sheet = open_sheet ((const char *const[]){ what->clusters[side]->path, NULL },
                                   error && *error == NULL ? error : NULL);

  sheet->side = side == LSC_BEFORE ? LSC_PIN_OF_BEFORE : LSC_PIN_OF_AFTER;
  sheet->name = what->names[side] && *what->names[side] != '\0'
                    ? g_strdup (what->names[side])
                    : g_strdup (side == LSC_BEFORE ? _ ("Before") : _ ("After"));
  g_ptr_array_add (book, sheet);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Runs of a set have no order. */
static void
add_runs (GPtrArray *paths, GPtrArray *runs)
{
  guint first = paths->len;

  for (guint i = 0; i < runs->len; i++)
    g_ptr_array_add (paths, runs->pdata[i]);
  qsort (paths->pdata + first, runs->len, sizeof *paths->pdata, compare_paths);
}

/* (transfer container): what the pins of all that is shown are kept by. Sets of runs are kept by
 * all of them: which two stand for the others may change with one more, and those two alone say
 * less. The root, which is no run, parts both sets. */
static GPtrArray *
list_paths (const LscReportOf *what)
{
  GPtrArray *paths = g_ptr_array_new ();

  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (what->runs[side])
      {
        if (side > 0)
          g_ptr_array_add (paths, (gpointer) G_DIR_SEPARATOR_S);
        add_runs (paths, what->runs[side]);
      }
    else if (what->clusters[side])
      g_ptr_array_add (paths, what->clusters[side]->path);
  g_ptr_array_add (paths, NULL);
  return paths;
}

/**
 * lsc_pin_book_open:
 * @error: (nullable): set beside the pins that could be read
 *
 * Reads the pins of a recording; of two, or two sets of runs, those of their comparison first, then
 * those of each, of sets of those that are shown.
 *
 * Errors: %LSC_ERROR_CORRUPT for a file that holds no pins
 *
 * Returns: (transfer full) (element-type LscPinSheet): the first is that of what is shown itself
 */
GPtrArray *
lsc_pin_book_open (const LscReportOf *what, GError **error)
{
  GPtrArray *book = g_ptr_array_new_with_free_func (sheet_free);
  g_autoptr (GPtrArray) paths = list_paths (what);

  g_ptr_array_add (book, open_sheet ((const char *const *) paths->pdata, error));
  for (LscSide side = LSC_BEFORE; what->clusters[LSC_AFTER] && side < LSC_N_SIDES; side++)
    add_side (book, what, side, error);
  return book;
}

/** lsc_pin_book_collect: Returns: (transfer full) (element-type LscPin): all, with their sides */
GPtrArray *
lsc_pin_book_collect (const GPtrArray *book)
{
  GPtrArray *all;

  g_return_val_if_fail (book, NULL);
  all = lsc_pins_new ();
  for (guint i = 0; i < book->len; i++)
    {
      const LscPinSheet *sheet = book->pdata[i];

      for (guint k = 0; k < sheet->pins->len; k++)
        {
          LscPin *pin = lsc_pin_copy (lsc_pins_get (sheet->pins, k));

          pin->side = sheet->side;
          g_ptr_array_add (all, pin);
        }
    }
  return all;
}

/** lsc_pin_sheet_save: Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CORRUPT */
gboolean
lsc_pin_sheet_save (const LscPinSheet *self, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (self && self->path && self->pins, FALSE);
  text = lsc_pins_to_json (self->pins);
  folder = g_path_get_dirname (self->path);
  shown = g_filename_display_name (self->path);
  if (self->is_damaged)
    return lsc_fail (
        error, LSC_ERROR_CORRUPT,
        _ ("Not pinned: “%s” holds something else. Delete the file, or restore it from "
           "a copy."),
        shown);
  return lsc_output_make_folder (folder, LSC_OUTPUT_PRIVATE, error) &&
         lsc_output_write_file (self->path, LSC_OUTPUT_PRIVATE, text, strlen (text), error);
}

/** lsc_pin_sheet_move: moves a pin up (negative) or down, as far as there is room */
void
lsc_pin_sheet_move (LscPinSheet *self, guint index, int by)
{
  gint64 to;
  gpointer pin;

  g_return_if_fail (self && self->pins);
  to = CLAMP ((gint64) index + by, 0, (gint64) self->pins->len - 1);
  if (index >= self->pins->len)
    return;
  pin = g_ptr_array_steal_index (self->pins, index);
  g_ptr_array_insert (self->pins, (gint) to, pin);
}
