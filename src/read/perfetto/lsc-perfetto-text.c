/* lsc-perfetto-text.c - a packet as the event in JSON that PyTorch would have written
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-json-scan.h"
#include "base/lsc-json-write.h"
#include "read/perfetto/lsc-perfetto-private.h"

typedef struct
{
  const LscPerfettoTexts *texts;
  const LscPfGeneration *generation;
  GString *out;
  gboolean has_args;
} Printer;

static const char *
find_text (const Printer *self, LscPfKind kind, guint64 iid)
{
  const LscPfEntry *entry = _lsc_pf_find (self->generation, kind, iid);

  return entry && entry->text != LSC_STRING_NONE && self->texts->strings
             ? lsc_intern_text (self->texts->strings, entry->text)
             : NULL;
}

static void
print_key (Printer *self, const char *key, gsize n)
{
  if (self->has_args)
    g_string_append (self->out, ", ");
  self->has_args = TRUE;
  lsc_json_append_string (self->out, key, n);
  g_string_append (self->out, ": ");
}

static void
print_int (Printer *self, const char *key, gint64 value)
{
  print_key (self, key, strlen (key));
  g_string_append_printf (self->out, "%" G_GINT64_FORMAT, value);
}

/* What reads as a whole number is one: extra data are always texts. */
static void
print_extra_value (GString *out, const char *text, gsize n)
{
  gint64 number;

  if (lsc_json_parse_int64 (text, n, &number))
    g_string_append_printf (out, "%" G_GINT64_FORMAT, number);
  else
    lsc_json_append_string (out, text, n);
}

/* ---- annotations ---- */

/** A DebugAnnotation taken apart. */
typedef struct
{
  const char *key;
  gsize n_key;
  LscProto value; /* field 0: none */
  gboolean is_dict;
  gboolean is_list;
} Annotation;

static Annotation
take_apart (const Printer *self, const guint8 *bytes, gsize n)
{
  Annotation result = { 0 };
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    switch (proto.field)
      {
      case 10:
        result.key = (const char *) proto.bytes;
        result.n_key = proto.n;
        break;
      case 1:
        result.key = find_text (self, LSC_PF_ARG_NAMES, proto.value);
        result.n_key = result.key ? strlen (result.key) : 0;
        break;
      case 11:
        result.is_dict = TRUE;
        break;
      case 12:
        result.is_list = TRUE;
        break;
      default:
        result.value = proto;
        break;
      }
  return result;
}

static void print_value (Printer *self, const Annotation *annotation, const guint8 *bytes, gsize n,
                         guint depth);

/* Entries of a dictionary (field 11) or values of a list (12). */
static void
print_nested (Printer *self, guint32 field, const guint8 *bytes, gsize n, guint depth)
{
  gboolean is_dict = field == 11, is_first = TRUE;
  LscProto proto;

  g_string_append_c (self->out, is_dict ? '{' : '[');
  lsc_proto_init (&proto, bytes, n);
  while (depth < LSC_PROTO_MOST_DEPTH && lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, field, LSC_PROTO_BYTES))
      {
        Annotation inner = take_apart (self, proto.bytes, proto.n);

        g_string_append (self->out, is_first ? "" : ", ");
        is_first = FALSE;
        if (is_dict)
          {
            lsc_json_append_string (self->out, inner.key ? inner.key : "", inner.n_key);
            g_string_append (self->out, ": ");
          }
        print_value (self, &inner, proto.bytes, proto.n, depth + 1);
      }
  g_string_append_c (self->out, is_dict ? '}' : ']');
}

static void
print_double (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, isfinite (value) ? g_ascii_dtostr (buffer, sizeof buffer, value) : "null");
}

static void
print_value (Printer *self, const Annotation *annotation, const guint8 *bytes, gsize n, guint depth)
{
  const LscProto *value = &annotation->value;
  const char *text;

  if (annotation->is_dict || annotation->is_list)
    {
      print_nested (self, annotation->is_dict ? 11 : 12, bytes, n, depth);
      return;
    }
  switch (value->field)
    {
    case 2:
      g_string_append (self->out, value->value ? "true" : "false");
      break;
    case 3:
      g_string_append_printf (self->out, "%" G_GUINT64_FORMAT, value->value);
      break;
    case 4:
      g_string_append_printf (self->out, "%" G_GINT64_FORMAT, (gint64) value->value);
      break;
    case 5:
      print_double (self->out, lsc_proto_double (value));
      break;
    case 6:
      lsc_json_append_string (self->out, (const char *) value->bytes, value->n);
      break;
    case 17:
      text = find_text (self, LSC_PF_TEXTS, value->value);
      lsc_json_append_string (self->out, text ? text : "", text ? strlen (text) : 0);
      break;
    default:
      g_string_append (self->out, "null");
      break;
    }
}

static void
print_annotation (Printer *self, const LscProto *field)
{
  Annotation annotation = take_apart (self, field->bytes, field->n);

  if (!annotation.key)
    return;
  print_key (self, annotation.key, annotation.n_key);
  print_value (self, &annotation, field->bytes, field->n, 0);
}

/* ---- events ---- */

static void
print_head (Printer *self, const char *name, gsize n, const char *category)
{
  g_string_append (self->out, "{\"ph\": \"X\", \"cat\": ");
  lsc_json_append_string (self->out, category ? category : "", category ? strlen (category) : 0);
  g_string_append (self->out, ", \"name\": ");
  lsc_json_append_string (self->out, name ? name : "", n);
  g_string_append (self->out, ", \"args\": {");
}

static void
print_event (Printer *self, const guint8 *bytes, gsize n)
{
  const char *name = NULL, *category = NULL;
  gsize n_name = 0;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 10, LSC_PROTO_VARINT))
      {
        name = find_text (self, LSC_PF_NAMES, proto.value);
        n_name = name ? strlen (name) : 0;
      }
    else if (lsc_proto_is (&proto, 23, LSC_PROTO_BYTES))
      {
        name = (const char *) proto.bytes;
        n_name = proto.n;
      }
    else if (lsc_proto_is (&proto, 3, LSC_PROTO_VARINT) && !category)
      category = find_text (self, LSC_PF_CATEGORIES, proto.value);
  print_head (self, name, n_name, category);
  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 4, LSC_PROTO_BYTES))
      print_annotation (self, &proto);
}

/* "grid": [132, 1, 1] */
static void
print_size (Printer *self, const char *key, const LscProto *field)
{
  guint64 sizes[3] = { 1, 1, 1 };
  LscProto proto;

  lsc_proto_init (&proto, field->bytes, field->n);
  while (lsc_proto_next (&proto))
    if (proto.type == LSC_PROTO_VARINT && proto.field >= 1 && proto.field <= 3)
      sizes[proto.field - 1] = proto.value;
  print_key (self, key, strlen (key));
  g_string_append_printf (self->out,
                          "[%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "]",
                          sizes[0], sizes[1], sizes[2]);
}

/* What PyTorch's traces in JSON call the figures of a launch. */
static const char *
name_figure (const char *name)
{
  if (strcmp (name, "registers_per_thread") == 0)
    return "registers per thread";
  return strcmp (name, "shared_mem_dynamic") == 0 ? "shared memory" : name;
}

static void
print_launch (Printer *self, const LscProto *field)
{
  LscProto proto, arg;

  lsc_proto_init (&proto, field->bytes, field->n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_BYTES))
      print_size (self, "grid", &proto);
    else if (lsc_proto_is (&proto, 2, LSC_PROTO_BYTES))
      print_size (self, "block", &proto);
    else if (lsc_proto_is (&proto, 3, LSC_PROTO_BYTES))
      {
        const char *name = NULL;
        gint64 value = -1;

        lsc_proto_init (&arg, proto.bytes, proto.n);
        while (lsc_proto_next (&arg))
          if (lsc_proto_is (&arg, 1, LSC_PROTO_VARINT))
            name = find_text (self, LSC_PF_LAUNCH_NAMES, arg.value);
          else if (lsc_proto_is (&arg, 4, LSC_PROTO_VARINT))
            value = (gint64) arg.value;
        if (name && value >= 0)
          print_int (self, name_figure (name), value);
      }
}

static void
print_extra (Printer *self, const LscProto *field)
{
  const char *key = NULL, *value = NULL;
  gsize n_key = 0, n_value = 0;
  LscProto proto;

  lsc_proto_init (&proto, field->bytes, field->n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_BYTES))
      {
        key = (const char *) proto.bytes;
        n_key = proto.n;
      }
    else if (lsc_proto_is (&proto, 2, LSC_PROTO_BYTES))
      {
        value = (const char *) proto.bytes;
        n_value = proto.n;
      }
  if (!key)
    return;
  print_key (self, key, n_key);
  print_extra_value (self->out, value ? value : "", n_value);
}

static void
print_stage (Printer *self, const guint8 *bytes, gsize n)
{
  const char *name = NULL, *kernel = NULL, *stage = NULL;
  gsize n_name = 0;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 14, LSC_PROTO_VARINT))
      stage = find_text (self, LSC_PF_SPECIFICATIONS, proto.value);
    else if (lsc_proto_is (&proto, 19, LSC_PROTO_VARINT))
      kernel = find_text (self, LSC_PF_KERNELS, proto.value);
    else if (lsc_proto_is (&proto, 20, LSC_PROTO_VARINT))
      {
        name = find_text (self, LSC_PF_NAMES, proto.value);
        n_name = name ? strlen (name) : 0;
      }
    else if (lsc_proto_is (&proto, 17, LSC_PROTO_BYTES))
      {
        name = (const char *) proto.bytes;
        n_name = proto.n;
      }
  if (!name)
    {
      name = kernel ? kernel : stage;
      n_name = name ? strlen (name) : 0;
    }
  print_head (self, name, n_name, stage ? _lsc_pf_category_of_stage (stage) : NULL);
  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 6, LSC_PROTO_BYTES))
      print_extra (self, &proto);
    else if (lsc_proto_is (&proto, 21, LSC_PROTO_BYTES))
      print_launch (self, &proto);
}

/**
 * _lsc_pf_print_packet:
 * @generation: (nullable): what was interned when it was written
 * @bytes: a TracePacket
 *
 * Appends the event of a packet as JSON. Cost: O(@n).
 */
void
_lsc_pf_print_packet (const LscPerfettoTexts *texts, const LscPfGeneration *generation,
                      const guint8 *bytes, gsize n, GString *out)
{
  Printer printer = { texts, generation, out, FALSE };
  gboolean has_event = FALSE;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto) && !has_event)
    if (lsc_proto_is (&proto, LSC_PF_TRACK_EVENT, LSC_PROTO_BYTES))
      {
        has_event = TRUE;
        print_event (&printer, proto.bytes, proto.n);
      }
    else if (lsc_proto_is (&proto, LSC_PF_RENDER_STAGE, LSC_PROTO_BYTES))
      {
        has_event = TRUE;
        print_stage (&printer, proto.bytes, proto.n);
      }
  g_string_append (out, has_event ? "}}" : "{}");
}
