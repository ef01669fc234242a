/* lsc-text-gzip.c - text that is inflated as it is read, and found again by offset
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/lsc-array.h"
#include "base/lsc-error.h"
#include "base/lsc-text-private.h"

/* Every SPACING bytes of text, at the next end of a deflate block, the place in the file and the
 * window of the inflater are kept, so that a later look inflates no more than that again. Very long
 * texts keep fewer. Only gzip files themselves have such points: what is inside an archive is read
 * again from its beginning. */

#define INPUT_BYTES ((gsize) 128 * 1024)
#define WINDOW_BYTES ((gsize) 32 * 1024)
#define FIRST_SPACING ((gint64) 4 << 20)
#define MOST_POINTS 1024 /* 32 MiB */
#define GZIP_BITS (15 + 16)
#define RAW_BITS (-15)
#define TRAILER_BYTES 8

typedef struct
{
  gint64 out; /* offset in the text */
  gint64 in;  /* offset in the file of the next byte */
  int bits;   /* of the byte before @in that belong to what follows */
  guint window_n;
  guchar *window; /* (nullable): none at the beginning of a member */
} Point;

LSC_DEFINE_ARRAY (Points, points, Point)

/* One pass over the packed bytes. */
typedef struct
{
  int fd;
  LscTextMember *member; /* instead of the file */
  gint64 in;             /* offset of the byte behind the input buffer */
  guchar *input;
  gboolean at_end;
  z_stream zlib;
  gboolean is_gzip;
  gboolean is_raw; /* began at a point: the header lies behind us */
  gboolean is_open;
  gboolean in_member; /* inside gzip data */
  gint64 out;
  GError *failure; /* of the input; text that was ready is handed over before it */
} Pass;

/* Who looks again at one event after the other would inflate the same blocks each time: the last
 * look stays open, with the text around it. */
#define LOOK_BYTES ((gsize) 1 << 20)

typedef struct
{
  GMutex lock;
  Pass pass;
  char *text;   /* of LOOK_BYTES, from @begin to where @pass is */
  gint64 begin; /* offset in the text */
  gsize n;
  gboolean at_end; /* nothing follows */
} Look;

struct _LscTextPacked
{
  char *path;
  char *member; /* (nullable) */
  Pass pass;
  GMutex lock; /* of the points */
  Points points;
  gint64 spacing;
  Look look;
  gint64 given;    /* bytes of text that _lsc_text_packed_read() handed out */
  GError *failure; /* (nullable): why it stopped there */
};

static gboolean
fail_damaged (GError **error, const char *path, const char *why, gint64 in, gint64 out)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (
      error, LSC_ERROR, LSC_ERROR_CORRUPT,
      _ ("%s is damaged at byte %" PRId64 ", after %" PRId64 " bytes of text: %s. Copy it again"),
      name, in, out, why);
  return FALSE;
}

static gssize
read_input (Pass *pass, const char *path, GError **error)
{
  gssize got;

  if (pass->member)
    return _lsc_text_member_read (pass->member, (char *) pass->input, INPUT_BYTES, error);
  do
    got = pread (pass->fd, pass->input, INPUT_BYTES, pass->in);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    fail_damaged (error, path, g_strerror (errno), pass->in, pass->out);
  return got;
}

/* Gets more packed bytes; FALSE with an error only, from then on always the same. Callers that have
 * text already hand it over first. */
static gboolean
fill_input (Pass *pass, const char *path, GError **error)
{
  gssize got = 0;

  if (pass->zlib.avail_in > 0 || pass->at_end)
    return TRUE;
  if (!pass->failure)
    got = read_input (pass, path, &pass->failure);
  if (pass->failure)
    {
      /* Kept, since each later call has to fail in the same way. */
      g_propagate_error (error, g_error_copy (pass->failure));
      return FALSE;
    }
  pass->in += got;
  pass->at_end = got == 0;
  pass->zlib.next_in = pass->input;
  pass->zlib.avail_in = (uInt) got;
  return TRUE;
}

static void
close_pass (Pass *pass)
{
  if (pass->is_open && pass->is_gzip)
    inflateEnd (&pass->zlib);
  if (pass->member)
    _lsc_text_member_close (pass->member);
  if (pass->fd >= 0)
    close (pass->fd);
  g_free (pass->input);
  g_clear_error (&pass->failure);
  memset (pass, 0, sizeof *pass);
  pass->fd = -1;
}

static gboolean
open_pass (Pass *pass, const char *path, const char *member, GError **error)
{
  memset (pass, 0, sizeof *pass);
  pass->fd = -1;
  if (member)
    pass->member = _lsc_text_member_open (path, member, error);
  else
    pass->fd = open (path, O_RDONLY | O_CLOEXEC);
  if (!pass->member && pass->fd < 0)
    {
      if (!member)
        fail_damaged (error, path, g_strerror (errno), 0, 0);
      return FALSE;
    }
  pass->input = g_malloc (INPUT_BYTES);
  pass->is_open = TRUE;
  return TRUE;
}

/* Looks at the first bytes and prepares the inflater. */
static gboolean
begin_pass (Pass *pass, const char *path, GError **error)
{
  if (!fill_input (pass, path, error))
    return FALSE;
  pass->is_gzip = pass->zlib.avail_in >= 2 && pass->input[0] == 0x1f && pass->input[1] == 0x8b;
  if (pass->is_gzip && inflateInit2 (&pass->zlib, GZIP_BITS) != Z_OK)
    {
      pass->is_gzip = FALSE;
      return fail_damaged (error, path, "zlib", 0, 0);
    }
  pass->in_member = pass->is_gzip;
  return TRUE;
}

/* Behind the end of a gzip member: another one, or the end. Zeros and anything else that follows
 * is no text, as for gzip itself. */
static gboolean
begin_next_member (Pass *pass, const char *path, GError **error)
{
  /* An inflater that began at a point knows no trailer. */
  gsize skip = pass->is_raw ? TRAILER_BYTES : 0;
  guchar magic[2];

  pass->in_member = FALSE;
  for (gsize i = 0; i < skip + 2; i++)
    {
      if (!fill_input (pass, path, error))
        return FALSE;
      if (pass->zlib.avail_in == 0)
        return TRUE;
      if (i >= skip)
        magic[i - skip] = *pass->zlib.next_in;
      if (i == skip && magic[0] != 0x1f)
        return TRUE;
      if (i == skip + 1)
        break;
      pass->zlib.next_in++;
      pass->zlib.avail_in--;
    }
  if (magic[1] != 0x8b)
    return TRUE;
  /* The first byte of the magic is behind us: hand it over alone. */
  {
    guchar first = 0x1f;
    Bytef *next = pass->zlib.next_in;
    uInt n = pass->zlib.avail_in;

    inflateReset2 (&pass->zlib, GZIP_BITS);
    pass->is_raw = FALSE;
    pass->zlib.next_in = &first;
    pass->zlib.avail_in = 1;
    pass->zlib.avail_out = 0;
    inflate (&pass->zlib, Z_NO_FLUSH);
    pass->zlib.next_in = next;
    pass->zlib.avail_in = n;
  }
  pass->in_member = TRUE;
  return TRUE;
}

static void
thin_points (LscTextPacked *self)
{
  gsize n = 0;

  /* Every other point goes and the spacing doubles: memory stays bounded however long the text
     is. */
  for (gsize i = 0; i < self->points.n; i++)
    if (i % 2 == 0)
      self->points.items[n++] = self->points.items[i];
    else
      g_free (self->points.items[i].window);
  self->points.n = n;
  self->spacing *= 2;
}

static void
keep_point (LscTextPacked *self)
{
  Pass *pass = &self->pass;
  uInt n = 0;
  Point *point;

  g_mutex_lock (&self->lock);
  if (self->points.n == MOST_POINTS)
    thin_points (self);
  point = points_add (&self->points);
  point->out = pass->out;
  point->in = pass->in - pass->zlib.avail_in;
  point->bits = pass->zlib.data_type & 7;
  point->window = g_malloc (WINDOW_BYTES);
  inflateGetDictionary (&pass->zlib, point->window, &n);
  point->window_n = n;
  g_mutex_unlock (&self->lock);
}

/* At the end of a block that is not the last one of its member. */
static gboolean
is_at_point (const LscTextPacked *self)
{
  const Pass *pass = &self->pass;
  gint64 last = self->points.n > 0 ? self->points.items[self->points.n - 1].out : 0;

  /* After the last block only the trailer follows: no place to begin from. */
  return (pass->zlib.data_type & 128) && !(pass->zlib.data_type & 64) &&
         pass->out - last >= self->spacing;
}

/* Bytes of the file that @pass needed so far. */
static gint64
get_file_bytes (const Pass *pass)
{
  return pass->member ? _lsc_text_member_get_file_bytes (pass->member) : pass->in;
}

static gboolean
check_size (LscTextPacked *self, const Pass *pass, GError **error)
{
  gint64 in;
  g_autofree char *name = NULL;

  if (G_LIKELY (pass->out <= LSC_TEXT_RATIO_FROM))
    return TRUE;
  /* A few kilobytes can be made to inflate without end. */
  in = MAX (get_file_bytes (pass), 1);
  if (pass->out <= LSC_TEXT_MOST && pass->out / in <= LSC_TEXT_RATIO)
    return TRUE;
  name = g_filename_display_name (self->path);
  g_set_error (error, LSC_ERROR, LSC_ERROR_LIMIT,
               _ ("%s was not read to its end: %" PRId64 " bytes in it already make %" PRId64
                  " bytes of text, which no recording does. Unpack it yourself if you trust it"),
               name, in, pass->out);
  return FALSE;
}

/* Inflates once. Bytes of text, 0 at the end, -1 with an error. @points: whom to tell of points. */
static gssize
inflate_some (LscTextPacked *self, Pass *pass, char *buffer, gsize n, GError **error)
{
  gboolean keeps_points = pass == &self->pass && !pass->member;

  pass->zlib.next_out = (Bytef *) buffer;
  pass->zlib.avail_out = (uInt) n;
  while (pass->in_member && pass->zlib.avail_out > 0)
    {
      uInt before = pass->zlib.avail_out;
      gboolean is_filled = fill_input (pass, self->path, NULL);
      /* Asked even where no more comes in: what it has taken in may make more text than there was
         room for. */
      int status = inflate (&pass->zlib, keeps_points ? Z_BLOCK : Z_NO_FLUSH);

      pass->out += before - pass->zlib.avail_out;
      if (status == Z_STREAM_END)
        {
          Bytef *next_out = pass->zlib.next_out;
          uInt avail_out = pass->zlib.avail_out;
          gboolean is_begun = begin_next_member (pass, self->path, avail_out < n ? NULL : error);

          pass->zlib.next_out = next_out;
          pass->zlib.avail_out = avail_out;
          if (!is_begun)
            {
              pass->in_member = TRUE; /* so that the next call meets the failure */
              if (avail_out == n)
                return -1;
              break;
            }
        }
      else if (status != Z_OK && (status != Z_BUF_ERROR || pass->at_end || !is_filled))
        {
          if (pass->zlib.avail_out < n)
            break; /* what there is first, the error next time */
          if (status == Z_BUF_ERROR && !is_filled)
            {
              fill_input (pass, self->path, error);
              return -1;
            }
          fail_damaged (error, self->path,
                        pass->at_end && status == Z_BUF_ERROR ? _ ("the file ends too early")
                        : pass->zlib.msg                      ? pass->zlib.msg
                                                              : _ ("bad data"),
                        pass->in - pass->zlib.avail_in, pass->out);
          return -1;
        }
      else if (keeps_points && is_at_point (self))
        keep_point (self);
    }
  if (!check_size (self, pass, error))
    return -1;
  return (gssize) (n - pass->zlib.avail_out);
}

static gssize
read_pass (LscTextPacked *self, Pass *pass, char *buffer, gsize n, GError **error)
{
  gssize done = 0;

  if (pass->is_gzip)
    return inflate_some (self, pass, buffer, n, error);
  while ((gsize) done < n)
    {
      gsize some;

      if (!fill_input (pass, self->path, done > 0 ? NULL : error))
        {
          if (done == 0)
            return -1;
          break;
        }
      some = MIN (n - (gsize) done, pass->zlib.avail_in);
      if (some == 0)
        break;
      memcpy (buffer + done, pass->zlib.next_in, some);
      pass->zlib.next_in += some;
      pass->zlib.avail_in -= (uInt) some;
      pass->out += (gint64) some;
      done += (gssize) some;
    }
  return check_size (self, pass, error) ? done : -1;
}

LscTextPacked *
_lsc_text_packed_open (const char *path, const char *member, GError **error)
{
  LscTextPacked *self = g_new0 (LscTextPacked, 1);

  self->path = g_strdup (path);
  self->member = g_strdup (member);
  self->spacing = FIRST_SPACING;
  g_mutex_init (&self->lock);
  g_mutex_init (&self->look.lock);
  self->look.pass.fd = -1;
  if (open_pass (&self->pass, path, member, error) && begin_pass (&self->pass, path, error))
    return self;
  _lsc_text_packed_close (self);
  return NULL;
}

void
_lsc_text_packed_close (LscTextPacked *self)
{
  close_pass (&self->pass);
  close_pass (&self->look.pass);
  g_free (self->look.text);
  g_mutex_clear (&self->look.lock);
  for (gsize i = 0; i < self->points.n; i++)
    g_free (self->points.items[i].window);
  points_clear (&self->points);
  g_clear_error (&self->failure);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self->member);
  g_free (self);
}

gssize
_lsc_text_packed_read (LscTextPacked *self, char *buffer, gsize n, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gssize got = read_pass (self, &self->pass, buffer, n, &failure);

  self->given += MAX (got, 0);
  if (failure && !self->failure)
    self->failure = g_error_copy (failure);
  if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  return got;
}

/* Puts the inflater of @pass at @point. */
static gboolean
resume_at (Pass *pass, const Point *point, const char *path, GError **error)
{
  guchar byte = 0;

  pass->is_gzip = inflateInit2 (&pass->zlib, RAW_BITS) == Z_OK;
  pass->is_raw = pass->in_member = TRUE;
  pass->in = point->in;
  pass->out = point->out;
  if (!pass->is_gzip)
    return fail_damaged (error, path, "zlib", point->in, point->out);
  if (point->bits > 0)
    {
      if (pread (pass->fd, &byte, 1, point->in - 1) != 1)
        return fail_damaged (error, path, g_strerror (errno), point->in, point->out);
      inflatePrime (&pass->zlib, point->bits, byte >> (8 - point->bits));
    }
  inflateSetDictionary (&pass->zlib, point->window, point->window_n);
  return TRUE;
}

static gboolean
begin_pass_near (LscTextPacked *self, Pass *pass, gint64 offset, GError **error)
{
  gboolean done = FALSE;
  gboolean has_point;

  g_mutex_lock (&self->lock);
  has_point = !self->member && self->points.n > 0 && self->points.items[0].out <= offset;
  if (has_point)
    {
      gsize low = 0, high = self->points.n;

      while (high - low > 1)
        {
          gsize middle = low + (high - low) / 2;

          if (self->points.items[middle].out <= offset)
            low = middle;
          else
            high = middle;
        }
      done = resume_at (pass, &self->points.items[low], self->path, error);
    }
  g_mutex_unlock (&self->lock);
  return has_point ? done : begin_pass (pass, self->path, error);
}

static char *
read_afresh (LscTextPacked *self, gint64 offset, gsize most, gsize *n_out, GError **error)
{
  g_autofree char *text = g_malloc (MAX (most, LSC_TEXT_BLOCK) + LSC_TEXT_TAIL);
  g_autoptr (GError) failure = NULL;
  Pass pass;
  gssize got = 1;

  *n_out = 0;
  if (!open_pass (&pass, self->path, self->member, error))
    return NULL;
  if (begin_pass_near (self, &pass, offset, &failure))
    {
      while (pass.out < offset && got > 0)
        got = read_pass (self, &pass, text,
                         (gsize) MIN (offset - pass.out, (gint64) LSC_TEXT_BLOCK), &failure);
      while (got > 0 && *n_out < most)
        {
          got = read_pass (self, &pass, text + *n_out, MIN (most - *n_out, (gsize) 1 << 30),
                           &failure);
          *n_out += got > 0 ? (gsize) got : 0;
        }
    }
  close_pass (&pass);
  if (failure && *n_out == 0)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  return g_steal_pointer (&text);
}

/* Whether the last look can go on to @offset: it lies behind it, and not so far that a kept point
 * were nearer. */
static gboolean
goes_on (const Look *look, gint64 offset)
{
  return look->pass.is_open && offset >= look->begin && offset <= look->pass.out + FIRST_SPACING;
}

/* Fills the text of the look with what begins at @offset; FALSE with an error, and then the look is
 * closed. */
static gboolean
look_at (LscTextPacked *self, gint64 offset, GError **error)
{
  Look *look = &self->look;
  gssize got = 1;

  if (!goes_on (look, offset))
    {
      close_pass (&look->pass);
      if (!open_pass (&look->pass, self->path, self->member, error) ||
          !begin_pass_near (self, &look->pass, offset, error))
        return FALSE;
      look->begin = look->pass.out;
      look->n = 0;
      look->at_end = FALSE;
    }
  while (got > 0 && look->pass.out <= offset)
    {
      gsize wanted = (gsize) MIN (offset - look->pass.out, (gint64) LOOK_BYTES);

      look->begin = look->pass.out;
      look->n = 0;
      if (wanted == 0)
        break;
      got = read_pass (self, &look->pass, look->text, wanted, error);
    }
  if (got > 0 && look->begin < offset && look->n > 0)
    {
      gsize gone = (gsize) (offset - look->begin);

      memmove (look->text, look->text + gone, look->n - gone);
      look->begin = offset;
      look->n -= gone;
    }
  while (got > 0 && look->n < LOOK_BYTES)
    {
      got = read_pass (self, &look->pass, look->text + look->n, LOOK_BYTES - look->n, error);
      look->n += got > 0 ? (gsize) got : 0;
    }
  look->at_end = got == 0;
  return got >= 0;
}

static gboolean
covers (const Look *look, gint64 offset, gsize most)
{
  gint64 end = look->begin + (gint64) look->n;

  return look->pass.is_open && offset >= look->begin &&
         (offset + (gint64) most <= end || (look->at_end && offset <= end));
}

/* The text from the last look, or from where that goes on. (nullable): NULL where it failed */
static char *
read_on (LscTextPacked *self, gint64 offset, gsize most, gsize *n_out)
{
  Look *look = &self->look;
  char *text;

  if (!look->text)
    look->text = g_malloc (LOOK_BYTES);
  if (!covers (look, offset, most) && !look_at (self, offset, NULL))
    {
      close_pass (&look->pass);
      look->n = 0;
      return NULL;
    }
  if (offset < look->begin || offset > look->begin + (gint64) look->n)
    return NULL;
  *n_out = MIN (most, (gsize) (look->begin + (gint64) look->n - offset));
  text = g_malloc (most + LSC_TEXT_TAIL);
  memcpy (text, look->text + (offset - look->begin), *n_out);
  return text;
}

/* Where damage ended the text nothing comes from behind it, though an inflater that begins at a
 * point, which sees no checksum of what lies before it, could go on. */
char *
_lsc_text_packed_read_at (LscTextPacked *self, gint64 offset, gsize most, gsize *n_out,
                          GError **error)
{
  char *text = NULL;

  if (self->failure && offset >= self->given)
    {
      g_propagate_error (error, g_error_copy (self->failure));
      return NULL;
    }
  if (self->failure)
    most = MIN (most, (gsize) (self->given - offset));
  if (most <= LOOK_BYTES && g_mutex_trylock (&self->look.lock))
    {
      text = read_on (self, offset, most, n_out);
      g_mutex_unlock (&self->look.lock);
    }
  /* it tells what is wrong */
  return text ? text : read_afresh (self, offset, most, n_out, error);
}

/* For the thread that reads. */
gint64
_lsc_text_packed_get_file_bytes (LscTextPacked *self)
{
  return get_file_bytes (&self->pass);
}

gsize
_lsc_text_packed_get_memory_bytes (LscTextPacked *self)
{
  gsize bytes;

  g_mutex_lock (&self->lock);
  bytes = self->points.capacity * sizeof (Point) + self->points.n * WINDOW_BYTES;
  g_mutex_unlock (&self->lock);
  return bytes;
}
