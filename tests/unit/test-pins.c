/* test-pins.c - what is pinned survives a file, and rows are found again without their figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/lsc-table-key.h"
#include "base/lsc-error.h"
#include "model/lsc-pin.h"

static void
check_pin (const LscPin *pin)
{
  gint64 step = 0;

  g_assert_cmpstr (pin->view, ==, "timeline/gaps");
  g_assert_cmpstr (pin->title, ==, "Gaps \342\200\234x\342\200\235");
  g_assert_cmpstr (pin->note, ==, "two\nlines");
  g_assert_cmpint (pin->side, ==, LSC_PIN_OF_BEFORE);
  g_assert_true (lsc_pin_get_int (pin, "step", &step));
  g_assert_cmpint (step, ==, G_GINT64_CONSTANT (1770000000000000001));
  g_assert_false (lsc_pin_get_int (pin, "ranks", &step));
  g_assert_cmpstr (lsc_pin_get (pin, "ranks"), ==, "0,1");
  g_assert_cmpstr (pin->columns[1], ==, "dur_ns");
  g_assert_cmpstr (pin->sort, ==, "dur_ns");
  g_assert_true (pin->is_descending);
  g_assert_cmpuint (pin->rows->len, ==, 1);
  g_assert_cmpstr (((GStrv) pin->rows->pdata[0])[0], ==, "name=a=b");
}

static GPtrArray *
make_pins (void)
{
  static const char *const columns[] = { "name", "dur_ns", NULL };
  static const char *const row[] = { "name=a=b", "rank=0", NULL };
  GPtrArray *pins = lsc_pins_new ();
  LscPin *pin = lsc_pin_new ("timeline/gaps", "Gaps \342\200\234x\342\200\235");

  pin->note = g_strdup ("two\nlines");
  pin->side = LSC_PIN_OF_BEFORE;
  lsc_pin_set (pin, "ranks", "0,1");
  lsc_pin_set_int (pin, "step", G_GINT64_CONSTANT (1770000000000000001));
  pin->columns = g_strdupv ((GStrv) columns);
  pin->sort = g_strdup ("dur_ns");
  pin->is_descending = TRUE;
  g_ptr_array_add (pin->rows, g_strdupv ((GStrv) row));
  g_ptr_array_add (pins, pin);
  g_ptr_array_add (pins, lsc_pin_new ("overview/chart", "All"));
  return pins;
}

static void
test_file (void)
{
  g_autoptr (GPtrArray) pins = make_pins ();
  g_autofree char *text = lsc_pins_to_json (pins), *again = NULL;
  g_autoptr (GPtrArray) read = lsc_pins_parse (text, strlen (text), NULL);
  g_autoptr (LscPin) copy = NULL;

  g_assert_nonnull (read);
  g_assert_cmpuint (read->len, ==, 2);
  check_pin (lsc_pins_get (read, 0));
  copy = lsc_pin_copy (lsc_pins_get (read, 0));
  check_pin (copy);
  g_assert_cmpstr (lsc_pins_get (read, 1)->note, ==, NULL);
  g_assert_null (lsc_pins_get (read, 1)->columns);
  again = lsc_pins_to_json (read);
  g_assert_cmpstr (again, ==, text);
}

/* What is no file of pins is told; what is odd inside of one is left out. */
static void
test_bad_files (void)
{
  static const char *const bad[] = { "", "{", "[]", "{}", "{\"pins\":{}}", "\377\376" };
  static const char odd[] = "{\"pins\":[1,null,[],{},{\"view\":7},{\"view\":\"a/b\",\"title\":3,"
                            "\"side\":\"x\",\"rows\":[3,[4,\"k\"]],\"columns\":9,"
                            "\"arguments\":{\"n\":1,\"t\":\"v\"},\"descending\":\"yes\"}]}";
  g_autoptr (GPtrArray) pins = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_pins_parse (bad[i], strlen (bad[i]), &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
    }
  pins = lsc_pins_parse (odd, strlen (odd), NULL);
  g_assert_nonnull (pins);
  g_assert_cmpuint (pins->len, ==, 1);
  g_assert_cmpstr (lsc_pins_get (pins, 0)->title, ==, "a/b");
  g_assert_cmpint (lsc_pins_get (pins, 0)->side, ==, LSC_PIN_OF_ANY);
  g_assert_cmpstr (lsc_pin_get (lsc_pins_get (pins, 0), "t"), ==, "v");
  g_assert_null (lsc_pin_get (lsc_pins_get (pins, 0), "n"));
}

/* ---- rows ---- */

typedef struct
{
  gint64 rank;
  gint64 ns;
  const char *name;
  int verdict;
  const LscPhrase *text;
} Row;

static const LscWord verdicts[] = { { "bad", NULL }, { "good", NULL } };

static const LscColumn columns[] = {
  LSC_COLUMN (Row, rank, "rank", "Rank", LSC_UNIT_ID, NULL, "The rank."),
  LSC_COLUMN (Row, ns, "ns", "Time", LSC_UNIT_NS, NULL, "Its time."),
  LSC_COLUMN (Row, name, "name", "Name", LSC_UNIT_NONE, NULL, "Its name."),
  LSC_CODES (Row, verdict, "verdict", "Verdict", verdicts, NULL, "A judgement."),
  LSC_COLUMN (Row, text, "text", "Sentence", LSC_UNIT_NONE, NULL, "Says a figure."),
};

static const LscTableInfo info = LSC_TABLE_INFO ("things", Row, columns);

static LscTable *
make_table (gint64 more_ns)
{
  LscTable *table = lsc_table_new_for (&info);
  g_autoptr (LscPhrase) text = lsc_phrase_new ("%d ns", (int) more_ns);

  lsc_table_add (table, &(Row){ 0, 1 + more_ns, "a", 0, text });
  lsc_table_add (table, &(Row){ 0, 2 + more_ns, "b=#=2", 0, text });
  lsc_table_add (table, &(Row){ 0, 3 + more_ns, "a", 0, text });
  lsc_table_add (table, &(Row){ LSC_INT_NULL, 4 + more_ns, "a", 0, text });
  return table;
}

/* Every row is found in a table with other figures, also the second of two with one name. */
static void
test_rows (void)
{
  g_autoptr (LscTable) table = make_table (0), other = make_table (100);
  const char *const unknown[] = { "name=c", NULL };
  const char *const no_column[] = { "colour=red", NULL };
  const char *const judged_otherwise[] = { "rank=0", "name=b=#=2", "verdict=good", NULL };
  gsize found;

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      g_auto (GStrv) key = lsc_table_key_new (table, row);

      g_assert_true (lsc_table_key_find (other, (const char *const *) key, &found));
      g_assert_cmpuint (found, ==, row);
    }
  g_assert_false (lsc_table_key_find (table, unknown, &found));
  g_assert_false (lsc_table_key_find (table, no_column, &found));
  g_assert_true (lsc_table_key_find (table, judged_otherwise, &found));
  g_assert_cmpuint (found, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pins/file", test_file);
  g_test_add_func ("/pins/bad-files", test_bad_files);
  g_test_add_func ("/pins/rows", test_rows);
  return g_test_run ();
}
