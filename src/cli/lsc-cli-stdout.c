/* lsc-cli-stdout.c - standard output of all commands, and whether it took what was printed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/lsc-visible.h"
#include "cli/lsc-cli.h"

/* ---- the line that tells how far a command is -------------------------------------------------
 */

static gboolean progress_is_shown;

/**
 * lsc_cli_on_progress:
 *
 * Shows how far a job is in one line of standard error; an LscProgressFunc.
 */
void
lsc_cli_on_progress (double share, const char *what, gpointer user_data)
{
  g_autofree char *line = lsc_visible_line (what);

  g_printerr ("\r\033[K%3.0f %%  %s", share * 100.0, line);
  progress_is_shown = TRUE;
}

/**
 * lsc_cli_end_progress:
 *
 * Clears the progress line, if there is one, before something else is printed.
 */
void
lsc_cli_end_progress (void)
{
  if (progress_is_shown)
    g_printerr ("\r\033[K");
  progress_is_shown = FALSE;
}

/* Everything printed goes through write_bytes(), GLib's own printing of --help too, and the program
 * ends with lsc_cli_stdout_finish(). So no command can lose its output in silence. */

#define STDOUT_ERROR (g_quark_from_static_string ("lsc-cli-stdout"))

#define LSC_TYPE_CLI_STDOUT (lsc_cli_stdout_get_type ())
G_DECLARE_FINAL_TYPE (LscCliStdout, lsc_cli_stdout, LSC, CLI_STDOUT, GOutputStream)

struct _LscCliStdout
{
  GOutputStream parent_instance;
};

G_DEFINE_FINAL_TYPE (LscCliStdout, lsc_cli_stdout, G_TYPE_OUTPUT_STREAM)

/* The errno of the first write that failed; nothing is written after it. */
static int failure;
/* Whether anything was written. */
static gboolean is_used;

/* (nullable): what takes the place of standard output and standard error for the time being */
static GString *sink;
static GString *error_sink;

static gssize
write_bytes (const void *bytes, gsize length)
{
  gssize n = -1;

  if (sink)
    {
      g_string_append_len (sink, bytes, length);
      return length;
    }
  if (failure != 0)
    return -1;
  do
    n = write (STDOUT_FILENO, bytes, length);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    failure = errno;
  is_used = is_used || n > 0;
  return n;
}

/** lsc_cli_stdout_is_used: Returns: whether anything was written to standard output, or to what
 * takes its place */
gboolean
lsc_cli_stdout_is_used (void)
{
  return sink ? sink->len > 0 : is_used;
}

static char *
describe_failure (void)
{
  return g_strdup_printf (_ ("standard output could not be written: %s"), g_strerror (failure));
}

/* Tables for programs keep their texts as they are, but not where somebody looks at them: there
 * the controls are shown. A character may come in two pieces, of which @rest holds the first. */
static gssize
write_visible (const char *bytes, gsize length)
{
  static GString *rest;
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  const char *end;
  gsize n;

  if (!rest)
    rest = g_string_new (NULL);
  for (gsize i = 0; i < length; i++)
    g_string_append_c (rest, bytes[i] ? bytes[i] : '\001');
  n = rest->len;
  if (!g_utf8_validate_len (rest->str, n, &end) &&
      g_utf8_get_char_validated (end, -1) == (gunichar) -2)
    n = (gsize) (end - rest->str);
  text = g_strndup (rest->str, n);
  g_string_erase (rest, 0, (gssize) n);
  shown = lsc_visible_lines (text);
  return lsc_cli_print (shown, strlen (shown)) ? (gssize) length : -1;
}

static gssize
write_stream (GOutputStream *stream, const void *bytes, gsize length, GCancellable *cancellable,
              GError **error)
{
  gssize n = isatty (STDOUT_FILENO) ? write_visible (bytes, length) : write_bytes (bytes, length);

  if (n < 0)
    {
      g_autofree char *text = describe_failure ();

      g_set_error_literal (error, STDOUT_ERROR, failure, text);
    }
  return n;
}

static void
lsc_cli_stdout_class_init (LscCliStdoutClass *class)
{
  G_OUTPUT_STREAM_CLASS (class)->write_fn = write_stream;
}

static void
lsc_cli_stdout_init (LscCliStdout *self)
{
}

static void
on_printerr (const char *text)
{
  g_string_append (error_sink, text);
}

/**
 * lsc_cli_stdout_divert:
 * @out, @errors: (nullable): what is printed is appended to them, until this is called with %NULL
 */
void
lsc_cli_stdout_divert (GString *out, GString *errors)
{
  static GPrintFunc usual;

  sink = out;
  if (errors && !error_sink)
    usual = g_set_printerr_handler (on_printerr);
  else if (!errors && error_sink)
    g_set_printerr_handler (usual);
  error_sink = errors;
}

/* What a command that prints JSON would have said to people. */
static GString *words_sink;

/**
 * lsc_cli_stdout_divert_words:
 * @words: (nullable): what a command that is asked for JSON says to people is appended to it, until
 *   this is called with %NULL
 */
void
lsc_cli_stdout_divert_words (GString *words)
{
  words_sink = words;
}

/** Returns: whether somebody wants the words beside the JSON */
gboolean
lsc_cli_stdout_wants_words (void)
{
  return words_sink != NULL;
}

/** lsc_cli_stdout_give_words: @text: what the command says to people */
void
lsc_cli_stdout_give_words (const char *text)
{
  g_return_if_fail (text && words_sink);
  g_string_append (words_sink, text);
}

/**
 * lsc_cli_stdout_open:
 *
 * Returns: (transfer full): a stream to standard output; its errors are for lsc_cli_fail()
 */
GOutputStream *
lsc_cli_stdout_open (void)
{
  return g_object_new (LSC_TYPE_CLI_STDOUT, NULL);
}

/**
 * lsc_cli_print:
 *
 * Writes to standard output.
 *
 * Returns: %FALSE when the disk is full or the like; lsc_cli_stdout_finish() tells it
 */
gboolean
lsc_cli_print (const char *text, gsize length)
{
  g_return_val_if_fail (text || length == 0, FALSE);
  while (length > 0)
    {
      gssize n = write_bytes (text, length);

      if (n < 0)
        return FALSE;
      text += n;
      length -= (gsize) n;
    }
  return TRUE;
}

/* ---- terminals ----------------------------------------------------------------------------- */

#define LEAST_WIDTH 80U
#define FIRST_ROWS 10U
#define MOST_OF_UNIT 3 /* letters of ms, µs, GiB */

static gboolean shows_all_rows;

/** Says whether tables are shown whole on a terminal, too. */
void
lsc_cli_stdout_show_all (gboolean shows_all)
{
  shows_all_rows = shows_all;
}

static gboolean is_silent_for_people;

/** lsc_cli_stdout_be_silent: @is_silent: words and tables for people are not printed (--quiet);
 * what programs read is */
void
lsc_cli_stdout_be_silent (gboolean is_silent)
{
  is_silent_for_people = is_silent;
}

/** Returns: whether nobody is there who would read words */
gboolean
lsc_cli_stdout_is_silent (void)
{
  return is_silent_for_people && !sink;
}

static gboolean
is_terminal (void)
{
  return !sink && isatty (STDOUT_FILENO);
}

/**
 * lsc_cli_has_colours:
 * @fd: of a standard stream
 *
 * Returns: whether words may have colours there: on a terminal that knows them, unless NO_COLOR is
 *   set (no-color.org)
 */
gboolean
lsc_cli_has_colours (int fd)
{
  const char *no_color = g_getenv ("NO_COLOR");
  const char *term = g_getenv ("TERM");

  return isatty (fd) && !sink && (!no_color || !*no_color) && term && strcmp (term, "dumb") != 0;
}

static guint
get_width_of (int fd)
{
  struct winsize size = { 0 };

  if (ioctl (fd, TIOCGWINSZ, &size) != 0)
    size.ws_col = 0;
  return MAX (size.ws_col, LEAST_WIDTH);
}

static guint
get_width (void)
{
  return get_width_of (STDOUT_FILENO);
}

/**
 * lsc_cli_stdout_get_look:
 *
 * Returns: how tables are shown: on a terminal within its width, 80 cells at least, and with ten
 *   rows unless all were asked for; elsewhere whole
 */
LscCliLook
lsc_cli_stdout_get_look (void)
{
  LscCliLook look = { .most_rows = G_MAXSIZE };

  if (!is_terminal ())
    return look;
  look.width = get_width ();
  look.is_bold = lsc_cli_has_colours (STDOUT_FILENO);
  if (!shows_all_rows)
    look.most_rows = FIRST_ROWS;
  return look;
}

/**
 * lsc_cli_stdout_get_most:
 * @usual: how many of what no table has are shown on a terminal
 *
 * Returns: @usual; elsewhere, and where all were asked for, as many as there are
 */
gsize
lsc_cli_stdout_get_most (gsize usual)
{
  return is_terminal () && !shows_all_rows ? usual : G_MAXSIZE;
}

/* A number and its unit stay together: "63.47 ms", "10.1 %". @at: the blank between them */
static gboolean
is_before_unit (const char *line, const char *at)
{
  const char *unit = at + 1;
  gsize length = strcspn (unit, " .,;:)");

  if (at == line || !g_ascii_isdigit (at[-1]))
    return FALSE;
  return *unit == '%' || (length > 0 && length <= MOST_OF_UNIT && !g_ascii_isdigit (*unit)) ||
         g_str_has_prefix (unit + length - MIN (length, 2), "/s");
}

/* Where a line of @width ends: at a blank, if there is one. @indent: of the line, in bytes */
static const char *
find_break (const char *line, gsize indent, guint width)
{
  const char *stop = NULL;
  guint used = 0;

  for (const char *at = line; *at; at = g_utf8_next_char (at))
    {
      if (*at == ' ' && (gsize) (at - line) > indent && !is_before_unit (line, at))
        stop = at;
      used += g_unichar_iswide (g_utf8_get_char (at)) ? 2 : 1;
      if (used > width && stop)
        return stop;
    }
  return NULL;
}

/* A sentence goes on below its first word; the lines of a table stay as they are. */
static void
append_wrapped (GString *out, const char *line, guint width)
{
  gsize indent = strspn (line, " ");
  const char *text = line + indent;
  const char *stop;
  g_autofree char *rest = NULL;

  if (g_str_has_prefix (text, "• ") || g_str_has_prefix (text, "? ") ||
      g_str_has_prefix (text, "- ") || g_str_has_prefix (text, "→ "))
    text = strchr (text, ' ') + 1;
  stop = strstr (text, "  ") ? NULL : find_break (line, (gsize) (text - line), width);
  if (!stop)
    {
      g_string_append (out, line);
      return;
    }
  g_string_append_len (out, line, stop - line);
  g_string_append_c (out, '\n');
  indent = (gsize) g_utf8_strlen (line, text - line);
  rest = g_strdup_printf ("%*s%s", (int) indent, "", stop + 1);
  append_wrapped (out, rest, width);
}

/* Where the text about an option begins in its line of --help; 0: the line is a sentence */
static gsize
find_about (const char *line)
{
  const char *word = line + strspn (line, " ");
  const char *gap = strstr (word, "  ");

  return word > line && gap ? (gsize) (gap + strspn (gap, " ") - line) : 0;
}

/**
 * lsc_cli_print_help:
 * @text: of --help
 *
 * Prints it; on a terminal within its width, what is said of an option in a column of its own.
 */
void
lsc_cli_print_help (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint width = is_terminal () ? get_width () : G_MAXUINT;

  for (guint i = 0; lines[i]; i++)
    {
      gsize about = find_about (lines[i]);
      const char *stop;
      const char *rest = lines[i];
      g_autofree char *line = NULL;

      while ((stop = find_break (rest, about, width)))
        {
          char *next = g_strdup_printf ("%*s%s", (int) about, "", stop + 1);

          g_print ("%.*s\n", (int) (stop - rest), rest);
          g_free (line);
          rest = line = next;
        }
      g_print (lines[i + 1] ? "%s\n" : "%s", rest);
    }
}

static char *
wrap_lines (const char *text, guint width)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    {
      if (i > 0)
        g_string_append_c (out, '\n');
      append_wrapped (out, lines[i], width);
    }
  return g_string_free (out, FALSE);
}

/**
 * lsc_cli_print_text:
 * @text: lines for people; a line break in a name was made visible before
 *
 * Writes to standard output what a terminal shows without obeying it, sentences within its width.
 *
 * Returns: as lsc_cli_print()
 */
gboolean
lsc_cli_print_text (const char *text)
{
  g_autofree char *shown = NULL;

  g_return_val_if_fail (text, FALSE);
  if (lsc_cli_stdout_is_silent ())
    return TRUE;
  shown = lsc_visible_lines (text);
  if (is_terminal ())
    {
      char *wrapped = wrap_lines (shown, get_width ());

      g_free (shown);
      shown = wrapped;
    }
  return lsc_cli_print (shown, strlen (shown));
}

/**
 * lsc_cli_append:
 * @format: of one line, or of a part of it; it may end with a line feed
 *
 * Appends text in which all line breaks but that one are visible: those of names.
 */
void
lsc_cli_append (GString *out, const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  gboolean is_end;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  is_end = g_str_has_suffix (text, "\n");
  if (is_end)
    text[strlen (text) - 1] = '\0';
  shown = lsc_visible_line (text);
  g_string_append (out, shown);
  if (is_end)
    g_string_append_c (out, '\n');
}

/** Returns: whether @error is that of standard output, which lsc_cli_stdout_finish() tells */
gboolean
lsc_cli_stdout_is_cause (const GError *error)
{
  g_return_val_if_fail (error, FALSE);
  return error->domain == STDOUT_ERROR;
}

/* ---- begin and end ------------------------------------------------------------------------- */

/* (nullable) (transfer full): a text in the encoding of the terminal, as g_print() itself does */
static char *
convert (const char *text)
{
  const char *charset;

  return g_get_console_charset (&charset)
             ? NULL
             : g_convert_with_fallback (text, -1, charset, "UTF-8", "?", NULL, NULL, NULL);
}

/* Texts of GLib and of the catalog. */
static void
on_print (const char *text)
{
  g_autofree char *converted = convert (text);

  if (converted)
    text = converted;
  lsc_cli_print (text, strlen (text));
}

/* A line that holds a command is left to the terminal, from which it can be copied whole. */
static gboolean
holds_command (const char *text)
{
  return strstr (text + 1, "lanescope-cli ") != NULL;
}

/* Sentences do not break within words on a terminal; the line that tells how far a command is
 * returns to its beginning instead. */
static void
on_printerr_terminal (const char *text)
{
  g_autofree char *wrapped = NULL;
  g_autofree char *converted = NULL;

  if (*text && !strchr (text, '\r') && !holds_command (text))
    text = wrapped = wrap_lines (text, get_width_of (STDERR_FILENO));
  converted = convert (text);
  fputs (converted ? converted : text, stderr);
  fflush (stderr);
}

/**
 * lsc_cli_stdout_begin:
 *
 * To be called before any file is opened: a result that got the number of a standard stream that
 * was closed would be overwritten by what is printed.
 */
void
lsc_cli_stdout_begin (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0)
      {
        int filler = open ("/dev/null", O_RDONLY); /* so that writing still fails */

        if (filler != fd && filler >= 0)
          close (filler);
      }
  g_set_print_handler (on_print);
  if (isatty (STDERR_FILENO))
    g_set_printerr_handler (on_printerr_terminal);
}

/**
 * lsc_cli_stdout_finish:
 * @code: what the command came to
 *
 * Closes standard output, which is when some file systems tell that they were full, and prints what
 * went wrong with it.
 *
 * Returns: @code, or %LSC_EXIT_IO when not all was written
 */
LscExit
lsc_cli_stdout_finish (LscExit code)
{
  g_autofree char *text = NULL;

  if (close (STDOUT_FILENO) != 0 && errno != EINTR && failure == 0)
    failure = errno;
  if (failure == 0)
    return code;
  text = describe_failure ();
  lsc_cli_end_progress ();
  g_printerr ("lanescope-cli: %s\n", text);
  return LSC_EXIT_IO;
}
