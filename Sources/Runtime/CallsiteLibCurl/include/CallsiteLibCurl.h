// The functions of libcurl that CallsiteRuntime calls, found when the program runs: nothing of libcurl, not even its headers, is needed to
// build. Functions of variable arguments have a wrapper for each kind of argument, so that each call is what the platform's ABI says.
#ifndef CALLSITE_CURL_H
#define CALLSITE_CURL_H

#include <stddef.h>
#include <stdint.h>

typedef size_t callsite_curl_data_callback(char *bytes, size_t size, size_t count, void *context);
typedef int callsite_curl_seek_callback(void *context, int64_t offset, int origin);
typedef int callsite_curl_socket_callback(void *context, int socket, int purpose);
typedef int callsite_curl_close_callback(void *context, int socket);
typedef int callsite_curl_prerequest_callback(void *context, char *remote_ip, char *local_ip, int remote_port, int local_port);

/// `Curl` in CallsiteRuntime/Sending/Curl.swift reads these in this order.
typedef struct {
    /// How many functions follow; 0: there is no libcurl.
    size_t count;
    /// Why there is no libcurl; else NULL.
    const char *problem;

    void *(*easy_init)(void);
    void (*easy_cleanup)(void *easy);
    int (*easy_pause)(void *easy, int mask);
    int (*set_long)(void *easy, int option, long value);
    int (*set_offset)(void *easy, int option, int64_t value);
    int (*set_pointer)(void *easy, int option, const void *value);
    int (*set_data_callback)(void *easy, int option, callsite_curl_data_callback *callback);
    int (*set_seek_callback)(void *easy, int option, callsite_curl_seek_callback *callback);
    int (*set_prerequest_callback)(void *easy, int option, callsite_curl_prerequest_callback *callback);
    int (*set_socket_callback)(void *easy, int option, callsite_curl_socket_callback *callback);
    int (*set_close_callback)(void *easy, int option, callsite_curl_close_callback *callback);
    int (*get_long)(void *easy, int info, long *value);
    int (*get_string)(void *easy, int info, const char **value);
    const char *(*error_text)(int code);

    void *(*multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_set_long)(void *multi, int option, long value);
    int (*multi_add)(void *multi, void *easy);
    int (*multi_remove)(void *multi, void *easy);
    int (*multi_perform)(void *multi, int *running);
    int (*multi_poll)(void *multi, int milliseconds);
    int (*multi_wakeup)(void *multi);
    /// The next transfer that has ended; NULL: there is none.
    void *(*multi_ended)(void *multi, int *result);

    void *(*list_append)(void *list, const char *line);
    void (*list_free)(void *list);
    const char *(*version)(void);

    /// zlib's, by the names that it has in zlib.h; NULL: there is none.
    int (*inflate_init)(void *stream, int window_bits, const char *version, int stream_size);
    int (*inflate)(void *stream, int flush);
    int (*inflate_end)(void *stream);
} callsite_curl_functions;

/// The functions of the libcurl that is linked into the program, else of the one that the system has. The first call looks for it.
const callsite_curl_functions *callsite_curl(void);

#endif
