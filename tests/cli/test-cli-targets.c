/* test-cli-targets.c - what results may replace, interrupts, and several runs at once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "lsc-test-cli.h"

#define PATIENCE_US (20 * G_USEC_PER_SEC)

/* A picture without any recording: small and quick. */
static LscTestOutput *
draw (int code, const char *target)
{
  return lsc_test_cli_output (NULL, code, "schedule", "1f1b", "-P", "4", "-M", "8", "--out", target,
                              NULL);
}

static void
assert_picture (const char *path)
{
  g_autofree char *text = lsc_test_read (path, NULL);

  lsc_test_assert_contains (text, "<svg");
}

/* No temporary file is left: @n files are all there are. */
static void
assert_count (const char *folder, guint n)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  const char *name;
  guint count = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)))
    {
      g_string_append_printf (names, " %s", name);
      count++;
    }
  if (count != n)
    g_error ("%u entries, not %u, in %s:%s", count, n, folder, names->str);
}

static mode_t
mode_of (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_lstat (path, &info), ==, 0);
  return info.st_mode;
}

/* ---- what is no regular file ---- */

static int
make_pipe (const char *path)
{
  int fd;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  fd = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  g_assert_cmpint (fd, >=, 0);
  return fd;
}

static void
test_pipe (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "pipe.svg", NULL);
  int fd = make_pipe (path);
  g_autofree char *text = g_malloc0 (1 << 20);

  g_assert_cmpint (fcntl (fd, F_SETPIPE_SZ, 1 << 20), >, 0); /* so that nobody need read along */
  lsc_test_output_free (draw (EXIT_DELIVERED, path));
  g_assert_cmpint (read (fd, text, (1 << 20) - 1), >, 0);
  lsc_test_assert_contains (text, "<svg");
  g_assert_true (S_ISFIFO (mode_of (path)));
  assert_count (place->root, 2);
  close (fd);
}

/* ---- processes that are looked at while they run ---- */

/* From the keyboard, from the end of a session, from a shell's limits, from batch systems, and of
 * a program that cannot go on, two of which the sanitizer keeps for itself. */
static const int signals[] = {
  SIGINT,  SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2, SIGABRT, SIGTRAP,
#ifndef __SANITIZE_ADDRESS__
  SIGSEGV, SIGBUS,
#endif
};

/* Whoever started the tests may ignore some. */
static void
set_up_child (gpointer data)
{
  static const struct rlimit no_core = { 0, 0 };
  const struct rlimit *limit = data;

  setrlimit (RLIMIT_CORE, &no_core);
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], SIG_DFL);
  signal (SIGXFSZ, SIG_DFL);
  if (limit)
    setrlimit (RLIMIT_FSIZE, limit);
}

static GSubprocess *
start (const LscTestPlace *place, const struct rlimit *limit, const char *const *words)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autofree char *temporary = g_build_filename (place->root, "tmp", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_mkdir (temporary, 0700);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", temporary, TRUE);
  g_subprocess_launcher_set_child_setup (launcher, set_up_child, (gpointer) limit, NULL);
  g_ptr_array_add (argv, program);
  for (gsize i = 0; words[i]; i++)
    g_ptr_array_add (argv, (gpointer) words[i]);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  return process;
}

/* (transfer full): what it printed on standard error; standard output goes to @out */
static char *
finish (GSubprocess *process, GBytes **out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) err = NULL;

  g_subprocess_communicate (process, NULL, NULL, out, &err, &error);
  g_assert_no_error (error);
  return g_strndup (g_bytes_get_size (err) > 0 ? g_bytes_get_data (err, NULL) : "",
                    g_bytes_get_size (err));
}

/* The reader goes in the middle of it. */
static void
test_closed_pipe (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "pipe.svg", NULL);
  g_autofree char *temporary = g_build_filename (place->root, "tmp", NULL);
  const char *const words[] = { "schedule", "1f1b", "-P", "16", "-M", "128", "--out", path, NULL };
  int fd = make_pipe (path);
  struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *err = NULL;

  g_assert_cmpint (fcntl (fd, F_SETPIPE_SZ, 4096), >, 0);
  process = start (place, NULL, words);
  g_assert_cmpint (poll (&poll_fd, 1, PATIENCE_US / 1000), ==, 1);
  g_assert_cmpint (poll_fd.revents & POLLIN, ==, POLLIN);
  close (fd);
  err = finish (process, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, EXIT_IO);
  lsc_test_assert_contains (err, path);
  lsc_test_assert_contains (err, g_strerror (EPIPE));
  assert_count (temporary, 0);
}

/* Devices of our own; the system's are not for tests. */
static gboolean
make_device (const char *path, unsigned minor_number)
{
  int fd;

  if (mknod (path, S_IFCHR | 0666, makedev (1, minor_number)) != 0)
    return FALSE;
  fd = open (path, O_WRONLY | O_CLOEXEC);
  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

static void
test_devices (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *null = g_build_filename (place->root, "null.svg", NULL);
  g_autofree char *full = g_build_filename (place->root, "full.svg", NULL);
  g_autoptr (LscTestOutput) output = NULL;

  if (!make_device (null, 3) || !make_device (full, 7))
    {
      g_test_skip ("devices can be made by root only");
      return;
    }
  lsc_test_output_free (draw (EXIT_DELIVERED, null));
  output = draw (EXIT_IO, full);
  lsc_test_assert_contains (output->err, full);
  lsc_test_assert_contains (output->err, g_strerror (ENOSPC));
  g_assert_true (S_ISCHR (mode_of (null)));
  g_assert_true (S_ISCHR (mode_of (full)));
  assert_count (place->root, 3);
}

static void
test_socket (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  g_autoptr (LscTestOutput) output = NULL;
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_snprintf (address.sun_path, sizeof address.sun_path, "%s/socket.svg", place->root);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  output = draw (EXIT_IO, address.sun_path);
  lsc_test_assert_contains (output->err, address.sun_path);
  g_assert_true (S_ISSOCK (mode_of (address.sun_path)));
  assert_count (place->root, 2);
  close (fd);
}

static void
test_folder (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "folder.svg", NULL);
  g_autoptr (LscTestOutput) output = NULL;

  g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
  output = draw (EXIT_IO, path);
  lsc_test_assert_contains (output->err, path);
  assert_count (path, 0);
  assert_count (place->root, 2);
}

static void
test_links (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *old = g_build_filename (place->root, "old.svg", NULL);
  g_autofree char *new = g_build_filename (place->root, "new.svg", NULL);
  g_autofree char *link_to_old = g_build_filename (place->root, "a.svg", NULL);
  g_autofree char *link_to_new = g_build_filename (place->root, "b.svg", NULL);

  g_assert_true (g_file_set_contents (old, "old", -1, NULL));
  g_assert_cmpint (symlink (old, link_to_old), ==, 0);
  g_assert_cmpint (symlink ("new.svg", link_to_new), ==, 0);
  lsc_test_output_free (draw (EXIT_DELIVERED, link_to_old));
  lsc_test_output_free (draw (EXIT_DELIVERED, link_to_new));
  g_assert_true (S_ISLNK (mode_of (link_to_old)));
  g_assert_true (S_ISLNK (mode_of (link_to_new)));
  assert_picture (old);
  assert_picture (new);
  assert_count (place->root, 5);
}

static void
test_permissions (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "private.svg", NULL);

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
  lsc_test_output_free (draw (EXIT_DELIVERED, path));
  assert_picture (path);
  g_assert_cmpint (mode_of (path) & 0777, ==, 0600);
}

static void
test_stdout (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  const char *const words[] = { "slices", place->data, "--quiet", "--xlsx=/dev/stdout", NULL };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL;
  g_autofree char *err = NULL;

  lsc_test_write_modules (place, 1);
  process = start (place, NULL, words);
  err = finish (process, &out);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, EXIT_DELIVERED);
  g_assert_cmpuint (g_bytes_get_size (out), >, 1000);
  g_assert_cmpmem (g_bytes_get_data (out, NULL), 4, "PK\3\4", 4);
}

/* ---- files of others ---- */

static LscTestOutput *
convert (LscTestPlace *place, int code, const char *target)
{
  return lsc_test_cli_output (place, code, "convert", place->data, "--to", "db", "--out", target,
                              NULL);
}

static void
test_convert_over (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *own = g_build_filename (place->root, "own.db", NULL);
  g_autofree char *text = g_build_filename (place->root, "text.db", NULL);
  g_autofree char *foreign = g_build_filename (place->root, "foreign.db", NULL);
  g_autofree char *rows = NULL;

  lsc_test_write_modules (place, 1);
  g_assert_true (g_file_set_contents (own, "", 0, NULL));
  g_assert_true (g_file_set_contents (text, "a letter", -1, NULL));
  g_assert_true (g_file_set_contents (foreign, "", 0, NULL));
  lsc_test_sql_run (foreign, "CREATE TABLE letters (text)");
  for (int i = 0; i < 2; i++)
    lsc_test_output_free (convert (place, EXIT_DELIVERED, own));
  for (int i = 0; i < 2; i++)
    {
      const char *path = i == 0 ? text : foreign;
      g_autoptr (LscTestOutput) output = convert (place, EXIT_IO, path);

      lsc_test_assert_contains (output->err, path);
      lsc_test_assert_contains (output->err, "left as it is");
    }
  rows = lsc_test_sql (foreign, "SELECT name FROM sqlite_master");
  g_assert_cmpstr (rows, ==, "letters\n");
  g_clear_pointer (&rows, g_free);
  rows = lsc_test_read (text, NULL);
  g_assert_cmpstr (rows, ==, "a letter");
}

/* ---- interrupts ---- */

/* Waits until a command has made its temporary file. */
static void
wait_for_entry (const char *folder)
{
  gint64 began = g_get_monotonic_time ();

  for (;;)
    {
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

      if (dir && g_dir_read_name (dir))
        return;
      g_assert_cmpint (g_get_monotonic_time () - began, <, PATIENCE_US);
      g_usleep (1000);
    }
}

/* Two signals, as timeout and impatient people send them. */
static void
interrupt (const LscTestPlace *place, int number, const char *const *words)
{
  g_autofree char *temporary = g_build_filename (place->root, "tmp", NULL);
  g_autoptr (GSubprocess) process = start (place, NULL, words);
  g_autofree char *err = NULL;

  wait_for_entry (temporary);
  g_subprocess_send_signal (process, number);
  g_subprocess_send_signal (process, number);
  err = finish (process, NULL);
  if (!g_subprocess_get_if_signaled (process))
    g_error ("exit %d: %s", g_subprocess_get_exit_status (process), err);
  g_assert_cmpint (g_subprocess_get_term_sig (process), ==, number);
  assert_count (temporary, 0);
}

/* A pipe that nobody opens holds the command where its result is complete. */
static void
test_interrupt (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "pipe.svg", NULL);
  g_autofree char *option = g_strconcat ("--xlsx=", path, NULL);
  const char *const picture[] = { "schedule", "1f1b", "-P", "2", "-M", "4", "--out", path, NULL };
  const char *const workbook[] = { "slices", place->data, option, NULL };

  lsc_test_write_modules (place, 1);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      interrupt (place, signals[i], picture);
      interrupt (place, signals[i], workbook);
    }
}

/* A limit on the size of files ends it while it writes beside its target. */
static void
test_size_limit (void)
{
  const struct rlimit limit = { 8192, 8192 };
  static const char *const commands[][4] = { { "convert", "--to=db", "--out=", "result.db" },
                                             { "slices", "--quiet", "--xlsx=", "result.xlsx" },
                                             { "pp", "--quiet", "--table=", "result.db" } };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *folder = g_build_filename (place->root, "results", NULL);
      g_autofree char *temporary = g_build_filename (place->root, "tmp", NULL);
      g_autofree char *target = g_build_filename (folder, commands[i][3], NULL);
      g_autofree char *option = g_strconcat (commands[i][2], target, NULL);
      const char *const words[] = { commands[i][0], place->data, commands[i][1], option, NULL };
      g_autoptr (GSubprocess) process = NULL;
      g_autofree char *err = NULL;

      lsc_test_write_both (place);
      g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
      process = start (place, &limit, words);
      err = finish (process, NULL);
      if (!g_subprocess_get_if_exited (process))
        g_error ("signal %d: %s", g_subprocess_get_term_sig (process), err);
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, EXIT_IO);
      lsc_test_assert_contains (err, "could not be written");
      assert_count (folder, 0);
      assert_count (temporary, 0);
    }
}

/* ---- several at once ---- */

#define ROUNDS 3

static void
assert_exit (GSubprocess *process, int code)
{
  g_autofree char *err = finish (process, NULL);

  if (!g_subprocess_get_if_exited (process) || g_subprocess_get_exit_status (process) != code)
    g_error ("%s", err);
}

static void
test_tables_together (void)
{
  static const char *const modes[] = { "module_statistic", "pp_chart", "operator_mfu" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_both (place);
  for (int round = 0; round < ROUNDS; round++)
    {
      g_autofree char *out = g_strdup_printf ("%s/out-%d", place->root, round);
      g_autofree char *db =
          g_build_filename (out, "cluster_analysis_output/cluster_analysis.db", NULL);
      GSubprocess *processes[G_N_ELEMENTS (modes)];
      g_autofree char *tables = NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
        {
          const char *const words[] = { "-m", modes[i], "-d", place->data, "-o", out, NULL };

          processes[i] = start (place, NULL, words);
        }
      for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
        {
          assert_exit (processes[i], EXIT_DELIVERED);
          g_object_unref (processes[i]);
        }
      tables = lsc_test_sql (db, "SELECT name FROM sqlite_master WHERE name IN ('ModuleStatistic', "
                                 "'PpBlock', 'ModuleMFU') ORDER BY name");
      g_assert_cmpstr (tables, ==, "ModuleMFU\nModuleStatistic\nPpBlock\n");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/targets/pipe", test_pipe);
  g_test_add_func ("/targets/closed-pipe", test_closed_pipe);
  g_test_add_func ("/targets/devices", test_devices);
  g_test_add_func ("/targets/socket", test_socket);
  g_test_add_func ("/targets/folder", test_folder);
  g_test_add_func ("/targets/links", test_links);
  g_test_add_func ("/targets/permissions", test_permissions);
  g_test_add_func ("/targets/stdout", test_stdout);
  g_test_add_func ("/targets/convert-over", test_convert_over);
  g_test_add_func ("/interrupt/signals", test_interrupt);
  g_test_add_func ("/interrupt/size-limit", test_size_limit);
  g_test_add_func ("/together/tables", test_tables_together);
  return g_test_run ();
}
