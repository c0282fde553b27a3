#include "AllocationCounter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

// On Linux with glibc a program may define malloc itself, and all libraries use it. These only count, and pass on. Elsewhere, and where a
// sanitizer does the same, nothing is counted.

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static _Thread_local bool is_counting;
static _Thread_local AllocationCount counted;

void allocation_count_begin(void) {
    counted = (AllocationCount){0, 0};
    is_counting = true;
}

AllocationCount allocation_count_end(void) {
    is_counting = false;
    return counted;
}

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(size_t size) {
    if (is_counting) {
        counted.count += 1;
        counted.bytes += (int64_t)size;
    }
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count(size);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count(size);
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL && size > 0 ? ENOMEM : 0;
}

#endif
