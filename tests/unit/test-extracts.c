/* test-extracts.c - extracts with changed bytes, and of many ranks
 * answer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "analyze/digest/lsc-digest-pack.h"
#include "base/lsc-error.h"
#include "base/lsc-phrase.h"
#include "export/lsc-export-extract.h"
#include "lsc-test-files.h"
#include "lsc-test-growth.h"
#include "session/lsc-session-excerpt.h"
#include "session/lsc-session-find.h"

/* LANESCOPE_FLIPS=10000 makes that many; a number says which byte becomes what, so a failure is
 * repeated by its number. */
#define N_FLIPS 200

typedef struct
{
  char *folder;
  char *path; /* of the file that is changed */
  char *bytes;
  gsize n_bytes;
  char *findings; /* of the file as it was written */
  GString *told;  /* of it */
} Fixture;

static void
run_program (const char *program, const char *const *words)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *path = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), program, NULL);
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_ptr_array_add (argv, path);
  for (; *words; words++)
    g_ptr_array_add (argv, (gpointer) *words);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

static void
add_notices (GString *told, LscNotices *notices)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (notices);

  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = list->pdata[i];

      g_string_append_printf (told, "%s %s\n", notice->code, notice->what);
    }
}

/* What a file says, in words; NULL with the error if it says nothing.
 * @told: takes what is odd about it */
static char *
ask (const char *path, GString *told, GError **error)
{
  g_autoptr (LscProject) project = lsc_session_find_project (path, NULL, error);
  g_autoptr (LscSession) session = NULL;
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (GPtrArray) excerpts = NULL;
  g_autoptr (LscTable) table = NULL;
  GString *text;

  if (!project)
    return NULL;
  add_notices (told, project->notices);
  if (project->clusters->len == 0)
    return NULL;
  session = lsc_session_new (((LscCluster *) project->clusters->pdata[0])->sources, NULL);
  findings = lsc_session_get_findings (session, NULL, error);
  if (findings)
    excerpts = lsc_session_get_all_visible (session, LSC_TIMELINE_WHOLE, NULL, NULL);
  add_notices (told, lsc_session_get_notices (session));
  if (!findings)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < findings->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (findings, i);
      g_autofree char *said = lsc_phrase_to_words (finding->text);

      g_string_append_printf (text, "%s %s\n", finding->id, said);
    }
  return g_string_free (text, FALSE);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *recording = NULL, *extracts = NULL;
  g_autoptr (GError) error = NULL;

  self->told = g_string_new (NULL);
  self->folder = lsc_test_temp_dir_new ();
  recording = g_build_filename (self->folder, "recording", NULL);
  extracts = g_build_filename (self->folder, "extracts", NULL);
  self->path = g_build_filename (self->folder, "job.lscope", NULL);
  run_program ("src/synth/lanescope-synth",
               (const char *[]){ "--preset=small", "--schedule=1f1b", "--pp=2", "--straggler=1:1.5",
                                 "--steps=2", "--memory", "--out", recording, NULL });
  run_program ("src/cli/lanescope-cli",
               (const char *[]){ "extract", recording, "-q", "-o", extracts, NULL });
  run_program ("src/cli/lanescope-cli",
               (const char *[]){ "merge", extracts, "-q", "-o", self->path, NULL });
  lsc_test_remove_tree (recording); /* so that events are those of the extract */
  g_assert_true (g_file_get_contents (self->path, &self->bytes, &self->n_bytes, &error));
  self->findings = ask (self->path, self->told, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (self->findings, "slow_rank"));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  lsc_test_remove_tree (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->bytes);
  g_free (self->findings);
  g_string_free (self->told, TRUE);
}

static void
flip (Fixture *self, guint number)
{
  g_autoptr (GRand) rng = g_rand_new_with_seed (number);
  gsize at = (gsize) g_rand_int_range (rng, 0, (gint32) self->n_bytes);
  guint8 was = (guint8) self->bytes[at];
  g_autoptr (GError) error = NULL;

  self->bytes[at] = (char) (was ^ (guint8) g_rand_int_range (rng, 1, 256));
  g_assert_true (g_file_set_contents_full (self->path, self->bytes, (gssize) self->n_bytes,
                                           G_FILE_SET_CONTENTS_NONE, 0600, &error));
  self->bytes[at] = (char) was;
}

/* A file that says less says why, in a sentence that names it. */
static void
check_error (const GError *error, guint number)
{
  if (!error)
    return;
  if (strchr (error->message, '\n') || !strstr (error->message, "job.lscope"))
    g_error ("flip %u: %s", number, error->message);
}

static void
test_flips (Fixture *self, gconstpointer data)
{
  const char *wanted = g_getenv ("LANESCOPE_FLIPS");
  guint n = wanted ? (guint) g_ascii_strtoull (wanted, NULL, 10) : N_FLIPS;
  guint n_refused = 0, n_told = 0, n_other = 0;

  for (guint number = 0; number < n; number++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *said = NULL;
      g_autoptr (GString) told = g_string_new (NULL);
      gboolean is_told;

      flip (self, number);
      said = ask (self->path, told, &error);
      is_told = !g_string_equal (told, self->told);
      check_error (error, number);
      n_refused += !said;
      n_told += said && is_told;
      if (!said)
        g_assert_true (error || is_told);
      else if (!is_told && !g_str_equal (said, self->findings))
        {
          g_test_message ("flip %u says: %s", number, said);
          n_other++;
        }
    }
  g_test_message ("%u flips: %u refused, %u told, %u other answers", n, n_refused, n_told, n_other);
  g_assert_cmpuint (n_other, ==, 0);
}

/* ---- kernels of a step ---- */

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static LscSession *
open_session (const char *path)
{
  g_autoptr (LscProject) project = lsc_session_find_project (path, NULL, NULL);

  g_assert_nonnull (project);
  return lsc_session_new (((LscCluster *) project->clusters->pdata[0])->sources, NULL);
}

/* Who asks for them after the findings gets them, and all else stays as it is. */
static void
test_kernels_later (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = open_session (self->path);
  LscSource *source = lsc_session_get_sources (session)->pdata[0];
  g_autoptr (LscFindings) findings = lsc_session_get_findings (session, NULL, NULL);
  g_autoptr (LscRankDigest) before = NULL, after = NULL;
  g_autoptr (LscStepKernels) kernels = NULL;

  g_assert_nonnull (findings);
  before = lsc_session_get_digest (session, source, LSC_DIGEST_JUDGED, NULL, NULL);
  kernels = lsc_session_get_kernels (session, source, NULL, FALSE, NULL, NULL);
  g_assert_nonnull (kernels);
  g_assert_cmpuint (kernels->kernels.n, >, 0);
  after = lsc_session_get_digest (session, source, LSC_DIGEST_JUDGED, NULL, NULL);
  g_assert_true (before == after);
}

/* They are not unpacked for the findings, which so do not hang on them. */
static void
test_kernels_damaged (Fixture *self, gconstpointer data)
{
  g_autoptr (LscSession) session = NULL;
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (LscStepKernels) kernels = NULL;
  g_autoptr (GError) error = NULL;

  run_sql (self->path, "UPDATE part SET bytes = zeroblob (8) WHERE name = 'kernels.list'");
  session = open_session (self->path);
  findings = lsc_session_get_findings (session, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (findings);
  kernels = lsc_session_get_kernels (session, lsc_session_get_sources (session)->pdata[0], NULL,
                                     FALSE, NULL, &error);
  g_assert_null (kernels);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
}

/* ---- many ranks ---- */

static char *many_folder;

/* A merged file of so many ranks. */
static gpointer
make_many (guint n)
{
  static guint n_made;
  g_autofree char *name = g_strdup_printf ("%u.lscope", n_made++); /* none is written again */
  g_autofree char *path = g_build_filename (many_folder, name, NULL);
  g_autoptr (LscPack) pack = lsc_pack_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscExtractWriter) writer = lsc_extract_writer_new (path, NULL, &error);
  LscProject *project;

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      LscExtractEntry entry = { .rank = i,
                                .own_rank = i,
                                .origin = (char *) "/nowhere/trace.json",
                                .folder = (char *) "/nowhere",
                                .fingerprint = (char *) "1-1",
                                .digest = LSC_DIGEST_VERSION };

      g_assert_true (lsc_extract_writer_add (writer, &entry, pack, &error));
    }
  g_assert_true (lsc_extract_writer_finish (writer, &error));
  project = lsc_session_find_project (path, NULL, &error);
  g_assert_no_error (error);
  return project;
}

static void
survey_many (gpointer project, guint n)
{
  GPtrArray *sources = ((LscCluster *) ((LscProject *) project)->clusters->pdata[0])->sources;
  g_autoptr (LscNotices) notices = lsc_session_survey (sources, NULL, NULL);

  g_assert_cmpuint (sources->len, ==, n);
  g_assert_cmpuint (lsc_notices_get_count (notices), ==, 0);
}

/* Looking at the ranks one by one costs each the same, however many the file has. */
static void
test_survey (void)
{
  many_folder = lsc_test_temp_dir_new ();
  lsc_test_assert_linear (
      &(LscTestWork){ make_many, survey_many, (GDestroyNotify) lsc_project_unref }, 1000);
  lsc_test_remove_tree (many_folder);
  g_clear_pointer (&many_folder, g_free);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/extract/flips", Fixture, NULL, set_up, test_flips, tear_down);
  g_test_add ("/extract/kernels-later", Fixture, NULL, set_up, test_kernels_later, tear_down);
  g_test_add ("/extract/kernels-damaged", Fixture, NULL, set_up, test_kernels_damaged, tear_down);
  g_test_add_func ("/extract/survey", test_survey);
  return g_test_run ();
}
