#include "CAllocator.h"

#include <stdatomic.h>

void benchmark_touch(void *value) { __asm__ volatile("" : : "r"(value) : "memory"); }

__attribute__((noinline))
void benchmark_mark(void) { __asm__ volatile(""); }

#if defined(__APPLE__)
#include <malloc/malloc.h>

size_t allocator_bytes_in_use(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
}
#else
#include <malloc.h>

size_t allocator_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#endif

static atomic_bool is_counting;
static atomic_uint_fast64_t allocations;
static atomic_uint_fast64_t bytes;

void allocator_begin_counting(void) {
  atomic_store(&allocations, 0);
  atomic_store(&bytes, 0);
  atomic_store(&is_counting, true);
}

struct allocator_counts allocator_end_counting(void) {
  atomic_store(&is_counting, false);
  return (struct allocator_counts){atomic_load(&allocations), atomic_load(&bytes)};
}

#if defined(__GLIBC__) || defined(__gnu_linux__)

// The linker prefers these functions to the C library's, which do the work, as in
// Tests/Support/Allocations.

#include <errno.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static inline void note(size_t size) {
  // Times are measured with the same functions: while nothing is counted, one branch.
  if (__builtin_expect(!atomic_load_explicit(&is_counting, memory_order_relaxed), 1)) return;
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  note(size);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
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

bool allocator_can_count(void) { return true; }

#else

bool allocator_can_count(void) { return false; }

#endif
