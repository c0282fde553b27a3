// Foundation as one module, with declarations that the printed interfaces lack, for type-checking: nothing here runs.
@_exported import Darwin
@_exported import Dispatch
@_exported import FoundationBase
@_exported import FoundationEssentials
@_exported import FoundationInternationalization
@_exported import FoundationNet
@_exported import FoundationXML

// Members of protocols with an underscore.
extension URLError: Error {
    public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
    public var code: URLError.Code { fatalError() }
    public var errorCode: Int { fatalError() }
}

extension ProcessInfo {
    public var processName: String {
        get { fatalError() }
        set { fatalError() }
    }
}

extension FileManager.DirectoryEnumerator {
    public convenience init() { fatalError() }
}

extension URLSessionConfiguration {
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration { fatalError() }
}

// Methods of delegates that FoundationNetworking never calls.
extension URLSessionTaskDelegate {
    public func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {}
    public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {}
}

public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }
