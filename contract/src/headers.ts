// Request headers with a meaning of ours; the server validates by the same schemas that the OpenAPI document shows.
import { Type } from 'typebox'

export const IdempotencyKey = Type.String({
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description:
    'Any string of your own, best a UUID. Repeating the request with the same key within 24 hours gives the first answer again instead of doing it twice.',
})

export const IfNoneMatch = Type.String({
  maxLength: 1000,
  description:
    'The `ETag` of an earlier answer; when it still holds, the answer is 304 without a body.',
})

export const IfMatch = Type.String({
  pattern: '^(\\*|"[0-9]{1,10}")$',
  description: 'The `ETag` of the version you read; refused with 412 when it is no longer current.',
})

export const LastEventId = Type.String({
  maxLength: 200,
  description: '`id` of the last event that was received; browsers send it when they reconnect.',
})
