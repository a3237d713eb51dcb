/*
 * Disk flushes that fail, for the durability drill: loaded into a process with LD_PRELOAD, it makes the next `to_fail` flushes fail
 * with EIO, as the file of FLUSH_FILE says. As on a real disk, a flush that fails loses what it should have written: the process's own
 * writes since the last flush of the file are undone, unless they were written over.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 4096
#define WRITES 4096

/* Shared by all processes of a database. A file has flushed the writes that know an older number of its flushes. */
struct control {
  int32_t to_fail;
  /* If set, flushes of the write-ahead log succeed. */
  int32_t spares_log;
  int32_t failed;
  int32_t lost;
  uint32_t flushes[FILES];
};
static struct control *control;

struct written {
  ino_t file;
  off_t offset;
  size_t length;
  uint32_t flushes;
  char *before;
  char *after;
};
static struct written written[WRITES];
static unsigned next;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);

__attribute__((constructor)) static void open_control(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite");
  const char *path = getenv("FLUSH_FILE");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) control = memory;
}

static void forget(struct written *one) {
  free(one->before);
  free(one->after);
  memset(one, 0, sizeof *one);
}

/* Call it before the write. */
static void note(int fd, const void *bytes, size_t length, off_t offset) {
  struct stat file;
  if (!control || length == 0 || fstat(fd, &file) || !S_ISREG(file.st_mode)) return;
  int error = errno;
  char *before = calloc(1, length), *after = malloc(length);
  /* Zeros past the end. */
  if (before && after && pread(fd, before, length, offset) >= 0) {
    memcpy(after, bytes, length);
    pthread_mutex_lock(&mutex);
    struct written *one = &written[next++ % WRITES];
    forget(one);
    *one = (struct written){file.st_ino, offset, length, control->flushes[file.st_ino % FILES], before, after};
    pthread_mutex_unlock(&mutex);
  } else {
    free(before);
    free(after);
  }
  errno = error;
}

static void note_all(int fd, const struct iovec *parts, int count, off_t offset) {
  for (int part = 0; part < count; part++) {
    note(fd, parts[part].iov_base, parts[part].iov_len, offset);
    offset += parts[part].iov_len;
  }
}

/* Forgets the writes of a file. Undoes those that no flush has covered, the latest first. */
static void lose(int fd, ino_t file, int is_lost) {
  pthread_mutex_lock(&mutex);
  for (unsigned age = 1; age <= WRITES && age <= next; age++) {
    struct written *one = &written[(next - age) % WRITES];
    if (one->file != file || !one->before) continue;
    char *now = is_lost && one->flushes == control->flushes[file % FILES] ? malloc(one->length) : NULL;
    if (now && pread(fd, now, one->length, one->offset) == (ssize_t)one->length && !memcmp(now, one->after, one->length) &&
        real_pwrite(fd, one->before, one->length, one->offset) == (ssize_t)one->length)
      __atomic_add_fetch(&control->lost, 1, __ATOMIC_SEQ_CST);
    free(now);
    forget(one);
  }
  pthread_mutex_unlock(&mutex);
}

static int is_log(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  return strstr(path, "/pg_wal/") != NULL;
}

static int is_to_fail(int fd) {
  if (control->to_fail <= 0 || (control->spares_log && is_log(fd))) return 0;
  int32_t left = __atomic_load_n(&control->to_fail, __ATOMIC_SEQ_CST);
  while (left > 0)
    if (__atomic_compare_exchange_n(&control->to_fail, &left, left - 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 1;
  return 0;
}

static int flush(int fd, const char *name) {
  int (*real)(int) = dlsym(RTLD_NEXT, name);
  struct stat file;
  if (!control || fstat(fd, &file) || !S_ISREG(file.st_mode)) return real(fd);
  if (is_to_fail(fd)) {
    lose(fd, file.st_ino, 1);
    __atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST);
    errno = EIO;
    return -1;
  }
  int result = real(fd);
  if (result == 0) {
    __atomic_add_fetch(&control->flushes[file.st_ino % FILES], 1, __ATOMIC_SEQ_CST);
    lose(fd, file.st_ino, 0);
  }
  return result;
}

int fsync(int fd) { return flush(fd, "fsync"); }
int fdatasync(int fd) { return flush(fd, "fdatasync"); }

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  note(fd, bytes, length, offset);
  return real_pwrite(fd, bytes, length, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) { return pwrite(fd, bytes, length, offset); }

ssize_t write(int fd, const void *bytes, size_t length) {
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  off_t offset = control ? lseek(fd, 0, SEEK_CUR) : -1;
  if (offset >= 0) note(fd, bytes, length, offset);
  return real(fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  ssize_t (*real)(int, const struct iovec *, int) = dlsym(RTLD_NEXT, "writev");
  off_t offset = control ? lseek(fd, 0, SEEK_CUR) : -1;
  if (offset >= 0) note_all(fd, parts, count, offset);
  return real(fd, parts, count);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  ssize_t (*real)(int, const struct iovec *, int, off_t) = dlsym(RTLD_NEXT, "pwritev");
  note_all(fd, parts, count, offset);
  return real(fd, parts, count, offset);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev(fd, parts, count, offset); }
