// A library to preload (LD_PRELOAD) that makes system calls fail, or the program die, at a chosen place of its work on
// chosen files:
//   GNNIR_FAULT_FILE=checkpoint   calls count if they are about a file with this in its name, or, after such a file was
//                                 renamed, about the folder that is opened next, in the same thread
//   GNNIR_FAULT_AT=7              what happens, happens at the 7th call that counts
//   GNNIR_FAULT_DO=…              kill-before, kill-after: SIGKILL; ENOSPC, EIO, EINTR: the call fails, once;
//                                 short: a write writes half of what it should, once; every-short: all writes write at
//                                 most 1000 bytes
//   GNNIR_FAULT_SAVES=1           SIGKILL instead of another temporary file, after this many
//   GNNIR_FAULT_LOG=PATH          one line per call that counts: number, name, path
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { max_descriptors = 4096, short_write = 1000 };

static atomic_int calls;
static atomic_int temporary_files;
static atomic_bool watched[max_descriptors];
static _Thread_local int folder_is_next;

// The libc's own function of the name.
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_watched_path(const char* path) {
  const char* word = getenv("GNNIR_FAULT_FILE");
  const char* slash = strrchr(path, '/');
  return word != NULL && strstr(slash != NULL ? slash + 1 : path, word) != NULL;
}

static int is_watched(int fd) { return fd >= 0 && fd < max_descriptors && watched[fd]; }

static int watch(int fd) {
  if (fd >= 0 && fd < max_descriptors) watched[fd] = 1;
  return fd;
}

static int does(const char* what) {
  const char* wanted = getenv("GNNIR_FAULT_DO");
  return wanted != NULL && strcmp(wanted, what) == 0;
}

static void log_call(int number, const char* name, const char* path) {
  const char* file = getenv("GNNIR_FAULT_LOG");
  if (file == NULL) return;
  char line[1024];
  const int size = snprintf(line, sizeof line, "%d %s %s\n", number, name, path);
  const int fd = REAL(open)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return;
  if (REAL(write)(fd, line, (size_t)size) != size) abort();  // a wrong log would be a wrong test
  REAL(close)(fd);
}

static void log_call_on(int number, const char* name, int fd) {
  char link[64];
  char path[768] = "?";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size > 0) path[size] = '\0';
  log_call(number, name, path);
}

static int counted(void) { return atomic_fetch_add(&calls, 1) + 1; }

static int is_chosen(int number) {
  const char* at = getenv("GNNIR_FAULT_AT");
  return at != NULL && atoi(at) == number;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static void die_if(int number, const char* what) {
  if (is_chosen(number) && does(what)) die();
}

static void die_after_enough_saves(void) {
  const char* enough = getenv("GNNIR_FAULT_SAVES");
  if (enough != NULL && temporary_files >= atoi(enough)) die();
}

// The reason for which this call is to fail, or 0.
static int failure(int number) {
  if (!is_chosen(number)) return 0;
  if (does("ENOSPC")) return ENOSPC;
  if (does("EIO")) return EIO;
  if (does("EINTR")) return EINTR;
  return 0;
}

// What a function that returns an int does at call `number`: its result is `call`, unless the call is to fail.
#define PERFORM(number, result, call)               \
  do {                                              \
    die_if(number, "kill-before");                  \
    const int reason = failure(number);             \
    result = reason == 0 ? (call) : -1;             \
    const int error = reason != 0 ? reason : errno; \
    die_if(number, "kill-after");                   \
    errno = error;                                  \
  } while (0)

static int open_counted(int (*real)(const char*, int, ...), const char* path, int flags, mode_t mode) {
  const int is_folder = (flags & O_DIRECTORY) != 0 && folder_is_next;
  if (!is_folder && !is_watched_path(path)) return real(path, flags, mode);
  if (is_folder) folder_is_next = 0;
  const int number = counted();
  log_call(number, is_folder ? "open-folder" : "open", path);
  int fd;
  PERFORM(number, fd, real(path, flags, mode));
  return watch(fd);
}

// Only these flags come with a mode.
static mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_counted(REAL(open), path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_counted(REAL(open64), path, flags, mode);
}

static int mkstemp_counted(int (*real)(char*), char* name) {
  if (!is_watched_path(name)) return real(name);
  die_after_enough_saves();
  const int number = counted();
  log_call(number, "mkstemp", name);
  int fd;
  PERFORM(number, fd, real(name));
  if (fd >= 0) {
    ++temporary_files;
  } else {
    memset(name + strlen(name) - 6, 'a', 6);  // as glibc leaves it: a second attempt needs a new template
  }
  return watch(fd);
}

int mkstemp(char* name) { return mkstemp_counted(REAL(mkstemp), name); }
int mkstemp64(char* name) { return mkstemp_counted(REAL(mkstemp64), name); }

ssize_t write(int fd, const void* bytes, size_t size) {
  if (!is_watched(fd)) return REAL(write)(fd, bytes, size);
  const int number = counted();
  log_call_on(number, "write", fd);
  if (is_chosen(number) && does("short")) size = (size + 1) / 2;
  if (does("every-short") && size > short_write) size = short_write;
  ssize_t written;
  PERFORM(number, written, REAL(write)(fd, bytes, size));
  return written;
}

int fchmod(int fd, mode_t mode) {
  if (!is_watched(fd)) return REAL(fchmod)(fd, mode);
  const int number = counted();
  log_call_on(number, "fchmod", fd);
  int result;
  PERFORM(number, result, REAL(fchmod)(fd, mode));
  return result;
}

int fsync(int fd) {
  if (!is_watched(fd)) return REAL(fsync)(fd);
  const int number = counted();
  log_call_on(number, "fsync", fd);
  int result;
  PERFORM(number, result, REAL(fsync)(fd));
  return result;
}

int close(int fd) {
  if (!is_watched(fd)) return REAL(close)(fd);
  const int number = counted();
  log_call_on(number, "close", fd);
  watched[fd] = 0;
  int result;
  PERFORM(number, result, REAL(close)(fd));
  // Whatever it says, Linux has given the descriptor back.
  if (failure(number) != 0) {
    REAL(close)(fd);
    errno = failure(number);
  }
  return result;
}

int rename(const char* from, const char* to) {
  if (!is_watched_path(from) && !is_watched_path(to)) return REAL(rename)(from, to);
  const int number = counted();
  log_call(number, "rename", to);
  int result;
  PERFORM(number, result, REAL(rename)(from, to));
  folder_is_next = result == 0;
  return result;
}

static int remove_counted(const char* name, int (*real)(const char*), const char* path) {
  if (!is_watched_path(path)) return real(path);
  const int number = counted();
  log_call(number, name, path);
  int result;
  PERFORM(number, result, real(path));
  return result;
}

int unlink(const char* path) { return remove_counted("unlink", REAL(unlink), path); }
int remove(const char* path) { return remove_counted("remove", REAL(remove), path); }
