/// Facts about kinds of changes, by the ids in the table of rules. The comparison itself doesn't need them.
package enum ChangeRules {
    /// Whether a change is something new that callers may use.
    package static func isAddition(_ id: String) -> Bool {
        ["-added", "-added-optional", "-type-added", "-gained", "-reactivated", "-opened", "-loosened", "-widened"]
            .contains { id.hasSuffix($0) }
    }

    /// The ids of the same change in oasdiff, by Callsite's id, for users who come from oasdiff.
    package static let oasdiff: [String: [String]] = {
        var table: [String: [String]] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            table[words[0]] = Array(words.dropFirst())
        }
        return table
    }()

    private static let lines = """
        endpoint-added endpoint-added
        endpoint-removed api-path-removed-without-deprecation api-removed-without-deprecation
        endpoint-deprecated endpoint-deprecated
        endpoint-reactivated endpoint-reactivated
        path-parameter-added new-request-path-parameter
        operation-id-changed api-operation-id-removed api-operation-id-added
        operation-id-added api-operation-id-added
        operation-id-removed api-operation-id-removed
        tag-changed api-tag-added api-tag-removed
        stability-changed api-stability-decreased api-stability-increased
        security-first-added api-security-added api-global-security-added
        security-alternative-added api-security-added
        security-alternative-removed api-security-removed api-global-security-removed
        security-all-removed api-security-removed
        security-joined api-security-added
        security-type-changed api-security-component-type-changed
        scope-added api-security-scope-added api-global-security-scope-added
        scope-removed api-security-scope-removed
        parameter-added-optional new-optional-request-parameter
        parameter-added-required new-required-request-parameter
        parameter-removed request-parameter-removed
        parameter-became-required request-parameter-became-required
        parameter-became-optional request-parameter-became-optional
        parameter-type-changed request-parameter-type-changed
        parameter-type-widened request-parameter-type-generalized
        parameter-types-widened request-parameter-list-of-types-widened
        parameter-types-narrowed request-parameter-list-of-types-narrowed
        parameter-became-enum request-parameter-became-enum
        parameter-enum-value-added request-parameter-enum-value-added
        parameter-enum-value-removed request-parameter-enum-value-removed
        parameter-default-changed request-parameter-default-value-changed
        parameter-deprecated request-parameter-deprecated
        body-added-optional request-body-added-optional
        body-added-required request-body-added-required
        body-removed request-body-removed
        body-became-required request-body-became-required
        body-became-optional request-body-became-optional
        body-became-nullable request-body-became-nullable
        body-became-not-nullable request-body-became-not-nullable
        parameter-became-nullable request-parameter-became-nullable
        parameter-became-not-nullable request-parameter-became-not-nullable
        oauth-url-changed api-security-component-oauth-token-url-changed api-security-component-oauth-url-changed
        success-status-added-same response-success-status-added
        response-const-changed response-property-const-changed
        field-const-changed request-property-const-changed
        body-type-added request-body-media-type-added
        body-type-removed request-body-media-type-removed
        body-kind-changed request-body-type-changed
        body-became-union request-body-wrapped-in-one-of
        field-added-optional new-optional-request-property
        field-added-required new-required-request-property
        field-removed request-property-removed
        field-became-required request-property-became-required
        field-became-optional request-property-became-optional
        field-became-nullable request-property-became-nullable
        field-became-not-nullable request-property-became-not-nullable
        field-type-changed request-property-type-changed
        field-type-widened request-property-type-generalized
        field-became-enum request-property-became-enum
        field-enum-value-added request-property-enum-value-added
        field-enum-value-removed request-property-enum-value-removed
        field-default-changed request-property-default-value-changed
        success-status-replaced response-success-status-removed response-success-status-added
        success-status-added-other response-success-status-added
        success-status-removed response-success-status-removed
        response-type-added response-media-type-added
        response-type-removed response-media-type-removed
        response-type-renamed response-media-type-name-changed
        response-kind-changed response-body-type-changed
        response-became-nullable response-body-became-nullable
        response-became-not-nullable response-body-became-not-nullable
        response-became-union response-body-wrapped-in-one-of
        response-field-added response-required-property-added response-optional-property-added
        response-field-removed-required response-required-property-removed
        response-field-removed-optional response-optional-property-removed
        response-field-became-optional response-property-became-optional
        response-field-became-required response-property-became-required
        response-field-became-nullable response-property-became-nullable
        response-optional-became-nullable response-property-became-nullable
        response-field-became-not-nullable response-property-became-not-nullable
        response-field-type-changed response-property-type-changed
        response-field-type-widened response-property-type-generalized
        response-field-type-narrowed response-property-type-specialized
        response-field-format-set response-property-type-specialized
        response-field-format-unset response-property-type-generalized
        response-field-types-widened response-property-list-of-types-widened
        response-field-types-narrowed response-property-list-of-types-narrowed
        response-enum-value-added response-property-enum-value-added
        response-enum-value-removed response-property-enum-value-removed
        response-alternative-added response-property-one-of-added
        response-alternative-removed response-property-one-of-removed
        response-discriminator-added response-property-discriminator-added
        response-discriminator-removed response-property-discriminator-removed
        response-default-changed response-property-default-value-changed
        failure-status-added response-non-success-status-added
        failure-status-removed response-non-success-status-removed
        header-removed-required required-response-header-removed
        header-removed-optional optional-response-header-removed
        header-became-optional response-header-became-optional
        webhook-added webhook-added
        webhook-removed webhook-removed
        component-renamed api-schema-removed
        component-unused-removed api-schema-removed
        """
}
