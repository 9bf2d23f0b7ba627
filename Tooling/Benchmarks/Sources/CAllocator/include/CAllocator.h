#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns how many bytes of the heap are in use, by the C library's allocator.
size_t allocator_bytes_in_use(void);

/// Allocations of all threads, and the bytes that they asked for.
struct allocator_counts {
  uint64_t allocations;
  uint64_t bytes;
};

/// Returns whether allocations can be counted on this platform.
bool allocator_can_count(void);

/// Counts from zero.
void allocator_begin_counting(void);

/// Ends counting, and returns the counts.
struct allocator_counts allocator_end_counting(void);

/// Does nothing with a value in memory, which the optimiser cannot know.
void benchmark_touch(void *value);

/// Does nothing. Callgrind counts from one call to the next.
void benchmark_mark(void);
