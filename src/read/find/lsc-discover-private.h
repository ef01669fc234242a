/* lsc-discover-private.h - shared by the parts of discovery
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/lsc-open.h"

G_BEGIN_DECLS

#define LSC_OUTPUT_FOLDER "ASCEND_PROFILER_OUTPUT"
#define LSC_RESULT_FOLDER "cluster_analysis_output"
#define LSC_EXPORT_FOLDER "mindstudio_profiler_output"

/** Files of unknown name that are looked into. */
#define LSC_MOST_SNIFFED 20000U

/** Files that are no recordings and are looked at for what they are instead. */
#define LSC_MOST_FOREIGN 256U

/** The entries of one folder. */
typedef struct
{
  GPtrArray *files;   /* char *, base names, sorted */
  GPtrArray *folders; /* the same */
} LscListing;

/** One search. */
typedef struct
{
  LscProject *project;
  LscJob *job;
  const LscOpNames *names; /* (nullable): of ops */
  GPtrArray *jobs;         /* LscCluster: of op timelines */
  GPtrArray *sources;      /* LscSource: found and readable, not yet in a cluster */
  GPtrArray *own_files;    /* char *: databases of our own, met in folders */
  GPtrArray *name_files;   /* LscNameFile: what names kernels of graphs, with whose it may be */
  GHashTable *seen;        /* folders by device and inode */
  GHashTable *others;      /* endings of files that are nothing of ours, with counts */
  char *real_root;
  guint n_entries;    /* looked at in vain: those of results do not count */
  guint most_entries; /* of them */
  guint n_folders;
  guint n_sniffed;
  guint n_foreign; /* files that were looked at for what they are instead */
  guint n_too_deep;
  guint n_links_left;
  GPtrArray *results; /* char *: results of an analysis: folders, or files where they are met */
  gboolean is_cut;
} LscDiscovery;

/* lsc-discover.c */
LscProject *_lsc_discovery_run (const char *path, guint most_entries, const LscOpNames *names,
                                LscJob *job, GError **error);

/* lsc-discover-list.c */
void _lsc_listing_clear (LscListing *self);
gboolean _lsc_listing_has (GPtrArray *names, const char *name);
gboolean _lsc_discovery_list (LscDiscovery *self, const char *path, LscListing *listing);
void _lsc_discovery_add_notice (LscDiscovery *self, LscSeverity severity, const char *code,
                                const char *file, const char *what, const char *why,
                                const char *remedy);
void _lsc_discovery_add_loss (LscDiscovery *self, const char *code, const char *file,
                              const char *what, const char *why, const char *remedy);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscListing, _lsc_listing_clear)

/* lsc-discover-results.c */
void _lsc_discovery_note_result (LscDiscovery *self, const char *path);
char *_lsc_discovery_describe_results (const LscDiscovery *self);

/* lsc-discover-source.c */
void _lsc_discovery_add_source (LscDiscovery *self, LscSource *source, const LscListing *folder);
void _lsc_discovery_add_own (LscDiscovery *self, const char *folder, const char *file);
void _lsc_discovery_add_extract (LscDiscovery *self, const char *folder, const char *file);

/* lsc-discover-protect.c */
void _lsc_discovery_protect_source (const LscSource *source);
void _lsc_discovery_protect_files (const char *folder, const LscListing *listing);

/* lsc-discover-take.c */
void _lsc_discovery_take_result (LscDiscovery *self, const char *folder, const char *output);
guint _lsc_discovery_take_files (LscDiscovery *self, const char *folder, const LscListing *listing);
gboolean _lsc_discovery_take_raw (LscDiscovery *self, const char *folder,
                                  const LscListing *listing);
void _lsc_discovery_take_foreign (LscDiscovery *self, const char *path);
void _lsc_discovery_take_own (LscDiscovery *self);
gboolean _lsc_discovery_take_file (LscDiscovery *self, const char *path, GError **error);

/* lsc-discover-names.c */
gboolean _lsc_discovery_take_capture (LscDiscovery *self, const char *path);
gboolean _lsc_discovery_has_traces (const LscDiscovery *self, const char *folder);
gboolean _lsc_discovery_take_notes (LscDiscovery *self, const char *path, const char *folder);
void _lsc_discovery_find_names (LscDiscovery *self, const char *path, const LscListing *around);
void _lsc_discovery_give_names (LscDiscovery *self);

/* lsc-discover-jobs.c */
gboolean _lsc_discovery_add_job (LscDiscovery *self, const char *folder, const char *file,
                                 GError **error);
void _lsc_discovery_take_jobs (LscDiscovery *self);

/* lsc-discover-text.c */
const char *_lsc_listing_choose (const LscListing *self, LscFormat *format);
GStrv _lsc_listing_get_parts (const LscListing *self, const char *folder, const char *name);

/* lsc-discover-archive.c */
gboolean _lsc_is_archive_name (const char *name);
gboolean _lsc_discovery_take_archive (LscDiscovery *self, const char *path, GError **error);

/* lsc-discover-ranks.c */
void _lsc_discovery_split_devices (LscDiscovery *self);
void _lsc_discovery_sort_out (LscDiscovery *self, const char *path, GPtrArray *sources);

/* lsc-discover-clusters.c */
char *_lsc_discovery_describe_cut (const LscDiscovery *self);
void _lsc_discovery_count_other (LscDiscovery *self, const char *name);
void _lsc_discovery_drop_strays (LscDiscovery *self);
void _lsc_discovery_make_clusters (LscDiscovery *self);
void _lsc_discovery_report_unread (LscDiscovery *self);
void _lsc_discovery_set_nothing (LscDiscovery *self, int depth, GError **error);

G_END_DECLS
