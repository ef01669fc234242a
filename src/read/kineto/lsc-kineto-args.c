/* lsc-kineto-args.c - the arguments of few events: groups and streams
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"
#include "read/kineto/lsc-kineto.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-sort.h"

/* Allocations ([memory]) and kernels of collectives carry arguments that the scan kept beside the
 * slices. */

/**
 * _lsc_kineto_read_text:
 * @offset: of an event
 * @n: (out): its bytes
 *
 * Returns: (transfer full) (nullable): the event as JSON, %NULL if it cannot be read again
 */
char *
_lsc_kineto_read_text (LscKinetoBuild *build, gint64 offset, gsize *n)
{
  g_autofree char *text = NULL;

  if (build->texts->read)
    return build->texts->read (build->texts->data, offset, n, NULL);
  text = lsc_text_input_read_at (build->trace->input, offset, LSC_KINETO_MOST_EVENT, n, NULL);
  *n = text ? _lsc_kineto_object_length (text, *n) : 0;
  return *n > 0 ? g_steal_pointer (&text) : NULL;
}

/**
 * _lsc_kineto_has_stream:
 * @offset: of an event
 *
 * Returns: whether the event names a stream among its arguments: it ran on the device
 */
gboolean
_lsc_kineto_has_stream (LscKinetoBuild *build, gint64 offset)
{
  gsize n = 0;
  g_autofree char *text = _lsc_kineto_read_text (build, offset, &n);
  g_autofree char *stream = text ? lsc_kineto_find_text (text, n, "stream") : NULL;

  return stream != NULL;
}

/* -- Communication -------------------------------------------------------------------------------
 */

/* The group that was met last, by what it is called: most kernels follow one of their own. */
typedef struct
{
  guint32 name;
  guint32 ranks;
  guint32 bucket;
} LastGroup;

static guint32
get_group (LscKinetoBuild *build, guint32 extra, LastGroup *last)
{
  const LscIntern *strings = build->trace->strings;
  LscTraceGroup told = { .name = LSC_STRING_NONE, .ranks = LSC_STRING_NONE };

  if (extra != G_MAXUINT32)
    told = build->trace->groups.items[extra];
  if (last->bucket == LSC_KINETO_NO_BUCKET || told.name != last->name || told.ranks != last->ranks)
    *last = (LastGroup){
      told.name, told.ranks,
      _lsc_kineto_get_group (
          build, told.name != LSC_STRING_NONE ? lsc_intern_text (strings, told.name) : NULL,
          told.ranks != LSC_STRING_NONE ? lsc_intern_text (strings, told.ranks) : NULL)
    };
  return last->bucket;
}

/* Operators come in the order of the file, and so do their details. */
static void
note_number (LscKinetoBuild *build, guint32 extra, gint64 detail)
{
  LscCommNumbers *numbers = &build->timeline->comm_numbers;
  gint64 number = extra != G_MAXUINT32 ? build->trace->groups.items[extra].number : -1;

  if (number >= 0 && (numbers->n == 0 || numbers->items[numbers->n - 1].detail < detail))
    lsc_comm_numbers_append (numbers, (LscCommNumber){ detail, number });
}

/* How large it is; how long its transfers took no trace tells. */
static void
note_fact (LscKinetoBuild *build, guint32 extra, gint64 detail)
{
  LscCommFacts *facts = &build->timeline->comm_facts;
  const LscTraceGroup *told = extra != G_MAXUINT32 ? &build->trace->groups.items[extra] : NULL;

  if (told && (told->bytes >= 0 || told->data_type != LSC_DATA_TYPE_UNKNOWN) &&
      (facts->n == 0 || facts->items[facts->n - 1].detail < detail))
    lsc_comm_facts_append (facts, (LscCommFact){ .detail = detail,
                                                 .bytes = told->bytes,
                                                 .moved_ns = -1,
                                                 .algorithm = LSC_STRING_NONE,
                                                 .data_type = told->data_type });
}

static void
add_comm_op (LscKinetoBuild *build, const LscKinetoLook *look, LastGroup *last)
{
  guint32 index = get_group (build, look->extra, last);
  LscKinetoBucket *from = _lsc_kineto_bucket (build, look->bucket);
  LscKinetoBucket *bucket = _lsc_kineto_bucket (build, index);
  LscKinetoGroup *group = g_ptr_array_index (build->groups, bucket->track);
  gint64 end_ns = lsc_raw_slices_get_end_ns (&from->raw, look->raw);
  LscRawSlice *to = lsc_raw_slices_add (&bucket->raw, look->time_ns, end_ns);
  const LscRawSlice *slice = &from->raw.items[look->raw];

  to->detail = slice->detail;
  to->name = look->name != LSC_STRING_NONE ? look->name : slice->name;
  to->link = slice->link;
  to->category = slice->category;
  to->flags = slice->flags;
  to->kind = LSC_SLICE_COMM_OP;
  note_number (build, look->extra, slice->detail);
  note_fact (build, look->extra, slice->detail);
  lsc_kineto_copies_append (&group->copies, (LscKinetoCopy){ look->bucket, look->raw });
  if (slice->link != LSC_SLICE_NONE)
    lsc_kineto_ends_append (&bucket->ends,
                            (LscKinetoEnd){ (guint32) (bucket->raw.n - 1), slice->link });
}

static gint64
look_key (gsize index, gconstpointer data)
{
  return ((const LscKinetoLook *) data)[index].offset;
}

/**
 * _lsc_kineto_look:
 *
 * Takes what few events say in the order of the file: samples of memory, and a communication op for
 * each kernel of a collective. Cost: O(such events).
 */
gboolean
_lsc_kineto_look (LscKinetoBuild *build, GError **error)
{
  const LscKinetoLooks *looks = &build->looks;
  g_autofree guint32 *order = lsc_sort_order (looks->n, look_key, looks->items);
  LastGroup last = { .bucket = LSC_KINETO_NO_BUCKET };

  for (gsize i = 0; i < looks->n; i++)
    {
      const LscKinetoLook *look = &looks->items[order ? order[i] : i];

      if (look->bucket != LSC_KINETO_NO_BUCKET)
        add_comm_op (build, look, &last);
      else
        _lsc_kineto_take_memory (build, look);
    }
  return lsc_job_check (build->job, error);
}
