// What Embedded Swift takes from C, for WebAssembly without an operating system.
#include "shim.h"

// The loops are volatile: a compiler would make calls of these functions of them.
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    for (size_t at = 0; at < count; at++) ((volatile char *)to)[at] = ((const char *)from)[at];
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    if (to < from) return memcpy(to, from, count);
    while (count--) ((volatile char *)to)[count] = ((const char *)from)[count];
    return to;
}

void *memset(void *to, int byte, size_t count) {
    for (size_t at = 0; at < count; at++) ((volatile char *)to)[at] = byte;
    return to;
}

int memcmp(const void *left, const void *right, size_t count) {
    for (size_t at = 0; at < count; at++) {
        int difference = ((const unsigned char *)left)[at] - ((const unsigned char *)right)[at];
        if (difference) return difference;
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

// Nothing is freed, but all at once by `reset`.
extern unsigned char __heap_base;
static size_t top, start;

int posix_memalign(void **out, size_t alignment, size_t size) {
    if (!top) top = (size_t)&__heap_base;
    size_t place = (top + alignment - 1) & ~(alignment - 1);
    top = place + size;
    size_t have = __builtin_wasm_memory_size(0) << 16;
    if (top > have && __builtin_wasm_memory_grow(0, (top - have + 65535) >> 16) == (size_t)-1) return 12;
    *out = (void *)place;
    return 0;
}

void *malloc(size_t size) {
    void *place;
    return posix_memalign(&place, 16, size) ? 0 : place;
}

void free(void *place) {}

__attribute__((export_name("keep"))) void keep(void) { start = top; }
__attribute__((export_name("reset"))) void reset(void) { top = start; }

void arc4random_buf(void *bytes, size_t count) { memset(bytes, 7, count); }
int putchar(int byte) { return byte; }
uintptr_t __stack_chk_guard = 0x1234;
void __stack_chk_fail(void) { __builtin_trap(); }

double round(double number) {
    double size = __builtin_fabs(number), whole = __builtin_floor(size + 0.5);
    if (size != size || size >= 4503599627370496.0) return number;
    return __builtin_copysign(whole - size > 0.5 ? whole - 1 : whole, number);
}

// The product of two numbers of 128 bits.
typedef unsigned long long word;
void __multi3(word *out, word low, word high, word otherLow, word otherHigh) {
    word a = low & 0xffffffff, b = low >> 32, c = otherLow & 0xffffffff, d = otherLow >> 32;
    word first = a * c, second = b * c + (first >> 32), third = a * d + (second & 0xffffffff);
    out[0] = third << 32 | (first & 0xffffffff);
    out[1] = b * d + (second >> 32) + (third >> 32) + high * otherLow + low * otherHigh;
}
