// A file that imports the runtime can also name HTTP requests and responses, and the transport.
@_exported public import CallsiteHTTP

#if os(Linux)
    @_exported public import CallsiteCurl
#endif
