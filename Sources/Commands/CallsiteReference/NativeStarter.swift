import CallsiteCore

extension NativeFormat {
    /// The files of the schemas that `callsite init` writes.
    package static let schemaName = "callsite.schema.json"
    package static let configurationSchemaName = "callsite.configuration.schema.json"

    /// The description that `callsite init` writes.
    ///
    /// - Parameter path: The file; nil for standard output, which has no schema beside it.
    package static func starter(for path: String?) -> String {
        guard let path else {
            return """
                # An API for Callsite. Generate its Swift with:
                #   callsite generate FILE --output DIR
                # For completions in editors: callsite schema > \(schemaName), and as the first line
                #   # yaml-language-server: $schema=\(schemaName)

                """ + starter + "\n"
        }
        let use =
            isForPlugin(path)
            ? "The build plugin generates its Swift at each build of its target."
            : "Generate its Swift with:\n#   callsite generate\n# callsite.yaml says where the code goes."
        return """
            # yaml-language-server: $schema=\(schemaName)
            # For completions in editors; after an update of Callsite: callsite schema > \(schemaName)
            #
            # An API for Callsite. \(use)

            """ + starter + "\n"
    }

    /// Whether the build plugin finds a description with this name.
    private static func isForPlugin(_ path: String) -> Bool {
        path.hasSuffix(".callsite.yaml") || path.hasSuffix(".callsite.yml")
    }

    /// Whether a file is a schema that Callsite printed: it has the title of one, as printed.
    package static func isSchema(_ contents: [UInt8]) -> Bool {
        [jsonSchema(), configurationSchema()].contains { schema in
            schema.firstRange(of: "\n  \"type\"").map { contents.starts(with: schema[..<$0.lowerBound].utf8) } ?? false
        }
    }

    /// The description itself. It generates as it stands, and shows the commonest forms with comments.
    package static let starter = #"""
        callsite: 1                                  # the version of this format
        api: Example                                 # the prefix: ExampleRequestType
        description: What this API is, for the generated documentation.
        baseURL: https://api.example.com/v1
        # headers:                                   # sent with every request
        #   Accept: application/json
        # authentication: bearer                     # none | bearer | basic | {header: X-Key} | {query: key} | {cookie: name}
        error: APIError                              # the body of an error response

        endpoints:
          ListItems:                                 # gives ListItemsRequest
            description: The items of one owner, newest first.
            path: /owners/{owner}/items              # {owner} is a String unless it is declared below
            parameters:
              owner: Int64
              state: open | closed | all = open      # an enum in place, with a default
              since: Date?                           # optional
              labels?: {type: [String], explode: false}
            response: [Item]

          CreateItem:
            method: POST
            path: /owners/{owner}/items
            body:                                    # its fields become the request's own
              title: String
              note: String?                          # left out when nil
            response: {type: Item, status: 201}
            errors: {422: ValidationError}           # other errors are APIError

          UpdateItem:
            method: PATCH
            path: /items/{id}
            parameters: {id: Int64}
            body:
              title: String?
              note: String? or null                  # three states: unchanged, null, a value
            response: Item

          DeleteItem:
            method: DELETE
            path: /items/{id}
            parameters: {id: Int64}                  # no response: Void

        models:
          Item:
            id: Int64
            title: String
            state: State
            note: String or null                     # always there, may be null
            html_url: URL                            # the Swift name is htmlURL
            labels: {type: [String], default: []}    # the default is used when the key is absent
            created_at: Date
          State: open | closed                       # an open enum: an unknown value is kept
          APIError: {message: String}
          ValidationError:
            message: String
            problems: {type: [String: String], default: {}}
        """#

    /// The `callsite.yaml` that `callsite init` writes for a description. The build plugin decides itself where the
    /// code goes.
    package static func starterConfiguration(for path: String) -> String {
        let output =
            isForPlugin(path)
            ? "" : "\n    output: Generated                     # a folder of a target: Sources/App/Example"
        return """
            # yaml-language-server: $schema=\(configurationSchemaName)
            callsite: 1
            descriptions:
              - source: \(NativeText.text(path).flow)\(output)
                conformances: {all: [Hashable]}       # `==` in tests; costs a third more to compile

            """
    }
}
