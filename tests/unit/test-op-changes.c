/* test-op-changes.c - groups of kernels before and after, of sheets that were made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "judge/compare/lsc-op-changes.h"

/* ---- sheets ---- */

/** A kernel: what it is, in which step, how long. */
typedef struct
{
  const char *type;
  const char *shapes;
  guint32 step;
  gint64 ns;
} Kernel;

static guint32
add_text (LscOpSheet *sheet, const char *text)
{
  return text ? lsc_intern_add (sheet->texts, text) : LSC_STRING_NONE;
}

static guint32
add_kind (LscOpSheet *sheet, const char *type, const char *shapes)
{
  LscOpVariant kind = { .type = add_text (sheet, type),
                        .core = add_text (sheet, "AI_CORE"),
                        .name = add_text (sheet, type),
                        .shapes = add_text (sheet, shapes),
                        .dtypes = LSC_STRING_NONE,
                        .module = LSC_STRING_NONE,
                        .op = LSC_STRING_NONE,
                        .stream = 2,
                        .class = LSC_OP_COMPUTING };

  kind.family = (guint8) lsc_op_family_find (type, type);
  lsc_op_variants_append (&sheet->kinds, kind);
  return (guint32) sheet->kinds.n - 1;
}

/* Steps are 1 ms long. */
static LscOpSheet *
make_sheet (gint64 rank, const Kernel *kernels, gsize n, guint n_steps)
{
  LscOpSheet *sheet = lsc_op_sheet_new_blank (rank);
  gint64 at_ns = 0;

  for (guint i = 0; i < n_steps; i++)
    lsc_op_steps_append (
        &sheet->steps, (LscOpStep){ 10 + i, i * 1000000, (i + 1) * 1000000, 1000000, 0, 0, TRUE });
  lsc_op_sheet_reserve (sheet, n);
  for (gsize i = 0; i < n; i++)
    {
      LscOpBlock *last = sheet->blocks.n > 0 ? &sheet->blocks.items[sheet->blocks.n - 1] : NULL;

      at_ns = MAX (at_ns, kernels[i].step * (gint64) 1000000);
      if (!last || last->step != kernels[i].step)
        lsc_op_blocks_append (&sheet->blocks, (LscOpBlock){ kernels[i].step, 0, i, 0, at_ns });
      last = &sheet->blocks.items[sheet->blocks.n - 1];
      last->n++;
      sheet->kinds_of[i] = add_kind (sheet, kernels[i].type, kernels[i].shapes);
      sheet->starts[i] = (guint32) (at_ns - last->base_ns);
      sheet->durations[i] = (guint32) kernels[i].ns;
      sheet->owned[i] = (guint32) kernels[i].ns;
      sheet->waits[i] = 0;
      sheet->slices[i] = 100 + (guint32) i;
      at_ns += kernels[i].ns;
    }
  return sheet;
}

/** A side: one rank, unless more are added. */
typedef struct
{
  GPtrArray *sheets;
  guint n_steps;
} Side;

static void
side_init (Side *self, guint n_steps)
{
  *self = (Side){ g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref), n_steps };
}

static void
side_add (Side *self, const Kernel *kernels, gsize n)
{
  g_ptr_array_add (self->sheets, make_sheet (self->sheets->len, kernels, n, self->n_steps));
}

static GArray *
count_from (gint64 first, guint n)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 i = first; i < first + n; i++)
    g_array_append_val (list, i);
  return list;
}

static LscOpChanges *
pair_with (Side sides[LSC_N_SIDES], LscOpKeys keys, const LscNameMap *map)
{
  LscOpChangesInput input = { .keys = keys, .map = map };
  LscOpChanges *changes;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      input.operators[side] = lsc_operators_new (sides[side].sheets, 1);
      input.ranks[side] = count_from (0, sides[side].sheets->len);
      input.steps[side] = sides[side].n_steps > 0 ? count_from (10, sides[side].n_steps) : NULL;
      input.step_ns[side] = 1000000;
    }
  changes = lsc_op_changes_new (&input, NULL, NULL);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      lsc_operators_unref (input.operators[side]);
      g_array_unref (input.ranks[side]);
      g_clear_pointer (&input.steps[side], g_array_unref);
      g_ptr_array_unref (sides[side].sheets);
    }
  return changes;
}

static LscOpChanges *
pair_kernels (const Kernel *before, gsize n, const Kernel *after, gsize m, LscOpKeys keys)
{
  Side sides[LSC_N_SIDES];

  side_init (&sides[LSC_BEFORE], 2);
  side_init (&sides[LSC_AFTER], 2);
  side_add (&sides[LSC_BEFORE], before, n);
  side_add (&sides[LSC_AFTER], after, m);
  return pair_with (sides, keys, NULL);
}

static const LscOpChange *
find (const LscOpChanges *changes, const char *type)
{
  for (guint i = 0; i < changes->changes->len; i++)
    if (g_strcmp0 (lsc_op_changes_get (changes, i)->keys[0], type) == 0)
      return lsc_op_changes_get (changes, i);
  g_error ("no %s", type);
}

static void
check_says (const LscOpChanges *changes, const char *wanted)
{
  g_autofree char *words = lsc_phrase_to_words (changes->text);

  g_test_message ("%s", words);
  g_assert_nonnull (strstr (words, wanted));
}

/* ---- cases ---- */

/* Two steps; a step has one MatMul of 100 ns before, and two of 110 ns after. */
static void
test_count_and_duration (void)
{
  const Kernel before[] = { { "MatMul", "a", 0, 100 }, { "MatMul", "a", 1, 100 } };
  const Kernel after[] = { { "MatMul", "a", 0, 110 },
                           { "MatMul", "a", 0, 110 },
                           { "MatMul", "a", 1, 110 },
                           { "MatMul", "a", 1, 110 } };
  g_autoptr (LscOpChanges) changes = pair_kernels (before, 2, after, 4, LSC_OP_BY_TYPE);
  const LscOpChange *change = find (changes, "MatMul");

  g_assert_cmpint (change->ns[LSC_BEFORE], ==, 100);
  g_assert_cmpint (change->ns[LSC_AFTER], ==, 220);
  g_assert_cmpint (change->count_effect_ns, ==, 100);   /* (2 - 1) x 100 */
  g_assert_cmpint (change->duration_effect_ns, ==, 20); /* 2 x (110 - 100) */
  g_assert_cmpint (change->shapes_effect_ns, ==, 0);
  g_assert_cmpint (change->cause, ==, LSC_OP_CAUSE_COUNT);
  g_assert_cmpint (change->median_ns[LSC_AFTER], ==, 110);
  g_assert_cmpint (change->places[LSC_AFTER].slice, ==, 100);
  check_says (changes, "MatMul takes 120 ns longer per step (+120.0 %): more kernels run.");
  check_says (changes, "Fixing this would save up to 120 ns per step (0.01 %).");
}

/* As many kernels, of other shapes: neither their number nor their pace tells why. */
static void
test_shapes (void)
{
  const Kernel before[] = { { "MatMul", "64,64", 0, 100 }, { "MatMul", "8,8", 1, 10 } };
  const Kernel after[] = { { "MatMul", "64,128", 0, 200 }, { "MatMul", "8,8", 1, 12 } };
  g_autoptr (LscOpChanges) changes = pair_kernels (before, 2, after, 2, LSC_OP_BY_TYPE);
  g_autoptr (LscOpChanges) by_shapes =
      pair_kernels (before, 2, after, 2, (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_SHAPES));
  const LscOpChange *change = find (changes, "MatMul");

  g_assert_cmpint (change->delta_ns, ==, 51);
  g_assert_cmpint (change->shapes_effect_ns, ==, 50);
  g_assert_cmpint (change->duration_effect_ns, ==, 1);
  g_assert_cmpint (change->count_effect_ns, ==, 0);
  g_assert_cmpint (change->cause, ==, LSC_OP_CAUSE_SHAPES);
  check_says (changes, "its shapes differ");
  g_assert_cmpuint (by_shapes->changes->len, ==, 3);
  g_assert_cmpint (lsc_op_changes_get (by_shapes, 0)->match, ==, LSC_MATCH_ONLY_AFTER);
  g_assert_cmpint (lsc_op_changes_get (by_shapes, 0)->shapes_effect_ns, ==, LSC_INT_NULL);
  check_says (by_shapes, "MatMul, 64,128 is new and takes 100 ns per step.");
}

static void
test_sides_alone (void)
{
  const Kernel before[] = { { "Mul", NULL, 0, 40 }, { "Add", NULL, 1, 60 } };
  const Kernel after[] = { { "Add", NULL, 0, 60 }, { "RmsNorm", NULL, 1, 20 } };
  g_autoptr (LscOpChanges) changes = pair_kernels (before, 2, after, 2, LSC_OP_BY_TYPE);

  g_assert_cmpint (find (changes, "Mul")->cause, ==, LSC_OP_CAUSE_GONE);
  g_assert_cmpint (find (changes, "Mul")->count_effect_ns, ==, -20);
  g_assert_cmpint (find (changes, "RmsNorm")->cause, ==, LSC_OP_CAUSE_NEW);
  g_assert_cmpint (find (changes, "Add")->cause, ==, LSC_OP_CAUSE_NONE);
  g_assert_cmpint (changes->delta_ns, ==, -10);
  check_says (changes, "Mul is gone and took 20 ns per step.");
}

/* A side without shapes: they are not compared, and that is said. */
static void
test_no_shapes (void)
{
  const Kernel before[] = { { "Mul", "4", 0, 40 } };
  const Kernel after[] = { { "Mul", NULL, 0, 44 } };
  g_autoptr (LscOpChanges) changes =
      pair_kernels (before, 1, after, 1, (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_SHAPES));
  g_autofree char *note = NULL;

  g_assert_cmpuint (changes->changes->len, ==, 1);
  g_assert_cmpint (find (changes, "Mul")->shapes_effect_ns, ==, LSC_INT_NULL);
  g_assert_cmpuint (changes->notes->len, ==, 1);
  note = lsc_phrase_to_words (changes->notes->pdata[0]);
  g_assert_cmpstr (note, ==, "Shapes are not compared, because not both sides recorded them.");
}

static void
test_map (void)
{
  const Kernel before[] = { { "MulOld", NULL, 0, 40 }, { "MulOlder", NULL, 1, 50 } };
  const Kernel after[] = { { "Mul", NULL, 0, 44 } };
  g_autoptr (LscNameMap) map = lsc_name_map_parse ("MulOld* = Mul", "map", NULL);
  g_autoptr (LscOpChanges) changes = NULL;
  Side sides[LSC_N_SIDES];

  side_init (&sides[LSC_BEFORE], 2);
  side_init (&sides[LSC_AFTER], 2);
  side_add (&sides[LSC_BEFORE], before, 2);
  side_add (&sides[LSC_AFTER], after, 1);
  changes = pair_with (sides, LSC_OP_BY_TYPE, map);
  g_assert_cmpuint (changes->changes->len, ==, 1);
  g_assert_cmpint (lsc_op_changes_get (changes, 0)->match, ==, LSC_MATCH_MAPPED);
  g_assert_cmpint (lsc_op_changes_get (changes, 0)->n[LSC_BEFORE], ==, 2);
  g_assert_cmpint (lsc_op_changes_get (changes, 0)->median_ns[LSC_BEFORE], ==, LSC_INT_NULL);
  g_assert_cmpstr (lsc_op_changes_get (changes, 0)->other_name, ==, "Mul");
}

/* The second of four ranks became faster. */
static void
test_ranks (void)
{
  const Kernel slow[] = { { "Mul", NULL, 0, 100 } }, fast[] = { { "Mul", NULL, 0, 60 } };
  g_autoptr (LscOpChanges) changes = NULL;
  Side sides[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      side_init (&sides[side], 1);
      for (guint rank = 0; rank < 4; rank++)
        side_add (&sides[side], side == LSC_BEFORE && rank == 1 ? slow : fast, 1);
    }
  changes = pair_with (sides, LSC_OP_BY_TYPE, NULL);
  g_assert_cmpint (changes->delta_ns, ==, -10);
  g_assert_cmpint (find (changes, "Mul")->most_rank, ==, 1);
  g_assert_cmpint (find (changes, "Mul")->most_delta_ns, ==, -40);
  check_says (changes, "Mul takes 10 ns less per step (−14.3 %): its kernels are faster.");
  check_says (changes, "Rank 1 differs most in it: 40 ns less.");
}

/* Of single shapes that of Attention changed most, of all shapes together Mul: both are said, as
 * each of them is the largest somewhere. */
static void
test_over_shapes (void)
{
  const Kernel before[] = { { "Attention", "8", 0, 100 },
                            { "Mul", "1", 0, 100 },
                            { "Mul", "2", 0, 100 } };
  const Kernel after[] = { { "Attention", "8", 0, 60 },
                           { "Mul", "1", 0, 70 },
                           { "Mul", "2", 0, 70 } };
  LscOpKeys keys = (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_SHAPES);
  g_autoptr (LscOpChanges) both = pair_kernels (before, 3, after, 3, keys);
  g_autoptr (LscOpChanges) one = pair_kernels (before, 2, after, 2, keys);
  g_autofree char *text = lsc_phrase_to_plain (one->text);

  check_says (both, "Attention, 8 takes 20 ns less per step (−40.0 %): its kernels are faster.");
  check_says (both, "Over all shapes, Mul changed most: 30 ns less.");
  g_assert_null (strstr (text, "Over all shapes")); /* it is the same one */
}

/* Without steps the whole recording counts as one; what is the same on both sides is said to be. */
static void
test_same (void)
{
  const Kernel kernels[] = { { "Mul", NULL, LSC_OP_NO_STEP, 100 } };
  g_autoptr (LscOpChanges) changes = NULL;
  g_autofree char *base = NULL;
  Side sides[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      side_init (&sides[side], 0);
      g_ptr_array_add (sides[side].sheets, make_sheet (0, kernels, 1, 0));
    }
  changes = pair_with (sides, LSC_OP_BY_TYPE, NULL);
  check_says (changes, "No operator differs.");
  base = lsc_phrase_to_words (changes->base);
  g_assert_cmpstr (base, ==,
                   "Kernels per rank: 100 ns → 100 ns (whole recordings, mean of 1 rank).");
}

/* ---- sums ---- */

static GArray *
make_kernels (GRand *rand, guint n_steps, guint n_types)
{
  static const char *const types[] = { "MatMul", "Add", "Mul", "Softmax", "Cast", "Sub" };
  static const char *const shapes[] = { "2,2", "4,4", "8,8", NULL };
  GArray *kernels = g_array_new (FALSE, FALSE, sizeof (Kernel));

  for (guint32 step = 0; step < n_steps; step++)
    for (int i = g_rand_int_range (rand, 0, 30); i > 0; i--)
      {
        Kernel kernel = { types[g_rand_int_range (rand, 0, (gint32) n_types)],
                          shapes[g_rand_int_range (rand, 0, 4)], step,
                          g_rand_int_range (rand, 0, 5000) };

        g_array_append_val (kernels, kernel);
      }
  return kernels;
}

static gint64
sum_kernels (const GArray *kernels, const char *type)
{
  gint64 sum = 0;

  for (guint i = 0; i < kernels->len; i++)
    if (!type || g_str_equal (g_array_index (kernels, Kernel, i).type, type))
      sum += g_array_index (kernels, Kernel, i).ns;
  return sum;
}

static void
check_row (const LscOpChange *change)
{
  g_assert_cmpint (change->ns[LSC_AFTER] - change->ns[LSC_BEFORE], ==, change->delta_ns);
  g_assert_cmpint (change->count_effect_ns + lsc_int_or_zero (change->shapes_effect_ns) +
                       change->duration_effect_ns,
                   ==, change->delta_ns);
  g_assert_true (change->delta_ns != 0 || change->cause == LSC_OP_CAUSE_NONE ||
                 change->match != LSC_MATCH_BOTH);
}

/* Rows add up to all kernels to the ns, whatever they are paired by, and each is within 1 ns of its
 * own mean. */
static void
check_sums (const LscOpChanges *changes, GArray *kernels[LSC_N_SIDES], const guint *n_steps)
{
  gint64 sums[LSC_N_SIDES] = { 0 }, delta_ns = 0;

  for (guint i = 0; i < changes->changes->len; i++)
    {
      const LscOpChange *change = lsc_op_changes_get (changes, i);

      check_row (change);
      delta_ns += change->delta_ns;
      for (guint side = 0; side < LSC_N_SIDES; side++)
        {
          sums[side] += change->ns[side];
          if (changes->by == LSC_OP_BY_TYPE)
            g_assert_cmpfloat (
                fabs ((double) sum_kernels (kernels[side], change->keys[0]) / n_steps[side] -
                      (double) change->ns[side]),
                <=, 1.0);
        }
    }
  g_assert_cmpint (delta_ns, ==, changes->delta_ns);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_assert_cmpint (sums[side], ==, changes->ns[side]);
      g_assert_cmpfloat (fabs ((double) sum_kernels (kernels[side], NULL) / n_steps[side] -
                               (double) changes->ns[side]),
                         <=, 0.5);
    }
}

static void
check_random (GRand *rand)
{
  static const LscOpKeys keys[] = { LSC_OP_BY_TYPE, LSC_OP_BY_SHAPES, LSC_OP_BY_FAMILY,
                                    (LscOpKeys) (LSC_OP_BY_NAME | LSC_OP_BY_SHAPES) };
  guint n_steps[LSC_N_SIDES];
  GArray *kernels[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      n_steps[side] = (guint) g_rand_int_range (rand, 1, 9);
      kernels[side] = make_kernels (rand, n_steps[side], (guint) g_rand_int_range (rand, 1, 7));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (LscOpChanges) changes = NULL;
      Side sides[LSC_N_SIDES];

      for (guint side = 0; side < LSC_N_SIDES; side++)
        {
          side_init (&sides[side], n_steps[side]);
          side_add (&sides[side], (const Kernel *) (gpointer) kernels[side]->data,
                    kernels[side]->len);
        }
      changes = pair_with (sides, keys[i], NULL);
      check_sums (changes, kernels, n_steps);
    }
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_array_unref (kernels[side]);
}

static void
test_sums (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (53);

  for (guint i = 0; i < 200; i++)
    check_random (rand);
}

/* ---- noise ---- */

/* Eight steps a side: one type became 20 % longer, of another each step has another length. */
static void
test_noise (void)
{
  g_autoptr (LscOpChanges) changes = NULL;
  Side sides[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_autoptr (GArray) kernels = g_array_new (FALSE, FALSE, sizeof (Kernel));

      for (guint32 step = 0; step < 8; step++)
        {
          Kernel steady = { "MatMul", NULL, step, (side == LSC_AFTER ? 1200 : 1000) + step % 3 };
          Kernel noisy = { "Cast", NULL, step, 3000 + 900 * ((step * 5 + side * 3) % 8) };

          g_array_append_val (kernels, steady);
          g_array_append_val (kernels, noisy);
        }
      side_init (&sides[side], 8);
      side_add (&sides[side], (const Kernel *) (gpointer) kernels->data, kernels->len);
    }
  changes = pair_with (sides, LSC_OP_BY_TYPE, NULL);
  g_assert_cmpint (find (changes, "MatMul")->significance, ==, LSC_CHANGE_REAL);
  g_assert_cmpint (find (changes, "Cast")->significance, ==, LSC_CHANGE_NOISE);
  check_says (changes, "MatMul takes 200 ns longer");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-changes/count-and-duration", test_count_and_duration);
  g_test_add_func ("/op-changes/shapes", test_shapes);
  g_test_add_func ("/op-changes/sides-alone", test_sides_alone);
  g_test_add_func ("/op-changes/no-shapes", test_no_shapes);
  g_test_add_func ("/op-changes/map", test_map);
  g_test_add_func ("/op-changes/ranks", test_ranks);
  g_test_add_func ("/op-changes/over-shapes", test_over_shapes);
  g_test_add_func ("/op-changes/same", test_same);
  g_test_add_func ("/op-changes/sums", test_sums);
  g_test_add_func ("/op-changes/noise", test_noise);
  return g_test_run ();
}
