/* lsc-ascend-timeline-counters.c - figures over time of a database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "read/text/lsc-cell.h"

/* Which tables there are and what their columns mean (lanes.md#counters) is written down
 * here once; one function reads them all. Names are those of the trace's own lanes and, as parts of
 * paths, not translated. */

#define MOST_VALUES 7
#define MOST_SERIES 1024 /* of a table: ids that make no sense must not cost a series each */

/** How a column tells the series of a row apart. */
typedef enum
{
  BY_NOTHING,
  BY_NUMBER,
  BY_DIE,    /* a number that goes without saying when there is but one */
  BY_TEXT,   /* a string id */
  BY_MODULE, /* an id of ENUM_MODULE */
} By;

typedef struct
{
  const char *column;
  const char *series;
  const char *strip; /* (nullable): values of another unit have a strip of their own */
  LscCounterShape shape;
  LscCounterUnit unit;
  double scale;
} Value;

/** What is left out is nothing. */
typedef struct
{
  const char *time; /* (nullable): timestampNs */
  const char *strip;
  const char *strip_column; /* (nullable): one strip for each of its values */
  By strip_by;
  const char *series_column; /* (nullable): one series for each of its values */
  By series_by;
  gboolean is_memory;
  gboolean is_rarely_used; /* series that are always 0 are not shown */
  Value values[MOST_VALUES];
} About;

#define LINE LSC_COUNTER_LINE
#define AREA LSC_COUNTER_AREA
#define SPEED LSC_COUNTER_UNIT_BYTES_PER_S
#define BYTES LSC_COUNTER_UNIT_BYTES
#define MHZ LSC_COUNTER_UNIT_MHZ
#define COUNT LSC_COUNTER_UNIT_COUNT
#define SHARE LSC_COUNTER_UNIT_SHARE
#define PLAIN LSC_COUNTER_UNIT_NONE

#define COUNTER(table, ...)                                                                        \
  {                                                                                                \
    table, _lsc_piece_read_counters, LSC_TIMELINE_COUNTERS, FALSE, &(const About){ __VA_ARGS__ },  \
        NULL, FALSE                                                                                \
  }

#define NET_VALUES                                                                                 \
  { "txByteRate", "Tx", NULL, AREA, SPEED, 1 }, { "rxByteRate", "Rx", NULL, AREA, SPEED, 1 },      \
      { "bandwidth", "Bandwidth", "bandwidth", LINE, SPEED, 1 },                                   \
      { "txPackets", "Tx", "packets", LINE, COUNT, 1 },                                            \
      { "rxPackets", "Rx", "packets", LINE, COUNT, 1 },                                            \
      { "txErrors", "Tx", "errors", LINE, COUNT, 1 },                                              \
  {                                                                                                \
    "rxErrors", "Rx", "errors", LINE, COUNT, 1                                                     \
  }

/* In the order of their strips. */
static const LscTableReader tables[] = {
  COUNTER ("AICORE_FREQ", .strip = "AI Core Freq", .strip_column = "dieId", .strip_by = BY_DIE,
           .values = { { "freq", "Frequency", NULL, LINE, MHZ, 1 } }),
  COUNTER ("HBM", .strip = "HBM", .strip_column = "hbmId", .strip_by = BY_NUMBER,
           .series_column = "type", .series_by = BY_TEXT,
           .values = { { "bandwidth", "", NULL, LINE, SPEED, 1 } }),
  COUNTER ("LLC", .strip = "LLC", .strip_column = "llcId", .strip_by = BY_NUMBER,
           .series_column = "mode", .series_by = BY_TEXT,
           .values = { { "throughput", "", "throughput", LINE, SPEED, 1 },
                       { "hitRate", "", "hit rate", LINE, SHARE, 0.01 } }),
  COUNTER ("DDR", .strip = "DDR",
           .values = { { "read", "Read", NULL, LINE, SPEED, 1 },
                       { "write", "Write", NULL, LINE, SPEED, 1 } }),
  COUNTER (
      "NPU_MEM", .strip = "NPU MEM", .series_column = "type", .series_by = BY_TEXT,
      .values = { { "hbm", "HBM", NULL, AREA, BYTES, 1 }, { "ddr", "DDR", NULL, AREA, BYTES, 1 } }),
  COUNTER ("HCCS", .strip = "HCCS",
           .values = { { "txThroughput", "Tx", NULL, AREA, SPEED, 1 },
                       { "rxThroughput", "Rx", NULL, AREA, SPEED, 1 } }),
  COUNTER ("PCIE", .strip = "PCIe",
           .values = { { "txPostAvg", "Tx post", NULL, AREA, SPEED, 1 },
                       { "txNonpostAvg", "Tx nonpost", NULL, AREA, SPEED, 1 },
                       { "txCplAvg", "Tx completion", NULL, AREA, SPEED, 1 },
                       { "rxPostAvg", "Rx post", NULL, AREA, SPEED, 1 },
                       { "rxNonpostAvg", "Rx nonpost", NULL, AREA, SPEED, 1 },
                       { "rxCplAvg", "Rx completion", NULL, AREA, SPEED, 1 },
                       { "txNonpostLatencyAvg", "Tx nonpost (ns)", "latency", LINE, PLAIN, 1 } }),
  COUNTER ("NIC", .strip = "NIC", .strip_column = "funcId", .strip_by = BY_DIE,
           .values = { NET_VALUES }),
  COUNTER ("ROCE", .strip = "RoCE", .strip_column = "funcId", .strip_by = BY_DIE,
           .values = { NET_VALUES }),
  COUNTER ("SOC_BANDWIDTH_LEVEL", .strip = "Stars Soc Info",
           .values = { { "l2BufferBwLevel", "L2 buffer bandwidth level", NULL, LINE, PLAIN, 1 },
                       { "mataBwLevel", "Mata bandwidth level", NULL, LINE, PLAIN, 1 } }),
  COUNTER ("ACC_PMU", .strip = "Acc PMU", .series_column = "accId", .series_by = BY_NUMBER,
           .values = { { "readBwLevel", "", "read bandwidth level", LINE, PLAIN, 1 },
                       { "writeBwLevel", "", "write bandwidth level", LINE, PLAIN, 1 },
                       { "readOstLevel", "", "read outstanding level", LINE, PLAIN, 1 },
                       { "writeOstLevel", "", "write outstanding level", LINE, PLAIN, 1 } }),
  COUNTER ("QOS", .strip = "QoS", .strip_column = "dieId", .strip_by = BY_DIE,
           .series_column = "eventName", .series_by = BY_TEXT,
           .values = { { "bandwidth", "", NULL, LINE, SPEED, 1 } }),
  COUNTER ("SAMPLE_PMU_TIMELINE", .strip = "Sample PMU", .strip_column = "coreType",
           .strip_by = BY_NUMBER, .series_column = "coreId", .series_by = BY_NUMBER,
           .values = { { "usage", "", "usage", LINE, PLAIN, 1 },
                       { "freq", "", "frequency", LINE, MHZ, 1 } }),
  COUNTER ("MEMORY_RECORD", .time = "timestamp", .strip = "", .strip_column = "component",
           .strip_by = BY_TEXT, .is_memory = TRUE,
           .values = { { "totalAllocated", "allocated", NULL, AREA, BYTES, 1 },
                       { "totalActive", "active", NULL, AREA, BYTES, 1 },
                       { "totalReserved", "reserved", NULL, AREA, BYTES, 1 } }),
  COUNTER ("NPU_OP_MEM", .strip = "CANN operators", .strip_column = "component",
           .strip_by = BY_TEXT, .is_memory = TRUE,
           .values = { { "totalAllocate", "allocated", NULL, AREA, BYTES, 1 },
                       { "totalReserve", "reserved", NULL, AREA, BYTES, 1 } }),
  COUNTER ("NPU_MODULE_MEM", .strip = "Components", .series_column = "moduleId",
           .series_by = BY_MODULE, .is_memory = TRUE, .is_rarely_used = TRUE,
           .values = { { "totalReserved", "", NULL, AREA, BYTES, 1 } }),
};

/** Returns: (transfer none): the readers of all counters */
const LscTableReader *
_lsc_ascend_counter_tables (gsize *n)
{
  *n = G_N_ELEMENTS (tables);
  return tables;
}

/* ---- reading ---- */

enum
{
  COLUMN_TIME,
  COLUMN_DEVICE,
  COLUMN_STRIP,
  COLUMN_SERIES,
  COLUMN_VALUES,
};

/* The series of all values of the rows with the same two ids. */
typedef struct
{
  gint64 strip;
  gint64 series;
  LscCounter *values[MOST_VALUES];
} Set;

typedef struct
{
  GArray *sets; /* Set */
  gsize last;
  gint64 n_refused;
  LscTally bad;
} Sets;

static const About *
about_of (const LscPiece *self)
{
  return self->reader->about;
}

static char *
name_of_id (LscPiece *self, By by, gint64 id)
{
  g_autofree char *sql = NULL;
  sqlite3_stmt *stmt = NULL;
  char *name = NULL;
  guint32 text;

  if (by == BY_NOTHING || id < 0)
    return g_strdup ("");
  if (by == BY_TEXT)
    {
      text = lsc_ascend_find_string (&self->ascend.strings, id);
      name = g_utf8_make_valid (
          text < LSC_STRING_ABSENT ? lsc_intern_text (self->whole->timeline->strings, text) : "?",
          -1);
      if (g_ascii_islower (name[0]))
        name[0] = g_ascii_toupper (name[0]);
      return name;
    }
  if (by == BY_MODULE && lsc_db_has_column (self->ascend.db, "ENUM_MODULE", "id") &&
      lsc_db_has_column (self->ascend.db, "ENUM_MODULE", "name"))
    {
      sql =
          g_strdup_printf ("SELECT \"name\" FROM main.\"ENUM_MODULE\" WHERE \"id\" = %" PRId64, id);
      if (sqlite3_prepare_v2 (lsc_db_get_handle (self->ascend.db), sql, -1, &stmt, NULL) ==
              SQLITE_OK &&
          sqlite3_step (stmt) == SQLITE_ROW && sqlite3_column_text (stmt, 0))
        name = g_utf8_make_valid ((const char *) sqlite3_column_text (stmt, 0), -1);
      sqlite3_finalize (stmt);
    }
  return name ? name : g_strdup_printf ("%" PRId64, id);
}

static void
init_set (LscPiece *self, Set *set, LscScan *scan)
{
  const About *about = about_of (self);
  g_autofree char *series = name_of_id (self, about->series_by, set->series);

  for (guint i = 0; i < MOST_VALUES && about->values[i].column; i++)
    {
      const Value *value = &about->values[i];
      g_autofree char *name =
          g_strdup_printf ("%s%s%s", series, *series && *value->series ? " " : "", value->series);

      set->values[i] = lsc_scan_has_column (scan, COLUMN_VALUES + (int) i)
                           ? lsc_counter_new (name, value->shape, value->unit)
                           : NULL;
    }
}

static Set *
get_set (LscPiece *self, Sets *sets, LscScan *scan, gint64 strip, gint64 series)
{
  Set new_set = { strip, series, { NULL } };

  for (gsize i = 0; i < sets->sets->len; i++)
    {
      gsize k = (sets->last + i) % sets->sets->len;
      Set *set = &g_array_index (sets->sets, Set, k);

      if (set->strip != strip || set->series != series)
        continue;
      sets->last = k;
      return set;
    }
  if (sets->sets->len == MOST_SERIES)
    {
      sets->n_refused++;
      return NULL;
    }
  init_set (self, &new_set, scan);
  g_array_append_val (sets->sets, new_set);
  return &g_array_index (sets->sets, Set, sets->sets->len - 1);
}

static void
take_row (LscPiece *self, LscScan *scan, LscCell **cells, gpointer user_data)
{
  Sets *sets = user_data;
  const About *about = about_of (self);
  gint64 device = lsc_value_int64_or (cells[COLUMN_DEVICE], -1), time_ns;
  Set *set;

  if (self->whole->device >= 0 && device >= 0 && device != self->whole->device)
    return;
  if (lsc_value_time (cells[COLUMN_TIME], &time_ns) == LSC_PARSE_BAD || time_ns == 0 ||
      time_ns == G_MAXINT64)
    {
      lsc_tally_add (&sets->bad, scan);
      return;
    }
  set = get_set (self, sets, scan, lsc_value_int64_or (cells[COLUMN_STRIP], -1),
                 lsc_value_int64_or (cells[COLUMN_SERIES], -1));
  for (guint i = 0; set && i < MOST_VALUES && about->values[i].column; i++)
    {
      LscCell *cell = cells[COLUMN_VALUES + (int) i];
      int type = lsc_cell_get_type (cell);

      if (set->values[i] && (type == SQLITE_INTEGER || type == SQLITE_FLOAT))
        lsc_samples_append (
            &set->values[i]->samples,
            (LscSample){ time_ns, lsc_cell_get_double (cell) * about->values[i].scale });
    }
}

/* ---- strips ---- */

static char *
name_strip (LscPiece *self, const Set *set, const Value *value, gboolean is_only)
{
  const About *about = about_of (self);
  By by = about->strip_by == BY_DIE && is_only ? BY_NOTHING : about->strip_by;
  g_autofree char *id = name_of_id (self, by, set->strip);
  GString *name = g_string_new (about->strip);

  if (*id)
    g_string_append_printf (name, "%s%s", name->len ? " " : "", id);
  if (value->strip)
    g_string_append_printf (name, "%s%s", name->len ? " " : "", value->strip);
  return g_string_free (name, FALSE);
}

static LscCounterStrip *
get_strip (LscPiece *self, const Set *set, const Value *value, gboolean is_only)
{
  g_autofree char *name = name_strip (self, set, value, is_only);

  return lsc_counter_strips_get (
      self->strips, name, about_of (self)->is_memory ? LSC_ROLE_MEMORY_COUNTER : LSC_ROLE_COUNTER,
      (guint) (self->reader - tables));
}

static int
compare_sets (gconstpointer a, gconstpointer b)
{
  const Set *left = a, *right = b;

  if (left->strip != right->strip)
    return left->strip < right->strip ? -1 : 1;
  return left->series < right->series ? -1 : left->series > right->series;
}

/* Of the many components of the system only those that ever held memory are worth a line. */
static gboolean
is_worth_showing (const LscPiece *self, const LscCounter *counter)
{
  return counter->samples.n > 0 &&
         (!about_of (self)->is_rarely_used || counter->most > 0 || counter->least < 0);
}

static void
add_strips (LscPiece *self, Sets *sets)
{
  gboolean is_only;

  g_array_sort (sets->sets, compare_sets);
  is_only = sets->sets->len > 0 && g_array_index (sets->sets, Set, 0).strip ==
                                       g_array_index (sets->sets, Set, sets->sets->len - 1).strip;
  for (guint i = 0; i < sets->sets->len; i++)
    for (guint k = 0; k < MOST_VALUES; k++)
      {
        Set *set = &g_array_index (sets->sets, Set, i);
        LscCounter *counter = set->values[k];

        if (!counter)
          continue;
        lsc_counter_seal (counter);
        if (is_worth_showing (self, counter))
          g_ptr_array_add (get_strip (self, set, &about_of (self)->values[k], is_only)->series,
                           counter);
        else
          lsc_counter_free (counter);
      }
}

static void
report_counters (LscPiece *self, const Sets *sets)
{
  LscNotice *notice;

  lsc_tally_report_loss (&sets->bad, self->ascend.run, "bad-time", self->reader->table,
                         _ ("Rows whose times cannot be read"), _ ("They were skipped."));
  if (sets->n_refused == 0)
    return;
  notice = lsc_notice_mark_loss (lsc_notice_new (
      LSC_SEVERITY_WARNING, "too-many-series",
      _ ("Samples of more series than can be shown: %" PRId64 "."), sets->n_refused));
  lsc_notice_set_help (notice, _ ("They were skipped."), NULL);
  lsc_run_take_notice (self->ascend.run, notice, self->reader->table, sets->n_refused);
}

/**
 * _lsc_piece_read_counters:
 *
 * Reads the table of a counter into strips.
 *
 * Source: lanes.md#counters.
 */
gboolean
_lsc_piece_read_counters (LscPiece *self, GError **error)
{
  const About *about = about_of (self);
  const char *columns[COLUMN_VALUES + MOST_VALUES + 1] = {
    about->time ? about->time : "timestampNs",
    "deviceId",
    about->strip_column ? about->strip_column : "",
    about->series_column ? about->series_column : "",
  };
  Sets sets = { .sets = g_array_new (FALSE, FALSE, sizeof (Set)) };
  gboolean ok;

  for (guint i = 0; i < MOST_VALUES && about->values[i].column; i++)
    columns[COLUMN_VALUES + i] = about->values[i].column;
  ok = _lsc_piece_read (self, columns, 1, take_row, &sets, error);
  add_strips (self, &sets);
  g_array_unref (sets.sets);
  report_counters (self, &sets);
  return ok;
}

/* ---- tree ---- */

static int
compare_strips (gconstpointer a, gconstpointer b)
{
  const LscCounterStrip *left = *(const LscCounterStrip *const *) a;
  const LscCounterStrip *right = *(const LscCounterStrip *const *) b;

  return left->order < right->order ? -1 : left->order > right->order;
}

/** Puts the counters into the tree, below the lanes. */
void
_lsc_ascend_timeline_add_counters (LscAscendTimeline *self)
{
  g_ptr_array_sort (self->strips, compare_strips);
  lsc_counter_strips_add (self->strips, self->timeline, LSC_ROLE_COUNTERS, "Counters");
  lsc_counter_strips_add (self->strips, self->timeline, LSC_ROLE_MEMORY, "Memory");
}
