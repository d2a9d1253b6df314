// One shape for every list: `data`, and a cursor to the next page or null at the end.
import { type TSchema, Type } from 'typebox'
import { worded } from './patterns.ts'
import { Closed, Nullable } from './schema.ts'

export const PAGE_LIMIT_DEFAULT = 50
export const PAGE_LIMIT_MAX = 200
/** A page ends here, with at least one item, however many were asked for. */
export const PAGE_BYTES_MAX = 4 * 2 ** 20

export const CURSOR = worded('^[A-Za-z0-9._-]+$', 'must be a cursor from an earlier response')

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_LIMIT_MAX,
      default: PAGE_LIMIT_DEFAULT,
      description:
        'Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      pattern: CURSOR,
      maxLength: 2000,
      description:
        '`next_cursor` of the previous page; only valid with the same filters and sort order',
    }),
  ),
}

export function Page<T extends TSchema>(item: T, description: string) {
  return Closed(
    {
      data: Type.Array(item),
      next_cursor: Nullable(Type.String(), {
        description: 'Send it back as `cursor` to get the next page; null on the last page',
      }),
    },
    { description },
  )
}
