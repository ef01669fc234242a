/* test-faults-window.c - opening a profile in the window while single calls fail
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Whatever fails: no crash, no hang, nothing left over, the input as it was; and the window either
 * shows what it shows without faults or says that something is wrong.
 */
#include "config.h"

#include <dlfcn.h>
#include <string.h>

#include <glib/gstdio.h>

#include "lsc-fault-plan.h"
#include "lsc-test-cli.h"
#include "lsc-ui-driver.h"

#define PATIENCE_S 20.0
#define QUIET_US (G_USEC_PER_SEC) /* without a change, after which a page is complete */

/* What can be read in the window. */
typedef struct
{
  char *labels;   /* of everything but the problems */
  char *problems; /* their number, as shown */
} Sight;

static struct
{
  __typeof__ (&lsc_fault_add_roots) add_roots;
  __typeof__ (&lsc_fault_arm) arm;
  __typeof__ (&lsc_fault_get_counts) get_counts;
} shim;

static char *data; /* folder of the profile */
static char *tmp;

static void
sight_clear (Sight *self)
{
  g_clear_pointer (&self->labels, g_free);
  g_clear_pointer (&self->problems, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sight, sight_clear)

static void
read_labels (GtkWidget *widget, GString *labels, Sight *sight)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), "problems_count") == 0)
    sight->problems = g_strdup (gtk_label_get_text (GTK_LABEL (widget)));
  else if (GTK_IS_LABEL (widget))
    g_string_append_printf (labels, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    read_labels (child, labels, sight);
}

static void
look (LscUi *ui, Sight *sight)
{
  GString *labels = g_string_new (NULL);

  sight_clear (sight);
  read_labels (GTK_WIDGET (ui->window), labels, sight);
  sight->labels = g_string_free (labels, FALSE);
}

/* ---- Opening ------------------------------------------------------------------------------- */

typedef struct
{
  LscUi *ui;
  const Sight *good; /* %NULL when it is to be found out */
  Sight *sight;
  gint64 changed_us; /* when the window last looked different */
} Watch;

static gboolean
is_empty_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  return dir && !g_dir_read_name (dir);
}

/* Whether the window says that something is wrong. */
static gboolean
tells (const Sight *good, const Sight *bad)
{
  g_autofree char *text = g_ascii_strdown (bad->labels, -1);

  return g_strcmp0 (good->problems, bad->problems) != 0 || strstr (text, "cannot") ||
         strstr (text, "could not");
}

/* A page without faults is complete when it has not changed for a while; one with a fault when it
 * shows the same or tells of the fault. */
static gboolean
is_at_rest (gpointer user_data)
{
  Watch *watch = user_data;
  gint64 now_us = g_get_monotonic_time ();
  g_autofree char *before = g_strdup (watch->sight->labels);

  look (watch->ui, watch->sight);
  if (lsc_window_is_busy (watch->ui->window))
    return FALSE;
  if (watch->good)
    return strcmp (watch->sight->labels, watch->good->labels) == 0 ||
           tells (watch->good, watch->sight);
  if (g_strcmp0 (before, watch->sight->labels) != 0)
    watch->changed_us = now_us;
  return now_us - watch->changed_us > QUIET_US;
}

/* Opens the profile on @page with a fault; returns %NULL or what is wrong with that. */
static const char *
open_with (const char *page, LscFaultKind kind, gint64 number, const Sight *good, Sight *sight)
{
  g_autoptr (LscUi) ui = lsc_ui_start ();
  g_autoptr (GFile) file = g_file_new_for_path (data);
  Watch watch = { ui, good, sight, g_get_monotonic_time () };
  gboolean is_busy;

  lsc_window_show_page (ui->window, page);
  shim.arm (kind, number);
  lsc_window_open_file (ui->window, file);
  if (lsc_ui_wait_until (is_at_rest, &watch, PATIENCE_S))
    return NULL;
  is_busy = lsc_window_is_busy (ui->window);
  return is_busy ? "it hangs" : "it shows something else and says nothing";
}

/* ---- All faults of a page ------------------------------------------------------------------ */

/* Adds the lines of @labels that @others lacks. */
static void
add_lines (GString *text, const char *sign, const char *labels, const char *others)
{
  g_auto (GStrv) lines = g_strsplit (labels, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    if (!strstr (others, lines[i]))
      g_string_append_printf (text, " %s[%s]", sign, lines[i]);
}

/* For the message: what came and what went. */
static char *
describe_difference (const Sight *good, const Sight *bad)
{
  GString *text = g_string_new (NULL);

  add_lines (text, "+", bad->labels, good->labels);
  add_lines (text, "-", good->labels, bad->labels);
  return g_string_free (text, FALSE);
}

static guint
try_kind (const char *page, LscFaultKind kind, gint64 n_calls, const Sight *good)
{
  g_autoptr (GArray) numbers = lsc_fault_plan (kind, n_calls);
  guint n_findings = 0;

  for (guint i = 0; i < numbers->len; i++)
    {
      gint64 number = g_array_index (numbers, gint64, i);
      g_auto (Sight) bad = { 0 };
      g_autofree char *difference = NULL;
      const char *finding;

      finding = open_with (page, kind, number, good, &bad);
      shim.arm (kind, 0); /* the test itself reads folders */
      if (!finding && !is_empty_folder (tmp))
        finding = "something is left in the temporary folder";
      if (!finding)
        continue;
      n_findings++;
      difference = describe_difference (good, &bad);
      g_printerr ("%s %s:%" G_GINT64_FORMAT ": %s:%.300s\n", page, lsc_fault_names[kind], number,
                  finding, difference);
    }
  return n_findings;
}

static void
test_page (gconstpointer user_data)
{
  const char *page = user_data;
  gint64 counts[LSC_N_FAULTS];
  g_auto (Sight) good = { 0 };
  g_auto (Sight) again = { 0 };
  g_autofree char *before = lsc_test_tree_checksum (data, NULL);
  g_autofree char *after = NULL;
  guint n_findings = 0;

  g_assert_null (open_with (page, LSC_FAULT_OPEN, 0, NULL, &good));
  shim.get_counts (counts);
  g_assert_null (open_with (page, LSC_FAULT_OPEN, 0, &good, &again));
  for (int kind = 0; kind < LSC_N_FAULTS; kind++)
    n_findings += try_kind (page, (LscFaultKind) kind, counts[kind], &good);
  after = lsc_test_tree_checksum (data, NULL);
  g_assert_cmpstr (before, ==, after);
  if (n_findings > 0)
    g_test_fail ();
}

static gboolean
find_shim (void)
{
  *(void **) &shim.add_roots = dlsym (RTLD_DEFAULT, "lsc_fault_add_roots");
  *(void **) &shim.arm = dlsym (RTLD_DEFAULT, "lsc_fault_arm");
  *(void **) &shim.get_counts = dlsym (RTLD_DEFAULT, "lsc_fault_get_counts");
  return shim.add_roots && shim.arm && shim.get_counts;
}

int
main (int argc, char **argv)
{
  g_autoptr (LscTestPlace) place = NULL;
  g_autofree char *roots = NULL;
  int result;

  if (!find_shim ())
    g_error ("the library that makes calls fail is not preloaded");
  place = lsc_test_place_new ();
  data = place->data;
  tmp = g_build_filename (place->root, "tmp", NULL);
  g_mkdir (tmp, 0755);
  g_setenv ("TMPDIR", tmp, TRUE);
  roots = g_strdup_printf ("%s:%s", data, tmp);
  shim.add_roots (roots);
  lsc_ui_set_up_places ();
  gtk_test_init (&argc, &argv, NULL);
  lsc_test_write_both (place);
  g_test_add_data_func ("/faults/window/modules", "modules", test_page);
  g_test_add_data_func ("/faults/window/timeline", "timeline", test_page);
  result = g_test_run ();
  g_free (tmp);
  return result;
}
