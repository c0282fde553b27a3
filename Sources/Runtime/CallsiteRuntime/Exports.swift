// Whoever imports the runtime can name its requests and responses, and the transport.
@_exported public import CallsiteHTTP

#if os(Linux)
    @_exported public import CallsiteCurl
#endif
