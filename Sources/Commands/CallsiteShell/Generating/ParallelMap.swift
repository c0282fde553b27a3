#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The cores that this process may run on.
package func availableCores() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// The results of `body` for all elements, in their order, computed on several threads at once.
///
/// Each thread has a stack as large as a main thread's, since stages recurse through the nesting of a document.
package func parallelMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], threads: Int, _ body: @escaping @Sendable (Element) -> Result
) -> [Result] {
    let count = min(threads, elements.count)
    guard count > 1 else { return elements.map(body) }
    let work = SharedWork(elements, body)
    var workers: [pthread_t] = []
    // The calling thread works too, so that everything is done even if no thread can be started.
    for _ in 1..<count { if let worker = startThread({ work.run() }) { workers.append(worker) } }
    work.run()
    for worker in workers { pthread_join(worker, nil) }
    return work.results.compactMap(\.self)
}

/// A lock without a value: the properties that it guards stand beside it. The standard library's `Mutex` needs a newer
/// macOS.
final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func guarding<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

/// The elements, and the results so far. The lock guards the results and the position.
private final class SharedWork<Element: Sendable, Result: Sendable>: @unchecked Sendable {
    private let elements: [Element]
    private let body: @Sendable (Element) -> Result
    private let lock = Lock()
    private var next = 0
    private(set) var results: [Result?]

    init(_ elements: [Element], _ body: @escaping @Sendable (Element) -> Result) {
        self.elements = elements
        self.body = body
        results = Array(repeating: nil, count: elements.count)
    }

    func run() {
        while let position = take() {
            let result = body(elements[position])
            lock.guarding { results[position] = result }
        }
    }

    private func take() -> Int? {
        lock.guarding {
            guard next < elements.count else { return nil }
            defer { next += 1 }
            return next
        }
    }
}

/// Starts a thread; nil if the system can't.
private func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let box = Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(&thread, &attributes, { runThreadBody($0) }, box.toOpaque())
    #else
        var thread = pthread_t()
        let code = pthread_create(&thread, &attributes, { runThreadBody($0) }, box.toOpaque())
    #endif
    guard code == 0 else {
        box.release()
        return nil
    }
    return thread
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThreadBody(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body { Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run() }
    return nil
}
