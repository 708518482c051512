#define _POSIX_C_SOURCE 200809L
#include "threads.h"

#include <dirent.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern char** environ;

void run_threads(int count, void* (*work)(void*), void** contexts) {
  pthread_t* threads = calloc((size_t)count, sizeof *threads);
  for (int i = 0; i < count; ++i) {
    if (pthread_create(&threads[i], NULL, work, contexts[i]) != 0) abort();
  }
  for (int i = 0; i < count; ++i) pthread_join(threads[i], NULL);
  free(threads);
}

static int64_t sum_of(const char* text) {
  int64_t sum = 0;
  for (int64_t place = 1; *text != '\0'; ++text, ++place) sum += place * (unsigned char)*text;
  return sum;
}

process_state state_of_process(void) {
  process_state state = {0, 0, 0, 0, 0};
  DIR* tasks = opendir("/proc/self/task");
  if (tasks == NULL) abort();
  while (readdir(tasks) != NULL) ++state.threads;
  closedir(tasks);
  for (int number = 1; number < 32; ++number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL) state.signals |= (int64_t)1 << number;
  }
  for (char** entry = environ; *entry != NULL; ++entry) state.environment += sum_of(*entry);
  state.locale = sum_of(setlocale(LC_ALL, NULL));
  state.rounding = fegetround();
  return state;
}
