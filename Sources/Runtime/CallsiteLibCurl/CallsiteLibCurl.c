#define _GNU_SOURCE
#include "CallsiteLibCurl.h"

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

// The runtime uses it on Linux; `callsite mock --record` on macOS too, whose libcurl is part of the system.
#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#if defined(__APPLE__)
#define LINKED(NAME) NULL
#define LINKED_WEAKLY(NAME) NULL
#define DECLARE(NAME, RESULT, PARAMETERS) static RESULT(*found_##NAME) PARAMETERS;
#else
// A symbol that is nowhere in the program is NULL, rather than an error of the linker. Who links libcurl.a into a static executable defines
// CALLSITE_LINKS_CURL: only symbols that must be there take members out of an archive.
#ifdef CALLSITE_LINKS_CURL
#define OPTIONAL
#define LINKED(NAME) NAME
#else
#define OPTIONAL __attribute__((weak))
#define LINKED(NAME) (&NAME != NULL ? NAME : NULL)
#endif
#define LINKED_WEAKLY(NAME) (&NAME != NULL ? NAME : NULL)
#define DECLARE(NAME, RESULT, PARAMETERS)                                                                                                  \
    extern RESULT NAME PARAMETERS OPTIONAL;                                                                                                \
    static RESULT(*found_##NAME) PARAMETERS;
#endif

// What curl_multi_info_read returns.
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

// Name, result, parameters: as curl.h and multi.h declare them, its enums and opaque types as what they are in C.
#define LIBCURL(FUNCTION)                                                                                                                  \
    FUNCTION(curl_global_init, int, (long flags))                                                                                          \
    FUNCTION(curl_easy_init, void *, (void))                                                                                               \
    FUNCTION(curl_easy_cleanup, void, (void *easy))                                                                                        \
    FUNCTION(curl_easy_pause, int, (void *easy, int mask))                                                                                 \
    FUNCTION(curl_easy_setopt, int, (void *easy, int option, ...))                                                                         \
    FUNCTION(curl_easy_getinfo, int, (void *easy, int info, ...))                                                                          \
    FUNCTION(curl_easy_strerror, const char *, (int code))                                                                                 \
    FUNCTION(curl_multi_init, void *, (void))                                                                                              \
    FUNCTION(curl_multi_cleanup, int, (void *multi))                                                                                       \
    FUNCTION(curl_multi_setopt, int, (void *multi, int option, ...))                                                                       \
    FUNCTION(curl_multi_add_handle, int, (void *multi, void *easy))                                                                        \
    FUNCTION(curl_multi_remove_handle, int, (void *multi, void *easy))                                                                     \
    FUNCTION(curl_multi_perform, int, (void *multi, int *running))                                                                         \
    FUNCTION(curl_multi_poll, int, (void *multi, void *extra, unsigned extra_count, int milliseconds, int *ready))                         \
    FUNCTION(curl_multi_wakeup, int, (void *multi))                                                                                        \
    FUNCTION(curl_multi_info_read, struct message *, (void *multi, int *left))                                                             \
    FUNCTION(curl_slist_append, void *, (void *list, const char *line))                                                                    \
    FUNCTION(curl_slist_free_all, void, (void *list))                                                                                      \
    FUNCTION(curl_version, char *, (void))

LIBCURL(DECLARE)

// zlib's functions, of the same kind. They are always weak: whatever libcurl.a needs of libz.a is in the program already.
#define ZLIB(FUNCTION)                                                                                                                     \
    FUNCTION(inflateInit2_, int, (void *stream, int window_bits, const char *version, int stream_size))                                    \
    FUNCTION(inflate, int, (void *stream, int flush))                                                                                      \
    FUNCTION(inflateEnd, int, (void *stream))

#if !defined(__APPLE__)
#undef OPTIONAL
#define OPTIONAL __attribute__((weak))
#endif
ZLIB(DECLARE)

static int set_long(void *easy, int option, long value) { return found_curl_easy_setopt(easy, option, value); }
static int set_offset(void *easy, int option, int64_t value) { return found_curl_easy_setopt(easy, option, value); }
static int set_pointer(void *easy, int option, const void *value) { return found_curl_easy_setopt(easy, option, value); }
static int set_data_callback(void *easy, int option, callsite_curl_data_callback *callback) {
    return found_curl_easy_setopt(easy, option, callback);
}
static int set_seek_callback(void *easy, int option, callsite_curl_seek_callback *callback) {
    return found_curl_easy_setopt(easy, option, callback);
}
static int set_prerequest_callback(void *easy, int option, callsite_curl_prerequest_callback *callback) {
    return found_curl_easy_setopt(easy, option, callback);
}
static int set_socket_callback(void *easy, int option, callsite_curl_socket_callback *callback) {
    return found_curl_easy_setopt(easy, option, callback);
}
static int set_close_callback(void *easy, int option, callsite_curl_close_callback *callback) {
    return found_curl_easy_setopt(easy, option, callback);
}
static int get_long(void *easy, int info, long *value) { return found_curl_easy_getinfo(easy, info, value); }
static int get_string(void *easy, int info, const char **value) { return found_curl_easy_getinfo(easy, info, value); }
static int multi_set_long(void *multi, int option, long value) { return found_curl_multi_setopt(multi, option, value); }
static int multi_poll(void *multi, int milliseconds) { return found_curl_multi_poll(multi, NULL, 0, milliseconds, NULL); }
static void *multi_ended(void *multi, int *result) {
    int left = 0;
    struct message *message = found_curl_multi_info_read(multi, &left);
    // The only kind there is: CURLMSG_DONE.
    if (!message || message->kind != 1) return NULL;
    *result = message->data.result;
    return message->easy;
}
static const char *version(void) { return found_curl_version(); }

static callsite_curl_functions functions;
static char problem[256];

static void find_zlib(void *libcurl) {
#if defined(__APPLE__)
    static const char name[] = "/usr/lib/libz.1.dylib";
#else
    static const char name[] = "libz.so.1";
#endif
#define LINKED_ZLIB(NAME, RESULT, PARAMETERS) found_##NAME = LINKED_WEAKLY(NAME);
#define FIND_ZLIB(NAME, RESULT, PARAMETERS)                                                                                                \
    if (!found_##NAME) found_##NAME = (RESULT(*) PARAMETERS)dlsym(library, #NAME);
    ZLIB(LINKED_ZLIB)
    if (found_inflateInit2_ && found_inflate && found_inflateEnd) return;
    // libcurl's own comes before another one: it is in memory already. RTLD_DEFAULT may be NULL.
    int is_there = dlsym(libcurl, "inflate") != NULL;
    void *library = is_there ? libcurl : dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (is_there || library) {
        ZLIB(FIND_ZLIB)
    }
}

#if !defined(__APPLE__)
extern int OPENSSL_init_crypto(uint64_t options, const void *settings) __attribute__((weak));
#endif

// OpenSSL frees what it has when the process ends, also where a thread is amid TLS, which then reads what is gone. Nobody needs it freed.
static void keep_openssl(void *libcurl) {
#if !defined(__APPLE__)
    int (*begin)(uint64_t, const void *) = OPENSSL_init_crypto;
    if (!begin) begin = (int (*)(uint64_t, const void *))dlsym(libcurl, "OPENSSL_init_crypto");
    // OPENSSL_INIT_NO_ATEXIT, since 1.1.1.
    if (begin) begin(0x80000, NULL);
#else
    (void)libcurl;
#endif
}

static void find(void) {
    // One that is in the program, by linking or since another library needs it; else that of the system, whichever TLS it was built with.
#if defined(__APPLE__)
    static const char *const names[] = {"/usr/lib/libcurl.4.dylib"};
#else
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"};
#endif
    void *library = RTLD_DEFAULT;
    if (!LINKED(curl_multi_wakeup) && !dlsym(library, "curl_multi_wakeup")) {
        library = NULL;
        for (size_t at = 0; !library && at < sizeof names / sizeof *names; at++) {
            library = dlopen(names[at], RTLD_NOW | RTLD_LOCAL);
            const char *reason = library ? NULL : dlerror();
            if (reason && !*problem) snprintf(problem, sizeof problem, "%s", reason);
        }
        functions.problem = problem;
        if (!library) return;
    }
    const char *missing = NULL;
#define FIND(NAME, RESULT, PARAMETERS)                                                                                                     \
    found_##NAME = LINKED(NAME);                                                                                                           \
    if (!found_##NAME) found_##NAME = (RESULT(*) PARAMETERS)dlsym(library, #NAME);                                                          \
    if (!found_##NAME) missing = #NAME;
    LIBCURL(FIND)
    if (missing) {
        snprintf(problem, sizeof problem, "it has no %s: version 7.68 or newer is needed", missing);
        functions.problem = problem;
        return;
    }
    find_zlib(library);
    keep_openssl(library);
    // CURL_GLOBAL_DEFAULT
    if (found_curl_global_init(3) != 0) {
        functions.problem = "curl_global_init fails";
        return;
    }
    functions = (callsite_curl_functions){
        (sizeof functions - offsetof(callsite_curl_functions, easy_init)) / sizeof(void *),
        NULL,
        found_curl_easy_init,
        found_curl_easy_cleanup,
        found_curl_easy_pause,
        set_long,
        set_offset,
        set_pointer,
        set_data_callback,
        set_seek_callback,
        set_prerequest_callback,
        set_socket_callback,
        set_close_callback,
        get_long,
        get_string,
        found_curl_easy_strerror,
        found_curl_multi_init,
        found_curl_multi_cleanup,
        multi_set_long,
        found_curl_multi_add_handle,
        found_curl_multi_remove_handle,
        found_curl_multi_perform,
        multi_poll,
        found_curl_multi_wakeup,
        multi_ended,
        found_curl_slist_append,
        found_curl_slist_free_all,
        version,
        found_inflateInit2_,
        found_inflate,
        found_inflateEnd,
    };
}

const callsite_curl_functions *callsite_curl(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    return &functions;
}

#else

static const callsite_curl_functions none = {0, "libcurl is used on Linux and macOS only"};

const callsite_curl_functions *callsite_curl(void) { return &none; }

#endif
