/* test-session-part.c - PATH@rank=3,steps=5-9: what it names, and what it does not
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <glib/gstdio.h>

#include "base/lsc-error.h"
#include "session/lsc-session-part.h"

static void
test_forms (void)
{
  static const struct
  {
    const char *text;
    const char *path;
    const char *rank;
    gint64 first, last; /* 0, 0 = none */
    const char *name;
  } cases[] = {
    { "/a/b", "/a/b", NULL, 0, 0, NULL },
    { "/a/b@rank=3", "/a/b", "3", 0, 0, "Rank 3" },
    { "/a/b@step=5", "/a/b", NULL, 5, 5, "Step 5" },
    { "/a/b@steps=5-9", "/a/b", NULL, 5, 9, "Steps 5 to 9" },
    { "/a/b@steps=5", "/a/b", NULL, 5, 5, "Step 5" },
    { "/a/b@rank=3,steps=5-9", "/a/b", "3", 5, 9, "Rank 3, Steps 5 to 9" },
    { "/a/b@step=5,rank=3", "/a/b", "3", 5, 5, "Rank 3, Step 5" },
    { "/a@rank=1/b@rank=2", "/a@rank=1/b", "2", 0, 0, "Rank 2" },
    { "/a/me@host", "/a/me@host", NULL, 0, 0, NULL },
    { "/a/@rank", "/a/@rank", NULL, 0, 0, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscSessionPart) part = lsc_session_part_parse (cases[i].text, &error);
      g_autoptr (LscSessionPart) again = NULL;
      g_autofree char *name = NULL;
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (part->path, ==, cases[i].path);
      g_assert_cmpstr (part->rank, ==, cases[i].rank);
      g_assert_cmpint (part->has_steps, ==, cases[i].last > 0);
      g_assert_cmpint (part->first_step, ==, cases[i].first);
      g_assert_cmpint (part->last_step, ==, cases[i].last);
      name = lsc_session_part_get_name (part);
      g_assert_cmpstr (name, ==, cases[i].name);
      text = lsc_session_part_to_text (part);
      again = lsc_session_part_parse (text, NULL);
      g_assert_true (lsc_session_part_equal (part, again));
    }
}

static void
test_wrong (void)
{
  static const char *const cases[] = {
    "/a@rank=",         "/a@step=x",        "/a@step=5-9", "/a@steps=9-5",     "/a@steps=1,3",
    "/a@rank=1,rank=2", "/a@step=1,step=2", "/a@rank=1,",  "/a@rank=1,host=b",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_session_part_parse (cases[i], &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
    }
}

/* A folder that is called so is meant. */
static void
test_there (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lanescope-part-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "run@rank=1", NULL);
  g_autoptr (LscSessionPart) part = NULL;

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  part = lsc_session_part_parse (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (part->path, ==, path);
  g_assert_false (lsc_session_part_is_part (part));
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session-part/forms", test_forms);
  g_test_add_func ("/session-part/wrong", test_wrong);
  g_test_add_func ("/session-part/there", test_there);
  return g_test_run ();
}
