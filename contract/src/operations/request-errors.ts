// Errors that operations of a kind share.

/** Errors that any operation with a JSON body can return. */
export const bodyErrors = ['malformed_body', 'body_too_large', 'unsupported_media_type'] as const
/** Errors of operations that write the fields of a task. */
export const taskErrors = ['parent_invalid', 'dependency_invalid', 'schema_invalid'] as const
export const idempotencyErrors = ['idempotency_in_flight', 'idempotency_key_reused'] as const
