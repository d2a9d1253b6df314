// Request headers; the server validates them with the same schemas that the OpenAPI document shows.
import { Type } from 'typebox'
import { worded } from './patterns.ts'

export const IdempotencyKey = Type.String({
  pattern: worded(
    '^[\\x21-\\x7e]{1,255}$',
    'must be 1 to 255 printable ASCII characters without spaces',
  ),
  description:
    'A unique string, for example a UUID. Retrying a request with the same key within 24 hours returns the first response instead of applying it twice.',
})

export const IfNoneMatch = Type.String({
  maxLength: 1000,
  description:
    'The `ETag` of an earlier response. If nothing has changed, the response is 304 without a body.',
})

export const IfMatch = Type.String({
  pattern: worded(
    '^(\\*|"[0-9]{1,10}")$',
    'must be the ETag you received, with its quotes, for example "3"',
    { echo: true },
  ),
  description:
    'The `ETag` of the version you read. If it is no longer current, the request fails with 412.',
})

export const LastEventId = Type.String({
  maxLength: 200,
  description: '`id` of the last received event; browsers send it when they reconnect.',
})
