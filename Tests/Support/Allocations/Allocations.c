#include "Allocations.h"

#include <stddef.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

static _Thread_local uint64_t count;

uint64_t allocations_of_this_thread(void) { return count; }

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)

// A sanitizer replaces the allocator. Its hooks report each allocation.

int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void *, size_t), void (*free_hook)(const volatile void *));

static bool is_installed;

__attribute__((no_sanitize("thread", "address")))
static void note_malloc(const volatile void *block, size_t size) { count += 1; }

static void note_free(const volatile void *block) {}

__attribute__((constructor))
static void install(void) {
  is_installed = __sanitizer_install_malloc_and_free_hooks(note_malloc, note_free) != 0;
}

bool allocations_are_counted(void) { return is_installed; }

#elif defined(__APPLE__)

// The hook that the allocator calls for tools that log allocations.

typedef void (malloc_logger_t)(
    uint32_t type, uintptr_t zone, uintptr_t first, uintptr_t second, uintptr_t result,
    uint32_t skipped_frames);

extern malloc_logger_t *malloc_logger;

static const uint32_t allocation_type = 2;

static void note(
    uint32_t type, uintptr_t zone, uintptr_t first, uintptr_t second, uintptr_t result,
    uint32_t skipped_frames) {
  if (type & allocation_type) count += 1;
}

__attribute__((constructor))
static void install(void) {
  if (malloc_logger == NULL) malloc_logger = note;
}

bool allocations_are_counted(void) { return malloc_logger == note; }

#elif defined(__GLIBC__) || defined(__gnu_linux__)

// The linker prefers these functions to the C library's, which do the work. The blocks they return
// are the C library's own, so that its `free` fits.

#include <errno.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count += 1;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count += 1;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void *block = memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

bool allocations_are_counted(void) { return true; }

#else

bool allocations_are_counted(void) { return false; }

#endif
