/* count-threads.c - preloaded by a test: how many threads a program starts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef int (*Create) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

static atomic_int n_threads;

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*function) (void *),
                void *data)
{
  Create create;

  *(void **) &create = dlsym (RTLD_NEXT, "pthread_create");
  atomic_fetch_add (&n_threads, 1);
  return create (thread, attributes, function, data);
}

/* The count as the text of the file that the environment names. */
__attribute__ ((destructor)) static void
tell (void)
{
  const char *path = getenv ("LSC_TEST_THREADS_FILE");
  FILE *file = path ? fopen (path, "w") : NULL;

  if (!file)
    return;
  fprintf (file, "%d", atomic_load (&n_threads));
  fclose (file);
}
