// Headers: those of requests, which the server validates with the same schemas that the OpenAPI document shows, and those of responses.
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

/** Of responses, as they are described. */
export const headerText = {
  Location: 'Path of the created object',
  ETag: 'Version of the object; send it as `If-Match` or `If-None-Match`',
  Link: '`rel="next"` with the path of the next page, if there is one',
} as const

/** Every response has them. */
export const limitHeaders = {
  RateLimit: {
    schema: { type: 'string' },
    description: 'Remaining requests and seconds until reset, e.g. `"default";r=587;t=31`',
  },
  'RateLimit-Policy': { schema: { type: 'string' }, description: 'The rate limit' },
  'API-Version': {
    required: true,
    schema: { type: 'string', format: 'date' },
    description: 'Date of the latest API change',
  },
}
