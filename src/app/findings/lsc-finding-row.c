/* lsc-finding-row.c - a finding in a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/findings/lsc-finding-row.h"
#include "app/parts/lsc-label.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "judge/findings/lsc-finding-rules.h"
#include "model/lsc-rank-name.h"

#define BAR_PX 72
#define NS_PER_MS 1000000
#define LEAST_MS_NS 100000 /* reads with three digits as ms */
#define GAIN_CHARS 20      /* "up to 84.85 ms (10.5 %)", so that all are as wide */
#define MOST_NAMES 6       /* of modules and kernels in the menu of a finding */

/* ---- in words ---- */

/** lsc_finding_share_text: Returns: (transfer full): what of the step could be avoided */
char *
lsc_finding_share_text (const LscFinding *finding)
{
  g_autofree char *share = NULL;

  g_return_val_if_fail (finding, NULL);
  if (isnan (finding->share))
    return g_strdup ("–");
  share = lsc_format_share (finding->share);
  return finding->is_bound ? g_strdup_printf (_ ("up to %s"), share) : g_steal_pointer (&share);
}

/** lsc_finding_icon: Returns: (transfer none): name of the picture of its group */
const char *
lsc_finding_icon (const LscFinding *finding)
{
  return lsc_finding_stands_out (finding) ? "dialog-warning-symbolic"
                                          : "dialog-information-symbolic";
}

static char *
to_markup (const LscPhrase *phrase)
{
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : g_strdup ("");

  return lsc_visible_markup (words);
}

/* ---- where it is seen ---- */

static gboolean
has_instance (const LscEvidencePlace *place)
{
  return place->end_ns > place->begin_ns;
}

/* Evidence names its rank by number, which several recordings may have, or none. */
static guint
count_ranks (LscAppPage *page, gint64 rank)
{
  const GPtrArray *sources = lsc_app_page_get_source (page)->cluster->sources;
  guint n = 0;

  for (guint i = 0; i < sources->len; i++)
    n += ((const LscSource *) g_ptr_array_index (sources, i))->rank == rank;
  return n;
}

/** lsc_evidence_why_not: Returns: (nullable): why it cannot be shown; %NULL = it can */
const char *
lsc_evidence_why_not (LscAppPage *page, const LscEvidencePlace *place)
{
  g_return_val_if_fail (LSC_IS_APP_PAGE (page) && place, NULL);
  if (!has_instance (place))
    return _ ("Not available: this has no time of its own");
  if (count_ranks (page, place->rank) != 1)
    return _ ("Not available, because the recordings have no rank numbers");
  return NULL;
}

/** lsc_finding_get_evidence: Returns: (transfer none) (nullable): the first that can be shown */
const LscEvidencePlace *
lsc_finding_get_evidence (LscAppPage *page, const LscFinding *finding)
{
  g_return_val_if_fail (LSC_IS_APP_PAGE (page) && finding, NULL);
  for (guint i = 0; i < finding->places->len; i++)
    if (!lsc_evidence_why_not (page, g_ptr_array_index (finding->places, i)))
      return g_ptr_array_index (finding->places, i);
  return NULL;
}

/* One instance alone proves nothing: what it is one of is said where it is shown. */
static void
say_evidence (LscAppPage *page, const LscEvidencePlace *evidence)
{
  g_autofree char *words = lsc_phrase_to_words (evidence->text);
  g_autofree char *rank = lsc_rank_name_get_title (evidence->rank, evidence->folder);
  g_autofree char *text = g_strconcat (rank, " · ", words, NULL);

  lsc_app_page_say (page, text);
}

/** lsc_evidence_show: goes there, with its rank, on the page that shows @place */
void
lsc_evidence_show (LscAppPage *page, const LscEvidencePlace *evidence, LscPlace place)
{
  g_return_if_fail (LSC_IS_APP_PAGE (page) && evidence);
  lsc_app_page_jump (page, &(LscJump){ .place = place,
                                       .rank = evidence->rank,
                                       .begin_ns = evidence->begin_ns,
                                       .end_ns = evidence->end_ns,
                                       .name = evidence->is_title ? NULL : evidence->name,
                                       .with_range = TRUE,
                                       .is_claim = TRUE,
                                       .has_slice = evidence->slice != LSC_SLICE_NONE,
                                       .slice = evidence->slice });
  if (evidence->text)
    say_evidence (page, evidence);
}

/* ---- a line ---- */

/* A label without a frame: there is nothing to press. */
static GtkWidget *
make_certainty (const LscFinding *finding)
{
  LscCertaintyWords words = lsc_finding_get_certainty_words (finding);
  GtkWidget *label = gtk_label_new (words.title);

  gtk_label_set_width_chars (GTK_LABEL (label), 8); /* "Possible", so that all are as wide */
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (label, words.about);
  return label;
}

/* The bar and its figure: what could be gained. */
static GtkWidget *
make_gain (const LscFinding *finding)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  g_autofree char *text = lsc_finding_share_text (finding);
  GtkWidget *label = gtk_label_new (text);

  if (!isnan (finding->share))
    {
      GtkWidget *bar = gtk_level_bar_new_for_interval (0, 1);

      gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), CLAMP (finding->share, 0, 1));
      gtk_widget_set_size_request (bar, BAR_PX, -1);
      gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (bar, "finding-share");
      gtk_box_append (GTK_BOX (box), bar);
    }
  gtk_label_set_width_chars (GTK_LABEL (label), 10); /* as "up to 22.4 %", so that bars line up */
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_set_tooltip_text (box, _ ("What of the step could be avoided. Findings are sorted by "
                                       "likely gain, of which an upper bound is a part."));
  return box;
}

/* How certain it is stands by itself, behind its gain: beside a bar that is nearly empty "sure"
 * would be read as what the bar measures. */
static GtkWidget *
make_share (const LscFinding *finding)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);

  gtk_box_append (GTK_BOX (box), make_gain (finding));
  gtk_box_append (GTK_BOX (box), make_certainty (finding));
  return box;
}

static const char *const groups[] = {
  [LSC_FINDINGS_OUTSTANDING] = N_ ("Major"),
  [LSC_FINDINGS_PREDICTED] = N_ ("Predicted"),
  [LSC_FINDINGS_POSSIBLE] = N_ ("Possible"),
  [LSC_FINDINGS_MINOR] = N_ ("Minor"),
};

static GtkWidget *
make_icon (const LscFinding *finding)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (lsc_finding_icon (finding));

  gtk_widget_set_tooltip_text (icon, _ (groups[lsc_finding_get_group (finding)]));
  return icon;
}

/* ---- two lines ---- */

/* (transfer full): time and share, "up to 84.85 ms (10.5 %)" */
static char *
say_gain (const LscFinding *finding)
{
  g_autofree char *time = NULL, *share = NULL;

  if (finding->gain_ns == LSC_INT_NULL || isnan (finding->share))
    return g_strdup ("–");
  /* below those of others, which are ms */
  time = lsc_format_duration (finding->gain_ns,
                              finding->gain_ns >= LEAST_MS_NS && finding->gain_ns < NS_PER_MS
                                  ? LSC_TIME_UNIT_MS
                                  : LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (finding->share);
  /* Translators: a time and its share of the step */
  return finding->is_bound ? g_strdup_printf (_ ("up to %s (%s)"), time, share)
                           : g_strdup_printf (_ ("%s (%s)"), time, share);
}

static GtkWidget *
make_gain_text (const LscFinding *finding, const char *all)
{
  g_autofree char *text = say_gain (finding);
  g_autofree char *tip =
      g_strdup_printf ("%s\n\n%s", all,
                       _ ("What fixing it would save of a step. Findings are sorted by likely "
                          "gain, of which an upper bound is a part."));
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_width_chars (GTK_LABEL (label), GAIN_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_tooltip_text (label, tip);
  return label;
}

/* @n_lines: that it may take; the tool tip has all of it */
static GtkWidget *
make_line (const char *text, int n_lines)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (n_lines > 1)
    lsc_label_keep_units (GTK_LABEL (label));
  gtk_label_set_lines (GTK_LABEL (label), n_lines);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, text);
  return label;
}

/* The cause and below it what to do; the gain stands beside them. */
static GtkWidget *
make_lines (const LscFinding *finding)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *line;
  g_autofree char *fact = lsc_phrase_to_words (finding->fact);
  g_autofree char *shown = lsc_visible_line (fact);
  g_autofree char *remedy = finding->remedy ? lsc_phrase_to_words (finding->remedy) : NULL;
  g_autofree char *deed = remedy ? g_strdup_printf ("→ %s", remedy) : NULL;

  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (box, "two-lines");
  gtk_box_append (GTK_BOX (box), make_line (shown, remedy ? 1 : 2));
  if (!remedy)
    return box;
  line = make_line (deed, 1);
  gtk_widget_add_css_class (line, "dim-label");
  gtk_box_append (GTK_BOX (box), line);
  return box;
}

/**
 * lsc_finding_row_new_brief:
 *
 * Returns: (transfer floating): a row of two lines however wide it is, with what it is, what to do,
 *   what that saves and how certain it is
 */
GtkWidget *
lsc_finding_row_new_brief (const LscFinding *finding)
{
  GtkWidget *row, *box;
  g_autofree char *words = NULL, *all = NULL, *whole = NULL, *shown = NULL;

  g_return_val_if_fail (finding, NULL);
  row = gtk_list_box_row_new ();
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  words = lsc_phrase_to_words (finding->brief ? finding->brief : finding->text);
  shown = lsc_visible_line (words);
  whole = lsc_phrase_to_words (finding->text);
  all = lsc_visible_line (whole);
  gtk_box_append (GTK_BOX (box), make_icon (finding));
  gtk_box_append (GTK_BOX (box), make_lines (finding));
  gtk_box_append (GTK_BOX (box), make_gain_text (finding, all));
  gtk_box_append (GTK_BOX (box), make_certainty (finding));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_widget_add_css_class (box, "finding-brief");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, shown, -1);
  return row;
}

/**
 * lsc_finding_head_new:
 *
 * Returns: (transfer floating): what stands above the findings of a group
 */
GtkWidget *
lsc_finding_head_new (LscFindingGroup group)
{
  static const char *const abouts[LSC_FINDINGS_N_GROUPS] = {
    [LSC_FINDINGS_OUTSTANDING] = N_ (
        "The recording shows these. They stand by expected gain: of “up to” a part is expected."),
    [LSC_FINDINGS_PREDICTED] =
        N_ ("The gain is computed from the recorded blocks, and not tried. It does not add to the "
            "gains that were measured."),
  };
  GtkWidget *label = gtk_label_new (lsc_finding_group_get_title (group));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, abouts[group] ? _ (abouts[group]) : NULL);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_add_css_class (label, "finding-head");
  return label;
}

/** lsc_finding_name_certainty: @finding: (nullable): that the bold line before @label is */
void
lsc_finding_name_certainty (GtkLabel *label, const LscFinding *finding)
{
  LscCertaintyWords certainty = lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE);

  if (finding)
    certainty = lsc_finding_get_certainty_words (finding);
  lsc_label_set_certainty (label, certainty.title, certainty.about);
  gtk_widget_set_visible (GTK_WIDGET (label), certainty.title != NULL);
}

/** lsc_finding_show_certainty: @finding: (nullable): that the bold line is */
void
lsc_finding_show_certainty (LscPageWords *words, const LscFinding *finding)
{
  LscCertaintyWords certainty = lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE);

  g_return_if_fail (LSC_IS_PAGE_WORDS (words));
  if (finding)
    certainty = lsc_finding_get_certainty_words (finding);
  lsc_page_words_set_certainty (words, certainty.title, certainty.about);
}

/**
 * lsc_findings_link_larger:
 * @findings: (nullable):
 *
 * Shows below the bold line what may gain more than it, as a link to where that is told.
 */
void
lsc_findings_link_larger (LscPageWords *words, const LscFindings *findings)
{
  g_autofree char *text = NULL, *brief = NULL;

  g_return_if_fail (LSC_IS_PAGE_WORDS (words));
  if (findings && findings->larger)
    text = lsc_phrase_to_words (findings->larger);
  if (text && findings->larger_brief)
    brief = lsc_phrase_to_words (findings->larger_brief);
  lsc_page_words_set_link (words, text, brief,
                           text && findings->larger_row && findings->larger_row->is_of_pipeline
                               ? "win.show-page::pipeline"
                               : "win.show-page::findings");
}

/* ---- all of it ---- */

typedef struct
{
  LscAppPage *page; /* the row is below it */
  const LscEvidencePlace *evidence;
  LscPlace place;
} Target;

static void
on_show_clicked (GtkButton *button, const Target *target)
{
  lsc_evidence_show (target->page, target->evidence, target->place);
}

static void
free_target (gpointer data, GClosure *closure)
{
  g_free (data);
}

/* @why_not: (nullable): why it cannot be pressed */
static GtkWidget *
add_button (GtkWidget *row, LscAppPage *page, const LscEvidencePlace *evidence, LscPlace place,
            const char *text, const char *why_not)
{
  GtkWidget *button = gtk_button_new_with_label (text);
  Target *target = g_new (Target, 1);

  *target = (Target){ page, evidence, place };
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, why_not == NULL);
  if (why_not)
    gtk_widget_set_tooltip_text (button, why_not);
  g_signal_connect_data (button, "clicked", G_CALLBACK (on_show_clicked), target, free_target, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return button;
}

static char *
describe_place (const LscEvidencePlace *place)
{
  g_autofree char *rank = lsc_rank_name_get_title (place->rank, place->folder);
  g_autoptr (GString) text = g_string_new (rank);

  if (place->name)
    g_string_append_printf (text, " · %s", place->name);
  if (place->module)
    g_string_append_printf (text, " · %s", place->module);
  if (has_instance (place))
    {
      g_autofree char *length =
          lsc_format_duration (place->end_ns - place->begin_ns, LSC_TIME_UNIT_AUTO);

      g_string_append_printf (text, " · %s", length);
    }
  return lsc_visible_markup (text->str);
}

static GtkWidget *
make_evidence (LscAppPage *page, const LscEvidencePlace *place)
{
  GtkWidget *row = adw_action_row_new (), *button;
  g_autofree char *title = to_markup (place->text);
  g_autofree char *subtitle = describe_place (place);
  const char *why_not = lsc_evidence_why_not (page, place);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), *title != '\0' ? title : subtitle);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), *title != '\0' ? subtitle : "");
  gtk_widget_add_css_class (row, "finding-place");
  button = add_button (row, page, place, LSC_PLACE_SLICE, _ ("Show in Timeline"), why_not);
  add_button (row, page, place, LSC_PLACE_MODULES, _ ("Show in Modules"), why_not);
  if (gtk_widget_get_sensitive (button))
    adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  return row;
}

static void
add_text (GtkWidget *row, const char *title, const LscPhrase *phrase)
{
  GtkWidget *line;
  g_autofree char *text = NULL;

  if (!phrase)
    return;
  text = to_markup (phrase);
  line = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (line), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (line), text);
  gtk_widget_add_css_class (line, "finding-line");
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), line);
}

static GtkWidget *
make_pipeline_row (void)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_with_label (_ ("Show in Pipeline"));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("The pipeline's chart shows it"));
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), "win.show-page::pipeline");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  return row;
}

/* ---- what all pages can be narrowed to ---- */

/* One without a number is the only one: there is nothing to narrow. */
static gboolean
are_numbered (const GArray *ranks)
{
  for (guint i = 0; i < ranks->len; i++)
    if (!lsc_rank_is_told (g_array_index (ranks, gint64, i)))
      return FALSE;
  return ranks->len > 0;
}

static char *
name_only (gint64 rank)
{
  return rank >= 0 ? g_strdup_printf (_ ("Only Rank %" PRId64), rank)
                   : g_strdup_printf (_ ("Only %s"), lsc_rank_name_find (rank));
}

static void
append_ranks (GMenu *menu, const GArray *ranks)
{
  GVariant *numbers =
      g_variant_new_fixed_array (G_VARIANT_TYPE_INT64, ranks->data, ranks->len, sizeof (gint64));
  g_autofree char *text = ranks->len == 1
                              ? name_only (g_array_index (ranks, gint64, 0))
                              : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Only %u Rank",
                                                              "Only %u Ranks", ranks->len),
                                                 ranks->len);
  g_autoptr (GMenuItem) item = g_menu_item_new (text, NULL);

  g_menu_item_set_action_and_target_value (item, "win.only-ranks", numbers);
  g_menu_append_item (menu, item);
}

/* @seen: names that stand there already */
static void
append_name (GMenu *menu, GHashTable *seen, const char *action, const char *name)
{
  g_autofree char *shown = NULL, *text = NULL, *label = NULL;
  g_auto (GStrv) parts = NULL;
  g_autoptr (GMenuItem) item = NULL;

  if (!name || g_hash_table_size (seen) >= MOST_NAMES || g_hash_table_contains (seen, name))
    return;
  shown = lsc_visible_line (name);
  text = g_strdup_printf (_ ("Only %s"), shown);
  parts = g_strsplit (text, "_", -1); /* which are no keys of a menu */
  label = g_strjoinv ("__", parts);
  item = g_menu_item_new (label, NULL);
  g_hash_table_add (seen, g_strdup (name));
  g_menu_item_set_action_and_target (item, action, "s", name);
  g_menu_append_item (menu, item);
}

static GMenuModel *
make_narrowing (const LscFinding *finding)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GMenu *menu = g_menu_new ();

  if (are_numbered (finding->ranks))
    append_ranks (menu, finding->ranks);
  for (guint i = 0; i < finding->places->len; i++)
    append_name (menu, seen, "win.only-module",
                 ((const LscEvidencePlace *) finding->places->pdata[i])->module);
  for (guint i = 0; i < finding->places->len; i++)
    {
      const LscEvidencePlace *place = finding->places->pdata[i];

      append_name (menu, seen, "win.only-op", place->is_title ? NULL : place->name);
    }
  return G_MENU_MODEL (menu);
}

static GtkWidget *
make_narrow_button (const LscFinding *finding)
{
  g_autoptr (GMenuModel) menu = make_narrowing (finding);
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_widget_set_tooltip_text (button, _ ("Narrow all pages to this"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Narrow all pages to this"), -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, g_menu_model_get_n_items (menu) > 0);
  return button;
}

/* ---- what it unfolds into ---- */

/* Where all pages are narrowed to some ranks, places on these alone. */
static gboolean
is_place_chosen (LscAppPage *page, const LscEvidencePlace *place)
{
  LscSelection *selection = lsc_app_page_get_selection (page);

  return !selection || !(lsc_selection_get_parts (selection) & LSC_NARROW_RANKS) ||
         lsc_selection_has_rank (selection, place->rank);
}

static GtkWidget *
make_more (guint n)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more place", "%u more places", n), n);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               _ ("Narrow all pages to a rank to see where it shows this."));
  gtk_widget_add_css_class (row, "finding-place");
  return row;
}

static void
add_places (AdwExpanderRow *row, LscAppPage *page, const LscFinding *finding)
{
  guint n = 0;

  for (guint i = 0; i < finding->places->len; i++)
    {
      const LscEvidencePlace *place = g_ptr_array_index (finding->places, i);

      if (is_place_chosen (page, place) && ++n <= LSC_FINDING_MOST_PLACES)
        adw_expander_row_add_row (row, make_evidence (page, place));
    }
  if (n > LSC_FINDING_MOST_PLACES)
    adw_expander_row_add_row (row, make_more (n - LSC_FINDING_MOST_PLACES));
}

#define PAGE "lsc-page" /* of a row that was never unfolded */

/* Rows of what is folded would be made for nothing: there may be thousands of places. */
static void
on_unfolded (AdwExpanderRow *row, GParamSpec *pspec, const LscFinding *finding)
{
  LscAppPage *page = g_object_get_data (G_OBJECT (row), PAGE);

  if (!page || !adw_expander_row_get_expanded (row))
    return;
  g_object_set_data (G_OBJECT (row), PAGE, NULL);
  add_text (GTK_WIDGET (row), _ ("What to do"), finding->remedy);
  add_places (row, page, finding);
  if (finding->is_of_pipeline)
    adw_expander_row_add_row (row, make_pipeline_row ());
  add_text (GTK_WIDGET (row), _ ("What is not known"), finding->unknown);
}

/**
 * lsc_finding_row_new:
 * @page: below which the row goes
 * @finding: outlives the row
 *
 * Returns: (transfer floating): a row that unfolds into remedy, evidence and what is not known
 */
GtkWidget *
lsc_finding_row_new (LscAppPage *page, const LscFinding *finding)
{
  GtkWidget *row;
  g_autofree char *title = NULL;

  g_return_val_if_fail (LSC_IS_APP_PAGE (page) && finding, NULL);
  row = adw_expander_row_new ();
  title = to_markup (finding->text);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (finding->cause)
    adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), _ ("Included in the finding above"));
  lsc_labels_keep_units (row);
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (row), make_icon (finding));
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), make_share (finding));
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), make_narrow_button (finding));
  g_object_set_data (G_OBJECT (row), PAGE, page);
  g_signal_connect (row, "notify::expanded", G_CALLBACK (on_unfolded), (gpointer) finding);
  return row;
}
